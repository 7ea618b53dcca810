//! The script values that refer to the game: players, places, pieces, cards, and selections of
//! them.
//!
//! They share one type, so that `NONE` propagates through every property and verb, and messages can
//! describe wrong values.

use rhai::Dynamic;

use crate::board::{Hex, PiecePlaces, Place};
use crate::game::View;
use crate::resource::{Resource, Resources};
use crate::rules::Type;
use crate::set::{Id, Set, SmallSet};
use crate::table::{Card, Deck, Kind, Marker, PLAYERS, Player, Terrain};

/// A value of the rule language other than a number, a string, a boolean or a list.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Thing {
    /// `NONE`, on which each function has a fixed result, such as `NONE`, `false` or 0.
    Nothing,
    /// `game`.
    Game,
    /// `supply`.
    Supply,
    /// A player.
    Player(Player),
    /// A kind of resource.
    Resource(Resource),
    /// A kind of piece.
    Kind(Kind),
    /// A marker.
    Marker(Marker),
    /// A kind of card.
    Card(Card),
    /// A place on the board.
    Place(Place),
    /// A piece on the board.
    Piece {
        /// The owner.
        owner: Player,
        /// The kind.
        kind: Kind,
        /// The place.
        place: Place,
        /// Whether it was placed during the set-up.
        starting: bool,
    },
    /// A bag of resource cards.
    Cards(Resources),
    /// Kinds of resources, as bits.
    Resources(u16),
    /// Players in an order.
    Players(Order),
    /// Markers.
    Markers(Set<Marker>),
    /// Outposts.
    Outposts(Set<Terrain>),
    /// Decks.
    Decks(SmallSet<Deck>),
    /// Hexes.
    Hexes(Set<Hex>),
    /// Intersections and borders.
    Places(PiecePlaces),
    /// The pieces on intersections and borders.
    Pieces(PiecePlaces),
}

/// Players in an order, such as clockwise from the left.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Order {
    seats: [Option<Player>; PLAYERS],
}

impl Order {
    /// Iterates over the players.
    pub fn iter(self) -> impl Iterator<Item = Player> {
        self.seats.into_iter().flatten()
    }

    /// Removes the first player.
    fn pop(&mut self) -> Option<Player> {
        self.seats.iter_mut().find_map(Option::take)
    }

    fn combine(self, other: Self, with: SetOperation) -> Self {
        let has = |order: Self, player| order.iter().any(|p| p == player);
        match with {
            SetOperation::Intersection => self.iter().filter(|&p| has(other, p)).collect(),
            SetOperation::Union => {
                self.iter().chain(other.iter().filter(|&p| !has(self, p))).collect()
            }
            SetOperation::Difference => self.iter().filter(|&p| !has(other, p)).collect(),
        }
    }
}

impl FromIterator<Player> for Order {
    fn from_iter<I: IntoIterator<Item = Player>>(players: I) -> Self {
        let mut order = Self::default();
        for (seat, player) in order.seats.iter_mut().zip(players) {
            *seat = Some(player);
        }
        order
    }
}

/// How two selections are combined.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SetOperation {
    /// `&`
    Intersection,
    /// `|`
    Union,
    /// `-`
    Difference,
}

impl SetOperation {
    fn apply<T: Id>(self, one: Set<T>, other: Set<T>) -> Set<T> {
        match self {
            Self::Intersection => one & other,
            Self::Union => one | other,
            Self::Difference => one - other,
        }
    }

    pub(super) fn apply_to_places(self, one: PiecePlaces, other: PiecePlaces) -> PiecePlaces {
        PiecePlaces {
            intersections: self.apply(one.intersections, other.intersections),
            borders: self.apply(one.borders, other.borders),
        }
    }
}

impl Thing {
    /// Its type; `Any` for `NONE`.
    #[inline]
    pub fn type_of(&self) -> Type {
        if let Self::Place(Place::Hex(_)) = self {
            return Type::Hex;
        }
        match self {
            Self::Nothing => Type::Any,
            Self::Game => Type::Game,
            Self::Supply => Type::Supply,
            Self::Player(_) => Type::Player,
            Self::Resource(_) => Type::Resource,
            Self::Kind(_) => Type::Kind,
            Self::Marker(_) => Type::Marker,
            Self::Card(_) => Type::Card,
            Self::Place(_) => Type::Place,
            Self::Piece { .. } => Type::Piece,
            Self::Cards(_) => Type::Cards,
            Self::Resources(_) => Type::Resources,
            Self::Players(_) => Type::Players,
            Self::Markers(_) => Type::Markers,
            Self::Outposts(_) => Type::Outposts,
            Self::Decks(_) => Type::Decks,
            Self::Hexes(_) => Type::Hexes,
            Self::Places(_) => Type::Places,
            Self::Pieces(_) => Type::Pieces,
        }
    }

    /// Its description in messages.
    pub fn description(&self) -> &'static str {
        match self {
            Self::Nothing => "nothing",
            Self::Place(Place::Intersection(_)) => "an intersection",
            Self::Place(Place::Border(_)) => "a border",
            _ => self.type_of().text(),
        }
    }

    /// Its name, such as a player's name or `2 wood`.
    pub fn in_words(self, view: View<'_>) -> String {
        let rules = view.rules();
        let list = |names: Vec<String>| {
            if names.is_empty() { "nothing".to_owned() } else { names.join(", ") }
        };
        let place = |place: Place| rules.board.place_name(place);
        match self {
            Self::Nothing | Self::Game | Self::Supply => self.description().into(),
            Self::Player(player) => view.name(player).into(),
            Self::Resource(resource) => rules.resources[resource.index()].name.clone(),
            Self::Kind(kind) => rules.kind(kind).name.clone(),
            Self::Marker(marker) => rules.marker(marker).name.clone(),
            Self::Card(card) => rules.card(card).name.clone(),
            Self::Place(at) => place(at),
            Self::Piece { kind, place: at, .. } => {
                format!("{} at {}", rules.kind(kind).name, place(at))
            }
            Self::Cards(cards) => rules.bag(cards),
            Self::Resources(bits) => {
                let kinds = rules.resources.iter().enumerate();
                list(
                    kinds
                        .filter(|(i, _)| bits >> i & 1 == 1)
                        .map(|(_, r)| r.name.clone())
                        .collect(),
                )
            }
            Self::Players(order) => list(order.iter().map(|p| view.name(p).into()).collect()),
            Self::Markers(markers) => {
                list(markers.iter().map(|marker| rules.marker(marker).name.clone()).collect())
            }
            Self::Outposts(outposts) => {
                list(outposts.iter().map(|outpost| rules.terrain(outpost).name.clone()).collect())
            }
            Self::Decks(decks) => {
                list(decks.iter().map(|deck| rules.deck(deck).name.clone()).collect())
            }
            Self::Hexes(hexes) => list(hexes.iter().map(|hex| place(Place::Hex(hex))).collect()),
            Self::Places(places) | Self::Pieces(places) => list(places.iter().map(place).collect()),
        }
    }

    /// Whether two things are equal; a piece is equal to its place.
    pub fn is_same(self, other: Self) -> bool {
        match (self, other) {
            (Self::Piece { place: one, .. }, Self::Piece { place: other, .. }) => one == other,
            (Self::Piece { place, .. }, Self::Place(other))
            | (Self::Place(other), Self::Piece { place, .. }) => place == other,
            _ => self == other,
        }
    }

    /// The thing as a selection, if there are selections of its type.
    fn selection(self) -> Self {
        match self {
            Self::Player(player) => Self::Players(Order::from_iter([player])),
            Self::Resource(resource) => Self::Resources(1 << resource.0),
            Self::Marker(marker) => Self::Markers(Set::of(marker)),
            Self::Place(Place::Hex(hex)) => Self::Hexes(Set::of(hex)),
            Self::Place(place) => Self::Places(PiecePlaces::from_iter([place])),
            Self::Piece { place, .. } => Self::Pieces(PiecePlaces::from_iter([place])),
            other => other,
        }
    }

    /// Combines two selections of the same type; a single thing counts as a selection of one.
    /// An intersection or difference of pieces and places is of the first type; a piece that stands
    /// beside others is also at the place where all of them stand.
    pub fn combine(self, other: Self, with: SetOperation, view: View<'_>) -> Option<Self> {
        let board = &view.rules().board;
        Some(match (self.selection(), other.selection()) {
            (mine, Self::Nothing) if with != SetOperation::Intersection => mine,
            (Self::Nothing, theirs) if with == SetOperation::Union => theirs,
            (Self::Nothing, _) | (_, Self::Nothing) => Self::Nothing,
            (Self::Resources(one), Self::Resources(other)) => Self::Resources(match with {
                SetOperation::Intersection => one & other,
                SetOperation::Union => one | other,
                SetOperation::Difference => one & !other,
            }),
            (Self::Cards(one), Self::Cards(other)) => match with {
                SetOperation::Intersection => Self::Cards(one.common(other)),
                SetOperation::Difference => Self::Cards(one.less(other)),
                SetOperation::Union => return None,
            },
            (Self::Players(one), Self::Players(other)) => Self::Players(one.combine(other, with)),
            (Self::Markers(one), Self::Markers(other)) => Self::Markers(with.apply(one, other)),
            (Self::Outposts(one), Self::Outposts(other)) => Self::Outposts(with.apply(one, other)),
            (Self::Decks(one), Self::Decks(other)) => Self::Decks(match with {
                SetOperation::Intersection => one & other,
                SetOperation::Union => one | other,
                SetOperation::Difference => one - other,
            }),
            (Self::Hexes(one), Self::Hexes(other)) => Self::Hexes(with.apply(one, other)),
            (Self::Places(one), Self::Places(other)) => {
                Self::Places(with.apply_to_places(one, other))
            }
            (Self::Pieces(one), Self::Pieces(other)) => {
                Self::Pieces(with.apply_to_places(one, other))
            }
            _ if with == SetOperation::Union => return None,
            (Self::Pieces(one), Self::Places(other)) => {
                Self::Pieces(with.apply_to_places(one, board.with_layers(other)))
            }
            (Self::Places(one), Self::Pieces(other)) => {
                let map_places = board.map_places(other).piece_places;
                let others = SetOperation::Union.apply_to_places(other, map_places);
                Self::Places(with.apply_to_places(one, others))
            }
            _ => return None,
        })
    }

    /// An empty selection of the same type.
    #[must_use]
    pub fn none(self) -> Self {
        match self {
            Self::Resources(_) => Self::Resources(0),
            Self::Players(_) => Self::Players(Order::default()),
            Self::Markers(_) => Self::Markers(Set::EMPTY),
            Self::Outposts(_) => Self::Outposts(Set::EMPTY),
            Self::Decks(_) => Self::Decks(SmallSet::NONE),
            Self::Hexes(_) => Self::Hexes(Set::EMPTY),
            Self::Places(_) => Self::Places(PiecePlaces::default()),
            Self::Pieces(_) => Self::Pieces(PiecePlaces::default()),
            _ => Self::Nothing,
        }
    }

    /// Iterates over the members of a selection; pieces are returned as their places.
    pub fn members(self) -> impl Iterator<Item = Self> {
        let mut left = self;
        std::iter::from_fn(move || left.pop_member())
    }

    /// Removes the first member of a selection; a piece is returned as its place.
    pub fn pop_member(&mut self) -> Option<Self> {
        Some(match self {
            Self::Resources(kinds) => {
                let kind = kinds.trailing_zeros();
                *kinds &= kinds.wrapping_sub(1);
                Self::Resource((kind < u16::BITS).then(|| Resource::new(kind as usize))?)
            }
            Self::Players(order) => Self::Player(order.pop()?),
            Self::Markers(markers) => Self::Marker(pop(markers)?),
            Self::Outposts(outposts) => Self::Outposts(Set::of(pop(outposts)?)),
            Self::Decks(decks) => {
                let deck = decks.iter().next()?;
                *decks = *decks - SmallSet::of(deck);
                Self::Decks(SmallSet::of(deck))
            }
            Self::Hexes(hexes) => Self::Place(Place::Hex(pop(hexes)?)),
            Self::Places(places) | Self::Pieces(places) => {
                let site = pop(&mut places.intersections).map(Place::Intersection);
                Self::Place(site.or_else(|| pop(&mut places.borders).map(Place::Border))?)
            }
            _ => return None,
        })
    }

    /// The number of things in a selection; `None` for other values.
    pub fn count(self) -> Option<usize> {
        Some(match self {
            Self::Nothing => 0,
            Self::Cards(cards) => cards.total(),
            Self::Resources(kinds) => kinds.count_ones() as usize,
            Self::Players(order) => order.iter().count(),
            Self::Markers(markers) => markers.len(),
            Self::Outposts(outposts) => outposts.len(),
            Self::Decks(decks) => decks.len(),
            Self::Hexes(hexes) => hexes.len(),
            Self::Places(places) | Self::Pieces(places) => {
                places.intersections.len() + places.borders.len()
            }
            _ => return None,
        })
    }
}

/// Removes the least thing from a set.
fn pop<T: Id>(set: &mut Set<T>) -> Option<T> {
    let least = set.least()?;
    set.remove(least);
    Some(least)
}

/// Lets Rhai loop over selections.
impl IntoIterator for Thing {
    type Item = Dynamic;
    type IntoIter = std::vec::IntoIter<Dynamic>;

    fn into_iter(self) -> Self::IntoIter {
        self.members().map(Dynamic::from).collect::<Vec<_>>().into_iter()
    }
}
