//! No reader calls itself as deep as a text likes: 200,000 levels are an answer or an error line, and never the end of the
//! process.

use common::fresh;
use common::process::{Ended, run};
use std::fs;
use std::path::{Path, PathBuf};

const LEVELS: usize = 200_000;

/// A folder that is taken away in the end.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let folder = fresh(name);
        fs::create_dir_all(&folder).expect("a folder");
        Folder(folder)
    }

    fn file(&self, name: &str, text: &str) -> String {
        let path = self.0.join(name);
        fs::write(&path, text).expect("a file");
        path.display().to_string()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        _ = fs::remove_dir_all(&self.0);
    }
}

fn ended(words: &[&str]) -> Ended {
    let ended = run(words).end();
    assert!(ended.is_orderly(), "{words:?}: {ended:?}");
    ended
}

fn deep(open: &str, inner: &str, close: &str) -> String {
    [&open.repeat(LEVELS), inner, &close.repeat(LEVELS)].concat()
}

/// Expressions that nest by their operators, by parentheses, by signs and by conditions.
fn expressions() -> Vec<String> {
    vec![
        deep("1+", "1", ""),
        deep("1&&", "1", ""),
        deep("1*", "1", ""),
        deep("(", "1", ")"),
        deep("!", "1", ""),
        deep("-", "1", ""),
        deep("1?1:", "1", ""),
        deep("1?", "1", ":1"),
        deep("Math.abs(", "1", ")"),
        deep("((1+1)+", "1", ")"),
    ]
}

#[test]
fn tables_of_towers() {
    let folder = Folder::new("tables");
    let check = |text: &str| {
        let table = folder.file("table.json", text);
        let ended = ended(&["solve", "tower", "examples/tower", "--table", &table, "--check", "R"]);
        format!("{}{}", ended.out, ended.err)
    };
    for expression in expressions() {
        for (text, place) in [
            (format!("{{\"immune\": \"{expression}\"}}"), "immune"),
            (format!("{{\"attack\": [{{\"when\": \"{expression}\", \"against\": [], \"times\": 1}}]}}"), "attack"),
            (
                format!("{{\"specials\": {{\"30\": {{\"name\": \"own\", \"damage\": \"{expression}\"}}}}}}"),
                "specials 30 damage",
            ),
        ] {
            let told = check(&text);
            assert!(told.contains("table.json") && told.contains(place) && told.len() < 400, "{place}: {told}");
        }
        let word = format!("{{\"type\": \"if\", \"condition\": \"{expression}\", \"true\": [], \"false\": []}}");
        check(&format!("{{\"triggers\": {{\"a\": [{word}]}}}}"));
    }
    for (open, close) in [("[", "]"), ("{\"a\":", "}"), ("{\"type\":\"if\",\"true\":[", "]}")] {
        let told = check(&format!("{{\"functions\": {{\"F1 events 1,1\": {}}}}}", deep(open, "1", close)));
        assert!(told.contains("table.json") && told.contains("recursion limit"), "{told}");
    }
}

#[test]
fn the_type_of_a_word_mistyped() {
    let folder = Folder::new("mistyped");
    let place = "F1 events 1,1";
    for wrong in ["\"tyte\": \"if\"", "\"type\": \"\"", "\"type\": \"function\""] {
        let text = format!("{{\"functions\": {{\"{place}\": [{{{wrong}, \"condition\": \"1\", \"true\": []}}]}}}}");
        let table = folder.file("table.json", &text);
        let ended = ended(&["solve", "tower", "examples/tower", "--table", &table, "--check", "R"]);
        let told = format!("{}{}", ended.out, ended.err);
        assert!(["table.json", place, "condition"].iter().all(|part| told.contains(part)), "{told}");
        assert_ne!(ended.status, Some(0));
    }
}

#[test]
fn projects() {
    let folder = Folder::new("project");
    let names = ["data.js", "enemys.js", "items.js", "maps.js", "floors/F1.js"];
    for name in names {
        let project = Folder::new("nested-project");
        copy(Path::new("examples/tower"), &project.0);
        for text in [deep("[", "1", "]"), deep("{\"a\":", "1", "}"), deep("(", "1", ")")] {
            fs::write(project.0.join(name), format!("a = {text}")).expect("a file");
            let path = project.0.display().to_string();
            let ended = ended(&["solve", "tower", &path, "--check", "R"]);
            let told = format!("{}{}", ended.out, ended.err);
            assert!(told.contains(name) && ended.status != Some(0), "{name}: {told}");
        }
    }
    for text in [deep("(", "", ")"), deep("C1", "", ""), deep("[", "", "]")] {
        let route = folder.file("route.h5route", &text);
        ended(&["solve", "tower", "examples/tower", "--check", &route]);
    }
}

fn copy(from: &Path, to: &Path) {
    for entry in fs::read_dir(from).expect("a folder").map(|entry| entry.expect("an entry").path()) {
        let target = to.join(entry.file_name().expect("a name"));
        if entry.is_dir() {
            fs::create_dir_all(&target).expect("a folder");
            copy(&entry, &target);
        } else {
            fs::copy(&entry, &target).expect("a copy");
        }
    }
}

#[test]
fn saved_games() {
    let folder = Folder::new("games");
    let tags = "[Event \"a\"]\n\n1. h2e2 ";
    let texts = [
        deep("(", "", ")"),
        deep("(1. h2e2 ", "", ")"),
        format!("{tags}{}", deep("(1. b2e2 ", "", ") ")),
        format!("{tags}{}", deep("(1. b2e2 ", "", "")),
        format!("{tags}{}", deep("{", "", "}")),
        deep("[", "", "]"),
        deep("{\"moves\":[", "", "]}"),
        deep("{\"variations\":", "1", "}"),
        deep("<a>", "", "</a>"),
        deep("<v><m>h2e2</m>", "", "</v>"),
        deep("（", "", "）"),
        format!(
            "[DhtmlXQ]\n[DhtmlXQ_movelist]7747{}[/DhtmlXQ_movelist]\n[/DhtmlXQ]\n",
            deep("[DhtmlXQ_comment0]", "", "")
        ),
    ];
    // What a file is says its content.
    for ending in ["pgn", "json", "cbl"] {
        for text in &texts {
            let file = folder.file(&format!("game.{ending}"), text);
            ended(&["convert", &file, "--to", "json"]);
        }
    }
}

/// Every command of a session with a nested text behind it.
#[test]
fn lines_of_a_session() {
    for game in ["xiangqi", "cfour", "river", "sliding", "tower"] {
        let mut lines = format!("setoption name UCI_Variant value {game}\n");
        for (open, close) in [("(", ")"), ("[", "]"), ("{\"a\":", "}"), ("-", "")] {
            let text = deep(open, "1", close);
            let hex: String = text.bytes().map(|byte| format!("{byte:02x}")).collect();
            for head in ["position fen ", "setoption name EvalFile value ", "export json ", "export pgn ", "banmoves "]
            {
                lines += &format!("{head}{text}\n");
            }
            lines += &format!("import {hex}\n");
        }
        let ended = run(&[]).input(&format!("{lines}isready")).end();
        assert!(ended.is_orderly() && ended.out.contains("readyok"), "{game}: {:?} {}", ended.status, ended.err);
    }
}

#[test]
fn lines_of_solve_and_books() {
    let folder = Folder::new("lines");
    for game in ["cfour", "river", "sliding", "tower", "xiangqi"] {
        for open in ["(", "[", "{\"a\":", "-"] {
            let file = folder.file("lines.txt", &deep(open, "1", ""));
            ended(&["solve", game, &file]);
        }
    }
}
