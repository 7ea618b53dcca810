//! All tests except for the games in one program, since linking thirty takes longer than running
//! one.

#[path = "../support/mod.rs"]
mod support;

#[path = "../fuzzing/mod.rs"]
mod fuzzing;

mod audit;
mod bad_input;
mod balance;
mod bench;
mod bots;
mod cli;
mod compare;
mod content;
mod corpus;
mod discards;
mod faults;
mod hostile;
mod house_rules;
mod knights;
mod laying;
mod lowering;
mod manual;
mod outposts;
mod pictures;
mod playouts;
mod proofs;
mod properties;
mod protocol;
mod readme;
#[cfg(feature = "serve")]
mod recordings;
mod schema;
mod scripts;
mod search;
mod seeded;
#[cfg(feature = "serve")]
mod serve;
mod shards;
mod sim;
mod sweep;
mod terminal;
mod tidy;
mod tools;
mod train;
mod transcripts;
mod uncached;
mod views;
