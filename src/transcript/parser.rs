//! From the text to the tree, line by line, so that every wrong line is reported.

use std::num::NonZeroUsize;
use std::ops::Range;

use pest::Parser;
use pest::error::{ErrorVariant, InputLocation};
use pest::iterators::Pair;

use super::tree::{
    Act, Amount, Body, Deed, Expect, Given, Header, Line, Name, Number, PackLine, Terms, Transcript,
};
use crate::diagnostic::{Diagnostic, Diagnostics, Source};
use grammar::{Grammar, Rule};

mod grammar {
    #![allow(missing_docs, reason = "the items are generated from the grammar file")]

    #[derive(pest_derive::Parser)]
    #[grammar = "transcript/grammar.pest"]
    pub(super) struct Grammar;
}

/// The version of the language.
pub(super) const VERSION: u64 = 1;
/// How many steps of the grammar a line may take.
const CALLS: usize = 100_000;
/// The most bytes of a line.
const LENGTH: usize = 2000;

/// The verbs of actions, for hints.
const VERBS: [&str; 17] = [
    "rolls",
    "builds",
    "places",
    "buys",
    "trades",
    "plays",
    "uses",
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

/// Reads a transcript.
///
/// # Errors
/// Every line that is none of the language, and what the header lacks.
pub fn parse(text: &str, file: &str) -> Result<Transcript, Diagnostics> {
    let source = Source::new(file, text);
    let mut reader =
        Reader { source: &source, header: Header::default(), has_begun: false, acted: false };
    let mut wrong = Diagnostics::default();
    let mut lines = Vec::new();
    let mut start = 0;
    for row in text.split('\n') {
        let span = trimmed(row, start);
        start += row.len() + 1;
        let is_indented = row.starts_with([' ', '\t']);
        lines.extend(
            wrong.keep(reader.line(span.clone(), is_indented)).map(|body| Line { span, body }),
        );
    }
    if lines.last().is_some_and(|line| line.span.is_empty()) && text.ends_with('\n') {
        lines.pop();
    }
    if reader.header.scenario.text.is_empty() && wrong.0.is_empty() {
        let hint = "begin with a line like `scenario catan`";
        wrong.push(source.whole("the transcript names no scenario").hint(hint));
    }
    let header = reader.header;
    wrong.unless_any(Transcript { source, header, lines })
}

/// Reads what a player does, without the player's name in front.
///
/// # Errors
/// When the words are no action.
pub(super) fn deed(source: &Source) -> Result<Deed, Diagnostic> {
    let span = trimmed(&source.text, 0);
    let pair = tree(Rule::words, source, &span)?;
    Cursor::new(source, span.start, pair).deed()
}

/// The bytes of a row without its comment and the space around it.
fn trimmed(row: &str, start: usize) -> Range<usize> {
    let comment = row
        .char_indices()
        .find(|&(at, c)| c == '#' && row[..at].chars().next_back().is_none_or(char::is_whitespace));
    let kept = comment.map_or(row, |(at, _)| &row[..at]);
    let from = start + kept.len() - kept.trim_start().len();
    from..(from + kept.trim().len())
}

/// The tree of a part of the text by one rule of the grammar.
fn tree<'s>(
    rule: Rule,
    source: &'s Source,
    span: &Range<usize>,
) -> Result<Pair<'s, Rule>, Diagnostic> {
    if span.len() > LENGTH {
        return Err(source.error(span.clone(), format!("the line is longer than {LENGTH} bytes")));
    }
    pest::set_call_limit(NonZeroUsize::new(CALLS));
    let parsed = Grammar::parse(rule, &source.text[span.clone()]);
    let mut pairs = parsed.map_err(|error| explained(&error, source, span))?;
    Ok(pairs.next().expect("a parse yields its rule"))
}

/// The diagnostic for a line that is none of the language.
fn explained(error: &pest::error::Error<Rule>, source: &Source, span: &Range<usize>) -> Diagnostic {
    let (InputLocation::Pos(at) | InputLocation::Span((at, _))) = error.location;
    let rest = &source.text[span.start + at..span.end];
    let found = rest.split([' ', '\t', ',']).next().unwrap_or_default();
    let place = span.start + at..span.start + at + found.len();
    let ErrorVariant::ParsingError { positives, .. } = &error.variant else {
        return source.error(place, "the line is no line of a transcript");
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
    if positives.iter().any(|rule| matches!(rule, Rule::deed | Rule::words)) {
        return wrong.did_you_mean(found, VERBS);
    }
    let literal = expected.iter().filter_map(|text| text.strip_prefix('`')?.strip_suffix('`'));
    match crate::diagnostic::suggest(found, literal) {
        Some(meant) => wrong.hint(format!("did you mean `{meant}`?")),
        None => wrong,
    }
}

/// What a rule of the grammar is called in messages.
fn description(rule: Rule) -> String {
    match rule {
        Rule::EOI => "the end of the line".into(),
        Rule::number => "a number".into(),
        Rule::hash => "a hash of 16 hexadecimal digits".into(),
        Rule::key | Rule::name | Rule::title | Rule::result => "a name".into(),
        Rule::text => "a text".into(),
        Rule::player => "the name of a player".into(),
        Rule::place => "a place such as C4, C4.n or C4-ne".into(),
        Rule::deed | Rule::words => "what the player does".into(),
        Rule::line => "an action, a position or an expectation".into(),
        Rule::amount | Rule::bag | Rule::card | Rule::cards => "cards such as `2 ore`".into(),
        Rule::set_up => "`set-up`".into(),
        keyword => format!("`{}`", format!("{keyword:?}").trim_end_matches('_')),
    }
}

/// Reads lines and keeps what the header says.
struct Reader<'s> {
    source: &'s Source,
    header: Header,
    has_begun: bool,
    acted: bool,
}

impl Reader<'_> {
    fn line(&mut self, span: Range<usize>, is_indented: bool) -> Result<Body, Diagnostic> {
        if span.is_empty() {
            return Ok(Body::Blank);
        }
        if is_indented {
            return self.indented(span);
        }
        let pair = tree(Rule::line, self.source, &span)?;
        let inner = pair.into_inner().next().expect("a line says something");
        let rule = inner.as_rule();
        let mut cursor = Cursor::new(self.source, span.start, inner);
        let body = match rule {
            Rule::given => Body::Given(cursor.given()?),
            Rule::expect => Body::Expect(cursor.expect()?),
            Rule::set_up => Body::SetUp,
            Rule::digest => Body::Digest(cursor.number()?.value, cursor.token().text),
            Rule::action => Body::Action(cursor.token(), cursor.deed()?),
            _ => {
                if self.has_begun {
                    let message = "a line of the header after the beginning of the game";
                    let hint = "move it to the top of the file";
                    return Err(self.source.error(span, message).hint(hint));
                }
                self.head(rule, &mut cursor)?;
                return Ok(Body::Header);
            }
        };
        self.has_begun = true;
        if self.acted && matches!(body, Body::Given(_)) {
            let hint = "a position is given before the first action";
            return Err(self.source.error(span, "a `given` line after an action").hint(hint));
        }
        self.acted |= matches!(body, Body::Action(..) | Body::SetUp);
        Ok(body)
    }

    /// A change or a refusal.
    fn indented(&self, span: Range<usize>) -> Result<Body, Diagnostic> {
        let text = &self.source.text[span.clone()];
        if !self.acted {
            let message = "an indented line without an action above it";
            let hint = "indented are the changes that an action brings about, and `refused:`";
            return Err(self.source.error(span, message).hint(hint));
        }
        match text.strip_prefix("refused:").map(str::trim) {
            Some("") => Err(self
                .source
                .error(span, "expected a part of the reason after `refused:`")
                .hint("write a few words of the reason, such as `refused: needs 1 ore`")),
            Some(reason) => Ok(Body::Refused(reason.into())),
            None => Ok(Body::Change(single_spaced(text))),
        }
    }

    fn head(&mut self, rule: Rule, cursor: &mut Cursor<'_>) -> Result<(), Diagnostic> {
        let header = &mut self.header;
        match rule {
            Rule::version => {
                let version = cursor.number()?;
                if version.value != VERSION {
                    let message = format!("version {} of the language", version.value);
                    let hint = format!("this engine reads version {VERSION}");
                    return Err(self.source.error(version.span, message).hint(hint));
                }
            }
            Rule::engine => header.engine = Some(cursor.token().text),
            Rule::scenario => header.scenario = cursor.token(),
            Rule::pack => {
                let (id, version) = (cursor.token(), cursor.token().text);
                let hash = cursor.maybe(Rule::hash);
                let hash = hash.and_then(|hash| u64::from_str_radix(&hash.text, 16).ok());
                header.packs.push(PackLine { id, version, hash });
            }
            Rule::set => {
                let (key, value) = (cursor.token(), cursor.token());
                header.settings.push((key, value.text));
            }
            Rule::seed => header.seed = Some(cursor.number()?.value),
            Rule::seats => {
                header.players.clear();
                while let Some(player) = cursor.maybe(Rule::player) {
                    self.check_player(&player)?;
                    self.header.players.push(player);
                }
            }
            _ => header.is_complete = true,
        }
        Ok(())
    }

    fn check_player(&self, player: &Name) -> Result<(), Diagnostic> {
        let message = if is_reserved(&player.text) {
            format!("`{}` cannot be the name of a player", player.text)
        } else if self.header.players.iter().any(|other| other.text == player.text) {
            format!("two players are called `{}`", player.text)
        } else {
            return Ok(());
        };
        Err(self.source.error(player.span.clone(), message).hint("choose another name"))
    }
}

/// Whether a word of the language would be mistaken for a player of this name.
pub fn is_reserved(name: &str) -> bool {
    const OTHERS: [&str; 7] = ["nobody", "nothing", "supply", "game", "port", "hex", "placement"];
    OTHERS.contains(&name) || Grammar::parse(Rule::reserved, name).is_ok()
}

/// The words with one space between them.
fn single_spaced(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Walks over the parts of a sentence that carry meaning.
struct Cursor<'s> {
    source: &'s Source,
    offset: usize,
    rule: Rule,
    span: Range<usize>,
    rest: Vec<Pair<'s, Rule>>,
}

impl<'s> Cursor<'s> {
    fn new(source: &'s Source, offset: usize, pair: Pair<'s, Rule>) -> Self {
        let span = offset + pair.as_span().start()..offset + pair.as_span().end();
        let rule = pair.as_rule();
        let mut rest: Vec<_> =
            pair.into_inner().filter(|part| carries_meaning(part.as_rule())).collect();
        rest.reverse();
        Self { source, offset, rule, span, rest }
    }

    fn next(&mut self) -> Cursor<'s> {
        let pair = self.rest.pop().expect("the grammar says what a sentence consists of");
        Cursor::new(self.source, self.offset, pair)
    }

    fn is_next(&self, rule: Rule) -> bool {
        self.rest.last().is_some_and(|pair| pair.as_rule() == rule)
    }

    fn as_name(&self) -> Name {
        let text = self.source.text[self.span.clone()].trim_end();
        let span = self.span.start..self.span.start + text.len();
        Name { text: single_spaced(text), span }
    }

    fn token(&mut self) -> Name {
        self.next().as_name()
    }

    fn maybe(&mut self, rule: Rule) -> Option<Name> {
        self.is_next(rule).then(|| self.token())
    }

    fn number(&mut self) -> Result<Number, Diagnostic> {
        let Name { text, span } = self.token();
        match text.parse() {
            Ok(value) => Ok(Number { value, span }),
            Err(_) => Err(self.source.error(span, "the number is too large")),
        }
    }

    fn maybe_number(&mut self) -> Result<Option<Number>, Diagnostic> {
        if self.is_next(Rule::number) { self.number().map(Some) } else { Ok(None) }
    }

    /// A bag of resource cards, or a list of other cards.
    fn amounts(&mut self) -> Result<Vec<Amount>, Diagnostic> {
        let mut list = self.next();
        let mut amounts = Vec::new();
        while !list.rest.is_empty() {
            let mut amount = list.next();
            amounts.push(Amount { count: amount.number()?, name: amount.token() });
        }
        Ok(amounts)
    }

    fn given(&mut self) -> Result<Given, Diagnostic> {
        let mut part = self.next();
        Ok(match part.rule {
            Rule::given_placement => Given::Placement,
            Rule::given_turn => Given::Turn(part.number()?),
            Rule::given_port => Given::Port(part.token(), part.token()),
            Rule::given_hex => Given::Hex(part.token(), part.token(), part.maybe_number()?),
            Rule::given_supply => Given::Supply(part.amounts()?),
            Rule::given_played => Given::Played(part.token(), part.amounts()?),
            Rule::given_piece => Given::Piece(part.token(), part.token(), part.token()),
            Rule::given_cards => Given::Cards(part.token(), part.amounts()?),
            Rule::given_held => Given::Held(part.token(), part.amounts()?),
            _ => Given::Marker(part.token(), part.token()),
        })
    }

    fn expect(&mut self) -> Result<Expect, Diagnostic> {
        let mut part = self.next();
        Ok(match part.rule {
            Rule::expect_over => Expect::Over,
            Rule::expect_nobody => Expect::Nobody(part.token()),
            Rule::expect_supply => Expect::Supply(part.amounts()?),
            Rule::expect_may_not => Expect::May(part.token(), part.deed()?, false),
            Rule::expect_may => Expect::May(part.token(), part.deed()?, true),
            Rule::expect_in_turn => Expect::InTurn(part.token()),
            Rule::expect_wins => Expect::Wins(part.token()),
            Rule::expect_route => Expect::Route(part.token(), part.number()?),
            Rule::expect_points => Expect::Points(part.token(), part.number()?),
            Rule::expect_hand => Expect::Hand(part.token(), part.number()?),
            Rule::expect_played => Expect::Played(part.token(), part.amounts()?),
            Rule::expect_cards => Expect::Cards(part.token(), part.amounts()?),
            Rule::expect_held => Expect::Held(part.token(), part.amounts()?),
            Rule::expect_award => Expect::Award(part.token(), part.token()),
            Rule::expect_left => Expect::Left(part.number()?, part.token(), part.token()),
            Rule::expect_off => Expect::Off(part.token()),
            Rule::expect_marker => Expect::Marker(part.token(), part.token()),
            Rule::expect_empty => Expect::Empty(part.token()),
            Rule::expect_piece => Expect::Piece(part.token(), part.token(), part.token()),
            _ => Expect::Hex(part.token(), part.token(), part.maybe_number()?),
        })
    }

    fn deed(&mut self) -> Result<Deed, Diagnostic> {
        let mut deed = self.next();
        let act = deed.next().act()?;
        let mut drawing = Vec::new();
        while let Some(result) = deed.maybe(Rule::result) {
            drawing.push(result);
        }
        Ok(Deed { span: deed.as_name().span, act, drawing })
    }

    fn act(mut self) -> Result<Act, Diagnostic> {
        Ok(match self.rule {
            Rule::roll if self.rest.is_empty() => Act::Roll(None),
            Rule::roll => Act::Roll(Some([self.number()?, self.number()?])),
            Rule::build => Act::Build(self.token(), self.token(), self.terms()?),
            Rule::buy => Act::Buy(self.token(), self.terms()?),
            Rule::conclude => Act::Conclude(self.token()),
            Rule::trade => {
                Act::Trade(self.amounts()?, self.amounts()?, self.next().maybe(Rule::title))
            }
            Rule::play => Act::Play(self.token()),
            Rule::apply => Act::Use(self.token()),
            Rule::offer => {
                let (give, get) = (self.amounts()?, self.amounts()?);
                Act::Offer(give, get, std::iter::from_fn(|| self.maybe(Rule::player)).collect())
            }
            Rule::accept => Act::Accept,
            Rule::refuse => Act::Refuse,
            Rule::counter => Act::Counter(self.amounts()?, self.amounts()?),
            Rule::withdraw => Act::Withdraw,
            Rule::discard => Act::Discard(self.amounts()?),
            Rule::move_to => Act::Move(self.token(), self.token()),
            Rule::take_nothing => Act::Take(None),
            Rule::take => Act::Take(Some(self.token())),
            Rule::choose => Act::Choose(self.token()),
            _ => Act::End,
        })
    }

    fn terms(&mut self) -> Result<Terms, Diagnostic> {
        let by = self.next().maybe(Rule::title);
        let mut price = self.next();
        let paying = if price.rest.is_empty() { None } else { Some(price.amounts()?) };
        Ok(Terms { by, paying })
    }
}

/// Whether a part says something beside its place in the sentence.
fn carries_meaning(rule: Rule) -> bool {
    use Rule as R;
    matches!(
        rule,
        R::number
            | R::hash
            | R::key
            | R::text
            | R::player
            | R::place
            | R::name
            | R::title
            | R::result
            | R::bag
            | R::amount
            | R::cards
            | R::card
            | R::terms
            | R::price
            | R::deed
    ) || is_sentence(rule)
}

/// Whether a part is one of the forms of a sentence.
fn is_sentence(rule: Rule) -> bool {
    use Rule as R;
    matches!(
        rule,
        R::roll
            | R::build
            | R::buy
            | R::conclude
            | R::trade
            | R::play
            | R::apply
            | R::offer
            | R::accept
            | R::refuse
            | R::counter
            | R::withdraw
            | R::discard
            | R::move_to
            | R::take_nothing
            | R::take
            | R::choose
            | R::end_turn
    ) || format!("{rule:?}")
        .split_once('_')
        .is_some_and(|(first, rest)| !rest.is_empty() && matches!(first, "given" | "expect"))
}
