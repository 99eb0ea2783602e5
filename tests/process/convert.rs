//! `meihua convert` as a process.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

fn records() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("crates/records/tests/files")
}

fn convert(arguments: &[&str], input: &[u8]) -> (Output, String, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_meihua"));
    command.arg("convert").args(arguments).current_dir(records()).env("LC_ALL", "C");
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    _ = std::io::Write::write_all(&mut child.stdin.take().unwrap(), input);
    let output = child.wait_with_output().unwrap();
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    let (out, errors) = (text(&output.stdout), text(&output.stderr));
    (output, out, errors)
}

/// A folder of one test's own.
fn folder(name: &str) -> PathBuf {
    let path = common::fresh(name);
    _ = fs::remove_dir_all(&path);
    fs::create_dir_all(&path).unwrap();
    path
}

const START: &str = common::START;

#[test]
fn a_command_with_columns_is_a_game_of_four_in_a_row() {
    for (line, moves) in [
        ("position startpos moves 4 4 5 3", "P@d1 P@d2 P@e1 P@c1"),
        ("startpos moves d1 d2", "P@d1 P@d2"),
        ("position 4453", "P@d1 P@d2 P@e1 P@c1"),
        ("position 44 moves 5", "P@d1 P@d2 P@e1"),
    ] {
        let (output, lines, errors) = convert(&["-", "--to", "uci"], line.as_bytes());
        assert!(output.status.success() && errors.is_empty(), "{line}: {errors}");
        assert!(lines.trim_end().ends_with(&format!(" moves {moves}")), "{line}: {lines}");
    }
    let file = folder("columns").join("line.txt");
    fs::write(&file, "position startpos moves 4 4 5 3\n").unwrap();
    let drawn = |position: &str| {
        let output = common::meihua(&["draw", "cfour", position], "");
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        output.stdout
    };
    assert_eq!(drawn(&file.to_string_lossy()), drawn("4453"));
    let (_, xiangqi, _) = convert(&["-", "--to", "uci"], b"position startpos moves h2e2 h9g7");
    assert!(xiangqi.contains("moves h2e2 h9g7"), "{xiangqi}");
}

#[test]
fn a_line_for_each_game_in_the_order_of_the_input() {
    let (output, lines, errors) = convert(&["list.txt", "gbk.pgn", "four.pgn", "--to", "uci"], b"");
    assert!(output.status.success(), "{errors}");
    let lines: Vec<&str> = lines.lines().collect();
    assert_eq!(lines[0], format!("position fen {START} moves h2e2 h9g7 h0g2 i9h9"));
    assert_eq!(lines[1], lines[0]);
    assert!(lines[2].ends_with(" w - - 0 1 moves P@d1 P@d2 P@c1 P@c2 P@c3"), "{}", lines[2]);
    assert!(errors.contains("3 games converted; the format cannot hold") && errors.contains("2 comments"), "{errors}");
}

#[test]
fn standard_input_and_output_in_another_encoding() {
    let game = fs::read(records().join("gbk.pgn")).unwrap();
    let (output, _, errors) = convert(&["-", "--encoding", "gbk"], &game);
    assert!(output.status.success() && errors.is_empty(), "{errors}");
    let (_, text, _) = convert(&["-", "--notation", "chinese"], &output.stdout);
    assert!(
        text.contains("[Red \"丙\"]") && text.contains("1. 炮二平五 马８进７ {中炮对屏风马} 2. 马二进三"),
        "{text}"
    );
    assert!(text.ends_with(" 0-1\n\n"), "{text}");
}

#[test]
fn a_bad_move_is_reported_and_a_bad_file_fails() {
    let bad = folder("convert-bad");
    fs::write(bad.join("a.pgn"), "[Event \"a\"]\n\n1. h2e2 h9g7\n2. h2e2 1-0\n").unwrap();
    let path = bad.to_string_lossy().into_owned();
    let (output, text, errors) = convert(&[&path, "--notation", "uci"], b"");
    assert!(output.status.code() == Some(3) && text.contains("1. h2e2 h9g7 1-0"), "{text}");
    assert!(
        errors.contains("a.pgn: game 1: line 4: ply 3 of the game: \"h2e2\" is not a legal move: there is no piece"),
        "{errors}"
    );
    let (output, text, errors) = convert(&[&path, "list.txt", "--strict"], b"");
    assert_eq!((output.status.code(), text.matches("[Event").count()), (Some(1), 1), "{errors}");
    assert!(errors.contains("a.pgn: game 1: left out: it could not be read whole"), "{errors}");
    let (output, text, errors) = convert(&["chinese.pgn", "--strict", "--to", "uci"], b"");
    assert_eq!((output.status.code(), text.as_str()), (Some(1), ""), "{errors}");
    assert!(errors.contains("chinese.pgn: game 1: left out: the format cannot hold"), "{errors}");
    fs::write(bad.join("b.xqf"), b"\0\x01\x02").unwrap();
    fs::write(bad.join("c.txt"), "nothing\n").unwrap();
    let (output, text, errors) = convert(&[&path, "missing.pgn"], b"");
    assert_eq!((output.status.code(), text.matches("[Event").count()), (Some(1), 1));
    for name in ["b.xqf: unknown binary format", "c.txt: no game found", "\"missing.pgn\": "] {
        assert_eq!(errors.matches(name).count(), 1, "{name}: {errors}");
    }
    fs::remove_dir_all(&bad).unwrap();
}

#[test]
fn what_is_left_unread_is_an_error_and_the_games_are_written() {
    let (output, text, errors) = convert(&["-", "--to", "uci"], b"[Event \"a\"]\n\n1. h2e2 1-0\nh9g7\n");
    assert_eq!((output.status.code(), text.lines().count()), (Some(1), 1), "{text}{errors}");
    assert_eq!(
        errors.lines().next(),
        Some("meihua convert: -: game 1: line 4: \"h9g7\" after the result was not read")
    );
    let library = fs::read(records().join("two_games.cbl")).expect("a file");
    let (output, text, errors) = convert(&["-", "--to", "json"], &library);
    assert!(output.status.success() && errors.is_empty() && text.lines().count() == 2, "{text}{errors}");
    let (output, text, errors) = convert(&["-", "--to", "uci"], &[&library[..], b"more"].concat());
    assert_eq!((output.status.code(), text.lines().count()), (Some(1), 2), "{errors}");
    assert!(errors.contains("4 bytes after the packed games was not read"), "{errors}");
}

#[test]
fn a_name_stands_once_and_no_control_character_reaches_the_terminal() {
    let (_, text, _) = convert(&["-", "--to", "json"], b"[Event \"a\"]\n[Event \"b\"]\n[Event \"a\"]\n\n1. h2e2 *\n");
    assert!(text.contains("\"tags\":{\"Event\":\"a\",\"Event2\":\"b\"}"), "{text}");
    for input in [
        &b"<n version=\"2\" m=\"\"><\x1b[31m></n>\n"[..],
        b"{\"game\":\"\x1b[31m\",\"start\":\"\",\"result\":\"*\",\"moves\":[]}",
        b"[FEN \"\x1b[31m\"]\n\n1. h2e2\n",
        b"[Event \"a\"]\n\n1. \x1b[31mh2e2\n",
        b"[DhtmlXQ_fen]\x1b[31m[/DhtmlXQ_fen][DhtmlXQ_move_\x1b_1]7747[/DhtmlXQ_move]",
    ] {
        let (_, _, errors) = convert(&["-"], input);
        assert!(!errors.is_empty() && !errors.contains(|c: char| c.is_control() && c != '\n'), "{errors:?}");
    }
}

#[test]
fn a_folder_for_a_folder() {
    let out = folder("convert-out");
    let path = out.to_string_lossy().into_owned();
    let (output, _, errors) = convert(&["chinese.pgn", "list.txt", "forum.ubb", "--to", "xqf", "-o", &path], b"");
    assert!(output.status.success() && errors.contains("mark"), "{errors}");
    let mut names: Vec<String> =
        fs::read_dir(&out).unwrap().map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned()).collect();
    names.sort();
    assert_eq!(names, ["chinese.xqf", "forum.xqf", "list.xqf"]);
    let (_, text, _) = convert(&[&path, "--to", "uci"], b"");
    assert_eq!(text.lines().count(), 3);
    #[cfg(unix)]
    {
        let link = out.join("link.pgn");
        std::os::unix::fs::symlink("/nowhere/at/all.pgn", &link).unwrap();
        let (output, text, errors) = convert(&[&path, "--to", "uci"], b"");
        assert_eq!((output.status.code(), text.lines().count()), (Some(1), 3));
        assert!(errors.contains("link.pgn\": No such file"), "{errors}");
        fs::remove_file(link).unwrap();
    }
    let file = out.join("all.pgn").to_string_lossy().into_owned();
    let (output, _, errors) = convert(&[".", "-o", &file], b"");
    assert!(output.status.success(), "{errors}");
    assert_eq!(fs::read_to_string(&file).unwrap().matches("[Event ").count(), 14);
    // A file is not written over itself, and an unknown name says no format.
    assert_eq!(convert(&[&file, "-o", &file], b"").0.status.code(), Some(2));
    assert_eq!(convert(&["list.txt", "-o", "x.doc"], b"").0.status.code(), Some(2));
    let (output, _, errors) = convert(&["four.pgn", "--to", "dhtmlxq"], b"");
    assert!(
        output.status.code() == Some(1) && errors.contains("four.pgn: game 1: DhtmlXQ holds games of xiangqi only")
    );
    fs::remove_dir_all(&out).unwrap();
}

#[test]
fn a_file_that_is_cut_is_one_clear_error_and_the_output_is_kept() {
    let cut = folder("convert-cut");
    let (game, output) = (cut.join("cut.xqf"), cut.join("out.pgn"));
    fs::write(&game, [b"XQ\x12".as_slice(), &[0; 500]].concat()).unwrap();
    fs::write(&output, "what was there").unwrap();
    let (done, _, errors) = convert(&[game.to_str().unwrap(), "-o", output.to_str().unwrap()], b"");
    assert_eq!(done.status.code(), Some(1));
    let reason = "cut.xqf: game 1: byte 0: the file is truncated: the header needs 1024 bytes, 503 are left";
    assert!(errors.trim_end().ends_with(reason) && errors.lines().count() == 1, "{errors}");
    assert_eq!(fs::read_to_string(&output).unwrap(), "what was there");
    fs::remove_dir_all(&cut).unwrap();
}
