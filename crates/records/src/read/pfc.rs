//! PFC, the files of 鹏飞: XML with nested elements `<n m="h2e2" c="comment">`; the outer one has the FEN. The move
//! marked `default` is the main one, otherwise the first. The whole is often inside an HTML comment.

use super::super::builder::Builder;
use super::super::error::{Cause, GameFault, Location, Trouble};
use super::super::game_record::GameRecord;
use super::super::result::GameResult;
use super::super::start::{RecordedGame, Start};
use super::super::tree::NodeId;
use super::source::ReadAtOnce;
use meihua_contracts::sentence;
use meihua_contracts::sentence::Sentence;
use meihua_contracts::text::shorten;
use meihua_engine::engine::record_game::Convention;
use roxmltree::{Document, Node};

/// Attributes of the outer element that are not tags.
const RESERVED: [&str; 4] = ["m", "c", "version", "win"];

/// The beginning of a game.
const START: &str = "<n version";

/// Reads a file of one or more games.
pub(crate) fn read_all(text: &str) -> ReadAtOnce {
    let (mut games, mut trouble, mut unread) = (Vec::new(), None, None);
    let starts: Vec<usize> = text.match_indices(START).map(|(index, _)| index).chain([text.len()]).collect();
    for pair in starts.windows(2) {
        let (one, mut rest) = text[pair[0]..pair[1]].split_at(end_of(&text[pair[0]..pair[1]]));
        match read(one) {
            Ok(game) => games.push(game),
            Err(error) => trouble = trouble.or(Some(error)),
        }
        // What the game is wrapped in: comments, other elements, forum tags.
        while let Some((wrapping, after)) =
            rest.trim_start().split_once(['>', ']']).filter(|(wrapping, _)| is_wrapping(wrapping))
        {
            _ = wrapping;
            rest = after;
        }
        unread = unread.or_else(|| super::unread_text(&text[..pair[1]], rest));
    }
    let unread = unread.filter(|_| trouble.is_none());
    ReadAtOnce::new(games, trouble).with_unread(unread)
}

/// The end of the outer element, which is the last one with its name.
fn end_of(text: &str) -> usize {
    text.rfind("</n>").map_or(text.len(), |end| end + "</n>".len())
}

/// Whether text up to a closing character is the rest of a tag or a comment.
fn is_wrapping(text: &str) -> bool {
    text.is_empty() || text.starts_with(['<', '[']) || text.trim_matches(['-', ']']).is_empty()
}

/// Reads a game.
///
/// # Errors
/// It is not XML, or has a bad FEN.
fn read(text: &str) -> Result<GameRecord, Trouble> {
    let document = Document::parse(text)?;
    let root = document.root_element();
    let start = match root.attribute("m").filter(|fen| !fen.trim().is_empty()) {
        None => Start::default(),
        Some(fen) => RecordedGame::XIANGQI.start(fen).map_err(|error| Cause::no_fen("m", &error))?,
    };
    let mut builder = Builder::new(start);
    builder.record().tree.add_comment(NodeId::ROOT, root.attribute("c").unwrap_or_default());
    read_moves(root, &mut builder);
    let record = builder.record();
    record.result = root.attribute("win").and_then(GameResult::parse).unwrap_or_default();
    for attribute in root.attributes().filter(|attribute| !RESERVED.contains(&attribute.name())) {
        let name = if attribute.name() == "title" { "Title" } else { attribute.name() };
        record.tags.push(&name.replace('-', "_"), attribute.value());
    }
    Ok(builder.finish())
}

/// Adds the moves inside the outer element, the main one of each position first.
fn read_moves(root: Node, builder: &mut Builder) {
    let mut open = vec![(NodeId::ROOT, root)];
    while let Some((at, element)) = open.pop() {
        let is_move = |node: &Node| node.tag_name().name() == "n" && node.attribute("m").is_some();
        let (mut moves, others): (Vec<Node>, Vec<Node>) =
            element.children().filter(Node::is_element).partition(is_move);
        if let Some(other) = others.first() {
            let place = Location::Byte(other.range().start as u64);
            let what = sentence!("an element {} that is no move", Sentence::quoted(shorten(other.tag_name().name())));
            builder.record().add_fault(GameFault { place, ply: None, in_variation: false, what });
        }
        if let Some(main) = moves.iter().position(|mv| mv.attribute("default") == Some("true")) {
            moves[..=main].rotate_right(1);
        }
        for mv in moves {
            builder.go_to(at);
            match builder.play_text(mv.attribute("m").unwrap_or_default(), Convention::RanksFromZero) {
                Ok(node) => {
                    builder.record().tree.add_comment(node, mv.attribute("c").unwrap_or_default());
                    open.push((node, mv));
                }
                Err(error) => builder.refuse(Location::Byte(mv.range().start as u64), &error),
            }
        }
    }
}
