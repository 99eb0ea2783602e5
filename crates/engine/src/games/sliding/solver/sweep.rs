//! Finds a plan for rows of any length: the empty cell runs back and forth and puts pairs right on its way.
//!
//! ```text
//! B W B W B W _   run to the left: each black tile hops over the white one right of it
//! _ W B W B W B   run to the right: each white tile hops over the black one left of it
//! W B W B W B _
//! ```
//!
//! In a run the empty cell goes in one direction, and what is ahead of it is unchanged, so the best steps to every
//! place ahead are found by dynamic programming over the places (*best*: most pairs put right, minus [`Habit::thrift`]
//! times the excess cost). Where to turn is decided by looking one run ahead: among the places around the best end, the
//! one from which the run back gains most is chosen. Alternating tiles, which make every step of both runs count, arise
//! by themselves. From `n` black and `n` white blocks the plan costs about `n^2 + 2.5 n` (the optimum is about the
//! same) and takes two thirds of `n^2` moves (no plan can take fewer).
//!
//! If no run gains anything, the empty cell goes to the nearest black tile with a white one to its right and swaps the
//! two, so progress is eventually made.

use crate::deadline::Deadline;
use crate::games::sliding::problem::{Objective, Slide, Sliding};
use crate::games::sliding::row::{CellContent, Row};

/// Parameters for judging runs.
#[derive(Clone, Copy, Debug)]
struct Habit {
    /// The weight of a unit spent beyond the pairs put right, in sixteenths of a pair.
    thrift: i64,
    /// How many places on each side of the best end are tried for the turn.
    doubt: usize,
}

/// The parameters in the order in which they are tried: the first suit the cost objective best, the second the number
/// of moves.
const HABITS: [Habit; 3] =
    [Habit { thrift: 6, doubt: 1 }, Habit { thrift: 6, doubt: 3 }, Habit { thrift: 20, doubt: 2 }];

/// The direction of the empty cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Way {
    Left,
    Right,
}

impl Way {
    fn back(self) -> Way {
        match self {
            Way::Left => Way::Right,
            Way::Right => Way::Left,
        }
    }
}

/// The best steps to every place ahead of the empty cell.
struct Run {
    way: Way,
    /// Indexed by the number of tiles passed.
    gains: Vec<i64>,
    /// The number of tiles passed by the last step to the place.
    steps: Vec<u16>,
}

impl Run {
    /// The place with the largest gain; the nearest among equals.
    fn best(&self) -> usize {
        let mut best = 0;
        for (place, gain) in self.gains.iter().enumerate() {
            if *gain > self.gains[best] {
                best = place;
            }
        }
        best
    }
}

/// A row being sorted.
struct Sweeper<'a> {
    problem: &'a Sliding,
    habit: Habit,
    /// The pairs that a step over a number of tiles would put right if it were full, starting with 0 tiles.
    full: Vec<i64>,
    row: Row,
    pairs: u64,
    plan: Vec<Slide>,
    /// The cost of the plan so far.
    spent: u64,
    work: u64,
    deadline: &'a Deadline<'a>,
}

/// A plan that sorts the row: the best of several tries, and cheaper than `least`. `None` if none was found by the
/// deadline, or if tiles would have to hop but cannot.
pub(crate) fn plan(problem: &Sliding, row: &Row, least: u64, deadline: &Deadline) -> Option<Vec<Slide>> {
    if row.is_sorted() {
        return Some(Vec::new());
    }
    if problem.hop == 0 {
        return None;
    }
    let mut best: Option<Sweeper> = None;
    let mut habits = HABITS;
    if problem.objective == Objective::Moves {
        habits.swap(0, 1);
    }
    let (mut work, mut least) = (u64::MAX, least);
    for habit in habits {
        let mut sweeper = Sweeper::new(problem, habit, row, deadline);
        // Later tries may examine a few more places than the first, and end once they can no longer beat the best.
        if sweeper.sort(work, least) {
            least = sweeper.spent;
            work = work.min(4 * sweeper.work);
            best = Some(sweeper);
        }
    }
    best.map(|best| best.plan)
}

impl<'a> Sweeper<'a> {
    fn new(problem: &'a Sliding, habit: Habit, row: &Row, deadline: &'a Deadline<'a>) -> Self {
        let hop = problem.hop.min(row.cells().len() - 2);
        let full = |hopped| match problem.objective {
            Objective::Cost => problem.price(hopped) as i64,
            Objective::Moves => hop as i64,
        };
        let full = (0..=hop).map(full).collect();
        let (row, pairs, plan) = (row.clone(), row.pairs(), Vec::new());
        Sweeper { problem, habit, full, row, pairs, plan, spent: 0, work: 0, deadline }
    }

    /// Sorts the row. Returns `false` if it takes too much work, costs as much as a known plan, or the deadline has
    /// passed.
    fn sort(&mut self, work: u64, least: u64) -> bool {
        let mut way = Way::Left;
        // Runs since the last one that put pairs right.
        let mut idle = 0;
        while self.pairs > 0 {
            let rest = 2 * self.pairs / (self.full.len() as u64).max(2);
            if self.work > work || self.spent + rest >= least {
                return false;
            }
            let pairs = self.pairs;
            let run = self.run(&self.row, way);
            // A run that was not computed completely cannot be followed.
            if !self.deadline.work(8) {
                return false;
            }
            let (end, gain) = self.turning_point(&run);
            self.walk(&run, end);
            idle = if self.pairs < pairs { 0 } else { idle + 1 };
            way = way.back();
            if gain <= 0 || idle > 4 {
                way = self.approach(idle > 4);
            }
        }
        self.spent < least
    }

    /// How far a run may be useful: to the last tile of the wanted colour that is not yet in place, and a little beyond
    /// it to turn.
    fn ahead(&self, row: &Row, way: Way) -> usize {
        let (cells, empty) = (row.cells(), row.empty());
        let turn = self.problem.hop.min(2) + 1;
        match way {
            Way::Left => {
                let first = cells.iter().position(|&cell| cell == CellContent::Black).unwrap_or(cells.len());
                empty.saturating_sub(first.saturating_sub(turn))
            }
            Way::Right => {
                let last = cells.iter().rposition(|&cell| cell == CellContent::White).unwrap_or(0);
                (last + turn).min(cells.len() - 1).saturating_sub(empty)
            }
        }
    }

    /// The best steps to every place ahead of the empty cell; only to some of them if the deadline passes.
    fn run(&self, row: &Row, way: Way) -> Run {
        let length = self.ahead(row, way);
        let (cells, empty) = (row.cells(), row.empty());
        // Whether the tiles ahead have the wanted colour, nearest first.
        let wanted: Vec<bool> = match way {
            Way::Left => cells[empty - length..empty].iter().rev().map(|&cell| cell == CellContent::Black).collect(),
            Way::Right => cells[empty + 1..=empty + length].iter().map(|&cell| cell == CellContent::White).collect(),
        };
        let (mut gains, mut steps) = (vec![i64::MIN; length + 1], vec![0; length + 1]);
        gains[0] = 0;
        for place in 0..length {
            if !self.deadline.work(1 + self.full.len().min(length - place) as u32 / 64) {
                break;
            }
            // Tiles hopped over so far: those of the wanted colour, and the others.
            let (mut hopped_wanted, mut hopped_others) = (0, 0);
            for (step, (&is_wanted, full)) in (1..).zip(wanted[place..].iter().zip(&self.full)) {
                let pairs = if is_wanted { hopped_others } else { -hopped_wanted };
                let gain = gains[place] + 16 * pairs - self.habit.thrift * (full - pairs);
                if gain > gains[place + step] {
                    (gains[place + step], steps[place + step]) = (gain, step as u16);
                }
                *if is_wanted { &mut hopped_wanted } else { &mut hopped_others } += 1;
            }
        }
        Run { way, gains, steps }
    }

    /// Where the run should end so that it and the run back gain most, and that gain.
    fn turning_point(&mut self, run: &Run) -> (usize, i64) {
        let best = run.best();
        let doubt = best.saturating_sub(self.habit.doubt)..=(best + self.habit.doubt).min(run.gains.len() - 1);
        let mut choice = (best, i64::MIN);
        for end in doubt {
            let mut row = self.row.clone();
            for mv in steps(run, end, &row) {
                row.slide(mv.from as usize);
            }
            let back = self.run(&row, run.way.back());
            self.work += (run.gains.len() + back.gains.len()) as u64;
            let gain = run.gains[end] + back.gains[back.best()];
            if gain > choice.1 {
                choice = (end, gain);
            }
        }
        choice
    }

    fn walk(&mut self, run: &Run, end: usize) {
        for mv in steps(run, end, &self.row) {
            self.slide(mv);
        }
    }

    fn slide(&mut self, mv: Slide) {
        let (from, to) = (mv.from as usize, mv.to as usize);
        let tile = self.row.cells()[from];
        let hopped = &self.row.cells()[from.min(to) + 1..from.max(to)];
        let passed = hopped.iter().filter(|&&cell| cell != tile).count() as u64;
        // A black tile that moves right puts pairs right, and so does a white one that moves left.
        if (tile == CellContent::Black) == (to > from) {
            self.pairs -= passed;
        } else {
            self.pairs += passed;
        }
        self.row.slide(from);
        self.spent += self.problem.price(mv.hopped());
        self.plan.push(mv);
    }

    /// Goes to the nearest black tile with a white one directly to its right, and swaps the two if `swap` is set.
    /// Returns the direction in which they lie.
    fn approach(&mut self, swap: bool) -> Way {
        let tiles: Vec<CellContent> = self.row.tiles().collect();
        let empty = self.row.empty();
        let is_wrong = |&place: &usize| tiles[place - 1] == CellContent::Black && tiles[place] == CellContent::White;
        let change = (1..tiles.len()).filter(is_wrong).min_by_key(|place| place.abs_diff(empty));
        let Some(change) = change else { return Way::Left };
        // One tile beyond the change on the near side.
        let (target, way) = if empty > change { (change + 1, Way::Left) } else { (change - 1, Way::Right) };
        while self.row.empty() != target {
            let at = self.row.empty();
            // Two cells at once only past two tiles of one colour, so that their order is kept.
            let (one, two, alike) = if target < at {
                (at - 1, at.saturating_sub(2), at >= target + 2 && tiles[at - 2] == tiles[at - 1])
            } else {
                (at + 1, at + 2, at + 2 <= target && tiles[at] == tiles[at + 1])
            };
            self.slide(Slide { from: if alike { two } else { one } as u16, to: at as u16 });
        }
        if swap {
            let from = if way == Way::Left { target - 2 } else { target + 2 };
            self.slide(Slide { from: from as u16, to: target as u16 });
        }
        way
    }
}

/// The moves of a run up to a place.
fn steps(run: &Run, end: usize, row: &Row) -> Vec<Slide> {
    let mut places = Vec::new();
    let mut place = end;
    while place > 0 {
        places.push(place);
        place -= run.steps[place] as usize;
    }
    let mut to = row.empty() as u16;
    let slide = |place: usize| {
        let from = match run.way {
            Way::Left => row.empty() - place,
            Way::Right => row.empty() + place,
        } as u16;
        Slide { from, to: std::mem::replace(&mut to, from) }
    };
    places.into_iter().rev().map(slide).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::control::Control;
    use crate::games::sliding::solver::{bound, plans};

    /// Replays the plan; returns its value.
    fn check(problem: &Sliding, row: &Row) -> u64 {
        let control = Control::new();
        let plan = plan(problem, row, u64::MAX, &Deadline::new(None, &control)).unwrap();
        let value = plans::value(problem, row, &plan);
        assert!(bound::lower_bound(problem, row) <= value, "{row}");
        value
    }

    #[test]
    fn every_row_of_eight_cells_is_sorted() {
        for hop in [1, 2, 3, 7] {
            for row in plans::rows_of_eight() {
                for objective in [Objective::Cost, Objective::Moves] {
                    check(&Sliding { objective, hop }, &row);
                }
            }
        }
    }

    #[test]
    fn blocks_come_out_near_the_best() {
        // The optimal cost for eight and ten of each is 81 and 122, the fewest moves 55 and 84.
        for (n, cost, moves) in [(8, 87, 58), (10, 130, 89)] {
            let row = Row::start(n, n).unwrap();
            let found = (check(&Sliding::COST, &row), check(&Sliding::MOVES, &row));
            assert!(found.0 <= cost && found.1 <= moves, "{n} {found:?}");
        }
        let row = Row::start(100, 100).unwrap();
        let found = (check(&Sliding::COST, &row), check(&Sliding::MOVES, &row));
        assert!(found.0 <= 10_260 && found.1 <= 6_950, "{found:?}");
    }

    #[test]
    fn tiles_that_cannot_hop_stay_in_their_order() {
        let row = Row::start(2, 2).unwrap();
        let control = Control::new();
        let problem = Sliding { objective: Objective::Cost, hop: 0 };
        assert_eq!(plan(&problem, &row, u64::MAX, &Deadline::new(None, &control)), None);
    }
}
