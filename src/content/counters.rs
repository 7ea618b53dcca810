//! Reads the counters of rules.

use super::copies::EACH_COPY;
use super::facts::Fact;
use super::naming::{check_length, check_spaced};
use super::rule_file::RuleFile;
use super::tables::Tables;
use crate::diagnostic::{Code, Diagnostic, Result};
use crate::rules::{CounterKind, CounterScope, CounterVisibility, PlaceCounterKind, RuleId};
use crate::set::Id;
use crate::table::{COUNTERS, Counter, PLACE_COUNTERS, PLAYERS, PlaceCounter};

impl Tables {
    /// Adds the counters that a rule declares.
    pub(super) fn add_counters(&mut self, id: RuleId, rule: &RuleFile) -> Result {
        for (fact, text) in rule.texts(Fact::Counter, Fact::Counters) {
            self.add_declared_counter(id, (rule, fact), text)?;
        }
        Ok(())
    }

    /// Adds a counter, such as `name: player` or `name: hexes, turn, hidden`.
    fn add_declared_counter(
        &mut self,
        id: RuleId,
        (rule, fact): (&RuleFile, Fact),
        text: &str,
    ) -> Result {
        let (name, scope) = text.split_once(':').unwrap_or((text, ""));
        let words: Vec<_> = scope.split(',').map(str::trim).collect();
        let (name, scope) = (name.trim().to_owned(), words[0]);
        let (by_turn, seen) = match &words[1..] {
            ["turn", seen @ ..] if scope != "turn" => (true, seen),
            seen => (scope == "turn", seen),
        };
        let visibility = match seen {
            [] => CounterVisibility::Public,
            ["shown"] => CounterVisibility::Shown,
            ["hidden"] => CounterVisibility::Hidden,
            _ => return Err(no_counter(rule, fact, text)),
        };
        if visibility == CounterVisibility::Shown {
            // The name is in the lines of games.
            let checked = check_length(&name).and_then(|()| check_spaced(&name));
            checked.map_err(|bad| bad.at(rule.error_within(fact, text, "")))?;
        }
        let is_known = |kind: &CounterKind| kind.rule == id && kind.name == name;
        let is_known_place = |kind: &PlaceCounterKind| kind.rule == id && kind.name == name;
        if self.counters.iter().any(is_known) || self.place_counters.iter().any(is_known_place) {
            let message = format!("the rule has two counters `{name}`");
            return Err(rule.error_within(fact, text, message).code(Code::NameTaken));
        }
        for copy in self.owners(id, by_turn) {
            let name = name.clone();
            if let "game" | "player" | "turn" = scope {
                let by_player = scope != "game";
                let first = self.next_counter(by_player, rule, fact)?;
                self.counters.push(CounterKind {
                    name,
                    first,
                    by_player,
                    by_turn,
                    visibility,
                    rule: id,
                    copy,
                });
                continue;
            }
            let scope = CounterScope::named(scope);
            let scope = scope.ok_or_else(|| no_counter(rule, fact, text))?;
            let counter = self.next_place_counter(scope, rule, fact)?;
            self.place_counters.push(PlaceCounterKind {
                name,
                counter,
                scope,
                by_turn,
                visibility,
                rule: id,
                copy,
            });
        }
        Ok(())
    }

    /// The first slot of a new counter.
    pub(super) fn next_counter(
        &mut self,
        by_player: bool,
        rule: &RuleFile,
        fact: Fact,
    ) -> Result<Counter> {
        let first = self.slots;
        self.slots += if by_player { PLAYERS } else { 1 };
        if self.slots > COUNTERS {
            let message = format!("the counters of this game need more than {COUNTERS} slots");
            let over = rule.error(fact, message).code(Code::TooMany);
            return Err(over.hint(format!(
                "a counter for each `player` or `turn` takes six slots{EACH_COPY}"
            )));
        }
        Ok(Counter::new(first))
    }

    /// The id of a new counter of hexes, places or pieces.
    fn next_place_counter(
        &self,
        scope: CounterScope,
        rule: &RuleFile,
        fact: Fact,
    ) -> Result<PlaceCounter> {
        let of_pieces = |scope| scope == CounterScope::Pieces;
        let alike = self.place_counters.iter();
        let alike = alike.filter(|kind| of_pieces(kind.scope) == of_pieces(scope)).count();
        if alike == PLACE_COUNTERS {
            let whose = if of_pieces(scope) { "pieces" } else { "hexes and places" };
            let message = format!("a game can have at most {PLACE_COUNTERS} counters of {whose}");
            return Err(rule.error(fact, message).code(Code::TooMany));
        }
        Ok(if of_pieces(scope) { PlaceCounter::of_pieces(alike) } else { PlaceCounter::new(alike) })
    }
}

fn no_counter(rule: &RuleFile, fact: Fact, text: &str) -> Diagnostic {
    let hint = "write a name and a scope: `\"name: game\"`, `\"name: player\"`, `\"name: turn\"`, `\"name: hexes\"`, `\"name: places\"` or `\"name: pieces\"`; add `, turn` if its numbers are 0 again when the turn ends, `, shown` to draw it, or `, hidden` if players cannot see it";
    rule.error_within(fact, text, format!("`{text}` is not a counter")).hint(hint)
}
