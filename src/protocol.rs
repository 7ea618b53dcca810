//! The protocol: JSON-RPC 2.0, one message a line, by which other programs play, watch and judge
//! games.
//!
//! [`Server::answer`] takes a line and gives the answer. A game is played in the lines of
//! transcripts; what a seat sees, what is legal and why comes back as plain data. `docs/protocol.md`
//! is the page about it, and [`schema()`] describes every message.

mod bot;
mod legal;
mod message;
mod observation;
mod playout;
mod restore;
mod rpc;
mod rulebook;
mod schema;
mod seat_view;
mod server;
mod session;

pub use bot::{Begin, Choose, Chosen, End};
pub use legal::Legal;
pub use message::Method;
pub use observation::Observation;
pub use rulebook::rulebook;
pub use schema::schema;
pub use seat_view::{Listed, SeatView, seats};
pub use server::Server;

/// The version of the protocol. It changes when a message that was valid is not valid any more, or
/// means something else; what is only added changes nothing.
pub const VERSION: u32 = 1;

/// The version of what the method `state` answers.
pub const FORMAT: u32 = 1;
