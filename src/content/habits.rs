//! What a player values: the numbers by which goals, places and cards are weighed, and their names
//! in files of weights.

use std::collections::BTreeMap;

macro_rules! habits {
    ($($(#[doc = $text:literal])* $field:ident $name:literal $greedy:literal;)*) => {
        /// The numbers by which a player weighs goals, places and cards. A point is worth 100.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub(crate) struct Habits {
            $($(#[doc = $text])* pub(crate) $field: u32,)*
        }

        impl Habits {
            /// The numbers of greedy players.
            pub(crate) const GREEDY: Self = Self { $($field: $greedy,)* };

            /// The names of the numbers in files of weights.
            pub(crate) const NAMES: &[&str] = &[$($name),*];

            /// The number with a name.
            fn named(&mut self, name: &str) -> Option<&mut u32> {
                match name {
                    $($name => Some(&mut self.$field),)*
                    _ => None,
                }
            }
        }
    };
}

habits! {
    /// The delay in rolls that is added to the time of each goal; a larger value favors sooner
    /// goals less.
    patience "patience" 6;
    /// The value of a playable card's effect.
    card "card" 35;
    /// The value of production, in tenths of what greedy players give.
    production "production" 10;
    /// The value of another resource at a place for a building.
    variety "variety" 10;
    /// The value of a port for all resources.
    any_port "any port" 20;
    /// The value of a port for a resource.
    port "port" 10;
    /// The same, for each roll out of 36 that brings a card of its resource.
    port_income "port income" 3;
    /// The value of a token.
    token "token" 20;
    /// What a card of a resource is worth more if the player does not produce it.
    rare "rare" 6;
    /// The least that a card is worth, if the player produces its resource.
    least "least worth" 6;
    /// The most that such a card is worth.
    most "most worth" 15;
    /// The value of awards, in per cent of their points.
    award "award" 100;
    /// An award for the longest trail is pursued only if at most this many pieces are missing.
    trail "trail" 4;
    /// The number of turns until opponents are asked for a resource again.
    pause "pause" 6;
    /// An opponent who is at most this many points below the goal gets no trade.
    close "close" 2;
    /// The rolls by which another building may delay the best goal.
    delay "delay" 1;
    /// The value of the best place near a starting piece, in twelfths.
    surroundings "surroundings" 4;
    /// The value of stealing a card, for each point of its owner.
    theft "theft" 20;
}

impl Habits {
    /// The largest number.
    pub(super) const MOST: u32 = 200;

    /// The least number with a name: nobody values what is near without any patience.
    pub(super) fn least_of(name: &str) -> u32 {
        u32::from(name == "patience")
    }

    /// The numbers that differ from the greedy ones, by their names.
    pub(crate) fn to_file(mut self) -> BTreeMap<String, u32> {
        let mut greedy = Self::GREEDY;
        let mut file = BTreeMap::new();
        for &name in Self::NAMES {
            let [own, usual] = [&mut self, &mut greedy].map(|it| it.named(name).copied());
            if own != usual {
                file.extend(own.map(|own| (name.to_owned(), own)));
            }
        }
        file
    }

    /// The numbers of a file; those that it does not name are the greedy ones.
    pub(crate) fn from_file(file: &BTreeMap<String, u32>) -> Self {
        let mut habits = Self::GREEDY;
        for (name, &number) in file {
            if let Some(field) = habits.named(name) {
                *field = number;
            }
        }
        habits
    }
}

impl Default for Habits {
    fn default() -> Self {
        Self::GREEDY
    }
}
