//! Hidden hexes: each takes a terrain and a number marker from its pool when it is revealed.

use std::collections::BTreeMap;

use super::effect::Effect;
use super::failure::Result;
use super::streams::{Outcome, impossible};
use super::view::View;
use crate::board::{Ground, Hex};
use crate::change::Change;
use crate::rules::Failure;
use crate::set::Set;
use crate::table::{BOARD, Tile};

/// The hexes that are still hidden.
pub(crate) fn hidden(view: View<'_>) -> Set<Hex> {
    view.rules().board.hexes() - view.shore().land() - view.shore().water()
}

impl Effect {
    /// Reveals a hex: draws its terrain from its pool, and a number marker if the terrain takes one.
    /// Nothing happens if the hex is not hidden.
    ///
    /// # Errors
    /// When the run has halted, or a written result cannot be drawn.
    pub fn reveal(&mut self, hex: Hex) -> Result {
        self.live()?;
        let is_hidden = self.view().shore().ground(hex) == Ground::Hidden;
        let Some(pool) = pool_of(self.view(), hex).filter(|_| is_hidden) else {
            return Ok(());
        };
        let drawn = draw(self, pool, false).map_err(|wrong| self.view().adopt(wrong))?;
        let Some(Tile::Terrain(terrain)) = drawn else { return Ok(()) };
        self.lay_terrain(hex, terrain);
        if self.rules().terrain(terrain).numbered {
            let drawn = draw(self, pool, true).map_err(|wrong| self.view().adopt(wrong))?;
            if let Some(Tile::Number(number)) = drawn {
                self.make(Change::Number(hex, number));
            }
        }
        Ok(())
    }
}

/// Takes what a given position reveals out of the pool of a hidden hex. Returns `false` if the pool
/// does not contain it.
pub(super) fn take_out(effect: &mut Effect, hex: Hex, tile: Tile) -> bool {
    let Some(pool) = pool_of(effect.view(), hex) else { return true };
    let is_left = left(effect.view(), pool, matches!(tile, Tile::Number(_))).contains_key(&tile);
    if is_left {
        effect.make(Change::DrewTile(u8::try_from(pool).expect("few pools"), tile));
    }
    is_left
}

/// The index of the pool to which a hex belongs, if the pool is hidden.
fn pool_of(view: View<'_>, hex: Hex) -> Option<usize> {
    let mut pools = view.rules().setup.pools.iter();
    pools.position(|pool| pool.hidden && pool.hexes.contains(hex))
}

/// Draws a terrain or a number marker; nothing if none is left.
fn draw(effect: &mut Effect, pool: usize, number: bool) -> Result<Option<Tile>, Failure> {
    let left = left(effect.view(), pool, number);
    if left.is_empty() {
        return Ok(None);
    }
    let (tiles, counts): (Vec<Tile>, Vec<usize>) = left.into_iter().unzip();
    let written = effect.ledger.streams.written.pop_front();
    let yields = |tile: &Tile| match tile {
        Tile::Terrain(terrain) => effect.rules().terrain(*terrain).yields,
        Tile::Number(_) => None,
    };
    let tile = match written {
        Some(Outcome::Terrain(terrain)) => Some(Tile::Terrain(terrain)),
        Some(Outcome::Resource(card)) => tiles.iter().copied().find(|it| yields(it) == Some(card)),
        Some(Outcome::Number(number)) => Some(Tile::Number(number)),
        None | Some(_) => None,
    };
    let tile = match tile.filter(|tile| tiles.contains(tile)) {
        Some(tile) => tile,
        None if written.is_none() => tiles[effect.ledger.pick(BOARD, &counts)],
        None => {
            return Err(impossible("the written result is not left in the pool of the hidden hex"));
        }
    };
    effect.make(Change::DrewTile(u8::try_from(pool).expect("few pools"), tile));
    Ok(Some(tile))
}

/// The terrains or number markers that are left in a pool, each with its count.
fn left(view: View<'_>, pool: usize, number: bool) -> BTreeMap<Tile, usize> {
    let declared = &view.rules().setup.pools[pool];
    let mut left = BTreeMap::new();
    let mut add = |tile| *left.entry(tile).or_insert(0) += 1;
    if number {
        declared.numbers.iter().for_each(|&number| add(Tile::Number(number)));
    } else {
        declared.terrain.iter().for_each(|&terrain| add(Tile::Terrain(terrain)));
    }
    let pool = u8::try_from(pool).expect("few pools");
    for (tile, count) in &mut left {
        *count -= view.table().drawn_tiles(pool, *tile).min(*count);
    }
    left.retain(|_, count| *count > 0);
    left
}
