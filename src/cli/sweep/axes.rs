//! The axes of a grid, and its cells.

use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use super::SweepArgs;
use crate::cli::options::{ChangeArgs, GameArgs, SourceArgs};
use crate::cli::setup::given_twice;
use crate::diagnostic::Diagnostic;
use crate::seat::Strategy;

/// The greatest number of cells.
const CELLS: usize = 1000;

/// The name of the axis of players.
pub(super) const PLAYERS: &str = "players";

/// The players of a table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Seating(pub(super) Vec<Strategy>);

/// Parses players, such as `greedy,random,greedy`.
pub(super) fn seating(text: &str) -> Result<Seating, String> {
    text.split(',').map(str::parse).collect::<Result<_, _>>().map(Seating)
}

/// What a value of an axis changes.
#[derive(Clone, Debug)]
enum Change {
    /// Nothing: the scenario as it is.
    Nothing,
    Set(String, String),
    With(PathBuf),
    Without(String),
    Players(Seating),
}

/// One of the things that differ between cells.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Axis {
    /// Its name: the key of a setting, `with`, `without` or `players`.
    pub(super) name: String,
    /// Its values.
    pub(super) values: Vec<String>,
    #[serde(skip)]
    changes: Vec<Change>,
}

/// One combination of values.
#[derive(Clone, Debug)]
pub(super) struct Cell {
    /// The number of the value on each axis.
    pub(super) at: Vec<usize>,
    pub(super) game: GameArgs,
    pub(super) players: Option<Seating>,
}

impl Axis {
    fn new(name: &str, choices: impl Iterator<Item = (String, Change)>) -> Self {
        let (values, changes) = choices.unzip();
        Self { name: name.to_owned(), values, changes }
    }

    /// The axes that the arguments describe.
    pub(super) fn of(args: &SweepArgs) -> Result<Vec<Self>, Diagnostic> {
        let varied = &args.varied;
        let nothing = || std::iter::once(("-".to_owned(), Change::Nothing));
        let mut axes: Vec<Self> = Vec::new();
        for (key, values) in &varied.set {
            if axes.iter().any(|axis| axis.name == *key) {
                let hint = format!("give all of them at once, such as `--set {key}=1,2`");
                return Err(given_twice(key).hint(hint));
            }
            let values = values.split(',').map(|it| it.trim().to_owned());
            axes.push(Self::new(
                key,
                values.map(|value| (value.clone(), Change::Set(key.clone(), value))),
            ));
        }
        if !varied.with.is_empty() {
            let with = varied
                .with
                .iter()
                .map(|path| (path.display().to_string(), Change::With(path.clone())));
            axes.push(Self::new("with", nothing().chain(with)));
        }
        if !varied.without.is_empty() {
            let without =
                varied.without.iter().map(|rule| (rule.clone(), Change::Without(rule.clone())));
            axes.push(Self::new("without", nothing().chain(without)));
        }
        if !varied.players.is_empty() {
            let words = |seating: &Seating| {
                let words: Vec<_> = seating.0.iter().map(|kind| kind.word()).collect();
                words.join(",")
            };
            let players = varied.players.iter().map(|it| (words(it), Change::Players(it.clone())));
            axes.push(Self::new(PLAYERS, players));
        }
        check(&axes)?;
        Ok(axes)
    }

    /// Whether it differs between cells.
    pub(super) fn is_varied(&self) -> bool {
        self.values.len() > 1
    }
}

/// Requires several cells, but not too many, and no value that is missing or given twice.
fn check(axes: &[Axis]) -> Result<(), Diagnostic> {
    for Axis { name, values, .. } in axes {
        if values.iter().any(String::is_empty) {
            let message = format!("a value of `{name}` is missing");
            let hint = format!("give values between commas, such as `--set {name}=1,2`");
            return Err(Diagnostic::new(message).hint(hint));
        }
        let is_again = |(number, value): &(usize, &String)| values[..*number].contains(value);
        if let Some((_, value)) = values.iter().enumerate().find(is_again) {
            let message = format!("the value `{value}` of `{name}` is given twice");
            return Err(Diagnostic::new(message).hint("leave one of them out"));
        }
    }
    let cells = axes.iter().map(|axis| axis.values.len()).try_fold(1, usize::checked_mul);
    match cells {
        Some(1) => {
            let hint = "give a setting several values, such as `--set goal=8,10,12`, or add a rule \
                        by `--with my_rule.rhai`";
            Err(Diagnostic::new("there is only one cell").hint(hint))
        }
        Some(2..=CELLS) => Ok(()),
        Some(count) => {
            let message = format!("there are {count} cells, expected at most {CELLS}");
            Err(Diagnostic::new(message).hint("leave some values or rules out"))
        }
        None => Err(Diagnostic::new("there are far too many cells").hint("leave axes out")),
    }
}

/// All cells, of which the first one has the first value of each axis; the last axis changes first.
pub(super) fn cells(args: &SweepArgs, axes: &[Axis]) -> Vec<Cell> {
    let common = &args.common;
    let changes = ChangeArgs {
        packs: common.packs.clone(),
        sources: SourceArgs { rules: common.rules.clone(), with: common.also.clone() },
        ..ChangeArgs::default()
    };
    let game = GameArgs { scenario: args.scenario.clone(), changes };
    let mut cells = vec![Cell { at: Vec::new(), game, players: None }];
    for axis in axes {
        let longer = |cell: &Cell| {
            let choices = axis.changes.iter().enumerate();
            choices.map(|(number, change)| cell.changed(number, change)).collect::<Vec<_>>()
        };
        cells = cells.iter().flat_map(longer).collect();
    }
    cells
}

impl Cell {
    /// The cell with one more value.
    fn changed(&self, number: usize, change: &Change) -> Self {
        let mut cell = self.clone();
        cell.at.push(number);
        let changes = &mut cell.game.changes;
        match change {
            Change::Nothing => {}
            Change::Set(key, value) => changes.set.push((key.clone(), value.clone())),
            Change::With(path) => changes.sources.with.push(path.clone()),
            Change::Without(rule) => changes.without.push(rule.clone()),
            Change::Players(seating) => cell.players = Some(seating.clone()),
        }
        cell
    }
}
