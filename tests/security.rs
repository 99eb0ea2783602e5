//! What a hostile driver or file can make the process do: no more than `SECURITY.md` says.
#![cfg(unix)]

mod common;
#[path = "common/sources.rs"]
mod sources;

use common::{Engine, errors, fresh};
use std::fs;
use std::path::Path;
use std::process::Command;

/// The engine with at most 400 MB of address space and a small stack, so that what is not bounded breaks soon.
fn confined() -> Engine {
    let mut engine = Engine::limited("ulimit -v 400000; ulimit -s 512");
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
    for path in [&pipe, &large, &bytes, Path::new("/dev/zero"), Path::new("/"), Path::new("/no/such/file")] {
        assert_refused("tower", &format!("file {}", path.display()), "file");
    }
    [pipe, large, bytes].iter().for_each(|path| fs::remove_file(path).expect("it was there"));
}

/// Where the process of the engine may touch files: one that is read because a command or an option names it, the log that
/// an option names. The
/// tools of the command line work on the files that their arguments name.
#[test]
fn files_are_touched_in_few_places() {
    let words = ["std::fs", "fs::", "File::", "std::net", "process::Command"];
    let mut found = Vec::new();
    for (file, text) in sources::rust_files("src") {
        let code: Vec<&str> = text.lines().filter_map(|line| line.split("//").next()).collect();
        if words.iter().any(|word| code.join("\n").contains(word)) {
            let path = file.strip_prefix(sources::folder("src")).expect("it lies there");
            found.push(path.display().to_string());
        }
    }
    found.retain(|path| !path.starts_with("tools/") && !path.ends_with("tests.rs"));
    found.sort();
    assert_eq!(found, ["plain_file.rs", "protocol/log_file.rs"]);
}
