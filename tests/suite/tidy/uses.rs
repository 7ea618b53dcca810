//! The uses between files of the crate. A name is followed through imports and re-exports to the
//! module that defines it.

use std::collections::{BTreeMap, BTreeSet};

use super::code::{Crate, Module, Path};

/// For each file, the other files that it uses, with the names used.
pub(super) type Uses = BTreeMap<String, BTreeMap<String, BTreeSet<String>>>;

/// The target of a path.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Target {
    Module(Path),
    /// An item of the module with this path.
    Item(Path, String),
}

impl Crate {
    pub(super) fn uses(&self) -> Uses {
        let mut uses = Uses::new();
        for (path, module) in &self.modules {
            let used = uses.entry(module.file.clone()).or_default();
            for found in module.written() {
                let Some((file, name)) = self.used(path, &found) else { continue };
                if file != module.file {
                    used.entry(file).or_default().insert(name);
                }
            }
        }
        uses
    }

    /// The file and the name of a path's target, seen from a module; nothing for another crate, and
    /// for a module, since only its items are used.
    fn used(&self, module: &Path, written: &Written) -> Option<(String, String)> {
        match (self.resolve(module, &written.path)?, written.is_glob) {
            (Target::Item(path, name), _) => Some((self.modules[&path].file.clone(), name)),
            (Target::Module(path), true) => Some((self.modules[&path].file.clone(), "*".into())),
            (Target::Module(_), false) => None,
        }
    }

    /// The target of a path in a module; nothing if it is in another crate.
    pub(super) fn resolve(&self, module: &Path, path: &[String]) -> Option<Target> {
        self.follow(module, path, &mut BTreeSet::new())
    }

    /// Resolves a path like `resolve`; `seen` contains the imports that are being followed.
    fn follow(
        &self,
        module: &Path,
        path: &[String],
        seen: &mut BTreeSet<(Path, String)>,
    ) -> Option<Target> {
        let mut at = Target::Module(module.clone());
        for (number, name) in path.iter().enumerate() {
            let Target::Module(here) = at else { break };
            at = match name.as_str() {
                "crate" => Target::Module(Vec::new()),
                "self" => Target::Module(here),
                "super" => Target::Module(here[..here.len().checked_sub(1)?].to_vec()),
                _ => {
                    let is_last = number + 1 == path.len();
                    match self.member(&here, name, is_last, seen) {
                        Some(found) => found,
                        // A macro defines the name, unless the path begins with it.
                        None if number > 0 => Target::Item(here, name.clone()),
                        None => return None,
                    }
                }
            };
        }
        Some(at)
    }

    /// The target of a name in a module. For the last name of a path, an item takes precedence over
    /// a module.
    fn member(
        &self,
        module: &Path,
        name: &str,
        is_last: bool,
        seen: &mut BTreeSet<(Path, String)>,
    ) -> Option<Target> {
        let here = &self.modules[module];
        let child = here.children.contains(name).then(|| {
            let mut child = module.clone();
            child.push(name.to_owned());
            Target::Module(child)
        });
        if child.is_some() && !is_last {
            return child;
        }
        let imported = self.imported(module, name, seen);
        let item = || Target::Item(module.clone(), name.to_owned());
        let own = imported.or_else(|| here.items.contains(name).then(item));
        own.or(child).or_else(|| self.by_glob(module, name, seen))
    }

    /// The target of a name that a `use` of the module imports.
    fn imported(
        &self,
        module: &Path,
        name: &str,
        seen: &mut BTreeSet<(Path, String)>,
    ) -> Option<Target> {
        if !seen.insert((module.clone(), name.to_owned())) {
            return None;
        }
        let uses = &self.modules[module].uses;
        let named = uses.iter().filter(|import| import.name.as_deref() == Some(name));
        let found = named.into_iter().find_map(|import| self.follow(module, &import.path, seen));
        seen.remove(&(module.clone(), name.to_owned()));
        found
    }

    fn by_glob(
        &self,
        module: &Path,
        name: &str,
        seen: &mut BTreeSet<(Path, String)>,
    ) -> Option<Target> {
        let globs = self.modules[module].uses.iter().filter(|import| import.name.is_none());
        globs.into_iter().find_map(|import| {
            let key = (module.clone(), format!("{name} {}", import.path.join("::")));
            if !seen.insert(key.clone()) {
                return None;
            }
            let found = match self.follow(module, &import.path, seen) {
                Some(Target::Module(from)) => self.member(&from, name, true, seen),
                _ => None,
            };
            seen.remove(&key);
            found
        })
    }
}

/// A path that code writes or imports.
struct Written {
    path: Path,
    is_glob: bool,
}

impl Module {
    /// All paths that the module's code writes or imports, except re-exports whose name the module
    /// does not use itself.
    fn written(&self) -> Vec<Written> {
        let mut found = Vec::new();
        for import in &self.uses {
            if !import.is_public {
                let is_glob = import.name.is_none();
                found.push(Written { path: import.path.clone(), is_glob });
            } else if import.name.as_ref().is_some_and(|name| self.names.contains(name)) {
                found.push(Written { path: import.path.clone(), is_glob: false });
            }
        }
        found.extend(self.paths.iter().map(|path| Written { path: path.clone(), is_glob: false }));
        found
    }
}
