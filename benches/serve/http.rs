//! Requests as the page sends them, over connections that stay open, and streams of events.

use std::io::{self, BufRead, BufReader, ErrorKind, Read, Write};
use std::net::TcpStream;
use std::time::Duration;

use serde_json::Value;

/// The longest time for which an answer is awaited.
const PATIENCE: Duration = Duration::from_secs(30);

/// An answer.
pub(crate) struct Answer {
    pub(crate) status: u16,
    pub(crate) body: Vec<u8>,
}

/// A connection for one request after the other.
pub(crate) struct Connection {
    host: String,
    /// What goes before the body of each request, besides its first line.
    headers: String,
    stream: Option<BufReader<TcpStream>>,
}

impl Connection {
    /// A connection to a host, such as `127.0.0.1:8271`, with these cookies. It is opened with the
    /// first request.
    pub(crate) fn new(host: &str, cookies: &str) -> Self {
        Self { host: host.into(), headers: headers(host, cookies), stream: None }
    }

    /// Sends a request, and reads the whole answer.
    ///
    /// # Errors
    /// When the server cannot be reached, does not answer in time, or answers something that is not
    /// understood here. The next request opens another connection.
    pub(crate) fn ask(&mut self, method: &str, path: &str, body: &Value) -> io::Result<Answer> {
        let mut stream = match self.stream.take() {
            Some(stream) => stream,
            None => connect(&self.host, Some(PATIENCE))?,
        };
        send(&mut stream, &format!("{method} {path}"), &self.headers, body)?;
        let head = Head::read(&mut stream)?;
        let mut answer = Answer { status: head.status, body: vec![0; head.length] };
        if head.is_chunked {
            return Err(odd("an answer without a length"));
        }
        stream.read_exact(&mut answer.body)?;
        self.stream = Some(stream);
        Ok(answer)
    }
}

/// The stream that tells about each new version of a game.
pub(crate) struct Events {
    stream: BufReader<TcpStream>,
    /// What was read of events that were not returned yet.
    text: String,
}

impl Events {
    /// Opens a stream at a host with these cookies.
    ///
    /// # Errors
    /// As those of a request, or when there is no such stream.
    pub(crate) fn open(host: &str, path: &str, cookies: &str) -> io::Result<Self> {
        let mut stream = connect(host, Some(PATIENCE))?;
        let headers = headers(host, cookies);
        send(&mut stream, &format!("GET {path}"), &headers, &Value::Null)?;
        let head = Head::read(&mut stream)?;
        if head.status != 200 || !head.is_chunked {
            return Err(odd(&format!("no stream of events: status {}", head.status)));
        }
        // The server may be silent for as long as nobody acts.
        stream.get_ref().set_read_timeout(None)?;
        Ok(Self { stream, text: String::new() })
    }

    /// Waits for the next event, and returns its version.
    ///
    /// # Errors
    /// When the stream ends.
    pub(crate) fn next(&mut self) -> io::Result<u64> {
        loop {
            while let Some((event, rest)) = self.text.split_once("\n\n") {
                let data = event.lines().find_map(|line| line.strip_prefix("data: "));
                let version = data.map(|data| data.parse().map_err(|_| odd(event)));
                self.text = rest.to_owned();
                // Other events only keep the connection alive.
                if let Some(version) = version {
                    return version;
                }
            }
            let mut size = String::new();
            self.stream.read_line(&mut size)?;
            let size = usize::from_str_radix(size.trim(), 16).map_err(|_| odd(&size))?;
            if size == 0 {
                return Err(ErrorKind::UnexpectedEof.into());
            }
            let mut chunk = vec![0; size + "\r\n".len()];
            self.stream.read_exact(&mut chunk)?;
            self.text.push_str(&String::from_utf8_lossy(&chunk[..size]));
        }
    }
}

/// The head of an answer.
struct Head {
    status: u16,
    /// The length of the body in bytes, unless it comes in chunks.
    length: usize,
    is_chunked: bool,
}

impl Head {
    fn read(stream: &mut impl BufRead) -> io::Result<Self> {
        let first = line(stream)?;
        let status = first.split(' ').nth(1).and_then(|status| status.parse().ok());
        let status = status.ok_or_else(|| odd(&first))?;
        let mut head = Self { status, length: 0, is_chunked: false };
        loop {
            let line = line(stream)?.to_ascii_lowercase();
            match line.split_once(": ") {
                None if line.is_empty() => return Ok(head),
                Some(("content-length", length)) => {
                    head.length = length.parse().map_err(|_| odd(&line))?;
                }
                Some(("transfer-encoding", "chunked")) => head.is_chunked = true,
                _ => {}
            }
        }
    }
}

/// The next line of a head, without its end.
fn line(stream: &mut impl BufRead) -> io::Result<String> {
    let mut line = String::new();
    if stream.read_line(&mut line)? == 0 {
        return Err(ErrorKind::UnexpectedEof.into());
    }
    Ok(line.trim_end().to_owned())
}

fn connect(host: &str, patience: Option<Duration>) -> io::Result<BufReader<TcpStream>> {
    let stream = TcpStream::connect(host)?;
    stream.set_nodelay(true)?;
    stream.set_read_timeout(patience)?;
    Ok(BufReader::new(stream))
}

/// The headers that the server checks, as a browser sends them.
fn headers(host: &str, cookies: &str) -> String {
    format!(
        "Host: {host}\r\nOrigin: http://{host}\r\nSec-Fetch-Site: same-origin\r\n\
         Content-Type: application/json\r\nCookie: {cookies}\r\n"
    )
}

/// Sends a request in one piece. The body is JSON, or `null` for none.
fn send(
    stream: &mut BufReader<TcpStream>,
    what: &str,
    headers: &str,
    body: &Value,
) -> io::Result<()> {
    let body = if body.is_null() { String::new() } else { body.to_string() };
    let length = body.len();
    let request = format!("{what} HTTP/1.1\r\n{headers}Content-Length: {length}\r\n\r\n{body}");
    stream.get_mut().write_all(request.as_bytes())
}

/// The error for an answer that is not understood here.
fn odd(what: &str) -> io::Error {
    io::Error::new(ErrorKind::InvalidData, format!("not understood: {what:?}"))
}
