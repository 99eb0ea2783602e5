//! What cannot be a game is refused, with its line and its key.

use super::examples;
use meihua_contracts::game::Game;
use meihua_contracts::random::SplitMix64;
use meihua_contracts::text::GameText;
use meihua_variants::{Position, read, read_beside};

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
fn lines_across_end_at_the_edges_of_the_largest_board() {
    let text = "[a]\nmaxRank = 16\nmaxFile = 16\nking = k\npawn = p\ndiagonalLines = a1 p1 a3 o15 p16 a16\n\
                startFen = k15/16/16/16/16/16/16/16/16/16/16/16/16/16/16/15K w - - 0 1\n";
    assert_eq!(super::start(text, "a").board().diagonals, [["o15".to_owned(), "p16".to_owned()]]);
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
        let lines = text.replace("\r\n", "\n").split(['\n', '\r']).count();
        assert!(faults.iter().all(|fault| fault.line <= lines), "round {round}");
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
fn a_game_too_long_for_saved_games_is_a_fault() {
    let board = "maxFile = 3\nmaxRank = 3\nking = k\nstartFen = k2/3/2K w - - 0 1\n";
    let long = "flagRegionWhite = ".to_owned() + &"a1 ".repeat(6000) + "\n";
    let told = |text: &str| read(text).1.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n");
    assert!(told(&format!("[a]\n{board}{long}")).starts_with("line 1: [a]: its lines and those of its parents have"));
    let comments = "; a comment\n".repeat(3000);
    assert_eq!(told(&format!("{comments}[a]\n{comments}{board}{comments}[b:a]\nnFoldRule = 4\n")), "");
}
