//! Shards are read as they are written, and every damage is seen.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::json;

use super::{Header, RowError, Rows, Run, Shard, ShardFile, Writer};

fn run() -> Run {
    Run::new("play", 20, &json!({"seed": 1}))
}

fn header(shard: &str) -> Header {
    Header::new(run(), shard.parse().unwrap(), "program play --rows 20".into())
}

fn row(number: u64) -> String {
    json!({"row": number, "square": number * number}).to_string()
}

fn write(folder: &Path, shard: &str) -> PathBuf {
    let header = header(shard);
    let mut writer = Writer::begin(folder, &header).unwrap();
    header.numbers().for_each(|number| writer.row(&row(number)).unwrap());
    writer.finish().unwrap()
}

fn why(path: &Path) -> String {
    ShardFile::check(path).unwrap_err().why
}

#[test]
fn rows_of_shards_are_those_of_the_run_whatever_the_parts() {
    for shards in [&["1/1"][..], &["3/3", "1/3", "2/3"], &["2/2", "1/3", "1/4", "2/4", "7/30"]] {
        let folder = tempfile::tempdir().unwrap();
        for shard in shards {
            write(folder.path(), shard);
        }
        let files = ShardFile::find_all(folder.path(), &run()).unwrap();
        assert_eq!(files.len(), shards.len());
        let mut rows = Rows::of(&files);
        for number in 0..20 {
            assert_eq!(rows.next_row().unwrap(), Some((number, row(number))), "{shards:?}");
        }
        assert_eq!(rows.next_row().unwrap(), None);
    }
}

#[test]
fn each_changed_byte_and_each_lost_end_is_seen() {
    let folder = tempfile::tempdir().unwrap();
    let path = write(folder.path(), "2/5");
    let text = fs::read(&path).unwrap();
    for length in 0..text.len() {
        fs::write(&path, &text[..length]).unwrap();
        assert!(ShardFile::check(&path).is_err(), "{length} bytes");
    }
    for at in 0..text.len() {
        let mut changed = text.clone();
        changed[at] ^= 1;
        fs::write(&path, &changed).unwrap();
        assert!(ShardFile::check(&path).is_err(), "byte {at}");
    }
    fs::write(&path, [&text[..], b"\n"].concat()).unwrap();
    assert_eq!(why(&path), "goes on behind its closing line");
    fs::write(&path, &text).unwrap();
    assert_eq!(ShardFile::check(&path).unwrap().header, header("2/5"));
}

#[test]
fn damage_is_told() {
    let folder = tempfile::tempdir().unwrap();
    let path = write(folder.path(), "2/5");
    let text = fs::read_to_string(&path).unwrap();
    let lines: Vec<&str> = text.split_inclusive('\n').collect();
    let damaged = |lines: &[&str]| {
        fs::write(&path, lines.concat()).unwrap();
        why(&path)
    };
    assert_eq!(damaged(&lines[..3]), "ends after 2 of 4 rows");
    assert_eq!(damaged(&[&lines[..2], &lines[3..]].concat()), "has 3 of 4 rows");
    let swapped = [lines[0], lines[2], lines[1], lines[3], lines[4], lines[5]];
    assert_eq!(damaged(&swapped), "has been changed since it was written");
    assert_eq!(damaged(&lines[1..]), "is not a shard");
    assert_eq!(damaged(&[]), "is not a shard");
    fs::remove_file(&path).unwrap();
    fs::create_dir(&path).unwrap();
    assert_eq!(why(&path), "is a folder");
}

#[test]
fn a_shard_is_found_by_its_content() {
    let folder = tempfile::tempdir().unwrap();
    assert!(ShardFile::find(folder.path(), &header("2/5")).unwrap().is_none());
    let path = write(folder.path(), "2/5");
    // What a killed process leaves.
    let name = path.file_name().unwrap().to_string_lossy().into_owned();
    let left = folder.path().join(format!(".{name}.7-00000000.part"));
    fs::write(&left, "half").unwrap();
    let found = ShardFile::find(folder.path(), &header("2/5")).unwrap().unwrap();
    assert_eq!((found.path, left.exists()), (path.clone(), false));
    assert!(ShardFile::find(folder.path(), &header("3/5")).unwrap().is_none());
    // The same file under the name of another one.
    let other = Header { run: Run { rows: 21, ..run() }, ..header("2/5") };
    fs::rename(&path, folder.path().join(other.file_name())).unwrap();
    let damage = ShardFile::find(folder.path(), &other).unwrap_err();
    assert_eq!(damage.why, "belongs to another run");
}

#[test]
fn shards_that_overlap_have_to_be_equal() {
    let folder = tempfile::tempdir().unwrap();
    write(folder.path(), "1/1");
    let header = header("2/2");
    let mut writer = Writer::begin(folder.path(), &header).unwrap();
    header.numbers().for_each(|it| writer.row(&row(if it == 13 { 0 } else { it })).unwrap());
    writer.finish().unwrap();
    let files = ShardFile::find_all(folder.path(), &run()).unwrap();
    let mut rows = Rows::of(&files);
    for _ in 0..13 {
        rows.next_row().unwrap();
    }
    let error = rows.next_row().unwrap_err();
    assert!(matches!(error, RowError::Different { number: 13, .. }), "{error}");
}

#[test]
fn a_writer_that_is_dropped_leaves_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let mut writer = Writer::begin(&folder.path().join("new"), &header("1/4")).unwrap();
    writer.row(&row(0)).unwrap();
    drop(writer);
    assert_eq!(fs::read_dir(folder.path().join("new")).unwrap().count(), 0);
    assert_eq!("1/4".parse(), Ok(Shard { part: 1, of: 4 }));
}
