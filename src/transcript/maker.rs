//! The line of the rules that makes two games differ.

use std::ops::RangeInclusive;

use super::called::OutlinedFile;
use super::diff::Divergence;
use super::differences::{FileDifference, files_that_differ};
use crate::rules::{Origin, Rules};

/// How far a differing line is from the lines that the games used; smaller is closer. A line in
/// the same function, or outside of all functions, is closer than a function that a rule calls,
/// and that is closer than any other line of the file.
type Distance = (usize, usize);

impl Divergence {
    /// The line of the rules that causes the difference: the differing line closest to a line that
    /// either game used. `None` if several files differ and the games used none of them.
    pub fn maker(&self, left: &Rules, right: &Rules) -> Option<Origin> {
        let files = files_that_differ(left, right);
        let sides = || [&self.right, &self.left].into_iter();
        let links: Vec<&Origin> =
            sides().flat_map(|side| &side.links).map(|link| &link.origin).collect();
        let used: Vec<&Origin> = sides().flat_map(|side| &side.used).collect();
        let away = |file: &&FileDifference| {
            let (in_left, in_right) = file.has_lines;
            let places = [(in_left, left, &file.left), (in_right, right, &file.right)];
            let places = places.into_iter().filter(|(has_lines, ..)| *has_lines);
            places
                .filter_map(|(_, rules, place)| distance(rules, place.as_ref()?, &links, &used))
                .min()
        };
        let name = |file: &FileDifference| {
            let place = file.right.as_ref().or(file.left.as_ref());
            place.map(|place| place.file.clone())
        };
        let near = files.iter().filter(|file| away(file).is_some()).min_by_key(away);
        let only = || files.first().filter(|one| files.iter().all(|file| name(file) == name(one)));
        let nearest = near.or_else(only)?;
        nearest.right.clone().or_else(|| nearest.left.clone())
    }
}

/// The distance of a differing line from the causes and from all lines used; `None` if no line of
/// its file was used.
fn distance(
    rules: &Rules,
    place: &Origin,
    links: &[&Origin],
    used: &[&Origin],
) -> Option<Distance> {
    let function = function_around(rules, place);
    let steps = |origin: &Origin| origin.line.abs_diff(place.line);
    let is_in_file = |origin: &Origin| origin.file == place.file;
    let is_near = |origin: &Origin| {
        let is_within = |lines: &RangeInclusive<usize>| lines.contains(&origin.line);
        is_in_file(origin) && function.as_ref().is_none_or(is_within)
    };
    let linked = links.iter().filter(|link| is_near(link)).map(|link| (0, steps(link)));
    let used = used.iter().filter(|used| is_in_file(used));
    linked.chain(used.map(|used| (if is_near(used) { 1 } else { 2 }, steps(used)))).min()
}

/// The lines of the function around a line; `None` if it is outside of all functions.
fn function_around(rules: &Rules, place: &Origin) -> Option<RangeInclusive<usize>> {
    let outlined = OutlinedFile::of(rules, &place.file)?;
    outlined.function_at(place.line).map(|function| outlined.lines(function))
}
