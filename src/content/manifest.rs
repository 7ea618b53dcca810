//! `pack.toml`: what a pack declares, key by key, and how packs add to each other's declarations.

use serde::Deserialize;
use toml::Spanned;

use super::toml_file::Declared;
use crate::diagnostic::{Code, Diagnostic, Source};
use crate::rules::{Origin, Rank, SettingValue};

/// A word of a manifest with its place.
pub(super) type Word = Spanned<String>;

/// The keys of a `pack.toml`.
#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields)]
pub(super) struct Manifest {
    pub(super) id: Word,
    pub(super) title: String,
    pub(super) version: Word,
    pub(super) rank: Option<Rank>,
    pub(super) engine: Option<Word>,
    #[serde(default)]
    pub(super) requires: Vec<Word>,
    #[serde(default)]
    pub(super) conflicts: Vec<Word>,
    #[serde(default)]
    pub(super) resources: Vec<Word>,
    #[serde(default)]
    pub(super) order: Vec<Word>,
    #[serde(default)]
    pub(super) ranks: Declared<Rank>,
    #[serde(default)]
    pub(super) supplies: SupplyKeys,
    #[serde(default)]
    pub(super) terrain: Declared<TerrainKeys>,
    #[serde(default)]
    pub(super) pieces: Declared<PieceKeys>,
    #[serde(default)]
    pub(super) markers: Declared<MarkerKeys>,
    #[serde(default)]
    pub(super) groups: Declared<GroupKeys>,
    #[serde(default)]
    pub(super) goods: Declared<GoodKeys>,
    #[serde(default)]
    pub(super) decks: Declared<DeckKeys>,
    #[serde(default)]
    pub(super) settings: Declared<SettingKeys>,
    pub(super) placement: Option<PlacementKeys>,
}

impl Manifest {
    /// All names that the pack gives.
    pub(super) fn names(&self) -> impl Iterator<Item = &Word> {
        let declared = self.terrain.0.iter().map(|(name, _)| name);
        declared
            .chain(self.pieces.0.iter().map(|(name, _)| name))
            .chain(self.markers.0.iter().map(|(name, _)| name))
            .chain(self.groups.0.iter().map(|(name, _)| name))
            .chain(self.goods.0.iter().map(|(name, _)| name))
            .chain(self.decks.0.iter().map(|(name, _)| name))
            .chain(self.settings.0.iter().map(|(name, _)| name))
            .chain(&self.resources)
            .chain([&self.id])
    }
}

/// What lies in the general supply.
#[derive(Deserialize, Debug, Default)]
#[serde(deny_unknown_fields)]
pub(super) struct SupplyKeys {
    pub(super) each_resource: Option<Spanned<u8>>,
}

/// What a hex can show.
#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields)]
pub(super) struct TerrainKeys {
    pub(super) symbol: Option<Word>,
    pub(super) yields: Option<Word>,
    pub(super) land: Option<bool>,
    pub(super) outpost: Option<bool>,
}

/// What belongs to a piece's class.
#[derive(Deserialize, Clone, Copy, PartialEq, Eq, Debug)]
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
#[derive(Deserialize, Clone, Copy, PartialEq, Eq, Debug)]
#[serde(rename_all = "snake_case")]
pub(super) enum Stand {
    /// On a border.
    Border,
    /// On an intersection.
    Intersection,
}

/// Land or water.
#[derive(Deserialize, Clone, Copy, PartialEq, Eq, Debug)]
#[serde(rename_all = "snake_case")]
pub(super) enum Ground {
    /// Land hexes.
    Land,
    /// Water hexes.
    Water,
}

/// A kind of piece.
#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields)]
pub(super) struct PieceKeys {
    pub(super) class: Option<Class>,
    pub(super) on: Option<Stand>,
    pub(super) beside: Option<Ground>,
    pub(super) joins: Option<Vec<Word>>,
    pub(super) replaces: Option<Vec<Word>>,
    pub(super) converts: Option<Vec<Word>>,
    pub(super) supply_of: Option<Word>,
    pub(super) keeps_distance: Option<bool>,
    pub(super) needs_route: Option<bool>,
    pub(super) blocks_routes: Option<bool>,
    pub(super) each: Option<Spanned<u8>>,
    pub(super) yields: Option<u8>,
    pub(super) points: Option<i8>,
    pub(super) price: Option<Word>,
}

/// Where a marker stands.
#[derive(Deserialize, Clone, Copy, PartialEq, Eq, Debug)]
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
#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields)]
pub(super) struct GroupKeys {
    pub(super) unmoved_leave: Option<bool>,
}

/// Something of which players own some.
#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields)]
pub(super) struct GoodKeys {
    pub(super) count: Option<Spanned<u8>>,
    pub(super) of: Option<Vec<Word>>,
    pub(super) points: Option<i8>,
}

/// A marker.
#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields)]
pub(super) struct MarkerKeys {
    pub(super) symbol: Option<String>,
    pub(super) group: Option<String>,
    pub(super) on: Option<Footing>,
    pub(super) starts: Option<Word>,
    pub(super) blocks: Option<bool>,
    pub(super) bars: Option<Vec<Word>>,
    pub(super) takes: Option<u8>,
}

/// A deck of cards.
#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields)]
pub(super) struct DeckKeys {
    pub(super) stacks: Option<Vec<Word>>,
    pub(super) price: Option<Word>,
    pub(super) plays: Option<u8>,
    pub(super) before_roll: Option<bool>,
    #[serde(default)]
    pub(super) copies: Declared<u8>,
}

/// The first placement.
#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields)]
pub(super) struct PlacementKeys {
    pub(super) rounds: Spanned<Vec<Way>>,
    pub(super) placed: Vec<Word>,
    pub(super) yields: Option<Way>,
}

/// Which way a round of the placement goes.
#[derive(Deserialize, Clone, Copy, PartialEq, Eq, Debug)]
#[serde(rename_all = "snake_case")]
pub(super) enum Way {
    /// From the first player to the last.
    Forward,
    /// From the last player to the first.
    Backward,
}

/// A setting.
#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields)]
pub(super) struct SettingKeys {
    pub(super) default: Option<Spanned<SettingValue>>,
    pub(super) range: Option<Spanned<[i64; 2]>>,
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
    parts: Vec<(&'a Pack, &'a Word, &'a T)>,
}

impl<'a, T> Declaration<'a, T> {
    /// What the last pack that speaks of it says, and which pack that is.
    pub(super) fn said<V>(
        &self,
        get: impl Fn(&'a T) -> Option<&'a V>,
    ) -> Option<(&'a Pack, &'a V)> {
        self.parts.iter().rev().find_map(|(pack, _, keys)| get(keys).map(|value| (*pack, value)))
    }

    /// A key's value without its place.
    pub(super) fn value<V: Copy + 'a>(&self, get: impl Fn(&'a T) -> Option<&'a V>) -> Option<V> {
        self.said(get).map(|(_, value)| *value)
    }

    /// A key's value, which has to be there.
    pub(super) fn needed<V>(
        &self,
        key: &str,
        get: impl Fn(&'a T) -> Option<&'a V>,
    ) -> Result<(&'a Pack, &'a V), Diagnostic> {
        let (pack, name, _) = self.parts[0];
        let message = format!("`{}` has no `{key}`", self.name);
        self.said(get).ok_or_else(|| pack.error(name, message).code(Code::MissingKey))
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
        let place = self.error("");
        Origin { file: place.file, line: place.line }
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
