//! What every command does with a file that is missing, a pipe, an output that is full or cannot be written, and an option
//! that is not for it: one table each, with a row for every command that can meet it.
#![cfg(unix)]

use common::process::run;
use common::{fresh, meihua};
use std::fs::{self, OpenOptions};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

/// Two games, as any reader of saved games takes them.
const GAMES: &str = "position startpos moves h2e2 h9g7 h0g2\nposition startpos moves b2e2\n";

/// A path that no file has, in a folder that does not exist.
const NOWHERE: &str = "/nonexistent/x.pgn";

/// Two engines that are never started.
const ENGINES: &str = "--engine name=a cmd=true nodes=1 --engine name=b cmd=true nodes=1";

fn words(line: &str) -> Vec<&str> {
    line.split_whitespace().collect()
}

fn file(name: &str, content: &str) -> PathBuf {
    let path = fresh(name);
    fs::write(&path, content).expect("a file");
    path
}

fn said(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// One line on standard error that begins with the name of the command, and this status.
fn assert_error(line: &str, output: &Output, statuses: &[i32], part: &str) {
    let told = said(output);
    let status = output.status.code();
    assert!(status.is_some_and(|status| statuses.contains(&status)), "{line}: {status:?} {told}");
    let name = line.split(' ').next().unwrap_or_default();
    let prefix = if name.is_empty() { "meihua: ".to_owned() } else { format!("meihua {name}") };
    let is_prefixed = told.starts_with(&prefix) && told.contains(": ");
    assert!(told.lines().count() == 1 && is_prefixed && told.contains(part), "{line}: {told}");
}

#[test]
fn a_file_that_is_missing_is_named() {
    let output = fresh("never");
    let o = output.display();
    for line in [
        format!("analyse {NOWHERE}"),
        format!("bench mates {NOWHERE}"),
        format!("convert {NOWHERE}"),
        format!("datagen -o {o} --openings {NOWHERE}"),
        format!("draw xiangqi {NOWHERE}"),
        format!("draw river file {NOWHERE}"),
        format!("match {ENGINES} --openings {NOWHERE}"),
        format!("match --merge {NOWHERE}"),
        format!("play xiangqi {NOWHERE}"),
        format!("serve --no-open {NOWHERE}"),
        format!("solve cfour {NOWHERE}"),
        "tables check /nonexistent/folder".to_owned(),
        "tables list /nonexistent/folder".to_owned(),
        format!("tables pack /nonexistent/folder -o {o}"),
        format!("train {NOWHERE} -o {o}"),
    ] {
        let done = meihua(&words(&line), "");
        assert_error(&line, &done, &[1], "/nonexistent/");
        assert!(done.stdout.is_empty() && !output.exists(), "{line}");
    }
}

/// What a command prints about a file named on its command line, with the name itself left out.
fn printed(line: &str, name: &str, input: &str) -> (Option<i32>, String, String) {
    let done = meihua(&words(&line.replace("FILE", name)), input);
    let text = String::from_utf8_lossy(&done.stdout).replace(&format!("{name}:"), "FILE:");
    // Processor time differs from run to run.
    let rows = text.lines().map(|row| {
        let columns = row.split('\t').enumerate();
        columns.filter(|(at, _)| !matches!(at, 4 | 5)).map(|(_, text)| text).collect::<Vec<_>>().join("\t")
    });
    let is_summary = |row: &String| row.contains(" of processor time");
    (done.status.code(), rows.filter(|row| !is_summary(row)).collect::<Vec<_>>().join("\n"), said(&done))
}

#[test]
fn a_pipe_is_read_like_a_file_and_nothing_is_said_on_standard_error() {
    let tower = meihua(&words("generate tower --decisions 6 --rows 9 --cols 9"), "");
    let tower = String::from_utf8(tower.stdout).expect("a tower");
    for (line, content) in [
        ("analyse FILE --nodes 100", GAMES),
        ("analyse --puzzle river FILE", "3 3 2 moves P1D1 P1\n"),
        ("bench mates FILE --nodes 100", "3k5/9/9/9/9/9/9/9/4R4/4KR3 w ; dm 2;\n"),
        ("convert FILE --to uci", GAMES),
        ("draw xiangqi FILE", GAMES.lines().next().expect("a line")),
        ("play xiangqi FILE --movetime 1", GAMES),
        ("solve cfour FILE", "4453\n-\n"),
        ("solve tower FILE --nodes 1000", &tower),
    ] {
        let named = file("input", content);
        let (status, expected, errors) = printed(line, named.to_str().expect("a path"), "");
        // A file of several games is told by `play`.
        let errors = if line.starts_with("play") { String::new() } else { errors };
        assert!(status == Some(0) && !expected.is_empty() && errors.is_empty(), "{line}: {status:?} {errors}");
        for name in ["/dev/stdin", "-"] {
            // The person of `play` types on standard input.
            if line.starts_with("play") && name == "-" {
                continue;
            }
            let (status, found, errors) = printed(line, name, content);
            let errors = if line.starts_with("play") { String::new() } else { errors };
            let whole =
                |text: &str| text.lines().map(|row| row.split('\t').nth(1).map(str::to_owned)).collect::<Vec<_>>();
            // Without a name a tower is named by its text.
            assert!(
                found == expected || line.contains("tower") && whole(&found) == whole(&expected),
                "{line} {name}: {found}"
            );
            assert!(status == Some(0) && errors.is_empty(), "{line} {name}: {errors}");
        }
        fs::remove_file(named).expect("it was there");
    }
    // The shell's `<(…)`.
    let script = format!("{} solve cfour <(echo 4453)", common::program());
    let shell = Command::new("bash").args(["-c", &script]).output().expect("bash");
    assert!(shell.status.success() && shell.stdout.starts_with(b"4453\t-2\tproven"), "{}", said(&shell));
}

#[test]
fn a_full_standard_output_is_an_error() {
    let games = file("games.txt", GAMES);
    let (g, records) = (games.display(), fresh("records"));
    for line in [
        format!("analyse {g} --nodes 100"),
        format!("analyse {g} --nodes 100 --json -"),
        "bench 2".to_owned(),
        format!("bench mates --nodes 10 {}", file("study.epd", "3k5/9/9/9/9/9/9/9/4R4/4KR3 w ; dm 2;\n").display()),
        "completions bash".to_owned(),
        format!("convert {g}"),
        format!("datagen --game cfour --games 1 --nodes 10 --hash 1 -o {}", fresh("games.bin").display()),
        "draw river".to_owned(),
        "draw xiangqi --format png".to_owned(),
        "generate tower".to_owned(),
        "man".to_owned(),
        format!("openings {} --stones 0 --check 1", records.display()),
        "solve cfour 4453".to_owned(),
        "solve tower examples/tower --report".to_owned(),
        "tables list".to_owned(),
        "tables probe 3k5/9/9/9/9/9/9/9/4R4/4K4 w".to_owned(),
        "--help".to_owned(),
        "--version".to_owned(),
        "solve --help".to_owned(),
    ] {
        let full = OpenOptions::new().write(true).open("/dev/full").expect("a device");
        let mut command = Command::new(common::program());
        let done = command.args(words(&line)).stdin(Stdio::null()).stdout(full).output().expect("a start");
        let name = if line.contains("-help") || line.starts_with('-') { "" } else { line.as_str() };
        assert_error(name, &done, &[1], "No space left on device");
    }
    // A reader that has gone away has seen all it wanted.
    let script = format!("{} tables list | head -1", common::program());
    let shell = Command::new("bash").args(["-o", "pipefail", "-c", &script]).output().expect("bash");
    assert!(shell.status.success() && shell.stderr.is_empty(), "{}", said(&shell));
}

#[test]
fn an_output_that_cannot_be_written_costs_no_work() {
    let (games, rows) = (file("games.txt", GAMES), file("rows.txt", "4453\n"));
    let (g, r, records) = (games.display(), rows.display(), fresh("records"));
    // All of them would take minutes, or fail for another reason, if the output were opened after the work.
    for line in [
        format!("analyse {g} --movetime 600000 --pgn {NOWHERE}"),
        format!("analyse {g} --movetime 600000 --json {NOWHERE}"),
        format!("analyse {g} --movetime 600000 --html {NOWHERE}"),
        format!("analyse --puzzle river {r} --json {NOWHERE}"),
        format!("convert {g} -o {NOWHERE}"),
        format!("datagen -o {NOWHERE}"),
        "draw sliding BBBBBBBBWWWWWWWW_ --movetime 600000 -o /nonexistent/x.svg".to_owned(),
        format!("generate tower -o {NOWHERE}"),
        "man -o /proc/nonexistent".to_owned(),
        format!("match {ENGINES} --openings startpos --journal {NOWHERE}"),
        format!("match {ENGINES} --openings startpos --pgn {NOWHERE}"),
        format!("openings {} -o {NOWHERE}", records.display()),
        format!("solve cfour {r} -o {NOWHERE}"),
        "solve tower examples/tower --diary /nonexistent/x.txt".to_owned(),
        "solve tower examples/tower -o /nonexistent/x.h5route".to_owned(),
        "tables make N-K -o /proc/nonexistent".to_owned(),
        format!("tables pack /nonexistent/folder -o {NOWHERE}"),
        format!("train /nonexistent/games -o {NOWHERE}"),
    ] {
        let done = meihua(&words(&line), "");
        let path = if line.contains("/proc") { "/proc/nonexistent" } else { "/nonexistent/x." };
        assert_error(&line, &done, &[1], path);
        assert!(done.stdout.is_empty(), "{line}");
    }
    assert!(!records.exists());
    [games, rows].iter().for_each(|path| fs::remove_file(path).expect("it was there"));
}

#[test]
fn a_file_limit_is_told_like_a_full_disk() {
    let many = file("many.txt", &GAMES.repeat(200));
    let lines = file("lines.txt", &"4453\n".repeat(200));
    let output = fresh("limited.svg");
    let (m, o) = (many.display(), output.display());
    for line in [
        format!("analyse {m} --only 1 --nodes 10 --html {o}"),
        format!("convert {m} --to pgn -o {o}"),
        format!("datagen --game cfour --games 500 --nodes 1 --hash 1 -o {o}"),
        format!("draw xiangqi -o {o}"),
        format!("generate tower --rows 60 --cols 60 --decisions 200 -o {o}"),
        format!("solve cfour {} -o {o}", lines.display()),
    ] {
        let done = run(&words(&line)).limits("ulimit -f 1").end();
        assert_eq!(done.status, Some(1), "{line}: {}", done.err);
        assert!(done.err.contains("File too large") && done.err.starts_with("meihua "), "{line}: {}", done.err);
        _ = fs::remove_file(&output);
        _ = fs::remove_file(PathBuf::from(format!("{o}.part")));
    }
    [many, lines].iter().for_each(|path| fs::remove_file(path).expect("it was there"));
}

#[test]
fn an_option_without_effect_is_refused() {
    for (line, option) in [
        ("solve cfour --keys", "--keys"),
        ("solve cfour --check x", "--check"),
        ("solve xiangqi --all-moves", "--all-moves"),
        ("play river --side black", "--side"),
        ("play sliding --level 3", "--level"),
        ("draw cfour --flip", "--flip"),
        ("draw xiangqi --graph", "--graph"),
        ("draw xiangqi --delay 30", "--delay"),
        ("draw xiangqi --scale 2", "--scale"),
        ("match --game cfour --rule none --engine cmd=a nodes=1 --engine name=b cmd=b nodes=1", "--rule"),
        ("match --openings startpos --shuffle --engine cmd=a nodes=1 --engine name=b cmd=b nodes=1", "--shuffle"),
        ("match --openings startpos --balance 9 --engine cmd=a nodes=1 --engine name=b cmd=b nodes=1", "--balance"),
        ("datagen -o never.bin --random-move-margin 9", "--random-move"),
        ("train never.bin --wdl --epochs 3", "--epochs"),
        ("analyse x --puzzle river --notation wxf", "--notation"),
        ("analyse x --jsonl never.bin", "--jsonl"),
        ("analyse x --puzzle river --jsonl never.bin", "--jsonl"),
        ("analyse x --part 1/2", "--part"),
        ("analyse --part 1/2", "--library"),
        ("library find --material RN,R --lasting 0", "--lasting"),
        ("generate tower --progress", "--progress"),
    ] {
        assert_error(line, &meihua(&words(line), ""), &[2], option);
    }
    assert!(!Path::new("never.bin").exists());
}

#[test]
fn towers_are_solved_one_by_one_and_a_file_of_a_project_is_the_project() {
    let rows = |line: &str| String::from_utf8_lossy(&meihua(&words(line), "").stdout).into_owned();
    let one = |line: &str| rows(line).split('\t').take(3).map(str::to_owned).collect::<Vec<_>>();
    assert_eq!(one("solve tower examples/tower/data.js --nodes 2000"), one("solve tower examples/tower --nodes 2000"));
    let tower = meihua(&words("generate tower --decisions 6 --rows 9 --cols 9"), "").stdout;
    let [a, b] = ["a.tower", "b.tower"].map(|name| file(name, &String::from_utf8_lossy(&tower)).display().to_string());
    let both = rows(&format!("solve tower {a} {b} --nodes 100"));
    let names: Vec<_> = both.lines().filter_map(|row| row.split('\t').next()).collect();
    assert_eq!(names, [a, b], "{both}");
}

#[test]
fn a_project_is_named_as_after_position() {
    let told = |output: &std::process::Output| String::from_utf8_lossy(&output.stdout).into_owned();
    let asked = |words: &[&str], input: &str| {
        let output = meihua(&[&["solve", "tower", "--nodes", "2000"], words].concat(), input);
        // Without the time that it took.
        let fields = |row: &str| row.split('\t').map(str::to_owned).collect::<Vec<_>>();
        let rows = told(&output).lines().map(fields).map(|row| [&row[..4], &row[5..]].concat()).collect::<Vec<_>>();
        (output.status.success(), rows)
    };
    let known = asked(&["examples/tower"], "");
    assert!(known.0 && known.1.len() == 1 && known.1[0][2] == "proven", "{known:?}");
    assert_eq!(asked(&["project examples/tower"], ""), known);
    assert_eq!(asked(&["--seed", "3", "project", "examples/tower"], ""), asked(&["--seed", "3", "examples/tower"], ""));
    let (is_good, rows) =
        asked(&[], "project examples/tower\n1;3 1\nexamples/tower\nproject docs\nproject x moves U\n");
    assert_eq!((is_good, rows.len()), (false, 5), "{rows:?}");
    assert_eq!((rows[0][0].as_str(), &rows[0][1..]), ("project examples/tower", &known.1[0][1..]));
    assert_eq!(rows[2], known.1[0]);
    assert!(rows[1][1] == "error" && rows[3][1] == "error" && rows[3][4].contains("no data.js"), "{rows:?}");
    let keys = |input: &str| told(&meihua(&words("solve tower --nodes 2000 --keys"), input));
    assert!(keys("examples/tower\n").starts_with(['U', 'D', 'L', 'R', 'M']));
    let drawn = |words: &[&str], input: &str| {
        let output = meihua(&[&["draw", "tower"], words].concat(), input);
        assert!(output.status.success(), "{words:?}: {}", said(&output));
        told(&output)
    };
    let picture = drawn(&["examples/tower"], "");
    assert!(picture.starts_with("<svg"));
    assert_eq!(drawn(&["project examples/tower"], ""), picture);
    assert_eq!(drawn(&["-"], "position project examples/tower\n"), picture);
    assert_ne!(drawn(&["project examples/tower moves R"], ""), picture);
    assert_error(
        "draw",
        &meihua(&["draw", "river", "project docs"], ""),
        &[1],
        "river has no projects, expected tower",
    );
    assert_error("draw", &meihua(&["draw", "tower", "project docs"], ""), &[1], "no data.js");
}

#[test]
fn a_map_without_room_for_all_is_said_to_have_none() {
    let made =
        |decisions: &str| meihua(&["generate", "tower", "--rows", "7", "--cols", "7", "--decisions", decisions], "");
    let [few, many] = ["5", "100"].map(made);
    assert!(few.status.success() && few.stderr.is_empty(), "{}", said(&few));
    assert!(many.status.success() && !many.stdout.is_empty());
    assert!(said(&many).starts_with("meihua generate: the map has room for ") && said(&many).contains("not for 100"));
}

#[test]
fn serve_names_every_game() {
    let help = String::from_utf8(meihua(&words("serve --help"), "").stdout).expect("text");
    let help = help.split_whitespace().collect::<Vec<_>>().join(" ");
    let list = format!("({})", meihua_engine::engine::registry::names(meihua::GAMES));
    assert!(list.contains("plan") && help.contains(&list), "{help}");
    assert_error("serve nosuch", &meihua(&words("serve nosuch"), ""), &[1], &list);
}

#[test]
fn mistakes_are_one_sentence_in_the_words_of_people() {
    for (line, part) in [
        ("solve river --movetime abc", "--movetime: found \"abc\", expected a whole number"),
        ("solve river --movetime -5", "--movetime: found \"-5\", expected a whole number"),
        ("solve tower examples/tower --until", "--until: expected a value after it"),
        ("play", "expected xiangqi, cfour, river, sliding, tower or plan"),
        ("tables make", "expected --output"),
    ] {
        let done = meihua(&words(line), "");
        assert_error(line, &done, &[2], part);
        assert!(!said(&done).contains(['(', '}']), "no names of our types: {}", said(&done));
    }
    let goal = meihua(&["solve", "tower", "examples/tower", "--until", "hp >>= 3"], "");
    let told = String::from_utf8_lossy(&goal.stdout).into_owned();
    assert!(goal.status.code() == Some(1) && told.contains("--until: \">=\", expected a value"), "{told}");
    for (line, part) in [
        ("xiangqi", "`meihua play xiangqi`, `meihua solve xiangqi` or `meihua serve xiangqi`"),
        ("examples/tower", "`meihua play tower examples/tower`"),
        ("nothere.pgn", "no such file"),
        ("anlyse", "did you mean \"analyse\"?"),
    ] {
        let done = meihua(&[line], "");
        assert!(done.status.code() == Some(2) && said(&done).lines().count() == 1, "{}", said(&done));
        assert!(said(&done).starts_with("meihua: ") && said(&done).contains(part), "{}", said(&done));
    }
    let games = file("own.txt", GAMES);
    let done = meihua(&[games.to_str().expect("a path")], "");
    let told = format!("`meihua play xiangqi {0}`, `meihua analyse {0}` or `meihua serve {0}`", games.display());
    assert!(done.status.code() == Some(2) && said(&done).contains(&told), "{}", said(&done));
}

#[test]
fn moves_and_reports_follow_the_language() {
    let games = file("own.txt", GAMES);
    let path = games.to_str().expect("a path");
    let output = |locale: &str, line: &str| {
        let mut command = Command::new(common::program());
        command.env_remove("LC_ALL").env("LC_MESSAGES", locale).args(words(&line.replace("FILE", path)));
        String::from_utf8(command.output().expect("a start").stdout).expect("text")
    };
    for (line, english, chinese) in [
        ("analyse FILE --only 1 --nodes 100", ["C2=5", "accuracy"], ["炮二平五", "准确率"]),
        ("analyse FILE --only 1 --nodes 100 --html -", ["C2=5", "Course"], ["炮二平五", "100 节点"]),
        ("convert FILE", ["C2=5", "[Event"], ["炮二平五", "[Event"]),
        ("--help", ["Players", "play"], ["对局", "play"]),
    ] {
        let (en, zh) = (output("en_GB.UTF-8", line), output("zh_CN.UTF-8", line));
        assert!(english.iter().all(|word| en.contains(word)), "{line}: {en}");
        assert!(chinese.iter().all(|word| zh.contains(word)), "{line}: {zh}");
        assert_eq!(output("en_GB.UTF-8", &format!("{line} --lang zh")), zh, "{line}");
        assert_eq!(output("zh_CN.UTF-8", &format!("--lang en {line}")), en, "{line}");
        assert!(english[0].is_empty() || !en.contains(chinese[0]), "{line}: {en}");
    }
    fs::remove_file(games).expect("it was there");
}
