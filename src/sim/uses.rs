//! Counts the things that players use during a game, by their numbers.

use super::usables::{Category, Usables};
use crate::action::Action;
use crate::change::Change;
use crate::game::{CausedChange, Game};
use crate::rules::{Call, CounterVisibility, RuleId, Rules};
use crate::seat::ActionReport;
use crate::set::Id;
use crate::table::{HexEvent, Kind, PLAYERS, Player};

/// The number of uses of each thing by each player.
pub(super) struct Uses<'a> {
    things: &'a Usables,
    /// The counts by thing and player.
    pub(super) counts: Vec<[u32; PLAYERS]>,
    /// The rules that failed and were skipped, one entry for each time.
    pub(super) failures: Vec<RuleId>,
    /// The last call counted in this action, even if a question has been asked since.
    call: Option<Call>,
}

impl<'a> Uses<'a> {
    pub(super) fn new(things: &'a Usables) -> Self {
        let counts = vec![[0; PLAYERS]; things.list().len()];
        Self { things, counts, failures: Vec::new(), call: None }
    }

    /// Counts the things that an action used or changed.
    pub(super) fn count(&mut self, played: &ActionReport<'_>) {
        let ActionReport { game, player, action, changes, .. } = *played;
        self.count_action(game, player, action);
        for caused in changes {
            self.count_change(game, caused);
        }
        if game.question().is_none() {
            self.call = None;
        }
    }

    fn count_action(&mut self, game: &Game, player: Player, action: Action) {
        let rules = game.rules();
        let rule = match action {
            Action::Play { card, also } => match rules.card(card).also.filter(|_| also) {
                Some(ability) => Some(rules.abilities[ability.index()].by.rule),
                None => return self.add(self.things.number(Category::Card, card), player),
            },
            _ => rules.offered_by(&action).map(|by| by.rule),
        };
        self.add_rule(rule, player);
    }

    fn count_change(&mut self, game: &Game, caused: &CausedChange) {
        let things = self.things;
        match caused.change {
            Change::Built { player, kind, .. } if game.table().turn() > 0 => {
                self.add(things.number(Category::Piece, kind), player);
            }
            Change::Put { player, kind, .. } => self.add_placed(kind, player),
            Change::Neutral { kind, from: None, .. } => {
                let player = caused.call.map_or(game.table().in_turn(), |call| call.me);
                self.add_placed(kind, player);
            }
            Change::Drew { player, deck, card } => {
                self.add(things.number(Category::Deck, deck), player);
                if !game.rules().card(card).playable {
                    self.add(things.number(Category::Card, card), player);
                }
            }
            Change::Received(player, good, _) => {
                self.add(things.number(Category::Goods, good), player);
            }
            Change::Awarded(award, Some(player)) => {
                self.add(things.number(Category::Award, award), player);
            }
            Change::Access(player, token, true) => {
                self.add(things.number(Category::Access, token), player);
            }
            Change::Affected(player, hex, _) => {
                let mut found = game.table().events().filter(|found| found.hex == hex);
                let event: Option<HexEvent> = found.next().map(|found| found.event);
                if let Some(event) = event {
                    self.add(things.number(Category::Affected, event), player);
                }
            }
            Change::Skipped(rule) => self.failures.push(rule),
            _ => {}
        }
        if let Some(call) = caused.call.filter(|_| is_felt(game.rules(), &caused.change)) {
            self.count_call(call);
        }
    }

    /// Counts a call with an effect once. Its changes are consecutive, and the changes after a
    /// question belong to an equal call. A call that is itself a use is already counted.
    fn count_call(&mut self, call: Call) {
        if self.call != Some(call) && !call.hook.is_of_use() {
            self.add_rule(Some(call.rule), call.me);
            self.call = Some(call);
        }
    }

    fn add_rule(&mut self, rule: Option<RuleId>, player: Player) {
        if let Some(number) = rule.and_then(|rule| self.things.rule(rule)) {
            self.add(number, player);
        }
    }

    fn add_placed(&mut self, kind: Kind, player: Player) {
        if let Some(number) = self.things.placed(kind) {
            self.add(number, player);
        }
    }

    fn add(&mut self, thing: usize, player: Player) {
        self.counts[thing][player.index()] += 1;
    }
}

/// Whether a change is more than a rule's bookkeeping. Counters that are drawn are for all to see,
/// such as the number of goods at a place.
fn is_felt(rules: &Rules, change: &Change) -> bool {
    let is_drawn = |visibility| visibility == CounterVisibility::Shown;
    match *change {
        Change::Counted(slot, _) => {
            rules.counter_of(slot).is_some_and(|kind| is_drawn(kind.visibility))
        }
        Change::CountedAt(counter, ..) => {
            rules.place_counter(counter).is_some_and(|kind| is_drawn(kind.visibility))
        }
        Change::Declined(..)
        | Change::StreamAdvanced(_)
        | Change::MarkedPlayers(..)
        | Change::MarkedHex(..) => false,
        _ => true,
    }
}
