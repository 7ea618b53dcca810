//! Adds up games, and tells which groups of players win more than their share.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::chances::Chance;
use super::game::{BalanceGame, BalancePlayer, Family};
use crate::lab::{GroupWins, Groups};
use crate::sim::figures::{ratio, real};
use crate::sim::usables::{Category, Usable};

/// What is the same in all games of a run.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct BalanceLayout {
    /// The names of the players, clockwise.
    pub names: Vec<String>,
    /// The number of games of each seed.
    pub in_seed: usize,
    /// The things that players can use.
    pub things: Vec<Usable>,
    /// Whether players choose each thing by an action.
    pub choosable: Vec<bool>,
    /// Whether each thing has a declared price.
    pub priced: Vec<bool>,
    /// Whether each thing needs no reason if it is unused.
    pub excused: Vec<bool>,
}

/// The games of a run.
pub struct BalanceTally {
    layout: BalanceLayout,
    games: Vec<BalanceGame>,
}

/// The summary of a run.
#[derive(Serialize)]
pub struct BalanceSummary {
    /// The number of games.
    pub games: u64,
    /// How many of them nobody won.
    pub undecided: u64,
    /// How many standard errors an interval extends to each side; `None` if nothing is tested.
    pub critical: Option<f64>,
    /// The groups of players, by family.
    pub groups: Vec<GroupSummary>,
    /// The places of first buildings.
    pub places: Vec<PlaceSummary>,
    /// The number of decisions in which a player could choose anything that a turn offers.
    pub decisions: u64,
    /// What players can use.
    pub uses: Vec<UseSummary>,
    /// How often each rule failed and was skipped.
    pub failures: BTreeMap<String, u64>,
}

/// What the games say about a group.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Finding {
    /// It wins more than its share.
    More,
    /// It wins less than its share.
    Less,
    /// The interval contains its share.
    Open,
    /// Too few games tell.
    Rare,
}

/// A group of players: a player of a game belongs to it or not.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct GroupSummary {
    /// What players are grouped by.
    pub family: Family,
    /// Its name.
    pub name: String,
    /// The number of players in it, one for each game.
    pub players: u64,
    /// The same in a game.
    pub per_game: f64,
    /// How many of them won.
    pub wins: u64,
    /// The share of them who won.
    pub share: f64,
    /// Its simultaneous 95 % interval; `None` if too few games tell.
    pub interval: Option<[f64; 2]>,
    /// The share that players of the same kinds win in all games.
    pub fair: f64,
    /// The share minus the fair one.
    pub difference: f64,
    /// What the games say.
    pub finding: Finding,
}

/// An intersection at which players began.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct PlaceSummary {
    /// Its name.
    pub place: String,
    /// The number of players who began there.
    pub players: u64,
    /// How many of them won.
    pub wins: u64,
    /// How many would have won by their share.
    pub expected: f64,
    /// The standard error of `wins - expected`, as if games were independent.
    pub error: f64,
}

/// Why a thing was never used.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Obstacle {
    /// It was never legal, whatever the price.
    NotLegal,
    /// It was never legal, and at some decisions only because of its price.
    NotAffordable,
    /// It was legal, and nobody chose it.
    NotChosen,
    /// It happens by itself, and did not.
    NotHappened,
}

/// The uses of a thing.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct UseSummary {
    /// The category of its uses.
    #[serde(rename = "sort")]
    pub category: Category,
    /// Its name.
    pub name: String,
    /// How often it was used.
    pub times: u64,
    /// The same in a game.
    pub per_game: Option<f64>,
    /// The decisions about it; `None` if it happens by itself.
    pub chance: Option<Chance>,
    /// Whether it has a declared price. Without one, nobody knows whether it was too expensive: its
    /// rule may take a price by itself.
    pub is_priced: bool,
    /// Why it was never used; `None` if it was, if no game was played, or if it needs no reason.
    pub never: Option<Obstacle>,
}

/// A group, before its wins are counted.
type Key = (Family, String);

impl BalanceTally {
    /// No games yet.
    pub fn new(layout: BalanceLayout) -> Self {
        Self { layout, games: Vec::new() }
    }

    /// Adds a game. The games of a seed follow each other.
    pub fn add(&mut self, game: BalanceGame) {
        self.games.push(game);
    }

    /// The summary.
    pub fn summary(&self) -> BalanceSummary {
        let fair = self.fair_shares();
        let (critical, groups) = self.groups(&fair);
        let mut failures: BTreeMap<String, u64> = BTreeMap::new();
        for rule in self.games.iter().flat_map(|game| &game.failures) {
            *failures.entry(rule.clone()).or_default() += 1;
        }
        BalanceSummary {
            games: self.games.len() as u64,
            undecided: self.games.iter().filter(|game| game.winner.is_none()).count() as u64,
            critical: critical.is_finite().then_some(critical),
            groups,
            places: self.places(&fair),
            decisions: self.games.iter().map(|game| game.decisions).sum(),
            uses: self.uses(),
            failures,
        }
    }

    /// All players of all games, with whether they won.
    fn players(&self) -> impl Iterator<Item = (usize, &BalancePlayer, bool)> {
        self.games.iter().flat_map(|game| {
            let players = game.players.iter().enumerate();
            players.map(|(seat, player)| (seat, player, game.winner == Some(seat)))
        })
    }

    /// The share of games that a player of each kind wins.
    fn fair_shares(&self) -> BTreeMap<&str, f64> {
        let mut counts: BTreeMap<&str, [u64; 2]> = BTreeMap::new();
        for (_, player, has_won) in self.players() {
            let [wins, games] = counts.entry(&player.kind).or_default();
            *wins += u64::from(has_won);
            *games += 1;
        }
        let share = |[wins, games]: [u64; 2]| ratio(wins, games).unwrap_or(0.0);
        counts.into_iter().map(|(kind, counts)| (kind, share(counts))).collect()
    }

    /// The critical value, and all groups.
    fn groups(&self, fair: &BTreeMap<&str, f64>) -> (f64, Vec<GroupSummary>) {
        let bins = pip_bins(self.players().map(|(_, player, _)| player.pips));
        let keys = |seat: usize, player: &BalancePlayer| {
            let name = self.layout.names[seat].clone();
            let groups = player.groups.iter();
            let listed = groups
                .flat_map(|(&family, names)| names.iter().map(move |it| (family, it.clone())));
            let pips = bins.iter().find(|bin| bin.contains(&player.pips));
            let pips = pips.map(|bin| (Family::Pips, words_of(bin)));
            listed.chain(pips).chain([(Family::Seat, name)]).collect::<Vec<Key>>()
        };
        let mut numbers: BTreeMap<Key, usize> = BTreeMap::new();
        let of_players: Vec<Vec<Key>> =
            self.players().map(|(seat, player, _)| keys(seat, player)).collect();
        let mut names: Vec<&Key> = of_players.iter().flatten().collect();
        names.sort_by_key(|key| (key.0, self.rank(key)));
        names.dedup();
        numbers.extend(names.iter().enumerate().map(|(number, &key)| (key.clone(), number)));

        let mut groups = Groups::new(names.len(), real(self.layout.in_seed as u64));
        let in_cluster = self.layout.in_seed * self.layout.names.len();
        let all: Vec<_> = self.players().zip(&of_players).collect();
        for cluster in all.chunks(in_cluster) {
            let mut row = vec![GroupWins::default(); names.len()];
            for ((_, player, has_won), keys) in cluster {
                for key in *keys {
                    let group = &mut row[numbers[key]];
                    group.members += 1.0;
                    group.wins += f64::from(u8::from(*has_won));
                    group.expected += fair[player.kind.as_str()];
                }
            }
            groups.add(&row);
        }
        let critical = groups.critical();
        let games = real(self.games.len() as u64);
        let summary = |(number, key): (usize, &&Key)| {
            GroupSummary::new(key, (&groups, number), critical, games)
        };
        (critical, names.iter().enumerate().map(summary).collect())
    }

    /// The order of groups within a family: seats clockwise, numbers by size, others by name.
    fn rank(&self, (family, name): &Key) -> (usize, String) {
        let number = match family {
            Family::Seat => self.layout.names.iter().position(|it| it == name),
            _ => name.split(' ').next().and_then(|word| word.parse().ok()),
        };
        (number.unwrap_or(0), name.clone())
    }

    /// The places of first buildings.
    fn places(&self, fair: &BTreeMap<&str, f64>) -> Vec<PlaceSummary> {
        let mut found: BTreeMap<&str, PlaceSummary> = BTreeMap::new();
        for (_, player, has_won) in self.players() {
            let share = fair[player.kind.as_str()];
            for place in &player.places {
                let summary = found.entry(place).or_insert_with(|| PlaceSummary {
                    place: place.clone(),
                    players: 0,
                    wins: 0,
                    expected: 0.0,
                    error: 0.0,
                });
                summary.players += 1;
                summary.wins += u64::from(has_won);
                summary.expected += share;
                summary.error += share * (1.0 - share);
            }
        }
        let mut places: Vec<PlaceSummary> = found.into_values().collect();
        for place in &mut places {
            place.error = place.error.sqrt();
        }
        places
    }

    fn uses(&self) -> Vec<UseSummary> {
        let games = self.games.len() as u64;
        let things = self.layout.things.iter().zip(&self.layout.choosable).enumerate();
        things
            .map(|(number, (thing, &is_choosable))| {
                let times = self.games.iter().filter_map(|game| game.uses.get(&number)).sum();
                let mut sum = Chance::default();
                for chance in self.games.iter().filter_map(|game| game.chances.get(&number)) {
                    sum.legal += chance.legal;
                    sum.unaffordable += chance.unaffordable;
                    sum.chosen += chance.chosen;
                }
                let chance = is_choosable.then_some(sum);
                let is_unused = times == 0 && games > 0 && !self.layout.excused[number];
                UseSummary {
                    category: thing.category,
                    name: thing.name.clone(),
                    times,
                    per_game: ratio(times, games),
                    chance,
                    is_priced: self.layout.priced[number],
                    never: is_unused.then(|| Obstacle::of(chance)),
                }
            })
            .collect()
    }
}

impl Obstacle {
    /// What was in the way of a thing that was never used.
    fn of(chance: Option<Chance>) -> Self {
        match chance {
            None => Self::NotHappened,
            Some(Chance { legal: 0, unaffordable: 0, .. }) => Self::NotLegal,
            Some(Chance { legal: 0, .. }) => Self::NotAffordable,
            Some(_) => Self::NotChosen,
        }
    }
}

impl GroupSummary {
    fn new(
        (family, name): &Key,
        (groups, number): (&Groups, usize),
        critical: f64,
        games: f64,
    ) -> Self {
        let found = groups.of(number);
        let GroupWins { members, wins, expected } = found.sums;
        let fair = expected / members;
        let interval = found.interval(critical);
        let finding = match interval {
            None => Finding::Rare,
            Some([low, _]) if low > 0.0 => Finding::More,
            Some([_, high]) if high < 0.0 => Finding::Less,
            Some(_) => Finding::Open,
        };
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "whole")]
        let whole = |number: f64| number.round() as u64;
        Self {
            family: *family,
            name: name.clone(),
            players: whole(members),
            per_game: members / games,
            wins: whole(wins),
            share: wins / members,
            interval: interval.map(|ends| ends.map(|end| (fair + end).clamp(0.0, 1.0))),
            fair,
            difference: found.excess,
            finding,
        }
    }
}

/// A range of pips in words.
fn words_of(bin: &std::ops::RangeInclusive<usize>) -> String {
    let (least, most) = (bin.start(), bin.end());
    if least == most { least.to_string() } else { format!("{least} to {most}") }
}

/// Ranges of pips with about a quarter of the players each.
fn pip_bins(pips: impl Iterator<Item = usize>) -> Vec<std::ops::RangeInclusive<usize>> {
    let mut sorted: Vec<usize> = pips.collect();
    sorted.sort_unstable();
    let Some((&least, &most)) = sorted.first().zip(sorted.last()).filter(|(_, most)| **most > 0)
    else {
        return Vec::new();
    };
    let mut ends: Vec<usize> =
        (1..4).map(|quarter| sorted[(quarter * sorted.len()).div_ceil(4) - 1]).collect();
    ends.push(most);
    ends.dedup();
    let mut start = least;
    let bin = |end: usize| {
        let bin = start..=end;
        start = end + 1;
        bin
    };
    ends.into_iter().map(bin).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bins_have_all_pips_once() {
        assert_eq!(pip_bins([1, 2, 3, 4, 5, 6, 7, 8].into_iter()), [1..=2, 3..=4, 5..=6, 7..=8]);
        assert_eq!(pip_bins([5, 5, 5, 9].into_iter()), [5..=5, 6..=9]);
        assert_eq!(pip_bins([0, 0].into_iter()), []);
        assert_eq!(pip_bins(std::iter::empty()), []);
    }

    #[test]
    fn what_is_never_used_has_one_obstacle() {
        let chance = |legal, unaffordable| Some(Chance { legal, unaffordable, chosen: 0 });
        let of = [None, chance(0, 0), chance(0, 9), chance(1, 9)].map(Obstacle::of);
        let expected = [
            Obstacle::NotHappened,
            Obstacle::NotLegal,
            Obstacle::NotAffordable,
            Obstacle::NotChosen,
        ];
        assert_eq!(of, expected);
    }

    fn game(winner: Option<usize>, kinds: [&str; 2], seed: u64) -> BalanceGame {
        let player = |kind: &str| BalancePlayer { kind: kind.into(), ..BalancePlayer::default() };
        let mut players = kinds.map(player);
        players[0].add(Family::Card, "luck".into());
        BalanceGame {
            seed,
            winner,
            actions: 10,
            players: players.into(),
            decisions: 5,
            chances: [(0, Chance { legal: 2, unaffordable: 1, chosen: 1 })].into(),
            uses: [(0, 1)].into(),
            failures: Vec::new(),
        }
    }

    #[test]
    fn the_fair_share_is_that_of_the_kind_of_player() {
        let thing = Usable { category: Category::Card, name: "luck".into() };
        let mut tally = BalanceTally::new(BalanceLayout {
            names: ["red", "blue"].map(String::from).into(),
            in_seed: 2,
            things: vec![thing],
            choosable: vec![true],
            priced: vec![false],
            excused: vec![false],
        });
        // The strong player wins three of four games: both with the card, one without.
        for seed in 1..=2 {
            tally.add(game(Some(0), ["strong", "weak"], seed));
            tally.add(game((seed == 1).then_some(1), ["weak", "strong"], seed));
        }
        let summary = tally.summary();
        assert_eq!((summary.games, summary.undecided, summary.decisions), (4, 1, 20));
        let cards = summary.groups.iter().find(|it| it.family == Family::Card).unwrap();
        assert_eq!((cards.players, cards.wins), (4, 2));
        // Two of the four are strong, whose share is 3 / 4; that of weak players is 0.
        assert!((cards.fair - 0.375).abs() < 1e-9 && (cards.difference - 0.125).abs() < 1e-9);
        assert_eq!((cards.finding, cards.interval), (Finding::Rare, None));
        let [used] = &summary.uses[..] else { panic!("one thing") };
        assert_eq!(used.chance, Some(Chance { legal: 8, unaffordable: 4, chosen: 4 }));
        assert_eq!((used.times, used.never), (4, None));
        let seats: Vec<&str> =
            summary.groups.iter().take(2).map(|group| group.name.as_str()).collect();
        assert_eq!(seats, ["red", "blue"]);
    }
}
