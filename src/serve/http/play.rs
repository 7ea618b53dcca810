//! The requests of those who play or watch a game.

use std::convert::Infallible;

use axum::Json;
use axum::extract::{Path, Query, State};
use axum::http::HeaderMap;
use axum::response::sse::{Event, KeepAlive, Sse};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use tokio_stream::wrappers::WatchStream;
use tokio_stream::{Stream, StreamExt};

use super::super::guard;
use super::games::Key;
use super::routes::Routes;
use super::{Answer, Fault, Guest, Manager, NewCookie, SEATS, Shared, forbidden, with_cookie};
use crate::protocol::{ErrorReason, Hints, RpcError, RpcErrorCode};
use crate::saved::{Bot, Causes, History, Past, Result, Rules, SavedGame, View};
use crate::seat::Strategy;
use crate::set::Id;
use crate::table::Player;

/// The routes of these requests.
pub(super) fn routes() -> Routes {
    Routes::new()
        .post("/api/games/{game}/seat", take_seat)
        .get("/api/games/{game}/me", me)
        .get("/api/games/{game}/rules", rules)
        .get("/api/games/{game}/view", view)
        .get("/api/games/{game}/history", history)
        .get("/api/games/{game}/past", past)
        .get("/api/games/{game}/events", events)
        .post("/api/games/{game}/play", play)
        .get("/api/games/{game}/hint", hint)
        .get("/api/games/{game}/why", why)
        .post("/api/games/{game}/why-not", why_not)
        .post("/api/games/{game}/undo", undo)
        .post("/api/games/{game}/pause", pause)
        .post("/api/games/{game}/replace", replace)
}

/// Adds a key to those of the browser. Several people may share a browser.
async fn take_seat(
    State(server): Shared,
    Path(game): Path<String>,
    headers: HeaderMap,
    Json(Key { key }): Json<Key>,
) -> Result<NewCookie, Fault> {
    let known = server.host.keys(&game)?;
    if !known.knows(&key) {
        return Err(forbidden().into());
    }
    let mut keys = guard::cookie(&headers, SEATS);
    keys.retain(|old| *old != key && known.knows(old));
    keys.push(&key);
    Ok(with_cookie(SEATS, &keys.join("."), &format!("/api/games/{game}")))
}

/// What the sender of a request may do in a game.
#[derive(Serialize, JsonSchema)]
struct Me {
    /// The seats, counted clockwise from 0.
    seats: Vec<usize>,
    /// Whether they manage the games.
    manages: bool,
    /// Whether the program has other rules for such a game than those that it began with.
    newer_rules: bool,
    /// Whether people get hints.
    hints: bool,
}

async fn me(guest: Guest, manager: Result<Manager, Fault>) -> Answer<Me> {
    let manages = manager.is_ok();
    if !guest.rights.watches && !manages {
        return Err(forbidden().into());
    }
    let seats = guest.rights.seats.iter().copied().map(Player::index).collect();
    let hints = guest.server.hints;
    let call = move |game: &mut SavedGame| {
        let newer_rules = manages && game.has_newer_rules();
        Ok(Me { seats, manages, newer_rules, hints })
    };
    guest.call(call).await
}

async fn rules(guest: Guest) -> Answer<Rules> {
    guest.viewer(None)?;
    guest.call(|game| Ok(game.rules())).await
}

/// A look at a game: from which seat, and how many lines of the log are known.
#[derive(Deserialize, JsonSchema)]
struct Look {
    /// The seat; none for a spectator.
    seat: Option<usize>,
    /// The number of lines of the log that are known.
    #[serde(default)]
    log: usize,
}

async fn view(guest: Guest, Query(Look { seat, log }): Query<Look>) -> Answer<View> {
    let viewer = guest.viewer(seat)?;
    guest.call(move |game| game.view(viewer, log)).await
}

async fn history(guest: Guest, Query(Look { seat, .. }): Query<Look>) -> Answer<History> {
    let viewer = guest.viewer(seat)?;
    guest.call(move |game| game.history(viewer)).await
}

/// A look back, or a question about an earlier action.
#[derive(Deserialize, JsonSchema)]
struct LookBack {
    /// The seat; none for a spectator.
    seat: Option<usize>,
    /// The number of actions after which the game is shown, or the number of the action.
    actions: usize,
}

async fn past(guest: Guest, Query(LookBack { seat, actions }): Query<LookBack>) -> Answer<Past> {
    let viewer = guest.viewer(seat)?;
    guest.call(move |game| game.past(viewer, actions)).await
}

/// Tells about each new version of a game. It says nothing else, so that it can reveal nothing.
async fn events(guest: Guest) -> Result<Sse<impl Stream<Item = Result<Event, Infallible>>>, Fault> {
    guest.viewer(None)?;
    let versions = WatchStream::new(guest.server.host.versions(&guest.game)?);
    let events = versions.map(|version| Ok(Event::default().data(version.to_string())));
    Ok(Sse::new(events).keep_alive(KeepAlive::default()))
}

/// A line that is played at a seat.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Line {
    /// The seat.
    seat: usize,
    /// The line, without random results.
    #[serde(rename = "line")]
    text: String,
    /// How many lines of the log are known.
    #[serde(default)]
    log: usize,
}

async fn play(guest: Guest, Json(Line { seat, text, log }): Json<Line>) -> Answer<View> {
    let player = guest.player(seat)?;
    let call = move |game: &mut SavedGame| {
        game.play(player, &text)?;
        game.view(Some(player), log)
    };
    guest.call(call).await
}

/// A seat for which somebody asks.
#[derive(Deserialize, JsonSchema)]
struct AtSeat {
    /// The seat.
    seat: usize,
}

async fn hint(guest: Guest, Query(AtSeat { seat }): Query<AtSeat>) -> Answer<Hints> {
    let player = guest.player(seat)?;
    if !guest.server.hints {
        let message = "this server gives no hints";
        return Err(RpcError::new(RpcErrorCode::Refused, message).into());
    }
    guest.call(move |game| game.hint(player)).await
}

async fn why(guest: Guest, Query(LookBack { seat, actions }): Query<LookBack>) -> Answer<Causes> {
    let viewer = guest.viewer(seat)?;
    guest.call(move |game| game.why(viewer, actions)).await
}

async fn why_not(
    guest: Guest,
    Json(Line { seat, text, .. }): Json<Line>,
) -> Answer<Vec<ErrorReason>> {
    let player = guest.player(seat)?;
    guest.call(move |game| game.why_not(player, &text)).await
}

/// A request to undo, or an answer to it.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct UndoWish {
    /// The seat.
    seat: usize,
    /// Whether the player wants it.
    agrees: bool,
}

async fn undo(guest: Guest, Json(UndoWish { seat, agrees }): Json<UndoWish>) -> Answer<()> {
    let player = guest.player(seat)?;
    let call = guest.call(
        move |game| {
            if agrees { game.ask_undo(player) } else { game.agree(player, false) }
        },
    );
    call.await
}

/// A wish to pause a game, or to go on with it.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Pause {
    /// Whether the game is paused from now on.
    paused: bool,
}

async fn pause(
    guest: Guest,
    manager: Result<Manager, Fault>,
    Json(Pause { paused }): Json<Pause>,
) -> Answer<()> {
    if guest.rights.seats.is_empty() {
        manager?;
    }
    let call = guest.call(move |game| {
        game.pause(paused);
        Ok(())
    });
    call.await
}

/// A bot that plays for a person or a program; none to give the seat back.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(extend("required" = ["seat", "by"]))]
struct Replacement {
    /// The seat.
    seat: usize,
    /// The bot; null to give the seat back.
    // Without the first attribute, a missing `by` would mean none.
    #[serde(deserialize_with = "Option::deserialize")]
    #[schemars(with = "Option<Bot>")]
    by: Option<Strategy>,
}

async fn replace(
    guest: Guest,
    manager: Result<Manager, Fault>,
    Json(Replacement { seat, by }): Json<Replacement>,
) -> Answer<()> {
    // Nobody has the key to the seat of a program.
    let player = match (guest.player(seat), manager) {
        (Err(_), Ok(_)) => u8::try_from(seat).map(Player).map_err(|_| forbidden())?,
        (own, _) => own?,
    };
    guest.call(move |game| game.replace(player, by)).await
}
