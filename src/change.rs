//! The changes to the table, including random results. Only
//! [`Table::apply`](crate::table::Table::apply) modifies the table, and it needs only a change and
//! the board.

use serde::{Deserialize, Serialize};

use crate::board::{Border, Ground, Hex, Intersection, Place, PortPlace};
use crate::chance::DicePairs;
use crate::resource::{Resource, Resources};
use crate::rules::RuleId;
use crate::table::facet::facets;
use crate::table::{
    AdvanceAnswer, Answerable, Award, Card, Counter, Deck, Facets, Goods, HexEvent, HexMark, Kind,
    Marker, PLAYERS, Piece, Pile, PlaceCounter, Player, PlayerMark, Players, Port, Step, Terrain,
    Tile, Token,
};

/// A change to the table.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum Change {
    /// The terrain of a hex is set.
    Terrain(Hex, Terrain),
    /// A hex becomes land or water.
    Ground(Hex, Ground),
    /// A terrain or a number marker is drawn from the pool of hidden hexes with this index.
    DrewTile(u8, Tile),
    /// The number marker of a hex is set; 0 for none.
    Number(Hex, u8),
    /// A port of this kind is placed on a border, or the port there is removed.
    Port(PortPlace, Border, Option<Port>),
    /// The next step of the turn begins.
    Step(Step),
    /// A player has to place the piece with this index.
    Placing(Player, u8),
    /// A turn begins.
    Turn(Player),
    /// The dice show these numbers.
    Rolled(Player, [u8; 2]),
    /// A rule turns the dice, or rolls them again: they now show these numbers.
    DiceSet([u8; 2]),
    /// The cards of the deck of dice that have been drawn since they were shuffled are now these.
    Dealt(DicePairs),
    /// The event die shows the face with this name.
    EventDie(u8),
    /// A player produces these resources.
    Produced(Player, Resources),
    /// The supply is too short: this much of the resource is not produced.
    Withheld(Player, Resource, u8),
    /// A player takes cards from the supply.
    Took(Player, Resources),
    /// A player pays cards to the supply.
    Paid(Player, Resources),
    /// A player has to discard this many cards.
    Due(Player, u16),
    /// A player sets a card aside, to be discarded when everybody has chosen.
    Aside(Player, Resource),
    /// A player discards cards to the supply.
    Discarded(Player, Resources),
    /// A player hands cards to another.
    Gave {
        /// The player who gives.
        from: Player,
        /// The player who gets.
        to: Player,
        /// The cards.
        cards: Resources,
    },
    /// A player takes a card at random from another's hand.
    Stole {
        /// The player who takes.
        by: Player,
        /// The player who loses the card.
        from: Player,
        /// The card.
        card: Resource,
    },
    /// On a copy of the game, the cards of a hand that another player cannot know are dealt anew; the
    /// whole hand is now this one.
    Redealt(Player, Resources),
    /// A player's piece is placed on the board. It replaces the player's piece at this place, if
    /// there is one.
    Built {
        /// The owner.
        player: Player,
        /// The kind.
        kind: Kind,
        /// The place.
        place: Place,
    },
    /// A rule puts a piece of a player's supply on the board, without building it.
    Put {
        /// The owner.
        player: Player,
        /// The kind.
        kind: Kind,
        /// The place.
        place: Place,
        /// The kind of the player's piece that it replaces.
        was: Option<Kind>,
    },
    /// A piece leaves the board and returns to its owner.
    Removed {
        /// The owner.
        player: Player,
        /// The kind.
        kind: Kind,
        /// The place.
        place: Place,
    },
    /// A piece moves on the board.
    Shifted {
        /// The owner.
        player: Player,
        /// The kind.
        kind: Kind,
        /// The old place.
        from: Place,
        /// The new place.
        to: Place,
    },
    /// A neutral piece comes onto the board, moves, or leaves it.
    Neutral {
        /// The kind.
        kind: Kind,
        /// The old place.
        from: Option<Place>,
        /// The new place.
        to: Option<Place>,
    },
    /// A piece is now in this state of its kind.
    State {
        /// The piece.
        piece: Piece,
        /// The place.
        place: Place,
        /// The index of the state.
        state: u8,
    },
    /// A marker moves, or leaves the board.
    Moved(Marker, Option<Place>),
    /// A player draws a card from a deck.
    Drew {
        /// The player.
        player: Player,
        /// The deck.
        deck: Deck,
        /// The card.
        card: Card,
    },
    /// A player puts a card of the hand on the discards of its deck.
    CardDiscarded(Player, Card),
    /// A player lays a card of the hand face up, so that it counts as played.
    LaidOpen(Player, Card),
    /// A card passes to another player, from the hand back into its deck, or from the open cards to
    /// the discards.
    CardPassed {
        /// The player who had it.
        from: Player,
        /// The player who gets it, or `None` for the deck or the discards.
        to: Option<Player>,
        /// The card.
        card: Card,
        /// Whether it lies face up.
        open: bool,
    },
    /// A card goes under its deck, from the hand of a player or from the open cards.
    PutUnder {
        /// The player who had it.
        from: Player,
        /// The card.
        card: Card,
        /// Whether it lay face up.
        open: bool,
    },
    /// All discards of a kind return to their deck.
    Reshuffled(Card),
    /// A player plays a card.
    Played {
        /// The player.
        player: Player,
        /// The card.
        card: Card,
        /// Whether it counts for the number of cards that may be played in a turn.
        counts: bool,
    },
    /// A card that the current player played stays in play until the end of the turn.
    Lasts(Card),
    /// A player reveals a hidden card for its points.
    Shown(Player, Card),
    /// An award goes to a player, or to nobody.
    Awarded(Award, Option<Player>),
    /// A player gains permanent points.
    Gained(Player, i8),
    /// A token is placed at an intersection, or leaves the game.
    #[serde(rename = "Lies")]
    TokenPlaced(Token, Option<Intersection>),
    /// A player gains or loses access to a token.
    Access(Player, Token, bool),
    /// A player gets goods from the supply.
    Received(Player, Goods, u8),
    /// A player hands goods to another.
    Handed {
        /// The player who gives.
        from: Player,
        /// The player who gets.
        to: Player,
        /// The goods.
        #[serde(rename = "good")]
        goods: Goods,
        /// The number of goods.
        count: u8,
    },
    /// A player returns goods to the supply.
    Returned(Player, Goods, u8),
    /// An event on a hex is discovered and revealed.
    Discovered(HexEvent, Hex),
    /// Another event replaces the event on a hex.
    #[serde(rename = "Relaid")]
    EventReplaced(Hex, HexEvent),
    /// The event on a hex now affects the player's building.
    Affected(Player, Hex, Intersection),
    /// These cards of a player's hand are now the visible ones.
    Opened(Player, Resources),
    /// Whether a player pays with hidden cards before open ones.
    PaysHiddenFirst(Player, bool),
    /// A player puts cards from their hand on a pile.
    Piled(Player, Pile, Resources),
    /// A player's pile goes to the supply.
    Unpiled(Player, Pile),
    /// A marker affects all intersections of its outpost until the marker moves.
    #[serde(rename = "Spread")]
    MarkerExtended(Marker),
    /// A rule sets or removes a mark on a hex or on a deck. A deck is stored as the hex with the
    /// same index.
    #[serde(rename = "Tagged")]
    MarkedHex(HexMark, Hex, bool),
    /// A rule determines which players have a mark.
    #[serde(rename = "Marked")]
    MarkedPlayers(PlayerMark, Players),
    /// A player gives an advance answer to a rule.
    AnsweredInAdvance(Player, Answerable, AdvanceAnswer),
    /// A player's advance answer declines a rule's offer.
    Declined(Player, RuleId),
    /// A rule's counter is set to this value.
    Counted(Counter, i16),
    /// A rule's counter is set to this value at a place, or on the piece there.
    CountedAt(PlaceCounter, Place, i16),
    /// A trade is offered.
    Offered {
        /// The cards that the current player would give.
        give: Resources,
        /// The cards that the current player would get.
        get: Resources,
        /// The opponents to whom the trade is offered.
        to: Players,
    },
    /// A player answers the offer, either with terms from the current player's point of view or
    /// with a refusal.
    Replied(Player, Option<(Resources, Resources)>),
    /// The offer is withdrawn.
    Withdrawn,
    /// The number of consecutive turns in which nobody could do anything.
    #[serde(rename = "Idle")]
    IdleTurns(u8),
    /// A random stream of the game advances by one draw.
    #[serde(rename = "Drawn")]
    StreamAdvanced(u8),
    /// A given position excludes cards in the supply from the game.
    PutAway(Resources),
    /// The number of turns that had begun before a given position.
    Turns(u16),
    /// A rule failed; the action continues without the hook that failed.
    Skipped(RuleId),
    /// The game is over, with the winner if there is one.
    Over(Option<Player>),
}

impl Change {
    /// The facets of the table that the change may alter.
    #[expect(clippy::inline_always, reason = "each place knows which change it makes")]
    #[inline(always)]
    pub fn alters(&self) -> Facets {
        let facets = match self {
            Self::Terrain(..) | Self::Ground(..) | Self::Number(..) => facets!(Land),
            Self::Port(..) => facets!(Land, Pieces),
            Self::DrewTile(..) => facets!(Land, Chance),
            Self::IdleTurns(_) | Self::Turns(_) | Self::EventDie(_) | Self::DiceSet(_) => {
                facets!(Turn)
            }
            Self::Step(_) | Self::Placing(..) | Self::Over(_) => facets!(Turn, Placement),
            Self::Turn(_) => facets!(Turn, Placement, FreshPieces, Fresh),
            // A new roll clears what the last one has produced.
            Self::Rolled(..) => facets!(Turn, Hands, Chance),
            Self::Produced(..)
            | Self::Took(..)
            | Self::Paid(..)
            | Self::Due(..)
            | Self::Aside(..)
            | Self::Discarded(..)
            | Self::Gave { .. }
            | Self::Redealt(..)
            | Self::Opened(..)
            | Self::PaysHiddenFirst(..)
            | Self::Piled(..)
            | Self::Unpiled(..)
            | Self::PutAway(_) => facets!(Hands),
            Self::Stole { .. } => facets!(Hands, Chance),
            Self::Withheld(..) | Self::Shown(..) | Self::Declined(..) | Self::Skipped(_) => {
                facets!()
            }
            Self::Built { .. } | Self::Put { .. } => facets!(Pieces, FreshPieces),
            Self::Removed { .. } | Self::Shifted { .. } => facets!(Pieces, FreshPieces, Events),
            Self::Neutral { .. } | Self::State { .. } => facets!(Pieces),
            Self::Moved(..) | Self::MarkerExtended(_) => facets!(Markers),
            Self::Drew { .. } => facets!(Cards, Fresh, Chance),
            Self::Reshuffled(_) => facets!(Cards),
            Self::Played { .. }
            | Self::CardDiscarded(..)
            | Self::LaidOpen(..)
            | Self::CardPassed { .. }
            | Self::PutUnder { .. } => facets!(Cards, Fresh),
            Self::Lasts(_) => facets!(Fresh),
            Self::Awarded(..) | Self::Gained(..) => facets!(Points),
            Self::TokenPlaced(..) => facets!(Tokens),
            Self::Access(..) => facets!(Tokens, Fresh),
            Self::Received(..) | Self::Handed { .. } | Self::Returned(..) => facets!(Goods, Fresh),
            Self::Discovered(..) => facets!(Events, Chance),
            Self::EventReplaced(..) | Self::Affected(..) => facets!(Events),
            Self::MarkedHex(..) => facets!(HexMarks),
            Self::MarkedPlayers(..) => facets!(PlayerMarks),
            Self::AnsweredInAdvance(..) => facets!(Answers),
            Self::CountedAt(counter, ..) if counter.is_of_pieces() => facets!(Pieces),
            Self::Counted(counter, _) => facets!(Counters).and(Facets::of_counter(*counter)),
            Self::CountedAt(..) => const { facets!(Counters).and(Facets::PLACE_COUNTERS) },
            Self::Offered { .. } | Self::Replied(..) | Self::Withdrawn => facets!(Offer),
            Self::Dealt(_) | Self::StreamAdvanced(_) => facets!(Chance),
        };
        match self.owners() {
            Some([one, other]) => facets.with_share(one).with_share(other),
            None => facets.with_shares(),
        }
    }

    /// The players whose hands, cards, goods or pieces the change alters, twice the same if it is
    /// only one; `None` if it may be everybody.
    #[expect(clippy::inline_always, reason = "each place knows which change it makes")]
    #[inline(always)]
    fn owners(&self) -> Option<[Player; 2]> {
        match *self {
            Self::Produced(player, _)
            | Self::Took(player, _)
            | Self::Paid(player, _)
            | Self::Due(player, _)
            | Self::Aside(player, _)
            | Self::Discarded(player, _)
            | Self::Redealt(player, _)
            | Self::Opened(player, _)
            | Self::PaysHiddenFirst(player, _)
            | Self::Piled(player, ..)
            | Self::Unpiled(player, _)
            | Self::Built { player, .. }
            | Self::Put { player, .. }
            | Self::Removed { player, .. }
            | Self::Shifted { player, .. }
            | Self::Drew { player, .. }
            | Self::Played { player, .. }
            | Self::CardDiscarded(player, _)
            | Self::LaidOpen(player, _)
            | Self::CardPassed { from: player, to: None, .. }
            | Self::PutUnder { from: player, .. }
            | Self::Received(player, ..)
            | Self::Returned(player, ..) => Some([player, player]),
            Self::Gave { from, to, .. }
            | Self::Stole { from, by: to, .. }
            | Self::CardPassed { from, to: Some(to), .. }
            | Self::Handed { from, to, .. } => Some([from, to]),
            _ => None,
        }
    }

    /// The place of the piece whose state or counter the change alters.
    #[inline]
    pub(crate) fn altered_piece(&self) -> Option<Place> {
        match *self {
            Self::State { place, .. } => Some(place),
            Self::CountedAt(counter, place, _) if counter.is_of_pieces() => Some(place),
            _ => None,
        }
    }

    /// Whether the change alters terrain, number markers, pieces, markers or tokens.
    #[inline]
    pub fn is_of_board(&self) -> bool {
        matches!(
            self,
            Self::Terrain(..)
                | Self::Number(..)
                | Self::Built { .. }
                | Self::Put { .. }
                | Self::Removed { .. }
                | Self::Shifted { .. }
                | Self::Neutral { .. }
                | Self::Moved(..)
                | Self::MarkerExtended(_)
                | Self::TokenPlaced(..)
        )
    }

    /// The player whose hand gets resource cards.
    #[inline]
    pub(crate) fn gets_cards(&self) -> Option<Player> {
        match *self {
            Self::Produced(player, _)
            | Self::Took(player, _)
            | Self::Gave { to: player, .. }
            | Self::Stole { by: player, .. } => Some(player),
            _ => None,
        }
    }

    /// The player whose pieces the change alters.
    #[inline]
    pub(crate) fn pieces_of(&self) -> Option<Player> {
        match *self {
            Self::Built { player, .. }
            | Self::Put { player, .. }
            | Self::Removed { player, .. }
            | Self::Shifted { player, .. } => Some(player),
            _ => None,
        }
    }

    /// The players whose points the change may alter.
    #[inline]
    pub(crate) fn may_alter_points_of(&self) -> Players {
        match *self {
            Self::Built { player, .. }
            | Self::Put { player, .. }
            | Self::Removed { player, .. }
            | Self::Drew { player, .. }
            | Self::CardDiscarded(player, _)
            | Self::PutUnder { from: player, .. }
            | Self::LaidOpen(player, _)
            | Self::Played { player, .. }
            | Self::Gained(player, _)
            | Self::Received(player, ..)
            | Self::Returned(player, ..) => Players::of(player),
            Self::Handed { from, to, .. } => Players::of(from).with(to),
            Self::CardPassed { from, to, .. } => {
                to.map_or(Players::of(from), |to| Players::of(from).with(to))
            }
            // The previous owner may lose points.
            Self::Awarded(..) => Players::first(PLAYERS),
            _ => Players::NONE,
        }
    }
}
