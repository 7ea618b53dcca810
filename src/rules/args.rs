//! The arguments of a call: at most three besides the player.

use std::ops::Deref;

use serde::{Deserialize, Serialize};

use super::Arg;

/// The maximum number of arguments of a hook besides the player.
const MAX_ARGS: usize = 3;

/// The arguments of a call besides the player.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(from = "Vec<Arg>", into = "Vec<Arg>")]
pub struct Args {
    /// The arguments, padded with an unused value.
    list: [Arg; MAX_ARGS],
    count: u8,
}

impl Args {
    /// No arguments.
    pub const NONE: Self = Self { list: [Arg::Truth(false); MAX_ARGS], count: 0 };

    /// A list of these arguments.
    pub fn of(args: &[Arg]) -> Self {
        args.iter().copied().collect()
    }

    /// Appends an argument.
    #[inline]
    #[must_use]
    pub fn and(mut self, last: Arg) -> Self {
        self.list[usize::from(self.count)] = last;
        self.count += 1;
        self
    }
}

impl Deref for Args {
    type Target = [Arg];

    #[inline]
    fn deref(&self) -> &[Arg] {
        &self.list[..usize::from(self.count)]
    }
}

impl FromIterator<Arg> for Args {
    fn from_iter<I: IntoIterator<Item = Arg>>(args: I) -> Self {
        args.into_iter().fold(Self::NONE, Self::and)
    }
}

impl From<Vec<Arg>> for Args {
    fn from(args: Vec<Arg>) -> Self {
        args.into_iter().take(MAX_ARGS).collect()
    }
}

impl From<Args> for Vec<Arg> {
    fn from(args: Args) -> Self {
        args.to_vec()
    }
}
