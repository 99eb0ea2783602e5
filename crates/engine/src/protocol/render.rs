//! Events to lines, in the dialect that is spoken.

use super::command::Dialect;
use super::identity::Identity;
use super::option;
use super::{ucci, uci};
use crate::engine::event::{Best, Event, Solved, Worth};
use crate::engine::registry::Entry;
use crate::solution::{Facts, NO_BOUND, Status};
use crate::text::Verdict;
use vampirc_uci::UciMessage;

/// The lines of an event; none where the dialect has no words for it.
pub fn event(dialect: Dialect, event: &Event) -> Vec<String> {
    match event {
        Event::Solved(solved) => solved_lines(solved).iter().map(|line| text(dialect, line)).collect(),
        _ => line(dialect, event).into_iter().collect(),
    }
}

/// The line of any other event.
fn line(dialect: Dialect, event: &Event) -> Option<String> {
    match event {
        Event::Info(info) if dialect == Dialect::Ucci => ucci::info(info),
        Event::Info(info) => Some(uci::print(uci::info(info))),
        Event::Solved(_) | Event::End => None,
        Event::MoveValue { mv, worth: found } => Some(text(dialect, &format!("value {mv} {}", worth(found)))),
        Event::AtGoal => Some(text(dialect, "solved")),
        Event::Spelled { multi_pv, moves } => Some(text(dialect, &format!("pv {multi_pv} {}", moves.join(" ")))),
        Event::NoWin { moves } => Some(text(dialect, &format!("no win in {moves} moves exists"))),
        Event::ProvenDraw => Some(text(dialect, "proven draw")),
        Event::CurrentMove { mv, .. } if dialect == Dialect::Ucci => Some(ucci::current_move(mv)),
        Event::CurrentMove { depth, mv, number } => Some(uci::print(uci::current_move(*depth, mv, *number))),
        Event::Text(remark) => Some(text(dialect, remark)),
        Event::Error(cause) => Some(error(dialect, cause)),
        Event::Plain(line) => Some(line.clone()),
        Event::Best(best) => Some(best_move(dialect, best)),
    }
}

/// `OBJECTIVE VALUE bound BOUND proven|anytime`, or `unsolvable proven`.
fn worth(worth: &Worth) -> String {
    let Worth { objective, value, bound, status } = worth;
    let status = match status {
        Status::Proven => "proven",
        Status::Anytime => "anytime",
    };
    let value = match value {
        None if worth.is_hopeless() => return format!("unsolvable {status}"),
        None => "none".to_owned(),
        Some(value) => value.to_string(),
    };
    let bound = if *bound == NO_BOUND { "none".to_owned() } else { bound.to_string() };
    format!("{objective} {value} bound {bound} {status}")
}

/// `solution OBJECTIVE VALUE bound BOUND proven|anytime` or `unsolvable proven`, then what else is known of it: the moves that
/// begin a best plan where there are several, and the facts.
fn solved_lines(solved: &Solved) -> Vec<String> {
    let found = worth(&solved.worth);
    let mut lines = vec![if solved.worth.is_hopeless() { found } else { format!("solution {found}") }];
    if solved.best_first_moves.len() > 1 {
        lines.push(format!("best {}", solved.best_first_moves.join(" ")));
    }
    let Facts { walk, bound, left, hp } = &solved.facts;
    lines.extend(walk.iter().filter(|keys| !keys.is_empty()).map(|keys| format!("walk {keys}")));
    // The bound alone is in the first line.
    if let (Some(left), Some(hp), Some(bound)) = (left, hp, bound) {
        lines.push(format!("the boss lives: left {left} hp {hp} bound {bound}"));
    }
    lines
}

/// The answer. UGI's harness waits for exactly two words.
pub fn best_move(dialect: Dialect, best: &Best) -> String {
    match dialect {
        Dialect::Uci => uci::best_move(best),
        Dialect::Ucci => ucci::best_move(best),
        Dialect::Ugi => uci::best_move(&Best { ponder: None, ..best.clone() }),
    }
}

/// A remark for people.
pub fn text(dialect: Dialect, remark: &str) -> String {
    if dialect == Dialect::Ucci { ucci::text(remark) } else { uci::print(uci::text(remark)) }
}

/// Something that could not be carried out.
pub fn error(dialect: Dialect, cause: &str) -> String {
    text(dialect, &format!("error: {cause}"))
}

/// An engine of these games introduces itself.
pub fn introduction(dialect: Dialect, games: &[Entry]) -> Vec<String> {
    let identity = Identity::of_process();
    let (name, authors) = (identity.title(), identity.authors);
    let options = option::all(games);
    match dialect {
        Dialect::Uci => {
            let messages = uci::introduction(&name, authors, options, games);
            let mut lines: Vec<String> = messages.map(uci::print).collect();
            #[cfg(feature = "tuning")]
            lines.extend(super::tuning::declarations());
            lines.push(uci::print(UciMessage::UciOk));
            lines
        }
        Dialect::Ucci => ucci::introduction(&name, authors, identity.copyright, options, games),
        Dialect::Ugi => {
            let messages = uci::introduction(&name, authors, options, games);
            messages.map(uci::print).chain(["ugiok".to_owned()]).collect()
        }
    }
}

/// `verdict: ongoing` or `verdict: win|loss|draw REASON`, for the side to move.
pub fn verdict(verdict: &Verdict) -> String {
    use crate::game::Outcome;
    let Some((outcome, reason)) = verdict.end() else { return "verdict: ongoing".to_owned() };
    let word = match outcome {
        Outcome::Win => "win",
        Outcome::Loss => "loss",
        Outcome::Draw => "draw",
    };
    format!("verdict: {word} {}", reason.phrase())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::registry::GAMES;

    #[test]
    fn declared_options_are_short_lines_with_values() {
        for dialect in [Dialect::Uci, Dialect::Ucci, Dialect::Ugi] {
            for line in introduction(dialect, GAMES) {
                assert!(line.len() < 300, "{line}");
                assert!(!line.starts_with("option") || line.split(' ').count() >= 4, "{line}");
            }
        }
        let ucci = introduction(Dialect::Ucci, GAMES);
        assert!(ucci.iter().any(|line| line == "option usemillisec type check default true"));
        assert_eq!(ucci.last().map(String::as_str), Some("ucciok"));
        assert_eq!(introduction(Dialect::Ugi, GAMES).last().map(String::as_str), Some("ugiok"));
    }

    #[test]
    fn the_default_of_a_combo_is_its_first_word() {
        for line in introduction(Dialect::Uci, GAMES).iter().filter(|line| line.contains(" type combo ")) {
            let words: Vec<_> = line.split(' ').collect();
            let default = words.iter().position(|word| *word == "default").expect("a default");
            assert_eq!((words[default + 1], "var"), (words[default + 3], words[default + 2]), "{line}");
        }
    }

    #[test]
    fn a_solution_is_its_value_then_what_else_is_known() {
        let found = Worth { objective: "hp", value: Some(13), bound: 15, status: Status::Anytime };
        let plain = Solved {
            worth: found,
            plan: Vec::new(),
            best_first_moves: vec!["1,2".to_owned(), "3,4".to_owned()],
            facts: Facts { walk: Some("wwa".to_owned()), bound: Some(15), ..Facts::NONE },
            nodes: 1,
        };
        assert_eq!(solved_lines(&plain), ["solution hp 13 bound 15 anytime", "best 1,2 3,4", "walk wwa"]);
        let facts = Facts { walk: Some(String::new()), left: Some(3), hp: Some(9), bound: Some(15) };
        let proven = Worth { value: None, status: Status::Proven, ..found };
        let lost = Solved { worth: proven, best_first_moves: Vec::new(), facts, ..plain };
        assert_eq!(solved_lines(&lost), ["unsolvable proven", "the boss lives: left 3 hp 9 bound 15"]);
        let open = Worth { status: Status::Anytime, ..proven };
        let none = Solved { worth: open, facts: Facts::NONE, ..lost };
        assert_eq!(solved_lines(&none), ["solution hp none bound 15 anytime"]);
    }

    #[test]
    fn a_ugi_answer_has_two_words() {
        let best = Best { mv: Some("h2e2".to_owned()), ponder: Some("h9g7".to_owned()), ..Best::default() };
        assert_eq!(best_move(Dialect::Ugi, &best), "bestmove h2e2");
        assert_eq!(best_move(Dialect::Uci, &best), "bestmove h2e2 ponder h9g7");
    }
}
