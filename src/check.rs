//! Checks rules, packs, scenarios and the beginnings of games before anything is played.
//!
//! The loader finds most errors. This module loads each file as part of a game that uses it, and
//! adds findings that need the whole game: unread declarations, untested rules, unfair boards. It
//! does not use a terminal, and it plays no games.

mod areas;
mod board;
mod goal;
mod similar;
mod slow;
mod tested;
mod turns;
mod unread;

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::sync::Arc;

use crate::audit::suite::LoadedRules;
use crate::content::{self, Request, is_rule_file};
use crate::diagnostic::{Code, Diagnostic, Diagnostics, Source};
use crate::rules::{Rules, Setting, SettingValue, setting_name};
use crate::script::{self, ReviewedHost};
use crate::transcript::Transcript;
use tested::Tested;
use unread::Unread;

/// The files to check.
#[derive(Default)]
pub struct Targets {
    /// Scenarios: files, or names of scenarios in `scenarios`.
    pub scenarios: Vec<String>,
    /// Packs and rule files.
    pub packs: Vec<PackPath>,
    /// Games whose beginning is checked.
    pub games: Vec<Written>,
    /// Other games that may test the rules.
    pub others: Vec<Written>,
    /// Edited texts that are used instead of the files on disk, by path.
    pub texts: BTreeMap<String, String>,
}

/// A pack, or a single rule file.
pub struct PackPath {
    /// The folder of the pack, or the rule file.
    pub path: PathBuf,
    /// Its files, with the paths that messages show.
    pub files: Vec<String>,
}

/// A transcript, and the request for its rules.
pub struct Written {
    /// The transcript.
    pub transcript: Transcript,
    /// The request.
    pub request: Request,
}

/// The rules loaded for a request, or their diagnostics.
type LoadResult = Result<LoadedRules, Diagnostics>;

/// Returns all errors and warnings, the errors first.
pub fn check(targets: &Targets) -> Diagnostics {
    let mut checker = ProjectChecker::default();
    for scenario in &targets.scenarios {
        let request = targets.request(&Request::scenario(scenario));
        match checker.load(&request) {
            Ok(loaded) => checker.scenario(&loaded),
            Err(wrong) => {
                checker.misses_game = true;
                checker.note(wrong);
            }
        }
    }
    for game in &targets.games {
        checker.game(game, &targets.request(&game.request));
    }
    for pack in &targets.packs {
        if !pack.files.iter().any(|file| checker.seen.contains(file)) {
            checker.pack(pack, targets);
        }
    }
    let files = targets.packs.iter().flat_map(|pack| &pack.files).cloned().collect();
    checker.finish(&files, targets)
}

impl Targets {
    /// The paths of a pack and of the packs that it requires. The required packs are looked up
    /// among the checked packs, then in the same folder.
    fn needed(&self, pack: &PackPath) -> Vec<PathBuf> {
        let (mut with, mut at) = (vec![pack.path.clone()], 0);
        while let Some(path) = with.get(at).cloned() {
            at += 1;
            for id in content::required(&path) {
                let is_called = |path: &&PathBuf| path.ends_with(&id);
                let checked = self.packs.iter().map(|other| &other.path).find(is_called).cloned();
                let beside = path.with_file_name(&id);
                let found = checked.or(beside.join("pack.toml").is_file().then_some(beside));
                with.extend(found.filter(|path| !with.contains(path)));
            }
        }
        with
    }

    /// A request with the texts that replace files.
    fn request(&self, request: &Request) -> Request {
        Request { texts: self.texts.clone(), ..request.clone() }
    }
}

/// The findings so far.
#[derive(Default)]
struct ProjectChecker {
    loaded: Vec<(Request, LoadResult)>,
    wrong: Diagnostics,
    strange: Diagnostics,
    /// The files of all games that were loaded.
    seen: BTreeSet<String>,
    /// Whether a game could not be loaded, so that its declarations and references are unknown.
    misses_game: bool,
    unread: Unread,
    tested: Tested,
}

impl ProjectChecker {
    /// Loads the rules of a request, unless they have been loaded before.
    fn load(&mut self, request: &Request) -> LoadResult {
        if let Some((_, loaded)) = self.loaded.iter().find(|(known, _)| known == request) {
            return loaded.clone();
        }
        let loaded = self.judge(request);
        if let Ok(LoadedRules { rules, .. }) = &loaded {
            self.tested.add(rules);
            self.note(Diagnostics(areas::check(rules)));
        }
        self.loaded.push((request.clone(), loaded.clone()));
        loaded
    }

    /// Loads the rules of a request, and reviews their scripts.
    fn judge(&mut self, request: &Request) -> LoadResult {
        self.review(content::load(request)?)
    }

    /// Reviews the rules of a request.
    fn review(&mut self, rules: Arc<Rules>) -> LoadResult {
        let (review, reviewed) = script::reviewed_host(&rules);
        self.seen.extend(rules.sources.iter().map(|(file, _)| file.clone()));
        self.unread.add(&rules, &review);
        self.note(review.strange);
        self.note(Diagnostics(turns::check(&rules)));
        self.note(Diagnostics(similar::check(&rules)));
        let ReviewedHost { host: script, unlowered } = reviewed?;
        self.note(Diagnostics(slow::check(&rules, &unlowered)));
        Ok(LoadedRules { rules, script })
    }

    fn note(&mut self, found: Diagnostics) {
        for one in found.0 {
            if one.is_warning { self.strange.push(one) } else { self.wrong.push(one) }
        }
    }

    /// Checks the goal and the boards of a scenario.
    fn scenario(&mut self, loaded: &LoadedRules) {
        let strange = [goal::check(&loaded.rules), board::check(loaded)];
        self.note(Diagnostics(strange.into_iter().flatten().collect()));
    }

    /// Checks the beginning of a game.
    fn game(&mut self, game: &Written, request: &Request) {
        let loaded = match self.load(request) {
            Ok(loaded) => loaded,
            Err(wrong) => {
                self.misses_game = true;
                return self.note(game.transcript.placed(wrong));
            }
        };
        let begun = game.transcript.begin(&loaded.rules, Rc::clone(&loaded.script));
        if let Err(mut wrong) = begun.map(drop) {
            wrong.or_code(Code::BadPosition);
            self.note(wrong);
        }
    }

    /// Checks a pack that no loaded game contains. The pack is loaded in the scenario that fits it
    /// best, then in the shipped ones, then with its settings, until each rule has been in play. If
    /// this never happens, the errors of the most suitable game are reported.
    fn pack(&mut self, pack: &PackPath, targets: &Targets) {
        let mut idle: Vec<&String> =
            pack.files.iter().filter(|file| is_rule_file(Path::new(file))).collect();
        let mut best: Option<(usize, Request, Arc<Rules>)> = None;
        let mut failed: Vec<(bool, Diagnostics)> = Vec::new();
        let with = targets.needed(pack);
        let own = content::request_of(&pack.path, "").filter(|_| with.len() == 1);
        let shipped = content::built_in_scenarios()
            .into_iter()
            .map(|scenario| Request { with: with.clone(), ..Request::scenario(scenario) });
        for request in own.into_iter().chain(shipped) {
            let request = targets.request(&request);
            let rules = content::load(&request);
            let is_of_facts = rules.is_err();
            match rules.and_then(|rules| self.review(rules)) {
                Err(wrong) => failed.push((is_of_facts, wrong)),
                Ok(loaded) => {
                    self.tested.add(&loaded.rules);
                    idle.retain(|file| !is_in_play(file, &loaded.rules));
                    if idle.is_empty() {
                        return;
                    }
                    let count =
                        pack.files.iter().filter(|it| is_in_play(it, &loaded.rules)).count();
                    if best.as_ref().is_none_or(|(most, ..)| count > *most) {
                        best = Some((count, request, loaded.rules));
                    }
                }
            }
        }
        if let Some((_, request, rules)) = &best {
            self.with_settings(pack, (request, rules), &mut idle, &mut failed);
        }
        // A game with valid facts is better, since its errors concern the scripts of the pack.
        failed.sort_by_key(|(is_of_facts, wrong)| {
            let foreign = |one: &&Diagnostic| matches!(one.code, Some(Code::PackConflict) | None);
            (*is_of_facts, wrong.0.iter().filter(foreign).count(), wrong.0.len())
        });
        let is_about = |wrong: &Diagnostics, files: &[&String]| {
            wrong.0.iter().all(|one| files.contains(&&one.file))
        };
        let is_it = |wrong: &Diagnostics| best.is_none() || is_about(wrong, &idle);
        match failed.into_iter().map(|(_, wrong)| wrong).find(is_it) {
            Some(mut wrong) => {
                wrong.0.retain(|one| !(self.misses_game && one.code == Some(Code::UnknownName)));
                self.note(wrong);
            }
            None if self.misses_game => {}
            None => self.note(Diagnostics(idle.into_iter().map(|file| never(file)).collect())),
        }
    }

    /// Checks the idle rules of a pack with its settings. Turns on one setting at a time, and removes
    /// from `idle` the rules that come into play. Adds the errors of games that cannot be loaded to
    /// `failed`.
    fn with_settings(
        &mut self,
        pack: &PackPath,
        (request, rules): (&Request, &Rules),
        idle: &mut Vec<&String>,
        failed: &mut Vec<(bool, Diagnostics)>,
    ) {
        let is_off = |setting: &Setting| {
            setting.value == SettingValue::Truth(false) && pack.files.contains(&setting.origin.file)
        };
        for (key, _) in rules.settings.iter().filter(|(_, setting)| is_off(setting)) {
            if idle.is_empty() {
                return;
            }
            let mut with = request.clone();
            with.set.push((setting_name(key).to_owned(), "true".to_owned()));
            let rules = match content::load(&with) {
                Ok(rules) => rules,
                Err(wrong) => {
                    failed.push((true, wrong));
                    continue;
                }
            };
            let new = |file: &String| is_in_play(file, &rules);
            if !idle.iter().any(|file| new(file)) {
                continue;
            }
            match self.review(Arc::clone(&rules)) {
                Ok(loaded) => {
                    self.tested.add(&loaded.rules);
                    idle.retain(|file| !new(file));
                }
                Err(wrong) => failed.push((false, wrong)),
            }
        }
    }

    /// Returns all findings, errors first, including those that depend on all games.
    fn finish(mut self, files: &BTreeSet<String>, targets: &Targets) -> Diagnostics {
        let unread = if self.misses_game { Vec::new() } else { self.unread.found(files) };
        let untested = self.tested.found(files, targets);
        self.note(Diagnostics(unread.into_iter().chain(untested).collect()));
        Diagnostics(self.wrong.0.into_iter().chain(self.strange.0).collect())
    }
}

/// Whether a file belongs to a rule that is in play.
fn is_in_play(file: &str, rules: &Rules) -> bool {
    rules.sources.iter().any(|(known, _)| known == file)
}

fn never(file: &str) -> Diagnostic {
    let message = "this rule is not in play in any shipped scenario, even with its pack and one of the \
                   pack's settings";
    Source::new(file, "")
        .whole(message)
        .code(Code::NeverRuns)
        .warning()
        .hint("write a game that uses it, so that `newcatan check` can find more mistakes")
}
