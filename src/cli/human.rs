//! A player at the terminal, who picks an action by its number or types it in words.

use std::io::{self, Write};
use std::rc::Rc;

use super::position;
use super::streams::Out;
use super::terminal::Terminal;
use crate::action::Action;
use crate::count::counted;
use crate::draw::{self, Style};
use crate::game::{PlayerView, Refusal};
use crate::input::{Actions, Command, Meaning};
use crate::protocol::Hints;
use crate::seat::{Decision, Seat, Stop};
use crate::table::Player;
use crate::transcript::as_written;

/// The maximum number of actions that are listed.
const LISTED: usize = 30;
/// The message after the remaining lines of a pasted text were dropped.
pub(super) fn dropped(lines: usize) -> String {
    format!("of the pasted text, {} dropped", counted(lines, "line"))
}

/// The message below a list with a single action.
pub(super) const TAKES_IT: &str = "Enter takes this action";
/// The help for input.
pub(super) const HELP: &str = "\
type the number of an action, or the action in words (`builds road at C4-ne`);
words can be short (`b r c4-ne`), and a place or an answer alone is enough if only one action fits;
offers to other players are not listed, but can be typed (`offers 1 wood for 1 ore`),
and you can answer a rule's question in advance (`answers decline to ...`);
any other text lists the actions that contain it (`road`), and an empty line lists the first 30;
if it lists only one action, Enter takes it;
`C3` is a hex: row C, third in the row; `C3.s` is its southern corner (`.n .ne .se .s .sw .nw`),
and `C3-e` its eastern side (`-ne -e -se -sw -w -nw`); each hex beside a place can name it;
`board` shows the table, and `benefits` explains each benefit and shows who has access to it;
`costs` shows what everything costs, and what wins the game;
`hint` names the best actions, with your chance to win after each;
`why` explains the last action, and `why-not builds road at C4-ne` lists the reasons against one;
`undo` takes back your last action, unless it revealed something, and `redo` takes it again;
`help` shows this text, and `quit` leaves the game, as do Ctrl-C and the end of the input";

/// A player at the terminal.
pub(super) struct Human {
    out: Out,
    terminal: Rc<Terminal>,
    /// The remaining actions of the last input line, such as further discards.
    rest: Vec<Action>,
    /// The last input.
    typed: String,
    /// The turn in which the table was last shown.
    shown: Option<u16>,
    /// The only action that was listed, which Enter takes.
    offered: Option<Action>,
    /// Whether the actions are still visible after a refusal.
    listed: bool,
    /// The actions that the player has taken, and those that were undone since.
    taken: Vec<Action>,
    undone: Vec<Action>,
    /// The command that is being carried out.
    step: Step,
}

/// What the last decision does with the actions taken so far.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Step {
    Act,
    Undo,
    Redo,
}

impl Human {
    /// A player who sees the game on stdout, or on stderr if stdout is only for results.
    pub(super) fn new(on_stderr: bool, terminal: &Rc<Terminal>) -> Self {
        let out = if on_stderr { Out::stderr() } else { Out::stdout() };
        let terminal = Rc::clone(terminal);
        Self {
            out,
            terminal,
            rest: Vec::new(),
            typed: String::new(),
            shown: None,
            offered: None,
            listed: false,
            taken: Vec::new(),
            undone: Vec::new(),
            step: Step::Act,
        }
    }

    /// Shows what has happened and the table, if either is new to the player or another player used
    /// the screen.
    fn show_game(
        &mut self,
        view: &PlayerView<'_>,
        player: Player,
        is_new: bool,
    ) -> Result<(), Stop> {
        self.out.write_all(&self.terminal.unread(player))?;
        if self.shown.is_none() {
            writeln!(self.out, "`help` shows what you can type")?;
        }
        if is_new || self.shown != Some(view.turn()) {
            // In the turns of others, only the hands are shown again.
            let at_length = self.shown.is_none() || view.in_turn() == player;
            self.shown = Some(view.turn());
            if at_length { self.show_table(view)? } else { self.show_hands(view)? }
        }
        Ok(())
    }

    /// Shows the board and everybody's hands, as the player sees them.
    fn show_table(&mut self, view: &PlayerView<'_>) -> Result<(), Stop> {
        let style = Style { names: true, colors: true };
        self.out.styled(&format!("\n{}\n", draw::board(view, style)))?;
        self.show_hands(view)
    }

    /// Shows everybody's hands, as the player sees them.
    fn show_hands(&mut self, view: &PlayerView<'_>) -> Result<(), Stop> {
        Ok(self.show(&position::hands(view)?)?)
    }

    /// Shows indented lines.
    fn show(&mut self, lines: &[String]) -> io::Result<()> {
        lines.iter().try_for_each(|line| self.line(&format!("  {line}")))
    }

    /// Shows a line, broken between words.
    fn line(&mut self, line: &str) -> io::Result<()> {
        self.terminal.rows(line).iter().try_for_each(|row| writeln!(self.out, "{row}"))
    }

    /// Drops the rest of a pasted text after a line that was no answer.
    fn drop_pasted(&mut self) -> io::Result<()> {
        match self.terminal.drop_pasted() {
            0 => Ok(()),
            left => writeln!(self.out, "{}", dropped(left)),
        }
    }

    /// Lists these actions.
    fn list(&mut self, actions: &Actions, indices: &[usize]) -> io::Result<()> {
        for &index in indices.iter().take(LISTED) {
            self.line(&format!("  {:3}  {}", index + 1, actions.0[index].line()))?;
        }
        if indices.len() > LISTED {
            let more = indices.len() - LISTED;
            writeln!(
                self.out,
                "       and {more} more: type a word to list the actions that contain it"
            )?;
        }
        Ok(())
    }

    /// Reads a line; `None` if the player leaves.
    fn read(&mut self, view: &PlayerView<'_>, actions: &Actions) -> io::Result<Option<String>> {
        let name = view.viewer().map_or("", |player| view.name(player));
        self.terminal.ask(&format!("{name}> "), Some(actions), &mut self.out)
    }

    /// Carries out a line. Returns a decision, or `None` if the line only prints something.
    fn decide(
        &mut self,
        view: &PlayerView<'_>,
        player: Player,
        actions: &Actions,
        line: &str,
    ) -> Result<Option<Decision>, Stop> {
        self.step = Step::Act;
        let offered = self.offered.take();
        if line.is_empty() && offered.is_some() {
            return Ok(offered.map(Decision::Act));
        }
        match actions.meaning(view, player, line) {
            Meaning::Actions(meant) => {
                let mut meant = meant.into_iter();
                let first = meant.next();
                self.rest = meant.rev().collect();
                Ok(first.map(Decision::Act))
            }
            Meaning::Several(indices) => {
                self.list(actions, &indices)?;
                self.drop_pasted()?;
                if let [only] = indices[..] {
                    self.offered = Some(actions.0[only].action);
                    writeln!(self.out, "       {TAKES_IT}")?;
                }
                Ok(None)
            }
            Meaning::Nothing(wrong) => {
                self.out.styled(&format!("{}\n", wrong.render(true)))?;
                self.drop_pasted()?;
                Ok(None)
            }
            Meaning::Command(command) => self.command(view, actions, &command),
        }
    }

    /// Carries out a command.
    fn command(
        &mut self,
        view: &PlayerView<'_>,
        actions: &Actions,
        command: &Command,
    ) -> Result<Option<Decision>, Stop> {
        match command {
            Command::Undo => {
                self.step = Step::Undo;
                return Ok(Some(Decision::Undo));
            }
            Command::Redo => {
                if let Some(action) = self.undone.pop() {
                    self.step = Step::Redo;
                    return Ok(Some(Decision::Act(action)));
                }
                writeln!(self.out, "there is nothing to redo")?;
            }
            Command::Help => HELP.lines().try_for_each(|line| self.line(line))?,
            Command::List => self.list(actions, &actions.containing(""))?,
            Command::Board => self.show_table(view)?,
            Command::Benefits => self.show(&position::benefits(view))?,
            Command::Costs => self.show(&position::costs(view)?)?,
            Command::Hint => {
                let player = view.viewer().expect("a human has a seat");
                let offered = self.terminal.offered(player, view.turn());
                let hints = Hints::of(view.game(), player, &offered, None, None);
                self.show(&position::hint(hints))?;
            }
            Command::Why(None) => {
                let lines = self.terminal.why(view.viewer());
                self.show(&lines)?;
            }
            Command::Why(Some(_)) => {
                writeln!(self.out, "`newcatan why GAME:LINE` explains any line of a recording")?;
            }
            Command::WhyNot(line) => {
                let lines = position::why_not(view, line)?;
                self.show(&lines)?;
            }
            Command::Save => writeln!(self.out, "{}", self.terminal.saved())?,
            Command::Quit => {
                let name = view.viewer().map_or("", |player| view.name(player));
                return Err(Stop::Left(name.to_owned()));
            }
        }
        Ok(None)
    }
}

/// Undone actions.
impl Human {
    /// Notes the decision, as if it were carried out.
    fn remember(&mut self, wish: Decision) {
        match (wish, self.step) {
            (Decision::Act(action), step) => {
                self.taken.push(action);
                if step == Step::Act {
                    self.undone.clear();
                }
            }
            _ => self.undone.extend(self.taken.pop()),
        }
    }

    /// Takes the note back: the decision was refused.
    fn forget(&mut self, wish: Decision) {
        match (wish, self.step) {
            (Decision::Act(action), Step::Redo) => {
                self.undone.push(action);
                self.taken.pop();
            }
            (Decision::Act(_), _) => drop(self.taken.pop()),
            _ => self.taken.extend(self.undone.pop()),
        }
    }
}

impl Seat for Human {
    fn choose(&mut self, view: &PlayerView<'_>, legal: &[Action]) -> Result<Decision, Stop> {
        if let Some(action) = self.rest.pop() {
            self.taken.push(action);
            return Ok(action.into());
        }
        let player = view.viewer().expect("a human has a seat");
        let actions = Actions::of(view, player, legal);
        let left = || Stop::Left(view.name(player).to_owned());
        let is_new =
            self.terminal.seat((player, view.name(player)), &mut self.out)?.ok_or_else(left)?;
        self.show_game(view, player, is_new)?;
        for line in position::asked(view) {
            self.line(&line)?;
        }
        if !std::mem::take(&mut self.listed) {
            self.list(&actions, &actions.containing(""))?;
            if actions.0.is_empty() {
                writeln!(self.out, "no action is legal: the rules forbid them all")?;
            }
        }
        while let Some(line) = self.read(view, &actions)? {
            self.typed.clone_from(&line);
            if let Some(wish) = self.decide(view, player, &actions, &line)? {
                self.remember(wish);
                return Ok(wish);
            }
        }
        Err(left())
    }

    fn takes_back(&self) -> bool {
        true
    }

    fn refused(&mut self, view: &PlayerView<'_>, wish: &Decision, refused: &Refusal) {
        self.rest.clear();
        self.listed = true;
        self.forget(*wish);
        let reasons = match refused {
            Refusal::Illegal(reasons) => {
                let reasons = as_written(&view.rules().board, &self.typed, reasons);
                reasons.iter().map(ToString::to_string).collect()
            }
            Refusal::Failed(failure) => vec![failure.to_string()],
        };
        // If the terminal fails, the next question reports it.
        let _ = writeln!(self.out, "refused:");
        let _ = self.show(&reasons);
        let _ = self.drop_pasted();
    }
}
