//! Which games a run plays: of all combinations of packs, or of some scenarios as they are.

use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io;
use std::sync::OnceLock;

use newcatan_fuzz::fuzzing::play::bytes::Bytes;
use newcatan_fuzz::fuzzing::play::setup::{SCENARIOS, Setup};

/// One game in this many is also played by the interpreter, unless only some scenarios are played.
const BOTH_WAYS: u64 = 10;
/// The folder of the state and the findings.
const FOLDER: &str = "target/soak";

/// The games of a run.
pub(super) struct Plan {
    setups: OnceLock<Vec<Setup>>,
    /// The scenarios that are named, if only these are played.
    only: Option<String>,
}

impl Plan {
    /// Takes `--only` and its scenarios out of the arguments.
    pub(super) fn take(args: &mut Vec<String>) -> Result<Self, String> {
        let Some(at) = args.iter().position(|arg| arg == "--only") else {
            return Ok(Self { setups: OnceLock::new(), only: None });
        };
        if at + 1 == args.len() {
            return Err("expected scenarios after `--only`, with commas between them".to_owned());
        }
        let only = args.drain(at..at + 2).last().expect("there are two");
        let setup = |name: &str| {
            let at = SCENARIOS.iter().position(|known| *known == name);
            at.map(Setup::plain).ok_or_else(|| format!("there is no scenario `{name}`"))
        };
        let setups: Vec<Setup> = only.split(',').map(setup).collect::<Result<_, _>>()?;
        Ok(Self { setups: setups.into(), only: Some(only) })
    }

    /// The combinations of scenarios and packs. To find all valid ones takes a while.
    fn setups(&self) -> &[Setup] {
        self.setups.get_or_init(Setup::all_valid)
    }

    /// The number of combinations of scenarios and packs.
    pub(super) fn combinations(&self) -> usize {
        self.setups().len()
    }

    /// The setup of a batch: every other one of each combination has settings of its own, unless
    /// only some scenarios are played.
    pub(super) fn setup_of(&self, batch: u64) -> Setup {
        let setups = self.setups();
        let count = setups.len() as u64;
        let at = usize::try_from(batch % count).expect("the index is below the count");
        let mut bytes = Bytes::generated(batch);
        let (settings, number) = (bytes.byte(), bytes.byte());
        let is_plain = (batch / count).is_multiple_of(2) || settings == 0;
        let setup = setups[at];
        if is_plain || self.only.is_some() { setup } else { Setup { settings, number, ..setup } }
    }

    /// Whether the interpreter also plays the game with this number.
    pub(super) fn is_both_ways(&self, number: u64) -> bool {
        self.only.is_some() || number.is_multiple_of(BOTH_WAYS)
    }

    /// The switch that makes this plan, with a space before it.
    pub(super) fn switch(&self) -> String {
        self.only.as_ref().map(|only| format!(" --only {only}")).unwrap_or_default()
    }

    /// The folder of the state and the findings.
    pub(super) fn folder(&self) -> String {
        let part = if self.only.is_some() { "/only" } else { "" };
        format!("{FOLDER}{part}")
    }

    /// A hash of this program's file and of the scenarios that are named.
    pub(super) fn hash(&self) -> io::Result<u64> {
        let mut hasher = DefaultHasher::new();
        fs::read(std::env::current_exe()?)?.hash(&mut hasher);
        if let Some(only) = &self.only {
            only.hash(&mut hasher);
        }
        Ok(hasher.finish())
    }
}
