//! A player at the terminal, who picks an action by its number or types it in words.

use std::io::{self, Write};
use std::rc::Rc;

use super::streams::Out;
use super::terminal::Terminal;
use crate::action::Action;
use crate::board::Place;
use crate::count::counted;
use crate::draw::{self, Style};
use crate::game::{PlayerView, Refusal};
use crate::protocol::{Listed, seats};
use crate::rules::TokenKind;
use crate::seat::{Decision, Seat, Stop};
use crate::set::Id;
use crate::table::{Answerable, Player, Token};
use crate::transcript::{as_written, parse_action, print_action};

/// The maximum number of actions that are listed.
const LISTED: usize = 30;
/// The help for input.
const HELP: &str = "\
type the number of an action, or the action in words (`builds road at C4-ne`);
offers to other players are not listed, but can be typed (`offers 1 wood for 1 ore`),
and you can answer a rule's question in advance (`answers decline to ...`);
any other text lists the actions that contain it (`road`), and an empty line lists the first 30;
`board` shows the table, and `benefits` explains each benefit and shows who has access to it;
`undo` takes back your last action, unless it revealed something;
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
    /// Whether the actions are still visible after a refusal.
    listed: bool,
}

impl Human {
    /// A player who sees the game on stdout, or on stderr if stdout is only for results.
    pub(super) fn new(on_stderr: bool, terminal: &Rc<Terminal>) -> Self {
        let out = if on_stderr { Out::stderr() } else { Out::stdout() };
        let terminal = Rc::clone(terminal);
        Self { out, terminal, rest: Vec::new(), typed: String::new(), shown: None, listed: false }
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
        for seat in seats(view, false)? {
            let mut parts = vec![counted(seat.points, "point")];
            match &seat.resources {
                Some(resources) => parts.push(amounts(resources)),
                None => parts.push(counted(seat.hand, "resource card")),
            }
            match &seat.held {
                Some(held) if !held.is_empty() => parts.push(format!("holds {}", amounts(held))),
                None if seat.cards > 0 => {
                    parts.push(format!("holds {}", counted(seat.cards, "card")));
                }
                _ => {}
            }
            if !seat.goods.is_empty() {
                parts.push(amounts(&seat.goods));
            }
            if !seat.access.is_empty() {
                parts.push(format!("has access to {}", seat.access.join(", ")));
            }
            if !seat.played.is_empty() {
                parts.push(format!("played {}", amounts(&seat.played)));
            }
            writeln!(self.out, "  {:8} {}", seat.name, parts.join("; "))?;
        }
        Ok(())
    }

    /// Shows the benefits by outpost: their places, who has access, their effects, and the player's
    /// advance answers.
    fn show_benefits(&mut self, view: &PlayerView<'_>) -> io::Result<()> {
        let rules = view.rules();
        let mut tokens: Vec<Token> = (0..rules.tokens.len()).map(Token::new).collect();
        tokens.sort_by_key(|&token| rules.token(token).outpost);
        for token in tokens {
            let Some(intersection) = view.token(token) else { continue };
            let TokenKind { name, rule, .. } = rules.token(token);
            let at = rules.board.intersection_name(intersection);
            let user = view.everybody().iter().find(|&player| view.has_access(player, token));
            let user = user.map_or(String::new(), |user| format!(", {}", view.name(user)));
            writeln!(self.out, "  {name} at {at}{user}: {}", rules.rule(*rule).text)?;
            let answerable = rules
                .answerables
                .iter()
                .position(|answerable| answerable.rule == *rule)
                .map(Answerable::new);
            let advance_answer = answerable
                .and_then(|answerable| Some((answerable, view.advance_answer(answerable)?)));
            if let (Some((answerable, advance_answer)), Some(player)) =
                (advance_answer, view.viewer())
            {
                let said = print_action(
                    view.game(),
                    player,
                    &Action::AnswerInAdvance { answerable, advance_answer },
                );
                writeln!(self.out, "    {said}")?;
            }
        }
        Ok(())
    }

    /// Lists the actions that contain all these words.
    fn list(&mut self, actions: &[String], words: &str) -> io::Result<bool> {
        let words = words.to_lowercase();
        let fits = |text: &String| {
            let text = text.to_lowercase();
            words.split_whitespace().all(|word| text.contains(word))
        };
        let fitting = actions.iter().enumerate().filter(|(_, text)| fits(text));
        let fitting: Vec<(usize, &String)> = fitting.collect();
        for (index, text) in fitting.iter().take(LISTED) {
            writeln!(self.out, "  {:3}  {text}", index + 1)?;
        }
        if fitting.len() > LISTED {
            let more = fitting.len() - LISTED;
            writeln!(
                self.out,
                "       and {more} more: type a word to list the actions that contain it"
            )?;
        }
        Ok(!fitting.is_empty())
    }

    /// Reads a line; `None` if the player leaves.
    fn read(&mut self, view: &PlayerView<'_>) -> Result<Option<String>, Stop> {
        let name = view.viewer().map_or("", |player| view.name(player));
        write!(self.out, "{name}> ")?;
        self.out.flush()?;
        let line = self.terminal.read()?;
        if line.is_none() {
            writeln!(self.out)?;
        }
        Ok(line.filter(|line| !["q", "quit"].contains(&line.as_str())))
    }

    /// Parses a line. Returns a decision, or `None` if the line only prints something.
    fn meaning(
        &mut self,
        view: &PlayerView<'_>,
        legal: &[Action],
        texts: &[String],
        line: &str,
    ) -> Result<Option<Decision>, Stop> {
        match line {
            "undo" => return Ok(Some(Decision::Undo)),
            "help" | "?" => writeln!(self.out, "{HELP}")?,
            "board" => self.show_table(view)?,
            "benefits" => self.show_benefits(view)?,
            _ => {
                if let Ok(number) = line.parse::<usize>() {
                    let action = number.checked_sub(1).and_then(|index| legal.get(index));
                    if action.is_none() {
                        writeln!(self.out, "expected a number from 1 to {}", legal.len())?;
                    }
                    return Ok(action.copied().map(Decision::Act));
                }
                let player = view.viewer().expect("a human has a seat");
                // Lines of a transcript begin with the player's name.
                let named = line.strip_prefix(view.name(player)).filter(|l| l.starts_with(' '));
                let line = named.map_or(line, str::trim_start);
                let parsed = match line {
                    "" => None,
                    _ => Some(parse_action(view.game(), player, line)),
                };
                if let Some(Ok(actions)) = &parsed
                    && let [first, rest @ ..] = actions.as_slice()
                {
                    self.rest = rest.iter().rev().copied().collect();
                    return Ok(Some(Decision::Act(*first)));
                }
                if !self.list(texts, line)?
                    && let Some(Err(diagnostic)) = parsed
                {
                    self.out.styled(&format!("{}\n", diagnostic.render(true)))?;
                }
            }
        }
        Ok(None)
    }
}

impl Seat for Human {
    fn choose(&mut self, view: &PlayerView<'_>, legal: &[Action]) -> Result<Decision, Stop> {
        if let Some(action) = self.rest.pop() {
            return Ok(action.into());
        }
        let player = view.viewer().expect("a human has a seat");
        let texts: Vec<String> = legal.iter().map(|action| listed(view, player, action)).collect();
        let left = || Stop::Left(view.name(player).to_owned());
        let is_new =
            self.terminal.seat((player, view.name(player)), &mut self.out)?.ok_or_else(left)?;
        self.show_game(view, player, is_new)?;
        if let Some(prompt) = view.prompt() {
            writeln!(self.out, "{prompt}")?;
        }
        match view.due() {
            0 => {}
            1 => writeln!(self.out, "you have to discard one card")?,
            due => writeln!(
                self.out,
                "you have to discard {due} cards, all at once (`discards 1 wood, 1 ore`) or one by one"
            )?,
        }
        if !std::mem::take(&mut self.listed) && !self.list(&texts, "")? {
            writeln!(self.out, "no action is legal: the rules forbid them all")?;
        }
        while let Some(line) = self.read(view)? {
            self.typed.clone_from(&line);
            if let Some(wish) = self.meaning(view, legal, &texts, &line)? {
                return Ok(wish);
            }
        }
        Err(left())
    }

    fn takes_back(&self) -> bool {
        true
    }

    fn refused(&mut self, view: &PlayerView<'_>, _: &Decision, refused: &Refusal) {
        self.rest.clear();
        self.listed = true;
        let reasons = match refused {
            Refusal::Illegal(reasons) => {
                let reasons = as_written(&view.rules().board, &self.typed, reasons);
                reasons.iter().map(ToString::to_string).collect()
            }
            Refusal::Failed(failure) => vec![failure.to_string()],
        };
        // If the terminal fails, the next question reports it.
        let _ = writeln!(self.out, "refused:");
        for reason in reasons {
            let _ = writeln!(self.out, "  {reason}");
        }
    }
}

/// The text of an action in the list, followed by the benefit at its place.
fn listed(view: &PlayerView<'_>, player: Player, action: &Action) -> String {
    let text = print_action(view.game(), player, action);
    let text = text.strip_prefix(view.name(player)).map_or(text.as_str(), str::trim_start);
    let intersection = match action {
        Action::Build { place: Place::Intersection(intersection), .. }
        | Action::Move { place: Place::Intersection(intersection), .. } => Some(*intersection),
        _ => None,
    };
    match intersection.and_then(|intersection| view.token_at(intersection)) {
        Some(token) => format!("{text}  ({})", view.rules().token(token).name),
        None => text.to_owned(),
    }
}

/// Names with their counts, as in `2 wood, 1 ore`.
fn amounts<N: std::fmt::Display>(counts: &Listed<N>) -> String {
    if counts.is_empty() {
        return "no resource cards".into();
    }
    let counts = counts.0.iter().map(|(name, count)| format!("{count} {name}"));
    counts.collect::<Vec<_>>().join(", ")
}
