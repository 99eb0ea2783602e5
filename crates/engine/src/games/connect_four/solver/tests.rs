//! Compares the solver with plain negamax and with known results.

use super::*;
use crate::game::{Game, Outcome};
use crate::games::connect_four::Columns;
use crate::random::SplitMix64;
use crate::text::GameText;

/// The exact score by brute force.
fn brute_force(game: &mut ConnectFour) -> i32 {
    let mut moves = Columns::new();
    let shape = game.position().shape;
    let (cells, stones) = (shape.cells() as i32, game.position().stones() as i32);
    match game.generate(&mut moves) {
        Some(Outcome::Loss) => return -score::win_at(cells, stones),
        Some(_) => return 0,
        None => {}
    }
    let mut best = i32::MIN;
    for mv in moves {
        game.make(mv);
        best = best.max(-brute_force(game));
        game.unmake(mv);
    }
    best
}

/// Plays `stones` random moves; `None` if the game ends earlier.
fn random_game(empty: ConnectFour, stones: u32, random: &mut SplitMix64) -> Option<ConnectFour> {
    let mut game = empty;
    for _ in 0..stones {
        let mut moves = Columns::new();
        if game.generate(&mut moves).is_some() {
            return None;
        }
        game.make(moves[random.below(moves.len())]);
    }
    Some(game)
}

fn solve(solver: &mut ConnectFourSolver, game: &ConnectFour) -> i32 {
    let proof = solver.prove(game, Effort::default(), &Control::new(), &mut |_| {}).unwrap();
    proof.score().unwrap()
}

#[test]
fn equals_brute_force_on_many_boards() {
    let mut random = SplitMix64::new(1);
    let mut solver = ConnectFourSolver::new(1);
    for (columns, rows, left, count) in [
        (7, 6, 11, 150),
        (4, 4, 10, 60),
        (5, 5, 10, 60),
        (6, 4, 11, 60),
        (9, 5, 8, 30),
        (8, 8, 8, 30),
        (9, 7, 8, 30),
        (3, 8, 12, 30),
    ] {
        let empty = ConnectFour::empty(columns, rows).unwrap();
        let mut tried = 0;
        while tried < count {
            let Some(mut game) = random_game(empty, columns * rows - left, &mut random) else { continue };
            tried += 1;
            solver.clear();
            assert_eq!(solve(&mut solver, &game), brute_force(&mut game), "\n{}", game.diagram());
        }
    }
}

#[test]
fn small_boards_have_their_known_results() {
    // John Tromp's table of results (tromp.github.io/c4), and the lengths found by Christophe Steininger's c4.
    let mut solver = ConnectFourSolver::new(8);
    for (columns, rows, expected) in [(4, 4, 0), (4, 5, 0), (5, 4, 0), (5, 5, 0), (6, 4, -1), (4, 6, 0), (7, 4, 0)] {
        let game = ConnectFour::empty(columns, rows).unwrap();
        assert_eq!(solve(&mut solver, &game), expected, "{columns}x{rows}");
    }
}

#[test]
fn lines_and_columns_agree_with_the_score() {
    let mut random = SplitMix64::new(2);
    let mut solver = ConnectFourSolver::new(4);
    let mut tried = 0;
    while tried < 12 {
        let Some(game) = random_game(ConnectFour::start(), 24, &mut random) else { continue };
        tried += 1;
        solver.clear();
        let score = solve(&mut solver, &game);
        let line = solver.line(&game, score, Effort::default(), &Control::new()).unwrap();
        if score != 0 {
            let plies = score::plies_to_end(42, game.position().stones(), score);
            assert_eq!(line.len() as u32, plies, "{}", game.diagram());
        }
        let mut end = game;
        line.iter().for_each(|&mv| end.make(mv));
        assert!(end.verdict().outcome.is_some());
        assert_eq!(end.position().is_lost(), score != 0);
        let columns = solver.columns(&game, score, Effort::default(), &Control::new()).unwrap().unwrap();
        assert_eq!(columns.iter().flatten().max(), Some(&score));
        for (column, known) in columns.iter().enumerate() {
            let square = game.position().landing(column as u32);
            assert_eq!(known.is_none(), square == 0);
            if let Some(known) = known {
                let mut after = game;
                after.make(Column(column as u8));
                solver.clear();
                assert_eq!(solve(&mut solver, &after), -known);
            }
        }
    }
}

#[test]
fn a_position_of_the_literature() {
    // Two positions from Pascal Pons's sets (blog.gamesolver.org) with their scores.
    let mut solver = ConnectFourSolver::new(16);
    for (digits, expected) in [("52753311433677442422121", 8), ("274552224131661", 0)] {
        let game = ConnectFour::from_fen(digits).unwrap();
        solver.clear();
        assert_eq!(solve(&mut solver, &game), expected);
    }
}

#[test]
fn threads_agree() {
    let mut random = SplitMix64::new(3);
    let (mut alone, mut team) = (ConnectFourSolver::new(8), ConnectFourSolver::new(8));
    team.set_threads(3);
    let mut tried = 0;
    while tried < 6 {
        let Some(game) = random_game(ConnectFour::start(), 14, &mut random) else { continue };
        tried += 1;
        alone.clear();
        team.clear();
        assert_eq!(solve(&mut alone, &game), solve(&mut team, &game), "{}", game.diagram());
    }
}

#[test]
fn an_effort_is_kept() {
    let mut solver = ConnectFourSolver::new(1);
    let effort = Effort { nodes: Some(3_000), time: None };
    let proof = solver.prove(&ConnectFour::start(), effort, &Control::new(), &mut |_| {}).unwrap();
    assert!(proof.score().is_none() && proof.lower <= 1 && 1 <= proof.upper);
    assert!(proof.nodes <= 3_000 + 1_024);
    let stopped = Control::new();
    stopped.stop();
    let proof = solver.prove(&ConnectFour::start(), Effort::default(), &stopped, &mut |_| {}).unwrap();
    assert!(proof.score().is_none());
}

#[test]
fn boards_beyond_the_table_are_refused() {
    let game = ConnectFour::empty(16, 7).unwrap();
    let error = ConnectFourSolver::new(1).prepare(&game).unwrap_err();
    assert!(error.to_string().contains("16x7"));
}
