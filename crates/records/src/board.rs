//! The board of a record (xiangqi, four in a row or another game), on which recorded moves are played and taken back.

use super::game_record::Start;
use super::tree::RecordedMove;
use meihua_contracts::game::Game;
use meihua_contracts::side::Side;
use meihua_contracts::text::{GameText, MoveError, Notation, PositionError, Verdict};
use meihua_engine::engine::record_game::RecordGame;
use meihua_engine::games::connect_four::ConnectFour;
use meihua_engine::games::xiangqi::notation::{reason, relative, san};
use meihua_engine::games::xiangqi::{Move, PieceKind, Position, notation};

/// How xiangqi moves are read whose text may mean several things.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Convention {
    /// Coordinates count ranks from 0 to 9.
    #[default]
    RanksFromZero,
    /// Coordinates count ranks from 1 to 10.
    RanksFromOne,
    /// Letters are those of Vietnamese notation, in which `S4.5` is an advisor, rather than of WXF.
    Vietnamese,
}

/// A position that moves can be played on.
#[derive(Clone, Debug)]
pub enum Board {
    /// Xiangqi.
    Xiangqi(Box<Position>),
    /// Four in a row.
    ConnectFour(Box<ConnectFour>),
    /// Another of the program's games.
    Other(Box<dyn RecordGame>),
}

impl Board {
    /// The position of a start. The general of the side not to move may be in check: moves can still be played.
    ///
    /// # Errors
    /// What is impossible about the position.
    pub fn new(start: &Start) -> Result<Board, PositionError> {
        Ok(match start {
            Start::Xiangqi(setup) => Board::Xiangqi(Box::new(setup.build_for_record()?)),
            Start::ConnectFour(game) => Board::ConnectFour(Box::new(*game)),
            Start::Other(start) => Board::Other(start.position().boxed()),
        })
    }

    /// The position of a start if the rules allow it, otherwise `None`.
    pub fn strict(start: &Start) -> Option<Board> {
        match start {
            Start::Xiangqi(setup) => setup.build().ok().map(|position| Board::Xiangqi(Box::new(position))),
            Start::ConnectFour(_) | Start::Other(_) => Board::new(start).ok(),
        }
    }

    /// Checks whether a move is legal here.
    ///
    /// # Errors
    /// The reason why not, with the move in the game's notation.
    pub fn check(&self, mv: RecordedMove) -> Result<(), MoveError> {
        let foreign = || MoveError::illegal("-", "it is a move of another game");
        match self {
            Board::Xiangqi(position) => {
                let mv = mv.xiangqi().ok_or_else(foreign)?;
                match reason::illegality(position, mv) {
                    None => spares_general(position, mv, &mv.to_string()).map(|_| ()),
                    Some(reason) => Err(MoveError::illegal(&mv.to_string(), reason)),
                }
            }
            Board::ConnectFour(game) => {
                let column = mv.connect_four().ok_or_else(foreign)?;
                let text = (u32::from(column.0) + 1).to_string();
                game.parse_move(&text, false).map(|_| ())
            }
            Board::Other(game) => {
                let number = mv.other().ok_or_else(foreign)?;
                let text = game.move_text(number, Notation::Wire);
                text.map(|_| ()).ok_or_else(|| MoveError::illegal("-", "there is no such move"))
            }
        }
    }

    /// Reads a legal move: coordinates, ICCS, WXF, Chinese, Vietnamese, SAN; in four in a row a column.
    ///
    /// # Errors
    /// [`MoveError`]: not a move in any notation, or illegal here.
    pub fn read_move(&self, text: &str, convention: Convention) -> Result<RecordedMove, MoveError> {
        match self {
            Board::Xiangqi(position) => {
                let from_one = convention == Convention::RanksFromOne;
                let vietnamese =
                    (convention == Convention::Vietnamese).then(|| notation::parse_vietnamese(position, text));
                if let Some(found) = vietnamese.flatten() {
                    return found.and_then(|mv| spares_general(position, mv, text)).map(RecordedMove::Xiangqi);
                }
                let found = match san::parse(position, text, from_one) {
                    Some(found) => found.map_err(|error| MoveError::illegal(text, &error)),
                    None => notation::parse(position, text, from_one),
                };
                found.and_then(|mv| spares_general(position, mv, text)).map(RecordedMove::Xiangqi)
            }
            Board::ConnectFour(game) => game.parse_move(text, false).map(RecordedMove::ConnectFour),
            Board::Other(game) => game.read_move(text, convention == Convention::RanksFromOne).map(RecordedMove::Other),
        }
    }

    /// The legal moves that the text may mean: just one unless it is ambiguous.
    pub fn readings(&self, text: &str, convention: Convention) -> Vec<RecordedMove> {
        let position = match self {
            Board::Xiangqi(position) => position,
            Board::ConnectFour(_) | Board::Other(_) => return self.read_move(text, convention).into_iter().collect(),
        };
        let from_one = convention == Convention::RanksFromOne;
        let vietnamese =
            relative::Request::parse_vietnamese(text.trim()).filter(|_| convention == Convention::Vietnamese);
        let relative = || {
            let request = vietnamese.or_else(|| relative::Request::parse(text.trim()));
            request.map(|request| request.fitting(position))
        };
        let found = san::readings(position, text, from_one).or_else(relative).unwrap_or_default();
        let spared = found.into_iter().filter_map(|mv| spares_general(position, mv, text).ok());
        spared.map(RecordedMove::Xiangqi).collect()
    }

    /// Writes a legal move; returns an empty string for a move of another game.
    pub fn text(&self, mv: RecordedMove, notation: Notation) -> String {
        let text = match self {
            Board::Xiangqi(position) => mv.xiangqi().map(|mv| position.move_text(mv, notation)),
            Board::ConnectFour(game) => mv.connect_four().map(|mv| game.move_text(mv, notation)),
            Board::Other(game) => mv.other().and_then(|mv| game.move_text(mv, notation)),
        };
        text.unwrap_or_default()
    }

    /// Plays a legal move. Does nothing for a move of another game.
    pub fn make(&mut self, mv: RecordedMove) {
        match self {
            Board::Xiangqi(position) => mv.xiangqi().into_iter().for_each(|mv| position.make_move(mv)),
            Board::ConnectFour(game) => mv.connect_four().into_iter().for_each(|mv| game.make(mv)),
            Board::Other(game) => mv.other().into_iter().for_each(|mv| game.make(mv)),
        }
    }

    /// Takes back the last move, which was `mv`.
    pub fn unmake(&mut self, mv: RecordedMove) {
        match self {
            Board::Xiangqi(position) => mv.xiangqi().into_iter().for_each(|_| position.unmake_move()),
            Board::ConnectFour(game) => mv.connect_four().into_iter().for_each(|mv| game.unmake(mv)),
            Board::Other(game) => mv.other().into_iter().for_each(|_| game.unmake()),
        }
    }

    /// The position, if the game is xiangqi.
    pub fn xiangqi(&self) -> Option<&Position> {
        match self {
            Board::Xiangqi(position) => Some(position),
            Board::ConnectFour(_) | Board::Other(_) => None,
        }
    }

    /// The position, if the game is four in a row.
    pub fn connect_four(&self) -> Option<&ConnectFour> {
        match self {
            Board::Xiangqi(_) | Board::Other(_) => None,
            Board::ConnectFour(game) => Some(game),
        }
    }

    /// The verdict of the rules.
    pub fn verdict(&self) -> Verdict {
        match self {
            Board::Xiangqi(position) => position.verdict(),
            Board::ConnectFour(game) => game.verdict(),
            Board::Other(game) => game.verdict(),
        }
    }

    /// The side to move.
    pub fn side(&self) -> Side {
        match self {
            Board::Xiangqi(position) => position.side(),
            Board::ConnectFour(game) => game.side_to_move(),
            Board::Other(game) => game.side(),
        }
    }

    /// The FEN.
    pub fn fen(&self) -> String {
        match self {
            Board::Xiangqi(position) => position.fen(),
            Board::ConnectFour(game) => game.fen(),
            Board::Other(game) => game.fen(),
        }
    }
}

/// Returns the move unless it takes the general, because the game was over before that.
fn spares_general(position: &Position, mv: Move, text: &str) -> Result<Move, MoveError> {
    let victim = position.piece_on(mv.to());
    if victim.is_some_and(|piece| piece.kind == PieceKind::General) {
        return Err(MoveError::illegal(text, "it takes the general"));
    }
    Ok(mv)
}
