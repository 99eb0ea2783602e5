//! Cases of the repetition rules. By default a cycle of plies is played twice, so that the first position occurs for
//! the third time. The verdict is from the view of Red, who moves first and makes the first move of the cycle.

use super::chase::{Novelty, chasers};
use super::stretch::Stretch;
use super::{presumed_repetition, repetition};
use crate::game::Outcome;
use crate::games::xiangqi::{Move, Moves, Position, Square, fen, movegen};
use crate::random::SplitMix64;
use crate::rules::{RepetitionRule, Rules};
use crate::text::{Reason, Verdict};

const CHECK_LOSS: Verdict = Verdict::over(Outcome::Loss, Reason::PerpetualCheck);
const CHECK_WIN: Verdict = Verdict::over(Outcome::Win, Reason::PerpetualCheck);
const CHASE_LOSS: Verdict = Verdict::over(Outcome::Loss, Reason::PerpetualChase);
const CHASE_WIN: Verdict = Verdict::over(Outcome::Win, Reason::PerpetualChase);
const DRAW: Verdict = Verdict::over(Outcome::Draw, Reason::Repetition);

fn square(text: &str) -> Square {
    let bytes = text.as_bytes();
    Square::new((bytes[0] - b'a') as usize, (bytes[1] - b'0') as usize).expect("a square")
}

/// Plays moves, all of which must be legal.
fn play(position: &mut Position, moves: &str) {
    for text in moves.split_whitespace() {
        let mv = Move::new(square(&text[..2]), square(&text[2..])).expect("two squares");
        let mut legal = Moves::new();
        movegen::legal_moves(position, &mut legal);
        assert!(legal.contains(&mv), "{text} is illegal in {}", fen::write(position));
        position.make_move(mv);
    }
}

fn position(board: &str, repetition: RepetitionRule, moves: &str) -> Position {
    let mut position = fen::parse(board).unwrap_or_else(|error| panic!("{board}: {error}"));
    position.set_rules(Rules { repetition, ..Rules::default() });
    play(&mut position, moves);
    position
}

/// The board with ranks and colours swapped: the same case for the other side.
fn exchange_sides(board: &str) -> String {
    let (ranks, side) = board.split_once(' ').expect("ranks and side");
    let flip = |c: char| if c.is_ascii_uppercase() { c.to_ascii_lowercase() } else { c.to_ascii_uppercase() };
    let ranks: Vec<String> = ranks.split('/').rev().map(|rank| rank.chars().map(flip).collect()).collect();
    format!("{} {}", ranks.join("/"), if side.starts_with('w') { 'b' } else { 'w' })
}

fn exchange_ranks(moves: &str) -> String {
    moves.chars().map(|c| c.to_digit(10).and_then(|rank| char::from_digit(9 - rank, 10)).unwrap_or(c)).collect()
}

/// Checks the verdicts of both rule sets after two cycles, for each board as given and with sides swapped. A case
/// consists of name, board, cycle.
#[track_caller]
fn judge(asian: &Verdict, computer: &Verdict, cases: &[(&str, &str, &str)]) {
    for &(name, board, cycle) in cases {
        let (other_board, other_cycle) = (exchange_sides(board), exchange_ranks(cycle));
        for (board, cycle) in [(board, cycle), (&other_board, &other_cycle)] {
            let twice = format!("{cycle} {cycle}");
            for (rule, expected) in [(RepetitionRule::Asian, asian), (RepetitionRule::Computer, computer)] {
                let second = repetition(&position(board, rule, cycle), 0);
                assert_eq!(second, None, "{name}: second occurrence, {board} {cycle}");
                let verdict = repetition(&position(board, rule, &twice), 0);
                assert_eq!(verdict.as_ref(), Some(expected), "{name}: {rule:?}, {board} {cycle}");
            }
            assert_eq!(repetition(&position(board, RepetitionRule::None, &twice), 0), None, "{name}");
        }
    }
}

#[test]
fn perpetual_check_loses_under_both_rules() {
    let cases = [
        ("rook", "4k4/9/9/9/9/9/9/9/5R3/3K5 w", "f1e1 e9f9 e1f1 f9e9"),
        // From the front and from the side; the rook protects it.
        ("pawn", "4k4/R2P5/9/9/9/9/9/9/9/5K3 w", "d8e8 e9d9 e8d8 d9e9"),
        OUTRANKED,
    ];
    judge(&CHECK_LOSS, &CHECK_LOSS, &cases);
    judge(&CHECK_WIN, &CHECK_WIN, &[("the checked side", "3k5/9/9/9/9/9/9/5r3/9/5K3 w", "f0e0 f2e2 e0f0 e2f2")]);
}

/// Red gives check with two cannons on the general's file. Black's rooks keep the horse attacked, alternating between
/// them.
const OUTRANKED: (&str, &str, &str) =
    ("check outranks chase", "4k4/N8/7C1/9/r8/4C4/9/r8/9/5K3 w", "h7e7 a5e5 e7h7 e5a5");

#[test]
fn where_perpetual_check_outranks_perpetual_chase_there_is_a_chase() {
    let position = position(OUTRANKED.1, RepetitionRule::Asian, OUTRANKED.2);
    let moves = Stretch::find(&position).expect("a second occurrence").moves();
    assert_eq!(chasers(&position, moves, Novelty::Threat), [false, true]);
}

#[test]
fn perpetual_chase_loses_under_both_rules() {
    let cases = [
        ("a cannon without protection", CHASE_BOARD, CHASE_CYCLE),
        // The rook on e6 would retake on the sixth rank, but red's rook pins it.
        ("a pinned protector does not count", "4k4/9/9/2c1r4/9/9/9/9/R3R4/3K5 w", CHASE_CYCLE),
        // It has nothing but the victim and the attacker to jump over.
        ("a protecting cannon without screen", "4k4/9/9/2c5c/9/9/9/9/R8/3K5 w", CHASE_CYCLE),
        ("a protecting horse that must stay", "4k4/9/9/2c6/4n4/9/9/9/R8/4K4 w", CHASE_CYCLE),
        ("a protecting horse with a blocked leg", "4k4/9/9/2c6/3Pn4/9/9/9/R8/3K5 w", CHASE_CYCLE),
        // A rook is worth more than a cannon or a horse: protection does not help the chaser.
        ("cannon chases protected rook", "4k4/9/9/r7r/9/9/P1P6/9/2C6/3K5 w", "c1a1 a6c6 a1c1 c6a6"),
        ("horse chases rook", "4k4/9/9/3r5/9/9/2N6/9/9/5K3 w", "c3e4 d6d5 e4c3 d5d6"),
        ("horse chases protected rook", "3k5/3r5/9/3r5/9/9/2N6/9/9/5K3 w", "c3e4 d6d5 e4c3 d5d6"),
        ("a pawn that has crossed", "4k4/2R6/9/9/9/9/3p5/9/9/5K3 w", "c8d8 d3c3 d8c8 c3d3"),
        ("an elephant without protection", "4k4/9/b8/9/9/9/9/9/2R6/3K5 w", "c1a1 a7c9 a1c1 c9a7"),
        // Red moves the advisor, and the cannons behind it chase the rook, which attacks each cannon in turn: two
        // victims.
        ("a discovered chase", "3k5/9/9/9/9/9/9/4K4/C7r/C4A3 w", "f0e1 i1i0 e1f0 i0i1"),
        ("a rook that is not pinned chases", "3k5/9/9/9/c8/9/4R4/9/9/4K4 w", "e3e5 a5a3 e5e3 a3a5"),
        // The front cannon stands on the leg of the horse that protects the elephant from the rear one, then serves as
        // the rear one's screen.
        ("blocking a protector", "9/5k3/9/9/9/9/2N3c2/4Bpc2/9/3K5 b", "g3d3 e2g4 d3g3 g4e2"),
        // The rook stands between its advisor and general and Red's cannon: it cannot take the rook beside it.
        ("rook chases pinned rook", "4k4/4a4/9/R8/9/4r4/9/9/4C4/3K5 w", "a6a4 e4e6 a4a6 e6e4"),
        // Each horse is a horse's move away from the other, but pawns block the legs of Black's.
        ("horse chases horse", "5k3/9/9/9/6n2/6P2/4P4/5N3/9/3K5 w", "f2h3 g5e4 h3f2 e4g5"),
    ];
    judge(&CHASE_LOSS, &CHASE_LOSS, &cases);
}

#[test]
fn the_asian_rule_alone_calls_it_a_chase() {
    let cases = [
        // Cannon and rook chase the rook, which stands on the leg of the horse behind it. With its elephant black answers
        // the attack on the rook and at the same time cuts red's protection of the horse, which comes through the rook:
        // to the computer rule that is a chase of the horse.
        ("cutting a line through the attacker", "9/4k4/R3brN2/1C7/9/9/9/9/9/3K5 w", "b6b7 e7c5 b7b6 c5e7"),
        // Every second move of the horse is a check, which the rook parries on the horse's leg.
        ("a check in between", "9/9/5k3/9/4n4/9/2R6/3K5/9/9 w", "c3e3 e5c4 e3c3 c4e5"),
        // When the horse goes home to be the cannon's screen, the elephant that it attacked is attacked already.
        ("a new attacker", "5k3/9/4b4/9/4N4/9/4C4/9/9/3K5 w", "e5c6 f9f8 c6e5 f8f9"),
        // The cannon comes back to the rank of the waiting rook; the other one's attack is a new threat.
        ("a cannon between two rooks", "3k5/9/9/4c4/2R3R2/9/9/9/9/5K3 w", "c5c6 e6e5 c6c5 e5e6"),
    ];
    judge(&CHASE_LOSS, &DRAW, &cases);
}

#[test]
fn what_is_allowed_or_done_by_both_is_a_draw() {
    let cases = [
        // Red's cannon and black's rook step between two files. On the one file each blocks the other side's line to the
        // general, on the other each checks itself.
        ("mutual check", "4c4/5k3/9/9/5r3/4C4/9/9/4K4/5R3 w", "e4f4 f5e5 f4e4 e5f5"),
        ("rook and horse, mutual chase", "4k4/9/9/7n1/9/6R2/9/9/9/3K5 w", MUTUAL_CHASE),
        // The rook checks on one file and chases the cannon from the other: neither is perpetual.
        ("check and chase in turn", "3k5/9/9/9/2R6/9/9/2c6/9/5K3 w", "c5d5 d9e9 d5c5 e9d9"),
        ("protected by a rook", "4k4/9/9/2c5r/9/9/9/9/R8/3K5 w", CHASE_CYCLE),
        ("protected by a cannon with a screen", "4k4/9/9/2c3p1c/9/9/9/9/R8/3K5 w", CHASE_CYCLE),
        ("protected by a horse", "4k4/9/9/2c6/4n4/9/9/9/R8/3K5 w", CHASE_CYCLE),
        // Horse and cannon alternately attack the pawn, which has not crossed the river.
        ("a pawn at home", "5k3/9/9/4p4/9/4N4/9/4C4/9/3K5 w", "e4c5 f9f8 c5e4 f8f9"),
        ("a pawn that has crossed, protected", "4k4/2R6/9/9/9/9/3p4r/9/9/5K3 w", "c8d8 d3c3 d8c8 c3d3"),
        ("two victims in turn", "4k4/9/9/n1c6/9/9/9/9/R8/3K5 w", "a1c1 e9f9 c1a1 f9e9"),
        ("a pawn chases", "4k4/9/1c7/P8/9/9/9/9/9/3K5 w", "a6b6 b7a7 b6a6 a7b7"),
        ("a general chases", "5k3/9/9/9/9/9/9/9/3c5/4K4 w", "e0d0 d1e1 d0e0 e1d1"),
        ("an attack that goes on", "4k4/9/2n6/9/9/9/9/9/2R6/3K5 w", "c1c2 e9f9 c2c1 f9e9"),
        // Red's rook may not leave the general's file.
        ("a pinned piece chases nothing", "3kr4/9/9/9/c8/9/4R4/9/9/4K4 w", "e3e5 a5a3 e5e3 a3a5"),
        ("rook and rook", "3k5/9/9/2r6/9/9/9/9/R8/4K4 w", CHASE_CYCLE),
        ("rook and rook, unpinned", "4k4/4a4/9/R8/9/4r4/9/9/9/3K5 w", "a6a4 e4e6 a4a6 e6e4"),
        ("horse and horse", "5k3/9/9/9/6n2/9/9/5N3/9/3K5 w", "f2h3 g5e4 h3f2 e4g5"),
        ("cannon and cannon", "4k4/9/9/c8/9/9/P1P6/9/2C6/3K5 w", "c1a1 a6c6 a1c1 c6a6"),
        ("nothing on either side", "4k4/9/9/9/9/9/9/9/R8/3K5 w", "a1b1 e9e8 b1a1 e8e9"),
        ("perpetual threat of mate", "3k5/r8/3P5/9/9/9/9/9/R8/4K4 w", "a1b1 a8b8 b1a1 b8a8"),
        ("check and threat of mate", "4k4/9/5P3/9/9/9/9/9/R8/3K5 w", "a1e1 e9f9 e1a1 f9e9"),
        ("check and nothing", "4k4/9/9/9/9/9/9/9/R8/3K5 w", "a1e1 e9f9 e1a1 f9e9"),
        ("offer of the rook to the elephant", "4k4/9/4b4/9/2R6/9/9/9/9/3K5 w", "c5g5 e9f9 g5c5 f9e9"),
        ("blocking the rook's way", "3k5/9/9/9/9/9/r8/9/1R7/4K4 w", "b1b2 a3a2 b2b1 a2a3"),
    ];
    judge(&DRAW, &DRAW, &cases);
}

const MUTUAL_CHASE: &str = "g4h4 h6f5 h4h5 f5g3 h5g5 g3i4 g5g4 i4h6";

#[test]
fn both_rules_look_at_all_moves_since_the_first_occurrence() {
    let cases = [
        // One cycle chases the cannon on the left, the next the one on the right.
        ("4k4/9/9/2c3c2/9/9/9/9/R7R/3K5 w", "a1c1 c6a6 c1a1 a6c6 i1g1 g6i6 g1i1 i6g6"),
        // Three of the rook's four moves are checks, among them all since the second occurrence.
        ("C1bak4/5R3/9/8p/p1b6/6B2/P3P1n1P/N4KN2/3rA4/2cn5 w", "f8f6 e9e8 f6f8 e8e9 f8f9 e9e8 f9f8 e8e9"),
    ];
    for (board, moves) in cases {
        for rule in [RepetitionRule::Asian, RepetitionRule::Computer] {
            assert_eq!(repetition(&position(board, rule, moves), 0), Some(DRAW), "{rule:?} {moves}");
        }
    }
}

const CHASE_BOARD: &str = "4k4/9/9/2c6/9/9/9/9/R8/3K5 w";
const CHASE_CYCLE: &str = "a1c1 c6a6 c1a1 a6c6";

#[test]
fn the_verdict_is_that_of_the_side_to_move() {
    let mut position = position(CHASE_BOARD, RepetitionRule::Asian, &format!("{CHASE_CYCLE} {CHASE_CYCLE} a1c1"));
    assert_eq!(repetition(&position, 0), Some(CHASE_WIN));
    play(&mut position, "c6a6");
    assert_eq!(repetition(&position, 0), Some(CHASE_LOSS));
}

#[test]
fn a_second_occurrence_counts_inside_the_search_tree() {
    let position = position(CHASE_BOARD, RepetitionRule::Asian, CHASE_CYCLE);
    assert_eq!(repetition(&position, 4), None, "the first occurrence is the root");
    assert_eq!(
        repetition(&position, 5),
        None,
        "an offence is judged at the third occurrence: the next loop may be another"
    );
    let idle = self::position(CHASE_BOARD, RepetitionRule::Asian, "d0d1 e9f9 d1d0 f9e9");
    assert_eq!((repetition(&idle, 4), repetition(&idle, 5)), (None, Some(DRAW)));
}

#[test]
fn an_offence_is_presumed_where_the_moves_so_far_count() {
    let presumed = |rule, moves: &str, ply| presumed_repetition(&position(CHASE_BOARD, rule, moves), ply);
    assert_eq!(presumed(RepetitionRule::Asian, CHASE_CYCLE, 4), None, "the first occurrence is the root");
    assert_eq!(presumed(RepetitionRule::Asian, CHASE_CYCLE, 5), Some(CHASE_LOSS));
    assert_eq!(presumed(RepetitionRule::Computer, CHASE_CYCLE, 5), Some(CHASE_LOSS));
    assert_eq!(presumed(RepetitionRule::None, CHASE_CYCLE, 5), None);
    assert_eq!(presumed(RepetitionRule::Asian, "a1c1 c6a6 c1a1", 5), None, "no position has been repeated");
}

#[test]
fn positions_after_an_offence_have_keys_of_their_own() {
    let key = |moves: &str| position(CHASE_BOARD, RepetitionRule::Asian, moves).history_key();
    assert_eq!((key(""), key("d0d1 e9f9 d1d0 f9e9")), (0, 0));
    assert_ne!(key(CHASE_CYCLE), 0);
    let idle = format!("{CHASE_CYCLE} d0d1");
    assert_eq!(key(CHASE_CYCLE), key(&idle), "until another offence");
    let next = format!("{CHASE_CYCLE} a1c1");
    assert!(![0, key(CHASE_CYCLE)].contains(&key(&next)));
    assert_eq!(position(CHASE_BOARD, RepetitionRule::None, CHASE_CYCLE).history_key(), 0);

    let mut position = position(CHASE_BOARD, RepetitionRule::Asian, &idle);
    position.make_pass();
    assert_eq!(position.history_key(), 0, "a pass cannot be undone");
    position.unmake_pass();
    assert_eq!(position.history_key(), key(&idle));
}

#[test]
fn a_fourth_occurrence_is_judged_like_the_third() {
    let moves = format!("c1a1 a6c6 {CHASE_CYCLE} {CHASE_CYCLE} {CHASE_CYCLE}");
    let position = position("4k4/9/9/c8/9/9/9/9/2R6/3K5 w", RepetitionRule::Asian, &moves);
    assert_eq!(repetition(&position, 0), Some(CHASE_LOSS));
}

#[test]
fn a_pass_cuts_the_history() {
    let mut position = position(CHASE_BOARD, RepetitionRule::Asian, CHASE_CYCLE);
    position.make_pass();
    position.make_pass();
    play(&mut position, CHASE_CYCLE);
    assert_eq!(repetition(&position, 0), None);
    play(&mut position, CHASE_CYCLE);
    assert_eq!(repetition(&position, 0), Some(CHASE_LOSS));
}

#[test]
fn a_search_needs_no_more_of_the_history_than_what_can_come_back() {
    let mut chance = SplitMix64::new(3);
    for round in 0..20 {
        // Few pieces that shuffle, with an occasional capture or pawn move.
        let mut position = fen::parse("3ak4/4a4/4b4/9/2R1p1P2/9/4P4/4B4/4A4/3AK4 w - - 0 1").expect("a position");
        for ply in 0..200 {
            let mut moves = Moves::new();
            movegen::legal_moves(&position, &mut moves);
            if moves.is_empty() {
                break;
            }
            let short = position.without_void_history();
            assert_eq!(short.move_number(), position.move_number());
            assert!(short.occurrences().eq(position.occurrences()), "round {round}, ply {ply}");
            for &mv in &moves {
                let (mut long, mut short) = (position.clone(), short.clone());
                long.make_move(mv);
                short.make_move(mv);
                assert_eq!(repetition(&short, 1), repetition(&long, 1), "round {round}, ply {ply}, {mv:?}");
                assert_eq!((short.quiet_plies(), short.zobrist()), (long.quiet_plies(), long.zobrist()));
            }
            position.make_move(moves[chance.below(moves.len())]);
        }
    }
}

#[test]
fn a_search_copies_little_of_a_long_game() {
    let mut position = fen::parse("3k5/9/9/9/9/9/9/R8/9/5K3 w - - 0 1").expect("a position");
    for _ in 0..10_000 {
        for (from, to) in [("a2", "a3"), ("d9", "d8"), ("a3", "a2"), ("d8", "d9")] {
            position.make_move(Move::new(square(from), square(to)).expect("two squares"));
        }
    }
    let short = position.without_void_history();
    assert!(short.history().count() <= 1025);
    assert_eq!((short.move_number(), repetition(&short, 0)), (position.move_number(), repetition(&position, 0)));
}
