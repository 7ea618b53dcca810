//! A player at the terminal: sees the table, picks an action by number or says it in words.

use std::io::{self, BufRead, Write};

use crate::action::Action;
use crate::draw::{self, Style};
use crate::game::{Refused, Seen};
use crate::seat::{Seat, Stop};
use crate::transcript::{parse_action, print_action, print_tokens};

/// The most actions that are listed at once.
const LISTED: usize = 30;
/// What can be typed.
const HELP: &str = "\
type the number of an action, or the action in words (`builds road at C4-ne`);
offers to other players are not listed: say them (`offers 1 wood for 1 ore`);
nor are answers in advance to rules (`answers decline to ...`);
any other words list the actions that contain them (`road`), nothing lists them all;
`board` shows the table, `help` this, end of input leaves the game";

/// A player at the terminal.
pub(super) struct Human {
    out: Box<dyn Write>,
    /// Further actions of the last line, such as the other cards of a discard.
    rest: Vec<Action>,
    /// The turn in which the table was shown last.
    shown: Option<u16>,
}

impl Human {
    /// A player who is shown everything on stdout, or on stderr where results alone go there.
    pub(super) fn new(on_stderr: bool) -> Self {
        let out: Box<dyn Write> = if on_stderr {
            Box::new(anstream::AutoStream::auto(io::stderr()))
        } else {
            Box::new(anstream::AutoStream::auto(io::stdout()))
        };
        Self { out, rest: Vec::new(), shown: None }
    }

    /// Shows the board and everybody's hands, as the player sees them.
    fn show_table(&mut self, seen: &Seen<'_>) -> Result<(), Stop> {
        let style = Style { names: true, colors: true };
        writeln!(self.out, "\n{}", draw::board(seen, style))?;
        for line in print_tokens(seen.game()) {
            writeln!(self.out, "  {line}")?;
        }
        for seat in seen.seats()? {
            let mut parts = vec![format!("{} points", seat.points)];
            match &seat.resources {
                Some(resources) => parts.push(counted(resources)),
                None => parts.push(format!("{} resource cards", seat.hand)),
            }
            match &seat.held {
                Some(held) if !held.is_empty() => parts.push(format!("holds {}", counted(held))),
                None if seat.cards > 0 => parts.push(format!("holds {} cards", seat.cards)),
                _ => {}
            }
            if !seat.goods.is_empty() {
                parts.push(counted(&seat.goods));
            }
            if !seat.access.is_empty() {
                parts.push(format!("has access to {}", seat.access.join(", ")));
            }
            if !seat.played.is_empty() {
                parts.push(format!("played {}", counted(&seat.played)));
            }
            writeln!(self.out, "  {:8} {}", seat.name, parts.join("; "))?;
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
            writeln!(self.out, "       and {more} more: type a word to see those with it")?;
        }
        Ok(!fitting.is_empty())
    }

    /// Asks for a line; nothing at the end of the input.
    fn read(&mut self, seen: &Seen<'_>) -> Result<Option<String>, Stop> {
        let name = seen.viewer().map_or("", |player| seen.name(player));
        write!(self.out, "{name}> ")?;
        self.out.flush()?;
        let mut line = Vec::new();
        if io::stdin().lock().read_until(b'\n', &mut line)? == 0 {
            writeln!(self.out)?;
            return Ok(None);
        }
        Ok(Some(String::from_utf8_lossy(&line).trim().to_owned()))
    }

    /// What a line means: an action, or nothing where it only shows something.
    fn meaning(
        &mut self,
        seen: &Seen<'_>,
        legal: &[Action],
        texts: &[String],
        line: &str,
    ) -> Result<Option<Action>, Stop> {
        match line {
            "help" | "?" => writeln!(self.out, "{HELP}")?,
            "board" => self.show_table(seen)?,
            _ => {
                if let Ok(number) = line.parse::<usize>() {
                    let action = number.checked_sub(1).and_then(|index| legal.get(index));
                    if action.is_none() {
                        writeln!(self.out, "expected a number from 1 to {}", legal.len())?;
                    }
                    return Ok(action.copied());
                }
                let player = seen.viewer().expect("a player sits here");
                // Lines of a transcript begin with the player's name.
                let named = line.strip_prefix(seen.name(player)).filter(|l| l.starts_with(' '));
                let line = named.map_or(line, str::trim_start);
                let parsed = match line {
                    "" => None,
                    _ => Some(parse_action(seen.game(), player, line)),
                };
                if let Some(Ok(actions)) = &parsed
                    && let [first, rest @ ..] = actions.as_slice()
                {
                    self.rest = rest.iter().rev().copied().collect();
                    return Ok(Some(*first));
                }
                if !self.list(texts, line)?
                    && let Some(Err(diagnostic)) = parsed
                {
                    writeln!(self.out, "{}", diagnostic.render(true))?;
                }
            }
        }
        Ok(None)
    }
}

impl Seat for Human {
    fn choose(&mut self, seen: &Seen<'_>) -> Result<Action, Stop> {
        if let Some(action) = self.rest.pop() {
            return Ok(action);
        }
        let player = seen.viewer().expect("a player sits here");
        let legal = seen.legal_actions()?;
        let name = seen.name(player);
        let words = |action: &Action| {
            let text = print_action(seen.game(), player, action);
            text.strip_prefix(name).map_or(text.clone(), |rest| rest.trim_start().to_owned())
        };
        let texts: Vec<String> = legal.iter().map(words).collect();
        if self.shown.is_none() {
            writeln!(self.out, "`help` tells what can be typed")?;
        }
        if self.shown != Some(seen.turn()) {
            self.shown = Some(seen.turn());
            self.show_table(seen)?;
        }
        if let Some(prompt) = seen.prompt() {
            writeln!(self.out, "{prompt}")?;
        }
        if !self.list(&texts, "")? {
            writeln!(self.out, "no action is legal: the rules forbid them all")?;
        }
        while let Some(line) = self.read(seen)? {
            if let Some(action) = self.meaning(seen, &legal, &texts, &line)? {
                return Ok(action);
            }
        }
        Err(Stop::Left(name.to_owned()))
    }

    fn refused(&mut self, _: &Seen<'_>, _: &Action, refused: &Refused) {
        self.rest.clear();
        let reasons = match refused {
            Refused::Illegal(reasons) => reasons.iter().map(ToString::to_string).collect(),
            Refused::Failed(failure) => vec![failure.to_string()],
        };
        // A terminal that takes no more text shows at the next question.
        let _ = writeln!(self.out, "refused:");
        for reason in reasons {
            let _ = writeln!(self.out, "  {reason}");
        }
    }
}

/// Names with their counts, as in `2 wood, 1 ore`.
fn counted<N: std::fmt::Display>(counts: &[(String, N)]) -> String {
    if counts.is_empty() {
        return "no resource cards".into();
    }
    let counts = counts.iter().map(|(name, count)| format!("{count} {name}"));
    counts.collect::<Vec<_>>().join(", ")
}
