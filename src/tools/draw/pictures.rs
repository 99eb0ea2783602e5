//! From the text of a position to its picture, game by game.

use super::river::graph::StateGraph;
use super::river::{chart, dot, scene};
use super::{connect_four, sliding, tower, xiangqi};
use crate::control::Control;
use crate::engine::puzzle_session::PuzzleBinding;
use crate::game::Game;
use crate::games::connect_four::ConnectFour;
use crate::games::river::River;
use crate::games::sliding::Sliding;
use crate::games::xiangqi::{Move, Position};
use crate::puzzle::PuzzleText;
use crate::solvers::solution::{Budget, Solution, Status};
use crate::text::{GameText, Notation};
use crate::tools::solve::line::Line;
use crate::tools::solve::tower::read as read_tower;
use std::time::Duration;
use svg::Document;

/// The largest state graph that is drawn, in positions.
const MOST_DRAWN: usize = 1_000;
/// The largest state graph that is written as text.
const MOST_WRITTEN: usize = 100_000;

/// A game of two players, and the last move made in it, both as it was and as it is written.
struct Played<G: Game> {
    game: G,
    last: Option<(G::Move, String)>,
}

fn play<G: GameText>(position: &str) -> Result<Played<G>, String> {
    let mut line = Line::parse(position);
    let moves = std::mem::take(&mut line.moves);
    let mut game: G = line.game(|text| G::from_fen(text).map_err(|error| error.to_string()))?;
    let mut last = None;
    for (index, text) in moves.into_iter().enumerate() {
        let mv = game.parse_move(text, false).map_err(|error| format!("move {}: {error}", index + 1))?;
        last = Some((mv, game.move_text(mv, Notation::Wire)));
        game.make(mv);
    }
    Ok(Played { game, last })
}

/// A xiangqi board with arrows for the moves of `pv`, in any spelling.
///
/// # Errors
/// What is wrong with the position or the moves.
pub fn xiangqi(position: &str, pv: &str) -> Result<Document, String> {
    let Played { game, last } = play::<Position>(position)?;
    let mut after = game.clone();
    let mut plan: Vec<Move> = Vec::new();
    for text in pv.split_whitespace() {
        let mv = after.parse_move(text, false).map_err(|error| format!("--pv: {error}"))?;
        after.make(mv);
        plan.push(mv);
    }
    Ok(xiangqi::draw(&game, last.map(|(mv, _)| mv), &plan))
}

/// A board of four in a row.
///
/// # Errors
/// What is wrong with the position.
pub fn connect_four(position: &str) -> Result<Document, String> {
    let Played { game, last } = play::<ConnectFour>(position)?;
    let board = connect_four::Board::of_fen(&game.fen());
    // `P@d1`: the column is the letter after the at sign.
    let column = last.and_then(|(_, text)| text.split('@').nth(1)?.bytes().next()?.checked_sub(b'a'));
    Ok(connect_four::draw(&board, column.and_then(|column| board.top(column.into()))))
}

/// A position of the river, with what its best plan is.
///
/// # Errors
/// What is wrong with the position.
pub fn river(position: &str, movetime: u64) -> Result<Document, String> {
    let (river, state) = Line::parse(position).puzzle(read::<River>)?;
    let solution = solve(&river, &state, movetime);
    let hint = solution.plan.first().map(|load| format!(", {load} next")).unwrap_or_default();
    Ok(scene::draw(&river, &state, &(verdict(&river, &state, &solution) + &hint)))
}

/// The state graph around a position of the river, as a picture or as text.
///
/// # Errors
/// What is wrong with the position, or that its graph is too large.
pub fn river_graph(position: &str) -> Result<Document, String> {
    Ok(chart::draw(&graph(position, MOST_DRAWN)?))
}

/// The state graph around a position of the river in the DOT language.
///
/// # Errors
/// What is wrong with the position, or that its graph is too large.
pub fn river_dot(position: &str) -> Result<String, String> {
    Ok(dot::write(&graph(position, MOST_WRITTEN)?))
}

fn graph(position: &str, most: usize) -> Result<StateGraph, String> {
    let (river, start) = Line::parse(position).puzzle(read::<River>)?;
    StateGraph::new(&river, &start, most)
        .ok_or_else(|| format!("the graph of {position} has more than {most} positions"))
}

/// A row of sliding blocks with its best plan.
///
/// # Errors
/// What is wrong with the position.
pub fn sliding(position: &str, movetime: u64) -> Result<Document, String> {
    let (problem, row) = Line::parse(position).puzzle(read::<Sliding>)?;
    let solution = solve(&problem, &row, movetime);
    Ok(sliding::draw(&problem, &row, &solution.plan, &verdict(&problem, &row, &solution)))
}

/// The map of a tower and the best walk that is found in time.
///
/// # Errors
/// What is wrong with the position.
pub fn tower(position: &str, movetime: u64) -> Result<Document, String> {
    let (puzzle, state) = read_tower(position)?;
    let solution = solve(&puzzle, &state, movetime);
    let fact = |wanted: &str| {
        let found = solution.facts.iter().find(|(name, _)| *name == wanted);
        found.map_or("", |(_, value)| value.as_str())
    };
    let how = if solution.status == Status::Proven { "proven" } else { "not proven" };
    let walk = match fact("walk").len() {
        0 if !solution.plan.is_empty() => "a walk too long to be worked out in time".to_owned(),
        steps => format!("a walk of {steps} steps"),
    };
    let verdict = match solution.value {
        Some(hp) => format!("boss dead with hp {hp} ({how}), {walk}"),
        None => format!("the boss lives ({how}): left {}, hp {}, {walk}", fact("left"), fact("hp")),
    };
    Ok(tower::draw(&puzzle, &state, &solution.plan, &verdict))
}

fn read<P: PuzzleText>(text: &str) -> Result<(P, P::State), String> {
    P::from_fen(text).map_err(|error| error.to_string())
}

fn solve<P: PuzzleBinding>(puzzle: &P, state: &P::State, movetime: u64) -> Solution<P::Move> {
    let budget = Budget { movetime: Some(Duration::from_millis(movetime)), ..Budget::default() };
    puzzle.solve(state, &mut P::Memory::default(), &budget, &Control::new(), &mut |_| ())
}

/// What was found, in a few words.
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
