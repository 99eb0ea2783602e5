//! The report's towers, and the batch door as a process.

use meihua::control::Control;
use meihua::games::tower::Tower;
use meihua::games::tower::check::replay;
use meihua::games::tower::format;
use meihua::puzzle::PuzzleText;
use meihua::solvers::branch_and_bound::solve;
use meihua::solvers::solution::{Budget, Status};
use std::io::Write;
use std::process::{Command, Output, Stdio};

/// The sample, what the report's program reached, and the proven optimum (found by this solver; each plan is replayed).
const SAMPLES: [(u32, i64, i64); 6] = [(1, 3, 13), (2, 9, 9), (4, 1034, 1034), (5, 129, 148), (6, 54, 54), (7, 1, 118)];

#[test]
fn samples_are_proven_and_their_walks_replayed() {
    for (number, reached, best) in SAMPLES {
        let path = format!("../shared/tower/sample{number}.txt");
        let Ok(text) = std::fs::read_to_string(&path) else {
            println!("skipped: {path} is not here");
            continue;
        };
        let (tower, state) = format::parse(&text).unwrap();
        let solution = solve(&tower, &state, &Budget::default(), &Control::new(), &mut |_| {});
        assert_eq!((solution.value, solution.status), (Some(best), Status::Proven), "{path}");
        assert!(best >= reached);
        let walk = &solution.facts.iter().find(|(name, _)| *name == "walk").unwrap().1;
        let end = replay(&tower, &state, walk).unwrap().state;
        assert!(end.won && end.hero.hp == best, "{path}");
    }
}

#[test]
fn the_built_in_tower_can_be_won() {
    let (tower, state) = Tower::start();
    let solution = solve(&tower, &state, &Budget::default(), &Control::new(), &mut |_| {});
    assert_eq!(solution.status, Status::Proven);
    assert!(solution.value.is_some());
}

fn meihua(arguments: &[&str], input: &str) -> (Output, String) {
    let mut child = Command::new(env!("CARGO_BIN_EXE_meihua"))
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    let text = String::from_utf8(output.stdout.clone()).unwrap();
    (output, text)
}

#[test]
fn the_batch_door_answers_in_seven_columns_and_goes_on() {
    let (output, text) = meihua(&["solve", "tower"], "startpos\nno such file\nstartpos moves 7,3\n");
    let rows: Vec<Vec<&str>> = text.lines().map(|row| row.split('\t').collect()).collect();
    assert!(rows.len() == 3 && rows.iter().all(|row| row.len() == 7), "{text}");
    assert_eq!((rows[0][2], rows[1][1], rows[2][2]), ("proven", "error", "proven"), "{text}");
    assert!(rows[0][5].starts_with("walk=") && rows[0][5].ends_with(&format!(",bound={}", rows[0][1])));
    assert_eq!(output.status.code(), Some(1));
}

#[test]
fn keys_are_checked_by_the_same_process() {
    let (_, keys) = meihua(&["solve", "tower", "--keys"], "startpos\n");
    let (output, verdict) = meihua(&["solve", "tower", "--check", keys.trim()], "startpos\n");
    assert!(verdict.contains("the boss is dead") && output.status.success(), "{verdict}");
    let (output, verdict) = meihua(&["solve", "tower", "--check", "wwwwwww"], "startpos\n");
    assert!(verdict.starts_with("error: key ") && output.status.code() == Some(1), "{verdict}");
    assert_eq!(meihua(&["solve", "nothing"], "").0.status.code(), Some(2));
}

#[test]
fn a_generated_tower_is_read_solved_and_drawn() {
    let (_, tower) =
        meihua(&["generate", "tower", "--rows", "7", "--cols", "7", "--decisions", "8", "--rules", "v2"], "");
    let (output, text) = meihua(&["solve", "tower"], &tower);
    assert!(output.status.success() && text.lines().count() == 1, "{text}");
    let (_, picture) = meihua(&["draw", "tower", "fen", &tower.trim().replace('\n', ";")], "");
    assert!(picture.contains("<svg") && picture.trim_end().ends_with("</svg>"));
}
