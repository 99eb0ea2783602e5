//! Small generated towers of both versions of the rules.

use super::{Question, Tally};
use meihua::control::Control;
use meihua::games::tower::generate::{TowerRecipe, generate};
use meihua::games::tower::{Tower, Version, format};
use meihua::puzzle::Puzzle;
use meihua::random::SplitMix64;
use meihua::solution::Budget;
use meihua::solvers::branch_and_bound::solve;
use model::tower_codes::Codes;

/// Stops the solver on `towers` towers; returns how often.
pub(super) fn stop(towers: usize, stops: usize) -> u64 {
    let mut chance = SplitMix64::new(46);
    let mut tally = Tally::default();
    for seed in 0..towers as u64 {
        let version = if seed % 2 == 0 { Version::V1 } else { Version::V2 };
        let (rows, cols) = (3 + chance.below(3), 3 + chance.below(4));
        let recipe = TowerRecipe {
            rows,
            cols,
            decisions: 4 + chance.below(5),
            version,
            hp: 20 + chance.below(300) as i64,
            seed: 100_000 + seed,
            ..TowerRecipe::default()
        };
        let (tower, state) = generate(&recipe).expect("a tower");
        let text = format::write(&tower, &state, "\n");
        // A text holds no keys, so what follows a move is solved to the end; the whole is held against the plain search.
        let question = Question::new(tower.clone(), state, |state, mv| {
            let after = tower.apply(state, mv);
            if after.won {
                return Some(after.hero.hp);
            }
            solve(&tower, &after, &Budget::default(), &Control::new(), &mut |_| ()).value
        });
        assert_eq!(Question::<Tower>::best(&question.moves), Codes::read(&text).best().0, "{text}");
        for _ in 0..stops / towers {
            question.ask(10, &mut chance, &mut tally);
        }
    }
    tally.end("tower");
    tally.stops
}
