//! The example of a puzzle of one's own, solved by every solver.

use common::wolf_goat_cabbage::Ferry;
use meihua::control::Control;
use meihua::puzzle::Puzzle;
use meihua::solution::Budget;
use meihua::solvers::numbering::Hashed;
use meihua::solvers::{a_star, breadth_first};

#[test]
fn seven_crossings_in_two_ways() {
    let (start, budget, control) = ([false; 4], Budget::default(), Control::new());
    let solution = breadth_first::solve(&Ferry, &start, Hashed::default(), &budget, &control);
    assert_eq!((solution.value, solution.best_first_moves), (Some(7), vec![2]));
    let end = solution.plan.iter().fold(start, |state, &mv| Ferry.apply(&state, mv));
    assert!(Ferry.is_goal(&end));
    let facts = breadth_first::facts(&Ferry, &start, Hashed::default(), &budget, &control).unwrap();
    let facts: Vec<String> = facts.named().iter().map(|(name, value)| format!("{name}={value}")).collect();
    assert_eq!(facts.join(","), "shortest=2,reachable=10,edges=10,eccentricity=7");
    assert_eq!(a_star::solve(&Ferry, &start, &budget, &control, &mut |_| ()).value, Some(7));
}
