//! House rule files: what they can do, how they fail, and how the program is protected from them.

mod answers;
mod cards;
mod classes;
mod copies;
mod counters;
mod dice_deck;
mod endings;
mod fixture;
mod gold;
mod ground;
mod hooks;
mod layers;
mod moves;
mod neutral;
pub(crate) mod offers;
mod pieces;
pub(crate) mod placed;
mod queries;
mod rolls;
mod sandbox;
mod starts;
mod syntax;
mod together;
mod trials;
mod types;
mod verbs;
mod words;
