//! `meihua draw` as a process.

use common::fresh;
use std::process::{Command, Output};

fn draw(arguments: &[&str]) -> (Output, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_meihua")).arg("draw").args(arguments).output().unwrap();
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    (output, text)
}

#[test]
fn the_graph_of_the_river_as_picture_and_as_text() {
    let (output, picture) = draw(&["river", "3", "3", "2", "--graph"]);
    assert!(output.status.success() && picture.trim_end().ends_with("</svg>"), "{picture}");
    let file = fresh("graph.dot");
    let path = file.to_string_lossy().into_owned();
    let (output, nothing) = draw(&["river", "startpos moves DD", "--graph", "-o", &path]);
    let text = std::fs::read_to_string(&file).unwrap();
    std::fs::remove_file(&file).unwrap();
    assert!(output.status.success() && nothing.is_empty());
    assert!(text.starts_with("graph river {") && text.contains("n0 [label=\"D2/-/P3D1 l\""), "{text}");
}

#[test]
fn every_game_is_drawn_without_letters_that_need_a_font() {
    for arguments in [
        vec!["xiangqi", "startpos", "moves", "炮二平五", "马8进7", "--pv", "h0g2 i9h9"],
        vec!["cfour", "4455667"],
        vec!["river", "P1D1/P1/P1D2", "r", "2"],
        vec!["river", "--graph"],
        vec!["sliding", "BBWW_ moves"],
        vec!["tower"],
    ] {
        let (output, picture) = draw(&arguments);
        assert!(output.status.success() && picture.starts_with("<svg"), "{arguments:?}");
        assert!(picture.trim_end().ends_with("</svg>") && !picture.contains("<text"), "{arguments:?}");
    }
}

#[test]
fn a_film_shows_the_plan_of_any_puzzle_or_the_line_that_is_given() {
    let frames = |arguments: &[&str]| {
        let output = draw(&[arguments, &["--format", "gif", "--scale", "0.5"]].concat()).0;
        assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
        // A frame begins with its graphic control extension.
        output.stdout.windows(4).filter(|bytes| bytes == b"\x21\xf9\x04\x05" || bytes == b"\x21\xf9\x04\x04").count()
    };
    // Seventeen crossings.
    assert_eq!(frames(&["plan", "examples/puzzles/police.pddl"]), 18);
    assert_eq!(frames(&["tower", "examples/tower", "--pv", "R4D3"]), 8);
    assert_eq!(frames(&["xiangqi", "startpos", "moves", "h2e2", "--pv", "h9g7 h0g2"]), 4);
    let letters = |arguments: &[&str]| draw(arguments).1.matches("<path").count();
    let solved = "examples/puzzles/police.pddl";
    assert!(letters(&["plan", solved]) > letters(&["plan", solved, "--movetime", "0"]) + 200);
}

#[test]
fn a_file_ending_in_png_is_made_of_dots() {
    let file = fresh("board.png");
    let (output, _) = draw(&["cfour", "44", "-o", &file.to_string_lossy(), "--scale", "2"]);
    let dots = std::fs::read(&file).unwrap();
    std::fs::remove_file(&file).unwrap();
    assert!(output.status.success() && dots.starts_with(b"\x89PNG"));
    // Width and height: 7 x 6 cells of 64 and what is around them, twice.
    let number = |at: usize| u32::from_be_bytes(dots[at..at + 4].try_into().unwrap());
    assert_eq!((number(16), number(20)), (2 * (7 * 64 + 80), 2 * (6 * 64 + 80 + 52)));
}

#[test]
fn what_cannot_be_drawn_is_told_on_the_error_stream() {
    for (arguments, status, part) in [
        (vec!["nothing"], 2, "unknown game"),
        (vec!["river", "3", "3", "0"], 1, "capacity of the boat"),
        (vec!["river", "9999", "9999", "2", "--graph"], 1, "more than 1000 positions"),
        (vec!["tower", "file", "no such file"], 1, "no such file"),
        (vec!["tower", "--graph"], 2, "only the river"),
        (vec!["river", "--graph", "--format", "gif"], 2, "--graph is only for svg, png and dot, not for gif"),
        (vec!["river", "--format", "png", "--scale", "0"], 2, "expected a positive number"),
        (vec!["plan", "file", "examples/puzzles/torch.pddl", "--ply", "1"], 2, "the number of moves, 0"),
        (vec!["xiangqi", "startpos", "moves", "a0a9"], 1, "move 1: "),
        (vec!["xiangqi", "--pv", "h2e2 h2e2"], 1, "--pv: "),
        (vec!["cfour", "--format", "png", "--scale", "0"], 2, "bad scale 0"),
        (vec!["cfour", "-o", "a.jpg"], 2, "\"a.jpg\": unknown format \"jpg\", expected .svg, .png"),
        (vec!["cfour", "-o", "/no/such/folder/a.png"], 1, "\"/no/such/folder/a.png\": "),
        (vec!["xiangqi", "nofile.pgn"], 1, "nofile.pgn: neither a file nor a position"),
    ] {
        let (output, text) = draw(&arguments);
        let complaint = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(status), "{arguments:?}");
        assert!(text.is_empty() && complaint.contains(part), "{arguments:?}: {complaint}");
    }
}

/// Draws with a text on standard input.
fn draw_input(arguments: &[&str], input: &str) -> Output {
    use std::io::Write;
    use std::process::Stdio;
    let mut command = Command::new(env!("CARGO_BIN_EXE_meihua"));
    command.arg("draw").args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    // Who does not read it closes it.
    _ = child.stdin.take().unwrap().write_all(input.as_bytes());
    child.wait_with_output().unwrap()
}

#[test]
fn a_position_comes_through_a_pipe() {
    let mut generate = Command::new(env!("CARGO_BIN_EXE_meihua"));
    let tower = generate.args(["generate", "tower", "--rows", "9", "--seed", "3"]).output().unwrap().stdout;
    let tower = String::from_utf8(tower).unwrap();
    let usual = draw(&["tower"]).1;
    for arguments in [&["tower", "--movetime", "500"][..], &["tower", "-", "--movetime", "500"]] {
        let output = draw_input(arguments, &tower);
        let picture = String::from_utf8_lossy(&output.stdout);
        assert!(output.status.success() && picture.starts_with("<svg") && picture != usual, "{arguments:?}");
    }
    // A position on the command line wins, and an empty input is none.
    assert_eq!(String::from_utf8_lossy(&draw_input(&["cfour", "44"], "55").stdout), draw(&["cfour", "44"]).1);
    assert_eq!(String::from_utf8_lossy(&draw_input(&["cfour"], "").stdout), draw(&["cfour"]).1);
    let output = draw_input(&["cfour", "-"], "77777777777");
    assert_eq!(output.status.code(), Some(1), "{}", String::from_utf8_lossy(&output.stderr));
}

#[test]
fn a_dash_is_a_stream_and_never_a_file() {
    let folder = fresh("dash");
    std::fs::create_dir_all(&folder).unwrap();
    let at = |words: &[&str]| {
        let input = folder.join("input");
        std::fs::write(&input, "startpos moves h2e2\n").unwrap();
        let input = std::fs::File::open(&input).unwrap();
        Command::new(common::program()).args(words).current_dir(&folder).stdin(input).output().unwrap()
    };
    let drawn = at(&["draw", "xiangqi", "-", "-o", "-"]);
    assert!(drawn.status.success() && drawn.stdout.starts_with(b"<svg"), "{drawn:?}");
    assert_eq!(at(&["datagen", "-o", "-", "--games", "1"]).status.code(), Some(2));
    assert!(!folder.join("-").exists());
    std::fs::write(folder.join("-"), "not a position").unwrap();
    assert_eq!(at(&["draw", "xiangqi", "-"]).stdout, drawn.stdout);
    assert!(String::from_utf8_lossy(&at(&["check", "-"]).stdout).contains("no game can be played"));
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn a_saved_game_is_drawn_at_its_end_or_at_a_ply() {
    let file = fresh("g1.pgn");
    std::fs::write(&file, "[Event \"x\"]\n\n1. 炮二平五 马８进７ 2. 马二进三 *\n").unwrap();
    let path = file.to_string_lossy().into_owned();
    let at = |moves: &str| draw(&["xiangqi", "startpos", "moves", moves]).1;
    for position in [vec!["xiangqi", &path], vec!["xiangqi", "file", &path]] {
        assert_eq!(draw(&position).1, at("h2e2 h9g7 h0g2"));
    }
    assert_eq!(draw(&["xiangqi", &path, "--ply", "1"]).1, at("h2e2"));
    assert_eq!(draw(&["xiangqi", &path, "--ply", "0"]).1, draw(&["xiangqi", "startpos"]).1);
    assert_eq!(draw(&["xiangqi", &path, "--ply", "4"]).0.status.code(), Some(2));
    let piped = draw_input(&["xiangqi", "--ply", "2"], &std::fs::read_to_string(&file).unwrap());
    assert_eq!(String::from_utf8_lossy(&piped.stdout), at("h2e2 h9g7"));
    assert_ne!(draw(&["xiangqi", &path, "--flip"]).1, at("h2e2 h9g7 h0g2"));
    // Move by move.
    let film = draw(&["xiangqi", &path, "--format", "gif", "--scale", "0.1"]).0.stdout;
    assert!(film.starts_with(b"GIF89a"));
    // A name and a format that do not agree, and what would be overwritten.
    assert_eq!(draw(&["xiangqi", &path, "-o", "a.svg", "--format", "png"]).0.status.code(), Some(2));
    assert_eq!(draw(&["xiangqi", &path, "-o", &path, "--format", "svg"]).0.status.code(), Some(2));
    std::fs::remove_file(&file).unwrap();
}

/// The film of a puzzle is its moves, or its plan where there are none, every frame as large as the film.
#[test]
fn what_opens_a_puzzle_on_the_wire_draws_it() {
    let (_, plain) = draw(&["plan", "examples/puzzles/torch.pddl"]);
    let (output, named) = draw(&["plan", "file", "examples/puzzles/torch.pddl"]);
    assert!(output.status.success() && named == plain, "{named}");
    // Digits are the moves of four in a row from the start.
    let (_, long) = draw(&["cfour", "startpos", "moves", "4", "4", "--ply", "2"]);
    let (output, short) = draw(&["cfour", "4453", "--ply", "2"]);
    assert!(output.status.success() && short == long, "{short}");
}

#[test]
fn the_film_of_a_puzzle_is_its_moves_or_its_plan() {
    for (words, frames) in [
        (["sliding", "BBWW_ cost", "moves", "2-5", "4-2"], 3),
        (["sliding", "BBWW_ cost", "", "", ""], 4),
        (["river", "3 3 2", "", "", ""], 12),
    ] {
        let words: Vec<&str> = words.into_iter().filter(|word| !word.is_empty()).collect();
        let film = draw(&[&words[..], &["--format", "gif", "--scale", "0.2"]].concat()).0.stdout;
        let number = |at: usize| usize::from(u16::from_le_bytes([film[at], film[at + 1]]));
        let size = (number(6), number(8));
        // A frame is its control block and, behind that, its place and size.
        let starts: Vec<usize> = film
            .windows(4)
            .enumerate()
            .filter(|(_, four)| four == b"\x21\xF9\x04\x04" || four == b"\x21\xF9\x04\x05")
            .map(|(at, _)| at)
            .collect();
        assert_eq!(starts.len(), frames, "{words:?}");
        for (number_of_frame, start) in starts.into_iter().enumerate() {
            assert_eq!(film[start + 8], b'\x2C', "a frame follows its control block");
            let (corner, part) = ((number(start + 9), number(start + 11)), (number(start + 13), number(start + 15)));
            if number_of_frame == 0 {
                assert_eq!((corner, part), ((0, 0), size), "the first frame is whole");
            }
            // The others hold what changes.
            assert!(corner.0 + part.0 <= size.0 && corner.1 + part.1 <= size.1, "{corner:?} and {part:?} in {size:?}");
            assert!(part.0 > 0 && part.1 > 0, "{part:?}");
        }
    }
}

#[test]
fn a_part_of_a_game_is_drawn_with_a_warning() {
    let path = fresh("part.pgn");
    let name = path.to_string_lossy().into_owned();
    let warning = |text: &str| {
        std::fs::write(&path, text).unwrap();
        let (output, picture) = draw(&["xiangqi", &name]);
        assert!(output.status.success() && picture.starts_with("<svg"), "{text}");
        String::from_utf8(output.stderr).unwrap()
    };
    assert_eq!(warning("[Event \"a\"]\n\n1. h2e2 h9g7 *\n"), "");
    let bad = warning("[Event \"a\"]\n\n1. h2e2 h9g7 2. e2e9 a9a8 *\n");
    assert!(bad.contains("only a part is drawn: ") && bad.contains("ply 3") && bad.lines().count() == 1, "{bad}");
    let two = warning("[Event \"a\"]\n\n1. h2e2 *\n\n[Event \"b\"]\n\n1. b2e2 *\n");
    assert!(two.contains("more games follow the first one"), "{two}");
    std::fs::remove_file(path).unwrap();
}

#[test]
fn a_tower_of_many_floors_is_an_atlas() {
    let page = |arguments: &[&str]| {
        let (output, text) = draw(&[&["tower", "examples/tower"], arguments].concat());
        assert!(output.status.success(), "{text}");
        text
    };
    let route = page(&["--pv", "R4D5L3R3U2L4C0C1"]);
    let other = page(&["--pv", "R"]);
    // A line for each step that changes the place; the route of one step has one.
    let lines = |page: &str| page.matches("<line").count();
    assert_eq!((lines(&other), lines(&route)), (1, 17), "{route}");
    // Without a route the plan of the solver is drawn: over both floors.
    assert!(lines(&page(&[])) > lines(&route));
}

#[test]
fn a_saved_game_that_cannot_be_read_is_called_so() {
    let path = common::fresh("draw-cut.xqf");
    std::fs::write(&path, [b"XQ\x12".as_slice(), &[0; 500]].concat()).unwrap();
    let (output, _) = draw(&["xiangqi", path.to_str().unwrap(), "-o", "-"]);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(1));
    assert!(errors.contains("byte 0: the file is truncated: the header needs 1024 bytes, 503 are left"), "{errors}");
    std::fs::remove_file(&path).unwrap();
}
