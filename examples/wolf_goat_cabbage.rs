//! A puzzle of one's own: the wolf, the goat and the cabbage, with every solver of the library.
//!
//! The farmer's boat holds one of them besides him. Left alone the wolf eats the goat, and the goat the cabbage.
//!
//! ```text
//! cargo run --example wolf_goat_cabbage
//! ```

use meihua::control::Control;
use meihua::puzzle::{Puzzle, Reversible};
use meihua::solution::Budget;
use meihua::solvers::numbering::Hashed;
use meihua::solvers::{a_star, breadth_first};

/// Whether each has crossed: farmer, wolf, goat, cabbage.
pub type Crossed = [bool; 4];

const NAMES: [&str; 4] = ["the farmer", "the wolf", "the goat", "the cabbage"];
const FARMER: usize = 0;
const WOLF: usize = 1;
const GOAT: usize = 2;
const CABBAGE: usize = 3;

/// The problem has no sizes, so it holds nothing.
#[derive(Clone, Copy, Debug)]
pub struct Ferry;

fn is_safe(crossed: &Crossed) -> bool {
    let goat_is_alone = crossed[GOAT] != crossed[FARMER];
    !(goat_is_alone && (crossed[GOAT] == crossed[WOLF] || crossed[GOAT] == crossed[CABBAGE]))
}

impl Puzzle for Ferry {
    type State = Crossed;
    /// Who goes with the farmer; himself: nobody.
    type Move = usize;

    fn moves(&self, crossed: &Crossed, moves: &mut Vec<usize>) {
        let can_go = |&who: &usize| crossed[who] == crossed[FARMER] && is_safe(&self.apply(crossed, who));
        moves.extend((FARMER..=CABBAGE).filter(can_go));
    }

    fn apply(&self, crossed: &Crossed, who: usize) -> Crossed {
        let mut next = *crossed;
        next[FARMER] = !crossed[FARMER];
        next[who] = next[FARMER];
        next
    }

    fn is_goal(&self, crossed: &Crossed) -> bool {
        crossed.iter().all(|&crossed| crossed)
    }

    /// Each of the three needs a crossing of its own.
    fn lower_bound(&self, crossed: &Crossed) -> u64 {
        crossed[WOLF..].iter().filter(|&&crossed| !crossed).count() as u64
    }
}

impl Reversible for Ferry {
    fn goals(&self, _: &Crossed) -> Vec<Crossed> {
        vec![[true; 4]]
    }
}

fn main() {
    let (start, budget, control) = ([false; 4], Budget::default(), Control::new());
    let solution = breadth_first::solve(&Ferry, &start, Hashed::default(), &budget, &control);
    for &who in &solution.plan {
        println!(
            "{} crosses{}",
            NAMES[FARMER],
            if who == FARMER { String::new() } else { format!(" with {}", NAMES[who]) }
        );
    }
    let facts = breadth_first::facts(&Ferry, &start, Hashed::default(), &budget, &control);
    println!("{} crossings, {:?}: {facts:?}", solution.plan.len(), solution.status);
    println!("A*: {:?}", a_star::solve(&Ferry, &start, &budget, &control, &mut |_| ()).value);
}
