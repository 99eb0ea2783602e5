//! Exact values of small games: all positions that can be reached are listed, and the ends are carried back from move to
//! move (retrograde analysis; K. Thompson, "Retrograde Analysis of Certain Endgames", 1986).
//!
//! Positions are told apart by their 64-bit keys. Games that never end are draws. Rules by which a count of moves draws can
//! only turn wins into draws: a draw is one by these rules, too, and a win is one that comes before the count ends. Other
//! wins, draws that may be endless games of which the pieces decide, and rules that look back otherwise are refused.
//!
//! A position that the game has had so often that its next occurrence draws is a draw. Others need no count: best play
//! comes nearer to its end with each move, and so to no position twice.

use crate::moves::Move;
use crate::pieces::{PAWN, one};
use crate::position::Position;
use crate::rules::{Counting, Limit};
use meihua_contracts::control::Control;
use meihua_contracts::game::{Game, Outcome};
use meihua_contracts::text::{GameText, Notation};
use std::collections::{HashMap, HashSet, VecDeque};
use thiserror::Error;

/// The value of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solved {
    /// For the side to move, under best play.
    pub outcome: Outcome,
    /// Plies to the end under best play; 0 for a draw.
    pub plies: u32,
    /// Positions that can be reached.
    pub positions: usize,
    /// The moves of best play; of a draw, the first move that keeps it.
    pub line: Vec<String>,
}

/// Why a position has no exact value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum Unsolved {
    /// Too many positions.
    #[error("more than {0} positions can be reached")]
    TooMany(usize),
    /// The rules look further back than a position does.
    #[error("{0} makes the value depend on the moves before")]
    History(&'static str),
    /// The caller stopped it.
    #[error("stopped before all positions were seen")]
    Stopped,
}

/// What is known about a position.
#[derive(Clone, Copy, Debug)]
struct Known {
    outcome: Option<Outcome>,
    plies: u32,
    /// Moves whose replies are not yet known to win for the opponent.
    open: u32,
}

/// Positions between two looks at whether to stop.
const LOOK: usize = 1024;

/// The graph of all positions.
#[derive(Default)]
struct Graph {
    numbers: HashMap<u64, u32>,
    known: Vec<Known>,
    /// Position before and after each move.
    moves: Vec<(u32, u32)>,
    /// Whether a game may come back to a position.
    has_cycles: bool,
    /// The keys of positions whose next occurrence ends the game, and whether one of them can be reached.
    worn: HashSet<u64>,
    meets_worn: bool,
}

impl Position {
    /// A key that also tells apart how many of the last two moves were passes, because two in a row end some games.
    fn full_key(&self) -> u64 {
        let passes = if self.has_passed_twice() { 2 } else { u32::from(self.state.is_pass) };
        if passes == 0 { self.state.key } else { self.game.number(8 << 28 | passes) ^ self.state.key }
    }

    fn has_passed_twice(&self) -> bool {
        self.state.is_pass && self.earlier(1).is_some_and(|before| before.is_pass)
    }

    /// The keys of positions whose next occurrence is one too many.
    fn worn(&self) -> HashSet<u64> {
        let rules = &self.game.rules;
        let mut seen = HashMap::<u64, u32>::new();
        let states = (0..=self.repeatable_plies()).filter_map(|plies| self.earlier(plies));
        states.for_each(|state| *seen.entry(state.key).or_default() += 1);
        let is_worn = |count: u32| rules.n_fold_rule > 0 && count + 1 >= rules.n_fold_rule.max(2);
        seen.into_iter().filter(|&(_, count)| is_worn(count)).map(|(key, _)| key).collect()
    }

    /// Whether a move that is not for ever may hide the positions before it from the rule of repetition.
    fn may_forget(&self) -> bool {
        let rules = &self.game.rules;
        let counted = rules.n_move_kinds.iter().any(|kinds| kinds & self.game.kinds & !one(PAWN) != 0);
        !rules.captures_to_hand && (counted || rules.pass != [false; 2] || rules.pass_on_stalemate != [false; 2])
    }

    /// The exact value, if at most `limit` positions can be reached.
    ///
    /// # Errors
    /// There are more, the rules depend on the moves before, or it was stopped.
    pub fn solve(&self, limit: usize, control: &Control) -> Result<Solved, Unsolved> {
        if let Some(outcome) = self.verdict().outcome {
            return Ok(Solved { outcome, plies: 0, positions: 1, line: Vec::new() });
        }
        let rules = &self.game.rules;
        let history = [
            (rules.bikjang, "bikjangRule"),
            (rules.castling_wins != [false; 4], "castlingWins"),
            (rules.shogi_drop_mate_illegal, "shogiPawnDropMateIllegal"),
            (rules.shatar_mate, "shatarMateRule"),
            (rules.perpetual_illegal, "perpetualCheckIllegal"),
            (rules.n_fold_rule > 0 && rules.n_fold_value != Some(Outcome::Draw), "nFoldValue"),
        ];
        if let Some((_, key)) = history.iter().find(|(holds, _)| *holds) {
            return Err(Unsolved::History(key));
        }
        let graph = Graph::of(self, limit, control)?;
        let known = graph.carried_back(control)?;
        let solved = self.told(&graph, &known);
        let is_draw = solved.outcome == Outcome::Draw;
        let counted = self.state.quiet_plies + solved.plies;
        let doubts = [
            (graph.meets_worn && self.may_forget(), "nMoveRuleTypes"),
            ((is_draw && graph.has_cycles || graph.meets_worn) && rules.material != Counting::None, "materialCounting"),
            (!is_draw && rules.limit != Limit::None, "countingRule"),
            (!is_draw && rules.n_move_rule > 0 && counted >= 2 * rules.n_move_rule, "nMoveRule"),
        ];
        match doubts.into_iter().find(|(holds, _)| *holds) {
            Some((_, key)) => Err(Unsolved::History(key)),
            None => Ok(solved),
        }
    }

    fn told(&self, graph: &Graph, known: &[Known]) -> Solved {
        let of = |position: &Position| graph.numbers.get(&position.full_key()).map(|&number| known[number as usize]);
        let (mut position, mut line) = (self.bare(), Vec::new());
        let root = of(&position);
        let outcome = root.and_then(|root| root.outcome).unwrap_or(Outcome::Draw);
        while let Some(here) = of(&position) {
            let mut moves = Vec::new();
            position.generate(&mut moves);
            // The value that the reply must have for the opponent.
            let wanted = here.outcome.unwrap_or(Outcome::Draw).flip();
            let fits = |mv: &Move, position: &mut Position| {
                position.make(*mv);
                let after = of(position);
                position.unmake(*mv);
                let keeps = after.is_some_and(|after| after.outcome.unwrap_or(Outcome::Draw) == wanted);
                keeps && (wanted == Outcome::Draw || after.is_some_and(|after| after.plies + 1 == here.plies))
            };
            let Some(mv) = moves.into_iter().find(|mv| fits(mv, &mut position)) else { break };
            line.push(position.move_text(mv, Notation::Wire));
            position.make(mv);
            if outcome == Outcome::Draw {
                break;
            }
        }
        let plies = if outcome == Outcome::Draw { 0 } else { root.map_or(0, |root| root.plies) };
        Solved { outcome, plies, positions: known.len(), line }
    }
}

impl Graph {
    /// All positions that can be reached, depth first.
    fn of(start: &Position, limit: usize, control: &Control) -> Result<Graph, Unsolved> {
        let mut graph = Graph { worn: start.worn(), ..Graph::default() };
        let mut position = start.bare();
        let first = graph.enter(&position);
        let mut path: Vec<(u32, Vec<Move>)> = vec![(first.0, first.1)];
        let mut on_path = vec![true];
        while let Some((number, rest)) = path.last_mut() {
            let number = *number;
            let Some(mv) = rest.pop() else {
                path.pop();
                on_path[number as usize] = false;
                if !path.is_empty() {
                    position.take_back();
                }
                continue;
            };
            position.play(mv);
            if let Some(&known) = graph.numbers.get(&position.full_key()) {
                graph.moves.push((number, known));
                graph.has_cycles |= on_path[known as usize];
                position.take_back();
                continue;
            }
            if graph.known.len() >= limit {
                return Err(Unsolved::TooMany(limit));
            }
            if graph.known.len().is_multiple_of(LOOK) && control.stopped() {
                return Err(Unsolved::Stopped);
            }
            let (next, moves) = graph.enter(&position);
            graph.moves.push((number, next));
            path.push((next, moves));
            on_path.push(true);
        }
        Ok(graph)
    }

    /// Adds a position; returns its number and its moves.
    fn enter(&mut self, position: &Position) -> (u32, Vec<Move>) {
        let number = self.known.len() as u32;
        let mut moves = Vec::new();
        let end = position.generate(&mut moves);
        let is_worn = number > 0 && end.is_none() && self.worn.contains(&position.state.key);
        self.meets_worn |= is_worn;
        let end = end.or_else(|| is_worn.then_some(Outcome::Draw));
        if end.is_some() {
            moves.clear();
        }
        self.known.push(Known { outcome: end, plies: 0, open: moves.len() as u32 });
        self.numbers.insert(position.full_key(), number);
        (number, moves)
    }

    /// The values of all positions; those without one are draws.
    fn carried_back(&self, control: &Control) -> Result<Vec<Known>, Unsolved> {
        let mut known = self.known.clone();
        let mut starts = vec![0_u32; known.len() + 1];
        self.moves.iter().for_each(|&(_, after)| starts[after as usize + 1] += 1);
        for index in 1..starts.len() {
            starts[index] += starts[index - 1];
        }
        let (mut before, mut next) = (vec![0_u32; self.moves.len()], starts.clone());
        for &(from, after) in &self.moves {
            before[next[after as usize] as usize] = from;
            next[after as usize] += 1;
        }
        let decided = |known: &Known| known.outcome.is_some_and(|outcome| outcome != Outcome::Draw);
        let mut queue: VecDeque<u32> =
            (0..).zip(&known).filter(|(_, known)| decided(known)).map(|(at, _)| at).collect();
        for turn in 1.. {
            let Some(at) = queue.pop_front() else { break };
            if turn % LOOK == 0 && control.stopped() {
                return Err(Unsolved::Stopped);
            }
            let Known { outcome, plies, .. } = known[at as usize];
            for &from in &before[starts[at as usize] as usize..starts[at as usize + 1] as usize] {
                let parent = &mut known[from as usize];
                parent.open = parent.open.saturating_sub(1);
                if parent.outcome.is_some() {
                    continue;
                }
                let value = match outcome {
                    Some(Outcome::Loss) => Outcome::Win,
                    // Every move loses only when the last one is known to.
                    Some(Outcome::Win) if parent.open == 0 => Outcome::Loss,
                    _ => continue,
                };
                (parent.outcome, parent.plies) = (Some(value), plies + 1);
                queue.push_back(from);
            }
        }
        Ok(known)
    }
}
