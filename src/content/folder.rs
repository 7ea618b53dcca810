//! Finds packs, their files, and rule files outside packs. Nothing is parsed here.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use crate::diagnostic::{Code, Diagnostic, Diagnostics, Source};
use crate::files;
use crate::limits;

/// Returns the files of all packs in a folder, and its rule files outside packs. If the folder is a
/// pack itself, returns the files of that pack. The files have the paths that messages show.
///
/// # Errors
/// When there is neither a pack nor a rule file, or when a file cannot be read.
pub fn pack_files(folder: &Path) -> Result<Vec<Source>, Diagnostics> {
    let packs = if is_pack(folder) {
        vec![folder.to_owned()]
    } else {
        folders(folder)?.iter().map(|id| folder.join(id)).collect()
    };
    let standalone_rules = standalone_rules(folder);
    if packs.is_empty() && standalone_rules.is_empty() {
        return Err(no_pack(folder).into());
    }
    let mut sources = Vec::new();
    for file in standalone_rules {
        sources.push(Source::new(shown(&file), read_text(&file, None)?));
    }
    for pack in packs {
        let files = files_of(&pack)?.files;
        let source = |(path, text)| Source::new(format!("{}/{path}", shown(&pack)), text);
        sources.extend(files.into_iter().map(source));
    }
    Ok(sources)
}

/// The diagnostic about a folder without packs or rule files.
pub(super) fn no_pack(folder: &Path) -> Diagnostic {
    Diagnostic::new(format!("`{}` contains no pack or rule file", shown(folder)))
        .hint("a pack is a folder with a `pack.toml`; a single rule is a `.rhai` file")
}

/// Whether a path has the extension of a rule file.
pub fn is_rule_file(path: &Path) -> bool {
    path.extension().is_some_and(|ending| ending == "rhai") && !is_definitions(&file_name(path))
}

/// Whether a file of this name contains definitions for language servers of Rhai, and no rules.
fn is_definitions(name: &str) -> bool {
    name.ends_with(".d.rhai")
}

/// The rule files outside packs at a path: the file itself, or all rule files in the folder.
pub(super) fn standalone_rules(path: &Path) -> Vec<PathBuf> {
    if is_rule_file(path) {
        return vec![path.to_owned()];
    }
    if is_pack(path) {
        return Vec::new();
    }
    let mut files = files::entries(path).unwrap_or_default();
    let is_hidden =
        |path: &Path| path.file_name().is_some_and(|name| name.as_encoded_bytes()[0] == b'.');
    files.retain(|path| is_rule_file(path) && !is_hidden(path));
    files
}

/// Whether a folder is a pack.
pub(super) fn is_pack(folder: &Path) -> bool {
    folder.join("pack.toml").is_file()
}

/// The names of the packs within a folder, in order; empty if there is no such folder.
pub(super) fn folders(folder: &Path) -> Result<Vec<String>, Diagnostic> {
    let mut packs = files::entries(folder).unwrap_or_default();
    packs.retain(|path| is_pack(path));
    if packs.len() > limits::PACKS {
        return Err(too_many_packs(&format!("`{}` contains", shown(folder)), packs.len()));
    }
    Ok(packs.iter().map(|path| file_name(path)).collect())
}

/// The diagnostic about too many packs.
pub(super) fn too_many_packs(whose: &str, found: usize) -> Diagnostic {
    let message = format!("{whose} {found} packs, expected at most {}", limits::PACKS);
    Diagnostic::new(message).code(Code::TooMany)
}

/// The last component of a path.
pub(super) fn file_name(path: &Path) -> String {
    path.file_name().unwrap_or_default().to_string_lossy().into_owned()
}

/// A path as messages show it, with `/` as the separator.
pub(super) fn shown(path: &Path) -> String {
    let text = files::with_slashes(path);
    text.strip_prefix("./").map_or(text.clone(), str::to_owned)
}

/// The contents of a pack's folder.
#[derive(Default)]
pub(super) struct Contents {
    /// The files, by their path within the folder.
    pub(super) files: BTreeMap<String, String>,
    /// Their total size in bytes.
    size: usize,
    /// Diagnostics about files that do not belong in a pack.
    pub(super) unexpected_files: Diagnostics,
}

/// Reads the files of a pack's folder.
pub(super) fn files_of(folder: &Path) -> Result<Contents, Diagnostics> {
    let (mut files, mut wrong) = (Contents::default(), Diagnostics::default());
    let home = folder.canonicalize().unwrap_or_else(|_| folder.to_owned());
    collect(folder, "", &home, &mut files, &mut wrong);
    if !wrong.0.is_empty() {
        wrong.0.append(&mut files.unexpected_files.0);
    }
    wrong.unless_any(files)
}

/// Reads the files of a pack's folder, by their path within it. Stops and returns `false` if the
/// pack exceeds a limit.
fn collect(
    folder: &Path,
    inner: &str,
    home: &Path,
    found: &mut Contents,
    wrong: &mut Diagnostics,
) -> bool {
    for path in files::entries(folder).unwrap_or_default() {
        let name = file_name(&path);
        let inner = format!("{inner}{name}");
        let ending = path.extension().and_then(|ending| ending.to_str());
        let is_note = ending == Some("md") || is_definitions(&name);
        if name.starts_with('.') || name.ends_with('~') || is_note {
            continue;
        }
        if found.files.len() == limits::FILES {
            let message = format!("the pack has more than {} files", limits::FILES);
            wrong.push(Source::new(shown(&path), "").whole(message).code(Code::TooMany));
            return false;
        }
        let is_link = path.is_symlink();
        if is_link && path.is_dir() {
            let message = format!("`{}` is a link to a folder", shown(&path));
            let hint = "copy the files into the pack";
            found.unexpected_files.push(Source::new(shown(&path), "").whole(message).hint(hint));
        } else if path.is_dir() && inner.matches('/').count() < limits::FOLDERS {
            if !collect(&path, &format!("{inner}/"), home, found, wrong) {
                return false;
            }
        } else if inner == "pack.toml" || is_rule_file(&path) {
            // Only a link can point outside the folder.
            let home = is_link.then_some(home);
            let Some(text) = wrong.keep(read_text(&path, home)) else { continue };
            found.size += text.len();
            if found.size > limits::PACKS_TOGETHER {
                let large = too_large(&shown(&path), "the files of the pack total", found.size);
                wrong.push(large);
                return false;
            }
            found.files.insert(inner, text);
        } else {
            let message = format!("`{inner}` does not belong in a pack");
            let known = "a pack contains `pack.toml`, rule files (`.rhai`) and notes (`.md`)";
            found.unexpected_files.push(Source::new(shown(&path), "").whole(message).hint(known));
        }
    }
    true
}

/// The diagnostic about packs that exceed the size limit, at the file that exceeds it.
pub(super) fn too_large(file: &str, whose: &str, found: usize) -> Diagnostic {
    let most = limits::PACKS_TOGETHER;
    let message = format!("{whose} {found} bytes so far, expected at most {most}");
    Source::new(file, "").whole(message).code(Code::TooMany)
}

/// Reads a text file. If `home` is given, the file must be inside it.
pub(super) fn read_text(path: &Path, home: Option<&Path>) -> Result<String, Diagnostic> {
    let wrong = |message: String| Source::new(shown(path), "").whole(message);
    let unreadable = |error: files::ReadError| wrong(format!("the file {error}"));
    if let Some(home) = home {
        let real = path.canonicalize().map_err(|error| unreadable(error.into()))?;
        if !real.starts_with(home) {
            return Err(wrong(format!("`{}` is a link to a file outside its pack", shown(path))));
        }
    }
    let bytes = files::read(path, limits::FILE).map_err(unreadable)?;
    let text = Source::decoded(&shown(path), bytes)?;
    // Some editors begin a file with an invisible byte order mark.
    Ok(text.strip_prefix('\u{feff}').unwrap_or(&text).replace("\r\n", "\n"))
}
