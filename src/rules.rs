//! The rules of one game as the kernel reads them: tables of facts, compiled from packs and a
//! scenario, and the calls that go to scripts.
//!
//! Knows no script language and names no rule: every name in here comes from a file.

mod args;
mod hook;
mod kinds;
mod laying;
mod places;
mod terms;
mod turn_options;
mod types;
mod wording;
mod worth;

pub use args::Args;
pub use hook::{
    Answer, Arg, Call, Failure, Frame, Hook, HookShape, Listener, Listeners, Running, Value,
};
pub use kinds::{
    AbilityKind, AnswerableKind, AwardKind, CardKind, CounterKind, DeckKind, GoodKind, Held,
    HexEventKind, Hold, Lasts, Limit, MarkKind, MarkerGroup, MarkerKind, Merit, PieceKind,
    PileKind, RateKind, ResourceKind, RollKind, TagKind, TerrainKind, TokenKind, Variant, Way,
    kept_name, of_copy,
};
pub use laying::{DoubleHexes, Laying, PlacementRound, StartingPiece, Walk};
pub use places::setting_name;
pub use terms::{Cost, Gain, Terms};
pub use turn_options::{PricedOption, TurnOption, TurnOptions};
pub use types::Type;
pub(crate) use wording::CONSTANTS;
pub use worth::Worth;

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::ops::RangeInclusive;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::action::Action;
use crate::board::Board;
use crate::chance::Stream;
use crate::diagnostic::Diagnostic;
use crate::resource::Resource;
use crate::set::{Id, Set};
use crate::table::{Award, Card, Deck, HexEvent, Kind, Marker, Terrain, Token};

crate::set::ids! {
    /// A rule file of the packs in play, numbered in the order in which rules are heard.
    RuleId;
}

/// How far a pack, or a folder of it, stands from the original game; the farther has the last word.
#[derive(
    Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum Rank {
    /// The original game.
    Original,
    /// A standard game over it.
    Standard,
    /// A module or scenario.
    Module,
    /// The text of a card.
    Card,
    /// A rule of the user's own.
    House,
}

/// Where something is declared.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Debug, Serialize, Deserialize)]
pub struct Origin {
    /// The file, as its pack was found.
    pub file: String,
    /// The line, from 1; 0 for the file as a whole.
    pub line: usize,
}

impl Origin {
    /// The place of a diagnostic.
    pub(crate) fn of(place: &Diagnostic) -> Self {
        Self { file: place.file.clone(), line: place.line }
    }
}

impl fmt::Display for Origin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.line == 0 {
            f.write_str(&self.file)
        } else {
            write!(f, "{}:{}", self.file, self.line)
        }
    }
}

/// A pack in play.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct PackInfo {
    /// Its name.
    pub id: String,
    /// Its title.
    pub title: String,
    /// Its version.
    pub version: String,
    /// Its rank.
    pub rank: Rank,
    /// Where it was found: a folder, or `built in`.
    pub found: String,
    /// Other folders in which it lies too, and which do not count.
    pub others: Vec<String>,
    /// A hash of all its files, with LF line ends.
    pub hash: u64,
}

impl PackInfo {
    /// The folder of its files, as they are shown.
    pub fn folder(&self) -> String {
        match self.found.as_str() {
            "built in" => format!("rules/{}", self.id),
            folder => folder.into(),
        }
    }
}

/// A setting of a pack and its value in this game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Setting {
    /// What it means.
    pub text: String,
    /// The value in this game: a truth, a number or a word.
    pub value: SettingValue,
    /// The value without anybody's word.
    pub default: SettingValue,
    /// The numbers it may take.
    pub range: Option<RangeInclusive<i64>>,
    /// Where the value is set: in a pack, a scenario or a transcript, or on the command line.
    pub origin: Origin,
}

/// The value of a setting.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(untagged, expecting = "expected true, false, a whole number or a word")]
pub enum SettingValue {
    /// Yes or no.
    Truth(bool),
    /// A number.
    Number(i64),
    /// A word.
    Word(String),
}

impl fmt::Display for SettingValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Truth(truth) => truth.fmt(f),
            Self::Number(number) => number.fmt(f),
            Self::Word(word) => word.fmt(f),
        }
    }
}

/// A rule file in play.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Rule {
    /// Its pack and name, such as `pack/rule`.
    pub id: String,
    /// Its title.
    pub title: String,
    /// What it says, in a sentence.
    pub text: String,
    /// The rulings that it carries out.
    pub rulings: String,
    /// Its rank.
    pub rank: Rank,
    /// The number of the first rule of its rank and pack.
    pub level: usize,
    /// The file.
    pub file: String,
    /// The place of its text among the sources.
    pub source: usize,
    /// The line of its first fact or hook.
    pub line: usize,
    /// Its hooks.
    pub hooks: BTreeMap<Hook, Defined>,
    /// What makes it a player's own; nothing for a rule that is for everybody.
    pub held: Option<Hold>,
    /// Its facts, and `EACH` in a family: constants of its script.
    pub constants: Vec<(String, SettingValue)>,
    /// The member of its family that this rule is for.
    pub each: Option<String>,
    /// The rule whose counters and marks it uses too.
    pub shares: Option<RuleId>,
    /// The rule that it takes out of play.
    pub replaces: Option<String>,
    /// The number of the random stream, for rules that draw.
    pub stream: Option<(u8, Stream)>,
}

impl Rule {
    /// Where the rule, or a hook of it, is written.
    pub fn origin(&self, hook: Option<Hook>) -> Origin {
        let defined = hook.and_then(|hook| self.hooks.get(&hook));
        Origin { file: self.file.clone(), line: defined.map_or(self.line, |hook| hook.line) }
    }

    /// Whether the counters and marks of a rule are this one's to use: `own` is its own number.
    pub fn uses_those_of(&self, own: RuleId, keeper: RuleId) -> bool {
        own == keeper || self.shares == Some(keeper)
    }

    /// Its name without its pack, in words.
    pub fn name(&self) -> String {
        let name = self.id.split_once('/').map_or(self.id.as_str(), |(_, name)| name);
        name.replace('_', " ")
    }

    /// Its hook with its own name, as the way to a failure tells it.
    pub fn named(&self, hook: Hook) -> String {
        format!("`{}` of {}", hook.name(), self.id)
    }

    /// Whether its hook wants so many arguments, `me` included; the last ones may be left out.
    pub fn wants(&self, hook: Hook, arguments: usize) -> bool {
        self.hooks.get(&hook).is_some_and(|hook| hook.parameters >= arguments)
    }
}

/// A hook as a rule file defines it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Defined {
    /// Its line.
    pub line: usize,
    /// How many parameters it has.
    pub parameters: usize,
}

/// A rule file of a pack in play that is not in play itself.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LeftOut {
    /// Its pack and name, such as `pack/rule`.
    pub id: String,
    /// Why it is not in play.
    pub why: String,
}

/// The functions that a pack gives to the rules of its rank and of later ones.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct VerbFile {
    /// The rank of its pack.
    pub rank: Rank,
    /// The place of its text among the sources.
    pub source: usize,
}

/// The rules of one game.
#[derive(Clone, Debug)]
pub struct Rules {
    /// The scenario's title.
    pub title: String,
    /// What the scenario says of itself.
    pub text: String,
    /// The scenario's name or path, as the transcript gives it.
    pub scenario: String,
    /// A hash of the scenario's file.
    pub hash: u64,
    /// The packs, in the order of precedence.
    pub packs: Vec<PackInfo>,
    /// The settings, by pack and name.
    pub settings: BTreeMap<String, Setting>,
    /// The settings that differ from what the scenario says, for the transcript.
    pub set: BTreeMap<String, SettingValue>,
    /// The packs and rule files that were added to those of the scenario, for the transcript.
    pub with: Vec<String>,
    /// The rules that were left out, for the transcript.
    pub without: Vec<String>,
    /// All rules of the packs that are not in play, whatever the reason.
    pub left_out: Vec<LeftOut>,
    /// How many can play.
    pub seats: RangeInclusive<usize>,
    /// The names of the players for each number of players; the last list serves all others.
    pub names: Vec<Vec<String>>,
    /// The topology.
    pub board: Board,
    /// How the table is laid.
    pub laying: Laying,
    /// The rounds of the placement.
    pub placement: Vec<PlacementRound>,
    /// What is placed in each round by each player: the kinds that will do, in turn.
    pub placed: Vec<Set<Kind>>,
    /// The resources.
    pub resources: Vec<ResourceKind>,
    /// What hexes can show.
    pub terrains: Vec<TerrainKind>,
    /// The kinds of pieces.
    pub kinds: Vec<PieceKind>,
    /// The markers.
    pub markers: Vec<MarkerKind>,
    /// The groups of markers.
    pub groups: Vec<MarkerGroup>,
    /// The decks.
    pub decks: Vec<DeckKind>,
    /// The kinds of cards.
    pub cards: Vec<CardKind>,
    /// The awards.
    pub awards: Vec<AwardKind>,
    /// The rates of trade with the supply.
    pub rates: Vec<RateKind>,
    /// What single rolls bring about.
    pub rolls: Vec<RollKind>,
    /// What rules let players do.
    pub abilities: Vec<AbilityKind>,
    /// What rules count.
    pub counters: Vec<CounterKind>,
    /// The tokens.
    pub tokens: Vec<TokenKind>,
    /// What players can own.
    pub goods: Vec<GoodKind>,
    /// The events that can be discovered.
    pub hex_events: Vec<HexEventKind>,
    /// The piles of cards that are no part of a hand.
    pub piles: Vec<PileKind>,
    /// The hexes and decks that rules mark.
    pub tags: Vec<TagKind>,
    /// The players that rules mark.
    pub marks: Vec<MarkKind>,
    /// The rules that can be accepted in advance.
    pub answerables: Vec<AnswerableKind>,
    /// All rule files in play, in the order in which they are heard.
    pub rules: Vec<Rule>,
    /// The verbs of packs, in the order of precedence: of two with one name the later one counts.
    pub verbs: Vec<VerbFile>,
    /// Who hears what.
    pub listeners: Listeners,
    /// What gives points.
    pub worth: Worth,
    /// The options of a turn.
    pub turn_options: TurnOptions,
    /// The points that win.
    pub goal: i64,
    /// After how many turns the game ends undecided.
    pub turn_limit: u16,
    /// Whether a player who alone is owed a short resource takes what is left.
    pub sole_claimant: bool,
    /// The sources of all files in play, script files first: path and text.
    pub sources: Vec<(String, String)>,
    /// The place of the scenario's file among them.
    pub scenario_source: usize,
    /// The settings that the loader goes by, without their packs.
    pub asked: BTreeSet<String>,
}

impl Rules {
    /// What so many players are called; nothing where the rules are not for so many.
    pub fn names_of(&self, players: usize) -> Option<Vec<String>> {
        let list = self.names.iter().find(|names| names.len() == players);
        let names = list.or_else(|| self.names.last())?;
        let fits = self.seats.contains(&players) && names.len() >= players;
        fits.then(|| names[..players].to_vec())
    }

    /// The kind of piece of this name.
    pub fn kind_named(&self, name: &str) -> Option<Kind> {
        self.kinds.iter().position(|kind| kind.name == name).map(Kind::new)
    }

    /// The resource of this name.
    pub fn resource_named(&self, name: &str) -> Option<Resource> {
        self.resources.iter().position(|resource| resource.name == name).map(Resource::new)
    }

    /// The card of this name.
    pub fn card_named(&self, name: &str) -> Option<Card> {
        self.cards.iter().position(|card| card.name == name).map(Card::new)
    }

    /// What is declared of the kind of piece.
    #[inline]
    pub fn kind(&self, kind: Kind) -> &PieceKind {
        &self.kinds[kind.index()]
    }

    /// What is declared of the card.
    #[inline]
    pub fn card(&self, card: Card) -> &CardKind {
        &self.cards[card.index()]
    }

    /// What is declared of the deck.
    #[inline]
    pub fn deck(&self, deck: Deck) -> &DeckKind {
        &self.decks[deck.index()]
    }

    /// What is declared of the award.
    #[inline]
    pub fn award(&self, award: Award) -> &AwardKind {
        &self.awards[award.index()]
    }

    /// What is declared of the marker.
    #[inline]
    pub fn marker(&self, marker: Marker) -> &MarkerKind {
        &self.markers[marker.index()]
    }

    /// What is declared of the token.
    #[inline]
    pub fn token(&self, token: Token) -> &TokenKind {
        &self.tokens[token.index()]
    }

    /// What is declared of the event.
    #[inline]
    pub fn hex_event(&self, event: HexEvent) -> &HexEventKind {
        &self.hex_events[event.index()]
    }

    /// What is declared of the terrain.
    #[inline]
    pub fn terrain(&self, terrain: Terrain) -> &TerrainKind {
        &self.terrains[terrain.index()]
    }

    /// The markers of a group.
    pub fn markers_of(&self, group: u8) -> impl Iterator<Item = Marker> {
        let markers = (0..self.markers.len()).map(Marker::new);
        markers.filter(move |&marker| self.marker(marker).group == group)
    }

    /// The rule file.
    #[inline]
    pub fn rule(&self, rule: RuleId) -> &Rule {
        &self.rules[rule.index()]
    }

    /// Whether the rule defines the hook.
    #[inline]
    pub fn defines(&self, rule: RuleId, hook: Hook) -> bool {
        self.listeners.is_heard_by(hook, rule)
    }

    /// Who hears the hook.
    #[inline]
    pub fn listeners(&self, hook: Hook) -> &[Listener] {
        self.listeners.of(hook)
    }

    /// The source of a rule's random stream.
    ///
    /// # Panics
    /// When no rule draws from it.
    pub fn stream(&self, number: usize) -> Stream {
        let mut streams = self.rules.iter().filter_map(|rule| rule.stream);
        let found = streams.find(|&(n, _)| usize::from(n) == number);
        found.expect("a stream has its rule").1
    }

    /// The rule that offers the terms of an action, and for which copy of its card.
    pub fn offered_by(&self, action: &Action) -> Option<Running> {
        let by_way = |ways: &[Way], way| ways.get(usize::from(way))?.by;
        match *action {
            Action::Build { kind, way, .. } => by_way(&self.kind(kind).ways, way),
            Action::Buy { deck, way, .. } => by_way(&self.deck(deck).ways, way),
            Action::Trade { rate, .. } => self.rates.get(rate.index()).map(|rate| rate.by),
            Action::Use { ability, .. } => self.abilities.get(ability.index()).map(|it| it.by),
            _ => None,
        }
    }

    /// The same action by another copy of the card that offers it: what the copies of a card offer
    /// is numbered one after the other.
    #[must_use]
    pub fn by_copy(&self, action: &Action, copy: u8) -> Action {
        let mut other = *action;
        let Some(by) = self.offered_by(action) else { return other };
        let number = match &mut other {
            Action::Build { way, .. } | Action::Buy { way, .. } => way,
            Action::Trade { rate, .. } => &mut rate.0,
            Action::Use { ability, .. } => &mut ability.0,
            _ => return other,
        };
        *number = (*number - by.copy).saturating_add(copy);
        other
    }

    /// The kinds of pieces that answer.
    pub fn kinds_that(&self, answers: impl Fn(&PieceKind) -> bool) -> Set<Kind> {
        (0..self.kinds.len()).map(Kind::new).filter(|&kind| answers(self.kind(kind))).collect()
    }
}
