//! The tower that is built in, and batch solving as a process.

use common::meihua;
use meihua::control::Control;
use meihua::games::tower::Tower;
use meihua::puzzle::PuzzleText;
use meihua::solution::{Budget, Status};
use meihua::solvers::branch_and_bound::solve;
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

/// A folder with a made-up tower of one floor and no way out.
fn project_folder(name: &str, floors: &str) -> String {
    let folder = std::env::temp_dir().join(format!("meihua-project-{}-{name}", std::process::id()));
    std::fs::create_dir_all(folder.join("floors")).unwrap();
    let data = format!(
        "x = {{\"main\": {{\"floorIds\": {floors}}}, \"firstData\": {{\"title\": \"small\", \"floorId\": \"A\", \"hero\": {{\"hp\": 9, \"atk\": 2, \"def\": 0, \"loc\": {{\"x\": 0, \"y\": 0}}}}}}}}"
    );
    let floor = "x = {\"map\": [[0, 0, 201]], \"events\": {\"1,0\": [{\"type\": \"dance\"}]}, \"afterBattle\": {\"2,0\": [{\"type\": \"win\"}]}}";
    let files = [
        ("data.js", data.as_str()),
        ("floors/A.js", floor),
        ("enemys.js", "x = {\"bat\": {\"name\": \"bat\", \"hp\": 2, \"atk\": 1, \"def\": 0}}"),
        ("items.js", "x = {}"),
        ("maps.js", "x = {\"201\": {\"cls\": \"enemys\", \"id\": \"bat\"}}"),
    ];
    for (name, text) in files {
        std::fs::write(folder.join(name), text).unwrap();
    }
    folder.to_string_lossy().into_owned()
}

#[test]
fn a_tower_of_many_floors_is_reported_solved_and_checked() {
    let folder = project_folder("good", "[\"A\"]");
    let (output, text) = run(&["solve", "tower", &folder, "--report"], "");
    assert!(output.status.success(), "{text}");
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(
        lines,
        [
            "small: 1 floor, 1 kind of monsters, 0 items, 1 event on cells, 1 not understood",
            "A\tevents 1,0\trefused\tthe word \"dance\""
        ]
    );
    // The event that is not understood stands in the way.
    let (_, text) = run(&["solve", "tower", &folder], "");
    let columns: Vec<&str> = text.trim_end().split('\t').collect();
    assert_eq!((columns.len(), columns[1], columns[5]), (7, "none", "top=A,hp=9,keys=0"), "{text}");
    let (output, text) = run(&["solve", "tower", &folder, "--check", "R"], "");
    assert!(
        text.starts_with(
            "error: key 1: a step right: not understood: the word \"dance\"; floor A, column 0, row 0, hp 9"
        ),
        "{text}"
    );
    assert_eq!(output.status.code(), Some(1));
    let floor = std::path::Path::new(&folder).join("floors/A.js");
    std::fs::write(floor, "x = {\"map\": [[0, 0, 201]], \"afterBattle\": {\"2,0\": [{\"type\": \"win\"}]}}").unwrap();
    let (_, text) = run(&["solve", "tower", &folder], "");
    let columns: Vec<&str> = text.trim_end().split('\t').collect();
    assert_eq!((columns[1], columns[2], columns[5], columns[6]), ("9", "proven", "keys=2", "R2"), "{text}");
    let (_, text) = run(&["solve", "tower", &folder, "--check", "R2"], "");
    assert_eq!(text, "legal, the tower is won: 2 keys, floor A, column 1, row 0, hp 9, attack 2, defence 0\n");
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn a_project_without_a_floor_is_one_line() {
    let folder = project_folder("bad", "[\"A\", \"B\"]");
    let (output, text) = run(&["solve", "tower", &folder, "--report"], "");
    assert_eq!(text, "error: floors/B.js: not in the project, expected an assignment of JSON\n");
    assert_eq!(output.status.code(), Some(1));
    std::fs::remove_dir_all(folder).unwrap();
}
