//! A running effect: its call, its questions and answers, and from where it can go on when it
//! waits.

use std::any::Any;
use std::cell::RefCell;
use std::hash::Hash;
use std::rc::Rc;

use super::Outcome;
use super::fingerprint::Fingerprint;
use super::question::Questions;
use super::work::Work;
use crate::rules::{Answer, Call, Failure};

/// Where a running effect is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct EffectPosition {
    /// How many changes are kept.
    pub(super) changes: usize,
    /// How many calls wait.
    pub(super) waiting: usize,
    /// How many questions it has asked.
    pub(super) asked: usize,
    /// The hash of its changes and questions.
    pub(super) fingerprint: u64,
}

/// From where an effect that waits for an answer can go on, instead of from its beginning.
#[derive(Clone)]
pub struct Resume {
    /// Where it was.
    pub position: EffectPosition,
    /// What it had found out, as the one who ran it keeps it.
    pub told: Rc<dyn Any>,
}

/// What is kept while an effect runs; what is left of the last one is laid anew for the next.
#[derive(Clone, Default)]
pub(super) struct Run {
    /// The effect that runs, which may ask questions.
    pub(super) call: Option<Call>,
    pub(super) answers: Vec<Answer>,
    pub(super) asked: usize,
    pub(super) open: Questions,
    pub(super) failure: RefCell<Option<Box<Failure>>>,
    /// A hash of the changes and questions so far.
    pub(super) fingerprint: u64,
    /// The number of the question at which the effect waited, and what the fingerprint was there.
    pub(super) expected: Option<(usize, u64)>,
    /// From where it can go on.
    pub(super) resume: Option<Resume>,
    /// Whether it has begun there, and not at its beginning.
    pub(super) goes_on: bool,
}

impl Work {
    /// Lays an effect ready: from where it can go on, or from its beginning.
    pub(super) fn start(&mut self, call: Call, resume: Option<Resume>, written: &[Outcome]) {
        let run = &mut self.run;
        run.call = Some(call);
        (run.asked, run.fingerprint) =
            resume.as_ref().map_or((0, 0), |it| (it.position.asked, it.position.fingerprint));
        run.goes_on = resume.is_some();
        run.resume = resume;
        run.open.clear();
        *run.failure.get_mut() = None;
        self.written.clear();
        if !written.is_empty() {
            self.written.extend(written);
        }
    }

    /// Ends the run of an effect; answers what has failed in it. What it asks and has been answered
    /// stays until it is taken.
    pub(super) fn end_effect(&mut self) -> Option<Box<Failure>> {
        self.cause = None;
        let run = &mut self.run;
        (run.call, run.expected) = (None, None);
        let failure = run.failure.take();
        if failure.is_some() {
            run.open.clear();
        }
        if run.open.is_empty() {
            run.answers.clear();
        }
        failure
    }

    /// Adds something to the fingerprint of the running effect.
    pub(super) fn mark(&mut self, thing: &impl Hash) {
        let mut fingerprint = Fingerprint(self.run.fingerprint);
        thing.hash(&mut fingerprint);
        self.run.fingerprint = fingerprint.0;
    }

    /// Where the running effect is.
    #[inline]
    pub(crate) fn position(&self) -> EffectPosition {
        let Run { asked, fingerprint, .. } = self.run;
        EffectPosition { changes: self.since.len(), waiting: self.agenda.len(), asked, fingerprint }
    }

    /// Whether a question is open, and nothing has happened since then.
    pub(crate) fn asks_at(&self, EffectPosition { changes, waiting, .. }: EffectPosition) -> bool {
        self.is_asking() && (self.since.len(), self.agenda.len()) == (changes, waiting)
    }

    /// Takes what is known of the running effect, which goes on from there.
    pub(crate) fn take_resume(&mut self) -> Option<Rc<dyn Any>> {
        self.run.resume.take().map(|resume| resume.told)
    }

    /// Keeps from where the running effect can go on.
    pub(crate) fn keep_resume(&mut self, resume: Resume) {
        self.run.resume = Some(resume);
    }
}
