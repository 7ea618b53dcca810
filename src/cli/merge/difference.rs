//! What differs between two runs, in words.

use std::collections::BTreeSet;

use crate::shards::Difference;

/// The greatest length of a value that is shown.
const SHOWN: usize = 150;
/// The greatest number of rules that are listed.
const LISTED: usize = 6;
/// What follows from the rules, and needs no note of its own if they differ.
const FOLLOWS: [&str; 5] = ["things", "choosable", "priced", "excused", "settings"];

/// A note for each difference that a reader can act on.
pub(super) fn notes(differences: &[Difference]) -> Vec<String> {
    let are_rules = |it: &Difference| ["packs", "rules"].contains(&last(&it.key));
    let have_other_rules = differences.iter().any(are_rules);
    let has_other = |key: &str| differences.iter().any(|it| it.key == key);
    let (boards, others): (Vec<&Difference>, Vec<&Difference>) =
        differences.iter().partition(|it| it.key.starts_with("about.board"));
    let boards = (!boards.is_empty()).then(|| "the boards differ".to_owned());
    let others = others.into_iter().filter_map(|it| note(it, have_other_rules, &has_other));
    others.chain(boards).collect()
}

/// The note about one difference; `None` if another one says it.
fn note(
    Difference { key, values }: &Difference,
    have_other_rules: bool,
    has_other: &dyn Fn(&str) -> bool,
) -> Option<String> {
    let path = key.strip_prefix("about.").unwrap_or(key);
    let follows = path.split(['.', '[']).any(|part| FOLLOWS.contains(&part));
    // A setting that both runs have is a difference of its own.
    if have_other_rules && follows && values.iter().any(Option::is_none) {
        return None;
    }
    let (whose, name) = (whose(path), last(path));
    let told = match name {
        "packs" => packs(values),
        "rules" => only("the rules", &values.each_ref().map(|it| words(it.as_deref()))),
        "scenario_hash" => {
            let scenario = key.strip_suffix("_hash").unwrap_or(key);
            (!has_other(scenario)).then(|| "the file of the scenario differs".to_owned())
        }
        "weights_hash" => Some("the file of weights beside the scenario differs".into()),
        _ => {
            let text = |value: &Option<String>| value.clone().unwrap_or_else(|| "nothing".into());
            let [one, other] = values.each_ref().map(text);
            let is_long = one.len().max(other.len()) > SHOWN;
            if is_long && have_other_rules && follows {
                return None;
            }
            let told = if is_long { "differs".into() } else { format!("{one} and {other}") };
            return Some(format!("{path}: {told}"));
        }
    };
    Some(format!("{whose}{}", told?))
}

/// The last part of a place.
fn last(path: &str) -> &str {
    path.rsplit('.').next().unwrap_or(path)
}

/// Names the side or the cell to which a difference belongs, followed by a colon. Empty if the run
/// has only one set of rules.
fn whose(path: &str) -> String {
    let number = |name: &str| {
        let (number, _) = path.strip_prefix(name)?.strip_prefix('[')?.split_once(']')?;
        number.parse::<usize>().ok()
    };
    match (number("rules"), number("cells")) {
        (Some(1), _) => "first side: ".into(),
        (Some(_), _) => "second side: ".into(),
        (_, Some(cell)) => format!("cell {cell}: "),
        _ => String::new(),
    }
}

/// The words of a list, as JSON.
fn words(value: Option<&str>) -> Vec<String> {
    value.and_then(|text| serde_json::from_str(text).ok()).unwrap_or_default()
}

/// The packs that differ: a word is the id, the version, the hash of the files and the rank.
fn packs(values: &[Option<String>; 2]) -> Option<String> {
    let id = |word: &String| word.split(' ').next().unwrap_or_default().to_owned();
    let ids: [BTreeSet<String>; 2] =
        values.each_ref().map(|it| words(it.as_deref()).iter().map(id).collect());
    let changed: Vec<String> = ids[0].intersection(&ids[1]).map(|it| format!("`{it}`")).collect();
    let missing = [0, 1].map(|at| ids[at].difference(&ids[1 - at]).cloned().collect());
    let changed = (!changed.is_empty())
        .then(|| format!("the files of these packs differ: {}", changed.join(", ")));
    let parts: Vec<String> = changed.into_iter().chain(only("the packs", &missing)).collect();
    (!parts.is_empty()).then(|| parts.join("; "))
}

/// What only one of two runs has; `None` if there is nothing.
fn only(what: &str, missing: &[Vec<String>; 2]) -> Option<String> {
    let of = |(names, run): (&Vec<String>, &str)| {
        let mut listed: Vec<String> =
            names.iter().take(LISTED).map(|name| format!("`{name}`")).collect();
        if names.len() > LISTED {
            listed.push(format!("{} more", names.len() - LISTED));
        }
        (!listed.is_empty()).then(|| format!("only the {run} has {what} {}", listed.join(", ")))
    };
    let parts: Vec<String> = missing.iter().zip(["first", "second"]).filter_map(of).collect();
    (!parts.is_empty()).then(|| parts.join("; "))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn difference(key: &str, one: &str, other: &str) -> Difference {
        let value = |text: &str| (!text.is_empty()).then(|| text.to_owned());
        Difference { key: key.into(), values: [value(one), value(other)] }
    }

    #[test]
    fn other_rules_are_named_and_what_follows_from_them_is_not() {
        let found = [
            difference(
                "about.packs",
                r#"["house 1 ab house","x 1 1 base"]"#,
                r#"["house 1 cd house"]"#,
            ),
            difference("about.rules", "", r#"["a/1","a/2","a/3","a/4","a/5","a/6","a/7","a/8"]"#),
            difference("about.scenario", r#""one""#, r#""two""#),
            difference("about.scenario_hash", r#""12""#, r#""34""#),
            difference("about.settings.x.y", r#""1""#, ""),
            difference("about.settings.goal", r#""8""#, r#""9""#),
            difference("about.things", "", r#"["rule a/1"]"#),
        ];
        assert_eq!(
            notes(&found),
            [
                "the files of these packs differ: `house`; only the first has the packs `x`",
                "only the second has the rules `a/1`, `a/2`, `a/3`, `a/4`, `a/5`, `a/6`, 2 more",
                r#"scenario: "one" and "two""#,
                r#"settings.goal: "8" and "9""#,
            ]
        );
    }

    #[test]
    fn the_side_or_the_cell_is_named() {
        let found = [
            difference("about.rules[2].scenario_hash", r#""12""#, r#""34""#),
            difference("about.cells[3].rules.rules", r#"["a/1"]"#, ""),
            difference("about.seed", "1", "2"),
            difference("about.boards[2].hexes[1].label", r#""A1""#, r#""A2""#),
            difference("about.boards[2].hexes[2].label", r#""B1""#, r#""B2""#),
        ];
        assert_eq!(
            notes(&found),
            [
                "second side: the file of the scenario differs",
                "cell 3: only the first has the rules `a/1`",
                "seed: 1 and 2",
                "the boards differ",
            ]
        );
    }
}
