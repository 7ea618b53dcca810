//! What counters of rules have numbers for, and who sees them.

/// Who sees the numbers of a counter.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CounterVisibility {
    /// They are public, but are not drawn.
    Public,
    /// They are drawn with the board and the players.
    Shown,
    /// No player sees them.
    Hidden,
}

/// What a counter of places has numbers for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CounterScope {
    /// Hexes.
    Hexes,
    /// Intersections and borders.
    Places,
    /// Pieces: the numbers move with the pieces, and end with them.
    Pieces,
}

impl CounterScope {
    /// The scope with this name in rule files.
    pub fn named(name: &str) -> Option<Self> {
        [Self::Hexes, Self::Places, Self::Pieces].into_iter().find(|scope| scope.name() == name)
    }

    /// Its name in rule files.
    pub fn name(self) -> &'static str {
        match self {
            Self::Hexes => "hexes",
            Self::Places => "places",
            Self::Pieces => "pieces",
        }
    }
}
