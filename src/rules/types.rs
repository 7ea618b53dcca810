//! The types of values of the rule language, used in the declarations of hooks and functions.

/// Declares the types: variant and name in messages.
macro_rules! types {
    ($($(#[doc = $doc:literal])* $ty:ident $text:literal;)*) => {
        /// The type of a value of the rule language.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        pub enum Type {
            $($(#[doc = $doc])* $ty,)*
        }

        impl Type {
            /// All types.
            pub const ALL: &[Self] = &[$(Self::$ty,)*];

            /// Its name in messages and in the reference.
            pub fn text(self) -> &'static str {
                match self { $(Self::$ty => $text,)* }
            }

            /// The name of its variant.
            fn variant(self) -> &'static str {
                match self { $(Self::$ty => stringify!($ty),)* }
            }
        }
    };
}

types! {
    /// One of several types.
    Any "anything";
    /// No value: the result of a verb.
    Unit "nothing at all";
    /// A whole number.
    Number "a number";
    /// A boolean.
    Truth "a boolean";
    /// A string.
    Text "a string";
    /// A list.
    List "a list";
    /// The game.
    Game "the game";
    /// The general supply.
    Supply "the supply";
    /// A player.
    Player "a player";
    /// An ordered list of players.
    Players "players";
    /// A kind of resource.
    Resource "a resource";
    /// Kinds of resources.
    Resources "resources";
    /// Resource cards.
    Cards "resource cards";
    /// A kind of piece.
    Kind "a kind of piece";
    /// A kind of piece by its constant or name, not a class.
    OneKind "one kind of piece";
    /// A piece on the board.
    Piece "a piece";
    /// Pieces on the board.
    Pieces "pieces";
    /// A marker.
    Marker "a marker";
    /// Markers.
    Markers "markers";
    /// A hex.
    Hex "a hex";
    /// Hexes.
    Hexes "hexes";
    /// An intersection or a border.
    Place "a place";
    /// An intersection, a border or a hex, such as the place of a marker.
    Spot "a hex or a place";
    /// Intersections and borders.
    Places "places";
    /// Intersections and borders, or hexes.
    Spots "hexes or places";
    /// A kind of card.
    Card "a card";
    /// Decks.
    Decks "decks";
    /// Outposts.
    Outposts "outposts";
    /// The name of a terrain.
    TerrainName "the name of a terrain";
    /// A terrain by its name, or by the resource that it yields.
    Terrain "a terrain";
    /// A kind of resource, or `"any"` for ports of all resources.
    Port "a port";
    /// The name of an area of the scenario.
    AreaName "the name of an area";
    /// The name of goods, or of a family of them.
    GoodsName "the name of goods";
    /// The name of a group of markers.
    GroupName "the name of a group of markers";
    /// The name of a card.
    CardName "the name of a card";
    /// The name of a card, or of a deck for all its cards.
    HeldName "the name of a card or deck";
    /// The name of a state of pieces.
    StateName "the name of a state";
    /// The name of an award.
    AwardName "the name of an award";
    /// The name of a deck.
    DeckName "the name of a deck";
    /// The name of a counter of the rule.
    CounterName "the name of a counter";
    /// The name of a mark of the rule.
    MarkName "the name of a mark";
    /// The name of a pile of the rule.
    PileName "the name of a pile";
    /// The name of a face of the event die.
    FaceName "the name of a face";
    /// Terms of a trade.
    Terms "terms of trade";
    /// A function of one player.
    Function "a function";
    /// The type of the value on which the function is called.
    Same "a selection of the same type";
    /// The type of the members of that value.
    Member "an element";
}

impl Type {
    /// The type of the members of a selection.
    #[must_use]
    pub fn member(self) -> Self {
        match self {
            Self::Resources => Self::Resource,
            Self::Players => Self::Player,
            Self::Markers => Self::Marker,
            Self::Hexes => Self::Hex,
            Self::Places => Self::Place,
            Self::Pieces => Self::Piece,
            Self::Spots => Self::Spot,
            // A member of these types is represented as a selection of one.
            Self::Decks | Self::Outposts => self,
            _ => Self::Any,
        }
    }

    /// The type of its values as strings, if they are names that functions return.
    #[must_use]
    pub fn plain(self) -> Self {
        match self {
            Self::StateName | Self::FaceName => Self::Text,
            _ => self,
        }
    }

    /// Its name in the declarations of functions.
    pub fn name(self) -> String {
        self.variant().to_lowercase()
    }

    /// Whether this is its name in the declarations of functions.
    pub fn is_named(self, name: &str) -> bool {
        name.eq_ignore_ascii_case(self.variant())
    }

    /// Whether its values are selections, which can be counted and combined.
    pub fn is_selection(self) -> bool {
        use Type::{Cards, Decks, Hexes, Markers, Outposts, Pieces, Places, Players, Resources};
        [Cards, Resources, Players, Markers, Outposts, Decks, Hexes, Places, Pieces].contains(&self)
    }
}
