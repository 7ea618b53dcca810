//! The files of the page, which are built into the program.

use rust_embed::RustEmbed;

use crate::saved::Recording;

/// The built page.
#[derive(RustEmbed)]
#[folder = "clients/web/dist/"]
struct Page;

/// The text in the page for recordings whose place the data takes.
const PLACEHOLDER: &str = "RECORDING";

/// A file of the page.
pub(super) struct Asset {
    /// Its bytes.
    pub(super) bytes: Vec<u8>,
    /// Its media type.
    pub(super) media_type: &'static str,
}

/// The file at a path of the page; the path `""` is the page itself.
pub(super) fn asset(path: &str) -> Option<Asset> {
    let path = if path.is_empty() { "index.html" } else { path };
    let media_type = match path.rsplit_once('.')?.1 {
        "html" => "text/html; charset=utf-8",
        "js" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "svg" => "image/svg+xml",
        "txt" => "text/plain; charset=utf-8",
        _ => return None,
    };
    let bytes = Page::get(path)?.data.into_owned();
    Some(Asset { bytes, media_type })
}

/// The page that shows a recording, as one file that needs no server.
pub(crate) fn replay_page(recording: &Recording) -> String {
    let page = Page::get("replay.html").expect("the page for recordings is part of the program");
    let page = String::from_utf8_lossy(&page.data);
    let json = serde_json::to_string(recording).expect("a recording is valid JSON");
    // A `<` in a name must not end the script that contains the data.
    page.replacen(PLACEHOLDER, &json.replace('<', "\\u003c"), 1)
}
