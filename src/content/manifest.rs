//! `pack.toml`: its keys, and how packs add to each other's declarations.

use schemars::JsonSchema;
use serde::Deserialize;

use super::toml_file::{NamedEntries, Spanned};
use crate::diagnostic::{Code, Diagnostic, Diagnostics, Source};
use crate::rules::{Origin, Rank, SettingValue};
use crate::transcript::NamePosition;

/// A string of a file with its span.
pub(super) type SpannedString = Spanned<String>;

/// The declarations of a pack of rules for newcatan: the components of the game and their prices.
/// The rules themselves are the `.rhai` files in the folders beside this file.
#[derive(Deserialize, JsonSchema, Debug)]
#[schemars(title = "A pack of rules")]
#[serde(deny_unknown_fields)]
pub(super) struct Manifest {
    /// The name of the pack and of its folder: lower-case letters, digits and `_`, such as `house`.
    #[schemars(regex(pattern = "^[a-z][a-z0-9_]*$"))]
    pub(super) id: SpannedString,
    /// The name of the pack for readers, such as `House rules`.
    pub(super) title: String,
    /// The version of the pack in three numbers, such as `1.0.0`.
    #[schemars(regex(pattern = r"^\d+\.\d+\.\d+"))]
    pub(super) version: SpannedString,
    /// How far the pack is from the original game. Where several rules determine the same answer,
    /// the one with the highest rank wins. The default is `module`, or `house` for packs named by
    /// `--rules` or `--with`.
    pub(super) rank: Option<Rank>,
    /// The versions of newcatan that can play the pack, such as `>=0.1`.
    pub(super) engine: Option<SpannedString>,
    /// The packs that this one requires, such as `["catan"]`.
    #[serde(default)]
    pub(super) requires: Vec<SpannedString>,
    /// The packs that cannot be combined with this one.
    #[serde(default)]
    pub(super) conflicts: Vec<SpannedString>,
    /// The resources of the game, in the order in which they are listed, such as `["wood", "ore"]`.
    #[schemars(inner(regex(pattern = "^[a-z][a-z0-9_ ]*$")))]
    #[serde(default)]
    pub(super) resources: Vec<SpannedString>,
    /// Rules of the same rank that determine the same answer, in the order in which they are
    /// called; the last one wins.
    #[serde(default)]
    pub(super) order: Vec<SpannedString>,
    /// The ranks of folders of this pack that differ from the pack's, such as `{ cards = "card" }`.
    #[serde(default)]
    pub(super) ranks: NamedEntries<Rank>,
    /// The general supply.
    #[serde(default)]
    pub(super) supplies: SupplyKeys,
    /// The terrains that hexes can show, by name, such as `[terrain.desert]`. A pack can name a
    /// terrain of another pack to override some of its keys.
    #[serde(default)]
    pub(super) terrain: NamedEntries<TerrainKeys>,
    /// The kinds of pieces that players place, by name, such as `[pieces.road]`.
    #[serde(default)]
    pub(super) pieces: NamedEntries<PieceKeys>,
    /// The markers that belong to nobody, by name, such as `[markers.ghost]`.
    #[serde(default)]
    pub(super) markers: NamedEntries<MarkerKeys>,
    /// The groups of markers, by name; a player who moves a marker of a group chooses which one.
    #[serde(default)]
    pub(super) groups: NamedEntries<GroupKeys>,
    /// The goods that players can own besides cards and pieces, by name, such as
    /// `[goods.special_point]`.
    #[serde(default)]
    pub(super) goods: NamedEntries<GoodsKeys>,
    /// The decks of cards, by name, such as `[decks.development]`. The cards themselves are rule
    /// files that declare `DECK`.
    #[serde(default)]
    pub(super) decks: NamedEntries<DeckKeys>,
    /// Values that scenarios and players can change, by name, such as `[settings.goal]`.
    #[serde(default)]
    pub(super) settings: NamedEntries<SettingKeys>,
    /// The rounds in which everybody places pieces before the first turn.
    pub(super) placement: Option<PlacementKeys>,
}

impl Manifest {
    /// All names that the pack declares.
    pub(super) fn names(&self) -> impl Iterator<Item = &SpannedString> {
        let names = self.names_in_games().map(|(name, _)| name);
        names.chain(self.groups.0.iter().map(|(name, _)| name)).chain(self.keys())
    }

    /// The names that are keys in the header of a transcript.
    pub(super) fn keys(&self) -> impl Iterator<Item = &SpannedString> {
        self.settings.0.iter().map(|(name, _)| name).chain([&self.id])
    }

    /// The names that the lines of games contain, each with its position.
    pub(super) fn names_in_games(&self) -> impl Iterator<Item = (&SpannedString, NamePosition)> {
        let within = self.terrain.0.iter().map(|(name, _)| name);
        let within = within
            .chain(self.pieces.0.iter().map(|(name, _)| name))
            .chain(self.goods.0.iter().map(|(name, _)| name))
            .chain(self.decks.0.iter().map(|(name, _)| name))
            .chain(self.goods.0.iter().flat_map(|(_, keys)| keys.of.iter().flatten()))
            .chain(self.decks.0.iter().flat_map(|(_, keys)| keys.stacks.iter().flatten()))
            .chain(&self.resources);
        let first = self.markers.0.iter().map(|(name, _)| (name, NamePosition::First));
        within.map(|name| (name, NamePosition::Within)).chain(first)
    }

    /// The names that follow a number in the lines of games.
    pub(super) fn counted(&self) -> impl Iterator<Item = &SpannedString> {
        let single = self.goods.0.iter().filter(|(_, keys)| keys.of.is_none());
        self.resources.iter().chain(single.map(|(name, _)| name))
    }

    /// The names that are constants in scripts, with their categories.
    pub(super) fn constants(&self) -> impl Iterator<Item = (&SpannedString, &'static str)> {
        let resources = self.resources.iter().map(|name| (name, "a resource"));
        let pieces = self.pieces.0.iter().map(|(name, _)| (name, "a kind of piece"));
        let markers = self.markers.0.iter().map(|(name, _)| (name, "a marker"));
        resources.chain(pieces).chain(markers)
    }
}

/// The general supply.
#[derive(Deserialize, JsonSchema, Debug, Default)]
#[serde(deny_unknown_fields)]
pub(super) struct SupplyKeys {
    /// How many cards of each resource there are, up to 127; 19 by default.
    #[schemars(range(max = 127))]
    pub(super) each_resource: Option<Spanned<u8>>,
}

/// A terrain that a hex can show.
#[derive(Deserialize, JsonSchema, Debug)]
#[serde(deny_unknown_fields)]
pub(super) struct TerrainKeys {
    /// The letters that stand for the terrain in maps of scenarios, such as `w`: no digits, and
    /// none of `.`, `?` and `=`.
    pub(super) symbol: Option<SpannedString>,
    /// The resource that the terrain produces; nothing by default.
    pub(super) yields: Option<SpannedString>,
    /// Whether the terrain is land, so that roads and settlements can be built beside it; `true` by
    /// default.
    pub(super) land: Option<bool>,
    /// Whether the terrain is an outpost with benefits; requires `land = false`.
    pub(super) outpost: Option<bool>,
}

/// The class of a piece.
#[derive(Deserialize, JsonSchema, Clone, Copy, PartialEq, Eq, Debug)]
#[serde(rename_all = "snake_case")]
pub(super) enum Class {
    /// Roads and similar pieces.
    Route,
    /// Pieces that rules call buildings.
    Building,
    /// Anything else.
    Other,
}

/// Where a piece is placed.
#[derive(Deserialize, JsonSchema, Clone, Copy, PartialEq, Eq, Debug)]
#[serde(rename_all = "snake_case")]
pub(super) enum PieceLocation {
    /// On a border.
    Border,
    /// On an intersection.
    Intersection,
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
    /// The class of the piece; rules can refer to all pieces of a class.
    pub(super) class: Option<Class>,
    /// Where the piece is placed: routes on borders, all other pieces on intersections.
    pub(super) on: Option<PieceLocation>,
    /// The terrain that a route must be next to.
    pub(super) beside: Option<AdjacentTerrain>,
    /// The player's own pieces, or classes of them, that a route may adjoin, such as `["road",
    /// "building"]`.
    pub(super) joins: Option<Vec<SpannedString>>,
    /// The player's own pieces that the piece must replace, such as `["settlement"]` for a city.
    pub(super) replaces: Option<Vec<SpannedString>>,
    /// The player's own pieces that the piece may replace instead of being built on a free place.
    pub(super) converts: Option<Vec<SpannedString>>,
    /// The piece whose supply this piece shares; this piece then has no `per_player` of its own.
    pub(super) supply_of: Option<SpannedString>,
    /// Whether the intersections beside the piece have to be empty.
    pub(super) keeps_distance: Option<bool>,
    /// Whether a route of the same player must lead to the piece.
    pub(super) needs_route: Option<bool>,
    /// Whether the piece interrupts routes of opponents.
    pub(super) blocks_routes: Option<bool>,
    /// How many pieces of this kind each player has.
    pub(super) per_player: Option<Spanned<u8>>,
    /// How many cards the piece yields when an adjacent hex produces.
    pub(super) yields: Option<u8>,
    /// How many points the piece is worth.
    pub(super) points: Option<i8>,
    /// The price, such as `1 wood, 2 any`, with `|` between alternatives.
    pub(super) price: Option<SpannedString>,
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
    /// The pieces that cannot be built at the marker's place, such as `["settlement"]`.
    pub(super) bars: Option<Vec<SpannedString>>,
    /// How many cards the player who moves the marker may take from a player next to it.
    pub(super) takes: Option<u8>,
}

/// A deck of cards.
#[derive(Deserialize, JsonSchema, Debug)]
#[serde(deny_unknown_fields)]
pub(super) struct DeckKeys {
    /// The stacks of the deck. Each stack is a deck of its own, and cards name their stack.
    pub(super) stacks: Option<Vec<SpannedString>>,
    /// The price of a card, such as `1 sheep, 1 grain, 1 ore`.
    pub(super) price: Option<SpannedString>,
    /// How many cards of the deck a player may play in a turn; 1 by default.
    pub(super) plays: Option<u8>,
    /// Whether cards of the deck may be played before the roll.
    pub(super) before_roll: Option<bool>,
    /// The number of copies of cards from other packs, such as `{ duke = 13 }`; 0 removes a card.
    #[serde(default)]
    pub(super) copies: NamedEntries<u8>,
}

/// The placement of pieces before the first turn.
#[derive(Deserialize, JsonSchema, Debug)]
#[serde(deny_unknown_fields)]
pub(super) struct PlacementKeys {
    /// The rounds, each with its direction around the table, such as `["forward", "backward"]`.
    pub(super) rounds: Spanned<Vec<Direction>>,
    /// The pieces that everybody places in each round, such as `["settlement", "route"]`.
    pub(super) placed: Vec<SpannedString>,
    /// The round whose building yields the first cards.
    pub(super) yields: Option<Direction>,
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

/// A pack that was found and read.
#[derive(Debug)]
pub(super) struct Pack {
    pub(super) manifest: Manifest,
    pub(super) source: Source,
    /// The rule files, by their path within the pack.
    pub(super) files: Vec<(String, Source)>,
    /// Diagnostics about files in the pack's folder that do not belong in a pack.
    pub(super) unexpected_files: Diagnostics,
    pub(super) verbs: Option<Source>,
    pub(super) rank: Rank,
    pub(super) found: String,
    /// Other folders that contain a pack of the same name.
    pub(super) others: Vec<String>,
    pub(super) hash: u64,
}

impl Pack {
    /// The name of the pack.
    pub(super) fn id(&self) -> &str {
        self.manifest.id.get_ref()
    }

    /// The total size of the pack's files in bytes.
    pub(super) fn size(&self) -> usize {
        let files = self.files.iter().map(|(_, source)| source).chain(&self.verbs);
        files.chain([&self.source]).map(|source| source.text.len()).sum()
    }

    /// A diagnostic at a word of the manifest.
    pub(super) fn error(&self, at: &Spanned<impl Sized>, message: impl Into<String>) -> Diagnostic {
        self.source.error(at.span(), message)
    }

    /// The rank of a rule file of this pack.
    pub(super) fn rank_of(&self, path: &str) -> Rank {
        let folder = path.split('/').next().unwrap_or_default();
        let named = self.manifest.ranks.0.iter().find(|(name, _)| name.get_ref() == folder);
        named.map_or(self.rank, |(_, rank)| *rank)
    }
}

/// Everything that packs declare about one name, in order of precedence.
#[derive(Debug)]
pub(super) struct Declaration<'a, T> {
    pub(super) name: &'a str,
    parts: Vec<(&'a Pack, &'a SpannedString, &'a T)>,
}

impl<'a, T> Declaration<'a, T> {
    /// The value from the last pack that declares the key, and that pack.
    pub(super) fn declared<V: 'a>(
        &self,
        get: impl Fn(&'a T) -> &'a Option<V>,
    ) -> Option<(&'a Pack, &'a V)> {
        let mut parts = self.parts.iter().rev();
        parts.find_map(|(pack, _, keys)| get(keys).as_ref().map(|value| (*pack, value)))
    }

    /// The value of a key without its pack.
    pub(super) fn value<V: Copy + 'a>(&self, get: impl Fn(&'a T) -> &'a Option<V>) -> Option<V> {
        self.declared(get).map(|(_, value)| *value)
    }

    /// The value of a required key, and the pack that declares it.
    pub(super) fn needed<V: 'a>(
        &self,
        key: &str,
        get: impl Fn(&'a T) -> &'a Option<V>,
    ) -> Result<(&'a Pack, &'a V), Diagnostic> {
        let (pack, name, _) = self.parts[0];
        let message = format!("`{}` has no `{key}`", self.name);
        self.declared(get).ok_or_else(|| pack.error(name, message).code(Code::MissingKey))
    }

    /// The declarations of each pack, in order of precedence.
    pub(super) fn parts(&self) -> impl Iterator<Item = (&'a Pack, &'a T)> {
        self.parts.iter().map(|(pack, _, keys)| (*pack, *keys))
    }

    /// The first pack that declares the name.
    pub(super) fn pack(&self) -> &'a Pack {
        self.parts[0].0
    }

    /// A diagnostic at the first declaration.
    pub(super) fn error(&self, message: impl Into<String>) -> Diagnostic {
        let (pack, name, _) = self.parts[0];
        pack.error(name, message)
    }

    /// The position of the first declaration.
    pub(super) fn origin(&self) -> Origin {
        Origin::of(&self.error(""))
    }
}

/// Gathers the declarations of all packs for one category, in order of first mention.
pub(super) fn gather<'a, T>(
    packs: &'a [Pack],
    of: impl Fn(&'a Manifest) -> &'a NamedEntries<T>,
) -> Vec<Declaration<'a, T>> {
    let mut all: Vec<Declaration<'a, T>> = Vec::new();
    for pack in packs {
        for (name, keys) in &of(&pack.manifest).0 {
            let part = (pack, name, keys);
            match all.iter_mut().find(|known| known.name == name.get_ref()) {
                Some(known) => known.parts.push(part),
                None => all.push(Declaration { name: name.get_ref(), parts: vec![part] }),
            }
        }
    }
    all
}
