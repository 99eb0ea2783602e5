//! `meihua library` as a process: one file, whatever happens, and the engine's books.

use common::{Engine, fresh};
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::thread::sleep;
use std::time::Duration;

fn command(library: &Path, words: &[&str]) -> Command {
    let mut command = Command::new(common::program());
    command.arg("library").args(words).env("MEIHUA_LIBRARY", library).env("LC_ALL", "C");
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

fn run(library: &Path, words: &[&str]) -> (Output, String, String) {
    let output = command(library, words).output().unwrap();
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    let (out, errors) = (text(&output.stdout), text(&output.stderr));
    (output, out, errors)
}

fn folder(name: &str) -> PathBuf {
    let path = fresh(&format!("library-{name}"));
    fs::create_dir_all(&path).unwrap();
    path
}

const GAMES: &str = "[Event \"Cup\"]\n[Red \"许银川\"]\n[Black \"胡荣华\"]\n[Date \"1999.10.01\"]\n[Result \"1-0\"]\n\n\
                     1. h2e2 {a comment} h9g7 2. h0g2 1-0\n\n\
                     [Event \"Cup\"]\n[Red \"胡荣华\"]\n[Black \"许银川\"]\n[Date \"2001\"]\n[Result \"0-1\"]\n\n\
                     1. h2e2 h9g7 2. a0a1 0-1\n\n";

/// Positions of a rook and a horse, each another one, with a move, as lines.
fn lines(first: usize, count: usize) -> String {
    let line = |number: usize| {
        let mut rows = ["3k5", "9", "9", "9", "9", "9", "9", "9", "9", "5K3"].map(str::to_owned);
        let (rook, horse) = (number % 9, number / 9 % 9);
        let row = |piece: char, file: usize| {
            let empty = |count: usize| if count == 0 { String::new() } else { count.to_string() };
            format!("{}{piece}{}", empty(file), empty(8 - file))
        };
        rows[5 - number / 81 % 3] = row('R', rook);
        rows[6 + number / 243 % 2] = row('N', horse);
        let pawn = number / 486 % 9;
        rows[2] = row('p', pawn);
        format!("position fen {} w - - 0 1 moves f0f1\n", rows.join("/"))
    };
    (first..first + count).map(line).collect()
}

#[test]
fn archives_are_read_and_no_output_replaces_the_library() {
    let folder = folder("archives");
    let (library, archive) = (folder.join("own.db"), folder.join("games.zip"));
    let mut zip = zip::ZipWriter::new(fs::File::create(&archive).unwrap());
    for (name, text) in [("a.pgn", GAMES), ("deep/b.txt", "h2e2 h9g7 h0g2\n")] {
        zip.start_file(name, zip::write::SimpleFileOptions::default()).unwrap();
        zip.write_all(text.as_bytes()).unwrap();
    }
    zip.finish().unwrap();
    let (output, out, errors) = run(&library, &["add", &archive.to_string_lossy()]);
    assert!(output.status.success(), "{errors}");
    assert_eq!(out, "2 games added, 1 double\n");
    let before = fs::read(&library).unwrap();
    let name = library.to_string_lossy().into_owned();
    for words in [
        ["book", "--min-games", "2", "-o", &name],
        ["find", "--to", "pgn", "-o", &name],
        ["export", "--to", "json", "-o", &name],
    ] {
        let (output, _, errors) = run(&library, &words);
        assert!(!output.status.success() && errors.contains("the command reads this file"), "{words:?}: {errors}");
        assert_eq!(fs::read(&library).unwrap(), before, "{words:?}");
    }
}

#[test]
fn files_in_questions_out() {
    let folder = folder("questions");
    let library = folder.join("deep/own.db");
    fs::write(folder.join("a.pgn"), GAMES).unwrap();
    fs::write(folder.join("b.txt"), "h2e2 h9g7 h0g2\n").unwrap();
    let files = folder.to_string_lossy().into_owned();
    let (output, out, errors) = run(&library, &["add", &files]);
    assert!(output.status.success(), "{errors}");
    assert_eq!(out, "2 games added, 1 double\n");
    let (_, out, _) = run(&library, &["explore", "startpos", "moves", "h2e2", "h9g7", "--json"]);
    let explored: serde_json::Value = serde_json::from_str(&out).unwrap();
    assert_eq!(explored["games"], 2, "{out}");
    assert_eq!(explored["moves"][0]["years"], serde_json::json!([2001, 2001]), "{out}");
    for name in ["许银川", "許銀川"] {
        let (_, out, _) = run(&library, &["find", "--player", name, "--event", "cUP", "--result", "0-1"]);
        assert_eq!(out, "2\t2001\t胡荣华\t许银川\t0-1\t3\t-\tCup\n");
    }
    let (_, out, _) = run(&library, &["find", "--comment", "COMMENT", "--to", "pgn"]);
    assert!(out.contains("[Red \"许银川\"]") && out.contains("{a comment}"), "{out}");
    let (_, out, _) = run(&library, &["find", "--pattern", "A?A", "--limit", "1", "--json"]);
    assert!(out.starts_with("{\"number\":1,") && out.lines().count() == 1, "{out}");
    let (_, out, _) = run(&library, &["explore"]);
    assert!(out.contains("2 games") && out.contains("h2e2         2     50%"), "{out}");
    let (output, out, _) = run(&library, &["check"]);
    assert!(output.status.success() && out == "ok\n", "{out}");
    let (output, _, errors) = run(&library, &["remove"]);
    assert!(output.status.code() == Some(2) && errors.contains("--all"), "{errors}");
    let (output, _, errors) = run(&library, &["remove", "--red", ""]);
    assert!(output.status.code() == Some(2) && errors.contains("bad red \"\", expected"), "{errors}");
    let (_, out, _) = run(&library, &["remove", "--red", "许银川"]);
    assert_eq!(out, "1 game removed\n");
    let (_, out, _) = run(&library, &["stats", "--json"]);
    assert!(out.contains("\"games\":1,"), "{out}");
}

#[test]
fn what_is_wrong_is_one_line() {
    let folder = folder("wrong");
    let library = folder.join("own.db");
    for (words, status, said) in [
        (&["stats"][..], 1, "there is no library"),
        (&["find", "--pattern", "%"], 1, "there is no library"),
        (&["add", "/nowhere/at/all.pgn"], 1, "/nowhere/at/all.pgn"),
    ] {
        let (output, _, errors) = run(&library, words);
        assert_eq!(output.status.code(), Some(status), "{words:?} {errors}");
        assert!(errors.contains(said) && errors.lines().count() == 1, "{words:?} {errors}");
    }
    fs::write(folder.join("a.pgn"), GAMES.replace("h0g2", "h0h9")).unwrap();
    let (output, out, errors) = run(&library, &["add", &folder.join("a.pgn").to_string_lossy()]);
    assert_eq!((output.status.code(), out.as_str()), (Some(3), "2 games added, 0 doubles; 1 game not read whole\n"));
    assert!(errors.contains("ply 3") && errors.lines().count() == 1, "{errors}");
    // No game at all, but with a line that reads as a start position.
    let (output, out, errors) =
        run(&library, &["add", concat!(env!("CARGO_MANIFEST_DIR"), "/examples/games/brandubh.ini")]);
    assert_eq!((output.status.code(), out.as_str()), (Some(1), "0 games added, 0 doubles\n"), "{errors}");
    for (words, status, said) in [
        (&["explore", "startpos", "h2e2"][..], 2, "expected `startpos moves`"),
        (&["find", "--pattern", "....C....c"], 2, "1 rows of 10 squares"),
        (&["find", "--position", "7/7/7/7/7/7 w"], 2, "no game is named, so a position of xiangqi is expected"),
        (&["find", "--sequence", "P@b2"], 2, "moves of xiangqi"),
        (&["export", "--to", "xqf"], 2, "an XQF file holds one game; name a folder"),
    ] {
        let (output, _, errors) = run(&library, words);
        assert_eq!(output.status.code(), Some(status), "{words:?} {errors}");
        assert!(errors.contains(said) && errors.lines().count() == 1, "{words:?} {errors}");
    }
    let rows = folder.join("rows.jsonl");
    for (row, said) in [("[]", "line 1: "), ("{\"game\":\"x\"}", "expected a whole number")] {
        fs::write(&rows, row).unwrap();
        let (_, _, errors) = run(&library, &["import-values", &rows.to_string_lossy()]);
        let is_raw = ["struct", "i64", "sequence"].iter().any(|word| errors.contains(word));
        assert!(errors.contains(said) && !is_raw, "{errors}");
    }
    let missing = folder.join("missing.db");
    let (_, _, errors) = run(&missing, &["stats"]);
    assert_eq!(errors.matches("missing.db").count(), 1, "{errors}");
    let out = folder.join("out");
    let (output, _, errors) = run(&library, &["export", "--to", "xqf", "-o", &format!("{}/", out.display())]);
    assert!(output.status.success(), "{errors}");
    assert!(out.join("games.xqf").is_file() && out.join("games-2.xqf").is_file());
    for words in
        [&["find", "--pattern", "%"][..], &["find", "--material", "R"], &["explore", "x"], &["find", "--since", "x"]]
    {
        let (output, _, errors) = run(&library, words);
        assert!(output.status.code() == Some(2) && errors.lines().count() == 1, "{words:?} {errors}");
    }
}

/// Adds or removes again and again, and ends the process in its midst: the library is the old one or the new one.
#[cfg(unix)]
fn assert_old_or_new(rounds: u64, name: &str) {
    let folder = folder(name);
    let library = folder.join("own.db");
    let games = |library: &Path| {
        let (output, out, errors) = run(library, &["stats", "--json"]);
        assert!(output.status.success(), "{errors}");
        serde_json::from_str::<serde_json::Value>(&out).unwrap()["games"].as_u64().unwrap()
    };
    fs::write(folder.join("first.txt"), lines(1, 300)).unwrap();
    let (output, _, errors) = run(&library, &["add", &folder.join("first.txt").to_string_lossy()]);
    assert!(output.status.success(), "{errors}");
    fs::write(folder.join("more.txt"), lines(1000, 3000)).unwrap();
    let more = folder.join("more.txt").to_string_lossy().into_owned();
    let mut sizes = vec![games(&library)];
    for round in 0..rounds {
        let words: &[&str] = match round % 3 {
            0 | 1 => &["add", &more],
            _ => &["remove", "--source", "more"],
        };
        let mut child: Child = command(&library, words).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        sleep(Duration::from_millis(round * 37 % 400));
        // It may have come to its end.
        _ = child.kill();
        child.wait().unwrap();
        let size = games(&library);
        let (_, out, errors) = run(&library, &["check"]);
        assert_eq!(out, "ok\n", "round {round}: {errors}");
        sizes.push(size);
    }
    sizes.sort_unstable();
    sizes.dedup();
    let (_, _, errors) = run(&library, &["add", &more]);
    assert!(errors.is_empty(), "{errors}");
    sizes.push(games(&library));
    sizes.dedup();
    assert!(sizes.len() <= 2, "neither the old library nor the new one: {sizes:?}");
}

#[cfg(unix)]
#[test]
fn a_process_that_is_ended_leaves_the_old_library_or_the_new_one() {
    assert_old_or_new(12, "kills");
}

#[cfg(unix)]
#[test]
#[ignore = "takes minutes"]
fn two_hundred_kills_leave_the_old_library_or_the_new_one() {
    assert_old_or_new(200, "many-kills");
}

#[cfg(unix)]
#[test]
fn a_full_disk_leaves_the_old_library() {
    let folder = folder("full");
    let library = folder.join("own.db");
    fs::write(folder.join("a.pgn"), GAMES).unwrap();
    fs::write(folder.join("more.txt"), lines(1, 3000)).unwrap();
    run(&library, &["add", &folder.join("a.pgn").to_string_lossy()]);
    let before = run(&library, &["stats", "--json"]).1;
    // No file may become longer than this.
    let script =
        format!("ulimit -f 200; exec '{}' library add '{}'", common::program(), folder.join("more.txt").display());
    let output = Command::new("sh").args(["-c", &script]).env("MEIHUA_LIBRARY", &library).output().unwrap();
    let errors = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(1), "{errors}");
    assert!(errors.contains("the library is as it was before") && errors.lines().count() == 1, "{errors}");
    assert_eq!(run(&library, &["stats", "--json"]).1, before);
    assert_eq!(run(&library, &["check"]).1, "ok\n");
}

#[cfg(unix)]
#[test]
fn two_processes_add_to_one_library() {
    let folder = folder("two");
    let library = folder.join("own.db");
    let files = [1, 1000, 2000, 3000].map(|first| {
        let path = folder.join(format!("{first}.txt"));
        fs::write(&path, lines(first, 300)).unwrap();
        path.to_string_lossy().into_owned()
    });
    let children = files.each_ref().map(|file| command(&library, &["add", file]).spawn().unwrap());
    for child in children {
        let output = child.wait_with_output().unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    }
    let out = run(&library, &["stats", "--json"]).1;
    let stats: serde_json::Value = serde_json::from_str(&out).unwrap();
    assert_eq!(stats["sources"], 4, "{out}");
    assert_eq!(run(&library, &["check"]).1, "ok\n");
}

#[test]
fn the_engine_plays_from_a_book_and_leaves_wins_to_the_search() {
    let folder = folder("book");
    let library = folder.join("own.db");
    // A line that overlooks the mate in one at its end, played twice.
    let mate = "position fen 3k5/1R7/9/9/9/9/9/R8/9/5K3 w - - 0 1 moves a2a3\n";
    fs::write(folder.join("a.txt"), format!("c3c4 c6c5 a0a1\n\nc3c4 c6c5 a0a2\n\n{mate}{mate}")).unwrap();
    fs::write(folder.join("b.txt"), mate.replace("a2a3", "a2a3 d9e9")).unwrap();
    let (output, _, errors) = run(&library, &["add", &folder.to_string_lossy()]);
    assert!(output.status.success(), "{errors}");
    let book = folder.join("own.obk");
    let (output, out, errors) = run(&library, &["book", "-o", &book.to_string_lossy(), "--min-games", "2"]);
    assert!(output.status.success() && out == "3 moves written\n", "{out} {errors}");
    // A disk that is full takes nothing away and leaves nothing behind.
    let words = ["library", "book", "-o", &book.to_string_lossy(), "--min-games", "2", "--library"];
    let before = (fs::read(&book).unwrap(), fs::read_dir(&folder).unwrap().count());
    let done = common::process::run(&[&words[..], &[&library.to_string_lossy()]].concat()).limits("ulimit -f 1").end();
    assert_eq!(done.status, Some(1), "{}", done.err);
    assert_eq!((fs::read(&book).unwrap(), fs::read_dir(&folder).unwrap().count()), before, "{}", done.err);
    for (dialect, file, on) in [
        ("uci", format!("setoption name BookFile value {}", book.display()), "setoption name OwnBook value true"),
        ("ucci", format!("setoption bookfiles {}", library.display()), "setoption usebook true"),
    ] {
        let mut engine = Engine::greet(dialect).0;
        engine.send(&file);
        engine.send(on);
        engine.send("position startpos");
        engine.send("go depth 2");
        let said = engine.until("bestmove");
        // The start is its own mirror image, and so are its moves.
        assert!(said.iter().any(|line| line.contains("book c3c4 ") || line.contains("book g3g4 ")), "{said:?}");
        engine.send("position fen 3k5/1R7/9/9/9/9/9/R8/9/5K3 w - - 0 1");
        engine.send("go depth 3");
        let said = engine.until("bestmove");
        assert!(said.last().is_some_and(|line| line.starts_with("bestmove a2a9")), "{said:?}");
        engine.send("position startpos moves h2e2");
        engine.send("go depth 2");
        assert!(!engine.until("bestmove").iter().any(|line| line.contains(" book ")));
        engine.quit();
    }
}

#[test]
fn the_library_answers_on_the_wire() {
    let folder = folder("wire");
    let library = folder.join("own.db");
    fs::write(folder.join("a.pgn"), GAMES).unwrap();
    run(&library, &["add", &folder.join("a.pgn").to_string_lossy()]);
    let mut engine = Engine::start();
    engine.send("json");
    engine.send(&format!("setoption name Library value {}", library.display()));
    engine.send("position startpos moves h2e2 h9g7");
    let mut ask = |line: &str, event: &str| -> serde_json::Value {
        engine.send(line);
        let said = engine.until(&format!("{{\"event\":\"{event}\""));
        serde_json::from_str(said.last().unwrap()).unwrap()
    };
    assert_eq!(ask("explore", "explore")["explore"]["games"], 2);
    let found = ask("library find {\"player\":[\"胡荣华\"],\"limit\":1,\"offset\":1}", "library");
    assert_eq!((&found["library"]["found"], &found["library"]["games"][0]["number"]), (&2.into(), &2.into()));
    assert_eq!(ask("library game 1", "library")["library"][0]["moves"][0]["comment"], "a comment");
    let hex: String = "h2e2 b9c7\n".bytes().map(|byte| format!("{byte:02x}")).collect();
    assert_eq!(ask(&format!("library add {hex}"), "library")["library"]["games"], 1);
    assert_eq!(ask("library stats", "library")["library"]["games"], 3);
    assert!(ask("library find {\"colour\":1}", "error")["message"].as_str().unwrap().contains("colour"));
    for (bad, said) in [
        ("dance", "expected stats, find"),
        ("stats x", "expected stats, find"),
        ("find {\"limit\":\"a\"}", "expected a whole number from 0 at line 1"),
        ("find {\"player\":\"a\"}", "expected a list"),
        ("find []", "expected an object"),
        ("find {\"since\":\"2023-13\"}", "bad date"),
        ("find {\"pattern\":\"zz/ww\"}", "bad pattern"),
    ] {
        let error = ask(&format!("library {bad}"), "error");
        assert!(error["message"].as_str().unwrap().contains(said), "{error}");
    }
    let none = folder.join("none.db");
    engine.send(&format!("setoption name Library value {}\nlibrary add 6e6f6e65", none.display()));
    assert!(engine.until("{\"event\":\"library\"").last().unwrap().contains("no game found"));
    assert!(!none.exists());
    engine.quit();
}

#[test]
fn sequences_of_chess_are_moves_of_chess() {
    let folder = folder("chess");
    let (library, games) = (folder.join("own.db"), folder.join("games.pgn"));
    let found = |words: &[&str]| {
        let (output, games, errors) = run(&library, &[&["find", "--json", "--game"], words].concat());
        assert!(output.status.success(), "{errors}");
        games.lines().count()
    };
    fs::write(&games, "1. h2e2 h9g7 *\n").unwrap();
    run(&library, &["add", &games.to_string_lossy()]);
    // A game of which the library has none is known all the same.
    assert_eq!(found(&["chess"]), 0);
    fs::write(&games, "1. e4 e5 2. Nf3 Nc6 *\n\n[Event \"2\"]\n\n1. e4 c5 2. Nf3 Nc6 *\n").unwrap();
    run(&library, &["add", &games.to_string_lossy()]);
    for (steps, count) in [("e2e4 b8c6", 2), ("e4 Nc6", 2), ("c5 Nf3", 1), ("Nf3 c5", 0), ("e5 ?N?", 1)] {
        assert_eq!(found(&["chess", "--sequence", steps]), count, "{steps}");
    }
}

#[test]
fn what_is_said_about_a_library_is_said_in_chinese() {
    let folder = folder("chinese");
    let (library, games) = (folder.join("own.db"), folder.join("games.pgn"));
    fs::write(&games, GAMES).unwrap();
    let zh = |words: &[&str]| {
        let output = command(&library, words).args(["--lang", "zh"]).output().unwrap();
        String::from_utf8(output.stdout).unwrap()
    };
    assert_eq!(zh(&["add", &games.to_string_lossy()]).trim(), "收入 2 局，重复 0 局");
    let stats = zh(&["stats"]);
    assert!(
        stats.starts_with("对局       2（2 xiangqi）\n") && stats.contains("先手胜 1，和 0，后手胜 1，未知 0"),
        "{stats}"
    );
    let explored = zh(&["explore", "startpos", "moves", "h2e2"]);
    assert!(explored.contains("2 局") && explored.contains("着法") && explored.contains("对局号"), "{explored}");
    assert_eq!(zh(&["check"]).trim(), "完好");
    let wrong = |words: &[&str]| {
        let output = command(&library, words).env("LC_ALL", "zh_CN.UTF-8").output().unwrap();
        String::from_utf8(output.stderr).unwrap()
    };
    for (words, said) in [
        (&["find", "--sequence", "P@b2"][..], "着法序列 \"P@b2\" 有误，应为象棋着法（如 h2e2）"),
        (&["find", "--since", "soon"], "日期 \"soon\" 有误，应为 1999、1999-12 或 1999-12-31"),
        (&["find", "--game", "go"], "\"go\" 不是此程序所知的两人棋"),
        (&["explore", "startpos", "moves", "a0a9"], "\"a0a9\""),
        (&["remove"], "请说明要删除哪些棋局，或用 --all"),
    ] {
        let heard = wrong(words);
        assert!(heard.contains(said) && !heard.contains("expected") && !heard.contains(" is "), "{words:?}: {heard}");
    }
    assert_eq!(zh(&["remove", "--all"]).trim(), "删除 2 局");
}
