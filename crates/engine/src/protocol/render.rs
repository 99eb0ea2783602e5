//! Turns answers into lines of the current dialect.

use super::answer::Answer;
use super::command::Dialect;
use super::identity::Identity;
use super::option;
use super::{ucci, uci};
use crate::engine::event::{Best, Event, Solved, Worth};
use crate::engine::fault::Fault;
use crate::engine::registry::Entry;
use crate::solution::{Facts, NO_BOUND, Price};
use crate::text::Verdict;
use crate::view;
use vampirc_uci::UciMessage;

/// The lines of an answer; none if the dialect has no words for it.
pub fn lines(dialect: Dialect, answer: &Answer) -> Vec<String> {
    if dialect == Dialect::Json {
        // Names, texts and numbers can always be serialised.
        return serde_json::to_string(answer).into_iter().collect();
    }
    match answer {
        Answer::Hello(games) => introduction(dialect, games),
        Answer::ReadyOk => vec!["readyok".to_owned()],
        Answer::Bye => vec!["bye".to_owned()],
        Answer::View { view } => vec![format!("view {}", view::json(view.as_ref()))],
        Answer::Moves { moves } => vec![format!("moves: {}", moves.join(" "))],
        Answer::Lines { lines } => lines.clone(),
        Answer::Import { import } => vec![format!("import {import}")],
        Answer::Export { export } => vec![format!("export {export}")],
        Answer::Explore { explore } => vec![format!("explore {explore}")],
        Answer::Library { library } => vec![format!("library {library}")],
        Answer::Response { answer } => vec![format!("response {answer}")],
        Answer::Hash(probe) => vec![ucci::pophash(probe)],
        Answer::Event(event) => event_lines(dialect, event),
    }
}

fn event_lines(dialect: Dialect, event: &Event) -> Vec<String> {
    let is_ucci = dialect == Dialect::Ucci;
    let line = match event {
        Event::Solved(solved) => return solved_lines(solved).iter().map(|line| text(dialect, line)).collect(),
        Event::Error(fault) => return fault_lines(dialect, fault),
        Event::Perft { leaves } => return vec![String::new(), format!("Nodes searched: {leaves}")],
        Event::End => return Vec::new(),
        Event::Info(info) if is_ucci => return ucci::info(info).into_iter().collect(),
        Event::Info(info) => uci::print(uci::info(info)),
        Event::MoveValue { mv, worth: found } => text(dialect, &format!("value {mv} {}", worth(found))),
        Event::AtGoal(_) => text(dialect, "solved"),
        Event::Spelled { multi_pv, moves } => text(dialect, &format!("pv {multi_pv} {}", moves.join(" "))),
        Event::NoWin { moves: 1 } => text(dialect, "no win in 1 move exists"),
        Event::NoWin { moves } => text(dialect, &format!("no win in {moves} moves exists")),
        Event::ProvenDraw => text(dialect, "proven draw"),
        Event::CurrentMove { mv, .. } if is_ucci => ucci::current_move(mv),
        Event::CurrentMove { depth, mv, number } => uci::print(uci::current_move(*depth, mv, *number)),
        Event::Leaves { mv, leaves } => format!("{mv}: {leaves}"),
        Event::Opening { fen } => text(dialect, &format!("genfens {fen}")),
        Event::Text { text: remark, translated: _ } => text(dialect, remark),
        Event::Bench { text } => text.clone(),
        Event::Best(best) => best_move(dialect, best),
    };
    vec![line]
}

/// The lines for a fault. For a client that shows both languages, they are preceded by pairs of English and translated
/// text.
fn fault_lines(dialect: Dialect, fault: &Fault) -> Vec<String> {
    let Fault { message, reason, translated, .. } = fault;
    let words = translated.as_ref().map(|translated| {
        let reasons = reason.as_ref().zip(translated.reason.as_ref());
        let pairs: Vec<_> = reasons.into_iter().chain([(message, &translated.message)]).collect();
        text(dialect, &format!("words {}", view::json(&pairs)))
    });
    words.into_iter().chain([text(dialect, &format!("error: {message}"))]).collect()
}

/// `OBJECTIVE VALUE bound BOUND proven|anytime`, or `unsolvable proven`.
fn worth(worth: &Worth) -> String {
    let Worth { objective, value, bound, status } = worth;
    let status = status.name();
    let value = match value {
        None if worth.is_hopeless() => return format!("unsolvable {status}"),
        None => "none".to_owned(),
        Some(value) => value.to_string(),
    };
    let bound = if *bound == NO_BOUND { "none".to_owned() } else { bound.to_string() };
    format!("{objective} {value} bound {bound} {status}")
}

/// `solution OBJECTIVE VALUE bound BOUND proven|anytime` or `unsolvable proven`, then other known facts: the first
/// moves of best plans if there are several, and facts about the plan.
fn solved_lines(solved: &Solved) -> Vec<String> {
    let found = worth(&solved.worth);
    let mut lines = vec![if solved.worth.is_hopeless() { found } else { format!("solution {found}") }];
    if solved.best_first_moves.len() > 1 {
        lines.push(format!("best {}", solved.best_first_moves.join(" ")));
    }
    let Facts { walk, bound, left, hp, floor, why, translated: _, prices } = &solved.facts;
    lines.extend(walk.iter().filter(|keys| !keys.is_empty()).map(|keys| format!("walk {keys}")));
    // The first line has the bound alone.
    if let (Some(left), Some(hp), Some(bound)) = (left, hp, bound) {
        lines.push(format!("the boss lives: left {left} hp {hp} bound {bound}"));
    }
    if let (Some(floor), Some(hp)) = (floor, hp) {
        lines.push(format!("the tower is not won: floor {floor} hp {hp}"));
    }
    lines.extend(why.iter().map(|why| format!("why {why}")));
    lines.extend(prices.iter().map(price));
    lines
}

/// `price KIND FLOOR X,Y NAME HP|needed proven|anytime`.
fn price(price: &Price) -> String {
    let Price { kind, floor, x, y, name, hp, status } = price;
    let hp = hp.map_or_else(|| "needed".to_owned(), |hp| format!("hp {hp}"));
    format!("price {kind} {floor} {x},{y} {name} {hp} {}", status.name())
}

/// The best move. UGI's harness expects exactly two words.
fn best_move(dialect: Dialect, best: &Best) -> String {
    match dialect {
        Dialect::Uci | Dialect::Json => uci::best_move(best),
        Dialect::Ucci => ucci::best_move(best),
        Dialect::Ugi => uci::best_move(&Best { ponder: None, ..best.clone() }),
    }
}

/// A remark for people.
fn text(dialect: Dialect, remark: &str) -> String {
    if dialect == Dialect::Ucci { ucci::text(remark) } else { uci::print(uci::text(remark)) }
}

/// The identification of an engine with these games.
fn introduction(dialect: Dialect, games: &[Entry]) -> Vec<String> {
    let identity = Identity::of_process();
    let (name, authors) = (identity.title(), identity.authors);
    let options = option::all(games);
    match dialect {
        Dialect::Uci | Dialect::Json => {
            let messages = uci::introduction(&name, authors, options, games);
            let mut lines: Vec<String> = messages.map(uci::print).collect();
            if cfg!(feature = "tuning") {
                lines.extend(super::tuning::declarations());
            }
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

/// `verdict: ongoing` or `verdict: win|loss|draw REASON`, from the view of the side to move.
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
    use crate::solution::Status;

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
        let facts = Facts { walk: Some(String::new()), left: Some(3), hp: Some(9), bound: Some(15), ..Facts::NONE };
        let proven = Worth { value: None, status: Status::Proven, ..found };
        let lost = Solved { worth: proven, best_first_moves: Vec::new(), facts, ..plain };
        assert_eq!(solved_lines(&lost), ["unsolvable proven", "the boss lives: left 3 hp 9 bound 15"]);
        let open = Worth { status: Status::Anytime, ..proven };
        let price = Price {
            kind: "door",
            floor: "F1".to_owned(),
            x: 5,
            y: 4,
            name: "yellowDoor".to_owned(),
            hp: Some(12),
            status: Status::Anytime,
        };
        let prices = vec![Price { hp: None, status: Status::Proven, ..price.clone() }, price];
        let why = vec!["there was no time to find out why".into()];
        let facts = Facts { floor: Some("F2".to_owned()), hp: Some(9), why, prices, ..Facts::NONE };
        let far = Solved { worth: proven, facts, ..lost.clone() };
        assert_eq!(
            solved_lines(&far),
            [
                "unsolvable proven",
                "the tower is not won: floor F2 hp 9",
                "why there was no time to find out why",
                "price door F1 5,4 yellowDoor needed proven",
                "price door F1 5,4 yellowDoor hp 12 anytime",
            ]
        );
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
