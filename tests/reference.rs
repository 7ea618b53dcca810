//! `rules/REFERENCE.md` says what the code declares: hooks, facts and words.
//!
//! `INSTA_UPDATE=always cargo test --test reference` writes it anew.

use std::fmt::Write;

use newcatan::content::Fact;
use newcatan::rules::{Hook, HookShape};
use newcatan::script::vocabulary::words;

const FILE: &str = "rules/REFERENCE.md";

fn reference() -> String {
    let mut text = String::from(
        "# Reference\n\nMade from the declarations in the code.\n`rules/README.md` tells how the parts go together.\n",
    );
    text.push_str("\n## Hooks\n\n| hook | shape | contract |\n|---|---|---|\n");
    for hook in Hook::ALL {
        let shape = match hook.shape() {
            HookShape::Effect => "effect",
            HookShape::Veto => "veto",
            HookShape::Value => "value",
            HookShape::Guard => "guard",
        };
        let parameters = hook.parameters().join(", ");
        writeln!(text, "| `{}({parameters})` | {shape} | {} |", hook.name(), hook.text()).unwrap();
    }
    text.push_str("\n## Facts\n\n| fact | value | meaning |\n|---|---|---|\n");
    for fact in Fact::ALL {
        writeln!(text, "| `{}` | {} | {} |", fact.name(), fact.kind().text(), cell(fact.text()))
            .unwrap();
    }
    text.push_str("\n## Words\n\n| word | of | meaning |\n|---|---|---|\n");
    let mut lines: Vec<String> = words()
        .map(|word| {
            let parameters = word.parameters.map(|names| format!("({})", names.join(", ")));
            let (of, acts) = (word.of, if word.acts { "; effects only" } else { "" });
            format!(
                "| `{}{}` | {of}{acts} | {} |\n",
                word.name,
                parameters.unwrap_or_default(),
                word.text
            )
        })
        .collect();
    lines.sort();
    text.extend(lines);
    text
}

/// A text for a cell of a table.
fn cell(text: &str) -> String {
    text.replace('|', "\\|")
}

#[test]
fn the_reference_says_what_the_code_declares() {
    let reference = reference();
    if std::env::var("INSTA_UPDATE").is_ok_and(|update| update == "always") {
        std::fs::write(FILE, &reference).unwrap();
    }
    assert_eq!(std::fs::read_to_string(FILE).unwrap(), reference);
}
