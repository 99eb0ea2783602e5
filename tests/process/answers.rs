//! A legal move from every `go` of every game, whatever limits it, and with as little memory as there may be.

use common::Engine;

/// Positions with legal moves: starts, and what no plan leads out of.
const POSITIONS: [(&str, &str); 14] = [
    ("xiangqi", "startpos"),
    ("xiangqi", "fen 3k5/4R2R1/9/6p1C/9/9/4P3P/2N6/9/3rKA3 w"),
    ("xiangqi", "fen 4k4/9/9/9/9/9/9/9/4A4/4K4 w"),
    ("cfour", "startpos"),
    ("cfour", "fen 5/5/5/OOO2/PPP2 w"),
    ("river", "startpos"),
    ("river", "fen 4 4 2"),
    ("river", "fen 30 30 4"),
    ("sliding", "startpos"),
    ("sliding", "fen BBBBWWWW_ moves hop=3"),
    ("sliding", "fen BW_ cost hop=0"),
    ("tower", "startpos"),
    // The boss is too strong; a monster bars the only way.
    ("tower", "fen 1;3 3;10 51 99;10 11 11;10 11 11;1 1 1 1 1;2;51 5 9 0 0;99 999 99 99 0;5 10 0 0 0 0"),
    ("tower", "fen 1;1 3;10 25 99;1 1 1 1 1;1;99 999 99 99 0;5 10 0 0 0 0"),
];

/// Bounds of every kind, the smallest of each.
const LIMITS: [&str; 21] = [
    "depth 1",
    "depth 2",
    "depth 4",
    "nodes 0",
    "nodes 1",
    "nodes 2",
    "nodes 50",
    "movetime 0",
    "movetime 1",
    "movetime 30",
    "mate 1",
    "mate 2",
    "wtime 1 btime 1",
    "wtime 0 btime 0 winc 0 binc 0 movestogo 1",
    "wtime -5 btime -5",
    "depth 1 nodes 1 movetime 1",
    "depth 3 searchmoves",
    "nodes 1 searchmoves",
    "movetime 1 searchmoves",
    "mate 1 searchmoves",
    "infinite",
];

#[test]
fn every_go_is_answered_by_a_legal_move() {
    for multi_pv in [1, 3] {
        for (game, position) in POSITIONS {
            let mut engine = Engine::uci();
            engine.send(&format!("setoption name UCI_Variant value {game}\nsetoption name Hash value 16"));
            engine.send(&format!("setoption name MultiPV value {multi_pv}\nposition {position}"));
            let legal = engine.legal_moves();
            assert!(!legal.is_empty(), "{game} {position}");
            for limit in LIMITS {
                let wanted = if limit.ends_with("searchmoves") { &legal[legal.len() - 1..] } else { &legal[..] };
                let words =
                    if wanted.len() < legal.len() || legal.len() == 1 { wanted.join(" ") } else { String::new() };
                let words = if limit.ends_with("searchmoves") { words } else { String::new() };
                engine.send(&format!("go {limit} {words}"));
                if limit == "infinite" {
                    engine.send("stop");
                }
                let best = engine.best_move();
                let mv = best.split(' ').nth(1).unwrap_or_default().to_owned();
                assert!(
                    wanted.contains(&mv),
                    "{game} {position}, MultiPV {multi_pv}, go {limit}: {best}, not in {wanted:?}"
                );
            }
            engine.quit();
        }
    }
}

/// Kilobytes of address space: room for the program, and for fewer threads than are asked for.
#[cfg(target_os = "linux")]
const ADDRESS_SPACE: [u32; 6] = [200_000, 250_000, 300_000, 350_000, 360_000, 500_000];

#[cfg(target_os = "linux")]
#[test]
fn threads_that_there_is_no_room_for_are_done_without() {
    use std::fs;
    let tower = common::fresh("answers-tower.txt");
    let words = ["generate", "tower", "--rows", "11", "--cols", "13", "--decisions", "45", "--seed", "7", "-o"];
    let made = common::meihua(&[&words[..], &[&tower.display().to_string()]].concat(), "");
    assert!(made.status.success(), "{made:?}");
    for kilobytes in ADDRESS_SPACE {
        for (game, position) in [
            ("tower", format!("file {}", tower.display())),
            ("xiangqi", "startpos".to_owned()),
            ("cfour", "startpos".to_owned()),
        ] {
            let mut engine = Engine::limited(&format!("ulimit -v {kilobytes}"));
            engine.send(&format!("setoption name UCI_Variant value {game}\nsetoption name Threads value 64"));
            engine.send(&format!("position {position}\ngo movetime 200"));
            let best = engine.best_move();
            assert_ne!(best, "bestmove (none)", "{game}, {kilobytes} kB");
            engine.quit();
        }
    }
    fs::remove_file(tower).expect("our own file");
}
