//! The game: turn flow, legality, questions and their answers. The one door to a game in play.
//!
//! Knows no script language and names no rule; what scripts decide it asks of a [`Script`].

mod award;
mod check;
mod flow;
mod law;
mod lay;
mod legal;
mod position;
mod question;
mod reason;
mod route;
mod seen;
mod verb;
mod work;

pub use law::Law;
pub use position::{Misfit, Position, Start};
pub use question::{Halt, QUESTIONS, Question};
pub use reason::Reason;
pub use seen::Seen;
pub use work::{Cause, Entry, Event, Outcome, Script, Work};

use std::rc::Rc;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::action::Action;
use crate::rules::{Call, Failure, Frame, Origin, RuleId, Rules};
use crate::table::{Player, Players, Step, Table};
use work::Run;

/// The most calls of rules that one action may bring about.
pub const CALLS: u16 = 1_000;

/// A game as plain data, also in the middle of a question: what is saved, copied and compared.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct State {
    /// The table, with a running effect's changes left out.
    pub table: Table,
    /// What still has to happen; nothing between most actions.
    pub pending: Option<Box<Pending>>,
}

/// What still has to happen.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Pending {
    /// The calls that wait.
    pub agenda: Vec<Entry>,
    /// The hook that waits for an answer.
    pub frame: Option<Frame>,
    /// How many of the frame's changes have been reported.
    pub reported: usize,
    /// The written results of chance, from those that the frame drew first.
    pub written: Vec<Outcome>,
    /// How many calls the action has brought about so far.
    pub calls: u16,
    /// The game before the action that led to the question, for when it has to be undone.
    pub before: Option<Box<State>>,
}

/// A game in play.
#[derive(Clone)]
pub struct Game {
    work: Box<Work>,
    pending: Option<Box<Pending>>,
    /// The open question and the table as its rule has left it so far: derived from the state.
    asked: Option<Box<Asked>>,
}

#[derive(Clone)]
struct Asked {
    question: Question,
    seen: Work,
}

/// Why an action was not done; the game is as before, or, where a rule failed on an answer, as
/// before the action that led to the question.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Refused {
    /// It is against the rules, for these reasons.
    #[error("{}", join(.0))]
    Illegal(Vec<Reason>),
    /// A rule failed; nothing has happened.
    #[error("{0}")]
    Failed(Box<Failure>),
}

fn join(reasons: &[Reason]) -> String {
    let reasons: Vec<String> = reasons.iter().map(Reason::to_string).collect();
    reasons.join("; ")
}

impl From<Failure> for Refused {
    fn from(failure: Failure) -> Self {
        Self::Failed(Box::new(failure))
    }
}

impl Game {
    /// Lays the table for these players and draws what the set-up draws from the seed.
    ///
    /// # Errors
    /// When the number of players does not fit the rules, or the set-up fails.
    pub fn new(
        rules: Arc<Rules>,
        script: Rc<dyn Script>,
        names: &[String],
        seed: u64,
    ) -> Result<Self, Refused> {
        let mut work = Self::laid(rules, script, names, seed)?;
        work.begin()?;
        let mut game = Self { work, pending: None, asked: None };
        game.settle(None)?;
        Ok(game)
    }

    /// A table laid for these players, before anybody places a piece.
    fn laid(
        rules: Arc<Rules>,
        script: Rc<dyn Script>,
        names: &[String],
        seed: u64,
    ) -> Result<Box<Work>, Refused> {
        let table = Table::empty(names.len(), seed);
        let mut work = Box::new(Work::new(rules, script, names.into(), table));
        if !work.rules.seats.contains(&names.len()) {
            let seats = &work.rules.seats;
            let text =
                format!("{} players, expected {} to {}", names.len(), seats.start(), seats.end());
            let origin = crate::rules::Origin { file: work.rules.scenario.clone(), line: 0 };
            return Err(Refused::Illegal(vec![Reason { text, rule: String::new(), origin }]));
        }
        work.lay()?;
        Ok(work)
    }

    /// Takes up a saved game.
    ///
    /// # Errors
    /// When a rule that waits for an answer does not come to its question again.
    pub fn resume(
        rules: Arc<Rules>,
        script: Rc<dyn Script>,
        names: &[String],
        state: State,
    ) -> Result<Self, Refused> {
        let table = Table::empty(names.len(), state.table.seed);
        let work = Work::new(rules, script, names.into(), table);
        let mut game = Self { work: Box::new(work), pending: None, asked: None };
        game.take_up(state)?;
        Ok(game)
    }

    /// The game as plain data.
    pub fn state(&self) -> State {
        State { table: self.work.table.clone(), pending: self.pending.clone() }
    }

    /// The rules.
    pub fn rules(&self) -> &Arc<Rules> {
        &self.work.rules
    }

    /// The table as it can be seen now: with what a rule has done before its open question.
    pub fn table(&self) -> &Table {
        &self.work().table
    }

    /// The game at work, as it can be seen now.
    pub fn work(&self) -> &Work {
        self.asked.as_ref().map_or(&self.work, |asked| &asked.seen)
    }

    /// What the players are called, seat by seat.
    pub fn names(&self) -> &[String] {
        &self.work.names
    }

    /// The open question of a rule.
    pub fn question(&self) -> Option<&Question> {
        self.asked.as_ref().map(|asked| &asked.question)
    }

    /// Who has to act.
    pub fn to_act(&self) -> Players {
        match self.question() {
            Some(question) => Players::of(question.player),
            None => self.work.to_act(),
        }
    }

    /// Whether the game is over.
    pub fn is_over(&self) -> bool {
        self.work.table.step == Step::Over
    }

    /// The legal actions of a player, but offers to other players ([`Work::may_offer`]) and
    /// counter-offers, of which there are too many to list.
    ///
    /// # Errors
    /// When a rule fails.
    pub fn legal_actions(&self, player: Player) -> Result<Vec<Action>, Failure> {
        let mut list = Vec::new();
        match self.question() {
            Some(question) if question.player == player => list.clone_from(&question.options),
            Some(_) => {}
            None => self.work.legal(player, &mut list)?,
        }
        Ok(list)
    }

    /// Everything that stands against an action of the player; nothing when it is legal.
    ///
    /// # Errors
    /// When a rule fails.
    pub fn reasons(&self, player: Player, action: &Action) -> Result<Vec<Reason>, Failure> {
        let Some(question) = self.question() else { return self.work.reasons(player, action) };
        let text = if question.player != player {
            format!("{} has to answer first: {}", self.work.name(question.player), question.prompt)
        } else if question.options.contains(action) {
            return Ok(Vec::new());
        } else {
            format!("that is no answer to the question: {}", question.prompt)
        };
        Ok(vec![Reason { text, rule: String::new(), origin: question.origin.clone() }])
    }

    /// Plays an action, with chance drawn from the seed, and answers what happened.
    ///
    /// # Errors
    /// When it is against the rules or a rule fails.
    pub fn play(&mut self, player: Player, action: Action) -> Result<Vec<Event>, Refused> {
        self.play_written(player, action, &[])
    }

    /// Plays an action with written results of chance.
    ///
    /// # Errors
    /// When it is against the rules, a rule fails, or a written result is impossible or left over.
    pub fn play_written(
        &mut self,
        player: Player,
        action: Action,
        written: &[Outcome],
    ) -> Result<Vec<Event>, Refused> {
        let reasons = self.reasons(player, &action)?;
        if !reasons.is_empty() {
            return Err(Refused::Illegal(reasons));
        }
        // An answer belongs to the action that led to the question: both are undone together.
        let asking = self.pending.as_ref().filter(|pending| pending.frame.is_some());
        let before = asking.and_then(|pending| pending.before.clone());
        let before = before.unwrap_or_else(|| Box::new(self.state()));
        if let Err(refused) = self.play_legal(player, action, written, &before) {
            self.take_up(*before)?;
            return Err(refused);
        }
        Ok(std::mem::take(&mut self.work.log))
    }

    fn play_legal(
        &mut self,
        player: Player,
        action: Action,
        written: &[Outcome],
        before: &State,
    ) -> Result<(), Refused> {
        self.work.log.clear();
        self.work.written.extend(written);
        if let Some(mut pending) = self.pending.take_if(|pending| pending.frame.is_some()) {
            let frame = pending.frame.take().expect("the question of a hook");
            self.work.calls = pending.calls;
            self.pending = Some(pending);
            self.run_frame(frame, Some(action))?;
        } else {
            self.pending = None;
            self.work.calls = 0;
            self.work.act(player, &action)?;
        }
        self.settle(Some(before))?;
        if self.work.written.is_empty() {
            return Ok(());
        }
        Err(Refused::Illegal(vec![Reason {
            text: "more results of chance are written than were drawn".into(),
            rule: String::new(),
            origin: Origin::default(),
        }]))
    }

    /// Takes up a state: lays its table and lets its rule come to its question again.
    fn take_up(&mut self, state: State) -> Result<(), Refused> {
        self.work.take_up(state.table);
        self.pending = None;
        self.asked = None;
        let Some(mut pending) = state.pending else { return Ok(()) };
        self.work.agenda.clone_from(&pending.agenda);
        self.work.calls = pending.calls;
        let Some(frame) = pending.frame.take() else {
            self.pending = Some(pending);
            return Ok(());
        };
        let before = pending.before.take();
        self.pending = Some(pending);
        let Call { rule, hook, .. } = frame.call;
        self.run_frame(frame, None)?;
        self.work.log.clear();
        match &mut self.pending {
            Some(pending) => pending.before = before,
            None => return Err(undetermined(self.work.origin(rule, hook)).into()),
        }
        Ok(())
    }

    /// Runs what waits, until nothing does or somebody has to act.
    fn settle(&mut self, before: Option<&State>) -> Result<(), Refused> {
        let mut last_calls = Vec::new();
        loop {
            if self.asked.is_some() {
                let pending = self.pending.as_mut().expect("a question waits in its frame");
                pending.before = before.cloned().map(Box::new);
                return Ok(());
            }
            if matches!(self.work.table.step, Step::Discard | Step::Move(_) | Step::Take(_)) {
                // What was heard of the roll waits until its normal consequences are settled.
                if !self.work.agenda.is_empty() {
                    self.pending = Some(Box::new(Pending {
                        agenda: self.work.agenda.clone(),
                        frame: None,
                        reported: 0,
                        written: Vec::new(),
                        calls: 0,
                        before: None,
                    }));
                }
                return Ok(());
            }
            let Some(call) = self.work.next_call() else { break };
            self.work.calls += 1;
            if self.work.calls + 8 > CALLS {
                last_calls.push((call.hook.name().into(), self.work.origin(call.rule, call.hook)));
            }
            if self.work.calls > CALLS {
                return Err(endless(last_calls).into());
            }
            self.run_frame(Frame { call, answers: Vec::new(), hash: 0 }, None)?;
        }
        if self.work.table.step != Step::Offer {
            self.work.judge_victory()?;
        }
        Ok(())
    }

    /// Runs a hook with the answers so far, to its end or to its next question.
    ///
    /// A hook that has waited runs again from its beginning, and has to come to the question at
    /// which it waited.
    fn run_frame(&mut self, mut frame: Frame, answer: Option<Action>) -> Result<(), Refused> {
        let waited = self.pending.take();
        self.asked = None;
        let expected = waited.is_some().then_some((frame.answers.len(), frame.hash));
        frame.answers.extend(answer);
        let (reported, mut written) = waited.map_or((0, Vec::new()), |p| (p.reported, p.written));
        written.extend(self.work.written.drain(..));
        self.work.written = written.iter().copied().collect();
        let start = self.work.table.clone();
        let agenda = self.work.agenda.clone();
        let logged = self.work.log.len();
        self.work.run =
            Run { active: true, answers: frame.answers.clone(), expected, ..Run::default() };
        let result = self.call_effect(&frame.call);
        let run = std::mem::take(&mut self.work.run);
        self.work.cause = None;
        if let Some(failure) = run.failure {
            return Err(self.refusal(failure, frame.call.rule));
        }
        let Some(question) = run.open else {
            result?;
            if run.asked < frame.answers.len() {
                return Err(undetermined(self.work.origin(frame.call.rule, frame.call.hook)).into());
            }
            self.work.log.drain(logged..logged + reported);
            return Ok(());
        };
        let total = self.work.log.len() - logged;
        self.work.written.clear();
        self.asked = Some(Box::new(Asked { question, seen: (*self.work).clone() }));
        self.work.log.drain(logged..logged + reported);
        self.work.table = start;
        self.work.agenda.clone_from(&agenda);
        frame.hash = run.trail;
        self.pending = Some(Box::new(Pending {
            agenda,
            frame: Some(frame),
            reported: total,
            written,
            calls: self.work.calls,
            before: None,
        }));
        Ok(())
    }

    /// What becomes of an action in which this rule has failed, or which it refuses.
    fn refusal(&self, failure: Failure, rule: RuleId) -> Refused {
        if !failure.refused {
            return failure.into();
        }
        let rule = self.work.rules.rule(rule).id.clone();
        Refused::Illegal(vec![Reason { text: failure.message, rule, origin: failure.origin }])
    }

    fn call_effect(&mut self, call: &Call) -> Result<(), Failure> {
        let script = Rc::clone(&self.work.script);
        let placeholder = Work::new(
            Arc::clone(&self.work.rules),
            Rc::clone(&script),
            Arc::clone(&self.work.names),
            Table::empty(0, 0),
        );
        let work = std::mem::replace(&mut self.work, Box::new(placeholder));
        let (work, result) = script.effect(work, call);
        self.work = work;
        result
    }
}

/// The failure of a hook that does not repeat what it did.
fn undetermined(origin: Origin) -> Failure {
    Failure {
        hint: Some("a hook has to ask the same questions whenever it runs again".into()),
        ..Failure::new("the rule is not deterministic", origin)
    }
}

/// The failure of rules that hear each other for ever; the last calls are known.
fn endless(calls: Vec<(String, Origin)>) -> Failure {
    let origin = calls.last().map(|(_, origin)| origin.clone()).unwrap_or_default();
    let mut trace: Vec<(String, Origin)> = Vec::new();
    for call in calls.into_iter().rev() {
        if !trace.contains(&call) {
            trace.push(call);
        }
    }
    Failure {
        trace,
        hint: Some("look for a hook that does what it hears of, and end it by a condition".into()),
        ..Failure::new(
            format!("the rules call each other without end: more than {CALLS} calls"),
            origin,
        )
    }
}
