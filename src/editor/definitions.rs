//! A definition file of the rule language, as language servers for Rhai read it.

use std::fmt::Write as _;

use crate::rules::{Hook, Rules, Sort};
use crate::script::constants;
use crate::script::vocabulary::functions;

/// The text of a definition file: all functions, hooks, and the constants of a game.
pub fn definitions(rules: &Rules) -> String {
    let mut page = String::from("module static;\n");
    let mut add = |text: &str, line: &str| {
        // Writing to a text does not fail.
        let _ = write!(page, "\n/// {text}\n{line};\n");
    };
    for (name, sort) in constants(rules) {
        add(&format!("{}.", sort.text()), &format!("const {name}: {}", type_of(sort, "?")));
    }
    for function in functions() {
        for of in function.of.split(", ") {
            let of = if of == "selection" { "?" } else { of };
            let gives = type_of(function.gives, of);
            let parameters = function.parameters.unwrap_or_default().iter().zip(function.takes);
            let parameters =
                parameters.map(|(name, &sort)| format!("{name}: {}", type_of(sort, of)));
            let this = std::iter::once(format!("this: {of}"));
            let parameters = this.chain(parameters).collect::<Vec<_>>().join(", ");
            let get = if function.parameters.is_none() { "get " } else { "" };
            add(function.text, &format!("fn {get}{}({parameters}) -> {gives}", function.name));
        }
    }
    for hook in Hook::ALL {
        let named = hook.parameters().iter().zip(hook.takes());
        let named: Vec<String> =
            named.map(|(name, &sort)| format!("{name}: {}", type_of(sort, "?"))).collect();
        add(hook.text(), &format!("fn {}({}) -> ?", hook.name(), named.join(", ")));
    }
    page
}

/// The name of a sort in a definition file, in a function that is called on this.
fn type_of(sort: Sort, of: &str) -> String {
    match sort {
        Sort::Any => "?".into(),
        Sort::Unit => "()".into(),
        Sort::Number => "int".into(),
        Sort::Truth => "bool".into(),
        Sort::Text => "String".into(),
        Sort::List => "Array".into(),
        Sort::Same => of.into(),
        Sort::Member => of.strip_suffix('s').unwrap_or("?").into(),
        sort => sort.name(),
    }
}
