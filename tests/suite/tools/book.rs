//! The pages of the book are correct. The files that a page shows are written to an empty folder in
//! order, its commands are run there, and finally its games are played. `just generate` rewrites
//! the output of the commands.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use newcatan::diagnostic::Code;
use rayon::prelude::*;

use crate::support::files::files;
use crate::support::first_seed;
use crate::support::pages::named;
use crate::support::run_in;
use crate::tools::folder;
use crate::tools::page::shown;

/// The pages about the language.
const TOLD: [&str; 15] = [
    "README",
    "tutorial",
    "rules",
    "packs",
    "scenarios",
    "precedence",
    "asking",
    "agenda",
    "language",
    "house_rules",
    "sim",
    "compare",
    "balance",
    "sweep",
    "knights",
];

/// The pages of a folder.
fn folder_pages(of: &str) -> Vec<PathBuf> {
    let mut pages = files(of);
    pages.retain(|page| page.file_name().is_some_and(|name| name != "README.md"));
    pages
}

/// The pages that contain their files.
fn pages() -> Vec<PathBuf> {
    let told = TOLD.map(|name| PathBuf::from(format!("docs/{name}.md")));
    let mut pages = folder_pages("docs/cookbook");
    pages.extend(told);
    pages.extend(folder_pages("docs/checks"));
    pages
}

/// Plays a page from top to bottom. Returns the correct text.
fn played(page: &Path, text: &str) -> String {
    let folder = folder(&[]);
    let parts: Vec<&str> = text.split("```").collect();
    let mut told = parts[0].to_owned();
    let mut games = 0;
    for (number, pair) in parts[1..].chunks(2).enumerate() {
        let (block, after) = (pair[0], pair.get(1).copied().unwrap_or_default());
        let (language, inner) = block.split_once('\n').unwrap_or((block, ""));
        let before = parts[2 * number];
        if language == "console" {
            let said = shown(folder.path(), block);
            write!(told, "```console\n{said}```{after}").unwrap();
            continue;
        }
        let Some(name) = named(before) else {
            panic!("{}: a block `{language}` has no name: {inner}", page.display())
        };
        let file = folder.path().join(name);
        fs::create_dir_all(file.parent().unwrap()).unwrap();
        fs::write(&file, inner).unwrap();
        games += usize::from(language == "text");
        write!(told, "```{block}```{after}").unwrap();
    }
    if page.starts_with("docs/checks") {
        return told;
    }
    let last = run_in(folder.path(), &["test", "."]);
    let said = String::from_utf8_lossy(&last.stdout);
    let said = format!("{said}{}", String::from_utf8_lossy(&last.stderr));
    assert!(games > 0 && last.status.success(), "{}: {said}", page.display());
    told
}

/// Plays these pages, and rewrites them if requested.
fn are_true(pages: &[PathBuf]) {
    let is_stale = |page: &&PathBuf| {
        let text = fs::read_to_string(page).unwrap();
        let now = played(page, &text);
        let is_updated = std::env::var_os("UPDATE").is_some();
        if is_updated {
            fs::write(page, &now).unwrap();
        }
        now != text && !is_updated
    };
    let stale: Vec<&PathBuf> = pages.par_iter().filter(is_stale).collect();
    assert!(stale.is_empty(), "out of date, `just generate`: {stale:?}");
}

#[test]
fn some_pages_of_the_book_are_true() {
    let skipped = usize::try_from(first_seed() % 12).unwrap();
    are_true(&pages().into_iter().skip(skipped).step_by(12).collect::<Vec<_>>());
}

#[test]
#[ignore = "plays all pages"]
fn all_pages_of_the_book_are_true() {
    let pages = pages();
    assert!(pages.len() > 25, "{} pages", pages.len());
    are_true(&pages);
}

#[test]
fn the_list_of_recipes_names_each_page() {
    let list = fs::read_to_string("docs/cookbook/README.md").unwrap();
    for page in folder_pages("docs/cookbook") {
        let name = page.strip_prefix("docs/cookbook").unwrap().display().to_string();
        let name = name.replace('\\', "/");
        assert_eq!(list.matches(&format!("]({name})")).count(), 1, "{name}");
    }
}

/// The list of codes, from their declaration.
fn codes() -> String {
    let mut page = String::from(
        "# Messages of the checker\n\n\
         `newcatan check` checks packs, rule files, scenarios and the starting positions of games, and gives each finding a stable code.\n\
         `newcatan check --explain CODE` shows the page about that code.\n\
         A file with warnings can still be played; `--strict` makes `check` fail on them too.\n\
         `--fix` first replaces old names of the rule language in rule files, `pack.toml` and scenarios, and prints each replacement.\n\
         It changes nothing else in the files: comments, texts and your own names stay as they are.\n\
         `--format json` and `--format sarif` print the findings for other programs.\n\n",
    );
    for code in Code::ALL {
        let name = code.name();
        writeln!(page, "- [`{name}`](checks/{name}.md): {}", code.text()).unwrap();
    }
    page
}

/// `just generate` rewrites it.
#[test]
fn every_code_has_a_page_that_shows_it() {
    let list = "docs/checks.md";
    if std::env::var_os("UPDATE").is_some() {
        fs::write(list, codes()).unwrap();
    }
    assert_eq!(fs::read_to_string(list).unwrap(), codes(), "`{list}` is out of date");
    for code in Code::ALL {
        let name = code.name();
        let page = fs::read_to_string(format!("docs/checks/{name}.md"));
        let page = page.unwrap_or_else(|error| panic!("{name}: {error}"));
        assert!(page.starts_with(&format!("# {name}\n")), "{name}");
        let shown = page.split("```console").skip(1).any(|block| {
            let block = block.split("```").next().unwrap_or_default();
            block.contains(&format!("[{name}]: "))
        });
        assert!(shown, "the page of `{name}` does not show it");
    }
    assert_eq!(folder_pages("docs/checks").len(), Code::ALL.len());
}
