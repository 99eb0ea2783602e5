//! Xiangqi as [`GameText`]: names, positions, moves and verdicts in words.

use super::movegen::count_legal_moves;
use super::mv::Move;
use super::net::{Net, explain};
use super::position::Position;
use super::setup::Setup;
use super::view::XiangqiView;
use super::{diagram, fen, law, notation};
use crate::game::{Game, Outcome};
use crate::phrases::Phrases;
use crate::side::Side;
use crate::text::{GameText, MoveError, Notation, PositionError, Reason, Verdict};
use crate::view::GamePart;

impl GameText for Position {
    const NAME: &'static str = "xiangqi";

    const ALIASES: &'static [&'static str] = &["chinesechess", "cchess"];

    const NOTATIONS: &'static [Notation] =
        &[Notation::Wire, Notation::WireFromOne, Notation::Wxf, Notation::Chinese, Notation::Vietnamese];

    const PHRASES: Phrases = Phrases {
        forced: ["mate in {}", "mated in {}"],
        moves: "h2e2, H2-E2, C2=5 or 炮二平五",
        typing: "Type moves like h2e2, C2=5 or 炮二平五",
        reasons: &[
            (Reason::Mate, "checkmate"),
            (Reason::Stalemate, "{} has no legal move, which loses in xiangqi"),
            (Reason::PerpetualCheck, "{} gave check at every move of a repetition, which is forbidden"),
            (Reason::PerpetualChase, "{} chased the same piece at every move of a repetition, which is forbidden"),
            (Reason::Repetition, "the position has come up three times, and neither or both broke a rule"),
            (Reason::MoveCount, "120 plies without a capture"),
            (Reason::Material, "neither side has a piece left that can cross the river"),
        ],
        two_sided: true,
        pgn_game: Some("Chinese Chess"),
        // Horse and elephant.
        xboard_letters: &[('n', 'h'), ('N', 'H'), ('b', 'e'), ('B', 'E')],
        ..Phrases::PLAIN
    };

    fn start() -> Self {
        Setup::start().build().unwrap_or_else(|error| unreachable!("the start position is legal: {error}"))
    }

    fn from_fen(text: &str) -> Result<Self, PositionError> {
        fen::parse(text)
    }

    fn fen(&self) -> String {
        fen::write(self)
    }

    fn parse_move(&self, text: &str, ranks_from_one: bool) -> Result<Move, MoveError> {
        notation::parse(self, text, ranks_from_one)
    }

    fn move_text(&self, mv: Move, notation: Notation) -> String {
        notation::write(self, mv, notation)
    }

    fn diagram(&self) -> String {
        diagram::draw(self)
    }

    fn view_part(&self) -> Box<dyn GamePart> {
        Box::new(XiangqiView::of(self))
    }

    fn oddity(&self) -> Option<String> {
        Position::oddity(self)
    }

    fn move_number(&self) -> u32 {
        Position::move_number(self)
    }

    fn times_seen(&self) -> usize {
        1 + self.occurrences().count()
    }

    fn verdict(&self) -> Verdict {
        if count_legal_moves(self) == 0 {
            return Verdict::over(Outcome::Loss, if self.in_check() { Reason::Mate } else { Reason::Stalemate });
        }
        if let Some(verdict) = law::repetition(self, 0) {
            return verdict;
        }
        if self.is_count_exhausted() {
            return Verdict::over(Outcome::Draw, Reason::MoveCount);
        }
        if self.is_material_dead() {
            return Verdict::over(Outcome::Draw, Reason::Material);
        }
        Verdict::ONGOING
    }

    fn explain_evaluation(&self) -> String {
        explain::explain(Net::built_in(), self)
    }

    fn flipped(&self) -> Option<Self> {
        self.rebuilt(&Setup::of(self).flipped())
    }

    fn with_side(&self, side: Side) -> Option<Self> {
        if side == self.side() {
            return Some(self.clone());
        }
        self.rebuilt(&Setup { side, ..Setup::of(self) })
    }
}

impl Position {
    /// A new position without history, with the same house rules and tables.
    fn rebuilt(&self, setup: &Setup) -> Option<Position> {
        let mut position = setup.build().ok()?;
        position.set_rules(self.rules());
        position.set_folder(self.folder().cloned());
        Some(position)
    }
}
