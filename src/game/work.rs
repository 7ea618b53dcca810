//! The game at work: the table, what has happened, what waits to be heard.
//!
//! All legality and all verbs are methods of [`Work`], here and in the sibling files. While a
//! script runs it holds the work; nothing else does.

use std::cell::{Cell, RefCell};
use std::collections::VecDeque;
use std::hash::Hash;
use std::rc::Rc;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::agenda::Entry;
use super::cause::{Behind, Cause};
use super::effect::Run;
use super::foresight::Draws;
use super::hooks::{Reads, Verdict};
use super::memo::Memo;
use super::run::GAME_OPERATIONS;
use crate::board::Place;
use crate::chance::{Source, Stream};
use crate::change::Change;
use crate::resource::Resource;
use crate::rules::{Call, Failure, Hook, Origin, RuleId, Rules, Value};
use crate::set::Id;
use crate::table::{BOARD, Card, DECK, DICE, HexEvent, Player, STREAMS, THEFT, Table};

/// What has come of an effect that was to run by itself, without the engine.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Tried {
    /// Nothing was tried.
    Nothing,
    /// It has run to its end or to an open question.
    Done,
    /// The engine has to run it, from its beginning.
    InDoubt,
}

/// The capacity of lists of changes, causes and calls at the beginning of a game. It suffices for
/// most games; to grow a list during play costs time.
const ROOM: usize = 32;

/// What the game asks of scripts.
pub trait Script {
    /// Runs an effect where the work lies, if that can be done; it goes on from where it waited
    /// if that is known.
    fn try_effect(&self, work: &mut Work, call: &Call) -> Tried;

    /// Runs an effect. The work comes back as the script left it, whether it went well or not;
    /// where it holds an open question the result does not count.
    fn effect(&self, work: Box<Work>, call: &Call) -> (Box<Work>, Result<(), Failure>);

    /// Asks a pure hook by itself, without the engine, for its answer without words, and adds to
    /// `reads` what the answer depends on; nothing where the engine has to call it. The answer may be
    /// wanted for other places than the one that is the last argument.
    fn try_pure(
        &self,
        work: &Work,
        call: &Call,
        place: Option<Place>,
        reads: &mut Reads,
    ) -> Option<Verdict>;

    /// Counts operations of answers that are known already in the calls that run, if any;
    /// whether they may go on, as far as this can tell.
    fn count(&self, operations: &dyn Fn() -> u64) -> bool;

    /// Asks a pure hook, which changes nothing.
    ///
    /// # Errors
    /// When it fails.
    fn pure(&self, work: &Work, call: &Call) -> Result<Value, Failure>;
}

/// A call of a pure hook, with its answer.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct HookCall {
    /// The call.
    pub call: Call,
    /// The answer.
    pub value: Value,
}

/// A result of chance that is written down instead of drawn.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum Outcome {
    /// The dice.
    Dice([u8; 2]),
    /// A card from a deck.
    Card(Card),
    /// A card from a hand.
    Resource(Resource),
    /// An open card of a hand.
    Open(Resource),
    /// An event that is discovered.
    HexEvent(HexEvent),
    /// A number that a rule draws.
    Number(u8),
}

/// The game at work.
#[derive(Clone)]
pub struct Work {
    /// The rules.
    pub rules: Arc<Rules>,
    /// The table as it lies now.
    pub table: Table,
    /// What the players are called, seat by seat.
    pub names: Arc<[String]>,
    /// Where the running script is.
    pub cause: Option<Cause>,
    pub(super) script: Rc<dyn Script>,
    /// The random streams, where they were drawn last.
    pub(super) sources: [Option<Source>; STREAMS],
    /// The changes since a table that the game keeps.
    pub(super) since: Vec<Change>,
    /// How many of them have been reported, or belong to earlier actions.
    pub(super) reported: usize,
    /// Which rules made some of them.
    pub(super) behind: Vec<Behind>,
    pub(super) memo: Memo,
    pub(super) agenda: Vec<Entry>,
    /// How many calls this action has brought about.
    pub(super) calls: u16,
    /// The operations of their scripts since somebody acted.
    pub(crate) operations: u64,
    /// The operations of all effects of the game that came to their end.
    pub(super) spent: u64,
    /// The operations of effects that were taken back.
    pub(super) taken_back: u64,
    /// The most that there may be of them.
    pub(super) most_operations: u64,
    /// Whether hooks that fail are left out.
    pub(super) skips: Cell<bool>,
    /// The hooks that failed in this action.
    pub(super) skipped: Vec<(RuleId, Hook)>,
    /// Written results of chance, for the draws to come.
    pub(super) written: VecDeque<Outcome>,
    /// How many results of chance were drawn from the seed.
    pub(super) from_seed: u64,
    /// The draws of an action that is only tried.
    pub(super) draws: Option<Box<Draws>>,
    pub(super) run: Run,
    /// The calls of pure hooks in this action, if they are logged.
    pub(super) hook_log: Option<Rc<RefCell<Vec<HookCall>>>>,
}

impl Work {
    pub(super) fn new(
        rules: Arc<Rules>,
        script: Rc<dyn Script>,
        names: Arc<[String]>,
        table: &Table,
    ) -> Self {
        Self {
            rules,
            names,
            table: *table,
            cause: None,
            script,
            sources: [const { None }; STREAMS],
            since: Vec::new(),
            reported: 0,
            behind: Vec::new(),
            memo: Memo::default(),
            agenda: Vec::new(),
            calls: 0,
            operations: 0,
            spent: 0,
            taken_back: 0,
            most_operations: GAME_OPERATIONS,
            skips: Cell::new(false),
            skipped: Vec::new(),
            written: VecDeque::new(),
            from_seed: 0,
            draws: None,
            run: Run::default(),
            hook_log: None,
        }
    }

    /// Reserves memory for a usual game, so that lists rarely grow during play.
    pub(super) fn reserve(&mut self) {
        self.since.reserve(4 * ROOM);
        self.behind.reserve(ROOM);
        self.agenda.reserve(ROOM);
        self.memo.reserve(&self.rules);
    }

    /// Copies the state of another game with the same rules, without its cached answers.
    pub(super) fn copy_from(&mut self, other: &Self) {
        // A new field has to be copied or left out here.
        let Self {
            rules: _,
            names: _,
            script: _,
            table,
            cause,
            sources,
            since,
            reported,
            behind,
            memo,
            agenda,
            calls,
            operations,
            spent,
            taken_back,
            most_operations,
            skips,
            skipped,
            written,
            from_seed,
            draws,
            run,
            hook_log,
        } = other;
        (self.table, self.cause, self.reported) = (*table, *cause, *reported);
        (self.calls, self.operations) = (*calls, *operations);
        (self.spent, self.taken_back) = (*spent, *taken_back);
        (self.most_operations, self.from_seed) = (*most_operations, *from_seed);
        self.sources.clone_from(sources);
        self.since.clone_from(since);
        self.behind.clone_from(behind);
        self.memo.copy_from(memo);
        self.agenda.clone_from(agenda);
        self.skips.clone_from(skips);
        self.skipped.clone_from(skipped);
        self.written.clone_from(written);
        self.draws.clone_from(draws);
        self.run.clone_from(run);
        self.hook_log.clone_from(hook_log);
    }

    /// Lays another table, with nothing under way.
    pub(super) fn take_up(&mut self, table: &Table) {
        self.table = *table;
        self.cause = None;
        self.keep_changes(0);
        self.reported = 0;
        self.memo.clear();
        self.agenda.clear();
        self.calls = 0;
        self.skipped.clear();
        self.written.clear();
        self.run = Run::default();
    }

    /// Makes a change happen.
    #[expect(clippy::inline_always, reason = "each place knows which change it makes")]
    #[inline(always)]
    pub(super) fn make(&mut self, change: Change) {
        self.memo.invalidate(self, &change);
        self.table.apply(&change, &self.rules.board);
        if self.run.call.is_some() {
            self.mark(&change);
            self.note_cause();
        }
        self.since.push(change);
        if change.is_of_board() {
            self.judge_access(&change);
        }
    }

    /// Takes up results of chance that are written.
    #[cold]
    pub(super) fn take_up_written(&mut self, written: &[Outcome]) {
        self.written.extend(written);
    }

    /// Draws a number below `bound` from a stream of the game.
    pub(super) fn draw(&mut self, stream: usize, bound: usize) -> usize {
        let value = self.peek(stream, bound);
        self.make(Change::Drawn(u8::try_from(stream).expect("few streams")));
        value
    }

    /// The number below `bound` that the stream gives next, without drawing it.
    pub(super) fn peek(&mut self, stream: usize, bound: usize) -> usize {
        const BOARD_STREAM: Stream = Stream::named("board");
        const DICE_STREAM: Stream = Stream::named("dice");
        const DECK_STREAM: Stream = Stream::named("deck");
        const THEFT_STREAM: Stream = Stream::named("theft");
        let (seed, number) = (self.table.seed, self.table.drawn[stream]);
        if let Some(draws) = &mut self.draws
            && let Some(result) = draws.result(stream, number, bound)
        {
            return result;
        }
        let named = || match stream {
            BOARD => BOARD_STREAM,
            DICE => DICE_STREAM,
            DECK => DECK_STREAM,
            THEFT => THEFT_STREAM,
            _ => self.rules.stream(stream),
        };
        self.from_seed += 1;
        let source = &mut self.sources[stream];
        source.get_or_insert_with(|| Source::new(named(), seed, number)).below(seed, number, bound)
    }

    /// The number of the thing that the stream gives next, out of so many of each, without drawing
    /// it; where draws are tried, things alike are one.
    pub(super) fn pick(&mut self, stream: usize, counts: &[usize]) -> usize {
        let number = self.table.drawn[stream];
        let is_tried = self.draws.as_ref().is_some_and(|draws| draws.is_later(stream, number));
        let weight = |&count: &usize| if is_tried { count.min(1) } else { count };
        let mut place = self.peek(stream, counts.iter().map(weight).sum());
        let found = counts.iter().map(weight).position(|here| {
            let is_here = place < here;
            place = place.saturating_sub(here);
            is_here
        });
        found.expect("there is something to draw")
    }

    /// Puts a list into random order.
    pub(super) fn shuffle<T>(&mut self, stream: usize, list: &mut [T]) {
        for last in (1..list.len()).rev() {
            let place = self.draw(stream, last + 1);
            list.swap(last, place);
        }
    }

    /// Where a rule's hook is written.
    pub(super) fn origin(&self, rule: RuleId, hook: Hook) -> Origin {
        self.rules.rule(rule).origin(Some(hook))
    }

    /// What the player is called.
    pub fn name(&self, player: Player) -> &str {
        &self.names[player.index()]
    }
}
