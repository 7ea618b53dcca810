//! Which game is wanted: a scenario, and what is in play other than it says.

use std::collections::BTreeMap;
use std::path::PathBuf;

use crate::rules::Origin;

/// Which game is wanted.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Request {
    /// The scenario: a file, or the name of one in `scenarios`.
    pub scenario: String,
    /// Folders in which packs are sought before all others.
    pub rules_dirs: Vec<PathBuf>,
    /// Packs, folders of packs, or single rule files that are in play too.
    pub with: Vec<PathBuf>,
    /// Rules that are out of play: the pack and name of each, or the name alone.
    pub without: Vec<String>,
    /// The packs, where they are not those of the scenario.
    pub packs: Option<Vec<String>>,
    /// Settings and their values, over those of the scenario.
    pub set: Vec<(String, String)>,
    /// Where a transcript sets them, by their names as it writes them; what is not here is set on
    /// the command line.
    pub set_at: BTreeMap<String, Origin>,
    /// Texts that stand in for those of files of packs and scenarios, by the file as it is shown.
    /// Texts of a `pack.toml` and of rule files make a pack without a folder.
    pub texts: BTreeMap<String, String>,
    /// The only folders in which files are read; what is built in and the texts are there as well.
    /// Any file may be read where nothing is said.
    pub only_in: Option<Vec<PathBuf>>,
}

impl Request {
    /// The request for a scenario as it is.
    pub fn scenario(name: impl Into<String>) -> Self {
        Self { scenario: name.into(), ..Self::default() }
    }
}
