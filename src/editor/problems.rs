//! Diagnostics of a file, and of the other files of its game.

use std::path::Path;
use std::sync::Arc;

use crate::check::{PackPath, Targets, check};
use crate::content::{self, Request, pack_files, request_of};
use crate::diagnostic::{Code, Diagnostics};
use crate::rules::Rules;
use crate::script;
use crate::transcript::{self, Options, Transcript};

/// The texts of edited files, by the path that messages show.
pub type Texts = std::collections::BTreeMap<String, String>;

/// The rules and the diagnostics of a file's game.
#[derive(Default)]
pub struct Findings {
    /// The rules, if they could be loaded.
    pub rules: Option<Arc<Rules>>,
    /// The diagnostics of all files.
    pub wrong: Diagnostics,
}

/// Checks an edited file; files that belong to no game have no diagnostics.
pub fn look(file: &str, texts: &Texts) -> Findings {
    let Some(text) = texts.get(file) else { return Findings::default() };
    if is_transcript(file) {
        return look_at_game(file, text, texts);
    }
    let Some(request) = request_of(Path::new(file), text) else { return Findings::default() };
    let request = Request { texts: texts.clone(), ..request };
    let mut wrong = check(&targets(file, texts));
    // Not all games are known here.
    wrong.0.retain(|one| one.code != Some(Code::Untested));
    Findings { rules: content::load(&request).ok(), wrong }
}

/// The file, or its pack, as targets of the checker.
fn targets(file: &str, texts: &Texts) -> Targets {
    let path = Path::new(file);
    let is_toml = path.extension().is_some_and(|ending| ending == "toml");
    let is_in_pack = path.ends_with("pack.toml") || !is_toml;
    let mut targets = Targets { texts: texts.clone(), ..Targets::default() };
    if is_in_pack {
        let pack = path.ancestors().skip(1).find(|folder| folder.join("pack.toml").is_file());
        let path = pack.unwrap_or(path).to_owned();
        let files = pack_files(&path).unwrap_or_default();
        let files = files.into_iter().map(|file| file.file).collect();
        targets.packs.push(PackPath { path, files });
    } else {
        targets.scenarios.push(file.to_owned());
    }
    targets
}

/// The rules of a file's game, from the saved files if the edited texts cannot be loaded.
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

/// Plays a transcript.
fn look_at_game(file: &str, text: &str, texts: &Texts) -> Findings {
    let load =
        |game: &Transcript| content::load(&Request { texts: texts.clone(), ..game.request() });
    let played = transcript::parse_for(text, file, |game| load(game).ok()).and_then(|game| {
        let rules = load(&game)?;
        let script = script::host(&rules)?;
        let report = transcript::replay(&game, &rules, script, Options::default());
        report.map(|report| Diagnostics(report.notes))
    });
    Findings { rules: None, wrong: played.unwrap_or_else(|wrong| wrong) }
}
