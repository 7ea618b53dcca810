//! When a comparison has enough pairs: as soon as an interval is narrow enough.

use std::fmt::{self, Display, Formatter};

use serde::Serialize;

use super::per_cent::{ambiguous, option_word, per_cent};
use crate::diagnostic::Diagnostic;
use crate::lab::Differences;
use crate::sim::Measures;

/// The number of pairs at the first look; each further look has a quarter more.
const FIRST_LOOK: u64 = 100;

/// What has to be narrow.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Until {
    /// Half of the widest interval among the wins of seats, as a share.
    Wins(f64),
    /// Half of the interval of the measure with this name.
    Measure(String, f64),
}

/// Parses a width, such as `1%` or `turns:0.5`.
pub(super) fn until(text: &str) -> Result<Until, String> {
    let Some((name, width)) = text.rsplit_once(':') else {
        return per_cent(text).map(Until::Wins).map_err(|wrong| match ambiguous(text) {
            Some(_) => wrong,
            None => format!(
                "expected a share such as `1%`, or a measure such as `turns:0.5`, found `{text}`"
            ),
        });
    };
    match width.trim().parse::<f64>() {
        Ok(width) if width > 0.0 && width.is_finite() => {
            Ok(Until::Measure(name.trim().to_owned(), width))
        }
        _ => Err(format!("expected a width above 0, such as `turns:0.5`, found `{text}`")),
    }
}

impl Display for Until {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::Wins(width) => formatter.write_str(&option_word(*width)),
            Self::Measure(name, width) => write!(formatter, "{name}:{width}"),
        }
    }
}

/// What was to become narrow, and how narrow it is.
#[derive(Clone, Debug, Serialize)]
pub(super) struct UntilReport {
    /// The option as it was given.
    pub(super) given: String,
    /// Half of the interval around 0 that is looked at; `None` if a measure is not tested.
    pub(super) half: Option<f64>,
    /// The width that it was to reach.
    pub(super) width: f64,
    pub(super) is_reached: bool,
    /// Whether too few pairs differ in a measure to test it.
    pub(super) is_rare: bool,
}

/// Decides after which pairs to look, and whether they are enough.
pub(super) struct Stop {
    until: Until,
    measures: Vec<usize>,
    width: f64,
    next: u64,
}

impl Stop {
    /// The rule that the arguments ask for, with this number of players.
    pub(super) fn new(
        until: &Until,
        measures: &Measures,
        players: usize,
    ) -> Result<Self, Diagnostic> {
        let (measures, width) = match until {
            Until::Wins(width) => ((0..players).collect(), *width),
            Until::Measure(name, width) => {
                let found = measures.find(name).ok_or_else(|| {
                    let names = measures.list.iter().map(|measure| measure.name.as_str());
                    let message = format!("there is no measure `{name}`");
                    let all: Vec<&str> = names.collect();
                    Diagnostic::new(message).hint(format!("the measures are: {}", all.join(", ")))
                })?;
                (vec![found], *width)
            }
        };
        Ok(Self { until: until.clone(), measures, width, next: FIRST_LOOK })
    }

    /// Whether these pairs are enough.
    ///
    /// The width is that around a difference of 0, which depends only on the sizes of the
    /// differences of pairs, not on their signs. Exchanging the sides of pairs would not alter when
    /// the comparison ends, so looking often does not make false differences more likely.
    pub(super) fn is_enough(&mut self, differences: &Differences) -> bool {
        let pairs = differences.pairs() as u64;
        if pairs < self.next {
            return false;
        }
        self.next = pairs + pairs / 4;
        if !self.is_tested(differences) {
            return false;
        }
        let widest = self.widest(differences);
        // The least critical value there is; the greater one of the family takes time.
        if 1.9 * widest > self.width {
            return false;
        }
        differences.critical() * widest <= self.width
    }

    /// Whether enough pairs differ in each measure that is looked at. The others have no interval.
    fn is_tested(&self, differences: &Differences) -> bool {
        self.measures.iter().all(|&measure| differences.of(measure).is_tested())
    }

    /// The greatest error of the measures that are looked at.
    fn widest(&self, differences: &Differences) -> f64 {
        let errors = self.measures.iter().map(|&measure| differences.of(measure).unsigned_error);
        errors.fold(0.0, f64::max)
    }

    /// Whether all these pairs, of which there is one, are enough.
    pub(super) fn report(&self, differences: &Differences) -> UntilReport {
        let is_rare = !self.is_tested(differences);
        let half = differences.critical() * self.widest(differences);
        UntilReport {
            given: self.until.to_string(),
            half: (half.is_finite() && !is_rare).then_some(half),
            width: self.width,
            is_reached: half <= self.width && !is_rare,
            is_rare,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn widths_are_shares_or_numbers_of_a_measure() {
        assert_eq!(until("1%"), Ok(Until::Wins(0.01)));
        assert_eq!(until("turns:0.5"), Ok(Until::Measure("turns".into(), 0.5)));
        assert_eq!(until("rate a: b:2"), Ok(Until::Measure("rate a: b".into(), 2.0)));
        for wrong in ["0%", "turns:", "turns:0", "turns:-1", "turns", ":"] {
            assert!(until(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn signs_do_not_alter_when_it_ends() {
        let end = |is_exchanged: &dyn Fn(u64) -> bool| {
            let mut stop =
                Stop { until: Until::Wins(0.2), measures: vec![0], width: 0.2, next: FIRST_LOOK };
            let mut differences = Differences::new(1);
            for pair in 0..2_000_u64 {
                let size = f64::from(u32::try_from(pair * 7 % 5).expect("it is small")) / 2.0;
                differences.add([if is_exchanged(pair) { -size } else { size }]);
                if stop.is_enough(&differences) {
                    return pair;
                }
            }
            unreachable!("the interval is narrow at some time")
        };
        let ended = end(&|_| false);
        assert!((100..1000).contains(&ended), "{ended}");
        assert_eq!(end(&|pair| pair % 2 == 0), ended);
        assert_eq!(end(&|pair| pair % 3 == 0), ended);
    }
}
