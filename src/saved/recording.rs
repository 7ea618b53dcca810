//! The recording of a game: all its moments as data, so that it can be watched without the program.
//!
//! Most of a moment is as in the one before it. So a moment is kept as text, of which only the
//! lines that differ are recorded.

use std::rc::Rc;
use std::sync::Arc;

use imara_diff::{Algorithm, Diff, InternedInput};
use schemars::JsonSchema;
use serde::Serialize;

use super::course::{Counts, Course};
use super::message::{History, Rules};
use crate::action::Action;
use crate::diagnostic::Diagnostics;
use crate::draw;
use crate::game::{CausedChange, Game, Script};
use crate::protocol::{Observation, Watcher};
use crate::rules;
use crate::script::explain;
use crate::table::Player;
use crate::transcript::{Body, Options, ReplayedLine, Transcript, replay};

/// A recorded game, with everything that is hidden from players.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Recording {
    /// The title of the scenario.
    title: String,
    /// The rules.
    rules: Rules,
    /// The seats, clockwise.
    seats: Vec<RecordedSeat>,
    /// The course of the game.
    history: History,
    /// A `RecordedMoment` after each action, as JSON.
    views: ChangingText,
    /// The board after each action, as an SVG picture.
    boards: ChangingText,
    /// Why the recording ends before the transcript.
    problem: Option<String>,
}

/// A seat, without who plays there.
#[derive(Serialize, JsonSchema)]
struct RecordedSeat {
    /// The player.
    player: String,
}

/// What is seen after an action.
#[derive(Serialize, JsonSchema)]
pub(crate) struct RecordedMoment {
    /// The game.
    observation: Observation,
    /// The lines of the action in the log.
    log: Vec<String>,
}

/// A text that changes with each action.
#[derive(Serialize, JsonSchema)]
struct ChangingText {
    /// Its lines at the beginning.
    first: Vec<String>,
    /// The changes of each action, from the first line to the last one.
    steps: Vec<Vec<Splice>>,
    #[serde(skip)]
    now: String,
}

/// From this line on, this number of lines is deleted, and others are put there.
#[derive(PartialEq, Eq, Debug, Serialize, JsonSchema)]
struct Splice(u32, usize, Vec<String>);

impl Recording {
    /// Plays a transcript up to a line, or to its end. If it cannot be played to there, the
    /// recording ends with the last line that can.
    ///
    /// # Errors
    /// When the game cannot begin.
    pub(crate) fn of(
        transcript: &Transcript,
        rules: &Arc<rules::Rules>,
        script: Rc<dyn Script>,
        until: Option<usize>,
    ) -> Result<Self, Diagnostics> {
        let mut played = PlayedLines::default();
        let mut observe = |line: &ReplayedLine<'_>| played.keep(transcript, line);
        let observe = Some(&mut observe as _);
        let replayed =
            replay(transcript, rules, script, Options { until, observe, ..Options::default() });
        let problem = match (replayed, &played.start) {
            (Err(wrong), None) => return Err(wrong),
            (Err(wrong), Some(_)) => Some(wrong.render(false)),
            (Ok(_), _) => None,
        };
        let start = played.start.expect("a game that was played has a start");
        Self::moments(&start, &played.actions, problem)
            .map_err(|failure| explain(rules, &failure).into())
    }

    /// Shows a game after each of its actions.
    fn moments(
        start: &Game,
        actions: &[PlayedAction],
        problem: Option<String>,
    ) -> Result<Self, rules::Failure> {
        let moment = |game: &Game, log| {
            let observation = Observation::of(&game.player_view(None), true)?;
            let text = serde_json::to_string_pretty(&RecordedMoment { observation, log });
            Ok(text.expect("an observation is valid JSON"))
        };
        let board = |game: &Game| draw::board_alone(&game.player_view(None));
        let mut views = ChangingText::new(moment(start, Vec::new())?);
        let mut boards = ChangingText::new(board(start));
        let (mut course, mut counts) = (Course::open(start), Counts::default());
        for PlayedAction { player, action, changes, game } in actions {
            course.played(game, *player, *action, changes);
            counts.played(game, *player, *action, changes);
            views.change(moment(game, course.last_lines())?);
            boards.change(board(game));
        }
        let view = start.player_view(None);
        let seats = start.names().iter().map(|player| RecordedSeat { player: player.clone() });
        Ok(Self {
            title: view.rules().title.clone(),
            rules: Rules::of(&view),
            seats: seats.collect(),
            history: History {
                moments: course.moments,
                statistics: Some(counts.statistics(start)),
            },
            views,
            boards,
            problem,
        })
    }
}

/// An action of a transcript, and the game after it.
struct PlayedAction {
    player: Player,
    action: Action,
    changes: Vec<CausedChange>,
    game: Game,
}

/// The actions of a transcript that were not undone.
#[derive(Default)]
struct PlayedLines {
    start: Option<Game>,
    actions: Vec<PlayedAction>,
}

impl PlayedLines {
    fn keep(&mut self, transcript: &Transcript, line: &ReplayedLine<'_>) {
        let Some(start) = &self.start else {
            self.start = Some(line.game.clone());
            return;
        };
        if let Some(Body::Undo(count)) = line.at.map(|at| &transcript.lines[at].body) {
            let count = count.as_ref().map_or(1, |count| count.value);
            let left =
                self.actions.len().saturating_sub(usize::try_from(count).unwrap_or(usize::MAX));
            self.actions.truncate(left);
            return;
        }
        match (line.outcome, line.actions) {
            (Err(_), _) | (Ok(_), []) => {}
            (Ok(changes), &[(player, action)]) => {
                let (changes, game) = (changes.to_vec(), line.game.clone());
                self.actions.push(PlayedAction { player, action, changes, game });
            }
            // The cards of a discard, which need no random results.
            (Ok(_), several) => {
                let mut game = self.actions.last().map_or(start, |last| &last.game).clone();
                for &(player, action) in several {
                    let Ok(changes) = game.play_written(player, action, &[]) else { return };
                    self.actions.push(PlayedAction { player, action, changes, game: game.clone() });
                }
            }
        }
    }
}

impl ChangingText {
    fn new(text: String) -> Self {
        Self { first: lines(&text), steps: Vec::new(), now: text }
    }

    fn change(&mut self, text: String) {
        let put = lines(&text);
        let input = InternedInput::new(self.now.as_str(), &text);
        let diff = Diff::compute(Algorithm::Myers, &input);
        let splices = diff.hunks().map(|hunk| {
            let (from, after) = (hunk.before.start, hunk.after);
            let lines = &put[after.start as usize..after.end as usize];
            Splice(from, hunk.before.len(), lines.to_vec())
        });
        self.steps.push(splices.collect());
        self.now = text;
    }
}

fn lines(text: &str) -> Vec<String> {
    text.lines().map(str::to_owned).collect()
}
