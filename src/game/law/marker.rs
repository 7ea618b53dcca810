//! Moving markers, and taking cards after a move.

use smallvec::SmallVec;

use super::{Check, Checked, Objection, is_met};
use crate::action::Action;
use crate::board::{Intersection, Place, Places};
use crate::fault::{KernelFault, planted};
use crate::game::view::View;
use crate::rules::{Arg, Failure, Hook};
use crate::set::Id;
use crate::table::{Marker, PLAYERS, Piece, Player, Players, Step};

/// The choices from whom to take a card.
pub type Takes = SmallVec<[Action; PLAYERS]>;

impl<'a> View<'a> {
    /// The conditions of moving a marker.
    pub(in crate::game) fn check_move(
        self,
        check: &mut impl Check<'a>,
        player: Player,
        marker: Marker,
        place: Place,
    ) -> Checked {
        let stays = self.standing_place(marker).contains(place);
        check.require(!stays, || Objection::MarkerStays(marker, place))?;
        if let Step::Move(group) = self.table().step() {
            let is_meant = group == self.rules().marker(marker).group;
            check.require(is_meant, || Objection::OtherMarker(marker))?;
        }
        if !self.marker_fits(marker, place) {
            return check.object(|| Objection::MarkerGround(marker, place));
        }
        let args = [Arg::Marker(marker), Arg::Place(place)];
        check.vetoes(self, Hook::MayMoveMarker, player, &args)
    }

    /// The place at which the marker stands, to which it does not move.
    fn standing_place(self, marker: Marker) -> Places {
        match self.table().markers()[marker] {
            Some(place) if !planted(KernelFault::MarkerStays) => Places::of(place),
            _ => Places::default(),
        }
    }

    /// The places where the marker can stand.
    fn marker_ground(self, marker: Marker) -> Places {
        let kind = self.rules().marker(marker);
        let mut places = Places { hexes: kind.places, ..Places::default() };
        if planted(KernelFault::MarkerAnywhere) {
            places.hexes = self.rules().board.hexes();
        }
        if kind.on_tokens {
            places.spots.sites = self.table().tokens().values().iter().flatten().copied().collect();
        }
        places
    }

    /// Whether the marker can stand at such a place, whether or not it does.
    pub fn marker_fits(self, marker: Marker, place: Place) -> bool {
        self.marker_ground(marker).contains(place)
    }

    /// Where the player may move the marker.
    pub fn marker_places(self, player: Player, marker: Marker) -> Result<Places, Failure> {
        let places = self.marker_ground(marker).without(self.standing_place(marker));
        let vetoed = self.vetoed(Hook::MayMoveMarker, player, Arg::Marker(marker), places)?;
        Ok(places.without(vetoed))
    }

    /// The moves of one marker of a group.
    pub fn marker_moves(self, player: Player, group: u8) -> Result<Vec<Action>, Failure> {
        let mut moves = Vec::with_capacity(super::CAPACITY);
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

    /// The conditions of taking a card from a player, or from nobody, after a move of a marker.
    pub(super) fn check_take(
        self,
        check: &mut impl Check<'a>,
        player: Player,
        from: Option<Player>,
    ) -> Checked {
        match (from, self.table().step()) {
            (from, Step::Take(marker)) => self.check_take_by(check, player, marker, from),
            // Nobody is asked to take a card: this is what else protects the player.
            (Some(victim), Step::Act) => {
                for marker in (0..self.rules().markers.len()).map(Marker::new) {
                    if self.neighbors_of_marker(player, marker).contains(victim) {
                        self.check_protection(check, player, marker, victim)?;
                    }
                }
                Ok(())
            }
            _ => Ok(()),
        }
    }

    /// The conditions of taking a card from a player, or from nobody, by a marker.
    pub(in crate::game) fn check_take_by(
        self,
        check: &mut impl Check<'a>,
        player: Player,
        marker: Marker,
        from: Option<Player>,
    ) -> Checked {
        let Some(victim) = from else {
            return check.require(self.may_decline(marker), || Objection::MustTake(marker));
        };
        if !self.neighbors_of_marker(player, marker).contains(victim) {
            return check.object(|| Objection::NotBeside(victim, marker));
        }
        let has_cards = !self.table().seat(victim).hand().is_empty()
            || planted(KernelFault::TakesFromEmptyHands);
        check.require(has_cards, || Objection::NoCards(victim))?;
        self.check_protection(check, player, marker, victim)
    }

    /// No rule protects a player from the taker.
    fn check_protection(
        self,
        check: &mut impl Check<'a>,
        player: Player,
        marker: Marker,
        victim: Player,
    ) -> Checked {
        let args = [Arg::Player(player), Arg::Marker(marker)];
        check.vetoes(self, Hook::MayTakeFrom, victim, &args)
    }

    /// Whether the mover of the marker may take no card.
    fn may_decline(self, marker: Marker) -> bool {
        self.rules().groups[usize::from(self.rules().marker(marker).group)].may_decline
    }

    /// The choices from whom to take a card by a marker; none if nobody has one to take.
    pub fn takes(self, player: Player, marker: Marker) -> Result<Takes, Failure> {
        let mut takes = Takes::new();
        for victim in self.table().opponents(player) {
            let from = Some(victim);
            if is_met(|check| self.check_take_by(check, player, marker, from))? {
                takes.push(Action::Take { from });
            }
        }
        if self.may_decline(marker) && !takes.is_empty() {
            takes.push(Action::Take { from: None });
        }
        Ok(takes)
    }

    /// The opponents with a building where the marker stands.
    fn neighbors_of_marker(self, player: Player, marker: Marker) -> Players {
        if planted(KernelFault::TakesFromAnybody) {
            return self.opponents(player);
        }
        let sites: &[Intersection] = match &self.table().markers()[marker] {
            Some(Place::Hex(hex)) => &self.rules().board.hex(*hex).corners,
            Some(Place::Intersection(site)) => std::slice::from_ref(site),
            Some(Place::Border(_)) | None => &[],
        };
        let pieces = sites.iter().filter_map(|&site| self.table().on_sites()[site]);
        let buildings = pieces.filter(|piece| self.rules().kind(piece.kind()).is_building);
        buildings.map(Piece::owner).collect::<Players>().without(player)
    }
}
