//! Decisions about the placement, discards, markers, and questions of rules.

use super::goal::{self, GoalStep};
use super::outlook::{Outlook, cards_at};
use super::{hex_of, owns, path};
use crate::action::{Action, Choice};
use crate::board::{Border, Hex, Intersection, Place};
use crate::rules::Failure;
use crate::set::Id;
use crate::table::{Kind, PLAYERS, Player};

/// The answer with the highest value.
pub(super) fn question(outlook: &Outlook<'_>, legal: &[Action]) -> Result<Action, Failure> {
    if legal.iter().any(|action| matches!(action, Action::Build { .. })) {
        return placement(outlook, legal);
    }
    let judge = Judge::new(outlook, legal)?;
    Ok(first_best(legal, |action| judge.worth(action)))
}

/// The first of the actions with the highest value.
fn first_best(legal: &[Action], mut worth: impl FnMut(&Action) -> i64) -> Action {
    let mut best = (i64::MIN, legal[0]);
    for action in legal {
        let worth = worth(action);
        if worth > best.0 {
            best = (worth, *action);
        }
    }
    best.1
}

/// Chooses a place for a free piece.
pub(super) fn placement(outlook: &Outlook<'_>, legal: &[Action]) -> Result<Action, Failure> {
    let mut beginnings = Vec::new();
    for action in legal {
        if let Action::Build { kind, place: Place::Border(border), .. } = *action {
            beginnings.push((kind, border));
        }
    }
    let judge = Judge::new(outlook, legal)?;
    // A free piece serves the best goal possible.
    let aims: Vec<GoalStep> = judge.goals.iter().map(|goal| goal.next).collect();
    Ok(first_best(legal, |action| match *action {
        Action::Build { kind, place: Place::Border(border), .. } => {
            let aim = aims.iter().position(|&d| d == GoalStep::Build(kind, Place::Border(border)));
            let aim = aim.map_or(0, |rank| 100_000 - i64::try_from(rank).unwrap_or(0));
            aim + i64::from(route_value(outlook, (kind, border)))
        }
        Action::Build { place: Place::Intersection(intersection), .. } => {
            i64::from(judge.intersection(intersection))
        }
        _ => 0,
    }))
}

/// The value of the best building place that a route leads to, reduced by the distance.
fn route_value(outlook: &Outlook<'_>, first: (Kind, Border)) -> u32 {
    let (view, board) = (outlook.view, &outlook.rules().board);
    let paths = path::paths(view, outlook.me, &[first]);
    let taken = view.everybody().iter().flat_map(|player| view.intersections(player));
    let mut vacant = view.shore().intersections();
    for intersection in taken {
        vacant.remove(intersection);
        vacant -= board.intersection(intersection).neighbors;
    }
    let worth = vacant.iter().filter_map(|intersection| {
        let path = paths[intersection.index()]?;
        Some(10 * outlook.intersection_value(intersection) / (2 + u32::from(path.length())))
    });
    worth.max().unwrap_or(0)
}

/// The value of the player's hexes that markers block.
pub(super) fn blocked(outlook: &Outlook<'_>) -> i64 {
    let markers = outlook.rules().markers.iter().enumerate();
    let blocking = markers.filter(|(_, marker)| marker.blocks);
    let hexes = blocking.filter_map(|(index, _)| hex_of(outlook.view.marker(Id::new(index))?));
    hexes.map(|hex| hex_value(outlook, outlook.me, hex)).sum()
}

/// The value of a hex to a player: cards per 36 rolls times their worth.
fn hex_value(outlook: &Outlook<'_>, player: Player, hex: Hex) -> i64 {
    let Some((resource, ways)) = outlook.yields(hex) else { return 0 };
    let corners = outlook.rules().board.hex(hex).corners;
    let pieces = corners
        .iter()
        .filter_map(|&intersection| owns(outlook, player, Place::Intersection(intersection)));
    let cards = pieces.flat_map(|kind| cards_at(outlook.rules().kind(kind), resource));
    let worth: u32 = cards.map(|(card, count)| count * outlook.worth[card.index()]).sum();
    i64::from(ways * worth)
}

/// Whether the value of an action depends on the player's goals.
fn serves_goals(action: &Action) -> bool {
    matches!(
        action,
        Action::Build { place: Place::Border(_), .. }
            | Action::Discard { .. }
            | Action::Choose(
                Choice::Resource(_) | Choice::Card(_) | Choice::Piece(Place::Border(_))
            )
    )
}

/// Whether the value of an action depends on the points of players.
fn depends_on_points(action: &Action) -> bool {
    matches!(
        action,
        Action::Move { .. }
            | Action::Take { .. }
            | Action::Choose(Choice::Player(_) | Choice::Hex(_) | Choice::Piece(Place::Hex(_)))
    )
}

/// Values the actions from which a player chooses.
struct Judge<'o, 'a> {
    outlook: &'o Outlook<'a>,
    /// The player's goals, best first; none if they make no difference.
    goals: Vec<goal::Goal>,
    /// The visible points of each player; `None` if they make no difference.
    points: Option<[i64; PLAYERS]>,
}

impl<'o, 'a> Judge<'o, 'a> {
    fn new(outlook: &'o Outlook<'a>, legal: &[Action]) -> Result<Self, Failure> {
        let is_needed = legal.iter().any(serves_goals);
        let goals = if is_needed { goal::goals(outlook)? } else { Vec::new() };
        let mut points = None;
        if legal.iter().any(depends_on_points) {
            let known = points.insert([0; PLAYERS]);
            for player in outlook.view.everybody().iter() {
                known[player.index()] = outlook.view.points(player)?;
            }
        }
        Ok(Self { outlook, goals, points })
    }

    fn worth(&self, action: &Action) -> i64 {
        match *action {
            Action::Discard { resource } => -self.resource(resource),
            Action::Move { place: Place::Hex(hex), .. } => self.harm(hex) + self.loot(hex),
            Action::Move { place: Place::Intersection(intersection), .. } => {
                self.blocking_value(intersection)
            }
            Action::Take { from } => from.map_or(-1, |player| self.victim(player)),
            Action::Choose(choice) => self.choice(choice),
            _ => 0,
        }
    }

    fn choice(&self, choice: Choice) -> i64 {
        match choice {
            Choice::No => -1,
            Choice::Yes
            | Choice::Marker(_)
            | Choice::Goods(_)
            | Choice::Outpost(_)
            | Choice::Held(_)
            | Choice::Name(_) => 0,
            Choice::Number(number) => i64::from(number),
            Choice::Resource(resource) => self.resource(resource),
            Choice::Card(resource) => -self.resource(resource),
            Choice::Player(player) => self.victim(player),
            Choice::Hex(hex) | Choice::Piece(Place::Hex(hex)) => self.harm(hex),
            Choice::Intersection(intersection)
            | Choice::Piece(Place::Intersection(intersection)) => {
                i64::from(self.outlook.intersection_value(intersection))
            }
            Choice::Piece(place @ Place::Border(_)) => {
                let aim = self.goals.iter().position(
                    |goal| matches!(goal.next, GoalStep::Build(_, there) if there == place),
                );
                aim.map_or(0, |rank| 1000 - i64::try_from(rank).unwrap_or(0))
            }
        }
    }

    /// The value of one more card of a resource: highest if the best goals lack it, and decreasing
    /// with the number in hand.
    fn resource(&self, resource: crate::resource::Resource) -> i64 {
        let hand = self.outlook.view.hand();
        let held = i64::try_from(hand.get(resource)).expect("small hand");
        let mut worth = i64::from(self.outlook.worth[resource.index()]) - 2 * held;
        for (goal, weight) in self.goals.iter().zip([100, 30]) {
            if goal.price.get(resource) > hand.get(resource) {
                worth += weight;
            } else if goal.price.get(resource) == hand.get(resource) && held > 0 {
                worth += weight / 2;
            }
        }
        worth
    }

    /// The damage to opponents, above all to the leader, if a hex no longer produces, minus the
    /// damage to the player.
    fn harm(&self, hex: Hex) -> i64 {
        let outlook = self.outlook;
        let harm: i64 = outlook
            .view
            .opponents(outlook.me)
            .map(|player| hex_value(outlook, player, hex) * self.weight(player))
            .sum();
        harm - 20 * hex_value(outlook, outlook.me, hex)
    }

    /// The value of the cards that may be taken at a hex.
    fn loot(&self, hex: Hex) -> i64 {
        let outlook = self.outlook;
        let corners = outlook.rules().board.hex(hex).corners;
        let there = |player: &Player| {
            corners.iter().any(|&intersection| {
                owns(outlook, *player, Place::Intersection(intersection)).is_some()
            })
        };
        let victims = outlook.view.opponents(outlook.me).filter(there);
        victims.map(|player| self.victim(player)).max().unwrap_or(0)
    }

    /// The value of moving a marker to an intersection: the benefit that the owner of the piece
    /// there loses, and the cards that may be taken.
    fn blocking_value(&self, intersection: Intersection) -> i64 {
        let outlook = self.outlook;
        let place = Place::Intersection(intersection);
        let Some(piece) = outlook.view.piece(place) else { return 0 };
        let gives = outlook.rules().kind(piece.kind()).is_building;
        match (gives, piece.owner()) {
            (false, _) => 0,
            (true, player) if player == outlook.me => -self.loss_of_benefit(player),
            (true, player) => self.loss_of_benefit(player) + self.victim(player),
        }
    }

    /// The weight of a player's loss of a benefit for some turns: about that of a hex that yields a
    /// card in 8 of 36 rolls.
    fn loss_of_benefit(&self, player: Player) -> i64 {
        80 * self.weight(player)
    }

    /// The weight of a player's loss of a card, which increases with the player's points.
    fn victim(&self, player: Player) -> i64 {
        let cards = i64::try_from(self.outlook.view.hand_size(player)).expect("small hand");
        if cards == 0 {
            0
        } else {
            i64::from(self.outlook.habits.theft) * self.weight(player) + cards
        }
    }

    fn weight(&self, player: Player) -> i64 {
        4 + self.points.expect("the points make a difference")[player.index()]
    }

    /// The value of a starting piece at an intersection: its production, and its surroundings.
    fn intersection(&self, intersection: Intersection) -> u32 {
        let outlook = self.outlook;
        let board = &outlook.rules().board;
        let near = board.intersection(intersection).neighbors.iter().flat_map(|next| {
            board.intersection(next).neighbors.iter().filter(move |&far| far != intersection)
        });
        let near = near.map(|far| outlook.harvest(far)).max().unwrap_or(0);
        4 * outlook.intersection_value(intersection) + near * outlook.habits.surroundings / 12
    }
}
