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

/// What a PGN text holds of its first game.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Record {
    /// The start position, if not the game's own.
    pub fen: Option<String>,
    /// The moves as they are written.
    pub moves: Vec<String>,
}

/// Reads the first game of a PGN text: comments, variations, numbers and results are left out. Whether the moves are
/// legal is for the engine to decide.
pub fn read(text: &str) -> Record {
    let text = text.trim_start_matches('\u{feff}').trim_start();
    let mut record = Record::default();
    let mut movetext = String::new();
    for line in text.lines().map(str::trim).filter(|line| !line.starts_with('%')) {
        match line.strip_prefix('[') {
            // The tags of the next game.
            Some(_) if !movetext.trim().is_empty() => break,
            Some(tag) => {
                if let Some(fen) = tag.strip_prefix("FEN ").and_then(quoted) {
                    record.fen = Some(fen);
                }
            }
            None => {
                movetext.push_str(line);
                movetext.push('\n');
            }
        }
    }
    record.moves = moves(&movetext);
    record
}

/// The text between the first and the last quotation mark.
fn quoted(text: &str) -> Option<String> {
    let (start, end) = (text.find('"')?, text.rfind('"')?);
    text.get(start + 1..end).map(str::to_owned)
}

/// The words of a movetext that are moves of the game itself.
fn moves(text: &str) -> Vec<String> {
    let mut plain = String::new();
    let mut depth = 0_usize;
    let mut letters = text.chars();
    while let Some(letter) = letters.next() {
        match letter {
            '{' => while letters.next().is_some_and(|letter| letter != '}') {},
            ';' => {
                while letters.next().is_some_and(|letter| letter != '\n') {}
                plain.push(' ');
            }
            '(' => depth += 1,
            ')' => depth = depth.saturating_sub(1),
            _ if depth == 0 => plain.push(letter),
            _ => {}
        }
    }
    let is_move = |word: &&str| {
        let is_number = word.chars().all(|letter| letter.is_ascii_digit() || letter == '.');
        !is_number && !word.starts_with('$') && !["*", "1-0", "0-1", "1/2-1/2"].contains(word)
    };
    plain.split_whitespace().map(without_number).filter(is_move).map(str::to_owned).collect()
}

/// `1.C2=5` without its number.
fn without_number(word: &str) -> &str {
    let rest = word.trim_start_matches(|letter: char| letter.is_ascii_digit());
    if rest.len() < word.len() && rest.starts_with('.') { rest.trim_start_matches('.') } else { word }
}

#[cfg(test)]
mod tests {
    use super::super::seats::SideChoice;
    use super::*;
    use crate::engine::registry::GAMES;
    use crate::engine::session::Base;
    use crate::text::Notation;

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
            let Record { fen, moves } = read(&text);
            assert_eq!(fen, None);
            let moves: Vec<&str> = moves.iter().map(String::as_str).collect();
            assert_eq!(table(None, &moves).session().history(Notation::Wire), MOVES, "{text}");
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
        assert_eq!(read(&text).fen.as_deref(), Some(fen));
    }

    #[test]
    fn what_others_write_is_read() {
        let text = "\u{feff}[Event \"x\"]\r\n[FEN \"a b\"]\r\n\r\n1.C2.5 {a (comment} H8+7 (1... h9g7 (x) y) $3\r\n; rest\n\
                    2. H2+3 R9=8 1-0\n\n[Event \"next\"]\n\n1. P3+1 *\n";
        let record = read(text);
        assert_eq!(record.fen.as_deref(), Some("a b"));
        assert_eq!(record.moves, ["C2.5", "H8+7", "H2+3", "R9=8"]);
        assert_eq!(read("no tags { open"), Record { fen: None, moves: vec!["no".into(), "tags".into()] });
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
