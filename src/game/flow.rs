//! What an action does: building, buying, playing, and the order of the placement.

use super::effect::Effect;
use super::law::variant_number;
use super::streams::Outcome;
use super::view::View;
use crate::action::{Action, FREE};
use crate::board::Place;
use crate::change::Change;
use crate::fault::{KernelFault, planted};
use crate::resource::Resources;
use crate::rules::{AbilityKind, Arg, Args, Call, Failure, Hook, Limit, Merit, Running, Way};
use crate::set::Id;
use crate::table::{Ability, CARDS, Card, DECK, Deck, Kind, Piece, Player, Players, Step};

/// Why a card that is written was not drawn: it is of another deck, or none of it is left.
fn not_in_deck(view: View<'_>, card: Card, deck: Deck) -> Failure {
    let (rules, kind) = (view.rules(), view.rules().card(card));
    let facts = if kind.deck == deck { "COPIES" } else { "DECK" };
    let origin = rules.stated(kind.rule, facts);
    Failure {
        origin: origin.unwrap_or_else(|| rules.rule(kind.rule).origin(None)),
        ..impossible("the written card is not in the deck")
    }
}

/// The opponents of a player as a set.
pub(super) fn opponents(view: View<'_>, player: Player) -> Players {
    view.table().opponents(player).collect()
}

impl Effect {
    /// Does a legal action.
    ///
    /// # Errors
    /// When a rule fails, or a written result of chance is impossible.
    pub(super) fn act(&mut self, player: Player, action: &Action) -> Result<(), Failure> {
        match *action {
            Action::Roll => self.roll(player),
            Action::End => self.end_turn(player),
            Action::Build { kind, place, way, pay } => {
                self.build_for(player, kind, place, way, pay)
            }
            Action::Buy { deck, way, pay } => self.buy(player, deck, way, pay),
            Action::Trade { rate, give, get } => {
                self.count_use(player, self.rules().rates[rate.index()].limit);
                self.make(Change::Paid(player, give));
                self.make(Change::Took(player, get));
                if planted(KernelFault::TradeEndsTurn) {
                    return self.end_turn(player);
                }
                Ok(())
            }
            Action::Play { card, also } => self.play_card(player, card, also),
            Action::Use { ability, variant, pay } => {
                self.use_ability(player, ability, variant, pay);
                Ok(())
            }
            Action::AnswerInAdvance { answerable, advance_answer } => {
                self.make(Change::AnsweredInAdvance(player, answerable, advance_answer));
                Ok(())
            }
            Action::PayFirst { hidden } => {
                self.make(Change::PaysHiddenFirst(player, hidden));
                Ok(())
            }
            Action::Discard { resource } => self.lay_aside(player, resource),
            Action::Move { marker, place } => self.move_by_roll(player, marker, place),
            Action::Take { from } => self.take_by_roll(player, from),
            Action::Choose(_) => unreachable!("an answer belongs to a question"),
            _ => {
                self.bargain(player, action);
                Ok(())
            }
        }
    }

    fn play_card(&mut self, player: Player, card: Card, also: bool) -> Result<(), Failure> {
        self.make(Change::Played(player, card));
        self.judge_awards(|merit| matches!(merit, Merit::Played(_) | Merit::Script))?;
        let kind = self.rules().card(card);
        let (mut rule, mut args, lasts) = (kind.rule, Args::NONE, kind.lasts);
        if let Some(other) = kind.also.filter(|_| also) {
            let other = &self.rules().abilities[other.index()];
            let limit = other.limit;
            (rule, args) = (other.by.rule, Args::of(&[Arg::Card(card)]));
            self.count_use(player, limit);
        } else if lasts {
            self.make(Change::Lasts(card));
            return Ok(());
        }
        self.call_later(Call { rule, hook: Hook::Act, me: player, args, copy: 0 });
        Ok(())
    }

    fn use_ability(&mut self, player: Player, ability: Ability, variant: u8, pay: Resources) {
        let AbilityKind { limit, by, .. } = self.rules().abilities[ability.index()];
        self.pay(player, pay);
        self.count_use(player, limit);
        let args = Args::of(&[variant_number(variant)]);
        let Running { rule, copy } = by;
        self.call_later(Call { rule, hook: Hook::Act, me: player, args, copy });
    }

    /// Counts a use of what is limited.
    fn count_use(&mut self, player: Player, limit: Option<Limit>) {
        if let Some(limit) = limit {
            let counter = limit.slot(player);
            self.make(Change::Counted(counter, self.table().counters()[counter] + 1));
        }
    }

    fn build_for(
        &mut self,
        player: Player,
        kind: Kind,
        place: Place,
        way: u8,
        pay: Resources,
    ) -> Result<(), Failure> {
        self.pay(player, pay);
        let Step::Place(number) = self.table().step() else {
            debug_assert_ne!(way, FREE, "only the placement builds for nothing");
            let (limit, by) = taken(&self.rules().kind(kind).ways[usize::from(way)]);
            self.count_use(player, limit);
            self.build(player, kind, place, false)?;
            self.hear_of_use(player, by, Arg::Place(place));
            return Ok(());
        };
        self.build(player, kind, place, true)?;
        let per_round = self.rules().placed.len() * usize::from(self.table().players());
        if self.rules().placement[usize::from(number) / per_round].yields {
            self.starting_cards(player, place);
        }
        self.next_placement(number + 1);
        Ok(())
    }

    /// Puts a new piece on the board and lets everybody hear of it.
    pub fn build(
        &mut self,
        player: Player,
        kind: Kind,
        place: Place,
        starting: bool,
    ) -> Result<(), Failure> {
        self.make(Change::Built { player, kind, place });
        self.hear(Hook::OnBuilt, player, &[Arg::piece(Piece::new(player, kind), place, starting)]);
        self.judge_board()
    }

    /// A card for each hex beside a starting building, as far as the supply reaches.
    pub(super) fn starting_cards(&mut self, player: Player, place: Place) {
        let Place::Intersection(site) = place else { return };
        let hexes = self.rules().board.intersection(site).hexes;
        let yields =
            hexes.iter().filter_map(|hex| self.rules().terrain(self.table().terrain()[hex]).yields);
        let cards = yields.map(|resource| Resources::of(resource, 1)).sum::<Resources>();
        let cards = cards.common(self.table().supply());
        if !cards.is_empty() {
            self.make(Change::Took(player, cards));
        }
    }

    /// Goes on to this number of the placement, or to the first turn after the last one.
    pub(super) fn next_placement(&mut self, number: u8) {
        let players = usize::from(self.table().players());
        let per_round = self.rules().placed.len() * players;
        let Some(round) = self.rules().placement.get(usize::from(number) / per_round) else {
            return self.begin_turn(Player(0));
        };
        let seat = usize::from(number) % per_round / self.rules().placed.len();
        let seat = if round.backward { players - 1 - seat } else { seat };
        self.make(Change::Placing(Player::new(seat), number));
    }

    fn buy(&mut self, player: Player, deck: Deck, way: u8, pay: Resources) -> Result<(), Failure> {
        let card = match self.ledger.streams.written.pop_front() {
            Some(Outcome::Card(card))
                if self.rules().card(card).deck == deck && self.table().deck()[card] > 0 =>
            {
                card
            }
            Some(Outcome::Card(card)) => return Err(not_in_deck(self.view(), card, deck)),
            Some(_) => return Err(impossible("what is written is no card of a deck")),
            None => {
                let mut left = [0; CARDS];
                for (card, kind) in self.rules().cards.iter().enumerate() {
                    if kind.deck == deck {
                        left[card] = usize::from(self.table().deck()[Card::new(card)]);
                    }
                }
                let cards = self.rules().cards.len();
                Card::new(self.ledger.pick(DECK, &left[..cards]))
            }
        };
        self.pay(player, pay);
        let (limit, by) = taken(&self.rules().deck(deck).ways[usize::from(way)]);
        self.count_use(player, limit);
        self.make(Change::Drew { player, deck, card });
        self.hear(Hook::OnBought, player, &[Arg::Card(card), Arg::Truth(by.is_none())]);
        self.hear_of_use(player, by, Arg::Deck(deck));
        Ok(())
    }

    /// Lets the rule that offers a way hear that it was taken.
    fn hear_of_use(&mut self, player: Player, by: Option<Running>, what: Arg) {
        let hook = Hook::OnUsed;
        if let Some(Running { rule, copy }) = by.filter(|by| self.rules().defines(by.rule, hook)) {
            self.call_later(Call { rule, hook, me: player, args: Args::of(&[what]), copy });
        }
    }
}

/// The limit of a way and the rule that offers it.
fn taken(way: &Way) -> (Option<Limit>, Option<Running>) {
    (way.limit, way.by)
}

/// The failure of a written result of chance that cannot be.
pub(super) fn impossible(message: &str) -> Failure {
    Failure {
        hint: Some("write a result that the table allows, or leave it to the seed".into()),
        is_written: true,
        ..Failure::new(message, crate::rules::Origin::default())
    }
}
