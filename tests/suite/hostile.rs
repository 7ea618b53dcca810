//! Packs that attack the program: each is stopped within limits of time and memory, and reported
//! with its position.
//!
//! Each folder is a pack with the smallest form of an attack; attacks that are too large or too
//! unusual to be stored are generated here. The results are in `snapshots`.

mod attack;
mod budget;
mod files;
mod folders;
mod heaps;
mod hooks;
#[cfg(unix)]
mod walks;
