//! Queries: questions to the table that change nothing and ask nobody.

use super::properties::{bag_of, hexes_beside, members};
use super::{Answer, HasView, Invocation, Query, Thing, Value, answer, declare, number};
use crate::action::Action;
use crate::board::{Hex, Intersection, Place, Spots};
use crate::fault::{KernelFault, planted};
use crate::game::Halt;
use crate::game::law::{marker, places};
use crate::game::{award, board_verb, goods, hex_event, ownership};
use crate::rules::{CounterKind, MarkKind, PileKind, RuleId, Running, TagKind};
use crate::script::thing::SetOperation;
use crate::set::{Id, Set};
use crate::table::{Deck, Good, Kind, Piece, Pile, Player, Port, Tag};

declare! { QUERIES, Reads;
    "player".on_board(kind: Kind) -> Number: "How many pieces of the kind the player has on the board." [Pieces] => |call| match call.of {
        Thing::Player(player) => {
            let kinds = kinds(call, 0)?;
            let pieces = kinds.iter().map(|kind| usize::from(call.view().table().seat(player).pieces()[kind]));
            number(pieces.sum())
        }
        _ => call.misplaced(),
    };
    "player".has_port(kind: Port) -> Truth: "Whether the player has a piece at a port of this resource, or of `\"any\"`." [Pieces] => |call| match call.of {
        Thing::Player(player) => {
            let any = call.args[0].text() == Some("any");
            let port = if any { Port::Any } else { Port::Of(call.resource(0)?) };
            answer(call.view().table().seat(player).at_ports() & port.bit() != 0)
        }
        _ => call.misplaced(),
    };
    "player".played(card: CardName) -> Number: "How many cards of this name the player has played." [Cards] => |call| match call.of {
        Thing::Player(player) => {
            let name = call.text(0)?;
            match call.view().rules().card_named(name) {
                Some(card) => number(usize::from(call.view().table().seat(player).played()[card])),
                None => Err(call.view().fail(&format!("there is no card `{name}`"), None)),
            }
        }
        _ => call.misplaced(),
    };
    "player".owns(goods: GoodsName) -> Number: "How many of the goods, or of a family of them, the player owns." [Goods] => |call| match call.of {
        Thing::Player(player) => {
            let family = family(call, 0)?;
            number(goods::owned(call.view(), player, &family))
        }
        _ => call.misplaced(),
    };
    "players".owning(goods: GoodsName) -> Players: "Those who own some of the goods, or of a family of them." [Goods] => |call| match call.of {
        Thing::Players(players) => {
            let family = family(call, 0)?;
            let owns = |&player: &Player| goods::owned(call.view(), player, &family) > 0;
            answer(Thing::Players(players.iter().filter(owns).collect()))
        }
        _ => call.misplaced(),
    };
    "player".marked(name: MarkName) -> Any: "The players that the rule has marked for the player, or the hexes or decks that it has marked." [Marks, Tags] => |call| match call.of {
        Thing::Player(player) => {
            if let Some(tag) = tag(call)? {
                let things = call.view().table().tags()[tag];
                let decks = || things.iter().map(|thing| Deck::new(thing.index())).collect();
                let of_hexes = call.view().rules().tags[tag.index()].of_hexes;
                return answer(if of_hexes { Thing::Hexes(things) } else { Thing::Decks(decks()) });
            }
            let mark = mark(call)?;
            answer(Thing::Players(ownership::marked(call.view(), mark, player).iter().collect()))
        }
        _ => call.misplaced(),
    };
    "player".pile(name: PileName) -> Cards: "The player's cards on the rule's pile of this name." [Hands] => |call| match call.of {
        Thing::Player(player) => {
            let pile = pile(call)?;
            answer(Thing::Cards(call.view().table().seat(player).piles()[pile]))
        }
        _ => call.misplaced(),
    };
    "hexes".open_to(player: Player) -> Hexes: "Those on which an event lies open that affects no building of the player." [Events] => |call| {
        let Thing::Hexes(hexes) = call.of else { return call.misplaced() };
        if call.is_none(0) {
            return answer(Thing::Nothing);
        }
        let player = call.player(0)?;
        answer(Thing::Hexes(hexes & hex_event::without_effect_on(call.view(), player)))
    };
    "hexes".with_markers(numbers: List) -> Hexes: "Those with one of these number markers, such as `[6, 8]`." [Land] => |call| {
        let Thing::Hexes(hexes) = call.of else { return call.misplaced() };
        let Value::List(numbers) = &call.args[0] else {
            return Err(call.wrong(0, "a list of numbers"));
        };
        let mut numbers = numbers.iter().filter_map(Value::number).peekable();
        if numbers.peek().is_none() {
            return Err(call.wrong(0, "a list of numbers"));
        }
        let shown = |all: Set<Hex>, number| {
            let shows = |hex: &Hex| i64::from(call.view().table().numbers()[*hex]) == number;
            all | hexes.iter().filter(shows).collect()
        };
        answer(Thing::Hexes(numbers.fold(Set::EMPTY, shown)))
    };
    "supply".left(good: GoodsName) -> Number: "How many of the goods the supply has." [Goods] => |call| match call.of {
        Thing::Supply => {
            let good = good(call, 0)?;
            number(goods::left(call.view(), good))
        }
        _ => call.misplaced(),
    };
    "hexes".with_buildings(count: Number) -> Hexes: "Those with at least so many settlements and cities." [Pieces] => |call| match call.of {
        Thing::Hexes(hexes) => {
            let count = call.count(0)?;
            let building = |site: &Intersection| {
                call.view().table().on_sites()[*site].is_some_and(|p| call.view().rules().kind(p.kind()).is_building)
            };
            let built = |hex: &Hex| call.view().rules().board.hex(*hex).corners.iter().filter(|s| building(s)).count();
            answer(Thing::Hexes(hexes.iter().filter(|hex| built(hex) >= count).collect()))
        }
        _ => call.misplaced(),
    };
    "player".places(kind: Kind) -> Places: "Where the player could build a piece of the kind." if none_is_left [Pieces] => |call| match call.of {
        Thing::Player(player) => {
            let mut spots = Spots::default();
            for kind in kinds(call, 0)? {
                match places::places(call.view(), player, kind) {
                    Ok(places) => spots = SetOperation::Either.apply_to_spots(spots, places),
                    Err(failure) => return Err(call.view().adopt(failure)),
                }
            }
            answer(Thing::Spots(spots))
        }
        _ => call.misplaced(),
    };
    "piece".places() -> Places: "Where the piece could be built if it did not stand where it stands." => |call| match call.of {
        Thing::Piece { owner, kind, place, .. } => match board_verb::places_once_lifted(call.view(), owner, kind, place) {
            Ok(places) => answer(Thing::Spots(places)),
            Err(failure) => Err(call.view().adopt(failure)),
        },
        _ => call.misplaced(),
    };
    "player".points() -> Number: "The points of the player that everybody sees." => |call| match call.of {
        Thing::Player(player) => answer(open_points(call, player)?),
        _ => call.misplaced(),
    };
    "cards, supply".of(kind: Resource) -> Number: "How many cards of the kind are among them." [Hands] => of;
    "hexes".of(terrain: Terrain) -> Hexes: "Those of the terrain, or of the one that yields the resource." [Land] => of;
    "pieces".of(kind: Kind) -> Pieces: "Those of the kind, or of a class such as `\"route\"`." [Pieces] => of;
    "selection".first(count: Number) -> Same: "The first so many of it, in its own order." => |call| {
        if call.of.count().is_none() {
            return call.misplaced();
        }
        let count = call.count(0)?;
        let kept = members(call).into_iter().take(count);
        // Things of one type always go together.
        let both = |all: Thing, one| all.combine(one, SetOperation::Either).unwrap_or(all);
        answer(kept.fold(call.of.none(), both))
    };
    "players".ahead_of(player: Player) -> Players: "Those with more points than the player, as far as everybody sees." => |call| {
        let Thing::Players(order) = call.of else { return call.misplaced() };
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
    "cards".kinds_of(count: Number) -> Resources: "The kinds of which at least so many cards are among them." [] => |call| {
        let Thing::Cards(cards) = call.of else { return call.misplaced() };
        let count = call.count(0)?;
        let kinds = cards.kinds().filter(|&kind| cards.get(kind) >= count);
        answer(Thing::Resources(kinds.fold(0, |bits, kind| bits | 1 << kind.0)))
    };
    "marker".places(player: Player) -> Any: "Where the player may move the marker." => |call| {
        let Thing::Marker(marker) = call.of else { return call.misplaced() };
        let player = call.player(0)?;
        match marker::marker_places(call.view(), player, marker) {
            Ok(places) if places.hexes.is_empty() => answer(Thing::Spots(places.iter().collect())),
            Ok(places) => answer(Thing::Hexes(places.hexes)),
            Err(failure) => Err(call.view().adopt(failure)),
        }
    };
    "marker".victims(player: Player) -> Players: "The opponents of the player beside the marker who have a card that may be taken." => |call| {
        let Thing::Marker(marker) = call.of else { return call.misplaced() };
        let player = call.player(0)?;
        match marker::takes(call.view(), player, marker) {
            Ok(takes) => answer(Thing::Players(takes.into_iter().filter_map(victim).collect())),
            Err(failure) => Err(call.view().adopt(failure)),
        }
    };
    "cards, supply".has(kind: Resource) -> Truth: "Whether a card of the kind is among them." [Hands] => |call| match bag_of(call) {
        Some(_) if call.is_none(0) => answer(false),
        Some(cards) => answer(cards.get(call.resource(0)?) > 0),
        None => call.misplaced(),
    };
    "hex, place".in_area(name: AreaName) -> Truth: "Whether it lies in the named area of the scenario." [] => in_area;
    "selection".in_area(name: AreaName) -> Same: "Those in the named area of the scenario." [] => in_area;
    "piece, place".is_amidst(hexes: Hexes) -> Truth: "Whether every hex beside it is among these; never at the coast or the edge of the board." [] => |call| {
        let among = call.hexes(0)?;
        let Some(beside) = hexes_beside(call) else { return call.misplaced() };
        let inland = match call.of {
            Thing::Place(Place::Border(_)) | Thing::Piece { place: Place::Border(_), .. } => 2,
            _ => 3,
        };
        answer(beside.len() == inland && (beside - among).is_empty())
    };
    "pieces".amidst(hexes: Hexes) -> Pieces: "Those with every hex beside them among these, the ones at the coast left out." [] => |call| {
        let among = call.hexes(0)?;
        let Thing::Pieces(spots) = call.of else { return call.misplaced() };
        let board = &call.view().rules().board;
        let inside = |hexes: Set<Hex>, all: usize| hexes.len() == all && (hexes - among).is_empty();
        answer(Thing::Pieces(Spots {
            sites: spots.sites.iter().filter(|&site| inside(board.intersection(site).hexes, 3)).collect(),
            lines: spots.lines.iter().filter(|&line| inside(board.border(line).hexes, 2)).collect(),
        }))
    };
    "hexes".touching(others: Places) -> Hexes: "The hexes that touch one of the given places or pieces." [] => |call| {
        let Thing::Hexes(hexes) = call.of else { return call.misplaced() };
        let spots = call.spots(0)?;
        let board = &call.view().rules().board;
        let beside = spots.sites.iter().fold(Set::EMPTY, |all, site| all | board.intersection(site).hexes);
        let beside = spots.lines.iter().fold(beside, |all, line| all | board.border(line).hexes);
        answer(Thing::Hexes(hexes & beside))
    };
    "pieces, places".touching(hexes: Hexes) -> Same: "The pieces or places that touch one of the given hexes." [] => |call| {
        let (Thing::Pieces(spots) | Thing::Spots(spots)) = call.of else { return call.misplaced() };
        let board = &call.view().rules().board;
        let hexes = call.hexes(0)?;
        let touching = Spots {
            sites: spots.sites.iter().filter(|&s| board.intersection(s).hexes.meets(&hexes)).collect(),
            lines: spots.lines.iter().filter(|&l| board.border(l).hexes.meets(&hexes)).collect(),
        };
        let pieces = matches!(call.of, Thing::Pieces(_));
        answer(if pieces { Thing::Pieces(touching) } else { Thing::Spots(touching) })
    };
    "selection".or(other: Same) -> Same: "This selection, or the other one where this one is empty." [] => |call| match call.of.count() {
        Some(0) => Ok(call.args[0].clone()),
        Some(_) => answer(call.of),
        None => call.misplaced(),
    };
    "selection".contains(thing: Member) -> Truth: "Whether the thing is in it." [] => |call| {
        let Some(thing) = call.thing(0) else { return Err(call.wrong(0, "something that can be in it")) };
        if thing == Thing::Nothing {
            return answer(false);
        }
        match call.of.combine(thing, SetOperation::Both) {
            Some(common) => answer(common.count().is_some_and(|count| count > 0)),
            None => Err(call.wrong(0, "something that can be in it")),
        }
    };
    "player".counter(name: CounterName) -> Number: "The number that the rule's counter of this name stands at." [Counters] => |call| match call.of {
        Thing::Player(player) => {
            let slot = counter(call, player)?;
            answer(i64::from(call.view().table().counters()[slot]))
        }
        _ => call.misplaced(),
    };
}

/// The kinds of pieces that an argument names: one kind, or a class.
pub(super) fn kinds<W: HasView>(call: &Invocation<W>, number: usize) -> Result<Set<Kind>, Halt> {
    if let Some(Thing::Kind(kind)) = call.thing(number) {
        return Ok(Set::of(kind));
    }
    let name = call.args[number].text().unwrap_or_default();
    let rules = call.view().rules();
    let found = match name {
        "route" => rules.kinds_that(|kind| kind.is_route),
        "building" => rules.kinds_that(|kind| kind.is_building),
        name => rules.kind_named(name).map_or(Set::EMPTY, Set::of),
    };
    if found.is_empty() { Err(call.wrong(number, "a kind of piece")) } else { Ok(found) }
}

/// Whether the player has no piece left of the kinds that the argument names.
fn none_is_left(call: &Query) -> bool {
    let Thing::Player(player) = call.of else { return false };
    kinds(call, 0)
        .is_ok_and(|kinds| !kinds.iter().any(|kind| places::has_left(call.view(), player, kind)))
}

/// Whether the running rule uses what this one keeps, as a whole or for one copy of its card.
fn is_at_hand<W: HasView>(call: &Invocation<W>, keeper: RuleId, of: Option<u8>) -> bool {
    let Running { rule, copy } = call.running;
    call.view().rules().rule(rule).uses_those_of(rule, keeper) && of.is_none_or(|of| of == copy)
}

/// The slot of the running rule's counter, for a player.
pub(super) fn counter<W: HasView>(
    call: &Invocation<W>,
    player: Player,
) -> Result<crate::table::Counter, Halt> {
    let name = call.text(0)?;
    let rules = call.view().rules();
    let known = |kind: &&CounterKind| kind.name == name && is_at_hand(call, kind.rule, kind.copy);
    let kind = rules.counters.iter().find(known);
    match kind {
        Some(kind) if kind.by_player && !planted(KernelFault::CountersShared) => {
            Ok(kind.first.of(player))
        }
        Some(kind) => Ok(kind.first),
        None => {
            let hint = format!("declare `const COUNTER = \"{name}: turn\";`");
            Err(call.view().fail(&format!("the rule keeps no counter `{name}`"), Some(&hint)))
        }
    }
}

/// The goods that an argument names.
pub(super) fn good<W: HasView>(call: &Invocation<W>, number: usize) -> Result<Good, Halt> {
    let name = call.text(number)?;
    match call.view().rules().goods.iter().position(|good| good.name == name) {
        Some(good) => Ok(Good::new(good)),
        None => Err(call.view().fail(&format!("there are no goods `{name}`"), None)),
    }
}

/// The goods that an argument names: one kind, or all of a family.
pub(super) fn family<W: HasView>(call: &Invocation<W>, number: usize) -> Result<Vec<Good>, Halt> {
    let name = call.text(number)?;
    let goods = call.view().rules().goods.iter().enumerate();
    let named = goods.filter(|(_, good)| good.name == name || good.family == name);
    let family: Vec<Good> = named.map(|(at, _)| Good::new(at)).collect();
    if family.is_empty() {
        return Err(call.view().fail(&format!("there are no goods `{name}`"), None));
    }
    Ok(family)
}

/// The running rule's mark of hexes or decks that the first argument names.
pub(super) fn tag<W: HasView>(call: &Invocation<W>) -> Result<Option<Tag>, Halt> {
    let name = call.text(0)?;
    let known = |kind: &TagKind| kind.name == name && is_at_hand(call, kind.rule, kind.copy);
    Ok(call.view().rules().tags.iter().position(known).map(Tag::new))
}

/// The running rule's pile that the first argument names.
pub(super) fn pile<W: HasView>(call: &Invocation<W>) -> Result<Pile, Halt> {
    let name = call.text(0)?;
    let known = |kind: &PileKind| kind.name == name && is_at_hand(call, kind.rule, None);
    let found = call.view().rules().piles.iter().position(known).map(Pile::new);
    found.ok_or_else(|| {
        let hint = format!("declare `const PILE = \"{name}\";`");
        call.view().fail(&format!("the rule has no pile `{name}`"), Some(&hint))
    })
}

/// The running rule's mark that the first argument names.
pub(super) fn mark<W: HasView>(call: &Invocation<W>) -> Result<usize, Halt> {
    let name = call.text(0)?;
    let known = |kind: &MarkKind| kind.name == name && is_at_hand(call, kind.rule, kind.copy);
    call.view().rules().marks.iter().position(known).ok_or_else(|| {
        let hint = format!("declare `const MARK = \"{name}: turn\";`");
        call.view().fail(&format!("the rule makes no mark `{name}`"), Some(&hint))
    })
}

/// From whom a card is taken by this action.
fn victim(take: Action) -> Option<Player> {
    match take {
        Action::Take { from } => from,
        _ => None,
    }
}

/// The points of a player that everybody sees.
fn open_points(call: &Query, player: Player) -> Result<i64, Halt> {
    award::open_points(call.view(), player).map_err(|failure| call.view().adopt(failure))
}

fn of(call: &Query) -> Answer {
    match call.of {
        Thing::Cards(_) | Thing::Supply if call.is_none(0) => number(0),
        Thing::Cards(cards) => number(cards.get(call.resource(0)?)),
        Thing::Supply => number(call.view().table().supply().get(call.resource(0)?)),
        Thing::Hexes(hexes) => {
            let shows = if let Some(Thing::Resource(resource)) = call.thing(0) {
                call.view()
                    .rules()
                    .terrains
                    .iter()
                    .position(|terrain| terrain.yields == Some(resource))
            } else {
                let name = call.text(0)?;
                call.view().rules().terrains.iter().position(|terrain| terrain.name == name)
            };
            let Some(shows) = shows else { return Err(call.wrong(0, "a terrain")) };
            let table = call.view().table();
            answer(Thing::Hexes(
                hexes.iter().filter(|&hex| table.terrain()[hex].index() == shows).collect(),
            ))
        }
        Thing::Pieces(spots) => {
            let kinds = kinds(call, 0)?;
            let table = call.view().table();
            let is = |piece: Option<Piece>| piece.is_some_and(|it| kinds.contains(it.kind()));
            let (mut sites, mut lines) = (Set::EMPTY, Set::EMPTY);
            if kinds.iter().any(|kind| !call.view().rules().kind(kind).on_border) {
                sites = spots.sites.iter().filter(|&site| is(table.on_sites()[site])).collect();
            }
            if kinds.iter().any(|kind| call.view().rules().kind(kind).on_border) {
                lines = spots.lines.iter().filter(|&line| is(table.on_lines()[line])).collect();
            }
            answer(Thing::Pieces(Spots { sites, lines }))
        }
        _ => call.misplaced(),
    }
}

fn in_area(call: &Query) -> Answer {
    let name = call.text(0)?;
    let rules = call.view().rules();
    let Some(area) = rules.board.area_named(name) else {
        let names: Vec<_> =
            rules.board.areas().iter().map(|area| format!("`{}`", area.name)).collect();
        let hint = format!(
            "the scenario's areas are {}",
            if names.is_empty() { "none".into() } else { names.join(", ") }
        );
        return Err(call.view().fail(&format!("there is no area `{name}`"), Some(&hint)));
    };
    let area = rules.board.area(area);
    match call.of {
        Thing::Place(place) | Thing::Piece { place, .. } => answer(match place {
            Place::Hex(hex) => area.hexes.contains(hex),
            Place::Intersection(site) => area.intersections.contains(site),
            Place::Border(line) => area.borders.contains(line),
        }),
        Thing::Hexes(hexes) => answer(Thing::Hexes(hexes & area.hexes)),
        Thing::Pieces(spots) => answer(Thing::Pieces(within(spots, area))),
        Thing::Spots(spots) => answer(Thing::Spots(within(spots, area))),
        _ => call.misplaced(),
    }
}

fn within(spots: Spots, area: &crate::board::AreaPlace) -> Spots {
    Spots { sites: spots.sites & area.intersections, lines: spots.lines & area.borders }
}
