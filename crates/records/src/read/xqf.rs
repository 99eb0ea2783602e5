//! XQF, the files of XQStudio (象棋演播室), versions 1.0 to 1.8: a header of 1024 bytes, then the tree of moves.
//!
//! A node has four bytes (from, to, flags, unused) and an optional comment. The first one is the start position. A node
//! that announces an alternative is followed first by its entire continuation, then by the alternative.

use super::super::builder::Builder;
use super::super::encoding::gbk;
use super::super::error::{Cause, GameFault, Location, Trouble};
use super::super::game_record::GameRecord;
use super::super::result::GameResult;
use super::super::start::Start;
use super::super::tree::NodeId;
use super::bytes::{ByteReader, byte, part};
use super::slots::{self, SLOTS};
use super::xqf_key::Key;
use meihua_contracts::side::Side;
use meihua_engine::games::xiangqi::Square;

/// Length of the header in bytes.
pub(crate) const HEADER: usize = 1024;

/// The strings in the header: offset, size of the field including its length byte, tag.
pub(crate) const FIELDS: [(usize, usize, &str); 10] = [
    (208, 64, "Event"),
    (272, 16, "Date"),
    (288, 16, "Site"),
    (304, 16, "Red"),
    (320, 16, "Black"),
    (336, 64, "TimeControl"),
    (400, 16, "RedTime"),
    (416, 16, "BlackTime"),
    (464, 16, "Annotator"),
    (480, 16, "Author"),
];

/// The offsets of the title and of its continuation.
pub(crate) const TITLES: [usize; 2] = [80, 144];

/// The kinds of a game; the first is the default and says nothing.
pub(crate) const KINDS: [&str; 4] = ["全局", "开局", "中局", "残局"];

/// Reads a file.
///
/// # Errors
/// [`Cause::Cut`] if the header is incomplete, [`Cause::Field`] for an unknown version.
pub(crate) fn read(file: &[u8]) -> Result<GameRecord, Trouble> {
    let header = ByteReader::new(file, 0).take(HEADER, "the header")?;
    let version = byte(header, 2);
    if !(10..=18).contains(&version) {
        let expected = "10 (1.0) to 18 (1.8)";
        return Err(Trouble::at_byte(2, Cause::field("version", version, expected)));
    }
    let key = Key::of(header, version);
    let mut builder = Builder::new(Start::from(setup(header, version, &key)));
    let tail = key.unscramble(file, HEADER);
    let mut walk = Walk { tail: &tail, key, old: version <= 10, at: 0 };
    let is_whole = walk.read(&mut builder);
    let record = builder.record();
    if is_whole {
        record.unread = ByteReader::new(file, HEADER + walk.at).unread("the last move");
    }
    record.result = GameResult::from_code(u32::from(byte(header, 51)));
    read_tags(header, record);
    Ok(builder.finish())
}

fn setup(header: &[u8], version: u8, key: &Key) -> meihua_engine::games::xiangqi::setup::Setup {
    let mut squares = [None; SLOTS];
    for (index, &scrambled) in part(header, 16, SLOTS).iter().enumerate() {
        let plain = usize::from(scrambled.wrapping_sub(key.pieces));
        let slot = if version >= 12 { (index + 1 + usize::from(key.pieces)) % SLOTS } else { index };
        squares[slot] = Square::new(plain / 10, plain % 10);
    }
    let mut setup = slots::setup(squares);
    setup.side = if byte(header, 50) == 1 { Side::Second } else { Side::First };
    setup
}

fn read_tags(header: &[u8], record: &mut GameRecord) {
    let [first, second] = TITLES;
    // A long title continues in the second one.
    let length = usize::from(byte(header, first));
    record.tags.push("Title", &gbk(part(header, first + 1, length.min(127))));
    if length < 64 {
        record.tags.push("Title2", &field(header, second, 64));
    }
    FIELDS.iter().for_each(|&(offset, size, tag)| record.tags.push(tag, &field(header, offset, size)));
    if let Some(kind) = KINDS.iter().skip(1).nth(usize::from(byte(header, 64)).wrapping_sub(1)) {
        record.tags.push("Type", kind);
    }
}

/// A length-prefixed string in a field of fixed size.
fn field(header: &[u8], offset: usize, size: usize) -> String {
    let length = usize::from(byte(header, offset)).min(size - 1);
    gbk(part(header, offset + 1, length))
}

/// Where the next node belongs.
#[derive(Clone, Copy, Debug)]
enum Parent {
    Node(NodeId),
    /// After a move that could not be played.
    Dead,
}

struct Walk<'a> {
    tail: &'a [u8],
    key: Key,
    /// Whether it is version 1.0, with other flags and a comment length in every node.
    old: bool,
    at: usize,
}

/// The fields of a node.
struct Header {
    from: u8,
    to: u8,
    goes_on: bool,
    has_alternative: bool,
    comment: Option<String>,
    /// What is wrong with the comment.
    fault: Option<&'static str>,
}

impl Walk<'_> {
    /// Reads the moves; `false` if the file ends where a node was announced.
    fn read(&mut self, builder: &mut Builder) -> bool {
        let place = Location::Byte((HEADER + self.at) as u64);
        let Some(root) = self.node() else {
            report(builder, place, false, "the file ends before its first move");
            return false;
        };
        if let Some(comment) = &root.comment {
            builder.record().tree.add_comment(NodeId::ROOT, comment);
        }
        root.fault.into_iter().for_each(|what| report(builder, place, false, what));
        let mut waiting: Vec<Parent> = Vec::new();
        let mut next = root.goes_on.then_some(Parent::Node(NodeId::ROOT));
        while let Some(parent) = next {
            let place = Location::Byte((HEADER + self.at) as u64);
            let Some(node) = self.node() else {
                report(builder, place, !waiting.is_empty(), "the file ends where a move was announced");
                return false;
            };
            let here = add(builder, parent, &node, place);
            if node.has_alternative {
                waiting.push(parent);
            }
            node.fault.into_iter().for_each(|what| report(builder, place, !waiting.is_empty(), what));
            next = if node.goes_on { Some(here) } else { waiting.pop() };
        }
        true
    }

    fn node(&mut self) -> Option<Header> {
        let mut reader = ByteReader::new(self.tail, self.at);
        let &[from, to, flags, _] = reader.take(4, "a move").ok()? else { return None };
        let (goes_on, has_alternative, has_comment) = if self.old {
            (flags & 0xf0 != 0, flags & 0x0f != 0, true)
        } else {
            (flags & 0x80 != 0, flags & 0x40 != 0, flags & 0x20 != 0)
        };
        let (mut comment, mut fault) = (None, None);
        if has_comment {
            let length = reader.u32("a comment").map(|length| length.wrapping_sub(self.key.comment) as usize);
            let is_cut = length.as_ref().map_or(true, |&length| length > reader.left());
            let text = reader.take(length.unwrap_or(0).min(reader.left()), "a comment").unwrap_or_default();
            // A wrong length takes moves for text.
            let is_binary = text.iter().skip_while(|&&byte| byte != 0).any(|&byte| byte != 0);
            fault = match (is_cut, is_binary) {
                (true, _) => Some("the file ends in a comment"),
                (false, true) => Some("binary data in a comment"),
                (false, false) => None,
            };
            comment = Some(gbk(text));
        }
        self.at = reader.at();
        let from = from.wrapping_sub(24).wrapping_sub(self.key.from);
        let to = to.wrapping_sub(32).wrapping_sub(self.key.to);
        Some(Header { from, to, goes_on, has_alternative, comment, fault })
    }
}

fn report(builder: &mut Builder, place: Location, in_variation: bool, what: &'static str) {
    builder.record().add_fault(GameFault { place, ply: None, in_variation, what: what.into() });
}

/// Adds a node, unless its parent could not be played.
fn add(builder: &mut Builder, parent: Parent, node: &Header, place: Location) -> Parent {
    let Parent::Node(parent) = parent else { return Parent::Dead };
    builder.go_to(parent);
    let square = |byte: u8| (usize::from(byte) / 10, usize::from(byte) % 10);
    match builder.play_squares(square(node.from), square(node.to)) {
        Ok(id) => {
            if let Some(comment) = &node.comment {
                builder.record().tree.add_comment(id, comment);
            }
            Parent::Node(id)
        }
        Err(error) => {
            builder.refuse(place, &error);
            Parent::Dead
        }
    }
}
