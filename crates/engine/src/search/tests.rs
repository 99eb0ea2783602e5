//! Tests of the whole search on toy games.

use crate::control::Control;
use crate::game::Game;
use crate::score::Score;
use crate::search::Searcher;
use crate::search::features::Features;
use crate::search::limits::{Clock, Limits, Settings, Strength};
use crate::search::negamax::plain;
use crate::search::outcome;
use crate::search::report::{Bound, Found, Line, Report};
use crate::search::toys::{Oxo, Wood};
use std::time::Duration;

type Reports<M> = Vec<Report<M>>;

fn search<G: Game>(
    searcher: &mut Searcher<G>,
    root: &G,
    limits: &Limits<G::Move>,
    settings: &Settings,
) -> (Found<G::Move>, Reports<G::Move>) {
    let mut reports = Vec::new();
    let found = searcher.search(root, limits, settings, &Control::new(), &mut |report| reports.push(report));
    (found, reports)
}

fn with_features<G: Game>(features: Features) -> Searcher<G> {
    let mut searcher = Searcher::new();
    searcher.set_features(features);
    searcher.set_hash(1).unwrap();
    searcher
}

fn to_depth<M>(depth: u32) -> Limits<M> {
    Limits { depth: Some(depth), ..Limits::default() }
}

fn lines<M: Clone>(reports: &[Report<M>]) -> Vec<Line<M>> {
    let line = |report: &Report<M>| match report {
        Report::Line(line) => Some(line.clone()),
        _ => None,
    };
    reports.iter().filter_map(line).collect()
}

/// Positions of tic-tac-toe after all sequences of `plies` moves that `step` does not skip.
fn oxo_positions(plies: usize, step: usize) -> Vec<Oxo> {
    let mut positions = vec![Oxo::new()];
    for _ in 0..plies {
        let next = positions.iter().flat_map(|position| {
            let mut moves = <Oxo as Game>::Moves::new();
            position.generate(&mut moves);
            moves.into_iter().map(|mv| {
                let mut next = position.clone();
                next.make(mv);
                next
            })
        });
        positions = next.collect();
    }
    positions.into_iter().step_by(step).collect()
}

/// A position whose search does not end by itself soon.
fn lively_wood() -> Wood {
    let lively = |wood: &Wood| {
        let found = search(&mut with_features(Features::ALL), wood, &to_depth(8), &Settings::default()).0;
        found.nodes > 1000 && !found.score.is_decided()
    };
    (0..).map(|seed| Wood::new(seed, true)).find(lively).unwrap()
}

#[test]
fn without_pruning_it_is_plain_negamax() {
    for seed in 0..60 {
        let mut wood = Wood::new(seed, seed % 2 == 0);
        for depth in 1..=5 {
            let (found, reports) =
                search(&mut with_features(Features::NONE), &wood, &to_depth(depth), &Settings::default());
            let Some(last) = lines(&reports).pop() else { panic!("no line") };
            // A search that proves the result does not continue to the requested depth.
            let expected = plain(&mut wood, last.depth);
            assert_eq!((found.score, last.score), (expected, expected), "wood {seed} depth {depth}");
        }
    }
    for mut position in oxo_positions(2, 9) {
        for depth in 1..=5 {
            let found = search(&mut with_features(Features::NONE), &position, &to_depth(depth), &Settings::default()).0;
            assert_eq!(found.score, plain(&mut position, found.depth), "{position:?} depth {depth}");
        }
    }
}

#[test]
fn a_game_without_stages_is_searched_exactly_with_everything_on() {
    let mut searcher = Searcher::new();
    for mut position in oxo_positions(3, 17) {
        let found = search(&mut searcher, &position, &to_depth(9), &Settings::default()).0;
        assert_eq!(found.score, plain(&mut position, 9), "{position:?}");
    }
}

#[test]
fn announced_mates_are_true() {
    let mut mates = 0;
    for seed in 0..300 {
        let mut wood = Wood::new(seed, false);
        let found = search(&mut with_features(Features::ALL), &wood, &to_depth(6), &Settings::default()).0;
        let Some(plies) = found.score.plies_to_end() else { continue };
        if (1..=7).contains(&plies.abs()) {
            let proven = plain(&mut wood, plies.unsigned_abs());
            assert_eq!(proven.plies_to_end().map(i32::signum), Some(plies.signum()), "wood {seed}: {:?}", found.score);
            mates += 1;
        }
    }
    assert!(mates > 20, "only {mates} mates among the positions");
}

#[test]
fn equal_searches_give_equal_answers() {
    let wood = lively_wood();
    let limits = Limits { nodes: Some(20_000), ..Limits::default() };
    let run = || {
        let settings = Settings { multi_pv: 2, ..Settings::default() };
        let (found, reports) = search(&mut with_features(Features::ALL), &wood, &limits, &settings);
        let mut lines = lines(&reports);
        lines.iter_mut().for_each(|line| line.time = Duration::ZERO);
        (found, lines)
    };
    let first = run();
    assert_eq!(first.0.nodes, 20_000);
    assert_eq!(first, run());
}

/// The nodes of a search with no time at all, under these settings.
fn nodes_in_no_time(wood: &Wood, infinite: bool, control: &Control) -> u64 {
    let limits = Limits { infinite, movetime: Some(Duration::ZERO), depth: Some(10), ..Limits::default() };
    let found = Searcher::new().search(wood, &limits, &Settings::default(), control, &mut |_| ());
    assert!(found.best.is_some());
    found.nodes
}

#[test]
fn no_clock_ends_an_infinite_search_or_a_pondering_one() {
    let wood = lively_wood();
    let limits = Limits { depth: Some(10), ..Limits::default() };
    let all = Searcher::new().search(&wood, &limits, &Settings::default(), &Control::new(), &mut |_| ());
    assert_eq!(nodes_in_no_time(&wood, true, &Control::new()), all.nodes);
    assert_eq!(nodes_in_no_time(&wood, false, &Control::pondering()), all.nodes);
    let hit = Control::pondering();
    hit.ponderhit();
    assert!(nodes_in_no_time(&wood, false, &hit) < all.nodes);
    assert!(nodes_in_no_time(&wood, true, &Control::stopping_after(3)) < all.nodes);
}

#[test]
fn helping_threads_serve_search_after_search() {
    let mut searcher = Searcher::new();
    let limits = Limits { depth: Some(4), ..Limits::default() };
    for threads in [3, 1, 2] {
        searcher.set_threads(threads);
        for _ in 0..2 {
            let (found, reports) = search(&mut searcher, &lively_wood(), &limits, &Settings::default());
            assert!(found.best.is_some() && found.depth >= 4, "{threads} threads");
            assert!(!reports.iter().any(|report| matches!(report, Report::Error(_))), "{threads} threads");
        }
    }
}

#[test]
fn a_stop_that_comes_first_still_gets_a_move() {
    let control = Control::new();
    control.stop();
    let mut reports = Vec::new();
    let limits = Limits { infinite: true, ..Limits::default() };
    let found =
        Searcher::new().search(&Wood::new(1, false), &limits, &Settings::default(), &control, &mut |r| reports.push(r));
    assert!(found.best.is_some() && !lines(&reports).is_empty());
}

#[test]
fn an_empty_clock_still_moves() {
    for (remaining, increment) in [(0, 0), (0, 1000), (1, 0), (5, 0)] {
        let clock = Clock {
            remaining: Duration::from_millis(remaining),
            increment: Duration::from_millis(increment),
            moves_to_go: None,
        };
        let limits = Limits { clock: Some(clock), ..Limits::default() };
        let (found, reports) = search(&mut Searcher::new(), &Oxo::new(), &limits, &Settings::default());
        assert!(found.best.is_some() && found.depth >= 1 && lines(&reports)[0].depth == 1);
    }
}

#[test]
fn no_bound_is_so_narrow_that_the_first_iteration_is_not_finished() {
    let (wood, zero) = (lively_wood(), Some(Duration::ZERO));
    let clock = Some(Clock { remaining: Duration::ZERO, increment: Duration::ZERO, moves_to_go: None });
    let bounds = [
        Limits { nodes: Some(0), ..Limits::default() },
        Limits { nodes: Some(1), ..Limits::default() },
        Limits { movetime: zero, ..Limits::default() },
        Limits { clock, ..Limits::default() },
        Limits { clock, movetime: zero, nodes: Some(1), ..Limits::default() },
    ];
    let (best, _) = search(&mut Searcher::new(), &wood, &to_depth(1), &Settings::default());
    for limits in bounds {
        for multi_pv in [1, 3] {
            let settings = Settings { multi_pv, ..Settings::default() };
            let (found, reports) = search(&mut Searcher::new(), &wood, &limits, &settings);
            assert_eq!((found.depth, found.best), (1, best.best), "{limits:?}");
            assert!(lines(&reports).iter().map(|line| line.multi_pv).eq(1..=multi_pv), "all its lines: {reports:?}");
        }
    }
}

#[test]
fn one_thread_meets_a_limit_of_nodes_to_the_node() {
    for nodes in [100, 500, 1000] {
        let limits = Limits { nodes: Some(nodes), ..Limits::default() };
        let (found, _) = search(&mut Searcher::new(), &lively_wood(), &limits, &Settings::default());
        assert_eq!(found.nodes, nodes);
    }
}

#[test]
fn a_finished_game_is_reported_at_depth_zero() {
    let cases =
        [(Oxo::after(&[0, 3, 1, 4, 2]), Score::loss_in(0)), (Oxo::after(&[0, 1, 2, 4, 3, 5, 7, 6, 8]), Score::DRAW)];
    for (position, score) in cases {
        let (found, reports) = search(&mut Searcher::new(), &position, &Limits::default(), &Settings::default());
        let [Report::Line(line)] = &reports[..] else { panic!("{reports:?}") };
        assert_eq!((found.best, found.score, line.depth, line.score), (None, score, 0, score));
    }
}

#[test]
fn a_panic_is_told_and_answered_with_a_legal_move() {
    for threads in [1, 2] {
        let mut searcher = Searcher::new();
        searcher.set_threads(threads);
        let position = Oxo { bomb: true, ..Oxo::after(&[4]) };
        let (found, reports) = search(&mut searcher, &position, &to_depth(3), &Settings::default());
        assert!(matches!(found.best, Some(mv) if mv != 4));
        assert!(
            reports
                .iter()
                .any(|r| matches!(r, Report::Error(error) if error.to_string().contains("the bomb went off")))
        );
        let healthy = search(&mut searcher, &Oxo::after(&[4]), &to_depth(3), &Settings::default()).0;
        assert_eq!(healthy.depth, 3);
    }
}

#[test]
fn several_lines_come_in_order_and_begin_differently() {
    let settings = Settings { multi_pv: 4, ..Settings::default() };
    let (_, reports) = search(&mut Searcher::new(), &Oxo::after(&[0]), &to_depth(8), &settings);
    let lines = lines(&reports);
    let last = &lines[lines.len() - 4..];
    assert!(last.iter().enumerate().all(|(index, line)| line.multi_pv == index + 1 && line.bound == Bound::Exact));
    assert!(last.windows(2).all(|pair| pair[0].score >= pair[1].score && pair[0].pv[0] != pair[1].pv[0]));
    // With the corner taken, the first player threatens; only the centre holds the draw.
    assert_eq!((last[0].pv[0], last[0].score), (4, Score::DRAW));
    assert!(last[1].score.is_loss());
}

#[test]
fn only_allowed_moves_are_played() {
    let position = Oxo::after(&[0, 4]);
    let only = Limits { search_moves: vec![7], depth: Some(4), ..Limits::default() };
    assert_eq!(search(&mut Searcher::new(), &position, &only, &Settings::default()).0.best, Some(7));
    let banned = Limits { banned_moves: vec![1, 2, 3, 5, 6, 8], depth: Some(4), ..Limits::default() };
    assert_eq!(search(&mut Searcher::new(), &position, &banned, &Settings::default()).0.best, Some(7));
    let none = Limits { search_moves: vec![4], depth: Some(4), ..Limits::default() };
    assert_eq!(search(&mut Searcher::new(), &position, &none, &Settings::default()).0.best, None);
}

#[test]
fn lines_are_legal_and_a_drawn_score_never_comes_with_a_single_move() {
    for position in oxo_positions(3, 29) {
        let (_, reports) = search(&mut Searcher::new(), &position, &to_depth(6), &Settings::default());
        for line in lines(&reports) {
            let mut position = position.clone();
            for &mv in &line.pv {
                let mut moves = <Oxo as Game>::Moves::new();
                assert!(position.generate(&mut moves).is_none() && moves.as_slice().contains(&mv), "{line:?}");
                position.make(mv);
            }
            assert!(line.score != Score::DRAW || line.pv.len() > 1, "{line:?}");
        }
    }
}

#[test]
fn threads_agree_on_the_value() {
    let mut searcher = Searcher::new();
    searcher.set_threads(3);
    for position in oxo_positions(2, 11) {
        let found = search(&mut searcher, &position, &to_depth(9), &Settings::default()).0;
        assert_eq!(found.score, plain(&mut position.clone(), 9));
    }
}

#[test]
fn a_weak_player_is_legal_and_repeats_itself_for_one_seed() {
    let wood = lively_wood();
    for seed in 0..20 {
        let settings = Settings { strength: Some(Strength(0.1)), seed, ..Settings::default() };
        let run = || search(&mut with_features(Features::ALL), &wood, &Limits::default(), &settings).0;
        let found = run();
        assert!(wood.unpack(found.best.unwrap()).is_some());
        assert_eq!(found, run());
    }
}

#[test]
fn the_table_tells_what_it_knows() {
    let mut searcher = Searcher::new();
    let position = Oxo::after(&[0, 4]);
    assert_eq!(searcher.probe(&position), None);
    let found = search(&mut searcher, &position, &to_depth(5), &Settings::default()).0;
    let view = searcher.probe(&position).unwrap();
    assert_eq!((view.best, view.score, view.depth), (found.best, found.score, 5));
    searcher.clear();
    assert_eq!(searcher.probe(&position), None);
}

#[test]
fn wins_in_so_many_moves_are_found_or_ruled_out() {
    let (mut wins, mut others) = (0, 0);
    for seed in 0..150 {
        let mut wood = Wood::new(seed, seed % 2 == 0);
        let value = plain(&mut wood, 5);
        let truth = value.plies_to_end();
        let limits = Limits { mate: Some(3), ..Limits::default() };
        let (found, reports) = search(&mut with_features(Features::ALL), &wood, &limits, &Settings::default());
        if let Some(plies @ 1..=5) = truth {
            let line = lines(&reports).pop().unwrap();
            assert!(matches!(found.score.plies_to_end(), Some(n) if n >= plies && n <= 5), "wood {seed} {found:?}");
            assert_eq!(line.pv.len() as i32, found.score.plies_to_end().unwrap(), "wood {seed} {line:?}");
            wins += 1;
        } else if found.best.is_some() {
            assert!(!found.score.is_win() || found.score < Score::win_in(5), "wood {seed} {found:?}");
            // A win by rule is not announced, but it is not ruled out either.
            let may_win_by_rule = outcome::is_by_rule(value) && value > Score::DRAW;
            let is_ruled_out = reports.iter().any(|r| matches!(r, Report::NoWin { .. }));
            assert_eq!(is_ruled_out, !may_win_by_rule, "wood {seed} {value:?}");
            others += 1;
        }
    }
    assert!(wins > 10 && others > 10, "{wins} wins, {others} others");
}
