//! The rules of one game as the kernel reads them: tables of facts from files, and script calls.
//!
//! This module is independent of the script language and names no rules: all names come from files.

mod args;
mod counter_lookup;
mod counters;
mod event_die;
mod failure;
mod hook;
mod hook_shape;
mod kinds;
mod marker_kind;
mod origin;
mod origins;
mod piece_kind;
mod point_values;
mod resource_classes;
mod rule_id;
mod scenario_weights;
mod settings;
pub mod setup;
mod terms;
mod terrain;
mod turn_options;
mod types;
mod wording;

pub use args::Args;
pub use counters::{CounterScope, CounterVisibility};
pub use event_die::EventDie;
pub use failure::{Failure, FailureDetails, Result};
pub use hook::{Answer, Arg, Call, Hook, HookResult, Listener, Listeners, Running, SuspendedCall};
pub use hook_shape::HookShape;
pub use kinds::{
    AbilityKind, AnswerableKind, AwardKind, CardKind, CounterKind, DeckKind, GoodsKind,
    HexEventKind, HexMarkKind, LASTING_CARDS, Lasts, Limit, Merit, Ownership, OwnershipId,
    PileKind, PlaceCounterKind, PlayerMarkKind, RateKind, RollKind, TokenKind, Variant, Way,
    of_copy, state_name,
};
pub use marker_kind::{MarkerGround, MarkerGroup, MarkerKind};
pub use origin::Origin;
pub use origins::setting_name;
pub use piece_kind::{AreaLimit, PieceKind, layer_name};
pub use point_values::PointValues;
pub use resource_classes::{ChoiceWord, ResourceClass, ResourceClasses, ResourceWords};
pub use rule_id::RuleId;
pub use scenario_weights::{PHASES, ScenarioWeights};
pub use settings::{Setting, SettingValue};
pub use setup::{DoubleHexes, PlacementRound, PlacementStep, Setup, StartingPiece};
pub use terms::{CHOICES, Cost, Gain, Terms};
pub use terrain::{ResourceKind, TerrainKind};
pub use turn_options::{PricedOption, TurnOption, TurnOptions};
pub use types::Type;
pub(crate) use wording::CONSTANTS;

use std::collections::{BTreeMap, BTreeSet};
use std::ops::RangeInclusive;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::action::Action;
use crate::board::Board;
use crate::chance::Stream;
use crate::resource::Resource;
use crate::set::{Id, Set};
use crate::table::{Award, Card, Deck, HexEvent, Kind, Marker, Terrain, Token};

/// The distance of a pack, or of one of its folders, from the original game; the highest rank wins.
#[derive(
    Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum Rank {
    /// The original game.
    Original,
    /// A standard game that extends it.
    Standard,
    /// A module or scenario.
    Module,
    /// The text of a card.
    Card,
    /// A user's own rule.
    House,
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
    /// The place where it was found: a folder, or `built in`.
    pub found: String,
    /// Other folders that contain a pack of the same name and are ignored.
    pub others: Vec<String>,
    /// A hash of all its files, with LF line ends.
    pub hash: u64,
}

impl PackInfo {
    /// The folder of its files, as messages show it.
    pub fn folder(&self) -> String {
        match self.found.as_str() {
            "built in" => format!("rules/{}", self.id),
            folder => folder.into(),
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
    /// Its description in a sentence.
    pub text: String,
    /// The rulings that it implements.
    pub rulings: String,
    /// Its rank.
    pub rank: Rank,
    /// The index of the first rule with the same rank and pack.
    pub level: usize,
    /// The file.
    pub file: String,
    /// The index of its text in [`Rules::sources`].
    pub source: usize,
    /// The line of its first fact or hook.
    pub line: usize,
    /// How often its `act` runs.
    pub times: u8,
    /// Its hooks.
    pub hooks: BTreeMap<Hook, HookDefinition>,
    /// How a player owns it; `None` for a rule that applies to everybody.
    pub ownership: Option<Ownership>,
    /// Its facts, and `EACH` in a family: constants of its script.
    pub constants: Vec<(String, SettingValue)>,
    /// The member of its family that this rule is for.
    pub each: Option<String>,
    /// The rules whose counters, marks and piles it shares.
    pub shares: Vec<RuleId>,
    /// The rule that it replaces.
    pub replaces: Option<String>,
    /// The index of its random stream, for rules that draw.
    pub stream: Option<(u8, Stream)>,
}

/// The name of a rule without its pack, with spaces between its words.
pub(crate) fn rule_name(id: &str) -> String {
    id.split_once('/').map_or(id, |(_, name)| name).replace('_', " ")
}

impl Rule {
    /// The position of the rule, or of one of its hooks.
    pub fn origin(&self, hook: Option<Hook>) -> Origin {
        let defined = hook.and_then(|hook| self.hooks.get(&hook));
        Origin { file: self.file.clone(), line: defined.map_or(self.line, |hook| hook.line) }
    }

    /// Whether the rule may use the counters, marks and piles of `keeper`; `own` is its own id.
    pub fn may_use_state_of(&self, own: RuleId, keeper: RuleId) -> bool {
        own == keeper || self.shares.contains(&keeper)
    }

    /// Its name without its pack, with spaces between its words.
    pub fn name(&self) -> String {
        rule_name(&self.id)
    }

    /// The names of a hook and this rule, as printed in a call stack.
    pub fn named(&self, hook: Hook) -> String {
        format!("`{}` of {}", hook.name(), self.id)
    }

    /// Whether its hook has at least this number of parameters, including `me`; a rule may omit the
    /// last ones.
    pub fn wants(&self, hook: Hook, arguments: usize) -> bool {
        self.hooks.get(&hook).is_some_and(|hook| hook.parameters >= arguments)
    }
}

/// A hook defined by a rule file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct HookDefinition {
    /// Its line.
    pub line: usize,
    /// The number of its parameters.
    pub parameters: usize,
}

/// A rule file that is not in play, although its pack is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ExcludedRule {
    /// Its pack and name, such as `pack/rule`.
    pub id: String,
    /// The reason why it is not in play.
    pub why: String,
}

/// A file with functions that a pack provides to rules of its own and higher ranks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct VerbFile {
    /// The number of the pack.
    pub pack: usize,
    /// The rank of its pack.
    pub rank: Rank,
    /// The index of its text in [`Rules::sources`].
    pub source: usize,
}

/// The rules of one game.
#[derive(Clone, Debug)]
pub struct Rules {
    /// The scenario's title.
    pub title: String,
    /// The scenario's description.
    pub text: String,
    /// The scenario's name or path, as used in transcripts.
    pub scenario: String,
    /// A hash of the scenario's file.
    pub hash: u64,
    /// The packs, in the order of precedence.
    pub packs: Vec<PackInfo>,
    /// The settings, by pack and name.
    pub settings: BTreeMap<String, Setting>,
    /// The settings that differ from those of the scenario, for transcripts.
    pub set: BTreeMap<String, SettingValue>,
    /// The packs and rule files that were added to those of the scenario, for transcripts.
    pub with: Vec<String>,
    /// The rules that were left out, for transcripts.
    pub without: Vec<String>,
    /// All rules of these packs that are not in play, whatever the reason.
    pub left_out: Vec<ExcludedRule>,
    /// The numbers of players that are allowed.
    pub seats: RangeInclusive<usize>,
    /// The names of the players for each number of players; the last list is used for all other
    /// numbers.
    pub names: Vec<Vec<String>>,
    /// The topology.
    pub board: Board,
    /// The set-up of the table.
    pub setup: Setup,
    /// The rounds of the placement.
    pub placement: Vec<PlacementRound>,
    /// The resources.
    pub resources: Vec<ResourceKind>,
    /// The classes of resources.
    pub classes: ResourceClasses,
    /// The words of prices and terms of trade.
    pub words: ResourceWords,
    /// The terrains.
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
    /// The effects of single rolls.
    pub rolls: Vec<RollKind>,
    /// The abilities.
    pub abilities: Vec<AbilityKind>,
    /// The counters of rules.
    pub counters: Vec<CounterKind>,
    /// The counters of rules with a number for each hex, place or piece.
    pub place_counters: Vec<PlaceCounterKind>,
    /// The tokens.
    pub tokens: Vec<TokenKind>,
    /// The kinds of goods.
    pub goods: Vec<GoodsKind>,
    /// The events that can be discovered.
    pub hex_events: Vec<HexEventKind>,
    /// The piles of cards, which are not part of a hand.
    pub piles: Vec<PileKind>,
    /// The marks that rules set on hexes and decks.
    pub hex_marks: Vec<HexMarkKind>,
    /// The marks that rules set on players.
    pub player_marks: Vec<PlayerMarkKind>,
    /// The rules whose questions can be answered in advance.
    pub answerables: Vec<AnswerableKind>,
    /// All rule files in play, in the order in which they are called.
    pub rules: Vec<Rule>,
    /// The verbs of packs, in the order of precedence: later ones override those of the same name.
    pub verbs: Vec<VerbFile>,
    /// The rules that are called for each hook.
    pub listeners: Listeners,
    /// The things that give points.
    pub worth: PointValues,
    /// The cards that can be played.
    pub playable: Set<Card>,
    /// Whether pieces other than buildings can stand at ports, which they do not open.
    pub has_others_at_ports: bool,
    /// The options of a turn.
    pub turn_options: TurnOptions,
    /// The number of points needed to win.
    pub goal: i64,
    /// The number of turns after which the game ends undecided.
    pub turn_limit: u16,
    /// The number of unseen cards of the deck of dice, if one replaces the dice.
    pub dice_deck: Option<u8>,
    /// The die with named faces that is rolled with the dice.
    pub event_die: Option<EventDie>,
    /// Whether a player who is the only one to claim a short resource gets the remaining cards.
    pub sole_claimant: bool,
    /// The names that can be answers to questions, sorted, as they are written in files.
    pub answer_names: Vec<String>,
    /// The sources of all files in play, script files first: path and text.
    pub sources: Vec<(String, String)>,
    /// The index of the scenario's file in `sources`.
    pub scenario_source: usize,
    /// The weights beside the scenario's file, for players that look ahead.
    pub weights: Option<ScenarioWeights>,
    /// The names of the settings that the loader reads, without the prefix of their pack.
    pub asked: BTreeSet<String>,
}

impl Rules {
    /// The names for this number of players; `None` if that number is not allowed.
    pub fn names_of(&self, players: usize) -> Option<Vec<String>> {
        let list = self.names.iter().find(|names| names.len() == players);
        let names = list.or_else(|| self.names.last())?;
        let fits = self.seats.contains(&players) && names.len() >= players;
        fits.then(|| names[..players].to_vec())
    }

    /// The kind of piece with this name.
    pub fn kind_named(&self, name: &str) -> Option<Kind> {
        self.kinds.iter().position(|kind| kind.name == name).map(Kind::new)
    }

    /// The names of all kinds of pieces, and of their classes.
    pub fn kind_words(kinds: &[PieceKind]) -> Vec<&str> {
        let mut words: Vec<&str> = kinds.iter().map(|kind| kind.name.as_str()).collect();
        let own = kinds.iter().filter_map(|kind| kind.class.as_deref());
        words.extend(["route", "building"].into_iter().chain(own.collect::<BTreeSet<_>>()));
        words
    }

    /// The resource with this name, with spaces between its words or as files write it.
    pub fn resource_named(&self, name: &str) -> Option<Resource> {
        let mut kinds = self.resources.iter().zip(&self.words.names);
        kinds.position(|(kind, word)| kind.name == name || word == name).map(Resource::new)
    }

    /// The card with this name.
    pub fn card_named(&self, name: &str) -> Option<Card> {
        self.cards.iter().position(|card| card.name == name).map(Card::new)
    }

    /// The declaration of the kind of piece.
    #[inline]
    pub fn kind(&self, kind: Kind) -> &PieceKind {
        &self.kinds[kind.index()]
    }

    /// The declaration of the card.
    #[inline]
    pub fn card(&self, card: Card) -> &CardKind {
        &self.cards[card.index()]
    }

    /// The declaration of the deck.
    #[inline]
    pub fn deck(&self, deck: Deck) -> &DeckKind {
        &self.decks[deck.index()]
    }

    /// The declaration of the award.
    #[inline]
    pub fn award(&self, award: Award) -> &AwardKind {
        &self.awards[award.index()]
    }

    /// The declaration of the marker.
    #[inline]
    pub fn marker(&self, marker: Marker) -> &MarkerKind {
        &self.markers[marker.index()]
    }

    /// The declaration of the token.
    #[inline]
    pub fn token(&self, token: Token) -> &TokenKind {
        &self.tokens[token.index()]
    }

    /// The declaration of the event.
    #[inline]
    pub fn hex_event(&self, event: HexEvent) -> &HexEventKind {
        &self.hex_events[event.index()]
    }

    /// The declaration of the terrain.
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

    /// Whether any rule defines the hook.
    #[inline]
    pub fn is_defined(&self, hook: Hook) -> bool {
        self.listeners.is_defined(hook)
    }

    /// Whether the rule defines the hook.
    #[inline]
    pub fn defines(&self, rule: RuleId, hook: Hook) -> bool {
        self.listeners.is_defined_by(hook, rule)
    }

    /// The rules that are called for the hook.
    #[inline]
    pub fn listeners(&self, hook: Hook) -> &[Listener] {
        self.listeners.of(hook)
    }

    /// The random stream with this index.
    ///
    /// # Panics
    /// When no rule draws from it.
    pub fn stream(&self, number: usize) -> Stream {
        let of_die = self.event_die.iter().map(|die| die.stream);
        let mut streams = self.rules.iter().filter_map(|rule| rule.stream).chain(of_die);
        let found = streams.find(|&(n, _)| usize::from(n) == number);
        found.expect("every stream belongs to a rule or to the event die").1
    }

    /// The rule that offers the terms of an action, and the copy of its card.
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

    /// Converts an action to the same action offered by another copy of its card. The offers of the
    /// copies have consecutive indices.
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

    /// The kind and the state that a word for a piece names, such as `active guard`. Without the
    /// name of a state, the piece may be in any state.
    pub fn piece_named(&self, word: &str) -> Option<(Kind, Option<u8>)> {
        let named = |kind: Kind| {
            let state = word.strip_suffix(self.kind(kind).name.as_str())?;
            match state.strip_suffix(' ') {
                None => state.is_empty().then_some((kind, None)),
                Some(state) => Some((kind, Some(self.kind(kind).state_named(state)?))),
            }
        };
        (0..self.kinds.len()).map(Kind::new).find_map(named)
    }

    /// The kinds of pieces for which `answers` returns `true`.
    pub fn kinds_that(&self, answers: impl Fn(&PieceKind) -> bool) -> Set<Kind> {
        (0..self.kinds.len()).map(Kind::new).filter(|&kind| answers(self.kind(kind))).collect()
    }
}
