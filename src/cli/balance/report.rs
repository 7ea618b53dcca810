//! The result of `balance`.

use serde::Serialize;

use super::setup::BalanceAbout;
use crate::cli::stored::{Ending, Extent};
use crate::count::counted;
use crate::sim::{BalanceSummary, Category, Family, Finding, GroupSummary, Obstacle, UseSummary};

/// The result of `balance`.
#[derive(Serialize)]
pub(super) struct BalanceReport {
    /// The scenario and its changes.
    pub(super) scenario: String,
    /// The kinds of players in the first game of each seed.
    pub(super) players: Vec<String>,
    /// The games of each seed: one for each rotation of the players.
    pub(super) rotations: usize,
    /// The first seed, and the number of seeds requested.
    pub(super) seed: u64,
    pub(super) wanted: u64,
    /// Why no more were played.
    pub(super) end: Ending,
    #[serde(flatten)]
    pub(super) summary: BalanceSummary,
}

/// What the reader has to know before all else.
pub(super) const CAUTION: &str = "These are associations, not effects: a player who is ahead has \
                                  more cards, turns and choices. To find the effect of a rule or \
                                  a card, compare games with and without it (`newcatan compare`).";

/// The families in order, with the headings of their tables.
pub(super) const FAMILIES: [(Family, &str); 9] = [
    (Family::Seat, "seats"),
    (Family::Pips, "openings: pips of the first buildings"),
    (Family::Variety, "openings: number of different resources at the first buildings"),
    (Family::Resource, "openings: resources at the first buildings"),
    (Family::Number, "openings: numbers at the first buildings"),
    (Family::Port, "openings: ports at the first buildings"),
    (Family::Access, "benefits gained"),
    (Family::Card, "cards played, or drawn if they cannot be played"),
    (Family::Use, "benefits, abilities and terms used"),
];

/// The titles of the tables of groups.
pub(super) const TITLES: [&str; 7] =
    ["", "players a game", "won", "95 %", "fair share", "difference", "finding"];

/// The titles of the table of chances.
pub(super) const CHANCE_TITLES: [&str; 6] =
    ["", "a game", "legal", "too expensive", "not legal", "chosen if legal"];

impl BalanceReport {
    /// The result of these seeds.
    pub(super) fn new(
        about: &BalanceAbout,
        Extent { first, wanted, ending }: Extent,
        summary: BalanceSummary,
    ) -> Self {
        Self {
            scenario: about.label.clone(),
            players: about.players.clone(),
            rotations: about.layout.in_seed,
            seed: about.seed.wrapping_add(first),
            wanted,
            end: ending,
            summary,
        }
    }

    /// The scenario, the number of games, the players and the seeds.
    pub(super) fn extent(&self) -> String {
        let games = self.summary.games;
        let seeds = games / self.rotations as u64;
        let range = match seeds {
            0 => String::new(),
            _ => format!(", seeds {} to {}", self.seed, self.seed.wrapping_add(seeds - 1)),
        };
        let each = match self.rotations {
            1 => String::new(),
            rotations => format!(" in {rotations} rotations"),
        };
        let early = self.end.early(&counted(self.wanted, "seed"));
        let players = self.players.join(",");
        format!("{}: {} of {players}{each}{range}{early}", self.scenario, counted(games, "game"))
    }

    /// The groups of a family.
    pub(super) fn of_family(&self, family: Family) -> impl Iterator<Item = &GroupSummary> {
        self.summary.groups.iter().filter(move |group| group.family == family)
    }

    /// The rows of a family's table.
    pub(super) fn rows(&self, family: Family) -> Vec<Vec<String>> {
        self.of_family(family).map(row).collect()
    }

    /// The things that players choose, with the shares of decisions.
    pub(super) fn rows_of_chances(&self) -> Vec<Vec<String>> {
        let uses = self.summary.uses.iter();
        uses.filter_map(|it| self.row_of_chance(it)).collect()
    }

    fn row_of_chance(&self, usage: &UseSummary) -> Option<Vec<String>> {
        let chance = usage.chance?;
        let all = self.summary.decisions;
        let illegal = all.saturating_sub(chance.legal + chance.unaffordable);
        let per_game = usage.per_game.map_or("-".into(), |times| format!("{times:.2}"));
        let too_expensive =
            if usage.is_priced { share(chance.unaffordable, all) } else { "-".into() };
        Some(vec![
            name(usage),
            per_game,
            share(chance.legal, all),
            too_expensive,
            share(illegal, all),
            share(chance.chosen, chance.legal),
        ])
    }

    /// The things that nobody used, and why.
    pub(super) fn rows_of_never(&self) -> Vec<Vec<String>> {
        let unused = self.summary.uses.iter().filter_map(|usage| Some((usage, usage.never?)));
        let unused = unused.filter(|(usage, _)| !self.is_placed(usage));
        unused.map(|(usage, why)| vec![name(usage), self.why(usage, why)]).collect()
    }

    /// Whether it is a kind of piece that rules place, or the placing of pieces that are built.
    fn is_placed(&self, usage: &UseSummary) -> bool {
        let placed = Category::Placed;
        let is_other = |it: &UseSummary| it.category == placed && it.name == usage.name;
        usage.category == placed
            || usage.category == Category::Piece
                && self.summary.uses.iter().any(|it| is_other(it) && it.times > 0)
    }

    fn why(&self, usage: &UseSummary, why: Obstacle) -> String {
        let chance = usage.chance.unwrap_or_default();
        match why {
            Obstacle::NotHappened => "did not happen".into(),
            Obstacle::NotLegal if usage.is_priced => "not legal, at any price".into(),
            Obstacle::NotLegal if usage.category == Category::Card => "not legal".into(),
            Obstacle::NotLegal => "not legal; no price is declared".into(),
            Obstacle::NotAffordable => format!(
                "not affordable: only the price was in the way at {} of {}",
                chance.unaffordable,
                counted(self.summary.decisions, "decision")
            ),
            Obstacle::NotChosen => {
                format!("not chosen: legal at {}", counted(chance.legal, "decision"))
            }
        }
    }
}

/// The name of a thing.
fn name(usage: &UseSummary) -> String {
    format!("{} {}", usage.category.word(), usage.name)
}

/// A row of a family's table.
fn row(group: &GroupSummary) -> Vec<String> {
    let per_cent = |share: f64| format!("{:.1} %", 100.0 * share);
    let interval =
        group.interval.map(|[low, high]| format!("{:.1} to {:.1} %", 100.0 * low, 100.0 * high));
    vec![
        group.name.clone(),
        format!("{:.2}", group.per_game),
        per_cent(group.share),
        interval.unwrap_or_else(|| "-".into()),
        per_cent(group.fair),
        format!("{:+.1} pp", 100.0 * group.difference),
        word(group.finding).into(),
    ]
}

/// The word for a finding.
fn word(finding: Finding) -> &'static str {
    match finding {
        Finding::More => "more",
        Finding::Less => "less",
        Finding::Open => "open",
        Finding::Rare => "rare",
    }
}

/// A part of a number in per cent.
fn share(part: u64, of: u64) -> String {
    crate::sim::Share::new(part, of).share.map_or("-".into(), |it| format!("{:.1} %", 100.0 * it))
}
