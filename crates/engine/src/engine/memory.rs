//! How much memory may be requested.

use crate::solution::Budget;
use std::sync::OnceLock;
#[cfg(not(any(target_os = "linux", target_family = "wasm")))]
use sysinfo::{MemoryRefreshKind, RefreshKind, System};

/// The largest table size to offer, in MB: half of the machine's memory or of the limit of the process's control group,
/// and at least 16.
pub fn hash_limit() -> usize {
    static LIMIT: OnceLock<usize> = OnceLock::new();
    *LIMIT.get_or_init(|| ((total() / 2) >> 20).max(16) as usize)
}

/// Maximum memory of this process in bytes, as far as the system says.
#[cfg(target_os = "linux")]
fn total() -> u64 {
    let info = rustix::system::sysinfo();
    let machine = info.totalram as u64 * u64::from(info.mem_unit);
    // The container's control group as seen from inside: version 2, then version 1.
    let files = ["/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory/memory.limit_in_bytes"];
    #[expect(clippy::disallowed_methods, reason = "what the system says of this process")]
    let limits = files.iter().filter_map(|file| std::fs::read_to_string(file).ok()?.trim().parse().ok());
    limits.fold(machine, u64::min)
}

/// Maximum memory of a WebAssembly module in bytes.
#[cfg(target_family = "wasm")]
fn total() -> u64 {
    1 << 30
}

/// Maximum memory of this process in bytes, as far as the system says.
#[cfg(not(any(target_os = "linux", target_family = "wasm")))]
fn total() -> u64 {
    let memory = MemoryRefreshKind::nothing().with_ram();
    System::new_with_specifics(RefreshKind::nothing().with_memory(memory)).total_memory()
}

/// Any machine has this many bytes to spare, so its memory need not be looked up, which takes milliseconds.
const MODEST: u64 = 64 << 20;

/// Bytes that a solver may use if it needs `wanted`: as much as the budget grants, or half of the machine's memory if
/// the budget does not say.
pub fn room(budget: &Budget, wanted: u64) -> u64 {
    match budget.megabytes {
        0 if wanted <= MODEST => MODEST,
        0 => (hash_limit() as u64) << 20,
        megabytes => (megabytes as u64) << 20,
    }
}
