//! The words for changes.

use super::rule_state::{StateKey, full_name};
use super::words::Words;
use crate::action::Action;
use crate::board::Place;
use crate::change::Change;
use crate::count::counted;
use crate::resource::Resources;
use crate::rules::{CounterKind, CounterVisibility, PlaceCounterKind};
use crate::set::Id;
use crate::table::{Counter, NEUTRAL, PlaceCounter, Player};

impl Words<'_> {
    /// A change in words, as the viewer sees it; `None` for internal changes.
    ///
    /// These changes are not printed: the steps of a turn, the positions of random streams, cards
    /// set aside before all players have chosen, the marks of rules and the counters that are not
    /// drawn, and the parts of a set-up, which is printed as a map.
    #[expect(clippy::too_many_lines, reason = "one or two lines for each change")]
    pub fn change(&self, change: &Change, viewer: Option<Player>) -> Option<String> {
        let (rules, board) = (self.rules, &self.rules.board);
        let (bag, name) = (|cards| rules.bag(cards), |player| self.name(player));
        Some(match *change {
            Change::Step(_)
            | Change::Placing(..)
            | Change::Aside(..)
            | Change::Redealt(..)
            | Change::Dealt(_)
            | Change::MarkedPlayers(..)
            | Change::MarkedHex(..)
            | Change::IdleTurns(_)
            | Change::StreamAdvanced(_)
            | Change::PutAway(_)
            | Change::Turns(_)
            | Change::Ground(..)
            | Change::DrewTile(..) => return None,
            Change::Counted(slot, number) => self.counted(slot, number)?,
            Change::CountedAt(counter, place, number) => self.counted_at(counter, place, number)?,
            Change::Turn(player) => format!("turn of {} begins", name(player)),
            Change::Rolled(player, [one, other]) => {
                format!("{} rolls {one} {other}", name(player))
            }
            Change::EventDie(face) => format!("the event die shows {}", self.face(face)),
            Change::DiceSet([one, other]) => format!("the dice show {one} {other}"),
            Change::Awarded(award, holder) => {
                let holder = holder.map_or("nobody", name);
                format!("{} goes to {holder}", rules.award(award).name)
            }
            Change::Gained(player, points) => {
                format!("{} gains {}", name(player), counted(i64::from(points), "point"))
            }
            Change::Skipped(rule) => format!("{} failed and is left out", rules.rule(rule).id),
            Change::Over(Some(player)) => format!("{} wins", name(player)),
            Change::Over(None) => "the game ends undecided".into(),
            Change::Terrain(hex, terrain) => {
                format!("{} becomes {}", board.hex_name(hex), rules.terrain(terrain).name)
            }
            Change::Port(_, border, Some(port)) => {
                format!("{} gets an {} port", board.border_name(border), self.port(port))
            }
            Change::Port(_, border, None) => {
                format!("{} loses its port", board.border_name(border))
            }
            Change::Number(hex, 0) => format!("{} loses its marker", board.hex_name(hex)),
            Change::Number(hex, number) => format!("{} is marked {number}", board.hex_name(hex)),
            Change::Built { player, kind, place } => {
                let kind = &rules.kind(kind).name;
                format!("{} builds {kind} at {}", name(player), self.place(place))
            }
            Change::Put { player, kind, place, was: None } => {
                let kind = &rules.kind(kind).name;
                format!("{} gets {kind} at {}", name(player), self.place(place))
            }
            Change::Put { player, kind, place, was: Some(was) } => {
                let (was, kind) = (&rules.kind(was).name, &rules.kind(kind).name);
                format!("{was} of {} at {} becomes {kind}", name(player), self.place(place))
            }
            Change::Removed { player, kind, place } => {
                let kind = &rules.kind(kind).name;
                format!("{kind} of {} at {} is removed", name(player), self.place(place))
            }
            Change::Shifted { player, kind, from, to } => {
                let (name, kind) = (name(player), &rules.kind(kind).name);
                format!("{name} moves {kind} from {} to {}", self.place(from), self.place(to))
            }
            Change::Neutral { kind, from, to } => {
                let kind = &rules.kind(kind).name;
                match (from.map(|at| self.place(at)), to.map(|at| self.place(at))) {
                    (Some(from), Some(to)) => format!("{kind} moves from {from} to {to}"),
                    (Some(from), None) => format!("{kind} at {from} is removed"),
                    (None, to) => format!("{kind} appears at {}", to.unwrap_or_default()),
                }
            }
            Change::State { piece, place, state } => {
                let kind = rules.kind(piece.kind());
                let of = match piece.owner() {
                    NEUTRAL => String::new(),
                    owner => format!(" of {}", name(owner)),
                };
                let state = kind.states.get(usize::from(state)).map_or("", String::as_str);
                format!("{}{of} at {} becomes {state}", kind.name, self.place(place))
            }
            Change::Moved(marker, Some(place)) => {
                format!("{} moves to {}", rules.marker(marker).name, self.place(place))
            }
            Change::Moved(marker, None) => {
                format!("{} leaves the board", rules.marker(marker).name)
            }
            Change::Drew { player, .. } if is_hidden(viewer, &[player]) => {
                format!("{} draws a card", name(player))
            }
            Change::Drew { player, card, .. } => {
                format!("{} draws {}", name(player), self.card(card))
            }
            Change::CardDiscarded(player, card)
            | Change::CardPassed { from: player, to: None, card, open: true } => {
                format!("{} discards {}", name(player), self.card(card))
            }
            Change::LaidOpen(player, card) => {
                format!("{} lays {} open", name(player), self.card(card))
            }
            Change::CardPassed { from, to, card, open } => {
                let hidden = !open && is_hidden(viewer, &[from, to.unwrap_or(from)]);
                let card = if hidden { "a card" } else { self.card(card) };
                match to {
                    Some(to) => format!("{} gives {card} to {}", name(from), name(to)),
                    None => format!("{} puts {card} back into the deck", name(from)),
                }
            }
            Change::PutUnder { from, card, open } => {
                let hidden = !open && is_hidden(viewer, &[from]);
                let card = if hidden { "a card" } else { self.card(card) };
                format!("{} puts {card} under the deck", name(from))
            }
            Change::Reshuffled(card) => {
                format!("the discarded {} return to the deck", self.card(card))
            }
            Change::Played { player, card, .. } => {
                format!("{} plays {}", name(player), self.card(card))
            }
            Change::Lasts(card) => format!("{} lasts until the end of the turn", self.card(card)),
            Change::Shown(player, card) => {
                format!("{} shows {}", name(player), self.card(card))
            }
            Change::Offered { give, get, to } => {
                format!("{} for {} is offered to {}", bag(give), bag(get), self.list(to))
            }
            Change::Replied(player, Some((give, get))) => {
                format!("{} would give {} for {}", name(player), bag(get), bag(give))
            }
            Change::Replied(player, None) => format!("{} refuses", name(player)),
            Change::Withdrawn => "the offer is off the table".into(),
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
                let pile = &rules.piles[usize::from(pile.0)].name;
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
            Change::TokenPlaced(token, intersection) => {
                let token = &rules.token(token).name;
                intersection.map_or_else(
                    || format!("{token} leaves the game"),
                    |intersection| {
                        format!("{token} lies at {}", board.intersection_name(intersection))
                    },
                )
            }
            Change::Access(player, token, gained) => {
                let verb = if gained { "gains" } else { "loses" };
                let token = &rules.token(token).name;
                format!("{} {verb} access to {token}", name(player))
            }
            Change::Received(player, goods, count) => {
                let goods = &rules.goods[usize::from(goods.0)].name;
                format!("{} gets {count} {goods}", name(player))
            }
            Change::Handed { from, to, goods, count } => {
                let goods = &rules.goods[usize::from(goods.0)].name;
                format!("{} hands {count} {goods} to {}", name(from), name(to))
            }
            Change::Returned(player, goods, count) => {
                let goods = &rules.goods[usize::from(goods.0)].name;
                format!("{} returns {count} {goods}", name(player))
            }
            Change::Discovered(event, hex) | Change::EventReplaced(hex, event) => {
                let event = &rules.hex_event(event).name;
                format!("{event} lies open at {}", board.hex_name(hex))
            }
            Change::Affected(player, hex, intersection) => {
                let (hex, intersection) =
                    (board.hex_name(hex), board.intersection_name(intersection));
                format!("the event at {hex} affects {intersection} of {}", name(player))
            }
            Change::MarkerExtended(marker) => {
                format!("{} holds the whole outpost", rules.marker(marker).name)
            }
            Change::AnsweredInAdvance(player, answerable, advance_answer) => {
                format!("{} {}", name(player), self.advance_answer(answerable, advance_answer))
            }
            Change::Declined(player, rule) => {
                format!("{} declines {}", name(player), rules.rule(rule).name())
            }
        })
    }
}

impl Words<'_> {
    /// The new number of a counter; `None` if the counter is not drawn.
    fn counted(&self, slot: Counter, number: i16) -> Option<String> {
        let is_shown = |kind: &&CounterKind| kind.visibility == CounterVisibility::Shown;
        let kind = self.rules.counter_of(slot).filter(is_shown)?;
        let all = self.rules.counters.iter();
        let keys: Vec<StateKey<'_>> = all.map(|it| (&*it.name, it.rule, it.copy)).collect();
        let name = full_name(self.rules, &keys, &(&kind.name, kind.rule, kind.copy));
        if !kind.by_player {
            return Some(format!("counter {name} becomes {number}"));
        }
        let player = Player::new(slot.index() - kind.first.index());
        Some(format!("counter {name} of {} becomes {number}", self.name(player)))
    }

    /// The new number of a counter of hexes, places or pieces; `None` if the counter is not drawn.
    fn counted_at(&self, counter: PlaceCounter, place: Place, number: i16) -> Option<String> {
        let is_shown = |kind: &&PlaceCounterKind| kind.visibility == CounterVisibility::Shown;
        let kind = self.rules.place_counter(counter).filter(is_shown)?;
        let all = self.rules.place_counters.iter();
        let keys: Vec<StateKey<'_>> = all.map(|it| (&*it.name, it.rule, it.copy)).collect();
        let name = full_name(self.rules, &keys, &(&kind.name, kind.rule, kind.copy));
        Some(format!("counter {name} at {} becomes {number}", self.place(place)))
    }
}

/// Whether a change is the new number of a counter. Transcripts may leave such changes out, since
/// earlier versions have not written them.
pub(super) fn is_of_counter(change: &Change) -> bool {
    matches!(change, Change::Counted(..) | Change::CountedAt(..))
}

/// Whether a line of a transcript states the new number of a counter.
pub(crate) fn states_counter(line: &str) -> bool {
    line.starts_with("  counter ")
}

/// The words for a player's choice of which cards to pay first.
pub(super) fn pays_first(hidden: bool) -> &'static str {
    if hidden { "pays hidden cards first" } else { "pays open cards first" }
}

/// Whether something known only to these players is hidden from the viewer.
fn is_hidden(viewer: Option<Player>, known_to: &[Player]) -> bool {
    viewer.is_some_and(|viewer| !known_to.contains(&viewer))
}

/// The cards that these actions discard.
pub(super) fn discarded(actions: &[Action]) -> Resources {
    let card = |action: &Action| match *action {
        Action::Discard { resource } => Some(Resources::of(resource, 1)),
        _ => None,
    };
    actions.iter().filter_map(card).sum()
}

/// Whether the action already states a change.
pub(super) fn repeats(
    words: Words<'_>,
    player: Player,
    actions: &[Action],
    change: &Change,
) -> bool {
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
        (Some(Action::Play { card, .. }), Change::Played { player: p, card: c, .. }) => {
            p == player && c == *card
        }
        (Some(Action::Play { card, .. }), Change::Lasts(c)) => c == *card,
        (Some(Action::Move { marker, place }), Change::Moved(m, at)) => {
            m == *marker && at == Some(*place)
        }
        (Some(Action::Offer { .. }), Change::Offered { .. })
        | (Some(Action::Withdraw | Action::Conclude { .. }), Change::Withdrawn)
        | (Some(Action::Roll), Change::EventDie(_)) => true,
        (Some(Action::Accept | Action::Refuse | Action::Counter { .. }), Change::Replied(p, _)) => {
            p == player
        }
        (Some(Action::Discard { .. }), Change::Discarded(p, cards)) => {
            p == player && cards == discarded(actions)
        }
        _ => false,
    }
}
