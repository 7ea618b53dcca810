//! Transcripts: games as text, written by hand or recorded, played again and checked.
//!
//! A grammar gives a tree (`parser`), names get their meaning (`resolve`), the game begins
//! (`start`) and is played line by line (`replay`); games are written in the same words (`print`).

mod against;
mod beginning;
mod blessed;
mod chain;
mod changes;
mod check;
mod cut;
mod deed;
mod diff;
mod expect;
mod header;
mod kept;
mod known;
mod line;
mod meant;
mod merge;
mod names;
mod options;
mod parser;
mod places;
mod position;
mod print;
mod recent;
mod replay;
mod request;
mod resolve;
mod sayable;
mod sentence;
mod start;
mod told;
mod tree;
mod unlike;
mod words;

pub use against::why_not;
pub use beginning::parse_beginning;
pub use blessed::Added;
pub use chain::{Link, LinkKind, reasons_in_words};
pub use deed::parse_action;
pub use diff::{Basis, Divergence, Side, What, compare};
pub use line::{Meaning, parse_line};
pub use names::parse_for;
pub use options::{Moment, Options, Report};
pub use parser::{Next, following, parse};
pub use places::{Aliases, as_written};
pub use position::{digest, print_position};
pub use print::{Detail, Recorder, check_recordable, set_up as print_set_up};
pub use replay::{Replay, replay};
pub use sayable::{NAME, Said, can_say, check_player, check_text, is_reserved};
pub use told::{Played, Seen, Step, Told, Written, tell, tell_line};
pub use tree::{
    Act, Amount, Body, Deed, Expect, Given, Header, Kept, Line, Name, Number, PackLine, Terms,
    Transcript,
};
pub use unlike::{FileDifference, StateDifference, differences, files_that_differ};
pub use words::{Words, print_action};
