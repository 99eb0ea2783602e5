//! What a hostile client or file can make the process do: no more than `SECURITY.md` allows.
#![cfg(unix)]

use common::{Engine, START, end_within, errors, fresh};
use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::thread;
use std::time::Duration;

/// The engine with little address space and a small stack, so that what is not bounded breaks soon.
fn confined() -> Engine {
    // Address space, in kB: the program takes 400 MB of it, of which most is what malloc sets aside for each thread.
    let mut engine = Engine::limited("ulimit -v 700000; ulimit -s 512");
    engine.send("uci\nsetoption name Threads value 1\nsetoption name Hash value 1");
    engine.until("uciok");
    engine
}

/// Refuses the position by name, keeps the old one, and lives on.
fn assert_refused(game: &str, position: &str, name: &str) {
    let mut engine = confined();
    engine.send(&format!("setoption name UCI_Variant value {game}\nposition {position}"));
    let heard = engine.settle();
    let complaints = errors(&heard);
    assert_eq!(complaints.len(), 1, "{game} {name}: {complaints:?}");
    assert!(complaints[0].len() < 400, "{game} {name}: a line of {} bytes", complaints[0].len());
    engine.send("position startpos\ngo nodes 100");
    engine.best_move();
    engine.quit();
}

#[test]
fn sizes_are_bounded_before_memory_is_asked_for() {
    assert_refused("river", "fen P999999999D999999999/-/- l 99999999999", "crowd");
    assert_refused("river", "fen 18446744073709551616 3 2", "count");
    assert_refused("sliding", &format!("fen {}_{}", "B".repeat(1_000_000), "W".repeat(1_000_000)), "row");
    assert_refused("cfour", &format!("fen {} w", ["999999999"; 9].join("/")), "wide board");
    assert_refused("cfour", &format!("fen {} w", vec!["9".repeat(1000); 1000].join("/")), "large board");
    assert_refused("tower", "fen 1000000;999999 999999;10 10;hero", "map");
    assert_refused("tower", &format!("fen {}", "9".repeat(1_000_000)), "number");
}

#[test]
fn no_text_is_too_deep_or_too_long() {
    for game in ["xiangqi", "cfour", "river", "sliding", "tower"] {
        for part in ["(", "[", "/", ";", "1", "-", "{\"", "é"] {
            assert_refused(game, &format!("fen {}", part.repeat(1_000_000)), part);
        }
    }
}

#[test]
fn long_lists_of_moves_are_played_or_refused() {
    let mut engine = confined();
    let to_and_fro = "h0g2 h9g7 g2h0 g7h9 ".repeat(20_000);
    engine.send(&format!("position startpos moves {to_and_fro}\ngo depth 2"));
    engine.best_move();
    engine.send(&format!("position startpos moves {}", "h2e2 ".repeat(400_000)));
    assert_eq!(errors(&engine.settle()).len(), 1);
    engine.send(&format!("banmoves {}\ngo depth 2", "h2e2 ".repeat(400_000)));
    assert!(!engine.best_move().contains(" h2e2"), "a banned move");
    engine.send(&format!("position startpos\ngo depth 2 searchmoves {}", "h2e2 ".repeat(400_000)));
    assert!(engine.best_move().contains(" h2e2"), "the only move allowed");
    engine.quit();
}

#[test]
fn only_plain_files_of_a_modest_size_are_read() {
    let pipe = fresh("pipe");
    assert!(Command::new("mkfifo").arg(&pipe).status().expect("mkfifo").success());
    let large = fresh("large");
    let file = fs::File::create(&large).expect("a file");
    file.set_len(1 << 40).expect("a file with a hole");
    let bytes = fresh("bytes");
    fs::write(&bytes, [0xff, 0xfe, 0x00]).expect("a file");
    // The last two claim to hold nothing; one yields text all the same, the other waits for some.
    let system = ["/dev/zero", "/", "/no/such/file", "/proc/self/status", "/proc/kmsg"].map(Path::new);
    for path in [&pipe, &large, &bytes].into_iter().map(|path| path.as_path()).chain(system) {
        assert_refused("tower", &format!("file {}", path.display()), "file");
    }
    [pipe, large, bytes].iter().for_each(|path| fs::remove_file(path).expect("it was there"));
}

#[test]
fn what_a_file_holds_is_not_told_but_as_a_position() {
    let secret = fresh("secret");
    for text in ["root:hunter2:0:0", "9 hunter2", "hunter2/hunter2/hunter2", "3 3\n10 hunter2"] {
        fs::write(&secret, text).expect("a file");
        for game in ["xiangqi", "cfour", "river", "sliding", "tower"] {
            let mut engine = Engine::uci();
            engine.send(&format!("setoption name UCI_Variant value {game}\nposition file {}", secret.display()));
            let heard = engine.settle();
            assert!(heard.len() == 1 && heard[0].contains("expected"), "{game}: {heard:?}");
            assert!(!heard[0].contains("hunter"), "{game}: {heard:?}");
            engine.quit();
        }
    }
    fs::remove_file(secret).expect("it was there");
}

#[test]
fn a_book_of_openings_holds_positions_or_is_refused_by_the_number_of_the_line() {
    let (pipe, secret, book) = (fresh("book.pipe"), fresh("book.secret"), fresh("book.epd"));
    assert!(Command::new("mkfifo").arg(&pipe).status().expect("mkfifo").success());
    fs::write(&secret, format!("{START}\nroot:hunter2:0:0\n")).expect("a file");
    fs::write(&book, format!("{START}; bm h2e2\n\n{}\n", START.replace(" w ", " b "))).expect("a file");
    let mut engine = confined();
    for path in
        [&pipe, &secret].into_iter().map(|path| path.as_path()).chain(["/dev/zero", "/proc/kmsg"].map(Path::new))
    {
        engine.send(&format!("genfens 2 seed 5 book {}\nposition startpos\ngo nodes 1", path.display()));
        let heard = engine.until("bestmove");
        let complaints = errors(&heard);
        assert!(complaints.len() == 1 && complaints[0].contains("expected"), "{heard:?}");
        assert!(heard.iter().all(|line| !line.contains("hunter") && !line.contains("genfens r")), "{heard:?}");
        assert_eq!(complaints[0].contains("line 2: "), path == secret, "{heard:?}");
    }
    engine.send(&format!("genfens 20 seed 5 book {}\nposition startpos\ngo nodes 1", book.display()));
    let heard = engine.until("bestmove");
    let fens: Vec<_> = heard.iter().filter_map(|line| line.strip_prefix("info string genfens ")).collect();
    assert!(fens.len() == 20 && fens.contains(&START) && fens.iter().any(|fen| *fen != START), "{heard:?}");
    engine.quit();
    [pipe, secret, book].iter().for_each(|path| fs::remove_file(path).expect("it was there"));
}

#[test]
fn millions_of_words_that_are_no_moves_are_one_error_line() {
    let mut engine = confined();
    let words: Vec<String> = (0..500_000).map(|number| format!("{number:x}")).collect();
    engine.send(&format!("position startpos\nbanmoves {}\ngo infinite", words.join(" ")));
    engine.send(&format!("stop\ngo depth 2 searchmoves {}", words.join(" ")));
    let mut heard = engine.until("bestmove");
    heard.extend(engine.until("bestmove"));
    let complaints = errors(&heard);
    assert!(complaints.len() == 2 && complaints.iter().all(|line| line.len() < 400), "{complaints:?}");
    assert!(complaints[0].contains("banmoves") && complaints[1].contains("more"), "{complaints:?}");
    engine.quit();
}

/// The engine of a client that writes and never reads, its output as full as it may be.
fn unread() -> (Child, ChildStdin) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_meihua"));
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("the engine starts");
    let mut stdin = child.stdin.take().expect("a pipe");
    // Three kilobytes of answer to each: more than a pipe and the queue before it take.
    stdin.write_all("uci\n".repeat(2000).as_bytes()).expect("the engine listens");
    stdin.write_all(b"go infinite\n").expect("the engine listens");
    (child, stdin)
}

#[test]
fn who_does_not_read_is_heard_all_the_same() {
    let (mut child, mut stdin) = unread();
    stdin.write_all(b"quit\n").expect("the engine listens");
    assert!(
        end_within(&mut child, Duration::from_secs(20)).is_some_and(|status| status.success()),
        "quit is not heard"
    );
    let (mut child, stdin) = unread();
    drop(stdin);
    let status = end_within(&mut child, Duration::from_secs(20));
    assert!(status.is_some_and(|status| status.success()), "the end of the input is not heard");
}

#[cfg(target_os = "linux")]
#[test]
fn what_is_sent_ahead_is_bounded() {
    let (mut child, mut stdin) = unread();
    let sender = thread::spawn(move || {
        let line = format!("position startpos moves {}\n", "h2e2 ".repeat(100_000));
        // Ends when the engine does.
        let sent = (0..200).take_while(|_| stdin.write_all(line.as_bytes()).is_ok()).count();
        (sent, stdin)
    });
    thread::sleep(Duration::from_secs(5));
    let status = fs::read_to_string(format!("/proc/{}/status", child.id())).expect("a running process");
    let held = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).expect("a line on memory");
    let kilobytes: u64 = held.trim().trim_end_matches(" kB").parse().expect("a number");
    assert!(kilobytes < 150_000, "{kilobytes} kB are kept of 100 MB");
    child.kill().expect("a child to kill");
    child.wait().expect("an end");
    assert!(sender.join().expect("no panic").0 < 200, "all was read ahead");
}
