//! The cards from decks: where each kind is, and how many of it.
//!
//! The numbers of the first kinds are in the first block of the table. Few games have more kinds;
//! the numbers of the others are in the second block.

use serde::{Deserialize, Serialize};

use super::{ByPlayer, CARDS, Card, More, Player, Table};
use crate::set::{Id, IdMap, Set};

/// The number of kinds in the first block.
const FIRST: usize = 40;

/// The cards of the first kinds.
pub(super) type FirstCards = CardRows<FIRST>;
/// The cards of the other kinds.
pub(super) type OtherCards = CardRows<{ CARDS - FIRST }>;

/// A place for cards.
#[derive(Clone, Copy)]
pub(super) enum Row {
    Deck,
    Discards,
    Fresh,
    Lasting,
    Held(Player),
    Played(Player),
}

/// The number of cards of each kind at each place, for up to `N` kinds.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug, Serialize, Deserialize)]
pub(super) struct CardRows<const N: usize> {
    deck: IdMap<Card, u8, N>,
    discards: IdMap<Card, u8, N>,
    fresh_cards: IdMap<Card, u8, N>,
    lasting: IdMap<Card, u8, N>,
    held: ByPlayer<IdMap<Card, u8, N>>,
    played: ByPlayer<IdMap<Card, u8, N>>,
}

impl<const N: usize> CardRows<N> {
    #[inline]
    fn row(&self, row: Row) -> &IdMap<Card, u8, N> {
        match row {
            Row::Deck => &self.deck,
            Row::Discards => &self.discards,
            Row::Fresh => &self.fresh_cards,
            Row::Lasting => &self.lasting,
            Row::Held(player) => &self.held[player],
            Row::Played(player) => &self.played[player],
        }
    }

    #[inline]
    fn row_mut(&mut self, row: Row) -> &mut IdMap<Card, u8, N> {
        match row {
            Row::Deck => &mut self.deck,
            Row::Discards => &mut self.discards,
            Row::Fresh => &mut self.fresh_cards,
            Row::Lasting => &mut self.lasting,
            Row::Held(player) => &mut self.held[player],
            Row::Played(player) => &mut self.played[player],
        }
    }
}

/// The number of cards of each kind at one place.
#[derive(Clone, Copy)]
pub struct CardCounts<'a> {
    first: &'a IdMap<Card, u8, FIRST>,
    table: &'a Table,
    row: Row,
}

impl<'a> CardCounts<'a> {
    /// The numbers of the kinds after the first ones; empty if there are no such kinds.
    fn others(self) -> &'a [u8] {
        let others = self.table.more.as_ref().and_then(|more| more.cards.as_deref());
        others.map_or(&[], |others| others.row(self.row).values())
    }

    fn all(self) -> impl Iterator<Item = u8> + use<'a> {
        self.first.values().iter().chain(self.others()).copied()
    }

    /// The number of cards of all kinds.
    pub fn total(self) -> usize {
        self.all().map(usize::from).sum()
    }

    /// The kinds among these of which there are cards; `count` is the number of kinds in the game.
    #[inline]
    pub fn among(self, these: Set<Card>, count: usize) -> Set<Card> {
        let some = these - self.first.which(0, count.min(FIRST));
        if count <= FIRST {
            return some;
        }
        some.iter().filter(|&card| self[card] > 0).collect()
    }

    /// The kinds of which there are cards; `count` is the number of kinds in the game.
    #[inline]
    pub fn kinds(self, count: usize) -> Set<Card> {
        self.among(Set::first(count), count)
    }

    #[cold]
    fn other(self, card: Card) -> &'a u8 {
        &self.others()[card.index() - FIRST]
    }
}

impl PartialEq for CardCounts<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.first == other.first && self.others() == other.others()
    }
}

impl std::ops::Index<Card> for CardCounts<'_> {
    type Output = u8;
    #[inline]
    fn index(&self, card: Card) -> &u8 {
        self.first.values().get(card.index()).unwrap_or_else(|| self.other(card))
    }
}

impl Table {
    /// The cards left in the decks. The order is not stored, since cards are drawn at random when
    /// they are bought.
    pub fn deck(&self) -> CardCounts<'_> {
        self.row(Row::Deck)
    }

    /// The discarded cards.
    pub fn discards(&self) -> CardCounts<'_> {
        self.row(Row::Discards)
    }

    /// The cards that the current player got this turn.
    #[inline]
    pub fn fresh_cards(&self) -> CardCounts<'_> {
        self.row(Row::Fresh)
    }

    /// The cards played this turn that last until its end.
    #[inline]
    pub fn lasting(&self) -> CardCounts<'_> {
        self.row(Row::Lasting)
    }

    /// The cards that a player has not played.
    #[inline]
    pub fn held(&self, player: Player) -> CardCounts<'_> {
        self.row(Row::Held(player))
    }

    /// The cards that a player has played, or got face up.
    #[inline]
    pub fn played(&self, player: Player) -> CardCounts<'_> {
        self.row(Row::Played(player))
    }

    #[inline]
    fn row(&self, row: Row) -> CardCounts<'_> {
        CardCounts { first: self.core.cards.row(row), table: self, row }
    }

    /// Puts these cards into the decks: the number of each kind.
    pub(super) fn fill_decks(&mut self, deck: &[u8]) {
        if deck.len() > FIRST {
            self.more.get_or_insert_default().cards = Some(Box::default());
        }
        for (at, count) in deck.iter().enumerate() {
            *self.count(Row::Deck, Card::new(at)) = *count;
        }
    }

    #[inline]
    pub(super) fn count(&mut self, row: Row, card: Card) -> &mut u8 {
        let first = self.core.cards.row_mut(row).values_mut();
        match first.get_mut(card.index()) {
            Some(count) => count,
            None => other_mut(&mut self.more, row, card),
        }
    }

    /// Begins a turn, in which no card is fresh or lasting.
    #[inline]
    pub(super) fn begin_turn_of_cards(&mut self) {
        if std::mem::take(&mut self.core.fresh_total) > 0 {
            self.clear(Row::Fresh);
        }
        // Only a card that was played can last.
        if self.plays > 0 {
            self.clear(Row::Lasting);
        }
    }

    fn clear(&mut self, row: Row) {
        *self.core.cards.row_mut(row) = IdMap::all(0);
        if let Some(others) = self.more.as_mut().and_then(|more| more.cards.as_mut()) {
            *others.row_mut(row) = IdMap::all(0);
        }
    }

    pub(super) fn get_card(&mut self, player: Player, card: Card) {
        *self.count(Row::Held(player), card) += 1;
        self.core.held_total[player] += 1;
        if player == self.in_turn {
            *self.count(Row::Fresh, card) += 1;
            self.core.fresh_total += 1;
        }
    }

    /// The cards under their decks, in the order in which they will be drawn. They are among those of
    /// [`deck`](Self::deck).
    pub fn under(&self) -> &[Card] {
        self.more.as_ref().map_or(&[], |more| &more.under)
    }

    /// The number of cards of a kind under its deck.
    pub(crate) fn under_of(&self, card: Card) -> u8 {
        let alike = self.under().iter().filter(|&&other| other == card);
        u8::try_from(alike.count()).expect("a deck has few cards")
    }

    pub(super) fn put_under(&mut self, card: Card) {
        *self.count(Row::Deck, card) += 1;
        self.more.get_or_insert_default().under.push(card);
    }

    /// Takes a card out of its deck. If all cards of its kind are under the deck, it is the first of
    /// them.
    pub(super) fn take_from_deck(&mut self, card: Card) {
        if !self.under().is_empty() {
            self.take_from_under(card);
        }
        *self.count(Row::Deck, card) -= 1;
    }

    #[cold]
    fn take_from_under(&mut self, card: Card) {
        if self.under_of(card) == self.deck()[card]
            && let Some(more) = &mut self.more
            && let Some(at) = more.under.iter().position(|&other| other == card)
        {
            more.under.remove(at);
            self.tidy();
        }
    }

    /// Takes a card out of a hand, a fresh one last.
    pub(super) fn part_with_card(&mut self, player: Player, card: Card) {
        *self.count(Row::Held(player), card) -= 1;
        self.core.held_total[player] -= 1;
        if player == self.in_turn && self.fresh_cards()[card] > self.held(player)[card] {
            *self.count(Row::Fresh, card) -= 1;
            self.core.fresh_total -= 1;
        }
    }
}

#[cold]
fn other_mut(more: &mut Option<Box<More>>, row: Row, card: Card) -> &mut u8 {
    let others = more.as_mut().and_then(|more| more.cards.as_mut());
    let others = others.expect("a table has room for its kinds of cards");
    &mut others.row_mut(row).values_mut()[card.index() - FIRST]
}
