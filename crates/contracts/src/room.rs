//! Asks whether memory is available before it is allocated, because a failed allocation aborts the process.

use std::hint::black_box;
use std::time::Duration;

/// Number of times to count before the answer is no: a thread's first allocation briefly takes twice the address space
/// that the thread keeps (64 MB of glibc's arenas).
const ROOM_TRIES: u32 = 5;

/// The pause after count N is N times this.
const ROOM_PAUSE: Duration = Duration::from_millis(1);

/// Whether the system would grant `bytes` more now. If the address space is limited, this is computed from the limit;
/// otherwise the system is asked and the memory handed back. Systems that overcommit memory, as most do, always say
/// yes.
pub fn has_room(bytes: usize) -> bool {
    // Under a limit, a trial allocation would do harm: while it is held, another thread might run short.
    if let Some(left) = address_space_left() {
        let has_room_after = |pause| {
            std::thread::sleep(pause);
            address_space_left().is_none_or(|left| bytes <= left)
        };
        return bytes <= left || (1..ROOM_TRIES).any(|round| has_room_after(ROOM_PAUSE * round));
    }
    let mut probe: Vec<u8> = Vec::new();
    let is_given = probe.try_reserve_exact(bytes).is_ok();
    // Keeps the compiler from removing an allocation that nobody uses.
    black_box(&probe);
    is_given
}

/// Whether there is room for `bytes` right now, as far as the limit on the address space shows.
pub(crate) fn has_room_now(bytes: usize) -> bool {
    address_space_left().is_none_or(|left| bytes <= left)
}

/// Bytes of address space that may still be taken; `None` if there is no limit or it is not known.
#[cfg(target_os = "linux")]
pub fn address_space_left() -> Option<usize> {
    use rustix::process::{Resource, getrlimit};
    let limit = getrlimit(Resource::As).current?;
    // The first word of `statm` is the number of pages that the process has mapped.
    let taken = std::fs::read_to_string("/proc/self/statm").ok()?;
    let pages: u64 = taken.split_whitespace().next()?.parse().ok()?;
    let left = limit.saturating_sub(pages.saturating_mul(rustix::param::page_size() as u64));
    Some(usize::try_from(left).unwrap_or(usize::MAX))
}

/// Bytes of address space that may still be taken: not known on this system.
#[cfg(not(target_os = "linux"))]
pub fn address_space_left() -> Option<usize> {
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[cfg_attr(miri, ignore = "asks the system for its memory")]
    fn what_no_system_has_is_refused() {
        assert!(has_room(64) && has_room(1 << 20));
        assert!(!has_room(usize::MAX / 4) && !has_room(usize::MAX / 2));
    }
}
