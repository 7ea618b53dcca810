//! A scriptable rules language and interpreter for *Settlers of New Catan*, its modules and
//! scenarios, and house rules.
//!
//! A player requests an [`action::Action`]. [`game::Game::play`] checks it and returns the
//! resulting [`change::Change`]s; only [`table::Table::apply`] modifies the table. Rules are files:
//! facts become the tables of [`rules::Rules`], effects run as scripts.
//!
//! The modules are in groups; each may use those of its own group and of the groups above it.

#![cfg_attr(not(test), warn(clippy::unwrap_used))]

pub mod chance;
pub mod count;
pub mod diagnostic;
#[doc(hidden)]
pub mod fault;
pub mod files;
pub mod limits;
pub mod resource;
pub mod set;

pub mod action;
pub mod board;
pub mod change;
pub mod rules;
pub mod table;

pub mod game;

pub mod notation;

pub mod content;
pub mod script;
pub mod transcript;

pub mod audit;
pub mod check;

pub mod draw;
pub mod editor;
pub mod seat;

pub mod sim;

pub mod protocol;

pub mod cli;
