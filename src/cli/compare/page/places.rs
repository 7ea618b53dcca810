//! Where buildings stand at the end, on the board.

use crate::board::Intersection;
use crate::cli::compare::report::CompareReport;
use crate::cli::html::write_figure;
use crate::draw::{BoardOutline, HeatSpot, heat_map};
use crate::set::Id;
use crate::sim::Comparison;

/// The number of standard errors from which on a difference is marked.
const MARKED: f64 = 2.0;

/// Writes the maps of both sides, and of their difference if they have the same board.
pub(super) fn write(
    page: &mut String,
    report: &CompareReport,
    boards: &[BoardOutline; 2],
    comparison: &Comparison,
) {
    if comparison.games == 0 {
        return;
    }
    let shares = [0, 1].map(|side| Shares::new(&boards[side], comparison, side));
    let most = shares.iter().flat_map(|shares| &shares.list).map(|&(_, share)| share);
    let most = most.fold(0.0, f64::max);
    page.push_str("<h2>Where buildings stand at the end</h2>\n<div class=\"maps\">\n");
    for side in 0..2 {
        let title = format!("Buildings: {}", report.sides[side]);
        let picture = heat_map(&boards[side], &title, &shares[side].spots(most));
        let caption = format!("{}: % of games with a building", report.sides[side]);
        write_figure(page, &picture, &caption);
    }
    if boards[0].names().eq(boards[1].names()) {
        let spots = differences(&shares, comparison.games);
        let picture = heat_map(&boards[0], "Buildings: difference", &spots);
        let caption = "The difference in percentage points, second minus first: filled circles are \
                       places with more buildings, hollow ones with fewer. A dot is a place where \
                       the difference is less than 2 standard errors; of the others, some are due to \
                       chance.";
        write_figure(page, &picture, caption);
    }
    page.push_str("</div>\n");
}

/// The share of games with a building, for each intersection.
struct Shares {
    list: Vec<(Intersection, f64)>,
}

impl Shares {
    fn new(board: &BoardOutline, comparison: &Comparison, side: usize) -> Self {
        let share = |at: Intersection| {
            #[expect(clippy::cast_precision_loss, reason = "games are far below 2^53")]
            let share = comparison.buildings[side][at.index()] as f64 / comparison.games as f64;
            (at, share)
        };
        Self { list: board.intersections().map(share).collect() }
    }

    /// A hollow circle for each intersection where buildings stood.
    fn spots(&self, most: f64) -> Vec<HeatSpot> {
        let used = self.list.iter().filter(|(_, share)| *share > 0.0);
        used.map(|&(at, share)| HeatSpot {
            at,
            size: share / most,
            is_filled: false,
            text: format!("{:.0}", 100.0 * share),
            tip: format!("{:.1} % of games", 100.0 * share),
        })
        .collect()
    }
}

/// A filled circle where the second side has more buildings, a hollow one where it has fewer, and a
/// dot where the difference is hardly more than chance.
fn differences(shares: &[Shares; 2], games: u64) -> Vec<HeatSpot> {
    #[expect(clippy::cast_precision_loss, reason = "games are far below 2^53")]
    let games = games as f64;
    let pairs = || shares[0].list.iter().zip(&shares[1].list);
    let most = pairs().map(|((_, first), (_, second))| (second - first).abs()).fold(0.0, f64::max);
    pairs()
        .map(|(&(at, first), &(_, second))| {
            let (difference, middle) = (second - first, f64::midpoint(first, second));
            let error = (2.0 * middle * (1.0 - middle) / games).sqrt();
            let is_marked = difference.abs() > MARKED * error;
            HeatSpot {
                at,
                size: if is_marked { difference.abs() / most } else { 0.0 },
                is_filled: difference > 0.0,
                text: if is_marked { format!("{:+.0}", 100.0 * difference) } else { String::new() },
                tip: format!("{:+.1} percentage points", 100.0 * difference),
            }
        })
        .collect()
}
