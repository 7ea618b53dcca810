//! Classes of resources, such as commodities, and the words for cards that a player chooses.

use super::Origin;
use crate::resource::{Resource, Resources};

/// Resources that differ from the plain ones.
#[derive(Clone, Debug)]
pub struct ResourceClass {
    /// Its name, such as `commodity`.
    pub name: String,
    /// One card of each of its resources.
    pub kinds: Resources,
    /// Its declaration.
    pub origin: Origin,
}

/// The classes of resources of a game, and what their cards do not take part in. A set of kinds is
/// a bag with one card of each.
#[derive(Clone, Default, Debug)]
pub struct ResourceClasses {
    /// The classes.
    pub classes: Vec<ResourceClass>,
    /// The kinds that belong to a class.
    pub classed: Resources,
    /// The kinds that players do not trade with each other.
    pub not_offered: Resources,
    /// The kinds that do not count for the limit of a hand, and are never discarded for it.
    pub not_discarded: Resources,
    /// The kinds that are never taken at random from a hand.
    pub not_stolen: Resources,
    /// How many cards of each kind a hand can have, if there is a limit for any kind.
    pub most_in_hand: Option<Resources>,
}

/// A word for cards of the player's choice in prices and terms of trade.
#[derive(Clone, Debug)]
pub struct ChoiceWord {
    /// The word: `any`, `resource`, or the name of a class.
    pub word: String,
    /// One card of each kind that may not be chosen.
    pub except: Resources,
}

/// The words of prices and terms of trade.
#[derive(Clone, Default, Debug)]
pub struct ResourceWords {
    /// The names of the resources, with `_` between their words.
    pub names: Vec<String>,
    /// The words for cards of the player's choice. The first one is `any`.
    pub choices: Vec<ChoiceWord>,
}

impl ResourceClasses {
    /// The class of a resource.
    pub fn of(&self, resource: Resource) -> Option<&ResourceClass> {
        self.classes.iter().find(|class| class.kinds.get(resource) > 0)
    }
}

impl ResourceWords {
    /// All words that can follow a number.
    pub fn all(&self) -> impl Iterator<Item = &str> + Clone {
        let choices = self.choices.iter().map(|choice| choice.word.as_str());
        self.names.iter().map(String::as_str).chain(choices).chain(["same"])
    }

    /// The word for cards of any kind but these.
    pub fn choice_except(&self, except: Resources) -> &str {
        let choice = self.choices.iter().find(|choice| choice.except == except);
        choice.map_or("any", |choice| &choice.word)
    }
}
