//! Pieces of house packs: which ones they replace, and whose supply they share.

use newcatan::action::Action;
use newcatan::board::{Intersection, Place};
use newcatan::change::Change;
use newcatan::game::Start;
use newcatan::game::law::places;
use newcatan::resource::Resources;
use newcatan::set::Id;
use newcatan::table::Piece;

use crate::scripts::fixture::{Fixture, ORE, RED};

/// A pack in which a hut replaces a tent and shares the supply of tents.
const PACK: &str = "id = \"house\"\ntitle = \"House\"\nversion = \"1.0.0\"\n\n\
    [pieces.tent]\nclass = \"other\"\non = \"intersection\"\nper_player = 1\nprice = \"1 wood\"\n\n\
    [pieces.hut]\nclass = \"other\"\non = \"intersection\"\nreplaces = [\"tent\"]\n\
    supply_of = \"tent\"\nprice = \"1 ore\"\n";

#[test]
fn a_piece_may_take_the_place_of_the_last_one_of_their_supply() {
    let fixture = Fixture::new(&[("pack.toml", PACK)]);
    let mut position = fixture.position();
    let kind = |name| position.view().rules().kind_named(name).expect("a piece");
    let (tent, hut) = (kind("tent"), kind("hut"));
    let place = Place::Intersection(Intersection::new(20));
    position.put(Change::Built { player: RED, kind: tent, place }).unwrap();
    position.put(Change::Took(RED, Resources::of(ORE, 1))).unwrap();
    let mut replaced = position.clone();
    replaced.put(Change::Built { player: RED, kind: hut, place }).unwrap();
    let mut game = position.begin(Start::Act(RED)).unwrap();
    let is_hut = |action: &Action| matches!(action, Action::Build { kind, .. } if *kind == hut);
    let builds: Vec<Action> = game.legal_actions(RED).unwrap().into_iter().filter(is_hut).collect();
    assert!(matches!(builds[..], [Action::Build { place: at, .. }] if at == place), "{builds:?}");
    game.play(RED, builds[0]).unwrap();
    assert_eq!(game.table().piece(place).map(Piece::kind), Some(hut));
    assert_eq!(places::supply_of(game.view(), RED, tent), 0);
}
