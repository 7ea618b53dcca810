//! What differs between two runs, in the words of the options.

use std::collections::BTreeSet;

use crate::cli::compare::option_word;
use crate::cli::described::MATCH;
use crate::shards::Difference;

/// The greatest length of a value that is shown.
const SHOWN: usize = 150;
/// The greatest number of rules that are listed.
const LISTED: usize = 6;
/// What follows from the rules, and needs no note of its own if they differ.
const FOLLOWS: [&str; 5] = ["things", "choosable", "priced", "excused", "settings"];
/// Results of other differences. They are only told if there is no other one.
const RESULTS: [&str; 8] =
    ["sides", "label", "names", "name", "rotations", "in_seed", "cells", "at"];
/// The options for values with these names.
const OPTIONS: [(&str, &str); 7] = [
    ("seed", "--seed"),
    ("seeds", "--seed"),
    ("detect", "--detect"),
    ("positions", "--positions"),
    ("kinds", "--seats"),
    ("on_rule_error", "--on-rule-error"),
    ("operations", "--operations"),
];

/// A note for each difference that a reader can act on, between runs of this command.
pub(super) fn notes(command: &str, differences: &[Difference]) -> Vec<String> {
    if let Some(other) = differences.iter().find(|it| it.key == "command") {
        let [one, other] =
            other.values.each_ref().map(|value| match plain(value.as_deref()).as_str() {
                MATCH => "`compare --seats`".into(),
                command => format!("`{command}`"),
            });
        return vec![format!("they are parts of {one} and of {other}")];
    }
    let are_rules = |it: &Difference| ["packs", "rules"].contains(&last(&it.key));
    let have_other_rules = differences.iter().any(are_rules);
    let has_other = |key: &str| differences.iter().any(|it| it.key == key);
    let (boards, others): (Vec<&Difference>, Vec<&Difference>) =
        differences.iter().partition(|it| it.key.starts_with("about.board"));
    let (results, others): (Vec<&Difference>, Vec<&Difference>) =
        others.into_iter().partition(|it| RESULTS.contains(&last(&it.key)));
    let boards = (!boards.is_empty()).then(|| "the boards differ".to_owned());
    let others =
        others.into_iter().filter_map(|it| note(command, it, have_other_rules, &has_other));
    let mut notes: Vec<String> = others.chain(boards).collect();
    if notes.is_empty() {
        notes.extend(results.into_iter().map(|it| describe(&named(&it.key), &it.values)));
    }
    notes
}

/// The note about one difference; `None` if another one says it.
fn note(
    command: &str,
    Difference { key, values }: &Difference,
    have_other_rules: bool,
    has_other: &dyn Fn(&str) -> bool,
) -> Option<String> {
    let path = key.strip_prefix("about.").unwrap_or(key);
    let follows = path.split(['.', '[']).any(|part| FOLLOWS.contains(&part));
    let is_long = values.iter().flatten().any(|text| text.len() > SHOWN);
    // A setting that both runs have is a difference of its own.
    if have_other_rules && follows && (is_long || values.iter().any(Option::is_none)) {
        return None;
    }
    let note = match last(path) {
        // The second side has the seeds of the first one, unless these are given.
        "seeds" if path == "seeds[2]" && has_other("about.seeds[1]") => None,
        "packs" => packs(values),
        "rules" => only("the rules", &values.each_ref().map(|it| words(it.as_deref()))),
        "scenario_hash" => {
            let scenario = key.strip_suffix("_hash").unwrap_or(key);
            (!has_other(scenario)).then(|| "the file of the scenario differs".to_owned())
        }
        "weights_hash" => Some("the file of weights beside the scenario differs".into()),
        "before" => Some("the weights before this round differ".into()),
        "axes" => Some("the grids have other axes".into()),
        "values" => only("the values", &values.each_ref().map(|it| words(it.as_deref()))),
        "rows" if command != MATCH => Some(describe("`--games`", values)),
        "rows" => Some(describe("seeds", values)),
        "players" => Some(players(values)),
        _ => Some(describe(&named(path), values)),
    };
    note.map(|note| format!("{}{note}", whose(path)))
}

/// The name of a place for a reader: an option, or words.
fn named(path: &str) -> String {
    if let Some((_, setting)) = path.split_once("settings.") {
        return format!("`--set {setting}`");
    }
    let name = last(path);
    if let Some((_, option)) = OPTIONS.iter().find(|(known, _)| *known == name) {
        return format!("`{option}`");
    }
    match name {
        "seat" => match number(path, "players") {
            Some(seat) => format!("`--players`, seat {seat}"),
            None => "`--players`".into(),
        },
        "engine" => "the program itself".into(),
        "execution" => "`--interpret` or `--uncached`".into(),
        "sides" | "label" => "the scenario with its changes".into(),
        name => name.replace('_', " "),
    }
}

/// Describes two values, or says only that they differ if they are long.
fn describe(name: &str, values: &[Option<String>; 2]) -> String {
    match values.each_ref().map(|it| plain(it.as_deref())) {
        [one, other] if one.len().max(other.len()) > SHOWN => format!("{name}: differs"),
        [one, other] => format!("{name}: {one} and {other}"),
    }
}

/// The note about other players: their number, or their kinds.
fn players(values: &[Option<String>; 2]) -> String {
    let lists = values.each_ref().map(|value| {
        let text = value.as_deref().unwrap_or("null");
        serde_json::from_str::<Vec<serde_json::Value>>(text).ok()
    });
    match lists {
        [Some(one), Some(other)] if one.first().is_some_and(|it| !it.is_string()) => {
            format!("`--players`: {} and {} of them", one.len(), other.len())
        }
        [None, None] if values.iter().all(Option::is_some) => describe("`--size`", values),
        _ => {
            let kinds = values.each_ref().map(|it| words(it.as_deref()));
            let is_order = kinds.each_ref().map(|kinds| kinds.iter().collect::<BTreeSet<_>>());
            let only = only("the players", &kinds).filter(|_| is_order[0] != is_order[1]);
            only.unwrap_or_else(|| describe("`--players`", values))
        }
    }
}

/// A value for a reader: a word, the words of a list with commas between, or a number.
fn plain(value: Option<&str>) -> String {
    let Some(text) = value else { return "nothing".into() };
    match serde_json::from_str(text) {
        Ok(serde_json::Value::String(word)) => word,
        // A share is given in per cent.
        Ok(serde_json::Value::Number(number)) if number.is_f64() => {
            option_word(number.as_f64().unwrap_or_default())
        }
        _ if !words(Some(text)).is_empty() => words(Some(text)).join(","),
        _ => text.to_owned(),
    }
}

/// The last part of a place, without its number in a list; `settings` for any setting.
fn last(path: &str) -> &str {
    if path.contains("settings.") {
        return "settings";
    }
    let part = path.rsplit('.').next().unwrap_or(path);
    part.split_once('[').map_or(part, |(name, _)| name)
}

/// The number behind the name of a list at the beginning of a place.
fn number(path: &str, list: &str) -> Option<usize> {
    let (number, _) = path.strip_prefix(list)?.strip_prefix('[')?.split_once(']')?;
    number.parse().ok()
}

/// Names the side, the cell or the axis to which a difference belongs, followed by a colon. Empty
/// if it belongs to none.
fn whose(path: &str) -> String {
    if let Some(cell) = number(path, "cells") {
        return format!("cell {cell}: ");
    }
    if let Some(axis) = number(path, "axes") {
        return format!("axis {axis}: ");
    }
    match number(path, "rules") {
        Some(1) => "first side: ".into(),
        Some(_) => "second side: ".into(),
        None if path == "seeds[2]" => "second side: ".into(),
        None => String::new(),
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
            notes("compare", &found),
            [
                "the files of these packs differ: `house`; only the first has the packs `x`",
                "only the second has the rules `a/1`, `a/2`, `a/3`, `a/4`, `a/5`, `a/6`, 2 more",
                "scenario: one and two",
                "`--set goal`: 8 and 9",
            ]
        );
    }

    #[test]
    fn differences_are_told_in_the_words_of_the_options() {
        let note = |command: &str, key: &str, one: &str, other: &str| {
            notes(command, &[difference(key, one, other)]).join("; ")
        };
        let goal = "about.rules[2].settings.catan.goal";
        assert_eq!(
            note("compare", goal, r#""6""#, r#""5""#),
            "second side: `--set catan.goal`: 6 and 5"
        );
        assert_eq!(note("sim", "about.seed", "41", "1"), "`--seed`: 41 and 1");
        assert_eq!(note("compare", "about.seeds[2]", "1", "25"), "second side: `--seed`: 1 and 25");
        assert_eq!(note("compare", "about.detect", "0.03", "0.05"), "`--detect`: 3% and 5%");
        assert_eq!(note("balance", "rows", "8", "9"), "`--games`: 8 and 9");
        assert_eq!(note("match", "rows", "8", "9"), "seeds: 8 and 9");
        assert_eq!(note("match", "about.players", "3", "4"), "`--size`: 3 and 4");
        let kinds = [r#"["greedy"]"#, r#"["random"]"#];
        assert_eq!(
            note("compare", "about.players", kinds[0], kinds[1]),
            "only the first has the players `greedy`; only the second has the players `random`"
        );
        let order = [r#"["greedy","random"]"#, r#"["random","greedy"]"#];
        assert_eq!(
            note("compare", "about.players", order[0], order[1]),
            "`--players`: greedy,random and random,greedy"
        );
        let seats = [r#"[{"name":"red","seat":"random"}]"#, r#"[{"name":"a"},{"name":"b"}]"#];
        assert_eq!(
            note("sim", "about.players", seats[0], seats[1]),
            "`--players`: 1 and 2 of them"
        );
        assert_eq!(
            note("sim", "about.players[3].seat", r#""random""#, r#""greedy""#),
            "`--players`, seat 3: random and greedy"
        );
        assert_eq!(note("train", "about.before", "1", "2"), "the weights before this round differ");
        assert_eq!(
            note("sim", "command", r#""sim""#, r#""match""#),
            "they are parts of `sim` and of `compare --seats`"
        );
        // The words for the sides follow from the changes.
        let sides = difference("about.sides", r#"["a"]"#, r#"["b"]"#);
        let seed = difference("about.seed", "1", "2");
        assert_eq!(notes("compare", &[sides.clone(), seed]), ["`--seed`: 1 and 2"]);
        assert_eq!(notes("compare", &[sides]), ["the scenario with its changes: a and b"]);
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
            notes("compare", &found),
            [
                "second side: the file of the scenario differs",
                "cell 3: only the first has the rules `a/1`",
                "`--seed`: 1 and 2",
                "the boards differ",
            ]
        );
    }
}
