//! How much is read: the limits of files, packs and transcripts, and of what is found wrong with
//! them.
//!
//! They keep a stranger's files from using up time and memory. What is shipped stays far below
//! them, and an error that names one says what was found.

/// The most bytes of a file of a pack, and of a scenario.
pub const FILE: usize = 64 * 1024;
/// How many folders deep a pack may be.
pub const FOLDERS: usize = 4;
/// The most files of a pack.
pub const FILES: usize = 1_000;
/// The most packs of a game, and of a folder of packs.
pub const PACKS: usize = 1_024;
/// The most bytes of a pack, and of all packs of a game.
pub const PACKS_TOGETHER: usize = 1024 * 1024;
/// The most bytes of the files of all rules of a game, where that of a family counts once for each
/// member.
pub const RULE_FILES: usize = 512 * 1024;
/// The most nodes of the native trees of a game; the hooks beyond them are interpreted.
pub const NODES: usize = 200_000;

/// The most bytes of a transcript.
pub const TRANSCRIPT: usize = 64 * 1024 * 1024;
/// The most lines of a transcript.
pub const LINES: usize = 1_000_000;
/// The most bytes of a line of a transcript, without its comment.
pub const LINE: usize = 2_000;
/// The most lines of the header of a transcript.
pub const HEADER: usize = 1_000;
/// The most actions that can be taken back.
pub const UNDO: usize = 10_000;
/// The most lines of a comparison of what is written with what happened.
pub const COMPARED: usize = 100;

/// The most bytes of a message of the protocol.
pub const MESSAGE: usize = 16 * 1024 * 1024;
/// The most requests of a message.
pub const REQUESTS: usize = 1_000;
/// The most games that programs play at once.
pub const GAMES: usize = 256;
/// The most games that a request of the protocol plays to their end.
pub const PLAYOUTS: usize = 1_000;
/// The most actions of all these games together.
pub const PLAYOUT_ACTIONS: usize = 2_000_000;

/// The most files and folders that are visited below one path.
pub const VISITED: usize = 100_000;
/// The most findings that are kept: errors, and as many warnings.
pub const FINDINGS: usize = 1_000;
