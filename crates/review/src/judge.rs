//! Walks through a game from its last move to its first, so that the table already knows the future when earlier
//! positions are searched.

use crate::marks::Mark;
use crate::review::{BestLine, Evaluation, LINE_PLIES, MoveReview, Review};
use meihua_contracts::game::Outcome;
use meihua_contracts::sentence;
use meihua_contracts::sentence::Sentence;
use meihua_contracts::side::Side;
use meihua_contracts::text::{MoveError, Notation, PositionError, Verdict};
use meihua_engine::engine::go::GoError;
use meihua_engine::games::connect_four::solver::SolverError;
use meihua_engine::score::Score;
use meihua_engine::search::table::TableError;
use meihua_records::{Board, GameRecord, NodeId, RecordGame, RecordedMove, Start};
use thiserror::Error;

/// Why a game cannot be analysed.
#[derive(Debug, Error)]
pub enum AnalyseError {
    /// The game starts from an impossible board.
    #[error("the game starts from a board that cannot be searched: {0}")]
    Start(#[from] PositionError),
    /// The program does not play this game.
    #[error("a game of {found}, expected {expected}")]
    Game {
        /// The game in the file.
        found: &'static str,
        /// The games of the program.
        expected: String,
    },
    /// The game has a move that the engine refuses.
    #[error("the game has a move that cannot be searched: {0}")]
    Move(#[from] MoveError),
    /// The engine cannot think about it.
    #[error(transparent)]
    Go(#[from] GoError),
    /// There is no memory for the table.
    #[error(transparent)]
    Table(#[from] TableError),
    /// The solver cannot handle this board.
    #[error(transparent)]
    Solver(#[from] SolverError),
    /// The analysis was stopped.
    #[error("the analysis was stopped")]
    Stopped,
}

impl From<&AnalyseError> for Sentence {
    /// What is wrong with the game; all else is English.
    fn from(error: &AnalyseError) -> Sentence {
        match error {
            AnalyseError::Start(error) => sentence!("the game starts from a board that cannot be searched: {}", error),
            AnalyseError::Move(error) => sentence!("the game has a move that cannot be searched: {}", error),
            AnalyseError::Game { .. }
            | AnalyseError::Go(_)
            | AnalyseError::Table(_)
            | AnalyseError::Solver(_)
            | AnalyseError::Stopped => Sentence::plain(error),
        }
    }
}

/// The best lines of a position with their scores for the side to move, best first; a line has at least its first move.
pub type Lines = Vec<(Option<Score>, Vec<RecordedMove>)>;

/// Determines the value of positions.
pub trait Judge {
    /// The board from which a game starts, under the rules in force.
    ///
    /// # Errors
    /// The board cannot be searched.
    fn board(&self, start: &Start) -> Result<Board, AnalyseError> {
        Ok(start.board()?)
    }

    /// The best lines of a position that has a legal move.
    ///
    /// # Errors
    /// The solver cannot handle this board.
    fn lines(&mut self, board: &dyn RecordGame) -> Result<Lines, AnalyseError>;

    /// The best lines of the position after a move that looks better than the one played by so much that this one would
    /// be marked.
    ///
    /// # Errors
    /// As [`Judge::lines`].
    fn checked(&mut self, board: &dyn RecordGame) -> Result<Lines, AnalyseError> {
        self.lines(board)
    }

    /// The evaluation for a score of the side to move.
    fn evaluation(&self, score: Option<Score>, side: Side) -> Evaluation;

    /// Forgets the previous game, so that each is analysed independently. Proofs may be kept.
    fn clear(&mut self) {}

    /// Whether scores are proven.
    fn is_exact(&self) -> bool;
}

/// Reviews the main line of a game; of the first `skipped` moves nothing is looked at but that they belong to the game.
/// `step` is called after each position and returns whether to continue.
///
/// # Errors
/// The start cannot be searched.
pub fn review(
    judge: &mut dyn Judge,
    record: GameRecord,
    notation: Notation,
    skipped: usize,
    step: &mut dyn FnMut() -> bool,
) -> Result<Review, AnalyseError> {
    let mut board = judge.board(&record.start)?;
    let nodes: Vec<(NodeId, RecordedMove)> =
        record.tree.main_line().filter_map(|node| Some((node, record.tree.mv(node)?))).collect();
    nodes.iter().for_each(|(_, mv)| board.make(*mv));
    let mut walk = Walk { judge, notation, step };
    let mut end = verdict(board.as_ref());
    let mut next = walk.position(board.as_ref())?;
    let mut moves = Vec::with_capacity(nodes.len());
    for (index, &(node, mv)) in nodes.iter().enumerate().rev() {
        let ended = end.as_ref().map(|end| walk.ended(end, board.as_ref()));
        board.unmake();
        // If the players went on after the game was over, that is reported only once.
        let end_before = verdict(board.as_ref());
        let fresh_end = end.filter(|_| end_before.is_none());
        let after = ended.filter(|_| fresh_end.is_some()).unwrap_or(next.value);
        let here = if index < skipped { Look::NOTHING } else { walk.position(board.as_ref())? };
        let place = Place { node, mv, ply: index + 1, start: &record.start };
        moves.push(walk.move_review(place, board.as_mut(), &here, after, fresh_end)?);
        (end, next) = (end_before, here);
    }
    moves.reverse();
    let start = next.value;
    let exact = walk.judge.is_exact();
    Ok(Review::new(record, start, moves, exact))
}

/// What is known about a position.
struct Look {
    value: Evaluation,
    lines: Vec<BestLine>,
}

impl Look {
    const NOTHING: Look = Look { value: Evaluation::UNKNOWN, lines: Vec::new() };
}

/// A move and its place in the game.
struct Place<'a> {
    node: NodeId,
    mv: RecordedMove,
    ply: usize,
    start: &'a Start,
}

struct Walk<'a> {
    judge: &'a mut dyn Judge,
    notation: Notation,
    step: &'a mut dyn FnMut() -> bool,
}

impl Walk<'_> {
    /// Finds the best lines of a position; none after mate.
    fn position(&mut self, board: &dyn RecordGame) -> Result<Look, AnalyseError> {
        let found = if board.has_moves() { self.judge.lines(board)? } else { Lines::new() };
        self.look(board, found)
    }

    /// What lines say of a position.
    fn look(&mut self, board: &dyn RecordGame, found: Lines) -> Result<Look, AnalyseError> {
        let side = board.side();
        let mut lines = Vec::new();
        for (score, moves) in found {
            let (wire, names) = spell(board, &moves, self.notation);
            let moves: Vec<RecordedMove> = moves.into_iter().take(LINE_PLIES).collect();
            lines.push(BestLine { value: self.judge.evaluation(score, side), moves, wire, names });
        }
        let ended = verdict(board).filter(|_| lines.is_empty()).map(|end| self.ended(&end, board));
        if !(self.step)() {
            return Err(AnalyseError::Stopped);
        }
        Ok(Look { value: lines.first().map(|line| line.value).or(ended).unwrap_or(Evaluation::UNKNOWN), lines })
    }

    /// The value of a finished game.
    fn ended(&self, end: &Verdict, board: &dyn RecordGame) -> Evaluation {
        let score = match end.outcome {
            Some(Outcome::Win) => Score::win_in(0),
            Some(Outcome::Loss) => Score::loss_in(0),
            Some(Outcome::Draw) | None => Score::DRAW,
        };
        self.judge.evaluation(Some(score), board.side())
    }

    /// Reviews a move played on `board`. The best move costs nothing. If another looks better by so much that the move
    /// would be marked, the better move is played too and the position after it searched for as long or longer, because optimism
    /// of the search that vanishes one ply later is not the player's mistake.
    fn move_review(
        &mut self,
        place: Place<'_>,
        board: &mut dyn RecordGame,
        here: &Look,
        after: Evaluation,
        end: Option<Verdict>,
    ) -> Result<MoveReview, AnalyseError> {
        let (side, mv) = (board.side(), place.mv);
        let best = here.lines.first().and_then(|line| line.moves.first().copied()).filter(|best| *best != mv);
        let mut before = here.value;
        if let Some(best) = best.filter(|_| Mark::of(before.of(side), after.of(side)).is_some())
            && !self.judge.is_exact()
        {
            let checked = self.after(board, best)?;
            if checked.of(side) < before.of(side) {
                before = checked;
            }
        }
        let before = match (before.score, after.score) {
            (Some(_), Some(_)) if self.judge.is_exact() => before,
            (Some(_), Some(_)) if best.is_some() => before.better(after, side),
            _ => after,
        };
        let plies = place.ply as u32 - 1 + place.start.side().index() as u32;
        Ok(MoveReview {
            node: place.node,
            ply: place.ply,
            number: place.start.move_number() + plies / 2,
            side,
            mv,
            wire: text(board, mv, Notation::Wire),
            name: text(board, mv, self.notation),
            before,
            after,
            end,
            lines: here.lines.clone(),
            mark: Mark::of(before.of(side), after.of(side)),
        })
    }

    /// The value of the position after a move that looks better than the one played.
    fn after(&mut self, board: &mut dyn RecordGame, mv: RecordedMove) -> Result<Evaluation, AnalyseError> {
        board.make(mv);
        let ended = verdict(board).map(|end| self.ended(&end, board));
        let value = match ended {
            Some(value) => Ok(value),
            None => self.judge.checked(board).and_then(|found| self.look(board, found)).map(|look| look.value),
        };
        board.unmake();
        value
    }
}

/// The verdict of the rules on a position.
fn verdict(board: &dyn RecordGame) -> Option<Verdict> {
    let verdict = board.verdict();
    verdict.outcome.is_some().then_some(verdict)
}

fn text(board: &dyn RecordGame, mv: RecordedMove, notation: Notation) -> String {
    board.move_text(mv, notation).unwrap_or_default()
}

/// The beginning of a line in wire notation and in another notation.
fn spell(board: &dyn RecordGame, moves: &[RecordedMove], notation: Notation) -> (Vec<String>, Vec<String>) {
    let mut board = board.boxed();
    let spell = |&mv: &RecordedMove| {
        let texts = (text(board.as_ref(), mv, Notation::Wire), text(board.as_ref(), mv, notation));
        board.make(mv);
        texts
    };
    moves.iter().take(LINE_PLIES).map(spell).unzip()
}
