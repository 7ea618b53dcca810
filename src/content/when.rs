//! The declarations of packs that apply only if a setting is `true`.

use super::manifest::Pack;
use super::settings::Settings;
use crate::diagnostic::Diagnostics;

/// Applies the conditional declarations whose setting is `true`.
pub(super) fn apply(packs: &mut [Pack], settings: &mut Settings, wrong: &mut Diagnostics) {
    for pack in packs {
        for part in &mut pack.conditional {
            let at = pack.source.error(part.setting.span(), "");
            let applies = settings.is_true(part.setting.get_ref());
            part.applies = wrong.keep(applies.map_err(|bad| bad.at(at))).unwrap_or(false);
        }
    }
}

/// Runs a check once for each conditional declaration that does not apply, as if it applied.
pub(super) fn check_others(packs: &mut [Pack], mut check: impl FnMut(&[Pack])) {
    let counts = packs.iter().map(|pack| pack.conditional.len()).collect::<Vec<_>>();
    let parts =
        counts.iter().enumerate().flat_map(|(pack, &count)| (0..count).map(move |n| (pack, n)));
    for (pack, part) in parts {
        if !packs[pack].conditional[part].applies {
            packs[pack].conditional[part].applies = true;
            check(packs);
            packs[pack].conditional[part].applies = false;
        }
    }
}
