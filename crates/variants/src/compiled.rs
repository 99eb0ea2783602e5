//! Rules prepared for play: tables of steps, the ways of each kind for both sides, random numbers for keys.

use crate::betza::{Gait, MODES, Mode, Way};
use crate::bits::{Bits, SIDE};
use crate::pieces::{Kind, Kinds, each, one};
use crate::rules::Rules;
use crate::weights::Weights;
use meihua_contracts::random::SplitMix64;
use std::sync::OnceLock;

/// No square: a step that leaves the board.
pub(crate) const OFF: u16 = 256;

/// The squares that a step leads to from each square.
pub(crate) type Step = [u16; 256];

/// A way of a kind of one side.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Walk {
    pub(crate) gait: Gait,
    /// An index of [`Compiled::steps`].
    pub(crate) step: usize,
    /// For [`Gait::Lame`]: the steps from the piece to the squares on the way.
    pub(crate) path: Vec<usize>,
}

/// A way to attack a square, seen from there.
#[derive(Clone, Debug)]
pub(crate) struct Approach {
    pub(crate) gait: Gait,
    /// The step from the target back.
    pub(crate) back: usize,
    pub(crate) path: Vec<usize>,
    /// The kinds that attack so.
    pub(crate) kinds: Kinds,
}

/// A game ready to be played.
#[derive(Debug)]
pub(crate) struct Compiled {
    pub(crate) rules: Rules,
    pub(crate) board: Bits,
    pub(crate) kinds: Kinds,
    /// The kinds of the game in ascending order.
    pub(crate) list: Vec<Kind>,
    pub(crate) steps: Vec<Step>,
    offsets: Vec<(i8, i8)>,
    /// By side, kind and mode.
    walks: Vec<Vec<Walk>>,
    /// The same without leaps, and the leaps from each square; an empty list for a kind that does not leap.
    rides: Vec<Vec<Walk>>,
    leaps: Vec<Vec<Bits>>,
    /// By the side that attacks: kinds that leap, and from where they attack each square so.
    pub(crate) leapers: [Vec<(Kind, Vec<Bits>)>; 2],
    /// By side: the kinds that capture as they move otherwise, and those with other first moves.
    uniform: [Kinds; 2],
    pub(crate) initial: [Kinds; 2],
    /// The steps over which each kind jumps, by side.
    jumps: [Vec<(Kind, usize)>; 2],
    /// By the side that attacks, without leaps.
    pub(crate) approaches: [Vec<Approach>; 2],
    /// Whether some kind may not go everywhere.
    pub(crate) is_restricted: bool,
    /// Whether no move ever captures or promotes.
    pub(crate) is_calm: bool,
    /// What the evaluation takes from the rules.
    pub(crate) weights: Weights,
    /// The kinds that cannot mate a lone king, once somebody asks.
    pub(crate) helpless: OnceLock<Kinds>,
    /// A salt for the keys of this game.
    pub(crate) salt: u64,
}

impl Compiled {
    pub(crate) fn new(rules: Rules) -> Compiled {
        let kinds = rules.kinds();
        let list: Vec<Kind> = each(kinds).collect();
        let mut game = Compiled {
            board: Bits::board(rules.files, rules.ranks),
            kinds,
            steps: Vec::new(),
            offsets: Vec::new(),
            walks: vec![Vec::new(); 2 * 64 * MODES],
            rides: vec![Vec::new(); 2 * 64 * MODES],
            leaps: vec![Vec::new(); 2 * 64 * MODES],
            leapers: [Vec::new(), Vec::new()],
            uniform: [0; 2],
            initial: [0; 2],
            jumps: [Vec::new(), Vec::new()],
            approaches: [Vec::new(), Vec::new()],
            is_restricted: list
                .iter()
                .any(|&kind| rules.mobility.iter().any(|side| !side[usize::from(kind)].is_empty())),
            is_calm: false,
            weights: Weights::default(),
            helpless: OnceLock::new(),
            salt: SplitMix64::new(meihua_contracts::fnv::fnv(rules.name.as_bytes())).next_u64(),
            list,
            rules,
        };
        for kind in game.list.clone() {
            for way in game.rules.ways(kind) {
                for side in 0..2 {
                    game.add(side, kind, way);
                }
            }
        }
        for (side, kind) in game.list.iter().flat_map(|&kind| [(0, kind), (1, kind)]) {
            let of = |mode| &game.walks[place(side, kind, mode)];
            game.uniform[side] |= if of(Mode::Quiet) == of(Mode::Capture) { one(kind) } else { 0 };
            game.initial[side] |= if of(Mode::Initial).is_empty() { 0 } else { one(kind) };
        }
        game.tabulate_leaps();
        for (kind, ways) in game.rules.jumps.clone() {
            for (way, side) in ways.iter().filter(|way| way.mode == Mode::Capture).flat_map(|way| [(way, 0), (way, 1)])
            {
                let turn = if side == 0 { 1 } else { -1 };
                let step = game.step(way.step.0 * turn, way.step.1 * turn);
                game.jumps[side].push((kind, step));
            }
        }
        let captures = game.approaches.iter().any(|list| !list.is_empty())
            || game.leapers.iter().any(|list| !list.is_empty())
            || !game.rules.jumps.is_empty();
        game.is_calm = !captures && game.rules.promotion_pieces == [0; 2];
        game.weights = Weights::of(&game);
        game
    }

    fn add(&mut self, side: usize, kind: Kind, way: Way) {
        let turn = if side == 0 { 1 } else { -1 };
        let (x, y) = (way.step.0 * turn, way.step.1 * turn);
        let path = if way.gait == Gait::Lame { lame_path(x, y) } else { Vec::new() };
        let path: Vec<usize> = path.into_iter().map(|(x, y)| self.step(x, y)).collect();
        let (step, back) = (self.step(x, y), self.step(-x, -y));
        self.walks[place(side, kind, way.mode)].push(Walk { gait: way.gait, step, path: path.clone() });
        if way.mode == Mode::Capture && way.gait != Gait::Leap {
            let known = self.approaches[side].iter_mut().find(|known| known.back == back && known.gait == way.gait);
            match known {
                Some(known) => known.kinds |= one(kind),
                None => self.approaches[side].push(Approach { gait: way.gait, back, path, kinds: one(kind) }),
            }
        }
    }

    /// Lists the targets of leaps.
    fn tabulate_leaps(&mut self) {
        for index in 0..self.walks.len() {
            let (leaps, rides) = self.walks[index].iter().cloned().partition::<Vec<Walk>, _>(|w| w.gait == Gait::Leap);
            self.rides[index] = rides;
            if leaps.is_empty() {
                continue;
            }
            let mut targets = vec![Bits::NONE; 256];
            for (from, target) in self.board.flat_map(|from| leaps.iter().map(move |leap| (from, leap.step))) {
                let target = self.steps[target][usize::from(from)];
                if target != OFF {
                    targets[usize::from(from)].add(target as u8);
                }
            }
            if index % MODES == Mode::Capture as usize {
                let mut sources = vec![Bits::NONE; 256];
                for from in self.board {
                    targets[usize::from(from)].for_each(|to| sources[usize::from(to)].add(from));
                }
                self.leapers[index / MODES / 64].push(((index / MODES % 64) as Kind, sources));
            }
            self.leaps[index] = targets;
        }
    }

    /// The squares that a kind leaps to, and its other ways.
    #[inline]
    pub(crate) fn ways(&self, side: usize, kind: Kind, mode: Mode, from: u8) -> (Bits, &[Walk]) {
        let index = place(side, kind, mode);
        (self.leaps[index].get(usize::from(from)).copied().unwrap_or(Bits::NONE), &self.rides[index])
    }

    /// The index of a step.
    fn step(&mut self, x: i8, y: i8) -> usize {
        if let Some(index) = self.offsets.iter().position(|&known| known == (x, y)) {
            return index;
        }
        let target = |square: usize| {
            let (file, rank) = (square as i32 % SIDE + i32::from(x), square as i32 / SIDE + i32::from(y));
            let inside = (0..self.rules.files).contains(&file) && (0..self.rules.ranks).contains(&rank);
            if inside { (SIDE * rank + file) as u16 } else { OFF }
        };
        self.steps.push(std::array::from_fn(target));
        self.offsets.push((x, y));
        self.steps.len() - 1
    }

    /// Whether a kind captures as it moves otherwise.
    #[inline]
    pub(crate) fn is_uniform(&self, side: usize, kind: Kind) -> bool {
        self.uniform[side] & one(kind) != 0
    }

    /// The number of a kind among those of the game, from 0.
    #[inline]
    pub(crate) fn slot(&self, kind: Kind) -> usize {
        (self.kinds & (one(kind) - 1)).count_ones() as usize
    }

    /// The ways of a kind.
    #[inline]
    pub(crate) fn walks(&self, side: usize, kind: Kind, mode: Mode) -> &[Walk] {
        &self.walks[place(side, kind, mode)]
    }

    /// The steps over which a kind jumps.
    pub(crate) fn jumps(&self, side: usize, kind: Kind) -> impl Iterator<Item = usize> {
        self.jumps[side].iter().filter(move |(jumper, _)| *jumper == kind).map(|(_, step)| *step)
    }

    /// Where a kind may be.
    #[inline]
    pub(crate) fn area(&self, side: usize, kind: Kind) -> Bits {
        let area = self.rules.mobility[side][usize::from(kind)];
        if !self.is_restricted || area.is_empty() { self.board } else { area & self.board }
    }

    /// The rank of a square from the view of a side, from 0.
    #[inline]
    pub(crate) fn relative_rank(&self, side: usize, square: u8) -> i32 {
        let rank = i32::from(square / 16);
        if side == 0 { rank } else { self.rules.ranks - 1 - rank }
    }

    /// The square one step of a pawn on.
    #[inline]
    pub(crate) fn ahead(&self, side: usize, square: u8) -> Option<u8> {
        let next = if side == 0 { i32::from(square) + SIDE } else { i32::from(square) - SIDE };
        (0..SIDE * self.rules.ranks).contains(&next).then_some(next as u8)
    }

    /// A number that tells the parts of positions apart.
    #[inline]
    pub(crate) fn number(&self, part: u32) -> u64 {
        meihua_contracts::random::mix(self.salt.wrapping_add(u64::from(part).wrapping_mul(0x9e37_79b9_7f4a_7c15)))
    }
}

fn place(side: usize, kind: Kind, mode: Mode) -> usize {
    (side * 64 + usize::from(kind)) * MODES + mode as usize
}

/// The squares that a lame leaper passes: along the longer axis first, then diagonally.
fn lame_path(x: i8, y: i8) -> Vec<(i8, i8)> {
    let (mut at, mut path) = ((0, 0), Vec::new());
    loop {
        let (left, up) = (x - at.0, y - at.1);
        let longer = left.abs() - up.abs();
        at.0 += if longer >= 0 { left.signum() } else { 0 };
        at.1 += if longer <= 0 { up.signum() } else { 0 };
        if at == (x, y) {
            return path;
        }
        path.push(at);
    }
}
