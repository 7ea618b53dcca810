//! The actions of players. They hold no logic: the game decides whether one is legal, and carries
//! it out.

use serde::{Deserialize, Serialize};

use crate::board::{Hex, Intersection, Place};
use crate::resource::{Resource, Resources};
use crate::table::{
    Ability, AdvanceAnswer, Answerable, Card, Deck, Good, Kind, Marker, Player, Players, Rate,
    Terrain,
};

/// What a player asks for.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub enum Action {
    /// Rolls the dice for production.
    Roll,
    /// Ends the turn.
    End,
    /// Builds a piece, or places it during the set-up or for nothing.
    Build {
        /// What is built.
        kind: Kind,
        /// Where.
        place: Place,
        /// On which terms: [`STANDARD`], [`FREE`], or a way that a rule offers.
        way: u8,
        /// What is paid.
        pay: Resources,
    },
    /// Buys the top card of a deck.
    Buy {
        /// Which deck.
        deck: Deck,
        /// On which terms: [`STANDARD`], or a way that a rule offers.
        way: u8,
        /// What is paid.
        pay: Resources,
    },
    /// Trades with the general supply.
    Trade {
        /// At which rate.
        rate: Rate,
        /// What the player gives.
        give: Resources,
        /// What the player gets.
        get: Resources,
    },
    /// Plays a card from the hand.
    Play {
        /// Which card.
        card: Card,
        /// Whether for the ability that it can be played for instead of its own rule.
        also: bool,
    },
    /// Uses an ability that a rule gives.
    Use {
        /// Which ability.
        ability: Ability,
        /// Which of its variants, from 0.
        variant: u8,
        /// What is paid.
        pay: Resources,
    },
    /// Offers a trade to opponents; only the player in turn does.
    Offer {
        /// What the player would give.
        give: Resources,
        /// What the player would get.
        get: Resources,
        /// Whom the offer is for.
        to: Players,
    },
    /// Accepts the offer that lies open.
    Accept,
    /// Refuses the offer that lies open.
    Refuse,
    /// Answers the offer that lies open with other terms.
    Counter {
        /// What the answering player would give.
        give: Resources,
        /// What the answering player would get.
        get: Resources,
    },
    /// Concludes the offer with an opponent who accepted or made a counter-offer.
    Conclude {
        /// With whom.
        with: Player,
    },
    /// Withdraws the offer that lies open.
    Withdraw,
    /// Discards one card of a hand that is too full.
    Discard {
        /// Which card.
        resource: Resource,
    },
    /// Moves a marker.
    Move {
        /// Which marker.
        marker: Marker,
        /// Where to.
        place: Place,
    },
    /// Takes a random card after the move of a marker.
    Take {
        /// From whom, or from nobody.
        from: Option<Player>,
    },
    /// Answers a rule in advance; any player may do so at any time between questions.
    AnswerInAdvance {
        /// Which rule.
        answerable: Answerable,
        /// The answer.
        advance_answer: AdvanceAnswer,
    },
    /// Says which cards go first when some of a kind lie open; anybody may, at any time between
    /// questions.
    PayFirst {
        /// Whether hidden ones do.
        hidden: bool,
    },
    /// Answers a rule's question.
    Choose(Choice),
}

/// The terms that the declaration of a piece or deck states.
pub const STANDARD: u8 = 0;
/// No payment at all, as a rule or the set-up grants it.
pub const FREE: u8 = u8::MAX;

/// An answer to a rule's question.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub enum Choice {
    /// No, or none.
    No,
    /// Yes.
    Yes,
    /// A kind of resource.
    Resource(Resource),
    /// A card of one's own to part with.
    Card(Resource),
    /// A player.
    Player(Player),
    /// A hex.
    Hex(Hex),
    /// An intersection.
    Intersection(Intersection),
    /// A piece on the board.
    Piece(Place),
    /// A marker.
    Marker(Marker),
    /// One of the goods that the player owns.
    Good(Good),
    /// An outpost.
    Outpost(Terrain),
    /// A number.
    Number(u8),
}
