//! The analysis as JSON, one object per game and line. See `docs/analyse.md`.

use crate::marks::Mark;
use crate::review::{BestLine, Evaluation, MoveReview, Review, SideReview};
use crate::why::{Why, why};
use crate::words;
use meihua_contracts::side::Side;
use meihua_records::write::json::JsonTags;
use serde::Serialize;

#[derive(Serialize)]
struct JsonReview<'a> {
    /// `xiangqi` or `cfour`.
    game: &'static str,
    source: &'a str,
    /// The FEN of the start.
    start: String,
    result: &'static str,
    tags: JsonTags,
    /// Whether the values are proven.
    exact: bool,
    value: JsonValue,
    moves: Vec<JsonMove<'a>>,
    /// `red` and `black`, or `red` and `yellow`.
    sides: Vec<JsonSide>,
    /// Plies of the turning points.
    turning_points: Vec<usize>,
}

/// The value of a position for the first player.
#[derive(Serialize)]
struct JsonValue {
    /// Centipawns: 100 is an even chance to win.
    #[serde(skip_serializing_if = "Option::is_none")]
    cp: Option<i32>,
    /// Plies to the end; positive if the first player wins.
    #[serde(skip_serializing_if = "Option::is_none")]
    plies: Option<i32>,
    /// From 0 to 100, with one decimal.
    expectation: f64,
}

#[derive(Serialize)]
struct JsonMove<'a> {
    ply: usize,
    number: u32,
    side: &'static str,
    #[serde(rename = "move")]
    mv: &'a str,
    name: &'a str,
    /// The value with best play instead.
    before: JsonValue,
    after: JsonValue,
    loss: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    mark: Option<Mark>,
    /// What a marked move loses or misses.
    #[serde(skip_serializing_if = "Option::is_none")]
    why: Option<Why>,
    /// How this move ends the game, if it does.
    #[serde(skip_serializing_if = "Option::is_none")]
    end: Option<String>,
    /// Plies by which a proven win is delayed or a proven loss hastened.
    #[serde(skip_serializing_if = "Option::is_none")]
    delay: Option<i32>,
    best: Vec<JsonLine<'a>>,
}

#[derive(Serialize)]
struct JsonLine<'a> {
    value: JsonValue,
    moves: &'a [String],
    names: &'a [String],
}

#[derive(Serialize)]
struct JsonSide {
    side: &'static str,
    moves: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    accuracy: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    average_loss: Option<f64>,
    inaccuracies: usize,
    mistakes: usize,
    blunders: usize,
}

/// Writes a game as one line.
pub fn write(review: &Review, source: &str) -> String {
    let record = &review.record;
    let name = |side| words::side(&record.start, side);
    let object = JsonReview {
        game: record.start.kind().name(),
        source,
        start: record.start.fen(),
        result: record.result.word(),
        tags: JsonTags(record.tags.iter().map(|(name, value)| (name.to_owned(), value.to_owned())).collect()),
        exact: review.exact,
        value: JsonValue::of(review.start),
        moves: review
            .moves
            .iter()
            .enumerate()
            .map(|(index, mv)| JsonMove::of(review, index, mv, name(mv.side)))
            .collect(),
        sides: Side::ALL.map(|side| JsonSide::of(name(side), &review.sides[side.index()])).into(),
        turning_points: review.turning_points.iter().filter_map(|&index| Some(review.moves.get(index)?.ply)).collect(),
    };
    // Strings and finite numbers can always be written.
    serde_json::to_string(&object).unwrap_or_default() + "\n"
}

/// Rounds to one decimal; more would be noise.
fn rounded(value: f64) -> f64 {
    (value * 10.0).round() / 10.0
}

impl JsonValue {
    fn of(value: Evaluation) -> JsonValue {
        let plies = value.score.and_then(|score| score.plies_to_end());
        let cp = value.score.filter(|_| plies.is_none()).map(|score| score.int());
        JsonValue { cp, plies, expectation: rounded(100.0 * value.expectation) }
    }
}

impl<'a> JsonMove<'a> {
    fn of(review: &Review, index: usize, mv: &'a MoveReview, side: &'static str) -> JsonMove<'a> {
        let line =
            |line: &'a BestLine| JsonLine { value: JsonValue::of(line.value), moves: &line.wire, names: &line.names };
        JsonMove {
            ply: mv.ply,
            number: mv.number,
            side,
            mv: &mv.wire,
            name: &mv.name,
            before: JsonValue::of(mv.before),
            after: JsonValue::of(mv.after),
            loss: rounded(mv.loss()),
            mark: mv.mark,
            why: why(review, index),
            end: words::end(mv).map(|end| end.to_string()),
            delay: mv.delay().filter(|_| review.exact),
            best: mv.lines.iter().map(line).collect(),
        }
    }
}

impl JsonSide {
    fn of(name: &'static str, side: &SideReview) -> JsonSide {
        let [inaccuracies, mistakes, blunders] = side.marks;
        JsonSide {
            side: name,
            moves: side.moves,
            accuracy: side.accuracy.map(rounded),
            average_loss: side.average_loss.map(rounded),
            inaccuracies,
            mistakes,
            blunders,
        }
    }
}
