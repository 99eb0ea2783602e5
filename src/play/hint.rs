//! Hints: what the engine would play, and why.

use super::words;
use crate::shared::driver::Thought;
use meihua_contracts::phrases::{Phrases, Units};
use meihua_contracts::sentence::Sentence;
use meihua_contracts::solution::{NO_BOUND, Status};
use meihua_contracts::text::Notation;
use meihua_engine::engine::event::Worth;
use meihua_engine::engine::session::Session;
use meihua_games::say;

/// Moves shown of a line; a plan is shown whole.
const SHOWN: usize = 10;

/// The hint for the current position, as lines.
pub(crate) fn lines(session: &dyn Session, thought: &Thought, notation: Notation) -> Sentence {
    let mut lines: Vec<Sentence> = thought.errors.iter().map(Sentence::plain).collect();
    if session.is_two_player() {
        lines.extend(contest(session, thought, notation));
    } else {
        lines.extend(puzzle(session, thought));
    }
    Sentence::lines(lines)
}

/// A line below the hint.
fn below(line: Sentence) -> Sentence {
    Sentence::plain("  ").then(line)
}

/// A move in the chosen notation, followed by its squares if those are not the same.
pub(crate) fn spelled(session: &dyn Session, mv: &str, notation: Notation) -> String {
    let line = [mv.to_owned()];
    let squares = words::spell(session, &line, Notation::Wire).pop().unwrap_or_else(|| mv.to_owned());
    match words::spell(session, &line, notation).pop() {
        Some(text) if text != squares => format!("{text} ({squares})"),
        _ => squares,
    }
}

fn contest(session: &dyn Session, thought: &Thought, notation: Notation) -> Vec<Sentence> {
    let Some(best) = &thought.best else { return vec![say!("hint: no move is left")] };
    let mut lines = vec![say!("hint: {}", spelled(session, best, notation))];
    if let Some(line) = &thought.line {
        let side = session.phrases().side(words::mover(session));
        let value = words::value(session.phrases(), line.value);
        lines.push(below(say!("why: {} for {}, depth {}, {} nodes", value, side, line.depth, line.nodes)));
        let shown = &line.pv[..line.pv.len().min(SHOWN)];
        lines.push(below(say!("line: {}", words::spell(session, shown, notation).join(" "))));
    }
    for (rank, line) in &thought.others {
        let Some(mv) = line.pv.first() else { continue };
        let value = words::value(session.phrases(), line.value);
        let shown = words::spell(session, &line.pv[..line.pv.len().min(SHOWN)], notation).join(" ");
        lines.push(below(say!("{}. {}, {}: {}", *rank, spelled(session, mv, notation), value, shown)));
    }
    if thought.proven_draw {
        lines.push(below(say!("proven draw")));
    }
    lines
}

fn puzzle(session: &dyn Session, thought: &Thought) -> Vec<Sentence> {
    let solved = thought.solved.as_ref();
    let mut lines = Vec::new();
    if solved.is_some_and(|solved| solved.worth.is_hopeless()) {
        lines.push(say!("hint: {}", session.phrases().hopeless));
        // A puzzle that has a next best aim shows the way to that; a move to nowhere is no hint.
        if thought.line.as_ref().is_none_or(|line| line.pv.is_empty()) {
            return lines;
        }
    }
    let Some(best) = &thought.best else {
        if lines.is_empty() {
            lines.push(say!("hint: no plan was found in time; `time MS` gives more"));
        }
        return lines;
    };
    lines.push(say!("hint: {}", best.clone()));
    if let Some(solved) = solved.filter(|solved| !solved.worth.is_hopeless()) {
        lines.push(below(say!("why: {}", solution(session.phrases(), &solved.worth))));
    }
    if let Some(line) = &thought.line {
        lines.push(below(say!("plan: {}", line.pv.join(" "))));
    }
    lines.extend(thought.values.iter().map(|(mv, worth)| {
        let value = match worth.value {
            Some(value) => session.phrases().plan(value, worth.objective),
            None if worth.is_hopeless() => say!("no plan"),
            None => say!("no plan was found in time"),
        };
        below(say!("{}: {}", mv.clone(), value))
    }));
    let others = solved.map(|solved| &solved.best_first_moves).filter(|others| others.len() > 1);
    lines.extend(others.map(|others| below(say!("as good: {}", others.join(" ")))));
    lines.extend(
        solved
            .and_then(|solved| solved.facts.walk.as_ref())
            .filter(|keys| !keys.is_empty())
            .map(|keys| below(say!("keys: {}", keys.to_owned()))),
    );
    lines
}

/// What was found and how reliable it is.
fn solution(phrases: &Phrases, worth: &Worth) -> Sentence {
    let Worth { objective, value, bound, status } = *worth;
    let what = match value {
        None => say!("no plan was found in time"),
        Some(value) => phrases.plan(value, objective),
    };
    match (status, phrases.units) {
        (Status::Proven, Units::Left(_)) => say!("{}; nothing is better (proven)", what),
        (Status::Proven, Units::Spent(_)) => say!("{}; nothing is shorter (proven)", what),
        (Status::Anytime, Units::Left(_)) if bound == NO_BOUND => say!("{}; perhaps more is possible", what),
        (Status::Anytime, Units::Left(_)) => say!("{}; more than {} is impossible", what, bound),
        (Status::Anytime, Units::Spent(_)) => say!("{}; less than {} is impossible", what, bound),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::GAMES;
    use crate::shared::driver::Driver;
    use meihua_contracts::puzzle::PuzzleText;
    use meihua_engine::engine::go::Go;
    use meihua_engine::games::sliding::Sliding;
    use meihua_engine::games::tower::Tower;

    fn advice(game: &str, fen: &str) -> String {
        let mut driver = Driver::open(GAMES, game).unwrap();
        driver.engine().session_mut().set_position(fen).unwrap();
        let depth = driver.session().is_two_player().then_some(4);
        let thought = driver.think(Go { depth, ..Go::default() }, &mut |_, _| {});
        lines(driver.session(), &thought, Notation::Wxf).to_string()
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
        let hp =
            solution(&Tower::PHRASES, &Worth { objective: "hp", value: Some(13), bound: 13, status: Status::Proven });
        assert_eq!(hp.to_string(), "the boss falls with 13 hp left; nothing is better (proven)");
        let cost = solution(
            &Sliding::PHRASES,
            &Worth { objective: "cost", value: Some(14), bound: 12, status: Status::Anytime },
        );
        assert_eq!(cost.to_string(), "cost 14 to the goal; less than 12 is impossible");
    }
}
