//! The reference of the rule language, generated from the declarations that the engine and its
//! checks use. Each entry shows a line of a shipped rule or of a recipe, which other tests play.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use newcatan::content::{self, Fact, Request, built_in_scenarios};
use newcatan::diagnostic::Source;
use newcatan::rules::{Hook, HookShape, SettingValue, Type};
use newcatan::script::{self, vocabulary::Function, vocabulary::functions};
use newcatan::transcript;

use crate::support::files::files;
use crate::support::pages::blocks;

const FILE: &str = "docs/reference.md";

/// A line of a rule, and its page or file.
struct Shown {
    line: String,
    place: String,
}

/// Rule files that are played in a test, and the functions that they call.
#[derive(Default)]
struct Examples {
    lines: Vec<Shown>,
    functions: Vec<(&'static Function, Shown)>,
    settings: BTreeMap<String, String>,
}

/// A line without the comment at its end.
fn code(line: &str) -> &str {
    line.split(" // ").next().unwrap_or_default().trim()
}

impl Examples {
    /// Reads the shipped rules and those of the recipes.
    fn read() -> Self {
        let mut examples = Self::default();
        for scenario in built_in_scenarios() {
            let place = |file: &str| format!("`{file}`");
            examples.add(&Request::scenario(scenario), Some("rules/"), place);
        }
        for page in files("docs/cookbook") {
            examples.add_page(&page);
        }
        examples
    }

    /// Adds the rules of a request, optionally only files whose names begin with `within`.
    fn add(&mut self, request: &Request, within: Option<&str>, place: impl Fn(&str) -> String) {
        let rules = content::load(request).unwrap_or_else(|wrong| panic!("{wrong}"));
        let review = script::review(&rules);
        let is_meant = |file: &str| match within {
            Some(within) => file.starts_with(within),
            None => !file.starts_with("rules/") && !file.starts_with("scenarios/"),
        };
        let files = rules.sources.iter().filter(|(file, _)| has_ending(file, "rhai"));
        for (file, text) in files.filter(|(file, _)| is_meant(file)) {
            let lines = text.lines().filter(|line| !line.trim_start().starts_with("//"));
            let shown = |line: &str| Shown { line: code(line).into(), place: place(file) };
            self.lines.extend(lines.map(shown));
        }
        for used in review.calls.iter().filter(|used| is_meant(&used.file)) {
            let (_, text) = rules.sources.iter().find(|(file, _)| *file == used.file).unwrap();
            let line = code(text.lines().nth(used.line - 1).unwrap_or_default()).to_owned();
            self.functions.push((used.function, Shown { line, place: place(&used.file) }));
        }
        for (key, setting) in &rules.settings {
            let value = match &setting.default {
                SettingValue::Truth(truth) => truth.to_string(),
                SettingValue::Number(number) => number.to_string(),
                SettingValue::Word(word) => format!("\"{word}\""),
            };
            let range = setting.range.as_ref();
            let range = range.map(|range| format!(", {} to {}", range.start(), range.end()));
            let text = format!("`{value}`{}: {}", range.unwrap_or_default(), setting.text);
            self.settings.entry(key.clone()).or_insert(text);
        }
    }

    /// Adds the rules of a recipe, in the games on its page.
    fn add_page(&mut self, page: &Path) {
        let folder = tempfile::tempdir().unwrap();
        let text = fs::read_to_string(page).unwrap();
        let mut games = Vec::new();
        for (name, block) in blocks(&text) {
            let file = folder.path().join(name);
            fs::create_dir_all(file.parent().unwrap()).unwrap();
            fs::write(&file, block).unwrap();
            games.extend(has_ending(name, "game").then_some(file));
        }
        let link = page.strip_prefix("docs").unwrap().display().to_string().replace('\\', "/");
        let title = text.lines().next().unwrap_or_default().trim_start_matches("# ").to_owned();
        for game in games {
            let source = Source::new("page.game", fs::read_to_string(game).unwrap());
            let Ok(game) = transcript::parse(&source.text, "page.game") else { continue };
            let with = game.header.with.iter().map(|path| folder.path().join(&path.text)).collect();
            let beside = folder.path().join(game.scenario());
            let scenario = if beside.is_file() { beside } else { PathBuf::from(game.scenario()) };
            let request = Request {
                with,
                set: game.settings(),
                without: game.header.without.iter().map(|rule| rule.text.clone()).collect(),
                ..Request::scenario(scenario.display().to_string())
            };
            self.add(&request, None, |_| format!("[{title}]({link})"));
        }
    }

    /// The shortest of these lines that is long enough.
    fn best<'a>(shown: impl Iterator<Item = &'a Shown>) -> Option<&'a Shown> {
        let is_bare = |shown: &Shown| shown.line.ends_with(['(', '{']) && shown.line.len() < 20;
        shown.min_by_key(|shown| {
            (is_bare(shown), shown.line.len(), shown.line.clone(), shown.place.clone())
        })
    }

    fn of_function(&self, function: &Function) -> Option<&Shown> {
        let called = self.functions.iter().filter(|(called, _)| std::ptr::eq(*called, function));
        Self::best(called.map(|(_, shown)| shown))
    }

    fn beginning(&self, start: &str) -> Option<&Shown> {
        Self::best(self.lines.iter().filter(|shown| shown.line.starts_with(start)))
    }
}

fn has_ending(file: &str, ending: &str) -> bool {
    Path::new(file).extension().is_some_and(|found| found == ending)
}

/// The types that a function takes and returns, if any.
fn types(takes: &[Type], gives: Type) -> String {
    let takes: Vec<&str> = takes.iter().map(|ty| ty.text()).collect();
    let takes = takes.split_last().map(|(last, others)| match others {
        [] => format!("takes {last}"),
        others => format!("takes {} and {last}", others.join(", ")),
    });
    let gives = (gives != Type::Unit).then(|| format!("returns {}", gives.text()));
    match (takes, gives) {
        (None, None) => String::new(),
        (Some(takes), Some(gives)) => format!(" ({takes}; {gives})"),
        (takes, gives) => format!(" ({})", takes.or(gives).unwrap_or_default()),
    }
}

/// An entry with its example.
fn entry(page: &mut String, told: &str, example: Option<&Shown>, lacking: &mut Vec<String>) {
    writeln!(page, "- {told}").unwrap();
    match example {
        Some(Shown { line, place }) => writeln!(page, "  <br>`{line}` in {place}").unwrap(),
        None => lacking.push(told.split(':').next().unwrap_or_default().to_owned()),
    }
}

const HEAD: &str = "# Reference

This page lists every fact, hook, function, constant and setting of the rule language.
It is generated from the sources; [Rule files](rules.md) explains how to write rules.
The line below an entry is an example from a shipped rule or a recipe; all examples are tested.
";

const CONSTANTS: &str = "
## Constants

- Each resource, kind of piece and marker of the packs in play, in capitals: `WOOD`, `SETTLEMENT`, `ROBBER`; a space in its name becomes `_`: `FREE_SETTLEMENT`.
- `RESOURCES` and `MARKERS`: all resources and all markers.
- `NONE`: nothing; functions called on it return `NONE`, 0 or `false` unless stated otherwise, and verbs do nothing.
- `game`: the game; `supply`: the general supply; `settings`: the settings, by their names, such as `settings.goal`.
- `EACH`: in a family (`FOR_EACH`), the member that this rule was made for: a resource if one has this name, or else a string.
- The facts of the rule: `USES` is the value of `const USES`.

Decks, cards, goods, terrains, areas and outposts have no constants: use their names as strings.
";

/// The generated page, and the entries without an example.
fn page() -> (String, Vec<String>) {
    let examples = Examples::read();
    let (mut page, mut lacking) = (HEAD.to_owned(), Vec::new());
    page.push_str("\n## Facts\n\n");
    for fact in Fact::ALL {
        let name = fact.name();
        let told = format!("`{name}`, {}: {}", fact.kind().text(), fact.text());
        entry(&mut page, &told, examples.beginning(&format!("const {name} ")), &mut lacking);
    }
    page.push_str(CONSTANTS);
    for (title, shape) in [
        ("Effects", HookShape::Effect),
        ("Vetoes", HookShape::Veto),
        ("Values", HookShape::Value),
        ("Guards", HookShape::Guard),
        ("Prices", HookShape::Price),
    ] {
        let (_, answers) = shape.answers();
        writeln!(page, "\n## Hooks: {title}\n").unwrap();
        if shape != HookShape::Effect {
            writeln!(page, "Each returns {answers}.\n").unwrap();
        }
        for hook in Hook::ALL.iter().filter(|hook| hook.shape() == shape) {
            let (name, parameters) = (hook.name(), hook.parameters().join(", "));
            let types = types(&hook.parameter_types()[1..], Type::Unit);
            let told = format!("`{name}({parameters})`: {}{types}", hook.text());
            entry(&mut page, &told, examples.beginning(&format!("fn {name}(")), &mut lacking);
        }
    }
    for (title, acts) in
        [("Functions that read", false), ("Functions that change something or ask", true)]
    {
        writeln!(page, "\n## {title}\n").unwrap();
        for function in functions().filter(|it| it.acts() == acts) {
            let parameters = function.parameters.map(|names| format!("({})", names.join(", ")));
            let call = format!("{}{}", function.name, parameters.unwrap_or_default());
            let types = types(function.parameter_types, function.result_type);
            let told = format!("`{call}`, of {}: {}{types}", function.of, function.text);
            entry(&mut page, &told, examples.of_function(function), &mut lacking);
        }
    }
    page.push_str(
        "\n## Settings\n\nThe settings of the shipped packs, with their default values:\n\n",
    );
    let shipped = examples.settings.iter().filter(|(key, _)| {
        key.split('.').next().is_some_and(|pack| Path::new("rules").join(pack).is_dir())
    });
    for (key, text) in shipped {
        writeln!(page, "- `{key}` = {text}").unwrap();
    }
    (page, lacking)
}

/// `just generate` rewrites it.
#[test]
#[ignore = "takes a second"]
fn the_reference_is_that_of_the_sources() {
    let (page, lacking) = page();
    if std::env::var_os("UPDATE").is_some() {
        fs::write(FILE, &page).unwrap();
    }
    let written = fs::read_to_string(FILE).unwrap_or_default().replace("\r\n", "\n");
    assert!(written == page, "`{FILE}` is out of date: `just generate`");
    assert!(lacking.is_empty(), "no rule or recipe shows {lacking:#?}");
}
