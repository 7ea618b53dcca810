//! Reports benefits whose hooks are also called in turns when the benefits do not work, and
//! benefits that work in turns when nobody can use them.

use crate::diagnostic::{Code, Diagnostic, Source};
use crate::rules::{Hook, HookDefinition, Ownership, Rule, RuleId, Rules};
use crate::set::Id;

/// The fact that determines the turns in which a benefit works.
const FACT: &str = "ROUND_BASED";

/// Warnings about the benefits of a game.
pub(super) fn check(rules: &Rules) -> Vec<Diagnostic> {
    let benefits =
        rules.rules.iter().enumerate().filter_map(|(number, rule)| match rule.ownership {
            Some(Ownership::Access { round_based, .. }) => {
                Some((RuleId::new(number), rule, round_based))
            }
            _ => None,
        });
    benefits
        .flat_map(|(id, rule, round_based)| match rules.fact_origin(id, FACT) {
            Some(stated) if round_based => idle(rules, rule, stated.line),
            Some(_) => Vec::new(),
            None => missed(rules, rule),
        })
        .collect()
}

/// Reports a benefit that works in all turns, but can be used only in its owner's turn.
fn idle(rules: &Rules, rule: &Rule, line: usize) -> Vec<Diagnostic> {
    if !rule.hooks.keys().all(|hook| hook.is_of_use()) {
        return Vec::new();
    }
    let message =
        format!("`{FACT}` has no effect: players can use this benefit only during their own turns");
    vec![strange(rules, rule, line, message).hint("delete it")]
}

/// Reports hooks that are called in turns when their benefit does not work.
fn missed(rules: &Rules, rule: &Rule) -> Vec<Diagnostic> {
    let asked = rule.hooks.iter().filter(|(hook, _)| hook.concerns_all_turns());
    let warning = |(hook, defined): (&Hook, &HookDefinition)| {
        let message = format!(
            "`{}` is called during every turn, but the benefit works only during its owner's turns",
            hook.name()
        );
        let hint = format!("declare `const {FACT} = true;`, or `false` if this is intended");
        strange(rules, rule, defined.line, message).hint(hint)
    };
    asked.map(warning).collect()
}

fn strange(rules: &Rules, rule: &Rule, line: usize, message: String) -> Diagnostic {
    let (file, text) = &rules.sources[rule.source];
    let strange = Source::new(file, text.as_str()).error_on(line, message);
    strange.code(Code::WrongTurn).warning()
}
