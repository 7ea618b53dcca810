//! Names of places: a row letter and a column for a hex (`C4`), a compass direction after it
//! for an intersection (`C4.n`) or a border (`C4-ne`).
//!
//! Every alias is understood; the canonical name speaks of the first hex that has the place,
//! land before water.

use super::{Board, Border, CORNERS, Hex, Intersection, Place, SIDES};
use crate::set::Set;

impl Board {
    /// The name of a hex, such as `C4`.
    pub fn hex_name(&self, hex: Hex) -> String {
        let hex = self.hex(hex);
        let letter = u8::try_from(hex.row).map_or('?', |row| char::from(b'A' + row));
        format!("{letter}{}", hex.column + 1)
    }

    /// The canonical name of an intersection, such as `C4.n`.
    pub fn intersection_name(&self, site: Intersection) -> String {
        let hex = self.namesake(self.intersection(site).hexes);
        let corner = self.hex(hex).corners.iter().position(|&c| c == site);
        format!("{}.{}", self.hex_name(hex), CORNERS[corner.expect("a hex has its corners")])
    }

    /// The canonical name of a border, such as `C4-ne`.
    pub fn border_name(&self, border: Border) -> String {
        let hex = self.namesake(self.border(border).hexes);
        let side = self.hex(hex).sides.iter().position(|&s| s == border);
        format!("{}-{}", self.hex_name(hex), SIDES[side.expect("a hex has its sides")])
    }

    /// The canonical name of a place.
    pub fn place_name(&self, place: Place) -> String {
        match place {
            Place::Hex(hex) => self.hex_name(hex),
            Place::Intersection(site) => self.intersection_name(site),
            Place::Border(border) => self.border_name(border),
        }
    }

    fn namesake(&self, hexes: Set<Hex>) -> Hex {
        (hexes & self.land).or(hexes).least().expect("a place adjoins a hex")
    }

    /// The place of this name, whichever of its aliases it is.
    ///
    /// # Errors
    /// A sentence that says what is wrong with the name.
    pub fn place(&self, name: &str) -> Result<Place, String> {
        let split = name.find(['.', '-']).unwrap_or(name.len());
        let (hex_part, direction) = name.split_at(split);
        let hex = self.named_hex(hex_part)?;
        let find = |directions: &[&str; 6], kind: &str| {
            directions.iter().position(|&d| d == &direction[1..]).ok_or_else(|| {
                format!(
                    "`{name}` is no {kind}: expected {} after `{}`",
                    directions.join(", "),
                    &name[..=split]
                )
            })
        };
        Ok(match direction.as_bytes().first() {
            None => Place::Hex(hex),
            Some(b'.') => {
                Place::Intersection(self.hex(hex).corners[find(&CORNERS, "intersection")?])
            }
            Some(_) => Place::Border(self.hex(hex).sides[find(&SIDES, "border")?]),
        })
    }

    fn named_hex(&self, name: &str) -> Result<Hex, String> {
        let unknown = || {
            let example = self.hex_name(Hex(0));
            format!(
                "`{name}` is no hex of this board: expected a row letter and a column, such as `{example}`"
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
                    "`{name}` is no hex of this board: the rows are A to {}",
                    char::from(b'A' + u8::try_from(self.rows - 1).unwrap_or(25))
                ),
                _ => format!(
                    "`{name}` is no hex of this board: row {} has {columns} hexes",
                    char::from(letter)
                ),
            }
        })
    }
}
