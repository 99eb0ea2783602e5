//! Boards that the host refers to by number.

use meihua_engine::engine::registry;
use meihua_engine::engine::session::Session;
use meihua_games::GAMES;
use std::cell::RefCell;

/// Maximum number of open boards; a host that forgets to close them gets an error.
const MAX_BOARDS: usize = 100_000;

thread_local! {
    static BOARDS: RefCell<Vec<Option<Box<dyn Session>>>> = const { RefCell::new(Vec::new()) };
}

/// Opens a board and returns its number.
///
/// # Errors
/// There is no such game or position, or there are too many boards.
pub(crate) fn open(game: &str, fen: Option<&str>) -> Result<usize, String> {
    let entry = registry::find(GAMES, game)
        .ok_or_else(|| format!("unknown game {game:?}, expected {}", registry::names_or(GAMES)))?;
    let mut session = (entry.open)();
    fen.map_or(Ok(()), |fen| session.set_position(fen)).map_err(|error| error.to_string())?;
    BOARDS.with_borrow_mut(|boards| {
        let number = boards.iter().position(Option::is_none).unwrap_or(boards.len());
        if number == MAX_BOARDS {
            return Err(format!("{MAX_BOARDS} boards are open: close those that are not needed"));
        }
        if number == boards.len() {
            boards.push(None);
        }
        boards[number] = Some(session);
        Ok(number)
    })
}

/// Closes a board.
pub(crate) fn close(number: usize) {
    BOARDS.with_borrow_mut(|boards| boards.get_mut(number).map(Option::take));
}

/// Applies a function to a board.
///
/// # Errors
/// The board was closed.
pub(crate) fn with<T>(number: usize, work: impl FnOnce(&mut dyn Session) -> T) -> Result<T, String> {
    BOARDS.with_borrow_mut(|boards| {
        let session = boards.get_mut(number).and_then(Option::as_mut).ok_or("this board was closed")?;
        Ok(work(session.as_mut()))
    })
}

/// The legal moves of a board, separated by spaces; empty if it was closed.
pub fn legal_moves(number: usize) -> String {
    with(number, |session| session.moves().join(" ")).unwrap_or_default()
}
