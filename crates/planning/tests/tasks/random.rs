//! Random tasks, solved from their start and from where some actions lead, against an exhaustive search.

use super::{replayed, solve};
use meihua_contracts::control::Control;
use meihua_contracts::puzzle::{Puzzle, PuzzleText};
use meihua_contracts::random::SplitMix64;
use meihua_contracts::solution::{Budget, Status};
use meihua_planning::{Aim, Plan, State};
use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashSet};

/// A task without parameters as the test sees it: a state has one bit for each atom.
struct Wild {
    /// Each with its condition, its effects and its cost.
    actions: Vec<(Condition, Vec<WildEffect>, u64)>,
    goal: Condition,
    start: u32,
}

/// An atom that becomes true or false under a condition.
type WildEffect = (Condition, usize, bool);

/// Of each list, one atom with its value must hold.
type Condition = Vec<Vec<(usize, bool)>>;

fn holds(condition: &Condition, state: u32) -> bool {
    condition.iter().all(|ways| ways.iter().any(|&(atom, value)| (state >> atom & 1 == 1) == value))
}

impl Wild {
    fn new(random: &mut SplitMix64, atoms: usize) -> Wild {
        let condition = |random: &mut SplitMix64, most: usize| -> Condition {
            let literal = |random: &mut SplitMix64| (random.below(atoms), random.below(2) == 1);
            let ways = |random: &mut SplitMix64| if random.below(4) == 0 { 2 } else { 1 };
            (0..random.below(most + 1)).map(|_| (0..ways(random)).map(|_| literal(random)).collect()).collect()
        };
        let mut actions = Vec::new();
        for _ in 0..2 + random.below(5) {
            let given = condition(random, 1);
            // Some actions do one thing only, so that what it is good for decides whether they are.
            let effects = (0..1 + random.below(3)).map(|number| {
                let when = if number == 0 { Vec::new() } else { condition(random, 2) };
                (when, random.below(atoms), random.below(2) == 1)
            });
            let effects = effects.collect();
            actions.push((given, effects, random.below(4) as u64));
        }
        let goal = condition(random, 3);
        Wild { actions, goal, start: random.below(1 << atoms) as u32 }
    }

    /// What is false first becomes false, then what is true becomes true (PDDL 2.1, section 3).
    fn apply(&self, action: usize, state: u32) -> Option<u32> {
        let (given, effects, _) = &self.actions[action];
        let happens = |value: bool| {
            let now = effects.iter().filter(move |effect| effect.2 == value && holds(&effect.0, state));
            now.fold(0, |bits, effect| bits | 1 << effect.1)
        };
        holds(given, state).then(|| state & !happens(false) | happens(true))
    }

    /// The names of the actions that may be done, whether or not they change anything.
    fn possible(&self, state: u32) -> Vec<String> {
        let possible = (0..self.actions.len()).filter(|&action| self.apply(action, state).is_some());
        possible.map(|action| format!("a{action}")).collect()
    }

    fn cheapest(&self, from: u32) -> Option<u64> {
        let mut open = BinaryHeap::from([(Reverse(0), from)]);
        let mut seen = HashSet::new();
        while let Some((Reverse(cost), state)) = open.pop() {
            if holds(&self.goal, state) {
                return Some(cost);
            }
            if seen.insert(state) {
                let after = |action: usize| Some((Reverse(cost + self.actions[action].2), self.apply(action, state)?));
                open.extend((0..self.actions.len()).filter_map(after));
            }
        }
        None
    }

    fn text(&self, atoms: usize) -> String {
        let literal =
            |&(atom, value): &(usize, bool)| if value { format!("(p{atom})") } else { format!("(not (p{atom}))") };
        let any = |ways: &Vec<(usize, bool)>| format!("(or {})", ways.iter().map(literal).collect::<String>());
        let all = |condition: &Condition| format!("(and {})", condition.iter().map(any).collect::<String>());
        let mut text = String::from("(define (domain wild) (:requirements :adl :action-costs) (:predicates");
        (0..atoms).for_each(|atom| text += &format!(" (p{atom})"));
        text += ") (:functions (total-cost))";
        for (number, (given, effects, cost)) in self.actions.iter().enumerate() {
            text += &format!(" (:action a{number} :precondition {} :effect (and", all(given));
            for (when, atom, value) in effects {
                text += &format!(" (when {} {})", all(when), literal(&(*atom, *value)));
            }
            text += &format!(" (increase (total-cost) {cost})))");
        }
        text += ") (define (problem wild) (:domain wild) (:init (= (total-cost) 0)";
        let is_true = |atom: &usize| self.start >> atom & 1 == 1;
        (0..atoms).filter(is_true).for_each(|atom| text += &format!(" (p{atom})"));
        text + &format!(") (:goal {}) (:metric minimize (total-cost)))", all(&self.goal))
    }
}

/// The actions that the puzzle lists, in the order of their numbers.
fn possible(plan: &Plan, state: &State) -> Vec<String> {
    let mut moves = Vec::new();
    plan.moves(state, &mut moves);
    moves.into_iter().map(|mv| plan.move_text(state, mv)).collect()
}

#[test]
fn tasks_are_solved_as_an_exhaustive_search_solves_them_from_anywhere() {
    let (mut random, mut none, mut walked) = (SplitMix64::new(11), 0, 0);
    for round in 0..10_000 {
        let atoms = 3 + random.below(4);
        let wild = Wild::new(&mut random, atoms);
        let text = wild.text(atoms);
        let (plan, start) = Plan::from_fen(&text).unwrap_or_else(|error| panic!("{round}: {error}\n{text}"));
        let (mut state, mut bits) = (start, wild.start);
        // From the start, and from where some steps lead: the way may have spoilt what no action mends.
        for steps in 0..4 {
            let mut moves = Vec::new();
            plan.moves(&state, &mut moves);
            if steps > 0 {
                if moves.is_empty() {
                    break;
                }
                let mv = moves[random.below(moves.len())];
                let action = plan.move_text(&state, mv)[1..].parse().expect("the number of an action");
                bits = wild.apply(action, bits).expect("a possible action");
                state = plan.apply(&state, mv);
                walked += 1;
            }
            let expected = wild.cheapest(bits);
            none += u32::from(expected.is_none());
            assert_eq!(possible(&plan, &state), wild.possible(bits), "{round}, {steps}: {text}");
            let (again, read) = Plan::from_fen(&plan.fen(&state)).unwrap_or_else(|error| panic!("{round}: {error}"));
            assert_eq!(possible(&again, &read), wild.possible(bits), "{round}, {steps}: {text}");
            assert_eq!(plan.is_goal(&state), holds(&wild.goal, bits), "{round}: {text}");
            if plan.is_goal(&state) {
                break;
            }
            let found = solve(&plan, &state, &Budget::default());
            let value = found.value.map(|value| value as u64);
            assert_eq!((value, found.status), (expected, Status::Proven), "{round}, {steps}: {text}");
            if let Some(cost) = expected {
                assert_eq!(replayed(&plan, &state, &found.plan), cost, "{round}, {steps}: {text}");
            }
            let first = plan.search(&state, Aim::First, &Budget::default(), &Control::new(), &mut |_| ());
            assert_eq!(first.value.is_some(), expected.is_some(), "{round}, {steps}: {text}");
        }
    }
    assert!(walked > 5_000, "{walked} steps");
    assert!((1_000..20_000).contains(&none), "{none} without a plan");
}
