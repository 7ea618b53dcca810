//! The order of rules that packs and the scenario state.

use super::manifest::Pack;
use super::rule_file::{InPlay, RuleFile};
use super::scenario::Scenario;
use super::source::HOUSE;
use super::toml_file::SpannedString;
use crate::diagnostic::{Code, Diagnostics, Source};

/// An `order` of a pack or of the scenario.
pub(super) struct StatedOrder<'a> {
    source: &'a Source,
    names: &'a [SpannedString],
    /// The pack, whose own rules are named without it.
    pack: Option<&'a str>,
}

impl<'a> StatedOrder<'a> {
    /// The orders of all packs, and then that of the scenario, which decides last.
    pub(super) fn all(packs: &'a [Pack], scenario: &'a Scenario) -> Vec<Self> {
        let of_pack = |pack: &'a Pack| Self {
            source: &pack.source,
            names: &pack.manifest.order,
            pack: Some(pack.id()),
        };
        let of_scenario =
            Self { source: &scenario.source, names: &scenario.keys.order, pack: None };
        packs.iter().map(of_pack).chain([of_scenario]).collect()
    }

    /// Whether a name refers to this rule.
    fn speaks_of(&self, name: &str, rule: &RuleFile) -> bool {
        let file = rule.source.file.rsplit('/').next().unwrap_or_default();
        let own = rule.id.split_once('/').is_some_and(|(id, _)| Some(id) == self.pack);
        name == rule.id || own && name == file.trim_end_matches(".rhai")
    }

    /// The place of a rule in the list.
    fn place(&self, rule: &RuleFile) -> Option<usize> {
        self.names.iter().position(|name| self.speaks_of(name.get_ref(), rule))
    }

    /// Whether the list contains both rules.
    pub(super) fn lists(&self, one: &RuleFile, other: &RuleFile) -> bool {
        self.place(one).is_some() && self.place(other).is_some()
    }

    /// The names that the list can use for a rule: the name with its pack, and the name alone if
    /// the rule belongs to this pack.
    fn names_of<'r>(&self, rule: &'r RuleFile) -> impl Iterator<Item = &'r str> {
        let own = rule.id.split_once('/').filter(|(id, _)| Some(*id) == self.pack);
        [Some(rule.id.as_str()), own.map(|(_, name)| name)].into_iter().flatten()
    }

    /// Reports names that are not rules, and a list that contradicts ranks.
    fn check(&self, rules: &[InPlay], wrong: &mut Diagnostics) {
        let rank = |name: &SpannedString| {
            let rule = rules.iter().find(|rule| self.speaks_of(name.get_ref(), &rule.file));
            rule.map(|rule| rule.rank)
        };
        for name in self.names.iter().filter(|name| rank(name).is_none()) {
            let word = name.get_ref();
            let names = rules.iter().flat_map(|rule| self.names_of(&rule.file));
            let unknown = self.source.error(name.span(), format!("no rule `{word}`"));
            wrong.push(unknown.did_you_mean(word, names));
        }
        for pair in self.names.windows(2) {
            let (first, then) = (&pair[0], &pair[1]);
            if rank(first).zip(rank(then)).is_some_and(|(first, then)| first > then) {
                let (first, last) = (first.get_ref(), then.get_ref());
                let message =
                    format!("`{last}` comes before `{first}`, regardless of this `order`");
                let wrong_order = self.source.error(then.span(), message).code(Code::RuleConflict);
                let hint =
                    "ranks take precedence over `order`: rules of an earlier rank come first";
                wrong.push(wrong_order.hint(hint));
            }
        }
    }
}

/// Arranges rules as these lists say: within a rank, the rules of a list take the places that they
/// have together, in the order of the list. Later lists decide last.
pub(super) fn arrange(
    orders: &[StatedOrder<'_>],
    mut rules: Vec<InPlay>,
    wrong: &mut Diagnostics,
) -> Vec<InPlay> {
    for order in orders.iter().filter(|order| !order.names.is_empty()) {
        order.check(&rules, wrong);
        let keys: Vec<_> = rules.iter().map(|rule| (rule.rank, order.place(&rule.file))).collect();
        let places: Vec<usize> = (0..rules.len()).filter(|&at| keys[at].1.is_some()).collect();
        let mut listed = places.clone();
        listed.sort_by_key(|&at| keys[at]);
        let mut from: Vec<usize> = (0..rules.len()).collect();
        for (place, listed) in places.into_iter().zip(listed) {
            from[place] = listed;
        }
        let mut taken: Vec<Option<InPlay>> = rules.into_iter().map(Some).collect();
        rules = from.into_iter().filter_map(|at| taken[at].take()).collect();
    }
    rules
}

/// The hint that resolves a collision: an `order` in the pack of the rules, or else in the scenario
/// or any pack.
pub(super) fn hint(orders: &[StatedOrder<'_>], rules: &[&InPlay]) -> String {
    let pack = |rule: &&InPlay| rule.file.id.split('/').next().map(str::to_owned);
    let home = rules.first().and_then(pack).filter(|id| id != HOUSE);
    let home = home.filter(|id| rules.iter().all(|rule| pack(rule).as_ref() == Some(id)));
    let home = orders.iter().find(|order| order.pack.is_some() && order.pack == home.as_deref());
    let names = rules.iter().map(|rule| format!("\"{}\"", rule.file.id));
    let order = names.collect::<Vec<_>>().join(", ");
    let place = match home {
        Some(order) => format!("`{}`", order.source.file),
        None => "the scenario, or in the `pack.toml` of your own pack".to_owned(),
    };
    format!("choose which rule comes first: write `order = [{order}]` in {place}")
}
