//! Upcoming repetition: whether the side to move has a move that repeats an earlier position.
//!
//! ```text
//! plies ago      5     4     3     2     1     0          now
//! to move        X     S     X     S     X     S          S, who may bring back a position with X to move
//! moves             X     S     X     S     X       ?
//! ```
//!
//! The moves of X since then must cancel out, and those of S must amount to the displacement of one piece, which can
//! move back. Both follow from the keys alone: a move changes the key by its own term and by that of the side to move.
//! (The question is from M. van Kervinck, "The design and implementation of the Rookie 2.0 chess playing program",
//! 2002, who answers it by a hash table of all moves; here the moves of the line itself are tried.)

use crate::games::xiangqi::zobrist::{BLACK_TO_MOVE, piece};
use crate::games::xiangqi::{Move, Past, Position};

/// A legal move of the side to move to a position of at most `reach` plies ago, the latest such position first. There
/// is no capture, pawn advance or pass in between.
pub(crate) fn returning_move(position: &Position, reach: usize) -> Option<Move> {
    let reach = reach.min(position.reversible_plies());
    if reach < 3 {
        return None;
    }
    let now = position.zobrist();
    // The combined effect of the opponent's moves since then on the key.
    let mut others = 0;
    let mut newer = now;
    for (back, &past) in (1..).zip(position.earlier_keys().iter().rev().take(reach)) {
        if back % 2 == 1 {
            others ^= newer ^ past ^ BLACK_TO_MOVE;
        }
        newer = past;
        if others == 0 && back % 2 == 1 && back >= 3 {
            let found = undoing(position, now ^ past ^ BLACK_TO_MOVE, back);
            if found.is_some() {
                return found;
            }
        }
    }
    None
}

/// The legal move whose key term is `term`, among those that undo what one piece of the side to move did during the
/// last `plies` plies.
fn undoing(position: &Position, term: u64, plies: usize) -> Option<Move> {
    let own = || position.history().take(plies).skip(1).step_by(2).filter_map(|past: Past| past.mv);
    own().find_map(|last| {
        let mover = position.piece_on(last.to())?;
        let is_it = |mv: &Move| piece(mover, mv.from()) ^ piece(mover, mv.to()) == term;
        own().filter_map(|first| Move::new(last.to(), first.from())).find(|mv| is_it(mv) && position.is_legal(*mv))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::xiangqi::{Moves, fen, movegen};
    use crate::random::SplitMix64;

    /// Whether trying every move finds one that repeats a position of the last `reach` plies.
    fn by_trial(position: &Position, reach: usize) -> bool {
        let mut moves = Moves::new();
        movegen::legal_moves(position, &mut moves);
        moves.iter().any(|&mv| {
            let mut next = position.clone();
            next.make_move(mv);
            next.occurrences().next().is_some_and(|plies| plies <= reach + 1)
        })
    }

    #[test]
    fn finds_what_trying_every_move_finds() {
        // Few pieces that shuffle, so that positions are often repeated; some are identical, and some in each other's
        // way.
        let boards = [
            "3k5/9/9/9/9/9/9/9/9/3AKA3 w - - 0 1",
            "3akab2/9/4b4/9/2R3R2/9/9/4B4/4A4/2BK1A3 w - - 0 1",
            "4k4/4a4/9/9/P3c4/9/9/4C4/9/3NKN3 w - - 0 1",
            "3k1a3/9/9/2p1p4/9/9/2P6/9/9/4K1B2 w - - 0 1",
        ];
        let mut chance = SplitMix64::new(7);
        let (mut found, mut asked) = (0, 0);
        for round in 0..400 {
            let mut position = fen::parse(boards[round % boards.len()]).unwrap();
            for _ in 0..24 {
                let mut moves = Moves::new();
                movegen::legal_moves(&position, &mut moves);
                if moves.is_empty() {
                    break;
                }
                // Half of the time, the side's last move is undone if that is legal.
                let back = position.history().nth(1).and_then(|past| past.mv);
                let back = back.and_then(|mv| Move::new(mv.to(), mv.from())).filter(|mv| moves.contains(mv));
                let any = moves[chance.below(moves.len())];
                position.make_move(back.filter(|_| chance.below(2) == 0).unwrap_or(any));
                for reach in [3, 6, 100] {
                    let returning = returning_move(&position, reach);
                    assert_eq!(returning.is_some(), by_trial(&position, reach), "{}", fen::write(&position));
                    if let Some(mv) = returning {
                        let mut next = position.clone();
                        next.make_move(mv);
                        assert!(next.occurrences().next().is_some_and(|plies| plies <= reach + 1));
                        found += 1;
                    }
                    asked += 1;
                }
            }
        }
        assert!(found > asked / 20 && found < asked / 2, "{found} of {asked}");
    }
}
