//! Selects the packs in play and orders them by precedence.

use std::cell::OnceCell;
use std::collections::{BTreeMap, BTreeSet};

use semver::{Version, VersionReq};

use super::Request;
use super::folder::{too_large, too_many_packs};
use super::manifest::{Manifest, Pack};
use super::naming::{check_counted, check_length, check_name};
use super::scenario::Scenario;
use super::source::Library;
use crate::diagnostic::{Code, Diagnostic, Diagnostics, suggest};
use crate::limits;

/// The hint for unknown packs.
const SEARCH_HINT: &str = "newcatan looks for packs in the folders of `--with` and `--rules`, in a `rules` folder next to the scenario, in the folder of the scenario, and in a `rules` folder in the working folder";
/// The maximum number of unknown packs that are compared with known names, since comparing is slow.
const COMPARED: usize = 20;

/// The packs of a game in order of precedence.
pub(super) fn choose(
    library: &Library,
    scenario: &Scenario,
    request: &Request,
) -> Result<Vec<Pack>, Diagnostics> {
    let mut wrong = Diagnostics::default();
    let (mut packs, mut size): (Vec<Pack>, usize) = (Vec::new(), 0);
    let mut named = BTreeSet::new();
    for id in &scenario.keys.packs {
        if !named.insert(id.get_ref()) {
            let message = format!("the pack `{}` is listed twice", id.get_ref());
            wrong.push(scenario.error(id, message).code(Code::NameTaken));
        }
    }
    let names = OnceCell::new();
    let mut known = BTreeSet::new();
    for (id, unknown) in requested_packs(library, scenario, request)? {
        if !known.insert(id.clone()) {
            continue;
        }
        match library.pack(&id) {
            Ok(Some(pack)) => {
                size += pack.size();
                if size > limits::PACKS_TOGETHER {
                    let file = &pack.source.file;
                    wrong.push(too_large(file, "the packs of the game total", size));
                    break;
                }
                packs.push(pack);
            }
            Ok(None) if wrong.0.len() >= COMPARED => wrong.push(unknown.code(Code::UnknownName)),
            Ok(None) => {
                let names = names.get_or_init(|| library.pack_names());
                let names = || names.iter().map(String::as_str);
                let unknown = match suggest(&id, names()) {
                    Some(_) => unknown,
                    None => unknown.hint(SEARCH_HINT),
                };
                wrong.push(unknown.did_you_mean(&id, names()));
            }
            Err(more) => more.0.into_iter().for_each(|one| wrong.push(one)),
        }
    }
    wrong.or_code(Code::UnreadableFile);
    let in_play: BTreeSet<&str> = packs.iter().map(Pack::id).collect();
    for pack in &packs {
        check(pack, &in_play, &mut wrong);
    }
    wrong.or_code(Code::PackConflict);
    wrong.unless_any(sorted(packs))
}

/// The names of a game's packs.
pub(super) fn names(
    library: &Library,
    scenario: &Scenario,
    request: &Request,
) -> Result<Vec<String>, Diagnostics> {
    Ok(requested_packs(library, scenario, request)?.into_iter().map(|(id, _)| id).collect())
}

/// The names of the requested packs, each with the diagnostic to report if the pack is unknown.
fn requested_packs(
    library: &Library,
    scenario: &Scenario,
    request: &Request,
) -> Result<Vec<(String, Diagnostic)>, Diagnostics> {
    let unknown = |id: &str| format!("no pack `{id}`");
    let plain = |id: &String| (id.clone(), Diagnostic::new(unknown(id)));
    let mut wanted: Vec<(String, Diagnostic)> = if let Some(ids) = &request.packs {
        ids.iter().map(plain).collect()
    } else {
        let packs = scenario.keys.packs.iter();
        packs.map(|id| (id.get_ref().clone(), scenario.error(id, unknown(id.get_ref())))).collect()
    };
    for folder in &request.with {
        wanted.extend(library.packs_in(folder)?.iter().map(plain));
    }
    if wanted.len() > limits::PACKS {
        return Err(too_many_packs("the game has", wanted.len()).into());
    }
    Ok(wanted)
}

/// Checks the names that a pack declares.
fn check_names(pack: &Pack, manifest: &Manifest, wrong: &mut Diagnostics) {
    for name in manifest.names() {
        wrong.keep(check_length(name.get_ref()).map_err(|bad| bad.at(pack.error(name, ""))));
        let proper = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_' || c == ' ';
        let word = name.get_ref();
        if !word.starts_with(|c: char| c.is_ascii_lowercase()) || !word.chars().all(proper) {
            let message = format!("`{word}` is not a valid name");
            let hint = "write lower-case letters, digits and `_`, starting with a letter";
            wrong.push(pack.error(name, message).code(Code::BadName).hint(hint));
        }
    }
    for (name, at) in manifest.names_in_games() {
        wrong.keep(check_name(name.get_ref(), at).map_err(|bad| bad.at(pack.error(name, ""))));
    }
    for name in manifest.counted() {
        wrong.keep(check_counted(name.get_ref()).map_err(|bad| bad.at(pack.error(name, ""))));
    }
    for name in manifest.keys().filter(|name| name.get_ref().contains(' ')) {
        let word = name.get_ref();
        let message = format!("`{word}` is not a valid name: transcripts need a single word");
        let hint = "write `_` between words";
        wrong.push(pack.error(name, message).code(Code::BadName).hint(hint));
    }
}

/// Checks the names of a pack, its version, and whether it fits this program and the other packs.
fn check(pack: &Pack, in_play: &BTreeSet<&str>, wrong: &mut Diagnostics) {
    let manifest = &pack.manifest;
    pack.all_declarations().for_each(|part| check_names(pack, part, wrong));
    let in_play = |id: &str| in_play.contains(id);
    for (folder, _) in &manifest.ranks.0 {
        let inner = format!("{}/", folder.get_ref());
        if !pack.files.iter().any(|(path, _)| path.starts_with(&inner)) {
            let message = format!("the folder `{}` contains no rules", folder.get_ref());
            wrong.push(pack.error(folder, message).code(Code::UnknownName));
        }
    }
    wrong.keep(
        check_length(manifest.version.get_ref())
            .map_err(|bad| bad.at(pack.error(&manifest.version, ""))),
    );
    if let Err(error) = Version::parse(manifest.version.get_ref()) {
        let message = format!("`{}` is not a version: {error}", manifest.version.get_ref());
        wrong.push(pack.error(&manifest.version, message).hint("write a version such as `1.0.0`"));
    }
    for id in manifest.requires.iter().filter(|id| !in_play(id.get_ref())) {
        let message = format!("`{}` requires `{}`, which is not in play", pack.id(), id.get_ref());
        wrong.push(pack.error(id, message).hint("add it to the packs of the scenario"));
    }
    for id in manifest.conflicts.iter().filter(|id| in_play(id.get_ref())) {
        let message = format!("`{}` cannot be played with `{}`", pack.id(), id.get_ref());
        wrong.push(pack.error(id, message));
    }
    let Some(engine) = &manifest.engine else { return };
    let ours = Version::parse(env!("CARGO_PKG_VERSION")).expect("the crate has a version");
    match VersionReq::parse(engine.get_ref()) {
        Ok(needed) if needed.matches(&ours) => {}
        Ok(needed) => {
            let message = format!("`{}` needs newcatan {needed}, but this is {ours}", pack.id());
            wrong.push(pack.error(engine, message));
        }
        Err(error) => {
            let message = format!("`{}` is not a version range: {error}", engine.get_ref());
            wrong.push(pack.error(engine, message).hint("write a range such as `>=0.1`"));
        }
    }
}

/// Sorts the packs by rank. Packs of the same rank stay in the order in which the game lists them.
/// A pack comes after the packs that it requires, even if its rank is lower.
fn sorted(mut packs: Vec<Pack>) -> Vec<Pack> {
    packs.sort_by_key(|pack| pack.rank);
    let places: BTreeMap<&str, usize> =
        packs.iter().enumerate().map(|(at, pack)| (pack.id(), at)).collect();
    let requires = |pack: &Pack| -> BTreeSet<usize> {
        let ids = pack.manifest.requires.iter();
        ids.filter_map(|id| places.get(id.get_ref().as_str()).copied()).collect()
    };
    let mut waits: Vec<BTreeSet<usize>> = packs.iter().map(requires).collect();
    let mut awaited: Vec<Vec<usize>> = vec![Vec::new(); packs.len()];
    for (at, others) in waits.iter().enumerate() {
        for &other in others {
            awaited[other].push(at);
        }
    }
    let mut left: BTreeSet<usize> = (0..packs.len()).collect();
    let mut ready: BTreeSet<usize> =
        left.iter().copied().filter(|&at| waits[at].is_empty()).collect();
    let mut order = Vec::new();
    // A cycle starts with the first of its packs.
    while let Some(next) = ready.pop_first().or_else(|| left.first().copied()) {
        left.remove(&next);
        order.push(next);
        for &at in &awaited[next] {
            waits[at].remove(&next);
            if waits[at].is_empty() && left.contains(&at) {
                ready.insert(at);
            }
        }
    }
    let mut packs: Vec<Option<Pack>> = packs.into_iter().map(Some).collect();
    order.into_iter().filter_map(|at| packs[at].take()).collect()
}
