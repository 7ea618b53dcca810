//! Asking players.

use super::effect::Effect;
use super::failure::{Halt, nondeterministic};
use super::ownership;
use super::pending::QuestionId;
use super::question::{Answered, Choices, NAMED, QUESTIONS, Question, Questions};
use crate::action::{Action, Choice};
use crate::change::Change;
use crate::resource::{Resource, Resources};
use crate::rules::{Failure, Rules};
use crate::table::{AdvanceAnswer, Player, Step};
use smallvec::smallvec;
use std::hash::Hash;

/// How players are asked.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum AskMode {
    /// Everybody learns the answers, once all are given. A single option is no question.
    Open,
    /// Nobody but the player who answers learns the answer.
    Unseen,
    /// A single option is a question too, since the player learns from it what there is.
    Shown,
}

/// Whether these options are a choice, so that there is a question. Taking a card is always an action
/// of its own, even if there is only one opponent to take from, just as after a roll.
fn is_choice(options: &[Action], mode: AskMode) -> bool {
    let is_shown = mode == AskMode::Shown && !options.is_empty();
    options.len() > 1 || is_shown || matches!(options, [Action::Take { .. }])
}

impl Effect {
    /// Checks that verbs may continue.
    ///
    /// # Errors
    /// When a question is open, something has failed, no effect is running, or the game is over.
    pub fn live(&mut self) -> Result<(), Halt> {
        if self.has_halted() {
            return Err(Halt);
        }
        if self.run.call.is_none() {
            let hint = "a pure hook may only read the game";
            return Err(self
                .view()
                .fail("only effects may change the game or ask a player", Some(hint)));
        }
        if self.table().step() == Step::Over {
            let hint = "leave the hook with `return` after `win()` or `end()`";
            return Err(self.view().fail("the game is over", Some(hint)));
        }
        Ok(())
    }

    /// Whether a question is open or something has failed, so that no verb may be called any more.
    pub(crate) fn has_halted(&self) -> bool {
        !self.run.open.is_empty() || self.view().has_failed()
    }

    /// Whether a question is open.
    pub(crate) fn is_asking(&self) -> bool {
        !self.run.open.is_empty() && !self.view().has_failed()
    }

    /// Stores a failure with all known details.
    pub(crate) fn store_failure(&mut self, failure: Failure) {
        *self.ledger.position.hooks.failure.get_mut() = Some(failure);
    }

    /// Asks a player. A single option is returned without asking, unless it is to take a card.
    /// Without options, the answer is `None`.
    ///
    /// # Errors
    /// When the question is not answered yet, or the run does not repeat the earlier run.
    pub fn ask(
        &mut self,
        player: Player,
        prompt: &str,
        options: Vec<Action>,
    ) -> Result<Option<Action>, Halt> {
        self.ask_one(player, prompt, options, AskMode::Open)
    }

    /// Asks a player in this mode.
    ///
    /// # Errors
    /// When the question is not answered yet, or the run does not repeat the earlier run.
    pub(crate) fn ask_one(
        &mut self,
        player: Player,
        prompt: &str,
        options: Vec<Action>,
        mode: AskMode,
    ) -> Result<Option<Action>, Halt> {
        let answers = self.ask_each(prompt, smallvec![(player, options)], mode)?;
        Ok(answers.into_iter().next().flatten())
    }

    /// Asks several players at once, each with options of their own. Their answers may come in any
    /// order and stay hidden until all are given, or for good if they are unseen.
    ///
    /// # Errors
    /// When a question is not answered yet, or the run does not repeat the earlier run.
    pub fn ask_each(
        &mut self,
        prompt: &str,
        asked: Choices,
        mode: AskMode,
    ) -> Result<Answered, Halt> {
        self.live()?;
        if !asked.iter().any(|(_, options)| is_choice(options, mode)) {
            return Ok(asked.iter().map(|(_, options)| options.first().copied()).collect());
        }
        if self.run.asked == QUESTIONS {
            let message = format!("a rule asks more than {QUESTIONS} questions");
            return Err(self
                .view()
                .fail(&message, Some("look for a loop that never stops asking")));
        }
        let number = self.run.asked;
        self.run.asked += 1;
        let repeats = self.repeats(number, &(prompt, &asked));
        let mut answers = Answered::new();
        let mut open = Questions::new();
        for (player, options) in asked {
            if !is_choice(&options, mode) {
                answers.push(options.first().copied());
                continue;
            }
            let mut given =
                self.run.answers.iter().filter(|a| a.question == number && a.player == player);
            let answer = given.next().map(|answer| answer.action);
            if !repeats || answer.is_some_and(|answer| !options.contains(&answer)) {
                let view = self.view();
                return Err(view.adopt(nondeterministic(view.current_origin())));
            }
            if answer.is_none() {
                open.push(Question {
                    player,
                    prompt: prompt.into(),
                    options,
                    unseen: mode == AskMode::Unseen,
                    rule: self.view().cause().expect("a rule is running").rule,
                    cause: self.view().cause(),
                });
            }
            answers.push(answer);
        }
        if open.is_empty() {
            return Ok(answers);
        }
        self.run.open = open;
        Err(Halt)
    }

    /// Lets several players choose at the same time from what each of them has, one thing after the
    /// other, as many as `counts` specifies or until none is left. Equal things follow each other,
    /// and are offered once.
    ///
    /// # Errors
    /// When a question is not answered yet, or the run does not repeat the earlier run.
    pub(crate) fn choose_each(
        &mut self,
        prompt: &str,
        players: &[Player],
        mut things: Vec<Vec<Choice>>,
        counts: &[usize],
        mode: AskMode,
    ) -> Result<Vec<Vec<Choice>>, Halt> {
        self.live()?;
        let mut chosen = vec![Vec::new(); players.len()];
        for round in 0..counts.iter().copied().max().unwrap_or(0) {
            let options = |((&player, things), &count): ((&Player, &Vec<Choice>), &usize)| {
                let mut offered = if round < count { things.clone() } else { Vec::new() };
                offered.dedup();
                (player, offered.into_iter().map(Action::Choose).collect())
            };
            let asked = players.iter().zip(&things).zip(counts).map(options).collect();
            let answers = self.ask_each(prompt, asked, mode)?;
            for ((answer, things), chosen) in answers.into_iter().zip(&mut things).zip(&mut chosen)
            {
                let Some(Action::Choose(choice)) = answer else { continue };
                let at = things.iter().position(|&thing| thing == choice);
                chosen.push(things.remove(at.expect("an answer is one of the options")));
            }
        }
        Ok(chosen)
    }

    /// Adds a question to the fingerprint. At the question at which the effect was suspended,
    /// returns whether the fingerprint is the same as before.
    fn repeats(&mut self, number: usize, question: &impl Hash) -> bool {
        let expected = self.run.expected.filter(|expected| number <= expected.index);
        if let Some(QuestionId { index, fingerprint }) = expected.filter(|_| self.run.is_resuming) {
            // The asking verb had changed nothing (`Effect::is_asking_at`), and nothing has changed
            // since.
            if number == index {
                self.run.fingerprint = fingerprint;
            }
            return true;
        }
        self.add_to_fingerprint(question);
        expected.is_none_or(|it| it.index != number || it.fingerprint == self.run.fingerprint)
    }

    /// Asks for a resource among these kinds.
    pub fn choose_resource(
        &mut self,
        player: Player,
        prompt: &str,
        kinds: &[Resource],
        optional: bool,
    ) -> Result<Option<Resource>, Halt> {
        let choices = kinds.iter().copied().map(Choice::Resource);
        Ok(match self.choose(player, prompt, choices, optional)? {
            Choice::Resource(resource) => Some(resource),
            _ => None,
        })
    }

    /// Asks for one of these cards to give up.
    pub fn choose_card(
        &mut self,
        player: Player,
        prompt: &str,
        cards: Resources,
        optional: bool,
    ) -> Result<Option<Resource>, Halt> {
        let choices = cards.kinds().map(Choice::Card);
        Ok(match self.choose(player, prompt, choices, optional)? {
            Choice::Card(kind) => Some(kind),
            _ => None,
        })
    }

    /// Asks for one of these choices, or for none if `optional`. If the player has answered the
    /// rule in advance, that answer decides whether to choose none. Returns [`Choice::No`] if there
    /// are no choices.
    pub fn choose(
        &mut self,
        player: Player,
        prompt: &str,
        choices: impl IntoIterator<Item = Choice>,
        optional: bool,
    ) -> Result<Choice, Halt> {
        let choices = choices.into_iter();
        let mut options = Vec::with_capacity(choices.size_hint().0.max(NAMED));
        options.extend(choices.map(Action::Choose));
        if optional && !options.is_empty() {
            match ownership::advance_answer(self.view(), player) {
                AdvanceAnswer::Ask => options.push(Action::Choose(Choice::No)),
                AdvanceAnswer::Accept => {}
                AdvanceAnswer::Decline => {
                    self.live()?;
                    self.decline(player);
                    return Ok(Choice::No);
                }
            }
        }
        Ok(match self.ask(player, prompt, options)? {
            Some(Action::Choose(choice)) => choice,
            _ => Choice::No,
        })
    }

    /// Asks for a yes or a no, unless the player has answered the rule in advance; then `prompt` is
    /// not called.
    pub fn may<P: AsRef<str>>(
        &mut self,
        player: Player,
        prompt: impl FnOnce(&Rules) -> P,
    ) -> Result<bool, Halt> {
        self.live()?;
        match ownership::advance_answer(self.view(), player) {
            AdvanceAnswer::Accept => Ok(true),
            AdvanceAnswer::Decline => {
                self.decline(player);
                Ok(false)
            }
            AdvanceAnswer::Ask => {
                let (prompt, choices) = (prompt(self.rules()), [Choice::Yes, Choice::No]);
                Ok(self.choose(player, prompt.as_ref(), choices, false)? == Choice::Yes)
            }
        }
    }

    fn decline(&mut self, player: Player) {
        if let Some(cause) = self.view().cause() {
            self.make(Change::Declined(player, cause.rule));
        }
    }
}
