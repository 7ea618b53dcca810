//! The files of the page, which are built into the program.

use rust_embed::RustEmbed;

/// The built page.
#[derive(RustEmbed)]
#[folder = "clients/web/dist/"]
struct Page;

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
