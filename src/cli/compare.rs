//! `compare`: plays the same games with two sides, and reports what differs.
//!
//! The sides are two rule sets, or two kinds of players with the same rules.

mod about;
mod arguments;
mod match_page;
mod match_report;
mod page;
mod pair_setup;
mod pairs;
mod per_cent;
mod report;
mod seats;
mod text;
mod until;

pub(super) use arguments::CompareArgs;
pub(super) use pairs::merge as merge_pairs;
pub(super) use per_cent::option_word;
pub(super) use seats::merge as merge_match;

use super::problem::Problem;
use super::streams::Streams;

/// Compares two rule sets, or two kinds of players.
pub(super) fn compare(args: &CompareArgs, streams: &mut Streams) -> Result<(), Problem> {
    if args.seats.seats.is_empty() {
        pairs::compare_rules(args, streams)
    } else {
        seats::play_match(args, streams)
    }
}
