//! How much memory there is to ask for.

use crate::solution::Budget;
use std::sync::OnceLock;
use sysinfo::{MemoryRefreshKind, RefreshKind, System};

/// The largest table that may be asked for, in MB: half of the machine's memory, or of what the process's control group
/// may use. At least 16, also
/// where the system does not name it.
pub fn hash_limit() -> usize {
    static LIMIT: OnceLock<usize> = OnceLock::new();
    *LIMIT.get_or_init(|| {
        let memory = MemoryRefreshKind::nothing().with_ram();
        let system = System::new_with_specifics(RefreshKind::nothing().with_memory(memory));
        let group = system.cgroup_limits().map_or(u64::MAX, |limits| limits.total_memory);
        let bytes = system.total_memory().min(group);
        ((bytes / 2) >> 20).max(16) as usize
    })
}

/// Bytes that any machine has to spare: for them its memory need not be looked up, which takes milliseconds.
const MODEST: u64 = 64 << 20;

/// Bytes that a solver may use that wants so many: what the budget grants, or half of the machine's memory where that
/// leaves it open.
pub fn room(budget: &Budget, wanted: u64) -> u64 {
    match budget.megabytes {
        0 if wanted <= MODEST => MODEST,
        0 => (hash_limit() as u64) << 20,
        megabytes => (megabytes as u64) << 20,
    }
}
