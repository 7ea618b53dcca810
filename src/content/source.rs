//! Finds packs and scenarios: first in folders, in search order, then in the built-in copy.

use std::cell::OnceCell;
use std::collections::BTreeMap;
use std::path::{Component, Path, PathBuf};

use super::Request;
use super::built_in::{built_in_files, built_in_packs, built_in_scenario, built_in_scenarios};
use super::folder::{
    Contents, file_name, files_of, folders, is_pack, is_rule_file, no_pack, read_text, shown,
    standalone_rules,
};
use super::manifest::{ConditionalPart, Manifest, Pack};
use super::scenario::{BoardKeys, Scenario, ScenarioKeys};
use super::toml_file::{self, Spanned, without_schema};
use super::weights;
use crate::chance::fnv1a;
use crate::diagnostic::{Code, Diagnostic, Diagnostics, Source};
use crate::files;
use crate::rules::Rank;

/// A folder that is a pack or may contain packs.
#[derive(Clone, Debug)]
struct SearchFolder {
    folder: PathBuf,
    /// Whether a user named it. If so, its packs are house rules by default.
    named: bool,
    /// The packs in a folder that a user named, sorted; `None` if there are too many.
    packs: OnceCell<Option<Vec<String>>>,
    /// The name of the pack if the folder itself is a pack.
    own: OnceCell<Option<Result<String, Diagnostics>>>,
}

impl SearchFolder {
    fn new(folder: PathBuf, named: bool) -> Self {
        Self { folder, named, packs: OnceCell::new(), own: OnceCell::new() }
    }

    /// Whether the folder contains a pack of this name.
    fn holds(&self, id: &str) -> bool {
        let packs =
            self.packs.get_or_init(|| self.named.then(|| folders(&self.folder).ok()).flatten());
        match packs {
            Some(packs) => packs.binary_search_by(|pack| pack.as_str().cmp(id)).is_ok(),
            None => is_pack(&self.folder.join(id)),
        }
    }
}

/// The name of the pack for single rule files.
pub(super) const HOUSE: &str = "house_rules";
/// The keys of this pack's manifest besides its id.
const HOUSE_KEYS: &str = "title = \"House rules\"\nversion = \"1.0.0\"\nrank = \"house\"\n";

/// All folders that are searched for packs and scenarios, in order.
#[derive(Clone, Debug)]
pub(super) struct Library {
    search_folders: Vec<SearchFolder>,
    /// The rule files outside packs.
    standalone_rules: Vec<PathBuf>,
    texts: BTreeMap<String, String>,
    only_in: Option<Vec<PathBuf>>,
}

impl Library {
    /// The folders of a request, without the folders beside the scenario.
    pub(super) fn new(request: &Request) -> Self {
        let named = request.with.iter().filter(|path| !is_rule_file(path));
        let named = named.chain(&request.rules_dirs);
        // The folder `rules` is searched anyway, so its packs are not house rules.
        let search_folder = |folder: &PathBuf| {
            SearchFolder::new(folder.clone(), shown(folder).trim_end_matches('/') != "rules")
        };
        Self {
            search_folders: named.map(search_folder).collect(),
            standalone_rules: request.with.iter().flat_map(|path| standalone_rules(path)).collect(),
            texts: request.texts.clone(),
            only_in: request.only_in.clone(),
        }
    }

    /// Whether access to a file or folder is allowed.
    fn may_read(&self, path: &Path) -> bool {
        let real = |path: &Path| Path::new(".").join(path).canonicalize().ok();
        self.only_in.as_ref().is_none_or(|folders| {
            let path = real(path);
            let mut homes = folders.iter().filter_map(|folder| real(folder));
            path.is_some_and(|path| homes.any(|home| path.starts_with(home)))
        })
    }

    /// Whether a file exists and may be read.
    fn is_file(&self, path: &Path) -> bool {
        path.is_file() && self.may_read(path)
    }

    /// Whether a folder, or the texts that replace it, is a pack.
    fn is_pack(&self, folder: &Path) -> bool {
        let manifest = folder.join("pack.toml");
        self.texts.contains_key(&shown(&manifest)) || self.is_file(&manifest)
    }

    /// Finds and reads a scenario. Later searches include its folder, and the folder `rules` in it.
    pub(super) fn scenario(&mut self, name: &str) -> Result<Scenario, Diagnostics> {
        let file = scenario_file(name, Path::new("scenarios"));
        let source = self.edited(self.scenario_source(name, &file)?);
        let beside = file.parent().map(Path::to_path_buf).unwrap_or_default();
        let around = [beside.join("rules"), beside, PathBuf::from("rules")];
        let open = self.only_in.iter().flatten();
        let open = open.flat_map(|folder| [folder.join("rules"), folder.clone()]);
        for folder in around.into_iter().chain(open) {
            if self.may_read(&folder) {
                self.search_folders.push(SearchFolder::new(folder, false));
            }
        }
        let mut keys: ScenarioKeys = toml_file::read(&source)?;
        let folder = file.parent().unwrap_or(Path::new(""));
        let (board, board_file) = match (keys.board.take(), &keys.board_of) {
            (Some(board), None) => (board, None),
            (Some(_), Some(word)) => {
                let message = "a scenario has either a `[board]` or a `board_of`, not both";
                return Err(source.error(word.span(), message).code(Code::BadBoard).into());
            }
            (None, Some(word)) => {
                let (board, file) = self.board_of(folder, &source, word)?;
                (board, Some(file))
            }
            (None, None) => {
                let hint = "draw one in `[board]`, or name a scenario: `board_of = \"newcatan\"`";
                let missing = source.whole("the scenario has no board").code(Code::MissingKey);
                return Err(missing.hint(hint).into());
            }
        };
        let weights = self.weights(&file)?;
        Ok(Scenario { name: name.into(), source, keys, board, board_file, weights })
    }

    /// The file of weights beside a scenario's file, if there is one.
    fn weights(&self, scenario: &Path) -> Result<Option<Source>, Diagnostic> {
        let file = weights::beside(scenario);
        let is_there = self.is_file(&file) || self.texts.contains_key(&shown(&file));
        is_there.then(|| self.read(&file)).transpose()
    }

    /// The board of another scenario, from the same folder or the built-in copy, and its file.
    fn board_of(
        &self,
        folder: &Path,
        source: &Source,
        word: &Spanned<String>,
    ) -> Result<(BoardKeys, Source), Diagnostics> {
        let name = word.get_ref();
        let wrong = |message: String| source.error(word.span(), message).code(Code::UnknownName);
        let beside = folder.join(scenario_file(name, Path::new("")));
        if !is_within(folder, name, &beside) {
            let wrong = wrong(format!("`{name}` is outside the folder of the scenario"));
            return Err(wrong.hint("name a scenario, or a file in this folder").into());
        }
        let is_beside = self.is_file(&beside) || self.texts.contains_key(&shown(&beside));
        let shipped = Path::new("scenarios").join(scenario_file(name, Path::new("")));
        let file = if is_beside { beside } else { shipped };
        let other = self.scenario_source(name, &file);
        let other = other
            .map_err(|_| wrong(format!("no scenario `{name}` from which to take the board")))?;
        let other = self.edited(other);
        let keys: ScenarioKeys = toml_file::read(&other)?;
        let board = keys.board.ok_or_else(|| {
            let hint = "name the scenario that contains the board";
            let other = source.error(word.span(), format!("`{name}` has no board of its own"));
            other.code(Code::BadBoard).hint(hint)
        })?;
        Ok((board, other))
    }

    /// The source of a scenario: an edited text, its file or the built-in copy.
    fn scenario_source(&self, name: &str, file: &Path) -> Result<Source, Diagnostics> {
        if self.is_file(file) && file.extension().is_none_or(|ending| ending != "toml") {
            let shown = shown(file);
            let message = format!("no scenario `{name}`: `{shown}` is not a `.toml` file");
            let hint = format!("if it is a scenario, rename it to `{shown}.toml`");
            return Err(Diagnostic::new(message).code(Code::UnreadableFile).hint(hint).into());
        }
        if self.is_file(file) || self.texts.contains_key(&shown(file)) {
            return Ok(self.read(file)?);
        }
        built_in_scenario(file).ok_or_else(|| match self.only_in {
            None => no_scenario(name, file).into(),
            Some(_) => no_open_scenario(name).into(),
        })
    }

    /// Reads a file, or the edited text that replaces it.
    fn read(&self, path: &Path) -> Result<Source, Diagnostic> {
        let file = shown(path);
        if let Some(text) = self.texts.get(&file) {
            return Ok(Source::new(file, text.as_str()));
        }
        if !self.may_read(path) {
            let message = format!("no file `{file}` in the permitted folders");
            return Err(Diagnostic::new(message).code(Code::UnreadableFile));
        }
        let text = read_text(path, None)?;
        Ok(Source::new(file, text))
    }

    /// Replaces the text of a file with its edited text, if there is one, and converts line ends to
    /// LF.
    fn edited(&self, source: Source) -> Source {
        match self.texts.get(&source.file) {
            None if !source.text.contains('\r') => source,
            text => {
                let text = text.map_or(&*source.text, String::as_str).replace("\r\n", "\n");
                Source::new(source.file, text)
            }
        }
    }

    /// Finds and reads a pack.
    pub(super) fn pack(&self, id: &str) -> Result<Option<Pack>, Diagnostics> {
        if id == HOUSE && !self.standalone_rules.is_empty() {
            return self.house().map(Some);
        }
        for search_folder in &self.search_folders {
            if self.may_read(&search_folder.folder.join(id)) && search_folder.holds(id) {
                let pack = self.read_pack(&search_folder.folder.join(id), search_folder.named)?;
                if pack.id() != id {
                    let message = format!(
                        "the pack `{}` is in a folder named `{id}`, but the two names must match",
                        pack.id()
                    );
                    let other = pack.error(&pack.manifest.id, message);
                    return Err(other.code(Code::BadName).into());
                }
                return Ok(Some(pack));
            }
            match self.own(search_folder) {
                Some(Err(wrong)) => return Err(wrong.clone()),
                Some(Ok(own)) if own == id => {
                    return self.read_pack(&search_folder.folder, search_folder.named).map(Some);
                }
                _ => {}
            }
        }
        let Some(files) = built_in_files(id) else { return Ok(None) };
        self.pack_of("built in", in_folder(&format!("rules/{id}"), files), Rank::Module).map(Some)
    }

    /// The name of the pack if the folder itself is a pack.
    fn own<'a>(&self, search_folder: &'a SearchFolder) -> Option<&'a Result<String, Diagnostics>> {
        let name = |pack: Pack| pack.id().to_owned();
        let read = || self.read_pack(&search_folder.folder, search_folder.named).map(name);
        search_folder.own.get_or_init(|| self.is_pack(&search_folder.folder).then(read)).as_ref()
    }

    /// The pack for single rule files.
    fn house(&self) -> Result<Pack, Diagnostics> {
        let mut wrong = Diagnostics::default();
        let manifest = format!("id = \"{HOUSE}\"\n{HOUSE_KEYS}");
        let mut files = vec![("pack.toml".into(), Source::new("house rules", manifest))];
        for path in &self.standalone_rules {
            if let Some(source) = wrong.keep(self.read(path)) {
                let name = path.file_name().map(|name| name.to_string_lossy().into_owned());
                files.push((name.unwrap_or_default(), source));
            }
        }
        wrong.unless_any(())?;
        self.pack_of("house rules", files, Rank::House)
    }

    /// Reads the pack in a folder.
    fn read_pack(&self, folder: &Path, named: bool) -> Result<Pack, Diagnostics> {
        let rank = if named { Rank::House } else { Rank::Module };
        let name = shown(folder);
        let lies_there = self.may_read(folder);
        let Contents { mut files, unexpected_files, .. } =
            if lies_there { files_of(folder)? } else { Contents::default() };
        for (file, text) in &self.texts {
            let inner = file.strip_prefix(&name).and_then(|inner| inner.strip_prefix('/'));
            let is_of_pack = |inner: &&str| *inner == "pack.toml" || is_rule_file(Path::new(inner));
            if let Some(inner) = inner.filter(is_of_pack) {
                files.entry(inner.into()).or_insert_with(|| text.clone());
            }
        }
        let pack = self.pack_of(&name, in_folder(&name, files), rank)?;
        Ok(Pack { others: self.others(pack.id(), folder), unexpected_files, ..pack })
    }

    /// Makes a pack from these files, each with its path within the pack.
    fn pack_of(
        &self,
        found: &str,
        files: Vec<(String, Source)>,
        rank: Rank,
    ) -> Result<Pack, Diagnostics> {
        let mut hashed = String::new();
        let mut sources = Vec::new();
        for (path, source) in files {
            let source = self.edited(source);
            hashed.extend([path.as_str(), "\0", without_schema(&source.text), "\0"]);
            sources.push((path, source));
        }
        let at = sources.iter().position(|(path, _)| path == "pack.toml");
        let (_, source) = sources.remove(at.expect("a folder without `pack.toml` is no pack"));
        let is_of_verbs = |path: &str| path.rsplit('/').next() == Some("verbs.rhai");
        let verbs = sources.extract_if(.., |(path, _)| is_of_verbs(path)).collect();
        let mut manifest: Manifest = toml_file::read(&source)?;
        let conditional = ConditionalPart::all_of(&mut manifest);
        let rank = manifest.rank.unwrap_or(rank);
        let hash = fnv1a(hashed.as_bytes());
        let (files, found, others) = (sources, found.into(), Vec::new());
        let unexpected_files = Diagnostics::default();
        Ok(Pack {
            manifest,
            conditional,
            source,
            files,
            unexpected_files,
            verbs,
            rank,
            found,
            others,
            hash,
        })
    }

    /// Other folders that contain a pack of this name and are ignored.
    fn others(&self, id: &str, found: &Path) -> Vec<String> {
        let real = |folder: &Path| folder.canonicalize().ok();
        let mut known = vec![real(found)];
        let search_folders =
            self.search_folders.iter().filter(|search_folder| search_folder.holds(id));
        let mut others: Vec<PathBuf> =
            search_folders.map(|search_folder| search_folder.folder.join(id)).collect();
        others.retain(|folder| {
            let is_new = !known.contains(&real(folder));
            known.push(real(folder));
            is_new
        });
        others.iter().map(|folder| shown(folder)).collect()
    }

    /// The names of the packs in a folder that a user named, or the name of a pack itself.
    pub(super) fn packs_in(&self, folder: &Path) -> Result<Vec<String>, Diagnostics> {
        let name = folder.file_name().and_then(|name| name.to_str());
        if let Some(name) = name.filter(|name| Path::new(name) == folder && !folder.exists())
            && self.pack(name)?.is_some()
        {
            return Ok(vec![name.to_owned()]);
        }
        if let Some(search_folder) =
            self.search_folders.iter().find(|search_folder| search_folder.folder == folder)
            && let Some(own) = self.own(search_folder)
        {
            return own.clone().map(|id| vec![id]);
        }
        if !self.may_read(folder) && !is_rule_file(folder) {
            let message = format!("no pack `{}` in the permitted folders", shown(folder));
            return Err(Diagnostic::new(message).code(Code::UnreadableFile).into());
        }
        let mut ids = folders(folder)?;
        if !standalone_rules(folder).is_empty() {
            ids.push(HOUSE.to_owned());
        }
        if ids.is_empty() {
            return Err(no_pack(folder).into());
        }
        Ok(ids)
    }

    /// The names of all packs that can be found.
    pub(super) fn pack_names(&self) -> Vec<String> {
        let found =
            self.search_folders.iter().flat_map(|search_folder| folders(&search_folder.folder));
        let mut names: Vec<String> = found.flatten().collect();
        names.extend(built_in_packs());
        names.sort();
        names.dedup();
        names
    }
}

/// Converts the files of a pack to sources, each with its path within the folder.
fn in_folder(folder: &str, files: BTreeMap<String, String>) -> Vec<(String, Source)> {
    let source = |(path, text)| {
        let source = Source::new(format!("{folder}/{path}"), text);
        (path, source)
    };
    files.into_iter().map(source).collect()
}

/// The file to which a scenario's name refers; a bare name refers to a file in the folder.
fn scenario_file(name: &str, folder: &Path) -> PathBuf {
    let path = Path::new(name);
    let bare = path.components().count() == 1 && path.extension().is_none();
    if bare { folder.join(name).with_extension("toml") } else { path.into() }
}

/// Whether a name without folder and extension refers to a scenario that is shipped or in
/// `scenarios`.
pub fn names_scenario(name: &str) -> bool {
    let file = scenario_file(name, Path::new("scenarios"));
    file != Path::new(name) && (file.is_file() || built_in_scenario(&file).is_some())
}

/// Whether a name refers to a file within this folder, after links are resolved.
fn is_within(folder: &Path, name: &str, file: &Path) -> bool {
    let is_inner = Path::new(name).components().all(|part| matches!(part, Component::Normal(_)));
    let home = Path::new(".").join(folder).canonicalize();
    let leaves = |found: PathBuf| home.is_ok_and(|home| !found.starts_with(home));
    is_inner && !file.canonicalize().is_ok_and(leaves)
}

/// The diagnostic about an unknown scenario.
fn no_scenario(name: &str, file: &Path) -> Diagnostic {
    if file.is_dir() {
        let message = format!("no scenario `{name}`: `{}` is a folder", shown(file));
        let folder = Diagnostic::new(message).code(Code::UnknownName);
        return folder.hint("a scenario is a `.toml` file");
    }
    if file.exists() && !file.is_file() {
        let message = format!("no scenario `{name}`: `{}` is not a regular file", shown(file));
        return Diagnostic::new(message).code(Code::UnreadableFile);
    }
    let entries = files::entries(file.parent().unwrap_or(file)).unwrap_or_default();
    let mut known: Vec<String> = entries
        .iter()
        .filter(|path| weights::scenario_of_weights(path).is_none())
        .map(|path| file_name(path))
        .filter_map(|name| name.strip_suffix(".toml").map(str::to_owned))
        .chain(built_in_scenarios())
        .collect();
    known.sort();
    known.dedup();
    let message = format!("no scenario `{name}`: there is no file `{}`", shown(file));
    let here = format!("{name}.toml");
    if Path::new(&here).is_file() {
        return Diagnostic::new(message)
            .hint(format!("write `{here}` for the file in this folder"));
    }
    let stem = file.file_stem().map(|stem| stem.to_string_lossy()).unwrap_or_default();
    let wrong = Diagnostic::new(message).did_you_mean(&stem, &known);
    if file == Path::new(name) || !wrong.hints.is_empty() {
        return wrong;
    }
    wrong.hint(format!("the scenarios are {}", known.join(", ")))
}

/// The diagnostic about a scenario that does not exist or may not be read.
fn no_open_scenario(name: &str) -> Diagnostic {
    let known = built_in_scenarios();
    let wrong = Diagnostic::new(format!("no scenario `{name}` in the permitted folders"));
    wrong.code(Code::UnreadableFile).did_you_mean(name, known)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_built_in_copy_is_the_shipped_one() {
        let library = Library::new(&Request::default());
        for id in folders(Path::new("rules")).unwrap() {
            let here = library.read_pack(&Path::new("rules").join(&id), false).unwrap();
            let there = library.pack(&id).unwrap().unwrap();
            assert_eq!((there.found.as_str(), there.hash), ("built in", here.hash));
            assert_eq!(there.files, here.files);
        }
        for name in built_in_scenarios() {
            let file = Path::new("scenarios").join(&name).with_extension("toml");
            let text = read_text(&file, None).unwrap();
            assert_eq!(built_in_scenario(&file).unwrap().text.as_ref(), text);
        }
    }
}
