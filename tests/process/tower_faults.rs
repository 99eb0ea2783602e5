//! Multi-floor towers that are broken, or that have rules of their own: the small tower of `examples/`, changed.

use common::{fresh, meihua, session};
use flate2::Compression;
use flate2::write::GzEncoder;
use meihua::mota::expression::Stat;
use meihua::mota::folder::OpenError;
use meihua::mota::{Project, folder, route};
use serde_json::{Value, json};
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

/// What `solve tower` answers, and its status. On standard error there is nothing but why a tower is not won.
fn solve(folder: &Path, arguments: &[&str]) -> (String, Option<i32>) {
    let (answer, said, status) = solve_aloud(folder, arguments);
    assert!(said.lines().all(|line| line.starts_with("meihua solve: ")), "{said}");
    (answer, status)
}

/// What `solve tower` answers, what it says on standard error, and its status.
fn solve_aloud(folder: &Path, arguments: &[&str]) -> (String, String, Option<i32>) {
    let clock = Instant::now();
    let output = meihua(&[&["solve", "tower", &folder.to_string_lossy()], arguments].concat(), "");
    assert!(clock.elapsed() < Duration::from_secs(60), "nothing hangs");
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).trim().to_owned();
    (text(&output.stdout), text(&output.stderr), output.status.code())
}

/// What is done to the small tower.
enum Slip {
    /// In a file one text is replaced by another.
    Text(&'static str, &'static str, &'static str),
    /// A file or folder is missing.
    Gone(&'static str),
}
use Slip::{Gone, Text};

/// Where a slip is told.
#[derive(PartialEq)]
enum Told {
    /// On the only line of the answer, instead of a row; status 1.
    Error,
    /// As the status in the row of a tower that is not won.
    Status,
    /// On standard error, as the reason why a tower is not won.
    Reason,
    /// By `--report`.
    Report,
}
use Told::{Error, Reason, Report, Status};

/// Broken towers, and the line that is told of each: what is wrong, where, and what was expected.
#[rustfmt::skip]
const BROKEN: [(Slip, Told, &str); 24] = [
    (Gone("data.js"), Error, "has no data.js beside floors, expected a project"),
    (Gone("enemys.js"), Error, "enemys.js: not in the project, expected an assignment of JSON"),
    (Gone("floors"), Error, "floors/F1.js: not in the project, expected an assignment of JSON"),
    (Text("data.js", "\"F2\"", "\"F3\""), Error, "floors/F3.js: not in the project, expected an assignment of JSON"),
    (Text("data.js", "\"F2\"", "\"F1\""), Error, "data.js: main.floorIds is a list with \"F1\" twice, expected each floor once"),
    (Text("data.js", "\"floorIds\"", "\"floors\""), Error, "data.js: main.floorIds is missing, expected a list of ids of floors, 1 to 1000"),
    (Text("data.js", "\"floorId\": \"F1\"", "\"floorId\": \"F9\""), Error, "data.js: firstData.floorId is \"F9\", expected the id of a floor"),
    (Text("data.js", "\"hero\"", "\"heroine\""), Error, "data.js: firstData.hero is missing, expected an object"),
    (Text("data.js", "\"hp\": 100", "\"hp\": \"many\""), Error, "data.js: firstData.hero.hp is \"many\", expected a number"),
    (Text("data.js", "\"loc\"", "\"place\""), Error, "data.js: firstData.hero.loc is missing, expected an object"),
    (Text("data.js", "\"x\": 0", "\"x\": 7"), Error, "data.js: firstData.hero.loc.x is 7, expected a column and row of the floor, from 0"),
    (Text("maps.js", "\"31\":", "\"31\""), Error, "maps.js: expected `:` at line 20 column 8, expected JSON right of the `=`"),
    (Text("floors/F2.js", "The king is dead\"\n      }\n    ]\n  }\n}", "\""), Error, "floors/F2.js: EOF while parsing an object at line 23 column 20, expected JSON right of the `=`"),
    (Text("floors/F2.js", " =", ""), Error, "floors/F2.js: no `=`, expected NAME = JSON"),
    (Text("floors/F2.js", "[88, 0, 1, 31, 1]", "[88, 0, 1]"), Error, "floors/F2.js: row 1 of map is a list of 5, expected 1 to 128 rows of 1 to 128 numbers, all of one length"),
    (Text("floors/F2.js", "[0, 201,", "[0, \"slime\","), Error, "floors/F2.js: column 1, row 1 of map is \"slime\", expected the number of a block"),
    (Text("floors/F2.js", "\"map\"", "\"mop\""), Error, "floors/F2.js: map is missing, expected 1 to 128 rows of 1 to 128 numbers, all of one length"),
    (Text("enemys.js", "\"king\":", "\"queen\":"), Status, "unknown: blocked by maps.js 203 king: the monster \"king\", which enemys.js lacks: nobody gets past …"),
    (Text("enemys.js", "\"hp\": 24", "\"hp\": \"lots\""), Status, "unknown: blocked by enemys.js king: hp \"lots\", expected a number"),
    (Text("floors/F1.js", "\":next\"", "\"F7\""), Status, "unknown: blocked by F1 changeFloor 6,1: stairs: no floor \"F7\""),
    (Text("floors/F1.js", "\"0,2\"", "\"9,9\""), Report, "F1\tevents 9,9\tignored\tnot on the floor, which has 7 columns and 5 rows"),
    (Text("floors/F2.js", "\"afterBattle\"", "\"afterwards\""), Reason, "no event of the tower wins it"),
    (Text("data.js", "\"hp\": 100", "\"hp\": 6"), Reason, "with 3 more hp (first missing at F1 3,3 slime) it is won"),
    (Text("floors/F1.js", "21, 201, 27, 1, 31, 0],\n    [1, 1, 1, 0, 1, 0, 87],\n    [131, 0, 81, 0, 202", "0, 201, 27, 1, 31, 0],\n    [1, 1, 1, 0, 1, 0, 87],\n    [131, 0, 81, 0, 81"), Reason, "with 1 more yellow key (first missing at F1 4,2 yellowDoor) it is won"),
];

#[test]
fn what_is_broken_is_one_clear_line_and_nothing_hangs() {
    for (number, (slip, told, expected)) in BROKEN.iter().enumerate() {
        let folder = match slip {
            Text(file, from, to) => changed(&format!("broken-{number}"), file, from, to),
            Gone(path) => {
                let folder = changed(&format!("broken-{number}"), "data.js", "main", "main");
                let path = folder.join(path);
                if path.is_dir() { fs::remove_dir_all(path) } else { fs::remove_file(path) }.expect("a file");
                folder
            }
        };
        let (answer, said, status) = solve_aloud(&folder, if *told == Report { &["--report"] } else { &[] });
        let has_line = |text: &str, line: &str| text.lines().any(|found| found == line);
        let one_line = answer.lines().count() == 1;
        let is_told = match told {
            Error => answer.starts_with("error: ") && answer.ends_with(expected) && one_line && said.is_empty(),
            Status => answer.split('\t').nth(2) == Some(expected) && one_line,
            Reason => has_line(&said, &format!("meihua solve: {expected}")) && one_line,
            Report => has_line(&answer, expected),
        };
        assert!(is_told, "{number}: {expected:?} expected:\n{answer}\n{said}");
        assert_eq!(status, Some(i32::from(*told == Error)), "{number}");
        fs::remove_dir_all(folder).unwrap();
    }
}

/// The columns of the row of a tower.
fn row(answer: &str) -> Vec<&str> {
    answer.lines().next().expect("a row").split('\t').collect()
}

/// The fact of a name in a row.
fn fact<'a>(row: &[&'a str], name: &str) -> &'a str {
    row[5].split(',').find_map(|fact| fact.strip_prefix(name)).unwrap_or_else(|| panic!("no {name} in {row:?}"))
}

#[test]
fn a_tower_that_is_not_won_has_a_route_a_record_and_a_diary() {
    let folder = changed("partial", "floors/F2.js", "\"afterBattle\"", "\"afterwards\"");
    let (record, diary) = (folder.join("far.h5route"), folder.join("far.txt"));
    let (record, diary) = (record.to_string_lossy(), diary.to_string_lossy());
    let (answer, said, status) = solve_aloud(&folder, &["-o", &record, "--diary", &diary]);
    let found = row(&answer);
    assert_eq!((found.len(), found[1], found[2], fact(&found, "top="), status), (7, "none", "proven", "F2", Some(0)));
    let hp = fact(&found, "hp=");
    let far = format!("meihua solve: no plan wins; the route goes as far as floor F2, 2 of 2, with hp {hp}");
    assert!(said.lines().any(|line| line == far), "{said}");
    // The rules say the same of the record, of the route and in the diary.
    let verdict = format!("legal, the tower is not won: {} keys, floor F2, ", fact(&found, "keys="));
    for route in [&*record, found[6]] {
        let (checked, status) = solve(&folder, &["--check", route]);
        assert!(checked.starts_with(&verdict) && checked.contains(&format!(", hp {hp}, ")), "{checked}");
        assert_eq!(status, Some(0));
    }
    let diary = fs::read_to_string(&*diary).unwrap();
    assert!(diary.contains(&format!("\nnot won: hp {hp}, ")), "{diary}");
    fs::remove_dir_all(folder).unwrap();
}

/// What is said to be missing is just what wins: one less does not.
#[test]
fn what_is_missing_is_the_least_that_wins() {
    let weak = ("data.js", "\"hp\": 100", "\"hp\": 6");
    let locked = ("maps.js", "\"yellowKey\": 1", "\"yellowKey\": 9");
    let cases = [
        ("hp", weak, "\"hp\": 6", "\"hp\": ", 6),
        ("attack", weak, "\"atk\": 10", "\"atk\": ", 10),
        ("defence", weak, "\"def\": 5", "\"def\": ", 5),
        ("gold", weak, "\"money\": 0", "\"money\": ", 0),
        ("yellow key", locked, "\"tools\": {", "\"tools\": {\"yellowKey\": ", 0),
    ];
    let given = "data.js";
    for (what, (file, from, to), old, new, had) in cases {
        let folder = changed("missing", file, from, to);
        if what == "yellow key" {
            // There is a door in the place of the guard, so that nothing else leads on.
            let floor = folder.join("floors/F1.js");
            let text = fs::read_to_string(&floor).unwrap();
            fs::write(&floor, text.replace("0, 81, 0, 202, 0, 1]", "0, 81, 0, 81, 0, 1]")).unwrap();
        }
        let (_, said, _) = solve_aloud(&folder, &[]);
        let line = said.lines().find(|line| line.contains(&format!(" more {what} (first missing at ")));
        let line = line.unwrap_or_else(|| panic!("no {what} in {said}"));
        let amount: i64 = line.split(' ').find_map(|word| word.parse().ok()).expect("a number");
        let text = fs::read_to_string(folder.join(given)).unwrap();
        for (amount, wins) in [(amount, true), (amount - 1, false)] {
            fs::write(folder.join(given), text.replace(old, &format!("{new}{}", had + amount))).unwrap();
            let (answer, _) = solve(&folder, &[]);
            assert_eq!(row(&answer)[1] != "none", wins, "{amount} more {what}: {answer}");
        }
        fs::remove_dir_all(folder).unwrap();
    }
}

/// A wall in the map itself in the place of each door, fight and shop costs just its price.
#[test]
fn prices_are_those_of_the_tower_with_a_wall_instead() {
    let (answer, _) = solve(Path::new(TOWER), &["--prices"]);
    let prices: Vec<&str> = answer.lines().filter_map(|line| line.strip_prefix("price ")).collect();
    for kind in ["door F1 ", "fight F2 3,2 king", "purchase F1 0,2 merchant"] {
        assert!(prices.iter().any(|price| price.starts_with(kind)), "no {kind} in {answer}");
    }
    for price in &prices {
        let (target, worth) = price.split_once(": ").expect("a price");
        let words: Vec<&str> = target.split(' ').collect();
        let (x, y) = words[2].split_once(',').expect("a cell");
        let (x, y): (usize, usize) = (x.parse().unwrap(), y.parse().unwrap());
        let folder = changed("price", "data.js", "main", "main");
        let path = folder.join(format!("floors/{}.js", words[1]));
        let text = fs::read_to_string(&path).unwrap();
        let rows = text.split_once("\"map\": [").expect("a map").1;
        let line = rows.lines().nth(y + 1).expect("a row");
        let mut numbers: Vec<&str> = line.trim().trim_matches(['[', ']', ',']).split(", ").collect();
        numbers[x] = "1";
        let walled = format!("    [{}]{}", numbers.join(", "), if line.ends_with(',') { "," } else { "" });
        // Its event and its stairs go as well.
        let text = text.replacen(line, &walled, 1).replace(&format!("\"{x},{y}\""), "\"99,99\"");
        fs::write(&path, text).unwrap();
        let (answer, _) = solve(&folder, &[]);
        let without = row(&answer)[1].to_owned();
        let told = without.parse::<i64>().map_or("needed".to_owned(), |hp| format!("{} hp", 132 - hp));
        assert_eq!(worth, told, "{price}: {answer}");
        fs::remove_dir_all(folder).unwrap();
    }
}

/// The answer to `go` in JSON.
fn solution(folder: &Path) -> Value {
    let lines =
        format!("json\nsetoption name UCI_Variant value tower\nposition project {}\ngo\n", folder.to_string_lossy());
    let heard = session(&lines);
    let mut events = heard.iter().filter_map(|line| serde_json::from_str::<Value>(line).ok());
    events.find(|event| event["event"] == "solution").unwrap_or_else(|| panic!("no solution in {heard:#?}"))
}

#[test]
fn the_wire_has_prices_and_reasons() {
    let won = solution(Path::new(TOWER));
    let king = json!({"kind": "fight", "floor": "F2", "x": 3, "y": 2, "name": "king", "hp": null, "status": "proven"});
    let prices = won["facts"]["prices"].as_array().expect("prices");
    assert!(prices.contains(&king) && prices.iter().any(|price| price["hp"].is_i64()), "{won}");
    assert!(won["facts"].get("why").is_none() && won["value"] == 132, "{won}");
    let folder = changed("reasons", "data.js", "\"hp\": 100", "\"hp\": 6");
    let lost = solution(&folder);
    assert_eq!(
        (&lost["value"], &lost["status"], &lost["facts"]["floor"]),
        (&Value::Null, &"proven".into(), &"F1".into())
    );
    let reasons = lost["facts"]["why"].as_array().expect("reasons");
    assert!(reasons.iter().any(|why| why.as_str().is_some_and(|why| why.contains("more attack"))), "{lost}");
    let walk = lost["facts"]["walk"].as_str().expect("a walk");
    let (checked, status) = solve(&folder, &["--check", walk]);
    assert!(checked.contains(&format!(", hp {}, ", lost["facts"]["hp"])) && status == Some(0), "{checked}");
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn the_difficulty_is_the_same_whoever_counts() {
    // The key is needed for the second door, and spent on the first by some.
    let folder = changed("difficulty", "floors/F1.js", "0, 81, 0, 202, 0, 1]", "0, 81, 0, 81, 0, 1]");
    let count = |threads: &str| solve(&folder, &["--difficulty", "200", "--seed", "7", "--threads", threads]);
    let (line, status) = count("1");
    assert_eq!((&line, status), (&count("3").0, Some(0)));
    let columns: Vec<&str> = line.split('\t').collect();
    assert_eq!((columns.len(), columns[1]), (4, "seed 7"), "{line}");
    for (column, start) in columns[2..].iter().zip(["random players win ", "greedy players win "]) {
        let rest = column.strip_prefix(start).expect("a count");
        let wins: u32 = rest.split(' ').next().and_then(|wins| wins.parse().ok()).expect("a number");
        assert!((1..200).contains(&wins) && rest.contains(" of 200 ("), "{line}");
    }
}

#[test]
fn what_goes_wrong_in_the_game_is_refused_where_it_is_reached() {
    let circle = "[{\"type\": \"while\", \"condition\": \"true\", \"data\": []}";
    // The search goes on around it.
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
    // No floor is called so: it is not read, however long it is.
    zip.start_file("my tower/project/floors/none.js", options).expect("an entry");
    zip.write_all(&vec![b' '; folder::FILE_LIMIT as usize + 1]).expect("a text");
    zip.finish().expect("an archive");
    path
}

#[test]
fn files_that_gzip_has_packed_are_read() {
    let folder = changed("packed", "data.js", "main", "main");
    for file in ["data.js", "floors/F2.js"] {
        let path = folder.join(file);
        let mut packed = GzEncoder::new(Vec::new(), Compression::fast());
        packed.write_all(&fs::read(&path).expect("a file")).expect("a text");
        fs::write(path, packed.finish().expect("a packed text")).expect("a file");
    }
    let (answer, status) = solve(&folder, &[]);
    assert_eq!((row(&answer)[1], status), ("132", Some(0)), "{answer}");
    let path = folder.join("floors/F2.js");
    let whole = fs::read(&path).expect("a file");
    fs::write(&path, &whole[..whole.len() / 2]).expect("a file");
    let (refusal, status) = solve(&folder, &[]);
    let is_told = refusal.starts_with("error: ") && refusal.contains("F2.js") && refusal.lines().count() == 1;
    assert!(is_told && status == Some(1), "{refusal}");
    fs::remove_dir_all(folder).unwrap();
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

/// The small tower whose slimes have the special 28, with a rule for it besides its name.
fn with_rule(rule: &str) -> Result<Project, OpenError> {
    let folder = changed(
        "rule",
        "enemys.js",
        "\"money\": 4,\n    \"exp\": 0,\n    \"special\": 0",
        "\"money\": 4, \"value\": 3, \"special\": [28]",
    );
    let table = folder.join("table.json");
    fs::write(&table, format!("{{\"specials\": {{\"28\": {{\"name\": \"own\"{rule}}}}}}}")).unwrap();
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
    assert_eq!(damage(""), 4);
    assert_eq!(damage(r#", "blow": "fight.blow * 2 + monster.value""#), 11);
    assert_eq!(damage(r#", "hp": "fight.hp + 3 * status:def""#), 12);
    assert_eq!(damage(r#", "defence": "Math.max(fight.defence, status:atk - 2)""#), 20);
    assert_eq!(damage(r#", "like": [1]"#), 8);
    assert_eq!(damage(r#", "like": [2], "damage": "fight.damage + fight.rounds * 10""#), 29);
    let error = with_rule(r#", "blow": "core.whatever()""#).expect_err("a slip").to_string();
    assert!(error.contains("table.json: specials 28 blow: ") && error.contains("core.whatever"), "{error}");
}

#[test]
fn what_blocks_the_way_is_named_in_the_row_and_proves_nothing() {
    let folder = changed("blocked", "floors/F2.js", "\"type\": \"win\"", "\"type\": \"wim\"");
    let (row, status) = solve(&folder, &[]);
    let columns: Vec<&str> = row.split('\t').collect();
    assert_eq!((columns.len(), columns[1], status), (7, "none", Some(0)), "{row}");
    assert!(columns[2].starts_with("unknown: blocked by F2 ") && columns[2].ends_with("the word \"wim\""), "{row}");
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn who_is_short_of_nothing_is_said_to_be_short_of_nothing() {
    let gift = "{\"type\": \"setValue\", \"name\": \"status:hp\", \"operator\": \"+=\", \"value\": \"1\"},";
    let folder = changed("free-hp", "floors/F1.js", "\"What do you need?\",", gift);
    let (_, said, _) = solve_aloud(&folder, &["--nodes", "300"]);
    assert!(!said.contains("with  "), "{said}");
}

#[test]
fn a_diary_goes_to_standard_output_and_a_missing_tower_is_missing() {
    let output = meihua(&["solve", "tower", TOWER, "--check", "R4D2", "--diary", "-"], "");
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(text.contains("F1 (Ground): hp 100") && text.contains("legal, the tower is not won"), "{text}");
    assert!(!Path::new("-").exists());
    let output = meihua(&["solve", "tower", "examples/nosuch", "--diary", "-"], "");
    let said = [output.stdout, output.stderr].map(|text| String::from_utf8_lossy(&text).into_owned()).concat();
    assert!(said.contains("No such file") && !said.contains("only for towers"), "{said}");
}
