//! Random edits of rules: the first difference in a game names the edited file.
//!
//! Tested by the chain behind the first difference, and by the differing files as well.

use std::collections::BTreeMap;
use std::path::Path;
use std::rc::Rc;

use newcatan::audit::mutant::{Mutant, mutants};
use newcatan::audit::replacements::Replacements;
use newcatan::audit::suite::{LoadedRules, Suite, SuiteRun};
use newcatan::chance::Stream;
use newcatan::content::{Request, pack_files};
use newcatan::rules::Origin;
use newcatan::transcript::{Basis, Divergence, Transcript, annotate, compare, parse};

use crate::support::files::files;

/// The maximum number of games that are tried for an edit.
const GAMES: usize = 16;

/// All hand-written games.
fn suite() -> Suite {
    let mut suite = Suite::default();
    for file in files("tests/games") {
        if file.extension().is_some_and(|ending| ending == "game") {
            let text = std::fs::read_to_string(&file).unwrap();
            let transcript = parse(&text, &file.display().to_string()).unwrap();
            let scenario = transcript.scenario().to_owned();
            let set = transcript.settings();
            suite.add(transcript, Request { set, ..Request::scenario(&scenario) });
        }
    }
    suite
}

/// All edits of one line.
fn edits() -> Vec<Mutant> {
    let sources = pack_files(Path::new("rules")).unwrap();
    let words = Replacements::of(&sources);
    let all = sources.iter().flat_map(|source| mutants(source, &words));
    let in_line = |mutant: &Mutant| {
        mutant.edits.iter().all(|edit| !mutant.source.text[edit.span.clone()].contains('\n'))
    };
    all.filter(in_line).collect()
}

/// A list in random order.
fn shuffled<T>(mut list: Vec<T>, seed: u64) -> Vec<T> {
    const ORDER: Stream = Stream::named("edits");
    for (number, last) in (0..).zip((1..list.len()).rev()) {
        list.swap(last, ORDER.below(seed, number, last + 1));
    }
    list
}

/// A difference, and the line that causes it.
type Found = (Divergence, Option<Origin>);

fn told(transcript: &Transcript, before: &LoadedRules, after: &LoadedRules) -> Option<Found> {
    let play =
        |loaded: &LoadedRules| annotate(transcript, &loaded.rules, Rc::clone(&loaded.script)).ok();
    let (before, after) = (play(before)?, play(after)?);
    let first = compare((&before, Basis::Played), (&after, Basis::Played))?;
    let maker = first.maker(&before.rules, &after.rules);
    Some((first, maker))
}

/// The first of these files with a line that affects no game. It also differs, but the difference
/// must be attributed to the edited file.
fn decoy<'a>(files: impl Iterator<Item = &'a String>) -> Option<(String, String)> {
    let is_rule = |file: &&String| Path::new(file).extension().is_some_and(|end| end == "rhai");
    let file = files.into_iter().find(is_rule)?;
    let text = std::fs::read_to_string(file).unwrap();
    Some((file.clone(), format!("{text}\nprivate fn never_said() {{ 0 }}\n")))
}

/// The first difference that an edit causes in a game that detects it.
fn difference(suite: &Suite, played: &[SuiteRun], edit: &Mutant, seed: u64) -> Option<Found> {
    let file = &edit.source.file;
    let ran = |game: &usize| played[*game].ran.contains_key(file);
    let games: Vec<usize> =
        (0..played.len()).filter(|&game| played[game].has_pack_of(file)).collect();
    let (near, far): (Vec<usize>, Vec<usize>) = games.into_iter().partition(ran);
    let games = [shuffled(near, seed), shuffled(far, seed)].concat();
    let ran = games.iter().flat_map(|&game| played[game].ran.keys());
    let decoy = decoy(ran.filter(|ran| *ran != file));
    for form in &edit.edits {
        let none = BTreeMap::new();
        let mut texts = BTreeMap::from([(file.clone(), form.apply(&edit.source.text))]);
        texts.extend(decoy.clone());
        let (mut before, mut after) = (suite.with(&none), suite.with(&texts));
        for &game in games.iter().take(GAMES) {
            let Some(edited) = after.load(game) else { break };
            let known = before.load(game).unwrap();
            let found = told(&suite.games[game].transcript, &known, &edited);
            if found.is_some() {
                return found;
            }
        }
    }
    None
}

/// Plants edits until this number of them have changed a game. Returns those whose file the chain
/// does not name, and those for which another file is named.
fn unnamed(count: usize, seed: u64) -> (Vec<String>, Vec<String>) {
    let suite = suite();
    let played = suite.play_all(|| ()).unwrap();
    let mut changed = 0;
    let (mut unnamed, mut unknown) = (Vec::new(), Vec::new());
    for edit in shuffled(edits(), seed) {
        let Some((first, maker)) = difference(&suite, &played, &edit, seed) else { continue };
        changed += 1;
        let (old, new) = edit.edits[0].lines(&edit.source.text);
        let place = format!("{}:{}", edit.source.file, edit.line());
        let shown = format!("{place}\n  - {old}\n  + {new}\n  {}", first.left.action);
        let mut links = first.left.links.iter().chain(&first.right.links);
        if !links.any(|link| link.origin.file == edit.source.file) {
            unnamed.push(shown.clone());
        }
        if maker.is_none_or(|maker| maker.file != edit.source.file) {
            unknown.push(shown);
        }
        if changed == count {
            break;
        }
    }
    assert_eq!(changed, count, "too few edits change a game");
    (unnamed, unknown)
}

/// The chain alone does not need the original rules. With these, the edited file is distinguished
/// from another one that also differs.
#[test]
#[ignore = "plays all games"]
fn what_differs_names_the_edited_file() {
    let (unnamed, unknown) = unnamed(60, 1);
    assert!(unnamed.len() * 10 <= 60, "{}", unnamed.join("\n"));
    assert!(unknown.len() * 20 <= 60, "{}", unknown.join("\n"));
}
