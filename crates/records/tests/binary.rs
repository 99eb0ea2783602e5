//! Binary files of saved games, built byte by byte as other programs write them.

use meihua_contracts::side::Side;
use meihua_engine::games::xiangqi::{PieceKind, Square};
use meihua_records::{GameRecord, NodeId, RecordedMove};

const HEADER: usize = 1024;
const PHRASE: &[u8; 32] = b"[(C) Copyright Mr. Dong Shiwei.]";

/// A plain XQF 1.0 as one of a later version, scrambled.
pub(crate) fn scrambled(plain: &[u8], version: u8) -> Vec<u8> {
    let [mask, sum, pieces, from, to] = [0xfe, 0x7d, 0x24, 0x2d, 0x32_u8];
    let or = [0x66, 0x01, 0x10, 0xf8];
    let curve = |k: u8| (54 * u32::from(k) * u32::from(k) + 221) as u8;
    let key_pieces = curve(pieces).wrapping_mul(pieces);
    let key_from = curve(from).wrapping_mul(key_pieces);
    let key_to = curve(to).wrapping_mul(key_from);
    let key_comment = (u32::from(sum) * 256 + u32::from(pieces)) % 32_000 + 767;
    let mut file = plain[..HEADER].to_vec();
    file[2] = version;
    file[3] = mask;
    file[8..12].copy_from_slice(&or);
    file[12..16].copy_from_slice(&[sum, pieces, from, to]);
    for slot in 0..32 {
        let index = if version >= 12 { (slot + 64 - 1 - usize::from(key_pieces % 32)) % 32 } else { slot };
        file[16 + index] = plain[16 + slot].wrapping_add(key_pieces);
    }
    let mut at = HEADER;
    while at + 8 <= plain.len() {
        let length = u32::from_le_bytes(plain[at + 4..at + 8].try_into().expect("four bytes"));
        let flags = plain[at + 2];
        let comment = &plain[at + 8..at + 8 + length as usize];
        let new_flags = if flags & 0xf0 != 0 { 0x80 } else { 0 }
            | if flags & 0x0f != 0 { 0x40 } else { 0 }
            | if length > 0 { 0x20 } else { 0 };
        file.extend([plain[at].wrapping_add(key_from), plain[at + 1].wrapping_add(key_to), new_flags | 0x05, 0x77]);
        if length > 0 {
            file.extend((length + key_comment).to_le_bytes());
            file.extend(comment);
        }
        at += 8 + length as usize;
    }
    let bytes = [sum, pieces, from, to];
    for (index, byte) in file.iter_mut().enumerate().skip(HEADER) {
        *byte = byte.wrapping_add(PHRASE[index % 32] & (bytes[index % 4] & mask | or[index % 4]));
    }
    file
}

fn utf_16(text: &str) -> Vec<u8> {
    text.encode_utf16().flat_map(u16::to_le_bytes).collect()
}

/// A game as CCBridge 3 writes it.
pub(crate) fn cbr(game: &GameRecord) -> Vec<u8> {
    let mut file = vec![0; 2214];
    file[..16].copy_from_slice(b"CCBridge Record\0");
    file[19] = 2;
    for (at, tag) in [(180, "Title"), (692, "Event"), (884, "Date"), (948, "Site"), (1076, "Red"), (1300, "Black")] {
        let text = utf_16(game.tags.get(tag).unwrap_or_default());
        file[at..at + text.len()].copy_from_slice(&text);
    }
    let setup = game.start.xiangqi().expect("a game of xiangqi");
    file[2076] = game.result.code();
    file[2112] = if setup.side == Side::First { 1 } else { 2 };
    file[2116] = 1;
    for square in Square::all() {
        if let Some(piece) = setup.board[square.index()] {
            let kinds = [
                PieceKind::Rook,
                PieceKind::Horse,
                PieceKind::Elephant,
                PieceKind::Advisor,
                PieceKind::General,
                PieceKind::Cannon,
                PieceKind::Pawn,
            ];
            let kind = 1 + kinds.iter().position(|&kind| kind == piece.kind).expect("a kind") as u8;
            file[2120 + index(square)] = if piece.side == Side::First { 0x10 } else { 0x20 } | kind;
        }
    }
    file[2210..2214].fill(0xff);
    let tree = &game.tree;
    for node in std::iter::once(NodeId::ROOT).chain(tree.preorder()) {
        let squares = match tree.mv(node).and_then(RecordedMove::xiangqi) {
            Some(mv) => [index(mv.from()) as u8, index(mv.to()) as u8],
            None => [0, 0],
        };
        let text = utf_16(tree.comment(node));
        let ends = u8::from(tree.first_child(node).is_none());
        let flags = ends | if tree.next_sibling(node).is_some() { 2 } else { 0 } | if text.is_empty() { 0 } else { 4 };
        file.extend([flags, 0, squares[0], squares[1]]);
        if !text.is_empty() {
            file.extend((text.len() as u32).to_le_bytes());
            file.extend(text);
        }
    }
    file
}

fn index(square: Square) -> usize {
    (9 - square.rank()) * 9 + square.file()
}

/// A library; the games of these numbers, from 0, are marked as deleted.
pub(crate) fn cbl(games: &[GameRecord], deleted: &[usize]) -> Vec<u8> {
    const SLOTS: usize = 128;
    let mut file = vec![0; 66_624 + 276 * SLOTS];
    file[..16].copy_from_slice(b"CCBridgeLibrary\0");
    file[60] = SLOTS as u8;
    for (number, game) in games.iter().enumerate() {
        let entry = 66_624 + 276 * number;
        file[entry] = if deleted.contains(&number) { 5 } else { 7 };
        let id = utf_16(&format!("{{0000000{number}-0000-0000-0000-000000000000}}"));
        file[entry + 20..entry + 20 + id.len()].copy_from_slice(&id);
        let mut record = cbr(game);
        record[20] = number as u8;
        file[entry + 12..entry + 16].copy_from_slice(&(record.len() as u32).to_le_bytes());
        record.resize(record.len().div_ceil(4096) * 4096, 0xee);
        file.extend(record);
    }
    file
}

/// A library of CCBridge 2 with games of three moves under these titles, and bytes behind the last one.
pub(crate) fn old_cbl(titles: &[&str], behind: &[u8]) -> Vec<u8> {
    fn text(bytes: &mut Vec<u8>, text: &str) {
        bytes.extend((text.len() as u32).to_le_bytes());
        bytes.extend(text.as_bytes());
    }
    let dates = b"2001-1-1 00:00:00  ".repeat(2);
    let mut library = Vec::new();
    ["a name", "", "", "somebody", ""].iter().for_each(|part| text(&mut library, part));
    library.extend(&dates);
    library.extend((titles.len() as u32).to_le_bytes());
    text(&mut library, "an introduction");
    for title in titles {
        let back = [0x1a, 0x2a, 0x3a, 0x4a, 0x5a, 0x6a, 0x7a, 0x8a, 0x9a, 0x28, 0x88, 0x17, 0x37, 0x57, 0x77, 0x97];
        let mut game: Vec<u8> = back.to_vec();
        game.extend(back.map(|square| square & 0xf0 | (11 - (square & 15))));
        game.extend(1_u32.to_le_bytes());
        text(&mut game, "cup");
        game.extend(1_u32.to_le_bytes());
        [title, "", "", "here", "2001-1-1", "A", "B"].iter().for_each(|part| text(&mut game, part));
        game.extend(1_u32.to_le_bytes());
        ["", "", "", "", ""].iter().for_each(|part| text(&mut game, part));
        game.push(1);
        game.extend(&dates);
        game.extend(3_u32.to_le_bytes());
        game.extend([1, 0, 0x77, 0x47, 0, 0, 2, 0, 0x70, 0x62, 0, 0, 3, 0, 0x79, 0x67, 0, 0]);
        game.extend(b"\r\nsolid\r\n\r\n");
        library.extend((game.len() as u32 + 4).to_le_bytes());
        library.extend(game);
    }
    library.extend(behind);
    let mut encoder = flate2::write::ZlibEncoder::new(Vec::new(), flate2::Compression::default());
    std::io::Write::write_all(&mut encoder, &library).expect("a vector");
    let mut file = b"CCBridge\x15\0\0\0\x03\0\0\0".to_vec();
    file.extend((library.len() as u32).to_le_bytes());
    file.extend(encoder.finish().expect("a vector"));
    file
}

/// A game as 弈天 writes it.
pub(crate) fn mxq() -> Vec<u8> {
    let words = [
        "room",
        "2001-1-1",
        "a-b",
        "1",
        "2",
        "0",
        "0",
        "0",
        "0",
        "0",
        "end",
        "Moves",
        "7C-4C",
        "7J-6H",
        "Ends",
        "solid",
        "CommentsEnd",
    ];
    words.iter().flat_map(|word| [&[word.len() as u8], word.as_bytes()].concat()).collect()
}
