//! Other terms on which rules let players build or buy.

use super::catalog::spoken;
use super::facts::Fact;
use super::rule_file::RuleFile;
use super::tables::{Context, Tables, misread};
use crate::diagnostic::Diagnostic;
use crate::notation;
use crate::rules::{DeckKind, RuleId, Way};

/// Offers other terms for a piece or a deck.
pub(super) fn add_way(
    tables: &mut Tables,
    context: &mut Context<'_>,
    id: RuleId,
    rule: &RuleFile,
) -> Result<(), Diagnostic> {
    let Some(text) = rule.text(Fact::Way) else { return Ok(()) };
    let catalog = &mut *context.catalog;
    let read = |fact, price: &str| {
        let costs = notation::costs(price, &catalog.names);
        costs.map_err(|error| misread(rule, fact, error))
    };
    let costs = read(Fact::Price, rule.text(Fact::Price).unwrap_or("nothing"))?;
    let by_use = rule.list(Fact::Prices).iter().map(|price| read(Fact::Prices, price));
    let costs_by_use = by_use.collect::<Result<_, _>>()?;
    let way = Way {
        name: rule.name(),
        costs,
        costs_by_use,
        rule: Some(id),
        relaxes_distance: rule.has(Fact::Relaxes),
        limit: tables.limit(id, rule, &rule.name())?,
    };
    let error = |message: String| rule.error(Fact::Way, message);
    if let Some(name) = text.strip_prefix("build ") {
        let Some(kind) = catalog.kinds.iter_mut().find(|kind| kind.name == spoken(name)) else {
            let names = catalog.kinds.iter().map(|kind| kind.name.as_str());
            return Err(error(format!("no piece `{name}`")).did_you_mean(name, names));
        };
        if way.relaxes_distance && !kind.keeps_distance {
            let message = format!("`{name}` keeps no distance that could be relaxed");
            return Err(rule.error(Fact::Relaxes, message));
        }
        kind.ways.push(way);
    } else if let Some(name) = text.strip_prefix("buy ") {
        let word = spoken(name);
        let named = |deck: &&mut DeckKind| deck.name == word || deck.deck == word;
        let mut decks = catalog.decks.iter_mut().filter(named).peekable();
        if decks.peek().is_none() {
            let names = catalog.decks.iter().map(|deck| deck.name.as_str());
            return Err(error(format!("no deck `{name}`")).did_you_mean(name, names));
        }
        if way.relaxes_distance {
            let hint = "it is for ways to build";
            return Err(rule.error(Fact::Relaxes, "a deck keeps no distance").hint(hint));
        }
        decks.for_each(|deck| deck.ways.push(way.clone()));
    } else {
        let hint = "write `\"build <piece>\"` or `\"buy <deck>\"`";
        return Err(error(format!("`{text}` is no way to build or buy")).hint(hint));
    }
    Ok(())
}
