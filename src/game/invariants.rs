//! Invariants of every position, checked in tests and debug builds.

use std::collections::BTreeSet;

use super::Game;
use super::view::View;
use super::{access, award, harvest, hooks, open_ends, route, sector};
use crate::board::PiecePlaces;
use crate::resource::{Resource, Resources};
use crate::rules::{Failure, Merit};
use crate::set::Id;
use crate::table::{Award, Card, Goods, Pile, PlaceCounter, Token};

impl Game {
    /// Describes the inconsistencies of the table: lost or duplicate cards or pieces, misplaced
    /// awards, and derived numbers that differ from their sources. The list must always be empty.
    pub fn faults(&self) -> Result<Vec<String>, Failure> {
        let (rules, table) = (self.rules(), self.table());
        let mut faults = Vec::new();
        let everybody = table.everybody();
        self.check_resources(&mut faults);
        for (index, card) in rules.cards.iter().enumerate() {
            let kind = Card::new(index);
            let held = everybody
                .iter()
                .map(|player| table.held(player)[kind] + table.played(player)[kind]);
            let found = held.sum::<u8>() + table.deck()[kind] + table.discards()[kind];
            if found != card.copies || table.under_of(kind) > table.deck()[kind] {
                faults.push(format!("{found} {} instead of {}", card.name, card.copies));
            }
        }
        let (fresh, total) = (table.fresh_cards().total(), table.fresh_total());
        if fresh != usize::from(total) {
            faults.push(format!("{fresh} cards are fresh, but counted as {total}"));
        }
        for player in everybody.iter() {
            let (held, total) = (table.held(player).total(), table.held_total()[player]);
            if held != usize::from(total) {
                faults.push(format!("{held} cards are held, but counted as {total}"));
            }
        }
        for (index, good) in rules.goods.iter().enumerate() {
            let owned =
                everybody.iter().map(|player| table.seat(player).goods()[Goods::new(index)]);
            let owned = owned.map(usize::from).sum::<usize>();
            if owned > usize::from(good.count) {
                faults.push(format!("{owned} {} of {}", good.name, good.count));
            }
        }
        self.check_tokens(&mut faults);
        self.check_events(&mut faults);
        for player in everybody.iter() {
            for (index, kind) in rules.kinds.iter().enumerate() {
                let on_board = table.seat(player).pieces()[Id::new(index)];
                if on_board > kind.each {
                    faults.push(format!(
                        "{} has {on_board} pieces of the kind {} on the board, expected at most {}",
                        &self.names()[player.index()],
                        kind.name,
                        kind.each
                    ));
                }
            }
        }
        for (place, state) in table.counts_of(PlaceCounter::STATE) {
            let kind = table.piece(place).map(|piece| rules.kind(piece.kind()));
            if !kind.is_some_and(|kind| {
                (1..kind.states.len()).contains(&usize::from(state.unsigned_abs()))
            }) {
                let place = rules.board.place_name(place);
                faults.push(format!("{place} has no piece in the state {state}"));
            }
        }
        self.check_derived(&mut faults)?;
        Ok(faults)
    }

    /// Checks that no resource card is lost, and that each hand has as many cards as it can have.
    fn check_resources(&self, faults: &mut Vec<String>) {
        let (rules, table) = (self.rules(), self.table());
        let everybody = table.everybody();
        let kinds = (0..rules.piles.len()).map(Pile::new);
        let piles = |player| kinds.clone().map(|pile| table.pile(player, pile)).sum::<Resources>();
        let hands: Resources =
            everybody.iter().map(|player| table.seat(player).hand() + piles(player)).sum();
        for (index, resource) in rules.resources.iter().enumerate() {
            let kind = Resource::new(index);
            let found = (hands + table.supply() + table.put_away()).get(kind);
            if found != usize::from(resource.cards) {
                faults.push(format!("{found} {} instead of {}", resource.name, resource.cards));
            }
        }
        for player in everybody.iter() {
            let (seat, name) = (table.seat(player), &self.names()[player.index()]);
            if rules.classes.most_in_hand.is_some_and(|most| !most.contains(seat.hand())) {
                faults.push(format!("{name} has more cards of a resource than a hand can have"));
            }
            if !seat.hand().contains(seat.known()) {
                faults.push(format!("others know of more cards than {name} has"));
            }
            if !seat.hand().contains(seat.open()) {
                faults.push(format!("{name} has more open cards than cards in the hand"));
            }
        }
    }

    /// Checks that derived and cached values equal recomputed values.
    fn check_derived(&self, faults: &mut Vec<String>) -> Result<(), Failure> {
        let (rules, table) = (self.rules(), self.table());
        let neutral: PiecePlaces = table.neutral_pieces().map(|(place, _)| place).collect();
        let (intersections, borders) = (table.neutral_intersections(), table.neutral_borders());
        if table.recounted(&rules.board) != *table
            || neutral != (PiecePlaces { intersections, borders })
        {
            faults.push("the cached pieces differ from the pieces on the board".into());
        }
        // The same position without cached values.
        let mut anew = self.view().copied();
        anew.without_cache();
        let anew = anew.view();
        faults.extend(self.wrong_cache(anew));
        if let Some(player) = route::misjudged_trails(anew.rules(), anew.table()) {
            let name = &self.names()[player.index()];
            faults.push(format!(
                "the longest trail of {name} differs from the result of an exhaustive search"
            ));
        }
        if award::is_known_below_goal(self.view())
            && award::has_reached_goal(anew, table.in_turn())?
        {
            let name = &self.names()[table.in_turn().index()];
            faults.push(format!("{name} has reached the goal, but has not won"));
        }
        // The awards are judged when an effect is over, which may still wait for answers.
        let judged = if self.suspended.is_none() { &rules.awards[..] } else { &[] };
        for (index, award) in judged.iter().enumerate() {
            let award_id = Award::new(index);
            if award::rightful_holder(anew, award_id)? != table.awards()[award_id] {
                faults.push(format!("{} is not with its rightful holder", award.name));
            }
        }
        Ok(())
    }

    /// Describes a cached value that differs from the value that the rules compute now. `anew` is
    /// the same position without a cache.
    fn wrong_cache(&self, anew: View<'_>) -> Option<String> {
        let memo = self.view().memo();
        let owed = |number| harvest::compute_owed(anew, number).ok();
        if !harvest::do_rules_produce(anew)
            && let Some(number) = memo.wrong_number(owed)
        {
            return Some(format!("the cached yield of a {number} is wrong"));
        }
        let length = |award, player| match anew.rules().award(award).merit {
            Merit::Longest(kinds) => {
                route::longest_trail(anew.rules(), anew.table(), player, kinds)
            }
            _ => 0,
        };
        if let Some(player) = memo.wrong_trail(length) {
            return Some(format!("the cached trail length of {} is wrong", anew.name(player)));
        }
        if let Some(player) =
            memo.wrong_open_ends(|player, kind| open_ends::of_kind(anew, player, kind))
        {
            return Some(format!("the cached open ends of {} are wrong", anew.name(player)));
        }
        let call = memo.wrong_answer(|call, place| hooks::verdict_of(anew, call, place).ok())?;
        let named = anew.rules().rule(call.rule).named(call.hook);
        Some(format!("the cached answer of {named} is wrong"))
    }

    /// Checks that events are on different hexes of their terrain, and that the buildings they
    /// affect are adjacent.
    fn check_events(&self, faults: &mut Vec<String>) {
        let (rules, table) = (self.rules(), self.table());
        let mut seen = (BTreeSet::new(), BTreeSet::new());
        for found in table.events() {
            let kind = rules.hex_event(found.event);
            if table.terrain()[found.hex] != kind.terrain {
                faults.push(format!("{} is on a hex of the wrong terrain", kind.name));
            }
            if !(seen.0.insert(found.event) && seen.1.insert(found.hex)) {
                faults.push(format!(
                    "{} is on the board twice, or shares a hex with another event",
                    kind.name
                ));
            }
            for player in table.everybody().iter() {
                let Some(intersection) = found.affects[player.index()] else { continue };
                let own = table.on_intersections()[intersection].is_some_and(|piece| {
                    piece.owner() == player && rules.kind(piece.kind()).is_building
                });
                if !own || !rules.board.intersection(intersection).hexes.contains(found.hex) {
                    let name = &self.names()[player.index()];
                    faults.push(format!(
                        "{} affects {name}, but not at a building of {name} next to the event",
                        kind.name
                    ));
                }
            }
        }
    }

    /// Checks that tokens are at their outposts, one at each intersection, and that the stored
    /// access agrees with the board.
    fn check_tokens(&self, faults: &mut Vec<String>) {
        let (rules, table) = (self.rules(), self.table());
        let mut taken = Vec::new();
        for (index, kind) in rules.tokens.iter().enumerate() {
            let token = Token::new(index);
            if let Some(intersection) = table.tokens()[token] {
                let hexes = rules.board.intersection(intersection).hexes;
                if !hexes.iter().any(|hex| table.terrain()[hex] == kind.outpost) {
                    faults.push(format!("{} is not at its outpost", kind.name));
                }
                if taken.contains(&intersection) {
                    faults.push(format!("{} shares an intersection with another token", kind.name));
                }
                taken.push(intersection);
            }
            for player in table.everybody().iter() {
                let kept = table.seat(player).access().contains(token);
                if kept != (access::rightful_user(self.view(), token) == Some(player)) {
                    let name = &self.names()[player.index()];
                    faults.push(format!("the cached access of {name} to {} is wrong", kind.name));
                }
            }
        }
        let outposts = rules.tokens.iter().map(|kind| kind.outpost).collect::<BTreeSet<_>>();
        let due = outposts.into_iter().map(|outpost| {
            let tokens = rules.tokens.iter().filter(|kind| kind.outpost == outpost).count();
            tokens.min(sector::outpost_intersections(self.view(), outpost).len())
        });
        if taken.len() != due.sum::<usize>() {
            faults.push(format!(
                "{} tokens are on the board, which is not the expected number",
                taken.len()
            ));
        }
    }
}
