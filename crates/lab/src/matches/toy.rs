//! A toy game for the tests: take one to three matches, who takes the last one wins.

use meihua_contracts::game::{Game, Outcome, Static};
use meihua_contracts::side::Side;
use meihua_contracts::text::{GameText, MoveError, Notation, PositionError, Reason, Verdict};

/// A heap of matches.
#[derive(Clone, Debug)]
pub struct Nim {
    heap: u8,
    side: Side,
}

impl Nim {
    /// A heap, the first player to move.
    pub fn of(heap: u8) -> Nim {
        Nim { heap, side: Side::First }
    }
}

impl Game for Nim {
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
        moves.extend(1..=self.heap.min(3));
        (self.heap == 0).then_some(Outcome::Loss)
    }

    fn make(&mut self, taken: u8) {
        self.heap -= taken;
        self.side = !self.side;
    }

    fn unmake(&mut self, taken: u8) {
        self.heap += taken;
        self.side = !self.side;
    }

    fn pack(taken: u8) -> u16 {
        u16::from(taken)
    }

    fn unpack(&self, bits: u16) -> Option<u8> {
        (1..=self.heap.min(3)).find(|&n| u16::from(n) == bits)
    }

    fn evaluate(&self) -> i32 {
        if self.heap.is_multiple_of(4) { 0 } else { 100 }
    }
}

impl GameText for Nim {
    const NAME: &'static str = "nim";

    fn start() -> Nim {
        Nim::of(12)
    }

    fn from_fen(fen: &str) -> Result<Nim, PositionError> {
        let (heap, side) = fen.split_once(' ').unwrap_or((fen, ""));
        let heap = heap.parse().map_err(|_| PositionError::syntax("heap", heap, "a number below 256"))?;
        match side {
            "w" => Ok(Nim { heap, side: Side::First }),
            "b" => Ok(Nim { heap, side: Side::Second }),
            _ => Err(PositionError::syntax("side", side, "w or b")),
        }
    }

    fn fen(&self) -> String {
        format!("{} {}", self.heap, if self.side == Side::First { 'w' } else { 'b' })
    }

    fn parse_move(&self, text: &str, ranks_from_one: bool) -> Result<u8, MoveError> {
        let number = text.parse().map_err(|_| MoveError::unreadable(text, "a number"))?;
        let number = if ranks_from_one { number } else { number + 1u16 };
        self.unpack(number).ok_or_else(|| MoveError::illegal(text, "not that many"))
    }

    fn move_text(&self, mv: u8, notation: Notation) -> String {
        // Counted from 0 or from 1, so that the two wire spellings differ as they do in xiangqi.
        if notation == Notation::WireFromOne { mv.to_string() } else { (mv - 1).to_string() }
    }

    fn diagram(&self) -> String {
        "|".repeat(usize::from(self.heap))
    }

    fn verdict(&self) -> Verdict {
        if self.heap == 0 { Verdict::over(Outcome::Loss, Reason::Other("last match")) } else { Verdict::ONGOING }
    }
}
