//! The chance of a game: its random streams, and results that are written down instead of drawn.

use std::collections::VecDeque;

use serde::{Deserialize, Serialize};

use super::foresight::Draws;
use crate::chance::{Source, Stream};
use crate::resource::Resource;
use crate::rules::Rules;
use crate::table::{BOARD, Card, DECK, DICE, HexEvent, STREAMS, THEFT, Table};

/// A result of chance that is written down instead of drawn.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum Outcome {
    /// The dice.
    Dice([u8; 2]),
    /// A card from a deck.
    Card(Card),
    /// A card from a hand.
    Resource(Resource),
    /// An open card of a hand.
    Open(Resource),
    /// An event that is discovered.
    HexEvent(HexEvent),
    /// A number that a rule draws.
    Number(u8),
}

/// The random streams of a game.
#[derive(Clone, Default)]
pub(super) struct Streams {
    /// The streams, where they were drawn last.
    sources: [Option<Source>; STREAMS],
    /// Written results of chance, for the draws to come.
    pub(super) written: VecDeque<Outcome>,
    /// How many results of chance were drawn from the seed.
    pub(super) from_seed: u64,
    /// The draws of an action that is only tried.
    pub(super) tried: Option<Box<Draws>>,
}

impl Streams {
    /// Copies the streams of another game with the same rules.
    pub(super) fn copy_from(&mut self, other: &Self) {
        let Self { sources, written, from_seed, tried } = other;
        self.sources.clone_from(sources);
        self.written.clone_from(written);
        self.from_seed = *from_seed;
        self.tried.clone_from(tried);
    }

    /// The number below `bound` that a stream gives next, without drawing it.
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
        source.get_or_insert_with(|| Source::new(named(), seed, number)).below(seed, number, bound)
    }

    /// The number of the thing that a stream gives next, out of so many of each, without drawing it;
    /// where draws are tried, things alike are one.
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
