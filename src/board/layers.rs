//! Layers: further places at the places of the map, for pieces that stand beside others.
//!
//! The places of layers come behind those of the map, so each place still has room for one piece.
//! Such a place has the hexes, or the ends, of the place of the map at which it is; no place of the
//! map leads to it.

use super::{Board, Border, Intersection, IntersectionPlace, PiecePlaces, Place, Places};
use crate::set::{Id, Set};

/// Further places for one kind of piece.
#[derive(Clone, Debug)]
pub(super) struct Layer {
    /// What follows the name of a place of the map in the name of a place of the layer.
    pub(super) name: String,
    /// The places of the map at which it has a place, in ascending order, each with that place.
    places: Vec<(Place, Place)>,
}

impl Layer {
    /// The place of the layer at a place of the map.
    pub(super) fn at(&self, ground: Place) -> Option<Place> {
        let at = self.places.binary_search_by_key(&ground, |(ground, _)| *ground).ok()?;
        Some(self.places[at].1)
    }
}

impl Board {
    /// Adds a layer with a place at each of these places of the map, which are in ascending order
    /// and of one kind. Returns its number.
    ///
    /// # Errors
    /// The number of borders or intersections that the board would need, if there is no room.
    pub fn add_layer(&mut self, name: &str, map_places: &[Place]) -> Result<u8, usize> {
        let on_borders = matches!(map_places.first(), Some(Place::Border(_)));
        let first = if on_borders { self.borders.len() } else { self.intersections.len() };
        if first + map_places.len() > 256 {
            return Err(first + map_places.len());
        }
        let number = u8::try_from(self.layers.len()).expect("each kind has at most one layer");
        let mut layer = Layer { name: name.into(), places: Vec::new() };
        for (index, &ground) in (first..).zip(map_places) {
            let place = if let Place::Border(border) = ground {
                self.borders.push(self.border(border).clone());
                Place::Border(Border::new(index))
            } else {
                let hexes = match ground {
                    Place::Hex(hex) => Set::of(hex),
                    Place::Intersection(site) => self.intersection(site).hexes,
                    Place::Border(_) => unreachable!("the places are of one kind"),
                };
                self.intersections.push(IntersectionPlace { hexes, ..Default::default() });
                Place::Intersection(Intersection::new(index))
            };
            layer.places.push((ground, place));
            self.layered[usize::from(on_borders)].push((ground, number));
        }
        self.layers.push(layer);
        self.shore = self.survey(self.shore.land(), self.shore.water());
        let mut areas = std::mem::take(&mut self.areas);
        for area in &mut areas {
            self.spread_to_layers(&mut area.intersections, &mut area.borders);
        }
        self.areas = areas;
        Ok(number)
    }

    /// For a place of a layer, the place of the map at which it is, and the number of the layer.
    #[inline]
    fn layered(&self, place: Place) -> Option<(Place, u8)> {
        let (behind, index) = match place {
            Place::Hex(_) => return None,
            Place::Intersection(site) => {
                (&self.layered[0], site.index().checked_sub(self.intersection_count()))
            }
            Place::Border(border) => {
                (&self.layered[1], border.index().checked_sub(self.border_count()))
            }
        };
        behind.get(index?).copied()
    }

    /// The layer of a place; `None` for the places of the map.
    #[inline]
    pub fn layer_of(&self, place: Place) -> Option<u8> {
        self.layered(place).map(|(_, layer)| layer)
    }

    /// The place of the map at which a place is; a place of the map itself.
    #[inline]
    pub fn ground(&self, place: Place) -> Place {
        self.layered(place).map_or(place, |(ground, _)| ground)
    }

    /// The places of the map at which these places are.
    #[inline]
    pub fn map_places(&self, piece_places: PiecePlaces) -> Places {
        if self.layers.is_empty() {
            return Places { piece_places, ..Places::default() };
        }
        let map = PiecePlaces { intersections: self.intersections(), borders: self.borders() };
        let all = Places { piece_places, ..Places::default() };
        let mut places = all.among(Places { piece_places: map, ..Places::default() });
        for place in all.without(places).iter() {
            places = places.and(Places::of(self.ground(place)));
        }
        places
    }

    /// Keeps the places whose place of the map is in `map_places`, a part of what
    /// [`map_places`](Self::map_places) returns for them.
    #[inline]
    pub fn at_map_places(&self, places: PiecePlaces, map_places: Places) -> PiecePlaces {
        if self.layers.is_empty() {
            return map_places.piece_places;
        }
        places.iter().filter(|&place| map_places.contains(self.ground(place))).collect()
    }

    /// The place of a layer at a place of the map, if there is one; that place without a layer.
    pub fn on_layer(&self, layer: Option<u8>, ground: Place) -> Place {
        layer.and_then(|layer| self.layers[usize::from(layer)].at(ground)).unwrap_or(ground)
    }

    /// The places of a layer at the places of the map that meet a condition.
    pub fn layer_where(&self, layer: u8, meets: impl Fn(Place) -> bool) -> PiecePlaces {
        let places = self.layers[usize::from(layer)].places.iter();
        places.filter(|(ground, _)| meets(*ground)).map(|(_, place)| *place).collect()
    }

    /// A place of the map, and the places of all layers there.
    pub fn stack(&self, ground: Place) -> impl Iterator<Item = Place> {
        let above = self.layers.iter().filter_map(move |layer| layer.at(ground));
        std::iter::once(ground).chain(above)
    }

    /// The places of all layers, each after the place of the map at which it is.
    pub fn layered_places(&self) -> impl Iterator<Item = (Place, Place)> {
        self.layers.iter().flat_map(|layer| layer.places.iter().copied())
    }

    /// These places, and the places of all layers at them.
    pub fn with_layers(&self, mut places: PiecePlaces) -> PiecePlaces {
        self.spread_to_layers(&mut places.intersections, &mut places.borders);
        places
    }

    /// Adds the places of layers at the places of these sets.
    pub(super) fn spread_to_layers(
        &self,
        intersections: &mut Set<Intersection>,
        borders: &mut Set<Border>,
    ) {
        let places = PiecePlaces { intersections: *intersections, borders: *borders };
        let places = Places { piece_places: places, ..Places::default() };
        let above = self.layered_places().filter(|(ground, _)| places.contains(*ground));
        let above: PiecePlaces = above.map(|(_, place)| place).collect();
        *intersections |= above.intersections;
        *borders |= above.borders;
    }
}
