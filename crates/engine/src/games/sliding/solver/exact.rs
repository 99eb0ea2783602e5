//! Exact answers from [tables](super::table), for all rows whose tables fit into memory.

use crate::games::sliding::problem::{Slide, Sliding};
use crate::games::sliding::row::{CellContent, Row};
use crate::games::sliding::solver::arrangement::{Arrangements, Word};
use crate::games::sliding::solver::meet;
use crate::games::sliding::solver::table::Table;
use crate::puzzle::Reversible;

/// A proven answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Exact {
    /// The least cost or the fewest moves; `None` if the goal cannot be reached.
    pub value: Option<u64>,
    /// A best plan.
    pub plan: Vec<Slide>,
    /// Every first move of a best plan, from left to right.
    pub best_first_moves: Vec<Slide>,
    /// States expanded.
    pub nodes: u64,
}

/// The kinds of table: up to 32 or up to 128 cells, with the default reach or a longer one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Short,
    ShortFar,
    Long,
    LongFar,
}

/// Size in bytes of the smallest table for such a row, and its kind; `None` if no table fits.
fn kind(problem: &Sliding, row: &Row) -> Option<(u64, Kind)> {
    let (tiles, whites) = (row.cells().len() - 1, row.count(CellContent::White));
    let kinds = [
        (Table::<u32, 5, 4>::bytes(problem, tiles, whites), Kind::Short),
        (Table::<u32, 9, 33>::bytes(problem, tiles, whites), Kind::ShortFar),
        (Table::<u128, 5, 4>::bytes(problem, tiles, whites), Kind::Long),
        (Table::<u128, 9, 44>::bytes(problem, tiles, whites), Kind::LongFar),
    ];
    kinds.into_iter().find_map(|(bytes, kind)| bytes.map(|bytes| (bytes, kind)))
}

/// Memory in bytes that [`solve`] needs for a row; `None` if no table is large enough for it.
pub fn bytes(problem: &Sliding, row: &Row) -> Option<u64> {
    kind(problem, row).map(|(bytes, _)| 2 * bytes)
}

/// The best plan from a row, with proof. `watch` receives a lower bound on the value and the work so far, in
/// states. `None` if it asked for a stop, if there is no table for the row (see [`bytes`]), or if the system has no
/// room for it.
pub fn solve(problem: &Sliding, row: &Row, watch: &mut dyn FnMut(u64, u64) -> bool) -> Option<Exact> {
    if row.is_sorted() {
        return Some(Exact { value: Some(0), plan: Vec::new(), best_first_moves: Vec::new(), nodes: 0 });
    }
    match kind(problem, row)?.1 {
        Kind::Short => meet::solve::<u32, 5, 4>(problem, row, watch),
        Kind::ShortFar => meet::solve::<u32, 9, 33>(problem, row, watch),
        Kind::Long => meet::solve::<u128, 5, 4>(problem, row, watch),
        Kind::LongFar => meet::solve::<u128, 9, 44>(problem, row, watch),
    }
}

/// The distances of all rows with the same tiles.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RowDistances {
    /// Indexed by the rank of the arrangement times the number of cells, plus the place of the empty cell.
    by_rank: Vec<u16>,
    arrangements: Arrangements,
    largest: u16,
}

impl RowDistances {
    /// There is no way to the goal.
    const NONE: u16 = u16::MAX;

    /// The distances of all rows of up to 32 cells with the tiles of `row`; `None` if there is no table for them.
    pub fn new(problem: &Sliding, row: &Row) -> Option<RowDistances> {
        match kind(problem, row)?.1 {
            Kind::Short => RowDistances::fill::<u32, 5, 4>(problem, row),
            Kind::ShortFar => RowDistances::fill::<u32, 9, 33>(problem, row),
            Kind::Long | Kind::LongFar => None,
        }
    }

    fn fill<W: Word, const P: usize, const H: usize>(problem: &Sliding, row: &Row) -> Option<RowDistances> {
        let cells = row.cells().len();
        let arrangements = Arrangements::new(cells - 1, row.count(CellContent::White));
        let mut by_rank = vec![RowDistances::NONE; arrangements.count() as usize * cells];
        let mut largest = 0;
        let mut table = Table::<W, P, H>::new(problem, &problem.goals(row))?;
        let (unit, end) = (table.unit(), table.seed_strain());
        while !table.is_exhausted() {
            table.fill_layer(&mut |_, _| true, &mut |reached| {
                let mut rows = reached.rows;
                let mut strain = Strain::new(reached.word, &arrangements);
                while rows != W::zero() {
                    let empty = rows.trailing_zeros() as usize;
                    rows = rows & (rows - W::one());
                    let distance = ((strain.at(reached.word, empty) + reached.waste - end) / unit) as u16;
                    by_rank[reached.rank * cells + empty] = distance;
                    largest = largest.max(distance);
                }
            });
        }
        Some(RowDistances { by_rank, arrangements, largest })
    }

    /// The distance of a row with the same tiles; `None` if there is no way to the goal.
    pub fn get(&self, row: &Row) -> Option<u64> {
        let white = |(index, tile)| if tile == CellContent::White { 1u32 << index } else { 0 };
        let word: u32 = row.tiles().enumerate().map(white).sum();
        let distance = self.by_rank[self.arrangements.rank(word) as usize * row.cells().len() + row.empty()];
        (distance != RowDistances::NONE).then_some(u64::from(distance))
    }

    /// The largest distance.
    pub fn largest(&self) -> u64 {
        u64::from(self.largest)
    }

    /// Number of rows.
    pub fn rows(&self) -> usize {
        self.by_rank.len()
    }
}

/// The strain of the rows of one arrangement, for increasing places of the empty cell.
struct Strain {
    strain: u64,
    empty: usize,
}

impl Strain {
    /// With the empty cell to the left of all tiles.
    fn new<W: Word>(word: W, arrangements: &Arrangements) -> Strain {
        let (mut rest, mut whites, mut pairs) = (word, 0, 0);
        while rest != W::zero() {
            pairs += rest.trailing_zeros() as u64 - whites;
            whites += 1;
            rest = rest & (rest - W::one());
        }
        Strain { strain: 2 * pairs + arrangements.marked() as u64, empty: 0 }
    }

    /// With the empty cell before the tile `empty`.
    fn at<W: Word>(&mut self, word: W, empty: usize) -> u64 {
        while self.empty < empty {
            let white = word >> self.empty & W::one() != W::zero();
            self.strain = if white { self.strain - 1 } else { self.strain + 1 };
            self.empty += 1;
        }
        self.strain
    }
}
