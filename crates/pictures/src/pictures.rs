//! From a position to its picture, game by game.

use super::river::graph::StateGraph;
use super::river::{chart, dot, scene};
use super::{atlas, connect_four, diagram, sliding, tower, xiangqi};
use meihua_contracts::control::Control;
use meihua_contracts::game::Game;
use meihua_contracts::puzzle::PuzzleBinding;
use meihua_contracts::puzzle::PuzzleText;
use meihua_contracts::solution::{Budget, Solution, Status};
use meihua_contracts::text::{GameText, MoveError};
use meihua_engine::engine::registry::PerGame;
use meihua_engine::engine::session::{Session, Typed};
use meihua_engine::games::connect_four::ConnectFour;
use meihua_engine::games::river::{River, RiverPosition};
use meihua_engine::games::sliding::Sliding;
use meihua_engine::games::tower::Tower;
use meihua_engine::games::xiangqi::{Move, Position as Xiangqi};
use meihua_mota::Project;
use meihua_mota::expression::Stat;
use meihua_mota::keystroke::Key;
use meihua_mota::puzzle::{KeyMove, ProjectPuzzle, Standing};
use meihua_mota::route::replay;
use meihua_mota::route_file::{self, ReadError};
use meihua_mota::walk::begin;
use std::time::Duration;
use svg::Document;
use thiserror::Error;

/// Maximum number of positions in a state graph that is drawn.
const MAX_DRAWN: usize = 1_000;
/// Maximum number of positions in a state graph that is written as text.
const MAX_WRITTEN: usize = 100_000;

/// Options for a picture besides the position.
#[derive(Clone, Copy, Debug)]
pub struct Wanted<'a> {
    /// Arrows for these moves, in any notation; for a multi-floor tower the route, or a file with one.
    pub pv: &'a str,
    /// Maximum time to find a puzzle's plan, in milliseconds.
    pub movetime: u64,
    /// Xiangqi: view from the second player's side.
    pub flip: bool,
    /// Xiangqi: the labels at the edges.
    pub edges: xiangqi::Edges,
    /// Whether this is a frame of an animation: the state alone, without a plan.
    pub film: bool,
}

/// Why there is no picture.
#[derive(Debug, Error)]
pub enum PictureError {
    /// A move of the line is illegal.
    #[error("--pv: {0}")]
    Pv(MoveError),
    /// The route through a multi-floor tower cannot be read.
    #[error("--pv: {0}")]
    Route(#[from] ReadError),
    /// The graph has too many positions to show.
    #[error("the graph of {fen} has more than {most} positions")]
    Graph {
        /// The position at which it starts.
        fen: String,
        /// Maximum number of positions.
        most: usize,
    },
}

/// The graph of all positions, as a picture and in the DOT language.
#[derive(Clone, Copy)]
pub struct Graph {
    /// As a picture.
    pub draw: fn(Typed<'_>) -> Result<Option<Document>, PictureError>,
    /// As text.
    pub dot: fn(Typed<'_>) -> Result<Option<String>, PictureError>,
}

/// The pictures of a game.
#[derive(Clone, Copy)]
struct Pictures {
    /// Draws a position; `None` only if another game is current.
    position: fn(Typed<'_>, Wanted<'_>) -> Result<Option<Document>, PictureError>,
    /// The moves of the best plan found within the given milliseconds, for an animation; empty for a two-player game.
    plan: fn(Typed<'_>, u64) -> Vec<String>,
    /// The game's graph, if it has one.
    graph: Option<Graph>,
}

/// The pictures of the program's games.
static PICTURES: PerGame<Pictures> = PerGame::new([
    (Xiangqi::NAME, Pictures { position: xiangqi_board, plan: |_, _| Vec::new(), graph: None }),
    (
        ConnectFour::NAME,
        Pictures {
            position: |typed, _| Ok(typed.game().map(|(game, last)| connect_four::draw(game, last))),
            plan: |_, _| Vec::new(),
            graph: None,
        },
    ),
    (
        River::NAME,
        Pictures {
            position: |typed, wanted| Ok(river_scene(typed, wanted)),
            plan: plan_of::<River>,
            graph: Some(Graph { draw: river_graph, dot: river_dot }),
        },
    ),
    (
        Sliding::NAME,
        Pictures { position: |typed, wanted| Ok(sliding_row(typed, wanted)), plan: plan_of::<Sliding>, graph: None },
    ),
    (Tower::NAME, Pictures { position: tower_pages, plan: plan_of::<Tower>, graph: None }),
]);

/// Draws the current position; a game without pictures of its own is drawn as the board shown by `d`.
///
/// # Errors
/// A move of `wanted` is illegal.
pub fn draw(session: &dyn Session, wanted: Wanted<'_>) -> Result<Document, PictureError> {
    let picture = match PICTURES.of(session.name()) {
        Some(pictures) => (pictures.position)(session.typed(), wanted)?,
        None => None,
    };
    Ok(picture.unwrap_or_else(|| diagram::draw(&session.diagram())))
}

/// The moves of a puzzle's best plan from the current state; empty for other games.
pub fn plan(session: &dyn Session, movetime: u64) -> Vec<String> {
    PICTURES.of(session.name()).map_or_else(Vec::new, |pictures| (pictures.plan)(session.typed(), movetime))
}

fn plan_of<P: PuzzleBinding>(typed: Typed<'_>, movetime: u64) -> Vec<String> {
    let Some((puzzle, state, _)) = typed.puzzle::<P>() else { return Vec::new() };
    let (mut state, mut texts) = (state.clone(), Vec::new());
    for mv in solve(puzzle, &state, movetime).plan {
        texts.push(puzzle.move_text(&state, mv));
        state = puzzle.apply(&state, mv);
    }
    texts
}

/// Draws the graph of a game, if it has one.
pub fn graph(game: &str) -> Option<Graph> {
    PICTURES.of(game)?.graph
}

/// A xiangqi board with arrows for the line.
fn xiangqi_board(typed: Typed<'_>, wanted: Wanted<'_>) -> Result<Option<Document>, PictureError> {
    let Some((position, last)) = typed.game::<Xiangqi>() else { return Ok(None) };
    let mut after = position.clone();
    let mut plan: Vec<Move> = Vec::new();
    for text in wanted.pv.split_whitespace() {
        let mv = after.parse_move(text, false).map_err(PictureError::Pv)?;
        after.make(mv);
        plan.push(mv);
    }
    let look = xiangqi::Look { flip: wanted.flip, edges: wanted.edges };
    Ok(Some(xiangqi::draw_as(position, last, &plan, look)))
}

/// A position of the river, with a line about its best plan.
fn river_scene(typed: Typed<'_>, wanted: Wanted<'_>) -> Option<Document> {
    let (river, state, _) = typed.puzzle::<River>()?;
    if wanted.film {
        return Some(scene::draw(river, state, ""));
    }
    let solution = solve(river, state, wanted.movetime);
    let hint = solution.plan.first().map(|load| format!(", {load} next")).unwrap_or_default();
    Some(scene::draw(river, state, &(verdict(river, state, &solution) + &hint)))
}

fn river_graph(typed: Typed<'_>) -> Result<Option<Document>, PictureError> {
    let Some((river, start, _)) = typed.puzzle::<River>() else { return Ok(None) };
    Ok(Some(chart::draw(&state_graph(river, start, MAX_DRAWN)?)))
}

fn river_dot(typed: Typed<'_>) -> Result<Option<String>, PictureError> {
    let Some((river, start, _)) = typed.puzzle::<River>() else { return Ok(None) };
    Ok(Some(dot::write(&state_graph(river, start, MAX_WRITTEN)?)))
}

fn state_graph(river: &River, start: &RiverPosition, most: usize) -> Result<StateGraph, PictureError> {
    StateGraph::new(river, start, most).ok_or_else(|| PictureError::Graph { fen: river.fen(start), most })
}

/// A row of sliding blocks with its best plan.
fn sliding_row(typed: Typed<'_>, wanted: Wanted<'_>) -> Option<Document> {
    let (problem, row, _) = typed.puzzle::<Sliding>()?;
    if wanted.film {
        return Some(sliding::draw(problem, row, &[], ""));
    }
    let solution = solve(problem, row, wanted.movetime);
    Some(sliding::draw(problem, row, &solution.plan, &verdict(problem, row, &solution)))
}

/// The map of a tower, or all floors of a multi-floor tower.
fn tower_pages(typed: Typed<'_>, wanted: Wanted<'_>) -> Result<Option<Document>, PictureError> {
    match typed.puzzle::<ProjectPuzzle>() {
        Some((climb, standing, _)) => Ok(Some(tower_atlas(climb, standing, wanted)?)),
        None => Ok(tower_map(typed, wanted)),
    }
}

/// All floors of a tower, with the given route or one found in time.
fn tower_atlas(climb: &ProjectPuzzle, standing: &Standing, wanted: Wanted<'_>) -> Result<Document, PictureError> {
    if wanted.pv.is_empty() {
        let solution = solve(climb, standing, wanted.movetime);
        let keys: Vec<Key> = solution.plan.iter().flat_map(KeyMove::keys).collect();
        let verdict = match solution.value {
            Some(hp) => format!("a route of {} keys wins with hp {hp} (not proven best)", keys.len()),
            None => "no route that wins was found in time".to_owned(),
        };
        return Ok(atlas::draw(&climb.project, &standing.0, &keys, &verdict));
    }
    let mut project = Project::clone(&climb.project);
    let (keys, _) = route_file::read(&mut project, wanted.pv)?;
    let begun = begin(&project, &[]).unwrap_or_else(|_| standing.0.clone());
    let replayed = replay(&project, &keys);
    let verdict = match &replayed.fault {
        Some(fault) => format!("a route of {} keys; key {}: {fault}", keys.len(), replayed.used + 1),
        None => format!("a route of {} keys, hp {} at its end", keys.len(), replayed.state.stat(Stat::Hp)),
    };
    Ok(atlas::draw(&project, &begun, &keys, &verdict))
}

/// The map of a tower and the best walk found in time.
fn tower_map(typed: Typed<'_>, wanted: Wanted<'_>) -> Option<Document> {
    let (puzzle, state, _) = typed.puzzle::<Tower>()?;
    if wanted.film {
        return Some(tower::draw(puzzle, state, &[], ""));
    }
    let solution = solve(puzzle, state, wanted.movetime);
    let facts = &solution.facts;
    let how = if solution.status == Status::Proven { "proven" } else { "not proven" };
    let walk = match facts.walk.as_ref().map_or(0, String::len) {
        0 if !solution.plan.is_empty() => "a walk too long to be worked out in time".to_owned(),
        steps => format!("a walk of {steps} steps"),
    };
    let verdict = match (solution.value, facts.left, facts.hp) {
        (Some(hp), _, _) => format!("boss dead with hp {hp} ({how}), {walk}"),
        (None, Some(left), Some(hp)) => format!("the boss lives ({how}): left {left}, hp {hp}, {walk}"),
        (None, _, _) => format!("the boss lives ({how}): {walk}"),
    };
    Some(tower::draw(puzzle, state, &solution.plan, &verdict))
}

fn solve<P: PuzzleBinding>(puzzle: &P, state: &P::State, movetime: u64) -> Solution<P::Move> {
    let budget = Budget { movetime: Some(Duration::from_millis(movetime)), ..Budget::default() };
    puzzle.solve(state, &mut P::Memory::default(), &budget, &Control::new(), &mut |_| ())
}

/// The result in a few words.
fn verdict<P: PuzzleBinding>(puzzle: &P, state: &P::State, solution: &Solution<P::Move>) -> String {
    let objective = puzzle.objective();
    match (solution.value, solution.status) {
        _ if puzzle.is_goal(state) => "solved".to_owned(),
        (Some(value), Status::Proven) => format!("{objective} {value}, proven best"),
        (Some(value), Status::Anytime) => format!("{objective} {value}, at least {}", solution.bound),
        (None, Status::Proven) => "no plan exists, proven".to_owned(),
        (None, Status::Anytime) => format!("no plan found in time, {objective} at least {}", solution.bound),
    }
}
