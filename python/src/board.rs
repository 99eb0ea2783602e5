//! The games behind one interface: a position with its history. Below it, everything is typed and generic over the
//! game.

use crate::error;
use crate::solution::{Solution, proven_end, proven_score};
use meihua_engine::control::Control;
use meihua_engine::engine::game_files;
use meihua_engine::engine::puzzle_values;
use meihua_engine::engine::registry::{self, Entry};
use meihua_engine::game::MoveList;
use meihua_engine::games::connect_four::ConnectFour;
use meihua_engine::games::river::River;
use meihua_engine::games::sliding::Sliding;
use meihua_engine::games::tower::Tower;
use meihua_engine::games::xiangqi::Position as Xiangqi;
use meihua_engine::puzzle::PuzzleBinding;
use meihua_engine::rules::Rules;
use meihua_engine::side::Side;
use meihua_engine::solution::{Budget, Solution as Found};
use meihua_engine::text::{GameText, Notation, Verdict, spell_history};
use meihua_planning::Plan;
use meihua_variants::Position as OwnGame;
use pyo3::prelude::*;
use std::any::Any;

/// A position of any game, with the moves that led to it.
pub(crate) trait Board: Send + Sync {
    /// The name of the game, as in `UCI_Variant`.
    fn game(&self) -> &'static str;
    /// Whether two players move in turn.
    fn is_contest(&self) -> bool;
    /// The position as text.
    fn fen(&self) -> String;
    /// The position at the start of the history.
    fn start_fen(&self) -> String;
    /// A hash of the position.
    fn key(&self) -> u64;
    /// The legal moves.
    fn moves(&self, notation: Notation) -> Vec<String>;
    /// The number of legal moves.
    fn count(&self) -> usize;
    /// Plays a move. After an error the position stays.
    fn push(&mut self, text: &str, ranks_from_one: bool) -> PyResult<()>;
    /// Takes back the last move and returns it as text.
    fn undo(&mut self) -> Option<String>;
    /// A move in a notation, without playing it.
    fn spell(&self, text: &str, notation: Notation) -> PyResult<String>;
    /// The moves played so far.
    fn history(&self, notation: Notation) -> Vec<String>;
    /// Whether the game is over, and why.
    fn verdict(&self) -> Verdict;
    /// The side to move; the player of a puzzle counts as the first.
    fn side(&self) -> Side;
    /// Whether the side to move is in check.
    fn in_check(&self) -> bool;
    /// How often the position has occurred, including now.
    fn times_seen(&self) -> usize;
    /// The board for a terminal.
    fn diagram(&self) -> String;
    /// The best plan, proven if the budget allows.
    fn solve(&self, budget: &Budget, control: &Control) -> PyResult<Solution>;
    /// The best plan that begins with each legal move.
    fn values(&self, budget: &Budget, control: &Control) -> PyResult<Vec<(String, Solution)>>;
    /// A copy.
    fn copy(&self) -> Box<dyn Board>;
}

/// The entry of a game: one of the program's own, or one of a file, whose text is given.
pub fn entry(game: &str, variants: Option<&str>) -> PyResult<&'static Entry> {
    let (games, left_out) = match variants {
        Some(text) => {
            let extended = game_files::extended(GAMES, text).map_err(error::plain)?;
            (extended.games, extended.left_out)
        }
        None => (GAMES, Vec::new()),
    };
    registry::find(games, game).ok_or_else(|| {
        let unknown = format!("unknown game {game:?}, expected {}", registry::names_or(games));
        let faults = left_out.iter().map(|fault| format!("; left out: {fault}"));
        error::plain(faults.fold(unknown, |text, fault| text + &fault))
    })
}

/// Opens a position given as text, or the start. `variants` is the text of a file that describes the game.
pub fn open(game: &str, fen: Option<&str>, rules: Rules, variants: Option<&str>) -> PyResult<Box<dyn Board>> {
    let entry = entry(game, variants)?;
    let start = variants.and(entry.recorder).map(|recorder| (recorder.start)());
    // All positions of a game of a file share its rules.
    if let Some(start) = start.as_ref().and_then(|start| start.as_any().downcast_ref::<OwnGame>()) {
        return contest_from(entry.name, start.clone(), fen, rules);
    }
    OPENERS
        .iter()
        .find(|(name, _)| *name == entry.name)
        .map_or_else(|| Err(error::plain(format!("{game} has no positions here"))), |(_, open)| open(fen, rules))
}

/// The games.
static GAMES: &[Entry] = &[
    registry::XIANGQI,
    registry::CONNECT_FOUR,
    registry::RIVER,
    registry::SLIDING,
    registry::TOWER,
    Entry::puzzle::<Plan>(),
];

/// Their names.
pub fn names() -> Vec<&'static str> {
    registry::name_list(GAMES)
}

/// Opens a puzzle in PDDL: its domain and its problem, or one text with both.
pub fn open_plan(domain: &str, problem: Option<&str>) -> PyResult<Box<dyn Board>> {
    let (puzzle, state) = Plan::from_pddl(domain, problem).map_err(error::position)?;
    Ok(Box::new(Puzzle { puzzle, state, played: Vec::new() }))
}

type Open = fn(Option<&str>, Rules) -> PyResult<Box<dyn Board>>;

const OPENERS: &[(&str, Open)] = &[
    (Xiangqi::NAME, contest::<Xiangqi>),
    (ConnectFour::NAME, contest::<ConnectFour>),
    (<River as meihua_engine::puzzle::PuzzleText>::NAME, puzzle::<River>),
    (<Sliding as meihua_engine::puzzle::PuzzleText>::NAME, puzzle::<Sliding>),
    (<Tower as meihua_engine::puzzle::PuzzleText>::NAME, puzzle::<Tower>),
    (<Plan as meihua_engine::puzzle::PuzzleText>::NAME, puzzle::<Plan>),
];

/// A two-player game.
#[derive(Clone)]
struct Contest<G: GameText> {
    name: &'static str,
    start: String,
    position: G,
    played: Vec<G::Move>,
}

fn contest<G: GameText>(fen: Option<&str>, rules: Rules) -> PyResult<Box<dyn Board>> {
    contest_from(G::NAME, G::start(), fen, rules)
}

/// A two-player game at a position given as text, or at its start.
fn contest_from<G: GameText>(
    name: &'static str,
    start: G,
    fen: Option<&str>,
    rules: Rules,
) -> PyResult<Box<dyn Board>> {
    let mut position = match fen {
        Some(fen) => start.like(fen).map_err(error::position)?,
        None => start,
    };
    position.adopt(&rules);
    Ok(Box::new(Contest { name, start: position.fen(), position, played: Vec::new() }))
}

impl<G: GameText> Board for Contest<G> {
    fn game(&self) -> &'static str {
        self.name
    }

    fn is_contest(&self) -> bool {
        true
    }

    fn fen(&self) -> String {
        self.position.fen()
    }

    fn start_fen(&self) -> String {
        self.start.clone()
    }

    fn key(&self) -> u64 {
        self.position.key()
    }

    fn moves(&self, notation: Notation) -> Vec<String> {
        let mut legal = G::Moves::default();
        self.position.generate(&mut legal);
        legal.as_slice().iter().map(|&mv| self.position.move_text(mv, notation)).collect()
    }

    fn count(&self) -> usize {
        self.position.count_moves()
    }

    fn push(&mut self, text: &str, ranks_from_one: bool) -> PyResult<()> {
        let mv = self.position.parse_move(text, ranks_from_one).map_err(error::mv)?;
        self.position.make(mv);
        self.played.push(mv);
        Ok(())
    }

    fn undo(&mut self) -> Option<String> {
        let mv = self.played.pop()?;
        self.position.unmake(mv);
        Some(self.position.move_text(mv, Notation::Wire))
    }

    fn spell(&self, text: &str, notation: Notation) -> PyResult<String> {
        let mv = self.position.parse_move(text, false).map_err(error::mv)?;
        Ok(self.position.move_text(mv, notation))
    }

    fn history(&self, notation: Notation) -> Vec<String> {
        spell_history(self.position.clone(), &self.played, notation)
    }

    fn verdict(&self) -> Verdict {
        self.position.verdict()
    }

    fn side(&self) -> Side {
        self.position.side_to_move()
    }

    fn in_check(&self) -> bool {
        self.position.in_check()
    }

    fn times_seen(&self) -> usize {
        self.position.times_seen()
    }

    fn diagram(&self) -> String {
        self.position.diagram()
    }

    fn solve(&self, budget: &Budget, control: &Control) -> PyResult<Solution> {
        let position = &self.position as &dyn Any;
        if let Some(game) = position.downcast_ref::<ConnectFour>() {
            return proven_score(game, budget, control);
        }
        if let Some(game) = position.downcast_ref::<OwnGame>() {
            return proven_end(game, budget, control);
        }
        Err(error::plain(format!("{} cannot be solved exactly; search it instead", self.name)))
    }

    fn values(&self, _: &Budget, _: &Control) -> PyResult<Vec<(String, Solution)>> {
        Err(error::plain(format!("{} is no puzzle; search it with multipv instead", self.name)))
    }

    fn copy(&self) -> Box<dyn Board> {
        Box::new(self.clone())
    }
}

/// A puzzle.
#[derive(Clone)]
struct Puzzle<P: PuzzleBinding> {
    puzzle: P,
    state: P::State,
    played: Vec<(P::State, P::Move)>,
}

fn puzzle<P: PuzzleBinding>(fen: Option<&str>, _: Rules) -> PyResult<Box<dyn Board>> {
    let (puzzle, state) = fen.map_or_else(|| Ok(P::start()), P::from_fen).map_err(error::position)?;
    Ok(Box::new(Puzzle { puzzle, state, played: Vec::new() }))
}

impl<P: PuzzleBinding> Puzzle<P> {
    /// A solution with its plan as text.
    fn worded(&self, found: &Found<P::Move>) -> Solution {
        Solution::of_puzzle(found, self.puzzle.objective(), self.puzzle.plan_text(&self.state, &found.plan))
    }
}

impl<P: PuzzleBinding> Board for Puzzle<P> {
    fn game(&self) -> &'static str {
        P::NAME
    }

    fn is_contest(&self) -> bool {
        false
    }

    fn fen(&self) -> String {
        self.puzzle.fen(&self.state)
    }

    fn start_fen(&self) -> String {
        self.puzzle.fen(self.played.first().map_or(&self.state, |(state, _)| state))
    }

    fn key(&self) -> u64 {
        self.puzzle.key(&self.state)
    }

    fn moves(&self, _: Notation) -> Vec<String> {
        let mut legal = Vec::new();
        self.puzzle.moves(&self.state, &mut legal);
        legal.into_iter().map(|mv| self.puzzle.move_text(&self.state, mv)).collect()
    }

    fn count(&self) -> usize {
        let mut legal = Vec::new();
        self.puzzle.moves(&self.state, &mut legal);
        legal.len()
    }

    fn push(&mut self, text: &str, _: bool) -> PyResult<()> {
        let mv = self.puzzle.parse_move(&self.state, text).map_err(error::mv)?;
        let next = self.puzzle.apply(&self.state, mv);
        self.played.push((std::mem::replace(&mut self.state, next), mv));
        Ok(())
    }

    fn undo(&mut self) -> Option<String> {
        let (state, mv) = self.played.pop()?;
        self.state = state;
        Some(self.puzzle.move_text(&self.state, mv))
    }

    fn spell(&self, text: &str, _: Notation) -> PyResult<String> {
        let mv = self.puzzle.parse_move(&self.state, text).map_err(error::mv)?;
        Ok(self.puzzle.move_text(&self.state, mv))
    }

    fn history(&self, _: Notation) -> Vec<String> {
        self.played.iter().map(|(state, mv)| self.puzzle.move_text(state, *mv)).collect()
    }

    fn verdict(&self) -> Verdict {
        self.puzzle.verdict(&self.state)
    }

    fn side(&self) -> Side {
        Side::First
    }

    fn in_check(&self) -> bool {
        false
    }

    fn times_seen(&self) -> usize {
        1 + self.played.iter().filter(|(state, _)| *state == self.state).count()
    }

    fn diagram(&self) -> String {
        self.puzzle.diagram(&self.state)
    }

    fn solve(&self, budget: &Budget, control: &Control) -> PyResult<Solution> {
        let mut memory = P::Memory::default();
        let found = self.puzzle.solve(&self.state, &mut memory, budget, control, &mut |_| {});
        Ok(self.worded(&found))
    }

    fn values(&self, budget: &Budget, control: &Control) -> PyResult<Vec<(String, Solution)>> {
        let (at, mut legal) = ((&self.puzzle, &self.state), Vec::new());
        self.puzzle.moves(&self.state, &mut legal);
        let found = puzzle_values::each(at, &legal, legal.len(), &mut P::Memory::default(), budget, control);
        let named = |(mv, solution)| (self.puzzle.move_text(&self.state, mv), self.worded(&solution));
        Ok(found.into_iter().map(named).collect())
    }

    fn copy(&self) -> Box<dyn Board> {
        Box::new(self.clone())
    }
}
