//! The declarations of packs: pieces, markers, decks, cards, awards, rates.

use super::{Cost, CounterScope, CounterVisibility, Origin, RuleId, Running, Terms};
use crate::board::Area;
use crate::set::{Id, Set};
use crate::table::{
    Ability, AdvanceAnswer, Card, Counter, Deck, GOODS, Goods, HEX_EVENTS, HexEvent, Kind, PLAYERS,
    PlaceCounter, Player, PlayerMark, Port, TOKENS, Terrain, Token,
};

/// A way to build or buy something.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Way {
    /// Its name in transcripts, after `by`; empty for the declared terms.
    pub name: String,
    /// The alternative payments; empty without a price, or if the rule is asked for it.
    pub costs: Vec<Cost>,
    /// The rule that offers it.
    pub by: Option<Running>,
    /// The payments for each use in a turn, in order; empty if all uses cost the same.
    pub costs_by_use: Vec<Vec<Cost>>,
    /// Whether it applies only to places that violate the distance rule.
    pub relaxes_distance: bool,
    /// The limit on its uses.
    pub limit: Option<Limit>,
}

/// A limit on the uses of something.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Limit {
    /// The counter of its uses: the first of the players' slots, or the only slot for the turn.
    pub counter: Counter,
    /// Whether each player has a slot.
    pub by_player: bool,
    /// The number of uses allowed.
    pub most: i16,
    /// The card whose copies each allow this number of uses, counted together.
    pub card: Option<Card>,
}

impl Limit {
    /// The slot that counts the player's uses.
    pub fn slot(&self, player: Player) -> Counter {
        if self.by_player { self.counter.of(player) } else { self.counter }
    }
}

/// A deck of cards, or one of its stacks.
#[expect(clippy::struct_excessive_bools, reason = "each is a key of the declaration")]
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DeckKind {
    /// Its name, or the name of the stack.
    pub name: String,
    /// The name of the deck to which the stack belongs, or its own name if it is not a stack.
    pub deck: String,
    /// The ways to buy its top card.
    pub ways: Vec<Way>,
    /// Cards of this deck may be played while fewer cards than this have been played in the turn;
    /// `None` for any number of cards, which do not count for other decks either.
    pub plays: Option<u8>,
    /// Whether cards may be played before the production roll unless they declare otherwise.
    pub before_roll: bool,
    /// Whether a card cannot be played in the turn in which its player gets it.
    pub waits: bool,
    /// Whether cards that return go to the discards, which are shuffled once the deck is empty, rather
    /// than under the deck.
    pub shuffles: bool,
    /// Whether a card that was played goes to the discards, or under the deck.
    pub returns_played: bool,
    /// The position of its declaration.
    pub origin: Origin,
}

/// A kind of card.
#[expect(clippy::struct_excessive_bools, reason = "each is a fact of the card")]
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CardKind {
    /// Its name.
    pub name: String,
    /// The deck it belongs to.
    pub deck: Deck,
    /// The number of copies in the deck.
    pub copies: u8,
    /// The points it is worth in the hand.
    pub points: i8,
    /// What it is worth to other rules.
    pub value: i8,
    /// Whether it can be played.
    pub playable: bool,
    /// Whether it may be played before the production roll.
    pub before_roll: bool,
    /// Whether it is laid face up when it is drawn.
    pub open: bool,
    /// Whether its rule belongs to the player until the end of the turn in which it is played.
    /// Otherwise, the rule runs once.
    pub lasts: bool,
    /// The ability that a player can use by playing the card, instead of the card's own rule.
    pub also: Option<Ability>,
    /// Its rule.
    pub rule: RuleId,
}

/// An award for having the longest or the most of something.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AwardKind {
    /// Its name.
    pub name: String,
    /// The points it is worth.
    pub points: i8,
    /// The minimum value that its owner needs.
    pub least: i64,
    /// Whether the first player who gets it keeps it permanently.
    pub forever: bool,
    /// The quantity that is compared.
    pub merit: Merit,
    /// Its rule.
    pub rule: RuleId,
}

/// The quantity that an award compares.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Merit {
    /// The longest trail over the player's pieces of these kinds.
    Longest(Set<Kind>),
    /// The number of copies of a card that the player has played.
    Played(Card),
    /// The number of these goods that the player owns.
    Owned(Goods),
    /// The number of the player's pieces of these kinds in an area, or anywhere.
    Pieces(Set<Kind>, Option<Area>),
    /// The result of the rule's script.
    Script,
}

/// A rate of trade with the supply.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RateKind {
    /// Its name.
    pub name: String,
    /// The cards given and received.
    pub terms: Terms,
    /// The port that the player needs.
    pub port: Option<Port>,
    /// The limit on its uses.
    pub limit: Option<Limit>,
    /// The rule that offers it.
    pub by: Running,
}

/// The effects of a roll.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RollKind {
    /// The number.
    pub number: u8,
    /// Whether hexes produce.
    pub produces: bool,
    /// The hand size above which a player has to discard half of the cards.
    pub hand_limit: Option<u8>,
    /// The group of markers from which the current player moves one.
    pub moves: Option<u8>,
    /// Its rule.
    pub rule: RuleId,
}

/// An ability that a rule lets players use in their turn.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AbilityKind {
    /// Its name in transcripts.
    pub name: String,
    /// The limit on its uses.
    pub limit: Option<Limit>,
    /// The variants to choose from; a single one without a name if there is no choice.
    pub variants: Vec<Variant>,
    /// Whether it is used only by playing a card for it.
    pub by_card: bool,
    /// The rule that offers it.
    pub by: Running,
}

/// A variant of an ability.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Variant {
    /// Its name in transcripts, after the name of the ability.
    pub name: String,
    /// The alternative payments; empty if the rule is asked for the price.
    pub costs: Vec<Cost>,
    /// The goods that are paid besides the cards.
    pub goods: Vec<(Goods, u8)>,
}

/// A token of an outpost.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TokenKind {
    /// Its name, the same as that of its rule.
    pub name: String,
    /// The outpost.
    pub outpost: Terrain,
    /// The rule that belongs to the players with access to it.
    pub rule: RuleId,
}

/// How a player owns a rule.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Ownership {
    /// Access to a token.
    Access {
        /// The token.
        token: Token,
        /// Whether the rule applies in all turns and not only in its owner's.
        round_based: bool,
    },
    /// A card that the current player has played this turn.
    Played(Card),
    /// Goods that the current player has owned since an earlier turn.
    Owned(Goods),
    /// A building of the player that an event affects.
    Affected(HexEvent),
}

crate::set::ids! {
    /// The index of an ownership among all possible ones. It ignores whether a rule applies in all
    /// turns.
    OwnershipId;
}

impl Ownership {
    /// Its identifier.
    #[inline]
    pub fn id(self) -> OwnershipId {
        OwnershipId::new(match self {
            Self::Access { token, .. } => token.index(),
            Self::Owned(goods) => TOKENS + goods.index(),
            Self::Affected(event) => TOKENS + GOODS + event.index(),
            Self::Played(card) => TOKENS + GOODS + HEX_EVENTS + card.index(),
        })
    }
}

/// Only cards of the first kinds can last until the end of a turn: each needs an identifier.
pub const LASTING_CARDS: usize = 256 - TOKENS - GOODS - HEX_EVENTS;

/// A kind of goods that players can own.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GoodsKind {
    /// Its name.
    pub name: String,
    /// The name of its family, or its own name if it has no family.
    pub family: String,
    /// The number of these goods in the game.
    pub count: u8,
    /// The points that each is worth.
    pub points: i8,
    /// The position of its declaration.
    pub origin: Origin,
}

/// An event that can be discovered on a hex.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct HexEventKind {
    /// Its name, the same as that of its rule.
    pub name: String,
    /// The terrain on which it is discovered.
    pub terrain: Terrain,
    /// The rule that belongs to the players whose building it affects.
    pub rule: RuleId,
}

/// A pile of resource cards that is not part of a hand.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PileKind {
    /// Its name.
    pub name: String,
    /// Its rule.
    pub rule: RuleId,
}

impl PileKind {
    /// The hint for a rule that needs several piles.
    pub(crate) const SEVERAL_HINT: &str =
        "a rule declares one pile, and can use those of other rules with `SHARES`";
}

/// A mark that a rule sets on hexes or decks.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct HexMarkKind {
    /// Its name.
    pub name: String,
    /// Whether it marks hexes rather than decks.
    pub of_hexes: bool,
    /// Whether the marks end with the turn. Otherwise, they last for the whole game.
    pub by_turn: bool,
    /// Its rule.
    pub rule: RuleId,
    /// The copy of the rule's card that has its own marks; `None` if they belong to the rule as a
    /// whole.
    pub copy: Option<u8>,
}

/// A mark that a rule sets on players, on behalf of a player.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlayerMarkKind {
    /// Its name.
    pub name: String,
    /// Its first slot. It has one for each player, and as many again for marks of the previous
    /// turn.
    pub first: PlayerMark,
    /// How long a mark lasts.
    pub lasts: Lasts,
    /// Its rule.
    pub rule: RuleId,
    /// The copy of the rule's card that has its own marks; `None` if they belong to the rule as a
    /// whole.
    pub copy: Option<u8>,
}

impl PlayerMarkKind {
    /// The slot for the player's marks that apply now.
    pub fn counting(&self, player: Player) -> PlayerMark {
        match self.lasts {
            Lasts::OnlyNextTurn => self.before(player),
            Lasts::Game | Lasts::Turn | Lasts::NextTurn => self.first.of(player),
        }
    }

    /// The slot for the player's marks from the previous turn.
    pub fn before(&self, player: Player) -> PlayerMark {
        PlayerMark(self.first.0 + u8::try_from(PLAYERS).expect("there are few players")).of(player)
    }
}

/// How long a mark lasts.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Lasts {
    /// For the whole game.
    Game,
    /// Until the end of the turn.
    Turn,
    /// Until the end of the next turn of the player who set it.
    NextTurn,
    /// Only during that next turn.
    OnlyNextTurn,
}

impl Lasts {
    /// Whether marks of the previous turn are stored separately.
    #[inline]
    pub fn has_previous_turn_slot(self) -> bool {
        matches!(self, Self::NextTurn | Self::OnlyNextTurn)
    }
}

/// A rule whose questions players can answer in advance.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AnswerableKind {
    /// The rule.
    pub rule: RuleId,
    /// The initial advance answer of all players.
    pub advance_answer: AdvanceAnswer,
}

/// A counter of a rule, with a single slot or with one slot for each player.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CounterKind {
    /// Its name.
    pub name: String,
    /// Its first slot.
    pub first: Counter,
    /// Whether each player has a slot.
    pub by_player: bool,
    /// Whether it is reset to 0 at the end of a turn.
    pub by_turn: bool,
    /// Who sees its numbers.
    pub visibility: CounterVisibility,
    /// Its rule.
    pub rule: RuleId,
    /// The copy of the rule's card that has its own counter; `None` if it belongs to the rule as a
    /// whole.
    pub copy: Option<u8>,
}

/// A counter of a rule, with a number for each hex, place or piece.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlaceCounterKind {
    /// Its name.
    pub name: String,
    /// Its id on the table.
    pub counter: PlaceCounter,
    /// What it has numbers for.
    pub scope: CounterScope,
    /// Whether its numbers are reset to 0 at the end of a turn.
    pub by_turn: bool,
    /// Who sees its numbers.
    pub visibility: CounterVisibility,
    /// Its rule.
    pub rule: RuleId,
    /// The copy of the rule's card that has its own counter, as for other counters.
    pub copy: Option<u8>,
}

/// The name of a thing, followed by the number of its card's copy; the first copy adds nothing.
pub fn of_copy(name: &str, copy: u8) -> String {
    if copy == 0 { name.into() } else { format!("{name} (copy {})", u16::from(copy) + 1) }
}

/// The name of a counter or a mark, followed by the number of the card's copy that owns it, if any.
pub fn state_name(name: &str, copy: Option<u8>) -> String {
    of_copy(name, copy.unwrap_or(0))
}
