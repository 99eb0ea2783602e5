//! Whether the system has memory left, asked before it is taken: an allocation that fails ends the process.

use std::hint::black_box;
use std::time::Duration;

/// How often it is counted before the answer is no: the first allocation of a thread takes, for a moment, twice the address space
/// that the thread keeps (64 MB of glibc's arenas).
const ROOM_TRIES: u32 = 5;

/// The pause before count N is N times this.
const ROOM_PAUSE: Duration = Duration::from_millis(1);

/// Whether the system would give `bytes` more now. Where the address space has a limit, that is
/// counted; elsewhere the system is asked, and what it gives handed back. Where memory is promised without being there, as on most
/// systems without a limit, the answer is yes.
pub fn has_room(bytes: usize) -> bool {
    // Below a limit the question alone would do harm: as long as the bytes are held, another thread may miss a few.
    if let Some(left) = address_space_left() {
        let has_room_after = |pause| {
            std::thread::sleep(pause);
            address_space_left().is_none_or(|left| bytes <= left)
        };
        return bytes <= left || (1..ROOM_TRIES).any(|round| has_room_after(ROOM_PAUSE * round));
    }
    let mut probe: Vec<u8> = Vec::new();
    let is_given = probe.try_reserve_exact(bytes).is_ok();
    // Lest the compiler leave out an allocation that nobody uses.
    black_box(&probe);
    is_given
}

/// Whether there is room for `bytes` at this moment, as far as the limit of the address space says.
pub(crate) fn has_room_now(bytes: usize) -> bool {
    address_space_left().is_none_or(|left| bytes <= left)
}

/// Bytes of address space that may still be taken; `None` where there is no limit, or none that is known.
#[cfg(target_os = "linux")]
pub fn address_space_left() -> Option<usize> {
    use rustix::process::{Resource, getrlimit};
    let limit = getrlimit(Resource::As).current?;
    // The first word of `statm` is the pages that the process has.
    let taken = std::fs::read_to_string("/proc/self/statm").ok()?;
    let pages: u64 = taken.split_whitespace().next()?.parse().ok()?;
    let left = limit.saturating_sub(pages.saturating_mul(rustix::param::page_size() as u64));
    Some(usize::try_from(left).unwrap_or(usize::MAX))
}

/// Bytes of address space that may still be taken: not known here.
#[cfg(not(target_os = "linux"))]
pub fn address_space_left() -> Option<usize> {
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_no_system_has_is_refused() {
        assert!(has_room(64) && has_room(1 << 20));
        assert!(!has_room(usize::MAX / 4) && !has_room(usize::MAX / 2));
    }
}
