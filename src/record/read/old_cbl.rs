//! The library of CCBridge 2: all games in one zlib stream, texts in GBK.

use super::super::builder::Builder;
use super::super::encoding::gbk;
use super::super::error::{Cause, Place, Trouble};
use super::super::game_record::{GameRecord, Start};
use super::super::games::{MAX_WHOLE, ReadAtOnce};
use super::super::result::GameResult;
use super::super::tree::NodeId;
use super::bytes::ByteReader;
use super::slots::{self, SLOTS};
use crate::games::xiangqi::Square;
use crate::side::Side;
use flate2::read::ZlibDecoder;
use std::io::Read;

/// What a file begins with.
pub const MAGIC: &[u8; 12] = b"CCBridge\x15\0\0\0";

/// Where the packed games begin, and the first game in the unpacked ones.
const PACKED: usize = 20;
const FIRST: usize = 80;

/// The texts of a game before its result.
const TEXTS: [&str; 7] = ["Title", "Event", "Round", "Date", "Site", "Red", "Black"];

/// Reads a library; what follows a damaged game is lost.
///
/// # Errors
/// What the unpacking reports, or [`Cause::TooLarge`].
pub fn read(file: &[u8]) -> Result<ReadAtOnce, Trouble> {
    let mut bytes = Vec::new();
    let packed = file.get(PACKED..).unwrap_or_default();
    let unpacked = ZlibDecoder::new(packed).take(MAX_WHOLE + 1).read_to_end(&mut bytes);
    if bytes.len() as u64 > MAX_WHOLE {
        return Err(Cause::TooLarge { what: "the unpacked library", limit: MAX_WHOLE }.into());
    }
    let count = ByteReader::new(&bytes, 0).u32("the number of games").unwrap_or(0);
    let mut games = Vec::new();
    let mut reader = ByteReader::new(&bytes, FIRST);
    let mut trouble = unpacked.err().map(Trouble::from);
    for _ in 0..count {
        match game(&mut reader) {
            Ok(game) => games.push(game),
            Err(error) => {
                // That the stream broke off explains it.
                trouble = trouble.or(Some(error));
                break;
            }
        }
    }
    Ok(ReadAtOnce::new(games, trouble))
}

fn game(library: &mut ByteReader) -> Result<GameRecord, Trouble> {
    let at = library.at();
    let length = library.u32("a game")? as usize;
    let record = library.take(length.saturating_sub(4), "a game")?;
    let mut reader = ByteReader::new(record, 0);
    let inside = |trouble: Trouble| Trouble::at_byte(at, trouble.cause);
    fields(&mut reader).map_err(inside)
}

fn fields(reader: &mut ByteReader) -> Result<GameRecord, Trouble> {
    let squares = reader.take(SLOTS, "the pieces")?;
    let place = |byte: &u8| {
        let (x, y) = (usize::from(byte >> 4), usize::from(byte & 15));
        Square::new(x.checked_sub(1)?, 10_usize.checked_sub(y)?)
    };
    let mut setup = slots::setup(squares.iter().map(place));
    reader.take(8, "the kind")?;
    setup.side = if reader.u32("the side to move")? == 2 { Side::Second } else { Side::First };
    let mut builder = Builder::new(Start::Xiangqi(Box::new(setup)));
    for tag in TEXTS {
        let text = gbk(reader.string("a text")?);
        builder.record().tags.push(tag, &text);
    }
    builder.record().result = GameResult::from_code(reader.u32("the result")?);
    reader.take(16, "empty fields")?;
    let introduction = gbk(reader.string("the introduction")?);
    builder.record().tree.add_comment(NodeId::ROOT, &introduction);
    reader.take(1 + 2 * 19, "two dates")?;
    read_moves(reader, &mut builder)?;
    Ok(builder.finish())
}

/// Nodes with their plies: one whose ply does not go on from the last is an alternative there. Then a line of comment
/// for each.
fn read_moves(reader: &mut ByteReader, builder: &mut Builder) -> Result<(), Trouble> {
    let count = reader.u32("the number of moves")? as usize;
    // None: a move that could not be played, and what follows it.
    let mut line: Vec<Option<NodeId>> = vec![Some(NodeId::ROOT)];
    let mut nodes = Vec::new();
    for _ in 0..count {
        let place = Place::Byte(reader.at() as u64);
        let &[low, high, from, to, _, _] = reader.take(6, "a move")? else { break };
        let ply = usize::from(u16::from_le_bytes([low, high])).clamp(1, line.len());
        line.truncate(ply);
        let parent = line.last().copied().flatten();
        let square = |byte: u8| (usize::from(byte >> 4), 9_usize.wrapping_sub(usize::from(byte & 15)));
        let node = parent.and_then(|parent| {
            builder.go_to(parent);
            builder.play_squares(square(from), square(to)).map_err(|error| builder.refuse(place, &error)).ok()
        });
        line.push(node);
        nodes.push(node);
    }
    let left = reader.left();
    let comments = gbk(reader.take(left, "the comments")?);
    for (node, comment) in nodes.into_iter().zip(comments.split('\n')) {
        if let Some(node) = node {
            builder.record().tree.add_comment(node, comment);
        }
    }
    Ok(())
}
