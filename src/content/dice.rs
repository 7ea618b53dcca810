//! The deck that replaces the dice.

use super::keys::Unseen;
use super::manifest::{Pack, last_declared};
use super::settings::Settings;
use crate::chance::PAIRS;
use crate::diagnostic::{Code, Diagnostic, Diagnostics};

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
