//! The dice: the deck that replaces them, and the event die.

use std::ops::RangeInclusive;

use super::keys::Unseen;
use super::manifest::{Pack, last_declared};
use super::settings::Settings;
use super::to_words;
use super::toml_file::SpannedString;
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

/// The names on the event die, each of them once; none without an event die.
pub(super) fn event_die_names(packs: &[Pack]) -> Vec<String> {
    let declared = last_declared(packs, |manifest| manifest.dice.as_ref()?.event_die.as_ref());
    let faces = declared.map_or(&[][..], |(_, faces)| faces.get_ref());
    let mut names = Vec::new();
    for name in faces.iter().map(|face| to_words(face.get_ref())) {
        if !names.contains(&name) {
            names.push(name);
        }
    }
    names
}

/// The event die, whose stream gets this index; `None` if no pack declares one.
pub(super) fn event_die(
    packs: &[Pack],
    stream: usize,
    wrong: &mut Diagnostics,
) -> Option<EventDie> {
    let (pack, declared) =
        last_declared(packs, |manifest| manifest.dice.as_ref()?.event_die.as_ref())?;
    let names = event_die_names(packs);
    let face = |face: &SpannedString| {
        let known = names.iter().position(|name| *name == to_words(face.get_ref()));
        known.and_then(|known| u8::try_from(known).ok()).unwrap_or(u8::MAX)
    };
    let faces: Vec<u8> = declared.get_ref().iter().map(face).collect();
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
