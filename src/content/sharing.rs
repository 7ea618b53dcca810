//! Checks rules that use the counters, marks and piles of other rules.

use std::collections::BTreeMap;

use super::facts::Fact;
use super::rule_file::{InPlay, RuleFile};
use crate::diagnostic::{Code, Diagnostics};

/// Reports rules that share with a rule that is not in play, or with rules that declare the same
/// name.
pub(super) fn check(rules: &[InPlay], wrong: &mut Diagnostics) {
    for rule in rules {
        let mut declared = BTreeMap::new();
        add(&rule.file, &mut declared);
        for name in rule.file.shares().filter(|name| *name != rule.file.id) {
            let error = |message| rule.file.error_within(Fact::Shares, name, message);
            let Some(keeper) = rules.iter().find(|other| other.file.id == name) else {
                let names = rules.iter().map(|rule| &rule.file.id);
                let unknown = error(format!("no rule `{name}`"));
                let replacing = rules.iter().find(|r| r.file.text(Fact::Replaces) == Some(name));
                wrong.push(match replacing {
                    Some(other) => {
                        let hint = format!("`{}` replaces it", other.file.id);
                        unknown.code(Code::UnknownName).hint(hint)
                    }
                    None => unknown.did_you_mean(name, names),
                });
                continue;
            };
            if let Some((what, name, other)) = add(&keeper.file, &mut declared) {
                let both = format!("`{other}` and `{}`", keeper.file.id);
                let twice = error(format!("{both} both declare the {what} `{name}`"));
                wrong.push(twice.code(Code::NameTaken).hint("rename one of them"));
            }
        }
    }
}

/// Adds the counters, marks and piles that a rule declares to those of the rules before it, each
/// with the rule. Returns one that another rule has declared.
fn add<'a>(
    file: &'a RuleFile,
    declared: &mut BTreeMap<(&'static str, &'a str), &'a str>,
) -> Option<(&'static str, &'a str, &'a str)> {
    let counters = file.texts(Fact::Counter, Fact::Counters).map(|(_, text)| ("counter", text));
    let marks = file.texts(Fact::Mark, Fact::Marks).map(|(_, text)| ("mark", text));
    let piles = file.text(Fact::Pile).map(|text| ("pile", text));
    let mut twice = None;
    for (what, text) in counters.chain(marks).chain(piles) {
        let name = text.split(':').next().unwrap_or_default().trim();
        let other = declared.insert((what, name), &file.id).filter(|other| *other != file.id);
        twice = twice.or(other.map(|other| (what, name, other)));
    }
    twice
}
