//! The first difference of two tellings, what made it, and what came of it.
//!
//! Compares what is said, action by action: the action, then its changes, then the digest.

use serde::Serialize;
use similar::{ChangeTag, TextDiff};

use super::chain::{Link, reasons_in_words};
use super::told::{Seen, Step, Told};
use super::unlike::{FileDifference, StateDifference, differences};
use super::{digest, parse_action};
use crate::diagnostic::Diagnostic;
use crate::game::Game;
use crate::rules::Origin;
use crate::set::Id;
use crate::table::Player;

/// What of a telling is compared.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Basis {
    /// What is written in it; it has to write every change.
    Written,
    /// What came of it when it was played.
    Played,
}

/// What differs first.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum What {
    /// The action.
    Action,
    /// A change that an action brought about.
    Change,
    /// The digest of the position after it.
    Digest,
    /// One transcript goes on, the other does not.
    End,
}

/// The first difference of two games.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Divergence {
    /// What differs.
    pub what: What,
    /// How the first game goes.
    pub left: Side,
    /// How the second game goes.
    pub right: Side,
    /// In what the positions after it differ.
    pub states: Vec<StateDifference>,
    /// How many later lines differ.
    pub later: usize,
}

/// One of the games at the first difference.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Side {
    /// The line, from 1; 0 where none is written.
    pub line: usize,
    /// The action; empty behind the end.
    pub action: String,
    /// What differs: the change, or the digest; nothing where the other game says more.
    pub text: Option<String>,
    /// What stands behind it, or against the other game's action.
    pub links: Vec<Link>,
    /// Whether the game as it is played with the packs found is the one that is written.
    pub is_played_so: bool,
}

impl Divergence {
    /// The line of the rules that makes the difference: one that is not the same in both games, of
    /// a file that stands behind it, if there is one.
    pub fn maker(&self, files: &[FileDifference]) -> Option<Origin> {
        let links = || self.right.links.iter().chain(&self.left.links);
        let place = |file: &FileDifference| file.right.clone().or_else(|| file.left.clone());
        let stands_behind = |file: &&FileDifference| {
            let names = || file.left.iter().chain(&file.right).map(|origin| &origin.file);
            links().any(|link| names().any(|name| *name == link.origin.file))
        };
        files.iter().find(stands_behind).or(files.first()).and_then(place)
    }
}

/// A line that says what came of a step.
struct Saying<'a> {
    text: &'a str,
    line: usize,
    seen: Option<&'a Seen>,
}

/// What is said instead of changes where an action is refused.
const REFUSED: &str = "refused";

/// The first difference of two tellings; nothing where there is none.
pub fn compare(
    (left, left_basis): (&Told<'_>, Basis),
    (right, right_basis): (&Told<'_>, Basis),
) -> Option<Divergence> {
    let count = left.steps.len().max(right.steps.len());
    let found = (0..count).find_map(|at| {
        let (Some(one), Some(other)) = (left.steps.get(at), right.steps.get(at)) else {
            return Some((at, What::End, 0));
        };
        let (lines, others) = (one.sayings(left_basis), other.sayings(right_basis));
        if at == 0 && !(one.tells(left_basis) && other.tells(right_basis)) {
            return None;
        }
        if at > 0 && one.says != other.says {
            return Some((at, What::Action, 0));
        }
        let same = lines.iter().zip(&others).take_while(|(a, b)| a.text == b.text).count();
        if same < lines.len().max(others.len()) {
            return Some((at, What::Change, same));
        }
        let digests = (one.digest(left_basis), other.digest(right_basis));
        let differ = matches!(digests, (Some(a), Some(b)) if a != b);
        differ.then_some((at, What::Digest, 0))
    });
    let (at, what, line) = found?;
    let sides = [(left, left_basis, right), (right, right_basis, left)];
    let [mut left_side, mut right_side] =
        sides.map(|(told, basis, other)| told.side((at, what, line), basis, other));
    only_own(&mut left_side.links, &mut right_side.links);
    let states = match (left.steps.get(at), right.steps.get(at)) {
        (Some(one), Some(other)) if what != What::Action => one.states(other),
        _ => Vec::new(),
    };
    let shown = [&left_side, &right_side].iter().filter(|side| side.text.is_some()).count();
    let later = later((left, left_basis), (right, right_basis), at).saturating_sub(shown);
    Some(Divergence { what, left: left_side, right: right_side, states, later })
}

/// Takes out what both games have of what rules were asked: it explains no difference.
fn only_own(left: &mut Vec<Link>, right: &mut Vec<Link>) {
    let is_asked = |link: &&Link| link.kind == super::chain::LinkKind::Asked;
    let said = |links: &[Link]| -> Vec<String> {
        links.iter().filter(is_asked).map(|link| link.text.clone()).collect()
    };
    let (of_left, of_right) = (said(left), said(right));
    left.retain(|link| !is_asked(&link) || !of_right.contains(&link.text));
    right.retain(|link| !is_asked(&link) || !of_left.contains(&link.text));
}

/// How many lines differ from this step on.
fn later(left: (&Told<'_>, Basis), right: (&Told<'_>, Basis), at: usize) -> usize {
    let lines = |(told, basis): (&Told<'_>, Basis)| -> Vec<String> {
        let steps = told.steps.iter().skip(at);
        let lines = steps.flat_map(|step| {
            let says = std::iter::once(step.says.clone()).filter(|_| at > 0);
            says.chain(step.sayings(basis).into_iter().map(|saying| format!("  {}", saying.text)))
        });
        lines.collect()
    };
    let (one, other) = (lines(left), lines(right));
    let (one, other): (Vec<&str>, Vec<&str>) =
        (one.iter().map(String::as_str).collect(), other.iter().map(String::as_str).collect());
    let diff = TextDiff::from_slices(&one, &other);
    diff.iter_all_changes().filter(|change| change.tag() != ChangeTag::Equal).count()
}

impl Told<'_> {
    /// The packs that were found and are not those of the recording, with the hashes of both.
    pub fn packs_differ(&self) -> Vec<String> {
        let packs = self.transcript.header.packs.iter().filter_map(|line| {
            let (id, recorded) = (&line.id.text, line.hash?);
            let Some(found) = self.rules.packs.iter().find(|pack| pack.id == *id) else {
                return Some(format!("pack {id}: recorded {recorded:016x}, not found"));
            };
            let differs = found.hash != recorded;
            differs
                .then(|| format!("pack {id}: recorded {recorded:016x}, found {:016x}", found.hash))
        });
        packs.collect()
    }

    /// How this game goes at the first difference.
    fn side(&self, (at, what, line): (usize, What, usize), basis: Basis, other: &Self) -> Side {
        let Some(step) = self.steps.get(at) else {
            return Side { is_played_so: true, ..Side::default() };
        };
        let mut side = Side {
            line: step.line,
            action: step.says.clone(),
            text: None,
            links: Vec::new(),
            is_played_so: basis == Basis::Played || step.is_played_so(),
        };
        match what {
            What::Action | What::End => {
                side.text = (at > 0).then(|| step.says.clone());
                side.links = self.against(at, other);
            }
            What::Change => {
                let sayings = step.sayings(basis);
                if let Some(saying) = sayings.get(line) {
                    side.line = saying.line;
                    side.text = Some(saying.text.to_owned());
                }
                side.links = step.behind(sayings.get(line));
            }
            What::Digest => {
                side.text = step.digest(basis);
                side.line = step.digest.as_ref().map_or(step.line, |digest| digest.line);
            }
        }
        side
    }

    /// What stands in this game against the action with which the other one goes on.
    fn against(&self, at: usize, other: &Self) -> Vec<Link> {
        let before = at.checked_sub(1).and_then(|at| self.steps[at].played.as_ref());
        let (Some(before), Some(step)) = (before, other.steps.get(at)) else { return Vec::new() };
        let links = why_not(&before.after, &step.says).ok().flatten();
        links.unwrap_or_default()
    }
}

/// Everything that stands against an action in words in a game: nothing where it is legal. The
/// player's name in front may be left out where one player has to act.
///
/// # Errors
/// When the words are no action.
pub fn why_not(game: &Game, words: &str) -> Result<Option<Vec<Link>>, Diagnostic> {
    let named = game.names().iter().enumerate().find_map(|(seat, name)| {
        let rest = words.trim().strip_prefix(name.as_str())?;
        rest.starts_with(' ').then_some((Player::new(seat), rest.trim()))
    });
    let acting = game.to_act().iter().next().unwrap_or(game.table().in_turn);
    let (player, words) = named.unwrap_or((acting, words.trim()));
    for action in parse_action(game, player, words)? {
        let reasons = game.reasons(player, &action).map_err(|failure| {
            Diagnostic::new(failure.message.clone()).hint(format!("see {}", failure.origin))
        })?;
        if !reasons.is_empty() {
            return Ok(Some(reasons_in_words(game.rules(), &reasons)));
        }
    }
    Ok(None)
}

impl Step {
    /// What is said to have come of it.
    fn sayings(&self, basis: Basis) -> Vec<Saying<'_>> {
        let happened = self.played.as_ref().map_or(&[][..], |played| played.happened.as_slice());
        let is_refused = match basis {
            Basis::Written => self.is_refused,
            Basis::Played => self.played.as_ref().is_some_and(|played| played.refused.is_some()),
        };
        if is_refused {
            return vec![Saying { text: REFUSED, line: self.line, seen: None }];
        }
        if basis == Basis::Played {
            let own = happened.iter().filter(|seen| !seen.is_repeated);
            let line = |text: &str| {
                let written = self.written.iter().find(|written| written.text == text);
                written.map_or(self.line, |written| written.line)
            };
            return own
                .map(|seen| Saying { text: &seen.text, line: line(&seen.text), seen: Some(seen) })
                .collect();
        }
        let mut rest = happened.iter();
        let saying = |written: &'_ super::told::Written| {
            let mut ahead = rest.clone();
            let seen = ahead.find(|seen| seen.text == written.text);
            if seen.is_some() {
                rest = ahead;
            }
            (seen, written.line)
        };
        let found: Vec<_> = self.written.iter().map(saying).collect();
        let sayings = self.written.iter().zip(found);
        sayings.map(|(written, (seen, line))| Saying { text: &written.text, line, seen }).collect()
    }

    /// Whether it says what came of it: the beginning does not in a game that has no set-up line.
    fn tells(&self, basis: Basis) -> bool {
        basis == Basis::Played || self.line > 0
    }

    /// The digest after it.
    fn digest(&self, basis: Basis) -> Option<String> {
        let written = self.digest.as_ref()?;
        match basis {
            Basis::Written => Some(written.text.clone()),
            Basis::Played => self.played.as_ref().map(|played| digest(&played.after)),
        }
    }

    /// Whether what is written came of it, as far as something is written.
    fn is_played_so(&self) -> bool {
        let Some(played) = &self.played else { return false };
        let happened: Vec<&str> = played.happened.iter().map(|seen| seen.text.as_str()).collect();
        self.is_refused == played.refused.is_some()
            && self.written.iter().all(|written| happened.contains(&written.text.as_str()))
    }

    /// What stands behind a change, or behind its absence: what rules were asked, and refusals.
    fn behind(&self, saying: Option<&Saying<'_>>) -> Vec<Link> {
        let Some(played) = &self.played else { return Vec::new() };
        let mut links =
            saying.and_then(|saying| saying.seen).map_or_else(Vec::new, |seen| played.chain(seen));
        links.extend(played.against());
        links.extend(played.asked());
        links
    }

    /// In what the positions after two steps differ.
    fn states(&self, other: &Self) -> Vec<StateDifference> {
        match (&self.played, &other.played) {
            (Some(one), Some(other)) => differences(&one.after, &other.after),
            _ => Vec::new(),
        }
    }
}
