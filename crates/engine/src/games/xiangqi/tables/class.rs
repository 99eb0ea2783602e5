//! The geometry of a class: for a placement of either side, the squares on which the first attacker may stand, checks, moves.
//!
//! The attackers' side is red here. Sets of squares answer for all places of the first attacker at once, which is what makes the
//! retrograde analysis quick: one set is up to ninety positions. The other attackers are part of red's placement: a *row* is the
//! number of a placement of red's general and guards and of the squares of all attackers but the first.

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

/// A class of positions, red having the attackers.
#[derive(Clone, Debug)]
pub struct Class {
    /// Its material.
    pub material: Material,
    /// Red's placements of general and guards.
    pub strong: &'static Room,
    /// Black's placements.
    pub weak: &'static Room,
    /// The kind of the first attacker.
    attacker: PieceKind,
    /// Where the first attacker can stand at all.
    range: Bitboard,
    /// The others.
    others: ArrayVec<Other, MAX_ATTACKERS>,
    /// Rows of one placement of red's general and guards.
    arrangements: usize,
}

/// An attacker but the first.
#[derive(Clone, Copy, Debug)]
struct Other {
    kind: PieceKind,
    range: Bitboard,
    /// What the number of a row grows by from one square of the range to the next.
    stride: usize,
}

impl Other {
    /// Where it stands in a row.
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

/// All of red's men but the first attacker.
#[derive(Clone, Debug)]
pub struct Red {
    /// The number of the row.
    pub row: usize,
    /// General and guards.
    pub place: &'static Placement,
    /// The attackers but the first.
    pub others: ArrayVec<Man, MAX_ATTACKERS>,
    /// The squares of these.
    pub standing: Bitboard,
    /// The squares of all.
    pub all: Bitboard,
}

/// A step of one of red's men but the first attacker, which captures nothing.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RedStep {
    /// The row that it leads to.
    pub row: usize,
    /// Where the piece goes.
    pub target: Square,
    /// Where the first attacker must not stand.
    pub eye: Bitboard,
}

/// The place of a square among those of its range.
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

    /// Rows: placements of red without its first attacker.
    pub fn rows(&self) -> usize {
        self.strong.places.len() * self.arrangements
    }

    /// Pairs of a row and a placement of black's.
    pub fn pairs(&self) -> usize {
        self.rows() * self.weak.places.len()
    }

    /// Rows that are stored: of two placements of general and guards that are mirror images one.
    pub fn lines(&self) -> usize {
        self.strong.halves.len() * self.arrangements
    }

    /// The row of a line.
    pub(crate) fn row_of_line(&self, line: usize) -> usize {
        let place = usize::from(self.strong.halves[line / self.arrangements]);
        place * self.arrangements + line % self.arrangements
    }

    /// The row of a placement and of the squares of the attackers but the first.
    #[inline]
    pub fn row(&self, place: usize, others: &[Square]) -> usize {
        let ranks = self.others.iter().zip(others).map(|(other, &square)| rank(other.range, square) * other.stride);
        place * self.arrangements + ranks.sum::<usize>()
    }

    /// The number of a row's placement of general and guards.
    #[inline]
    pub fn place_of(&self, row: usize) -> usize {
        row / self.arrangements
    }

    /// Red's men in a row; none if two would stand on one square.
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

    /// All ways to give the same pieces the same squares: equal ones exchanged. As they are first.
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

    /// Whether the first attacker can stand on its square and equal ones stand in the order in which they are stored: by their
    /// squares.
    #[inline]
    pub(crate) fn is_stored(&self, squares: &[Square]) -> bool {
        if !squares.first().is_some_and(|&first| self.range.contains(first)) {
            return false;
        }
        let mut pairs = self.kinds().zip(self.kinds().skip(1)).zip(squares.windows(2));
        pairs.all(|((kind, next), pair)| kind != next || pair[0].index() < pair[1].index())
    }

    /// Where a position is stored: its line, black's placement and the first attacker's square.
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

    /// Puts the squares of equal attackers in order.
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

    /// The places of the first attacker with black to move: empty, and the generals do not face each other.
    #[inline]
    pub(crate) fn black_to_move(&self, red: &Red, black: &Placement) -> Bitboard {
        if red.standing.meets(black.all) {
            return Bitboard::EMPTY;
        }
        self.range.without(red.all | black.all) & screen(red, black)
    }

    /// The places of the first attacker with red to move: as with black to move, and black is not in check.
    #[inline]
    pub(crate) fn red_to_move(&self, red: &Red, black: &Placement) -> Bitboard {
        let occupied = red.all | black.all;
        let hits = red.others.iter().map(|man| hits(man, black.king, occupied));
        let checks = hits.fold(self.captures(black.king, occupied), |all, more| all | more);
        self.black_to_move(red, black).without(checks)
    }

    /// From where the first attacker captures what stands on `target`.
    #[inline]
    pub fn captures(&self, target: Square, occupied: Bitboard) -> Bitboard {
        match self.attacker {
            PieceKind::Cannon => cannon_origins(target, occupied),
            _ => self.origins(target, occupied),
        }
    }

    /// Whether the generals do not face each other after the first attacker has taken a guard.
    #[inline]
    pub(crate) fn may_capture(&self, red: &Red, (square, kind, to): (Square, PieceKind, u16)) -> bool {
        screen(red, &self.after(kind).places[usize::from(to)]).contains(square)
    }

    /// From where the first attacker steps to `target`, an empty square.
    #[inline]
    pub(crate) fn origins(&self, target: Square, occupied: Bitboard) -> Bitboard {
        let origins = match self.attacker {
            PieceKind::Horse => attacks::horse_origins(target, occupied),
            PieceKind::Pawn => attacks::pawn_origins(Side::First, target),
            _ => attacks::rook(target, occupied),
        };
        origins.without(occupied) & self.range
    }

    /// Where the first attacker goes from a square, captures included.
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

    /// The steps of the attackers but the first.
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

    /// The row after the other attacker of this number, from 0, has gone from one square to another.
    #[inline]
    pub fn moved(&self, row: usize, number: usize, from: Square, to: Square) -> usize {
        let other = &self.others[number];
        row + rank(other.range, to) * other.stride - rank(other.range, from) * other.stride
    }

    /// The rows that a step of red's may lead to, the first attacker's not counted, and some more.
    pub fn neighbours(&self, row: usize) -> impl Iterator<Item = usize> {
        let (place, arrangement) = (self.place_of(row), row % self.arrangements);
        let steps = self.strong.places[place].steps.iter();
        let others = if self.others.is_empty() { 0 } else { self.arrangements };
        steps
            .map(move |step| usize::from(step.to) * self.arrangements + arrangement)
            .chain((0..others).map(move |other| place * self.arrangements + other))
    }

    /// Black's placements after one of its guards is taken.
    pub fn after(&self, taken: PieceKind) -> &'static Room {
        room(Side::Second, self.material.weak.less(taken))
    }

    /// Where black captures a lone attacker for sure: its guards and general step there, and the generals do not face each
    /// other then.
    pub fn losses(&self, red: &Red, black: &Placement) -> Bitboard {
        let steps = black.steps.iter().filter(|step| {
            let after = &self.weak.places[usize::from(step.to)];
            screen(red, after) == Bitboard::ALL
        });
        steps.map(|step| step.target).collect()
    }

    /// The place of a position in a whole table.
    #[inline]
    pub fn index(&self, row: usize, column: usize, attacker: Square) -> usize {
        (row * self.weak.places.len() + column) * SQUARES + attacker.index()
    }
}

/// Where the first attacker stands when another attacks what is on `target`; `occupied` is all but the first attacker. Where it
/// would stand on `target` itself is not asked.
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

/// The empty squares from which a cannon captures on `target`: those behind the first piece of each direction, as far as the
/// second.
#[inline]
fn cannon_origins(target: Square, occupied: Bitboard) -> Bitboard {
    let near = attacks::rook(target, occupied);
    let screens = near & occupied;
    // A rook that looks through the screens sees as far as the second piece.
    attacks::rook(target, occupied.without(screens)).without(near | occupied)
}

/// The squares of the first attacker on which it keeps the generals from facing each other: all where they do not anyway.
#[inline]
pub fn screen(red: &Red, black: &Placement) -> Bitboard {
    if red.place.king.file() != black.king.file() {
        return Bitboard::ALL;
    }
    let between = attacks::between(red.place.king, black.king);
    if between.meets(red.all | black.all) { Bitboard::ALL } else { between }
}
