//! What is meant by a name: which word, by what it is said of.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use super::{Answer, Run, Said, Word, words};
use crate::game::{Halt, Work};
use crate::rules::{Running, Sort};
use crate::script::thing::Thing;
use crate::script::value::Value;
use crate::table::{Parts, Players, Table};

/// The words of one name with one number of parameters.
pub(in crate::script) struct Meanings {
    pub(in crate::script) name: &'static str,
    /// How many parameters; nothing for a property.
    pub(in crate::script) parameters: Option<usize>,
    pub(in crate::script) words: Vec<&'static Word>,
    /// Whether one of them changes or asks something.
    pub(in crate::script) acts: bool,
    by_sort: [Option<&'static Word>; Sort::ALL.len()],
    of_nothing: Empty,
}

/// What a word answers when it is said of `NONE`.
#[derive(Clone, Copy)]
enum Empty {
    Unit,
    Truth(bool),
    Zero,
    Nothing,
    /// Its first argument.
    Other,
}

/// The meanings of all names, in their order.
static MEANINGS: LazyLock<Vec<Meanings>> = LazyLock::new(|| {
    let mut meanings = BTreeMap::new();
    for word in words() {
        let parameters = word.parameters.map(<[_]>::len);
        let meant = meanings.entry((word.name, parameters));
        meant.or_insert_with(|| Meanings::new(word, parameters)).add(word);
    }
    meanings.into_values().collect()
});

/// The meanings of all names.
pub(in crate::script) fn all() -> impl Iterator<Item = &'static Meanings> {
    MEANINGS.iter()
}

/// The meanings of a name with so many arguments, or without parentheses.
pub(in crate::script) fn of(name: &str, arguments: Option<usize>) -> Option<&'static Meanings> {
    let wanted = (name, arguments);
    let at = MEANINGS.binary_search_by(|meant| (meant.name, meant.parameters).cmp(&wanted));
    at.ok().map(|at| &MEANINGS[at])
}

impl Meanings {
    fn new(first: &Word, parameters: Option<usize>) -> Self {
        Self {
            name: first.name,
            parameters,
            words: Vec::new(),
            acts: false,
            by_sort: [None; Sort::ALL.len()],
            of_nothing: Empty::of(first),
        }
    }

    /// Whether an argument of one of them is cards.
    pub(in crate::script) fn takes_cards(&self, number: usize) -> bool {
        let words = self.by_sort.iter().flatten();
        words.into_iter().any(|word| word.takes.get(number) == Some(&Sort::Cards))
    }

    /// Whether one of them tells something of a place, and one of a selection which of its members
    /// that is true of.
    pub(in crate::script) fn tells_which(&self) -> bool {
        let gives = |sort: Sort| self.by_sort[sort as usize].map(|word| word.gives);
        [Sort::Hex, Sort::Place].map(gives) == [Some(Sort::Truth); 2]
            && [Sort::Hexes, Sort::Places].map(gives) == [Some(Sort::Same); 2]
    }

    /// The parts of the table that the word may look at when it is said of this. Said of a player or
    /// of pieces, it looks at no other pieces than those of that player or of their owners.
    #[inline]
    pub(in crate::script) fn looks(
        &self,
        work: &Work,
        running: Running,
        of: &Thing,
        args: &[Value],
    ) -> Parts {
        let Some(word) = self.by_sort[of.kind() as usize] else { return Parts::NONE };
        let looks = match word.looks_less {
            Some((when, less)) if when(&Said { work, running, name: self.name, of: *of, args }) => {
                less
            }
            _ => word.looks,
        };
        if looks.has_shares() { shares(looks, &work.table, of) } else { looks }
    }

    /// Adds a word, which is meant where none that came before is.
    fn add(&mut self, word: &'static Word) {
        self.words.push(word);
        self.acts |= word.acts();
        for sort in Sort::ALL.iter().filter(|sort| word.fits(**sort)) {
            self.by_sort[*sort as usize].get_or_insert(word);
        }
    }

    /// Says the word where nothing can be changed: a verb is not said.
    #[inline]
    pub(in crate::script) fn read(
        &self,
        work: &Work,
        running: Running,
        of: &Thing,
        args: &[Value],
    ) -> Answer {
        if matches!(of, Thing::Nothing) {
            return Ok(self.of_nothing(args));
        }
        let said = Said { work, running, name: self.name, of: *of, args };
        match self.by_sort[of.kind() as usize] {
            Some(word) => match word.run {
                Run::Reads(read) => word.given(of, read(&said)),
                Run::Acts(_) => Err(Halt),
            },
            None => said.misplaced(),
        }
    }

    /// Says the word where something may be changed.
    #[inline]
    pub(in crate::script) fn say(
        &self,
        work: &mut Work,
        running: Running,
        of: &Thing,
        args: &[Value],
    ) -> Answer {
        if let Some(word) = self.by_sort[of.kind() as usize]
            && let Run::Acts(act) = word.run
            && !matches!(of, Thing::Nothing)
        {
            let given = act(&mut Said { work, running, name: self.name, of: *of, args });
            return word.given(of, given);
        }
        self.read(work, running, of, args)
    }

    /// What the word answers when it is said of `NONE`: nothing, none of it, or no.
    fn of_nothing(&self, args: &[Value]) -> Value {
        match self.of_nothing {
            Empty::Unit => Value::Unit,
            Empty::Truth(truth) => Value::Truth(truth),
            Empty::Zero => Value::Number(0),
            Empty::Nothing => Value::NOTHING,
            Empty::Other => args[0].clone(),
        }
    }
}

#[inline(never)]
fn shares(looks: Parts, table: &Table, of: &Thing) -> Parts {
    let players = match *of {
        Thing::Player(player) => Some(Players::of(player)),
        Thing::Pieces(spots) => table.owners(spots),
        _ => None,
    };
    players.map_or(looks, |players| looks.shares_of(players))
}

impl Word {
    /// What the word has given, which is such an answer as it is declared to give.
    fn given(&self, of: &Thing, answer: Answer) -> Answer {
        debug_assert!(
            answer.as_ref().map_or(true, |given| self.may_give(of, given)),
            "`{}` gives {answer:?}",
            self.name
        );
        answer
    }
}

impl Empty {
    fn of(word: &Word) -> Self {
        match word.name {
            "is_empty" => Self::Truth(true),
            "contains" | "has" | "may" | "may_take" | "in_area" | "swap" | "build_free"
            | "claim" | "any_at_coast" => Self::Truth(false),
            "count" | "total" | "marker" | "points" | "on_board" | "played" | "counter"
            | "give" | "give_chosen" | "hand_over" | "owns" | "longest_trail" | "cards_bought"
            | "choose_number" => Self::Zero,
            "or" => Self::Other,
            name if name.starts_with("is_") || name.starts_with("has_") => Self::Truth(false),
            name if name.contains("choose_") => Self::Nothing,
            _ if word.acts() => Self::Unit,
            _ => Self::Nothing,
        }
    }
}
