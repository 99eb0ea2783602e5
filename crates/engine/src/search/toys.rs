//! Toy games for the tests: small enough for plain negamax, and between them with every hook in use.

use crate::game::{Evaluator, Game, Outcome, Static};
use crate::side::Side;
use crate::text::{GameText, MoveError, Notation, PositionError, Reason, Verdict};
use arrayvec::ArrayVec;

/// Tic-tac-toe without a hook; `evaluate` panics on demand.
///
/// ```text
/// 0 1 2
/// 3 4 5      stones: one bit a cell, the first player's in stones[0]
/// 6 7 8
/// ```
#[derive(Clone, Debug)]
pub(crate) struct Oxo {
    pub stones: [u16; 2],
    pub side: Side,
    pub bomb: bool,
}

const LINES: [u16; 8] = [0o007, 0o070, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124];

impl Oxo {
    pub fn new() -> Self {
        Oxo { stones: [0, 0], side: Side::First, bomb: false }
    }

    pub fn after(moves: &[u8]) -> Self {
        let mut position = Oxo::new();
        moves.iter().for_each(|&mv| position.make(mv));
        position
    }
}

impl Game for Oxo {
    type Move = u8;
    type Moves = ArrayVec<u8, 9>;
    type Evaluator = Static;

    fn side_to_move(&self) -> Side {
        self.side
    }
    fn key(&self) -> u64 {
        u64::from(self.stones[0]) << 10 | u64::from(self.stones[1]) << 1 | self.side.index() as u64
    }
    fn generate(&self, moves: &mut Self::Moves) -> Option<Outcome> {
        let theirs = self.stones[self.side.other().index()];
        if LINES.iter().any(|line| theirs & line == *line) {
            return Some(Outcome::Loss);
        }
        let taken = self.stones[0] | self.stones[1];
        moves.extend((0..9).filter(|cell| taken >> cell & 1 == 0));
        None
    }
    fn make(&mut self, mv: u8) {
        self.stones[self.side.index()] |= 1 << mv;
        self.side = !self.side;
    }
    fn unmake(&mut self, mv: u8) {
        self.side = !self.side;
        self.stones[self.side.index()] &= !(1 << mv);
    }
    fn pack(mv: u8) -> u16 {
        u16::from(mv) + 1
    }
    fn unpack(&self, bits: u16) -> Option<u8> {
        let mut moves = Self::Moves::new();
        self.generate(&mut moves);
        moves.into_iter().find(|&mv| Self::pack(mv) == bits)
    }
    fn evaluate(&self) -> i32 {
        assert!(!self.bomb, "the bomb went off");
        let centre = |side: Side| i32::from(self.stones[side.index()] >> 4 & 1);
        10 * (centre(self.side) - centre(self.side.other()))
    }
}

/// A random tree with captures, checks, illegal moves, mates, ends by history and a null move, drawn from a hash.
///
/// The state after a move is a hash of the state before and the move's number, so every line is a new position.
#[derive(Clone, Debug)]
pub(crate) struct Wood {
    path: Vec<(u64, i32)>,
    side: Side,
    /// Whether histories end the game now and then.
    ends: bool,
}

/// Evaluates a [`Wood`] by adding up what the moves give.
pub struct Sum(Vec<i32>);

fn mix(bits: u64) -> u64 {
    let bits = (bits ^ (bits >> 31)).wrapping_mul(0x7FB5_D329_728E_A185);
    (bits ^ (bits >> 27)).wrapping_mul(0x81DA_DEF4_BC2D_D44D) ^ (bits >> 33)
}

impl Wood {
    pub fn new(seed: u64, ends: bool) -> Self {
        Wood { path: vec![(mix(seed + 1) | 1, 0)], side: Side::First, ends }
    }

    fn state(&self) -> u64 {
        self.path[self.path.len() - 1].0
    }

    fn moves(&self) -> impl Iterator<Item = u16> {
        let state = self.state();
        let count = if state % 11 == 5 { 0 } else { 2 + state % 4 };
        1..=count as u16
    }

    fn swing(&self, mv: u16) -> i32 {
        let noise = (mix(self.state() ^ (77 * u64::from(mv))) % 61) as i32 - 30;
        noise + if self.is_noisy(mv) { self.gain(mv) } else { 0 }
    }
}

impl Game for Wood {
    type Move = u16;
    type Moves = ArrayVec<u16, 8>;
    type Evaluator = Sum;
    const NO_MOVES: Outcome = Outcome::Loss;
    const STAGED: bool = true;
    const NULL_MOVE: bool = true;
    const HISTORY: usize = 8;
    const PIECE_TO: usize = 16;
    const VICTIMS: usize = 4;
    const CORRECTIONS: &[i32] = &[16, 16];

    fn side_to_move(&self) -> Side {
        self.side
    }
    fn key(&self) -> u64 {
        self.state()
    }
    fn generate(&self, moves: &mut Self::Moves) -> Option<Outcome> {
        moves.extend(self.moves().filter(|&mv| self.legal(mv)));
        None
    }
    fn make(&mut self, mv: u16) {
        let eval = -(self.path[self.path.len() - 1].1 + self.swing(mv));
        self.path.push((mix(self.state() ^ (u64::from(mv) << 40)), eval));
        self.side = !self.side;
    }
    fn unmake(&mut self, _: u16) {
        self.path.pop();
        self.side = !self.side;
    }
    fn pack(mv: u16) -> u16 {
        mv
    }
    fn unpack(&self, bits: u16) -> Option<u16> {
        self.moves().find(|&mv| mv == bits && self.legal(mv))
    }
    fn evaluate(&self) -> i32 {
        self.path[self.path.len() - 1].1
    }
    fn history_outcome(&self, _: usize) -> Option<Outcome> {
        match self.state() >> 20 & 63 {
            1 if self.ends => Some(Outcome::Loss),
            2 if self.ends => Some(Outcome::Win),
            3 | 4 if self.ends => Some(Outcome::Draw),
            _ => None,
        }
    }
    fn noisy(&self, moves: &mut Self::Moves) {
        moves.extend(self.moves().filter(|&mv| self.is_noisy(mv)));
    }
    fn quiet(&self, moves: &mut Self::Moves) {
        moves.extend(self.moves().filter(|&mv| !self.is_noisy(mv)));
    }
    fn legal(&self, mv: u16) -> bool {
        self.state() >> (30 + mv) & 7 != 0
    }
    fn is_noisy(&self, mv: u16) -> bool {
        self.state() >> (8 + mv) & 3 == 0
    }
    fn gain(&self, mv: u16) -> i32 {
        100 * (1 + self.victim(mv) as i32)
    }
    fn see_ge(&self, mv: u16, threshold: i32) -> bool {
        let loss = if mix(self.state() + u64::from(mv)) & 1 == 0 { 250 } else { 0 };
        (if self.is_noisy(mv) { self.gain(mv) } else { 0 }) - loss >= threshold
    }
    fn in_check(&self) -> bool {
        self.state() >> 50 & 7 == 0
    }
    fn gives_check(&self, mv: u16) -> bool {
        mix(self.state() ^ (u64::from(mv) << 40)) >> 50 & 7 == 0
    }
    fn may_pass(&self) -> bool {
        !self.in_check()
    }
    fn make_null(&mut self) {
        let (state, eval) = self.path[self.path.len() - 1];
        self.path.push((mix(state ^ 9), -eval));
        self.side = !self.side;
    }
    fn unmake_null(&mut self) {
        self.path.pop();
        self.side = !self.side;
    }
    fn history_slot(&self, mv: u16) -> usize {
        usize::from(mv)
    }
    fn piece_to(&self, mv: u16) -> usize {
        self.side.index() * 8 + usize::from(mv)
    }
    fn victim(&self, mv: u16) -> usize {
        (self.state() >> (16 + mv) & 3) as usize
    }
    fn correction_key(&self, index: usize) -> u64 {
        self.state() >> (index * 8) & 0xff
    }
}

impl Evaluator<Wood> for Sum {
    type EvalParams = ();
    fn new(position: &Wood, (): &()) -> Self {
        Sum(vec![position.evaluate()])
    }
    fn make(&mut self, before: &Wood, mv: u16) {
        self.0.push(-(before.evaluate() + before.swing(mv)));
    }
    fn unmake(&mut self) {
        self.0.pop();
    }
    fn evaluate(&mut self, position: &Wood) -> i32 {
        // After a null move the sum is that of the position before it.
        let value = self.0[self.0.len() - 1];
        assert_eq!(value.abs(), position.evaluate().abs(), "the evaluator was told another line");
        position.evaluate()
    }
}

/// Take one, two or three matches from the heap; who takes the last one wins. A heap of [`Nim::TUMBLING`] matches panics
/// below the root. Each `FAULT` from 1 on breaks the contract in its own way.
#[derive(Clone, Debug)]
pub struct Nim<const FAULT: u8> {
    pub heap: u8,
    side: Side,
    taken: u8,
}

impl<const FAULT: u8> Nim<FAULT> {
    pub const TUMBLING: u8 = 77;
}

impl<const FAULT: u8> Game for Nim<FAULT> {
    type Move = u8;
    type Moves = Vec<u8>;
    type Evaluator = Static;

    fn side_to_move(&self) -> Side {
        self.side
    }

    fn key(&self) -> u64 {
        u64::from(self.heap) * 2 + self.side.index() as u64
    }

    fn generate(&self, moves: &mut Vec<u8>) -> Option<Outcome> {
        assert!(self.taken == 0 || self.heap + self.taken != Self::TUMBLING, "the heap has tumbled");
        moves.extend(1..=self.heap.min(3));
        (self.heap == 0).then_some(Outcome::Loss)
    }

    fn make(&mut self, taken: u8) {
        self.heap -= taken;
        self.taken += taken;
        self.side = !self.side;
    }

    fn unmake(&mut self, taken: u8) {
        self.heap += if FAULT == 1 { 1 } else { taken };
        self.taken -= taken;
        self.side = !self.side;
    }

    fn pack(taken: u8) -> u16 {
        u16::from(if FAULT == 2 { taken - 1 } else { taken })
    }

    fn unpack(&self, bits: u16) -> Option<u8> {
        let most = if FAULT == 3 { 3 } else { self.heap.min(3) };
        (1..=most).find(|&taken| Self::pack(taken) == bits)
    }

    fn evaluate(&self) -> i32 {
        if FAULT == 4 && self.side == Side::Second { 100 } else { i32::from(self.heap) }
    }

    fn history_slot(&self, taken: u8) -> usize {
        usize::from(taken) * if FAULT == 5 { 4096 } else { 1 }
    }
}

impl<const FAULT: u8> GameText for Nim<FAULT> {
    const NAME: &'static str = "nim";

    fn start() -> Self {
        Nim { heap: 10, side: Side::First, taken: 0 }
    }

    fn from_fen(fen: &str) -> Result<Self, PositionError> {
        let heap = fen.trim_end_matches(" b").parse().map_err(|_| PositionError::syntax("heap", fen, "a number"))?;
        let is_first = FAULT == 4 || !fen.ends_with('b');
        Ok(Nim { heap, side: if is_first { Side::First } else { Side::Second }, taken: 0 })
    }

    fn fen(&self) -> String {
        format!("{}{}", self.heap, if self.side == Side::First { "" } else { " b" })
    }

    fn parse_move(&self, text: &str, _: bool) -> Result<u8, MoveError> {
        let taken = text.parse().map_err(|_| MoveError::unreadable(text, "1 to 3"))?;
        if (1..=self.heap.min(3)).contains(&taken) { Ok(taken) } else { Err(MoveError::illegal(text, "too many")) }
    }

    fn move_text(&self, taken: u8, notation: Notation) -> String {
        match notation {
            _ if FAULT == 6 => "+".repeat(usize::from(taken)),
            Notation::Chinese => format!("取{taken}"),
            _ => taken.to_string(),
        }
    }

    fn diagram(&self) -> String {
        "|".repeat(usize::from(self.heap))
    }

    fn verdict(&self) -> Verdict {
        if self.heap > 0 || FAULT == 7 {
            return Verdict::ONGOING;
        }
        Verdict::over(Outcome::Loss, Reason::Other("no matches"))
    }
}
