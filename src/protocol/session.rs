//! A game played by programs: its lines, its undo history, and its answers.

use crate::transcript::words;
use std::rc::Rc;
use std::sync::Arc;

use super::message::{Chance, New, Players, Status, WhyResult};
use super::restore;
use super::rpc::{ErrorReason, RpcError, RpcErrorCode};
use crate::action::Action;
use crate::content;
use crate::count::{agreeing, counted, counted_range};
use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::game::{CausedChange, Game, History, Outcome, PastAction, Refusal, Script, explain};
use crate::rules::{Failure, Origin, Rules};
use crate::script;
use crate::seat::Terms;
use crate::table::Player;
use crate::transcript::{
    self, Link, LinkKind, Options, ParsedLine, Recorder, check_player, parse_line, print_set_up,
};

/// The word before random results.
const DRAWING: &str = " drawing ";

#[cfg_attr(
    not(any(feature = "serve", feature = "terminal")),
    expect(dead_code, reason = "only games that are saved and served use all of it")
)]
mod watched;
mod why;

pub(crate) use watched::Watcher;
pub(crate) use why::why;

/// A line that was played.
struct PlayedLine {
    text: String,
    meaning: ParsedLine,
}

/// Called for every action with its line, the game after it, the action and its changes.
type Observer<'a> =
    dyn FnMut(&PlayedLine, &Game, Action, &[CausedChange]) -> Result<(), RpcError> + 'a;

impl PlayedLine {
    /// The random results in the line, with the space before them; empty if there are none.
    fn drawing(&self) -> &str {
        self.text.find(DRAWING).map_or("", |at| &self.text[at..])
    }

    /// Plays all actions of the line again, in a game with the same position as the first time.
    fn play_again(&self, game: &mut Game, observer: &mut Observer<'_>) -> Result<(), RpcError> {
        for (action, outcomes) in self.meaning.steps() {
            let changes = game.play_written(self.meaning.player, action, outcomes)?;
            observer(self, game, action, &changes)?;
        }
        Ok(())
    }
}

/// A game in play.
#[derive(Clone)]
pub(crate) struct Session {
    /// The parameters of the game, with the players and the seed.
    pub(crate) setup: New,
    /// The transcript with which the game began, if any.
    pub(super) transcript: Option<String>,
    /// The game before the first line.
    start: Game,
    /// The lines that were played, shared with copies of the game.
    lines: Vec<Rc<PlayedLine>>,
    pub(crate) game: Game,
    /// The undo history, by action; a line may consist of several actions.
    history: History,
}

impl Session {
    /// Begins a game.
    pub(crate) fn begin(mut setup: New, request: &content::Request) -> Result<Self, RpcError> {
        let (rules, script) = load(request)?;
        let names = names(&rules, setup.players.as_ref())?;
        let seed = setup.seed.unwrap_or(1);
        setup.players = Some(Players::Names(names.clone()));
        setup.seed = Some(seed);
        let game = Game::new(Arc::clone(&rules), script, &names, seed);
        let mut game = game.map_err(|refused| match refused {
            Refusal::Failed(failure) => {
                RpcError::of(RpcErrorCode::RuleFailed, script::explain(&rules, &failure))
            }
            refused @ Refusal::Illegal(_) => {
                RpcError { code: RpcErrorCode::NotLoaded, ..refused.into() }
            }
        })?;
        if let Some(operations) = setup.operations {
            game.limit_operations(operations);
        }
        Ok(Self::at(setup, None, game))
    }

    /// Begins a game with the position at the end of a transcript.
    pub(crate) fn of_transcript(
        mut setup: New,
        text: String,
        transcript: &transcript::Transcript,
        request: &content::Request,
    ) -> Result<Self, RpcError> {
        let (rules, script) = load(request)?;
        let options = Options { strict: true, ..Options::default() };
        let replayed = transcript::replay(transcript, &rules, script, options);
        let game = replayed.map_err(|wrong| RpcError::of(RpcErrorCode::NotRestored, wrong))?.game;
        setup.players = Some(Players::Names(game.names().to_vec()));
        setup.seed = Some(game.table().seed());
        Ok(Self::at(setup, Some(text), game))
    }

    fn at(setup: New, transcript: Option<String>, game: Game) -> Self {
        let (start, lines, history) = (game.clone(), Vec::new(), History::default());
        Self { setup, transcript, start, lines, game, history }
    }

    /// Plays all actions of a line, or none. Returns the changes in words.
    pub(super) fn play(&mut self, text: &str) -> Result<Vec<String>, RpcError> {
        let meaning = parse_line(&self.game, text).map_err(invalid_line)?;
        let changes = self.play_line(text, meaning, &mut ())?;
        let words = words::of(&self.game);
        Ok(changes.iter().filter_map(|event| words.change(&event.change, None)).collect())
    }

    /// Plays all actions of a line, or none. Returns the changes.
    fn play_line(
        &mut self,
        text: &str,
        meaning: ParsedLine,
        watcher: &mut impl Watcher,
    ) -> Result<Vec<CausedChange>, RpcError> {
        let against =
            explain::reasons_against_discard(self.game.view(), meaning.player, meaning.discarded());
        if !against.is_empty() {
            return Err(Refusal::Illegal(against).into());
        }
        let (begun, drawn) = (self.history.len(), self.game.draws_from_seed());
        let was_asked = self.game.question().is_some();
        let played = self.play_actions(&meaning, watcher);
        if played.is_ok()
            && self.setup.chance == Chance::Supplied
            && self.game.draws_from_seed() > drawn
        {
            self.take_back(self.history.len() - begun, watcher)?;
            return Err(missing_random_results(&self.game, &meaning));
        }
        match played {
            Ok(changes) => {
                watcher.ended_line(&self.game);
                let text = text.trim().to_owned();
                self.lines.push(Rc::new(PlayedLine { text, meaning }));
                Ok(changes)
            }
            Err(mut fault) => {
                let gone = self.forget_undone(begun, was_asked, watcher)?;
                if gone > 0 {
                    let lines = counted(gone, "line");
                    fault.message = format!(
                        "{}; {lines} before this line {} also undone",
                        fault.message,
                        agreeing(gone, "is", "are")
                    );
                }
                Err(fault)
            }
        }
    }

    fn play_actions(
        &mut self,
        meaning: &ParsedLine,
        watcher: &mut impl Watcher,
    ) -> Result<Vec<CausedChange>, RpcError> {
        let mut changes = Vec::new();
        let player = meaning.player;
        for (action, outcomes) in meaning.steps() {
            let played = self.history.play(&mut self.game, player, action, outcomes);
            let failed = |refused| RpcError::refused(refused, self.game.rules());
            let caused = played.map_err(failed)?;
            watcher.played(&self.game, player, action, &caused);
            changes.extend(caused);
        }
        Ok(changes)
    }

    /// Undoes the actions of a failed line. Returns how many earlier lines are undone as well,
    /// since an answer is undone together with the action that led to its question.
    fn forget_undone(
        &mut self,
        begun: usize,
        was_asked: bool,
        watcher: &mut impl Watcher,
    ) -> Result<usize, RpcError> {
        self.take_back(self.history.len().saturating_sub(begun), watcher)?;
        let mut gone = 0;
        if was_asked && self.game.question().is_none() {
            let undone = self.history.taken_back(&self.game);
            let mut actions = undone.len();
            if actions > 0 {
                let undone: Vec<PastAction> = undone.into_iter().rev().collect();
                watcher.undone(&self.game, &undone);
            }
            while actions > 0
                && let Some(line) = self.lines.pop()
            {
                actions = actions.saturating_sub(line.meaning.actions.len());
                gone += 1;
            }
        }
        Ok(gone)
    }

    fn take_back(&mut self, actions: usize, watcher: &mut impl Watcher) -> Result<(), RpcError> {
        let mut undone = Vec::new();
        for _ in 0..actions {
            undone.extend(self.history.undo(&mut self.game)?);
        }
        undone.reverse();
        if !undone.is_empty() {
            watcher.undone(&self.game, &undone);
        }
        Ok(())
    }

    /// Undoes lines, the last ones first.
    pub(crate) fn undo(
        &mut self,
        lines: usize,
        watcher: &mut impl Watcher,
    ) -> Result<(), RpcError> {
        let most = self.undoable();
        if lines == 0 || lines > most {
            let message = match most {
                0 => "there is no line to undo".to_owned(),
                most => format!("expected a number of lines from 1 to {most}, found {lines}"),
            };
            return Err(RpcError::new(RpcErrorCode::WrongParams, message));
        }
        for line in self.lines.split_off(self.lines.len() - lines) {
            self.take_back(line.meaning.actions.len(), watcher)?;
        }
        Ok(())
    }

    /// The number of lines that can be undone.
    fn undoable(&self) -> usize {
        let mut actions = self.history.len();
        let can = self.lines.iter().rev().take_while(|line| {
            let all = line.meaning.actions.len();
            let is_kept = all <= actions;
            actions = actions.saturating_sub(all);
            is_kept
        });
        can.count()
    }

    /// The player with this name.
    pub(super) fn player(&self, name: &str) -> Result<Player, RpcError> {
        let names = self.game.names();
        let seat = names.iter().position(|known| known == name);
        let unknown = || {
            let wrong = Diagnostic::new(format!("no player `{}`", super::rpc::shortened(name)));
            RpcError::of(RpcErrorCode::WrongParams, wrong.did_you_mean(name, names))
        };
        seat.map(crate::set::Id::new).ok_or_else(unknown)
    }

    /// The offers that a player has made this turn.
    pub(crate) fn offered(&self, player: Player) -> Vec<Terms> {
        let own = self.history.this_turn().filter(|acted| acted.player == player);
        own.filter_map(|acted| match acted.action {
            Action::Offer { give, get, .. } => Some((give, get)),
            _ => None,
        })
        .collect()
    }

    /// The status of the game, with these changes.
    pub(super) fn status(&self, id: &str, changes: Vec<String>) -> Status {
        let (table, names) = (self.game.table(), self.game.names());
        let name = |player: Player| names[usize::from(player.0)].clone();
        Status {
            game: id.into(),
            players: names.to_vec(),
            seed: table.seed(),
            lines: self.lines.len(),
            changes,
            turn: table.turn(),
            in_turn: name(table.in_turn()),
            to_act: self.game.to_act().iter().map(name).collect(),
            over: self.game.is_over(),
            winner: table.winner().map(name),
        }
    }

    /// The changes of the set-up, in words.
    pub(super) fn laid(&self) -> Vec<String> {
        if self.transcript.is_some() { Vec::new() } else { print_set_up(&self.start) }
    }

    /// The lines that were played.
    pub(crate) fn texts(&self) -> Vec<String> {
        self.lines.iter().map(|line| line.text.clone()).collect()
    }

    /// The reasons against a line; empty if it is legal.
    pub(crate) fn why_not(&self, text: &str) -> Result<Vec<ErrorReason>, RpcError> {
        let links = transcript::why_not(&self.game, text).map_err(|wrong| {
            // A diagnostic about a file is the failure of a rule.
            let is_of_rule = wrong.line > 0 && wrong.file.contains('.');
            if is_of_rule {
                RpcError::of(RpcErrorCode::RuleFailed, wrong)
            } else {
                invalid_line(wrong)
            }
        })?;
        Ok(links.iter().flatten().map(ground).collect())
    }

    /// The causes of a line's changes as a viewer sees them, or with `None` with all that is hidden;
    /// lines are numbered from 1.
    pub(crate) fn why(
        &self,
        number: Option<usize>,
        viewer: Option<Player>,
    ) -> Result<WhyResult, RpcError> {
        let most = self.lines.len();
        let number = number.unwrap_or(most);
        if !(1..=most).contains(&number) {
            let message = match most {
                0 => "no line has been played yet".to_owned(),
                most => format!("expected a line number from 1 to {most}, found {number}"),
            };
            return Err(RpcError::new(RpcErrorCode::WrongParams, message));
        }
        let game = self.game_after(number - 1, &mut |_, _, _, _| Ok(()))?;
        self.lines[number - 1].why(game, viewer)
    }

    /// The game after this number of lines; calls the observer for every action.
    fn game_after(&self, lines: usize, observer: &mut Observer<'_>) -> Result<Game, RpcError> {
        let mut game = self.start.clone();
        for line in &self.lines[..lines] {
            line.play_again(&mut game, observer)?;
        }
        Ok(game)
    }

    /// The game as a transcript.
    pub(super) fn transcript(&self) -> Result<String, RpcError> {
        let unwritten =
            |error: std::io::Error| RpcError::new(RpcErrorCode::Internal, error.to_string());
        let mut recorder = match &self.transcript {
            None => {
                let mut recorder = Recorder::new(Vec::new(), None);
                recorder.begin(&self.start).map_err(unwritten)?;
                recorder
            }
            Some(text) => {
                Recorder::after(restore::without_end(text).into_bytes(), None, &self.start)
            }
        };
        let game = self.game_after(self.lines.len(), &mut |line, game, action, changes| {
            recorder.drawing(line.drawing());
            recorder.action(game, line.meaning.player, &action, changes).map_err(unwritten)
        })?;
        let text = recorder.finish(&game).map_err(unwritten)?;
        Ok(String::from_utf8_lossy(&text).into_owned())
    }
}

/// Loads the rules of a request.
pub(crate) fn load(request: &content::Request) -> Result<(Arc<Rules>, Rc<dyn Script>), RpcError> {
    let loaded = || -> Result<_, Diagnostics> {
        let rules = content::load(request)?;
        let script = script::host(&rules)?;
        Ok((rules, script))
    };
    loaded().map_err(|wrong| RpcError::of(RpcErrorCode::NotLoaded, wrong))
}

/// The names of the players.
fn names(rules: &Rules, players: Option<&Players>) -> Result<Vec<String>, RpcError> {
    let wrong = |wrong: Diagnostic| RpcError::of(RpcErrorCode::WrongParams, wrong);
    let count = match players {
        None => *rules.seats.end(),
        Some(&Players::Number(count)) => count,
        Some(Players::Names(names)) => {
            for (index, name) in names.iter().enumerate() {
                let others = names[..index].iter().map(String::as_str);
                check_player(name, others).map_err(wrong)?;
            }
            names.len()
        }
    };
    if !rules.seats.contains(&count) {
        let seats = counted_range(*rules.seats.start(), *rules.seats.end(), "player");
        let message = format!("the scenario is for {seats}, not for {count}");
        return Err(wrong(Diagnostic::new(message)));
    }
    match players {
        Some(Players::Names(names)) => Ok(names.clone()),
        _ => rules.names_of(count).ok_or_else(|| {
            wrong(Diagnostic::new(format!("the scenario has no names for {count} players")))
        }),
    }
}

/// The error for a line that cannot be parsed.
fn invalid_line(wrong: Diagnostic) -> RpcError {
    // The position is within the line and not in a file.
    let wrong = Diagnostic { file: String::new(), line: 0, ..wrong };
    RpcError::of(RpcErrorCode::WrongParams, wrong)
}

/// The error for a line that lacks random results.
fn missing_random_results(game: &Game, meaning: &ParsedLine) -> RpcError {
    let line = transcript::print_action(game, meaning.player, &meaning.actions[0]);
    let hint = "write them, such as `rolls 2 5` for dice, or `drawing ore` after another action";
    let mut failure = Failure::new(format!("`{line}` lacks random results"), Origin::default());
    failure.is_written = true;
    failure.with_hint(hint).into()
}

/// Converts a link of a chain of causes to a reason.
fn ground(link: &Link) -> ErrorReason {
    let Origin { file, line } = link.origin.clone();
    let is_line = matches!(link.kind, LinkKind::Verb | LinkKind::Fact);
    let text = if is_line { link.source.clone() } else { link.text.clone() };
    ErrorReason { text, file, line, ..ErrorReason::default() }
}

/// Random results belong to the first action of a line.
impl ParsedLine {
    fn steps(&self) -> impl Iterator<Item = (Action, &[Outcome])> {
        let outcomes = |number: usize| if number == 0 { &self.outcomes[..] } else { &[] };
        self.actions.iter().enumerate().map(move |(number, &action)| (action, outcomes(number)))
    }
}
