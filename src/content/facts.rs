//! The constants ("facts") that a rule file can declare. This module contains the only list of
//! them.

/// The type of a fact's value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FactType {
    /// A string.
    Text,
    /// A whole number.
    Number,
    /// `true` or `false`.
    Truth,
    /// A list of strings.
    List,
    /// A string, or a list of strings.
    Texts,
}

impl FactType {
    /// The name of the type in messages.
    pub fn text(self) -> &'static str {
        match self {
            Self::Text => "a string",
            Self::Number => "a number",
            Self::Truth => "`true` or `false`",
            Self::List => "a list of strings",
            Self::Texts => "a string or a list of strings",
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

            /// The type of the fact's value.
            pub fn kind(self) -> FactType {
                match self { $(Self::$fact => FactType::$kind,)* }
            }

            /// The description of the fact.
            pub fn text(self) -> &'static str {
                match self { $(Self::$fact => concat!($($doc),*).trim_ascii(),)* }
            }
        }
    };
}

facts! {
    /// The deck that the card belongs to.
    Deck "DECK" Text;
    /// The number of copies of the card in its deck.
    Copies "COPIES" Number;
    /// How long the card's rule belongs to the player who plays the card: until the end of the `"turn"`. Without this fact, `act` runs at once.
    Lasts "LASTS" Text;
    /// An ability, such as `"pack/rule"`, that a player may use by playing the card, instead of the card's own rule.
    PlayableAs "PLAYABLE_AS" Text;
    /// Whether the card may be played before the production roll, instead of what its deck declares with `before_roll`.
    BeforeRoll "BEFORE_ROLL" Truth;
    /// Whether the card is laid face up when it is drawn. It then counts as played, and the player keeps it even if its deck has `returns_played`.
    Open "OPEN" Truth;
    /// The points that the card is worth in the hand, even while it is hidden.
    Points "POINTS" Number;
    /// What the card is worth to other rules, which read it as `card.value`, such as the number of fish that it stands for.
    Value "VALUE" Number;
    /// Terms of a trade with the general supply, such as `"4 same -> 1 any"`.
    Trade "TRADE" Text;
    /// The port that the trade needs: `"any"` or a resource.
    Port "PORT" Text;
    /// The points of an award, which one player holds.
    Award "AWARD" Number;
    /// The smallest count, length or `merit` with which a player can hold the award.
    Minimum "MINIMUM" Number;
    /// Whether the first player to earn the award keeps it permanently.
    Forever "FOREVER" Truth;
    /// The award compares the longest trail over pieces of this kind or class.
    Longest "LONGEST" Text;
    /// The award compares counts: `"played <card>"`, `"owned <goods>"`, or a kind or class of pieces, anywhere or `in <area>`.
    Most "MOST" Text;
    /// The number of the production roll to which the rule applies.
    OnRoll "ON_ROLL" Number;
    /// The dice to which the rule applies, as pairs such as `["1 3", "2 2"]`: the first and the second die.
    OnDice "ON_DICE" List;
    /// The name on the event die to which the rule applies.
    OnEventDie "ON_EVENT_DIE" Text;
    /// Whether hexes produce on this roll.
    Produces "PRODUCES" Truth;
    /// The maximum number of cards in a hand on this roll; players with more discard half of them.
    HandLimit "HAND_LIMIT" Number;
    /// The group of markers; the player who rolls moves one marker of this group.
    Moves "MOVES" Text;
    /// The name of an ability that players may use during their turns; `act` carries it out.
    Ability "ABILITY" Text;
    /// How often a player may use the ability or the way: once a `"turn"` or a `"game"`.
    OncePer "ONCE_PER" Text;
    /// How often the ability, the way or the trade may be used in a turn; for a card that lasts, this applies to each copy that is played.
    Uses "USES" Number;
    /// How often `act` runs, from 1 to 9. What a run causes is settled before the next one.
    Times "TIMES" Number;
    /// A number from -32768 to 32767 that the rule stores: one for the `"name: game"`, one for each `"name: player"`, or one for each player until the end of the `"name: turn"`; or one for each hex, place or piece (`"name: hexes"`, `"name: places"`, `"name: pieces"`). The number of a piece moves with it and ends with it. The numbers of a counter with `, turn` after its scope (such as `"name: game, turn"` or `"name: pieces, turn"`) are 0 again when the turn ends. A counter that ends in `, shown` is drawn with the board and the players; players cannot see one that ends in `, hidden`. For a card that lasts, each copy has its own counter if the counter ends with the turn.
    Counter "COUNTER" Text;
    /// Several counters of the rule, each as in `COUNTER`.
    Counters "COUNTERS" List;
    /// Players that the rule marks for a player (`"name: game"` or `"name: turn"`), or hexes or decks that it marks for all (such as `"name: hexes, turn"` or `"name: decks, game"`). A mark of players can also last until the end of the next turn of the player for whom it is set (`"name: next turn"`), or apply only in that next turn (`"name: only next turn"`). For a card that lasts, each copy has its own marks if they end with the turn.
    Mark "MARK" Text;
    /// Several marks of the rule, each as in `MARK`.
    Marks "MARKS" List;
    /// The name of a pile of resource cards that players set aside from their hands.
    Pile "PILE" Text;
    /// The choices for the player who uses the ability, each with its price in cards and goods: `["name: 4 sheep", "other: 1 wood, 2 favor"]`; `act` and `usable` get the number of the choice.
    Variants "VARIANTS" List;
    /// The terrain on which this event can be discovered. The rule belongs to the players with a building that the event affects.
    Event "EVENT" Text;
    /// The goods that give their owner the rule, starting with the turn after the owner gets them.
    Owned "OWNED" Text;
    /// The outpost of this benefit's token. The rule belongs to the players with access to the token.
    Outpost "OUTPOST" Text;
    /// Whether the benefit also works in other players' turns.
    RoundBased "ROUND_BASED" Truth;
    /// The initial answer in advance to the rule's `may_…` questions: `"accept"`, `"decline"` or `"ask"`.
    Default "DEFAULT" Text;
    /// The only kind or class of pieces for which `may_build`, `on_built`, `on_moved`, `on_removed` and `piece_worth` run.
    Kind "KIND" Text;
    /// The law of building that the way may break: `"distance"`.
    Relaxes "RELAXES" Text;
    /// Another way to `"build <kind>"` or `"buy <deck>"`, at the `PRICE`.
    Way "WAY" Text;
    /// The price of the way, with `|` between alternatives.
    Price "PRICE" Text;
    /// The prices of the first, second and further uses of the way in a turn; their number limits the uses. For a card that lasts, this applies to each copy.
    Prices "PRICES" List;
    /// The members of a family; each of them gets its own rule. `{each}` stands for the member in the header and in facts, and `EACH` in functions.
    ForEach "FOR_EACH" List;
    /// The rule, or the rules, whose counters, marks and piles this one uses as its own.
    Shares "SHARES" Texts;
    /// The rule that this one takes out of play.
    Replaces "REPLACES" Text;
    /// The rule that this one needs to be in play.
    With "WITH" Text;
    /// The pack that this rule needs to be in play.
    IfLoaded "IF_LOADED" Text;
    /// The setting that has to be `true` for this rule to be in play.
    IfSet "IF_SET" Text;
    /// Whether the rule draws random numbers.
    Random "RANDOM" Truth;
}

impl Fact {
    /// The fact with this name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|fact| fact.name() == name)
    }
}
