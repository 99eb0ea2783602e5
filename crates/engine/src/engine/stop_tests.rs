//! Stops at any moment: every solver answers soon, with a valid plan and a correct bound.

use crate::control::Control;
use crate::games::river::River;
use crate::games::sliding::Sliding;
use crate::games::tower::generate::{TowerRecipe, generate};
use crate::games::tower::{Tower, Version};
use crate::puzzle::PuzzleBinding;
use crate::puzzle::PuzzleText;
use crate::random::SplitMix64;
use crate::solution::{Budget, Solution, Status};

/// Plays the plan and returns whether it reaches the goal.
fn reaches<P: PuzzleBinding>(puzzle: &P, start: &P::State, plan: &[P::Move]) -> bool {
    let mut at = start.clone();
    for &mv in plan {
        let mut moves = Vec::new();
        puzzle.moves(&at, &mut moves);
        assert!(moves.contains(&mv), "{mv:?} is no move of {}", puzzle.fen(&at));
        at = puzzle.apply(&at, mv);
    }
    puzzle.is_goal(&at)
}

/// Stops a solver at its nth check of the flag, for random n, and compares its answer with the proven one.
fn stop_at_random<P: PuzzleBinding>(puzzle: &P, start: &P::State, best: Option<i64>, most_looks: u64, tries: u64) {
    let mut chance = SplitMix64::new(most_looks);
    let mut cut = 0;
    for _ in 0..tries {
        let control = Control::stopping_after(1 + chance.next_u64() % most_looks);
        let solution: Solution<P::Move> =
            puzzle.solve(start, &mut P::Memory::default(), &Budget::default(), &control, &mut |_| ());
        assert_eq!(reaches(puzzle, start, &solution.plan), solution.value.is_some());
        let sign = if P::MAXIMISES { -1 } else { 1 };
        match (solution.value, solution.status) {
            (value, Status::Proven) => assert_eq!(value, best),
            (value, Status::Anytime) => {
                cut += 1;
                assert!(control.stopped());
                if let (Some(value), Some(best)) = (value, best) {
                    assert!(sign * best <= sign * value);
                }
                if let Some(best) = best {
                    assert!(sign * solution.bound <= sign * best, "{} {best}", solution.bound);
                }
            }
        }
    }
    assert!(cut > 0, "no stop was early enough");
}

#[test]
fn rivers_stop_at_any_look() {
    for (text, best) in [("6000 6000 3", None), ("3000 2999 2", Some(11_995))] {
        let (river, start) = River::from_fen(text).unwrap();
        stop_at_random(&river, &start, best, 8, 20);
    }
}

#[test]
fn rows_stop_at_any_look() {
    for (text, best) in [("BBBBBBWWWWWW_ cost", 48), ("BBBBBBWWWWWW_ moves", 33)] {
        let (problem, row) = Sliding::from_fen(text).unwrap();
        stop_at_random(&problem, &row, Some(best), 30, 20);
    }
}

#[test]
fn towers_stop_at_any_look() {
    for (seed, version) in [(3, Version::V1), (4, Version::V2)] {
        let recipe = TowerRecipe { seed, version, hp: 2000, decisions: 26, ..TowerRecipe::default() };
        let (tower, state) = generate(&recipe).unwrap();
        let best = tower.solve(&state, &mut (), &Budget::default(), &Control::new(), &mut |_| ()).value;
        stop_at_random::<Tower>(&tower, &state, best, 20, 20);
    }
}

/// The largest puzzles that the readers accept, stopped before they begin: there is still an answer and a bound.
#[test]
fn the_largest_puzzles_answer_a_stop_at_once() {
    let control = Control::new();
    control.stop();
    let budget = Budget::default();
    let (river, start) = River::from_fen("1000000 0 2").unwrap();
    let solution = river.solve(&start, &mut None, &budget, &control, &mut |_| ());
    assert!(solution.status == Status::Anytime && solution.nodes < 1000);
    let (blacks, whites) = ("B".repeat(2047), "W".repeat(2047));
    let (problem, row) = Sliding::from_fen(&format!("{blacks}{whites}_ cost hop=4095")).unwrap();
    let solution = problem.solve(&row, &mut (), &budget, &control, &mut |_| ());
    assert!(solution.status == Status::Anytime && solution.bound >= 2047 * 2047);
    let (tower, state) =
        generate(&TowerRecipe { rows: 256, cols: 256, decisions: 1365, ..TowerRecipe::default() }).unwrap();
    let solution = tower.solve(&state, &mut (), &budget, &control, &mut |_| ());
    assert!(solution.status == Status::Anytime && solution.bound >= state.hero.hp);
}
