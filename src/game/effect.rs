//! A running effect: its call, its questions and answers, and the position from which it can go on
//! after it was suspended.

use std::any::Any;
use std::cell::RefCell;
use std::hash::Hash;
use std::rc::Rc;

use super::Outcome;
use super::fingerprint::Fingerprint;
use super::question::Questions;
use super::work::Work;
use crate::rules::{Answer, Call, Failure};

/// The position of a running effect.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct EffectPosition {
    /// The number of changes.
    pub(super) changes: usize,
    /// The number of pending calls.
    pub(super) waiting: usize,
    /// The number of questions it has asked.
    pub(super) asked: usize,
    /// The hash of its changes and questions.
    pub(super) fingerprint: u64,
}

/// What a suspended effect needs to go on from its question instead of from its beginning.
#[derive(Clone)]
pub struct Resume {
    /// The position of the question.
    pub position: EffectPosition,
    /// The journal of the effect, in the form of the [`Script`](super::Script) that ran it.
    pub journal: Rc<dyn Any>,
}

/// The state of a running effect. Its buffers are reused for the next effect.
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
    /// The number of the question at which the effect was suspended, and the fingerprint there.
    pub(super) expected: Option<(usize, u64)>,
    /// The position from which it can go on.
    pub(super) resume: Option<Resume>,
    /// Whether it began at that position.
    pub(super) goes_on: bool,
}

impl Work {
    /// Prepares the run of an effect, from the position in `resume` or from its beginning.
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

    /// The position of the running effect.
    #[inline]
    pub(crate) fn position(&self) -> EffectPosition {
        let Run { asked, fingerprint, .. } = self.run;
        EffectPosition { changes: self.since.len(), waiting: self.agenda.len(), asked, fingerprint }
    }

    /// Whether a question is open and nothing has happened since this position.
    pub(crate) fn asks_at(&self, EffectPosition { changes, waiting, .. }: EffectPosition) -> bool {
        self.is_asking() && (self.since.len(), self.agenda.len()) == (changes, waiting)
    }

    /// Takes the journal of the effect that goes on.
    pub(crate) fn take_resume(&mut self) -> Option<Rc<dyn Any>> {
        self.run.resume.take().map(|resume| resume.journal)
    }

    /// Stores the position from which the running effect can go on.
    pub(crate) fn keep_resume(&mut self, resume: Resume) {
        self.run.resume = Some(resume);
    }
}
