//! The verbs with which a rule's effect changes pieces, markers, hexes, tokens and marks.

use super::effect::Effect;
use super::failure::{Result, STALE};
use super::view::{Position, View};
use super::{calls, marker_moves, route};
use crate::board::{Border, Hex, Intersection, PiecePlaces, Place, PortPlace};
use crate::change::Change;
use crate::game::law::places;
use crate::rules::{Arg, CounterScope, Failure, Hook};
use crate::set::{Id, Set};
use crate::table::{
    HexMark, Kind, Marker, NEUTRAL, PORTS, Player, Port, Terrain, Token, is_number_marker,
};
use smallvec::SmallVec;

/// Explains why no piece can move between two places.
fn unmovable(view: View<'_>, from: Place, to: Place) -> String {
    let (rules, table) = (view.rules(), view.table());
    let [here, there] = [from, to].map(|place| rules.board.place_name(place));
    let why = match (table.piece(from), table.piece(to)) {
        (None, _) => format!("there is no piece at `{here}`"),
        (_, Some(piece)) => places::occupied(view, to, piece),
        (Some(piece), _) => {
            let piece = rules.kind(piece.kind());
            format!("a {} is placed on {}", piece.name, piece.place_words().0)
        }
    };
    format!("no piece can move from `{here}` to `{there}`: {why}")
}

/// The places at which a piece could be built if it were first removed from its own place.
pub(crate) fn places_once_lifted(
    view: View<'_>,
    player: Player,
    kind: Kind,
    from: Place,
) -> Result<PiecePlaces, Failure> {
    if player == NEUTRAL {
        return Ok(PiecePlaces::default());
    }
    let mut places = places::places(lifted(view, player, kind, from).view(), player, kind)?;
    places.remove(from);
    Ok(places)
}

/// A copy of the position without the piece at a place.
pub(super) fn lifted(view: View<'_>, player: Player, kind: Kind, from: Place) -> Position {
    view.after(&Change::Removed { player, kind, place: from })
}

/// Whether the route on a border is open-ended: at one of its ends, its owner has no piece, and no
/// other route that continues it.
pub(crate) fn is_open_ended(view: View<'_>, border: Border) -> bool {
    let (rules, table) = (view.rules(), view.table());
    let Some(piece) = table.on_borders()[border] else { return false };
    let own = table.seat(piece.owner()).intersections();
    let mut ends = rules.board.border(border).ends.into_iter();
    ends.any(|end| !own.contains(end) && !route::is_continued(rules, table, border, end))
}

impl Effect {
    /// Moves a marker to a place, or off the board.
    pub fn send_marker(&mut self, player: Player, marker: Marker, place: Option<Place>) -> Result {
        self.live()?;
        if self.table().markers()[marker] != place {
            marker_moves::move_marker(self, player, marker, place);
        }
        Ok(())
    }

    /// Makes a marker affect all intersections of its outpost.
    pub fn spread(&mut self, marker: Marker) -> Result {
        self.live()?;
        let at_intersection =
            matches!(self.table().markers()[marker], Some(Place::Intersection(_)));
        if at_intersection && !self.table().spread().contains(marker) {
            self.make(Change::MarkerExtended(marker));
        }
        Ok(())
    }

    /// Removes pieces from the board, all at once.
    pub fn remove_pieces(&mut self, places: &[Place]) -> Result {
        self.live()?;
        for &place in places {
            if let Some(piece) = self.table().piece(place) {
                let (player, kind) = (piece.owner(), piece.kind());
                if player == NEUTRAL {
                    self.make(Change::Neutral { kind, from: Some(place), to: None });
                    continue;
                }
                self.make(Change::Removed { player, kind, place });
                let ground = self.rules().board.ground(place);
                let args = [Arg::Kind(kind), Arg::Place(ground)];
                calls::trigger(self, Hook::OnRemoved, player, &args);
            }
        }
        Ok(())
    }

    /// Moves a piece to another place. Returns the place at which it then stands.
    ///
    /// # Errors
    /// When the run has halted, there is no piece, or the new place is occupied or of another type.
    pub fn shift_piece(&mut self, from: Place, to: Place) -> Result<Place> {
        self.live()?;
        let board = &self.rules().board;
        let to = board.on_layer(board.layer_of(from), to);
        let same_sort = std::mem::discriminant(&from) == std::mem::discriminant(&to)
            && board.layer_of(from) == board.layer_of(to);
        let Some(piece) =
            self.table().piece(from).filter(|_| same_sort && self.table().piece(to).is_none())
        else {
            let hint = self.table().piece(from).is_none().then_some(STALE);
            return Err(self.view().fail(&unmovable(self.view(), from, to), hint));
        };
        let (player, kind) = (piece.owner(), piece.kind());
        if player == NEUTRAL {
            self.make(Change::Neutral { kind, from: Some(from), to: Some(to) });
        } else {
            self.make(Change::Shifted { player, kind, from, to });
            let from = self.rules().board.ground(from);
            let args = [Arg::piece(piece, to, false), Arg::Place(from)];
            calls::trigger(self, Hook::OnMoved, player, &args);
        }
        Ok(to)
    }

    /// Puts a piece of a player's supply, or a neutral piece, at a place, without building it.
    /// Returns whether the supply has such a piece.
    ///
    /// # Errors
    /// When the run has halted, or the place is occupied or unsuitable for the piece.
    pub fn place_piece(&mut self, player: Player, kind: Kind, place: Place) -> Result<bool> {
        self.live()?;
        let (board, layer) = (&self.rules().board, self.rules().kind(kind).layer);
        let place = board.on_layer(layer, place);
        if let Some(piece) = self.table().piece(place) {
            let text = places::occupied(self.view(), place, piece);
            return Err(self.view().fail(&text, Some("choose an empty place")));
        }
        self.put_piece(player, kind, place, None)
    }

    /// Turns a piece into one of another kind, without building it. Returns whether the owner's
    /// supply has such a piece, and the old piece is of another kind.
    ///
    /// # Errors
    /// When the run has halted, there is no piece, or its place is unsuitable for the new piece.
    pub fn transform_piece(&mut self, place: Place, kind: Kind) -> Result<bool> {
        self.live()?;
        match self.table().piece(place) {
            Some(piece) if piece.kind() == kind => Ok(false),
            Some(piece) => self.put_piece(piece.owner(), kind, place, Some(piece.kind())),
            None => {
                let place = self.rules().board.place_name(place);
                Err(self.view().fail(&format!("there is no piece at `{place}`"), Some(STALE)))
            }
        }
    }

    /// Sets the state of a piece.
    ///
    /// # Errors
    /// When the run has halted, there is no piece, or its kind has no such state.
    pub fn set_state(&mut self, place: Place, name: &str) -> Result {
        self.live()?;
        let Some(piece) = self.table().piece(place) else {
            let place = self.rules().board.place_name(place);
            return Err(self.view().fail(&format!("there is no piece at `{place}`"), Some(STALE)));
        };
        let kind = self.rules().kind(piece.kind());
        let Some(state) = kind.state_named(name) else {
            let hint = if kind.states.is_empty() {
                format!("the pack declares no `states` for {}", kind.name)
            } else {
                format!("it has the states {}", kind.states.join(", "))
            };
            let text = format!("a {} cannot be {name}", kind.name);
            return Err(self.view().fail(&text, Some(&hint)));
        };
        self.turn_piece(place, state);
        Ok(())
    }

    fn turn_piece(&mut self, place: Place, state: u8) {
        if self.table().state_at(place) != state
            && let Some(piece) = self.table().piece(place)
        {
            self.make(Change::State { piece, place, state });
        }
    }

    /// Puts a piece of a player's supply on the board, where it may replace a piece of this kind.
    fn put_piece(
        &mut self,
        player: Player,
        kind: Kind,
        place: Place,
        mut was: Option<Kind>,
    ) -> Result<bool> {
        if let Some((text, _)) = places::misfit(self.view(), kind, place) {
            return Err(self.view().fail(&text, None));
        }
        let new = self.rules().kind(kind);
        if let Some(text) = places::wrong_owner(self.view(), player, kind) {
            return Err(self.view().fail(&text, None));
        }
        if new.neutral && was.is_some() {
            let text = format!("a neutral piece cannot become a {}", new.name);
            return Err(self.view().fail(&text, Some("remove it, and use `game.place`")));
        }
        if new.neutral {
            self.make(Change::Neutral { kind, from: None, to: Some(place) });
            return Ok(true);
        }
        let returns = was.is_some_and(|was| new.stock.contains(was));
        if !returns && places::supply_of(self.view(), player, kind) == 0 {
            return Ok(false);
        }
        let is_building = new.is_building;
        let states = was.map(|was| (&self.rules().kind(was).states, self.table().state_at(place)));
        let state = states.and_then(|(states, at)| new.state_named(states.get(usize::from(at))?));
        if was.is_some() && state.is_none() {
            self.turn_piece(place, 0);
        }
        if let Some(old) = was.filter(|&was| self.rules().kind(was).is_building && !is_building) {
            // Events affect only buildings, and their effect ends when the building is removed.
            self.make(Change::Removed { player, kind: old, place });
            was = None;
        }
        self.make(Change::Put { player, kind, place, was });
        self.turn_piece(place, state.unwrap_or(0));
        Ok(true)
    }

    /// Changes or removes the number marker of a hex.
    ///
    /// # Errors
    /// When the run has halted, or no number marker has this number.
    pub fn set_number(&mut self, hex: Hex, number: i64) -> Result {
        self.live()?;
        match u8::try_from(number) {
            Ok(number) if number == 0 || is_number_marker(number) => {
                if self.table().numbers()[hex] != number {
                    self.make(Change::Number(hex, number));
                }
                Ok(())
            }
            _ => Err(self.view().fail(
                &format!("there is no number marker {number}"),
                Some("number markers show 2 to 12, except 7"),
            )),
        }
    }

    /// Places a port on a border.
    ///
    /// # Errors
    /// When the run has halted, the place is not a border without a port, or the board has the
    /// maximum number of ports.
    pub fn place_port(&mut self, place: Place, port: Port) -> Result {
        self.live()?;
        let Place::Border(border) = place else {
            let text = format!("a port is placed on a border, not at `{}`", self.name_of(place));
            return Err(self.view().fail(&text, Some("borders are written like `C4-ne`")));
        };
        if self.port_at(place).is_some() {
            let text = format!("`{}` already has a port", self.name_of(place));
            return Err(self.view().fail(&text, Some("call `remove_port` first")));
        }
        let free = self.table().ports().values().iter().position(Option::is_none);
        let Some(free) = free else {
            return Err(self.view().fail(&format!("a board can have at most {PORTS} ports"), None));
        };
        self.make(Change::Port(PortPlace::new(free), border, Some(port)));
        Ok(())
    }

    /// Removes the port of a border, if it has one.
    ///
    /// # Errors
    /// When the run has halted.
    pub fn remove_port(&mut self, place: Place) -> Result {
        self.live()?;
        if let Some((at, border)) = self.port_at(place) {
            self.make(Change::Port(at, border, None));
        }
        Ok(())
    }

    fn port_at(&self, place: Place) -> Option<(PortPlace, Border)> {
        let table = self.table();
        let mut borders = table.port_borders().values().iter().enumerate();
        let (at, border) = borders.find(|(at, border)| {
            Place::Border(**border) == place && table.ports()[PortPlace::new(*at)].is_some()
        })?;
        Some((PortPlace::new(at), *border))
    }

    fn name_of(&self, place: Place) -> String {
        self.rules().board.place_name(place)
    }

    /// Lays terrain on a hex, which becomes land or water if the terrain is.
    pub(super) fn lay_terrain(&mut self, hex: Hex, terrain: Terrain) {
        self.make(Change::Terrain(hex, terrain));
        let ground = self.rules().terrain(terrain).ground();
        if self.view().shore().ground(hex) != ground {
            self.make(Change::Ground(hex, ground));
        }
    }

    /// Changes the terrain of a hex. It loses its number marker if the new terrain takes none.
    pub fn set_terrain(&mut self, hex: Hex, terrain: Terrain) -> Result {
        self.live()?;
        self.lay_terrain(hex, terrain);
        if !self.rules().terrain(terrain).numbered {
            self.set_number(hex, 0)?;
        }
        Ok(())
    }

    /// Swaps the number markers of two hexes.
    pub fn swap_numbers(&mut self, one: Hex, other: Hex) -> Result {
        self.live()?;
        let (first, second) = (self.table().numbers()[one], self.table().numbers()[other]);
        if first != second {
            self.make(Change::Number(one, second));
            self.make(Change::Number(other, first));
        }
        Ok(())
    }

    /// Swaps the terrain of two hexes, and the marks and counters of rules on them; the number
    /// markers stay.
    pub fn swap_terrain(&mut self, one: Hex, other: Hex) -> Result {
        self.live()?;
        let (first, second) = (self.table().terrain()[one], self.table().terrain()[other]);
        if first != second {
            self.lay_terrain(one, second);
            self.lay_terrain(other, first);
        }
        for mark in (0..self.rules().hex_marks.len()).map(HexMark::new) {
            let marked = self.table().hex_marks()[mark];
            let differ = marked.contains(one) != marked.contains(other);
            if differ && self.rules().hex_marks[mark.index()].of_hexes {
                self.make(Change::MarkedHex(mark, one, !marked.contains(one)));
                self.make(Change::MarkedHex(mark, other, !marked.contains(other)));
            }
        }
        let counters = self.rules().place_counters.iter();
        let counters = counters.filter(|kind| kind.scope == CounterScope::Hexes);
        for counter in counters.map(|kind| kind.counter).collect::<SmallVec<[_; 8]>>() {
            let [here, there] =
                [one, other].map(|hex| self.table().count_at(counter, Place::Hex(hex)));
            if here != there {
                self.make(Change::CountedAt(counter, Place::Hex(one), there));
                self.make(Change::CountedAt(counter, Place::Hex(other), here));
            }
        }
        Ok(())
    }

    /// Swaps the tokens of two intersections.
    ///
    /// # Errors
    /// When the run has halted, or an intersection has no token.
    pub fn swap_tokens(&mut self, one: Intersection, other: Intersection) -> Result {
        self.live()?;
        let at = |intersection| {
            let mut tokens = (0..self.rules().tokens.len()).map(Token::new);
            tokens.find(|&token| self.table().tokens()[token] == Some(intersection))
        };
        let (Some(first), Some(second)) = (at(one), at(other)) else {
            return Err(self.view().fail("both intersections must have a token", None));
        };
        self.make(Change::TokenPlaced(first, Some(other)));
        self.make(Change::TokenPlaced(second, Some(one)));
        Ok(())
    }

    /// Sets or removes marks on hexes or decks.
    pub fn mark_hexes(&mut self, mark: HexMark, things: Set<Hex>, on: bool) -> Result {
        self.live()?;
        for thing in things {
            if self.table().hex_marks()[mark].contains(thing) != on {
                self.make(Change::MarkedHex(mark, thing, on));
            }
        }
        Ok(())
    }
}
