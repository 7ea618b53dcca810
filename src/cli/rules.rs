//! `rules`: lists every rule in force.

use std::collections::BTreeSet;
use std::io::Write;

use super::columns::{Columns, write_columns, write_note};
use super::options::GameArgs;
use super::problem::Problem;
use super::setup;
use super::streams::Streams;
use crate::rules::{
    CardKind, ExcludedRule, HexEventKind, Ownership, PackInfo, Rank, Rule, Rules, Setting,
    SettingValue, TokenKind,
};
use crate::set::Id;
use crate::table::{Deck, Terrain};

/// The arguments of `rules`.
#[derive(clap::Args, Debug)]
pub(super) struct RulesArgs {
    #[command(flatten)]
    game: GameArgs,
}

/// Lists the packs, the settings and the rules of a scenario.
pub(super) fn rules(args: &RulesArgs, streams: &mut Streams) -> Result<(), Problem> {
    let rules = setup::load_game(&args.game)?.rules;
    let out = &mut streams.out;
    writeln!(out, "{}", rules.title)?;
    write_columns(out, "packs", &packs(&rules))?;
    write_columns(out, "settings", &settings(&rules))?;
    for outpost in rules.tokens.iter().map(|token| token.outpost).collect::<BTreeSet<_>>() {
        let heading = format!("benefits of the {}", rules.terrain(outpost).name);
        write_columns(out, &heading, &benefits(&rules, outpost))?;
    }
    if !rules.hex_events.is_empty() {
        write_columns(out, "events", &events(&rules))?;
    }
    for deck in (0..rules.decks.len()).map(Deck::new) {
        let cards = cards(&rules, deck);
        if !cards.is_empty() {
            write_columns(out, &format!("{} cards", rules.deck(deck).name), &cards)?;
        }
    }
    if !rules.left_out.is_empty() {
        let left_out = |rule: &ExcludedRule| vec![rule.id.clone(), rule.why.clone()];
        let left_out: Vec<_> = rules.left_out.iter().map(left_out).collect();
        write_columns(out, "not in force", &left_out)?;
    }
    let sections = rules.rules.chunk_by(|one, next| section(one) == section(next));
    Ok(sections.into_iter().try_for_each(|own| write_rules(out, &rules, own))?)
}

/// Lists everything that arguments of `run` can change: settings, and rules to leave out.
pub(super) fn help(rules: &Rules, out: &mut dyn Write) -> std::io::Result<()> {
    writeln!(out, "{}: what the arguments of `newcatan run` can change", rules.title)?;
    let range = |setting: &Setting| match (&setting.range, &setting.value) {
        (Some(range), _) => format!("{} to {}", range.start(), range.end()),
        (None, SettingValue::Truth(_)) => "true or false".into(),
        (None, _) => "any".into(),
    };
    let setting = |(name, setting): (&String, &Setting)| {
        let assigned = format!("{name}={}", setting.value);
        vec![assigned, range(setting), setting.text.clone()]
    };
    let settings: Vec<_> = rules.settings.iter().map(setting).collect();
    write_columns(out, "--set", &settings)?;
    let rule = |rule: &Rule| vec![rule.id.clone(), rule.text.clone()];
    write_columns(out, "--without", &rules.rules.iter().map(rule).collect::<Vec<_>>())?;
    let own = [
        ["my_rule.rhai", "a rule file of your own"],
        ["my_pack", "a folder with a `pack.toml` and rule files"],
    ];
    let own = own.map(|row| row.map(String::from).to_vec());
    write_columns(out, "--with", &own)
}

fn packs(rules: &Rules) -> Vec<Vec<String>> {
    let pack = |pack: &PackInfo| {
        let found = match pack.others.as_slice() {
            [] => pack.found.clone(),
            others => format!("{}, not {}", pack.found, others.join(", ")),
        };
        vec![pack.id.clone(), pack.version.clone(), rank(pack.rank).into(), found]
    };
    rules.packs.iter().map(pack).collect()
}

fn settings(rules: &Rules) -> Vec<Vec<String>> {
    let setting = |(name, setting): (&String, &Setting)| {
        let value = setting.value.to_string();
        let default = if setting.value == setting.default {
            String::new()
        } else {
            format!("default {}", setting.default)
        };
        vec![name.clone(), value, setting.text.clone(), default]
    };
    rules.settings.iter().map(setting).collect()
}

/// The rules with tokens at an outpost: what each does, and when it works.
fn benefits(rules: &Rules, outpost: Terrain) -> Vec<Vec<String>> {
    let tokens = rules.tokens.iter().filter(|token| token.outpost == outpost);
    let benefit = |token: &TokenKind| {
        let rule = rules.rule(token.rule);
        let round_based =
            matches!(rule.ownership, Some(Ownership::Access { round_based: true, .. }));
        let when = if round_based { "any turn" } else { "own turn" };
        vec![rule.title.clone(), rule.text.clone(), when.into(), rule.rulings.clone()]
    };
    tokens.map(benefit).collect()
}

/// The events that can be discovered, and what each does.
fn events(rules: &Rules) -> Vec<Vec<String>> {
    let event = |event: &HexEventKind| description(rules.rule(event.rule));
    rules.hex_events.iter().map(event).collect()
}

/// The cards of a deck: the number of each, and what it does.
fn cards(rules: &Rules, deck: Deck) -> Vec<Vec<String>> {
    let of_deck = rules.cards.iter().filter(|card| card.deck == deck);
    let card = |card: &CardKind| {
        let copies = vec![card.copies.to_string()];
        copies.into_iter().chain(description(rules.rule(card.rule))).collect()
    };
    of_deck.map(card).collect()
}

/// A rule's name and description.
fn description(rule: &Rule) -> Vec<String> {
    vec![rule.title.clone(), rule.text.clone(), rule.rulings.clone()]
}

/// The rank and the pack of a rule.
fn section(rule: &Rule) -> (Rank, &str) {
    (rule.rank, rule.id.split('/').next().unwrap_or_default())
}

/// Lists rules of one pack and rank in the order in which they are called, with the rules that each
/// overrides.
fn write_rules(out: &mut dyn Write, rules: &Rules, own: &[Rule]) -> std::io::Result<()> {
    let (rank, id) = section(&own[0]);
    let pack = rules.packs.iter().find(|pack| pack.id == id);
    let folder = pack.map(PackInfo::folder).unwrap_or_default();
    let row = |rule: &Rule| {
        let place = rule.origin(None).to_string();
        let inner = place.strip_prefix(&folder).and_then(|place| place.strip_prefix('/'));
        vec![rule.id.clone(), rule.title.clone(), inner.unwrap_or(&place).to_owned()]
    };
    let rows: Vec<Vec<String>> = own.iter().map(row).collect();
    let columns = Columns::of(&rows);
    writeln!(out, "\nrules of {id}, rank {} ({folder})", self::rank(rank))?;
    for (rule, row) in own.iter().zip(&rows) {
        columns.write(out, row)?;
        overrides(rules, rule).iter().try_for_each(|note| write_note(out, note))?;
    }
    Ok(())
}

/// The rules that a rule overrides, and the rule that it depends on.
fn overrides(rules: &Rules, rule: &Rule) -> Vec<String> {
    let fact = |name: &str| {
        let stated = rule.constants.iter().find(|(fact, _)| fact == name);
        stated.map(|(_, stated)| stated.to_string())
    };
    let mut notes = Vec::new();
    notes.extend(rule.replaces.as_ref().map(|other| format!("replaces {other}")));
    notes.extend(fact("WITH").map(|leader| format!("goes with {leader}")));
    notes.extend(fact("WAY").map(|action| format!("another way to {action}")));
    for hook in rule.hooks.keys().filter(|hook| hook.has_one_answer()) {
        let earlier = rules.rules.iter().take_while(|other| other.id != rule.id);
        let answers = |other: &&Rule| other.hooks.contains_key(hook) && other.file != rule.file;
        let earlier: Vec<&str> = earlier.filter(answers).map(|rule| rule.id.as_str()).collect();
        if !earlier.is_empty() {
            notes.push(format!("decides {} last, after {}", hook.name(), earlier.join(", ")));
        }
    }
    notes
}

fn rank(rank: Rank) -> &'static str {
    match rank {
        Rank::Original => "original",
        Rank::Standard => "standard",
        Rank::Module => "module",
        Rank::Card => "card",
        Rank::House => "house",
    }
}
