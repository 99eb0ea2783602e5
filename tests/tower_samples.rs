//! The tower that is built in, and the batch door as a process.

mod common;

use common::meihua;
use meihua::control::Control;
use meihua::games::tower::Tower;
use meihua::puzzle::PuzzleText;
use meihua::solvers::branch_and_bound::solve;
use meihua::solvers::solution::{Budget, Status};
use std::process::Output;

#[test]
fn the_built_in_tower_can_be_won() {
    let (tower, state) = Tower::start();
    let solution = solve(&tower, &state, &Budget::default(), &Control::new(), &mut |_| {});
    assert_eq!(solution.status, Status::Proven);
    assert!(solution.value.is_some());
}

/// How the program ended, and what it printed.
fn run(arguments: &[&str], input: &str) -> (Output, String) {
    let output = meihua(arguments, input);
    let text = String::from_utf8(output.stdout.clone()).unwrap();
    (output, text)
}

#[test]
fn the_batch_door_answers_in_seven_columns_and_goes_on() {
    let (output, text) = run(&["solve", "tower"], "startpos\nno such file\nstartpos moves 7,3\n");
    let rows: Vec<Vec<&str>> = text.lines().map(|row| row.split('\t').collect()).collect();
    assert!(rows.len() == 3 && rows.iter().all(|row| row.len() == 7), "{text}");
    assert_eq!((rows[0][2], rows[1][1], rows[2][2]), ("proven", "error", "proven"), "{text}");
    assert!(rows[0][5].starts_with("walk=") && rows[0][5].ends_with(&format!(",bound={}", rows[0][1])));
    assert_eq!(output.status.code(), Some(1));
}

#[test]
fn keys_are_checked_by_the_same_process() {
    let (_, keys) = run(&["solve", "tower", "--keys"], "startpos\n");
    let (output, verdict) = run(&["solve", "tower", "--check", keys.trim()], "startpos\n");
    assert!(verdict.contains("the boss is dead") && output.status.success(), "{verdict}");
    let (output, verdict) = run(&["solve", "tower", "--check", "wwwwwww"], "startpos\n");
    assert!(verdict.starts_with("error: key ") && output.status.code() == Some(1), "{verdict}");
    assert_eq!(run(&["solve", "nothing"], "").0.status.code(), Some(2));
}

#[test]
fn a_generated_tower_is_read_solved_and_drawn() {
    let (_, tower) = run(&["generate", "tower", "--rows", "7", "--cols", "7", "--decisions", "8", "--rules", "v2"], "");
    let (output, text) = run(&["solve", "tower"], &tower);
    assert!(output.status.success() && text.lines().count() == 1, "{text}");
    let (_, picture) = run(&["draw", "tower", "fen", &tower.trim().replace('\n', ";")], "");
    assert!(picture.contains("<svg") && picture.trim_end().ends_with("</svg>"));
}
