//! The server: requests of browsers become calls of games.

use std::io;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use axum::extract::{DefaultBodyLimit, FromRequestParts, Path, Request, State};
use axum::http::request::Parts;
use axum::http::{HeaderName, StatusCode, header};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use axum::{Json, Router};
use serde_json::{Map, Value};

use super::guard::{self, Hosts};
use super::host::Host;
use super::page;
use super::rate::Rates;
use crate::protocol::{RpcError, RpcErrorCode, Schemas};
use crate::saved::{Refused, Result, Rights, SavedGame, Store, are_equal, draw_key};
use crate::seat::Programs;
use crate::set::Id;
use crate::table::Player;

mod games;
mod play;
mod routes;

use routes::Routes;

/// The maximum size of a request, in bytes.
const BODY: usize = 64 * 1024;
/// The maximum size of a request for a new game, which may contain rules.
const NEW_GAME: usize = 2 * 1024 * 1024;
/// The cookie of the person who manages the games.
const MANAGER: &str = "manager";
/// The cookie with the keys to seats of a game.
const SEATS: &str = "seats";

/// How the server runs.
#[derive(Clone, Debug)]
pub struct Options {
    /// The port; 0 for any free one.
    pub port: u16,
    /// Whether other machines can reach the server.
    pub lan: bool,
    /// The folder of games.
    pub games: PathBuf,
    /// The pause before each action of a program.
    pub pause: Duration,
    /// The external programs that can have seats.
    pub programs: Programs,
    /// Whether people get hints.
    pub hints: bool,
}

/// Where the server can be reached.
#[derive(Clone, Debug)]
pub struct Addresses {
    /// The address on this machine, such as `http://127.0.0.1:8271`.
    pub local: String,
    /// The addresses for other machines, if they can reach the server.
    pub others: Vec<String>,
    /// The key of the person who manages the games, for the part of the address behind `#`.
    pub key: String,
}

/// What all requests share.
struct Server {
    host: Host,
    /// The key of the person who manages the games.
    key: String,
    hosts: Hosts,
    rates: Rates,
    /// Whether people get hints.
    hints: bool,
}

type Shared = State<Arc<Server>>;

/// Runs the server until it is interrupted. `ready` is called when it can be reached.
///
/// # Errors
/// When the folder cannot be used, or the port is taken.
pub fn serve(options: &Options, ready: impl FnOnce(&Addresses)) -> io::Result<()> {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    let served = runtime.block_on(async {
        let address = if options.lan { Ipv4Addr::UNSPECIFIED } else { Ipv4Addr::LOCALHOST };
        let listener =
            tokio::net::TcpListener::bind(SocketAddr::from((address, options.port))).await?;
        let port = listener.local_addr()?.port();
        let others = if options.lan { own_addresses()? } else { Vec::new() };
        let (hosts, addresses) = addresses(port, &others);
        let threads = thread::available_parallelism().map_or(2, usize::from);
        let store = Store::new(options.games.clone())?.with_programs(options.programs.clone());
        let host = Host::new(store, threads, options.pause);
        let key = addresses.key.clone();
        let (rates, hints) = (Rates::default(), options.hints);
        let server = Arc::new(Server { host, key, hosts, rates, hints });
        ready(&addresses);
        tokio::select! {
            served = axum::serve(listener, router(Arc::clone(&server))).into_future() => served?,
            () = interrupt() => {}
        }
        // A second interrupt does not wait for the games.
        let end = tokio::task::spawn_blocking(move || server.host.end());
        tokio::select! {
            _ = end => {}
            () = interrupt() => {}
        }
        Ok(())
    });
    runtime.shutdown_background();
    served
}

/// Waits for an interrupt. Without a handler, an interrupt ends the program anyway.
async fn interrupt() {
    let _ = tokio::signal::ctrl_c().await;
}

/// The names of the server as a host, and its addresses.
fn addresses(port: u16, others: &[IpAddr]) -> (Hosts, Addresses) {
    let of = |host: String| format!("{host}:{port}");
    let others: Vec<String> = others.iter().map(|address| of(address.to_string())).collect();
    let local = ["127.0.0.1", "localhost"].map(|host| of(host.into()));
    let hosts = Hosts(local.iter().chain(&others).cloned().collect());
    let link = |host: &String| format!("http://{host}");
    let addresses = Addresses {
        local: link(&local[0]),
        others: others.iter().map(link).collect(),
        key: draw_key(),
    };
    (hosts, addresses)
}

/// The addresses of this machine in all its networks.
fn own_addresses() -> io::Result<Vec<IpAddr>> {
    let all = if_addrs::get_if_addrs()?.into_iter().map(|interface| interface.ip());
    Ok(all.filter(|address| address.is_ipv4() && !address.is_loopback()).collect())
}

/// All routes of the server except those of the page's files.
fn routes() -> Routes {
    let own = Routes::new().post("/api/manager", games::become_manager);
    own.merge(games::routes().limit(NEW_GAME)).merge(play::routes())
}

/// The schemas of the messages at each route, by its method and path.
pub(super) fn route_schemas(schemas: &mut Schemas) -> Map<String, Value> {
    routes().schemas(schemas)
}

fn router(server: Arc<Server>) -> Router {
    let routes = routes().into_router();
    routes
        .fallback(get(file))
        .layer(DefaultBodyLimit::max(BODY))
        .layer(middleware::from_fn_with_state(Arc::clone(&server), check))
        .with_state(server)
}

/// Checks a request, and protects its answer.
async fn check(State(server): Shared, request: Request, next: Next) -> Response {
    let headers = request.headers();
    let sender = [MANAGER, SEATS].map(|name| guard::cookie(headers, name).concat()).concat();
    let mut response = if let Some(objection) = server.hosts.objection(request.method(), headers) {
        refused(StatusCode::FORBIDDEN, objection)
    } else if request.uri().path().starts_with("/api/") && !server.rates.allow(&sender) {
        refused(StatusCode::TOO_MANY_REQUESTS, "there are too many requests: wait a moment")
    } else {
        next.run(request).await
    };
    guard::protect(response.headers_mut());
    response
}

fn refused(status: StatusCode, message: &str) -> Response {
    (status, Json(Refused { message: message.into(), reasons: Vec::new() })).into_response()
}

/// A failed request as an answer.
struct Fault(RpcError);

impl From<RpcError> for Fault {
    fn from(fault: RpcError) -> Self {
        Self(fault)
    }
}

impl IntoResponse for Fault {
    fn into_response(self) -> Response {
        let status = match self.0.code {
            RpcErrorCode::Refused => StatusCode::CONFLICT,
            RpcErrorCode::NoGame => StatusCode::NOT_FOUND,
            RpcErrorCode::Limit => StatusCode::TOO_MANY_REQUESTS,
            RpcErrorCode::Internal => StatusCode::INTERNAL_SERVER_ERROR,
            _ => StatusCode::UNPROCESSABLE_ENTITY,
        };
        (status, Json(Refused { message: self.0.message, reasons: self.0.reasons })).into_response()
    }
}

type Answer<T> = Result<Json<T>, Fault>;

/// The error of somebody without a key.
fn forbidden() -> RpcError {
    RpcError::new(RpcErrorCode::NoGame, "there is no such game, or the link to it is not complete")
}

/// The person who manages the games, as the sender of a request.
struct Manager(Arc<Server>);

impl FromRequestParts<Arc<Server>> for Manager {
    type Rejection = Fault;

    async fn from_request_parts(parts: &mut Parts, server: &Arc<Server>) -> Result<Self, Fault> {
        let mut keys = guard::cookie(&parts.headers, MANAGER).into_iter();
        if keys.any(|key| are_equal(key, &server.key)) {
            Ok(Self(Arc::clone(server)))
        } else {
            Err(forbidden().into())
        }
    }
}

/// Somebody with keys to a game, or without, as the sender of a request.
struct Guest {
    server: Arc<Server>,
    /// The id of the game.
    game: String,
    rights: Rights,
}

impl FromRequestParts<Arc<Server>> for Guest {
    type Rejection = Fault;

    async fn from_request_parts(parts: &mut Parts, server: &Arc<Server>) -> Result<Self, Fault> {
        let path = Path::<String>::from_request_parts(parts, server).await;
        let Path(game) = path.map_err(|_| forbidden())?;
        let rights = server.host.keys(&game)?.rights(&guard::cookie(&parts.headers, SEATS));
        Ok(Self { server: Arc::clone(server), game, rights })
    }
}

impl Guest {
    /// The seat that a request names, which has to be one of the sender's; `None` for a spectator.
    fn viewer(&self, seat: Option<usize>) -> Result<Option<Player>> {
        match seat {
            None if self.rights.watches => Ok(None),
            None => Err(forbidden()),
            Some(seat) => self.player(seat).map(Some),
        }
    }

    /// The seat at which the sender acts.
    fn player(&self, seat: usize) -> Result<Player> {
        let mut own = self.rights.seats.iter().copied();
        own.find(|own| own.index() == seat).ok_or_else(forbidden)
    }

    /// Calls the game.
    async fn call<T: Send + 'static>(
        &self,
        call: impl FnOnce(&mut SavedGame) -> Result<T> + Send + 'static,
    ) -> Answer<T> {
        Ok(Json(self.server.host.call(&self.game, call).await?))
    }
}

/// Runs a function that takes some time.
async fn blocking<T: Send + 'static>(
    run: impl FnOnce() -> Result<T> + Send + 'static,
) -> Answer<T> {
    let ran = tokio::task::spawn_blocking(run).await;
    Ok(Json(ran.unwrap_or_else(|_| Err(super::workers::bug()))?))
}

async fn file(request: Request) -> Response {
    let path = request.uri().path().trim_start_matches('/');
    let Some(asset) = page::asset(path) else {
        return refused(StatusCode::NOT_FOUND, "there is no such page");
    };
    ([(header::CONTENT_TYPE, asset.media_type)], asset.bytes).into_response()
}

/// An answer that sets a cookie.
type NewCookie = (StatusCode, [(HeaderName, String); 1]);

fn with_cookie(name: &str, value: &str, path: &str) -> NewCookie {
    let cookie =
        format!("{name}={value}; Path={path}; HttpOnly; SameSite=Strict; Max-Age=31536000");
    (StatusCode::NO_CONTENT, [(header::SET_COOKIE, cookie)])
}
