//! The arithmetic of the network, compiled for every vector width; the network spends nearly all of its time here.

#![cfg_attr(
    any(target_arch = "x86_64", target_family = "wasm"),
    expect(
        unsafe_code,
        reason = "compiled for instructions that the processor was asked about, or that the target has"
    )
)]

use super::feature::{FeatureSet, VIEWS, perspective};
use super::{MAX_OUTPUT, Net, Neurons, QA, QB, WIDTH, bucket, scale};
use crate::games::xiangqi::position::Position;
use crate::games::xiangqi::vectors::Width;
use crate::side::Side;
use crate::vectorised;

/// The sums of the first layer before clipping, one row per view.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Accumulator(pub [Neurons; VIEWS]);

/// What a move changes: the features removed, added, and those of a captured piece.
#[derive(Clone, Copy, Debug)]
pub struct Change {
    /// The moving piece on its old square.
    pub left: &'static FeatureSet,
    /// The moving piece on its new square.
    pub entered: &'static FeatureSet,
    /// The captured piece.
    pub taken: Option<&'static FeatureSet>,
}

// The largest product of an activation and an output weight fits into 16 bits.
const _: () = assert!(QA * MAX_OUTPUT as i32 <= i16::MAX as i32);

vectorised! {
    /// The accumulator after a move, computed from the one before.
    pub fn update(net: &Net, before: &Accumulator, change: &Change, after: &mut Accumulator) {
        for view in 0..VIEWS {
            let (old, new) = (&before.0[view].0, &mut after.0[view].0);
            let (left, entered) = (net.row(change.left[view]), net.row(change.entered[view]));
            match change.taken {
                None => {
                    for i in 0..WIDTH {
                        new[i] = old[i].wrapping_sub(left[i]).wrapping_add(entered[i]);
                    }
                }
                Some(taken) => {
                    let taken = net.row(taken[view]);
                    for i in 0..WIDTH {
                        new[i] = old[i].wrapping_sub(left[i]).wrapping_add(entered[i]).wrapping_sub(taken[i]);
                    }
                }
            }
        }
    }
}

vectorised! {
    /// The accumulator of a board: the biases plus a row for each piece.
    pub fn refresh(net: &Net, pieces: &[&FeatureSet], sums: &mut Accumulator) {
        for view in 0..VIEWS {
            let sums = &mut sums.0[view].0;
            *sums = net.bias.0;
            for features in pieces {
                let row = net.row(features[view]);
                for i in 0..WIDTH {
                    sums[i] = sums[i].wrapping_add(row[i]);
                }
            }
        }
    }
}

vectorised! {
    /// The output in centipawns for `side`.
    pub fn output(width; net: &Net, sums: &Accumulator, side: Side, bucket: usize) -> i32 {
        total(width, net, sums, side, bucket)
    }
}

vectorised! {
    /// The value of a position in centipawns for the side to move, with advantages that cannot be won reduced
    /// ([`scale`]).
    pub fn value(width; net: &Net, sums: &Accumulator, position: &Position) -> i32 {
        let (side, pieces) = (position.side(), position.occupied().count());
        let own = total(width, net, sums, side, bucket(pieces as usize));
        let sign = if side == Side::First { 1 } else { -1 };
        sign * scale::scale(position, sign * own)
    }
}

/// The output in centipawns for `side`.
#[inline(always)]
fn total(width: Width, net: &Net, sums: &Accumulator, side: Side, bucket: usize) -> i32 {
    let [for_own, for_other] = &net.output[bucket];
    let half = |side: Side, weights: &Neurons| {
        let [straight, mirrored] = [0, 1].map(|view| &sums.0[perspective(side) + view].0);
        i64::from(product(width, straight, mirrored, &weights.0))
    };
    let total = half(side, for_own) + half(!side, for_other);
    let output = total / i64::from(QA) + i64::from(net.output_bias[bucket]);
    (output * i64::from(net.scale) / i64::from(QA * QB)) as i32
}

/// The sum of squared clipped activations times weights, over both views of a side. An activation times a weight fits
/// into 16 bits, so that one instruction can multiply it by the activation again and add neighbours; the sum of up to
/// 256 numbers fits into 32 bits.
#[inline(always)]
fn product(width: Width, straight: &[i16; WIDTH], mirrored: &[i16; WIDTH], weights: &[i16; WIDTH]) -> i32 {
    const { assert!(2 * WIDTH <= 256) };
    match width {
        // SAFETY: functions compiled for these widths run only on processors that have AVX2.
        #[cfg(target_arch = "x86_64")]
        Width::Avx2 | Width::Avx512 => unsafe { product_in_avx2(straight, mirrored, weights) },
        Width::Any => product_in_any(straight, mirrored, weights),
    }
}

/// The same in 256-bit vectors. From the portable loop, the compiler makes vectors half as wide.
#[cfg(target_arch = "x86_64")]
#[inline]
#[target_feature(enable = "avx2")]
fn product_in_avx2(straight: &[i16; WIDTH], mirrored: &[i16; WIDTH], weights: &[i16; WIDTH]) -> i32 {
    use std::arch::x86_64::{
        __m256i, _mm_add_epi32, _mm_cvtsi128_si32, _mm_shuffle_epi32, _mm256_add_epi32, _mm256_castsi256_si128,
        _mm256_extracti128_si256, _mm256_loadu_si256, _mm256_madd_epi16, _mm256_max_epi16, _mm256_min_epi16,
        _mm256_mullo_epi16, _mm256_set1_epi16, _mm256_setzero_si256,
    };
    let load = |numbers: &[i16; 16]| {
        // SAFETY: sixteen 16-bit numbers are the 32 bytes read; they need not be aligned.
        unsafe { _mm256_loadu_si256(std::ptr::from_ref(numbers).cast::<__m256i>()) }
    };
    let (zero, most) = (_mm256_setzero_si256(), _mm256_set1_epi16(QA as i16));
    let mut totals = [zero; 2];
    let rows = straight.as_chunks().0.iter().zip(mirrored.as_chunks().0).zip(weights.as_chunks().0);
    for ((straight, mirrored), weights) in rows {
        let weights = load(weights);
        for (total, sums) in totals.iter_mut().zip([straight, mirrored]) {
            let active = _mm256_min_epi16(_mm256_max_epi16(load(sums), zero), most);
            *total = _mm256_add_epi32(*total, _mm256_madd_epi16(_mm256_mullo_epi16(active, weights), active));
        }
    }
    let total = _mm256_add_epi32(totals[0], totals[1]);
    let total = _mm_add_epi32(_mm256_castsi256_si128(total), _mm256_extracti128_si256::<1>(total));
    let total = _mm_add_epi32(total, _mm_shuffle_epi32::<0b01_00_11_10>(total));
    _mm_cvtsi128_si32(_mm_add_epi32(total, _mm_shuffle_epi32::<0b00_00_00_01>(total)))
}

/// The same for any processor.
#[inline(always)]
#[cfg(not(all(target_family = "wasm", target_feature = "simd128")))]
fn product_in_any(straight: &[i16; WIDTH], mirrored: &[i16; WIDTH], weights: &[i16; WIDTH]) -> i32 {
    let mut total = 0i32;
    for i in 0..WIDTH {
        for sum in [straight[i], mirrored[i]] {
            let active = sum.clamp(0, QA as i16);
            total += i32::from(active.wrapping_mul(weights[i])) * i32::from(active);
        }
    }
    total
}

/// The same in WebAssembly's vectors, whose instruction for this the compiler does not find by itself.
#[inline(always)]
#[cfg(all(target_family = "wasm", target_feature = "simd128"))]
fn product_in_any(straight: &[i16; WIDTH], mirrored: &[i16; WIDTH], weights: &[i16; WIDTH]) -> i32 {
    use std::arch::wasm32::{
        i16x8_max, i16x8_min, i16x8_mul, i16x8_splat, i32x4_add, i32x4_dot_i16x8, i32x4_extract_lane, i32x4_splat,
        v128, v128_load,
    };
    let load = |numbers: &[i16; 8]| {
        // SAFETY: eight 16-bit numbers are the 16 bytes read; they need not be aligned.
        unsafe { v128_load(std::ptr::from_ref(numbers).cast::<v128>()) }
    };
    let (zero, most) = (i16x8_splat(0), i16x8_splat(QA as i16));
    let mut total = i32x4_splat(0);
    let rows = straight.as_chunks().0.iter().zip(mirrored.as_chunks().0).zip(weights.as_chunks().0);
    for ((straight, mirrored), weights) in rows {
        for sums in [straight, mirrored] {
            let active = i16x8_min(i16x8_max(load(sums), zero), most);
            total = i32x4_add(total, i32x4_dot_i16x8(i16x8_mul(active, load(weights)), active));
        }
    }
    i32x4_extract_lane::<0>(total)
        + i32x4_extract_lane::<1>(total)
        + i32x4_extract_lane::<2>(total)
        + i32x4_extract_lane::<3>(total)
}
