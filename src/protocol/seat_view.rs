//! A player as somebody sees the player.

use std::borrow::Cow;
use std::collections::BTreeMap;

use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::{Serialize, Serializer};

use crate::board::Place;
use crate::game::Seen;
use crate::resource::{Resource, Resources};
use crate::rules::Failure;
use crate::set::Id;
use crate::table::{ByCard, Good, Kind, Player, Token};

/// All players as the viewer sees them, seat by seat; or each as the player's own eyes do, where
/// all hands lie open.
///
/// # Errors
/// When a rule fails that counts points.
pub fn seats(seen: &Seen<'_>, open: bool) -> Result<Vec<SeatView>, Failure> {
    let view = |player| {
        let eyes = if open { seen.game().seen_by(Some(player)) } else { *seen };
        SeatView::of(&eyes, player)
    };
    seen.everybody().iter().map(view).collect()
}

/// A player as somebody sees the player, for files and programs.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct SeatView {
    /// What the player is called.
    pub name: String,
    /// The points that everybody sees, and those of the viewer's own hidden cards.
    pub points: i64,
    /// How many resource cards the player holds.
    pub hand: usize,
    /// Which; null where they are hidden from the viewer.
    pub resources: Option<Listed<usize>>,
    /// Those of them that lie open.
    pub open: Listed<usize>,
    /// How many other cards the player holds.
    pub cards: usize,
    /// Which; null where they are hidden from the viewer.
    pub held: Option<Listed<u8>>,
    /// The cards that the player has played.
    pub played: Listed<u8>,
    /// The pieces on the board, by name: their places.
    pub pieces: Listed<Vec<String>>,
    /// How many pieces of each kind are left in the player's supply.
    pub left: Listed<u8>,
    /// How many cards the player still has to discard; null where the viewer is another one.
    pub due: Option<u8>,
    /// The tokens to which the player has access, by name.
    pub access: Vec<String>,
    /// The goods that the player owns.
    pub goods: Listed<u8>,
    /// The resource cards that lie before the player and are no part of the hand.
    pub piles: Listed<Listed<usize>>,
}

/// Things by their names, in the order in which they are declared: in a file a table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Listed<T>(pub Vec<(String, T)>);

impl<T> Listed<T> {
    /// Whether nothing is listed.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl<T> FromIterator<(String, T)> for Listed<T> {
    fn from_iter<I: IntoIterator<Item = (String, T)>>(things: I) -> Self {
        Self(things.into_iter().collect())
    }
}

impl<T: Serialize> Serialize for Listed<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(name, thing)| (name, thing)))
    }
}

impl<T: JsonSchema> JsonSchema for Listed<T> {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        format!("Listed_{}", T::schema_name()).into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        BTreeMap::<String, T>::json_schema(generator)
    }
}

impl SeatView {
    /// A player as the viewer sees the player.
    fn of(seen: &Seen<'_>, player: Player) -> Result<Self, Failure> {
        let (rules, seat) = (seen.rules(), seen.game().table().seat(player));
        let own = seen.viewer() == Some(player);
        let cards =
            |counts: &ByCard<u8>| listed(&rules.cards, |kind| &kind.name, |at| counts[Id::new(at)]);
        let bag = |cards: Resources| -> Listed<usize> {
            let name = |kind: Resource| rules.resources[kind.index()].name.clone();
            cards.kinds().map(|kind| (name(kind), cards.get(kind))).collect()
        };
        let left = |(at, kind): (usize, &crate::rules::PieceKind)| {
            (kind.name.clone(), seen.supply_of(player, Kind::new(at)))
        };
        let tokens = rules.tokens.iter().enumerate();
        let access = tokens.filter(|(at, _)| seen.has_access(player, Token::new(*at)));
        let piles = rules.piles.iter().enumerate();
        let piles = piles.map(|(at, kind)| (kind.name.clone(), bag(seat.piles()[Id::new(at)])));
        Ok(Self {
            name: seen.name(player).into(),
            points: seen.points(player)?,
            hand: seen.hand_size(player),
            resources: own.then(|| bag(seat.hand())),
            open: bag(seat.open()),
            cards: seen.cards_held(player),
            held: own.then(|| cards(seat.cards())),
            played: cards(seat.played()),
            pieces: pieces(seen, player),
            left: rules.kinds.iter().enumerate().map(left).collect(),
            due: own.then_some(seat.due()),
            access: access.map(|(_, kind)| kind.name.clone()).collect(),
            goods: listed(&rules.goods, |kind| &kind.name, |at| seen.goods(player, Good::new(at))),
            piles: piles.filter(|(_, pile)| !pile.is_empty()).collect(),
        })
    }
}

/// How many there are of each kind of which there are any.
fn listed<K>(kinds: &[K], name: impl Fn(&K) -> &String, count: impl Fn(usize) -> u8) -> Listed<u8> {
    let counted = kinds.iter().enumerate().map(|(at, kind)| (name(kind).clone(), count(at)));
    counted.filter(|(_, count)| *count > 0).collect()
}

/// The places of a player's pieces by kind.
fn pieces(seen: &Seen<'_>, player: Player) -> Listed<Vec<String>> {
    let sites = seen.sites(player).iter().map(Place::Intersection);
    let lines = seen.lines(player).iter().map(Place::Border);
    let places: Vec<Place> = sites.chain(lines).collect();
    let board = &seen.rules().board;
    let pieces = seen.rules().kinds.iter().enumerate().map(|(at, kind)| {
        let of_kind =
            |place: &&Place| seen.piece(**place).is_some_and(|piece| piece.kind().index() == at);
        let names = places.iter().filter(of_kind).map(|&place| board.place_name(place));
        (kind.name.clone(), names.collect::<Vec<_>>())
    });
    pieces.filter(|(_, names)| !names.is_empty()).collect()
}
