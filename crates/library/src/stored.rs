//! What the library keeps of a game: a [`GameRecord`] taken apart, and put together again.

use super::error::LibraryError;
use super::line::{self, Line};
use super::material::Material;
use super::opening;
use meihua_contracts::sentence;
use meihua_contracts::sentence::Sentence;
use meihua_engine::engine::registry::Entry;
use meihua_records::write::json::object;
use meihua_records::{GameRecord, Games, RecordedGame, RecordedMove, Tags, Tree};

/// A record taken apart.
#[derive(Clone, Debug)]
pub(crate) struct Parts {
    /// The name of the game.
    pub variant: &'static str,
    /// The FEN of the start, unless it is the usual one.
    pub start: Option<String>,
    /// The main line, two bytes a move.
    pub moves: Vec<u8>,
    /// The signature of the last position, see [`Material`]; 0 in other games.
    pub material: i64,
    /// The opening by position; `None` if it is not in the table.
    pub opening: Option<&'static str>,
    /// The whole record as JSON, if it has comments, variations or annotations.
    pub text: Option<String>,
    /// All comments, separated into words for the full-text index.
    pub comments: String,
}

impl Parts {
    /// Takes a record apart; `None` if its board has no rows that the library can follow.
    ///
    /// # Errors
    /// The record cannot be written as JSON.
    pub(crate) fn of(record: &GameRecord) -> Result<Option<Parts>, LibraryError> {
        let start = &record.start;
        let Some(mut line) = Line::new(start) else { return Ok(None) };
        let codes = codes_of(record);
        let mut material = Material::of(line.grid().cells());
        let mut opening = opening::Search::new(start);
        opening.visit(line.key().0);
        for &code in &codes {
            material.remove(line.play(code));
            opening.visit(line.key().0);
        }
        let is_xiangqi = start.kind() == RecordedGame::XIANGQI;
        Ok(Some(Parts {
            variant: start.kind().name(),
            start: (!start.is_usual()).then(|| start.fen()),
            material: if is_xiangqi { material.pack() } else { 0 },
            opening: opening.found(),
            text: is_annotated(&record.tree, codes.len())
                .then(|| serde_json::to_string(&object(record)))
                .transpose()?,
            comments: comments(&record.tree),
            moves: codes.into_iter().flat_map(u16::to_le_bytes).collect(),
        }))
    }
}

/// The main line as codes.
fn codes_of(record: &GameRecord) -> Vec<u16> {
    record.tree.main_line().map_while(|node| record.tree.mv(node)).map(|RecordedMove(code)| code).collect()
}

/// Whether a tree holds more than a line of moves.
fn is_annotated(tree: &Tree, plies: usize) -> bool {
    tree.moves() != plies || tree.comments() > 0 || tree.main_line().any(|node| !tree.marks(node).is_empty())
}

fn comments(tree: &Tree) -> String {
    let nodes = std::iter::once(meihua_records::NodeId::ROOT).chain(tree.preorder());
    let texts: Vec<&str> = nodes.map(|node| tree.comment(node)).filter(|text| !text.is_empty()).collect();
    words(&texts.join("\n"))
}

/// Text for the full-text index, in which words are separated by spaces: each Chinese character counts as a word, since
/// Chinese does not separate them.
pub(crate) fn words(text: &str) -> String {
    let is_own_word = |c: char| c >= '\u{2e80}' && c.is_alphabetic();
    let spread = |c: char| if is_own_word(c) { vec![' ', c, ' '] } else { vec![c] };
    text.chars().flat_map(spread).collect()
}

/// The tags that have columns of their own, and the others.
#[derive(Clone, Debug, Default)]
pub(crate) struct Columns {
    pub red: Option<String>,
    pub black: Option<String>,
    pub event: Option<String>,
    pub site: Option<String>,
    pub date: Option<String>,
    pub round: Option<String>,
    pub opening: Option<String>,
    pub red_rating: Option<u32>,
    pub black_rating: Option<u32>,
    /// The other tags as a JSON object; `None` if there are none.
    pub tags: Option<String>,
}

impl Columns {
    /// The columns of tags; `opening` is the one found by position. A code of the file that differs stays with the other
    /// tags.
    ///
    /// # Errors
    /// The other tags cannot be written as JSON.
    pub(crate) fn of(mut tags: Tags, opening: Option<&str>) -> Result<Columns, LibraryError> {
        let stated = tags.get("ECCO").map(str::to_owned);
        if opening.is_none() || opening == stated.as_deref() {
            tags.take("ECCO");
        }
        let rating = |tags: &Tags, names: [&str; 2]| {
            let text = names.into_iter().find_map(|name| tags.get(name))?;
            text.parse::<u32>().ok().filter(|&rating| (1..=9_999).contains(&rating))
        };
        let red_rating = rating(&tags, ["RedElo", "WhiteElo"]);
        let black_rating = rating(&tags, ["BlackElo", "BlackRating"]);
        let mut take = |name: &str| tags.take(name);
        let mut columns = Columns {
            red: take("Red").or_else(|| take("White")),
            black: take("Black"),
            event: take("Event"),
            site: take("Site"),
            date: take("Date"),
            round: take("Round"),
            opening: opening.map(str::to_owned).or(stated),
            red_rating,
            black_rating,
            tags: None,
        };
        if !tags.is_empty() {
            let others: Vec<(&str, &str)> = tags.iter().collect();
            columns.tags = Some(serde_json::to_string(&others)?);
        }
        Ok(columns)
    }

    /// The tags of columns, in the usual order of PGN.
    ///
    /// # Errors
    /// The other tags are not the JSON that was stored.
    pub(crate) fn tags(&self, kind: RecordedGame) -> Result<Tags, LibraryError> {
        let mut tags = Tags::default();
        let known = [
            ("Event", &self.event),
            ("Site", &self.site),
            ("Date", &self.date),
            ("Round", &self.round),
            (kind.first_player(), &self.red),
            ("Black", &self.black),
        ];
        for (name, value) in known {
            value.iter().for_each(|value| tags.push(name, value));
        }
        if let Some(others) = &self.tags {
            let others: Vec<(String, String)> = serde_json::from_str(others)?;
            others.iter().for_each(|(name, value)| tags.push(name, value));
        }
        if let Some(opening) = self.opening.as_ref().filter(|_| tags.get("ECCO").is_none()) {
            tags.push("ECCO", opening);
        }
        Ok(tags)
    }
}

/// Puts a record together from its start, its moves, or its text where there is one.
///
/// # Errors
/// The text or a move cannot be read: the library is damaged.
pub(crate) fn record(
    games: &[Entry],
    variant: &str,
    start: Option<&str>,
    moves: &[u8],
    text: Option<&str>,
) -> Result<GameRecord, LibraryError> {
    if let Some(text) = text {
        let read = Games::of("record", text.as_bytes(), games).ok().and_then(|mut games| games.next());
        return match read {
            Some(Ok(record)) => Ok(record),
            Some(Err(error)) => Err(LibraryError::Damaged(Sentence::from(&error))),
            None => Err(LibraryError::Damaged("a record holds no game".into())),
        };
    }
    let start = line::start(games, variant, start)?;
    let mut record = GameRecord { start, ..GameRecord::default() };
    let mut board = None;
    let mut at = meihua_records::NodeId::ROOT;
    for code in line::codes(moves) {
        let board = match &mut board {
            Some(board) => board,
            none => none.insert(record.start.board()?),
        };
        let next = line::legal(board, code).and_then(|mv| {
            board.make(mv);
            record.tree.add(at, mv)
        });
        let ply = record.tree.moves() + 1;
        at = next.ok_or_else(|| LibraryError::Damaged(sentence!("ply {} of a game is not a legal move", ply)))?;
    }
    Ok(record)
}

/// Adds what another record of the same game says: values of the same name that differ are kept under a name with a
/// number, as in [`Tags::push`].
pub(crate) fn join(tags: &mut Tags, others: &Tags) {
    for (name, value) in others.iter() {
        // Whichever of the two names a program gives the first player.
        let name = match name {
            "Red" if tags.get("White").is_some() => "White",
            "White" if tags.get("Red").is_some() => "Red",
            name => name,
        };
        tags.push(name, value);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chinese_characters_are_words() {
        assert_eq!(words("屏风马 Good"), " 屏  风  马  Good");
    }
}
