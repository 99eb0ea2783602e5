//! Limits the memory of lines that were read but not yet processed, whatever the other side sends ahead.

use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

/// Overhead per line in bytes.
const OVERHEAD: usize = 128;

/// The count of waiting bytes, shared by the reader and the consumer.
#[derive(Clone, Debug)]
pub struct Backlog {
    /// Maximum number of waiting bytes.
    limit: usize,
    shared: Arc<(Mutex<usize>, Condvar)>,
}

/// The room taken by one line, returned on drop.
#[derive(Debug)]
pub struct Ticket {
    backlog: Backlog,
    bytes: usize,
}

impl Backlog {
    /// An empty backlog of at most `limit` bytes; beyond that, reading stops.
    pub fn new(limit: usize) -> Backlog {
        Backlog { limit, shared: Arc::default() }
    }

    /// Waits until there is room for a line. There always is if nothing is waiting.
    pub fn enter(&self, line: usize) -> Ticket {
        let bytes = line + OVERHEAD;
        let mut held = self.held();
        while *held > 0 && *held + bytes > self.limit {
            held = self.shared.1.wait(held).unwrap_or_else(PoisonError::into_inner);
        }
        *held += bytes;
        drop(held);
        Ticket { backlog: self.clone(), bytes }
    }

    fn held(&self) -> MutexGuard<'_, usize> {
        self.shared.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Ticket {
    fn drop(&mut self) {
        *self.backlog.held() -= self.bytes;
        self.backlog.shared.1.notify_all();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicBool, Ordering};

    #[test]
    fn who_reads_ahead_waits_for_room() {
        let backlog = Backlog::new(1_000);
        let first = backlog.enter(2_000);
        let is_in = Arc::new(AtomicBool::new(false));
        let reader = {
            let (backlog, is_in) = (backlog.clone(), Arc::clone(&is_in));
            std::thread::spawn(move || {
                let ticket = backlog.enter(1);
                is_in.store(true, Ordering::SeqCst);
                ticket
            })
        };
        assert!(!is_in.load(Ordering::SeqCst), "nothing was given back yet");
        drop(first);
        drop(reader.join().unwrap());
        assert_eq!(*backlog.held(), 0);
    }
}
