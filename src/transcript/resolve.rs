//! From names to what they mean in a game.

use std::ops::Range;

use super::tree::{Act, Amount, Deed, Name, Number};
use crate::board::{Hex, Place};
use crate::diagnostic::{Diagnostic, Source};
use crate::game::{Game, Outcome};
use crate::resource::{Resource, Resources};
use crate::rules::{Rules, Way};
use crate::set::Id;
use crate::table::{Ability, Award, Card, Deck, Kind, Marker, Player, Rate, Terrain};

/// The most cards of a kind that a line may speak of.
const CARDS: u64 = 50;

/// Finds what names mean.
#[derive(Clone, Copy)]
pub(super) struct Resolver<'a> {
    pub(super) rules: &'a Rules,
    pub(super) names: &'a [String],
    pub(super) source: &'a Source,
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

    pub(super) fn ability(&self, name: &Name) -> Result<Ability, Diagnostic> {
        let known = self.rules.abilities.iter().map(|kind| kind.name.as_str());
        self.find(name, "ability", known).map(Ability::new)
    }

    pub(super) fn rate(&self, name: &Name) -> Result<Rate, Diagnostic> {
        let known = self.rules.rates.iter().map(|kind| kind.name.as_str());
        self.find(name, "rate of trade", known).map(Rate::new)
    }

    pub(super) fn way(&self, name: &Name, ways: &[Way]) -> Result<u8, Diagnostic> {
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
        if let Act::Roll(Some([one, other])) = &deed.act {
            outcomes.push(Outcome::Dice([self.die(one)?, self.die(other)?]));
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
}
