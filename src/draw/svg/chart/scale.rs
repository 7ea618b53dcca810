//! Numbers as positions on an axis.

/// An axis from one number to another.
#[derive(Clone, Copy, Debug)]
pub(super) struct Scale {
    low: f64,
    high: f64,
    start: i32,
    end: i32,
}

impl Scale {
    /// The axis from `low` at the position `start` to `high` at `end`.
    pub(super) fn new([low, high]: [f64; 2], [start, end]: [i32; 2]) -> Self {
        let high = if high > low { high } else { low + 1.0 };
        Self { low, high, start, end }
    }

    /// The position of a number; those beyond the ends are at the ends.
    pub(super) fn at(&self, number: f64) -> i32 {
        let part = ((number - self.low) / (self.high - self.low)).clamp(0.0, 1.0);
        #[expect(clippy::cast_possible_truncation, reason = "it is between the ends")]
        let offset = (part * f64::from(self.end - self.start)).round() as i32;
        self.start + offset
    }

    /// Whether a number is beyond the ends.
    pub(super) fn is_beyond(&self, number: f64) -> bool {
        number < self.low || number > self.high
    }

    /// Some round numbers within the axis, with their texts.
    pub(super) fn ticks(&self, most: u32) -> Vec<(f64, String)> {
        let step = step((self.high - self.low) / f64::from(most));
        let mut ticks = Vec::new();
        // Rounding errors must not drop the first tick, nor a later one.
        let mut number = (self.low / step - 1e-6).ceil() * step;
        while number <= self.high + step / 1e6 {
            ticks.push((number, shown(number, step)));
            number += step;
        }
        ticks
    }
}

/// The least of 1, 2, 5, 10, … and their tenths that is not below this number.
fn step(least: f64) -> f64 {
    let power = 10_f64.powf(least.log10().floor());
    [1.0, 2.0, 5.0]
        .map(|factor| factor * power)
        .into_iter()
        .find(|it| *it >= least * 0.999_999)
        .unwrap_or(10.0 * power)
}

/// A number with as many digits as the step needs; a minus only before what is below 0.
fn shown(number: f64, step: f64) -> String {
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "few digits")]
    let digits = (-step.log10().floor()).max(0.0) as usize;
    let text = format!("{number:.digits$}");
    if text.trim_start_matches('-').chars().all(|c| matches!(c, '0' | '.')) {
        return text.trim_start_matches('-').to_owned();
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ticks(low: f64, high: f64) -> Vec<String> {
        let scale = Scale::new([low, high], [0, 100]);
        scale.ticks(6).into_iter().map(|(_, text)| text).collect()
    }

    #[test]
    fn ticks_are_round() {
        assert_eq!(ticks(0.0, 60.0), ["0", "10", "20", "30", "40", "50", "60"]);
        assert_eq!(ticks(-0.3, 0.3), ["-0.3", "-0.2", "-0.1", "0.0", "0.1", "0.2", "0.3"]);
        assert_eq!(ticks(38.0, 121.0), ["40", "60", "80", "100", "120"]);
    }

    #[test]
    fn numbers_have_positions() {
        let scale = Scale::new([0.0, 10.0], [50, 150]);
        assert_eq!(
            [scale.at(0.0), scale.at(5.0), scale.at(10.0), scale.at(12.0)],
            [50, 100, 150, 150]
        );
        assert!(scale.is_beyond(12.0) && !scale.is_beyond(10.0));
    }
}
