//! Boards that the host refers to by number.

use meihua_contracts::puzzle::PuzzleText;
use meihua_engine::engine::game_files;
use meihua_engine::engine::registry::{self, Entry};
use meihua_engine::engine::session::Session;
use meihua_games::GAMES;
use meihua_planning::Plan;
use std::cell::RefCell;

/// Maximum number of open boards; a host that forgets to close them gets an error.
const MAX_BOARDS: usize = 100_000;

/// A board that is open.
struct Open {
    session: Box<dyn Session>,
    /// The file that describes its game; `None` for the program's own games.
    variants: Option<String>,
}

thread_local! {
    static BOARDS: RefCell<Vec<Option<Open>>> = const { RefCell::new(Vec::new()) };
}

/// Lets the module read texts of games.
pub(crate) fn read_game_files() {
    game_files::provide(Box::new(meihua_variants::Files));
}

/// The games of the program, followed by those of the text of a file.
///
/// # Errors
/// What is wrong with the text.
pub(crate) fn games(variants: Option<&str>) -> Result<&'static [Entry], String> {
    game_files::with_text(GAMES, variants).map_err(|error| error.to_string())
}

/// Opens a board and returns its number. Its game may be one of a file, whose text is given.
///
/// # Errors
/// There is no such game or position, the text has faults, or there are too many boards.
pub(crate) fn open(game: &str, fen: Option<&str>, variants: Option<String>) -> Result<usize, String> {
    let games = games(variants.as_deref())?;
    let entry = registry::find(games, game)
        .ok_or_else(|| format!("unknown game {game:?}, expected {}", registry::names_or(games)))?;
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
        boards[number] = Some(Open { session, variants });
        Ok(number)
    })
}

/// Opens a puzzle in PDDL and returns the number of its board. One text may hold domain and problem.
///
/// # Errors
/// A text has a fault, whose place is named, or there are too many boards.
pub(crate) fn open_pddl(domain: &str, problem: Option<&str>) -> Result<usize, String> {
    let (plan, start) = Plan::from_pddl(domain, problem).map_err(|error| error.to_string())?;
    open(Plan::NAME, Some(&plan.fen(&start)), None)
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
        let open = boards.get_mut(number).and_then(Option::as_mut).ok_or("this board was closed")?;
        Ok(work(open.session.as_mut()))
    })
}

/// The text of the file that describes the game of a board.
pub(crate) fn variants(number: usize) -> Option<String> {
    BOARDS.with_borrow(|boards| boards.get(number)?.as_ref()?.variants.clone())
}

/// The legal moves of a board, separated by spaces; empty if it was closed.
pub fn legal_moves(number: usize) -> String {
    with(number, |session| session.moves().join(" ")).unwrap_or_default()
}
