//! The command line of `meihua serve`, and the server's main loop.

use super::assets;
use super::guard::{self, Place, Places, Token};
use super::http::{self, Answer, HeadError, Request, Status};
use super::socket::{self, Open};
use super::work::{self, Work};
use crate::GAMES;
use clap::Args;
use meihua_console::stderr::print_error;
use meihua_console::stdout::{self, StdoutError};
use meihua_contracts::clock::Stopwatch;
use meihua_contracts::plain_file;
use meihua_engine::engine::memory::hash_limit;
use meihua_engine::engine::registry::{Entry, find, names};
use meihua_engine::protocol::access::Access;
use meihua_games::language::Language;
use meihua_mota::folder::{self, OpenError};
use meihua_mota::open_projects;
use meihua_mota::puzzle::ProjectError;
use std::env;
use std::io::{self, IsTerminal, Write};
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::path::Path;
use std::process::{ExitCode, exit};
use std::sync::Arc;
use std::thread::{Builder, sleep};
use std::time::Duration;
use thiserror::Error;

/// The first port to try.
const PORT: u16 = 8437;
/// How many ports to try.
const PORTS: u16 = 10;
/// The path of a session.
const ENGINE: &str = "/engine";
/// How long a session waits for the place of an idle one.
const ROOM_TIME: Duration = Duration::from_secs(2);
/// Maximum number of sessions: one per tab, two where two engines play.
const SESSIONS: usize = 8;
/// Maximum number of connections.
const CONNECTIONS: usize = 64;
/// Maximum size in bytes of a file passed to the page, which sends it back in a message with two digits per byte.
const FILE_LIMIT: u64 = 400 << 10;

static SESSION_PLACES: Places = Places::new(SESSIONS);
static CONNECTION_PLACES: Places = Places::new(CONNECTIONS);

/// Play and analyse the five games in a browser, on this machine only.
///
/// Prints the address of the page and opens it if there is a display. The page cannot be reached from other machines, and
/// only with the token in its address, which is a new one each time.
/// Ctrl-C ends the program; the page keeps the game and continues when the program is started again and its new address is
/// opened.
///
/// Exit status: 0; 1 if the port is taken or the file is bad; 2 for a wrong command line.
#[derive(Args, Debug, Clone)]
pub(crate) struct ServeArgs {
    #[arg(value_name = "GAME|FILE|FOLDER", help = what())]
    pub what: Option<String>,
    /// The port; default: 8437, or the first free one of the next nine
    #[arg(long)]
    pub port: Option<u16>,
    /// Do not open the browser
    #[arg(long)]
    pub no_open: bool,
    /// Maximum size in megabytes of each session's table and solver
    #[arg(long, value_name = "MB", default_value_t = 256, value_parser = clap::value_parser!(u32).range(1..=1 << 20))]
    pub hash: u32,
    /// Maximum number of search threads per session
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    pub threads: u16,
    /// Language of the page; default: the browser's
    #[arg(long, value_enum)]
    pub lang: Option<Language>,
}

/// What [`ServeArgs::what`] may be.
fn what() -> String {
    let games = names(GAMES);
    format!(
        "A game ({games}), a saved game or position to show, a file of games or a puzzle of your own, or the folder or \
         zip of a multi-floor tower"
    )
}

/// Why the server cannot run.
#[derive(Debug, Error)]
enum ServeError {
    #[error("port {port} is not available: {cause}; choose another one with --port N")]
    Port { port: u16, cause: io::Error },
    #[error("ports {PORT} to {} are in use; choose another one with --port N", PORT + PORTS - 1)]
    Ports,
    #[error("{what:?} is not a game ({games}), and cannot be opened as a file: {cause}")]
    File { what: String, games: String, cause: plain_file::FileError },
    #[error("{what:?} is not a tower: {cause}")]
    Tower { what: String, cause: ProjectError },
    #[error("the system gives no random numbers for the token of the address: {0}")]
    Token(io::Error),
    #[error(transparent)]
    Output(#[from] StdoutError),
}

/// What all connections share.
struct Shared {
    access: Access,
    /// The files passed to the page, in the order in which it opens them.
    given: Vec<Vec<u8>>,
    token: Token,
    open: Open,
}

/// Serves until Ctrl-C and returns the exit status. The page also plays the games of `variants`, a file that is among `games`.
pub(crate) fn run(args: &ServeArgs, variants: Option<&str>, games: &[Entry]) -> ExitCode {
    match serve(args, variants, games) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            print_error("serve", &error);
            ExitCode::FAILURE
        }
    }
}

fn serve(args: &ServeArgs, variants: Option<&str>, games: &[Entry]) -> Result<(), ServeError> {
    let game = args.what.as_deref().and_then(|what| find(games, what)).map(|entry| entry.name);
    let mut given: Vec<Vec<u8>> = variants.map(|path| read_file(path, games)).transpose()?.into_iter().collect();
    match (&args.what, game) {
        (Some(_), Some(game)) if !given.is_empty() => given.push(match find(GAMES, game) {
            Some(_) => session(game, "startpos"),
            None => format!("[Variant \"{game}\"]\n\n*\n").into_bytes(),
        }),
        (Some(what), None) if folder::is_project(Path::new(what)) => given.push(read_tower(what)?),
        (Some(what), None) => given.push(read_file(what, games)?),
        (Some(_), Some(_)) | (None, _) => {}
    }
    let (listener, port) = bind(args.port)?;
    let hash = (args.hash as usize).min(hash_limit());
    let access = Access::Guest { hash, threads: usize::from(args.threads) };
    let token = Token::random().map_err(ServeError::Token)?;
    let place = match (given.len(), game) {
        (0, Some(game)) => format!("#{game}"),
        (0, None) => String::new(),
        (count, _) => format!("#given{count}"),
    };
    let address = address(args, port, &token, &place);
    let shared = Arc::new(Shared { access, given, token, open: Open::default() });
    end_at_interrupt(&shared);
    assets::make();
    announce(args, &address, port)?;
    for stream in listener.incoming() {
        match stream {
            Ok(stream) => accept(stream, &shared),
            Err(error) => {
                log::warn!("a connection could not be taken: {error}");
                // For example, no file handles are left; some will become free again.
                sleep(Duration::from_millis(50));
            }
        }
    }
    Ok(())
}

fn read_file(what: &str, games: &[Entry]) -> Result<Vec<u8>, ServeError> {
    let refuse = |cause| ServeError::File { what: what.to_owned(), games: names(games).to_string(), cause };
    plain_file::read(Path::new(what), FILE_LIMIT).map_err(refuse)
}

/// Stores a multi-floor tower; returns the session with which the page starts.
fn read_tower(what: &str) -> Result<Vec<u8>, ServeError> {
    let files = folder::read(Path::new(what), None).map_err(OpenError::from).map_err(ProjectError::from);
    let name = files.and_then(|files| open_projects::put(&files));
    let name = name.map_err(|cause| ServeError::Tower { what: what.to_owned(), cause })?;
    Ok(session("tower", &format!("project {name}")))
}

/// The session that sets up a position of a game.
fn session(game: &str, position: &str) -> Vec<u8> {
    format!("setoption name UCI_Variant value {game}\nposition {position}\n").into_bytes()
}

/// Binds the requested port, or the first free one of ten.
fn bind(port: Option<u16>) -> Result<(TcpListener, u16), ServeError> {
    let try_one = |port: u16| {
        #[expect(clippy::disallowed_methods, reason = "the port of this machine alone")]
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, port))?;
        let port = listener.local_addr()?.port();
        Ok::<_, io::Error>((listener, port))
    };
    match port {
        Some(port) => try_one(port).map_err(|cause| ServeError::Port { port, cause }),
        None => (PORT..PORT + PORTS).find_map(|port| try_one(port).ok()).ok_or(ServeError::Ports),
    }
}

fn address(args: &ServeArgs, port: u16, token: &Token, place: &str) -> String {
    let lang = args.lang.map_or("", |lang| if lang == Language::En { "&lang=en" } else { "&lang=zh" });
    format!("http://127.0.0.1:{port}/?token={}{lang}{place}", token.as_str())
}

/// Prints the address on one line at once, because scripts wait for it. Then says how to see the page from another
/// machine, or opens the browser.
fn announce(args: &ServeArgs, address: &str, port: u16) -> Result<(), StdoutError> {
    stdout::print(address)?;
    let is_person = io::stdout().is_terminal();
    if is_person && args.port.is_none() && port != PORT {
        let _ = writeln!(io::stderr(), "port {PORT} is in use; using {port}");
    }
    if is_person && env::var_os("SSH_CONNECTION").is_some() {
        let _ = writeln!(
            io::stderr(),
            "on your own machine: ssh -L {port}:127.0.0.1:{port} HOST, then open the address there"
        );
        return Ok(());
    }
    let has_display = cfg!(not(all(unix, not(target_os = "macos"))))
        || ["DISPLAY", "WAYLAND_DISPLAY"].into_iter().any(|name| env::var_os(name).is_some());
    if is_person && has_display && !args.no_open && open::that_detached(address).is_err() {
        let _ = writeln!(io::stderr(), "no browser could be started: open the address in your browser");
    }
    Ok(())
}

/// On Ctrl-C, pages receive a message and the process ends, and the engines with it.
fn end_at_interrupt(shared: &Arc<Shared>) {
    let shared = Arc::clone(shared);
    // If the system refuses, Ctrl-C simply ends the process.
    let _ = ctrlc::set_handler(move || {
        shared.open.close_all();
        exit(0);
    });
}

/// Handles a connection in its own thread; closes it if there is no thread or too many connections.
fn accept(mut stream: TcpStream, shared: &Arc<Shared>) {
    let is_local = stream.peer_addr().is_ok_and(|address| guard::is_local(address.ip()));
    let Some(place) = CONNECTION_PLACES.take().filter(|_| is_local) else {
        log::warn!("a connection was refused: it is not of this machine, or {CONNECTIONS} are open");
        let _ = http::refuse(&mut stream, Status::BUSY, false);
        return;
    };
    let shared = Arc::clone(shared);
    let work = move || {
        // If a connection breaks, only the page notices, and it reconnects.
        let _ = answer(stream, &shared, place);
    };
    if let Err(error) = Builder::new().name("connection".to_owned()).spawn(work) {
        log::warn!("a connection was closed, its thread was refused: {error}");
    }
}

fn answer(mut stream: TcpStream, shared: &Shared, place: Place) -> io::Result<()> {
    stream.set_write_timeout(Some(http::HEAD_TIME))?;
    let request = match http::read_head(&mut stream) {
        Ok(request) => request,
        Err(HeadError::Status(status)) => return http::refuse(&mut stream, status, false),
        Err(HeadError::Io(error)) => return Err(error),
    };
    let is_head = request.method == "HEAD";
    match check(&request, &shared.token) {
        Err(status) => http::refuse(&mut stream, status, is_head),
        Ok(None) => page(&mut stream, &request, shared, is_head),
        Ok(Some(key)) => {
            if let Some(work) = Work::at(&request.path) {
                return work::serve(stream, key, work, shared.access);
            }
            let Some(_session) = session_place(&shared.open) else {
                log::warn!("a session was refused: {SESSIONS} are open");
                return http::refuse(&mut stream, Status::BUSY, false);
            };
            drop(place);
            socket::serve(stream, key, shared.access, &shared.open)
        }
    }
}

/// A place for a session, that of an idle one if all are taken; `None` if none is idle.
fn session_place(open: &Open) -> Option<Place> {
    let place = SESSION_PLACES.take();
    if place.is_some() || !open.make_room() {
        return place;
    }
    let watch = Stopwatch::start();
    loop {
        let place = SESSION_PLACES.take();
        if place.is_some() || watch.elapsed() > ROOM_TIME {
            return place;
        }
        sleep(Duration::from_millis(5));
    }
}

/// Whether a request is to be answered; returns the key if it asks for a WebSocket.
fn check<'a>(request: &'a Request, token: &Token) -> Result<Option<&'a str>, Status> {
    guard::check_host(request)?;
    let key = match request.method.as_str() {
        "GET" => request.socket_key()?,
        "HEAD" => None,
        _ => return Err(Status::METHOD),
    };
    let Some(key) = key else { return Ok(None) };
    guard::check_origin(request)?;
    token.check(request)?;
    let is_path = request.path == ENGINE || Work::at(&request.path).is_some();
    if is_path { Ok(Some(key)) } else { Err(Status::NOT_FOUND) }
}

/// Sends a file. The files of the program are no secret; the one that the command line names is.
fn page(stream: &mut TcpStream, request: &Request, shared: &Shared, is_head: bool) -> io::Result<()> {
    if let Some(number) = request.path.strip_prefix("/given") {
        return match (shared.token.check(request), number.parse().ok().and_then(|n: usize| shared.given.get(n))) {
            (Err(status), _) => http::refuse(stream, status, is_head),
            (Ok(()), None) => http::refuse(stream, Status::NOT_FOUND, is_head),
            (Ok(()), Some(body)) => {
                let kind = "application/octet-stream";
                http::answer(stream, &Answer { status: Status::OK, kind, more: "", body, is_head })
            }
        };
    }
    let Some(found) = assets::find(&request.path) else { return http::refuse(stream, Status::NOT_FOUND, is_head) };
    // `no-cache` lets the browser keep a file but check whether it has changed, since the next version of the program
    // may have another one.
    let keep = if found.is_fixed { "max-age=31536000, immutable" } else { "no-cache" };
    let is_zipped = request.takes("gzip");
    let coding = if is_zipped { "Content-Encoding: gzip\r\n" } else { "" };
    let more = format!("ETag: {}\r\nCache-Control: {keep}\r\nVary: Accept-Encoding\r\n", found.tag);
    if request.holds(&found.tag) {
        let answer = Answer { status: Status::NOT_MODIFIED, kind: found.kind, more: &more, body: &[], is_head };
        return http::answer(stream, &answer);
    }
    let body = if is_zipped { &found.zipped } else { &found.bytes };
    let more = format!("{more}{coding}");
    http::answer(stream, &Answer { status: Status::OK, kind: found.kind, more: &more, body, is_head })
}
