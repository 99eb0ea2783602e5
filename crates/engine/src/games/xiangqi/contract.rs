//! Xiangqi as a [`Game`]: the interface for the search.

use super::law;
use super::movegen::{self, Moves};
use super::mv::Move;
use super::net::Net;
use super::net::evaluator::NetEvaluation;
use super::net::feature::{self, FEATURES};
use super::piece::PieceKind;
use super::position::Position;
use super::quiet_order::QuietOrder;
use super::square::SQUARES;
use super::tables;
use super::zobrist;
use crate::game::{Game, Outcome, Proven, QuietMove};
use crate::random::mix;
use crate::rules::Rules;
use crate::side::Side;

/// Plies without a capture after which the game is drawn.
const DRAWN_AFTER: u32 = 120;
/// Plies without a capture that make no difference yet.
const FREE_PLIES: u32 = 14;
/// After that, plies are distinguished in groups of this size.
const BUCKET_PLIES: u32 = 8;

/// The kinds that can cross the river and so attack the enemy general.
const CROSSING: [PieceKind; 4] = [PieceKind::Rook, PieceKind::Horse, PieceKind::Cannon, PieceKind::Pawn];

impl Position {
    /// Whether the limit on plies without a capture is reached under the current rules.
    pub(crate) fn is_count_exhausted(&self) -> bool {
        self.rules().move_count && self.quiet_plies() >= DRAWN_AFTER
    }

    /// The effect of plies without a capture on the table key: scores change as the limit approaches, so from the
    /// fourteenth ply on, every eight of them have separate keys (as in Pikafish).
    #[inline]
    fn clock_key(&self, quiet_plies: u32) -> u64 {
        match quiet_plies.checked_sub(FREE_PLIES) {
            Some(plies) if self.rules().move_count => mix(u64::from(plies / BUCKET_PLIES) + 1),
            _ => 0,
        }
    }

    /// Whether neither side has a piece left that can cross the river.
    pub fn is_material_dead(&self) -> bool {
        CROSSING.iter().all(|&kind| self.by_kind(kind).is_empty())
    }
}

impl Game for Position {
    type Move = Move;
    type Moves = Moves;
    type Evaluator = NetEvaluation;

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
        Net::built_in().evaluate(self)
    }

    /// Checkmate and stalemate both lose.
    const NO_MOVES: Outcome = Outcome::Loss;

    fn history_outcome(&self, ply: usize) -> Option<Outcome> {
        if let Some(verdict) = law::repetition(self, ply) {
            return verdict.outcome;
        }
        // Checkmate and stalemate take precedence; moves are counted only in the rare case that it matters.
        let drawn = self.is_count_exhausted() || self.is_material_dead();
        (drawn && movegen::count_legal_moves(self) > 0).then_some(Outcome::Draw)
    }

    fn presumed_outcome(&self, ply: usize) -> Option<Outcome> {
        law::presumed_repetition(self, ply)?.outcome
    }

    #[inline]
    fn table_key(&self) -> u64 {
        self.zobrist() ^ self.clock_key(self.quiet_plies()) ^ self.history_key()
    }

    const TABLES: bool = true;

    fn proven(&self) -> Option<Proven> {
        tables::proven(self)
    }

    fn returning_move(&self, ply: usize) -> Option<Move> {
        law::upcoming::returning_move(self, ply.saturating_sub(1))
    }

    fn search_root(&self) -> Self {
        self.without_void_history()
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
    fn quiet_order(&self) -> impl Fn(Move) -> QuietMove {
        let order = QuietOrder::new(self);
        move |mv| order.of(mv)
    }

    #[inline]
    fn quiet_checks(&self, moves: &mut Moves) {
        movegen::quiet_checks(self, moves);
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
    fn same_target(mv: Move, other: Move) -> bool {
        mv.to() == other.to()
    }

    #[inline]
    fn gain(&self, mv: Move) -> i32 {
        self.piece_on(mv.to()).map_or(0, |victim| victim.kind.value())
    }

    #[inline]
    fn see_ge(&self, mv: Move, threshold: i32) -> bool {
        self.see_ge(mv, threshold)
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

    /// Zugzwang is common if a side has only its general, guards and pawns.
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
    fn halfmove_clock(&self) -> i32 {
        if self.rules().move_count { self.quiet_plies().min(DRAWN_AFTER) as i32 } else { 0 }
    }

    #[inline]
    fn table_key_after(&self, mv: Move) -> u64 {
        let (from, to) = (mv.from(), mv.to());
        let moved = self.piece_on(from).map_or(0, |piece| zobrist::piece(piece, from) ^ zobrist::piece(piece, to));
        let (taken, quiet_plies) = match self.piece_on(to) {
            Some(victim) => (zobrist::piece(victim, to), 0),
            None => (0, self.quiet_plies() + 1),
        };
        self.zobrist() ^ moved ^ taken ^ zobrist::BLACK_TO_MOVE ^ self.clock_key(quiet_plies)
    }

    const HISTORY: usize = SQUARES * SQUARES;

    #[inline]
    fn history_slot(&self, mv: Move) -> usize {
        mv.from().index() * SQUARES + mv.to().index()
    }

    const PIECE_TO: usize = FEATURES;

    #[inline]
    fn piece_to(&self, mv: Move) -> usize {
        self.piece_on(mv.from()).map_or(0, |piece| feature::number(piece, mv.to()))
    }

    const VICTIMS: usize = PieceKind::NUM;

    #[inline]
    fn victim(&self, mv: Move) -> usize {
        // The general is never captured, so its index, 0, means no victim.
        self.piece_on(mv.to()).map_or(0, |victim| victim.kind.index())
    }

    const CORRECTIONS: &[i32] = &[12, 8, 10, 22, 22];

    /// The pawns; the generals and their guards; horses and cannons; each side's officers.
    #[inline]
    fn correction_key(&self, index: usize) -> u64 {
        let [pawns, guards, red_rooks, black_rooks, red_minors, black_minors] = self.part_keys();
        match index {
            0 => pawns,
            1 => guards,
            2 => red_minors ^ black_minors,
            3 => red_rooks ^ red_minors,
            _ => black_rooks ^ black_minors,
        }
    }
}
