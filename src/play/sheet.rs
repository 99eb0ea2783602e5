//! The record of the current game, as it is saved: what was loaded, with comments and variations, and the moves played
//! since.

use super::seats::Seats;
use super::table::Table;
use super::words;
use meihua_contracts::clock::calendar;
use meihua_contracts::side::Side;
use meihua_contracts::text::Notation;
use meihua_lab::matches::pgn::date;
use meihua_records::{GameRecord, GameResult, RecordedGame};

/// The record of the game; `None` if the game has no records. The moves on the board are part of it: after the end of a
/// loaded game's main line they extend it, elsewhere they form a variation. `resigned` is the side that resigned, if
/// any.
pub(crate) fn record(table: &Table, seats: &Seats, resigned: Option<Side>) -> Option<GameRecord> {
    let session = table.session();
    let mut record = match table.record() {
        Some(record) => record.clone(),
        None => begun(table, seats)?,
    };
    let played = session.history(Notation::Wire);
    // The moves are legal, so only a full record refuses one.
    let end = record.graft(&played).unwrap_or_else(|_| record.follow(&played).0);
    let winner = resigned.map(|side| Some(side.other())).or_else(|| words::winner(session));
    let Some(winner) = winner else { return Some(record) };
    // A variation does not change the recorded result.
    if record.tree.main_line().last().is_none_or(|last| last == end) {
        record.result = winner.map_or(GameResult::Draw, GameResult::Win);
    }
    let reason = resigned.map(|side| format!("{} resigns", session.phrases().side(side)));
    let reason = reason.or_else(|| Some(session.result()?.to_string())).unwrap_or_default();
    if !record.tree.comment(end).contains(&reason) {
        record.tree.add_comment(end, &reason);
    }
    Some(record)
}

/// The record of a game that began here, without moves.
fn begun(table: &Table, seats: &Seats) -> Option<GameRecord> {
    let kind = RecordedGame::named(table.session().name(), table.games())?;
    let start = kind.start(table.start()).ok()?;
    let mut record = GameRecord { start, ..GameRecord::default() };
    let seconds = calendar().as_secs();
    record.tags.push("Event", "a game in the terminal");
    record.tags.push("Date", &date(seconds));
    record.tags.push(kind.first_player(), &seats.name(Side::First));
    record.tags.push("Black", &seats.name(Side::Second));
    Some(record)
}

#[cfg(test)]
mod tests {
    use super::super::seats::SideChoice;
    use super::*;
    use crate::GAMES;
    use meihua_engine::engine::base::Base;
    use meihua_records::Games;
    use meihua_records::encoding::TextEncoding;
    use meihua_records::write::OutputFormat;

    const MOVES: [&str; 4] = ["h2e2", "h9g7", "h0g2", "i9h9"];

    fn table(game: &str, fen: Option<&str>, moves: &[&str]) -> Table {
        let mut table = Table::open(GAMES, game).unwrap();
        let moves: Vec<String> = moves.iter().map(|mv| (*mv).to_owned()).collect();
        table.set(&fen.map_or(Base::Start, |fen| Base::Fen(fen.to_owned())), &moves).unwrap();
        table
    }

    fn two_people() -> Seats {
        Seats::new(SideChoice::Both, [20, 20], false)
    }

    fn loaded(text: &str) -> Table {
        let record = Games::new("", text.as_bytes()).unwrap().next().unwrap().unwrap();
        let mut table = table("xiangqi", None, &[]);
        table.set(&Base::Start, &record.main_line(Notation::Wire)).unwrap();
        table.keep_record(record);
        table
    }

    #[test]
    fn a_game_of_ones_own_comes_back_from_every_format() {
        let table = table("xiangqi", None, &MOVES);
        let record = record(&table, &Seats::new(SideChoice::Red, [20, 8], false), None).unwrap();
        assert!(record.player(Side::Second).unwrap().ends_with("level 8"));
        for target in [
            OutputFormat::Pgn,
            OutputFormat::Dhtmlxq,
            OutputFormat::Iccs,
            OutputFormat::Json,
            OutputFormat::Uci,
            OutputFormat::Xqf,
        ] {
            let bytes = target.encode(&record, Notation::Chinese, TextEncoding::Utf8).unwrap().0;
            let read = Games::new("", bytes.as_slice()).unwrap().next().unwrap().unwrap();
            assert_eq!(read.main_line(Notation::Wire), MOVES, "{target:?}");
        }
    }

    #[test]
    fn a_loaded_game_keeps_all_that_belongs_to_it() {
        let text =
            "[Event \"cup\"]\n[Red \"甲\"]\n[Annotator \"x\"]\n\n1. h2e2! {solid} h9g7 (1... h7e7) 2. h0g2 1-0\n";
        let mut table = loaded(text);
        let whole = record(&table, &two_people(), None).unwrap();
        assert!(whole.same_game(table.record().unwrap()), "{whole:?}");
        assert!(table.undo() && table.undo());
        table.play("b9c7").unwrap();
        table.play("h0g2").unwrap();
        let branched = record(&table, &two_people(), Some(Side::Second)).unwrap();
        assert_eq!((branched.tree.moves(), branched.tree.variations()), (6, 2));
        assert_eq!(branched.main_line(Notation::Wire), ["h2e2", "h9g7", "h0g2"]);
        assert_eq!((branched.result, branched.tags.get("Annotator")), (GameResult::Win(Side::First), Some("x")));
        assert!(branched.tree.preorder().any(|node| branched.tree.comment(node) == "black resigns"));
    }

    #[test]
    fn an_end_on_the_board_is_the_result() {
        let fen = "3k5/9/4R4/9/9/9/9/9/9/R3K4 b - - 0 1";
        let table = table("xiangqi", Some(fen), &["d9d8", "a0d0"]);
        let ended = record(&table, &two_people(), None).unwrap();
        assert_eq!((ended.start.fen().as_str(), ended.result), (fen, GameResult::Win(Side::First)));
        let last = ended.tree.main_line().last().unwrap();
        assert_eq!(ended.tree.comment(last), "Red wins: checkmate.");
        let mut table = loaded("1. h2e2 h9g7 *");
        assert_eq!(record(&table, &two_people(), Some(Side::First)).unwrap().result, GameResult::Win(Side::Second));
        table.restart().unwrap();
        assert_eq!(record(&table, &two_people(), None).unwrap().tree.moves(), 0, "a new game");
    }

    #[test]
    fn four_in_a_row_has_records_and_a_puzzle_has_none() {
        let ended = record(&table("cfour", None, &["4", "1", "4", "1", "4", "1", "4"]), &two_people(), None).unwrap();
        assert_eq!((ended.result, ended.tree.moves()), (GameResult::Win(Side::First), 7));
        assert!(record(&table("river", None, &["P1D1"]), &two_people(), None).is_none());
    }
}
