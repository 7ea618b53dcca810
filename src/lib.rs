//! A scriptable rules language and interpreter for *Settlers of New Catan*.
pub mod action;
pub mod board;
pub mod chance;
pub mod change;
pub mod game;
pub mod resource;
pub mod rules;
pub mod diagnostic;
pub mod notation;
pub mod content;
pub mod set;
pub mod table;
pub mod transcript;
