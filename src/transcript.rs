//! Transcripts: games as text, written by hand or recorded, played again and checked.
//!
//! A grammar gives a tree (`parser`), the tree is played against the rules (`replay`), and games
//! are written in the same words (`print`).

mod parser;
mod tree;

pub use parser::{is_reserved, parse};
pub use tree::{
    Act, Amount, Body, Deed, Expect, Given, Header, Line, Name, Number, PackLine, Terms, Transcript,
};
