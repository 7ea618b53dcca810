//! Every refusal in the games under `tests/games` has a reason of its own: it says what is wrong
//! with this action, and by which rule or declaration, unless it is the course of the game.

mod support;

use newcatan::content::Request;
use newcatan::game::{Reason, Refused};
use newcatan::transcript::{self, Moment, Options};
use support::files::files;

/// Words of the reasons that no rule and no declaration stands behind, and why.
const COURSE: [(&str, &str); 18] = [
    ("has to ", "what the step of the turn asks for"),
    ("have to answer the offer first", "what the step of the turn asks for"),
    (" to discard", "what the step of the turn asks for"),
    ("it is the turn of", "the order of the seats"),
    ("the game is over", "the end of the game"),
    ("the dice were rolled already", "the order of the turn"),
    (" is not to be moved now", "the order of the turn"),
    ("no card is to be taken now", "the order of the turn"),
    ("nobody is asked anything", "nothing lies open"),
    ("no offer lies open", "nothing lies open"),
    ("the opponent did not agree", "a trade needs two"),
    (" on both sides of a trade", "a trade is an exchange of different cards"),
    ("both sides of a trade", "a trade is an exchange of different cards"),
    ("an offer goes to opponents only", "a trade needs two"),
    ("there are not ", "an offer of cards that nobody can have"),
    (" has no cards", "a hand that is empty"),
    ("more results of chance are written", "what is written, not what is played"),
    ("needs ", "cards that are not in the hand, of offers and discards"),
];

/// The reasons of each refusal in a game.
fn refusals(file: &str, text: &str) -> Vec<Vec<Reason>> {
    let transcript = transcript::parse(text, file).unwrap();
    let request = Request {
        scenario: format!("scenarios/{}.toml", transcript.scenario()),
        set: transcript.settings(),
        ..support::shipped()
    };
    let (rules, host) = support::load(&request).unwrap();
    let mut refusals = Vec::new();
    let mut observe = |moment: &Moment<'_>| {
        if let Err(Refused::Illegal(reasons)) = moment.outcome {
            refusals.push(reasons.clone());
        }
    };
    let options = Options { observe: Some(&mut observe), ..Options::default() };
    transcript::replay(&transcript, &rules, host, options).unwrap();
    refusals
}

/// Asserts that no reason of all refusals is wrong in this way.
fn check(is_wrong: impl Fn(&[Reason]) -> Option<String>) {
    let mut wrong = Vec::new();
    for path in
        files("tests/games").iter().filter(|path| path.extension().is_some_and(|e| e == "game"))
    {
        let text = std::fs::read_to_string(path).unwrap();
        if !text.contains("refused:") {
            continue;
        }
        let file = path.display().to_string();
        let found = refusals(&file, &text)
            .iter()
            .filter_map(|reasons| is_wrong(reasons))
            .collect::<Vec<_>>();
        wrong.extend(found.iter().map(|reason| format!("{file}: {reason}")));
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn no_refusal_says_only_what_the_player_is_doing() {
    check(|reasons| match reasons {
        [only] if only.text.ends_with("is trading and building") => Some(only.to_string()),
        _ => None,
    });
}

#[test]
fn every_reason_has_an_origin_or_is_the_course_of_the_game() {
    check(|reasons| {
        let is_course = |text: &str| COURSE.iter().any(|(words, _)| text.contains(words));
        let bare = |reason: &&Reason| reason.rule.is_empty() && !is_course(&reason.text);
        reasons.iter().find(bare).map(Reason::to_string)
    });
}
