//! The limits on files, packs, transcripts and diagnostics.
//!
//! They prevent untrusted files from using too much time and memory. All shipped files are far
//! below them, and errors name both the limit and the actual size.

/// The maximum size of a file of a pack, and of a scenario, in bytes.
pub const FILE: usize = 64 * 1024;
/// The maximum depth of folders in a pack.
pub const FOLDERS: usize = 4;
/// The maximum number of files of a pack.
pub const FILES: usize = 1_000;
/// The maximum number of packs in a game, and in a folder of packs.
pub const PACKS: usize = 1_024;
/// The maximum size of a pack, and of all packs of a game together, in bytes.
pub const PACKS_TOGETHER: usize = 1024 * 1024;
/// The maximum size of all rule files of a game in bytes. The file of a family counts once for each
/// member.
pub const RULE_FILES: usize = 512 * 1024;
/// The maximum number of nodes that are compiled to bytecode; further hooks are interpreted.
pub const NODES: usize = 200_000;

/// The maximum size of a transcript in bytes.
pub const TRANSCRIPT: usize = 64 * 1024 * 1024;
/// The maximum number of lines of a transcript.
pub const LINES: usize = 1_000_000;
/// The maximum length of a transcript's line in bytes, without its comment.
pub const LINE: usize = 2_000;
/// The maximum number of lines of a transcript's header.
pub const HEADER: usize = 1_000;
/// The maximum number of actions that can be undone.
pub const UNDO: usize = 10_000;
/// The maximum number of lines of a diff between written and actual changes.
pub const COMPARED: usize = 100;

/// The maximum size of a message of the protocol in bytes.
pub const MESSAGE: usize = 16 * 1024 * 1024;
/// The maximum number of requests in a message.
pub const REQUESTS: usize = 1_000;
/// The maximum number of games that programs can play at once.
pub const GAMES: usize = 256;
/// The maximum number of games that a protocol request can play to the end.
pub const PLAYOUTS: usize = 1_000;
/// The maximum total number of actions in these games.
pub const PLAYOUT_ACTIONS: usize = 2_000_000;

/// The maximum number of files and folders that are visited below one path.
pub const VISITED: usize = 100_000;
/// The maximum number of stored errors, and also of warnings.
pub const FINDINGS: usize = 1_000;
