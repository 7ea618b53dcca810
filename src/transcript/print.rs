//! Records games as transcripts, line by line, while they are played.

use std::io::{self, Write};

use super::changes::{discarded, is_of_counter, repeats};
use super::header::first_line;
use super::naming::check_text;
use super::revealed::revealed_line;
use super::words::{self, Words};
use crate::action::{Action, Choice};
use crate::change::Change;
use crate::diagnostic::{Diagnostic, in_line, visible};
use crate::game::{CausedChange, GAME_OPERATIONS, Game};
use crate::rules::{PackInfo, Rules};
use crate::table::{Player, Step};

/// The number of turns between digests in a recording without changes.
const DIGESTS: u16 = 10;

/// Which lines a recording contains.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Detail {
    /// Actions, changes, and a digest at the beginning of each turn.
    #[default]
    Changes,
    /// Only actions, and a digest every few turns. Random results come from the seed.
    Actions,
}

/// Records a game, either complete or as one player sees it.
///
/// A player's view has no seed and no digests, and hidden things are masked. It cannot be replayed.
pub struct Recorder<W> {
    out: W,
    viewer: Option<Player>,
    detail: Detail,
    is_placing: bool,
    /// The random results to write in the line of the next action.
    drawing: String,
    /// Discards that are buffered until their line is complete; in a view, until all players have
    /// discarded.
    discards: Vec<Discards>,
}

/// The cards that a player discards.
struct Discards {
    player: Player,
    actions: Vec<Action>,
    changes: Vec<CausedChange>,
}

impl<W: Write> Recorder<W> {
    /// Records to `out`; with a viewer, as that player sees the game.
    pub fn new(out: W, viewer: Option<Player>) -> Self {
        Self {
            out,
            viewer,
            detail: Detail::Changes,
            is_placing: false,
            drawing: String::new(),
            discards: Vec::new(),
        }
    }

    /// Sets the level of detail.
    #[must_use]
    pub fn in_detail(mut self, detail: Detail) -> Self {
        self.detail = detail;
        self
    }

    /// Continues a recording whose lines so far have been written.
    pub fn after(out: W, viewer: Option<Player>, game: &Game) -> Self {
        let is_placing = matches!(game.table().step(), Step::Place(_));
        Self { is_placing, ..Self::new(out, viewer) }
    }

    /// Writes the header and the set-up of a game that has just begun.
    ///
    /// # Errors
    /// When writing fails.
    pub fn begin(&mut self, game: &Game) -> io::Result<()> {
        let rules = game.rules();
        writeln!(self.out, "{}", first_line())?;
        writeln!(self.out, "engine {}", env!("CARGO_PKG_VERSION"))?;
        writeln!(self.out, "scenario {}", rules.scenario)?;
        writeln!(self.out, "{}", scenario_hash_line(rules))?;
        for pack in &rules.packs {
            writeln!(self.out, "{}", pack_line(pack))?;
        }
        for path in &rules.with {
            writeln!(self.out, "with {path}")?;
        }
        for rule in &rules.without {
            writeln!(self.out, "without {rule}")?;
        }
        for (name, value) in &rules.set {
            writeln!(self.out, "set {name} = {value}")?;
        }
        if self.viewer.is_none() {
            writeln!(self.out, "seed {}", game.table().seed())?;
        }
        writeln!(self.out, "players {}", game.names().join(", "))?;
        if game.leaves_out_failures() {
            writeln!(self.out, "failures left out")?;
        }
        if game.max_operations() != GAME_OPERATIONS {
            writeln!(self.out, "operations {}", game.max_operations())?;
        }
        match self.viewer {
            Some(viewer) => {
                let name = words::of(game).name(viewer);
                writeln!(self.out, "as {name} # to be read, not to be replayed")?;
            }
            None if self.detail == Detail::Changes => writeln!(self.out, "changes complete")?,
            None => {}
        }
        writeln!(self.out)?;
        if self.detail == Detail::Changes {
            writeln!(self.out, "set-up")?;
            for line in set_up(game) {
                writeln!(self.out, "  {line}")?;
            }
            writeln!(self.out)?;
        }
        let has_begun = game.changes().iter().any(|change| matches!(change, Change::Turn(_)));
        if has_begun {
            self.digest(game)?;
        }
        self.is_placing = matches!(game.table().step(), Step::Place(_));
        self.out.flush()
    }

    /// Sets the random results of the next action, such as ` drawing ore`. If the results do not
    /// come from the seed, the line of the action has to contain them.
    pub fn drawing(&mut self, results: &str) {
        results.clone_into(&mut self.drawing);
    }

    /// Writes an action and its changes; `game` is the game afterwards.
    ///
    /// # Errors
    /// When writing fails.
    pub fn action(
        &mut self,
        game: &Game,
        player: Player,
        action: &Action,
        changes: &[CausedChange],
    ) -> io::Result<()> {
        if matches!(action, Action::Discard { .. }) {
            self.discard(game, player, *action, changes)?;
        } else {
            self.flush_discards(game)?;
            let words = words::of(game);
            let is_others = self.viewer.is_some_and(|viewer| viewer != player);
            let is_hidden = match action {
                Action::Choose(Choice::Held(_)) => true,
                Action::Choose(_) => game.hides_last_answer(),
                _ => false,
            };
            let mut text = if is_others && is_hidden {
                "has chosen".to_owned()
            } else {
                words.action(player, action, self.is_placing)
            };
            if let (Detail::Changes, Action::Roll) = (self.detail, action) {
                text += &rolled(words, changes);
            }
            let drawing = std::mem::take(&mut self.drawing);
            writeln!(self.out, "{} {text}{drawing}", words.name(player))?;
            self.changes(game, player, &[*action], changes)?;
            self.questions(game, player, action)?;
        }
        self.is_placing = matches!(game.table().step(), Step::Place(_));
        let begins_turn = changes.iter().any(|caused| matches!(caused.change, Change::Turn(_)));
        // The end of the recording has the digest of a turn that is won when it begins.
        if begins_turn && !game.is_over() {
            self.turn(game)?;
        }
        self.out.flush()
    }

    /// Writes the digest at the beginning of a turn, unless the recording has none for this turn.
    fn turn(&mut self, game: &Game) -> io::Result<()> {
        match self.detail {
            Detail::Changes => writeln!(self.out)?,
            Detail::Actions if !game.table().turn().is_multiple_of(DIGESTS) => return Ok(()),
            Detail::Actions => {}
        }
        self.digest(game)
    }

    /// Writes that actions were undone, and the information that they had revealed; `game` is the
    /// game afterwards.
    ///
    /// # Errors
    /// When writing fails.
    pub fn undo(&mut self, game: &Game, count: usize, revealed: &[String]) -> io::Result<()> {
        self.flush_discards(game)?;
        match count {
            1 => writeln!(self.out, "undo")?,
            _ => writeln!(self.out, "undo {count}")?,
        }
        for text in revealed {
            writeln!(self.out, "  {}", revealed_line(text))?;
        }
        self.is_placing = matches!(game.table().step(), Step::Place(_));
        self.out.flush()
    }

    /// Writes a comment above the next line.
    ///
    /// # Errors
    /// When writing fails.
    pub fn note(&mut self, remark: &str) -> io::Result<()> {
        writeln!(self.out, "# {}", in_line(remark))
    }

    /// Writes buffered discards and the `end` line, and returns the output.
    ///
    /// # Errors
    /// When writing fails.
    pub fn finish(mut self, game: &Game) -> io::Result<W> {
        self.flush_discards(game)?;
        writeln!(self.out)?;
        self.digest(game)?;
        if !game.is_over() {
            writeln!(self.out, "# the game is not over")?;
        }
        writeln!(self.out, "end of recording")?;
        self.out.flush()?;
        Ok(self.out)
    }

    fn digest(&mut self, game: &Game) -> io::Result<()> {
        match self.viewer {
            None => {
                writeln!(self.out, "turn {} digest {}", game.table().turn(), super::digest(game))
            }
            Some(_) => Ok(()),
        }
    }

    fn changes(
        &mut self,
        game: &Game,
        player: Player,
        actions: &[Action],
        changes: &[CausedChange],
    ) -> io::Result<()> {
        if self.detail == Detail::Actions {
            return Ok(());
        }
        let words = words::of(game);
        for CausedChange { change, .. } in changes {
            if repeats(words, player, actions, change) {
                continue;
            }
            if let Some(text) = words.change(change, self.viewer) {
                writeln!(self.out, "  {text}")?;
            }
        }
        Ok(())
    }

    /// Writes open questions of rules as comments, unless the action makes them obvious. An action
    /// that plays a card, uses an ability, moves a marker or answers a question leads to the same
    /// player's next question.
    fn questions(&mut self, game: &Game, player: Player, action: &Action) -> io::Result<()> {
        if self.detail == Detail::Actions {
            return Ok(());
        }
        let leads_on = matches!(
            action,
            Action::Play { .. } | Action::Use { .. } | Action::Move { .. } | Action::Choose(_)
        );
        let words = words::of(game);
        for question in game.questions().iter().filter(|q| !leads_on || q.player != player) {
            let rule = game.rules().rule(question.rule).name();
            let name = words.name(question.player);
            let prompt = visible(&question.prompt).replace(['\n', '\t'], " ");
            writeln!(self.out, "  # {rule} asks {name}: {prompt}")?;
        }
        Ok(())
    }

    /// Buffers a discard. Consecutive discards of a player share one line if they are in the order
    /// in which that line is parsed. They are written when the player has discarded enough. In a
    /// view, the discards of all players are written together, in the order of the seats.
    fn discard(
        &mut self,
        game: &Game,
        player: Player,
        action: Action,
        changes: &[CausedChange],
    ) -> io::Result<()> {
        let is_view = self.viewer.is_some();
        let known = self.discards.iter_mut().find(|discards| {
            let is_in_order = discards.actions.last() <= Some(&action);
            discards.player == player && (is_view || is_in_order)
        });
        if let Some(discards) = known {
            discards.actions.push(action);
        } else {
            if !is_view {
                self.flush_discards(game)?;
            }
            self.discards.push(Discards { player, actions: vec![action], changes: Vec::new() });
        }
        let is_last = changes.iter().any(|caused| matches!(caused.change, Change::Discarded(..)));
        if is_view {
            self.discards.sort_by_key(|discards| discards.player);
        }
        if let (true, Some(last)) = (is_last, self.discards.last_mut()) {
            last.changes = changes.to_vec();
        }
        let is_whole = !is_view && game.table().seat(player).due() == 0;
        if is_last || is_whole { self.flush_discards(game) } else { Ok(()) }
    }

    /// Writes buffered discards. Further discards of the same player get a line of their own.
    ///
    /// # Errors
    /// When writing fails.
    pub(crate) fn flush_discards(&mut self, game: &Game) -> io::Result<()> {
        let words = words::of(game);
        for Discards { player, actions, changes } in std::mem::take(&mut self.discards) {
            let change = Change::Discarded(player, discarded(&actions));
            let line = words.change(&change, self.viewer);
            writeln!(self.out, "{}", line.unwrap_or_default())?;
            if self.viewer.is_some() {
                // The lines above already state these changes.
                let is_new =
                    |caused: &&CausedChange| !matches!(caused.change, Change::Discarded(..));
                let changes: Vec<CausedChange> = changes.iter().filter(is_new).cloned().collect();
                self.changes(game, player, &actions, &changes)?;
            } else {
                self.changes(game, player, &actions, &changes)?;
            }
        }
        Ok(())
    }
}

/// The dice of a roll, with a space before each.
fn rolled(words: Words<'_>, changes: &[CausedChange]) -> String {
    let dice = changes.iter().filter_map(|caused| match caused.change {
        Change::Rolled(_, [one, other]) => Some(format!(" {one} {other}")),
        Change::EventDie(face) => Some(format!(" {}", words.face(face))),
        _ => None,
    });
    dice.collect()
}

/// The set-up as lines: the map, then all other changes before the first action.
pub fn set_up(game: &Game) -> Vec<String> {
    let words = words::of(game);
    let mut lines = super::position::map(game);
    let on_map = |change: &Change| {
        matches!(
            change,
            Change::Terrain(..)
                | Change::Number(..)
                | Change::Port(..)
                | Change::Moved(..)
                | Change::TokenPlaced(..)
                | Change::AnsweredInAdvance(..)
        )
    };
    let is_printed = |change: &&Change| !on_map(change) && !is_of_counter(change);
    let others = game.changes().iter().filter(is_printed);
    lines.extend(others.filter_map(|change| words.change(change, None)));
    lines
}

/// Checks that the header of a recording can contain the paths of the scenario and of the added
/// files.
///
/// # Errors
/// When the header cannot contain one of the paths.
pub fn check_recordable(rules: &Rules) -> Result<(), Diagnostic> {
    for path in std::iter::once(&rules.scenario).chain(&rules.with) {
        // This character replaces invalid Unicode in file names.
        let is_name = !path.contains(char::REPLACEMENT_CHARACTER);
        let unwritable = || Diagnostic::new("the name of the file is not valid UTF-8");
        let checked = check_text(path).and_then(|()| is_name.then_some(()).ok_or_else(unwritable));
        checked.map_err(|wrong| {
            let message = format!("a game with `{path}` cannot be recorded");
            let wrong = Diagnostic { notes: vec![wrong.message], ..Diagnostic::new(message) };
            wrong.hint("rename the file or its folder")
        })?;
    }
    Ok(())
}

/// The header line for the hash of the scenario.
pub(super) fn scenario_hash_line(rules: &Rules) -> String {
    format!("scenario-hash {:016x}", rules.hash)
}

/// The header line for a pack.
pub(super) fn pack_line(pack: &PackInfo) -> String {
    format!("pack {} {} {:016x}", pack.id, pack.version, pack.hash)
}
