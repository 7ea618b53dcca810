//! Converts the facts of rule files to the tables that the kernel reads.

use std::collections::BTreeMap;

use super::catalog::{Catalog, to_words};
use super::dice::event_die_names;
use super::facts::Fact;
use super::invalid_names::InvalidNames;
use super::manifest::{DeckKeys, Pack, gather};
use super::naming::check_phrase;
use super::order::InPlay;
use super::rule_file::RuleFile;
use super::ways;
use crate::board::Board;
use crate::chance::{DicePairs, Stream, are_dice};
use crate::diagnostic::{Code, Diagnostic, Diagnostics, Result};
use crate::notation::{self, NotationError};
use crate::rules::{
    AbilityKind, AnswerableKind, AwardKind, CardKind, Cost, CounterKind, CounterVisibility,
    ExcludedRule, HexEventKind, HexMarkKind, Hook, LASTING_CARDS, Limit, Listener, Listeners,
    Ownership, PileKind, PlaceCounterKind, PlayerMarkKind, RateKind, RollKind, RuleId, Running,
    TokenKind, Variant, of_copy,
};
use crate::set::Id;
use crate::table::{Ability, Goods, Port, STREAMS};
use crate::transcript::NamePosition;

/// The number of random streams that do not belong to rules.
const OWN_STREAMS: usize = 4;

/// Everything that rules add to a game.
#[derive(Default, Debug)]
pub(super) struct Tables {
    pub(super) cards: Vec<CardKind>,
    pub(super) awards: Vec<AwardKind>,
    pub(super) rates: Vec<RateKind>,
    pub(super) rolls: Vec<RollKind>,
    pub(super) abilities: Vec<AbilityKind>,
    pub(super) counters: Vec<CounterKind>,
    pub(super) place_counters: Vec<PlaceCounterKind>,
    pub(super) tokens: Vec<TokenKind>,
    pub(super) hex_events: Vec<HexEventKind>,
    pub(super) piles: Vec<PileKind>,
    pub(super) hex_marks: Vec<HexMarkKind>,
    pub(super) player_marks: Vec<PlayerMarkKind>,
    pub(super) answerables: Vec<AnswerableKind>,
    /// The goods that give their owner a rule.
    pub(super) owned: BTreeMap<RuleId, Goods>,
    /// The rules of cards whose copies are tracked separately, and how many copies may be played in
    /// a turn.
    pub(super) copies: BTreeMap<RuleId, u8>,
    pub(super) listeners: Listeners,
    /// The random stream of each rule that draws random numbers.
    pub(super) streams: BTreeMap<RuleId, (u8, Stream)>,
    /// The rules whose facts are wrong.
    pub(super) invalid_names: InvalidNames,
    /// The number of counter slots.
    pub(super) slots: usize,
}

/// The declarations that facts of rules refer to.
pub(super) struct Context<'a> {
    pub(super) packs: &'a [Pack],
    pub(super) board: &'a Board,
    pub(super) catalog: &'a mut Catalog,
    pub(super) left_out: &'a [ExcludedRule],
}

impl Context<'_> {
    /// Whether a rule whose file has this name is out of play.
    fn is_left_out(&self, name: &str) -> bool {
        self.left_out.iter().any(|rule| rule.id.ends_with(&format!("/{name}")))
    }
}

impl Tables {
    /// Reads the facts of all rules.
    pub(super) fn read(
        mut context: Context<'_>,
        rules: &[InPlay],
        wrong: &mut Diagnostics,
    ) -> Self {
        let mut tables = Self::default();
        let numbered = || rules.iter().enumerate().map(|(at, rule)| (RuleId::new(at), &rule.file));
        for (id, rule) in numbered() {
            let before = wrong.0.len();
            wrong.keep(tables.add_card(&context, id, rule));
            wrong.keep(tables.add_token(&context, id, rule));
            wrong.keep(tables.add_owned(&context, id, rule));
            wrong.keep(tables.add_hex_event(&context, id, rule));
            wrong.keep(tables.add_pile(id, rule));
            tables.note_invalid(rule, before, wrong);
        }
        tables.recount(&context, wrong);
        tables.find_tracked_copies(&context, rules, wrong);
        for (id, rule) in numbered() {
            let before = wrong.0.len();
            wrong.keep(tables.add_rate(&context, id, rule));
            wrong.keep(tables.add_award(&context, id, rule));
            wrong.keep(tables.add_roll(&context, id, rule));
            wrong.keep(tables.add_counters(id, rule));
            wrong.keep(tables.add_ability(&context, id, rule));
            wrong.keep(tables.add_marks(id, rule));
            wrong.keep(tables.add_answerable(id, rule));
            wrong.keep(tables.add_stream(id, rule));
            wrong.keep(ways::add_way(&mut tables, &mut context, id, rule));
            wrong.keep(tables.add_listeners(&context, id, rule));
            tables.note_invalid(rule, before, wrong);
        }
        tables.add_alternatives(rules, wrong);
        tables
    }

    /// Records a rule as invalid if there are now more than `before` diagnostics.
    fn note_invalid(&mut self, rule: &RuleFile, before: usize, wrong: &Diagnostics) {
        if wrong.0.len() > before {
            self.invalid_names.insert_rule(&rule.source.file);
        }
    }

    fn add_card(&mut self, context: &Context<'_>, id: RuleId, rule: &RuleFile) -> Result {
        let Some(name) = rule.text(Fact::Deck) else { return Ok(()) };
        let deck = context.catalog.deck(name).ok_or_else(|| {
            let names = context.catalog.decks.iter().map(|deck| &deck.name);
            rule.error(Fact::Deck, format!("no deck `{name}`")).did_you_mean(name, names)
        })?;
        if rule.has(Fact::Lasts) && self.cards.len() >= LASTING_CARDS {
            let message = format!("only the first {LASTING_CARDS} kinds of cards can last");
            return Err(rule.error(Fact::Lasts, message).code(Code::TooMany));
        }
        let before_roll = if rule.has(Fact::BeforeRoll) {
            rule.is(Fact::BeforeRoll)
        } else {
            context.catalog.decks[deck.index()].before_roll
        };
        self.cards.push(CardKind {
            name: rule.name(),
            deck,
            copies: rule.small(Fact::Copies)?.unwrap_or(1),
            points: rule.small(Fact::Points)?.unwrap_or(0),
            value: rule.small(Fact::Value)?.unwrap_or(0),
            playable: rule.hooks.contains_key(&Hook::Act) || rule.has(Fact::Lasts),
            before_roll,
            open: rule.is(Fact::Open),
            lasts: rule.has(Fact::Lasts),
            also: None,
            rule: id,
        });
        Ok(())
    }

    /// Sets the number of cards from `[decks.….copies]`.
    fn recount(&mut self, context: &Context<'_>, wrong: &mut Diagnostics) {
        for deck in gather(context.packs, |manifest| &manifest.decks) {
            // The cards of a deck with stacks belong to its stacks.
            let Some(number) = context.catalog.deck(deck.name) else { continue };
            for (pack, keys) in deck.parts() {
                let DeckKeys { copies, .. } = keys;
                for (name, count) in &copies.0 {
                    let cards = self.cards.iter_mut().filter(|card| card.deck == number);
                    let mut cards: Vec<&mut CardKind> = cards.collect();
                    let word = to_words(name.get_ref());
                    if let Some(card) = cards.iter_mut().find(|card| card.name == word) {
                        card.copies = *count;
                    } else if !context.is_left_out(name.get_ref()) {
                        let message = format!("no card `{word}` in the deck `{}`", deck.name);
                        let names = cards.iter().map(|card| &card.name);
                        wrong.push(pack.error(name, message).did_you_mean(&word, names));
                    }
                }
            }
        }
    }

    fn add_rate(&mut self, context: &Context<'_>, id: RuleId, rule: &RuleFile) -> Result {
        let Some(text) = rule.text(Fact::Trade) else { return Ok(()) };
        let words = &context.catalog.words;
        let terms =
            notation::terms(text, words).map_err(|error| misread(rule, Fact::Trade, error))?;
        let port = match rule.text(Fact::Port) {
            None => None,
            Some("any") => Some(Port::Any),
            Some(name) => Some(Port::Of(context.catalog.resource(name).ok_or_else(|| {
                let names = words.names.iter().map(String::as_str).chain(["any"]);
                rule.error(Fact::Port, format!("no port `{name}`")).did_you_mean(name, names)
            })?)),
        };
        for by in self.copies(id) {
            let name = of_copy(&rule.name(), by.copy);
            let limit = self.limit(by, rule, &rule.name())?;
            self.rates.push(RateKind { name, terms, port, limit, by });
        }
        Ok(())
    }

    fn add_roll(&mut self, context: &Context<'_>, id: RuleId, rule: &RuleFile) -> Result {
        let says = [Fact::Produces, Fact::HandLimit, Fact::Moves].map(|fact| rule.has(fact));
        let Some(number) = rule.small(Fact::OnRoll)?.filter(|_| says.contains(&true)) else {
            return Ok(());
        };
        let group = |name: &str| {
            let names = context.catalog.groups.iter().map(|group| &group.name);
            let unknown = || rule.error(Fact::Moves, format!("no group of markers `{name}`"));
            context.catalog.group(name).ok_or_else(|| unknown().did_you_mean(name, names))
        };
        self.rolls.push(RollKind {
            number,
            produces: !rule.has(Fact::Produces) || rule.is(Fact::Produces),
            hand_limit: rule.small(Fact::HandLimit)?,
            moves: rule.text(Fact::Moves).map(group).transpose()?,
            rule: id,
        });
        Ok(())
    }

    fn add_ability(&mut self, context: &Context<'_>, id: RuleId, rule: &RuleFile) -> Result {
        let name = match rule.text(Fact::Ability) {
            Some(name) => {
                let wrong = |message: &str| rule.error(Fact::Ability, message);
                check_phrase(name, NamePosition::Last).map_err(|bad| bad.at(wrong("")))?;
                if self.abilities.iter().any(|other| other.name == name) {
                    let taken = wrong(&format!("two abilities are called `{name}`"));
                    return Err(taken.code(Code::NameTaken).hint("choose another name"));
                }
                name.to_owned()
            }
            None if rule.is_ability() => rule.name(),
            None => return Ok(()),
        };
        let variants = rule.list(Fact::Variants).iter();
        let variants = variants.map(|text| variant(rule, context.catalog, text));
        let mut variants = variants.collect::<Result<Vec<_>>>()?;
        if variants.is_empty() {
            let is_asked = rule.hooks.contains_key(&Hook::Price);
            let costs = if is_asked { Vec::new() } else { vec![Cost::default()] };
            variants.push(Variant { costs, ..Variant::default() });
        }
        for by in self.copies(id) {
            let limit = self.limit(by, rule, &name)?;
            let (name, variants) = (of_copy(&name, by.copy), variants.clone());
            self.abilities.push(AbilityKind { name, limit, variants, by_card: false, by });
        }
        Ok(())
    }

    /// Adds the abilities for which cards can be played instead of their own rules.
    fn add_alternatives(&mut self, rules: &[InPlay], wrong: &mut Diagnostics) {
        for card in &mut self.cards {
            let rule = &rules[card.rule.index()].file;
            let Some(name) = rule.text(Fact::PlayableAs) else { continue };
            let id = rules.iter().position(|other| other.file.id == name).map(RuleId::new);
            let found = self.abilities.iter().position(|ability| Some(ability.by.rule) == id);
            if let Some(found) = found {
                card.also = Some(Ability::new(found));
                card.playable = true;
                self.abilities[found].by_card = true;
            } else {
                let names = self.abilities.iter().map(|it| &rules[it.by.rule.index()].file.id);
                let message = format!("no ability `{name}`");
                wrong.push(rule.error(Fact::PlayableAs, message).did_you_mean(name, names));
            }
        }
    }

    /// The limit on the uses of an ability, a way or a trade, if there is one.
    pub(super) fn limit(
        &mut self,
        Running { rule: id, copy }: Running,
        rule: &RuleFile,
        name: &str,
    ) -> Result<Option<Limit>> {
        let prices = i16::try_from(rule.list(Fact::Prices).len()).unwrap_or(i16::MAX);
        let (fact, most, by_turn) = match (rule.text(Fact::OncePer), rule.small(Fact::Uses)?) {
            (Some(once), _) => (Fact::OncePer, 1, once == "turn"),
            (None, Some(uses)) => (Fact::Uses, uses, true),
            (None, None) if prices > 0 => (Fact::Prices, prices, true),
            (None, None) => return Ok(None),
        };
        // Only the current player uses abilities, ways and trades, so one slot is enough for a
        // turn.
        let own_copy = self.copies.contains_key(&id).then_some(copy);
        let (name, by_player) = (format!("uses of {name}"), !by_turn);
        let counter = self.next_counter(by_player, rule, fact)?;
        self.counters.push(CounterKind {
            name,
            first: counter,
            by_player,
            by_turn,
            visibility: CounterVisibility::Public,
            rule: id,
            copy: own_copy,
        });
        let card = match self.ownership(id, rule) {
            Some(Ownership::Played(card)) if own_copy.is_none() => Some(card),
            _ => None,
        };
        Ok(Some(Limit { counter, by_player, most, card }))
    }

    /// The index of the next random stream.
    pub(super) fn next_stream(&self) -> usize {
        OWN_STREAMS + self.streams.len()
    }

    fn add_stream(&mut self, id: RuleId, rule: &RuleFile) -> Result {
        if !rule.is(Fact::Random) {
            return Ok(());
        }
        let number = self.next_stream();
        if number >= STREAMS {
            let message =
                format!("at most {} rules can draw with `game.random`", STREAMS - OWN_STREAMS);
            return Err(rule.error(Fact::Random, message).code(Code::TooMany));
        }
        let number = u8::try_from(number).expect("there are at most 16 streams");
        self.streams.insert(id, (number, Stream::named(&format!("rule:{}", rule.id))));
        Ok(())
    }

    fn add_listeners(&mut self, context: &Context<'_>, id: RuleId, rule: &RuleFile) -> Result {
        let wrong = |message| rule.error(Fact::Kind, message);
        let kinds = rule.text(Fact::Kind).map(|word| context.catalog.players_kinds(word, wrong));
        let kinds = kinds.transpose()?;
        let dice = dice(rule)?;
        let face = face(context.packs, rule)?;
        for hook in rule.hooks.keys() {
            let (dice, face) = if hook.is_of_roll() { (dice, face) } else { (None, None) };
            let ownership = self.ownership(id, rule);
            let listener = Listener { rule: id, dice, face, kinds, ownership };
            self.listeners.add(*hook, listener);
        }
        Ok(())
    }
}

/// The dice to which a rule applies; `None` for any dice.
fn dice(rule: &RuleFile) -> Result<Option<DicePairs>> {
    let number = rule.number(Fact::OnRoll).and_then(|number| u8::try_from(number).ok());
    let mut dice = number.map(DicePairs::with_sum);
    for text in rule.list(Fact::OnDice) {
        let die = |text: &str| text.parse().ok();
        let pair = text.split_once(' ').and_then(|(one, other)| Some([die(one)?, die(other)?]));
        let pair = pair.filter(|pair| are_dice(*pair)).ok_or_else(|| {
            let message = format!("`{text}` is not a pair of dice");
            let wrong = rule.error_within(Fact::OnDice, text, message).code(Code::OutOfRange);
            wrong.hint("write two numbers from 1 to 6, such as `\"3 4\"`")
        })?;
        dice = Some(dice.unwrap_or_default().with(pair));
    }
    Ok(dice)
}

/// The name on the event die to which a rule applies, by its index; `None` for any.
fn face(packs: &[Pack], rule: &RuleFile) -> Result<Option<u8>> {
    let Some(wanted) = rule.text(Fact::OnEventDie) else { return Ok(None) };
    let names = event_die_names(packs);
    let face = names.iter().position(|name| *name == wanted);
    let unknown = || {
        let wrong = rule.error(Fact::OnEventDie, format!("no event die shows `{wanted}`"));
        wrong.did_you_mean(wanted, &names).code(Code::UnknownName)
    };
    face.map(|face| Some(u8::try_from(face).unwrap_or(u8::MAX))).ok_or_else(unknown)
}

/// Parses a variant of an ability, such as `one point: 4 sheep`.
fn variant(rule: &RuleFile, catalog: &Catalog, text: &str) -> Result<Variant> {
    let wrong = |message: String| rule.error_within(Fact::Variants, text, message);
    let example = "write a name and a price, such as `\"two points: 6 sheep\"`";
    let is_asked = rule.hooks.contains_key(&Hook::Price);
    let (name, price) = match text.split_once(':') {
        Some(_) if is_asked => {
            let message = "the price is declared twice: by `VARIANTS` and by `price`";
            return Err(wrong(message.into()).hint("write only the names of the variants"));
        }
        None if is_asked => (text, ""),
        None => return Err(wrong(format!("`{text}` has no price")).hint(example)),
        Some(parts) => parts,
    };
    let proper = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == ' ';
    if !name.starts_with(|c: char| c.is_ascii_lowercase()) || !name.chars().all(proper) {
        let hint = "write lower-case letters, digits and spaces, starting with a letter";
        return Err(wrong(format!("`{name}` is not a valid name for a variant")).hint(hint));
    }
    check_phrase(name.trim(), NamePosition::Last).map_err(|bad| bad.at(wrong(String::new())))?;
    if is_asked {
        return Ok(Variant { name: name.into(), ..Variant::default() });
    }
    let (goods, cards) = goods_in(catalog, price);
    let price = cards.as_str();
    let costs = notation::costs(price, &catalog.words).map_err(
        |NotationError { span, message, hint }| {
            let mut shown = wrong(message);
            // The text of a family's member differs from the one in the file.
            if rule.each.is_none() && goods.is_empty() {
                shown.column += text[..text.len() - price.len() + span.start].chars().count();
                shown.length = span.len().max(1);
            }
            shown.hints(hint)
        },
    )?;
    Ok(Variant { name: name.trim().into(), costs, goods })
}

/// The goods in a price such as `1 wood, 2 favor`, and the price without them.
fn goods_in(catalog: &Catalog, price: &str) -> (Vec<(Goods, u8)>, String) {
    let (mut goods, mut cards) = (Vec::new(), Vec::new());
    for term in price.trim_start().split(", ") {
        let (count, name) = term.split_once(' ').unwrap_or_default();
        let kind = catalog.goods.iter().position(|kind| kind.name == name).map(Goods::new);
        let is_new = |kind: &Goods| goods.iter().all(|(other, _)| other != kind);
        match count.parse().ok().filter(|&count| count > 0).zip(kind.filter(is_new)) {
            Some((count, kind)) => goods.push((kind, count)),
            None => cards.push(term),
        }
    }
    let cards = if cards.is_empty() { "nothing".into() } else { cards.join(", ") };
    (goods, cards)
}

/// The diagnostic about a fact whose price or rate cannot be parsed.
pub(super) fn misread(rule: &RuleFile, fact: Fact, error: NotationError) -> Diagnostic {
    let NotationError { span, message, hint } = error;
    let mut shown = rule.error(fact, message).code(Code::BadCost);
    // The text of a family's member differs from the one in the file.
    if rule.each.is_none() {
        shown.column += 1 + span.start;
        shown.length = span.len().max(1);
    }
    shown.hints(hint)
}
