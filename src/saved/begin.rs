//! Begins saved games: new ones, and those that go on from lines of another game.

use super::game::{Result, refuse};
use super::keys::{Keys, draw_id};
use super::logs::Logs;
use super::seats::SeatKind;
use super::store::{Saved, Store};
use crate::content::{self, Request};
use crate::protocol::{
    Added, Chance, Folders, New, Players, RpcError, RpcErrorCode, Scenario, Session, load,
};
use crate::rules::SettingValue;
use crate::transcript::{self, Body, Options, Transcript};

/// The share of the usual limit on operations that rules from outside the shipped packs get.
const SHARE: u64 = 10;

/// A line of a recorded game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Recorded {
    /// The actions of a player.
    Actions(String),
    /// This number of actions was undone.
    Undo(usize),
    /// A problem of a program was noted.
    Note(String),
}

impl Recorded {
    /// The lines of a transcript that change the game, and the notes between them.
    pub(super) fn lines(transcript: &Transcript) -> Vec<Self> {
        let rows = transcript.source.text.split('\n');
        let recorded = |(line, row): (&transcript::Line, &str)| match &line.body {
            Body::Action(..) => {
                Some(Self::Actions(transcript.source.text[line.span.clone()].into()))
            }
            Body::Undo(count) => {
                let count = count.as_ref().map_or(1, |count| count.value);
                Some(Self::Undo(usize::try_from(count).unwrap_or(usize::MAX)))
            }
            Body::Blank => row.strip_prefix("# ").map(|note| Self::Note(note.trim_end().into())),
            _ => None,
        };
        transcript.lines.iter().zip(rows).filter_map(recorded).collect()
    }

    /// Plays the line in a game.
    pub(super) fn play(&self, session: &mut Session, logs: &mut Logs) -> Result {
        match self {
            Self::Actions(text) => session.play_recorded(text, logs).map_err(|fault| RpcError {
                message: format!("`{text}` cannot be played: {}", fault.message),
                ..fault
            }),
            Self::Undo(actions) => session.undo_actions(*actions, logs),
            Self::Note(text) => {
                logs.note(text);
                Ok(())
            }
        }
    }
}

/// A game to begin.
pub(crate) struct Beginning {
    setup: New,
    request: Request,
    /// The lines that are played at once.
    lines: Vec<Recorded>,
}

impl Beginning {
    /// A new game with the rules of the program.
    pub(crate) fn new(mut setup: New) -> Result<Self> {
        setup.game = None;
        let request = Folders(Vec::new()).request(&setup)?;
        if setup.has_texts() {
            setup.operations = Some(crate::game::GAME_OPERATIONS / SHARE);
        }
        Ok(Self { setup, request, lines: Vec::new() })
    }

    /// A new game with the rules of this request. The names in `setup` are those of the files that
    /// are copied to the folder of the game.
    #[cfg(feature = "terminal")]
    pub(crate) fn with_rules(setup: New, request: Request) -> Self {
        Self { setup, request, lines: Vec::new() }
    }

    /// A game that goes on from these lines of another one, with the rules in a folder, or else
    /// with those of the program.
    pub(super) fn from_lines(setup: &New, rules: &Folders, lines: Vec<Recorded>) -> Result<Self> {
        Ok(Self { setup: setup.clone(), request: rules.request(setup)?, lines })
    }

    /// A game that goes on from the last line of a transcript.
    ///
    /// # Errors
    /// When the text is not a transcript of a whole game with shipped rules, or if the game was
    /// another one, such as one with earlier versions of these rules.
    pub(crate) fn of_transcript(text: &str) -> Result<Self> {
        let not_restored = |wrong| RpcError::of(RpcErrorCode::NotRestored, wrong);
        let parsed = transcript::parse(text, "transcript").map_err(not_restored)?;
        let beginning = Self::new(setup_of(&parsed)?)?;
        let (rules, script) = load(&beginning.request)?;
        let replayed = transcript::replay(&parsed, &rules, script, Options::default());
        replayed.map_err(not_restored).map_err(|fault| {
            let message =
                format!("the transcript does not fit the rules of this program: {}", fault.message);
            RpcError { message, ..fault }
        })?;
        let mut lines = Recorded::lines(&parsed);
        // Comments in a file are no notes of this program.
        lines.retain(|line| !matches!(line, Recorded::Note(_)));
        Ok(Self { lines, ..beginning })
    }

    /// Plays the lines, and saves the game in a folder of its own. Without `seats`, people have all
    /// of them. Returns the id of the game.
    pub(crate) fn begin(
        mut self,
        store: &Store,
        seats: Option<Vec<SeatKind>>,
    ) -> Result<(String, Saved)> {
        if let (Some(seats), None) = (&seats, &self.setup.players) {
            self.setup.players = Some(Players::Number(seats.len()));
        }
        let known = store.programs.names();
        let is_unknown =
            |kind: &&SeatKind| matches!(kind, SeatKind::Program(name) if !known.contains(name));
        if let Some(kind) = seats.iter().flatten().find(is_unknown) {
            let message = format!("the {} cannot play here", String::from(kind.clone()));
            return Err(RpcError::new(RpcErrorCode::WrongParams, message));
        }
        let (mut session, mut logs) = started(&self.setup, &self.request, &self.lines)?;
        let players = session.game.names().to_vec();
        let seats = seats.unwrap_or_else(|| vec![SeatKind::Person; players.len()]);
        if players.len() != seats.len() {
            let message = format!("{} players cannot have {} seats", players.len(), seats.len());
            return Err(RpcError::new(RpcErrorCode::WrongParams, message));
        }
        let id = draw_id();
        let internal = |wrong| RpcError::of(RpcErrorCode::Internal, wrong);
        store.keep_rules(&id, &self.request).map_err(internal)?;
        if !self.request.with.is_empty() {
            // From now on, the added rules are those in the folder of the game, which its record does
            // not name.
            let request = store.folder_of(&id).request(&session.setup)?;
            (session, logs) = started(&session.setup, &request, &self.lines)?;
        }
        let saved = Saved {
            title: session.game.rules().title.clone(),
            setup: session.setup.clone(),
            keys: Keys::draw(players.len()),
            players,
            seats,
            ended: None,
        };
        store.record(&id, &logs.record_so_far())?;
        store.save(&id, &saved)?;
        Ok((id, saved))
    }
}

/// A game with these rules after these lines, and its logs.
fn started(setup: &New, request: &Request, lines: &[Recorded]) -> Result<(Session, Logs)> {
    let mut session = Session::begin(setup.clone(), request)?;
    let mut logs = Logs::begin(&session.game, session.setup.scenario.name());
    for line in lines {
        line.play(&mut session, &mut logs)?;
    }
    Ok((session, logs))
}

/// The parameters of a recorded game.
fn setup_of(transcript: &Transcript) -> Result<New> {
    let header = &transcript.header;
    if header.viewer.is_some() {
        return refuse("the transcript hides what one player could not see");
    }
    if header.is_lenient {
        return refuse("the transcript goes on after rules that failed");
    }
    if transcript.lines.iter().any(|line| matches!(line.body, Body::Given(_))) {
        return refuse("the transcript does not contain the game from its beginning");
    }
    let with: Vec<String> = header.with.iter().map(|added| added.text.clone()).collect();
    let packs: Vec<String> = header.packs.iter().map(|pack| pack.id.text.clone()).collect();
    let is_shipped = |id: &String| content::built_in_packs().any(|shipped| shipped == *id);
    if let Some(other) = with.iter().chain(&packs).find(|id| !is_shipped(id)) {
        return refuse(format!("the rules of `{other}` are not known here"));
    }
    let scenario = transcript.scenario();
    if !content::built_in_scenarios().iter().any(|shipped| shipped == scenario) {
        return refuse(format!("the scenario `{scenario}` is not known here"));
    }
    let players: Vec<String> = header.players.iter().map(|name| name.text.clone()).collect();
    // The loader reads the values of settings as words.
    let set = transcript.settings().into_iter();
    Ok(New {
        game: None,
        scenario: Scenario::Name(scenario.into()),
        packs: (!packs.is_empty()).then_some(packs),
        with: with.into_iter().map(Added::Name).collect(),
        without: header.without.iter().map(|rule| rule.text.clone()).collect(),
        set: set.map(|(key, value)| (key, SettingValue::Word(value))).collect(),
        players: (!players.is_empty()).then_some(Players::Names(players)),
        seed: header.seed,
        operations: header.operations,
        chance: Chance::default(),
    })
}
