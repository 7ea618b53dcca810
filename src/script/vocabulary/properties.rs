//! Properties: what things are, read without parentheses.

use super::verbs::piece;
use super::{Answer, Query, Thing, answer, declare, number};
use crate::board::{Border, Hex, Intersection, Place, Spots};
use crate::game::law::terms;
use crate::game::ownership;
use crate::game::{board_verb, harvest, hex_event, line, markers, route, sector};
use crate::resource::Resources;
use crate::script::thing::Order;
use crate::set::{Few, Set};
use crate::table::{Marker, Step};

declare! { PROPERTIES, Reads;
    "player".hand -> Cards: "The resource cards of the player." [Hands] => |call| match call.of {
        Thing::Player(player) => answer(Thing::Cards(call.view().table().seat(player).hand())),
        _ => call.misplaced(),
    };
    "player".produced -> Cards: "What the player produced by the last production roll." [Hands] => |call| match call.of {
        Thing::Player(player) => answer(Thing::Cards(call.view().table().seat(player).produced())),
        _ => call.misplaced(),
    };
    "player".tradeable -> Cards: "The cards of the player's hand that may be traded: those that do not lie open." [Hands] => |call| match call.of {
        Thing::Player(player) => answer(Thing::Cards(ownership::tradeable(call.view(), player))),
        _ => call.misplaced(),
    };
    "player".building -> Piece: "The building of the player that the event of this rule affects." [Events, Pieces] => |call| match call.of {
        Thing::Player(player) => match hex_event::affected_building(call.view(), call.running.rule, player) {
            Some(place) => answer(piece(call, place)),
            None => {
                let hint = "an event states `EVENT`";
                Err(call.view().fail("the rule is no event that affects a building", Some(hint)))
            }
        },
        _ => call.misplaced(),
    };
    "player".uses -> Number: "How often the player has used what this rule grants, as its limit counts." [Counters] => |call| match call.of {
        Thing::Player(player) => {
            match terms::uses(call.view(), call.running, player) {
                Some(used) => answer(i64::from(used)),
                None => Err(call.view().fail("the rule has no limit that counts uses", Some("state `USES` or `ONCE_PER`"))),
            }
        }
        _ => call.misplaced(),
    };
    "piece".produced -> Cards: "What the building brought its owner by the last production roll." => |call| match call.of {
        Thing::Piece { place: Place::Intersection(site), .. } => match harvest::yield_of(call.view(), site) {
            Ok(cards) => answer(Thing::Cards(cards)),
            Err(failure) => Err(call.view().adopt(failure)),
        },
        _ => call.misplaced(),
    };
    "hexes".undiscovered -> Hexes: "Those on which an event lies hidden." [Land, Events] => |call| match call.of {
        Thing::Hexes(hexes) => answer(Thing::Hexes(hexes & hex_event::undiscovered(call.view()))),
        _ => call.misplaced(),
    };
    "game".events -> Hexes: "The hexes on which an event lies open." [Events] => |call| match call.of {
        Thing::Game => answer(Thing::Hexes(hex_event::discovered(call.view()))),
        _ => call.misplaced(),
    };
    "place".is_gap -> Truth: "Whether it is one of the two halves of a border at a gap." [] => |call| match call.of {
        Thing::Place(Place::Border(line)) => answer(call.view().rules().board.gap_with(line).is_some()),
        Thing::Place(_) => answer(false),
        _ => call.misplaced(),
    };
    "places".with_peers -> Places: "Those at an outpost at which another one of them lies." => |call| match call.of {
        Thing::Spots(spots) => {
            let beside = |site| sector::outposts_beside(call.view(), Place::Intersection(site));
            let has_peer = |&site: &Intersection| {
                spots.sites.iter().any(|other| other != site && beside(other).meets(&beside(site)))
            };
            let sites = spots.sites.iter().filter(has_peer).collect();
            answer(Thing::Spots(Spots { sites, ..Spots::default() }))
        }
        _ => call.misplaced(),
    };
    "player".opponents -> Players: "The other players, clockwise from the left." [] => |call| match call.of {
        Thing::Player(player) => answer(Thing::Players(call.view().table().opponents(player).collect())),
        _ => call.misplaced(),
    };
    "player, game".buildings -> Pieces: "The settlements and cities on the board." [Pieces] => buildings;
    "player, players, game, places".pieces -> Pieces: "All pieces on the board, or those that stand there." [Pieces] => pieces;
    "game".players -> Players: "All players, clockwise from the one in turn." [Turn] => |call| match call.of {
        Thing::Game => {
            let first = call.view().table().in_turn();
            answer(Thing::Players(call.view().table().clockwise(first).collect()))
        }
        _ => call.misplaced(),
    };
    "player".longest_trail -> Number: "The length of the player's longest trail of roads and the like." => |call| match call.of {
        Thing::Player(player) => {
            let (rules, table) = (call.view().rules(), call.view().table());
            let kinds = rules.kinds_that(|kind| kind.is_route);
            number(usize::from(route::longest_trail(rules, table, player, kinds)))
        }
        _ => call.misplaced(),
    };
    "player".cards_bought -> Number: "How many cards the player has bought in this game." [Cards] => |call| match call.of {
        Thing::Player(player) => {
            let seat = call.view().table().seat(player);
            let cards = seat.cards().values().iter().chain(seat.played().values());
            number(cards.map(|&count| usize::from(count)).sum())
        }
        _ => call.misplaced(),
    };
    "game".in_turn -> Player: "The player whose turn it is." [Turn] => |call| match call.of {
        Thing::Game => answer(Thing::Player(call.view().table().in_turn())),
        _ => call.misplaced(),
    };
    "game".hexes -> Hexes: "All hexes of land." [] => |call| match call.of {
        Thing::Game => answer(Thing::Hexes(call.view().rules().board.land())),
        _ => call.misplaced(),
    };
    "game".is_placement -> Truth: "Whether the first pieces are being placed." [Placement] => |call| match call.of {
        Thing::Game => answer(matches!(call.view().table().step(), Step::Place(_))),
        _ => call.misplaced(),
    };
    "cards, supply, hexes".kinds -> Resources: "The kinds of resources among them, or that the hexes show." [Land, Hands] => |call| {
        if let Thing::Hexes(hexes) = call.of {
            let yields = |hex| call.view().rules().terrain(call.view().table().terrain()[hex]).yields;
            let bits = hexes.iter().filter_map(yields).fold(0, |bits, kind| bits | 1 << kind.0);
            return answer(Thing::Resources(bits));
        }
        let cards = match call.of {
            Thing::Cards(cards) => cards,
            Thing::Supply => call.view().table().supply(),
            _ => return call.misplaced(),
        };
        answer(Thing::Resources(cards.kinds().fold(0, |bits, kind| bits | 1 << kind.0)))
    };
    "cards".total -> Number: "How many cards they are." [] => |call| match call.of {
        Thing::Cards(cards) => number(cards.total()),
        _ => call.misplaced(),
    };
    "selection".is_empty -> Truth: "Whether nothing is in it." [] => |call| match call.of.count() {
        Some(count) => answer(count == 0),
        None => call.misplaced(),
    };
    "selection".count -> Number: "How many are in it." [] => |call| match call.of.count() {
        Some(count) => number(count),
        None => call.misplaced(),
    };
    "selection".only -> Member: "The one thing in it; `NONE` where there are none or several." => |call| {
        if call.of.count().is_none() {
            return call.misplaced();
        }
        let mut members = members(call).into_iter();
        answer(members.next().filter(|_| members.next().is_none()).unwrap_or(Thing::Nothing))
    };
    "place".piece -> Piece: "The piece that stands there, or `NONE`." [Pieces] => |call| match call.of {
        Thing::Place(place) => answer(piece(call, place)),
        _ => call.misplaced(),
    };
    "piece".kind -> Kind: "What piece it is." [] => |call| match call.of {
        Thing::Piece { kind, .. } => answer(Thing::Kind(kind)),
        _ => call.misplaced(),
    };
    "piece, place".owner -> Player: "Whose piece it is, or stands there." [Pieces] => |call| match call.of {
        Thing::Piece { owner, .. } => answer(Thing::Player(owner)),
        Thing::Place(place) => {
            answer(call.view().table().piece(place).map_or(Thing::Nothing, |p| Thing::Player(p.owner())))
        }
        _ => call.misplaced(),
    };
    "piece".place -> Place: "Where it stands." [] => |call| match call.of {
        Thing::Piece { place, .. } => answer(Thing::Place(place)),
        _ => call.misplaced(),
    };
    "marker".place -> Spot: "Where it stands, or `NONE`." [Markers] => |call| match call.of {
        Thing::Marker(marker) => {
            answer(call.view().table().markers()[marker].map_or(Thing::Nothing, Thing::Place))
        }
        _ => call.misplaced(),
    };
    "piece".is_building -> Truth: "Whether it is a settlement or a city." [] => |call| match call.of {
        Thing::Piece { kind, .. } => answer(call.view().rules().kind(kind).is_building),
        _ => call.misplaced(),
    };
    "piece".is_starting -> Truth: "Whether it was placed during the set-up." [] => |call| match call.of {
        Thing::Piece { starting, .. } => answer(starting),
        _ => call.misplaced(),
    };
    "marker".is_placed -> Truth: "Whether it stands on the board." [Markers] => |call| match call.of {
        Thing::Marker(marker) => answer(call.view().table().markers()[marker].is_some()),
        _ => call.misplaced(),
    };
    "piece, pieces, place".hexes -> Hexes: "The hexes beside it, or beside them." [] => |call| match hexes_beside(call) {
        Some(hexes) => answer(Thing::Hexes(hexes)),
        None => call.misplaced(),
    };
    "place".is_coast -> Truth: "Whether it touches land, and water or the edge of the board." [] => |call| match call.of {
        Thing::Place(Place::Intersection(site)) => answer(call.view().rules().board.coast().contains(site)),
        Thing::Place(Place::Border(line)) => {
            let board = &call.view().rules().board;
            answer((board.border(line).hexes & board.land()).len() == 1)
        }
        _ => call.misplaced(),
    };
    "place".neighbors -> Places: "The intersections one border away, or of a border those that meet it at an end." [] => |call| match call.of {
        Thing::Place(Place::Intersection(site)) => {
            let sites = call.view().rules().board.intersection(site).neighbors;
            answer(Thing::Spots(Spots { sites, ..Spots::default() }))
        }
        Thing::Place(Place::Border(line)) => {
            let board = &call.view().rules().board;
            let [one, other] = board.border(line).ends.map(|end| board.intersection(end).borders);
            let mut lines = one | other;
            lines.remove(line);
            answer(Thing::Spots(Spots { lines, ..Spots::default() }))
        }
        _ => call.misplaced(),
    };
    "hex".marker -> Number: "Its number marker, 0 for none." [Land] => |call| match call.of {
        Thing::Place(Place::Hex(hex)) => number(usize::from(call.view().table().numbers()[hex])),
        _ => call.misplaced(),
    };
    "hex".resource -> Resource: "What it produces, or `NONE`." [Land] => |call| match call.of {
        Thing::Place(Place::Hex(hex)) => {
            let yields = call.view().rules().terrain(call.view().table().terrain()[hex]).yields;
            answer(yields.map_or(Thing::Nothing, Thing::Resource))
        }
        _ => call.misplaced(),
    };
    "hexes".land -> Hexes: "Those that are land." [] => |call| match call.of {
        Thing::Hexes(hexes) => answer(Thing::Hexes(hexes & call.view().rules().board.land())),
        _ => call.misplaced(),
    };
    "hexes".marked -> Hexes: "Those with a number marker." [Land] => |call| filter(call, |call, hexes| hexes - unmarked(call));
    "hexes".barren -> Hexes: "Those without a number marker." [Land] => |call| filter(call, |call, hexes| hexes & unmarked(call));
    "hexes".productive -> Hexes: "Those that show a resource." [Land] => |call| filter(call, |call, hexes| {
        let yields = |hex: &Hex| call.view().rules().terrain(call.view().table().terrain()[*hex]).yields.is_some();
        hexes.iter().filter(yields).collect()
    });
    "hexes".blocked -> Hexes: "Those on which a marker stops production." [Markers] => |call| filter(call, |call, hexes| {
        hexes.iter().filter(|&hex| markers::is_blocked(call.view(), Place::Hex(hex))).collect()
    });
    "pieces".fresh -> Pieces: "Those on borders that were built or moved in this turn." [FreshPieces] => |call| lines(call, |call, lines| {
        lines & call.view().table().fresh_lines()
    });
    "pieces".open_ended -> Pieces: "Those on borders at one end of which nothing of their owner's goes on." [Pieces] => |call| lines(call, |call, lines| {
        lines.iter().filter(|&line| board_verb::is_open_ended(call.view(), line)).collect()
    });
    "pieces".line_ends -> Pieces: "Those on borders at an open end of a line of their owner's: where nothing goes on, where the line is back at the building at which it began, or anywhere in a ring without own buildings; never between two own buildings." [Pieces] => |call| lines(call, |call, lines| {
        line::open_ends(call.view(), lines)
    });
    "card".deck -> Decks: "The deck that it belongs to." [] => |call| match call.of {
        Thing::Card(card) => answer(Thing::Decks(Few::of(call.view().rules().card(card).deck))),
        _ => call.misplaced(),
    };
    "markers".placed -> Markers: "Those that stand on the board." [Markers] => |call| match call.of {
        Thing::Markers(markers) => {
            let on_board = |&marker: &Marker| call.view().table().markers()[marker].is_some();
            answer(Thing::Markers(markers.iter().filter(on_board).collect()))
        }
        _ => call.misplaced(),
    };
    "game".alien_intersections -> Places: "The intersections at which a benefit token lies." [Tokens] => |call| match call.of {
        Thing::Game => {
            let sites = call.view().table().tokens().values().iter().flatten().copied().collect();
            answer(Thing::Spots(Spots { sites, ..Spots::default() }))
        }
        _ => call.misplaced(),
    };
    "places".unoccupied -> Places: "The intersections among them at which neither a piece nor a marker stands." => |call| match call.of {
        Thing::Spots(spots) => {
            let free = |&site: &Intersection| {
                let place = Place::Intersection(site);
                call.view().table().piece(place).is_none() && markers::marker_at(call.view(), place).is_none()
            };
            let sites = spots.sites.iter().filter(free).collect();
            answer(Thing::Spots(Spots { sites, ..Spots::default() }))
        }
        _ => call.misplaced(),
    };
    "place, piece".outposts -> Outposts: "The outposts beside it." [Land] => |call| match call.of {
        Thing::Place(place) | Thing::Piece { place, .. } => {
            answer(Thing::Outposts(sector::outposts_beside(call.view(), place)))
        }
        _ => call.misplaced(),
    };
    "hex, place, piece".sectors -> Outposts: "The outposts nearest to it, counted in hexes, intersections or borders; several on a tie." => |call| match call.of {
        Thing::Place(place) | Thing::Piece { place, .. } => {
            answer(Thing::Outposts(sector::sectors(call.view(), place).into_iter().collect()))
        }
        _ => call.misplaced(),
    };
    "outposts".hexes -> Hexes: "Their hexes." [Land] => |call| match call.of {
        Thing::Outposts(outposts) => {
            let hexes = outposts.iter().fold(Set::EMPTY, |all, outpost| all | sector::hexes_of(call.view(), outpost));
            answer(Thing::Hexes(hexes))
        }
        _ => call.misplaced(),
    };
    "pieces".any_at_coast -> Truth: "Whether one of them stands at the coast." [] => |call| match call.of {
        Thing::Pieces(spots) => answer(spots.sites.meets(&call.view().rules().board.coast())),
        _ => call.misplaced(),
    };
}

/// The members of a selection one by one.
pub(super) fn members(call: &Query) -> Vec<Thing> {
    match call.of {
        Thing::Pieces(spots) => spots.iter().map(|place| piece(call, place)).collect(),
        selection => selection.members().collect(),
    }
}

fn filter(call: &Query, keep: impl Fn(&Query, Set<Hex>) -> Set<Hex>) -> Answer {
    match call.of {
        Thing::Hexes(hexes) => answer(Thing::Hexes(keep(call, hexes))),
        _ => call.misplaced(),
    }
}

/// The hexes without a number marker.
fn unmarked(call: &Query) -> Set<Hex> {
    call.view().table().numbers().which(0, call.view().rules().board.hex_count())
}

/// Those of some pieces that stand on borders and fit.
fn lines(call: &Query, keep: impl Fn(&Query, Set<Border>) -> Set<Border>) -> Answer {
    match call.of {
        Thing::Pieces(spots) => {
            let lines = keep(call, spots.lines);
            answer(Thing::Pieces(Spots { sites: Set::EMPTY, lines }))
        }
        _ => call.misplaced(),
    }
}

/// The hexes beside a place or piece.
pub(super) fn hexes_beside(call: &Query) -> Option<Set<Hex>> {
    let beside = |place| sector::hexes_beside(call.view(), place);
    match call.of {
        Thing::Place(place) | Thing::Piece { place, .. } => Some(beside(place)),
        Thing::Pieces(spots) => {
            Some(spots.iter().fold(Set::EMPTY, |all, place| all | beside(place)))
        }
        _ => None,
    }
}

fn buildings(call: &Query) -> Answer {
    let Some(pieces) = whose(call) else { return call.misplaced() };
    let is_building = |site: &crate::board::Intersection| {
        call.view().table().on_sites()[*site]
            .is_some_and(|piece| call.view().rules().kind(piece.kind()).is_building)
    };
    let seats = pieces.iter().map(|player| call.view().table().seat(player).sites());
    let sites =
        seats.fold(Set::EMPTY, |all, sites| all | sites).iter().filter(is_building).collect();
    answer(Thing::Pieces(Spots { sites, lines: Set::EMPTY }))
}

fn pieces(call: &Query) -> Answer {
    let mut spots = Spots::default();
    if let Thing::Spots(places) = call.of {
        let taken = places.iter().filter(|&place| call.view().table().piece(place).is_some());
        return answer(Thing::Pieces(taken.collect()));
    }
    let Some(players) = whose(call) else { return call.misplaced() };
    for player in players.iter() {
        spots.sites |= call.view().table().seat(player).sites();
        spots.lines |= call.view().table().seat(player).lines();
    }
    answer(Thing::Pieces(spots))
}

fn whose(call: &Query) -> Option<Order> {
    match call.of {
        Thing::Player(player) => Some(Order::from_iter([player])),
        Thing::Players(players) => Some(players),
        Thing::Game => Some(call.view().table().everybody().iter().collect()),
        _ => None,
    }
}

/// The cards of the supply, as a bag.
pub(super) fn bag_of(call: &Query) -> Option<Resources> {
    match call.of {
        Thing::Cards(cards) => Some(cards),
        Thing::Supply => Some(call.view().table().supply()),
        _ => None,
    }
}
