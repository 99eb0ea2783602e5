//! The texts outside the standards: `d`, `help`.

use super::render;
use crate::engine::session::Session;

/// The output of `help`.
pub(crate) const HELP: &str = "\
uci | ucci | ugi | json            identify the engine and list its options
setoption name N value V           set an option; UCI_Variant chooses the game
position startpos [moves M...]     set a position, or: position fen F, position file PATH
go [depth N] [nodes N] [movetime MS] [wtime MS btime MS winc MS binc MS movestogo N]
   [mate N] [infinite] [ponder] [searchmoves M...] [side w|b] [perft N]
stop | ponderhit | isready | ucinewgame | quit
d | eval | moves                   show the board, the evaluation, the legal moves
view                               everything a GUI needs to show the game, as one line of JSON
import HEX | export FORMAT JSON    read and write saved games, as JSON
explore | library REQUEST           what was played here; the library of games
flip | undo [N] | redo [N]         flip the board, take moves back, replay them
bench [DEPTH]                      search fixed positions, count nodes
genfens N [seed S] [book FILE]     random openings of the current game";

/// The board, the position as text, its key and the verdict.
pub(crate) fn show(session: &dyn Session) -> Vec<String> {
    let mut shown = lines(&session.diagram());
    shown.push(String::new());
    shown.push(format!("Fen: {}", session.fen()));
    shown.push(format!("Key: {:016X}", session.key()));
    shown.push(render::verdict(&session.verdict()));
    shown.extend(session.table_verdict().map(|verdict| format!("table: {verdict}")));
    shown
}

/// The lines of a text.
pub(crate) fn lines(text: &str) -> Vec<String> {
    text.lines().map(str::to_owned).collect()
}
