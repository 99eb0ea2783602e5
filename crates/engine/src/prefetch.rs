//! Requests memory before it is needed.

#![cfg_attr(
    any(target_arch = "x86_64", target_family = "wasm"),
    expect(unsafe_code, reason = "reads nothing that the program can see")
)]

/// Asks the processor to load what a reference points to into its cache. Does nothing on processors whose instruction
/// is not known here.
#[inline(always)]
pub(crate) fn prefetch<T: ?Sized>(what: &T) {
    #[cfg(target_arch = "x86_64")]
    {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        // SAFETY: a prefetch has no effect visible to the program, and the address belongs to a live reference.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(what).cast()) };
    }
    // WebAssembly has no such instruction: a byte is read whose value nobody waits for.
    #[cfg(target_family = "wasm")]
    // SAFETY: the first byte of a live reference is read.
    unsafe {
        std::ptr::from_ref(what).cast::<u8>().read_volatile();
    }
    #[cfg(not(any(target_arch = "x86_64", target_family = "wasm")))]
    let _ = what;
}
