//! Advice: what the engine would play, and why.

use super::driver::Thought;
use super::words;
use crate::engine::event::Worth;
use crate::engine::session::Session;
use crate::phrases::{Phrases, Units};
use crate::solvers::solution::{NO_BOUND, Status};
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
    for (rank, line) in &thought.others {
        let Some(mv) = line.pv.first() else { continue };
        let value = words::value(session.phrases(), line.value);
        let shown = words::spell(session, &line.pv[..line.pv.len().min(SHOWN)], notation).join(" ");
        lines.push(format!("  {rank}. {}, {value}: {shown}", spelled(session, mv, notation)));
    }
    if thought.proven_draw {
        lines.push("  proven draw".to_owned());
    }
    lines
}

fn puzzle(session: &dyn Session, thought: &Thought) -> Vec<String> {
    let solved = thought.solved.as_ref();
    let mut lines = Vec::new();
    if solved.is_some_and(|solved| solved.worth.is_hopeless()) {
        lines.push(format!("hint: {}", session.phrases().hopeless));
    }
    let Some(best) = &thought.best else {
        if lines.is_empty() {
            lines.push("hint: no plan was found in time; `time MS` gives more".to_owned());
        }
        return lines;
    };
    lines.push(format!("hint: {best}"));
    if let Some(solved) = solved.filter(|solved| !solved.worth.is_hopeless()) {
        lines.push(format!("  why: {}", solution(session.phrases(), &solved.worth)));
    }
    if let Some(line) = &thought.line {
        lines.push(format!("  plan: {}", line.pv.join(" ")));
    }
    lines.extend(thought.values.iter().map(|(mv, worth)| {
        let value =
            worth.value.map_or_else(|| "no plan".to_owned(), |value| session.phrases().plan(value, worth.objective));
        format!("  {mv}: {value}")
    }));
    let others = solved.map(|solved| &solved.best_first_moves).filter(|others| others.len() > 1);
    lines.extend(others.map(|others| format!("  as good: {}", others.join(" "))));
    lines.extend(solved.and_then(|solved| solved.fact("walk")).map(|keys| format!("  keys: {keys}")));
    lines
}

/// What was found, and how far it can be trusted.
fn solution(phrases: &Phrases, worth: &Worth) -> String {
    let Worth { objective, value, bound, status } = worth;
    let what = match value {
        None => "no plan was found in time".to_owned(),
        Some(value) => phrases.plan(*value, objective),
    };
    match (status, phrases.units) {
        (Status::Proven, Units::Left(_)) => format!("{what}; nothing is better (proven)"),
        (Status::Proven, Units::Spent(_)) => format!("{what}; nothing is shorter (proven)"),
        (Status::Anytime, Units::Left(_)) if *bound == NO_BOUND => format!("{what}; perhaps more is possible"),
        (Status::Anytime, Units::Left(_)) => format!("{what}; more than {bound} is impossible"),
        (Status::Anytime, Units::Spent(_)) => format!("{what}; less than {bound} is impossible"),
    }
}

#[cfg(test)]
mod tests {
    use super::super::driver::Driver;
    use super::*;
    use crate::engine::go::Go;
    use crate::engine::registry::GAMES;
    use crate::games::sliding::Sliding;
    use crate::games::tower::Tower;
    use crate::puzzle::PuzzleText;

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
        let hp =
            solution(&Tower::PHRASES, &Worth { objective: "hp", value: Some(13), bound: 13, status: Status::Proven });
        assert_eq!(hp, "the boss falls with 13 hp left; nothing is better (proven)");
        let cost = solution(
            &Sliding::PHRASES,
            &Worth { objective: "cost", value: Some(14), bound: 12, status: Status::Anytime },
        );
        assert_eq!(cost, "cost 14 to the goal; less than 12 is impossible");
    }
}
