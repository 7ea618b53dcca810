//! `pack.toml`: its keys, and how packs add to each other's declarations.

use std::iter;

use schemars::JsonSchema;
use serde::Deserialize;

pub(super) use super::keys::{
    AdjacentTerrain, DeckKeys, DiceKeys, Distance, GoodsKeys, GroupKeys, MarkerKeys,
    MarkerLocation, PackBoardKeys, PieceKeys, PieceLocation, PlacementKeys, ResourceClassKeys,
    SettingKeys, SupplyKeys, TerrainKeys,
};
use super::to_words;
pub(super) use super::toml_file::SpannedString;
use super::toml_file::{NamedEntries, Spanned};
use crate::diagnostic::{Code, Diagnostic, Diagnostics, Source};
use crate::rules::{Origin, Rank};
use crate::transcript::NamePosition;

/// Defines the keys of a pack. A pack can also declare the keys of the second list on a condition.
macro_rules! manifest {
    (
        $(#[$of_pack:meta])*
        pack { $($own:tt)* }
        $(#[$of_condition:meta])*
        declarations { $($(#[$meta:meta])* $key:ident: $type:ty,)* }
    ) => {
        #[derive(Deserialize, JsonSchema, Debug)]
        #[serde(deny_unknown_fields)]
        $(#[$of_pack])*
        pub(super) struct Manifest {
            $($own)*
            $($(#[$meta])* pub(super) $key: $type,)*
        }

        #[derive(Deserialize, JsonSchema, Debug)]
        #[serde(deny_unknown_fields)]
        $(#[$of_condition])*
        pub(super) struct ConditionalKeys {
            $($(#[$meta])* $key: $type,)*
        }

        impl Manifest {
            /// The declarations that a condition adds, as a manifest of the same pack.
            fn conditional(&self, keys: ConditionalKeys) -> Self {
                Self {
                    id: self.id.clone(),
                    title: self.title.clone(),
                    version: self.version.clone(),
                    rank: None,
                    engine: None,
                    requires: Vec::new(),
                    conflicts: Vec::new(),
                    order: Vec::new(),
                    without: Vec::new(),
                    ranks: NamedEntries::default(),
                    settings: NamedEntries::default(),
                    when: NamedEntries::default(),
                    $($key: keys.$key,)*
                }
            }
        }
    };
}

manifest! {
    /// The declarations of a pack of rules for newcatan: the components of the game and their
    /// prices. The rules themselves are the `.rhai` files in the folders beside this file.
    #[schemars(title = "A pack of rules")]
    pack {
        /// The name of the pack and of its folder: lower-case letters, digits and `_`, such as
        /// `house`.
        #[schemars(regex(pattern = "^[a-z][a-z0-9_]*$"))]
        pub(super) id: SpannedString,
        /// The name of the pack for readers, such as `House rules`.
        pub(super) title: String,
        /// The version of the pack in three numbers, such as `1.0.0`.
        #[schemars(regex(pattern = r"^\d+\.\d+\.\d+"))]
        pub(super) version: SpannedString,
        /// How far the pack is from the original game. Where several rules determine the same
        /// answer, the one with the highest rank wins. The default is `module`, or `house` for
        /// packs named by `--rules` or `--with`.
        pub(super) rank: Option<Rank>,
        /// The versions of newcatan that can play the pack, such as `>=0.1`.
        pub(super) engine: Option<SpannedString>,
        /// The packs that this one requires, such as `["catan"]`.
        #[serde(default)]
        pub(super) requires: Vec<SpannedString>,
        /// The packs that cannot be combined with this one.
        #[serde(default)]
        pub(super) conflicts: Vec<SpannedString>,
        /// Rules of the same rank that determine the same answer, in the order in which they are
        /// called; the last one wins.
        #[serde(default)]
        pub(super) order: Vec<SpannedString>,
        /// Rules that are out of play in games with this pack, such as `["extra/tolls"]`.
        #[serde(default)]
        pub(super) without: Vec<SpannedString>,
        /// The ranks of folders of this pack that differ from the pack's, such as
        /// `{ cards = "card" }`.
        #[serde(default)]
        pub(super) ranks: NamedEntries<Rank>,
        /// Values that scenarios and players can change, by name, such as `[settings.goal]`.
        #[serde(default)]
        pub(super) settings: NamedEntries<SettingKeys>,
        /// Declarations that apply only if a setting is `true`, by the name of the setting, such as
        /// `[when.rich_start.placement]`. They are added after those of the pack.
        #[serde(default)]
        pub(super) when: NamedEntries<ConditionalKeys>,
    }

    /// Declarations that apply only if a setting is `true`.
    declarations {
        /// The resources of the game, in the order in which they are listed, such as `["wood",
        /// "ore"]`.
        #[schemars(inner(regex(pattern = "^[a-z][a-z0-9_ ]*$")))]
        #[serde(default)]
        resources: Vec<SpannedString>,
        /// Classes of resources that differ from the others, by name, such as
        /// `[resource_classes.commodity]`.
        #[serde(default)]
        resource_classes: NamedEntries<ResourceClassKeys>,
        /// The general supply.
        #[serde(default)]
        supplies: SupplyKeys,
        /// The terrains that hexes can show, by name, such as `[terrain.desert]`. A pack can name a
        /// terrain of another pack to override some of its keys.
        #[serde(default)]
        terrain: NamedEntries<TerrainKeys>,
        /// The kinds of pieces that players place, by name, such as `[pieces.road]`.
        #[serde(default)]
        pieces: NamedEntries<PieceKeys>,
        /// The markers that belong to nobody, by name, such as `[markers.ghost]`.
        #[serde(default)]
        markers: NamedEntries<MarkerKeys>,
        /// The groups of markers, by name; a player who moves a marker of a group chooses which
        /// one.
        #[serde(default)]
        groups: NamedEntries<GroupKeys>,
        /// The goods that players can own besides cards and pieces, by name, such as
        /// `[goods.special_point]`.
        #[serde(default)]
        goods: NamedEntries<GoodsKeys>,
        /// The decks of cards, by name, such as `[decks.development]`. The cards themselves are
        /// rule files that declare `DECK`.
        #[serde(default)]
        decks: NamedEntries<DeckKeys>,
        /// What the pack demands of drawn boards.
        #[serde(default)]
        board: PackBoardKeys,
        /// The dice, or the deck that replaces them.
        dice: Option<DiceKeys>,
        /// The rounds in which everybody places pieces before the first turn.
        placement: Option<PlacementKeys>,
    }
}

impl Manifest {
    /// All names that the pack declares.
    pub(super) fn names(&self) -> impl Iterator<Item = &SpannedString> {
        let names = self.names_in_games().map(|(name, _)| name);
        let groups = self.groups.0.iter().map(|(name, _)| name);
        let classes = self.pieces.0.iter().filter_map(|(_, keys)| keys.class.as_ref());
        names.chain(groups).chain(classes).chain(self.classes()).chain(self.keys())
    }

    /// The names that are keys in the header of a transcript.
    pub(super) fn keys(&self) -> impl Iterator<Item = &SpannedString> {
        self.settings.0.iter().map(|(name, _)| name).chain([&self.id])
    }

    /// Whether it declares a piece of this name.
    pub(super) fn declares_piece(&self, kind: &str) -> bool {
        self.pieces.0.iter().any(|(name, _)| to_words(name.get_ref()) == kind)
    }

    /// The names that the lines of games contain, each with its position.
    pub(super) fn names_in_games(&self) -> impl Iterator<Item = (&SpannedString, NamePosition)> {
        let within = self.terrain.0.iter().map(|(name, _)| name);
        let within = within
            .chain(self.pieces.0.iter().map(|(name, _)| name))
            .chain(self.pieces.0.iter().flat_map(|(_, keys)| keys.states.iter().flatten()))
            .chain(self.goods.0.iter().map(|(name, _)| name))
            .chain(self.decks.0.iter().map(|(name, _)| name))
            .chain(self.goods.0.iter().flat_map(|(_, keys)| keys.of.iter().flatten()))
            .chain(self.decks.0.iter().flat_map(|(_, keys)| keys.stacks.iter().flatten()))
            .chain(self.dice.iter().flat_map(DiceKeys::faces))
            .chain(self.all_resources());
        let first = self.markers.0.iter().map(|(name, _)| (name, NamePosition::First));
        within.map(|name| (name, NamePosition::Within)).chain(first)
    }

    /// The names that follow a number in the lines of games or in prices.
    pub(super) fn counted(&self) -> impl Iterator<Item = &SpannedString> {
        let single = self.goods.0.iter().filter(|(_, keys)| keys.of.is_none());
        let single = single.map(|(name, _)| name);
        self.all_resources().chain(self.classes()).chain(single)
    }

    /// The names of the classes of resources.
    fn classes(&self) -> impl Iterator<Item = &SpannedString> {
        self.resource_classes.0.iter().map(|(name, _)| name)
    }

    /// The names of all resources, with those of classes.
    pub(super) fn all_resources(&self) -> impl Iterator<Item = &SpannedString> {
        let classes = self.resource_classes.0.iter();
        self.resources.iter().chain(classes.flat_map(|(_, keys)| &keys.resources))
    }

    /// The names that are constants in scripts, with their categories.
    pub(super) fn constants(&self) -> impl Iterator<Item = (&SpannedString, &'static str)> {
        let resources = self.all_resources().map(|name| (name, "a resource"));
        let classes = self.classes().map(|name| (name, "a class of resources"));
        let pieces = self.pieces.0.iter().map(|(name, _)| (name, "a kind of piece"));
        let markers = self.markers.0.iter().map(|(name, _)| (name, "a marker"));
        resources.chain(classes).chain(pieces).chain(markers)
    }
}

/// A pack that was found and read.
#[derive(Debug)]
pub(super) struct Pack {
    pub(super) manifest: Manifest,
    /// The declarations that have a condition.
    pub(super) conditional: Vec<ConditionalPart>,
    pub(super) source: Source,
    /// The rule files, by their path within the pack.
    pub(super) files: Vec<(String, Source)>,
    /// Diagnostics about files in the pack's folder that do not belong in a pack.
    pub(super) unexpected_files: Diagnostics,
    /// The files `verbs.rhai` of the pack and of its folders, by their path within the pack.
    pub(super) verbs: Vec<(String, Source)>,
    pub(super) rank: Rank,
    pub(super) found: String,
    /// Other folders that contain a pack of the same name.
    pub(super) others: Vec<String>,
    pub(super) hash: u64,
}

/// Declarations of a pack that apply only if a setting is `true`.
#[derive(Debug)]
pub(super) struct ConditionalPart {
    pub(super) setting: SpannedString,
    manifest: Manifest,
    /// Whether the setting is `true`.
    pub(super) applies: bool,
}

impl ConditionalPart {
    /// Takes the conditional declarations out of a manifest. None of them applies yet.
    pub(super) fn all_of(manifest: &mut Manifest) -> Vec<Self> {
        let parts = std::mem::take(&mut manifest.when.0).into_iter();
        let part = |(setting, keys)| Self {
            setting,
            manifest: manifest.conditional(keys),
            applies: false,
        };
        parts.map(part).collect()
    }
}

impl Pack {
    /// The declarations of the pack that apply.
    pub(super) fn declarations(&self) -> impl DoubleEndedIterator<Item = &Manifest> {
        let conditional = self.conditional.iter().filter(|part| part.applies);
        iter::once(&self.manifest).chain(conditional.map(|part| &part.manifest))
    }

    /// All declarations of the pack, whether or not they apply.
    pub(super) fn all_declarations(&self) -> impl Iterator<Item = &Manifest> {
        let conditional = self.conditional.iter().map(|part| &part.manifest);
        iter::once(&self.manifest).chain(conditional)
    }

    /// The name of the pack.
    pub(super) fn id(&self) -> &str {
        self.manifest.id.get_ref()
    }

    /// The total size of the pack's files in bytes.
    pub(super) fn size(&self) -> usize {
        let files = self.files.iter().chain(&self.verbs).map(|(_, source)| source);
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

/// The value from the last pack that declares a key outside of named tables, and that pack.
pub(super) fn last_declared<V>(
    packs: &[Pack],
    get: impl Fn(&Manifest) -> Option<&V>,
) -> Option<(&Pack, &V)> {
    let of_pack = |pack| Pack::declarations(pack).rev().find_map(&get).map(|value| (pack, value));
    packs.iter().rev().find_map(of_pack)
}

/// Gathers the declarations of all packs for one category, in order of first mention.
pub(super) fn gather<'a, T>(
    packs: &'a [Pack],
    of: impl Fn(&'a Manifest) -> &'a NamedEntries<T>,
) -> Vec<Declaration<'a, T>> {
    let mut all: Vec<Declaration<'a, T>> = Vec::new();
    let parts = packs.iter().flat_map(|pack| pack.declarations().map(move |part| (pack, part)));
    for (pack, part) in parts {
        for (name, keys) in &of(part).0 {
            let part = (pack, name, keys);
            match all.iter_mut().find(|known| known.name == name.get_ref()) {
                Some(known) => known.parts.push(part),
                None => all.push(Declaration { name: name.get_ref(), parts: vec![part] }),
            }
        }
    }
    all
}
