//! The facts behind what lies on the table in one game and not in another: the map, the supply, the
//! decks, and what rules keep.

use super::Grounds;
use crate::game::work::Work;
use crate::rules::{Origin, Rules};
use crate::set::Id;
use crate::table::{Award, Boon, Card, Counter, Player, Standing, Token};

/// The keys of a scenario that say what hexes show, as its rows do or drawn.
const ROWS: (&str, &str) = ("board", "rows");
const TERRAIN: (&str, &str) = ("board", "terrain");
const DOUBLE_HEXES: (&str, &str) = ("board.double_hexes", "kinds");
/// That of the number markers.
const NUMBERS: (&str, &str) = ("board.numbers", "order");
/// That of the ports.
const PORTS: (&str, &str) = ("board.ports", "kinds");

impl Work {
    /// Where the facts are written behind what lies on this table and not on that of another game,
    /// though the same has happened in both.
    pub fn grounds_against(&self, other: &Self) -> Vec<Origin> {
        let mut grounds = Grounds::default();
        self.of_map(&mut grounds, other);
        if self.table.supply != other.table.supply {
            grounds.declared(&self.rules, "supplies", "each_resource");
        }
        self.of_decks(&mut grounds, other);
        self.of_tokens(&mut grounds, other);
        self.of_awards(&mut grounds, other);
        self.of_counters(&mut grounds, other);
        self.of_answers(&mut grounds, other);
        if self.table.step != other.table.step {
            self.of_roll(&mut grounds, "MOVES");
            let player = self.table.winner.or(other.table.winner);
            if let Some(player) = player {
                self.of_points(&mut grounds, player);
            }
        }
        grounds.0
    }

    /// Where the facts are written by which the board is laid.
    pub fn grounds_of_laying(&self) -> Vec<Origin> {
        let mut grounds = Grounds::default();
        for (table, key) in [ROWS, TERRAIN, DOUBLE_HEXES, NUMBERS, PORTS] {
            grounds.declared(&self.rules, table, key);
        }
        for kind in &self.rules.markers {
            grounds.declared(&self.rules, &format!("markers.{}", kind.name), "starts");
        }
        grounds.0
    }

    fn of_map(&self, grounds: &mut Grounds, other: &Self) {
        let (table, others, rules) = (&self.table, &other.table, &*self.rules);
        let hexes =
            || rules.board.hexes().iter().filter(|hex| other.rules.board.hexes().contains(*hex));
        let shown = |work: &Self, hex| work.rules.terrain(work.table.terrain[hex]).name.clone();
        if hexes().any(|hex| shown(self, hex) != shown(other, hex)) {
            for (table, key) in [ROWS, TERRAIN, DOUBLE_HEXES] {
                grounds.declared(rules, table, key);
            }
        }
        if hexes().any(|hex| table.numbers[hex] != others.numbers[hex]) {
            grounds.declared(rules, NUMBERS.0, NUMBERS.1);
        }
        if table.ports != others.ports {
            grounds.declared(rules, PORTS.0, PORTS.1);
        }
        for (marker, kind) in rules.markers.iter().enumerate() {
            let marker = Id::new(marker);
            if table.markers[marker] != others.markers[marker] {
                grounds.declared(rules, &format!("markers.{}", kind.name), "starts");
            }
        }
    }

    /// Cards of which not as many are left.
    fn of_decks(&self, grounds: &mut Grounds, other: &Self) {
        let rules = &*self.rules;
        for (index, card) in rules.cards.iter().enumerate() {
            let left = other.rules.card_named(&card.name).map(|same| {
                let is_same_deck = other.rules.deck(other.rules.card(same).deck).name
                    == rules.deck(card.deck).name;
                (is_same_deck, other.table.deck[same])
            });
            if left != Some((true, self.table.deck[Card::new(index)])) {
                self.of_deck(grounds, card.deck, "copies");
                grounds.stated(rules, card.rule, &["COPIES", "DECK", "FOR_EACH"]);
            }
        }
    }

    fn of_tokens(&self, grounds: &mut Grounds, other: &Self) {
        let lies = |work: &Self, name: &str| {
            let token = work.rules.tokens.iter().position(|token| token.name == name)?;
            Some(work.table.tokens[Token::new(token)])
        };
        for token in &self.rules.tokens {
            if lies(self, &token.name) != lies(other, &token.name) {
                grounds.stated(&self.rules, token.rule, &["OUTPOST", "FOR_EACH"]);
            }
        }
    }

    fn of_awards(&self, grounds: &mut Grounds, other: &Self) {
        let holder = |work: &Self, name: &str| {
            let award = work.rules.awards.iter().position(|award| award.name == name)?;
            Some(work.table.awards[Award::new(award)])
        };
        for award in &self.rules.awards {
            if holder(self, &award.name) != holder(other, &award.name) {
                grounds.stated(&self.rules, award.rule, &["LONGEST", "MOST", "LEAST"]);
            }
        }
    }

    /// The numbers that rules keep, and the uses that they allow.
    fn of_counters(&self, grounds: &mut Grounds, other: &Self) {
        let counted = |work: &Self, name: &str| {
            let kind = work.rules.counters.iter().find(|kind| kind.name == name)?;
            let slots = if kind.by_player { usize::from(work.table.players) } else { 1 };
            let slot = |seat| work.table.counters[Counter::new(kind.first.index() + seat)];
            Some((0..slots).map(slot).collect::<Vec<i16>>())
        };
        for kind in &self.rules.counters {
            if counted(self, &kind.name) != counted(other, &kind.name) {
                grounds.stated(&self.rules, kind.rule, &["COUNTER", "USES", "ONCE_PER"]);
            }
        }
    }

    /// What players answer in advance.
    fn of_answers(&self, grounds: &mut Grounds, other: &Self) {
        let answers = |work: &Self, id: &str| -> Option<Vec<Standing>> {
            let of =
                |rules: &Rules| rules.boons.iter().position(|boon| rules.rule(boon.rule).id == id);
            let boon = Boon::new(of(&work.rules)?);
            let answer = |seat| work.table.seat(Player::new(seat)).standing(boon);
            Some((0..usize::from(work.table.players)).map(answer).collect())
        };
        for boon in &self.rules.boons {
            let id = &self.rules.rule(boon.rule).id;
            if answers(self, id) != answers(other, id) {
                grounds.stated(&self.rules, boon.rule, &["DEFAULT"]);
            }
        }
    }
}
