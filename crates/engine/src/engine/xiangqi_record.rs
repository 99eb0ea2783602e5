//! Xiangqi in saved games: boards that no game leads to, moves in any notation, and the general, which is never taken.

use super::record_game::{Convention, RecordGame, RecordStart, Recorded, RecordedMove, Recorder};
use crate::game::Game;
use crate::games::xiangqi::notation::{self, reason, relative, san};
use crate::games::xiangqi::setup::Setup;
use crate::games::xiangqi::{Move, PieceKind, Position, fen};
use crate::rules::Rules;
use crate::side::Side;
use crate::text::{GameText, MoveError, Notation, PositionError, Verdict};
use std::any::Any;

/// How saved games access xiangqi.
pub(super) const RECORDER: Recorder = Recorder {
    start: &|| Box::new(Setup::start()),
    read: &|fen| lenient_setup(fen).map(|setup| Box::new(setup) as Box<dyn RecordStart>),
    ..Recorder::of::<Position>()
};

impl RecordedMove {
    /// The squares of a move of xiangqi.
    pub fn xiangqi(self) -> Option<Move> {
        Move::from_bits(self.0)
    }
}

/// Reads a FEN of which only the board, and the side if present, must be valid.
fn lenient_setup(fen: &str) -> Result<Setup, PositionError> {
    fen::parse_setup(fen).or_else(|error| {
        let mut fields = fen.split_whitespace();
        let board = fields.next().unwrap_or_default();
        let side = fields.next().filter(|side| ["w", "b", "r", "W", "B", "R"].contains(side)).unwrap_or("w");
        fen::parse_setup(&format!("{board} {side}")).map_err(|_| error)
    })
}

impl RecordStart for Setup {
    fn fen(&self) -> String {
        fen::write_setup(self)
    }

    fn side(&self) -> Side {
        self.side
    }

    fn move_number(&self) -> u32 {
        u32::from(self.move_number.max(1))
    }

    fn turned(&self) -> Option<Box<dyn RecordStart>> {
        Some(Box::new(Setup { side: !self.side, ..self.clone() }))
    }

    /// The general of the side not to move may be in check: moves can still be played.
    fn board(&self) -> Result<Box<dyn RecordGame>, PositionError> {
        self.build_for_record().map(boxed)
    }

    fn legal_board(&self) -> Result<Box<dyn RecordGame>, PositionError> {
        self.build().map(boxed)
    }

    fn as_any(&self) -> &dyn Any {
        self
    }

    fn boxed(&self) -> Box<dyn RecordStart> {
        Box::new(self.clone())
    }
}

fn boxed(position: Position) -> Box<dyn RecordGame> {
    Box::new(XiangqiRecord(Recorded::new(position)))
}

/// A game of xiangqi in a record.
#[derive(Clone)]
struct XiangqiRecord(Recorded<Position>);

impl XiangqiRecord {
    const fn position(&self) -> &Position {
        &self.0.position
    }

    /// The move unless it takes the general, because the game was over before that.
    fn spare_general(&self, mv: Move, text: &str) -> Result<RecordedMove, MoveError> {
        let victim = self.position().piece_on(mv.to());
        if victim.is_some_and(|piece| piece.kind == PieceKind::General) {
            return Err(MoveError::illegal(text, "it takes the general"));
        }
        Ok(RecordedMove::of::<Position>(mv))
    }
}

impl RecordGame for XiangqiRecord {
    fn fen(&self) -> String {
        self.position().fen()
    }

    fn side(&self) -> Side {
        self.position().side()
    }

    /// Reads coordinates, ICCS, WXF, Chinese, Vietnamese or SAN.
    fn read_move(&self, text: &str, convention: Convention) -> Result<RecordedMove, MoveError> {
        let from_one = convention == Convention::RanksFromOne;
        let is_vietnamese = convention == Convention::Vietnamese;
        let vietnamese = || is_vietnamese.then(|| notation::parse_vietnamese(self.position(), text)).flatten();
        let san = || {
            let found = san::parse(self.position(), text, from_one)?;
            Some(found.map_err(|error| MoveError::illegal(text, &error)))
        };
        let found = vietnamese().or_else(san).unwrap_or_else(|| notation::parse(self.position(), text, from_one));
        found.and_then(|mv| self.spare_general(mv, text))
    }

    fn readings(&self, text: &str, convention: Convention) -> Vec<RecordedMove> {
        let is_vietnamese = convention == Convention::Vietnamese;
        let vietnamese = relative::Request::parse_vietnamese(text.trim()).filter(|_| is_vietnamese);
        let relative = || {
            let request = vietnamese.or_else(|| relative::Request::parse(text.trim()));
            request.map(|request| request.fitting(self.position()))
        };
        let found = san::readings(self.position(), text, convention == Convention::RanksFromOne).or_else(relative);
        found.unwrap_or_default().into_iter().filter_map(|mv| self.spare_general(mv, text).ok()).collect()
    }

    fn check(&self, mv: RecordedMove) -> Result<(), MoveError> {
        let mv = mv.xiangqi().ok_or_else(|| MoveError::illegal("-", "it is not a move of xiangqi"))?;
        match reason::illegality(self.position(), mv) {
            None => self.spare_general(mv, &mv.to_string()).map(|_| ()),
            Some(reason) => Err(MoveError::illegal(&mv.to_string(), reason)),
        }
    }

    fn move_text(&self, mv: RecordedMove, notation: Notation) -> Option<String> {
        self.0.move_text(mv, notation)
    }

    fn make(&mut self, mv: RecordedMove) {
        self.0.make(mv);
    }

    fn unmake(&mut self) {
        self.0.unmake();
    }

    fn verdict(&self) -> Verdict {
        self.0.verdict()
    }

    /// Players often play on after a repetition.
    fn has_moves(&self) -> bool {
        self.position().count_moves() > 0
    }

    fn adopt(&mut self, rules: &Rules) {
        self.0.adopt(rules);
    }

    fn history(&self) -> (String, Vec<String>) {
        self.0.history()
    }

    fn as_any(&self) -> &dyn Any {
        self.position()
    }

    fn boxed(&self) -> Box<dyn RecordGame> {
        Box::new(self.clone())
    }
}
