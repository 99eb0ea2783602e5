use super::answer::{Order, answer};
use super::candidates::Candidates;
use super::choice::choose;
use crate::control::Control;
use crate::game::Game;
use crate::games::connect_four::solver::{ConnectFourSolver, Effort};
use crate::games::connect_four::{Column, Columns, ConnectFour};
use crate::random::SplitMix64;
use crate::score::Score;
use crate::search::Searcher;
use crate::search::limits::{Clock, Limits, Settings, Strength};
use crate::search::report::{Bound, Found, Line, Report};
use crate::text::GameText;
use std::time::Duration;

/// Thinks from scratch with a small table.
fn go(root: &ConnectFour, limits: &Limits<Column>, settings: &Settings) -> (Found<Column>, Vec<Line<Column>>) {
    let (mut solver, mut searcher, control) = (ConnectFourSolver::new(4), Searcher::new(), Control::new());
    searcher.set_hash(1).unwrap();
    let mut lines = Vec::new();
    let mut listen = |news| {
        if let Report::Line(line) = news {
            lines.push(line);
        }
    };
    let order = Order { root, limits, settings, control: &control };
    let found = answer(&mut solver, &mut searcher, &order, &mut listen);
    assert!(!lines.is_empty(), "no line of {}", root.fen());
    (found, lines)
}

/// A random game in progress with this number of stones.
fn random_game(chance: &mut SplitMix64, stones: u32) -> ConnectFour {
    'games: loop {
        let mut game = ConnectFour::start();
        for _ in 0..stones {
            let mut moves = Columns::new();
            if game.generate(&mut moves).is_some() {
                continue 'games;
            }
            game.make(moves[chance.below(moves.len())]);
        }
        if game.generate(&mut Columns::new()).is_none() {
            return game;
        }
    }
}

/// The scores of the columns, by the solver alone.
fn true_scores(solver: &mut ConnectFourSolver, game: &ConnectFour) -> Vec<Option<i32>> {
    let control = Control::new();
    let score = solver.prove(game, Effort::default(), &control, &mut |_| {}).unwrap().score().unwrap();
    solver.columns(game, score, Effort::default(), &control).unwrap().unwrap()
}

fn score(game: &ConnectFour, score: i32) -> Score {
    super::eval::distance(game, score)
}

fn game(digits: &str) -> ConnectFour {
    ConnectFour::from_fen(digits).unwrap()
}

#[test]
fn the_soonest_win_is_found_among_moves_whose_result_is_open() {
    let (mut chance, mut solver) = (SplitMix64::new(11), ConnectFourSolver::new(4));
    let known = [
        "X1X5/O1X2XXO/X1O2OXO/O1O2OOX/XOXOOXXX b - - 0 1",
        "X4X1/O2X1O1/OX1O1X1/XO1O1O1/XXXOOXX/OXXXOOO b - - 0 1",
        "2X4X/1OX1O2X/1XOOX2O/OXOOX2O/OXOXXO1O/XOXXOX1X b - - 0 1",
    ];
    let random = (0..300).map(|index| random_game(&mut chance, 20 + index % 12));
    for root in known.map(game).into_iter().chain(random.collect::<Vec<_>>()) {
        let (found, lines) = go(&root, &Limits::default(), &Settings::default());
        let best = true_scores(&mut solver, &root).into_iter().flatten().max().unwrap();
        let last = lines.last().unwrap();
        assert_eq!((last.score, last.bound), (score(&root, best), Bound::Exact), "{}", root.fen());
        assert_eq!(found.best, Some(last.pv[0]));
    }
}

#[test]
fn all_columns_have_their_true_scores() {
    let (mut chance, mut solver) = (SplitMix64::new(5), ConnectFourSolver::new(4));
    for stones in 18..34 {
        let root = random_game(&mut chance, stones);
        let settings = Settings { multi_pv: 7, ..Settings::default() };
        let (found, lines) = go(&root, &Limits::default(), &settings);
        let scores = true_scores(&mut solver, &root);
        let count = scores.iter().flatten().count();
        let last = &lines[lines.len() - count..];
        assert!(last.iter().enumerate().all(|(index, line)| line.multi_pv == index + 1 && line.bound == Bound::Exact));
        for line in last {
            let truth = scores[line.pv[0].0 as usize].unwrap();
            assert_eq!(line.score, score(&root, truth), "{} {:?}", root.fen(), line.pv);
        }
        assert!(last.windows(2).all(|pair| pair[0].score >= pair[1].score));
        assert_eq!((found.best, found.score), (Some(last[0].pv[0]), last[0].score));
    }
}

#[test]
fn few_nodes_throw_no_result_away() {
    let (mut chance, mut solver) = (SplitMix64::new(9), ConnectFourSolver::new(4));
    for round in 0..40 {
        let root = random_game(&mut chance, 20 + round % 12);
        let limits = Limits { nodes: Some(60_000), ..Limits::default() };
        let (found, lines) = go(&root, &limits, &Settings::default());
        let scores = true_scores(&mut solver, &root);
        let best = scores.iter().flatten().max().unwrap();
        let played = scores[found.best.unwrap().0 as usize].unwrap();
        assert_eq!(played.signum(), best.signum(), "{}: {:?} of {scores:?}", root.fen(), found.best);
        assert!(found.nodes <= 60_000 && lines.iter().all(|line| line.score.int().abs() < Score::INFINITE.int()));
    }
}

#[test]
fn a_bound_of_depth_hides_what_lies_deeper() {
    // Proven lost in 18 plies; within six nothing happens.
    let root = game("2252576253462244111563365343671351441");
    let full = go(&root, &Limits::default(), &Settings::default()).0;
    let plies = full.score.plies_to_end().expect("a result").unsigned_abs();
    for depth in [1, 2, plies - 1] {
        let (found, lines) = go(&root, &Limits { depth: Some(depth), ..Limits::default() }, &Settings::default());
        assert!(found.best.is_some() && !found.score.is_decided(), "{depth}: {:?}", found.score);
        assert!(lines.iter().all(|line| line.depth <= depth), "{lines:?}");
    }
    let (found, _) = go(&root, &Limits { depth: Some(plies), ..Limits::default() }, &Settings::default());
    assert_eq!(found.score, full.score);
}

#[test]
fn only_the_moves_asked_for_are_lines_and_answers() {
    let root = random_game(&mut SplitMix64::new(3), 22);
    let mut moves = Columns::new();
    root.generate(&mut moves);
    let wanted = vec![moves[1], moves[2]];
    let settings = Settings { multi_pv: 3, ..Settings::default() };
    for (search_moves, banned_moves) in
        [(wanted.clone(), vec![]), (vec![], moves.iter().copied().filter(|mv| !wanted.contains(mv)).collect())]
    {
        for bound in [Limits::default(), Limits { nodes: Some(3_000), ..Limits::default() }] {
            let limits =
                Limits { search_moves: search_moves.clone(), banned_moves: banned_moves.clone(), ..bound.clone() };
            let (found, lines) = go(&root, &limits, &settings);
            assert!(wanted.contains(&found.best.unwrap()));
            assert!(lines.iter().all(|line| wanted.contains(&line.pv[0]) && line.multi_pv <= 2), "{lines:?}");
        }
    }
}

#[test]
fn an_empty_clock_and_a_stop_still_see_a_four() {
    // Red has three in a row with a free end at d1; yellow is one stone short of four, too.
    let root = game("112233");
    let clock = Clock { remaining: Duration::ZERO, increment: Duration::ZERO, moves_to_go: None };
    let (found, _) = go(&root, &Limits { clock: Some(clock), ..Limits::default() }, &Settings::default());
    assert_eq!((found.best, found.score), (Some(Column(3)), Score::win_in(1)));
    let control = Control::new();
    control.stop();
    let (mut solver, mut searcher) = (ConnectFourSolver::new(4), Searcher::new());
    let (limits, settings) = (Limits::default(), Settings::default());
    let order = Order { root: &root, limits: &limits, settings: &settings, control: &control };
    assert!(answer(&mut solver, &mut searcher, &order, &mut |_| {}).best.is_some());
}

#[test]
fn a_board_beyond_the_solver_is_searched_under_every_bound() {
    let root = ConnectFour::empty(16, 7).expect("a board of 128 bits");
    for limits in [Limits::default(), Limits { nodes: Some(5_000), ..Limits::default() }] {
        let (found, lines) = go(&root, &limits, &Settings::default());
        assert!(found.best.is_some() && lines.last().is_some_and(|line| line.bound == Bound::Exact));
    }
}

#[test]
fn other_sizes_are_proven_without_a_table() {
    let root = ConnectFour::empty(5, 4).expect("a board");
    let (found, _) =
        go(&root, &Limits { movetime: Some(Duration::from_secs(60)), ..Limits::default() }, &Settings::default());
    assert_eq!((found.score, found.depth), (Score::DRAW, 20), "J. Tromp: 5x4 is a draw");
}

#[test]
fn weaker_players_choose_worse_columns() {
    let root = game("444444");
    let mut candidates = Candidates::new(&root, &Limits::default(), 7);
    // A late win, draws, losses near and far, as in no game: what matters is the order.
    for (index, score) in [9, 3, 0, 0, -2, -15].into_iter().enumerate() {
        candidates.narrow(index, score, score);
    }
    candidates.rank();
    let error = |strength: f64| {
        let judge = |seed| {
            let settings = Settings { strength: Some(Strength(strength)), seed, ..Settings::default() };
            choose(&candidates, &settings, 1)
        };
        (0..500).map(judge).sum::<usize>()
    };
    let errors = [0.0, 0.25, 0.5, 0.75, 1.0].map(error);
    assert!(errors.windows(2).all(|pair| pair[0] > pair[1]) && errors[4] == 0, "{errors:?}");
    let chance = Settings { random_best: 2, random_margin: 100, ..Settings::default() };
    let chosen = |candidates: &Candidates, seed| choose(candidates, &Settings { seed, ..chance.clone() }, 1);
    assert!((0..50).all(|seed| chosen(&candidates, seed) == 0), "an earlier win is not given up for a later one");
    let mut alike = Candidates::new(&root, &Limits::default(), 7);
    for (index, score) in [0, 0, 0, -2, -9, -15].into_iter().enumerate() {
        alike.narrow(index, score, score);
    }
    alike.rank();
    assert!((0..50).all(|seed| chosen(&alike, seed) < 2) && (0..50).any(|seed| chosen(&alike, seed) == 1));
}
