//! Routes: the keys of a game, as the platform records them, and their replay.
//!
//! A route is `U3R2` for steps, `C1` for an answer (from 0), `P13` for a key, a click or a typed number that an event asks for, `FMT3:`
//! for a flight, `Sgold:` for a shop opened from afar, by its id, `I47:` or `Ipickaxe:` for an item by the number of its block or its id, `e35:` for equipment put on, `u0` for what is
//! taken off from a slot, `N` behind a step for stairs walked over; records of people also have `M3:5`, a walk to a cell at once, `T` and `tU:`, a turn, and `G`, what lies ahead
//! taken. The platform's file is [`crate::play::h5route`].

use crate::plan::moves::{Act, Move};
use crate::rules::expression::INPUTS;
pub use crate::rules::keystroke::Key;
use crate::rules::keystroke::{OVER, answers, press};
use crate::rules::model::Project;
use crate::rules::run::Halt;
use crate::rules::state::{Ending, MAX_SHOPS, State};
use crate::rules::walk::begin_with;
use meihua_contracts::sentence;
use meihua_contracts::sentence::Sentence;
use meihua_contracts::text::{MoveError, shorten};
use std::fmt::Write as _;
use thiserror::Error;

/// Why a text is no route.
#[derive(Debug, Error, PartialEq, Eq)]
pub enum RouteError {
    /// A letter that no route has, or what follows it is wrong.
    #[error("character {at}: {found:?}, expected U, D, L, R, N, C, P, F, I, e, u, M, T, t or G and what belongs to it")]
    Letter {
        /// Its place, from 0.
        at: usize,
        /// What stands there.
        found: String,
    },
    /// A key of something that the tower does not have.
    #[error("character {at}: no {what} {name:?}")]
    NoSuch {
        /// Its place, from 0.
        at: usize,
        /// The name.
        name: String,
        /// What is named: a floor, an item or a shop.
        what: &'static str,
    },
    /// A key of the platform that is not known here.
    #[error("character {at}: {found:?} is {what}, which is not replayed")]
    NotReplayed {
        /// Its place, from 0.
        at: usize,
        /// What stands there.
        found: String,
        /// What the platform does at it.
        what: &'static str,
    },
}

impl RouteError {
    /// The same where a move is asked for.
    pub(crate) fn of_move(&self, text: &str) -> MoveError {
        match self {
            RouteError::Letter { at, .. } => MoveError::unreadable(
                text,
                sentence!("U, D, L, R, N, C, P, F, I, e, u, M, T, t or G and what belongs to it (character {})", *at),
            ),
            RouteError::NoSuch { .. } | RouteError::NotReplayed { .. } => MoveError::illegal(text, self.to_string()),
        }
    }
}

/// The letters of the directions.
const LETTERS: [char; 4] = ['U', 'D', 'L', 'R'];

/// What the platform does at letters that are not replayed.
const NOT_REPLAYED: [(char, &str); 7] = [
    ('K', "a key of the tower's own"),
    ('X', "a random number"),
    ('c', "a question that timed out"),
    ('P', "a key, click or number that no event asks for"),
    ('Q', "a text typed in"),
    ('s', "a set of equipment kept"),
    ('l', "a set of equipment put on"),
];

/// The text of a route.
pub fn text(project: &Project, keys: &[Key]) -> String {
    let mut text = String::new();
    let mut next = 0;
    while let Some(&key) = keys.get(next) {
        next += 1;
        // A text takes whatever is written to it.
        let _ = match key {
            Key::Step(direction) => {
                let count = 1 + keys[next..].iter().take_while(|&&other| other == key).count();
                next += count - 1;
                text.push(LETTERS[usize::from(direction & 3)]);
                if count > 1 { write!(text, "{count}") } else { Ok(()) }
            }
            Key::Choose(answer) => write!(text, "{}", answer_text(project, answer)),
            Key::Fly(floor) => write!(text, "F{}:", floor_id(project, floor)),
            Key::Use(item) => {
                let letter = if is_equipment(project, item) { 'e' } else { 'I' };
                match number_of(project, item) {
                    Some(number) => write!(text, "{letter}{number}:"),
                    None => write!(text, "{letter}{}:", project.tables.items.name(item)),
                }
            }
            Key::TakeOff(slot) => write!(text, "u{slot}"),
            Key::Shop(shop) => write!(text, "S{}:", shop_id(project, shop)),
            Key::Walk(x, y) => write!(text, "M{x}:{y}"),
            Key::Turn(None) => write!(text, "T"),
            Key::Turn(Some(direction)) => write!(text, "t{}:", LETTERS[usize::from(direction & 3)]),
            Key::Take => write!(text, "G"),
        };
    }
    text
}

/// What is pressed, clicked or typed for an answer; none for one of a list.
fn code_of(project: &Project, answer: u8) -> Option<i64> {
    answer.checked_sub(INPUTS).and_then(|input| project.tables.inputs.get(usize::from(input))).copied()
}

/// An answer as routes have it.
fn answer_text(project: &Project, answer: u8) -> String {
    if answer == OVER {
        return "N".to_owned();
    }
    code_of(project, answer).map_or_else(|| format!("C{answer}"), |code| format!("P{code}"))
}

pub(super) fn floor_id(project: &Project, floor: u16) -> &str {
    project.floors.get(usize::from(floor)).map_or("", |floor| &floor.id)
}

pub(super) fn shop_id(project: &Project, shop: u8) -> &str {
    project.shops.get(usize::from(shop)).map_or("", |shop| &shop.id)
}

fn is_equipment(project: &Project, item: u32) -> bool {
    project.items.get(item as usize).is_some_and(|item| item.equipment.is_some())
}

/// The number of the block that is an item.
fn number_of(project: &Project, item: u32) -> Option<u32> {
    project.blocks.number_of(item)
}

/// The keys of a route's text.
///
/// # Errors
/// The first character that no route has.
pub fn parse(project: &Project, text: &str) -> Result<Vec<Key>, RouteError> {
    let mut keys = Vec::new();
    let mut at = 0;
    while let Some(letter) = text[at..].chars().next() {
        let found = || text[at..].chars().take(12).collect();
        let rest = &text[at + letter.len_utf8()..];
        let Some((key, count, length)) = one(project, letter, rest) else {
            if let Some((what, name)) = missing(project, letter, rest) {
                return Err(RouteError::NoSuch { at, name: shorten(name).to_string(), what });
            }
            let known = NOT_REPLAYED.iter().find(|(known, _)| *known == letter);
            return Err(match known {
                Some(&(_, what)) => RouteError::NotReplayed { at, found: found(), what },
                None => RouteError::Letter { at, found: found() },
            });
        };
        keys.extend(std::iter::repeat_n(key, count));
        at += letter.len_utf8() + length;
    }
    Ok(keys)
}

/// Maximum number of steps that one number counts.
const MAX_STEPS: usize = 100_000;

/// The key of a letter and what follows it: how often, and how much of the text behind the letter belongs to it.
fn one(project: &Project, letter: char, rest: &str) -> Option<(Key, usize, usize)> {
    let digits = |text: &str| text.len() - text.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    let count = digits(rest);
    let direction = |letter: char| LETTERS.iter().position(|&known| known == letter).map(|place| place as u8);
    if let Some(direction) = direction(letter) {
        let steps = if count == 0 { 1 } else { rest[..count].parse().ok()? };
        return (steps <= MAX_STEPS).then_some((Key::Step(direction), steps, count));
    }
    let once = |key, length| Some((key, 1, length));
    let named = || rest.split_once(':').map(|(name, _)| (name, name.len() + 1));
    match letter {
        // The platform adds to an answer in time a hundred times the time that was left.
        'C' => once(Key::Choose((rest[..count].parse::<u64>().ok()? % 100) as u8), count),
        // The time that was left for a key or a click counts 100,000,000 times.
        'P' => {
            let code: i64 = rest[..count].parse().ok()?;
            let input = project.tables.inputs.iter().position(|&known| known == code % 100_000_000)?;
            once(Key::Choose(INPUTS + input as u8), count)
        }
        'F' => {
            let (name, length) = named()?;
            once(Key::Fly(*project.floor_numbers.get(name)? as u16), length)
        }
        'I' | 'e' => {
            let (name, length) = named()?;
            let by_number = || project.block(name.parse().ok()?)?.item;
            let item = by_number().or_else(|| project.tables.items.find(name))?;
            (is_equipment(project, item) == (letter == 'e')).then_some((Key::Use(item), 1, length))
        }
        'S' => {
            let (name, length) = named()?;
            let shop = project.shops.iter().take(MAX_SHOPS).position(|shop| shop.id == name)?;
            once(Key::Shop(shop as u8), length)
        }
        'u' => once(Key::TakeOff(rest[..count].parse().ok()?), count),
        'M' => {
            let (column, length) = named()?;
            let row = &rest[length..];
            let row = &row[..digits(row)];
            once(Key::Walk(column.parse().ok()?, row.parse().ok()?), length + row.len())
        }
        'T' => once(Key::Turn(None), 0),
        't' => {
            let (name, length) = named()?;
            once(Key::Turn(Some(direction(name.chars().next()?)?)), length)
        }
        'G' => once(Key::Take, 0),
        'N' => once(Key::Choose(OVER), 0),
        _ => None,
    }
}

/// What a key names that the tower does not have, and its name.
fn missing<'a>(project: &Project, letter: char, rest: &'a str) -> Option<(&'static str, &'a str)> {
    let (name, _) = rest.split_once(':')?;
    let is_named = !name.is_empty() && name.chars().all(|sign| sign.is_alphanumeric() || "_-.".contains(sign));
    let is_item = || name.parse().is_ok_and(|number| project.block(number).is_some_and(|block| block.item.is_some()));
    match letter {
        'F' => (!project.floor_numbers.contains_key(name)).then_some("floor"),
        'S' => (!project.shops.iter().any(|shop| shop.id == name)).then_some("shop"),
        'I' | 'e' => (!is_item() && project.tables.items.find(name).is_none()).then_some("item"),
        _ => None,
    }
    .filter(|_| is_named)
    .map(|what| (what, name))
}

/// A route replayed.
#[derive(Clone, Debug)]
pub struct Replayed {
    /// The state at the end, or before the key that is not allowed.
    pub state: State,
    /// How many keys were used.
    pub used: usize,
    /// How many of them are steps into what stands in the way, which only turn the hero.
    pub bumps: usize,
    /// What is wrong with the next one; none where all were used or the game was over.
    pub fault: Option<String>,
}

/// Replays a route key by key, by the rules alone.
pub fn replay(project: &Project, keys: &[Key]) -> Replayed {
    replay_with(project, keys, &mut |_| ())
}

/// What one key of a replay did.
pub struct Pressed<'a> {
    /// The state before it.
    pub before: &'a State,
    /// The key.
    pub key: Key,
    /// The answers behind it.
    pub answers: &'a [u8],
    /// The state after it.
    pub after: &'a State,
}

/// The steps and uses of a route as moves, where it is legal: what [`search_from`](crate::plan::search::search_from) begins with.
pub fn moves(project: &Project, keys: &[Key]) -> Vec<Move> {
    let mut moves = Vec::new();
    replay_with(project, keys, &mut |&Pressed { before, key, answers, .. }| {
        let cell = project.floors[usize::from(before.floor)].cell(before.x.into(), before.y.into());
        let act = match key {
            Key::Step(direction) => Act::Step(direction),
            Key::Use(item) => Act::Use(item, Some(before.direction)),
            Key::Shop(shop) => Act::Shop(shop),
            Key::Take => Act::Take(before.direction),
            Key::TakeOff(slot) => Act::TakeOff(slot),
            Key::Fly(_) | Key::Choose(_) | Key::Walk(..) | Key::Turn(_) => return,
        };
        moves.extend(cell.map(|cell| Move { floor: before.floor, cell, act, script: answers.to_vec() }));
    });
    moves
}

/// [`replay`], which shows each key that is no answer to `see` when it was pressed.
pub fn replay_with(project: &Project, keys: &[Key], see: &mut dyn FnMut(&Pressed<'_>)) -> Replayed {
    let answers_from = |place: usize| answers(keys.get(place..).unwrap_or_default());
    // A tower may ask before the first step.
    let first = answers_from(0);
    let (mut state, mut used) = match begin_with(project, &first) {
        Ok((state, used)) => (state, used),
        Err(halt) => {
            let fault = Some(format!("the game does not begin: {}", why(project, &halt)));
            return Replayed { state: State::new(project), used: 0, bumps: 0, fault };
        }
    };
    let mut bumps = 0;
    while used < keys.len() && state.ending == Ending::None {
        let answers = answers_from(used + 1);
        let mut after = state.clone();
        let fault = match press(project, &mut after, keys[used], &answers) {
            Ok((true, answered)) if answered == answers.len() => None,
            Ok((true, answered)) => Some(format!("{} answers, expected {answered}", answers.len())),
            // Players' records have steps into walls, locked doors and fights that would kill; the platform plays on.
            Ok((false, _)) if answers.is_empty() && matches!(keys[used], Key::Step(_)) => {
                bumps += 1;
                None
            }
            Ok((false, _)) => Some(format!("{} is not possible", name(project, keys[used]))),
            Err(Halt::Over) => None,
            Err(halt) => Some(format!("{}: {}", name(project, keys[used]), why(project, &halt))),
        };
        if fault.is_some() {
            return Replayed { state, used, bumps, fault };
        }
        see(&Pressed { before: &state, key: keys[used], answers: &answers, after: &after });
        state = after;
        used += 1 + answers.len();
    }
    Replayed { state, used, bumps, fault: None }
}

/// A key in words.
pub fn name(project: &Project, key: Key) -> Sentence {
    let steps = ["a step up", "a step down", "a step left", "a step right"];
    let turns = ["a turn up", "a turn down", "a turn left", "a turn right"];
    match key {
        Key::Step(way) => steps[usize::from(way & 3)].into(),
        Key::Fly(floor) => sentence!("a flight to {}", Sentence::plain(floor_id(project, floor))),
        Key::Use(item) => sentence!("the use of {}", Sentence::plain(project.tables.items.name(item))),
        Key::Choose(answer) => sentence!("the answer {}, which nobody asked for,", answer_text(project, answer)),
        Key::Walk(x, y) => sentence!("a walk to column {}, row {} at once", x, y),
        Key::Turn(None) => "a turn".into(),
        Key::Turn(Some(way)) => turns[usize::from(way & 3)].into(),
        Key::TakeOff(slot) => sentence!("taking off what is worn in slot {}", slot),
        Key::Shop(shop) => sentence!("the shop {} opened from afar", Sentence::plain(shop_id(project, shop))),
        Key::Take => "taking what lies ahead".into(),
    }
}

/// Why an event did not run to its end, in words.
pub fn why(project: &Project, halt: &Halt) -> Sentence {
    match halt {
        Halt::Choose(question) => {
            let (floor, x, y) = question.at;
            let asked = shorten(project.tables.texts.name(question.text)).to_string();
            let answers: Vec<String> = question.iter().map(|&answer| answer_text(project, answer)).collect();
            let answers = answers.join(" ");
            let floor = Sentence::plain(floor_id(project, floor));
            if asked.is_empty() {
                return sentence!("{} {},{} asks: an answer is missing, expected one of {}", floor, x, y, answers);
            }
            let asked = Sentence::quoted(asked);
            sentence!("{} {},{} asks {}: an answer is missing, expected one of {}", floor, x, y, asked, answers)
        }
        Halt::BadChoice(answer) => sentence!("the answer {} cannot be chosen", answer_text(project, *answer)),
        Halt::Refused(issue) => {
            let issue = project.report.issues.get(*issue);
            issue.map_or_else(|| "not understood".into(), |issue| sentence!("not understood: {}", issue.what.clone()))
        }
        Halt::NotFinite => "a number that is not finite or beyond 2^52, expected an amount".into(),
        Halt::Circle => "an event runs in a circle".into(),
        Halt::Over => "the game is over".into(),
    }
}
