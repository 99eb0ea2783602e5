//! Exact distances from some rows to all others, for all places of the empty cell at once.
//!
//! **Rows as bits.** With the empty cell before tile `e` of an arrangement (see [`super::arrangement`]) a move is
//!
//! ```text
//! window of j tiles from e:  [_] a b c           the empty cell goes from e to e + j (or back), the tile at one end of
//!                  e .. e+j   c a b [_]          the window to its other end; j = 1 changes no arrangement, nor does a
//!                                                window of one colour
//! ```
//!
//! The rows of one arrangement form one word, with bit `e` for each place of the empty cell. So a move is tried for all
//! of them by shifts and masks, and only what leads to another arrangement is processed bit by bit.
//!
//! **Layers of waste.** White tiles must move left, black ones right. The `strain` of a row is how many cells all of
//! them together are away from there ([`Row::strain`]). A move shifts one tile by `j` cells and so changes the strain
//! by `j`, up or down. In units of half a cost, or of a `hop + 1`-th of a move, its price is at least `j`. What it
//! costs beyond the strain it removes is its waste, which is never negative, and
//!
//! ```text
//! cost of a way = strain taken away on it + its waste         waste of a move = price - j  or  price + j
//! ```
//!
//! so the cheapest path is the one of least waste (strain is a consistent potential, as in A*). The table is filled by
//! waste rather than distance, because the rows that matter have little of it. Its seeds are the rows where the paths
//! *end*. Going backwards from there, a move without waste never moves a white tile left or a black one right: it leads
//! to an arrangement of higher rank, or keeps the arrangement. So one pass over the ranks completes a layer: when it
//! reaches an arrangement, all moves without waste into it have been made. In the same pass, wasteful moves are made
//! into the next layer; a row that turns out later in the pass to belong to this layer is moved back from the next.
//!
//! **Codes.** The table holds `P` words per arrangement. `P - 1` of them are the bits of a code for every row: 0 for
//! "not reached", otherwise the waste modulo `2^(P - 1) - 1`, plus 1. A move of price `c` changes the least waste to
//! one of `2 c + 1` values, so the waste follows from the codes of neighbours. The last word marks the rows from which
//! every move has been tried, so that the current layers can be read from the table and no queue is needed: rows of 29
//! cells, 1.16 G states, take 802 MB.

use crate::games::sliding::problem::{Objective, Slide, Sliding};
use crate::games::sliding::row::{CellContent, Row};
use crate::games::sliding::solver::arrangement::{Arrangements, Word};
use crate::zeroed::zeroed;

/// Size of the windows whose contributions to the rank are tabulated.
const SHORT_WINDOW: usize = 3;

/// Arrangements scanned between two checks of the clock.
const LOOK_EVERY: usize = 1 << 15;
/// The same for arrangements with rows to process.
const LOOK_EVERY_BUSY: usize = 1 << 9;

/// Codes of the least waste on the path to the seeds. See the [module documentation](self). `H` is one more than the
/// longest window.
pub(crate) struct Table<W, const P: usize, const H: usize> {
    problem: Sliding,
    /// The arrangements, with a bit set for each white tile; the sorted one has rank 0.
    all: Arrangements,
    /// The longest window: one tile more than can be hopped over, and no more than there are.
    reach: usize,
    prices: Prices,
    /// The contributions of short windows by place, whites before, and bits; see [`Table::window_part`].
    parts: Vec<[u32; 1 << SHORT_WINDOW]>,
    codes: Vec<[W; P]>,
    /// The seeds: rank, place of the empty cell, and their layer, since they may differ in strain.
    seeds: Vec<(usize, usize, u64)>,
    /// The largest strain of the seeds.
    seed_strain: u64,
    /// The next layer to fill.
    waste: u64,
    /// Consecutive empty layers: once no move reaches across them, the table is complete.
    empty_layers: u64,
    nodes: u64,
    /// Number of stretches of [`LOOK_EVERY`] arrangements that were scanned, whatever was reached in them.
    stretches: u64,
}

/// The costs of moves, in units small enough that a price is never below the number of cells a tile moves.
#[derive(Clone, Debug)]
struct Prices {
    /// Units per cost or per move.
    unit: u64,
    /// Indexed by the number of cells the tile moves, from 1; `[0]` is unused.
    by_cells: Vec<u64>,
    largest_waste: u64,
}

impl Prices {
    fn new(problem: &Sliding, reach: usize) -> Self {
        let unit = match problem.objective {
            Objective::Cost => 2,
            Objective::Moves => reach as u64,
        };
        let by_cells: Vec<u64> = (0..=reach).map(|cells| problem.price(cells.saturating_sub(1)) * unit).collect();
        let largest_waste = by_cells.iter().zip(0..).map(|(price, cells)| price + cells).max().unwrap_or(0);
        Prices { unit, by_cells, largest_waste }
    }
}

/// The contributions of short windows to a rank, by place, whites before, and bits.
fn short_parts(all: &Arrangements) -> Vec<[u32; 1 << SHORT_WINDOW]> {
    let mut parts = Vec::new();
    for place in 0..all.tiles() {
        for before in 0..=all.marked() {
            let room = SHORT_WINDOW.min(all.tiles() - place);
            parts.push(std::array::from_fn(|window| {
                let fits = window < 1 << room && before + window.count_ones() as usize <= all.marked();
                if fits { all.part(window as u32, place, before) as u32 } else { 0 }
            }));
        }
    }
    parts
}

/// The rows of one arrangement that a layer has reached.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Reached<W> {
    /// The rank of the arrangement.
    pub rank: usize,
    /// The arrangement, with a bit set for each white tile.
    pub word: W,
    /// Bit `e` is set for the empty cell before tile `e`.
    pub rows: W,
    /// Their least waste.
    pub waste: u64,
}

/// One pass over the table: the layer being completed, and scratch space for the rows of an arrangement.
struct Pass<W> {
    waste: u64,
    /// `codes[c]`: the code of the layer from which a step of waste `c`, from 1, leads into the next one.
    codes: Vec<Option<u64>>,
    /// `fronts[c]`: the rows of the current arrangement that make a step of waste `c`.
    fronts: Vec<W>,
}

impl<W: Word, const P: usize, const H: usize> Table<W, P, H> {
    /// Number of codes other than 0.
    const CODES: u64 = (1 << (P - 1)) - 1;

    /// Size in bytes of the table for such rows; `None` if there cannot be one: too many cells for the word, a reach
    /// too long for the windows, or prices that the codes of two meeting tables cannot distinguish (see
    /// [`super::meet`]).
    pub(crate) fn bytes(problem: &Sliding, tiles: usize, whites: usize) -> Option<u64> {
        let reach = problem.hop.saturating_add(1).min(tiles.max(1));
        let fits = tiles < W::BITS && reach < H && 2 * Prices::new(problem, reach).largest_waste <= Self::CODES;
        if !fits {
            return None;
        }
        let count = Arrangements::new(tiles, whites).count();
        (count < u64::from(u32::MAX)).then(|| count * (P * size_of::<W>()) as u64)
    }

    /// The table of paths to any of some rows with the same tiles. [`Table::bytes`] must have allowed it. `None` if the
    /// system has no room for it.
    pub(crate) fn new(problem: &Sliding, seeds: &[Row]) -> Option<Self> {
        let (tiles, whites) =
            seeds.first().map_or((0, 0), |row| (row.cells().len() - 1, row.count(CellContent::White)));
        let all = Arrangements::new(tiles, whites);
        let reach = problem.hop.saturating_add(1).min(tiles.max(1));
        let seed_strain = seeds.iter().map(Row::strain).max().unwrap_or(0);
        let stand = |row: &Row| (all.rank(Self::word(row)) as usize, row.empty(), seed_strain - row.strain());
        Some(Table {
            problem: *problem,
            reach,
            prices: Prices::new(problem, reach),
            parts: short_parts(&all),
            codes: zeroed(all.count() as usize)?,
            seeds: seeds.iter().map(stand).collect(),
            seed_strain,
            all,
            waste: 0,
            empty_layers: 0,
            nodes: 0,
            stretches: 0,
        })
    }

    /// The largest waste of a move.
    pub(crate) fn largest_waste(&self) -> u64 {
        self.prices.largest_waste
    }

    /// Number of units per unit of the objective.
    pub(crate) fn unit(&self) -> u64 {
        self.prices.unit
    }

    /// The largest strain of the seeds; the strain removed by a path is counted down to this value.
    pub(crate) fn seed_strain(&self) -> u64 {
        self.seed_strain
    }

    /// The code of a waste.
    fn code(waste: u64) -> u64 {
        waste % Self::CODES + 1
    }

    /// The rows of an arrangement that have been reached.
    #[inline]
    fn known(planes: &[W; P]) -> W {
        planes[..P - 1].iter().fold(W::zero(), |known, &plane| known | plane)
    }

    /// The rows of an arrangement that have this code and are not done.
    #[inline]
    fn rows(planes: &[W; P], code: u64) -> W {
        planes[..P - 1]
            .iter()
            .enumerate()
            .fold(!planes[P - 1], |rows, (bit, &plane)| if code >> bit & 1 != 0 { rows & plane } else { rows & !plane })
    }

    /// Gives a code to those of an arrangement's rows that have none yet, and returns them.
    #[inline]
    fn add(&mut self, rank: usize, rows: W, code: u64) -> W {
        let planes = &mut self.codes[rank];
        let new = rows & !Self::known(planes);
        if new != W::zero() {
            for (bit, plane) in planes[..P - 1].iter_mut().enumerate() {
                if code >> bit & 1 != 0 {
                    *plane = *plane | new;
                }
            }
        }
        new
    }

    /// Whether some seeds are in layers that are not filled yet.
    pub(crate) fn has_seeds_to_come(&self) -> bool {
        self.seeds.iter().any(|&(_, _, layer)| layer >= self.waste)
    }

    /// Whether every reachable row has been reached.
    pub(crate) fn is_exhausted(&self) -> bool {
        self.empty_layers > self.largest_waste()
    }

    /// The waste up to which everything is known; `None` before the first layer. Some rows of the next layer are known,
    /// too.
    pub(crate) fn radius(&self) -> Option<u64> {
        self.waste.checked_sub(1)
    }

    /// Fills one more layer. `visit` receives what it reaches, each arrangement once. `watch` is called from time to
    /// time with the layer and the [work](Self::work) so far, and returns whether to continue. Returns `false`
    /// if it said no; the table is then of no further use.
    pub(crate) fn fill_layer(
        &mut self,
        watch: &mut dyn FnMut(u64, u64) -> bool,
        visit: &mut impl FnMut(Reached<W>),
    ) -> bool {
        let code = |step| (self.waste + 1).checked_sub(step).map(Self::code).filter(|_| step > 0);
        let codes: Vec<_> = (0..=self.largest_waste()).map(code).collect();
        let mut pass = Pass { waste: self.waste, fronts: vec![W::zero(); codes.len()], codes };
        let mut any = self.add_seeds();
        let mut word: W = self.all.first();
        let mut busy = 0;
        for rank in 0..self.codes.len() {
            let is_next = rank % LOOK_EVERY == 0;
            self.stretches += u64::from(is_next && rank > 0);
            if (is_next || busy >= LOOK_EVERY_BUSY) && !watch(self.waste, self.work()) {
                return false;
            }
            busy %= LOOK_EVERY_BUSY;
            if Self::known(&self.codes[rank]) & !self.codes[rank][P - 1] != W::zero() {
                busy += 1;
                let reached = self.complete(rank, word, &mut pass);
                if reached != W::zero() {
                    any = true;
                    self.nodes += u64::from(reached.count_ones());
                    visit(Reached { rank, word, rows: reached, waste: self.waste });
                }
                self.prepare(rank, word, &mut pass);
            }
            word = Arrangements::next(word);
        }
        self.waste += 1;
        self.empty_layers = if any { 0 } else { self.empty_layers + 1 };
        true
    }

    /// Gives the seeds of this layer their code. Returns whether any are still to come.
    fn add_seeds(&mut self) -> bool {
        for (rank, empty, layer) in self.seeds.clone() {
            if layer == self.waste {
                self.add(rank, W::bit(empty), Self::code(layer));
            }
        }
        self.has_seeds_to_come()
    }

    /// Completes the layer for an arrangement, makes the moves without waste to other arrangements, and returns its
    /// rows.
    #[inline]
    fn complete(&mut self, rank: usize, word: W, pass: &mut Pass<W>) -> W {
        let (code, next) = (Self::code(pass.waste), Self::code(pass.waste + 1));
        pass.fronts.fill(W::zero());
        loop {
            pass.fronts[0] = Self::rows(&self.codes[rank], code);
            if pass.fronts[0] == W::zero() {
                return W::zero();
            }
            let same = self.keeping(word, &pass.fronts);
            self.call_back(rank, same, next);
            if self.add(rank, same, code) == W::zero() {
                break;
            }
        }
        self.changing(rank, word, pass, Some(next), code);
        pass.fronts[0]
    }

    /// Makes the moves of an arrangement's rows into the next layer, and marks the rows that are done.
    #[inline]
    fn prepare(&mut self, rank: usize, word: W, pass: &mut Pass<W>) {
        let planes = self.codes[rank];
        for (front, code) in pass.fronts.iter_mut().zip(&pass.codes) {
            *front = code.map_or(W::zero(), |code| Self::rows(&planes, code));
        }
        let next = Self::code(pass.waste + 1);
        self.add(rank, self.keeping(word, &pass.fronts), next);
        self.changing(rank, word, pass, None, next);
        if let Some(done) = pass.fronts.last() {
            self.codes[rank][P - 1] = planes[P - 1] | *done;
        }
    }

    /// Removes the code from those of an arrangement's rows that have the given one.
    #[inline]
    fn call_back(&mut self, rank: usize, rows: W, code: u64) {
        let rows = rows & Self::rows(&self.codes[rank], code);
        if rows != W::zero() {
            for plane in &mut self.codes[rank][..P - 1] {
                *plane = *plane & !rows;
            }
        }
    }

    /// Moves over windows of two colours.
    #[inline]
    fn changing(&mut self, rank: usize, word: W, pass: &Pass<W>, called_back: Option<u64>, code: u64) {
        let changes = word ^ (word >> 1);
        let mut mixed = W::zero();
        for window in 2..H.min(self.reach + 1) {
            mixed = mixed | (changes >> (window - 2));
            let windows = mixed & W::low(self.all.tiles() + 1 - window);
            let (right, left) = self.windows(word, window, &pass.fronts);
            self.hop(rank, word, window, (right & windows, left & windows), called_back, code);
        }
    }

    /// The rows reached by moves that keep the arrangement: past one tile, or past several of one colour.
    #[inline]
    fn keeping(&self, word: W, fronts: &[W]) -> W {
        let alike = !(word ^ (word >> 1));
        let (mut same, mut uniform) = (W::zero(), !W::zero());
        for window in 1..H.min(self.reach + 1) {
            if window > 1 {
                uniform = uniform & (alike >> (window - 2));
            }
            let windows = uniform & W::low(self.all.tiles() + 1 - window);
            let (right, left) = self.windows(word, window, fronts);
            same = same | ((right & windows) << window) | (left & windows);
        }
        same
    }

    /// The windows over which a move leads into the layer: those over which the empty cell goes right, and those over
    /// which it goes left. Going backwards from the seeds, a white tile that moves right adds strain and wastes less
    /// than its price.
    #[inline]
    fn windows(&self, word: W, window: usize, fronts: &[W]) -> (W, W) {
        let price = self.prices.by_cells[window] as usize;
        let (less, more) = (fronts[price - window], fronts[price + window]);
        let (last, first) = (word >> (window - 1), word);
        ((last & more) | (!last & less), (first & (less >> window)) | (!first & (more >> window)))
    }

    /// Moves the empty cell right over the windows that start at the places in the first set, and left over those in
    /// the second.
    #[inline]
    fn hop(
        &mut self,
        rank: usize,
        word: W,
        window: usize,
        (mut right, mut left): (W, W),
        called_back: Option<u64>,
        code: u64,
    ) {
        while right != W::zero() {
            let place = right.trailing_zeros() as usize;
            right = right & (right - W::one());
            let tiles = (word >> place) & W::low(window);
            let turned = ((tiles << 1) | (tiles >> (window - 1))) & W::low(window);
            let target = self.turned_rank(rank, word, place, tiles, turned);
            self.land(target, W::bit(place + window), called_back, code);
        }
        while left != W::zero() {
            let place = left.trailing_zeros() as usize;
            left = left & (left - W::one());
            let tiles = (word >> place) & W::low(window);
            let turned = (tiles >> 1) | ((tiles & W::one()) << (window - 1));
            let target = self.turned_rank(rank, word, place, tiles, turned);
            self.land(target, W::bit(place), called_back, code);
        }
    }

    #[inline]
    fn land(&mut self, rank: usize, rows: W, called_back: Option<u64>, code: u64) {
        if let Some(next) = called_back {
            self.call_back(rank, rows, next);
        }
        self.add(rank, rows, code);
    }

    /// The rank of an arrangement after the tiles of a window have been rotated.
    #[inline]
    fn turned_rank(&self, rank: usize, word: W, place: usize, tiles: W, turned: W) -> usize {
        let before = (word & W::low(place)).count_ones() as usize;
        let (old, new) = (self.window_part(tiles, place, before), self.window_part(turned, place, before));
        (rank as u64 + new).wrapping_sub(old) as usize
    }

    /// The contribution of a window to the rank.
    #[inline]
    fn window_part(&self, tiles: W, place: usize, before: usize) -> u64 {
        match tiles.to_usize() {
            Some(bits) if bits < 1 << SHORT_WINDOW => {
                u64::from(self.parts[place * (self.all.marked() + 1) + before][bits])
            }
            _ => self.all.part(tiles, place, before),
        }
    }

    /// The word of a row's arrangement.
    fn word(row: &Row) -> W {
        row.tiles().enumerate().fold(
            W::zero(),
            |word, (index, tile)| {
                if tile == CellContent::White { word | W::bit(index) } else { word }
            },
        )
    }

    /// The reached rows among those of an arrangement.
    pub(crate) fn reached(&self, word: W) -> W {
        Self::known(&self.codes[self.all.rank(word) as usize])
    }

    /// The code of a row.
    fn code_of(&self, row: &Row) -> u64 {
        let bit = |plane: &W| u64::from((*plane >> row.empty()) & W::one() != W::zero());
        let planes = &self.codes[self.all.rank(Self::word(row)) as usize][..P - 1];
        planes.iter().enumerate().map(|(index, plane)| bit(plane) << index).sum()
    }

    /// The least waste of a reached row, given that it is in one of the last `2^(P - 1) - 1` layers.
    pub(crate) fn recent_waste(&self, row: &Row) -> u64 {
        self.waste - (Self::code(self.waste) + Self::CODES - self.code_of(row)) % Self::CODES
    }

    /// The cost of the path of least waste from a row to a seed, in units.
    pub(crate) fn cost(&self, row: &Row, waste: u64) -> u64 {
        (waste + row.strain()).saturating_sub(self.seed_strain)
    }

    /// Every first move of a best path from a row to a seed, given its cost in units.
    pub(crate) fn best_moves(&self, row: &Row, cost: u64) -> Vec<Slide> {
        let to = row.empty() as u16;
        let slides = row.sources(self.problem.hop).map(|from| Slide { from: from as u16, to });
        let is_best = |mv: &Slide| {
            let mut next = row.clone();
            next.slide(mv.from as usize);
            let rest = cost.checked_sub(self.prices.by_cells[mv.hopped() + 1]);
            let waste = rest.and_then(|rest| (rest + self.seed_strain).checked_sub(next.strain()));
            waste.is_some_and(|waste| self.code_of(&next) == Self::code(waste))
        };
        if cost == 0 { Vec::new() } else { slides.filter(is_best).collect() }
    }

    /// A best path from a row to a seed, given its cost in units.
    pub(crate) fn way(&self, row: &Row, mut cost: u64) -> Vec<Slide> {
        let (mut way, mut at) = (Vec::new(), row.clone());
        while let Some(&mv) = self.best_moves(&at, cost).first() {
            cost -= self.prices.by_cells[mv.hopped() + 1];
            at.slide(mv.from as usize);
            way.push(mv);
        }
        way
    }

    /// The row after a move, and the remaining cost.
    pub(crate) fn step(&self, row: &Row, cost: u64, mv: Slide) -> (Row, u64) {
        let mut next = row.clone();
        next.slide(mv.from as usize);
        (next, cost - self.prices.by_cells[mv.hopped() + 1])
    }

    /// States expanded so far.
    pub(crate) fn nodes(&self) -> u64 {
        self.nodes
    }

    /// The work so far, in states: a large table is scanned even where few states are reached.
    pub(crate) fn work(&self) -> u64 {
        self.nodes.max(self.stretches)
    }
}
