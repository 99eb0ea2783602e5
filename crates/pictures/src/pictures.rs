//! From a position to its picture, game by game.

use super::river::graph::StateGraph;
use super::river::{chart, dot, scene};
use super::{atlas, connect_four, diagram, field, sliding, tower, xiangqi};
use meihua_contracts::control::Control;
use meihua_contracts::puzzle::PuzzleBinding;
use meihua_contracts::puzzle::PuzzleText;
use meihua_contracts::sentence;
use meihua_contracts::sentence::{Sentence, Words};
use meihua_contracts::solution::{Budget, NO_BOUND, Solution, Status};
use meihua_contracts::text::{GameText, MoveError};
use meihua_engine::engine::event::{Event, Worth};
use meihua_engine::engine::go::{Go, GoError};
use meihua_engine::engine::registry::PerGame;
use meihua_engine::engine::session::{Session, Typed};
use meihua_engine::games::connect_four::ConnectFour;
use meihua_engine::games::river::{River, RiverPosition};
use meihua_engine::games::sliding::Sliding;
use meihua_engine::games::tower::Tower;
use meihua_engine::games::xiangqi::Position as Xiangqi;
use meihua_engine::search::table::TableError;
use meihua_mota::Project;
use meihua_mota::expression::Stat;
use meihua_mota::keystroke::Key;
use meihua_mota::puzzle::{KeyMove, ProjectPuzzle, Standing};
use meihua_mota::route::{self, replay};
use meihua_mota::route_file::{self, ReadError};
use meihua_mota::walk::begin;
use meihua_variants::Position as Variant;
use std::time::Duration;
use svg::Document;
use thiserror::Error;

/// Maximum number of positions in a state graph that is drawn.
const MAX_DRAWN: usize = 1_000;
/// Maximum number of positions in a state graph that is written as text.
const MAX_WRITTEN: usize = 100_000;

/// Said of a puzzle at its goal.
const SOLVED: &str = "solved";
/// Letters in a line of facts or of a plan.
const ACROSS: usize = 80;
/// Maximum number of lines of a plan.
const MAX_LINES: usize = 60;

/// Options for a picture besides the position.
#[derive(Clone, Copy, Debug)]
pub struct Wanted<'a> {
    /// Arrows for these moves, in any notation; for a multi-floor tower the route, or a file with one.
    pub pv: &'a str,
    /// Maximum time to find a puzzle's plan, in milliseconds.
    pub movetime: u64,
    /// Xiangqi and games of files: view from the second player's side.
    pub flip: bool,
    /// Xiangqi: the labels at the edges.
    pub edges: xiangqi::Edges,
    /// Whether this is a frame of an animation: the state alone, without a plan.
    pub film: bool,
    /// Puts captions into words, where fonts of whoever shows the picture draw what the pen lacks, as Chinese; none: captions
    /// are English, and boxes stand for such letters of a name. So far pictures of towers alone use fonts.
    pub words: Option<Words>,
}

impl Wanted<'_> {
    /// A caption.
    fn say(&self, caption: &Sentence) -> String {
        self.words.map_or_else(|| caption.to_string(), |words| words(caption))
    }
}

/// Why there is no picture.
#[derive(Debug, Error)]
pub enum PictureError {
    /// A move of the line is illegal.
    #[error(transparent)]
    Pv(MoveError),
    /// The route through a multi-floor tower cannot be read.
    #[error(transparent)]
    Route(#[from] ReadError),
    /// There is no memory to find a plan.
    #[error(transparent)]
    Table(#[from] TableError),
    /// The engine cannot look for a plan.
    #[error(transparent)]
    Go(#[from] GoError),
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
    /// The game's graph, if it has one.
    graph: Option<Graph>,
}

/// The pictures of the program's games.
static PICTURES: PerGame<Pictures> = PerGame::new([
    (Xiangqi::NAME, Pictures { position: xiangqi_board, graph: None }),
    (
        ConnectFour::NAME,
        Pictures {
            position: |typed, _| Ok(typed.game().map(|(game, last)| connect_four::draw(game, last))),
            graph: None,
        },
    ),
    (
        River::NAME,
        Pictures {
            position: |typed, wanted| Ok(river_scene(typed, wanted)),
            graph: Some(Graph { draw: river_graph, dot: river_dot }),
        },
    ),
    (Sliding::NAME, Pictures { position: |typed, wanted| Ok(sliding_row(typed, wanted)), graph: None }),
    (Tower::NAME, Pictures { position: tower_pages, graph: None }),
]);

/// Draws the current position; a puzzle without pictures of its own is drawn as the board shown by `d`, with its best
/// plan below.
///
/// # Errors
/// A move of `wanted` is illegal, or there is no memory to find the plan.
pub fn draw(session: &mut dyn Session, wanted: Wanted<'_>) -> Result<Document, PictureError> {
    if let Some(pictures) = PICTURES.of(session.name())
        && let Some(picture) = (pictures.position)(session.typed(), wanted)?
    {
        return Ok(picture);
    }
    if let Some((position, _)) = session.typed().game::<Variant>() {
        let ways = line(position, wanted.pv, |position, mv| position.way(mv))?;
        return Ok(field::draw(position, wanted.flip, &ways));
    }
    let mut text = session.diagram();
    if !session.is_two_player() {
        // Facts come in lines of any length.
        text = text.lines().flat_map(|line| filled(line.split(' ').map(str::to_owned))).collect::<Vec<_>>().join("\n");
        if !wanted.film {
            let (verdict, plan) = solved(session, wanted.movetime)?;
            let mut moves = filled((1..).zip(&plan).map(|(number, mv)| format!("{number}. {mv}")));
            if moves.len() > MAX_LINES {
                moves.truncate(MAX_LINES);
                moves.push("...".to_owned());
            }
            text = format!("{}\n\n{verdict}\n{}", text.trim_end(), moves.join("\n"));
        }
    }
    Ok(diagram::draw(&text))
}

/// The moves of a puzzle's best plan from the current state that is found within this many milliseconds; empty for other
/// games.
///
/// # Errors
/// There is no memory.
pub fn plan(session: &mut dyn Session, movetime: u64) -> Result<Vec<String>, PictureError> {
    Ok(if session.is_two_player() { Vec::new() } else { solved(session, movetime)?.1 })
}

/// Plays a line; for a multi-floor tower a route, or a file with one.
///
/// # Errors
/// A move of it is illegal, or the route cannot be read.
pub fn play_line(session: &mut dyn Session, line: &str) -> Result<(), PictureError> {
    let route = match session.typed().puzzle::<ProjectPuzzle>() {
        Some((climb, ..)) => {
            let mut project = Project::clone(&climb.project);
            let (keys, _) = route_file::read(&mut project, line)?;
            Some(route::text(&project, &keys))
        }
        None => None,
    };
    let mut moves = route.as_deref().unwrap_or(line).split_whitespace();
    moves.try_for_each(|mv| session.play(mv)).map_err(PictureError::Pv)
}

/// What is known in time of a puzzle's best plan, in a few words, and its moves.
fn solved(session: &mut dyn Session, movetime: u64) -> Result<(String, Vec<String>), PictureError> {
    let (mut verdict, mut plan) = (String::new(), Vec::new());
    session.prepare()?;
    let go = Go { movetime: Some(movetime), ..Go::default() };
    session.think(&go, Control::new(), &mut |event| match event {
        Event::Solved(solved) => {
            verdict = words(&solved.worth);
            plan = solved.plan;
        }
        Event::AtGoal(_) => verdict = SOLVED.to_owned(),
        _ => {}
    })?;
    Ok((verdict, plan))
}

/// Words in lines.
fn filled(words: impl Iterator<Item = String>) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in words {
        match lines.last_mut() {
            Some(line) if line.chars().count() + word.chars().count() < ACROSS => *line = format!("{line} {word}"),
            _ => lines.push(word),
        }
    }
    lines
}

/// Draws the graph of a game, if it has one.
pub fn graph(game: &str) -> Option<Graph> {
    PICTURES.of(game)?.graph
}

/// A xiangqi board with arrows for the line.
fn xiangqi_board(typed: Typed<'_>, wanted: Wanted<'_>) -> Result<Option<Document>, PictureError> {
    let Some((position, last)) = typed.game::<Xiangqi>() else { return Ok(None) };
    let plan = line(position, wanted.pv, |_, mv| mv)?;
    let look = xiangqi::Look { flip: wanted.flip, edges: wanted.edges };
    Ok(Some(xiangqi::draw_as(position, last, &plan, look)))
}

/// What is to be shown of each move of a line, given the position before it.
fn line<G: GameText, T>(position: &G, pv: &str, shown: impl Fn(&G, G::Move) -> T) -> Result<Vec<T>, PictureError> {
    let mut after = position.clone();
    let mut line = Vec::new();
    for text in pv.split_whitespace() {
        let mv = after.parse_move(text, false).map_err(PictureError::Pv)?;
        line.push(shown(&after, mv));
        after.make(mv);
    }
    Ok(line)
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
        let verdict = match (solution.value, solution.status) {
            (Some(hp), Status::Proven) => sentence!("a route of {} keys wins with hp {}, proven best", keys.len(), hp),
            (Some(hp), _) => sentence!("a route of {} keys wins with hp {} (not proven best)", keys.len(), hp),
            (None, Status::Proven) => "no route wins, proven".into(),
            (None, _) => "no route that wins was found in time".into(),
        };
        return Ok(atlas::draw(&climb.project, &standing.0, &keys, &wanted.say(&verdict), wanted.words.is_some()));
    }
    let mut project = Project::clone(&climb.project);
    let (keys, _) = route_file::read(&mut project, wanted.pv)?;
    let begun = begin(&project, &[]).unwrap_or_else(|_| standing.0.clone());
    let replayed = replay(&project, &keys);
    let verdict = match &replayed.fault {
        Some(fault) => sentence!("a route of {} keys; key {}: {}", keys.len(), replayed.used + 1, fault.clone()),
        None => sentence!("a route of {} keys, hp {} at its end", keys.len(), replayed.state.stat(Stat::Hp)),
    };
    Ok(atlas::draw(&project, &begun, &keys, &wanted.say(&verdict), wanted.words.is_some()))
}

/// The map of a tower and the best walk found in time.
fn tower_map(typed: Typed<'_>, wanted: Wanted<'_>) -> Option<Document> {
    let (puzzle, state, _) = typed.puzzle::<Tower>()?;
    let draw = |plan: &[_], verdict: &str| tower::draw(puzzle, state, plan, verdict, wanted.words);
    if wanted.film {
        return Some(draw(&[], ""));
    }
    let solution = solve(puzzle, state, wanted.movetime);
    Some(draw(&solution.plan, &wanted.say(&walked(&solution))))
}

/// The result of a tower of one floor.
fn walked<M>(solution: &Solution<M>) -> Sentence {
    let facts = &solution.facts;
    let how: Sentence = if solution.status == Status::Proven { "proven" } else { "not proven" }.into();
    let walk = match facts.walk.as_ref().map_or(0, String::len) {
        0 if !solution.plan.is_empty() => "a walk too long to be worked out in time".into(),
        steps => sentence!("a walk of {} steps", steps),
    };
    match (solution.value, facts.left, facts.hp) {
        (Some(hp), _, _) => sentence!("boss dead with hp {} ({}), {}", hp, how, walk),
        (None, Some(left), Some(hp)) => sentence!("the boss lives ({}): left {}, hp {}, {}", how, left, hp, walk),
        (None, _, _) => sentence!("the boss lives ({}): {}", how, walk),
    }
}

fn solve<P: PuzzleBinding>(puzzle: &P, state: &P::State, movetime: u64) -> Solution<P::Move> {
    let budget = Budget { movetime: Some(Duration::from_millis(movetime)), ..Budget::default() };
    puzzle.solve(state, &mut P::Memory::default(), &budget, &Control::new(), &mut |_| ())
}

/// The result in a few words.
fn verdict<P: PuzzleBinding>(puzzle: &P, state: &P::State, solution: &Solution<P::Move>) -> String {
    let &Solution { value, bound, status, .. } = solution;
    if puzzle.is_goal(state) {
        SOLVED.to_owned()
    } else {
        words(&Worth { objective: puzzle.objective(), value, bound, status })
    }
}

fn words(worth: &Worth) -> String {
    let Worth { objective, value, bound, status } = worth;
    match (value, status) {
        (Some(value), Status::Proven) => format!("{objective} {value}, proven best"),
        (None, Status::Proven) => "no plan exists, proven".to_owned(),
        (_, Status::Anytime) if *bound == NO_BOUND => {
            value.map_or_else(|| "no plan found in time".to_owned(), |value| format!("{objective} {value}"))
        }
        (Some(value), Status::Anytime) => format!("{objective} {value}, at least {bound}"),
        (None, Status::Anytime) => format!("no plan found in time, {objective} at least {bound}"),
    }
}
