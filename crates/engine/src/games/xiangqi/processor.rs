//! What the processor can do beyond the least that the program is built for.
//!
//! Boards are sets of bits, and every x86-64 processor since 2013 counts and finds bits by instructions of their own. A
//! program that runs on any x86-64 processor may not simply use them, so [`bit_instructions!`] compiles a function twice
//! and takes the right one at run time. Only what is inlined into the function is compiled twice with it. It pays where
//! bits are counted: the count of moves takes a third of the instructions less; generation and the exchange test gain
//! nothing.

/// Whether there are `popcnt`, `lzcnt`, and the instructions of `bmi1` and `bmi2`. Asked once; later answers come from
/// memory.
#[cfg(target_arch = "x86_64")]
#[inline(always)]
pub fn has_bit_instructions() -> bool {
    is_x86_feature_detected!("popcnt")
        && is_x86_feature_detected!("lzcnt")
        && is_x86_feature_detected!("bmi1")
        && is_x86_feature_detected!("bmi2")
}

/// Defines a function that uses the processor's bit instructions where there are some.
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
                    // SAFETY: the processor has the instructions.
                    return unsafe { with_bit_instructions($($arg),*) };
                }
            }
            on_any($($arg),*)
        }
    };
}

pub(crate) use bit_instructions;
