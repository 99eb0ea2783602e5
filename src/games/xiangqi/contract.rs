//! Xiangqi as a [`Game`]: what the search may ask of a position.

use super::eval;
use super::evaluator::Judge;
use super::law;
use super::movegen::{self, Moves};
use super::mv::Move;
use super::piece::{Piece, PieceKind};
use super::position::Position;
use super::square::SQUARES;
use super::zobrist;
use crate::game::{Game, Outcome};
use crate::rules::Rules;
use crate::side::Side;

/// Plies without capture after which the game is drawn.
const DRAWN_AFTER: u32 = 120;

/// Random odd multipliers, for the two words of either side's set of squares of a kind; three kinds share a key.
const MULTIPLIERS: [[u64; 4]; 3] = [
    [0x9E37_79B9_7F4A_7C15, 0xBF58_476D_1CE4_E5B9, 0x94D0_49BB_1331_11EB, 0xD6E8_FEB8_6659_FD93],
    [0xFF51_AFD7_ED55_8CCD, 0xC4CE_B9FE_1A85_EC53, 0x87C3_7B91_1142_53D5, 0x4CF5_AD43_2745_937F],
    [0x52DC_E729_3849_5AB5, 0x38B3_4AE5_A1E3_8B93, 0x7FB5_D329_728E_A185, 0x81DA_DEF4_BC2D_D44D],
];

/// The kinds that can cross the river, and so can attack the enemy general.
const CROSSING: [PieceKind; 4] = [PieceKind::Rook, PieceKind::Horse, PieceKind::Cannon, PieceKind::Pawn];

impl Position {
    /// Whether the count of plies without capture has run out, under the rules in force.
    pub fn is_count_exhausted(&self) -> bool {
        self.rules().move_count && self.quiet_plies() >= DRAWN_AFTER
    }

    /// Whether neither side has a piece left that can cross the river.
    pub fn is_material_dead(&self) -> bool {
        CROSSING.iter().all(|&kind| self.by_kind(kind).is_empty())
    }
}

impl Game for Position {
    type Move = Move;
    type Moves = Moves;
    type Evaluator = Judge;

    #[inline]
    fn side_to_move(&self) -> Side {
        self.side()
    }

    #[inline]
    fn key(&self) -> u64 {
        self.zobrist()
    }

    #[inline]
    fn generate(&self, moves: &mut Moves) -> Option<Outcome> {
        movegen::legal_moves(self, moves);
        None
    }

    #[inline]
    fn count_moves(&self) -> usize {
        movegen::count_legal_moves(self) as usize
    }

    #[inline]
    fn make(&mut self, mv: Move) {
        self.make_move(mv);
    }

    #[inline]
    fn unmake(&mut self, _: Move) {
        self.unmake_move();
    }

    #[inline]
    fn pack(mv: Move) -> u16 {
        mv.bits()
    }

    #[inline]
    fn unpack(&self, bits: u16) -> Option<Move> {
        Move::from_bits(bits).filter(|&mv| self.is_legal(mv))
    }

    fn evaluate(&self) -> i32 {
        eval::evaluate(self)
    }

    /// Mate and stalemate lose alike.
    const NO_MOVES: Outcome = Outcome::Loss;

    fn history_outcome(&self, ply: usize) -> Option<Outcome> {
        if let Some(verdict) = law::repetition(self, ply) {
            return verdict.outcome;
        }
        // Mate and stalemate come first; the moves are counted only in the rare case that it matters.
        let drawn = self.is_count_exhausted() || self.is_material_dead();
        (drawn && movegen::count_legal_moves(self) > 0).then_some(Outcome::Draw)
    }

    fn returning_move(&self, ply: usize) -> Option<Move> {
        law::upcoming::returning_move(self, ply.saturating_sub(1))
    }

    fn adopt(&mut self, rules: &Rules) {
        self.set_rules(*rules);
    }

    /// Noisy moves are captures.
    const STAGED: bool = true;

    #[inline]
    fn noisy(&self, moves: &mut Moves) {
        movegen::captures(self, moves);
    }

    #[inline]
    fn quiet(&self, moves: &mut Moves) {
        movegen::quiet_moves(self, moves);
    }

    #[inline]
    fn legal(&self, mv: Move) -> bool {
        self.is_safe(mv)
    }

    #[inline]
    fn is_noisy(&self, mv: Move) -> bool {
        self.piece_on(mv.to()).is_some()
    }

    #[inline]
    fn gain(&self, mv: Move) -> i32 {
        self.piece_on(mv.to()).map_or(0, |victim| victim.kind.value())
    }

    #[inline]
    fn exchange(&self, mv: Move, threshold: i32) -> bool {
        self.wins_exchange(mv, threshold)
    }

    #[inline]
    fn in_check(&self) -> bool {
        !self.checkers().is_empty()
    }

    #[inline]
    fn gives_check(&self, mv: Move) -> bool {
        self.is_check(mv)
    }

    const NULL_MOVE: bool = true;

    /// Zugzwang is common where a side has only its general, guards and pawns.
    #[inline]
    fn may_pass(&self) -> bool {
        let officers = self.by_kind(PieceKind::Rook) | self.by_kind(PieceKind::Cannon) | self.by_kind(PieceKind::Horse);
        officers.meets(self.by_side(self.side()))
    }

    fn make_null(&mut self) {
        self.make_pass();
    }

    fn unmake_null(&mut self) {
        self.unmake_pass();
    }

    #[inline]
    fn key_after(&self, mv: Move) -> u64 {
        let (from, to) = (mv.from(), mv.to());
        let moved = self.piece_on(from).map_or(0, |piece| zobrist::piece(piece, from) ^ zobrist::piece(piece, to));
        let taken = self.piece_on(to).map_or(0, |victim| zobrist::piece(victim, to));
        self.zobrist() ^ moved ^ taken ^ zobrist::BLACK_TO_MOVE
    }

    const HISTORY: usize = SQUARES * SQUARES;

    #[inline]
    fn history_slot(&self, mv: Move) -> usize {
        mv.from().index() * SQUARES + mv.to().index()
    }

    const KINDS: usize = Piece::NUM * SQUARES;

    #[inline]
    fn kind(&self, mv: Move) -> usize {
        self.piece_on(mv.from()).map_or(0, |piece| piece.index() * SQUARES + mv.to().index())
    }

    const VICTIMS: usize = PieceKind::NUM;

    #[inline]
    fn victim(&self, mv: Move) -> usize {
        // The general is never taken: its index, 0, means that nothing is.
        self.piece_on(mv.to()).map_or(0, |victim| victim.kind.index())
    }

    const CORRECTIONS: usize = 3;

    /// A hash of where the pawns stand, the generals and their guards, the officers.
    #[inline]
    fn correction_key(&self, index: usize) -> u64 {
        let part = |kind: PieceKind, row: usize| {
            let [first, second] = Side::ALL.map(|side| self.pieces(side, kind).bits());
            let words = [first as u64, (first >> 64) as u64, second as u64, (second >> 64) as u64];
            let term = |i: usize| words[i].wrapping_mul(MULTIPLIERS[row][i]);
            term(0) ^ term(1) ^ term(2) ^ term(3)
        };
        let sum = match index {
            0 => part(PieceKind::Pawn, 0),
            1 => part(PieceKind::General, 0) ^ part(PieceKind::Advisor, 1) ^ part(PieceKind::Elephant, 2),
            _ => part(PieceKind::Rook, 0) ^ part(PieceKind::Horse, 1) ^ part(PieceKind::Cannon, 2),
        };
        sum >> 32
    }
}
