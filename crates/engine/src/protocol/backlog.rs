//! What was read and is not yet carried out: bounded in bytes, whatever a client sends ahead.

use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

/// Bytes that may wait. Behind as many nothing is read until some lines are carried out, `stop` and `quit` not either.
pub const BACKLOG_LIMIT: usize = 16 << 20;

/// What a line takes besides its bytes.
const OVERHEAD: usize = 128;

/// The count, shared by who reads and who carries out.
#[derive(Clone, Default)]
pub struct Backlog {
    shared: Arc<(Mutex<usize>, Condvar)>,
}

/// The room of one line; given back when it is dropped.
pub struct Ticket {
    backlog: Backlog,
    bytes: usize,
}

impl Backlog {
    /// Room for a line, as soon as there is some. There always is where nothing waits.
    pub fn enter(&self, line: usize) -> Ticket {
        let bytes = line + OVERHEAD;
        let mut held = self.held();
        while *held > 0 && *held + bytes > BACKLOG_LIMIT {
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
        let backlog = Backlog::default();
        let first = backlog.enter(2 * BACKLOG_LIMIT);
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
