//! Tables for people: a server with a page on which people and programs play.
//!
//! `host` knows all games. Each game is played in one thread (`workers`), since a game cannot move
//! between threads. `http` translates requests to calls.

mod catalog;
mod guard;
mod host;
mod http;
mod page;
mod rate;
mod schema;
mod workers;

#[cfg(test)]
mod tests;

pub use http::{Addresses, Options, serve};
pub(crate) use page::replay_page;
pub use schema::schema;
