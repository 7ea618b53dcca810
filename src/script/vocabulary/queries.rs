//! Queries: functions that read the table without side effects or questions.

use super::board_verbs::kind;
use super::facets_of_call::{if_none_is_left, one_counter, one_place_counter};
use super::function::declare;
use super::invocation::{CallResult, HasView, Invocation, Query, answer, number};
use super::memory::{counter, hex_mark, pile, place_counter, player_mark};
use super::named::{card, deck, family, goods, kinds, named_cards};
use super::properties::{at_ports, borders, members};
use crate::action::Action;
use crate::board::{AreaPlace, Hex, Intersection, PiecePlaces, Place, Places};
use crate::game::Halt;
use crate::game::law::terms::{cards_left, cards_of};
use crate::game::law::{marker, places};
use crate::game::{award, board_verb, goods, hex_event, open_ends, ownership, route, sector};
use crate::resource::Resources;
use crate::script::known::{Meaning, NamedCards};
use crate::script::thing::SetOperation;
use crate::script::thing::Thing;
use crate::script::value::Value;
use crate::set::{Id, Set};
use crate::table::{Award, Deck, Kind, Player, Port};

declare! { QUERIES, Reads;
    "player".on_board(kind: Kind) -> Number: "How many pieces of the kind the player has on the board." [Pieces] => |call, player| {
        let kinds = kinds(call, 0)?;
        let pieces = kinds.iter().map(|kind| usize::from(call.view().table().seat(player).pieces()[kind]));
        number(pieces.sum())
    };
    "player".left(kind: OneKind) -> Number or NONE: "How many pieces of the kind the player has left in the supply." [Pieces] => |call, player| {
        let left = kind(call)?.map_or(0, |kind| places::supply_of(call.view(), player, kind));
        answer(i64::from(left))
    };
    "player".weighted_trail(twice: Places) -> Number: "The length of the player's longest trail of roads and other routes, if the routes at these places count twice." => |call, player| {
        let (rules, table) = (call.view().rules(), call.view().table());
        let twice = rules.board.map_places(call.places(0)?).piece_places.borders;
        answer(i64::from(route::weighted_trail(rules, table, player, twice)))
    };
    "player".open_routes(kind: Kind) -> Pieces: "The player's routes of this kind at an open end of a line. A line ends at the player's buildings, and at other pieces of the player that block routes. It is open where it does not continue, where it returns to the piece at which it began, and anywhere in a ring without such pieces; it is never open between two of them." [Pieces] => |call, player| {
        let kinds = kinds(call, 0)?;
        borders(open_ends::open(call.view(), player, kinds))
    };
    "player".movable_routes(kind: Kind) -> Pieces: "The routes of `open_routes(kind)` that may be moved now. Routes that were built or moved this turn are left out, and so are routes next to a marker that bars their kind." [Pieces, FreshPieces, Markers, Land] => |call, player| {
        let kinds = kinds(call, 0)?;
        borders(open_ends::movable(call.view(), player, kinds))
    };
    "pieces".in_state(state: StateName) -> Pieces: "The pieces in this state." [Pieces] => |call, pieces| {
        let (name, table) = (call.text(0)?, call.view().table());
        let wanted = |kind: Kind| match call.meaning(0) {
            Some(Meaning::State(states)) => states[kind.index()],
            _ => call.view().rules().kind(kind).state_named(name),
        };
        let is_it = |&place: &Place| table.piece(place).is_some_and(|piece| {
            wanted(piece.kind()) == Some(table.state_at(place))
        });
        answer(Thing::Pieces(pieces.iter().filter(is_it).collect()))
    };
    "pieces".ending_at(places: Places) -> Pieces: "The routes that end at one of these intersections, where no other route of their owner continues them." [Pieces] => |call, pieces| {
        let places = call.places(0)?;
        let ends = open_ends::ending_at(call.view(), pieces.borders, places.intersections);
        borders(ends)
    };
    "player".has_port(kind: Port) -> Truth: "Whether the player has a building at a port of this resource, or at an `\"any\"` port." [Pieces, Land] => |call, player| {
        answer(ownership::ports(call.view(), player) & port(call)?.bit() != 0)
    };
    "pieces" + "places".at_port(kind: Port) -> Same: "The pieces or intersections at a port of this resource, or at an `\"any\"` port." [Land] => |call, places| {
        answer(Thing::Pieces(at_ports(call, places, port(call)?.bit())))
    }, |call, places| answer(Thing::Places(at_ports(call, places, port(call)?.bit())));
    "place".has_port(kind: Port) -> Truth: "Whether the border has a port of this resource, or an `\"any\"` port." [Land] => |call, place| {
        let port = port(call)?;
        answer(call.view().table().placed_ports().any(|(border, kind)| Place::Border(border) == place && kind == port))
    };
    "player".played(card: CardName) -> Number: "How many cards of this name the player has played." [Cards] => |call, player| {
        let card = card(call, 0)?;
        number(usize::from(call.view().table().played(player)[card]))
    };
    "player".held(name: HeldName) -> Number: "How many cards of this name the player has in the hand, unplayed, or how many cards of the deck of this name." [Cards] => |call, player| {
        let held = call.view().table().held(player);
        if call.args[0].text().is_some()
            && let NamedCards { card: None, deck: Some(deck) } = named_cards(call, 0)?
        {
            return number(cards_of(call.view(), deck).map(|card| usize::from(held[card])).sum());
        }
        number(usize::from(held[card(call, 0)?]))
    };
    "player".value_of(deck: DeckName) -> Number: "The sum of the `VALUE` of the player's unplayed cards of the deck." [Cards] => |call, player| {
        let deck = deck(call, 0)?;
        let held = call.view().table().held(player);
        let worth = |card| i64::from(call.view().rules().card(card).value) * i64::from(held[card]);
        answer(cards_of(call.view(), deck).map(worth).sum::<i64>())
    };
    "supply".cards_in(deck: DeckName) -> Number: "The number of cards left in the deck." [Cards] => |call, ()| {
        let deck = deck(call, 0)?;
        number(cards_left(call.view(), deck))
    };
    "game".holder(award: AwardName) -> Player: "The player who holds the award of this name; `NONE` if nobody does." [Points] => |call, ()| {
        let name = call.text(0)?;
        let Some(award) = call.view().rules().awards.iter().position(|award| award.name == name) else {
            return Err(call.view().fail(&format!("there is no award `{name}`"), None));
        };
        let holder = call.view().table().awards()[Award::new(award)];
        answer(holder.map_or(Thing::Nothing, Thing::Player))
    };
    "player".owns(goods: GoodsName) -> Number: "The number of goods of this kind, or of this family, that the player owns." [Goods] => |call, player| {
        let family = family(call, 0)?;
        number(goods::owned(call.view(), player, family))
    };
    "players".with_most(tally: Function) -> Players: "The players for whom the function returns the highest number, such as `|player| player.hand.total`; all of them if several share it." => |call, _| call.misplaced();
    "players".with_fewest(tally: Function) -> Players: "The players for whom the function returns the lowest number; all of them if several share it." => |call, _| call.misplaced();
    "players".owning(goods: GoodsName) -> Players: "The players who own goods of this kind, or of this family." [Goods] => |call, players| {
        let family = family(call, 0)?;
        let owns = |&player: &Player| goods::owned(call.view(), player, family) > 0;
        answer(Thing::Players(players.iter().filter(owns).collect()))
    };
    "player".marked(name: MarkName) -> Any: "The players that the rule has marked for the player, or the hexes or decks that it has marked." [PlayerMarks, HexMarks] => |call, player| {
        if let Some(mark) = hex_mark(call)? {
            let things = call.view().table().hex_marks()[mark];
            let decks = || things.iter().map(|thing| Deck::new(thing.index())).collect();
            let of_hexes = call.view().rules().hex_marks[mark.index()].of_hexes;
            return answer(if of_hexes { Thing::Hexes(things) } else { Thing::Decks(decks()) });
        }
        let mark = player_mark(call)?;
        answer(Thing::Players(ownership::marked(call.view(), mark, player).iter().collect()))
    };
    "player".pile(name: PileName) -> Cards: "The player's cards in the rule's pile of this name." [Hands] => |call, player| {
        let pile = pile(call)?;
        answer(Thing::Cards(call.view().table().pile(player, pile)))
    };
    "hexes".not_affecting(player: Player) -> Hexes: "The hexes with a discovered event that affects no building of the player." [Events] => |call, hexes| {
        if call.is_none(0) {
            return answer(Thing::Nothing);
        }
        let player = call.player(0)?;
        answer(Thing::Hexes(hexes & hex_event::without_effect_on(call.view(), player)))
    };
    "hexes".with_numbers(numbers: List) -> Hexes: "The hexes with one of these numbers, such as `[6, 8]`: on a number marker, or declared for the terrain." [Land] => |call, hexes| {
        let Value::List(numbers) = &call.args[0] else {
            return Err(call.wrong(0, "a list of numbers"));
        };
        let mut numbers = numbers.iter().filter_map(Value::number).peekable();
        if numbers.peek().is_none() {
            return Err(call.wrong(0, "a list of numbers"));
        }
        let shown = |all: Set<Hex>, number| {
            let (rules, table) = (call.view().rules(), call.view().table());
            let shows = |hex: &Hex| {
                rules.terrain(table.terrain()[*hex]).has_number(table.numbers()[*hex], number)
            };
            all | hexes.iter().filter(shows).collect()
        };
        answer(Thing::Hexes(numbers.fold(Set::EMPTY, shown)))
    };
    "game".die(which: Number) -> Number: "The number that a die shows since the last roll; `which` is 1 or 2." [Turn] => |call, ()| {
        let which = call.number(0)?;
        let index = which.checked_sub(1).and_then(|which| usize::try_from(which).ok());
        let Some(die) = index.and_then(|which| call.view().table().dice().get(which).copied()) else {
            return Err(call.view().fail(&format!("there is no die {which}"), Some("the dice have the numbers 1 and 2")));
        };
        number(usize::from(die))
    };
    "supply".left(goods: GoodsName) -> Number or NONE: "The number of goods of this kind in the supply." [Goods] => |call, ()| {
        let goods = goods(call, 0)?;
        number(goods::left(call.view(), goods))
    };
    "hexes".with_buildings(count: Number) -> Hexes: "The hexes with at least this many settlements and cities." [Pieces] => |call, hexes| {
        let count = call.count(0)?;
        let building = |intersection: &Intersection| {
            call.view().table().on_intersections()[*intersection].is_some_and(|p| call.view().rules().kind(p.kind()).is_building)
        };
        let built = |hex: &Hex| call.view().rules().board.hex(*hex).corners.iter().filter(|s| building(s)).count();
        answer(Thing::Hexes(hexes.iter().filter(|hex| built(hex) >= count).collect()))
    };
    "player".places(kind: Kind) -> Places: "The places where the player could build a piece of the kind." fewer if_none_is_left => |call, player| {
        answer(Thing::Places(buildable(call, player)?.piece_places))
    };
    "player".free_hexes(kind: Kind) -> Hexes: "The hexes on which the player could build a piece of the kind." fewer if_none_is_left => |call, player| {
        answer(Thing::Hexes(buildable(call, player)?.hexes))
    };
    "piece".places() -> Places: "The other places where the piece could be built if it were not on the board." => |call, piece| {
        let places = board_verb::places_once_lifted(call.view(), piece.owner, piece.kind, piece.place);
        let places = call.view().adopted(places)?;
        answer(Thing::Places(call.view().rules().board.map_places(places).piece_places))
    };
    "player".points() -> Number: "The player's points that are visible to everybody." => |call, player| answer(open_points(call, player)?);
    "player".all_points() -> Number: "The player's points with those of hidden cards, which nobody else may see: not for hooks whose answer tells others about them." => |call, player| {
        answer(open_points(call, player)? + award::hidden_points(call.view(), player))
    };
    "player".goal() -> Number: "The points that the player needs to win." => |call, player| {
        answer(call.view().adopted(award::goal(call.view(), player))?)
    };
    "cards, supply".of(kinds: Resources) -> Number or NONE: "The number of cards of this kind, or of these kinds together." [Hands] => |call, cards| number(among(call, cards)?);
    "hexes".of(terrain: Terrain) -> Hexes: "The hexes of the terrain, or the hexes that produce the resource." [Land] => hexes_of;
    "pieces".of(kind: Kind) -> Pieces: "The pieces of the kind, or of a class such as `\"route\"`." [Pieces] => pieces_of;
    "selection".first(count: Number) -> Same: "Up to this many elements from the beginning of the selection, in its own order." => |call, selection| {
        let count = call.count(0)?;
        let kept = members(call, selection).into_iter().take(count);
        // Things of one type can always be combined.
        let both = |all: Thing, one| all.combine(one, SetOperation::Union, call.view()).unwrap_or(all);
        answer(kept.fold(selection.none(), both))
    };
    "players".ahead_of(player: Player) -> Players: "The players with more visible points than the given player." => |call, order| {
        if call.is_none(0) {
            return answer(Thing::Nothing);
        }
        let player = call.player(0)?;
        let mut ahead = Vec::new();
        let mine = open_points(call, player)?;
        for other in order.iter() {
            if open_points(call, other)? > mine {
                ahead.push(other);
            }
        }
        answer(Thing::Players(ahead.into_iter().collect()))
    };
    "cards".among(kinds: Resources) -> Cards: "The cards of these kinds." [] => |call, cards| {
        answer(Thing::Cards(cards.among(&call.resources(0)?)))
    };
    "cards".kinds_with_at_least(count: Number) -> Resources: "The kinds with at least this many cards." [] => |call, cards| {
        let count = call.count(0)?;
        let kinds = cards.kinds().filter(|&kind| cards.get(kind) >= count);
        answer(Thing::Resources(kinds.fold(0, |bits, kind| bits | 1 << kind.0)))
    };
    "marker".places(player: Player) -> Any: "The places to which the player may move the marker." => |call, marker| {
        let player = call.player(0)?;
        let places = call.view().adopted(marker::marker_places(call.view(), player, marker))?;
        answer(if places.hexes.is_empty() { Thing::Places(places.iter().collect()) } else { Thing::Hexes(places.hexes) })
    };
    "marker".victims(player: Player) -> Players: "The player's opponents next to the marker who have a card that may be taken." => |call, marker| {
        let player = call.player(0)?;
        let takes = call.view().adopted(marker::takes(call.view(), player, marker))?;
        answer(Thing::Players(takes.into_iter().filter_map(victim).collect()))
    };
    "cards, supply".has(kinds: Resources) -> Truth: "Whether there is a card of this kind, or of one of these kinds." [Hands] => |call, cards| answer(among(call, cards)? > 0);
    "game".area(name: AreaName) -> Places: "The intersections and borders in the named area of the scenario." [] => |call, ()| {
        let area = area(call)?;
        let board = &call.view().rules().board;
        let (intersections, borders) = (area.intersections & board.intersections(), area.borders & board.borders());
        answer(Thing::Places(PiecePlaces { intersections, borders }))
    };
    "hex, place".in_area(name: AreaName) -> Truth: "Whether the hex or place is in the named area of the scenario." [] => |call, place| {
        let area = area(call)?;
        answer(match place {
            Place::Hex(hex) => area.hexes.contains(hex),
            Place::Intersection(intersection) => area.intersections.contains(intersection),
            Place::Border(line) => area.borders.contains(line),
        })
    };
    "selection".in_area(name: AreaName) -> Same or false: "The elements in the named area of the scenario." [] => |call, selection| {
        let area = area(call)?;
        let within = |places: PiecePlaces| PiecePlaces { intersections: places.intersections & area.intersections, borders: places.borders & area.borders };
        match selection {
            Thing::Hexes(hexes) => answer(Thing::Hexes(hexes & area.hexes)),
            Thing::Pieces(places) => answer(Thing::Pieces(within(places))),
            Thing::Places(places) => answer(Thing::Places(within(places))),
            _ => call.misplaced(),
        }
    };
    "hex".next_in(name: AreaName, steps: Number) -> Hex: "The hex this many steps after this one in the area's list of hexes; the first one follows the last. `NONE` if the hex is not in the area." [] => |call, hex| {
        let in_order = &area(call)?.in_order;
        let Some(at) = in_order.iter().position(|&other| other == hex) else { return answer(Thing::Nothing) };
        let count = i64::try_from(in_order.len()).expect("few hexes");
        let at = i64::try_from(at).expect("few hexes") + call.number(1)? % count;
        let at = usize::try_from(at.rem_euclid(count)).expect("an index");
        answer(Thing::Place(Place::Hex(in_order[at])))
    };
    "piece, place".distance(other: Place) -> Number: "The number of borders on the shortest way to the other intersection or border, whatever is on it; a border counts from its nearer end. 0 for hexes." [] => |call, place| match call.thing(0) {
        Some(Thing::Place(other) | Thing::Piece { place: other, .. }) => {
            number(call.view().rules().board.steps_between(place, other).unwrap_or(0))
        }
        Some(Thing::Nothing) => number(0),
        _ => Err(call.wrong(0, "an intersection or a border")),
    };
    "piece, place".within(steps: Number) -> Places: "The other intersections at most this many borders away, whatever is on the way; for a border, the other borders at most this many steps away, where each step leads to a border that shares an end. Empty for a piece on a hex." [] => |call, place| {
        let steps = call.count(0)?;
        answer(Thing::Places(call.view().rules().board.places_within(place, steps)))
    };
    "piece, place".is_surrounded_by(hexes: Hexes) -> Truth: "Whether every hex next to the piece or place is among these hexes; `false` at the edge of the board." [] => |call, place| {
        let among = call.hexes(0)?;
        let beside = sector::hexes_beside(call.view(), place);
        let inland = if matches!(place, Place::Border(_)) { 2 } else { 3 };
        answer(beside.len() == inland && (beside - among).is_empty())
    };
    "pieces".surrounded_by(hexes: Hexes) -> Pieces: "The pieces that have only these hexes next to them; this excludes pieces at the edge of the board." [] => |call, places| {
        let among = call.hexes(0)?;
        let board = &call.view().rules().board;
        let inside = |hexes: Set<Hex>, all: usize| hexes.len() == all && (hexes - among).is_empty();
        answer(Thing::Pieces(PiecePlaces {
            intersections: places.intersections.iter().filter(|&intersection| inside(board.intersection(intersection).hexes, 3)).collect(),
            borders: places.borders.iter().filter(|&line| inside(board.border(line).hexes, 2)).collect(),
        }))
    };
    "hexes".touching(others: Places) -> Hexes: "The hexes that touch one of the given places or pieces." [] => |call, hexes| {
        let places = call.places(0)?;
        let board = &call.view().rules().board;
        let beside = places.intersections.iter().fold(Set::EMPTY, |all, intersection| all | board.intersection(intersection).hexes);
        let beside = places.borders.iter().fold(beside, |all, line| all | board.border(line).hexes);
        answer(Thing::Hexes(hexes & beside))
    };
    "pieces" + "places".touching(hexes: Hexes) -> Same: "The pieces or places that touch one of the given hexes." [] => |call, pieces| {
        answer(Thing::Pieces(touching(call, pieces)?))
    }, |call, places| answer(Thing::Places(touching(call, places)?));
    "selection".or(other: Same) -> Same or argument: "This selection, or the other one if this one is empty." [] => |call, selection| {
        if selection.count() == Some(0) { Ok(call.args[0].clone()) } else { answer(selection) }
    };
    "selection".contains(thing: Member) -> Truth: "Whether the selection contains this element." [] => |call, selection| {
        let Some(thing) = call.thing(0) else { return Err(call.wrong(0, "a value of the same type as the elements")) };
        if thing == Thing::Nothing {
            return answer(false);
        }
        match selection.combine(thing, SetOperation::Intersection, call.view()) {
            Some(common) => answer(common.count().is_some_and(|count| count > 0)),
            None => Err(call.wrong(0, "a value of the same type as the elements")),
        }
    };
    "player".counter(name: CounterName) -> Number: "The value of the rule's counter of this name." [Counters] fewer one_counter => |call, player| {
        let slot = counter(call, Some(player))?;
        answer(i64::from(call.view().table().counters()[slot]))
    };
    "game".counter(name: CounterName) -> Number: "The value of the rule's counter of this name." [Counters] fewer one_counter => |call, ()| {
        let slot = counter(call, None)?;
        answer(i64::from(call.view().table().counters()[slot]))
    };
    "pieces" + "places".with_counter(name: CounterName, number: Number) -> Same: "The pieces or places at which the rule's counter of this name, a counter of places or pieces, has this number." [Counters, Pieces] fewer one_place_counter => |call, places| {
        answer(Thing::Pieces(with_counter(call, places)?))
    }, |call, places| answer(Thing::Places(with_counter(call, places)?));
    "hex, place, piece".counter(name: CounterName) -> Number: "The value of the rule's counter of this name at the hex or place, or on the piece." [Counters, Pieces] fewer one_place_counter => |call, place| {
        let (counter, place) = place_counter(call, place)?;
        answer(i64::from(call.view().table().count_at(counter, place)))
    };
}

/// The places of the map at which the player could build a piece of the kinds in the first argument.
fn buildable(call: &Query, player: Player) -> Result<Places, Halt> {
    let mut all = Places::default();
    for kind in kinds(call, 0)? {
        let places = call.view().adopted(places::places(call.view(), player, kind))?;
        all = all.and(call.view().rules().board.map_places(places));
    }
    Ok(all)
}

/// The number of cards of the kinds in the first argument.
fn among(call: &Query, cards: Resources) -> Result<usize, Halt> {
    if let Some(Thing::Resource(kind)) = call.thing(0) {
        return Ok(cards.get(kind));
    }
    Ok(call.resources(0)?.into_iter().map(|kind| cards.get(kind)).sum())
}

/// Selects the places whose counter has a given value. The first argument names the counter, the
/// second one is the value.
fn with_counter(call: &Query, places: PiecePlaces) -> Result<PiecePlaces, Halt> {
    let Some(first) = places.iter().next() else { return Ok(places) };
    let ((counter, _), number) = (place_counter(call, first)?, call.number(1)?);
    // Numbers other than 0 are stored.
    let counts = call.view().table().counts_of(counter);
    let those = counts.filter(|&(_, count)| number == 0 || i64::from(count) == number);
    let found: PiecePlaces = those.map(|(place, _)| place).collect();
    let keep = if number == 0 { SetOperation::Difference } else { SetOperation::Intersection };
    Ok(keep.apply_to_places(places, found))
}

/// The kind of port named by the argument.
pub(super) fn port<W: HasView>(call: &Invocation<W>) -> Result<Port, Halt> {
    let is_any = call.args[0].text() == Some("any");
    Ok(if is_any { Port::Any } else { Port::Of(call.resource(0)?) })
}

/// The player from whom this action takes a card.
fn victim(take: Action) -> Option<Player> {
    match take {
        Action::Take { from } => from,
        _ => None,
    }
}

/// A player's publicly visible points.
fn open_points(call: &Query, player: Player) -> Result<i64, Halt> {
    call.view().adopted(award::open_points(call.view(), player))
}

fn hexes_of(call: &Query, hexes: Set<Hex>) -> CallResult {
    let terrains = &call.view().rules().terrains;
    let shows = if let Some(Thing::Resource(resource)) = call.thing(0) {
        terrains.iter().position(|terrain| terrain.yields == Some(resource))
    } else {
        let name = call.text(0)?;
        terrains.iter().position(|terrain| terrain.name == name)
    };
    let Some(shows) = shows else { return Err(call.wrong(0, "a terrain")) };
    let table = call.view().table();
    let those = hexes.iter().filter(|&hex| table.terrain()[hex].index() == shows);
    answer(Thing::Hexes(those.collect()))
}

fn pieces_of(call: &Query, places: PiecePlaces) -> CallResult {
    let kinds = kinds(call, 0)?;
    let table = call.view().table();
    let is = |place| table.piece(place).is_some_and(|it| kinds.contains(it.kind()));
    let (mut intersections, mut borders) = (Set::EMPTY, Set::EMPTY);
    if kinds.iter().any(|kind| !call.view().rules().kind(kind).on_border) {
        intersections = places
            .intersections
            .iter()
            .filter(|&intersection| is(Place::Intersection(intersection)))
            .collect();
    }
    if kinds.iter().any(|kind| call.view().rules().kind(kind).on_border) {
        borders = places.borders.iter().filter(|&line| is(Place::Border(line))).collect();
    }
    answer(Thing::Pieces(PiecePlaces { intersections, borders }))
}

/// The scenario's area that the first argument names.
fn area<'a>(call: &Query<'a>) -> Result<&'a AreaPlace, Halt> {
    let name = call.text(0)?;
    let board = &call.game.rules().board;
    if let Some(area) = board.area_named(name) {
        return Ok(board.area(area));
    }
    let names: Vec<_> = board.areas().iter().map(|area| format!("`{}`", area.name)).collect();
    let names = if names.is_empty() { "none".into() } else { names.join(", ") };
    let hint = format!("the scenario's areas: {names}");
    Err(call.view().fail(&format!("there is no area `{name}`"), Some(&hint)))
}

/// The places that touch a hex in the first argument.
fn touching(call: &Query, places: PiecePlaces) -> Result<PiecePlaces, Halt> {
    let board = &call.view().rules().board;
    let hexes = call.hexes(0)?;
    Ok(PiecePlaces {
        intersections: places
            .intersections
            .iter()
            .filter(|&s| board.intersection(s).hexes.meets(&hexes))
            .collect(),
        borders: places.borders.iter().filter(|&l| board.border(l).hexes.meets(&hexes)).collect(),
    })
}
