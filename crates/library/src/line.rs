//! Stored lines of moves: two bytes a move, followed on a [`Grid`].
//!
//! A xiangqi move is `from + 128 to` (squares from 0, rank by rank from Red's left), a move of four in a row the column
//! from 1, a move of another game what its [`meihua_contracts::game::Game::pack`] says. 0 is no move.

use super::error::LibraryError;
use super::grid::{EMPTY, Grid};
use meihua_contracts::fnv::fnv;
use meihua_contracts::random::mix;
use meihua_contracts::side::Side;
use meihua_engine::engine::game_files;
use meihua_engine::engine::registry::{self, Entry};
use meihua_records::{Board, Convention, RecordedGame, RecordedMove, Start};

/// What a piece's move looks like in a game.
#[derive(Clone, Debug)]
enum Rules {
    Xiangqi,
    ConnectFour,
    /// Any other game: the board is followed by its own rules.
    Other {
        board: Board,
        /// Of the whole position: what is in hand, promoted or castled is not on the grid.
        key: i64,
    },
}

impl Rules {
    fn other(board: Board, name: &str) -> Rules {
        let key = text_key(name, &board.fen());
        Rules::Other { board, key }
    }
}

/// The key of a position by its FEN, whose counters of moves do not matter.
fn text_key(name: &str, fen: &str) -> i64 {
    let mut fields: Vec<&str> = fen.split_whitespace().collect();
    let is_number = |field: &&str| field.bytes().all(|byte| byte.is_ascii_digit());
    if let [.., quiet, number] = fields[..]
        && is_number(&quiet)
        && is_number(&number)
    {
        fields.truncate(fields.len() - 2);
    }
    mix(fnv(format!("{name}\n{}", fields.join(" ")).as_bytes())) as i64
}

/// A board that follows a stored line.
#[derive(Clone, Debug)]
pub(crate) struct Line {
    grid: Grid,
    rules: Rules,
    name: &'static str,
}

impl Line {
    /// At the start of a game; `None` if its FEN does not list rows.
    pub(crate) fn new(start: &Start) -> Option<Line> {
        let name = start.kind().name();
        let rules = match start.kind() {
            game if game == RecordedGame::XIANGQI => Rules::Xiangqi,
            game if game == RecordedGame::CONNECT_FOUR => Rules::ConnectFour,
            _ => Rules::other(start.board().ok()?, name),
        };
        Some(Line { grid: Grid::of(name, &start.fen(), start.side())?, rules, name })
    }

    /// Goes to the start of another game of the same name.
    pub(crate) fn restart(&mut self, start: &Line) {
        self.grid.copy(&start.grid);
        if let Rules::Other { .. } = self.rules {
            self.rules.clone_from(&start.rules);
        }
    }

    /// The name of the game.
    pub(crate) fn name(&self) -> &'static str {
        self.name
    }

    /// The key of the position as it stands, without its mirror image.
    pub(crate) fn own_key(&self) -> i64 {
        match self.rules {
            Rules::Xiangqi | Rules::ConnectFour => self.grid.own_key(),
            Rules::Other { key, .. } => key,
        }
    }

    /// The board.
    pub(crate) fn grid(&self) -> &Grid {
        &self.grid
    }

    /// Plays a move; returns the piece that was captured.
    #[inline]
    pub(crate) fn play(&mut self, code: u16) -> u8 {
        let taken = match &mut self.rules {
            Rules::Xiangqi => {
                let piece = self.grid.put(usize::from(code & 127), EMPTY);
                self.grid.put(usize::from(code >> 7), piece)
            }
            Rules::ConnectFour => {
                let stone = if self.grid.side() == Side::First { b'P' } else { b'p' };
                let landing = usize::from(code).checked_sub(1).and_then(|column| self.grid.landing(column));
                landing.map_or(EMPTY, |square| self.grid.put(square, stone))
            }
            Rules::Other { board, key } => {
                board.make(RecordedMove(code));
                let fen = board.fen();
                *key = text_key(self.name, &fen);
                if let Some(grid) = Grid::of(self.name, &fen, board.side()) {
                    self.grid = grid;
                }
                return EMPTY;
            }
        };
        self.grid.pass();
        taken
    }

    /// Whether a text means this move; always false of the games whose moves are compared by their codes.
    pub(crate) fn is_called(&self, code: u16, text: &str) -> bool {
        match &self.rules {
            Rules::Xiangqi | Rules::ConnectFour => false,
            Rules::Other { board, .. } => board.read_move(text, Convention::default()) == Ok(RecordedMove(code)),
        }
    }

    /// A move as it looks in the mirror.
    #[inline]
    pub(crate) fn mirrored(&self, code: u16) -> u16 {
        match self.rules {
            Rules::Xiangqi => {
                let mirrored = |square: u16| self.grid.mirrored(usize::from(square)) as u16;
                mirrored(code & 127) | mirrored(code >> 7) << 7
            }
            Rules::ConnectFour if code == 0 => 0,
            Rules::ConnectFour => (self.grid.columns() as u16 + 1).saturating_sub(code),
            Rules::Other { .. } => code,
        }
    }

    /// The key of the position (see [`Grid::key`]); a game of unknown geometry has no mirror image.
    #[inline]
    pub(crate) fn key(&self) -> (i64, bool) {
        match self.rules {
            Rules::Xiangqi | Rules::ConnectFour => self.grid.key(),
            Rules::Other { key, .. } => (key, false),
        }
    }

    /// The key, and a move as it belongs to that key.
    #[inline]
    pub(crate) fn key_and(&self, code: u16) -> (i64, u16) {
        let (key, is_mirrored) = self.key();
        (key, if is_mirrored && code != 0 { self.mirrored(code) } else { code })
    }
}

/// The move with a code; `None` if it is not legal on this board.
pub(crate) fn legal(board: &Board, code: u16) -> Option<RecordedMove> {
    Some(RecordedMove(code)).filter(|&mv| board.check(mv).is_ok())
}

/// The codes in stored bytes.
pub(crate) fn codes(moves: &[u8]) -> impl Iterator<Item = u16> + '_ {
    moves.chunks_exact(2).map(|pair| u16::from_le_bytes([pair[0], pair[1]]))
}

/// The game of this name: one of these, or one that files may inherit from, although no game of it is in the library.
///
/// # Errors
/// The program has no such game for two.
pub(crate) fn game(games: &[Entry], name: &str) -> Result<Entry, LibraryError> {
    let entry = registry::find(games, name).copied().or_else(|| game_files::inherited(name));
    entry.filter(|entry| entry.recorder.is_some()).ok_or_else(|| LibraryError::Game(name.to_owned()))
}

/// The start of a game of this name.
///
/// # Errors
/// The program has no such game, or the FEN is not a position of it.
pub(crate) fn start(games: &[Entry], name: &str, fen: Option<&str>) -> Result<Start, LibraryError> {
    let kind = RecordedGame::of_entry(&game(games, name)?).ok_or_else(|| LibraryError::Game(name.to_owned()))?;
    Ok(match fen {
        None => kind.usual_start(),
        Some(fen) => kind.start(fen)?,
    })
}
