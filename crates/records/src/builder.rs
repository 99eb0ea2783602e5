//! Builds a record move by move. Every move is checked on the board, and a wrong side to move is corrected.

use super::cursor::Cursor;
use super::error::{GameFault, Location};
use super::game_record::GameRecord;
use super::start::Start;
use super::tree::{MAX_NODES, MAX_PLIES, NodeId};
use meihua_contracts::sentence;
use meihua_contracts::sentence::Sentence;
use meihua_contracts::side::Side;
use meihua_contracts::text::{MoveError, Notation};
use meihua_engine::engine::record_game::{Convention, RecordGame, RecordedMove};
use meihua_engine::games::xiangqi::{Move, Position, Square};

/// Maximum number of plies walked from place to place within one game; a file that jumps about more is not a game.
const MAX_WALK: u64 = 50_000_000;

/// A record under construction.
#[derive(Debug)]
pub struct Builder {
    record: GameRecord,
    cursor: Cursor,
    walked: u64,
}

impl Builder {
    /// A record that starts here.
    pub fn new(start: Start) -> Builder {
        let cursor = Cursor::new(&start);
        Builder { record: GameRecord { start, ..GameRecord::default() }, cursor, walked: 0 }
    }

    /// The finished record.
    pub fn finish(self) -> GameRecord {
        self.record
    }

    /// The record so far.
    pub fn record(&mut self) -> &mut GameRecord {
        &mut self.record
    }

    /// The current board; `None` if the start cannot be played.
    pub fn board(&self) -> Option<&dyn RecordGame> {
        self.cursor.board()
    }

    /// The node to which the next move is added.
    pub fn at(&self) -> NodeId {
        self.cursor.at()
    }

    /// Sets the side that begins. Does nothing once a move has been added, or if the board determines the side.
    pub fn begin_with(&mut self, side: Side) {
        if self.record.tree.moves() == 0
            && self.record.start.side() != side
            && let Some(turned) = self.record.start.turned()
        {
            self.begin_at(turned);
        }
    }

    fn begin_at(&mut self, start: Start) {
        self.cursor = Cursor::new(&start);
        self.record.start = start;
    }

    /// Goes to a node.
    pub fn go_to(&mut self, node: NodeId) {
        if self.walked < MAX_WALK {
            self.walked += self.cursor.go_to(&self.record.tree, node);
        }
    }

    /// Adds a move here and moves to it.
    ///
    /// # Errors
    /// The move is not legal; nothing is added in that case.
    pub fn play(&mut self, mv: RecordedMove) -> Result<NodeId, MoveError> {
        let name = || mv.xiangqi().map_or_else(|| "-".to_owned(), |mv| mv.to_string());
        self.add(&name, |board| board.check(mv).map(|()| mv))
    }

    /// Adds a xiangqi move given by squares `(file, rank)`, counted from Red's left and Red's back rank.
    ///
    /// # Errors
    /// A square is off the board, or the move is not legal.
    pub(crate) fn play_squares(&mut self, from: (usize, usize), to: (usize, usize)) -> Result<NodeId, MoveError> {
        let square = |(file, rank): (usize, usize)| Square::new(file, rank);
        let mv = square(from).zip(square(to)).and_then(|(from, to)| Move::new(from, to));
        let Some(mv) = mv else {
            let text = format!("{},{} to {},{}", from.0, from.1, to.0, to.1);
            return Err(MoveError::unreadable(&text, "two squares of the board, files 0 to 8, ranks 0 to 9"));
        };
        self.play(RecordedMove::of::<Position>(mv))
    }

    /// Adds a move written in any notation.
    ///
    /// # Errors
    /// The move cannot be read or is not legal.
    pub fn play_text(&mut self, text: &str, convention: Convention) -> Result<NodeId, MoveError> {
        self.add(&|| text.to_owned(), |board| board.read_move(text, convention))
    }

    /// Adds the move that `choose` finds on the board. Many files give no side to move, or the wrong one: if `choose`
    /// finds no very first move but does with the other side to move, that side begins. `name` is what the move is called
    /// where there is no board on which to look for it.
    fn add(
        &mut self,
        name: &dyn Fn() -> String,
        choose: impl Fn(&dyn RecordGame) -> Result<RecordedMove, MoveError>,
    ) -> Result<NodeId, MoveError> {
        if self.record.tree.moves() == 0 {
            return self.first(name, choose);
        }
        let mv = match self.cursor.board() {
            Some(board) => choose(board)?,
            None => return Err(self.unplayable(name)),
        };
        self.append(mv)
    }

    /// Adds the very first move. A board on which the general could be taken is tried last.
    fn first(
        &mut self,
        name: &dyn Fn() -> String,
        choose: impl Fn(&dyn RecordGame) -> Result<RecordedMove, MoveError>,
    ) -> Result<NodeId, MoveError> {
        let stated = [self.record.start.clone()];
        let turned = stated[0].turned();
        let starts = || stated.iter().map(|start| (start, false)).chain(turned.iter().map(|start| (start, true)));
        let legal = starts().map(|(start, is_turned)| (start.legal_board(), is_turned));
        let boards = legal.chain(starts().map(|(start, is_turned)| (start.board(), is_turned)));
        let mut refusal = None;
        for (board, is_turned) in boards.filter_map(|(board, is_turned)| Some((board.ok()?, is_turned))) {
            match choose(board.as_ref()) {
                Ok(mv) => {
                    turned.filter(|_| is_turned).into_iter().for_each(|turned| self.begin_at(turned));
                    return self.append(mv);
                }
                Err(error) => refusal = refusal.or(Some(error)),
            }
        }
        Err(refusal.unwrap_or_else(|| self.unplayable(name)))
    }

    /// Adds a move that is known to be legal.
    fn append(&mut self, mv: RecordedMove) -> Result<NodeId, MoveError> {
        let text = || self.cursor.board().and_then(|board| board.move_text(mv, Notation::Wire)).unwrap_or_default();
        let most = || sentence!("a record holds at most {} plies in a line, and {} moves", MAX_PLIES, MAX_NODES);
        let full = || MoveError::illegal(&text(), most());
        if self.walked >= MAX_WALK {
            return Err(full());
        }
        let node = self.record.tree.add(self.cursor.at(), mv).ok_or_else(full)?;
        self.cursor.go_to(&self.record.tree, node);
        Ok(node)
    }

    /// The error of a move where none can be played from the start position.
    fn unplayable(&self, name: &dyn Fn() -> String) -> MoveError {
        let reason = self.record.start.board().err().map_or(Sentence::EMPTY, |error| Sentence::from(&error));
        MoveError::illegal(&name(), reason)
    }

    /// Records that the next ply of the current line is missing.
    pub fn refuse(&mut self, place: Location, error: &MoveError) {
        let tree = &self.record.tree;
        let ply = tree.depth(self.at()) + 1;
        let line =
            std::iter::successors(Some(self.at()), |&node| Some(tree.parent(node)).filter(|_| node != NodeId::ROOT));
        let in_variation = tree.first_child(self.at()).is_some() || line.into_iter().any(|node| !tree.is_main(node));
        self.record.add_fault(GameFault { place, ply: Some(ply), in_variation, what: error.into() });
    }
}
