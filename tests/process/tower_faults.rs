//! Multi-floor towers that are broken, or that have rules of their own: the small tower of `examples/`, changed.

use common::{fresh, meihua};
use meihua::mota::expression::Stat;
use meihua::mota::folder::OpenError;
use meihua::mota::{Project, folder, route};
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

const TOWER: &str = "examples/tower";

/// The texts of the small tower, one replaced in a file.
fn texts(file: &str, from: &str, to: &str) -> Vec<(String, String)> {
    let names = ["data.js", "enemys.js", "items.js", "maps.js", "floors/F1.js", "floors/F2.js"];
    let mut found = false;
    let texts = names.map(|name| {
        let text = fs::read_to_string(Path::new(TOWER).join(name)).expect("a file of the tower");
        let is_here = name == file && text.contains(from);
        found |= is_here;
        (name.to_owned(), if is_here { text.replace(from, to) } else { text })
    });
    assert!(found, "{file} has no {from}");
    texts.into()
}

/// The small tower in a folder of its own, one text replaced in a file.
fn changed(name: &str, file: &str, from: &str, to: &str) -> PathBuf {
    let folder = fresh(name);
    fs::create_dir_all(folder.join("floors")).expect("a folder");
    for (name, text) in texts(file, from, to) {
        fs::write(folder.join(name), text).expect("a file");
    }
    folder
}

/// What `solve tower` answers, and its status.
fn solve(folder: &Path, arguments: &[&str]) -> (String, Option<i32>) {
    let clock = Instant::now();
    let output = meihua(&[&["solve", "tower", &folder.to_string_lossy()], arguments].concat(), "");
    assert!(clock.elapsed() < Duration::from_secs(60) && output.stderr.is_empty());
    (String::from_utf8_lossy(&output.stdout).trim().to_owned(), output.status.code())
}

#[test]
fn what_is_broken_is_one_clear_line_and_nothing_hangs() {
    let circle = "[{\"type\": \"while\", \"condition\": \"true\", \"data\": []}";
    let cases = [
        ("broken", "maps.js", "\"31\":", "\"31\"", "error: maps.js: expected `:` at line "),
        ("missing", "data.js", "\"F2\"", "\"F3\"", "error: floors/F3.js: not in the project, expected an assignment"),
        ("map", "floors/F2.js", "[88, 0, 1, 31, 1]", "[88, 0, 1]", "error: floors/F2.js: map is missing or wrong"),
        (
            "start",
            "data.js",
            "\"floorId\": \"F1\"",
            "\"floorId\": \"F9\"",
            "error: data.js: firstData.floorId is missing",
        ),
    ];
    for (name, file, from, to, expected) in cases {
        let folder = changed(name, file, from, to);
        let (answer, status) = solve(&folder, &[]);
        assert!(answer.starts_with(expected) && answer.lines().count() == 1 && status == Some(1), "{name}: {answer}");
        fs::remove_dir_all(folder).unwrap();
    }
    // What goes wrong in the game is refused where it is reached, and the search goes on around it.
    let reached = [
        ("circle", "floors/F1.js", "[\n      \"What do you need?\"", circle, "L4", "an event runs in a circle"),
        (
            "special",
            "enemys.js",
            "\"special\": 1",
            "\"special\": 99",
            "R2",
            "the special 99, expected 1 to 27 or a rule",
        ),
    ];
    for (name, file, from, to, rest, expected) in reached {
        let folder = changed(name, file, from, to);
        let (answer, status) = solve(&folder, &["--check", &format!("R4D2{rest}")]);
        assert!(answer.contains(expected) && answer.lines().count() == 1 && status == Some(1), "{name}: {answer}");
        let (row, _) = solve(&folder, &[]);
        assert_eq!(row.split('\t').count(), 7, "{row}");
        fs::remove_dir_all(folder).unwrap();
    }
    let nothing = fresh("nothing");
    fs::create_dir_all(&nothing).unwrap();
    assert!(solve(&nothing, &[]).0.ends_with("has no data.js beside floors, expected a project"));
    fs::remove_dir_all(nothing).unwrap();
}

/// The small tower in a zip, below a folder, beside code of the platform.
fn archive(texts: &[(String, String)]) -> PathBuf {
    let path = fresh("tower.zip");
    let mut zip = zip::ZipWriter::new(fs::File::create(&path).expect("a file"));
    let options = zip::write::SimpleFileOptions::default();
    let code = [("libs/data.js", "no project"), ("libs/maps.js", ""), ("project/icons.js", "")];
    let files = texts.iter().map(|(name, text)| (format!("project/{name}"), text.as_str()));
    for (name, text) in code.map(|(name, text)| (name.to_owned(), text)).into_iter().chain(files) {
        zip.start_file(format!("my tower/{name}"), options).expect("an entry");
        zip.write_all(text.as_bytes()).expect("a text");
    }
    zip.finish().expect("an archive");
    path
}

#[test]
fn a_project_is_read_from_an_archive() {
    let path = archive(&texts("data.js", "Two floors", "In an archive"));
    let (report, status) = solve(&path, &["--report"]);
    assert_eq!(status, Some(0));
    assert!(report.starts_with("In an archive: 2 floors, 3 kinds of monsters, 5 items"), "{report}");
    let whole = fs::read(&path).unwrap();
    fs::write(&path, &whole[..whole.len() / 2]).unwrap();
    let (refusal, status) = solve(&path, &["--report"]);
    assert!(refusal.starts_with("error: ") && refusal.lines().count() == 1 && status == Some(1), "{refusal}");
    fs::remove_file(path).unwrap();
}

/// The small tower whose slimes have the special 28, with a rule for it.
fn with_rule(rule: &str) -> Result<Project, OpenError> {
    let folder = changed(
        "rule",
        "enemys.js",
        "\"money\": 4,\n    \"exp\": 0,\n    \"special\": 0",
        "\"money\": 4, \"value\": 3, \"special\": [28]",
    );
    let table = folder.join("table.json");
    fs::write(&table, format!("{{\"specials\": {{\"28\": {rule}}}}}")).unwrap();
    let project = folder::open(&folder, Some(&table));
    fs::remove_dir_all(folder).unwrap();
    project
}

/// A slime of hp 12, attack 9, defence 3 costs a hero of attack 10, defence 5 one blow of 4 in two rounds.
#[test]
fn specials_above_27_follow_the_formulas_of_the_table() {
    let damage = |rule: &str| {
        let project = with_rule(rule).expect("a project");
        assert!(project.report.issues.is_empty(), "{:?}", project.report.issues);
        let replayed = route::replay(&project, &route::parse(&project, "R2").unwrap());
        assert_eq!(replayed.fault, None, "{rule}");
        100 - replayed.state.stat(Stat::Hp)
    };
    assert_eq!(damage("{}"), 4);
    assert_eq!(damage(r#"{"blow": "fight.blow * 2 + monster.value"}"#), 11);
    assert_eq!(damage(r#"{"hp": "fight.hp + 3 * status:def"}"#), 12);
    assert_eq!(damage(r#"{"defence": "Math.max(fight.defence, status:atk - 2)"}"#), 20);
    assert_eq!(damage(r#"{"like": [1]}"#), 8);
    assert_eq!(damage(r#"{"like": [2], "damage": "fight.damage + fight.rounds * 10"}"#), 29);
    let error = with_rule(r#"{"blow": "core.whatever()"}"#).expect_err("a slip").to_string();
    assert!(error.contains("table.json: specials 28 blow: ") && error.contains("core.whatever"), "{error}");
}

#[test]
fn what_blocks_the_way_is_named_in_the_row_and_proves_nothing() {
    let folder = changed("blocked", "floors/F2.js", "\"type\": \"win\"", "\"type\": \"wim\"");
    let (row, status) = solve(&folder, &["--bound"]);
    let columns: Vec<&str> = row.split('\t').collect();
    assert_eq!((columns.len(), columns[1], status), (7, "none", Some(0)), "{row}");
    assert!(columns[2].starts_with("unknown: blocked by F2 ") && columns[2].ends_with("the word \"wim\""), "{row}");
    assert!(!columns[5].contains("bound="), "{row}");
    fs::remove_dir_all(folder).unwrap();
}
