//! The header of a transcript: its keys, and unknown lines, whose keys may belong to a newer
//! version of newcatan.

use std::ops::Range;

use super::naming::{check_player, is_reserved};
use super::parser::{Rule, VERBS, is_first_word};
use super::sentence::SentenceCursor;
use super::tree::{Header, Name, Number, PackLine};
use crate::diagnostic::{Code, Diagnostic, Source, suggest, suggestion};
use crate::game::MAX_GAME_OPERATIONS;
use crate::limits::HEADER;

/// The version of the transcript language.
const VERSION: u64 = 1;
/// The keys, for hints.
const KEYS: [&str; 14] = [
    "newcatan",
    "engine",
    "scenario",
    "scenario-hash",
    "pack",
    "with",
    "without",
    "seed",
    "set",
    "players",
    "as",
    "changes",
    "failures",
    "operations",
];
/// The words that begin other lines.
const OTHERS: [&str; 6] = ["given", "expect", "set-up", "turn", "undo", "end"];

/// The first line of recordings.
pub(super) fn first_line() -> String {
    format!("newcatan transcript {VERSION}")
}

/// Parses a header line by line.
#[derive(Default)]
pub(super) struct HeaderReader {
    pub(super) header: Header,
    pub(super) notes: Vec<Diagnostic>,
    keys: Vec<Rule>,
    /// The number of header lines so far.
    lines: usize,
}

impl HeaderReader {
    /// Parses a line, given its grammar rule.
    pub(super) fn line(
        &mut self,
        source: &Source,
        rule: Rule,
        cursor: &mut SentenceCursor<'_>,
    ) -> Result<(), Diagnostic> {
        let span = cursor.span();
        if self.is_beyond(source, &span)? {
            return Ok(());
        }
        let header = &mut self.header;
        match rule {
            Rule::version => self.notes.extend(version(source, &cursor.token())?),
            Rule::engine => header.engine = Some(cursor.token().text),
            Rule::scenario => header.scenario = cursor.token(),
            Rule::scenario_hash => header.scenario_hash = Some(cursor.token()),
            Rule::pack => {
                let (id, version) = (cursor.token(), cursor.token().text);
                let hash = cursor.maybe(Rule::hash);
                let hash = hash.and_then(|hash| u64::from_str_radix(&hash.text, 16).ok());
                header.packs.push(PackLine { id, version, hash });
            }
            Rule::added => header.with.push(cursor.token()),
            Rule::left_out => header.without.push(cursor.token()),
            Rule::set => {
                let (key, value) = (cursor.token(), cursor.token());
                header.settings.push((key, value.text));
            }
            Rule::seed => header.seed = Some(cursor.number()?.value),
            Rule::seats => {
                header.players.clear();
                while let Some(player) = cursor.maybe(Rule::player) {
                    let others = header.players.iter().map(|other| other.text.as_str());
                    let at = |wrong: Diagnostic| wrong.at(source.error(player.span.clone(), ""));
                    check_player(&player.text, others).map_err(at)?;
                    header.players.push(player);
                }
            }
            Rule::viewer => header.viewer = Some(cursor.token()),
            Rule::lenient => header.is_lenient = true,
            Rule::limit => header.operations = Some(operations(source, &cursor.number()?)?),
            _ => header.is_complete = true,
        }
        if self.is_repeated(rule) {
            let message = "the header already contains such a line";
            return Err(source.error(span, message).hint("delete one of the lines"));
        }
        self.keys.push(rule);
        Ok(())
    }

    /// Counts a line. Returns whether it is beyond the limit.
    ///
    /// # Errors
    /// For the first line beyond the limit.
    fn is_beyond(&mut self, source: &Source, line: &Range<usize>) -> Result<bool, Diagnostic> {
        self.lines += 1;
        if self.lines != HEADER + 1 {
            return Ok(self.lines > HEADER);
        }
        let message = format!("the header has more than {HEADER} lines: the others are ignored");
        Err(source.error(line.clone(), message).code(Code::TooMany))
    }

    /// Whether a line repeats a key that may appear only once.
    fn is_repeated(&self, rule: Rule) -> bool {
        let Header { packs, settings, with, without, .. } = &self.header;
        match rule {
            Rule::pack => repeats(packs, |pack| &pack.id),
            Rule::set => repeats(settings, |(key, _)| key),
            Rule::added => repeats(with, |path| path),
            Rule::left_out => repeats(without, |rule| rule),
            _ => self.keys.contains(&rule),
        }
    }

    /// Whether the header belongs to a recording, which has lines that nobody writes by hand.
    pub(super) fn is_recorded(&self) -> bool {
        [Rule::version, Rule::engine].iter().any(|rule| self.keys.contains(rule))
    }

    /// Skips an unknown line, whose key may belong to a newer version of newcatan.
    ///
    /// # Errors
    /// The given diagnostic, if the line is more likely a mistake in a known one.
    pub(super) fn skip(
        &mut self,
        source: &Source,
        line: &Range<usize>,
        wrong: Diagnostic,
    ) -> Result<(), Diagnostic> {
        let Some(key) = self.unknown_key(&source.text[line.clone()]) else { return Err(wrong) };
        if self.is_beyond(source, line)? {
            return Ok(());
        }
        let span = line.start..line.start + key.len();
        let note =
            source.error(span.clone(), format!("unknown header key `{key}`: the line is skipped"));
        let meant = suggestion(key, KEYS.into_iter().chain(OTHERS));
        let hint = meant.unwrap_or_else(|| "a newer version of newcatan may support it".into());
        self.notes.push(note.hint(hint).warning());
        self.header.unknown.push((Name { text: key.into(), span }, wrong));
        Ok(())
    }

    /// The first word, if it can be an unknown key: no known line begins with it, and it is not a
    /// player's name.
    fn unknown_key<'t>(&self, text: &'t str) -> Option<&'t str> {
        let key = text.split_whitespace().next()?;
        let is_player = self.header.players.iter().any(|player| player.text == key);
        let is_free = !is_player && !is_first_word(key);
        (is_free && (self.is_recorded() || is_likely(key, &text[key.len()..]))).then_some(key)
    }
}

/// Whether a word is more likely a key than a mistake in a line of a game, judging by the words
/// that follow. In transcripts written by hand, both are possible.
fn is_likely(key: &str, rest: &str) -> bool {
    let Some(next) = rest.split_whitespace().next() else { return false };
    let is_word = key.starts_with(|c: char| c.is_ascii_lowercase())
        && key.chars().all(|c| c.is_ascii_alphanumeric() || "_-".contains(c));
    let acts = VERBS.contains(&next) || suggest(next, VERBS).is_some();
    is_word && !acts && next != "=" && !is_reserved(key) && meant_line(key).is_none()
}

/// Corrects a misspelled word at the beginning of a line of the game.
pub(super) fn meant_line(word: &str) -> Option<&'static str> {
    suggest(word, KEYS.into_iter().chain(OTHERS)).filter(|meant| OTHERS.contains(meant))
}

/// The limit on the operations of a game.
fn operations(source: &Source, number: &Number) -> Result<u64, Diagnostic> {
    if number.value <= MAX_GAME_OPERATIONS {
        return Ok(number.value);
    }
    let message = format!("a game may use at most {MAX_GAME_OPERATIONS} operations");
    Err(source.error(number.span.clone(), message).code(Code::TooMany))
}

/// Whether the last item has the same name as an earlier one.
fn repeats<T>(all: &[T], name: impl Fn(&T) -> &Name) -> bool {
    let Some((last, others)) = all.split_last() else { return false };
    others.iter().any(|other| name(other).text == name(last).text)
}

/// A note about the version of the language. Later minor versions are accepted with a warning;
/// another major version is an error, as the same words may have another meaning.
fn version(source: &Source, version: &Name) -> Result<Option<Diagnostic>, Diagnostic> {
    let (major, minor) = version.text.split_once('.').unwrap_or((&version.text, "0"));
    let message = format!("this transcript is in version {} of the language", version.text);
    let wrong = source.error(version.span.clone(), message);
    if major.parse() != Ok(VERSION) {
        return Err(wrong.hint(format!("this program reads version {VERSION}")));
    }
    let hint = format!(
        "this program supports version {VERSION}, and reads as much of later versions as it can"
    );
    Ok((minor.parse() != Ok(0)).then(|| wrong.hint(hint).warning()))
}
