//! The tags of DhtmlXQ as they stand in pages: broken over lines, put together by scripts, with HTML and escapes inside.

use super::dhtmlxq::{KEYS, RESERVED};

/// Maximum length in bytes of a tag, and of what a script has between two strings.
pub(super) const MAX_TAG: usize = 80;

/// Adds a line of a page. A tag may be broken over two lines, or made of several strings by a script, which also escapes
/// the slash with a backslash.
pub(super) fn push_line(text: &mut String, line: &str) {
    let tail = text.len().saturating_sub(MAX_TAG);
    let tail = (tail..text.len()).find(|&index| text.is_char_boundary(index)).unwrap_or(text.len());
    let mut before = text.split_off(tail);
    let is_open = before.rfind('[').is_some_and(|start| {
        let tag = before[start + 1..].trim_end().trim_start_matches('/').to_ascii_lowercase();
        !tag.is_empty() && !tag.contains(']') && (tag.starts_with("dhtmlxq") || "dhtmlxq".starts_with(&tag))
    });
    if is_open {
        before.truncate(before.trim_end().len());
    }
    let line = if is_open { line.trim_start() } else { line };
    text.push_str(&without_joints(&(before + &line.replace("[\\/", "[/"))));
    text.push('\n');
}

/// Text without the ends of strings that a script puts together: `'[Dhtml' + 'XQ]'`.
fn without_joints(text: &str) -> String {
    let mut found = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(index) = rest.find(['\'', '"']) {
        let (before, at_quote) = rest.split_at(index);
        let (quote, after) = at_quote.split_at(1);
        let joint = after.trim_start().strip_prefix('+').and_then(|after| after.trim_start().strip_prefix(quote));
        found.push_str(before);
        match joint {
            Some(after) => rest = after,
            None => {
                found.push_str(quote);
                rest = after;
            }
        }
    }
    found + rest
}

/// A key, in lower case if it is known, and its value.
pub(super) type Field = (String, String);

/// The offset where the first outer closing tag (`[/DhtmlXQ]`, `[/DhtmlXQHTML]` …) ends, searching from about `from`.
pub(super) fn outer_end(text: &str, from: usize) -> Option<usize> {
    let from = from.saturating_sub(40);
    let from = (from..text.len()).find(|&index| text.is_char_boundary(index)).unwrap_or(text.len());
    let in_small = text[from..].to_ascii_lowercase();
    let tags = in_small.match_indices("[/dhtmlxq").map(|(index, _)| from + index);
    let mut outer = tags.filter(|index| !text[index + "[/dhtmlxq".len()..].starts_with('_'));
    let start = outer.next()?;
    text[start..].find(']').map(|length| start + length + 1)
}

/// Keys and values. A closing tag may be misspelt, so a value ends at the next closing tag whatever its name.
pub(super) fn fields(text: &str) -> Vec<Field> {
    let in_small = text.to_ascii_lowercase();
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(start) = in_small[at..].find("[dhtmlxq_") {
        let key_at = at + start + "[dhtmlxq_".len();
        let Some(length) = text[key_at..].find(']') else { break };
        let after = key_at + length + 1;
        // One search for both kinds of tags: the next of one kind may be far away, for each of a million of the other.
        let mut brackets = in_small[after..].match_indices('[').map(|(index, _)| after + index);
        let is_tag = |tag: &str| tag.strip_prefix('/').unwrap_or(tag).starts_with("dhtmlxq");
        let end = brackets.find(|index| is_tag(&in_small[index + 1..])).unwrap_or(text.len());
        let key = plain(&text[key_at..key_at + length]);
        let small = key.to_ascii_lowercase();
        let is_known = RESERVED.contains(&small.as_str())
            || KEYS.iter().any(|(known, _)| *known == small)
            || ["move_", "comment"].iter().any(|start| small.starts_with(start));
        // Unknown keys keep their case, since they become names of tags.
        let key = if is_known { small } else { key };
        let value = plain(&text[after..end]);
        // Moves in pieces are searched for in the whole text.
        let is_in_pieces = key == "movelist" && value.trim_start().starts_with('[');
        found.push((key, if is_in_pieces { String::new() } else { value }));
        at = end;
    }
    found
}

/// A value without HTML tags and with its escapes decoded.
pub(super) fn plain(value: &str) -> String {
    let mut text = String::with_capacity(value.len());
    let mut rest = value;
    while let Some(index) = rest.find(['<', '&', '\\', '|']) {
        text.push_str(&rest[..index]);
        let (length, meaning) = escape(&rest[index..]);
        text.push_str(&meaning);
        rest = &rest[index + length..];
    }
    text + rest
}

/// The length of a possible escape at the start of the text, and its meaning.
fn escape(text: &str) -> (usize, String) {
    const ENTITIES: [(&str, &str); 6] =
        [("&nbsp;", " "), ("&lt;", "<"), ("&gt;", ">"), ("&amp;", "&"), ("&quot;", "\""), ("&#39;", "'")];
    if let Some((entity, meaning)) = ENTITIES.iter().find(|(entity, _)| text.starts_with(entity)) {
        return (entity.len(), (*meaning).to_owned());
    }
    if text.starts_with("||") {
        return (2, "\n".to_owned());
    }
    if let Some(meant) = unicode(text) {
        return meant;
    }
    let tag = text.strip_prefix('<').map(|rest| rest.trim_start_matches('/'));
    if tag.is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_alphabetic()))
        && let Some(end) = text.find('>').filter(|&end| end < 200)
    {
        let is_break = text[1..].trim_start_matches('/').to_ascii_lowercase().starts_with("br");
        return (end + 1, if is_break { "\n".to_owned() } else { String::new() });
    }
    let length = text.chars().next().map_or(1, char::len_utf8);
    (length, text[..length].to_owned())
}

/// A `\uXXXX` at the start of the text, or two that are one character.
fn unicode(text: &str) -> Option<(usize, String)> {
    let unit = |text: &str| {
        let digits = text.strip_prefix("\\u")?.get(..4)?;
        digits.bytes().all(|digit| digit.is_ascii_hexdigit()).then_some(u16::from_str_radix(digits, 16).ok()?)
    };
    let first = unit(text)?;
    let second = text.get(6..).and_then(unit);
    let pair = || second.and_then(|second| String::from_utf16(&[first, second]).ok());
    String::from_utf16(&[first]).ok().map(|one| (6, one)).or_else(|| pair().map(|two| (12, two)))
}
