//! A game with its seats, its record and its viewers.

use std::collections::BTreeMap;

use super::begin::{Beginning, Recorded};
use super::course::{Counts, Course};
use super::logs::Logs;
use super::message::{Advance, Causes, Ending, History, Past, Rules, SeatState, UndoRequest, View};
use super::seats::SeatKind;
use super::store::{Saved, Store};
use crate::action::Action;
use crate::content;
use crate::draw;
use crate::files;
use crate::game::{Game, PastAction};
use crate::protocol::{
    ErrorReason, Folders, Hints, Observation, RpcError, RpcErrorCode, Session, WhyResult, legal,
};
use crate::seat::Seat;
use crate::set::Id;
use crate::table::{AdvanceAnswer, Answerable, NEUTRAL, Player, Players};
use crate::transcript::{self, revealed};

/// A game that is played here.
pub(crate) struct SavedGame {
    id: String,
    _lock: files::Lock,
    pub(super) store: Store,
    pub(super) saved: Saved,
    pub(super) session: Session,
    pub(super) logs: Logs,
    /// The programs at the seats.
    pub(super) bots: Vec<Option<Box<dyn Seat>>>,
    /// The external programs that cannot play, with the reasons.
    pub(super) absent: BTreeMap<Player, String>,
    /// The seats at which a bot plays for a person, or for a program.
    pub(super) replaced: Players,
    pub(super) paused: bool,
    pub(super) undo: Option<Undo>,
    /// The lines that were undone and can be played again, those undone last at the end.
    undone: Vec<Vec<String>>,
    /// What keeps the programs from playing on.
    pub(super) problem: Option<String>,
    pub(super) version: u64,
    /// The last hints, with the version and the seat that they are for.
    hints: Option<(u64, Player, Hints)>,
}

/// A request to undo lines.
pub(super) struct Undo {
    by: Player,
    lines: usize,
    pub(super) waiting: Players,
}

/// A failed request.
pub(crate) type Result<T = (), E = RpcError> = std::result::Result<T, E>;

/// The error of a request that is not possible now.
pub(super) fn refuse<T>(message: impl Into<String>) -> Result<T> {
    Err(RpcError::new(RpcErrorCode::Refused, message))
}

impl SavedGame {
    /// Opens a game: loads its rules, and plays the lines of its transcript again.
    pub(crate) fn open(store: &Store, id: &str) -> Result<Self> {
        let lock = store.lock(id)?;
        let saved = store.saved(id)?;
        let request = store.folder_of(id).request(&saved.setup)?;
        let session = Session::begin(saved.setup.clone(), &request)?;
        let bots = saved.seats.iter().map(|_| None).collect();
        let logs = Logs::begin(&session.game, saved.setup.scenario.name());
        let mut game = Self {
            id: id.into(),
            _lock: lock,
            store: store.clone(),
            saved,
            session,
            logs,
            bots,
            absent: BTreeMap::new(),
            replaced: Players::default(),
            paused: false,
            undo: None,
            undone: Vec::new(),
            problem: None,
            version: 1,
            hints: None,
        };
        game.resume()?;
        game.start_bots();
        Ok(game)
    }

    /// Plays the lines of the transcript again, and opens the file for further lines.
    fn resume(&mut self) -> Result {
        let before = self.store.transcript(&self.id)?;
        // The last line may be incomplete, if the program was killed.
        let whole = before.rfind('\n').map_or("", |end| &before[..=end]);
        if !whole.is_empty() {
            self.play_again(whole)?;
        }
        let text = self.logs.record_so_far();
        if let Some(line) = first_difference(whole, &text) {
            return refuse(format!("the game does not repeat line {line} of its transcript"));
        }
        let file = self.store.record(&self.id, &text)?;
        self.logs.record_to(file);
        // A rule that fails here must not keep the game from being opened.
        self.session.take_from_only_victim(&mut self.logs).or(Ok(()))
    }

    fn play_again(&mut self, text: &str) -> Result {
        let parsed = transcript::parse(text, "game.game");
        let parsed = parsed.map_err(|wrong| RpcError::of(RpcErrorCode::NotRestored, wrong))?;
        let Self { session, logs, .. } = self;
        Recorded::lines(&parsed).iter().try_for_each(|line| line.play(session, logs))
    }

    /// A game that goes on from the first actions of this one, with its rules or with those of the
    /// program.
    pub(crate) fn branch(&self, actions: usize, newest_rules: bool) -> Result<Beginning> {
        let lines = self.session.lines_until(actions).into_iter().map(Recorded::Actions);
        Beginning::from_lines(&self.saved.setup, &self.rules_in(newest_rules), lines.collect())
    }

    /// Where rules are looked up: in the folder of the game, or only in those of the program.
    fn rules_in(&self, newest: bool) -> Folders {
        if newest { Folders(Vec::new()) } else { self.store.folder_of(&self.id) }
    }

    /// Whether the program has other rules for such a game than those that it began with.
    pub(crate) fn has_newer_rules(&self) -> bool {
        let files = |newest| {
            let request = self.rules_in(newest).request(&self.saved.setup).ok()?;
            content::copy(&request).ok()
        };
        files(true).is_some_and(|newest| files(false) != Some(newest))
    }

    pub(crate) fn version(&self) -> u64 {
        self.version
    }

    /// The game itself.
    pub(crate) fn game(&self) -> &Game {
        &self.session.game
    }

    /// Goes on with another game of the same players.
    #[cfg(test)]
    pub(crate) fn exchange(&mut self, game: Game) {
        self.session.game = game;
    }

    pub(super) fn name(&self, player: Player) -> &str {
        &self.game().names()[player.index()]
    }

    /// Plays a line for a seat.
    pub(crate) fn play(&mut self, player: Player, line: &str) -> Result {
        self.check_runs()?;
        let Self { session, logs, .. } = self;
        let played = session.play_for(player, line, logs);
        self.changed();
        played.map_err(|mut fault| {
            self.name_files(&mut fault.reasons);
            fault
        })
    }

    /// Names the files of rules as the shipped rules do, and not by the folder of the game.
    fn name_files(&self, reasons: &mut [ErrorReason]) {
        for reason in reasons {
            reason.file = self.store.path_within(&self.id, &reason.file).to_owned();
        }
    }

    /// Refuses actions while the game is paused, or cannot be recorded.
    fn check_runs(&self) -> Result {
        if let Some(failed) = self.logs.failed() {
            return refuse(format!("the game cannot be saved: {failed}"));
        }
        if self.paused { refuse("the game is paused") } else { Ok(()) }
    }

    /// Notes that the game has changed.
    pub(super) fn changed(&mut self) {
        self.version += 1;
        self.undo = None;
        self.undone.clear();
        self.problem = None;
        if self.game().is_over() && self.saved.ended.is_none() {
            let (view, winner) = (self.game().player_view(None), self.game().table().winner());
            let winner = winner.map(|winner| self.name(winner).to_owned());
            self.saved.ended = Some(Ending { winner, turns: view.turn() });
            if let Err(error) = self.store.save(&self.id, &self.saved) {
                self.problem = Some(error.to_string());
            }
            self.end_bots();
        }
    }
}

/// Undoing and pausing.
impl SavedGame {
    /// Asks to undo everything since a player's last line, or agrees to such a request. It happens
    /// at once if nothing was revealed, nobody has traded with the player, and nobody else has
    /// acted since; otherwise, all people have to agree.
    pub(crate) fn ask_undo(&mut self, player: Player) -> Result {
        if self.undo.is_some() {
            return self.agree(player, true);
        }
        let lines = self.session.lines_since(player);
        if lines == 0 {
            return refuse("there is nothing to undo");
        }
        let actions = self.session.last_actions(lines);
        let is_own = |acted: &&PastAction| {
            acted.player == player && !matches!(acted.action, Action::Conclude { .. })
        };
        let are_own = actions.iter().all(is_own);
        let actions: Vec<_> = actions.into_iter().cloned().collect();
        let reveals_nothing = revealed::revealed_by(self.game(), &actions).is_empty();
        let others = self.people().without(player);
        if (are_own && reveals_nothing) || others.is_empty() {
            return self.undo_lines(lines);
        }
        self.undo = Some(Undo { by: player, lines, waiting: others });
        self.version += 1;
        Ok(())
    }

    /// Agrees to the request to undo, or refuses it.
    pub(crate) fn agree(&mut self, player: Player, agrees: bool) -> Result {
        let Some(undo) = &mut self.undo else { return refuse("nobody asks to undo anything") };
        self.version += 1;
        if !agrees {
            self.undo = None;
            return Ok(());
        }
        undo.waiting = undo.waiting.without(player);
        if !undo.waiting.is_empty() {
            return Ok(());
        }
        let lines = undo.lines;
        self.undo_lines(lines)
    }

    pub(super) fn undo_lines(&mut self, lines: usize) -> Result {
        let was_over = self.game().is_over();
        let Self { session, logs, .. } = self;
        let texts = session.texts();
        let undone = session.undo(lines, logs);
        let mut redoable = std::mem::take(&mut self.undone);
        self.changed();
        if undone.is_ok() {
            redoable.push(texts[texts.len() - lines..].to_vec());
            self.undone = redoable;
            if was_over {
                self.start_bots();
            }
        }
        undone
    }

    /// Plays the lines again that were undone last.
    #[cfg(feature = "terminal")]
    pub(crate) fn redo(&mut self) -> Result {
        self.check_runs()?;
        let Some(lines) = self.undone.pop() else { return refuse("there is nothing to redo") };
        let mut redoable = std::mem::take(&mut self.undone);
        let Self { session, logs, .. } = self;
        let redone = lines.iter().try_for_each(|line| session.play_recorded(line, logs));
        self.changed();
        std::mem::swap(&mut self.undone, &mut redoable);
        redone
    }

    /// The seats of people.
    pub(crate) fn people(&self) -> Players {
        let seats = self.game().table().everybody().iter();
        let is_free = |seat: &Player| {
            let kind = &self.saved.seats[seat.index()];
            *kind == SeatKind::Person && !self.replaced.contains(*seat)
        };
        seats.filter(is_free).collect()
    }

    /// Pauses the game, or lets it go on.
    pub(crate) fn pause(&mut self, paused: bool) {
        self.paused = paused;
        self.problem = None;
        self.version += 1;
    }
}

/// What viewers see.
impl SavedGame {
    /// What a seat sees, or a spectator, with the lines of the log after the first `seen` ones.
    pub(crate) fn view(&mut self, viewer: Option<Player>, seen: usize) -> Result<View> {
        let log = self.logs.lines(viewer);
        let log_from = seen.min(log.len());
        let log = log[log_from..].to_vec();
        let game = self.game();
        let view = game.player_view(viewer);
        let actions = match viewer {
            Some(player) if game.to_act().contains(player) => legal(game, player, false)?,
            _ => Vec::new(),
        };
        let undo = self.undo.as_ref().map(|undo| UndoRequest {
            by: self.name(undo.by).into(),
            lines: undo.lines,
            waiting: undo.waiting.iter().map(|player| self.name(player).into()).collect(),
        });
        Ok(View {
            version: self.version,
            title: self.saved.title.clone(),
            seats: self.seats(),
            observation: Observation::of(&view, false)?,
            actions,
            log_from,
            log,
            advance: viewer.map_or_else(Vec::new, |player| advance(game, player)),
            paused: self.paused,
            problem: self.problem().map(str::to_owned),
            undo,
            board: draw::board_alone(&view),
        })
    }

    /// The best actions of a seat, which depend only on what it sees. Who asks again before
    /// anything has changed gets the same answer without further work.
    pub(crate) fn hint(&mut self, player: Player) -> Result<Hints> {
        if let Some((version, seat, hints)) = &self.hints
            && (*version, *seat) == (self.version, player)
        {
            return Ok(hints.clone());
        }
        let hints = Hints::of(self.game(), player, &self.session.offered(player), None, None)?;
        self.hints = Some((self.version, player, hints.clone()));
        Ok(hints)
    }

    /// What keeps the game from going on.
    pub(crate) fn problem(&self) -> Option<&str> {
        self.problem.as_deref().or_else(|| self.logs.failed()).or_else(|| self.absence())
    }

    /// The seats, clockwise.
    fn seats(&self) -> Vec<SeatState> {
        let players = self.game().names().iter().enumerate();
        let seat = |(seat, player): (usize, &String)| SeatState {
            player: player.clone(),
            kind: self.saved.seats[seat].clone(),
            replaced: self.replaced.contains(Player::new(seat)),
        };
        players.map(seat).collect()
    }

    /// The course of the game as a viewer sees it. The counts include what is hidden, so that they
    /// are shown at the end.
    pub(crate) fn history(&self, viewer: Option<Player>) -> Result<History> {
        let mut course = Course::new(self.session.start(), viewer);
        self.session.play_again(usize::MAX, &mut course)?;
        let mut counts = Counts::default();
        let is_over = self.game().is_over();
        if is_over {
            self.session.play_again(usize::MAX, &mut counts)?;
        }
        let statistics = is_over.then(|| counts.statistics(self.game()));
        Ok(History { moments: course.moments, statistics })
    }

    /// The game after this number of actions, as a viewer saw it then.
    pub(crate) fn past(&self, viewer: Option<Player>, actions: usize) -> Result<Past> {
        let mut course = Course::new(self.session.start(), viewer);
        let game = self.session.play_again(actions, &mut course)?;
        let view = game.player_view(viewer);
        let (observation, board) = (Observation::of(&view, false)?, draw::board_alone(&view));
        Ok(Past { observation, board, log: course.last_lines() })
    }

    /// The rules and facts behind the changes of an action, as a viewer may know them.
    pub(crate) fn why(&self, viewer: Option<Player>, action: usize) -> Result<Causes> {
        let Some(line) = self.session.line_of(action) else {
            return refuse("there is no such action");
        };
        let WhyResult { changes, asked, .. } = self.why_line(viewer, Some(line))?;
        Ok(Causes { actions: action, changes, asked })
    }

    /// The causes of the changes of a line, by default the last one, as a viewer may know them.
    /// After the game, everybody may know all.
    pub(crate) fn why_line(
        &self,
        viewer: Option<Player>,
        line: Option<usize>,
    ) -> Result<WhyResult> {
        let viewer = (!self.game().is_over()).then(|| viewer.unwrap_or(NEUTRAL));
        let mut why = self.session.why(line, viewer)?;
        self.name_files(&mut why.asked);
        why.changes.iter_mut().for_each(|change| self.name_files(&mut change.because));
        Ok(why)
    }

    /// The rules of the game as data, and the plan of its board.
    pub(crate) fn rules(&self) -> Rules {
        let mut rules = Rules::of(&self.game().player_view(None));
        for rule in rules.rulebook["rules"].as_array_mut().into_iter().flatten() {
            let file = rule["file"].as_str().unwrap_or_default();
            rule["file"] = self.store.path_within(&self.id, file).into();
        }
        rules
    }

    /// The reasons against a line; empty if it is legal.
    pub(crate) fn why_not(&self, player: Player, line: &str) -> Result<Vec<ErrorReason>> {
        let name = self.name(player);
        if line.strip_prefix(name).is_none_or(|rest| !rest.starts_with(' ')) {
            return refuse(format!("expected an action of {name}"));
        }
        let mut reasons = self.session.why_not(line)?;
        self.name_files(&mut reasons);
        Ok(reasons)
    }
}

/// The answers in advance of a player, and the lines that change them.
fn advance(game: &Game, player: Player) -> Vec<Advance> {
    let rules = game.rules();
    let all = rules.answerables.iter().enumerate().map(|(index, kind)| {
        let answerable = Answerable::new(index);
        let answer = game.table().seat(player).advance_answer(answerable);
        let others = AdvanceAnswer::ALL.into_iter().filter(|other| *other != answer);
        let line = |advance_answer| {
            transcript::print_action(
                game,
                player,
                &Action::AnswerInAdvance { answerable, advance_answer },
            )
        };
        let lines = others.map(line).collect();
        Advance { rule: rules.rule(kind.rule).id.clone(), answer, lines }
    });
    all.collect()
}

/// The number of the first line of a record that another one does not have in its place, counted from
/// 1. Empty lines and those about counters do not matter: earlier versions did not write the latter.
fn first_difference(record: &str, other: &str) -> Option<usize> {
    fn lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
        let lines = (1..).zip(text.lines());
        lines.filter(|(_, line)| !line.is_empty() && !transcript::states_counter(line))
    }
    let mut others = lines(other).map(|(_, line)| line);
    let differs = |(_, line): &(usize, &str)| others.next() != Some(line);
    lines(record).find(differs).map(|(number, _)| number)
}
