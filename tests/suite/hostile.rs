//! Packs that attack the program: each is stopped in time and memory, and it is told where.
//!
//! A folder is a pack, the smallest that attacks so; what is too large or too strange to be kept
//! is made here. What comes of each stands in `snapshots`.

mod attack;
mod budget;
mod files;
mod folders;
mod heaps;
mod hooks;
#[cfg(unix)]
mod walks;
