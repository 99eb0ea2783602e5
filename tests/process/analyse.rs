//! `meihua analyse` as a process.

use common::process::run;
use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// A run: its status, what it printed, and its error stream.
fn analyse(arguments: &[&str], input: &str) -> (Option<i32>, String, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_meihua"));
    command.arg("analyse").args(arguments).current_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("examples/games"));
    command.env("LC_ALL", "C");
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    // Who reads no input may have ended.
    _ = std::io::Write::write_all(&mut child.stdin.take().unwrap(), input.as_bytes());
    let output = child.wait_with_output().unwrap();
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    // How often the progress is told depends on the speed of the machine.
    let is_progress = |line: &str| line.contains("] positions; ");
    let errors = text(&output.stderr).split_inclusive('\n').filter(|line| !is_progress(line)).collect();
    (output.status.code(), text(&output.stdout), errors)
}

/// The only object of a JSON output.
fn object(arguments: &[&str], input: &str) -> Value {
    let (status, text, errors) = analyse(&[arguments, &["--json", "-"]].concat(), input);
    assert_eq!((status, errors.as_str()), (Some(0), ""), "{text}");
    assert_eq!(text.lines().count(), 1);
    serde_json::from_str(&text).unwrap()
}

/// Plies with a mark, and the marks.
fn marked(review: &Value) -> Vec<(u64, String)> {
    let moves = review["moves"].as_array().unwrap().iter();
    moves.filter_map(|mv| Some((mv["ply"].as_u64()?, mv["mark"].as_str()?.to_owned()))).collect()
}

/// Red must take the rook that attacks its own, and plays the rook elsewhere.
const ONLY: &str = "position fen 3akar2/9/4b4/4p3p/p1p6/5rP2/2P1P3P/N1n1B4/4A4/2BAKR3 w - - 0 21 moves f0g0 a5a4\n";

/// A game of each kind.
const TWO_GAMES: &str = "[Variant \"cfour\"]\n\n1. d1 d2 *\n\n[Game \"Chinese Chess\"]\n\n1. h2e2 h9g7 *\n";

#[test]
fn a_position_with_one_good_move_is_an_exercise() {
    let exercises = |input: &str, more: &[&str]| {
        analyse(&[&["-", "--nodes", "10000", "--exercises", "-", "--notation", "wxf"], more].concat(), input)
    };
    let (status, pgn, errors) = exercises(ONLY, &[]);
    assert_eq!((status, errors.as_str()), (Some(0), ""));
    assert_eq!(pgn.matches("[FEN ").count(), 1, "{pgn}");
    for part in [
        "[Exercise \"wins rook\"]",
        "[Source \"-: game 1, ply 1\"]",
        "Red wins a piece: rook.}",
        "21. R4=3 $4 {",
        "R4+4 was best.",
        "(\n21. R4+4",
    ] {
        assert!(pgn.contains(part), "{part}: {pgn}");
    }
    // The same in two games is one exercise, and the same again gives the same file.
    assert_eq!(exercises(&ONLY.repeat(2), &[]).1, pgn);
    assert!(exercises(ONLY, &["--lang", "zh"]).1.contains("红方得子：车。"));
    // There is none where several moves are good, in the opening, or where the only good move takes back.
    for none in [
        "position startpos moves h2e2 h9g7 h0g2\n",
        "position fen 3rkab2/4a4/9/9/9/3R5/9/9/4A4/3RKA3 b - - 0 1 moves d9d4 d0d4 e8d7\n",
    ] {
        let (status, pgn, errors) = exercises(none, &[]);
        assert_eq!((status, pgn.as_str(), errors.as_str()), (Some(0), "", ""), "{none}");
    }
    // The same rook to take, where it took nothing.
    let hanging = "position fen 4kab2/4a4/9/9/9/3r5/9/9/4A4/3RKA3 w - - 0 1 moves d0d4 e8d7\n";
    assert!(exercises(hanging, &[]).1.contains("[Exercise \"wins rook\"]"));
    let (status, pgn, errors) = exercises("[Variant \"cfour\"]\n\n1. d1 d2 *\n", &[]);
    assert_eq!((status, pgn.as_str()), (Some(0), ""));
    assert!(errors.contains("a game of cfour: exercises are looked for in xiangqi only"), "{errors}");
    // Its report is written all the same.
    let both = ["-", "--nodes", "1000", "--exercises", "/dev/null", "--json", "-"];
    let (status, json, _) = analyse(&both, TWO_GAMES);
    assert!(status == Some(0) && json.lines().count() == 2 && json.contains("cfour"), "{json}");
}

#[test]
fn a_library_is_analysed_by_parts_and_goes_on_where_it_stopped() {
    let (library, library_name) = file("analyse.db");
    let meihua = |arguments: &[&str], input: &str| {
        run(&[&["library", "--library", &library_name], arguments].concat()).input(input).end().out
    };
    let lines = ["h2e2 h9g7 h0g2", "h2e2 b9c7", "c3c4 c6c5 c4c5", "b2e2 b9c7 a0a1"];
    meihua(&["add", "-"], &lines.map(|line| format!("position startpos moves {line}\n")).concat());
    assert!(library.exists());
    let (rows, rows_name) = file("analyse.jsonl");
    let part = |part: &str, nodes: &str, more: &[&str]| {
        let arguments =
            ["--library", &library_name, "--nodes", nodes, "--part", part, "--jsonl", &rows_name, "--quiet"];
        analyse(&[&arguments, more].concat(), "")
    };
    assert_eq!(part("1/2", "500", &[]), (Some(0), String::new(), String::new()));
    let whole = fs::read_to_string(&rows).unwrap();
    let row = |line: &str| serde_json::from_str::<Value>(line).unwrap();
    let places: Vec<(u64, u64)> =
        whole.lines().map(row).map(|row| (row["game"].as_u64().unwrap(), row["ply"].as_u64().unwrap())).collect();
    assert_eq!(places, [(1, 0), (1, 1), (1, 2), (1, 3), (3, 0), (3, 1), (3, 2), (3, 3)]);
    // Killed at any moment: what is missing is added, and the rest is left as it is.
    for length in [0, 1, whole.find('\n').unwrap() + 1, whole.len() / 2, whole.len() - 1, whole.len()] {
        fs::write(&rows, &whole[..length]).unwrap();
        assert_eq!(part("1/2", "500", &[]).0, Some(0));
        assert_eq!(fs::read_to_string(&rows).unwrap(), whole, "{length}");
    }
    // Other settings, other games, another file: nothing is changed.
    for (number, nodes, more) in [("1/2", "600", &[][..]), ("2/2", "500", &[]), ("1/1", "500", &["--number", "2"])] {
        let (status, _, errors) = part(number, nodes, more);
        assert!(status == Some(1) && errors.contains("choose another file"), "{errors}");
        assert_eq!(fs::read_to_string(&rows).unwrap(), whole);
    }
    // Rows of some of the games: those of the others follow.
    let (late, early): (Vec<&str>, Vec<&str>) = whole.split_inclusive('\n').partition(|line| row(line)["game"] == 3);
    fs::write(&rows, late.concat()).unwrap();
    assert_eq!(part("1/2", "500", &[]).0, Some(0));
    assert_eq!(fs::read_to_string(&rows).unwrap(), late.concat() + &early.concat());
    fs::write(&rows, late.concat() + &early.concat() + late[0]).unwrap();
    let (status, _, errors) = part("1/2", "500", &[]);
    assert!(status == Some(1) && errors.contains("line 9") && errors.contains("game 3 has rows before it"), "{errors}");
    fs::write(&rows, &whole).unwrap();
    assert_eq!(part("1/1", "500", &[]).0, Some(0));
    let all = fs::read_to_string(&rows).unwrap();
    assert!(all.starts_with(&whole) && all.lines().count() == 8 + 3 + 4, "{all}");
    let (status, _, errors) = part("1/2", "500", &[]);
    assert!(status == Some(1) && errors.contains("rows of game 2"), "{errors}");
    // A row that is missing in the midst is told, and nothing is added.
    let gap: String =
        whole.lines().enumerate().filter(|(at, _)| *at != 2).map(|(_, line)| format!("{line}\n")).collect();
    fs::write(&rows, &gap).unwrap();
    let (status, _, errors) = part("1/2", "500", &[]);
    assert!(status == Some(1) && errors.contains("line 3") && errors.contains("ply 3 of game 1"), "{errors}");
    assert_eq!(fs::read_to_string(&rows).unwrap(), gap);
    fs::write(&rows, &whole).unwrap();
    assert_eq!(meihua(&["import-values", &rows_name], ""), "values taken: 7\n");
    let explored: Value = serde_json::from_str(&meihua(&["explore", "--json"], "")).unwrap();
    assert!(explored["value"]["cp"].is_i64() && explored["moves"][0]["value"]["cp"].is_i64(), "{explored}");
    let text = meihua(&["explore", "startpos", "moves", "c3c4"], "");
    assert!(text.contains("\n1 game, ") && text.contains("   value  years"), "{text}");
    let (status, _, errors) = analyse(&["hung_rook.pgn", "--player", "x"], "");
    assert!(status == Some(2) && errors.contains("need --library"), "{errors}");
}

const HUNG: [&str; 5] = ["hung_rook.pgn", "--nodes", "30000", "--notation", "chinese"];

fn file(name: &str) -> (PathBuf, String) {
    let path = common::fresh(name);
    let text = path.to_string_lossy().into_owned();
    (path, text)
}

#[test]
fn a_rook_that_hangs_on_move_20_is_the_blunder_of_the_game() {
    let review = object(&HUNG, "");
    assert_eq!(marked(&review), [(39, "blunder".to_owned())]);
    assert_eq!(review["turning_points"], serde_json::json!([39]));
    let mv = &review["moves"][38];
    assert_eq!(
        (mv["number"].as_u64(), mv["side"].as_str(), mv["move"].as_str()),
        (Some(20), Some("red"), Some("g6g5"))
    );
    assert!(mv["loss"].as_f64().unwrap() > 30.0 && mv["best"][0]["moves"][0] != "g6g5");
    assert_eq!((&review["sides"][0]["blunders"], &review["sides"][1]["blunders"]), (&1.into(), &0.into()));
    let accuracy = |side: usize| review["sides"][side]["accuracy"].as_f64().unwrap();
    assert!(accuracy(0) < 95.0 && accuracy(1) > 98.0);
    // Nodes and one thread: the same to the digit.
    assert_eq!(object(&HUNG, ""), review);
}

#[test]
fn every_form_shows_it() {
    let (page, page_name) = file("analyse.html");
    let (game, game_name) = file("analyse.pgn");
    let (status, table, errors) = analyse(&[&HUNG[..], &["--html", &page_name, "--pgn", &game_name]].concat(), "");
    assert_eq!((status, errors.as_str()), (Some(0), ""));
    let marks: Vec<&str> = table.lines().filter(|line| line.contains('?')).collect();
    assert!(marks.len() == 1 && marks[0].starts_with("  20.  车三退一 ??"), "{table}");
    assert!(table.contains("turning points: 20. 车三退一 (-"), "{table}");

    let pgn = fs::read_to_string(&game).unwrap();
    assert_eq!((pgn.matches('$').count(), pgn.matches("$4").count()), (1, 1), "{pgn}");
    assert!(pgn.contains("[%eval ") && pgn.contains("Blunder. ") && pgn.contains("(20. "), "{pgn}");
    // An analysed game is analysed again, and nothing is reported twice.
    let (again, again_name) = file("analyse-again.pgn");
    let run = analyse(&[&[game_name.as_str()][..], &HUNG[1..], &["--quiet", "--pgn", &again_name][..]].concat(), "");
    assert_eq!(run, (Some(0), String::new(), String::new()));
    assert_eq!(fs::read_to_string(&again).unwrap(), pgn);

    let html = fs::read_to_string(&page).unwrap();
    assert_eq!((html.matches("<figure>").count(), html.matches("class=\"graph\"").count()), (1, 1));
    assert!(html.contains("甲") && html.contains("id=\"g1p39\" class=\"row-blunder\""));
    // Nothing is fetched and nothing is run.
    let links = html.matches("http").count() - html.matches("http://www.w3.org/2000/svg").count();
    assert_eq!((links, html.matches("http-equiv").count()), (1, 1));
    assert!(!html.contains("<script") && !html.contains("src="));
    [page, game, again].iter().for_each(|path| fs::remove_file(path).unwrap());
}

#[test]
fn a_move_that_loses_by_the_rule_is_named_with_it_once() {
    let cycle = "e9e8 f9f8 e8e9 f8f9";
    let game = format!("position fen 4k4/9/9/9/9/9/9/9/4A4/3K1R3 w - - 0 1 moves f0f9 {cycle} {cycle} {cycle}");
    let review = object(&["-", "--nodes", "300"], &game);
    let ends: Vec<(u64, &str)> = review["moves"]
        .as_array()
        .unwrap()
        .iter()
        .filter_map(|mv| Some((mv["ply"].as_u64()?, mv["end"].as_str()?)))
        .collect();
    assert_eq!(ends, [(9, "loses by perpetual check")]);
    assert_eq!((&review["moves"][8]["mark"], &review["moves"][8]["after"]["plies"]), (&"blunder".into(), &0.into()));
    let (_, pgn, _) = analyse(&["-", "--nodes", "300", "--pgn", "-"], &game);
    assert!(pgn.contains("{Loses by perpetual check. Blunder. "), "{pgn}");
    let free = object(&["-", "--nodes", "300", "--rule", "none"], &game);
    assert!(free["moves"].as_array().unwrap().iter().all(|mv| mv["end"].is_null()), "{free}");
}

#[test]
fn a_slower_mate_is_no_mistake() {
    // Two rooks against a bare general: red wastes moves, and wins all the same.
    let game = "position fen 3k5/9/9/9/9/9/9/R8/9/1R3K3 w - - 0 1 moves a2a3 d9d8 b0b1 d8d9 a3a4 d9d8";
    let review = object(&["-", "--nodes", "2000"], game);
    assert_eq!(marked(&review), [], "{review}");
}

#[test]
fn four_in_a_row_is_exact() {
    let game = "[Variant \"cfour\"]\n\n1. 4 4 2. 4 4 3. 5 3 4. 6 7 5. 2\n";
    let review = object(&["-"], game);
    assert_eq!((&review["exact"], &review["value"]["plies"]), (&true.into(), &41.into()));
    assert_eq!(marked(&review), [(5, "blunder".to_owned())]);
    let mv = |ply: usize| &review["moves"][ply - 1];
    assert_eq!((&mv(5)["best"][0]["moves"][0], &mv(5)["after"]["plies"]), (&"P@d5".into(), &(-35).into()));
    assert_eq!((&mv(9)["delay"], &mv(6)["delay"]), (&26.into(), &0.into()));
    let (_, table, _) = analyse(&["-"], game);
    assert!(table.contains("  5.  P@b1") && table.contains("loses 26 plies sooner; better #-16 P@c2"), "{table}");
    let end = "[Variant \"cfour\"]\n[FEN \"1pp1P2/pPp1PP1/PppPpp1/PpPpPP1/pppPPpp/PPpPPPp[PPPPpppp] w - - 0 18\"]\n\n18. 1 4\n";
    let short = object(&["-"], end);
    let last = &short["moves"][1];
    assert_eq!((&last["end"], &last["after"]["plies"], &last["loss"]), (&"four".into(), &0.into(), &0.0.into()));
    assert_eq!(marked(&short), [(1, "blunder".to_owned())]);
}

#[test]
fn puzzles_are_held_against_the_proven_best() {
    let review = object(&["--puzzle", "river", "3 3 2 moves P1D1 P1 P1 P1"], "");
    assert_eq!((&review["best"], &review["reached"], &review["lost"]), (&11.into(), &13.into(), &2.into()));
    let losses: Vec<i64> =
        review["steps"].as_array().unwrap().iter().map(|step| step["loss"].as_i64().unwrap()).collect();
    assert_eq!(losses, [0, 0, 2, 0]);
    let (_, table, _) = analyse(&["--puzzle", "sliding", "-"], "BBBWWW_ cost moves 5-7 3-5 4-3\nnonsense\n");
    assert!(table.contains("      1-3         14        5-7 3-5 4-3"), "{table}");
    assert!(table.contains("not solved; still possible: cost 14, best 14 (proven)"), "{table}");
    // What the limit left open is not said to be unsolvable.
    let (_, table, _) = analyse(&["--puzzle", "river", "3 3 2 moves P1D1", "--nodes", "1"], "");
    assert!(table.contains("?") && !table.contains("unsolvable") && table.contains("not proven"), "{table}");
    let (_, table, _) = analyse(&["--puzzle", "river", "4 4 2 moves P1D1"], "");
    assert!(table.contains("not solved: no plan from the start is known (proven)"), "{table}");
    let (status, table, errors) = analyse(&["--puzzle", "sliding", "-"], "nonsense moves 1-2\n");
    assert!(status == Some(1) && table.is_empty() && errors.contains("-: line 1: "), "{errors}");
}

#[test]
fn what_cannot_be_done_is_refused_by_name() {
    let refused = |arguments: &[&str], input: &str| {
        let (status, _, errors) = analyse(arguments, input);
        (status.unwrap(), errors)
    };
    assert_eq!(refused(&["-", "--pgn", "-", "--json", "-"], "").0, 2);
    assert_eq!(refused(&["hung_rook.pgn", "--pgn", "hung_rook.pgn"], "").0, 2);
    assert_eq!(refused(&["-", "--nodes", "0"], "").0, 2);
    let (status, errors) = refused(&["missing.pgn"], "");
    assert!(status == 1 && errors.contains("missing.pgn"), "{errors}");
    let (status, errors) = refused(&["hung_rook.pgn", "--only", "2"], "");
    assert!(status == 1 && errors.contains("there is no game 2"), "{errors}");
    let (status, errors) = refused(&["-"], "9/9/9/9/9/9/9/9/9/4R4 w\n");
    assert!(status == 1 && errors.contains("cannot be searched: impossible position"), "{errors}");
    // A bad move ends the game there; what was before it is analysed.
    let (status, table, errors) = analyse(&["-", "--nodes", "100"], "1. h2e2 h9g7 2. h2e2\n");
    assert!(status == Some(0) && table.contains("H8+7") && errors.contains("ply 3"), "{table}{errors}");
}

#[cfg(unix)]
#[test]
fn ctrl_c_keeps_the_games_that_are_done() {
    use std::io::{BufRead, BufReader};
    let (games, report) = (common::fresh("many.uci"), common::fresh("done.jsonl"));
    // The second game takes seconds.
    let long = "h2e2 h9g7 h0g2 i9h9 i0h0 b9c7 g3g4 c6c5 h0h6 b7a7 ".to_owned() + &"g2f4 g7f5 f4g2 f5g7 ".repeat(20);
    fs::write(&games, format!("position startpos moves h2e2 h9g7\nposition startpos moves {long}\n")).unwrap();
    let mut child = Command::new(env!("CARGO_BIN_EXE_meihua"))
        .args(["analyse", &games.to_string_lossy(), "--json", &report.to_string_lossy(), "--nodes", "300000"])
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    // The table of the first game.
    assert!(lines.next().is_some_and(|line| line.is_ok()), "no table");
    assert!(Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success());
    let output = child.wait_with_output().unwrap();
    let errors = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(130), "{errors}");
    assert!(errors.contains("interrupted; new reports hold the games that were analysed"), "{errors}");
    assert_eq!(fs::read_to_string(&report).unwrap().lines().count(), 1);
    fs::remove_file(&games).unwrap();
    fs::remove_file(&report).unwrap();
}
