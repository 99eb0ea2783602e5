//! Huge pages for large tables with random access.
//!
//! With pages of 4 kB, nearly every access to a table of many megabytes also misses the processor's TLB; with pages of
//! 2 MB, the TLB covers gigabytes. Linux provides them on request if available (`madvise`, the usual setting). On
//! systems without them, only the speed differs.

#![cfg_attr(target_os = "linux", expect(unsafe_code, reason = "advice to the system, which changes no contents"))]

/// The size of a huge page in bytes; only whole ones are requested.
#[cfg(target_os = "linux")]
const SIZE: usize = 1 << 21;

/// Requests huge pages for memory that was just allocated and not touched yet. Pages already touched stay as they are.
#[cfg(target_os = "linux")]
pub(crate) fn advise<T>(memory: &[T]) {
    let begin = memory.as_ptr().cast::<u8>().cast_mut();
    let skipped = begin.align_offset(SIZE);
    let length = size_of_val(memory).saturating_sub(skipped) / SIZE * SIZE;
    if length > 0 {
        // SAFETY: the pages lie within `memory`, and the advice changes how they are backed, not what they hold.
        // A refusal does no harm.
        let _ = unsafe { rustix::mm::madvise(begin.add(skipped).cast(), length, rustix::mm::Advice::LinuxHugepage) };
    }
}

/// Requests huge pages; on this system it does nothing.
#[cfg(not(target_os = "linux"))]
pub(crate) fn advise<T>(_: &[T]) {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn memory_is_as_good_as_before() {
        for length in [0, 1, 1 << 20, 5 << 20] {
            let mut memory = vec![0u8; length];
            advise(&memory);
            memory.fill(7);
            assert!(memory.iter().all(|&byte| byte == 7));
        }
    }
}
