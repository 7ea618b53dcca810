//! The words for changes.

use super::words::Words;
use crate::action::Action;
use crate::change::Change;
use crate::count::counted;
use crate::resource::Resources;
use crate::table::Player;

impl Words<'_> {
    /// A change in words, as the viewer sees it; `None` for internal changes.
    ///
    /// These changes are not printed: the steps of a turn, the positions of random streams, cards
    /// laid aside before all players have chosen, the counters and marks of rules, and the parts of
    /// a set-up, which is printed as a map.
    pub fn change(&self, change: &Change, viewer: Option<Player>) -> Option<String> {
        match *change {
            Change::Step(_)
            | Change::Placing(..)
            | Change::Aside(..)
            | Change::Counted(..)
            | Change::MarkedPlayers(..)
            | Change::MarkedHex(..)
            | Change::IdleTurns(_)
            | Change::Drawn(_)
            | Change::PutAway(_)
            | Change::Turns(_)
            | Change::Port(..) => None,
            Change::Turn(player) => Some(format!("turn of {} begins", self.name(player))),
            Change::Rolled(player, [one, other]) => {
                Some(format!("{} rolls {one} {other}", self.name(player)))
            }
            Change::Awarded(award, holder) => {
                let holder = holder.map_or("nobody", |player| self.name(player));
                Some(format!("{} goes to {holder}", self.rules.award(award).name))
            }
            Change::Gained(player, points) => {
                Some(format!("{} gains {}", self.name(player), counted(i64::from(points), "point")))
            }
            Change::Skipped(rule) => {
                Some(format!("{} failed and is left out", self.rules.rule(rule).id))
            }
            Change::Over(Some(player)) => Some(format!("{} wins", self.name(player))),
            Change::Over(None) => Some("the game ends undecided".into()),
            Change::Terrain(..)
            | Change::Number(..)
            | Change::Built { .. }
            | Change::Removed { .. }
            | Change::Shifted { .. }
            | Change::Moved(..) => self.on_board(change),
            Change::Drew { .. } | Change::Played(..) | Change::Lasts(_) | Change::Shown(..) => {
                self.of_cards(change, viewer)
            }
            Change::Offered { .. } | Change::Replied(..) | Change::Withdrawn => {
                self.of_offer(change)
            }
            _ => self.of_resources(change, viewer).or_else(|| self.of_benefits(change)),
        }
    }

    /// A change on the board in words.
    fn on_board(&self, change: &Change) -> Option<String> {
        let (rules, board) = (self.rules, &self.rules.board);
        Some(match *change {
            Change::Terrain(hex, terrain) => {
                format!("{} becomes {}", board.hex_name(hex), rules.terrain(terrain).name)
            }
            Change::Number(hex, 0) => format!("{} loses its marker", board.hex_name(hex)),
            Change::Number(hex, number) => format!("{} is marked {number}", board.hex_name(hex)),
            Change::Built { player, kind, place } => {
                let kind = &rules.kind(kind).name;
                format!("{} builds {kind} at {}", self.name(player), self.place(place))
            }
            Change::Removed { player, kind, place } => {
                let kind = &rules.kind(kind).name;
                format!("{kind} of {} at {} is removed", self.name(player), self.place(place))
            }
            Change::Shifted { player, kind, from, to } => {
                let (name, kind) = (self.name(player), &rules.kind(kind).name);
                format!("{name} moves {kind} from {} to {}", self.place(from), self.place(to))
            }
            Change::Moved(marker, Some(place)) => {
                format!("{} moves to {}", rules.marker(marker).name, self.place(place))
            }
            Change::Moved(marker, None) => {
                format!("{} leaves the board", rules.marker(marker).name)
            }
            _ => return None,
        })
    }

    /// A change of tokens, goods or advance answers in words.
    fn of_benefits(&self, change: &Change) -> Option<String> {
        Some(match *change {
            Change::TokenPlaced(token, intersection) => {
                let name = &self.rules.token(token).name;
                let place = |intersection| self.rules.board.intersection_name(intersection);
                intersection.map_or_else(
                    || format!("{name} leaves the game"),
                    |intersection| format!("{name} lies at {}", place(intersection)),
                )
            }
            Change::Access(player, token, gained) => {
                let verb = if gained { "gains" } else { "loses" };
                let name = &self.rules.token(token).name;
                format!("{} {verb} access to {name}", self.name(player))
            }
            Change::Received(player, goods, count) => {
                let name = &self.rules.goods[usize::from(goods.0)].name;
                format!("{} gets {count} {name}", self.name(player))
            }
            Change::Handed { from, to, goods, count } => {
                let name = &self.rules.goods[usize::from(goods.0)].name;
                format!("{} hands {count} {name} to {}", self.name(from), self.name(to))
            }
            Change::Returned(player, goods, count) => {
                let name = &self.rules.goods[usize::from(goods.0)].name;
                format!("{} returns {count} {name}", self.name(player))
            }
            Change::Discovered(event, hex) | Change::EventReplaced(hex, event) => {
                let name = &self.rules.hex_event(event).name;
                format!("{name} lies open at {}", self.rules.board.hex_name(hex))
            }
            Change::Affected(player, hex, intersection) => {
                let board = &self.rules.board;
                let (hex, intersection) =
                    (board.hex_name(hex), board.intersection_name(intersection));
                format!("the event at {hex} affects {intersection} of {}", self.name(player))
            }
            Change::MarkerExtended(marker) => {
                let name = &self.rules.marker(marker).name;
                format!("{name} holds the whole outpost")
            }
            Change::AnsweredInAdvance(player, answerable, advance_answer) => {
                format!("{} {}", self.name(player), self.advance_answer(answerable, advance_answer))
            }
            Change::Declined(player, rule) => {
                let name = self.rules.rule(rule).name();
                format!("{} declines {name}", self.name(player))
            }
            _ => return None,
        })
    }

    /// A change of resource cards in words.
    fn of_resources(&self, change: &Change, viewer: Option<Player>) -> Option<String> {
        let bag = |cards| self.rules.bag(cards);
        let name = |player| self.name(player);
        Some(match *change {
            Change::Produced(player, cards) => format!("{} produces {}", name(player), bag(cards)),
            Change::Withheld(player, resource, count) => {
                let cards = Resources::of(resource, usize::from(count));
                format!("{} withheld from {}", bag(cards), name(player))
            }
            Change::Took(player, cards) => format!("{} takes {}", name(player), bag(cards)),
            Change::Paid(player, cards) => format!("{} pays {}", name(player), bag(cards)),
            Change::Opened(player, cards) => format!("{} has {} open", name(player), bag(cards)),
            Change::PaysHiddenFirst(player, hidden) => {
                format!("{} {}", name(player), pays_first(hidden))
            }
            Change::Piled(player, _, cards) => {
                format!("{} lays {} apart", name(player), bag(cards))
            }
            Change::Unpiled(player, pile) => {
                let pile = &self.rules.piles[usize::from(pile.0)].name;
                format!("{} pays the {pile}", name(player))
            }
            Change::Due(player, count) => format!("{} has to discard {count}", name(player)),
            Change::Discarded(player, cards) if is_hidden(viewer, &[player]) => {
                format!("{} discards {}", name(player), counted(cards.total(), "card"))
            }
            Change::Discarded(player, cards) => format!("{} discards {}", name(player), bag(cards)),
            Change::Gave { from, to, cards } => {
                format!("{} gives {} to {}", name(from), bag(cards), name(to))
            }
            Change::Stole { by, from, .. } if is_hidden(viewer, &[by, from]) => {
                format!("{} takes 1 card from {}", name(by), name(from))
            }
            Change::Stole { by, from, card } => {
                format!("{} takes {} from {}", name(by), bag(Resources::of(card, 1)), name(from))
            }
            _ => return None,
        })
    }

    /// A change of other cards in words.
    fn of_cards(&self, change: &Change, viewer: Option<Player>) -> Option<String> {
        Some(match *change {
            Change::Drew { player, .. } if is_hidden(viewer, &[player]) => {
                format!("{} draws a card", self.name(player))
            }
            Change::Drew { player, card, .. } => {
                format!("{} draws {}", self.name(player), self.card(card))
            }
            Change::Played(player, card) => {
                format!("{} plays {}", self.name(player), self.card(card))
            }
            Change::Lasts(card) => format!("{} lasts until the end of the turn", self.card(card)),
            Change::Shown(player, card) => {
                format!("{} shows {}", self.name(player), self.card(card))
            }
            _ => return None,
        })
    }

    /// A change of the open offer in words.
    fn of_offer(&self, change: &Change) -> Option<String> {
        let bag = |cards| self.rules.bag(cards);
        Some(match *change {
            Change::Offered { give, get, to } => {
                format!("{} for {} is offered to {}", bag(give), bag(get), self.list(to))
            }
            Change::Replied(player, Some((give, get))) => {
                format!("{} would give {} for {}", self.name(player), bag(get), bag(give))
            }
            Change::Replied(player, None) => format!("{} refuses", self.name(player)),
            Change::Withdrawn => "the offer is off the table".into(),
            _ => return None,
        })
    }
}

/// The words for a player's choice of which cards to pay first.
pub(super) fn pays_first(hidden: bool) -> &'static str {
    if hidden { "pays hidden cards first" } else { "pays open cards first" }
}

/// Whether something known only to these players is hidden from the viewer.
fn is_hidden(viewer: Option<Player>, known_to: &[Player]) -> bool {
    viewer.is_some_and(|viewer| !known_to.contains(&viewer))
}

/// Whether the action already states a change.
pub(super) fn repeats(
    words: Words<'_>,
    player: Player,
    actions: &[Action],
    change: &Change,
) -> bool {
    let discarded = || {
        let single = |action: &Action| match action {
            Action::Discard { resource } => Resources::of(*resource, 1),
            _ => Resources::NONE,
        };
        actions.iter().map(single).sum::<Resources>()
    };
    match (actions.first(), *change) {
        (
            Some(Action::Build { kind, place, .. }),
            Change::Built { player: p, kind: k, place: at },
        ) => p == player && k == *kind && at == *place,
        (Some(Action::Trade { give, .. }), Change::Paid(p, cards)) => p == player && cards == *give,
        (Some(Action::Trade { get, .. }), Change::Took(p, cards)) => p == player && cards == *get,
        (Some(Action::Use { ability, variant, pay }), Change::Paid(p, cards)) => {
            p == player && cards == *pay && words.says_price(*ability, *variant)
        }
        (Some(Action::Roll), Change::Rolled(p, _))
        | (Some(Action::AnswerInAdvance { .. }), Change::AnsweredInAdvance(p, ..))
        | (Some(Action::PayFirst { .. }), Change::PaysHiddenFirst(p, _)) => p == player,
        (Some(Action::Play { card, .. }), Change::Played(p, c)) => p == player && c == *card,
        (Some(Action::Play { card, .. }), Change::Lasts(c)) => c == *card,
        (Some(Action::Move { marker, place }), Change::Moved(m, at)) => {
            m == *marker && at == Some(*place)
        }
        (Some(Action::Offer { .. }), Change::Offered { .. })
        | (Some(Action::Withdraw | Action::Conclude { .. }), Change::Withdrawn) => true,
        (Some(Action::Accept | Action::Refuse | Action::Counter { .. }), Change::Replied(p, _)) => {
            p == player
        }
        (Some(Action::Discard { .. }), Change::Discarded(p, cards)) => {
            p == player && cards == discarded()
        }
        _ => false,
    }
}
