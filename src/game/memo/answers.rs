//! A cache of the answers of pure hooks. An answer is valid until a facet that the hook has read
//! changes.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use smallvec::SmallVec;

use crate::board::{Intersection, Place, Places};
use crate::game::verdict::{CachedOperations, Reads, Verdict};
use crate::rules::{Args, Call, Failure, Hook};
use crate::set::Id;
use crate::table::{Facets, Player};

/// The maximum number of answers of one rule.
const ANSWERS: usize = 64;

/// The answers of pure hooks that may still be valid.
pub(super) struct AnswerCache {
    /// The facets that changed since the last lookup.
    stale: Cell<Facets>,
    /// The current revision. It increases at the first lookup after a change.
    revision: Cell<u32>,
    /// The revision in which each facet changed last.
    changed: [Cell<u32>; Facets::COUNT],
    /// The answers, by rule.
    answers: Rc<RefCell<Vec<Vec<CachedAnswers>>>>,
    /// The facets that the answers since the last call of [`AnswerCache::watched`] depend on.
    given: Cell<Facets>,
    /// For a copy of the table in which changes are tried: the revision of the original.
    copied: Option<u32>,
}

/// The answers of a hook for some arguments.
struct CachedAnswers {
    hook: Hook,
    me: Player,
    /// The arguments, without the place.
    args: Args,
    /// The copy of the rule's card.
    copy: u8,
    /// Whether the last argument is a place.
    of_places: bool,
    /// The arguments that were read, as in [`Reads::arguments`].
    reads_arguments: u32,
    /// The facets of the table that were read.
    facets: Facets,
    /// The revision of the answers.
    revision: u32,
    /// The answers, each with its places.
    answers: SmallVec<[CachedAnswer; 2]>,
}

/// An answer with the places for which it is valid.
#[derive(Clone, Copy)]
struct CachedAnswer {
    verdict: Verdict,
    /// The operations of one call.
    operations: u64,
    places: Places,
}

impl Default for AnswerCache {
    fn default() -> Self {
        Self {
            stale: Cell::default(),
            revision: Cell::default(),
            changed: [const { Cell::new(0) }; Facets::COUNT],
            answers: Rc::default(),
            given: Cell::default(),
            copied: None,
        }
    }
}

/// A clone is empty, since games are cloned to try something out.
impl Clone for AnswerCache {
    fn clone(&self) -> Self {
        Self::default()
    }
}

impl CachedAnswers {
    /// Whether these answers belong to a call; the place is ignored.
    #[inline]
    fn belong_to(&self, call: &Call, of_places: bool) -> bool {
        let is_read = |number: usize| self.reads_arguments >> number & 1 == 1;
        self.hook == call.hook
            && (self.me == call.me || !is_read(0))
            && (self.of_places, self.copy) == (of_places, call.copy)
            && self.args.len() == call.args.len()
            && (0..call.args.len()).all(|at| !is_read(at + 1) || self.args[at] == call.args[at])
    }
}

impl AnswerCache {
    /// Invalidates answers that have read these facets.
    #[inline]
    pub(super) fn invalidate(&self, facets: Facets) {
        self.stale.set(self.stale.get().and(facets));
    }

    /// Begins a new revision if facets have changed.
    fn revise(&self) {
        let stale = self.stale.take();
        if !stale.is_empty() {
            self.revision.set(self.revision.get() + 1);
            stale.numbers().for_each(|part| self.changed[part].set(self.revision.get()));
        }
    }

    /// Runs a function. Returns its result with the facets on which the answers to it depend.
    #[inline]
    pub(super) fn watched<T>(&self, run: impl FnOnce() -> T) -> (T, Facets) {
        self.given.set(Facets::NONE);
        (run(), self.given.get())
    }

    /// Shares the answers with a copy of the table in which changes are tried.
    pub(super) fn for_copy(&self) -> Self {
        self.revise();
        Self {
            stale: Cell::default(),
            revision: self.revision.clone(),
            changed: self.changed.clone(),
            answers: Rc::clone(&self.answers),
            given: Cell::default(),
            copied: self.copied.or(Some(self.revision.get())),
        }
    }

    /// The current revision.
    pub(super) fn revision(&self) -> u32 {
        self.revise();
        self.revision.get()
    }

    /// Whether none of the facets has changed from a revision to the current one.
    pub(super) fn is_unchanged_since(&self, facets: Facets, revision: u32) -> bool {
        self.revise();
        self.unchanged_since(facets, revision)
    }

    /// Whether none of the facets has changed since a revision.
    #[inline]
    fn unchanged_since(&self, facets: Facets, revision: u32) -> bool {
        facets.numbers().all(|part| self.changed[part].get() <= revision)
    }

    /// Whether all dependencies of these answers are unchanged.
    #[inline]
    fn is_valid(&self, cached: &CachedAnswers) -> bool {
        self.unchanged_since(cached.facets, cached.revision)
    }

    /// Visits the valid answers to a call. If `of_places` is `true`, the hook has a place as one
    /// more argument, and the answers for all places are visited.
    fn visit(&self, call: &Call, of_places: bool, mut visit: impl FnMut(&CachedAnswer)) {
        self.revise();
        let answers = self.answers.borrow();
        let Some(of_rule) = answers.get(call.rule.index()) else { return };
        for cached in of_rule {
            if cached.belong_to(call, of_places) && self.is_valid(cached) {
                cached.answers.iter().for_each(&mut visit);
            }
        }
    }

    /// The valid answer to a call without a place, and its operations.
    #[inline]
    fn find(&self, call: &Call) -> Option<(Verdict, u64)> {
        self.revise();
        let answers = self.answers.borrow();
        let mut of_rule = answers.get(call.rule.index())?.iter();
        let cached = of_rule.find(|it| it.belong_to(call, false) && self.is_valid(it))?;
        let answer = cached.answers.first()?;
        self.given.set(self.given.get().and(cached.facets));
        Some((answer.verdict, answer.operations))
    }

    /// Adds an answer, unless any change would invalidate it, or it depends on a change that was
    /// only made in a copy.
    fn insert(&self, call: &Call, place: Option<Place>, verdict: Verdict, reads: &Reads) {
        let &Reads { facets, arguments, places, operations } = reads;
        self.revise();
        let revision = self.copied.unwrap_or(self.revision.get());
        if facets.is_all() || !self.unchanged_since(facets, revision) {
            return;
        }
        let (of_places, place_bit) = (place.is_some(), 2 << call.args.len());
        let place = place.filter(|_| arguments & place_bit != 0);
        let places = place.map_or(places, Places::of);
        let answer = CachedAnswer { verdict, operations, places };

        let mut answers = self.answers.borrow_mut();
        if answers.len() <= call.rule.index() {
            answers.resize_with(call.rule.index() + 1, Vec::new);
        }
        let of_rule = &mut answers[call.rule.index()];
        let reads_arguments = arguments & !place_bit;
        let &Call { hook, me, args, copy, .. } = call;
        let is_same = |it: &&mut CachedAnswers| it.belong_to(call, of_places) && self.is_valid(it);
        if let Some(cached) = of_rule.iter_mut().find(is_same) {
            // Each of these answers is treated as dependent on everything that any of them has
            // read.
            (cached.me, cached.args, cached.revision) = (me, args, revision);
            cached.reads_arguments |= reads_arguments;
            cached.facets = cached.facets.and(facets);
            let is_alike =
                |it: &&mut CachedAnswer| (it.verdict, it.operations) == (verdict, operations);
            match cached.answers.iter_mut().find(is_alike) {
                Some(it) => it.places = it.places.and(places),
                None => cached.answers.push(answer),
            }
            return;
        }
        of_rule.retain(|cached| self.is_valid(cached));
        of_rule.truncate(ANSWERS - 1);
        let answers = SmallVec::from_iter([answer]);
        of_rule.push(CachedAnswers {
            hook,
            me,
            args,
            copy,
            of_places,
            reads_arguments,
            facets,
            revision,
            answers,
        });
    }

    /// The answer of a pure hook, without its text.
    pub(super) fn answer(
        &self,
        call: &Call,
        evaluate: impl Fn(CachedOperations<'_>, &mut Option<Reads>) -> Result<Option<Verdict>, Failure>,
    ) -> Result<Verdict, Failure> {
        let evaluate =
            |cost: CachedOperations<'_>| self.inserted(call, None, |reads| evaluate(cost, reads));
        let Some((verdict, operations)) = self.find(call) else {
            return Ok(evaluate(None)?.unwrap_or(Verdict::Nothing));
        };
        Ok(evaluate(Some(&|| operations))?.unwrap_or(verdict))
    }

    /// The places for which a pure hook gives this answer; the place is its last argument.
    pub(super) fn places_where(
        &self,
        places: Places,
        call: &Call,
        wanted: Verdict,
        evaluate: impl Fn(
            Place,
            CachedOperations<'_>,
            &mut Option<Reads>,
        ) -> Result<Option<Verdict>, Failure>,
    ) -> Result<Places, Failure> {
        let evaluate = |place, cost: CachedOperations<'_>| {
            self.inserted(call, Some(place), |reads| evaluate(place, cost, reads))
        };
        let (mut found, mut left) = (Places::default(), places);
        while let Some(mut place) = left.first() {
            let (mut cached, mut rest) = (Places::default(), left);
            self.visit(call, true, |answer| {
                let these = left.among(answer.places);
                rest = rest.without(these);
                if answer.verdict == wanted {
                    cached = cached.and(these);
                }
            });
            let operations = || {
                // Answers to calls with other arguments may contain the same place.
                let (mut sum, mut rest) = (0, left);
                self.visit(call, true, |answer| {
                    let these = rest.among(answer.places);
                    sum += answer.operations * these.len() as u64;
                    rest = rest.without(these);
                });
                sum
            };
            let has_cached = rest != left;
            let cost = has_cached.then_some(&operations as &dyn Fn() -> u64);
            let mut verdict = evaluate(place, cost)?;
            if verdict.is_none() {
                (found, left) = (found.and(cached), rest);
                let Some(next) = left.first() else { break };
                (place, verdict) = (next, evaluate(next, None)?);
            }
            let one = Places::of(place);
            left = left.without(one);
            if verdict == Some(wanted) {
                found = found.and(one);
            }
        }
        Ok(found)
    }

    /// Returns the answer, and caches it if its dependencies are known.
    #[inline]
    fn inserted(
        &self,
        call: &Call,
        place: Option<Place>,
        evaluate: impl FnOnce(&mut Option<Reads>) -> Result<Option<Verdict>, Failure>,
    ) -> Result<Option<Verdict>, Failure> {
        let mut reads = None;
        let verdict = evaluate(&mut reads)?;
        if let Some(verdict) = verdict {
            let facets = reads.as_ref().map_or(Facets::ALL, |reads| reads.facets);
            self.given.set(self.given.get().and(facets));
            if let Some(reads) = &reads {
                self.insert(call, place, verdict, reads);
            }
        }
        Ok(verdict)
    }

    /// A call with a cached answer that differs from the result of `answer`.
    pub(super) fn wrong_answer(
        &self,
        answer: impl Fn(&Call, Option<Place>) -> Option<Verdict>,
    ) -> Option<Call> {
        self.revise();
        let answers = self.answers.borrow();
        let of_rules = answers.iter().enumerate();
        let cached = of_rules.flat_map(|(rule, all)| all.iter().map(move |it| (rule, it)));
        for (rule, cached) in cached.filter(|(_, cached)| self.is_valid(cached)) {
            let &CachedAnswers { hook, me, args, copy, .. } = cached;
            let call = Call { rule: Id::new(rule), hook, me, args, copy };
            for of_places in &cached.answers {
                let is_same = |place| answer(&call, place) == Some(of_places.verdict);
                // The answer is the same for all places: one of them will do.
                let any = Places::of(Place::Intersection(Intersection(0)));
                let places = if of_places.places == Places::all() { any } else { of_places.places };
                let is_right = if cached.of_places {
                    places.iter().all(|place| is_same(Some(place)))
                } else {
                    is_same(None)
                };
                if !is_right {
                    return Some(call);
                }
            }
        }
        None
    }
}
