//! The input of the network: pieces on squares, from four views.
//!
//! A board has four symmetries that change nothing but names: the sides may be swapped, left and right may be swapped,
//! or both. Each is a *view*, and the first layer sees the board from all of them with the same weights:
//!
//! ```text
//! view 0  Red's                  view 2  Black's: ranks flipped, colours swapped
//! view 1  Red's, mirrored        view 3  Black's, mirrored
//! ```
//!
//! So a position and its mirror image always have the same value, every game trains both, and nothing must be refreshed
//! when a general crosses the middle file, on which it usually stands.
//!
//! A *feature* is a piece on a square that it can reach in a game, as seen from a view (elsewhere, as in composed
//! positions, a piece has the feature of a square near by):
//! index = owner * 346 + offset of the kind + place, with owner 0 for the view's own pieces, and places counted from the
//! owner's back rank.
//!
//! | kind | general | advisor | elephant | horse | rook | cannon | pawn |
//! |---|---|---|---|---|---|---|---|
//! | places | 9 | 5 | 7 | 90 | 90 | 90 | 55 |

use crate::games::xiangqi::piece::{Piece, PieceKind};
use crate::games::xiangqi::setup::can_stand;
use crate::games::xiangqi::square::{FILES, RANKS, SQUARES, Square};
use crate::side::Side;

/// Number of views: two sides, each direct and mirrored.
pub const VIEWS: usize = 4;

/// Features of the pieces of one owner.
const OWN: usize = 9 + 5 + 7 + 3 * SQUARES + 55;

/// Number of features.
pub const FEATURES: usize = 2 * OWN;

/// The square whose feature stands for that of a square where no game puts the kind, both from the owner's side: a point
/// of the kind's own near it, the same on either side of the middle file.
const fn nearest(kind: PieceKind, file: usize) -> (usize, usize) {
    match kind {
        PieceKind::Advisor => (4, 1),
        PieceKind::Elephant => (4, 2),
        PieceKind::Pawn if file % 2 == 1 => (if file < 4 { file + 1 } else { file - 1 }, 3),
        PieceKind::Pawn => (file, 3),
        PieceKind::General | PieceKind::Horse | PieceKind::Rook | PieceKind::Cannon => (4, 0),
    }
}

/// Offset of the kind plus place, by kind and square from the owner's side.
const PLACES: [[u16; SQUARES]; PieceKind::NUM] = {
    let mut places = [[0; SQUARES]; PieceKind::NUM];
    let (mut kind, mut next) = (0, 0);
    while kind < PieceKind::NUM {
        let mut square = 0;
        while square < SQUARES {
            if can_stand(PieceKind::ALL[kind], square % FILES, square / FILES) {
                places[kind][square] = next;
                next += 1;
            }
            square += 1;
        }
        square = 0;
        while square < SQUARES {
            if !can_stand(PieceKind::ALL[kind], square % FILES, square / FILES) {
                let (file, rank) = nearest(PieceKind::ALL[kind], square % FILES);
                places[kind][square] = places[kind][rank * FILES + file];
            }
            square += 1;
        }
        kind += 1;
    }
    assert!(next as usize == OWN);
    places
};

/// The features of a piece on a square, one for each view.
pub type FeatureSet = [u16; VIEWS];

/// By [`Piece::index`] and square.
static FEATURE_SETS: [[FeatureSet; SQUARES]; Piece::NUM] = {
    let mut table = [[[0; VIEWS]; SQUARES]; Piece::NUM];
    let mut piece = 0;
    while piece < Piece::NUM {
        let (side, kind) = (piece / PieceKind::NUM, piece % PieceKind::NUM);
        let mut square = 0;
        while square < SQUARES {
            let (file, rank) = (square % FILES, square / FILES);
            let home = if side == 0 { rank } else { RANKS - 1 - rank } * FILES;
            let places = [PLACES[kind][home + file], PLACES[kind][home + FILES - 1 - file]];
            let mut view = 0;
            while view < VIEWS {
                let owner = (view / 2 != side) as u16;
                table[piece][square][view] = owner * OWN as u16 + places[view % 2];
                view += 1;
            }
            square += 1;
        }
        piece += 1;
    }
    table
};

/// Red's view of [`FEATURE_SETS`], for users that need no other.
static NUMBERS: [[u16; SQUARES]; Piece::NUM] = {
    let mut table = [[0; SQUARES]; Piece::NUM];
    let mut index = 0;
    while index < Piece::NUM * SQUARES {
        table[index / SQUARES][index % SQUARES] = FEATURE_SETS[index / SQUARES][index % SQUARES][0];
        index += 1;
    }
    table
};

/// The features of a piece on a square, view by view.
#[inline(always)]
pub fn feature_set(piece: Piece, square: Square) -> &'static FeatureSet {
    &FEATURE_SETS[piece.index()][square.index()]
}

/// The feature of a piece on a square in Red's view: a number below [`FEATURES`], unique for every piece on every
/// square that it can reach in a game.
#[inline(always)]
pub fn number(piece: Piece, square: Square) -> usize {
    usize::from(NUMBERS[piece.index()][square.index()])
}

/// The direct view of a side; the next view is the mirrored one.
#[inline(always)]
pub const fn perspective(side: Side) -> usize {
    2 * side.index()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::xiangqi::setup::range;
    use std::collections::BTreeSet;

    #[test]
    fn features_are_the_squares_that_pieces_can_reach() {
        let mut met = [(); VIEWS].map(|()| BTreeSet::new());
        for piece in Piece::all() {
            for square in Square::all() {
                let reachable = range(piece).contains(square);
                for (view, &feature) in feature_set(piece, square).iter().enumerate() {
                    assert!(usize::from(feature) < FEATURES, "{piece:?} on {square}");
                    assert!(!reachable || met[view].insert(feature), "{piece:?} on {square} shares a feature");
                }
            }
        }
        assert!(met.iter().all(|features| features.len() == FEATURES));
    }

    #[test]
    fn views_are_the_symmetries_of_the_board() {
        for piece in Piece::all() {
            let other = Piece::new(!piece.side, piece.kind);
            for square in Square::all() {
                let [red, red_mirror, black, black_mirror] = *feature_set(piece, square);
                assert_eq!(*feature_set(piece, square.mirror_files()), [red_mirror, red, black_mirror, black]);
                assert_eq!(*feature_set(other, square.flip_ranks()), [black, black_mirror, red, red_mirror]);
            }
        }
    }
}
