//! Large zeroed tables that cost nothing until used.
//!
//! The operating system provides memory that reads as zero and is actually allocated only when touched. Such a table is
//! available at once, however large it is; a search pays for pages only as it reaches them. The quickest way to clear a
//! table is to allocate a new one. If the system has no memory, that is reported instead of aborting the process.

use crate::helpers::affordable;
use crate::huge_pages;
use crate::room::has_room;
use bytemuck::Zeroable;
use bytemuck::allocation::{try_zeroed_slice_box, try_zeroed_vec};
use std::sync::OnceLock;
use std::sync::mpsc::{Sender, channel};
use std::thread::Builder;

/// The groups start at a multiple of this, like cache lines.
const LINE: usize = 64;

/// Memory in bytes that must remain besides a solver's large table, because the rest of the work needs memory too, in
/// pieces too small to check one by one.
const HEADROOM: usize = 48 << 20;

/// Tables of at least this many bytes require [`HEADROOM`].
const LARGE: usize = 16 << 20;

/// An array of groups of `N` items each, all zero at first. A group of 64 bytes fills a cache line.
pub(crate) struct ZeroedGroups<T, const N: usize> {
    /// A few items more than needed, so that the first group can start at a cache line.
    items: Box<[T]>,
    first: usize,
    end: usize,
}

impl<T: Zeroable, const N: usize> ZeroedGroups<T, N> {
    /// Untouched groups; `None` if the system has no memory for them.
    pub(crate) fn new(groups: usize) -> Option<Self> {
        let length = groups.checked_mul(N)?;
        let spare = LINE / align_of::<T>().min(LINE);
        let items = try_zeroed_slice_box::<T>(length.checked_add(spare)?).ok()?;
        // Without alignment it works as well, only slower.
        let first = Some(items.as_ptr().align_offset(LINE)).filter(|&first| first <= spare).unwrap_or_default();
        huge_pages::advise(&items);
        Some(ZeroedGroups { items, first, end: first + length })
    }
}

impl<T: Default, const N: usize> ZeroedGroups<T, N> {
    /// A single group, without alignment.
    pub(crate) fn one() -> Self {
        ZeroedGroups { items: (0..N).map(|_| T::default()).collect(), first: 0, end: N }
    }
}

impl<T, const N: usize> ZeroedGroups<T, N> {
    /// The groups.
    #[inline(always)]
    pub(crate) fn groups(&self) -> &[[T; N]] {
        self.items[self.first..self.end].as_chunks().0
    }
}

/// `length` zeros; `None` if the system has no room for them, or too little besides them.
pub fn zeroed<T: Zeroable>(length: usize) -> Option<Vec<T>> {
    let bytes = length.saturating_mul(size_of::<T>());
    let table = try_zeroed_vec(length).ok().filter(|_| bytes < LARGE || has_room(HEADROOM));
    if table.is_none() {
        log::warn!("no memory for a solver's table of {} MB", bytes >> 20);
    }
    table
}

/// Drops a large value in another thread, so that nobody has to wait while the system reclaims the memory. If no thread
/// is available, drops it at once.
///
/// One thread does all of this, because a thread that ends while being detached may crash the process in glibc (bug
/// 19951).
pub(crate) fn drop_aside<T: Send + 'static>(large: T) {
    static DROPS: OnceLock<Option<Sender<Box<dyn Send>>>> = OnceLock::new();
    let drops = DROPS.get_or_init(|| {
        // The value that is to go may hold the last of the memory.
        if affordable(2) < 2 {
            return None;
        }
        let (sender, receiver) = channel::<Box<dyn Send>>();
        let thread = Builder::new().name("free".to_owned()).spawn(move || receiver.into_iter().for_each(drop));
        let thread = thread.inspect_err(|error| log::warn!("the thread that frees memory was refused: {error}"));
        thread.ok().map(|_| sender)
    });
    if let Some(drops) = drops {
        // A value that cannot be sent is returned and dropped here.
        let _ = drops.send(Box::new(large));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

    #[test]
    fn groups_begin_with_cache_lines_and_hold_zeros() {
        for groups in [0, 1, 100, 1 << 16] {
            let row = ZeroedGroups::<AtomicU64, 8>::new(groups).unwrap();
            assert_eq!(row.groups().len(), groups);
            assert_eq!(row.groups().as_ptr() as usize % LINE, 0);
            assert!(row.groups().iter().flatten().all(|word| word.load(Relaxed) == 0));
            row.groups().iter().flatten().for_each(|word| word.store(7, Relaxed));
        }
        let odd = ZeroedGroups::<[AtomicU64; 3], 4>::new(5).unwrap();
        assert_eq!((odd.groups().len(), odd.groups().as_ptr() as usize % 32), (5, 0));
    }

    #[test]
    fn too_much_is_refused_and_little_is_zero() {
        assert!(zeroed::<u64>(usize::MAX / 64).is_none());
        assert_eq!(zeroed::<[u32; 3]>(4), Some(vec![[0; 3]; 4]));
        drop_aside(vec![0u8; 9]);
    }

    #[test]
    fn what_no_system_has_is_refused() {
        assert!(ZeroedGroups::<AtomicU64, 4>::new(usize::MAX / 4).is_none());
        assert!(ZeroedGroups::<AtomicU64, 4>::new(usize::MAX / 64).is_none());
    }
}
