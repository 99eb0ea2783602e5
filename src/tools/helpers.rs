//! Helping threads of the tools: as many as the system gives. Work for which it gives none is done without.

use std::io;
use std::sync::{Arc, Mutex};
use std::thread::{Builder, Scope, ScopedJoinHandle};

/// A piece of work that a thread of its own does, or that was done at once because there was none.
pub enum Helper<'scope, T> {
    /// Under way.
    Thread(ScopedJoinHandle<'scope, Option<T>>),
    /// Done.
    Done(Option<T>),
}

impl<'scope, T: Send + 'scope> Helper<'scope, T> {
    /// Begins `work` in a thread of its own, or does it here and now where the system gives none.
    pub fn start(scope: &'scope Scope<'scope, '_>, work: impl FnOnce() -> T + Send + 'scope) -> Helper<'scope, T> {
        // A thread that is refused does not hand its work back, so both sides can reach for it.
        let work = Arc::new(Mutex::new(Some(work)));
        let theirs = Arc::clone(&work);
        let run = move || theirs.lock().ok().and_then(|mut work| work.take()).map(|work| work());
        match Builder::new().spawn_scoped(scope, run) {
            Ok(thread) => Helper::Thread(thread),
            Err(_) => {
                let mine = work.lock().ok().and_then(|mut work| work.take());
                Helper::Done(mine.map(|work| work()))
            }
        }
    }

    /// What came of the work; its panic is passed on.
    pub fn join(self) -> Option<T> {
        match self {
            Helper::Done(result) => result,
            Helper::Thread(thread) => thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)),
        }
    }
}

/// Starts so many threads of a scope that take their work from one place; fewer where the system gives no more.
///
/// # Errors
/// The system gives none at all.
pub fn start_workers<'scope, W: FnOnce() + Send + 'scope>(
    scope: &'scope Scope<'scope, '_>,
    count: usize,
    mut worker: impl FnMut() -> W,
) -> io::Result<()> {
    for number in 0..count {
        if let Err(error) = Builder::new().spawn_scoped(scope, worker()) {
            return if number == 0 { Err(error) } else { Ok(()) };
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicUsize, Ordering};
    use std::thread;

    #[test]
    fn work_is_done_once_and_its_result_comes_back() {
        let done = AtomicUsize::new(0);
        let results: Vec<usize> = thread::scope(|scope| {
            let work = |number: usize| {
                let done = &done;
                move || {
                    done.fetch_add(1, Ordering::Relaxed);
                    number
                }
            };
            let helpers: Vec<_> = (0..5).map(|number| Helper::start(scope, work(number))).collect();
            helpers.into_iter().filter_map(Helper::join).collect()
        });
        assert_eq!((results, done.into_inner()), ((0..5).collect(), 5));
    }

    #[test]
    fn workers_are_started() {
        let done = AtomicUsize::new(0);
        let started = thread::scope(|scope| {
            start_workers(scope, 3, || {
                || {
                    done.fetch_add(1, Ordering::Relaxed);
                }
            })
        });
        assert!(started.is_ok());
        assert_eq!(done.into_inner(), 3);
    }
}
