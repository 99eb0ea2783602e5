//! Lines that were read and are not yet used: bounded in bytes, whatever the other side sends ahead.

use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

/// What a line takes besides its bytes.
const OVERHEAD: usize = 128;

/// The count, shared by who reads and who uses.
#[derive(Clone, Debug)]
pub struct Backlog {
    /// Bytes that may wait.
    limit: usize,
    shared: Arc<(Mutex<usize>, Condvar)>,
}

/// The room of one line; given back when it is dropped.
#[derive(Debug)]
pub struct Ticket {
    backlog: Backlog,
    bytes: usize,
}

impl Backlog {
    /// Nothing waits yet, and at most `limit` bytes ever will: behind as many nothing more is read.
    pub fn new(limit: usize) -> Backlog {
        Backlog { limit, shared: Arc::default() }
    }

    /// Room for a line, as soon as there is some. There always is where nothing waits.
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
