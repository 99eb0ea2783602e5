//! A game of each kind saved over the wire, in a file, and back on the board: no move of it is lost.

use common::Engine;
use serde_json::{Value, json};
use std::fs;

/// The games with the formats that hold all that is asked of them here.
const GAMES: [(&str, &[&str]); 5] = [
    ("xiangqi", &["pgn", "pgn-chinese", "pgn-wxf", "pgn-iccs", "dhtmlxq", "iccs", "uci", "xqf", "json"]),
    ("cfour", &["pgn", "uci", "json"]),
    ("river", &["uci", "json"]),
    ("sliding", &["uci", "json"]),
    ("tower", &["uci", "json"]),
];

fn answer(engine: &mut Engine, command: &str, word: &str) -> Value {
    engine.send(command);
    let line = engine.until(word).pop().expect("an answer");
    serde_json::from_str(line.split_once(' ').expect("the word first").1).expect("JSON")
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

fn bytes(hex: &str) -> Vec<u8> {
    (0..hex.len()).step_by(2).map(|at| u8::from_str_radix(&hex[at..at + 2], 16).expect("digits")).collect()
}

/// Some moves from the start, not always the first ones.
fn walk(engine: &mut Engine, from: &str) -> Vec<String> {
    let mut moves: Vec<String> = Vec::new();
    for ply in 0..6 {
        let played = if moves.is_empty() { String::new() } else { format!(" moves {}", moves.join(" ")) };
        engine.send(&format!("position {from}{played}"));
        let legal = engine.legal_moves();
        if !legal.is_empty() && engine.verdict().starts_with("ongoing") {
            moves.push(legal[(ply * 7 + 3) % legal.len()].clone());
        }
    }
    moves
}

#[test]
fn every_game_is_saved_and_opened_with_all_its_moves() {
    let folder = common::fresh("saved-games");
    fs::create_dir_all(&folder).expect("a folder");
    let (mut engine, _) = Engine::greet("uci");
    for (game, formats) in GAMES {
        engine.send(&format!("setoption name UCI_Variant value {game}\nposition startpos"));
        let start = engine.fen();
        let moves = walk(&mut engine, "startpos");
        assert!(moves.len() > 1, "{game}: {moves:?}");
        engine.send(&format!("position startpos moves {}", moves.join(" ")));
        let shown = answer(&mut engine, "view", "view");
        let list: Vec<Value> = moves.iter().map(|mv| json!({"move": mv})).collect();
        let record = json!({"game": game, "start": start, "result": "*", "tags": {}, "moves": list});
        for format in formats {
            let saved = answer(&mut engine, &format!("export {format} {record}"), "export");
            let content = bytes(saved["hex"].as_str().unwrap_or_else(|| panic!("{game} {format}: {saved}")));
            let path = folder.join(format!("{game}.{format}"));
            fs::write(&path, &content).expect("a file");
            engine.send(&format!("position startpos\nposition file {}", path.display()));
            let errors = engine.settle();
            assert!(common::errors(&errors).is_empty(), "{game} {format}: {errors:?}");
            let back = answer(&mut engine, "view", "view");
            assert_eq!((&back["fen"], &back["history"]), (&shown["fen"], &shown["history"]), "{game} {format}");
            let read = answer(&mut engine, &format!("import {}", hex(&content)), "import");
            assert_eq!(read["games"][0]["game"], game, "{read}");
            let back: Vec<&str> = read["games"][0]["moves"]
                .as_array()
                .map_or_else(Vec::new, |moves| moves.iter().filter_map(|mv| mv["move"].as_str()).collect());
            assert_eq!(back, moves, "{game} {format}");
        }
        // The position on its lines, as a person writes it, and the moves below.
        let path = folder.join(format!("{game}.txt"));
        fs::write(&path, format!("{}\nmoves {}\n", start.replace(';', "\n"), moves.join(" "))).expect("a file");
        engine.send(&format!("position file {}", path.display()));
        let back = answer(&mut engine, "view", "view");
        assert_eq!((&back["fen"], &back["history"]), (&shown["fen"], &shown["history"]), "{game}");
    }
    fs::remove_dir_all(&folder).expect("the folder");
    engine.quit();
}

#[test]
fn a_saved_game_is_read_whatever_game_is_on() {
    let (mut engine, introduction) = Engine::greet("uci");
    let games = introduction.iter().find(|line| line.contains("UCI_Variant")).expect("the option");
    let mut names: Vec<&str> = games.split(" var ").skip(1).collect();
    let hexapawn = concat!(env!("CARGO_MANIFEST_DIR"), "/examples/games/hexapawn.ini");
    engine.send(&format!("setoption name VariantPath value {hexapawn}"));
    assert!(engine.line().contains("hexapawn"));
    names.push("hexapawn");
    for name in names {
        engine.send(&format!("setoption name UCI_Variant value {name}"));
        let read = answer(&mut engine, &format!("import {}", hex(b"1. h2e2 h9g7 *")), "import");
        assert_eq!(read["games"][0]["game"], "xiangqi", "{name}: {read}");
    }
    engine.quit();
}

#[test]
fn variations_of_a_puzzle_come_back_and_what_cannot_be_held_is_said() {
    let (mut engine, _) = Engine::greet("uci");
    let game = json!({"game": "sliding", "start": "BB_WW cost", "result": "*", "tags": {"Event": "class"}, "comment": "try",
        "moves": [{"move": "2-3"}, {"move": "1-2", "comment": "good"}, {"move": "4-3", "parent": 0}]});
    let saved = answer(&mut engine, &format!("export json {game}"), "export");
    let read = answer(&mut engine, &format!("import {}", saved["hex"].as_str().expect("digits")), "import");
    assert_eq!(read["games"][0], game);
    let refused = answer(&mut engine, &format!("export pgn {game}"), "export");
    assert!(refused["error"].as_str().is_some_and(|error| error.contains("uci or json")), "{refused}");
    for (game, start) in [("sliding", "BB_WW cost"), ("xiangqi", "")] {
        let bad = json!({"game": game, "start": if start.is_empty() { common::START } else { start }, "result": "*",
            "moves": [{"move": "1-9"}]});
        let refused = answer(&mut engine, &format!("export uci {bad}"), "export");
        assert!(refused["error"].as_str().is_some_and(|error| error.contains("1-9")), "{refused}");
    }
    engine.quit();
}
