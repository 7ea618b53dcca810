//! Every game under `tests/games`, played and compared with its snapshot.
//!
//! Each is played twice with the same result, and at every decision saved, taken up again and
//! compared; nothing is lost or doubled on the way. The snapshot holds the whole transcript with
//! every change, and the table at the end.

mod support;

use std::path::Path;

use newcatan::transcript;

datatest_stable::harness! {
    { test = plays_as_recorded, root = "tests/games", pattern = r"\.game$" },
}

fn plays_as_recorded(path: &Path) -> datatest_stable::Result<()> {
    let text = std::fs::read_to_string(path)?;
    let played = support::play(&text, &path.display().to_string(), &support::shipped())?;
    let again = support::play(&text, &path.display().to_string(), &support::shipped())?;
    assert_eq!(played.blessed, again.blessed, "the game differs when it is played again");

    let stem = path.strip_prefix("tests/games")?.with_extension("");
    let folder = Path::new("../snapshots").join(stem.parent().ok_or("a game lies in a folder")?);
    let name = stem.file_name().ok_or("a game has a name")?.to_string_lossy().into_owned();
    let table = transcript::print_position(&played.game);
    insta::with_settings!({
        snapshot_path => folder,
        prepend_module_to_snapshot => false,
        omit_expression => true,
        input_file => path,
    }, {
        insta::assert_snapshot!(name, format!("{}\n{table}", played.blessed));
    });
    Ok(())
}
