//! The pictures: a board in Unicode, or in plain ASCII, with the last move marked.
//!
//! Colour is never the only sign: red and black have different characters (upper and lower case in ASCII), and the last
//! move stands in brackets.

mod connect_four;
mod river;
mod sliding;
mod tower;
mod xiangqi;

use crate::engine::session::Session;
use crate::games::river::River;
use crate::games::tower::Tower;
use crate::games::xiangqi::Position as Xiangqi;
use crate::puzzle::PuzzleText;
use crate::text::{GameText, Notation};

/// How a board is looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Look {
    /// Only ASCII.
    pub ascii: bool,
    /// From the second player's side.
    pub turned: bool,
    /// Columns there are for the text below a map; not wrapped where it is unknown.
    pub width: Option<usize>,
}

/// The picture of the position that is on: several lines with styles, no trailing newline.
pub fn draw(session: &dyn Session, look: Look) -> String {
    let fen = session.fen();
    let last = session.history(Notation::Wire).pop();
    let picture = match session.name() {
        "xiangqi" => Xiangqi::from_fen(&fen).ok().map(|position| xiangqi::draw(&position, last.as_deref(), look)),
        "cfour" => connect_four::draw(&fen, last.as_deref(), look),
        "river" => River::from_fen(&fen).ok().map(|(river, position)| river::draw(&river, &position, look)),
        "sliding" => sliding::draw(&fen, last.as_deref(), look),
        "tower" => Tower::from_fen(&fen).ok().map(|(tower, state)| tower::draw(&tower, &state, look)),
        _ => None,
    };
    picture.unwrap_or_else(|| session.diagram())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::registry::GAMES;

    #[test]
    fn every_game_has_a_picture_and_ascii_is_ascii() {
        for entry in GAMES {
            let mut session = (entry.open)();
            for _ in 0..3 {
                let rich = draw(session.as_ref(), Look::default());
                let plain = draw(session.as_ref(), Look { ascii: true, turned: true, width: Some(80) });
                assert!(rich.lines().count() >= 3, "{}:\n{rich}", entry.name);
                assert!(plain.is_ascii(), "{}:\n{plain}", entry.name);
                assert!(!rich.contains("\n\n\n") && !rich.ends_with('\n'));
                let Some(mv) = session.moves().into_iter().next() else { break };
                session.play(&mv).unwrap();
            }
        }
    }
}
