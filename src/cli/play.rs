//! Plays a game: its seats act, and the changes are recorded and shown.

use crate::transcript::revealed;
use std::cell::RefCell;
use std::fs::File;
use std::io::{self, LineWriter, Write};
use std::path::Path;
use std::rc::Rc;

use super::options::SeatKind;
use super::problem::{Problem, unwritable};
use super::setup::stopped;
use super::streams::Streams;
use super::terminal::Terminal;
use crate::diagnostic::Diagnostic;
use crate::draw::{self, Style};
use crate::files::{self, save};
use crate::game::{Game, PastAction};
use crate::seat::{ActionReport, Seat, Stop, play_out};
use crate::table::Player;
use crate::transcript::Recorder;

/// Lets the seats play to the end; returns the number of actions.
pub(super) fn play(
    game: &mut Game,
    seats: &mut [Box<dyn Seat>],
    mut log: Log,
    streams: &mut Streams,
) -> Result<usize, Problem> {
    log.begin(game, streams)?;
    let mut actions = 0_usize;
    let played = play_out(game, seats, &mut |played| {
        actions = if played.is_undone { actions - 1 } else { actions + 1 };
        log.action(played, streams)
    });
    if let (Err(stop @ Stop::Bot(_)), Some(record)) = (&played, &mut log.record) {
        record.note(&stop.to_string())?;
    }
    log.finish(game, streams)?;
    match played {
        Ok(()) => Ok(actions),
        Err(stop @ Stop::Left(_)) => {
            streams.end_line()?;
            writeln!(streams.err, "{stop}; the game is not over")?;
            Err(Problem::Left)
        }
        Err(stop) => Err(stopped(game, stop)),
    }
}

/// Lines that have not been shown yet.
#[derive(Clone, Default)]
struct PendingLines(Rc<RefCell<Vec<u8>>>);

impl PendingLines {
    fn take(&self) -> Vec<u8> {
        self.0.take()
    }
}

impl Write for PendingLines {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.borrow_mut().write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// A transcript that is recorded to a file.
pub(super) type Record = Recorder<RecordFile>;

/// A file that is flushed after each line, so that a killed program loses only the last line.
pub(super) struct RecordFile {
    file: LineWriter<File>,
    shown: String,
    /// The line ending.
    pub(super) line_end: &'static str,
}

impl RecordFile {
    /// Wraps an error so that it names the recording's file.
    fn failed_write(&self, error: &io::Error) -> io::Error {
        io::Error::other(format!("`{}` cannot be written: {error}", self.shown))
    }
}

impl Write for RecordFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = match bytes.iter().position(|&byte| byte == b'\n') {
            Some(0) => self.file.write_all(self.line_end.as_bytes()).map(|()| 1),
            Some(end) => self.file.write(&bytes[..end]),
            None => self.file.write(bytes),
        };
        written.map_err(|error| self.failed_write(&error))
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush().map_err(|error| self.failed_write(&error))
    }
}

/// The outputs of a game.
pub(super) struct Log {
    /// The recorded transcript.
    record: Option<Record>,
    /// The transcripts that are shown, without their headers.
    views: Vec<ShownTranscript>,
    /// The terminal of the human players.
    terminal: Rc<Terminal>,
    /// The kinds of the seats.
    kinds: Vec<SeatKind>,
    /// The turn that was shown last.
    turn: u16,
}

/// A transcript that is shown, as one viewer sees the game.
struct ShownTranscript {
    recorder: Recorder<PendingLines>,
    /// The lines that have not been shown yet.
    lines: PendingLines,
    /// The human player for whom the lines are kept until that player is asked; `None` if everybody
    /// sees them immediately.
    reader: Option<Player>,
}

impl ShownTranscript {
    fn new(viewer: Option<Player>, reader: Option<Player>) -> Self {
        let lines = PendingLines::default();
        Self { recorder: Recorder::new(lines.clone(), viewer), lines, reader }
    }
}

impl Log {
    /// Continues a recording whose beginning has been written; shows the game if requested.
    pub(super) fn new(
        record: Option<Record>,
        kinds: &[SeatKind],
        game: &Game,
        is_shown: bool,
        terminal: &Rc<Terminal>,
    ) -> Self {
        let views = match terminal.people() {
            _ if !is_shown => Vec::new(),
            // With several human players, each one sees only their own cards.
            people @ [_, _, ..] => people
                .iter()
                .map(|&player| ShownTranscript::new(Some(player), Some(player)))
                .collect(),
            people => vec![ShownTranscript::new(people.first().copied(), None)],
        };
        let terminal = Rc::clone(terminal);
        Self { record, views, terminal, kinds: kinds.into(), turn: game.table().turn() }
    }

    fn begin(&mut self, game: &Game, streams: &mut Streams) -> Result<(), Problem> {
        self.terminal.keep_game(game, None);
        for view in &mut self.views {
            // The header is for replays: people see the board instead.
            view.recorder.begin(game)?;
            view.lines.take();
        }
        if !self.views.is_empty() {
            let seats = game.names().iter().zip(&self.kinds);
            let seats = seats.map(|(name, kind)| format!("{name} {}", kind.word()));
            let seats = seats.collect::<Vec<_>>().join(", ");
            let (title, seed) = (&game.rules().title, game.table().seed());
            writeln!(streams.out, "{title}, seed {seed}: {seats}\n")?;
            // A human player sees the board with the first question.
            if !self.kinds.contains(&SeatKind::Human) {
                let style = Style { names: false, colors: true };
                let board = draw::board(&game.player_view(None), style);
                streams.out.styled(&format!("{board}\n"))?;
            }
        }
        Ok(())
    }

    fn action(&mut self, played: &ActionReport<'_>, streams: &mut Streams) -> Result<(), Stop> {
        for complaint in played.complaints {
            self.report_problem(complaint, streams)?;
        }
        if let Some(record) = &mut self.record {
            write(record, played)?;
        }
        let acted = (!played.is_undone).then_some((played.player, played.action));
        self.terminal.keep_game(played.game, acted);
        self.terminal.note_offer(played);
        let table = played.game.table();
        let turn = (table.turn() != self.turn).then_some(table.turn());
        for view in &mut self.views {
            write(&mut view.recorder, played)?;
            let mut text = Vec::new();
            show(&view.lines.take(), &mut text)?;
            if let Some(turn) = turn {
                let player = &played.game.names()[usize::from(table.in_turn().0)];
                writeln!(text, "turn {turn}: {player}")?;
            }
            match view.reader {
                Some(reader) => self.terminal.keep(reader, &text),
                None => streams.out.write_all(&text)?,
            }
        }
        self.turn = table.turn();
        Ok(streams.out.flush()?)
    }

    /// Records and shows a problem with a seat.
    fn report_problem(&mut self, complaint: &str, streams: &mut Streams) -> io::Result<()> {
        if let Some(record) = &mut self.record {
            record.note(complaint)?;
        }
        streams.end_line()?;
        writeln!(streams.err, "{complaint}")
    }

    fn finish(self, game: &Game, streams: &mut Streams) -> Result<(), Problem> {
        for reader in self.views.iter().filter_map(|view| view.reader) {
            streams.out.write_all(&self.terminal.unread(reader))?;
        }
        if let Some(record) = self.record {
            record.finish(game)?;
        }
        Ok(())
    }
}

/// Writes an action, or an undo with the information that the undone action had revealed.
fn write(recorder: &mut Recorder<impl Write>, played: &ActionReport<'_>) -> io::Result<()> {
    let ActionReport { game, player, action, changes, is_undone, .. } = *played;
    if is_undone {
        let known = revealed::revealed_by(
            game,
            &[PastAction { player, action, changes: changes.to_vec() }],
        );
        recorder.undo(game, 1, &known)
    } else {
        recorder.action(game, player, &action, changes)
    }
}

/// Shows lines of a transcript. Digests are omitted, and new turns have a heading of their own.
fn show(lines: &[u8], out: &mut dyn Write) -> io::Result<()> {
    for line in String::from_utf8_lossy(lines).lines() {
        if !line.starts_with("turn ") && !line.starts_with("  turn of ") {
            writeln!(out, "{line}")?;
        }
    }
    Ok(())
}

/// Creates the file to record to; replaces an existing one only if forced.
pub(super) fn create(path: &Path, force: bool) -> Result<RecordFile, Diagnostic> {
    let file = files::create(path, force).map_err(|error| unrecorded(path, &error))?;
    let shown = path.display().to_string();
    Ok(RecordFile { file: LineWriter::new(file), shown, line_end: "\n" })
}

/// Writes a complete recording; replaces an existing file only if forced.
pub(super) fn write_whole(path: &Path, force: bool, text: &str) -> Result<(), Diagnostic> {
    let is_free = force || !path.exists();
    let written = if is_free { save(path, text) } else { Err(io::ErrorKind::AlreadyExists.into()) };
    written.map_err(|error| unrecorded(path, &error))
}

/// The diagnostic for a recording that cannot be written.
pub(super) fn unrecorded(path: &Path, error: &io::Error) -> Diagnostic {
    if error.kind() == io::ErrorKind::AlreadyExists {
        let message = format!("`{}` already exists", path.display());
        return Diagnostic::new(message).hint("overwrite it with `--force`");
    }
    unwritable(path, error)
}
