//! Hidden cards dealt anew, so that a player can try something out without learning what is hidden.

use super::Game;
use crate::chance::Stream;
use crate::change::Change;
use crate::resource::{Resource, Resources};
use crate::set::Id;
use crate::table::{Card, Deck, Player, Step, Table};

/// The seed with which hidden cards are dealt anew when a player tries an action out.
pub(super) const HIDDEN: u64 = 1;

/// The order in which hidden cards are dealt.
const ORDER: Stream = Stream::named("hidden cards");

/// Deals the cards that a player cannot see anew: the resource cards in the hands of the
/// opponents, except for open and offered ones, and their cards from decks together with those still
/// in the decks. Nobody has more or fewer cards than before, and what the player sees stays the
/// same. Used on copies, between the actions of a turn.
pub fn deal_hidden_cards(game: &mut Game, viewer: Player, seed: u64) {
    let opponents: Vec<Player> = game.table().opponents(viewer).collect();
    deal_hands(game, &opponents, seed);
    for deck in (0..game.rules().decks.len()).map(Deck::new) {
        deal_deck(game, &opponents, deck, seed);
    }
}

fn deal_hands(game: &mut Game, opponents: &[Player], seed: u64) {
    let (mut pool, mut counts) = (Resources::NONE, Vec::new());
    for &player in opponents {
        let seat = game.table().seat(player);
        let cards = seat.hand().less(seat.open()).less(offered(game.table(), player));
        pool += cards;
        counts.push(cards.total());
        game.effect.make(Change::Paid(player, cards));
    }
    let mut cards: Vec<Resource> =
        pool.kinds().flat_map(|kind| std::iter::repeat_n(kind, pool.get(kind))).collect();
    ORDER.shuffle(seed, &mut cards);
    for (&player, count) in opponents.iter().zip(counts) {
        let dealt = cards.drain(..count).map(|kind| Resources::of(kind, 1));
        let dealt = dealt.fold(Resources::NONE, |all, card| all + card);
        game.effect.make(Change::Took(player, dealt));
    }
}

/// The cards of a player that the open offer, or the player's reply to it, tells the others.
fn offered(table: &Table, player: Player) -> Resources {
    let offer = table.offer();
    if table.step() != Step::Offer {
        Resources::NONE
    } else if player == table.in_turn() {
        offer.give
    } else if offer.willing.contains(player) {
        offer.terms[player.index()].1
    } else {
        Resources::NONE
    }
}

fn deal_deck(game: &mut Game, opponents: &[Player], deck: Deck, seed: u64) {
    let cards = game.rules().cards.iter().enumerate();
    let of_deck: Vec<Card> =
        cards.filter(|(_, kind)| kind.deck == deck).map(|(index, _)| Card::new(index)).collect();
    let mut counts = Vec::new();
    for &player in opponents {
        let held = |card: &Card| usize::from(game.table().held(player)[*card]);
        let cards: Vec<Card> =
            of_deck.iter().flat_map(|card| std::iter::repeat_n(*card, held(card))).collect();
        counts.push(cards.len());
        for card in cards {
            let back = Change::CardPassed { from: player, to: None, card, open: false };
            game.effect.make(back);
        }
    }
    let left = |card: &Card| usize::from(game.table().deck()[*card]);
    let mut cards: Vec<Card> =
        of_deck.iter().flat_map(|card| std::iter::repeat_n(*card, left(card))).collect();
    ORDER.shuffle(seed, &mut cards);
    for (&player, count) in opponents.iter().zip(counts) {
        for card in cards.drain(..count) {
            game.effect.make(Change::Drew { player, deck, card });
        }
    }
}
