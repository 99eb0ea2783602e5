//! The system's allocator, asked again after a pause where it refuses a small allocation.
//!
//! Under an address-space limit, a refusal may be over in a moment: for a thread's first allocation, glibc maps 128 MB and
//! then returns half of it, and what another thread asks for in between is refused. Rust aborts the process on it.

use std::alloc::{GlobalAlloc, Layout, System};
use std::time::Duration;

/// Allocations of more bytes than this are tried once: their callers ask whether there is room ([`crate::room`]).
const SMALL: usize = 1 << 20;
/// How often a small allocation is tried again.
const TRIES: u32 = 8;
/// The pause before try N is N times this.
const PAUSE: Duration = Duration::from_micros(100);

/// The allocator, for a program's `#[global_allocator]`.
pub struct PatientAllocator;

/// Calls `allocate` until it succeeds, [`TRIES`] times more if `size` is small.
#[inline]
fn patiently(size: usize, allocate: impl Fn() -> *mut u8) -> *mut u8 {
    let given = allocate();
    if given.is_null() && size <= SMALL { try_again(allocate) } else { given }
}

#[cold]
fn try_again(allocate: impl Fn() -> *mut u8) -> *mut u8 {
    let after_pause = |round| {
        std::thread::sleep(PAUSE * round);
        allocate()
    };
    (1..=TRIES).map(after_pause).find(|given| !given.is_null()).unwrap_or(std::ptr::null_mut())
}

#[expect(unsafe_code, reason = "the trait of allocators is unsafe")]
// SAFETY: every call goes to the system's allocator with the caller's arguments, and its answer is returned.
unsafe impl GlobalAlloc for PatientAllocator {
    #[inline]
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        // SAFETY: the caller keeps the contract of `alloc`, which is the same.
        patiently(layout.size(), || unsafe { System.alloc(layout) })
    }

    #[inline]
    unsafe fn dealloc(&self, block: *mut u8, layout: Layout) {
        // SAFETY: the block is the system's, with this layout.
        unsafe { System.dealloc(block, layout) }
    }

    #[inline]
    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        // SAFETY: as for `alloc`.
        patiently(layout.size(), || unsafe { System.alloc_zeroed(layout) })
    }

    #[inline]
    unsafe fn realloc(&self, block: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        // SAFETY: as for `dealloc`; a refused `realloc` leaves the block as it was, so it may be asked again.
        patiently(size, || unsafe { System.realloc(block, layout, size) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::cell::Cell;

    #[test]
    fn a_small_allocation_is_tried_again_and_a_large_one_is_not() {
        let mut byte = 0;
        let block: *mut u8 = &mut byte;
        let asked = Cell::new(0);
        let third_time = || {
            asked.set(asked.get() + 1);
            if asked.get() < 3 { std::ptr::null_mut() } else { block }
        };
        assert_eq!((patiently(64, third_time), asked.get()), (block, 3));
        asked.set(0);
        assert!(patiently(SMALL + 1, third_time).is_null());
        assert_eq!(asked.get(), 1);
    }

    #[test]
    fn what_is_refused_for_good_is_refused() {
        assert!(patiently(64, std::ptr::null_mut).is_null());
    }
}
