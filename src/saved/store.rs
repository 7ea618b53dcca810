//! The folder of games. Each game is a folder with a transcript, a copy of its rules and a file
//! about its seats.

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::UNIX_EPOCH;

use serde::{Deserialize, Serialize};

use super::game::{Result, refuse};
use super::keys::{self, Keys};
use super::message::Ending;
use super::seats::SeatKind;
use crate::content::{self, Request};
use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::files;
use crate::limits;
use crate::protocol::{Folders, New};
use crate::seat::Programs;

/// The transcript of a game.
const TRANSCRIPT: &str = "game.game";
/// The file about the seats of a game.
const SEATS: &str = "table.json";
/// The maximum size of that file in bytes.
const SEATS_SIZE: usize = 4 * 1024 * 1024;
/// The file in the folder of a game that is locked while a program has the game open.
const LOCK: &str = "lock";

/// What the folder of a game contains besides the transcript and the rules.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Saved {
    /// The title of the scenario.
    pub(crate) title: String,
    /// The parameters with which the game began.
    pub(crate) setup: New,
    /// The names of the players, clockwise.
    pub(crate) players: Vec<String>,
    /// Who plays at each seat.
    pub(crate) seats: Vec<SeatKind>,
    /// The keys to the seats.
    pub(crate) keys: Keys,
    /// How the game has ended; `None` while it goes on.
    #[serde(default)]
    pub(crate) ended: Option<Ending>,
}

impl Saved {
    /// Whether an external program has a seat.
    pub(crate) fn has_programs(&self) -> bool {
        self.seats.iter().any(|kind| matches!(kind, SeatKind::Program(_)))
    }
}

/// The folder of all games, and the programs that can play them.
#[derive(Clone, Debug)]
pub(crate) struct Store {
    folder: PathBuf,
    pub(crate) programs: Programs,
}

impl Store {
    /// The store in a folder, which is created if it does not exist.
    pub(crate) fn new(folder: PathBuf) -> io::Result<Self> {
        files::make_folder(&folder)?;
        Ok(Self { folder, programs: Programs::default() })
    }

    /// The same store with these programs.
    pub(crate) fn with_programs(self, programs: Programs) -> Self {
        Self { programs, ..self }
    }

    /// The ids of all games.
    pub(crate) fn ids(&self) -> io::Result<Vec<String>> {
        let entries = files::entries(&self.folder)?;
        let named = entries.iter().filter(|path| path.join(SEATS).is_file());
        let names = named.filter_map(|path| path.file_name()?.to_str().map(str::to_owned));
        Ok(names.filter(|name| keys::is_id(name)).collect())
    }

    fn path(&self, id: &str) -> PathBuf {
        assert!(keys::is_id(id), "only ids are names of folders");
        self.folder.join(id)
    }

    /// Reads the file about a game.
    pub(crate) fn saved(&self, id: &str) -> io::Result<Saved> {
        let text = files::read(&self.path(id).join(SEATS), SEATS_SIZE)?;
        Ok(serde_json::from_slice(&text)?)
    }

    /// Writes the file about a game.
    pub(crate) fn save(&self, id: &str, saved: &Saved) -> io::Result<()> {
        files::save(&self.path(id).join(SEATS), &serde_json::to_string_pretty(saved)?)
    }

    /// When a game was last saved, in seconds since 1970; 0 if it is not known.
    pub(crate) fn time(&self, id: &str) -> u64 {
        let time = files::modified(&self.path(id).join(TRANSCRIPT));
        let since = time.ok().and_then(|time| time.duration_since(UNIX_EPOCH).ok());
        since.map_or(0, |since| since.as_secs())
    }

    /// Makes the folder of a new game, and writes its rules into it.
    pub(crate) fn keep_rules(&self, id: &str, request: &Request) -> Result<(), Diagnostics> {
        let folder = self.path(id);
        let files: Vec<_> = content::copy(request)?
            .into_iter()
            .map(|(path, text)| (folder.join(path), text))
            .collect();
        let unwritten = |(path, error): (&Path, io::Error)| {
            Diagnostic::new(format!("`{}` cannot be written: {error}", path.display()))
        };
        files::make_folder(&folder).map_err(|error| unwritten((&folder, error)))?;
        files::save_all(&files).map_err(unwritten)?;
        Ok(())
    }

    /// The folder of a game, from which its rules are loaded.
    pub(crate) fn folder_of(&self, id: &str) -> Folders {
        Folders(vec![self.path(id)])
    }

    /// The path of a file within the folder of a game; other paths stay as they are.
    pub(crate) fn path_within<'a>(&self, id: &str, file: &'a str) -> &'a str {
        let folder = self.path(id);
        let inner = folder.to_str().and_then(|folder| file.strip_prefix(folder));
        inner.and_then(|inner| inner.strip_prefix('/')).unwrap_or(file)
    }

    /// The text of a game's transcript; empty if there is none yet.
    pub(crate) fn transcript(&self, id: &str) -> io::Result<String> {
        match files::read(&self.path(id).join(TRANSCRIPT), limits::TRANSCRIPT) {
            Ok(text) => Ok(String::from_utf8_lossy(&text).into_owned()),
            Err(error) if error.is_missing() => Ok(String::new()),
            Err(error) => Err(error.into()),
        }
    }

    /// Replaces a game's transcript, and opens it for further lines.
    pub(crate) fn record(&self, id: &str, text: &str) -> io::Result<impl Write + use<>> {
        let path = self.path(id).join(TRANSCRIPT);
        files::save(&path, text)?;
        files::append(&path)
    }

    /// Locks a game, so that no other program writes its transcript.
    pub(super) fn lock(&self, id: &str) -> Result<files::Lock> {
        let Some(lock) = files::lock(&self.path(id).join(LOCK))? else {
            return refuse(
                "the game is open in another program, such as `newcatan serve` or `newcatan play`: \
                 leave it there first",
            );
        };
        Ok(lock)
    }

    /// Deletes a game that no program has open.
    #[cfg(feature = "serve")]
    pub(crate) fn delete(&self, id: &str) -> Result {
        // Not every system removes a folder with an open file.
        drop(self.lock(id)?);
        Ok(files::remove_folder(&self.path(id))?)
    }
}
