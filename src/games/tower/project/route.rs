//! Routes: the keys of a game, as the platform records them, and their replay.
//!
//! A route is `U3R2` for steps, `C1` for an answer (from 0), `FMT3:` for a flight, `I47:` or `Ipickaxe:` for an item by the number
//! of its block or its id. The platform's file `.h5route` is a JSON with the route in it, both packed with LZ-string to base64.

use super::model::{DIRECTIONS, Project};
use super::run::Halt;
use super::state::{Ending, State};
use super::tools;
use super::walk::{Stepped, begin, step};
use std::fmt::Write as _;
use thiserror::Error;

/// One thing that the player does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Key {
    /// A step, by the index of [`DIRECTIONS`].
    Step(u8),
    /// A flight to a floor.
    Fly(u16),
    /// An item is used.
    Use(u32),
    /// An answer, from 0.
    Choose(u8),
}

/// Why a text is no route.
#[derive(Debug, Error, PartialEq, Eq)]
pub enum RouteError {
    /// A letter that is none of a route, or what follows it is wrong.
    #[error("character {at}: {found:?}, expected U, D, L, R, C, F or I and what belongs to it")]
    Letter {
        /// Its place, from 0.
        at: usize,
        /// What stands there.
        found: String,
    },
}

/// The letters of the directions.
const LETTERS: [char; 4] = ['U', 'D', 'L', 'R'];

/// The text of a route.
pub fn text(project: &Project, keys: &[Key]) -> String {
    let mut text = String::new();
    let mut next = 0;
    while let Some(&key) = keys.get(next) {
        next += 1;
        match key {
            Key::Step(direction) => {
                let count = 1 + keys[next..].iter().take_while(|&&other| other == key).count();
                next += count - 1;
                text.push(LETTERS[usize::from(direction & 3)]);
                if count > 1 {
                    let _ = write!(text, "{count}");
                }
            }
            Key::Choose(answer) => {
                let _ = write!(text, "C{answer}");
            }
            Key::Fly(floor) => {
                let _ = write!(text, "F{}:", project.floors[usize::from(floor)].id);
            }
            Key::Use(item) => {
                let number =
                    project.blocks.iter().position(|block| block.as_ref().is_some_and(|b| b.item == Some(item)));
                let _ = match number {
                    Some(number) => write!(text, "I{number}:"),
                    None => write!(text, "I{}:", project.tables.items.name(item)),
                };
            }
        }
    }
    text
}

/// The keys of a route's text.
///
/// # Errors
/// The first character that is none of a route.
pub fn parse(project: &Project, text: &str) -> Result<Vec<Key>, RouteError> {
    let mut keys = Vec::new();
    let mut at = 0;
    while let Some(letter) = text[at..].chars().next() {
        let refuse = || RouteError::Letter { at, found: text[at..].chars().take(12).collect() };
        let rest = &text[at + letter.len_utf8()..];
        let digits = rest.len() - rest.trim_start_matches(|c: char| c.is_ascii_digit()).len();
        let number = rest[..digits].parse::<u32>();
        let named = || rest.split_once(':').map(|(name, _)| name).ok_or_else(refuse);
        let length = match letter {
            'U' | 'D' | 'L' | 'R' => {
                let direction = LETTERS.iter().position(|&known| known == letter).unwrap_or(0) as u8;
                let count = if digits == 0 { 1 } else { number.map_err(|_| refuse())? };
                if count > 100_000 {
                    return Err(refuse());
                }
                keys.extend(std::iter::repeat_n(Key::Step(direction), count as usize));
                digits
            }
            'C' => {
                keys.push(Key::Choose(number.ok().and_then(|n| u8::try_from(n).ok()).ok_or_else(refuse)?));
                digits
            }
            'F' => {
                let name = named()?;
                let floor = project.floor_numbers.get(name).ok_or_else(refuse)?;
                keys.push(Key::Fly(*floor as u16));
                name.len() + 1
            }
            'I' => {
                let name = named()?;
                let by_number = || project.block(name.parse().ok()?)?.item;
                let item = by_number().or_else(|| project.tables.items.find(name)).ok_or_else(refuse)?;
                keys.push(Key::Use(item));
                name.len() + 1
            }
            _ => return Err(refuse()),
        };
        at += letter.len_utf8() + length;
    }
    Ok(keys)
}

/// A route replayed.
#[derive(Clone, Debug)]
pub struct Replayed {
    /// The state at the end, or before the key that is not allowed.
    pub state: State,
    /// How many keys were used.
    pub used: usize,
    /// What is wrong with the next one; none where all were used or the game was over.
    pub fault: Option<String>,
}

/// Replays a route key by key, by the rules alone.
pub fn replay(project: &Project, keys: &[Key]) -> Replayed {
    let mut used = 0;
    let mut state = match begin(project, &[]) {
        Ok(state) => state,
        Err(halt) => {
            let fault = Some(format!("the game does not begin: {}", why(project, &halt)));
            return Replayed { state: State::new(project), used, fault };
        }
    };
    while used < keys.len() && state.ending == Ending::None {
        let answers: Vec<u8> = keys[used + 1..]
            .iter()
            .map_while(|key| if let Key::Choose(answer) = key { Some(*answer) } else { None })
            .collect();
        let mut after = state.clone();
        let done = match keys[used] {
            Key::Step(direction) => {
                let stepped = step(project, &mut after, direction, &answers);
                stepped.map(|(stepped, answered)| (stepped == Stepped::Done, answered))
            }
            Key::Fly(floor) => tools::fly(project, &mut after, usize::from(floor), &answers),
            Key::Use(item) => tools::use_tool(project, &mut after, item, &answers),
            Key::Choose(_) => {
                return Replayed { state, used, fault: Some("an answer that nobody asked for".to_owned()) };
            }
        };
        let fault = match done {
            Ok((true, answered)) if answered == answers.len() => None,
            Ok((true, answered)) => Some(format!("{} answers, expected {answered}", answers.len())),
            Ok((false, _)) => Some(format!("{} is not possible", name(project, keys[used]))),
            Err(Halt::Over) => None,
            Err(halt) => Some(format!("{}: {}", name(project, keys[used]), why(project, &halt))),
        };
        if fault.is_some() {
            return Replayed { state, used, fault };
        }
        state = after;
        used += 1 + answers.len();
    }
    Replayed { state, used, fault: None }
}

/// A key in words.
fn name(project: &Project, key: Key) -> String {
    match key {
        Key::Step(direction) => format!("a step {}", DIRECTIONS[usize::from(direction & 3)].0),
        Key::Fly(floor) => {
            format!("a flight to {}", project.floors.get(usize::from(floor)).map_or("", |floor| &floor.id))
        }
        Key::Use(item) => format!("the use of {}", project.tables.items.name(item)),
        Key::Choose(answer) => format!("the answer {answer}"),
    }
}

/// Why an event did not run to its end, in words.
pub fn why(project: &Project, halt: &Halt) -> String {
    match halt {
        Halt::Choose(open) => format!("an answer is missing, expected one of {open:?}"),
        Halt::BadChoice(answer) => format!("the answer {answer} cannot be chosen"),
        Halt::Refused(issue) => {
            let issue = project.report.issues.get(*issue);
            issue.map_or_else(|| "not understood".to_owned(), |issue| format!("not understood: {}", issue.what))
        }
        Halt::Circle => "an event runs in a circle".to_owned(),
        Halt::Over => "the game is over".to_owned(),
    }
}
