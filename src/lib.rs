//! A scriptable rules language and interpreter for *Settlers of New Catan*.
pub mod action;
pub mod board;
pub mod chance;
pub mod change;
pub mod content;
pub mod diagnostic;
pub mod game;
pub mod notation;
pub mod resource;
pub mod rules;
pub mod set;
pub mod table;
pub mod transcript;
