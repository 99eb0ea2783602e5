//! A whole session of any bytes. Searches are kept to a few nodes and tables to a few megabytes; nothing may break
//! down inside, and the process must come to its end.

#![no_main]

use libfuzzer_sys::fuzz_target;
use meihua::protocol::server::Server;
use std::io::Cursor;

/// Words that make a search longer than a fuzzer can wait, or write a file.
const BANNED: &[&str] = &["bench", "genfens", "log", "perft", "mate", "hash", "hashsize", "threads"];

fuzz_target!(|bytes: &[u8]| {
    let mut input = b"setoption name Hash value 1\nsetoption name Threads value 1\n".to_vec();
    for line in bytes.split(|&byte| byte == b'\n') {
        input.extend(tamed(line));
        input.push(b'\n');
    }
    // Waits for the engine to be idle, and complains; then the end.
    input.extend(b"undo 4000000000\nquit\n");
    let mut output = Vec::new();
    Server::new(Cursor::new(input), &mut output).expect("a thread").run();
    let heard = String::from_utf8(output).expect("text");
    assert!(!heard.lines().any(is_breakdown), "{heard}");
    assert!(heard.is_empty() || heard.ends_with('\n'), "{heard}");
});

/// Whether a line tells of a panic that was caught. Words of the input come only behind other beginnings.
fn is_breakdown(line: &str) -> bool {
    let told = line.strip_prefix("info string error: ").or_else(|| line.strip_prefix("info message error: "));
    let beginnings = ["the line could not be carried out", "the search broke down", "the solver broke down"];
    told.is_some_and(|told| beginnings.iter().any(|beginning| told.starts_with(beginning)))
}

/// The line, with a small bound on what a `go` in it may cost.
fn tamed(line: &[u8]) -> Vec<u8> {
    let text = String::from_utf8_lossy(line).to_ascii_lowercase();
    let words = || text.split(|letter: char| letter.is_whitespace() || letter.is_control() || letter == '_');
    if words().any(|word| BANNED.contains(&word)) || text.contains("log") || text.contains("hash") {
        return Vec::new();
    }
    let mut line = line.to_vec();
    if words().any(|word| word == "go") {
        line.extend(b" nodes 40 movetime 4");
    }
    line
}
