//! The declarations of packs: pieces, markers, decks, cards, awards, rates.

use super::{Cost, CounterScope, CounterVisibility, Origin, RuleId, Running, Terms};
use crate::board::{Area, Board, Hex, Place, Shore};
use crate::set::{Id, Set};
use crate::table::{
    Ability, AdvanceAnswer, Card, Counter, Deck, GOODS, Goods, HEX_EVENTS, HexEvent, Kind, Marker,
    PLAYERS, PlaceCounter, Player, PlayerMark, Port, TOKENS, Terrain, Token,
};

/// A kind of piece.
#[expect(clippy::struct_excessive_bools, reason = "each is a key of the declaration")]
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PieceKind {
    /// Its name.
    pub name: String,
    /// Whether it is placed on borders rather than intersections.
    pub on_border: bool,
    /// Whether it is placed on hexes; it then stands beside others.
    pub on_hex: bool,
    /// Whether it belongs to nobody; only rules put such pieces on the board.
    pub neutral: bool,
    /// Whether it may stand where another piece already stands.
    pub beside_others: bool,
    /// The layer of the board with its places, if they are beside those of other pieces.
    pub layer: Option<u8>,
    /// Whether it is a route, such as a road.
    pub is_route: bool,
    /// Whether the rules call it a building.
    pub is_building: bool,
    /// Its class, if a pack has made up the class; the piece is then no route and no building.
    pub class: Option<String>,
    /// The number that each player has.
    pub each: u8,
    /// The terrain required next to its border, or of its hex: land (true) or water (false).
    pub beside_land: Option<bool>,
    /// The kinds of the player's own pieces that it may adjoin.
    pub joins: Set<Kind>,
    /// The kinds of the player's own pieces that it must replace; empty if it is built on an empty
    /// place.
    pub replaces: Set<Kind>,
    /// The kinds of the player's own pieces that it may also replace, regardless of distance and
    /// route.
    pub converts: Set<Kind>,
    /// The kinds that share its supply, including this one.
    pub stock: Set<Kind>,
    /// The markers that bar the piece.
    pub barred_by: Set<Marker>,
    /// Whether the distance rule applies to it.
    pub keeps_distance: bool,
    /// Whether a route of its owner has to lead to it.
    pub needs_route: bool,
    /// Whether it interrupts the routes of opponents.
    pub blocks_routes: bool,
    /// The number of cards that a producing hex yields for it.
    pub yields: u8,
    /// The points that it is worth.
    pub points: i8,
    /// The ways to build it: the declared ones first, then those offered by rules.
    pub ways: Vec<Way>,
    /// The position of its declaration.
    pub origin: Origin,
}

impl PieceKind {
    /// Whether this is the name of the kind or of the class that a pack has made up for it.
    pub fn is_called(&self, word: &str) -> bool {
        self.name == word || self.class.as_deref() == Some(word)
    }

    /// Whether pieces of the kind stand at such places.
    pub fn fits(&self, board: &Board, place: Place) -> bool {
        let is_border = matches!(place, Place::Border(_));
        is_border == self.on_border
            && board.layer_of(place) == self.layer
            && !matches!(place, Place::Hex(_))
    }

    /// Whether a place that fits the kind has the land or water that the kind needs.
    pub fn is_grounded(&self, board: &Board, shore: &Shore, place: Place) -> bool {
        match board.ground(place) {
            Place::Hex(hex) => self.ground(shore).contains(hex),
            Place::Intersection(site) => shore.intersections().contains(site),
            Place::Border(border) => {
                self.beside_land.is_none_or(|land| shore.borders_beside(land).contains(border))
            }
        }
    }

    /// The hexes on which the kind may stand, or next to which it may stand.
    pub fn ground(&self, shore: &Shore) -> Set<Hex> {
        if self.beside_land == Some(false) { shore.water() } else { shore.land() }
    }

    /// The words for the places of the kind, and an example of their names.
    pub fn place_words(&self) -> (&'static str, String) {
        let (words, example) = match (self.on_border, self.on_hex) {
            (true, _) => ("a border", "C4-ne"),
            (_, true) if self.beside_land == Some(false) => ("a water hex", "C4"),
            (_, true) => ("a land hex", "C4"),
            _ => ("an intersection", "C4.n"),
        };
        match self.layer {
            Some(_) => (words, format!("{example}.{}", layer_name(&self.name))),
            None => (words, example.into()),
        }
    }

    /// The kinds of pieces that return to their owner's supply when a piece of this kind replaces
    /// them.
    pub fn returned(&self) -> Set<Kind> {
        (self.replaces | self.converts) & self.stock
    }
}

/// The word for the layer of a kind of piece in the names of places.
pub fn layer_name(kind: &str) -> String {
    kind.replace(' ', "-")
}

/// A way to build or buy something.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Way {
    /// Its name in transcripts, after `by`; empty for the declared terms.
    pub name: String,
    /// The alternative payments.
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
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DeckKind {
    /// Its name, or the name of the stack.
    pub name: String,
    /// The name of the deck to which the stack belongs, or its own name if it is not a stack.
    pub deck: String,
    /// The ways to buy its top card.
    pub ways: Vec<Way>,
    /// The maximum number of cards of this deck that a player may play in a turn.
    pub plays: u8,
    /// Whether cards may be played before the production roll unless they declare otherwise.
    pub before_roll: bool,
    /// Whether a card that was played goes to the discards.
    pub returns_played: bool,
    /// The position of its declaration.
    pub origin: Origin,
}

/// A kind of card.
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
    /// The alternative payments.
    pub costs: Vec<Cost>,
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
