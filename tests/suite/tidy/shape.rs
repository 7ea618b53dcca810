//! Limits on the number of files over which one thing is spread.

use std::collections::{BTreeMap, BTreeSet};

use super::code::{Crate, Path};
use super::uses::Target;

/// The greatest number of files with an inherent `impl` of one type.
const FILES_OF_A_TYPE: usize = 7;
/// The number of files of `src/game/` that name the cache, except those of the cache itself. The
/// goal is 8.
const FILES_WITH_THE_CACHE: usize = 8;
/// The least number of files that name a variant of `Change`: those that a new change needs.
const FILES_OF_A_NEW_CHANGE: usize = 4;
/// The median number of files that name a variant of `Change`.
const FILES_OF_MOST_CHANGES: usize = 7;
/// The greatest number of files that name a variant of `Change`.
const FILES_OF_A_CHANGE: usize = 11;

/// For each type, the files with an inherent `impl` of it.
fn files_of_types(all: &Crate) -> BTreeMap<String, BTreeSet<&str>> {
    let mut found: BTreeMap<String, BTreeSet<&str>> = BTreeMap::new();
    for (path, module) in &all.modules {
        for of in &module.impls {
            // If a type is not found, a macro defines it.
            let (home, name) = match all.resolve(path, of) {
                Some(Target::Item(home, name)) => (home, name),
                _ => (path.clone(), of.join("::")),
            };
            let name = [&home[..], &[name]].concat().join("::");
            found.entry(name).or_default().insert(&module.file);
        }
    }
    found
}

#[test]
#[expect(clippy::print_stdout, reason = "prints the list for those who split a type")]
fn few_files_have_an_impl_of_one_type() {
    let all = super::shipped();
    let found = files_of_types(&all);
    let mut spread: Vec<_> = found.iter().filter(|(_, files)| files.len() > 4).collect();
    spread.sort_by_key(|(_, files)| std::cmp::Reverse(files.len()));
    for (name, files) in &spread {
        println!("{name}: {} files", files.len());
        println!("  {}", files.iter().copied().collect::<Vec<_>>().join(" "));
    }
    for (name, files) in spread {
        assert!(files.len() <= FILES_OF_A_TYPE, "{name} has an impl in {} files", files.len());
    }
}

/// Whether an identifier names the cache.
fn names_the_cache(word: &str) -> bool {
    let word = word.to_lowercase();
    let mut parts = word.split('_');
    word.contains("cache") || parts.any(|part| part == "memo")
}

#[test]
#[expect(clippy::print_stdout, reason = "prints the list for those who move such a file")]
fn few_files_of_the_game_name_the_cache() {
    let all = super::shipped();
    let mut files = 0;
    for (path, module) in &all.modules {
        let is_of_game = module.file.starts_with("src/game/");
        if !is_of_game || path.get(1).is_some_and(|name| name == "memo") {
            continue;
        }
        let words = module.words.iter().filter(|word| names_the_cache(word));
        let words: Vec<&str> = words.map(String::as_str).collect();
        if !words.is_empty() {
            files += 1;
            println!("{}: {}", module.file, words.join(", "));
        }
    }
    println!("{files} files");
    assert!(files <= FILES_WITH_THE_CACHE, "{files} files of src/game/ name the cache");
}

/// For each variant of an enum, the files that name it.
fn files_of_variants<'a>(
    all: &'a Crate,
    home: &Path,
    of: &str,
) -> BTreeMap<String, BTreeSet<&'a str>> {
    let mut found: BTreeMap<String, BTreeSet<&str>> = BTreeMap::new();
    let own = &all.modules[home].file;
    for variant in all.modules[home].variants.get(of).into_iter().flatten() {
        found.entry(variant.clone()).or_default().insert(own);
    }
    let target = Some(Target::Item(home.clone(), of.to_owned()));
    for (path, module) in &all.modules {
        for written in module.paths.iter().filter(|written| written.len() > 1) {
            let (variant, of) = written.split_last().unwrap();
            if let Some(files) = found.get_mut(variant)
                && all.resolve(path, of) == target
            {
                files.insert(&module.file);
            }
        }
    }
    found
}

#[test]
#[expect(clippy::print_stdout, reason = "prints the list for those who add a change")]
fn few_files_name_a_change() {
    let all = super::shipped();
    let found = files_of_variants(&all, &vec!["change".to_owned()], "Change");
    let mut counts: Vec<_> = found.iter().map(|(name, files)| (files.len(), name)).collect();
    counts.sort();
    for (count, name) in &counts {
        let files: Vec<&str> = found[*name].iter().copied().collect();
        println!("Change::{name}: {count} files: {}", files.join(" "));
    }
    let (middle, (most, name)) = (counts[counts.len() / 2].0, counts[counts.len() - 1]);
    let (least, name_of_least) = counts[0];
    println!("fewest files: {least}, {name_of_least}");
    assert!(least <= FILES_OF_A_NEW_CHANGE, "a new change needs {least} files");
    println!("half of the changes: up to {middle} files; the most: {most} files, {name}");
    assert!(middle <= FILES_OF_MOST_CHANGES, "half of the changes are named in {middle} files");
    assert!(most <= FILES_OF_A_CHANGE, "Change::{name} is named in {most} files");
}

#[test]
fn types_and_variants_are_found_where_they_are_named() {
    let files = [
        ("src/lib.rs", "mod change; mod user; impl std::fmt::Debug for change::Change {}"),
        (
            "src/change.rs",
            "pub enum Change { /// Words.\n A(u8), #[b] B { c: D }, C = 3, }
             impl<'a, T: Fn() -> U> Change where for<'b> T: E<'b> {} impl Other {}",
        ),
        (
            "src/user.rs",
            "use crate::change::Change as It; fn f() { Self::B }
             impl It { fn f(a: impl A) { g(It::A, Self::C) } }
             mod own { pub enum It { B } impl It {} } const C: own::It = own::It::B;",
        ),
    ];
    let files = files.map(|(name, text)| (name.to_owned(), text.to_owned()));
    let all = Crate::read(&files.into());
    let types = files_of_types(&all);
    assert_eq!(types["change::Change"], BTreeSet::from(["src/change.rs", "src/user.rs"]));
    assert_eq!(types["user::own::It"], BTreeSet::from(["src/user.rs"]));
    assert_eq!(types.len(), 3);
    let variants = files_of_variants(&all, &vec!["change".to_owned()], "Change");
    assert_eq!(variants["A"], BTreeSet::from(["src/change.rs", "src/user.rs"]));
    assert_eq!(variants["B"], BTreeSet::from(["src/change.rs"]));
    assert_eq!(variants["C"], BTreeSet::from(["src/change.rs", "src/user.rs"]));
    assert_eq!(variants.keys().collect::<Vec<_>>(), ["A", "B", "C"]);
    assert!(names_the_cache("AnswerCache") && names_the_cache("memo"));
    assert!(names_the_cache("uncached") && !names_the_cache("memory"));
}
