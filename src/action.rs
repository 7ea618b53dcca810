//! The actions of players. They have no logic: the game decides whether an action is legal, and
//! performs it.

use serde::{Deserialize, Serialize};

use crate::board::{Hex, Intersection, Place};
use crate::resource::{Resource, Resources};
use crate::table::{
    Ability, AdvanceAnswer, Answerable, Card, Deck, Goods, Kind, Marker, Player, Players, Rate,
    Terrain,
};

/// An action that a player requests.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub enum Action {
    /// Rolls the dice for production.
    Roll,
    /// Ends the turn.
    End,
    /// Builds a piece, or places it during the set-up or for free.
    Build {
        /// The kind of piece.
        kind: Kind,
        /// The place.
        place: Place,
        /// The terms: [`STANDARD`], [`FREE`], or a way that a rule offers.
        way: u8,
        /// The cards to pay.
        pay: Resources,
    },
    /// Buys the top card of a deck.
    Buy {
        /// The deck.
        deck: Deck,
        /// The terms: [`STANDARD`], or a way that a rule offers.
        way: u8,
        /// The cards to pay.
        pay: Resources,
    },
    /// Trades with the general supply.
    Trade {
        /// The rate.
        rate: Rate,
        /// The cards that the player gives.
        give: Resources,
        /// The cards that the player gets.
        get: Resources,
    },
    /// Plays a card from the player's hand.
    Play {
        /// The card.
        card: Card,
        /// Whether the card is played for an ability instead of its own rule.
        also: bool,
    },
    /// Uses an ability that a rule provides.
    Use {
        /// The ability.
        ability: Ability,
        /// The number of the variant, from 0.
        variant: u8,
        /// The cards to pay.
        pay: Resources,
    },
    /// Offers a trade to opponents; only the current player may do so.
    Offer {
        /// The cards that the player would give.
        give: Resources,
        /// The cards that the player would get.
        get: Resources,
        /// The opponents to whom the trade is offered.
        to: Players,
    },
    /// Accepts the open offer.
    Accept,
    /// Refuses the open offer.
    Refuse,
    /// Answers the open offer with other terms.
    Counter {
        /// The cards that the answering player would give.
        give: Resources,
        /// The cards that the answering player would get.
        get: Resources,
    },
    /// Concludes the trade with an opponent who accepted the offer or made a counter-offer.
    Conclude {
        /// The opponent.
        with: Player,
    },
    /// Withdraws the open offer.
    Withdraw,
    /// Discards one card from a hand that is too large.
    Discard {
        /// The card.
        resource: Resource,
    },
    /// Moves a marker.
    Move {
        /// The marker.
        marker: Marker,
        /// The new place.
        place: Place,
    },
    /// Takes a random card after moving a marker.
    Take {
        /// The player who loses the card; `None` to take no card.
        from: Option<Player>,
    },
    /// Answers a rule's questions in advance; any player may do so at any time unless a question is
    /// open.
    AnswerInAdvance {
        /// The rule.
        answerable: Answerable,
        /// The answer.
        advance_answer: AdvanceAnswer,
    },
    /// Chooses whether hidden or open cards are paid first. Any player may do so at any time unless
    /// a question is open.
    PayFirst {
        /// Whether hidden cards are paid first.
        hidden: bool,
    },
    /// Answers a rule's question.
    Choose(Choice),
}

/// The declared terms of a piece or deck.
pub const STANDARD: u8 = 0;
/// No payment, as permitted by a rule or the set-up.
pub const FREE: u8 = u8::MAX;

/// An answer to a rule's question.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub enum Choice {
    /// No, or none of the options.
    No,
    /// Yes.
    Yes,
    /// A kind of resource.
    Resource(Resource),
    /// One of the player's own cards.
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
    #[serde(rename = "Good")]
    Goods(Goods),
    /// An outpost.
    Outpost(Terrain),
    /// A number.
    Number(u8),
    /// One of the player's own cards of a deck.
    Held(Card),
    /// A name.
    Name(AnswerName),
}

/// The index of a name that can be an answer in [`Rules::answer_names`].
///
/// [`Rules::answer_names`]: crate::rules::Rules::answer_names
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct AnswerName(pub u16);
