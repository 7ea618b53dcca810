//! The rules of a game as plain data: names, prices, points, and the places of the board with their
//! neighbors.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::Serialize;

use super::legal::{Cards, cards};
use crate::board::{Board, Place};
use crate::resource::Resource;
use crate::rules::{Cost, Merit, Rule, Rules, SettingValue, TerrainKind, Way};
use crate::set::Id;

/// The rules of a game.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
pub(crate) struct Rulebook {
    /// The title of the scenario.
    title: String,
    /// The description of the scenario.
    text: String,
    /// The packs in play, with their versions.
    packs: BTreeMap<String, String>,
    /// The settings and their values.
    settings: BTreeMap<String, SettingValue>,
    /// The minimum and maximum number of players.
    seats: [usize; 2],
    /// The number of cards of each resource.
    resources: BTreeMap<String, u8>,
    /// The terrains of hexes.
    terrains: BTreeMap<String, TerrainRule>,
    /// The pieces.
    pieces: BTreeMap<String, PieceRule>,
    /// The decks.
    decks: BTreeMap<String, DeckRule>,
    /// The cards.
    cards: BTreeMap<String, CardRule>,
    /// The awards.
    awards: BTreeMap<String, AwardRule>,
    /// The rates of trade with the supply, in words.
    trades: BTreeMap<String, String>,
    /// The tokens at outposts.
    tokens: BTreeMap<String, TokenRule>,
    /// The events that can be discovered, each with its terrain.
    events: BTreeMap<String, String>,
    /// The goods that players can own, and the number of each.
    goods: BTreeMap<String, u8>,
    /// The markers.
    markers: Vec<String>,
    /// The rule files in play, in the order in which they are called.
    rules: Vec<RuleText>,
    /// The places of the board.
    board: Places,
}

/// A terrain.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
struct TerrainRule {
    /// The resource that it produces.
    yields: Option<String>,
    /// Whether its hexes take number markers.
    numbered: bool,
    /// The numbers that each of its hexes has instead of a number marker.
    numbers: Vec<u8>,
    /// Whether it is land.
    land: bool,
    /// Whether it is an outpost, which has tokens at its intersections.
    outpost: bool,
}

/// A kind of piece.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
struct PieceRule {
    /// Where it is placed: `border`, `intersection` or `hex`.
    stands: &'static str,
    /// Whether it may stand where other pieces stand, as all pieces on hexes may; it then has
    /// places of its own.
    beside_others: bool,
    /// Whether it belongs to nobody.
    neutral: bool,
    /// The number that each player has.
    each: u8,
    /// The declared prices, of which one is paid.
    prices: Vec<Price>,
    /// The points that it is worth.
    points: i8,
    /// The number of cards that a producing hex yields for it.
    yields: u8,
    /// The cards that it yields instead, by the resource of the hex.
    yields_for: BTreeMap<String, Cards>,
    /// The pieces that it replaces; empty if it is built on an empty place.
    replaces: Vec<String>,
    /// Its states, first that of a new piece; empty if it has none.
    states: Vec<String>,
}

/// A price.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
struct Price {
    /// Cards of named kinds.
    cards: Cards,
    /// A number of cards of a single, arbitrary kind.
    alike: u8,
    /// A number of cards of arbitrary kinds.
    any: u8,
    /// The resources that cannot be chosen for `alike` and `any`.
    except: Vec<String>,
}

/// A deck.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
struct DeckRule {
    /// The declared prices of a card, of which one is paid.
    prices: Vec<Price>,
}

/// A card.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
struct CardRule {
    /// Its deck.
    deck: String,
    /// The number of copies.
    copies: u8,
    /// The points that it is worth in the hand.
    points: i8,
    /// Whether it can be played.
    playable: bool,
    /// Its rule.
    rule: String,
}

/// An award.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
struct AwardRule {
    /// The points that it is worth.
    points: i8,
    /// The minimum that its owner needs.
    least: i64,
    /// What is counted: kinds of pieces (their longest trail or their number), a played card, or
    /// goods; empty if the rule's script counts.
    of: Vec<String>,
    /// Its rule.
    rule: String,
}

/// A token.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
struct TokenRule {
    /// Its outpost.
    outpost: String,
    /// Its rule.
    rule: String,
}

/// A rule file.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
struct RuleText {
    /// Its pack and name, such as `pack/rule`.
    id: String,
    /// Its title.
    title: String,
    /// Its description in a sentence.
    text: String,
    /// The rulings that it implements.
    rulings: String,
    /// The file.
    file: String,
}

/// The places of the board, by their names.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
struct Places {
    /// The hexes.
    hexes: BTreeMap<String, HexPlaces>,
    /// The intersections.
    intersections: BTreeMap<String, IntersectionPlaces>,
    /// The borders.
    borders: BTreeMap<String, BorderPlaces>,
    /// The places of pieces that stand beside others, each with the place where it is.
    beside_others: BTreeMap<String, String>,
}

/// The neighbors of a hex.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
struct HexPlaces {
    /// Its intersections, clockwise from the north.
    intersections: Vec<String>,
    /// Its borders, clockwise from the north-east.
    borders: Vec<String>,
    /// The adjacent hexes.
    neighbors: Vec<String>,
    /// Whether it is land on the map.
    land: bool,
}

/// The neighbors of an intersection.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
struct IntersectionPlaces {
    /// The adjacent hexes.
    hexes: Vec<String>,
    /// The adjacent borders.
    borders: Vec<String>,
    /// The intersections one border away.
    neighbors: Vec<String>,
}

/// The neighbors of a border.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
struct BorderPlaces {
    /// The intersections at its ends.
    intersections: Vec<String>,
    /// The hexes on either side.
    hexes: Vec<String>,
}

/// The result of the method `rules`.
pub fn rulebook(rules: &Rules) -> serde_json::Value {
    serde_json::to_value(Rulebook::of(rules)).expect("a rulebook serializes to JSON")
}

impl TerrainRule {
    fn of(rules: &Rules, kind: &TerrainKind) -> Self {
        let yields = kind.yields.map(|resource| rules.resources[resource.index()].name.clone());
        Self {
            yields: yields.or_else(|| kind.yields_any.then(|| "any".into())),
            numbered: kind.numbered,
            numbers: kind.numbers.clone(),
            land: kind.land,
            outpost: kind.outpost,
        }
    }
}

impl Rulebook {
    /// Converts the rules to plain data.
    pub(super) fn of(rules: &Rules) -> Self {
        let id = |rule| rules.rule(rule).id.clone();
        let terrains = rules.terrains.iter();
        let terrains = terrains.map(|kind| (kind.name.clone(), TerrainRule::of(rules, kind)));
        let decks = rules.decks.iter();
        let decks =
            decks.map(|kind| (kind.name.clone(), DeckRule { prices: prices(rules, &kind.ways) }));
        let cards = rules.cards.iter().map(|kind| {
            let card = CardRule {
                deck: rules.deck(kind.deck).name.clone(),
                copies: kind.copies,
                points: kind.points,
                playable: kind.playable,
                rule: id(kind.rule),
            };
            (kind.name.clone(), card)
        });
        let trades = rules.rates.iter().map(|kind| {
            let (give, get) = (rules.price(&[kind.terms.give]), rules.gain(kind.terms.get));
            (kind.name.clone(), format!("{give} for {get}"))
        });
        let tokens = rules.tokens.iter().map(|kind| {
            let outpost = rules.terrain(kind.outpost).name.clone();
            (kind.name.clone(), TokenRule { outpost, rule: id(kind.rule) })
        });
        let hex_events = rules.hex_events.iter();
        let hex_events =
            hex_events.map(|kind| (kind.name.clone(), rules.terrain(kind.terrain).name.clone()));
        Self {
            title: rules.title.clone(),
            text: rules.text.clone(),
            packs: rules.packs.iter().map(|pack| (pack.id.clone(), pack.version.clone())).collect(),
            settings: rules
                .settings
                .iter()
                .map(|(key, it)| (key.clone(), it.value.clone()))
                .collect(),
            seats: [*rules.seats.start(), *rules.seats.end()],
            resources: rules.resources.iter().map(|kind| (kind.name.clone(), kind.cards)).collect(),
            terrains: terrains.collect(),
            pieces: pieces(rules),
            decks: decks.collect(),
            cards: cards.collect(),
            awards: awards(rules),
            trades: trades.collect(),
            tokens: tokens.collect(),
            events: hex_events.collect(),
            goods: rules.goods.iter().map(|kind| (kind.name.clone(), kind.count)).collect(),
            markers: rules.markers.iter().map(|kind| kind.name.clone()).collect(),
            rules: rules.rules.iter().map(rule_text).collect(),
            board: Places::of(&rules.board),
        }
    }
}

fn pieces(rules: &Rules) -> BTreeMap<String, PieceRule> {
    let piece = |kind: &crate::rules::PieceKind| {
        let replaces = kind.replaces.iter().map(|kind| rules.kind(kind).name.clone());
        let yields_for = kind.yields_for.iter().map(|(resource, yielded)| {
            (rules.resources[resource.index()].name.clone(), cards(rules, *yielded))
        });
        let rule = PieceRule {
            stands: match (kind.on_border, kind.on_hex) {
                (true, _) => "border",
                (_, true) => "hex",
                _ => "intersection",
            },
            beside_others: kind.beside_others,
            neutral: kind.neutral,
            each: kind.each,
            prices: prices(rules, &kind.ways),
            points: kind.points,
            yields: kind.yields,
            yields_for: yields_for.collect(),
            replaces: replaces.collect(),
            states: kind.states.clone(),
        };
        (kind.name.clone(), rule)
    };
    rules.kinds.iter().map(piece).collect()
}

fn awards(rules: &Rules) -> BTreeMap<String, AwardRule> {
    let award = |kind: &crate::rules::AwardKind| {
        let of = match &kind.merit {
            Merit::Longest(kinds) | Merit::Pieces(kinds, _) => {
                kinds.iter().map(|kind| rules.kind(kind).name.clone()).collect()
            }
            Merit::Script => Vec::new(),
            Merit::Played(card) => vec![rules.card(*card).name.clone()],
            Merit::Owned(good) => vec![rules.goods[good.index()].name.clone()],
        };
        let rule = rules.rule(kind.rule).id.clone();
        (kind.name.clone(), AwardRule { points: kind.points, least: kind.least, of, rule })
    };
    rules.awards.iter().map(award).collect()
}

/// The declared prices; those offered by rules are listed among the legal actions.
fn prices(rules: &Rules, ways: &[Way]) -> Vec<Price> {
    let name = |kind: Resource| rules.resources[kind.index()].name.clone();
    let price = |cost: &Cost| Price {
        cards: cards(rules, cost.fixed),
        alike: cost.same,
        any: cost.any,
        except: cost.except.kinds().map(name).collect(),
    };
    let declared = ways.iter().filter(|way| way.by.is_none());
    declared.flat_map(|way| &way.costs).map(price).collect()
}

fn rule_text(rule: &Rule) -> RuleText {
    RuleText {
        id: rule.id.clone(),
        title: rule.title.clone(),
        text: rule.text.clone(),
        rulings: rule.rulings.clone(),
        file: rule.file.clone(),
    }
}

impl Places {
    fn of(board: &Board) -> Self {
        let names = |places: Vec<Place>| -> Vec<String> {
            places.into_iter().map(|place| board.place_name(place)).collect()
        };
        let hexes = board.hexes().iter().map(|hex| {
            let place = board.hex(hex);
            let neighbors = place.neighbors.iter().flatten();
            let places = HexPlaces {
                intersections: names(
                    place.corners.iter().map(|&it| Place::Intersection(it)).collect(),
                ),
                borders: names(place.sides.iter().map(|&it| Place::Border(it)).collect()),
                neighbors: names(neighbors.map(|&it| Place::Hex(it)).collect()),
                land: board.shore().land().contains(hex),
            };
            (board.hex_name(hex), places)
        });
        let intersections = board.intersections().iter().map(|intersection| {
            let place = board.intersection(intersection);
            let places = IntersectionPlaces {
                hexes: names(place.hexes.iter().map(Place::Hex).collect()),
                borders: names(place.borders.iter().map(Place::Border).collect()),
                neighbors: names(place.neighbors.iter().map(Place::Intersection).collect()),
            };
            (board.intersection_name(intersection), places)
        });
        let borders = board.borders().iter().map(|border| {
            let place = board.border(border);
            let places = BorderPlaces {
                intersections: names(
                    place.ends.iter().map(|&it| Place::Intersection(it)).collect(),
                ),
                hexes: names(place.hexes.iter().map(Place::Hex).collect()),
            };
            (board.border_name(border), places)
        });
        let layered = board
            .layered_places()
            .map(|(ground, place)| (board.place_name(place), board.place_name(ground)));
        Self {
            beside_others: layered.collect(),
            hexes: hexes.collect(),
            intersections: intersections.collect(),
            borders: borders.collect(),
        }
    }
}
