//! Cards of decks: drawing and discarding them.

use super::asking::AskMode;
use super::effect::Effect;
use super::failure::Result;
use super::streams::{Outcome, impossible};
use super::view::View;
use super::{award, calls};
use crate::action::Choice;
use crate::change::Change;
use crate::game::law::terms::{cards_of, has_cards};
use crate::rules::{Arg, Failure, Hook, Merit};
use crate::set::{Id, SmallSet};
use crate::table::{CARDS, Card, DECK, Deck, Player};

impl Effect {
    /// Draws a card of the deck for the player; `None` if the deck is empty.
    ///
    /// # Errors
    /// When the run has halted, or a written card cannot be drawn.
    pub fn draw_card(&mut self, player: Player, deck: Deck) -> Result<Option<Card>> {
        self.live()?;
        if !has_cards(self.view(), deck) {
            return Ok(None);
        }
        let card = pick(self, deck).map_err(|failure| self.view().adopt(failure))?;
        draw(self, player, deck, card).map_err(|failure| self.view().adopt(failure))?;
        Ok(Some(card))
    }

    /// Puts a card of a player's hand on the discards of its deck. Returns whether the hand had it.
    ///
    /// # Errors
    /// When the run has halted.
    pub fn discard_card(&mut self, player: Player, card: Card) -> Result<bool> {
        self.live()?;
        let has = self.table().held(player)[card] > 0;
        if has && !put_under(self, player, card, false) {
            self.make(Change::CardDiscarded(player, card));
            reshuffle(self, self.rules().card(card).deck);
        }
        Ok(has)
    }

    /// Lets players choose at the same time which of their cards of these decks they put back,
    /// until each has this many left. Nobody else sees which cards these are.
    ///
    /// # Errors
    /// When the run has halted, or a question is not answered yet.
    pub fn put_back_excess(
        &mut self,
        players: &[Player],
        left: usize,
        decks: SmallSet<Deck>,
    ) -> Result {
        self.live()?;
        let has_more = |&player: &Player| usize::from(self.table().held_total()[player]) > left;
        if !players.iter().any(has_more) {
            return Ok(());
        }
        let hand = |&player: &Player| -> Vec<Choice> {
            let held = self.table().held(player);
            let cards = decks.iter().flat_map(|deck| cards_of(self.view(), deck));
            cards.flat_map(|card| (0..held[card]).map(move |_| Choice::Held(card))).collect()
        };
        let hands: Vec<Vec<Choice>> = players.iter().map(hand).collect();
        let counts: Vec<usize> = hands.iter().map(|hand| hand.len().saturating_sub(left)).collect();
        let prompt = "Put back which card?";
        let chosen = self.choose_each(prompt, players, hands, &counts, AskMode::Unseen)?;
        for (&player, chosen) in players.iter().zip(chosen) {
            for choice in chosen {
                if let Choice::Held(card) = choice {
                    pass(self, player, card, None)?;
                }
            }
        }
        Ok(())
    }
}

/// Lays a card of a player's hand face up. Returns whether the hand had it.
///
/// # Errors
/// When the run has halted.
pub(crate) fn show_card(effect: &mut Effect, player: Player, card: Card) -> Result<bool> {
    effect.live()?;
    let has = effect.table().held(player)[card] > 0;
    if has {
        lay_open(effect, player, card).map_err(|failure| effect.view().adopt(failure))?;
    }
    Ok(has)
}

/// Gives a card to another player, an open one if there is one, or puts a card of the hand back
/// into its deck. Returns whether the player had it.
///
/// # Errors
/// When the run has halted.
pub(crate) fn pass(
    effect: &mut Effect,
    from: Player,
    card: Card,
    to: Option<Player>,
) -> Result<bool> {
    effect.live()?;
    let open = to.is_some() && effect.table().played(from)[card] > 0;
    let has = open || effect.table().held(from)[card] > 0;
    if has && to.is_none() && put_under(effect, from, card, open) {
        return Ok(true);
    }
    if has && to != Some(from) {
        effect.make(Change::CardPassed { from, to, card, open });
        update_counts_of_played(effect).map_err(|failure| effect.view().adopt(failure))?;
    }
    Ok(has)
}

fn lay_open(effect: &mut Effect, player: Player, card: Card) -> Result<(), Failure> {
    effect.make(Change::LaidOpen(player, card));
    update_counts_of_played(effect)
}

/// Updates the awards that depend on open cards.
fn update_counts_of_played(effect: &mut Effect) -> Result<(), Failure> {
    award::update_awards(effect, |merit| matches!(merit, Merit::Played(_) | Merit::Script))
}

/// Picks a card of a deck without drawing it.
///
/// # Errors
/// When a written card is not in the deck.
pub(super) fn pick(effect: &mut Effect, deck: Deck) -> Result<Card, Failure> {
    let mut left = [0; CARDS];
    let table = effect.table();
    for card in cards_of(effect.view(), deck) {
        left[card.index()] = usize::from(table.deck()[card] - table.under_of(card));
    }
    if left.iter().all(|&count| count == 0) {
        let of_deck = |card: &&Card| effect.rules().card(**card).deck == deck;
        left[table.under().iter().find(of_deck).map_or(0, |card| card.index())] = 1;
    }
    match effect.ledger.streams.written.pop_front() {
        Some(Outcome::Card(card)) if left[card.index()] > 0 => Ok(card),
        Some(Outcome::Card(card)) => Err(not_in_deck(effect.view(), card, deck)),
        Some(_) => Err(impossible("the written result is not a card of a deck")),
        None => {
            let cards = effect.rules().cards.len();
            Ok(Card::new(effect.ledger.pick(DECK, &left[..cards])))
        }
    }
}

/// Gives a player a card that was picked, and lays it face up if its rule says so.
///
/// # Errors
/// When a rule fails that computes the merit of an award.
pub(super) fn draw(
    effect: &mut Effect,
    player: Player,
    deck: Deck,
    card: Card,
) -> Result<(), Failure> {
    effect.make(Change::Drew { player, deck, card });
    if effect.rules().card(card).open {
        lay_open(effect, player, card)?;
    }
    reshuffle(effect, deck);
    calls::trigger(effect, Hook::OnDrawn, player, &[Arg::Card(card)]);
    Ok(())
}

/// Puts a card that a player has played on the discards if its deck wants that, unless an award
/// counts it.
pub(super) fn return_played(effect: &mut Effect, player: Player, card: Card) {
    let rules = effect.rules();
    let deck = rules.card(card).deck;
    let is_counted = || rules.awards.iter().any(|award| award.merit == Merit::Played(card));
    if rules.deck(deck).returns_played && !is_counted() {
        if put_under(effect, player, card, true) {
            return;
        }
        effect.make(Change::CardPassed { from: player, to: None, card, open: true });
        reshuffle(effect, deck);
    }
}

/// Puts a card of a player's hand, or an open one, under its deck, unless the deck has discards, which
/// are shuffled. Returns whether it did.
fn put_under(effect: &mut Effect, from: Player, card: Card, open: bool) -> bool {
    let is_put = !effect.rules().deck(effect.rules().card(card).deck).shuffles;
    if is_put {
        effect.make(Change::PutUnder { from, card, open });
    }
    is_put
}

/// If a deck is empty, its discards become the deck.
fn reshuffle(effect: &mut Effect, deck: Deck) {
    if has_cards(effect.view(), deck) {
        return;
    }
    for card in (0..effect.rules().cards.len()).map(Card::new) {
        if effect.rules().card(card).deck == deck && effect.table().discards()[card] > 0 {
            effect.make(Change::Reshuffled(card));
        }
    }
}

/// The failure if a written card cannot be drawn because it belongs to another deck or no copy is
/// left.
fn not_in_deck(view: View<'_>, card: Card, deck: Deck) -> Failure {
    let (rules, kind) = (view.rules(), view.rules().card(card));
    let facts = if kind.deck == deck { "COPIES" } else { "DECK" };
    let origin = rules.fact_origin(kind.rule, facts);
    let mut failure = impossible("the written card is not in the deck");
    failure.origin = origin.unwrap_or_else(|| rules.rule(kind.rule).origin(None));
    failure
}
