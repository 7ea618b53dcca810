//! Builds a board from rows of hexes.

use std::collections::BTreeMap;

use super::{
    AreaPlace, Board, Border, BorderPlace, Gap, Hex, HexPlace, Intersection, IntersectionPlace,
    PiecePlaces, Shore,
};
use crate::set::{Id, Set};

/// A cell in a row of a map.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Cell {
    /// No hex at all.
    Nothing,
    /// A hex of land.
    Land,
    /// A hex of water.
    Water,
    /// A hex that is hidden at the start.
    Hidden,
}

/// How the rows of a map are shifted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Shift {
    /// Each row is centered over the next: the lengths of neighboring rows differ by one.
    Centered,
    /// Every second row, beginning with the second one, is shifted to the right by half a hex.
    Odd,
    /// Every second row, beginning with the first one, is shifted to the right by half a hex.
    Even,
}

/// A map: its rows of cells, and how they are arranged.
#[derive(Clone, Debug)]
pub struct Layout {
    /// The rows from north to south, each with its hexes from west to east.
    pub rows: Vec<Vec<Cell>>,
    /// How the rows are shifted.
    pub shift: Shift,
    /// Whether the northern and southern edges are joined.
    pub joined: bool,
}

/// The coordinates of a corner or side, in half hexes across and rows down, and its kind.
type GridPosition = (i32, i32, u8);

impl Layout {
    /// Builds the topology, without areas and ports.
    ///
    /// # Errors
    /// A message about the mistake in the map.
    pub fn board(&self) -> Result<Board, String> {
        self.check()?;
        let mut builder = Builder { layout: self, spots: [BTreeMap::new(), BTreeMap::new()] };
        let places = self.hexes();
        let index: BTreeMap<(i32, i32), usize> =
            places.iter().enumerate().map(|(i, hex)| ((hex.x, hex.y), i)).collect();
        let mut hexes = Vec::new();
        for hex in &places {
            hexes.push(builder.hex(hex, |at| index.get(&at).map(|&i| Hex::new(i)))?);
        }
        let [corners, sides] = builder.spots.map(|spots| spots.len());
        let mut board = Board {
            intersections: vec![IntersectionPlace::default(); corners],
            borders: vec![BorderPlace { ends: [Intersection(0); 2], hexes: Set::EMPTY }; sides],
            gaps: Vec::new(),
            areas: Vec::new(),
            port_places: Vec::new(),
            shore: Shore::default(),
            closed: Set::EMPTY,
            rows: self.rows.len(),
            joined: self.joined,
            layers: Vec::new(),
            layered: [Vec::new(), Vec::new()],
            hexes,
        };
        board.connect();
        let of = |cell| {
            let found = places.iter().enumerate().filter(move |(_, hex)| hex.cell == cell);
            found.map(|(i, _)| Hex::new(i)).collect()
        };
        board.shore = board.survey(of(Cell::Land), of(Cell::Water));
        Ok(board)
    }

    fn check(&self) -> Result<(), String> {
        let count = self.rows.iter().flatten().filter(|&&cell| cell != Cell::Nothing).count();
        if count == 0 {
            return Err("the map has no hexes".into());
        }
        if self.rows.len() > 26 {
            return Err(format!(
                "the map has {} rows, expected at most 26 (A to Z)",
                self.rows.len()
            ));
        }
        if self.joined && (self.rows.len() % 2 == 1 || self.shift == Shift::Centered) {
            return Err(
                "a `joined` map needs an even number of rows, and a `shift` of `odd` or `even`"
                    .into(),
            );
        }
        if self.shift == Shift::Centered {
            for (row, pair) in self.rows.windows(2).enumerate() {
                if pair[0].len().abs_diff(pair[1].len()) != 1 {
                    return Err(format!(
                        "rows {} and {} of a centered map have {} and {} cells, but their \
                         lengths must differ by exactly one",
                        row + 1,
                        row + 2,
                        pair[0].len(),
                        pair[1].len()
                    ));
                }
            }
        }
        Ok(())
    }

    fn hexes(&self) -> Vec<DrawnHex> {
        let widest = self.rows.iter().map(Vec::len).max().unwrap_or(0);
        let half_hexes = |n: usize| i32::try_from(n).expect("the map is small");
        let mut hexes = Vec::new();
        for (row, cells) in self.rows.iter().enumerate() {
            let start = match self.shift {
                Shift::Centered => widest - cells.len(),
                Shift::Odd => row % 2,
                Shift::Even => (row + 1) % 2,
            };
            for (column, &cell) in cells.iter().enumerate() {
                if cell != Cell::Nothing {
                    let (x, y) = (half_hexes(start + 2 * column), half_hexes(row));
                    hexes.push(DrawnHex { row, column, x, y, cell });
                }
            }
        }
        hexes
    }
}

struct DrawnHex {
    row: usize,
    column: usize,
    x: i32,
    y: i32,
    cell: Cell,
}

struct Builder<'a> {
    layout: &'a Layout,
    /// The corners and the sides found so far, each with its index.
    spots: [BTreeMap<GridPosition, usize>; 2],
}

impl Builder<'_> {
    fn hex(
        &mut self,
        hex: &DrawnHex,
        at: impl Fn((i32, i32)) -> Option<Hex>,
    ) -> Result<HexPlace, String> {
        let (x, y) = (hex.x, hex.y);
        // Every corner is the northern (0) or southern (1) corner of a hex, which may be outside
        // the board. Every side is the eastern (0), south-eastern (1) or south-western (2) side of
        // such a hex.
        let corners = [
            (x, y, 0),
            (x + 1, y - 1, 1),
            (x + 1, y + 1, 0),
            (x, y, 1),
            (x - 1, y + 1, 0),
            (x - 1, y - 1, 1),
        ];
        let sides =
            [(x + 1, y - 1, 2), (x, y, 0), (x, y, 1), (x, y, 2), (x - 2, y, 0), (x - 1, y - 1, 1)];
        let across = [(1, -1), (2, 0), (1, 1), (-1, 1), (-2, 0), (-1, -1)];
        let mut place = HexPlace {
            row: hex.row,
            column: hex.column,
            x,
            corners: [Intersection(0); 6],
            sides: [Border(0); 6],
            neighbors: across.map(|(dx, dy)| at((x + dx, self.wrap(y + dy)))),
        };
        for (corner, spot) in place.corners.iter_mut().zip(corners) {
            *corner = self.number(0, spot)?;
        }
        for (side, spot) in place.sides.iter_mut().zip(sides) {
            *side = self.number(1, spot)?;
        }
        Ok(place)
    }

    fn wrap(&self, y: i32) -> i32 {
        let rows = i32::try_from(self.layout.rows.len()).expect("the map is small");
        if self.layout.joined { y.rem_euclid(rows) } else { y }
    }

    fn number<T: Id>(&mut self, kind: usize, (x, y, which): GridPosition) -> Result<T, String> {
        let spot = (x, self.wrap(y), which);
        let next = self.spots[kind].len();
        let number = *self.spots[kind].entry(spot).or_insert(next);
        if number > 255 {
            let what = ["intersections", "borders"][kind];
            return Err(format!("the map has more than 256 {what}"));
        }
        Ok(T::new(number))
    }
}

impl Board {
    /// Derives the neighbors of intersections and borders from those of hexes.
    fn connect(&mut self) {
        for (index, hex) in self.hexes.iter().enumerate() {
            for (i, (&corner, &side)) in hex.corners.iter().zip(&hex.sides).enumerate() {
                let next = hex.corners[(i + 1) % 6];
                self.borders[side.index()].ends = [corner.min(next), corner.max(next)];
                self.borders[side.index()].hexes.insert(Hex::new(index));
                self.intersections[corner.index()].hexes.insert(Hex::new(index));
                for (one, other) in [(corner, next), (next, corner)] {
                    self.intersections[one.index()].borders.insert(side);
                    self.intersections[one.index()].neighbors.insert(other);
                }
            }
        }
    }

    /// The borders of these hexes; both halves of a gap.
    pub fn borders_of(&self, hexes: Set<Hex>) -> Set<Border> {
        self.borders().iter().filter(|&border| self.border(border).hexes.meets(&hexes)).collect()
    }

    /// Makes a border count as two, with an intersection in between that stays empty.
    ///
    /// # Errors
    /// A message if the border already counts as two or there is no room for more places.
    pub fn add_gap(&mut self, border: Border) -> Result<(), String> {
        if self.gap_with(border).is_some() {
            return Err(format!("`{}` already belongs to a gap", self.border_name(border)));
        }
        if self.borders.len().max(self.intersections.len()) > 255 {
            return Err("a board can have at most 256 intersections and 256 borders".into());
        }
        let BorderPlace { ends: [one, other], hexes } = self.borders[border.index()].clone();
        let middle = Intersection::new(self.intersections.len());
        let halves = [border, Border::new(self.borders.len())];
        self.borders[border.index()].ends = [one, middle];
        self.borders.push(BorderPlace { ends: [other, middle], hexes });
        for (end, far, half) in [(one, other, halves[0]), (other, one, halves[1])] {
            let end = &mut self.intersections[end.index()];
            end.neighbors.remove(far);
            end.neighbors.insert(middle);
            end.borders.remove(border);
            end.borders.insert(half);
        }
        self.intersections.push(IntersectionPlace {
            hexes,
            borders: halves.into_iter().collect(),
            neighbors: [one, other].into_iter().collect(),
        });
        self.gaps.push(Gap { middle, halves });
        self.shore = self.survey(self.shore.land(), self.shore.water());
        Ok(())
    }

    /// Closes the borders that are next to these hexes only: nothing can be placed there.
    pub fn close(&mut self, hexes: Set<Hex>) {
        let inside = |border: &Border| (self.border(*border).hexes - hexes).is_empty();
        self.closed = self.borders().iter().filter(inside).collect();
        self.shore = self.survey(self.shore.land(), self.shore.water());
    }

    /// Adds a named area with these hexes and further places.
    pub fn add_area(&mut self, name: &str, in_order: Vec<Hex>, places: PiecePlaces) {
        let hexes: Set<Hex> = in_order.iter().copied().collect();
        let corners: Set<Intersection> =
            hexes.iter().flat_map(|hex| self.hex(hex).corners).collect();
        let area = AreaPlace {
            name: name.into(),
            hexes,
            in_order,
            intersections: corners | places.intersections,
            borders: self.borders_of(hexes) | places.borders,
        };
        self.areas.push(area);
    }

    /// Adds a place for a port on this border.
    pub fn add_port_place(&mut self, border: Border) {
        self.port_places.push(border);
    }
}
