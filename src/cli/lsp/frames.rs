//! The framing of messages in a stream: each has a header with its length, and a body.

use std::io::{self, BufRead, Cursor, Read, Write};

use lsp_server::{ErrorCode, Message};
use serde::de::IgnoredAny;
use serde_json::{Deserializer, json};

/// The maximum size of a message in bytes.
const MAX_MESSAGE: u64 = 64 * 1024 * 1024;
/// The only field of a header that is used.
const LENGTH: &str = "content-length:";

/// The next item of the stream.
pub(super) enum Frame {
    /// A message.
    Message(Message),
    /// The reason why a message is invalid.
    Unreadable(String),
    /// The stream has ended.
    End,
}

/// Reads messages from a stream. After an invalid header, it continues with the next header,
/// wherever that begins.
pub(super) struct Frames<R> {
    pub(super) input: R,
    /// The length from a header that was found within a body.
    met: Option<Length>,
    /// Bytes of a body that belong to the next header.
    rest: Vec<u8>,
}

/// The length in a header; `None` if it is not a number.
type Length = Option<u64>;

impl<R: BufRead> Frames<R> {
    /// Reads from this stream.
    pub(super) fn new(input: R) -> Self {
        Self { input, met: None, rest: Vec::new() }
    }

    /// Reads the next message.
    pub(super) fn read(&mut self) -> io::Result<Frame> {
        let mut length = self.met.take();
        loop {
            let line = self.line(MAX_MESSAGE)?;
            if line.is_empty() {
                return Ok(Frame::End);
            }
            if line.trim_ascii().is_empty() {
                break;
            }
            length = length_in(&line).or(length);
        }
        match length {
            None => Ok(Frame::Unreadable("the message has no `Content-Length`".into())),
            Some(None) => Ok(Frame::Unreadable("`Content-Length` is not a number".into())),
            Some(Some(length)) if length > MAX_MESSAGE => {
                Ok(Frame::Unreadable(format!("a message of {length} bytes is too large")))
            }
            Some(Some(length)) => self.body(length),
        }
    }

    /// Reads a body of this length; stops early if a header begins within it.
    fn body(&mut self, length: u64) -> io::Result<Frame> {
        let mut body = Vec::new();
        while (body.len() as u64) < length {
            let line = self.line(length - body.len() as u64)?;
            if line.is_empty() {
                return Ok(Frame::End);
            }
            if line.ends_with(b"\n")
                && let Some(next) = length_in(&line)
            {
                self.met = Some(next);
                return Ok(Frame::Unreadable(format!(
                    "the message is shorter than {length} bytes"
                )));
            }
            body.extend(line);
        }
        Ok(match serde_json::from_slice(&body) {
            Ok(message) => Frame::Message(message),
            Err(error) => {
                let mut values = Deserializer::from_slice(&body).into_iter::<IgnoredAny>();
                if values.next().is_some_and(|value| value.is_ok()) {
                    self.rest = body.split_off(values.byte_offset());
                }
                Frame::Unreadable(format!("the message cannot be read: {error}"))
            }
        })
    }

    /// Reads to the end of a line, but at most `most` bytes.
    fn line(&mut self, most: u64) -> io::Result<Vec<u8>> {
        let mut line = Vec::new();
        let known = Cursor::new(std::mem::take(&mut self.rest));
        let mut input = known.chain(&mut self.input);
        (&mut input).take(most).read_until(b'\n', &mut line)?;
        let (known, _) = input.into_inner();
        let read = usize::try_from(known.position()).expect("the line is in memory");
        self.rest = known.into_inner().split_off(read);
        Ok(line)
    }
}

/// The length field in a line of a header, possibly after the rest of a body; `None` in other
/// lines.
fn length_in(line: &[u8]) -> Option<Length> {
    let line = String::from_utf8_lossy(line).to_ascii_lowercase();
    let (_, length) = line.rsplit_once(LENGTH)?;
    let length = length.trim();
    let is_value = !length.contains(['"', ',', '}']);
    is_value.then(|| length.parse().ok())
}

/// Answers an invalid message with an error that has no id.
pub(super) fn unreadable(out: &mut impl Write, why: &str) -> io::Result<()> {
    let error = json!({ "code": ErrorCode::ParseError as i32, "message": why });
    let body = json!({ "jsonrpc": "2.0", "id": null, "error": error }).to_string();
    write!(out, "Content-Length: {}\r\n\r\n{body}", body.len())?;
    out.flush()
}
