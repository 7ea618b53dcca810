//! Games with many kinds of cards, whose numbers are in the second block of the table.

use newcatan::content::Request;
use newcatan::game::Game;
use newcatan::seat::{Random, Seat, play_out};
use newcatan::set::Id;

use crate::scripts::fixture::Fixture;
use crate::support;

/// The actions of a random game.
fn random_game((rules, script): support::Loaded, seed: u64) -> Vec<String> {
    let names = rules.names.iter().max_by_key(|names| names.len()).unwrap().clone();
    let mut game = Game::new(rules, script, &names, seed).unwrap();
    let seat = |index| -> Box<dyn Seat> { Box::new(Random::new(seed, index)) };
    let mut seats: Vec<_> = (0..names.len()).map(seat).collect();
    let mut actions = Vec::new();
    play_out(&mut game, &mut seats, &mut |played| {
        actions.push(format!("{:?} {:?}", played.player, played.action));
        Ok(())
    })
    .unwrap();
    assert_eq!(game.faults().unwrap(), Vec::<String>::new());
    let held = |player| game.table().held(player).kinds(game.rules().cards.len()).len();
    actions.push(format!("{:?}", game.table().everybody().iter().map(held).collect::<Vec<_>>()));
    assert!(game.rules().cards.iter().enumerate().all(|(at, kind)| {
        let left = game.table().deck()[Id::new(at)];
        !kind.name.starts_with("spare") || left == kind.copies
    }));
    actions
}

/// A pack with a deck from which nobody draws.
fn spare(kinds: usize) -> Fixture {
    let names = (0..kinds).map(|at| format!("\"spare{at}\"")).collect::<Vec<_>>().join(", ");
    let card = format!(
        "const FOR_EACH = [{names}];\nconst DECK = \"spare\";\nconst COPIES = 2;\nconst POINTS = 1;\n"
    );
    let fixture = Fixture::new(&[("card.rhai", &card)]);
    let pack = "id = \"house\"\ntitle = \"House\"\nversion = \"1.0.0\"\n\n[decks.spare]\n";
    fixture.write("house/pack.toml", pack);
    fixture
}

#[test]
fn many_kinds_of_cards_change_nothing_for_the_others() {
    for scenario in ["newcatan_complete", "fishermen", "cloth_4"] {
        let few = support::load(&Request::scenario(scenario)).unwrap();
        let few = random_game(few, 1);
        for kinds in [40, 150] {
            let many = spare(kinds).request(|_, request| request.scenario = scenario.into());
            assert_eq!(few, random_game(many.load().unwrap(), 1), "{scenario}");
        }
    }
}
