//! Commands of the command line: engines that flood, games that cannot be read.

use super::Scratch;
use common::process::{Ended, run};
use std::fs;

const MEIHUA: &str = env!("CARGO_BIN_EXE_meihua");

fn play(words: &[&str], lines: &str) -> Ended {
    run(&[&["play"], words].concat()).input(lines).patience(40).end()
}

#[test]
fn m6_an_engine_that_floods_is_found_to_hang() {
    let scratch = Scratch::new("flood");
    let script = "echo uciok; echo readyok; while read -r word rest; do case $word in \
                  isready) echo readyok;; go) yes \"info string $(head -c 60000 /dev/zero | tr '\\0' x)\";; quit) exit;; esac; done";
    let flood = scratch.file("flood.sh", script);
    let (command, flood) = (format!("cmd={MEIHUA}"), format!("arg={flood}"));
    let engines = ["match", "--engine", "name=flood", "cmd=bash", &flood, "--engine", "name=b", &command];
    let words = [&engines[..], &["--each", "nodes=50", "--games", "2", "--patience", "2", "--quiet"]].concat();
    let ended = run(&words).limits("ulimit -v 3000000").patience(60).end();
    assert_eq!(ended.status, Some(3), "{ended:?}");
}

#[test]
fn m14_a_game_that_cannot_be_read_is_refused_by_name() {
    let scratch = Scratch::new("games");
    let page =
        "[DhtmlXQ]\n[DhtmlXQ_title]a game[/DhtmlXQ_title]\n[DhtmlXQ_movelist]7747[/DhtmlXQ_movelist]\n[/DhtmlXQ]\n";
    let page = scratch.file("page.txt", page);
    let chinese = scratch.file(
        "gbk.pgn",
        b"[Event \"\xcf\xf3\xc6\xe5\"]\n[Red \"\xba\xec\"]\n\n1. \xc5\xda\xb6\xfe\xc6\xbd\xce\xe5 *\n",
    );
    for path in [&page, &chinese] {
        let name = path.rsplit('/').next().expect("a name");
        let ended = play(&["xiangqi", "--side", "both"], &format!("h2e2\nload {path}\nfen\n"));
        let is_told = ended.out.contains(name) || ended.err.contains(name);
        // Either it is read, then its first move is on the board, or it is refused, and the game goes on.
        let is_read = ended.out.lines().any(|line| line.contains("1C2C4") && line.contains(" b "));
        assert!(ended.is_orderly() && (is_told || is_read), "{name}: {ended:?}");
        assert!(
            !ended.out.contains("rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w"),
            "{name}: {ended:?}"
        );
    }
    let ended = play(&["xiangqi", "no-such-game.pgn"], "");
    assert_eq!(ended.status, Some(1), "{ended:?}");
    let told = ended.err.to_lowercase();
    assert!(told.contains("neither a file nor a position") && told.contains("no-such-game.pgn"), "{ended:?}");
}

#[test]
fn m14_a_game_that_was_saved_can_be_drawn() {
    let scratch = Scratch::new("saved");
    let path = scratch.path("mine.pgn");
    let ended = play(&["xiangqi", "--side", "both"], &format!("h2e2\nh9g7\nsave {path}\n"));
    assert!(fs::exists(&path).expect("a folder"), "{ended:?}");
    let drawn = run(&["draw", "xiangqi", &path]).end();
    let is_refused = drawn.status == Some(1) && drawn.err.contains("mine.pgn") && !drawn.err.contains("bad board");
    assert!(is_refused || (drawn.status == Some(0) && drawn.out.contains("<svg")), "{:?} {}", drawn.status, drawn.err);
    assert!(!drawn.err.contains("[Event"), "{}", drawn.err);
}
