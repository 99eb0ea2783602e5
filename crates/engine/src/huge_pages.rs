//! Large pages for large tables that are read at random.
//!
//! With pages of 4 kB nearly every look into a table of megabytes also misses the processor's list of pages; with pages of
//! 2 MB that list covers gigabytes. Linux gives them where they are asked for and free (`madvise`, the usual setting); a
//! system that has none, or does not know them, changes nothing but the speed.

#![cfg_attr(target_os = "linux", expect(unsafe_code, reason = "advice to the system, which changes no contents"))]

/// The size of a large page in bytes; only whole ones are asked for.
#[cfg(target_os = "linux")]
const SIZE: usize = 1 << 21;

/// Asks the system for large pages under memory that was just allocated and not touched yet: a page that has been stays as it is.
#[cfg(target_os = "linux")]
pub(crate) fn advise<T>(memory: &[T]) {
    let begin = memory.as_ptr().cast::<u8>().cast_mut();
    let skipped = begin.align_offset(SIZE);
    let length = size_of_val(memory).saturating_sub(skipped) / SIZE * SIZE;
    if length > 0 {
        // SAFETY: the pages lie within `memory`, and the advice changes what carries them, not what they hold.
        // A refusal is no harm.
        let _ = unsafe { rustix::mm::madvise(begin.add(skipped).cast(), length, rustix::mm::Advice::LinuxHugepage) };
    }
}

/// Asks the system for large pages; this system is not asked.
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
