//! The awards that rules declare: what they compare, and how many points they give.

use super::catalog::{Catalog, to_words};
use super::facts::Fact;
use super::rule_file::RuleFile;
use super::tables::{Context, Tables};
use crate::diagnostic::{Code, Result};
use crate::rules::{AwardKind, Merit, RuleId};
use crate::set::{Id, Set};
use crate::table::{AWARDS, Card, Kind};

impl Tables {
    /// Adds the award that a rule declares.
    pub(super) fn add_award(
        &mut self,
        context: &Context<'_>,
        id: RuleId,
        rule: &RuleFile,
    ) -> Result {
        let Some(points) = rule.small(Fact::Award)? else { return Ok(()) };
        if self.awards.len() == AWARDS {
            return Err(rule
                .error(Fact::Award, format!("a game can have at most {AWARDS} awards"))
                .code(Code::TooMany));
        }
        let merit = if let Some(word) = rule.text(Fact::Longest) {
            let kinds = kinds(context.catalog, rule, Fact::Longest, word)?;
            if kinds.iter().any(|kind| !context.catalog.kinds[kind.index()].is_route) {
                return Err(rule.error(Fact::Longest, format!("`{word}` is not a route")));
            }
            Merit::Longest(kinds)
        } else if let Some(text) = rule.text(Fact::Most) {
            self.most(context, rule, text)?
        } else {
            Merit::Script
        };
        self.awards.push(AwardKind {
            name: rule.name(),
            points,
            least: rule.number(Fact::Minimum).unwrap_or(1),
            forever: rule.is(Fact::Forever),
            merit,
            rule: id,
        });
        Ok(())
    }

    /// Parses the `MOST` fact: the quantity that the award compares.
    fn most(&self, context: &Context<'_>, rule: &RuleFile, text: &str) -> Result<Merit> {
        if let Some(name) = text.strip_prefix("played ") {
            let card = self.cards.iter().position(|card| card.name == to_words(name));
            let names = self.cards.iter().map(|card| &card.name);
            let unknown = || rule.error(Fact::Most, format!("no card `{name}`"));
            let card = card.ok_or_else(|| unknown().did_you_mean(name, names))?;
            return Ok(Merit::Played(Card::new(card)));
        }
        if let Some(name) = text.strip_prefix("owned ") {
            return context.catalog.goods(rule, Fact::Most, name).map(Merit::Owned);
        }
        let (word, area) = match text.split_once(" in ") {
            Some((word, area)) => (word, Some(area)),
            None => (text, None),
        };
        let kinds = kinds(context.catalog, rule, Fact::Most, word)?;
        let board = context.board;
        let find = |name| {
            let names = board.areas().iter().map(|area| &area.name);
            let unknown = || rule.error(Fact::Most, format!("no area `{name}` on this board"));
            board.area_named(name).ok_or_else(|| unknown().did_you_mean(name, names))
        };
        Ok(Merit::Pieces(kinds, area.map(find).transpose()?))
    }
}

/// Resolves the kinds of pieces that a fact names.
fn kinds(catalog: &Catalog, rule: &RuleFile, fact: Fact, word: &str) -> Result<Set<Kind>> {
    catalog.players_kinds(word, |message| rule.error(fact, message))
}
