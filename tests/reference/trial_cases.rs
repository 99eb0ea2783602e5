//! Small files on which a build once failed, and what a right reader finds in them; the real process reads each.
//!
//! They stand outside the project, in `../shared/trial`, with a table in words; where they are absent the trials show as ignored.

use libtest_mimic::Trial;
use std::fs::File;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// What the program has to find in a file.
struct Case {
    file: &'static str,
    /// The games by their moves, as `convert --to uci` writes them; none where their number is enough.
    games: Option<&'static [&'static str]>,
    count: usize,
    /// What stands in the JSON of the first game, each once.
    json: &'static [&'static str],
    /// What the error stream says; empty: nothing, and status 0.
    errors: &'static str,
}

const fn case(file: &'static str, games: &'static [&'static str], json: &'static [&'static str]) -> Case {
    Case { file, games: Some(games), count: games.len(), json, errors: "" }
}

const FOUR: &str = "h2e2 h9g7 h0g2 i9h9";

const CASES: [Case; 17] = [
    case(
        "cbl_old_two_games.cbl",
        &["h2e2 h9g7 h0g2", "h2e2 h9g7 h0g2"],
        &["\"Title\":\"one\"", "\"Date\":\"2001-1-1\"", "\"Red\":\"A\""],
    ),
    case("cbl_old_intro.cbl", &["h2e2 h9g7 h0g2", "h2e2 h9g7 h0g2"], &["\"Title\":\"one\""]),
    case("cbl_old_event_text.cbl", &["h2e2 h9g7 h0g2", "c3c4 g6g5 b0c2"], &["\"Title\":\"one\""]),
    Case { file: "../formats/cbl_old_zlib.cbl", games: None, count: 196, json: &[], errors: "" },
    case("list_ellipsis.txt", &[FOUR], &[]),
    case(
        "vschess_text.txt",
        &["h2e2 h9g7 h0g2 i9h9 i0h0 h7i7"],
        &["\"Red\":\"甲\"", "\"Black\":\"乙\"", "\"Event\":\"杯赛\"", "\"Title\":", "\"result\":\"1-0\"", "先手中炮"],
    ),
    // The variation is no move of a horse: it is named, and the game is whole.
    Case {
        file: "dpxq_page_segmented.html",
        games: Some(&[FOUR]),
        count: 1,
        json: &["\"Red\":\"Red\"", "\"result\":\"1-0\"", "{\"move\":\"h9g7\",\"comment\":\"a remark\"}"],
        errors: "ply 2 of a variation: \"h9e2\" is not a legal move",
    },
    case("dpxq_page_nested.html", &[FOUR], &["\"Red\":\"Red\"", "{\"move\":\"h9g7\",\"comment\":\"a remark\"}"]),
    case("xiexie_marks.wxf", &["h2f2 b7e7 b0c2 b9c7 h0g2 h9i7 a0b0 a9b9"], &["\"marks\":[3]"]),
    case(
        "xqstudio_text.txt",
        &["h2e2 h9g7 h0g2 g6g5 i0h0 i9h9 h0h6 b9c7"],
        &["\"Red\":\"甲\"", "\"Black\":\"乙\"", "\"Title\":\"测试\"", "\"result\":\"1-0\""],
    ),
    case("list_paren_comment.txt", &[FOUR], &["{\"move\":\"h9g7\",\"comment\":\"布局常见\"}"]),
    case("dhtmlxq_wrapped_digits.ubb", &[FOUR], &[]),
    case("vietnamese.txt", &["h2e2 h9g7 h0g2 i9h9 i0h0 g6g5 h0h6 b9c7"], &[]),
    case("list_number_lines.txt", &["h2e2 h9g7 h0g2 g6g5"], &[]),
    case("list_number_lines_blank.txt", &["h2e2 h9g7 h0g2 g6g5 i0h0 c6c5"], &[]),
    case("studies_pipe.epd", &["", "", ""], &["\"Title\":\"题一\"", "9/3k5/3aP4/9/9/9/9/9/9/4K4 w"]),
    case("chessdb_url.txt", &[""], &["1C5C1/9/RNBAKABNR b "]),
];

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/trial")
}

fn convert(file: &Path, format: &str) -> (String, String, Option<i32>) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_meihua"));
    let output = command.arg("convert").arg(file).args(["--to", format]).output().expect("the program");
    let text = |bytes: Vec<u8>| String::from_utf8_lossy(&bytes).into_owned();
    (text(output.stdout), text(output.stderr), output.status.code())
}

fn check(case: &Case) {
    let path = folder().join(case.file);
    let (lines, errors, status) = convert(&path, "uci");
    let moves = |line: &str| line.split_once(" moves ").map_or(String::new(), |(_, moves)| moves.to_owned());
    let found: Vec<String> = lines.lines().map(moves).collect();
    println!("{}: wanted {:?}, got {found:?}", case.file, case.games);
    match case.games {
        Some(games) => assert_eq!(found, games, "{errors}"),
        None => assert_eq!(found.len(), case.count, "{errors}"),
    }
    let reports: Vec<&str> = errors.lines().filter(|line| !line.contains("the format cannot hold")).collect();
    assert!(if case.errors.is_empty() { reports.is_empty() } else { errors.contains(case.errors) }, "{errors}");
    assert_eq!(status, Some(if case.errors.is_empty() { 0 } else { 3 }), "{errors}");
    let (json, ..) = convert(&path, "json");
    let first = json.lines().next().unwrap_or_default();
    for part in case.json {
        assert_eq!(first.matches(part).count(), 1, "{part} in {first}");
    }
}

fn byte_order_mark() {
    let input = File::open(folder().join("bom_uci.txt")).expect("the file");
    let output = Command::new(env!("CARGO_BIN_EXE_meihua")).stdin(Stdio::from(input)).output().expect("the program");
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(text.contains("uciok\n") && text.contains("readyok\n") && !text.contains("unknown"), "{text}");
}

/// A trial for each file.
pub(crate) fn trials() -> Vec<Trial> {
    let is_absent = !folder().join("CASES.tsv").exists();
    let cases = CASES.iter().map(|case| {
        Trial::test(format!("trial {}", case.file), move || {
            check(case);
            Ok(())
        })
    });
    let mark = Trial::test("trial bom_uci.txt", || {
        byte_order_mark();
        Ok(())
    });
    cases.chain([mark]).map(|trial| trial.with_ignored_flag(is_absent)).collect()
}
