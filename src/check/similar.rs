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
            let [places, others] = [one, other].map(|name| declarations(rules, name));
            // The name that occurs less often is probably the wrong one.
            let rare = if places.len() <= others.len() { places } else { others };
            let Some((source, line)) = rare.into_iter().next() else { continue };
            let message = format!("two {what} have almost the same name: `{one}` and `{other}`");
            let found = source.error_on(line, message).code(Code::SimilarNames).warning();
            strange.push(found.hint("if they mean the same, write them alike"));
        }
    }
    strange
}

/// The lines of manifests that declare states, groups or an event die and contain this name.
fn declarations(rules: &Rules, name: &str) -> Vec<(Source, usize)> {
    let name = to_identifier(name);
    let quoted = format!("\"{name}\"");
    let head = format!("[groups.{name}]");
    let declares = |line: &str| {
        let key = line.split('=').next().unwrap_or_default().trim();
        let is_key = ["states", "event_die", "group"].contains(&key);
        is_key && line.contains(&quoted) || line.trim() == head
    };
    let manifests = rules.sources.iter().filter(|(file, _)| file.ends_with("pack.toml"));
    let lines = manifests.flat_map(|(file, text)| {
        let numbered = (1..).zip(text.lines()).filter(|(_, line)| declares(line));
        numbered.map(move |(number, _)| (Source::new(file, text.as_str()), number))
    });
    lines.collect()
}
