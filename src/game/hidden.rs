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
/// opponents, except for those that everybody knows of, and their cards from decks together with
/// those still in the decks. Nobody has more or fewer cards than before, and what the player sees
/// stays the same. Used on copies, between the actions of a turn.
pub fn deal_hidden_cards(game: &mut Game, viewer: Player, seed: u64) {
    let opponents: Vec<Player> = game.table().opponents(viewer).collect();
    deal_hands(game, &opponents, seed);
    for deck in (0..game.rules().decks.len()).map(Deck::new) {
        deal_deck(game, &opponents, deck, seed);
    }
}

fn deal_hands(game: &mut Game, opponents: &[Player], seed: u64) {
    let (mut pool, mut kept) = (Resources::NONE, Vec::new());
    for &player in opponents {
        let seat = game.table().seat(player);
        let known = known(game.table(), player);
        let hidden = seat.hand().less(known);
        pool += hidden;
        kept.push((player, known, hidden.total()));
    }
    let mut cards: Vec<Resource> =
        pool.kinds().flat_map(|kind| std::iter::repeat_n(kind, pool.get(kind))).collect();
    ORDER.shuffle(seed, &mut cards);
    for (player, known, count) in kept {
        let dealt = cards.drain(..count).map(|kind| Resources::of(kind, 1));
        let hand = dealt.fold(known, |all, card| all + card);
        game.effect.make(Change::Redealt(player, hand));
    }
}

/// The cards of a player that the others know of.
fn known(table: &Table, player: Player) -> Resources {
    let seat = table.seat(player);
    seat.known().union(seat.open()).union(offered(table, player))
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
    // Nobody holds a card with `OPEN`.
    let cards = game.rules().cards.iter().enumerate();
    let of_deck = cards.filter(|(_, kind)| kind.deck == deck && !kind.open);
    let of_deck: Vec<Card> = of_deck.map(|(index, _)| Card::new(index)).collect();
    let held = |game: &Game, player, card| usize::from(game.table().held(player)[card]);
    let count = |&player: &Player| of_deck.iter().map(|&card| held(game, player, card)).sum();
    let counts: Vec<usize> = opponents.iter().map(count).collect();
    if counts.iter().all(|&count| count == 0) {
        return;
    }
    for &player in opponents {
        let copies = |&card| std::iter::repeat_n(card, held(game, player, card));
        let cards: Vec<Card> = of_deck.iter().flat_map(copies).collect();
        for card in cards {
            let back = Change::CardPassed { from: player, to: None, card, open: false };
            game.effect.make(back);
        }
    }
    let table = game.table();
    let left = |card: &Card| usize::from(table.deck()[*card] - table.under_of(*card));
    let mut cards: Vec<Card> =
        of_deck.iter().flat_map(|card| std::iter::repeat_n(*card, left(card))).collect();
    ORDER.shuffle(seed, &mut cards);
    for (&player, count) in opponents.iter().zip(counts) {
        for card in cards.drain(..count) {
            game.effect.make(Change::Drew { player, deck, card });
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::content::{Request, load};
    use crate::script;
    use crate::table::Player;

    const ME: Player = Player(0);
    const ONE: Player = Player(1);
    const OTHER: Player = Player(2);

    /// A game in which two opponents have taken cards that everybody has seen.
    fn game() -> Game {
        let rules = load(&Request::scenario("catan")).unwrap();
        let names = rules.names.iter().max_by_key(|names| names.len()).unwrap();
        let script = script::host(&rules).unwrap();
        let mut game = Game::new(Arc::clone(&rules), script, names, 1).unwrap();
        game.effect.make(Change::Took(ONE, bag(&[3, 1, 1, 1])));
        game.effect.make(Change::Took(OTHER, bag(&[0, 2])));
        game
    }

    /// This many cards of each resource.
    fn bag(counts: &[usize]) -> Resources {
        let cards = counts.iter().enumerate();
        cards.map(|(kind, &count)| Resources::of(Resource::new(kind), count)).sum()
    }

    /// The game after a change, and what everybody then knows of the two hands.
    fn after(game: &Game, change: Change) -> (Game, [Resources; 2]) {
        let mut game = game.clone();
        game.effect.make(change);
        let seat = |player| game.table().seat(player);
        let known = [ONE, OTHER].map(|player| {
            assert!(seat(player).hand().contains(seat(player).known()));
            seat(player).known()
        });
        (game, known)
    }

    #[test]
    fn cards_that_everybody_sees_are_known() {
        let start = game();
        let paid = Change::Paid(ONE, bag(&[1, 1]));
        assert_eq!(after(&start, paid).1, [bag(&[2, 0, 1, 1]), bag(&[0, 2])]);
        let gave = Change::Gave { from: ONE, to: OTHER, cards: bag(&[2]) };
        assert_eq!(after(&start, gave).1, [bag(&[1, 1, 1, 1]), bag(&[2, 2])]);
    }

    #[test]
    fn a_card_that_nobody_else_sees_may_have_been_any_of_them() {
        let start = game();
        for kind in (0..4).map(Resource::new) {
            let stole = Change::Stole { by: OTHER, from: ONE, card: kind };
            let (game, known) = after(&start, stole);
            assert_eq!(known, [bag(&[2]), bag(&[0, 2])]);
            // The thief pays with the card, unless it is one of those known.
            let (_, known) = after(&game, Change::Paid(OTHER, Resources::of(kind, 1)));
            assert_eq!(known[1], bag(&[0, if kind == Resource::new(1) { 1 } else { 2 }]));
        }
        for cards in [&[2][..], &[1, 1], &[0, 0, 1, 1]] {
            let (_, known) = after(&start, Change::Discarded(ONE, bag(cards)));
            assert_eq!(known, [bag(&[1]), bag(&[0, 2])]);
        }
    }

    #[test]
    fn cards_that_lie_open_are_dealt_to_nobody() {
        let rules = load(&Request::scenario("knights")).unwrap();
        let names = rules.names.iter().max_by_key(|names| names.len()).unwrap();
        let script = script::host(&rules).unwrap();
        let mut game = Game::new(Arc::clone(&rules), script, names, 1).unwrap();
        let [smith, printer] = ["smith", "printer"].map(|name| rules.card_named(name).unwrap());
        let deck = rules.card(smith).deck;
        for _ in 0..2 {
            game.effect.make(Change::Drew { player: ONE, deck, card: smith });
        }
        let mut unlike = 0;
        for seed in 0..100 {
            let mut dealt = game.clone();
            deal_hidden_cards(&mut dealt, ME, seed);
            let held = dealt.table().held(ONE);
            assert_eq!((held[printer], dealt.table().held_total()[ONE]), (0, 2));
            unlike += u8::from(held[smith] < 2);
        }
        assert!(unlike > 50);
    }

    #[test]
    fn only_cards_that_a_player_cannot_know_are_dealt_anew() {
        let stole = Change::Stole { by: OTHER, from: ONE, card: Resource::new(2) };
        let (game, known) = after(&game(), stole);
        let hands = |game: &Game| [ONE, OTHER].map(|player| game.table().seat(player).hand());
        let mut unlike = 0;
        for seed in 0..20 {
            let mut dealt = game.clone();
            deal_hidden_cards(&mut dealt, ME, seed);
            let (before, after) = (hands(&game), hands(&dealt));
            assert_eq!(before[0] + before[1], after[0] + after[1]);
            for player in 0..2 {
                assert!(after[player].contains(known[player]));
                assert_eq!(before[player].total(), after[player].total());
            }
            assert_eq!(dealt.table().seat(ONE).known(), known[0]);
            unlike += usize::from(before != after);
        }
        assert!(unlike > 5, "{unlike} of 20 hands are unlike");
    }
}
