//! What packs declare: resources, terrain, pieces, markers, decks, cards, awards, rates.

use super::{Cost, Origin, RuleId, Running, Terms};
use crate::board::{Area, Hex};
use crate::resource::Resource;
use crate::set::{Id, Set};
use crate::table::{
    Ability, AdvanceAnswer, CARDS, Card, Counter, Deck, GOODS, Good, HEX_EVENTS, HexEvent, Kind,
    Mark, PLAYERS, Player, Port, TOKENS, Terrain, Token,
};

/// A resource of the game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ResourceKind {
    /// Its name.
    pub name: String,
    /// How many cards of it there are.
    pub cards: u8,
}

/// What a hex can show.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TerrainKind {
    /// Its name.
    pub name: String,
    /// The letter that stands for it in maps.
    pub symbol: String,
    /// What it produces.
    pub yields: Option<Resource>,
    /// Whether it is land.
    pub land: bool,
    /// Whether it is an outpost: tokens lie at its intersections, and places nearest to it are
    /// its sector.
    pub outpost: bool,
}

/// A kind of piece.
#[expect(clippy::struct_excessive_bools, reason = "each is a line of the declaration")]
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PieceKind {
    /// Its name.
    pub name: String,
    /// Whether it stands on borders; else on intersections.
    pub on_border: bool,
    /// Whether it is a route: roads and the like.
    pub is_route: bool,
    /// Whether it is a building in the words of the rules.
    pub is_building: bool,
    /// How many of it each player has.
    pub each: u8,
    /// Land (true) or water (false) that has to lie beside its border.
    pub beside_land: Option<bool>,
    /// The kinds of own pieces that it may adjoin.
    pub joins: Set<Kind>,
    /// The kinds of own pieces in whose place it is built; none for an empty place.
    pub replaces: Set<Kind>,
    /// The kinds of own pieces that it may take the place of as well, without distance and route.
    pub converts: Set<Kind>,
    /// The kinds that are taken from the same supply, this one included.
    pub stock: Set<Kind>,
    /// Whether the distance rule holds for it.
    pub keeps_distance: bool,
    /// Whether an own route has to lead to it.
    pub needs_route: bool,
    /// Whether the routes of opponents end at it.
    pub blocks_routes: bool,
    /// How many cards a hex yields it.
    pub yields: u8,
    /// How many points it is worth.
    pub points: i8,
    /// The terms on which it is built: the declared ones first, then those that rules offer.
    pub ways: Vec<Way>,
    /// Where it is declared.
    pub origin: Origin,
}

impl PieceKind {
    /// The kinds of own pieces that return to its supply when it takes their place.
    pub fn returned(&self) -> Set<Kind> {
        (self.replaces | self.converts) & self.stock
    }
}

/// Terms on which something is built or bought.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Way {
    /// What the transcript says after `by`; empty for the declared terms.
    pub name: String,
    /// The payments, any one of which will do.
    pub costs: Vec<Cost>,
    /// The rule that offers it.
    pub by: Option<Running>,
    /// What each use in a turn costs, in order; empty where all cost the same.
    pub costs_by_use: Vec<Vec<Cost>>,
    /// Whether it is for the places, and only those, that offend the distance rule.
    pub relaxes_distance: bool,
    /// How often it may be taken.
    pub limit: Option<Limit>,
}

/// How often a player may use something.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Limit {
    /// The counter of its uses: the first of the players' slots, or the one of the turn.
    pub counter: Counter,
    /// Whether each player has a slot.
    pub by_player: bool,
    /// How many uses are allowed.
    pub most: i16,
    /// The card whose copies allow so many each, and count them together.
    pub card: Option<Card>,
}

impl Limit {
    /// The slot that counts the uses of the player.
    pub fn slot(&self, player: Player) -> Counter {
        if self.by_player { self.counter.of(player) } else { self.counter }
    }
}

/// A marker such as those that stop production.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MarkerKind {
    /// Its name.
    pub name: String,
    /// The letter that stands for it in pictures.
    pub symbol: String,
    /// The group from which a player chooses which one to move.
    pub group: u8,
    /// The hexes on which it can stand.
    pub places: Set<Hex>,
    /// Whether it stands at intersections with a token.
    pub on_tokens: bool,
    /// The terrain on which it starts; outside the board where there is none.
    pub starts: Option<Terrain>,
    /// Whether its hex produces nothing, or nobody has access to the token at its intersection.
    pub blocks: bool,
    /// The kinds of pieces that are not built where it stands.
    pub bars: Set<Kind>,
    /// How many cards its mover takes at random from one opponent with a building there.
    pub takes: u8,
    /// Where it is declared.
    pub origin: Origin,
}

/// Markers of which a player moves one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MarkerGroup {
    /// Its name.
    pub name: String,
    /// Whether those that are not moved leave the board, where several stood there.
    pub unmoved_leave: bool,
    /// Whether the mover of one may take no card although somebody beside it has one.
    pub may_decline: bool,
}

/// A deck of cards, or one of the stacks in which it lies.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DeckKind {
    /// Its name: that of the stack, where it is one.
    pub name: String,
    /// The name of the deck of which it is a stack; else its own name.
    pub deck: String,
    /// The terms on which its top card is bought.
    pub ways: Vec<Way>,
    /// How many cards a player may play in a turn.
    pub plays: u8,
    /// Whether a card may be played before the production roll.
    pub before_roll: bool,
    /// Where it is declared.
    pub origin: Origin,
}

/// A kind of card.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CardKind {
    /// Its name.
    pub name: String,
    /// The deck it belongs to.
    pub deck: Deck,
    /// How many of it the deck holds.
    pub copies: u8,
    /// The points it is worth in the hand.
    pub points: i8,
    /// Whether it can be played.
    pub playable: bool,
    /// Whether its rule is the player's until the end of the turn in which it is played; else
    /// it is done at once.
    pub lasts: bool,
    /// What it can be played for instead.
    pub also: Option<Ability>,
    /// Its rule.
    pub rule: RuleId,
}

/// An award for the one who has the longest or the most of something.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AwardKind {
    /// Its name.
    pub name: String,
    /// The points it is worth.
    pub points: i8,
    /// What its holder needs at least.
    pub least: i64,
    /// Whether the first to reach it keeps it for good.
    pub forever: bool,
    /// What is compared.
    pub merit: Merit,
    /// Its rule.
    pub rule: RuleId,
}

/// What an award compares.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Merit {
    /// The longest trail over own pieces of these kinds.
    Longest(Set<Kind>),
    /// How many of a card the player has played.
    Played(Card),
    /// How many of the goods the player owns.
    Owned(Good),
    /// How many pieces of these kinds stand in an area, or anywhere.
    Pieces(Set<Kind>, Option<Area>),
    /// What the rule's script answers.
    Script,
}

/// A rate of trade with the supply.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RateKind {
    /// Its name.
    pub name: String,
    /// What is given and got.
    pub terms: Terms,
    /// The port at which a piece has to stand.
    pub port: Option<Port>,
    /// How often it may be used.
    pub limit: Option<Limit>,
    /// The rule that offers it.
    pub by: Running,
}

/// What a roll of one number brings about.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RollKind {
    /// The number.
    pub number: u8,
    /// Whether hexes produce.
    pub produces: bool,
    /// The most cards a hand may hold without discarding half.
    pub hand_limit: Option<u8>,
    /// The group of which the roller moves a marker.
    pub moves: Option<u8>,
    /// Its rule.
    pub rule: RuleId,
}

/// Something that players may do in their turn because a rule says so.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AbilityKind {
    /// What the transcript calls it.
    pub name: String,
    /// How often it may be used.
    pub limit: Option<Limit>,
    /// What the player chooses from; one without a name where there is no choice.
    pub variants: Vec<Variant>,
    /// Whether it is used only by playing a card that can be played for it.
    pub by_card: bool,
    /// The rule that offers it.
    pub by: Running,
}

/// One of the things that an ability lets players do.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Variant {
    /// What the transcript says after the ability.
    pub name: String,
    /// The payments, any one of which will do.
    pub costs: Vec<Cost>,
}

/// A token that lies at an outpost.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TokenKind {
    /// Its name, which is that of its rule.
    pub name: String,
    /// The outpost.
    pub outpost: Terrain,
    /// The rule that belongs to whoever has access to it.
    pub rule: RuleId,
}

/// What makes a rule a player's own.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Hold {
    /// Access to a token.
    Access {
        /// The token.
        token: Token,
        /// Whether it works outside the own turn too.
        round_based: bool,
    },
    /// A card that the player in turn has played in this turn.
    Played(Card),
    /// Goods that the player in turn owns, and not since this turn only.
    Owned(Good),
    /// A building of the player that an event affects.
    Affected(HexEvent),
}

impl Hold {
    /// Its number among all that there could be, below 128.
    #[inline]
    fn number(self) -> usize {
        match self {
            Self::Access { token, .. } => token.index(),
            Self::Played(card) => TOKENS + card.index(),
            Self::Owned(good) => TOKENS + CARDS + good.index(),
            Self::Affected(event) => TOKENS + CARDS + GOODS + event.index(),
        }
    }
}

const _: () = assert!(TOKENS + CARDS + GOODS + HEX_EVENTS <= 128, "each has a bit");

/// What makes rules a player's own, all together: whatever the token, say, is good for.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Held(u128);

impl Held {
    /// Whether all of these are among them.
    #[inline]
    pub fn contains(self, these: Self) -> bool {
        these.0 & !self.0 == 0
    }
}

impl Extend<Hold> for Held {
    fn extend<I: IntoIterator<Item = Hold>>(&mut self, holds: I) {
        holds.into_iter().for_each(|hold| self.0 |= 1 << hold.number());
    }
}

impl FromIterator<Hold> for Held {
    fn from_iter<I: IntoIterator<Item = Hold>>(holds: I) -> Self {
        let mut held = Self::default();
        held.extend(holds);
        held
    }
}

/// Something of which players own some.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GoodKind {
    /// Its name.
    pub name: String,
    /// The name of its family: its own where it has none.
    pub family: String,
    /// How many there are.
    pub count: u8,
    /// The points that each is worth.
    pub points: i8,
    /// Where it is declared.
    pub origin: Origin,
}

/// An event that can be discovered on a hex.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct HexEventKind {
    /// Its name, which is that of its rule.
    pub name: String,
    /// The terrain on which it is discovered.
    pub terrain: Terrain,
    /// The rule that belongs to those whose building it affects.
    pub rule: RuleId,
}

/// A pile of resource cards that is no part of a hand.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PileKind {
    /// Its name.
    pub name: String,
    /// Its rule.
    pub rule: RuleId,
}

/// Hexes or decks that a rule marks.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TagKind {
    /// Its name.
    pub name: String,
    /// Whether hexes are marked; else decks.
    pub of_hexes: bool,
    /// Whether the marks end with the turn; else they last through the game.
    pub by_turn: bool,
    /// Its rule.
    pub rule: RuleId,
    /// The copy of the rule's card whose own it is; none where it is the rule's as a whole.
    pub copy: Option<u8>,
}

/// Players that a rule marks for a player.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MarkKind {
    /// Its name.
    pub name: String,
    /// Its first place: one for each player, and as many again for those of the turn before.
    pub first: Mark,
    /// How long a mark lasts.
    pub lasts: Lasts,
    /// Its rule.
    pub rule: RuleId,
    /// The copy of the rule's card whose own it is; none where it is the rule's as a whole.
    pub copy: Option<u8>,
}

impl MarkKind {
    /// The place of a mark that counts for the player at once.
    pub fn counting(&self, player: Player) -> Mark {
        match self.lasts {
            Lasts::OnlyNextTurn => self.before(player),
            Lasts::Game | Lasts::Turn | Lasts::NextTurn => self.first.of(player),
        }
    }

    /// The place of those marked for the player in the turn before.
    pub fn before(&self, player: Player) -> Mark {
        Mark(self.first.0 + u8::try_from(PLAYERS).expect("few players")).of(player)
    }
}

/// How long a mark lasts.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Lasts {
    /// Through the game.
    Game,
    /// Until the end of the turn.
    Turn,
    /// Until the end of the next turn of the player for whom it was made.
    NextTurn,
    /// Through that next turn alone.
    OnlyNextTurn,
}

impl Lasts {
    /// Whether those marked in the turn before are kept by themselves.
    #[inline]
    pub fn keeps_turn_before(self) -> bool {
        matches!(self, Self::NextTurn | Self::OnlyNextTurn)
    }
}

/// A rule that players can answer in advance.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AnswerableKind {
    /// The rule.
    pub rule: RuleId,
    /// The answer of every player at the beginning of the game.
    pub advance_answer: AdvanceAnswer,
}

/// A counter that rules keep, by player where it has several slots.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CounterKind {
    /// Its name.
    pub name: String,
    /// Its first slot, after those of the counters before it.
    pub first: Counter,
    /// Whether each player has a slot.
    pub by_player: bool,
    /// Whether it goes back to 0 when a turn ends.
    pub by_turn: bool,
    /// Its rule.
    pub rule: RuleId,
    /// The copy of the rule's card whose own it is; none where it is the rule's as a whole.
    pub copy: Option<u8>,
}

/// The name of something that one copy of a card has; the first copy adds nothing to the name.
pub fn of_copy(name: &str, copy: u8) -> String {
    if copy == 0 { name.into() } else { format!("{name} (copy {})", u16::from(copy) + 1) }
}

/// The name of a counter or a mark, with the copy of the card that keeps it.
pub fn kept_name(name: &str, copy: Option<u8>) -> String {
    of_copy(name, copy.unwrap_or(0))
}
