//! CBF, XML with the root `ChineseChessRecord`: a `Head` of tags and a `MoveList`. Squares are written as in DhtmlXQ.
//! The text of a move is its comment, and the first move `00-00` is the start position.

use super::super::builder::Builder;
use super::super::error::{Cause, GameFault, Location, Trouble};
use super::super::game_record::GameRecord;
use super::super::result::GameResult;
use super::super::start::{RecordedGame, Start};
use super::super::tags::Tags;
use super::super::tree::NodeId;
use super::source::ReadAtOnce;
use meihua_contracts::sentence;
use meihua_contracts::sentence::Sentence;
use meihua_contracts::text::{MoveError, shorten};
use roxmltree::{Document, Node};

/// Elements of the head whose tags have other names.
const ELEMENTS: [(&str, &str); 8] = [
    ("Name", "Title"),
    ("Contest", "Event"),
    ("ContestType", "EventClass"),
    ("From", "Source"),
    ("TimeRule", "TimeControl"),
    ("RedRating", "RedElo"),
    ("BlackRating", "BlackElo"),
    ("Commentator", "Annotator"),
];

/// Elements that are not tags.
const RESERVED: [&str; 3] = ["FEN", "RecordResult", "RecordKind"];

/// The end of a record.
const END: &str = "</ChineseChessRecord>";

/// Reads a file of one or more records.
pub(crate) fn read_all(text: &str) -> ReadAtOnce {
    let (mut games, mut trouble, mut rest) = (Vec::new(), None, text);
    while trouble.is_none() && (games.is_empty() || rest.contains(END)) {
        let end = rest.find(END).map_or(rest.len(), |end| end + END.len());
        match read(rest[..end].trim_start()) {
            Ok(game) => games.push(game),
            Err(error) => trouble = Some(error),
        }
        rest = &rest[end..];
    }
    let unread = super::unread_text(text, rest).filter(|_| trouble.is_none());
    ReadAtOnce::new(games, trouble).with_unread(unread)
}

/// Reads a record.
///
/// # Errors
/// It is not XML, has no moves, or has a bad FEN.
fn read(text: &str) -> Result<GameRecord, Trouble> {
    let document = Document::parse(text.trim_start_matches('\u{feff}').trim_start())?;
    let element = |name: &'static str| move |node: &Node| node.tag_name().name() == name;
    let head = document.descendants().find(element("Head"));
    let mut tags = Tags::default();
    let (mut start, mut result) = (Start::default(), GameResult::Unknown);
    for field in head.iter().flat_map(Node::children).filter(Node::is_element) {
        let (name, value) = (field.tag_name().name(), field.text().unwrap_or_default().trim());
        match name {
            "FEN" if !value.is_empty() => {
                let found = RecordedGame::XIANGQI.start(value);
                start = found.map_err(|error| Cause::no_position(&error))?;
            }
            "RecordResult" => result = GameResult::from_code(value.parse().unwrap_or(0)),
            name if RESERVED.contains(&name) => {}
            name => {
                let known = ELEMENTS.iter().find(|(element, _)| *element == name);
                tags.push(known.map_or(name, |(_, tag)| tag), value);
            }
        }
    }
    let mut builder = Builder::new(start);
    let moves = document.descendants().filter(element("MoveList")).flat_map(|list| list.descendants().skip(1));
    for mv in moves.filter(Node::is_element) {
        let place = Location::Line(u64::from(document.text_pos_at(mv.range().start).row));
        if mv.tag_name().name() != "Move" {
            let what = sentence!("an element {} among the moves", Sentence::quoted(shorten(mv.tag_name().name())));
            builder.record().add_fault(GameFault { place, ply: None, in_variation: false, what });
            continue;
        }
        if !play(&mut builder, &mv, place) {
            break;
        }
    }
    let record = builder.record();
    (record.tags, record.result) = (tags, result);
    Ok(builder.finish())
}

/// Plays a move and adds its comment. Returns `false` if the line ends here.
fn play(builder: &mut Builder, mv: &Node, place: Location) -> bool {
    let value = mv.attribute("value").unwrap_or_default();
    let comment = mv.text().unwrap_or_default();
    if value == "00-00" {
        builder.record().tree.add_comment(NodeId::ROOT, comment);
        return true;
    }
    let digits: Vec<usize> = value.chars().filter_map(|c| c.to_digit(10)).map(|digit| digit as usize).collect();
    let played = match digits[..] {
        [from, from_row, to, to_row] => builder.play_squares((from, 9 - from_row), (to, 9 - to_row)),
        _ => Err(MoveError::unreadable(value, "a move as 77-47")),
    };
    match played {
        Ok(node) => builder.record().tree.add_comment(node, comment),
        Err(error) => {
            builder.refuse(place, &error);
            return false;
        }
    }
    true
}
