//! Applies changes to the table.

#[cfg(test)]
mod tests;

use super::cards::Row;
use super::{
    AdvanceAnswer, BOARD, DECK, DICE, KINDS, OpenHexEvent, PLAYERS, Piece, PlaceCounter, Player,
    Port, PortBits, Step, THEFT, Table, TableCore,
};
use crate::board::{Board, Border, Hex, Intersection, Place};
use crate::change::Change;
use crate::fault::{KernelFault, planted};
use crate::resource::Resources;
use crate::set::{IdMap, Set, SmallSet};
use crate::table::{Goods, Kind, Players};

impl Table {
    /// Applies a change. The board provides the neighbors of places.
    ///
    /// # Panics
    /// When the change is impossible, such as a payment of missing cards. Callers check that
    /// changes are possible.
    #[expect(clippy::inline_always, reason = "each caller knows which change it makes")]
    #[inline(always)]
    pub fn apply(&mut self, change: &Change, board: &Board) {
        #[cfg(test)]
        tests::note(change);
        self.apply_to_cards(change);
        self.core.apply(change, board);
        match *change {
            Change::CountedAt(counter, place, number) => self.set_count_at(counter, place, number),
            Change::State { place, state, .. } => {
                self.set_count_at(PlaceCounter::STATE, place, state.into());
            }
            Change::Built { place, .. } | Change::Removed { place, .. } => {
                self.move_counts(place, None);
            }
            Change::Shifted { from, to, .. } => self.move_counts(from, Some(to)),
            Change::Neutral { kind, from, to } => self.move_neutral(kind, from, to),
            Change::Ground(hex, ground) => self.set_ground(hex, ground, board),
            Change::DrewTile(pool, tile) => self.draw_tile(pool, tile),
            Change::Dealt(pairs) => self.set_dealt(pairs),
            Change::EventDie(face) => self.set_event_die(face),
            Change::Piled(player, pile, cards) => self.add_to_pile(player, pile, cards),
            Change::Unpiled(player, pile) => {
                let cards = self.take_pile(player, pile);
                self.core.supply += cards;
            }
            Change::Offered { give, get, to } => self.open_offer(give, get, to),
            Change::Replied(player, terms) => self.reply(player, terms),
            Change::Withdrawn => self.close_offer(),
            _ => {}
        }
    }

    /// Applies the part of a change that concerns cards.
    #[expect(clippy::inline_always, reason = "each caller knows which change it makes")]
    #[inline(always)]
    fn apply_to_cards(&mut self, change: &Change) {
        match *change {
            Change::Turn(_) => self.begin_turn_of_cards(),
            Change::Drew { player, card, .. } => {
                self.take_from_deck(card);
                self.get_card(player, card);
            }
            Change::CardDiscarded(player, card) => {
                self.part_with_card(player, card);
                *self.count(Row::Discards, card) += 1;
            }
            Change::CardPassed { from, to, card, open: true } => {
                *self.count(Row::Played(from), card) -= 1;
                *self.count(to.map_or(Row::Discards, Row::Played), card) += 1;
            }
            Change::CardPassed { from, to, card, open: false } => {
                self.part_with_card(from, card);
                match to {
                    Some(player) => self.get_card(player, card),
                    None => *self.count(Row::Deck, card) += 1,
                }
            }
            Change::PutUnder { from, card, open } => {
                if open {
                    *self.count(Row::Played(from), card) -= 1;
                } else {
                    self.part_with_card(from, card);
                }
                self.put_under(card);
            }
            Change::LaidOpen(player, card) | Change::Played { player, card, .. } => {
                self.part_with_card(player, card);
                *self.count(Row::Played(player), card) += 1;
            }
            Change::Lasts(card) => *self.count(Row::Lasting, card) += 1,
            Change::Reshuffled(card) => {
                let count = std::mem::take(self.count(Row::Discards, card));
                *self.count(Row::Deck, card) += count;
            }
            _ => {}
        }
    }

    /// Recomputes the values stored with the pieces: the pieces of each player by kind, their
    /// places and ports. The result always equals the table.
    #[must_use]
    pub fn recounted(&self, board: &Board) -> Self {
        Self { core: self.core.recounted(board), more: self.more.clone() }
    }
}

impl TableCore {
    #[expect(clippy::too_many_lines, reason = "one or two lines for each change")]
    #[expect(clippy::inline_always, reason = "each caller knows which change it makes")]
    #[inline(always)]
    fn apply(&mut self, change: &Change, board: &Board) {
        match *change {
            Change::Terrain(hex, terrain) => self.terrain[hex] = terrain,
            Change::Number(hex, number) => self.numbers[hex] = number,
            Change::Port(place, border, port) => {
                (self.ports[place], self.port_borders[place]) = (port, border);
                for player in self.everybody().iter() {
                    self.recount_ports(player, board);
                }
            }
            Change::Step(step) => self.step = step,
            Change::Placing(player, number) => {
                self.in_turn = player;
                self.step = Step::Place(number);
            }
            Change::IdleTurns(turns) => self.idle = turns,
            Change::Turn(player) => self.begin_turn(player),
            Change::Rolled(_, dice) => {
                self.dice = dice;
                self.drawn[DICE] += 1;
                for seat in self.everybody().iter() {
                    self.seats[seat].produced = Resources::NONE;
                }
            }
            Change::DiceSet(dice) => self.dice = dice,
            Change::DrewTile(..) => self.drawn[BOARD] += 1,
            Change::Produced(player, cards) => {
                self.draw_cards(player, cards);
                self.seats[player].produced += cards;
            }
            Change::Took(player, cards) => self.draw_cards(player, cards),
            Change::Paid(player, cards) => {
                self.lose_seen(player, cards);
                self.return_cards(player, cards);
            }
            Change::Withheld(..)
            | Change::CountedAt(..)
            | Change::State { .. }
            | Change::Ground(..)
            | Change::Unpiled(..)
            | Change::Offered { .. }
            | Change::Replied(..)
            | Change::Withdrawn
            | Change::Reshuffled(_)
            | Change::CardDiscarded(..)
            | Change::LaidOpen(..)
            | Change::CardPassed { .. }
            | Change::PutUnder { .. }
            | Change::Lasts(_)
            | Change::Dealt(_)
            | Change::EventDie(_)
            | Change::Shown(..)
            | Change::Declined(..)
            | Change::Skipped(_) => {}
            Change::Due(player, count) => self.seats[player].due = count,
            Change::Aside(player, card) => {
                let seat = &mut self.seats[player];
                seat.aside += Resources::of(card, 1);
                seat.due -= 1;
            }
            Change::Redealt(player, cards) => self.seats[player].hand = cards,
            Change::Discarded(player, cards) => {
                self.lose_unseen(player, cards.total());
                self.return_cards(player, cards);
                self.seats[player].aside = Resources::NONE;
            }
            Change::Gave { from, to, cards } => {
                self.lose_seen(from, cards);
                self.hand_over(from, to, cards);
                self.seats[to].known += cards;
            }
            Change::Stole { by, from, card } => {
                self.lose_unseen(from, 1);
                self.hand_over(from, by, Resources::of(card, 1));
                self.drawn[THEFT] += 1;
            }
            Change::Built { player, kind, place } => self.put(player, kind, place, board),
            Change::Put { player, kind, place, .. } => {
                let last_placed = self.last_placed;
                self.put(player, kind, place, board);
                self.last_placed = last_placed;
            }
            Change::Neutral { from, to, .. } => self.move_neutral(from, to, board),
            Change::Removed { player, kind, place } => self.lift(player, kind, place, board),
            Change::Shifted { player, kind, from, to } => {
                self.lift(player, kind, from, board);
                self.put(player, kind, to, board);
            }
            Change::Moved(marker, place) => {
                self.markers[marker] = place;
                self.spread = self.spread.without(marker);
            }
            Change::MarkerExtended(marker) => self.spread = self.spread.with(marker),
            Change::Discovered(event, hex) => {
                let slot = self.event_slots.iter_mut().find(|slot| slot.is_none());
                *slot.expect("there is room for another event") =
                    Some(OpenHexEvent { event, hex, affects: [None; PLAYERS] });
                self.drawn[DECK] += 1;
            }
            Change::EventReplaced(hex, event) => {
                let mut found = self.event_slots.iter_mut().flatten();
                found.find(|found| found.hex == hex).expect("the hex has an event").event = event;
            }
            Change::Affected(player, hex, intersection) => {
                self.affect(player, hex, Some(intersection));
            }
            Change::Opened(player, cards) => self.seats[player].open = cards,
            Change::PaysHiddenFirst(player, hidden) => self.seats[player].hidden_first = hidden,
            Change::Piled(player, _, cards) => {
                self.lose_seen(player, cards);
                self.part_with(player, cards);
            }
            Change::MarkedHex(mark, thing, on) => {
                let hexes = &mut self.hex_marks[mark];
                if on { hexes.insert(thing) } else { hexes.remove(thing) }
            }
            Change::Drew { .. } => self.drawn[DECK] += 1,
            Change::Played { counts, .. } => {
                self.plays += 1;
                self.counted_plays += u8::from(counts);
            }
            Change::Awarded(award, holder) => self.awards[award] = holder,
            Change::Gained(player, points) => self.seats[player].gained += points,
            Change::TokenPlaced(token, intersection) => self.tokens[token] = intersection,
            Change::Access(player, token, gained) => {
                let seat = &mut self.seats[player];
                if gained {
                    seat.access = seat.access.with(token);
                    seat.fresh_access = seat.fresh_access.with(token);
                } else {
                    seat.access = seat.access.without(token);
                    seat.fresh_access = seat.fresh_access.without(token);
                }
            }
            Change::Received(player, goods, count) => self.get_goods(player, goods, count),
            Change::Handed { from, to, goods, count } => {
                self.part_with_goods(from, goods, count);
                self.get_goods(to, goods, count);
            }
            Change::Returned(player, goods, count) => self.part_with_goods(player, goods, count),
            Change::MarkedPlayers(mark, players) => self.player_marks[mark] = players,
            Change::AnsweredInAdvance(player, answerable, advance_answer) => {
                let seat = &mut self.seats[player];
                (seat.accepts, seat.declines) =
                    (seat.accepts.without(answerable), seat.declines.without(answerable));
                match advance_answer {
                    AdvanceAnswer::Accept => seat.accepts = seat.accepts.with(answerable),
                    AdvanceAnswer::Decline => seat.declines = seat.declines.with(answerable),
                    AdvanceAnswer::Ask => {}
                }
            }
            Change::Counted(counter, value) => self.counters[counter] = value,
            Change::StreamAdvanced(stream) => self.drawn[usize::from(stream)] += 1,
            Change::PutAway(cards) => {
                self.supply = self.supply.checked_sub(cards).expect("the supply has the cards");
                self.put_away += cards;
            }
            Change::Turns(turns) => self.turn = turns,
            Change::Over(winner) => {
                self.winner = winner;
                self.step = Step::Over;
            }
        }
    }

    fn begin_turn(&mut self, player: Player) {
        self.turn += 1;
        self.in_turn = player;
        self.fresh_borders = Set::EMPTY;
        self.plays = 0;
        self.counted_plays = 0;
        for seat in self.everybody().iter() {
            if !planted(KernelFault::FreshAccessStaysFresh) {
                self.seats[seat].fresh_access = SmallSet::NONE;
            }
            self.seats[seat].fresh_goods = SmallSet::NONE;
        }
        self.step = Step::Roll;
    }

    fn get_goods(&mut self, player: Player, goods: Goods, count: u8) {
        let seat = &mut self.seats[player];
        seat.goods[goods] += count;
        seat.fresh_goods = seat.fresh_goods.with(goods);
    }

    fn part_with_goods(&mut self, player: Player, goods: Goods, count: u8) {
        let seat = &mut self.seats[player];
        seat.goods[goods] -= count;
        if seat.goods[goods] == 0 {
            seat.fresh_goods = seat.fresh_goods.without(goods);
        }
    }

    fn draw_cards(&mut self, player: Player, cards: Resources) {
        self.supply = self.supply.checked_sub(cards).expect("the supply has the cards");
        let seat = &mut self.seats[player];
        seat.hand += cards;
        seat.known += cards;
    }

    fn return_cards(&mut self, player: Player, cards: Resources) {
        self.part_with(player, cards);
        self.supply += cards;
    }

    fn hand_over(&mut self, from: Player, to: Player, cards: Resources) {
        self.part_with(from, cards);
        self.seats[to].hand += cards;
    }

    /// Removes cards from a hand, hidden ones before open ones.
    fn part_with(&mut self, player: Player, cards: Resources) {
        let seat = &mut self.seats[player];
        seat.hand = seat.hand.checked_sub(cards).expect("the hand has the cards");
        if !seat.open.is_empty() {
            seat.open = seat.open.common(seat.hand);
        }
    }

    /// Notes that a player loses cards that everybody sees.
    fn lose_seen(&mut self, player: Player, cards: Resources) {
        let seat = &mut self.seats[player];
        seat.known = seat.known.less(cards);
    }

    /// Notes that a player loses cards, and that not everybody sees which ones.
    fn lose_unseen(&mut self, player: Player, count: usize) {
        let seat = &mut self.seats[player];
        let each = u8::try_from(count).unwrap_or(u8::MAX);
        seat.known = seat.known.less(Resources::of_each(each));
    }

    /// Sets the building of a player that the event on a hex affects.
    fn affect(&mut self, player: Player, hex: Hex, intersection: Option<Intersection>) {
        let mut found = self.event_slots.iter_mut().flatten();
        let found = found.find(|found| found.hex == hex).expect("the hex has an event");
        found.affects[usize::from(player.0)] = intersection;
    }

    fn put(&mut self, player: Player, kind: Kind, place: Place, board: &Board) {
        let piece = Piece::new(player, kind);
        let replaced = match place {
            Place::Hex(_) => unreachable!("pieces stand on intersections and borders"),
            Place::Intersection(intersection) => {
                self.seats[player].intersections.insert(intersection);
                self.near |= board.intersection(intersection).neighbors;
                if board.layer_of(place).is_none() {
                    self.last_placed = intersection;
                }
                self.on_intersections[intersection].replace(piece)
            }
            Place::Border(border) => {
                self.seats[player].borders.insert(border);
                if board.layer_of(place).is_none() {
                    self.seats[player].ends.extend(board.border(border).ends);
                }
                self.fresh_borders.insert(border);
                self.on_borders[border].replace(piece)
            }
        };
        self.seats[player].pieces[kind] += 1;
        if let Some(replaced) = replaced {
            debug_assert_eq!(replaced.owner(), player, "a piece replaces one of its owner");
            self.seats[player].pieces[replaced.kind()] -= 1;
        } else if let Place::Intersection(intersection) = place {
            self.seats[player].at_ports |= self.ports_at(intersection, board);
        }
    }

    fn move_neutral(&mut self, from: Option<Place>, to: Option<Place>, board: &Board) {
        match from {
            Some(Place::Intersection(it)) => self.neutral_intersections.remove(it),
            Some(Place::Border(it)) => self.neutral_borders.remove(it),
            _ => {}
        }
        match to {
            Some(Place::Intersection(it)) => self.neutral_intersections.insert(it),
            Some(Place::Border(it)) => self.neutral_borders.insert(it),
            _ => {}
        }
        self.near = neighbors(self.taken_intersections(), board);
    }

    fn lift(&mut self, player: Player, kind: Kind, place: Place, board: &Board) {
        let removed = match place {
            Place::Hex(_) => None,
            Place::Intersection(intersection) => {
                for affected in self.event_slots.iter_mut().flatten().flat_map(|f| &mut f.affects) {
                    affected.take_if(|affected| *affected == intersection);
                }
                self.seats[player].intersections.remove(intersection);
                let removed = self.on_intersections[intersection].take();
                self.near = neighbors(self.taken_intersections(), board);
                self.recount_ports(player, board);
                removed
            }
            Place::Border(border) => {
                let seat = &mut self.seats[player];
                seat.borders.remove(border);
                for end in board.border(border).ends {
                    if !board.intersection(end).borders.meets(&seat.borders) {
                        seat.ends.remove(end);
                    }
                }
                self.fresh_borders.remove(border);
                self.on_borders[border].take()
            }
        };
        assert_eq!(removed, Some(Piece::new(player, kind)), "the piece stands there");
        self.seats[player].pieces[kind] -= 1;
    }

    fn recount_ports(&mut self, player: Player, board: &Board) {
        let intersections = self.seats[player].intersections;
        self.seats[player].at_ports = intersections
            .iter()
            .fold(0, |ports, intersection| ports | self.ports_at(intersection, board));
    }

    /// The kinds of ports at an intersection, as bits.
    pub(crate) fn ports_at(&self, intersection: Intersection, board: &Board) -> PortBits {
        let borders = board.intersection(intersection).borders;
        let here = self.placed_ports().filter(|(border, _)| borders.contains(*border));
        here.fold(0, |bits, (_, port)| bits | port.bit())
    }

    /// The ports with their borders.
    pub fn placed_ports(&self) -> impl Iterator<Item = (Border, Port)> + '_ {
        let ports = self.ports.values().iter().zip(self.port_borders.values());
        ports.filter_map(|(port, border)| Some((*border, (*port)?)))
    }

    fn recounted(&self, board: &Board) -> Self {
        let mut table = *self;
        for player in Players::first(super::PLAYERS).iter() {
            let seat = &mut table.seats[player];
            seat.pieces = IdMap::<Kind, u8, KINDS>::all(0);
            let own = |piece: &Option<Piece>| piece.is_some_and(|piece| piece.owner() == player);
            seat.intersections =
                Set::ALL.iter().filter(|&s| own(&self.on_intersections[s])).collect();
            seat.borders = Set::ALL.iter().filter(|&b| own(&self.on_borders[b])).collect();
            let pieces = seat
                .intersections
                .iter()
                .filter_map(|intersection| self.on_intersections[intersection]);
            for piece in pieces.chain(seat.borders.iter().filter_map(|line| self.on_borders[line]))
            {
                seat.pieces[piece.kind()] += 1;
            }
            seat.at_ports =
                seat.intersections.iter().fold(0, |bits, s| bits | self.ports_at(s, board));
            seat.ends = ends(seat.borders & board.borders(), board);
        }
        table.near = neighbors(table.taken_intersections(), board);
        table
    }
}

/// The intersections at the ends of these borders.
fn ends(borders: Set<Border>, board: &Board) -> Set<Intersection> {
    borders.iter().flat_map(|line| board.border(line).ends).collect()
}

/// The intersections next to these.
fn neighbors(intersections: Set<Intersection>, board: &Board) -> Set<Intersection> {
    intersections
        .iter()
        .fold(Set::EMPTY, |near, intersection| near | board.intersection(intersection).neighbors)
}
