//! Rule files of one's own: what they can say, what becomes of them when they fail, and what no
//! rule can do to the program.

mod answers;
mod copies;
mod fixture;
mod hooks;
mod pieces;
mod queries;
mod sandbox;
mod syntax;
mod together;
mod types;
mod verbs;
mod words;
