//! Sides, scores and results in words.

use crate::engine::event::Value;
use crate::engine::session::Session;
use crate::game::Outcome;
use crate::games::connect_four::ConnectFour;
use crate::games::sliding::{Objective, Sliding};
use crate::games::tower::Tower;
use crate::games::xiangqi::Position as Xiangqi;
use crate::puzzle::PuzzleText;
use crate::side::Side;
use crate::text::{GameText, Notation};

/// The name of a side: red and black, or red and yellow.
pub fn side(game: &str, side: Side) -> &'static str {
    match (game, side) {
        (_, Side::First) => "red",
        ("cfour", Side::Second) => "yellow",
        (_, Side::Second) => "black",
    }
}

/// Whose turn it is.
pub fn mover(session: &dyn Session) -> Side {
    if session.is_first_to_move() { Side::First } else { Side::Second }
}

/// Whether the side to move stands in check and the game goes on.
pub fn is_check(session: &dyn Session) -> bool {
    session.name() == Xiangqi::NAME
        && session.verdict().outcome.is_none()
        && Xiangqi::from_fen(&session.fen()).is_ok_and(|position| !position.checkers().is_empty())
}

/// Moves as people write them: a drop of four in a row is its square, `d2`.
pub fn spell(session: &dyn Session, line: &[String], notation: Notation) -> Vec<String> {
    session.spell(line, notation).into_iter().map(|text| plain(session, text)).collect()
}

/// The moves made so far, in the same spelling.
pub fn history(session: &dyn Session, notation: Notation) -> Vec<String> {
    session.history(notation).into_iter().map(|text| plain(session, text)).collect()
}

/// `P@d2` is how programs write a drop.
fn plain(session: &dyn Session, text: String) -> String {
    match text.strip_prefix("P@") {
        Some(square) if session.name() == ConnectFour::NAME => square.to_owned(),
        _ => text,
    }
}

/// A text that begins with a capital.
pub fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// `+0.34` in pawns, `mate in 3`, `mated in 2`; a puzzle's `11 crossings`.
pub fn value(game: &str, value: Value) -> String {
    match value {
        Value::Score(score) => match score.plies_to_end() {
            Some(plies) if plies > 0 => {
                format!("{} in {}", if game == "xiangqi" { "mate" } else { "win" }, (plies + 1) / 2)
            }
            Some(plies) => format!("{} in {}", if game == "xiangqi" { "mated" } else { "lost" }, (1 - plies) / 2),
            None => format!("{:+.2}", f64::from(score.int()) / 100.0),
        },
        Value::Units(units) if game == "tower" => format!("hp {units}"),
        Value::Units(units) => format!("{} {}", -units, if game == "river" { "crossings" } else { "to go" }),
    }
}

/// The winner of a game of two players that is over; the outer `None` while it goes on, the inner one for a draw.
pub fn winner(session: &dyn Session) -> Option<Option<Side>> {
    let mover = mover(session);
    session.verdict().outcome.map(|outcome| match outcome {
        Outcome::Win => Some(mover),
        Outcome::Loss => Some(mover.other()),
        Outcome::Draw => None,
    })
}

/// The result and the rule that brought it, as a sentence; `None` while the game goes on.
pub fn result(session: &dyn Session) -> Option<String> {
    let game = session.name();
    let reason = session.verdict().reason;
    let winner = winner(session)?;
    if !session.is_contest() {
        return Some(match (reason, winner) {
            ("priests outnumbered", _) => {
                "Lost: the priests are outnumbered. `undo` takes the crossing back.".to_owned()
            }
            (_, Some(_)) => solved(session),
            _ => format!("Over: {reason}. `undo` takes the last step back."),
        });
    }
    Some(match winner {
        None => format!("Draw: {}.", draw_reason(reason)),
        Some(winner) => {
            let (won, lost) = (side(game, winner), side(game, winner.other()));
            format!("{} wins: {}.", capital(won), win_reason(reason, lost))
        }
    })
}

/// How a puzzle was solved.
fn solved(session: &dyn Session) -> String {
    let played = session.history(Notation::Wire);
    let count = played.len();
    match session.name() {
        "tower" => match Tower::from_fen(&session.fen()) {
            Ok((_, state)) => format!("The boss is dead: {} hp left.", state.hero.hp),
            Err(_) => "The boss is dead.".to_owned(),
        },
        "river" => format!("All are across: {}.", counted(count, "crossing")),
        "sliding" => {
            let problem = Sliding::from_fen(&session.fen()).map(|(problem, _)| problem).unwrap_or(Sliding::COST);
            let hopped = |mv: &String| {
                let (from, to) = mv.split_once('-')?;
                Some(from.parse::<usize>().ok()?.abs_diff(to.parse().ok()?).saturating_sub(1))
            };
            let cost: u64 = played.iter().filter_map(hopped).map(|tiles| problem.price(tiles)).sum();
            match problem.objective {
                Objective::Cost => format!("Solved: {}, cost {cost}.", counted(count, "move")),
                Objective::Moves => format!("Solved: {}.", counted(count, "move")),
            }
        }
        _ => format!("Solved in {}.", counted(count, "move")),
    }
}

/// `1 move`, `2 moves`.
fn counted(count: usize, what: &str) -> String {
    format!("{count} {what}{}", if count == 1 { "" } else { "s" })
}

fn draw_reason(reason: &str) -> &str {
    match reason {
        "repetition" => "the position has come up three times, and neither or both broke a rule",
        "move count" => "120 plies without a capture",
        "material" => "neither side has a piece left that can cross the river",
        "full board" => "the board is full",
        other => other,
    }
}

fn win_reason(reason: &str, loser: &str) -> String {
    match reason {
        "mate" => "checkmate".to_owned(),
        "stalemate" => format!("{loser} has no legal move, which loses in xiangqi"),
        "perpetual check" => format!("{loser} gave check at every move of a repetition, which is forbidden"),
        "perpetual chase" => format!("{loser} chased the same piece at every move of a repetition, which is forbidden"),
        "four" => "four in a row".to_owned(),
        other => other.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::registry;
    use crate::score::Score;

    fn result_of(game: &str, fen: &str) -> Option<String> {
        let mut session = (registry::find(registry::GAMES, game).unwrap().open)();
        session.set_position(fen).unwrap();
        result(session.as_ref())
    }

    #[test]
    fn results_name_winner_and_rule() {
        assert_eq!(
            result_of("xiangqi", "3k5/4R4/3R5/9/9/9/9/9/9/4K4 b - - 0 1").as_deref(),
            Some("Red wins: checkmate.")
        );
        assert!(result_of("xiangqi", "3k5/9/4R4/9/9/9/9/9/9/4K4 b - - 0 1").is_none());
        let stalemate = result_of("xiangqi", "3k5/9/3P5/9/9/9/9/9/9/4K4 b - - 0 1").unwrap();
        assert!(stalemate.starts_with("Red wins: black has no legal move"), "{stalemate}");
        let bare = result_of("xiangqi", "3k5/9/9/9/9/9/9/9/9/4K4 w - - 0 1").unwrap();
        assert!(bare.starts_with("Draw: neither side"), "{bare}");
        assert_eq!(result_of("cfour", "4343434").as_deref(), Some("Red wins: four in a row."));
        assert_eq!(result_of("river", "P3D3/-/- l 2").as_deref(), Some("All are across: 0 crossings."));
        assert!(result_of("river", "P1D2/-/P2D1 r 2").unwrap().starts_with("Lost: the priests"));
    }

    #[test]
    fn check_is_seen_and_mate_is_none() {
        let check_in = |fen: &str| {
            let mut session = (registry::find(registry::GAMES, "xiangqi").unwrap().open)();
            session.set_position(fen).unwrap();
            is_check(session.as_ref())
        };
        assert!(check_in("3k5/9/3R5/9/9/9/9/9/9/5K3 b - - 0 1"));
        assert!(!check_in("3k5/9/4R4/9/9/9/9/9/9/4K4 b - - 0 1"));
        assert!(!check_in("3k5/4R4/3R5/9/9/9/9/9/9/4K4 b - - 0 1"), "mate is the end");
    }

    #[test]
    fn stones_are_written_as_people_read_them() {
        let mut session = (registry::find(registry::GAMES, "cfour").unwrap().open)();
        session.play("P@d1").unwrap();
        session.play("d2").unwrap();
        assert_eq!(history(session.as_ref(), Notation::Wxf), ["d1", "d2"]);
        let line = ["P@d3", "P@a1"].map(str::to_owned);
        assert_eq!(spell(session.as_ref(), &line, Notation::Wire), ["d3", "a1"]);
    }

    #[test]
    fn values() {
        assert_eq!(value("xiangqi", Value::Score(Score::cp(-34))), "-0.34");
        assert_eq!(value("xiangqi", Value::Score(Score::win_in(5))), "mate in 3");
        assert_eq!(value("xiangqi", Value::Score(Score::loss_in(4))), "mated in 2");
        assert_eq!(value("cfour", Value::Score(Score::win_in(1))), "win in 1");
        assert_eq!(value("river", Value::Units(-11)), "11 crossings");
        assert_eq!(value("tower", Value::Units(13)), "hp 13");
    }
}
