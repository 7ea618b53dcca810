//! Circles of files that use each other: the strongly connected components of the graph of uses.
//! A file of a circle cannot be read, tested or moved without the others.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

use super::code::{Crate, Files};
use super::uses::Uses;

/// The number of files in the largest circle of `src/game/`.
const LARGEST_IN_GAME: usize = 2;
/// The number of files in the largest circle of `src/`.
const LARGEST: usize = 6;

type Circle<'a> = BTreeSet<&'a str>;

/// Finds strongly connected components by Tarjan's algorithm.
struct Search<'a> {
    uses: &'a Uses,
    /// For each visited file, the number of its visit and the least number that is reachable from
    /// it.
    visits: BTreeMap<&'a str, (usize, usize)>,
    /// The visited files whose component is not complete.
    open: Vec<&'a str>,
    found: Vec<Circle<'a>>,
}

/// The strongly connected components of more than one file, the largest first.
fn circles(uses: &Uses) -> Vec<Circle<'_>> {
    let mut search = Search { uses, visits: BTreeMap::new(), open: Vec::new(), found: Vec::new() };
    for file in uses.keys() {
        if !search.visits.contains_key(file.as_str()) {
            search.visit(file);
        }
    }
    let mut found = search.found;
    found.retain(|circle| circle.len() > 1);
    found.sort_by_key(|circle| std::cmp::Reverse(circle.len()));
    found
}

impl<'a> Search<'a> {
    /// Visits a file and all files reachable from it. Returns the least number that is reachable
    /// from it.
    fn visit(&mut self, file: &'a str) -> usize {
        let number = self.visits.len();
        self.visits.insert(file, (number, number));
        self.open.push(file);
        let mut least = number;
        for used in self.uses.get(file).into_iter().flat_map(BTreeMap::keys) {
            if !self.visits.contains_key(used.as_str()) {
                least = least.min(self.visit(used));
            } else if self.open.contains(&used.as_str()) {
                least = least.min(self.visits[used.as_str()].0);
            }
        }
        self.visits.insert(file, (number, least));
        if least == number {
            let first = self.open.iter().position(|open| *open == file).unwrap();
            self.found.push(self.open.split_off(first).into_iter().collect());
        }
        least
    }
}

/// The files of a circle, each with the other files of the circle that it uses, and the names used.
fn describe(circle: &Circle<'_>, uses: &Uses) -> String {
    let mut text = format!("a circle of {} files\n", circle.len());
    for file in circle {
        writeln!(text, "  {file}").unwrap();
        for (used, names) in uses[*file].iter().filter(|(used, _)| circle.contains(used.as_str())) {
            let names: Vec<&str> = names.iter().map(String::as_str).collect();
            writeln!(text, "    uses {used}: {}", names.join(", ")).unwrap();
        }
    }
    text
}

fn is_of_game(file: &str) -> bool {
    file == "src/game.rs" || file.starts_with("src/game/")
}

#[test]
#[expect(clippy::print_stdout, reason = "prints the circles for those who break them up")]
fn circles_of_files_stay_small() {
    let uses = super::shipped().uses();
    let circles = circles(&uses);
    for circle in &circles {
        println!("{}", describe(circle, &uses));
    }
    let largest = circles.iter().map(Circle::len).max().unwrap_or(0);
    let of_game = circles.iter().filter(|circle| circle.iter().any(|file| is_of_game(file)));
    let of_game = of_game.map(Circle::len).max().unwrap_or(0);
    println!("largest circle: {of_game} files in src/game/, {largest} in src/");
    assert!(of_game <= LARGEST_IN_GAME, "{of_game} files of src/game/ use each other in a circle");
    assert!(largest <= LARGEST, "{largest} files of src/ use each other in a circle");
}

fn read(files: &[(&str, &str)]) -> Crate {
    let owned = files.iter().map(|(name, text)| ((*name).to_owned(), (*text).to_owned()));
    Crate::read(&owned.collect::<Files>())
}

/// The names by which one file uses another.
fn names<'a>(uses: &'a Uses, file: &str, used: &str) -> Vec<&'a str> {
    let names = uses[file].get(used).into_iter().flatten();
    names.map(String::as_str).collect()
}

const GAME: &str = "
    mod hold;
    mod view;
    pub mod law;
    pub use view::View;
    pub(crate) use view::Position as Place;
    pub(crate) fn rate() -> law::Law { hold::nearest_rate(|| \"crate::law::Nothing\") }
    // crate::law::Other
    #[cfg(test)]
    mod tests { use crate::law::Third; }
    #[cfg(test)]
    use crate::law::{Fourth};
    declared! { Made }
";

#[test]
fn a_circle_is_found_through_a_re_export() {
    let parts = [
        ("src/lib.rs", "pub mod game; pub mod table;"),
        ("src/game.rs", GAME),
        ("src/game/view.rs", "use super::hold::Hold; pub struct View; pub struct Position;"),
        ("src/game/hold.rs", "use crate::game::{View}; pub struct Hold; pub fn nearest_rate() {}"),
        ("src/game/law.rs", "use super::Place; pub struct Law; fn is(_: &'static super::Made) {}"),
        ("src/table.rs", "mod part; pub use part::*; fn parts() -> Part { Part::new() }"),
        ("src/table/part.rs", "pub struct Part; impl Part { fn of(_: crate::game::Place) {} }"),
    ];
    let uses = read(&parts).uses();
    assert_eq!(
        circles(&uses),
        [
            Circle::from(["src/game/hold.rs", "src/game/view.rs"]),
            Circle::from(["src/game.rs", "src/game/law.rs"])
        ]
    );
    assert_eq!(names(&uses, "src/game.rs", "src/game/law.rs"), ["Law"]);
    assert_eq!(names(&uses, "src/game.rs", "src/game/hold.rs"), ["nearest_rate"]);
    assert_eq!(names(&uses, "src/game.rs", "src/game/view.rs"), [""; 0]);
    assert_eq!(names(&uses, "src/game/hold.rs", "src/game/view.rs"), ["View"]);
    assert_eq!(names(&uses, "src/game/law.rs", "src/game.rs"), ["Made"]);
    assert_eq!(names(&uses, "src/game/law.rs", "src/game/view.rs"), ["Position"]);
    assert_eq!(names(&uses, "src/table.rs", "src/table/part.rs"), ["Part"]);
    assert_eq!(names(&uses, "src/table/part.rs", "src/game/view.rs"), ["Position"]);
    assert_eq!(
        describe(&circles(&uses)[0], &uses),
        "a circle of 2 files\n  src/game/hold.rs\n    uses src/game/view.rs: View\n  \
         src/game/view.rs\n    uses src/game/hold.rs: Hold\n"
    );
}

#[test]
fn names_are_found_in_all_forms_of_use() {
    let parts = [
        ("src/lib.rs", "mod a; mod b; mod c { use super::a::A; pub fn in_c() -> A {} }"),
        ("src/a.rs", "use crate::b::{self, B as X, d::{self as e, *}}; fn f() { e::in_d(b::g) }"),
        ("src/b.rs", "pub mod d; pub use d::in_d as g; pub struct B; fn f() { crate::c::in_c() }"),
        (
            "src/b/d.rs",
            "impl super::J for D {} macro_rules! m { () => { super::k; $crate::b::l } }
             pub fn in_d() { vec![self::D, <super::B>::new::<crate::b::h>(), 0..super::i] }",
        ),
    ];
    let uses = read(&parts).uses();
    assert_eq!(names(&uses, "src/a.rs", "src/b.rs"), ["B"]);
    assert_eq!(names(&uses, "src/a.rs", "src/b/d.rs"), ["*", "in_d"]);
    assert_eq!(names(&uses, "src/b.rs", "src/lib.rs"), ["in_c"]);
    assert_eq!(names(&uses, "src/lib.rs", "src/a.rs"), ["A"]);
    assert_eq!(names(&uses, "src/b/d.rs", "src/b.rs"), ["B", "J", "h", "i", "l"]);
    assert_eq!(circles(&uses).len(), 1);
    assert_eq!(circles(&uses)[0].len(), 4);
}
