//! The protocol for programs that play, watch and analyze games: JSON-RPC 2.0, one message per
//! line.
//!
//! [`Server::answer`] takes a line and returns the answer. Programs play a game by sending lines of
//! transcripts; observations, legal actions and reasons are returned as plain data.
//! `docs/protocol.md` describes the protocol, and [`schema()`] all messages.

mod bot;
mod hint;
mod legal;
mod message;
mod observation;
mod playout;
mod request;
mod restore;
mod rpc;
mod rulebook;
mod schema;
mod seat_view;
mod server;
mod session;

pub use bot::{Begin, Choose, Chosen, End};
pub(crate) use hint::Hints;
pub use legal::Legal;
#[cfg(any(feature = "serve", feature = "terminal"))]
pub(crate) use legal::legal;
pub use message::Method;
pub(crate) use message::WhyResult;
#[cfg(any(feature = "serve", feature = "terminal"))]
pub(crate) use message::{Added, BehindChange, Chance, New, Players, Scenario};
pub use observation::Observation;
#[cfg(any(feature = "serve", feature = "terminal"))]
pub(crate) use request::Folders;
pub(crate) use rpc::ErrorReason;
#[cfg(any(feature = "serve", feature = "terminal"))]
pub(crate) use rpc::{RpcError, RpcErrorCode};
#[cfg(any(feature = "serve", feature = "terminal"))]
pub(crate) use rulebook::Rulebook;
pub use rulebook::rulebook;
#[cfg(feature = "serve")]
pub(crate) use schema::Schemas;
pub use schema::schema;
pub use seat_view::{Listed, SeatView, seats};
pub use server::Server;
pub(crate) use session::why;
#[cfg(any(feature = "serve", feature = "terminal"))]
pub(crate) use session::{Session, Watcher, load};

/// The version of the protocol. It changes when a valid message becomes invalid or changes its
/// meaning, but not for additions.
pub const VERSION: u32 = 1;

/// The version of the result of the method `state`.
pub const FORMAT: u32 = 1;
