//! The changes of a given position that concern states of pieces and ports.

use super::given_position::PositionReader;
use super::tree::Name;
use crate::board::{Place, PortPlace};
use crate::change::Change;
use crate::diagnostic::Result;
use crate::set::Id;
use crate::table::{Piece, Port};

/// The change that turns a new piece into this state, unless it is the first one.
pub(super) fn in_state(piece: Piece, place: Place, state: Option<u8>) -> Option<Change> {
    state.filter(|&state| state > 0).map(|state| Change::State { piece, place, state })
}

impl PositionReader<'_> {
    /// The change that places a port on a border.
    pub(super) fn port(&self, place: &Name, kind: &Name) -> Result<Change> {
        let places = self.resolver.rules.board.port_places();
        let border = self.resolver.place(place)?;
        let found = places.iter().position(|&port| Place::Border(port) == border);
        let Some(found) = found else {
            let wrong = format!("there is no place for a port at `{}`", place.text);
            let wrong = self.resolver.error(&place.span, wrong);
            let known = places.iter().map(|&port| self.resolver.rules.board.border_name(port));
            let known: Vec<String> = known.collect();
            return Err(if known.is_empty() {
                wrong.hint("the board has no ports")
            } else {
                wrong.hint(format!("the ports are at {}", known.join(", ")))
            });
        };
        let port = match kind.text.as_str() {
            "any" => Port::Any,
            _ => Port::Of(self.resolver.resource(kind)?),
        };
        Ok(Change::Port(PortPlace::new(found), places[found], Some(port)))
    }
}
