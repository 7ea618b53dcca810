//! The renamed properties, functions, facts and keys of the rule language. This is the only list of
//! them.

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
        format!("it is now called `{}`; `newcatan check --fix` updates the file", self.new)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::content::Fact;
    use crate::script::vocabulary::functions;

    #[test]
    fn new_names_exist_and_old_ones_do_not() {
        for word in RENAMED {
            let exists = |name: &str| match word.place {
                WordPlace::Property => {
                    functions().any(|it| it.name == name && it.parameters.is_none())
                }
                WordPlace::Function(count) => {
                    let has_count = |parameters: &[&str]| parameters.len() == count;
                    functions().any(|it| it.name == name && it.parameters.is_some_and(has_count))
                }
                WordPlace::Fact => Fact::named(name).is_some(),
                WordPlace::Key(_) => name == word.new,
            };
            assert!(exists(word.new), "there is no `{}`", word.new);
            assert!(!exists(word.old), "there still is `{}`", word.old);
        }
    }
}
