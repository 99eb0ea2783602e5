//! CBR, a game of CCBridge 3 (象棋桥): fields at fixed offsets, text in UTF-16, then the tree of moves.
//!
//! A node has four bytes (flags, 0, from, to) and an optional comment. Flag 1: the line ends here; 2: an alternative to
//! this move comes later; 4: a comment follows.

use super::super::builder::Builder;
use super::super::encoding::utf_16;
use super::super::error::{Cause, GameFault, Location, Trouble};
use super::super::game_record::GameRecord;
use super::super::result::GameResult;
use super::super::start::Start;
use super::super::tree::NodeId;
use super::bytes::{ByteReader, byte, part};
use meihua_contracts::side::Side;
use meihua_engine::games::xiangqi::setup::Setup;
use meihua_engine::games::xiangqi::{Piece, PieceKind, Square};

/// The first bytes of a file.
pub(crate) const MAGIC: &[u8; 16] = b"CCBridge Record\0";

/// The text fields: offset, size in bytes, tag.
pub(crate) const FIELDS: [(usize, usize, &str); 24] = [
    (180, 128, "Title"),
    (308, 256, "Category"),
    (564, 64, "Source"),
    (628, 64, "EventClass"),
    (692, 64, "Event"),
    (756, 64, "Round"),
    (820, 32, "Group"),
    (852, 32, "Table"),
    (884, 64, "Date"),
    (948, 64, "Site"),
    (1012, 64, "TimeControl"),
    (1076, 64, "Red"),
    (1140, 64, "RedTeam"),
    (1204, 64, "RedTime"),
    (1268, 32, "RedElo"),
    (1300, 64, "Black"),
    (1364, 64, "BlackTeam"),
    (1428, 64, "BlackTime"),
    (1492, 32, "BlackElo"),
    (1524, 64, "Referee"),
    (1588, 64, "Recorder"),
    (1652, 64, "Annotator"),
    (1780, 64, "Author"),
    (2080, 32, "Termination"),
];

/// Where the fields end and the tree begins.
const TREE: usize = 2214;
const RESULT: usize = 2076;
const SIDE: usize = 2112;
const MOVE_NUMBER: usize = 2116;
const BOARD: usize = 2120;

/// The kinds of pieces in the order of their numbers, from 1.
const KINDS: [PieceKind; 7] = [
    PieceKind::Rook,
    PieceKind::Horse,
    PieceKind::Elephant,
    PieceKind::Advisor,
    PieceKind::General,
    PieceKind::Cannon,
    PieceKind::Pawn,
];

/// Reads a file, or a game of a library.
///
/// # Errors
/// [`Cause::Cut`] if fields are missing, [`Cause::Field`] for an older version.
pub(crate) fn read(file: &[u8]) -> Result<GameRecord, Trouble> {
    let head = ByteReader::new(file, 0).take(TREE, "the header of a game")?;
    if byte(head, 19) != 2 {
        let expected = "2 (CCBridge 3)";
        return Err(Trouble::at_byte(19, Cause::field("version", byte(head, 19), expected)));
    }
    let mut builder = Builder::new(Start::from(setup(head)));
    let end = read_tree(file, &mut builder);
    let record = builder.record();
    record.unread = ByteReader::new(file, end).unread("the last move");
    record.result = GameResult::from_code(u32::from(byte(head, RESULT)));
    FIELDS.iter().for_each(|&(at, length, tag)| record.tags.push(tag, &utf_16(part(head, at, length))));
    Ok(builder.finish())
}

fn setup(head: &[u8]) -> Setup {
    let mut setup = Setup::empty();
    for (index, &code) in part(head, BOARD, 90).iter().enumerate() {
        let side = if code >> 4 == 2 { Side::Second } else { Side::First };
        let kind = usize::from(code & 15).checked_sub(1).and_then(|kind| KINDS.get(kind));
        if let (Some(square), Some(&kind)) = (square(index), kind) {
            setup.board[square.index()] = Some(Piece::new(side, kind));
        }
    }
    setup.side = if byte(head, SIDE) == 2 { Side::Second } else { Side::First };
    let number = u16::from_le_bytes([byte(head, MOVE_NUMBER), byte(head, MOVE_NUMBER + 1)]);
    setup.move_number = number.max(1);
    setup
}

/// Squares are counted from a9, row by row.
fn square(index: usize) -> Option<Square> {
    Square::new(index % 9, 9_usize.checked_sub(index / 9)?)
}

/// Reads the moves; returns the offset of their end.
fn read_tree(file: &[u8], builder: &mut Builder) -> usize {
    let mut reader = ByteReader::new(file, TREE);
    let mut waiting: Vec<Option<NodeId>> = Vec::new();
    // `None`: after a move that could not be played.
    let mut next = Some(None);
    let mut is_root = true;
    while let Some(parent) = next {
        let place = Location::Byte(reader.at() as u64);
        let Ok(&[flags, _, from, to]) = reader.take(4, "a move") else {
            return cut(builder, file);
        };
        if flags > 7 || !is_root && from == to {
            return reader.at() - 4;
        }
        let here =
            if is_root { Some(NodeId::ROOT) } else { parent.and_then(|parent| add(builder, parent, from, to, place)) };
        if flags & 2 != 0 && !is_root {
            waiting.push(parent);
        }
        if flags & 4 != 0 {
            let Ok(text) = reader.string("a comment") else { return cut(builder, file) };
            // A wrong length takes moves for text.
            if text.as_chunks::<2>().0.iter().skip_while(|unit| **unit != [0, 0]).any(|unit| *unit != [0, 0]) {
                let what = "binary data in a comment".into();
                builder.record().add_fault(GameFault { place, ply: None, in_variation: !waiting.is_empty(), what });
            }
            if let Some(node) = here {
                builder.record().tree.add_comment(node, &utf_16(text));
            }
        }
        is_root = false;
        next = if flags & 1 == 0 { Some(here) } else { waiting.pop() };
    }
    reader.at()
}

/// Records that the bytes end too early; returns the offset of their end.
fn cut(builder: &mut Builder, file: &[u8]) -> usize {
    let what = "the game ends where a move or a comment was announced".into();
    let place = Location::Byte(file.len() as u64);
    builder.record().add_fault(GameFault { place, ply: None, in_variation: false, what });
    file.len()
}

fn add(builder: &mut Builder, parent: NodeId, from: u8, to: u8, place: Location) -> Option<NodeId> {
    builder.go_to(parent);
    let squares = |byte: u8| (usize::from(byte) % 9, 9_usize.wrapping_sub(usize::from(byte) / 9));
    builder.play_squares(squares(from), squares(to)).map_err(|error| builder.refuse(place, &error)).ok()
}
