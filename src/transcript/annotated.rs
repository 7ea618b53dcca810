//! Annotated replays: the written steps of a transcript with the results of playing them.
//!
//! This module makes no comparisons: `diff` compares two annotated replays, and `chain` lists the
//! causes of a change.

use std::rc::Rc;
use std::sync::Arc;

use super::changes::{is_of_counter, repeats};
use super::merge::as_printed;
use super::options::{Options, ReplayedLine};
use super::replay::replay;
use super::tree::{Body, Line, Transcript};
use super::words;
use crate::action::Action;
use crate::diagnostic::Diagnostics;
use crate::game::{CausedChange, Game, HookCall, Refusal, Script};
use crate::rules::{Call, Rules};
use crate::table::Player;

/// A transcript with the results of playing it.
pub struct AnnotatedReplay<'a> {
    /// The transcript.
    pub transcript: &'a Transcript,
    /// The rules of the game.
    pub rules: Arc<Rules>,
    /// The beginning of the game, then all action lines.
    pub steps: Vec<AnnotatedStep>,
    /// Diagnostics about the transcript.
    pub wrong: Diagnostics,
}

/// The beginning of a game, or one action line.
pub struct AnnotatedStep {
    /// The line, counted from 1. For the beginning of the game, this is the line of the set-up, or
    /// 0 if there is no set-up.
    pub line: usize,
    /// The text of the line.
    pub text: String,
    /// The changes written below the line.
    pub written: Vec<WrittenLine>,
    /// Whether the transcript expects the action to be refused.
    pub is_refused: bool,
    /// The digest written below the line.
    pub digest: Option<WrittenLine>,
    /// The result; `None` if the replay stopped before this step.
    pub played: Option<PlayedStep>,
}

/// A line as written: a change, a digest or a part of the given position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WrittenLine {
    /// The line, counted from 1.
    pub line: usize,
    /// Its text.
    pub text: String,
}

/// The result of a step.
pub struct PlayedStep {
    /// Who acted, and how; empty at the beginning.
    pub actions: Vec<(Player, Action)>,
    /// The printable changes, in order.
    pub happened: Vec<PrintedChange>,
    /// Why the action was refused.
    pub refused: Option<Refusal>,
    /// The calls of effect hooks that made changes, including changes that are not printed.
    pub calls: Vec<Call>,
    /// The calls of pure hooks.
    pub hook_calls: Vec<HookCall>,
    /// The game before the step; `None` at the beginning.
    pub before: Option<Rc<Game>>,
    /// The game after the step.
    pub after: Rc<Game>,
}

/// A change in words.
pub struct PrintedChange {
    /// The words.
    pub text: String,
    /// The change with its cause; `None` for a line of the map or for revealed information.
    pub caused: Option<CausedChange>,
    /// Whether the line of the action already states the change.
    pub is_repeated: bool,
}

impl PrintedChange {
    /// Whether the change may be missing in a complete transcript.
    pub(super) fn is_optional(&self) -> bool {
        self.caused.as_ref().is_some_and(|caused| is_of_counter(&caused.change))
    }
}

/// Plays a transcript as far as possible and annotates each line with its result.
///
/// # Errors
/// When its game cannot begin.
pub fn annotate<'a>(
    transcript: &'a Transcript,
    rules: &Arc<Rules>,
    script: Rc<dyn Script>,
) -> Result<AnnotatedReplay<'a>, Diagnostics> {
    annotate_only(transcript, rules, script, None)
}

/// Annotates only the step that contains this line; lines are numbered from 1. Games of other steps
/// are not stored.
///
/// # Errors
/// When the game cannot begin.
pub fn annotate_line<'a>(
    transcript: &'a Transcript,
    rules: &Arc<Rules>,
    script: Rc<dyn Script>,
    line: usize,
) -> Result<AnnotatedReplay<'a>, Diagnostics> {
    annotate_only(transcript, rules, script, Some(line))
}

fn annotate_only<'a>(
    transcript: &'a Transcript,
    rules: &Arc<Rules>,
    script: Rc<dyn Script>,
    wanted: Option<usize>,
) -> Result<AnnotatedReplay<'a>, Diagnostics> {
    let mut steps = steps(transcript, rules);
    let first = steps[0].line;
    let step_of =
        |steps: &[AnnotatedStep], line| steps.partition_point(|step| step.line <= line).max(1) - 1;
    let wanted = wanted.map(|line| (line, step_of(&steps, line)));
    let mut last: Option<Rc<Game>> = None;
    let mut observe = |moment: &ReplayedLine<'_>| {
        let at = step_of(&steps, moment.at.map_or(first, |at| transcript.line_number(at)));
        let game = Rc::new(moment.game.clone());
        let before = last.replace(Rc::clone(&game));
        if wanted.is_none_or(|(_, wanted)| wanted == at) {
            steps[at].played = Some(PlayedStep::of(moment, before, game));
        }
    };
    let until = wanted.map(|(line, _)| line + 1);
    let observe = Some(&mut observe as _);
    let options = Options { rewrite: true, hook_calls: true, until, observe, ..Options::default() };
    let replayed = replay(transcript, rules, script, options);
    let wrong = replayed.map_or_else(|wrong| wrong, |report| report.left);
    if last.is_none() {
        return Err(wrong);
    }
    Ok(AnnotatedReplay { transcript, rules: Arc::clone(rules), steps, wrong })
}

/// The steps of a transcript, without results.
fn steps(transcript: &Transcript, rules: &Rules) -> Vec<AnnotatedStep> {
    let step = |line, text| AnnotatedStep {
        line,
        text,
        written: Vec::new(),
        is_refused: false,
        digest: None,
        played: None,
    };
    let mut steps = vec![step(0, "the beginning".into())];
    for (at, line) in transcript.lines.iter().enumerate() {
        let number = transcript.line_number(at);
        let text = transcript.words_of(line);
        let last = steps.last_mut().expect("the list starts with the beginning");
        match &line.body {
            Body::SetUp => (last.line, last.text) = (number, text),
            Body::Action(..) | Body::Undo(_) => steps.push(step(number, text)),
            Body::Change(text) => {
                last.written.push(WrittenLine { line: number, text: as_printed(rules, text) });
            }
            Body::Refused(_) => last.is_refused = true,
            Body::Digest(_, digest) => {
                last.digest = Some(WrittenLine { line: number, text: digest.clone() });
            }
            _ => {}
        }
    }
    steps
}

impl AnnotatedStep {
    /// The written changes in order, each with the matching change that happened, if any.
    pub fn matched(&self) -> Vec<(&WrittenLine, Option<&PrintedChange>)> {
        let happened = self.played.as_ref().map_or(&[][..], |played| played.happened.as_slice());
        let mut rest = happened.iter();
        let matched = self.written.iter().map(|written| {
            let mut ahead = rest.clone();
            let change = ahead.find(|change| change.text == written.text);
            if change.is_some() {
                rest = ahead;
            }
            (written, change)
        });
        matched.collect()
    }

    /// The line on which a change is written, or the line of the step if the change is not written.
    pub fn line_of(&self, change: &PrintedChange) -> usize {
        let matched = self.matched();
        let is_it =
            |other: Option<&PrintedChange>| other.is_some_and(|other| std::ptr::eq(other, change));
        let found = matched.iter().find(|(_, other)| is_it(*other));
        found.map_or(self.line, |(written, _)| written.line)
    }
}

impl Transcript {
    /// The number of a line, counted from 1.
    pub fn line_number(&self, at: usize) -> usize {
        self.source.line_of(self.lines[at].span.start)
    }

    /// The lines that give the position at the beginning.
    pub(super) fn given(&self) -> Vec<WrittenLine> {
        let given = self.lines.iter().filter(|line| matches!(line.body, Body::Given(_)));
        let written = |line: &Line| WrittenLine {
            line: self.source.line_of(line.span.start),
            text: self.words_of(line),
        };
        given.map(written).collect()
    }

    /// The text of a line, with single spaces between its words.
    pub(super) fn words_of(&self, line: &Line) -> String {
        let words = self.source.text[line.span.clone()].split_whitespace();
        words.collect::<Vec<_>>().join(" ")
    }
}

impl PlayedStep {
    /// The result of a replayed line, with the games before and after it.
    pub fn of(moment: &ReplayedLine<'_>, before: Option<Rc<Game>>, after: Rc<Game>) -> Self {
        let game = moment.game;
        let (happened, refused) = match moment.outcome {
            Ok(_) if moment.at.is_none() => (laid(game), None),
            Ok(changes) => (
                revealed(moment).chain(printed_changes(game, moment.actions, changes)).collect(),
                None,
            ),
            Err(refused) => (Vec::new(), Some(refused.clone())),
        };
        let mut calls: Vec<Call> = Vec::new();
        for caused in moment.outcome.iter().flat_map(|changes| changes.iter()) {
            calls.extend(caused.call.filter(|call| !calls.contains(call)));
        }
        Self {
            actions: moment.actions.to_vec(),
            happened,
            refused,
            calls,
            hook_calls: game.hook_calls(),
            before,
            after,
        }
    }
}

/// The information that the undone actions revealed.
fn revealed(moment: &ReplayedLine<'_>) -> impl Iterator<Item = PrintedChange> {
    let line =
        |text: &String| PrintedChange { text: text.clone(), caused: None, is_repeated: false };
    moment.revealed.iter().map(line)
}

/// The result of the set-up: the map, and the other changes.
fn laid(game: &Game) -> Vec<PrintedChange> {
    let happened = printed_changes(game, &[], &game.caused_changes());
    let line = |text: String| {
        let caused = happened.iter().find(|change| change.text == text);
        let caused = caused.and_then(|change| change.caused.clone());
        PrintedChange { text, caused, is_repeated: false }
    };
    super::print::set_up(game).into_iter().map(line).collect()
}

/// The changes of actions, in words.
fn printed_changes(
    game: &Game,
    acted: &[(Player, Action)],
    changes: &[CausedChange],
) -> Vec<PrintedChange> {
    let words = words::of(game);
    let actions: Vec<Action> = acted.iter().map(|&(_, action)| action).collect();
    let player = acted.first().map_or(Player(0), |&(player, _)| player);
    let one = |caused: &CausedChange| {
        let text = words.change(&caused.change, None)?;
        let is_repeated = repeats(words, player, &actions, &caused.change);
        Some(PrintedChange { text, caused: Some(caused.clone()), is_repeated })
    };
    changes.iter().filter_map(one).collect()
}
