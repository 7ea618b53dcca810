//! Copies of a card that lasts, where several were played in one turn: each has its own uses, and
//! what its rule counts and marks for the turn.

use super::view::View;
use crate::board::Hex;
use crate::rules::{Hold, RuleId, Running, of_copy};
use crate::set::{Id, Set};
use crate::table::{Counter, PLAYERS, Player, Players};

/// Something that one copy of a card keeps.
#[derive(PartialEq)]
enum Kept {
    /// The value of a counter.
    Number(i16),
    /// Players who are marked for a player.
    Players(Players),
    /// Hexes or decks that are marked.
    Things(Set<Hex>),
}

impl View<'_> {
    /// Whether a copy was played in this turn and differs from all that were played before it:
    /// of copies that are in the same state only the first one is used.
    #[inline(never)]
    pub fn is_copy_apart(self, by: Running) -> bool {
        by.copy < self.copies_played(by.rule) && self.same_copy_before(by).is_none()
    }

    /// Why the player cannot use a copy, whatever it grants; nothing where that is possible.
    pub(super) fn why_no_copy(self, player: Player, by: Running) -> Option<String> {
        let name = self.rules().rule(by.rule).name();
        let played = self.copies_played(by.rule);
        let copy = of_copy(&name, by.copy);
        if by.copy >= played {
            let player = self.name(player);
            return Some(format!("{player} has played {played} {name} in this turn, no {copy}"));
        }
        let same = of_copy(&name, self.same_copy_before(by)?);
        Some(format!("{copy} is in the same state as {same}: use that one"))
    }

    /// How many copies of a rule's card were played in this turn.
    fn copies_played(self, rule: RuleId) -> u8 {
        match self.rules().rule(rule).held {
            Some(Hold::Played(card)) => self.table().lasting[card],
            _ => 1,
        }
    }

    /// The first copy that was played earlier and is in the same state.
    fn same_copy_before(self, by: Running) -> Option<u8> {
        (0..by.copy).find(|&other| self.kept_by(by).eq(self.kept_by(Running { copy: other, ..by })))
    }

    /// All that a copy keeps, in the same order for each copy of a card.
    fn kept_by(self, Running { rule, copy }: Running) -> impl Iterator<Item = Kept> {
        let (rules, table) = (self.rules(), self.table());
        let is_own = move |keeper: RuleId, of: Option<u8>| keeper == rule && of == Some(copy);
        let counters = rules.counters.iter().filter(move |it| is_own(it.rule, it.copy));
        let counted = counters.flat_map(|kind| {
            let slots = if kind.by_player { PLAYERS } else { 1 };
            let slot = |number| table.counters[Counter::new(kind.first.index() + number)];
            (0..slots).map(slot).map(Kept::Number)
        });
        let marks = rules.marks.iter().filter(move |it| is_own(it.rule, it.copy));
        let marked = marks.flat_map(|kind| {
            table.everybody().iter().map(|player| Kept::Players(table.marks[kind.first.of(player)]))
        });
        let tags = rules.tags.iter().zip(table.tags.values());
        let tags = tags.filter(move |(kind, _)| is_own(kind.rule, kind.copy));
        counted.chain(marked).chain(tags.map(|(_, &things)| Kept::Things(things)))
    }
}
