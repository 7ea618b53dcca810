//! Opens the page in the user's browser.
//!
//! The link contains a key, and all users of a machine can read the arguments of a process. So the
//! browser opens a file with the link, which only its owner can read.

use std::env;
use std::io;
use std::path::{Path, PathBuf, absolute};
use std::process::{Command, Stdio};
use std::sync::mpsc::{Sender, channel};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use crate::files;
use crate::saved::draw_key;

/// How long the file exists, if the server runs that long: browsers can take long to start.
const KEPT: Duration = Duration::from_mins(2);

/// A page that is being opened. Its file is removed when this value is dropped, or earlier.
pub(super) struct Opened {
    /// The thread that removes the file when the time is over or the sender is dropped.
    remover: Option<(Sender<()>, JoinHandle<()>)>,
}

impl Drop for Opened {
    fn drop(&mut self) {
        if let Some((sender, thread)) = self.remover.take() {
            drop(sender);
            // If the thread has failed, the file has been left behind, but its key is of no use.
            let _ = thread.join();
        }
    }
}

/// Opens a link in the browser. The file is in a new folder below the given one. If no browser can
/// be opened, nothing happens, since the link is printed as well.
pub(super) fn open(link: &str, folder: &Path) -> Option<Opened> {
    let mut opener = opener()?;
    // Unlike a folder of games, the folder for temporary files is closed to others on Windows; on
    // other systems, browsers in a sandbox can often read the former only.
    let folder = if cfg!(windows) { env::temp_dir() } else { folder.to_owned() };
    let folder = folder.join(format!("opening-{}", draw_key()));
    let file = write(link, &folder).ok();
    let started = file.and_then(|file| {
        opener.arg(file).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        // An interrupt in the terminal ends the server, not the browser.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut opener, 0);
        opener.spawn().ok()
    });
    let Some(mut child) = started else {
        let _ = files::remove_folder(&folder);
        return None;
    };
    // Some openers end only with the browser.
    thread::spawn(move || child.wait());
    let (sender, receiver) = channel();
    let remover = thread::spawn(move || {
        let _ = receiver.recv_timeout(KEPT);
        let _ = files::remove_folder(&folder);
    });
    Some(Opened { remover: Some((sender, remover)) })
}

/// The system's command that opens a file, if there is a display.
fn opener() -> Option<Command> {
    let has = |name| env::var_os(name).is_some_and(|value| !value.is_empty());
    if cfg!(windows) {
        Some(Command::new("explorer"))
    } else if cfg!(target_os = "macos") {
        Some(Command::new("open"))
    } else {
        // Without a display, `xdg-open` would start a browser in the terminal.
        (has("DISPLAY") || has("WAYLAND_DISPLAY")).then(|| Command::new("xdg-open"))
    }
}

/// Writes the file that leads to a link; returns its path.
fn write(link: &str, folder: &Path) -> io::Result<PathBuf> {
    files::make_private_folder(folder)?;
    let file = absolute(folder)?.join("newcatan.html");
    let text = format!(
        "<!doctype html>\n<meta charset=\"utf-8\">\n\
         <meta http-equiv=\"refresh\" content=\"0;url={link}\">\n\
         <title>New Catan</title>\n<a href=\"{link}\">New Catan</a>\n"
    );
    files::save_private(&file, &text)?;
    Ok(file)
}
