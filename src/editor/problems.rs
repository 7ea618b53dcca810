//! What is wrong with a file, and with the others of the game to which it belongs.

use std::path::Path;
use std::sync::Arc;

use crate::content::{self, Request, request_of};
use crate::diagnostic::Diagnostics;
use crate::rules::Rules;
use crate::script;
use crate::transcript::{self, Options};

/// The texts of files as they are being written, by the file as it is shown.
pub type Texts = std::collections::BTreeMap<String, String>;

/// What was found in the game of a file.
#[derive(Default)]
pub struct Found {
    /// Its rules, as far as they could be read.
    pub rules: Option<Arc<Rules>>,
    /// What is wrong or strange, in this file and in others.
    pub wrong: Diagnostics,
}

/// Looks at a file that is being written; nothing is wrong with files that are none of the game.
pub fn look(file: &str, texts: &Texts) -> Found {
    let Some(text) = texts.get(file) else { return Found::default() };
    if is_transcript(file) {
        return look_at_game(file, text, texts);
    }
    let request = request_of(Path::new(file), text);
    request.map_or_else(Found::default, |request| {
        look_at(&Request { texts: texts.clone(), ..request })
    })
}

/// The rules of the game of a file; as they were before, where its text cannot be read just now.
pub fn rules(file: &str, texts: &Texts) -> Option<Arc<Rules>> {
    let text = texts.get(file)?;
    let request = if is_transcript(file) {
        let named = text.lines().find_map(|line| line.strip_prefix("scenario "));
        let whole = transcript::parse(text, file).ok();
        whole.map(|game| game.request()).or(named.map(|name| Request::scenario(name.trim())))?
    } else {
        request_of(Path::new(file), text)?
    };
    let now = Request { texts: texts.clone(), ..request.clone() };
    let alone = Request::scenario(&request.scenario);
    [now, request, alone].iter().find_map(|request| content::load(request).ok())
}

fn is_transcript(file: &str) -> bool {
    Path::new(file).extension().is_some_and(|ending| ending == "game")
}

/// Loads a game and compiles its rules.
fn look_at(request: &Request) -> Found {
    match content::load(request) {
        Ok(rules) => {
            let wrong = script::host(&rules).err().unwrap_or_default();
            Found { rules: Some(rules), wrong }
        }
        Err(wrong) => Found { rules: None, wrong },
    }
}

/// Plays a transcript.
fn look_at_game(file: &str, text: &str, texts: &Texts) -> Found {
    let played = transcript::parse(text, file).and_then(|game| {
        let rules = content::load(&Request { texts: texts.clone(), ..game.request() })?;
        let script = script::host(&rules)?;
        let report = transcript::replay(&game, &rules, script, Options::default());
        report.map(|report| Diagnostics(report.notes))
    });
    Found { rules: None, wrong: played.unwrap_or_else(|wrong| wrong) }
}
