//! The JSON-RPC 2.0 envelope: requests, answers, errors and batches.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use crate::diagnostic::{Diagnostic, Diagnostics, shortened_to};
use crate::game::{Reason, Refusal};
use crate::rules::{Failure, Origin, Rule, Rules};

/// The version of JSON-RPC.
const JSON_RPC: &str = "2.0";

/// The kind of an error; codes of this protocol are between -32099 and -32000.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum RpcErrorCode {
    /// The line is not valid JSON.
    Unreadable = -32700,
    /// The message is not a request.
    NoRequest = -32600,
    /// There is no such method.
    NoMethod = -32601,
    /// The parameters are invalid.
    WrongParams = -32602,
    /// The program has a bug.
    Internal = -32603,
    /// The rules forbid the action.
    Refused = -32000,
    /// A rule failed.
    RuleFailed = -32001,
    /// There is no game with this id.
    NoGame = -32002,
    /// The files of a game, or the file contents in the message, have errors.
    NotLoaded = -32003,
    /// A saved game cannot be restored.
    NotRestored = -32004,
    /// A limit of the program is exceeded.
    Limit = -32005,
}

/// The error with which a request is answered.
#[derive(Debug)]
pub(crate) struct RpcError {
    pub(crate) code: RpcErrorCode,
    pub(crate) message: String,
    pub(crate) reasons: Vec<ErrorReason>,
}

/// A reason for an error, with its position.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
pub(crate) struct ErrorReason {
    /// The message, or the reason against the action.
    pub(crate) text: String,
    /// The rule or declaration, such as `pack/rule`.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub(crate) rule: String,
    /// The rulings that the rule implements, such as `C-16`.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub(crate) rulings: String,
    /// The file of the rule or declaration.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub(crate) file: String,
    /// The line of the file, counted from 1; 0 for the whole file.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub(crate) line: usize,
    /// Suggestions for fixing the mistake.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) hints: Vec<String>,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde requires a reference")]
fn is_zero(number: &usize) -> bool {
    *number == 0
}

impl ErrorReason {
    fn at(text: impl Into<String>, origin: &Origin) -> Self {
        let Origin { file, line } = origin.clone();
        Self { text: text.into(), file, line, ..Self::default() }
    }
}

impl From<&Reason> for ErrorReason {
    fn from(reason: &Reason) -> Self {
        let (rule, rulings) = (reason.rule.clone(), reason.rulings.clone());
        Self { rule, rulings, ..Self::at(&reason.text, &reason.origin) }
    }
}

impl From<&Diagnostic> for ErrorReason {
    fn from(wrong: &Diagnostic) -> Self {
        let origin = Origin { file: wrong.file.clone(), line: wrong.line };
        Self { hints: wrong.hints.clone(), ..Self::at(&wrong.message, &origin) }
    }
}

/// The error of a file that cannot be read or written.
#[cfg(any(feature = "serve", feature = "terminal"))]
impl From<std::io::Error> for RpcError {
    fn from(error: std::io::Error) -> Self {
        Self::new(RpcErrorCode::Internal, error.to_string())
    }
}

impl RpcError {
    pub(crate) fn new(code: RpcErrorCode, message: impl Into<String>) -> Self {
        Self { code, message: message.into(), reasons: Vec::new() }
    }

    /// An error with diagnostics about files.
    pub(crate) fn of(code: RpcErrorCode, wrong: impl Into<Diagnostics>) -> Self {
        let Diagnostics(wrong) = wrong.into();
        let message = wrong.first().map_or_else(String::new, |first| first.message.clone());
        Self { code, message, reasons: wrong.iter().map(ErrorReason::from).collect() }
    }
}

impl RpcError {
    /// The error for a failure, with the rule that failed.
    pub(super) fn failed(failure: Failure, rules: &Rules) -> Self {
        let call = failure.call;
        let mut fault = Self::from(failure);
        if let (Some((rule, _)), Some(reason)) = (call, fault.reasons.first_mut()) {
            let Rule { id, rulings, .. } = rules.rule(rule);
            (reason.rule, reason.rulings) = (id.clone(), rulings.clone());
        }
        fault
    }

    /// The error for a refused action, with the rule that failed, if any.
    pub(super) fn refused(refused: Refusal, rules: &Rules) -> Self {
        match refused {
            Refusal::Failed(failure) => Self::failed(failure, rules),
            refused @ Refusal::Illegal(_) => refused.into(),
        }
    }
}

impl From<Failure> for RpcError {
    fn from(failure: Failure) -> Self {
        let hints = failure.hint.iter().chain(&failure.trace).cloned().collect();
        let ground = ErrorReason { hints, ..ErrorReason::at(&failure.message, &failure.origin) };
        let code =
            if failure.is_written { RpcErrorCode::WrongParams } else { RpcErrorCode::RuleFailed };
        Self { code, message: failure.into_details().message, reasons: vec![ground] }
    }
}

impl From<Refusal> for RpcError {
    fn from(refused: Refusal) -> Self {
        match refused {
            Refusal::Failed(failure) => (failure).into(),
            Refusal::Illegal(reasons) => {
                let texts: Vec<&str> = reasons.iter().map(|reason| &*reason.text).collect();
                let message = texts.join("; ");
                Self {
                    reasons: reasons.iter().map(ErrorReason::from).collect(),
                    ..Self::new(RpcErrorCode::Refused, message)
                }
            }
        }
    }
}

/// A parsed request.
pub(super) struct Request {
    /// The id for the answer; `None` for a notification, which has no answer.
    pub(super) id: Option<Value>,
    pub(super) method: String,
    pub(super) params: Value,
}

impl Request {
    /// Parses a request.
    ///
    /// # Errors
    /// The error answer, if the message is not a valid request.
    pub(super) fn read(message: Value) -> Result<Self, Value> {
        let wrong = |id: Option<Value>, text: &str| {
            Err(answer(&id.unwrap_or_default(), Err(RpcError::new(RpcErrorCode::NoRequest, text))))
        };
        let Value::Object(mut message) = message else {
            return wrong(None, "expected an object with `id`, `method` and `params`");
        };
        let id = message.remove("id");
        let is_id = match &id {
            None | Some(Value::Null | Value::String(_)) => true,
            // Other numbers are not represented exactly.
            Some(Value::Number(number)) => number.is_i64() || number.is_u64(),
            Some(_) => false,
        };
        if !is_id {
            return wrong(None, "an `id` must be a whole number below 2^64, or a string");
        }
        match message.remove("jsonrpc") {
            None => {}
            Some(version) if version == JSON_RPC => {}
            Some(_) => return wrong(id, "expected `\"jsonrpc\": \"2.0\"`"),
        }
        let method = match message.remove("method") {
            Some(Value::String(method)) => method,
            Some(_) => return wrong(id, "the `method` must be a string"),
            None => return wrong(id, "the request has no `method`"),
        };
        let params = match message.remove("params") {
            None | Some(Value::Null) => Value::Object(Map::new()),
            Some(params @ Value::Object(_)) => params,
            Some(_) => return wrong(id, "the `params` must be an object"),
        };
        if let Some(key) = message.keys().next() {
            return wrong(id, &format!("a request cannot have a key `{}`", shortened(key)));
        }
        Ok(Self { id, method, params })
    }
}

/// The answer to a request.
pub(super) fn answer(id: &Value, result: Result<Value, RpcError>) -> Value {
    match result {
        Ok(result) => json!({ "jsonrpc": JSON_RPC, "id": id, "result": result }),
        Err(fault) => {
            let mut error = json!({ "code": fault.code as i32, "message": fault.message });
            if !fault.reasons.is_empty() {
                error["data"] = json!({ "reasons": fault.reasons });
            }
            json!({ "jsonrpc": JSON_RPC, "id": id, "error": error })
        }
    }
}

/// The maximum length of an invalid name in an error.
const REPEATED: usize = 61;

/// Shortens a name for an error.
pub(super) fn shortened(name: &str) -> String {
    shortened_to(REPEATED, name)
}
