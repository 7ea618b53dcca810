//! What can be played: the shipped scenarios with their settings, and the shipped packs.

use schemars::JsonSchema;
use serde::Serialize;

use crate::content::{self, Request, built_in_packs, built_in_scenarios, list_built_in_scenarios};
use crate::protocol::{RpcError, RpcErrorCode};
use crate::rules::SettingValue;
use crate::saved::Result;

/// What can be played.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(super) struct Catalog {
    /// The version of the program.
    engine: &'static str,
    /// The names of the shipped scenarios.
    scenarios: Vec<String>,
    /// The shipped scenarios with their titles and descriptions.
    offers: Vec<ScenarioTitle>,
    /// The shipped packs.
    packs: Vec<String>,
    /// The external programs that can have seats.
    programs: Vec<String>,
}

/// A shipped scenario.
#[derive(Clone, Debug, Serialize, JsonSchema)]
struct ScenarioTitle {
    /// Its name.
    name: String,
    /// Its title.
    title: String,
    /// Its description.
    text: String,
}

/// A scenario, perhaps with additional packs.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(super) struct ScenarioOffer {
    /// Its title.
    title: String,
    /// Its description.
    text: String,
    /// The packs in play.
    packs: Vec<String>,
    /// The minimum and maximum number of players.
    seats: [usize; 2],
    /// The names for the maximum number of players.
    names: Vec<String>,
    /// The settings of the packs in play.
    settings: Vec<SettingOffer>,
    /// The rules in play.
    rules: Vec<RuleOffer>,
}

/// A setting.
#[derive(Clone, Debug, Serialize, JsonSchema)]
struct SettingOffer {
    /// Its name.
    name: String,
    /// Its description.
    text: String,
    /// Its value.
    value: SettingValue,
    /// The range of a number.
    range: Option<[i64; 2]>,
}

/// A rule.
#[derive(Clone, Debug, Serialize, JsonSchema)]
struct RuleOffer {
    /// Its pack and name.
    id: String,
    /// Its title.
    title: String,
    /// Its description.
    text: String,
}

/// Lists what can be played, with these external programs.
pub(super) fn catalog(programs: Vec<String>) -> Catalog {
    let mut packs: Vec<String> = built_in_packs().collect();
    packs.sort();
    let offers = list_built_in_scenarios().into_iter().map(|scenario| ScenarioTitle {
        name: scenario.name,
        title: scenario.title,
        text: scenario.text,
    });
    Catalog {
        engine: env!("CARGO_PKG_VERSION"),
        scenarios: built_in_scenarios(),
        offers: offers.collect(),
        packs,
        programs,
    }
}

/// Describes a shipped scenario with additional packs.
pub(super) fn offer(scenario: &str, with: &[String]) -> Result<ScenarioOffer> {
    let wrong = |wrong| RpcError::of(RpcErrorCode::NotLoaded, wrong);
    let is_known = built_in_scenarios().iter().any(|known| known == scenario);
    let packs: Vec<String> = built_in_packs().collect();
    if !is_known || !with.iter().all(|pack| packs.contains(pack)) {
        return Err(RpcError::new(RpcErrorCode::NotLoaded, "there is no such scenario or pack"));
    }
    let request = Request {
        with: with.iter().map(Into::into).collect(),
        only_in: Some(Vec::new()),
        ..Request::scenario(scenario)
    };
    let rules = content::load(&request).map_err(wrong)?;
    let settings = rules.settings.iter().map(|(name, setting)| SettingOffer {
        name: name.clone(),
        text: setting.text.clone(),
        value: setting.value.clone(),
        range: setting.range.as_ref().map(|range| [*range.start(), *range.end()]),
    });
    let (least, most) = (*rules.seats.start(), *rules.seats.end());
    let in_play = rules.rules.iter().map(|rule| RuleOffer {
        id: rule.id.clone(),
        title: rule.title.clone(),
        text: rule.text.clone(),
    });
    Ok(ScenarioOffer {
        title: rules.title.clone(),
        text: rules.text.clone(),
        packs: rules.packs.iter().map(|pack| pack.id.clone()).collect(),
        seats: [least, most],
        names: rules.names_of(most).unwrap_or_default(),
        settings: settings.collect(),
        rules: in_play.collect(),
    })
}
