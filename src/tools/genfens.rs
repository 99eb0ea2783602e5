//! `genfens N seed S book None|FILE`: random openings as FENs, the way OpenBench asks an engine for them when it has no
//! book for a game.
//!
//! Without a book an opening is eight or nine random moves from the start that leave the sides about even. With a book,
//! lines of that file (FEN or EPD) are drawn at random.

use super::matches::registry::referees;
use super::random_opening::RandomOpening;
use crate::control::Control;
use crate::engine::registry::{self, GAMES};
use crate::random::SplitMix64;
use crate::rules::Rules;
use crate::text::shorten;
use std::fs;

/// Random moves of an opening; every other one has one more, so that both sides come to move first.
const PLIES: usize = 8;
/// Centipawns that a side may be ahead.
const BALANCE: i32 = 150;
/// The most openings of one order.
const MOST: usize = 100_000;

/// An order for openings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Order {
    /// How many.
    pub count: usize,
    /// The same seed gives the same openings.
    pub seed: u64,
    /// A file of positions; none: from the start.
    pub book: Option<String>,
}

impl Order {
    /// Reads what follows `genfens`: `N [seed S] [book None|FILE]`, other words skipped.
    ///
    /// # Errors
    /// The word that is no number.
    pub fn parse(text: &str) -> Result<Order, String> {
        let mut words = text.split_whitespace();
        let number = |name: &str, word: Option<&str>| {
            let word = word.unwrap_or_default();
            let fault = || format!("genfens: {name}: found {:?}, expected a whole number", shorten(word));
            word.parse::<u64>().map_err(|_| fault())
        };
        let count = number("count", words.next())?.min(MOST as u64) as usize;
        let mut order = Order { count, seed: 0, book: None };
        while let Some(word) = words.next() {
            match word {
                "seed" => order.seed = number("seed", words.next())?,
                "book" => order.book = words.next().filter(|book| *book != "None").map(str::to_owned),
                _ => {}
            }
        }
        Ok(order)
    }
}

/// Makes the openings of a game until `control` says stop; `say` gets one `genfens FEN` for each.
///
/// # Errors
/// What cannot be done, in words.
pub fn run(game: &str, order: &Order, control: &Control, say: &mut dyn FnMut(String)) -> Result<(), String> {
    let draw = match &order.book {
        Some(path) => from_book(path)?,
        None => from_start(game)?,
    };
    let mut seeds = SplitMix64::new(order.seed);
    for index in 0..order.count {
        if control.stopped() {
            break;
        }
        say(format!("genfens {}", draw(seeds.next_u64(), index)?));
    }
    Ok(())
}

type Draw = Box<dyn Fn(u64, usize) -> Result<String, String>>;

fn from_start(game: &str) -> Result<Draw, String> {
    let unknown = || format!("genfens: {game} is no game of two players");
    let referee = referees(game).ok_or_else(unknown)?(Rules::default());
    let entry = registry::find(GAMES, game).ok_or_else(unknown)?;
    Ok(Box::new(move |seed, index| {
        let recipe = RandomOpening { plies: PLIES + index % 2, balance: Some(BALANCE) };
        let opening = referee.invent(&recipe, seed).map_err(|error| format!("genfens: {error}"))?;
        let mut session = (entry.open)();
        for mv in &opening.moves {
            session.play(mv).map_err(|error| format!("genfens: {error}"))?;
        }
        Ok(session.fen())
    }))
}

fn from_book(path: &str) -> Result<Draw, String> {
    let text = fs::read_to_string(path).map_err(|error| format!("genfens: book {:?}: {error}", shorten(path)))?;
    let lines: Vec<String> =
        text.lines().map(str::trim).filter(|line| !line.is_empty()).map(before_operations).collect();
    if lines.is_empty() {
        return Err(format!("genfens: book {:?}: expected a position a line", shorten(path)));
    }
    Ok(Box::new(move |seed, _| {
        let index = SplitMix64::new(seed).below(lines.len());
        Ok(lines[index].clone())
    }))
}

/// An EPD line without its operations (`; bm …`).
fn before_operations(line: &str) -> String {
    line.split(';').next().unwrap_or(line).trim_end().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    fn fens(game: &str, order: &str) -> Vec<String> {
        let mut lines = Vec::new();
        run(game, &Order::parse(order).unwrap(), &Control::new(), &mut |line| lines.push(line)).unwrap();
        lines.iter().map(|line| line.strip_prefix("genfens ").unwrap().to_owned()).collect()
    }

    #[test]
    fn the_same_seed_gives_the_same_openings_and_they_are_legal() {
        for game in ["xiangqi", "cfour"] {
            let first = fens(game, "6 seed 42 book None");
            assert_eq!(first, fens(game, "6 seed 42 book None"));
            assert_ne!(first, fens(game, "6 seed 43 book None"));
            assert!(first.iter().collect::<HashSet<_>>().len() > 3, "{first:?}");
            for fen in first {
                let mut session = (registry::find(GAMES, game).unwrap().open)();
                session.set_position(&fen).unwrap();
                assert_eq!(session.verdict().outcome, None, "{fen}");
            }
        }
    }

    #[test]
    fn orders() {
        let order = Order::parse("3 seed 7 book b.epd extra").unwrap();
        assert_eq!(order, Order { count: 3, seed: 7, book: Some("b.epd".to_owned()) });
        assert!(Order::parse("x").unwrap_err().contains("count: found \"x\""));
        assert!(Order::parse("1 seed -").unwrap_err().contains("seed"));
        let refused =
            |game: &str, text: &str| run(game, &Order::parse(text).unwrap(), &Control::new(), &mut |_| {}).unwrap_err();
        assert!(refused("river", "1").contains("two players"));
        assert!(refused("xiangqi", "1 book /nonexistent").contains("/nonexistent"));
    }
}
