//! Writes PGN: tags in the usual order, moves with comments, annotations and variations, lines of at most 80 columns.
//! [`Page`] does the formatting, also for the games of matches.

use super::super::cursor::Cursor;
use super::super::encoding::TextEncoding;
use super::super::format::is_tag;
use super::super::game_record::GameRecord;
use super::super::text_encoding::traditional;
use super::super::tree::{NodeId, Tree};
use super::Lost;
use super::list::spell;
use meihua_contracts::side::Side;
use meihua_contracts::text::Notation;
use std::fmt::Write as _;

/// Names under which a reader looks for the position, the result and the notation. A tag that has come from
/// another format under such a name is written under another one.
const RESERVED: [&str; 4] = ["FEN", "SetUp", "Result", "Format"];

/// Maximum width of a line.
const WIDTH: usize = 80;

/// Writes a game and a blank line.
pub fn write(game: &GameRecord, notation: Notation) -> String {
    write_in(game, notation, TextEncoding::Utf8).0
}

/// Writes a game for an encoding, which may lack the simplified characters of moves.
pub(crate) fn write_in(game: &GameRecord, notation: Notation, encoding: TextEncoding) -> (String, Lost) {
    let mut page = Page::new(WidthUnit::Columns);
    let lost = tags(game, notation, &mut page);
    page.end_tags();
    moves(game, notation, encoding, &mut page);
    (page.finish(game.result.word()), lost)
}

/// Writes the tags. A name that PGN does not allow is changed, and counted as lost.
fn tags(game: &GameRecord, notation: Notation, page: &mut Page) -> Lost {
    let mut lost = Lost::default();
    let kind = game.start.kind();
    let game_name = kind.phrases().pgn_game;
    let roster = ["Event", "Site", "Date", "Round", kind.first_player(), "Black"];
    if let Some(name) = game_name.filter(|_| game.tags.get("Game").is_none()) {
        page.tag("Game", name);
    }
    for name in roster {
        let unknown = if name == "Date" { "????.??.??" } else { "?" };
        page.tag(name, game.tags.get(name).unwrap_or(unknown));
    }
    page.tag("Result", game.result.word());
    if game_name.is_none() {
        page.tag("Variant", kind.name());
        if let Some(rules) = kind.rules_tag().filter(|_| game.tags.get("Rules").is_none()) {
            page.tag("Rules", &rules);
        }
    }
    // The first tag of each name is written above.
    let mut seen = [false; 6];
    for (name, value) in game.tags.iter() {
        match roster.iter().position(|known| known.eq_ignore_ascii_case(name)) {
            Some(index) if !std::mem::replace(&mut seen[index], true) => {}
            Some(_) | None => {
                let is_reserved = RESERVED.iter().any(|known| known.eq_ignore_ascii_case(name));
                let allowed = if is_reserved { format!("Other{name}") } else { tag_name(name) };
                lost.tags += usize::from(allowed != name);
                page.tag(&allowed, value);
            }
        }
    }
    if !game.start.is_usual() {
        page.tag("SetUp", "1");
        page.tag("FEN", &game.start.fen());
    }
    // Programs that read the game's own name also read its moves.
    if game_name.is_some() {
        page.tag("Format", notation.pgn_format());
    }
    lost
}

/// A valid tag name: letters, digits and `_`.
fn tag_name(name: &str) -> String {
    name.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '_' }).collect()
}

/// The unit of line width.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WidthUnit {
    /// Columns of a terminal: characters beyond ASCII take two.
    Columns,
    /// Characters.
    Characters,
}

/// A game in PGN under construction: tags, then words in lines of at most 80.
#[derive(Clone, Debug)]
pub struct Page {
    text: String,
    column: usize,
    width: WidthUnit,
}

impl Page {
    /// An empty page.
    pub const fn new(width: WidthUnit) -> Page {
        Page { text: String::new(), column: 0, width }
    }

    /// Writes a tag; quotes and backslashes in its value are escaped as the standard requires.
    pub fn tag(&mut self, name: &str, value: &str) {
        // Writing to a string cannot fail.
        let _ = writeln!(self.text, "[{name} \"{}\"]", escaped(value));
    }

    /// Writes the blank line between tags and moves.
    pub fn end_tags(&mut self) {
        self.text.push('\n');
    }

    /// Writes a full-move number if the next move is the first player's, or if `is_due`.
    pub fn number(&mut self, number: u32, side: Side, is_due: bool) {
        match side {
            Side::First => self.word(&format!("{number}.")),
            Side::Second if is_due => self.word(&format!("{number}...")),
            Side::Second => {}
        }
    }

    /// Writes a word, on a new line if it does not fit.
    pub fn word(&mut self, word: &str) {
        let width = match self.width {
            WidthUnit::Columns => word.chars().map(|c| 1 + usize::from(!c.is_ascii())).sum::<usize>(),
            WidthUnit::Characters => word.chars().count(),
        };
        if self.column > 0 && self.column + 1 + width > WIDTH {
            self.text.push('\n');
            self.column = 0;
        } else if self.column > 0 && !self.text.ends_with('(') {
            self.text.push(' ');
            self.column += 1;
        }
        self.text.push_str(word);
        self.column += width;
    }

    /// Writes a comment with its own line ends. PGN has no escape for a closing brace, so it becomes a character
    /// reference, and so does the bracket of a line that looks like a tag.
    pub fn comment(&mut self, comment: &str) {
        let comment = unlike_references(comment).replace('}', "&#125;");
        let first = comment.lines().next().unwrap_or_default();
        let is_open = comment.contains('\n');
        self.word(&format!("{{{first}{}", if is_open { "" } else { "}" }));
        if is_open {
            for line in comment[first.len()..].split('\n').skip(1) {
                // Readers would start a new game at what looks like a tag.
                self.text.push('\n');
                self.text.push_str(&line.replacen('[', if is_tag(line) { "&#91;" } else { "[" }, 1));
            }
            self.text.push('}');
            self.column = self.text.len() - self.text.rfind('\n').unwrap_or(0);
        }
    }

    /// The finished text, with a result and a blank line at the end.
    pub fn finish(mut self, result: &str) -> String {
        self.word(result);
        self.text.push_str("\n\n");
        self.text
    }
}

/// The value of a tag, escaped for its quotes.
pub fn escaped(value: &str) -> String {
    unlike_references(value).replace('\\', "\\\\").replace('"', "\\\"")
}

/// Text in which nothing is taken for a character reference.
fn unlike_references(text: &str) -> String {
    text.replace("&#", "&#38;#")
}

/// What to write next.
enum Step {
    /// The move to this node, then its alternatives, then what follows.
    Line(NodeId),
    /// The move to this node, which is an alternative, then what follows.
    Variation(NodeId),
    Close,
}

fn moves(game: &GameRecord, notation: Notation, encoding: TextEncoding, page: &mut Page) {
    let tree = &game.tree;
    let mut writer = Writer { game, notation, encoding, cursor: Cursor::new(&game.start), number_due: true };
    if !tree.comment(NodeId::ROOT).is_empty() {
        page.comment(tree.comment(NodeId::ROOT));
    }
    let mut steps: Vec<Step> = tree.first_child(NodeId::ROOT).map(Step::Line).into_iter().collect();
    while let Some(step) = steps.pop() {
        match step {
            Step::Line(node) => {
                writer.mv(tree, node, page);
                steps.extend(tree.first_child(node).map(Step::Line));
                let others: Vec<NodeId> = tree.children(tree.parent(node)).skip(1).collect();
                steps.extend(others.into_iter().rev().map(Step::Variation));
            }
            Step::Variation(node) => {
                page.word("(");
                writer.number_due = true;
                writer.mv(tree, node, page);
                steps.push(Step::Close);
                steps.extend(tree.first_child(node).map(Step::Line));
            }
            Step::Close => {
                page.text.push(')');
                page.column += 1;
                writer.number_due = true;
            }
        }
    }
}

struct Writer<'a> {
    game: &'a GameRecord,
    notation: Notation,
    encoding: TextEncoding,
    cursor: Cursor,
    /// Whether the next move needs its number even if it is the second player's.
    number_due: bool,
}

impl Writer<'_> {
    fn mv(&mut self, tree: &Tree, node: NodeId, page: &mut Page) {
        let first = self.game.start.side().index() as u32;
        let ply = tree.depth(node) - 1 + first;
        let side = if ply.is_multiple_of(2) { Side::First } else { Side::Second };
        page.number(self.game.start.move_number() + ply / 2, side, self.number_due);
        self.number_due = false;
        let word = spell(&mut self.cursor, tree, node, self.notation);
        page.word(&if self.encoding.is_traditional() { traditional(&word) } else { word });
        for mark in tree.marks(node) {
            page.word(&format!("${mark}"));
        }
        if !tree.comment(node).is_empty() {
            page.comment(tree.comment(node));
            self.number_due = true;
        }
    }
}
