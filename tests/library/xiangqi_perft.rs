//! Perft: the numbers of positions that a faulty move generator gets wrong.
//!
//! The counts were published by the Chess Programming Wiki ("Chinese Chess Perft Results"), by the authors of the
//! engines folium and mce, and in the tests of Fairy-Stockfish.

use meihua::control::Control;
use meihua::engine::perft::{count, divide};
use meihua::games::xiangqi::movegen::legal_moves;
use meihua::games::xiangqi::{Moves, fen};

/// A position and its counts from depth 1 on.
type Row = (&'static str, &'static [u64]);

/// All known counts up to five million.
#[rustfmt::skip]
const ROWS: [Row; 16] = [
    // CPW #1
    ("rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1", &[44, 1920, 79666, 3290240]),
    // CPW #2
    ("r1ba1a3/4kn3/2n1b4/pNp1p1p1p/4c4/6P2/P1P2R2P/1CcC5/9/2BAKAB2 w - - 0 1", &[38, 1128, 43929, 1339047]),
    // CPW #3
    ("1cbak4/9/n2a5/2p1p3p/5cp2/2n2N3/6PCP/3AB4/2C6/3A1K1N1 w - - 0 1", &[7, 281, 8620, 326201]),
    // CPW #4
    ("5a3/3k5/3aR4/9/5r3/5n3/9/3A1A3/5K3/2BC2B2 w - - 0 1", &[25, 424, 9850, 202884, 4739553]),
    // CPW #5
    ("CRN1k1b2/3ca4/4ba3/9/2nr5/9/9/4B4/4A4/4KA3 w - - 0 1", &[28, 516, 14808, 395483]),
    // CPW #6
    ("R1N1k1b2/9/3aba3/9/2nr5/2B6/9/4B4/4A4/4KA3 w - - 0 1", &[21, 364, 7626, 162837, 3500505]),
    // CPW #7
    ("C1nNk4/9/9/9/9/9/n1pp5/B3C4/9/3A1K3 w - - 0 1", &[28, 222, 6241, 64971, 1914306]),
    // CPW #8
    ("4ka3/4a4/9/9/4N4/p8/9/4C3c/7n1/2BK5 w - - 0 1", &[23, 345, 8124, 149272, 3513104]),
    // CPW #9
    ("2b1ka3/9/b3N4/4n4/9/9/9/4C4/2p6/2BK5 w - - 0 1", &[21, 195, 3883, 48060, 933096]),
    // CPW #10
    ("1C2ka3/9/C1Nab1n2/p3p3p/6p2/9/P3P3P/3AB4/3p2c2/c1BAK4 w - - 0 1", &[30, 830, 22787, 649866]),
    // CPW #11
    ("CnN1k1b2/c3a4/4ba3/9/2nr5/9/9/4C4/4A4/4KA3 w - - 0 1", &[19, 583, 11714, 376467]),
    // folium
    ("r2akab1r/3n5/4b3n/p1p1pRp1p/9/2P3P2/P3P3c/N2C3C1/4A4/1RBAK1B2 w - - 0 1", &[58, 1651, 90744, 2605437]),
    // FSF tests
    ("1rbaka2R/5r3/6n2/2p1p1p2/4P1bP1/PpC3Bc1/1nPR2P2/2N2AN2/1c2K1p2/2BAC4 w - - 0 1", &[49, 2265, 100326, 4485547]),
    // FSF tests
    ("4kcP1N/8n/3rb4/9/9/9/9/3p1A3/4K4/5CB2 w - - 0 1", &[13, 272, 3707, 92741]),
    // mce
    ("r1bakab1r/9/1cn3nc1/p1p1p1p1p/9/9/P1P1P1P1P/1CN3NC1/9/R1BAKAB1R w - - 0 1", &[36, 1292, 47994, 1777662]),
    // mce
    ("r1bakab1r/9/1c2c4/p3p3p/2p3p2/2P3P2/P3P3P/1C2C4/9/R1BAKAB1R w - - 0 1", &[33, 1066, 36542, 1259434]),
];

fn assert_counts(position: &str, depths: impl Iterator<Item = (u32, u64)>) {
    let mut board = fen::parse(position).unwrap_or_else(|error| panic!("{position}: {error}"));
    for (depth, expected) in depths {
        assert_eq!(count(&mut board, depth, &Control::new()), Some(expected), "perft {depth} of {position}");
    }
    assert_eq!(fen::write(&board), position, "perft must leave the position as it was");
}

#[test]
fn known_counts() {
    for (position, counts) in ROWS {
        assert_counts(position, (1..).zip(counts.iter().copied()));
    }
}

#[test]
fn divide_names_every_move_once() {
    let board = fen::parse(fen::START).unwrap();
    let (mut moves, mut parts) = (Moves::new(), Vec::new());
    legal_moves(&board, &mut moves);
    let leaves = divide(&board, 3, &Control::new(), |_| true, |mv, leaves| parts.push((mv, leaves)));
    assert_eq!(parts.iter().map(|part| part.0).collect::<Vec<_>>(), moves.to_vec());
    assert_eq!((leaves, parts.iter().map(|part| part.1).sum()), (Some(79_666), 79_666));
}
