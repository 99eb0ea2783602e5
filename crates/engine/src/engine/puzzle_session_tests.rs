//! The session of a puzzle, tested with a toy: get from 1 to a number by adding one or doubling.

use super::event::{Event, Sink, Solved, Value, Worth};
use super::game_session_tests::{answer, think};
use super::go::{Go, GoError};
use super::puzzle_session::PuzzleSession;
use super::session::Session;
use crate::control::Control;
use crate::puzzle::PuzzleBinding;
use crate::puzzle::{Puzzle, PuzzleText};
use crate::search::report::Bound;
use crate::side::Side;
use crate::solution::{Budget, Facts, Progress, Solution, Status};
use crate::text::{MoveError, Notation, PositionError, Reason};
use std::cell::Cell;
use std::sync::Arc;
use std::time::Duration;

thread_local! {
    /// How many texts were read.
    static READS: Cell<u32> = const { Cell::new(0) };
}

/// Reach `target`. With 13 the solver panics; 0 cannot be reached.
#[derive(Clone)]
struct Climb {
    target: u32,
}

impl Puzzle for Climb {
    type State = u32;
    type Move = char;

    fn moves(&self, state: &u32, moves: &mut Vec<char>) {
        let steps = [('+', state + 1), ('*', state * 2)];
        moves.extend(steps.into_iter().filter(|step| step.1 <= self.target).map(|step| step.0));
    }

    fn apply(&self, state: &u32, mv: char) -> u32 {
        if mv == '+' { state + 1 } else { state * 2 }
    }

    fn is_goal(&self, state: &u32) -> bool {
        *state == self.target
    }
}

impl PuzzleText for Climb {
    const NAME: &'static str = "climb";

    fn start() -> (Self, u32) {
        (Climb { target: 10 }, 1)
    }

    fn from_fen(fen: &str) -> Result<(Self, u32), PositionError> {
        READS.set(READS.get() + 1);
        let target = fen.parse().map_err(|_| PositionError::syntax("target", fen, "a number"))?;
        Ok((Climb { target }, 1))
    }

    fn fen(&self, _: &u32) -> String {
        self.target.to_string()
    }

    fn parse_move(&self, state: &u32, text: &str) -> Result<char, MoveError> {
        let mut moves = Vec::new();
        self.moves(state, &mut moves);
        moves.into_iter().find(|mv| text == mv.to_string()).ok_or_else(|| MoveError::unreadable(text, "+ or *"))
    }

    fn move_text(&self, _: &u32, mv: char) -> String {
        mv.to_string()
    }

    fn diagram(&self, state: &u32) -> String {
        format!("{state} of {}", self.target)
    }

    fn objective(&self) -> &'static str {
        "moves"
    }
}

impl PuzzleBinding for Climb {
    type Memory = ();

    fn solve(
        &self,
        state: &u32,
        _: &mut (),
        _: &Budget,
        _: &Control,
        report: &mut (dyn FnMut(Progress<char>) + Send),
    ) -> Solution<char> {
        assert_ne!(self.target, 13, "an unlucky number");
        // Backwards, halving whenever possible is optimal.
        let (mut plan, mut at) = (Vec::new(), self.target);
        while at > *state {
            plan.push(if at % 2 == 0 && at / 2 >= *state { '*' } else { '+' });
            at = if plan.ends_with(&['*']) { at / 2 } else { at - 1 };
        }
        plan.reverse();
        let value = (at == *state).then_some(plan.len() as i64);
        let (bound, time) = (value.unwrap_or(0), Duration::from_millis(1));
        report(Progress { depth: 1, value: None, bound, nodes: 1, time, plan: Vec::new(), current: None });
        Solution {
            value,
            bound,
            status: Status::Proven,
            plan,
            best_first_moves: Vec::new(),
            nodes: 7,
            facts: Facts { walk: Some("//".to_owned()), ..Facts::NONE },
        }
    }
}

fn solved(events: &[Event]) -> &Solved {
    let found = events.iter().find_map(|event| if let Event::Solved(solved) = event { Some(solved) } else { None });
    found.expect("a solution")
}

#[test]
fn go_tells_the_plan_and_its_first_step() {
    let mut session = PuzzleSession::<Climb>::new();
    let events = think(&mut session, &Go::default());
    let found = solved(&events);
    assert_eq!(found.worth, Worth { objective: "moves", value: Some(4), bound: 4, status: Status::Proven });
    assert_eq!(
        (found.plan.join(""), found.facts.walk.as_deref(), found.facts.hp),
        ("**+*".to_owned(), Some("//"), None)
    );
    assert_eq!(answer(&events), Some("*"));
    let lines: Vec<_> =
        events.iter().filter_map(|event| if let Event::Info(info) = event { Some(info) } else { None }).collect();
    assert_eq!((lines[0].value, lines[0].bound), (Value::Units(-4), Bound::Upper));
    assert_eq!((lines[1].value, lines[1].bound), (Value::Units(-4), Bound::Exact));
    assert_eq!(lines[1].pv, ["*", "*", "+", "*"]);
}

#[test]
fn a_goal_and_a_hopeless_start_have_no_move() {
    let mut session = PuzzleSession::<Climb>::new();
    session.set_position("1").expect("a position");
    let events = think(&mut session, &Go::default());
    assert!(events.iter().any(|event| matches!(event, Event::AtGoal(_))) && answer(&events).is_none(), "{events:?}");
    assert_eq!(session.verdict().reason, Some(Reason::Solved));
    session.set_position("0").expect("a position");
    let events = think(&mut session, &Go::default());
    assert_eq!((solved(&events).worth.is_hopeless(), answer(&events)), (true, None));
    assert_eq!(session.verdict().reason, Some(Reason::Stuck));
}

#[test]
fn a_panic_of_the_solver_still_yields_a_legal_move() {
    let mut session = PuzzleSession::<Climb>::new();
    session.set_position("13").expect("a position");
    let events = think(&mut session, &Go::default());
    assert!(
        events.iter().any(|event| matches!(event, Event::Error(fault) if fault.message.contains("unlucky"))),
        "{events:?}"
    );
    assert!(session.moves().iter().any(|mv| Some(mv.as_str()) == answer(&events)));
}

#[test]
fn a_text_that_comes_again_is_not_read_again() {
    let mut session = PuzzleSession::<Climb>::new();
    let before = READS.get();
    let mut set = |fen: &str, moves: &str| {
        let set = session.set_position(fen);
        moves.split_whitespace().for_each(|mv| session.play(mv).expect("a legal move"));
        (set.is_ok(), session.diagram(), session.history(Notation::Wire).len(), READS.get() - before)
    };
    assert_eq!(set("20", ""), (true, "1 of 20".to_owned(), 0, 1));
    assert_eq!(set("20", "+ *"), (true, "4 of 20".to_owned(), 2, 1));
    assert_eq!(set("many", ""), (false, "4 of 20".to_owned(), 2, 2));
    assert_eq!(set("20", "+"), (true, "2 of 20".to_owned(), 1, 2));
    assert_eq!(set("30", ""), (true, "1 of 30".to_owned(), 0, 3));
}

#[test]
fn moves_are_taken_back_and_played_again() {
    let mut session = PuzzleSession::<Climb>::new();
    for mv in ["+", "*", "+"] {
        session.play(mv).expect("a legal move");
    }
    assert_eq!(session.diagram(), "5 of 10");
    assert_eq!(session.undo(2), 2);
    assert_eq!(session.diagram(), "2 of 10");
    assert_eq!(session.redo(1), 1);
    assert_eq!(session.diagram(), "4 of 10");
    assert_eq!((session.redo(9), session.undo(9)), (1, 3));
    assert_eq!(session.diagram(), "1 of 10");
    assert!(session.play("?").is_err());
}

#[test]
fn questions_for_two_players_are_refused() {
    let mut session = PuzzleSession::<Climb>::new();
    let sink: Sink = Arc::new(|_| {});
    let go = Go { side: Some(Side::Second), ..Go::default() };
    assert_eq!(session.start(&go, Control::new(), sink.clone()), Err(GoError::OnePlayer));
    let go = Go { perft: Some(3), ..Go::default() };
    assert_eq!(session.start(&go, Control::new(), sink), Err(GoError::NoPerft));
}
