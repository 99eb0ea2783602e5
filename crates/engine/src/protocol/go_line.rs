//! The arguments of `go`: the words of UCI, UCCI and UGI in any order.

use super::command::CommandError;
use super::words::{Words, integer, keyword, word};
use crate::engine::go::Go;
use crate::side::Side;
use crate::text::shorten;
use nom::branch::alt;
use nom::combinator::{map_opt, opt, peek, value, verify};
use nom::multi::{fold_many0, many0};
use nom::sequence::preceded;
use nom::{IResult, Parser};

/// Parses what follows `go`; also returns the first word that could not be parsed. A faulty line without any other
/// limit asks for one ply, so that its answer is sure to come.
pub(crate) fn parse(words: Words) -> (Go, Option<CommandError>) {
    let apply = |(mut go, error): (Go, Option<CommandError>), argument: Argument| {
        let fault = argument.apply(&mut go);
        (go, error.or(fault))
    };
    // Every word is an argument, so all of them are read and none is refused.
    let read = fold_many0(argument, Default::default, apply).parse(words.rest());
    let (mut go, error) = read.map(|(_, read)| read).unwrap_or_default();
    if error.is_some() && !go.is_limited() && !go.is_open() {
        go.depth = Some(1);
    }
    // UCCI: a time without moves, increment or opponent's clock is for this move only.
    let (own, other) = (go.clocks.own, go.clocks.opponent);
    if own.time.is_some() && own.increment.is_none() && other.time.is_none() && go.clocks.moves_to_go.is_none() {
        go.clocks.moves_to_go = Some(1);
    }
    (go, error)
}

/// A word of `go` and what follows it.
#[derive(Clone)]
enum Argument<'a> {
    Infinite,
    Ponder,
    Draw,
    SearchMoves(Vec<&'a str>),
    /// A side, or the word found in its place.
    Side(Result<Side, &'a str>),
    /// The word as named in errors, and its number or the word found in its place.
    Number(&'a str, Set, Result<i64, &'a str>),
    Unknown(&'a str),
}

/// Sets a number; `None` if it could not be parsed.
type Set = fn(&mut Go, Option<i64>);

/// Words without a number.
const FLAGS: [&str; 5] = ["infinite", "ponder", "draw", "side", "searchmoves"];

/// Words with a number that limit the search, and the function that sets each.
const BOUNDS: [(&str, Set); 6] = [
    ("depth", |go, number| go.depth = number.map(small).or(go.depth)),
    ("nodes", |go, number| go.nodes = number.map(count).or(go.nodes)),
    ("movetime", |go, number| go.movetime = number.map(count).or(go.movetime)),
    ("mate", |go, number| go.mate = number.map(small).or(go.mate)),
    ("perft", |go, number| go.perft = number.map(small).or(go.perft)),
    ("movestogo", |go, number| go.clocks.moves_to_go = number.map(small)),
];

/// Words with a number about clocks. Errors name them as spelled.
const CLOCKS: [(&str, Set); 13] = [
    ("wtime", |go, number| go.clocks.sides[0].time = number),
    ("p1time", |go, number| go.clocks.sides[0].time = number),
    ("btime", |go, number| go.clocks.sides[1].time = number),
    ("p2time", |go, number| go.clocks.sides[1].time = number),
    ("winc", |go, number| go.clocks.sides[0].increment = number),
    ("p1inc", |go, number| go.clocks.sides[0].increment = number),
    ("binc", |go, number| go.clocks.sides[1].increment = number),
    ("p2inc", |go, number| go.clocks.sides[1].increment = number),
    ("time", |go, number| go.clocks.own.time = number),
    ("increment", |go, number| go.clocks.own.increment = number),
    ("opptime", |go, number| go.clocks.opponent.time = number),
    ("oppincrement", |go, number| go.clocks.opponent.increment = number),
    ("oppmovestogo", |_, _| ()),
];

fn count(number: i64) -> u64 {
    number.max(0).unsigned_abs()
}

fn small(number: i64) -> u32 {
    number.clamp(0, u32::MAX as i64) as u32
}

fn row(table: &[(&'static str, Set)], word: &str) -> Option<(&'static str, Set)> {
    table.iter().find(|(known, _)| known.eq_ignore_ascii_case(word)).copied()
}

/// Whether a word is an argument of `go`, which ends a list of moves.
fn is_keyword(word: &str) -> bool {
    FLAGS.iter().any(|flag| flag.eq_ignore_ascii_case(word)) || row(&BOUNDS, word).or(row(&CLOCKS, word)).is_some()
}

fn argument(input: &str) -> IResult<&str, Argument<'_>> {
    let bound = map_opt(word, |word| row(&BOUNDS, word));
    let clock = map_opt(word, |word| row(&CLOCKS, word).map(|(_, set)| (word, set)));
    alt((
        // UCCI's word for infinite.
        value(Argument::Infinite, (keyword("depth"), keyword("infinite"))),
        value(Argument::Infinite, keyword("infinite")),
        value(Argument::Ponder, keyword("ponder")),
        value(Argument::Draw, keyword("draw")),
        preceded(keyword("searchmoves"), many0(verify(word, |mv: &str| !is_keyword(mv)))).map(Argument::SearchMoves),
        preceded(keyword("side"), side).map(Argument::Side),
        (alt((bound, clock)), number).map(|((word, set), number)| Argument::Number(word, set, number)),
        word.map(Argument::Unknown),
    ))
    .parse(input)
}

/// Parses a side. Any other word is left to be parsed by itself.
fn side(input: &str) -> IResult<&str, Result<Side, &str>> {
    let side = map_opt(word, |word| match word.to_ascii_lowercase().as_str() {
        "w" | "r" | "white" | "red" => Some(Side::First),
        "b" | "black" => Some(Side::Second),
        _ => None,
    });
    alt((side.map(Ok), peek(opt(word)).map(|found| Err(found.unwrap_or_default())))).parse(input)
}

/// Parses a number, or takes what is in its place. Another argument of `go` is left where it is.
fn number(input: &str) -> IResult<&str, Result<i64, &str>> {
    alt((
        map_opt(word, integer).map(Ok),
        peek(verify(word, is_keyword)).map(Err),
        opt(word).map(|found| Err(found.unwrap_or_default())),
    ))
    .parse(input)
}

impl Argument<'_> {
    /// Applies the argument; the error says what could not be parsed.
    fn apply(self, go: &mut Go) -> Option<CommandError> {
        match self {
            Argument::Infinite => go.infinite = true,
            Argument::Ponder => go.ponder = true,
            Argument::Draw => go.draw_offered = true,
            Argument::SearchMoves(moves) => go.search_moves.extend(moves.into_iter().map(str::to_owned)),
            Argument::Side(Ok(side)) => go.side = Some(side),
            Argument::Side(Err(found)) => {
                let found = shorten(&found.to_ascii_lowercase());
                return Some(CommandError::Word { command: "go side", found, expected: "w or b" });
            }
            Argument::Number(word, set, number) => {
                set(go, number.ok());
                let found = shorten(number.err()?);
                return Some(CommandError::Number { command: "go", word: word.to_owned(), found });
            }
            Argument::Unknown(found) => {
                let expected = "depth, nodes, movetime, wtime, infinite or another word of go";
                return Some(CommandError::Word { command: "go", found: shorten(found), expected });
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::go::ClientClock;

    fn read(text: &str) -> Go {
        let (go, error) = parse(Words::new(text));
        assert_eq!(error, None, "{text}");
        go
    }

    #[test]
    fn words_come_in_any_order() {
        let one = read("btime 58700 wtime -1894 movetime 970 depth 5 ponder");
        let two = read("ponder depth 5 wtime -1894 movetime 970 btime 58700");
        assert_eq!(one, two);
        assert_eq!(
            (one.clocks.sides[0].time, one.movetime, one.depth, one.ponder),
            (Some(-1894), Some(970), Some(5), true)
        );
    }

    #[test]
    fn large_numbers_and_unknown_words() {
        let line = "depth 1000 frobnicate 7 movestogo 300 nodes 99999999999999999999 wtime 5";
        let (go, error) = parse(Words::new(line));
        assert!(error.is_some_and(|error| error.to_string().starts_with("go: found \"frobnicate\", expected depth")));
        assert_eq!((go.depth, go.clocks.moves_to_go, go.nodes), (Some(1000), Some(300), Some(i64::MAX as u64)));
    }

    #[test]
    fn searchmoves_end_at_the_next_word() {
        assert_eq!(read("searchmoves h2e2 b2e2 depth 3"), read("depth 3 searchmoves h2e2 b2e2"));
    }

    #[test]
    fn ucci_words() {
        let go = read("draw time 60000 increment 2000 opptime 50000 oppincrement 2000");
        assert!(go.draw_offered);
        assert_eq!(go.clocks.own, ClientClock { time: Some(60000), increment: Some(2000) });
        assert_eq!(go.clocks.opponent, ClientClock { time: Some(50000), increment: Some(2000) });
        assert!(read("depth infinite").infinite);
        assert_eq!(read("time 5000").clocks.moves_to_go, Some(1), "a time alone is for this move");
        assert_eq!(read("time 5000 opptime 6000").clocks.moves_to_go, None);
    }

    #[test]
    fn an_unreadable_number_is_told_and_cannot_hang_the_driver() {
        let (go, error) = parse(Words::new("depth ten"));
        assert_eq!(go.depth, Some(1));
        assert_eq!(
            error.map(|error| error.to_string()),
            Some("go: depth: found \"ten\", expected a whole number".into())
        );
        assert_eq!(parse(Words::new("banana")).0.depth, Some(1));
        let (go, error) = parse(Words::new("movetime depth 7"));
        assert_eq!((go.depth, error.is_some()), (Some(7), true));
    }
}
