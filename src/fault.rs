//! Faults that the kernel can plant in itself. Each fault breaks a ruling that the kernel
//! implements. A test then shows that a game that names this ruling fails.
//!
//! Only builds with debug assertions, such as test builds, can plant faults.

use std::cell::Cell;

thread_local! {
    static PLANTED: Cell<Option<KernelFault>> = const { Cell::new(None) };
}

/// Declares the faults, each with the ruling that it breaks.
macro_rules! faults {
    ($($(#[$doc:meta])* $name:ident: $ruling:literal,)*) => {
        /// A fault of the kernel.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        pub enum KernelFault { $($(#[$doc])* $name,)* }

        impl KernelFault {
            /// All faults.
            pub const ALL: &[Self] = &[$(Self::$name,)*];

            /// The ruling that the fault breaks.
            pub fn ruling(self) -> &'static str {
                match self { $(Self::$name => $ruling,)* }
            }
        }
    };
}

faults! {
    /// A player who draws level with an award's owner takes the award.
    TieTakesAward: "C-21",
    /// An award that its owner loses goes to one of several tied players.
    TieGetsLostAward: "C-21",
    /// Only the player who rolled gets cards from hexes.
    OnlyRollerProduces: "C-6",
    /// A hex produces although a marker blocks it.
    BlockedHexProduces: "C-6",
    /// A roll that should produce nothing produces like an 8.
    BarrenRollProduces: "C-8",
    /// Half of an odd hand is rounded up for discards.
    DiscardsRoundedUp: "C-8",
    /// A player with exactly as many cards as the limit allows has to discard.
    FullHandDiscards: "C-8",
    /// A marker may be moved to the place where it already is.
    MarkerStays: "C-8",
    /// A player may take a card from an opponent without a building beside the marker.
    TakesFromAnybody: "C-8",
    /// A player may choose to take a card from an opponent who has none.
    TakesFromEmptyHands: "C-8",
    /// In a shortage all claimants get a part.
    ShortagePaidInPart: "C-7",
    /// A player builds more pieces of a kind than the supply contains.
    EndlessPieces: "C-3",
    /// A starting road need not touch the settlement just placed.
    StartingRoadAnywhere: "C-4",
    /// A road need not adjoin anything.
    RoadAnywhere: "C-13",
    /// A road continues past the building of an opponent.
    RoadPassesOpponent: "C-13",
    /// A settlement is built without a road leading to it.
    SettlementWithoutRoad: "C-14",
    /// A settlement is built next to another one.
    SettlementBesideAnother: "C-14",
    /// A piece on a border is built next to any terrain.
    AnyGround: "S-1",
    /// A player accepts an offer without having the cards for it.
    AcceptsWithoutCards: "C-10",
    /// A counter-offer swaps the cards to give and the cards to get.
    CounterReversed: "C-10",
    /// Both sides of a trade give cards of one resource.
    SameForSame: "C-10",
    /// A trade with the supply ends the turn.
    TradeEndsTurn: "C-9",
    /// A card is played in the turn in which it was bought.
    FreshCardPlayed: "C-17",
    /// Points in hidden cards do not count towards the goal.
    HiddenPointsIgnored: "C-17",
    /// Points in hidden cards are shown to everybody.
    HiddenPointsShown: "A-42",
    /// A trail leads through the building of an opponent.
    TrailPassesOpponent: "C-20",
    /// A trail counts all branches.
    TrailTakesAllBranches: "C-20",
    /// Trails connect pieces of different kinds without a building between them.
    TrailMixesKinds: "S-4",
    /// A line between two buildings of the same player counts as open.
    ClosedLineOpen: "S-3",
    /// A player needs more points than the goal to win.
    GoalToBePassed: "C-22",
    /// A player wins during another player's turn.
    WinInAnyTurn: "C-22",
    /// The game continues after its last turn.
    TurnsWithoutEnd: "C-24",
    /// A game in which nobody can do anything continues.
    IdleGameGoesOn: "C-24",
    /// The spiral of number markers is reversed.
    SpiralTurned: "C-2",
    /// All players share one counter.
    CountersShared: "N-20a",
    /// New access is usable at once.
    FreshAccessServes: "N-26",
    /// New access never becomes usable.
    FreshAccessStaysFresh: "N-28",
    /// Goods are usable in the turn in which a player gets them.
    FreshGoodServes: "D-4",
    /// A marker may be moved to any hex.
    MarkerAnywhere: "N-2a",
    /// A marker on a token does not block access to it.
    BlockedTokenServes: "N-27",
    /// A rule that works only in its owner's turn works in every turn.
    ServesInAllTurns: "N-23",
    /// Pieces are built where a marker bars them.
    MarkerBarsNothing: "N-11",
    /// Markers act on terrain on which they rest.
    MarkerNeverRests: "I-10",
    /// The first settlements are placed anywhere.
    StartsAnywhere: "I-26",
    /// Moving one marker onto the board removes the other one.
    MarkerLeavesForNew: "N-9",
    /// Marks never end.
    MarksForEver: "A-45",
    /// Advance answers are ignored.
    StandingAnswersIgnored: "N-30",
}

/// Whether this fault is planted.
#[inline]
pub(crate) fn planted(fault: KernelFault) -> bool {
    cfg!(debug_assertions) && PLANTED.get() == Some(fault)
}

/// The value that a function returns, or the default value if this fault is planted.
#[inline]
pub(crate) fn unless<T: Default>(fault: KernelFault, value: impl FnOnce() -> T) -> T {
    if planted(fault) { T::default() } else { value() }
}

/// Calls a function with a fault planted in this thread.
#[cfg(debug_assertions)]
pub fn with<T>(fault: KernelFault, act: impl FnOnce() -> T) -> T {
    /// Restores the fault that was planted before.
    struct Before(Option<KernelFault>);

    impl Drop for Before {
        fn drop(&mut self) {
            PLANTED.set(self.0);
        }
    }

    let _before = Before(PLANTED.replace(Some(fault)));
    act()
}
