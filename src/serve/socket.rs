//! A WebSocket as the input and output of a session: each frame is a line.
//!
//! Two halves share one connection. The reading half answers pings, the writing half sends lines; each writes whole
//! frames under one lock, so that frames never interleave.

use crate::GAMES;
use meihua_contracts::clock::Stopwatch;
use meihua_engine::protocol::access::Access;
use meihua_engine::protocol::process::serve_guest;
use meihua_games::language::Language;
use std::collections::HashMap;
use std::io::{self, ErrorKind, Read, Write};
use std::net::{Shutdown, TcpStream};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, TryLockError};
use std::thread::sleep;
use std::time::Duration;
use tungstenite::error::{CapacityError, ProtocolError};
use tungstenite::handshake::derive_accept_key;
use tungstenite::protocol::frame::coding::CloseCode;
use tungstenite::protocol::{CloseFrame, Role, WebSocketConfig};
use tungstenite::{Error, Message, WebSocket};

/// Maximum size of a message from the page, in bytes.
pub(crate) const MESSAGE_LIMIT: usize = 1 << 20;
/// A write that takes longer than this ends the session.
const WRITE_TIME: Duration = Duration::from_secs(10);
/// An unlimited search is stopped once the page has been silent for this long.
const SILENCE: Duration = Duration::from_secs(15 * 60);
/// How much is still read, in bytes, after a message that was too long; the next constant is the time limit.
const DRAIN_LIMIT: usize = 16 << 20;
/// See [`DRAIN_LIMIT`].
const DRAIN_TIME: Duration = Duration::from_secs(2);
/// A session that has been silent for this long, in both directions, leaves its place to one that comes.
const IDLE: Duration = Duration::from_secs(60);
/// How long to wait for a request that is answered by one piece of work.
const REQUEST_TIME: Duration = Duration::from_secs(10);
/// How long to wait for pages when the server shuts down; a page that still holds the lock then gets no message.
const GOODBYE_TIME: Duration = Duration::from_millis(50);
/// The close frame for a server that is going away (1001).
const GOING_AWAY: [u8; 4] = [0x88, 0x02, 0x03, 0xE9];
/// The close frame for a session whose place another one takes (4000, free for applications): the page comes back when
/// it is used again.
const PLACE_TAKEN: [u8; 4] = [0x88, 0x02, 0x0F, 0xA0];

/// One half of the connection: it alone reads, or takes turns writing.
#[derive(Clone)]
struct Half {
    stream: Arc<TcpStream>,
    writing: Arc<Mutex<()>>,
    /// Runs since the last line in either direction.
    silence: Arc<Mutex<Stopwatch>>,
}

impl Half {
    fn touch(&self) {
        *lock(&self.silence) = Stopwatch::start();
    }

    /// Sends a frame if nobody else writes until `is_over`; returns the lock, so that nothing follows the frame.
    fn say_goodbye(&self, frame: &[u8], is_over: impl Fn() -> bool) -> Option<MutexGuard<'_, ()>> {
        let writing = self.try_lock_until(is_over);
        if writing.is_some() {
            let _ = self.stream.set_write_timeout(Some(GOODBYE_TIME));
            let _ = (&*self.stream).write_all(frame);
        }
        writing
    }

    /// Waits for the right to write; `None` if `is_over` becomes true first.
    fn try_lock_until(&self, is_over: impl Fn() -> bool) -> Option<MutexGuard<'_, ()>> {
        loop {
            match self.writing.try_lock() {
                Ok(writing) => return Some(writing),
                Err(TryLockError::Poisoned(poisoned)) => return Some(poisoned.into_inner()),
                Err(TryLockError::WouldBlock) if is_over() => return None,
                Err(TryLockError::WouldBlock) => sleep(Duration::from_millis(1)),
            }
        }
    }
}

impl Read for Half {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        (&*self.stream).read(buffer)
    }
}

impl Write for Half {
    /// Writes everything, since the caller passes whole frames.
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let _writing = lock(&self.writing);
        (&*self.stream).write_all(bytes)?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// How to close a connection on which something arrived that is no message (RFC 6455, 7.4.1); `None` if the connection
/// is broken.
fn fault(error: &Error) -> Option<(CloseCode, &'static str)> {
    match error {
        Error::Capacity(CapacityError::MessageTooLong { .. }) => {
            Some((CloseCode::Size, "a message may have a megabyte"))
        }
        Error::Utf8(_) => Some((CloseCode::Invalid, "a message is not UTF-8")),
        Error::Protocol(ProtocolError::ResetWithoutClosingHandshake) => None,
        Error::Protocol(_) => Some((CloseCode::Protocol, "a frame is not valid")),
        _ => None,
    }
}

/// The lines sent by the page.
struct Lines {
    socket: WebSocket<Half>,
    is_over: bool,
}

impl Iterator for Lines {
    type Item = Vec<u8>;

    /// The next message; `quit` once the page is gone, which ends the session at once.
    fn next(&mut self) -> Option<Vec<u8>> {
        while !self.is_over {
            match self.socket.read() {
                Ok(Message::Text(text)) => {
                    self.socket.get_ref().touch();
                    return Some(text.as_bytes().to_vec());
                }
                Ok(Message::Ping(_) | Message::Pong(_) | Message::Frame(_)) => {}
                Ok(Message::Binary(_)) => self.close(CloseCode::Unsupported, "lines are text"),
                Err(Error::Io(error)) if matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut) => {
                    return Some(b"stop".to_vec());
                }
                Ok(Message::Close(_)) => drop(self.socket.flush()),
                Err(error) => {
                    if let Some((code, reason)) = fault(&error) {
                        self.close(code, reason);
                        self.drain();
                    }
                    self.is_over = true;
                    return Some(b"quit".to_vec());
                }
            }
        }
        None
    }
}

impl Lines {
    fn close(&mut self, code: CloseCode, reason: &'static str) {
        // The page may already be gone.
        drop(self.socket.close(Some(CloseFrame { code, reason: reason.into() })));
        drop(self.socket.flush());
    }

    /// Reads and discards what the page still sends, for a while. A connection closed with unread bytes is reset, and
    /// the page would not learn why.
    fn drain(&mut self) {
        let half = self.socket.get_mut();
        let _ = half.stream.set_read_timeout(Some(DRAIN_TIME / 4));
        let (watch, mut buffer, mut left) = (Stopwatch::start(), vec![0; 16 << 10], DRAIN_LIMIT);
        while let Ok(count @ 1..) = half.read(&mut buffer) {
            left = left.saturating_sub(count);
            if left == 0 || watch.elapsed() > DRAIN_TIME {
                break;
            }
        }
    }
}

/// Sends what the session prints, one frame per line.
struct Frames(WebSocket<Half>);

impl Write for Frames {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.get_ref().touch();
        let text = String::from_utf8_lossy(bytes);
        let sent = self.0.send(Message::text(text.trim_end_matches('\n')));
        sent.map_err(|error| io::Error::new(ErrorKind::BrokenPipe, error))?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// The open connections, to be closed when the program ends.
#[derive(Default)]
pub(crate) struct Open {
    halves: Mutex<(u64, HashMap<u64, Half>)>,
}

impl Open {
    fn enter(&self, half: Half) -> u64 {
        let mut halves = lock(&self.halves);
        halves.0 += 1;
        let number = halves.0;
        halves.1.insert(number, half);
        number
    }

    fn leave(&self, number: u64) {
        lock(&self.halves).1.remove(&number);
    }

    /// Tells every page that the server is going away. Waits for frames in transit, but not for a page that does not
    /// read.
    pub(crate) fn close_all(&self) {
        let watch = Stopwatch::start();
        for half in lock(&self.halves).1.values() {
            let _writing = half.say_goodbye(&GOING_AWAY, || watch.elapsed() > GOODBYE_TIME);
            // Nothing may follow the close frame, so the lock is held until the connection accepts no more.
            let _ = half.stream.shutdown(Shutdown::Write);
        }
    }

    /// Ends the session that has been silent for longest, if it is idle; returns whether there is one.
    pub(crate) fn make_room(&self) -> bool {
        let halves = lock(&self.halves);
        let silence = |half: &Half| lock(&half.silence).elapsed();
        let idle = halves.1.values().filter(|half| silence(half) >= IDLE).max_by_key(|half| silence(half));
        let Some(half) = idle else { return false };
        half.touch();
        let watch = Stopwatch::start();
        drop(half.say_goodbye(&PLACE_TAKEN, || watch.elapsed() > GOODBYE_TIME));
        // The reading thread wakes up, ends the session and closes the connection.
        let _ = half.stream.shutdown(Shutdown::Read);
        true
    }
}

/// Answers a WebSocket request and sets its limits.
fn begin(stream: TcpStream, key: &str) -> io::Result<(Half, WebSocketConfig)> {
    stream.set_read_timeout(Some(SILENCE))?;
    stream.set_write_timeout(Some(WRITE_TIME))?;
    // Lines are short, and the reader waits for each.
    stream.set_nodelay(true)?;
    let mut half =
        Half { stream: Arc::new(stream), writing: Arc::default(), silence: Arc::new(Mutex::new(Stopwatch::start())) };
    let accepted = derive_accept_key(key.as_bytes());
    half.write_all(
        format!(
            "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\
             Sec-WebSocket-Accept: {accepted}\r\n\r\n"
        )
        .as_bytes(),
    )?;
    let config = WebSocketConfig::default()
        .read_buffer_size(16 << 10)
        .write_buffer_size(0)
        .max_message_size(Some(MESSAGE_LIMIT))
        .max_frame_size(Some(MESSAGE_LIMIT));
    Ok((half, config))
}

/// A WebSocket on which the page makes one request.
pub(crate) struct Asked(WebSocket<Half>);

impl Asked {
    /// Answers a WebSocket request and reads the message that follows; `None` if none comes in time.
    ///
    /// # Errors
    /// The connection broke.
    pub(crate) fn accept(stream: TcpStream, key: &str) -> io::Result<Option<(Asked, String)>> {
        let (half, config) = begin(stream, key)?;
        half.stream.set_read_timeout(Some(REQUEST_TIME))?;
        let mut page = Asked(WebSocket::from_raw_socket(half, Role::Server, Some(config)));
        match page.0.read() {
            Ok(Message::Text(text)) => Ok(Some((page, text.as_str().to_owned()))),
            Ok(_) => Ok(None),
            Err(error) => {
                if let Some((code, reason)) = fault(&error) {
                    page.close(Some(CloseFrame { code, reason: reason.into() }));
                }
                Ok(None)
            }
        }
    }

    /// Sends a message; returns whether the page still waits.
    pub(crate) fn send(&mut self, message: Message) -> bool {
        self.0.send(message).is_ok() && self.is_there()
    }

    /// Whether the page still waits. It sends nothing after its request but the close frame, or the end of the
    /// connection.
    pub(crate) fn is_there(&self) -> bool {
        let stream = &self.0.get_ref().stream;
        let is_set = stream.set_nonblocking(true);
        let seen = stream.peek(&mut [0]);
        let is_reset = stream.set_nonblocking(false);
        is_set.and(is_reset).is_ok() && seen.is_err_and(|error| error.kind() == ErrorKind::WouldBlock)
    }

    /// Closes the connection.
    pub(crate) fn close(&mut self, frame: Option<CloseFrame>) {
        // The page may already be gone.
        drop(self.0.close(frame));
        drop(self.0.flush());
    }
}

/// Answers a WebSocket request and serves a session on it until the page disconnects.
///
/// # Errors
/// The connection broke, or the system grants no thread.
pub(crate) fn serve(stream: TcpStream, key: &str, access: Access, open: &Open) -> io::Result<()> {
    let (half, config) = begin(stream, key)?;
    let socket = |half: &Half| WebSocket::from_raw_socket(half.clone(), Role::Server, Some(config));
    let lines = Lines { socket: socket(&half), is_over: false };
    let number = open.enter(half.clone());
    log::info!("session {number} opened");
    let served = serve_guest(GAMES, lines, Frames(socket(&half)), access, |text| Language::Zh.text(text.clone()));
    open.leave(number);
    match &served {
        Ok(()) => log::info!("session {number} closed"),
        Err(error) => log::warn!("session {number} not served: {error}"),
    }
    // The reading thread ends with the connection.
    let _ = half.stream.shutdown(Shutdown::Both);
    served
}
