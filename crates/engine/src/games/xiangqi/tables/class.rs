//! The geometry of a class: given a placement of each side, the possible squares of the first attacker, checks, and
//! moves.
//!
//! The attacking side is Red here. Sets of squares give the answer for all squares of the first attacker at once, which
//! makes the retrograde analysis fast: one set represents up to ninety positions. The other attackers are part of Red's
//! placement: a *row* is the number of a placement of Red's general and guards and of the squares of all attackers
//! except the first.

use super::attackers::MAX_ATTACKERS;
use super::guards::{Placement, Room, room};
use super::material::Material;
use crate::games::xiangqi::attacks;
use crate::games::xiangqi::bitboard::Bitboard;
use crate::games::xiangqi::piece::{Piece, PieceKind};
use crate::games::xiangqi::setup;
use crate::games::xiangqi::square::{SQUARES, Square};
use crate::side::Side;
use arrayvec::ArrayVec;

/// The squares of all attackers, in the order of their kinds.
pub type Squares = ArrayVec<Square, MAX_ATTACKERS>;

/// A class of positions in which Red has the attackers.
#[derive(Clone, Debug)]
pub struct Class {
    /// The material.
    pub material: Material,
    /// Red's placements of general and guards.
    pub strong: &'static Room,
    /// Black's placements.
    pub weak: &'static Room,
    /// The kind of the first attacker.
    attacker: PieceKind,
    /// The squares on which the first attacker can be at all.
    range: Bitboard,
    /// The other attackers.
    others: ArrayVec<Other, MAX_ATTACKERS>,
    /// Number of rows per placement of Red's general and guards.
    arrangements: usize,
}

/// An attacker other than the first.
#[derive(Clone, Copy, Debug)]
struct Other {
    kind: PieceKind,
    range: Bitboard,
    /// The difference in row number between consecutive squares of the range.
    stride: usize,
}

impl Other {
    /// Its square in a row.
    #[inline]
    fn square(&self, row: usize) -> Option<Square> {
        if self.range == Bitboard::ALL {
            return Square::from_index(row / self.stride % SQUARES);
        }
        self.range.into_iter().nth(row / self.stride % self.range.count() as usize)
    }
}

/// An attacker on its square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Man {
    /// What it is.
    pub kind: PieceKind,
    /// Where it stands.
    pub square: Square,
}

/// All of Red's men except the first attacker.
#[derive(Clone, Debug)]
pub struct Red {
    /// The number of the row.
    pub row: usize,
    /// General and guards.
    pub place: &'static Placement,
    /// The attackers except the first.
    pub others: ArrayVec<Man, MAX_ATTACKERS>,
    /// Their squares.
    pub standing: Bitboard,
    /// All squares.
    pub all: Bitboard,
}

/// A non-capturing step of one of Red's men other than the first attacker.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RedStep {
    /// The row that it leads to.
    pub row: usize,
    /// The target square.
    pub target: Square,
    /// A square where the first attacker must not be.
    pub eye: Bitboard,
}

/// The index of a square within its range.
#[inline]
fn rank(range: Bitboard, square: Square) -> usize {
    let below = Bitboard::from_bits((1 << square.index()) - 1);
    (range & below).count() as usize
}

impl Class {
    /// The class of a material.
    pub fn new(material: Material) -> Class {
        let range = |kind| setup::range(Piece::new(Side::First, kind));
        let (strong, weak) = (room(Side::First, material.strong), room(Side::Second, material.weak));
        let kinds = material.attackers.kinds();
        let attacker = material.attackers.first();
        let (mut others, mut arrangements) = (ArrayVec::new(), 1);
        for &kind in kinds.iter().skip(1).rev() {
            let other = Other { kind, range: range(kind), stride: arrangements };
            arrangements *= other.range.count() as usize;
            others.insert(0, other);
        }
        Class { material, strong, weak, attacker, range: range(attacker), others, arrangements }
    }

    /// Number of rows: placements of Red without its first attacker.
    pub fn rows(&self) -> usize {
        self.strong.places.len() * self.arrangements
    }

    /// Number of pairs of a row and a placement of Black.
    pub fn pairs(&self) -> usize {
        self.rows() * self.weak.places.len()
    }

    /// Number of rows that are stored: one of each pair of mirrored placements of general and guards.
    pub fn lines(&self) -> usize {
        self.strong.halves.len() * self.arrangements
    }

    /// The row for a stored line.
    pub(crate) fn row_of_line(&self, line: usize) -> usize {
        let place = usize::from(self.strong.halves[line / self.arrangements]);
        place * self.arrangements + line % self.arrangements
    }

    /// The row for a placement and the squares of the attackers except the first.
    #[inline]
    pub fn row(&self, place: usize, others: &[Square]) -> usize {
        let ranks = self.others.iter().zip(others).map(|(other, &square)| rank(other.range, square) * other.stride);
        place * self.arrangements + ranks.sum::<usize>()
    }

    /// The number of the placement of general and guards in a row.
    #[inline]
    pub fn place_of(&self, row: usize) -> usize {
        row / self.arrangements
    }

    /// Red's men in a row; `None` if two of them would be on one square.
    pub fn red(&self, row: usize) -> Option<Red> {
        let place = self.strong.places.get(self.place_of(row))?;
        let (mut others, mut standing) = (ArrayVec::new(), Bitboard::EMPTY);
        for other in &self.others {
            let square = other.square(row)?;
            if (place.all | standing).contains(square) {
                return None;
            }
            standing |= Bitboard::of(square);
            others.push(Man { kind: other.kind, square });
        }
        Some(Red { row, place, others, standing, all: place.all | standing })
    }

    /// The squares of all attackers.
    pub fn squares(&self, red: &Red, attacker: Square) -> Squares {
        std::iter::once(attacker).chain(red.others.iter().map(|man| man.square)).collect()
    }

    /// The kinds of all attackers.
    fn kinds(&self) -> impl Iterator<Item = PieceKind> {
        std::iter::once(self.attacker).chain(self.others.iter().map(|other| other.kind))
    }

    /// All ways to assign the same pieces to the same squares by exchanging equal ones; the given order comes first.
    pub fn orders(&self, squares: &[Square]) -> Vec<Squares> {
        let kinds: ArrayVec<PieceKind, MAX_ATTACKERS> = self.kinds().collect();
        let mut orders: Vec<Squares> = vec![squares.iter().copied().collect()];
        for (first, kind) in kinds.iter().enumerate() {
            for (second, _) in kinds.iter().enumerate().skip(first + 1).filter(|(_, other)| *other == kind) {
                for at in 0..orders.len() {
                    let mut exchanged = orders[at].clone();
                    exchanged.swap(first, second);
                    if !orders.contains(&exchanged) {
                        orders.push(exchanged);
                    }
                }
            }
        }
        orders
    }

    /// Whether the first attacker can be on its square and equal attackers are in the order in which they are stored:
    /// by square.
    #[inline]
    pub(crate) fn is_stored(&self, squares: &[Square]) -> bool {
        if !squares.first().is_some_and(|&first| self.range.contains(first)) {
            return false;
        }
        let mut pairs = self.kinds().zip(self.kinds().skip(1)).zip(squares.windows(2));
        pairs.all(|((kind, next), pair)| kind != next || pair[0].index() < pair[1].index())
    }

    /// Where a position is stored: its line, Black's placement and the first attacker's square.
    #[inline]
    pub fn stored(&self, row: usize, column: usize, attacker: Square) -> (usize, usize, Square) {
        let place = self.place_of(row);
        let half = self.strong.half_of[place];
        if self.others.is_empty() && half != u16::MAX {
            return (half.into(), column, attacker);
        }
        let (half, column, mirrored) = if half == u16::MAX {
            let mirror = usize::from(self.strong.places[place].mirror);
            (self.strong.half_of[mirror], usize::from(self.weak.places[column].mirror), true)
        } else {
            (half, column, false)
        };
        let turned = |square: Square| if mirrored { square.mirror_files() } else { square };
        let others = self.others.iter().filter_map(|other| other.square(row).map(turned));
        let mut squares: Squares = std::iter::once(turned(attacker)).chain(others).collect();
        self.sort(&mut squares);
        let rest = squares.get(1..).unwrap_or_default();
        (self.row(half.into(), rest), column, squares.first().copied().unwrap_or(attacker))
    }

    /// Sorts the squares of equal attackers.
    fn sort(&self, squares: &mut Squares) {
        let kinds: ArrayVec<PieceKind, MAX_ATTACKERS> = self.kinds().collect();
        for part in kinds.chunk_by(|kind, next| kind == next).scan(0, |at, part| {
            *at += part.len();
            Some(*at - part.len()..*at)
        }) {
            if let Some(equal) = squares.get_mut(part) {
                equal.sort_unstable_by_key(|square| square.index());
            }
        }
    }

    /// The squares of the first attacker with Black to move: empty, and the generals do not face each other.
    #[inline]
    pub(crate) fn black_to_move(&self, red: &Red, black: &Placement) -> Bitboard {
        if red.standing.meets(black.all) {
            return Bitboard::EMPTY;
        }
        self.range.without(red.all | black.all) & screen(red, black)
    }

    /// The squares of the first attacker with Red to move: as with Black to move, and Black is not in check.
    #[inline]
    pub(crate) fn red_to_move(&self, red: &Red, black: &Placement) -> Bitboard {
        let occupied = red.all | black.all;
        let hits = red.others.iter().map(|man| hits(man, black.king, occupied));
        let checks = hits.fold(self.captures(black.king, occupied), |all, more| all | more);
        self.black_to_move(red, black).without(checks)
    }

    /// The squares from which the first attacker captures on `target`.
    #[inline]
    pub fn captures(&self, target: Square, occupied: Bitboard) -> Bitboard {
        match self.attacker {
            PieceKind::Cannon => cannon_origins(target, occupied),
            _ => self.origins(target, occupied),
        }
    }

    /// Whether the generals do not face each other after the first attacker has captured a guard.
    #[inline]
    pub(crate) fn may_capture(&self, red: &Red, (square, kind, to): (Square, PieceKind, u16)) -> bool {
        screen(red, &self.after(kind).places[usize::from(to)]).contains(square)
    }

    /// The squares from which the first attacker moves to `target`, an empty square.
    #[inline]
    pub(crate) fn origins(&self, target: Square, occupied: Bitboard) -> Bitboard {
        let origins = match self.attacker {
            PieceKind::Horse => attacks::horse_origins(target, occupied),
            PieceKind::Pawn => attacks::pawn_origins(Side::First, target),
            _ => attacks::rook(target, occupied),
        };
        origins.without(occupied) & self.range
    }

    /// The squares that the first attacker reaches from a square, including captures.
    #[inline]
    pub fn reach(&self, attacker: Square, occupied: Bitboard) -> Bitboard {
        attacks::reach(Piece::new(Side::First, self.attacker), attacker, occupied)
    }

    /// The steps of red's general and guards.
    pub(crate) fn guard_steps(&self, red: &Red) -> impl Iterator<Item = RedStep> {
        let (standing, row) = (red.standing, red.row % self.arrangements);
        let free = red.place.steps.iter().filter(move |step| {
            let way = step.eye | Bitboard::of(step.target);
            !standing.meets(way)
        });
        free.map(move |step| RedStep {
            row: usize::from(step.to) * self.arrangements + row,
            target: step.target,
            eye: step.eye,
        })
    }

    /// The steps of the attackers except the first.
    pub(crate) fn other_steps(&self, red: &Red, black: &Placement) -> impl Iterator<Item = RedStep> {
        let occupied = red.all | black.all;
        red.others.iter().enumerate().flat_map(move |(number, man)| {
            let targets = attacks::reach(Piece::new(Side::First, man.kind), man.square, occupied).without(occupied);
            targets.into_iter().map(move |target| RedStep {
                row: self.moved(red.row, number, man.square, target),
                target,
                eye: match man.kind {
                    PieceKind::Horse => attacks::horse_leg(man.square, target),
                    _ => attacks::between(man.square, target),
                },
            })
        })
    }

    /// The row after another attacker, numbered from 0, has moved from one square to another.
    #[inline]
    pub fn moved(&self, row: usize, number: usize, from: Square, to: Square) -> usize {
        let other = &self.others[number];
        row + rank(other.range, to) * other.stride - rank(other.range, from) * other.stride
    }

    /// The rows that a step of Red's other men may lead to, and some more.
    pub fn neighbours(&self, row: usize) -> impl Iterator<Item = usize> {
        let (place, arrangement) = (self.place_of(row), row % self.arrangements);
        let steps = self.strong.places[place].steps.iter();
        let others = if self.others.is_empty() { 0 } else { self.arrangements };
        steps
            .map(move |step| usize::from(step.to) * self.arrangements + arrangement)
            .chain((0..others).map(move |other| place * self.arrangements + other))
    }

    /// Black's placements after one of its guards is captured.
    pub fn after(&self, taken: PieceKind) -> &'static Room {
        room(Side::Second, self.material.weak.less(taken))
    }

    /// Squares where Black certainly captures a lone attacker: its guards or general can step there without the
    /// generals facing each other.
    pub fn losses(&self, red: &Red, black: &Placement) -> Bitboard {
        let steps = black.steps.iter().filter(|step| {
            let after = &self.weak.places[usize::from(step.to)];
            screen(red, after) == Bitboard::ALL
        });
        steps.map(|step| step.target).collect()
    }

    /// The index of a position in a whole table.
    #[inline]
    pub fn index(&self, row: usize, column: usize, attacker: Square) -> usize {
        (row * self.weak.places.len() + column) * SQUARES + attacker.index()
    }
}

/// The squares of the first attacker for which another attacker attacks `target`; `occupied` is everything except the
/// first attacker. The case that it is on `target` itself does not matter.
#[inline]
pub fn hits(man: &Man, target: Square, occupied: Bitboard) -> Bitboard {
    let way = attacks::between(man.square, target);
    let unless = |way: Bitboard| Bitboard::ALL.without(way);
    match man.kind {
        PieceKind::Pawn if attacks::pawn(Side::First, man.square).contains(target) => Bitboard::ALL,
        PieceKind::Horse if attacks::horse(man.square, occupied).contains(target) => {
            unless(attacks::horse_leg(man.square, target))
        }
        PieceKind::Rook if attacks::rook(man.square, occupied).contains(target) => unless(way),
        PieceKind::Cannon if attacks::rook(man.square, occupied).contains(target) => way,
        PieceKind::Cannon if attacks::cannon_captures(man.square, occupied).contains(target) => unless(way),
        _ => Bitboard::EMPTY,
    }
}

/// The empty squares from which a cannon captures on `target`: those behind the first piece in each direction, up to
/// the second.
#[inline]
fn cannon_origins(target: Square, occupied: Bitboard) -> Bitboard {
    let near = attacks::rook(target, occupied);
    let screens = near & occupied;
    // A rook that sees through the screens sees as far as the second piece.
    attacks::rook(target, occupied.without(screens)).without(near | occupied)
}

/// The squares on which the first attacker keeps the generals from facing each other; all squares if they do not face
/// each other anyway.
#[inline]
pub fn screen(red: &Red, black: &Placement) -> Bitboard {
    if red.place.king.file() != black.king.file() {
        return Bitboard::ALL;
    }
    let between = attacks::between(red.place.king, black.king);
    if between.meets(red.all | black.all) { Bitboard::ALL } else { between }
}
