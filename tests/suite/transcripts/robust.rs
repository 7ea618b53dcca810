//! Transcripts that differ from what was written: newer, cut off, reordered, edited.

use std::rc::Rc;
use std::sync::{Arc, OnceLock};

use newcatan::diagnostic::{Diagnostic, Diagnostics};
use newcatan::game::Script;
use newcatan::rules::Rules;
use newcatan::table::Player;
use newcatan::transcript::{Options, ReplayReport, parse, replay};

use crate::transcripts::recorded::random_game_of;
use crate::transcripts::{host, play, rules, wrong};

/// The notes about a transcript that can be played.
fn notes(text: &str) -> String {
    let report = play(text).unwrap_or_else(|wrong| panic!("{wrong}"));
    Diagnostics(report.notes).to_string()
}

#[test]
fn an_unknown_key_of_the_header_is_a_warning() {
    insta::assert_snapshot!(
        notes("scenario catan\ntable round, of oak\nsed 4\nplayers red, blue, white\nred places settlement at C3.s\n"), @"
    warning: unknown header key `table`: the line is skipped
     --> a.game:2:1
      |
    2 | table round, of oak
      | ^^^^^
      |
      = help: a newer version of newcatan may support it

    warning: unknown header key `sed`: the line is skipped
     --> a.game:3:1
      |
    3 | sed 4
      | ^^^
      |
      = help: did you mean `seed`?
    ");
}

/// The first lines of a recording.
const RECORDED: &str = "newcatan transcript 1\nengine 0.1.0\nscenario catan\n";

#[test]
fn an_unknown_line_in_the_header_of_a_recording_is_kept_with_a_warning() {
    let unknown = "ranked\nturns 60\nnote trade war  # why\nauthor: Jane\nport 80\nsed 3\n";
    let header = format!("{RECORDED}{unknown}players red, blue, white\n\n");
    let text = format!("{header}red places settlement at C3.s\n");
    let said = notes(&format!("{text}end of recording\n"));
    let said: Vec<&str> = said.lines().filter(|line| line.contains(": ")).collect();
    insta::assert_snapshot!(said.join("\n"), @"
    warning: unknown header key `ranked`: the line is skipped
      = help: a newer version of newcatan may support it
    warning: unknown header key `turns`: the line is skipped
      = help: did you mean `turn`?
    warning: unknown header key `note`: the line is skipped
      = help: a newer version of newcatan may support it
    warning: unknown header key `author:`: the line is skipped
    7 | author: Jane
      = help: a newer version of newcatan may support it
    warning: unknown header key `port`: the line is skipped
      = help: a newer version of newcatan may support it
    warning: unknown header key `sed`: the line is skipped
      = help: did you mean `seed`?
    ");
    assert!(rewritten(&text).starts_with(&header));
    let misspelt = format!("{RECORDED}players red, blue, white\nred jumps high\nset-up\n");
    assert!(wrong(&misspelt).contains("expected an action of the player, found `jumps`"));
    let misspelt = format!("{RECORDED}players red, blue, white\nseed x\nset-up\n");
    assert!(wrong(&misspelt).contains("expected a number, found `x`"));
}

#[test]
fn a_later_minor_version_is_a_warning_and_another_major_one_an_error() {
    insta::assert_snapshot!(notes("newcatan transcript 1.2\nscenario catan\nset-up\n"), @"
    warning: this transcript is in version 1.2 of the language
     --> a.game:1:21
      |
    1 | newcatan transcript 1.2
      |                     ^^^
      |
      = help: this program supports version 1, and reads as much of later versions as it can
    ");
    for version in ["0", "2", "2.1", "99999999999999999999"] {
        let text = format!("newcatan transcript {version}\nscenario catan\nset-up\n");
        let said = format!(
            "error: this transcript is in version {version} of the language\n --> a.game:1:21\n"
        );
        assert!(wrong(&text).starts_with(&said), "{}", wrong(&text));
    }
}

#[test]
fn a_misspelt_scenario_leaves_the_game_without_one() {
    insta::assert_snapshot!(wrong("scenaro catan\nred rolls\n"), @"
    warning: unknown header key `scenaro`: the line is skipped
     --> a.game:1:1
      |
    1 | scenaro catan
      | ^^^^^^^
      |
      = help: did you mean `scenario`?

    error: the transcript does not name a scenario
    --> a.game
     = help: begin with a line like `scenario catan`
    ");
}

#[test]
fn a_misspelt_line_of_the_game_is_no_key() {
    insta::assert_snapshot!(wrong("scenario catan\nplayers red, blue, white\ngven red has 1 ore\n"), @"
    error: expected an action of the player, found `red`
     --> a.game:3:6
      |
    3 | gven red has 1 ore
      |      ^^^
      |
      = help: did you mean `given`?
    ");
    insta::assert_snapshot!(wrong("scenario catan\nplayers red, blue, white\nred jumps high\n"), @"
    error: expected an action of the player, found `jumps`
     --> a.game:3:5
      |
    3 | red jumps high
      |     ^^^^^
    ");
    insta::assert_snapshot!(wrong("scenario catan\nred jumps high\n"), @"
    error: expected an action of the player, found `jumps`
     --> a.game:2:5
      |
    2 | red jumps high
      |     ^^^^^
    ");
    insta::assert_snapshot!(wrong("scenario catan\nrde rolls 4 3\n"), @"
    error: no player is called `rde`
     --> a.game:2:1
      |
    2 | rde rolls 4 3
      | ^^^
      |
      = help: did you mean `red`?
    ");
}

#[test]
fn a_key_that_stands_twice_is_reported() {
    insta::assert_snapshot!(wrong("scenario catan\nseed 4\nseed 5\n"), @"
    error: the header already contains such a line
     --> a.game:3:1
      |
    3 | seed 5
      | ^^^^^^
      |
      = help: delete one of the lines
    ");
    insta::assert_snapshot!(wrong("scenario catan\nset goal = 4\nset goal = 5\n"), @"
    error: the header already contains such a line
     --> a.game:3:1
      |
    3 | set goal = 5
      | ^^^^^^^^^^^^
      |
      = help: delete one of the lines
    ");
}

#[test]
fn a_view_is_not_replayed() {
    let (_, text) = random_game_of(40, &rules("catan"), 5, Some(Player(1)), |_, _, _| {});
    insta::assert_snapshot!(wrong(&text), @"
    error: a recording from the view of blue cannot be replayed
     --> a.game:7:4
      |
    7 | as blue # to be read, not to be replayed
      |    ^^^^
      |
      = help: it lacks hidden information: record without `--as`
    ");
}

#[test]
fn only_what_a_player_does_is_refused() {
    for line in ["undo", "set-up", "expect red has 0 ore"] {
        let text = format!("scenario catan\nset-up\nred places settlement at C3.s\n{line}\n");
        let said = wrong(&format!("{text}  refused: no reason\n"));
        let expected = "error: this `refused:` line has no action above it\n --> a.game:5:3\n";
        assert!(said.starts_with(expected), "{said}");
    }
}

/// The transcript with all its changes as they happen.
fn rewritten(text: &str) -> String {
    let transcript = parse(text, "a.game").unwrap_or_else(|wrong| panic!("{wrong}"));
    let rules = rules("catan");
    let options = Options { rewrite: true, ..Options::default() };
    let report = replay(&transcript, &rules, host(&rules), options);
    report.unwrap_or_else(|wrong| panic!("{wrong}")).rewritten
}

#[test]
fn blessing_keeps_all_else_to_the_byte() {
    let text = "# A title.\r\nscenario catan\r\nplayers red, blue, white\r\n\r\n\
        given red has settlement at C4.n\r\ngiven hex C4 is wood 6\r\n\
        given hex B3 is desert\r\ngiven hex B4 is desert\r\ngiven robber at A1  # far away\r\n\
        red rolls 3 3   # a six\r\n  # first\r\n  red produces 2 wood  # wrong\r\n  # last\r\n\r\n\
        red ends  turn\r\n   turn of blue  begins # as written";
    assert_eq!(rewritten(text), text.replace("produces 2", "produces 1"));
}

#[test]
fn blessing_keeps_the_comments_of_what_it_rewrites() {
    let text = "scenario catan\npack catan 1.0.0 0123456789abcdef # pinned\n\
        players red, blue, white\n\ngiven red has 5 ore, 2 sheep, 2 grain\ngiven robber at A1\n\n\
        red buys development drawing soldier # buy\n  red pays 1 sheep, 1 grain, 2 ore # the price\n  \
        # between\n  red draws soldier\n  red draws monopoly # in vain\nundo # wrong\n  \
        known already: a card that red bought # known\nturn 1 digest 0000000000000000 # by hand\n";
    let blessed = rewritten(text);
    let played = "  red pays 1 sheep, 1 grain, 1 ore # the price\n  # between\n  red draws soldier\n  \
        # in vain\nundo # wrong\n  known already: a card that red drew # known\nturn 1 digest ";
    assert!(blessed.contains(" # pinned\n") && blessed.contains(played), "{blessed}");
    assert!(
        blessed.ends_with(" # by hand\n") && !blessed.contains("0123456789abcdef"),
        "{blessed}"
    );
}

/// A recording that is modified in many ways, and the rules for it.
struct Recording {
    text: String,
    rules: Arc<Rules>,
    script: Rc<dyn Script>,
}

impl Recording {
    fn new(scenario: &str, actions: u32) -> Self {
        let rules = rules(scenario);
        let (_, text) = random_game_of(actions, &rules, 71, None, |_, _, _| {});
        let script = host(&rules);
        Self { text, rules, script }
    }

    fn lines(&self) -> Vec<&str> {
        self.text.lines().collect()
    }

    fn play(&self, text: &str) -> Result<ReplayReport, Diagnostics> {
        let transcript = parse(text, "a.game")?;
        replay(&transcript, &self.rules, Rc::clone(&self.script), Options::default())
    }

    /// The first diagnostic of a text.
    fn complaint(&self, lines: &[&str]) -> Option<Diagnostic> {
        let text = format!("{}\n", lines.join("\n"));
        let said = match self.play(&text) {
            Ok(report) => report.notes,
            Err(wrong) => wrong.0,
        };
        said.into_iter().next()
    }

    /// The range of lines, from 1, in which a modification at a row has to be reported: from its
    /// action to the second digest below, since the position itself is checked at every turn.
    fn reach(lines: &[&str], row: usize) -> std::ops::RangeInclusive<usize> {
        let is_action = |line: &&str| !line.starts_with(' ') && !line.is_empty();
        let above = lines[..row.min(lines.len())].iter().rposition(is_action).unwrap_or(0);
        let digests = (row..lines.len()).filter(|&at| lines[at].contains(" digest "));
        let below = digests.take(2).last().unwrap_or(lines.len());
        above..=below + 2
    }

    /// The mistake in the report about lines that were modified at a row, if any.
    fn unreported(&self, lines: &[&str], row: usize, what: &str) -> Option<String> {
        let at = format!("{what} {}: `{}`", row + 1, self.lines()[row]);
        let Some(said) = self.complaint(lines) else {
            return Some(format!("{at} is not reported"));
        };
        let reach = Self::reach(lines, row);
        let is_near = said.line == 0 || reach.contains(&said.line);
        (!is_near).then(|| format!("{at} is reported beyond {reach:?}: {said}"))
    }
}

/// Whether a line is not part of the game, or only checks it, so that dropping or repeating it has
/// no effect. Without the lines of packs and players those of the scenario are used, which are the
/// same here.
fn only_checks(line: &str) -> bool {
    let keys = ["newcatan ", "engine ", "changes ", "pack ", "players ", "scenario-hash "];
    is_blank(line) || line.contains(" digest ") || keys.iter().any(|key| line.starts_with(key))
}

/// Whether a line is blank or a comment.
fn is_blank(line: &str) -> bool {
    line.trim().is_empty() || line.trim().starts_with('#')
}

/// Whether the terms of a line, or its position among the answers, may have no effect: opponents
/// answer an offer in any order, and one that is not concluded changes nothing.
fn may_be_in_vain(line: &str) -> bool {
    [" offers ", " refuses", " accepts"].iter().any(|words| line.contains(words))
}

/// Whether a line belongs to the header, whose lines can be in any order.
fn is_header(line: &str) -> bool {
    let keys = ["newcatan", "engine", "scenario", "pack", "set ", "seed", "players", "changes"];
    keys.iter().any(|key| line.starts_with(key))
}

/// The line with its first number increased by one, or its last letter doubled.
fn edited(line: &str) -> String {
    let Some(at) = line.find(|c: char| c.is_ascii_digit()) else {
        return format!("{line}{}", line.chars().last().unwrap());
    };
    let end = line[at..].find(|c: char| !c.is_ascii_digit()).map_or(line.len(), |end| at + end);
    let number: u64 = line[at..end].parse().unwrap();
    format!("{}{}{}", &line[..at], number + 1, &line[end..])
}

#[test]
#[ignore = "plays a thousand transcripts"]
fn a_line_left_out_doubled_swapped_or_edited_is_reported_where_it_matters() {
    let recording = Recording::new("catan", 160);
    let lines = recording.lines();
    assert!(recording.complaint(&lines).is_none());
    let mut unreported: Vec<String> = Vec::new();
    for row in 0..lines.len() {
        let (line, next) = (lines[row], lines.get(row + 1).copied().unwrap_or_default());
        if !only_checks(line) {
            let mut without = lines.clone();
            without.remove(row);
            unreported.extend(recording.unreported(&without, row, "without"));
            let mut doubled = lines.clone();
            doubled.insert(row, line);
            unreported.extend(recording.unreported(&doubled, row, "doubled"));
        }
        let stands_anywhere = |line: &str| is_blank(line) || is_header(line);
        let are_answers = may_be_in_vain(line) && may_be_in_vain(next);
        if next != line && !stands_anywhere(line) && !stands_anywhere(next) && !are_answers {
            let mut swapped = lines.clone();
            swapped.swap(row, row + 1);
            unreported.extend(recording.unreported(&swapped, row, "swapped"));
        }
        // The engine and the version of a pack are only informative, since the hash counts; the
        // scenario is loaded by the test.
        let is_told = ["engine ", "pack ", "scenario "].iter().any(|key| line.starts_with(key));
        if !is_blank(line) && !is_told && !may_be_in_vain(line) {
            let text = edited(line);
            let mut other = lines.clone();
            other[row] = &text;
            unreported.extend(recording.unreported(&other, row, "edited"));
        }
    }
    assert!(unreported.is_empty(), "{}", unreported.join("\n"));
}

#[test]
#[ignore = "reads a thousand transcripts"]
fn a_recording_cut_off_at_any_byte_is_said_to_be() {
    let recording = Recording::new("catan", 60);
    let text = recording.text.as_str();
    let begun = text.find("\n\nset-up").unwrap() + 2;
    let said_at = |text: &str| match recording.play(text) {
        Ok(report) => report.notes,
        Err(wrong) => wrong.0,
    };
    for end in 1..text.trim_end().len() {
        let cut = &text[..end];
        let [said] = &said_at(cut)[..] else { panic!("one thing is said of {cut}") };
        let is_header = end < begun || (1..6).contains(&(end - begun));
        let message = if is_header {
            "the file ends inside its header"
        } else {
            "the recording is cut off here"
        };
        assert_eq!(said.message, message, "{cut}");
        let lines = cut.lines().count();
        let last = cut
            .lines()
            .enumerate()
            .filter(|(_, line)| !line.starts_with([' ', '#']) && !line.is_empty())
            .last();
        assert!((last.unwrap().0 + 1..=lines).contains(&said.line), "{said}");
    }
    assert_eq!(said_at(text), []);
}

/// The beginning of a recording, up to a text and this number of further bytes.
fn cut_at(text: &str, more: usize) -> String {
    static RECORDED: OnceLock<String> = OnceLock::new();
    let recorded = RECORDED.get_or_init(|| Recording::new("catan", 60).text);
    let at = recorded.rfind(text).expect("it is recorded");
    recorded[..at + more].to_owned()
}

#[test]
fn a_cut_off_recording_is_told_how_to_go_on() {
    insta::assert_snapshot!(notes(&cut_at(" digest", 12)), @"
    warning: the recording is cut off here
       --> a.game:153:16
        |
    153 | turn 19 digest a8f1
        |                ^^^^
        |
        = note: expected a hash with 16 hexadecimal digits, found `a8f1`
        = help: line 153 is ignored: everything above it is complete
        = help: to copy the lines above it, type `newcatan fork a.game:152 --record branch.game`
    ");
    insta::assert_snapshot!(notes(&cut_at(" produces", 9)), @"
    warning: the recording is cut off here
       --> a.game:145:3
        |
    145 |   red produces
        |   ^^^^^^^^^^^^
        |
        = note: `red produces` did not happen
        = note: written (-), happened (+)
                - red produces
                + red produces 1 ore [rules/catan/pack.toml:36]
        = help: line 144 is ignored: everything above it is complete
        = help: to copy the lines above it, type `newcatan fork a.game:143 --record branch.game`
    ");
    insta::assert_snapshot!(notes(cut_at("turn of", 0).trim_end().rsplit_once('\n').unwrap().0), @"
    warning: the recording is cut off here
       --> a.game:139:3
        |
    139 |   blue produces 1 grain
        |   ^^^^^^^^^^^^^^^^^^^^^
        |
        = help: `end of recording` is missing: the program was stopped, or only part of the file was copied
    ");
}
