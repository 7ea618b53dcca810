//! The file of rows of a run in parts.

use std::fs;

use super::{RUN, done, folder, words};
use crate::support::{run_in, said};

#[test]
fn the_file_of_rows_is_checked_before_parts_are_played() {
    let folder = folder();
    fs::write(folder.path().join("there.csv"), "").unwrap();
    let refused = |out: &str| {
        let run = format!("{RUN} --games 2 --shards stored --out {out}");
        let output = run_in(folder.path(), &words(&run));
        assert!(!folder.path().join("stored").exists());
        said(&output)
    };
    insta::assert_snapshot!(refused("there.csv"), @"
    exit 1
    error: `there.csv` already exists
     |
     = help: overwrite it with `--force`
    ");
    assert!(refused("games.txt").contains("does not end in `.csv`"));
    assert!(refused("nowhere/games.csv").contains("cannot be written"));
    done(folder.path(), &format!("{RUN} --games 2 --shards stored --out there.csv --force"));
    assert!(fs::read_to_string(folder.path().join("there.csv")).unwrap().lines().count() == 3);
}
