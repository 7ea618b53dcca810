//! The requests of the person who manages the games.

use axum::Json;
use axum::extract::{Path, Query, State};
use schemars::JsonSchema;
use serde::Deserialize;

use super::super::catalog::{self, Catalog, ScenarioOffer};
use super::routes::Routes;
use super::{Answer, Fault, MANAGER, Manager, NewCookie, Shared, blocking, forbidden, with_cookie};
use crate::saved::{Created, Fork, Import, Listed, NewGame, Result, are_equal};

/// The routes of these requests.
pub(super) fn routes() -> Routes {
    Routes::new()
        .get("/api/catalog", list_catalog)
        .get("/api/scenario", scenario)
        .get("/api/games", list)
        .post("/api/games", create)
        .post("/api/import", import)
        .delete("/api/games/{game}", remove)
        .post("/api/games/{game}/fork", fork)
        .get("/api/games/{game}/links", links)
        .get("/api/games/{game}/transcript", transcript)
}

/// A key, which is exchanged for a cookie.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Key {
    /// The key.
    pub(super) key: String,
}

pub(super) async fn become_manager(
    State(server): Shared,
    Json(Key { key }): Json<Key>,
) -> Result<NewCookie, Fault> {
    if !are_equal(&key, &server.key) {
        return Err(forbidden().into());
    }
    Ok(with_cookie(MANAGER, &key, "/api"))
}

/// Only the person who manages the games learns which programs there are.
async fn list_catalog(manager: Result<Manager, Fault>) -> Json<Catalog> {
    let programs = manager.map(|Manager(server)| server.host.programs());
    Json(catalog::catalog(programs.unwrap_or_default()))
}

/// A scenario, and packs that are added to it, separated by commas.
#[derive(Deserialize, JsonSchema)]
struct OfScenario {
    /// The name of the scenario.
    name: String,
    /// The packs.
    #[serde(default)]
    with: String,
}

async fn scenario(
    _: Manager,
    Query(OfScenario { name, with }): Query<OfScenario>,
) -> Answer<ScenarioOffer> {
    let with: Vec<String> =
        with.split(',').filter(|id| !id.is_empty()).map(str::to_owned).collect();
    blocking(move || catalog::offer(&name, &with)).await
}

async fn list(Manager(server): Manager) -> Answer<Vec<Listed>> {
    blocking(move || server.host.list()).await
}

async fn create(Manager(server): Manager, Json(new): Json<NewGame>) -> Answer<Created> {
    blocking(move || server.host.create(new)).await
}

/// Begins a game with the actions of a transcript.
async fn import(Manager(server): Manager, Json(import): Json<Import>) -> Answer<Created> {
    blocking(move || server.host.import(import)).await
}

/// Begins a game with the first actions of another one.
async fn fork(
    Manager(server): Manager,
    Path(game): Path<String>,
    Json(Fork { actions, seats, newest_rules }): Json<Fork>,
) -> Answer<Created> {
    let branch = server.host.call(&game, move |game| game.branch(actions, newest_rules)).await?;
    blocking(move || server.host.begin(branch, Some(seats))).await
}

async fn links(Manager(server): Manager, Path(game): Path<String>) -> Answer<Created> {
    Ok(Json(server.host.links(&game)?))
}

async fn remove(Manager(server): Manager, Path(game): Path<String>) -> Answer<()> {
    blocking(move || server.host.delete(&game)).await
}

/// The whole transcript, with all that is hidden.
async fn transcript(Manager(server): Manager, Path(game): Path<String>) -> Result<String, Fault> {
    Ok(server.host.transcript(&game)?)
}
