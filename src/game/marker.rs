//! Markers: where they stand and what they govern, where they go, and from whom they let a card be
//! taken.

use smallvec::SmallVec;

use super::effect::Effect;
use super::legal::ROOM;
use super::view::View;
use crate::action::Action;
use crate::board::{Intersection, Place, Places};
use crate::change::Change;
use crate::fault::{KernelFault, planted};
use crate::rules::{Arg, Failure, Hook};
use crate::set::{Id, Set};
use crate::table::{Marker, PLAYERS, Piece, Player, Players};

/// Whom a card may be taken from, and from nobody.
pub type Takes = SmallVec<[Action; PLAYERS]>;

impl View<'_> {
    /// Whether a marker stops a hex from producing, or bars access to a token.
    pub fn is_blocked(self, place: Place) -> bool {
        self.marker_at(place).is_some_and(|marker| self.rules().marker(marker).blocks)
    }

    /// The marker that stands at a place, or governs it; of several, one that blocks.
    pub fn marker_at(self, place: Place) -> Option<Marker> {
        let markers = (0..self.rules().markers.len()).map(Marker::new);
        let governs = |&marker: &Marker| {
            self.table().markers[marker] == Some(place)
                || matches!(place, Place::Intersection(site)
                    if self.table().spread.contains(marker) && self.reach(marker).contains(site))
        };
        let mut there = markers.filter(governs);
        let first = there.next()?;
        let blocks = |&marker: &Marker| self.rules().marker(marker).blocks;
        std::iter::once(first).chain(there).find(blocks).or(Some(first))
    }

    /// The intersections that a marker governs: where it stands, or, once it is spread, all those
    /// with a token at the outpost where it stands.
    pub fn reach(self, marker: Marker) -> Set<Intersection> {
        let Some(Place::Intersection(site)) = self.table().markers[marker] else {
            return Set::EMPTY;
        };
        if !self.table().spread.contains(marker) {
            return Set::of(site);
        }
        let outposts = self.outposts_beside(Place::Intersection(site));
        let tokens = self.table().tokens.values().iter().flatten().copied();
        let beside = |other| self.outposts_beside(Place::Intersection(other));
        tokens.filter(|&other| beside(other).meets(&outposts)).collect()
    }

    /// The moves of one marker of a group.
    ///
    /// # Errors
    /// When a rule fails.
    pub fn marker_moves(self, player: Player, group: u8) -> Result<Vec<Action>, Failure> {
        let mut moves = Vec::with_capacity(ROOM);
        self.list_marker_moves(player, group, &mut moves)?;
        Ok(moves)
    }

    /// Adds the moves of one marker of a group.
    pub(super) fn list_marker_moves(
        self,
        player: Player,
        group: u8,
        list: &mut Vec<Action>,
    ) -> Result<(), Failure> {
        for marker in self.rules().markers_of(group) {
            let places = self.marker_places(player, marker)?;
            places.iter().for_each(|place| list.push(Action::Move { marker, place }));
        }
        Ok(())
    }

    /// Where the player may move the marker.
    ///
    /// # Errors
    /// When a rule fails.
    pub fn marker_places(self, player: Player, marker: Marker) -> Result<Places, Failure> {
        let kind = self.rules().marker(marker);
        let mut places = Places { hexes: kind.places, ..Places::default() };
        if kind.on_tokens {
            places.spots.sites = self.table().tokens.values().iter().flatten().copied().collect();
        }
        if let Some(place) = self.table().markers[marker]
            && !planted(KernelFault::MarkerStays)
        {
            places = places.without(Places::of(place));
        }
        let vetoed = self.vetoed(Hook::MayMoveMarker, player, Arg::Marker(marker), places)?;
        Ok(places.without(vetoed))
    }

    /// Whether the marker can stand at such a place, whether or not it does.
    pub fn marker_fits(self, marker: Marker, place: Place) -> bool {
        let kind = self.rules().marker(marker);
        match place {
            Place::Hex(_) if planted(KernelFault::MarkerAnywhere) => true,
            Place::Hex(hex) => kind.places.contains(hex),
            Place::Intersection(site) => {
                kind.on_tokens && self.table().tokens.values().contains(&Some(site))
            }
            Place::Border(_) => false,
        }
    }

    /// Where the marker can stand, in words.
    pub(super) fn marker_ground(self, marker: Marker) -> &'static str {
        let kind = self.rules().marker(marker);
        let land = self.rules().board.land();
        if kind.on_tokens {
            "at an intersection with a token"
        } else if (kind.places - land).is_empty() {
            "on a hex of land"
        } else if (kind.places & land).is_empty() {
            "on a hex of water"
        } else {
            "on a hex"
        }
    }

    /// The answers to the question from whom to take a card after a move of the marker; none where
    /// there is nobody to take from.
    ///
    /// # Errors
    /// When a rule fails.
    pub fn takes(self, player: Player, marker: Marker) -> Result<Takes, Failure> {
        let mut takes = Takes::new();
        let there = self.neighbors_of_marker(player, marker);
        for victim in self.table().opponents(player).filter(|&opponent| there.contains(opponent)) {
            let args = [Arg::Player(player), Arg::Marker(marker)];
            let protected = !self.vetoes(Hook::MayTakeFrom, victim, &args)?.is_empty();
            let has_cards = !self.table().seat(victim).hand.is_empty()
                || planted(KernelFault::TakesFromEmptyHands);
            if !protected && has_cards {
                takes.push(Action::Take { from: Some(victim) });
            }
        }
        let group = &self.rules().groups[usize::from(self.rules().marker(marker).group)];
        if group.may_decline && !takes.is_empty() {
            takes.push(Action::Take { from: None });
        }
        Ok(takes)
    }

    /// The opponents with a building where the marker stands.
    pub(super) fn neighbors_of_marker(self, player: Player, marker: Marker) -> Players {
        if planted(KernelFault::TakesFromAnybody) {
            return self.table().opponents(player).collect();
        }
        let sites: &[Intersection] = match &self.table().markers[marker] {
            Some(Place::Hex(hex)) => &self.rules().board.hex(*hex).corners,
            Some(Place::Intersection(site)) => std::slice::from_ref(site),
            Some(Place::Border(_)) | None => &[],
        };
        let pieces = sites.iter().filter_map(|&site| self.table().on_sites[site]);
        let buildings = pieces.filter(|piece| self.rules().kind(piece.kind()).is_building);
        buildings.map(Piece::owner).collect::<Players>().without(player)
    }
}

impl Effect {
    /// Moves a marker of a group; where the group says so, those that are not moved leave.
    pub(super) fn move_of_group(&mut self, player: Player, moved: Marker, place: Place) {
        let group = self.rules().marker(moved).group;
        let others = self
            .rules()
            .markers_of(group)
            .filter(|&other| other != moved && self.table().markers[other].is_some());
        let leaves = self.rules().groups[usize::from(group)].unmoved_leave
            && (self.table().markers[moved].is_some() || planted(KernelFault::MarkerLeavesForNew));
        let others: Set<Marker> = others.filter(|_| leaves).collect();
        self.move_marker(player, moved, Some(place));
        for other in others {
            self.move_marker(player, other, None);
        }
    }

    /// Moves a marker, or takes it off the board.
    pub(super) fn move_marker(&mut self, player: Player, marker: Marker, place: Option<Place>) {
        self.make(Change::Moved(marker, place));
        self.hear(Hook::OnMarkerMoved, player, &[Arg::Marker(marker)]);
    }
}
