//! The server: stores games by their ids, and answers messages.

use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use super::hint::{HintParams, Hints};
use super::legal::legal;
use super::message::{
    Added, Chance, Copy, Hello, LegalActions, LegalParams, Load, Method, New, Nothing, Observe,
    OfGame, Picture, Play, Playout, Playouts, Scenario, Svg, Transcript, Undo, Why, WhyNot,
    WhyNotResult,
};
use super::observation::Observation;
use super::playout::playouts;
use super::request::Folders;
use super::rpc::{Request, RpcError, RpcErrorCode, answer, shortened};
use super::rulebook::rulebook;
use super::session::Session;
use super::{FORMAT, VERSION};
use crate::content::{self, built_in_scenarios};
use crate::diagnostic::{Diagnostic, misread};
use crate::draw;
use crate::limits;
use crate::seat::next_to_act;
use crate::table::Player;
use crate::transcript;

/// The maximum length of the id of a game.
const ID: usize = 60;

/// A server that plays games for programs.
pub struct Server {
    folders: Folders,
    /// Draws a seed for a game without one.
    draw_seed: fn() -> u64,
    games: BTreeMap<String, Session>,
    /// The number of ids generated so far.
    given: u64,
}

impl Server {
    /// A server that reads only files in these folders and the built-in files. `draw_seed` is
    /// called for games without a seed.
    pub fn new(folders: Vec<PathBuf>, draw_seed: fn() -> u64) -> Self {
        Self { folders: Folders(folders), draw_seed, games: BTreeMap::new(), given: 0 }
    }

    /// Answers a line with a request or a batch. Returns `None` if the line has only notifications
    /// or is empty.
    pub fn answer(&mut self, line: &str) -> Option<String> {
        if line.trim().is_empty() {
            return None;
        }
        let answered = match serde_json::from_str(line) {
            Err(error) => {
                let fault =
                    RpcError::new(RpcErrorCode::Unreadable, format!("invalid JSON: {error}"));
                Some(answer(&Value::Null, Err(fault)))
            }
            Ok(Value::Array(messages)) => self.batch(messages),
            Ok(message) => self.message(message),
        };
        answered.map(|answered| answered.to_string())
    }

    /// The answer to a line that is not read because it exceeds [`limits::MESSAGE`].
    pub fn too_long() -> String {
        let most = limits::MESSAGE;
        let fault =
            RpcError::new(RpcErrorCode::Limit, format!("the line has more than {most} bytes"));
        answer(&Value::Null, Err(fault)).to_string()
    }

    fn batch(&mut self, messages: Vec<Value>) -> Option<Value> {
        if messages.is_empty() {
            let fault = RpcError::new(RpcErrorCode::NoRequest, "the list contains no request");
            return Some(answer(&Value::Null, Err(fault)));
        }
        if messages.len() > limits::REQUESTS {
            let (most, found) = (limits::REQUESTS, messages.len());
            let message = format!("expected at most {most} requests in a list, found {found}");
            return Some(answer(&Value::Null, Err(RpcError::new(RpcErrorCode::Limit, message))));
        }
        let answers = messages.into_iter().filter_map(|message| self.message(message));
        let answers: Vec<Value> = answers.collect();
        (!answers.is_empty()).then_some(Value::Array(answers))
    }

    fn message(&mut self, message: Value) -> Option<Value> {
        let Request { id, method, params } = match Request::read(message) {
            Ok(request) => request,
            Err(wrong) => return Some(wrong),
        };
        let result = catch_unwind(AssertUnwindSafe(|| self.call(&method, params)));
        let result = result.unwrap_or_else(|_| {
            let message =
                format!("`{}` failed because of a bug in the program", shortened(&method));
            Err(RpcError::new(RpcErrorCode::Internal, message))
        });
        id.map(|id| answer(&id, result))
    }

    fn call(&mut self, method: &str, params: Value) -> Result<Value, RpcError> {
        let known = Method::ALL.iter().find(|known| known.name() == method);
        let Some(known) = known else {
            let names = Method::ALL.iter().map(|known| known.name());
            let name = shortened(method);
            let wrong = Diagnostic::new(format!("no method `{name}`")).did_you_mean(&name, names);
            return Err(RpcError::of(RpcErrorCode::NoMethod, wrong));
        };
        match known {
            Method::Hello => read(params).and_then(|Nothing {}| value(&hello())),
            Method::New => self.begin(read(params)?),
            Method::Observe => self.observe(&read(params)?),
            Method::Legal => self.legal(&read(params)?),
            Method::Play => self.play(&read(params)?),
            Method::Undo => {
                let Undo { game, lines } = read(params)?;
                let session = self.session(&game)?;
                session.undo(lines, &mut ())?;
                value(&session.status(&game, Vec::new()))
            }
            Method::Why => {
                let Why { game, line } = read(params)?;
                value(&self.session(&game)?.why(line, None)?)
            }
            Method::WhyNot => {
                let WhyNot { game, line } = read(params)?;
                let reasons = self.session(&game)?.why_not(&line)?;
                value(&WhyNotResult { legal: reasons.is_empty(), reasons })
            }
            Method::Copy => {
                let Copy { game, copy } = read(params)?;
                let session = self.session(&game)?.clone();
                self.keep(copy, session, Vec::new())
            }
            Method::State => {
                let OfGame { game } = read(params)?;
                value(&self.session(&game)?.save()?)
            }
            Method::Load => self.load(params),
            Method::Transcript => {
                let OfGame { game } = read(params)?;
                value(&Transcript { transcript: self.session(&game)?.transcript()? })
            }
            Method::Svg => self.svg(&read(params)?),
            Method::Rules => {
                let OfGame { game } = read(params)?;
                Ok(rulebook(self.session(&game)?.game.rules()))
            }
            Method::Playout => self.playout(&read(params)?),
            Method::Hint => self.hint(&read(params)?),
            Method::Close => {
                let OfGame { game } = read(params)?;
                self.session(&game)?;
                self.games.remove(&game);
                value(&Nothing {})
            }
        }
    }

    fn session(&mut self, id: &str) -> Result<&mut Session, RpcError> {
        self.games.get_mut(id).ok_or_else(|| no_game(id))
    }

    fn seen(
        &mut self,
        id: &str,
        seat: Option<&str>,
    ) -> Result<(&Session, Option<Player>), RpcError> {
        let session: &Session = self.session(id)?;
        let player = seat.map(|name| session.player(name)).transpose()?;
        Ok((session, player))
    }

    /// Stores a game under an unused id.
    fn keep(
        &mut self,
        id: Option<String>,
        session: Session,
        changes: Vec<String>,
    ) -> Result<Value, RpcError> {
        if self.games.len() >= limits::GAMES {
            let message = format!("at most {} games can be open at once", limits::GAMES);
            return Err(RpcError::new(RpcErrorCode::Limit, message));
        }
        let wrong = |message: String| Err(RpcError::new(RpcErrorCode::WrongParams, message));
        let id = match id {
            Some(id) if id.is_empty() || id.chars().count() > ID => {
                return wrong(format!("the id of a game must have 1 to {ID} characters"));
            }
            Some(id) if self.games.contains_key(&id) => {
                return wrong(format!("there is already a game `{id}`"));
            }
            Some(id) => id,
            None => self.free_id(),
        };
        let status = session.status(&id, changes);
        self.games.insert(id, session);
        value(&status)
    }

    fn free_id(&mut self) -> String {
        loop {
            self.given += 1;
            let id = format!("g{}", self.given);
            if !self.games.contains_key(&id) {
                return id;
            }
        }
    }

    fn begin(&mut self, mut setup: New) -> Result<Value, RpcError> {
        setup.seed.get_or_insert_with(self.draw_seed);
        let request = self.folders.request(&setup)?;
        let id = setup.game.clone();
        let session = Session::begin(setup, &request)?;
        let changes = session.laid();
        self.keep(id, session, changes)
    }

    fn load(&mut self, params: Value) -> Result<Value, RpcError> {
        check_format(&params)?;
        let Load { game, state, transcript, with } = read(params)?;
        let session = match (state, transcript) {
            (Some(saved), None) if with.is_empty() => {
                let request = self.folders.request(&saved.setup)?;
                let mut session = match &saved.transcript {
                    None => Session::begin(saved.setup.clone(), &request)?,
                    Some(text) => self.of_transcript(text.clone(), &saved.setup.with)?,
                };
                session.restore(&saved)?;
                session
            }
            (None, Some(text)) => self.of_transcript(text, &with)?,
            _ => {
                let message =
                    "expected either a `state`, or a `transcript` with its rules in `with`";
                return Err(RpcError::new(RpcErrorCode::WrongParams, message));
            }
        };
        self.keep(game, session, Vec::new())
    }

    /// Begins the game of a transcript.
    fn of_transcript(&self, text: String, with: &[Added]) -> Result<Session, RpcError> {
        let parsed = transcript::parse(&text, "transcript");
        let parsed = parsed.map_err(|wrong| RpcError::of(RpcErrorCode::NotRestored, wrong))?;
        let named = parsed.request();
        let given = |path: &Path| {
            with.iter().any(|added| match added {
                Added::Rule { name, .. } => path == Path::new(&format!("{name}.rhai")),
                Added::Pack { name, .. } | Added::Name(name) => path == Path::new(name),
            })
        };
        let others = named.with.iter().filter(|path| !given(path));
        let others = others.map(|path| Added::Name(path.display().to_string()));
        let setup = New {
            game: None,
            scenario: Scenario::Name(parsed.scenario().into()),
            packs: named.packs,
            with: with.iter().cloned().chain(others).collect(),
            without: named.without,
            set: BTreeMap::new(),
            players: None,
            seed: None,
            chance: Chance::Drawn,
            operations: None,
        };
        let request = content::Request { set: named.set, ..self.folders.request(&setup)? };
        Session::of_transcript(setup, text, &parsed, &request)
    }

    fn observe(&mut self, params: &Observe) -> Result<Value, RpcError> {
        let (session, player) = self.seen(&params.game, params.seat.as_deref())?;
        value(&Observation::of(&session.game.player_view(player), params.open)?)
    }

    fn legal(&mut self, params: &LegalParams) -> Result<Value, RpcError> {
        let (session, player) = self.seen(&params.game, params.player.as_deref())?;
        let players = player.map_or_else(|| session.game.to_act(), crate::table::Players::of);
        let mut actions = Vec::new();
        for player in players.iter() {
            actions.extend(legal(&session.game, player, params.offers)?);
        }
        value(&LegalActions { actions })
    }

    fn play(&mut self, params: &Play) -> Result<Value, RpcError> {
        let session = self.session(&params.game)?;
        let changes = session.play(&params.line)?;
        value(&session.status(&params.game, changes))
    }

    fn svg(&mut self, params: &Svg) -> Result<Value, RpcError> {
        let (session, player) = self.seen(&params.game, params.seat.as_deref())?;
        let svg = draw::picture(&session.game.player_view(player), params.names)?;
        value(&Picture { svg })
    }

    fn playout(&mut self, params: &Playout) -> Result<Value, RpcError> {
        let seed = params.seed.unwrap_or_else(self.draw_seed);
        let game = &self.session(&params.game)?.game;
        value(&Playouts { games: playouts(game, &params.seats, params.games, seed)? })
    }

    fn hint(&mut self, params: &HintParams) -> Result<Value, RpcError> {
        let (session, player) = self.seen(&params.game, params.player.as_deref())?;
        let game = &session.game;
        match player.or_else(|| next_to_act(game)) {
            Some(player) => {
                let offered = session.offered(player);
                value(&Hints::of(game, player, &offered, params.seed, params.positions)?)
            }
            None => value(&Hints::default()),
        }
    }
}

fn hello() -> Hello {
    Hello {
        protocol: VERSION,
        engine: env!("CARGO_PKG_VERSION").into(),
        format: FORMAT,
        methods: Method::ALL.iter().map(|method| method.name().into()).collect(),
        scenarios: built_in_scenarios(),
    }
}

fn no_game(id: &str) -> RpcError {
    RpcError::new(RpcErrorCode::NoGame, format!("no game `{}`", shortened(id)))
}

/// Checks the format of a saved game.
fn check_format(params: &Value) -> Result<(), RpcError> {
    let Some(state) = params.get("state") else { return Ok(()) };
    let format = state.get("format");
    if format == Some(&json!(FORMAT)) {
        return Ok(());
    }
    let found = format.map_or("none".into(), |format| shortened(&format.to_string()));
    let message = format!("expected a state in format {FORMAT}, found {found}");
    Err(RpcError::new(RpcErrorCode::NotRestored, message))
}

/// Parses the parameters of a method.
fn read<T: DeserializeOwned>(params: Value) -> Result<T, RpcError> {
    serde_json::from_value(params).map_err(|error| {
        RpcError::of(RpcErrorCode::WrongParams, misread(&error.to_string(), "an object"))
    })
}

/// A result as JSON.
fn value(result: &impl Serialize) -> Result<Value, RpcError> {
    serde_json::to_value(result)
        .map_err(|error| RpcError::new(RpcErrorCode::Internal, error.to_string()))
}
