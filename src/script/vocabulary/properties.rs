//! Properties: what things are, said without parentheses.

use super::verbs::piece;
use super::{Answer, Query, Thing, answer, declare, number};
use crate::board::{Border, Hex, Intersection, Place, Spots};
use crate::resource::Resources;
use crate::script::thing::Order;
use crate::set::{Few, Set};
use crate::table::{Marker, Step};

declare! { PROPERTIES, Reads;
    "player".hand -> Cards: "The resource cards of the player." [Hands] => |said| match said.of {
        Thing::Player(player) => answer(Thing::Cards(said.work.table.seat(player).hand)),
        _ => said.misplaced(),
    };
    "player".produced -> Cards: "What the player produced by the last production roll." [Hands] => |said| match said.of {
        Thing::Player(player) => answer(Thing::Cards(said.work.table.seat(player).produced)),
        _ => said.misplaced(),
    };
    "player".tradeable -> Cards: "The cards of the player's hand that may be traded: those that do not lie open." [Hands] => |said| match said.of {
        Thing::Player(player) => answer(Thing::Cards(said.work.tradeable(player))),
        _ => said.misplaced(),
    };
    "player".building -> Piece: "The building of the player that the event of this rule affects." [Events, Pieces] => |said| match said.of {
        Thing::Player(player) => match said.work.affected_building(said.running.rule, player) {
            Some(place) => answer(piece(said, place)),
            None => {
                let hint = "an event states `EVENT`";
                Err(said.work.fail("the rule is no event that affects a building", Some(hint)))
            }
        },
        _ => said.misplaced(),
    };
    "player".uses -> Number: "How often the player has used what this rule grants, as its limit counts." [Counters] => |said| match said.of {
        Thing::Player(player) => {
            match said.work.uses(said.running, player) {
                Some(used) => answer(i64::from(used)),
                None => Err(said.work.fail("the rule has no limit that counts uses", Some("state `USES` or `ONCE_PER`"))),
            }
        }
        _ => said.misplaced(),
    };
    "piece".produced -> Cards: "What the building brought its owner by the last production roll." => |said| match said.of {
        Thing::Piece { place: Place::Intersection(site), .. } => match said.work.yield_of(site) {
            Ok(cards) => answer(Thing::Cards(cards)),
            Err(failure) => Err(said.work.adopt(failure)),
        },
        _ => said.misplaced(),
    };
    "hexes".undiscovered -> Hexes: "Those on which an event lies hidden." [Land, Events] => |said| match said.of {
        Thing::Hexes(hexes) => answer(Thing::Hexes(hexes & said.work.undiscovered())),
        _ => said.misplaced(),
    };
    "game".events -> Hexes: "The hexes on which an event lies open." [Events] => |said| match said.of {
        Thing::Game => answer(Thing::Hexes(said.work.discovered())),
        _ => said.misplaced(),
    };
    "place".is_gap -> Truth: "Whether it is one of the two halves of a border at a gap." [] => |said| match said.of {
        Thing::Place(Place::Border(line)) => answer(said.work.rules.board.gap_with(line).is_some()),
        Thing::Place(_) => answer(false),
        _ => said.misplaced(),
    };
    "places".with_peers -> Places: "Those at an outpost at which another one of them lies." => |said| match said.of {
        Thing::Spots(spots) => {
            let beside = |site| said.work.outposts_beside(Place::Intersection(site));
            let has_peer = |&site: &Intersection| {
                spots.sites.iter().any(|other| other != site && beside(other).meets(&beside(site)))
            };
            let sites = spots.sites.iter().filter(has_peer).collect();
            answer(Thing::Spots(Spots { sites, ..Spots::default() }))
        }
        _ => said.misplaced(),
    };
    "player".opponents -> Players: "The other players, clockwise from the left." [] => |said| match said.of {
        Thing::Player(player) => answer(Thing::Players(said.work.table.opponents(player).collect())),
        _ => said.misplaced(),
    };
    "player, game".buildings -> Pieces: "The settlements and cities on the board." [Pieces] => buildings;
    "player, players, game, places".pieces -> Pieces: "All pieces on the board, or those that stand there." [Pieces] => pieces;
    "game".players -> Players: "All players, clockwise from the one in turn." [Turn] => |said| match said.of {
        Thing::Game => {
            let first = said.work.table.in_turn;
            answer(Thing::Players(said.work.table.clockwise(first).collect()))
        }
        _ => said.misplaced(),
    };
    "player".longest_trail -> Number: "The length of the player's longest trail of roads and the like." => |said| match said.of {
        Thing::Player(player) => {
            let kinds = said.work.rules.kinds_that(|kind| kind.is_route);
            number(usize::from(said.work.longest_trail(player, kinds)))
        }
        _ => said.misplaced(),
    };
    "player".cards_bought -> Number: "How many cards the player has bought in this game." [Cards] => |said| match said.of {
        Thing::Player(player) => {
            let seat = said.work.table.seat(player);
            let cards = seat.cards.values().iter().chain(seat.played.values());
            number(cards.map(|&count| usize::from(count)).sum())
        }
        _ => said.misplaced(),
    };
    "game".in_turn -> Player: "The player whose turn it is." [Turn] => |said| match said.of {
        Thing::Game => answer(Thing::Player(said.work.table.in_turn)),
        _ => said.misplaced(),
    };
    "game".hexes -> Hexes: "All hexes of land." [] => |said| match said.of {
        Thing::Game => answer(Thing::Hexes(said.work.rules.board.land())),
        _ => said.misplaced(),
    };
    "game".is_placement -> Truth: "Whether the first pieces are being placed." [Placement] => |said| match said.of {
        Thing::Game => answer(matches!(said.work.table.step, Step::Place(_))),
        _ => said.misplaced(),
    };
    "cards, supply, hexes".kinds -> Resources: "The kinds of resources among them, or that the hexes show." [Land, Hands] => |said| {
        if let Thing::Hexes(hexes) = said.of {
            let yields = |hex| said.work.rules.terrain(said.work.table.terrain[hex]).yields;
            let bits = hexes.iter().filter_map(yields).fold(0, |bits, kind| bits | 1 << kind.0);
            return answer(Thing::Resources(bits));
        }
        let cards = match said.of {
            Thing::Cards(cards) => cards,
            Thing::Supply => said.work.table.supply,
            _ => return said.misplaced(),
        };
        answer(Thing::Resources(cards.kinds().fold(0, |bits, kind| bits | 1 << kind.0)))
    };
    "cards".total -> Number: "How many cards they are." [] => |said| match said.of {
        Thing::Cards(cards) => number(cards.total()),
        _ => said.misplaced(),
    };
    "selection".is_empty -> Truth: "Whether nothing is in it." [] => |said| match said.of.count() {
        Some(count) => answer(count == 0),
        None => said.misplaced(),
    };
    "selection".count -> Number: "How many are in it." [] => |said| match said.of.count() {
        Some(count) => number(count),
        None => said.misplaced(),
    };
    "selection".only -> Member: "The one thing in it; `NONE` where there are none or several." => |said| {
        if said.of.count().is_none() {
            return said.misplaced();
        }
        let mut members = members(said).into_iter();
        answer(members.next().filter(|_| members.next().is_none()).unwrap_or(Thing::Nothing))
    };
    "place".piece -> Piece: "The piece that stands there, or `NONE`." [Pieces] => |said| match said.of {
        Thing::Place(place) => answer(piece(said, place)),
        _ => said.misplaced(),
    };
    "piece".kind -> Kind: "What piece it is." [] => |said| match said.of {
        Thing::Piece { kind, .. } => answer(Thing::Kind(kind)),
        _ => said.misplaced(),
    };
    "piece, place".owner -> Player: "Whose piece it is, or stands there." [Pieces] => |said| match said.of {
        Thing::Piece { owner, .. } => answer(Thing::Player(owner)),
        Thing::Place(place) => {
            answer(said.work.table.piece(place).map_or(Thing::Nothing, |p| Thing::Player(p.owner())))
        }
        _ => said.misplaced(),
    };
    "piece".place -> Place: "Where it stands." [] => |said| match said.of {
        Thing::Piece { place, .. } => answer(Thing::Place(place)),
        _ => said.misplaced(),
    };
    "marker".place -> Spot: "Where it stands, or `NONE`." [Markers] => |said| match said.of {
        Thing::Marker(marker) => {
            answer(said.work.table.markers[marker].map_or(Thing::Nothing, Thing::Place))
        }
        _ => said.misplaced(),
    };
    "piece".is_building -> Truth: "Whether it is a settlement or a city." [] => |said| match said.of {
        Thing::Piece { kind, .. } => answer(said.work.rules.kind(kind).is_building),
        _ => said.misplaced(),
    };
    "piece".is_starting -> Truth: "Whether it was placed during the set-up." [] => |said| match said.of {
        Thing::Piece { starting, .. } => answer(starting),
        _ => said.misplaced(),
    };
    "marker".is_placed -> Truth: "Whether it stands on the board." [Markers] => |said| match said.of {
        Thing::Marker(marker) => answer(said.work.table.markers[marker].is_some()),
        _ => said.misplaced(),
    };
    "piece, pieces, place".hexes -> Hexes: "The hexes beside it, or beside them." [] => |said| match hexes_beside(said) {
        Some(hexes) => answer(Thing::Hexes(hexes)),
        None => said.misplaced(),
    };
    "place".is_coast -> Truth: "Whether it touches land, and water or the edge of the board." [] => |said| match said.of {
        Thing::Place(Place::Intersection(site)) => answer(said.work.rules.board.coast().contains(site)),
        Thing::Place(Place::Border(line)) => {
            let board = &said.work.rules.board;
            answer((board.border(line).hexes & board.land()).len() == 1)
        }
        _ => said.misplaced(),
    };
    "place".neighbors -> Places: "The intersections one border away, or of a border those that meet it at an end." [] => |said| match said.of {
        Thing::Place(Place::Intersection(site)) => {
            let sites = said.work.rules.board.intersection(site).neighbors;
            answer(Thing::Spots(Spots { sites, ..Spots::default() }))
        }
        Thing::Place(Place::Border(line)) => {
            let board = &said.work.rules.board;
            let [one, other] = board.border(line).ends.map(|end| board.intersection(end).borders);
            let mut lines = one | other;
            lines.remove(line);
            answer(Thing::Spots(Spots { lines, ..Spots::default() }))
        }
        _ => said.misplaced(),
    };
    "hex".marker -> Number: "Its number marker, 0 for none." [Land] => |said| match said.of {
        Thing::Place(Place::Hex(hex)) => number(usize::from(said.work.table.numbers[hex])),
        _ => said.misplaced(),
    };
    "hex".resource -> Resource: "What it produces, or `NONE`." [Land] => |said| match said.of {
        Thing::Place(Place::Hex(hex)) => {
            let yields = said.work.rules.terrain(said.work.table.terrain[hex]).yields;
            answer(yields.map_or(Thing::Nothing, Thing::Resource))
        }
        _ => said.misplaced(),
    };
    "hexes".land -> Hexes: "Those that are land." [] => |said| match said.of {
        Thing::Hexes(hexes) => answer(Thing::Hexes(hexes & said.work.rules.board.land())),
        _ => said.misplaced(),
    };
    "hexes".marked -> Hexes: "Those with a number marker." [Land] => |said| filter(said, |said, hexes| hexes - unmarked(said));
    "hexes".barren -> Hexes: "Those without a number marker." [Land] => |said| filter(said, |said, hexes| hexes & unmarked(said));
    "hexes".productive -> Hexes: "Those that show a resource." [Land] => |said| filter(said, |said, hexes| {
        let yields = |hex: &Hex| said.work.rules.terrain(said.work.table.terrain[*hex]).yields.is_some();
        hexes.iter().filter(yields).collect()
    });
    "hexes".blocked -> Hexes: "Those on which a marker stops production." [Markers] => |said| filter(said, |said, hexes| {
        hexes.iter().filter(|&hex| said.work.is_blocked(Place::Hex(hex))).collect()
    });
    "pieces".fresh -> Pieces: "Those on borders that were built or moved in this turn." [FreshPieces] => |said| lines(said, |said, lines| {
        lines & said.work.table.fresh_lines
    });
    "pieces".open_ended -> Pieces: "Those on borders at one end of which nothing of their owner's goes on." [Pieces] => |said| lines(said, |said, lines| {
        lines.iter().filter(|&line| said.work.is_open_ended(line)).collect()
    });
    "pieces".line_ends -> Pieces: "Those on borders at an open end of a line of their owner's: where nothing goes on, where the line is back at the building at which it began, or anywhere in a ring without own buildings; never between two own buildings." [Pieces] => |said| lines(said, |said, lines| {
        said.work.line_ends(lines)
    });
    "card".deck -> Decks: "The deck that it belongs to." [] => |said| match said.of {
        Thing::Card(card) => answer(Thing::Decks(Few::of(said.work.rules.card(card).deck))),
        _ => said.misplaced(),
    };
    "markers".placed -> Markers: "Those that stand on the board." [Markers] => |said| match said.of {
        Thing::Markers(markers) => {
            let on_board = |&marker: &Marker| said.work.table.markers[marker].is_some();
            answer(Thing::Markers(markers.iter().filter(on_board).collect()))
        }
        _ => said.misplaced(),
    };
    "game".alien_intersections -> Places: "The intersections at which a benefit token lies." [Tokens] => |said| match said.of {
        Thing::Game => {
            let sites = said.work.table.tokens.values().iter().flatten().copied().collect();
            answer(Thing::Spots(Spots { sites, ..Spots::default() }))
        }
        _ => said.misplaced(),
    };
    "places".unoccupied -> Places: "The intersections among them at which neither a piece nor a marker stands." => |said| match said.of {
        Thing::Spots(spots) => {
            let free = |&site: &Intersection| {
                let place = Place::Intersection(site);
                said.work.table.piece(place).is_none() && said.work.marker_at(place).is_none()
            };
            let sites = spots.sites.iter().filter(free).collect();
            answer(Thing::Spots(Spots { sites, ..Spots::default() }))
        }
        _ => said.misplaced(),
    };
    "place, piece".outposts -> Outposts: "The outposts beside it." [Land] => |said| match said.of {
        Thing::Place(place) | Thing::Piece { place, .. } => {
            answer(Thing::Outposts(said.work.outposts_beside(place)))
        }
        _ => said.misplaced(),
    };
    "hex, place, piece".sectors -> Outposts: "The outposts nearest to it, counted in hexes, intersections or borders; several on a tie." => |said| match said.of {
        Thing::Place(place) | Thing::Piece { place, .. } => {
            answer(Thing::Outposts(said.work.sectors(place).into_iter().collect()))
        }
        _ => said.misplaced(),
    };
    "outposts".hexes -> Hexes: "Their hexes." [Land] => |said| match said.of {
        Thing::Outposts(outposts) => {
            let hexes = outposts.iter().fold(Set::EMPTY, |all, outpost| all | said.work.hexes_of(outpost));
            answer(Thing::Hexes(hexes))
        }
        _ => said.misplaced(),
    };
    "pieces".any_at_coast -> Truth: "Whether one of them stands at the coast." [] => |said| match said.of {
        Thing::Pieces(spots) => answer(spots.sites.meets(&said.work.rules.board.coast())),
        _ => said.misplaced(),
    };
}

/// The members of a selection one by one.
pub(super) fn members(said: &Query) -> Vec<Thing> {
    match said.of {
        Thing::Pieces(spots) => spots.iter().map(|place| piece(said, place)).collect(),
        selection => selection.members().collect(),
    }
}

fn filter(said: &Query, keep: impl Fn(&Query, Set<Hex>) -> Set<Hex>) -> Answer {
    match said.of {
        Thing::Hexes(hexes) => answer(Thing::Hexes(keep(said, hexes))),
        _ => said.misplaced(),
    }
}

/// The hexes without a number marker.
fn unmarked(said: &Query) -> Set<Hex> {
    said.work.table.numbers.which(0, said.work.rules.board.hex_count())
}

/// Those of some pieces that stand on borders and fit.
fn lines(said: &Query, keep: impl Fn(&Query, Set<Border>) -> Set<Border>) -> Answer {
    match said.of {
        Thing::Pieces(spots) => {
            let lines = keep(said, spots.lines);
            answer(Thing::Pieces(Spots { sites: Set::EMPTY, lines }))
        }
        _ => said.misplaced(),
    }
}

/// The hexes beside a place or piece.
pub(super) fn hexes_beside(said: &Query) -> Option<Set<Hex>> {
    let beside = |place| said.work.hexes_beside(place);
    match said.of {
        Thing::Place(place) | Thing::Piece { place, .. } => Some(beside(place)),
        Thing::Pieces(spots) => {
            Some(spots.iter().fold(Set::EMPTY, |all, place| all | beside(place)))
        }
        _ => None,
    }
}

fn buildings(said: &Query) -> Answer {
    let Some(pieces) = whose(said) else { return said.misplaced() };
    let is_building = |site: &crate::board::Intersection| {
        said.work.table.on_sites[*site]
            .is_some_and(|piece| said.work.rules.kind(piece.kind()).is_building)
    };
    let seats = pieces.iter().map(|player| said.work.table.seat(player).sites);
    let sites =
        seats.fold(Set::EMPTY, |all, sites| all | sites).iter().filter(is_building).collect();
    answer(Thing::Pieces(Spots { sites, lines: Set::EMPTY }))
}

fn pieces(said: &Query) -> Answer {
    let mut spots = Spots::default();
    if let Thing::Spots(places) = said.of {
        let taken = places.iter().filter(|&place| said.work.table.piece(place).is_some());
        return answer(Thing::Pieces(taken.collect()));
    }
    let Some(players) = whose(said) else { return said.misplaced() };
    for player in players.iter() {
        spots.sites |= said.work.table.seat(player).sites;
        spots.lines |= said.work.table.seat(player).lines;
    }
    answer(Thing::Pieces(spots))
}

fn whose(said: &Query) -> Option<Order> {
    match said.of {
        Thing::Player(player) => Some(Order::from_iter([player])),
        Thing::Players(players) => Some(players),
        Thing::Game => Some(said.work.table.everybody().iter().collect()),
        _ => None,
    }
}

/// The cards of the supply, as a bag.
pub(super) fn bag_of(said: &Query) -> Option<Resources> {
    match said.of {
        Thing::Cards(cards) => Some(cards),
        Thing::Supply => Some(said.work.table.supply),
        _ => None,
    }
}
