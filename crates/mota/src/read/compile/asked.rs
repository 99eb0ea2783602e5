//! What events ask of the player: the keys, places and numbers that count where he presses, clicks or types.
//!
//! The platform's record has a number for each (`P13`): the code of a key, 1000000 + 1000 x + y for a click on the pixel (x, y), or
//! what was typed. Of all that a player could do, one of each kind that makes a difference is asked for.

use super::Compiler;
use crate::read::refusal::{Refusal, unexpected};
use crate::rules::action::{Action, Actions, Assign, Choice, Target};
use crate::rules::expression::{Expression, INPUTS};
use crate::rules::value::Value;
use serde_json::Value as Json;

/// The code of a click on the first pixel.
const CLICK: i64 = 1_000_000;

/// Where a click counts for nothing.
const ASIDE: i64 = CLICK;

/// The key that stands for any: Enter.
const ENTER: i64 = 13;

/// Pixels of a cell.
const CELL: i64 = 32;

impl Compiler<'_> {
    /// What a word asks, a text.
    pub(super) fn question(&mut self, json: &Json) -> u32 {
        let text = json.get("text").and_then(Json::as_str).filter(|text| !text.is_empty());
        text.map_or(self.shown, |text| self.tables.texts.number(text))
    }

    /// Waits for a key or a click.
    pub(super) fn wait(&mut self, json: &Json) -> Result<Action, Refusal> {
        let cases: Vec<&Json> = super::enabled(json, "data").collect();
        let mut codes = Vec::new();
        for case in &cases {
            match case.get("case").and_then(Json::as_str) {
                Some("keyboard") => codes.extend(keys(case)),
                Some("mouse") => {
                    let [x, y] = [area(case, "px")?, area(case, "py")?];
                    codes.push(CLICK + 1000 * ((x.0 + x.1) / 2) + (y.0 + y.1) / 2);
                }
                _ => {}
            }
        }
        if self.reads_keys && (cases.is_empty() || cases.iter().any(|case| case.get("condition").is_some())) {
            let what = "a wait whose key or click events look at: only some are tried".to_owned();
            self.report.note(&self.place, crate::read::report::Severity::Skipped, what);
        }
        // What none of them names: a key where nothing else is asked for, else a click aside.
        let must_match = json.get("forceChild").and_then(Json::as_bool).unwrap_or(false);
        let is_condition = |case: &&&Json| case.get("case").and_then(Json::as_str) == Some("condition");
        let others: Vec<&str> =
            cases.iter().filter(is_condition).filter_map(|case| case.get("condition").and_then(Json::as_str)).collect();
        if codes.is_empty() {
            codes.push(ENTER);
        } else if !must_match || !others.is_empty() {
            codes.push(ASIDE);
        }
        let mut seen = Vec::new();
        codes.retain(|code| {
            !seen.contains(code) && {
                seen.push(*code);
                true
            }
        });
        let mut choices = Vec::new();
        for code in codes {
            let mut actions = self.pressed(code);
            self.matched(&cases, code, &mut actions)?;
            let mut choice = self.typed_choice("wait", code, actions)?;
            // It goes on waiting where nothing is met.
            if must_match && code == ASIDE {
                let any = others.iter().map(|condition| format!("({condition})")).collect::<Vec<_>>().join(" || ");
                choice.need = Some(self.expression(&Json::from(any))?);
            }
            choices.push(choice);
        }
        Ok(Action::Choices(choices))
    }

    /// What the flags are after a key or a click.
    fn pressed(&mut self, code: i64) -> Actions {
        let numbers = if code >= CLICK {
            let (x, y) = ((code - CLICK) / 1000, code % 1000);
            vec![("type", 1), ("px", x), ("py", y), ("x", x / CELL), ("y", y / CELL)]
        } else {
            vec![("type", 0), ("keycode", code)]
        };
        numbers.into_iter().chain([("timeout", 0)]).map(|(name, number)| self.set_flag(name, number)).collect()
    }

    fn set_flag(&mut self, name: &str, number: i64) -> Action {
        let flag = Target::Flag(self.tables.flags.number(name));
        Action::SetValue(flag, Assign::Set, Expression::Constant(Value::Number(number as f64)))
    }

    /// The actions of the cases that a key or a click meets.
    fn matched(&mut self, cases: &[&Json], code: i64, actions: &mut Actions) -> Result<(), Refusal> {
        let Some((case, rest)) = cases.split_first() else { return Ok(()) };
        let is_met = match case.get("case").and_then(Json::as_str) {
            Some("keyboard") => keys(case).contains(&code),
            Some("mouse") if code >= CLICK => {
                let ([x, y], click) = ([area(case, "px")?, area(case, "py")?], code - CLICK);
                (x.0..=x.1).contains(&(click / 1000)) && (y.0..=y.1).contains(&(click % 1000))
            }
            Some("condition") => {
                let condition = self.part(case, "condition")?;
                let (mut met, mut not) = (self.list(case, "action"), Vec::new());
                self.matched(rest, code, &mut not)?;
                if !ends(case) {
                    met.extend(not.clone());
                }
                actions.push(Action::If(condition, met, not));
                return Ok(());
            }
            _ => false,
        };
        if is_met {
            actions.extend(self.list(case, "action"));
        }
        if is_met && ends(case) { Ok(()) } else { self.matched(rest, code, actions) }
    }

    /// Asks for a number: 0, 1 or one of those with which events compare it.
    pub(super) fn input(&mut self, json: &Json) -> Result<Action, Refusal> {
        let what = format!("a typed number, of which only {:?} are tried", self.typed);
        self.report.note(&self.place, crate::read::report::Severity::Skipped, what);
        let question = self.question(json);
        let mut choices = Vec::new();
        for &code in self.typed {
            let actions = vec![self.set_flag("input", code)];
            choices.push(Choice { question, ..self.typed_choice(&code.to_string(), code, actions)? });
        }
        Ok(Action::Choices(choices))
    }

    fn typed_choice(&mut self, text: &str, code: i64, actions: Actions) -> Result<Choice, Refusal> {
        let input = self.tables.input(code);
        let input = input.ok_or_else(|| unexpected("one key, click or number too many", INPUTS_ALLOWED))?;
        let text = self.tables.texts.number(text);
        Ok(Choice { text, question: 0, input: Some(input), shown: None, need: None, actions })
    }
}

const INPUTS_ALLOWED: &str = "at most 50 in a tower";
const _: () = assert!(INPUTS == 50);

/// Whether no case behind this one counts.
fn ends(case: &Json) -> bool {
    case.get("break").and_then(Json::as_bool).unwrap_or(false)
}

/// The codes of the keys of a case.
fn keys(case: &Json) -> Vec<i64> {
    let text = match case.get("keycode") {
        Some(Json::String(text)) => text.clone(),
        Some(other) => other.to_string(),
        None => String::new(),
    };
    text.split(',').filter_map(|key| key.trim().parse().ok()).collect()
}

/// The least and the greatest pixel of a case.
fn area(case: &Json, name: &str) -> Result<(i64, i64), Refusal> {
    let numbers = case.get(name).and_then(Json::as_array).map(Vec::as_slice);
    let number = |json: &Json| crate::read::number_of(json).filter(|number| (0..1000).contains(number));
    match numbers {
        Some([least, greatest]) => number(least).zip(number(greatest)),
        _ => None,
    }
    .ok_or_else(|| unexpected(format!("the area {name}"), "two numbers of pixels, 0 to 999"))
}

/// The numbers that texts of a tower compare with what is typed, and 0 and 1; at most `most`.
pub(crate) fn typed_numbers<'t>(texts: impl Iterator<Item = &'t str>, most: usize) -> Vec<i64> {
    let mut numbers = vec![0, 1];
    for text in texts {
        for behind in text.split("flag:input").skip(1) {
            let number = behind.trim_start_matches([' ', '=', '!', '<', '>']);
            let digits = number.len() - number.trim_start_matches(|letter: char| letter.is_ascii_digit()).len();
            numbers.extend(number[..digits].parse::<i64>());
        }
    }
    numbers.sort_unstable();
    numbers.dedup();
    numbers.truncate(most);
    numbers
}
