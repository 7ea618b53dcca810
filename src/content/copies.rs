//! Tracks cards that stay in play if a player may play several copies of them in a turn. Each copy
//! can have its own uses, counters and marks.

use super::facts::Fact;
use super::manifest::Pack;
use super::order::InPlay;
use super::rule_file::RuleFile;
use super::tables::{Context, Tables};
use crate::diagnostic::{Diagnostic, Diagnostics, Source};
use crate::rules::{RuleId, Running};
use crate::script::tokens::tokens;
use crate::set::Id;

/// Completes messages about limits that copies of a card reach sooner.
pub(super) const EACH_COPY: &str =
    ", and as many again for each additional copy of the card that can be played in a turn";

impl Tables {
    /// Finds the cards whose copies are tracked separately. The number of copies of each card must
    /// be known.
    pub(super) fn find_tracked_copies(
        &mut self,
        context: &Context<'_>,
        rules: &[InPlay],
        wrong: &mut Diagnostics,
    ) {
        for card in self.cards.iter().filter(|card| card.lasts) {
            let plays = context.catalog.decks[card.deck.index()].plays;
            let copies = card.copies.min(plays.unwrap_or(u8::MAX));
            let rule = &rules[card.rule.index()].file;
            if copies > 1 && copies_differ(rule, context.packs) {
                self.copies.insert(card.rule, copies);
            }
        }
        for InPlay { file, .. } in rules {
            for name in file.shares() {
                wrong.keep(self.check_shared(rules, file, name));
            }
        }
    }

    /// The copies of a rule's card that are tracked separately; a single one if copies are not
    /// tracked.
    pub(super) fn copies(&self, id: RuleId) -> impl Iterator<Item = Running> + use<> {
        let copies = self.copies.get(&id).copied().unwrap_or(1);
        (0..copies).map(move |copy| Running { rule: id, copy })
    }

    /// The owners of a counter or a mark. If the value ends with the turn and copies of the rule's
    /// card are tracked separately, each copy is an owner. Otherwise, the only owner is the rule as
    /// a whole (`None`).
    pub(super) fn owners(
        &self,
        id: RuleId,
        by_turn: bool,
    ) -> impl Iterator<Item = Option<u8>> + use<> {
        let copies = self.copies.get(&id).copied().filter(|_| by_turn);
        let whole = copies.is_none().then_some(None);
        (0..copies.unwrap_or(0)).map(Some).chain(whole)
    }

    /// Checks that a rule does not share counters or marks that belong to individual copies of a
    /// card.
    fn check_shared(
        &self,
        rules: &[InPlay],
        file: &RuleFile,
        name: &str,
    ) -> Result<(), Diagnostic> {
        let keeper = rules.iter().position(|other| other.file.id == name).map(RuleId::new);
        let Some(keeper) = keeper.filter(|keeper| self.copies.contains_key(keeper)) else {
            return Ok(());
        };
        let keeper = &rules[keeper.index()].file;
        let Some(kept) = ending_with_turn(keeper) else { return Ok(()) };
        let message = format!(
            "the `{}` of `{name}` cannot be shared: each copy of the card has its own",
            kept.name()
        );
        let hint = "a shared mark or counter must last longer than a turn, or its card must not declare `LASTS`";
        Err(file.error_within(Fact::Shares, name, message).hint(hint))
    }
}

/// Whether the copies of a card have to be tracked separately. This is the case if each use has its
/// own price, if the rule marks or counts something for the turn, or if its script reads the number
/// of uses.
fn copies_differ(rule: &RuleFile, packs: &[Pack]) -> bool {
    let mut files =
        packs.iter().flat_map(|pack| &pack.verbs).map(|(_, source)| source).chain([&rule.source]);
    rule.has(Fact::Prices) || ending_with_turn(rule).is_some() || files.any(asks_for_uses)
}

/// The fact that declares a mark or a counter that ends with the turn.
fn ending_with_turn(rule: &RuleFile) -> Option<Fact> {
    let marks = rule.texts(Fact::Mark, Fact::Marks);
    let mut kept = marks.chain(rule.texts(Fact::Counter, Fact::Counters));
    let ends = |text: &str| text.split([':', ',']).skip(1).any(|word| word.trim() == "turn");
    kept.find(|(_, text)| ends(text)).map(|(fact, _)| fact)
}

/// Whether a script reads `….uses`.
fn asks_for_uses(source: &Source) -> bool {
    let text = &*source.text;
    if !text.contains("uses") {
        return false;
    }
    let tokens = tokens(text);
    let says = |at: usize| &text[tokens[at].span.clone()];
    (1..tokens.len()).any(|at| says(at) == "uses" && matches!(says(at - 1), "." | "?."))
}
