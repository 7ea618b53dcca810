//! Checks that a game can end: the goal has to be reachable.

use crate::count::counted;
use crate::diagnostic::{Code, Diagnostic, Source};
use crate::rules::{Hook, Rules};
use crate::script::vocabulary::functions;

/// Reports a goal that is higher than the points that any player can have.
pub(super) fn check(rules: &Rules) -> Option<Diagnostic> {
    let most = most(rules).filter(|&most| most < rules.goal)?;
    let (file, text) = &rules.sources[rules.scenario_source];
    let message = format!(
        "nobody can win: the goal is {}, but nobody can have more than {most}",
        counted(rules.goal, "point")
    );
    let wrong = Source::new(file, text.as_str()).whole(message).code(Code::Unwinnable);
    Some(wrong.hint("set a lower `goal`, or declare more sources of points"))
}

/// The maximum number of points that a player can have; `None` if scripts give
/// points or alter the goal.
fn most(rules: &Rules) -> Option<i64> {
    let scripts = rules
        .rules
        .iter()
        .any(|rule| [Hook::Points, Hook::Goal].iter().any(|hook| rule.hooks.contains_key(hook)));
    let verbs = functions().filter(|function| function.acts() && function.name.ends_with("points"));
    let says = |name: &str| rules.sources.iter().any(|(_, text)| text.contains(name));
    if scripts || verbs.into_iter().any(|verb| says(verb.name)) {
        return None;
    }
    let kinds = rules.kinds.iter().map(|kind| i64::from(kind.points) * i64::from(kind.each));
    let cards = rules.cards.iter().map(|card| i64::from(card.points) * i64::from(card.copies));
    let goods = rules.goods.iter().map(|good| i64::from(good.points) * i64::from(good.count));
    let awards = rules.awards.iter().map(|award| i64::from(award.points));
    Some(kinds.chain(cards).chain(goods).chain(awards).map(|points| points.max(0)).sum())
}
