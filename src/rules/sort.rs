//! The sorts of values of the rule language, as hooks and words are declared with them.

/// What a value of the rule language is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Sort {
    /// One of several sorts.
    Any,
    /// No value: what a verb leaves.
    Unit,
    /// A whole number.
    Number,
    /// Yes or no.
    Truth,
    /// A text.
    Text,
    /// A list.
    List,
    /// The game.
    Game,
    /// The general supply.
    Supply,
    /// A player.
    Player,
    /// Players in an order.
    Players,
    /// A kind of resource.
    Resource,
    /// Kinds of resources.
    Resources,
    /// Resource cards.
    Cards,
    /// A kind of piece.
    Kind,
    /// A piece on the board.
    Piece,
    /// Pieces on the board.
    Pieces,
    /// A marker.
    Marker,
    /// Markers.
    Markers,
    /// A hex.
    Hex,
    /// Hexes.
    Hexes,
    /// An intersection or a border.
    Place,
    /// An intersection or a border, or a hex, such as where a marker stands.
    Spot,
    /// Intersections and borders.
    Places,
    /// A kind of card.
    Card,
    /// Decks.
    Decks,
    /// Outposts.
    Outposts,
    /// The name of a terrain.
    TerrainName,
    /// A terrain by its name, or the resource that it yields.
    Terrain,
    /// A kind of resource, or `"any"` for ports of all resources.
    Port,
    /// The name of an area of the scenario.
    AreaName,
    /// The name of goods, or of a family of them.
    GoodsName,
    /// The name of a group of markers.
    GroupName,
    /// The name of a card.
    CardName,
    /// The name of a counter of the rule.
    CounterName,
    /// The name of a mark of the rule.
    MarkName,
    /// The name of a pile of the rule.
    PileName,
    /// Terms of a trade.
    Terms,
    /// What the word is said of.
    Same,
    /// One of what the word is said of.
    Member,
}

impl Sort {
    /// What the members of a selection are.
    #[must_use]
    pub fn member(self) -> Self {
        match self {
            Self::Resources => Self::Resource,
            Self::Players => Self::Player,
            Self::Markers => Self::Marker,
            Self::Hexes => Self::Hex,
            Self::Places => Self::Place,
            Self::Pieces => Self::Piece,
            // One of these is a selection with a single one in it.
            Self::Decks | Self::Outposts => self,
            _ => Self::Any,
        }
    }

    /// Its name, as words are declared to be said of it.
    pub fn name(self) -> String {
        format!("{self:?}").to_lowercase()
    }

    /// Whether its values are selections, which can be counted and combined.
    pub fn is_selection(self) -> bool {
        use Sort::{Cards, Decks, Hexes, Markers, Outposts, Pieces, Places, Players, Resources};
        [Cards, Resources, Players, Markers, Outposts, Decks, Hexes, Places, Pieces].contains(&self)
    }

    /// How messages and the reference speak of it.
    pub fn text(self) -> &'static str {
        match self {
            Self::Any => "anything",
            Self::Unit => "nothing at all",
            Self::Number => "a number",
            Self::Truth => "a truth",
            Self::Text => "a text",
            Self::List => "a list",
            Self::Game => "the game",
            Self::Supply => "the supply",
            Self::Player => "a player",
            Self::Players => "players",
            Self::Resource => "a resource",
            Self::Resources => "resources",
            Self::Cards => "resource cards",
            Self::Kind => "a kind of piece",
            Self::Piece => "a piece",
            Self::Pieces => "pieces",
            Self::Marker => "a marker",
            Self::Markers => "markers",
            Self::Hex => "a hex",
            Self::Hexes => "hexes",
            Self::Place => "a place",
            Self::Spot => "a hex or a place",
            Self::Places => "places",
            Self::Card => "a card",
            Self::Decks => "decks",
            Self::Outposts => "outposts",
            Self::TerrainName => "the name of a terrain",
            Self::Terrain => "a terrain",
            Self::Port => "a port",
            Self::AreaName => "the name of an area",
            Self::GoodsName => "the name of goods",
            Self::GroupName => "the name of a group of markers",
            Self::CardName => "the name of a card",
            Self::CounterName => "the name of a counter",
            Self::MarkName => "the name of a mark",
            Self::PileName => "the name of a pile",
            Self::Terms => "terms of trade",
            Self::Same => "some of them",
            Self::Member => "one of them",
        }
    }
}
