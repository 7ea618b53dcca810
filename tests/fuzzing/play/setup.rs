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
pub const SCENARIOS: [&str; 33] = [
    "catan",
    "catan_beginners",
    "desolation",
    "newcatan",
    "newcatan_frontiers",
    "newcatan_development",
    "newcatan_complete",
    "fishermen",
    "new_shores_3",
    "new_shores_4",
    "four_islands_3",
    "four_islands_4",
    "through_the_desert_3",
    "through_the_desert_4",
    "fog_islands_3",
    "fog_islands_4",
    "forgotten_tribe_3",
    "forgotten_tribe_4",
    "cloth_3",
    "cloth_4",
    "wonders_3",
    "wonders_4",
    "new_world_3",
    "new_world_4",
    "pirate_islands_3",
    "pirate_islands_4",
    "knights",
    "knights_beginners",
    "knights_fishermen",
    "knights_islands_3",
    "knights_islands_4",
    "knights_newcatan",
    "knights_newcatan_complete",
];

/// The packs that may be added to those of a scenario. A combination is a number with one bit for
/// each pack. A pack comes after those that it requires.
const PACKS: [&str; 9] = [
    "seafarers",
    "desolation",
    "newcatan",
    "frontiers",
    "development",
    "fishermen",
    "islands",
    "table_rules",
    "knights",
];

/// A rule for situations that the shipped rules cause rarely or never.
const UPHEAVAL: &str = include_str!("upheaval.rhai");
/// Metals that take part in nothing else.
const UPHEAVAL_PACK: &str = "\
id = \"upheaval\"
title = \"Upheaval\"
version = \"1.0.0\"

[resource_classes.metal]
resources = [\"copper\", \"silver\"]
each = 9
most_in_hand = 3
in_any = false
in_offers = false
in_discards = false
in_theft = false
";
const MINT: &str = "\
//! Mint
//! Metals buy resources.
//! Rulings: none.

const TRADE = \"2 same metal + 1 metal -> 1 resource\";
";

/// A pack with pieces that share their places.
const CROWD: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/fuzzing/play/crowd");

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
    /// The packs that are added to those of the scenario, as bits.
    pub packs: u16,
    /// The settings that differ from the scenario's: a bit for each of the first four, and a number
    /// that selects some of the others.
    pub settings: u8,
    /// The value of changed number settings.
    pub number: u8,
    /// Whether the rule for rare situations is added.
    pub has_upheavals: bool,
    /// Whether a pack with pieces that share their places is added.
    pub is_crowded: bool,
}

thread_local! {
    static LOADED: RefCell<Vec<(Setup, Option<Ready>)>> = const { RefCell::new(Vec::new()) };
}

impl Setup {
    /// Reads a setup.
    pub fn read(bytes: &mut Bytes) -> Self {
        Self::of(bytes.below(SCENARIOS.len()), bytes)
    }

    /// Reads a setup of this scenario.
    pub fn of(scenario: usize, bytes: &mut Bytes) -> Self {
        let (packs, settings) = (bytes.byte(), bytes.byte());
        // A byte is always read, so that the following ones keep their meaning.
        let number = bytes.byte();
        // There are more packs than bits in a byte: the last one takes a part of this one.
        let has_last = settings == 0 && number % 4 == 3;
        let number = if settings == 0 { 0 } else { number };
        let packs = (u16::from(packs) | u16::from(has_last) << 8) & !own(scenario);
        Self { packs, settings, number, ..Self::plain(scenario) }
    }

    /// A scenario as it is.
    pub fn plain(scenario: usize) -> Self {
        Self { scenario, packs: 0, settings: 0, number: 0, has_upheavals: false, is_crowded: false }
    }

    /// The name of the setup in reports.
    pub fn name(self) -> String {
        let added: Vec<&str> = self.added().collect();
        let scenario = SCENARIOS[self.scenario];
        if added.is_empty() {
            return scenario.to_owned();
        }
        format!("{scenario} with {}", added.join(", "))
    }

    /// The added packs.
    fn added(self) -> impl Iterator<Item = &'static str> {
        PACKS
            .into_iter()
            .enumerate()
            .filter(move |(bit, _)| self.packs >> bit & 1 == 1)
            .map(|it| it.1)
    }

    fn request(self) -> Request {
        let all = Self { packs: self.packs | own(self.scenario), ..self };
        let packs = ["catan"].into_iter().chain(all.added()).map(str::to_owned);
        let packs = (self.packs != 0).then(|| packs.collect());
        let mut request = Request { packs, ..Request::scenario(SCENARIOS[self.scenario]) };
        if self.has_upheavals {
            for (file, text) in [
                ("upheaval/pack.toml", UPHEAVAL_PACK),
                ("upheaval/upheaval.rhai", UPHEAVAL),
                ("upheaval/mint.rhai", MINT),
            ] {
                request.texts.insert(file.into(), text.into());
            }
            request.with.push("upheaval".into());
        }
        if self.is_crowded {
            request.with.push(CROWD.into());
        }
        request
    }

    /// All valid combinations of scenarios and packs, with their default settings: first the
    /// scenarios as they are.
    pub fn all_valid() -> Vec<Self> {
        Self::all().into_iter().filter(|setup| setup.is_valid()).collect()
    }

    /// All combinations of scenarios and packs.
    pub fn all() -> Vec<Self> {
        let with = |packs: u16| {
            let scenarios = (0..SCENARIOS.len()).filter(move |&it| packs & own(it) == 0);
            scenarios.map(move |scenario| Self { packs, ..Self::plain(scenario) })
        };
        (0..1 << PACKS.len()).flat_map(with).collect()
    }

    /// The setup without the packs that cannot be added to those before them.
    fn fitting(self) -> Self {
        let bits = (0..PACKS.len()).map(|bit| 1 << bit).filter(|bit| self.packs & bit != 0);
        bits.fold(Self { packs: 0, ..self }, |fits, bit| {
            let more = Self { packs: fits.packs | bit, ..fits };
            if (Self { settings: 0, ..more }).is_valid() { more } else { fits }
        })
    }

    /// Whether the packs can be combined.
    pub fn is_valid(self) -> bool {
        self.load_anew().is_some()
    }

    /// The rules, without packs that cannot be added.
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
            let fitting = self.fitting();
            if fitting != self {
                return fitting.load();
            }
            // A setting may need an area that the board does not have.
            assert_ne!(self.settings, 0, "the packs fit");
            Self { settings: 0, ..self }.load()
        })
    }

    /// Whether the setting at this index is changed: about one in eight, after the first four.
    fn is_changed(self, at: usize) -> bool {
        if at < 4 {
            return self.settings >> at & 1 == 1;
        }
        let high = usize::from(self.settings >> 4);
        let mixed = 3 * at + high * at / 4 + usize::from(self.number);
        high != 0 && mixed.is_multiple_of(8)
    }

    fn load_anew(self) -> Option<Ready> {
        let mut request = self.request();
        let mut rules = content::load(&request).ok()?;
        if self.settings != 0 {
            let set = rules.settings.iter().enumerate().filter(|(at, _)| self.is_changed(*at));
            let changed = |(_, (key, setting)): (usize, (&String, &Setting))| {
                Some((key.clone(), changed(setting, self.number)?))
            };
            request.set = set.filter_map(changed).collect();
            rules = content::load(&request).ok()?;
        }
        let host = |mode| script::host_of(&rules, mode).ok();
        let (lowered, interpreted) =
            (host(ExecutionMode::Lowered)?, host(ExecutionMode::Interpreted)?);
        // A rule may refuse a board that does not suit it.
        Game::new(Arc::clone(&rules), Rc::clone(&lowered), rules.names.last()?, 1).ok()?;
        Some(Ready { rules, lowered, interpreted })
    }
}

/// The packs of a scenario, as bits.
fn own(scenario: usize) -> u16 {
    let packs = content::scenario_texts(SCENARIOS[scenario]).expect("a built-in scenario").0.text;
    let line = packs.lines().find(|line| line.starts_with("packs")).expect("a list of packs");
    let named = |pack: &str| line.contains(&format!("\"{pack}\""));
    (0..PACKS.len()).filter(|&bit| named(PACKS[bit])).map(|bit| 1 << bit).sum()
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
    /// Begins a game with bytecode, and plays some random actions without checks, so that short
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
