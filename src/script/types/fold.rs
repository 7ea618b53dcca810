//! Evaluates constant expressions.

use std::mem::discriminant;

use rhai::{Expr, FnCallExpr, Stmt};

use crate::rules::SettingValue;

/// A plain value.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Plain {
    /// A boolean.
    Truth(bool),
    /// A whole number.
    Number(i64),
    /// A string.
    Text(String),
}

impl From<&SettingValue> for Plain {
    fn from(value: &SettingValue) -> Self {
        match value {
            SettingValue::Truth(truth) => Self::Truth(*truth),
            SettingValue::Number(number) => Self::Number(*number),
            SettingValue::Word(word) => Self::Text(word.clone()),
        }
    }
}

/// Looks up the value of a constant name.
pub(super) type ConstantLookup<'a> = &'a dyn Fn(&str) -> Option<Plain>;

/// The value of an expression, if it is constant.
pub(super) fn fold(expression: &Expr, context: ConstantLookup<'_>) -> Option<Plain> {
    match expression {
        Expr::BoolConstant(truth, _) => Some(Plain::Truth(*truth)),
        Expr::IntegerConstant(number, _) => Some(Plain::Number(*number)),
        Expr::StringConstant(text, _) => Some(Plain::Text(text.to_string())),
        Expr::Variable(variable, ..) => context(&variable.1),
        Expr::And(parts, _) => truths(parts.iter(), false, context),
        Expr::Or(parts, _) => truths(parts.iter(), true, context),
        Expr::Stmt(block) => match block.statements() {
            [Stmt::Expr(only)] => fold(only, context),
            _ => None,
        },
        Expr::FnCall(call, _) if call.op_token.is_some() || &*call.name == "!" => {
            operated(call, context)
        }
        _ => None,
    }
}

/// Evaluates `&&` or `||`: a part equal to `decides` determines the value; otherwise, all parts are
/// needed.
fn truths<'e>(
    parts: impl Iterator<Item = &'e Expr>,
    decides: bool,
    context: ConstantLookup<'_>,
) -> Option<Plain> {
    let parts: Vec<_> = parts.map(|part| fold(part, context)).collect();
    if parts.contains(&Some(Plain::Truth(decides))) {
        return Some(Plain::Truth(decides));
    }
    let others = parts.iter().all(|part| *part == Some(Plain::Truth(!decides)));
    others.then_some(Plain::Truth(!decides))
}

/// The result of an operator with constant operands.
fn operated(call: &FnCallExpr, context: ConstantLookup<'_>) -> Option<Plain> {
    use Plain::{Number, Truth};
    let operands: Option<Vec<Plain>> = call.args.iter().map(|arg| fold(arg, context)).collect();
    match (&*call.name, &operands?[..]) {
        ("!", [Truth(one)]) => Some(Truth(!one)),
        ("-", [Number(one)]) => one.checked_neg().map(Number),
        ("+" | "-" | "*" | "/" | "%", [Number(one), Number(other)]) => {
            number(&call.name, *one, *other).map(Number)
        }
        (operator, [one, other]) if discriminant(one) == discriminant(other) => {
            compared(operator, one, other).map(Truth)
        }
        _ => None,
    }
}

/// The result of comparing two values of one type.
fn compared(operator: &str, one: &Plain, other: &Plain) -> Option<bool> {
    Some(match operator {
        "==" => one == other,
        "!=" => one != other,
        "<" => one < other,
        "<=" => one <= other,
        ">" => one > other,
        ">=" => one >= other,
        _ => return None,
    })
}

/// The result of an operator on two numbers, if it is a number.
fn number(operator: &str, one: i64, other: i64) -> Option<i64> {
    match operator {
        "+" => one.checked_add(other),
        "-" => one.checked_sub(other),
        "*" => one.checked_mul(other),
        "/" => one.checked_div(other),
        "%" => one.checked_rem(other),
        _ => None,
    }
}
