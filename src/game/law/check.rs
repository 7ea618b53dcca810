//! Conditions, and the [`Check`], which handles conditions that are not met.

use super::Law;
use super::terms::Costs;
use crate::action::Action;
use crate::board::Place;
use crate::game::view::View;
use crate::game::{guard, hooks};
use crate::resource::{Resource, Resources};
use crate::rules::{Arg, Failure, Hook, HookResult, Limit, Ownership, RuleId, Running, Way};
use crate::table::{Ability, Card, Deck, Goods, Kind, Marker, Player, Rate};

/// An unmet condition of an action.
#[derive(Clone, Debug)]
pub(in crate::game) enum Objection<'a> {
    /// No such player is in the game.
    NoSuchPlayer,
    /// No such rule can be answered in advance.
    NoSuchAnswerable,
    /// The game is over.
    GameOver,
    /// It is not the player's turn to act. The action may be a reply to an offer.
    OutOfTurn { is_reply: bool },
    /// The action is not possible in the current step of the turn.
    NotNow(Action),
    /// Another kind of piece has to be placed.
    NotPlaced,
    /// The placement takes no payment.
    PaidPlacement(Kind),
    /// Pieces are free only during the placement.
    FreeBuild(Kind),
    /// A piece cannot be on a place of this type.
    WrongPlaceType(Kind, Place),
    /// The place does not meet a law.
    Law(Law, Kind, Place),
    /// The place meets the distance rule, so these terms are not needed.
    Needless(Kind, Place, &'a Way),
    /// A rule vetoes the action.
    Vetoed { rule: RuleId, hook: Hook, text: String },
    /// There are no such terms.
    NoSuchWay(Item),
    /// The item has no price.
    NoPrice(Item),
    /// The limit on uses has been reached.
    UsedUp { name: &'a str, limit: Limit, rule: RuleId },
    /// The rule does not work for the player.
    NotOwned(RuleId, Ownership),
    /// The player cannot use this copy of a card.
    NoCopy(Running),
    /// The guard of a rule does not let the player use it.
    Guarded(RuleId, Option<String>),
    /// These cards do not match the price.
    WrongPrice { item: Item, costs: Costs<'a>, pay: Resources, by: Option<RuleId> },
    /// The hand has too few cards for the price.
    CannotPay { item: Item, costs: Costs<'a>, by: Option<RuleId> },
    /// A hand lacks cards of a resource.
    Lacks { player: Player, resource: Resource, needs: usize, has: usize, purpose: Purpose },
    /// The deck is empty.
    EmptyDeck(Deck),
    /// There is no such rate.
    NoSuchRate,
    /// The player has no building at a port of the rate.
    NoPort(Rate),
    /// The rate does not accept these cards.
    NotTaken(Rate, Resources),
    /// The rate does not give the second set of cards for the first.
    NotGiven(Rate, Resources, Resources),
    /// The supply lacks cards of a resource.
    SupplyShort { resource: Resource, asked: usize },
    /// The card can never be played.
    NeverPlayed(Card),
    /// The player does not own the card.
    NoSuchCard(Card),
    /// The player got the card this turn.
    FreshCard(Card),
    /// No more cards of the deck may be played this turn.
    NoMorePlays(Deck),
    /// The card may only be played after the roll.
    BeforeRoll(Card),
    /// The card has no other use.
    NoOtherUse(Card),
    /// There is no such ability.
    NoSuchAbility,
    /// The ability has no such variant.
    NoSuchVariant(Ability, u8),
    /// The player owns too few of the goods in the price of this variant.
    TooFewGoods(Ability, Goods, u8),
    /// The ability is only available by playing a card.
    UsedByCard(Ability),
    /// A side of a trade is empty.
    EmptySide,
    /// Both sides of a trade give these cards.
    SameForSame(Resources),
    /// Players do not trade this resource with each other.
    NotOffered(Resource),
    /// The resource is not discarded because of the limit of a hand.
    NotDiscarded(Resource),
    /// An offer is addressed to nobody.
    OfferToNobody,
    /// An offer is addressed to a player who is not an opponent.
    OfferToOthers,
    /// The game does not have that many cards.
    NotInGame(Resources),
    /// Players cannot trade with themselves.
    TradeWithSelf,
    /// The opponent did not agree.
    NotAgreed,
    /// More cards are discarded than are due.
    TooManyDiscarded { due: usize, named: usize },
    /// The marker is already there.
    MarkerStays(Marker, Place),
    /// This marker may not be moved now.
    OtherMarker(Marker),
    /// The marker cannot be there.
    MarkerPlaces(Marker, Place),
    /// A card has to be taken.
    MustTake(Marker),
    /// The player has no building adjacent to the marker.
    NotBeside(Player, Marker),
    /// The player has no cards.
    NoCards(Player),
}

/// Something that has a price.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::game) enum Item {
    Piece(Kind),
    Card(Deck),
    Ability(Ability),
}

/// The purpose for which cards are needed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::game) enum Purpose {
    /// To pay for an item, possibly on a rule's terms.
    Price(Item, Option<RuleId>),
    /// To trade, possibly at a rule's rate.
    Trade(Option<RuleId>),
    /// To discard.
    Discard,
}

/// The reason why a check ends.
pub(in crate::game) enum CheckEnd {
    /// A condition is not met.
    Unmet,
    /// A rule failed.
    Failed(Failure),
}

impl From<Failure> for CheckEnd {
    fn from(failure: Failure) -> Self {
        Self::Failed(failure)
    }
}

/// The result of a condition: whether the check continues.
pub(in crate::game) type Checked = Result<(), CheckEnd>;

/// A way of checking the conditions of an action.
pub(in crate::game) trait Check<'a> {
    /// Handles an unmet condition. [`FirstUnmet`] ends the check with an error. A list of
    /// objections stores the new objection, and the check continues.
    fn object(&mut self, objection: impl FnOnce() -> Objection<'a>) -> Checked;

    /// Requires a condition, and handles it if it is not met.
    #[inline]
    fn require(&mut self, is_met: bool, objection: impl FnOnce() -> Objection<'a>) -> Checked {
        if is_met { Ok(()) } else { self.object(objection) }
    }

    /// Requires that the guard of a rule lets the player use it. `what` is the variant of an
    /// ability, the place of a piece or the deck of a card.
    fn guard(&mut self, view: View<'a>, player: Player, by: Running, what: Option<Arg>) -> Checked;

    /// Requires that no rule vetoes an action.
    fn vetoes(&mut self, view: View<'a>, hook: Hook, player: Player, args: &[Arg]) -> Checked;
}

/// A check that ends at the first condition that is not met.
pub(in crate::game) struct FirstUnmet;

impl<'a> Check<'a> for FirstUnmet {
    #[inline]
    fn object(&mut self, _: impl FnOnce() -> Objection<'a>) -> Checked {
        Err(CheckEnd::Unmet)
    }

    #[inline]
    fn guard(&mut self, view: View<'a>, player: Player, by: Running, what: Option<Arg>) -> Checked {
        if guard::allows(view, player, by, what)? { Ok(()) } else { Err(CheckEnd::Unmet) }
    }

    fn vetoes(&mut self, view: View<'a>, hook: Hook, player: Player, args: &[Arg]) -> Checked {
        if hooks::vetoes(view, hook, player, args)?.is_empty() {
            Ok(())
        } else {
            Err(CheckEnd::Unmet)
        }
    }
}

/// A check that collects all objections.
impl<'a> Check<'a> for Vec<Objection<'a>> {
    fn object(&mut self, objection: impl FnOnce() -> Objection<'a>) -> Checked {
        self.push(objection());
        Ok(())
    }

    fn guard(&mut self, view: View<'a>, player: Player, by: Running, what: Option<Arg>) -> Checked {
        match guard::answer(view, player, by, what)? {
            HookResult::Truth(true) => {}
            HookResult::Text(why) => self.push(Objection::Guarded(by.rule, Some(why))),
            _ => self.push(Objection::Guarded(by.rule, None)),
        }
        Ok(())
    }

    fn vetoes(&mut self, view: View<'a>, hook: Hook, player: Player, args: &[Arg]) -> Checked {
        for (rule, text) in hooks::vetoes(view, hook, player, args)? {
            // A rule may give the same reason for several players.
            let is_known = self.iter().any(|known| match known {
                Objection::Vetoed { rule: by, text: reason, .. } => *by == rule && *reason == text,
                _ => false,
            });
            if !is_known {
                self.push(Objection::Vetoed { rule, hook, text });
            }
        }
        Ok(())
    }
}

/// Whether all conditions of a check are met.
#[inline]
pub(super) fn is_met(check: impl FnOnce(&mut FirstUnmet) -> Checked) -> Result<bool, Failure> {
    match check(&mut FirstUnmet) {
        Ok(()) => Ok(true),
        Err(CheckEnd::Unmet) => Ok(false),
        Err(CheckEnd::Failed(failure)) => Err(failure),
    }
}

/// Returns all objections of a check.
pub(in crate::game) fn collect<'a>(
    check: impl FnOnce(&mut Vec<Objection<'a>>) -> Checked,
) -> Result<Vec<Objection<'a>>, Failure> {
    let mut objections = Vec::new();
    match check(&mut objections) {
        Ok(()) | Err(CheckEnd::Unmet) => Ok(objections),
        Err(CheckEnd::Failed(failure)) => Err(failure),
    }
}
