//! The dice: the deck that replaces them, and the event die.

use std::ops::RangeInclusive;

use super::keys::Unseen;
use super::manifest::{Pack, last_declared};
use super::settings::Settings;
use super::to_words;
use crate::chance::{PAIRS, Stream};
use crate::diagnostic::{Code, Diagnostic, Diagnostics};
use crate::rules::EventDie;
use crate::table::STREAMS;

/// The number of unseen cards of the deck of dice; `None` if there is no deck.
pub(super) fn deck(packs: &[Pack], settings: &mut Settings, wrong: &mut Diagnostics) -> Option<u8> {
    let deck = last_declared(packs, |manifest| manifest.dice.as_ref()?.deck.as_ref());
    let unseen = last_declared(packs, |manifest| manifest.dice.as_ref()?.unseen.as_ref());
    let cards = unseen.map_or(Ok(0), |(pack, unseen)| {
        let cards = match unseen.get_ref() {
            Unseen::Cards(cards) => i64::from(*cards),
            Unseen::Setting(name) => {
                settings.wanted_number(name).map_err(|wrong| wrong.at(pack.error(unseen, "")))?
            }
        };
        let most = PAIRS - 1;
        u8::try_from(cards).ok().filter(|cards| usize::from(*cards) <= most).ok_or_else(|| {
            let message = format!("{cards} unseen cards, expected 0 to {most}");
            pack.error(unseen, message).code(Code::OutOfRange)
        })
    });
    let cards: Option<u8> = wrong.keep::<u8>(cards as Result<u8, Diagnostic>);
    deck.is_some_and(|(_, deck)| *deck).then_some(cards.unwrap_or(0))
}

/// The numbers of faces that an event die may have.
const FACES: RangeInclusive<usize> = 2..=20;

/// The event die, whose stream gets this index; `None` if no pack declares one.
pub(super) fn event_die(
    packs: &[Pack],
    stream: usize,
    wrong: &mut Diagnostics,
) -> Option<EventDie> {
    let (pack, declared) =
        last_declared(packs, |manifest| manifest.dice.as_ref()?.event_die.as_ref())?;
    let (mut names, mut faces) = (Vec::new(), Vec::new());
    for face in declared.get_ref() {
        let name = to_words(face.get_ref());
        let known = names.iter().position(|other| *other == name).unwrap_or(names.len());
        if known == names.len() {
            names.push(name);
        }
        faces.push(u8::try_from(known).unwrap_or(u8::MAX));
    }
    let (least, most) = (FACES.start(), FACES.end());
    if !FACES.contains(&faces.len()) {
        let message = format!("{} faces, expected {least} to {most}", faces.len());
        wrong.push(pack.error(declared, message).code(Code::OutOfRange));
        return None;
    }
    if stream >= STREAMS {
        let message = "an event die and so many rules that draw with `game.random` are too many";
        wrong.push(pack.error(declared, message).code(Code::TooMany));
        return None;
    }
    let stream = (u8::try_from(stream).expect("few streams"), Stream::named("event die"));
    Some(EventDie { names, faces, stream })
}
