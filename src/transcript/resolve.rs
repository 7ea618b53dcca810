//! From words to what they mean in a game: names become things, deeds become actions.

use std::ops::Range;

use super::tree::{Act, Amount, Deed, Name, Number, Terms};
use crate::action::{Action, Choice, FREE, STANDARD};
use crate::board::{Hex, Place};
use crate::diagnostic::{Diagnostic, Source};
use crate::game::{Game, Outcome};
use crate::resource::{Resource, Resources};
use crate::rules::{Failure, RateKind, Rules, Way};
use crate::set::Id;
use crate::table::{
    Ability, Award, Card, Deck, Kind, Marker, Player, Players, Rate, Step, Terrain,
};

/// The most cards of a kind that a line may speak of.
const CARDS: u64 = 50;

/// Reads what a player does in a game, without the player's name in front: what somebody types.
///
/// One line can stand for several actions, such as discards. An action that is not legal is
/// answered too: playing it tells why.
///
/// # Errors
/// When the words are no action, or could mean several.
pub fn parse_action(game: &Game, player: Player, words: &str) -> Result<Vec<Action>, Diagnostic> {
    let source = Source::new("input", words);
    let deed = super::parser::deed(&source)?;
    let resolver = Resolver::new(game, &source);
    if !resolver.outcomes(&deed)?.is_empty() {
        let message = "results of chance can only be written in transcripts";
        return Err(source.error(deed.span, message));
    }
    resolver.actions(game, player, &deed)
}

/// Finds what names mean.
#[derive(Clone, Copy)]
pub(super) struct Resolver<'a> {
    pub(super) rules: &'a Rules,
    pub(super) names: &'a [String],
    pub(super) source: &'a Source,
}

/// What a deed can mean: the legal actions that it describes, and the one to be refused where
/// there is none.
pub(super) struct Meant {
    pub(super) legal: Vec<Action>,
    pub(super) guess: Vec<Action>,
}

impl<'a> Resolver<'a> {
    pub(super) fn new(game: &'a Game, source: &'a Source) -> Self {
        Self { rules: game.rules(), names: game.names(), source }
    }

    pub(super) fn error(&self, span: &Range<usize>, message: impl Into<String>) -> Diagnostic {
        self.source.error(span.clone(), message)
    }

    /// The place of a name in a list.
    fn find<'n>(
        &self,
        name: &Name,
        what: &str,
        known: impl Iterator<Item = &'n str> + Clone,
    ) -> Result<usize, Diagnostic> {
        known.clone().position(|other| other == name.text).ok_or_else(|| {
            let wrong = self.error(&name.span, format!("no {what} is called `{}`", name.text));
            wrong.did_you_mean(&name.text, known.filter(|other| !other.is_empty()))
        })
    }

    pub(super) fn player(&self, name: &Name) -> Result<Player, Diagnostic> {
        self.find(name, "player", self.names.iter().map(String::as_str)).map(Player::new)
    }

    pub(super) fn kind(&self, name: &Name) -> Result<Kind, Diagnostic> {
        let known = self.rules.kinds.iter().map(|kind| kind.name.as_str());
        self.find(name, "piece", known).map(Kind::new)
    }

    pub(super) fn resource(&self, name: &Name) -> Result<Resource, Diagnostic> {
        let known = self.rules.resources.iter().map(|kind| kind.name.as_str());
        self.find(name, "resource", known).map(Resource::new)
    }

    pub(super) fn card(&self, name: &Name) -> Result<Card, Diagnostic> {
        let known = self.rules.cards.iter().map(|kind| kind.name.as_str());
        self.find(name, "card", known).map(Card::new)
    }

    pub(super) fn deck(&self, name: &Name) -> Result<Deck, Diagnostic> {
        let known = self.rules.decks.iter().map(|kind| kind.name.as_str());
        self.find(name, "deck", known).map(Deck::new)
    }

    pub(super) fn marker(&self, name: &Name) -> Result<Marker, Diagnostic> {
        let known = self.rules.markers.iter().map(|kind| kind.name.as_str());
        self.find(name, "marker", known).map(Marker::new)
    }

    pub(super) fn award(&self, name: &Name) -> Result<Award, Diagnostic> {
        let known = self.rules.awards.iter().map(|kind| kind.name.as_str());
        self.find(name, "award", known).map(Award::new)
    }

    pub(super) fn terrain(&self, name: &Name) -> Result<Terrain, Diagnostic> {
        let known = self.rules.terrains.iter().map(|kind| kind.name.as_str());
        self.find(name, "terrain", known).map(Terrain::new)
    }

    fn ability(&self, name: &Name) -> Result<Ability, Diagnostic> {
        let known = self.rules.abilities.iter().map(|kind| kind.name.as_str());
        self.find(name, "ability", known).map(Ability::new)
    }

    fn rate(&self, name: &Name) -> Result<Rate, Diagnostic> {
        let known = self.rules.rates.iter().map(|kind| kind.name.as_str());
        self.find(name, "rate of trade", known).map(Rate::new)
    }

    fn way(&self, name: &Name, ways: &[Way]) -> Result<u8, Diagnostic> {
        let way = self.find(name, "way", ways.iter().map(|way| way.name.as_str()))?;
        u8::try_from(way).map_err(|_| self.error(&name.span, "there are too many ways"))
    }

    pub(super) fn place(&self, name: &Name) -> Result<Place, Diagnostic> {
        self.rules.board.place(&name.text).map_err(|message| self.error(&name.span, message))
    }

    pub(super) fn hex(&self, name: &Name) -> Result<Hex, Diagnostic> {
        match self.place(name)? {
            Place::Hex(hex) => Ok(hex),
            _ => Err(self
                .error(&name.span, format!("`{}` is no hex", name.text))
                .hint("hexes are written like `C4`")),
        }
    }

    pub(super) fn small(&self, number: &Number, most: u64) -> Result<u8, Diagnostic> {
        match u8::try_from(number.value) {
            Ok(value) if number.value <= most => Ok(value),
            _ => Err(self.error(&number.span, format!("expected a number up to {most}"))),
        }
    }

    /// The resources of a list with their counts, none of them twice.
    pub(super) fn counts(&self, amounts: &[Amount]) -> Result<Vec<(Resource, u8)>, Diagnostic> {
        let mut counts: Vec<(Resource, u8)> = Vec::new();
        for Amount { count, name } in amounts {
            let resource = self.resource(name)?;
            if counts.iter().any(|&(other, _)| other == resource) {
                return Err(self.error(&name.span, format!("`{}` stands here twice", name.text)));
            }
            counts.push((resource, self.small(count, CARDS)?));
        }
        Ok(counts)
    }

    pub(super) fn bag(&self, amounts: &[Amount]) -> Result<Resources, Diagnostic> {
        let counts = self.counts(amounts)?;
        let total: usize = counts.iter().map(|&(_, count)| usize::from(count)).sum();
        match amounts.last() {
            Some(last) if total > 120 => Err(self.error(&last.count.span, "too many cards")),
            _ => Ok(counts.iter().map(|&(kind, n)| Resources::of(kind, usize::from(n))).sum()),
        }
    }

    /// The written results of chance.
    pub(super) fn outcomes(&self, deed: &Deed) -> Result<Vec<Outcome>, Diagnostic> {
        let mut outcomes = Vec::new();
        if let Act::Roll(Some(dice)) = &deed.act {
            outcomes.push(Outcome::Dice([self.die(&dice[0])?, self.die(&dice[1])?]));
        }
        for result in &deed.drawing {
            outcomes.push(if let Ok(resource) = self.resource(result) {
                Outcome::Resource(resource)
            } else if let Ok(number) = result.text.parse() {
                Outcome::Number(number)
            } else {
                Outcome::Card(self.card(result)?)
            });
        }
        Ok(outcomes)
    }

    fn die(&self, number: &Number) -> Result<u8, Diagnostic> {
        match self.small(number, 6) {
            Ok(die) if die > 0 => Ok(die),
            _ => Err(self.error(&number.span, "a die shows 1 to 6")),
        }
    }

    /// The actions that a deed stands for, to be played one after the other.
    pub(super) fn actions(
        &self,
        game: &Game,
        player: Player,
        deed: &Deed,
    ) -> Result<Vec<Action>, Diagnostic> {
        let meant = self.meant(game, player, deed)?;
        match meant.legal[..] {
            [] => Ok(meant.guess),
            [one] => Ok(vec![one]),
            _ => {
                let mut wrong = self.error(&deed.span, "this could mean several actions");
                for action in meant.legal.iter().take(6) {
                    let full = super::print_action(game, player, action);
                    wrong = wrong.hint(format!("write `{full}`"));
                }
                Err(wrong)
            }
        }
    }

    /// What a deed can mean.
    pub(super) fn meant(
        &self,
        game: &Game,
        player: Player,
        deed: &Deed,
    ) -> Result<Meant, Diagnostic> {
        let (fits, guess) = self.pattern(game, player, deed)?;
        let legal = game.legal_actions(player).map_err(|failure| self.failed(&failure, deed))?;
        let mut found: Vec<Action> = Vec::new();
        for action in legal {
            if fits(&action) && !found.contains(&action) {
                found.push(action);
            }
        }
        if found.len() > 1 {
            let plain = |action: &&Action| {
                !matches!(action, Action::Build { way, .. } | Action::Buy { way, .. }
                    if ![STANDARD, FREE].contains(way))
            };
            let declared: Vec<Action> = found.iter().filter(plain).copied().collect();
            if !declared.is_empty() {
                found = declared;
            }
        }
        Ok(Meant { legal: found, guess })
    }

    pub(super) fn failed(&self, failure: &Failure, deed: &Deed) -> Diagnostic {
        let message = format!("a rule failed: {}", failure.message);
        let wrong = self.error(&deed.span, message).hint(format!("see {}", failure.origin));
        failure.hint.iter().fold(wrong, |wrong, hint| wrong.hint(hint.clone()))
    }

    /// Which actions a deed describes, and the one that fits it best.
    fn pattern(
        &self,
        game: &Game,
        player: Player,
        deed: &Deed,
    ) -> Result<(Box<dyn Fn(&Action) -> bool>, Vec<Action>), Diagnostic> {
        let only = |action: Action| -> (Box<dyn Fn(&Action) -> bool>, Vec<Action>) {
            (Box::new(move |other| *other == action), vec![action])
        };
        Ok(match &deed.act {
            Act::Roll(_) => only(Action::Roll),
            Act::End => only(Action::End),
            Act::Accept => only(Action::Accept),
            Act::Refuse => only(Action::Refuse),
            Act::Withdraw => only(Action::Withdraw),
            Act::Conclude(with) => only(Action::Conclude { with: self.player(with)? }),
            Act::Take(None) => only(Action::Take { from: None }),
            Act::Take(Some(from)) => only(Action::Take { from: Some(self.player(from)?) }),
            Act::Play(card) => only(Action::Play { card: self.card(card)? }),
            Act::Move(marker, place) => {
                only(Action::Move { marker: self.marker(marker)?, place: self.place(place)? })
            }
            Act::Counter(give, get) => {
                only(Action::Counter { give: self.bag(give)?, get: self.bag(get)? })
            }
            Act::Offer(give, get, to) => {
                let to = if to.is_empty() {
                    game.table().opponents(player).collect()
                } else {
                    to.iter().map(|name| self.player(name)).collect::<Result<Players, _>>()?
                };
                only(Action::Offer { give: self.bag(give)?, get: self.bag(get)?, to })
            }
            Act::Use(ability) => only(Action::Use { ability: self.ability(ability)?, variant: 0 }),
            Act::Discard(cards) => (Box::new(|_| false), self.discards(cards, deed)?),
            Act::Build(kind, place, terms) => self.build(game, kind, place, terms)?,
            Act::Buy(deck, terms) => self.buy(deck, terms)?,
            Act::Trade(give, get, by) => self.trade(give, get, by.as_ref())?,
            Act::Choose(choice) => self.choice(game, choice)?,
        })
    }

    fn discards(&self, cards: &[Amount], deed: &Deed) -> Result<Vec<Action>, Diagnostic> {
        let bag = self.bag(cards)?;
        if bag.is_empty() {
            return Err(self.error(&deed.span, "expected cards to discard"));
        }
        let kinds = bag.kinds().flat_map(|kind| std::iter::repeat_n(kind, bag.get(kind)));
        Ok(kinds.map(|resource| Action::Discard { resource }).collect())
    }

    /// The way that is written, and the price that is written.
    fn terms(
        &self,
        terms: &Terms,
        ways: &[Way],
    ) -> Result<(Option<u8>, Option<Resources>), Diagnostic> {
        let way = terms.by.as_ref().map(|by| self.way(by, ways)).transpose()?;
        let pay = terms.paying.as_ref().map(|pay| self.bag(pay)).transpose()?;
        Ok((way, pay))
    }

    fn build(
        &self,
        game: &Game,
        kind: &Name,
        place: &Name,
        terms: &Terms,
    ) -> Result<(Box<dyn Fn(&Action) -> bool>, Vec<Action>), Diagnostic> {
        let (kind, place) = (self.kind(kind)?, self.place(place)?);
        let ways = &self.rules.kind(kind).ways;
        let (by, paying) = self.terms(terms, ways)?;
        let fits = move |action: &Action| match *action {
            Action::Build { kind: k, place: at, way, pay } => {
                k == kind
                    && at == place
                    && by.is_none_or(|by| by == way)
                    && paying.is_none_or(|paying| paying == pay)
            }
            _ => false,
        };
        let placing = matches!(game.table().step, Step::Place(_));
        let guess = if placing && by.is_none() && paying.is_none() {
            Action::Build { kind, place, way: FREE, pay: Resources::NONE }
        } else {
            let (way, pay) = declared(ways, by, paying);
            Action::Build { kind, place, way, pay }
        };
        Ok((Box::new(fits), vec![guess]))
    }

    fn buy(
        &self,
        deck: &Name,
        terms: &Terms,
    ) -> Result<(Box<dyn Fn(&Action) -> bool>, Vec<Action>), Diagnostic> {
        let deck = self.deck(deck)?;
        let ways = &self.rules.deck(deck).ways;
        let (by, paying) = self.terms(terms, ways)?;
        let fits = move |action: &Action| match *action {
            Action::Buy { deck: d, way, pay } => {
                d == deck
                    && by.is_none_or(|by| by == way)
                    && paying.is_none_or(|paying| paying == pay)
            }
            _ => false,
        };
        let (way, pay) = declared(ways, by, paying);
        Ok((Box::new(fits), vec![Action::Buy { deck, way, pay }]))
    }

    fn trade(
        &self,
        give: &[Amount],
        get: &[Amount],
        by: Option<&Name>,
    ) -> Result<(Box<dyn Fn(&Action) -> bool>, Vec<Action>), Diagnostic> {
        let (give, get) = (self.bag(give)?, self.bag(get)?);
        let by = by.map(|by| self.rate(by)).transpose()?;
        let fits = move |action: &Action| match *action {
            Action::Trade { rate, give: g, get: t } => {
                by.is_none_or(|by| by == rate) && g == give && t == get
            }
            _ => false,
        };
        let rates = || self.rules.rates.iter().enumerate();
        let fitting = rates().find(|(_, rate)| rate.terms.allow(give, get));
        let distance = |(_, rate): &(usize, &RateKind)| {
            let cost = &rate.terms.give;
            (!cost.is_met_by(give), cost.total().abs_diff(give.total()))
        };
        let nearest = || rates().min_by_key(distance);
        let guess = fitting.or_else(nearest).map_or(0, |(index, _)| index);
        let rate = by.unwrap_or(Rate::new(guess));
        Ok((Box::new(fits), vec![Action::Trade { rate, give, get }]))
    }

    fn choice(
        &self,
        game: &Game,
        name: &Name,
    ) -> Result<(Box<dyn Fn(&Action) -> bool>, Vec<Action>), Diagnostic> {
        let choices = self.choices(name);
        let Some(&guess) = choices.first() else {
            let words = game.words();
            let options = game.question().map_or(&[][..], |question| &question.options);
            let known: Vec<String> = options
                .iter()
                .filter_map(|option| match option {
                    Action::Choose(choice) => Some(words.choice(*choice)),
                    _ => None,
                })
                .collect();
            let wrong = self.error(&name.span, format!("`{}` is no answer", name.text));
            return Err(wrong.did_you_mean(&name.text, known.iter().map(String::as_str)));
        };
        let fits = move |action: &Action| matches!(action, Action::Choose(choice) if choices.contains(choice));
        Ok((Box::new(fits), vec![Action::Choose(guess)]))
    }

    /// All answers that are written like this.
    fn choices(&self, name: &Name) -> Vec<Choice> {
        let mut choices = Vec::new();
        match name.text.as_str() {
            "no" | "nothing" => choices.push(Choice::No),
            "yes" => choices.push(Choice::Yes),
            text => choices.extend(text.parse().ok().map(Choice::Number)),
        }
        choices.extend(self.resource(name).ok().map(Choice::Resource));
        choices.extend(self.player(name).ok().map(Choice::Player));
        choices.extend(self.marker(name).ok().map(Choice::Marker));
        if let Ok(place) = self.place(name) {
            choices.extend(match place {
                Place::Hex(hex) => Some(Choice::Hex(hex)),
                Place::Intersection(site) => Some(Choice::Intersection(site)),
                Place::Border(_) => None,
            });
            choices.push(Choice::Piece(place));
        }
        choices
    }
}

/// The way and the price that are meant where nothing else is written.
fn declared(ways: &[Way], by: Option<u8>, paying: Option<Resources>) -> (u8, Resources) {
    let way = by.unwrap_or(STANDARD);
    let cost = ways.get(usize::from(way)).and_then(|way| way.costs.first());
    (way, paying.unwrap_or_else(|| cost.map_or(Resources::NONE, |cost| cost.fixed)))
}
