//! The search on xiangqi: equal to plain negamax without pruning, exact on mates, the same at every run.

use meihua::control::Control;
use meihua::game::Game;
use meihua::games::xiangqi::{Position, fen};
use meihua::search::Searcher;
use meihua::search::features::Features;
use meihua::search::limits::{Limits, Settings};
use meihua::search::negamax::plain;
use meihua::search::report::{Found, Line, Report};
use std::time::Duration;

type Move = <Position as Game>::Move;

/// The start, a middle game, sharp play, checks all around, an endgame.
const POSITIONS: [&str; 5] = [
    fen::START,
    "r2akab1r/3n5/4b3n/p1p1pRp1p/9/2P3P2/P3P3c/N2C3C1/4A4/1RBAK1B2 w - - 0 1",
    "1rbaka2R/5r3/6n2/2p1p1p2/4P1bP1/PpC3Bc1/1nPR2P2/2N2AN2/1c2K1p2/2BAC4 w - - 0 1",
    "C1nNk4/9/9/9/9/9/n1pp5/B3C4/9/3A1K3 w - - 0 1",
    "3akab2/9/9/9/9/8p/1p7/3K5/2r6/3A1A3 b - - 5 105",
];

/// Wins in two, three and four moves, met in games of the engine against itself; the distances are checked here.
const MATES: [(u32, &str); 12] = [
    (2, "3akab2/9/9/9/9/8p/1p7/3K5/2r6/3A1A3 b - - 5 105"),
    (2, "3k5/4R2R1/9/6p1C/9/9/4P3P/2N6/9/3rKA3 w - - 0 93"),
    (2, "3a2R2/4ak3/8R/6p2/8P/2B6/9/9/3NA4/1r1AK1B2 w - - 3 34"),
    (2, "9/5k3/3R5/9/9/P8/9/4C4/9/2BAKA3 w - - 3 70"),
    // The last move takes the defender's last free piece and gives no check: stalemate wins.
    (2, "2b2k3/4a4/4b4/9/9/9/2r6/3A5/1n1KA4/C8 b - - 1 177"),
    (3, "3akab2/9/9/9/9/8p/1p7/9/3K5/2rA1A3 b - - 3 104"),
    (3, "3k5/4R2R1/9/6p1C/9/9/4P3P/2N6/4A4/r3KA3 w - - 3 92"),
    (3, "9/4k4/R8/9/9/P8/9/4C4/9/2BAKA3 w - - 1 69"),
    (3, "2b1k1b2/3R1r3/4n4/2p1R4/4C1p2/2P1P3p/9/9/9/3AKA3 w - - 7 37"),
    (4, "3akab2/9/9/9/8p/9/1p7/9/3KA4/2r2A3 b - - 1 103"),
    (4, "4k4/9/b1R6/9/9/P8/9/4C4/9/2BAKA3 w - - 3 68"),
    (4, "2bk5/9/5P3/3N5/6b2/9/9/4B4/2RKA4/5A3 w - - 1 107"),
];

fn search(searcher: &mut Searcher<Position>, root: &Position, limits: &Limits<Move>) -> (Found<Move>, Vec<Line<Move>>) {
    search_lines(searcher, root, limits, 1)
}

fn search_lines(
    searcher: &mut Searcher<Position>,
    root: &Position,
    limits: &Limits<Move>,
    multi_pv: usize,
) -> (Found<Move>, Vec<Line<Move>>) {
    let mut lines = Vec::new();
    let settings = Settings { multi_pv, ..Settings::default() };
    let found = searcher.search(root, limits, &settings, &Control::new(), &mut |report| {
        if let Report::Line(line) = report {
            lines.push(Line { time: Duration::ZERO, ..line });
        }
    });
    (found, lines)
}

fn to_nodes(nodes: u64) -> Limits<Move> {
    Limits { nodes: Some(nodes), ..Limits::default() }
}

fn to_depth(depth: u32) -> Limits<Move> {
    Limits { depth: Some(depth), ..Limits::default() }
}

#[test]
fn without_pruning_it_is_plain_negamax() {
    let mut searcher = Searcher::new();
    searcher.set_features(Features::NONE);
    for text in POSITIONS {
        let mut position = fen::parse(text).unwrap();
        for depth in 1..=3 {
            let found = search(&mut searcher, &position, &to_depth(depth)).0;
            assert_eq!(found.score, plain(&mut position, found.depth), "{text} at depth {depth}");
        }
    }
}

/// Few pieces, so that positions come back within few plies: bare guards, rook against guards, perpetual checks at hand.
const SHUFFLES: [&str; 4] = [
    "3k5/9/9/9/9/9/9/9/9/3AKA3 w - - 0 1",
    "3k5/9/9/9/9/9/9/2r6/4A4/4KA3 w - - 0 1",
    "4k4/9/9/9/9/9/9/9/5R3/3K5 w - - 0 1",
    "3k5/9/9/9/9/9/9/5r3/9/5K3 w - - 0 1",
];

#[test]
fn to_count_on_a_repetition_changes_no_score() {
    let mut searcher = Searcher::new();
    let mut fewer = 0;
    for text in SHUFFLES {
        let mut position = fen::parse(text).unwrap();
        let expected = plain(&mut position, 6);
        let [without, with] = [false, true].map(|repetitions| {
            searcher.set_features(Features { repetitions, ..Features::NONE });
            searcher.clear();
            search(&mut searcher, &position, &to_depth(6)).0
        });
        assert_eq!((without.score, with.score), (expected, expected), "{text}");
        fewer += u32::from(with.nodes < without.nodes);
    }
    assert!(fewer > 0, "no position is searched with fewer nodes");
}

#[test]
fn mates_come_out_with_their_distance() {
    for (moves, text) in MATES {
        let mut position = fen::parse(text).unwrap();
        for limits in [Limits { mate: Some(moves), ..Limits::default() }, to_depth(18)] {
            let (found, lines) = search(&mut Searcher::new(), &position, &limits);
            assert_eq!(found.score.plies_to_end(), Some(2 * moves as i32 - 1), "{text} {limits:?}");
            assert_eq!(lines.last().map(|line| line.pv.len() as u32), Some(2 * moves - 1), "{text}");
        }
        let shorter = Limits { mate: Some(moves - 1), ..Limits::default() };
        let found = search(&mut Searcher::new(), &position, &shorter).0;
        assert!(found.score.plies_to_end().is_none_or(|plies| plies >= 2 * moves as i32 - 1), "{text}");
        if moves == 2 {
            assert_eq!(plain(&mut position, 3).plies_to_end(), Some(3), "{text}");
        }
    }
}

#[test]
fn equal_searches_give_equal_answers() {
    for text in POSITIONS {
        let position = fen::parse(text).unwrap();
        let limits = Limits { nodes: Some(30_000), ..Limits::default() };
        let run = || search(&mut Searcher::new(), &position, &limits);
        let first = run();
        assert_eq!(first, run(), "{text}");
        assert!(first.0.nodes <= 30_000);
    }
}

#[test]
fn the_move_and_the_reply_are_those_of_the_last_line() {
    // A search that is broken off may have another reply in mind, with the same move and the same score as before.
    const SHARP: &str = "1n1k1a3/4a3r/r3b1n1b/p1c1C1p1p/3c1C3/P2pp3P/2P1P1P2/R7N/3NA4/3AK1B1R w - - 0 1";
    for position in POSITIONS.iter().chain([&SHARP]) {
        let root = fen::parse(position).unwrap();
        for nodes in (100..4000).step_by(50) {
            let (found, lines) = search(&mut Searcher::new(), &root, &to_nodes(nodes));
            let line = &lines.last().unwrap().pv;
            assert_eq!((found.best, found.ponder), (line.first().copied(), line.get(1).copied()), "{position} {nodes}");
        }
    }
}

#[test]
fn every_reported_line_is_legal() {
    for text in POSITIONS {
        let position = fen::parse(text).unwrap();
        let (found, lines) = search(&mut Searcher::new(), &position, &to_depth(9));
        assert!(lines.len() >= 9 || found.score.is_decided());
        for line in lines {
            let mut position = position.clone();
            for &mv in &line.pv {
                assert!(position.is_legal(mv), "{text}: {line:?}");
                position.make(mv);
            }
        }
    }
}

/// The reply to the quiet first move is far better for the other side by its evaluation, and loses to a mate.
#[test]
fn a_static_cutoff_hides_no_mate() {
    let position = fen::parse("3ak4/4a4/4b1r1c/PR2C4/4C4/2P3p2/5R3/4B4/4A3c/4KAB2 w - - 0 1").unwrap();
    let (found, lines) = search(&mut Searcher::new(), &position, &to_nodes(200_000));
    assert_eq!(
        (found.score.plies_to_end(), found.best.unwrap().to_string()),
        (Some(3), "e5c5".to_owned()),
        "{lines:?}"
    );
}

#[test]
fn several_lines_are_in_order_wherever_the_search_ends() {
    let texts = ["rnbakab2/2c5r/c7n/p1p1p1p1p/9/2P6/P3P1P1P/1C2B3N/C3A3R/RN2KAB2 w - - 18 10", POSITIONS[2]];
    for text in texts {
        let position = fen::parse(text).unwrap();
        for nodes in (1_000..12_000).step_by(500) {
            let (found, lines) = search_lines(&mut Searcher::new(), &position, &to_nodes(nodes), 5);
            let last = &lines[lines.iter().rposition(|line| line.multi_pv == 1).unwrap()..];
            assert!(last.len() == 5 && last.is_sorted_by(|one, next| one.score >= next.score), "{nodes}: {last:?}");
            assert_eq!(found.best, Some(last[0].pv[0]), "{nodes}: {last:?}");
        }
    }
}

#[test]
fn lines_go_on_to_the_mate_that_is_announced() {
    let (mut announced, mut short) = (0, 0);
    for (_, text) in MATES {
        let position = fen::parse(text).unwrap();
        for (nodes, multi_pv) in [(400, 30), (3_000, 30), (3_000, 1), (20_000, 1)] {
            for line in search_lines(&mut Searcher::new(), &position, &to_nodes(nodes), multi_pv).1 {
                let Some(plies) = line.score.plies_to_end().filter(|plies| plies.abs() <= 9) else { continue };
                let mut position = position.clone();
                line.pv.iter().for_each(|&mv| position.make(mv));
                announced += 1;
                short += usize::from(line.pv.len() != plies.unsigned_abs() as usize || position.count_moves() > 0);
            }
        }
    }
    // Without completion, a twelfth of them. What is too long to find again may stay incomplete.
    assert!(announced > 100 && short * 50 <= announced, "{short} of {announced}");
}

/// Mates in five; after a first, longer one the search goes on until it is proven that there is none nearer.
#[test]
fn time_that_is_left_shortens_a_mate() {
    let position = fen::parse("5k3/4a4/3a5/9/9/9/9/3K5/4C4/5C3 w - - 0 1").unwrap();
    let found = search(&mut Searcher::new(), &position, &to_nodes(1_000_000)).0;
    assert_eq!(found.score.plies_to_end(), Some(9));
    for (moves, text) in MATES {
        let position = fen::parse(text).unwrap();
        // Without a limit, only the proof ends it.
        let found = search(&mut Searcher::new(), &position, &Limits { infinite: true, ..Limits::default() }).0;
        assert_eq!(found.score.plies_to_end(), Some(2 * moves as i32 - 1), "{text}");
    }
}
