//! `meihua play` through a pipe: nothing is asked, input waits while the engine thinks, and every game can be played to
//! its end.

mod common;

use common::{Engine, fresh};
use std::fs;

/// What the process says to these lines, all at once, up to its end.
fn play(arguments: &[&str], lines: &str) -> String {
    let mut process = Engine::start_with(&[&["play"], arguments].concat());
    process.send(lines);
    process.close_input();
    let heard = process.rest().join("\n");
    assert!(process.exit().success(), "{heard}");
    heard
}

#[test]
fn two_people_mate_in_every_notation() {
    let heard = play(&["xiangqi", "--side", "both"], "炮二平五\nH8+7\nh2e2\nH2-G4\nh0g2\nmoves\n");
    assert!(heard.contains("illegal move \"h2e2\"") && heard.contains("illegal move \"H2-G4\""), "{heard}");
    assert!(heard.contains("played: 1. C2=5 H8+7 2. H2+3\n"), "{heard}");
    let fen = "3k5/9/4R4/9/9/9/9/9/9/R3K4 w - - 0 1";
    let heard = play(&["xiangqi", fen, "--side", "both"], "R9=6\nmoves\n");
    assert!(heard.contains("Red wins: checkmate."), "{heard}");
    assert!(heard.contains("played: 1. R9=6\nlegal (0): "), "{heard}");
    assert!(heard.contains("[俥]") && !heard.contains('\x1b'), "a pipe gets marks and no colours: {heard}");
}

#[test]
fn the_engine_answers_and_turns_are_taken_back_in_pairs() {
    let heard = play(&["xiangqi", "--level", "0", "--depth", "2"], "h2e2\nundo\nmoves\nredo\nmoves\n");
    let lists: Vec<&str> = heard.lines().filter(|line| line.starts_with("played: ")).collect();
    assert_eq!(lists[0], "played: none yet", "{heard}");
    assert!(lists[1].starts_with("played: 1. C2=5 ") && lists[1].split(' ').count() == 4, "{heard}");
    assert_eq!(heard.matches("Black plays ").count(), 1, "{heard}");
    let heard = play(&["xiangqi", "--side", "black", "--level", "0", "--depth", "2"], "undo\n");
    assert!(heard.contains("nothing to take back"), "the engine's first move stays: {heard}");
    assert!(heard.contains("   i   h   g   f   e   d   c   b   a"), "black looks from its own side: {heard}");
}

#[test]
fn two_engines_play_to_the_end_without_a_word() {
    let arguments = ["cfour", "--side", "none", "--level", "20,3", "--depth", "6", "--seed", "7", "--ascii"];
    let heard = play(&arguments, "");
    assert!(heard.contains("four in a row.") || heard.contains("the board is full."), "{heard}");
    assert!(heard.is_ascii());
}

#[test]
fn games_and_positions_are_saved_and_loaded() {
    let (game, position) = (fresh("a game.pgn"), fresh("position.fen"));
    let (pgn, fen) = (game.display().to_string(), position.display().to_string());
    let lines = format!("h2e2\nh9g7\nsave {pgn} chinese\nsave {fen}\nh0g2\nsave {pgn}\nnew\nload {pgn}\nmoves\n");
    let heard = play(&["xiangqi", "--side", "both"], &lines);
    assert!(heard.contains("played: 1. C2=5 H8+7 2. H2+3"), "{heard}");
    assert!(
        fs::read_to_string(&position)
            .unwrap()
            .starts_with("rnbakab1r/9/1c4nc1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR w")
    );
    let heard = play(&["xiangqi", &pgn, "--side", "both"], "undo\nfen\n");
    assert!(heard.contains("1C2C4/9/RNBAKABNR w"), "{heard}");
    let heard = play(&["xiangqi", "--side", "both"], &format!("save {fen}\nload {fen}.missing\n"));
    assert!(heard.contains("exists already") && heard.contains(".missing"), "{heard}");
    fs::remove_file(game).unwrap();
    fs::remove_file(position).unwrap();
}

#[test]
fn puzzles_are_helped_and_solved() {
    let heard = play(&["river"], "P1D1\nhint\nD3\nsolve\n");
    assert!(heard.contains("why: 10 crossings to the goal; nothing is shorter (proven)"), "{heard}");
    assert!(heard.contains("illegal move \"D3\""), "{heard}");
    assert!(
        heard.contains("All are across: 11 crossings.\nThe best from the start: crossings 11 (proven)."),
        "{heard}"
    );
    let heard = play(&["river", "4", "4", "2"], "hint\n");
    assert!(heard.contains("no plan leads to the goal from here (proven)"), "{heard}");
    let heard = play(&["sliding", "BW_ cost"], "2\nundo\nsolve\n");
    assert!(heard.contains("Solved: 1 move, cost 1."), "{heard}");
    let heard = play(&["tower"], "a\nsolve\n");
    assert!(heard.contains("The boss is dead: ") && heard.contains("keys: "), "{heard}");
}

#[test]
fn giving_up_is_taken_back_like_a_turn() {
    let heard = play(&["cfour", "--side", "both"], "d\nresign\nundo\nmoves\nundo\nmoves\n");
    assert!(heard.contains("Red wins: yellow resigns."), "{heard}");
    let lists: Vec<&str> = heard.lines().filter(|line| line.starts_with("played: ")).collect();
    assert_eq!(lists, ["played: 1. P@d1", "played: none yet"], "{heard}");
}

#[test]
fn what_is_wrong_is_said() {
    let heard = play(&["cfour", "--side", "both"], "h\nxyzzy\nlevel 99\n4 4\nundo\nredo\nresign\nd\n");
    for part in [
        "7 columns",
        "unreadable move \"xyzzy\"",
        "from 0 (weakest) to 20",
        "nothing to take back",
        "nothing to play again",
        "Yellow wins: red resigns.",
        "the game is over",
    ] {
        assert!(heard.contains(part), "{part}: {heard}");
    }
    for (arguments, status) in
        [(&["play", "ludo"][..], 2), (&["play", "xiangqi", "9/9 w"], 1), (&["play", "river", "--level", "1,2,3"], 2)]
    {
        let mut process = Engine::start_with(arguments);
        assert_eq!(process.exit().code(), Some(status), "{arguments:?}");
    }
}

/// The dialogue of a section of docs/play.md.
fn dialogue(title: &str) -> Vec<&'static str> {
    let page = include_str!("../docs/play.md");
    let (_, section) = page.split_once(&format!("## {title}")).expect("a section of this title");
    let (_, text) = section.split_once("```text\n").expect("a dialogue");
    text.split("\n```").next().expect("its end").lines().collect()
}

/// What is typed in a dialogue, with the moves of the engine.
fn moves_and_commands(dialogue: &[&'static str]) -> String {
    let typed = |line: &&'static str| {
        let engine = line.split_once(" plays ").map(|(_, mv)| mv.split(' ').next().unwrap_or(mv));
        let person = line.split_once("> ").map(|(_, text)| text).filter(|text| *text != "hint");
        engine.or(person)
    };
    dialogue[1..].iter().filter_map(typed).collect::<Vec<_>>().join("\n")
}

#[test]
fn the_dialogues_of_the_page_are_true() {
    for (title, arguments, result) in [
        ("Four in a row", &["cfour", "--side", "both"][..], "four in a row."),
        ("Priests and Devils", &["river"], "All are across: 11 crossings."),
        ("Sliding blocks", &["sliding", "BBWW_", "cost"], "Solved: 3 moves, cost 5."),
        ("Magic Tower", &["tower"], "The boss is dead: 196 hp left."),
    ] {
        let dialogue = dialogue(title);
        let heard = play(arguments, &moves_and_commands(&dialogue));
        let refused = |lines: &mut dyn Iterator<Item = &str>| lines.filter(|line| line.contains("illegal")).count();
        assert!(dialogue.iter().any(|line| line.ends_with(result)), "{title}");
        assert!(heard.lines().any(|line| line.ends_with(result)), "{title}: {heard}");
        assert_eq!(refused(&mut heard.lines()), refused(&mut dialogue.iter().copied()), "{title}: {heard}");
    }
}
