//! Names of places: a row letter and a column for a hex (`C4`), followed by a compass direction for
//! an intersection (`C4.n`) or a border (`C4-ne`). For a half of a gap, the border's name is
//! followed by a dot and the corner where the half ends (`C4-ne.n`); for the middle of a gap, by a
//! dot and `mid` (`C4-ne.mid`). For a place of a layer, the name of its ground is followed by a dot
//! and the name of the layer (`C4-ne.wagon`).
//!
//! All aliases of a place are accepted, since each hex that touches the place gives it a name. The
//! canonical name uses the first hex that touches the place; land hexes come before water hexes.

use super::{Board, Border, CORNERS, Hex, Intersection, Place, SIDES};
use crate::count::counted;
use crate::set::Set;

/// The suffix for the middle of a gap.
const MIDDLE: &str = "mid";

/// Whether a word after the dot in the name of a place is a corner or the middle of a gap.
pub fn is_direction(word: &str) -> bool {
    word == MIDDLE || CORNERS.contains(&word)
}

impl Board {
    /// The name of a hex, such as `C4`.
    pub fn hex_name(&self, hex: Hex) -> String {
        let hex = self.hex(hex);
        let letter = u8::try_from(hex.row).map_or('?', |row| char::from(b'A' + row));
        format!("{letter}{}", hex.column + 1)
    }

    /// The canonical name of an intersection, such as `C4.n`.
    pub fn intersection_name(&self, intersection: Intersection) -> String {
        self.place_name(Place::Intersection(intersection))
    }

    fn corner_name(&self, intersection: Intersection) -> String {
        if let Some(gap) = self.gap_around(intersection) {
            return format!("{}.{MIDDLE}", self.side_name(gap.halves[0]));
        }
        let hex = self.namesake(self.intersection(intersection).hexes);
        let corner = self.hex(hex).corners.iter().position(|&c| c == intersection);
        format!("{}.{}", self.hex_name(hex), CORNERS[corner.expect("the hex has this corner")])
    }

    /// The canonical name of a border, such as `C4-ne`.
    pub fn border_name(&self, border: Border) -> String {
        self.place_name(Place::Border(border))
    }

    fn whole_or_half_name(&self, border: Border) -> String {
        let Some(gap) = self.gap_with(border) else { return self.side_name(border) };
        let hex = self.hex(self.namesake(self.border(border).hexes));
        let corner =
            hex.corners.iter().position(|corner| self.border(border).ends.contains(corner));
        let corner = CORNERS[corner.expect("a half begins at a corner")];
        format!("{}.{corner}", self.side_name(gap.halves[0]))
    }

    /// The name of a border as a side of its hex, such as `C4-ne`; for a half, the name of the
    /// whole gap.
    fn side_name(&self, border: Border) -> String {
        let hex = self.namesake(self.border(border).hexes);
        let side = self.hex(hex).sides.iter().position(|&s| s == border);
        format!("{}-{}", self.hex_name(hex), SIDES[side.expect("the hex has this side")])
    }

    /// The canonical name of a place.
    pub fn place_name(&self, place: Place) -> String {
        let name = match self.ground(place) {
            Place::Hex(hex) => self.hex_name(hex),
            Place::Intersection(intersection) => self.corner_name(intersection),
            Place::Border(border) => self.whole_or_half_name(border),
        };
        match self.layer_of(place) {
            Some(layer) => format!("{name}.{}", self.layers[usize::from(layer)].name),
            None => name,
        }
    }

    fn namesake(&self, hexes: Set<Hex>) -> Hex {
        (hexes & self.shore.land()).or(hexes).least().expect("every place adjoins a hex")
    }

    /// The place with this name or alias.
    ///
    /// # Errors
    /// A message about the mistake in the name.
    pub fn place(&self, name: &str) -> Result<Place, String> {
        if let Some((ground, word)) = name.rsplit_once('.')
            && let Some(layer) = self.layers.iter().find(|layer| layer.name == word)
            && let Ok(place) = self.place_of_map(ground)
        {
            let nowhere = || format!("a {word} cannot stand at `{ground}`");
            return layer.at(place).ok_or_else(nowhere);
        }
        self.place_of_map(name)
    }

    fn place_of_map(&self, name: &str) -> Result<Place, String> {
        let split = name.find(['.', '-']).unwrap_or(name.len());
        let (hex_part, direction) = name.split_at(split);
        let hex = self.named_hex(hex_part)?;
        let (direction, end) = match direction.split_once('.') {
            Some((side, end)) if !side.is_empty() => (side, Some(end)),
            _ => (direction, None),
        };
        let find = |directions: &[&str; 6], kind: &str| {
            directions.iter().position(|&d| d == &direction[1..]).ok_or_else(|| {
                format!(
                    "`{name}` is not {kind}: expected one of {} after `{}`",
                    directions.join(", "),
                    &name[..=split]
                )
            })
        };
        Ok(match direction.as_bytes().first() {
            None => Place::Hex(hex),
            Some(b'.') => {
                Place::Intersection(self.hex(hex).corners[find(&CORNERS, "an intersection")?])
            }
            Some(_) => {
                let border = self.hex(hex).sides[find(&SIDES, "a border")?];
                return self.border_or_half(name, hex, border, end);
            }
        })
    }

    /// A border, the half of a gap at this end, or the middle of the gap.
    fn border_or_half(
        &self,
        name: &str,
        hex: Hex,
        border: Border,
        end: Option<&str>,
    ) -> Result<Place, String> {
        let (gap, end) = match (self.gap_with(border), end) {
            (None, None) => return Ok(Place::Border(border)),
            (None, Some(_)) => {
                return Err(format!("`{name}` is not a border: only a gap has halves"));
            }
            (Some(gap), end) => (gap, end.unwrap_or_default()),
        };
        if end == MIDDLE {
            return Ok(Place::Intersection(gap.middle));
        }
        let corner = CORNERS.iter().position(|&corner| corner == end);
        let corner = corner.map(|corner| self.hex(hex).corners[corner]);
        let at = |half: &&Border| corner.is_some_and(|c| self.border(**half).ends.contains(&c));
        gap.halves.iter().find(at).map(|&half| Place::Border(half)).ok_or_else(|| {
            let [one, other] = gap.halves.map(|half| self.border_name(half));
            format!("`{name}` is a gap, which counts as two borders: write `{one}` or `{other}`")
        })
    }

    fn named_hex(&self, name: &str) -> Result<Hex, String> {
        let unknown = || {
            let example = self.hex_name(Hex(0));
            format!(
                "`{name}` is not a hex on this board: expected a row letter and a column, such as `{example}`"
            )
        };
        let letter = name.bytes().next().filter(u8::is_ascii_uppercase).ok_or_else(unknown)?;
        let row = usize::from(letter - b'A');
        let column: usize = name[1..].parse().map_err(|_| unknown())?;
        let found = |hex: &Hex| self.hex(*hex).row == row && self.hex(*hex).column + 1 == column;
        self.hexes().iter().find(found).ok_or_else(|| {
            let columns = self.hexes().iter().filter(|&hex| self.hex(hex).row == row).count();
            match columns {
                0 => format!(
                    "`{name}` is not a hex on this board: the rows are A to {}",
                    char::from(b'A' + u8::try_from(self.rows - 1).unwrap_or(25))
                ),
                _ => format!(
                    "`{name}` is not a hex on this board: row {} has {}",
                    char::from(letter),
                    counted(columns, "hex")
                ),
            }
        })
    }
}
