//! Verbs: what a rule's effect may do. Each checks, makes its changes and lets others hear.
//!
//! A verb that a script cannot carry out as it is written fails the rule; what the rules call
//! "as far as possible" goes as far as the cards reach.

use super::question::Halt;
use super::work::{Outcome, Work};
use crate::action::{Action, Choice};
use crate::board::{Border, Hex, Place};
use crate::change::Change;
use crate::resource::{Resource, Resources};
use crate::rules::{Cost, Failure};
use crate::set::Set;
use crate::table::{Counter, Kind, Marker, Piece, Player, Players, THEFT, Terrain};

impl Work {
    /// Takes cards from the supply as far as it has them; answers what was taken.
    ///
    /// # Errors
    /// When the run has halted.
    pub fn take(&mut self, player: Player, cards: Resources) -> Result<Resources, Halt> {
        self.live()?;
        let taken = cards.common(self.table.supply);
        if !taken.is_empty() {
            self.make(Change::Took(player, taken));
        }
        Ok(taken)
    }

    /// Lets the player choose cards of the supply: so many of any kinds, or all of one kind.
    ///
    /// # Errors
    /// When the run has halted.
    pub fn take_chosen(&mut self, player: Player, cost: Cost, prompt: &str) -> Result<(), Halt> {
        self.live()?;
        self.take(player, cost.fixed)?;
        if cost.same > 0 {
            let kinds: Vec<Resource> = self.table.supply.kinds().collect();
            if let Some(kind) = self.choose_resource(player, prompt, &kinds, false)? {
                self.take(player, Resources::of(kind, usize::from(cost.same)))?;
            }
        }
        for _ in 0..cost.any {
            let kinds: Vec<Resource> = self.table.supply.kinds().collect();
            if let Some(kind) = self.choose_resource(player, prompt, &kinds, false)? {
                self.take(player, Resources::of(kind, 1))?;
            }
        }
        Ok(())
    }

    /// Pays cards to the supply as far as the hand has them; answers what was paid.
    ///
    /// # Errors
    /// When the run has halted.
    pub fn lose(&mut self, player: Player, cards: Resources) -> Result<Resources, Halt> {
        self.live()?;
        let paid = cards.common(self.table.seat(player).hand);
        if !paid.is_empty() {
            self.make(Change::Paid(player, paid));
        }
        Ok(paid)
    }

    /// Hands cards to another player as far as the hand has them; answers what was given.
    ///
    /// # Errors
    /// When the run has halted.
    pub fn give(&mut self, from: Player, to: Player, cards: Resources) -> Result<Resources, Halt> {
        self.live()?;
        let cards = cards.common(self.table.seat(from).hand);
        if from != to && !cards.is_empty() {
            self.make(Change::Gave { from, to, cards });
        }
        Ok(cards)
    }

    /// Lets players choose so many cards of their hands, all at once, and hand them to another;
    /// answers how many were given.
    ///
    /// # Errors
    /// When the run has halted.
    pub fn give_chosen(
        &mut self,
        from: &[Player],
        to: Player,
        count: usize,
    ) -> Result<usize, Halt> {
        self.live()?;
        let prompt = format!("Give which card to {}?", self.name(to));
        let mut chosen = vec![Resources::NONE; from.len()];
        for _ in 0..count {
            let options = |(&giver, chosen): (&Player, &Resources)| {
                let rest = self.table.seat(giver).hand.less(*chosen);
                let options = rest.kinds().map(Choice::Card).map(Action::Choose);
                (giver, options.collect::<Vec<_>>())
            };
            let asked = from.iter().zip(&chosen).map(options).collect();
            for (answer, chosen) in self.ask_each(&prompt, asked)?.into_iter().zip(&mut chosen) {
                if let Some(Action::Choose(Choice::Card(kind))) = answer {
                    *chosen += Resources::of(kind, 1);
                }
            }
        }
        let mut given = 0;
        for (&giver, chosen) in from.iter().zip(chosen) {
            given += self.give(giver, to, chosen)?.total();
        }
        Ok(given)
    }

    /// Takes random cards from a hand, as far as it has them.
    ///
    /// # Errors
    /// When the run has halted.
    pub fn take_random(&mut self, by: Player, from: Player, count: usize) -> Result<(), Halt> {
        self.live()?;
        for _ in 0..count {
            self.steal(by, from).map_err(|failure| self.adopt(failure))?;
        }
        Ok(())
    }

    /// Pays random cards of a hand to the supply, as far as it has them.
    ///
    /// # Errors
    /// When the run has halted, or a written card is not in the hand.
    pub fn lose_random(&mut self, player: Player, count: usize) -> Result<(), Halt> {
        self.live()?;
        for _ in 0..count.min(self.table.seat(player).hand.total()) {
            let card = self.draw_from_hand(player).map_err(|failure| self.adopt(failure))?;
            self.make(Change::Drawn(u8::try_from(THEFT).expect("few streams")));
            self.make(Change::Paid(player, Resources::of(card, 1)));
        }
        Ok(())
    }

    /// Lets the player move one marker of a group and take a card as its declaration says.
    ///
    /// # Errors
    /// When the run has halted.
    pub fn move_marker_of(&mut self, player: Player, group: u8) -> Result<(), Halt> {
        self.live()?;
        let moves = self.marker_moves(player, group).map_err(|failure| self.adopt(failure))?;
        if let Some(Action::Move { marker, place }) =
            self.ask(player, "move which marker, and where?", moves)?
        {
            self.move_of_group(player, marker, place);
            self.take_by_marker(player, marker)?;
        }
        Ok(())
    }

    /// Lets the player take from a neighbour of the marker what its declaration says.
    ///
    /// # Errors
    /// When the run has halted.
    pub fn take_by_marker(&mut self, player: Player, marker: Marker) -> Result<(), Halt> {
        self.live()?;
        let takes = self.takes(player, marker).map_err(|failure| self.adopt(failure))?;
        if let Some(Action::Take { from: Some(victim) }) =
            self.ask(player, "take a card from whom?", takes)?
        {
            self.take_random(player, victim, usize::from(self.rules.marker(marker).takes))?;
        }
        Ok(())
    }

    /// Moves a marker to a place, or off the board.
    ///
    /// # Errors
    /// When the run has halted.
    pub fn send_marker(
        &mut self,
        player: Player,
        marker: Marker,
        place: Option<Place>,
    ) -> Result<(), Halt> {
        self.live()?;
        if self.table.markers[marker] != place {
            self.move_marker(player, marker, place);
        }
        Ok(())
    }

    /// Lets the player build one piece of these kinds for nothing; answers whether one was built.
    ///
    /// # Errors
    /// When the run has halted.
    pub fn build_free(&mut self, player: Player, kinds: Set<Kind>) -> Result<bool, Halt> {
        self.live()?;
        let builds = self.free_builds(player, kinds).map_err(|failure| self.adopt(failure))?;
        let Some(Action::Build { kind, place, .. }) =
            self.ask(player, "build what for nothing?", builds)?
        else {
            return Ok(false);
        };
        self.build(player, kind, place, false).map_err(|failure| self.adopt(failure))?;
        Ok(true)
    }

    /// Takes pieces off the board, all at once; awards are judged afterwards.
    ///
    /// # Errors
    /// When the run has halted.
    pub fn remove_pieces(&mut self, places: &[Place]) -> Result<(), Halt> {
        self.live()?;
        for &place in places {
            if let Some(piece) = self.table.piece(place) {
                self.make(Change::Removed { player: piece.owner(), kind: piece.kind(), place });
            }
        }
        self.judge_board().map_err(|failure| self.adopt(failure))
    }

    /// Moves a piece to another place; awards are judged once, afterwards.
    ///
    /// # Errors
    /// When the run has halted, no piece stands there, or the place is taken or of another sort.
    pub fn shift_piece(&mut self, from: Place, to: Place) -> Result<(), Halt> {
        self.live()?;
        let same_sort = std::mem::discriminant(&from) == std::mem::discriminant(&to);
        let Some(piece) =
            self.table.piece(from).filter(|_| same_sort && self.table.piece(to).is_none())
        else {
            let (from, to) = (self.rules.board.place_name(from), self.rules.board.place_name(to));
            return Err(self.fail(&format!("no piece can move from `{from}` to `{to}`"), None));
        };
        self.make(Change::Shifted { player: piece.owner(), kind: piece.kind(), from, to });
        self.judge_board().map_err(|failure| self.adopt(failure))
    }

    /// Where a piece could be built if it did not stand where it stands.
    ///
    /// # Errors
    /// When a rule fails.
    pub fn places_once_lifted(
        &self,
        player: Player,
        kind: Kind,
        from: Place,
    ) -> Result<Vec<Place>, Failure> {
        let mut lifted = self.clone();
        lifted.make(Change::Removed { player, kind, place: from });
        let mut places = lifted.places(player, kind)?;
        places.retain(|&place| place != from);
        Ok(places)
    }

    /// Changes the number marker of a hex, or takes it away.
    ///
    /// # Errors
    /// When the run has halted, or the number is none of a marker.
    pub fn set_number(&mut self, hex: Hex, number: i64) -> Result<(), Halt> {
        self.live()?;
        match u8::try_from(number) {
            Ok(number @ (0 | 2..=6 | 8..=12)) => {
                if self.table.numbers[hex] != number {
                    self.make(Change::Number(hex, number));
                }
                Ok(())
            }
            _ => Err(self.fail(
                &format!("{number} is no number marker"),
                Some("markers go from 2 to 12, without 7"),
            )),
        }
    }

    /// Turns a hex into another terrain; one that yields nothing loses its number marker.
    ///
    /// # Errors
    /// When the run has halted.
    pub fn set_terrain(&mut self, hex: Hex, terrain: Terrain) -> Result<(), Halt> {
        self.live()?;
        self.make(Change::Terrain(hex, terrain));
        if self.rules.terrain(terrain).yields.is_none() {
            self.set_number(hex, 0)?;
        }
        Ok(())
    }

    /// Gives a player points for good.
    ///
    /// # Errors
    /// When the run has halted, or there are too many.
    pub fn gain_points(&mut self, player: Player, points: i64) -> Result<(), Halt> {
        self.live()?;
        match i8::try_from(points) {
            Ok(points) if i8::checked_add(self.table.seat(player).gained, points).is_some() => {
                self.make(Change::Gained(player, points));
                Ok(())
            }
            _ => Err(self.fail(&format!("{points} points are too many"), None)),
        }
    }

    /// Marks players for a player, or takes the marks away.
    ///
    /// # Errors
    /// When the run has halted.
    pub fn mark_for(
        &mut self,
        mark: usize,
        player: Player,
        marked: Players,
        on: bool,
    ) -> Result<(), Halt> {
        self.live()?;
        let place = self.rules.marks[mark].first.of(player);
        let now = self.table.marks[place];
        let then = if on { now | marked } else { now - marked };
        if then != now {
            self.make(Change::Marked(place, then));
        }
        Ok(())
    }

    /// Sets a counter.
    ///
    /// # Errors
    /// When the run has halted, or the number is too large.
    pub fn count(&mut self, counter: Counter, value: i64) -> Result<(), Halt> {
        self.live()?;
        let Ok(value) = i16::try_from(value) else {
            return Err(self.fail(&format!("{value} is more than a counter holds"), None));
        };
        if self.table.counters[counter] != value {
            self.make(Change::Counted(counter, value));
        }
        Ok(())
    }

    /// Draws a number below `bound` from the running rule's own stream.
    ///
    /// # Errors
    /// When the run has halted, or the rule declares no chance.
    pub fn random(&mut self, bound: i64) -> Result<usize, Halt> {
        self.live()?;
        let stream = self.cause.and_then(|cause| self.rules.rule(cause.rule).stream);
        let Some((stream, _)) = stream else {
            return Err(self.fail(
                "the rule draws, but does not say so",
                Some("write `const RANDOM = true;`"),
            ));
        };
        let Some(bound) = usize::try_from(bound).ok().filter(|bound| (1..=255).contains(bound))
        else {
            return Err(self.fail("a draw is from 1 to 255 things", None));
        };
        if let Some(written) = self.written.pop_front() {
            return match written {
                Outcome::Number(number) if usize::from(number) < bound => {
                    self.make(Change::Drawn(stream));
                    Ok(usize::from(number))
                }
                _ => Err(self.fail("the written result is not among what is drawn from", None)),
            };
        }
        Ok(self.draw(usize::from(stream), bound))
    }

    /// Whether the piece on a border is open-ended: at one of its ends nothing of its owner's
    /// goes on, neither a piece that it joins on the intersection nor one on another border.
    pub fn is_open_ended(&self, line: Border) -> bool {
        let Some(piece) = self.table.on_lines[line] else { return false };
        let board = &self.rules.board;
        let joins = self.rules.kind(piece.kind()).joins;
        let goes_on = |other: Option<Piece>| {
            other
                .is_some_and(|other| other.owner() == piece.owner() && joins.contains(other.kind()))
        };
        board.border(line).ends.iter().any(|&end| {
            let others = board.intersection(end).borders - Set::of(line);
            !goes_on(self.table.on_sites[end])
                && !others.iter().any(|other| goes_on(self.table.on_lines[other]))
        })
    }

    /// What an interrupted verb leaves to the script: a failure of another rule is its own now.
    pub(crate) fn adopt(&mut self, failure: Failure) -> Halt {
        self.run.failure.get_or_insert(failure);
        Halt
    }
}
