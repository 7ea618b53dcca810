//! The resources that packs declare, and their classes.

use super::catalog::{Catalog, to_identifier, to_words};
use super::keys::ResourceClassKeys;
use super::manifest::{Declaration, Pack, SpannedString, gather, last_declared};
use super::toml_file::Spanned;
use crate::diagnostic::{Code, Diagnostic, Diagnostics};
use crate::resource::{RESOURCES, Resource, Resources};
use crate::rules::{ChoiceWord, ResourceClass, ResourceKind};
use crate::set::Id;

/// The maximum number of cards of a resource.
const CARDS: u8 = 127;

impl Catalog {
    /// Adds the resources of all packs: first those without a class.
    pub(super) fn add_resources(&mut self, packs: &[Pack], wrong: &mut Diagnostics) {
        let each = last_declared(packs, |manifest| manifest.supplies.each_resource.as_ref());
        let cards = each.map_or(19, |(_, each)| *each.get_ref());
        if let Some((pack, each)) = each {
            wrong.keep(check_cards(pack, each));
        }
        for pack in packs {
            for name in pack.declarations().flat_map(|part| &part.resources) {
                if self.resource(name.get_ref()).is_none() {
                    wrong.keep(self.add_resource(pack, name, cards));
                }
            }
        }
        let mut not_any = Resources::NONE;
        for class in gather(packs, |manifest| &manifest.resource_classes) {
            let kinds = self.add_class(&class, cards, wrong);
            if class.value(|keys| &keys.in_any) == Some(false) {
                not_any += kinds;
            }
        }
        self.add_choices(not_any);
    }

    fn add_resource(
        &mut self,
        pack: &Pack,
        name: &SpannedString,
        cards: u8,
    ) -> Result<Resource, Diagnostic> {
        if self.resources.len() == RESOURCES {
            let message = format!("a game can have at most {RESOURCES} resources");
            return Err(pack.error(name, message).code(Code::TooMany));
        }
        self.words.names.push(to_identifier(name.get_ref()));
        self.resources.push(ResourceKind { name: to_words(name.get_ref()), cards });
        Ok(Resource::new(self.resources.len() - 1))
    }

    /// Adds a class with its resources. Returns one card of each of them.
    fn add_class(
        &mut self,
        class: &Declaration<'_, ResourceClassKeys>,
        cards: u8,
        wrong: &mut Diagnostics,
    ) -> Resources {
        let mut number = |get: fn(&ResourceClassKeys) -> &Option<Spanned<u8>>| {
            let (pack, number) = class.declared(get)?;
            wrong.keep(check_cards(pack, number)).map(|()| *number.get_ref())
        };
        let each = number(|keys| &keys.each).unwrap_or(cards);
        let most = number(|keys| &keys.most_in_hand);
        let kinds = self.resources_of(class, each, wrong);
        if class.parts().all(|(_, keys)| keys.resources.is_empty()) {
            let message = format!("the class `{}` has no resources", class.name);
            wrong.push(class.error(message).hint("list them, as in `resources = [\"paper\"]`"));
        }
        let all = &mut self.classes;
        all.classed += kinds;
        for (without, is_in) in [
            (&mut all.not_offered, class.value(|keys| &keys.in_offers)),
            (&mut all.not_discarded, class.value(|keys| &keys.in_discards)),
            (&mut all.not_stolen, class.value(|keys| &keys.in_theft)),
        ] {
            if is_in == Some(false) {
                *without += kinds;
            }
        }
        if let Some(most) = most {
            let limits = all.most_in_hand.unwrap_or_else(|| each_of(RESOURCES, usize::from(CARDS)));
            let own = kinds.kinds().map(|kind| Resources::of(kind, usize::from(most)));
            all.most_in_hand = Some(limits.without_kinds(kinds) + own.sum());
        }
        all.classes.push(ResourceClass { name: class.name.into(), kinds, origin: class.origin() });
        kinds
    }

    /// Adds the resources of a class. Returns one card of each of them.
    fn resources_of(
        &mut self,
        class: &Declaration<'_, ResourceClassKeys>,
        each: u8,
        wrong: &mut Diagnostics,
    ) -> Resources {
        let mut kinds = Resources::NONE;
        for (pack, keys) in class.parts() {
            for name in &keys.resources {
                match self.resource(name.get_ref()) {
                    Some(known) if kinds.get(known) > 0 => {}
                    Some(_) => {
                        let message = format!("`{}` is already a resource", name.get_ref());
                        let hint = "list only resources that nothing else declares";
                        wrong.push(pack.error(name, message).code(Code::NameTaken).hint(hint));
                    }
                    None => {
                        let kind = wrong.keep(self.add_resource(pack, name, each));
                        kinds += kind.map_or(Resources::NONE, |kind| Resources::of(kind, 1));
                    }
                }
            }
        }
        kinds
    }

    /// Adds the words for cards of the player's choice.
    fn add_choices(&mut self, not_any: Resources) {
        let all = each_of(self.resources.len(), 1);
        let mut add = |word: &str, except| {
            self.words.choices.push(ChoiceWord { word: word.to_owned(), except });
        };
        add("any", not_any);
        add("resource", self.classes.classed);
        for class in &self.classes.classes {
            add(&class.name, all.less(class.kinds));
        }
    }
}

/// A bag with this number of cards of each of the first kinds.
fn each_of(kinds: usize, cards: usize) -> Resources {
    (0..kinds).map(|kind| Resources::of(Resource::new(kind), cards)).sum()
}

/// Requires that a bag can contain this number of cards of a resource.
fn check_cards(pack: &Pack, number: &Spanned<u8>) -> Result<(), Diagnostic> {
    if *number.get_ref() <= CARDS {
        return Ok(());
    }
    Err(pack.error(number, format!("expected at most {CARDS} cards of each resource")))
}
