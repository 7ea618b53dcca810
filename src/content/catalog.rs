//! Everything that packs declare: resources, terrain, pieces, markers and decks.

use super::facts::Fact;
use super::invalid_names::InvalidNames;
use super::keys::Plays;
use super::manifest::{
    DeckKeys, Declaration, GoodsKeys, Manifest, MarkerLocation, Pack, SpannedString,
};
use super::manifest::{MarkerKeys, TerrainKeys, gather};
use super::rule_file::RuleFile;
use crate::diagnostic::{Code, Diagnostic, Diagnostics, Result};
use crate::notation::{self, NotationError};
use crate::resource::Resource;
use crate::rules::{
    Cost, DeckKind, GoodsKind, MarkerGround, MarkerGroup, MarkerKind, PieceKind, ResourceClasses,
    ResourceKind, ResourceWords, Rules, TerrainKind, Way,
};
use crate::set::{Id, Set};
use crate::table::{Deck, GOODS, Goods, Kind, MARKERS, Marker, Terrain, is_number_marker};

/// The maximum number of terrains.
const TERRAINS: usize = 64;
/// The maximum number of decks.
const DECKS: usize = 16;

/// All declarations of the packs, numbered by their indices.
#[derive(Default, Debug)]
pub(super) struct Catalog {
    pub(super) resources: Vec<ResourceKind>,
    pub(super) classes: ResourceClasses,
    /// The words of prices and terms of trade.
    pub(super) words: ResourceWords,
    pub(super) terrains: Vec<TerrainKind>,
    pub(super) kinds: Vec<PieceKind>,
    pub(super) markers: Vec<MarkerKind>,
    pub(super) groups: Vec<MarkerGroup>,
    pub(super) decks: Vec<DeckKind>,
    pub(super) goods: Vec<GoodsKind>,
    /// The names whose declarations are invalid.
    pub(super) invalid_names: InvalidNames,
}

/// Converts a name in a manifest to the form with spaces.
pub(crate) fn to_words(name: &str) -> String {
    name.replace('_', " ")
}

/// Converts a name to the form with underscores that files use.
pub(crate) fn to_identifier(name: &str) -> String {
    name.replace(' ', "_")
}

/// Whether a text can be the symbol of hexes in a map.
pub(super) fn is_symbol(text: &str) -> bool {
    let bad = |c: char| c.is_ascii_digit() || c.is_whitespace() || ['.', '?', '='].contains(&c);
    !text.is_empty() && !text.contains(bad)
}

impl Catalog {
    /// Reads the declarations of all packs.
    pub(super) fn read(packs: &[Pack], wrong: &mut Diagnostics) -> Self {
        let mut catalog = Self::default();
        catalog.add_resources(packs, wrong);
        let terrains = limited(packs, |manifest| &manifest.terrain, TERRAINS, "terrains", wrong);
        for terrain in terrains {
            match wrong.keep(catalog.terrain_kind(&terrain)) {
                Some(kind) => catalog.terrains.push(kind),
                None => catalog.invalid_names.insert("terrain", terrain.name),
            }
        }
        catalog.add_pieces(packs, wrong);
        let markers = limited(packs, |manifest| &manifest.markers, MARKERS, "markers", wrong);
        for marker in markers {
            match wrong.keep(catalog.marker_kind(&marker)) {
                Some(kind) => {
                    let marker = Marker::new(catalog.markers.len());
                    for barred in kind.bars {
                        catalog.kinds[barred.index()].barred_by.insert(marker);
                    }
                    catalog.markers.push(kind);
                }
                None => catalog.invalid_names.insert("marker", marker.name),
            }
        }
        catalog.read_groups(packs, wrong);
        for good in gather(packs, |manifest| &manifest.goods) {
            let kinds = wrong.keep(goods_kinds(&good)).unwrap_or_default();
            if catalog.goods.len() + kinds.len() > GOODS {
                wrong.push(
                    good.error(format!("a game can have at most {GOODS} kinds of goods"))
                        .code(Code::TooMany),
                );
                break;
            }
            catalog.goods.extend(kinds);
        }
        for deck in gather(packs, |manifest| &manifest.decks) {
            let kinds = wrong.keep(catalog.deck_kinds(&deck)).unwrap_or_default();
            let known = |kind: &&DeckKind| catalog.decks.iter().any(|deck| deck.name == kind.name);
            if let Some(twin) = kinds.iter().find(known) {
                wrong.push(
                    deck.error(format!("`{}` is the name of two decks or stacks", twin.name))
                        .code(Code::NameTaken),
                );
            }
            if catalog.decks.len() + kinds.len() > DECKS {
                wrong.push(
                    deck.error(format!("a game can have at most {DECKS} decks"))
                        .code(Code::TooMany),
                );
                break;
            }
            catalog.decks.extend(kinds);
        }
        catalog
    }

    /// Reads the groups of markers that packs declare.
    fn read_groups(&mut self, packs: &[Pack], wrong: &mut Diagnostics) {
        for group in gather(packs, |manifest| &manifest.groups) {
            let names = self.groups.iter().map(|known| known.name.clone()).collect::<Vec<_>>();
            match self.groups.iter_mut().find(|known| known.name == group.name) {
                Some(known) => {
                    let removes = group.value(|keys| &keys.move_removes_others);
                    known.move_removes_others = removes.unwrap_or(false);
                    let decline = group.value(|keys| &keys.may_decline);
                    known.may_decline = decline.unwrap_or(false);
                }
                None => {
                    let message = format!("no marker belongs to the group `{}`", group.name);
                    wrong.push(group.error(message).did_you_mean(group.name, names));
                }
            }
        }
    }

    /// The resource with this name.
    pub(super) fn resource(&self, name: &str) -> Option<Resource> {
        let name = to_identifier(name);
        self.words.names.iter().position(|known| *known == name).map(Resource::new)
    }

    /// The terrain with this name.
    pub(super) fn terrain(&self, name: &str) -> Option<Terrain> {
        self.terrains.iter().position(|kind| kind.name == to_words(name)).map(Terrain::new)
    }

    /// The deck with this name.
    pub(super) fn deck(&self, name: &str) -> Option<Deck> {
        self.decks.iter().position(|deck| deck.name == to_words(name)).map(Deck::new)
    }

    /// The goods with this name, or a diagnostic at the fact that names them.
    pub(super) fn goods(&self, rule: &RuleFile, fact: Fact, name: &str) -> Result<Goods> {
        let good = self.goods.iter().position(|good| good.name == to_words(name));
        let names = self.goods.iter().map(|good| &good.name);
        let unknown = || rule.error(fact, format!("no goods `{name}`"));
        good.map(Goods::new).ok_or_else(|| unknown().did_you_mean(name, names))
    }

    /// The group of markers with this name.
    pub(super) fn group(&self, name: &str) -> Option<u8> {
        let place = self.groups.iter().position(|group| group.name == name)?;
        u8::try_from(place).ok()
    }

    /// Resolves a word to kinds of pieces: a single kind, or all kinds of a class.
    pub(super) fn kinds(&self, word: &str) -> Option<Set<Kind>> {
        let name = to_words(word);
        let is = |kind: &PieceKind| match word {
            "route" => kind.is_route,
            "building" => kind.is_building,
            _ => kind.is_called(&name),
        };
        let kinds: Set<Kind> =
            (0..self.kinds.len()).filter(|&at| is(&self.kinds[at])).map(Kind::new).collect();
        (!kinds.is_empty()).then_some(kinds)
    }

    /// All words that `kinds` resolves.
    pub(super) fn kind_words(&self) -> Vec<&str> {
        Rules::kind_words(&self.kinds)
    }

    /// Resolves the name of a piece or a class to kinds of pieces.
    pub(super) fn known_kinds(
        &self,
        word: &str,
        wrong: impl FnOnce(String) -> Diagnostic,
    ) -> Result<Set<Kind>> {
        let unknown = |words| wrong(format!("no piece `{word}`")).did_you_mean(word, words);
        self.kinds(word).ok_or_else(|| unknown(self.kind_words()))
    }

    /// Resolves a word to kinds of pieces that players have, or tells why it cannot.
    pub(super) fn players_kinds(
        &self,
        word: &str,
        wrong: impl Fn(String) -> Diagnostic,
    ) -> Result<Set<Kind>> {
        let kinds = self.known_kinds(word, &wrong)?;
        if kinds.iter().any(|kind| self.kinds[kind.index()].neutral) {
            let hint = "name a piece that players have";
            return Err(wrong(format!("`{word}` belongs to nobody")).hint(hint));
        }
        Ok(kinds)
    }

    /// Resolves a list of words to a set of kinds of pieces that players have.
    pub(super) fn kind_set(&self, pack: &Pack, words: &[SpannedString]) -> Result<Set<Kind>> {
        let mut kinds = Set::EMPTY;
        for word in words {
            kinds |= self.players_kinds(word.get_ref(), |message| pack.error(word, message))?;
        }
        Ok(kinds)
    }

    /// Parses a price into its alternative costs.
    pub(super) fn price(&self, pack: &Pack, price: &SpannedString) -> Result<Vec<Cost>> {
        let explain = |NotationError { span, message, hint }| {
            let start = price.span().start + 1;
            let shown = pack.source.error(start + span.start..start + span.end, message);
            let shown = shown.code(Code::BadCost);
            shown.hints(hint)
        };
        notation::costs(price.get_ref(), &self.words).map_err(explain)
    }

    /// Parses a declared price into ways to build or buy; empty without a price.
    pub(super) fn ways(&self, price: Option<(&Pack, &SpannedString)>) -> Result<Vec<Way>> {
        let Some((pack, price)) = price else { return Ok(Vec::new()) };
        Ok(vec![Way { costs: self.price(pack, price)?, ..Way::default() }])
    }

    fn terrain_kind(&self, terrain: &Declaration<'_, TerrainKeys>) -> Result<TerrainKind> {
        let (pack, symbol) = terrain.needed("symbol", |keys| &keys.symbol)?;
        let text = symbol.get_ref();
        if !is_symbol(text) {
            let message = format!("`{text}` cannot be the symbol of a terrain");
            return Err(pack
                .error(symbol, message)
                .hint("choose a letter that no other terrain uses"));
        }
        if let Some(other) = self.terrains.iter().find(|other| other.symbol == *text) {
            let message = format!("`{text}` is already the symbol of `{}`", other.name);
            return Err(pack.error(symbol, message));
        }
        let declared = terrain.declared(|keys| &keys.yields);
        let yields_any = declared.is_some_and(|(_, yields)| yields.get_ref() == "any");
        let yields = match declared.filter(|_| !yields_any) {
            None => None,
            Some((pack, yields)) => Some(self.resource(yields.get_ref()).ok_or_else(|| {
                let message = format!("no resource `{}`", yields.get_ref());
                let known = self.words.names.iter().map(String::as_str).chain(["any"]);
                pack.error(yields, message).did_you_mean(yields.get_ref(), known)
            })?),
        };
        let hidden = terrain.value(|keys| &keys.hidden).unwrap_or(false);
        if hidden && declared.is_some() {
            let message = format!("`{}` is hidden, so it produces nothing", terrain.name);
            return Err(terrain.error(message).hint("leave out `yields`"));
        }
        let land = terrain.value(|keys| &keys.land).unwrap_or(!hidden);
        let (numbered, numbers) = numbers_of(terrain, declared.is_some())?;
        let outpost = terrain.value(|keys| &keys.outpost).unwrap_or(false);
        if outpost && land {
            let message = format!("`{}` is an outpost, so it cannot be land", terrain.name);
            return Err(terrain.error(message).hint("write `land = false`"));
        }
        let closed = terrain.value(|keys| &keys.closed).unwrap_or(false);
        if closed && land {
            let message = format!("`{}` is closed, so it cannot be land", terrain.name);
            return Err(terrain.error(message).hint("write `land = false`"));
        }
        Ok(TerrainKind {
            name: to_words(terrain.name),
            symbol: text.clone(),
            yields,
            yields_any,
            numbered,
            numbers,
            land: land && !hidden,
            hidden,
            outpost,
            closed,
        })
    }

    fn marker_kind(&mut self, marker: &Declaration<'_, MarkerKeys>) -> Result<MarkerKind> {
        let group = marker.declared(|keys| &keys.group).map_or(marker.name, |(_, name)| name);
        let known = self.groups.iter().position(|known| known.name == group);
        let group = known.unwrap_or_else(|| {
            let name = group.into();
            self.groups.push(MarkerGroup { name, move_removes_others: false, may_decline: false });
            self.groups.len() - 1
        });
        let starts = match marker.declared(|keys| &keys.starts) {
            Some((pack, starts)) if starts.get_ref() != "outside" => {
                Some(self.marker_terrain(pack, starts)?)
            }
            _ => None,
        };
        let on = match marker.value(|keys| &keys.on).unwrap_or(MarkerLocation::Land) {
            MarkerLocation::Land => MarkerGround::Land,
            MarkerLocation::Water => MarkerGround::Water,
            MarkerLocation::Token => MarkerGround::Tokens,
        };
        if starts.is_some() && on == MarkerGround::Tokens {
            let message =
                format!("`{}` is placed at tokens, so it cannot start on a terrain", marker.name);
            return Err(marker.error(message).hint("write `starts = \"outside\"`"));
        }
        let first = marker.name.chars().next().unwrap_or('?').to_ascii_uppercase();
        let symbol = marker.declared(|keys| &keys.symbol);
        let takes_from = match marker.declared(|keys| &keys.takes_from) {
            Some((pack, words)) => self.kind_set(pack, words)?,
            None => self.kinds("building").unwrap_or(Set::EMPTY),
        };
        if let Some(kind) = takes_from.iter().find(|kind| self.kinds[kind.index()].beside_others) {
            let (name, kind) = (&marker.name, &self.kinds[kind.index()].name);
            let message = format!("`{name}` cannot take from `{kind}`, which stands beside others");
            return Err(marker.error(message).hint("take the piece out of `takes_from`"));
        }
        Ok(MarkerKind {
            name: to_words(marker.name),
            symbol: symbol.map_or_else(|| first.to_string(), |(_, symbol)| symbol.clone()),
            group: u8::try_from(group).expect("no more groups than markers"),
            on,
            bars: match marker.declared(|keys| &keys.bars) {
                Some((pack, words)) => self.kind_set(pack, words)?,
                None => Set::EMPTY,
            },
            takes_from,
            takes_from_routes: takes_from.iter().any(|kind| self.kinds[kind.index()].on_border),
            rests_on: match marker.declared(|keys| &keys.rests_on) {
                Some((pack, words)) => words
                    .iter()
                    .map(|word| self.marker_terrain(pack, word))
                    .collect::<Result<_>>()?,
                None => Set::EMPTY,
            },
            starts,
            blocks: marker.value(|keys| &keys.blocks).unwrap_or(false),
            takes: marker.value(|keys| &keys.takes).unwrap_or(0),
            origin: marker.origin(),
        })
    }

    /// The terrain that a key of a marker names.
    fn marker_terrain(&self, pack: &Pack, name: &SpannedString) -> Result<Terrain> {
        let word = name.get_ref();
        let names = self.terrains.iter().map(|kind| kind.name.as_str()).chain(["outside"]);
        let unknown = || pack.error(name, format!("no terrain `{word}`")).did_you_mean(word, names);
        self.terrain(word).ok_or_else(unknown)
    }

    /// The kind of a deck, or of each of its stacks.
    fn deck_kinds(&self, deck: &Declaration<'_, DeckKeys>) -> Result<Vec<DeckKind>> {
        let ways = self.ways(deck.declared(|keys| &keys.price))?;
        let stacks = deck.declared(|keys| &keys.stacks);
        let names = match stacks {
            Some((_, stacks)) => stacks.iter().map(|stack| to_words(stack.get_ref())).collect(),
            None => vec![to_words(deck.name)],
        };
        let kind = |name| DeckKind {
            name,
            deck: to_words(deck.name),
            ways: ways.clone(),
            plays: deck.value(|keys| &keys.plays).map_or(Some(1), Plays::most),
            before_roll: deck.value(|keys| &keys.before_roll).unwrap_or(false),
            waits: deck.value(|keys| &keys.waits).unwrap_or(true),
            shuffles: deck.value(|keys| &keys.shuffles).unwrap_or(true),
            returns_played: deck.value(|keys| &keys.returns_played).unwrap_or(false),
            origin: deck.origin(),
        };
        Ok(names.into_iter().map(kind).collect())
    }
}

/// The kinds of goods that a declaration defines: one, or one for each member of a family.
fn goods_kinds(good: &Declaration<'_, GoodsKeys>) -> Result<Vec<GoodsKind>> {
    let (_, count) = good.needed("count", |keys| &keys.count)?;
    let family = to_words(good.name);
    let of = good.declared(|keys| &keys.of).map_or(&[][..], |(_, of)| of);
    let mut names: Vec<String> =
        of.iter().map(|member| format!("{} {family}", to_words(member.get_ref()))).collect();
    if names.is_empty() {
        names.push(family.clone());
    }
    let kind = |name| GoodsKind {
        name,
        family: family.clone(),
        count: *count.get_ref(),
        points: good.value(|keys| &keys.points).unwrap_or(0),
        origin: good.origin(),
    };
    Ok(names.into_iter().map(kind).collect())
}

/// Gathers the declarations of all packs for one category. Reports an error if there are more
/// declarations than the limit allows.
pub(super) fn limited<'a, T>(
    packs: &'a [Pack],
    of: impl Fn(&'a Manifest) -> &'a super::toml_file::NamedEntries<T>,
    most: usize,
    what: &str,
    wrong: &mut Diagnostics,
) -> Vec<Declaration<'a, T>> {
    let mut all = gather(packs, of);
    if let Some(over) = all.get(most) {
        wrong
            .push(over.error(format!("a game can have at most {most} {what}")).code(Code::TooMany));
    }
    all.truncate(most);
    all
}

/// Whether hexes of a terrain take number markers, and the numbers that they have instead.
fn numbers_of(terrain: &Declaration<'_, TerrainKeys>, yields: bool) -> Result<(bool, Vec<u8>)> {
    let Some((pack, numbers)) = terrain.declared(|keys| &keys.numbers) else {
        return Ok((terrain.value(|keys| &keys.numbered).unwrap_or(yields), Vec::new()));
    };
    if yields || terrain.value(|keys| &keys.numbered) == Some(true) {
        let message = format!("`{}` takes number markers, so it has no `numbers`", terrain.name);
        let hint =
            "only terrain without `yields` and without `numbered = true` has fixed `numbers`";
        return Err(terrain.error(message).hint(hint));
    }
    if let Some(wrong) = numbers.iter().find(|number| !is_number_marker(*number.get_ref())) {
        let message = format!("a hex cannot have the number {}", wrong.get_ref());
        return Err(pack.error(wrong, message).hint("expected a number from 2 to 12, except 7"));
    }
    Ok((false, numbers.iter().map(|number| *number.get_ref()).collect()))
}
