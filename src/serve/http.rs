//! The part of HTTP/1.1 that a page needs: `GET` and `HEAD` without a body, one request per connection.

use std::io::{self, ErrorKind, Read, Write};
use std::net::TcpStream;
use std::time::{Duration, Instant};
use thiserror::Error;

/// Maximum size of a request head, in bytes.
pub(crate) const HEAD_LIMIT: usize = 16 << 10;
/// Maximum time to receive it.
pub(crate) const HEAD_TIME: Duration = Duration::from_secs(5);
/// Maximum number of headers.
const HEADERS: usize = 64;

/// What the page may do: run its own scripts and styles and talk to this server, nothing else.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; connect-src 'self'; \
    base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'";

/// An HTTP status.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Status(pub u16, pub &'static str);

impl Status {
    /// The request was answered.
    pub(crate) const OK: Status = Status(200, "OK");
    /// The browser already has the file.
    pub(crate) const NOT_MODIFIED: Status = Status(304, "Not Modified");
    /// The head cannot be read.
    pub(crate) const BAD_REQUEST: Status = Status(400, "Bad Request");
    /// The request comes from another page.
    pub(crate) const FORBIDDEN: Status = Status(403, "Forbidden");
    /// There is no such page.
    pub(crate) const NOT_FOUND: Status = Status(404, "Not Found");
    /// Anything but `GET` and `HEAD`.
    pub(crate) const METHOD: Status = Status(405, "Method Not Allowed");
    /// The head did not arrive in time.
    pub(crate) const TIMEOUT: Status = Status(408, "Request Timeout");
    /// The host is wrong.
    pub(crate) const MISDIRECTED: Status = Status(421, "Misdirected Request");
    /// A WebSocket request is invalid.
    pub(crate) const UPGRADE: Status = Status(426, "Upgrade Required");
    /// The head is too large.
    pub(crate) const TOO_LARGE: Status = Status(431, "Request Header Fields Too Large");
    /// All places are taken.
    pub(crate) const BUSY: Status = Status(503, "Service Unavailable");
}

/// Why there is no request to answer.
#[derive(Debug, Error)]
pub(crate) enum HeadError {
    /// A status to answer with.
    #[error("{} {}", .0.0, .0.1)]
    Status(Status),
    /// The connection failed or ended.
    #[error("the connection broke: {0}")]
    Io(#[from] io::Error),
}

/// The head of a request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Request {
    /// The method, such as `GET`.
    pub method: String,
    /// The path without what follows `?`.
    pub path: String,
    /// What follows `?`.
    query: String,
    headers: Vec<(String, String)>,
}

impl Request {
    /// Parses a head; `None` if it is not complete yet.
    ///
    /// # Errors
    /// 400, or 431 for too many headers.
    pub(crate) fn parse(bytes: &[u8]) -> Result<Option<Request>, Status> {
        let mut headers = [httparse::EMPTY_HEADER; HEADERS];
        let mut request = httparse::Request::new(&mut headers);
        let is_complete = request.parse(bytes).map_err(|error| match error {
            httparse::Error::TooManyHeaders => Status::TOO_LARGE,
            _ => Status::BAD_REQUEST,
        })?;
        if is_complete.is_partial() {
            return Ok(None);
        }
        let (Some(method), Some(target)) = (request.method, request.path) else { return Err(Status::BAD_REQUEST) };
        let text = |value: &[u8]| String::from_utf8_lossy(value).trim().to_owned();
        let headers =
            request.headers.iter().map(|header| (header.name.to_ascii_lowercase(), text(header.value))).collect();
        let (path, query) = target.split_once('?').unwrap_or((target, ""));
        let request = Request { method: method.to_owned(), path: path.to_owned(), query: query.to_owned(), headers };
        // With two such headers, the check and the reader might see different ones.
        let is_double = |name: &str| request.headers.iter().filter(|header| header.0 == name).count() > 1;
        if is_double("host") || is_double("origin") { Err(Status::BAD_REQUEST) } else { Ok(Some(request)) }
    }

    /// The value of a header, by its lower-case name.
    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|header| header.0 == name).map(|header| header.1.as_str())
    }

    /// The value of a part `name=value` of what follows `?`.
    pub(crate) fn asked(&self, name: &str) -> Option<&str> {
        self.query.split('&').find_map(|part| part.strip_prefix(name)?.strip_prefix('='))
    }

    /// Whether the browser already holds the file with this tag.
    pub(crate) fn holds(&self, tag: &str) -> bool {
        let bare = |one: &str| one.trim().trim_start_matches("W/").to_owned();
        self.header("if-none-match").is_some_and(|tags| tags.split(',').any(|one| bare(one) == tag || bare(one) == "*"))
    }

    /// Whether the browser accepts a content coding.
    pub(crate) fn takes(&self, coding: &str) -> bool {
        let is_wanted = |one: &str| {
            let (name, quality) = one.split_once(';').unwrap_or((one, ""));
            name.trim() == coding && quality.trim() != "q=0"
        };
        self.header("accept-encoding").is_some_and(|codings| codings.split(',').any(is_wanted))
    }

    /// The WebSocket key, if a WebSocket is requested.
    ///
    /// # Errors
    /// 426 if the request is invalid.
    pub(crate) fn socket_key(&self) -> Result<Option<&str>, Status> {
        let Some(upgrade) = self.header("upgrade") else { return Ok(None) };
        let is_socket = upgrade.eq_ignore_ascii_case("websocket") && self.header("sec-websocket-version") == Some("13");
        match self.header("sec-websocket-key") {
            Some(key) if is_socket => Ok(Some(key)),
            _ => Err(Status::UPGRADE),
        }
    }
}

/// Reads the head of a request within the limits on time and size.
///
/// # Errors
/// A status to answer with, or a broken connection.
pub(crate) fn read_head(stream: &mut TcpStream) -> Result<Request, HeadError> {
    let deadline = Instant::now() + HEAD_TIME;
    let mut bytes = Vec::new();
    let mut chunk = [0; 4096];
    loop {
        let left = deadline.saturating_duration_since(Instant::now());
        if left.is_zero() {
            return Err(HeadError::Status(Status::TIMEOUT));
        }
        stream.set_read_timeout(Some(left))?;
        let count = match stream.read(&mut chunk) {
            Ok(0) => return Err(io::Error::from(ErrorKind::UnexpectedEof).into()),
            Ok(count) => count,
            Err(error) if matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut) => {
                return Err(HeadError::Status(Status::TIMEOUT));
            }
            Err(error) if error.kind() == ErrorKind::Interrupted => continue,
            Err(error) => return Err(error.into()),
        };
        bytes.extend_from_slice(chunk.get(..count).unwrap_or_default());
        if let Some(request) = Request::parse(&bytes).map_err(HeadError::Status)? {
            return Ok(request);
        }
        if bytes.len() > HEAD_LIMIT {
            return Err(HeadError::Status(Status::TOO_LARGE));
        }
    }
}

/// An HTTP response.
pub(crate) struct Answer<'a> {
    /// The status.
    pub status: Status,
    /// The media type of the body.
    pub kind: &'a str,
    /// Additional headers, each with its line end.
    pub more: &'a str,
    /// The body.
    pub body: &'a [u8],
    /// Whether only the head is wanted (`HEAD`).
    pub is_head: bool,
}

/// Sends a response.
///
/// # Errors
/// The connection broke.
pub(crate) fn answer(stream: &mut TcpStream, answer: &Answer) -> io::Result<()> {
    let Answer { status, kind, more, body, is_head } = answer;
    let length =
        if *status == Status::NOT_MODIFIED { String::new() } else { format!("Content-Length: {}\r\n", body.len()) };
    let head = format!(
        "HTTP/1.1 {} {}\r\nContent-Type: {kind}\r\n{length}{more}Connection: close\r\n\
         Content-Security-Policy: {POLICY}\r\nX-Content-Type-Options: nosniff\r\nReferrer-Policy: no-referrer\r\n\
         Cross-Origin-Opener-Policy: same-origin\r\nCross-Origin-Resource-Policy: same-origin\r\n\r\n",
        status.0, status.1,
    );
    let mut bytes = head.into_bytes();
    if !is_head {
        bytes.extend_from_slice(body);
    }
    stream.write_all(&bytes)?;
    stream.flush()
}

/// Sends a response with a status only.
///
/// # Errors
/// The connection broke.
pub(crate) fn refuse(stream: &mut TcpStream, status: Status, is_head: bool) -> io::Result<()> {
    let body = format!("{} {}\n", status.0, status.1);
    let allow = if status == Status::METHOD { "Allow: GET, HEAD\r\n" } else { "" };
    let more = format!("Cache-Control: no-cache\r\n{allow}");
    answer(stream, &Answer { status, kind: "text/plain; charset=utf-8", more: &more, body: body.as_bytes(), is_head })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn heads_are_read_or_refused() {
        assert_eq!(Request::parse(b"GET / HTTP/1.1\r\nHost: x\r\n"), Ok(None));
        let request = Request::parse(b"GET /a.js?b&c=d=e HTTP/1.1\r\nHost: x\r\n\r\n").unwrap().unwrap();
        assert_eq!((request.path.as_str(), request.header("host")), ("/a.js", Some("x")));
        assert_eq!((request.asked("b"), request.asked("c"), request.asked("e")), (None, Some("d=e"), None));
        assert_eq!(Request::parse(b"\x00\x01\r\n\r\n"), Err(Status::BAD_REQUEST));
        assert_eq!(Request::parse(b"GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n"), Err(Status::BAD_REQUEST));
        let many: String = (0..100).map(|number| format!("A{number}: 1\r\n")).collect();
        assert_eq!(Request::parse(format!("GET / HTTP/1.1\r\n{many}\r\n").as_bytes()), Err(Status::TOO_LARGE));
    }

    #[test]
    fn a_browser_names_the_tags_that_it_holds() {
        let read = |tags: &str| {
            let head = format!("GET / HTTP/1.1\r\nIf-None-Match: {tags}\r\n\r\n");
            Request::parse(head.as_bytes()).unwrap().unwrap()
        };
        for tags in ["\"a\"", "W/\"a\"", "\"b\", \"a\"", "*"] {
            assert!(read(tags).holds("\"a\""), "{tags}");
        }
        assert!(!read("\"b\"").holds("\"a\"") && !read("").holds("\"a\""));
    }

    #[test]
    fn a_browser_says_which_codings_it_takes() {
        let read = |codings: &str| {
            let head = format!("GET / HTTP/1.1\r\nAccept-Encoding: {codings}\r\n\r\n");
            Request::parse(head.as_bytes()).unwrap().unwrap()
        };
        for codings in ["gzip", "deflate, gzip;q=0.5", "gzip, br"] {
            assert!(read(codings).takes("gzip"), "{codings}");
        }
        for codings in ["", "br", "gzip;q=0", "xgzip"] {
            assert!(!read(codings).takes("gzip"), "{codings}");
        }
    }

    #[test]
    fn a_socket_is_asked_for_in_one_way() {
        let read =
            |headers: &str| Request::parse(format!("GET / HTTP/1.1\r\n{headers}\r\n").as_bytes()).unwrap().unwrap();
        let plain = read("Host: x\r\n");
        assert_eq!(plain.socket_key(), Ok(None));
        let right = read("Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: k\r\n");
        assert_eq!(right.socket_key(), Ok(Some("k")));
        assert_eq!(read("Upgrade: h2c\r\n").socket_key(), Err(Status::UPGRADE));
    }
}
