//! `bench`: searches fixed positions of every two-player game to a fixed depth and counts nodes.
//!
//! It uses one thread and a fresh table for each game, so every run of the same build gives the same count, and any
//! change to the search shows at once. The last line, `N nodes M nps`, is the one that OpenBench reads.

use super::fault::{Code, Coded};
use crate::clock::{Stopwatch, per_second};
use crate::control::Control;
use crate::engine::config::Config;
use crate::engine::event::Event;
use crate::engine::go::{Go, GoError};
use crate::engine::registry::Entry;
use crate::engine::session::Session;
use crate::search::table::TableError;
use crate::text::PositionError;
use thiserror::Error;

/// The default depth.
pub const DEPTH: u32 = 13;

/// The maximum depth. It takes hours; a few plies more would never finish.
pub const MAX_DEPTH: u32 = 30;

/// The requested depth is too large.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("bench: found depth {0}, expected at most {MAX_DEPTH}")]
pub struct TooDeep(u32);

impl Coded for TooDeep {
    fn code(&self) -> Code {
        Code::BadNumber
    }
}

/// The depth to search: [`DEPTH`] for `None` and 0.
///
/// # Errors
/// The depth is more than [`MAX_DEPTH`].
pub fn depth(asked: Option<u32>) -> Result<u32, TooDeep> {
    match asked.filter(|&depth| depth > 0) {
        None => Ok(DEPTH),
        Some(depth) if depth <= MAX_DEPTH => Ok(depth),
        Some(depth) => Err(TooDeep(depth)),
    }
}

/// Runs the bench of these games to `depth` until `control` asks for a stop; `print` receives the lines.
pub fn run(games: &[Entry], depth: u32, control: &Control, print: &mut dyn FnMut(String)) {
    let watch = Stopwatch::start();
    let mut total = 0;
    for entry in games.iter().filter(|entry| !entry.bench.is_empty()) {
        let mut session = (entry.open)();
        session.configure(&Config { proofs: false, ..Config::default() });
        for (index, fen) in entry.bench.iter().enumerate() {
            if control.stopped() {
                return print("bench stopped before the end".to_owned());
            }
            match search(session.as_mut(), fen, depth, control) {
                Ok(nodes) => {
                    print(format!("{} {}: {nodes} nodes", entry.name, index + 1));
                    total += nodes;
                }
                Err(error) => print(format!("{} {}: {error}", entry.name, index + 1)),
            }
        }
    }
    print(format!("{total} nodes {} nps", per_second(total, watch.elapsed())));
}

/// Why a position was not searched.
#[derive(Debug, Error)]
enum BenchError {
    #[error(transparent)]
    Position(#[from] PositionError),
    #[error(transparent)]
    Table(#[from] TableError),
    #[error(transparent)]
    Go(#[from] GoError),
}

/// The nodes of one search.
fn search(session: &mut dyn Session, fen: &str, depth: u32, control: &Control) -> Result<u64, BenchError> {
    session.set_position(fen)?;
    session.prepare()?;
    let go = Go { depth: Some(depth), ..Go::default() };
    let mut nodes = 0;
    session.think(&go, control.clone(), &mut |event| {
        if let Event::Info(info) = &event {
            nodes = info.nodes;
        }
    })?;
    Ok(nodes)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::registry::GAMES;

    fn last_line(depth: u32) -> String {
        let mut lines = Vec::new();
        run(GAMES, depth, &Control::new(), &mut |line| lines.push(line));
        lines.pop().expect("a last line")
    }

    #[test]
    fn the_count_is_the_same_at_every_run() {
        let count = |line: String| line.split(' ').next().map(str::to_owned);
        let first = last_line(4);
        assert!(first.ends_with(" nps") && first.contains(" nodes "), "{first}");
        assert_eq!(count(first), count(last_line(4)));
    }

    #[test]
    fn a_depth_without_end_is_refused() {
        assert_eq!((depth(None), depth(Some(0)), depth(Some(30))), (Ok(DEPTH), Ok(DEPTH), Ok(30)));
        assert_eq!(depth(Some(99)).unwrap_err().to_string(), "bench: found depth 99, expected at most 30");
    }

    #[test]
    fn it_measures_the_search_and_no_prover() {
        let mut lines = Vec::new();
        run(GAMES, 4, &Control::new(), &mut |line| lines.push(line));
        let is_searched = |line: &String| line.split(' ').nth(2).and_then(|nodes| nodes.parse().ok()) > Some(20u64);
        assert!(lines[..lines.len() - 1].iter().all(is_searched), "{lines:?}");
    }

    #[test]
    fn every_position_is_one_of_its_game_and_every_game_of_two_has_some() {
        for entry in GAMES {
            let mut session = (entry.open)();
            assert_eq!(entry.is_two_player(), !entry.bench.is_empty(), "{}", entry.name);
            for fen in entry.bench {
                session.set_position(fen).unwrap_or_else(|error| panic!("{}: {fen}: {error}", entry.name));
                assert_eq!(session.verdict().outcome, None, "{fen}");
            }
        }
    }
}
