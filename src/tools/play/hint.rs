//! Advice: what the engine would play, and why.

use super::driver::Thought;
use super::words;
use crate::engine::session::Session;
use crate::text::Notation;

/// Moves shown of a line of play; a plan is shown whole.
const SHOWN: usize = 10;

/// The advice of a thought about the position that is on, as lines.
pub fn lines(session: &dyn Session, thought: &Thought, notation: Notation) -> Vec<String> {
    let mut lines: Vec<String> = thought.errors.clone();
    if session.is_two_player() {
        lines.extend(contest(session, thought, notation));
    } else {
        lines.extend(puzzle(session, thought));
    }
    lines
}

/// A move in the chosen notation, with the squares behind it where that is another.
pub fn spelled(session: &dyn Session, mv: &str, notation: Notation) -> String {
    let line = [mv.to_owned()];
    let squares = words::spell(session, &line, Notation::Wire).pop().unwrap_or_else(|| mv.to_owned());
    match words::spell(session, &line, notation).pop() {
        Some(text) if text != squares => format!("{text} ({squares})"),
        _ => squares,
    }
}

fn contest(session: &dyn Session, thought: &Thought, notation: Notation) -> Vec<String> {
    let Some(best) = &thought.best else { return vec!["hint: no move is left".to_owned()] };
    let mut lines = vec![format!("hint: {}", spelled(session, best, notation))];
    if let Some(line) = &thought.line {
        let side = session.phrases().side(words::mover(session));
        let value = words::value(session.phrases(), line.value);
        lines.push(format!("  why: {value} for {side}, depth {}, {} nodes", line.depth, line.nodes));
        let shown = &line.pv[..line.pv.len().min(SHOWN)];
        lines.push(format!("  line: {}", words::spell(session, shown, notation).join(" ")));
    }
    lines.extend(
        thought.remarks.iter().filter(|remark| remark.starts_with("proven")).map(|remark| format!("  {remark}")),
    );
    lines
}

fn puzzle(session: &dyn Session, thought: &Thought) -> Vec<String> {
    let starts = |word: &str| thought.remarks.iter().find_map(|remark| remark.strip_prefix(word));
    let mut lines = Vec::new();
    if starts("unsolvable").is_some() {
        lines.push(format!("hint: {}", session.phrases().hopeless));
    }
    let Some(best) = &thought.best else {
        if lines.is_empty() {
            lines.push("hint: no plan was found in time; `time MS` gives more".to_owned());
        }
        return lines;
    };
    lines.push(format!("hint: {best}"));
    if let Some(reason) = starts("solution ") {
        lines.push(format!("  why: {}", solution(reason)));
    }
    if let Some(line) = &thought.line {
        lines.push(format!("  plan: {}", line.pv.join(" ")));
    }
    lines.extend(starts("best ").map(|others| format!("  as good: {others}")));
    lines.extend(starts("walk ").map(|keys| format!("  keys: {keys}")));
    lines
}

/// `crossings 11 bound 11 proven` in words.
fn solution(text: &str) -> String {
    let words: Vec<&str> = text.split(' ').collect();
    let &[objective, value, "bound", bound, status] = words.as_slice() else { return text.to_owned() };
    let what = match objective {
        _ if value == "none" => "no plan was found in time".to_owned(),
        "hp" => format!("the boss falls with {value} hp left"),
        "cost" => format!("cost {value} to the goal"),
        _ => format!("{value} {objective} to the goal"),
    };
    match (status, objective) {
        ("proven", "hp") => format!("{what}; nothing is better (proven)"),
        ("proven", _) => format!("{what}; nothing is shorter (proven)"),
        (_, "hp") => format!("{what}; more than {bound} is impossible"),
        _ => format!("{what}; less than {bound} is impossible"),
    }
}

#[cfg(test)]
mod tests {
    use super::super::driver::Driver;
    use super::*;
    use crate::engine::go::Go;
    use crate::engine::registry::GAMES;

    fn advice(game: &str, fen: &str) -> String {
        let mut driver = Driver::open(GAMES, game).unwrap();
        driver.engine().session_mut().set_position(fen).unwrap();
        let depth = driver.session().is_two_player().then_some(4);
        let thought = driver.think(Go { depth, ..Go::default() }, &mut |_, _| {});
        lines(driver.session(), &thought, Notation::Wxf).join("\n")
    }

    #[test]
    fn advice_has_reasons() {
        let mate = advice("xiangqi", "3k5/4R4/9/9/9/9/9/9/9/R3K4 w - - 0 1");
        assert!(mate.contains("why: mate in ") && mate.contains("line: "), "{mate}");
        assert!(mate.contains(" (a0d0)") || mate.contains(" ("), "WXF with the squares: {mate}");
        let river = advice("river", "3 3 2");
        assert!(river.contains("why: 11 crossings to the goal; nothing is shorter (proven)"), "{river}");
        assert_eq!(river.lines().nth(2).map(|plan| plan.split(' ').count()), Some(2 + 1 + 11), "{river}");
        assert!(advice("river", "4 4 2").contains("no plan leads to the goal"));
    }

    #[test]
    fn solutions_in_words() {
        assert_eq!(solution("hp 13 bound 13 proven"), "the boss falls with 13 hp left; nothing is better (proven)");
        assert_eq!(solution("cost 14 bound 12 anytime"), "cost 14 to the goal; less than 12 is impossible");
    }
}
