//! Tests the network against its symmetries and against itself computed from scratch, and its file against damage.

use super::evaluator::{NetEvaluation, XiangqiParams, fresh};
use super::feature::{FeatureSet, VIEWS, feature_set};
use super::file::{NetError, Numbers, shape};
use super::kernel::{self, Accumulator, Change};
use super::*;
use crate::game::Evaluator;
use crate::games::xiangqi::movegen::{Moves, legal_moves};
use crate::games::xiangqi::setup::Setup;
use crate::games::xiangqi::square::Square;
use crate::games::xiangqi::vectors::Level;
use crate::games::xiangqi::{Move, fen};
use crate::random::SplitMix64;
use crate::side::Side;
use std::sync::Arc;

/// A network with random weights of all sizes.
pub(crate) fn noise(seed: u64) -> Net {
    let mut random = SplitMix64::new(seed);
    let mut number = |most: i16| (random.below(2 * most as usize + 1) as i32 - i32::from(most)) as i16;
    let mut shorts: Vec<i16> = (0..(FEATURES + 1) * WIDTH).map(|_| number(120)).collect();
    shorts.extend((0..2 * BUCKETS * WIDTH).map(|_| number(MAX_OUTPUT)));
    let output_bias = std::array::from_fn(|_| i32::from(number(9_000)));
    Net::assemble("seed=noise", &Numbers { shorts, output_bias, scale: 200 }).expect("numbers within bounds")
}

/// Random games with every fourth step taken back; `visit` receives each position with the evaluator that followed the
/// moves.
fn walk(net: &Arc<Net>, seed: u64, games: usize, mut visit: impl FnMut(&Position, &mut NetEvaluation)) {
    let mut random = SplitMix64::new(seed);
    for _ in 0..games {
        let mut position = fen::parse(fen::START).expect("the start position");
        let mut evaluation = NetEvaluation::new(&position, &XiangqiParams(Arc::clone(net)));
        let mut played: Vec<Move> = Vec::new();
        for _ in 0..200 {
            let mut moves = Moves::new();
            legal_moves(&position, &mut moves);
            if (random.below(4) == 0 || moves.is_empty()) && played.pop().is_some() {
                position.unmake_move();
                evaluation.unmake();
            } else if !moves.is_empty() {
                let mv = moves[random.below(moves.len())];
                evaluation.make(&position, mv);
                position.make_move(mv);
                played.push(mv);
            }
            // Not every position is evaluated, so that several moves must be caught up with at once.
            if random.below(3) > 0 {
                visit(&position, &mut evaluation);
            }
        }
    }
}

#[test]
fn told_the_moves_it_knows_the_position() {
    let net = Arc::new(noise(1));
    let mut values = Vec::new();
    walk(&net, 2, 30, |position, evaluation| {
        let value = evaluation.evaluate(position);
        assert_eq!(value, net.evaluate(position), "{}", fen::write(position));
        values.push(value);
    });
    values.sort_unstable();
    values.dedup();
    assert!(values.len() > 500, "only {} different values", values.len());
}

#[test]
fn symmetries_keep_the_value() {
    let net = Arc::new(noise(3));
    walk(&net, 4, 20, |position, _| {
        let value = net.evaluate(position);
        let mut mirror = Setup::of(position);
        for square in Square::all() {
            mirror.board[square.mirror_files().index()] = position.piece_on(square);
        }
        let mirrored = mirror.build().expect("the mirror image of a position");
        assert_eq!(net.evaluate(&mirrored), value, "{}", fen::write(position));
        let swapped = Setup::of(position).flipped().build().expect("the same with colours exchanged");
        assert_eq!(net.evaluate(&swapped), value, "{}", fen::write(position));
    });
}

/// Sums of every kind: below 0, in range, above 1, at the limits.
fn random_sums(random: &mut SplitMix64) -> Accumulator {
    let mut sum = || match random.below(8) {
        0 => [0, QA as i16, -1, QA as i16 + 1][random.below(4)],
        1 => random.next_u64() as i16 / 2,
        _ => random.below(400) as i16 - 70,
    };
    Accumulator([(); VIEWS].map(|()| Neurons(std::array::from_fn(|_| sum()))))
}

/// Checks that all levels of the processor give the same accumulators and outputs for `positions` positions.
fn levels_agree(positions: usize) {
    let (net, mut random) = (noise(5), SplitMix64::new(6));
    let levels = Level::all();
    let features: Vec<&FeatureSet> = crate::games::xiangqi::Piece::all()
        .flat_map(|piece| Square::all().map(move |square| feature_set(piece, square)))
        .collect();
    for _ in 0..positions {
        let sums = random_sums(&mut random);
        let mut pick = || features[random.below(features.len())];
        let pieces = [pick(), pick(), pick(), pick(), pick()];
        let taken = Some(pieces[2]).filter(|_| pieces[0][0] % 2 == 0);
        let change = Change { left: pieces[0], entered: pieces[1], taken };
        let bucket = usize::from(pieces[3][0]) % BUCKETS;
        let results = levels.iter().map(|&level| {
            let (mut after, mut gathered) = (sums.clone(), sums.clone());
            kernel::update(level, &net, &sums, &change, &mut after);
            kernel::refresh(level, &net, &pieces, &mut gathered);
            (kernel::output(level, &net, &sums, Side::First, bucket), after, gathered)
        });
        let results: Vec<_> = results.collect();
        assert!(results.iter().all(|result| *result == results[0]), "{sums:?} {change:?}");
    }
}

#[test]
fn levels_agree_to_the_bit() {
    levels_agree(20_000);
}

#[test]
#[ignore = "a million positions take a while: cargo test --release -- --ignored levels_agree"]
fn levels_agree_to_the_bit_on_a_million_positions() {
    levels_agree(1_000_000);
}

#[test]
fn output_is_the_formula() {
    let (net, mut random) = (noise(7), SplitMix64::new(8));
    for _ in 0..2_000 {
        let sums = random_sums(&mut random);
        let bucket = random.below(BUCKETS);
        let mut total = 0i64;
        for (view, row) in sums.0.iter().enumerate() {
            let weights = &net.output[bucket][usize::from(view / 2 != Side::Second.index())];
            for (sum, weight) in row.0.iter().zip(weights.0) {
                let active = i64::from(*sum).clamp(0, i64::from(QA));
                total += active * active * i64::from(weight);
            }
        }
        let output = total / i64::from(QA) + i64::from(net.output_bias[bucket]);
        let expected = output * i64::from(net.scale) / i64::from(QA * QB);
        assert_eq!(i64::from(kernel::output(Level::best(), &net, &sums, Side::Second, bucket)), expected);
    }
}

#[test]
fn the_board_is_a_row_for_each_piece() {
    let net = noise(9);
    let position = fen::parse("4k4/4a4/9/9/4n4/9/9/9/3R5/3K5 w - - 0 1").expect("a position");
    let sums = fresh(Level::best(), &net, &position);
    for (view, row) in sums.0.iter().enumerate() {
        let mut expected = net.bias.0;
        for square in position.occupied() {
            let feature = feature_set(position.piece_on(square).expect("a piece"), square)[view];
            expected.iter_mut().zip(net.row(feature)).for_each(|(sum, weight)| *sum += weight);
        }
        assert_eq!(row.0, expected, "view {view}");
    }
}

#[test]
fn buckets_cover_all_boards() {
    let buckets: Vec<usize> = (2..=MAX_PIECES).map(bucket).collect();
    assert!(buckets.is_sorted() && buckets[0] == 0 && buckets[MAX_PIECES - 2] == BUCKETS - 1);
}

#[test]
fn a_file_comes_back_and_damage_is_named() {
    let net = noise(10);
    let bytes = net.encode();
    assert_eq!(Net::decode(&bytes).expect("its own bytes"), net);
    let line = bytes.iter().position(|&byte| byte == b'\n').expect("a line") + 1;
    for cut in [0, 5, line - 1, line, line + 100, bytes.len() - 1] {
        let error = Net::decode(&bytes[..cut]).expect_err("cut");
        let is_named = matches!(error, NetError::Foreign | NetError::Length { .. });
        assert!(is_named, "cut at {cut}: {error}");
    }
    let mut longer = bytes.clone();
    longer.push(0);
    assert!(matches!(Net::decode(&longer), Err(NetError::Length { .. })));
    for place in [line - 3, line, line + 1_000, bytes.len() - 1] {
        let mut changed = bytes.clone();
        changed[place] ^= 4;
        assert!(matches!(Net::decode(&changed), Err(NetError::Damaged { .. })), "byte {place}");
    }
    let other = String::from_utf8_lossy(&bytes[..line]).replace(&shape(), "features=692 width=8 buckets=1");
    let error = Net::decode(other.as_bytes()).expect_err("another shape").to_string();
    assert!(error.contains("width=8") && error.contains(&shape()), "{error}");
    assert!(matches!(Net::decode(b"[Event \"?\"]\n"), Err(NetError::Foreign)));
}

#[test]
fn weights_that_would_overflow_are_refused() {
    let shorts = vec![0; (FEATURES + 1 + 2 * BUCKETS) * WIDTH];
    let last = shorts.len() - 1;
    for (place, weight) in [(0, MAX_FEATURE + 1), (last, MAX_OUTPUT + 1), (last, i16::MIN)] {
        let mut numbers = Numbers { shorts: shorts.clone(), output_bias: [0; BUCKETS], scale: 1 };
        numbers.shorts[place] = weight;
        assert!(matches!(Net::assemble("", &numbers), Err(NetError::Weight(_))), "{weight}");
    }
}

#[test]
fn the_network_that_is_built_in_can_be_read() {
    assert!(Net::built_in().about.contains("licence="));
}
