//! Sessions of a client with the server of tools, message by message.

use client::Client;
use meihua_games::language::Language;
use serde_json::{Value, json};
use std::collections::HashSet;

mod client;

const MODERN: &str = "io.modelcontextprotocol/protocolVersion";

#[test]
fn both_revisions_of_the_protocol_are_spoken() {
    let mut client = Client::new();
    let hello =
        json!({"protocolVersion": "2024-11-05", "capabilities": {}, "clientInfo": {"name": "t", "version": "1"}});
    let started = client.result("initialize", hello);
    assert_eq!(started["protocolVersion"], "2025-11-25");
    assert_eq!(started["serverInfo"]["version"], "0.0");
    assert_eq!(client.result("ping", json!({})), json!({}));
    let found = client.result("server/discover", json!({"_meta": {MODERN: "2026-07-28"}}));
    assert_eq!(found["supportedVersions"], json!(["2026-07-28"]));
    assert_eq!(found["resultType"], "complete");
    let refused = client.ask("tools/list", json!({"_meta": {MODERN: "2031-01-01"}}));
    assert_eq!(refused["error"]["code"], -32022);
    assert_eq!(refused["error"]["data"]["requested"], "2031-01-01");
}

#[test]
fn every_list_names_what_can_be_read_and_nothing_else() {
    let mut client = Client::new();
    let resources = client.result("resources/list", json!({}));
    for resource in resources["resources"].as_array().unwrap() {
        let read = client.result("resources/read", json!({"uri": resource["uri"]}));
        assert!(read["contents"][0]["text"].as_str().unwrap().len() > 1_000);
    }
    let prompts = client.result("prompts/list", json!({}));
    for prompt in prompts["prompts"].as_array().unwrap() {
        let argument = prompt["arguments"][0]["name"].as_str().unwrap();
        let got = client.result("prompts/get", json!({"name": prompt["name"], "arguments": {argument: "h2e2"}}));
        assert!(got["messages"][0]["content"]["text"].as_str().unwrap().ends_with("h2e2"));
    }
    assert_eq!(client.ask("resources/read", json!({"uri": "file:///etc/passwd"}))["error"]["code"], -32602);
    assert_eq!(client.ask("tools/call", json!({"name": "format_disk"}))["error"]["code"], -32602);
    assert_eq!(client.ask("shutdown", json!({}))["error"]["code"], -32601);
}

#[test]
fn a_move_that_is_not_legal_is_refused_with_those_that_are() {
    let mut client = Client::new();
    let refusal = client.refused("play_moves", json!({"game": "xiangqi", "moves": ["h2e2"], "play": "h2h5"}));
    assert!(refusal["message"].as_str().unwrap().contains("h2h5"), "{refusal}");
    let legal = client.told("legal_moves", json!({"game": "xiangqi", "moves": ["h2e2"]}));
    let named: Vec<&Value> = legal["legal_moves"].as_array().unwrap().iter().map(|mv| &mv["move"]).collect();
    assert_eq!(refusal["legal_moves"].as_array().unwrap().iter().collect::<Vec<_>>(), named);
    let reached = client.told("play_moves", json!({"game": "xiangqi", "play": ["炮二平五"]}));
    assert_eq!(refusal["position"]["key"], reached["position"]["key"]);
    assert_eq!(reached["position"]["moves"], json!(["h2e2"]));
    for (tool, arguments, word) in [
        ("analyse", json!({"game": "chess"}), "chess"),
        ("analyse", json!({"game": "xiangqi", "depht": 3}), "depht"),
        ("analyse", json!({"game": "xiangqi", "nodes": 0}), "nodes"),
        ("analyse", json!({}), "game"),
        ("position", json!({"game": "xiangqi", "position": "9/9"}), "position"),
        ("prove_no_plan", json!({"game": "xiangqi"}), "within"),
        ("position", json!({"game": "cfour", "moves": [4, 4]}), "moves: expected a list of texts"),
        ("analyse", json!({"game": "cfour", "nodes": "5"}), "nodes: found \"5\", expected a whole number from 1 to "),
        ("analyse", json!({"game": "cfour", "depth": -1}), "depth: found -1, expected a whole number from 1 to 100"),
        ("analyse", json!({"game": "cfour", "lines": 4.5}), "lines: found 4.5, expected a whole number from 1 to 10"),
        ("solve", json!({"game": "cfour", "within": 101}), "within: found 101, expected at most 100 moves of a game"),
        ("explain_move", json!({"game": "xiangqi"}), "arguments: missing field `move`"),
        ("draw", json!({"game": "cfour", "flip": 1}), "flip: found integer `1`, expected true or false"),
    ] {
        let refusal = client.refused(tool, arguments);
        assert!(refusal["message"].as_str().unwrap().contains(word), "{refusal}");
        assert_eq!(refusal["position"], Value::Null);
    }
}

#[test]
fn whole_numbers_are_what_their_schema_says() {
    let mut client = Client::new();
    let ask = |nodes: Value, lines: Value| json!({"game": "cfour", "nodes": nodes, "lines": lines});
    let whole = client.call("analyse", ask(1000.into(), 2.into()));
    assert_eq!(client.call("analyse", ask(1000.0.into(), 2.0.into())), whole);
    let listed = client.result("tools/list", json!({}));
    let analyse = listed["tools"].as_array().unwrap().iter().find(|tool| tool["name"] == "analyse").unwrap();
    let lines = analyse["inputSchema"]["properties"]["lines"].to_string();
    assert!(lines.contains("\"maximum\":10") && lines.contains("\"minimum\":1"), "{lines}");
}

#[test]
fn the_same_request_gets_the_same_answer() {
    let mut client = Client::new();
    let ask = json!({"game": "xiangqi", "moves": "h2e2 h9g7", "nodes": 20_000, "lines": 2});
    let once = client.call("analyse", ask.clone());
    client.call("analyse", json!({"game": "xiangqi", "nodes": 5_000}));
    assert_eq!(client.call("analyse", ask), once);
    let told = &once["structuredContent"];
    assert_eq!(told["lines"].as_array().unwrap().len(), 2);
    assert_eq!(
        told["lines"][0]["moves"].as_array().unwrap().len(),
        told["lines"][0]["names"]["chinese"].as_array().unwrap().len()
    );
    assert_eq!(told["repeatable"], true);
    let hash = told["made_by"]["network"].as_str().unwrap();
    assert!(hash.len() == 16 && hash != "0000000000000000");
}

#[test]
fn what_is_proven_is_said_and_what_is_not_is_open() {
    let mut client = Client::new();
    let solved = client.told("solve", json!({"game": "river"}));
    assert_eq!(
        (&solved["value"], &solved["status"], &solved["result"]),
        (&json!(11), &json!("proven"), &json!("plan"))
    );
    let plan = solved["plan"].clone();
    let checked = client.told("check_plan", json!({"game": "river", "plan": plan}));
    assert_eq!(
        (&checked["legal"], &checked["reaches_end"], &checked["steps"]),
        (&json!(true), &json!(true), &json!(11))
    );
    let checked = client.told("check_plan", json!({"game": "river", "plan": ["D2", "P2"]}));
    assert_eq!((&checked["legal"], &checked["steps"]), (&json!(false), &json!(1)));
    let one = client.call("check_plan", json!({"game": "river", "plan": ["D2"]}));
    assert!(one.to_string().contains("1 step is legal; "), "{one}");
    let games = client.call("list_games", json!({})).to_string();
    assert!(games.contains("river (1 player), ") && games.contains("xiangqi (2 players), "), "{games}");
    let none = client.told("prove_no_plan", json!({"game": "river", "position": "4 4 2"}));
    assert_eq!(none["verdict"], "proven", "{none}");
    let mate = client.told("solve", json!({"game": "xiangqi", "position": "3k5/9/9/9/9/9/9/R8/8R/4K4 w", "within": 3}));
    assert_eq!(mate["result"], "win", "{mate}");
    let open = client.told("solve", json!({"game": "xiangqi", "nodes": 2_000}));
    assert_eq!(open["result"], "open", "{open}");
}

#[test]
fn a_move_is_explained_by_what_is_proven() {
    let mut client = Client::new();
    let codes = |told: &Value| -> Vec<String> {
        told["facts"].as_array().unwrap().iter().map(|fact| fact["code"].as_str().unwrap().to_owned()).collect()
    };
    // The cannon is given for a horse.
    let told = client.told("explain_move", json!({"game": "xiangqi", "move": "h2h9", "nodes": 30_000}));
    assert_eq!((codes(&told).as_slice(), &told["mark"]), (["costs".to_owned()].as_slice(), &json!("??")), "{told}");
    assert_eq!(told["position"]["moves"], json!([]));
    let mate = json!({"game": "xiangqi", "position": "3k5/9/9/9/9/9/9/R8/8R/4K4 w", "move": "i1i8", "nodes": 30_000});
    let told = client.told("explain_move", mate);
    assert!(!codes(&told).is_empty(), "{told}");
    let step = client.told("explain_move", json!({"game": "river", "move": "D2"}));
    assert_eq!(codes(&step), ["optimal"], "{step}");
    // Limits are for puzzles, too.
    let slides = include_str!("../../../../examples/puzzles/tiles15.pddl").lines();
    let slides: Vec<&str> = slides.map(|line| line.split(';').next().unwrap_or_default()).collect();
    let explain =
        |nodes: u64| json!({"game": "plan", "position": slides.join(" "), "move": "slide(t12,c3,c4)", "nodes": nodes});
    assert_eq!(codes(&client.told("explain_move", explain(10))), ["open"]);
    assert_eq!(codes(&client.told("explain_move", explain(1_000_000))), ["optimal"]);
}

#[test]
fn what_other_moves_come_to_is_said_where_it_is_proven() {
    let mut client = Client::new();
    let mut told = |game: &str, place: Value, mv: &str, nodes: u64| {
        let mut ask = json!({"game": game, "move": mv, "nodes": nodes});
        ask.as_object_mut().unwrap().extend(place.as_object().unwrap().clone());
        client.told("explain_move", ask)["facts"][0]["sentence"].as_str().unwrap().to_owned()
    };
    // Black is lost, as the value says; but only some moves are known to be mated.
    let lost = json!({"position": "2bk2C2/4ac1N1/1n7/p3P3p/9/3r5/P3R3P/8B/4A4/3AK4 b"});
    assert_eq!(told("xiangqi", lost, "a6a5", 40_000), "Loses by force in 1.");
    let four = json!({"moves": "4 1 4 1 4"});
    let all = [
        ("2", "Loses by force in 1; every move loses, the best one in 8."),
        ("4", "Loses by force in 8; no move holds out longer."),
    ];
    for (mv, said) in all {
        assert_eq!(told("cfour", four.clone(), mv, 100_000), said);
    }
    // With the move itself, as the other tools count.
    assert_eq!(told("cfour", json!({"moves": "4 4 5 5"}), "3", 100_000), "Wins by force in 2.");
    let kept = json!({"moves": "2 1 6 5 3 6 1 1 4 4 2 6 5 7"});
    assert_eq!(told("cfour", kept, "2", 100_000), "Keeps the draw, which is proven.");
    let puzzle = client.call("analyse_game", json!({"game": "river", "moves": "P1D1 P1"}));
    assert!(puzzle.to_string().contains("river is a puzzle, expected a game of two players"), "{puzzle}");
}

#[test]
fn a_game_is_analysed_and_written_in_another_format() {
    let mut client = Client::new();
    let told = client.told("analyse_game", json!({"game": "xiangqi", "moves": "h2e2 h9g7 h0g2 i9h9", "nodes": 2_000}));
    assert_eq!(told["review"]["moves"].as_array().unwrap().len(), 4);
    assert_eq!(told["position"]["moves"].as_array().unwrap().len(), 4);
    let written = client.told("convert", json!({"text": "1. 炮二平五 马８进７", "to": "pgn-wxf"}));
    assert!(written["text"].as_str().unwrap().contains("C2=5"), "{written}");
    let binary = client.told("convert", json!({"text": "1. 炮二平五 马８进７", "to": "xqf"}));
    let back = client.told("convert", json!({"base64": binary["base64"], "to": "uci"}));
    assert!(back["text"].as_str().unwrap().contains("h2e2 h9g7"), "{back}");
    client.refused("convert", json!({"text": "no game", "to": "pgn"}));
}

#[test]
fn within_bounds_the_proof_of_a_puzzle_and_of_a_game() {
    let mut client = Client::new();
    let text = |answer: &Value| answer["content"][0]["text"].as_str().unwrap().to_owned();
    for (within, result, verdict) in [(3, "no plan", "proven"), (10, "no plan", "proven"), (11, "plan", "refuted")] {
        let ask = json!({"game": "river", "within": within});
        assert_eq!(client.told("prove_no_plan", ask.clone())["verdict"], verdict, "{within}");
        let solved = client.told("solve", ask);
        assert_eq!((&solved["result"], &solved["value"]), (&json!(result), &json!(11)), "{solved}");
    }
    let refusal = client.refused("solve", json!({"game": "tower", "within": 3}));
    assert!(refusal["message"].as_str().unwrap().starts_with("within: "), "{refusal}");
    let none = client.call("solve", json!({"game": "xiangqi", "within": 1}));
    assert!(text(&none).starts_with("Result: no win within 1 (proven).\n\n"), "{none}");
    assert_eq!(none["structuredContent"]["plan"], json!([]));
}

#[test]
fn what_holds_for_games_and_goals_holds_within_a_limit_too() {
    let mut client = Client::new();
    // Four in a row from its start is won in 21, two rows of stones below it in 2.
    for (moves, within, verdict) in
        [("", 1, "proven"), ("", 20, "proven"), ("4 1 5 1", 1, "proven"), ("4 1 5 1", 2, "refuted")]
    {
        let ask = json!({"game": "cfour", "moves": moves, "within": within});
        let told = client.told("prove_no_plan", ask.clone());
        assert_eq!(told["verdict"], verdict, "{moves}, {within}: {told}");
        let result = if verdict == "proven" { "no win" } else { "win" };
        assert_eq!(client.told("solve", ask)["result"], result, "{moves}, {within}");
    }
    // The tables know this ending: mate in 2.
    let ending = |within| json!({"game": "xiangqi", "position": "4k4/4a4/9/9/9/9/9/9/R8/3K5 w", "within": within});
    for (within, verdict) in [(1, "proven"), (2, "refuted")] {
        assert_eq!(client.told("prove_no_plan", ending(within))["verdict"], verdict, "{within}");
    }
    let goal = client.told("solve", json!({"game": "sliding", "position": "_W moves"}));
    assert_eq!(
        (&goal["result"], &goal["objective"], &goal["value"], &goal["status"]),
        (&json!("plan"), &json!("moves"), &json!(0), &json!("proven"))
    );
    for tool in ["hint", "analyse"] {
        let none = client.call(tool, json!({"game": "river", "position": "4 4 2"}));
        assert_eq!(none["structuredContent"]["best"], Value::Null, "{none}");
        assert!(none["content"][0]["text"].as_str().unwrap().starts_with("There is no plan (proven)."), "{none}");
    }
}

#[test]
fn the_moves_before_decide_what_a_repetition_is_worth() {
    let mut client = Client::new();
    let chased = ("3k5/9/9/8P/9/9/9/9/9/r3K4 w", "e0e1 a0a1 e1e0 a1a0 e0e1 a0a1 e1e0");
    let drawn = ("4k4/9/9/9/9/9/9/R8/9/3K5 w", "a2a3 e9e8 a3a2 e8e9 a2a3 e9e8 a3a2");
    let wins = ("3k5/9/9/8P/9/9/9/9/4K4/r8 b", "a0a1 e1e0 a1a0 e0e1 a0a1 e1e0 a1a0");
    for ((position, moves), mv, expected) in [
        (chased, "a1a0", "Ends the game: loses by perpetual check."),
        (drawn, "e8e9", "Ends the game: draw by repetition."),
        (wins, "e0e1", "Ends the game: wins by perpetual check."),
    ] {
        let ask = json!({"game": "xiangqi", "position": position, "moves": moves, "move": mv, "nodes": 20_000});
        let told = client.told("explain_move", ask);
        assert_eq!(told["facts"][0]["sentence"], expected, "{told}");
        let forced = |fact: &Value| fact["sentence"].as_str().unwrap().contains("by force");
        assert!(!told["facts"].as_array().unwrap().iter().any(forced), "{told}");
    }
    // A win by rule is no mate, but there being none is not proven either.
    let (position, moves) = wins;
    let ask = json!({"game": "xiangqi", "position": position, "moves": moves, "within": 1});
    assert_eq!(client.told("prove_no_plan", ask)["verdict"], "open");
}

#[test]
fn the_rules_of_a_puzzle_are_part_of_its_key() {
    let mut client = Client::new();
    let mut keys = HashSet::new();
    let positions = ["-/-/P4D3 r 2", "-/-/P4D3 r 2 b", "-/-/P4D3 r 3", "BW_ cost", "BW_ moves", "BW_ cost hop=1"];
    for position in positions {
        let game = if position.starts_with('-') { "river" } else { "sliding" };
        let told = client.told("solve", json!({"game": game, "position": position}));
        assert!(keys.insert(told["position"]["key"].to_string()), "{position}");
    }
}

#[test]
fn a_finished_game_is_over_and_has_no_value() {
    let mut client = Client::new();
    let mated = json!({"game": "xiangqi", "position": "3k5/9/2P6/1R7/9/9/9/9/9/R3K4 w", "moves": "a0d0"});
    for ask in [mated, json!({"game": "cfour", "moves": "1 2 1 2 1 2 1"})] {
        for tool in ["hint", "analyse"] {
            let told = client.call(tool, ask.clone());
            let text = told["content"][0]["text"].as_str().unwrap();
            assert!(text.starts_with("The game is over: ") && text.contains("winner: first."), "{text}");
            assert_eq!(told["structuredContent"]["lines"], json!([]));
        }
    }
    let bound = client.call("analyse", json!({"game": "river", "depth": 3}));
    assert!(bound["content"][0]["text"].as_str().unwrap().contains("value -11 or worse"), "{bound}");
}

#[test]
fn a_finished_game_is_won_by_its_winner() {
    let mut client = Client::new();
    let mated = json!({"game": "xiangqi", "position": "3k5/9/9/9/9/9/9/9/4K4/3R5 b"});
    let drawn = json!({"game": "xiangqi", "position": "4k4/9/9/9/9/9/9/9/9/3K5 w"});
    let four = json!({"game": "cfour", "moves": "4 1 4 1 4 1 4"});
    for (ask, result) in [(mated, "loss"), (four, "loss"), (drawn.clone(), "draw")] {
        let told = client.told("solve", ask);
        assert_eq!((told["result"].as_str(), told["plan"].as_array().map(Vec::len)), (Some(result), Some(0)), "{told}");
    }
    assert_eq!(client.told("hint", drawn)["best"], json!(null));
}

#[test]
fn a_plan_that_is_not_proven_is_not_called_best() {
    let mut client = Client::new();
    let row = |nodes: u64| json!({"game": "sliding", "position": "BBBBBBWWWWWW_ cost", "nodes": nodes});
    let told = client.told("hint", row(50));
    let plan = &told["plan_value"];
    assert_eq!(plan["status"], "anytime", "{told}");
    assert!(plan["bound"].as_i64() <= Some(48) && plan["value"].as_i64() >= Some(48), "{told}");
    let mut ask = row(50);
    ask["move"] = told["best"].clone();
    let explained = client.told("explain_move", ask);
    assert_eq!(explained["facts"][0]["code"], "open", "{explained}");
    assert_eq!(client.told("hint", row(10_000_000))["plan_value"]["value"], 48);
    let river = client.told("analyse", json!({"game": "river"}));
    assert_eq!(
        (river["lines"].as_array().map(Vec::len), river["move_values"].as_array().map(Vec::len)),
        (Some(1), Some(3))
    );
}

#[test]
fn moves_are_read_as_people_and_programs_write_them() {
    let mut client = Client::new();
    for play in ["1. 炮二平五 马8进7 2.马二进三", "1.h2e2 1...h9g7 2. h0g2", "炮二平五 马8进7 马二进三"]
    {
        let told = client.told("play_moves", json!({"game": "xiangqi", "play": play}));
        assert_eq!(told["position"]["moves"], json!(["h2e2", "h9g7", "h0g2"]), "{play}");
    }
    let task = "; it moves\n(define (domain d) (:predicates (at ?x) (moves))
        (:action go :parameters (?x ?y) :precondition (at ?x) :effect (and (not (at ?x)) (at ?y))))
        (define (problem p) (:domain d) (:objects a b) (:init (at a) (moves)) (:goal (at b)))";
    let puzzle = json!({"game": "plan", "position": task, "plan": "(go a a) (go a b)"});
    let checked = client.told("check_plan", puzzle);
    assert_eq!((&checked["legal"], &checked["reaches_end"]), (&json!(true), &json!(true)), "{checked}");
    let nothing = client.told("play_moves", json!({"game": "cfour", "play": "4", "moves": null}));
    assert_eq!(nothing["position"]["moves"].as_array().map(Vec::len), Some(1));
    let many = client.refused("play_moves", json!({"game": "cfour", "play": vec!["1"; 2_001]}));
    assert_eq!(many["message"], "play: found 2001 moves, expected at most 2000");
}

#[test]
fn what_is_found_is_said_in_the_language_of_the_host() {
    let mut client = Client::speaking(Language::Zh);
    let ask = json!({"game": "cfour", "moves": "4 1 4 1 4 2", "move": "4"});
    let told = client.told("explain_move", ask);
    assert_eq!(told["facts"][0], json!({"code": "ends", "sentence": "终局：四子连线。"}));
    let mut client = Client::new();
    let ask = json!({"game": "cfour", "moves": "4 1 4 1 4 2", "move": "3"});
    let told = client.told("explain_move", ask);
    assert!(told["facts"][1]["sentence"].as_str().unwrap().ends_with("wins by force in 1."), "{told}");
}

#[test]
fn nothing_that_was_given_is_passed_over() {
    let mut client = Client::new();
    let two = "[Event \"a\"]\n\n1. 炮二平五 {good} 马８进７ *\n\n[Event \"b\"]\n\n1. 兵七进一 *\n";
    let cut = client
        .told("analyse_game", json!({"game": "xiangqi", "text": "1. 炮二平五 马８进７ 2. 车一平九", "nodes": 500}));
    assert!(cut["faults"][0].as_str().unwrap().contains("车一平九"), "{cut}");
    for (tool, arguments, word) in [
        ("analyse_game", json!({"game": "xiangqi", "text": two}), "text: found several games"),
        ("analyse_game", json!({"game": "xiangqi", "text": "1. h2e2", "moves": "h2e2"}), "text: "),
        ("analyse_game", json!({"game": "xiangqi", "text": "1. h2e2", "position": "9/9/9/9"}), "text: "),
        ("convert", json!({"text": two, "to": "xqf"}), "to: "),
        ("convert", json!({"text": two, "to": "pgn", "game": "nix"}), "game: found \"nix\""),
        ("draw", json!({"game": "cfour", "line": "4"}), "line: "),
        ("draw", json!({"game": "river", "flip": true}), "flip: "),
    ] {
        let refusal = client.refused(tool, arguments);
        assert!(refusal["message"].as_str().unwrap().starts_with(word), "{refusal}");
    }
    let both = client.told("convert", json!({"text": two, "to": "uci"}));
    assert_eq!(both["text"].as_str().unwrap().lines().count(), 2, "{both}");
    assert!(both["lost"][0].as_str().unwrap().starts_with("game 1: 1 tag, 1 comment"), "{both}");
    let open = client.told("explain_move", json!({"game": "xiangqi", "move": "a0a1", "nodes": 1_000}));
    assert!(!open["facts"].as_array().unwrap().is_empty(), "{open}");
    let wire = client.told("position", json!({"game": "xiangqi", "position": "startpos moves h2e2", "moves": "h9g7"}));
    assert_eq!(wire["position"]["moves"], json!(["h2e2", "h9g7"]));
}

#[test]
fn a_picture_is_a_png() {
    let mut client = Client::new();
    for game in ["xiangqi", "cfour", "river", "sliding", "tower"] {
        let drawn = client.call("draw", json!({"game": game}));
        let picture = drawn["content"][1]["data"].as_str().unwrap();
        assert!(picture.starts_with("iVBORw0KGgo"), "{game}");
    }
}

#[test]
fn a_call_is_cancelled_and_others_go_on() {
    let mut client = Client::new();
    let meta = json!({"progressToken": "p"});
    let long = json!({"name": "analyse", "arguments": {"game": "xiangqi", "nodes": 100_000_000}, "_meta": meta});
    let cancelled = client.send("tools/call", long);
    let told = client.hear();
    assert_eq!((&told["method"], &told["params"]["progressToken"]), (&json!("notifications/progress"), &json!("p")));
    client.cancel(cancelled);
    // The first of its positions takes minutes.
    let game = json!({"game": "xiangqi", "moves": "h2e2 h9g7", "nodes": 100_000_000});
    let cancelled = client.send("tools/call", json!({"name": "analyse_game", "arguments": game}));
    let waiting = client.send("tools/call", json!({"name": "list_games", "arguments": {}}));
    client.cancel(cancelled);
    let answer = loop {
        let message = client.hear();
        if message.get("id").is_some() {
            break message;
        }
    };
    assert_eq!(answer["id"], waiting, "{answer}");
    assert!(client.end().is_empty());
}

#[test]
fn progress_increases_over_all_phases_of_a_call() {
    let mut client = Client::new();
    let ask = json!({"game": "xiangqi", "move": "h2e2", "nodes": 3_000});
    client.send("tools/call", json!({"name": "explain_move", "arguments": ask, "_meta": {"progressToken": 1}}));
    let told: Vec<Value> = client.end();
    let told = told.iter().filter(|message| message["method"] == "notifications/progress");
    let done: Vec<u64> = told.map(|message| message["params"]["progress"].as_u64().unwrap()).collect();
    assert!(done.len() > 3 && done.is_sorted_by(|one, next| one < next), "{done:?}");
}

#[test]
fn calls_made_before_the_end_of_the_input_are_answered() {
    let mut client = Client::new();
    let ids = [1, 2].map(|_| client.send("tools/call", json!({"name": "hint", "arguments": {"game": "sliding"}})));
    let answers = client.end();
    assert_eq!(answers.iter().map(|answer| answer["id"].as_u64().unwrap()).collect::<Vec<_>>(), ids);
}

#[test]
fn noise_is_answered_by_errors_and_the_session_goes_on() {
    let mut client = Client::new();
    for (line, code) in [("nonsense", -32700), ("[]", -32600), ("{\"jsonrpc\":\"2.0\",\"id\":9}", -32600)] {
        client.send_line(line);
        assert_eq!(client.hear()["error"]["code"], code, "{line}");
    }
    assert_eq!(client.result("ping", json!({})), json!({}));
}
