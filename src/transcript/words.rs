//! The words of the language for actions and changes, in their one canonical form.

use crate::action::{Action, Choice, FREE, STANDARD};
use crate::board::Place;
use crate::change::Change;
use crate::game::Game;
use crate::resource::Resources;
use crate::rules::{Rules, Way};
use crate::set::Id;
use crate::table::{Card, Player, Players, Port, Step};

/// Speaks of a game: knows what its things are called.
#[derive(Clone, Copy)]
pub struct Words<'a> {
    rules: &'a Rules,
    names: &'a [String],
}

impl Game {
    /// What the things of this game are called in transcripts.
    pub fn words(&self) -> Words<'_> {
        Words { rules: self.rules(), names: self.names() }
    }
}

/// What a player does, as a transcript says it: a line that means exactly this action.
pub fn print_action(game: &Game, player: Player, action: &Action) -> String {
    let words = game.words();
    let is_placing = matches!(game.table().step, Step::Place(_)) && game.question().is_none();
    format!("{} {}", words.name(player), words.deed(player, action, is_placing))
}

impl<'a> Words<'a> {
    pub(super) fn name(&self, player: Player) -> &'a str {
        self.names.get(player.index()).map_or("somebody", String::as_str)
    }

    pub(super) fn place(&self, place: Place) -> String {
        self.rules.board.place_name(place)
    }

    fn card(&self, card: Card) -> &'a str {
        &self.rules.card(card).name
    }

    /// What the player does, from the verb on.
    pub(super) fn deed(&self, player: Player, action: &Action, is_placing: bool) -> String {
        let rules = self.rules;
        match *action {
            Action::Roll => "rolls".into(),
            Action::End => "ends turn".into(),
            Action::Build { kind, place, way, pay } => {
                let verb = if is_placing { "places" } else { "builds" };
                let kind = rules.kind(kind);
                let terms = self.terms(&kind.ways, way, pay);
                format!("{verb} {} at {}{terms}", kind.name, self.place(place))
            }
            Action::Buy { deck, way, pay } => {
                let deck = rules.deck(deck);
                format!("buys {}{}", deck.name, self.terms(&deck.ways, way, pay))
            }
            Action::Trade { rate, give, get } => {
                let fitting = rules.rates.iter().filter(|rate| rate.terms.allow(give, get)).count();
                let by = match rules.rates.get(rate.index()) {
                    Some(kind) if fitting != 1 => format!(" by {}", kind.name),
                    _ => String::new(),
                };
                format!("trades {} for {}{by}", rules.bag(give), rules.bag(get))
            }
            Action::Play { card } => format!("plays {}", self.card(card)),
            Action::Use { ability, .. } => {
                format!("uses {}", rules.abilities[ability.index()].name)
            }
            Action::Discard { resource } => {
                format!("discards {}", rules.bag(Resources::of(resource, 1)))
            }
            Action::Move { marker, place } => {
                format!("moves {} to {}", rules.marker(marker).name, self.place(place))
            }
            Action::Take { from: Some(from) } => format!("takes from {}", self.name(from)),
            Action::Take { from: None } => "takes nothing".into(),
            Action::Choose(choice) => format!("chooses {}", self.choice(choice)),
            _ => self.bargain(player, action),
        }
    }

    fn bargain(&self, player: Player, action: &Action) -> String {
        let bag = |cards| self.rules.bag(cards);
        match *action {
            Action::Offer { give, get, to } => {
                let all = Players::first(self.names.len()).without(player);
                let to = if to == all { String::new() } else { format!(" to {}", self.list(to)) };
                format!("offers {} for {}{to}", bag(give), bag(get))
            }
            Action::Counter { give, get } => format!("counters {} for {}", bag(give), bag(get)),
            Action::Conclude { with } => format!("trades with {}", self.name(with)),
            Action::Accept => "accepts".into(),
            Action::Refuse => "refuses".into(),
            _ => "withdraws".into(),
        }
    }

    fn list(&self, players: Players) -> String {
        players.iter().map(|player| self.name(player)).collect::<Vec<_>>().join(", ")
    }

    /// The terms where they are not the only ones that come with the declaration.
    fn terms(&self, ways: &[Way], way: u8, pay: Resources) -> String {
        if way == FREE {
            return String::new();
        }
        let Some(found) = ways.get(usize::from(way)) else { return String::new() };
        let by = if way == STANDARD { String::new() } else { format!(" by {}", found.name) };
        match found.costs[..] {
            [only] if only.same == 0 && only.any == 0 => by,
            _ => format!("{by} paying {}", self.rules.bag(pay)),
        }
    }

    /// An answer to a question.
    pub(super) fn choice(&self, choice: Choice) -> String {
        match choice {
            Choice::No => "no".into(),
            Choice::Yes => "yes".into(),
            Choice::Resource(resource) => self.rules.resources[resource.index()].name.clone(),
            Choice::Player(player) => self.name(player).into(),
            Choice::Hex(hex) => self.place(Place::Hex(hex)),
            Choice::Intersection(site) => self.place(Place::Intersection(site)),
            Choice::Piece(place) => self.place(place),
            Choice::Marker(marker) => self.rules.marker(marker).name.clone(),
            Choice::Number(number) => number.to_string(),
        }
    }

    pub(super) fn port(&self, port: Port) -> &'a str {
        match port {
            Port::Any => "any",
            Port::Of(resource) => &self.rules.resources[resource.index()].name,
        }
    }

    /// A change in words, as the viewer sees it; nothing for what only the engine needs.
    ///
    /// Not printed are the steps of a turn, the positions of random streams, the cards laid
    /// aside before all have chosen, the counters of rules, and the parts of a set-up, which is
    /// printed as a map.
    pub(super) fn change(&self, change: &Change, viewer: Option<Player>) -> Option<String> {
        let (rules, bag) = (self.rules, |cards| self.rules.bag(cards));
        let hidden_from = |player| viewer.is_some_and(|viewer| viewer != player);
        Some(match *change {
            Change::Step(_)
            | Change::Placing(..)
            | Change::Aside(..)
            | Change::Counted(..)
            | Change::Idle(_)
            | Change::Drawn(_)
            | Change::PutAway(_)
            | Change::Turns(_)
            | Change::Port(..) => return None,
            Change::Terrain(hex, terrain) => {
                format!("{} becomes {}", rules.board.hex_name(hex), rules.terrain(terrain).name)
            }
            Change::Number(hex, 0) => format!("{} loses its marker", rules.board.hex_name(hex)),
            Change::Number(hex, number) => {
                format!("{} is marked {number}", rules.board.hex_name(hex))
            }
            Change::Turn(player) => format!("turn of {} begins", self.name(player)),
            Change::Rolled(player, [one, other]) => {
                format!("{} rolls {one} {other}", self.name(player))
            }
            Change::Produced(player, cards) => {
                format!("{} produces {}", self.name(player), bag(cards))
            }
            Change::Withheld(player, resource, count) => {
                let cards = Resources::of(resource, usize::from(count));
                format!("{} withheld from {}", bag(cards), self.name(player))
            }
            Change::Took(player, cards) => format!("{} takes {}", self.name(player), bag(cards)),
            Change::Paid(player, cards) => format!("{} pays {}", self.name(player), bag(cards)),
            Change::Due(player, count) => format!("{} has to discard {count}", self.name(player)),
            Change::Discarded(player, cards) if hidden_from(player) => {
                format!("{} discards {} cards", self.name(player), cards.total())
            }
            Change::Discarded(player, cards) => {
                format!("{} discards {}", self.name(player), bag(cards))
            }
            Change::Gave { from, to, cards } => {
                format!("{} gives {} to {}", self.name(from), bag(cards), self.name(to))
            }
            Change::Stole { by, from, .. } if hidden_from(by) && hidden_from(from) => {
                format!("{} takes 1 card from {}", self.name(by), self.name(from))
            }
            Change::Stole { by, from, card } => {
                let card = bag(Resources::of(card, 1));
                format!("{} takes {card} from {}", self.name(by), self.name(from))
            }
            Change::Drew { player, .. } if hidden_from(player) => {
                format!("{} draws a card", self.name(player))
            }
            Change::Drew { player, card, .. } => {
                format!("{} draws {}", self.name(player), self.card(card))
            }
            Change::Played(player, card) => {
                format!("{} plays {}", self.name(player), self.card(card))
            }
            Change::Shown(player, card) => {
                format!("{} shows {}", self.name(player), self.card(card))
            }
            Change::Awarded(award, holder) => {
                let holder = holder.map_or("nobody", |player| self.name(player));
                format!("{} goes to {holder}", rules.award(award).name)
            }
            Change::Gained(player, points) => {
                let unit = if points == 1 { "point" } else { "points" };
                format!("{} gains {points} {unit}", self.name(player))
            }
            Change::Over(Some(player)) => format!("{} wins", self.name(player)),
            Change::Over(None) => "the game ends undecided".into(),
            Change::Built { .. }
            | Change::Removed { .. }
            | Change::Shifted { .. }
            | Change::Moved(..) => self.on_board(change)?,
            Change::Offered { .. } | Change::Replied(..) | Change::Withdrawn => {
                self.of_offer(change)?
            }
        })
    }

    /// A change on the board in words.
    fn on_board(&self, change: &Change) -> Option<String> {
        let rules = self.rules;
        Some(match *change {
            Change::Built { player, kind, place } => {
                format!(
                    "{} builds {} at {}",
                    self.name(player),
                    rules.kind(kind).name,
                    self.place(place)
                )
            }
            Change::Removed { player, kind, place } => format!(
                "{} of {} at {} is removed",
                rules.kind(kind).name,
                self.name(player),
                self.place(place)
            ),
            Change::Shifted { player, kind, from, to } => format!(
                "{} moves {} from {} to {}",
                self.name(player),
                rules.kind(kind).name,
                self.place(from),
                self.place(to)
            ),
            Change::Moved(marker, Some(place)) => {
                format!("{} moves to {}", rules.marker(marker).name, self.place(place))
            }
            Change::Moved(marker, None) => {
                format!("{} leaves the board", rules.marker(marker).name)
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

/// Whether a change says no more than the action that brought it about.
pub(super) fn repeats(player: Player, actions: &[Action], change: &Change) -> bool {
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
        (Some(Action::Play { card }), Change::Played(p, c)) => p == player && c == *card,
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
