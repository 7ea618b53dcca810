//! Actions that the player tries out on a copy of the game.

use super::answer;
use super::goal::{self, Goal, GoalStep, POINT};
use super::outlook::Outlook;
use crate::action::Action;
use crate::content::Habits;
use crate::game::Trial;
use crate::resource::Resources;
use crate::rules::Failure;
use crate::set::Id;
use crate::table::Ability;

/// The most points that count for the value of an ability.
const MOST_POINTS: i64 = 5;
/// The maximum number of actions that are tried out for one decision.
const TRIALS: usize = 48;
/// The value of a point, on the scale of the scores of goals that can be reached now.
const POINT_VALUE: i64 = (POINT * 1000 / Habits::GREEDY.patience) as i64;
/// The value of the worth of a card, on the same scale.
const WORTH_VALUE: i64 = 20;
/// The value of production that a marker blocks, on the same scale.
const BLOCKED_VALUE: i64 = 14;

/// The action whose result is the best, if it is better than the present position; or an action
/// after which another one has such a result, or is worth saving for. Tries abilities, and building
/// without paying cards; the results of other actions are known without a trial. The goals of the
/// present position are given, first those of [`goal::goals`] and then those of [`priced`].
pub(super) fn best(
    outlook: &Outlook<'_>,
    legal: &[Action],
    [plain, priced_now]: [&[Goal]; 2],
) -> Result<Option<Action>, Failure> {
    if !legal.iter().any(is_tried) {
        return Ok(None);
    }
    let (now, mut left) = (value_with(outlook, plain), TRIALS);
    let mut best = (now, None);
    let mut equal = Vec::new();
    for (action, trial) in trials(outlook, legal, &mut left) {
        let view = trial.view();
        let value = value(&Outlook::new(&view, outlook.me, outlook.manner())?)?;
        if value > best.0 {
            best = (value, Some(action));
        }
        if value == now {
            equal.push((action, trial));
        }
    }
    if best.1.is_some() {
        return Ok(best.1);
    }
    let known: Vec<GoalStep> = priced_now.iter().map(|goal| goal.next).collect();
    for (action, trial) in equal {
        let view = trial.view();
        let after = Outlook::new(&view, outlook.me, outlook.manner())?;
        if priced(&after)?.iter().any(|goal| !known.contains(&goal.next)) {
            return Ok(Some(action));
        }
        for (_, next) in trials(&after, &view.legal_actions()?, &mut left) {
            let view = next.view();
            let value = value(&Outlook::new(&view, outlook.me, outlook.manner())?)?;
            if value > best.0 {
                best = (value, Some(action));
            }
        }
    }
    Ok(best.1)
}

/// Whether an action is tried out.
fn is_tried(action: &Action) -> bool {
    match *action {
        Action::Use { .. } => true,
        Action::Build { pay, .. } => pay.is_empty(),
        _ => false,
    }
}

/// The results of the actions whose results can be known.
fn trials<'o>(
    outlook: &'o Outlook<'_>,
    legal: &[Action],
    left: &mut usize,
) -> Vec<(Action, Trial<'o>)> {
    let tried = legal.iter().filter(|action| is_tried(action)).take(*left);
    let mut results = Vec::new();
    for action in tried {
        *left -= 1;
        let trial = try_out(outlook, action, Resources::NONE);
        results.extend(trial.map(|trial| (*action, trial)));
    }
    results
}

/// The result of an action if the player has `more` cards, with the player's own answers.
fn try_out<'o>(outlook: &'o Outlook<'_>, action: &Action, more: Resources) -> Option<Trial<'o>> {
    outlook.redealt()?.try_out(action, more, |view, legal| {
        if let [only] = legal {
            return Some(*only);
        }
        answer::question(&Outlook::new(view, outlook.me, outlook.manner()).ok()?, legal).ok()
    })
}

/// The abilities whose price is worth saving for: those that bring points, or lower the points that
/// the player needs.
pub(super) fn priced(outlook: &Outlook<'_>) -> Result<Vec<Goal>, Failure> {
    let mut goals = Vec::new();
    for (index, kind) in outlook.rules().abilities.iter().enumerate() {
        let ability = Ability::new(index);
        for variant in 0..u8::try_from(kind.variants.len()).expect("few variants") {
            let costs = outlook.view.costs_of_use(outlook.me, ability, variant)?;
            let plain = costs.iter().filter(|cost| cost.total() == cost.fixed.total());
            let Some(price) = plain.map(|cost| cost.fixed).min_by_key(|bag| bag.total()) else {
                continue;
            };
            let action = Action::Use { ability, variant, pay: price };
            let more = price.less(outlook.view.hand());
            if price.is_empty() || kind.by_card {
                continue;
            }
            let Some(trial) = try_out(outlook, &action, more) else { continue };
            let view = trial.view();
            let after = view.goal(outlook.me)? - view.points(outlook.me)?;
            let points = (outlook.missing_points - after).min(MOST_POINTS);
            if points > 0 {
                let gain = goal::worth_of_points(outlook, points);
                goals.push(Goal::new(
                    outlook,
                    GoalStep::Use(ability, variant),
                    (price, price),
                    gain,
                ));
            }
        }
    }
    Ok(goals)
}

/// The value of hundredths of a point, on the scale of the values of positions.
pub(super) fn points_value(hundredths: i64) -> i64 {
    hundredths * POINT_VALUE / 100
}

/// The value of a position.
pub(super) fn value(outlook: &Outlook<'_>) -> Result<i64, Failure> {
    Ok(value_with(outlook, &goal::goals(outlook)?))
}

/// The value of a position with these goals: the points that are still missing, the best goals, the
/// cards in hand, and the production that markers block.
fn value_with(outlook: &Outlook<'_>, goals: &[Goal]) -> i64 {
    let prospects: i64 = goals.iter().take(2).map(|goal| i64::from(goal.score)).sum();
    let hand = outlook.view.hand();
    let cards = if outlook.is_full(hand) { 0 } else { i64::from(outlook.worth_of(hand)) };
    prospects + cards * WORTH_VALUE
        - outlook.missing_points * POINT_VALUE
        - answer::blocked(outlook) * BLOCKED_VALUE
}
