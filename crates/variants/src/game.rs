//! The rules, the text and the search hooks of all these games, once.

use crate::bits::Bits;
use crate::catalogue;
use crate::generate::Wanted;
use crate::legal::Duties;
use crate::moves::{Deed, Move, TURN};
use crate::outcome;
use crate::pieces::{KING, PAWN, one};
use crate::position::{Position, kind_of};
use crate::view::BoardView;
use meihua_contracts::game::{Game, Outcome, QuietMove, Static};
use meihua_contracts::phrases::Phrases;
use meihua_contracts::sentence;
use meihua_contracts::sentence::Sentence;
use meihua_contracts::side::Side;
use meihua_contracts::text::{GameText, MoveError, Notation, PositionError, Reason, Verdict};
use meihua_contracts::view::GamePart;
use meihua_engine::engine::game_binding::GameBinding;

/// Squares of the tables of the search; those of larger boards share them.
const SQUARES: usize = 128;
/// Kinds of the tables of the search.
const KINDS: usize = 8;

impl Position {
    /// Whether some moves are legal only because of others.
    fn has_duties(&self) -> bool {
        let rules = &self.game.rules;
        rules.must_capture || rules.must_drop || rules.pass_on_stalemate[self.us()]
    }

    fn square_slot(&self, square: u8) -> usize {
        (usize::from(square / 16) * self.game.rules.files as usize + usize::from(square % 16)) % SQUARES
    }

    fn kind_slot(&self, kind: u8) -> usize {
        self.game.slot(kind) % KINDS
    }

    /// Appends the moves that are noisy, or those that are not. Where some moves are legal because of others they are
    /// the legal ones.
    fn sorted(&self, moves: &mut Vec<Move>, noisy: bool) {
        if self.has_duties() {
            self.legal_moves(moves);
            moves.retain(|&mv| self.is_loud(mv) == noisy);
        } else {
            self.pseudo(moves, Wanted::Noisy(noisy));
        }
    }
}

impl Game for Position {
    type Move = Move;
    type Moves = Vec<Move>;
    type Evaluator = Static;

    const MOVER_MAY_LOSE: bool = true;

    fn side_to_move(&self) -> Side {
        self.side()
    }

    fn key(&self) -> u64 {
        self.state.key
    }

    fn generate(&self, moves: &mut Vec<Move>) -> Option<Outcome> {
        if let Some((outcome, _)) = self.end_before_moves() {
            return Some(outcome);
        }
        self.legal_moves(moves);
        moves.is_empty().then(|| self.no_move_end().0)
    }

    fn make(&mut self, mv: Move) {
        self.play(mv);
    }

    fn unmake(&mut self, _: Move) {
        self.take_back();
    }

    /// The number of the move: two moves of a position never share it, however large the board.
    fn pack(mv: Move) -> u16 {
        mv.number
    }

    fn unpack(&self, bits: u16) -> Option<Move> {
        if self.end_before_moves().is_some() {
            return None;
        }
        let mut moves = Vec::new();
        if self.has_duties() {
            self.legal_moves(&mut moves);
            return moves.into_iter().find(|mv| mv.number == bits);
        }
        self.pseudo(&mut moves, Wanted::Number(bits));
        moves.first().copied().filter(|&mv| self.is_legal(mv, Duties::default()))
    }

    fn evaluate(&self) -> i32 {
        self.appraise()
    }

    fn stuck(&self) -> Outcome {
        self.no_move_end().0
    }

    fn history_outcome(&self, ply: usize) -> Option<Outcome> {
        self.last_moves_end().or_else(|| self.history_end(ply as u32)).map(|(outcome, _)| outcome)
    }

    fn table_key(&self) -> u64 {
        let (state, rules) = (&self.state, &self.game.rules);
        if rules.n_move_rule > 0 && state.quiet_plies > rules.n_move_rule || state.count_limit > 0 {
            let part = ((state.quiet_plies / 4) << 12) | state.counted;
            return state.key ^ self.game.number(4 << 28 | part & 0x0fff_ffff);
        }
        state.key
    }

    const STAGED: bool = true;

    fn ended(&self) -> Option<Outcome> {
        self.immediate_end().map(|(outcome, _)| outcome)
    }

    fn noisy(&self, moves: &mut Vec<Move>) {
        if !self.game.is_calm {
            self.sorted(moves, true);
        }
    }

    fn quiet(&self, moves: &mut Vec<Move>) {
        self.sorted(moves, false);
    }

    fn quiet_checks(&self, moves: &mut Vec<Move>) {
        self.sorted(moves, false);
        moves.retain(|&mv| self.checks(mv));
    }

    fn quiet_order(&self) -> impl Fn(Move) -> QuietMove {
        |mv| QuietMove { history_slot: self.history_slot(mv), piece_to: self.piece_to(mv), bonus: 0 }
    }

    fn legal(&self, mv: Move) -> bool {
        self.has_duties() || self.is_legal(mv, Duties::default())
    }

    fn is_noisy(&self, mv: Move) -> bool {
        self.is_loud(mv)
    }

    fn same_target(mv: Move, other: Move) -> bool {
        mv.to == other.to
    }

    fn gain(&self, mv: Move) -> i32 {
        self.prize(mv)
    }

    fn see_ge(&self, mv: Move, threshold: i32) -> bool {
        let rules = &self.game.rules;
        // Exchanges are not what these games are about.
        if rules.blast {
            return self.prize(mv) >= threshold;
        }
        let is_odd = !rules.jumps.is_empty() || rules.petrify != 0 || rules.must_capture;
        if is_odd || matches!(mv.deed, Deed::Castle | Deed::Pass) {
            threshold <= 0
        } else {
            self.exchange(mv, threshold)
        }
    }

    fn in_check(&self) -> bool {
        !self.state.checkers.is_empty() || self.game.rules.pseudo_royal && self.attacked_royals()
    }

    fn must_respond(&self) -> bool {
        let in_check = self.in_check();
        if in_check || !self.game.rules.must_capture {
            return in_check;
        }
        let mut moves = Vec::new();
        self.pseudo(&mut moves, Wanted::Noisy(true));
        moves.into_iter().filter(|&mv| self.is_capture(mv) && self.is_legal(mv, Duties::default())).count() == 1
    }

    fn gives_check(&self, mv: Move) -> bool {
        self.checks(mv)
    }

    const NULL_MOVE: bool = true;

    fn may_pass(&self) -> bool {
        let (us, rules) = (self.us(), &self.game.rules);
        let races = !rules.flag_region[us].is_empty();
        let fights = self.game.kinds & one(KING) != 0 || rules.pseudo_royal || rules.captures_to_hand || races;
        let usual =
            !rules.must_capture && !rules.must_drop && rules.connect == 0 && rules.checkmate == Some(Outcome::Loss);
        fights && usual && (self.of_side(us) & !self.of_kind(PAWN) & !self.of_kind(KING)).count() >= 2
    }

    fn may_be_threatened(&self) -> bool {
        self.may_pass() || self.game.rules.extinction == Some(Outcome::Loss)
    }

    fn may_end(&self, mv: Move) -> bool {
        let rules = &self.game.rules;
        let lost = rules.extinction_kinds[1 - self.us()];
        rules.extinction.is_some() && (rules.blast || lost & one(kind_of(self.piece(mv.to))) != 0)
    }

    fn make_null(&mut self) {
        self.begin();
        self.set_passant(Bits::NONE);
        self.toggle(TURN);
        self.state.side ^= 1;
        self.state.since_start = 0;
        (self.state.last, self.state.captured, self.state.grew, self.state.is_pass) = (None, 0, false, false);
        self.refresh();
    }

    fn unmake_null(&mut self) {
        self.take_back();
    }

    fn halfmove_clock(&self) -> i32 {
        if self.game.rules.n_move_rule > 0 { self.state.quiet_plies as i32 } else { 0 }
    }

    const HISTORY: usize = (SQUARES + KINDS) * SQUARES;

    fn history_slot(&self, mv: Move) -> usize {
        let from = match mv.deed {
            Deed::Drop(kind, _) => SQUARES + self.kind_slot(kind),
            _ => self.square_slot(mv.from),
        };
        from * SQUARES + self.square_slot(mv.to)
    }

    const PIECE_TO: usize = KINDS * SQUARES;

    fn piece_to(&self, mv: Move) -> usize {
        self.kind_slot(self.mover(mv)) * SQUARES + self.square_slot(mv.to)
    }

    const VICTIMS: usize = KINDS;

    fn victim(&self, mv: Move) -> usize {
        self.kind_slot(kind_of(self.piece(mv.to)))
    }

    const CORRECTIONS: &[i32] = &[14, 14, 14];

    /// The pawns; the pieces of White and of Black.
    fn correction_key(&self, index: usize) -> u64 {
        match index {
            0 => self.of_kinds(self.game.rules.promotion_pawns[0]).hash(),
            side => self.of_side(side - 1).hash(),
        }
    }
}

impl GameText for Position {
    const NAME: &'static str = "own";

    const NOTATIONS: &'static [Notation] = &[Notation::Wire, Notation::San];

    fn notations(&self) -> &'static [Notation] {
        if self.game.rules.is_like_chess() { Self::NOTATIONS } else { &[Notation::Wire] }
    }

    const PHRASES: Phrases = Phrases {
        sides: ["white", "black"],
        moves: "as the protocol spells it: e2e4, e7e8q, P@d4",
        typing: "Type a move: its squares (e2e4), a drop (P@d4), or pass",
        reasons: &[
            (Reason::Mate, "{} is mated"),
            (Reason::NoMoves, "{} cannot move"),
            (Reason::Repetition, "the position was repeated"),
            (Reason::PerpetualCheck, "{} gave check all the time"),
            (Reason::MoveCount, "too many moves without progress"),
            (Reason::FullBoard, "the board is full"),
            (outcome::EXTINCT, "the last pieces are lost"),
            (outcome::GOAL, "the goal is reached"),
            (outcome::CHECKS, "the last check is given"),
            (outcome::CONNECTED, "the pieces are connected"),
            (outcome::CASTLED, "castling decides"),
            (outcome::FACING, "the generals face each other"),
            (outcome::PASSED, "both sides passed"),
            (outcome::COUNTED, "the count has ended"),
        ],
        two_sided: true,
        ..Phrases::PLAIN
    };

    fn name(&self) -> &'static str {
        self.label.name()
    }

    fn start() -> Self {
        catalogue::smallest()
    }

    fn restart(&self) -> Self {
        self.again()
    }

    fn from_fen(fen: &str) -> Result<Self, PositionError> {
        catalogue::smallest().like(fen)
    }

    fn like(&self, fen: &str) -> Result<Self, PositionError> {
        Position::read(self.game.clone(), self.label, fen)
    }

    fn fen(&self) -> String {
        self.fen_text()
    }

    fn parse_move(&self, text: &str, _: bool) -> Result<Move, MoveError> {
        let mut moves = Vec::new();
        if self.generate(&mut moves).is_some() {
            return Err(MoveError::illegal(text, "the game is over"));
        }
        if let Some(mv) = self.named(text, &moves) {
            return Ok(mv);
        }
        let mut all = Vec::new();
        self.pseudo(&mut all, Wanted::All);
        Err(match self.named(text, &all) {
            Some(_) => MoveError::illegal(text, "the rules of the game forbid it here"),
            None if matches!(text, "pass" | "0000") => MoveError::illegal(text, "nobody may pass here"),
            None => match self.misfit(text, &moves) {
                Some(reason) => MoveError::illegal(text, reason),
                None => {
                    let examples = moves.iter().take(2).map(|&mv| Sentence::plain(self.move_name(mv)));
                    let examples = Sentence::list(examples);
                    MoveError::unreadable(text, sentence!("a move of this position, such as {}", examples))
                }
            },
        })
    }

    fn move_text(&self, mv: Move, notation: Notation) -> String {
        let san = match notation {
            Notation::Wire | Notation::WireFromOne => None,
            // Whatever the notation of xiangqi, it asks for moves as people write them.
            Notation::San | Notation::Iccs | Notation::Wxf | Notation::Chinese | Notation::Vietnamese => self.san(mv),
        };
        san.unwrap_or_else(|| self.move_name(mv))
    }

    fn diagram(&self) -> String {
        BoardView::of(self).diagram()
    }

    fn view_part(&self) -> Box<dyn GamePart> {
        Box::new(BoardView::of(self))
    }

    fn move_number(&self) -> u32 {
        self.state.ply / 2 + 1
    }

    fn times_seen(&self) -> usize {
        let seen = (1..=self.state.since_start).filter_map(|plies| self.earlier(plies));
        1 + seen.filter(|state| state.key == self.state.key).count()
    }

    fn verdict(&self) -> Verdict {
        let over = |(outcome, reason)| Verdict::over(outcome, reason);
        if let Some(end) = self.end_before_moves() {
            return over(end);
        }
        let mut moves = Vec::new();
        self.legal_moves(&mut moves);
        if moves.is_empty() {
            return over(self.no_move_end());
        }
        self.history_end(0).map_or(Verdict::ONGOING, over)
    }

    fn with_side(&self, side: Side) -> Option<Self> {
        if side == self.side() {
            return Some(self.clone());
        }
        let mut other = self.clone();
        other.make_null();
        other.past.clear();
        let us = other.us();
        let is_safe = other.king(1 - us).is_none_or(|king| !other.is_attacked(king, us, other.occupied()));
        is_safe.then_some(other)
    }
}

impl GameBinding for Position {}
