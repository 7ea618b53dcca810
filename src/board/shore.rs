//! Land and water: which hexes are land, which are water, and the places next to them.

use serde::{Deserialize, Serialize};

use super::{Board, Border, Hex, Intersection};
use crate::set::Set;

/// What a hex is to pieces and markers.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum Ground {
    /// Land.
    Land,
    /// Water.
    Water,
    /// Neither of them, since nobody knows what it is.
    Hidden,
}

/// The hexes of land and water, and the places next to them.
#[derive(Clone, PartialEq, Eq, Hash, Default, Debug, Serialize, Deserialize)]
pub struct Shore {
    land: Set<Hex>,
    water: Set<Hex>,
    intersections: Set<Intersection>,
    coast: Set<Intersection>,
    beside_land: Set<Border>,
    beside_water: Set<Border>,
}

impl Shore {
    /// The land hexes.
    #[inline]
    pub fn land(&self) -> Set<Hex> {
        self.land
    }

    /// The water hexes.
    #[inline]
    pub fn water(&self) -> Set<Hex> {
        self.water
    }

    /// What the hex is.
    pub fn ground(&self, hex: Hex) -> Ground {
        if self.land.contains(hex) {
            Ground::Land
        } else if self.water.contains(hex) {
            Ground::Water
        } else {
            Ground::Hidden
        }
    }

    /// The intersections next to a land hex.
    #[inline]
    pub fn intersections(&self) -> Set<Intersection> {
        self.intersections
    }

    /// The intersections next to a land hex that are also next to other hexes or the edge of the
    /// board.
    #[inline]
    pub fn coast(&self) -> Set<Intersection> {
        self.coast
    }

    /// The borders next to a land hex if `land` is `true`, otherwise the borders next to a water
    /// hex.
    #[inline]
    pub fn borders_beside(&self, land: bool) -> Set<Border> {
        if land { self.beside_land } else { self.beside_water }
    }
}

impl Board {
    /// The shore with these hexes of land and water.
    pub(super) fn survey(&self, land: Set<Hex>, water: Set<Hex>) -> Shore {
        let intersections: Set<Intersection> =
            land.iter().flat_map(|hex| self.hex(hex).corners).collect();
        let inland = |intersection: &Intersection| {
            let hexes = self.intersection(*intersection).hexes;
            hexes.len() == 3 && (hexes - land).is_empty()
        };
        let mut shore = Shore {
            land,
            water,
            intersections,
            coast: intersections.iter().filter(|intersection| !inland(intersection)).collect(),
            beside_land: self.borders_of(land) - self.closed,
            beside_water: self.borders_of(water) - self.closed,
        };
        self.spread_to_layers(&mut shore.intersections, &mut shore.beside_land);
        self.spread_to_layers(&mut shore.coast, &mut shore.beside_water);
        shore
    }

    /// The shore after a hex has become land, water or hidden.
    pub(crate) fn shore_after(&self, shore: &Shore, hex: Hex, ground: Ground) -> Shore {
        let (mut land, mut water) = (shore.land, shore.water);
        land.remove(hex);
        water.remove(hex);
        match ground {
            Ground::Land => land.insert(hex),
            Ground::Water => water.insert(hex),
            Ground::Hidden => {}
        }
        self.survey(land, water)
    }
}
