//! Xiangqi in words: positions, moves, boards, verdicts.

use meihua::game::{Game, Outcome};
use meihua::games::xiangqi::movegen::legal_moves;
use meihua::games::xiangqi::{Move, Moves, Position, fen};
use meihua::side::Side;
use meihua::text::{GameText, MoveError, Notation, PositionError, Reason, Verdict};
use std::collections::HashMap;

const EVERY: [Notation; 4] = [Notation::Wire, Notation::WireFromOne, Notation::Wxf, Notation::Chinese];

fn position(text: &str) -> Position {
    Position::from_fen(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn legal(position: &Position) -> Moves {
    let mut moves = Moves::new();
    legal_moves(position, &mut moves);
    moves
}

/// Every legal move in every notation: read back it is the same move, and no two are written alike.
fn assert_names_round_trip(position: &Position) {
    for notation in EVERY {
        let mut written: HashMap<String, Move> = HashMap::new();
        for mv in legal(position) {
            let text = position.move_text(mv, notation);
            let read = position.parse_move(&text, notation == Notation::WireFromOne);
            assert_eq!(read, Ok(mv), "{text} in {}", position.fen());
            assert_eq!(written.insert(text.clone(), mv), None, "{text} twice in {}", position.fen());
        }
    }
}

#[test]
fn positions_of_every_dialect() {
    let start = Position::start();
    assert_eq!(start.fen(), fen::START);
    let board = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR";
    let letters = "rheakaehr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RHEAKAEHR";
    for text in [
        board.to_owned(),
        letters.to_owned(),
        format!("{board} w"),
        format!("{board} r"),
        format!(" {letters}  r - - 0 1 "),
        format!("{board} w - -"),
        format!("{board} w - - 0"),
        format!("{board} w 0 1"),
        format!("{board}[] w - - 0 1"),
        format!("{board}_w_-_-_0_1"),
        format!("{board} w KQkq - 0 1"),
    ] {
        assert_eq!(position(&text).fen(), fen::START, "{text}");
    }
    let black = position(&format!("{board} b - - 17 42"));
    assert_eq!((black.side_to_move(), black.fen()), (Side::Second, format!("{board} b - - 17 42")));
    assert_ne!(black.key(), start.key());
}

#[test]
fn counters_follow_the_moves() {
    let mut board = position("4k4/9/9/9/9/p8/9/9/9/R4K3 w - - 7 30");
    for (mv, fen) in [
        ("f0f1", "4k4/9/9/9/9/p8/9/9/5K3/R8 b - - 8 30"),
        ("e9e8", "9/4k4/9/9/9/p8/9/9/5K3/R8 w - - 9 31"),
        ("a0a4", "9/4k4/9/9/9/R8/9/9/5K3/9 b - - 0 31"),
    ] {
        board.make(board.parse_move(mv, false).unwrap());
        assert_eq!(board.fen(), fen);
    }
}

#[test]
fn bad_positions_are_refused_by_name() {
    for (text, wanted) in [
        ("", "bad board: found \"\", expected 10 ranks"),
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "looks like western chess"),
        ("4k4/9/9/9/9/9/9/9/4K4 w", "not 9"),
        ("4k4/9/9/9/9/9/9/9/9/3K4 w", "bad rank 0: found \"3K4\", expected 9 squares, not 8"),
        ("4k5/9/9/9/9/9/9/9/9/3K5 w", "bad rank 9: found \"4k5\""),
        ("4k4/9/9/9/9/9/9/9/9q/3K5 w", "bad rank 1"),
        ("4k4/90/9/9/9/9/9/9/9/3K5 w", "bad rank 8"),
        ("4k4/9/9/9/9/9/9/9/9/3K5 x", "bad side to move: found \"x\", expected w, r or b"),
        ("4k4/9/9/9/9/9/9/9/9/3K5 w - - -1 1", "bad count of plies without capture"),
        ("4k4/9/9/9/9/9/9/9/9/3K5 w - - 0 x", "bad move number"),
        ("4k4/9/9/9/9/9/9/9/9/3K5 w - - 0 1 moves", "bad end of the position: found \"moves\", expected nothing after"),
        ("4k4/9/9/9/9/9/9/9/9/3K5[Rr] w - - 0 1", "bad hand: found \"[Rr]\", expected [] or nothing"),
        ("9/9/9/9/9/9/9/9/9/3K5 w", "black has no general"),
        ("4k4/9/9/9/9/9/9/9/3K5/3K5 w", "red has 2 generals, expected one"),
        ("4k4/9/9/9/9/9/9/9/9/2K6 w", "red general on c0, which may not leave its palace"),
        ("3kK4/9/9/9/9/9/9/9/9/9 w", "red general on e9, which may not leave its palace"),
        ("4k4/9/9/1B7/9/9/9/9/9/3K5 w", "red elephant on b6, which may not cross the river"),
        ("4k4/9/9/9/9/9/9/9/4a4/3K5 w", "black advisor on e1, which may not cross the river"),
        ("4k4/9/9/9/9/9/9/9/9/4K4 w", "the generals on e0 and e9 face each other"),
        ("4k4/9/9/9/9/9/9/9/9/R2K5 b", "side to move"),
        ("4k3R/9/9/9/9/9/9/9/9/3K5 w", "black is in check from the rook on i9, but red is to move"),
        ("4k4/9/9/9/9/9/9/9/3p5/3K5 b", "red is in check from the pawn on d1, but black is to move"),
    ] {
        match Position::from_fen(text) {
            Err(error) => assert!(error.to_string().contains(wanted), "{text}: {error}"),
            Ok(board) => assert!(wanted == "side to move" && board.side_to_move() == Side::Second, "{text}"),
        }
    }
    assert!(matches!(Position::from_fen("9/9/9/9/9/9/9/9/9/9"), Err(PositionError::Impossible(_))));
}

#[test]
fn names_of_moves() {
    let start = Position::start();
    for (wire, from_one, wxf, chinese) in [
        ("h2e2", "h3e3", "C2=5", "炮二平五"),
        ("h0g2", "h1g3", "H2+3", "马二进三"),
        ("b2b9", "b3b10", "C8+7", "炮八进七"),
        ("e0e1", "e1e2", "K5+1", "帅五进一"),
        ("d0e1", "d1e2", "A6+5", "仕六进五"),
        ("g0e2", "g1e3", "E3+5", "相三进五"),
        ("a0a2", "a1a3", "R9+2", "车九进二"),
        ("c3c4", "c4c5", "P7+1", "兵七进一"),
    ] {
        let mv = start.parse_move(wire, false).unwrap();
        assert_eq!(EVERY.map(|notation| start.move_text(mv, notation)), [wire, from_one, wxf, chinese]);
    }
    let black = position("rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR b");
    for (wire, wxf, chinese) in [
        ("h7e7", "C8=5", "炮８平５"),
        ("h9g7", "H8+7", "马８进７"),
        ("e9e8", "K5+1", "将５进１"),
        ("d9e8", "A4+5", "士４进５"),
        ("c9e7", "E3+5", "象３进５"),
        ("g6g5", "P7+1", "卒７进１"),
    ] {
        let mv = black.parse_move(wire, false).unwrap();
        assert_eq!([black.move_text(mv, Notation::Wxf), black.move_text(mv, Notation::Chinese)], [wxf, chinese]);
    }
}

#[test]
fn spellings_that_are_read() {
    let start = Position::start();
    for text in [
        "h2e2",
        "H2E2",
        "H2-E2",
        "h2-e2",
        "C2=5",
        "C2.5",
        "c2=5",
        "炮二平五",
        "砲二平五",
        "包2平5",
        "炮２平５",
        " h2e2 ",
    ] {
        assert_eq!(start.parse_move(text, false).map(|mv| mv.to_string()).as_deref(), Ok("h2e2"), "{text}");
    }
    for text in ["H2+3", "N2+3", "馬二進三", "傌二进3"] {
        assert_eq!(start.parse_move(text, false).map(|mv| mv.to_string()).as_deref(), Ok("h0g2"), "{text}");
    }
    for (text, wire) in
        [("車一进一", "i0i1"), ("帥五進一", "e0e1"), ("士六进五", "d0e1"), ("象三进一", "g0i2"), ("B3+1", "g0i2")]
    {
        assert_eq!(start.parse_move(text, false).map(|mv| mv.to_string()).as_deref(), Ok(wire), "{text}");
    }
}

#[test]
fn pieces_in_one_file() {
    let rooks = position("3k5/9/9/4R4/9/9/9/4R4/9/5K3 w");
    for (wire, wxf, chinese) in [
        ("e6d6", "R+=6", "前车平六"),
        ("e2e4", "R-+2", "后车进二"),
        ("e6e4", "R+-2", "前车退二"),
        ("e2d2", "R-=6", "后车平六"),
    ] {
        let mv = rooks.parse_move(wire, false).unwrap();
        assert_eq!([rooks.move_text(mv, Notation::Wxf), rooks.move_text(mv, Notation::Chinese)], [wxf, chinese]);
    }
    for text in ["+R=6", "R+.6", "前車平六", "前车平6"] {
        assert_eq!(rooks.parse_move(text, false).map(|mv| mv.to_string()).as_deref(), Ok("e6d6"), "{text}");
    }
    assert_eq!(rooks.parse_move("後車進二", false).map(|mv| mv.to_string()).as_deref(), Ok("e2e4"));

    // Seen by black the front is the lower rank.
    let cannons = position("4k4/9/4c4/9/9/4c4/9/9/9/3K5 b");
    let mv = cannons.parse_move("e4g4", false).unwrap();
    assert_eq!([cannons.move_text(mv, Notation::Wxf), cannons.move_text(mv, Notation::Chinese)], ["C+=7", "前炮平７"]);

    // Advisors and elephants need no order.
    let guards = position("3k5/9/9/9/9/2B6/9/5A3/4K4/2B2A3 w");
    for (wire, wxf, chinese) in
        [("c4a2", "E7-9", "相七退九"), ("c0a2", "E7+9", "相七进九"), ("c0e2", "E7+5", "相七进五")]
    {
        let mv = guards.parse_move(wire, false).unwrap();
        assert_eq!([guards.move_text(mv, Notation::Wxf), guards.move_text(mv, Notation::Chinese)], [wxf, chinese]);
    }
}

#[test]
fn many_pawns() {
    // Three on one file; a single one elsewhere keeps its plain name.
    let column = position("3k5/9/9/4P4/4P4/4P4/P8/9/9/5K3 w");
    for (wire, wxf, chinese) in
        [("e6d6", "15=6", "前兵平六"), ("e5d5", "25=6", "中兵平六"), ("a3a4", "P9+1", "兵九进一")]
    {
        let mv = column.parse_move(wire, false).unwrap();
        assert_eq!([column.move_text(mv, Notation::Wxf), column.move_text(mv, Notation::Chinese)], [wxf, chinese]);
        for text in [wxf, chinese] {
            assert_eq!(column.parse_move(text, false), Ok(mv), "{text}");
        }
    }
    for text in ["二兵平六", "中五平六", "中兵五平六", "2P=6"] {
        assert_eq!(column.parse_move(text, false).map(|mv| mv.to_string()).as_deref(), Ok("e5d5"), "{text}");
    }
    // Two files with two each.
    let columns = position("3k5/9/2P6/2P1P4/4P4/9/9/9/9/5K3 w");
    for (wire, wxf, chinese) in [
        ("c7b7", "17=8", "前七平八"),
        ("c6b6", "27=8", "后七平八"),
        ("e6f6", "15=4", "前五平四"),
        ("e5f5", "25=4", "后五平四"),
    ] {
        let mv = columns.parse_move(wire, false).unwrap();
        assert_eq!([columns.move_text(mv, Notation::Wxf), columns.move_text(mv, Notation::Chinese)], [wxf, chinese]);
    }
    // Four on a file, black's.
    let four = position("3k5/9/9/9/9/4p4/4p4/4p4/4p4/5K3 b");
    let names = legal(&four).iter().map(|&mv| four.move_text(mv, Notation::Chinese)).collect::<Vec<_>>();
    for name in ["前卒平４", "２卒平４", "３卒平４", "后卒平４"] {
        assert!(names.iter().any(|text| text == name), "{name} in {names:?}");
    }
    for board in [column, columns, four] {
        assert_names_round_trip(&board);
    }
}

#[test]
fn names_round_trip_in_random_games() {
    let starts = [
        fen::START,
        "5k3/2P1P4/2P1P4/4P4/9/4r4/3p1p3/3p1p3/4R4/R2K2r2 w - - 0 1",
        "1rbaka2R/5r3/6n2/2p1p1p2/4P1bP1/PpC3Bc1/1nPR2P2/2N2AN2/1c2K1p2/2BAC4 w - - 0 1",
    ];
    let mut random = 88_172_645_463_325_252_u64;
    for game in 0..60 {
        let mut board = position(starts[game % starts.len()]);
        for _ in 0..60 {
            assert_names_round_trip(&board);
            let moves = legal(&board);
            if moves.is_empty() {
                break;
            }
            // xorshift64
            random ^= random << 13;
            random ^= random >> 7;
            random ^= random << 17;
            board.make(moves[(random >> 33) as usize % moves.len()]);
        }
    }
}

#[test]
fn illegal_moves_are_refused_with_the_reason() {
    let start = fen::START;
    for (text, mv, wanted) in [
        (start, "e4e5", "there is no piece to move"),
        (start, "h7e7", "the cannon is black's and red is to move"),
        (start, "a0b0", "the same side's horse is there"),
        (start, "h0f1", "the horse is blocked at its leg"),
        (start, "b0d1", "the horse is blocked at its leg"),
        (start, "a0c0", "the same side's elephant"),
        (start, "a0a5", "a piece stands in the rook's way"),
        (start, "b2b7", "a cannon captures over exactly one piece, here there are 0"),
        (start, "e3d3", "sideways only after"),
        (start, "e3e2", "a pawn may not move back"),
        (start, "b0b2", "the same side's cannon"),
        (start, "a0b5", "that is not how a rook moves"),
        (start, "C2=9", "a piece stands in the cannon's way"),
        (start, "H5+6", "red has no such horse"),
        (start, "前炮平五", "red has no such cannon"),
        (start, "马二进四", "blocked at its leg"),
        ("4k4/9/9/9/9/9/9/4N4/9/4K4 w", "e2g3", "generals facing"),
        ("4k4/9/4r4/9/9/9/9/4N4/4K4/9 w", "e2g3", "it leaves the general in check"),
        ("3k5/9/4r4/9/9/N8/9/9/4K4/9 w", "a4b6", "the general stays in check"),
        ("4k4/9/9/9/9/9/9/9/9/3K5 w", "d0e0", "generals facing"),
        ("4k4/9/9/9/9/9/9/9/9/3K5 w", "d0c0", "may not leave the palace"),
        ("4k4/9/9/9/9/2B6/9/9/9/3K5 w", "c4e6", "may not cross the river"),
        ("4k4/9/9/9/9/2B6/3p5/9/9/3K5 w", "c4e2", "the elephant is blocked at its eye"),
    ] {
        match position(text).parse_move(mv, false) {
            Err(error @ MoveError::Illegal { .. }) => assert!(error.to_string().contains(wanted), "{mv}: {error}"),
            other => panic!("{mv} in {text}: {other:?}"),
        }
    }
    for text in
        ["", "e", "e2e", "xyzzy", "O-O", "炮", "炮二平", "炮二平五五五", "C2=0", "P@d1", "0000", "++=5", "e7e8q"]
    {
        let error = Position::start().parse_move(text, false).unwrap_err();
        assert!(matches!(error, MoveError::Unreadable { .. }), "{text}: {error}");
    }
    let two = position("3k5/9/9/4R4/9/9/9/4R4/9/5K3 w").parse_move("R5=6", false).unwrap_err();
    assert_eq!(two.to_string(), "\"R5=6\" is not a legal move: it could be e2d2 or e6d6");
}

#[test]
fn no_text_breaks_the_reader() {
    let pieces: Vec<char> = "rnbakcpRNBAKCPhe123456789/ wb-+=.前中后车馬炮兵卒一二三１２进退平aieh0".chars().collect();
    let start = Position::start();
    let mut random = 1_442_695_040_888_963_407_u64;
    let mut random_letter = || {
        random ^= random << 13;
        random ^= random >> 7;
        random ^= random << 17;
        (pieces[(random >> 33) as usize % pieces.len()], (random >> 20) as usize)
    };
    let mut readable = 0;
    for round in 0..20_000 {
        // By turns the start position with a letter replaced, and four letters.
        let text = if round % 2 == 0 {
            let (letter, at) = random_letter();
            let mut letters: Vec<char> = fen::START.chars().collect();
            let last = letters.len();
            letters[at % last] = letter;
            letters.into_iter().collect()
        } else {
            (0..4).map(|_| random_letter().0).collect::<String>()
        };
        if let Ok(board) = Position::from_fen(&text) {
            assert_eq!(position(&board.fen()).key(), board.key(), "{text}");
            readable += 1;
        }
        if let Ok(mv) = start.parse_move(&text, round % 3 == 0) {
            assert!(legal(&start).contains(&mv), "{text}");
            readable += 1;
        }
    }
    assert!(readable > 20, "the texts should not all be nonsense");
}

#[test]
fn verdicts() {
    let loss = |reason| Verdict::over(Outcome::Loss, reason);
    let draw = |reason| Verdict::over(Outcome::Draw, reason);
    for (text, verdict) in [
        (fen::START, Verdict::ONGOING),
        ("3k4R/R8/9/9/9/9/9/9/9/4K4 b", loss(Reason::Mate)),
        ("3k5/4P4/9/9/9/9/9/9/9/4K4 b", loss(Reason::Stalemate)),
        ("3k5/9/3a5/9/9/9/9/4B4/9/4K4 w", draw(Reason::Material)),
        ("3k5/9/9/9/9/p8/9/4B4/9/4K4 w", Verdict::ONGOING),
        ("3k5/9/9/9/9/p8/9/4B4/9/4K4 w - - 120 80", draw(Reason::MoveCount)),
        ("3k5/9/9/9/9/p8/9/4B4/9/4K4 w - - 119 80", Verdict::ONGOING),
        ("3k4R/R8/9/9/9/9/9/9/9/4K4 b - - 120 80", loss(Reason::Mate)),
    ] {
        let board = position(text);
        assert_eq!(board.verdict(), verdict, "{text}");
        let outcome = board.history_outcome(0);
        let known = verdict.outcome.filter(|&outcome| outcome == Outcome::Draw);
        assert_eq!(outcome, known, "{text}");
    }
}

#[test]
fn checks_beyond_the_tenth_do_not_count() {
    // The rook checks for ever; the general steps aside and back.
    let mut board = position("3k5/R8/9/9/9/9/9/9/4K4/9 w - - 0 1");
    let cycle = ["a8a9", "d9d8", "a9a8", "d8d9"];
    for ply in 0..40 {
        board.make(board.parse_move(cycle[ply % 4], false).unwrap());
    }
    // 20 checks and 20 answers: ten checks count.
    assert_eq!(board.quiet_plies(), 30);
}

#[test]
fn rules_switch_the_move_count_off() {
    let mut board = position("3k5/9/9/9/9/p8/9/4B4/9/4K4 w - - 120 80");
    let mut rules = board.rules();
    rules.move_count = false;
    board.adopt(&rules);
    assert_eq!(board.verdict(), Verdict::ONGOING);
    assert_eq!(board.flipped().map(|board| board.rules()), Some(rules));
}

#[test]
fn turned_boards() {
    let board = position("1rbaka2R/5r3/6n2/2p1p1p2/4P1bP1/PpC3Bc1/1nPR2P2/2N2AN2/1c2K1p2/2BAC4 w - - 3 9");
    let flipped = board.flipped().unwrap();
    assert_eq!(flipped.side_to_move(), Side::Second);
    assert_eq!(flipped.flipped().unwrap().fen(), board.fen());
    assert_eq!(legal(&flipped).len(), legal(&board).len());
    let other = Position::start().with_side(Side::Second).unwrap();
    assert_eq!(other.fen(), fen::START.replace(" w ", " b "));
    let in_check = position("4k4/9/9/9/9/9/9/9/3p5/3K5 w");
    assert!(in_check.with_side(Side::Second).is_none() && in_check.with_side(Side::First).is_some());
}

#[test]
fn the_board_is_drawn() {
    let drawn = Position::start().diagram();
    let lines: Vec<&str> = drawn.lines().collect();
    assert_eq!(lines.len(), 20);
    assert_eq!(lines[0], "9  r-n-b-a-k-a-b-n-r");
    assert_eq!(lines[1], "   | | | |\\|/| | | |");
    assert_eq!(lines[17], "   | | | |/|\\| | | |");
    assert_eq!(lines[14], "2  +-C-+-+-+-+-+-C-+");
    assert_eq!(lines[19], "   a b c d e f g h i");
}
