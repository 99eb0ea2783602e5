//! The texts outside the standards: `d`, `help`.

use super::render;
use crate::engine::session::Session;

/// The output of `help`.
pub(crate) const HELP: &str = "\
uci | ucci | ugi | json            introduce yourself and list the options
setoption name N value V           set an option; UCI_Variant chooses the game
position startpos [moves M...]     set a position, or: position fen F, position file PATH
go [depth N] [nodes N] [movetime MS] [wtime MS btime MS winc MS binc MS movestogo N]
   [mate N] [infinite] [ponder] [searchmoves M...] [side w|b] [perft N]
stop | ponderhit | isready | ucinewgame | quit
d | eval | moves                   show the board, the evaluation, the legal moves
view                               all that a GUI needs to show the game, as one line of JSON
import HEX | export FORMAT JSON    saved games read and written, as JSON
flip | undo [N] | redo [N]         turn the board round, take moves back, play them again
bench [DEPTH]                      search fixed positions, count nodes
genfens N [seed S] [book FILE]     random openings of the game that is on";

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
