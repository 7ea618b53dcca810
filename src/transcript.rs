//! Transcripts: games as text, written by hand or recorded, replayed and checked.
//!
//! A transcript is parsed to a tree (`parser`), and its names are resolved (`resolve`). The game
//! begins (`given_position`) and is played line by line (`replay`). Games are printed in the same
//! language (`print`).

mod annotated;
mod called;
mod chain;
mod changes;
mod check;
mod diff;
mod differences;
mod expect;
mod given_board;
mod given_position;
mod guess;
mod header;
mod line;
mod maker;
mod match_action;
mod merge;
mod names;
mod naming;
mod options;
mod parser;
mod places;
mod position;
mod prefix;
mod print;
mod recent;
mod replay;
mod request;
mod resolve;
pub mod revealed;
mod rewrite;
mod rule_state;
mod sentence;
mod tree;
mod truncation;
mod why_not;
pub mod words;

pub use annotated::{
    AnnotatedReplay, AnnotatedStep, PlayedStep, PrintedChange, WrittenLine, annotate, annotate_line,
};
pub use chain::{Link, LinkKind, reasons_in_words};
pub(crate) use changes::states_counter;
pub use diff::{Basis, DifferenceKind, Divergence, Side, compare};
pub use differences::{
    FileDifference, StateDifference, differences, files_that_differ, header_differences,
};
pub use line::{ParsedLine, parse_line};
pub use match_action::parse_action;
pub use names::parse_for;
pub use naming::{NAME, NamePosition, check_player, check_text, is_reserved, is_valid_name};
pub use options::{Options, ReplayReport, ReplayedLine};
pub(crate) use parser::VERBS;
pub use parser::{Next, following, parse};
pub use places::{Aliases, as_written};
pub use position::{digest, print_position};
pub use prefix::parse_prefix;
pub use print::{Detail, Recorder, check_recordable, set_up as print_set_up};
pub use replay::{Replay, replay};
pub use rewrite::AddedChanges;
pub use tree::{
    Act, Amount, Body, Expect, Given, Header, Line, Name, Number, PackLine, ParsedAction,
    RuleState, Terms, Transcript,
};
pub use truncation::FORKED;
pub use why_not::why_not;
pub use words::{Words, print_action};
