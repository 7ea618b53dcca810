//! Messages as they come over a stream: a header with their length, and a body.

use std::io::{self, BufRead, Read, Write};

use lsp_server::{ErrorCode, Message};
use serde_json::json;

/// The largest message that is read.
const LARGEST: u64 = 64 * 1024 * 1024;

/// What has come.
pub(super) enum Frame {
    /// A message.
    Message(Message),
    /// Something that is none, and why.
    Unreadable(String),
    /// The stream has ended.
    End,
}

/// Reads the next message.
pub(super) fn read(input: &mut impl BufRead) -> io::Result<Frame> {
    let mut length = None;
    loop {
        let mut line = Vec::new();
        if input.take(LARGEST).read_until(b'\n', &mut line)? == 0 {
            return Ok(Frame::End);
        }
        let line = String::from_utf8_lossy(&line);
        let line = line.trim();
        if line.is_empty() {
            break;
        }
        let field = line.split_once(':');
        let field = field.filter(|(name, _)| name.eq_ignore_ascii_case("Content-Length"));
        length = field.map_or(length, |(_, value)| value.trim().parse::<u64>().ok());
    }
    let Some(length) = length else {
        return Ok(Frame::Unreadable("a message without `Content-Length`".into()));
    };
    if length > LARGEST {
        io::copy(&mut input.take(length), &mut io::sink())?;
        return Ok(Frame::Unreadable(format!("a message of {length} bytes is too large")));
    }
    let mut body = Vec::new();
    input.take(length).read_to_end(&mut body)?;
    if (body.len() as u64) < length {
        return Ok(Frame::End);
    }
    Ok(match serde_json::from_slice(&body) {
        Ok(message) => Frame::Message(message),
        Err(error) => Frame::Unreadable(format!("the message cannot be read: {error}")),
    })
}

/// Answers what is no message, and so has no number to answer to.
pub(super) fn unreadable(out: &mut impl Write, why: &str) -> io::Result<()> {
    let error = json!({ "code": ErrorCode::ParseError as i32, "message": why });
    let body = json!({ "jsonrpc": "2.0", "id": null, "error": error }).to_string();
    write!(out, "Content-Length: {}\r\n\r\n{body}", body.len())?;
    out.flush()
}
