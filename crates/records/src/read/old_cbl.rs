//! The library of CCBridge 2: all games in one zlib stream, text in GBK, each preceded by its length.
//!
//! The library has five texts (name and authors), two dates, the number of games, an introduction, and the games. A
//! game ends with its comments; its length covers all of it.

use super::super::builder::Builder;
use super::super::encoding::gbk;
use super::super::error::{Cause, GameFault, Location, Trouble, Unread};
use super::super::game_record::GameRecord;
use super::super::result::GameResult;
use super::super::start::Start;
use super::super::tree::NodeId;
use super::bytes::ByteReader;
use super::slots::{self, SLOTS};
use super::source::{MAX_WHOLE, ReadAtOnce};
use flate2::bufread::ZlibDecoder;
use meihua_contracts::sentence;
use meihua_contracts::side::Side;
use meihua_engine::games::xiangqi::Square;
use std::io::Read;

/// The first bytes of a file.
pub(crate) const MAGIC: &[u8; 12] = b"CCBridge\x15\0\0\0";

/// Where the compressed games begin.
const PACKED: usize = 20;

/// Size in bytes of a pair of dates: creation and last change.
const DATES: usize = 2 * 19;

/// Number of texts in a library before its dates.
const LIBRARY_TEXTS: usize = 5;

/// The texts of a game before its result. The meaning of the numbered ones is unknown; libraries hardly ever have them.
const TEXTS: [&str; 7] = ["Title", "Text2", "Text3", "Site", "Date", "Red", "Black"];

/// The texts after the result.
const LATE_TEXTS: [&str; 4] = ["Annotator", "Text9", "Author", "Address"];

/// Reads a library. A game that ends too early is kept as far as it goes; everything after a game without a start
/// position is lost.
///
/// # Errors
/// [`Cause::Cut`] or [`Cause::TooLarge`]: the library ends before its first game.
pub(crate) fn read(file: &[u8]) -> Result<ReadAtOnce, Trouble> {
    let mut bytes = Vec::new();
    let packed = file.get(PACKED..).unwrap_or_default();
    let mut decoder = ZlibDecoder::new(packed);
    let unpacked = decoder.by_ref().take(MAX_WHOLE + 1).read_to_end(&mut bytes);
    if bytes.len() as u64 > MAX_WHOLE {
        return Err(Cause::TooLarge { what: "the unpacked library", limit: MAX_WHOLE }.into());
    }
    // What is missing is due to the truncated stream.
    let mut trouble = unpacked.err().map(Trouble::from);
    let mut reader = ByteReader::new(&bytes, 0);
    let mut games = Vec::new();
    let mut read_games = || -> Result<(), Trouble> {
        for _ in 0..count(&mut reader)? {
            games.push(game(&mut reader)?);
        }
        Ok(())
    };
    let result = read_games();
    trouble = trouble.or(result.err());
    let packed_end = usize::try_from(decoder.total_in()).map_or(file.len(), |length| PACKED + length);
    let unread = match trouble {
        Some(_) => None,
        None => reader.unread("the last game of the unpacked library"),
    };
    let unread = unread.or_else(|| ByteReader::new(file, packed_end).unread("the packed games"));
    Ok(ReadAtOnce::new(games, trouble).with_unread(unread))
}

/// Reads up to the first game; returns the number of games.
fn count(reader: &mut ByteReader) -> Result<u32, Trouble> {
    for _ in 0..LIBRARY_TEXTS {
        reader.string("a text of the library")?;
    }
    reader.take(DATES, "the dates of the library")?;
    let count = reader.u32("the number of games")?;
    reader.string("the introduction of the library")?;
    Ok(count)
}

fn game(library: &mut ByteReader) -> Result<GameRecord, Trouble> {
    let at = library.at();
    let length = library.u32("a game")? as usize;
    // The last game of a library that is cut off is read as far as it goes.
    let length = length.saturating_sub(4).min(library.left());
    let record = library.take(length, "a game")?;
    let mut reader = ByteReader::new(record, 0);
    let inside = |trouble: Trouble| Trouble::at_byte(at, trouble.cause);
    let mut builder = setup(&mut reader).map_err(inside)?;
    if let Err(trouble) = fields(&mut reader, &mut builder) {
        let place = Location::Byte(at as u64);
        builder.record().add_fault(GameFault { place, ply: None, in_variation: false, what: (&trouble.cause).into() });
    }
    let mut game = builder.finish();
    if let Some(Unread { place, .. }) = &mut game.unread {
        *place = Location::Byte(at as u64);
    }
    Ok(game)
}

/// The start position and what precedes the side to move.
fn setup(reader: &mut ByteReader) -> Result<Builder, Trouble> {
    let squares = reader.take(SLOTS, "the pieces")?;
    let place = |byte: &u8| {
        let (x, y) = (usize::from(byte >> 4), usize::from(byte & 15));
        Square::new(x.checked_sub(1)?, 10_usize.checked_sub(y)?)
    };
    let mut setup = slots::setup(squares.iter().map(place));
    reader.u32("the kind")?;
    let event = gbk(reader.string("the event")?);
    setup.side = if reader.u32("the side to move")? == 2 { Side::Second } else { Side::First };
    let mut builder = Builder::new(Start::from(setup));
    builder.record().tags.push("Event", &event);
    Ok(builder)
}

fn fields(reader: &mut ByteReader, builder: &mut Builder) -> Result<(), Trouble> {
    for tag in TEXTS {
        let text = gbk(reader.string("a text")?);
        builder.record().tags.push(tag, &text);
    }
    builder.record().result = GameResult::from_code(reader.u32("the result")?);
    for tag in LATE_TEXTS {
        let text = gbk(reader.string("a text")?);
        builder.record().tags.push(tag, &text);
    }
    let introduction = gbk(reader.string("the introduction")?);
    builder.record().tree.add_comment(NodeId::ROOT, &introduction);
    reader.take(1 + DATES, "two dates")?;
    read_moves(reader, builder)
}

/// Reads nodes with their plies: one whose ply does not follow the last is an alternative at that ply. Then a comment
/// line for each.
fn read_moves(reader: &mut ByteReader, builder: &mut Builder) -> Result<(), Trouble> {
    let count = reader.u32("the number of moves")? as usize;
    // `None` for a move that could not be played, and for what follows it.
    let mut line: Vec<Option<NodeId>> = vec![Some(NodeId::ROOT)];
    let mut nodes = Vec::new();
    for _ in 0..count {
        let place = Location::Byte(reader.at() as u64);
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
    let mut comments = reader.take(left, "the comments")?.split(|&byte| byte == b'\n');
    for (node, comment) in nodes.into_iter().zip(comments.by_ref()) {
        if let Some(node) = node {
            builder.record().tree.add_comment(node, &gbk(comment));
        }
    }
    let rest = comments.filter(|line| !line.is_empty()).count();
    if rest > 0 {
        let what = sentence!("a comment of {} lines after those of all moves", rest);
        builder.record().unread = Some(Unread { place: Location::Whole, what });
    }
    Ok(())
}
