//! The floors of the house: a file uses only floors below its own, and no game knows another game.
//!
//! Reads every `crate::` path in `src` (outside comments) and fails on an arrow that runs up or sideways between rooms
//! that must not know each other. `src/lib.rs` holds the picture.

#[path = "common/sources.rs"]
mod sources;

use std::path::Path;

/// Floor of a top-level room of the library, by the first segment after `crate::`.
fn floor(room: &str) -> Option<u8> {
    Some(match room {
        "score" | "side" | "rules" | "clock" | "control" | "deadline" | "random" | "fnv" | "helpers" | "huge_pages"
        | "panics" | "prefetch" | "plain_file" | "sentence" | "thread_pool" | "zeroed" => 0,
        "game" | "phrases" | "puzzle" | "text" | "view" => 1,
        "games" => 2,
        "search" | "solvers" | "record" => 3,
        "engine" => 4,
        "protocol" => 5,
        "tools" => 6,
        "cli" => 7,
        _ => return None,
    })
}

/// All `crate::a::b` paths of a text as segment lists; `crate::{a::b, c}` is opened one level.
fn crate_paths(text: &str) -> Vec<Vec<String>> {
    let code: String = text.lines().map(|line| line.split("//").next().unwrap_or("")).collect::<Vec<_>>().join("\n");
    let mut paths = Vec::new();
    for (start, _) in code.match_indices("crate::") {
        let before = code[..start].chars().next_back();
        if before.is_some_and(|c| c.is_alphanumeric() || c == '_' || c == '$') {
            continue;
        }
        let rest = &code[start + "crate::".len()..];
        if let Some(group) = rest.strip_prefix('{') {
            let end = group.find("};").unwrap_or(group.len());
            paths.extend(top_level_items(&group[..end]).iter().map(|item| segments(item)));
        } else {
            paths.push(segments(rest));
        }
    }
    paths
}

/// The comma-separated items of a use group, commas inside nested braces left alone.
fn top_level_items(group: &str) -> Vec<String> {
    let (mut depth, mut item, mut items) = (0, String::new(), Vec::new());
    for c in group.chars() {
        match c {
            ',' if depth == 0 => items.push(std::mem::take(&mut item)),
            _ => {
                depth += i32::from(c == '{') - i32::from(c == '}');
                item.push(c);
            }
        }
    }
    items.push(item);
    items
}

fn segments(path: &str) -> Vec<String> {
    let path = path.trim_start();
    let end = path.find(|c: char| !(c.is_alphanumeric() || c == '_' || c == ':')).unwrap_or(path.len());
    path[..end].split("::").filter(|s| !s.is_empty()).map(str::to_owned).collect()
}

/// What is wrong with an arrow from the room of `from` (path below `src`) to `to`, if anything.
fn fault(from: &[String], to: &[String]) -> Option<String> {
    let (room, target) = (from.first()?, to.first()?);
    let (here, there) = (floor(room)?, floor(target)?);
    if there > here {
        return Some(format!("runs up from floor {here} to floor {there}"));
    }
    if room == "games" && target == "games" {
        let (game, other) = (from.get(1)?, to.get(1)?);
        if game != "mod" && game != other {
            return Some(format!("game {game} uses game {other}"));
        }
    }
    None
}

fn room_of(file: &Path, src: &Path) -> Vec<String> {
    let below = file.strip_prefix(src).expect("a source file lies under src");
    below.with_extension("").iter().map(|part| part.to_string_lossy().into_owned()).collect()
}

#[test]
fn arrows_run_down_only() {
    let src = sources::folder("src");
    let files = sources::rust_files("src");
    assert!(files.len() > 20, "the walk found only {} files", files.len());
    let mut faults = Vec::new();
    for (file, text) in &files {
        let from = room_of(file, &src);
        for to in crate_paths(text) {
            if let Some(fault) = fault(&from, &to) {
                faults.push(format!("{}: crate::{} {fault}", file.display(), to.join("::")));
            }
        }
    }
    assert!(faults.is_empty(), "\n{}", faults.join("\n"));
}

#[test]
fn no_search_names_a_game() {
    for (file, text) in ["src/search", "src/solvers"].into_iter().flat_map(sources::rust_files) {
        // Tests of a search may play a real game; they stand at the end of a file or in one of their own.
        let code = text.split("#[cfg(test)]").next().unwrap_or("");
        let named_test = file.iter().any(|part| part.to_string_lossy().contains("test"));
        let uses_games = crate_paths(code).iter().any(|path| path.first().is_some_and(|room| room == "games"));
        assert!(named_test || !uses_games, "{} names a game", file.display());
    }
}

#[test]
fn names_of_games_are_written_where_they_are_given() {
    let names = ["xiangqi", "cfour", "river", "sliding", "tower"].map(|name| format!("\"{name}\""));
    for (file, text) in sources::rust_files("src") {
        let code = text.split("#[cfg(test)]").next().unwrap_or("").lines();
        let lines: Vec<&str> = code.filter(|line| names.iter().any(|name| line.contains(name.as_str()))).collect();
        let given = |line: &&str| line.trim_start().starts_with("const NAME: ");
        assert!(lines.iter().all(given), "{} compares names of games: {lines:?}", file.display());
    }
}

#[test]
fn errors_are_types_and_no_texts() {
    for (path, text) in sources::rust_files("src") {
        let text_error = text.lines().find(|line| line.contains("Result<") && line.contains(", String>"));
        assert_eq!(text_error, None, "{}: write an enum", path.display());
    }
}

#[test]
fn files_stay_short() {
    for (file, text) in ["src", "tests", "examples", "benches", "fuzz"].into_iter().flat_map(sources::rust_files) {
        let lines = text.lines().count();
        assert!(lines <= 500, "{} has {lines} lines; cut it along its nouns", file.display());
    }
}

/// `Cargo.toml` switches the search for tests off, so a file that no crate names would never run.
#[test]
fn every_file_of_tests_is_in_a_crate() {
    let tests = sources::folder("tests");
    let crates = ["library", "process", "long", "reference"]
        .map(|name| std::fs::read_to_string(tests.join(name).join("main.rs")).expect("the root of a crate of tests"));
    let manifest = std::fs::read_to_string(sources::folder("Cargo.toml")).expect("the manifest");
    for entry in std::fs::read_dir(&tests).expect("the folder of tests") {
        let path = entry.expect("an entry").path();
        let name = path.file_stem().expect("a name").to_string_lossy().into_owned();
        let is_file = path.extension().is_some_and(|extension| extension == "rs");
        if is_file || path.join("main.rs").is_file() {
            let is_module = crates.iter().any(|text| text.lines().any(|line| line == format!("mod {name};")));
            let is_target = manifest.contains(&format!("\n[[test]]\nname = \"{name}\"\n"));
            assert!(is_module || is_target, "no crate of tests names {}: add it to one", path.display());
        }
    }
}

#[test]
fn the_test_sees_a_wrong_arrow() {
    let path = |text: &str| text.split("::").map(str::to_owned).collect::<Vec<_>>();
    assert!(fault(&path("games::xiangqi::position"), &path("search::table")).is_some());
    assert!(fault(&path("games::xiangqi::position"), &path("games::river")).is_some());
    assert!(fault(&path("protocol::server"), &path("tools::play")).is_some(), "the tools speak the protocol");
    assert!(fault(&path("tools::play"), &path("protocol::words")).is_none());
    assert!(fault(&path("engine::game_session"), &path("search::table")).is_none());
    assert_eq!(crate_paths("use crate::{game::Game, search::{a, b}};\n// crate::cli").len(), 2);
    assert_eq!(crate_paths("let x = crate::score::Score::cp(1);")[0][0], "score");
}
