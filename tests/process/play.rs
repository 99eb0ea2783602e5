//! `meihua play` through a pipe: nothing is asked, input waits while the engine thinks, and every game can be played to
//! its end.

use common::{Engine, fresh};
use std::fs;

/// What the process answers to these lines, all at once, up to its end.
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
    assert!(
        heard.contains("\"h2e2\" is not a legal move") && heard.contains("\"H2-G4\" is not a legal move"),
        "{heard}"
    );
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
    assert!(
        heard.contains("already exists") && heard.contains("there is no file") && heard.contains(".missing\""),
        "{heard}"
    );
    fs::remove_file(game).unwrap();
    fs::remove_file(position).unwrap();
}

#[test]
fn a_saved_game_keeps_names_comments_and_variations_in_every_format() {
    let own = "[Event \"cup\"]\n[Red \"甲\"]\n[Black \"乙\"]\n[Annotator \"x\"]\n\n1. h2e2! {solid} h9g7 (1... h7e7 {direct}) 2. h0g2 1-0\n";
    let first = fresh("annotated.pgn");
    fs::write(&first, own).unwrap();
    let pgn = first.display().to_string();
    // From format to format, each loaded by another process; the line that leaves the game becomes a variation of it.
    let chain = ["a.xqf", "a.ubb", "a.json", "b.pgn"].map(fresh);
    let mut before = pgn.clone();
    for (number, path) in chain.iter().enumerate() {
        let path = path.display().to_string();
        let played = if number == 0 { "undo\nundo\nb9c7\n" } else { "" };
        let heard = play(&["xiangqi", "--side", "both"], &format!("load {before}\n{played}save {path} iccs\n"));
        assert!(heard.contains("cup: 甲 - 乙, 1-0, 3 plies, ") && heard.contains("2 comments"), "{heard}");
        assert!(heard.contains(&format!("saved {path}")), "{heard}");
        before = path;
    }
    let text = fs::read_to_string(&chain[3]).unwrap();
    for part in ["[Event \"cup\"]", "[Red \"甲\"]", "{solid}", "(1... H7-E7 {direct})", "(1... B9-C7)", "2. H0-G2 1-0"]
    {
        assert!(text.contains(part), "{part}: {text}");
    }
    // XQF has no marks and no place for the annotator's tag of another name; that is reported, not silent.
    let heard = play(&["xiangqi", &pgn, "--side", "both"], &format!("save {pgn}\nsave {pgn}.xqf\n"));
    assert!(heard.contains(&format!("saved {pgn}\n")), "the file of this game may be written again: {heard}");
    assert!(heard.contains("the format cannot hold 1 mark"), "{heard}");
    assert!(fs::read_to_string(&first).unwrap().contains("[Annotator \"x\"]"));
    for path in chain.iter().chain([&first, &fresh("annotated.pgn.xqf")]) {
        _ = fs::remove_file(path);
    }
}

#[test]
fn what_is_not_read_whole_is_not_written_over() {
    let path = fresh("library.uci");
    fs::write(&path, "[Event \"a\"]\n\n1. h2e2 *\n\n[Event \"b\"]\n\n1. b2e2 *\n").unwrap();
    let name = path.display().to_string();
    let heard = play(&["xiangqi", "--side", "both"], &format!("load {name}\nsave {name}\n"));
    assert!(heard.contains("first game of the file") && heard.contains("already exists"), "{heard}");
    let others =
        [("xiangqi", "some notes\n"), ("river", "3 3 2 moves P1D1 P1\nnotes\n"), ("river", "3 3 2 moves P1D1 P1 P9\n")];
    for (game, text) in others {
        fs::write(&path, text).unwrap();
        let heard = play(&[game], &format!("load {name}\nsave {name}\n"));
        assert!(heard.contains("already exists"), "{text}: {heard}");
        assert_eq!(fs::read_to_string(&path).unwrap(), text);
    }
    fs::remove_file(path).unwrap();
}

#[test]
fn a_puzzle_is_saved_with_its_moves() {
    let path = fresh("river.uci");
    let name = path.display().to_string();
    let heard = play(&["river"], &format!("P1D1\nsave {name}\nsave {name}.pgn\nnew\nload {name}\nmoves\n"));
    assert!(heard.contains("played: P1D1\n") && heard.contains("a name that ends in .uci"), "{heard}");
    assert_eq!(fs::read_to_string(&path).unwrap(), "position fen -/-/P3D3 r 2 moves P1D1\n");
    fs::remove_file(path).unwrap();
}

#[test]
fn a_tower_of_many_floors_is_saved_with_its_moves_or_not_at_all() {
    let path = fresh("tower.uci");
    let name = path.display().to_string();
    let lines = format!("R4D2\nsave {name}.txt\nsave {name}.fen\nsave {name}\nnew\nload {name}\nmoves\nquit\n");
    let heard = play(&["tower", "examples/tower"], &lines);
    assert_eq!(heard.matches("expected a name that ends in .uci (the tower and the moves as one line)").count(), 2);
    assert!(heard.contains(&format!("saved {name}\n")) && heard.contains("played: R R R R D D\n"), "{heard}");
    fs::remove_file(path).unwrap();
}

#[test]
fn a_puzzle_comes_from_every_form_that_it_is_written_in() {
    let exchange = fresh("river.json");
    let json =
        r#"{"game":"river","start":"-/-/P3D3 r 2","result":"*","tags":{},"moves":[{"move":"P1D1"},{"move":"P1"}]}"#;
    fs::write(&exchange, json).unwrap();
    let name = exchange.display().to_string();
    for heard in [play(&["river", &name], "moves\n"), play(&["river"], &format!("load {name}\nmoves\n"))] {
        assert!(heard.contains("played: P1D1 P1\n"), "{heard}");
    }
    fs::remove_file(exchange).unwrap();
    // A puzzle in PDDL has comments, and is not written over by a position.
    let (own, saved) = (fresh("torch.pddl.uci"), fresh("torch.uci"));
    fs::copy("examples/puzzles/torch.pddl", &own).unwrap();
    let (own_name, saved_name) = (own.display(), saved.display());
    let mv = "cross-alone(ada,here,there)";
    let lines = format!("load {own_name}\n{mv}\nsave {saved_name}\nsave {own_name}\nnew\nload {saved_name}\nmoves\n");
    let heard = play(&["plan"], &lines);
    assert!(heard.contains("already exists") && heard.contains(&format!("played: {mv}\n")), "{heard}");
    let heard = play(&["plan", &saved.display().to_string()], "moves\n");
    assert!(heard.contains(&format!("played: {mv}\n")), "{heard}");
    fs::remove_file(own).unwrap();
    fs::remove_file(saved).unwrap();
}

#[test]
fn puzzles_are_helped_and_solved() {
    let heard = play(&["river"], "P1D1\nhint\nD3\nsolve\n");
    assert!(heard.contains("why: 10 crossings to the goal; nothing is shorter (proven)"), "{heard}");
    assert!(heard.contains("\"D3\" is not a legal move"), "{heard}");
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
    assert_eq!(lists, ["played: 1. d1", "played: none yet"], "{heard}");
}

#[test]
fn what_is_wrong_is_said() {
    let heard = play(&["cfour", "--side", "both"], "h\nxyzzy\nlevel 99\n4 4\nundo\nredo\nresign\nd\n");
    for part in [
        "7 columns",
        "unreadable move \"xyzzy\"",
        "from -4 (weakest) to 20",
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

#[test]
fn the_move_of_the_engine_stands_below_the_board_that_shows_it() {
    for (game, first, who) in [("xiangqi", "h2e2", "Black plays "), ("cfour", "d", "Yellow plays ")] {
        let heard = play(&[game, "--level", "0", "--depth", "2"], first);
        let last = heard.lines().last().unwrap();
        assert!(last.starts_with(who), "{heard}");
        assert_eq!(
            heard.lines().rev().nth(1).unwrap().trim_start().chars().next(),
            Some(if game == "cfour" { '1' } else { 'a' })
        );
        assert!(!last.contains('@'), "{heard}");
    }
}

#[test]
fn check_is_announced_and_mate_once() {
    let fen = "3k5/9/2P6/1R7/9/9/9/9/9/R3K4 w - - 0 1";
    let heard = play(&["xiangqi", fen, "--side", "both"], "a0a9\nd9d8\nb6b8\n");
    assert_eq!(heard.matches("Black is in check.").count(), 1, "mate is the end, not a check: {heard}");
    assert!(heard.ends_with("Red wins: checkmate."), "{heard}");
    // The engine gives check: there is no other legal move but king moves into the open file.
    let fen = "3k5/9/9/9/9/9/9/9/r8/4K4 b - - 0 1";
    let heard = play(&["xiangqi", fen, "--side", "black"], "a1a0\n");
    assert!(heard.contains("Red is in check."), "{heard}");
    let heard = play(&["xiangqi", "4k4/4r4/9/9/9/9/9/4r4/9/3K5 b - - 0 1", "--side", "red", "--depth", "6"], "");
    let check =
        |line: &str| line.starts_with("Black plays ") && (line.contains(": check!") || line.contains("checkmate"));
    assert!(heard.lines().any(check), "{heard}");
}

#[test]
fn words_that_people_try_are_understood_or_led_on() {
    let heard = play(&["xiangqi", "--side", "both"], "h2e2\nback\nmoves\nflip\nudno\nq\nhint\n");
    assert!(heard.contains("played: none yet"), "{heard}");
    assert!(heard.contains("   i   h   g   f   e   d   c   b   a"), "{heard}");
    assert!(heard.ends_with("\"udno\" is neither a command nor a move: did you mean `undo`?"), "q leaves: {heard}");
    let heard = play(&["cfour", "--side", "both"], "4343434\nd\nc\nd\nc\nd\nc\nd\nudno\nflip\n");
    assert!(heard.contains("Red wins: four in a row.\ndid you mean `undo`? the game is over"), "{heard}");
    assert!(heard.ends_with("this board cannot be turned"), "{heard}");
}

#[test]
fn stones_are_shown_as_people_write_them_and_read_in_every_way() {
    let heard = play(&["cfour", "--side", "both", "--depth", "4"], "P@d1\nd2\n4\nd\nmoves\nhint\n");
    assert!(heard.contains("played: 1. d1 d2 2. d3 d4\nlegal (7): a1 b1 c1 d5 e1 f1 g1\n"), "{heard}");
    assert!(heard.contains("hint: ") && !heard.contains("P@"), "{heard}");
}

#[test]
fn help_names_the_commands_of_the_game_alone() {
    let heard = play(&["tower"], "help\n");
    assert!(heard.contains("\nsolve ") && !heard.contains("resign") && !heard.contains("notation"), "{heard}");
    assert!(play(&["xiangqi"], "help\n").contains("\nflip "));
}

#[test]
fn games_of_any_format_are_loaded_and_other_files_refused_by_name() {
    let file = |name: &str, bytes: &[u8]| {
        let path = fresh(name);
        fs::write(&path, bytes).unwrap();
        path
    };
    let html = file(
        "dhtml.txt",
        b"[DhtmlXQ]\n[DhtmlXQ_ver]www_dpxq_com[/DhtmlXQ_ver]\n[DhtmlXQ_movelist]7747[/DhtmlXQ_movelist]\n",
    );
    // The move of the first red cannon in GBK.
    let gbk = file("gbk.pgn", b"[Game \"Chinese Chess\"]\n\n1. \xc5\xda\xb6\xfe\xc6\xbd\xce\xe5 *\n");
    let xqf = file("old.xqf", b"XQ\x0a\x00\x01\x02\x03");
    for path in [&html, &gbk] {
        let heard = play(&["xiangqi", "--side", "both"], &format!("c3c4\nload {}\nmoves\n", path.display()));
        assert!(heard.contains("played: 1. C2=5\n"), "{heard}");
    }
    let heard = play(&["xiangqi", "--side", "both"], &format!("h2e2\nload {}\nmoves\n", xqf.display()));
    assert!(
        heard.contains("the header needs 1024 bytes, 7 are left") && heard.contains("played: 1. C2=5\n"),
        "the game goes on: {heard}"
    );
    let never = fresh("g1.cbr");
    let heard = play(&["xiangqi", "--side", "both"], &format!("h2e2\nsave {}\n", never.display()));
    assert!(heard.contains("a name that ends in .pgn, .xqf") && !never.exists(), "{heard}");
    let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_meihua"));
    let output = command.args(["play", "xiangqi", "nofile.pgn"]).output().unwrap();
    let complaint = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(
        (output.status.code(), complaint.contains("nofile.pgn: neither a file nor a position")),
        (Some(1), true),
        "{complaint}"
    );
    [html, gbk, xqf].iter().for_each(|path| fs::remove_file(path).unwrap());
}

#[cfg(unix)]
#[test]
fn a_pipe_is_not_waited_for() {
    let pipe = fresh("load.fifo");
    assert!(std::process::Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    let heard = play(&["xiangqi", "--side", "both"], &format!("load {}\nmoves\n", pipe.display()));
    assert!(heard.contains("regular file") && heard.contains("played: none yet"), "{heard}");
    fs::remove_file(&pipe).unwrap();
}

/// Words of three letters and more that Chinese texts hold on purpose.
const FOREIGN: [&str; 12] =
    ["wxf", "WXF", "wwasd", "WASD", "Tab", "Ctrl", "DhtmlXQ", "pgn", "json", "xqf", "meihua", "txt"];

#[test]
fn every_text_is_chinese_where_chinese_is_spoken() {
    let files = fresh("中文.svg").display().to_string();
    let script = |game: &str| match game {
        "xiangqi" => {
            "炮二平五\n提示 2\ne3e4x\na0a9\ne0e5\n局面 x\n级别 初级\n级别 99\n时间 300\n执棋 双方\n记谱 中文\n翻转\n认输\n"
        }
        "cfour" => "4\n提示 3\nz\n9\nd9\n悔棋\n重走\n认输\n走\n",
        "river" => "P1D1\nD3\n提示 2\nxyz\n解答\n新局 4 4 2\n提示\n",
        "sliding" => "2\n9\nx\n提示\n解答\n",
        _ => "a\n4,9\nx\n提示 3\n解答\n",
    };
    for game in ["xiangqi", "cfour", "river", "sliding", "tower"] {
        let lines = format!("帮助\n{}着法\n悔棋\n悔棋\n悔棋\n保存 {files}\n打开 没有.pgn\n退出\n", script(game));
        let level =
            if game == "xiangqi" || game == "cfour" { vec!["--level", "入门", "--depth", "2"] } else { vec![] };
        let heard = play(&[&[game, "--lang", "zh"], level.as_slice()].concat(), &lines);
        let words: Vec<&str> = heard
            .lines()
            // A path and a FEN are in no language.
            .filter(|line| !line.contains(&files) && !line.contains("/9/"))
            .flat_map(|line| line.split(|c: char| !c.is_ascii_alphabetic()))
            .filter(|word| word.len() > 2 && !FOREIGN.contains(word))
            .filter(|word| !word.chars().all(|c| "PDBWwasd".contains(c)))
            .filter(|word| !["chinese", "iccs", "hop", "ubb", "uci", "fen", "xyz"].contains(word))
            .collect();
        assert!(words.is_empty(), "{game}: {words:?} in\n{heard}");
        assert!(heard.contains("提示：") && heard.contains("不存在"), "{heard}");
    }
}

#[test]
fn the_locale_chooses_the_language_and_lang_has_the_last_word() {
    let heard = |language: &str, more: &[&str]| {
        let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_meihua"));
        command.args(["play", "xiangqi", "--side", "both"]).args(more).env_remove("LC_ALL");
        command.env("LC_MESSAGES", "").env("LANG", language).stdin(std::process::Stdio::null());
        let mut child =
            command.stdin(std::process::Stdio::piped()).stdout(std::process::Stdio::piped()).spawn().unwrap();
        std::io::Write::write_all(&mut child.stdin.take().unwrap(), "h2e2\nmoves\n".as_bytes()).unwrap();
        String::from_utf8(child.wait_with_output().unwrap().stdout).unwrap()
    };
    assert!(heard("zh_CN.UTF-8", &[]).contains("已走：1. 炮二平五"));
    assert!(heard("zh_CN.UTF-8", &["--lang", "en"]).contains("played: 1. C2=5"));
    assert!(heard("C.UTF-8", &["--lang", "zh", "--notation", "iccs"]).contains("已走：1. h2e2"));
}

#[test]
fn a_hint_of_several_moves_and_what_was_taken() {
    let heard = play(&["xiangqi", "--side", "both", "--depth", "3"], "hint 3\n");
    for part in ["hint: ", "  2. ", "  3. "] {
        assert!(heard.contains(part), "{part}: {heard}");
    }
    assert!(!heard.contains("  4. "), "{heard}");
    let heard = play(&["tower"], "hint 4\n");
    for part in ["7,3: the boss falls with 196 hp left", "7,7: the boss falls with 174 hp left"] {
        assert!(heard.contains(part), "{part}: {heard}");
    }
    let heard = play(&["xiangqi", "--side", "both"], "h2h9\nlevel medium\n");
    assert!(heard.contains("   took: 馬") && heard.contains("level 8 of 20, medium: sees short"), "{heard}");
}

#[test]
fn a_game_comes_through_standard_input() {
    let out = play(&["xiangqi", "-", "--side", "both"], "1. 炮二平五 马８进７ 2. 马二进三 *\n");
    for rank in ["7  ├───砲──┼───┼───┼───┼───馬──砲──┤", "2  ├───炮──┼───┼───炮──┼──[傌]─┼───┤"]
    {
        assert!(out.contains(rank), "{out}");
    }
}

/// `U` is a step up in a multi-floor tower, and the short form of `undo`: where it is legal it is the move. So it is with
/// whatever else `moves` lists, in every game.
#[test]
fn what_is_listed_as_a_move_is_a_move() {
    let tower = ["tower", "examples/tower"];
    let legal = |arguments: &[&str], lines: &str| -> Vec<String> {
        let heard = play(arguments, &format!("{lines}moves\n"));
        let list = heard.lines().rev().find_map(|line| line.strip_prefix("legal (")).expect("a list");
        let (_, moves) = list.split_once("): ").expect("moves");
        moves.split(' ').map(str::to_owned).collect()
    };
    // A walk that comes to where the hero can go up.
    let mut walk = String::new();
    let up = (0..12).find_map(|_| {
        let moves = legal(&tower, &walk);
        if moves.iter().any(|mv| mv == "U") {
            return Some(moves);
        }
        let step = ["D", "R"].into_iter().find(|&step| moves.iter().any(|mv| mv == step))?;
        walk += &format!("{step}\n");
        None
    });
    assert!(up.is_some(), "no way up: {walk}");
    let heard = play(&tower, &format!("{walk}U\nmoves\n"));
    let played = heard.lines().rev().find_map(|line| line.strip_prefix("played: ")).expect("a list");
    assert!(played.ends_with('U'), "{heard}");
    for arguments in
        [&["river"][..], &["sliding"], &["tower"], &["cfour", "--side", "both"], &["xiangqi", "--side", "both"]]
    {
        for word in legal(arguments, "") {
            let heard = play(arguments, &format!("{word}\nmoves\n"));
            assert!(!heard.contains("played: none yet"), "{arguments:?} {word}: {heard}");
        }
    }
}
