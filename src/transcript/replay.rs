//! Replays a transcript line by line and checks its contents.

use std::rc::Rc;
use std::sync::Arc;

use super::chain::source_facts;
use super::changes::{is_of_counter, repeats};
use super::check::group_end;
use super::expect::check_expectation;
use super::match_action::reasons_against_discard;
use super::merge::{ActualChange, MergeStep, is_unfinished, merge};
use super::options::{Options, ReplayReport, ReplayedLine};
use super::places::as_written;
use super::recent::{PlayedAction, RecentActions};
use super::resolve::Resolver;
use super::revealed::{self, revealed_line};
use super::rewrite::Rewriter;
use super::tree::{Body, Line, Name, Number, ParsedAction, Transcript};
use super::truncation::{self, is_cut};
use super::words;
use crate::action::Action;
use crate::change::Change;
use crate::diagnostic::{Diagnostic, Diagnostics, Result};
use crate::game::{CausedChange, Game, History, Outcome, Reason, Refusal, Script};
use crate::rules::{Origin, Rules};
use crate::table::Player;

/// The maximum number of failed expectations that are explained by earlier actions.
const EXPLAINED: usize = 100;

/// Replays a whole transcript.
///
/// # Errors
/// Everything in the transcript that cannot be played or that differs from the game.
pub fn replay<'a>(
    transcript: &'a Transcript,
    rules: &Arc<Rules>,
    script: Rc<dyn Script>,
    options: Options<'a>,
) -> Result<ReplayReport, Diagnostics> {
    let played = Replay::new(transcript, rules, script, options).and_then(Replay::run);
    played.map_err(|wrong| transcript.missed(wrong, &rules.with))
}

/// A transcript that is being replayed.
pub struct Replay<'a> {
    transcript: &'a Transcript,
    options: Options<'a>,
    game: Game,
    /// The undo history, if the transcript contains an `undo`.
    history: Option<History>,
    wrong: Diagnostics,
    notes: Vec<Diagnostic>,
    rewriter: Rewriter<'a>,
    has_stopped: bool,
    /// The number of actions that were played and not undone.
    actions: usize,
    /// The last actions, if the transcript contains expectations.
    recent: Option<RecentActions>,
    /// The line of the last digest that matched.
    agreed: Option<usize>,
    /// Whether a digest did not match.
    has_diverged: bool,
    /// Whether the line played last lacks only its last changes.
    is_unfinished: bool,
}

impl<'a> Replay<'a> {
    /// Begins the game of a transcript.
    ///
    /// # Errors
    /// When the game cannot begin.
    pub fn new(
        transcript: &'a Transcript,
        rules: &Arc<Rules>,
        script: Rc<dyn Script>,
        options: Options<'a>,
    ) -> Result<Self, Diagnostics> {
        let mut notes = transcript.notes.clone();
        if !options.rewrite {
            notes.extend(transcript.scenario_note(rules));
            notes.extend(transcript.pack_notes(rules));
        }
        if options.strict && !notes.is_empty() {
            return Err(errors(notes));
        }
        let mut game = transcript.begin(rules, script)?;
        if options.uncached {
            game = game.without_cache();
        }
        transcript.limit(&mut game);
        if options.hook_calls {
            game.keep_hook_log();
        }
        let has = |is: fn(&Body) -> bool| transcript.lines.iter().any(|line| is(&line.body));
        let goes_back = has(|body| matches!(body, Body::Undo(_)));
        let expects = has(|body| matches!(body, Body::Expect(_)));
        let rewriter = Rewriter::new(transcript, options.added);
        Ok(Self {
            history: goes_back.then(History::default),
            transcript,
            options,
            game,
            wrong: Diagnostics::default(),
            notes,
            rewriter,
            has_stopped: false,
            actions: 0,
            recent: expects.then(RecentActions::default),
            agreed: None,
            has_diverged: false,
            is_unfinished: false,
        })
    }

    /// Plays all lines.
    ///
    /// # Errors
    /// Everything in the transcript that cannot be played or that differs from the game.
    /// When rewriting, only errors that stop the game.
    pub fn run(mut self) -> Result<ReplayReport, Diagnostics> {
        let begun = self.game.caused_changes();
        self.observe(None, &[], Ok(&begun), &[]);
        let last = self.transcript.lines.len();
        let end = self.options.until.map_or(last, |line| last.min(line.saturating_sub(1)));
        self.lines(end);
        if !self.wrong.0.is_empty() && (self.has_stopped || !self.options.rewrite) {
            return Err(self.transcript.explained(self.wrong, self.game.rules()));
        }
        let is_noted = self.notes.iter().any(is_cut);
        if end == last && !self.game.is_over() && !is_noted {
            self.notes.extend(truncation::cut_off(self.transcript));
        }
        if self.options.strict && !self.notes.is_empty() {
            return Err(errors(self.notes));
        }
        let (game, left, notes, actions) = (self.game, self.wrong, self.notes, self.actions);
        Ok(ReplayReport { game, rewritten: self.rewriter.finish(), left, notes, actions })
    }

    fn observe(
        &mut self,
        at: Option<usize>,
        actions: &[(Player, Action)],
        outcome: Result<&[CausedChange], &Refusal>,
        revealed: &[String],
    ) {
        if let Some(observe) = &mut self.options.observe {
            observe(&ReplayedLine { at, actions, outcome, revealed, game: &self.game });
        }
    }

    /// Plays the lines before this one.
    fn lines(&mut self, end: usize) {
        let cut = truncation::last_cut(self.transcript).filter(|_| !self.options.rewrite);
        let mut at = 0;
        while at < end && !self.has_stopped {
            // Indented lines belong to the line above them.
            let next = group_end(&self.transcript.lines, at);
            let before = (cut == Some(at)).then(|| (self.game.clone(), self.actions));
            let known = self.wrong.0.len();
            if let Err(diagnostic) = self.line(at, next) {
                self.wrong.push(diagnostic);
                self.has_stopped = true;
            }
            if let Some(before) = before
                && (self.is_unfinished || truncation::ends_in_a_line(self.transcript))
            {
                self.leave_out_cut(at, known, before);
            }
            at = next;
        }
    }

    /// Undoes the last action of a recording if its changes are incomplete.
    fn leave_out_cut(&mut self, at: usize, known: usize, (game, actions): (Game, usize)) {
        let Some(wrong) = self.wrong.0.drain(known..).next() else { return };
        self.notes.push(truncation::as_cut(self.transcript, wrong, at));
        (self.game, self.actions, self.has_stopped) = (game, actions, false);
    }

    /// Plays a line with the indented lines below it; an error stops the replay.
    fn line(&mut self, at: usize, end: usize) -> Result {
        let line = &self.transcript.lines[at];
        match &line.body {
            Body::Blank | Body::Given(_) | Body::Finish => self.rewriter.keep(at),
            Body::Header => self.header(at, end),
            Body::SetUp => {
                let happened = super::print::set_up(&self.game);
                let happened = happened.into_iter().map(ActualChange::of).collect::<Vec<_>>();
                self.changes(at, end, &happened);
            }
            Body::Action(player, parsed) => self.action(at, end, player, parsed)?,
            Body::Undo(count) => self.undo(at, end, count.as_ref())?,
            Body::Expect(_) | Body::Digest(..) if self.is_above(end) => self.rewriter.keep(at),
            Body::Expect(expect) => {
                let recent = self.recent.as_ref().filter(|_| self.wrong.0.len() < EXPLAINED);
                // Failed expectations do not stop the game.
                let judged = check_expectation(self.transcript, line, expect, &self.game, recent);
                if let Some(wrong) = self.wrong.keep(judged).flatten() {
                    self.wrong.push(wrong);
                }
                self.rewriter.keep(at);
            }
            Body::Digest(turn, digest) => self.digest(at, *turn, digest),
            Body::Change(_) | Body::Refused(_) => {
                let message = "this indented line has no action above it";
                return Err(self.transcript.source.error(line.span.clone(), message));
            }
        }
        Ok(())
    }

    /// Whether lines before this one are played without checks.
    fn is_above(&self, end: usize) -> bool {
        self.options.from.is_some_and(|line| end < line)
    }

    fn resolver(&self) -> Resolver<'_> {
        Resolver::new(&self.game, &self.transcript.source)
    }

    /// Keeps a line of the header, with the current packs and scenario when rewriting.
    fn header(&mut self, at: usize, end: usize) {
        let now = self.transcript.header_now(&self.transcript.lines[at], self.game.rules());
        match now {
            Some(now) if self.options.rewrite && !self.is_above(end) => {
                self.rewriter.replace(at, &now);
            }
            _ => self.rewriter.keep(at),
        }
    }

    fn action(&mut self, at: usize, end: usize, name: &Name, parsed: &ParsedAction) -> Result {
        let resolver = self.resolver();
        let player = resolver.player(name)?;
        let actions = resolver.actions(&self.game, player, parsed)?;
        let outcomes = resolver.outcomes(parsed)?;
        let before = self.game.clone();
        let mut played = self.play(player, &actions, &outcomes);
        if let Err(Refusal::Illegal(reasons)) = &mut played {
            *reasons = self.all_reasons(player, parsed, &before, std::mem::take(reasons))?;
        }
        let below = self.transcript.lines[at + 1..end].iter();
        let is_refusal = |line: &&Line| matches!(line.body, Body::Refused(_));
        let refusals: Vec<&Line> = below.filter(is_refusal).collect();
        if played.is_ok() && !refusals.is_empty() {
            // The replay continues as if the action were refused.
            self.game.clone_from(&before);
            if let Some(history) = &mut self.history {
                history.truncate(history.len() - actions.len());
            }
        }
        let acted: Vec<_> = actions.iter().map(|&action| (player, action)).collect();
        self.observe(Some(at), &acted, played.as_deref(), &[]);
        // A game whose rules have used up their operations cannot continue.
        match (played, refusals.first().filter(|_| !self.game.is_spent())) {
            (Ok(changes), None) => {
                self.actions += actions.len();
                let mut happened = self.happened(player, &actions, &changes, &outcomes);
                if self.mismatch(at, end, &happened).is_some() {
                    self.add_source_facts(&mut happened, &before, &actions, &changes);
                }
                self.changes(at, end, &happened);
                if let Some(recent) = &mut self.recent {
                    let says = self.transcript.words_of(&self.transcript.lines[at]);
                    let line = self.transcript.line_number(at);
                    recent.keep(PlayedAction { line, says, player, actions, changes, before });
                }
                Ok(())
            }
            (Ok(_), Some(refusal)) => {
                if !self.is_above(end) {
                    let wrong = "the action is legal, but the transcript says that it is refused";
                    self.wrong.push(self.transcript.source.error(refusal.span.clone(), wrong));
                }
                self.rewriter.keep_all(at..end);
                Ok(())
            }
            (Err(Refusal::Failed(failure)), None) => Err(self.resolver().failed(&failure, parsed)),
            (Err(Refusal::Illegal(why)), None) => Err(self.transcript.refused(parsed, &why)),
            (Err(refused), Some(_)) => {
                if !self.is_above(end) {
                    let rules = self.game.rules();
                    let others = self.transcript.other_reasons(rules, &refusals, &refused);
                    self.wrong.extend(others);
                }
                if self.game.state() != before.state() {
                    let wrong = "the refused action has changed the game";
                    self.wrong.push(self.transcript.source.error(parsed.span.clone(), wrong));
                }
                self.rewriter.keep_all(at..end);
                Ok(())
            }
        }
    }

    /// All reasons against an action. Places have the names that the line of the action uses.
    fn all_reasons(
        &self,
        player: Player,
        parsed: &ParsedAction,
        before: &Game,
        reasons: Vec<Reason>,
    ) -> Result<Vec<Reason>> {
        let reasons = self.resolver().with_others(before, player, parsed, reasons)?;
        let words = &self.transcript.source.text[parsed.span.clone()];
        Ok(as_written(&self.game.rules().board, words, &reasons))
    }

    /// Plays a sequence of actions: all of them, or none.
    fn play(
        &mut self,
        player: Player,
        actions: &[Action],
        outcomes: &[Outcome],
    ) -> Result<Vec<CausedChange>, Refusal> {
        let reasons = reasons_against_discard(&self.game, player, actions);
        if !reasons.is_empty() {
            return Err(Refusal::Illegal(reasons));
        }
        let mut game = self.game.clone();
        let mut changes = Vec::new();
        for (number, &action) in actions.iter().enumerate() {
            let written = if number == 0 { outcomes } else { &[] };
            // A single action is played directly, since a refusal leaves the game unchanged.
            let game = if actions.len() == 1 { &mut self.game } else { &mut game };
            let played = match &mut self.history {
                Some(history) => history.play(game, player, action, written),
                None => game.play_written(player, action, written),
            };
            if let (Err(_), Some(history)) = (&played, &mut self.history) {
                history.truncate(history.len() - number);
            }
            changes.extend(played?);
        }
        if actions.len() != 1 {
            self.game = game;
        }
        Ok(changes)
    }

    /// Undoes actions and lists the information that they had revealed, in the order of the game.
    fn undo(&mut self, at: usize, end: usize, count: Option<&Number>) -> Result {
        let span = self.transcript.lines[at].span.clone();
        let error = |message: String| self.transcript.source.error(span.clone(), message);
        let history = self.history.as_mut().expect("a transcript with an `undo` has a history");
        let count = count.map_or(1, |count| count.value);
        if count == 0 || count > history.len() as u64 {
            let wrong = match history.len() {
                0 => error("no action can be undone here".into()),
                most => error(format!("expected a number from 1 to {most}, found {count}")),
            };
            return Err(wrong
                .hint("each discarded card counts as an action; a refused action does not count"));
        }
        let mut undone = Vec::new();
        for _ in 0..count {
            let acted = history.undo(&mut self.game);
            undone.extend(acted.map_err(|refused| error(refused.to_string()))?);
        }
        self.actions -= undone.len();
        self.recent = self.recent.take().map(|_| RecentActions::default());
        undone.reverse();
        let revealed = revealed::revealed_by(&self.game, &undone);
        let revealed: Vec<String> = revealed.iter().map(|text| revealed_line(text)).collect();
        let happened = revealed.iter().cloned().map(ActualChange::of);
        self.changes(at, end, &happened.collect::<Vec<_>>());
        self.observe(Some(at), &[], Ok(&[]), &revealed);
        Ok(())
    }

    fn happened(
        &self,
        player: Player,
        actions: &[Action],
        changes: &[CausedChange],
        outcomes: &[Outcome],
    ) -> Vec<ActualChange> {
        let words = words::of(&self.game);
        let to_words = changes.iter().filter_map(|caused| {
            let is_untold = match caused.change {
                Change::Rolled(..) => !outcomes.iter().any(|it| matches!(it, Outcome::Dice(_))),
                Change::EventDie(_) => {
                    !outcomes.iter().any(|it| matches!(it, Outcome::EventDie(_)))
                }
                _ => false,
            };
            let is_repeated = !is_untold && repeats(words, player, actions, &caused.change);
            let is_optional = is_of_counter(&caused.change);
            let origin = caused.cause.map(|cause| cause.origin(self.game.rules()).to_string());
            let text = words.change(&caused.change, None)?;
            Some(ActualChange { text, is_repeated, is_optional, origin })
        });
        to_words.collect()
    }

    /// Sets the origin of changes that no script made to the first fact that the kernel used.
    fn add_source_facts(
        &self,
        happened: &mut [ActualChange],
        before: &Game,
        actions: &[Action],
        changes: &[CausedChange],
    ) {
        let words = words::of(&self.game);
        for caused in changes.iter().filter(|caused| caused.cause.is_none()) {
            let text = words.change(&caused.change, None);
            let same = happened.iter_mut().filter(|it| text.as_ref() == Some(&it.text));
            let source_facts =
                source_facts(Some(before), &self.game, actions.first(), &caused.change);
            let origin = source_facts.first().map(Origin::to_string);
            same.for_each(|it| it.origin = it.origin.take().or_else(|| origin.clone()));
        }
    }

    /// Compares the changes written below a line with the actual ones, unless checks are off.
    fn mismatch(&self, at: usize, end: usize, happened: &[ActualChange]) -> Option<Diagnostic> {
        let is_checked = !self.options.rewrite && !self.is_above(end);
        let steps = is_checked.then(|| self.merged(at, end, happened))?;
        self.transcript.compare(at, &steps)
    }

    /// Merges the changes written below a line with the actual ones.
    fn merged<'h>(&self, at: usize, end: usize, happened: &'h [ActualChange]) -> Vec<MergeStep<'h>>
    where
        'a: 'h,
    {
        merge(&self.resolver(), &self.transcript.lines, at..end, happened)
    }

    /// Checks the changes below a line, and rewrites them.
    fn changes(&mut self, at: usize, end: usize, happened: &[ActualChange]) {
        if self.is_above(end) {
            return self.rewriter.keep_all(at..end);
        }
        let mismatch = self.mismatch(at, end, happened);
        let steps = self.merged(at, end, happened);
        if let Some(diagnostic) = mismatch {
            self.wrong.push(diagnostic);
            self.is_unfinished = is_unfinished(&steps);
        }
        self.rewriter.changes(at, steps);
    }

    fn digest(&mut self, at: usize, turn: u64, digest: &str) {
        let line = &self.transcript.lines[at];
        let now = self.game.table().turn();
        let found = super::digest(&self.game);
        if !self.options.rewrite {
            let message = if u64::from(now) != turn {
                Some(format!("this is turn {now}"))
            } else if found != *digest {
                Some(format!("the position differs: its digest is {found}"))
            } else {
                None
            };
            match message {
                Some(message) => {
                    let wrong = self.transcript.source.error(line.span.clone(), message);
                    // Later differences follow from this one.
                    if let Some(agreed) = self.agreed.take() {
                        let hint = format!(
                            "the game is as recorded up to line {agreed}; it differs between that line and this one"
                        );
                        self.wrong.push(wrong.hint(hint));
                    } else if !self.has_diverged {
                        self.wrong.push(wrong);
                    }
                    self.has_diverged = true;
                }
                None => self.agreed = Some(self.transcript.line_number(at)),
            }
        }
        self.rewriter.replace(at, &format!("turn {now} digest {found}"));
    }
}

/// Converts warnings to errors.
fn errors(notes: Vec<Diagnostic>) -> Diagnostics {
    Diagnostics(notes.into_iter().map(|note| Diagnostic { is_warning: false, ..note }).collect())
}
