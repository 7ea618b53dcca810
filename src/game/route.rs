//! The longest trail over a player's routes.

mod network;

use network::{Network, RoutePiece};

use crate::board::{Border, Intersection, PiecePlaces, Place};
use crate::fault::{KernelFault, planted, unless};
use crate::rules::{Merit, Rules};
use crate::set::Set;
use crate::table::{Kind, NEUTRAL, Piece, Player, Table};

/// Returns a player whose longest trail has a different length if all trails are tried.
pub(super) fn misjudged_trails(rules: &Rules, table: &Table) -> Option<Player> {
    let merits = rules.awards.iter().filter_map(|award| match award.merit {
        Merit::Longest(kinds) => Some(kinds),
        _ => None,
    });
    let mut cases = merits.flat_map(|kinds| table.everybody().iter().map(move |p| (p, kinds)));
    let differs = |&(player, kinds): &(Player, Set<Kind>)| {
        let routes = routes(rules, table, player, kinds, None);
        routes.longest_trail() != routes.network(Set::EMPTY).longest_trail()
    };
    Some(cases.find(differs)?.0)
}

/// The length of the player's longest single trail over pieces of these kinds. It uses no piece
/// twice, and ends at opponents' pieces that block routes.
pub fn longest_trail(rules: &Rules, table: &Table, player: Player, kinds: Set<Kind>) -> u8 {
    routes(rules, table, player, kinds, None).longest_trail()
}

/// The length of the player's longest trail over all kinds of routes, if the pieces on some borders
/// count twice.
pub fn weighted_trail(rules: &Rules, table: &Table, player: Player, twice: Set<Border>) -> u8 {
    let kinds = rules.kinds_that(|kind| kind.is_route);
    routes(rules, table, player, kinds, None).network(twice).longest_trail()
}

/// The piece at this place and all pieces of its owner that are joined to it. Routes join where a
/// trail can continue; buildings join the routes that end there. Empty if the place has no piece.
pub fn network(rules: &Rules, table: &Table, place: Place) -> PiecePlaces {
    let Some(player) = table.piece(place).map(Piece::owner) else { return PiecePlaces::default() };
    let mut joined = PiecePlaces::from_iter([place]);
    if player == NEUTRAL || rules.board.layer_of(place).is_some() {
        return joined;
    }
    let routes = routes(rules, table, player, rules.kinds_that(|kind| kind.is_route), None);
    let mut open = match place {
        Place::Intersection(end) => rules.board.intersection(end).borders & routes.borders,
        Place::Border(border) => Set::of(border),
        Place::Hex(_) => Set::EMPTY,
    };
    while let Some(border) = open.least() {
        open.remove(border);
        joined.borders.insert(border);
        for end in routes.ends(border) {
            if table.on_intersections()[end].is_some_and(|piece| piece.owner() == player) {
                joined.intersections.insert(end);
            }
            open = (open | routes.onward(border, end)) - joined.borders;
        }
    }
    joined
}

/// Whether routes of these kinds of a player join at an intersection. They are of one kind, or join
/// each other directly or through others; or such kinds of each side join the player's piece there.
pub(super) fn join(
    rules: &Rules,
    table: &Table,
    (player, end): (Player, Intersection),
    kinds: [Kind; 2],
) -> bool {
    if kinds[0] == kinds[1] || planted(KernelFault::TrailMixesKinds) {
        return true;
    }
    let [one, other] = kinds.map(|kind| rules.kind(kind));
    if one.trail_kinds.contains(kinds[1]) {
        return true;
    }
    let between = table.on_intersections()[end].filter(|piece| piece.owner() == player);
    between.is_some_and(|piece| {
        [one, other].iter().all(|kind| kind.trail_joins.contains(piece.kind()))
    })
}

/// Whether another route of its owner continues the route on a border at one of its ends. Pieces of
/// opponents make no difference.
pub(super) fn is_continued(
    rules: &Rules,
    table: &Table,
    border: Border,
    end: Intersection,
) -> bool {
    let Some(piece) = table.on_borders()[border] else { return false };
    let own = table.seat(piece.owner()).borders();
    let continues = |other: Border| {
        let kinds = table.on_borders()[other].map(|other| [piece.kind(), other.kind()]);
        kinds.is_some_and(|kinds| join(rules, table, (piece.owner(), end), kinds))
    };
    let mut others = rules.board.intersection(end).borders & own;
    others.remove(border);
    others.iter().any(continues)
}

/// The length of the longest trail if the player had one more piece.
pub(super) fn longest_trail_with(
    rules: &Rules,
    table: &Table,
    player: Player,
    kinds: Set<Kind>,
    added: (Kind, Border),
) -> u8 {
    routes(rules, table, player, kinds, Some(added)).longest_trail()
}

/// The player's pieces of these kinds on borders, with one more if `added` is given.
pub(super) fn routes<'a>(
    rules: &'a Rules,
    table: &'a Table,
    player: Player,
    kinds: Set<Kind>,
    added: Option<(Kind, Border)>,
) -> Routes<'a> {
    let mut borders = table.seat(player).borders();
    if !(rules.kinds_that(|kind| kind.on_border) - kinds).is_empty() {
        for border in borders {
            if !table.on_borders()[border].is_some_and(|it| kinds.contains(it.kind())) {
                borders.remove(border);
            }
        }
    }
    let added = added.filter(|(kind, _)| kinds.contains(*kind));
    borders.extend(added.map(|(_, border)| border));
    let blocked = unless(KernelFault::TrailPassesOpponent, || blocked(rules, table, player));
    Routes { rules, table, player, borders, blocked, added }
}

/// The pieces of a player that form trails.
pub(super) struct Routes<'a> {
    rules: &'a Rules,
    table: &'a Table,
    player: Player,
    pub(super) borders: Set<Border>,
    /// The intersections at which trails end.
    blocked: Set<Intersection>,
    /// A piece that is not on the table.
    added: Option<(Kind, Border)>,
}

impl Routes<'_> {
    /// The length of the longest trail over a piece; `None` if pieces form a cycle and nothing ends
    /// at this piece, so that all trails have to be tried.
    pub(super) fn longest_over(&self, border: Border) -> Option<u8> {
        Tree::of(self).longest_over(border).or_else(|| {
            let [one, other] = self.ends(border);
            let is_last = |end| self.onward(border, end).is_empty();
            let end = if is_last(one) { other } else { is_last(other).then_some(one)? };
            Some(self.longest_from(border, end, self.borders))
        })
    }

    /// The length of the longest trail over pieces that are left, beginning with this piece and
    /// leaving it at this end.
    fn longest_from(&self, border: Border, end: Intersection, mut left: Set<Border>) -> u8 {
        left.remove(border);
        let lengths = (self.onward(border, end) & left).iter().map(|next| {
            let [one, other] = self.ends(next);
            self.longest_from(next, if one == end { other } else { one }, left)
        });
        1 + lengths.max().unwrap_or(0)
    }

    fn longest_trail(&self) -> u8 {
        if planted(KernelFault::TrailTakesAllBranches) {
            return u8::try_from(self.borders.len()).expect("few pieces");
        }
        Tree::of(self).longest().unwrap_or_else(|| self.network(Set::EMPTY).longest_trail())
    }

    fn kind(&self, border: Border) -> Option<Kind> {
        match self.added {
            Some((kind, place)) if place == border => Some(kind),
            _ => self.table.on_borders()[border].map(Piece::kind),
        }
    }

    fn ends(&self, border: Border) -> [Intersection; 2] {
        self.rules.board.border(border).ends
    }

    /// The pieces with which a trail can continue at one end of a piece.
    #[inline]
    fn onward(&self, border: Border, end: Intersection) -> Set<Border> {
        if self.blocked.contains(end) {
            return Set::EMPTY;
        }
        let mut onward = self.rules.board.intersection(end).borders & self.borders;
        onward.remove(border);
        for next in onward {
            if let (Some(one), Some(other)) = (self.kind(border), self.kind(next))
                && !join(self.rules, self.table, (self.player, end), [one, other])
            {
                onward.remove(next);
            }
        }
        onward
    }

    /// Returns the pieces as a graph, in which some of them count twice.
    fn network(&self, twice: Set<Border>) -> Network {
        let number = |links, next| links | 1 << self.borders.rank(next);
        let link = |border| {
            let ends = self.ends(border);
            RoutePiece {
                ends,
                onward: ends.map(|end| self.onward(border, end).iter().fold(0, number)),
                length: 1 + u8::from(twice.contains(border)),
            }
        };
        Network(self.borders.iter().map(link).collect())
    }
}

/// A walk over pieces that form no cycle.
struct Tree<'a> {
    routes: &'a Routes<'a>,
    /// The intersections that the walk has passed.
    seen: Set<Intersection>,
    /// The pieces that it has not reached.
    left: Set<Border>,
    /// The length of the longest trail found so far.
    longest: u8,
}

impl<'a> Tree<'a> {
    fn of(routes: &'a Routes<'a>) -> Self {
        Self { routes, seen: Set::EMPTY, left: routes.borders, longest: 0 }
    }

    /// The length of the longest trail; `None` if pieces form a cycle.
    fn longest(mut self) -> Option<u8> {
        while let Some(border) = self.left.least() {
            let over = self.walk(border)?;
            self.longest = self.longest.max(over);
        }
        Some(self.longest)
    }

    /// The length of the longest trail over this piece; `None` if the pieces connected to it form a
    /// cycle.
    fn longest_over(mut self, border: Border) -> Option<u8> {
        self.walk(border)
    }

    /// Walks over all pieces connected to this one. Returns the length of the longest trail over
    /// it.
    fn walk(&mut self, border: Border) -> Option<u8> {
        let [one, other] = self.routes.ends(border);
        self.left.remove(border);
        Some(self.depth(border, one)? + 1 + self.depth(border, other)?)
    }

    /// The greatest number of pieces with which a trail continues at this end of a piece; `None` if
    /// the walk returns to an intersection that it has passed.
    fn depth(&mut self, border: Border, end: Intersection) -> Option<u8> {
        let onward = self.routes.onward(border, end);
        if onward.is_empty() {
            return Some(0);
        }
        if self.seen.contains(end) {
            return None;
        }
        self.seen.insert(end);
        let (mut deepest, mut second) = (0, 0);
        for next in onward {
            self.left.remove(next);
            let [one, other] = self.routes.ends(next);
            let depth = 1 + self.depth(next, if one == end { other } else { one })?;
            second = second.max(depth.min(deepest));
            deepest = deepest.max(depth);
        }
        self.longest = self.longest.max(deepest + second);
        Some(deepest)
    }
}

/// The intersections at which an opponent's piece ends the player's routes.
#[inline]
pub(crate) fn blocked(rules: &Rules, table: &Table, player: Player) -> Set<Intersection> {
    let mut blocked = table.taken_intersections() - table.seat(player).intersections();
    let passable = rules.kinds_that(|kind| !kind.on_border && !kind.blocks_routes);
    if !passable.is_empty() {
        for intersection in blocked {
            let piece = table.piece(Place::Intersection(intersection));
            if piece.is_some_and(|piece| passable.contains(piece.kind())) {
                blocked.remove(intersection);
            }
        }
    }
    blocked
}
