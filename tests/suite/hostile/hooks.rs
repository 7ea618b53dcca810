//! A rule that fails in each of the hooks.

use std::fs;

use newcatan::rules::Hook;
use tempfile::TempDir;

use crate::hostile::attack::{Outcome, game, run};

/// The facts that a hook requires.
fn facts(hook: Hook) -> &'static str {
    match hook {
        Hook::Act => "const ABILITY = \"try it\";\nconst VARIANTS = [\"one: nothing\"];\n",
        Hook::Usable | Hook::Worth => {
            "const ABILITY = \"try it\";\nconst VARIANTS = [\"one: nothing\"];\nfn act(me) {}\n"
        }
        Hook::OnUsed => "const WAY = \"build road\";\nconst PRICE = \"1 any\";\n",
        Hook::Price => "const WAY = \"build road\";\n",
        Hook::OnMoved => {
            "const KIND = \"road\";\nfn on_built(me, piece) { piece.move_to(game.hexes.borders.first(1).only); }\n"
        }
        Hook::OnRemoved => "fn on_turn(me) { me.pieces.remove(); }\n",
        Hook::Merit => "const AWARD = 1;\nconst MINIMUM = 1;\n",
        _ => "",
    }
}

/// A game in which this hook fails.
fn failing(hook: Hook, more: &[&str]) -> Outcome {
    let folder = TempDir::new().expect("a temporary folder");
    let pack = folder.path().join("failing");
    fs::create_dir(&pack).expect("a new folder");
    let manifest = "id = \"failing\"\ntitle = \"Failing\"\nversion = \"1.0.0\"\n";
    let more_keys = if hook == Hook::OnOwed { "[terrain.wood]\nyields = \"any\"\n" } else { "" };
    fs::write(pack.join("pack.toml"), format!("{manifest}{more_keys}")).expect("a written file");
    let (name, parameters) = (hook.name(), hook.parameters().join(", "));
    let body = format!("fn {name}({parameters}) {{\n    let none = 0;\n    [1 / none][0]\n}}\n");
    let header = "//! Failing\n//! Fails.\n//! Rulings: H-1.\n\n";
    fs::write(pack.join("rule.rhai"), format!("{header}{}{body}", facts(hook)))
        .expect("a written file");
    let mut args = game("catan", "failing");
    if matches!(hook, Hook::MayTrade | Hook::OnTraded) || hook.is_advice() {
        // Random players make no offers, and do not ask what is worth something.
        let seats = args.iter_mut().filter(|arg| **arg == "random,random,random");
        seats.for_each(|seats| *seats = "greedy,greedy,greedy");
    }
    args.extend(more);
    run(folder.path(), name, &args)
}

#[test]
#[ignore = "plays a game for each hook"]
fn a_failure_in_each_hook_is_told_and_can_be_left_out() {
    for &hook in Hook::ALL {
        let stopped = failing(hook, &[]);
        let name = hook.name();
        assert_eq!(stopped.code, Some(1), "{name} is never called");
        assert!(stopped.told.starts_with("error: division by zero: 1 / 0\n"), "{}", stopped.told);
        let way = format!("= note: in `{name}` of failing/rule, failing/rule.rhai:");
        assert!(stopped.told.contains(&way), "{}", stopped.told);
        // Without its set-up a game cannot begin.
        if hook == Hook::OnGameStart {
            continue;
        }
        let skipped = failing(hook, &["--on-rule-error", "skip"]);
        assert_eq!(skipped.code, Some(0), "{name}: {}", skipped.told);
    }
}
