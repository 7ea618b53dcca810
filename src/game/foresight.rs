//! Wins that rules forbid. An action is refused if every possible outcome is a forbidden win and
//! another legal action exists.
//!
//! All outcomes are tried on copies, up to the first one that does not reach the goal: each random
//! result, each answer of any player to each question, and each choice after a roll. If there are
//! too many outcomes, or only some reach the goal, the action is allowed and the win is delayed.

use super::streams::Draws;
use std::cell::RefCell;
use std::rc::Rc;

use super::{Game, HookCall, Reason, Refusal, award, hooks};
use crate::action::Action;
use crate::game::law::{self, list};
use crate::rules::{Hook, Result};
use crate::table::Player;

/// The maximum number of outcomes that are tried for one action.
const OUTCOMES: usize = 2_000;
/// The maximum number of successive answers.
const DEPTH: usize = 64;

/// A search through the outcomes of an action.
struct OutcomeSearch {
    /// The player who would win.
    player: Player,
    /// The number of outcomes that may still be tried.
    left: usize,
    /// The number of successive answers so far.
    depth: usize,
    /// The objections of rules to the win in the first outcome.
    reasons: Vec<Reason>,
    /// The log that records the calls of these rules, if it is wanted.
    hook_log: Option<Rc<RefCell<Vec<HookCall>>>>,
}

impl Game {
    /// Returns the objections of rules to an action with which the player certainly reaches the
    /// goal, if rules forbid the win and another action is legal.
    pub(super) fn reasons_against_winning(
        &self,
        player: Player,
        action: &Action,
    ) -> Result<Vec<Reason>> {
        if !self.may_win_in_vain(player)? {
            return Ok(Vec::new());
        }
        let reasons = self.reasons_if_it_wins(player, action)?;
        let is_refused = !reasons.is_empty() && self.has_other_than_wins(player, action)?;
        Ok(if is_refused { reasons } else { Vec::new() })
    }

    /// Whether an action of the player is legal. Unlike [`Game::reasons`], this uses the cached
    /// answers of guards, unless a question is open.
    pub(super) fn is_legal(&self, player: Player, action: &Action) -> Result<bool> {
        if self.question().is_some() {
            return Ok(self.reasons(player, action)?.is_empty());
        }
        Ok(law::is_legal(self.effect.view(), player, action)?
            && self.reasons_against_winning(player, action)?.is_empty())
    }

    /// Removes the actions that certainly lead to a forbidden win from a list of all actions that
    /// are otherwise legal. If no action would be left, the list is unchanged.
    #[cold]
    pub(super) fn drop_forbidden_wins(&self, player: Player, list: &mut Vec<Action>) -> Result {
        if !self.may_win_in_vain(player)? {
            return Ok(());
        }
        let mut open = Vec::with_capacity(list.len());
        for action in &*list {
            if self.reasons_if_it_wins(player, action)?.is_empty() {
                open.push(*action);
            }
        }
        if !open.is_empty() {
            *list = open;
        }
        Ok(())
    }

    /// Whether the player has another action that does not certainly lead to a forbidden win.
    fn has_other_than_wins(&self, player: Player, action: &Action) -> Result<bool> {
        for other in self.not_judged(player)?.iter().filter(|&other| other != action) {
            if self.reasons_if_it_wins(player, other)?.is_empty() {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// The actions that are legal for a player if forbidden wins are ignored.
    fn not_judged(&self, player: Player) -> Result<Vec<Action>> {
        let mut list = Vec::new();
        if self.suspended.is_some() {
            self.list_answers(player, &mut list);
        } else {
            list::legal(self.effect.view(), player, &mut list)?;
        }
        Ok(list)
    }

    /// Returns the objections of rules to the win to which an action certainly leads.
    fn reasons_if_it_wins(&self, player: Player, action: &Action) -> Result<Vec<Reason>> {
        if !award::may_be_kept_from_winning_by(self.effect.view(), player, action) {
            return Ok(Vec::new());
        }
        let hook_log = self.effect.ledger.position.hooks.log.clone();
        let mut search =
            OutcomeSearch { player, left: OUTCOMES, depth: 0, reasons: Vec::new(), hook_log };
        let wins = self.wins_with(player, *action, &mut search)?;
        Ok(if wins { search.reasons } else { Vec::new() })
    }

    /// Whether a rule could forbid a win of the player, and the player has not reached the goal
    /// yet. If an action is suspended, the state before that action decides.
    fn may_win_in_vain(&self, player: Player) -> Result<bool> {
        let view = self.effect.view();
        if !award::may_be_kept_from_winning(view, player) || view.table().in_turn() != player {
            return Ok(false);
        }
        let had_reached_goal = match self.before().filter(|_| self.suspended.is_some()) {
            Some(before) => self.try_out(|trial| match trial.restore(before.state) {
                Ok(()) => award::has_reached_goal(trial.effect.view(), player),
                Err(_) => Ok(false),
            }),
            None => award::has_reached_goal(view, player),
        };
        Ok(!had_reached_goal?)
    }

    /// Whether the player reaches the goal but may not win, in every outcome of an action of any
    /// player. An action that is refused has no outcome.
    fn wins_with(&self, who: Player, action: Action, search: &mut OutcomeSearch) -> Result<bool> {
        let mut draws = self.effect.ledger.streams.tried.as_deref().cloned();
        let draws_so_far = draws.get_or_insert_with(|| Draws::after(self.table())).later.len();
        loop {
            if search.left == 0 || search.depth == DEPTH {
                return Ok(false);
            }
            search.left -= 1;
            let wins = self.try_out(|trial| {
                trial.effect.ledger.position.hooks.log = None;
                trial.effect.ledger.streams.tried = draws.take().map(Box::new);
                let wins = match trial.play_checked(who, action, &[]) {
                    Ok(()) => self.wins_from(trial, search),
                    Err(Refusal::Illegal(_)) => Ok(true),
                    // The failure is reported when the action is played.
                    Err(Refusal::Failed(_)) => Ok(false),
                };
                draws = trial.effect.ledger.streams.tried.take().map(|draws| *draws);
                wins
            })?;
            if !wins {
                return Ok(false);
            }
            if !draws.as_mut().is_some_and(|draws| draws.advance(draws_so_far)) {
                return Ok(true);
            }
        }
    }

    /// Whether the player reaches the goal but may not win, in every outcome of the pending choices
    /// at a position, or at the position itself if no choice is pending.
    fn wins_from(&self, trial: &mut Self, search: &mut OutcomeSearch) -> Result<bool> {
        let is_settled = trial.suspended.is_none() && !trial.effect.table().step().is_of_roll();
        if is_settled {
            return self.is_kept_from_winning(trial, search);
        }
        let Some(who) = trial.to_act().iter().next() else { return Ok(false) };
        let choices = trial.not_judged(who)?;
        search.depth += 1;
        for choice in choices {
            if !trial.wins_with(who, choice, search)? {
                return Ok(false);
            }
        }
        search.depth -= 1;
        Ok(true)
    }

    /// Whether the player has reached the goal in the trial game, but a rule forbids the win.
    fn is_kept_from_winning(&self, trial: &mut Self, search: &mut OutcomeSearch) -> Result<bool> {
        if !award::has_reached_goal(trial.effect.view(), search.player)? {
            return Ok(false);
        }
        if search.reasons.is_empty() {
            trial.effect.ledger.position.hooks.log.clone_from(&search.hook_log);
            let vetoes = hooks::vetoes(trial.effect.view(), Hook::MayWin, search.player, &[])?;
            let reason = |(rule, text)| {
                let rule = self.rules().rule(rule);
                Reason::of(rule, text, rule.origin(Some(Hook::MayWin)))
            };
            search.reasons = vetoes.into_iter().map(reason).collect();
        }
        Ok(!search.reasons.is_empty())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::content::load;
    use crate::transcript::{Options, parse, parse_action, replay};

    /// Whether red may take an action after these lines. Checks that its reasons and the list of legal
    /// actions say the same.
    fn is_legal(text: &str, action: &str) -> bool {
        let text = format!("scenario newcatan_development\nplayers red, blue, white\n\n{text}");
        let transcript = parse(&text, "a.game").unwrap();
        let rules = load(&transcript.request()).unwrap();
        let script = crate::script::host(&rules).unwrap();
        let game = replay(&transcript, &rules, script, Options::default()).unwrap().game;
        let actions = parse_action(&game, Player(0), action).unwrap();
        let found = game.is_legal(Player(0), &actions[0]).unwrap();
        assert_eq!(found, game.reasons(Player(0), &actions[0]).unwrap().is_empty(), "{action}");
        let legal = game.legal_actions(Player(0)).unwrap();
        assert_eq!(found, legal.contains(&actions[0]), "{action}");
        found
    }

    #[test]
    fn a_forbidden_win_is_not_legal() {
        let game = |goal| {
            format!(
                "set goal = {goal}\n\
                 given red has settlement at E5.s\n\
                 given red has settlement at E3.n\n\
                 given red has 6 sheep\n\
                 given red holds 1 instant points for sale\n\
                 red rolls 1 1\n\
                 red plays instant points for sale\n"
            )
        };
        let purchase = "uses instant points for sale: one point";
        assert!(!is_legal(&game(3), purchase));
        assert!(is_legal(&game(4), purchase));
    }

    #[test]
    fn an_answer_with_a_forbidden_win_is_not_legal() {
        let game = "set goal = 4\n\
            given red has settlement at E3.n\n\
            given red has road at E3-ne\n\
            given red has road at E3-e\n\
            given red has road at E3-se\n\
            given red has road at E3-sw\n\
            given red has road at E3-w\n\
            given blue has road at C4-ne\n\
            given blue has road at C4-e\n\
            given blue has road at C4-se\n\
            given blue has road at C4-sw\n\
            given blue has road at C4-w\n\
            given red has 2 sheep\n\
            given red holds 1 instant points for sale, 1 deconstruction\n\
            red rolls 1 1\n\
            red plays instant points for sale\n\
            red uses instant points for sale: one point\n\
            red plays deconstruction\n\
            red uses deconstruction\n";
        assert!(!is_legal(game, "chooses C4-ne"));
        assert!(is_legal(game, "chooses E3-w"));
    }
}
