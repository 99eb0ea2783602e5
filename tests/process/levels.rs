//! Weakened players: what a level announces, it plays.

use common::{Engine, field};
use meihua::game::{Game, MoveList, Outcome};
use meihua::games::connect_four::ConnectFour;
use meihua::games::xiangqi::Position;
use meihua::random::SplitMix64;
use meihua::text::{GameText, Notation};

const POSITIONS: usize = 40;

/// Whether the side to move has lost.
fn is_lost<G: Game>(position: &G) -> bool {
    let mut moves = G::Moves::default();
    let end = position.generate(&mut moves);
    end.or_else(|| moves.as_slice().is_empty().then_some(G::NO_MOVES)) == Some(Outcome::Loss)
}

/// The moves that win at once.
fn winning<G: Game>(position: &G) -> Vec<G::Move> {
    let mut moves = G::Moves::default();
    if position.generate(&mut moves).is_some() {
        return Vec::new();
    }
    let wins = |mv: &G::Move| {
        let mut after = position.clone();
        after.make(*mv);
        is_lost(&after)
    };
    moves.as_slice().iter().copied().filter(wins).collect()
}

/// Positions of random games in which the side to move can win at once, with those moves.
fn positions<G: GameText>() -> Vec<(String, Vec<String>)> {
    let mut random = SplitMix64::new(8);
    let mut found = Vec::new();
    while found.len() < POSITIONS {
        let mut position = G::start();
        for _ in 0..150 {
            let wins = winning(&position);
            if !wins.is_empty() {
                let text = |mv: &G::Move| position.move_text(*mv, Notation::default());
                found.push((position.fen(), wins.iter().map(text).collect()));
                break;
            }
            let mut moves = G::Moves::default();
            if position.generate(&mut moves).is_some() || moves.as_slice().is_empty() {
                break;
            }
            position.make(moves.as_slice()[random.below(moves.as_slice().len())]);
        }
    }
    found
}

/// At every level: a mate in one that is announced is played. Returns how many were, at levels from 0 up.
fn announced_mates<G: GameText>(variant: &str) -> usize {
    let mut engine = Engine::uci();
    engine.send(&format!("setoption name UCI_Variant value {variant}"));
    let positions = positions::<G>();
    let mut announced = 0;
    for level in -4..=20 {
        engine.send(&format!("setoption name Skill Level value {level}"));
        for (seed, (fen, wins)) in positions.iter().enumerate() {
            engine.send(&format!("setoption name Seed value {seed}\nucinewgame\nposition fen {fen}\ngo nodes 1500"));
            let printed = engine.until("bestmove");
            let line = printed.iter().rfind(|line| field(line, "multipv") == Some("1")).expect("a line");
            if field(line, "mate") != Some("1") {
                continue;
            }
            let best = printed.last().and_then(|line| line.split(' ').nth(1)).expect("a move");
            assert!(wins.iter().any(|mv| mv == best), "{variant}, level {level}, {fen}: {best}, not in {wins:?}");
            announced += usize::from(level >= 0);
        }
    }
    engine.quit();
    announced
}

#[test]
fn a_mate_in_one_that_is_announced_is_played_at_every_level() {
    // A level of few nodes may overlook one, but hardly.
    assert!(announced_mates::<Position>("xiangqi") > 20 * POSITIONS);
    assert_eq!(announced_mates::<ConnectFour>("cfour"), 21 * POSITIONS);
}
