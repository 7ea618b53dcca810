//! The board as text, with hexes in rows as on the printed board, and as an SVG [`picture`].
//!
//! The module does not depend on a terminal: a drawing is text, with or without escape codes for
//! colors.

mod around;
mod canvas;
mod svg;

pub use svg::{BoardOutline, Colors, HeatSpot, Plan, board_alone, chart, heat_map, picture};

use crate::board::{Border, Hex, Intersection, Place};
use crate::diagnostic::{shortened_to, visible};
use crate::game::PlayerView;
use crate::rules::{CounterKind, CounterVisibility, PlaceCounterKind, Rules};
use crate::set::{Id, Set};
use crate::table::{Kind, Marker, NEUTRAL, OpenHexEvent, Piece, Player, Port, Token};
use around::{beside_others, counters, events, goods, legend, states, tokens};
use canvas::{Canvas, Ink};

/// Half the width of a hex, in characters.
const HALF: i32 = 5;
/// The number of characters between the left and the right side of a hex.
const INSIDE: usize = 2 * HALF as usize - 1;
/// The number of lines between two rows of hexes.
const PITCH: i32 = 4;
/// The number of lines from the northern corner of a hex to its center.
const MIDDLE: i32 = 3;

/// The style of a drawing.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Style {
    /// Whether each hex shows its name.
    pub names: bool,
    /// Whether players and terrain are colored by escape codes.
    pub colors: bool,
}

/// Draws the board with everything on it, and a legend.
pub fn board(view: &PlayerView<'_>, style: Style) -> String {
    let mut text = map(view, style, None);
    text.push('\n');
    text.push_str(&legend(view, style.colors));
    text.push_str(&beside(view));
    text.push_str(&visible(&tokens(view)));
    text.push_str(&visible(&events(view)));
    text.push_str(&visible(&counters(view)));
    text.push_str(&visible(&goods(view)));
    text
}

/// Draws the map, with a mark at one place.
pub(crate) fn map(view: &PlayerView<'_>, style: Style, marked: Option<Place>) -> String {
    let mut drawing = Drawing { view, style, canvas: Canvas::default(), marked };
    let board = &view.rules().board;
    for hex in board.hexes() {
        drawing.hex(hex, line(board.hex(hex).row));
    }
    if board.joined() {
        for hex in board.hexes().iter().filter(|&hex| board.hex(hex).row == 0) {
            drawing.hex(hex, line(board.rows()));
        }
    }
    for (border, port) in view.ports() {
        drawing.port(border, port);
    }
    drawing.doubles();
    drawing.labels();
    drawing.canvas.point_out();
    drawing.canvas.text(style.colors)
}

/// Describes what the map does not show: the meaning of its letters, other pieces, and counters.
#[cfg(feature = "terminal")]
pub(crate) fn around_map(view: &PlayerView<'_>, colors: bool) -> String {
    let events = visible(&events(view)).into_owned();
    format!("{}{}{events}{}", legend(view, colors), beside(view), visible(&counters(view)))
}

/// The pieces beside others, and the states of pieces.
fn beside(view: &PlayerView<'_>) -> String {
    visible(&format!("{}{}", beside_others(view), states(view))).into_owned()
}

/// The line of a row's northern corners.
fn line(row: usize) -> i32 {
    PITCH * i32::try_from(row).expect("the board is small")
}

struct Drawing<'a> {
    view: &'a PlayerView<'a>,
    style: Style,
    canvas: Canvas,
    /// The place of the last move.
    marked: Option<Place>,
}

impl<'a> Drawing<'a> {
    fn rules(&self) -> &'a Rules {
        self.view.rules()
    }

    /// Draws a hex with its northern corner on this line.
    fn hex(&mut self, hex: Hex, top: i32) {
        let place = self.rules().board.hex(hex).clone();
        let left = HALF * place.x;
        // The corners clockwise from the north, in the order of the board.
        let corners = [(HALF, 0), (2 * HALF, 2), (2 * HALF, 4), (HALF, 6), (0, 4), (0, 2)];
        let sides = [(7, 1), (10, 3), (7, 5), (2, 5), (0, 3), (2, 1)];
        let strokes = ["\\", "|", "/", "\\", "|", "/"];
        // For each side, its left or upper end.
        let firsts = [0, 1, 3, 4, 5, 5];
        for (index, &(x, y)) in sides.iter().enumerate() {
            let side = place.sides[index];
            match self.rules().board.gap_with(side).map(|gap| gap.halves) {
                Some(halves) => self.gap(halves, place.corners[firsts[index]], left + x, top + y),
                None if self.is_seam(side) => {}
                None => self.side(side, strokes[index], left + x, top + y),
            }
        }
        for (index, &(x, y)) in corners.iter().enumerate() {
            self.corner(place.corners[index], left + x, top + y);
        }
        self.inside(hex, left + HALF, top + MIDDLE);
    }

    fn inside(&mut self, hex: Hex, middle: i32, line: i32) {
        let rules = self.rules();
        let terrain = rules.terrain(self.view.terrain(hex));
        let name = match terrain.land {
            true => shortened_to(INSIDE, &terrain.name),
            false if self.is_doubled(hex) => String::new(),
            false => terrain.symbol.clone(),
        };
        let ink = if terrain.land {
            terrain.yields.map_or(Ink::Faint, |resource| Ink::Land(resource.index()))
        } else {
            Ink::Water
        };
        let number = terrain.numbers_in_words(self.view.number(hex));
        let title = rules.board.hex_name(hex);
        let below = format!("{number} {}", self.markers(Place::Hex(hex)));
        let often = matches!(self.view.number(hex), 6 | 8);
        self.canvas.center(middle, line, &name, ink);
        let below_ink = if often { Ink::Strong } else { Ink::Plain };
        self.canvas.center(middle, line + 1, below.trim(), below_ink);
        if self.marked == Some(Place::Hex(hex)) {
            self.canvas.mark_center(middle, line + 1, below.trim());
        }
        if self.style.names {
            self.canvas.center(middle, line - 1, &title, Ink::Faint);
        }
    }

    /// The markers at a place.
    fn markers(&self, place: Place) -> String {
        let markers = self.rules().markers.iter().enumerate();
        let here =
            markers.filter(|(index, _)| self.view.marker(Marker::new(*index)) == Some(place));
        here.map(|(_, marker)| format!("({})", marker.symbol)).collect::<Vec<_>>().concat()
    }

    fn is_doubled(&self, hex: Hex) -> bool {
        self.rules().setup.double_hexes.places.iter().flatten().any(|&one| one == hex)
    }

    /// Whether the border separates the two hexes of a double-hex.
    fn is_seam(&self, border: Border) -> bool {
        let hexes = self.rules().board.border(border).hexes;
        let mut doubles = self.rules().setup.double_hexes.places.iter();
        doubles.any(|double| double.iter().copied().collect::<Set<Hex>>() == hexes)
    }

    /// Writes the name of each double-hex: across both hexes if they are side by side, otherwise
    /// one word in each hex.
    fn doubles(&mut self) {
        let rules = self.rules();
        let board = &rules.board;
        for mut double in rules.setup.double_hexes.places.clone() {
            double.sort_by_key(|&hex| (board.hex(hex).row, board.hex(hex).column));
            let terrain = self.view.terrain(double[0]);
            let name = titled(&rules.terrain(terrain).name);
            let (first, last) = (board.hex(double[0]), board.hex(double[double.len() - 1]));
            if first.row == last.row {
                let middle = HALF * i32::midpoint(first.x, last.x) + HALF;
                self.canvas.center(middle, line(first.row) + MIDDLE, &name, Ink::Water);
                continue;
            }
            let mut words = name.split(' ');
            for &hex in &double {
                let place = board.hex(hex);
                let word = words.next().unwrap_or_default();
                // A long word is shifted away from the land.
                let wide = word.chars().count() >= 2 * HALF as usize;
                let beside_land = self.view.shore().borders_beside(true).contains(place.sides[4]);
                let aside = i32::from(wide && beside_land);
                let middle = HALF * (place.x + 1) + aside;
                self.canvas.center(middle, line(place.row) + MIDDLE, word, Ink::Water);
            }
        }
    }

    /// Draws a border that counts as two, with the half at this end first.
    fn gap(&mut self, mut halves: [Border; 2], first: Intersection, x: i32, y: i32) {
        if !self.rules().board.border(halves[0]).ends.contains(&first) {
            halves.reverse();
        }
        for (half, x) in halves.into_iter().zip(x..) {
            let (letter, ink) = match self.view.piece(Place::Border(half)) {
                Some(piece) => (letter(self.view, piece.owner()), Ink::Of(piece.owner())),
                None => (':', Ink::Faint),
            };
            self.canvas.put(x, y, &letter.to_string(), ink);
            self.mark(Place::Border(half), x, y, 1);
        }
    }

    fn corner(&mut self, site: Intersection, x: i32, y: i32) {
        let markers = self.markers(Place::Intersection(site));
        let width = i32::try_from(markers.len()).expect("there are few markers");
        self.canvas.put(x - width, y, &markers, Ink::Strong);
        self.mark(Place::Intersection(site), x - width, y, width + 2);
        match self.view.piece(Place::Intersection(site)) {
            Some(piece) => {
                let text = format!("{}{}", letter(self.view, piece.owner()), self.symbol(piece));
                self.canvas.put(x, y, &text, Ink::Of(piece.owner()));
            }
            None if self.harbor().contains(site) => self.canvas.put(x, y, "o", Ink::Water),
            None => self.canvas.put(x, y, ".", Ink::Faint),
        }
    }

    /// Marks the characters of a place, if the last move was there.
    fn mark(&mut self, place: Place, x: i32, y: i32, width: i32) {
        if self.marked == Some(place) {
            self.canvas.mark(x, y, width);
        }
    }

    fn side(&mut self, border: Border, stroke: &str, x: i32, y: i32) {
        self.mark(Place::Border(border), x, y, 2);
        match self.view.piece(Place::Border(border)) {
            Some(piece) => {
                let on_water = self.rules().kind(piece.kind()).beside_land == Some(false);
                let stroke = if on_water { "~" } else { stroke };
                let text = format!("{}{stroke}", letter(self.view, piece.owner()));
                self.canvas.put(x, y, &text, Ink::Of(piece.owner()));
            }
            None => self.canvas.put(x, y, stroke, Ink::Faint),
        }
    }

    /// The letter for a piece's kind.
    fn symbol(&self, piece: Piece) -> char {
        kind_letter(self.rules(), piece.kind())
    }

    /// The intersections at ports.
    fn harbor(&self) -> Set<Intersection> {
        let board = &self.rules().board;
        self.view.ports().flat_map(|(border, _)| board.border(border).ends).collect()
    }

    /// Writes the label of a port on the water beside its border.
    fn port(&mut self, border: Border, port: Port) {
        let board = &self.rules().board;
        let hexes = board.border(border).hexes;
        let Some(land) = (hexes & self.view.shore().land()).or(hexes).least() else { return };
        let place = board.hex(land);
        let Some(side) = place.sides.iter().position(|&side| side == border) else { return };
        // The center of the neighbor across the side; outside the board a little farther away,
        // clear of the corners.
        let across: (i32, i32) = [(1, -1), (2, 0), (1, 1), (-1, 1), (-2, 0), (-1, -1)][side];
        let off_board = place.neighbors[side].is_none();
        let aside = if off_board { across.0.signum() } else { 0 };
        let x = HALF * (place.x + 1 + across.0) + aside;
        let y = line(place.row) + MIDDLE + PITCH * across.1;
        let label = port_label(self.rules(), port);
        let mut drawn = vec![y];
        if board.joined() {
            // The first row is drawn twice, and the last one is above it.
            let height = line(board.rows());
            let y = (y - MIDDLE).rem_euclid(height) + MIDDLE;
            drawn = if y == MIDDLE { vec![y, y + height] } else { vec![y] };
        }
        for y in drawn {
            self.canvas.center(x, y, &label, Ink::Water);
        }
    }

    /// Writes the names of each row's first and last hex at the ends of the row.
    fn labels(&mut self) {
        let board = &self.rules().board;
        let (left, right) = self.canvas.width();
        let mut labels = Vec::new();
        let mut rows: Vec<(usize, usize)> = (0..board.rows()).map(|row| (row, row)).collect();
        if board.joined() {
            rows.push((0, board.rows()));
        }
        for (row, drawn) in rows {
            let hexes: Vec<Hex> =
                board.hexes().iter().filter(|&hex| board.hex(hex).row == row).collect();
            let y = line(drawn) + MIDDLE;
            if let (Some(&first), Some(&last)) = (hexes.first(), hexes.last()) {
                let (first, last) = (board.hex_name(first), board.hex_name(last));
                let width = i32::try_from(first.len()).expect("the name is short");
                labels.push((left - width - 2, y, first));
                labels.push((right + 3, y, last));
            }
        }
        for (x, y, label) in labels {
            self.canvas.put(x, y, &label, Ink::Faint);
        }
    }
}

/// The letter of a player: the initial of the name, or the seat's number if several players share
/// the initial; `*` for neutral pieces.
pub fn letter(view: &PlayerView<'_>, player: Player) -> char {
    if player == NEUTRAL {
        return '*';
    }
    let initial = |player| view.name(player).chars().next().map(|c| c.to_ascii_uppercase());
    let mine = initial(player);
    let unique = view.everybody().iter().filter(|&other| initial(other) == mine).count() == 1;
    match mine {
        Some(letter) if unique => letter,
        _ => char::from(b'1' + player.0),
    }
}

/// The letter that stands for a kind of piece at an intersection: the first letter of its name that
/// stands for no kind before it.
fn kind_letter(rules: &Rules, kind: Kind) -> char {
    let mut taken = Vec::new();
    for other in rules.kinds.iter().take(kind.index() + 1) {
        if !other.on_border && !other.beside_others {
            let mut letters = other.name.chars().filter(|letter| !letter.is_whitespace());
            taken.push(letters.find(|letter| !taken.contains(letter)).unwrap_or('?'));
        }
    }
    taken.last().copied().unwrap_or('?')
}

/// Capitalizes each word of a name.
fn titled(name: &str) -> String {
    let words = name.split_whitespace().map(|word| {
        let mut letters = word.chars();
        letters
            .next()
            .map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
    });
    words.collect::<Vec<_>>().join(" ")
}

/// The marker that blocks a token.
fn blocker(view: &PlayerView<'_>, token: Token) -> Option<Marker> {
    let marker = view.marker_at(Place::Intersection(view.token(token)?))?;
    view.rules().marker(marker).blocks.then_some(marker)
}

/// The player with access to a token, or the marker that blocks it.
fn users(view: &PlayerView<'_>, token: Token) -> Option<String> {
    let user = view.everybody().iter().find(|&player| view.has_access(player, token));
    let access = user.map(|player| format!("{} has access", view.name(player)));
    access.or_else(|| {
        let marker = blocker(view, token)?;
        Some(format!("blocked by the {}", view.rules().marker(marker).name))
    })
}

/// The label of a port: `3:1`, or `ore 2:1`.
pub(crate) fn port_label(rules: &Rules, port: Port) -> String {
    let rate = port_rate(rules, port);
    match port {
        Port::Any => rate,
        Port::Of(resource) => format!("{} {rate}", rules.resources[resource.index()].name),
    }
}

/// The rate of a port.
fn port_rate(rules: &Rules, port: Port) -> String {
    let rates = rules.rates.iter().filter(|rate| rate.port == Some(port));
    let rate = rates.map(|rate| {
        let gets = rate.terms.get.fixed.total() + usize::from(rate.terms.get.any);
        format!("{}:{gets}", rate.terms.give.total())
    });
    rate.min().unwrap_or_default()
}

/// The counters of players and of the game that are drawn.
fn shown_counters(rules: &Rules) -> impl Iterator<Item = &CounterKind> {
    rules.counters.iter().filter(|kind| kind.visibility == CounterVisibility::Shown)
}

/// The counters of hexes, places and pieces that are drawn.
fn shown_place_counters(rules: &Rules) -> impl Iterator<Item = &PlaceCounterKind> {
    rules.place_counters.iter().filter(|kind| kind.visibility == CounterVisibility::Shown)
}

/// The players whose buildings an event affects, such as `affects B2.n of red`; `None` if it
/// affects nobody.
fn affected(view: &PlayerView<'_>, found: &OpenHexEvent) -> Option<String> {
    let board = &view.rules().board;
    let owners = view.everybody().iter().filter_map(|player| {
        let site = board.intersection_name(found.affects[player.index()]?);
        Some(format!("{site} of {}", view.name(player)))
    });
    let owners: Vec<String> = owners.collect();
    (!owners.is_empty()).then(|| format!("affects {}", owners.join(", ")))
}
