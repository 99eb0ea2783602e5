//! Finds a best plan with two tables that grow towards each other.
//!
//! ```text
//! start (===a===>  meeting  <=====b=====) goals         a, b: the waste up to which each side knows all
//! ```
//!
//! A move's waste acts as a length that is never negative, so this is classical bidirectional search: the side with
//! fewer states grows by a layer, and a row known to both sides gives a plan. The start's table is a table of distances
//! *to* the start in mirrored rows, in which paths run backwards, so no second kind of table is needed.
//!
//! **When to stop.** Let `w` be the least waste of a plan and `c` the largest waste of a move. On every plan of waste
//! `w`, the last row known to the start's side has a waste of more than `a - c` from the start, and so less than
//! `w - a + c` to the goal; once `a + b >= w + c - 1`, the goal's side knows it too. So as soon as `a + b >= best + c - 1`,
//! the best plan found is optimal, and every best plan passes through a row known to both sides. The same inequality,
//! applied to the plan found first and to the best one, implies that the far side reached such a row at most `2 c - 2`
//! layers ago, or in the layer it has begun, so the `2 c` possible values of its waste follow from its code.
//!
//! **The bound of an interrupted search.** Conversely, a plan that has not been found wastes at least `a + b - c + 2`,
//! whether or not the sides have met. This requires that the plan ends in a row from which the goal's side has started.
//! Goals differ in strain and are added layer by layer ([`super::table`]); a goal that is still to come has a waste of
//! at least `b + 1` itself, and so has every plan to it. So at every moment
//!
//! ```text
//! w >= min(best found, a + b - c + 2, b + 1 where goals are still to come)
//! ```
//!
//! As a result, a few percent of the 67.6 M states with twelve tiles per colour are enough.

use crate::games::sliding::problem::{Slide, Sliding};
use crate::games::sliding::row::{CellContent, Row};
use crate::games::sliding::solver::arrangement::Word;
use crate::games::sliding::solver::bound;
use crate::games::sliding::solver::exact::Exact;
use crate::games::sliding::solver::table::{Reached, Table};
use crate::puzzle::Reversible;
use crate::zeroed::drop_aside;
use rustc_hash::FxHashSet;

/// Rows on best plans between two checks of the clock.
const LOOK_EVERY: usize = 1 << 10;

/// The tables of both sides and where they met.
struct Meet<'a, W, const P: usize, const H: usize> {
    row: &'a Row,
    /// Paths from the start, stored as paths to it in mirrored rows.
    near: Table<W, P, H>,
    /// Paths to the goals.
    far: Table<W, P, H>,
    /// Least waste of a plan so far.
    best: Option<u64>,
    /// The rows on such plans where the sides met, with the waste from the start.
    meetings: Vec<(Row, u64)>,
}

/// The best plan from an unsorted row; `None` if `watch` asked for a stop or the system has no room. `watch` receives a
/// lower bound on the value and the work so far, in states.
pub(crate) fn solve<W: Word, const P: usize, const H: usize>(
    problem: &Sliding,
    row: &Row,
    watch: &mut dyn FnMut(u64, u64) -> bool,
) -> Option<Exact> {
    let mut meet = Meet::<W, P, H>::new(problem, row)?;
    let lower_bound = bound::lower_bound(problem, row);
    let least_waste = meet.waste(lower_bound);
    let mut going = true;
    while going && !meet.is_over() {
        let unfound = meet.unfound();
        let bound = lower_bound.max(meet.value(meet.best.map_or(unfound, |best| best.min(unfound))));
        going = meet.grow(least_waste, &mut |nodes| watch(bound, nodes));
    }
    let answer = going.then(|| meet.answer(watch));
    let Meet { near, far, .. } = meet;
    drop_aside((near, far));
    answer
}

impl<'a, W: Word, const P: usize, const H: usize> Meet<'a, W, P, H> {
    fn new(problem: &Sliding, row: &'a Row) -> Option<Self> {
        let near = Table::new(problem, &[row.mirrored()])?;
        let far = Table::new(problem, &problem.goals(row))?;
        Some(Meet { row, near, far, best: None, meetings: Vec::new() })
    }

    /// The value of a plan with this waste, rounded up; waste is counted down to the largest strain of a goal.
    fn value(&self, waste: u64) -> u64 {
        (self.row.strain() + waste).saturating_sub(self.far.seed_strain()).div_ceil(self.far.unit())
    }

    /// The waste of a plan with this value.
    fn waste(&self, value: u64) -> u64 {
        (value.saturating_mul(self.far.unit()).saturating_add(self.far.seed_strain())).saturating_sub(self.row.strain())
    }

    /// A plan that has not been found wastes at least this much; see the [module documentation](self).
    fn unfound(&self) -> u64 {
        let (Some(near), Some(far)) = (self.near.radius(), self.far.radius()) else { return 0 };
        let inner = (near + far + 2).saturating_sub(self.far.largest_waste());
        if self.far.has_seeds_to_come() { inner.min(far + 1) } else { inner }
    }

    /// Whether the best plan is known, together with a row of every plan as good; or it is known that there is none.
    fn is_over(&self) -> bool {
        match self.best {
            Some(best) => self.unfound() > best,
            None => self.far.is_exhausted() || (self.near.is_exhausted() && !self.far.has_seeds_to_come()),
        }
    }

    /// Whether the start's side is to grow: at the beginning, and whenever it knows fewer states. While goals are still
    /// to come, it stays in the layers whose waste follows from a code, however late a goal is added.
    fn is_near_next(&self) -> bool {
        let (Some(near), Some(_)) = (self.near.radius(), self.far.radius()) else {
            return self.near.radius().is_none();
        };
        let is_recent = near + 2 <= 2 * self.far.largest_waste();
        self.near.nodes() <= self.far.nodes() && (is_recent || !self.far.has_seeds_to_come())
    }

    /// Grows a side by a layer and records where it meets the other. Returns `false` if asked to stop.
    fn grow(&mut self, least_waste: u64, watch: &mut dyn FnMut(u64) -> bool) -> bool {
        let grow_near = self.is_near_next();
        let (side, other) = if grow_near { (&mut self.near, &self.far) } else { (&mut self.far, &self.near) };
        let others = other.work();
        // Below the lower bound the sides cannot have met.
        let may_meet = side.radius().map_or(0, |radius| radius + 1) + other.radius().unwrap_or(0) >= least_waste;
        let mut common = Vec::new();
        let going = side.fill_layer(&mut |_, nodes| watch(nodes + others), &mut |reached: Reached<W>| {
            if may_meet {
                common.extend(common_rows(&reached, other, self.row).map(|row| {
                    let behind = row.mirrored();
                    let rest = other.recent_waste(&behind);
                    let (row, near_waste) = if grow_near { (behind, reached.waste) } else { (row, rest) };
                    (row, near_waste, reached.waste + rest)
                }));
            }
        });
        for (row, near_waste, waste) in common {
            self.note(row, near_waste, waste);
        }
        going
    }

    /// Keeps a row known to both sides if its plan is among the best.
    fn note(&mut self, row: Row, near_waste: u64, waste: u64) {
        if self.best.is_none_or(|best| waste < best) {
            self.best = Some(waste);
            self.meetings.clear();
        }
        if self.best == Some(waste) {
            self.meetings.push((row, near_waste));
        }
    }

    fn answer(&self, watch: &mut dyn FnMut(u64, u64) -> bool) -> Exact {
        let nodes = self.near.nodes() + self.far.nodes();
        let (Some(best), Some((row, near_waste))) = (self.best, self.meetings.first()) else {
            return Exact { value: None, plan: Vec::new(), best_first_moves: Vec::new(), nodes };
        };
        let cells = row.cells().len();
        let behind = row.mirrored();
        let mut plan = self.near.way(&behind, self.near.cost(&behind, *near_waste));
        plan.reverse();
        plan.iter_mut().for_each(|mv| *mv = mv.mirrored_back(cells));
        plan.extend(self.far.way(row, self.far.cost(row, best - near_waste)));
        let value = self.value(best);
        let first = plan.first().copied();
        let best_first_moves = self.first_moves(&mut || watch(value, nodes)).unwrap_or_else(|| Vec::from_iter(first));
        Exact { value: Some(value), plan, best_first_moves, nodes }
    }

    /// The first moves of best plans: back from all meeting rows along best paths. `None` if `watch` asked for a stop.
    fn first_moves(&self, watch: &mut dyn FnMut() -> bool) -> Option<Vec<Slide>> {
        let mut open: Vec<(Row, u64)> = Vec::new();
        let mut seen = FxHashSet::default();
        let mut first = Vec::new();
        for (row, waste) in &self.meetings {
            let behind = row.mirrored();
            let cost = self.near.cost(&behind, *waste);
            if seen.insert(behind.clone()) {
                open.push((behind, cost));
            }
        }
        let mut looks = 0;
        while let Some((row, cost)) = open.pop() {
            looks += 1;
            if looks % LOOK_EVERY == 0 && !watch() {
                return None;
            }
            for mv in self.near.best_moves(&row, cost) {
                let (next, rest) = self.near.step(&row, cost, mv);
                let forward = mv.mirrored_back(row.cells().len());
                if rest == 0 && !first.contains(&forward) {
                    first.push(forward);
                } else if rest > 0 && seen.insert(next.clone()) {
                    open.push((next, rest));
                }
            }
        }
        // The sides met at the start itself, so the first moves are the far side's.
        for (row, _) in self.meetings.iter().filter(|(row, _)| row == self.row) {
            let cost = self.far.cost(row, self.best.unwrap_or(0));
            let more = self.far.best_moves(row, cost);
            first.extend(more.into_iter().filter(|mv| !first.contains(mv)).collect::<Vec<_>>());
        }
        first.sort_unstable_by_key(|mv| mv.from);
        Some(first)
    }
}

/// The rows of a set, as seen by its own table, that the other table has reached.
fn common_rows<W: Word, const P: usize, const H: usize>(
    reached: &Reached<W>,
    other: &Table<W, P, H>,
    row: &Row,
) -> impl Iterator<Item = Row> {
    let tiles = row.cells().len() - 1;
    let behind = mirror(reached.word, tiles);
    let mut rows = mirror(other.reached(behind), tiles + 1) & reached.rows;
    let word = reached.word;
    std::iter::from_fn(move || {
        let empty = (rows != W::zero()).then(|| rows.trailing_zeros() as usize)?;
        rows = rows & (rows - W::one());
        let tile =
            |index: usize| if word >> index & W::one() != W::zero() { CellContent::White } else { CellContent::Black };
        let mut cells: Vec<CellContent> = (0..tiles).map(tile).collect();
        cells.insert(empty, CellContent::Empty);
        Row::new(cells)
    })
}

/// The lowest `bits` of a word in reverse order.
fn mirror<W: Word>(word: W, bits: usize) -> W {
    word.reverse_bits() >> (W::BITS - bits)
}
