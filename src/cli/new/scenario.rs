//! Creates a scenario from the text of another one, including its board, and a game that sets up
//! the new scenario.

use crate::content::{self, Request};
use crate::diagnostic::Diagnostics;
use crate::game::{Game, Refusal, award};
use crate::table::Step;
use crate::transcript::NamePosition;
use crate::transcript::print_action;

use super::template::{filled, title};
use super::{PlaceArgs, Plan};
use crate::cli::problem::Problem;
use crate::cli::setup;

/// The text above the text of the other scenario.
const HEAD: &str = include_str!("scenario.toml.template");
/// The game that sets up the new scenario.
const GAME: &str = include_str!("scenario.game.template");
/// The seed of the game.
const SEED: u64 = 1;

/// Plans the files of a scenario based on another one.
pub(super) fn plan(place: &PlaceArgs, from: &str) -> Result<Plan, Problem> {
    place.check(NamePosition::Last)?;
    let (name, title) = (place.name.as_str(), title(&place.name));
    let loaded = setup::load(&Request::scenario(from))?;
    let players = *loaded.rules.seats.start();
    let begun = loaded.begin(players, SEED)?;
    let names = begun.names().join(", ");
    let lines = placed(begun)?;
    let seed = SEED.to_string();
    let words = [
        ("name", name),
        ("title", &title),
        ("seed", &seed),
        ("players", &names),
        ("lines", &lines.join("\n")),
    ];
    let (file, game) = (place.file("toml"), place.file("game"));
    let text = filled(HEAD, &words) + edited(from, &title)?.as_str();
    let commands = vec![
        format!("board {}", file.display()),
        format!("test {}", game.display()),
        format!("check {}", file.display()),
        format!("watch {}", place.folder.display()),
        format!("run {}", file.display()),
    ];
    Ok(Plan { files: vec![(file, text), (game, filled(GAME, &words))], commands })
}

/// The text of a scenario with another title, including the board that it uses.
fn edited(from: &str, title: &str) -> Result<String, Diagnostics> {
    let (source, board) = content::scenario_texts(from)?;
    let is_of = |line: &str, key: &str| {
        line.strip_prefix(key).is_some_and(|rest| rest.trim_start().starts_with('='))
    };
    let named = |line: &str| {
        if is_of(line, "title") { format!("title = \"{title}\"\n") } else { line.to_owned() }
    };
    let lines = source.text.split_inclusive('\n').filter(|line| !is_of(line, "board_of"));
    let text: String = lines.map(named).collect();
    Ok(board.map_or(text.clone(), |board| format!("{text}\n{}", tables_of_board(&board.text))))
}

/// The tables of a scenario that define its board.
fn tables_of_board(text: &str) -> String {
    let mut is_board = false;
    let lines = text.split_inclusive('\n').filter(|line| {
        if line.starts_with('[') {
            is_board = line.starts_with("[board");
        }
        is_board
    });
    lines.collect()
}

/// Places the first pieces on legal places. Returns the lines of the game for these placements and
/// for everybody's points.
fn placed(mut game: Game) -> Result<Vec<String>, Refusal> {
    let mut lines = Vec::new();
    while matches!(game.table().step(), Step::Place(_)) && !game.is_over() {
        let Some(player) = game.to_act().iter().next() else { break };
        let Some(action) = game.legal_actions(player)?.into_iter().next() else { break };
        lines.push(print_action(&game, player, &action));
        game.play(player, action)?;
    }
    let table = game.table();
    for player in table.everybody().iter() {
        let points =
            award::points_by_source(game.view(), player)?.iter().map(|(_, points)| points).sum();
        let points: i64 = points;
        let noun = if points == 1 { "point" } else { "points" };
        lines.push(format!("expect {} has {points} {noun}", game.names()[usize::from(player.0)]));
    }
    Ok(lines)
}
