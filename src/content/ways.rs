//! Additional ways to build or buy, offered by rules.

use super::catalog::to_words;
use super::facts::Fact;
use super::rule_file::RuleFile;
use super::tables::{Context, Tables, misread};
use crate::diagnostic::Diagnostic;
use crate::notation;
use crate::rules::{DeckKind, Hook, RuleId, Running, Way, of_copy};

/// Adds a way to build a piece or to buy from a deck.
pub(super) fn add_way(
    tables: &mut Tables,
    context: &mut Context<'_>,
    id: RuleId,
    rule: &RuleFile,
) -> Result<(), Diagnostic> {
    let Some(text) = rule.text(Fact::Way) else { return Ok(()) };
    let catalog = &mut *context.catalog;
    let read = |fact, price: &str| {
        let costs = notation::costs(price, &catalog.words);
        costs.map_err(|error| misread(rule, fact, error))
    };
    let costs = match rule.text(Fact::Price) {
        Some(price) => read(Fact::Price, price)?,
        // The rule is asked for the price.
        None if rule.hooks.contains_key(&Hook::Price) => Vec::new(),
        None => read(Fact::Price, "nothing")?,
    };
    let by_use = rule.list(Fact::Prices).iter().map(|price| read(Fact::Prices, price));
    let costs_by_use = by_use.collect::<Result<Vec<_>, _>>()?;
    let copies = tables.copies(id);
    let offer = |by: Running| {
        Ok(Way {
            name: of_copy(&rule.name(), by.copy),
            costs: costs.clone(),
            costs_by_use: costs_by_use.clone(),
            by: Some(by),
            relaxes_distance: rule.has(Fact::Relaxes),
            limit: tables.limit(by, rule, &rule.name())?,
        })
    };
    let ways = copies.map(offer).collect::<Result<Vec<_>, Diagnostic>>()?;
    let relaxes_distance = rule.has(Fact::Relaxes);
    let error = |message: String| rule.error(Fact::Way, message);
    if let Some(name) = text.strip_prefix("build ") {
        let Some(kind) = catalog.kinds.iter_mut().find(|kind| kind.name == to_words(name)) else {
            let names = catalog.kinds.iter().map(|kind| &kind.name);
            return Err(error(format!("no piece `{name}`")).did_you_mean(name, names));
        };
        if kind.neutral {
            return Err(error(format!("`{name}` belongs to nobody, so no player builds it")));
        }
        if relaxes_distance && kind.keeps_distance.is_empty() {
            let message = format!("`{name}` has no distance rule to relax");
            return Err(rule.error(Fact::Relaxes, message));
        }
        kind.ways.extend(ways);
    } else if let Some(name) = text.strip_prefix("buy ") {
        let word = to_words(name);
        let named = |deck: &&mut DeckKind| deck.name == word || deck.deck == word;
        let mut decks = catalog.decks.iter_mut().filter(named).peekable();
        if decks.peek().is_none() {
            let names = catalog.decks.iter().map(|deck| &deck.name);
            return Err(error(format!("no deck `{name}`")).did_you_mean(name, names));
        }
        if relaxes_distance {
            let hint = "`RELAXES` is only for ways to build";
            return Err(rule.error(Fact::Relaxes, "a deck has no distance rule").hint(hint));
        }
        decks.for_each(|deck| deck.ways.extend_from_slice(&ways));
    } else {
        let hint = "write `\"build <piece>\"` or `\"buy <deck>\"`";
        return Err(error(format!("`{text}` is not a way to build or buy")).hint(hint));
    }
    Ok(())
}
