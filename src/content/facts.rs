//! The constants ("facts") that a rule file can declare. This is their only list.

/// The type of a fact's value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FactType {
    /// A text.
    Text,
    /// A whole number.
    Number,
    /// `true` or `false`.
    Truth,
    /// A list of texts.
    List,
}

impl FactType {
    /// The name of the type in messages.
    pub fn text(self) -> &'static str {
        match self {
            Self::Text => "a text",
            Self::Number => "a number",
            Self::Truth => "`true` or `false`",
            Self::List => "a list of texts",
        }
    }
}

/// Declares the facts: variant, name, type and description.
macro_rules! facts {
    ($($(#[doc = $doc:literal])* $fact:ident $name:literal $kind:ident;)*) => {
        /// A constant that a rule file may declare; it is read without running the file.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        pub enum Fact {
            $($(#[doc = $doc])* $fact,)*
        }

        impl Fact {
            /// All facts.
            pub const ALL: &[Self] = &[$(Self::$fact,)*];

            /// The name of the constant.
            pub fn name(self) -> &'static str {
                match self { $(Self::$fact => $name,)* }
            }

            /// The type of its value.
            pub fn kind(self) -> FactType {
                match self { $(Self::$fact => FactType::$kind,)* }
            }

            /// Its description.
            pub fn text(self) -> &'static str {
                match self { $(Self::$fact => concat!($($doc),*).trim_ascii(),)* }
            }
        }
    };
}

facts! {
    /// The deck that the card belongs to.
    Deck "DECK" Text;
    /// How many copies of the card its deck holds.
    Copies "COPIES" Number;
    /// Until when the card's rule is the player's who plays it: the end of the `"turn"`; without it, `act` is done at once.
    Lasts "LASTS" Text;
    /// The ability that the card can be played for instead of its own rule, such as `"pack/rule"`.
    Also "ALSO" Text;
    /// The points that the card is worth in the hand, also while it is hidden.
    Points "POINTS" Number;
    /// Terms of a trade with the general supply, such as `"4 same -> 1 any"`.
    Trade "TRADE" Text;
    /// The port that the trade needs: `"any"` or a resource.
    Port "PORT" Text;
    /// The points of an award, which one player holds.
    Award "AWARD" Number;
    /// What the holder of the award needs at least.
    Least "LEAST" Number;
    /// Whether the first player to reach the award keeps it for good.
    Forever "FOREVER" Truth;
    /// The award compares the longest trail over pieces of this kind or class.
    Longest "LONGEST" Text;
    /// The award compares counts: `"played <card>"`, `"owned <goods>"`, or a kind or class of pieces, anywhere or `in <area>`.
    Most "MOST" Text;
    /// The only production roll that the rule is about.
    OnRoll "ON_ROLL" Number;
    /// Whether hexes produce on this roll.
    Produces "PRODUCES" Truth;
    /// The most cards that a hand keeps on this roll; of more, half is discarded.
    HandLimit "HAND_LIMIT" Number;
    /// The group of markers of which the roller moves one.
    Moves "MOVES" Text;
    /// The name of something that players may do in their turn: `act` does it.
    Ability "ABILITY" Text;
    /// How often a player may use the ability or the way: once a `"turn"` or a `"game"`.
    OncePer "ONCE_PER" Text;
    /// How often in a turn the ability, the way or the trade may be used; of a card that lasts, with each copy that is played.
    Uses "USES" Number;
    /// A number from -32768 to 32767 that the rule keeps: `"name: game"`, `"name: player"` or `"name: turn"`; of a card that lasts, each copy counts for itself what ends with the turn.
    Counter "COUNTER" Text;
    /// Players that the rule marks for a player: `"name: game"`, `"name: turn"`, `"name: next turn"` until the end of that player's next turn, or `"name: only next turn"` in that next turn and not in this one; or what it marks for all, such as `"name: hexes, turn"` and `"name: decks, game"`. Of a card that lasts, what ends with the turn is marked by each copy for itself.
    Mark "MARK" Text;
    /// The name of a pile of resource cards that the rule lets players lay apart from their hands.
    Pile "PILE" Text;
    /// What a player chooses from when using the ability, each with its price: `["name: 4 sheep", …]`; `act` and `usable` get the number.
    Variants "VARIANTS" List;
    /// The terrain on which the event is discovered whose rule this is: it belongs to those whose building the event affects.
    Event "EVENT" Text;
    /// The goods whose owner has the rule, from the turn after getting them on.
    Owned "OWNED" Text;
    /// The outpost of the benefit token whose rule this is: it belongs to whoever has access to the token.
    Outpost "OUTPOST" Text;
    /// Whether the benefit works outside the own turn too.
    RoundBased "ROUND_BASED" Truth;
    /// What players answer to the rule's `may_…` questions until they say otherwise: `"accept"`, `"decline"` or `"ask"`.
    Default "DEFAULT" Text;
    /// The only kind or class of pieces that `may_build` or `on_built` is about.
    Kind "KIND" Text;
    /// The law of building that the way is for offending: `"distance"`.
    Relaxes "RELAXES" Text;
    /// Another way to `"build <kind>"` or `"buy <deck>"`, at the `PRICE`.
    Way "WAY" Text;
    /// The price of the way, with `|` between alternatives.
    Price "PRICE" Text;
    /// The price of each use of the way in a turn, as many as there are uses; of a card that lasts, for each copy of it.
    Prices "PRICES" List;
    /// The members of a family: one rule for each. `{each}` stands for it in the header and in facts, `EACH` in functions.
    ForEach "FOR_EACH" List;
    /// The rule whose counters and marks this one uses as its own.
    Shares "SHARES" Text;
    /// The rule that this one takes out of play.
    Replaces "REPLACES" Text;
    /// The rule without which this one is out of play.
    With "WITH" Text;
    /// The pack without which this rule is out of play.
    IfLoaded "IF_LOADED" Text;
    /// The setting that has to be `true`; else this rule is out of play.
    IfSet "IF_SET" Text;
    /// Whether the rule draws by chance.
    Random "RANDOM" Truth;
}

impl Fact {
    /// The fact with this name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|fact| fact.name() == name)
    }
}
