//! Faults that the kernel can plant in itself. Each breaks one thing that a ruling says and the
//! kernel carries out, so that a test can show that a game of this ruling fails then.
//!
//! Only builds with debug assertions, such as those of tests, can plant one.

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
    /// A tie for an award goes to whoever has caught up with the holder.
    TieTakesAward: "C-21",
    /// A tie among others gives an award that its holder has lost.
    TieGetsLostAward: "C-21",
    /// Hexes bring nothing to those who have not rolled.
    OnlyRollerProduces: "C-6",
    /// A hex under a marker that blocks it produces.
    BlockedHexProduces: "C-6",
    /// A roll that brings nothing brings what an 8 brings.
    BarrenRollProduces: "C-8",
    /// Half of an odd hand is rounded up when cards are discarded.
    DiscardsRoundedUp: "C-8",
    /// A hand of as many cards as are allowed is discarded from.
    FullHandDiscards: "C-8",
    /// A marker may stay where it stands.
    MarkerStays: "C-8",
    /// A card is taken from opponents without a building beside the marker.
    TakesFromAnybody: "C-8",
    /// A card is taken from opponents without cards.
    TakesFromEmptyHands: "C-8",
    /// In a shortage each claimant gets a part.
    ShortagePaidInPart: "C-7",
    /// A player builds more pieces of a kind than there are.
    EndlessPieces: "C-3",
    /// A starting road does not have to touch the settlement just placed.
    StartingRoadAnywhere: "C-4",
    /// A road does not have to adjoin anything.
    RoadAnywhere: "C-13",
    /// A road goes on past the building of an opponent.
    RoadPassesOpponent: "C-13",
    /// A settlement is built without a road to it.
    SettlementWithoutRoad: "C-14",
    /// A settlement is built beside another.
    SettlementBesideAnother: "C-14",
    /// A piece on a border is built on any ground.
    AnyGround: "S-1",
    /// A player accepts an offer without the cards that it asks for.
    AcceptsWithoutCards: "C-10",
    /// A counter-offer gives what it should get.
    CounterReversed: "C-10",
    /// Both sides of a trade give cards of one resource.
    SameForSame: "C-10",
    /// A trade with the supply ends the turn.
    TradeEndsTurn: "C-9",
    /// A card is played in the turn in which it was bought.
    FreshCardPlayed: "C-17",
    /// Points in hidden cards do not count towards the goal.
    HiddenPointsIgnored: "C-17",
    /// Points in hidden cards count as if they lay open.
    HiddenPointsShown: "A-42",
    /// A trail leads through the building of an opponent.
    TrailPassesOpponent: "C-20",
    /// A trail takes all branches.
    TrailTakesAllBranches: "C-20",
    /// Trails lead from pieces of one kind to those of another without a building between them.
    TrailMixesKinds: "S-4",
    /// A line between two own buildings is open.
    ClosedLineOpen: "S-3",
    /// The goal has to be passed.
    GoalToBePassed: "C-22",
    /// A player wins in the turn of another.
    WinInAnyTurn: "C-22",
    /// The game goes on after its last turn.
    TurnsWithoutEnd: "C-24",
    /// A game in which nobody can do anything goes on.
    IdleGameGoesOn: "C-24",
    /// Number markers wind outwards.
    SpiralTurned: "C-2",
    /// What one player has used counts for all.
    CountersShared: "N-20a",
    /// New access serves at once.
    FreshAccessServes: "N-26",
    /// Access that is new stays so, and never serves.
    FreshAccessStaysFresh: "N-28",
    /// A good serves in the turn in which it was got.
    FreshGoodServes: "D-4",
    /// A marker goes to any hex.
    MarkerAnywhere: "N-2a",
    /// A marker that blocks a token leaves its owner the access.
    BlockedTokenServes: "N-27",
    /// What serves in the own turn serves in all turns.
    ServesInAllTurns: "N-23",
    /// Pieces are built where a marker bars them.
    MarkerBarsNothing: "N-11",
    /// The other marker leaves too when one is brought in.
    MarkerLeavesForNew: "N-9",
    /// Who lies bound by a mark is bound for ever.
    MarksForEver: "A-45",
    /// Answers given in advance are not heard.
    StandingAnswersIgnored: "N-30",
}

/// Whether this fault is planted.
#[inline]
pub(crate) fn planted(fault: KernelFault) -> bool {
    cfg!(debug_assertions) && PLANTED.get() == Some(fault)
}

/// Does something in this thread with a fault planted.
#[cfg(debug_assertions)]
pub fn with<T>(fault: KernelFault, act: impl FnOnce() -> T) -> T {
    struct Planted;

    impl Drop for Planted {
        fn drop(&mut self) {
            PLANTED.set(None);
        }
    }

    PLANTED.set(Some(fault));
    let _planted = Planted;
    act()
}
