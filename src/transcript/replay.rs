//! Plays a transcript again, line by line, and checks what it says about the game.

use std::rc::Rc;
use std::sync::Arc;

use super::changes::repeats;
use super::check::{Happened, group_end};
use super::expect::Checker;
use super::resolve::Resolver;
use super::tree::{Body, Deed, Line, Name, Transcript};
use crate::action::Action;
use crate::change::Change;
use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::game::{Event, Game, Outcome, Refused, Script};
use crate::rules::Rules;
use crate::table::Player;

/// How a transcript is played.
#[derive(Default)]
pub struct Options<'a> {
    /// Whether packs that differ from those of the recording are an error.
    pub strict: bool,
    /// Whether changes and digests are written anew instead of checked.
    pub rewrite: bool,
    /// The line, from 1, before which to stop.
    pub until: Option<usize>,
    /// Whether the pure hooks that each action asks are kept ([`Game::heeds`]).
    pub heeds: bool,
    /// Told of the beginning of the game and of every line that was played.
    pub observe: Option<&'a mut dyn FnMut(&Moment<'_>)>,
}

/// A line of a transcript as it was played.
pub struct Moment<'a> {
    /// The place among the transcript's lines; nothing for the beginning of the game.
    pub at: Option<usize>,
    /// Who acted, and how: nobody at the beginning.
    pub actions: &'a [(Player, Action)],
    /// What happened, or why nothing did.
    pub outcome: Result<&'a [Event], &'a Refused>,
    /// The game afterwards.
    pub game: &'a Game,
}

/// What came of a transcript.
pub struct Report {
    /// The game as it stands at the end.
    pub game: Game,
    /// The transcript with every change written out; all else as it was.
    pub blessed: String,
    /// What is strange but no error.
    pub notes: Vec<Diagnostic>,
}

/// Plays a transcript from its first line to its last.
///
/// # Errors
/// Everything that the transcript says and that is not so.
pub fn replay<'a>(
    transcript: &'a Transcript,
    rules: &Arc<Rules>,
    script: Rc<dyn Script>,
    options: Options<'a>,
) -> Result<Report, Diagnostics> {
    Replay::new(transcript, rules, script, options)?.run()
}

/// A transcript that is being played.
pub struct Replay<'a> {
    transcript: &'a Transcript,
    rows: Vec<&'a str>,
    options: Options<'a>,
    game: Game,
    wrong: Diagnostics,
    notes: Vec<Diagnostic>,
    blessed: String,
    has_stopped: bool,
}

impl<'a> Replay<'a> {
    /// Begins the game of a transcript.
    ///
    /// # Errors
    /// When the game cannot begin like this.
    pub fn new(
        transcript: &'a Transcript,
        rules: &Arc<Rules>,
        script: Rc<dyn Script>,
        options: Options<'a>,
    ) -> Result<Self, Diagnostics> {
        let notes = if options.rewrite { Vec::new() } else { transcript.pack_notes(rules) };
        if options.strict && !notes.is_empty() {
            return Err(Diagnostics(notes));
        }
        let mut game = transcript.begin(rules, script)?;
        if options.heeds {
            game.keep_heeds();
        }
        Ok(Self {
            transcript,
            rows: transcript.source.text.split('\n').collect(),
            options,
            game,
            wrong: Diagnostics::default(),
            notes,
            blessed: String::new(),
            has_stopped: false,
        })
    }

    /// Plays all lines.
    ///
    /// # Errors
    /// Everything that the transcript says and that is not so.
    pub fn run(mut self) -> Result<Report, Diagnostics> {
        let begun = self.game.events().to_vec();
        self.observe(None, &[], Ok(&begun));
        let lines = &self.transcript.lines;
        let end =
            self.options.until.map_or(lines.len(), |line| lines.len().min(line.saturating_sub(1)));
        let mut at = 0;
        while at < end && !self.has_stopped {
            let next = group_end(&lines[..end], at);
            if let Err(diagnostic) = self.line(at, next) {
                self.wrong.push(diagnostic);
                self.has_stopped = true;
            }
            at = next;
        }
        let report = Report { game: self.game, blessed: self.blessed, notes: self.notes };
        self.wrong.unless_any(report)
    }

    fn observe(
        &mut self,
        at: Option<usize>,
        actions: &[(Player, Action)],
        outcome: Result<&[Event], &Refused>,
    ) {
        if let Some(observe) = &mut self.options.observe {
            observe(&Moment { at, actions, outcome, game: &self.game });
        }
    }

    /// Plays a line with what is indented below it; an error ends the replay.
    fn line(&mut self, at: usize, end: usize) -> Result<(), Diagnostic> {
        let line = &self.transcript.lines[at];
        match &line.body {
            Body::Blank | Body::Given(_) => self.keep(at),
            Body::Header => self.header(at),
            Body::SetUp => {
                let happened = super::print::set_up(&self.game);
                let happened = happened
                    .into_iter()
                    .map(|text| Happened { text, is_repeated: false })
                    .collect::<Vec<_>>();
                self.changes(at, end, &happened);
            }
            Body::Action(player, deed) => self.action(at, end, player, deed)?,
            Body::Expect(expect) => {
                let checker = Checker { game: &self.game, resolver: self.resolver() };
                if let Some((instead, more)) = checker.check(expect)? {
                    let message = format!("not as expected: {instead}");
                    let wrong = self.transcript.source.error(line.span.clone(), message);
                    self.wrong.push(more.into_iter().fold(wrong, Diagnostic::hint));
                }
                self.keep(at);
            }
            Body::Digest(turn, digest) => self.digest(line, *turn, digest),
            Body::Change(_) | Body::Refused(_) => {
                let message = "an indented line without an action above it";
                return Err(self.transcript.source.error(line.span.clone(), message));
            }
        }
        Ok(())
    }

    fn resolver(&self) -> Resolver<'_> {
        Resolver::new(&self.game, &self.transcript.source)
    }

    /// Keeps a line as it is written.
    fn keep(&mut self, at: usize) {
        self.write(self.rows[at].trim_end_matches('\r'));
    }

    fn write(&mut self, row: &str) {
        self.blessed.push_str(row);
        self.blessed.push('\n');
    }

    /// Keeps a line of the header, with the packs as they are now.
    fn header(&mut self, at: usize) {
        let span = self.transcript.lines[at].span.clone();
        let packs = &self.transcript.header.packs;
        let pack = packs.iter().find(|pack| span.contains(&pack.id.span.start));
        let rules = self.game.rules();
        let now = pack.and_then(|line| rules.packs.iter().find(|pack| pack.id == line.id.text));
        match now {
            Some(now) if self.options.rewrite => {
                let line = super::print::pack_line(now);
                self.write(&line);
            }
            _ => self.keep(at),
        }
    }

    fn action(
        &mut self,
        at: usize,
        end: usize,
        name: &Name,
        deed: &Deed,
    ) -> Result<(), Diagnostic> {
        let resolver = self.resolver();
        let player = resolver.player(name)?;
        let actions = resolver.actions(&self.game, player, deed)?;
        let outcomes = resolver.outcomes(deed)?;
        let before = self.game.clone();
        let played = self.play(player, &actions, &outcomes);
        let acted: Vec<_> = actions.iter().map(|&action| (player, action)).collect();
        self.observe(Some(at), &acted, played.as_deref());
        let refusals = self.transcript.lines[at + 1..end]
            .iter()
            .filter(|line| matches!(line.body, Body::Refused(_)))
            .collect::<Vec<_>>();
        match (played, refusals.first()) {
            (Ok(events), None) => {
                let has_dice = outcomes.iter().any(|outcome| matches!(outcome, Outcome::Dice(_)));
                let happened = self.happened(player, &actions, &events, has_dice);
                self.changes(at, end, &happened);
                Ok(())
            }
            (Ok(_), Some(refusal)) => {
                self.game = before;
                let wrong = "the action is legal, but the transcript says that it is refused";
                self.wrong.push(self.transcript.source.error(refusal.span.clone(), wrong));
                (at..end).for_each(|row| self.keep(row));
                Ok(())
            }
            (Err(Refused::Failed(failure)), None) => Err(self.resolver().failed(&failure, deed)),
            (Err(Refused::Illegal(reasons)), None) => Err(self.transcript.refused(deed, &reasons)),
            (Err(refused), Some(_)) => {
                self.wrong.0.extend(self.transcript.other_reasons(&refusals, &refused));
                if self.game.state() != before.state() {
                    let wrong = "the refused action has changed the game";
                    self.wrong.push(self.transcript.source.error(deed.span.clone(), wrong));
                }
                (at..end).for_each(|row| self.keep(row));
                Ok(())
            }
        }
    }

    /// Plays actions in a row: all of them, or none.
    fn play(
        &mut self,
        player: Player,
        actions: &[Action],
        outcomes: &[Outcome],
    ) -> Result<Vec<Event>, Refused> {
        let mut game = self.game.clone();
        let mut events = Vec::new();
        for (number, &action) in actions.iter().enumerate() {
            let written = if number == 0 { outcomes } else { &[] };
            // A single action is played on the game itself: a refusal must leave it as it was.
            let game = if actions.len() == 1 { &mut self.game } else { &mut game };
            events.extend(game.play_written(player, action, written)?);
        }
        if actions.len() != 1 {
            self.game = game;
        }
        Ok(events)
    }

    fn happened(
        &self,
        player: Player,
        actions: &[Action],
        events: &[Event],
        has_dice: bool,
    ) -> Vec<Happened> {
        let words = self.game.words();
        let spoken = events.iter().filter_map(|event| {
            let is_repeated = repeats(words, player, actions, &event.change)
                || has_dice && matches!(event.change, Change::Rolled(..));
            Some(Happened { text: words.change(&event.change, None)?, is_repeated })
        });
        spoken.collect()
    }

    /// Checks the changes below a line, and writes those that happened.
    fn changes(&mut self, at: usize, end: usize, happened: &[Happened]) {
        if !self.options.rewrite
            && let Some(diagnostic) = self.transcript.compare(at, end, happened)
        {
            self.wrong.push(diagnostic);
        }
        self.keep(at);
        for change in happened.iter().filter(|change| !change.is_repeated) {
            self.write(&format!("  {}", change.text));
        }
        for row in at + 1..end {
            if !matches!(self.transcript.lines[row].body, Body::Change(_)) {
                self.keep(row);
            }
        }
    }

    fn digest(&mut self, line: &Line, turn: u64, digest: &str) {
        let now = self.game.table().turn;
        let found = super::digest(&self.game);
        if !self.options.rewrite {
            let message = if u64::from(now) != turn {
                Some(format!("this is turn {now}"))
            } else if found != *digest {
                Some(format!("the position differs: its digest is {found}"))
            } else {
                None
            };
            if let Some(message) = message {
                self.wrong.push(self.transcript.source.error(line.span.clone(), message));
            }
        }
        self.write(&format!("turn {now} digest {found}"));
    }
}
