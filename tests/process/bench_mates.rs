//! `bench mates` and `bench endings`: the rows and totals of studies in files.

use common::meihua;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Output;

/// Mates in 1 and in 3 moves, and a draw.
const ONE: &str = "3k5/1R7/9/9/9/9/9/R8/9/4K4";
const THREE: &str = "3k5/4R2R1/9/6p1C/9/9/4P3P/2N6/4A4/r3KA3";
const DRAWN: &str = "4k4/4a4/9/4P4/9/9/9/9/9/4K4";

/// A file of studies, removed at the end.
struct File(PathBuf);

impl File {
    fn new(name: &str, text: &str) -> File {
        let path = std::env::temp_dir().join(format!("meihua-mates-{}-{name}", std::process::id()));
        fs::write(&path, text).unwrap();
        File(path)
    }

    fn bench(&self, options: &[&str]) -> Output {
        self.suite("mates", options)
    }

    fn suite(&self, suite: &str, options: &[&str]) -> Output {
        meihua(&[&["bench", suite, self.0.to_str().unwrap()], options].concat(), "")
    }
}

impl Drop for File {
    fn drop(&mut self) {
        _ = fs::remove_file(&self.0);
    }
}

/// The rows without the header and the totals, and the totals.
fn rows(output: &Output) -> (Vec<Vec<String>>, String) {
    let text = String::from_utf8(output.stdout.clone()).unwrap();
    let mut lines: Vec<&str> = text.lines().collect();
    let totals = lines.pop().unwrap_or_default().to_owned();
    let row = |line: &&str| line.split('\t').map(str::to_owned).collect::<Vec<_>>();
    let rows: Vec<Vec<String>> = lines.iter().skip(1).map(row).collect();
    assert!(rows.iter().all(|row| row.len() == lines[0].split('\t').count()), "{text}");
    (rows, totals)
}

#[test]
fn rows_compare_what_is_found_with_what_is_given() {
    let file = File::new(
        "epd",
        &format!(
            "# studies\n{ONE} w - - dm 1; bm a2a9 a2d2; id \"first\";\n{THREE} w - - 0 1 dm 9; bm e1d0;\n{THREE} w bm #2;\n{ONE} w dm -1;\n{ONE} w\n"
        ),
    );
    let output = file.bench(&["--nodes", "60000"]);
    assert!(output.status.success(), "{output:?}");
    let (rows, totals) = rows(&output);
    let column = |index: usize| rows.iter().map(|row| row[index].as_str()).collect::<Vec<_>>();
    assert!(rows.iter().zip([2, 3, 4, 5, 6]).all(|(row, line)| row[0].ends_with(&format!("epd:{line}"))), "{rows:?}");
    assert_eq!(column(1), ["1", "3", "3", "1", "1"]);
    assert_eq!(column(2), ["1", "9", "2", "-1", "win"]);
    assert_eq!(column(3), ["equal", "shorter", "longer", "wrong", "found"]);
    assert_eq!((rows[0][7].as_str(), rows[4][7].as_str(), rows[0][8].as_str()), ("yes", "-", "first"));
    let begins = "mates found: 4 of 5; of the given length or shorter: 2 of 4; first move as given: ";
    assert!(totals.starts_with(begins) && totals.contains("draws without a mate: 0 of 0; "), "{totals}");
}

#[test]
fn a_count_of_nodes_gives_the_same_rows_in_every_run() {
    let file = File::new("same", &format!("{THREE} w dm 3\n{DRAWN} w\n"));
    let count = || {
        let (mut rows, totals) = rows(&file.bench(&["--nodes", "20000"]));
        rows.iter_mut().for_each(|row| row[5].clear());
        (rows, totals.split(" nodes, ").next().map(str::to_owned))
    };
    let (first, totals) = count();
    assert_eq!((first.clone(), totals), count());
    assert_eq!(first[1][3], "missed");
    assert!(first[0][4].parse::<u64>().unwrap() < 20_000, "until the mate was reported: {first:?}");
}

#[test]
fn draws_of_a_file_of_games_are_counted_apart() {
    let game =
        |result: &str, fen: &str| format!("[Event \"x\"]\n[Result \"{result}\"]\n[FEN \"{fen} w\"]\n\n{result}\n\n");
    let text = [game("1/2-1/2", DRAWN), game("1/2-1/2", ONE), game("1-0", ONE)].concat();
    let (rows, totals) = rows(&File::new("pgn", &text).bench(&["--nodes", "5000"]));
    assert_eq!(rows.iter().map(|row| row[3].as_str()).collect::<Vec<_>>(), ["draw", "wrong", "found"]);
    assert!(totals.starts_with("mates found: 1 of 1; ") && totals.contains("draws without a mate: 1 of 2"), "{totals}");
}

#[test]
fn scores_of_endings_are_compared_with_results() {
    let draw = "c9 \"1/2-1/2\"";
    let text = format!("{ONE} w c9 \"1-0\"; id \"won\";\n{DRAWN} w {draw};\n{ONE} w {draw};\n{DRAWN} w c9 \"1-0\";\n");
    let (rows, totals) = rows(&File::new("endings", &text).suite("endings", &["--nodes", "2000"]));
    let column = |index: usize| rows.iter().map(|row| row[index].as_str()).collect::<Vec<_>>();
    assert_eq!(column(1), ["mate 1", "0", "mate 1", "0"]);
    assert_eq!(column(3), ["shown", "shown", "high", "low"]);
    assert_eq!((rows[0][7].as_str(), rows[1][7].as_str()), ("won", "-"));
    assert!(totals.starts_with("wins below 60 centipawns: 1 of 2; draws above 150: 1 of 2; "), "{totals}");
}

#[test]
fn a_limit_of_moves_and_one_of_time() {
    let file = File::new("limits", &format!("{THREE} w dm 3\n"));
    let verdict = |options: &[&str]| rows(&file.bench(options)).0[0][3].clone();
    assert_eq!(verdict(&["--nodes", "300000", "--mate", "3"]), "equal");
    // Whatever it finds in that time, it ends.
    let output = file.bench(&["--seconds", "0.01", "--threads", "2"]);
    let clock = if cfg!(unix) { "s of processor time" } else { "s of the wall clock" };
    assert!(output.status.success() && rows(&output).1.ends_with(clock), "{output:?}");
}

#[test]
fn what_cannot_be_read_is_named_and_the_rest_is_searched() {
    let file = File::new("bad", &format!("3k5/9/9/9 w\n{ONE} w dm x\n{ONE} w dm 1\n"));
    let output = file.bench(&["--nodes", "2000"]);
    assert_eq!(output.status.code(), Some(1));
    let errors = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(errors.contains("line 1: ") && errors.contains("bad:2: dm: found \"x\", expected"), "{errors}");
    let (rows, totals) = rows(&output);
    assert_eq!((rows.len(), rows[0][3].as_str()), (1, "equal"), "{totals}");
    assert_eq!(meihua(&["bench", "mates", "/nonexistent"], "").status.code(), Some(1));
    assert_eq!(meihua(&["bench", "mates"], "").status.code(), Some(2));
    assert_eq!(meihua(&["bench", "mates", "x", "--nodes", "1", "--seconds", "1"], "").status.code(), Some(2));
    assert_eq!(meihua(&["bench", "99"], "").status.code(), Some(2));
}

/// A hundred mates with a quiet first move; where a static cutoff hides threats of mate, 81 of them.
#[test]
fn quiet_mates_are_found() {
    let studies = Path::new(env!("CARGO_MANIFEST_DIR")).join("benches/quiet_mates.epd");
    let output = meihua(&["bench", "mates", studies.to_str().unwrap(), "--nodes", "20000"], "");
    let found = rows(&output).0.iter().filter(|row| ["equal", "shorter", "longer"].contains(&row[3].as_str())).count();
    assert!(output.status.success() && found >= 92, "{found}: {output:?}");
}
