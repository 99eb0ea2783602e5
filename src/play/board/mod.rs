//! Boards drawn in Unicode or plain ASCII, with the last move marked.
//!
//! Colour is never the only distinction: red and black use different characters (upper and lower case in ASCII), and
//! the last move is in brackets.

mod connect_four;
mod river;
mod sliding;
mod taken;
mod tower;
mod xiangqi;

use meihua_contracts::puzzle::PuzzleText;
use meihua_contracts::text::GameText;
use meihua_engine::engine::registry::PerGame;
use meihua_engine::engine::session::{Session, Typed};
use meihua_engine::games::connect_four::ConnectFour;
use meihua_engine::games::river::River;
use meihua_engine::games::sliding::Sliding;
use meihua_engine::games::tower::Tower;
use meihua_engine::games::xiangqi::Position as Xiangqi;
use meihua_games::language::Language;
use meihua_mota::puzzle::ProjectPuzzle;

/// How a board is displayed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub(crate) struct Look<'a> {
    pub ascii: bool,
    /// Whether it is seen from the second player's side.
    pub turned: bool,
    /// Columns available for the text below a map; not wrapped if unknown.
    pub width: Option<usize>,
    /// The FEN at the start of the game, to show what has been taken since; `None` to show nothing.
    pub start: Option<&'a str>,
    /// The language of text beside a board.
    pub language: Language,
}

/// Draws a board; `None` if it is too large for a picture.
type Draw = fn(Typed<'_>, Look<'_>) -> Option<String>;

/// The boards of the program's games.
static BOARDS: PerGame<Draw> = PerGame::new([
    (Xiangqi::NAME, |typed, look| typed.game::<Xiangqi>().map(|(position, last)| xiangqi::draw(position, last, look))),
    (ConnectFour::NAME, |typed, look| typed.game().map(|(game, last)| connect_four::draw(game, last, look))),
    (River::NAME, |typed, look| typed.puzzle::<River>().map(|(river, position, _)| river::draw(river, position, look))),
    (Sliding::NAME, |typed, look| {
        typed.puzzle().and_then(|(sliding, row, last)| sliding::draw(sliding, row, last, look))
    }),
    (Tower::NAME, |typed, look| match typed.puzzle::<Tower>() {
        Some((tower, state, _)) => Some(tower::draw(tower, state, look)),
        None => typed.puzzle::<ProjectPuzzle>().map(|(climb, state, _)| look.language.text(climb.board(state))),
    }),
]);

/// Draws the current position: several lines with styles, no trailing newline. A game without a picture shows its
/// diagram.
pub(crate) fn draw(session: &dyn Session, look: Look<'_>) -> String {
    let picture = BOARDS.of(session.name()).and_then(|draw| draw(session.typed(), look));
    picture.unwrap_or_else(|| session.diagram())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::GAMES;

    #[test]
    fn every_game_has_a_picture_and_ascii_is_ascii() {
        for entry in GAMES {
            let mut session = (entry.open)();
            for _ in 0..3 {
                let rich = draw(session.as_ref(), Look::default());
                let plain =
                    draw(session.as_ref(), Look { ascii: true, turned: true, width: Some(80), ..Look::default() });
                assert!(rich.lines().count() >= 3, "{}:\n{rich}", entry.name);
                assert!(plain.is_ascii(), "{}:\n{plain}", entry.name);
                assert!(!rich.contains("\n\n\n") && !rich.ends_with('\n'));
                let Some(mv) = session.moves().into_iter().next() else { break };
                session.play(&mv).unwrap();
            }
        }
    }
}
