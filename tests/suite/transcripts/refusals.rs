//! The messages of refusals: names of places as they were written, the things concerned, and
//! numbers.

use crate::transcripts::{blessed, play, wrong_in_game};

/// The refusal of the last of these lines, played from red's third turn on.
fn refused(lines: &str) -> String {
    wrong_in_game(&format!("given turn 3\n{lines}"))
}

/// The refusal of the last line of a game of New Catan.
fn refused_in_new_catan(lines: &str) -> String {
    let text = format!("scenario newcatan\nplayers red, blue, white\ngiven turn 3\n{lines}");
    play(&text).err().expect("it is refused").to_string()
}

/// Asserts that a text contains all of these.
#[track_caller]
fn check(text: &str, said: &[&str]) {
    for part in said {
        assert!(text.contains(part), "`{part}` is not in:\n{text}");
    }
}

#[test]
fn a_place_is_called_as_it_is_written() {
    let given = "given red has settlement at B2.n\n";
    for name in ["B2.n", "A1.se", "A2.sw"] {
        let text = refused(&format!("{given}red builds settlement at {name}\n"));
        check(&text, &[&format!("`{name}` is occupied by a settlement of red")]);
    }
    // Other places have their canonical names.
    let text = refused(&format!("{given}red builds settlement at B1.ne\n"));
    check(&text, &["`B1.ne` is one border away from the settlement at `A1.se`"]);
    let text = refused("expect red may build settlement at B1.ne\n");
    check(&text, &["no route of red leads to `B1.ne`"]);
    let text = refused(&format!("{given}given blue has settlement at A1.se\n"));
    check(&text, &["`A1.se` is occupied by a settlement of red"]);
}

#[test]
fn a_refusal_may_be_written_with_any_name_of_a_place() {
    for name in ["B2.n", "A1.se", "A2.sw"] {
        blessed(&format!(
            "scenario catan\nplayers red, blue, white\ngiven red has settlement at B2.n\n\
             given red has 1 wood\ngiven turn 3\nred rolls 1 1\nred builds settlement at B2.n\n  \
             refused: `{name}` is occupied by a settlement of red\n"
        ));
    }
}

#[test]
fn a_change_may_be_written_with_any_name_of_a_place() {
    let text = "scenario catan\nplayers red, blue, white\ngiven red has settlement at B2.n\n\
                given red has 2 grain, 3 ore\nred builds city at B2.n\n  \
                city of red at B2.n is removed\n";
    check(&play(text).err().unwrap().to_string(), &["did not happen"]);
    let recorded = "scenario catan\nplayers red, blue, white\ngiven placement\n\
                    red places settlement at B2.n\nred places road at B2-nw\n\
                    blue places settlement at C4.n\n";
    blessed(recorded);
}

#[test]
fn only_the_markers_that_can_be_meant_are_named() {
    check(&refused("red rolls 3 4\nred ends turn\n"), &["red has to move the robber first"]);
    check(
        &refused_in_new_catan("red rolls 3 4\nred ends turn\n"),
        &["red has to move the robber or the infiltrator first"],
    );
    check(&refused("red rolls 1 1\nred moves robber to C4\n"), &["the robber cannot be moved"]);
}

#[test]
fn who_is_not_in_turn_learns_whose_turn_it_is() {
    let text = "scenario catan\nplayers red, blue, white\ngiven turn 3\n\
                red rolls 1 1\nred ends turn\n\
                white rolls\n  refused: it is blue's turn: blue has to roll the dice first\n\
                blue rolls 1 1\nwhite rolls\n  refused: it is blue's turn\n";
    blessed(text);
}

#[test]
fn whoever_is_not_asked_cannot_answer_an_offer() {
    let text = "scenario catan\nplayers red, blue, white\ngiven red has 1 ore\n\
                given blue has 1 wood\ngiven white has 1 wood\nred offers 1 ore for 1 wood to blue\n\
                white accepts\n  \
                refused: the offer is not open to white: blue has to answer the offer first\n\
                red accepts\n  \
                refused: red made the offer: blue has to answer the offer first\n\
                blue accepts\nblue accepts\n  \
                refused: blue has already agreed to trade: red has to conclude\n";
    blessed(text);
}

#[test]
fn a_price_that_falls_short_says_how_many_cards_are_missing() {
    let given = "given hex A2 is scientists\ngiven anti pirate at B2.ne\n\
                 given red has access to anti pirate\n";
    check(
        &refused_in_new_catan(&format!("{given}red uses anti pirate: move\n")),
        &["red cannot pay 1 of any kind (1 card missing)"],
    );
}

#[test]
fn a_trade_that_fits_no_terms_names_the_nearest_of_the_players_own() {
    let given = "given red has 3 ore, 1 wood\n";
    check(
        &refused_in_new_catan(&format!("{given}red trades 3 ore for 1 wood\n")),
        &["3 ore are not accepted by supply 3 plus 1: it takes 3 of the same kind, 1 of any kind"],
    );
    check(
        &refused_in_new_catan(&format!("{given}red trades 1 wood for 1 ore\n")),
        &["1 wood is not accepted by supply 3 plus 1"],
    );
    // A benefit of the player's own is closer.
    let given = "given hex A2 is merchants\ngiven ore 2 for 1 at B2.ne\n\
                 given red has access to ore 2 for 1\ngiven red has 3 ore\n";
    check(
        &refused_in_new_catan(&format!("{given}red trades 1 ore for 1 wood\n")),
        &["1 ore is not accepted by ore 2 for 1: it takes 2 ore"],
    );
}

#[test]
fn one_thing_is_not_many() {
    check(&refused("expect red has 2 cards\n"), &["red has 0 cards"]);
    let text = "given red has 1 ore\nexpect red has 2 cards\n";
    check(&refused(text), &["red has 1 card\n"]);
    check(
        &refused("given red has settlement at B2.n\nexpect red has 2 points\n"),
        &["red has 1 point\n"],
    );
    check(
        &refused(
            "given red has played 1 soldier\ngiven red holds 2 monopoly\nred plays monopoly\nred chooses ore\nred plays monopoly\n",
        ),
        &["only 1 card can be played each turn"],
    );
}

#[test]
fn points_do_not_read_as_pieces() {
    let given = "given red has city at B2.n\ngiven red has city at C4.n\n\
                 given red has settlement at E1.s\ngiven red holds 1 victory point\n";
    check(
        &refused(&format!("{given}expect red has 2 points\n")),
        &["red has 6 points", "1 from settlements, 4 from cities, 1 from hidden cards"],
    );
}

/// Things have the same names on boards and in transcripts.
#[test]
fn things_may_be_written_as_other_pages_write_them() {
    let text = "scenario newcatan\nplayers red, blue, white\ngiven hex A2 is green folk\n\
                given wood +1 at B2.ne\ngiven red has access to wood plus 1\n\
                expect red has access to Wood +1\nexpect B2.ne is settlement of red\n\
                given hex G2 is merchants\n";
    let text = text.replace("given hex G2 is merchants\n", "");
    blessed(&text);
    let text = "scenario newcatan\nplayers red, blue, white\ngiven hex A2 is merchants\n\
                given ore 2:1 at B2.ne\ngiven red has access to ore 2:1\ngiven red has 2 ore\n\
                red trades 2 ore for 1 wood by ore 2:1\nexpect ore 2 for 1 at B2.ne\n";
    blessed(text);
    let text = "scenario newcatan_development\nplayers red, blue, white\n\
                given red holds 1 wood 1:1\nred rolls 1 1\nexpect red holds 1 wood 1 for 1\n\
                red plays wood 1:1\n";
    blessed(text);
}
