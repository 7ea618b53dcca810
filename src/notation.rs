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
use crate::rules::{Cost, Gain, Terms};
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
    word: String,
    span: Range<usize>,
}

/// Parses a cost with its alternatives.
///
/// # Errors
/// The mistake and its position.
pub fn costs(text: &str, resources: &[String]) -> Result<Vec<Cost>, NotationError> {
    let tree = parse(Rule::costs, text)?;
    let payments = tree.into_inner().filter(|pair| pair.as_rule() == Rule::payment);
    payments.map(|payment| cost(&amounts(payment)?, resources)).collect()
}

/// Parses terms of trade.
///
/// # Errors
/// The mistake and its position.
pub fn terms(text: &str, resources: &[String]) -> Result<Terms, NotationError> {
    let tree = parse(Rule::terms, text)?;
    let mut sides = tree.into_inner().filter(|pair| pair.as_rule() == Rule::payment);
    let (Some(give), Some(get)) = (sides.next(), sides.next()) else {
        unreachable!("the grammar gives terms two sides");
    };
    Ok(Terms { give: cost(&amounts(give)?, resources)?, get: gain(&amounts(get)?, resources)? })
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
        let span = pair.as_span().start()..pair.as_span().end();
        let mut parts = pair.into_inner();
        let mut part = || parts.next().expect("an amount has a count and a word").as_str();
        let (count, word) = (part().parse().unwrap_or(usize::MAX), part().to_owned());
        let wrong = |message: String| NotationError { span: span.clone(), message, hint: None };
        if amounts.iter().any(|amount| amount.word == word) {
            return Err(wrong(format!("`{word}` is listed twice")));
        }
        let most = if ["any", "same"].contains(&word.as_str()) { CHOSEN } else { CARDS };
        if count == 0 || count > most {
            return Err(wrong(format!("expected 1 to {most} cards of `{word}`")));
        }
        amounts.push(WrittenAmount { count, word, span });
    }
    Ok(amounts)
}

/// Converts a count to a byte.
fn small(count: usize) -> u8 {
    u8::try_from(count).expect("counts are limited by the parser")
}

/// Converts amounts to a payment.
fn cost(amounts: &[WrittenAmount], resources: &[String]) -> Result<Cost, NotationError> {
    let mut cost = Cost::default();
    for amount in amounts {
        match amount.word.as_str() {
            "any" => cost.any = small(amount.count),
            "same" => cost.same = small(amount.count),
            _ => cost.fixed += cards(amount, resources)?,
        }
    }
    Ok(cost)
}

/// Converts amounts to a gain.
fn gain(amounts: &[WrittenAmount], resources: &[String]) -> Result<Gain, NotationError> {
    let mut gain = Gain::default();
    for amount in amounts {
        match amount.word.as_str() {
            "any" => gain.any = small(amount.count),
            "same" => {
                return Err(NotationError {
                    span: amount.span.clone(),
                    message: "a gain cannot be `same`".into(),
                    hint: Some("write `any` or a resource after `->`".into()),
                });
            }
            _ => gain.fixed += cards(amount, resources)?,
        }
    }
    Ok(gain)
}

/// The cards of a named resource.
fn cards(amount: &WrittenAmount, resources: &[String]) -> Result<Resources, NotationError> {
    let place = resources.iter().position(|name| *name == amount.word);
    place.map(|place| Resources::of(Resource::new(place), amount.count)).ok_or_else(|| {
        let names = resources.iter().map(String::as_str).chain(["any", "same"]);
        NotationError {
            span: amount.span.end - amount.word.len()..amount.span.end,
            message: format!("no resource `{}`", amount.word),
            hint: Some(match suggest(&amount.word, names) {
                Some(meant) => format!("did you mean `{meant}`?"),
                None => format!("the resources are {}", resources.join(", ")),
            }),
        }
    })
}

#[cfg(test)]
mod tests;
