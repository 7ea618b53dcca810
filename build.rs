//! Hashes the sources, so that the program knows whether another one gives the same results.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

fn main() -> io::Result<()> {
    println!("cargo::rerun-if-changed=build.rs");
    let mut hash = 0xcbf2_9ce4_8422_2325;
    for file in sources()? {
        println!("cargo::rerun-if-changed={}", file.display());
        let name = file.to_string_lossy().replace('\\', "/");
        let text = fs::read_to_string(&file)?.replace('\r', "");
        hash = fnv1a(hash, &[name.as_bytes(), b"\0", text.as_bytes(), b"\0"].concat());
    }
    println!("cargo::rustc-env=NEWCATAN_SOURCES={hash:016x}");
    Ok(())
}

/// The files of the program and the versions of its libraries. The rules are not among them: they
/// have hashes of their own.
fn sources() -> io::Result<Vec<PathBuf>> {
    println!("cargo::rerun-if-changed=src");
    let mut found = Vec::new();
    let mut open = vec![PathBuf::from("src")];
    while let Some(folder) = open.pop() {
        for entry in fs::read_dir(&folder)? {
            let path = entry?.path();
            if path.is_dir() { open.push(path) } else { found.push(path) }
        }
    }
    found.sort();
    // A package that is used as a library may have no such file.
    found.extend(Path::new("Cargo.lock").exists().then(|| PathBuf::from("Cargo.lock")));
    Ok(found)
}

fn fnv1a(hash: u64, bytes: &[u8]) -> u64 {
    bytes.iter().fold(hash, |hash, &byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}
