//! Tables of others: repetition, the report's towers, perft.

use super::trial;
use common::process::engine;
use libtest_mimic::Trial;
use meihua::control::Control;
use meihua::engine::perft;
use meihua::game::{Game, Outcome};
use meihua::games::tower::check::replay;
use meihua::games::tower::format;
use meihua::games::xiangqi::{Position, fen};
use meihua::rules::{RepetitionRule, Rules};
use meihua::solution::{Budget, Status};
use meihua::solvers::branch_and_bound::solve;
use meihua::text::GameText;

const REPETITION: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../shared/xiangqi/repetition.tsv");
const REAL_LOOPS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../shared/trial/real_loops.tsv");
const COMPUTER_RULE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../shared/trial/computer_rule.tsv");
const PERFT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../shared/xiangqi/perft.tsv");
/// One of Pascal Pons's sets: positions in the middle of games with soon ends, and their exact scores.
const FOUR_IN_A_ROW: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../shared/connect4/Test_L2_R1");
const TOWERS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../shared/tower");

/// The most nodes of a row of the perft table that is counted here.
const PERFT_NODES: u64 = 3_000_000;

/// The trials of this file.
pub(crate) fn trials() -> [Trial; 6] {
    [
        trial("real_loops_by_the_asian_rule", REAL_LOOPS, real_loops_by_the_asian_rule),
        trial("real_loops_by_the_computer_rule", COMPUTER_RULE, real_loops_by_the_computer_rule),
        trial("the_table_of_repetitions", REPETITION, the_table_of_repetitions),
        trial("samples_are_proven_and_their_walks_replayed", TOWERS, samples_are_proven_and_their_walks_replayed),
        trial("the_table_of_perft", PERFT, the_table_of_perft),
        trial("go_ends_with_the_exact_score", FOUR_IN_A_ROW, go_ends_with_the_exact_score),
    ]
}

/// Every case of the table (columns: source, comment, FEN, moves, verdict by the Asian and by the computer rule).
fn the_table_of_repetitions() {
    let table = std::fs::read_to_string(REPETITION).expect("the table");
    let mut wrong = Vec::new();
    for row in table.lines().skip(1) {
        let columns: Vec<&str> = row.split('\t').collect();
        for (rule, expected) in [(RepetitionRule::Asian, columns[4]), (RepetitionRule::Computer, columns[5])] {
            let found = verdict(rule, columns[2], columns[3]);
            // Judged by the last loop alone. Between the first and the third occurrence both cannons are chased in turn, none always.
            let is_of_two_loops = rule == RepetitionRule::Computer && columns[1].starts_with("diagram 80.");
            let expected = if is_of_two_loops { "draw" } else { expected };
            if expected != "?" && expected != found {
                wrong.push(format!("{rule:?}: expected {expected}, found {found}: {row}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// The verdict on the last position of a line, for the side to move.
fn verdict(rule: RepetitionRule, board: &str, moves: &str) -> &'static str {
    let mut position: Position = fen::parse(board).expect("a position");
    position.adopt(&Rules { repetition: rule, ..Rules::default() });
    for text in moves.split_whitespace() {
        let mv = position.parse_move(text, false).expect("a legal move");
        position.make(mv);
    }
    match position.verdict().outcome {
        Some(Outcome::Win) => "win",
        Some(Outcome::Loss) => "loss",
        Some(Outcome::Draw) => "draw",
        None => "ongoing",
    }
}

/// Third occurrences in real games (columns: FEN, moves, verdict).
fn real_loops_by_the_asian_rule() {
    loops(REAL_LOOPS, RepetitionRule::Asian, [2, 0, 1]);
}

/// Those of them that the last loop alone would decide otherwise (columns: verdict, two of no use here, FEN, moves).
fn real_loops_by_the_computer_rule() {
    loops(COMPUTER_RULE, RepetitionRule::Computer, [0, 3, 4]);
}

/// Judges every loop of a table with these columns for verdict, FEN and moves.
fn loops(table: &str, rule: RepetitionRule, [expected, board, moves]: [usize; 3]) {
    let table = std::fs::read_to_string(table).expect("the table");
    let mut judged = 0;
    for row in table.lines().filter(|row| !row.starts_with('#')) {
        let columns: Vec<&str> = row.split('\t').collect();
        let found = verdict(rule, columns[board], columns[moves]);
        assert_eq!(Some(found), columns[expected].split(' ').next(), "{row}");
        judged += 1;
    }
    assert!(judged >= 31, "{judged} loops");
}

/// The sample, what the report's program reached, and the proven optimum (found by this solver; each plan is replayed).
const SAMPLES: [(u32, i64, i64); 6] = [(1, 3, 13), (2, 9, 9), (4, 1034, 1034), (5, 129, 148), (6, 54, 54), (7, 1, 118)];

fn samples_are_proven_and_their_walks_replayed() {
    for (number, reached, best) in SAMPLES {
        let path = format!("{TOWERS}/sample{number}.txt");
        let text = std::fs::read_to_string(&path).expect("a tower");
        let (tower, state) = format::parse(&text).unwrap();
        let solution = solve(&tower, &state, &Budget::default(), &Control::new(), &mut |_| {});
        assert_eq!((solution.value, solution.status), (Some(best), Status::Proven), "{path}");
        assert!(best >= reached);
        let walk = &solution.facts.walk.unwrap();
        let end = replay(&tower, &state, walk).unwrap().state;
        assert!(end.won && end.hero.hp == best, "{path}");
    }
}

/// Every position to the depth that is counted quickly.
fn the_table_of_perft() {
    let table = std::fs::read_to_string(PERFT).expect("the table");
    for line in table.lines().skip(1) {
        let columns: Vec<&str> = line.split('\t').collect();
        let [_, board, counts] = columns[..] else { panic!("three columns wanted: {line}") };
        let counts = counts.split_whitespace().map(|count| count.parse::<u64>().expect("a count"));
        for (depth, count) in (1..).zip(counts).take_while(|&(_, count)| count <= PERFT_NODES) {
            let mut position: Position = fen::parse(board).expect("a position");
            assert_eq!(perft::count(&mut position, depth, &Control::new()), Some(count), "{board} to depth {depth}");
        }
    }
}

/// A plain `go` of four in a row ends with the exact score, though only one move is asked for.
fn go_ends_with_the_exact_score() {
    let table = std::fs::read_to_string(FOUR_IN_A_ROW).expect("the set");
    let rows: Vec<(&str, i32)> = table
        .lines()
        .map(|row| row.split_once(' ').unwrap())
        .map(|(moves, score)| (moves, score.parse().unwrap()))
        .collect();
    let asked: String = rows.iter().map(|(moves, _)| format!("position {moves}\ngo\n")).collect();
    let ended = engine(&format!("setoption name UCI_Variant value cfour\n{asked}"));
    let answers = ended.out.split("\nbestmove ").map(|answer| answer.lines().rfind(|line| line.contains(" score ")));
    let last: Vec<&str> = answers.flatten().collect();
    assert_eq!(last.len(), rows.len());
    for ((moves, score), line) in rows.into_iter().zip(last) {
        let stones = moves.len() as i32;
        let expected = match score {
            0 => "score cp 0 nodes".to_owned(),
            1.. => format!("score mate {} nodes", 22 - score - stones / 2),
            _ => format!("score mate {} nodes", -(22 + score - (stones + 1) / 2)),
        };
        assert!(line.contains(&expected), "{moves}: {line}, expected {expected}");
    }
}
