//! Composed positions, to which no game leads: more pieces than a set has, pawns behind their starting points, guards
//! where they never stand. Everything that takes a position takes these.

use meihua::control::Control;
use meihua::game::Game;
use meihua::games::xiangqi::setup::{Setup, range};
use meihua::games::xiangqi::{Piece, PieceKind, Position, Square, fen};
use meihua::random::SplitMix64;
use meihua::search::Searcher;
use meihua::search::limits::{Limits, Settings};
use meihua::side::Side;
use meihua::text::{GameText, Notation};

/// Kinds that a side may have in any number.
const KINDS: [PieceKind; 6] =
    [PieceKind::Advisor, PieceKind::Elephant, PieceKind::Horse, PieceKind::Rook, PieceKind::Cannon, PieceKind::Pawn];

const NOTATIONS: [Notation; 5] =
    [Notation::Wire, Notation::WireFromOne, Notation::Iccs, Notation::Wxf, Notation::Chinese];

/// Up to `most` pieces anywhere, advisors and elephants on their own side of the river.
fn composed(random: &mut SplitMix64, most: usize) -> Position {
    loop {
        let mut setup = Setup::empty();
        for side in Side::ALL {
            let rank = random.below(3) + 7 * side.index();
            let general = Square::new(3 + random.below(3), rank).expect("a point of the palace");
            setup.board[general.index()] = Some(Piece::new(side, PieceKind::General));
        }
        for _ in 0..=random.below(most) {
            let piece = Piece::new(Side::ALL[random.below(2)], KINDS[random.below(KINDS.len())]);
            let place = random.below(setup.board.len());
            let is_home = (place < 45) == (piece.side == Side::First);
            let is_guard = matches!(piece.kind, PieceKind::Advisor | PieceKind::Elephant);
            if setup.board[place].is_none() && (is_home || !is_guard) {
                setup.board[place] = Some(piece);
            }
        }
        setup.side = Side::ALL[random.below(2)];
        if let Ok(position) = setup.build() {
            return position;
        }
    }
}

fn moves(position: &Position) -> <Position as Game>::Moves {
    let mut moves = <Position as Game>::Moves::default();
    position.generate(&mut moves);
    moves
}

#[test]
fn everything_takes_a_composed_position() {
    let mut random = SplitMix64::new(61);
    let (mut searcher, mut odd) = (Searcher::new(), 0);
    for round in 0..80 {
        let mut position = composed(&mut random, if round % 2 == 0 { 12 } else { 70 });
        odd += usize::from(position.oddity().is_some());
        for _ in 0..6 {
            let text = position.fen();
            assert_eq!(fen::parse(&text).expect(&text).key(), position.key(), "{text}");
            assert!(position.evaluate().abs() < 30_000 && !position.explain_evaluation().is_empty(), "{text}");
            assert!(position.view_part().json().get().contains("ranks") && position.diagram().lines().count() >= 10);
            let legal = moves(&position);
            for &mv in legal.as_slice() {
                for notation in NOTATIONS {
                    let name = position.move_text(mv, notation);
                    let read = position.parse_move(&name, notation == Notation::WireFromOne);
                    assert_eq!(read, Ok(mv), "{name} in {text}");
                }
            }
            let limits = Limits { nodes: Some(200), ..Limits::default() };
            let found = searcher.search(&position, &limits, &Settings::default(), &Control::new(), &mut |_| ());
            assert_eq!(found.best.is_some(), !legal.as_slice().is_empty(), "{text}");
            let Some(best) = found.best else { break };
            assert!(legal.as_slice().contains(&best), "{text}");
            position.make(best);
        }
    }
    assert!(odd > 60, "{odd} of 80");
}

/// A piece that no game puts there is worth about as much as one near by, and the tables of endings leave it alone.
#[test]
fn pieces_out_of_their_range_count() {
    let value = |board: &str| fen::parse(&format!("{board} w")).expect(board).evaluate();
    let (bare, home, behind) =
        (value("3k5/9/9/9/9/9/9/r8/9/R3K4"), value("3k5/9/9/9/9/9/P8/r8/9/R3K4"), value("3k5/9/9/9/9/9/9/r8/P8/R3K4"));
    assert!(home > bare && behind > bare, "{bare} {home} {behind}");
    for board in ["3k5/9/9/9/9/9/9/9/P8/4K4 w", "3k5/9/9/9/9/9/9/9/RRR6/4K4 w", "4k4/9/9/9/3a5/9/9/9/R8/3K5 w"] {
        let position = fen::parse(board).expect(board);
        assert!(position.oddity().is_some() && position.proven().is_none(), "{board}");
    }
    let usual = fen::parse("3k5/9/9/9/P8/9/9/9/9/4K4 w").expect("a position");
    assert!(usual.oddity().is_none() && usual.proven().is_some(), "a table knows this one");
}

#[test]
fn oddities_are_named() {
    let oddity = |board: &str| fen::parse(board).expect(board).oddity();
    assert_eq!(oddity(fen::START), None);
    assert_eq!(oddity("4k4/9/9/9/9/9/9/9/P8/3K5 w").as_deref(), Some("red pawn on a1"));
    assert_eq!(oddity("4k4/9/9/9/9/9/9/9/RRR6/3K5 w").as_deref(), Some("red has 3 rooks"));
    assert_eq!(oddity("3k5/3a5/9/9/9/9/9/9/9/4K4 w").as_deref(), Some("black advisor on d8"));
    for piece in Piece::all() {
        assert!(!range(piece).is_empty(), "{piece:?}");
    }
}
