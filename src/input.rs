//! What people type: a line is a command, an action in exact or in few words, a number in the list,
//! or a bare answer.
//!
//! The module reads no terminal. All its words come from the legal actions and from the names that
//! the rules declare.

mod canonical;
#[cfg(feature = "terminal")]
mod complete;
mod describe;
mod matching;

#[cfg(test)]
mod tests;

use std::cmp::Reverse;

#[cfg(feature = "terminal")]
pub(crate) use complete::Completions;
use describe::describe;
use matching::{Fit, words_of};

use crate::action::{Action, Choice};
use crate::board::Place;
use crate::diagnostic::{Diagnostic, in_line, shortened_to, suggestion};
use crate::game::PlayerView;
use crate::rules::Failure;
use crate::set::Id;
use crate::table::Player;
use crate::transcript::{VERBS, parse_action, print_action};

/// The commands that are one word, with their meanings.
const COMMANDS: [(&str, Command); 13] = [
    ("help", Command::Help),
    ("?", Command::Help),
    ("list", Command::List),
    ("board", Command::Board),
    ("benefits", Command::Benefits),
    ("costs", Command::Costs),
    ("hint", Command::Hint),
    ("undo", Command::Undo),
    ("redo", Command::Redo),
    ("why", Command::Why(None)),
    ("save", Command::Save),
    ("quit", Command::Quit),
    ("q", Command::Quit),
];
/// The words before a line that somebody asks about.
const WHY_NOT: [&str; 2] = ["why-not", "why not"];
/// The error if no action is legal.
pub(crate) const NOTHING: &str = "there is nothing to choose now";
/// The maximum number of characters of a line that an error repeats.
const REPEATED: usize = 41;
/// The maximum number of words in a line that is not exact.
const WORDS: usize = 40;

/// What a line means.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Meaning {
    /// Actions, to be played in order. They can be illegal; then the reasons tell why.
    Actions(Vec<Action>),
    Command(Command),
    /// The indices of the legal actions that the line can mean. It does not tell which one, or is
    /// only a part of the only one.
    Several(Vec<usize>),
    /// The line means nothing.
    Nothing(Diagnostic),
}

/// A command to the program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Command {
    Help,
    List,
    Board,
    Benefits,
    Costs,
    /// To name the best actions.
    Hint,
    Undo,
    Redo,
    /// To explain a line of the log, by default the last one.
    Why(Option<usize>),
    /// To list the reasons against an action.
    WhyNot(String),
    Save,
    Quit,
}

/// A legal action in the list.
pub(crate) struct LegalAction {
    pub(crate) action: Action,
    /// The words of the action, without the player's name.
    pub(crate) text: String,
    /// What matters about the action; can be empty.
    pub(crate) note: String,
    /// The words that answer a question alone: a place, a name, a resource.
    answers: Vec<Vec<String>>,
    words: Vec<String>,
}

impl LegalAction {
    fn of(view: &PlayerView<'_>, player: Player, action: Action) -> (Self, usize) {
        let text = print_action(view.game(), player, &action);
        let text = text.strip_prefix(view.name(player)).map_or(text.as_str(), str::trim_start);
        let (note, pips) = describe(view, &action);
        let answers = answers(view, &action).iter().map(|answer| words_of(answer)).collect();
        (Self { action, words: words_of(text), text: text.into(), note, answers }, pips)
    }

    /// The line of the list for this action.
    pub(crate) fn line(&self) -> String {
        if self.note.is_empty() {
            self.text.clone()
        } else {
            format!("{} ({})", self.text, self.note)
        }
    }

    /// Whether words that fit this action also state it in full, so that nobody can have typed them
    /// only to look something up: all words, the whole answer, or all that there is to choose. The
    /// rule that offers the terms, after `by`, can be left out.
    fn is_stated_by(&self, typed: &[String]) -> bool {
        let whole = |answer: &Vec<String>| answer.iter().all(|word| typed.contains(word));
        let is_without_choice = matches!(
            self.action,
            Action::Roll | Action::End | Action::Accept | Action::Refuse | Action::Withdraw
        );
        let by = self.words.iter().position(|word| word == "by").unwrap_or(self.words.len());
        is_without_choice
            || matching::fits(typed, &self.words, Fit::Shortened)
            || matching::fits(typed, &self.words[..by], Fit::Shortened)
            || self.answers.iter().any(whole)
    }

    /// The words before the place or the answer.
    fn head(&self) -> &str {
        self.text.rsplit_once(' ').map_or("", |(head, _)| head)
    }
}

/// The legal actions of a player, as they are listed.
pub(crate) struct Actions(pub(crate) Vec<LegalAction>);

impl Actions {
    /// Lists legal actions. Of the places for a piece, those with the most pips come first.
    pub(crate) fn of(view: &PlayerView<'_>, player: Player, legal: &[Action]) -> Self {
        let mut heads: Vec<String> = Vec::new();
        let mut all: Vec<(usize, usize, LegalAction)> = Vec::new();
        for &action in legal {
            let (listed, pips) = LegalAction::of(view, player, action);
            let known = heads.iter().position(|head| head == listed.head());
            let head = known.unwrap_or_else(|| {
                heads.push(listed.head().to_owned());
                heads.len() - 1
            });
            all.push((head, pips, listed));
        }
        all.sort_by_key(|&(head, pips, _)| (head, Reverse(pips)));
        Self(all.into_iter().map(|(.., listed)| listed).collect())
    }

    /// The legal actions of the viewer.
    pub(crate) fn legal(view: &PlayerView<'_>, player: Player) -> Result<Self, Failure> {
        Ok(Self::of(view, player, &view.game().legal_actions(player)?))
    }

    /// The indices of the actions whose lines contain all these words.
    pub(crate) fn containing(&self, words: &str) -> Vec<usize> {
        let words = words.to_lowercase();
        let fits = |listed: &LegalAction| {
            let line = listed.line().to_lowercase();
            words.split_whitespace().all(|word| line.contains(word))
        };
        (0..self.0.len()).filter(|&index| fits(&self.0[index])).collect()
    }

    /// What a line of this player means.
    pub(crate) fn meaning(&self, view: &PlayerView<'_>, player: Player, line: &str) -> Meaning {
        let line = line.trim();
        if let Some(command) = command(line) {
            return Meaning::Command(command);
        }
        let line = without_name(line, view.name(player));
        if let Some(meaning) = self.by_number(line) {
            return meaning;
        }
        let parsed = match parse_action(view.game(), player, line) {
            Ok(actions) if !actions.is_empty() => return Meaning::Actions(actions),
            Ok(_) => None,
            Err(wrong) => Some(wrong),
        };
        let typed = canonical::places(view, words_of(line));
        if typed.len() <= WORDS {
            let found = self.closest(&typed, self.matching(&typed));
            match found[..] {
                [] => {}
                [one] if self.0[one].is_stated_by(&typed) => {
                    return Meaning::Actions(vec![self.0[one].action]);
                }
                _ => return Meaning::Several(found),
            }
            let texts = canonical::texts(view, self, &typed);
            if let [text] = &texts[..]
                && let Ok(actions) = parse_action(view.game(), player, text)
                && !actions.is_empty()
            {
                return Meaning::Actions(actions);
            }
        }
        self.inexact(line, parsed)
    }

    /// The meaning of a line that is no action: it filters the list, or is wrong.
    fn inexact(&self, line: &str, wrong: Option<Diagnostic>) -> Meaning {
        let containing = self.containing(line);
        if !containing.is_empty() {
            return Meaning::Several(containing);
        }
        if let Some(command) = begun_command(line) {
            return Meaning::Command(command);
        }
        if self.0.is_empty() {
            return Meaning::Nothing(Diagnostic::new(NOTHING));
        }
        let (first, rest) = line.split_once(' ').unwrap_or((line, ""));
        let first = first.to_lowercase();
        if COMMANDS.iter().any(|(word, _)| *word == first) && !rest.is_empty() {
            let message = format!("`{first}` is a command, and stands alone");
            return Meaning::Nothing(Diagnostic::new(message));
        }
        let is_verb = VERBS.iter().any(|verb| verb.starts_with(&first));
        let found = || Diagnostic::new(format!("no legal action contains `{}`", shortened(line)));
        let wrong = wrong.filter(|_| is_verb).unwrap_or_else(found);
        let known = self.0.iter().map(|listed| listed.text.as_str());
        let known = known.chain(COMMANDS.iter().map(|(word, _)| *word));
        let usual = || "`list` lists the legal actions, and `help` tells what you can type".into();
        let hint = suggestion(line, known).unwrap_or_else(usual);
        let hint = Some(hint).filter(|_| wrong.hints.is_empty());
        Meaning::Nothing(wrong.hints(hint))
    }

    /// The meaning of a number: an action of the list, or the answer to a question for a number.
    fn by_number(&self, line: &str) -> Option<Meaning> {
        let number = line.parse::<usize>().ok()?;
        let words = [number.to_string()];
        let answer = self.0.iter().position(|listed| listed.answers.iter().any(|a| a == &words));
        let index = number.checked_sub(1).filter(|&index| index < self.0.len());
        Some(match (index, answer) {
            (Some(index), Some(answer)) if index != answer => {
                Meaning::Several(vec![index.min(answer), index.max(answer)])
            }
            (Some(index), _) | (None, Some(index)) => Meaning::Actions(vec![self.0[index].action]),
            (None, None) if self.0.is_empty() => Meaning::Nothing(Diagnostic::new(NOTHING)),
            (None, None) => {
                let most = self.0.len();
                Meaning::Nothing(Diagnostic::new(format!("expected a number from 1 to {most}")))
            }
        })
    }

    /// The indices of the actions that fit best.
    fn matching(&self, typed: &[String]) -> Vec<usize> {
        // Little words alone fit everything.
        if typed.iter().all(|word| matching::is_little(word)) {
            return Vec::new();
        }
        let of_action =
            |fit: Fit| move |listed: &LegalAction| matching::fits(typed, &listed.words, fit);
        let of_answer = |fit: Fit| {
            move |listed: &LegalAction| {
                listed.answers.iter().any(|answer| matching::fits(typed, answer, fit))
            }
        };
        let all = |fits: &dyn Fn(&LegalAction) -> bool| -> Vec<usize> {
            (0..self.0.len()).filter(|&index| fits(&self.0[index])).collect()
        };
        let without_verb = |listed: &LegalAction| {
            let is_answer = !listed.answers.is_empty();
            is_answer && matching::fits(typed, &listed.words[1..], Fit::Shortened)
        };
        let levels: [&dyn Fn(&LegalAction) -> bool; 6] = [
            &of_action(Fit::Exact),
            &of_answer(Fit::Exact),
            &of_action(Fit::Shortened),
            &without_verb,
            &of_action(Fit::Begun),
            &of_answer(Fit::Begun),
        ];
        levels.iter().map(|fits| all(*fits)).find(|found| !found.is_empty()).unwrap_or_default()
    }
}

impl Actions {
    /// The actions that contain the most typed words as whole words.
    fn closest(&self, typed: &[String], found: Vec<usize>) -> Vec<usize> {
        let whole =
            |index: usize| typed.iter().filter(|word| self.0[index].words.contains(word)).count();
        let most = found.iter().map(|&index| whole(index)).max();
        found.into_iter().filter(|&index| Some(whole(index)) == most).collect()
    }

    /// The kinds of legal actions, such as `rolls` or `builds road (5)`.
    #[cfg(feature = "terminal")]
    pub(crate) fn summary(&self) -> Vec<String> {
        let mut kinds: Vec<(String, usize)> = Vec::new();
        for listed in &self.0 {
            let count = match listed.action {
                Action::Build { .. } | Action::Move { .. } | Action::End => 2,
                _ => 1,
            };
            let words: Vec<&str> = listed.text.split(' ').take(count).collect();
            let kind = words.join(" ");
            match kinds.iter_mut().find(|(known, _)| *known == kind) {
                Some((_, number)) => *number += 1,
                None => kinds.push((kind, 1)),
            }
        }
        let text = |(kind, number): (String, usize)| match number {
            1 => kind,
            number => format!("{kind} ({number})"),
        };
        kinds.into_iter().map(text).collect()
    }
}

/// A line without the name of the player in front.
fn without_name<'a>(line: &'a str, name: &str) -> &'a str {
    let named = line.get(..name.len()).filter(|begin| begin.eq_ignore_ascii_case(name));
    let rest = named.and_then(|_| line[name.len()..].strip_prefix(' '));
    rest.map_or(line, str::trim_start)
}

/// The command that a whole line is.
fn command(line: &str) -> Option<Command> {
    let lower = line.to_ascii_lowercase();
    if let Some((_, command)) = COMMANDS.iter().find(|(word, _)| *word == lower) {
        return Some(command.clone());
    }
    for head in WHY_NOT {
        let rest = lower.strip_prefix(head).map(|rest| &line[line.len() - rest.len()..]);
        if let Some(rest) = rest.filter(|rest| rest.is_empty() || rest.starts_with(' ')) {
            return Some(Command::WhyNot(rest.trim().to_owned()));
        }
    }
    lower.strip_prefix("why ")?.trim().parse().ok().map(|number| Command::Why(Some(number)))
}

/// The only command that begins with these letters, unless it changes something.
fn begun_command(line: &str) -> Option<Command> {
    let lower = line.to_ascii_lowercase();
    let begun = COMMANDS.iter().filter(|(word, _)| word.starts_with(&lower) && lower.len() > 1);
    let begun: Vec<&Command> = begun.map(|(_, command)| command).collect();
    match begun[..] {
        [Command::Undo | Command::Redo | Command::Quit] => None,
        [command] => Some(command.clone()),
        _ => None,
    }
}

/// The beginning of a line, for an error.
fn shortened(line: &str) -> String {
    in_line(&shortened_to(REPEATED, line))
}

/// The words that stand for an action if they are typed alone.
fn answers(view: &PlayerView<'_>, action: &Action) -> Vec<String> {
    let (rules, names) = (view.rules(), view.game().names());
    let place = |place: Place| {
        let token = match place {
            Place::Intersection(intersection) => view.token_at(intersection),
            _ => None,
        };
        let token = token.map(|token| rules.token(token).name.clone());
        [rules.board.place_name(place)].into_iter().chain(token).collect()
    };
    match *action {
        Action::Build { place: at, .. }
        | Action::Move { place: at, .. }
        | Action::Choose(Choice::Piece(at)) => place(at),
        Action::Discard { resource } => vec![rules.resources[resource.index()].name.clone()],
        Action::Take { from: Some(from) } | Action::Conclude { with: from } => {
            vec![view.name(from).to_owned()]
        }
        Action::Take { from: None } => vec!["nothing".into()],
        Action::Choose(Choice::Hex(hex)) => place(Place::Hex(hex)),
        Action::Choose(Choice::Intersection(at)) => place(Place::Intersection(at)),
        Action::Choose(choice) => vec![rules.choice(choice, names)],
        _ => Vec::new(),
    }
}
