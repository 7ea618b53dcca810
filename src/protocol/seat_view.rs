//! A player as seen by a viewer.

use std::borrow::Cow;
use std::collections::BTreeMap;

use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::{Serialize, Serializer};

use crate::board::Place;
use crate::game::PlayerView;
use crate::resource::{Resource, Resources};
use crate::rules::Failure;
use crate::set::Id;
use crate::table::{CardCounts, Goods, Kind, Player, Token};

/// All players as the viewer sees them, by seat. If `open`, each one is shown as that player sees
/// it.
///
/// # Errors
/// When a rule that counts points fails.
pub fn seats(view: &PlayerView<'_>, open: bool) -> Result<Vec<SeatView>, Failure> {
    let seat = |player| {
        let eyes = if open { view.game().player_view(Some(player)) } else { *view };
        SeatView::of(&eyes, player)
    };
    view.everybody().iter().map(seat).collect()
}

/// A player as seen by a viewer, for files and programs.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct SeatView {
    /// The name of the player.
    pub name: String,
    /// The visible points, and those of the viewer's own hidden cards.
    pub points: i64,
    /// The points that the player needs to win.
    pub goal: i64,
    /// The number of resource cards in hand.
    pub hand: usize,
    /// The resource cards in hand; null if they are hidden from the viewer.
    pub resources: Option<Listed<usize>>,
    /// The resource cards in hand that are visible to all.
    pub open: Listed<usize>,
    /// The number of other cards in hand.
    pub cards: usize,
    /// The other cards in hand; null if they are hidden from the viewer.
    pub held: Option<Listed<u8>>,
    /// The cards that the player has played.
    pub played: Listed<u8>,
    /// The places of the pieces on the board, by name.
    pub pieces: Listed<Vec<String>>,
    /// The number of pieces of each kind in the player's supply.
    pub left: Listed<u8>,
    /// The number of cards that the player still has to discard; null if it is hidden from the
    /// viewer.
    pub due: Option<u16>,
    /// The names of the tokens to which the player has access.
    pub access: Vec<String>,
    /// The goods that the player owns.
    pub goods: Listed<u8>,
    /// The piles of resource cards in front of the player, which are not part of the hand.
    pub piles: Listed<Listed<usize>>,
}

/// Values by name, in the order of declaration; serialized as a table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Listed<T>(pub Vec<(String, T)>);

impl<T> Listed<T> {
    /// Whether the list is empty.
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
    /// Describes a player from the viewer's point of view.
    fn of(view: &PlayerView<'_>, player: Player) -> Result<Self, Failure> {
        let (rules, table) = (view.rules(), view.game().table());
        let seat = table.seat(player);
        let own = view.viewer() == Some(player);
        let cards = |counts: CardCounts<'_>| {
            listed(&rules.cards, |kind| &kind.name, |at| counts[Id::new(at)])
        };
        let bag = |cards: Resources| -> Listed<usize> {
            let name = |kind: Resource| rules.resources[kind.index()].name.clone();
            cards.kinds().map(|kind| (name(kind), cards.get(kind))).collect()
        };
        let left = |(at, kind): (usize, &crate::rules::PieceKind)| {
            (kind.name.clone(), view.supply_of(player, Kind::new(at)))
        };
        let tokens = rules.tokens.iter().enumerate();
        let access = tokens.filter(|(at, _)| view.has_access(player, Token::new(*at)));
        let piles = rules.piles.iter().enumerate();
        let piles =
            piles.map(|(at, kind)| (kind.name.clone(), bag(table.pile(player, Id::new(at)))));
        Ok(Self {
            name: view.name(player).into(),
            points: view.points(player)?,
            goal: view.goal(player)?,
            hand: view.hand_size(player),
            resources: own.then(|| bag(seat.hand())),
            open: bag(seat.open()),
            cards: view.cards_held(player),
            held: own.then(|| cards(table.held(player))),
            played: cards(table.played(player)),
            pieces: pieces(view, player),
            left: rules.kinds.iter().enumerate().map(left).collect(),
            due: own.then_some(seat.due()),
            access: access.map(|(_, kind)| kind.name.clone()).collect(),
            goods: listed(&rules.goods, |kind| &kind.name, |at| view.goods(player, Goods::new(at))),
            piles: piles.filter(|(_, pile)| !pile.is_empty()).collect(),
        })
    }
}

/// The positive counts by name.
fn listed<K>(kinds: &[K], name: impl Fn(&K) -> &String, count: impl Fn(usize) -> u8) -> Listed<u8> {
    let counted = kinds.iter().enumerate().map(|(at, kind)| (name(kind).clone(), count(at)));
    counted.filter(|(_, count)| *count > 0).collect()
}

/// The places of a player's pieces by kind.
fn pieces(view: &PlayerView<'_>, player: Player) -> Listed<Vec<String>> {
    let intersections = view.intersections(player).iter().map(Place::Intersection);
    let borders = view.borders(player).iter().map(Place::Border);
    let places: Vec<Place> = intersections.chain(borders).collect();
    let board = &view.rules().board;
    let pieces = view.rules().kinds.iter().enumerate().map(|(at, kind)| {
        let of_kind =
            |place: &&Place| view.piece(**place).is_some_and(|piece| piece.kind().index() == at);
        let names = places.iter().filter(of_kind).map(|&place| board.place_name(place));
        (kind.name.clone(), names.collect::<Vec<_>>())
    });
    pieces.filter(|(_, names)| !names.is_empty()).collect()
}
