//! A folder with a house pack, and games played with it.

use std::fs;
use std::path::Path;
use std::rc::Rc;
use std::sync::Arc;

use newcatan::action::{Action, Choice};
use newcatan::board::{Intersection, Place};
use newcatan::change::Change;
use newcatan::content::Request;
use newcatan::diagnostic::Diagnostics;
use newcatan::game::{CausedChange, Game, PositionBuilder, Refusal, Script, Start, State};
use newcatan::resource::{Resource, Resources};
use newcatan::rules::{Failure, Rules};
use newcatan::script;
use newcatan::set::Id;
use newcatan::table::{Ability, Player};
use tempfile::TempDir;

use crate::support;

pub(crate) use crate::support::{BLUE, RED, WHITE};

pub(crate) const WOOD: Resource = Resource(0);
pub(crate) const SHEEP: Resource = Resource(1);
pub(crate) const ORE: Resource = Resource(4);

/// The header above each rule of these tests, four lines long.
const HEADER: &str = "//! A test\n//! Tries something.\n//! Rulings: C-1.\n\n";

/// A temporary folder with a house pack.
pub(crate) struct Fixture {
    folder: TempDir,
    request: Request,
}

impl Fixture {
    /// A house pack with these files; a header is added to rule files.
    pub(crate) fn new(files: &[(&str, &str)]) -> Self {
        let folder = TempDir::new().expect("a temporary folder");
        let mut request = Request::scenario("catan");
        request.with.push(folder.path().join("house"));
        let fixture = Self { folder, request };
        fixture
            .write("house/pack.toml", "id = \"house\"\ntitle = \"House\"\nversion = \"1.0.0\"\n");
        for (name, text) in files {
            let is_rule = Path::new(name).extension().is_some_and(|ending| ending == "rhai");
            let header = if is_rule { HEADER } else { "" };
            fixture.write(&format!("house/{name}"), &format!("{header}{text}"));
        }
        fixture
    }

    /// A house pack with an ability whose `act` has this body, and with helpers for it.
    pub(crate) fn act(body: &str) -> Self {
        Self::new(&[("ability.rhai", &ability(body))])
    }

    /// A house pack with a standing rule.
    pub(crate) fn rule(text: &str) -> Self {
        Self::new(&[("rule.rhai", text)])
    }

    /// Writes a file, and creates its folders.
    pub(crate) fn write(&self, name: &str, text: &str) {
        let path = self.folder.path().join(name);
        fs::create_dir_all(path.parent().expect("a folder")).expect("a new folder");
        fs::write(path, text).expect("a written file");
    }

    /// Changes the request.
    pub(crate) fn request(mut self, change: impl FnOnce(&Path, &mut Request)) -> Self {
        change(self.folder.path(), &mut self.request);
        self
    }

    pub(crate) fn load(&self) -> Result<(Arc<Rules>, Rc<dyn Script>), Diagnostics> {
        support::load(&self.request)
    }

    /// Plays the lines of a game with the pack, from the first turn on.
    pub(crate) fn plays(&self, lines: &str) {
        if let Some(wrong) = self.fails(lines) {
            panic!("{wrong}");
        }
    }

    /// The error of such a game.
    pub(crate) fn fails(&self, lines: &str) -> Option<String> {
        let scenario = &self.request.scenario;
        let text = format!("scenario {scenario}\nplayers red, blue, white\n\n{lines}");
        let wrong = support::play(&text, "a.game", &self.request).err()?;
        Some(self.shown(&wrong.to_string()))
    }

    /// The diagnostics of the files.
    pub(crate) fn wrong(&self) -> String {
        let wrong = self.load().map(|_| ()).expect_err("a mistake that is found");
        self.shown(&wrong.to_string())
    }

    /// A text without the name of the folder.
    pub(crate) fn shown(&self, text: &str) -> String {
        text.replace(&format!("{}/", self.folder.path().display()), "")
    }

    /// A position with three players and an empty board.
    pub(crate) fn position(&self) -> PositionBuilder {
        let (rules, host) = self.load().unwrap_or_else(|wrong| panic!("{wrong}"));
        let names = ["red", "blue", "white"].map(str::to_owned);
        PositionBuilder::new(rules, host, &names, 7).expect("a table that can be laid")
    }

    /// A game in which red has a settlement, 2 wood and 1 ore, blue 3 sheep, and white nothing; it
    /// is red's turn.
    pub(crate) fn game(self) -> Play {
        self.game_with(&[(RED, WOOD, 2), (RED, ORE, 1), (BLUE, SHEEP, 3)])
    }

    /// A game in which red has a settlement, and the players have these cards; it is red's turn.
    pub(crate) fn game_with(self, cards: &[(Player, Resource, usize)]) -> Play {
        let mut position = self.position();
        let kind = position.view().rules().kind_named("settlement").expect("settlements");
        let place = Place::Intersection(Intersection::new(20));
        position.put(Change::Built { player: RED, kind, place }).expect("a free place");
        for &(player, kind, count) in cards {
            position.put(Change::Took(player, Resources::of(kind, count))).expect("cards enough");
        }
        let game = position.begin(Start::Act(RED)).expect("a game");
        Play { game, fixture: self }
    }
}

/// A rule with an ability whose `act` has this body.
pub(crate) fn ability(body: &str) -> String {
    format!("const ABILITY = \"try it\";\nfn act(me) {{\n    {body}\n}}\n")
}

/// A game with a house pack.
pub(crate) struct Play {
    pub(crate) game: Game,
    pub(crate) fixture: Fixture,
}

impl Play {
    /// Uses red's ability.
    pub(crate) fn attempt(&mut self) -> Result<Vec<CausedChange>, Refusal> {
        self.game.play(
            RED,
            Action::Use {
                ability: Ability(0),
                variant: 0,
                pay: newcatan::resource::Resources::NONE,
            },
        )
    }

    /// Answers the open question with the option of this index.
    pub(crate) fn answer(&mut self, option: usize) -> Result<Vec<CausedChange>, Refusal> {
        let question = self.game.question().expect("an open question");
        let (player, action) = (question.player, question.options[option]);
        self.game.play(player, action)
    }

    /// Uses red's ability, whose rule must fail without any changes. Returns the failure.
    pub(crate) fn failure(&mut self) -> String {
        let before = self.game.state();
        let refused = self.attempt().expect_err("a rule that fails");
        assert_eq!(self.game.state(), before, "the game is as before");
        assert!(self.game.question().is_none());
        self.explained(refused)
    }

    /// A failure as it is printed.
    pub(crate) fn explained(&self, refused: Refusal) -> String {
        match refused {
            Refusal::Failed(failure) => self.explain(&failure),
            Refusal::Illegal(reasons) => panic!("refused: {reasons:?}"),
        }
    }

    pub(crate) fn explain(&self, failure: &Failure) -> String {
        self.fixture.shown(&script::explain_in(&self.game, failure).to_string())
    }

    /// A refusal as it is printed.
    pub(crate) fn refused(&self, result: Result<Vec<CausedChange>, Refusal>) -> String {
        match result.expect_err("a refusal") {
            illegal @ Refusal::Illegal(_) => self.fixture.shown(&illegal.to_string()),
            Refusal::Failed(failure) => panic!("{}", self.explain(&failure)),
        }
    }

    pub(crate) fn hand(&self, player: Player) -> String {
        self.game.rules().bag(self.game.table().seat(player).hand())
    }

    /// The game restored from its saved text.
    pub(crate) fn resumed(&self) -> Game {
        let saved = serde_json::to_string(&self.game.state()).expect("a state can be written");
        let state: State = serde_json::from_str(&saved).expect("what was written can be read");
        let (rules, host) = self.fixture.load().expect("the rules load again");
        Game::resume(rules, host, self.game.names(), state).expect("the game goes on")
    }
}

/// An answer with this choice.
pub(crate) fn choose(choice: Choice) -> Action {
    Action::Choose(choice)
}

/// The failure of a hostile ability.
pub(crate) fn hostile(body: &str) -> String {
    Fixture::act(body).game().failure()
}
