//! Writes main lines: a list of moves, or the command `position …`.

use super::super::cursor::Cursor;
use super::super::game_record::GameRecord;
use super::super::tree::{NodeId, Tree};
use super::Lost;
use meihua_contracts::text::Notation;

/// The text of the move to a node; moves the cursor there.
pub fn spell(cursor: &mut Cursor, tree: &Tree, node: NodeId, notation: Notation) -> String {
    cursor.text_of(tree, node, notation).unwrap_or_default()
}

/// The main line of a game: its start if it is not the standard one or there are no moves, then numbered moves, then
/// the result.
pub fn write(game: &GameRecord, notation: Notation) -> (String, Lost) {
    let mut text = String::new();
    if !game.start.is_usual() || game.tree.moves() == 0 {
        text = game.start.fen() + "\n";
    }
    let mut cursor = Cursor::new(&game.start);
    let (side, mut number) = (game.start.side().index() as u32, 0);
    for node in game.tree.main_line() {
        let ply = game.tree.depth(node) - 1 + side;
        let is_first = ply.is_multiple_of(2);
        if is_first || number == 0 {
            number = ply / 2 + 1;
            text += &format!("{number}. {}", if is_first { "" } else { "... " });
        }
        text += &spell(&mut cursor, &game.tree, node, notation);
        text.push(if is_first { ' ' } else { '\n' });
    }
    if text.ends_with(' ') {
        text.pop();
        text.push('\n');
    }
    text += game.result.word();
    (text + "\n\n", Lost::all_but_moves(game))
}

/// One line: `position fen F moves …`, the main line with ranks from 0.
pub fn write_command(game: &GameRecord) -> (String, Lost) {
    let mut text = format!("position fen {}", game.start.fen());
    let mut cursor = Cursor::new(&game.start);
    for (index, node) in game.tree.main_line().enumerate() {
        text += if index == 0 { " moves " } else { " " };
        text += &spell(&mut cursor, &game.tree, node, Notation::Wire);
    }
    let has_result = game.result != super::super::GameResult::Unknown;
    (text + "\n", Lost { results: usize::from(has_result), ..Lost::all_but_moves(game) })
}

/// Whether xiangqi-only formats can hold the game.
pub fn is_xiangqi(game: &GameRecord) -> bool {
    game.start.xiangqi().is_some()
}
