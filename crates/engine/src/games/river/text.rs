//! The notation of positions and crossings: `-/-/P3D3 r 2`, `3 3 2 b`, `P1D1`.

use super::view::RiverView;
use crate::games::river::group::Group;
use crate::games::river::position::{RiverPosition, Shore};
use crate::games::river::problem::River;
use crate::phrases::{Phrases, Units};
use crate::puzzle::PuzzleText;
use crate::sentence;
use crate::sentence::Sentence;
use crate::text::{MoveError, PositionError, Reason};
use crate::view::GamePart;

const SHAPE: &str = "LEFT/BOAT/RIGHT SIDE CAPACITY [b] like -/-/P3D3 r 2, or PRIESTS DEVILS CAPACITY [b] like 3 3 2";

/// Parses a whole number from `least` to [`Group::LIMIT`].
fn number(field: &'static str, text: &str, least: u32) -> Result<u32, PositionError> {
    let value = text.parse().ok().filter(|value| (least..=Group::LIMIT).contains(value));
    value.ok_or_else(|| PositionError::syntax(field, text, sentence!("a number from {} to {}", least, Group::LIMIT)))
}

fn group(field: &'static str, text: &str) -> Result<Group, PositionError> {
    if text == "-" {
        return Ok(Group::default());
    }
    let expected = || sentence!("a group like P3D3 or -, at most {} of a kind", Group::LIMIT);
    Group::parse(text).ok_or_else(|| PositionError::syntax(field, text, expected()))
}

fn shore(text: &str) -> Result<Shore, PositionError> {
    match text.to_ascii_lowercase().as_str() {
        "l" | "left" => Ok(Shore::Left),
        "r" | "right" => Ok(Shore::Right),
        _ => Err(PositionError::syntax("side of the boat", text, "l or r")),
    }
}

/// Parses the words after the numbers: flags, of which there is only one.
fn boat_rule(flags: &[&str]) -> Result<bool, PositionError> {
    let mut rule = false;
    for &flag in flags {
        match flag {
            "b" | "B" => rule = true,
            "-" => (),
            _ => return Err(PositionError::syntax("flag", flag, "b, or nothing")),
        }
    }
    Ok(rule)
}

/// The problem, unless there are too many ways to load its boat.
fn problem(people: Group, capacity: u32, boat_rule: bool) -> Result<River, PositionError> {
    let river = River { people, capacity, boat_rule };
    let loads = river.loads();
    if loads > River::LOADS_LIMIT {
        return Err(PositionError::impossible(sentence!(
            "a boat for {} of {} has {} different loads, expected at most {}",
            capacity,
            people.to_string(),
            loads,
            River::LOADS_LIMIT,
        )));
    }
    Ok(river)
}

/// Parses `3 3 2 [b]`: the start of a problem.
fn from_numbers(words: &[&str]) -> Result<(River, RiverPosition), PositionError> {
    let [priests, devils, capacity, flags @ ..] = words else {
        return Err(PositionError::syntax("position", &words.join(" "), SHAPE));
    };
    let people = Group::new(number("number of priests", priests, 0)?, number("number of devils", devils, 0)?);
    let capacity = number("capacity of the boat", capacity, 1)?;
    Ok((problem(people, capacity, boat_rule(flags)?)?, RiverPosition::start(people)))
}

/// Parses the groups of `LEFT/BOAT/RIGHT`.
fn groups(text: &str) -> Result<[Group; 3], PositionError> {
    let parts: Vec<&str> = text.split('/').collect();
    let &[left, boat, right] = parts.as_slice() else {
        return Err(PositionError::syntax("position", text, SHAPE));
    };
    Ok([group("left bank", left)?, group("boat", boat)?, group("right bank", right)?])
}

impl PuzzleText for River {
    const NAME: &'static str = "river";
    const ALIASES: &'static [&'static str] = &["priests", "missionaries"];

    const PHRASES: Phrases = Phrases {
        moves: "who crosses: P1D1, PD, D2",
        typing: "Type who crosses: P1D1 (or PD), D2, P1",
        reasons: &[(Reason::PriestsOutnumbered, "Lost: the priests are outnumbered. `undo` takes the crossing back.")],
        units: Units::Spent("{} crossings"),
        plan: Some("{} crossings to the goal"),
        ..Phrases::PLAIN
    };

    fn start() -> (Self, RiverPosition) {
        let people = Group::new(3, 3);
        (River { people, capacity: 2, boat_rule: false }, RiverPosition::start(people))
    }

    /// Parses `LEFT/BOAT/RIGHT side capacity [b]` or the short form `priests devils capacity [b]`.
    fn from_fen(fen: &str) -> Result<(Self, RiverPosition), PositionError> {
        let words: Vec<&str> = fen.split_whitespace().collect();
        let [first, rest @ ..] = words.as_slice() else {
            return Err(PositionError::syntax("position", fen, SHAPE));
        };
        if !first.contains('/') {
            return from_numbers(&words);
        }
        let [left, boat, right] = groups(first)?;
        let [side, capacity, flags @ ..] = rest else {
            return Err(PositionError::syntax("position", fen, SHAPE));
        };
        let dock = shore(side)?;
        let capacity = number("capacity of the boat", capacity, 1)?;
        if boat.people() > capacity {
            return Err(PositionError::impossible(sentence!("{} aboard a boat for {}", boat.to_string(), capacity)));
        }
        let people = left + boat + right;
        if people.priests.max(people.devils) > Group::LIMIT {
            let cause = sentence!("{} in all, at most {} of a kind", people.to_string(), Group::LIMIT);
            return Err(PositionError::impossible(cause));
        }
        let river = problem(people, capacity, boat_rule(flags)?)?;
        Ok((river, RiverPosition { left, right, boat, dock }))
    }

    fn fen(&self, position: &RiverPosition) -> String {
        let RiverPosition { left, right, boat, dock } = position;
        let flags = if self.boat_rule { " b" } else { "" };
        format!("{left}/{boat}/{right} {} {}{flags}", dock.letter(), self.capacity)
    }

    fn parse_move(&self, position: &RiverPosition, text: &str) -> Result<Group, MoveError> {
        let load =
            Group::parse(text).ok_or_else(|| MoveError::unreadable(text, "the passengers, like P1D1, D2 or PD"))?;
        match self.objection(position, load) {
            None => Ok(load),
            Some(reason) => Err(MoveError::illegal(text, reason)),
        }
    }

    fn move_text(&self, _: &RiverPosition, load: Group) -> String {
        load.to_string()
    }

    /// A move is written the same in every state.
    fn plan_text(&self, state: &RiverPosition, plan: &[Group]) -> Vec<String> {
        plan.iter().map(|&mv| self.move_text(state, mv)).collect()
    }

    /// Both banks, and the boat where it is docked.
    fn diagram(&self, position: &RiverPosition) -> String {
        let boat = format!("\\{}/", position.boat);
        let (at_left, at_right) = match position.dock {
            Shore::Left => (boat.as_str(), ""),
            Shore::Right => ("", boat.as_str()),
        };
        let (left, right) = (position.left.to_string(), position.right.to_string());
        let rule = if self.boat_rule { ", priests not outnumbered aboard either" } else { "" };
        format!(
            "{:>12} |{:~<12}~~~~{:~>12}| {}\n{left:>12} |{at_left:~<12}~~~~{at_right:~>12}| {right}\nboat for {}{rule}",
            "left", "", "", "right", self.capacity
        )
    }

    fn view_part(&self, position: &RiverPosition) -> Box<dyn GamePart> {
        Box::new(RiverView::of(self, position))
    }

    fn solved(&self, _: &RiverPosition, moves: u64, _: u64) -> Sentence {
        Sentence::counted(moves as usize, ["All are across: {} crossing.", "All are across: {} crossings."])
    }

    fn objective(&self) -> &'static str {
        "crossings"
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::Puzzle;

    #[test]
    fn positions_come_back() {
        for fen in ["-/-/P3D3 r 2", "P1D1/P1/P1D2 l 2", "P3D3/-/- r 2 b", "-/D1/P3D2 r 4"] {
            let (river, position) = River::from_fen(fen).unwrap();
            assert_eq!(river.fen(&position), fen);
        }
        let (river, position) = River::from_fen("3 3 2 b").unwrap();
        assert_eq!(river.fen(&position), "-/-/P3D3 r 2 b");
        let (river, position) = River::start();
        assert_eq!(river.fen(&position), "-/-/P3D3 r 2");
    }

    #[test]
    fn errors_say_what_where_and_what_was_expected() {
        for (fen, part) in [
            ("", "PRIESTS DEVILS CAPACITY"),
            ("3 3", "PRIESTS DEVILS CAPACITY"),
            ("3 3 0", "capacity of the boat: found \"0\", expected a number from 1"),
            ("3 x 2", "number of devils: found \"x\""),
            ("3 -3 2", "number of devils: found \"-3\""),
            ("3 3 99999999999999999999", "capacity of the boat"),
            ("3 3 2 c", "flag: found \"c\", expected b"),
            ("-/P3D3 r 2", "LEFT/BOAT/RIGHT"),
            ("-/-/Q3 r 2", "right bank: found \"Q3\""),
            ("-/-/ r 2", "right bank: found \"\""),
            ("-/-/P3D3 x 2", "side of the boat: found \"x\", expected l or r"),
            ("-/-/P3D3 r", "LEFT/BOAT/RIGHT"),
            ("-/-/P3D3 r 0", "expected a number from 1"),
            ("-/P3/D3 r 2", "P3 aboard a boat for 2"),
            ("P1000000/-/P1 r 2", "P1000001 in all"),
            ("122200 121 22070", "different loads, expected at most 1000000"),
        ] {
            let error = River::from_fen(fen).unwrap_err().to_string();
            assert!(error.contains(part), "{fen:?}: {error}");
        }
    }

    #[test]
    fn loads_are_counted() {
        for (fen, loads) in [("3 3 2", 6), ("3 3 1000000", 16), ("10000 10000 20", 231), ("5 0 3", 4)] {
            assert_eq!(River::from_fen(fen).unwrap().0.loads(), loads, "{fen}");
        }
    }

    #[test]
    fn moves_in_every_spelling_and_why_not() {
        let (river, position) = River::start();
        for (text, written) in [("P1D1", "P1D1"), ("PD", "P1D1"), ("DP", "P1D1"), ("DD", "D2"), ("d", "D1")] {
            let load = river.parse_move(&position, text).unwrap();
            assert_eq!(river.move_text(&position, load), written);
        }
        for (text, part) in [
            ("X", "expected the passengers"),
            ("P0", "someone must row"),
            ("D3", "the boat holds 2"),
            ("PP", "a bank would be left with P1D3"),
        ] {
            let error = river.parse_move(&position, text).unwrap_err().to_string();
            assert!(error.contains(part), "{text}: {error}");
        }
        let over = river.apply(&position, Group::new(1, 1));
        assert!(river.parse_move(&over, "D2").unwrap_err().to_string().contains("only P1D1"));
    }

    #[test]
    fn the_picture_shows_the_boat_where_it_docks() {
        let (river, position) = River::from_fen("D1/P1D1/P2D1 r 2").unwrap();
        let picture = river.diagram(&position);
        let line = picture.lines().nth(1).unwrap();
        assert!(line.contains("D1 |") && line.ends_with("\\P1D1/| P2D1"), "{picture}");
    }
}
