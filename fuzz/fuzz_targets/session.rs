//! A whole session of any bytes: every command, in a folder of its own. Searches are kept to a few nodes or stopped at
//! once, tables to a few megabytes. Nothing may break down inside, each `go` has one answer that the position and the
//! line allow, and the process must come to its end.
//!
//! A line that begins with `@` is a random position of a random game.

#![no_main]

use libfuzzer_sys::fuzz_target;
use meihua_engine::fnv::fnv;
use meihua_engine::protocol::command::{Command, Dialect};
use meihua_engine::protocol::server::Server;
use meihua_engine::random::SplitMix64;
use meihua_fuzz::mirror::{Allowed, Mirror};
use meihua_fuzz::positions::{Size, position};
use meihua_games::GAMES;
use std::io::Cursor;
use std::process;
use std::sync::Once;

static ENTER: Once = Once::new();

fuzz_target!(|bytes: &[u8]| {
    ENTER.call_once(enter);
    let mut input = b"setoption name Hash value 1\nsetoption name Threads value 1\n".to_vec();
    let may_wait = is_batch(bytes);
    for line in bytes.split(|&byte| byte == b'\n') {
        input.extend(tamed(line, may_wait));
        input.push(b'\n');
    }
    // At the end of the input all is carried out and answered that was read; `quit` would not wait for that.
    let expected = Expected::of(&input);
    let mut output = Vec::new();
    Server::with_games(GAMES, Cursor::new(input), &mut output).expect("a thread").run();
    let heard = String::from_utf8(output).expect("text");
    assert!(!heard.lines().any(is_breakdown), "{heard}");
    assert!(heard.is_empty() || heard.ends_with('\n'), "{heard}");
    expected.check(&heard);
});

/// Goes to a folder where a tower, notes and a pipe lie and nothing else.
fn enter() {
    let folder = meihua_fuzz::scratch();
    std::env::set_current_dir(&folder).expect("our own folder");
    std::fs::write("t", position("tower", Size::Small, &mut SplitMix64::new(1))).expect("a file");
    std::fs::write("n", "my notes\n3k5/9/9/9/9/9/9/9/R8/4K4 w\n").expect("a file");
    _ = process::Command::new("mkfifo").arg("p").status();
}

/// Whether a line tells of a panic that was caught. Words of the input come only behind other beginnings.
fn is_breakdown(line: &str) -> bool {
    let told = line.strip_prefix("info string error: ").or_else(|| line.strip_prefix("info message error: "));
    let beginnings = ["the line could not be executed", "the search failed", "the solver failed"];
    told.is_some_and(|told| beginnings.iter().any(|beginning| told.starts_with(beginning)))
}

/// Whether the input may set UCCI's `batch`: then `stop` is not heard while something bounded is under way.
fn is_batch(bytes: &[u8]) -> bool {
    let plain: String = String::from_utf8_lossy(bytes).to_ascii_lowercase().replace([' ', '_'], "");
    plain.contains("batch")
}

/// The line, with a small bound on what it may cost.
fn tamed(line: &[u8], is_batch: bool) -> Vec<u8> {
    if let Some(seed) = line.strip_prefix(b"@") {
        return random_position(seed);
    }
    let text = String::from_utf8_lossy(line).to_ascii_lowercase();
    if Command::parse(&text, GAMES) == Ok(Command::Hello(Dialect::Json)) {
        // The answers of the text dialects are looked at.
        return Vec::new();
    }
    let has = |word: &str| text.contains(word);
    let mut line = line.to_vec();
    if ["file", "log", "genfens"].into_iter().any(has) {
        // Names of this folder only.
        line.iter_mut().filter(|byte| matches!(**byte, b'/' | b'\\')).for_each(|byte| *byte = b'_');
    }
    if ["hash", "threads", "multipv"].into_iter().any(has) {
        shorten_numbers(&mut line, 6);
    }
    let is_work = ["perft", "bench", "genfens"].into_iter().any(has);
    if is_work && is_batch {
        shorten_numbers(&mut line, 1);
        return if has("bench") { Vec::new() } else { line };
    }
    if is_work {
        line.extend(b"\nstop");
    } else if has("go") {
        line.extend(b" nodes 40 movetime 4");
    }
    line
}

/// Makes numbers of two to `digits` digits one digit long, 1 to 3; longer ones stay, for they are refused.
fn shorten_numbers(line: &mut Vec<u8>, digits: usize) {
    let mut shorter = Vec::with_capacity(line.len());
    for part in line.chunk_by(|one, other| one.is_ascii_digit() == other.is_ascii_digit()) {
        match part {
            [digit, ..] if digit.is_ascii_digit() && part.len() <= digits.max(1) => shorter.push(b'1' + digit % 3),
            _ => shorter.extend(part),
        }
    }
    *line = shorter;
}

fn random_position(seed: &[u8]) -> Vec<u8> {
    let mut random = SplitMix64::new(fnv(seed));
    let game = GAMES[random.below(GAMES.len())].name;
    let size = if random.below(8) == 0 { Size::Middling } else { Size::Small };
    format!("setoption name UCI_Variant value {game}\nposition fen {}", position(game, size, &mut random)).into_bytes()
}

/// Whether `(none)` may mean that a solver had no time to find a plan.
fn may_have_no_plan(allowed: &Allowed) -> bool {
    !allowed.is_two_player
}

/// What each `go` of a session may be answered with, in order.
struct Expected {
    moves: Vec<Allowed>,
    /// Answers of UCCI to a `stop` that nothing was under way for: at most this many.
    loose: usize,
    /// Whether the session ends before its end.
    is_cut: bool,
}

impl Expected {
    fn of(input: &[u8]) -> Expected {
        let mut expected = Expected { moves: Vec::new(), loose: 0, is_cut: false };
        let mut mirror = Mirror::default();
        for line in input.split(|&byte| byte == b'\n') {
            let is_clean = std::str::from_utf8(line).is_ok();
            let Ok(command) = Command::parse(&String::from_utf8_lossy(line), GAMES) else { continue };
            // Names are not guessed.
            let names = matches!(&command, Command::Position(_) | Command::SetOption(_) | Command::BanMoves(_));
            if !is_clean && names {
                if matches!(command, Command::Position(_)) {
                    mirror.refuse();
                }
                continue;
            }
            match &command {
                Command::Quit => {
                    expected.is_cut = true;
                    return expected;
                }
                Command::Stop => expected.loose += usize::from(mirror.dialect == Dialect::Ucci),
                Command::Go(go, _) if go.perft.is_none() => {
                    let mut allowed = mirror.allowed(go);
                    allowed.none |= mirror.dialect == Dialect::Ucci && go.depth == Some(0);
                    expected.moves.push(allowed);
                }
                _ => {}
            }
            mirror.carry_out(&command);
        }
        expected
    }

    /// Each answer is that of the next `go`, or a `nobestmove` for a `stop` that had nothing to stop: which of both cannot
    /// always be seen, so all that is possible is followed.
    fn check(self, heard: &str) {
        let answers = heard.lines().filter(|line| line.starts_with("bestmove ") || *line == "nobestmove");
        // How many of the `go` may have been answered so far.
        let mut possible = vec![0];
        for (number, line) in answers.enumerate() {
            let mv = line.split(' ').nth(1).filter(|mv| *mv != "(none)");
            let fits = |allowed: &Allowed| {
                mv.map_or(allowed.none || may_have_no_plan(allowed), |mv| allowed.moves.iter().any(|legal| legal == mv))
            };
            let mut next = Vec::new();
            for answered in possible {
                // The number of `nobestmove` before this answer.
                if mv.is_none() && number - answered < self.loose {
                    next.push(answered);
                }
                if self.moves.get(answered).is_some_and(fits) {
                    next.push(answered + 1);
                }
            }
            next.dedup();
            assert!(!next.is_empty(), "{line}, no answer to any of {} go\n{heard}", self.moves.len());
            possible = next;
        }
        let most = possible.last().copied().unwrap_or(0);
        assert!(self.is_cut || most == self.moves.len(), "{most} of {} answers\n{heard}", self.moves.len());
    }
}
