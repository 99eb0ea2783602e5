//! The tail of a `go`: the words of UCI, UCCI and UGI in any order, unknown ones skipped.

use super::command::CommandError;
use super::words::{Words, integer};
use crate::engine::go::Go;
use crate::side::Side;
use crate::text::shorten;

/// Reads what follows `go`, and the first thing that could not be read. A line that fails so and names no other bound
/// asks for one ply, lest its answer never come.
pub fn parse(words: Words) -> (Go, Option<CommandError>) {
    let mut reader = Reader { words, go: Go::default(), error: None };
    while let Some(word) = reader.words.next() {
        if !reader.flag(word) && !reader.bound(word) {
            reader.clock(word);
        }
    }
    let Reader { mut go, error, .. } = reader;
    if error.is_some() && !go.is_limited() && !go.is_open() {
        go.depth = Some(1);
    }
    // UCCI: a time with neither moves nor increment nor an opponent's clock is for this one move.
    let (own, other) = (go.clocks.own, go.clocks.opponent);
    if own.time.is_some() && own.increment.is_none() && other.time.is_none() && go.clocks.moves_to_go.is_none() {
        go.clocks.moves_to_go = Some(1);
    }
    (go, error)
}

struct Reader<'a> {
    words: Words<'a>,
    go: Go,
    error: Option<CommandError>,
}

/// Words of a `go` that end a list of moves.
const KEYWORDS: &[&str] = &[
    "searchmoves",
    "ponder",
    "wtime",
    "btime",
    "winc",
    "binc",
    "movestogo",
    "depth",
    "nodes",
    "mate",
    "movetime",
    "infinite",
    "perft",
    "side",
    "draw",
    "time",
    "increment",
    "opptime",
    "oppincrement",
    "oppmovestogo",
    "p1time",
    "p2time",
    "p1inc",
    "p2inc",
];

fn is_keyword(word: &str) -> bool {
    KEYWORDS.iter().any(|keyword| keyword.eq_ignore_ascii_case(word))
}

impl Reader<'_> {
    /// Words without a number.
    fn flag(&mut self, word: &str) -> bool {
        match word.to_ascii_lowercase().as_str() {
            "infinite" => self.go.infinite = true,
            "ponder" => self.go.ponder = true,
            "draw" => self.go.draw_offered = true,
            "side" => self.side(),
            "searchmoves" => {
                while let Some(mv) = self.words.peek().filter(|mv| !is_keyword(mv)) {
                    self.go.search_moves.push(mv.to_owned());
                    self.words.next();
                }
            }
            _ => return false,
        }
        true
    }

    /// Bounds of the search itself.
    fn bound(&mut self, word: &str) -> bool {
        match word.to_ascii_lowercase().as_str() {
            // UCCI's word for infinite.
            "depth" if self.words.accept("infinite") => self.go.infinite = true,
            "depth" => self.go.depth = self.small("depth").or(self.go.depth),
            "nodes" => self.go.nodes = self.count("nodes").or(self.go.nodes),
            "movetime" => self.go.movetime = self.count("movetime").or(self.go.movetime),
            "mate" => self.go.mate = self.small("mate").or(self.go.mate),
            "perft" => self.go.perft = self.small("perft").or(self.go.perft),
            _ => return false,
        }
        true
    }

    fn clock(&mut self, word: &str) {
        match word.to_ascii_lowercase().as_str() {
            "wtime" | "p1time" => self.go.clocks.sides[0].time = self.number(word),
            "btime" | "p2time" => self.go.clocks.sides[1].time = self.number(word),
            "winc" | "p1inc" => self.go.clocks.sides[0].increment = self.number(word),
            "binc" | "p2inc" => self.go.clocks.sides[1].increment = self.number(word),
            "time" => self.go.clocks.own.time = self.number(word),
            "increment" => self.go.clocks.own.increment = self.number(word),
            "opptime" => self.go.clocks.opponent.time = self.number(word),
            "oppincrement" => self.go.clocks.opponent.increment = self.number(word),
            "movestogo" => self.go.clocks.moves_to_go = self.small("movestogo"),
            "oppmovestogo" => drop(self.number(word)),
            _ => {}
        }
    }

    fn side(&mut self) {
        match self.words.peek().unwrap_or_default().to_ascii_lowercase().as_str() {
            "w" | "r" | "white" | "red" => self.go.side = Some(Side::First),
            "b" | "black" => self.go.side = Some(Side::Second),
            found => {
                let found = shorten(found);
                return self.fail(CommandError::Word { command: "go side", found, expected: "w or b" });
            }
        }
        self.words.next();
    }

    fn fail(&mut self, error: CommandError) {
        self.error.get_or_insert(error);
    }

    /// The number after `word`; a word in its place stays for its own sake.
    fn number(&mut self, word: &str) -> Option<i64> {
        let found = self.words.peek().unwrap_or_default();
        let value = integer(found);
        if value.is_none() {
            let (word, found) = (word.to_owned(), shorten(found));
            self.fail(CommandError::Number { command: "go", word, found });
        }
        if value.is_some() || !is_keyword(found) {
            self.words.next();
        }
        value
    }

    fn count(&mut self, word: &str) -> Option<u64> {
        self.number(word).map(|value| value.max(0).unsigned_abs())
    }

    fn small(&mut self, word: &str) -> Option<u32> {
        self.number(word).map(|value| value.clamp(0, u32::MAX as i64) as u32)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::go::Hand;

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
        let go = read("depth 1000 frobnicate 7 movestogo 300 nodes 99999999999999999999 wtime 5");
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
        assert_eq!(go.clocks.own, Hand { time: Some(60000), increment: Some(2000) });
        assert_eq!(go.clocks.opponent, Hand { time: Some(50000), increment: Some(2000) });
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
        let (go, error) = parse(Words::new("movetime depth 7"));
        assert_eq!((go.depth, error.is_some()), (Some(7), true));
    }
}
