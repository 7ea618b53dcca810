//! Where packs and scenarios come from: folders in the order of search, then the built-in copy.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use super::Request;
use super::built_in::{built_in_files, built_in_packs, built_in_scenario, built_in_scenarios};
use super::manifest::{Manifest, Pack};
use super::scenario::{BoardKeys, Scenario, ScenarioKeys};
use super::toml_file::{self, Spanned, without_schema};
use crate::chance::fnv1a;
use crate::diagnostic::{Code, Diagnostic, Diagnostics, Source};
use crate::rules::Rank;

/// The largest file that is read.
const LARGEST: u64 = 64 * 1024;
/// How many folders deep a pack may be.
const DEEPEST: usize = 4;
/// The most files of a pack.
const FILES: usize = 1_000;

/// A folder that may hold packs, or be one.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Shelf {
    folder: PathBuf,
    /// Whether somebody named it: its packs are house rules unless they say otherwise.
    named: bool,
}

/// The pack that single rule files make.
pub(super) const HOUSE: &str = "house_rules";
/// What it would declare below its id if somebody wrote it.
const HOUSE_KEYS: &str = "title = \"House rules\"\nversion = \"1.0.0\"\nrank = \"house\"\n";

/// All places where packs and scenarios are sought, the first one first.
#[derive(Clone, Debug)]
pub(super) struct Library {
    shelves: Vec<Shelf>,
    /// The rule files that stand in no pack.
    loose: Vec<PathBuf>,
    texts: BTreeMap<String, String>,
}

impl Library {
    /// The places for a request, without those beside the scenario.
    pub(super) fn new(request: &Request) -> Self {
        let named = request.with.iter().filter(|path| !is_rule_file(path));
        let named = named.chain(&request.rules_dirs);
        // What lies in `rules` is sought there anyway, whether or not somebody says so.
        let shelf = |folder: &PathBuf| Shelf {
            folder: folder.clone(),
            named: shown(folder).trim_end_matches('/') != "rules",
        };
        Self {
            shelves: named.map(shelf).collect(),
            loose: request.with.iter().flat_map(|path| loose(path)).collect(),
            texts: request.texts.clone(),
        }
    }

    /// Finds and reads a scenario, then also seeks beside it and in `rules`.
    pub(super) fn scenario(&mut self, name: &str) -> Result<Scenario, Diagnostics> {
        let file = scenario_file(name, Path::new("scenarios"));
        let source = self.edited(self.scenario_source(name, &file)?);
        let beside = file.parent().map(Path::to_path_buf).unwrap_or_default();
        let around = [beside.join("rules"), beside, PathBuf::from("rules")];
        for folder in around {
            self.shelves.push(Shelf { folder, named: false });
        }
        let mut keys: ScenarioKeys = toml_file::read(&source)?;
        let folder = file.parent().unwrap_or(Path::new(""));
        let (board, board_file) = match (keys.board.take(), &keys.board_of) {
            (Some(board), None) => (board, None),
            (Some(_), Some(word)) => {
                let message = "a scenario has a `[board]`, or the board of another one";
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
        Ok(Scenario { name: name.into(), source, keys, board, board_file })
    }

    /// The board of another scenario, which lies beside this one or is built in, and its file.
    fn board_of(
        &self,
        folder: &Path,
        source: &Source,
        word: &Spanned<String>,
    ) -> Result<(BoardKeys, Source), Diagnostics> {
        let name = word.get_ref();
        let beside = scenario_file(name, folder);
        let is_beside = beside.is_file() || self.texts.contains_key(&shown(&beside));
        let file = if is_beside { beside } else { scenario_file(name, Path::new("scenarios")) };
        let other = self.scenario_source(name, &file).map_err(|_| {
            let unknown = format!("no scenario `{name}` has a board to play on");
            source.error(word.span(), unknown).code(Code::UnknownName)
        })?;
        let other = self.edited(other);
        let keys: ScenarioKeys = toml_file::read(&other)?;
        let board = keys.board.ok_or_else(|| {
            let hint = "name the scenario in which the board stands";
            let other = source.error(word.span(), format!("`{name}` has no board of its own"));
            other.code(Code::BadBoard).hint(hint)
        })?;
        Ok((board, other))
    }

    /// The text of a scenario: one that is being written, that of its file or the built-in copy.
    fn scenario_source(&self, name: &str, file: &Path) -> Result<Source, Diagnostics> {
        if file.is_file() || self.texts.contains_key(&shown(file)) {
            return Ok(self.read(file)?);
        }
        built_in_scenario(file).ok_or_else(|| no_scenario(name, file).into())
    }

    /// A file as it is being written, or else as it lies there.
    fn read(&self, path: &Path) -> Result<Source, Diagnostic> {
        let file = shown(path);
        let text = self.texts.get(&file).cloned();
        let text = text.map_or_else(|| read_text(path, None), Ok)?;
        Ok(Source::new(file, text))
    }

    /// The file with the text that stands in for its own, if there is one, and with LF line ends.
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
        if id == HOUSE && !self.loose.is_empty() {
            return self.house().map(Some);
        }
        for shelf in &self.shelves {
            let folder = shelf.folder.join(id);
            if folder.join("pack.toml").is_file() {
                let pack = self.read_pack(&folder, shelf.named)?;
                if pack.id() != id {
                    let message = format!("the pack `{}` lies in a folder `{id}`", pack.id());
                    let other = pack.error(&pack.manifest.id, message);
                    return Err(other.code(Code::BadName).into());
                }
                return Ok(Some(pack));
            }
            if shelf.folder.join("pack.toml").is_file() {
                let pack = self.read_pack(&shelf.folder, shelf.named)?;
                if pack.id() == id {
                    return Ok(Some(pack));
                }
            }
        }
        let Some(files) = built_in_files(id) else { return Ok(None) };
        self.pack_of("built in", in_folder(&format!("rules/{id}"), files), Rank::Module).map(Some)
    }

    /// The pack that the single rule files make.
    fn house(&self) -> Result<Pack, Diagnostics> {
        let mut wrong = Diagnostics::default();
        let manifest = format!("id = \"{HOUSE}\"\n{HOUSE_KEYS}");
        let mut files = vec![("pack.toml".into(), Source::new("house rules", manifest))];
        for path in &self.loose {
            if let Some(source) = wrong.keep(self.read(path)) {
                let name = path.file_name().map(|name| name.to_string_lossy().into_owned());
                files.push((name.unwrap_or_default(), source));
            }
        }
        wrong.unless_any(())?;
        self.pack_of("house rules", files, Rank::House)
    }

    /// Reads the pack of a folder.
    fn read_pack(&self, folder: &Path, named: bool) -> Result<Pack, Diagnostics> {
        let rank = if named { Rank::House } else { Rank::Module };
        let name = shown(folder);
        let Files { mut files, strays } = files_of(folder)?;
        for (file, text) in &self.texts {
            let inner = file.strip_prefix(&name).and_then(|inner| inner.strip_prefix('/'));
            if let Some(inner) = inner.filter(|inner| is_rule_file(Path::new(inner))) {
                files.entry(inner.into()).or_insert_with(|| text.clone());
            }
        }
        let pack = self.pack_of(&name, in_folder(&name, files), rank)?;
        Ok(Pack { others: self.others(pack.id(), folder), strays, ..pack })
    }

    /// The pack that these files make, by their path within it.
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
        let verbs = sources.iter().position(|(path, _)| path == "verbs.rhai");
        let verbs = verbs.map(|at| sources.remove(at).1);
        let manifest: Manifest = toml_file::read(&source)?;
        let rank = manifest.rank.unwrap_or(rank);
        let hash = fnv1a(hashed.as_bytes());
        let (files, found, others) = (sources, found.into(), Vec::new());
        let strays = Diagnostics::default();
        Ok(Pack { manifest, source, files, strays, verbs, rank, found, others, hash })
    }

    /// The other folders in which packs of this name lie, which do not count.
    fn others(&self, id: &str, found: &Path) -> Vec<String> {
        let real = |folder: &Path| folder.canonicalize().ok();
        let mut known = vec![real(found)];
        let folders = self.shelves.iter().map(|shelf| shelf.folder.join(id));
        let mut others: Vec<PathBuf> = folders.collect();
        others.retain(|folder| {
            let is_new = folder.join("pack.toml").is_file() && !known.contains(&real(folder));
            known.push(real(folder));
            is_new
        });
        others.iter().map(|folder| shown(folder)).collect()
    }

    /// The packs of a folder that somebody wants in play.
    pub(super) fn packs_in(&self, folder: &Path) -> Result<Vec<String>, Diagnostics> {
        if folder.join("pack.toml").is_file() {
            return Ok(vec![self.read_pack(folder, true)?.id().to_owned()]);
        }
        let mut ids = folders(folder);
        if !loose(folder).is_empty() {
            ids.push(HOUSE.to_owned());
        }
        if ids.is_empty() {
            return Err(no_pack(folder).into());
        }
        Ok(ids)
    }

    /// The names of all packs that can be found.
    pub(super) fn pack_names(&self) -> Vec<String> {
        let mut names: Vec<String> =
            self.shelves.iter().flat_map(|shelf| folders(&shelf.folder)).collect();
        names.extend(built_in_packs());
        names.sort();
        names.dedup();
        names
    }
}

/// Whether a path is that of a rule file.
pub(super) fn is_rule_file(path: &Path) -> bool {
    path.extension().is_some_and(|ending| ending == "rhai")
}

/// The rule files of a path that stand in no pack: itself, or those in a folder.
pub(super) fn loose(path: &Path) -> Vec<PathBuf> {
    if is_rule_file(path) {
        return vec![path.to_owned()];
    }
    if path.join("pack.toml").is_file() {
        return Vec::new();
    }
    let files = fs::read_dir(path).into_iter().flatten().flatten().map(|entry| entry.path());
    let is_hidden =
        |path: &Path| path.file_name().is_some_and(|name| name.as_encoded_bytes()[0] == b'.');
    let mut files: Vec<PathBuf> =
        files.filter(|path| is_rule_file(path) && !is_hidden(path)).collect();
    files.sort();
    files
}

/// The files of a pack as they are shown, by their path within its folder.
fn in_folder(folder: &str, files: BTreeMap<String, String>) -> Vec<(String, Source)> {
    let source = |(path, text)| {
        let source = Source::new(format!("{folder}/{path}"), text);
        (path, source)
    };
    files.into_iter().map(source).collect()
}

/// The folders within a folder that are packs.
fn folders(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let packs = entries.filter(|entry| entry.path().join("pack.toml").is_file());
    let mut names: Vec<String> =
        packs.map(|entry| entry.file_name().to_string_lossy().into_owned()).collect();
    names.sort();
    names
}

/// A path as it is shown, with `/` between its parts.
pub(super) fn shown(path: &Path) -> String {
    let text = path.to_string_lossy().replace('\\', "/");
    text.strip_prefix("./").map_or(text.clone(), str::to_owned)
}

/// The file that a scenario's name means: a bare name stands for a file of the folder.
fn scenario_file(name: &str, folder: &Path) -> PathBuf {
    let path = Path::new(name);
    let bare = path.components().count() == 1 && path.extension().is_none();
    if bare { folder.join(name).with_extension("toml") } else { path.into() }
}

/// Whether a name without a folder and an ending is that of a scenario, shipped or of one's own.
pub fn names_scenario(name: &str) -> bool {
    let file = scenario_file(name, Path::new("scenarios"));
    file != Path::new(name) && (file.is_file() || built_in_scenario(&file).is_some())
}

/// Says that there is no such scenario.
fn no_scenario(name: &str, file: &Path) -> Diagnostic {
    if file.is_dir() {
        let message = format!("no scenario `{name}`: `{}` is a folder", shown(file));
        let folder = Diagnostic::new(message).code(Code::UnknownName);
        return folder.hint("a scenario is a `.toml` file");
    }
    let entries = fs::read_dir(file.parent().unwrap_or(file)).into_iter().flatten().flatten();
    let mut known: Vec<String> = entries
        .map(|entry| entry.file_name().to_string_lossy().into_owned())
        .filter_map(|name| name.strip_suffix(".toml").map(str::to_owned))
        .chain(built_in_scenarios())
        .collect();
    known.sort();
    known.dedup();
    let message = format!("no scenario `{name}`: there is no file `{}`", shown(file));
    let here = format!("{name}.toml");
    if Path::new(&here).is_file() {
        return Diagnostic::new(message).hint(format!("write `{here}` for the file that is here"));
    }
    let stem = file.file_stem().map(|stem| stem.to_string_lossy()).unwrap_or_default();
    Diagnostic::new(message).did_you_mean(&stem, known.iter().map(String::as_str))
}

/// The files of the packs in a folder, or of the pack that it is, as they are shown; and the rule
/// files that stand alone.
///
/// # Errors
/// When there is no pack, or files of packs cannot be read.
pub fn pack_files(folder: &Path) -> Result<Vec<Source>, Diagnostics> {
    let packs = if folder.join("pack.toml").is_file() {
        vec![folder.to_owned()]
    } else {
        folders(folder).iter().map(|id| folder.join(id)).collect()
    };
    let loose = loose(folder);
    if packs.is_empty() && loose.is_empty() {
        return Err(no_pack(folder).into());
    }
    let mut sources = Vec::new();
    for file in loose {
        sources.push(Source::new(shown(&file), read_text(&file, None)?));
    }
    for pack in packs {
        let files = files_of(&pack)?.files;
        let source = |(path, text)| Source::new(format!("{}/{path}", shown(&pack)), text);
        sources.extend(files.into_iter().map(source));
    }
    Ok(sources)
}

/// Says that a folder holds nothing that could be in play.
fn no_pack(folder: &Path) -> Diagnostic {
    Diagnostic::new(format!("`{}` holds no pack and no rule file", shown(folder)))
        .hint("a pack is a folder with a `pack.toml`; a single rule is a `.rhai` file")
}

/// What lies in the folder of a pack.
#[derive(Default)]
struct Files {
    /// Its files, by their path within it.
    files: BTreeMap<String, String>,
    /// What is wrong with those that are none of a pack.
    strays: Diagnostics,
}

/// The files of the pack in a folder.
fn files_of(folder: &Path) -> Result<Files, Diagnostics> {
    let (mut files, mut wrong) = (Files::default(), Diagnostics::default());
    let home = folder.canonicalize().unwrap_or_else(|_| folder.to_owned());
    collect(folder, "", &home, &mut files, &mut wrong);
    if !wrong.0.is_empty() {
        wrong.0.append(&mut files.strays.0);
    }
    wrong.unless_any(files)
}

/// Collects the files of a pack's folder, by their path within it.
fn collect(folder: &Path, inner: &str, home: &Path, found: &mut Files, wrong: &mut Diagnostics) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let (path, name) = (entry.path(), entry.file_name().to_string_lossy().into_owned());
        let inner = format!("{inner}{name}");
        let ending = path.extension().and_then(|ending| ending.to_str());
        if name.starts_with('.') || name.ends_with('~') || ending == Some("md") {
            continue;
        }
        if found.files.len() == FILES {
            let message = format!("the pack has more than {FILES} files");
            return wrong.push(Source::new(shown(&path), "").whole(message));
        }
        let kind = entry.file_type();
        let (is_link, is_folder) =
            kind.map_or((false, false), |kind| (kind.is_symlink(), kind.is_dir()));
        if is_link && path.is_dir() {
            let message = format!("`{}` is a link to a folder", shown(&path));
            let hint = "a pack holds its files itself";
            found.strays.push(Source::new(shown(&path), "").whole(message).hint(hint));
        } else if is_folder && inner.matches('/').count() < DEEPEST {
            collect(&path, &format!("{inner}/"), home, found, wrong);
        } else if inner == "pack.toml" || ending == Some("rhai") {
            // Only a link can leave the folder.
            let home = is_link.then_some(home);
            if let Some(text) = wrong.keep(read_text(&path, home)) {
                found.files.insert(inner, text);
            }
        } else {
            let message = format!("`{inner}` is no file of a pack");
            let known = "a pack holds `pack.toml`, rule files (`.rhai`) and notes (`.md`)";
            found.strays.push(Source::new(shown(&path), "").whole(message).hint(known));
        }
    }
}

/// Reads a text file, which lies in its home if it has one.
fn read_text(path: &Path, home: Option<&Path>) -> Result<String, Diagnostic> {
    let wrong = |message: String| Source::new(shown(path), "").whole(message);
    let unreadable = |error| wrong(format!("cannot be read: {error}"));
    if let Some(home) = home
        && !path.canonicalize().map_err(unreadable)?.starts_with(home)
    {
        return Err(wrong(format!("`{}` is a link that leaves its pack", shown(path))));
    }
    let file = fs::metadata(path).map_err(unreadable)?;
    if !file.is_file() {
        return Err(wrong("this is no file that can be read".into()));
    }
    let size = file.len();
    if size > LARGEST {
        return Err(wrong(format!("the file has {size} bytes, expected at most {LARGEST}")));
    }
    let bytes = fs::read(path).map_err(unreadable)?;
    let text = Source::decoded(&shown(path), bytes)?;
    // Some editors begin a file with a mark that nobody sees.
    Ok(text.strip_prefix('\u{feff}').unwrap_or(&text).replace("\r\n", "\n"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_built_in_copy_is_the_shipped_one() {
        let library = Library::new(&Request::default());
        for id in folders(Path::new("rules")) {
            let here = library.read_pack(&Path::new("rules").join(&id), false).unwrap();
            let there = library.pack(&id).unwrap().unwrap();
            assert_eq!((there.found.as_str(), there.hash), ("built in", here.hash));
            assert_eq!(there.files, here.files);
        }
        for name in built_in_scenarios() {
            let file = Path::new("scenarios").join(&name).with_extension("toml");
            let text = fs::read_to_string(&file).unwrap();
            assert_eq!(built_in_scenario(&file).unwrap().text.as_ref(), text);
        }
    }
}
