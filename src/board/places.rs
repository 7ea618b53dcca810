//! Sets of places of several kinds.

use super::{Border, Hex, Intersection, Place};
use crate::set::Set;

/// Intersections and borders.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct PiecePlaces {
    /// The intersections.
    pub intersections: Set<Intersection>,
    /// The borders.
    pub borders: Set<Border>,
}

impl PiecePlaces {
    /// Iterates over the places, intersections first.
    pub fn iter(self) -> impl Iterator<Item = Place> {
        self.intersections
            .iter()
            .map(Place::Intersection)
            .chain(self.borders.iter().map(Place::Border))
    }

    /// Whether the set is empty.
    pub fn is_empty(self) -> bool {
        self.intersections.is_empty() && self.borders.is_empty()
    }

    /// The number of places.
    pub fn len(self) -> usize {
        self.intersections.len() + self.borders.len()
    }

    /// Adds a place; hexes are ignored.
    pub fn insert(&mut self, place: Place) {
        match place {
            Place::Hex(_) => {}
            Place::Intersection(intersection) => self.intersections.insert(intersection),
            Place::Border(line) => self.borders.insert(line),
        }
    }

    /// Removes a place.
    pub fn remove(&mut self, place: Place) {
        match place {
            Place::Hex(_) => {}
            Place::Intersection(intersection) => self.intersections.remove(intersection),
            Place::Border(line) => self.borders.remove(line),
        }
    }
}

impl FromIterator<Place> for PiecePlaces {
    fn from_iter<I: IntoIterator<Item = Place>>(places: I) -> Self {
        let mut piece_places = Self::default();
        for place in places {
            piece_places.insert(place);
        }
        piece_places
    }
}

/// A set of places of all kinds.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Places {
    /// The hexes.
    pub hexes: Set<Hex>,
    /// The intersections and borders.
    pub piece_places: PiecePlaces,
}

impl Places {
    /// All possible places.
    pub fn all() -> Self {
        Self {
            hexes: Set::ALL,
            piece_places: PiecePlaces { intersections: Set::ALL, borders: Set::ALL },
        }
    }

    /// The set that contains only this place.
    pub fn of(place: Place) -> Self {
        let mut places = Self::default();
        match place {
            Place::Hex(hex) => places.hexes.insert(hex),
            place => places.piece_places.insert(place),
        }
        places
    }

    /// Whether the set contains the place.
    pub fn contains(self, place: Place) -> bool {
        !self.among(Self::of(place)).is_empty()
    }

    /// Iterates over the places: hexes, then intersections, then borders.
    pub fn iter(self) -> impl Iterator<Item = Place> {
        self.hexes.iter().map(Place::Hex).chain(self.piece_places.iter())
    }

    /// The first place.
    pub fn first(self) -> Option<Place> {
        self.iter().next()
    }

    /// Whether the set is empty.
    pub fn is_empty(self) -> bool {
        self.hexes.is_empty() && self.piece_places.is_empty()
    }

    /// The number of places.
    pub fn len(self) -> usize {
        self.hexes.len() + self.piece_places.len()
    }

    /// The places in either set.
    #[must_use]
    pub fn and(self, others: Self) -> Self {
        let PiecePlaces { intersections, borders } = others.piece_places;
        let piece_places = PiecePlaces {
            intersections: self.piece_places.intersections | intersections,
            borders: self.piece_places.borders | borders,
        };
        Self { hexes: self.hexes | others.hexes, piece_places }
    }

    /// The places in both sets.
    #[must_use]
    pub fn among(self, others: Self) -> Self {
        let PiecePlaces { intersections, borders } = others.piece_places;
        let piece_places = PiecePlaces {
            intersections: self.piece_places.intersections & intersections,
            borders: self.piece_places.borders & borders,
        };
        Self { hexes: self.hexes & others.hexes, piece_places }
    }

    /// The places that are not among the others.
    #[must_use]
    pub fn without(self, others: Self) -> Self {
        let PiecePlaces { intersections, borders } = others.piece_places;
        let piece_places = PiecePlaces {
            intersections: self.piece_places.intersections - intersections,
            borders: self.piece_places.borders - borders,
        };
        Self { hexes: self.hexes - others.hexes, piece_places }
    }
}
