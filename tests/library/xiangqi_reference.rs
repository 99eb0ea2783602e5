//! Random walks against a slow reference that walks the board square by square, and against values computed anew.

use meihua::game::Game;
use meihua::games::xiangqi::movegen::{captures, count_legal_moves, legal_moves, quiet_moves};
use meihua::games::xiangqi::{Move, Moves, Piece, PieceKind, Position, Square, fen};
use meihua::rules::Rules;
use meihua::side::Side;
use std::collections::HashMap;

/// A board as a map; everything is found by stepping.
#[derive(Clone)]
struct Board {
    pieces: HashMap<(i32, i32), Piece>,
    side: Side,
}

const STRAIGHT: [(i32, i32); 4] = [(1, 0), (-1, 0), (0, 1), (0, -1)];
const DIAGONAL: [(i32, i32); 4] = [(1, 1), (1, -1), (-1, 1), (-1, -1)];

impl Board {
    fn of(position: &Position) -> Board {
        let place = |square: Square| (square.file() as i32, square.rank() as i32);
        let pieces = Square::all().filter_map(|square| Some((place(square), position.piece_on(square)?))).collect();
        Board { pieces, side: position.side() }
    }

    fn at(&self, place: (i32, i32)) -> Option<Piece> {
        self.pieces.get(&place).copied()
    }

    /// Where the piece on `from` may go, its general's safety aside.
    fn targets(&self, from: (i32, i32), piece: Piece) -> Vec<(i32, i32)> {
        let (x, y) = from;
        let mut found = Vec::new();
        match piece.kind {
            PieceKind::General => found.extend(STRAIGHT.map(|(dx, dy)| (x + dx, y + dy))),
            // Outside the palace, as in composed positions, it does not move.
            PieceKind::Advisor if !(3..=5).contains(&x) || (3..=6).contains(&y) => {}
            PieceKind::Advisor => found.extend(DIAGONAL.map(|(dx, dy)| (x + dx, y + dy))),
            PieceKind::Elephant => {
                let open = DIAGONAL.into_iter().filter(|(dx, dy)| self.at((x + dx, y + dy)).is_none());
                found.extend(open.map(|(dx, dy)| (x + 2 * dx, y + 2 * dy)));
            }
            PieceKind::Horse => {
                for (dx, dy) in STRAIGHT.into_iter().filter(|(dx, dy)| self.at((x + dx, y + dy)).is_none()) {
                    found.extend([(x + 2 * dx + dy, y + 2 * dy + dx), (x + 2 * dx - dy, y + 2 * dy - dx)]);
                }
            }
            PieceKind::Rook | PieceKind::Cannon => {
                STRAIGHT.into_iter().for_each(|step| self.line(from, step, piece.kind, &mut found));
            }
            PieceKind::Pawn => {
                let ahead = if piece.side == Side::First { 1 } else { -1 };
                found.push((x, y + ahead));
                if (piece.side == Side::First) == (y >= 5) {
                    found.extend([(x - 1, y), (x + 1, y)]);
                }
            }
        }
        let own_rank = |y: i32| if piece.side == Side::First { y } else { 9 - y };
        found.retain(|&(x, y)| {
            let home = match piece.kind {
                PieceKind::General | PieceKind::Advisor => (3..=5).contains(&x) && own_rank(y) <= 2,
                PieceKind::Elephant => own_rank(y) <= 4,
                _ => true,
            };
            home && (0..9).contains(&x) && (0..10).contains(&y) && self.at((x, y)).is_none_or(|p| p.side != piece.side)
        });
        found
    }

    fn line(&self, from: (i32, i32), step: (i32, i32), kind: PieceKind, found: &mut Vec<(i32, i32)>) {
        let mut at = (from.0 + step.0, from.1 + step.1);
        let mut passed = 0;
        while (0..9).contains(&at.0) && (0..10).contains(&at.1) {
            let hit = self.at(at).is_some();
            let wanted = match kind {
                PieceKind::Rook => passed == 0,
                _ => !hit && passed == 0 || hit && passed == 1,
            };
            if wanted {
                found.push(at);
            }
            passed += usize::from(hit);
            at = (at.0 + step.0, at.1 + step.1);
        }
    }

    fn play(&self, from: (i32, i32), to: (i32, i32)) -> Board {
        let mut next = self.clone();
        if let Some(piece) = next.pieces.remove(&from) {
            next.pieces.insert(to, piece);
        }
        next.side = !next.side;
        next
    }

    /// Whether the general of `side` stands under attack, the other general's along an open file included.
    fn in_check(&self, side: Side) -> bool {
        let general = |side: Side| self.pieces.iter().find(|(_, p)| **p == Piece::new(side, PieceKind::General));
        let (Some((&general, _)), Some((&other, _))) = (general(side), general(!side)) else { return false };
        let (low, high) = (general.1.min(other.1), general.1.max(other.1));
        let facing = general.0 == other.0 && (low + 1..high).all(|y| self.at((general.0, y)).is_none());
        let enemies = self.pieces.iter().filter(|(_, piece)| piece.side != side);
        facing || enemies.into_iter().any(|(&place, &piece)| self.targets(place, piece).contains(&general))
    }

    fn legal_moves(&self) -> Vec<String> {
        let own = self.pieces.iter().filter(|(_, piece)| piece.side == self.side);
        let steps = own.flat_map(|(&from, &piece)| self.targets(from, piece).into_iter().map(move |to| (from, to)));
        let mut legal: Vec<String> = steps
            .filter(|&(from, to)| !self.play(from, to).in_check(self.side))
            .map(|(from, to)| [from, to].map(|(x, y)| format!("{}{y}", (b'a' + x as u8) as char)).concat())
            .collect();
        legal.sort();
        legal
    }
}

/// Small fast random numbers (xorshift64*).
struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        (self.0.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 33) as usize % limit
    }
}

/// Starts that bring many kinds of pieces into touch; random play from the start alone seldom does. The last two are
/// composed.
const STARTS: [&str; 6] = [
    fen::START,
    "1rbaka2R/5r3/6n2/2p1p1p2/4P1bP1/PpC3Bc1/1nPR2P2/2N2AN2/1c2K1p2/2BAC4 w - - 0 1",
    "CnN1k1b2/c3a4/4ba3/9/2nr5/9/9/4C4/4A4/4KA3 w - - 0 1",
    "3k5/4P4/3cN4/2R6/4c1r2/2C3n2/9/3pB4/4p4/4K4 w - - 0 1",
    "rrrrk4/9/2a1b4/p1p1p1p1p/9/9/9/1BA2A3/PPPPP4/RRR1K1RRR w - - 0 1",
    "4k4/4n4/nnn3b2/CCC3ccc/3p1a3/P8/NNNNN4/2C6/P1P1P3P/3K1R3 b - - 0 1",
];

/// Calls `visit` on every position of some random games.
fn walk(games: usize, plies: usize, mut visit: impl FnMut(&mut Position, &mut Random)) {
    let mut random = Random(20_250_101);
    for game in 0..games {
        let mut position = fen::parse(STARTS[game % STARTS.len()]).unwrap();
        for _ in 0..plies {
            visit(&mut position, &mut random);
            let mut moves = Moves::new();
            legal_moves(&position, &mut moves);
            if moves.is_empty() {
                break;
            }
            position.make_move(moves[random.below(moves.len())]);
        }
    }
}

fn listed(moves: &[Move]) -> Vec<String> {
    let mut text: Vec<String> = moves.iter().map(Move::to_string).collect();
    text.sort();
    text
}

fn legal(position: &Position) -> Moves {
    let mut moves = Moves::new();
    legal_moves(position, &mut moves);
    moves
}

#[test]
fn legal_moves_are_those_of_the_reference() {
    walk(60, 120, |position, _| {
        let board = Board::of(position);
        let moves = legal(position);
        assert_eq!(listed(&moves), board.legal_moves(), "{}", fen::write(position));
        assert_eq!(count_legal_moves(position) as usize, moves.len());
        assert_eq!(position.in_check(), board.in_check(position.side()), "{}", fen::write(position));
    });
}

#[test]
fn staged_moves_together_are_all_moves() {
    walk(60, 120, |position, _| {
        let (mut noisy, mut quiet) = (Moves::new(), Moves::new());
        captures(position, &mut noisy);
        quiet_moves(position, &mut quiet);
        assert!(noisy.iter().all(|&mv| position.is_noisy(mv)) && !quiet.iter().any(|&mv| position.is_noisy(mv)));
        let both: Vec<Move> = noisy.into_iter().chain(quiet).filter(|&mv| position.legal(mv)).collect();
        assert_eq!(listed(&both), listed(&legal(position)), "{}", fen::write(position));
    });
}

#[test]
fn unpack_takes_legal_moves_only() {
    walk(4, 40, |position, _| {
        let found: Vec<Move> = (0..=u16::MAX).filter_map(|bits| position.unpack(bits)).collect();
        assert_eq!(listed(&found), listed(&legal(position)), "{}", fen::write(position));
    });
}

/// The keys of all parts of a position.
fn parts(position: &Position) -> Vec<u64> {
    (0..Position::CORRECTIONS.len()).map(|part| position.correction_key(part)).collect()
}

#[test]
fn make_keeps_everything_a_new_position_would_have() {
    walk(40, 150, |position, random| {
        let anew = fen::parse(&fen::write(position)).unwrap();
        assert_eq!(position.key(), anew.key());
        assert_eq!(parts(position), parts(&anew));
        assert_eq!(position.check_info(), anew.check_info());
        assert_eq!(position.occupied(), anew.occupied());
        let before = fen::write(position);
        let moves = legal(position);
        if moves.is_empty() {
            return;
        }
        let mv = moves[random.below(moves.len())];
        let (check, key) = (position.gives_check(mv), position.table_key_after(mv));
        let mut uncounted = position.clone();
        uncounted.adopt(&Rules { move_count: false, ..position.rules() });
        let plain_key = uncounted.table_key_after(mv);
        position.make(mv);
        assert_eq!((check, plain_key), (position.in_check(), position.key()), "{mv} in {before}");
        // Not every check counts towards the draw by count, and what led back to a position may be an offence: both is more than a
        // prefetch wants to know.
        let is_repeated = position.occurrences().next().is_some();
        assert!(key == position.table_key() || check || is_repeated, "{mv} in {before}");
        position.unmake(mv);
        assert_eq!(
            (fen::write(position), position.key(), *position.check_info()),
            (before, anew.key(), *anew.check_info())
        );
        assert_eq!(parts(position), parts(&anew));
    });
}

#[test]
fn a_pass_changes_the_side_alone() {
    walk(10, 60, |position, _| {
        if position.in_check() {
            return;
        }
        let (before, key) = (fen::write(position), position.key());
        position.make_null();
        let passed = fen::write(position);
        assert_eq!(passed.split(' ').next(), before.split(' ').next());
        assert_eq!(*position.check_info(), *fen::parse(&passed).unwrap().check_info());
        assert_ne!(position.key(), key);
        position.unmake_null();
        assert_eq!((fen::write(position), position.key()), (before, key));
    });
}

#[test]
fn history_runs_from_the_newest_position_to_the_first() {
    walk(10, 60, |position, _| {
        let past: Vec<_> = position.history().collect();
        assert_eq!(past[0].key, position.key());
        let mut back = position.clone();
        for step in &past {
            assert_eq!((back.key(), step.check), (step.key, step.mv.is_some() && back.in_check()));
            back.unmake_move();
        }
        let same = past.iter().enumerate().skip(1).filter(|(_, step)| step.key == past[0].key).map(|(plies, _)| plies);
        assert!(position.occurrences().eq(same));
        assert!(past.iter().rev().skip(1).all(|step| step.mv.is_some()) && past[past.len() - 1].mv.is_none());
    });
}
