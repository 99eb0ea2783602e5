//! Sides, scores and results in words.

use meihua_contracts::game::Outcome;
use meihua_contracts::phrases::Phrases;
use meihua_contracts::sentence::Sentence;
use meihua_contracts::side::Side;
use meihua_contracts::text::Notation;
use meihua_engine::engine::event::Value;
use meihua_engine::engine::session::Session;
use meihua_games::say;
use meihua_records::GameRecord;

/// The side to move.
pub(crate) fn mover(session: &dyn Session) -> Side {
    if session.is_first_to_move() { Side::First } else { Side::Second }
}

/// Whether the side to move is in check and the game goes on.
pub(crate) fn is_check(session: &dyn Session) -> bool {
    session.verdict().outcome.is_none() && session.is_check()
}

/// Moves as people write them; a drop in four in a row is its square, `d2`.
pub(crate) fn spell(session: &dyn Session, line: &[String], notation: Notation) -> Vec<String> {
    session.spell(line, notation).into_iter().map(|text| plain(session, text)).collect()
}

/// The moves so far, in the same form.
pub(crate) fn history(session: &dyn Session, notation: Notation) -> Vec<String> {
    session.history(notation).into_iter().map(|text| plain(session, text)).collect()
}

/// Programs write a drop as `P@d2`.
fn plain(session: &dyn Session, text: String) -> String {
    session.phrases().plain(&text).to_owned()
}

/// `+0.34` in pawns, `mate in 3`, `mated in 2`; a puzzle's `11 crossings`.
pub(crate) fn value(phrases: &Phrases, value: Value) -> Sentence {
    let [wins, loses] = phrases.forced;
    match value {
        Value::Score(score) => match score.plies_to_end() {
            Some(plies) if plies > 0 => Sentence::Phrase(wins, vec![((plies + 1) / 2).into()]),
            Some(plies) => Sentence::Phrase(loses, vec![((1 - plies) / 2).into()]),
            None => format!("{:+.2}", f64::from(score.int()) / 100.0).into(),
        },
        Value::Units(units) => phrases.units(units),
        Value::Unknown => "no plan yet".into(),
    }
}

/// A saved game in one line: `cup: 甲 - 乙, 1-0, 57 plies, 3 moves of variations, 2 comments`.
pub(crate) fn summary(record: &GameRecord) -> Sentence {
    let name = |side| record.player(side).unwrap_or("?");
    let event =
        record.event().or_else(|| record.tags.get("Title")).map_or_else(String::new, |event| format!("{event}: "));
    let players = format!("{event}{} - {}", name(Side::First), name(Side::Second));
    let tree = &record.tree;
    let plies = tree.main_line().count();
    let others = tree.moves() - plies;
    let mut parts =
        vec![players.into(), Sentence::plain(record.result.word()), Sentence::counted(plies, ["{} ply", "{} plies"])];
    if others > 0 {
        parts.push(say!("{} in variations", others));
    }
    if tree.comments() > 0 {
        parts.push(Sentence::counted(tree.comments(), ["{} comment", "{} comments"]));
    }
    Sentence::list(parts)
}

/// The winner of a finished two-player game: the outer `None` while it goes on, the inner one for a draw.
pub(crate) fn winner(session: &dyn Session) -> Option<Option<Side>> {
    let mover = mover(session);
    session.verdict().outcome.map(|outcome| match outcome {
        Outcome::Win => Some(mover),
        Outcome::Loss => Some(mover.other()),
        Outcome::Draw => None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use meihua_engine::engine::registry;
    use meihua_engine::score::Score;

    fn result_of(game: &str, fen: &str) -> Option<String> {
        let mut session = (registry::find(crate::GAMES, game).unwrap().open)();
        session.set_position(fen).unwrap();
        session.result().map(|result| result.to_string())
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
            let mut session = (registry::find(crate::GAMES, "xiangqi").unwrap().open)();
            session.set_position(fen).unwrap();
            is_check(session.as_ref())
        };
        assert!(check_in("3k5/9/3R5/9/9/9/9/9/9/5K3 b - - 0 1"));
        assert!(!check_in("3k5/9/4R4/9/9/9/9/9/9/4K4 b - - 0 1"));
        assert!(!check_in("3k5/4R4/3R5/9/9/9/9/9/9/4K4 b - - 0 1"), "mate is the end");
    }

    #[test]
    fn stones_are_written_as_people_read_them() {
        let mut session = (registry::find(crate::GAMES, "cfour").unwrap().open)();
        session.play("P@d1").unwrap();
        session.play("d2").unwrap();
        assert_eq!(history(session.as_ref(), Notation::Wxf), ["d1", "d2"]);
        let line = ["P@d3", "P@a1"].map(str::to_owned);
        assert_eq!(spell(session.as_ref(), &line, Notation::Wire), ["d3", "a1"]);
    }

    #[test]
    fn values() {
        let value = |game: &str, units| {
            let session = (registry::find(crate::GAMES, game).unwrap().open)();
            value(session.phrases(), units).to_string()
        };
        assert_eq!(value("xiangqi", Value::Score(Score::cp(-34))), "-0.34");
        assert_eq!(value("xiangqi", Value::Score(Score::win_in(5))), "mate in 3");
        assert_eq!(value("xiangqi", Value::Score(Score::loss_in(4))), "mated in 2");
        assert_eq!(value("cfour", Value::Score(Score::win_in(1))), "win in 1");
        assert_eq!(value("river", Value::Units(-11)), "11 crossings");
        assert_eq!(value("sliding", Value::Units(-4)), "4 to go");
        assert_eq!(value("tower", Value::Units(13)), "hp 13");
    }
}
