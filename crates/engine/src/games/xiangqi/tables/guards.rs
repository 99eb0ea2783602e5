//! The numbered placements of one side's general and guards: half of a table's index.
//!
//! Everything is seen from Red's side; Black's squares are flipped by ranks on the way in and out. Depending on its
//! advisors and elephants, a side has between 9 and 1410 placements.

use crate::games::xiangqi::attacks;
use crate::games::xiangqi::bitboard::Bitboard;
use crate::games::xiangqi::piece::{Piece, PieceKind};
use crate::games::xiangqi::setup;
use crate::games::xiangqi::square::Square;
use crate::side::Side;
use std::sync::LazyLock;

/// Maximum number of advisors, and of elephants, of a side.
pub const MAX_PER_KIND: usize = 2;

/// Numbers of advisors and elephants.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub struct Guards {
    /// Number of advisors, at most [`MAX_PER_KIND`].
    pub advisors: u8,
    /// Number of elephants, at most [`MAX_PER_KIND`].
    pub elephants: u8,
}

impl Guards {
    /// All nine combinations, those with fewer men first.
    pub fn all() -> Vec<Guards> {
        let most = MAX_PER_KIND as u8;
        let pairs = (0..=most).flat_map(|advisors| (0..=most).map(move |elephants| Guards { advisors, elephants }));
        let mut all: Vec<Guards> = pairs.collect();
        all.sort_by_key(|guards| (guards.number(), guards.elephants));
        all
    }

    /// Total number of guards.
    pub fn number(self) -> u8 {
        self.advisors + self.elephants
    }

    /// The guards without one of a kind.
    pub fn less(self, kind: PieceKind) -> Guards {
        match kind {
            PieceKind::Advisor => Guards { advisors: self.advisors.saturating_sub(1), ..self },
            _ => Guards { elephants: self.elephants.saturating_sub(1), ..self },
        }
    }

    fn slot(self) -> usize {
        usize::from(self.advisors) * (MAX_PER_KIND + 1) + usize::from(self.elephants)
    }
}

/// A non-capturing step of the general or a guard.
#[derive(Clone, Copy, Debug)]
pub struct Step {
    /// The number of the placement it leads to.
    pub to: u16,
    /// The target square.
    pub target: Square,
    /// The square that must be empty for an elephant's move.
    pub eye: Bitboard,
}

/// A placement of a general and its guards.
#[derive(Clone, Debug)]
pub struct Placement {
    /// The general.
    pub king: Square,
    /// The advisors.
    pub advisors: Bitboard,
    /// The elephants.
    pub elephants: Bitboard,
    /// All of them.
    pub all: Bitboard,
    /// Their steps, as far as they do not block each other.
    pub steps: Vec<Step>,
    /// The number of the mirrored placement.
    pub mirror: u16,
    /// For each guard, its square, and the number of the placement without it among those with one guard fewer.
    pub without: Vec<(Square, PieceKind, u16)>,
}

/// All placements of a side with these guards.
#[derive(Debug)]
pub struct Room {
    /// The guards.
    pub guards: Guards,
    /// The placements by number.
    pub places: Vec<Placement>,
    /// One of each pair of mirror images: the numbers that are not above their mirror image's, in order.
    pub halves: Vec<u16>,
    /// The index of each of these in `halves`.
    pub(crate) half_of: Vec<u16>,
}

/// Size of the list of numbers: generals, sets of advisors, sets of elephants.
const KEYS: usize = 9 << 12;

struct Rooms {
    /// By side, then [`Guards::slot`].
    rooms: [Vec<Room>; Side::NUM],
    /// The number of a placement within its room, by [`key`].
    numbers: Vec<u16>,
}

static ROOMS: LazyLock<Rooms> = LazyLock::new(Rooms::new);

/// The placements of `side` with these guards.
pub fn room(side: Side, guards: Guards) -> &'static Room {
    &ROOMS.rooms[side.index()][guards.slot().min((MAX_PER_KIND + 1) * (MAX_PER_KIND + 1) - 1)]
}

/// The number of a placement of Red within its room; meaningless for squares on which such pieces cannot be.
#[inline]
pub fn number(king: Square, advisors: Bitboard, elephants: Bitboard) -> usize {
    usize::from(ROOMS.numbers[key(king, advisors, elephants)])
}

fn key(king: Square, advisors: Bitboard, elephants: Bitboard) -> usize {
    /// The index of each square among those of its kind of piece: 3 by 3, five, seven.
    const fn places() -> [[u8; 45]; 3] {
        let mut places = [[0; 45]; 3];
        let (mut at, kings) = (0, [3, 4, 5, 12, 13, 14, 21, 22, 23]);
        while at < kings.len() {
            places[0][kings[at]] = at as u8;
            at += 1;
        }
        let (mut at, advisors) = (0, [3, 5, 13, 21, 23]);
        while at < advisors.len() {
            places[1][advisors[at]] = at as u8;
            at += 1;
        }
        let (mut at, elephants) = (0, [2, 6, 18, 22, 26, 38, 42]);
        while at < elephants.len() {
            places[2][elephants[at]] = at as u8;
            at += 1;
        }
        places
    }
    const PLACES: [[u8; 45]; 3] = places();
    let place = |kind: usize, square: Square| usize::from(PLACES[kind][square.index() % 45]);
    let set =
        |kind: usize, squares: Bitboard| squares.into_iter().fold(0, |set, square| set | 1 << place(kind, square));
    place(0, king) << 12 | set(1, advisors) << 7 | set(2, elephants)
}

/// All sets of `number` squares within a range.
fn subsets(range: Bitboard, number: u8) -> Vec<Bitboard> {
    let Some(left) = number.checked_sub(1) else { return vec![Bitboard::EMPTY] };
    let mut sets = Vec::new();
    let mut later = range;
    for square in range {
        later = later.without(Bitboard::of(square));
        sets.extend(subsets(later, left).into_iter().map(|set| set | Bitboard::of(square)));
    }
    sets
}

impl Rooms {
    fn new() -> Rooms {
        let mut numbers = vec![0; KEYS];
        let mut red: Vec<Room> = (0..(MAX_PER_KIND + 1) * (MAX_PER_KIND + 1))
            .map(|slot| Guards {
                advisors: (slot / (MAX_PER_KIND + 1)) as u8,
                elephants: (slot % (MAX_PER_KIND + 1)) as u8,
            })
            .map(|guards| Room::list(guards, &mut numbers))
            .collect();
        red.iter_mut().for_each(|room| room.link(&numbers));
        let black = red.iter().map(Room::flipped).collect();
        Rooms { rooms: [red, black], numbers }
    }
}

impl Room {
    /// Red's placements, entered into the list of numbers.
    fn list(guards: Guards, numbers: &mut [u16]) -> Room {
        let range = |kind| setup::range(Piece::new(Side::First, kind));
        let mut places = Vec::new();
        for king in range(PieceKind::General) {
            for advisors in subsets(range(PieceKind::Advisor), guards.advisors) {
                for elephants in subsets(range(PieceKind::Elephant), guards.elephants) {
                    if (advisors | elephants).contains(king) {
                        continue;
                    }
                    numbers[key(king, advisors, elephants)] = places.len() as u16;
                    let all = Bitboard::of(king) | advisors | elephants;
                    let (steps, without) = (Vec::new(), Vec::new());
                    places.push(Placement { king, advisors, elephants, all, steps, mirror: 0, without });
                }
            }
        }
        Room { guards, places, halves: Vec::new(), half_of: Vec::new() }
    }

    /// Fills in the steps from one placement to another.
    fn link(&mut self, numbers: &[u16]) {
        let of = |king, advisors, elephants| numbers[key(king, advisors, elephants)];
        for place in &mut self.places {
            let (king, advisors, elephants, all) = (place.king, place.advisors, place.elephants, place.all);
            let mirrored = |set: Bitboard| set.into_iter().map(Square::mirror_files).collect::<Bitboard>();
            place.mirror = of(king.mirror_files(), mirrored(advisors), mirrored(elephants));
            let moved = |set: Bitboard, from, to| set.without(Bitboard::of(from)) | Bitboard::of(to);
            for target in attacks::general(king).without(all) {
                let to = of(target, advisors, elephants);
                place.steps.push(Step { to, target, eye: Bitboard::EMPTY });
            }
            for from in advisors {
                for target in attacks::advisor(from).without(all) {
                    let to = of(king, moved(advisors, from, target), elephants);
                    place.steps.push(Step { to, target, eye: Bitboard::EMPTY });
                }
                place.without.push((
                    from,
                    PieceKind::Advisor,
                    of(king, advisors.without(Bitboard::of(from)), elephants),
                ));
            }
            for from in elephants {
                for target in attacks::elephant(from, all).without(all) {
                    let to = of(king, advisors, moved(elephants, from, target));
                    place.steps.push(Step { to, target, eye: eye(from, target) });
                }
                place.without.push((
                    from,
                    PieceKind::Elephant,
                    of(king, advisors, elephants.without(Bitboard::of(from))),
                ));
            }
        }
        let is_half = |number: &u16| self.places[usize::from(*number)].mirror >= *number;
        self.halves = (0..self.places.len() as u16).filter(is_half).collect();
        self.half_of = vec![u16::MAX; self.places.len()];
        for (place, &number) in self.halves.iter().enumerate() {
            self.half_of[usize::from(number)] = place as u16;
        }
    }

    /// The same for black.
    fn flipped(&self) -> Room {
        let flip = |set: Bitboard| set.into_iter().map(Square::flip_ranks).collect::<Bitboard>();
        let places = self.places.iter().map(|place| Placement {
            king: place.king.flip_ranks(),
            advisors: flip(place.advisors),
            elephants: flip(place.elephants),
            all: flip(place.all),
            steps: place
                .steps
                .iter()
                .map(|step| Step { to: step.to, target: step.target.flip_ranks(), eye: flip(step.eye) })
                .collect(),
            mirror: place.mirror,
            without: place.without.iter().map(|&(square, kind, to)| (square.flip_ranks(), kind, to)).collect(),
        });
        let (halves, half_of) = (self.halves.clone(), self.half_of.clone());
        Room { guards: self.guards, places: places.collect(), halves, half_of }
    }
}

/// The square in the middle of an elephant's step.
fn eye(from: Square, to: Square) -> Bitboard {
    Square::new((from.file() + to.file()) / 2, (from.rank() + to.rank()) / 2).map_or(Bitboard::EMPTY, Bitboard::of)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_placement_has_its_own_number() {
        // 70 ways to place a general and two advisors, 21 for two elephants, minus those on the general's square.
        let sizes = [(0, 0, 9), (1, 0, 40), (2, 0, 70), (0, 1, 62), (2, 2, 1410)];
        for (advisors, elephants, size) in sizes {
            assert_eq!(room(Side::First, Guards { advisors, elephants }).places.len(), size);
        }
        for guards in Guards::all() {
            let room = room(Side::First, guards);
            for (index, place) in room.places.iter().enumerate() {
                assert_eq!(number(place.king, place.advisors, place.elephants), index);
                assert_eq!(usize::from(room.places[usize::from(place.mirror)].mirror), index);
                let back =
                    |step: &Step| room.places[usize::from(step.to)].steps.iter().any(|s| usize::from(s.to) == index);
                assert!(place.steps.iter().all(back), "every step can be taken back");
            }
        }
    }
}
