//! Counters and marks of rules, in given positions and in expectations.

use super::resolve::Resolver;
use super::tree::{Name, RuleState};
use crate::board::{Hex, Place};
use crate::change::Change;
use crate::diagnostic::Result;
use crate::game::View;
use crate::game::ownership;
use crate::rules::{CounterScope, RuleId, Rules, state_name};
use crate::set::Id;
use crate::table::{Counter, HexMark, PlaceCounter, Player, Players};

/// The name of a counter or mark, its rule, and the copy of the rule's card.
pub(super) type StateKey<'a> = (&'a str, RuleId, Option<u8>);

/// The name of a counter or mark, with the name of its rule before it if several rules use the same
/// name.
pub(super) fn full_name(
    rules: &Rules,
    keys: &[StateKey<'_>],
    &(own, rule, copy): &StateKey<'_>,
) -> String {
    let is_alone = keys.iter().all(|&(other, keeper, _)| other != own || keeper == rule);
    let rule = rules.rule(rule).name();
    state_name(&if is_alone { own.into() } else { format!("{rule} {own}") }, copy)
}

impl Resolver<'_> {
    /// The changes that set a counter or a mark.
    pub(super) fn rule_state(&self, state: &RuleState) -> Result<Vec<Change>> {
        Ok(match state {
            RuleState::Counter(player, counter, number) => {
                let slot = self.slot(player.as_ref(), counter)?;
                vec![Change::Counted(slot, *number)]
            }
            RuleState::CounterAt(counter, place, number) => {
                let (counter, place) = self.counter_at(counter, place)?;
                vec![Change::CountedAt(counter, place, *number)]
            }
            RuleState::MarkedPlayers(player, players, mark) => {
                let (player, kind) = (self.player(player)?, self.mark(mark)?);
                let place = self.rules.player_marks[kind].counting(player);
                vec![Change::MarkedPlayers(place, self.players(players)?)]
            }
            RuleState::MarkedHex(thing, mark, on) => {
                let (hex_mark, thing) = self.hex_mark(thing, mark)?;
                vec![Change::MarkedHex(hex_mark, thing, *on)]
            }
        })
    }

    /// The actual state, if it differs from this one.
    pub(super) fn other_rule_state(
        &self,
        view: View<'_>,
        state: &RuleState,
    ) -> Result<Option<String>> {
        Ok(match state {
            RuleState::Counter(player, counter, number) => {
                let found = view.table().counters()[self.slot(player.as_ref(), counter)?];
                let who =
                    player.as_ref().map_or(String::new(), |name| format!("{} has ", name.text));
                let instead = || format!("{who}counter {} of {found}", counter.text);
                (found != *number).then(instead)
            }
            RuleState::CounterAt(counter, place, number) => {
                let (id, spot) = self.counter_at(counter, place)?;
                let found = view.table().count_at(id, spot);
                let instead = || format!("counter {} at {} of {found}", counter.text, place.text);
                (found != *number).then(instead)
            }
            RuleState::MarkedPlayers(player, players, mark) => {
                let found = ownership::marked(view, self.mark(mark)?, self.player(player)?);
                let names: Vec<&str> = found.iter().map(|player| view.name(player)).collect();
                let names = if names.is_empty() { "nobody".into() } else { names.join(", ") };
                let instead = || format!("{} has marked {names} as {}", player.text, mark.text);
                (found != self.players(players)?).then(instead)
            }
            RuleState::MarkedHex(name, mark, on) => {
                let (hex_mark, thing) = self.hex_mark(name, mark)?;
                let no = if *on { "not " } else { "" };
                let instead = || format!("{} is {no}marked as {}", name.text, mark.text);
                (view.table().hex_marks()[hex_mark].contains(thing) != *on).then(instead)
            }
        })
    }

    /// Whether a change concerns this counter or mark.
    pub(super) fn is_of(&self, state: &RuleState, change: &Change) -> bool {
        match (state, *change) {
            (RuleState::Counter(player, counter, _), Change::Counted(slot, _)) => {
                self.slot(player.as_ref(), counter).is_ok_and(|own| own == slot)
            }
            (RuleState::CounterAt(counter, place, _), Change::CountedAt(id, spot, _)) => {
                self.counter_at(counter, place).is_ok_and(|own| own == (id, spot))
            }
            (RuleState::MarkedPlayers(player, _, mark), Change::MarkedPlayers(place, _)) => {
                let (Ok(player), Ok(mark)) = (self.player(player), self.mark(mark)) else {
                    return false;
                };
                let kind = &self.rules.player_marks[mark];
                [kind.first.of(player), kind.before(player)].contains(&place)
            }
            (RuleState::MarkedHex(thing, mark, _), Change::MarkedHex(hex_mark, there, _)) => {
                self.hex_mark(thing, mark).is_ok_and(|own| own == (hex_mark, there))
            }
            _ => false,
        }
    }

    /// The slot of a counter; the player's slot if each player has a counter.
    fn slot(&self, player: Option<&Name>, counter: &Name) -> Result<Counter> {
        let kinds = &self.rules.counters;
        let names: Vec<_> =
            kinds.iter().map(|kind| (kind.name.as_str(), kind.rule, kind.copy)).collect();
        let kind = &kinds[self.index_of(counter, "counter", &names)?];
        let name = &counter.text;
        match (player, kind.by_player) {
            (None, false) => Ok(kind.first),
            (Some(player), true) => {
                Ok(Counter::new(kind.first.index() + self.player(player)?.index()))
            }
            (None, true) => Err(self
                .error(&counter.span, format!("each player has a counter `{name}`"))
                .hint(format!("write `{} has counter {name} of 1`", self.names[0]))),
            (Some(_), false) => Err(self
                .error(
                    &counter.span,
                    format!("the counter `{name}` belongs to the game, not to a player"),
                )
                .hint(format!("write `counter {name} of 1`"))),
        }
    }

    /// A counter of hexes, places or pieces, and the place at which it has a number.
    fn counter_at(&self, counter: &Name, place: &Name) -> Result<(PlaceCounter, Place)> {
        let kinds = &self.rules.place_counters;
        let names: Vec<_> =
            kinds.iter().map(|kind| (kind.name.as_str(), kind.rule, kind.copy)).collect();
        let what = "counter of hexes, places or pieces";
        let kind = &kinds[self.index_of(counter, what, &names)?];
        let spot = self.place(place)?;
        let is_hex = matches!(spot, Place::Hex(_));
        if is_hex != (kind.scope == CounterScope::Hexes) {
            let scope = kind.scope.name();
            let message = format!("the counter `{}` has numbers for {scope}", counter.text);
            let hint = if is_hex { "name an intersection or a border" } else { "name a hex" };
            return Err(self.error(&place.span, message).hint(hint));
        }
        Ok((kind.counter, spot))
    }

    /// The index of a player mark.
    fn mark(&self, mark: &Name) -> Result<usize> {
        let kinds = self.rules.player_marks.iter();
        let names: Vec<_> = kinds.map(|kind| (kind.name.as_str(), kind.rule, kind.copy)).collect();
        self.index_of(mark, "mark of players", &names)
    }

    /// A mark, and its hex or deck.
    fn hex_mark(&self, thing: &Name, mark: &Name) -> Result<(HexMark, Hex)> {
        let kinds = &self.rules.hex_marks;
        let names: Vec<_> =
            kinds.iter().map(|kind| (kind.name.as_str(), kind.rule, kind.copy)).collect();
        let at = self.index_of(mark, "mark on hexes or decks", &names)?;
        let of_deck = || Ok(Hex::new(self.deck(thing)?.index()));
        let thing = if kinds[at].of_hexes { self.hex(thing) } else { of_deck() };
        Ok((HexMark::new(at), thing?))
    }

    /// The index of a counter or mark by its name, which is preceded by the rule's name if several
    /// rules have one with that name.
    fn index_of(&self, name: &Name, what: &str, keys: &[StateKey<'_>]) -> Result<usize> {
        let known: Vec<String> = keys.iter().map(|key| full_name(self.rules, keys, key)).collect();
        self.find(name, what, known.iter().map(String::as_str))
    }

    fn players(&self, names: &[Name]) -> Result<Players> {
        names
            .iter()
            .map(|name| self.player(name))
            .collect::<Result<Vec<Player>, _>>()
            .map(|players| players.into_iter().collect())
    }
}
