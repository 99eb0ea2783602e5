//! How much memory there is to ask for.

use crate::solution::Budget;
use std::sync::OnceLock;
#[cfg(not(any(target_os = "linux", target_family = "wasm")))]
use sysinfo::{MemoryRefreshKind, RefreshKind, System};

/// The largest table that may be asked for, in MB: half of the machine's memory, or of what the process's control group
/// may use; at least 16.
pub fn hash_limit() -> usize {
    static LIMIT: OnceLock<usize> = OnceLock::new();
    *LIMIT.get_or_init(|| ((total() / 2) >> 20).max(16) as usize)
}

/// Bytes of memory that this process may use at most, as far as the system says.
#[cfg(target_os = "linux")]
fn total() -> u64 {
    let info = rustix::system::sysinfo();
    let machine = info.totalram as u64 * u64::from(info.mem_unit);
    // The control group of a container, as it sees it itself: version 2, then version 1.
    let files = ["/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory/memory.limit_in_bytes"];
    #[expect(clippy::disallowed_methods, reason = "what the system says of this process")]
    let limits = files.iter().filter_map(|file| std::fs::read_to_string(file).ok()?.trim().parse().ok());
    limits.fold(machine, u64::min)
}

/// Bytes of memory that a module of WebAssembly may use: what its page is asked for at most.
#[cfg(target_family = "wasm")]
fn total() -> u64 {
    1 << 30
}

/// Bytes of memory that this process may use at most, as far as the system says.
#[cfg(not(any(target_os = "linux", target_family = "wasm")))]
fn total() -> u64 {
    let memory = MemoryRefreshKind::nothing().with_ram();
    System::new_with_specifics(RefreshKind::nothing().with_memory(memory)).total_memory()
}

/// Bytes that any machine has to spare: for them its memory need not be looked up, which takes milliseconds.
const MODEST: u64 = 64 << 20;

/// Bytes that a solver may use which needs `wanted`: what the budget grants, or half of the machine's memory where that
/// leaves it open.
pub fn room(budget: &Budget, wanted: u64) -> u64 {
    match budget.megabytes {
        0 if wanted <= MODEST => MODEST,
        0 => (hash_limit() as u64) << 20,
        megabytes => (megabytes as u64) << 20,
    }
}
