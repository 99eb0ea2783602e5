//! Main lines: a list of moves, or the command `position …`.

use super::super::board::Board;
use super::super::cursor::Cursor;
use super::super::game_record::GameRecord;
use super::super::tree::{NodeId, RecordedMove, Tree};
use super::Lost;
use meihua_contracts::text::Notation;

/// How moves are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
#[cfg_attr(feature = "clap", derive(clap::ValueEnum))]
pub enum MoveStyle {
    /// 炮二平五
    #[default]
    Chinese,
    /// C2=5
    Wxf,
    /// H2-E2
    Iccs,
    /// h2e2, ranks from 0
    Uci,
}

impl MoveStyle {
    /// The word of the tag `Format`.
    pub const fn format(self) -> &'static str {
        match self {
            MoveStyle::Chinese => "Chinese",
            MoveStyle::Wxf => "WXF",
            MoveStyle::Iccs => "ICCS",
            MoveStyle::Uci => "UCI",
        }
    }

    const fn notation(self) -> Notation {
        match self {
            MoveStyle::Chinese => Notation::Chinese,
            MoveStyle::Wxf => Notation::Wxf,
            MoveStyle::Iccs | MoveStyle::Uci => Notation::Wire,
        }
    }

    /// A legal move of a board.
    pub fn text(self, board: &Board, mv: RecordedMove) -> String {
        self.dressed(board.text(mv, self.notation()))
    }

    /// A move in [`MoveStyle::notation`], with the dash of ICCS.
    fn dressed(self, text: String) -> String {
        match self {
            MoveStyle::Iccs if text.len() == 4 && text.is_ascii() && !text.contains('@') => {
                format!("{}-{}", &text[..2], &text[2..]).to_ascii_uppercase()
            }
            MoveStyle::Iccs | MoveStyle::Chinese | MoveStyle::Wxf | MoveStyle::Uci => text,
        }
    }
}

/// The move to a node; the cursor is there then.
pub fn spell(cursor: &mut Cursor, tree: &Tree, node: NodeId, style: MoveStyle) -> String {
    style.dressed(cursor.text_of(tree, node, style.notation()).unwrap_or_default())
}

/// The main line of a game: its start, if it is not the usual one or there is no move, then moves with numbers, then the
/// result.
pub fn write(game: &GameRecord, style: MoveStyle) -> (String, Lost) {
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
        text += &spell(&mut cursor, &game.tree, node, style);
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
        text += &spell(&mut cursor, &game.tree, node, MoveStyle::Uci);
    }
    let has_result = game.result != super::super::GameResult::Unknown;
    (text + "\n", Lost { results: usize::from(has_result), ..Lost::all_but_moves(game) })
}

/// Whether a game is one that formats of xiangqi alone can hold.
pub fn is_xiangqi(game: &GameRecord) -> bool {
    game.start.xiangqi().is_some()
}
