//! Pieces that are on the board from the start.

use super::catalog::Catalog;
use super::manifest::SpannedString;
use super::scenario::Scenario;
use crate::board::Board;
use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::rules::StartingPiece;
use crate::set::Id;

/// Reads the pieces of a scenario's `[start]`.
pub(super) fn read(
    scenario: &Scenario,
    catalog: &Catalog,
    board: &Board,
    players: &[Vec<String>],
    wrong: &mut Diagnostics,
) -> Vec<StartingPiece> {
    let mut pieces: Vec<StartingPiece> = Vec::new();
    for (name, words) in &scenario.keys.start.0 {
        let player = name.get_ref();
        let mut known = players.iter().flatten();
        if !known.any(|known| known == player) {
            let names = players.iter().flatten();
            let message = format!("no player is called `{player}`");
            wrong.push(scenario.error(name, message).did_you_mean(player, names));
        }
        let first = pieces.len();
        for word in words {
            if let Some(piece) = wrong.keep(piece(scenario, catalog, board, player, word)) {
                if let Some(there) = pieces.iter().find(|other| other.place == piece.place) {
                    let message = format!("{} already has a piece there", there.player);
                    wrong.push(scenario.error(word, message));
                }
                pieces.push(piece);
            }
        }
        let own = &mut pieces[first..];
        let brings = |piece: &&mut StartingPiece| catalog.kinds[piece.kind.index()].is_productive();
        let last = own.iter_mut().rev().find(brings);
        if let Some(last) = last.filter(|_| !scenario.keys.placement_after_start) {
            last.yields = true;
        }
        for (at, kind) in catalog.kinds.iter().enumerate() {
            let count = own.iter().filter(|piece| piece.kind.index() == at).count();
            if count > usize::from(kind.each) {
                let message = format!(
                    "{player} has {count} pieces of the kind `{}`, expected at most {}",
                    kind.name, kind.each
                );
                wrong.push(scenario.error(name, message));
            }
        }
    }
    pieces
}

/// Reads one piece, such as `settlement B2.s`.
fn piece(
    scenario: &Scenario,
    catalog: &Catalog,
    board: &Board,
    player: &str,
    word: &SpannedString,
) -> Result<StartingPiece, Diagnostic> {
    let text = word.get_ref();
    let wrong = |message: String| scenario.error(word, message);
    let example = "write a piece and its place, such as `settlement B2.s` or `road B2-se`";
    let parts = text.rsplit_once(' ');
    let (name, place) =
        parts.ok_or_else(|| wrong(format!("`{text}` does not name a place")).hint(example))?;
    let kind = catalog.kinds.iter().position(|kind| kind.name == name);
    let names = catalog.kinds.iter().map(|kind| &kind.name);
    let unknown = || wrong(format!("no piece `{name}`")).did_you_mean(name, names);
    let kind = kind.ok_or_else(unknown)?;
    let place = board.place(place).map_err(&wrong)?;
    let declared = &catalog.kinds[kind];
    if !declared.fits(board, place) || !declared.is_grounded(board, board.shore(), place) {
        let message = format!("`{name}` cannot be placed at `{}`", board.place_name(place));
        return Err(wrong(message).hint(example));
    }
    Ok(StartingPiece { player: player.into(), kind: Id::new(kind), place, yields: false })
}
