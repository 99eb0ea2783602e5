//! The games of this crate and of examples/games: every one is read, keeps the contract of a game, and has the numbers of
//! moves that are published for it.

use meihua_contracts::game::{Game, Outcome};
use meihua_contracts::random::SplitMix64;
use meihua_contracts::text::{GameText, Notation};
use meihua_engine::search::conformance;
use meihua_variants::{Art, Position, read};
use std::path::{Path, PathBuf};

mod faults;
mod notation;
mod values;

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

/// The FEN after moves.
fn after(text: &str, moves: &str) -> String {
    let mut position = start(text, "g");
    for word in moves.split_whitespace() {
        let mv = position.parse_move(word, true).unwrap();
        position.make(mv);
    }
    position.fen()
}

#[test]
fn rare_keys_together_mean_what_they_mean_for_fairy_stockfish() {
    let duck = "[g]\nmaxFile = 4\nmaxRank = 4\nwazir = e\npawn = p\nstartFen = 3e/1p2/P3/3E w - - 0 1\n\
                petrifyOnCaptureTypes = p\nwallingRule = duck\nextinctionValue = loss\nextinctionPieceTypes = e\n";
    assert_eq!(after(duck, "a2b3,b3c2 d4c4,c4c3"), "2e1/1**1/4/3E w - - 1 2");
    let janggi = after("[g:janggi]\nnMoveRuleTypes = k\n", "e2f3 e9f8 f3e2 f8e9");
    assert!(janggi.ends_with(" 4 3"), "{janggi}");
    let pawnless = "[g]\nmaxFile = 7\nmaxRank = 4\nhorse = x\ncustomPiece1 = j:cW2imWG\n\
                    startFen = jjj2xx/1jjj1j1/1JJJ1J1/JJJ2XX w - - 0 1\n";
    let fen = after(pawnless, "d2d1");
    assert!(fen.contains(" b - d1 "), "{fen}");
    assert_eq!(start(pawnless, "g").like(&fen).unwrap().fen(), fen);
}

/// The names of all moves of a game's start.
fn names(text: &str) -> Vec<String> {
    let position = start(text, "g");
    let mut moves = Vec::new();
    position.generate(&mut moves);
    moves.into_iter().map(|mv| position.move_text(mv, Notation::Wire)).collect()
}

#[test]
fn what_a_pawn_has_become_moves_as_from_its_own_fen() {
    let text = "[g]\nmaxRank = 6\nmaxFile = 4\nking = k\nbreakthrough = f\nknight = u\nbanner = o\n\
                startFen = k3/4/2o1/3K/4/1U2 b - - 0 1\npromotionPieceTypes = fu\npromotionPawnTypes = o\n\
                promotionRegionWhite = *6\npromotionRegionBlack = *2\npromotedPieceType = u:f\npieceDemotion = true\n\
                mandatoryPiecePromotion = true\n";
    let fen = after(text, "c4c2f d3d4");
    let played = ["c4c2f", "d3d4"].into_iter().fold(start(text, "g"), |mut position, word| {
        position.make(position.parse_move(word, true).unwrap());
        position
    });
    let count = |position: &Position| perft(&mut position.clone(), 1);
    // pyffish 0.0.90 has six moves both ways.
    assert_eq!((count(&played), count(&played.like(&fen).unwrap())), (6, 6));
}

#[test]
fn every_move_builds_its_wall() {
    let promotes = "[g]\nmaxRank = 4\nmaxFile = 3\nking = k\nfers = d\nwazir = h\nstartFen = k2/2D/3/2K w - - 0 1\n\
                    castling = false\ndoubleStep = false\npromotionPieceTypes = d\npromotionRegionWhite = *4\n\
                    promotionRegionBlack = *1\npromotedPieceType = d:h\nwallingRule = static\n";
    let all = names(promotes);
    assert!(all.iter().any(|name| name.starts_with("c3b4+,")), "{all:?}");
    assert!(all.iter().all(|name| name.contains(',')), "{all:?}");
    // The arrow flies beyond where the piece may go.
    let arrow = "[g]\nmaxRank = 5\nmaxFile = 5\nking = k\nfers = f\nstartFen = k4/5/5/5/F3K w - - 0 1\ncastling = false\n\
                 promotionPieceTypes = f\nwallingRule = arrow\nmobilityRegionWhiteFers = *1 *2\n";
    let mut shot: Vec<String> = names(arrow).into_iter().filter(|name| name.starts_with("a1")).collect();
    shot.sort();
    assert_eq!(shot, ["a1b2,b2a1", "a1b2,b2a3", "a1b2,b2c1", "a1b2,b2c3"]);
    // As Fairy-Stockfish writes a move that builds none where it might have.
    let spares = "[g]\nmaxRank = 4\nmaxFile = 4\nking = k\nstartFen = k3/4/4/3K w - - 0 1\nwallingRule = static\nwallOrMove = true\n";
    assert_eq!(after(spares, "d1d2,d2a1"), after(spares, "d1d2"));
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
fn pieces_that_attack_royal_ones_are_shown() {
    let coregal = start("[c:coregal]\n", "c");
    let checked = coregal.like("rnbqkbnr/pp1pp1p1/5p2/2p1P2p/6Q1/8/PPPP1PPP/RNB1KBNR w KQkq - 0 4").unwrap();
    let shows = |position: &Position, checkers: &str| position.view_part().json().get().contains(checkers);
    assert!(shows(&checked, "\"checkers\":[\"h5\"]"), "{}", checked.view_part().json());
    assert!(shows(&coregal, "\"checkers\":[]"));
}

#[test]
fn a_board_is_shown_with_its_goals_its_art_and_the_whole_way_of_a_move() {
    let hex = example("hex.ini", "hex7").board();
    let ends = |names: &[String], end: char| names.iter().filter(|name| name.ends_with(end)).count();
    let [white, black] = &hex.goals;
    assert!(white.iter().all(|name| name.starts_with(['a', 'g'])), "{white:?}");
    assert_eq!((white.len(), ends(black, '1'), ends(black, '7'), black.len()), (14, 7, 7, 14));
    assert_eq!((hex.art, hex.chequered, hex.has_hands), (Art::Chess, false, false));
    let art = |name: &str| {
        let board = start(&format!("[a:{name}]\n"), "a").board();
        (board.art, board.chequered, board.has_hands)
    };
    assert_eq!(art("crazyhouse"), (Art::Chess, true, true));
    assert_eq!(art("minishogi"), (Art::Tiles, false, true));
    assert_eq!(art("janggi"), (Art::Discs, false, false));
    let after = |position: &Position, text: &str| {
        let mut after = position.clone();
        let mv = after.parse_move(text, false).unwrap();
        let way = after.way(mv);
        after.make(mv);
        assert_eq!(after.board().last, way, "{text}");
        way
    };
    let chess = start("[c:chess]\n", "c").like("r3k3/8/8/8/8/8/8/4K2R w K - 0 1").unwrap();
    assert_eq!(after(&chess, "e1g1"), ["e1", "g1"]);
    let house = start("[h:crazyhouse]\n", "h").like("4k3/8/8/8/8/8/8/4K3[N] w - - 0 1").unwrap();
    assert_eq!(after(&house, "N@f6"), ["f6"]);
    let draughts = example("draughts.ini", "draughts");
    let jumps = draughts.like("8/8/8/4p3/8/2p5/1P6/8 w - - 0 1").unwrap();
    assert_eq!(after(&jumps, "b2d4f6"), ["b2", "d4", "f6"]);
    let amazons = example("amazons.ini", "amazons6");
    assert_eq!(after(&amazons, "d1d2,d2d3"), ["d1", "d2", "d3"]);
}
