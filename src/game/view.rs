//! A view of a position, which gives read access to everything in it. Only the submodule `ledger`
//! writes the table of a position.

pub(super) mod ledger;

use std::cell::{Cell, RefCell};
use std::rc::Rc;
use std::sync::Arc;

use super::cause::Cause;
use super::memo::Memo;
use super::verdict::{CachedOperations, HookCall, Reads, Verdict};
use crate::board::{Border, Place, Shore};
use crate::change::Change;
use crate::rules::{Call, Failure, Hook, HookResult, Origin, Result, RuleId, Rules};
use crate::set::{Id, Set};
use crate::table::{Kind, Player, Table};

/// The state of a game at one moment, with its rules.
#[derive(Clone)]
pub(crate) struct Position {
    rules: Arc<Rules>,
    names: Arc<[String]>,
    table: Table,
    memo: Memo,
    pub(super) hooks: Hooks,
}

/// Calls of pure hooks.
pub trait Ask {
    /// Calls a pure hook. Returns its answer with the text of a reason.
    fn answer(&self, view: View<'_>, call: &Call) -> Result<HookResult>;

    /// Calls a pure hook. Returns its answer without text, and stores its dependencies in `reads`,
    /// or `None` if they are unknown. If the answer is wanted for several places, `place` is one
    /// more argument.
    ///
    /// Returns `None` if cached answers, which took the operations in `cached`, can be used: then
    /// these operations were added to those of the running calls, and the calls are still below
    /// their limit.
    fn verdict(
        &self,
        view: View<'_>,
        call: &Call,
        place: Option<Place>,
        cached: CachedOperations<'_>,
        reads: &mut Option<Reads>,
    ) -> Result<Option<Verdict>>;
}

/// The script that runs hooks, and the state of the running ones.
#[derive(Clone)]
pub(super) struct Hooks {
    script: Rc<dyn Ask>,
    /// The calls of pure hooks in this action, if they are logged.
    pub(super) log: Option<Rc<RefCell<Vec<HookCall>>>>,
    /// Whether hooks that fail are skipped.
    pub(super) skips: Cell<bool>,
    /// The failure of the running hook.
    pub(super) failure: RefCell<Option<Failure>>,
    /// The current position of the running script.
    pub(super) cause: Option<Cause>,
}

/// A read-only reference to a position.
#[derive(Clone, Copy)]
pub struct View<'a>(pub(super) &'a Position);

impl Hooks {
    /// The hooks of this script, of which none is running and none is logged.
    fn new(script: Rc<dyn Ask>) -> Self {
        let (skips, failure) = (Cell::new(false), RefCell::default());
        Self { script, log: None, skips, failure, cause: None }
    }
}

impl Position {
    /// The position of a table, with nothing running.
    pub(super) fn new(
        rules: Arc<Rules>,
        script: Rc<dyn Ask>,
        names: Arc<[String]>,
        table: &Table,
    ) -> Self {
        Self {
            rules,
            names,
            table: table.clone(),
            memo: Memo::default(),
            hooks: Hooks::new(script),
        }
    }

    /// A view of the position.
    #[inline]
    pub(crate) fn view(&self) -> View<'_> {
        View(self)
    }

    /// Reserves memory, so that a typical game allocates none during play.
    pub(super) fn reserve(&mut self) {
        self.memo.reserve(&self.rules);
    }

    /// Turns the cache off.
    pub(super) fn without_cache(&mut self) {
        self.memo = Memo::off();
    }

    /// Sets the current position of the running script.
    pub(crate) fn set_cause(&mut self, cause: Option<Cause>) {
        self.hooks.cause = cause;
    }

    /// Copies another position with the same rules, without its cached answers.
    pub(super) fn copy_from(&mut self, other: &Self) {
        let Self { rules: _, names: _, table, memo, hooks } = other;
        self.table.clone_from(table);
        self.memo.copy_from(memo);
        let Hooks { script: _, log, skips, failure, cause } = hooks;
        self.hooks.log.clone_from(log);
        self.hooks.skips.clone_from(skips);
        self.hooks.failure.clone_from(failure);
        self.hooks.cause = *cause;
    }
}

impl<'a> View<'a> {
    /// The rules.
    #[inline]
    pub fn rules(self) -> &'a Arc<Rules> {
        &self.0.rules
    }

    /// The table.
    #[inline]
    pub fn table(self) -> &'a Table {
        &self.0.table
    }

    /// Land and water.
    #[inline]
    pub fn shore(self) -> &'a Shore {
        self.table().shore(&self.rules().board)
    }

    /// The names of the players, by seat.
    #[inline]
    pub fn names(self) -> &'a Arc<[String]> {
        &self.0.names
    }

    /// The name of a player, or `nobody` for the owner of neutral pieces.
    pub fn name(self, player: Player) -> &'a str {
        self.0.names.get(player.index()).map_or("nobody", String::as_str)
    }

    /// The cached values of the position.
    #[inline]
    pub(super) fn memo(self) -> &'a Memo {
        &self.0.memo
    }

    /// The borders of a player's routes of a kind that are at an open end of a line. Calls `find`
    /// if they are not known.
    pub(super) fn open_ends(
        self,
        player: Player,
        kind: Kind,
        find: impl FnOnce() -> Set<Border>,
    ) -> Set<Border> {
        self.memo().open_ends(player, kind, find)
    }

    /// The script that runs the hooks of rules.
    #[inline]
    pub(super) fn script(self) -> &'a Rc<dyn Ask> {
        &self.0.hooks.script
    }

    /// The current position of the running script.
    #[inline]
    pub(crate) fn cause(self) -> Option<Cause> {
        self.0.hooks.cause
    }

    /// The place of a rule's hook in its file.
    pub(super) fn origin(self, rule: RuleId, hook: Hook) -> Origin {
        self.rules().rule(rule).origin(Some(hook))
    }

    /// A copy of the position after a change, with the cached answers that are still valid.
    pub(super) fn after(self, change: &Change) -> Position {
        let mut copy = self.copied_with(self.0.memo.for_copy(self.table(), change));
        copy.table.apply(change, &copy.rules.board);
        copy
    }

    /// A copy of the position without cached values.
    pub(crate) fn copied(self) -> Position {
        self.copied_with(self.0.memo.emptied())
    }

    fn copied_with(self, memo: Memo) -> Position {
        let Position { rules, names, table, memo: _, hooks } = self.0;
        let script = Rc::clone(&hooks.script);
        let hooks = Hooks { log: hooks.log.clone(), ..Hooks::new(script) };
        Position {
            rules: Arc::clone(rules),
            names: Arc::clone(names),
            table: table.clone(),
            memo,
            hooks,
        }
    }
}
