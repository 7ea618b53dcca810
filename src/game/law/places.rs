//! Where pieces may stand: each law is the set of places that meet it.

use crate::board::{Border, Intersection, Places, Spots};
use crate::fault::{KernelFault, planted};
use crate::game::view::View;
use crate::rules::{Arg, Failure, Hook, MarkerKind, RuleId, Value};
use crate::set::{Id, Set};
use crate::table::{Kind, Marker, Piece, Player, Step};

/// A law of building that a place can offend.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Law {
    /// Nothing stands there, or an own piece that may be replaced.
    Vacancy,
    /// Land or water lies beside it.
    Ground,
    /// An own piece adjoins it.
    Connection,
    /// The neighbouring intersections are empty.
    Distance,
    /// An own route leads to it.
    Route,
    /// It adjoins the piece just placed.
    Beginning,
    /// A piece of the kind is left for it.
    Supply,
    /// No marker stands there that keeps pieces of the kind away.
    Marker,
}

/// The laws of a kind of piece with the places that meet each.
pub(crate) type Laws<T, const N: usize> = [(Law, Set<T>); N];

impl View<'_> {
    /// The laws for a piece on an intersection.
    pub(crate) fn site_laws(self, player: Player, kind: Kind) -> Laws<Intersection, 6> {
        let board = &self.rules().board;
        let piece = self.rules().kind(kind);
        let everywhere = board.intersections();
        let taken = self.table().taken_sites();
        let converted = self.own_sites(player, piece.converts);
        let vacant = if piece.replaces.is_empty() {
            everywhere - taken
        } else {
            self.own_sites(player, piece.replaces)
        };
        let supplied = if self.supply_of(player, kind) > 0 {
            everywhere
        } else {
            self.own_sites(player, piece.returned())
        };
        let keeps_distance = piece.keeps_distance && !planted(KernelFault::SettlementBesideAnother);
        let distant = if keeps_distance { everywhere - self.table().near() } else { everywhere };
        let needs_route = piece.needs_route && !planted(KernelFault::SettlementWithoutRoad);
        let reached = if needs_route && !matches!(self.table().step(), Step::Place(_)) {
            self.table().seat(player).ends()
        } else {
            everywhere
        };
        [
            (Law::Vacancy, vacant | converted),
            (Law::Ground, board.land_intersections()),
            (Law::Distance, distant | converted),
            (Law::Route, reached | converted),
            (Law::Supply, supplied),
            (Law::Marker, everywhere - self.barred(kind)),
        ]
    }

    /// The intersections with a piece of the player of one of these kinds.
    pub(in crate::game) fn own_sites(self, player: Player, kinds: Set<Kind>) -> Set<Intersection> {
        if kinds.is_empty() {
            return Set::EMPTY;
        }
        let fits = |site: &Intersection| {
            self.table().on_sites()[*site].is_some_and(|piece| kinds.contains(piece.kind()))
        };
        self.table().seat(player).sites().iter().filter(fits).collect()
    }

    /// The intersections with a marker that keeps pieces of this kind away.
    fn barred(self, kind: Kind) -> Set<Intersection> {
        let markers = self.rules().markers.iter().enumerate();
        if planted(KernelFault::MarkerBarsNothing) {
            return Set::EMPTY;
        }
        let barring =
            markers.filter(|(_, marker): &(usize, &MarkerKind)| marker.bars.contains(kind));
        barring.fold(Set::EMPTY, |all, (at, _)| all | self.reach(Marker::new(at)))
    }

    /// The laws for a piece on a border.
    pub(crate) fn line_laws(self, player: Player, kind: Kind) -> Laws<Border, 5> {
        let board = &self.rules().board;
        let piece = self.rules().kind(kind);
        let everywhere = board.borders();
        let beside_land = piece.beside_land.filter(|_| !planted(KernelFault::AnyGround));
        let ground = beside_land.map_or(everywhere, |land| board.borders_beside(land));
        let is_free = planted(KernelFault::StartingRoadAnywhere);
        let beginning = if matches!(self.table().step(), Step::Place(_)) && !is_free {
            board.intersection(self.table().last_placed()).borders
        } else {
            everywhere
        };
        [
            (Law::Vacancy, everywhere - self.table().taken_lines()),
            (Law::Ground, ground),
            (Law::Connection, self.connected(player, kind)),
            (Law::Beginning, beginning),
            (Law::Supply, if self.supply_of(player, kind) > 0 { everywhere } else { Set::EMPTY }),
        ]
    }

    /// The borders that a route of the player would adjoin an own piece at.
    fn connected(self, player: Player, kind: Kind) -> Set<Border> {
        let joins = self.rules().kind(kind).joins;
        let board = &self.rules().board;
        if planted(KernelFault::RoadAnywhere) {
            return board.borders();
        }
        let seat = self.table().seat(player);
        let own_lines = self.rules().kinds_that(|kind| kind.on_border);
        let ends = if own_lines.iter().all(|kind| joins.contains(kind) || seat.pieces()[kind] == 0)
        {
            seat.ends()
        } else {
            let joined = |piece: Option<Piece>| piece.is_some_and(|it| joins.contains(it.kind()));
            let lines = seat.lines().iter().filter(|&line| joined(self.table().on_lines()[line]));
            lines.flat_map(|line| board.border(line).ends).collect()
        };
        let passed = planted(KernelFault::RoadPassesOpponent);
        let blocked = if passed { Set::EMPTY } else { self.blocked(player) };
        (self.own_sites(player, joins) | (ends - blocked))
            .iter()
            .fold(Set::EMPTY, |reach, site| reach | board.intersection(site).borders)
    }

    /// The intersections at which an opponent's piece ends the routes of the player.
    pub fn blocked(self, player: Player) -> Set<Intersection> {
        let mut blocked = self.table().taken_sites() - self.table().seat(player).sites();
        let passable = self.rules().kinds_that(|kind| !kind.on_border && !kind.blocks_routes);
        if !passable.is_empty() {
            for site in blocked {
                if self.table().on_sites()[site]
                    .is_some_and(|piece| passable.contains(piece.kind()))
                {
                    blocked.remove(site);
                }
            }
        }
        blocked
    }

    /// Where the player could place a piece of this kind now, by all laws and vetoes.
    pub fn places(self, player: Player, kind: Kind) -> Result<Spots, Failure> {
        if !self.has_left(player, kind) {
            return Ok(Spots::default());
        }
        let mut spots = Spots::default();
        if self.rules().kind(kind).on_border {
            spots.lines = meet(&self.line_laws(player, kind));
        } else {
            spots.sites = meet(&self.site_laws(player, kind));
        }
        self.not_vetoed(player, kind, spots)
    }

    /// Where the player could place a piece of this kind if it did not offend the distance rule.
    pub(in crate::game) fn places_too_close(
        self,
        player: Player,
        kind: Kind,
    ) -> Result<Spots, Failure> {
        let mut laws = self.site_laws(player, kind);
        for (law, sites) in &mut laws {
            if *law == Law::Distance {
                *sites = self.rules().board.intersections() - *sites;
            }
        }
        self.not_vetoed(player, kind, Spots { sites: meet(&laws), lines: Set::EMPTY })
    }

    /// The places that no rule vetoes.
    fn not_vetoed(self, player: Player, kind: Kind, spots: Spots) -> Result<Spots, Failure> {
        if self.rules().listeners(Hook::MayBuild).is_empty() {
            return Ok(spots);
        }
        let places = Places { spots, ..Places::default() };
        let vetoed = self.vetoed(Hook::MayBuild, player, Arg::Kind(kind), places)?;
        Ok(places.without(vetoed).spots)
    }

    /// The reasons of rules against something.
    pub fn vetoes(
        self,
        hook: Hook,
        player: Player,
        args: &[Arg],
    ) -> Result<Vec<(RuleId, String)>, Failure> {
        let mut reasons = Vec::new();
        self.ask_all(hook, player, args, |rule, value| {
            if let Value::Text(text) = value {
                let reason = (rule, text);
                // Copies of a card have the same one.
                if !reasons.contains(&reason) {
                    reasons.push(reason);
                }
            }
        })?;
        Ok(reasons)
    }

    /// How many pieces of this kind are left in the player's supply.
    pub fn supply_of(self, player: Player, kind: Kind) -> u8 {
        let declared = self.rules().kind(kind);
        if planted(KernelFault::EndlessPieces) {
            return declared.each;
        }
        let on_board = declared.stock.iter().map(|kind| self.table().seat(player).pieces()[kind]);
        declared.each.saturating_sub(on_board.sum())
    }

    /// Whether the player has a piece of this kind to build: one is left in the supply, or returns
    /// to it when this one takes its place. That depends on the player's own pieces alone.
    #[inline]
    pub fn has_left(self, player: Player, kind: Kind) -> bool {
        let returned = self.rules().kind(kind).returned();
        self.supply_of(player, kind) > 0 || !self.own_sites(player, returned).is_empty()
    }
}

/// The places that meet all laws.
fn meet<T: Id>(laws: &[(Law, Set<T>)]) -> Set<T> {
    laws.iter().skip(1).fold(laws[0].1, |places, &(_, set)| places & set)
}
