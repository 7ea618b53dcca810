//! Reports names of the same sort that differ by one slip, such as `ship` and `sship`.

use crate::content::to_identifier;
use crate::diagnostic::{Code, Diagnostic, Source, is_slip};
use crate::rules::Rules;

/// Reports states, faces of the event die and groups of markers whose names are almost the same.
pub(super) fn check(rules: &Rules) -> Vec<Diagnostic> {
    let states = rules.kinds.iter().flat_map(|kind| &kind.states);
    let faces = rules.event_die.iter().flat_map(|die| &die.names);
    let groups = rules.groups.iter().map(|group| &group.name);
    let mut strange = similar(rules, "states", states.collect());
    strange.extend(similar(rules, "faces of the event die", faces.collect()));
    strange.extend(similar(rules, "groups of markers", groups.collect()));
    strange
}

fn similar(rules: &Rules, what: &str, mut names: Vec<&String>) -> Vec<Diagnostic> {
    names.sort_unstable();
    names.dedup();
    let mut strange = Vec::new();
    for (number, one) in names.iter().enumerate() {
        for other in names[number + 1..].iter().filter(|other| is_slip(one, other)) {
            // The name that occurs less often is probably the wrong one.
            let rare =
                if occurrences(rules, one) <= occurrences(rules, other) { one } else { other };
            let Some((source, line)) = first_occurrence(rules, rare) else { continue };
            let message = format!("two {what} have almost the same name: `{one}` and `{other}`");
            let found = source.error_on(line, message).code(Code::SimilarNames).warning();
            strange.push(found.hint("if they mean the same, write them alike"));
        }
    }
    strange
}

/// The text of each manifest, and the name as it is written there.
fn manifests<'a>(
    rules: &'a Rules,
    name: &str,
) -> (String, impl Iterator<Item = &'a (String, String)>) {
    let manifests = rules.sources.iter().filter(|(file, _)| file.ends_with("pack.toml"));
    (format!("\"{}\"", to_identifier(name)), manifests)
}

fn occurrences(rules: &Rules, name: &str) -> usize {
    let (written, manifests) = manifests(rules, name);
    manifests.map(|(_, text)| text.matches(&written).count()).sum()
}

fn first_occurrence(rules: &Rules, name: &str) -> Option<(Source, usize)> {
    let (written, mut manifests) = manifests(rules, name);
    manifests.find_map(|(file, text)| {
        let line = text.lines().position(|line| line.contains(&written))?;
        Some((Source::new(file, text.as_str()), line + 1))
    })
}
