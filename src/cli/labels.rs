//! How scenarios with changes are named in results.

use super::options::{ChangeArgs, GameArgs};

/// The changes to a scenario, as given on the command line.
pub(super) fn changes(changes: &ChangeArgs) -> Vec<String> {
    let packs = (!changes.packs.is_empty()).then(|| format!("packs {}", changes.packs.join(",")));
    let folders = changes.sources.rules.iter().map(|path| format!("rules {}", path.display()));
    let with = changes.sources.with.iter().map(|path| format!("with {}", path.display()));
    let without = changes.without.iter().map(|rule| format!("without {rule}"));
    let set = changes.set.iter().map(|(key, value)| format!("set {key}={value}"));
    packs.into_iter().chain(folders).chain(with).chain(without).chain(set).collect()
}

/// A scenario with its changes, such as `catan, with my_rule.rhai`.
pub(super) fn label(scenario: &str, game: &GameArgs) -> String {
    let changes = changes(&game.changes).into_iter();
    std::iter::once(scenario.to_owned()).chain(changes).collect::<Vec<_>>().join(", ")
}
