//! The list of legal actions.

use crate::action::Action;
use crate::game::view::View;
use crate::resource::Resources;
use crate::rules::{Cost, Failure, PricedOption, RuleId, TurnOption, Way};
use crate::table::{Player, Step};

/// The capacity for the actions that a rule most often leaves to choose from.
pub(in crate::game) const CAPACITY: usize = 32;
/// The most actions that rules may leave to choose from.
pub(super) const CHOICES: usize = 100_000;

impl<'a> View<'a> {
    /// Adds the legal actions of a player, except for offers to other players, of which there are
    /// too many to list: [`View::may_offer`] tells whether one is legal.
    pub fn legal(self, player: Player, list: &mut Vec<Action>) -> Result<(), Failure> {
        if !self.to_act().contains(player) {
            return Ok(());
        }
        match self.table().step() {
            Step::Place(number) => self.list_placements(player, number, list)?,
            Step::Roll => {
                list.push(Action::Roll);
                self.list_cards(player, list)?;
            }
            Step::Discard => self.list_discards(player, list),
            Step::Move(group) => self.list_marker_moves(player, group, list)?,
            Step::Take(marker) => list.extend(self.takes(player, marker)?),
            Step::Act => self.list_turn(player, list)?,
            Step::Offer => self.list_replies(player, list),
            Step::Over => {}
        }
        Ok(())
    }

    fn list_turn(self, player: Player, list: &mut Vec<Action>) -> Result<(), Failure> {
        list.push(Action::End);
        let key = (self.table().seat(player).at_ports(), self.held_in_turn());
        self.memo().options(player, &self.rules().turn_options, key, |options| {
            self.list_options(player, &options.terms, list)?;
            self.list_cards(player, list)?;
            self.list_options(player, &options.abilities, list)
        })
    }

    fn list_options(
        self,
        player: Player,
        options: &[PricedOption],
        list: &mut Vec<Action>,
    ) -> Result<(), Failure> {
        let hand = self.table().seat(player).hand();
        for priced in options.iter().filter(|priced| priced.is_within(hand)) {
            self.list_option(player, priced.option, list)?;
        }
        Ok(())
    }

    // The loop over the options stays short without it.
    #[inline(never)]
    fn list_option(
        self,
        player: Player,
        option: TurnOption,
        list: &mut Vec<Action>,
    ) -> Result<(), Failure> {
        match option {
            TurnOption::Build(kind, way) => self.list_builds(player, kind, way, list),
            TurnOption::Buy(deck, way) => self.list_purchases(player, deck, way, list),
            TurnOption::Trade(rate) => self.list_trades(player, rate, list),
            TurnOption::Use(ability, variant) => self.list_uses(player, ability, variant, list),
        }
    }

    /// The costs of terms that the player could take now; nothing if the hand suffices for none of
    /// them, or if the terms are not the player's to take.
    #[inline]
    pub(super) fn payable_costs(self, player: Player, way: &'a Way) -> Option<&'a [Cost]> {
        let costs = self.is_open(player, way).then(|| self.costs(player, way))?;
        self.can_pay(player, costs).then_some(costs)
    }

    /// Calls with every payment within the hand that meets one of the costs.
    #[inline]
    pub(super) fn payments(self, player: Player, costs: &[Cost], mut each: impl FnMut(Resources)) {
        let hand = self.table().seat(player).hand();
        for cost in costs {
            cost.payments(hand, &mut each);
        }
    }

    /// Fails where this rule leaves more to choose from than can be listed.
    #[inline]
    pub(super) fn check_choices(
        self,
        list: &[Action],
        rule: Option<RuleId>,
    ) -> Result<(), Failure> {
        if list.len() <= CHOICES { Ok(()) } else { Err(self.too_many_choices(rule)) }
    }

    #[cold]
    fn too_many_choices(self, rule: Option<RuleId>) -> Failure {
        let origin = rule.map(|rule| self.rules().rule(rule).origin(None)).unwrap_or_default();
        let message = format!("the rules leave more than {CHOICES} actions to choose from");
        Failure {
            hint: Some("let the price ask for fewer cards of any kind".into()),
            ..Failure::new(message, origin)
        }
    }
}
