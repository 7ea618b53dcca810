//! Colors that can be told apart by most people, including those with color blindness.

use std::collections::BTreeSet;

use crate::game::PlayerView;
use crate::rules::{Rules, TerrainKind};
use crate::set::Id;
use crate::table::{NEUTRAL, Player, Terrain};

/// Texts and outlines.
pub(super) const INK: &str = "#222222";
/// Less important text.
pub(super) const FAINT: &str = "#5f6368";
/// The numbers with the highest probability.
pub(super) const OFTEN: &str = "#b3121d";
/// Number markers and other small cards.
pub(super) const PAPER: &str = "#fdf8e7";
/// Texts on dark things.
pub(super) const BRIGHT: &str = "#ffffff";
/// Markers.
pub(super) const MARKER: &str = "#3a3a44";
/// The piers of ports.
pub(super) const PIER: &str = "#8a6a45";
/// Water on the board.
pub(super) const WATER: &str = "#bcdcf0";
/// Texts on water.
pub(super) const WAVES: &str = "#39789f";
/// Water around the board.
pub(super) const AROUND: &str = "#dceef8";
/// The outline of a double-hex.
pub(super) const RIM: &str = "#4f5560";
/// The line inside a double-hex.
pub(super) const SEAM: &str = "#ffffff";

/// The colors of land, by the index of the resource that it yields.
const LAND: [&str; 8] =
    ["#58934f", "#b3d68a", "#f4d35e", "#de8a58", "#a3adb8", "#c9add9", "#7ec4bd", "#e6a5b5"];
/// Land that yields any resource.
const GOLD: &str = "#dca92c";
/// Land that yields nothing.
const BARREN: [&str; 4] = ["#e9ddbd", "#b9d3d8", "#d9c7c0", "#cfd3b4"];
/// Terrain that is neither land nor plain water.
const STRANGE: [&str; 12] = [
    "#cfe6d6", "#f3dcc6", "#d9cfe9", "#cfdcf3", "#dfe1e5", "#efd3dc", "#e6e6c6", "#c6e3e6",
    "#d6d6d6", "#e3cfc0", "#dbe8bd", "#dccbd6",
];

/// The colors of a player's pieces.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Paint {
    /// The piece itself.
    pub(super) fill: &'static str,
    /// The text on it.
    pub(super) ink: &'static str,
}

impl Paint {
    const fn new(fill: &'static str, ink: &'static str) -> Self {
        Self { fill, ink }
    }
}

/// The colors of a piece without an owner.
pub(super) const NOBODY: Paint = Paint::new("#c8c8c8", INK);

/// The card of a token to which nobody has access.
pub(super) const OPEN: Paint = Paint::new(PAPER, INK);
/// The card of a token that is blocked.
pub(super) const IDLE: Paint = Paint::new("#e2e3e8", FAINT);

/// The colors of players whose names are colors.
const NAMED: [(&str, Paint); 6] = [
    ("red", Paint::new("#c8202f", BRIGHT)),
    ("blue", Paint::new("#1f63b5", BRIGHT)),
    ("white", Paint::new("#ffffff", INK)),
    ("orange", Paint::new("#f59a23", INK)),
    ("green", Paint::new("#0a7d5a", BRIGHT)),
    ("brown", Paint::new("#69401f", BRIGHT)),
];
/// The colors of other players, by seat.
const SEATED: [Paint; 6] = [
    Paint::new("#d55e00", BRIGHT),
    Paint::new("#56b4e9", INK),
    Paint::new("#f0e442", INK),
    Paint::new("#cc79a7", INK),
    Paint::new("#009e73", BRIGHT),
    Paint::new("#4d4d4d", BRIGHT),
];

/// The colors of a player: by name, or else by seat. Beside players whose names are colors, others
/// get the colors that are left, since those by seat may be similar to them.
pub(super) fn player(view: &PlayerView<'_>, player: Player) -> Paint {
    if player == NEUTRAL {
        return Paint::new("#8f8f8f", "#ffffff");
    }
    let named = |player: Player| {
        let name = view.name(player);
        NAMED.iter().position(|(word, _)| name.eq_ignore_ascii_case(word))
    };
    if let Some(own) = named(player) {
        return NAMED[own].1;
    }
    let taken: Vec<usize> = view.everybody().iter().filter_map(named).collect();
    if taken.is_empty() {
        return SEATED[player.index() % SEATED.len()];
    }
    let before = (0..player.index()).map(Player::new).filter(|&other| named(other).is_none());
    let mut left = (0..NAMED.len()).filter(|color| !taken.contains(color));
    left.nth(before.count()).map_or(NOBODY, |color| NAMED[color].1)
}

/// The color of a terrain on this board.
pub(super) fn terrain(view: &PlayerView<'_>, terrain: Terrain) -> &'static str {
    let rules = view.rules();
    terrain_among(rules, rules.board.hexes().iter().map(|hex| view.terrain(hex)), terrain)
}

/// The color of a terrain on a board with these terrains.
pub(super) fn terrain_among(
    rules: &Rules,
    all: impl Iterator<Item = Terrain>,
    terrain: Terrain,
) -> &'static str {
    let kind = rules.terrain(terrain);
    if let Some(resource) = kind.yields {
        return land(resource.index());
    }
    if kind.yields_any {
        return GOLD;
    }
    if kind.closed {
        return AROUND;
    }
    if is_plain_water(rules, kind) {
        return WATER;
    }
    // All terrains of this kind get different colors, as long as there are enough.
    let alike = |other: &Terrain| {
        let other = rules.terrain(*other);
        let is_plain = other.closed || is_plain_water(rules, other);
        !other.is_productive() && other.land == kind.land && !is_plain
    };
    let shown: BTreeSet<Terrain> = all.filter(alike).collect();
    let number = shown.iter().take_while(|&&other| other != terrain).count();
    if kind.land { BARREN[number % BARREN.len()] } else { STRANGE[number % STRANGE.len()] }
}

/// The color of land that yields the resource with this index.
pub(super) fn land(resource: usize) -> &'static str {
    LAND[resource % LAND.len()]
}

/// Whether a terrain is plain water: the first terrain that is not land, not an outpost and not
/// shown by double-hexes.
pub(super) fn is_plain_water(rules: &Rules, kind: &TerrainKind) -> bool {
    let mut kinds = rules.terrains.iter().enumerate().filter(|(index, kind)| {
        let doubled = rules.setup.double_hexes.kinds.contains(&Terrain::new(*index));
        !kind.land && !kind.outpost && !doubled
    });
    kinds.next().is_some_and(|(_, first)| first.name == kind.name)
}
