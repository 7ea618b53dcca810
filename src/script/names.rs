//! The names of things in a game. A function that expects a name accepts only these.
//!
//! Scripts refer to a thing by its constant if there is one. Terrains, areas, goods, cards,
//! counters, marks and piles have none.

use crate::diagnostic::{Code, Diagnostic};
use crate::notation::{self, NotationError};
use crate::rules::{PileKind, RuleId, Rules, Type};
use crate::set::Id;

/// The valid names of this type, for a rule or for the verbs of packs; `None` if strings of this
/// type are not names.
pub fn names(ty: Type, rules: &Rules, rule: Option<RuleId>) -> Option<Vec<&str>> {
    let is_at_hand = |keeper: RuleId| {
        rule.is_none_or(|rule| rules.rules[rule.index()].may_use_state_of(rule, keeper))
    };
    // The copies of a card share one name in scripts.
    let is_first = |copy: Option<u8>| copy.unwrap_or(0) == 0;
    let of_files = || rules.words.names.iter().map(String::as_str);
    let names = rules.resources.iter().map(|resource| resource.name.as_str());
    let spaced = || names.clone().filter(|name| name.contains(' '));
    let resources = || of_files().chain(spaced());
    let terrains = || rules.terrains.iter().map(|terrain| terrain.name.as_str());
    Some(match ty {
        Type::Resource | Type::Resources => resources().collect(),
        Type::Port => resources().chain(["any"]).collect(),
        Type::TerrainName | Type::Terrain => terrains().collect(),
        Type::Kind => Rules::kind_words(&rules.kinds),
        Type::OneKind => rules.kinds.iter().map(|kind| kind.name.as_str()).collect(),
        Type::AreaName => rules.board.areas().iter().map(|area| area.name.as_str()).collect(),
        Type::GoodsName => {
            let goods = rules.goods.iter();
            goods.flat_map(|good| [good.name.as_str(), good.family.as_str()]).collect()
        }
        Type::GroupName => rules.groups.iter().map(|group| group.name.as_str()).collect(),
        Type::CardName => rules.cards.iter().map(|card| card.name.as_str()).collect(),
        Type::HeldName => {
            let decks = rules.decks.iter().map(|deck| deck.name.as_str());
            rules.cards.iter().map(|card| card.name.as_str()).chain(decks).collect()
        }
        Type::StateName => {
            rules.kinds.iter().flat_map(|kind| &kind.states).map(String::as_str).collect()
        }
        Type::AwardName => rules.awards.iter().map(|award| award.name.as_str()).collect(),
        Type::DeckName => rules.decks.iter().map(|deck| deck.name.as_str()).collect(),
        Type::CounterName => {
            let counters = rules.counters.iter();
            let counters = counters.filter(|it| is_at_hand(it.rule) && is_first(it.copy));
            let places = rules.place_counters.iter();
            let places = places.filter(|it| is_at_hand(it.rule) && is_first(it.copy));
            let places = places.map(|counter| counter.name.as_str());
            counters.map(|counter| counter.name.as_str()).chain(places).collect()
        }
        Type::MarkName => {
            let marks =
                rules.player_marks.iter().filter(|it| is_at_hand(it.rule) && is_first(it.copy));
            let hex_marks =
                rules.hex_marks.iter().filter(|it| is_at_hand(it.rule) && is_first(it.copy));
            let marks = marks.map(|mark| mark.name.as_str());
            marks.chain(hex_marks.map(|hex_mark| hex_mark.name.as_str())).collect()
        }
        Type::FaceName => {
            let names = rules.event_die.iter().flat_map(|die| &die.names);
            names.map(String::as_str).collect()
        }
        Type::PileName => {
            let piles = rules.piles.iter().filter(|pile| is_at_hand(pile.rule));
            piles.map(|pile| pile.name.as_str()).collect()
        }
        _ => return None,
    })
}

/// The error about a string that should be a name of this type, and its offset in the text.
pub(super) fn wrong(
    text: &str,
    ty: Type,
    rules: &Rules,
    rule: Option<RuleId>,
) -> Option<(Diagnostic, usize)> {
    match ty {
        Type::Cards => {
            notation::costs(text, &rules.words).err().map(|error| explained(text, error))
        }
        Type::Terms => {
            notation::terms(text, &rules.words).err().map(|error| explained(text, error))
        }
        _ => {
            let known = names(ty, rules, rule).filter(|names| !names.contains(&text))?;
            let what = ty.text().trim_start_matches("the name of ");
            let unknown = match what.split_once(' ') {
                Some(("a" | "an" | "one", what)) => format!("there is no {what} `{text}`"),
                _ => format!("there are no {what} `{text}`"),
            };
            let is_first = known.is_empty();
            let unknown = Diagnostic::new(unknown).did_you_mean(text, known);
            let (fact, value) = match ty {
                Type::CounterName => ("COUNTER", format!("{text}: player")),
                Type::MarkName => ("MARK", format!("{text}: turn")),
                Type::PileName => ("PILE", text.to_owned()),
                _ => return Some((unknown, 0)),
            };
            let is_own = |pile: &PileKind| Some(pile.rule) == rule;
            let declared = match keeper(ty, text, rules) {
                Some(keeper) => {
                    format!("`{keeper}` has it: declare `const SHARES = \"{keeper}\";`")
                }
                None if ty == Type::PileName && rules.piles.iter().any(is_own) => {
                    PileKind::SEVERAL_HINT.to_owned()
                }
                None if is_first || ty == Type::PileName => {
                    format!("declare `const {fact} = \"{value}\";`")
                }
                None => format!("declare `const {fact}S = [\"…\", \"{value}\"];`"),
            };
            Some((unknown.hint(declared), 0))
        }
    }
}

/// The first rule that declares a counter, mark or pile of this name.
fn keeper<'a>(ty: Type, name: &str, rules: &'a Rules) -> Option<&'a str> {
    let keeper = match ty {
        Type::CounterName => {
            let of_places = rules.place_counters.iter().map(|it| (it.rule, &it.name));
            let mut all = rules.counters.iter().map(|it| (it.rule, &it.name)).chain(of_places);
            all.find(|(_, other)| *other == name)
        }
        Type::MarkName => {
            let of_hexes = rules.hex_marks.iter().map(|it| (it.rule, &it.name));
            let mut all = rules.player_marks.iter().map(|it| (it.rule, &it.name)).chain(of_hexes);
            all.find(|(_, other)| *other == name)
        }
        _ => rules.piles.iter().map(|it| (it.rule, &it.name)).find(|(_, other)| *other == name),
    };
    keeper.map(|(rule, _)| rules.rule(rule).id.as_str())
}

fn explained(text: &str, error: NotationError) -> (Diagnostic, usize) {
    let before = text.get(..error.span.start).unwrap_or_default().chars().count();
    let wrong = Diagnostic::new(error.message).code(Code::BadCost);
    (wrong.hints(error.hint), before + 1)
}
