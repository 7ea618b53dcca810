//! `lsp`: a language server over the standard streams.

mod documents;
mod frames;
mod places;

use std::io::{self, BufReader, StdoutLock};
use std::panic::{AssertUnwindSafe, catch_unwind};

use lsp_server::{ErrorCode, Message, Notification, Request, RequestId, Response};
use lsp_types::notification::{DidChangeTextDocument, DidCloseTextDocument, DidOpenTextDocument};
use lsp_types::notification::{DidSaveTextDocument, Exit, Notification as _};
use lsp_types::request::Shutdown;
use lsp_types::request::{Completion, GotoDefinition, HoverRequest, Initialize, Request as _};
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use super::problem::Problem;
use documents::Documents;
use frames::{Frame, Frames};

/// The arguments of `lsp`.
#[derive(clap::Args, Debug)]
pub(super) struct LspArgs {
    /// Use the standard streams. The server always does, so this option has no effect.
    #[arg(long, hide = true)]
    stdio: bool,
}

/// Serves until the editor ends the session.
pub(super) fn lsp(_: &LspArgs) -> Result<(), Problem> {
    let mut frames = Frames::new(BufReader::new(io::stdin().lock()));
    let mut server =
        Server { out: io::stdout().lock(), documents: Documents::default(), stage: Stage::New };
    loop {
        match frames.read()? {
            Frame::Message(Message::Notification(note)) if note.method == Exit::METHOD => {
                return if server.stage == Stage::Over { Ok(()) } else { Err(Problem::Reported) };
            }
            Frame::Message(message) => server.handle(message)?,
            Frame::Unreadable(why) => frames::unreadable(&mut server.out, &why)?,
            Frame::End => return Err(Problem::Reported),
        }
        // While there is more input, diagnostics would soon be outdated.
        if frames.input.buffer().is_empty() {
            server.publish()?;
        }
    }
}

/// The state of the session.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Stage {
    /// Not initialized.
    New,
    /// Initialized: requests are answered.
    Open,
    /// Shut down: only `exit` is expected.
    Over,
}

/// Receives messages and answers them.
struct Server<'a> {
    out: StdoutLock<'a>,
    documents: Documents,
    stage: Stage,
}

/// The error for a request that cannot be answered.
type RequestError = (ErrorCode, String);

impl Server<'_> {
    /// Handles a message; answers if it is a request.
    fn handle(&mut self, message: Message) -> io::Result<()> {
        match message {
            Message::Request(Request { id, method, params }) => {
                let answer = guarded(|| self.answer(&method, params));
                let answer = answer.unwrap_or_else(|| {
                    Err((ErrorCode::InternalError, format!("`{method}` failed")))
                });
                self.send(&response(id, answer))
            }
            Message::Notification(Notification { method, params }) => {
                if self.stage == Stage::Open {
                    guarded(|| self.note(&method, params));
                }
                Ok(())
            }
            Message::Response(_) => Ok(()),
        }
    }

    /// Returns the answer to a request.
    fn answer(&mut self, method: &str, params: Value) -> Result<Value, RequestError> {
        match (self.stage, method) {
            (Stage::New, Initialize::METHOD) => {
                documents::open_at(&params);
                self.stage = Stage::Open;
                Ok(abilities())
            }
            (Stage::New, _) => {
                Err((ErrorCode::ServerNotInitialized, "expected `initialize`".into()))
            }
            (Stage::Over, _) => Err((ErrorCode::InvalidRequest, "expected `exit`".into())),
            (Stage::Open, Shutdown::METHOD) => {
                self.stage = Stage::Over;
                Ok(Value::Null)
            }
            (Stage::Open, Completion::METHOD) => Ok(self.documents.complete(&read(params)?)),
            (Stage::Open, HoverRequest::METHOD) => Ok(self.documents.hover(&read(params)?)),
            (Stage::Open, GotoDefinition::METHOD) => Ok(self.documents.definition(&read(params)?)),
            (Stage::Open, _) => {
                Err((ErrorCode::MethodNotFound, format!("unknown method `{method}`")))
            }
        }
    }

    /// Handles a notification; invalid ones are ignored.
    fn note(&mut self, method: &str, params: Value) {
        match method {
            DidOpenTextDocument::METHOD => drop(read(params).map(|it| self.documents.open(it))),
            DidChangeTextDocument::METHOD => drop(read(params).map(|it| self.documents.change(it))),
            DidCloseTextDocument::METHOD => drop(read(params).map(|it| self.documents.close(&it))),
            DidSaveTextDocument::METHOD => self.documents.look_again(),
            _ => {}
        }
    }

    /// Publishes diagnostics that have changed.
    fn publish(&mut self) -> io::Result<()> {
        let news = guarded(|| self.documents.news()).unwrap_or_default();
        news.into_iter().try_for_each(|note| self.send(&note.into()))
    }

    fn send(&mut self, message: &Message) -> io::Result<()> {
        message.write(&mut self.out)
    }
}

/// Calls a function and catches a panic.
fn guarded<T>(run: impl FnOnce() -> T) -> Option<T> {
    catch_unwind(AssertUnwindSafe(run)).ok()
}

fn response(id: RequestId, answer: Result<Value, RequestError>) -> Message {
    Message::Response(match answer {
        Ok(value) => Response::new_ok(id, value),
        Err((code, message)) => Response::new_err(id, code as i32, message),
    })
}

/// Parses the parameters of a message.
fn read<T: DeserializeOwned>(params: Value) -> Result<T, RequestError> {
    serde_json::from_value(params).map_err(|error| (ErrorCode::InvalidParams, error.to_string()))
}

/// The capabilities of the server.
fn abilities() -> Value {
    json!({
        "capabilities": {
            "positionEncoding": "utf-16",
            "textDocumentSync": { "openClose": true, "change": 1, "save": true },
            "completionProvider": { "triggerCharacters": [".", "\"", " ", "-", "/"] },
            "hoverProvider": true,
            "definitionProvider": true,
        },
        "serverInfo": { "name": "newcatan", "version": env!("CARGO_PKG_VERSION") },
    })
}
