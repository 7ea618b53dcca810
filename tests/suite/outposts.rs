//! The set-up of the standard game over many seeds: outposts and frontiers, tokens, gaps and
//! sectors.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::rc::Rc;
use std::sync::Arc;

use newcatan::board::{Border, Hex, Intersection, Place};
use newcatan::content::Request;
use newcatan::game::law::{marker, terms};
use newcatan::game::sector;
use newcatan::game::{Game, Script};
use newcatan::rules::{MarkerGround, Rules};
use newcatan::set::{Id, Set};
use newcatan::table::{Marker, Player, Table, Terrain, Token};

use crate::support;

const SEEDS: u64 = 400;
const MARKERS: [u8; 17] = [5, 2, 6, 3, 8, 10, 9, 12, 11, 4, 8, 10, 9, 4, 5, 6, 3];
/// The rings of the land from a corner on, counter-clockwise.
const OUTER: [&str; 12] = ["B2", "C2", "D2", "E2", "F2", "F3", "F4", "E5", "D6", "C5", "B4", "B3"];
const INNER: [&str; 6] = ["C3", "D3", "E3", "E4", "D5", "C4"];

type Loaded = (Arc<Rules>, Rc<dyn Script>);

/// A shipped scenario, or one with this text.
fn load(text: &str) -> Loaded {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("scene.toml");
    fs::write(&file, text).unwrap();
    let request = Request { scenario: file.display().to_string(), ..support::shipped() };
    support::load(&request).unwrap_or_else(|wrong| panic!("{wrong}"))
}

fn text() -> String {
    fs::read_to_string("scenarios/newcatan.toml").unwrap()
}

fn begin((rules, script): &Loaded, players: usize, seed: u64) -> Option<Game> {
    let names = ["red", "blue", "white", "orange", "green", "brown"];
    let names: Vec<String> = names.iter().take(players).map(|&name| name.into()).collect();
    Game::new(Arc::clone(rules), Rc::clone(script), &names, seed).ok()
}

/// The games of many seeds.
fn games(loaded: &Loaded) -> impl Iterator<Item = Game> {
    (0..SEEDS).map(|seed| begin(loaded, 3, seed).unwrap())
}

fn hex(game: &Game, name: &str) -> Hex {
    let Ok(Place::Hex(hex)) = game.rules().board.place(name) else { panic!("no hex {name}") };
    hex
}

/// The terrain of a hex.
fn shown(game: &Game, hex: Hex) -> &str {
    &game.rules().terrain(game.table().terrain()[hex]).name
}

/// The outposts of the game.
fn outposts(game: &Game) -> Vec<Terrain> {
    let all = (0..game.rules().terrains.len()).map(Terrain::new);
    all.filter(|&terrain| game.rules().terrain(terrain).outpost).collect()
}

/// The terrain of the double-hexes, clockwise.
fn doubles(game: &Game) -> Vec<&str> {
    let places = game.rules().setup.double_hexes.places.iter();
    places.map(|hexes| shown(game, hexes[0])).collect()
}

/// The intersections of a double-hex on the coast.
fn shore(game: &Game, hexes: &[Hex]) -> Set<Intersection> {
    hexes.iter().flat_map(|&hex| game.rules().board.shore_of(hex)).collect()
}

/// The place of each token.
fn tokens(table: &Table, rules: &Rules) -> Vec<Option<Intersection>> {
    (0..rules.tokens.len()).map(|token| table.tokens()[Token::new(token)]).collect()
}

// covers: N-1, N-6
#[test]
fn the_land_is_18_hexes_around_a_lake() {
    for game in games(&load(&text())) {
        let board = &game.rules().board;
        let hexes: Vec<Hex> = board.shore().land().iter().collect();
        assert_eq!(hexes.len(), 19);
        let count =
            |terrain: &str| hexes.iter().filter(|&&hex| shown(&game, hex) == terrain).count();
        let counts = ["wood", "sheep", "grain", "brick", "ore", "desert", "lake"].map(count);
        assert_eq!(counts, [4, 3, 4, 3, 3, 1, 1]);
        assert_eq!(shown(&game, hex(&game, "D4")), "lake");
        for barren in hexes.iter().filter(|&&hex| game.table().numbers()[hex] == 0) {
            assert!(["lake", "desert"].contains(&shown(&game, *barren)));
        }
        let mut markers: Vec<u8> = hexes.iter().map(|&hex| game.table().numbers()[hex]).collect();
        markers.sort_unstable();
        assert_eq!(markers, [0, 0, 2, 3, 3, 4, 4, 5, 5, 6, 6, 8, 8, 9, 9, 10, 10, 11, 12]);
    }
}

// covers: N-1
#[test]
fn markers_lie_in_a_spiral_that_leaves_desert_and_lake_out() {
    let (mut from, mut deserts) = (BTreeSet::new(), BTreeSet::<&str>::new());
    for game in games(&load(&text())) {
        let number = |name: &&str| game.table().numbers()[hex(&game, name)];
        let is_spiral = |corner: &usize| {
            let outer = OUTER.iter().cycle().skip(2 * corner).take(12);
            let inner = INNER.iter().cycle().skip(*corner).take(6);
            let laid: Vec<u8> = outer.chain(inner).map(number).filter(|&n| n > 0).collect();
            laid == MARKERS
        };
        let corners: Vec<usize> = (0..6).filter(is_spiral).collect();
        assert!(!corners.is_empty(), "no spiral with seed {}", game.table().seed());
        from.extend(corners);
        deserts.extend(OUTER.iter().chain(&INNER).filter(|name| number(name) == 0).copied());
    }
    assert_eq!(from.len(), 6, "each corner is drawn");
    assert_eq!(deserts.len(), 18, "the desert lies everywhere but in the middle");
}

// covers: N-1
#[test]
fn no_6_or_8_touches_another() {
    for game in games(&load(&text())) {
        let frequent = |hex: Hex| matches!(game.table().numbers()[hex], 6 | 8);
        let board = &game.rules().board;
        let near = |hex: Hex| board.hex(hex).neighbors.into_iter().flatten().any(frequent);
        assert!(!board.hexes().iter().any(|hex| frequent(hex) && near(hex)));
    }
}

// covers: N-2
#[test]
fn the_frontiers_are_opposite_and_all_arrangements_occur() {
    let mut seen = BTreeSet::new();
    for game in games(&load(&text())) {
        let doubles = doubles(&game);
        let frontiers: Vec<usize> = (0..6).filter(|&at| doubles[at] == "frontier area").collect();
        let [one, other] = frontiers[..] else { panic!("{doubles:?}") };
        assert_eq!(other - one, 3, "{doubles:?}");
        let mut sorted = doubles.clone();
        sorted.sort_unstable();
        sorted.dedup();
        assert_eq!(sorted.len(), 5, "{doubles:?}");
        seen.insert(doubles.join(" "));
    }
    // Three places for the frontiers, times all orders of the four outposts.
    assert_eq!(seen.len(), 3 * 24);
}

// covers: N-2
#[test]
fn all_coastal_intersections_belong_to_one_double_hex() {
    let game = begin(&load(&text()), 3, 1).unwrap();
    let (board, setup) = (&game.rules().board, &game.rules().setup);
    let mut seen: Set<Intersection> = Set::EMPTY;
    for hexes in &setup.double_hexes.places {
        let intersections = shore(&game, hexes);
        assert_eq!(intersections.len(), 5);
        assert!(!seen.meets(&intersections));
        seen |= intersections;
    }
    assert_eq!(seen, board.shore().coast());
    assert_eq!(board.shore().coast().len(), 30);
    let doubled: Set<Hex> = setup.double_hexes.places.iter().flatten().copied().collect();
    let at_coast =
        |border: &Border| (board.border(*border).hexes & board.shore().land()).len() == 1;
    let coast: Vec<Border> = board.borders().iter().filter(at_coast).collect();
    let beside = coast.iter().filter(|&&border| board.border(border).hexes.meets(&doubled));
    assert_eq!(beside.count(), 24);
    assert_eq!(board.gaps().len(), 6);
    assert_eq!(coast.len(), 24 + 2 * 6, "each gap has two halves");
}

// covers: N-12
#[test]
fn a_gap_lies_between_two_neighbouring_double_hexes() {
    let game = begin(&load(&text()), 3, 1).unwrap();
    let board = &game.rules().board;
    let places = &game.rules().setup.double_hexes.places;
    let mut between = BTreeSet::new();
    for gap in board.gaps() {
        let ends: Set<Intersection> = board.intersection(gap.middle).neighbors;
        let at = |place: &usize| shore(&game, &places[*place]).meets(&ends);
        let double_hexes: Vec<usize> = (0..6).filter(at).collect();
        assert_eq!((ends.len(), double_hexes.len()), (2, 2));
        between.insert(double_hexes);
    }
    assert_eq!(between.len(), 6);
}

// covers: N-2a, N-4, N-6
#[test]
#[ignore = "takes a second"]
fn markers_start_outside_and_never_enter_a_double_hex() {
    for seed in 0..20 {
        let game = begin(&load(&text()), 3, seed).unwrap();
        let board = &game.rules().board;
        assert_eq!(game.rules().markers.len(), 2);
        for (index, kind) in game.rules().markers.iter().enumerate() {
            let marker = Marker::new(index);
            assert_eq!(game.table().markers()[marker], None, "{} starts outside", kind.name);
            let places: BTreeSet<Place> =
                marker::marker_places(game.view(), Player(0), marker).unwrap().iter().collect();
            let expected: BTreeSet<Place> = if kind.on == MarkerGround::Tokens {
                let intersections = tokens(game.table(), game.rules()).into_iter().flatten();
                intersections.map(Place::Intersection).collect()
            } else {
                board.shore().land().iter().map(Place::Hex).collect()
            };
            assert_eq!(places, expected, "{}", kind.name);
            assert_eq!(places.len(), if kind.on == MarkerGround::Tokens { 20 } else { 19 });
        }
        let groups: BTreeSet<u8> = game.rules().markers.iter().map(|kind| kind.group).collect();
        assert_eq!(groups.len(), 1, "both are moved by the same event");
    }
}

// covers: N-3
#[test]
fn each_outpost_has_its_five_tokens_one_at_each_intersection() {
    let mut seen: BTreeMap<(Token, usize), u32> = BTreeMap::new();
    let mut places = BTreeMap::<Token, BTreeSet<Intersection>>::new();
    for game in games(&load(&text())) {
        let (table, rules) = (game.table(), game.rules());
        assert_eq!(tokens(table, rules).len(), 20);
        for outpost in outposts(&game) {
            let intersections = sector::outpost_intersections(game.view(), outpost);
            assert_eq!(intersections.len(), 5);
            let own = (0..20).map(Token::new).filter(|&it| rules.token(it).outpost == outpost);
            let mut lie: Vec<usize> = Vec::new();
            for token in own {
                let site = table.tokens()[token].expect("a token on the board");
                let at =
                    intersections.iter().position(|&other| other == site).expect("its own outpost");
                lie.push(at);
                *seen.entry((token, at)).or_default() += 1;
                places.entry(token).or_default().insert(site);
            }
            lie.sort_unstable();
            assert_eq!(lie, [0, 1, 2, 3, 4], "one at each intersection");
        }
    }
    assert_eq!(seen.len(), 100, "every token lies at every place of its outpost");
    assert!(seen.values().all(|&count| (40..=130).contains(&count)), "{seen:?}");
    assert!(
        places.values().all(|intersections| intersections.len() == 30),
        "on every side of the land"
    );
}

// covers: N-5
#[test]
fn the_deck_has_22_cards_and_three_or_four_play_for_ten_points() {
    let loaded = load(&text());
    let rules = &loaded.0;
    let cards: BTreeMap<&str, u8> =
        rules.cards.iter().map(|card| (card.name.as_str(), card.copies)).collect();
    insta::assert_compact_debug_snapshot!(cards, @r#"{"discovery": 2, "monopoly": 2, "road building": 2, "soldier": 13, "victory point": 3}"#);
    assert_eq!(cards.values().sum::<u8>(), 22);
    assert_eq!((rules.goal, rules.board.port_places().len()), (10, 0));
    for players in 0..=6 {
        let game = begin(&loaded, players, 1);
        assert_eq!(game.is_some(), (3..=4).contains(&players));
        let left = game.map(|game| terms::cards_left(game.view(), Id::new(0)));
        assert!(left.is_none_or(|left| left == 22));
    }
}

// covers: N-14
#[test]
#[ignore = "takes a second"]
fn every_place_belongs_to_the_sectors_of_the_nearest_outposts() {
    for seed in 0..12 {
        let game = begin(&load(&text()), 3, seed).unwrap();
        let board = &game.rules().board;
        let count = |places: Vec<Place>| {
            let mut counts = [0; 5];
            for place in places {
                counts[sector::sectors(game.view(), place).len()] += 1;
            }
            counts
        };
        let hexes = board.shore().land().iter().map(Place::Hex).collect();
        assert_eq!(count(hexes), [0, 12, 6, 0, 1], "seed {seed}");
        let intersections = board.shore().intersections().iter().map(Place::Intersection).collect();
        assert_eq!(count(intersections), [0, 48, 6, 0, 0], "seed {seed}");
        // A gap is a single border here, so its second half is skipped.
        let second: Vec<Border> = board.gaps().iter().map(|gap| gap.halves[1]).collect();
        let borders =
            board.shore().borders_beside(true).iter().filter(|border| !second.contains(border));
        assert_eq!(count(borders.map(Place::Border).collect()), [0, 64, 8, 0, 0], "seed {seed}");
        let lake = sector::sectors(game.view(), Place::Hex(hex(&game, "D4")));
        assert_eq!(lake, outposts(&game));
    }
}

// covers: N-14
#[test]
fn sectors_meet_on_the_line_from_the_lake_to_the_frontier() {
    let game = (0..).map(|seed| begin(&load(&text()), 3, seed).unwrap());
    let game = game.into_iter().find(|game| doubles(game)[0] == "frontier area").unwrap();
    let board = &game.rules().board;
    let shared: Vec<String> = board
        .shore()
        .intersections()
        .iter()
        .filter(|&site| sector::sectors(game.view(), Place::Intersection(site)).len() == 2)
        .map(|site| board.intersection_name(site))
        .collect();
    insta::assert_compact_debug_snapshot!(shared, @r#"["B3.n", "B3.s", "C3.se", "D4.s", "E3.se", "F3.s"]"#);
    for gap in board.gaps() {
        let [one, other] = gap.halves.map(|half| sector::sectors(game.view(), Place::Border(half)));
        assert_eq!(one, other, "both halves of a gap lie in the same sectors");
    }
}

// covers: N-1, N-3
#[test]
fn a_seed_always_lays_the_same_board() {
    let loaded = load(&text());
    let board = |seed| {
        let game = begin(&loaded, 4, seed).unwrap();
        (*game.table().terrain(), *game.table().numbers(), *game.table().tokens())
    };
    assert_eq!(board(7), board(7));
    assert_ne!(board(7), board(8));
}

/// The terrain of the double-hexes in the fixed scenario, clockwise.
const FIXED: [&str; 6] =
    ["frontier area", "green folk", "merchants", "frontier area", "scientists", "diplomats"];
/// Its land.
const ROWS: &str = r#"rows = [
  "   .  =  =  .   ",
  "  =  w5 s2 g6 =  ",
  " =  b3 o8 w10 s9 = ",
  ".  g12 b11 L o4 w8 .",
  " =  s10 g9 b4 o5 = ",
  "  =  w6 D g3 =  ",
  "   .  =  =  .   ",
]
"#;
/// Its tokens.
const TOKENS: &str = r#"
[board.tokens]
green_folk = ["wood_plus_1", "sheep_plus_1", "grain_plus_1", "brick_plus_1", "ore_plus_1"]
merchants = ["wood_2_for_1", "sheep_2_for_1", "grain_2_for_1", "brick_2_for_1", "ore_2_for_1"]
scientists = ["free_roads", "free_development", "free_settlements", "short_distance", "anti_pirate"]
diplomats = ["immunity", "a_helping_hand", "relief_fund", "points_for_sale", "persuasion"]
"#;

/// Replaces the part of a text from `from` up to `to`.
fn replaced(text: &str, from: &str, to: &str, new: &str) -> String {
    let start = text.find(from).unwrap();
    let end = start + text[start..].find(to).unwrap();
    format!("{}{new}{}", &text[..start], &text[end..])
}

/// The scenario without any randomness.
fn fixed() -> String {
    let text = replaced(&text(), "rows = [", "gaps = ", ROWS);
    let text = replaced(&text, "[board.numbers]", "[board.double_hexes]", "");
    let kinds = FIXED.map(|kind| format!("\"{}\"", kind.replace(' ', "_"))).join(", ");
    let text = replaced(&text, "kinds = [", "opposite", &format!("kinds = [{kinds}]\n"));
    replaced(&text, "shuffled = true", "\n", "shuffled = false") + TOKENS
}

#[test]
fn a_scenario_may_leave_nothing_to_chance() {
    let loaded = load(&fixed());
    let game = begin(&loaded, 3, 1).unwrap();
    assert_eq!(doubles(&game), FIXED);
    let other = begin(&loaded, 3, 2).unwrap();
    assert_eq!(game.table().terrain(), other.table().terrain());
    assert_eq!(game.table().numbers(), other.table().numbers());
    assert_eq!(game.table().tokens(), other.table().tokens());
    assert_eq!(game.table().drawn(), other.table().drawn());
    // The tokens are placed clockwise around the land, in the order of the scenario.
    let rules = game.rules();
    let named = |name: &str| rules.tokens.iter().position(|token| token.name == name).unwrap();
    let lies = |name: &str| {
        rules.board.intersection_name(game.table().tokens()[Token::new(named(name))].unwrap())
    };
    let green = ["wood", "sheep", "grain", "brick", "ore"].map(|r| lies(&format!("{r} plus 1")));
    insta::assert_compact_debug_snapshot!(green, @r#"["B4.ne", "B4.se", "C5.ne", "C5.se", "D6.ne"]"#);
}

/// Tokens named by a scenario are placed from the first intersection on; the others are drawn.
// covers: N-3
#[test]
fn a_scenario_may_name_some_of_the_tokens() {
    let text = format!("{}\n[board.tokens]\ndiplomats = [\"immunity\", \"persuasion\"]\n", text());
    let mut third = BTreeSet::new();
    for game in games(&load(&text)).take(60) {
        let rules = game.rules();
        let diplomats = rules.terrains.iter().position(|it| it.name == "diplomats").unwrap();
        let intersections = sector::outpost_intersections(game.view(), Terrain::new(diplomats));
        let at = |site: Intersection| {
            let lies = tokens(game.table(), rules).into_iter().position(|it| it == Some(site));
            rules.tokens[lies.unwrap()].name.clone()
        };
        assert_eq!(
            (at(intersections[0]).as_str(), at(intersections[1]).as_str()),
            ("immunity", "persuasion")
        );
        third.insert(at(intersections[2]));
    }
    assert_eq!(third.len(), 3);
}
