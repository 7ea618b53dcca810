//! From files to rules: packs, rule files and scenarios are found, read, checked and compiled.
//!
//! The only module that knows TOML and the layout of a pack. It reads what rule files state and
//! runs none of them; everything that is wrong comes back as diagnostics, all at once.

mod awards;
mod broken;
mod built_in;
mod catalog;
mod compile;
mod context;
mod copies;
mod double_hexes;
mod facts;
mod folder;
mod header;
mod held;
mod manifest;
mod map;
mod naming;
mod order;
pub mod pack_outline;
mod packs;
mod pieces;
mod ports;
mod request;
mod rule_file;
mod scenario;
mod schema;
mod sense;
mod settings;
mod source;
mod start;
mod tables;
pub(crate) mod toml_file;
mod ways;

pub use built_in::{built_in_pack_files, built_in_rulings, built_in_scenarios};
pub(crate) use catalog::{spoken, written};
pub use context::{request_of, required};
pub use facts::{Fact, FactType};
pub use folder::pack_files;
pub(crate) use naming::check_name;
pub use request::Request;
pub use schema::{pack_schema, scenario_schema};
pub use source::names_scenario;

use std::sync::Arc;

use crate::diagnostic::{Code, Diagnostics, Source};
use crate::rules::Rules;
use crate::script;

/// The scenario in which rules are looked at that belong to no other.
pub const STANDARD: &str = "newcatan";

/// The request with all in play that lies in its folders of rules: a folder none of whose packs
/// the scenario names is added, and so are rule files that stand in no pack.
///
/// # Errors
/// When a folder or the scenario cannot be read, or a folder holds nothing.
pub fn pick_up(mut request: Request) -> Result<Request, Diagnostics> {
    if request.rules_dirs.is_empty() {
        return Ok(request);
    }
    let mut library = source::Library::new(&request);
    let scenario = library.scenario(&request.scenario)?;
    let named = packs::names(&library, &scenario, &request)?;
    for folder in &request.rules_dirs {
        let is_named = library.packs_in(folder)?.iter().any(|id| named.contains(id));
        let added = if is_named { folder::loose(folder) } else { vec![folder.clone()] };
        request.with.extend(added);
    }
    Ok(request)
}

/// The text of a scenario, and that of the one on whose board it plays.
///
/// # Errors
/// When there is none, or it cannot be read.
pub fn scenario_texts(name: &str) -> Result<(Source, Option<Source>), Diagnostics> {
    let scenario = source::Library::new(&Request::default()).scenario(name)?;
    Ok((scenario.source, scenario.board_file))
}

/// Loads the rules of a game.
///
/// # Errors
/// Everything that is wrong with the files.
pub fn load(request: &Request) -> Result<Arc<Rules>, Diagnostics> {
    let mut library = source::Library::new(request);
    let coded = |mut wrong: Diagnostics| {
        wrong.or_code(Code::UnreadableFile);
        wrong
    };
    let scenario = library.scenario(&request.scenario).map_err(coded)?;
    let packs = packs::choose(&library, &scenario, request).map_err(coded)?;
    let sound =
        compile::compile(&library, &scenario, &packs, request).and_then(|(rules, wrong)| {
            if wrong.0.is_empty() {
                return Ok(Arc::new(rules));
            }
            // What scripts say wrong is told with it, but for names that may be missing by what is.
            let mut said = script::review(&rules).wrong.0;
            said.retain(|one| one.code != Some(Code::UnknownName));
            Err(Diagnostics(wrong.0.into_iter().chain(said).collect()))
        });
    sound.map_err(|wrong| {
        let left_out: Vec<String> =
            request.without.iter().map(|rule| format!("`{rule}`")).collect();
        let hint = format!("{} was left out, which others may need", left_out.join(", "));
        wrong.hinted(|wrong| (!left_out.is_empty() && !wrong.file.is_empty()).then(|| hint.clone()))
    })
}
