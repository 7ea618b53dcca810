//! The kinds of pieces that packs declare.

use super::catalog::{Catalog, limited, spoken};
use super::manifest::{Class, Declaration, Ground, Pack, PieceKeys, Stand, Word};
use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::rules::PieceKind;
use crate::set::{Id, Set};
use crate::table::{KINDS, Kind};

impl Catalog {
    /// Adds the kinds of pieces of all packs.
    pub(super) fn add_pieces(&mut self, packs: &[Pack], wrong: &mut Diagnostics) {
        let pieces = limited(packs, |manifest| &manifest.pieces, KINDS, "kinds of pieces", wrong);
        for piece in &pieces {
            // Every kind gets its number, so that one mistake does not make all names unknown.
            self.kinds.push(bare_piece(piece));
        }
        for (at, piece) in pieces.iter().enumerate() {
            if let Some(kind) = wrong.keep(self.piece_kind(piece)) {
                self.kinds[at] = kind;
            }
        }
        // A supply is shared both ways.
        for kind in 0..self.kinds.len() {
            for other in self.kinds[kind].stock {
                self.kinds[other.index()].stock.insert(Kind::new(kind));
            }
        }
    }

    fn piece_kind(&self, piece: &Declaration<'_, PieceKeys>) -> Result<PieceKind, Diagnostic> {
        piece.needed("class", |keys| keys.class.as_ref())?;
        piece.needed("on", |keys| keys.on.as_ref())?;
        let kinds = |words: Option<(&Pack, &Vec<Word>)>| match words {
            Some((pack, words)) => self.kind_set(pack, words),
            None => Ok(Set::EMPTY),
        };
        let joins = kinds(piece.said(|keys| keys.joins.as_ref()))?;
        let replaces = kinds(piece.said(|keys| keys.replaces.as_ref()))?;
        let converts = kinds(piece.said(|keys| keys.converts.as_ref()))?;
        let (each, stock) = self.stock(piece)?;
        let ways = self.ways(piece.said(|keys| keys.price.as_ref()))?;
        let kind = PieceKind { each, joins, replaces, converts, stock, ways, ..bare_piece(piece) };
        if kind.on_border != kind.is_route {
            let message =
                format!("`{}` has to stand on borders if and only if it is a route", kind.name);
            return Err(piece.error(message));
        }
        if kind.is_route && kind.beside_land.is_none() {
            return Err(piece
                .error(format!("`{}` has no `beside`", kind.name))
                .hint("a route lies `beside = \"land\"` or `beside = \"water\"`"));
        }
        Ok(kind)
    }

    /// How many of the kind each player has, and which kinds are taken from the same supply.
    fn stock(&self, piece: &Declaration<'_, PieceKeys>) -> Result<(u8, Set<Kind>), Diagnostic> {
        let own = self.kinds.iter().position(|kind| kind.name == spoken(piece.name));
        let own = Set::of(Kind::new(own.expect("every kind has its number")));
        let Some((pack, word)) = piece.said(|keys| keys.supply_of.as_ref()) else {
            let (_, each) = piece.needed("each", |keys| keys.each.as_ref())?;
            return Ok((*each.get_ref(), own));
        };
        let shared = self.kind_set(pack, std::slice::from_ref(word))?;
        let each = shared.iter().map(|kind| self.kinds[kind.index()].each).max();
        Ok((each.unwrap_or(0), shared | own))
    }
}

/// A kind of piece without the pieces and prices that it speaks of.
fn bare_piece(piece: &Declaration<'_, PieceKeys>) -> PieceKind {
    let is = |get: fn(&PieceKeys) -> Option<&bool>| piece.value(get).unwrap_or(false);
    let class = piece.value(|keys| keys.class.as_ref()).unwrap_or(Class::Other);
    let beside = piece.value(|keys| keys.beside.as_ref());
    PieceKind {
        name: spoken(piece.name),
        on_border: piece.value(|keys| keys.on.as_ref()) == Some(Stand::Border),
        is_route: class == Class::Route,
        is_building: class == Class::Building,
        each: piece.said(|keys| keys.each.as_ref()).map_or(0, |(_, each)| *each.get_ref()),
        beside_land: beside.map(|ground| ground == Ground::Land),
        joins: Set::EMPTY,
        replaces: Set::EMPTY,
        converts: Set::EMPTY,
        stock: Set::EMPTY,
        keeps_distance: is(|keys| keys.keeps_distance.as_ref()),
        needs_route: is(|keys| keys.needs_route.as_ref()),
        blocks_routes: is(|keys| keys.blocks_routes.as_ref()),
        yields: piece.value(|keys| keys.yields.as_ref()).unwrap_or(0),
        points: piece.value(|keys| keys.points.as_ref()).unwrap_or(0),
        ways: Vec::new(),
        origin: piece.origin(),
    }
}
