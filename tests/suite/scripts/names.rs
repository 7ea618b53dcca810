//! Choices among names.

use newcatan::action::{Action, Choice};
use newcatan::seat::{Decision, Greedy, Random, Seat};

use crate::scripts::fixture::{Fixture, ORE, RED, choose, hostile};

#[test]
fn a_chosen_name_is_the_string_of_the_rule() {
    let body = "let name = me.choose_name(\"Who?\", [\"captain\", \"first_mate\"]);
    if name == \"first_mate\" { me.take(ORE, 1); }
    if me.may_choose_name(\"Again?\", [name, \"cook\"]) == NONE { me.take(ORE, 2); }
    if me.choose_name(\"Only one\", [\"cook\"]) == \"cook\" { me.take(SHEEP, 1); }
    if me.choose_name(\"Nobody\", []) == NONE { me.take(SHEEP, 1); }";
    let fixture = Fixture::new(&[("try.rhai", &crate::scripts::fixture::ability(body))]);
    fixture.plays(
        "given red has settlement at C3.n\n\nred uses try it\nexpect red may not choose cook\n\
         red chooses first mate\n  red takes 1 ore\nexpect red may choose nothing\nexpect red may choose First-Mate\n\
         red chooses nothing\n  red takes 2 ore\n  red takes 1 sheep\n  red takes 1 sheep\n",
    );
}

#[test]
fn a_game_goes_on_from_a_question_about_names() {
    let body =
        "if me.choose_name(\"Who?\", [\"captain\", \"cook\"]) == \"cook\" { me.take(ORE, 1); }";
    let mut play = Fixture::act(body).game();
    play.attempt().unwrap();
    let mut resumed = play.resumed();
    let cook = resumed.question().unwrap().options[1];
    resumed.play(RED, cook).unwrap();
    assert_eq!(resumed.table().seat(RED).hand().get(ORE), 2);
}

#[test]
fn computer_players_choose_a_name() {
    let body = "me.choose_name(\"Who?\", [\"captain\", \"cook\"]);";
    let mut play = Fixture::act(body).game();
    play.attempt().unwrap();
    let legal = play.game.legal_actions(RED).unwrap();
    let seats: [Box<dyn Seat>; 2] = [Box::new(Random::new(1, 0)), Box::new(Greedy::new())];
    for mut seat in seats {
        let decision = seat.choose(&play.game.player_view(Some(RED)), &legal).unwrap();
        let action = match decision {
            Decision::Listed(number) => legal[number],
            Decision::Act(action) => action,
            Decision::Undo => panic!("there is nothing to take back"),
        };
        assert!(matches!(action, Action::Choose(Choice::Name(_))), "{action:?}");
    }
}

/// The first and the last line of the failure of a question about these names.
fn failure(names: &str) -> String {
    let text = hostile(&format!("me.choose_name(\"Who?\", {names});"));
    let mut lines = text.lines();
    [lines.next(), lines.last()].map(|line| line.unwrap_or_default().trim()).join("\n")
}

#[test]
fn what_cannot_be_an_answer_fails() {
    for name in ["\"Captain\"", "\"cook by night\"", "\"nothing\"", "`cook ${2}`"] {
        let text = failure(&format!("[{name}, \"cook\"]"));
        let shown = name.trim_matches(['"', '`']).replace("${2}", "2");
        assert!(text.starts_with(&format!("error: `{shown}` cannot be an answer\n")), "{text}");
    }
    insta::assert_snapshot!(failure("[\"Captain\", \"cook\"]"), @"
    error: `Captain` cannot be an answer
    = help: write the name as a string in a rule file: lower-case letters, digits, `_` and spaces, none of its words a keyword in transcripts
    ");
    insta::assert_snapshot!(failure("[\"cook\", \"cook\"]"), @"
    error: `cook` is offered twice
    = help: offer every name once
    ");
    insta::assert_snapshot!(failure("[\"first_mate\", \"first mate\"]"), @"
    error: `first mate` is offered twice
    = help: offer every name once
    ");
    insta::assert_snapshot!(failure("[\"cook\", ORE]"), @"
    error: `choose_name` expects names, found a resource
    = note: `red uses try it` was undone: the game is as it was before
    ");
    let many = format!("[{}]", ["\"cook\""; 101].join(", "));
    insta::assert_snapshot!(failure(&many), @"
    error: `choose_name` expects at most 100 names, found 101
    = help: offer fewer of them, or ask for a first letter or a group before
    ");
}

#[test]
fn an_answer_of_another_type_is_explained() {
    let mut play = Fixture::act("me.choose_name(\"Who?\", [\"captain\", \"cook\"]);").game();
    play.attempt().unwrap();
    let yes = play.game.play(RED, choose(Choice::Yes));
    insta::assert_snapshot!(play.refused(yes), @"that is not an answer to the question: Who? (captain or cook) [house/ability C-1 house/ability.rhai:7]; the answer must be a name, not `yes` [house/ability C-1 house/ability.rhai:7]");
}
