//! Generates a definition file of the rule language for language servers of Rhai.

use std::fmt::Write as _;

use crate::rules::{Hook, Rules, Type};
use crate::script::constants;
use crate::script::vocabulary::functions;

/// Returns the definition file: all functions, hooks, and the constants of a game.
pub fn definitions(rules: &Rules) -> String {
    let mut page = String::from("module static;\n");
    let mut add = |text: &str, line: &str| {
        // Writing to a string cannot fail.
        let _ = write!(page, "\n/// {text}\n{line};\n");
    };
    for (name, ty) in constants(rules) {
        add(&format!("{}.", ty.text()), &format!("const {name}: {}", type_of(ty, "?")));
    }
    for function in functions() {
        for of in function.of.split(", ") {
            let of = if of == "selection" { "?" } else { of };
            let result_type = type_of(function.result_type, of);
            let parameters =
                function.parameters.unwrap_or_default().iter().zip(function.parameter_types);
            let parameters = parameters.map(|(name, &ty)| format!("{name}: {}", type_of(ty, of)));
            let this = std::iter::once(format!("this: {of}"));
            let parameters = this.chain(parameters).collect::<Vec<_>>().join(", ");
            let get = if function.parameters.is_none() { "get " } else { "" };
            add(
                function.text,
                &format!("fn {get}{}({parameters}) -> {result_type}", function.name),
            );
        }
    }
    for hook in Hook::ALL {
        let named = hook.parameters().iter().zip(hook.parameter_types());
        let named: Vec<String> =
            named.map(|(name, &ty)| format!("{name}: {}", type_of(ty, "?"))).collect();
        add(hook.text(), &format!("fn {}({}) -> ?", hook.name(), named.join(", ")));
    }
    page
}

/// The name of a type in a definition file, as used in a method of the type `of`.
fn type_of(ty: Type, of: &str) -> String {
    match ty {
        Type::Any => "?".into(),
        Type::Unit => "()".into(),
        Type::Number => "int".into(),
        Type::Truth => "bool".into(),
        Type::Text => "String".into(),
        Type::List => "Array".into(),
        Type::Same => of.into(),
        Type::Member => of.strip_suffix('s').unwrap_or("?").into(),
        ty => ty.name(),
    }
}
