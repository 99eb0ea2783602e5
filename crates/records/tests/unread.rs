//! Nothing in a file is left out silently: whatever stands behind a game is read, or reported.

use meihua_contracts::text::Notation;
use meihua_records::error::Cause;
use meihua_records::write::{dhtmlxq, json, pgn, xqf};
use meihua_records::{GameRecord, Games, RecordError};
use std::path::{Path, PathBuf};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/files")
}

fn read(bytes: &[u8]) -> Vec<Result<GameRecord, RecordError>> {
    Games::new("x", bytes).map_or_else(|error| vec![Err(error)], Iterator::collect)
}

/// Games, faults of theirs, and errors.
fn outcome(bytes: &[u8]) -> (usize, usize, Vec<String>) {
    let (mut games, mut faults, mut errors) = (0, 0, Vec::new());
    for found in read(bytes) {
        match found {
            Ok(game) => (games, faults) = (games + 1, faults + game.faults.len()),
            Err(error) => errors.push(error.to_string()),
        }
    }
    (games, faults, errors)
}

#[test]
fn a_tag_that_writers_say_themselves_is_not_said_twice() {
    let text = r#"{"game":"xiangqi","start":"3k5/9/9/9/9/9/9/9/R8/4K4 w - - 0 1","result":"1-0","tags":{"FEN":"abc","Result":"0-1","SetUp":"7","Format":"x","Init":"y","Binit":"z"},"moves":[{"move":"a1d1"}]}"#;
    let game = read(text.as_bytes()).remove(0).expect("a game");
    for (written, is_renamed) in
        [(pgn::write(&game, Notation::Wxf), true), (dhtmlxq::write(&game).expect("a game").0, false)]
    {
        let again = read(written.as_bytes()).remove(0).expect("a game");
        assert_eq!((again.start.fen(), again.result.word()), (game.start.fen(), "1-0"), "{written}");
        assert_eq!(again.main_line(Notation::Wire), ["a1d1"]);
        let name = |name: &str| if is_renamed { format!("Other{name}") } else { name.to_owned() };
        for (tag, value) in [("FEN", "abc"), ("Result", "0-1"), ("SetUp", "7"), ("Format", "x")] {
            assert_eq!(again.tags.get(&name(tag)), Some(value), "{written}");
        }
    }
}

/// A file of each format: those of the project, and binary ones that are made here.
pub(crate) fn samples() -> Vec<(String, Vec<u8>)> {
    let mut samples: Vec<(String, Vec<u8>)> = std::fs::read_dir(folder())
        .expect("the samples")
        .map(|entry| entry.expect("a file").path())
        .map(|path| {
            (path.file_name().expect("a name").to_string_lossy().into_owned(), std::fs::read(&path).expect("a file"))
        })
        .collect();
    let chinese = std::fs::read(folder().join("chinese.pgn")).expect("a file");
    let game = Games::new("x", chinese.as_slice()).expect("games").next().expect("a game").expect("a whole one");
    let plain = xqf::write(&game).expect("a game").0;
    samples.push(("18.xqf".into(), super::binary::scrambled(&plain, 18)));
    samples.push(("10.xqf".into(), plain));
    samples.push(("a.cbr".into(), super::binary::cbr(&game)));
    samples.push(("a.cbl".into(), super::binary::cbl(&[game.clone(), game.clone()], &[])));
    samples.push(("a.mxq".into(), super::binary::mxq()));
    samples.push(("a.json".into(), json::write(&game).into_bytes()));
    samples.push(("a.ubb".into(), dhtmlxq::write(&game).expect("a game").0.into_bytes()));
    samples
}

/// Formats in whose files words may stand around the games: pages of forums, lines that tools append, titles of lists.
fn may_have_words(name: &str) -> bool {
    [".pgn", ".ubb", ".txt"].iter().any(|ending| name.ends_with(ending))
}

#[test]
fn the_samples_are_read_to_their_ends() {
    for (name, bytes) in samples() {
        let (games, faults, errors) = outcome(&bytes);
        assert!(games > 0 && faults == 0 && errors.is_empty(), "{name}: {games} {faults} {errors:?}");
    }
}

#[test]
fn words_behind_a_file_are_reported() {
    for (name, bytes) in samples() {
        let (before, ..) = outcome(&bytes);
        let (games, faults, errors) = outcome(&[&bytes[..], b"\n\nsome other words\n"].concat());
        assert!(games == before || games == 0, "{name}: {games}");
        let is_reported = faults > 0 || !errors.is_empty();
        assert!(is_reported || may_have_words(&name), "{name}: nothing is said");
        if games > 0 && !may_have_words(&name) && !name.ends_with("json") {
            assert!(errors.iter().any(|error| error.ends_with("was not read")), "{name}: {errors:?}");
        }
    }
}

#[test]
fn a_second_half_is_read_or_reported() {
    for (name, bytes) in samples() {
        let (before, _, errors) = outcome(&bytes);
        assert!(errors.is_empty(), "{name}: {errors:?}");
        for cut in [bytes.len() / 3, bytes.len() / 2, bytes.len() * 2 / 3] {
            // Between two letters of a text, at least.
            let cut = (cut..bytes.len()).find(|&cut| bytes[cut] & 0xc0 != 0x80).unwrap_or(cut);
            let (games, faults, errors) = outcome(&[&bytes[..], b"\n", &bytes[cut..]].concat());
            let half = &bytes[cut..];
            let is_words =
                may_have_words(&name) && !String::from_utf8_lossy(half).contains(|c: char| c.is_ascii_digit());
            assert!(
                games > before || faults > 0 || !errors.is_empty() || is_words,
                "{name} from {cut}: nothing is said"
            );
        }
    }
}

#[test]
fn every_whole_file_behind_another_is_read_or_reported() {
    for (name, bytes) in samples() {
        let (before, ..) = outcome(&bytes);
        let (games, _, errors) = outcome(&[&bytes[..], b"\n", &bytes[..]].concat());
        assert!(games == 2 * before || !errors.is_empty(), "{name}: {games} games for {before}");
    }
}

#[test]
fn moves_behind_a_result_are_reported_and_other_words_are_not() {
    let game = "[Event \"a\"]\n\n1. h2e2 h9g7 1-0\n";
    assert!(outcome(&[game, "======\nwww.example.org 象棋 2001\n"].concat().into_bytes()).2.is_empty());
    let (_, _, errors) = outcome(&[game, "2. h0g2\n"].concat().into_bytes());
    assert_eq!(errors, ["x: game 1: line 4: \"h0g2\" after the result was not read"]);
}

#[test]
fn an_old_library_ends_at_its_last_byte() {
    let library = super::binary::old_cbl(&["one", "two"], b"more");
    let found = read(&library);
    let titles: Vec<&str> = found.iter().flatten().filter_map(|game| game.tags.get("Title")).collect();
    assert_eq!(titles, ["one", "two"]);
    let error = found.iter().find_map(|found| found.as_ref().err()).expect("an error");
    assert!(matches!(error.cause, Cause::Unread(_)), "{error}");
    assert!(error.to_string().contains("4 bytes after the last game of the unpacked library"), "{error}");
}

#[test]
fn a_page_without_moves_says_so() {
    let page =
        "[DhtmlXQHTML]\n[DhtmlXQ_title]a[/DhtmlXQ_title]\n[DhtmlXQ_movelist][/DhtmlXQ_movelist]\n[/DhtmlXQHTML]\n";
    let (games, _, errors) = outcome(page.as_bytes());
    assert!(games == 1 && errors.len() == 1 && errors[0].contains("a game without moves"), "{errors:?}");
    // A position without moves is a game that has not begun.
    let set_up =
        page.replace("[DhtmlXQ_movelist]", "[DhtmlXQ_fen]4k4/9/9/9/9/9/9/9/9/3K5 w[/DhtmlXQ_fen][DhtmlXQ_movelist]");
    assert!(outcome(set_up.as_bytes()).2.is_empty());
    for behind in [
        "<script>var a = '[DhtmlXQ_movelist]77477062[/DhtmlXQ_movelist]';</script>",
        "<script>var a = '[dhtmlxq_movelist]7747 7062[\\/dhtmlxq_movelist]';</script>",
        "<script>var a = '[0_1_0]77477062[/0_1_0][0_2_1]7242[/0_2_1]';</script>",
    ] {
        let found = read([page, behind].concat().as_bytes());
        let [Ok(game)] = &found[..] else { panic!("{behind}: {found:?}") };
        assert_eq!((game.tree.main_line().count(), game.tags.get("Title")), (2, Some("a")), "{behind}");
        assert_eq!(game.tree.variations(), usize::from(behind.contains("_1_")), "{behind}");
    }
    // Another game behind it is a game of its own.
    let two = [page, "[DhtmlXQ]\n[DhtmlXQ_movelist]7747[/DhtmlXQ_movelist]\n[/DhtmlXQ]\n"].concat();
    assert_eq!(outcome(two.as_bytes()).0, 2);
}

#[test]
fn a_game_of_an_old_library_that_is_cut_off_keeps_its_moves() {
    let library = super::binary::old_cbl(&["one", "two"], b"");
    let mut bytes = Vec::new();
    std::io::Read::read_to_end(&mut flate2::read::ZlibDecoder::new(&library[20..]), &mut bytes).expect("a stream");
    // The comments of the last game and its last move.
    bytes.truncate(bytes.len() - 16);
    let mut encoder = flate2::write::ZlibEncoder::new(Vec::new(), flate2::Compression::default());
    std::io::Write::write_all(&mut encoder, &bytes).expect("a vector");
    let found = read(&[&library[..20], &encoder.finish().expect("a vector")].concat());
    let games: Vec<&GameRecord> = found.iter().flatten().collect();
    assert_eq!(games.iter().map(|game| game.tree.moves()).collect::<Vec<_>>(), [3, 2], "{found:?}");
    assert!(games[0].faults.is_empty());
    assert!(games[1].faults[0].to_string().contains("a move needs 6 bytes, 1 are left"), "{:?}", games[1].faults);
}
