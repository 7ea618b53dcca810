//! Shares on the command line, such as `85%`.

/// Parses a share between 0 and 100 %, exclusive.
pub(super) fn per_cent(text: &str) -> Result<f64, String> {
    if let Some(share) = ambiguous(text) {
        let meant = option_word(share);
        return Err(format!("expected a share in per cent, such as `{meant}`, found `{text}`"));
    }
    let number = text.strip_suffix('%').unwrap_or(text).trim_end().parse::<f64>();
    match number {
        Ok(number) if number > 0.0 && number < 100.0 => Ok(number / 100.0),
        _ => {
            Err(format!("expected a share above 0 % and below 100 %, such as `5%`, found `{text}`"))
        }
    }
}

/// A number below 1 without a sign. Nobody can tell whether a share or a percentage is meant.
pub(super) fn ambiguous(text: &str) -> Option<f64> {
    text.parse().ok().filter(|number| *number > 0.0 && *number < 1.0)
}

/// A share as the word of an option, such as `85%`. It is rounded, since the percentage of a share
/// has few digits.
pub(in crate::cli) fn option_word(share: f64) -> String {
    format!("{}%", (1e8 * share).round() / 1e6)
}

/// A share in per cent.
pub(super) fn shown(share: f64) -> String {
    format!("{:.1} %", 100.0 * share)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_lie_between_none_and_all() {
        assert_eq!(per_cent("85%"), Ok(0.85));
        assert_eq!(per_cent("2.5 %"), Ok(0.025));
        assert_eq!(per_cent("3"), Ok(0.03));
        for wrong in ["0", "100%", "-1%", "NaN", "inf", "%", "5%%", ""] {
            assert!(per_cent(wrong).is_err(), "{wrong}");
        }
        assert_eq!(per_cent("0.5%"), Ok(0.005));
        assert_eq!(
            per_cent("0.85"),
            Err("expected a share in per cent, such as `85%`, found `0.85`".into())
        );
        assert_eq!(
            ["29%", "7%"].map(|it| per_cent(it).map(option_word)),
            ["29%", "7%"].map(|it| Ok(it.into()))
        );
    }
}
