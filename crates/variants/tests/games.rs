//! The games of this crate and of examples/games: every one is read, keeps the contract of a game, and has the numbers of
//! moves that are published for it.

use meihua_contracts::control::Control;
use meihua_contracts::game::{Game, Outcome};
use meihua_contracts::random::SplitMix64;
use meihua_contracts::text::{GameText, Notation};
use meihua_engine::search::Searcher;
use meihua_engine::search::conformance;
use meihua_engine::search::limits::{Limits, Settings};
use meihua_variants::{Position, read, read_beside};
use std::path::{Path, PathBuf};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/games")
}

/// The texts of the examples, by file name.
fn examples() -> Vec<(String, String)> {
    let mut files: Vec<PathBuf> = std::fs::read_dir(folder())
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "ini"))
        .collect();
    files.sort();
    let name = |path: &PathBuf| path.file_name().unwrap().to_string_lossy().into_owned();
    files.iter().map(|path| (name(path), std::fs::read_to_string(path).unwrap())).collect()
}

/// The start of a game of a text.
fn start(text: &str, name: &str) -> Position {
    let (games, faults) = read(text);
    assert!(faults.is_empty(), "{faults:?}");
    let rules = games.into_iter().find(|game| game.name == name);
    Position::start_of(rules.unwrap_or_else(|| panic!("no game {name}")))
}

/// The start of an example.
fn example(file: &str, name: &str) -> Position {
    start(&std::fs::read_to_string(folder().join(file)).unwrap(), name)
}

/// The number of lines of so many plies.
fn perft(position: &mut Position, depth: u32) -> u64 {
    let mut moves = Vec::new();
    if position.generate(&mut moves).is_some() {
        return 0;
    }
    if depth == 1 {
        return moves.len() as u64;
    }
    let mut leaves = 0;
    for mv in moves {
        position.make(mv);
        leaves += perft(position, depth - 1);
        position.unmake(mv);
    }
    leaves
}

#[test]
fn a_game_named_like_one_of_the_program_is_a_fault() {
    let board = "maxRank = 3\nmaxFile = 3\nking = k\nstartFen = k2/3/2K w - - 0 1\n";
    let text = format!("[Xiangqi]\n{board}[mine]\n{board}[mota]\n{board}");
    let (games, faults) = read_beside(&text, meihua_engine::engine::registry::GAMES);
    assert_eq!(games.iter().map(|game| game.name.as_str()).collect::<Vec<_>>(), ["mine"]);
    let told: Vec<String> = faults.iter().map(ToString::to_string).collect();
    assert_eq!(told.len(), 2, "{told:?}");
    assert!(told[0].starts_with("line 1: [Xiangqi]: ") && told[1].starts_with("line 11: [mota]: "), "{told:?}");
}

#[test]
fn regions_lie_on_the_board_and_jumps_go_over_neighbours() {
    let fault = |line: &str| {
        let text = format!("[a]\nmaxRank = 3\nmaxFile = 3\nking = k\npawn = p\n{line}\nstartFen = k2/3/2K w - - 0 1\n");
        read(&text).1.first().map(ToString::to_string)
    };
    for right in
        ["flagRegionWhite = c3 *1 b* *4", "flagRegionWhite = -", "jumpCaptures = p:fF k:K", "jumpCaptures = p:cW"]
    {
        assert_eq!(fault(right), None, "{right}");
    }
    for wrong in ["flagRegionWhite = d3", "dropRegionBlack = *9", "mobilityRegionWhiteKing = d1 d*"] {
        assert!(fault(wrong).unwrap().contains("the board of 3 files and 3 ranks"), "{wrong}");
    }
    for wrong in ["jumpCaptures = p:N", "jumpCaptures = p:R", "jumpCaptures = p:mF"] {
        assert!(fault(wrong).unwrap().starts_with("line 6: jumpCaptures: found"), "{wrong}");
    }
}

#[test]
fn there_are_thirty_examples_of_at_most_twenty_two_lines() {
    let examples = examples();
    assert!(examples.len() >= 30, "{}", examples.len());
    for (name, text) in &examples {
        assert!(text.lines().count() <= 22, "{name}");
    }
}

#[test]
fn every_example_is_read_and_keeps_the_contract_of_a_game() {
    for (file, text) in examples() {
        let (games, faults) = read(&text);
        assert!(faults.is_empty(), "{file}: {faults:?}");
        // One for each sort of rule; those with hundreds of moves in each position take minutes.
        const TRIED: &[&str] = &[
            "tictactoe",
            "four-in-a-row",
            "othello-6x6",
            "breakthrough",
            "draughts",
            "konane",
            "brandubh",
            "janggi",
            "chess",
            "antichess",
            "three-check",
            "snailtrail5",
            "makruk",
            "xiangqi-file",
        ];
        for rules in games.into_iter().filter(|rules| TRIED.contains(&rules.name.as_str())) {
            let name = rules.name.clone();
            let root = Position::start_of(rules);
            conformance::check_rules(&[root], 1, 1).unwrap_or_else(|error| panic!("{file}, {name}: {error}"));
        }
        for rules in read(&text).0 {
            let verdict = Position::start_of(rules).verdict();
            assert!(verdict.outcome.is_none(), "{file}: over before the first move: {verdict:?}");
        }
    }
}

#[test]
fn every_built_in_game_is_read_and_some_are_tried() {
    // One for each sort of rule that no example has.
    const TRIED: &[&str] = &["crazyhouse", "kyotoshogi", "dobutsu", "spartan"];
    let (games, faults) = read(meihua_variants::PARENTS);
    assert!(faults.is_empty(), "{faults:?}");
    assert!(games.len() > 100, "{}", games.len());
    for rules in games.into_iter().filter(|rules| TRIED.contains(&rules.name.as_str())) {
        let name = rules.name.clone();
        let root = Position::start_of(rules);
        conformance::check_rules(&[root], 1, 2).unwrap_or_else(|error| panic!("{name}: {error}"));
    }
}

#[test]
fn published_numbers_of_moves() {
    // Chess and its test position: chessprogramming.org, "Perft Results". English draughts: "Perft for Checkers",
    // A. Bik. Xiangqi: chessprogramming.org, "Chinese Chess Perft Results". Shogi: "Shogi Perft Results".
    // Othello: "Perft for Reversi", A. Bik.
    let numbers: &[(&str, &str, &[u64])] = &[
        ("chess.ini", "chess", &[20, 400, 8_902, 197_281]),
        ("draughts.ini", "draughts", &[7, 49, 302, 1_469, 7_361, 36_768]),
        ("xiangqi.ini", "xiangqi-file", &[44, 1_920, 79_666]),
        ("othello.ini", "othello", &[4, 12, 56, 244, 1_396, 8_200]),
    ];
    for (file, name, counts) in numbers {
        let mut position = example(file, name);
        for (depth, count) in (1..).zip(*counts) {
            assert_eq!(perft(&mut position, depth), *count, "{name} to depth {depth}");
        }
    }
    let mut shogi = start("[s:shogi]", "s");
    assert_eq!((1..4).map(|depth| perft(&mut shogi, depth)).collect::<Vec<_>>(), [30, 900, 25_470]);
    let castling = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
    let mut position = example("chess.ini", "chess").like(castling).unwrap();
    assert_eq!((1..4).map(|depth| perft(&mut position, depth)).collect::<Vec<_>>(), [48, 2_039, 97_862]);
}

#[test]
fn xiangqi_in_a_file_is_xiangqi() {
    use meihua_engine::games::xiangqi::Position as Xiangqi;
    let (file, mut random) = (example("xiangqi.ini", "xiangqi-file"), SplitMix64::new(3));
    let mut seen = 0;
    while seen < 1_000 {
        let (mut ours, mut theirs) = (Xiangqi::start(), file.clone());
        for _ in 0..60 {
            let mut moves = <Xiangqi as Game>::Moves::default();
            ours.generate(&mut moves);
            let spelled = |mv| ours.move_text(mv, meihua_contracts::text::Notation::WireFromOne);
            let mut expected: Vec<String> = moves.iter().map(|&mv| spelled(mv)).collect();
            let mut list = Vec::new();
            theirs.generate(&mut list);
            let mut found: Vec<String> = list.iter().map(|&mv| theirs.move_text(mv, Default::default())).collect();
            expected.sort();
            found.sort();
            assert_eq!(found, expected, "{}", theirs.fen());
            seen += 1;
            if moves.is_empty() {
                break;
            }
            let mv = moves[random.below(moves.len())];
            let text = ours.move_text(mv, meihua_contracts::text::Notation::WireFromOne);
            ours.make(mv);
            let mv = theirs.parse_move(&text, true).unwrap();
            theirs.make(mv);
        }
    }
}

#[test]
fn ends_are_found_for_the_right_reasons() {
    let over = |file: &str, name: &str, moves: &str| {
        let mut position = example(file, name);
        for word in moves.split(' ') {
            let mv = position.parse_move(word, false).unwrap_or_else(|error| panic!("{name}: {error}"));
            position.make(mv);
        }
        position.verdict().end().map(|(outcome, reason)| (outcome, reason.phrase()))
    };
    let loss = |reason| Some((Outcome::Loss, reason));
    assert_eq!(over("tictactoe.ini", "tictactoe", "P@a1 P@b1 P@a2 P@b2 P@a3"), loss("connected"));
    assert_eq!(over("chess.ini", "chess", "f2f3 e7e5 g2g4 d8h4"), loss("mate"));
    assert_eq!(
        over("king-of-the-hill.ini", "king-of-the-hill", "e2e3 a7a6 e1e2 a6a5 e2f3 a5a4 f3e4"),
        loss("goal reached")
    );
    assert_eq!(over("three-check.ini", "three-check", "e2e4 e7e5 d1h5 e8e7 h5e5"), loss("mate"));
    assert_eq!(over("hexapawn.ini", "hexapawn", "b1b2 a3b2 a1b2 c3b2 c1b2"), loss("no moves"));
    assert_eq!(over("antichess.ini", "antichess", "e2e4 b7b5 f1b5"), None);
}

/// Calls a function for the positions of random games.
fn along_random_games(start: &Position, games: usize, mut look: impl FnMut(&Position, &[meihua_variants::Move])) {
    let mut random = SplitMix64::new(11);
    for _ in 0..games {
        let mut position = start.clone();
        for _ in 0..80 {
            let mut moves = Vec::new();
            if position.generate(&mut moves).is_some() || moves.is_empty() {
                break;
            }
            look(&position, &moves);
            position.make(moves[random.below(moves.len())]);
        }
    }
}

#[test]
fn moves_that_give_check_are_known_before_they_are_made() {
    let parents = ["chess", "crazyhouse", "shogi", "minixiangqi", "janggi", "torpedo", "makruk", "shako"];
    for name in parents {
        along_random_games(&start(&format!("[g:{name}]"), "g"), 12, |position, moves| {
            for &mv in moves {
                let mut after = position.clone();
                after.make(mv);
                let told = position.gives_check(mv);
                assert_eq!(told, after.in_check(), "{name}: {mv:?} in {}", position.fen());
            }
        });
    }
}

#[test]
fn noisy_and_quiet_moves_are_all_moves() {
    for (file, name) in [("chess.ini", "chess"), ("antichess.ini", "antichess"), ("amazons.ini", "amazons6")] {
        along_random_games(&example(file, name), 3, |position, moves| {
            let (mut parts, mut quiet) = (Vec::new(), Vec::new());
            position.noisy(&mut parts);
            assert!(parts.iter().all(|&mv| position.is_noisy(mv)));
            position.quiet(&mut quiet);
            assert!(!quiet.iter().any(|&mv| position.is_noisy(mv)));
            parts.extend(quiet);
            parts.retain(|&mv| position.legal(mv));
            assert!(parts.len() == moves.len() && moves.iter().all(|mv| parts.contains(mv)), "{}", position.fen());
        });
    }
}

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
    let solved = |file: &str, name: &str| example(file, name).solve(100_000).unwrap();
    // Tic-tac-toe is a draw and has 5,478 positions; the second player wins hexapawn (M. Gardner, 1962); heaps of 1, 2
    // and 3 lose for the first player, because 1 xor 2 xor 3 = 0 (C. Bouton, 1901).
    let tictactoe = solved("tictactoe.ini", "tictactoe");
    assert_eq!((tictactoe.outcome, tictactoe.positions), (Outcome::Draw, 5_478));
    assert_eq!(solved("hexapawn.ini", "hexapawn").outcome, Outcome::Loss);
    assert_eq!(solved("nim.ini", "nim123").outcome, Outcome::Loss);
    let one_more = example("nim.ini", "nim123").like("*1p/*p1/3/2p/PPP w - - 0 1").unwrap();
    assert_eq!(one_more.solve(100_000).unwrap().outcome, Outcome::Win);
    let too_large = example("chess.ini", "chess").solve(1_000).unwrap_err();
    assert_eq!(too_large.to_string(), "more than 1000 positions can be reached");
}

#[test]
fn small_othello_is_lost_by_eight() {
    // 4x4: the second player wins (J. Feinstein, 1993).
    let text = "[o:flipello]\nmaxRank = 4\nmaxFile = 4\nfreeDrops = true\nstartFen = 4/1pP1/1Pp1/4 w - - 0 1\nenclosingDropStart = -";
    assert_eq!(start(text, "o").solve(200_000).unwrap().outcome, Outcome::Loss);
}

#[test]
fn hostile_files_are_refused_in_words() {
    let mut random = SplitMix64::new(7);
    let examples = examples();
    let mut whole: Vec<Vec<u8>> = examples.iter().map(|(_, text)| text.clone().into_bytes()).collect();
    whole.push(meihua_variants::PARENTS.as_bytes()[..6_000].to_vec());
    for round in 0..1_500 {
        let mut bytes = whole[random.below(whole.len())].clone();
        for _ in 0..=random.below(6) {
            let at = random.below(bytes.len());
            match random.below(4) {
                0 => bytes[at] = random.next_u64() as u8,
                1 => drop(bytes.drain(at..(at + random.below(20)).min(bytes.len()))),
                2 => bytes.splice(at..at, *b"99999999").for_each(drop),
                _ => {
                    let other = &whole[random.below(whole.len())];
                    let from = random.below(other.len());
                    let piece = other[from..(from + random.below(200)).min(other.len())].to_vec();
                    bytes.splice(at..at, piece).for_each(drop);
                }
            }
            if bytes.is_empty() {
                bytes.push(b'[');
            }
        }
        let text = String::from_utf8_lossy(&bytes);
        let (games, faults) = read(&text);
        assert!(faults.iter().all(|fault| fault.line <= text.lines().count()), "round {round}");
        // What is accepted can be played.
        for rules in games.into_iter().take(2) {
            let mut position = Position::start_of(rules);
            for _ in 0..12 {
                let mut moves = Vec::new();
                if position.generate(&mut moves).is_some() || moves.is_empty() {
                    break;
                }
                let mv = moves[random.below(moves.len())];
                position.make(mv);
                position.like(&position.fen()).ok();
                position.evaluate();
            }
        }
    }
}

#[test]
fn faults_name_line_key_and_what_is_expected() {
    let told = |text: &str| read(text).1.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n");
    assert_eq!(told("[a]\nking = k\nfoo = 1"), "line 3: foo: unknown key");
    assert_eq!(
        told("[a:nothing]"),
        "line 1: [a]: the parent \"nothing\" is unknown; it must stand above, or be one of the built-in games"
    );
    assert_eq!(told("[a:chess]\nmaxRank = 40"), "line 2: maxRank: found \"40\", expected a number from 1 to 16");
    assert_eq!(told("[a:chess]\nchess960 = true"), "line 2: chess960: not supported; only `chess960 = false` is");
    assert!(told("[a]\ncustomPiece1 = p:nC").contains("line 2: customPiece1: n stands before N, A, Z or D only"));
    assert!(told("[a:chess]\nstartFen = 8/8 w").starts_with("line 2: startFen: bad board"));
    assert!(told("[a:chess]\nflagPiece = z").contains("expected the letter of a piece of this game (pnbrqk)"));
    assert!(told("[a").contains("the ] after the name of the game is missing"));
}

#[test]
fn counts_of_moves_are_no_wins() {
    // King and rook against king on 4x4: mate takes more plies than the rule allows.
    let with = |rule: &str| {
        format!("[m]\nmaxRank = 4\nmaxFile = 4\nking = k\nrook = r\n{rule}\nstartFen = k3/4/4/1R1K w - - 0 1\n")
    };
    let solved = |rule: &str| start(&with(rule), "m").solve(100_000);
    let won = solved("nMoveRule = 0").unwrap();
    assert_eq!(won.outcome, Outcome::Win);
    let moves = won.plies.div_ceil(2);
    assert_eq!(solved(&format!("nMoveRule = {}", moves + 1)).unwrap(), won);
    assert!(solved(&format!("nMoveRule = {}", moves - 1)).unwrap_err().to_string().starts_with("nMoveRule"));
    assert!(solved("nMoveRule = 0\ncountingRule = makruk").unwrap_err().to_string().starts_with("countingRule"));
    // Without a rook nobody wins, whatever is counted.
    let drawn = with("nMoveRule = 3").replace("1R1K", "3K");
    assert_eq!(start(&drawn, "m").solve(100_000).unwrap().outcome, Outcome::Draw);
    // Kings alone, of which the pieces decide when the game does not end: that is no draw by right.
    let settled = with("nMoveRule = 3\nmaterialCounting = unweighted").replace("1R1K", "3K");
    assert!(start(&settled, "m").solve(100_000).unwrap_err().to_string().starts_with("materialCounting"));
}

#[test]
fn passes_are_counted_to_the_end() {
    // Stones in turn, where both may pass: lengths found by a search of the whole tree.
    let small = "maxRank = 1\nmaxFile = 5\nimmobile = p\npieceDrops = true\nfreeDrops = true\npass = true\n\
                 materialCounting = unweighted\nstalemateValue = win\nstartFen = 5 w - - 0 1\n";
    let position = start(&format!("[s]\n{small}"), "s");
    let solved = position.solve(100_000).unwrap();
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
fn nothing_is_said_twice_or_for_nobody() {
    let told = |text: &str| read(text).1.first().map(ToString::to_string).unwrap_or_default();
    assert!(told("rook = r\n[a]\nking = k\n").starts_with("line 1: \"rook = r\" stands before the first `[name]`"));
    let twice = "[a]\nnMoveRule = 5\nking = k\nnMoveRule = 6\n";
    assert_eq!(told(twice), "line 4: nMoveRule: stands in line 2 with another value already");
    assert_eq!(told("[a]\nimmobile = p\nwazir = P\n"), "line 3: wazir: immobile in line 2 has the letter p already");
    let same = "# a\n; b\n\n[a]\ncastling = false\nstartFen = k7/8/8/8/8/8/8/7K w - - 0 1\nking = k\ncastling = false\n[b:a]\ncastling = true\n";
    assert_eq!(told(same), "");
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
    let solved = |moves: &str| after("", moves).solve(1_000).unwrap();
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
    assert_eq!(after("nFoldRule = 0\n", &over).solve(1_000).unwrap().outcome, Outcome::Win);
    // Moves that may begin the count anew without being for ever are not followed.
    let unclear = after("nMoveRuleTypes = b\n", twice).solve(1_000).unwrap_err();
    assert!(unclear.to_string().starts_with("nMoveRuleTypes"), "{unclear}");
    assert_eq!(after("nMoveRuleTypes = b\n", "").solve(1_000).unwrap().plies, 5);
}

#[test]
fn a_captured_promoted_piece_becomes_the_last_kind_of_pawn() {
    // As Fairy-Stockfish has it.
    for (types, expected) in
        [("pn", 'N'), ("np", 'P'), ("p n", 'N'), ("PN", 'N'), ("qbp", 'P'), ("bpn", 'N'), ("n", 'N')]
    {
        for key in ["promotionPawnTypes", "pawnTypes"] {
            let game = start(&format!("[mp:crazyhouse]\n{key} = {types}p\n{key}Black = {types}\n"), "mp");
            let mut position = game.like("4k3/8/8/8/8/8/8/q~R3K2[] w - - 0 1").unwrap();
            let mv = position.parse_move("b1a1", true).unwrap();
            position.make(mv);
            assert!(position.fen().contains(&format!("[{expected}]")), "{key} = {types}: {}", position.fen());
        }
    }
}

#[test]
fn jumps_promote_as_steps_do() {
    let text = |keys: &str| {
        format!(
            "[j]\nmaxFile = 4\nmaxRank = 4\ncustomPiece1 = m:mfFcfF\ncustomPiece2 = k:mF\njumpCaptures = m:fF\n\
             {keys}\npromotionRegionWhite = *4\npromotionRegionBlack = *1\nstartFen = 4/2m1/1M2/4 w - - 0 1\n"
        )
    };
    let jumps = |keys: &str| {
        let position = start(&text(keys), "j");
        let mut moves = Vec::new();
        position.generate(&mut moves);
        let texts = moves.into_iter().map(|mv| position.move_text(mv, Notation::Wire));
        let mut found: Vec<(String, String)> = texts
            .filter(|text| text.contains("d4"))
            .map(|text| {
                let mut after = position.clone();
                let mv = after.parse_move(&text, true).unwrap();
                after.make(mv);
                (text, after.fen().split('/').next().unwrap().to_owned())
            })
            .collect();
        found.sort();
        found
    };
    let pairs = |pairs: &[(&str, &str)]| {
        pairs.iter().map(|(text, rank)| ((*text).to_owned(), (*rank).to_owned())).collect::<Vec<_>>()
    };
    let by_choice = "promotionPawnTypes = m\npromotionPieceTypes = k";
    assert_eq!(jumps(by_choice), pairs(&[("b2d4k", "3K")]));
    let optional = format!("{by_choice}\nmandatoryPawnPromotion = false");
    assert_eq!(jumps(&optional), pairs(&[("b2d4", "3M"), ("b2d4k", "3K")]));
    assert_eq!(jumps("promotedPieceType = m:k"), pairs(&[("b2d4", "3M"), ("b2d4+", "3+M")]));
    assert_eq!(jumps("promotedPieceType = m:k\nmandatoryPiecePromotion = true"), pairs(&[("b2d4", "3+M")]));
    assert_eq!(jumps("promotedPieceType = m:k\npromotionLimit = k:0"), jumps("promotedPieceType = m:k"));
    assert_eq!(jumps(""), pairs(&[("b2d4", "3M")]));
}

#[test]
fn keys_that_cannot_hold_are_faults_of_their_line() {
    let told = |text: &str| read(text).1.first().map(ToString::to_string).unwrap_or_default();
    let board = "startFen = 4k3/P7/8/8/8/8/p7/4K3 w - - 0 1\npawn = p\nking = k\n";
    let with = |key: &str| told(&format!("[a]\n{board}{key}\n"));
    for key in
        ["promotionPieceTypes = k", "promotionPieceTypesBlack = k", "promotedPieceType = p:k", "freeDrops = true"]
    {
        let name = key.split(' ').next().unwrap().trim_end_matches("Black");
        assert_eq!(with(key), format!("line 5: {name}: a second king would come; give the piece as `commoner`"));
    }
    assert!(with("pieceDrops = true").is_empty());
    let held = board.replace("4K3 w", "4K3[K] w");
    assert!(told(&format!("[a]\npieceDrops = true\n{held}")).contains("more than one king"));
    let castling = "[a]\nking = k\nqueen = q\nrook = r\ncastlingKingPiece = q\n\
                    startFen = 4q2r/1k6/8/8/8/8/1K6/4Q2R w Kk - 0 1\n";
    assert_eq!(told(castling), "line 5: castlingKingPiece: expected the king, as the game has one");
    assert_eq!(told(&castling.replace("rook = r", "rook = r\ncastling = false")), "");
    assert_eq!(
        told("[b:chess]\nnMoveRule = 40\nmutuallyImmuneTypes = n\n"),
        "line 3: mutuallyImmuneTypes: immune pieces do not go with royal ones"
    );
    assert_eq!(told("[a:chess]\n=3\n"), "line 2: \"=3\" is neither `key = value` nor `[name]` nor a comment");
    assert!(told("[a:chess]\ncustomPiece1 = a:X\n").contains("W F D N A H C L Z J G K R B Q"));
    let more = told("[a:chess]\nstartFen = 4k3/8/8/8/8/8/8/4K3 w - - 0 1 what ever\n");
    assert!(more.contains("bad end: found \"what\""), "{more}");
    for (key, needed) in [
        ("jumpsGoStraight", "jumpCaptures"),
        ("jumpsMayEnd", "jumpCaptures"),
        ("wallOrMove", "a wallingRule other than none and past"),
    ] {
        assert_eq!(with(&format!("{key} = true")), format!("line 5: {key}: without effect; it needs {needed}"));
    }
}

#[test]
fn pieces_that_attack_royal_ones_are_shown() {
    let coregal = start("[c:coregal]\n", "c");
    let checked = coregal.like("rnbqkbnr/pp1pp1p1/5p2/2p1P2p/6Q1/8/PPPP1PPP/RNB1KBNR w KQkq - 0 4").unwrap();
    let shows = |position: &Position, checkers: &str| position.view_part().json().get().contains(checkers);
    assert!(shows(&checked, "\"checkers\":[\"h5\"]"), "{}", checked.view_part().json());
    assert!(shows(&coregal, "\"checkers\":[]"));
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
fn a_game_too_long_for_saved_games_is_a_fault() {
    let board = "maxFile = 3\nmaxRank = 3\nking = k\nstartFen = k2/3/2K w - - 0 1\n";
    let long = "flagRegionWhite = ".to_owned() + &"a1 ".repeat(6000) + "\n";
    let told = |text: &str| read(text).1.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n");
    assert!(told(&format!("[a]\n{board}{long}")).starts_with("line 1: [a]: its lines and those of its parents have"));
    let comments = "; a comment\n".repeat(3000);
    assert_eq!(told(&format!("{comments}[a]\n{comments}{board}{comments}[b:a]\nnFoldRule = 4\n")), "");
}
