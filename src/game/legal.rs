//! The list of legal actions.

use super::hooks::Verdict;
use super::view::View;
use crate::action::{Action, FREE, STANDARD};
use crate::board::{Places, Spots};
use crate::fault::{KernelFault, planted};
use crate::resource::Resources;
use crate::rules::{
    Arg, Args, Call, Cost, Failure, Hook, Limit, PricedOption, RuleId, Running, TurnOption, Way,
};
use crate::set::{Id, Set};
use crate::table::{Ability, Card, Deck, Kind, Player, Players, Rate, Step};

/// Room for the actions that a rule most often leaves to choose from.
pub(super) const ROOM: usize = 32;
/// The most actions that rules may leave to choose from.
const CHOICES: usize = 100_000;

impl View<'_> {
    /// Who has to act.
    #[inline]
    pub fn to_act(self) -> Players {
        match self.table().step {
            Step::Place(_) | Step::Roll | Step::Act | Step::Move(_) | Step::Take(_) => {
                Players::of(self.table().in_turn)
            }
            Step::Discard => {
                self.table().everybody().iter().filter(|&p| self.table().seat(p).due > 0).collect()
            }
            Step::Offer => {
                let waiting = self.table().offer.waiting;
                if waiting.is_empty() { Players::of(self.table().in_turn) } else { waiting }
            }
            Step::Over => Players::NONE,
        }
    }

    /// Adds the legal actions of a player, but offers to other players, of which there are too
    /// many to list: [`View::may_offer`] tells whether one is legal.
    ///
    /// # Errors
    /// When a rule fails.
    pub fn legal(self, player: Player, list: &mut Vec<Action>) -> Result<(), Failure> {
        if !self.to_act().contains(player) {
            return Ok(());
        }
        match self.table().step {
            Step::Place(number) => self.legal_placements(player, number, list),
            Step::Roll => {
                list.push(Action::Roll);
                self.legal_cards(player, list)
            }
            Step::Discard => {
                let seat = self.table().seat(player);
                let rest = seat.hand.less(seat.aside);
                list.extend(rest.kinds().map(|resource| Action::Discard { resource }));
                Ok(())
            }
            Step::Move(group) => self.list_marker_moves(player, group, list),
            Step::Take(marker) => {
                list.extend(self.takes(player, marker)?);
                Ok(())
            }
            Step::Act => self.legal_in_turn(player, list),
            Step::Offer => {
                self.legal_replies(player, list);
                Ok(())
            }
            Step::Over => Ok(()),
        }
    }

    fn legal_placements(
        self,
        player: Player,
        number: u8,
        list: &mut Vec<Action>,
    ) -> Result<(), Failure> {
        for kind in self.placed_kinds(number) {
            self.list_free_builds(player, kind, list)?;
        }
        Ok(())
    }

    /// The kinds of pieces that will do at this number of the placement.
    pub fn placed_kinds(self, number: u8) -> Set<Kind> {
        self.rules().placed[usize::from(number) % self.rules().placed.len()]
    }

    fn legal_in_turn(self, player: Player, list: &mut Vec<Action>) -> Result<(), Failure> {
        list.push(Action::End);
        let key = (self.table().seat(player).at_ports, self.held_in_turn());
        self.memo().options(player, &self.rules().turn_options, key, |options| {
            self.legal_options(player, &options.terms, list)?;
            self.legal_cards(player, list)?;
            self.legal_options(player, &options.abilities, list)
        })
    }

    fn legal_options(
        self,
        player: Player,
        options: &[PricedOption],
        list: &mut Vec<Action>,
    ) -> Result<(), Failure> {
        let hand = self.table().seat(player).hand;
        for priced in options.iter().filter(|priced| priced.is_within(hand)) {
            self.legal_option(player, priced.option, list)?;
        }
        Ok(())
    }

    // The loop over the options stays short without it.
    #[inline(never)]
    fn legal_option(
        self,
        player: Player,
        option: TurnOption,
        list: &mut Vec<Action>,
    ) -> Result<(), Failure> {
        match option {
            TurnOption::Build(kind, way) => self.legal_builds(player, kind, way, list),
            TurnOption::Buy(deck, way) => self.legal_purchases(player, deck, way, list),
            TurnOption::Trade(rate) => self.legal_trades(player, rate, list),
            TurnOption::Use(ability, variant) => self.legal_uses(player, ability, variant, list),
        }
    }

    fn legal_builds(
        self,
        player: Player,
        kind: Kind,
        number: usize,
        list: &mut Vec<Action>,
    ) -> Result<(), Failure> {
        let declared = self.rules().kind(kind);
        let way = &declared.ways[number];
        let Some(costs) = self.payable_costs(player, way) else { return Ok(()) };
        if declared.returned().is_empty() && self.supply_of(player, kind) == 0 {
            return Ok(());
        }
        let mut places = if way.relaxes_distance {
            self.places_too_close(player, kind)?
        } else {
            self.places(player, kind)?
        };
        self.keep_usable(player, way, &mut places)?;
        let rule = way.by.map(|by| by.rule);
        let way = u8::try_from(number).expect("few ways") + STANDARD;
        self.payments(player, costs, |pay| {
            places.iter().for_each(|place| list.push(Action::Build { kind, place, way, pay }));
        });
        self.check_choices(list, rule)
    }

    /// Keeps the places at which the way's guard lets the player build.
    fn keep_usable(self, player: Player, way: &Way, places: &mut Spots) -> Result<(), Failure> {
        let Some(by) = way.by.filter(|_| !places.is_empty()) else { return Ok(()) };
        let Running { rule, copy } = by;
        if !self.rules().rule(rule).wants(Hook::Usable, 2) {
            if !self.is_let(player, by, None)? {
                *places = Spots::default();
            }
            return Ok(());
        }
        let call = Call { rule, hook: Hook::Usable, me: player, args: Args::NONE, copy };
        let all = Places { spots: *places, ..Places::default() };
        *places = self.memo().places_where(self, all, &call, Verdict::Yes)?.spots;
        Ok(())
    }

    /// The costs of a way that the player could take now; nothing where the hand is enough for
    /// none of them, or the way is not the player's to take.
    #[inline]
    fn payable_costs(self, player: Player, way: &Way) -> Option<&[Cost]> {
        let costs = self.is_open(player, way).then(|| self.costs(player, way))?;
        self.can_pay(player, costs).then_some(costs)
    }

    /// Whether the hand is enough for one of the costs.
    #[inline]
    fn can_pay(self, player: Player, costs: &[Cost]) -> bool {
        let hand = self.table().seat(player).hand;
        costs.iter().any(|cost| cost.is_within(hand))
    }

    /// Calls with every payment within the hand that meets one of the costs.
    #[inline]
    fn payments(self, player: Player, costs: &[Cost], mut each: impl FnMut(Resources)) {
        let hand = self.table().seat(player).hand;
        for cost in costs {
            cost.payments(hand, &mut each);
        }
    }

    /// What the way costs the player now.
    #[inline]
    pub fn costs(self, player: Player, way: &Way) -> &[Cost] {
        let used = way.limit.map_or(0, |limit| self.table().counters[limit.slot(player)]);
        match usize::try_from(used) {
            Ok(used) if !way.costs_by_use.is_empty() => {
                &way.costs_by_use[used % way.costs_by_use.len()]
            }
            _ => &way.costs,
        }
    }

    /// Whether the way is the player's to take, and not used up.
    #[inline]
    pub(super) fn is_open(self, player: Player, way: &Way) -> bool {
        match way.by {
            Some(by) => self.is_granted(player, by, way.limit),
            None => self.uses_left(player, way.limit) > 0,
        }
    }

    /// Whether what a rule offers within a limit is the player's to use, and not used up; of
    /// copies of a card for which that makes no difference only the first one is used.
    #[inline]
    fn is_granted(self, player: Player, by: Running, limit: Option<Limit>) -> bool {
        self.uses_left(player, limit) > 0
            && self.holds(player, self.rules().rule(by.rule).held)
            && (by.copy == 0 || self.is_copy_apart(by))
    }

    fn legal_purchases(
        self,
        player: Player,
        deck: Deck,
        number: usize,
        list: &mut Vec<Action>,
    ) -> Result<(), Failure> {
        let way = &self.rules().deck(deck).ways[number];
        let Some(costs) = self.payable_costs(player, way) else { return Ok(()) };
        let what = Some(Arg::Deck(deck));
        if self.cards_left(deck) > 0
            && way.by.map_or(Ok(true), |by| self.is_let(player, by, what))?
        {
            let rule = way.by.map(|by| by.rule);
            let way = u8::try_from(number).expect("few ways") + STANDARD;
            self.payments(player, costs, |pay| list.push(Action::Buy { deck, way, pay }));
            self.check_choices(list, rule)?;
        }
        Ok(())
    }

    fn legal_trades(
        self,
        player: Player,
        rate: Rate,
        list: &mut Vec<Action>,
    ) -> Result<(), Failure> {
        let kind = &self.rules().rates[rate.index()];
        if !self.is_granted(player, kind.by, kind.limit) || !self.is_let(player, kind.by, None)? {
            return Ok(());
        }
        kind.terms.give.payments(self.tradeable(player), &mut |give| {
            kind.terms.get.bags(self.table().supply, give, &mut |get| {
                if list.len() <= CHOICES {
                    list.push(Action::Trade { rate, give, get });
                }
            });
        });
        self.check_choices(list, Some(kind.by.rule))
    }

    #[expect(clippy::inline_always, reason = "most often there is nothing to play")]
    #[inline(always)]
    fn legal_cards(self, player: Player, list: &mut Vec<Action>) -> Result<(), Failure> {
        // Who bought none of them in this turn has more of them than are fresh.
        let (cards, fresh) = (&self.table().seat(player).cards, &self.table().fresh_cards);
        if cards == fresh {
            return Ok(());
        }
        for card in cards.unlike(fresh, self.rules().cards.len()) {
            self.legal_card(player, card, list)?;
        }
        Ok(())
    }

    #[inline(never)]
    fn legal_card(self, player: Player, card: Card, list: &mut Vec<Action>) -> Result<(), Failure> {
        if !self.playable(player, card) {
            return Ok(());
        }
        let kind = self.rules().card(card);
        // The guard of a card that lasts is about what it grants.
        if kind.lasts || self.usable(player, Running::only(kind.rule), None)? {
            list.push(Action::Play { card, also: false });
        }
        if let Some(ability) = kind.also {
            let other = &self.rules().abilities[ability.index()];
            if self.uses_left(player, other.limit) > 0 && self.usable(player, other.by, None)? {
                list.push(Action::Play { card, also: true });
            }
        }
        Ok(())
    }

    /// Whether the deck's terms let the player play a card of this kind now.
    pub(super) fn playable(self, player: Player, card: Card) -> bool {
        let is_fresh = self.table().seat(player).cards[card] <= self.table().fresh_cards[card];
        if is_fresh && !planted(KernelFault::FreshCardPlayed) {
            return false;
        }
        let kind = self.rules().card(card);
        let deck = self.rules().deck(kind.deck);
        kind.playable
            && self.table().plays < deck.plays
            && (deck.before_roll || self.table().step != Step::Roll)
    }

    fn legal_uses(
        self,
        player: Player,
        ability: Ability,
        variant: u8,
        list: &mut Vec<Action>,
    ) -> Result<(), Failure> {
        let kind = &self.rules().abilities[ability.index()];
        if !self.is_granted(player, kind.by, kind.limit) {
            return Ok(());
        }
        let costs = &kind.variants[usize::from(variant)].costs;
        if self.can_pay(player, costs)
            && self.is_let(player, kind.by, Some(variant_number(variant)))?
        {
            let take = |pay| list.push(Action::Use { ability, variant, pay });
            self.payments(player, costs, take);
            self.check_choices(list, Some(kind.by.rule))?;
        }
        Ok(())
    }

    /// Fails where this rule leaves more to choose from than can be listed.
    #[inline]
    fn check_choices(self, list: &[Action], rule: Option<RuleId>) -> Result<(), Failure> {
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

    /// How often the player may still use what has this limit.
    #[inline]
    pub(super) fn uses_left(self, player: Player, limit: Option<Limit>) -> i16 {
        let Some(limit) = limit else { return i16::MAX };
        self.allowed(limit).saturating_sub(self.table().counters[limit.slot(player)])
    }

    /// How often the player has used what a rule grants, where that is limited.
    pub fn uses(self, by: Running, player: Player) -> Option<i16> {
        let rules = self.rules();
        let ways = rules.kinds.iter().flat_map(|kind| &kind.ways);
        let ways = ways.chain(rules.decks.iter().flat_map(|deck| &deck.ways));
        let limits = ways.filter(|way| way.by == Some(by)).map(|way| way.limit);
        let rates = rules.rates.iter().filter(|rate| rate.by == by).map(|rate| rate.limit);
        let abilities = rules.abilities.iter().filter(|it| it.by == by).map(|it| it.limit);
        let limit = limits.chain(rates).chain(abilities).flatten().next()?;
        Some(self.table().counters[limit.slot(player)])
    }

    /// How many uses a limit allows.
    pub(super) fn allowed(self, limit: Limit) -> i16 {
        let times = limit.card.map_or(1, |card| i16::from(self.table().lasting[card]));
        limit.most * times
    }

    /// How many cards the deck still holds.
    pub fn cards_left(self, deck: Deck) -> usize {
        let cards = (0..self.rules().cards.len()).map(Card::new);
        let of_deck = cards.filter(|&card| self.rules().card(card).deck == deck);
        of_deck.map(|card| usize::from(self.table().deck[card])).sum()
    }

    fn legal_replies(self, player: Player, list: &mut Vec<Action>) {
        let offer = &self.table().offer;
        if player != self.table().in_turn {
            let has_cards = self.tradeable(player).contains(offer.get);
            if has_cards || planted(KernelFault::AcceptsWithoutCards) {
                list.push(Action::Accept);
            }
            list.push(Action::Refuse);
            return;
        }
        for with in offer.willing.iter() {
            if self.concludable(with) {
                list.push(Action::Conclude { with });
            }
        }
        list.push(Action::Withdraw);
    }

    /// Whether both sides have the cards of what they agreed.
    pub(super) fn concludable(self, with: Player) -> bool {
        let (give, get) = self.table().offer.terms[with.index()];
        self.table().offer.willing.contains(with)
            && self.tradeable(self.table().in_turn).contains(give)
            && self.tradeable(with).contains(get)
    }

    /// Where a card may build for nothing: all kinds, all places.
    ///
    /// # Errors
    /// When a rule fails.
    pub fn free_builds(self, player: Player, kinds: Set<Kind>) -> Result<Vec<Action>, Failure> {
        let mut builds = Vec::with_capacity(ROOM);
        for kind in kinds {
            self.list_free_builds(player, kind, &mut builds)?;
        }
        Ok(builds)
    }

    /// Adds what may be built for nothing of a kind.
    fn list_free_builds(
        self,
        player: Player,
        kind: Kind,
        list: &mut Vec<Action>,
    ) -> Result<(), Failure> {
        let build = |place| Action::Build { kind, place, way: FREE, pay: Resources::NONE };
        self.places(player, kind)?.iter().for_each(|place| list.push(build(place)));
        Ok(())
    }
}

/// The number of a variant as scripts say it, from 1.
pub(super) fn variant_number(variant: u8) -> Arg {
    Arg::Number(i64::from(variant) + 1)
}
