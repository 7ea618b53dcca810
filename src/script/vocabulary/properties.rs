//! Properties: attributes of things, read without parentheses.

use super::function::declare;
use super::invocation::{CallResult, Query, answer, number};
use super::verbs::piece;
use crate::board::{Border, Hex, Intersection, PiecePlaces, Place};
use crate::game::law::terms;
use crate::game::reveal::hidden;
use crate::game::{board_verb, hand, harvest, hex_event, markers, route, sector};
use crate::script::thing::Order;
use crate::script::thing::Thing;
use crate::script::value::Value;
use crate::set::{Id, Set, SmallSet};
use crate::table::{Card, Marker, NEUTRAL, Piece, Player, Players, PortBits, Step};

declare! { PROPERTIES, Reads;
    "player".hand -> Cards: "The resource cards in the player's hand." [Hands] => |call, player| answer(Thing::Cards(call.view().table().seat(player).hand()));
    "player".produced -> Cards: "The player's cards from the last production roll." [Hands] => |call, player| answer(Thing::Cards(call.view().table().seat(player).produced()));
    "player".tradeable -> Cards: "The cards in the player's hand that can be traded: all except the open cards." [Hands] => |call, player| answer(Thing::Cards(hand::tradeable(call.view(), player)));
    "player".building -> Piece: "The player's building that this rule's event affects." [Events, Pieces] => |call, player| match hex_event::affected_building(call.view(), call.running.rule, player) {
        Some(place) => answer(piece(call, place)),
        None => {
            let hint = "an event declares `EVENT`";
            Err(call.view().fail("the rule is not an event that affects a building", Some(hint)))
        }
    };
    "player".uses -> Number or NONE: "How many times the player has used this rule, counted against the rule's limit." [Counters] => |call, player| {
        match terms::uses(call.view(), call.running, player) {
            Some(used) => answer(i64::from(used)),
            None => Err(call.view().fail("the rule has no limit that counts uses", Some("declare `USES` or `ONCE_PER`"))),
        }
    };
    "piece".produced -> Cards: "The cards that the building produced for its owner in the last production roll." => |call, piece| {
        let Place::Intersection(intersection) = piece.place else { return call.misplaced() };
        answer(Thing::Cards(call.view().adopted(harvest::yield_of(call.view(), intersection))?))
    };
    "hexes".undiscovered -> Hexes: "The hexes with a hidden event." [Land, Events] => |call, hexes| answer(Thing::Hexes(hexes & hex_event::undiscovered(call.view())));
    "game".events -> Hexes: "The hexes with a discovered event." [Events] => |call, ()| answer(Thing::Hexes(hex_event::discovered(call.view())));
    "place".is_gap -> Truth: "Whether the place is one of the two halves of a gap." [] => |call, place| match on_map(call, place) {
        Place::Border(line) => answer(call.view().rules().board.gap_with(line).is_some()),
        _ => answer(false),
    };
    "places".sharing_outpost -> Places: "The places that are at the same outpost as another of these places." => |call, places| {
        let beside = |intersection| sector::outposts_beside(call.view(), Place::Intersection(intersection));
        let has_peer = |&intersection: &Intersection| {
            places.intersections.iter().any(|other| other != intersection && beside(other).meets(&beside(intersection)))
        };
        let intersections = places.intersections.iter().filter(has_peer).collect();
        answer(Thing::Places(PiecePlaces { intersections, ..PiecePlaces::default() }))
    };
    "player".opponents -> Players: "The other players, clockwise, starting with the player on the left." [] => |call, player| answer(Thing::Players(call.view().table().opponents(player).collect()));
    "player, game".buildings -> Pieces: "The settlements and cities on the board: all of them, or those of the player." [Pieces] => buildings;
    "player, players, game" + "hex, hexes, place, places".pieces -> Pieces: "The pieces on the board: all of them, those of the player or players, those on the hexes, or those at the places, with those that stand beside others. Those on hexes and at places include pieces that belong to nobody." [Pieces] => |call, players| {
        let seats = players.iter().map(|player| call.view().table().seat(player));
        let all = seats.fold(PiecePlaces::default(), |all, seat| {
            PiecePlaces { intersections: all.intersections | seat.intersections(), borders: all.borders | seat.borders() }
        });
        answer(Thing::Pieces(all))
    }, |call, places| {
        let all = places.iter().flat_map(|place| call.view().rules().board.stack(place));
        let taken = all.filter(|&place| call.view().table().piece(place).is_some());
        answer(Thing::Pieces(taken.collect()))
    };
    "game".players -> Players: "All players, clockwise, starting with the player whose turn it is." [Turn] => |call, ()| {
        let first = call.view().table().in_turn();
        answer(Thing::Players(call.view().table().clockwise(first).collect()))
    };
    "player".longest_trail -> Number: "The length of the player's longest trail of roads and other routes." => |call, player| {
        let (rules, table) = (call.view().rules(), call.view().table());
        let kinds = rules.kinds_that(|kind| kind.is_route);
        number(usize::from(route::longest_trail(rules, table, player, kinds)))
    };
    "player".cards_bought -> Number: "How many cards the player has bought in this game, without those that are back in their decks or on the discards. Cards of decks that cannot be bought do not count." [Cards] => |call, player| {
        let (rules, table) = (call.view().rules(), call.view().table());
        let of = |card: Card| usize::from(table.held(player)[card]) + usize::from(table.played(player)[card]);
        let cards = (0..rules.cards.len()).map(Card::new);
        let bought = cards.filter(|&card| !rules.deck(rules.card(card).deck).ways.is_empty());
        number(bought.map(of).sum())
    };
    "game".current_player -> Player: "The player whose turn it is." [Turn] => |call, ()| answer(Thing::Player(call.view().table().in_turn()));
    "game".turn -> Number: "The number of the current turn: 1 is the first turn of the first player; 0 during the placement." [Turn] => |call, ()| number(usize::from(call.view().table().turn()));
    "game".event_die -> FaceName: "The name that the event die shows since the last roll, or an empty string before it." [Turn] => |call, ()| {
        let (rules, table) = (call.view().rules(), call.view().table());
        let shown = rules.event_die.as_ref().zip(table.event_die());
        let name = shown.map_or("", |(die, face)| die.name(face));
        Ok(Value::Text(name.into()))
    };
    "game".is_rolled -> Truth: "Whether the current player has rolled the dice in this turn." [Turn] => |call, ()| {
        answer(!matches!(call.view().table().step(), Step::Place(_) | Step::Roll))
    };
    "game".hexes -> Hexes: "All land hexes." [Land] => |call, ()| answer(Thing::Hexes(call.view().shore().land()));
    "game".water -> Hexes: "All water hexes, including double-hexes." [Land] => |call, ()| answer(Thing::Hexes(call.view().shore().water()));
    "game".is_placement -> Truth: "Whether the first pieces are being placed." [Placement] => |call, ()| answer(matches!(call.view().table().step(), Step::Place(_)));
    "cards, supply" + "hexes".kinds -> Resources: "The kinds of resources among the cards, or those that the hexes produce." [Land, Hands] => |_, cards| {
        answer(Thing::Resources(cards.kinds().fold(0, |bits, kind| bits | 1 << kind.0)))
    }, |call, hexes| {
        let yields = |hex| call.view().rules().terrain(call.view().table().terrain()[hex]).yields;
        let bits = hexes.iter().filter_map(yields).fold(0, |bits, kind| bits | 1 << kind.0);
        answer(Thing::Resources(bits))
    };
    "cards".total -> Number: "The number of cards." [] => |_, cards| number(cards.total());
    "selection".is_empty -> Truth or true: "Whether the selection has no elements." [] => |_, selection| answer(selection.count() == Some(0));
    "selection".count -> Number: "The number of elements." [] => |_, selection| number(selection.count().unwrap_or_default());
    "selection".only -> Member: "The only element; `NONE` if there are none or several." => |call, selection| {
        let mut members = members(call, selection).into_iter();
        answer(members.next().filter(|_| members.next().is_none()).unwrap_or(Thing::Nothing))
    };
    "place".piece -> Piece: "The piece at the place, or `NONE`; `pieces` includes those that stand beside others." [Pieces] => |call, place| answer(piece(call, place));
    "piece".kind -> Kind: "The kind of the piece." [] => |_, piece| answer(Thing::Kind(piece.kind));
    "piece".state -> StateName: "The state of the piece, such as `\"active\"`; `NONE` if its kind has no states." [Pieces] => |call, piece| {
        let states = &call.view().rules().kind(piece.kind).states;
        let state = states.get(usize::from(call.view().table().state_at(piece.place)));
        Ok(state.map_or(Value::NOTHING, |state| Value::Text(state.into())))
    };
    "piece" + "place".owner -> Player: "The owner of the piece, or of the piece at the place; `NONE` for a neutral piece." [Pieces] => |_, piece| owner(Some(piece.owner)), |call, place| {
        owner(call.view().table().piece(place).map(Piece::owner))
    };
    "game".neutral_pieces -> Pieces: "The neutral pieces on the board, which belong to nobody." [Pieces] => |call, ()| {
        answer(Thing::Pieces(call.view().table().neutral_pieces().map(|(place, _)| place).collect()))
    };
    "piece".place -> Place: "The place of the piece; for a piece that stands beside others, the place where all of them stand. `NONE` for a piece on a hex." [] => |call, piece| answer(match on_map(call, piece.place) {
        Place::Hex(_) => Thing::Nothing,
        place => Thing::Place(place),
    });
    "piece".hex -> Hex: "The hex on which the piece stands; `NONE` for all other pieces." [] => |call, piece| answer(match on_map(call, piece.place) {
        hex @ Place::Hex(_) => Thing::Place(hex),
        _ => Thing::Nothing,
    });
    "marker".place -> Spot: "The place of the marker, or `NONE`." [Markers] => |call, marker| {
        answer(call.view().table().markers()[marker].map_or(Thing::Nothing, Thing::Place))
    };
    "piece".is_building -> Truth: "Whether the piece is a settlement or a city." [] => |call, piece| answer(call.view().rules().kind(piece.kind).is_building);
    "piece".is_starting -> Truth: "Whether the piece was placed during the set-up." [] => |_, piece| answer(piece.starting);
    "marker".is_placed -> Truth: "Whether the marker is on the board." [Markers] => |call, marker| answer(call.view().table().markers()[marker].is_some());
    "hex, piece, pieces, place, places".hexes -> Hexes: "The hexes next to the hex, pieces or places." [] => |call, places| {
        let beside = |all, place| all | sector::hexes_beside(call.view(), place);
        answer(Thing::Hexes(places.iter().fold(Set::EMPTY, beside)))
    };
    "hex, hexes, piece, pieces, place, places".intersections -> Places: "The intersections next to the hexes, pieces or places: the corners of a hex, the ends of a border, and the intersections one border away from an intersection." [] => |call, places| {
        let board = &call.view().rules().board;
        let beside = |place| match place {
            Place::Hex(hex) => Set::from_iter(board.hex(hex).corners),
            Place::Intersection(intersection) => board.intersection(intersection).neighbors,
            Place::Border(line) => Set::from_iter(board.border(line).ends),
        };
        let intersections = places.iter().fold(Set::EMPTY, |all, place| all | beside(place));
        answer(Thing::Places(PiecePlaces { intersections, ..PiecePlaces::default() }))
    };
    "hex, hexes, piece, pieces, place, places".borders -> Places: "The borders next to the hexes, pieces or places: the sides of a hex, the borders at an intersection, and the borders that share an end with a border." [] => |call, places| {
        let board = &call.view().rules().board;
        let beside = |place| match place {
            Place::Hex(hex) => board.borders_of(Set::of(hex)),
            Place::Intersection(intersection) => board.intersection(intersection).borders,
            Place::Border(line) => board.neighbors_of(line),
        };
        let borders = places.iter().fold(Set::EMPTY, |all, place| all | beside(place));
        answer(Thing::Places(PiecePlaces { borders, ..PiecePlaces::default() }))
    };
    "hex, place, piece".island -> Hexes: "The land hexes that hang together with the hex, or with the land next to the place or piece." [Land] => |call, place| {
        let seeds = match place {
            Place::Hex(hex) => Set::of(hex),
            _ => sector::hexes_beside(call.view(), place),
        };
        let land = call.view().shore().land();
        answer(Thing::Hexes(call.view().rules().board.joined_to(seeds, land)))
    };
    "place".is_coast -> Truth: "Whether the place touches both land and water, or land and the edge of the board." [Land] => |call, place| {
        match on_map(call, place) {
            Place::Intersection(intersection) => answer(call.view().shore().coast().contains(intersection)),
            Place::Border(line) => answer(is_coastal(call, line)),
            Place::Hex(_) => answer(false),
        }
    };
    "hexes".largest_group -> Hexes: "The largest group of joined hexes among these, such as the largest island of `game.hexes`; of several, the first one." [] => |call, hexes| {
        answer(Thing::Hexes(call.view().rules().board.largest_group(hexes)))
    };
    "place".neighbors -> Places: "The intersections one border away; for a border, the borders that share an end with it." [] => |call, place| answer(Thing::Places(call.view().rules().board.places_beside(place)));
    "hex".number -> Number: "The number on the hex's number marker, or 0 if the hex has none." [Land] => |call, hex| number(usize::from(call.view().table().numbers()[hex]));
    "hex".resource -> Resource: "The resource that the hex produces, or `NONE`." [Land] => |call, hex| {
        let yields = call.view().rules().terrain(call.view().table().terrain()[hex]).yields;
        answer(yields.map_or(Thing::Nothing, Thing::Resource))
    };
    "hexes".hidden -> Hexes: "The hexes that are hidden: nobody has revealed them." [Land] => |call, hexes| answer(Thing::Hexes(hexes & hidden(call.view())));
    "hexes".land -> Hexes: "The hexes that are land." [Land] => |call, hexes| answer(Thing::Hexes(hexes & call.view().shore().land()));
    "hexes".numbered -> Hexes: "The hexes with a number marker." [Land] => |call, hexes| answer(Thing::Hexes(hexes - unmarked(call)));
    "hexes".unnumbered -> Hexes: "The hexes without a number: they have no number marker, and their terrain has no `numbers`." [Land] => |call, hexes| {
        let (rules, table) = (call.view().rules(), call.view().table());
        let is_bare = |hex: &Hex| rules.terrain(table.terrain()[*hex]).numbers.is_empty();
        answer(Thing::Hexes((hexes & unmarked(call)).iter().filter(is_bare).collect()))
    };
    "hexes".productive -> Hexes: "The hexes that produce a resource." [Land] => |call, hexes| {
        let yields = |hex: &Hex| call.view().rules().terrain(call.view().table().terrain()[*hex]).is_productive();
        answer(Thing::Hexes(hexes.iter().filter(yields).collect()))
    };
    "hexes".blocked -> Hexes: "The hexes on which a marker stops production." [Markers] => |call, hexes| {
        let is_blocked = |hex: &Hex| markers::is_blocked(call.view(), Place::Hex(*hex));
        answer(Thing::Hexes(hexes.iter().filter(is_blocked).collect()))
    };
    "pieces".fresh -> Pieces: "The routes that were built, moved or put on the board this turn." [FreshPieces] => |call, pieces| {
        borders(pieces.borders & call.view().table().fresh_borders())
    };
    "pieces".open_ended -> Pieces: "The routes with an end at which their owner has no piece, and no other route that continues them." [Pieces] => |call, pieces| {
        borders(pieces.borders.iter().filter(|&line| board_verb::is_open_ended(call.view(), line)).collect())
    };
    "pieces".yields -> Number: "How many cards the pieces yield together from a hex that produces: as many as their kinds declare." [Pieces] => |call, pieces| {
        let yields = |place| Some(usize::from(call.view().rules().kind(call.view().table().piece(place)?.kind()).yields));
        number(pieces.iter().filter_map(yields).sum())
    };
    "pieces".points -> Number: "How many victory points the pieces are worth together: as many as their kinds declare." [Pieces] => |call, pieces| {
        let points = |place| Some(i64::from(call.view().rules().kind(call.view().table().piece(place)?.kind()).points));
        answer(pieces.iter().filter_map(points).sum::<i64>())
    };
    "piece, pieces" + "kind".strength -> Number: "The strength of the pieces together, or of a piece of the kind, as `strength` in `pack.toml` declares it." [Pieces] => |call, pieces| {
        let strength = |place| Some(usize::from(call.view().rules().kind(call.view().table().piece(place)?.kind()).strength));
        number(pieces.iter().filter_map(strength).sum())
    }, |call, kind| {
        number(call.view().rules().kind(kind).strength.into())
    };
    "pieces".owners -> Players: "The players who own one of the pieces." [Pieces] => |call, pieces| {
        let owner = |place| Some(call.view().table().piece(place)?.owner());
        let owners: Players = pieces.iter().filter_map(owner).filter(|&it| it != NEUTRAL).collect();
        answer(Thing::Players(owners.iter().collect()))
    };
    "players".with_cards -> Players: "The players who have a resource card in the hand." [Hands] => |call, players| {
        let has_card = |&player: &Player| !call.view().table().seat(player).hand().is_empty();
        answer(Thing::Players(players.iter().filter(has_card).collect()))
    };
    "card".value -> Number: "The `VALUE` of the card, or 0." [] => |call, card| answer(i64::from(call.view().rules().card(card).value));
    "card".deck -> Decks: "The deck of the card." [] => |call, card| answer(Thing::Decks(SmallSet::of(call.view().rules().card(card).deck)));
    "piece, place".network -> Pieces: "The piece, or the piece at the place, with all pieces of its owner that are joined to it. Kinds of routes that have each other in their `joins`, directly or through others, count as one, and join anywhere. Other kinds join at a piece of the player on an intersection, if a kind of each side joins it. No routes join at an opponent's piece that blocks them. Buildings join the routes that end there." [Pieces] => |call, place| {
        let (rules, table) = (call.view().rules(), call.view().table());
        answer(Thing::Pieces(route::network(rules, table, place)))
    };
    "pieces" + "places".at_ports -> Same: "The pieces or intersections at a port of any kind." [Land] => |call, places| {
        answer(Thing::Pieces(at_ports(call, places, PortBits::MAX)))
    }, |call, places| answer(Thing::Places(at_ports(call, places, PortBits::MAX)));
    "markers".placed -> Markers: "The markers on the board." [Markers] => |call, markers| {
        let on_board = |&marker: &Marker| call.view().table().markers()[marker].is_some();
        answer(Thing::Markers(markers.iter().filter(on_board).collect()))
    };
    "game".alien_intersections -> Places: "The intersections with a benefit token." [Tokens] => |call, ()| {
        let intersections = call.view().table().tokens().values().iter().flatten().copied().collect();
        answer(Thing::Places(PiecePlaces { intersections, ..PiecePlaces::default() }))
    };
    "places".unoccupied -> Places: "The intersections among these places that have neither a piece nor a marker." => |call, places| {
        let free = |&intersection: &Intersection| {
            let place = Place::Intersection(intersection);
            call.view().table().piece(place).is_none() && markers::marker_at(call.view(), place).is_none()
        };
        let intersections = places.intersections.iter().filter(free).collect();
        answer(Thing::Places(PiecePlaces { intersections, ..PiecePlaces::default() }))
    };
    "places".without_marker -> Places: "The intersections among these places at which no marker stands." [Markers] => |call, places| {
        let free = |&site: &Intersection| markers::marker_at(call.view(), Place::Intersection(site)).is_none();
        let intersections = places.intersections.iter().filter(free).collect();
        answer(Thing::Places(PiecePlaces { intersections, ..PiecePlaces::default() }))
    };
    "place, piece".outposts -> Outposts: "The outposts next to the place or piece." [Land] => |call, place| {
        answer(Thing::Outposts(sector::outposts_beside(call.view(), place)))
    };
    "hex, place, piece".sectors -> Outposts: "The outposts nearest to the hex, place or piece; several if there is a tie. The distance is measured in hexes, intersections or borders, depending on the location." => |call, place| {
        answer(Thing::Outposts(sector::sectors(call.view(), place).into_iter().collect()))
    };
    "outposts".hexes -> Hexes: "The hexes of the outposts." [Land] => |call, outposts| {
        let hexes = outposts.iter().fold(Set::EMPTY, |all, outpost| all | sector::hexes_of(call.view(), outpost));
        answer(Thing::Hexes(hexes))
    };
    "pieces" + "places".at_coast -> Same: "The pieces or places on the coast: those that touch both land and water, or land and the edge of the board." [Land] => |call, places| {
        answer(Thing::Pieces(at_coast(call, places)))
    }, |call, places| answer(Thing::Places(at_coast(call, places)));
    "pieces".any_at_coast -> Truth: "Whether any of the pieces is on the coast." [Land] => |call, places| answer(places.intersections.meets(&call.view().shore().coast()));
}

/// The owner of a piece as an answer.
fn owner(owner: Option<Player>) -> CallResult {
    answer(owner.filter(|&owner| owner != NEUTRAL).map_or(Thing::Nothing, Thing::Player))
}

/// The place of the map at which a place is.
fn on_map(call: &Query, place: Place) -> Place {
    call.view().rules().board.ground(place)
}

/// Whether the border is between land and something else.
fn is_coastal(call: &Query, border: Border) -> bool {
    let hexes = call.view().rules().board.border(border).hexes;
    (hexes & call.view().shore().land()).len() == 1
}

/// The places on the coast.
fn at_coast(call: &Query, places: PiecePlaces) -> PiecePlaces {
    PiecePlaces {
        intersections: places.intersections & call.view().shore().coast(),
        borders: places.borders.iter().filter(|&border| is_coastal(call, border)).collect(),
    }
}

/// The members of a selection.
pub(super) fn members(call: &Query, selection: Thing) -> Vec<Thing> {
    match selection {
        Thing::Pieces(places) => places.iter().map(|place| piece(call, place)).collect(),
        selection => selection.members().collect(),
    }
}

/// The intersections among these places at a port of one of these kinds, as bits.
pub(super) fn at_ports(call: &Query, places: PiecePlaces, ports: PortBits) -> PiecePlaces {
    let (table, board) = (call.view().table(), &call.view().rules().board);
    let is_at_port = |&place: &Intersection| table.ports_at(place, board) & ports != 0;
    let intersections = places.intersections.iter().filter(is_at_port).collect();
    PiecePlaces { intersections, ..PiecePlaces::default() }
}

/// The hexes without a number marker.
fn unmarked(call: &Query) -> Set<Hex> {
    call.view().table().numbers().which(0, call.view().rules().board.hex_count())
}

/// The pieces on these borders.
pub(super) fn borders(borders: Set<Border>) -> CallResult {
    answer(Thing::Pieces(PiecePlaces { intersections: Set::EMPTY, borders }))
}

fn buildings(call: &Query, players: Order) -> CallResult {
    let is_building = |intersection: &Intersection| {
        call.view().table().on_intersections()[*intersection]
            .is_some_and(|piece| call.view().rules().kind(piece.kind()).is_building)
    };
    let seats = players.iter().map(|player| call.view().table().seat(player).intersections());
    let intersections = seats
        .fold(Set::EMPTY, |all, intersections| all | intersections)
        .iter()
        .filter(is_building)
        .collect();
    answer(Thing::Pieces(PiecePlaces { intersections, borders: Set::EMPTY }))
}
