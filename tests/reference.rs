//! The reference of the rule language, made from the same declarations as the engine and its checks.

use std::fmt::Write as _;

use newcatan::content::Fact;
use newcatan::rules::{Hook, HookShape, Sort};
use newcatan::script::vocabulary::words;

const FILE: &str = "rules/REFERENCE.md";

/// What a word takes and answers, as far as it does.
fn sorts(takes: &[Sort], gives: Sort) -> String {
    let takes: Vec<&str> = takes.iter().map(|sort| sort.text()).collect();
    let takes = (!takes.is_empty()).then(|| format!("takes {}", takes.join(", ")));
    let gives = (gives != Sort::Unit).then(|| format!("answers {}", gives.text()));
    match (takes, gives) {
        (None, None) => String::new(),
        (Some(takes), Some(gives)) => format!(" ({takes}; {gives})"),
        (takes, gives) => format!(" ({})", takes.or(gives).unwrap_or_default()),
    }
}

/// The page as the declarations have it.
fn page() -> String {
    let mut page = String::from(
        "# Reference\n\n\
         Every fact, hook and word of the rule language.\n\
         This page is made from the declarations in the sources; `README.md` beside it explains how they are used.\n\n\
         ## Facts\n",
    );
    for fact in Fact::ALL {
        writeln!(page, "- `{}`, {}: {}", fact.name(), fact.kind().text(), fact.text()).unwrap();
    }
    for (title, shape) in [
        ("Effects", HookShape::Effect),
        ("Vetoes", HookShape::Veto),
        ("Values", HookShape::Value),
        ("Guards", HookShape::Guard),
    ] {
        writeln!(page, "\n## Hooks: {title}\n").unwrap();
        for hook in Hook::ALL.iter().filter(|hook| hook.shape() == shape) {
            let parameters = hook.parameters().join(", ");
            let sorts = sorts(&hook.takes()[1..], Sort::Unit);
            writeln!(page, "- `{}({parameters})`: {}{sorts}", hook.name(), hook.text()).unwrap();
        }
    }
    for (title, acts) in [("Words that tell", false), ("Words that do or ask", true)] {
        writeln!(page, "\n## {title}\n").unwrap();
        for word in words().filter(|word| word.acts == acts) {
            let parameters = word.parameters.map(|names| format!("({})", names.join(", ")));
            let said = format!("{}{}", word.name, parameters.unwrap_or_default());
            let sorts = sorts(word.takes, word.gives);
            writeln!(page, "- `{said}`, of {}: {}{sorts}", word.of, word.text).unwrap();
        }
    }
    page.replace("## Facts\n", "## Facts\n\n")
}

/// Written anew with `UPDATE=1 cargo test --test reference`.
#[test]
fn the_reference_is_that_of_the_sources() {
    let page = page();
    if std::env::var_os("UPDATE").is_some() {
        std::fs::write(FILE, &page).unwrap();
    }
    let written = std::fs::read_to_string(FILE).unwrap_or_default().replace("\r\n", "\n");
    assert!(written == page, "`{FILE}` is out of date: `UPDATE=1 cargo test --test reference`");
}
