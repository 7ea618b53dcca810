//! The files in packages of the program: completions for shells and manual pages.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use crate::support::{out, run_in};
use crate::tools::{folder, run};

/// The verbs in the help, except for `help` itself.
fn verbs() -> BTreeSet<String> {
    let help = out(&run_in(Path::new("."), &["--help"]));
    let (_, list) = help.split_once("Commands:\n").unwrap();
    let names = list.lines().map_while(|line| line.strip_prefix("  ")?.split(' ').next());
    names.filter(|&verb| verb != "help").map(str::to_owned).collect()
}

#[test]
fn every_shell_completes_every_verb() {
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let completed = run_in(Path::new("."), &["completions", shell]);
        assert!(completed.status.success() && completed.stderr.is_empty(), "{shell}");
        let script = out(&completed);
        assert!(verbs().len() > 20, "{:?}", verbs());
        for verb in verbs() {
            assert!(script.contains(&verb), "{shell} does not complete `{verb}`");
        }
    }
}

#[test]
fn an_unknown_shell_is_wrong_usage() {
    insta::assert_snapshot!(run(Path::new("."), &["completions", "tcsh"]), @"
    exit 2
    error: invalid value 'tcsh' for '<SHELL>'
      [possible values: bash, elvish, fish, powershell, zsh]

      tip: a similar value exists: 'zsh'

    For more information, try '--help'.
    ");
}

#[test]
fn every_verb_has_a_manual_page() {
    let folder = folder(&[]);
    assert_eq!(run(folder.path(), &["man", "--out", "share/man1"]), "exit 0\n");
    let pages = folder.path().join("share/man1");
    let page = |name: &str| fs::read_to_string(pages.join(name)).unwrap();
    for verb in verbs() {
        let text = page(&format!("newcatan-{verb}.1"));
        assert!(text.contains(".SH SYNOPSIS"), "{verb}: {text}");
        assert!(page("newcatan.1").contains(&format!("newcatan\\-{}", verb.replace('-', "\\-"))));
    }
    assert!(page("newcatan-run.1").contains("\\-\\-shuffle\\-seats"));
    assert_eq!(out(&run_in(folder.path(), &["man"])), page("newcatan.1"));
}

#[test]
fn pages_that_cannot_be_written_are_told_with_their_folder() {
    let folder = folder(&[("man1", "a file")]);
    insta::assert_snapshot!(run(folder.path(), &["man", "--out", "man1"]), @"
    exit 1
    error: the pages cannot be written to `man1`: Not a directory (os error 20)
     |
     = help: `--out` takes a folder
    ");
}
