//! Saved games of two players as PGN, the form that other xiangqi programs read: tags, then the moves in Chinese, WXF
//! or ICCS notation.

use super::args::MoveNames;
use super::seats::Seats;
use super::table::Table;
use super::words;
use crate::side::Side;
use crate::tools::matches::pgn::{date, iccs, wrap};
use std::fmt::Write as _;
use std::time::{SystemTime, UNIX_EPOCH};

/// Writes the game on the table. `resigned` is the side that gave up, if one did.
pub fn write(table: &Table, seats: &Seats, names: MoveNames, resigned: Option<Side>) -> String {
    let session = table.session();
    let winner = resigned.map(|side| Some(side.other())).or_else(|| words::winner(session));
    let result = match winner {
        None => "*",
        Some(None) => "1/2-1/2",
        Some(Some(Side::First)) => "1-0",
        Some(Some(Side::Second)) => "0-1",
    };
    let mut text = tags(table, seats, names, result);
    let moves = session.history(names.notation());
    // Who moved first: the mover now, or the other one after an odd number of moves.
    let first = words::mover(session).index() ^ (moves.len() & 1);
    let mut list = Vec::new();
    for (index, mv) in moves.into_iter().enumerate() {
        let ply = index + first;
        if ply.is_multiple_of(2) {
            list.push(format!("{}.", ply / 2 + 1));
        } else if index == 0 {
            list.push(format!("{}...", ply / 2 + 1));
        }
        list.push(if names == MoveNames::Iccs { iccs(&mv) } else { mv });
    }
    let reason = resigned.map(|side| format!("{} resigns", session.phrases().side(side)));
    if let Some(reason) = reason.or_else(|| session.result()) {
        list.push(format!("{{{reason}}}"));
    }
    list.push(result.to_owned());
    text.push('\n');
    wrap(&list, &mut text);
    text
}

fn tags(table: &Table, seats: &Seats, names: MoveNames, result: &str) -> String {
    let seconds = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_secs());
    let (first, second) = (seats.name(Side::First), seats.name(Side::Second));
    let mut tags = vec![
        ("Event", "a game in the terminal".to_owned()),
        ("Site", "?".to_owned()),
        ("Date", date(seconds)),
        ("Round", "-".to_owned()),
        ("White", first.clone()),
        ("Black", second),
        ("Result", result.to_owned()),
        ("Variant", table.session().name().to_owned()),
    ];
    if let Some(game) = table.session().phrases().pgn_game {
        let format = match names {
            MoveNames::Wxf => "WXF",
            MoveNames::Chinese => "Chinese",
            MoveNames::Iccs => "ICCS",
        };
        tags.extend([("Game", game.to_owned()), ("Red", first), ("Format", format.to_owned())]);
    }
    if !table.is_usual() {
        tags.extend([("SetUp", "1".to_owned()), ("FEN", table.start().to_owned())]);
    }
    let mut text = String::new();
    tags.iter().for_each(|(tag, value)| _ = writeln!(text, "[{tag} \"{value}\"]"));
    text
}

#[cfg(test)]
mod tests {
    use super::super::seats::SideChoice;
    use super::*;
    use crate::engine::registry::GAMES;
    use crate::engine::saved_game;
    use crate::engine::session::Base;

    const MOVES: [&str; 4] = ["h2e2", "h9g7", "h0g2", "i9h9"];

    fn table(fen: Option<&str>, moves: &[&str]) -> Table {
        let mut table = Table::open(GAMES, "xiangqi").unwrap();
        let moves: Vec<String> = moves.iter().map(|mv| (*mv).to_owned()).collect();
        table.set(&fen.map_or(Base::Start, |fen| Base::Fen(fen.to_owned())), &moves).unwrap();
        table
    }

    #[test]
    fn games_come_back_in_every_notation() {
        let seats = Seats::new(SideChoice::Red, [20, 8], false);
        for names in [MoveNames::Wxf, MoveNames::Chinese, MoveNames::Iccs] {
            let text = write(&table(None, &MOVES), &seats, names, None);
            assert!(text.contains("[Red \"a person\"]") && text.contains("level 8\"]"), "{text}");
            let read = saved_game::first(text.as_bytes(), "xiangqi").unwrap();
            assert_eq!((read.start, read.moves, read.faults), (None, MOVES.map(str::to_owned).to_vec(), Vec::new()));
        }
        let chinese = write(&table(None, &MOVES), &seats, MoveNames::Chinese, None);
        assert!(chinese.ends_with("\n\n1. 炮二平五 马８进７ 2. 马二进三 车９平８ *\n"), "{chinese}");
    }

    #[test]
    fn a_game_from_a_position_with_its_end() {
        let fen = "3k5/9/4R4/9/9/9/9/9/9/R3K4 b - - 0 1";
        let table = table(Some(fen), &["d9d8", "a0d0"]);
        let text = write(&table, &Seats::new(SideChoice::None, [20, 20], false), MoveNames::Wxf, None);
        assert!(text.contains(&format!("[FEN \"{fen}\"]")), "{text}");
        assert!(text.contains("\n1... K") && text.contains(" 2. R9=6"), "{text}");
        assert_eq!(saved_game::first(text.as_bytes(), "xiangqi").unwrap().start.as_deref(), Some(fen));
    }

    #[test]
    fn a_resignation_is_a_result() {
        let text = write(
            &table(None, &MOVES),
            &Seats::new(SideChoice::Both, [20, 20], false),
            MoveNames::Wxf,
            Some(Side::First),
        );
        assert!(text.contains("[Result \"0-1\"]") && text.contains("{red resigns} 0-1"), "{text}");
    }
}
