//! `new`: writes a first version of a rule, a pack or a scenario, and a game that tests it.
//!
//! The texts come from the templates in `new/`, and the names in the texts from the rules of the
//! game that tests them. This module contains no rules itself.

mod scenario;
mod template;

use std::io::Write;
use std::path::PathBuf;
use std::sync::Arc;

use clap::Subcommand;

use super::problem::{Problem, unwritable};
use super::streams::Streams;
use super::streams::shown;
use crate::content::{self, Request, to_identifier, to_words};
use crate::diagnostic::{Diagnostic, Result};
use crate::files::save_all;
use crate::rules::{Rules, TokenKind};
use crate::transcript::NamePosition;
use template::{BENEFIT, CARD, EVENT, Home, PACK, Template, filled, title};

/// The arguments of `new`.
#[derive(clap::Args, Debug)]
pub(super) struct NewArgs {
    #[command(subcommand)]
    what: NewKind,
}

/// The kind of the new files.
#[derive(Subcommand, Debug)]
enum NewKind {
    /// A benefit: the advantage that the token at an outpost gives to the player with access.
    Benefit {
        #[command(flatten)]
        place: PlaceArgs,
        #[command(flatten)]
        game: GameOf,
        /// The outpost of the benefit's token; by default, the game's first outpost.
        #[arg(long, value_name = "OUTPOST")]
        outpost: Option<String>,
    },
    /// An event, which is hidden in a frontier area and affects the buildings there.
    Event {
        #[command(flatten)]
        place: PlaceArgs,
        #[command(flatten)]
        game: GameOf,
    },
    /// A card of a deck.
    Card {
        #[command(flatten)]
        place: PlaceArgs,
        #[command(flatten)]
        game: GameOf,
        /// The deck of the card; by default, the game's first deck.
        #[arg(long, value_name = "DECK")]
        deck: Option<String>,
    },
    /// A pack: a folder with a `pack.toml`, a setting, and a rule that reads it.
    Pack {
        #[command(flatten)]
        place: PlaceArgs,
    },
    /// A scenario: packs, settings and a board.
    Scenario {
        #[command(flatten)]
        place: PlaceArgs,
        /// The scenario to start from: a file, or the name of one in `scenarios`.
        #[arg(long, value_name = "SCENARIO", default_value = "catan")]
        from: String,
    },
}

/// The name and the folder of the new files.
#[derive(clap::Args, Debug)]
struct PlaceArgs {
    /// The name, in lower-case letters, digits and `_`.
    name: String,
    /// The folder to write to; a rule that is written into a pack's folder belongs to that pack.
    #[arg(long = "in", value_name = "DIR", default_value = ".")]
    folder: PathBuf,
}

/// The game in which a rule is tested.
#[derive(clap::Args, Debug)]
struct GameOf {
    /// The scenario of the game that tests the rule.
    #[arg(long, value_name = "SCENARIO")]
    scenario: Option<String>,
}

/// The path and the text of a new file.
type NewFile = (PathBuf, String);

/// The new files, and the suggested commands without the leading `newcatan`.
struct Plan {
    files: Vec<NewFile>,
    commands: Vec<String>,
}

/// Writes the files, and prints their names and the suggested commands.
pub(super) fn new(args: &NewArgs, streams: &mut Streams) -> Result<(), Problem> {
    let plan = match &args.what {
        NewKind::Benefit { place, game, outpost } => benefit(place, game, outpost.as_deref()),
        NewKind::Event { place, game } => event(place, game),
        NewKind::Card { place, game, deck } => card(place, game, deck.as_deref()),
        NewKind::Pack { place } => pack(place),
        NewKind::Scenario { place, from } => scenario::plan(place, from),
    }?;
    write(&plan.files)?;
    let out = &mut streams.out;
    for (file, _) in &plan.files {
        writeln!(out, "wrote {}", shown(file))?;
    }
    writeln!(out, "\nnow try")?;
    plan.commands.iter().try_for_each(|command| writeln!(out, "  newcatan {command}"))?;
    Ok(())
}

/// Writes new files, or none if one of them already exists.
fn write(files: &[NewFile]) -> Result {
    if let Some((file, _)) = files.iter().find(|(file, _)| file.exists()) {
        let message = format!("`{}` already exists, so nothing was written", file.display());
        return Err(
            Diagnostic::new(message).hint("choose another name, or another folder with `--in`")
        );
    }
    save_all(files).map_err(|(file, error)| {
        unwritable(file, &error).hint("name a writable folder with `--in`")
    })
}

impl PlaceArgs {
    /// The path of the new file with this extension.
    fn file(&self, ending: &str) -> PathBuf {
        template::join(&self.folder, &format!("{}.{ending}", self.name))
    }

    /// Checks that the name is valid for a rule, a pack or a scenario, and can appear in games.
    fn check(&self, position: NamePosition) -> Result {
        let name = &self.name;
        let proper = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_';
        if !name.starts_with(|c: char| c.is_ascii_lowercase()) || !name.chars().all(proper) {
            let hint = "write lower-case letters, digits and `_`, starting with a letter";
            return Err(Diagnostic::new(format!("`{name}` is not a valid name")).hint(hint));
        }
        if name == "verbs" {
            let message =
                format!("`{name}` cannot be used as a name: `{name}.rhai` contains a pack's verbs");
            return Err(Diagnostic::new(message).hint("choose another name"));
        }
        content::check_name(name, position)
    }
}

fn benefit(place: &PlaceArgs, game: &GameOf, outpost: Option<&str>) -> Result<Plan, Problem> {
    let (home, rules) = begun(&BENEFIT, place, game)?;
    let outpost_of = |token: &TokenKind| to_identifier(&rules.terrain(token.outpost).name);
    let outposts: Vec<String> = rules.tokens.iter().map(outpost_of).collect();
    let outpost = chosen(&rules, "outpost", outpost, &outposts)?;
    let other = rules.tokens.iter().rfind(|token| outpost_of(token) == outpost);
    let other = other.map_or("", |token| rules.rule(token.rule).id.as_str());
    let words = [("outpost", outpost.as_str())].into_iter().chain(home.owner(other));
    let mut plan = home.plan(&BENEFIT, &words.collect::<Vec<_>>());
    // The outpost has room for all benefits except one, so leaving another one out ensures that the
    // new one is in play.
    plan.commands.push(home.run(&format!(" --without {other}")));
    Ok(plan)
}

fn event(place: &PlaceArgs, game: &GameOf) -> Result<Plan, Problem> {
    let (home, rules) = begun(&EVENT, place, game)?;
    let event = rules.hex_events.first();
    let terrains: Vec<String> =
        event.iter().map(|event| to_identifier(&rules.terrain(event.terrain).name)).collect();
    let terrain = chosen(&rules, "event", None, &terrains)?;
    let other = event.map_or("", |event| rules.rule(event.rule).id.as_str());
    let words = [("terrain", terrain.as_str())].into_iter().chain(home.owner(other));
    let mut plan = home.plan(&EVENT, &words.collect::<Vec<_>>());
    plan.commands.push(home.run(""));
    Ok(plan)
}

fn card(place: &PlaceArgs, game: &GameOf, deck: Option<&str>) -> Result<Plan, Problem> {
    let (home, rules) = begun(&CARD, place, game)?;
    let decks: Vec<String> = rules.decks.iter().map(|deck| to_identifier(&deck.name)).collect();
    let deck = chosen(&rules, "deck", deck, &decks)?;
    let mut plan = home.plan(&CARD, &[("deck", &deck)]);
    plan.commands.push(home.run(""));
    Ok(plan)
}

fn pack(place: &PlaceArgs) -> Result<Plan, Problem> {
    place.check(PACK.name_position)?;
    let name = place.name.as_str();
    if content::built_in_pack_files()
        .iter()
        .any(|file| file.file == format!("rules/{name}/pack.toml"))
    {
        let message = format!("`{name}` is the name of a built-in pack");
        return Err(Diagnostic::new(message).hint("choose another name").into());
    }
    let folder = template::join(&place.folder, name);
    let home = Home::of_pack(place, &folder, &PACK);
    let mut plan = home.plan(&PACK, &[]);
    let words = [("name", name), ("title", &title(name)), ("with", name)];
    let more = [
        (folder.join("pack.toml"), filled(template::MANIFEST, &words)),
        (
            place.file("game").with_file_name(format!("{name}_set.game")),
            filled(template::SET, &words),
        ),
    ];
    plan.files.extend(more);
    plan.commands.push(home.run(&format!(" --set {name}.generous=true")));
    Ok(plan)
}

/// The location of a new rule, and the rules of the game that it joins.
fn begun(
    template: &Template,
    place: &PlaceArgs,
    game: &GameOf,
) -> Result<(Home, Arc<Rules>), Problem> {
    place.check(template.name_position)?;
    let home = Home::new(place, game.scenario.as_deref(), template);
    let with = home.pack.iter().cloned().collect();
    let request = Request { with, ..Request::scenario(&home.scenario) };
    let rules = content::load(&request)?;
    let same = rules.rules.iter().find(|rule| rule.name() == to_words(&place.name));
    if let Some(rule) = same {
        let message = format!("`{}` is already the name of the rule `{}`", place.name, rule.id);
        return Err(Diagnostic::new(message).hint("choose another name").into());
    }
    Ok((home, rules))
}

/// The given name, which must be in the list; without one, the first name in the list.
fn chosen(rules: &Rules, what: &str, given: Option<&str>, names: &[String]) -> Result<String> {
    let Some(first) = names.first() else {
        let message = format!("the scenario `{}` has no {what}", rules.scenario);
        return Err(Diagnostic::new(message).hint("name another scenario with `--scenario`"));
    };
    let given = given.map_or_else(|| first.clone(), to_identifier);
    if names.contains(&given) {
        return Ok(given);
    }
    let unknown =
        Diagnostic::new(format!("no {what} `{given}` in the scenario `{}`", rules.scenario));
    Err(unknown.did_you_mean(&given, names))
}
