//! `meihua tables probe`: the verdict of a position and of each of its moves.

use super::args::{ProbeArgs, TablesError};
use meihua_console::stdout::print;
use meihua_contracts::game::Game;
use meihua_contracts::text::{GameText, Notation};
use meihua_engine::games::xiangqi::movegen::Moves;
use meihua_engine::games::xiangqi::tables::set::{EndingValue, Folder, TableSet, probe};
use meihua_engine::games::xiangqi::{Position, fen};

pub(super) fn run(args: &ProbeArgs) -> Result<(), TablesError> {
    let mut position = fen::parse(&args.fen.join(" "))?;
    if let Some(folder) = &args.folder {
        let (set, errors) = TableSet::open(folder);
        if let Some(error) = errors.into_iter().next() {
            return Err(error.into());
        }
        position.set_folder(Some(Folder::new(set)));
    }
    let ending = probe(&position).ok_or_else(|| TablesError::Unknown(String::new()))?;
    let mut moves = Moves::new();
    position.generate(&mut moves);
    let mut lines: Vec<(i64, String)> = Vec::new();
    for mv in moves {
        let name = position.move_text(mv, Notation::Wire);
        let chinese = position.move_text(mv, Notation::Chinese);
        let ending = after(&mut position, mv);
        let rank = match ending {
            Some(EndingValue::Win(plies)) => i64::from(plies) - 10_000,
            Some(EndingValue::Loss(plies)) => 10_000 - i64::from(plies),
            _ => 0,
        };
        let words = ending.map_or("not known".to_owned(), |ending| ending.to_string());
        lines.push((rank, format!("{name}\t{chinese}\t{words}")));
    }
    lines.sort();
    let lines: Vec<String> = lines.into_iter().map(|(_, line)| line).collect();
    Ok(print(&format!("{ending}\n{}", lines.join("\n")))?)
}

/// The verdict of a move for the side that plays it.
fn after(position: &mut Position, mv: meihua_engine::games::xiangqi::Move) -> Option<EndingValue> {
    position.make(mv);
    let is_stuck = position.count_moves() == 0;
    let ending = match probe(position) {
        _ if is_stuck => Some(EndingValue::Win(1)),
        _ if position.is_material_dead() => Some(EndingValue::Draw),
        Some(EndingValue::Win(plies)) => Some(EndingValue::Loss(plies + 1)),
        Some(EndingValue::Loss(plies)) => Some(EndingValue::Win(plies + 1)),
        other => other,
    };
    position.unmake(mv);
    ending
}
