//! What hexes yield: which cards each number brings each player.

use super::memo::Owed;
use super::view::View;
use crate::board::{Hex, Intersection, Place};
use crate::fault::{KernelFault, planted};
use crate::resource::{Resource, Resources};
use crate::rules::{Arg, Failure, Hook};
use crate::set::Id;
use crate::table::{PLAYERS, Piece};

impl View<'_> {
    /// What a number owes each player, before the supply is asked.
    pub(super) fn owed(self, number: u8) -> Result<Owed, Failure> {
        // A rule about production may depend on anything.
        if self.do_rules_produce() {
            return self.owed_now(number);
        }
        self.memo().owed(number, || self.owed_now(number))
    }

    /// Whether a rule about production works for any player.
    pub(super) fn do_rules_produce(self) -> bool {
        self.table().everybody().iter().any(|player| self.hears(Hook::Production, player))
    }

    /// The same, computed from the board.
    pub(super) fn owed_now(self, number: u8) -> Result<Owed, Failure> {
        let mut owed = [Resources::NONE; PLAYERS];
        for hex in self.table().numbers().which(number, self.rules().board.hex_count()) {
            let Some(resource) = self.resource_of(hex, number) else { continue };
            for corner in self.rules().board.hex(hex).corners {
                if let Some(piece) = self.table().on_sites()[corner] {
                    let cards = self.amount(hex, corner, piece)?;
                    let bag = &mut owed[piece.owner().index()];
                    // More than there can be of a resource is not there either.
                    *bag += Resources::of(resource, cards.min(127 - bag.get(resource)));
                }
            }
        }
        Ok(owed)
    }

    /// What a hex yields when its number is rolled.
    fn resource_of(self, hex: Hex, number: u8) -> Option<Resource> {
        let is_blocked =
            self.is_blocked(Place::Hex(hex)) && !planted(KernelFault::BlockedHexProduces);
        if self.table().numbers()[hex] != number || is_blocked {
            return None;
        }
        self.rules().terrain(self.table().terrain()[hex]).yields
    }

    /// How many cards a hex that yields something brings the piece beside it.
    fn amount(self, hex: Hex, site: Intersection, piece: Piece) -> Result<usize, Failure> {
        let yields = self.rules().kind(piece.kind()).yields;
        if self.rules().listeners(Hook::Production).is_empty() {
            return Ok(usize::from(yields));
        }
        let building = Arg::piece(piece, Place::Intersection(site), false);
        let args = [building, Arg::hex(hex)];
        let amount =
            self.pass_along(Hook::Production, piece.owner(), &args, yields.into(), |_, _, _| {})?;
        let amount = amount.clamp(0, 127);
        Ok(usize::try_from(amount).expect("a small number"))
    }

    /// What a building brought its owner by the last production roll: of a resource of which the
    /// supply was short, what the owner's other buildings leave over.
    pub fn yield_of(self, site: Intersection) -> Result<Resources, Failure> {
        let Some(piece) = self.table().on_sites()[site] else { return Ok(Resources::NONE) };
        let seat = self.table().seat(piece.owner());
        let (mut own, mut others) = (Resources::NONE, Resources::NONE);
        for at in seat.sites() {
            let Some(piece) = self.table().on_sites()[at] else { continue };
            for hex in self.rules().board.intersection(at).hexes {
                let Some(resource) = self.resource_of(hex, self.table().rolled()) else { continue };
                let cards = Resources::of(resource, self.amount(hex, at, piece)?);
                if at == site { own += cards } else { others += cards }
            }
        }
        Ok(own.common(seat.produced().less(others)))
    }

    /// Whether some number could bring somebody something, if no marker stood in the way.
    pub(super) fn is_fertile(self) -> bool {
        let (rules, table) = (self.rules(), self.table());
        let settled = |hex: Hex| {
            let corners = rules.board.hex(hex).corners;
            let mut pieces = corners.iter().filter_map(|&corner| table.on_sites()[corner]);
            pieces.any(|piece| rules.kind(piece.kind()).yields > 0)
        };
        let produces = |hex: Hex| {
            table.numbers()[hex] > 0
                && rules.terrain(table.terrain()[hex]).yields.is_some()
                && settled(hex)
        };
        let count = || rules.board.land().iter().any(produces);
        self.memo().is_fertile(count)
    }
}
