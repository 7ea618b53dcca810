//! The renamed properties, functions, facts and keys of the rule language. This is the only list of
//! them.

use super::vocabulary::{Function, functions};

/// The syntactic position of a renamed word.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum WordPlace {
    /// After a dot, without parentheses.
    Property,
    /// After a dot, with this number of arguments in parentheses.
    Function(usize),
    /// A fact of a rule file.
    Fact,
    /// A key of the TOML table at this path; `*` matches any name.
    Key(&'static [&'static str]),
}

/// A property, function, fact or key with a new name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RenamedWord {
    /// Its old name.
    pub old: &'static str,
    /// Its new name.
    pub new: &'static str,
    /// Its position.
    pub place: WordPlace,
}

const fn word(place: WordPlace, old: &'static str, new: &'static str) -> RenamedWord {
    RenamedWord { old, new, place }
}

/// All old names with their new names.
pub const RENAMED: &[RenamedWord] = &[
    word(WordPlace::Property, "marker", "number"),
    word(WordPlace::Property, "marked", "numbered"),
    word(WordPlace::Property, "barren", "unnumbered"),
    word(WordPlace::Property, "in_turn", "current_player"),
    word(WordPlace::Property, "with_peers", "sharing_outpost"),
    word(WordPlace::Function(1), "with_markers", "with_numbers"),
    word(WordPlace::Function(1), "set_marker", "set_number"),
    word(WordPlace::Function(1), "swap_marker", "swap_number"),
    word(WordPlace::Function(1), "become", "set_terrain"),
    word(WordPlace::Function(0), "leave", "remove"),
    word(WordPlace::Function(1), "is_amidst", "is_surrounded_by"),
    word(WordPlace::Function(1), "amidst", "surrounded_by"),
    word(WordPlace::Function(1), "open_to", "not_affecting"),
    word(WordPlace::Function(1), "kinds_of", "kinds_with_at_least"),
    word(WordPlace::Function(2), "give_down_to", "give_excess"),
    word(WordPlace::Function(1), "lay_open", "reveal"),
    word(WordPlace::Function(3), "lay_apart", "set_aside"),
    word(WordPlace::Function(3), "may_trade", "may_trade_with_supply"),
    word(WordPlace::Fact, "LEAST", "MINIMUM"),
    word(WordPlace::Fact, "ALSO", "PLAYABLE_AS"),
    word(WordPlace::Key(&["pieces", "*"]), "each", "per_player"),
    word(WordPlace::Key(&["groups", "*"]), "unmoved_leave", "move_removes_others"),
    word(WordPlace::Key(&["board", "numbers"]), "walk", "arrangement"),
];

/// The entry with this old name and position.
pub fn renamed(old: &str, place: WordPlace) -> Option<&'static RenamedWord> {
    RENAMED.iter().find(|word| word.old == old && word.place == place)
}

/// The entry of a key with this old name, in the table at this path.
pub fn renamed_key(old: &str, path: &[&str]) -> Option<&'static RenamedWord> {
    RENAMED.iter().find(|word| match word.place {
        WordPlace::Key(table) => word.old == old && is_at(table, path),
        _ => false,
    })
}

/// Whether a path matches the path of a table.
fn is_at(table: &[&str], path: &[&str]) -> bool {
    let mut parts = table.iter().zip(path);
    table.len() == path.len() && parts.all(|(part, name)| *part == "*" || part == name)
}

impl RenamedWord {
    /// The hint for a file that uses the old name.
    pub fn hint(&self) -> String {
        let fix = if self.is_reused() { "" } else { "; `newcatan check --fix` updates the file" };
        format!("it is now called `{}`{fix}", self.new)
    }

    /// Whether a new function of other values has the old name and number of arguments.
    pub fn is_reused(&self) -> bool {
        self.functions(self.old).next().is_some()
    }

    /// The functions with this name and the number of arguments of the old function.
    pub(super) fn functions<'a>(
        &self,
        name: &'a str,
    ) -> impl Iterator<Item = &'static Function> + use<'a> {
        let place = self.place;
        functions().filter(move |it| {
            let count = it.parameters.map(<[_]>::len);
            it.name == name && count.map(WordPlace::Function) == Some(place)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::content::Fact;
    use crate::rules::Type;

    #[test]
    fn new_names_exist_and_old_ones_do_not() {
        for word in RENAMED {
            let exists = |name: &str| match word.place {
                WordPlace::Property => {
                    functions().any(|it| it.name == name && it.parameters.is_none())
                }
                WordPlace::Function(_) => word.functions(name).next().is_some(),
                WordPlace::Fact => Fact::named(name).is_some(),
                WordPlace::Key(_) => name == word.new,
            };
            assert!(exists(word.new), "there is no `{}`", word.new);
            let fits = |name, ty| word.functions(name).any(|it| it.fits(ty));
            let mut types = Type::ALL.iter().filter(|ty| **ty != Type::Any);
            let is_gone = !exists(word.old)
                || word.is_reused() && !types.any(|&ty| fits(word.old, ty) && fits(word.new, ty));
            assert!(is_gone, "there still is `{}`", word.old);
        }
    }
}
