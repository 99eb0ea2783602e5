use super::super::solver::{ConnectFourSolver, Effort};
use super::*;
use crate::control::Control;
use crate::text::GameText;

fn game(digits: &str) -> ConnectFour {
    ConnectFour::from_fen(digits).unwrap()
}

/// A table of late scores: every position of four stones is a draw, except the one named by `key`.
fn table(lost: &str) -> Openings {
    let lost = shared_key(&standard(&game(lost)).unwrap());
    Openings::build(4, &|key| (position(key).stones() == 4).then_some(if key == lost { -7 } else { 0 }))
}

#[test]
fn upper_levels_follow_from_the_deepest() {
    let table = table("1234");
    assert_eq!((table.deepest(), table.count()), (4, (572, 572)));
    assert_eq!(table.score(&game("1234")), Some(-7));
    assert_eq!(table.score(&game("7654")), Some(-7), "the mirror image");
    assert_eq!(table.score(&game("123")), Some(7), "who can lead there wins");
    assert_eq!((table.score(&game("12")), table.score(&game("-"))), (Some(0), Some(0)), "who can avoid it draws");
    assert_eq!(table.columns(&game("123")), Some([0, 0, 0, 7, 0, 0, 0].map(Some).to_vec()));
    assert_eq!(table.score(&game("12345")), None, "deeper than the table");
}

#[test]
fn other_boards_are_not_known() {
    let table = table("1234");
    assert_eq!(table.score(&ConnectFour::empty(8, 6).unwrap()), None);
    assert_eq!(table.score(&ConnectFour::empty(7, 5).unwrap()), None);
}

#[test]
fn what_is_unknown_stays_unknown() {
    let table = Openings::build(3, &|key| (position(key).stones() == 3 && key % 7 != 0).then_some(0));
    let (all, known) = table.count();
    assert!(known < all && table.score(&game("-")).is_none());
    let scored = |digits: &str| table.score(&game(digits)).is_some();
    assert!(["111", "123", "444", "447"].iter().any(|digits| scored(digits)));
}

#[test]
fn a_line_ends_where_knowledge_ends() {
    let (line, after) = table("1234").line(&game("123"));
    assert_eq!(line, [Column(3)]);
    assert_eq!(after, game("1234"));
    assert_eq!(table("1234").line(&game("-")).0.len(), 4);
}

#[test]
fn the_embedded_table_is_whole_and_has_the_empty_board() {
    let table = Openings::embedded().expect("a table with the right sum");
    assert_eq!(table.score(&game("-")), Some(1));
    assert_eq!(table.columns(&game("-")), Some([-2, -1, 0, 1, 0, -1, -2].map(Some).to_vec()));
    assert_eq!((table.deepest(), table.count()), (MAX_STONES, (277_884, 277_884)), "every score is known");
}

/// The positions of eight stones in which nobody can win at once, as counted by John Tromp in 1995 for the UCI machine
/// learning repository ("Connect-4"): wins, draws and losses of the first player.
#[test]
fn the_results_of_eight_stones_are_those_that_are_published() {
    let table = Openings::embedded().expect("a table with the right sum");
    let [mut wins, mut draws, mut losses] = [0; 3];
    for key in &levels::levels(8)[8] {
        let position = position(*key);
        if !((position.own_threats() | position.other_threats()) & position.playable()).is_empty() {
            continue;
        }
        match table.score_of(&position).expect("all of eight stones are known") {
            1.. => wins += 1,
            0 => draws += 1,
            _ => losses += 1,
        }
    }
    assert_eq!((wins, draws, losses), (44_473, 6_449, 16_635));
}

/// The solver, without the table, agrees on positions of the deepest level.
#[test]
fn the_solver_agrees() {
    let table = Openings::embedded().expect("a table with the right sum");
    let level = &table.levels[table.deepest() as usize];
    let mut solver = ConnectFourSolver::new(16);
    let mut checked = 0;
    for (&key, score) in level.keys.iter().zip(&level.scores).step_by(997) {
        let Some(score) = *score else { continue };
        let position = position(key);
        let game = ConnectFour::from_fen(&fen(&position)).unwrap();
        let effort = Effort { nodes: Some(40_000), ..Effort::default() };
        let proof = solver.prove(&game, effort, &Control::new(), &mut |_| {}).unwrap();
        assert!((proof.lower..=proof.upper).contains(&score.into()), "{key}: {score} {proof:?}");
        checked += usize::from(proof.score().is_some());
    }
    assert!(checked >= 10, "only {checked} were proven");
}

/// A position as rows of text.
fn fen(position: &Position<Standard>) -> String {
    let is_first = position.stones().is_multiple_of(2);
    let square = |row: u32, column: u32| {
        let square = 1u64 << (column * Standard.stride() + row);
        match (position.all & square != 0, (position.own & square != 0) == is_first) {
            (false, _) => '1',
            (true, true) => 'P',
            (true, false) => 'p',
        }
    };
    let row = |row: u32| (0..7).map(|column| square(row, column)).collect::<String>();
    let rows: Vec<String> = (0..6).rev().map(row).collect();
    format!("{} {}", rows.join("/"), if is_first { 'w' } else { 'b' })
}
