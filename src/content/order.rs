//! Selects the rules in play, orders their hooks, and reports collisions.

use std::collections::BTreeSet;
use std::num::NonZero;
use std::panic::resume_unwind;
use std::thread;

use super::consistency;
use super::facts::Fact;
use super::invalid_names::InvalidNames;
use super::manifest::Pack;
use super::precedence::{self, StatedOrder};
pub(super) use super::rule_file::InPlay;
use super::rule_file::{self, RULES, RuleFile};
use super::scenario::Scenario;
use super::settings::Settings;
use super::sharing;
use super::source::Library;
use super::toml_file::SpannedString;
use crate::diagnostic::{Code, Diagnostic, Diagnostics, Source, suggest};
use crate::limits;
use crate::rules::{ExcludedRule, Hook};

/// The minimum number of files per thread.
const SHARE: usize = 16;

/// The rules of a game's packs.
#[derive(Debug)]
pub(super) struct OrderedRules {
    /// The rules in play, in the order in which they are called.
    pub(super) in_play: Vec<InPlay>,
    /// The rules out of play, in the order in which they were removed.
    pub(super) left_out: Vec<ExcludedRule>,
    /// Rules that cannot be parsed.
    pub(super) invalid_names: InvalidNames,
    /// Diagnostics about functions whose bodies cannot be parsed.
    pub(super) unread: Diagnostics,
}

impl OrderedRules {
    /// Takes out of play every rule for which `against` returns a reason.
    fn leave_out(&mut self, mut against: impl FnMut(&InPlay) -> Option<String>) {
        let left_out = &mut self.left_out;
        self.in_play.retain(|rule| {
            let why = against(rule);
            left_out.extend(why.clone().map(|why| ExcludedRule { id: rule.file.id.clone(), why }));
            why.is_none()
        });
    }
}

/// The rules in play, in the order in which they are called, and the rules out of play.
pub(super) fn rules(
    library: &Library,
    (packs, scenario): (&[Pack], &Scenario),
    settings: &mut Settings,
    without: &[String],
    wrong: &mut Diagnostics,
) -> OrderedRules {
    let (mut invalid_names, mut unread) = (InvalidNames::default(), Diagnostics::default());
    let in_play = read(packs, &mut invalid_names, &mut unread, wrong);
    let mut rules = OrderedRules { in_play, left_out: Vec::new(), invalid_names, unread };
    let orders = StatedOrder::all(packs, scenario);
    rules.in_play = precedence::arrange(&orders, rules.in_play, wrong);
    check_leaders(packs, &rules.in_play, wrong);
    check_packs(library, packs, &rules.in_play, wrong);
    leave_out(&Exclusion::all(packs, scenario, without), &mut rules, wrong);
    let conditions = rules.in_play.iter().filter_map(|rule| rule.file.text(Fact::IfSet));
    settings.asked.extend(conditions.map(str::to_owned));
    rules.leave_out(|rule| {
        let pack = rule.file.text(Fact::IfLoaded)?;
        let is_loaded = packs.iter().any(|loaded| loaded.id() == pack);
        (!is_loaded).then(|| format!("the pack {pack} is not in play"))
    });
    leave_out_unset(settings, &mut rules, wrong);
    leave_out_stacked(packs, &mut rules);
    follow(&mut rules, wrong);
    replace(&orders, &mut rules, wrong);
    follow(&mut rules, wrong);
    sharing::check(&rules.in_play, wrong);
    check_answers(&orders, &rules.in_play, wrong);
    rules
}

/// Reports rules that overwrite each other's answers, although their order is not defined.
fn check_answers(orders: &[StatedOrder<'_>], rules: &[InPlay], wrong: &mut Diagnostics) {
    for hook in Hook::ALL.iter().copied().filter(|hook| hook.has_one_answer()) {
        let answers: Vec<&InPlay> =
            rules.iter().filter(|rule| rule.file.hooks.contains_key(&hook)).collect();
        for (at, rule) in answers.iter().enumerate() {
            let rival = answers[..at].iter().find(|rival| collide(orders, rival, rule));
            if let Some(rival) = rival {
                let (one, other) = (&rival.file.id, &rule.file.id);
                let message = format!("`{one}` and `{other}` both define `{}`", hook.name());
                let line = rule.file.hooks[&hook].line;
                let both = rule.file.source.error_on(line, message).code(Code::RuleConflict);
                let is_alike = |one: &&&InPlay| one.rank == rule.rank;
                let alike: Vec<&InPlay> = answers.iter().filter(is_alike).copied().collect();
                wrong.push(both.hint(precedence::hint(orders, &alike)));
            }
        }
    }
}

/// Reads the rule files of all packs, in order.
fn read<'a>(
    packs: &'a [Pack],
    invalid_names: &mut InvalidNames,
    unread: &mut Diagnostics,
    wrong: &mut Diagnostics,
) -> Vec<InPlay> {
    let mut rules = Vec::new();
    let of_pack = |(at, pack): (usize, &'a Pack)| pack.files.iter().map(move |it| (at, pack, it));
    let files: Vec<_> = packs.iter().enumerate().flat_map(of_pack).collect();
    let read =
        in_threads(&files, |(_, pack, (path, source))| rule_file::read(pack.id(), path, source));
    for (&(at, pack, (path, _)), read) in files.iter().zip(read) {
        match read {
            Ok((files, more)) => {
                unread.extend(more.0);
                if let Some(first) = files.first() {
                    consistency::check(first, wrong);
                }
                let (rank, place) = (pack.rank_of(path), place(pack, path, &files));
                let in_play = |(n, file)| ((rank, at, place, path, n), InPlay { rank, file });
                rules.extend(files.into_iter().enumerate().map(in_play));
            }
            Err(more) => {
                invalid_names.insert_rule(path);
                more.0.into_iter().for_each(|one| wrong.push(one));
            }
        }
    }
    rules.sort_by_key(|(key, _)| *key);
    let rules: Vec<InPlay> = rules.into_iter().map(|(_, rule)| rule).collect();
    for (at, rule) in rules.iter().enumerate() {
        if let Some(twin) = rules[..at].iter().find(|twin| twin.file.id == rule.file.id) {
            let message = format!("`{}` is the name of two rules", rule.file.id);
            let other = format!("the other rule is in `{}`", twin.file.source.file);
            wrong.push(rule.file.source.whole(message).code(Code::NameTaken).hint(other));
        }
    }
    rules
}

/// Maps the items in order, on as many threads as the number of items justifies.
fn in_threads<T: Sync, R: Send>(things: &[T], make: impl Fn(&T) -> R + Sync) -> Vec<R> {
    let threads = thread::available_parallelism().map_or(1, NonZero::get);
    let share = things.len().div_ceil(threads).max(SHARE);
    let (own, others) = things.split_at(share.min(things.len()));
    let all = &|things: &[T]| things.iter().map(&make).collect::<Vec<R>>();
    thread::scope(|scope| {
        let spawn = |part| scope.spawn(move || all(part));
        let others: Vec<_> = others.chunks(share).map(spawn).collect();
        let mut made = all(own);
        for other in others {
            made.extend(other.join().unwrap_or_else(|panic| resume_unwind(panic)));
        }
        made
    })
}

/// The index of a file in its pack's `order`; unlisted files come last.
fn place(pack: &Pack, path: &str, files: &[RuleFile]) -> usize {
    let order = &pack.manifest.order;
    let stem = path.rsplit('/').next().unwrap_or(path).trim_end_matches(".rhai");
    let listed = |name: &str| name == stem || files.iter().any(|file| file.id == name);
    order.iter().position(|name| listed(name.get_ref())).unwrap_or(order.len())
}

/// Whether two rules of different files have the same rank and no `order` lists both.
fn collide(orders: &[StatedOrder<'_>], one: &InPlay, other: &InPlay) -> bool {
    let family = one.file.source.file == other.file.source.file;
    one.rank == other.rank
        && !family
        && !orders.iter().any(|order| order.lists(&one.file, &other.file))
}

/// The end of the message about a name that is no rule.
pub(super) const TO_LEAVE_OUT: &str = "to leave out";

/// The name of a rule to leave out.
struct Exclusion<'a> {
    name: &'a str,
    /// The diagnostic at the place of the name, if it is in a file.
    at: Option<Diagnostic>,
    /// What follows the name in the reason.
    by: String,
}

impl<'a> Exclusion<'a> {
    /// The rules that the request, the scenario and the packs leave out.
    fn all(packs: &'a [Pack], scenario: &'a Scenario, without: &'a [String]) -> Vec<Self> {
        let requested = without.iter().map(|name| Self { name, at: None, by: String::new() });
        let of_file = |source: &Source, name: &'a SpannedString, by: &str| Self {
            name: name.get_ref(),
            at: Some(source.error(name.span(), "")),
            by: format!(" by {by}"),
        };
        let keys = scenario.keys.without.iter();
        let of_scenario = keys.map(|name| of_file(&scenario.source, name, "the scenario"));
        let of_packs = packs.iter().flat_map(|pack| {
            let by = format!("the pack {}", pack.id());
            let names = pack.manifest.without.iter();
            names.map(move |name| of_file(&pack.source, name, &by))
        });
        requested.chain(of_scenario).chain(of_packs).collect()
    }

    /// Whether this is the name of the rule, with or without its pack, or that of its file or
    /// deck.
    fn names(&self, rule: &InPlay) -> bool {
        let (pack, own) = rule.file.id.split_once('/').unwrap_or_default();
        let file = rule.file.source.file.rsplit('/').next().unwrap_or_default();
        let stem = file.trim_end_matches(".rhai");
        match self.name.split_once('/') {
            Some((wanted, name)) => wanted == pack && (name == own || name == stem),
            None => self.name == own || self.name == stem || self.is_deck_of(rule),
        }
    }

    /// Whether this is the name of the deck to which the rule's card belongs.
    fn is_deck_of(&self, rule: &InPlay) -> bool {
        rule.file.text(Fact::Deck) == Some(self.name)
    }

    /// The diagnostic about this name, if it does not name the rules of one pack.
    fn wrong(&self, rules: &[InPlay]) -> Option<Diagnostic> {
        let name = self.name;
        let called: Vec<&InPlay> = rules.iter().filter(|rule| self.names(rule)).collect();
        let pack = |rule: &&InPlay| rule.file.id.split('/').next().map(str::to_owned);
        let packs: BTreeSet<_> = called.iter().filter_map(pack).collect();
        let wrong = if called.is_empty() {
            let names = rules.iter().flat_map(|rule| {
                let id = rule.file.id.as_str();
                [id, id.split_once('/').map_or(id, |(_, name)| name)]
            });
            let unknown = Diagnostic::new(format!("no rule `{name}` {TO_LEAVE_OUT}"));
            unknown.did_you_mean(name, names)
        } else if packs.len() > 1 && !called.iter().any(|rule| self.is_deck_of(rule)) {
            let ids: Vec<String> =
                called.iter().map(|rule| format!("`{}`", rule.file.id)).collect();
            let several = Diagnostic::new(format!("`{name}` is the name of several rules"));
            several.code(Code::UnknownName).hint(format!("name one of {}", ids.join(", ")))
        } else {
            return None;
        };
        Some(match &self.at {
            Some(at) => wrong.at(at.clone()),
            None => wrong,
        })
    }
}

/// Takes the named rules out of play. The name of a file stands for its whole family.
fn leave_out(excluded: &[Exclusion<'_>], ordered: &mut OrderedRules, wrong: &mut Diagnostics) {
    let rules = &ordered.in_play;
    excluded.iter().filter_map(|it| it.wrong(rules)).for_each(|one| wrong.push(one));
    ordered.leave_out(|rule| {
        let exclusion = excluded.iter().find(|exclusion| exclusion.names(rule))?;
        Some(format!("left out as `{}`{}", exclusion.name, exclusion.by))
    });
}

/// Takes out of play the rules whose setting is `false`.
fn leave_out_unset(settings: &mut Settings, rules: &mut OrderedRules, wrong: &mut Diagnostics) {
    rules.leave_out(|rule| {
        let name = rule.file.text(Fact::IfSet)?;
        let is_set = settings.is_true(name).map_err(|bad| bad.at(rule.file.error(Fact::IfSet, "")));
        let is_set = wrong.keep(is_set).unwrap_or(true);
        (!is_set).then(|| format!("the setting {name} is false"))
    });
}

/// Takes out of play the cards of a deck with stacks, since each stack has its own cards.
fn leave_out_stacked(packs: &[Pack], rules: &mut OrderedRules) {
    let stacked = |deck: &str| {
        let declared = packs.iter().flat_map(Pack::declarations).flat_map(|part| &part.decks.0);
        let mut named = declared.filter(|(name, _)| name.get_ref() == deck);
        named.any(|(_, keys)| keys.stacks.is_some())
    };
    rules.leave_out(|rule| {
        let deck = rule.file.text(Fact::Deck).filter(|deck| stacked(deck))?;
        Some(format!("the deck {deck} is divided into stacks, which have their own cards"))
    });
}

/// Takes out of play the rules that others replace.
fn replace(orders: &[StatedOrder<'_>], ordered: &mut OrderedRules, wrong: &mut Diagnostics) {
    let rules = &ordered.in_play;
    let mut gone: Vec<(String, String)> = Vec::new();
    for (at, rule) in rules.iter().enumerate() {
        let Some(target) = rule.file.text(Fact::Replaces) else { continue };
        let error =
            |message: String| rule.file.error(Fact::Replaces, message).code(Code::RuleConflict);
        let Some(replaced) = rules.iter().find(|other| other.file.id == target) else {
            if ordered.left_out.iter().any(|other| other.id == target) {
                continue;
            }
            let names = rules.iter().map(|rule| &rule.file.id);
            let unknown = rule.file.error(Fact::Replaces, format!("no rule `{target}`"));
            wrong.push(unknown.did_you_mean(target, names));
            continue;
        };
        if target == rule.file.id {
            wrong.push(error("a rule cannot replace itself".into()));
            continue;
        }
        if replaced.rank > rule.rank {
            let message = format!("`{target}` has a later rank than `{}`", rule.file.id);
            wrong.push(
                error(message)
                    .hint("a rule can replace only rules of its own rank or an earlier one"),
            );
        }
        gone.push((target.to_owned(), rule.file.id.clone()));
        for rival in rules[..at].iter().filter(|r| r.file.text(Fact::Replaces) == Some(target)) {
            if collide(orders, rival, rule) {
                let message =
                    format!("`{}` and `{}` both replace `{target}`", rival.file.id, rule.file.id);
                wrong.push(error(message).hint(precedence::hint(orders, &[rival, rule])));
            }
            // The later rule wins, so the earlier one is replaced together with its target. Members
            // of a family replace the target together.
            if rival.file.source.file != rule.file.source.file {
                gone.push((rival.file.id.clone(), rule.file.id.clone()));
            }
        }
    }
    ordered.leave_out(|rule| {
        let (_, by) = gone.iter().rfind(|(id, _)| *id == rule.file.id)?;
        Some(format!("{by} replaces it"))
    });
}

/// Reports rules whose `WITH` names a pack in play and a rule that this pack does not have.
fn check_leaders(packs: &[Pack], rules: &[InPlay], wrong: &mut Diagnostics) {
    for rule in rules {
        let Some(leader) = rule.file.text(Fact::With) else { continue };
        let Some((id, _)) = leader.split_once('/') else { continue };
        let is_there = rules.iter().any(|other| other.file.id == leader);
        if !is_there && packs.iter().any(|pack| pack.id() == id) {
            let names = rules.iter().map(|rule| &rule.file.id);
            let unknown = rule.file.error(Fact::With, format!("no rule `{leader}`"));
            wrong.push(unknown.did_you_mean(leader, names));
        }
    }
}

/// Reports rules whose `IF_LOADED` names an unknown pack that is similar to a known one.
fn check_packs(library: &Library, packs: &[Pack], rules: &[InPlay], wrong: &mut Diagnostics) {
    let waits = |rule: &&InPlay| {
        rule.file.text(Fact::IfLoaded).is_some_and(|id| packs.iter().all(|pack| pack.id() != id))
    };
    for rule in rules.iter().filter(waits) {
        let id = rule.file.text(Fact::IfLoaded).unwrap_or_default();
        let names = library.pack_names();
        let names = names.iter().map(String::as_str);
        if names.clone().all(|name| name != id) && suggest(id, names.clone()).is_some() {
            let unknown = rule.file.error(Fact::IfLoaded, format!("no pack `{id}`"));
            wrong.push(unknown.did_you_mean(id, names));
        }
    }
}

/// Takes out of play the rules whose `WITH` names a rule that is not in play.
fn follow(rules: &mut OrderedRules, wrong: &mut Diagnostics) {
    loop {
        let ids: Vec<String> = rules.in_play.iter().map(|rule| rule.file.id.clone()).collect();
        let left = rules.left_out.len();
        for rule in &rules.in_play {
            let leader = rule.file.text(Fact::With).filter(|leader| !leader.contains('/'));
            if let Some(leader) = leader {
                let message = format!("`{leader}` is not the full name of a rule");
                let hint = "write the pack and the name, such as `pack/rule`";
                let unknown = rule.file.error(Fact::With, message).code(Code::UnknownName);
                wrong.push(unknown.hint(hint));
            }
        }
        rules.leave_out(|rule| {
            let leader = rule.file.text(Fact::With)?;
            let is_there = ids.iter().any(|id| id == leader);
            (!is_there).then(|| format!("it belongs to {leader}, which is not in play"))
        });
        if rules.left_out.len() == left {
            return;
        }
    }
}

/// The diagnostic about too many rules, or too much code.
pub(super) fn too_many(rules: &[InPlay]) -> Option<Diagnostic> {
    let too_many = |rule: &InPlay, message| rule.file.source.whole(message).code(Code::TooMany);
    if let Some(over) = rules.get(RULES) {
        return Some(too_many(over, format!("a game can have at most {RULES} rules")));
    }
    let mut size = 0;
    rules.iter().find_map(|rule| {
        size += rule.file.source.text.len();
        (size > limits::RULE_FILES).then(|| {
            let most = limits::RULE_FILES;
            let message =
                format!("the rules up to this file total {size} bytes, expected at most {most}");
            too_many(rule, message).hint("the file of a family counts once for each member")
        })
    })
}
