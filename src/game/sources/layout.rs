//! The sources of the layout of a table, and of its differences from another game: the map, the
//! supply, the decks, and the state of rules.

use super::Sources;
use crate::game::view::View;
use crate::rules::{Origin, Rules};
use crate::set::Id;
use crate::table::{AdvanceAnswer, Answerable, Award, Card, Counter, Player, Token};

/// The keys of a scenario that decide what hexes show, fixed or drawn.
const ROWS: (&str, &str) = ("board", "rows");
const TERRAIN: (&str, &str) = ("board", "terrain");
const DOUBLE_HEXES: (&str, &str) = ("board.double_hexes", "kinds");
/// The key of the number markers.
const NUMBERS: (&str, &str) = ("board.numbers", "order");
/// The key of the ports.
const PORTS: (&str, &str) = ("board.ports", "kinds");

impl View<'_> {
    /// The sources of the differences from the table of another game with the same actions.
    pub fn sources_of_difference(self, other: Self) -> Vec<Origin> {
        let mut sources = Sources::default();
        self.of_map(&mut sources, other);
        if self.table().supply() != other.table().supply() {
            sources.declared(self.rules(), "supplies", "each_resource");
        }
        self.of_decks(&mut sources, other);
        self.of_tokens(&mut sources, other);
        self.of_awards(&mut sources, other);
        self.of_counters(&mut sources, other);
        self.of_answers(&mut sources, other);
        if self.table().step() != other.table().step() {
            self.of_roll(&mut sources, "MOVES");
            let player = self.table().winner().or(other.table().winner());
            if let Some(player) = player {
                self.of_points(&mut sources, player);
            }
        }
        sources.0
    }

    /// The sources of the board.
    pub fn sources_of_layout(self) -> Vec<Origin> {
        let mut sources = Sources::default();
        for (table, key) in [ROWS, TERRAIN, DOUBLE_HEXES, NUMBERS, PORTS] {
            sources.declared(self.rules(), table, key);
        }
        for kind in &self.rules().markers {
            sources.declared(self.rules(), &format!("markers.{}", kind.name), "starts");
        }
        sources.0
    }

    fn of_map(self, sources: &mut Sources, other: Self) {
        let (table, others, rules) = (self.table(), other.table(), self.rules());
        let hexes =
            || rules.board.hexes().iter().filter(|hex| other.rules().board.hexes().contains(*hex));
        let shown =
            |view: Self, hex| view.rules().terrain(view.table().terrain()[hex]).name.clone();
        if hexes().any(|hex| shown(self, hex) != shown(other, hex)) {
            for (table, key) in [ROWS, TERRAIN, DOUBLE_HEXES] {
                sources.declared(rules, table, key);
            }
        }
        if hexes().any(|hex| table.numbers()[hex] != others.numbers()[hex]) {
            sources.declared(rules, NUMBERS.0, NUMBERS.1);
        }
        if table.ports() != others.ports() {
            sources.declared(rules, PORTS.0, PORTS.1);
        }
        for (marker, kind) in rules.markers.iter().enumerate() {
            let marker = Id::new(marker);
            if table.markers()[marker] != others.markers()[marker] {
                sources.declared(rules, &format!("markers.{}", kind.name), "starts");
            }
        }
    }

    /// Adds the decks that differ.
    fn of_decks(self, sources: &mut Sources, other: Self) {
        let rules = self.rules();
        for (index, card) in rules.cards.iter().enumerate() {
            let left = other.rules().card_named(&card.name).map(|same| {
                let is_same_deck = other.rules().deck(other.rules().card(same).deck).name
                    == rules.deck(card.deck).name;
                (is_same_deck, other.table().deck()[same])
            });
            if left != Some((true, self.table().deck()[Card::new(index)])) {
                self.of_deck(sources, card.deck, "copies");
                sources.stated(rules, card.rule, &["COPIES", "DECK", "FOR_EACH"]);
            }
        }
    }

    fn of_tokens(self, sources: &mut Sources, other: Self) {
        let lies = |view: Self, name: &str| {
            let token = view.rules().tokens.iter().position(|token| token.name == name)?;
            Some(view.table().tokens()[Token::new(token)])
        };
        for token in &self.rules().tokens {
            if lies(self, &token.name) != lies(other, &token.name) {
                sources.stated(self.rules(), token.rule, &["OUTPOST", "FOR_EACH"]);
            }
        }
    }

    fn of_awards(self, sources: &mut Sources, other: Self) {
        let holder = |view: Self, name: &str| {
            let award = view.rules().awards.iter().position(|award| award.name == name)?;
            Some(view.table().awards()[Award::new(award)])
        };
        for award in &self.rules().awards {
            if holder(self, &award.name) != holder(other, &award.name) {
                sources.stated(self.rules(), award.rule, &["LONGEST", "MOST", "LEAST"]);
            }
        }
    }

    /// Adds the counters and uses of rules that differ.
    fn of_counters(self, sources: &mut Sources, other: Self) {
        let counted = |view: Self, name: &str| {
            let kind = view.rules().counters.iter().find(|kind| kind.name == name)?;
            let slots = if kind.by_player { usize::from(view.table().players()) } else { 1 };
            let slot = |seat| view.table().counters()[Counter::new(kind.first.index() + seat)];
            Some((0..slots).map(slot).collect::<Vec<i16>>())
        };
        for kind in &self.rules().counters {
            if counted(self, &kind.name) != counted(other, &kind.name) {
                sources.stated(self.rules(), kind.rule, &["COUNTER", "USES", "ONCE_PER"]);
            }
        }
    }

    /// Adds the advance answers that differ.
    fn of_answers(self, sources: &mut Sources, other: Self) {
        let answers = |view: Self, id: &str| -> Option<Vec<AdvanceAnswer>> {
            let of = |rules: &Rules| {
                rules.answerables.iter().position(|answerable| rules.rule(answerable.rule).id == id)
            };
            let answerable = Answerable::new(of(view.rules())?);
            let answer = |seat| view.table().seat(Player::new(seat)).advance_answer(answerable);
            Some((0..usize::from(view.table().players())).map(answer).collect())
        };
        for answerable in &self.rules().answerables {
            let id = &self.rules().rule(answerable.rule).id;
            if answers(self, id) != answers(other, id) {
                sources.stated(self.rules(), answerable.rule, &["DEFAULT"]);
            }
        }
    }
}
