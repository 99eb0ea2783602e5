//! Tasks whose values are known, the games of the engine written as tasks, and texts that are damaged.

use meihua_contracts::control::Control;
use meihua_contracts::puzzle::{FromFiles, Puzzle, PuzzleBinding, PuzzleText};
use meihua_contracts::random::SplitMix64;
use meihua_contracts::solution::{Budget, Solution, Status};
use meihua_engine::games::river::River;
use meihua_engine::games::sliding::Sliding;
use meihua_planning::{Action, Aim, Plan, State};
use std::fmt::Write;
use std::time::Duration;

mod faults;
mod random;

const PUZZLES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/puzzles");

fn text(name: &str) -> String {
    std::fs::read_to_string(format!("{PUZZLES}/{name}.pddl")).unwrap()
}

fn solve(plan: &Plan, state: &State, budget: &Budget) -> Solution<Action> {
    plan.search(state, Aim::Best, budget, &Control::new(), &mut |_| ())
}

fn without_comments(text: &str) -> String {
    text.lines().map(|line| line.split(';').next().unwrap_or_default()).collect::<Vec<_>>().join(" ")
}

/// What a plan costs that is replayed move by move.
fn replayed(plan: &Plan, start: &State, moves: &[Action]) -> u64 {
    let (mut state, mut cost) = (start.clone(), 0);
    for &mv in moves {
        let mut legal = Vec::new();
        plan.moves(&state, &mut legal);
        let text = plan.move_text(&state, mv);
        assert!(legal.iter().any(|&legal| plan.move_text(&state, legal) == text), "{text}");
        cost += plan.cost(&state, mv);
        state = plan.apply(&state, mv);
    }
    assert!(plan.is_goal(&state));
    cost
}

/// The examples with the costs of their cheapest plans.
const KNOWN: [(&str, i64); 25] = [
    ("black-and-white", 14),
    ("blocks", 16),
    ("frogs", 15),
    ("gossip", 6),
    ("hanoi", 127),
    ("hanoi-four-pegs", 33),
    ("husbands", 11),
    ("jugs", 6),
    ("keys", 27),
    ("klotski", 81),
    ("knights", 16),
    ("lift", 34),
    ("lights", 4),
    ("parcels", 27),
    ("parking", 16),
    ("pegs", 13),
    ("police", 17),
    ("priests", 11),
    ("queens", 8),
    ("sokoban", 7),
    ("tiles15", 35),
    ("tiles8", 31),
    ("torch", 17),
    ("tour", 24),
    ("wolf", 7),
];

#[test]
fn every_example_has_its_known_value() {
    let names = std::fs::read_dir(PUZZLES).unwrap().map(|entry| entry.unwrap().path());
    assert_eq!(names.filter(|path| path.extension().is_some_and(|end| end == "pddl")).count(), KNOWN.len());
    for (name, value) in KNOWN {
        let (plan, start) = Plan::open(&format!("{PUZZLES}/{name}.pddl")).unwrap();
        let solution = solve(&plan, &start, &Budget::default());
        assert_eq!((solution.value, solution.status), (Some(value), Status::Proven), "{name}");
        assert_eq!(replayed(&plan, &start, &solution.plan), value as u64, "{name}");
        // The position in the middle of the plan, from its text.
        let middle = solution.plan[..solution.plan.len() / 2].iter().fold(start, |state, &mv| plan.apply(&state, mv));
        let (again, state) = Plan::from_fen(&plan.fen(&middle)).unwrap();
        let spent = replayed(&plan, &middle, &solution.plan[solution.plan.len() / 2..]);
        assert_eq!(solve(&again, &state, &Budget::default()).value, Some(spent as i64), "{name}");
        let atoms = |text: String| {
            text.lines().filter(|line| !line.starts_with("goal: ")).map(str::to_owned).collect::<Vec<_>>()
        };
        assert_eq!(atoms(again.diagram(&state)), atoms(plan.diagram(&middle)), "{name}");
    }
}

/// The domain of an example.
fn domain(name: &str) -> String {
    let text = text(name);
    text[..text.find("(define (problem").unwrap()].to_owned()
}

/// The river as a task.
fn river(priests: usize, devils: usize, capacity: usize) -> String {
    let most = priests.max(devils);
    let numbers: String = (0..=most).map(|number| format!(" n{number}")).collect();
    let mut text = domain("priests");
    let _ = write!(
        text,
        "(define (problem p) (:domain priests-and-devils) (:objects l r - bank{numbers} - number)
        (:init (boat r) (priests r n{priests}) (devils r n{devils}) (priests l n0) (devils l n0)"
    );
    for (one, other) in (0..=most).flat_map(|one| (0..=most).map(move |other| (one, other))) {
        if one + other <= most {
            let _ = write!(text, "(sum n{one} n{other} n{})", one + other);
        }
        if (1..=capacity).contains(&(one + other)) {
            let _ = write!(text, "(load n{one} n{other})");
        }
        if one == 0 || one >= other {
            let _ = write!(text, "(safe n{one} n{other})");
        }
    }
    text + &format!(") (:goal (and (priests l n{priests}) (devils l n{devils}))))")
}

/// A row of tiles as a task.
fn row(cells: &str) -> String {
    let names: String = (0..cells.len()).map(|cell| format!(" c{cell}")).collect();
    let mut text = domain("black-and-white");
    let _ = write!(text, "(define (problem p) (:domain row-of-tiles) (:objects{names} - cell) (:init");
    for (cell, tile) in cells.chars().enumerate() {
        let what = match tile {
            'B' => "black",
            'W' => "white",
            _ => "empty",
        };
        let _ = write!(text, "({what} c{cell})");
        for other in (0..cells.len()).filter(|&other| other != cell) {
            let apart = cell.abs_diff(other);
            if cell < other {
                let _ = write!(text, "(left-of c{cell} c{other})");
            }
            if apart <= 3 {
                let price = apart.max(2) - 1;
                let _ = write!(text, "(reach c{cell} c{other}) (= (price c{cell} c{other}) {price})");
            }
        }
    }
    let goal = "(forall (?a ?b - cell) (not (and (left-of ?a ?b) (black ?a) (white ?b))))";
    text + &format!(") (:goal {goal}) (:metric minimize (total-cost)))")
}

fn same<P: PuzzleBinding>(task: &str, position: &str) {
    let (game, state) = P::from_fen(position).unwrap();
    let expected = game.solve(&state, &mut P::Memory::default(), &Budget::default(), &Control::new(), &mut |_| ());
    let (plan, start) = Plan::from_fen(task).unwrap();
    let found = solve(&plan, &start, &Budget::default());
    assert_eq!((found.value, found.status), (expected.value, expected.status), "{position}");
    if let Some(value) = found.value {
        assert_eq!(replayed(&plan, &start, &found.plan), value as u64, "{position}");
    }
}

#[test]
fn the_games_of_the_engine_as_tasks_have_the_same_values() {
    for priests in 0..=5 {
        for devils in 0..=5 {
            for capacity in (1..=4).filter(|_| priests + devils > 0) {
                same::<River>(&river(priests, devils, capacity), &format!("{priests} {devils} {capacity}"));
            }
        }
    }
    let mut random = SplitMix64::new(5);
    for _ in 0..160 {
        let mut cells: Vec<char> =
            (0..2 + random.below(7)).map(|_| if random.below(2) == 0 { 'B' } else { 'W' }).collect();
        cells.insert(random.below(cells.len() + 1), '_');
        let cells: String = cells.into_iter().collect();
        same::<Sliding>(&row(&cells), &format!("{cells} cost"));
    }
}

/// Stops a search early; whatever it says has to be true of a task whose cheapest plan costs `value`.
fn stop((plan, start): &(Plan, State), value: i64, aim: Aim, budget: &Budget) {
    let found = plan.search(start, aim, budget, &Control::new(), &mut |progress| assert!(progress.bound <= value));
    assert!(found.bound <= value, "{budget:?}: {}", found.bound);
    match (found.value, found.status) {
        (None, status) => assert_eq!(status, Status::Anytime, "{budget:?}"),
        (Some(cost), Status::Proven) => assert_eq!(cost, value, "{budget:?}"),
        (Some(cost), Status::Anytime) => assert!(cost >= found.bound, "{budget:?}"),
    }
    if let Some(cost) = found.value {
        assert_eq!(replayed(plan, start, &found.plan), cost as u64, "{budget:?}");
    }
}

#[test]
fn early_stops_prove_nothing_false() {
    for (name, value) in [("black-and-white", 14), ("blocks", 16), ("lift", 34), ("tiles8", 31), ("torch", 17)] {
        let task = Plan::open(&format!("{PUZZLES}/{name}.pddl")).unwrap();
        for nodes in (0..200).chain((200..40_000).step_by(4_001)) {
            stop(&task, value, Aim::Best, &Budget { nodes: Some(nodes), ..Budget::default() });
        }
    }
}

#[test]
#[ignore = "ten thousand searches: minutes"]
fn early_stops_at_random_prove_nothing_false() {
    let mut random = SplitMix64::new(3);
    for (name, value) in KNOWN {
        let task = Plan::open(&format!("{PUZZLES}/{name}.pddl")).unwrap();
        for round in 0..400 {
            let size = 1 << random.below(18);
            let nodes = (round % 2 == 0).then(|| random.below(size) as u64);
            let movetime = (round % 2 > 0).then(|| Duration::from_micros(random.below(2 * size) as u64));
            let aim = if round % 5 > 0 { Aim::Best } else { Aim::First };
            stop(&task, value, aim, &Budget { nodes, movetime, ..Budget::default() });
        }
    }
}

#[test]
fn what_cannot_be_done_is_proven() {
    let task = text("wolf").replace("(eats goat cabbage)", "(eats goat cabbage) (eats wolf cabbage)");
    let (plan, start) = Plan::from_fen(&without_comments(&task)).unwrap();
    let found = solve(&plan, &start, &Budget::default());
    assert_eq!((found.value, found.status), (None, Status::Proven));
}

/// Two steps lead to the goal; `far` needs them both, and `near` does it at once for more.
const DEAR: &str = "(define (domain d) (:predicates (a) (b)) (:functions (total-cost))
    (:action half :parameters () :effect (and (a) (increase (total-cost) 1)))
    (:action far :parameters () :precondition (a) :effect (and (b) (increase (total-cost) 1)))
    (:action near :parameters () :effect (and (b) (increase (total-cost) 9))))
    (define (problem p) (:domain d) (:init) (:goal (b)) (:metric minimize (total-cost)))";

#[test]
fn a_limit_of_steps_proves_nothing() {
    for (name, value) in [("wolf", 7), ("blocks", 16), ("torch", 17), ("frogs", 15)] {
        let task = Plan::open(&format!("{PUZZLES}/{name}.pddl")).unwrap();
        let length = solve(&task.0, &task.1, &Budget::default()).plan.len() as u32;
        for depth in 0..length {
            for nodes in [None, Some(0), Some(5), Some(500)] {
                for aim in [Aim::Best, Aim::First] {
                    stop(&task, value, aim, &Budget { depth: Some(depth), nodes, ..Budget::default() });
                }
            }
        }
        let found = solve(&task.0, &task.1, &Budget { depth: Some(length), ..Budget::default() });
        assert_eq!((found.value, found.status), (Some(value), Status::Proven), "{name}");
        let found = solve(&task.0, &task.1, &Budget { depth: Some(3), ..Budget::default() });
        assert_eq!((found.value, found.status), (None, Status::Anytime), "{name}");
        assert!((4..=value).contains(&found.bound), "{name}: {}", found.bound);
    }
    // A goal that is far too far is not looked for: this task is solved in minutes.
    let tiles = Plan::open(&format!("{PUZZLES}/tiles15.pddl")).unwrap();
    let found = solve(&tiles.0, &tiles.1, &Budget { depth: Some(3), ..Budget::default() });
    assert!(found.value.is_none() && found.bound > 3 && found.nodes < 1_000, "{found:?}");
    let task = Plan::from_fen(DEAR).unwrap();
    stop(&task, 2, Aim::Best, &Budget { depth: Some(1), ..Budget::default() });
    assert_eq!(solve(&task.0, &task.1, &Budget { depth: Some(2), ..Budget::default() }).value, Some(2));
}

#[test]
fn a_goal_out_of_reach_is_shown_as_it_is_written() {
    let task = |goal: &str| {
        let text = format!(
            "(define (domain d) (:predicates (at ?x) (way ?x ?y)) (:action go :parameters (?x ?y)
            :precondition (and (at ?x) (way ?x ?y)) :effect (and (at ?y) (not (at ?x)))))
            (define (problem p) (:domain d) (:objects a b c) (:init (at a) (way a b)) (:goal {goal}))"
        );
        let (plan, start) = Plan::from_fen(&text).unwrap();
        plan.diagram(&start).lines().last().unwrap().to_owned()
    };
    for (goal, shown) in [
        ("(at b)", "goal: at b"),
        ("(at c)", "goal: at c"),
        ("(and (at c) (not (at b)))", "goal: at c, not at b"),
        ("(or (at c) (way c a))", "goal: (or (at c) (way c a))"),
        ("(way a b)", "goal: way a b"),
    ] {
        assert_eq!(task(goal), shown);
    }
}

#[test]
fn an_action_that_is_never_possible_is_known_all_the_same() {
    let (plan, start) = Plan::from_fen(&without_comments(&text("wolf"))).unwrap();
    let said = |action: &str| plan.parse_move(&start, action).unwrap_err().to_string();
    for (action, why) in [
        ("take(goat,right,left)", "its condition does not hold"),
        ("take(goat,left,left)", "its condition can never hold"),
        ("take(goat,goat,left)", "expected an object such as left, right in place of \"goat\""),
        ("(take goat left)", "expected 3 objects for the action take"),
        ("takes(goat,left,left)", "expected an action with its objects; the actions are cross, take"),
    ] {
        assert!(said(action).contains(why), "{}", said(action));
    }
}

#[test]
fn an_action_that_changes_nothing_is_possible_all_the_same() {
    let text = "(define (domain d) (:predicates (on)) (:action press :parameters () :precondition () :effect (on)))
        (define (problem p) (:domain d) (:init (on)) (:goal (not (on))))";
    let (plan, start) = Plan::from_fen(text).unwrap();
    let press = plan.parse_move(&start, "press").unwrap();
    assert_eq!(plan.apply(&start, press), start);
    let found = solve(&plan, &start, &Budget::default());
    assert_eq!((found.value, found.status), (None, Status::Proven));
}
