//! The randomness of a game: its random streams, and random results that are written instead of
//! drawn.

use crate::rules::Failure;
use std::collections::VecDeque;

use serde::{Deserialize, Serialize};

use crate::board::Place;
use crate::chance::{Stream, StreamGenerator};
use crate::resource::Resource;
use crate::rules::Rules;
use crate::table::{
    BOARD, Card, DECK, DICE, HexEvent, Marker, Player, STREAMS, THEFT, Table, Terrain,
};

/// A random result that is written instead of drawn.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum Outcome {
    /// The dice.
    Dice([u8; 2]),
    /// The name that the event die shows.
    EventDie(u8),
    /// A card from a deck.
    Card(Card),
    /// A card from a hand.
    Resource(Resource),
    /// An open card from a hand.
    Open(Resource),
    /// An event that is discovered.
    HexEvent(HexEvent),
    /// A number that a rule draws, or a number marker.
    Number(u8),
    /// The terrain of a hex that is revealed.
    Terrain(Terrain),
    /// A player that a rule draws.
    Player(Player),
    /// A hex, an intersection or a border that a rule draws, or the piece there.
    Place(Place),
    /// A marker that a rule draws.
    Marker(Marker),
}

/// The random streams of a game.
#[derive(Clone, Default)]
pub(super) struct RandomStreams {
    /// The generators of the streams, positioned after their last draws.
    sources: [Option<StreamGenerator>; STREAMS],
    /// The written results of the next draws.
    pub(super) written: VecDeque<Outcome>,
    /// The number of random results that were drawn from the seed.
    pub(super) from_seed: u64,
    /// The draws of an action that is only tried.
    pub(super) tried: Option<Box<Draws>>,
}

impl RandomStreams {
    /// Copies the streams of another game with the same rules.
    pub(super) fn copy_from(&mut self, other: &Self) {
        let Self { sources, written, from_seed, tried } = other;
        self.sources.clone_from(sources);
        self.written.clone_from(written);
        self.from_seed = *from_seed;
        self.tried.clone_from(tried);
    }

    /// The next number below `bound` from a stream. The stream does not advance.
    pub(super) fn peek(
        &mut self,
        rules: &Rules,
        table: &Table,
        stream: usize,
        bound: usize,
    ) -> usize {
        const BOARD_STREAM: Stream = Stream::named("board");
        const DICE_STREAM: Stream = Stream::named("dice");
        const DECK_STREAM: Stream = Stream::named("deck");
        const THEFT_STREAM: Stream = Stream::named("theft");
        let (seed, number) = (table.seed(), table.drawn()[stream]);
        if let Some(draws) = &mut self.tried
            && let Some(result) = draws.result(stream, number, bound)
        {
            return result;
        }
        let named = || match stream {
            BOARD => BOARD_STREAM,
            DICE => DICE_STREAM,
            DECK => DECK_STREAM,
            THEFT => THEFT_STREAM,
            _ => rules.stream(stream),
        };
        self.from_seed += 1;
        let source = &mut self.sources[stream];
        source
            .get_or_insert_with(|| StreamGenerator::new(named(), seed, number))
            .below(seed, number, bound)
    }

    /// The index of the next item from a stream, given the number of items at each index. The
    /// stream does not advance. While an action is tried, all items at one index count as one.
    pub(super) fn pick(
        &mut self,
        rules: &Rules,
        table: &Table,
        stream: usize,
        counts: &[usize],
    ) -> usize {
        let number = table.drawn()[stream];
        let is_tried = self.tried.as_ref().is_some_and(|draws| draws.is_later(stream, number));
        let weight = |&count: &usize| if is_tried { count.min(1) } else { count };
        let mut place = self.peek(rules, table, stream, counts.iter().map(weight).sum());
        let found = counts.iter().map(weight).position(|here| {
            let is_here = place < here;
            place = place.saturating_sub(here);
            is_here
        });
        found.expect("there is something to draw")
    }
}

/// The failure for an impossible written random result.
pub(super) fn impossible(message: &str) -> Failure {
    let mut failure = Failure::new(message, crate::rules::Origin::default());
    failure.is_written = true;
    failure.with_hint("write a possible result, or leave it out to draw it from the seed")
}

/// The draws of an action that is tried, with a result for each. Earlier draws have their known
/// results.
#[derive(Clone, Default)]
pub(super) struct Draws {
    /// The number of draws from each stream before the action.
    before: [u32; STREAMS],
    pub(super) later: Vec<Draw>,
}

#[derive(Clone, Copy)]
pub(super) struct Draw {
    stream: usize,
    number: u32,
    /// The number of possible results.
    bound: usize,
    result: usize,
}

impl Draws {
    pub(super) fn after(table: &Table) -> Self {
        Self { before: *table.drawn(), later: Vec::new() }
    }

    /// The result of a draw; 0 for a new draw, `None` for a draw before the action.
    pub(super) fn result(&mut self, stream: usize, number: u32, bound: usize) -> Option<usize> {
        if !self.is_later(stream, number) {
            return None;
        }
        // An effect that runs again repeats its draws.
        let known = self.later.iter().find(|it| (it.stream, it.number) == (stream, number));
        if let Some(draw) = known {
            return Some(draw.result.min(bound - 1));
        }
        self.later.push(Draw { stream, number, bound, result: 0 });
        Some(0)
    }

    /// Whether a draw belongs to the action that is tried.
    pub(super) fn is_later(&self, stream: usize, number: u32) -> bool {
        number >= self.before[stream]
    }

    /// Advances to the next combination of results, and keeps the results of the first `first`
    /// draws. Returns whether there is another combination.
    pub(super) fn advance(&mut self, first: usize) -> bool {
        while let Some(last) = self.later[first..].last_mut() {
            if last.result + 1 < last.bound {
                last.result += 1;
                return true;
            }
            self.later.pop();
        }
        false
    }
}
