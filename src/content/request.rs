//! A request for a game: a scenario, and changes to it.

use std::collections::BTreeMap;
use std::path::PathBuf;

use crate::rules::Origin;

/// A request for the rules of a game.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Request {
    /// The scenario: a path, or the name of a file in `scenarios`.
    pub scenario: String,
    /// Folders that are searched for packs first.
    pub rules_dirs: Vec<PathBuf>,
    /// Packs, folders of packs, or single rule files to add.
    pub with: Vec<PathBuf>,
    /// Rules to take out of play: the pack and name of each, or the name alone.
    pub without: Vec<String>,
    /// The packs in play; `None` for the packs of the scenario.
    pub packs: Option<Vec<String>>,
    /// Settings and their values, which override the settings of the scenario.
    pub set: Vec<(String, String)>,
    /// The positions of the settings that a transcript contains, under the names that the
    /// transcript uses. All other settings come from the command line.
    pub set_at: BTreeMap<String, Origin>,
    /// Texts that replace files of packs and scenarios, by the path that messages show. The texts
    /// of a `pack.toml` and of rule files can form a pack that has no folder.
    pub texts: BTreeMap<String, String>,
    /// The only folders whose files may be read, besides the built-in copy and the texts. `None`
    /// allows any file.
    pub only_in: Option<Vec<PathBuf>>,
}

impl Request {
    /// The request for an unmodified scenario.
    pub fn scenario(name: impl Into<String>) -> Self {
        Self { scenario: name.into(), ..Self::default() }
    }
}
