//! A scenario file: the packs, the players, the settings and the board.

use std::ops::RangeInclusive;

use schemars::JsonSchema;
use serde::Deserialize;

use super::condition_keys::ConditionKeys;
use super::manifest::SpannedString;
use super::toml_file::{NamedEntries, Spanned, without_schema};
use crate::chance::fnv1a;
use crate::count::counted;
use crate::diagnostic::{Code, Diagnostic, Diagnostics, Source};
use crate::rules::SettingValue;
use crate::rules::setup::Arrangement;
use crate::table::PLAYERS;
use crate::transcript;

/// The default names of players.
const NAMES: [&str; PLAYERS] = ["red", "blue", "white", "orange", "green", "brown"];

/// A scenario that was found and read.
#[derive(Debug)]
pub(super) struct Scenario {
    /// The name by which it was requested.
    pub(super) name: String,
    pub(super) source: Source,
    pub(super) keys: ScenarioKeys,
    pub(super) board: BoardKeys,
    /// The file of the board, if it comes from another scenario.
    pub(super) board_file: Option<Source>,
    /// The file of weights beside it.
    pub(super) weights: Option<Source>,
}

/// A scenario of newcatan: the packs in play, the players, the settings and the board.
#[derive(Deserialize, JsonSchema, Debug)]
#[schemars(title = "A scenario")]
#[serde(deny_unknown_fields)]
pub(super) struct ScenarioKeys {
    /// The title of the scenario, as players see it.
    pub(super) title: String,
    /// A sentence about the scenario's special features.
    #[serde(default)]
    pub(super) text: String,
    /// The packs in play, such as `["catan", "newcatan"]`. A pack is a folder beside the scenario
    /// or in `rules`, or it is built in.
    pub(super) packs: Vec<SpannedString>,
    /// The minimum and maximum number of players, such as `[3, 4]`: from 2 to 6.
    #[schemars(inner(range(min = 2, max = PLAYERS)))]
    players: Spanned<[usize; 2]>,
    /// The names of the players, by the number of players, such as `3 = ["red", "blue", "white"]`.
    #[serde(default)]
    names: NamedEntries<Spanned<Vec<SpannedString>>>,
    /// The number of turns after which the game ends without a winner.
    #[schemars(range(min = 1))]
    turn_limit: Option<Spanned<u16>>,
    /// Values of settings that packs declare, such as `goal = 12`.
    #[serde(default)]
    pub(super) settings: NamedEntries<Spanned<SettingValue>>,
    /// Rules of the same rank that determine the same answer, each with its pack, in the order in
    /// which they are called; the last one wins.
    #[serde(default)]
    pub(super) order: Vec<SpannedString>,
    /// Rules that are out of play, such as `["extra/tolls"]`.
    #[serde(default)]
    pub(super) without: Vec<SpannedString>,
    /// The board. Write this or `board_of`.
    pub(super) board: Option<BoardKeys>,
    /// The scenario whose board this one uses, such as `newcatan`.
    pub(super) board_of: Option<SpannedString>,
    /// Whether players still place pieces after those of `[start]`, which then bring no cards.
    #[serde(default)]
    pub(super) placement_after_start: bool,
    /// The pieces on the board at the start, by player, such as `red = ["settlement B2.s", "road
    /// B2-se"]`; the last building of each player yields the first cards.
    #[serde(default)]
    pub(super) start: NamedEntries<Vec<SpannedString>>,
}

/// The keys of a board.
#[derive(Deserialize, JsonSchema, Debug)]
#[serde(deny_unknown_fields)]
pub(super) struct BoardKeys {
    /// The map, row by row from north to south, with cells separated by spaces. `?` is a hex from
    /// the pool, `=` is half of a double-hex, and `.` means no hex; any other cell is the symbol of
    /// a terrain, optionally with a number marker, such as `w11`.
    pub(super) rows: Spanned<Vec<SpannedString>>,
    /// How the rows are shifted.
    #[serde(default)]
    pub(super) shift: ShiftKey,
    /// The edges of the map that are joined.
    pub(super) joined: Option<Joined>,
    /// The pool from which the hexes `?` are drawn: how many of each terrain, such as `{ wood = 4,
    /// desert = 1 }`.
    #[serde(default)]
    pub(super) terrain: NamedEntries<usize>,
    /// The number markers for producing hexes that have none in the map, nor in a pool of their
    /// own.
    pub(super) numbers: Option<NumberKeys>,
    /// Further pools, by name, each with the symbol of its hexes in the map, such as
    /// `[board.pools.islands]`.
    #[serde(default)]
    pub(super) pools: NamedEntries<PoolKeys>,
    /// The conditions that drawn terrain, number markers and ports have to meet.
    #[serde(default)]
    pub(super) conditions: ConditionKeys,
    /// Parts of the board that rules refer to, by name, such as `"new world" = { rows = ["H", "I"]
    /// }`.
    #[serde(default)]
    pub(super) areas: NamedEntries<AreaKeys>,
    /// The areas in which everybody places the first settlements, such as `["home"]`; without them,
    /// anywhere.
    pub(super) start_in: Option<Vec<SpannedString>>,
    /// The borders on the coast where one double-hex ends and another begins, such as `["B2-nw"]`;
    /// each counts as two borders.
    #[serde(default)]
    pub(super) gaps: Vec<SpannedString>,
    /// The double-hexes around the land.
    pub(super) double_hexes: Option<DoubleHexKeys>,
    /// The benefits of each outpost, clockwise from its first intersection; missing ones are
    /// drawn at random.
    #[serde(default)]
    pub(super) tokens: NamedEntries<Vec<SpannedString>>,
    /// The ports.
    pub(super) ports: Option<PortKeys>,
    /// The hexes on which markers start, by marker, such as `{ ghost = "C3" }`. Instead of a hex,
    /// write a number, such as `"12"`, for the first hex with it, or `outside`.
    #[serde(default)]
    pub(super) markers: NamedEntries<SpannedString>,
}

/// How the rows of the map are shifted.
#[derive(Deserialize, JsonSchema, Clone, Copy, PartialEq, Eq, Default, Debug)]
#[serde(rename_all = "snake_case")]
pub(super) enum ShiftKey {
    /// Each row is centered.
    #[default]
    Centered,
    /// The second row, the fourth and so on are shifted to the right by half a hex.
    Odd,
    /// The first row, the third and so on are shifted to the right by half a hex.
    Even,
}

/// The edges of the map that are joined.
#[derive(Deserialize, JsonSchema, Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Joined {
    /// The northern and the southern edge.
    #[serde(rename = "north-south")]
    NorthSouth,
}

/// Number markers for the hexes that the map leaves open.
#[derive(Deserialize, JsonSchema, Debug)]
#[serde(deny_unknown_fields)]
pub(super) struct NumberKeys {
    /// The number markers, one for each hex that needs one: 2 to 12, but not 7.
    #[schemars(inner(range(min = 2, max = 12)))]
    pub(super) order: Spanned<Vec<Spanned<u8>>>,
    /// How these number markers are distributed.
    #[serde(default)]
    pub(super) arrangement: ArrangementKey,
}

/// A pool from which some hexes of the map take their terrain and their number markers.
#[derive(Deserialize, JsonSchema, Debug)]
#[serde(deny_unknown_fields)]
pub(super) struct PoolKeys {
    /// The letters that stand for a hex of the pool in the map; no terrain may have the same.
    pub(super) symbol: SpannedString,
    /// How many of each terrain the pool has, such as `{ wood = 4, desert = 1 }`.
    #[serde(default)]
    pub(super) terrain: NamedEntries<usize>,
    /// The number markers for the hexes of the pool that produce, in any order; they are shuffled.
    /// Without them, these hexes take theirs from `[board.numbers]`.
    #[schemars(inner(range(min = 2, max = 12)))]
    pub(super) numbers: Option<Spanned<Vec<Spanned<u8>>>>,
    /// The terrain that the hexes of the pool show at first, such as `fog`; it is declared with
    /// `hidden = true`. Each of these hexes takes its terrain and number marker from the pool when
    /// a rule reveals it.
    pub(super) hidden: Option<SpannedString>,
}

/// How number markers are distributed.
#[derive(Deserialize, JsonSchema, Clone, Copy, PartialEq, Eq, Default, Debug)]
#[serde(rename_all = "snake_case")]
pub(super) enum ArrangementKey {
    /// In a spiral from a corner.
    #[default]
    Spiral,
    /// Shuffled.
    Shuffled,
}

impl From<ArrangementKey> for Arrangement {
    fn from(key: ArrangementKey) -> Self {
        match key {
            ArrangementKey::Spiral => Self::Spiral,
            ArrangementKey::Shuffled => Self::Shuffled,
        }
    }
}

/// A named part of the board: all land of some rows, or some hexes.
#[derive(Deserialize, JsonSchema, Debug)]
#[serde(deny_unknown_fields)]
pub(super) struct AreaKeys {
    /// The rows whose land belongs to the area, by letter, such as `["H", "I"]`.
    #[serde(default)]
    pub(super) rows: Vec<SpannedString>,
    /// The hexes that belong to the area, such as `["B2", "B3"]`, with their intersections and
    /// borders. Their order is that of `next_in`.
    #[serde(default)]
    pub(super) hexes: Vec<SpannedString>,
    /// Further intersections and borders that belong to the area, such as `["B2.n", "C3-ne"]`.
    #[serde(default)]
    pub(super) places: Vec<SpannedString>,
}

/// The double-hexes around the land.
#[derive(Deserialize, JsonSchema, Debug)]
#[serde(deny_unknown_fields)]
pub(super) struct DoubleHexKeys {
    /// The two hexes of each double-hex, clockwise around the land, such as `["A2 A3", "B5 C6"]`.
    pub(super) places: Vec<SpannedString>,
    /// The terrain of each double-hex, in the order of `places`.
    pub(super) kinds: Spanned<Vec<SpannedString>>,
    /// The kinds whose two double-hexes are opposite each other.
    #[serde(default)]
    pub(super) opposite: Vec<SpannedString>,
    /// Whether the kinds are shuffled instead of placed in this order.
    #[serde(default)]
    pub(super) shuffled: bool,
}

/// The ports.
#[derive(Deserialize, JsonSchema, Debug)]
#[serde(deny_unknown_fields)]
pub(super) struct PortKeys {
    /// The border of each port, such as `["A1-nw"]`.
    pub(super) places: Vec<SpannedString>,
    /// The kind of each port, in the order of `places`: `any` or a resource.
    pub(super) kinds: Spanned<Vec<SpannedString>>,
    /// Whether the kinds are shuffled instead of placed in this order.
    #[serde(default)]
    pub(super) shuffled: bool,
}

impl Scenario {
    /// A diagnostic at a part of the file.
    pub(super) fn error(&self, at: &Spanned<impl Sized>, message: impl Into<String>) -> Diagnostic {
        self.source.error(at.span(), message)
    }

    /// A diagnostic at a part of the board.
    pub(super) fn board_error(
        &self,
        at: &Spanned<impl Sized>,
        message: impl Into<String>,
    ) -> Diagnostic {
        self.board_source().error(at.span(), message)
    }

    /// The file that contains the board.
    pub(super) fn board_source(&self) -> &Source {
        self.board_file.as_ref().unwrap_or(&self.source)
    }

    /// A hash of its file and of its board's file.
    pub(super) fn hash(&self) -> u64 {
        let files = std::iter::once(&self.source).chain(&self.board_file);
        let texts: Vec<&str> = files.map(|source| without_schema(&source.text)).collect();
        fnv1a(texts.concat().as_bytes())
    }

    /// The allowed numbers of players.
    pub(super) fn seats(&self) -> Result<RangeInclusive<usize>, Diagnostic> {
        let [least, most] = *self.keys.players.get_ref();
        if least < 2 || most > PLAYERS || least > most {
            let message = format!("`players` is {least} to {most}, expected 2 to {PLAYERS}");
            return Err(self.error(&self.keys.players, message));
        }
        Ok(least..=most)
    }

    /// The maximum number of turns.
    pub(super) fn turn_limit(&self) -> Result<u16, Diagnostic> {
        match &self.keys.turn_limit {
            Some(limit) if *limit.get_ref() == 0 => {
                let message = "`turn_limit` is 0, expected 1 or more";
                Err(self.error(limit, message).code(Code::OutOfRange))
            }
            limit => Ok(limit.as_ref().map_or(u16::MAX, |limit| *limit.get_ref())),
        }
    }

    /// The names of the players, one list for each number of players.
    pub(super) fn names(
        &self,
        seats: &RangeInclusive<usize>,
        wrong: &mut Diagnostics,
    ) -> Vec<Vec<String>> {
        for (count, names) in &self.keys.names.0 {
            let Some(seated) = count.get_ref().parse().ok().filter(|n| seats.contains(n)) else {
                let range = format!("{} to {}", seats.start(), seats.end());
                let message = format!(
                    "`{}` is not an allowed number of players: expected {range}",
                    count.get_ref()
                );
                wrong.push(self.error(count, message));
                continue;
            };
            let found = names.get_ref().len();
            if found != seated {
                wrong.push(
                    self.error(
                        names,
                        format!("expected {}, found {found}", counted(seated, "name")),
                    ),
                );
            }
            self.check_names(names.get_ref(), wrong);
        }
        let list = |seated: usize| {
            let given = self.keys.names.0.iter().find(|(n, _)| n.get_ref().parse() == Ok(seated));
            match given {
                Some((_, names)) => names.get_ref().iter().map(|n| n.get_ref().clone()).collect(),
                None => NAMES[..seated].iter().map(|&name| name.to_owned()).collect(),
            }
        };
        seats.clone().map(list).collect()
    }

    fn check_names(&self, names: &[SpannedString], wrong: &mut Diagnostics) {
        for (at, name) in names.iter().enumerate() {
            let others = names[..at].iter().map(|other| other.get_ref().as_str());
            let checked = transcript::check_player(name.get_ref(), others);
            wrong.keep(checked.map_err(|bad| bad.at(self.error(name, ""))));
        }
    }
}
