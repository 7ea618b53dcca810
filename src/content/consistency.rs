//! Checks that the facts and hooks of a rule file are consistent.

use super::facts::Fact;
use super::rule_file::RuleFile;
use crate::diagnostic::{Code, Diagnostics};
use crate::rules::{Hook, HookShape};

/// Facts that determine the kind of rule; a file has at most one of them.
const SORTS: [Fact; 4] = [Fact::Trade, Fact::Award, Fact::Ability, Fact::Way];

/// Facts that determine the owner of a rule; a file has at most one of them.
const OWNERS: [Fact; 4] = [Fact::Deck, Fact::Outpost, Fact::Event, Fact::Owned];

/// Facts that apply to everybody. A rule with an owner cannot declare them.
const FOR_ALL: [Fact; 5] =
    [Fact::Ability, Fact::Award, Fact::Produces, Fact::HandLimit, Fact::Moves];

/// Pairs of facts; the first requires the second.
const NEEDS: [(Fact, Fact); 21] = [
    (Fact::Deck, Fact::Copies),
    (Fact::Copies, Fact::Deck),
    (Fact::Points, Fact::Deck),
    (Fact::Value, Fact::Deck),
    (Fact::Lasts, Fact::Deck),
    (Fact::PlayableAs, Fact::Deck),
    (Fact::BeforeRoll, Fact::Deck),
    (Fact::Open, Fact::Deck),
    (Fact::Port, Fact::Trade),
    (Fact::Award, Fact::Minimum),
    (Fact::Minimum, Fact::Award),
    (Fact::Forever, Fact::Award),
    (Fact::Longest, Fact::Award),
    (Fact::Most, Fact::Award),
    (Fact::Produces, Fact::OnRoll),
    (Fact::HandLimit, Fact::OnRoll),
    (Fact::Moves, Fact::OnRoll),
    (Fact::RoundBased, Fact::Outpost),
    (Fact::Relaxes, Fact::Way),
    (Fact::Price, Fact::Way),
    (Fact::Prices, Fact::Way),
];

/// Facts that have an effect.
const DOES: [Fact; 11] = [
    Fact::Open,
    Fact::Points,
    Fact::Value,
    Fact::Trade,
    Fact::Award,
    Fact::Ability,
    Fact::Way,
    Fact::Produces,
    Fact::HandLimit,
    Fact::Moves,
    Fact::Replaces,
];

/// Reports facts and hooks of a file that contradict each other.
pub(super) fn check(rule: &RuleFile, wrong: &mut Diagnostics) {
    at_most_one(rule, &SORTS, "a file can declare only one rule", wrong);
    at_most_one(rule, &OWNERS, "a rule can be owned in only one way", wrong);
    check_owner(rule, wrong);
    check_open(rule, wrong);
    wrong.or_code(Code::FactsClash);
    for (fact, needed) in NEEDS {
        if rule.has(fact) && !rule.has(needed) {
            let message = format!("`{}` needs `{}`", fact.name(), needed.name());
            wrong.push(rule.error(fact, message).hint(format!(
                "{}: {}",
                needed.name(),
                needed.text()
            )));
        }
    }
    check_award(rule, wrong);
    check_hooks(rule, wrong);
    wrong.or_code(Code::MissingFact);
    check_variants(rule, wrong);
    wrong.or_code(Code::BadValue);
    check_range(rule, wrong);
    wrong.or_code(Code::OutOfRange);
    let does = DOES.iter().any(|&fact| rule.has(fact)) || !rule.hooks.is_empty();
    if !does {
        let message = "the rule does nothing: it has neither a hook nor a fact with an effect";
        wrong.push(rule.source.whole(message).code(Code::NeverRuns));
    }
}

/// Reports a rule that declares more than one of these facts.
fn at_most_one(rule: &RuleFile, facts: &[Fact], hint: &str, wrong: &mut Diagnostics) {
    let stated: Vec<Fact> = facts.iter().copied().filter(|&fact| rule.has(fact)).collect();
    if let [first, second, ..] = stated[..] {
        let message = format!("`{}` and `{}` cannot be combined", first.name(), second.name());
        wrong.push(rule.error(second, message).hint(hint));
    }
}

/// Reports facts that a rule with an owner cannot declare.
fn check_owner(rule: &RuleFile, wrong: &mut Diagnostics) {
    let Some(owner) = OWNERS.into_iter().find(|&fact| rule.has(fact)) else { return };
    let at_once = owner == Fact::Deck && !rule.has(Fact::Lasts);
    let never: &[Fact] = if at_once { &[Fact::Trade, Fact::Way] } else { &[] };
    for &fact in FOR_ALL.iter().chain(never).filter(|&&fact| rule.has(fact)) {
        let message = format!("`{}` and `{}` cannot be combined", owner.name(), fact.name());
        let hint = if fact == Fact::Ability && !at_once {
            "leave `ABILITY` out: with `fn act(me)`, the rule is an ability of its owners"
        } else if at_once {
            "with `LASTS`, a card can grant a `TRADE`, a `WAY` or an `act` until the end of the turn"
        } else {
            "a rule that only some players own needs a hook, `TRADE` or `WAY`"
        };
        wrong.push(rule.error(fact, message).hint(hint));
    }
}

/// Reports facts and hooks that do nothing for an open card: such a card never enters a hand.
fn check_open(rule: &RuleFile, wrong: &mut Diagnostics) {
    if !rule.is(Fact::Open) {
        return;
    }
    let of_hands = [Fact::Points, Fact::Lasts, Fact::PlayableAs, Fact::BeforeRoll];
    let names = of_hands.iter().filter(|&&fact| rule.has(fact)).map(|fact| fact.name());
    let act = rule.hooks.contains_key(&Hook::Act).then_some("fn act");
    for name in names.chain(act) {
        let message = format!("`{}` and `{name}` cannot be combined", Fact::Open.name());
        let hint = "an open card never enters a hand, so nobody plays it";
        wrong.push(rule.error(Fact::Open, message).hint(hint));
    }
}

/// Checks that an award compares exactly one thing.
fn check_award(rule: &RuleFile, wrong: &mut Diagnostics) {
    let merit = rule.hooks.contains_key(&Hook::Merit);
    let compared = [rule.has(Fact::Longest), rule.has(Fact::Most), merit];
    let found = compared.into_iter().filter(|&is| is).count();
    if rule.has(Fact::Award) && found != 1 {
        let message = match found {
            0 => "the award compares nothing",
            _ => "the award compares more than one thing",
        };
        let hint = "declare only one of `LONGEST` and `MOST`, or define `fn merit(me)` instead";
        wrong.push(rule.error(Fact::Award, message).hint(hint));
    }
    if merit && !rule.has(Fact::Award) {
        needs(rule, Hook::Merit, "`AWARD`", wrong);
    }
}

/// Reports a price that is missing or declared twice, or that belongs to nothing.
fn check_price(rule: &RuleFile, wrong: &mut Diagnostics) {
    let is_asked = rule.hooks.contains_key(&Hook::Price);
    let declared = [Fact::Price, Fact::Prices].into_iter().find(|&fact| rule.has(fact));
    if rule.has(Fact::Way) && rule.has(Fact::Price) == rule.has(Fact::Prices) && !is_asked {
        let message = "a way needs either `PRICE` or `PRICES`";
        wrong.push(rule.error(Fact::Way, message).hint(Fact::Price.text()));
    }
    if is_asked && !rule.has(Fact::Way) && !rule.is_ability() {
        needs(rule, Hook::Price, "`ABILITY` or `WAY`", wrong);
    }
    if let Some(fact) = declared.filter(|_| is_asked) {
        let message = format!("the price is declared twice: by `{}` and by `price`", fact.name());
        wrong.push(rule.error(fact, message).hint("remove one of them"));
    }
}

/// Reports hooks without the fact they require, and facts without their hook.
fn check_hooks(rule: &RuleFile, wrong: &mut Diagnostics) {
    let has = |hook| rule.hooks.contains_key(&hook);
    let is_ability = rule.is_ability();
    let acts = rule.has(Fact::Deck) || is_ability;
    for hook in [Hook::Act, Hook::Worth].into_iter().filter(|&hook| has(hook) && !acts) {
        needs(rule, hook, "`DECK`, `ABILITY` or `OUTPOST`", wrong);
    }
    if has(Hook::Usable) && !(acts || rule.has(Fact::Trade) || rule.has(Fact::Way)) {
        needs(rule, Hook::Usable, "`DECK`, `ABILITY`, `TRADE` or `WAY`", wrong);
    }
    let wants = |hook, count| rule.hooks.get(&hook).is_some_and(|found| found.parameters == count);
    if wants(Hook::Usable, 2) && !(rule.has(Fact::Way) || rule.has(Fact::Variants)) {
        needs(rule, Hook::Usable, "`VARIANTS` or a `WAY` for its parameter `what`", wrong);
    }
    if wants(Hook::Act, 2) && !(rule.has(Fact::Variants) || rule.has(Fact::Ability)) {
        needs(rule, Hook::Act, "`VARIANTS` or `ABILITY` for its parameter `what`", wrong);
    }
    if wants(Hook::Price, 2) && !(rule.has(Fact::Way) || rule.has(Fact::Variants)) {
        needs(rule, Hook::Price, "`VARIANTS` or a `WAY` for its parameter `what`", wrong);
    }
    if has(Hook::OnUsed) && !rule.has(Fact::Way) {
        needs(rule, Hook::OnUsed, "`WAY`", wrong);
    }
    check_price(rule, wrong);
    if rule.has(Fact::Prices) && (rule.has(Fact::Uses) || rule.has(Fact::OncePer)) {
        let message = "the length of `PRICES` already determines the number of uses";
        let hint = "declare `PRICES` alone, or `PRICE` with `USES` or `ONCE_PER`";
        wrong.push(rule.error(Fact::Prices, message).hint(hint));
    }
    for fact in [Fact::Variants, Fact::OncePer, Fact::Uses] {
        let limited = is_ability
            || fact != Fact::Variants && rule.has(Fact::Way)
            || fact == Fact::Uses && rule.has(Fact::Trade);
        if rule.has(fact) && !limited {
            let message = format!("`{}` needs an ability", fact.name());
            let hint = "declare `ABILITY`, and define `fn act(me)`";
            wrong.push(rule.error(fact, message).hint(hint));
        }
    }
    check_rolls(rule, wrong);
    let asks = rule.hooks.keys().any(|hook| hook.shape() == HookShape::Effect);
    if rule.has(Fact::Default) && !asks {
        let message = "`DEFAULT` needs a hook that can ask a player, such as `on_produced`";
        let hint = "`DEFAULT` answers questions such as `me.may_take(…)`";
        wrong.push(rule.error(Fact::Default, message).hint(hint));
    }
    if rule.has(Fact::Kind) && !rule.hooks.keys().any(|hook| hook.is_of_pieces()) {
        let message = "`KIND` needs a hook about pieces, such as `on_built`";
        wrong.push(rule.error(Fact::Kind, message));
    }
    if rule.has(Fact::Times) && !has(Hook::Act) {
        wrong.push(
            rule.error(Fact::Times, "`TIMES` needs the hook `act`").hint("write `fn act(me)`"),
        );
    }
    if rule.has(Fact::Ability) && !has(Hook::Act) {
        let message = "an ability needs the hook `act`";
        wrong.push(rule.error(Fact::Ability, message).hint("write `fn act(me)`"));
    }
}

/// Reports facts about rolls that have no effect, or contradict each other.
fn check_rolls(rule: &RuleFile, wrong: &mut Diagnostics) {
    let rolls = [Fact::Produces, Fact::HandLimit, Fact::Moves];
    if rule.has(Fact::OnRoll)
        && !rolls.iter().any(|&f| rule.has(f))
        && !ROLLED.iter().any(|hook| rule.hooks.contains_key(hook))
    {
        let message = "`ON_ROLL` needs a hook or fact about rolls, such as `on_production_roll`";
        wrong.push(rule.error(Fact::OnRoll, message));
    }
    if rule.has(Fact::OnDice) && !rule.hooks.keys().any(|hook| hook.is_of_roll()) {
        let message = "`ON_DICE` needs a hook about rolls, such as `on_rolled`";
        wrong.push(rule.error(Fact::OnDice, message));
    }
    if rule.has(Fact::OnEventDie) && !rule.hooks.keys().any(|hook| hook.is_of_roll()) {
        let message = "`ON_EVENT_DIE` needs a hook about rolls, such as `on_rolled`";
        wrong.push(rule.error(Fact::OnEventDie, message));
    }
    if rule.has(Fact::OnDice) && rule.has(Fact::OnRoll) {
        let message = "`ON_DICE` and `ON_ROLL` cannot be in the same rule";
        wrong.push(rule.error(Fact::OnDice, message).hint("list all pairs in `ON_DICE`"));
    }
}

/// The hooks for rolls.
const ROLLED: [Hook; 5] =
    [Hook::OnRolled, Hook::OnProductionRoll, Hook::OnProduced, Hook::Production, Hook::HandLimit];

/// The maximum number of variants of an ability.
const VARIANTS: usize = 100;

/// Checks that variants have different names.
fn check_variants(rule: &RuleFile, wrong: &mut Diagnostics) {
    let variants = rule.list(Fact::Variants);
    if rule.has(Fact::Variants) && variants.is_empty() {
        wrong.push(rule.error(Fact::Variants, "`VARIANTS` is an empty list"));
    }
    if variants.len() > VARIANTS {
        let message = format!("an ability can have at most {VARIANTS} variants");
        return wrong.push(rule.error(Fact::Variants, message).code(Code::TooMany));
    }
    let name = |text: &str| text.split(':').next().unwrap_or_default().trim().to_owned();
    for (at, variant) in variants.iter().enumerate() {
        if variants[..at].iter().any(|other| name(other) == name(variant)) {
            let message = format!("two variants are called `{}`", name(variant));
            wrong.push(rule.error_within(Fact::Variants, variant, message).code(Code::NameTaken));
        }
    }
}

/// Reports a hook without the fact that it requires.
fn needs(rule: &RuleFile, hook: Hook, facts: &str, wrong: &mut Diagnostics) {
    let message = format!("`{}` needs {facts}", hook.name());
    wrong.push(rule.source.error_on(rule.hooks[&hook].line, message));
}

/// Reports numbers that are out of range, and words that a fact does not allow.
fn check_range(rule: &RuleFile, wrong: &mut Diagnostics) {
    let ranges = [
        (Fact::OnRoll, 2..=12),
        (Fact::Copies, 1..=99),
        (Fact::HandLimit, 0..=127),
        (Fact::Uses, 1..=99),
        (Fact::Times, 1..=9),
        (Fact::Minimum, 1..=99),
    ];
    for (fact, range) in ranges {
        if let Some(number) = rule.number(fact).filter(|number| !range.contains(number)) {
            let expected = format!("expected {} to {}", range.start(), range.end());
            wrong.push(rule.error(fact, format!("`{}` is {number}, {expected}", fact.name())));
        }
    }
    let words: [(Fact, &[&str]); 4] = [
        (Fact::Lasts, &["turn"]),
        (Fact::OncePer, &["turn", "game"]),
        (Fact::Default, &["accept", "decline", "ask"]),
        (Fact::Relaxes, &["distance"]),
    ];
    for (fact, words) in words {
        if let Some(word) = rule.text(fact).filter(|word| !words.contains(word)) {
            let message = format!("`{}` cannot be `{word}`", fact.name());
            let outside = rule.error(fact, message).code(Code::OutOfRange);
            wrong.push(outside.did_you_mean(word, words.iter().copied()));
        }
    }
}
