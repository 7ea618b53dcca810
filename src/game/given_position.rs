//! Positions that are set up by hand: pieces and cards are put on the table at no cost and
//! regardless of the laws.

use std::rc::Rc;
use std::sync::Arc;

use super::effect::Effect;
use super::effect::Script;
use super::view::View;
use super::{Game, Refusal, award, flow, goods, reveal, sector, turn};
use crate::board::{Hex, Intersection, Place};
use crate::change::Change;
use crate::game::law::{marker, places};
use crate::resource::Resources;
use crate::rules::{Hook, MarkerGround, Rules};
use crate::set::Id;
use crate::table::{
    Award, HexEvent, Kind, Marker, NEUTRAL, Piece, PlaceCounter, Player, Step, Terrain, Tile,
    Token, is_number_marker,
};

/// A table without pieces, on which a position can be set up.
#[derive(Clone)]
pub struct PositionBuilder {
    effect: Box<Effect>,
}

/// The way in which a game continues from a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Start {
    /// With the placement.
    Placement,
    /// With the turn of a player, before the production roll.
    Roll(Player),
    /// In the turn of a player, after the production roll.
    Act(Player),
}

/// The reason why something cannot be put on the table.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{text}")]
pub struct InvalidPosition {
    /// The problem.
    pub text: String,
    /// A way to solve it.
    pub hint: Option<String>,
}

impl InvalidPosition {
    fn new(text: String, hint: &str) -> Self {
        Self { text, hint: (!hint.is_empty()).then(|| hint.into()) }
    }
}

impl PositionBuilder {
    /// Sets up the board, the supply and the decks for these players.
    ///
    /// # Errors
    /// When the number of players does not fit the rules, or the set-up fails.
    pub fn new(
        rules: Arc<Rules>,
        script: Rc<dyn Script>,
        names: &[String],
        seed: u64,
    ) -> Result<Self, Refusal> {
        let mut game = Game::set_up(rules, script, names, seed)?;
        if !game.rules().listeners(Hook::OnGameStart).is_empty() {
            game.run_game_start()?;
            game.give_first_answers()?;
        }
        Ok(Self { effect: game.effect })
    }

    /// A view of the position so far.
    pub fn view(&self) -> View<'_> {
        self.effect.view()
    }

    /// Puts something on the table.
    ///
    /// # Errors
    /// When the place is taken or of the wrong kind, the cards are not available, or the change is
    /// not part of a position.
    pub fn put(&mut self, change: Change) -> Result<(), InvalidPosition> {
        match change {
            Change::Built { player, kind, place } => self.check_piece(player, kind, place)?,
            Change::Moved(marker, Some(place)) => self.check_marker(marker, place)?,
            Change::Took(player, cards) => {
                self.check_supply(cards)?;
                self.check_hand(player, cards)?;
            }
            Change::PutAway(cards) => self.check_supply(cards)?,
            Change::Neutral { kind, from: None, to: Some(place) } => {
                self.check_piece(NEUTRAL, kind, place)?;
            }
            Change::Drew { card, .. } if self.effect.table().deck()[card] == 0 => {
                let name = &self.effect.rules().card(card).name;
                let text = format!("no {name} is left in the deck");
                return Err(InvalidPosition::new(text, "a position's cards come from the deck"));
            }
            Change::Number(hex, number) => self.check_number(hex, number)?,
            Change::Terrain(hex, terrain) if self.double_hex(hex).is_some() => {
                return self.swap_double_hexes(hex, terrain);
            }
            Change::Terrain(hex, terrain) => return self.lay_terrain(hex, terrain),
            Change::TokenPlaced(token, Some(intersection)) => {
                return self.swap_token(token, intersection);
            }
            Change::Received(_, good, count)
                if usize::from(count) > goods::left(self.effect.view(), good) =>
            {
                let name = &self.effect.rules().goods[good.index()].name;
                let left = goods::left(self.effect.view(), good);
                return Err(InvalidPosition::new(format!("the supply has only {left} {name}"), ""));
            }
            Change::Discovered(event, hex) => self.check_event(event, hex)?,
            Change::Affected(player, hex, intersection) => {
                self.check_affected(player, hex, intersection)?;
            }
            Change::CountedAt(counter, place, _) => self.check_counter(counter, place)?,
            Change::State { piece, place, state } => self.check_state(piece, place, state)?,
            Change::Awarded(award, Some(player)) => self.check_award(award, player)?,
            Change::Piled(player, _, cards) => {
                self.check_supply(cards)?;
                // The cards pass through the hand, but a limit of the hand does not concern them.
                self.effect.ledger.make(&Change::Took(player, cards));
            }
            Change::Opened(..)
            | Change::Port(..)
            | Change::Moved(..)
            | Change::Drew { .. }
            | Change::Turns(_)
            | Change::Received(..)
            | Change::AnsweredInAdvance(..)
            | Change::Counted(..)
            | Change::MarkedPlayers(..)
            | Change::MarkedHex(..)
            | Change::Dealt(_)
            | Change::EventDie(_)
            | Change::Gained(..) => {}
            Change::Played { player, card, .. } if self.effect.table().held(player)[card] > 0 => {}
            _ => return Err(InvalidPosition::new("this cannot be part of a position".into(), "")),
        }
        self.effect.make(change);
        Ok(())
    }

    /// Checks that the table entitles a player to an award.
    fn check_award(&self, award: Award, player: Player) -> Result<(), InvalidPosition> {
        let mut tried = self.effect.clone();
        tried.make(Change::Awarded(award, Some(player)));
        let holder = award::rightful_holder(tried.view(), award).map_err(|failure| {
            InvalidPosition::new(failure.message.clone(), &format!("see {}", failure.origin))
        })?;
        if holder == Some(player) {
            return Ok(());
        }
        let name = &self.effect.rules().award(award).name;
        let holder = holder.map_or("nobody", |holder| self.effect.view().name(holder));
        let text = format!("{} cannot have {name}", self.effect.view().name(player));
        Err(InvalidPosition::new(text, &format!("in this position, {holder} has it")))
    }

    /// Checks that an event is put on a hex of its terrain, and that the hex has no other event.
    fn check_event(&self, event: HexEvent, hex: Hex) -> Result<(), InvalidPosition> {
        let (rules, table) = (self.effect.rules(), self.effect.table());
        let (kind, at) = (rules.hex_event(event), rules.board.hex_name(hex));
        if table.terrain()[hex] != kind.terrain {
            let terrain = &rules.terrain(kind.terrain).name;
            let text = format!("`{at}` is not {terrain}, the terrain of {}", kind.name);
            let hexes = rules.board.hexes().iter().filter(|&h| table.terrain()[h] == kind.terrain);
            let names: Vec<String> = hexes.map(|hex| rules.board.hex_name(hex)).collect();
            return Err(InvalidPosition::new(text, &format!("{terrain}: {}", names.join(", "))));
        }
        if table.event_at(hex).is_some() || table.events().any(|found| found.event == event) {
            let text = format!(
                "{} has already been discovered, or `{at}` already has an event",
                kind.name
            );
            return Err(InvalidPosition::new(
                text,
                "each hex has at most one event, and each event is on at most one hex",
            ));
        }
        Ok(())
    }

    /// Checks that an event affects only one building of a player, and that the building is beside
    /// the event's hex.
    fn check_affected(
        &self,
        player: Player,
        hex: Hex,
        intersection: Intersection,
    ) -> Result<(), InvalidPosition> {
        let (rules, table) = (self.effect.rules(), self.effect.table());
        let at = rules.board.intersection_name(intersection);
        if !rules.board.intersection(intersection).hexes.contains(hex) {
            let text = format!("`{at}` is not next to `{}`", rules.board.hex_name(hex));
            return Err(InvalidPosition::new(text, "an event affects buildings next to its hex"));
        }
        let taken =
            table.event_at(hex).is_some_and(|found| found.affects[player.index()].is_some());
        if taken {
            let text = format!(
                "the event already affects a building of {}",
                self.effect.view().name(player)
            );
            return Err(InvalidPosition::new(
                text,
                "an event affects at most one building of each player",
            ));
        }
        Ok(())
    }

    fn double_hex(&self, hex: Hex) -> Option<Vec<Hex>> {
        let places = &self.effect.rules().setup.double_hexes.places;
        places.iter().find(|hexes| hexes.contains(&hex)).cloned()
    }

    /// Swaps a double-hex and its tokens with the double-hex that has this terrain.
    fn swap_double_hexes(&mut self, hex: Hex, terrain: Terrain) -> Result<(), InvalidPosition> {
        let rules = Arc::clone(self.effect.rules());
        let doubles = &rules.setup.double_hexes;
        let here = self.double_hex(hex).expect("the hex is half of a double-hex");
        let shown = self.effect.table().terrain()[hex];
        if shown == terrain {
            return Ok(());
        }
        let shows = |hexes: &&Vec<Hex>| self.effect.table().terrain()[hexes[0]] == terrain;
        let Some(there) = doubles.places.iter().find(shows).cloned() else {
            let at = rules.board.hex_name(hex);
            let text = format!(
                "`{at}` is half of a double-hex and cannot be {}",
                rules.terrain(terrain).name
            );
            let mut kinds: Vec<&str> = Vec::new();
            for kind in doubles.kinds.iter().map(|&kind| rules.terrain(kind).name.as_str()) {
                if !kinds.contains(&kind) {
                    kinds.push(kind);
                }
            }
            return Err(InvalidPosition::new(
                text,
                &format!("double-hexes can be {}", kinds.join(", ")),
            ));
        };
        let mut moved = Vec::new();
        for outpost in [shown, terrain] {
            for (number, intersection) in
                sector::outpost_intersections(self.effect.view(), outpost).into_iter().enumerate()
            {
                let all = (0..rules.tokens.len()).map(Token::new);
                let lies =
                    |token: &Token| self.effect.table().tokens()[*token] == Some(intersection);
                moved.extend(all.into_iter().find(lies).map(|token| (token, outpost, number)));
            }
        }
        for (hexes, terrain) in [(here, terrain), (there, shown)] {
            for hex in hexes {
                self.effect.lay_terrain(hex, terrain);
            }
        }
        for (token, outpost, number) in moved {
            let intersection =
                sector::outpost_intersections(self.effect.view(), outpost).get(number).copied();
            self.effect.make(Change::TokenPlaced(token, intersection));
        }
        Ok(())
    }

    /// Checks that terrain of double-hexes is not put elsewhere.
    /// Lays the terrain of a hex.
    fn lay_terrain(&mut self, hex: Hex, terrain: Terrain) -> Result<(), InvalidPosition> {
        let doubles = &self.effect.rules().setup.double_hexes;
        if !doubles.kinds.contains(&terrain) {
            self.take_out(hex, Tile::Terrain(terrain))?;
            self.effect.lay_terrain(hex, terrain);
            return Ok(());
        }
        let (rules, board) = (self.effect.rules(), &self.effect.rules().board);
        let text = format!("`{}` cannot be {}", board.hex_name(hex), rules.terrain(terrain).name);
        let halves = doubles.places.iter().flatten().map(|&hex| board.hex_name(hex));
        let halves = halves.collect::<Vec<_>>().join(", ");
        Err(InvalidPosition::new(text, &format!("double-hexes are at {halves}")))
    }

    /// Takes what a position reveals out of the pool of a hidden hex.
    fn take_out(&mut self, hex: Hex, tile: Tile) -> Result<(), InvalidPosition> {
        if reveal::take_out(&mut self.effect, hex, tile) {
            return Ok(());
        }
        let rules = self.effect.rules();
        let what = match tile {
            Tile::Terrain(terrain) => rules.terrain(terrain).name.clone(),
            Tile::Number(number) => number.to_string(),
        };
        let text = format!("no {what} is left in the pool of `{}`", rules.board.hex_name(hex));
        Err(InvalidPosition::new(text, "hidden hexes take terrain and numbers from their pool"))
    }

    /// Puts a token at an intersection of its outpost. If another token is already there, the two
    /// tokens swap places.
    fn swap_token(
        &mut self,
        token: Token,
        intersection: Intersection,
    ) -> Result<(), InvalidPosition> {
        let kind = self.effect.rules().token(token).clone();
        if !sector::outpost_intersections(self.effect.view(), kind.outpost).contains(&intersection)
        {
            let outpost = &self.effect.rules().terrain(kind.outpost).name;
            let at = self.effect.rules().board.intersection_name(intersection);
            let text = format!("{} does not belong at `{at}`", kind.name);
            let intersections = sector::outpost_intersections(self.effect.view(), kind.outpost);
            let names = intersections
                .iter()
                .map(|&intersection| self.effect.rules().board.intersection_name(intersection));
            let names = names.collect::<Vec<_>>().join(", ");
            return Err(InvalidPosition::new(
                text,
                &format!("the intersections of the {outpost} are {names}"),
            ));
        }
        let before = self.effect.table().tokens()[token];
        let there = (0..self.effect.rules().tokens.len()).map(Token::new);
        let there = there
            .into_iter()
            .find(|&other| self.effect.table().tokens()[other] == Some(intersection));
        if let Some(other) = there.filter(|&other| other != token) {
            self.effect.make(Change::TokenPlaced(other, before));
        }
        self.effect.make(Change::TokenPlaced(token, Some(intersection)));
        Ok(())
    }

    /// Starts the game: gives the awards and begins the placement or a turn.
    pub fn begin(mut self, start: Start) -> Result<Game, Refusal> {
        award::update_awards(&mut self.effect, |_| true)?;
        match start {
            Start::Placement => flow::next_placement(&mut self.effect, 0)?,
            Start::Roll(player) | Start::Act(player) => turn::begin_turn(&mut self.effect, player),
        }
        if matches!(start, Start::Act(_)) && self.effect.table().step() == Step::Roll {
            self.effect.make(Change::Step(Step::Act));
        }
        let mut game = Game::at(self.effect);
        game.settle(true)?;
        Ok(game)
    }

    fn check_piece(&self, player: Player, kind: Kind, place: Place) -> Result<(), InvalidPosition> {
        let rules = self.effect.rules();
        if let Some((text, hint)) = places::misfit(self.effect.view(), kind, place) {
            return Err(InvalidPosition::new(text, &hint));
        }
        let (piece, there) = (rules.kind(kind), self.effect.table().piece(place));
        let is_replaced = |there: Piece| {
            there.owner() == player && (piece.replaces | piece.converts).contains(there.kind())
        };
        if let Some(there) = there.filter(|there| !is_replaced(*there)) {
            let text = places::occupied(self.effect.view(), place, there);
            return Err(InvalidPosition::new(text, "choose an empty place"));
        }
        if let Some(text) = places::wrong_owner(self.effect.view(), player, kind) {
            let hint = if piece.neutral {
                format!("write `given {} at …`", piece.name)
            } else {
                String::new()
            };
            return Err(InvalidPosition::new(text, &hint));
        }
        if piece.neutral {
            return Ok(());
        }
        let returns = there.is_some_and(|there| piece.returned().contains(there.kind()));
        if places::supply_of(self.effect.view(), player, kind) == 0 && !returns {
            let whose = self.effect.view().name(player);
            let text = format!("{whose} has only {} {}", piece.each, piece.name);
            return Err(InvalidPosition::new(text, ""));
        }
        Ok(())
    }

    /// Checks that a counter of pieces is at a piece.
    fn check_counter(&self, counter: PlaceCounter, place: Place) -> Result<(), InvalidPosition> {
        if !counter.is_of_pieces() || self.effect.table().piece(place).is_some() {
            return Ok(());
        }
        let text =
            format!("there is no piece at `{}`", self.effect.rules().board.place_name(place));
        Err(InvalidPosition::new(text, "put the piece there first"))
    }

    /// Checks that a piece is at a place, and that its kind has a state with this index.
    fn check_state(&self, piece: Piece, place: Place, state: u8) -> Result<(), InvalidPosition> {
        let states = &self.effect.rules().kind(piece.kind()).states;
        if self.effect.table().piece(place) == Some(piece) && usize::from(state) < states.len() {
            return Ok(());
        }
        let name = self.effect.rules().board.place_name(place);
        let text = format!("there is no piece with this state at `{name}`");
        Err(InvalidPosition::new(text, "put the piece there first"))
    }

    fn check_marker(&self, marker: Marker, place: Place) -> Result<(), InvalidPosition> {
        if marker::marker_fits(self.effect.view(), marker, place) {
            return Ok(());
        }
        let kind = self.effect.rules().marker(marker);
        let name = self.effect.rules().board.place_name(place);
        let text = format!("the {} cannot be placed at `{name}`", kind.name);
        let hint = if kind.on == MarkerGround::Tokens {
            "it is placed at intersections with a token, written like `C4.n`"
        } else {
            "it is placed on hexes, written like `C4`"
        };
        Err(InvalidPosition::new(text, hint))
    }

    /// Requires that a hand can have these cards as well.
    fn check_hand(&self, player: Player, cards: Resources) -> Result<(), InvalidPosition> {
        let rules = self.effect.rules();
        let Some(most) = rules.classes.most_in_hand else { return Ok(()) };
        let excess = (self.effect.table().seat(player).hand() + cards).less(most);
        let Some(kind) = excess.kinds().next() else { return Ok(()) };
        let (most, name) = (most.get(kind), &rules.resources[kind.index()].name);
        let text = format!("{} can have at most {most} {name}", self.effect.view().name(player));
        Err(InvalidPosition::new(text, "the class of the resource has `most_in_hand`"))
    }

    fn check_supply(&self, cards: Resources) -> Result<(), InvalidPosition> {
        let missing = cards.less(self.effect.table().supply());
        if missing.is_empty() {
            return Ok(());
        }
        let left = self.effect.rules().bag(cards.common(self.effect.table().supply()));
        let text = format!(
            "the supply has {left}, but the position needs {}",
            self.effect.rules().bag(cards)
        );
        Err(InvalidPosition::new(text, "a position's cards come from the supply"))
    }

    fn check_number(&mut self, hex: Hex, number: u8) -> Result<(), InvalidPosition> {
        let terrain = self.effect.rules().terrain(self.effect.table().terrain()[hex]);
        let text = match number {
            0 => return Ok(()),
            _ if !is_number_marker(number) => format!("there is no number marker {number}"),
            _ if terrain.numbered => return self.take_out(hex, Tile::Number(number)),
            _ => format!("hexes of terrain `{}` have no number marker", terrain.name),
        };
        Err(InvalidPosition::new(
            text,
            "number markers show 2 to 12, except 7, and hexes that produce nothing usually have none",
        ))
    }
}
