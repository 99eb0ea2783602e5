//! `meihua serve`: who may talk to it, what it serves, what a session may do, and how it ends.
#![cfg(unix)]

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{Ipv4Addr, SocketAddr, TcpStream};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

/// A server on a port that was free.
struct Served {
    child: Child,
    port: u16,
    token: String,
}

impl Served {
    fn start() -> Served {
        Served::with(&[])
    }

    /// With more words on the command line.
    fn with(more: &[&str]) -> Served {
        let mut child = Command::new(env!("CARGO_BIN_EXE_meihua"))
            .args(["serve", "--no-open", "--port", "0"])
            .args(more)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.as_mut().unwrap()).read_line(&mut line).unwrap();
        let port = line.trim().rsplit(':').next().unwrap().split('/').next().unwrap().parse().unwrap();
        let (_, token) = line.trim().split_once("?token=").unwrap();
        Served { child, port, token: token.split(['&', '#']).next().unwrap().to_owned() }
    }

    fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect((Ipv4Addr::LOCALHOST, self.port)).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(60))).unwrap();
        stream
    }

    /// Sends a head and reads the answer to its end.
    fn ask(&self, head: &str) -> String {
        let mut stream = self.connect();
        stream.write_all(head.as_bytes()).unwrap();
        let mut answer = Vec::new();
        // A server that closes before all is read may reset the connection.
        let _ = stream.read_to_end(&mut answer);
        String::from_utf8_lossy(&answer).into_owned()
    }

    fn get(&self, path: &str) -> String {
        self.ask(&format!("GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{}\r\n\r\n", self.port))
    }

    /// Asks for a session; the head of the answer and the connection.
    fn open(&self, origin: Option<&str>) -> (String, BufReader<TcpStream>) {
        self.open_at(&format!("/engine?token={}", self.token), origin)
    }

    /// Asks for a WebSocket.
    fn open_at(&self, path: &str, origin: Option<&str>) -> (String, BufReader<TcpStream>) {
        let mut stream = self.connect();
        let origin = origin.map(|origin| format!("Origin: {origin}\r\n")).unwrap_or_default();
        let head = format!(
            "GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{}\r\n{origin}Upgrade: websocket\r\nConnection: Upgrade\r\n\
             Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n",
            self.port
        );
        stream.write_all(head.as_bytes()).unwrap();
        let mut reader = BufReader::new(stream);
        let mut answer = String::new();
        while !answer.ends_with("\r\n\r\n") && reader.read_line(&mut answer).unwrap() > 0 {}
        (answer, reader)
    }

    /// Opens a WebSocket on which one request is made, and makes it.
    fn request(&self, path: &str, request: &str) -> BufReader<TcpStream> {
        let (head, mut socket) = self.open_at(&format!("{path}?token={}", self.token), Some(&self.own()));
        assert!(head.starts_with("HTTP/1.1 101 "), "{head}");
        send(&mut socket, request);
        socket
    }

    fn own(&self) -> String {
        format!("http://127.0.0.1:{}", self.port)
    }
}

impl Drop for Served {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A frame of a client: masked, by zeros.
fn frame(kind: u8, text: &[u8]) -> Vec<u8> {
    let mut bytes = vec![0x80 | kind];
    match text.len() {
        length @ 0..=125 => bytes.push(0x80 | length as u8),
        length @ 126..=0xFFFF => {
            bytes.push(0x80 | 126);
            bytes.extend((length as u16).to_be_bytes());
        }
        length => {
            bytes.push(0x80 | 127);
            bytes.extend((length as u64).to_be_bytes());
        }
    }
    bytes.extend([0; 4]);
    bytes.extend(text);
    bytes
}

fn send(socket: &mut BufReader<TcpStream>, line: &str) {
    socket.get_mut().write_all(&frame(1, line.as_bytes())).unwrap();
}

/// The next frame of the server: its kind and what it holds.
fn receive(socket: &mut impl Read) -> (u8, Vec<u8>) {
    let mut head = [0; 2];
    socket.read_exact(&mut head).unwrap();
    let length = match head[1] {
        126 => {
            let mut long = [0; 2];
            socket.read_exact(&mut long).unwrap();
            usize::from(u16::from_be_bytes(long))
        }
        127 => {
            let mut long = [0; 8];
            socket.read_exact(&mut long).unwrap();
            u64::from_be_bytes(long) as usize
        }
        length => usize::from(length),
    };
    let mut text = vec![0; length];
    socket.read_exact(&mut text).unwrap();
    (head[0] & 0xF, text)
}

fn line(socket: &mut BufReader<TcpStream>) -> String {
    let (kind, text) = receive(socket);
    assert_eq!(kind, 1, "a frame of text");
    String::from_utf8(text).unwrap()
}

#[test]
fn the_page_comes_with_its_policy_and_nothing_else_does() {
    let served = Served::start();
    let page = served.get("/");
    assert!(page.starts_with("HTTP/1.1 200 ") && page.contains("<title>Meihua</title>"), "{page}");
    for header in [
        "default-src 'none'",
        "require-trusted-types-for 'script'",
        "frame-ancestors 'none'",
        "X-Content-Type-Options: nosniff",
        "Referrer-Policy: no-referrer",
        "Cross-Origin-Resource-Policy: same-origin",
        "Cross-Origin-Opener-Policy: same-origin",
    ] {
        assert!(page.contains(header), "{header}");
    }
    assert!(!page.to_lowercase().contains("access-control-allow") && !page.contains("unsafe-"));
    for path in ["/../Cargo.toml", "/etc/passwd", "/main.js/", &format!("/given0?token={}", served.token), "/engine"] {
        assert!(served.get(path).starts_with("HTTP/1.1 404 "), "{path}");
    }
    let host = format!("Host: 127.0.0.1:{}\r\n\r\n", served.port);
    let tag = page.lines().find_map(|line| line.strip_prefix("ETag: ")).unwrap();
    let again = served.ask(&format!("GET / HTTP/1.1\r\nIf-None-Match: {tag}\r\n{host}"));
    assert!(again.starts_with("HTTP/1.1 304 ") && again.ends_with("\r\n\r\n") && again.contains(tag), "{again}");
    assert!(page.contains("<symbol id=\"x-K\"") && served.get("/art.svg").starts_with("HTTP/1.1 404 "));
    assert!(served.ask(&format!("POST / HTTP/1.1\r\n{host}")).starts_with("HTTP/1.1 405 "));
    let head = served.ask(&format!("HEAD / HTTP/1.1\r\n{host}"));
    let length =
        |answer: &str| answer.lines().find_map(|line| line.strip_prefix("Content-Length: ")).map(str::to_owned);
    assert!(
        head.starts_with("HTTP/1.1 200 ") && head.ends_with("\r\n\r\n") && length(&head) == length(&page),
        "{head}"
    );
    assert!(served.ask("\u{1}\r\n\r\n").starts_with("HTTP/1.1 400 "));
}

#[test]
fn strangers_are_refused() {
    let served = Served::start();
    for host in ["evil.example", "127.0.0.1.evil.example", "10.0.0.1"] {
        assert!(served.ask(&format!("GET / HTTP/1.1\r\nHost: {host}\r\n\r\n")).starts_with("HTTP/1.1 421 "), "{host}");
    }
    assert!(served.ask("GET / HTTP/1.1\r\n\r\n").starts_with("HTTP/1.1 421 "));
    for origin in [None, Some("null"), Some("http://evil.example"), Some("http://127.0.0.1:1")] {
        assert!(served.open(origin).0.starts_with("HTTP/1.1 403 "), "{origin:?}");
    }
    for path in
        ["/engine", "/story", "/picture", "/route", "/engine?token=", "/engine?token=0123456789abcdef0123456789abcdef"]
    {
        let (head, _) = served.open_at(path, Some(&served.own()));
        assert!(head.starts_with("HTTP/1.1 403 "), "{path}: {head}");
    }
    let with_file = Served::with(&["examples/games/hung_rook.pgn"]);
    assert!(with_file.get("/given0").starts_with("HTTP/1.1 403 "), "the file is for who knows the token");
    let other = SocketAddr::from(([127, 0, 0, 2], served.port));
    assert!(TcpStream::connect_timeout(&other, Duration::from_secs(5)).is_err(), "one address alone is bound");
}

#[test]
fn a_session_speaks_the_protocol_and_names_no_file() {
    let served = Served::start();
    let (head, mut socket) = served.open(Some(&served.own()));
    assert!(head.starts_with("HTTP/1.1 101 ") && head.contains("s3pPLMBiTxaQ9kYGzzhZRbK+xOo="), "{head}");
    send(&mut socket, "isready");
    assert_eq!(line(&mut socket), "readyok");
    for refused in [
        "position file /etc/passwd",
        "position project /etc",
        "probe file /etc/passwd",
        "genfens 1 seed 1 book /etc/passwd",
        "probe project /etc",
        "setoption name EvalFile value /etc/passwd",
        "setoption name EndgamePath value /etc",
        "setoption name Debug Log File value /tmp/meihua-serve.log",
        "bench",
    ] {
        send(&mut socket, refused);
        let answer = line(&mut socket);
        assert!(answer.starts_with("info string error: ") && answer.contains("out of reach"), "{refused}: {answer}");
    }
    send(&mut socket, "setoption name Threads value 200");
    assert!(line(&mut socket).contains("using 1"));
    socket.get_mut().write_all(&frame(9, b"ping")).unwrap();
    assert_eq!(receive(&mut socket), (10, b"ping".to_vec()), "a pong");
    send(&mut socket, "position startpos moves h2e2");
    send(&mut socket, "go depth 1");
    while !line(&mut socket).starts_with("bestmove ") {}
}

/// What a refused move is called in both languages of the page, in each dialect.
#[test]
fn a_refusal_is_told_in_both_languages() {
    let served = Served::start();
    let (_, mut socket) = served.open(Some(&served.own()));
    let refused = "position startpos moves h2e2 h2e3";
    send(&mut socket, refused);
    let words = line(&mut socket);
    let error = line(&mut socket);
    let pairs: [[String; 2]; 2] = serde_json::from_str(words.strip_prefix("info string words ").unwrap()).unwrap();
    assert_eq!(error, format!("info string error: {}", pairs[1][0]));
    send(&mut socket, "json");
    assert!(line(&mut socket).starts_with("{\"event\":\"hello\""));
    send(&mut socket, refused);
    let error: serde_json::Value = serde_json::from_str(&line(&mut socket)).unwrap();
    assert_eq!((&error["code"], &error["number"]), (&"illegal-move".into(), &2.into()));
    for (index, name) in ["reason", "message"].into_iter().enumerate() {
        let told = [&error[name], &error["translated"][name]].map(|text| text.as_str().unwrap().to_owned());
        assert_eq!(told, pairs[index], "{name}");
        assert!(told[0].is_ascii() && !told[1].is_ascii(), "{told:?}");
    }
    send(&mut socket, "position fen foo w");
    let error: serde_json::Value = serde_json::from_str(&line(&mut socket)).unwrap();
    assert_eq!(error["reason"], "bad board: found \"foo\", expected 10 ranks with / between, not 1");
    assert_eq!(error["translated"]["reason"], "棋盘有误：读到 \"foo\"，应为 10 行，用 / 隔开，而非 1 行");
    // Of a saved game and of the rules of a game, too.
    let hex = |text: &str| text.bytes().map(|byte| format!("{byte:02x}")).collect::<String>();
    send(&mut socket, &format!("import {}", hex("1. h2e2 h2e2")));
    let answer: serde_json::Value = serde_json::from_str(&line(&mut socket)).unwrap();
    let import = &answer["import"];
    assert_eq!(
        import["faults"][0],
        "line 1: ply 2 of the game: \"h2e2\" is not a legal move: there is no piece to move"
    );
    assert_eq!(import["translated"]["faults"][0], "第 1 行：主线第 2 着：着法 \"h2e2\" 不合法：该处没有棋子");
    assert!(import["translated"].get("error").is_none());
    send(&mut socket, &format!("setoption name VariantText value {}", hex("[mine:chess]\nfoo = 1")));
    let error: serde_json::Value = serde_json::from_str(&line(&mut socket)).unwrap();
    assert_eq!(error["message"], "option VariantText: line 2: foo: unknown key");
    assert_eq!(error["translated"]["message"], "选项 VariantText：第 2 行：foo：没有这个键");
    send(&mut socket, &format!("setoption name VariantText value {}", hex("[mine:chess]\nfoo = 1\n[own:chess]\n")));
    let remark: serde_json::Value = serde_json::from_str(&line(&mut socket)).unwrap();
    assert_eq!(remark["text"], "1 game added: own; left out: line 2: foo: unknown key");
    assert_eq!(remark["translated"], "已加入 1 种棋：own；未收入：第 2 行：foo：没有这个键");
    send(&mut socket, "position file /etc/passwd");
    let error: serde_json::Value = serde_json::from_str(&line(&mut socket)).unwrap();
    assert_eq!(error["code"], "out-of-reach");
}

#[test]
fn the_log_tells_of_sessions() {
    let log = common::fresh("serve.log");
    let served = Served::with(&["--log", &log.display().to_string()]);
    let (_, mut socket) = served.open(Some(&served.own()));
    send(&mut socket, "quit");
    // The connection ends after the line is written.
    let _ = socket.read_to_end(&mut Vec::new());
    let told = std::fs::read_to_string(&log).unwrap();
    assert!(told.contains("[INFO] session 1 opened") && told.contains("[INFO] session 1 closed"), "{told}");
    std::fs::remove_file(&log).unwrap();
}

#[test]
fn a_message_of_two_megabytes_closes_the_session() {
    let served = Served::start();
    let (_, mut socket) = served.open(Some(&served.own()));
    // The rest may come upon a closed connection.
    let _ = socket.get_mut().write_all(&frame(1, &vec![b'x'; 2_000_000]));
    let (kind, text) = receive(&mut socket);
    assert_eq!((kind, &text[..2]), (8, &1009_u16.to_be_bytes()[..]));
}

/// RFC 6455, 7.4.1.
#[test]
fn what_is_no_message_closes_the_session_with_its_code() {
    let served = Served::start();
    let unmasked = [0x81, 2, b'g', b'o'].to_vec();
    let reserved = [0xC1, 0x82, 0, 0, 0, 0, b'g', b'o'].to_vec();
    for (bytes, code) in [(unmasked, 1002), (reserved, 1002), (frame(1, b"\xFF\xFE"), 1007), (frame(2, b"go"), 1003)] {
        let (_, mut socket) = served.open(Some(&served.own()));
        socket.get_mut().write_all(&bytes).unwrap();
        let (kind, text) = receive(&mut socket);
        assert_eq!((kind, &text[..2]), (8, &u16::to_be_bytes(code)[..]), "{bytes:?}");
    }
}

/// The first frame of a film after its connection ends is the last.
#[test]
fn work_ends_when_nobody_waits_for_it_and_takes_no_place_of_a_session() {
    let served = Served::start();
    let shuffle = ["h0g2", "h9g7", "g2h0", "g7h9"];
    let moves: Vec<String> = shuffle.iter().cycle().take(600).map(|mv| format!("\"{mv}\"")).collect();
    let film = format!(
        "{{\"game\":\"xiangqi\",\"fen\":null,\"moves\":[{}],\"ply\":0,\"kind\":\"gif\",\"flip\":false}}",
        moves.join(",")
    );
    let films: Vec<_> = (0..4).map(|_| served.request("/picture", &film)).collect();
    let waits_for = |words: &str| {
        (0..600).any(|_| {
            std::thread::sleep(Duration::from_millis(50));
            line(&mut served.request("/route", "{}")).contains(words)
        })
    };
    assert!(waits_for("try again later"), "all places are taken");
    assert!(served.open(Some(&served.own())).0.starts_with("HTTP/1.1 101 "), "a session has its own place");
    drop(films);
    assert!(waits_for("cannot be read"), "the films have ended");
}

#[test]
fn pictures_have_bounds() {
    let served = Served::start();
    let row = |blocks: usize| format!("{}{}_", "B".repeat(blocks), "W".repeat(blocks));
    let ask = |fen: &str, kind: &str| {
        let request = format!(
            "{{\"game\":\"sliding\",\"fen\":\"{fen}\",\"moves\":[],\"ply\":0,\"kind\":\"{kind}\",\"flip\":false}}"
        );
        receive(&mut served.request("/picture", &request))
    };
    let (kind, text) = ask(&row(2000), "png");
    assert_eq!(kind, 1, "no picture of 240,000 pixels in a row");
    assert!(String::from_utf8(text).unwrap().contains("pixels: expected"));
    let (kind, png) = ask(&row(3), "png");
    assert_eq!((kind, &png[1..4]), (2, &b"PNG"[..]));
    let (kind, gif) = ask(&row(2), "gif");
    assert_eq!((kind, &gif[..6]), (2, &b"GIF89a"[..]));
    let many: Vec<String> = (0..601).map(|_| "\"1-4\"".to_owned()).collect();
    let long = format!(
        "{{\"game\":\"sliding\",\"fen\":null,\"moves\":[{}],\"ply\":0,\"kind\":\"gif\",\"flip\":false}}",
        many.join(",")
    );
    assert!(line(&mut served.request("/picture", &long)).contains("601 moves, expected at most 600"));
}

#[test]
fn the_ninth_session_waits_outside_until_one_leaves() {
    let served = Served::start();
    let mut sockets: Vec<_> = (0..8).map(|_| served.open(Some(&served.own()))).collect();
    assert!(sockets.iter().all(|(head, _)| head.starts_with("HTTP/1.1 101 ")));
    assert!(served.open(Some(&served.own())).0.starts_with("HTTP/1.1 503 "));
    drop(sockets.pop());
    let is_free = (0..600).any(|_| {
        std::thread::sleep(Duration::from_millis(50));
        served.open(Some(&served.own())).0.starts_with("HTTP/1.1 101 ")
    });
    assert!(is_free, "a place is free again");
}

/// A guest plays the tower that the command line named, by its name on the shelf, and no other.
#[test]
fn a_guest_plays_a_tower_by_its_name_and_names_no_folder() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/examples/tower");
    let served = Served::with(&[folder]);
    let given = served.get(&format!("/given0?token={}", served.token));
    let name = given.lines().find_map(|line| line.strip_prefix("position ")).unwrap().to_owned();
    let (_, mut socket) = served.open(Some(&served.own()));
    send(&mut socket, "setoption name UCI_Variant value tower");
    send(&mut socket, &format!("position project {folder}"));
    assert!(line(&mut socket).contains("out of reach"));
    send(&mut socket, &format!("position {name} moves R"));
    send(&mut socket, "view");
    let view = line(&mut socket);
    assert!(view.starts_with("view {\"game\":\"tower\"") && view.contains("\"things\":[["), "{view}");
}

/// Why a tower is not won is told in both languages of the page.
#[test]
fn why_a_tower_is_not_won_is_told_in_both_languages() {
    let folder = common::fresh("serve-poor-tower");
    let example = concat!(env!("CARGO_MANIFEST_DIR"), "/examples/tower");
    std::fs::create_dir_all(folder.join("floors")).unwrap();
    for file in ["data.js", "enemys.js", "items.js", "maps.js", "floors/F1.js", "floors/F2.js"] {
        let text = std::fs::read_to_string(format!("{example}/{file}")).unwrap();
        let (rich, poor) = ("\"hp\": 100,", "\"hp\": 1,");
        assert!(file != "data.js" || text.contains(rich));
        std::fs::write(folder.join(file), text.replace(rich, poor)).unwrap();
    }
    let served = Served::with(&[&folder.display().to_string()]);
    let given = served.get(&format!("/given0?token={}", served.token));
    let name = given.lines().find_map(|line| line.strip_prefix("position ")).unwrap().to_owned();
    let (_, mut socket) = served.open(Some(&served.own()));
    for command in ["json", "setoption name UCI_Variant value tower", &format!("position {name}"), "go nodes 100000"] {
        send(&mut socket, command);
    }
    let solution = std::iter::repeat_with(|| line(&mut socket)).find(|line| line.contains("\"event\":\"solution\""));
    let solution: serde_json::Value = serde_json::from_str(&solution.unwrap()).unwrap();
    let [english, chinese] = ["why", "translated"].map(|name| solution["facts"][name][0].as_str().unwrap().to_owned());
    assert!(english.starts_with("with ") && english.ends_with(" it is won"), "{english}");
    assert!(chinese.starts_with("再有 ") && chinese.ends_with("就能通关"), "{chinese}");
    std::fs::remove_dir_all(&folder).unwrap();
}

/// The page opens the games of `--variants`, then the one that is named, or the file.
#[test]
fn the_page_is_given_the_games_of_a_file() {
    let variants = concat!(env!("CARGO_MANIFEST_DIR"), "/examples/games/amazons.ini");
    let served = Served::with(&["--variants", variants, "amazons6"]);
    let given = |number: usize| served.get(&format!("/given{number}?token={}", served.token));
    assert!(given(0).contains("\n[amazons6]") && given(1).contains("[Variant \"amazons6\"]"));
    assert!(given(2).starts_with("HTTP/1.1 404 "));
    let served = Served::with(&["--variants", variants, "cfour"]);
    assert!(served.get(&format!("/given1?token={}", served.token)).contains("UCI_Variant value cfour"));
}

#[test]
fn a_head_without_an_end_is_refused() {
    let served = Served::start();
    let long = format!("GET / HTTP/1.1\r\nHost: localhost\r\nX: {}", "x".repeat(40_000));
    assert!(!served.ask(&long).starts_with("HTTP/1.1 200 "));
    // Five seconds are given to one that says nothing more.
    assert!(served.ask("GET / HTTP/1.1\r\nHost: localhost\r\n").starts_with("HTTP/1.1 408 "));
}

#[test]
fn ctrl_c_ends_it_with_status_0_and_tells_the_pages() {
    let mut served = Served::start();
    let (_, mut socket) = served.open(Some(&served.own()));
    send(&mut socket, "go infinite");
    assert!(line(&mut socket).starts_with("info "));
    let pid = served.child.id().to_string();
    assert!(Command::new("kill").args(["-INT", &pid]).status().unwrap().success());
    assert_eq!(served.child.wait().unwrap().code(), Some(0));
    let close = std::iter::repeat_with(|| receive(&mut socket)).find(|(kind, _)| *kind == 8).unwrap();
    assert_eq!(close.1, 1001_u16.to_be_bytes());
}

#[test]
fn a_port_that_is_taken_and_a_game_that_is_none_are_one_line() {
    let served = Served::start();
    for args in [vec!["--port".to_owned(), served.port.to_string()], vec!["no such game".to_owned()]] {
        let output =
            Command::new(env!("CARGO_BIN_EXE_meihua")).arg("serve").arg("--no-open").args(&args).output().unwrap();
        let error = String::from_utf8(output.stderr).unwrap();
        assert_eq!((output.status.code(), error.lines().count()), (Some(1), 1), "{error}");
        assert!(error.starts_with("meihua serve: "), "{error}");
    }
}
