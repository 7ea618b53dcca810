//! Matches written actions with legal actions.

use super::changes::discarded;
use super::resolve::Resolver;
use super::tree::{Act, Amount, Name, ParsedAction, Terms};
use super::words;
use crate::action::{Action, Choice, FREE, STANDARD};
use crate::board::Place;
use crate::diagnostic::{Diagnostic, Result, Source};
use crate::game::law::terms::{self, Costs};
use crate::game::{Game, Reason, copies, explain, ownership};
use crate::resource::{RESOURCES, Resource, Resources};
use crate::rules::{AbilityKind, Arg, Cost, Failure, RateKind, Running, Way};
use crate::set::Id;
use crate::table::{Player, Players, Rate, Step};

/// Parses an action of a player, without the player's name in front.
///
/// One line can stand for several actions, such as discards. Illegal actions are returned as well,
/// since playing them reports why they are illegal.
///
/// # Errors
/// When the words are not an action, or are ambiguous.
pub fn parse_action(game: &Game, player: Player, words: &str) -> Result<Vec<Action>> {
    let source = Source::new("input", words);
    let parsed = super::parser::parsed_action(&source)?;
    let resolver = Resolver::new(game, &source);
    if !resolver.outcomes(&parsed)?.is_empty() {
        let message = "random results can only be written in transcripts";
        return Err(source.error(parsed.span, message));
    }
    let actions = resolver.actions(game, player, &parsed)?;
    match reasons_against_discard(game, player, &actions).first() {
        Some(reason) => Err(source.error(parsed.span, reason.to_string())),
        None => Ok(actions),
    }
}

/// The reasons against the discards among these actions, taken together.
pub(super) fn reasons_against_discard(
    game: &Game,
    player: Player,
    actions: &[Action],
) -> Vec<Reason> {
    explain::reasons_against_discard(game.view(), player, discarded(actions))
}

/// The meaning of a parsed action: the legal actions that match it, and the action to refuse if
/// there are none.
pub(super) struct ActionMatch {
    pub(super) legal: Vec<Action>,
    pub(super) guess: Vec<Action>,
}

/// A predicate for matching actions, the best guess, and equally good guesses.
struct ActionPattern {
    fits: Box<dyn Fn(&Action) -> bool>,
    guess: Vec<Action>,
    others: Vec<Action>,
}

impl ActionPattern {
    fn new(fits: impl Fn(&Action) -> bool + 'static, guess: Action) -> Self {
        Self { fits: Box::new(fits), guess: vec![guess], others: Vec::new() }
    }

    fn only(action: Action) -> Self {
        Self::new(move |other| *other == action, action)
    }
}

impl Resolver<'_> {
    /// Resolves a parsed action to the actions that it stands for, to be played in order.
    pub(super) fn actions(
        &self,
        game: &Game,
        player: Player,
        parsed: &ParsedAction,
    ) -> Result<Vec<Action>> {
        let meant = self.meant(game, player, parsed)?;
        match meant.legal[..] {
            [] => Ok(meant.guess),
            [one] => Ok(vec![one]),
            _ => {
                let mut wrong = self.error(&parsed.span, "this could mean several actions");
                for action in meant.legal.iter().take(6) {
                    let full = super::print_action(game, player, action);
                    wrong = wrong.hint(format!("write `{full}`"));
                }
                Err(wrong)
            }
        }
    }

    /// Finds the legal actions that match a parsed action.
    pub(super) fn meant(
        &self,
        game: &Game,
        player: Player,
        parsed: &ParsedAction,
    ) -> Result<ActionMatch> {
        let ActionPattern { fits, guess, .. } = self.pattern(game, player, parsed)?;
        let legal = game.legal_actions(player).map_err(|failure| self.failed(&failure, parsed))?;
        let mut found: Vec<Action> = Vec::new();
        // If no copy of a card is named, the first usable copy is meant.
        let unnumbered = |action: &Action| self.rules.by_copy(action, 0);
        for action in legal {
            let first = unnumbered(&action);
            let is_new = !found.iter().any(|it| unnumbered(it) == first);
            if is_new && (fits(&action) || fits(&first)) {
                found.push(action);
            }
        }
        if found.len() > 1 {
            let plain = |action: &&Action| {
                !matches!(action, Action::Build { way, .. } | Action::Buy { way, .. }
                    if ![STANDARD, FREE].contains(way))
            };
            let declared: Vec<Action> = found.iter().filter(plain).copied().collect();
            if !declared.is_empty() {
                found = declared;
            }
        }
        Ok(ActionMatch { legal: found, guess })
    }

    /// The reasons why a parsed action and its other possible meanings are illegal.
    pub(super) fn with_others(
        &self,
        game: &Game,
        player: Player,
        parsed: &ParsedAction,
        mut reasons: Vec<Reason>,
    ) -> Result<Vec<Reason>> {
        let ActionPattern { guess, others, .. } = self.pattern(game, player, parsed)?;
        let copies = guess.iter().flat_map(|action| self.other_copies(game, action));
        for action in copies.chain(others) {
            let more = game.reasons(player, &action);
            for reason in more.map_err(|failure| self.failed(&failure, parsed))? {
                if !reasons.contains(&reason) {
                    reasons.push(reason);
                }
            }
        }
        Ok(reasons)
    }

    /// If an action means the first copy of its card, returns the action for each further copy that
    /// differs from the copies before it.
    fn other_copies(&self, game: &Game, action: &Action) -> Vec<Action> {
        let Some(first) = self.rules.offered_by(action).filter(|by| by.copy == 0) else {
            return Vec::new();
        };
        let copies = (1..).map(|copy| Running { copy, ..first });
        let others = copies.map(|by| (by, self.rules.by_copy(action, by.copy)));
        others
            .take_while(|(by, other)| self.rules.offered_by(other) == Some(*by))
            .filter(|&(by, _)| copies::is_copy_apart(game.view(), by))
            .map(|(_, other)| other)
            .collect()
    }

    pub(super) fn failed(&self, failure: &Failure, parsed: &ParsedAction) -> Diagnostic {
        if failure.is_written {
            let results = parsed.drawing.first().zip(parsed.drawing.last());
            let span = results.map(|(first, last)| first.span.start..last.span.end);
            let wrong = self.error(span.as_ref().unwrap_or(&parsed.span), &failure.message);
            return failure.hint.iter().fold(wrong, |wrong, hint| wrong.hint(hint.clone()));
        }
        let message = format!("a rule failed: {}", failure.message);
        let mut wrong = self.error(&parsed.span, message).hint(format!("see {}", failure.origin));
        wrong.notes.extend(failure.trace.iter().cloned());
        failure.hint.iter().fold(wrong, |wrong, hint| wrong.hint(hint.clone()))
    }

    /// The predicate and the best guess for a parsed action.
    fn pattern(&self, game: &Game, player: Player, parsed: &ParsedAction) -> Result<ActionPattern> {
        Ok(match &parsed.act {
            Act::Roll(_) => ActionPattern::only(Action::Roll),
            Act::End => ActionPattern::only(Action::End),
            Act::Accept => ActionPattern::only(Action::Accept),
            Act::Refuse => ActionPattern::only(Action::Refuse),
            Act::Withdraw => ActionPattern::only(Action::Withdraw),
            Act::Conclude(with) => {
                ActionPattern::only(Action::Conclude { with: self.player(with)? })
            }
            Act::Take(None) => ActionPattern::only(Action::Take { from: None }),
            Act::Take(Some(from)) => {
                ActionPattern::only(Action::Take { from: Some(self.player(from)?) })
            }
            Act::Play(card, other) => self.play(card, other.as_ref())?,
            Act::Move(marker, place) => ActionPattern::only(Action::Move {
                marker: self.marker(marker)?,
                place: self.place(place)?,
            }),
            Act::Counter(give, get) => {
                ActionPattern::only(Action::Counter { give: self.bag(give)?, get: self.bag(get)? })
            }
            Act::Offer(give, get, to) => {
                let to = if to.is_empty() {
                    game.table().opponents(player).collect()
                } else {
                    to.iter().map(|name| self.player(name)).collect::<Result<Players, _>>()?
                };
                ActionPattern::only(Action::Offer {
                    give: self.bag(give)?,
                    get: self.bag(get)?,
                    to,
                })
            }
            Act::Use(ability, variant, paying) => {
                self.ability_of(game, player, ability, variant.as_ref(), paying.as_deref())?
            }
            Act::Stand(advance_answer, rule) => {
                let (answerable, advance_answer) = self.advance_answer(advance_answer, rule)?;
                ActionPattern::only(Action::AnswerInAdvance { answerable, advance_answer })
            }
            Act::PayFirst(hidden) => ActionPattern::only(Action::PayFirst { hidden: *hidden }),
            Act::Discard(cards) => self.discards(cards, parsed)?,
            Act::Build(kind, place, terms) => self.build(game, player, kind, place, terms)?,
            Act::Buy(deck, terms) => self.buy(game, player, deck, terms)?,
            Act::Trade(give, get, by) => self.trade(game, player, give, get, by.as_ref())?,
            Act::Choose(choice) => self.choice(game, choice)?,
        })
    }

    fn discards(&self, cards: &[Amount], parsed: &ParsedAction) -> Result<ActionPattern> {
        let bag = self.bag(cards)?;
        if bag.is_empty() {
            return Err(self.error(&parsed.span, "expected cards to discard"));
        }
        let kinds = bag.kinds().flat_map(|kind| std::iter::repeat_n(kind, bag.get(kind)));
        let guess = kinds.map(|resource| Action::Discard { resource }).collect();
        // Lists of actions are played directly instead of being matched with legal actions.
        Ok(ActionPattern { fits: Box::new(|_| false), guess, others: Vec::new() })
    }

    /// The written way and price.
    fn terms(&self, terms: &Terms, ways: &[Way]) -> Result<(Option<u8>, Option<Resources>)> {
        let way = terms.by.as_ref().map(|by| self.way(by, ways)).transpose()?;
        let pay = terms.paying.as_ref().map(|pay| self.bag(pay)).transpose()?;
        Ok((way, pay))
    }

    fn play(&self, card: &Name, other: Option<&Name>) -> Result<ActionPattern> {
        let card = self.card(card)?;
        let Some(name) = other else {
            return Ok(ActionPattern::only(Action::Play { card, also: false }));
        };
        let abilities = &self.rules.abilities;
        let also = self.rules.card(card).also.map(|also| &abilities[also.index()]);
        let by_card = |name: &str| abilities.iter().any(|kind| kind.by_card && kind.name == name);
        if also.is_none_or(|also| also.name != name.text) && !by_card(&name.text) {
            let kind = &self.rules.card(card).name;
            let message = format!("{kind} cannot be played as `{}`", name.text);
            let wrong = self.error(&name.span, message);
            let hint = |also: &AbilityKind| format!("write `{kind}`, or `{kind}: {}`", also.name);
            return Err(wrong.hints(also.map(hint)));
        }
        Ok(ActionPattern::only(Action::Play { card, also: true }))
    }

    fn ability_of(
        &self,
        game: &Game,
        player: Player,
        ability: &Name,
        variant: Option<&Name>,
        paying: Option<&[Amount]>,
    ) -> Result<ActionPattern> {
        let ability = self.ability(ability)?;
        let which = variant.map(|name| self.variant(ability, name)).transpose()?;
        let paying = paying.map(|pay| self.bag(pay)).transpose()?;
        let fits = move |action: &Action| match *action {
            Action::Use { ability: a, variant, pay } => {
                a == ability
                    && which.is_none_or(|which| which == variant)
                    && paying.is_none_or(|paying| paying == pay)
            }
            _ => false,
        };
        let variant = which.unwrap_or(0);
        let (kind, hand) =
            (&self.rules.abilities[ability.index()], game.table().seat(player).hand());
        let costs = || terms::costs_of_use(game.view(), player, kind, variant);
        let pay = paying.unwrap_or_else(|| likely(&costs().unwrap_or(NONE), hand));
        Ok(ActionPattern::new(fits, Action::Use { ability, variant, pay }))
    }

    fn build(
        &self,
        game: &Game,
        player: Player,
        kind: &Name,
        place: &Name,
        terms: &Terms,
    ) -> Result<ActionPattern> {
        let (kind, place) = (self.kind(kind)?, self.place(place)?);
        let ways = &self.rules.kind(kind).ways;
        let (by, paying) = self.terms(terms, ways)?;
        let is_placed = terms.is_placed;
        let fits = move |action: &Action| match *action {
            Action::Build { kind: k, place: at, way, pay } => {
                k == kind
                    && at == place
                    && (!is_placed || way == FREE)
                    && by.is_none_or(|by| by == way)
                    && paying.is_none_or(|paying| paying == pay)
            }
            _ => false,
        };
        let placing = is_placed || matches!(game.table().step(), Step::Place(_));
        let guess = if placing && by.is_none() && paying.is_none() {
            Action::Build { kind, place, way: FREE, pay: Resources::NONE }
        } else {
            let ground = Arg::Place(self.rules.board.ground(place));
            let (way, pay) = declared(game, player, ways, (by, paying), ground);
            Action::Build { kind, place, way, pay }
        };
        Ok(ActionPattern::new(fits, guess))
    }

    fn buy(
        &self,
        game: &Game,
        player: Player,
        deck: &Name,
        terms: &Terms,
    ) -> Result<ActionPattern> {
        let deck = self.deck(deck)?;
        let ways = &self.rules.deck(deck).ways;
        let (by, paying) = self.terms(terms, ways)?;
        let fits = move |action: &Action| match *action {
            Action::Buy { deck: d, way, pay } => {
                d == deck
                    && by.is_none_or(|by| by == way)
                    && paying.is_none_or(|paying| paying == pay)
            }
            _ => false,
        };
        let (way, pay) = declared(game, player, ways, (by, paying), Arg::Deck(deck));
        Ok(ActionPattern::new(fits, Action::Buy { deck, way, pay }))
    }

    fn trade(
        &self,
        game: &Game,
        player: Player,
        give: &[Amount],
        get: &[Amount],
        by: Option<&Name>,
    ) -> Result<ActionPattern> {
        let (give, get) = (self.bag(give)?, self.bag(get)?);
        let by = by.map(|by| self.rate(by)).transpose()?;
        let fits = move |action: &Action| match *action {
            Action::Trade { rate, give: g, get: t } => {
                by.is_none_or(|by| by == rate) && g == give && t == get
            }
            _ => false,
        };
        let rates = self.rules.rates.iter().enumerate();
        // Rates that are not available to the player are not mentioned.
        let is_meant = |rate: &RateKind| {
            rate.terms.allow(give, get) && ownership::is_at_hand(game.view(), player, rate)
        };
        let allowing = rates.filter(|(_, rate)| is_meant(rate));
        let mut fitting = allowing.map(|(index, _)| index);
        let nearest = || ownership::nearest_rate(game.view(), player, give);
        let guess = by.or(fitting.next().map(Rate::new)).unwrap_or_else(nearest);
        let trade = |rate| Action::Trade { rate, give, get };
        let others = fitting.filter(|_| by.is_none()).map(|index| trade(Rate::new(index)));
        let others = others.collect();
        Ok(ActionPattern { others, ..ActionPattern::new(fits, trade(guess)) })
    }

    fn choice(&self, game: &Game, name: &Name) -> Result<ActionPattern> {
        let choices = self.choices(name);
        let Some(&guess) = choices.first() else {
            let words = words::of(game);
            let options = game.question().map_or(&[][..], |question| &question.options);
            let known = options.iter().filter_map(|option| match option {
                Action::Choose(choice) => Some(words.choice(*choice)),
                _ => None,
            });
            let wrong = self.error(&name.span, format!("`{}` is not an answer", name.text));
            return Err(wrong.did_you_mean(&name.text, known));
        };
        let fits = move |action: &Action| matches!(action, Action::Choose(choice) if choices.contains(choice));
        Ok(ActionPattern::new(fits, Action::Choose(guess)))
    }

    /// All choices with this name.
    fn choices(&self, name: &Name) -> Vec<Choice> {
        let mut choices = Vec::new();
        match name.text.as_str() {
            "no" | "nothing" => choices.push(Choice::No),
            "yes" => choices.push(Choice::Yes),
            text => choices.extend(text.parse().ok().map(Choice::Number)),
        }
        if let Ok(resource) = self.resource(name) {
            choices.extend([Choice::Resource(resource), Choice::Card(resource)]);
        }
        choices.extend(self.player(name).ok().map(Choice::Player));
        choices.extend(self.marker(name).ok().map(Choice::Marker));
        choices.extend(self.goods(name).map(Choice::Goods));
        choices.extend(self.card(name).ok().map(Choice::Held));
        choices.extend(self.terrain(name).ok().map(Choice::Outpost));
        choices.extend(self.answer_names(name).map(Choice::Name));
        if let Ok(place) = self.place(name) {
            choices.extend(match place {
                Place::Hex(hex) => Some(Choice::Hex(hex)),
                Place::Intersection(intersection) => Some(Choice::Intersection(intersection)),
                Place::Border(_) => None,
            });
            choices.push(Choice::Piece(place));
        }
        choices
    }
}

/// No price.
const NONE: Costs<'_> = Costs::Declared(&[]);

/// The way and the price that apply if none are written.
fn declared(
    game: &Game,
    player: Player,
    ways: &[Way],
    (by, paying): (Option<u8>, Option<Resources>),
    what: Arg,
) -> (u8, Resources) {
    let way = by.unwrap_or(STANDARD);
    let view = game.view();
    let costs = |way| terms::costs(view, player, way, Some(what)).unwrap_or(NONE);
    let costs = ways.get(usize::from(way)).map_or(NONE, costs);
    (way, paying.unwrap_or_else(|| likely(&costs, view.table().seat(player).hand())))
}

/// A payment of which the hand contains only a part.
fn nearest(cost: &Cost, hand: Resources) -> Resources {
    let mut pay = cost.fixed;
    let most = |left: Resources| {
        let kinds = (0..RESOURCES).map(Resource::new);
        let may_pay = kinds.filter(|&kind| cost.except.get(kind) == 0);
        may_pay.max_by_key(|&kind| (left.get(kind), !kind.index()))
    };
    for count in std::iter::once(cost.same).chain(std::iter::repeat_n(1, usize::from(cost.any))) {
        if let Some(kind) = most(hand.less(pay)) {
            pay += Resources::of(kind, usize::from(count));
        }
    }
    pay
}

/// A payment that the hand contains, or else one that it contains in part.
fn likely(costs: &[Cost], hand: Resources) -> Resources {
    let mut found = None;
    for cost in costs {
        cost.payments(hand, &mut |pay| {
            found.get_or_insert(pay);
        });
    }
    found.or_else(|| costs.first().map(|cost| nearest(cost, hand))).unwrap_or(Resources::NONE)
}
