//! Long loops over short numbers, compiled for every vector width that a processor may have.
//!
//! [`vectorised!`](crate::vectorised!) compiles a function three times: for any processor, for AVX2 and for AVX-512.
//! The compiler generates the vector instructions from one source, and integer sums do not depend on their order, so
//! all three give the same bits. [`Level`] says which one to use; it is determined once and passed down.

#[cfg(target_arch = "x86_64")]
use super::processor::has_bit_instructions;

/// The vector width that this processor supports. A value is proof of support.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Level(Width);

/// How wide vectors are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[doc(hidden)]
pub enum Width {
    /// The baseline of the target.
    Any,
    /// 256 bits: AVX2, along with the bit instructions that all such processors have.
    #[cfg(target_arch = "x86_64")]
    Avx2,
    /// 512 bits: AVX-512 with 16-bit integer instructions.
    #[cfg(target_arch = "x86_64")]
    Avx512,
}

impl Level {
    /// All levels that this processor supports, the best one last.
    pub fn all() -> Vec<Level> {
        [Width::Any].into_iter().chain(wider()).map(Level).collect()
    }

    /// The best level of this processor.
    pub fn best() -> Level {
        Level::all().last().copied().unwrap_or(Level(Width::Any))
    }

    /// Its width, for [`vectorised!`](crate::vectorised!).
    #[inline(always)]
    #[doc(hidden)]
    pub fn width(self) -> Width {
        self.0
    }
}

/// The widths that this processor supports beyond the baseline, in increasing order.
#[cfg(target_arch = "x86_64")]
fn wider() -> Vec<Width> {
    let has_avx2 = is_x86_feature_detected!("avx2") && has_bit_instructions();
    let has_words = is_x86_feature_detected!("avx512bw") && is_x86_feature_detected!("avx512vl");
    let has_avx512 = has_avx2 && is_x86_feature_detected!("avx512f") && has_words;
    let widths = [(Width::Avx2, has_avx2), (Width::Avx512, has_avx512)];
    widths.into_iter().filter(|&(_, is_there)| is_there).map(|(width, _)| width).collect()
}

/// None: NEON, for example, is part of every 64-bit ARM target.
#[cfg(not(target_arch = "x86_64"))]
fn wider() -> [Width; 0] {
    []
}

/// Defines a function for every level; its first argument, which is implicit, is the [`Level`]. A function that must
/// know the width, because the compiler does not find the best instructions by itself, names it first:
/// `fn name(width; …)`.
#[macro_export]
macro_rules! vectorised {
    ($(#[$doc:meta])* $vis:vis fn $name:ident($($arg:ident: $Arg:ty),* $(,)?) $(-> $Result:ty)? $body:block) => {
        $crate::vectorised! { $(#[$doc])* $vis fn $name(_width; $($arg: $Arg),*) $(-> $Result)? $body }
    };
    ($(#[$doc:meta])* $vis:vis fn $name:ident($width:ident; $($arg:ident: $Arg:ty),* $(,)?) $(-> $Result:ty)?
        $body:block) => {
        $(#[$doc])*
        #[inline]
        $vis fn $name(level: $crate::games::xiangqi::vectors::Level, $($arg: $Arg),*) $(-> $Result)? {
            #[inline(always)]
            fn on_any($width: $crate::games::xiangqi::vectors::Width, $($arg: $Arg),*) $(-> $Result)? $body

            #[cfg(target_arch = "x86_64")]
            #[target_feature(enable = "avx2,popcnt,lzcnt,bmi1,bmi2")]
            fn with_avx2($($arg: $Arg),*) $(-> $Result)? {
                on_any(Width::Avx2, $($arg),*)
            }

            #[cfg(target_arch = "x86_64")]
            #[target_feature(enable = "avx2,popcnt,lzcnt,bmi1,bmi2,avx512f,avx512bw,avx512vl")]
            fn with_avx512($($arg: $Arg),*) $(-> $Result)? {
                on_any(Width::Avx512, $($arg),*)
            }

            use $crate::games::xiangqi::vectors::Width;
            match level.width() {
                Width::Any => on_any(Width::Any, $($arg),*),
                // SAFETY: a level of this width exists only if the processor has these instructions.
                #[cfg(target_arch = "x86_64")]
                Width::Avx2 => unsafe { with_avx2($($arg),*) },
                // SAFETY: as above.
                #[cfg(target_arch = "x86_64")]
                Width::Avx512 => unsafe { with_avx512($($arg),*) },
            }
        }
    };
}

#[cfg(test)]
#[expect(unsafe_code, reason = "the macro under test")]
mod tests {
    use super::*;

    vectorised! {
        /// The sum of the products.
        fn product(a: &[i16; 64], b: &[i16; 64]) -> i32 {
            a.iter().zip(b).map(|(&a, &b)| i32::from(a) * i32::from(b)).sum()
        }
    }

    #[test]
    fn levels_agree() {
        let numbers: [i16; 64] = std::array::from_fn(|index| (index as i32 * 577 % 1_000 - 500) as i16);
        let sums: Vec<i32> = Level::all().into_iter().map(|level| product(level, &numbers, &numbers)).collect();
        assert!(sums[0] > 0 && sums.iter().all(|&sum| sum == sums[0]), "{sums:?}");
        assert_eq!(Level::all().last(), Some(&Level::best()));
    }
}
