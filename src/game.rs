//! The game: turn flow, legality, questions and answers. This module is the only entry point to a
//! game in play.
//!
//! It does not depend on a script language or name any rule; it calls a [`Script`] to run scripts.

pub(crate) mod access;
mod agenda;
mod asking;
pub mod award;
mod bargain;
pub(crate) mod board_verb;
mod budget;
mod calls;
pub(crate) mod cards;
mod cause;
pub(crate) mod copies;
mod dice_deck;
mod effect;
pub(crate) mod explain;
mod failure;
mod fingerprint;
mod flow;
mod foresight;
mod given_position;
pub(crate) mod goods;
pub(crate) mod guard;
pub(crate) mod hand;
pub(crate) mod harvest;
pub(crate) mod hex_event;
mod hidden;
mod history;
pub mod hooks;
mod invariants;
pub mod law;
pub(crate) mod marker_moves;
pub(crate) mod markers;
pub(crate) mod marks;
mod memo;
pub(crate) mod open_ends;
mod owed;
pub(crate) mod ownership;
mod pending;
mod player_view;
mod pools;
mod question;
pub mod reveal;
pub(crate) mod roll;
pub mod route;
mod run;
mod scratch;
pub mod sector;
pub mod setup;
pub(crate) mod sources;
mod state;
mod streams;
pub(crate) mod turn;
mod verb;
mod verdict;
mod view;

pub use agenda::{CALLS, Entry};
pub use asking::AskMode;
pub use budget::{GAME_OPERATIONS, MAX_GAME_OPERATIONS};
pub use cause::{Cause, CausedChange};
pub use effect::{Effect, EffectProgress, Script};
pub use explain::Reason;
pub use failure::Halt;
pub use given_position::{InvalidPosition, PositionBuilder, Start};
pub use hidden::deal_hidden_cards;
pub use history::{History, PastAction};
pub use law::{Law, Takes};
pub use pending::{Before, Pending, State};
use pending::{PendingAction, Suspended};
pub use player_view::{PlayerView, Redealt, Trial};
pub use question::{QUESTIONS, Question};
use scratch::ScratchGame;
pub use streams::Outcome;
pub use verdict::{CachedOperations, HookCall, Reads, Verdict};
pub(crate) use view::Position;
use view::ledger;
pub use view::{Ask, View};

use std::rc::Rc;
use std::sync::Arc;

use crate::action::Action;
use crate::change::Change;
use crate::count::counted;
use crate::game::law::{list, step};
use crate::rules::{Call, Failure, Hook, Rules};
use crate::table::{Player, Players, Step, Table};

/// A game in play.
#[derive(Clone)]
pub struct Game {
    effect: Box<Effect>,
    /// The open questions. The position contains the changes that the asking rule has made so far.
    suspended: Option<Suspended>,
    /// The action that led to the open questions; none at the start of a game.
    before: Option<PendingAction>,
    /// The pending calls before the last action.
    agenda_before: Vec<Entry>,
    scratch: ScratchGame,
}

/// What happens to an action in which a rule fails.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum OnRuleError {
    /// The action is undone, and the failure is returned.
    #[default]
    Stop,
    /// The action is played again without the hook that failed, and a change reports this. A pure
    /// hook that fails is ignored.
    Skip,
}

/// The reason why an action was not carried out. The game is unchanged. If a rule failed after an
/// answer, the game returns to its state before the action that led to the question.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Refusal {
    /// The action is against the rules, for these reasons.
    #[error("{}", join(.0))]
    Illegal(Vec<Reason>),
    /// A rule failed; nothing has happened.
    #[error("{0}")]
    Failed(Failure),
}

fn join(reasons: &[Reason]) -> String {
    let reasons: Vec<String> = reasons.iter().map(Reason::to_string).collect();
    reasons.join("; ")
}

impl From<Failure> for Refusal {
    fn from(failure: Failure) -> Self {
        Self::Failed(failure)
    }
}

impl Game {
    /// Sets up the table for these players, with random results drawn from the seed.
    ///
    /// # Errors
    /// When the number of players does not fit the rules, or the set-up fails.
    pub fn new(
        rules: Arc<Rules>,
        script: Rc<dyn Script>,
        names: &[String],
        seed: u64,
    ) -> Result<Self, Refusal> {
        let mut game = Self::set_up(rules, script, names, seed)?;
        if game.rules().listeners(Hook::OnGameStart).is_empty() {
            setup::begin(&mut game.effect)?;
            game.effect.ledger.rebase_to(game.effect.ledger.len());
        } else {
            game.effect.make(Change::Step(Step::PREPARING));
            game.run_game_start()?;
        }
        game.settle(true)?;
        Ok(game)
    }

    /// A game whose table is set up for these players.
    pub(in crate::game) fn set_up(
        rules: Arc<Rules>,
        script: Rc<dyn Script>,
        names: &[String],
        seed: u64,
    ) -> Result<Self, Refusal> {
        let seats = &rules.seats;
        if !seats.contains(&names.len()) {
            let text = format!(
                "{}, expected {} to {}",
                counted(names.len(), "player"),
                seats.start(),
                seats.end()
            );
            let origin = crate::rules::Origin { file: rules.scenario.clone(), line: 0 };
            return Err(Refusal::Illegal(vec![Reason::new(text, origin)]));
        }
        let table = rules.empty_table(names.len(), seed);
        let mut effect = Box::new(Effect::new(rules, script, names, &table));
        setup::set_up(&mut effect)?;
        Ok(Self::at(effect))
    }

    /// Resumes a saved game.
    ///
    /// # Errors
    /// When a rule that waits for an answer does not ask its question again.
    pub fn resume(
        rules: Arc<Rules>,
        script: Rc<dyn Script>,
        names: &[String],
        state: State,
    ) -> Result<Self, Refusal> {
        let table = Table::empty(names.len(), state.table.seed());
        let mut game = Self::at(Box::new(Effect::new(rules, script, names, &table)));
        game.restore(state)?;
        Ok(game)
    }

    /// A game with nothing pending.
    fn at(mut effect: Box<Effect>) -> Self {
        effect.ledger.rebase_to(effect.ledger.len());
        let (agenda_before, scratch) = (Vec::new(), ScratchGame::default());
        let mut game = Self { effect, suspended: None, before: None, agenda_before, scratch };
        game.reserve();
        if !game.rules().listeners(Hook::MayWin).is_empty() {
            game.scratch = ScratchGame::of(&game);
        }
        game
    }

    /// Returns the game without cached values. It is slower, but its results are the same.
    #[must_use]
    pub fn without_cache(mut self) -> Self {
        self.effect.ledger.position.without_cache();
        self
    }

    /// Sets what happens to an action in which a rule fails.
    pub fn on_rule_error(&mut self, choice: OnRuleError) {
        self.effect.ledger.position.hooks.skips.set(choice == OnRuleError::Skip);
    }

    /// Limits the operations of all effects of the game, including the pure hooks that they call; a
    /// question counts as 1,000 operations. The operations of an effect are counted when it ends,
    /// whether bytecode or the interpreter runs it. Effects that are undone still count. The
    /// default is [`GAME_OPERATIONS`], and the maximum is [`MAX_GAME_OPERATIONS`].
    pub fn limit_operations(&mut self, operations: u64) {
        self.effect.budget.limit(operations);
    }

    /// The maximum number of operations that all effects of the game may take together.
    pub fn max_operations(&self) -> u64 {
        self.effect.budget.most()
    }

    /// The number of operations that the effects of the game have taken, not counting undone
    /// actions.
    pub fn spent_operations(&self) -> u64 {
        self.effect.budget.spent()
    }

    /// Whether the game continues without hooks that fail.
    pub fn leaves_out_failures(&self) -> bool {
        self.effect.ledger.position.hooks.skips.get()
    }

    /// The number of random results that were drawn from the seed, rather than written, since the
    /// game was started or resumed.
    pub fn draws_from_seed(&self) -> u64 {
        self.effect.ledger.streams.from_seed
    }

    /// Returns the game with future random results drawn from another seed. If a rule that waits
    /// for an answer has already drawn, the seed stays the same.
    ///
    /// # Errors
    /// When a rule that waits for an answer does not ask its question again.
    pub fn with_seed(&self, seed: u64) -> Result<Self, Refusal> {
        let mut state = self.state();
        let mut game = self.clone();
        if state.table.drawn() == self.table().drawn() {
            state.table = state.table.with_seed(seed);
            game.restore(state)?;
        }
        Ok(game)
    }

    /// The number of operations that effects have taken since the last action or answer.
    pub fn operations_of_action(&self) -> u64 {
        self.effect.budget.of_action()
    }

    /// The rules.
    pub fn rules(&self) -> &Arc<Rules> {
        self.effect.rules()
    }

    /// The current table, including the changes that a rule made before its open question.
    pub fn table(&self) -> &Table {
        self.effect.table()
    }

    /// A view of the current position.
    pub fn view(&self) -> View<'_> {
        self.effect.view()
    }

    /// A copy of the game at the start of a hook call, as passed to a script host.
    pub fn effect_of(&self, call: Call) -> Effect {
        let mut effect = Effect::clone(&self.effect);
        let checkpoint = effect.checkpoint();
        effect.start(call, checkpoint, None);
        effect
    }

    /// The names of the players, by seat.
    pub fn names(&self) -> &[String] {
        self.effect.names()
    }

    /// The changes of the last action, with their causes.
    pub fn caused_changes(&self) -> Vec<CausedChange> {
        let mut events = Vec::new();
        self.list_caused_changes(&mut events);
        events
    }

    /// Replaces the contents of a list with the changes of the last action, with their causes.
    pub fn list_caused_changes(&self, list: &mut Vec<CausedChange>) {
        self.effect.ledger.list_caused_changes(list);
    }

    /// The changes of the last action, without their causes.
    pub fn changes(&self) -> &[Change] {
        self.effect.ledger.unreported()
    }

    /// Logs the calls of pure hooks from now on.
    pub fn keep_hook_log(&mut self) {
        self.effect.ledger.position.hooks.log.get_or_insert_default();
    }

    /// The logged calls of pure hooks for the last action, legal or not. For an action from the
    /// list of legal actions, these are the calls that were made for the list.
    pub fn hook_calls(&self) -> Vec<HookCall> {
        self.effect
            .ledger
            .position
            .hooks
            .log
            .as_ref()
            .map_or_else(Vec::new, |log| log.borrow().clone())
    }

    /// The open questions of a rule: several if it asks several players at once.
    pub fn questions(&self) -> &[Question] {
        self.suspended.as_ref().map_or(&[], |effect| &effect.questions)
    }

    /// The first open question of a rule.
    pub fn question(&self) -> Option<&Question> {
        self.questions().first()
    }

    /// The open question to a player.
    pub fn question_to(&self, player: Player) -> Option<&Question> {
        self.questions().iter().find(|question| question.player == player)
    }

    /// Whether the last answer to a rule is hidden from the other players: they are asked at the
    /// same time, or never learn it.
    pub fn hides_last_answer(&self) -> bool {
        if self.effect.run.answered_unseen {
            return true;
        }
        let last = self.effect.run.answers.last();
        last.zip(self.suspended.as_ref())
            .is_some_and(|(answer, effect)| answer.question == effect.at.index)
    }

    /// The players who have to act.
    #[inline]
    pub fn to_act(&self) -> Players {
        if self.suspended.is_none() { step::to_act(self.effect.view()) } else { self.asked() }
    }

    /// Whether the game is over.
    pub fn is_over(&self) -> bool {
        self.effect.table().step() == Step::Over
    }

    /// The legal actions of a player, except for offers and counter-offers to other players: there
    /// are too many to list. `law::may_offer` checks an offer.
    pub fn legal_actions(&self, player: Player) -> Result<Vec<Action>, Failure> {
        let mut list = Vec::new();
        self.list_legal(player, &mut list)?;
        Ok(list)
    }

    /// Replaces the contents of a list with the legal actions of a player.
    #[expect(clippy::inline_always, reason = "it is a few steps, and asked all the time")]
    #[inline(always)]
    pub fn list_legal(&self, player: Player, list: &mut Vec<Action>) -> Result<(), Failure> {
        list.clear();
        self.effect.view().truncate_hook_log(0);
        if self.suspended.is_some() {
            self.list_answers(player, list);
        } else {
            list::legal(self.effect.view(), player, list)?;
        }
        if award::may_be_kept_from_winning(self.effect.view(), player) {
            return self.drop_forbidden_wins(player, list);
        }
        Ok(())
    }

    #[inline(never)]
    fn list_answers(&self, player: Player, list: &mut Vec<Action>) {
        list.extend(self.question_to(player).iter().flat_map(|question| &question.options));
    }

    /// All reasons against an action of the player; empty if it is legal.
    pub fn reasons(&self, player: Player, action: &Action) -> Result<Vec<Reason>, Failure> {
        let Some(first) = self.question() else {
            let reasons = explain::reasons(self.effect.view(), player, action)?;
            return if reasons.is_empty() {
                self.reasons_against_winning(player, action)
            } else {
                Ok(reasons)
            };
        };
        let Some(question) = self.question_to(player) else {
            return Ok(vec![self.answer_first(first)]);
        };
        // A free build may have been entered like a paid one.
        let is_meant = |option: &&Action| match (option, action) {
            (
                Action::Build { kind, place, .. },
                Action::Build { kind: named, place: there, .. },
            ) => (kind, place) == (named, there),
            (option, action) => *option == action,
        };
        if let Some(option) = question.options.iter().find(is_meant) {
            let reasons = self.reasons_against_winning(player, option)?;
            if !reasons.is_empty() || option == action {
                return Ok(reasons);
            }
        }
        if !question.is_answered_by(action) {
            return Ok(vec![self.answer_first(question)]);
        }
        let answers = self.effect.view().answers(question);
        let text =
            format!("that is not an answer to the question: {} ({answers})", question.prompt);
        let mut reasons = vec![self.reason_of(question, text)];
        reasons.extend(explain::reasons_against_answer(
            self.view(),
            player,
            action,
            (question, &self.effect.run.answers),
        )?);
        Ok(reasons)
    }

    /// The reason against an action while an open question has to be answered first.
    fn answer_first(&self, question: &Question) -> Reason {
        let who = self.effect.view().name(question.player);
        let text = format!("{who} has to answer first: {}", question.prompt);
        self.reason_of(question, text)
    }

    /// A reason given by the rule that asks a question.
    fn reason_of(&self, question: &Question, text: String) -> Reason {
        Reason::of(self.rules().rule(question.rule), text, question.origin(self.rules()))
    }

    /// Plays an action, with random results drawn from the seed, and returns its changes with their
    /// causes.
    ///
    /// # Errors
    /// When it is against the rules or a rule fails.
    pub fn play(&mut self, player: Player, action: Action) -> Result<Vec<CausedChange>, Refusal> {
        self.check(player, &action)?;
        self.play_checked(player, action, &[])?;
        Ok(self.caused_changes())
    }

    /// Plays an action with written random results.
    ///
    /// # Errors
    /// When it is against the rules, a rule fails, or a written result is impossible or not used.
    pub fn play_written(
        &mut self,
        player: Player,
        action: Action,
        written: &[Outcome],
    ) -> Result<Vec<CausedChange>, Refusal> {
        self.check(player, &action)?;
        self.play_checked(player, action, written)?;
        Ok(self.caused_changes())
    }

    /// Refuses an illegal action.
    fn check(&self, player: Player, action: &Action) -> Result<(), Refusal> {
        self.effect.view().truncate_hook_log(0);
        let reasons = self.reasons(player, action)?;
        if reasons.is_empty() { Ok(()) } else { Err(Refusal::Illegal(reasons)) }
    }

    /// Plays an action from the list of legal actions without checking it again.
    /// [`Game::caused_changes`] returns its changes.
    pub fn play_listed(&mut self, player: Player, action: Action) -> Result<(), Refusal> {
        debug_assert_eq!(self.reasons(player, &action), Ok(Vec::new()), "the action was listed");
        self.play_checked(player, action, &[])
    }
}
