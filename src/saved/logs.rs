//! What has happened in a game: as its file records it, and as each viewer sees it.

use std::cell::RefCell;
use std::io::{self, LineWriter, Write};
use std::ops::Range;
use std::rc::Rc;

use crate::action::Action;
use crate::game::{CausedChange, Game, PastAction};
use crate::protocol::Watcher;
use crate::set::Id;
use crate::table::{NEUTRAL, Player};
use crate::transcript::{Recorder, revealed};

/// Where a log is written to.
enum Target {
    /// A text in memory.
    Text(Vec<u8>),
    /// A file, which is written line by line.
    File(LineWriter<Box<dyn Write>>),
}

/// A handle to a target, which can be exchanged while a recorder writes to it.
#[derive(Clone)]
struct Output(Rc<RefCell<Target>>);

impl Output {
    fn text() -> Self {
        Self(Rc::new(RefCell::new(Target::Text(Vec::new()))))
    }

    /// Takes the text that was written; empty if the target is a file.
    fn take(&self) -> String {
        match &mut *self.0.borrow_mut() {
            Target::Text(text) => String::from_utf8_lossy(&std::mem::take(text)).into_owned(),
            Target::File(_) => String::new(),
        }
    }
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match &mut *self.0.borrow_mut() {
            Target::Text(text) => text.write(bytes),
            Target::File(file) => file.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match &mut *self.0.borrow_mut() {
            Target::Text(_) => Ok(()),
            Target::File(file) => file.flush(),
        }
    }
}

/// A recorder and its output.
pub(crate) struct Log {
    recorder: Recorder<Output>,
    output: Output,
    /// The lines that were taken from the output, for the logs of viewers.
    lines: Vec<String>,
    /// In the log of a viewer, the lines of each action that was not undone.
    actions: Vec<Range<usize>>,
    /// The first error of the output.
    failed: Option<String>,
}

impl Log {
    /// The log of a viewer, or with `None` the whole record, of a game that has just begun.
    pub(super) fn new(viewer: Option<Player>, game: &Game) -> Self {
        let output = Output::text();
        let recorder = Recorder::after(output.clone(), viewer, game);
        Self { recorder, output, lines: Vec::new(), actions: Vec::new(), failed: None }
    }

    /// The log of a viewer; `None` is a spectator.
    pub(crate) fn of_viewer(viewer: Option<Player>, game: &Game) -> Self {
        Self::new(Some(viewer.unwrap_or(NEUTRAL)), game)
    }

    fn note(&mut self, written: io::Result<()>) {
        if let Err(error) = written {
            self.failed.get_or_insert_with(|| error.to_string());
        }
    }

    /// The lines so far, without digests.
    pub(crate) fn lines(&mut self) -> &[String] {
        let text = self.output.take();
        let shown = text.lines().filter(|line| !line.is_empty() && !line.starts_with("turn "));
        self.lines.extend(shown.map(str::to_owned));
        &self.lines
    }
}

/// The note in the logs of viewers when a program fails.
const PROBLEM: &str = "a program has given no valid answer, so its action is drawn at random";

/// All logs of a game.
pub(crate) struct Logs {
    record: Log,
    /// The log of each seat, and last that of spectators.
    views: Vec<Log>,
}

/// A text can always be written, so only the log of the file can fail.
impl Watcher for Log {
    fn played(&mut self, game: &Game, player: Player, action: Action, changes: &[CausedChange]) {
        let written = self.recorder.action(game, player, &action, changes);
        self.note(written);
    }

    fn undone(&mut self, game: &Game, actions: &[PastAction]) {
        let known = revealed::revealed_by(game, actions);
        let written = self.recorder.undo(game, actions.len(), &known);
        self.note(written);
    }
}

impl Watcher for Logs {
    fn played(&mut self, game: &Game, player: Player, action: Action, changes: &[CausedChange]) {
        self.record.played(game, player, action, changes);
        for view in &mut self.views {
            let begin = view.lines().len();
            view.played(game, player, action, changes);
            let end = view.lines().len();
            view.actions.push(begin..end);
        }
    }

    /// Each line is recorded at once, so that its cards are discarded also after a restart. Otherwise,
    /// the recorder waits for further discards of the player.
    fn ended_line(&mut self, game: &Game) {
        let written = self.record.recorder.flush_discards(game);
        self.record.note(written);
    }

    fn undone(&mut self, game: &Game, actions: &[PastAction]) {
        for log in self.all() {
            log.undone(game, actions);
            let left = log.actions.len().saturating_sub(actions.len());
            log.actions.truncate(left);
        }
    }
}

impl Logs {
    /// The logs of a game that has just begun. The record is a text at first. It names the scenario
    /// as the game's creator did, not the copy in the folder of the game.
    pub(crate) fn begin(game: &Game, scenario: Option<&str>) -> Self {
        let viewers = game.table().everybody().iter().map(Some).chain([None]);
        let views = viewers.map(|viewer| Log::of_viewer(viewer, game));
        let mut logs = Self { record: Log::new(None, game), views: views.collect() };
        logs.record.recorder.begin(game).expect("a text can be written");
        if let Some(scenario) = scenario {
            let text = logs.record.output.take();
            let own = format!("\nscenario {}\n", game.rules().scenario);
            let text = text.replacen(&own, &format!("\nscenario {scenario}\n"), 1);
            logs.record.output.write_all(text.as_bytes()).expect("a text can be written");
        }
        logs
    }

    fn all(&mut self) -> impl Iterator<Item = &mut Log> {
        std::iter::once(&mut self.record).chain(&mut self.views)
    }

    /// Notes a problem of a program. Viewers are not told the details, which can reveal what they
    /// may not see.
    pub(crate) fn note(&mut self, problem: &str) {
        let texts = std::iter::once(problem).chain(std::iter::repeat(PROBLEM));
        for (log, text) in self.all().zip(texts) {
            let written = log.recorder.note(text);
            log.note(written);
        }
    }

    /// What prevents the file from being written.
    pub(crate) fn failed(&self) -> Option<&str> {
        self.record.failed.as_deref()
    }

    /// The record so far; further lines go to the file.
    pub(crate) fn record_so_far(&self) -> String {
        self.record.output.take()
    }

    /// Writes the record to a file from now on.
    pub(crate) fn record_to(&self, file: impl Write + 'static) {
        *self.record.output.0.borrow_mut() = Target::File(LineWriter::new(Box::new(file)));
    }

    /// For each action that was not undone, its lines in the log of a viewer.
    #[cfg(feature = "terminal")]
    pub(super) fn actions(&self, viewer: Option<Player>) -> &[Range<usize>] {
        let last = self.views.len() - 1;
        &self.views[viewer.map_or(last, Player::index)].actions
    }

    /// The lines as a viewer sees them; `None` is a spectator.
    pub(crate) fn lines(&mut self, viewer: Option<Player>) -> &[String] {
        let last = self.views.len() - 1;
        self.views[viewer.map_or(last, Player::index)].lines()
    }
}
