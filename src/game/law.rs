//! What is legal. Each condition stands once, in the file of its kind of action. A [`Check`] decides
//! what becomes of a condition that is not met: the list of legal actions drops the action, and a
//! refusal collects all objections.

pub(crate) mod ability;
pub(crate) mod build;
pub(crate) mod buy;
pub(crate) mod discard;
pub(crate) mod list;
pub mod marker;
pub(crate) mod offer;
pub mod places;
pub(crate) mod play;
pub(crate) mod step;
pub mod terms;
pub(crate) mod trade;

pub(super) use ability::variant_number;
pub(super) use list::CAPACITY;
pub use marker::Takes;
pub use places::Law;

use super::ownership;
use super::view::View;
use crate::action::Action;
use crate::board::Place;
use crate::resource::{Resource, Resources};
use crate::rules::{Arg, Cost, Failure, Hold, Hook, Limit, RuleId, Running, Value, Way};
use crate::set::Id;
use crate::table::{Ability, Card, Deck, Kind, Marker, Player, Rate};

/// A condition of an action that is not met.
#[derive(Clone, Debug)]
pub(super) enum Objection<'a> {
    /// No such player is in the game.
    NoSuchPlayer,
    /// There is no such rule to answer in advance.
    NoSuchAnswerable,
    /// The game is over.
    GameOver,
    /// Others have to act; the action may be a reply to an offer.
    OutOfTurn { is_reply: bool },
    /// The step of the turn has no room for the action.
    NotNow(Action),
    /// Another kind of piece has to be placed.
    NotPlaced,
    /// The placement takes no payment.
    PaidPlacement(Kind),
    /// A piece is only placed for nothing in the placement.
    FreeBuild(Kind),
    /// A piece cannot stand on a place of this kind.
    WrongGround(Kind, Place),
    /// The place does not meet a law.
    Law(Law, Kind, Place),
    /// The place meets the distance rule, so these terms are not needed.
    Needless(Kind, Place, &'a Way),
    /// A rule vetoes the action.
    Vetoed { rule: RuleId, hook: Hook, text: String },
    /// There are no such terms.
    NoSuchWay(Item),
    /// It cannot be had for a price.
    NoPrice(Item),
    /// It was used as often as its limit allows.
    UsedUp { name: &'a str, limit: Limit, rule: RuleId },
    /// The rule does not work for the player.
    NotHeld(RuleId, Hold),
    /// The player cannot use this copy of a card.
    NoCopy(Running),
    /// The guard of a rule does not let the player use it.
    Guarded(RuleId, Option<String>),
    /// These cards are not the price.
    WrongPrice { item: Item, costs: &'a [Cost], pay: Resources, by: Option<RuleId> },
    /// The hand does not suffice for the price.
    CannotPay { item: Item, costs: &'a [Cost], by: Option<RuleId> },
    /// A hand lacks cards of a resource.
    Lacks { player: Player, resource: Resource, needs: usize, has: usize, purpose: Purpose },
    /// The deck is empty.
    EmptyDeck(Deck),
    /// There is no such rate.
    NoSuchRate,
    /// The player has no building at a port of the rate.
    NoPort(Rate),
    /// The rate does not take these cards.
    NotTaken(Rate, Resources),
    /// The rate does not give the second cards for the first.
    NotGiven(Rate, Resources, Resources),
    /// The supply lacks cards of a resource.
    SupplyShort { resource: Resource, asked: usize },
    /// The card is never played.
    NeverPlayed(Card),
    /// The player does not hold the card.
    NoSuchCard(Card),
    /// The card was bought in this turn.
    FreshCard(Card),
    /// No more cards of the deck may be played in this turn.
    NoMorePlays(Deck),
    /// The card is only played after the roll.
    BeforeRoll(Deck),
    /// The card is played for nothing else.
    NoOtherUse(Card),
    /// There is no such ability.
    NoSuchAbility,
    /// The ability has no such variant.
    NoSuchVariant(Ability, u8),
    /// The ability is only used by playing a card.
    UsedByCard(Ability),
    /// A side of a trade is empty.
    EmptySide,
    /// Both sides of a trade give these cards.
    SameForSame(Resources),
    /// An offer names nobody.
    OfferToNobody,
    /// An offer names somebody who is no opponent.
    OfferToOthers,
    /// There are not as many cards in the game.
    NotInGame(Resources),
    /// Nobody trades with oneself.
    TradeWithSelf,
    /// The opponent did not agree.
    NotAgreed,
    /// More cards are discarded than are due.
    TooManyDiscarded { due: usize, named: usize },
    /// The marker stands there already.
    MarkerStays(Marker, Place),
    /// The marker is not to be moved now.
    OtherMarker(Marker),
    /// The marker cannot stand there.
    MarkerGround(Marker, Place),
    /// A card has to be taken.
    MustTake(Marker),
    /// The player has no building beside the marker.
    NotBeside(Player, Marker),
    /// The player has no cards.
    NoCards(Player),
}

/// Something that has a price.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Item {
    Piece(Kind),
    Card(Deck),
    Ability(Ability),
}

/// What cards are needed for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Purpose {
    /// To pay, on terms of a rule if there is one.
    Price(Item, Option<RuleId>),
    /// To trade, by a rate of a rule if there is one.
    Trade(Option<RuleId>),
    /// To discard.
    Discard,
}

/// Why a check ends.
pub(super) enum Stop {
    /// A condition is not met.
    Unmet,
    /// A rule failed.
    Failed(Box<Failure>),
}

impl From<Failure> for Stop {
    fn from(failure: Failure) -> Self {
        Self::Failed(failure.into())
    }
}

/// The result of a condition: whether the check goes on.
pub(super) type Checked = Result<(), Stop>;

/// What becomes of the conditions of an action.
pub(super) trait Check<'a> {
    /// A condition is not met.
    fn object(&mut self, objection: impl FnOnce() -> Objection<'a>) -> Checked;

    /// A condition.
    #[inline]
    fn require(&mut self, is_met: bool, objection: impl FnOnce() -> Objection<'a>) -> Checked {
        if is_met { Ok(()) } else { self.object(objection) }
    }

    /// The guard of a rule lets the player use it; `what` is the variant of an ability, the place of
    /// a piece or the deck of a card.
    fn guard(&mut self, view: View<'a>, player: Player, by: Running, what: Option<Arg>) -> Checked;

    /// No rule vetoes something.
    fn vetoes(&mut self, view: View<'a>, hook: Hook, player: Player, args: &[Arg]) -> Checked;
}

/// A check that ends at the first condition that is not met.
pub(super) struct FirstUnmet;

impl<'a> Check<'a> for FirstUnmet {
    #[inline]
    fn object(&mut self, _: impl FnOnce() -> Objection<'a>) -> Checked {
        Err(Stop::Unmet)
    }

    #[inline]
    fn guard(&mut self, view: View<'a>, player: Player, by: Running, what: Option<Arg>) -> Checked {
        if ownership::is_let(view, player, by, what)? { Ok(()) } else { Err(Stop::Unmet) }
    }

    fn vetoes(&mut self, view: View<'a>, hook: Hook, player: Player, args: &[Arg]) -> Checked {
        if places::vetoes(view, hook, player, args)?.is_empty() { Ok(()) } else { Err(Stop::Unmet) }
    }
}

/// A check that collects all objections.
impl<'a> Check<'a> for Vec<Objection<'a>> {
    fn object(&mut self, objection: impl FnOnce() -> Objection<'a>) -> Checked {
        self.push(objection());
        Ok(())
    }

    fn guard(&mut self, view: View<'a>, player: Player, by: Running, what: Option<Arg>) -> Checked {
        match ownership::guard_says(view, player, by, what)? {
            Value::Truth(true) => {}
            Value::Text(why) => self.push(Objection::Guarded(by.rule, Some(why))),
            _ => self.push(Objection::Guarded(by.rule, None)),
        }
        Ok(())
    }

    fn vetoes(&mut self, view: View<'a>, hook: Hook, player: Player, args: &[Arg]) -> Checked {
        for (rule, text) in places::vetoes(view, hook, player, args)? {
            self.push(Objection::Vetoed { rule, hook, text });
        }
        Ok(())
    }
}

/// Whether all conditions of a check are met.
#[inline]
fn is_met(check: impl FnOnce(&mut FirstUnmet) -> Checked) -> Result<bool, Failure> {
    match check(&mut FirstUnmet) {
        Ok(()) => Ok(true),
        Err(Stop::Unmet) => Ok(false),
        Err(Stop::Failed(failure)) => Err(*failure),
    }
}

/// All objections of a check.
pub(super) fn collect<'a>(
    check: impl FnOnce(&mut Vec<Objection<'a>>) -> Checked,
) -> Result<Vec<Objection<'a>>, Failure> {
    let mut objections = Vec::new();
    match check(&mut objections) {
        Ok(()) | Err(Stop::Unmet) => Ok(objections),
        Err(Stop::Failed(failure)) => Err(*failure),
    }
}

/// All objections to an action of a player; none if it is legal.
pub(super) fn objections<'a>(
    view: View<'a>,
    player: Player,
    action: &Action,
) -> Result<Vec<Objection<'a>>, Failure> {
    collect(|check| check_action(view, check, player, action))
}

/// Checks all conditions of an action.
fn check_action<'a>(
    view: View<'a>,
    check: &mut impl Check<'a>,
    player: Player,
    action: &Action,
) -> Checked {
    if player.0 >= view.table().players() {
        return check.object(|| Objection::NoSuchPlayer);
    }
    match *action {
        Action::AnswerInAdvance { answerable, .. }
            if answerable.index() >= view.rules().answerables.len() =>
        {
            return check.object(|| Objection::NoSuchAnswerable);
        }
        Action::AnswerInAdvance { .. } | Action::PayFirst { .. } => {
            return step::check_game_goes_on(view, check);
        }
        _ => step::check(view, check, player, action)?,
    }
    match *action {
        Action::Roll
        | Action::End
        | Action::Refuse
        | Action::Withdraw
        | Action::AnswerInAdvance { .. }
        | Action::PayFirst { .. }
        | Action::Choose(_) => Ok(()),
        Action::Build { kind, place, way, pay } => {
            build::check(view, check, player, (kind, place), way, pay)
        }
        Action::Buy { deck, way, pay } => buy::check(view, check, player, deck, way, pay),
        Action::Trade { rate, give, get } => trade::check(view, check, player, rate, give, get),
        Action::Play { card, also } => play::check(view, check, player, card, also),
        Action::Use { ability, variant, pay } => {
            ability::check(view, check, player, ability, variant, pay)
        }
        Action::Offer { give, get, to } => offer::check(view, check, player, give, get, to),
        Action::Accept => offer::check_acceptance(view, check, player),
        Action::Counter { give, get } => offer::check_counter_offer(view, check, player, give, get),
        Action::Conclude { with } => offer::check_conclusion(view, check, player, with),
        Action::Discard { resource } => {
            discard::check(view, check, player, Resources::of(resource, 1))
        }
        Action::Move { marker, place } => marker::check_move(view, check, player, marker, place),
        Action::Take { from } => marker::check_take(view, check, player, from),
    }
}
