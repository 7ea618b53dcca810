//! The setup of a game: a scenario, packs, settings, a number of players and a seed.

use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;

use newcatan::content::{self, Request};
use newcatan::game::{Game, Script};
use newcatan::rules::{Rules, Setting, SettingValue};
use newcatan::script::{self, ExecutionMode};
use newcatan::seat::Playout;

use super::bytes::Bytes;

/// All shipped scenarios.
pub const SCENARIOS: [&str; 7] = [
    "catan",
    "catan_beginners",
    "desolation",
    "newcatan",
    "newcatan_frontiers",
    "newcatan_development",
    "newcatan_complete",
];

/// The packs that may be added to the first one, together with those that they require. A
/// combination is a number with one bit for each pack.
const PACKS: [&str; 5] = ["seafarers", "desolation", "newcatan", "frontiers", "development"];

/// A rule for situations that the shipped rules cause rarely or never.
const UPHEAVAL: &str = include_str!("upheaval.rhai");

/// The number of random actions that a byte represents.
const WARM_UP: usize = 3;

/// The maximum number of cached rules.
const KEPT: usize = 48;

/// The rules of a game with a host for each execution mode.
#[derive(Clone)]
pub struct Ready {
    pub rules: Arc<Rules>,
    pub lowered: Rc<dyn Script>,
    pub interpreted: Rc<dyn Script>,
}

/// The rules and the settings of a game.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Setup {
    /// The index of the scenario.
    pub scenario: usize,
    /// The packs as bits, or 0 for those of the scenario.
    pub packs: u8,
    /// The settings that differ from the scenario's, as bits.
    pub settings: u8,
    /// The value of changed number settings.
    pub number: u8,
    /// Whether the rule for rare situations is added.
    pub has_upheavals: bool,
}

thread_local! {
    static LOADED: RefCell<Vec<(Setup, Option<Ready>)>> = const { RefCell::new(Vec::new()) };
}

impl Setup {
    /// Reads a setup.
    pub fn read(bytes: &mut Bytes) -> Self {
        let scenario = bytes.below(SCENARIOS.len());
        let packs = bytes.byte() & 31;
        let settings = bytes.byte() & 15;
        // A byte is always read, so that the following ones keep their meaning.
        let number = bytes.byte();
        let number = if settings == 0 { 0 } else { number };
        Self { scenario, packs, settings, number, has_upheavals: false }
    }

    /// The name of the setup in reports.
    pub fn name(self) -> String {
        let scenario = SCENARIOS[self.scenario];
        match self.packs() {
            Some(packs) => format!("{scenario} with {}", packs[1..].join(", ")),
            None => scenario.to_owned(),
        }
    }

    fn packs(self) -> Option<Vec<String>> {
        let is_added = |number: &usize| self.packs >> number & 1 == 1;
        let added = (0..PACKS.len()).filter(is_added).map(|number| PACKS[number].to_owned());
        (self.packs != 0).then(|| ["catan".to_owned()].into_iter().chain(added).collect())
    }

    fn request(self) -> Request {
        let packs = self.packs();
        let mut request = Request { packs, ..Request::scenario(SCENARIOS[self.scenario]) };
        if self.has_upheavals {
            request.texts.insert("upheaval.rhai".into(), UPHEAVAL.into());
            request.with.push("upheaval.rhai".into());
        }
        request
    }

    /// All valid combinations of scenarios and packs, with their default settings.
    pub fn all_valid() -> Vec<Self> {
        let all = (0..SCENARIOS.len()).flat_map(|scenario| {
            let usual = Self { scenario, packs: 0, settings: 0, number: 0, has_upheavals: false };
            (0..32).map(move |packs| Self { packs, ..usual })
        });
        all.filter(|setup| setup.is_valid()).collect()
    }

    /// Whether the packs can be combined.
    pub fn is_valid(self) -> bool {
        self.load_anew().is_some()
    }

    /// The rules, or those of the unmodified scenario if the packs cannot be combined.
    pub fn load(self) -> Ready {
        let kept = |key: Self| {
            LOADED.with_borrow(|loaded| {
                loaded.iter().find(|(known, _)| *known == key).map(|(_, ready)| ready.clone())
            })
        };
        let ready = kept(self).unwrap_or_else(|| {
            let ready = self.load_anew();
            LOADED.with_borrow_mut(|loaded| {
                if loaded.len() == KEPT {
                    loaded.remove(0);
                }
                loaded.push((self, ready.clone()));
            });
            ready
        });
        ready.unwrap_or_else(|| {
            assert_ne!(self.packs, 0, "a scenario as it is can be loaded");
            Self { packs: 0, ..self }.load()
        })
    }

    fn load_anew(self) -> Option<Ready> {
        let mut request = self.request();
        let mut rules = content::load(&request).ok()?;
        if self.settings != 0 {
            let settings = rules.settings.iter().enumerate();
            let set = settings.filter(|(bit, _)| *bit < 8 && self.settings >> bit & 1 == 1);
            let changed = |(_, (key, setting)): (usize, (&String, &Setting))| {
                Some((key.clone(), changed(setting, self.number)?))
            };
            request.set = set.filter_map(changed).collect();
            rules = content::load(&request).unwrap_or_else(|wrong| panic!("{wrong}"));
        }
        let host = |mode| script::host_of(&rules, mode).ok();
        let (lowered, interpreted) =
            (host(ExecutionMode::Lowered)?, host(ExecutionMode::Interpreted)?);
        Some(Ready { rules, lowered, interpreted })
    }
}

/// Another value of a setting.
fn changed(setting: &Setting, number: u8) -> Option<String> {
    match (&setting.value, &setting.range) {
        (SettingValue::Truth(truth), _) => Some((!truth).to_string()),
        (SettingValue::Number(_), Some(range)) => {
            let count = range.end() - range.start() + 1;
            Some((range.start() + i64::from(number) % count).to_string())
        }
        _ => None,
    }
}

impl Ready {
    /// Begins a game with native trees, and plays some random actions without checks, so that short
    /// inputs also reach the middle and the end of games.
    pub fn begin(&self, bytes: &mut Bytes) -> Game {
        let seats = self.rules.seats.clone();
        let players = seats.start() + bytes.below(seats.end() - seats.start() + 1);
        let mut lists = self.rules.names.iter();
        let names = lists.find(|names| names.len() == players).expect("names for each number");
        let seed = u64::from(bytes.byte()) << 8 | u64::from(bytes.byte());
        let (rules, script) = (Arc::clone(&self.rules), Rc::clone(&self.lowered));
        let mut game = Game::new(rules, script, names, seed)
            .unwrap_or_else(|refused| panic!("a game does not begin: {refused}"));
        let mut playout = Playout::new(seed);
        for _ in 0..WARM_UP * usize::from(bytes.byte()) {
            let goes_on = playout.decide(&mut game);
            if !goes_on.unwrap_or_else(|stop| panic!("a random game stops: {stop}")) {
                break;
            }
        }
        game
    }

    /// The game with the interpreter and without caching.
    pub fn interpreted(&self, game: &Game) -> Game {
        let (rules, script) = (Arc::clone(&self.rules), Rc::clone(&self.interpreted));
        let game = Game::resume(rules, script, game.names(), game.state());
        game.expect("a state can be restored").without_cache()
    }
}

/// Drops all cached rules: after a panic their hosts may be in any state.
pub fn forget() {
    LOADED.take();
}
