//! The text of each objection, with the rule or declaration that caused it.

use super::places::names;
use super::{Explainer, Reason, step};
use crate::count::{agreeing, counted, times};
use crate::game::law::{Item, Objection, Purpose, terms};
use crate::resource::{Resource, Resources};
use crate::rules::{Cost, Hook, Limit, Origin, RuleId};
use crate::set::Id;
use crate::table::{Player, Rate};

impl Explainer<'_> {
    /// The reason for an objection.
    #[expect(clippy::too_many_lines, reason = "one arm for each objection")]
    pub(super) fn reason(self, objection: &Objection<'_>) -> Reason {
        let (view, rules) = (self.view, self.view.rules());
        let at = |place| rules.board.place_name(place);
        match *objection {
            Objection::NoSuchPlayer => Reason::course(format!(
                "the game has {}",
                counted(view.table().players(), "player")
            )),
            Objection::NoSuchAnswerable => {
                Reason::course("no such rule can be answered in advance")
            }
            Objection::GameOver => Reason::course(step::expected(view)),
            Objection::OutOfTurn { is_reply } => self.out_of_turn(is_reply),
            Objection::NotNow(ref action) => self.not_now(action),
            Objection::NotPlaced => self.placement(step::expected(view)),
            Objection::PaidPlacement(kind) => {
                let name = &rules.kind(kind).name;
                self.placement(format!("a {name} is free during the placement"))
            }
            Objection::FreeBuild(kind) => {
                let piece = rules.kind(kind);
                let text = format!("a {} cannot be placed for free now, only built", piece.name);
                Reason::declared(text, &piece.name, &piece.origin)
            }
            Objection::WrongPlaceType(kind, place) => {
                let piece = rules.kind(kind);
                let (ground, example) = piece.place_words();
                let such = piece.layer.map(|_| format!(" such as `{example}`"));
                let such = such.unwrap_or_default();
                let text =
                    format!("a {} is placed on {ground}{such}, not at `{}`", piece.name, at(place));
                Reason::declared(text, &piece.name, &piece.origin)
            }
            Objection::Law(law, kind, place) => self.law(law, kind, place),
            Objection::Needless(kind, place, way) => {
                let (place, name) = (at(place), &way.name);
                let text = format!(
                    "no building is one border away from `{place}`, so {name} is not needed"
                );
                let piece = rules.kind(kind);
                match way.by {
                    Some(by) => self.ruled(text, by.rule, None),
                    None => Reason::declared(text, &piece.name, &piece.origin),
                }
            }
            Objection::Vetoed { rule, hook, ref text } => {
                self.ruled(text.clone(), rule, Some(hook))
            }
            Objection::NoSuchWay(item) => {
                let text = format!("the rules have no such way to get a {}", self.item_name(item));
                self.of_terms(text, item, None)
            }
            Objection::NoPrice(item) => {
                let text = format!("a {} cannot be bought", self.item_name(item));
                self.of_terms(text, item, None)
            }
            Objection::UsedUp { name, limit, rule } => self.used_up(name, limit, rule),
            Objection::NotOwned(rule, ownership) => {
                self.ruled(self.not_owned(ownership), rule, None)
            }
            Objection::NoCopy(by) => self.ruled(self.no_copy(by), by.rule, None),
            Objection::Guarded(rule, ref why) => {
                let title = || format!("{} cannot be used now", rules.rule(rule).title);
                self.ruled(why.clone().unwrap_or_else(title), rule, Some(Hook::Usable))
            }
            Objection::WrongPrice { item, costs, pay, by } => {
                let (paid, price) = (rules.bag(pay), rules.price(&costs));
                let text = format!("{} does not cost {paid}; it costs {price}", self.a(item));
                self.of_terms(text, item, by)
            }
            Objection::CannotPay { item, costs, by } => self.cannot_pay(item, &costs, by),
            Objection::Lacks { player, resource, needs, has, purpose } => {
                self.lacks(player, resource, (needs, has), purpose)
            }
            Objection::EmptyDeck(deck) => {
                let kind = rules.deck(deck);
                let text = format!("the {} deck is empty", kind.name);
                Reason::declared(text, &kind.name, &kind.origin)
            }
            Objection::NoSuchRate => Reason::course("there is no such rate"),
            Objection::NoPort(rate) => self.of_rate(
                format!("{} has no building at the port that this trade needs", self.name()),
                rate,
            ),
            Objection::NotTaken(rate, give) => {
                let kind = &rules.rates[rate.index()];
                let (given, are) = (rules.bag(give), agreeing(give.total(), "is", "are"));
                let price = rules.price(&[kind.terms.give]);
                self.of_rate(
                    format!("{given} {are} not accepted by {}: it takes {price}", kind.name),
                    rate,
                )
            }
            Objection::NotGiven(rate, give, get) => self.not_given(rate, give, get),
            Objection::SupplyShort { resource, asked } => {
                let name = &rules.resources[resource.index()].name;
                let left = view.table().supply().get(resource);
                let are = agreeing(asked, "is", "are");
                let text = format!("the supply has {left} {name}, but {asked} {are} needed");
                self.in_manifest(text, "supplies", "each_resource")
            }
            Objection::NeverPlayed(card) => {
                let kind = rules.card(card);
                self.ruled(format!("{} can never be played", kind.name), kind.rule, None)
            }
            Objection::NoSuchCard(card) => {
                let kind = rules.card(card);
                self.ruled(format!("{} holds no {}", self.name(), kind.name), kind.rule, None)
            }
            Objection::FreshCard(card) => {
                let kind = rules.card(card);
                let deck = rules.deck(kind.deck);
                let text = format!("{} got {} this turn", self.name(), kind.name);
                self.by_key(text, ("decks", &deck.deck), &["waits"], &deck.origin)
            }
            Objection::NoMorePlays(deck) => {
                let deck = rules.deck(deck);
                let text = format!(
                    "only {} can be played each turn",
                    counted(deck.plays.unwrap_or(u8::MAX), "card")
                );
                self.by_key(text, ("decks", &deck.deck), &["plays"], &deck.origin)
            }
            Objection::BeforeRoll(card) => {
                let kind = rules.card(card);
                let deck = rules.deck(kind.deck);
                let text = "the card cannot be played before the production roll".into();
                match rules.fact_origin(kind.rule, "BEFORE_ROLL") {
                    Some(origin) => Reason::of(rules.rule(kind.rule), text, origin),
                    None => {
                        self.by_key(text, ("decks", &deck.deck), &["before_roll"], &deck.origin)
                    }
                }
            }
            Objection::NoOtherUse(card) => {
                let kind = rules.card(card);
                self.ruled(
                    format!("{} cannot be played as anything else", kind.name),
                    kind.rule,
                    None,
                )
            }
            Objection::NoSuchAbility => Reason::course("there is no such ability"),
            Objection::NoSuchVariant(ability, variant) => {
                let kind = &rules.abilities[ability.index()];
                let text = format!("{} has no variant {}", kind.name, variant + 1);
                self.ruled(text, kind.by.rule, None)
            }
            Objection::TooFewGoods(ability, goods, count) => {
                let name = counted(usize::from(count), &rules.goods[goods.index()].name);
                let text = format!("{} needs {name}", self.view.name(self.player));
                self.ruled(text, rules.abilities[ability.index()].by.rule, None)
            }
            Objection::UsedByCard(ability) => {
                let kind = &rules.abilities[ability.index()];
                let text = format!("{} can only be used by playing a card for it", kind.name);
                self.ruled(text, kind.by.rule, None)
            }
            Objection::EmptySide => {
                Reason::course("each side of a trade has to give at least one card")
            }
            Objection::SameForSame(cards) => {
                Reason::course(format!("a trade cannot have {} on both sides", rules.bag(cards)))
            }
            Objection::NotOffered(kind) => {
                self.by_class(kind, "is not traded between players", "in_offers")
            }
            Objection::NotDiscarded(kind) => self.by_class(kind, "is not discarded", "in_discards"),
            Objection::OfferToNobody => {
                Reason::course("an offer must be made to at least one opponent")
            }
            Objection::OfferToOthers => Reason::course("an offer can only be made to opponents"),
            Objection::NotInGame(cards) => {
                Reason::course(format!("the game does not have {}", rules.bag(cards)))
            }
            Objection::TradeWithSelf => {
                Reason::course(format!("{0} cannot trade with {0}", self.name()))
            }
            Objection::NotAgreed => Reason::course("the opponent did not agree"),
            Objection::TooManyDiscarded { due, named } => Reason::course(format!(
                "{} has {} to discard, but {named} are named",
                self.name(),
                counted(due, "card")
            )),
            Objection::MarkerStays(marker, place) => {
                let kind = rules.marker(marker);
                let text = format!("the {} is already at `{}`", kind.name, at(place));
                Reason::declared(text, &kind.name, &kind.origin)
            }
            Objection::OtherMarker(marker) => {
                let kind = rules.marker(marker);
                let text = format!("the {} cannot be moved now", kind.name);
                self.by_key(text, ("markers", &kind.name), &["group"], &kind.origin)
            }
            Objection::MarkerPlaces(marker, place) => {
                let (kind, ground) = (rules.marker(marker), self.places_of_marker(marker));
                let text =
                    format!("the {} cannot be placed at `{}`, only {ground}", kind.name, at(place));
                self.by_key(text, ("markers", &kind.name), &["on"], &kind.origin)
            }
            Objection::MustTake(marker) => {
                let kind = rules.marker(marker);
                let name = &kind.name;
                let text =
                    format!("a card has to be taken: an opponent next to the {name} has one");
                self.by_key(text, ("markers", name), &["takes"], &kind.origin)
            }
            Objection::NotBeside(victim, marker) => {
                let kind = rules.marker(marker);
                let name = view.names().get(victim.index()).cloned().unwrap_or_default();
                let is_usual = kind.takes_from == rules.kinds_that(|kind| kind.is_building);
                let piece =
                    if is_usual { "building".into() } else { names(rules, kind.takes_from) };
                let text =
                    format!("{name} is not an opponent with a {piece} next to the {}", kind.name);
                Reason::declared(text, &kind.name, &kind.origin)
            }
            Objection::NoCards(victim) => {
                Reason::course(format!("{} has no cards", view.name(victim)))
            }
        }
    }

    /// The reason that a key of its class gives for a resource.
    fn by_class(self, kind: Resource, is_so: &str, key: &'static str) -> Reason {
        let rules = self.view.rules();
        let text = format!("{} {is_so}", rules.resources[kind.index()].name);
        match rules.classes.of(kind) {
            Some(class) => {
                self.by_key(text, ("resource_classes", &class.name), &[key], &class.origin)
            }
            None => Reason::course(text),
        }
    }

    /// The name of something that has a price.
    fn item_name(self, item: Item) -> String {
        let rules = self.view.rules();
        match item {
            Item::Piece(kind) => rules.kind(kind).name.clone(),
            Item::Card(deck) => format!("{} card", rules.deck(deck).name),
            Item::Ability(ability) => rules.abilities[ability.index()].name.clone(),
        }
    }

    /// The name with its article; the name of an ability has none.
    fn a(self, item: Item) -> String {
        match item {
            Item::Ability(_) => self.item_name(item),
            _ => format!("a {}", self.item_name(item)),
        }
    }

    /// Creates a reason from the rule that offers terms, or from the declared price.
    fn of_terms(self, text: String, item: Item, by: Option<RuleId>) -> Reason {
        if let Some(rule) = by {
            return self.ruled(text, rule, None);
        }
        let rules = self.view.rules();
        let (table, key, origin): (&str, &str, &Origin) = match item {
            Item::Piece(kind) => ("pieces", &rules.kind(kind).name, &rules.kind(kind).origin),
            Item::Card(deck) => ("decks", &rules.deck(deck).deck, &rules.deck(deck).origin),
            Item::Ability(ability) => {
                return self.ruled(text, rules.abilities[ability.index()].by.rule, None);
            }
        };
        let reason = self.by_key(text, (table, key), &["price"], origin);
        Reason { rule: self.item_name(item), ..reason }
    }

    /// Creates a reason from the rule of a rate.
    fn of_rate(self, text: String, rate: Rate) -> Reason {
        self.ruled(text, self.view.rules().rates[rate.index()].by.rule, None)
    }

    fn used_up(self, name: &str, limit: Limit, rule: RuleId) -> Reason {
        let span = if limit.by_player { "game" } else { "turn" };
        let most = times(terms::allowed(self.view, limit));
        self.ruled(format!("{name} can be used only {most} in a {span}"), rule, None)
    }

    fn cannot_pay(self, item: Item, costs: &[Cost], by: Option<RuleId>) -> Reason {
        let hand = self.view.table().seat(self.player).hand();
        let price = self.view.rules().price_beyond(costs, hand);
        self.of_terms(format!("{} cannot pay {price}", self.name()), item, by)
    }

    fn lacks(
        self,
        player: Player,
        resource: Resource,
        (needs, has): (usize, usize),
        purpose: Purpose,
    ) -> Reason {
        let rules = self.view.rules();
        let (name, resource) = (self.view.name(player), &rules.resources[resource.index()].name);
        let text = format!("{name} needs {needs} {resource}, but has {has}");
        match purpose {
            Purpose::Price(item, by) => self.of_terms(text, item, by),
            Purpose::Discard => Reason::course(text),
            Purpose::Trade(by) => {
                let open = self.view.table().seat(player).open();
                let text = if open.is_empty() {
                    text
                } else {
                    format!("{text} that can be traded (open: {})", rules.bag(open))
                };
                match by {
                    Some(rule) => self.ruled(text, rule, None),
                    None => Reason::course(text),
                }
            }
        }
    }

    fn not_given(self, rate: Rate, give: Resources, get: Resources) -> Reason {
        let rules = self.view.rules();
        let kind = &rules.rates[rate.index()];
        let (given, got) = (rules.bag(give), rules.bag(get));
        let buy = agreeing(give.total(), "does not buy", "do not buy");
        let gain = rules.gain(kind.terms.get);
        self.of_rate(format!("{given} {buy} {got}: {} gives {gain}", kind.name), rate)
    }
}
