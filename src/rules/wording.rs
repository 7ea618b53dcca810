//! Prints prices, cards and answers. This module knows the names in the rules, but not the grammar
//! that parses the words.

use super::{Cost, Gain, Rules};
use crate::action::Choice;
use crate::board::Place;
use crate::count::{agreeing, counted};
use crate::resource::Resources;
use crate::set::Id;

/// The names of the constants that scripts can use in every game.
pub(crate) const CONSTANTS: [&str; 3] = ["none", "resources", "markers"];

impl Rules {
    /// The answer to a question, given the names of the players.
    pub fn choice(&self, choice: Choice, names: &[String]) -> String {
        let place = |place| self.board.place_name(place);
        match choice {
            Choice::No => "no".into(),
            Choice::Yes => "yes".into(),
            Choice::Resource(resource) | Choice::Card(resource) => {
                self.resources[resource.index()].name.clone()
            }
            Choice::Player(player) => {
                names.get(player.index()).map_or("somebody", String::as_str).into()
            }
            Choice::Hex(hex) => place(Place::Hex(hex)),
            Choice::Intersection(intersection) => place(Place::Intersection(intersection)),
            Choice::Piece(at) => place(at),
            Choice::Marker(marker) => self.marker(marker).name.clone(),
            Choice::Goods(good) => self.goods[good.index()].name.clone(),
            Choice::Outpost(outpost) => self.terrain(outpost).name.clone(),
            Choice::Number(number) => number.to_string(),
            Choice::Held(card) => self.card(card).name.clone(),
            Choice::Name(name) => self.answer_names[usize::from(name.0)].replace('_', " "),
        }
    }

    /// Cards in words: `2 wood, 1 ore`, or `nothing`.
    pub fn bag(&self, bag: Resources) -> String {
        let cards: Vec<String> = bag
            .kinds()
            .map(|kind| format!("{} {}", bag.get(kind), self.resources[kind.index()].name))
            .collect();
        if cards.is_empty() { "nothing".into() } else { cards.join(", ") }
    }

    /// A price in words, with its alternatives: `1 wood, 1 brick or 3 of the same kind, 1 of any kind`.
    pub fn price(&self, costs: &[Cost]) -> String {
        costs.iter().map(|cost| self.cost(cost)).collect::<Vec<_>>().join(" or ")
    }

    /// A price in words with the cards that a hand lacks for each of its alternatives: `2 gold (1
    /// gold missing) or 3 of any kind (1 card missing)`.
    pub fn price_beyond(&self, costs: &[Cost], hand: Resources) -> String {
        let price = |cost: &Cost| {
            let (fixed, others) = cost.missing(hand);
            let others = (others > 0).then(|| counted(others, "card"));
            format!("{} ({} missing)", self.cost(cost), self.cards(fixed, others))
        };
        costs.iter().map(price).collect::<Vec<_>>().join(" or ")
    }

    /// One payment in words.
    fn cost(&self, cost: &Cost) -> String {
        let kind = self.chosen(cost.except, "kind");
        let alike = (cost.same > 0).then(|| format!("{} of the same {kind}", cost.same));
        let any = (cost.any > 0).then(|| format!("{} of any {kind}", cost.any));
        self.cards(cost.fixed, alike.into_iter().chain(any))
    }

    /// The gain of a trade in words.
    pub fn gain(&self, gain: Gain) -> String {
        let kind = self.chosen(gain.except, "resource");
        let other = agreeing(gain.any, "another", "any other");
        let any =
            (gain.any > 0).then(|| format!("{} of {other} {kind}", counted(gain.any, "card")));
        self.cards(gain.fixed, any)
    }

    /// What cards of any kind but these are called; `usual` if there is nothing else to choose.
    fn chosen(&self, except: Resources, usual: &str) -> String {
        let usual = if self.classes.classes.is_empty() { usual } else { "kind" };
        match self.words.choice_except(except) {
            "any" if except.is_empty() => usual.into(),
            "any" => {
                let names = except.kinds().map(|kind| self.resources[kind.index()].name.as_str());
                format!("{usual} (no {})", names.collect::<Vec<_>>().join(", no "))
            }
            word => word.replace('_', " "),
        }
    }

    /// Cards of named kinds and others, in words.
    fn cards(&self, fixed: Resources, others: impl IntoIterator<Item = String>) -> String {
        let fixed = (!fixed.is_empty()).then(|| self.bag(fixed));
        let cards: Vec<String> = fixed.into_iter().chain(others).collect();
        if cards.is_empty() { "nothing".into() } else { cards.join(", ") }
    }
}
