//! Transcripts: games as text, written by hand or recorded, played again and checked.
//!
//! A grammar gives a tree (`parser`), names get their meaning (`resolve`), the game begins
//! (`start`) and is played line by line (`replay`); games are written in the same words (`print`).

mod changes;
mod check;
mod cut;
mod deed;
mod expect;
mod header;
mod merge;
mod parser;
mod position;
mod print;
mod replay;
mod resolve;
mod sentence;
mod start;
mod tree;
mod words;

pub use deed::parse_action;
pub use parser::{is_reserved, parse};
pub use position::{digest, print_position};
pub use print::Recorder;
pub use replay::{Options, Replay, Report, replay};
pub use tree::{
    Act, Amount, Body, Deed, Expect, Given, Header, Line, Name, Number, PackLine, Terms, Transcript,
};
pub use words::{Words, print_action};
