//! Four in a row on small boards: the bounds of a proof that is stopped, and what `go` says of its moves.

use super::{Tally, think};
use meihua::GAMES;
use meihua::control::Control;
use meihua::engine::event::{Event, Info, Value};
use meihua::engine::go::Go;
use meihua::games::connect_four::ConnectFour;
use meihua::games::connect_four::solver::{ConnectFourSolver, Effort};
use meihua::random::SplitMix64;
use meihua::search::report::Bound;
use meihua::text::GameText;
use std::collections::HashMap;
use std::time::Duration;

/// A board as columns of stones, the lowest first.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Board {
    rows: usize,
    columns: Vec<Vec<u8>>,
}

impl Board {
    fn stones(&self) -> usize {
        self.columns.iter().map(Vec::len).sum()
    }

    fn cells(&self) -> usize {
        self.rows * self.columns.len()
    }

    fn has_four(&self, stone: u8) -> bool {
        let is_own = |x: i32, y: i32| {
            let column = usize::try_from(x).ok().and_then(|x| self.columns.get(x));
            column.and_then(|column| column.get(usize::try_from(y).ok()?)) == Some(&stone)
        };
        let squares = (0..self.columns.len() as i32).flat_map(|x| (0..self.rows as i32).map(move |y| (x, y)));
        let mut ways = squares.flat_map(|square| [(1, 0), (0, 1), (1, 1), (1, -1)].map(|way| (square, way)));
        ways.any(|((x, y), (dx, dy))| (0..4).all(|step| is_own(x + step * dx, y + step * dy)))
    }

    fn after(&self, column: usize) -> Option<Board> {
        let mut next = self.clone();
        let stone = (self.stones() % 2) as u8;
        let column = &mut next.columns[column];
        (column.len() < self.rows).then(|| column.push(stone)).map(|()| next)
    }

    fn is_over(&self) -> bool {
        self.has_four(0) || self.has_four(1) || self.stones() == self.cells()
    }

    /// The score for the side to move, by plain minimax.
    fn score(&self, known: &mut HashMap<Board, i32>) -> i32 {
        if let Some(&score) = known.get(self) {
            return score;
        }
        let last = 1 - (self.stones() % 2) as u8;
        let score = if self.has_four(last) {
            -(((self.cells() - self.stones()) / 2 + 1) as i32)
        } else {
            let next = (0..self.columns.len()).filter_map(|column| self.after(column));
            next.map(|next| -next.score(known)).max().unwrap_or(0)
        };
        known.insert(self.clone(), score);
        score
    }
}

/// The score of what a line of the engine says: plies to the end, above 0 for a win.
fn score_of(plies: i32, board: &Board) -> i32 {
    let end = board.stones() as i32 + plies.abs();
    ((board.cells() as i32 - end) / 2 + 1) * plies.signum()
}

/// Whether a line of a `go` holds.
fn line_holds(info: &Info, board: &Board, truths: &[Option<i32>]) -> bool {
    let (Value::Score(score), Some(word)) = (info.value, info.pv.first()) else { return true };
    let Some(plies) = score.plies_to_end() else { return true };
    let column = word.trim_start_matches("P@").bytes().next().map(|letter| usize::from(letter - b'a'));
    let Some(truth) = column.and_then(|column| truths[column]) else { return false };
    let said = score_of(plies, board);
    match info.bound {
        Bound::Exact => said == truth,
        Bound::Lower => said <= truth,
        Bound::Upper => said >= truth,
    }
}

/// Stops the prover and the engine on `positions` positions; returns how often.
pub(super) fn stop(positions: usize, stops: usize) -> u64 {
    let mut chance = SplitMix64::new(47);
    let mut tally = Tally::default();
    let mut asked = 0;
    while asked < positions {
        let (columns, rows) = [(4, 4), (5, 4), (4, 5), (5, 5)][chance.below(4)];
        let mut board = Board { rows, columns: vec![Vec::new(); columns] };
        let mut digits = String::new();
        let cells = columns * rows;
        let plies = cells.saturating_sub(12) + chance.below(5);
        while board.stones() < plies && !board.is_over() {
            let column = chance.below(columns);
            if let Some(next) = board.after(column) {
                board = next;
                digits.push_str(&(column + 1).to_string());
            }
        }
        if board.is_over() {
            continue;
        }
        asked += 1;
        let mut known = HashMap::new();
        let truth = board.score(&mut known);
        let next = |column| board.after(column).map(|next| -next.score(&mut known));
        let truths: Vec<Option<i32>> = (0..columns).map(next).collect();
        let game = ConnectFour::empty(columns as u32, rows as u32).expect("a board");
        let game = game.from_digits(&digits, 1).expect("a position");
        for number in 0..stops / positions {
            tally.stops += 1;
            let place = format!("{} truth {truth} {truths:?}", game.fen());
            let nodes = chance.next_u64() % 150;
            if number % 2 == 0 {
                let mut solver = ConnectFourSolver::new(1);
                let effort = Effort { nodes: Some(nodes), ..Effort::default() };
                let proof = solver.prove(&game, effort, &Control::new(), &mut |_| ()).expect("memory");
                *if proof.score().is_some() { &mut tally.proven } else { &mut tally.open } += 1;
                tally.claim((proof.lower..=proof.upper).contains(&truth), || format!("{place} {nodes}: {proof:?}"));
                continue;
            }
            let entry = GAMES.iter().find(|entry| entry.name == "cfour").expect("the game");
            let mut session = (entry.open)();
            session.set_position(&game.fen()).expect("a position");
            let delay = (chance.below(4) == 0).then(|| Duration::from_micros(chance.next_u64() % 400));
            let go = Go { nodes: delay.is_none().then_some(nodes), ..Go::default() };
            for event in think(&mut *session, &go, delay) {
                match event {
                    Event::Info(info) => {
                        tally.claim(line_holds(&info, &board, &truths), || format!("{place} {go:?}: {info:?}"))
                    }
                    Event::ProvenDraw => tally.claim(truth == 0, || format!("{place} {go:?}: a draw")),
                    Event::NoWin { moves } => {
                        let is_quick = truth > 0
                            && board.stones() as i32 + 2 * moves as i32 > board.cells() as i32 - 2 * truth + 1;
                        tally.claim(!is_quick, || format!("{place} {go:?}: no win in {moves}"));
                    }
                    Event::Best(best) => tally.claim(best.mv.is_some(), || format!("{place} {go:?}: no move")),
                    _ => (),
                }
            }
        }
    }
    tally.end("connect four");
    tally.stops
}
