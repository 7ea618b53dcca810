//! Converts the parts of a sentence from the grammar's pairs to the tree.

use std::ops::Range;
use std::str::FromStr;

use pest::iterators::Pair;

use super::parser::{Rule, single_spaced};
use super::tree::{Act, Amount, Expect, Given, Name, Number, ParsedAction, RuleState, Terms};
use crate::diagnostic::{Diagnostic, Source};

/// The message for a number with too many digits.
const TOO_LARGE: &str = "the number is too large";

/// Iterates over the parts of a sentence that carry meaning.
pub(super) struct SentenceCursor<'s> {
    source: &'s Source,
    offset: usize,
    rule: Rule,
    span: Range<usize>,
    rest: Vec<Pair<'s, Rule>>,
}

impl<'s> SentenceCursor<'s> {
    pub(super) fn new(source: &'s Source, offset: usize, pair: Pair<'s, Rule>) -> Self {
        let span = offset + pair.as_span().start()..offset + pair.as_span().end();
        let rule = pair.as_rule();
        let mut rest: Vec<_> =
            pair.into_inner().filter(|part| carries_meaning(part.as_rule())).collect();
        rest.reverse();
        Self { source, offset, rule, span, rest }
    }

    fn next(&mut self) -> SentenceCursor<'s> {
        let pair = self.rest.pop().expect("the grammar defines the parts of a sentence");
        SentenceCursor::new(self.source, self.offset, pair)
    }

    fn is_next(&self, rule: Rule) -> bool {
        self.rest.last().is_some_and(|pair| pair.as_rule() == rule)
    }

    fn as_name(&self) -> Name {
        let text = self.source.text[self.span.clone()].trim_end();
        let span = self.span.start..self.span.start + text.len();
        // Texts are kept verbatim, such as a path with two spaces.
        let text = if self.rule == Rule::text { text.into() } else { single_spaced(text) };
        Name { text, span }
    }

    /// The byte span of the sentence in the text.
    pub(super) fn span(&self) -> Range<usize> {
        self.span.clone()
    }

    pub(super) fn token(&mut self) -> Name {
        self.next().as_name()
    }

    pub(super) fn maybe(&mut self, rule: Rule) -> Option<Name> {
        self.is_next(rule).then(|| self.token())
    }

    /// Parses a number of this type; also returns its span.
    fn parsed<T: FromStr>(&mut self, wrong: &str) -> Result<(T, Range<usize>), Diagnostic> {
        let Name { text, span } = self.token();
        let parsed = text.parse().map_err(|_| self.source.error(span.clone(), wrong));
        parsed.map(|value| (value, span))
    }

    pub(super) fn number(&mut self) -> Result<Number, Diagnostic> {
        self.parsed(TOO_LARGE).map(|(value, span)| Number { value, span })
    }

    /// Parses points, which may be negative.
    fn points(&mut self) -> Result<i64, Diagnostic> {
        self.parsed(TOO_LARGE).map(|(points, _)| points)
    }

    /// Parses the value of a counter.
    fn signed(&mut self) -> Result<i16, Diagnostic> {
        let wrong = format!("a counter stores a number from {} to {}", i16::MIN, i16::MAX);
        self.parsed(&wrong).map(|(number, _)| number)
    }

    pub(super) fn maybe_number(&mut self) -> Result<Option<Number>, Diagnostic> {
        if self.is_next(Rule::number) { self.number().map(Some) } else { Ok(None) }
    }

    /// Parses a list of cards.
    fn amounts(&mut self) -> Result<Vec<Amount>, Diagnostic> {
        let mut list = self.next();
        let mut amounts = Vec::new();
        while !list.rest.is_empty() {
            let mut amount = list.next();
            amounts.push(Amount { count: amount.number()?, name: amount.token() });
        }
        Ok(amounts)
    }

    /// Parses pairs of dice.
    fn pairs(&mut self) -> Result<Vec<[Number; 2]>, Diagnostic> {
        let mut pairs = Vec::new();
        while !self.rest.is_empty() {
            let mut pair = self.next();
            pairs.push([pair.number()?, pair.number()?]);
        }
        Ok(pairs)
    }

    pub(super) fn given(&mut self) -> Result<Given, Diagnostic> {
        let mut part = self.next();
        Ok(match part.rule {
            Rule::given_placement => Given::Placement,
            Rule::given_turn => Given::Turn(part.number()?),
            Rule::given_dice => Given::Dice(part.pairs()?),
            Rule::given_event_die => Given::EventDie(part.token()),
            Rule::given_port => Given::Port(part.token(), part.token()),
            Rule::given_hex => Given::Hex(part.token(), part.token(), part.maybe_number()?),
            Rule::given_supply => Given::Supply(part.amounts()?),
            Rule::given_played => Given::Played(part.token(), part.amounts()?),
            Rule::given_access => Given::Access(part.token(), part.token()),
            Rule::given_stands => Given::Stands(part.token(), part.token(), part.token()),
            Rule::kept => Given::RuleState(part.rule_state()?),
            Rule::given_off => Given::Off(part.token()),
            Rule::given_piece => {
                let (player, kind, place) = (part.token(), part.token(), part.token());
                Given::Piece(player, kind, place, part.maybe(Rule::title))
            }
            Rule::given_cards => Given::Cards(part.token(), part.amounts()?),
            Rule::given_held => Given::Held(part.token(), part.amounts()?),
            Rule::given_award => Given::Award(part.token(), part.token()),
            _ => Given::Marker(part.token(), part.token()),
        })
    }

    fn rule_state(&mut self) -> Result<RuleState, Diagnostic> {
        let mut part = self.next();
        Ok(match part.rule {
            Rule::kept_count => RuleState::Counter(None, part.token(), part.signed()?),
            Rule::kept_count_at => RuleState::CounterAt(part.token(), part.token(), part.signed()?),
            Rule::kept_counter => {
                RuleState::Counter(Some(part.token()), part.token(), part.signed()?)
            }
            Rule::kept_marked => {
                let player = part.token();
                let players = std::iter::from_fn(|| part.maybe(Rule::player)).collect();
                RuleState::MarkedPlayers(player, players, part.token())
            }
            _ => {
                let (thing, is_marked) = (part.token(), part.token());
                RuleState::MarkedHex(thing, part.token(), !is_marked.text.contains("not"))
            }
        })
    }

    pub(super) fn expect(&mut self) -> Result<Expect, Diagnostic> {
        let mut part = self.next();
        Ok(match part.rule {
            Rule::kept => Expect::RuleState(part.rule_state()?),
            Rule::expect_over => Expect::Over,
            Rule::expect_nobody => Expect::Nobody(part.token()),
            Rule::expect_supply => Expect::Supply(part.amounts()?),
            Rule::expect_may_not => Expect::May(part.token(), part.parsed_action()?, false),
            Rule::expect_may => Expect::May(part.token(), part.parsed_action()?, true),
            Rule::expect_in_turn => Expect::InTurn(part.token()),
            Rule::expect_wins => Expect::Wins(part.token()),
            Rule::expect_route => Expect::Route(part.token(), part.number()?),
            Rule::expect_points => Expect::Points(part.token(), part.points()?),
            Rule::expect_hand => Expect::Hand(part.token(), part.number()?),
            Rule::expect_played => Expect::Played(part.token(), part.amounts()?),
            Rule::expect_access => Expect::Access(part.token(), part.token(), true),
            Rule::expect_no_access => Expect::Access(part.token(), part.token(), false),
            Rule::expect_cards => Expect::Cards(part.token(), part.amounts()?),
            Rule::expect_held => Expect::Held(part.token(), part.amounts()?),
            Rule::expect_award => Expect::Award(part.token(), part.token()),
            Rule::expect_left => Expect::Left(part.number()?, part.token(), part.token()),
            Rule::expect_affected => Expect::Affected(part.token(), Some(part.token())),
            Rule::expect_unaffected => Expect::Affected(part.token(), None),
            Rule::expect_off => Expect::Off(part.token()),
            Rule::expect_marker => Expect::Marker(part.token(), part.token()),
            Rule::expect_empty => Expect::Empty(part.token()),
            Rule::expect_piece => Expect::Piece(part.token(), part.token(), part.token()),
            _ => Expect::Hex(part.token(), part.token(), part.maybe_number()?),
        })
    }

    pub(super) fn parsed_action(&mut self) -> Result<ParsedAction, Diagnostic> {
        let mut pair = self.next();
        let act = pair.next().act()?;
        let mut drawing = Vec::new();
        while let Some(result) = pair.maybe(Rule::result) {
            drawing.push(result);
        }
        Ok(ParsedAction { span: pair.as_name().span, act, drawing })
    }

    fn act(mut self) -> Result<Act, Diagnostic> {
        Ok(match self.rule {
            Rule::roll if self.rest.is_empty() => Act::Roll(None),
            Rule::roll => {
                let dice = [self.number()?, self.number()?];
                Act::Roll(Some((dice, self.maybe(Rule::name))))
            }
            Rule::build => {
                let is_placed = self.maybe(Rule::places).is_some();
                let (kind, place) = (self.token(), self.token());
                Act::Build(kind, place, Terms { is_placed, ..self.terms()? })
            }
            Rule::buy => Act::Buy(self.token(), self.terms()?),
            Rule::conclude => Act::Conclude(self.token()),
            Rule::trade => {
                Act::Trade(self.amounts()?, self.amounts()?, self.next().maybe(Rule::title))
            }
            Rule::play => Act::Play(self.token(), self.next().maybe(Rule::title)),
            Rule::apply => {
                let (ability, variant) = (self.token(), self.next().maybe(Rule::title));
                Act::Use(ability, variant, self.price()?)
            }
            Rule::pay_first => Act::PayFirst(self.as_name().text.contains("hidden")),
            Rule::stand => Act::Stand(self.token(), self.token()),
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
        Ok(Terms { by, paying: self.price()?, is_placed: false })
    }

    fn price(&mut self) -> Result<Option<Vec<Amount>>, Diagnostic> {
        let mut price = self.next();
        if price.rest.is_empty() { Ok(None) } else { price.amounts().map(Some) }
    }
}

/// Whether a part carries meaning besides its place in the sentence.
fn carries_meaning(rule: Rule) -> bool {
    use Rule::{
        ability, action_phrase, amount, bag, card, cards, counted, hash, is_marked, kept, key,
        name, number, pair, place, places, player, price, release, result, signed, spot, standing,
        terms, text, thing, title, variant,
    };
    match rule {
        number | signed | release | hash | key | text | player | place | spot | thing | ability
        | variant | standing | name | counted | title | result | bag | amount | pair | cards
        | card | places | terms | price | action_phrase | kept | is_marked => true,
        _ => is_sentence(rule),
    }
}

/// Whether a part is a kind of sentence.
fn is_sentence(rule: Rule) -> bool {
    use Rule::{
        accept, apply, build, buy, choose, conclude, counter, discard, end_turn, move_to, offer,
        pay_first, play, refuse, roll, stand, take, take_nothing, trade, withdraw,
    };
    match rule {
        roll | build | buy | conclude | trade | play | apply | stand | pay_first | offer
        | accept | refuse | counter | withdraw | discard | move_to | take_nothing | take
        | choose | end_turn => true,
        _ => format!("{rule:?}").split_once('_').is_some_and(|(first, rest)| {
            !rest.is_empty() && matches!(first, "given" | "expect" | "kept")
        }),
    }
}
