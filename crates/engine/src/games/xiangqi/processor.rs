//! Processor features beyond the baseline for which the program is compiled.
//!
//! Boards are sets of bits, and every x86-64 processor since 2013 has instructions to count and find bits. A program
//! that must run on any x86-64 processor cannot simply use them, so [`bit_instructions!`] compiles a function twice and
//! selects the right version at run time. Only what is inlined into the function is compiled twice along with it. It
//! pays off where bits are counted: counting moves takes a third fewer instructions, while move generation and the
//! exchange test gain nothing.

/// Whether the processor has `popcnt`, `lzcnt`, and the instructions of `bmi1` and `bmi2`. The answer is determined
/// once and then cached.
#[cfg(target_arch = "x86_64")]
#[inline(always)]
pub fn has_bit_instructions() -> bool {
    is_x86_feature_detected!("popcnt")
        && is_x86_feature_detected!("lzcnt")
        && is_x86_feature_detected!("bmi1")
        && is_x86_feature_detected!("bmi2")
}

/// Defines a function that uses the processor's bit instructions if available.
macro_rules! bit_instructions {
    ($(#[$doc:meta])* $vis:vis fn $name:ident($($arg:ident: $Arg:ty),*) $(-> $Result:ty)? $body:block) => {
        $(#[$doc])*
        $vis fn $name($($arg: $Arg),*) $(-> $Result)? {
            #[inline(always)]
            fn on_any($($arg: $Arg),*) $(-> $Result)? $body

            #[cfg(target_arch = "x86_64")]
            {
                #[target_feature(enable = "popcnt,lzcnt,bmi1,bmi2")]
                fn with_bit_instructions($($arg: $Arg),*) $(-> $Result)? {
                    on_any($($arg),*)
                }
                if $crate::games::xiangqi::processor::has_bit_instructions() {
                    // SAFETY: the processor has these instructions.
                    return unsafe { with_bit_instructions($($arg),*) };
                }
            }
            on_any($($arg),*)
        }
    };
}

pub(crate) use bit_instructions;
