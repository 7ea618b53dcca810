//! Requests for the rules of a game: the parameters of `new`, as the loader takes them.

use std::path::{Component, Path, PathBuf};

use super::message::{Added, New, Scenario};
use super::rpc::{RpcError, RpcErrorCode, shortened};
use crate::content;
use crate::diagnostic::Diagnostic;

/// The file name for the text of a scenario.
const TEXT: &str = "scenario.toml";
/// The maximum length of the name of a scenario.
const NAME: usize = 1_000;
/// The maximum length of the name of a rule or a pack.
const ID: usize = 60;

/// The only folders whose files are read, besides the built-in files.
pub(crate) struct Folders(pub(crate) Vec<PathBuf>);

impl Folders {
    /// Converts the parameters of a game to a request to the loader.
    pub(crate) fn request(&self, setup: &New) -> Result<content::Request, RpcError> {
        let mut request = content::Request {
            packs: setup.packs.clone(),
            without: setup.without.clone(),
            set: setup.set.iter().map(|(key, value)| (key.clone(), value.to_string())).collect(),
            only_in: Some(self.0.clone()),
            ..content::Request::default()
        };
        request.scenario = match &setup.scenario {
            Scenario::Name(name) if name.chars().count() > NAME => {
                let message = format!("the name of a scenario can have at most {NAME} characters");
                return Err(RpcError::new(RpcErrorCode::WrongParams, message));
            }
            Scenario::Name(name) => self.scenario(name),
            Scenario::Text { text } => {
                request.texts.insert(TEXT.into(), text.clone());
                TEXT.into()
            }
        };
        for added in &setup.with {
            self.add(added, &mut request)?;
        }
        Ok(request)
    }

    /// The path of a scenario in one of the folders, or else the name itself.
    fn scenario(&self, name: &str) -> String {
        let file = format!("{name}.toml");
        let inner = Path::new("scenarios").join(&file);
        let found = self.find(&[Path::new(name), Path::new(&file), &inner]);
        found
            .filter(|path| path.is_file())
            .map_or_else(|| name.into(), |path| path.display().to_string())
    }

    /// The first of these paths that exists in one of the folders.
    fn find(&self, paths: &[&Path]) -> Option<PathBuf> {
        let is_inner = |folder: &Path, path: &Path| {
            let real = folder.canonicalize().ok().zip(path.canonicalize().ok());
            real.is_some_and(|(folder, path)| path.starts_with(folder))
        };
        self.0.iter().find_map(|folder| {
            let mut inner = paths.iter().map(|path| folder.join(path));
            inner.find(|path| is_inner(folder, path))
        })
    }

    /// Adds a pack or a rule file to a request.
    fn add(&self, added: &Added, request: &mut content::Request) -> Result<(), RpcError> {
        let wrong = |message: String| Err(RpcError::new(RpcErrorCode::WrongParams, message));
        match added {
            // A shipped pack has its own rank, also where a folder has a copy of it.
            Added::Name(name) if content::built_in_packs().any(|id| id == *name) => {
                request.with.push(name.into());
            }
            Added::Name(name) => {
                match self.find(&[Path::new(name), &Path::new("rules").join(name)]) {
                    Some(path) => request.with.push(path),
                    None => {
                        let name = shortened(name);
                        let message =
                            format!("no pack or rule file `{name}` in the permitted folders");
                        let wrong = Diagnostic::new(message)
                            .hint("`newcatan engine --rules FOLDER` permits a folder")
                            .hint(
                                "to add a rule without a file, send its text: \
                                 `{\"name\": ..., \"text\": ...}`",
                            );
                        return Err(RpcError::of(RpcErrorCode::NotLoaded, wrong));
                    }
                }
            }
            Added::Rule { name, .. } | Added::Pack { name, .. } if !is_name(name) => {
                return wrong(format!(
                    "`{}` cannot be the name of a rule or a pack: expected lower-case letters, digits and `_`",
                    shortened(name)
                ));
            }
            Added::Rule { name, text } => {
                let file = format!("{name}.rhai");
                request.with.push(file.clone().into());
                request.texts.insert(file, text.clone());
            }
            Added::Pack { name, files } => {
                for (path, text) in files {
                    let is_inner = Path::new(path)
                        .components()
                        .all(|part| matches!(part, Component::Normal(_)));
                    if path.is_empty() || !is_inner || path.contains('\\') {
                        return wrong(format!("`{}` is not a path within a pack", shortened(path)));
                    }
                    request.texts.insert(format!("{name}/{path}"), text.clone());
                }
                if !files.contains_key("pack.toml") {
                    return wrong(format!("the pack `{name}` has no `pack.toml`"));
                }
                request.with.push(name.into());
            }
        }
        Ok(())
    }
}

/// Whether a string can be the name of a rule or a pack.
fn is_name(name: &str) -> bool {
    let proper = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_';
    name.chars().count() <= ID && !name.is_empty() && name.chars().all(proper)
}
