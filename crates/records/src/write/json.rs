//! Writes JSON, one object per game and line. See `docs/records.md`.

use super::super::cursor::Cursor;
use super::super::game_record::GameRecord;
use super::super::result::GameResult;
use super::super::tree::NodeId;
use super::list::spell;
use meihua_contracts::text::Notation;
use serde::de::{MapAccess, Visitor};
use serde::ser::SerializeMap;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt;

/// A game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct JsonGame {
    /// `xiangqi` or `cfour`.
    pub game: String,
    /// The FEN of the start position.
    pub start: String,
    /// `1-0`, `0-1`, `1/2-1/2` or `*`.
    #[serde(default = "unknown")]
    pub result: String,
    /// Names and values, in order.
    #[serde(default)]
    pub tags: JsonTags,
    /// The comment at the start position.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub comment: Option<String>,
    /// All moves: the main line, then the variations. Move number N in the list is node N; the start is node 0.
    pub moves: Vec<JsonMove>,
}

/// The result of a game that names none.
fn unknown() -> String {
    GameResult::default().word().to_owned()
}

impl JsonGame {
    /// The moves of the main line.
    pub fn main_line(&self) -> Vec<&str> {
        let mut at = 0;
        let mut line = Vec::new();
        for (before, mv) in (0_u32..).zip(&self.moves) {
            if mv.parent.unwrap_or(before) == at {
                line.push(mv.mv.as_str());
                at = before + 1;
            }
        }
        line
    }
}

/// A move.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(expecting = "an object with the field `move`")]
pub struct JsonMove {
    /// `h2e2`, ranks from 0; `P@d1`.
    #[serde(rename = "move")]
    pub mv: String,
    /// The node from which it is played; if omitted, the previous move in the list.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub parent: Option<u32>,
    /// The comment after it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub comment: Option<String>,
    /// Numeric annotation glyphs of PGN.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub marks: Vec<u8>,
}

/// Names and values in the order of the file, as an object.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct JsonTags(pub Vec<(String, String)>);

impl Serialize for JsonTags {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.0.len()))?;
        for (name, value) in &self.0 {
            map.serialize_entry(name, value)?;
        }
        map.end()
    }
}

impl<'de> Deserialize<'de> for JsonTags {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<JsonTags, D::Error> {
        struct InOrder;
        impl<'de> Visitor<'de> for InOrder {
            type Value = JsonTags;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object of strings")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<JsonTags, A::Error> {
                let mut tags = Vec::new();
                while let Some(tag) = map.next_entry()? {
                    tags.push(tag);
                }
                Ok(JsonTags(tags))
            }
        }
        deserializer.deserialize_map(InOrder)
    }
}

/// The JSON object for a game.
pub fn object(game: &GameRecord) -> JsonGame {
    let tree = &game.tree;
    let mut cursor = Cursor::new(&game.start);
    let some = |text: &str| (!text.is_empty()).then(|| text.to_owned());
    // Nodes are renumbered in the order of the list.
    let mut numbers = vec![0_u32; tree.moves() + 1];
    let mut moves: Vec<JsonMove> = Vec::with_capacity(tree.moves());
    for (index, node) in tree.preorder().enumerate() {
        let number = index as u32 + 1;
        if let Some(place) = numbers.get_mut(node.index()) {
            *place = number;
        }
        let parent = numbers.get(tree.parent(node).index()).copied().unwrap_or(0);
        moves.push(JsonMove {
            mv: spell(&mut cursor, tree, node, Notation::Wire),
            parent: (parent + 1 != number).then_some(parent),
            comment: some(tree.comment(node)),
            marks: tree.marks(node).to_vec(),
        });
    }
    let kind = game.start.kind();
    let rules = kind.rules_tag().filter(|_| game.tags.get("Rules").is_none());
    let rules = rules.map(|rules| ("Rules".to_owned(), rules));
    let tags = game.tags.iter().map(|(name, value)| (name.to_owned(), value.to_owned()));
    JsonGame {
        game: kind.name().to_owned(),
        start: game.start.fen(),
        result: game.result.word().to_owned(),
        tags: JsonTags(tags.chain(rules).collect()),
        comment: some(tree.comment(NodeId::ROOT)),
        moves,
    }
}

/// Writes a game as one line.
pub fn write(game: &GameRecord) -> String {
    // Strings and numbers can always be serialised.
    serde_json::to_string(&object(game)).unwrap_or_default() + "\n"
}
