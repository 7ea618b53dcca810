//! The event die.

use crate::chance::Stream;

/// A die with named faces, which is rolled with the dice.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EventDie {
    /// The names on its faces, each of them once.
    pub names: Vec<String>,
    /// The faces, as indices of their names.
    pub faces: Vec<u8>,
    /// The index of its random stream, and the stream.
    pub stream: (u8, Stream),
}

impl EventDie {
    /// The name with this index.
    pub fn name(&self, name: u8) -> &str {
        &self.names[usize::from(name)]
    }

    /// The index of the name that most faces show; the first one if there are several.
    pub fn most_frequent(&self) -> u8 {
        let faces =
            |name: &usize| self.faces.iter().filter(|face| usize::from(**face) == *name).count();
        let name = (0..self.names.len()).rev().max_by_key(faces).expect("a die has faces");
        u8::try_from(name).expect("there are few names")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_of_the_most_frequent_names_counts() {
        let most = |faces: &[u8]| {
            let names = ["gate", "ship", "storm"].map(str::to_owned).to_vec();
            let stream = (0, Stream::named("event die"));
            EventDie { names, faces: faces.to_vec(), stream }.most_frequent()
        };
        assert_eq!([most(&[0, 1, 1, 2]), most(&[2, 1, 0]), most(&[2, 0, 0, 2, 1])], [1, 0, 0]);
    }
}
