//! Games of the largest size: as many kinds of things as a table has room for, and one more.

use std::sync::Arc;

use newcatan::content::load;
use newcatan::game::Game;
use newcatan::rules::Rules;
use newcatan::script;
use newcatan::seat::Playout;
use newcatan::set::Id;
use newcatan::table::{GOODS, Goods, KINDS, Kind, MARKERS, Marker, Piece, Player};

use crate::content::fixture::Fixture;

const HEAD: &str = "id = \"extra\"\ntitle = \"Extra\"\nversion = \"1.0.0\"\n";

/// Different letters for each number.
fn letter(number: usize) -> String {
    let mut letters = ["", "a", "b"]
        .into_iter()
        .flat_map(|first| ('a'..='z').map(move |last| format!("{first}{last}")));
    letters.nth(number).expect("few things")
}

/// Pieces of one intersection that everybody can pay, markers that a 7 moves, and goods.
fn manifest(pieces: usize, markers: usize, goods: usize) -> String {
    let piece = |number| {
        let letter = letter(number);
        format!(
            "[pieces.tower{letter}]\nclass = \"other\"\non = \"intersection\"\nper_player = 3\n\
             price = \"1 any\"\n"
        )
    };
    let marker = |number| {
        let letter = letter(number);
        format!(
            "[markers.spy{letter}]\nsymbol = \"{letter}\"\ngroup = \"pirates\"\non = \"land\"\n\
             starts = \"outside\"\n"
        )
    };
    let medal = |number| format!("[goods.medal{}]\ncount = 9\n", letter(number));
    let parts = (0..pieces).map(piece).chain((0..markers).map(marker)).chain((0..goods).map(medal));
    std::iter::once(HEAD.to_owned()).chain(parts).collect()
}

fn fixture(manifest: &str, rule: &str) -> Fixture {
    let fixture = Fixture::new();
    fixture.write_scenario_with("extra");
    fixture.write("rules/extra/pack.toml", manifest);
    fixture.write("rules/extra/rule.rhai", rule);
    fixture
}

/// The number of kinds of the original game.
fn original() -> (usize, usize) {
    let rules = load(&newcatan::content::Request::scenario("catan")).expect("a shipped scenario");
    (rules.kinds.len(), rules.markers.len())
}

#[test]
fn a_table_has_room_for_no_more() {
    let (kinds, markers) = original();
    let too_large = [(KINDS - kinds + 1, 0, 0), (0, MARKERS - markers + 1, 0), (0, 0, GOODS + 1)];
    let said = too_large.map(|(pieces, markers, goods)| {
        fixture(&manifest(pieces, markers, goods), "").brief().lines().next().unwrap().to_owned()
    });
    insta::assert_snapshot!(said.join("\n"), @"
    rules/extra/pack.toml:109 towerv >> a game can have at most 24 kinds of pieces
    rules/extra/pack.toml:59 spyl >> a game can have at most 12 markers
    rules/extra/pack.toml:68 medalag >> a game can have at most 32 kinds of goods
    ");
}

/// The rules of a game of the largest size. Everybody gains a medal of the last kind on each roll.
fn largest() -> Arc<Rules> {
    let (kinds, markers) = original();
    let rule = format!(
        "//! Medals\n//! Everybody gains a medal on each roll.\n//! Rulings: H-1.\n\n\
         fn on_production_roll(me, roll) {{\n    me.gain(\"medal{}\", 1);\n}}\n",
        letter(GOODS - 1)
    );
    let fixture = fixture(&manifest(KINDS - kinds, MARKERS - markers, GOODS), &rule);
    load(&fixture.request()).unwrap_or_else(|wrong| panic!("{wrong}"))
}

#[test]
fn a_game_of_the_largest_size_can_be_played() {
    let rules = largest();
    let host = script::host(&rules).unwrap_or_else(|wrong| panic!("{wrong}"));
    let names = ["red", "blue", "white", "orange"].map(str::to_owned);
    let mut game = Game::new(Arc::clone(&rules), host, &names, 1).unwrap();
    let mut playout = Playout::new(1);
    let last = Kind::new(KINDS - 1);
    let mut places = Vec::new();
    while places.is_empty() && !game.is_over() {
        playout.decide(&mut game).unwrap();
        assert_eq!(game.faults().unwrap(), [""; 0]);
        let built = game.table().on_intersections().values().iter().flatten();
        places.extend(built.filter(|piece| piece.kind() == last).copied());
    }
    assert_eq!(places.len(), 1, "somebody built a piece of the last kind");
    let table = game.table();
    assert_eq!(table.seat(places[0].owner()).pieces()[last], 1);
    assert!(
        table
            .everybody()
            .iter()
            .any(|player| table.seat(player).goods()[Goods::new(GOODS - 1)] > 0)
    );
    assert_eq!(rules.marker(Marker::new(MARKERS - 1)).name, "spyk");
}

#[test]
fn a_piece_knows_its_owner_and_kind() {
    for owner in (0..6).map(Player::new) {
        for kind in (0..KINDS).map(Kind::new) {
            let piece = Piece::new(owner, kind);
            assert_eq!((piece.owner(), piece.kind()), (owner, kind));
        }
    }
}
