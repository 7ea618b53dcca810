//! Functions for files and folders, for tests that read or copy the shipped ones.

use std::fs;
use std::path::{Path, PathBuf};

/// All files below a folder, in a fixed order.
pub fn files(folder: impl AsRef<Path>) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry of the folder").path();
        if path.is_dir() { found.extend(files(&path)) } else { found.push(path) }
    }
    found.sort();
    found
}

/// Copies a folder recursively.
pub fn copy(from: &Path, to: &Path) {
    for file in files(from) {
        let target = to.join(file.strip_prefix(from).expect("a file of the folder"));
        fs::create_dir_all(target.parent().expect("a folder")).expect("a new folder");
        fs::copy(&file, target).expect("a copied file");
    }
}
