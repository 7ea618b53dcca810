//! Opens the page in the browser.

use std::env;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread;

use crate::files;

/// A file that leads a browser to a link. It is removed when it is dropped.
///
/// Everybody on the machine can read the arguments of a program, so a link with a key cannot be an
/// argument: the browser gets the name of this file, which only its owner can read.
pub(super) struct Redirect(PathBuf);

impl Redirect {
    /// Opens the link in the browser. `None` if there is no browser, or no screen.
    pub(super) fn open(folder: &Path, link: &str) -> Option<Self> {
        let mut command = opener()?;
        let redirect = Self::write(&folder.join("open.html"), link).ok()?;
        command.arg(&redirect.0);
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        let mut program = command.spawn().ok()?;
        // The system keeps an ended program until somebody has waited for it.
        thread::spawn(move || program.wait());
        Some(redirect)
    }

    fn write(path: &Path, link: &str) -> io::Result<Self> {
        let page = format!(
            "<!DOCTYPE html><html><head><meta charset=\"utf-8\"><title>newcatan</title>\
             <meta http-equiv=\"refresh\" content=\"0; url={link}\"></head>\
             <body><a href=\"{link}\">newcatan</a></body></html>\n"
        );
        files::save_private(path, &page)?;
        Ok(Self(std::path::absolute(path)?))
    }
}

impl Drop for Redirect {
    fn drop(&mut self) {
        // A file that is left behind contains only the key of a server that has ended.
        let _ = files::remove(&self.0);
    }
}

/// The program that opens a file as the user wishes.
fn opener() -> Option<Command> {
    if cfg!(windows) {
        return Some(Command::new("explorer"));
    }
    if cfg!(target_os = "macos") {
        return Some(Command::new("open"));
    }
    // Without a screen, `xdg-open` would start a browser in the terminal.
    let has_screen = ["DISPLAY", "WAYLAND_DISPLAY"].map(|name| env::var_os(name).is_some());
    has_screen.contains(&true).then(|| Command::new("xdg-open"))
}
