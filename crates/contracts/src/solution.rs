//! What a solver is asked and what it answers.

use crate::sentence::Sentence;
use serde::Serialize;
use std::time::Duration;

/// The limits of one solver run. With none set, it runs until the answer is proven or it is stopped.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Budget {
    /// Maximum length of a plan, in steps.
    pub depth: Option<u32>,
    /// Maximum number of states to expand.
    pub nodes: Option<u64>,
    /// Maximum time.
    pub movetime: Option<Duration>,
    /// Threads to share the work; 0 counts as 1.
    pub threads: usize,
    /// Memory for tables in MB; 0 leaves the choice to the solver.
    pub megabytes: usize,
}

/// The bound while nothing is known yet, in puzzles where larger values are better.
pub const NO_BOUND: i64 = i64::MAX;

/// How far an answer can be trusted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Status {
    /// No better plan exists; or, without a plan, none exists at all.
    Proven,
    /// The best plan so far; a better one may exist.
    Anytime,
}

impl Status {
    /// Its name in answers.
    pub const fn name(self) -> &'static str {
        match self {
            Status::Proven => "proven",
            Status::Anytime => "anytime",
        }
    }
}

/// Progress of a running solver.
#[derive(Clone, Debug, PartialEq)]
pub struct Progress<M> {
    /// Length of the best plan so far, or the layer being expanded.
    pub depth: u32,
    /// Value of the best plan so far, in the puzzle's own unit.
    pub value: Option<i64>,
    /// The best value still possible.
    pub bound: i64,
    /// States expanded.
    pub nodes: u64,
    /// Time elapsed.
    pub time: Duration,
    /// The best plan so far.
    pub plan: Vec<M>,
    /// The move under examination.
    pub current: Option<M>,
}

/// What a solver knows about a plan besides its value. Towers fill in all fields, other puzzles none.
#[derive(Clone, Debug, PartialEq, Eq, Default, Serialize)]
pub struct Facts {
    /// The plan as key strokes; `None` if there was no time to compute them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub walk: Option<String>,
    /// The highest hp still possible. If the boss survives: among walks that leave no more monsters.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bound: Option<i64>,
    /// The number of monsters left, if the boss survives.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub left: Option<usize>,
    /// The hp at the end, if the boss survives.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hp: Option<i64>,
    /// The highest floor of the walk, where a tower of many floors is not won.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub floor: Option<String>,
    /// Why it is not won, a sentence each.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub why: Vec<Sentence>,
    /// The reasons in the client's other language, if it shows one.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub translated: Vec<String>,
    /// What the doors, fights and purchases of the plan are worth.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub prices: Vec<Price>,
}

/// What a door, a fight or a purchase of a plan is worth.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Price {
    /// `door`, `fight` or `purchase`.
    pub kind: &'static str,
    /// The id of the floor.
    pub floor: String,
    /// The column, from 0.
    pub x: u8,
    /// The row, from 0.
    pub y: u8,
    /// The name of what is there.
    pub name: String,
    /// The final hp that are lost without it; `None` where no plan wins without it.
    pub hp: Option<i64>,
    /// Whether that is proven. Else it is lost at most.
    pub status: Status,
}

impl Facts {
    /// Nothing is known.
    pub const NONE: Facts = Facts {
        walk: None,
        bound: None,
        left: None,
        hp: None,
        floor: None,
        why: Vec::new(),
        translated: Vec::new(),
        prices: Vec::new(),
    };

    /// The known facts with their names, in the order in which `solve` prints them.
    pub fn named(&self) -> impl Iterator<Item = (&'static str, String)> {
        // The others are of towers of many floors, which have rows of their own.
        let Facts { walk, bound, left, hp, floor: _, why: _, translated: _, prices: _ } = self.clone();
        let all = [
            ("walk", walk),
            ("bound", bound.map(|bound| bound.to_string())),
            ("left", left.map(|left| left.to_string())),
            ("hp", hp.map(|hp| hp.to_string())),
        ];
        all.into_iter().filter_map(|(name, value)| Some((name, value?)))
    }

    /// Puts the key strokes of an earlier move in front of the walk.
    pub fn prepend(&mut self, keys: &str) {
        if let Some(walk) = &mut self.walk {
            walk.insert_str(0, keys);
        }
    }
}

/// The answer of a solver.
#[derive(Clone, Debug, PartialEq)]
pub struct Solution<M> {
    /// The value of the plan in the puzzle's own unit (crossings, cost, moves: less is better; hp: more is better);
    /// `None` if no plan reaches the goal.
    pub value: Option<i64>,
    /// The best value still possible; equal to `value` once proven.
    pub bound: i64,
    /// Whether the answer is proven.
    pub status: Status,
    /// The plan from the given state. If the goal cannot be reached, a puzzle may still give its best walk.
    pub plan: Vec<M>,
    /// The first moves of all best plans, if the solver knows them.
    pub best_first_moves: Vec<M>,
    /// States expanded.
    pub nodes: u64,
    /// Facts about the plan other than its value.
    pub facts: Facts,
}

impl<M> Solution<M> {
    /// Proven: there is no plan.
    pub const fn none(nodes: u64) -> Self {
        Solution {
            value: None,
            bound: 0,
            status: Status::Proven,
            plan: Vec::new(),
            best_first_moves: Vec::new(),
            nodes,
            facts: Facts::NONE,
        }
    }
}
