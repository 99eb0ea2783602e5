//! What harnesses expect of the command line: words that are commands, `bench` as the last line, `genfens`, pages.

use common::{Engine, fresh};

/// What the process prints, given no input.
fn run(arguments: &[&str]) -> Vec<String> {
    let mut process = Engine::start_with(arguments);
    process.close_input();
    let heard = process.rest();
    assert!(process.exit().success(), "{arguments:?}: {heard:?}");
    heard
}

#[test]
fn bench_ends_with_the_line_that_openbench_reads() {
    let count = |heard: Vec<String>| {
        let last = heard.last().expect("a last line").clone();
        let words: Vec<&str> = last.split(' ').collect();
        assert!(matches!(words.as_slice(), [_, "nodes", _, "nps"]), "{last}");
        words[0].parse::<u64>().expect("a number")
    };
    let nodes = count(run(&["bench", "3"]));
    assert!(nodes > 0);
    assert_eq!(nodes, count(run(&["bench 3", "quit"])), "the same as a line of the protocol");
}

#[test]
fn arguments_are_one_line_or_one_line_each() {
    let heard = run(&["go", "depth", "2"]);
    assert!(heard.last().is_some_and(|line| line.starts_with("bestmove ")), "{heard:?}");
    let heard = run(&["position startpos moves h2e2", "moves", "quit"]);
    assert!(heard.last().is_some_and(|line| line.starts_with("moves: ") && line.contains(" h9g7")), "{heard:?}");
}

#[test]
fn genfens_gives_openings() {
    let order = "genfens 4 seed 9 book None";
    let heard = run(&[order, "quit"]);
    let fens: Vec<&str> = heard.iter().filter_map(|line| line.strip_prefix("info string genfens ")).collect();
    assert_eq!(fens.len(), 4, "{heard:?}");
    assert!(fens.iter().all(|fen| fen.split('/').count() == 10), "{fens:?}");
    assert_eq!(heard, run(&[order, "quit"]), "the same seed");
    let heard = run(&["setoption name UCI_Variant value cfour", "genfens 2 seed 1 book None", "quit"]);
    assert!(heard.iter().all(|line| line.contains('[')) && heard.len() == 2, "{heard:?}");
    let heard = run(&["genfens many", "quit"]);
    assert!(heard[0].contains("error: genfens: count: found \"many\""), "{heard:?}");
}

#[test]
fn pages_and_scripts_are_made_from_the_command_line() {
    let page = run(&["man"]).join("\n");
    for part in [".TH meihua 1", "meihua\\-play(1)", "SUBCOMMANDS"] {
        assert!(page.contains(part), "{part}: {page}");
    }
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        assert!(run(&["completions", shell]).iter().any(|line| line.contains("meihua")), "{shell}");
    }
    let folder = fresh("man");
    run(&["man", "-o", &folder.display().to_string()]);
    assert!(folder.join("meihua.1").is_file() && folder.join("meihua-play.1").is_file());
    std::fs::remove_dir_all(folder).expect("the folder can go");
    assert!(run(&["--version"]).iter().any(|line| line.starts_with("machine: ")));
}

/// The rows of `solve` to these lines, without the column of time.
fn solve(game: &str, lines: &[&str]) -> Vec<String> {
    let mut process = Engine::start_with(&["solve", game]);
    process.send(&lines.join("\n"));
    process.close_input();
    let rows = process.rest();
    assert!(process.exit().success());
    let timeless = |row: &String| {
        let columns: Vec<&str> = row.split('\t').collect();
        assert_eq!(columns.len(), 7, "{row}");
        [&columns[..4], &columns[5..]].concat().join("\t")
    };
    rows.iter().map(timeless).collect()
}

#[test]
fn two_processes_share_the_lines_of_one() {
    let lines = ["3 3 2", "4 4 2", "5 5 3", "2 2 2", "5 4 3", "4 4 3", "6 5 4"];
    let whole = solve("river", &lines);
    let (even, odd): (Vec<_>, Vec<_>) = lines.iter().copied().enumerate().partition(|(index, _)| index % 2 == 0);
    let share = |part: Vec<(usize, &'static str)>| {
        std::thread::spawn(move || solve("river", &part.iter().map(|(_, line)| *line).collect::<Vec<_>>()))
    };
    let (even, odd) = (share(even), share(odd));
    let (even, odd) = (even.join().expect("rows"), odd.join().expect("rows"));
    for (index, row) in whole.iter().enumerate() {
        let shared = if index % 2 == 0 { &even } else { &odd };
        assert_eq!(row, &shared[index / 2]);
    }
}

/// `| head -1`, and a reader that is gone before the first line.
#[cfg(unix)]
#[test]
fn a_reader_that_has_seen_enough_is_no_fault() {
    use std::process::Command;
    let lines = fresh("lines.txt");
    std::fs::write(&lines, "3 3 2\n".repeat(3_000)).expect("a file");
    let lines = lines.display().to_string();
    for (command, reader) in [
        (format!("solve river {lines}"), "head -1"),
        (format!("solve river {lines}"), "true"),
        ("generate tower".to_owned(), "true"),
        ("generate tower --rows 100 --cols 100".to_owned(), "head -1"),
        ("draw cfour 4455".to_owned(), "true"),
        ("man".to_owned(), "true"),
        ("bench 1".to_owned(), "true"),
    ] {
        let script = format!("{{ sleep 0.2; \"$0\" {command}; echo \"status $?\" >&2; }} | {reader}");
        let output = Command::new("sh").args(["-c", &script, env!("CARGO_BIN_EXE_meihua")]).output().expect("a shell");
        assert_eq!(String::from_utf8_lossy(&output.stderr), "status 0\n", "{command} | {reader}");
    }
    std::fs::remove_file(&lines).expect("it was there");
}
