//! The kinds of pieces that packs declare.

use super::{Origin, Way};
use crate::board::{Board, Hex, Place, Places, Shore};
use crate::resource::{Resource, Resources};
use crate::set::Set;
use crate::table::{Kind, Marker};

/// A kind of piece.
#[expect(clippy::struct_excessive_bools, reason = "each is a key of the declaration")]
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PieceKind {
    /// Its name.
    pub name: String,
    /// Whether it is placed on borders rather than intersections.
    pub on_border: bool,
    /// Whether it is placed on hexes; it then stands beside others.
    pub on_hex: bool,
    /// Whether it belongs to nobody; only rules put such pieces on the board.
    pub neutral: bool,
    /// Whether it may stand where another piece already stands.
    pub beside_others: bool,
    /// The layer of the board with its places, if they are beside those of other pieces.
    pub layer: Option<u8>,
    /// Whether it is a route, such as a road.
    pub is_route: bool,
    /// Whether the rules call it a building.
    pub is_building: bool,
    /// Its class, if a pack has made up the class; the piece is then no route and no building.
    pub class: Option<String>,
    /// The number that each player has.
    pub each: u8,
    /// The terrain required next to its border, or of its hex: land (true) or water (false).
    pub beside_land: Option<bool>,
    /// Whether a piece on intersections may also stand where no land is, though it is not built there.
    pub stands_at_sea: bool,
    /// The kinds of the player's own pieces that it may adjoin.
    pub joins: Set<Kind>,
    /// For a route: this kind, and those that it joins and that join it, directly or through others.
    /// Trails continue over all of them anywhere.
    pub trail_kinds: Set<Kind>,
    /// What any of these kinds joins. At such a piece of the player, their trails pass to other kinds
    /// of routes.
    pub trail_joins: Set<Kind>,
    /// The kinds of the player's own pieces that it must replace; empty if it is built on an empty
    /// place.
    pub replaces: Set<Kind>,
    /// The kinds of the player's own pieces that it may also replace, regardless of distance and
    /// route.
    pub converts: Set<Kind>,
    /// The kinds that share its supply, including this one.
    pub stock: Set<Kind>,
    /// The markers that bar the piece.
    pub barred_by: Set<Marker>,
    /// The kinds that must not be one border away from it: all kinds, or some of those that stand
    /// alone on intersections.
    pub keeps_distance: Set<Kind>,
    /// Whether pieces that keep their distance from all others keep it from this one.
    pub takes_room: bool,
    /// Whether a route of its owner has to lead to it.
    pub needs_route: bool,
    /// Whether it interrupts the routes of opponents, and ends lines of its owner's routes as a
    /// building does.
    pub blocks_routes: bool,
    /// The number of cards that a producing hex yields for it.
    pub yields: u8,
    /// The cards that it yields instead, by the resource of the hex.
    pub yields_for: Vec<(Resource, Resources)>,
    /// The areas in which, or outside which, it can be built.
    pub areas: Vec<AreaLimit>,
    /// The points that it is worth.
    pub points: i8,
    /// How strong it is, for rules that compare pieces.
    pub strength: u8,
    /// The names of its states, first that of a new piece; empty if it has no states.
    pub states: Vec<String>,
    /// How it is drawn: a path as in SVG around its center; `None` if that follows from its
    /// other facts.
    pub shape: Option<String>,
    /// The ways to build it: the declared ones first, then those offered by rules.
    pub ways: Vec<Way>,
    /// The position of its declaration.
    pub origin: Origin,
}

/// An area in which, or outside which, pieces of a kind can be built.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AreaLimit {
    /// The name of the area.
    pub area: String,
    /// Whether it limits the piece to its places, rather than keeping it away from them.
    pub inside: bool,
    /// The places of the area; none if the scenario has no such area.
    pub places: Places,
}

impl AreaLimit {
    /// Whether the area lets the piece be built at a place of the map.
    pub fn allows(&self, ground: Place) -> bool {
        self.places.contains(ground) == self.inside
    }

    /// Keeps the places where the area lets the piece be built.
    pub fn keep(&self, places: Places) -> Places {
        if self.inside { places.among(self.places) } else { places.without(self.places) }
    }
}

impl PieceKind {
    /// Whether this is the name of the kind or of the class that a pack has made up for it.
    pub fn is_called(&self, word: &str) -> bool {
        self.name == word || self.class.as_deref() == Some(word)
    }

    /// Whether a hex can yield anything for it.
    pub fn is_productive(&self) -> bool {
        self.yields > 0 || !self.yields_for.is_empty()
    }

    /// The number of cards that a hex with this resource yields for it, before rules change it.
    #[inline]
    pub fn yields_at(&self, resource: Option<Resource>) -> usize {
        let declared = self.yields_for.iter().find(|(of, _)| Some(*of) == resource);
        declared.map_or(usize::from(self.yields), |(_, cards)| cards.total())
    }

    /// The cards that a hex with this resource yields for it, if there are `count`. Missing cards
    /// are cards of the resource; of too many cards, those of the resource stay first, and then
    /// those of the other resources in their order.
    #[inline]
    pub fn cards_at(&self, resource: Resource, count: usize) -> Resources {
        let declared = self.yields_for.iter().find(|(of, _)| *of == resource);
        let declared = declared.map_or(Resources::NONE, |(_, cards)| *cards);
        let own = declared.get(resource) + count.saturating_sub(declared.total());
        let mut cards = Resources::NONE;
        cards.fill(resource, own.min(count));
        for other in declared.kinds().filter(|&other| other != resource) {
            cards.fill(other, declared.get(other).min(count - cards.total()));
        }
        cards
    }

    /// The state with this name.
    pub fn state_named(&self, name: &str) -> Option<u8> {
        let at = self.states.iter().position(|state| state == name)?;
        u8::try_from(at).ok()
    }

    /// The name of a piece in this state: the first state is not named.
    pub fn name_in(&self, state: u8) -> String {
        match self.states.get(usize::from(state)).filter(|_| state > 0) {
            Some(state) => format!("{state} {}", self.name),
            None => self.name.clone(),
        }
    }

    /// Whether pieces of the kind stand at such places.
    pub fn fits(&self, board: &Board, place: Place) -> bool {
        let is_border = matches!(place, Place::Border(_));
        is_border == self.on_border
            && board.layer_of(place) == self.layer
            && !matches!(place, Place::Hex(_))
    }

    /// Whether a place that fits the kind has the land or water that the kind needs.
    pub fn is_grounded(&self, board: &Board, shore: &Shore, place: Place) -> bool {
        match board.ground(place) {
            Place::Hex(hex) => self.ground(shore).contains(hex),
            Place::Intersection(site) => {
                let at_sea = self.stands_at_sea && !board.intersection(site).hexes.is_empty();
                at_sea || shore.intersections().contains(site)
            }
            Place::Border(border) => {
                self.beside_land.is_none_or(|land| shore.borders_beside(land).contains(border))
            }
        }
    }

    /// The hexes on which the kind may stand, or next to which it may stand.
    pub fn ground(&self, shore: &Shore) -> Set<Hex> {
        if self.beside_land == Some(false) { shore.water() } else { shore.land() }
    }

    /// The words for the places of the kind, and an example of their names.
    pub fn place_words(&self) -> (&'static str, String) {
        let (words, example) = match (self.on_border, self.on_hex) {
            (true, _) => ("a border", "C4-ne"),
            (_, true) if self.beside_land == Some(false) => ("a water hex", "C4"),
            (_, true) => ("a land hex", "C4"),
            _ => ("an intersection", "C4.n"),
        };
        match self.layer {
            Some(_) => (words, format!("{example}.{}", layer_name(&self.name))),
            None => (words, example.into()),
        }
    }

    /// The kinds of pieces that return to their owner's supply when a piece of this kind replaces
    /// them.
    pub fn returned(&self) -> Set<Kind> {
        (self.replaces | self.converts) & self.stock
    }
}

/// The word for the layer of a kind of piece in the names of places.
pub fn layer_name(kind: &str) -> String {
    kind.replace(' ', "-")
}
