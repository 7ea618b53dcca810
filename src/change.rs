//! What happened, chance included. [`Table::apply`](crate::table::Table::apply) is the only thing
//! that touches the table, and a change is all that it needs.

use serde::{Deserialize, Serialize};

use crate::board::{Hex, Intersection, Place, PortPlace};
use crate::resource::{Resource, Resources};
use crate::rules::RuleId;
use crate::table::{
    AdvanceAnswer, Answerable, Award, Card, Counter, Deck, Good, HexEvent, Kind, Mark, Marker,
    PLAYERS, Pile, Player, Players, Port, Step, Tag, Terrain, Token,
};

/// One thing that happened.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum Change {
    /// A hex shows this terrain.
    Terrain(Hex, Terrain),
    /// A hex carries this number marker, none for 0.
    Number(Hex, u8),
    /// A port of this kind lies at the place.
    Port(PortPlace, Port),
    /// The next step of the turn begins.
    Step(Step),
    /// A player has to place the piece of this number.
    Placing(Player, u8),
    /// A turn begins.
    Turn(Player),
    /// The dice show these numbers.
    Rolled(Player, [u8; 2]),
    /// A player produces these resources.
    Produced(Player, Resources),
    /// The supply is too short: this much of the resource is not produced.
    Withheld(Player, Resource, u8),
    /// A player takes cards from the supply.
    Took(Player, Resources),
    /// A player pays cards to the supply.
    Paid(Player, Resources),
    /// A player has to discard this many cards.
    Due(Player, u8),
    /// A player lays a card aside, to be discarded when everybody has chosen.
    Aside(Player, Resource),
    /// A player discards cards to the supply.
    Discarded(Player, Resources),
    /// A player hands cards to another.
    Gave {
        /// Who gives.
        from: Player,
        /// Who gets.
        to: Player,
        /// What is given.
        cards: Resources,
    },
    /// A player takes a card at random from another's hand.
    Stole {
        /// Who takes.
        by: Player,
        /// Whose card it was.
        from: Player,
        /// Which card.
        card: Resource,
    },
    /// A player's piece stands on the board, in place of what it replaces.
    Built {
        /// Whose piece.
        player: Player,
        /// What.
        kind: Kind,
        /// Where.
        place: Place,
    },
    /// A piece leaves the board and returns to its owner.
    Removed {
        /// Whose piece.
        player: Player,
        /// What.
        kind: Kind,
        /// Where it stood.
        place: Place,
    },
    /// A piece moves on the board.
    Shifted {
        /// Whose piece.
        player: Player,
        /// What.
        kind: Kind,
        /// Where it stood.
        from: Place,
        /// Where it stands now.
        to: Place,
    },
    /// A marker moves, or leaves the board.
    Moved(Marker, Option<Place>),
    /// A player draws a card from a deck.
    Drew {
        /// Who draws.
        player: Player,
        /// From which deck.
        deck: Deck,
        /// Which card.
        card: Card,
    },
    /// A player plays a card.
    Played(Player, Card),
    /// A card that the player in turn played lasts until the end of the turn.
    Lasts(Card),
    /// A player shows a hidden card for its points.
    Shown(Player, Card),
    /// An award goes to a player, or to nobody.
    Awarded(Award, Option<Player>),
    /// A player gains points for good.
    Gained(Player, i8),
    /// A token lies at an intersection, or leaves the game.
    Lies(Token, Option<Intersection>),
    /// A player gains access to a token, or loses it.
    Access(Player, Token, bool),
    /// A player gets goods from the supply.
    Received(Player, Good, u8),
    /// A player hands goods to another.
    Handed {
        /// Who gives.
        from: Player,
        /// Who gets.
        to: Player,
        /// Which goods.
        good: Good,
        /// How many.
        count: u8,
    },
    /// A player returns goods to the supply.
    Returned(Player, Good, u8),
    /// An event is discovered and lies open on a hex.
    Discovered(HexEvent, Hex),
    /// Another event lies open on a hex, in place of the one before.
    Relaid(Hex, HexEvent),
    /// The event on a hex affects the player's building from now on.
    Affected(Player, Hex, Intersection),
    /// These cards of a player's hand lie open now.
    Opened(Player, Resources),
    /// A player pays with hidden cards before open ones from now on, or the other way round.
    PaysHiddenFirst(Player, bool),
    /// A player lays cards of the hand on a pile that is no part of it.
    Piled(Player, Pile, Resources),
    /// A player's pile goes to the supply.
    Unpiled(Player, Pile),
    /// A marker governs all intersections of the outpost where it stands, until it moves.
    Spread(Marker),
    /// A rule has marked a hex, or a deck as the hex of its number, or takes the mark away.
    Tagged(Tag, Hex, bool),
    /// A rule has marked these players.
    Marked(Mark, Players),
    /// A player answers a rule in advance.
    AnsweredInAdvance(Player, Answerable, AdvanceAnswer),
    /// A player declines what a rule offers, as said in advance.
    Declined(Player, RuleId),
    /// A counter of a rule stands at this value.
    Counted(Counter, i16),
    /// A trade is offered.
    Offered {
        /// What the player in turn would give.
        give: Resources,
        /// What the player in turn would get.
        get: Resources,
        /// Whom the offer is for.
        to: Players,
    },
    /// A player answers the offer: with these terms, seen from the player in turn, or with a no.
    Replied(Player, Option<(Resources, Resources)>),
    /// The offer is off the table.
    Withdrawn,
    /// So many turns in a row nobody could do anything.
    Idle(u8),
    /// A number was drawn from a rule's own stream.
    Drawn(u8),
    /// Cards of the supply are put away: a position without them is set up.
    PutAway(Resources),
    /// So many turns have begun before the position that is set up.
    Turns(u16),
    /// A rule failed; the action goes on without the hook that did.
    Skipped(RuleId),
    /// The game is over.
    Over(Option<Player>),
}

impl Change {
    /// Whether the board looks otherwise after it, or what stands or lies there.
    #[inline]
    pub fn is_of_board(&self) -> bool {
        matches!(
            self,
            Self::Terrain(..)
                | Self::Number(..)
                | Self::Built { .. }
                | Self::Removed { .. }
                | Self::Shifted { .. }
                | Self::Moved(..)
                | Self::Spread(_)
                | Self::Lies(..)
        )
    }

    /// The players who may have other points after it.
    #[inline]
    pub(crate) fn may_alter_points_of(&self) -> Players {
        match *self {
            Self::Built { player, .. }
            | Self::Removed { player, .. }
            | Self::Drew { player, .. }
            | Self::Played(player, _)
            | Self::Gained(player, _)
            | Self::Received(player, ..)
            | Self::Returned(player, ..) => Players::of(player),
            Self::Handed { from, to, .. } => Players::of(from).with(to),
            // Whoever held it before may have fewer.
            Self::Awarded(..) => Players::first(PLAYERS),
            _ => Players::NONE,
        }
    }
}
