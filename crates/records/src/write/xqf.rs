//! Writes XQF 1.0, which is not scrambled and which every program reads. See [the reader](super::super::read::xqf).

use super::super::encoding::{TextEncoding, gbk};
use super::super::game_record::GameRecord;
use super::super::read::slots;
use super::super::read::xqf::{FIELDS, HEADER, KINDS, TITLES};
use super::super::tree::NodeId;
use super::{Lost, WriteError};
use meihua_contracts::side::Side;
use meihua_engine::engine::record_game::RecordedMove;
use meihua_engine::games::xiangqi::Square;
use meihua_engine::games::xiangqi::setup::Setup;

/// Node flags: a continuation follows; the next constant: an alternative follows.
const GOES_ON: u8 = 0xf0;
const HAS_ALTERNATIVE: u8 = 0x0f;

/// Writes a game.
///
/// # Errors
/// [`WriteError`]: it is not xiangqi, or has more pieces of a kind than there is room for.
pub fn write(game: &GameRecord) -> Result<(Vec<u8>, Lost), WriteError> {
    let setup = game.start.xiangqi().ok_or(WriteError::OtherGame("XQF"))?;
    let squares = slots::squares(setup).ok_or(WriteError::Pieces("XQF"))?;
    let mut file = vec![0; HEADER];
    file[..3].copy_from_slice(b"XQ\x0a");
    for (byte, square) in file[16..].iter_mut().zip(squares) {
        *byte = square.map_or(0xff, square_byte);
    }
    file[50] = u8::from(setup.side == Side::Second);
    file[51] = game.result.code();
    let plain = Setup { side: setup.side, ..slots::setup(squares) };
    let counters = usize::from(plain != *setup);
    let mut lost = Lost { marks: game.tree.marks_count(), counters, ..Lost::default() };
    write_tags(game, &mut file, &mut lost);
    write_tree(game, &mut file, &mut lost);
    Ok((file, lost))
}

/// File and rank as one number; the squares of a move are stored as this number plus an offset.
fn square_byte(square: Square) -> u8 {
    (square.file() * 10 + square.rank()) as u8
}

fn write_tags(game: &GameRecord, file: &mut [u8], lost: &mut Lost) {
    let titles = [(TITLES[0], 64, "Title"), (TITLES[1], 64, "Title2")];
    let mut used = Vec::new();
    for (name, value) in game.tags.iter() {
        if name == "Type"
            && let Some(kind) = KINDS.iter().skip(1).position(|kind| *kind == value)
        {
            file[64] = kind as u8 + 1;
            continue;
        }
        let fields = titles.iter().chain(&FIELDS);
        match fields.copied().find(|(_, _, tag)| *tag == name).filter(|field| !used.contains(field)) {
            Some(field @ (offset, size, _)) => {
                used.push(field);
                let bytes = bytes_of(value, size - 1, lost);
                file[offset] = bytes.len() as u8;
                file[offset + 1..offset + 1 + bytes.len()].copy_from_slice(&bytes);
            }
            None => lost.tags += 1,
        }
    }
}

/// As much of a text as fits, cut between two characters; counts a text that will not be read back whole.
fn bytes_of(text: &str, room: usize, lost: &mut Lost) -> Vec<u8> {
    let bytes = TextEncoding::gbk_field(text, room);
    lost.cut += usize::from(gbk(&bytes) != text);
    bytes
}

/// Writes the nodes, parents before children, a continuation before the alternatives.
fn write_tree(game: &GameRecord, file: &mut Vec<u8>, lost: &mut Lost) {
    let tree = &game.tree;
    let mut node = |squares: [u8; 2], id: NodeId, has_alternative: bool| {
        let continues = if tree.first_child(id).is_some() { GOES_ON } else { 0 };
        let flags = continues | if has_alternative { HAS_ALTERNATIVE } else { 0 };
        let comment = bytes_of(tree.comment(id), usize::MAX, lost);
        file.extend([squares[0], squares[1], flags, 0]);
        file.extend((comment.len() as u32).to_le_bytes());
        file.extend_from_slice(&comment);
    };
    node([0x18, 0x20], NodeId::ROOT, false);
    for id in tree.preorder() {
        if let Some(mv) = tree.mv(id).and_then(RecordedMove::xiangqi) {
            let squares = [square_byte(mv.from()) + 24, square_byte(mv.to()) + 32];
            node(squares, id, tree.next_sibling(id).is_some());
        }
    }
}
