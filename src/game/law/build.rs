//! Building pieces: on terms, during the placement, or for free.

use super::check::{Check, Checked, Item, Objection};
use super::{Law, payment, places, terms};
use crate::action::{Action, FREE, STANDARD};
use crate::board::{PiecePlaces, Place};
use crate::game::verdict::Verdict;
use crate::game::view::View;
use crate::game::{guard, hooks};
use crate::resource::Resources;
use crate::rules::{Arg, Args, Call, Hook, Result, Running, Way};
use crate::set::{Id, Set};
use crate::table::{Kind, Player, Step};

/// The conditions for building a piece at a place.
pub(super) fn check<'a>(
    view: View<'a>,
    check: &mut impl Check<'a>,
    player: Player,
    (kind, place): (Kind, Place),
    way: u8,
    pay: Resources,
) -> Checked {
    let piece = view.rules().kind(kind);
    if let Step::Place(number) = view.table().step() {
        if !places::placed_kinds(view, number).contains(kind) {
            return check.object(|| Objection::NotPlaced);
        }
        let is_free = way == FREE && pay.is_empty();
        check.require(is_free, || Objection::PaidPlacement(kind))?;
        return check_place(view, check, player, (kind, place), None);
    }
    if way == FREE {
        check.object(|| Objection::FreeBuild(kind))?;
        return check_place(view, check, player, (kind, place), None);
    }
    let way = piece.ways.get(usize::from(way));
    // A rule is called only for places where such a piece can be.
    let board = &view.rules().board;
    if piece.fits(board, place) || way.is_none_or(|way| way.by.is_none()) {
        let (item, ground) = ((Item::Piece(kind), pay), board.ground(place));
        terms::check_way(view, check, player, way, item, Some(Arg::Place(ground)))?;
    }
    let relaxing = way.filter(|way| way.relaxes_distance);
    check_place(view, check, player, (kind, place), relaxing)
}

/// The conditions for building a piece at a place, apart from the piece's cost. Terms that relax
/// the distance rule apply only to places that violate this rule.
pub(in crate::game) fn check_place<'a>(
    view: View<'a>,
    check: &mut impl Check<'a>,
    player: Player,
    (kind, place): (Kind, Place),
    relaxing: Option<&'a Way>,
) -> Checked {
    let piece = view.rules().kind(kind);
    let fits = piece.fits(&view.rules().board, place);
    let mut unmet: Vec<Law> = match place {
        Place::Intersection(intersection) if fits => {
            unmet(&places::intersection_laws(view, player, kind), intersection)
        }
        Place::Border(line) if fits => unmet(&places::border_laws(view, player, kind), line),
        _ => return check.object(|| Objection::WrongPlaceType(kind, place)),
    };
    if let Some(way) = relaxing {
        match unmet.iter().position(|&law| law == Law::Distance) {
            Some(relaxed) => drop(unmet.remove(relaxed)),
            None => check.object(|| Objection::Needless(kind, place, way))?,
        }
    }
    for law in unmet {
        check.object(|| Objection::Law(law, kind, place))?;
    }
    let ground = view.rules().board.ground(place);
    check.vetoes(view, Hook::MayBuild, player, &[Arg::Kind(kind), Arg::Place(ground)])
}

/// Adds the build actions for a kind of piece on the terms with this number.
#[inline]
pub(super) fn list(
    view: View<'_>,
    player: Player,
    kind: Kind,
    number: usize,
    list: &mut Vec<Action>,
) -> Result {
    let way = &view.rules().kind(kind).ways[number];
    if !terms::is_open(view, player, way) {
        return Ok(());
    }
    let costs = terms::declared_costs(view, player, way);
    if !costs.is_empty() && !terms::can_pay(view, player, costs) {
        return Ok(());
    }
    let places = places_on_terms(view, player, kind, way)?;
    let way_number = u8::try_from(number).expect("few ways") + STANDARD;
    let build = |place, pay| Action::Build { kind, place, way: way_number, pay };
    if costs.is_empty() {
        return list_at_asked_prices(view, player, way, &places, build, list);
    }
    payment::payments(view, player, costs, |pay| {
        places.iter().for_each(|place| list.push(build(place, pay)));
    });
    payment::check_choices(view, list, way.by.map(|by| by.rule))
}

/// Whether the player could build a piece on the terms with this number if only there were enough
/// cards to pay for it.
pub(super) fn lacks_only_price(
    view: View<'_>,
    player: Player,
    kind: Kind,
    number: usize,
) -> Result<bool> {
    let way = &view.rules().kind(kind).ways[number];
    let costs = terms::declared_costs(view, player, way);
    if !terms::is_open(view, player, way) || terms::can_pay(view, player, costs) {
        return Ok(false);
    }
    let places = places_on_terms(view, player, kind, way)?;
    if !costs.is_empty() {
        return Ok(!places.is_empty());
    }
    let mut has_price = false;
    for place in places.iter() {
        let ground = Arg::Place(view.rules().board.ground(place));
        let cost = terms::asked_cost(view, player, way.by, Some(ground))?;
        if terms::can_pay(view, player, cost.as_slice()) {
            return Ok(false);
        }
        has_price |= cost.is_some();
    }
    Ok(has_price)
}

/// The places where the player may build a piece on these terms, regardless of the price.
#[inline]
fn places_on_terms(view: View<'_>, player: Player, kind: Kind, way: &Way) -> Result<PiecePlaces> {
    let declared = view.rules().kind(kind);
    if declared.returned().is_empty() && places::supply_of(view, player, kind) == 0 {
        return Ok(PiecePlaces::default());
    }
    let mut places = if way.relaxes_distance {
        places::places_too_close(view, player, kind)?
    } else {
        places::places(view, player, kind)?
    };
    keep_usable(view, player, way, &mut places)?;
    Ok(places)
}

/// Adds the build actions on terms whose rule is asked for the price at each place.
#[cold]
fn list_at_asked_prices(
    view: View<'_>,
    player: Player,
    way: &Way,
    places: &PiecePlaces,
    build: impl Fn(Place, Resources) -> Action,
    list: &mut Vec<Action>,
) -> Result {
    for place in places.iter() {
        let ground = Arg::Place(view.rules().board.ground(place));
        let cost = terms::asked_cost(view, player, way.by, Some(ground))?;
        payment::payments(view, player, cost.as_slice(), |pay| list.push(build(place, pay)));
    }
    payment::check_choices(view, list, way.by.map(|by| by.rule))
}

/// Retains the places at which the guard of the way lets the player build.
fn keep_usable(view: View<'_>, player: Player, way: &Way, places: &mut PiecePlaces) -> Result {
    let Some(by) = way.by.filter(|_| !places.is_empty()) else { return Ok(()) };
    let Running { rule, copy } = by;
    if !view.rules().rule(rule).wants(Hook::Usable, 2) {
        if !guard::allows(view, player, by, None)? {
            *places = PiecePlaces::default();
        }
        return Ok(());
    }
    let call = Call { rule, hook: Hook::Usable, me: player, args: Args::NONE, copy };
    let board = &view.rules().board;
    let usable = hooks::places_where(view, board.map_places(*places), &call, Verdict::Yes)?;
    *places = board.at_map_places(*places, usable);
    Ok(())
}

/// Adds the build actions for free pieces of these kinds.
pub(in crate::game) fn list_free(
    view: View<'_>,
    player: Player,
    kinds: Set<Kind>,
    list: &mut Vec<Action>,
) -> Result {
    for kind in kinds {
        let build = |place| Action::Build { kind, place, way: FREE, pay: Resources::NONE };
        places::places(view, player, kind)?.iter().for_each(|place| list.push(build(place)));
    }
    Ok(())
}

/// The laws that a place does not meet.
fn unmet<T: Id>(laws: &[(Law, Set<T>)], place: T) -> Vec<Law> {
    laws.iter().filter(|(_, places)| !places.contains(place)).map(|&(law, _)| law).collect()
}
