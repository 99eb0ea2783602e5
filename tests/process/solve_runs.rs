//! Long runs of `solve`: what one that is broken off leaves, how `--resume` goes on from there, and the progress meanwhile.

use common::{Engine, fresh, meihua};
use meihua::random::SplitMix64;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

/// Far longer than some rows take: the machine may be busy.
const PATIENCE: Duration = Duration::from_secs(60);

/// Rows of an unbroken run without their time.
fn without_time(rows: &str) -> Vec<Vec<&str>> {
    let columns = |row| str::split(row, '\t').enumerate().filter(|(at, _)| *at != 4).map(|(_, text)| text).collect();
    rows.lines().map(columns).collect()
}

fn text(path: &Path) -> &str {
    path.to_str().expect("a plain path")
}

fn part(path: &Path) -> PathBuf {
    PathBuf::from(format!("{}.part", path.display()))
}

/// A file of sliding blocks, one row a line; some lines are bad or empty.
fn positions(name: &str, count: usize) -> PathBuf {
    let mut random = SplitMix64::new(5);
    let mut lines = String::new();
    for number in 0..count {
        let mut row: Vec<char> = "BBBBWWWW_".chars().collect();
        random.shuffle(&mut row);
        let row: String = row.into_iter().collect();
        lines += &match number % 20 {
            7 => "no row\r\n".to_owned(),
            13 => " \n".to_owned(),
            _ => format!("{row} cost\n"),
        };
    }
    let path = fresh(name);
    // The last line has no end.
    fs::write(&path, lines.trim_end()).expect("a file");
    path
}

fn said(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

fn rows(path: &Path) -> usize {
    fs::read(path).map_or(0, |bytes| bytes.iter().filter(|&&byte| byte == b'\n').count())
}

#[test]
fn a_run_that_is_killed_again_and_again_is_continued() {
    let (input, output) = (positions("killed.txt", 120), fresh("killed.tsv"));
    let unbroken = meihua(&["solve", "sliding", text(&input)], "");
    assert_eq!(unbroken.status.code(), Some(1), "some lines are bad");
    let unbroken = String::from_utf8(unbroken.stdout).expect("rows");
    assert_eq!(unbroken.lines().count(), 120);
    let lines = fs::read_to_string(&input).expect("lines");
    fs::write(&output, "old").expect("a file");
    fs::write(part(&output), "").expect("a file");
    let words = ["solve", "sliding", "-o", text(&output), "--resume"];
    for (given, cut) in [(25, 0), (60, 1), (90, 7), (100, 30)] {
        let mut child = Command::new(env!("CARGO_BIN_EXE_meihua"));
        let mut child = child.args(words).stdin(Stdio::piped()).stderr(Stdio::null()).spawn().expect("a start");
        // It waits for a line that does not come.
        let first: String = lines.split_inclusive('\n').take(given).collect();
        let mut pipe = child.stdin.take().expect("a pipe");
        pipe.write_all(first.as_bytes()).expect("a reader");
        let asked = Instant::now();
        while rows(&part(&output)) < given {
            assert!(asked.elapsed() < PATIENCE && child.try_wait().expect("a child").is_none());
            sleep(Duration::from_millis(1));
        }
        child.kill().expect("a child");
        child.wait().expect("a child");
        assert_eq!(fs::read_to_string(&output).expect("a file"), "old", "as it was until all rows are there");
        // As if it had been killed in the midst of a row.
        let written = fs::read(part(&output)).expect("rows");
        fs::write(part(&output), &written[..written.len() - cut]).expect("rows");
    }
    let again = meihua(&words[..4], &lines);
    assert!(again.status.code() == Some(2) && said(&again).contains("add --resume"), "{}", said(&again));
    let done = meihua(&[&words[..], &["--progress"]].concat(), &lines);
    assert_eq!(done.status.code(), Some(1), "bad lines of the earlier runs count, too: {}", said(&done));
    assert!(said(&done).contains("99 rows are already there"), "{}", said(&done));
    assert_eq!(without_time(&fs::read_to_string(&output).expect("rows")), without_time(&unbroken));
    assert!(!part(&output).exists());
    // Nothing is left to do; and from a file as from standard input.
    let whole = fs::read(&output).expect("rows");
    let again = meihua(&["solve", "sliding", text(&input), "-o", text(&output), "--resume", "--progress"], "");
    assert!(said(&again).contains("120 rows are already there"), "{}", said(&again));
    assert_eq!(fs::read(&output).expect("rows"), whole);
    [input, output].iter().for_each(|path| fs::remove_file(path).expect("it was there"));
}

#[test]
fn rows_of_other_positions_are_not_continued() {
    let (input, output) = (positions("others.txt", 5), fresh("others.tsv"));
    let words = ["solve", "sliding", text(&input), "-o", text(&output)];
    assert_eq!(meihua(&words, "").status.code(), Some(0));
    let whole = fs::read(&output).expect("rows");
    let resume = [&words[..], &["--resume"]].concat();
    fs::write(&input, "BW_ cost\n").expect("a file");
    let refused = meihua(&resume, "");
    assert_eq!(refused.status.code(), Some(2));
    assert!(said(&refused).contains("row 1") && said(&refused).contains("\"BW_ cost\""), "{}", said(&refused));
    assert!(fs::read(&output).expect("rows") == whole && !part(&output).exists());
    // Without --resume the file is replaced.
    assert_eq!(meihua(&words, "").status.code(), Some(0));
    assert!(fs::read_to_string(&output).expect("rows").starts_with("BW_ cost\t1\tproven"));
    // Misuse: nowhere to continue, a multi-floor tower, an input that would be written over.
    assert_eq!(meihua(&["solve", "sliding", text(&input), "--resume"], "").status.code(), Some(2));
    let folder = ["solve", "tower", "examples/tower", "-o", text(&output), "--resume"];
    assert_eq!(meihua(&folder, "").status.code(), Some(2));
    fs::rename(&input, part(&output)).expect("a file");
    assert_eq!(meihua(&["solve", "sliding", text(&part(&output)), "-o", text(&output)], "").status.code(), Some(2));
    [part(&output), output].iter().for_each(|path| fs::remove_file(path).expect("it was there"));
}

#[test]
fn a_changed_byte_of_an_interrupted_run_is_found() {
    let (input, output) = (positions("byte.txt", 5), fresh("byte.tsv"));
    let words = ["solve", "sliding", text(&input), "-o", text(&output)];
    assert_eq!(meihua(&words, "").status.code(), Some(0));
    // As if it had been interrupted after all rows: the rows of a whole file are taken up with their checksums.
    let more = fs::read_to_string(&input).expect("a file") + "\nBW_ cost\nBW_ moves\n";
    let resume = ["solve", "sliding", "-o", text(&output), "--resume"];
    let mut child = Command::new(env!("CARGO_BIN_EXE_meihua"));
    let mut child = child.args(resume).stdin(Stdio::piped()).stderr(Stdio::null()).spawn().expect("a start");
    let mut pipe = child.stdin.take().expect("a pipe");
    pipe.write_all(more.as_bytes()).expect("a reader");
    while rows(&part(&output)) < 7 {
        assert!(child.try_wait().expect("a child").is_none());
        sleep(Duration::from_millis(1));
    }
    child.kill().expect("a child");
    child.wait().expect("a child");
    let written = fs::read_to_string(part(&output)).expect("rows");
    // The value of the sixth row, whose position and columns stay as they are.
    fs::write(part(&output), written.replace("BW_ cost\t1\t", "BW_ cost\t2\t")).expect("a file");
    let refused = meihua(&resume, &more);
    assert!(refused.status.code() == Some(1) && said(&refused).contains("row 6: its checksum"), "{}", said(&refused));
    fs::write(part(&output), written).expect("a file");
    assert_eq!(meihua(&resume, &more).status.code(), Some(0));
    assert!(fs::read_to_string(&output).expect("rows").ends_with('\n') && !part(&output).exists());
    [input, output].iter().for_each(|path| fs::remove_file(path).expect("it was there"));
}

#[test]
fn the_progress_is_told_where_it_is_asked_for() {
    let mut engine = Engine::start_with(&["solve", "sliding", "--progress"]);
    engine.send("BW_ cost");
    assert!(engine.line().starts_with("BW_ cost\t1\tproven"));
    // It waits for a second line; the clock goes on.
    let told = engine.error_line();
    let (counts, rate) = told.split_once("] rows, ").expect("a time in brackets");
    let rate = rate.strip_suffix(" a second").and_then(|rate| rate.parse::<f64>().ok());
    assert!(counts.starts_with("1 [0:0") && rate.is_some_and(|rate| rate > 0.0), "{told}");
    engine.close_input();
    assert!(engine.exit().success());
    // Of a file the number of lines is known.
    let input = fresh("progress.txt");
    fs::write(&input, "-\n52753311433677442422121").expect("a file");
    let words = ["solve", "cfour", "--no-table", "--movetime", "4000", text(&input), "--progress"];
    let mut engine = Engine::start_with(&words);
    let told = engine.error_line();
    assert!(told.starts_with("0/2 [0:0") && told.contains("<?]"), "{told}");
    assert_eq!(engine.rest().len(), 2);
    assert!(engine.exit().success());
    // Without the flag a pipe is left alone, here by a run of the same length.
    let quiet = meihua(&words[..6], "");
    assert!(quiet.status.success() && quiet.stderr.is_empty(), "{}", said(&quiet));
    fs::remove_file(input).expect("it was there");
}

#[test]
fn no_output_replaces_what_is_read() {
    let folder = fresh("read");
    fs::create_dir_all(folder.join("tower/floors")).expect("a folder");
    let copy = |from: &str, to: &Path| fs::copy(Path::new(env!("CARGO_MANIFEST_DIR")).join(from), to).expect("a copy");
    let (task, games) = (folder.join("wolf.pddl"), folder.join("games.ini"));
    copy("examples/puzzles/wolf.pddl", &task);
    copy("examples/games/amazons.ini", &games);
    for file in ["data.js", "enemys.js", "items.js", "maps.js"] {
        if Path::new(env!("CARGO_MANIFEST_DIR")).join("examples/tower").join(file).exists() {
            copy(&format!("examples/tower/{file}"), &folder.join("tower").join(file));
        }
    }
    let [data, maps] = ["data.js", "maps.js"].map(|file| folder.join("tower").join(file));
    for (words, file) in [
        (vec!["solve", "plan", text(&task), "-o", text(&task)], &task),
        (vec!["solve", "plan", "--suite", text(&folder), "-o", text(&task)], &task),
        (vec!["solve", "tower", text(&folder.join("tower")), "-o", text(&data)], &data),
        (vec!["solve", "tower", text(&data), "-o", text(&maps)], &maps),
        (vec!["--variants", text(&games), "convert", "-", "--to", "pgn", "-o", text(&games)], &games),
    ] {
        let before = fs::read(file).expect("a file");
        let output = meihua(&words, "1. C2=5\n");
        assert!(!output.status.success() && said(&output).contains("destroy"), "{words:?}: {}", said(&output));
        assert!(fs::read(file).expect("a file") == before, "{words:?}");
    }
    fs::remove_dir_all(folder).expect("it was there");
}
