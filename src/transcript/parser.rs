//! Parses text to the tree, line by line, so that every invalid line is reported.

use std::collections::BTreeSet;
use std::num::NonZeroUsize;
use std::ops::Range;

use pest::Parser;
use pest::error::{ErrorVariant, InputLocation};
use pest::iterators::Pair;

use super::guess::guess;
use super::header::{HeaderReader, first_line, meant_line};
use super::sentence::SentenceCursor;
use super::tree::{Body, Line, ParsedAction, Transcript};
use super::truncation;
use crate::diagnostic::{Code, Diagnostic, Diagnostics, Result, Source, suggestion};
use crate::limits::{FINDINGS, LINE, LINES};
use grammar::Grammar;
pub(super) use grammar::Rule;

mod grammar {
    #![allow(missing_docs, reason = "the items are generated from the grammar file")]

    #[derive(pest_derive::Parser)]
    #[grammar = "transcript/grammar.pest"]
    pub(super) struct Grammar;
}

/// The maximum number of grammar steps for a line.
const CALLS: usize = 100_000;

/// The verbs of actions, for hints.
pub(crate) const VERBS: [&str; 19] = [
    "rolls",
    "builds",
    "places",
    "buys",
    "trades",
    "pays",
    "plays",
    "uses",
    "answers",
    "offers",
    "accepts",
    "refuses",
    "counters",
    "withdraws",
    "discards",
    "moves",
    "takes",
    "chooses",
    "ends",
];

/// Parses a transcript.
///
/// # Errors
/// Every invalid line, or a missing scenario.
pub fn parse(text: &str, file: &str) -> Result<Transcript, Diagnostics> {
    check_lines(text, file)?;
    let (transcript, wrong) = read(text, file);
    transcript.unless_any(wrong)
}

/// Checks that a transcript does not exceed the limit on lines.
pub(super) fn check_lines(text: &str, file: &str) -> Result {
    let lines = text.bytes().filter(|&byte| byte == b'\n').count();
    if lines <= LINES {
        return Ok(());
    }
    let message = format!("the transcript has {lines} lines, but at most {LINES} are allowed");
    Err(Source::new(file, "").whole(message).code(Code::TooMany))
}

/// Parses all lines and reports invalid ones, which become blank. After too many invalid lines, the
/// rest is skipped.
pub(super) fn read(text: &str, file: &str) -> (Transcript, Diagnostics) {
    let source = Source::new(file, text);
    let mut parser = LineParser::new(&source);
    let mut wrong = Diagnostics::default();
    let mut lines = Vec::new();
    let mut start = 0;
    for row in text.split('\n') {
        let span = trimmed(row, start);
        start += row.len() + 1;
        let is_indented = row.starts_with([' ', '\t']);
        let body = match wrong.0.len() {
            ..=FINDINGS => parser.line(span.clone(), is_indented),
            _ => Ok(Body::Blank),
        };
        let body = body.unwrap_or_else(|mistake| {
            let is_last = wrong.0.len() == FINDINGS;
            wrong.0.push(if is_last { the_rest(mistake) } else { mistake });
            Body::Blank
        });
        lines.push(Line { span, body });
    }
    if lines.last().is_some_and(|line| line.span.is_empty()) && text.ends_with('\n') {
        lines.pop();
    }
    if let Some(cut) = parser.cut_off(&lines) {
        parser.head.notes.retain(|note| note.line < cut.line);
        wrong = cut.into();
    }
    let HeaderReader { header, notes, .. } = parser.head;
    (Transcript { source, header, lines, notes }, wrong)
}

/// Changes a diagnostic to report that it and all later ones are not listed.
fn the_rest(mistake: Diagnostic) -> Diagnostic {
    let message = format!("more than {FINDINGS} lines are wrong: the rest of the file is not read");
    Diagnostic::new(message).code(Code::TooMany).at(mistake)
}

impl Transcript {
    /// Returns the transcript, unless its lines or its header have errors.
    pub(super) fn unless_any(self, mut wrong: Diagnostics) -> Result<Self, Diagnostics> {
        if self.header.scenario.text.is_empty() && wrong.0.is_empty() {
            let hint = "begin with a line like `scenario catan`";
            wrong.push(self.source.whole("the transcript does not name a scenario").hint(hint));
        }
        if wrong.0.is_empty() {
            return Ok(self);
        }
        truncation::up_to_cut(self, wrong)
    }
}

/// Parses an action, without the player's name in front.
///
/// # Errors
/// When the words are not an action.
pub(super) fn parsed_action(source: &Source) -> Result<ParsedAction> {
    let span = trimmed(&source.text, 0);
    check_length(source, &span)?;
    let pair = tree(Rule::words, source, &span)?;
    SentenceCursor::new(source, span.start, pair).parsed_action()
}

/// The span of a row without its comment and surrounding spaces.
pub(super) fn trimmed(row: &str, start: usize) -> Range<usize> {
    let comment = row
        .char_indices()
        .find(|&(at, c)| c == '#' && row[..at].chars().next_back().is_none_or(char::is_whitespace));
    let kept = comment.map_or(row, |(at, _)| &row[..at]);
    let from = start + kept.len() - kept.trim_start().len();
    from..(from + kept.trim().len())
}

fn check_length(source: &Source, span: &Range<usize>) -> Result {
    if span.len() <= LINE {
        return Ok(());
    }
    let message = format!("the line has {} bytes, but at most {LINE} are allowed", span.len());
    Err(source.error(span.clone(), message).code(Code::TooMany))
}

/// Parses a part of the text with one rule of the grammar.
fn tree<'s>(rule: Rule, source: &'s Source, span: &Range<usize>) -> Result<Pair<'s, Rule>> {
    pest::set_call_limit(NonZeroUsize::new(CALLS));
    let parsed = Grammar::parse(rule, &source.text[span.clone()]);
    let mut pairs = parsed.map_err(|error| explained(&error, source, span))?;
    Ok(pairs.next().expect("a successful parse contains its rule"))
}

/// The diagnostic for an invalid line.
fn explained(error: &pest::error::Error<Rule>, source: &Source, span: &Range<usize>) -> Diagnostic {
    let (InputLocation::Pos(at) | InputLocation::Span((at, _))) = error.location;
    let rest = &source.text[span.start + at..span.end];
    let found = match rest.strip_prefix(',') {
        Some(_) => ",",
        None => rest.split([' ', '\t', ',']).next().unwrap_or_default(),
    };
    let place = span.start + at..span.start + at + found.len();
    let ErrorVariant::ParsingError { positives, .. } = &error.variant else {
        return source.error(place, "this is not a line of a transcript");
    };
    let mut expected: Vec<String> = Vec::new();
    for text in positives.iter().map(|&rule| description(rule)) {
        if !expected.contains(&text) {
            expected.push(text);
        }
    }
    let what = match &expected[..] {
        [] => "another word".into(),
        [one] => one.clone(),
        [most @ .., last] => format!("{} or {last}", most.join(", ")),
    };
    let found_text =
        if found.is_empty() { "the end of the line".into() } else { format!("`{found}`") };
    let wrong = source.error(place, format!("expected {what}, found {found_text}"));
    let wrong = wrong.code(Code::TranscriptSyntax);
    if positives.iter().any(|rule| matches!(rule, Rule::action_phrase | Rule::words)) {
        return wrong.did_you_mean(found, VERBS);
    }
    if found == "," && positives.contains(&Rule::EOI) {
        return wrong.hint("write the text after the comma on a line of its own");
    }
    let literal = expected.iter().filter_map(|text| text.strip_prefix('`')?.strip_suffix('`'));
    wrong.hints(suggestion(found, literal))
}

/// What can come next in a line of a transcript.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Next {
    /// A word of the language.
    Word(String),
    /// The name of a player.
    Player,
    /// A place, or the title of a token.
    Place,
    /// The name of a thing of the game.
    Name,
}

/// What can come next after the beginning of a line, according to the grammar.
pub fn following(beginning: &str) -> BTreeSet<Next> {
    let begun = beginning.trim();
    let in_full =
        |word: String| match VERBS.iter().find(|verb| verb.strip_suffix('s') == Some(&word)) {
            Some(verb) if !begun.is_empty() => Next::Word((*verb).into()),
            _ => Next::Word(word),
        };
    let mut next: BTreeSet<Next> = expected(begun).into_iter().map(in_full).collect();
    // Almost anything can be a name, places begin with a letter, and players with a lower-case one.
    let has = |words: &str, unlike: &str| reaches(begun, words) && !reaches(begun, unlike);
    let is_name = reaches(begun, "+9");
    if is_name {
        next.insert(Next::Name);
    }
    if has("Zz9", "+9") || has("Zz9 is", "+9 is") {
        next.insert(Next::Place);
    }
    if (!is_name && has("zz9", "Zz9")) || has("zz9 has", "Zz9 has") {
        next.insert(Next::Player);
    }
    next
}

/// The words of the language that the parser expects after the beginning of a line.
fn expected(begun: &str) -> Vec<String> {
    pest::set_call_limit(NonZeroUsize::new(CALLS));
    // The setting applies to all threads, so it is never reset.
    pest::set_error_detail(true);
    // Few lines continue with a comma, so the parser stops there; complete lines stop there as
    // well.
    let stopped = format!("{begun} ,");
    let attempts = [(stopped.as_str(), stopped.len() - 1), (begun, begun.len())];
    let found = attempts.into_iter().find_map(|(text, end)| {
        let attempts = Grammar::parse(Rule::line, text).err()?.parse_attempts()?;
        (attempts.max_position == end).then_some(attempts)
    });
    let tokens = found.map_or_else(Vec::new, |found| found.expected_tokens());
    let words = tokens.into_iter().map(|token| token.to_string());
    words.filter(|word| word.chars().all(|c| c.is_ascii_lowercase() || c == '-')).collect()
}

/// Whether a line can begin with `begun` and continue with `words`.
fn reaches(begun: &str, words: &str) -> bool {
    let begun = format!("{begun} {words}");
    let text = format!("{begun} ,");
    let error = Grammar::parse(Rule::line, &text).err();
    error.is_none_or(|error| match error.location {
        InputLocation::Pos(at) | InputLocation::Span((at, _)) => at > begun.len(),
    })
}

/// The name of a grammar rule in messages.
fn description(rule: Rule) -> String {
    match rule {
        Rule::EOI => "the end of the line".into(),
        Rule::number | Rule::signed => "a number".into(),
        Rule::release => "a version".into(),
        Rule::hash => "a hash with 16 hexadecimal digits".into(),
        Rule::key
        | Rule::name
        | Rule::counted
        | Rule::thing
        | Rule::ability
        | Rule::title
        | Rule::result => "a name".into(),
        Rule::text => "a string".into(),
        Rule::player => "the name of a player".into(),
        Rule::standing => "`accept`, `decline` or `ask`".into(),
        Rule::variant => "`:`".into(),
        Rule::place | Rule::spot => "a place such as C4, C4.n or C4-ne".into(),
        Rule::action_phrase | Rule::words => "an action of the player".into(),
        Rule::line => "an action, a position or an expectation".into(),
        Rule::amount | Rule::bag | Rule::card | Rule::cards => "cards such as `2 ore`".into(),
        Rule::set_up => "`set-up`".into(),
        Rule::is_marked => "`is marked`".into(),
        keyword => format!("`{}`", format!("{keyword:?}").trim_end_matches('_')),
    }
}

/// Parses a transcript line by line; stores the header.
struct LineParser<'s> {
    source: &'s Source,
    head: HeaderReader,
    section: Section,
    /// Whether the last line that is not indented is an action, or could not be parsed.
    is_action: bool,
}

/// The sections of a transcript, in order.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Section {
    Header,
    Position,
    Game,
    End,
}

impl<'s> LineParser<'s> {
    fn new(source: &'s Source) -> Self {
        let head = HeaderReader::default();
        Self { source, head, section: Section::Header, is_action: false }
    }

    fn line(&mut self, span: Range<usize>, is_indented: bool) -> Result<Body> {
        if span.is_empty() {
            return Ok(Body::Blank);
        }
        check_length(self.source, &span)?;
        if self.section == Section::End {
            let hint = "delete this line, or the line `end of recording` above it";
            return Err(self
                .source
                .error(span, "this line comes after the end of the recording")
                .hint(hint));
        }
        if is_indented {
            return self.indented(span);
        }
        self.is_action = true;
        let pair = match tree(Rule::line, self.source, &span) {
            Ok(pair) => pair,
            Err(wrong) if self.section > Section::Header => return Err(self.meant(&span, wrong)),
            Err(wrong) => {
                let wrong = self.meant(&span, wrong);
                return self.head.skip(self.source, &span, wrong).map(|()| Body::Header);
            }
        };
        let inner = pair.into_inner().next().expect("a line contains a sentence");
        let rule = inner.as_rule();
        let mut cursor = SentenceCursor::new(self.source, span.start, inner);
        let body = match rule {
            Rule::given => Body::Given(cursor.given()?.into()),
            Rule::expect => Body::Expect(cursor.expect()?.into()),
            Rule::set_up => Body::SetUp,
            Rule::digest => Body::Digest(cursor.number()?.value, cursor.token().text),
            Rule::undo => Body::Undo(cursor.maybe_number()?),
            Rule::finish => Body::Finish,
            Rule::action => Body::Action(cursor.token(), cursor.parsed_action()?.into()),
            _ => {
                if self.section > Section::Header {
                    let message = "this header line comes after the beginning of the game";
                    let hint = "move it to the top of the file";
                    return Err(self.source.error(span, message).hint(hint));
                }
                self.head.line(self.source, rule, &mut cursor)?;
                return Ok(Body::Header);
            }
        };
        if self.section == Section::Game && matches!(body, Body::Given(_)) {
            let hint = "a position must be given before the first action";
            return Err(self
                .source
                .error(span, "this `given` line comes after an action")
                .hint(hint));
        }
        self.is_action = matches!(body, Body::Action(..));
        self.section = self.section.max(match body {
            Body::Action(..) | Body::SetUp => Section::Game,
            Body::Finish => Section::End,
            _ => Section::Position,
        });
        Ok(body)
    }

    /// Adds the probable meaning of a line, or at least of its first word, to its diagnostic.
    fn meant(&self, span: &Range<usize>, wrong: Diagnostic) -> Diagnostic {
        let text = &self.source.text[span.clone()];
        let players = self.head.header.players.iter().map(|name| name.text.clone());
        if let Some(hint) = guess(text, &players.collect::<Vec<_>>()) {
            return Diagnostic { hints: vec![hint], ..wrong };
        }
        let meant = text.split_whitespace().next().and_then(meant_line);
        match meant {
            Some(meant) if wrong.hints.is_empty() && !text.starts_with(meant) => {
                wrong.hint(format!("did you mean `{meant}`?"))
            }
            _ => wrong,
        }
    }

    /// Parses an indented line: a change or a refusal.
    fn indented(&self, span: Range<usize>) -> Result<Body> {
        let text = &self.source.text[span.clone()];
        if self.section < Section::Game {
            let message = "this indented line has no action above it";
            let hint = "indent only the changes that an action causes, and `refused:` lines";
            return Err(self.source.error(span, message).hint(hint));
        }
        if text.split_whitespace().next() == Some("refused") {
            let hint = "write a colon and part of the reason: `refused: needs 1 ore`";
            return Err(self.source.error(span, "expected `refused:`").hint(hint));
        }
        let Some(reason) = text.strip_prefix("refused:").map(str::trim) else {
            return Ok(Body::Change(single_spaced(text)));
        };
        let error = |message: &str, hint: &str| Err(self.source.error(span, message).hint(hint));
        if !self.is_action {
            return error(
                "this `refused:` line has no action above it",
                "delete this line, or put it below an action",
            );
        }
        if reason.is_empty() {
            return error(
                "expected part of the reason after `refused:`",
                "write a few words of the reason, such as `refused: needs 1 ore`",
            );
        }
        Ok(Body::Refused(reason.into()))
    }

    /// The diagnostic for a recording that ends within its header.
    fn cut_off(&self, lines: &[Line]) -> Option<Diagnostic> {
        let last = lines.last().filter(|line| !line.span.is_empty())?;
        let is_recorded = self.head.is_recorded() || first_line().starts_with(&*self.source.text);
        (is_recorded && self.section == Section::Header).then(|| {
            let wrong = self.source.error(last.span.clone(), "the file ends inside its header");
            wrong.hint(
                "it contains no part of the game: copy the whole file, or record the game again",
            )
        })
    }
}

/// Whether a whole text matches a rule of the grammar.
pub(super) fn is_whole(rule: Rule, text: &str) -> bool {
    let read = Grammar::parse(rule, text).ok().and_then(|mut pairs| pairs.next());
    read.is_some_and(|read| read.as_str() == text)
}

/// Whether lines other than actions can begin with this word.
pub(super) fn is_first_word(word: &str) -> bool {
    Grammar::parse(Rule::reserved, word).is_ok()
}

/// The words separated by single spaces.
pub(super) fn single_spaced(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
