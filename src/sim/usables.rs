//! The things that players can use in a game, numbered so that uses can be counted by index.

use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::action::Action;
use crate::rules::{Cost, Hook, HookShape, Ownership, RuleId, Rules, TurnOption, Way};
use crate::set::Id;
use crate::table::{Card, Deck, Kind};

/// The category of a use.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Category {
    /// A piece is built after the placement.
    Piece,
    /// A piece is put on the board by a rule, or turned into one of this kind.
    Placed,
    /// A card is drawn from a deck.
    Deck,
    /// A card is played for its own rule, or drawn if it cannot be played.
    Card,
    /// Goods are received.
    Goods,
    /// An award is won.
    Award,
    /// Access to a benefit is gained.
    Access,
    /// A building is affected by an event.
    Affected,
    /// A benefit is used.
    Benefit,
    /// An event has an effect for a player.
    Event,
    /// An ability is used.
    Ability,
    /// Something is built or bought on the terms of a rule.
    Way,
    /// Cards are traded with the supply.
    Rate,
    /// A hook of a rule has an effect.
    Rule,
}

impl Category {
    /// All categories, in order.
    const ALL: [Self; 14] = [
        Self::Piece,
        Self::Placed,
        Self::Deck,
        Self::Card,
        Self::Goods,
        Self::Award,
        Self::Access,
        Self::Affected,
        Self::Benefit,
        Self::Event,
        Self::Ability,
        Self::Way,
        Self::Rate,
        Self::Rule,
    ];

    /// Its name in output for programs.
    pub fn word(self) -> &'static str {
        match self {
            Self::Piece => "piece",
            Self::Placed => "placed",
            Self::Deck => "deck",
            Self::Card => "card",
            Self::Goods => "good",
            Self::Award => "award",
            Self::Access => "access",
            Self::Affected => "affected",
            Self::Benefit => "benefit",
            Self::Event => "event",
            Self::Ability => "ability",
            Self::Way => "way",
            Self::Rate => "rate",
            Self::Rule => "rule",
        }
    }
}

impl Serialize for Category {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.word())
    }
}

/// The number of categories whose things are numbered in the order of their declarations; these
/// categories come first.
const DECLARED: usize = Category::Affected as usize + 1;

/// A thing that players can use.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Usable {
    /// The category of its uses.
    pub category: Category,
    /// Its name: the one in transcripts, or the rule's pack and name.
    pub name: String,
}

impl Serialize for Usable {
    /// Writes the category and the name as one string, such as `piece road`.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(&format_args!("{} {}", self.category.word(), self.name))
    }
}

impl<'de> Deserialize<'de> for Usable {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        let thing = text.split_once(' ').and_then(|(word, name)| {
            let category = Category::ALL.into_iter().find(|category| category.word() == word)?;
            Some(Self { category, name: name.into() })
        });
        thing.ok_or_else(|| D::Error::custom(format!("`{text}` is no category and name")))
    }
}

/// All things that players can use in a game.
pub struct Usables {
    list: Vec<Usable>,
    /// The number of the first thing of each declared category.
    firsts: [usize; DECLARED],
    /// The numbers of the rules whose uses are counted.
    rules: Vec<Option<usize>>,
}

impl Usables {
    /// The things that can be used with these rules.
    pub fn of(rules: &Rules) -> Self {
        let mut things = Self { list: Vec::new(), firsts: [0; DECLARED], rules: Vec::new() };
        things.declare(Category::Piece, rules.kinds.iter().map(|it| &it.name));
        if may_place(rules) {
            things.declare(Category::Placed, rules.kinds.iter().map(|it| &it.name));
        }
        things.declare(Category::Deck, rules.decks.iter().map(|it| &it.name));
        things.declare(Category::Card, rules.cards.iter().map(|it| &it.name));
        things.declare(Category::Goods, rules.goods.iter().map(|it| &it.name));
        things.declare(Category::Award, rules.awards.iter().map(|it| &it.name));
        things.declare(Category::Access, rules.tokens.iter().map(|it| &it.name));
        things.declare(Category::Affected, rules.hex_events.iter().map(|it| &it.name));
        for id in (0..rules.rules.len()).map(RuleId::new) {
            let number = category_of(rules, id).map(|category| {
                things.list.push(Usable { category, name: rules.rule(id).id.clone() });
                things.list.len() - 1
            });
            things.rules.push(number);
        }
        things
    }

    fn declare<'a>(&mut self, category: Category, names: impl Iterator<Item = &'a String>) {
        self.firsts[category as usize] = self.list.len();
        self.list.extend(names.map(|name| Usable { category, name: name.clone() }));
    }

    /// All things, in the order of their numbers.
    pub fn list(&self) -> &[Usable] {
        &self.list
    }

    /// Whether players choose each thing by an action, in the order of [`Usables::list`]; the others
    /// happen by themselves.
    pub fn choosable(&self, rules: &Rules) -> Vec<bool> {
        let mut found = vec![false; self.list.len()];
        for option in options(rules) {
            self.of_option(rules, option).for_each(|thing| found[thing] = true);
        }
        self.idle_decks(rules).for_each(|deck| found[deck] = false);
        for (number, card) in rules.cards.iter().enumerate().filter(|(_, card)| card.playable) {
            found[self.number(Category::Card, Card::new(number))] = true;
            let also = card.also.and_then(|it| self.rule(rules.abilities[it.index()].by.rule));
            if let Some(thing) = also {
                found[thing] = true;
            }
        }
        found
    }

    /// Whether each thing has a declared price, in the order of [`Usables::list`]. What a script
    /// takes is not declared.
    pub fn priced(&self, rules: &Rules) -> Vec<bool> {
        let mut found = vec![false; self.list.len()];
        for option in options(rules).filter(|option| has_price(rules, *option)) {
            self.of_option(rules, option).for_each(|thing| found[thing] = true);
        }
        found
    }

    /// Whether each thing needs no reason if it is unused, in the order of [`Usables::list`]: decks
    /// that are not in play, rules of cards, since the card has a reason, rules that act only
    /// before the first action, where uses are not counted, and pieces that nobody can build.
    pub fn excused(&self, rules: &Rules) -> Vec<bool> {
        let mut found = vec![false; self.list.len()];
        self.idle_decks(rules).for_each(|deck| found[deck] = true);
        for (id, number) in (0..rules.rules.len()).map(RuleId::new).zip(&self.rules) {
            let Some(number) = *number else { continue };
            let mut effects = rules.rule(id).hooks.keys();
            let is_later =
                |hook: &Hook| hook.shape() == HookShape::Effect && *hook != Hook::OnGameStart;
            let is_of_card = rules.cards.iter().any(|card| card.rule == id);
            found[number] = self.list[number].category == Category::Rule
                && (is_of_card || !effects.any(is_later));
        }
        if may_place(rules) {
            for (number, kind) in rules.kinds.iter().enumerate() {
                let piece = self.number(Category::Piece, Kind::new(number));
                found[piece] = kind.ways.is_empty();
            }
        }
        found
    }

    /// The decks without cards: those of other games with the same packs.
    fn idle_decks(&self, rules: &Rules) -> impl Iterator<Item = usize> {
        let decks = (0..rules.decks.len()).map(Deck::new);
        let is_idle = move |deck: &Deck| rules.cards.iter().all(|card| card.deck != *deck);
        decks.filter(is_idle).map(move |deck| self.number(Category::Deck, deck))
    }

    /// The things that an option of a turn uses.
    pub(super) fn of_option(
        &self,
        rules: &Rules,
        option: TurnOption,
    ) -> impl Iterator<Item = usize> + use<> {
        let (declared, by) = match option {
            TurnOption::Build(kind, way) => {
                (Some(self.number(Category::Piece, kind)), rules.kind(kind).ways[way].by)
            }
            TurnOption::Buy(deck, way) => {
                (Some(self.number(Category::Deck, deck)), rules.deck(deck).ways[way].by)
            }
            TurnOption::Trade(rate) => (None, Some(rules.rates[rate.index()].by)),
            TurnOption::Use(ability, _) => (None, Some(rules.abilities[ability.index()].by)),
        };
        [declared, by.and_then(|by| self.rule(by.rule))].into_iter().flatten()
    }

    /// The things that an action uses.
    pub(super) fn of_action(
        &self,
        rules: &Rules,
        action: &Action,
    ) -> impl Iterator<Item = usize> + use<> {
        let by = rules.offered_by(action).and_then(|by| self.rule(by.rule));
        let (declared, by) = match *action {
            Action::Play { card, also } => match rules.card(card).also.filter(|_| also) {
                Some(it) => (None, self.rule(rules.abilities[it.index()].by.rule)),
                None => (Some(self.number(Category::Card, card)), None),
            },
            Action::Build { kind, .. } => (Some(self.number(Category::Piece, kind)), by),
            Action::Buy { deck, .. } => (Some(self.number(Category::Deck, deck)), by),
            _ => (None, by),
        };
        [declared, by].into_iter().flatten()
    }

    /// The number of a declared thing.
    pub(super) fn number(&self, category: Category, declared: impl Id) -> usize {
        self.firsts[category as usize] + declared.index()
    }

    /// The number of a piece that a rule puts on the board.
    pub(super) fn placed(&self, kind: Kind) -> Option<usize> {
        let number = self.number(Category::Placed, kind);
        (self.list.get(number)?.category == Category::Placed).then_some(number)
    }

    /// The number of a rule, if its uses are counted.
    pub(super) fn rule(&self, rule: RuleId) -> Option<usize> {
        self.rules[rule.index()]
    }
}

/// All options of a turn.
fn options(rules: &Rules) -> impl Iterator<Item = TurnOption> {
    let all = rules.turn_options.terms.iter().chain(&rules.turn_options.abilities);
    all.map(|priced| priced.option)
}

/// Whether an option has a declared price.
fn has_price(rules: &Rules, option: TurnOption) -> bool {
    let is_price = |cost: &Cost| *cost != Cost::default();
    let is_asked = |rule: RuleId| rules.rule(rule).hooks.contains_key(&Hook::Price);
    let of_way = |way: &Way| {
        way.costs.iter().chain(way.costs_by_use.iter().flatten()).any(is_price)
            || way.by.is_some_and(|by| is_asked(by.rule))
    };
    match option {
        TurnOption::Build(kind, way) => of_way(&rules.kind(kind).ways[way]),
        TurnOption::Buy(deck, way) => of_way(&rules.deck(deck).ways[way]),
        TurnOption::Trade(_) => true,
        TurnOption::Use(ability, variant) => {
            let kind = &rules.abilities[ability.index()];
            let chosen = &kind.variants[usize::from(variant)];
            chosen.costs.iter().any(is_price) || !chosen.goods.is_empty() || is_asked(kind.by.rule)
        }
    }
}

/// Whether a rule may put pieces on the board without building them.
fn may_place(rules: &Rules) -> bool {
    let verbs = [".place(", ".become("];
    let calls = |text: &str| verbs.iter().any(|verb| text.contains(verb));
    rules.sources.iter().any(|(_, text)| calls(text))
}

/// The category of a rule's uses; `None` if the rule has only pure hooks, or facts that offer no
/// choice. The effects of a card count as uses of the card.
fn category_of(rules: &Rules, id: RuleId) -> Option<Category> {
    let rule = rules.rule(id);
    let pieces = rules.kinds.iter().flat_map(|kind| &kind.ways);
    let mut ways = pieces.chain(rules.decks.iter().flat_map(|deck| &deck.ways));
    let is_effect = |hook: &Hook| hook.shape() == HookShape::Effect && !hook.is_of_use();
    let plain = if rules.abilities.iter().any(|ability| ability.by.rule == id) {
        Category::Ability
    } else if rules.rates.iter().any(|rate| rate.by.rule == id) {
        Category::Rate
    } else if ways.any(|way| way.by.is_some_and(|by| by.rule == id)) {
        Category::Way
    } else if rule.hooks.keys().any(is_effect) {
        Category::Rule
    } else {
        return None;
    };
    match rule.ownership {
        Some(Ownership::Played(_)) => None,
        Some(Ownership::Access { .. }) => Some(Category::Benefit),
        Some(Ownership::Affected(_)) => Some(Category::Event),
        Some(Ownership::Owned(_)) | None => Some(plain),
    }
}
