//! Tests of each notation, and of each error.

use super::*;
use crate::rules::ChoiceWord;

/// Words of which the class `metal` has only `ore`.
fn words() -> ResourceWords {
    let choice = |word: &str, except| ChoiceWord { word: word.into(), except: bag(except) };
    ResourceWords {
        names: ["wood", "sheep", "grain", "brick", "ore"].map(String::from).to_vec(),
        choices: vec![
            choice("any", [0; 5]),
            choice("resource", [0, 0, 0, 0, 1]),
            choice("metal", [1, 1, 1, 1, 0]),
        ],
    }
}

fn bag(counts: [usize; 5]) -> Resources {
    counts.iter().enumerate().map(|(i, &n)| Resources::of(Resource::new(i), n)).sum()
}

#[test]
fn costs_are_read() {
    let fixed = |counts| Cost::fixed(bag(counts));
    let cost = |text| costs(text, &words()).unwrap();
    assert_eq!(cost("1 wood, 1 brick"), [fixed([1, 0, 0, 1, 0])]);
    assert_eq!(cost("nothing"), [Cost::default()]);
    assert_eq!(cost("3 same + 1 any"), [Cost { same: 3, any: 1, ..Cost::default() }]);
    let except = bag([1, 1, 1, 1, 0]);
    let metal = Cost { same: 2, any: 1, except, ..fixed([1, 0, 0, 0, 0]) };
    assert_eq!(cost("1 wood, 2 same metal + 1 metal"), [metal]);
    assert_eq!(cost("1 ore | 2 sheep"), [fixed([0, 0, 0, 0, 1]), fixed([0, 2, 0, 0, 0])]);
}

#[test]
fn terms_are_read() {
    let terms = terms("2 wood -> 1 any", &words()).unwrap();
    assert_eq!(terms.give, Cost::fixed(bag([2, 0, 0, 0, 0])));
    assert_eq!(terms.get, Gain { any: 1, ..Gain::default() });
}

#[test]
fn each_mistake_is_explained() {
    let cost = |text| costs(text, &words()).unwrap_err();
    let trade = |text| terms(text, &words()).unwrap_err();
    let table = [
        cost("2 wol"),
        cost("2 gold"),
        cost("wood"),
        cost("1 wood, 2 wood"),
        cost("0 ore"),
        cost("2 any 1 ore"),
        cost("2 any, 1 metal"),
        cost("2 same ore"),
        cost("1 same, 2 same"),
        cost("13 metal"),
        trade("4 same"),
        trade("2 wood -> 1 same"),
    ];
    let shown: Vec<String> = table
        .iter()
        .map(|e| format!("{:?} {} ({})", e.span, e.message, e.hint.as_deref().unwrap_or("-")))
        .collect();
    insta::assert_snapshot!(shown.join("\n"), @"
    2..5 no resource `wol` (did you mean `wood`?)
    2..6 no resource `gold` (the resources are wood, sheep, grain, brick, ore)
    0..1 `wood` is not a cost (write a cost like `1 wood, 1 brick`, `3 same + 1 any` or `nothing`)
    8..14 `wood` is listed twice (-)
    0..5 expected 1 to 60 cards of `ore` (-)
    6..7 `2 any 1 ore` is not a cost (write a cost like `1 wood, 1 brick`, `3 same + 1 any` or `nothing`)
    7..14 `any` and `metal` cannot be combined (use one of these words for all cards that the player chooses)
    7..10 `ore` is a single kind (write `2 ore`)
    8..14 `same` is listed twice (-)
    0..8 expected 1 to 12 cards of `metal` (-)
    6..6 `4 same` is not a trade (write terms like `2 wood -> 1 any` or `3 same + 1 any -> 1 any`)
    10..16 a gain cannot be `same` (write `any` or a resource after `->`)
    ");
}
