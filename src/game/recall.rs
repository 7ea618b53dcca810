//! What pure hooks have answered, for as long as nothing is altered that they looked at.
//!
//! Knows no rule: what an answer hangs on is told by whoever ran the hook.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use smallvec::SmallVec;

use super::route::Trails;
use super::work::Work;
use crate::board::{Intersection, Place, Places};
use crate::rules::{Args, Call, Hook, Value};
use crate::set::Id;
use crate::table::{Part, Parts, Player};

/// The most answers of one rule.
const ANSWERS: usize = 64;

/// What the answer of a pure hook hangs on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Grounds {
    /// The parts of the table that were looked at.
    pub parts: Parts,
    /// Whom it is about and the arguments, as bits in their order, as far as they were looked at.
    pub arguments: u32,
    /// The places that are answered the same as the last argument, where that is a place which
    /// was looked at in no other way than by whether it is among some.
    pub places: Places,
    /// The operations that it took.
    pub operations: u64,
}

impl Grounds {
    /// Those of an answer that hangs on nothing.
    pub fn none() -> Self {
        Self { parts: Parts::NONE, arguments: 0, places: Places::all(), operations: 0 }
    }
}

/// An answer of a pure hook without its words.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// No opinion.
    Nothing,
    /// Yes.
    Yes,
    /// No, or a reason against it.
    No,
    /// A number.
    Number(i64),
}

/// What is remembered of pure hooks.
#[derive(Default)]
pub(super) struct Recall {
    /// Parts that were altered since anything was looked up.
    stale: Cell<Parts>,
    /// Goes on whenever something is looked up after a part was altered.
    clock: Cell<u32>,
    /// When each part was altered last.
    altered: [Cell<u32>; Parts::COUNT],
    /// By rule.
    answers: Rc<RefCell<Vec<Vec<Known>>>>,
    /// Where the table is a copy, in which changes are tried: the time at which it was made.
    copied: Option<u32>,
}

/// What a hook answers to some arguments.
struct Known {
    hook: Hook,
    me: Player,
    /// The arguments, but the place.
    args: Args,
    /// For which copy of the rule's card.
    copy: u8,
    /// Whether a place is its last argument.
    of_places: bool,
    /// Which of them it hangs on, as in [`Grounds::arguments`].
    hangs_on: u32,
    parts: Parts,
    since: u32,
    /// What is answered, and to which places.
    said: SmallVec<[Said; 2]>,
}

/// An answer, and to which places it is given.
#[derive(Clone, Copy)]
pub(super) struct Said {
    pub(super) verdict: Verdict,
    /// What each time cost.
    pub(super) operations: u64,
    pub(super) places: Places,
}

/// A copy is made to try something: it begins with nothing remembered.
impl Clone for Recall {
    fn clone(&self) -> Self {
        Self::default()
    }
}

impl From<&Value> for Verdict {
    fn from(value: &Value) -> Self {
        match value {
            Value::Nothing => Self::Nothing,
            Value::Truth(true) => Self::Yes,
            Value::Truth(false) | Value::Text(_) => Self::No,
            Value::Number(number) => Self::Number(*number),
        }
    }
}

impl Known {
    /// Whether it is the answer to this call, whatever the place.
    fn answers(&self, call: &Call, of_places: bool) -> bool {
        let hangs_on = |number: usize| self.hangs_on >> number & 1 == 1;
        let mut args = self.args.iter().zip(call.args.iter()).enumerate();
        (self.hook, self.of_places, self.copy) == (call.hook, of_places, call.copy)
            && self.args.len() == call.args.len()
            && (self.me == call.me || !hangs_on(0))
            && args.all(|(at, (known, asked))| known == asked || !hangs_on(at + 1))
    }
}

impl Recall {
    /// Notes what may have been altered.
    #[inline]
    pub(super) fn note(&mut self, parts: Parts) {
        self.stale.set(self.stale.get().and(parts));
    }

    /// Takes into account what has been altered.
    fn catch_up(&self) {
        let stale = self.stale.take();
        if !stale.is_empty() {
            self.clock.set(self.clock.get() + 1);
            stale.numbers().for_each(|part| self.altered[part].set(self.clock.get()));
        }
    }

    /// What is remembered, for a look at a copy of the table in which changes may be tried.
    pub(super) fn for_copy(&self) -> Self {
        self.catch_up();
        Self {
            stale: Cell::default(),
            clock: self.clock.clone(),
            altered: self.altered.clone(),
            answers: Rc::clone(&self.answers),
            copied: self.copied.or(Some(self.clock.get())),
        }
    }

    /// Whether none of the parts has been altered since then.
    fn lie(&self, parts: Parts, since: u32) -> bool {
        parts.numbers().all(|part| self.altered[part].get() <= since)
    }

    /// Whether nothing has been altered that the answer hangs on.
    fn holds(&self, known: &Known) -> bool {
        self.lie(known.parts, known.since)
    }

    /// Tells all that is remembered of a call, which may lack the place that it is about.
    pub(super) fn tell(&self, call: &Call, of_places: bool, tell: impl FnMut(&Said)) {
        self.catch_up();
        let answers = self.answers.borrow();
        let of_rule = answers.get(call.rule.index()).into_iter().flatten();
        let known = of_rule.filter(|it| it.answers(call, of_places) && self.holds(it));
        known.flat_map(|known| &known.said).for_each(tell);
    }

    /// Remembers an answer, unless anything could alter it, or what a copy was altered in.
    pub(super) fn keep(
        &self,
        call: &Call,
        place: Option<Place>,
        verdict: Verdict,
        grounds: &Grounds,
    ) {
        let &Grounds { parts, arguments, places, operations } = grounds;
        self.catch_up();
        let since = self.copied.unwrap_or(self.clock.get());
        if parts.is_all() || !self.lie(parts, since) {
            return;
        }
        let (of_places, place_bit) = (place.is_some(), 2 << call.args.len());
        let place = place.filter(|_| arguments & place_bit != 0);
        let places = place.map_or(places, Places::of);
        let said = Said { verdict, operations, places };

        let mut answers = self.answers.borrow_mut();
        if answers.len() <= call.rule.index() {
            answers.resize_with(call.rule.index() + 1, Vec::new);
        }
        let of_rule = &mut answers[call.rule.index()];
        let hangs_on = arguments & !place_bit;
        let &Call { hook, me, args, copy, .. } = call;
        let is_same = |it: &&mut Known| it.answers(call, of_places) && self.holds(it);
        let same = of_rule.iter_mut().find(is_same);
        if let Some(known) = same {
            // It hangs on more now, and that is as in this call.
            (known.me, known.args, known.since) = (me, args, since);
            known.hangs_on |= hangs_on;
            known.parts = known.parts.and(parts);
            let alike = |it: &&mut Said| (it.verdict, it.operations) == (verdict, operations);
            match known.said.iter_mut().find(alike) {
                Some(it) => it.places = it.places.and(places),
                None => known.said.push(said),
            }
            return;
        }
        of_rule.retain(|known| self.holds(known));
        of_rule.truncate(ANSWERS - 1);
        let said = SmallVec::from_iter([said]);
        of_rule.push(Known { hook, me, args, copy, of_places, hangs_on, parts, since, said });
    }
}

impl Work {
    /// Forgets what hangs on what was altered after so many changes, which are taken back.
    pub(super) fn forget_after(&mut self, changes: usize, was_placement: bool) {
        let taken_back = self.since[changes..].iter();
        let altered = taken_back.fold(Parts::NONE, |all, change| all.and(change.alters()));
        self.recall.note(altered);
        self.note_placement(was_placement);
        if !altered.among(Parts::of(&[Part::Pieces])).is_empty() {
            self.known.trails = Trails::default();
        }
    }

    /// Notes that the first pieces are being placed, or are not any more, unless it was so before.
    #[inline]
    pub(super) fn note_placement(&mut self, was_placement: bool) {
        if self.table.is_placement() != was_placement {
            self.recall.note(Parts::of(&[Part::Placement]));
        }
    }

    /// A hook that does not answer any more what is remembered of it; this work remembers nothing.
    pub(super) fn misremembers(&self, recall: &Recall) -> Option<Call> {
        let answers = recall.answers.borrow();
        let known =
            answers.iter().enumerate().flat_map(|(rule, all)| all.iter().map(move |it| (rule, it)));
        recall.catch_up();
        for (rule, known) in known.filter(|(_, known)| recall.holds(known)) {
            let &Known { hook, me, args, copy, .. } = known;
            let call = Call { rule: Id::new(rule), hook, me, args, copy };
            for said in &known.said {
                let is_same = |place| self.consider(&call, place) == Ok(said.verdict);
                // Whatever the place: one will do.
                let any = Places::of(Place::Intersection(Intersection(0)));
                let places = if said.places == Places::all() { any } else { said.places };
                let holds = if known.of_places {
                    places.iter().all(|place| is_same(Some(place)))
                } else {
                    is_same(None)
                };
                if !holds {
                    return Some(call);
                }
            }
        }
        None
    }
}
