//! What functions do that hooks which only decide may not: by words of their own, or by calling
//! functions that do. Knows no hooks.

use std::collections::BTreeSet;

use rhai::Position;

/// A function or word by its name and how many arguments it takes.
pub(in crate::script) type Signature = (String, usize);

/// A word that acts or asks, or a call, in a function.
pub(in crate::script) struct Deed {
    /// The function.
    pub(in crate::script) by: Signature,
    /// The word, or the function that is called.
    pub(super) what: Signature,
    pub(super) is_call: bool,
    pub(super) position: Position,
}

/// The words by which a function acts or asks, also through the functions that it calls.
pub(super) fn reached<'a>(
    deeds: &'a [Deed],
    function: &'a Signature,
) -> impl Iterator<Item = &'a Deed> {
    let (mut reached, mut at) = (vec![function], 0);
    while let Some(&function) = reached.get(at) {
        for call in deeds.iter().filter(|deed| deed.is_call && deed.by == *function) {
            if !reached.contains(&&call.what) {
                reached.push(&call.what);
            }
        }
        at += 1;
    }
    deeds.iter().filter(move |deed| !deed.is_call && reached.contains(&&deed.by))
}

/// The functions that act or ask, also through others.
pub(in crate::script) fn acting(deeds: &[Deed]) -> BTreeSet<Signature> {
    let acts = |deed: &&Deed| reached(deeds, &deed.by).next().is_some();
    deeds.iter().filter(acts).map(|deed| deed.by.clone()).collect()
}
