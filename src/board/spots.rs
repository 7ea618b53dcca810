//! Sets of places of several kinds.

use super::{Border, Hex, Intersection, Place};
use crate::set::Set;

/// Intersections and borders.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Spots {
    /// The intersections.
    pub sites: Set<Intersection>,
    /// The borders.
    pub lines: Set<Border>,
}

impl Spots {
    /// Iterates over the places, intersections first.
    pub fn iter(self) -> impl Iterator<Item = Place> {
        self.sites.iter().map(Place::Intersection).chain(self.lines.iter().map(Place::Border))
    }

    /// Whether there are none.
    pub fn is_empty(self) -> bool {
        self.sites.is_empty() && self.lines.is_empty()
    }

    /// The number of places.
    pub fn len(self) -> usize {
        self.sites.len() + self.lines.len()
    }

    /// Adds a place; hexes are ignored.
    pub fn insert(&mut self, place: Place) {
        match place {
            Place::Hex(_) => {}
            Place::Intersection(site) => self.sites.insert(site),
            Place::Border(line) => self.lines.insert(line),
        }
    }

    /// Removes a place.
    pub fn remove(&mut self, place: Place) {
        match place {
            Place::Hex(_) => {}
            Place::Intersection(site) => self.sites.remove(site),
            Place::Border(line) => self.lines.remove(line),
        }
    }
}

impl FromIterator<Place> for Spots {
    fn from_iter<I: IntoIterator<Item = Place>>(places: I) -> Self {
        let mut spots = Self::default();
        for place in places {
            spots.insert(place);
        }
        spots
    }
}

/// A set of places of all kinds.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Places {
    /// The hexes.
    pub hexes: Set<Hex>,
    /// The intersections and borders.
    pub spots: Spots,
}

impl Places {
    /// All possible places.
    pub fn all() -> Self {
        Self { hexes: Set::ALL, spots: Spots { sites: Set::ALL, lines: Set::ALL } }
    }

    /// Only this place.
    pub fn of(place: Place) -> Self {
        let mut places = Self::default();
        match place {
            Place::Hex(hex) => places.hexes.insert(hex),
            place => places.spots.insert(place),
        }
        places
    }

    /// Whether the set contains the place.
    pub fn contains(self, place: Place) -> bool {
        !self.among(Self::of(place)).is_empty()
    }

    /// Iterates over the places: hexes, intersections, borders.
    pub fn iter(self) -> impl Iterator<Item = Place> {
        self.hexes.iter().map(Place::Hex).chain(self.spots.iter())
    }

    /// The first place.
    pub fn first(self) -> Option<Place> {
        self.iter().next()
    }

    /// Whether there are none.
    pub fn is_empty(self) -> bool {
        self.hexes.is_empty() && self.spots.is_empty()
    }

    /// The number of places.
    pub fn len(self) -> usize {
        self.hexes.len() + self.spots.len()
    }

    /// The union with other places.
    #[must_use]
    pub fn and(self, others: Self) -> Self {
        let Spots { sites, lines } = others.spots;
        let spots = Spots { sites: self.spots.sites | sites, lines: self.spots.lines | lines };
        Self { hexes: self.hexes | others.hexes, spots }
    }

    /// The intersection with other places.
    #[must_use]
    pub fn among(self, others: Self) -> Self {
        let Spots { sites, lines } = others.spots;
        let spots = Spots { sites: self.spots.sites & sites, lines: self.spots.lines & lines };
        Self { hexes: self.hexes & others.hexes, spots }
    }

    /// The difference from other places.
    #[must_use]
    pub fn without(self, others: Self) -> Self {
        let Spots { sites, lines } = others.spots;
        let spots = Spots { sites: self.spots.sites - sites, lines: self.spots.lines - lines };
        Self { hexes: self.hexes - others.hexes, spots }
    }
}
