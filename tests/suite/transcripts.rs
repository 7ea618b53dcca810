//! Transcripts: replays, recordings, and error messages.
#![allow(clippy::too_many_lines, reason = "texts are next to the expected output")]

mod besides;
mod growth;
mod kept;
mod meaning;
mod named;
mod outposts;
mod played;
pub(crate) mod recorded;
mod refusals;
mod robust;
mod undone;
mod words;

use std::rc::Rc;
use std::sync::Arc;

use newcatan::content::{Request, load};
use newcatan::diagnostic::Diagnostics;
use newcatan::game::Script;
use newcatan::rules::Rules;
use newcatan::script;
use newcatan::transcript::{Options, ReplayReport, Transcript, parse, replay};

/// The script host of the rules.
fn host(rules: &Rules) -> Rc<dyn Script> {
    script::host(rules).unwrap()
}

fn rules(scenario: &str) -> Arc<Rules> {
    load(&Request::scenario(scenario)).unwrap()
}

/// The rules for a transcript.
fn rules_of(transcript: &Transcript) -> Arc<Rules> {
    let set = transcript.settings();
    load(&Request { set, ..Request::scenario(transcript.scenario()) }).unwrap()
}

fn play(text: &str) -> Result<ReplayReport, Diagnostics> {
    let transcript = parse(text, "a.game")?;
    let rules = rules_of(&transcript);
    replay(&transcript, &rules, host(&rules), Options::default())
}

/// The transcript with all its changes; existing ones are checked.
fn blessed(text: &str) -> String {
    play(text).unwrap_or_else(|wrong| panic!("{wrong}")).rewritten
}

/// The diagnostics of an invalid transcript.
fn wrong(text: &str) -> String {
    play(text).err().expect("something is wrong").to_string()
}

/// The diagnostics of lines in a game of red, blue and white.
fn wrong_in_game(lines: &str) -> String {
    wrong(&format!("scenario catan\nplayers red, blue, white\n{lines}"))
}
