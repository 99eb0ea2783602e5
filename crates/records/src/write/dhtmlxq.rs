//! Writes DhtmlXQ, the UBB text of dpxq.com; see [the reader](super::super::read::dhtmlxq).

use super::super::encoding::TextEncoding;
use super::super::game_record::GameRecord;
use super::super::read::dhtmlxq::{KEYS, RESERVED};
use super::super::read::slots;
use super::super::text_encoding::{traditional, unicode_escape};
use super::super::tree::{NodeId, Tree};
use super::{Lost, WriteError};
use meihua_contracts::side::Side;
use meihua_engine::engine::record_game::RecordedMove;
use meihua_engine::games::xiangqi::setup::Setup;
use meihua_engine::games::xiangqi::{Move, Square};
use std::fmt::Write as _;

/// Writes a game and a blank line.
///
/// # Errors
/// [`WriteError::OtherGame`] for any game but xiangqi.
pub fn write(game: &GameRecord) -> Result<(String, Lost), WriteError> {
    write_in(game, TextEncoding::Utf8)
}

/// Writes a game for an encoding, which may lack the simplified characters of results.
///
/// # Errors
/// As [`write`].
pub(crate) fn write_in(game: &GameRecord, encoding: TextEncoding) -> Result<(String, Lost), WriteError> {
    let setup = game.start.xiangqi().ok_or(WriteError::OtherGame("DhtmlXQ"))?;
    let mut text = "[DhtmlXQ]\n".to_owned();
    let mut push = |key: &str, value: &str| {
        // Writing to a string cannot fail.
        let _ = writeln!(text, "[DhtmlXQ_{key}]{value}[/DhtmlXQ_{key}]");
    };
    push("ver", "www_dpxq_com");
    push("init", "500,350");
    for (name, value) in game.tags.iter() {
        push(&key_of(name), &escaped(value));
    }
    let result = game.result.chinese();
    push("result", &if encoding.is_traditional() { traditional(result) } else { result.to_owned() });
    let pieces = slots::squares(setup);
    let squares = pieces.unwrap_or_default();
    push("binit", &squares.iter().map(|square| square.map_or("99".to_owned(), digits)).collect::<String>());
    // The side to move follows from the first move; any other difference needs the FEN.
    let tree = &game.tree;
    let plain = Setup { side: setup.side, ..slots::setup(squares) };
    let moves_first = tree.first_child(NodeId::ROOT).is_some() || setup.side == Side::First;
    if pieces.is_none() || plain != *setup || !moves_first {
        push("fen", &game.start.fen());
    }
    write_lines(tree, &mut push);
    text.push_str("[/DhtmlXQ]\n\n");
    Ok((text, Lost { marks: tree.marks_count(), ..Lost::default() }))
}

/// The lines of the tree, numbered in order of appearance, then the comments.
fn write_lines(tree: &Tree, push: &mut impl FnMut(&str, &str)) {
    let mut comments = Vec::new();
    if !tree.comment(NodeId::ROOT).is_empty() {
        comments.push(("comment0".to_owned(), NodeId::ROOT));
    }
    // The line, the line it leaves, its first node. Lines that begin earlier come first, so that siblings keep their
    // order.
    let mut waiting = std::collections::VecDeque::from([(0_usize, 0_usize, tree.first_child(NodeId::ROOT))]);
    let mut count = 1;
    while let Some((line, left, first)) = waiting.pop_front() {
        let mut moves = String::new();
        let nodes = std::iter::successors(first, |&node| tree.first_child(node));
        for node in nodes {
            moves += &move_digits(tree, node);
            let ply = tree.depth(node);
            if !tree.comment(node).is_empty() {
                let key = if line == 0 { format!("comment{ply}") } else { format!("comment{line}_{ply}") };
                comments.push((key, node));
            }
            let is_first_of_variation = line > 0 && Some(node) == first;
            let others = tree.children(tree.parent(node)).skip(1).filter(|_| !is_first_of_variation);
            for other in others {
                waiting.push_back((count, line, Some(other)));
                count += 1;
            }
        }
        match first {
            Some(first) if line > 0 => push(&format!("move_{left}_{}_{line}", tree.depth(first)), &moves),
            _ => push("movelist", &moves),
        }
    }
    for (key, node) in comments {
        push(&key, &escaped(tree.comment(node)));
    }
}

fn move_digits(tree: &Tree, node: NodeId) -> String {
    let squares = |mv: Move| digits(mv.from()) + &digits(mv.to());
    tree.mv(node).and_then(RecordedMove::xiangqi).map(squares).unwrap_or_default()
}

/// The file, and the row from Black's side.
fn digits(square: Square) -> String {
    format!("{}{}", square.file(), 9 - square.rank())
}

/// The key for a tag: the format's own, or the name in lower case if it can be recovered from that.
fn key_of(name: &str) -> String {
    if let Some((key, _)) = KEYS.iter().find(|(_, tag)| *tag == name) {
        return (*key).to_owned();
    }
    let mut letters = name.chars();
    let key: String = letters.next().map(|c| c.to_ascii_lowercase()).into_iter().chain(letters).collect();
    let is_plain = name.starts_with(|c: char| c.is_ascii_uppercase()) && key.bytes().all(|b| b.is_ascii_alphanumeric());
    let is_taken = RESERVED.iter().any(|known| known.eq_ignore_ascii_case(&key))
        || KEYS.iter().any(|(known, _)| known.eq_ignore_ascii_case(&key))
        || ["move", "comment", "tag"].iter().any(|word| key.starts_with(word));
    if is_plain && !is_taken { key } else { format!("tag_{}", name.replace(']', "_")) }
}

/// Text that survives forums and readers: line ends as `||`, special characters as `\uXXXX`.
fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        // A plus sign behind a quote looks like the joint of two strings in a script.
        let is_joint = c == '+' && escaped.trim_end().ends_with(['\'', '"']);
        match c {
            '\n' => escaped.push_str("||"),
            '<' | '>' | '&' | '[' | ']' | '|' | '\\' => escaped.push_str(&unicode_escape(c).unwrap_or_default()),
            c if is_joint => escaped.push_str(&unicode_escape(c).unwrap_or_default()),
            c => escaped.push(c),
        }
    }
    escaped
}
