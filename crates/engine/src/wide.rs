//! 128-bit arithmetic, which the compiler turns into calls on WebAssembly; there it is done in 64-bit halves instead.

const IN_HALVES: bool = cfg!(target_family = "wasm");

/// `bits << by`, for `by` below 128.
#[inline(always)]
pub(crate) const fn shl(bits: u128, by: usize) -> u128 {
    if IN_HALVES { shl_in_halves(bits, by as u32) } else { bits << by }
}

/// `bits >> by`, for `by` below 128.
#[inline(always)]
pub(crate) const fn shr(bits: u128, by: usize) -> u128 {
    if IN_HALVES { shr_in_halves(bits, by as u32) } else { bits >> by }
}

/// `factor * count / 2^64`: maps a hash to an index below `count`.
#[inline(always)]
pub(crate) const fn scale(factor: u64, count: usize) -> usize {
    if IN_HALVES && count as u64 <= u32::MAX as u64 {
        scale_in_halves(factor, count as u32)
    } else {
        ((factor as u128 * count as u128) >> 64) as usize
    }
}

/// A 64-bit shift uses only the low six bits of its shift count.
#[inline(always)]
const fn shl_in_halves(bits: u128, by: u32) -> u128 {
    let (low, high) = (bits as u64, (bits >> 64) as u64);
    let moved = low.wrapping_shl(by);
    let across = high.wrapping_shl(by) | (low >> 1).wrapping_shr(!by);
    let (low, high) = if by < 64 { (moved, across) } else { (0, moved) };
    low as u128 | (high as u128) << 64
}

#[inline(always)]
const fn shr_in_halves(bits: u128, by: u32) -> u128 {
    let (low, high) = (bits as u64, (bits >> 64) as u64);
    let moved = high.wrapping_shr(by);
    let across = low.wrapping_shr(by) | (high << 1).wrapping_shl(!by);
    let (low, high) = if by < 64 { (across, moved) } else { (moved, 0) };
    low as u128 | (high as u128) << 64
}

/// The low half of `factor` matters only through its carry.
#[inline(always)]
const fn scale_in_halves(factor: u64, count: u32) -> usize {
    let (low, high, count) = (factor as u32 as u64, factor >> 32, count as u64);
    ((high * count + ((low * count) >> 32)) >> 32) as usize
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn halves_make_a_whole(bits: u128, by in 0..128usize, factor: u64, count: u32) {
            prop_assert_eq!(shl_in_halves(bits, by as u32), bits << by);
            prop_assert_eq!(shr_in_halves(bits, by as u32), bits >> by);
            prop_assert_eq!(scale_in_halves(factor, count), ((u128::from(factor) * u128::from(count)) >> 64) as usize);
        }
    }
}
