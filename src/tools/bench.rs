//! `bench`: searches fixed positions of every game of two players to a fixed depth and counts nodes.
//!
//! One thread, a fresh table for each game: the count is the same at every run of the same build, so it tells at once
//! whether a change touched the search. The last line, `N nodes M nps`, is the one that OpenBench reads.

use crate::clock::{Stopwatch, per_second};
use crate::control::Control;
use crate::engine::event::{Event, Sink};
use crate::engine::go::Go;
use crate::engine::registry::GAMES;
use crate::engine::session::Session;
use std::sync::{Arc, mpsc};

/// Depth unless another one is asked for.
pub const DEPTH: u32 = 13;

/// Positions by game: openings, middle games, endings, sharp and quiet ones.
const POSITIONS: &[(&str, &[&str])] = &[
    (
        "xiangqi",
        &[
            "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1",
            "r1bakab1r/9/1cn4c1/p1p1p1p1p/5n3/9/P1P1P1P1P/1C2C1N2/9/RNBAKABR1 w - - 4 5",
            "2bakab1r/9/1cn3nc1/p3p1p1p/2p6/9/P1P1P1P1P/1CN1C1N2/9/1RBAKAB1R b - - 0 8",
            "3akab2/9/2n1b4/p3p3p/2p3p2/5N3/P1P1P1P1P/4C4/4A4/2BAK1B2 w - - 0 1",
            "4kab2/4a4/4b4/8p/9/2B6/4n3P/4B4/4A4/3AK1N2 b - - 0 1",
            "4k4/4a4/4b4/9/4n4/9/9/4B4/3RA4/3K1AB2 w - - 0 1",
        ],
    ),
    ("cfour", &["7/7/7/7/7/7 w - - 0 1", "7/7/7/3p3/3P3/2pP3 w - - 0 3", "7/7/3p3/2Pp3/2pP3/1PpP3 w - - 0 5"]),
];

/// Runs the bench to `depth` (0 for [`DEPTH`]) until `control` says stop; `say` gets the lines.
pub fn run(depth: Option<u32>, control: &Control, say: &mut dyn FnMut(String)) {
    let depth = depth.filter(|&depth| depth > 0).unwrap_or(DEPTH);
    let watch = Stopwatch::start();
    let mut total = 0;
    for entry in GAMES.iter().filter(|entry| entry.is_contest) {
        let positions = POSITIONS.iter().filter(|(name, _)| *name == entry.name).flat_map(|(_, positions)| *positions);
        let mut session = (entry.open)();
        for (index, fen) in positions.enumerate() {
            if control.stopped() {
                return say("bench stopped before the end".to_owned());
            }
            match search(session.as_mut(), fen, depth, control) {
                Ok(nodes) => {
                    say(format!("{} {}: {nodes} nodes", entry.name, index + 1));
                    total += nodes;
                }
                Err(cause) => say(format!("{} {}: {cause}", entry.name, index + 1)),
            }
        }
    }
    say(format!("{total} nodes {} nps", per_second(total, watch.elapsed())));
}

/// The nodes of one search.
fn search(session: &mut dyn Session, fen: &str, depth: u32, control: &Control) -> Result<u64, String> {
    session.set_position(fen).map_err(|error| error.to_string())?;
    session.prepare()?;
    let (sender, events) = mpsc::channel();
    let sink: Sink = Arc::new(move |event| drop(sender.send(event)));
    let inner = Arc::new(Control::new());
    let go = Go { depth: Some(depth), ..Go::default() };
    session.start(&go, inner.clone(), sink).map_err(|error| error.to_string())?;
    let mut nodes = 0;
    for event in events {
        if control.stopped() {
            inner.stop();
        }
        match event {
            Event::Info(info) => nodes = info.nodes,
            Event::Best(_) => break,
            _ => {}
        }
    }
    session.finish();
    Ok(nodes)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::registry;

    fn last_line(depth: u32) -> String {
        let mut lines = Vec::new();
        run(Some(depth), &Control::new(), &mut |line| lines.push(line));
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
    fn every_position_is_of_a_known_game_and_every_game_has_some() {
        for (name, positions) in POSITIONS {
            let entry = registry::find(GAMES, name).expect("a game of this name");
            let mut session = (entry.open)();
            assert!(!positions.is_empty());
            for fen in *positions {
                session.set_position(fen).unwrap_or_else(|error| panic!("{name}: {fen}: {error}"));
                assert_eq!(session.verdict().outcome, None, "{fen}");
            }
        }
        for entry in GAMES.iter().filter(|entry| entry.is_contest) {
            assert!(POSITIONS.iter().any(|(name, _)| *name == entry.name), "{}", entry.name);
        }
    }
}
