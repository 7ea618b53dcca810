//! Counters and marks of rules in positions and expectations.

use crate::transcripts::{play, wrong};

const GAME: &str = "scenario newcatan_development\nplayers red, blue, white\n";

#[test]
fn counters_and_marks_are_given_and_expected() {
    let lines = "\
given hex A2 is diplomats
given points for sale at B2.ne
given red has access to points for sale
given red has counter pairs of 2
given red has 6 sheep
given red has marked blue as forced
given merchants is marked as bought
given B2 is marked as immune

expect red has counter pairs of 2
expect red has marked blue as forced
expect blue has marked nobody as forced
expect B2 is marked as immune
expect merchants is marked as bought
expect B3 is not marked as immune
red uses points for sale: two points
  refused: pairs bought already: 2 of 1
";
    play(&format!("{GAME}{lines}")).unwrap_or_else(|wrong| panic!("{wrong}"));
}

#[test]
fn what_is_kept_otherwise_is_told() {
    let lines = "\
given red has marked blue, white as forced

expect red has counter pairs of 1
expect red has marked blue as forced
expect red has marked nobody as forced
expect B2 is marked as immune
";
    let said = wrong(&format!("{GAME}{lines}"));
    for instead in [
        "red has counter pairs of 0",
        "red has marked blue, white as forced",
        "B2 is not marked as immune",
    ] {
        assert!(said.contains(&format!("not as expected: {instead}\n")), "{said}");
    }
}

#[test]
fn counters_and_marks_that_there_are_not_are_explained() {
    let said = |line: &str| wrong(&format!("{GAME}{line}\n"));
    insta::assert_snapshot!(said("given red has counter pears of 1"), @"
    error: no counter is called `pears`
     --> a.game:3:23
      |
    3 | given red has counter pears of 1
      |                       ^^^^^
      |
      = help: did you mean `pairs`?
    ");
    for (line, part) in [
        ("expect counter pairs of 1", "write `red has counter pairs of 1`"),
        ("given red has counter pairs of 40000", "a counter stores a number from -32768 to 32767"),
        ("given red has counter pairs of ore", "expected a number, found `ore`"),
        ("expect red has marked blue as immune", "no mark of players is called `immune`"),
        ("expect E9 is marked as immune", "is not a hex"),
    ] {
        assert!(said(line).contains(part), "{}", said(line));
    }
}

#[test]
fn a_counter_is_given_and_expected_to_hold_whatever_it_can() {
    let access = "given hex A2 is diplomats\ngiven points for sale at B2.ne\n\
                  given red has access to points for sale\ngiven red has 3 sheep\n";
    for number in ["-5", "900", "-32768", "32767"] {
        let lines = format!(
            "given red has counter pairs of {number}\nexpect red has counter pairs of {number}\n"
        );
        play(&format!("{GAME}{access}{lines}")).unwrap_or_else(|wrong| panic!("{wrong}"));
    }
    insta::assert_snapshot!(wrong(&format!("{GAME}given red has counter pairs of 3, 1 ore\n")), @"
    error: expected the end of the line, found `,`
     --> a.game:3:33
      |
    3 | given red has counter pairs of 3, 1 ore
      |                                 ^
      |
      = help: write the text after the comma on a line of its own
    ");
}
