//! Plays every game under `tests/games` and compares it with its snapshot.
//!
//! Checks that nothing is lost or duplicated on the way, and that the final game can be saved and
//! restored. Each refusal has its own reason, which names the mistake in this action and the rule
//! or declaration behind it, except for the course of the game. The snapshot contains the whole
//! transcript with all changes, and the final table.

mod support;

use std::path::Path;

use newcatan::game::{Reason, Refusal};
use newcatan::transcript::{self, ReplayedLine};

/// Words of the reasons without a rule or declaration behind them, and why.
const COURSE: [(&str, &str); 18] = [
    ("has to ", "what the step of the turn asks for"),
    ("have to answer the offer first", "what the step of the turn asks for"),
    (" to discard", "what the step of the turn asks for"),
    ("'s turn", "the order of the seats"),
    ("the game is over", "the end of the game"),
    ("the dice have already been rolled", "the order of the turn"),
    (" cannot be moved now", "the order of the turn"),
    ("no card can be taken now", "the order of the turn"),
    ("no question is open", "nothing is open"),
    ("no offer is open", "nothing is open"),
    ("the opponent did not agree", "a trade needs two"),
    (" on both sides", "a trade is an exchange of different cards"),
    ("each side of a trade", "a trade is an exchange of different cards"),
    ("an offer can only be made to opponents", "a trade needs two"),
    ("the game does not have ", "an offer of cards that nobody can have"),
    (" has no cards", "a hand that is empty"),
    ("gives more random results", "what is written, not what is played"),
    ("needs ", "cards that are not in the hand, of offers and discards"),
];

datatest_stable::harness! {
    { test = plays_as_recorded, root = "tests/games", pattern = r"\.game$" },
}

fn plays_as_recorded(path: &Path) -> datatest_stable::Result<()> {
    let text = std::fs::read_to_string(path)?;
    let (file, scenarios) = (path.display().to_string(), Path::new("scenarios"));
    let played =
        support::play_watched(&text, &file, &support::shipped(), scenarios, &mut check_reasons)?;

    let stem = path.strip_prefix("tests/games")?.with_extension("");
    let folder = Path::new("../snapshots").join(stem.parent().ok_or("a game lies in a folder")?);
    let name = stem.file_name().ok_or("a game has a name")?.to_string_lossy().into_owned();
    let table = transcript::print_position(&played.game);
    insta::with_settings!({
        snapshot_path => folder,
        prepend_module_to_snapshot => false,
        omit_expression => true,
        input_file => path,
    }, {
        insta::assert_snapshot!(name, format!("{}\n{table}", played.rewritten));
    });
    Ok(())
}

/// Asserts that refused actions are refused for specific reasons.
fn check_reasons(moment: &ReplayedLine<'_>) {
    let Err(Refusal::Illegal(reasons)) = moment.outcome else { return };
    if let [only] = &reasons[..] {
        assert!(!only.text.ends_with("is trading and building"), "{only}");
    }
    let is_course = |text: &str| COURSE.iter().any(|(words, _)| text.contains(words));
    let bare = |reason: &&Reason| reason.rule.is_empty() && !is_course(&reason.text);
    let bare = reasons.iter().find(bare).map(Reason::to_string);
    assert_eq!(bare, None, "a reason without origin");
}
