//! Small notations in facts and manifests: costs (`1 wood, 1 brick`, `3 same + 1 any`, alternatives
//! with `|`) and terms of trade (`4 same -> 1 any`).
//!
//! The grammar first gives a tree of amounts, whose names are then resolved to resources. This
//! module knows nothing about files, so errors contain spans of the parsed text.

use std::num::NonZeroUsize;
use std::ops::Range;

use pest::Parser;
use pest::error::InputLocation;
use pest::iterators::Pair;

use crate::diagnostic::suggest;
use crate::resource::{Resource, Resources};
use crate::rules::{CHOICES, Cost, Gain, ResourceWords, Terms};
use crate::set::Id;

/// The maximum number of grammar steps for one string.
const CALLS: usize = 10_000;
/// The maximum number of cards in a notation.
const CARDS: usize = 60;
/// The maximum number of cards to choose. It is low, since there is an action for each choice.
const CHOSEN: usize = 12;

use grammar::{Grammar, Rule};

mod grammar {
    #![allow(missing_docs, reason = "the items are generated from the grammar file")]

    #[derive(pest_derive::Parser)]
    #[grammar = "notation/grammar.pest"]
    pub(super) struct Grammar;
}

/// An error in a notation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NotationError {
    /// The span of the error in bytes.
    pub span: Range<usize>,
    /// The message.
    pub message: String,
    /// A suggestion for fixing it.
    pub hint: Option<String>,
}

/// A number of cards of a kind, as written.
#[derive(Clone, PartialEq, Eq, Debug)]
struct WrittenAmount {
    count: usize,
    /// Whether the cards have to be of a single kind.
    same: bool,
    /// The name of a resource, or a word for cards of the player's choice.
    word: String,
    span: Range<usize>,
}

/// Parses a cost with its alternatives.
///
/// # Errors
/// The mistake and its position.
pub fn costs(text: &str, words: &ResourceWords) -> Result<Vec<Cost>, NotationError> {
    let tree = parse(Rule::costs, text)?;
    let payments = tree.into_inner().filter(|pair| pair.as_rule() == Rule::payment);
    payments.map(|payment| cost(&amounts(payment)?, words)).collect()
}

/// Parses terms of trade.
///
/// # Errors
/// The mistake and its position.
pub fn terms(text: &str, words: &ResourceWords) -> Result<Terms, NotationError> {
    let tree = parse(Rule::terms, text)?;
    let mut sides = tree.into_inner().filter(|pair| pair.as_rule() == Rule::payment);
    let (Some(give), Some(get)) = (sides.next(), sides.next()) else {
        unreachable!("the grammar gives terms two sides");
    };
    Ok(Terms { give: cost(&amounts(give)?, words)?, get: gain(&amounts(get)?, words)? })
}

/// Parses a string with one rule of the grammar.
fn parse(rule: Rule, text: &str) -> Result<Pair<'_, Rule>, NotationError> {
    pest::set_call_limit(NonZeroUsize::new(CALLS));
    let parsed = Grammar::parse(rule, text);
    pest::set_call_limit(None);
    let mut pairs = parsed.map_err(|error| {
        let span = match error.location {
            InputLocation::Pos(at) => at..(at + 1).min(text.len()).max(at),
            InputLocation::Span((from, to)) => from..to,
        };
        let example = match rule {
            Rule::terms => "write terms like `2 wood -> 1 any` or `3 same + 1 any -> 1 any`",
            _ => "write a cost like `1 wood, 1 brick`, `3 same + 1 any` or `nothing`",
        };
        let what = if rule == Rule::terms { "a trade" } else { "a cost" };
        let message = format!("`{text}` is not {what}");
        NotationError { span, message, hint: Some(example.into()) }
    })?;
    Ok(pairs.next().expect("a successful parse contains its rule"))
}

/// The amounts of a cost, or of one side of a trade.
fn amounts(payment: Pair<'_, Rule>) -> Result<Vec<WrittenAmount>, NotationError> {
    let mut amounts: Vec<WrittenAmount> = Vec::new();
    for pair in payment.into_inner().filter(|pair| pair.as_rule() == Rule::amount) {
        let mut amount = WrittenAmount {
            count: usize::MAX,
            same: false,
            word: "any".into(),
            span: pair.as_span().start()..pair.as_span().end(),
        };
        for part in pair.into_inner() {
            match (part.as_rule(), part.as_str()) {
                (Rule::count, count) => amount.count = count.parse().unwrap_or(usize::MAX),
                (Rule::same, _) | (Rule::word, "same") => amount.same = true,
                (_, word) => amount.word = word.into(),
            }
        }
        let is_twin = |it: &WrittenAmount| it.same == amount.same && it.word == amount.word;
        if amounts.iter().any(is_twin) {
            return Err(amount.wrong(format!("`{}` is listed twice", amount.text())));
        }
        amounts.push(amount);
    }
    Ok(amounts)
}

impl WrittenAmount {
    /// The words after the number.
    fn text(&self) -> String {
        match (self.same, self.word.as_str()) {
            (true, "any") => "same".into(),
            (true, word) => format!("same {word}"),
            (false, word) => word.into(),
        }
    }

    /// An error about this amount.
    fn wrong(&self, message: String) -> NotationError {
        NotationError { span: self.span.clone(), message, hint: None }
    }

    /// The number of cards, which is at most `most`.
    fn number(&self, most: usize) -> Result<u8, NotationError> {
        let number = u8::try_from(self.count).ok();
        number
            .filter(|&count| (1..=most).contains(&usize::from(count)))
            .ok_or_else(|| self.wrong(format!("expected 1 to {most} cards of `{}`", self.text())))
    }

    /// The number of cards that are chosen from this many kinds. There are too many ways to choose
    /// many cards of many kinds.
    fn any(&self, kinds: usize) -> Result<u8, NotationError> {
        let number = self.number(CHOSEN)?;
        let Some(most) = (0..number).find(|&fewer| ways(kinds, fewer + 1) > CHOICES) else {
            return Ok(number);
        };
        let message = format!(
            "there are more than {CHOICES} ways to choose {number} cards of {kinds} resources"
        );
        let hint = Some(format!("write at most `{most} {}`", self.word));
        Err(NotationError { hint, ..self.wrong(message) })
    }
}

/// The number of ways to choose this many cards of these kinds.
fn ways(kinds: usize, count: u8) -> usize {
    (1..=usize::from(count)).fold(1, |ways, chosen| ways * (kinds + chosen - 1) / chosen)
}

/// Converts amounts to a payment.
fn cost(amounts: &[WrittenAmount], words: &ResourceWords) -> Result<Cost, NotationError> {
    let mut cost = Cost::default();
    for amount in amounts {
        let Some(choice) = words.choices.iter().find(|choice| choice.word == amount.word) else {
            cost.fixed += cards(amount, words)?;
            continue;
        };
        if cost.same + cost.any > 0 && cost.except != choice.except {
            let other = words.choice_except(cost.except);
            let message = format!("`{other}` and `{}` cannot be combined", choice.word);
            let hint = "use one of these words for all cards that the player chooses";
            return Err(NotationError { hint: Some(hint.into()), ..amount.wrong(message) });
        }
        cost.except = choice.except;
        if amount.same {
            cost.same = amount.number(CHOSEN)?;
        } else {
            cost.any = amount.any(words.names.len() - choice.except.kinds().count())?;
        }
    }
    Ok(cost)
}

/// Converts amounts to a gain.
fn gain(amounts: &[WrittenAmount], words: &ResourceWords) -> Result<Gain, NotationError> {
    if let Some(same) = amounts.iter().find(|amount| amount.same) {
        let hint = Some("write `any` or a resource after `->`".into());
        return Err(NotationError { hint, ..same.wrong("a gain cannot be `same`".into()) });
    }
    let Cost { fixed, any, except, .. } = cost(amounts, words)?;
    Ok(Gain { fixed, any, except })
}

/// The cards of a named resource.
fn cards(amount: &WrittenAmount, words: &ResourceWords) -> Result<Resources, NotationError> {
    let place = words.names.iter().position(|name| *name == amount.word);
    let start = amount.span.end - amount.word.len();
    let wrong = |message: String, hint: String| NotationError {
        span: start..amount.span.end,
        message,
        hint: Some(hint),
    };
    let Some(place) = place else {
        let names = || words.names.join(", ");
        return Err(wrong(
            format!("no resource `{}`", amount.word),
            suggest(&amount.word, words.all())
                .map_or_else(|| format!("the resources are {}", names()), did_you_mean),
        ));
    };
    if amount.same {
        let message = format!("`{}` is a single kind", amount.word);
        return Err(wrong(message, format!("write `{} {}`", amount.count, amount.word)));
    }
    Ok(Resources::of(Resource::new(place), usize::from(amount.number(CARDS)?)))
}

fn did_you_mean(meant: &str) -> String {
    format!("did you mean `{meant}`?")
}

#[cfg(test)]
mod tests;
