//! The files of a game, to be kept beside it.

use std::path::PathBuf;

use super::manifest::Pack;
use super::source::Library;
use super::{Request, packs};
use crate::diagnostic::{Diagnostics, Source};

/// Returns the files of a game's scenario, with its weights, and of its packs, except for those
/// whose texts the request contains. Their paths are those that they have in a folder of their own,
/// from which the game can be loaded again.
///
/// # Errors
/// The diagnostics about files that cannot be read.
pub fn copy(request: &Request) -> Result<Vec<(PathBuf, String)>, Diagnostics> {
    let mut library = Library::new(request);
    let scenario = library.scenario(&request.scenario)?;
    let beside = [scenario.board_file.as_ref(), scenario.weights.as_ref()];
    let mut copied = Vec::new();
    for source in [&scenario.source].into_iter().chain(beside.into_iter().flatten()) {
        let name = PathBuf::from(&source.file).file_name().map(PathBuf::from);
        copied.extend(name.zip(text_in_file(source, request)));
    }
    for pack in packs::choose(&library, &scenario, request)? {
        let folder = PathBuf::from("rules").join(pack.id());
        let files = files_of(&pack);
        let kept = files
            .filter_map(|(path, source)| Some((folder.join(path), text_in_file(source, request)?)));
        copied.extend(kept);
    }
    Ok(copied)
}

/// The text of a source, unless the request contains it.
fn text_in_file(source: &Source, request: &Request) -> Option<String> {
    (!request.texts.contains_key(&source.file)).then(|| source.text.to_string())
}

/// The files of a pack, by their paths in its folder.
fn files_of(pack: &Pack) -> impl Iterator<Item = (&str, &Source)> {
    let scripts = pack.verbs.iter().chain(&pack.files);
    let scripts = scripts.map(|(path, source)| (path.as_str(), source));
    [("pack.toml", &pack.source)].into_iter().chain(scripts)
}
