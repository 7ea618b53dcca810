//! The request for a transcript's game, and the files that it names.

use std::collections::BTreeMap;
use std::ops::Range;
use std::path::{Component, Path, PathBuf};

use super::tree::{Name, Transcript};
use crate::content::{Request, names_scenario};
use crate::files;
use crate::rules::Origin;

impl Transcript {
    /// The scenario, by name or path.
    pub fn scenario(&self) -> &str {
        &self.header.scenario.text
    }

    /// The settings that differ from the scenario's, as written.
    pub fn settings(&self) -> Vec<(String, String)> {
        let settings = self.header.settings.iter();
        settings.map(|(key, value)| (key.text.clone(), value.clone())).collect()
    }

    /// The positions of the settings, by name.
    fn settings_at(&self) -> BTreeMap<String, Origin> {
        let line = |name: &Name| self.source.line_of(name.span.start);
        let place = |name| Origin { file: self.source.file.clone(), line: line(name) };
        self.header.settings.iter().map(|(key, _)| (key.text.clone(), place(key))).collect()
    }

    /// The request for the game; files are looked up first in the transcript's folder.
    pub fn request(&self) -> Request {
        let packs: Vec<String> =
            self.header.packs.iter().map(|pack| pack.id.text.clone()).collect();
        let added = self.header.with.iter().map(|path| self.near(&path.text, Path::exists));
        let name = self.scenario();
        let scenario =
            if names_scenario(name) { PathBuf::from(name) } else { self.near(name, Path::is_file) };
        Request {
            scenario: scenario.display().to_string(),
            with: added.collect(),
            without: self.header.without.iter().map(|rule| rule.text.clone()).collect(),
            packs: (!packs.is_empty()).then_some(packs),
            set: self.settings(),
            set_at: self.settings_at(),
            ..Request::default()
        }
    }

    /// The position in the header of the file or folder that is loaded from this path.
    pub(super) fn path_at(&self, path: &str) -> Option<Range<usize>> {
        let parts = |path: &Path| {
            let is_step = |part: &Component<'_>| *part != Component::CurDir;
            path.components().filter(is_step).collect::<PathBuf>()
        };
        let path = parts(Path::new(path));
        let mut named = self.header.with.iter().chain([&self.header.scenario]);
        let found = named.find(|name| {
            let near = self.near(&name.text, Path::exists);
            parts(&near) == path || parts(Path::new(&name.text)) == path
        });
        found.map(|name| name.span.clone())
    }

    /// The path of a file that the transcript names. A file in the transcript's own folder takes
    /// precedence.
    fn near(&self, text: &str, is_there: fn(&Path) -> bool) -> PathBuf {
        let beside = Path::new(&self.source.file).parent().unwrap_or(Path::new(""));
        let near = files::without_detours(&beside.join(text));
        if is_there(&near) { near } else { PathBuf::from(text) }
    }
}
