//! Transcripts: what is played, what is written, and what is said about mistakes.

use std::rc::Rc;
use std::sync::Arc;

use newcatan::content::{Request, load};
use newcatan::diagnostic::Diagnostics;
use newcatan::game::{Script, Work};
use newcatan::rules::{Call, Failure, Rules, Value};
use newcatan::transcript::{Options, Report, parse, replay};

/// A script host without scripts.
struct Mute;

impl Script for Mute {
    fn effect(&self, work: Box<Work>, _: &Call) -> (Box<Work>, Result<(), Failure>) {
        (work, Ok(()))
    }

    fn pure(&self, _: &Work, calls: &[Call]) -> Result<Vec<Value>, Failure> {
        Ok(vec![Value::Nothing; calls.len()])
    }
}

fn rules(scenario: &str) -> Arc<Rules> {
    load(&Request::scenario(scenario)).unwrap()
}

fn play(text: &str) -> Result<Report, Diagnostics> {
    let transcript = parse(text, "a.game")?;
    let rules = rules(transcript.scenario());
    replay(&transcript, &rules, Rc::new(Mute), Options::default())
}

/// The transcript with all its changes.
fn blessed(text: &str) -> String {
    let transcript = parse(text, "a.game").unwrap();
    let options = Options { rewrite: true, ..Options::default() };
    match replay(&transcript, &rules(transcript.scenario()), Rc::new(Mute), options) {
        Ok(report) => report.blessed,
        Err(wrong) => panic!("{wrong}"),
    }
}

/// What is said about a transcript that is wrong.
fn wrong(text: &str) -> String {
    play(text).err().expect("something is wrong").to_string()
}

#[test]
fn changes_are_written_below_their_actions() {
    insta::assert_snapshot!(blessed(
        "\
# A turn.   covers: C-6
scenario catan
players red, blue, white

given red has settlement at C4.n
given red has road at C4-ne
given red has 5 ore, 6 grain, 1 sheep
given blue has settlement at C2.s
given hex C4 is wood 6
given robber at A1

red rolls 4 2   # a six
red buys development drawing soldier
red trades 4 ore for 1 brick
red offers 1 wood for 1 brick to blue
blue refuses
red builds city at C4.n
  refused: needs 3 ore
expect red has 1 wood, 1 brick, 0 ore
red ends turn
"
    ), @"");
}
