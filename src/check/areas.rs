//! Reports pieces that can be built only in an area that the scenario does not have.

use crate::diagnostic::{Code, Diagnostic, Source};
use crate::rules::{AreaLimit, PieceKind, Rules};

/// Reports each piece that can never be built on the board.
pub(super) fn check(rules: &Rules) -> Vec<Diagnostic> {
    let (file, text) = &rules.sources[rules.scenario_source];
    let scenario = Source::new(file, text.as_str());
    let misses = |limit: &AreaLimit| limit.inside && rules.board.area_named(&limit.area).is_none();
    let strange = |kind: &PieceKind| {
        let limit = kind.areas.iter().find(|limit| misses(limit))?;
        let area = &limit.area;
        let message = format!("a {} can never be built: there is no area `{area}`", kind.name);
        let strange = scenario.whole(message).code(Code::BadBoard).warning();
        Some(strange.hint(format!("declare `[board.areas]` with `{area}` in the scenario")))
    };
    rules.kinds.iter().filter_map(strange).collect()
}
