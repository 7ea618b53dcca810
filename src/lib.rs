//! A scriptable rules language and interpreter for *Settlers of New Catan*, its modules and
//! scenarios, and house rules.
//!
//! A player requests an [`Action`]. [`Game::play`] checks it and returns the resulting
//! [`Change`]s, each with its cause. Rules are files: facts become the tables of [`Rules`], and
//! effects run as scripts.
//!
//! # Example
//! ```
//! use newcatan::{Game, Greedy, Request, Seat, host, load, play_out, print_action};
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let rules = load(&Request::scenario("catan"))?;
//! let script = host(&rules)?;
//! let names = ["red", "blue", "white"].map(String::from);
//! let mut game = Game::new(rules, script, &names, 7)?;
//!
//! // A player acts; the game returns what has changed.
//! let player = game.to_act().iter().next().expect("somebody has to act");
//! let action = game.legal_actions(player)?[0];
//! println!("{}", print_action(&game, player, &action));
//! for caused in game.play(player, action)? {
//!     println!("  {:?}", caused.change);
//! }
//!
//! // An action that is not legal is refused with its reasons, and changes nothing.
//! let refused = game.play(player, action).expect_err("somebody else has to act");
//! println!("{refused}");
//!
//! // Seats play the rest of the game.
//! let mut seats: Vec<Box<dyn Seat>> = (0..3).map(|_| Box::new(Greedy::new()) as _).collect();
//! play_out(&mut game, &mut seats, &mut |_| Ok(()))?;
//! assert!(game.is_over());
//! # Ok(())
//! # }
//! ```
//!
//! The items on this page are the library; any version may change everything else. The modules are
//! public for the program, its tests and its benchmarks. They form groups: a module may use the
//! modules of its own group and of the groups above it.

#![cfg_attr(not(test), warn(clippy::unwrap_used))]

#[doc(hidden)]
pub mod chance;
#[doc(hidden)]
pub mod count;
#[doc(hidden)]
pub mod diagnostic;
#[doc(hidden)]
pub mod fault;
#[doc(hidden)]
pub mod files;
#[doc(hidden)]
pub mod lab;
#[doc(hidden)]
pub mod limits;
#[doc(hidden)]
pub mod resource;
#[doc(hidden)]
pub mod set;

#[doc(hidden)]
pub mod action;
#[doc(hidden)]
pub mod board;
#[doc(hidden)]
pub mod change;
#[doc(hidden)]
pub mod rules;
#[doc(hidden)]
pub mod table;

#[doc(hidden)]
pub mod game;

#[doc(hidden)]
pub mod notation;

#[doc(hidden)]
pub mod content;
#[doc(hidden)]
pub mod script;
#[doc(hidden)]
pub mod transcript;

#[doc(hidden)]
pub mod audit;
#[doc(hidden)]
pub mod check;

#[doc(hidden)]
pub mod draw;
#[doc(hidden)]
pub mod editor;
#[doc(hidden)]
pub mod input;
#[doc(hidden)]
pub mod seat;

#[doc(hidden)]
pub mod shards;
#[doc(hidden)]
pub mod sim;

#[doc(hidden)]
pub mod train;

#[doc(hidden)]
pub mod protocol;

mod clock;

#[cfg(any(feature = "serve", feature = "terminal"))]
#[cfg_attr(
    not(feature = "serve"),
    expect(dead_code, unused_imports, reason = "only the server uses all of it")
)]
mod saved;

#[cfg(feature = "serve")]
#[doc(hidden)]
pub mod serve;

#[doc(hidden)]
pub mod cli;

// Rules, and the functions that load them.
#[doc(inline)]
pub use content::{Request, load};
#[doc(inline)]
pub use diagnostic::{Diagnostic, Diagnostics};
#[doc(inline)]
pub use rules::{Failure, Rules};
#[doc(inline)]
pub use script::host;

// A game, its table and its changes.
#[doc(inline)]
pub use action::{Action, Choice};
#[doc(inline)]
pub use board::{Board, Border, Hex, Intersection, Place};
#[doc(inline)]
pub use change::Change;
#[doc(inline)]
pub use game::{
    CausedChange, Game, History, OnRuleError, Outcome, PastAction, PlayerView, Question, Reason,
    Refusal, Script, State,
};
#[doc(inline)]
pub use resource::{Resource, Resources};
#[doc(inline)]
pub use table::{Player, Players, Step, Table};

// Players that are programs.
#[doc(inline)]
pub use seat::{
    ActionReport, Decision, Effort, Greedy, Random, Search, Seat, Stop, Strategy, play_out,
};

// Transcripts and pictures.
#[doc(inline)]
pub use draw::{Style, board as draw, picture};
#[doc(inline)]
pub use transcript::{
    Detail, Options, Recorder, Transcript, parse, parse_action, print_action, replay,
};
