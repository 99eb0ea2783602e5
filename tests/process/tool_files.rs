//! What the tools do with files that are damaged, foreign, in use, or something else than a plain file: they refuse them, by
//! name, and leave them as they are.
#![cfg(unix)]

use common::{end_within, fresh};
use meihua::datagen::record;
use meihua::datagen::{GameData, RecordFormat};
use meihua::game::Game;
use meihua::games::xiangqi::Position;
use meihua::score::Score;
use meihua::text::GameText;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::thread::sleep;
use std::time::Duration;

const MEIHUA: &str = env!("CARGO_BIN_EXE_meihua");

/// Longer than any of these commands should take.
const PATIENCE: Duration = Duration::from_secs(60);

/// Status and error stream of a command that must end by itself.
fn run(arguments: &[&str]) -> (Option<i32>, String) {
    let mut command = Command::new(MEIHUA);
    let mut child = command
        .args(arguments)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .expect("a start");
    assert!(end_within(&mut child, PATIENCE).is_some(), "{arguments:?} does not end");
    let Output { status, stderr, .. } = child.wait_with_output().expect("a child");
    (status.code(), String::from_utf8_lossy(&stderr).into_owned())
}

/// Refuses a command with this status and these words, and leaves the file as it is.
fn assert_refused(arguments: &[&str], status: i32, words: &str, file: &Path) {
    let before = fs::read(file).expect("a file");
    let (found, said) = run(arguments);
    assert!(found == Some(status) && said.contains(words), "{arguments:?}: {found:?} {said}");
    assert!(fs::read(file).expect("a file") == before, "{arguments:?} changed the file");
}

fn text(path: &Path) -> &str {
    path.to_str().expect("a plain path")
}

/// A file of thirty games of xiangqi, and where each begins.
fn some_games(name: &str, format: RecordFormat) -> (PathBuf, Vec<usize>) {
    let path = fresh(name);
    let version = if format == RecordFormat::One { 1 } else { 2 };
    let mut bytes = format!("meihua games {version} game=xiangqi nodes=5\n").into_bytes();
    let mut starts = Vec::new();
    for number in 0..30 {
        starts.push(bytes.len());
        let mut position = Position::start();
        let (fen, mut plies) = (position.fen(), Vec::new());
        for text in ["h0g2", "h9g7", "g2h0", "g7h9"].repeat(10) {
            let mv = position.parse_move(text, false).expect("a legal move");
            plies.push((Position::pack(mv), Score::cp(0)));
            position.make(mv);
        }
        let game = GameData { number, fen, winner: None, plies, settled: 0 };
        bytes.extend(record::encode(&game, format).expect("a short game"));
    }
    fs::write(&path, bytes).expect("a file");
    (path, starts)
}

#[test]
fn a_damaged_length_byte_is_told_and_nothing_is_cut_away() {
    [RecordFormat::One, RecordFormat::Two].iter().for_each(|&format| damage_the_lengths(format));
}

fn damage_the_lengths(format: RecordFormat) {
    let (path, starts) = some_games("damaged.bin", format);
    let output = fresh("damaged.net");
    let whole = fs::read(&path).expect("a file");
    // The number of plies of the fourth game and of the last one: more than there are bytes left, or fewer.
    for (game, high, low) in [(3, 0xff, 0xff), (3, 0x02, 0x00), (3, 0, 1), (29, 0xff, 0), (29, 0, 0xf0), (29, 0, 2)] {
        let mut bytes = whole.clone();
        (bytes[starts[game] + 6], bytes[starts[game] + 7]) = (low, high);
        fs::write(&path, bytes).expect("a file");
        let words = format!("damaged at byte {}, after {game} whole games", starts[game]);
        assert_refused(&["train", text(&path), "--wdl"], 1, &words, &path);
        assert_refused(&["train", text(&path), "-o", text(&output)], 1, &words, &path);
    }
    fs::remove_file(&path).expect("it was there");
}

#[test]
fn datagen_goes_on_after_an_interruption_and_not_after_damage() {
    let path = fresh("own.bin");
    let make = ["datagen", "-o", text(&path), "--game", "cfour", "--games", "6", "--nodes", "100", "--hash", "1"];
    assert_eq!(run(&make).0, Some(0));
    let whole = fs::read(&path).expect("a file");
    let first = whole.iter().position(|&byte| byte == b'\n').expect("a header") + 1;
    let mut damaged = whole.clone();
    damaged[first + 7] = 2;
    fs::write(&path, damaged).expect("a file");
    assert_refused(&make, 1, &format!("damaged at byte {first}, after 0 whole games"), &path);
    fs::write(&path, &whole[..whole.len() - 20]).expect("a file");
    let output = Command::new(MEIHUA).args(make).output().expect("a start");
    assert!(output.status.success());
    assert!(String::from_utf8_lossy(&output.stderr).contains("an unfinished game at the end"), "told, not silent");
    assert_eq!(fs::read(&path).expect("a file"), whole);
    fs::remove_file(&path).expect("it was there");
}

#[test]
fn foreign_files_are_not_written_over() {
    let path = fresh("notes.txt");
    for notes in ["my notes\n", "my notes"] {
        fs::write(&path, notes).expect("a file");
        let engines = ["--engine", "name=a", "cmd=true", "nodes=1", "--engine", "name=b", "cmd=true", "nodes=1"];
        let with = |more: &[&'static str]| -> Vec<&str> { [&["match"], &engines[..], more, &[text(&path)]].concat() };
        assert_refused(&with(&["--openings", "startpos", "--journal"]), 1, "is not a match journal", &path);
        assert_refused(&with(&["--openings", "startpos", "--pgn"]), 1, "is not a PGN file", &path);
        assert_refused(&["datagen", "--games", "1", "-o", text(&path)], 1, "is not a file of self-play games", &path);
    }
    fs::remove_file(&path).expect("it was there");
}

#[test]
fn one_file_in_two_places_is_refused() {
    let (games, _) = some_games("twice.bin", RecordFormat::Two);
    let link = fresh("link.bin");
    std::os::unix::fs::symlink(&games, &link).expect("a link");
    for output in [&games, &link] {
        assert_refused(&["train", text(&games), "-o", text(output)], 2, "are the same file", &games);
    }
    let engines = ["match", "--engine", "name=a", "cmd=true", "nodes=1", "--engine", "name=b", "cmd=true", "nodes=1"];
    let (status, said) = run(&[&engines[..], &["--journal", "x.same", "--pgn", "./x.same"]].concat());
    assert!(status == Some(2) && said.contains("are the same file") && !Path::new("x.same").exists(), "{said}");
    let list = fresh("list.txt");
    fs::write(&list, "3 3 2\n").expect("a file");
    assert_refused(&["solve", "river", text(&list), "-o", text(&list)], 2, "are the same file", &list);
    [games, link, list].iter().for_each(|path| fs::remove_file(path).expect("it was there"));
}

#[test]
fn two_at_once_do_not_share_a_file() {
    let path = fresh("busy.bin");
    let make = ["datagen", "-o", text(&path), "--game", "cfour", "--games", "100000", "--nodes", "2000", "--hash", "1"];
    let mut first = Command::new(MEIHUA).args(make).stdout(Stdio::null()).spawn().expect("a start");
    while fs::metadata(&path).map_or(0, |data| data.len()) == 0 {
        sleep(Duration::from_millis(5));
    }
    let (status, said) = run(&make);
    assert!(status == Some(1) && said.contains(&format!("process {} is writing it", first.id())), "{status:?} {said}");
    first.kill().expect("a child");
    first.wait().expect("a child");
    // Its lock went with it, whatever it left behind.
    let few = ["datagen", "-o", text(&path), "--game", "cfour", "--games", "1", "--nodes", "2000", "--hash", "1"];
    let (status, said) = run(&few);
    assert!(status == Some(0) && !said.contains("writing it"), "{status:?} {said}");
    assert!(!PathBuf::from(format!("{}.lock", path.display())).exists());
    fs::remove_file(&path).expect("it was there");
}

#[test]
fn pipes_and_devices_are_no_files_to_be_kept_or_named_in_a_position() {
    let pipe = fresh("fifo");
    assert!(Command::new("mkfifo").arg(&pipe).status().expect("mkfifo").success());
    let engines = ["match", "--engine", "name=a", "cmd=true", "nodes=1", "--engine", "name=b", "cmd=true", "nodes=1"];
    for special in [text(&pipe), "/dev/full", "/dev/zero"] {
        for line in [
            vec!["draw", "tower", "file", special],
            vec!["datagen", "--games", "1", "-o", special],
            [&engines[..], &["--journal", special]].concat(),
            [&engines[..], &["--pgn", special]].concat(),
        ] {
            let (status, said) = run(&line);
            assert!(status == Some(1) && said.contains("regular file") && said.contains(special), "{line:?}: {said}");
        }
    }
    fs::remove_file(&pipe).expect("it was there");
}

#[test]
fn numbers_beyond_sense_are_refused_by_name() {
    let engines = "--engine name=a cmd=true nodes=1 --engine name=b cmd=true nodes=1";
    for (line, option) in [
        (format!("match {engines} --patience 18446744073709551615"), "--patience"),
        (format!("match {engines} --games 9223372036854775807"), "--games"),
        (format!("match {engines} --games 18446744073709551615"), "--games"),
        (format!("match {engines} --openings random:18446744073709551615"), "random:PLIES"),
        (format!("match {engines} --each movetime=18446744073709551615"), "movetime"),
        ("datagen -o never.bin --random 18446744073709551615".to_owned(), "--random"),
        ("datagen -o never.bin --games 4294967295".to_owned(), "--games"),
        ("train never.bin -o never.net --lambda nan".to_owned(), "--lambda"),
        ("train never.bin -o never.net --threads 99999999".to_owned(), "--threads"),
    ] {
        let (status, said) = run(&line.split(' ').collect::<Vec<_>>());
        assert!(matches!(status, Some(1 | 2)) && said.contains(option), "{line}: {status:?} {said}");
    }
    assert!(!Path::new("never.bin").exists());
}
