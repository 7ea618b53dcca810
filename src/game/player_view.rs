//! The game as a player or a spectator may see it.
//!
//! A [`PlayerView`] gives access to all public information, the viewer's own hand and cards, and
//! the numbers of the other players' cards. It gives no access to hidden information.

mod redealt;
mod sample;

pub use redealt::{Redealt, Trial};

use super::Game;
use super::{award, guard, law, markers, ownership, route};
use crate::action::Action;
use crate::board::{Border, Hex, Intersection, PiecePlaces, Place, Shore};
use crate::game::law::{places, terms};
use crate::resource::Resources;
use crate::rules::{
    Cost, CounterKind, Failure, Hook, PlaceCounterKind, RuleId, Rules, TurnOption, Way,
};
use crate::set::{Id, Set};
use crate::table::{
    Ability, AdvanceAnswer, Answerable, Award, Card, Deck, Goods, Kind, Marker, Offer,
    OpenHexEvent, Piece, PlaceCounter, Player, Players, Port, Step, Table, Terrain, Token,
};

/// The game as one player sees it, or as a spectator does if `viewer` is `None`.
#[derive(Clone, Copy)]
pub struct PlayerView<'a> {
    game: &'a Game,
    viewer: Option<Player>,
}

impl Game {
    /// The game as a player or a spectator sees it.
    pub fn player_view(&self, viewer: Option<Player>) -> PlayerView<'_> {
        PlayerView { game: self, viewer }
    }
}

impl<'a> PlayerView<'a> {
    fn table(&self) -> &'a Table {
        self.game.table()
    }

    /// The whole game, for parsing and printing texts about it. Players' decisions must not use it.
    pub(crate) fn game(&self) -> &'a Game {
        self.game
    }

    /// The rules, which are public.
    pub fn rules(&self) -> &'a Rules {
        self.game.rules()
    }

    /// Land and water.
    pub fn shore(&self) -> &'a Shore {
        self.table().shore(&self.rules().board)
    }

    /// The player who sees the game; `None` for a spectator.
    pub fn viewer(&self) -> Option<Player> {
        self.viewer
    }

    /// The viewer's own hand; a spectator has none.
    pub fn hand(&self) -> Resources {
        self.viewer.map_or(Resources::NONE, |player| self.table().seat(player).hand())
    }

    /// The number of cards of a kind that the viewer has.
    pub fn held(&self, card: Card) -> u8 {
        self.viewer.map_or(0, |player| self.table().held(player)[card])
    }

    /// The number of a player's resource cards.
    pub fn hand_size(&self, player: Player) -> usize {
        self.table().seat(player).hand().total()
    }

    /// The number of cards from decks that a player has not played.
    pub fn cards_held(&self, player: Player) -> usize {
        usize::from(self.table().held_total()[player])
    }

    /// The number of cards of a kind that a player has played.
    pub fn played(&self, player: Player, card: Card) -> u8 {
        self.table().played(player)[card]
    }

    /// A player's points, without those hidden from the viewer. The winner's hidden points are
    /// included.
    pub fn points(&self, player: Player) -> Result<i64, Failure> {
        let shown = self.viewer == Some(player) || self.winner() == Some(player);
        let hidden = if shown { award::hidden_points(self.game.view(), player) } else { 0 };
        Ok(award::open_points(self.game.view(), player)? + hidden)
    }

    /// The points that a player needs to win.
    pub fn goal(&self, player: Player) -> Result<i64, Failure> {
        award::goal(self.game.view(), player)
    }

    /// All players.
    pub fn everybody(&self) -> Players {
        self.table().everybody()
    }

    /// The opponents of a player, clockwise.
    pub fn opponents(&self, player: Player) -> impl Iterator<Item = Player> + use<> {
        self.table().opponents(player)
    }

    /// The name of a player.
    pub fn name(&self, player: Player) -> &'a str {
        self.game.view().name(player)
    }

    /// The current player.
    pub fn in_turn(&self) -> Player {
        self.table().in_turn()
    }

    /// The number of turns that have begun.
    pub fn turn(&self) -> u16 {
        self.table().turn()
    }

    /// The current step of the turn.
    pub fn step(&self) -> Step {
        self.table().step()
    }

    /// The resource cards of the general supply.
    pub fn supply(&self) -> Resources {
        self.table().supply()
    }

    /// The open offer.
    pub fn offer(&self) -> &'a Offer {
        self.table().offer()
    }

    /// The terrain of a hex.
    pub fn terrain(&self, hex: Hex) -> Terrain {
        self.table().terrain()[hex]
    }

    /// The number marker of a hex, 0 for none.
    pub fn number(&self, hex: Hex) -> u8 {
        self.table().numbers()[hex]
    }

    /// The ports with their borders.
    pub fn ports(&self) -> impl Iterator<Item = (Border, Port)> + use<'a> {
        self.table().placed_ports()
    }

    /// The place of a marker.
    pub fn marker(&self, marker: Marker) -> Option<Place> {
        self.table().markers()[marker]
    }

    /// The marker that is at a place, or governs it.
    pub fn marker_at(&self, place: Place) -> Option<Marker> {
        markers::marker_at(self.game.view(), place)
    }

    /// The token at an intersection.
    pub fn token_at(&self, intersection: Intersection) -> Option<Token> {
        let tokens = (0..self.rules().tokens.len()).map(Token::new);
        tokens.into_iter().find(|&token| self.token(token) == Some(intersection))
    }

    /// The open events, in the order of their discovery.
    pub fn events(&self) -> impl Iterator<Item = &'a OpenHexEvent> + use<'a> {
        self.table().events()
    }

    /// The intersection of a token.
    pub fn token(&self, token: Token) -> Option<Intersection> {
        self.table().tokens()[token]
    }

    /// Whether a player has access to a token.
    pub fn has_access(&self, player: Player, token: Token) -> bool {
        self.table().seat(player).access().contains(token)
    }

    /// The number of these goods that a player owns.
    pub fn goods(&self, player: Player, good: Goods) -> u8 {
        self.table().seat(player).goods()[good]
    }

    /// The numbers of a counter of players, or of the game, for a player.
    pub fn count(&self, kind: &CounterKind, player: Player) -> i16 {
        self.table().counters()[if kind.by_player { kind.first.of(player) } else { kind.first }]
    }

    /// The numbers other than 0 of a counter of hexes, places or pieces.
    pub fn counts(&self, kind: &PlaceCounterKind) -> impl Iterator<Item = (Place, i16)> {
        self.table().counts_of(kind.counter)
    }

    /// The players who are marked on behalf of a player. `mark` is the index of the mark in the
    /// rules.
    pub fn marked(&self, mark: usize, player: Player) -> Players {
        ownership::marked(self.game.view(), mark, player)
    }

    /// The viewer's advance answer to a rule's offer.
    pub fn advance_answer(&self, answerable: Answerable) -> Option<AdvanceAnswer> {
        self.viewer.map(|player| self.table().seat(player).advance_answer(answerable))
    }

    /// The piece at a place.
    pub fn piece(&self, place: Place) -> Option<Piece> {
        self.table().piece(place)
    }

    /// The name of a piece at a place, after the name of its state unless it is in the first one.
    pub fn piece_name(&self, piece: Piece, place: Place) -> String {
        self.rules().kind(piece.kind()).name_in(self.table().state_at(place))
    }

    /// The places of the pieces that are not in their first state, with the names of the states.
    pub fn states(&self) -> impl Iterator<Item = (Place, &str)> {
        let named = |(place, _)| {
            let kind = self.rules().kind(self.piece(place)?.kind());
            Some((place, kind.states.get(usize::from(self.table().state_at(place)))?.as_str()))
        };
        self.table().counts_of(PlaceCounter::STATE).filter_map(named)
    }

    /// The intersections with a player's pieces.
    pub fn intersections(&self, player: Player) -> Set<Intersection> {
        self.table().seat(player).intersections()
    }

    /// The borders with a player's pieces.
    pub fn borders(&self, player: Player) -> Set<Border> {
        self.table().seat(player).borders()
    }

    /// The number of a player's pieces of a kind on the board.
    pub fn pieces(&self, player: Player, kind: Kind) -> u8 {
        self.table().seat(player).pieces()[kind]
    }

    /// The number of pieces of a kind left in a player's supply.
    pub fn supply_of(&self, player: Player, kind: Kind) -> u8 {
        places::supply_of(self.game.view(), player, kind)
    }

    /// Whether a player has a building at a port of this kind.
    pub fn has_port(&self, player: Player, port: Port) -> bool {
        ownership::ports(self.game.view(), player) & port.bit() != 0
    }

    /// The winner, once the game is over.
    pub fn winner(&self) -> Option<Player> {
        self.table().winner()
    }

    /// The owner of an award.
    pub fn award(&self, award: Award) -> Option<Player> {
        self.table().awards()[award]
    }

    /// The number of cards left in all decks.
    pub fn deck_size(&self) -> usize {
        self.table().deck().total()
    }

    /// The number of cards left in a deck.
    pub fn cards_left(&self, deck: Deck) -> usize {
        terms::cards_left(self.game.view(), deck)
    }

    /// The places where laws and vetoes allow a player to build a piece of the kind now.
    pub fn places(&self, player: Player, kind: Kind) -> Result<PiecePlaces, Failure> {
        places::places(self.game.view(), player, kind)
    }

    /// The prices of a variant of an ability for a player, of which one has to be paid.
    ///
    /// # Errors
    /// When a rule that computes the price fails.
    pub fn costs_of_use(
        &self,
        player: Player,
        ability: Ability,
        variant: u8,
    ) -> Result<Vec<Cost>, Failure> {
        let kind = &self.rules().abilities[ability.index()];
        Ok(terms::costs_of_use(self.game.view(), player, kind, variant)?.to_vec())
    }

    /// The length of a player's longest trail over pieces of these kinds.
    pub fn longest_trail(&self, player: Player, kinds: Set<Kind>) -> u8 {
        route::longest_trail(self.game.rules(), self.game.table(), player, kinds)
    }

    /// The length that a player's longest trail would have with one more piece.
    pub fn longest_trail_with(
        &self,
        player: Player,
        kinds: Set<Kind>,
        added: (Kind, Border),
    ) -> u8 {
        route::longest_trail_with(self.game.rules(), self.game.table(), player, kinds, added)
    }

    /// The intersections at which opponents' pieces end the player's routes.
    pub fn blocked(&self, player: Player) -> Set<Intersection> {
        route::blocked(self.game.rules(), self.game.table(), player)
    }

    /// The opponents to whom no rule forbids the viewer to make an offer.
    pub fn trade_partners(&self) -> Players {
        let partners = |player| law::trade_partners(self.game.view(), player);
        self.viewer.map(partners).unwrap_or_default()
    }

    /// Whether the viewer may make this offer to these players.
    pub fn may_offer(&self, give: Resources, get: Resources, to: Players) -> bool {
        self.viewer.is_some_and(|player| law::may_offer(self.game.view(), player, give, get, to))
    }

    /// The viewer's legal actions, without offers.
    ///
    /// # Errors
    /// When a rule fails.
    pub fn legal_actions(&self) -> Result<Vec<Action>, Failure> {
        self.viewer.map_or(Ok(Vec::new()), |player| self.game.legal_actions(player))
    }

    /// The options of the viewer's turn that are not legal only because the viewer cannot pay for
    /// them. None while a question is open, or if the viewer is not to act in a turn.
    pub fn unaffordable(&self) -> Result<Vec<TurnOption>, Failure> {
        let Some(player) = self.viewer.filter(|_| self.game.question().is_none()) else {
            return Ok(Vec::new());
        };
        law::list::unaffordable(self.game.view(), player)
    }

    /// Whether the viewer owns a rule, so that it applies to the viewer now.
    pub fn owns(&self, rule: RuleId) -> bool {
        let ownership = self.rules().rule(rule).ownership;
        self.viewer.is_some_and(|player| ownership::is_owned(self.game.view(), player, ownership))
    }

    /// Whether the viewer could build or buy on these terms now, regardless of places and payment.
    pub fn may_take(&self, way: &Way) -> Result<bool, Failure> {
        let (view, Some(player)) = (self.game.view(), self.viewer) else { return Ok(false) };
        let guarded = way.by.filter(|by| !self.rules().rule(by.rule).wants(Hook::Usable, 2));
        Ok(terms::is_open(view, player, way)
            && guarded.map_or(Ok(true), |by| guard::allows(view, player, by, None))?)
    }

    /// The text of the first open question, if the viewer has to answer it.
    pub fn prompt(&self) -> Option<&'a str> {
        let question = self.game.question()?;
        (self.viewer == Some(question.player)).then_some(question.prompt.as_str())
    }

    /// The rule that asks the first open question, if the viewer has to answer it.
    pub(crate) fn asking_rule(&self) -> Option<RuleId> {
        let question = self.game.question()?;
        (self.viewer == Some(question.player)).then_some(question.rule)
    }

    /// The number of cards that the viewer still has to discard.
    pub fn due(&self) -> u16 {
        self.viewer.map_or(0, |player| self.table().seat(player).due())
    }

    /// The cards that the viewer has chosen to discard, until everybody has chosen.
    pub fn aside(&self) -> Resources {
        self.viewer.map_or(Resources::NONE, |player| self.table().seat(player).aside())
    }
}
