//! Reports slow hooks: pure hooks that could not be lowered to bytecode. Pure hooks are called
//! often.

use crate::diagnostic::{Code, Diagnostic, Source};
use crate::rules::{HookShape, Rules};
use crate::script::UnloweredHook;

/// Reports each pure hook that was not lowered, with the cause.
pub(super) fn check(rules: &Rules, kept: &[UnloweredHook]) -> Vec<Diagnostic> {
    let is_asked = |kept: &&UnloweredHook| kept.hook.shape() != HookShape::Effect;
    kept.iter().filter(is_asked).map(|kept| slow(rules, kept)).collect()
}

fn slow(rules: &Rules, kept: &UnloweredHook) -> Diagnostic {
    let (hook, cause) = (kept.hook.name(), kept.cause);
    let (file, text) = &rules.sources[cause.source];
    let source = Source::new(file, text.as_str());
    let message = format!("`{hook}` is slow: {} needs the interpreter", kept.what);
    let slow = match cause.line {
        0 => source.whole(message),
        line => source.error_at(line, cause.column, message),
    };
    slow.code(Code::SlowHook)
        .warning()
        .hint("`newcatan check --explain slow-hook` explains which code is fast")
}
