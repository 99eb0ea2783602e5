//! Evaluations, searches and exact values.

use super::{along_random_games, example, start};
use meihua_contracts::control::Control;
use meihua_contracts::game::{Game, Outcome};
use meihua_contracts::text::GameText;
use meihua_engine::search::Searcher;
use meihua_engine::search::limits::{Limits, Settings};
use meihua_engine::search::report::Report;
use meihua_variants::Unsolved;

#[test]
fn evaluations_do_not_depend_on_the_colour() {
    for name in ["chess", "crazyhouse", "3check", "kingofthehill", "antichess", "atomic", "breakthrough"] {
        along_random_games(&start(&format!("[g:{name}]"), "g"), 4, |position, _| {
            let fen = position.fen();
            let (board, rest) = fen.split_once(' ').unwrap();
            let (board, hands) = board.split_once('[').unwrap_or((board, ""));
            let ranks: Vec<&str> = board.split('/').rev().collect();
            let swapped = |text: &str| -> String {
                let other = |c: char| if c.is_lowercase() { c.to_ascii_uppercase() } else { c.to_ascii_lowercase() };
                text.chars().map(other).collect()
            };
            let words: Vec<&str> = rest.split(' ').collect();
            let side = if words[0] == "w" { "b" } else { "w" };
            let hands = if hands.is_empty() { String::new() } else { format!("[{}", swapped(hands)) };
            let checks = words.iter().find_map(|word| word.split_once('+'));
            let checks = checks.map_or(String::new(), |(white, black)| format!(" {black}+{white}"));
            let turned = format!("{}{hands} {side} {} -{checks} 0 1", swapped(&ranks.join("/")), swapped(words[1]));
            let turned = position.like(&turned).unwrap();
            assert_eq!(turned.evaluate(), position.evaluate(), "{name}: {fen}");
        });
    }
}

#[test]
fn published_values_of_small_games() {
    let solved = |file: &str, name: &str| example(file, name).solve(100_000, &Control::new()).unwrap();
    // Tic-tac-toe is a draw and has 5,478 positions; the second player wins hexapawn (M. Gardner, 1962); heaps of 1, 2
    // and 3 lose for the first player, because 1 xor 2 xor 3 = 0 (C. Bouton, 1901).
    let tictactoe = solved("tictactoe.ini", "tictactoe");
    assert_eq!((tictactoe.outcome, tictactoe.positions), (Outcome::Draw, 5_478));
    assert_eq!(solved("hexapawn.ini", "hexapawn").outcome, Outcome::Loss);
    assert_eq!(solved("nim.ini", "nim123").outcome, Outcome::Loss);
    let one_more = example("nim.ini", "nim123").like("*1p/*p1/3/2p/PPP w - - 0 1").unwrap();
    assert_eq!(one_more.solve(100_000, &Control::new()).unwrap().outcome, Outcome::Win);
    let stopped = Control::new();
    stopped.stop();
    assert_eq!(example("chess.ini", "chess").solve(usize::MAX, &stopped), Err(Unsolved::Stopped));
    let too_large = example("chess.ini", "chess").solve(1_000, &Control::new()).unwrap_err();
    assert_eq!(too_large.to_string(), "more than 1000 positions can be reached");
}

#[test]
fn small_othello_is_lost_by_eight() {
    // 4x4: the second player wins (J. Feinstein, 1993).
    let text = "[o:flipello]\nmaxRank = 4\nmaxFile = 4\nfreeDrops = true\nstartFen = 4/1pP1/1Pp1/4 w - - 0 1\nenclosingDropStart = -";
    assert_eq!(start(text, "o").solve(200_000, &Control::new()).unwrap().outcome, Outcome::Loss);
}

#[test]
fn counts_of_moves_are_no_wins() {
    // King and rook against king on 4x4: mate takes more plies than the rule allows.
    let with = |rule: &str| {
        format!("[m]\nmaxRank = 4\nmaxFile = 4\nking = k\nrook = r\n{rule}\nstartFen = k3/4/4/1R1K w - - 0 1\n")
    };
    let solved = |rule: &str| start(&with(rule), "m").solve(100_000, &Control::new());
    let won = solved("nMoveRule = 0").unwrap();
    assert_eq!(won.outcome, Outcome::Win);
    let moves = won.plies.div_ceil(2);
    assert_eq!(solved(&format!("nMoveRule = {}", moves + 1)).unwrap(), won);
    assert!(solved(&format!("nMoveRule = {}", moves - 1)).unwrap_err().to_string().starts_with("nMoveRule"));
    assert!(solved("nMoveRule = 0\ncountingRule = makruk").unwrap_err().to_string().starts_with("countingRule"));
    // Without a rook nobody wins, whatever is counted.
    let drawn = with("nMoveRule = 3").replace("1R1K", "3K");
    assert_eq!(start(&drawn, "m").solve(100_000, &Control::new()).unwrap().outcome, Outcome::Draw);
    // Kings alone, of which the pieces decide when the game does not end: that is no draw by right.
    let settled = with("nMoveRule = 3\nmaterialCounting = unweighted").replace("1R1K", "3K");
    assert!(
        start(&settled, "m").solve(100_000, &Control::new()).unwrap_err().to_string().starts_with("materialCounting")
    );
}

#[test]
fn passes_are_counted_to_the_end() {
    // Stones in turn, where both may pass: lengths found by a search of the whole tree.
    let small = "maxRank = 1\nmaxFile = 5\nimmobile = p\npieceDrops = true\nfreeDrops = true\npass = true\n\
                 materialCounting = unweighted\nstalemateValue = win\nstartFen = 5 w - - 0 1\n";
    let position = start(&format!("[s]\n{small}"), "s");
    let solved = position.solve(100_000, &Control::new()).unwrap();
    assert_eq!(solved.plies, 7);
    assert_eq!(solved.line.len(), 7);
    let mut end = position;
    for text in &solved.line {
        let mv = end.parse_move(text, true).unwrap();
        end.make(mv);
    }
    assert!(end.verdict().outcome.is_some());
}

#[test]
fn nothing_is_played_after_two_passes() {
    let mut position = example("janggi.ini", "janggi");
    for text in ["e2e2", "pass"] {
        let mv = position.parse_move(text, true).unwrap();
        position.make(mv);
    }
    assert!(position.verdict().outcome.is_some());
    assert!(position.parse_move("a4a5", true).unwrap_err().to_string().contains("the game is over"));
    let chess = example("chess.ini", "chess");
    assert!(chess.parse_move("pass", true).unwrap_err().to_string().contains("nobody may pass here"));
}

#[test]
fn the_moves_before_count_for_exact_values() {
    // Black can only go up and down, and White runs to the last rank: a win, unless the game is drawn by repetition.
    let text = "[race]\nmaxFile = 2\nmaxRank = 5\ncustomPiece1 = a:mW\ncustomPiece2 = b:mvW\n\
                mobilityRegionBlackCustomPiece2 = b4 b5\nmobilityRegionWhiteCustomPiece1 = a*\n\
                startFen = 1b/2/2/A1/2 w - - 0 1\nflagPieceWhite = a\nflagRegionWhite = *5\n";
    let after = |more: &str, moves: &str| {
        let mut position = start(&format!("{text}{more}"), "race");
        for word in moves.split_whitespace() {
            let mv = position.parse_move(word, true).unwrap();
            position.make(mv);
        }
        position
    };
    let solved = |moves: &str| after("", moves).solve(1_000, &Control::new()).unwrap();
    let value = |moves: &str| (solved(moves).outcome, solved(moves).plies);
    assert_eq!(value(""), (Outcome::Win, 5));
    assert_eq!(value("a2a3 b5b4"), (Outcome::Win, 3));
    // The start has come twice; its third time is a draw, and Black has no other move.
    let twice = "a2a3 b5b4 a3a2 b4b5 a2a3 b5b4 a3a2";
    assert_eq!(value(twice), (Outcome::Draw, 0));
    assert_eq!(solved(twice).line, ["b4b5"]);
    let over = format!("{twice} b4b5");
    assert_eq!((value(&over), solved(&over).line.len()), ((Outcome::Draw, 0), 0));
    // Where no repetition draws, nothing of this counts.
    assert_eq!(after("nFoldRule = 0\n", &over).solve(1_000, &Control::new()).unwrap().outcome, Outcome::Win);
    // Moves that may begin the count anew without being for ever are not followed.
    let unclear = after("nMoveRuleTypes = b\n", twice).solve(1_000, &Control::new()).unwrap_err();
    assert!(unclear.to_string().starts_with("nMoveRuleTypes"), "{unclear}");
    assert_eq!(after("nMoveRuleTypes = b\n", "").solve(1_000, &Control::new()).unwrap().plies, 5);
}

#[test]
fn a_search_ends_where_every_piece_attacks_every_other() {
    let queens = "[q]\nmaxFile = 6\nmaxRank = 6\nqueen = q\nking = k\n\
                  startFen = qqkqqq/qqqqqq/6/6/QQQQQQ/QQKQQQ w - - 0 1\n";
    let position = start(queens, "q");
    let nodes = |limits: Limits<meihua_variants::Move>| {
        let found = Searcher::new().search(&position, &limits, &Settings::default(), &Control::new(), &mut |_| ());
        assert!(found.best.is_some());
        (found.depth, found.nodes)
    };
    // Without a bound the captures below the first ply alone take more than a million nodes.
    let (depth, taken) = nodes(Limits { depth: Some(1), ..Limits::default() });
    assert!(depth == 1 && taken < 100_000, "{taken}");
    let (_, taken) = nodes(Limits { nodes: Some(1), ..Limits::default() });
    assert!(taken < 11_000, "{taken}");
    let (_, taken) = nodes(Limits { movetime: Some(std::time::Duration::ZERO), ..Limits::default() });
    assert!(taken < 11_000, "{taken}");
}

#[test]
fn a_win_in_one_is_ruled_out_by_all_lines_at_once() {
    let position = start("[g:clobber10]\n", "g");
    let (limits, mut is_ruled_out) = (Limits { mate: Some(1), ..Limits::default() }, false);
    let mut listen = |news| is_ruled_out |= matches!(news, Report::NoWin { moves: 1 });
    let found = Searcher::new().search(&position, &limits, &Settings::default(), &Control::new(), &mut listen);
    // Every move captures, so five plies of the ordinary search take hundreds of millions.
    assert!(is_ruled_out && found.nodes < 2_000_000, "{}", found.nodes);
}

#[test]
fn who_cannot_be_mated_has_not_lost() {
    let value = |name: &str, board: &str| {
        let position = start(&format!("[g:{name}]"), "g").like(&format!("{board} w - - 0 1"));
        position.unwrap_or_else(|error| panic!("{name} {board}: {error}")).evaluate()
    };
    for minor in ["N7", "B7", "n7", "b7", "8"] {
        assert_eq!(value("chess", &format!("8/8/8/{minor}/8/4k3/8/4K3")), 0, "{minor}");
    }
    for more in ["R7", "P7", "BN6", "NN6"] {
        assert!(value("chess", &format!("8/8/8/{more}/8/4k3/8/4K3")) > 100, "{more}");
    }
    // Where something else wins, or a piece comes back, nothing is decided.
    for name in ["kingofthehill", "atomic"] {
        assert_ne!(value(name, "8/8/8/8/8/4k3/8/N3K3"), 0, "{name}");
    }
}
