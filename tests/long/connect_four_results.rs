//! No result is thrown away: 300 positions of 0 to 30 stones, each with 300 ms, checked with the solver.
//!
//! It takes minutes, and says something on a machine with nothing else to do only:
//! `cargo test --release --test long connect_four_results:: -- --ignored`.

use common::{Engine, field};
use meihua::control::Control;
use meihua::game::Game;
use meihua::games::connect_four::openings::Openings;
use meihua::games::connect_four::solver::{ConnectFourSolver, Effort};
use meihua::games::connect_four::{Column, Columns, ConnectFour};
use meihua::random::SplitMix64;
use meihua::text::GameText;

const POSITIONS: usize = 300;
const MAX_STONES: usize = 30;
const MILLISECONDS: u32 = 300;

/// A game under way with this number of stones, and the columns played.
fn random_game(chance: &mut SplitMix64, stones: usize) -> (ConnectFour, String) {
    loop {
        let (mut game, mut digits) = (ConnectFour::start(), String::new());
        let mut moves = Columns::new();
        while game.generate(&mut moves).is_none() {
            if digits.len() == stones {
                let position = if digits.is_empty() { "startpos".to_owned() } else { digits };
                return (game, position);
            }
            let mv = moves[chance.below(moves.len())];
            game.make(mv);
            digits.push(char::from(b'1' + mv.0));
            moves.clear();
        }
    }
}

/// The result of each column for the side to move: 1, 0, -1; none for a full one.
fn results(solver: &mut ConnectFourSolver, game: &ConnectFour) -> Vec<Option<i32>> {
    let openings = Openings::embedded().expect("the program's table");
    let mut moves = Columns::new();
    game.generate(&mut moves);
    let one = |column: u8| {
        moves.contains(&Column(column)).then(|| {
            let mut after = *game;
            after.make(Column(column));
            let score = openings.score(&after).unwrap_or_else(|| {
                let proof = solver.prove(&after, Effort::default(), &Control::new(), &mut |_| {}).expect("a table");
                proof.score().expect("a proof")
            });
            -score.signum()
        })
    };
    (0..7).map(one).collect()
}

#[test]
#[ignore = "minutes, and quiet cores"]
fn no_result_is_thrown_away() {
    let mut chance = SplitMix64::new(20_260);
    let mut solver = ConnectFourSolver::new(512);
    let mut engine = Engine::uci();
    engine.send("setoption name UCI_Variant value cfour");
    let mut thrown_away = Vec::new();
    for number in 0..POSITIONS {
        let (game, position) = random_game(&mut chance, number % (MAX_STONES + 1));
        engine.send("ucinewgame");
        engine.send(&format!("position {position}"));
        engine.send(&format!("go movetime {MILLISECONDS}"));
        let answer = engine.best_move();
        let word = field(&answer, "bestmove").expect("a move");
        let played = game.parse_move(word, false).expect("a legal move");
        let results = results(&mut solver, &game);
        let (best, had) = (results.iter().flatten().max(), results[usize::from(played.0)]);
        if best.copied() != had {
            thrown_away.push(format!("{position}: {word} of {results:?}"));
        }
    }
    engine.quit();
    assert!(thrown_away.is_empty(), "{} of {POSITIONS}: {thrown_away:#?}", thrown_away.len());
}
