//! The templates, and the locations of the files made from them.

use std::path::{Path, PathBuf};

use super::{PlaceArgs, Plan};
use crate::content::to_words;
use crate::transcript::NamePosition;

/// A rule and the game that tests it.
pub(super) struct Template {
    rule: &'static str,
    game: &'static str,
    /// The position of the rule's name in the lines of the game.
    pub(super) name_position: NamePosition,
}

/// The template for a benefit.
pub(super) const BENEFIT: Template = Template {
    rule: include_str!("benefit.rhai.template"),
    game: include_str!("benefit.game.template"),
    name_position: NamePosition::First,
};
/// The template for an event.
pub(super) const EVENT: Template = Template {
    rule: include_str!("event.rhai.template"),
    game: include_str!("event.game.template"),
    name_position: NamePosition::First,
};
/// The template for a card.
pub(super) const CARD: Template = Template {
    rule: include_str!("card.rhai.template"),
    game: include_str!("card.game.template"),
    name_position: NamePosition::Counted,
};
/// The template for a pack: its rule, and the game with the default setting.
pub(super) const PACK: Template = Template {
    rule: include_str!("pack.rhai.template"),
    game: include_str!("pack.game.template"),
    name_position: NamePosition::Last,
};
/// The manifest of a pack.
pub(super) const MANIFEST: &str = include_str!("pack.toml.template");
/// The game that changes the setting.
pub(super) const SET: &str = include_str!("pack_set.game.template");

/// Fills a template; lines with a placeholder that has no value are dropped.
pub(super) fn filled(template: &str, words: &[(&str, &str)]) -> String {
    let fill = |text: String, &(key, word): &(&str, &str)| {
        let text = text.replace(&format!("@{key}@"), word);
        text.replace(&format!("@spoken {key}@"), &to_words(word))
    };
    let text = words.iter().fold(template.to_owned(), fill);
    text.split_inclusive('\n').filter(|line| !line.contains('@')).collect()
}

/// A name as a title.
pub(super) fn title(name: &str) -> String {
    let to_words = to_words(name);
    to_words[..1].to_uppercase() + &to_words[1..]
}

/// The path of a name in a folder; the current folder is omitted.
pub(super) fn join(folder: &Path, name: &str) -> PathBuf {
    if folder == Path::new(".") { PathBuf::from(name) } else { folder.join(name) }
}

/// The beginning of the line in which a game names its scenario.
const SCENARIO: &str = "scenario ";

/// The location of a new rule.
pub(super) struct Home {
    name: String,
    /// The folder of the rule file.
    folder: PathBuf,
    /// The folder of the game that tests the rule.
    games: PathBuf,
    /// The text after `with` in the game: the name of the rule file or of its pack.
    with: String,
    /// The pack that the rule belongs to.
    pub(super) pack: Option<PathBuf>,
    /// The scenario of the game that tests the rule.
    pub(super) scenario: String,
}

impl Home {
    /// The location of a rule: in a pack, if the folder is a pack, or else on its own.
    pub(super) fn new(place: &PlaceArgs, scenario: Option<&str>, template: &Template) -> Self {
        let folder = &place.folder;
        let home = if folder.join("pack.toml").is_file() {
            let real = folder.canonicalize().unwrap_or_else(|_| folder.clone());
            let with = real.file_name().unwrap_or_default().to_string_lossy().into_owned();
            let games = match folder.parent().filter(|_| folder.file_name().is_some()) {
                Some(above) if above == Path::new("") => PathBuf::from("."),
                Some(above) => above.to_owned(),
                None => folder.join(".."),
            };
            Self { games, with, ..Self::of_pack(place, folder, template) }
        } else {
            let games = folder.clone();
            let with = format!("{}.rhai", place.name);
            Self { games, with, pack: None, ..Self::of_pack(place, folder, template) }
        };
        Self { scenario: scenario.map_or(home.scenario, str::to_owned), ..home }
    }

    /// The location of a rule in a new pack.
    pub(super) fn of_pack(place: &PlaceArgs, folder: &Path, template: &Template) -> Self {
        let line = template.game.lines().find_map(|line| line.strip_prefix(SCENARIO));
        Self {
            name: place.name.clone(),
            folder: folder.to_owned(),
            games: place.folder.clone(),
            with: place.name.clone(),
            pack: Some(folder.to_owned()),
            scenario: line.unwrap_or_default().to_owned(),
        }
    }

    /// Plans the rule file and its game, and the first commands.
    pub(super) fn plan(&self, template: &Template, words: &[(&str, &str)]) -> Plan {
        let title = title(&self.name);
        let own = [("name", self.name.as_str()), ("title", &title), ("with", &self.with)];
        let words = [&own[..], words].concat();
        let in_scenario = |line: &str| match line.strip_prefix(SCENARIO) {
            Some(_) => format!("{SCENARIO}{}\n", self.scenario),
            None => format!("{line}\n"),
        };
        let game: String = template.game.lines().map(in_scenario).collect();
        let file = join(&self.games, &format!("{}.game", self.name));
        let commands = vec![
            format!("test {}", file.display()),
            format!("check {}", self.added().display()),
            format!("watch {}", self.games.display()),
        ];
        let files =
            vec![(self.rule(), filled(template.rule, &words)), (file, filled(&game, &words))];
        Plan { files, commands }
    }

    /// The pack that must be loaded for the new rule: the pack of another rule of the same kind.
    pub(super) fn owner<'a>(&self, other: &'a str) -> Option<(&'static str, &'a str)> {
        let (owner, _) = other.split_once('/')?;
        self.pack.is_some().then_some(("owner", owner))
    }

    fn rule(&self) -> PathBuf {
        join(&self.folder, &format!("{}.rhai", self.name))
    }

    /// The path to add to a game.
    fn added(&self) -> PathBuf {
        self.pack.clone().unwrap_or_else(|| self.rule())
    }

    /// The command that plays a game with the rule.
    pub(super) fn run(&self, more: &str) -> String {
        format!("run {} --with {}{more}", self.scenario, self.added().display())
    }
}
