//! Multi-floor towers on the wire and in the terminal: the small tower of `examples/`.

use common::{errors, meihua, session};
use serde_json::Value;

const TOWER: &str = "setoption name UCI_Variant value tower\n";

/// What the process answers about the small tower.
fn ask(lines: &str) -> Vec<String> {
    session(&format!("{TOWER}position project examples/tower\n{lines}"))
}

fn last<'a>(lines: &'a [String], start: &str) -> &'a str {
    lines.iter().rev().find_map(|line| line.strip_prefix(start)).unwrap_or_else(|| panic!("no {start} in {lines:#?}"))
}

fn view(lines: &[String]) -> Value {
    serde_json::from_str(last(lines, "view ")).expect("JSON")
}

#[test]
fn the_next_key_of_a_plan_is_answered_from_any_floor() {
    let heard = ask("go\n");
    assert_eq!(last(&heard, "info string solution "), "hp 132 bound 132 proven");
    assert_eq!(last(&heard, "bestmove "), "R");
    let plan = last(&heard, "info string walk ").to_owned();
    let heard = ask(&format!("position project examples/tower moves {plan}\nd\nundo 6\nview\ngo\n"));
    assert!(heard.iter().any(|line| line.starts_with("verdict: ") && line.contains("solved")), "{heard:#?}");
    let shown = view(&heard);
    assert_eq!((&shown["own"]["floor"]["id"], &shown["own"]["won"]), (&"F2".into(), &false.into()));
    // From the middle of the game to an end as good.
    assert_eq!(last(&heard, "info string solution "), "hp 132 bound 132 proven");
    let played: Vec<&str> = shown["history"].as_array().expect("moves").iter().filter_map(Value::as_str).collect();
    let rest = last(&heard, "info string walk ");
    let end = view(&ask(&format!("position project examples/tower moves {} {rest}\nview\n", played.join(" "))));
    assert_eq!((&end["own"]["won"], &end["own"]["hero"]["hp"]), (&true.into(), &132.into()));
    assert_eq!((&shown["own"]["end"], &end["own"]["end"]), (&"".into(), &"The king is dead".into()));
    assert!(errors(&heard).is_empty());
}

#[test]
fn whoever_plays_the_best_of_two_lines_wins() {
    let mut moves = String::new();
    for _ in 0..60 {
        let heard = ask(&format!("setoption name MultiPV value 2\nposition project examples/tower{moves}\ngo\n"));
        match last(&heard, "bestmove ") {
            "(none)" => break,
            mv => moves.push_str(&format!("{} {mv}", if moves.is_empty() { " moves" } else { "" })),
        }
    }
    let end = view(&ask(&format!("position project examples/tower{moves}\nview\n")));
    assert_eq!((&end["own"]["won"], &end["own"]["hero"]["hp"]), (&true.into(), &132.into()), "{moves}");
}

#[test]
fn a_floor_that_the_tower_lacks_is_named() {
    let heard = ask("position project examples/tower moves FMT9:\n");
    assert!(errors(&heard)[0].contains("no floor \"MT9\""), "{heard:#?}");
}

#[test]
fn a_view_has_the_floor_the_book_and_what_can_be_reached() {
    let shown = view(&ask("position project examples/tower moves R4D2\nview\n"));
    assert_eq!(shown["fen"], "project examples/tower");
    let own = &shown["own"];
    assert_eq!(
        (&own["hero"]["hp"], &own["hero"]["attack"], &own["items"][0]["id"]),
        (&96.into(), &12.into(), &"yellowKey".into())
    );
    let guard = &own["monsters"][0];
    assert_eq!(
        (&guard["id"], &guard["damage"], &guard["specials"]),
        (&"guard".into(), &35.into(), &serde_json::json!([1]))
    );
    assert_eq!(guard["next"], serde_json::json!({"attack": 14, "damage": 28}));
    // The keys lead to what they name, and cost what they say.
    let targets = own["targets"].as_array().expect("targets");
    assert_eq!(targets.len(), 3, "the guard, the slime, the door: {targets:#?}");
    for target in targets {
        let keys = target["keys"].as_str().expect("keys");
        let after = view(&ask(&format!("position project examples/tower moves R4D2 {keys}\nview\n")));
        assert_eq!(after["own"]["hero"]["hp"], target["hp"], "{target}");
        let (x, y) = (target["x"].as_u64().unwrap() as usize, target["y"].as_u64().unwrap() as usize);
        assert_eq!(after["own"]["floor"]["map"][y][x], 0, "it is gone: {target}");
    }
}

#[test]
fn moves_ask_are_taken_back_and_refused_by_name() {
    let shop = "position project examples/tower moves R4D5L3R3U2L3";
    let heard = ask(&format!("{shop}\nmoves\n"));
    assert_eq!(last(&heard, "moves: "), "LC0C1 LC1 R");
    let heard = ask(&format!("{shop} LC0C1\nview\nundo\nview\n"));
    let gold: Vec<i64> = heard
        .iter()
        .filter_map(|line| line.strip_prefix("view "))
        .map(|line| serde_json::from_str::<Value>(line).unwrap()["own"]["hero"]["gold"].as_i64().unwrap())
        .collect();
    assert_eq!(gold, [0, 8]);
    let refusals = [
        ("moves R4 L9", "key 4: a step left is not possible"),
        ("moves FF2:", "a flight to F2 is not possible"),
        ("moves C0", "expected keys of a route"),
        ("moves Z", "expected U, D, L, R, N, C, P, F"),
    ];
    for (moves, expected) in refusals {
        let heard = ask(&format!("position project examples/tower {moves}\nd\n"));
        let refused = errors(&heard);
        assert!(refused.len() == 1 && refused[0].contains(expected), "{moves}: {heard:#?}");
    }
}

#[test]
fn a_view_says_what_is_asked_and_what_each_answer_buys() {
    let shop = view(&ask("position project examples/tower moves R4D5L3R3U2L3\nview\n"));
    let choice = |moves: &str, answers: &[&str], gold: i64| {
        let (name, question) = ("merchant", "What do you need?");
        serde_json::json!({"move": moves, "name": name, "question": question, "answers": answers, "gold": gold})
    };
    assert_eq!(
        shop["own"]["choices"],
        serde_json::json!([choice("LC0C1", &["attack + 3", ""], 0), choice("LC1", &[""], 8)])
    );
    // A shop that was visited is asked from afar, by the name that the tower has for that.
    let heard = view(&ask("position project examples/tower moves R4D5L3R3U2L3LC1R\nview\n"));
    let afar = serde_json::json!({"move": "Sgold:C1", "name": "merchant", "question": "", "answers": [""], "gold": 8});
    assert!(heard["own"]["choices"].as_array().is_some_and(|all| all.contains(&afar)), "{heard}");
}

#[test]
fn a_project_that_cannot_be_read_leaves_no_position() {
    let heard = ask("position project nowhere\nview\nposition fen 1;2\nview\nposition startpos\nview\n");
    let shown: Vec<&str> = heard.iter().filter_map(|line| line.strip_prefix("view ")).collect();
    let fen = |line: &str| serde_json::from_str::<Value>(line).unwrap()["fen"].clone();
    let fens: Vec<Value> = shown.iter().map(|line| fen(line)).collect();
    assert_eq!(fens[..2], [Value::from(""), Value::from("")]);
    assert!(fens.len() == 3 && fens[2].as_str().is_some_and(|fen| fen.starts_with("1;")), "{fens:?}");
    assert!(errors(&heard)[0].contains("\"nowhere\": \"nowhere\" has no data.js beside floors"), "{heard:#?}");
    let heard = session("position project examples/tower\nd\n");
    assert!(errors(&heard)[0].contains("the game xiangqi has no projects, expected tower"), "{heard:#?}");
}

#[test]
fn a_tower_is_played_in_the_terminal() {
    let output = meihua(&["play", "tower", "examples/tower"], "R4D2\nundo\nhint\nsolve\nnew\n");
    let heard = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success() && heard.contains("hint: R\n"), "{heard}");
    assert!(heard.contains("the tower is won with 132 hp left; nothing is better (proven)"), "{heard}");
    assert!(heard.contains("column 3, row 2: hp 96, attack 12, defence 5, gold 4, yellow key"), "{heard}");
    assert!(heard.trim_end().ends_with("costs 56 hp, 42 at attack 11"), "begun again: {heard}");
}

#[test]
fn what_is_no_key_and_what_is_no_tower_is_said_in_one_sentence() {
    let heard =
        ask("position project examples/tower moves zz\nposition fen 1;1 2;10 10;1 1 1 1 1;1;99 1 1 1 0;5 1 1 1 0 0\n\
        position fen 1;1 2;11 99;1 1 1 1 1;1;99 1 1 1 0;5 1 1 1 0 0\n");
    let errors = errors(&heard);
    let said = |text: &str| errors.iter().any(|error| error.contains(text));
    assert!(
        said("unreadable move \"zz\", expected U, D, L, R, N, C, P, F, I, e, u, M, T, t or G and what"),
        "{errors:?}"
    );
    assert!(said("bad map ("), "{errors:?}");
    assert!(said("bad place of the hero"), "{errors:?}");
}
