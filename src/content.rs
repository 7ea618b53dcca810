//! Finds, reads and checks packs, rule files and scenarios, and compiles them into rules.
//!
//! Only this module knows the layout of a pack and the keys of its TOML files. It reads the facts
//! of rule files, but runs none of the files. All mistakes are returned together, as diagnostics.

mod answer_names;
mod awards;
mod built_in;
mod catalog;
mod compile;
mod condition_keys;
mod conditions;
mod consistency;
mod context;
mod copies;
mod copy;
mod counters;
mod dice;
mod double_hexes;
mod facts;
mod features;
mod folder;
mod habits;
mod header;
mod invalid_names;
mod keys;
mod layers;
mod manifest;
mod map;
mod migration;
mod naming;
mod order;
mod ownership;
pub mod pack_outline;
mod packs;
mod pieces;
mod placement;
mod pools;
mod ports;
mod precedence;
mod request;
mod resources;
mod rule_file;
mod scenario;
mod schema;
mod settings;
mod shape;
mod sharing;
mod source;
mod start;
mod tables;
pub(crate) mod toml_file;
mod ways;
mod weights;
mod when;

pub use built_in::{
    built_in_pack_files, built_in_packs, built_in_rulings, built_in_scenarios,
    list_built_in_scenarios,
};
pub(crate) use catalog::{to_identifier, to_words};
pub use context::{looks_like_scenario, request_of, required};
pub use copy::copy;
pub use facts::{Fact, FactType};
pub(crate) use features::{FEATURES, Feature};
pub use folder::{is_rule_file, pack_files};
pub(crate) use habits::Habits;
pub use migration::{Renewal, renew};
pub(crate) use naming::check_name;
pub use request::Request;
pub use schema::{pack_schema, scenario_schema};
pub use source::names_scenario;
pub use weights::{
    WeightFile, built_in_weights, is_weight_file, print_weights, read_weights, scenario_of_weights,
};

use std::sync::Arc;

use crate::diagnostic::{Code, Diagnostic, Diagnostics, Source};
use crate::rules::Rules;
use crate::script;

/// The default scenario for checking rules.
pub const STANDARD: &str = "newcatan";

/// Adds the rules in the request's rule folders. If the scenario names a pack in a folder, only the
/// rule files outside packs are added; otherwise, the whole folder is added.
///
/// # Errors
/// When a folder or the scenario cannot be read, or a folder contains no rules.
pub fn add_rule_folders(mut request: Request) -> Result<Request, Diagnostics> {
    if request.rules_dirs.is_empty() {
        return Ok(request);
    }
    let mut library = source::Library::new(&request);
    let scenario = library.scenario(&request.scenario)?;
    let named = packs::names(&library, &scenario, &request)?;
    for folder in &request.rules_dirs {
        let is_named = library.packs_in(folder)?.iter().any(|id| named.contains(id));
        let added = if is_named { folder::standalone_rules(folder) } else { vec![folder.clone()] };
        request.with.extend(added);
    }
    Ok(request)
}

/// The sources of a scenario and of the scenario whose board it uses.
///
/// # Errors
/// When there is no such scenario, or it cannot be read.
pub fn scenario_texts(name: &str) -> Result<(Source, Option<Source>), Diagnostics> {
    let scenario = source::Library::new(&Request::default()).scenario(name)?;
    Ok((scenario.source, scenario.board_file))
}

/// Loads the rules of a game.
///
/// # Errors
/// All diagnostics about the files.
pub fn load(request: &Request) -> Result<Arc<Rules>, Diagnostics> {
    let mut library = source::Library::new(request);
    let coded = |mut wrong: Diagnostics| {
        wrong.or_code(Code::UnreadableFile);
        wrong
    };
    let scenario = library.scenario(&request.scenario).map_err(coded)?;
    let mut packs = packs::choose(&library, &scenario, request).map_err(coded)?;
    let in_files = packs.iter().flat_map(|pack| &pack.manifest.without);
    let in_files = scenario.keys.without.iter().chain(in_files).map(|name| name.get_ref());
    let left_out: Vec<String> =
        request.without.iter().chain(in_files).map(|rule| format!("`{rule}`")).collect();
    let sound =
        compile::compile(&library, &scenario, &mut packs, request).and_then(|(rules, wrong)| {
            if wrong.0.is_empty() {
                return Ok(Arc::new(rules));
            }
            // Diagnostics of scripts are added, except for unknown names, which may be missing due
            // to these mistakes.
            let mut in_scripts = script::review(&rules).wrong.0;
            in_scripts.retain(|one| one.code != Some(Code::UnknownName));
            Err(Diagnostics(wrong.0.into_iter().chain(in_scripts).collect()))
        });
    sound.map_err(|wrong| {
        let wrong = wrong.hinted(|wrong| added_hint(&scenario, request, wrong));
        let hint =
            format!("other rules may need the rules that were left out: {}", left_out.join(", "));
        wrong.hinted(|wrong| {
            // Other mistakes never follow from a missing rule.
            let may_follow = matches!(
                wrong.code,
                Some(Code::BadBoard | Code::BadValue | Code::UnknownName | Code::UnknownVariable)
            );
            let is_of_file =
                !wrong.file.is_empty() && !wrong.message.ends_with(order::TO_LEAVE_OUT);
            (!left_out.is_empty() && may_follow && is_of_file).then(|| hint.clone())
        })
    })
}

/// The hint for an unknown name in a built-in pack that was added to a scenario: the scenario and
/// the other packs may lack it.
fn added_hint(
    scenario: &scenario::Scenario,
    request: &Request,
    wrong: &Diagnostic,
) -> Option<String> {
    let pack = wrong.file.strip_prefix("rules/")?.split('/').next()?;
    let own = || scenario.keys.packs.iter().map(|id| id.get_ref().as_str());
    let is_added = wrong.code == Some(Code::UnknownName)
        && built_in::built_in_packs().any(|id| id == pack)
        && own().all(|id| id != pack)
        && !request.texts.contains_key(&wrong.file);
    let own: Vec<String> = own().map(|id| format!("`{id}`")).collect();
    is_added.then(|| {
        format!("`{pack}` was added to `{}`, which has the packs {}", scenario.name, own.join(", "))
    })
}
