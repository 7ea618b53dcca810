//! `run`: plays a whole game.

use std::cell::RefCell;
use std::fs::{File, OpenOptions};
use std::io::{self, LineWriter, Write};
use std::path::Path;
use std::rc::Rc;

use super::args::{RunArgs, SeatKind};
use super::report::Report;
use super::{Problem, Streams, setup};
use crate::diagnostic::Diagnostic;
use crate::draw::{self, Style};
use crate::game::Game;
use crate::seat::{Played, Stop, play_out};
use crate::set::Id;
use crate::table::Player;
use crate::transcript::{Detail, Recorder};

/// Plays a whole game.
pub(super) fn run(args: &RunArgs, streams: &mut Streams) -> Result<(), Problem> {
    let loaded = setup::load_game(&args.game)?;
    let kinds = setup::seating(&loaded.rules, &args.players, args.seed, args.shuffle_seats);
    let mut game = loaded.begin(kinds.len(), args.seed)?;
    game.on_rule_error(args.on_rule_error.into());
    let mut seats = setup::seats(&kinds, args.seed, args.json);
    let mut log = Log::new(args, &kinds, &game)?;
    log.begin(&game, &kinds, streams)?;
    let mut actions = 0;
    let played = play_out(&mut game, &mut seats, &mut |played| {
        actions += 1;
        log.action(played, streams)
    });
    log.finish(&game)?;
    match played {
        Ok(()) => {}
        Err(stop @ Stop::Left(_)) => {
            writeln!(streams.err, "{stop}, the game is not over")?;
            return Ok(());
        }
        Err(stop) => return Err(loaded.explain(stop)),
    }
    let report = Report::new(&game, &kinds, actions)?;
    if args.json {
        let json = serde_json::to_string_pretty(&report).expect("a report is plain data");
        writeln!(streams.out, "{json}")?;
    } else {
        streams.out.write_all(report.text(&game).as_bytes())?;
    }
    Ok(())
}

/// The player of this name.
fn player(name: &str, game: &Game) -> Result<Player, Problem> {
    let seat = game.names().iter().position(|known| known == name);
    seat.map(Player::new).ok_or_else(|| {
        let names = game.names().iter().map(String::as_str);
        Diagnostic::new(format!("no player `{name}`")).did_you_mean(name, names).into()
    })
}

/// Lines that wait to be shown.
#[derive(Clone, Default)]
struct Lines(Rc<RefCell<Vec<u8>>>);

impl Lines {
    fn take(&self) -> Vec<u8> {
        self.0.take()
    }
}

impl Write for Lines {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.borrow_mut().write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// What is told of a game while it is played.
struct Log {
    /// The transcript that is kept, line by line, so that a kill loses only the last one.
    record: Option<Recorder<LineWriter<File>>>,
    /// The transcript that is shown, without its header.
    shown: Option<Recorder<Lines>>,
    /// The lines of it that are not shown yet.
    lines: Lines,
    /// The turn that was shown last.
    turn: u16,
}

impl Log {
    fn new(args: &RunArgs, kinds: &[SeatKind], game: &Game) -> Result<Self, Problem> {
        let record = match &args.record {
            Some(path) => {
                let viewer = args.viewer.as_ref().map(|name| player(name, game)).transpose()?;
                let detail = if args.compact { Detail::Actions } else { Detail::Changes };
                Some(Recorder::new(create(path, args.force)?, viewer).in_detail(detail))
            }
            None => None,
        };
        // With one human player the game is shown as that player sees it.
        let humans: Vec<Player> = (0..kinds.len())
            .filter(|&seat| kinds[seat] == SeatKind::Human)
            .map(Player::new)
            .collect();
        let viewer = humans.first().copied();
        let lines = Lines::default();
        let shown = !args.quiet && !args.json;
        let shown = shown.then(|| Recorder::new(lines.clone(), viewer));
        Ok(Self { record, shown, lines, turn: game.table().turn })
    }

    fn begin(
        &mut self,
        game: &Game,
        kinds: &[SeatKind],
        streams: &mut Streams,
    ) -> Result<(), Problem> {
        if let Some(record) = &mut self.record {
            record.begin(game)?;
        }
        if let Some(shown) = &mut self.shown {
            // The header is for replays: people see the board instead.
            shown.begin(game)?;
            self.lines.take();
            let seats = game.names().iter().zip(kinds);
            let seats = seats.map(|(name, kind)| format!("{name} {}", kind.word()));
            let seats = seats.collect::<Vec<_>>().join(", ");
            let (title, seed) = (&game.rules().title, game.table().seed);
            writeln!(streams.out, "{title}, seed {seed}: {seats}\n")?;
            // A player at the terminal is shown the board with the first question.
            if !kinds.contains(&SeatKind::Human) {
                let style = Style { names: false, colors: true };
                writeln!(streams.out, "{}", draw::board(&game.seen_by(None), style))?;
            }
        }
        Ok(())
    }

    fn action(&mut self, played: &Played<'_>, streams: &mut Streams) -> Result<(), Stop> {
        let Played { game, player, action, events } = *played;
        if let Some(record) = &mut self.record {
            record.action(game, player, &action, events)?;
        }
        if let Some(shown) = &mut self.shown {
            shown.action(game, player, &action, events)?;
            show(&self.lines.take(), &mut streams.out)?;
            if game.table().turn != self.turn {
                self.turn = game.table().turn;
                let player = &game.names()[usize::from(game.table().in_turn.0)];
                writeln!(streams.out, "turn {}: {player}", self.turn)?;
            }
            streams.out.flush()?;
        }
        Ok(())
    }

    fn finish(self, game: &Game) -> Result<(), Problem> {
        if let Some(record) = self.record {
            record.finish(game)?.into_inner().map_err(io::IntoInnerError::into_error)?;
        }
        Ok(())
    }
}

/// Shows lines of a transcript but the digests, which are for replays, and the new turns, which
/// have a heading of their own.
fn show(lines: &[u8], out: &mut dyn Write) -> io::Result<()> {
    for line in String::from_utf8_lossy(lines).lines() {
        if !line.starts_with("turn ") && !line.starts_with("  turn of ") {
            writeln!(out, "{line}")?;
        }
    }
    Ok(())
}

/// Creates the file to record to; one that is there already only by force.
fn create(path: &Path, force: bool) -> Result<LineWriter<File>, Diagnostic> {
    let mut options = OpenOptions::new();
    options.write(true);
    let options =
        if force { options.create(true).truncate(true) } else { options.create_new(true) };
    let file = options.open(path).map_err(|error| {
        let shown = path.display().to_string();
        if error.kind() == io::ErrorKind::AlreadyExists {
            let message = format!("`{shown}` is there already");
            return Diagnostic::new(message).hint("record over it with `--force`");
        }
        Diagnostic::new(format!("`{shown}` cannot be written: {error}"))
    })?;
    Ok(LineWriter::new(file))
}
