//! `pack.toml`: what a pack declares, key by key, and how packs add to each other's declarations.

use schemars::JsonSchema;
use serde::Deserialize;

use super::toml_file::{Declared, Spanned};
use crate::diagnostic::{Code, Diagnostic, Diagnostics, Source};
use crate::rules::{Origin, Rank, SettingValue};
use crate::transcript::NamePosition;

/// A string of a file with its place.
pub(super) type SpannedString = Spanned<String>;

/// The declarations of a pack of rules for newcatan: what lies in the box, and what it costs. The
/// rules themselves are the `.rhai` files in the folders beside this file.
#[derive(Deserialize, JsonSchema, Debug)]
#[schemars(title = "A pack of rules")]
#[serde(deny_unknown_fields)]
pub(super) struct Manifest {
    /// The name of the pack, which is that of its folder: lower-case letters, digits and `_`, such
    /// as `house`.
    #[schemars(regex(pattern = "^[a-z][a-z0-9_]*$"))]
    pub(super) id: SpannedString,
    /// What people call the pack, such as `House rules`.
    pub(super) title: String,
    /// The version of the pack in three numbers, such as `1.0.0`.
    #[schemars(regex(pattern = r"^\d+\.\d+\.\d+"))]
    pub(super) version: SpannedString,
    /// How far the pack stands from the original game; where rules answer one question, the farther
    /// one has the last word. Without it a pack is a module, and a house pack where it is named by
    /// `--rules` or `--with`.
    pub(super) rank: Option<Rank>,
    /// The versions of newcatan that can play the pack, such as `>=0.1`.
    pub(super) engine: Option<SpannedString>,
    /// The packs without which this one cannot be played, such as `["catan"]`.
    #[serde(default)]
    pub(super) requires: Vec<SpannedString>,
    /// The packs with which this one cannot be played.
    #[serde(default)]
    pub(super) conflicts: Vec<SpannedString>,
    /// The resources of the game, in the order in which they are listed, such as `["wood", "ore"]`.
    #[schemars(inner(regex(pattern = "^[a-z][a-z0-9_ ]*$")))]
    #[serde(default)]
    pub(super) resources: Vec<SpannedString>,
    /// Rules of one rank that answer the same question, the first one first; the last one has the
    /// last word.
    #[serde(default)]
    pub(super) order: Vec<SpannedString>,
    /// The ranks of folders of this pack that differ from the pack's, such as `{ cards = "card" }`.
    #[serde(default)]
    pub(super) ranks: Declared<Rank>,
    /// What lies in the general supply.
    #[serde(default)]
    pub(super) supplies: SupplyKeys,
    /// What hexes show, by name, such as `[terrain.desert]`. A pack that names a terrain of another
    /// one changes the keys that it writes.
    #[serde(default)]
    pub(super) terrain: Declared<TerrainKeys>,
    /// The kinds of pieces that players place, by name, such as `[pieces.road]`.
    #[serde(default)]
    pub(super) pieces: Declared<PieceKeys>,
    /// The markers that belong to nobody, by name, such as `[markers.ghost]`.
    #[serde(default)]
    pub(super) markers: Declared<MarkerKeys>,
    /// The groups of markers, by name; a player who moves one of a group chooses which.
    #[serde(default)]
    pub(super) groups: Declared<GroupKeys>,
    /// What players own some of beside cards and pieces, by name, such as `[goods.special_point]`.
    #[serde(default)]
    pub(super) goods: Declared<GoodKeys>,
    /// The decks of cards, by name, such as `[decks.development]`. The cards themselves are rule
    /// files that state `DECK`.
    #[serde(default)]
    pub(super) decks: Declared<DeckKeys>,
    /// What scenarios and players can change, by name, such as `[settings.goal]`.
    #[serde(default)]
    pub(super) settings: Declared<SettingKeys>,
    /// The rounds in which everybody places pieces before the first turn.
    pub(super) placement: Option<PlacementKeys>,
}

impl Manifest {
    /// All names that the pack gives.
    pub(super) fn names(&self) -> impl Iterator<Item = &SpannedString> {
        let names = self.names_in_games().map(|(name, _)| name);
        names.chain(self.groups.0.iter().map(|(name, _)| name)).chain(self.keys())
    }

    /// Those of its names that are keys in the header of a transcript.
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

    /// The names that stand after a number in the lines of games.
    pub(super) fn counted(&self) -> impl Iterator<Item = &SpannedString> {
        let single = self.goods.0.iter().filter(|(_, keys)| keys.of.is_none());
        self.resources.iter().chain(single.map(|(name, _)| name))
    }

    /// The names that are constants in scripts, and what they name.
    pub(super) fn constants(&self) -> impl Iterator<Item = (&SpannedString, &'static str)> {
        let resources = self.resources.iter().map(|name| (name, "a resource"));
        let pieces = self.pieces.0.iter().map(|(name, _)| (name, "a kind of pieces"));
        let markers = self.markers.0.iter().map(|(name, _)| (name, "a marker"));
        resources.chain(pieces).chain(markers)
    }
}

/// What lies in the general supply.
#[derive(Deserialize, JsonSchema, Debug, Default)]
#[serde(deny_unknown_fields)]
pub(super) struct SupplyKeys {
    /// How many cards of each resource there are, up to 127; 19 without it.
    #[schemars(range(max = 127))]
    pub(super) each_resource: Option<Spanned<u8>>,
}

/// What a hex can show.
#[derive(Deserialize, JsonSchema, Debug)]
#[serde(deny_unknown_fields)]
pub(super) struct TerrainKeys {
    /// The letters that stand for it in maps of scenarios, such as `w`: no digits, and none of `.`,
    /// `?` and `=`.
    pub(super) symbol: Option<SpannedString>,
    /// The resource that it produces; without it, nothing.
    pub(super) yields: Option<SpannedString>,
    /// Whether it is land, where roads lie and settlements stand beside it; it is, unless `false`.
    pub(super) land: Option<bool>,
    /// Whether it is an outpost, at which benefits lie; `land` is `false` then.
    pub(super) outpost: Option<bool>,
}

/// What belongs to a piece's class.
#[derive(Deserialize, JsonSchema, Clone, Copy, PartialEq, Eq, Debug)]
#[serde(rename_all = "snake_case")]
pub(super) enum Class {
    /// Roads and the like.
    Route,
    /// A building in the words of the rules.
    Building,
    /// Anything else.
    Other,
}

/// Where a piece stands.
#[derive(Deserialize, JsonSchema, Clone, Copy, PartialEq, Eq, Debug)]
#[serde(rename_all = "snake_case")]
pub(super) enum Stand {
    /// On a border.
    Border,
    /// On an intersection.
    Intersection,
}

/// Land or water.
#[derive(Deserialize, JsonSchema, Clone, Copy, PartialEq, Eq, Debug)]
#[serde(rename_all = "snake_case")]
pub(super) enum Ground {
    /// Land hexes.
    Land,
    /// Water hexes.
    Water,
}

/// A kind of piece.
#[derive(Deserialize, JsonSchema, Debug)]
#[serde(deny_unknown_fields)]
pub(super) struct PieceKeys {
    /// What sort of piece it is; rules may speak of all pieces of a class.
    pub(super) class: Option<Class>,
    /// Where it stands: routes on borders, everything else on intersections.
    pub(super) on: Option<Stand>,
    /// What a route has to lie beside.
    pub(super) beside: Option<Ground>,
    /// The own pieces, or classes of them, that a route may adjoin, such as `["road", "building"]`.
    pub(super) joins: Option<Vec<SpannedString>>,
    /// The own pieces in whose place alone it is built, such as `["settlement"]` for a city.
    pub(super) replaces: Option<Vec<SpannedString>>,
    /// The own pieces in whose place it may be built too.
    pub(super) converts: Option<Vec<SpannedString>>,
    /// The piece from whose supply it is taken; then it has no `each` of its own.
    pub(super) supply_of: Option<SpannedString>,
    /// Whether the intersections beside it have to be empty.
    pub(super) keeps_distance: Option<bool>,
    /// Whether an own route has to lead to it.
    pub(super) needs_route: Option<bool>,
    /// Whether routes of opponents end at it.
    pub(super) blocks_routes: Option<bool>,
    /// How many of them each player has.
    pub(super) each: Option<Spanned<u8>>,
    /// How many cards it brings when a hex beside it produces.
    pub(super) yields: Option<u8>,
    /// How many points it is worth.
    pub(super) points: Option<i8>,
    /// What it costs to build, such as `1 wood, 2 any`, with `|` between alternatives.
    pub(super) price: Option<SpannedString>,
}

/// Where a marker stands.
#[derive(Deserialize, JsonSchema, Clone, Copy, PartialEq, Eq, Debug)]
#[serde(rename_all = "snake_case")]
pub(super) enum Footing {
    /// On land hexes.
    Land,
    /// On water hexes.
    Water,
    /// At intersections with a token.
    Token,
}

/// A group of markers, of which a player moves one.
#[derive(Deserialize, JsonSchema, Debug)]
#[serde(deny_unknown_fields)]
pub(super) struct GroupKeys {
    /// Whether the markers of the group that were not moved leave the board.
    pub(super) unmoved_leave: Option<bool>,
    /// Whether the mover of a marker of the group may decline to take a card.
    pub(super) may_decline: Option<bool>,
}

/// Something of which players own some.
#[derive(Deserialize, JsonSchema, Debug)]
#[serde(deny_unknown_fields)]
pub(super) struct GoodKeys {
    /// How many of them there are.
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
    /// The letter that stands for it in drawings; the first one of its name without it.
    pub(super) symbol: Option<String>,
    /// The group of markers that it belongs to, of which a player moves one; its own name without
    /// it.
    pub(super) group: Option<String>,
    /// Where it stands; on land without it.
    pub(super) on: Option<Footing>,
    /// The terrain on which it begins, such as `desert`, or `outside`.
    pub(super) starts: Option<SpannedString>,
    /// Whether a hex with it produces nothing, or nobody has access to the benefit where it stands.
    pub(super) blocks: Option<bool>,
    /// The pieces that cannot be built where it stands, such as `["settlement"]`.
    pub(super) bars: Option<Vec<SpannedString>>,
    /// How many cards its mover may take from a player beside it.
    pub(super) takes: Option<u8>,
}

/// A deck of cards.
#[derive(Deserialize, JsonSchema, Debug)]
#[serde(deny_unknown_fields)]
pub(super) struct DeckKeys {
    /// The stacks in which the deck lies, each a deck of its own; its cards name the stack.
    pub(super) stacks: Option<Vec<SpannedString>>,
    /// What a card costs, such as `1 sheep, 1 grain, 1 ore`.
    pub(super) price: Option<SpannedString>,
    /// How many cards of the deck a player may play in a turn; 1 without it.
    pub(super) plays: Option<u8>,
    /// Whether its cards may be played before the roll.
    pub(super) before_roll: Option<bool>,
    /// How many copies there are of cards that other packs bring, such as `{ duke = 13 }`; 0
    /// takes a card out.
    #[serde(default)]
    pub(super) copies: Declared<u8>,
}

/// The first placement.
#[derive(Deserialize, JsonSchema, Debug)]
#[serde(deny_unknown_fields)]
pub(super) struct PlacementKeys {
    /// The rounds, each with its direction around the table, such as `["forward", "backward"]`.
    pub(super) rounds: Spanned<Vec<Direction>>,
    /// What everybody places in each round, such as `["settlement", "route"]`.
    pub(super) placed: Vec<SpannedString>,
    /// The round whose building brings the first cards.
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
    /// The value, unless somebody sets another one: a number, a truth or a word. Its sort is that
    /// of the setting.
    pub(super) default: Option<Spanned<SettingValue>>,
    /// The least and the most of a number, such as `[3, 30]`.
    pub(super) range: Option<Spanned<[i64; 2]>>,
    /// What the setting means, in a few words, such as `points that win`.
    pub(super) text: Option<String>,
}

/// A pack that was found and read.
#[derive(Debug)]
pub(super) struct Pack {
    pub(super) manifest: Manifest,
    pub(super) source: Source,
    /// The rule files: the path within the pack, and the file.
    pub(super) files: Vec<(String, Source)>,
    /// `verbs.rhai`: the functions that the pack gives to other rule files.
    /// What is wrong with files in its folder that are none of a pack.
    pub(super) strays: Diagnostics,
    pub(super) verbs: Option<Source>,
    pub(super) rank: Rank,
    pub(super) found: String,
    /// Other folders in which it lies too.
    pub(super) others: Vec<String>,
    pub(super) hash: u64,
}

impl Pack {
    /// The name of the pack.
    pub(super) fn id(&self) -> &str {
        self.manifest.id.get_ref()
    }

    /// How many bytes its files have.
    pub(super) fn size(&self) -> usize {
        let files = self.files.iter().map(|(_, source)| source).chain(&self.verbs);
        files.chain([&self.source]).map(|source| source.text.len()).sum()
    }

    /// A diagnostic about a word of the manifest.
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

/// One thing with everything that packs declare of it, in the order of precedence.
#[derive(Debug)]
pub(super) struct Declaration<'a, T> {
    pub(super) name: &'a str,
    parts: Vec<(&'a Pack, &'a SpannedString, &'a T)>,
}

impl<'a, T> Declaration<'a, T> {
    /// The value from the last pack that declares it, and that pack.
    pub(super) fn declared<V>(
        &self,
        get: impl Fn(&'a T) -> Option<&'a V>,
    ) -> Option<(&'a Pack, &'a V)> {
        self.parts.iter().rev().find_map(|(pack, _, keys)| get(keys).map(|value| (*pack, value)))
    }

    /// A key's value without its place.
    pub(super) fn value<V: Copy + 'a>(&self, get: impl Fn(&'a T) -> Option<&'a V>) -> Option<V> {
        self.declared(get).map(|(_, value)| *value)
    }

    /// A key's value, which has to be there.
    pub(super) fn needed<V>(
        &self,
        key: &str,
        get: impl Fn(&'a T) -> Option<&'a V>,
    ) -> Result<(&'a Pack, &'a V), Diagnostic> {
        let (pack, name, _) = self.parts[0];
        let message = format!("`{}` has no `{key}`", self.name);
        self.declared(get).ok_or_else(|| pack.error(name, message).code(Code::MissingKey))
    }

    /// What each pack says, in the order of precedence.
    pub(super) fn parts(&self) -> impl Iterator<Item = (&'a Pack, &'a T)> {
        self.parts.iter().map(|(pack, _, keys)| (*pack, *keys))
    }

    /// The pack that declares it first.
    pub(super) fn pack(&self) -> &'a Pack {
        self.parts[0].0
    }

    /// A diagnostic about the thing where it is declared first.
    pub(super) fn error(&self, message: impl Into<String>) -> Diagnostic {
        let (pack, name, _) = self.parts[0];
        pack.error(name, message)
    }

    /// Where it is declared first.
    pub(super) fn origin(&self) -> Origin {
        Origin::of(&self.error(""))
    }
}

/// Gathers what all packs declare of one sort, in the order of first mention.
pub(super) fn gather<'a, T>(
    packs: &'a [Pack],
    of: impl Fn(&'a Manifest) -> &'a Declared<T>,
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
