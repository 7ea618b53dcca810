//! Saved games: people and programs play them, and go on with them later.
//!
//! A saved game consists of a folder: a transcript, which is written line by line, a copy of its
//! rules, and a file about its seats. [`SavedGame`] plays it. Each seat gets observations, legal
//! actions and reasons as the protocol defines them, and only what it may see.

mod begin;
mod bots;
mod course;
mod game;
mod keys;
mod logs;
mod message;
#[cfg(feature = "serve")]
mod recording;
mod seats;
mod store;
#[cfg(feature = "terminal")]
mod terminal;

pub(crate) use begin::Beginning;
pub(crate) use game::{Result, SavedGame};
pub(crate) use keys::{Keys, Rights, are_equal, draw_key, is_id};
pub(crate) use message::{
    Causes, Created, Fork, History, Import, Listed, NewGame, Past, Refused, Rules, SeatKey,
    SeatState, View,
};
#[cfg(feature = "serve")]
pub(crate) use recording::{RecordedMoment, Recording};
#[cfg(feature = "serve")]
pub(crate) use seats::Bot;
pub(crate) use seats::SeatKind;
pub(crate) use store::{Saved, Store};
