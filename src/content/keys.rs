//! The keys of the tables in which packs declare components: terrain, pieces, markers, decks; and
//! those of the placement and the settings.

use std::borrow::Cow;
use std::fmt;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::Deserialize;
use serde::de::value::MapAccessDeserializer;
use serde::de::{Deserializer, IntoDeserializer, MapAccess, Visitor};

use super::condition_keys::ConditionKeys;
use super::toml_file::{NamedEntries, Spanned, SpannedString};
use crate::rules::SettingValue;

/// The general supply.
#[derive(Deserialize, JsonSchema, Debug, Default)]
#[serde(deny_unknown_fields)]
pub(super) struct SupplyKeys {
    /// How many cards of each resource there are, up to 127; 19 by default.
    #[schemars(range(max = 127))]
    pub(super) each_resource: Option<Spanned<u8>>,
}

/// A class of resources, such as commodities. Their cards are like those of other resources, apart
/// from what the keys say.
#[derive(Deserialize, JsonSchema, Debug)]
#[serde(deny_unknown_fields)]
pub(super) struct ResourceClassKeys {
    /// The resources of the class, such as `["paper", "cloth"]`. They are not listed elsewhere.
    #[serde(default)]
    #[schemars(inner(regex(pattern = "^[a-z][a-z0-9_ ]*$")))]
    pub(super) resources: Vec<SpannedString>,
    /// How many cards of each of them there are, up to 127; by default as many as of each other
    /// resource.
    #[schemars(range(max = 127))]
    pub(super) each: Option<Spanned<u8>>,
    /// How many cards of each of them a player can have, up to 127; further ones return to the
    /// supply. No limit by default.
    #[schemars(range(max = 127))]
    pub(super) most_in_hand: Option<Spanned<u8>>,
    /// Whether the words `any` and `same` in prices and trades include them; `true` by default.
    pub(super) in_any: Option<bool>,
    /// Whether players can offer them to each other; `true` by default.
    pub(super) in_offers: Option<bool>,
    /// Whether they count for the limit of a hand, and can be discarded for it; `true` by default.
    pub(super) in_discards: Option<bool>,
    /// Whether they can be taken at random from a hand; `true` by default.
    pub(super) in_theft: Option<bool>,
}

/// What a pack demands of drawn boards.
#[derive(Deserialize, JsonSchema, Debug, Default)]
#[serde(deny_unknown_fields)]
pub(super) struct PackBoardKeys {
    /// The conditions that drawn terrain, number markers and ports have to meet, besides those of
    /// the scenario.
    #[serde(default)]
    pub(super) conditions: ConditionKeys,
}

/// A terrain that a hex can show.
#[derive(Deserialize, JsonSchema, Debug)]
#[serde(deny_unknown_fields)]
pub(super) struct TerrainKeys {
    /// The letters that stand for the terrain in maps of scenarios, such as `w`: no digits, and
    /// none of `.`, `?` and `=`.
    pub(super) symbol: Option<SpannedString>,
    /// The resource that the terrain produces, or `any` for cards of the owner's choice; nothing by
    /// default.
    pub(super) yields: Option<SpannedString>,
    /// Whether its hexes take number markers; by default only if the terrain yields something.
    pub(super) numbered: Option<bool>,
    /// Numbers that each of its hexes has instead of a number marker, for rules to read; only for
    /// terrain that yields nothing.
    pub(super) numbers: Option<Vec<Spanned<u8>>>,
    /// Whether the terrain is land, so that roads and settlements can be built beside it; `true` by
    /// default.
    pub(super) land: Option<bool>,
    /// Whether hexes of this terrain are hidden: they are neither land nor water until they are
    /// revealed. A pool names it in its key `hidden`.
    pub(super) hidden: Option<bool>,
    /// Whether the terrain is an outpost with benefits; requires `land = false`.
    pub(super) outpost: Option<bool>,
    /// Whether no piece can be placed on borders that are next to such hexes only; requires `land =
    /// false`.
    pub(super) closed: Option<bool>,
}

/// Where a piece is placed.
#[derive(Deserialize, JsonSchema, Clone, Copy, PartialEq, Eq, Debug)]
#[serde(rename_all = "snake_case")]
pub(super) enum PieceLocation {
    /// On a border.
    Border,
    /// On an intersection.
    Intersection,
    /// On a hex, where it stands beside others.
    Hex,
}

/// Land or water.
#[derive(Deserialize, JsonSchema, Clone, Copy, PartialEq, Eq, Debug)]
#[serde(rename_all = "snake_case")]
pub(super) enum AdjacentTerrain {
    /// Land hexes.
    Land,
    /// Water hexes.
    Water,
}

/// A kind of piece.
#[derive(Deserialize, JsonSchema, Debug)]
#[serde(deny_unknown_fields)]
pub(super) struct PieceKeys {
    /// The class of the piece: `route` for roads and similar pieces, `building`, `other`, or a name
    /// of your own for a class of other pieces. Rules can refer to all pieces of a class.
    #[schemars(regex(pattern = "^[a-z][a-z0-9_]*$"))]
    pub(super) class: Option<SpannedString>,
    /// Where the piece is placed: routes on borders, buildings on intersections.
    pub(super) on: Option<PieceLocation>,
    /// The terrain that a piece on borders must be next to, or that of the hex of a piece on hexes.
    pub(super) beside: Option<AdjacentTerrain>,
    /// Whether a piece on intersections, which is built beside land, may also stand at sea.
    pub(super) stands_at_sea: Option<bool>,
    /// Whether the piece may stand where other pieces stand; it then needs the class `other`.
    pub(super) beside_others: Option<bool>,
    /// Whether the piece belongs to nobody; only rules put such pieces on the board.
    pub(super) neutral: Option<bool>,
    /// The player's own pieces, or classes of them, that a route may adjoin, such as `["road",
    /// "building"]`.
    pub(super) joins: Option<Vec<SpannedString>>,
    /// The player's own pieces that the piece must replace, such as `["settlement"]` for a city.
    pub(super) replaces: Option<Vec<SpannedString>>,
    /// The player's own pieces that the piece may replace instead of being built on a free place.
    pub(super) converts: Option<Vec<SpannedString>>,
    /// The piece whose supply this piece shares; this piece then has no `per_player` of its own.
    pub(super) supply_of: Option<SpannedString>,
    /// Whether the intersections beside the piece have to be empty; or the pieces, or classes of
    /// them, that must not be there, such as `["building"]`.
    pub(super) keeps_distance: Option<Spanned<Distance>>,
    /// Whether pieces that keep their distance from all others keep it from this one; `true` by
    /// default.
    pub(super) takes_room: Option<bool>,
    /// The area of the scenario outside which the piece cannot be built.
    pub(super) area: Option<SpannedString>,
    /// The area of the scenario in which the piece cannot be built.
    pub(super) not_in: Option<SpannedString>,
    /// Whether a route of the same player must lead to the piece.
    pub(super) needs_route: Option<bool>,
    /// Whether the piece interrupts routes of opponents, and ends lines of its owner's routes as a
    /// building does.
    pub(super) blocks_routes: Option<bool>,
    /// How many pieces of this kind each player has.
    pub(super) per_player: Option<Spanned<u8>>,
    /// How many cards the piece yields when an adjacent hex produces.
    pub(super) yields: Option<u8>,
    /// What the piece yields instead, by the resource of the hex, such as `{ wood = "1 wood, 1
    /// paper" }`.
    #[serde(default)]
    pub(super) yields_for: NamedEntries<SpannedString>,
    /// How many points the piece is worth.
    pub(super) points: Option<i8>,
    /// How strong the piece is, for rules that compare pieces.
    pub(super) strength: Option<u8>,
    /// The price, such as `1 wood, 2 any`, with `|` between alternatives.
    pub(super) price: Option<SpannedString>,
    /// The names of its states, such as `["idle", "active"]`; a new piece is in the first one.
    pub(super) states: Option<Vec<SpannedString>>,
    /// How the piece is drawn: a path as in SVG around its center, such as `M-9 9V-9H9V9Z`.
    pub(super) shape: Option<SpannedString>,
}

/// What must not be one border away from a piece.
#[derive(Deserialize, JsonSchema, Debug)]
#[serde(untagged, expecting = "expected `true`, `false` or a list of pieces")]
pub(super) enum Distance {
    /// Any piece, or nothing.
    Any(bool),
    /// These pieces or classes.
    From(Vec<String>),
}

/// Where a marker is placed.
#[derive(Deserialize, JsonSchema, Clone, Copy, PartialEq, Eq, Debug)]
#[serde(rename_all = "snake_case")]
pub(super) enum MarkerLocation {
    /// On land hexes.
    Land,
    /// On water hexes.
    Water,
    /// At intersections with a token.
    Token,
}

/// A group of markers; a player who moves a marker of the group chooses which one.
#[derive(Deserialize, JsonSchema, Debug)]
#[serde(deny_unknown_fields)]
pub(super) struct GroupKeys {
    /// Whether moving a marker removes the other markers of its group from the board.
    pub(super) move_removes_others: Option<bool>,
    /// Whether a player who moves a marker of the group may decline to take a card.
    pub(super) may_decline: Option<bool>,
}

/// Goods that players can own.
#[derive(Deserialize, JsonSchema, Debug)]
#[serde(deny_unknown_fields)]
pub(super) struct GoodsKeys {
    /// How many of these goods there are.
    pub(super) count: Option<Spanned<u8>>,
    /// The members of a family: one kind of goods for each, such as `["merchants"]`.
    pub(super) of: Option<Vec<SpannedString>>,
    /// How many points each is worth.
    pub(super) points: Option<i8>,
}

/// A marker.
#[derive(Deserialize, JsonSchema, Debug)]
#[serde(deny_unknown_fields)]
pub(super) struct MarkerKeys {
    /// The marker's letter in drawings; by default, the first letter of its name.
    pub(super) symbol: Option<String>,
    /// The group that the marker belongs to; by default, the marker is alone in a group with its
    /// own name.
    pub(super) group: Option<String>,
    /// Where the marker is placed; on land by default.
    pub(super) on: Option<MarkerLocation>,
    /// The terrain on which the marker starts, such as `desert`, or `outside`.
    pub(super) starts: Option<SpannedString>,
    /// Whether the marker blocks its place: the hex produces nothing, or nobody has access to the
    /// benefit there.
    pub(super) blocks: Option<bool>,
    /// The pieces that cannot be built at the marker's place, or on the borders and at the corners
    /// of its hex, such as `["settlement"]`.
    pub(super) bars: Option<Vec<SpannedString>>,
    /// The terrain on which the marker has no effect: there it blocks, bars and takes nothing.
    pub(super) rests_on: Option<Vec<SpannedString>>,
    /// How many cards the player who moves the marker may take from a player next to it.
    pub(super) takes: Option<u8>,
    /// The pieces next to the marker from whose owner a card is taken, such as `["ship"]`; by
    /// default, buildings.
    pub(super) takes_from: Option<Vec<SpannedString>>,
}

/// A deck of cards.
#[derive(Deserialize, JsonSchema, Debug)]
#[serde(deny_unknown_fields)]
pub(super) struct DeckKeys {
    /// The stacks of the deck. Each stack is a deck of its own, and cards name their stack.
    pub(super) stacks: Option<Vec<SpannedString>>,
    /// The price of a card, such as `1 sheep, 1 grain, 1 ore`.
    pub(super) price: Option<SpannedString>,
    /// Cards of this deck can be played while fewer cards than this, of any deck, have been played in
    /// the turn; 1 by default. With `any` there is no limit, and they do not count for other decks.
    pub(super) plays: Option<Plays>,
    /// Whether cards of the deck may be played before the roll.
    pub(super) before_roll: Option<bool>,
    /// Whether a card cannot be played in the turn in which its player gets it; `true` by default.
    pub(super) waits: Option<bool>,
    /// Whether a card that was played goes to the discards, unless it lasts or an award counts it.
    pub(super) returns_played: Option<bool>,
    /// Whether cards that return are shuffled once the deck is empty, `true` by default; otherwise they
    /// go under the deck.
    pub(super) shuffles: Option<bool>,
    /// The number of copies of cards from other packs, such as `{ duke = 13 }`; 0 removes a card.
    #[serde(default)]
    pub(super) copies: NamedEntries<u8>,
}

/// How many cards may be played in a turn.
#[derive(Deserialize, JsonSchema, Clone, Copy, Debug)]
#[serde(untagged, expecting = "expected a small number or `any`")]
pub(super) enum Plays {
    /// This many.
    Most(u8),
    /// Any number.
    Any(AnyNumber),
}

/// The word for any number.
#[derive(Deserialize, JsonSchema, Clone, Copy, Debug)]
#[serde(rename_all = "snake_case")]
pub(super) enum AnyNumber {
    /// Any number.
    Any,
}

impl Plays {
    /// The number, if there is one.
    pub(super) fn most(self) -> Option<u8> {
        match self {
            Self::Most(most) => Some(most),
            Self::Any(AnyNumber::Any) => None,
        }
    }
}

/// A setting.
#[derive(Deserialize, JsonSchema, Debug)]
#[serde(deny_unknown_fields)]
pub(super) struct SettingKeys {
    /// The default value: a number, `true` or `false`, or a word. It determines the type of the
    /// setting.
    pub(super) default: Option<Spanned<SettingValue>>,
    /// The minimum and maximum of a number, such as `[3, 30]`.
    pub(super) range: Option<Spanned<[i64; 2]>>,
    /// A short description of the setting, such as `points that win`.
    pub(super) text: Option<String>,
}

/// The dice.
#[derive(Deserialize, JsonSchema, Debug)]
#[serde(deny_unknown_fields)]
pub(super) struct DiceKeys {
    /// Whether a deck of cards replaces the dice: one card for each of the 36 pairs of two dice. A
    /// card that was drawn does not return until the deck is shuffled.
    pub(super) deck: Option<bool>,
    /// How many cards are left when the deck is shuffled, so that they stay unseen, from 0 to 35; or
    /// the name of the setting with this number. 0 by default.
    pub(super) unseen: Option<Spanned<Unseen>>,
    /// The names on the faces of a die that is rolled with the dice, such as `["ship", "ship",
    /// "trade"]`: 2 to 20 names, which may repeat.
    pub(super) event_die: Option<Spanned<Vec<SpannedString>>>,
}

impl DiceKeys {
    /// The names on the faces of the event die.
    pub(super) fn faces(&self) -> impl Iterator<Item = &SpannedString> {
        self.event_die.iter().flat_map(|faces| faces.get_ref())
    }
}

/// A number of cards, or the name of a setting.
#[derive(Deserialize, JsonSchema, Clone, Debug)]
#[serde(untagged, expecting = "expected a small number or the name of a setting")]
pub(super) enum Unseen {
    /// The number of cards.
    Cards(#[schemars(range(max = 35))] u8),
    /// The name of a setting.
    Setting(String),
}

/// The placement of pieces before the first turn.
#[derive(Deserialize, JsonSchema, Debug)]
#[serde(deny_unknown_fields)]
pub(super) struct PlacementKeys {
    /// The rounds, each with its direction around the table, such as `["forward", "backward"]`, or
    /// one table for each round: `[[placement.rounds]]`.
    pub(super) rounds: Option<Spanned<Vec<RoundKeys>>>,
    /// The pieces that everybody places in a round that does not name its own, such as
    /// `["settlement", "route"]`.
    pub(super) placed: Option<Spanned<Vec<SpannedString>>>,
    /// The pieces that everybody places in the last round, whichever pack declares the rounds. A
    /// `placed` of that round comes first.
    pub(super) placed_last: Option<Spanned<Vec<SpannedString>>>,
    /// The rounds whose buildings yield the first cards.
    pub(super) yields: Option<RoundChoice>,
    /// Whether the places are drawn at random, instead of chosen by the players.
    pub(super) drawn: Option<bool>,
}

/// The rounds whose buildings yield cards.
#[derive(Deserialize, JsonSchema, Clone, Copy, PartialEq, Eq, Debug)]
#[serde(rename_all = "snake_case")]
pub(super) enum RoundChoice {
    /// The rounds that go forward.
    Forward,
    /// The rounds that go backward.
    Backward,
    /// All rounds.
    All,
    /// No round.
    None,
}

/// The direction of a round of the placement.
#[derive(Deserialize, JsonSchema, Clone, Copy, PartialEq, Eq, Debug)]
#[serde(rename_all = "snake_case")]
pub(super) enum Direction {
    /// From the first player to the last.
    Forward,
    /// From the last player to the first.
    Backward,
}

/// A round of the placement.
#[derive(Deserialize, JsonSchema, Debug)]
#[serde(deny_unknown_fields)]
pub(super) struct RoundTable {
    /// The direction of the round.
    pub(super) order: Direction,
    /// The pieces that everybody places in the round, such as `["city", "route"]`.
    pub(super) placed: Option<Spanned<Vec<SpannedString>>>,
    /// Whether the buildings of the round yield a card for each adjacent hex, or how many cards
    /// they yield for each adjacent hex.
    pub(super) yields: Option<RoundYield>,
}

/// Whether the buildings of a round yield cards, or how many for each adjacent hex.
#[derive(Deserialize, JsonSchema, Clone, Copy, Debug)]
#[serde(untagged, expecting = "expected true, false or a small number")]
pub(super) enum RoundYield {
    /// Whether they yield a card for each adjacent hex.
    Yields(bool),
    /// The number of cards for each adjacent hex.
    Cards(u8),
}

/// A round, written as a direction or as a table.
#[derive(Debug)]
pub(super) enum RoundKeys {
    Direction(Direction),
    Table(RoundTable),
}

impl<'de> Deserialize<'de> for RoundKeys {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(RoundVisitor)
    }
}

impl JsonSchema for RoundKeys {
    fn schema_name() -> Cow<'static, str> {
        "Round".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let direction = generator.subschema_for::<Direction>();
        let table = generator.subschema_for::<RoundTable>();
        json_schema!({ "anyOf": [direction, table] })
    }
}

struct RoundVisitor;

impl<'de> Visitor<'de> for RoundVisitor {
    type Value = RoundKeys;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a direction or a table")
    }

    fn visit_str<E: serde::de::Error>(self, word: &str) -> Result<RoundKeys, E> {
        Direction::deserialize(word.into_deserializer()).map(RoundKeys::Direction)
    }

    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<RoundKeys, A::Error> {
        RoundTable::deserialize(MapAccessDeserializer::new(map)).map(RoundKeys::Table)
    }
}
