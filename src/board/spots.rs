//! Intersections and borders together: where pieces stand or may stand.

use super::{Border, Intersection, Place};
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
    /// The places one by one, intersections first.
    pub fn iter(self) -> impl Iterator<Item = Place> {
        self.sites.iter().map(Place::Intersection).chain(self.lines.iter().map(Place::Border))
    }

    /// Whether there are none.
    pub fn is_empty(self) -> bool {
        self.sites.is_empty() && self.lines.is_empty()
    }

    /// How many there are.
    pub fn len(self) -> usize {
        self.sites.len() + self.lines.len()
    }

    /// Adds a place; a hex is none of them.
    pub fn insert(&mut self, place: Place) {
        match place {
            Place::Hex(_) => {}
            Place::Intersection(site) => self.sites.insert(site),
            Place::Border(line) => self.lines.insert(line),
        }
    }

    /// Takes a place out.
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
