//! Threads for parallel work. They are used as far as the system grants them; with fewer threads the work is still
//! done.

use crate::room::{address_space_left, has_room_now};
use std::io;
use std::sync::{Arc, Mutex};
use std::thread::{self, Builder, Scope, ScopedJoinHandle};

/// Address space that one thread needs: its stack, glibc's first allocation (64 MB, briefly twice that), and some room
/// to work in. With less left, even a small allocation could fail, and Rust would abort the process.
const THREAD_BYTES: usize = 192 << 20;

/// The number of threads for which there is room, at most `wanted` and at least 1 (the caller's own).
pub fn affordable(wanted: usize) -> usize {
    let most = address_space_left().map_or(wanted, |left| 1 + left / THREAD_BYTES);
    if most < wanted {
        log::warn!("memory for {most} threads of {wanted}: the address space is limited");
    }
    wanted.min(most)
}

/// Whether there is room for one more thread. Logs a warning if not.
fn has_room_for_thread() -> bool {
    let has_room = has_room_now(THREAD_BYTES);
    if !has_room {
        log::warn!("no memory for another thread: the work is done with those there are");
    }
    has_room
}

/// Work that a thread of its own does, or that was done at once because no thread was available.
pub enum Helper<'scope, T> {
    /// Under way.
    Thread(ScopedJoinHandle<'scope, Option<T>>),
    /// Done.
    Done(Option<T>),
}

impl<'scope, T: Send + 'scope> Helper<'scope, T> {
    /// Starts `work` in a new thread, or does it here at once if the system refuses one.
    pub fn start(scope: &'scope Scope<'scope, '_>, work: impl FnOnce() -> T + Send + 'scope) -> Helper<'scope, T> {
        if !has_room_for_thread() {
            return Helper::Done(Some(work()));
        }
        // A refused thread does not hand its work back, so both sides must be able to reach it.
        let work = Arc::new(Mutex::new(Some(work)));
        let theirs = Arc::clone(&work);
        let run = move || theirs.lock().ok().and_then(|mut work| work.take()).map(|work| work());
        match Builder::new().spawn_scoped(scope, run) {
            Ok(thread) => Helper::Thread(thread),
            Err(error) => {
                log::warn!("a thread was refused ({error}): its work is done by another");
                let mine = work.lock().ok().and_then(|mut work| work.take());
                Helper::Done(mine.map(|work| work()))
            }
        }
    }

    /// Waits for the result. A panic of the work is passed on.
    pub fn join(self) -> Option<T> {
        match self {
            Helper::Done(result) => result,
            Helper::Thread(thread) => thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)),
        }
    }
}

/// Runs all tasks: the last in this thread, each of the others in its own thread if the system grants one. Returns the
/// results in the order of the tasks. A panic is passed on, because a task that failed is not one that found nothing.
pub fn side_by_side<T: Send, F: FnOnce() -> T + Send>(tasks: impl IntoIterator<Item = F>) -> Vec<T> {
    let mut tasks: Vec<F> = tasks.into_iter().collect();
    let last = tasks.pop();
    thread::scope(|scope| {
        let helpers: Vec<_> = tasks.into_iter().map(|task| Helper::start(scope, task)).collect();
        let own = last.map(|task| task());
        helpers.into_iter().filter_map(Helper::join).chain(own).collect()
    })
}

/// Starts `count` scoped threads that draw their work from one place; fewer if the system grants no more.
///
/// # Errors
/// The system grants no thread at all.
pub fn start_workers<'scope, W: FnOnce() + Send + 'scope>(
    scope: &'scope Scope<'scope, '_>,
    count: usize,
    mut worker: impl FnMut() -> W,
) -> io::Result<()> {
    // Counted once: a thread that has just started has not taken its memory yet.
    for number in 0..affordable(count) {
        if let Err(error) = Builder::new().spawn_scoped(scope, worker()) {
            log::warn!("thread {} of {count} was refused: {error}", number + 1);
            return if number == 0 { Err(error) } else { Ok(()) };
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::panics::guarded;
    use std::sync::atomic::{AtomicUsize, Ordering};

    #[test]
    #[cfg_attr(miri, ignore = "asks the system for its limits")]
    fn work_is_done_once_and_its_result_comes_back() {
        let done = AtomicUsize::new(0);
        let work = |number: usize| {
            let done = &done;
            move || {
                done.fetch_add(1, Ordering::Relaxed);
                number
            }
        };
        let results = side_by_side((0..5).map(work));
        assert_eq!((results, done.into_inner()), ((0..5).collect(), 5));
    }

    #[test]
    #[cfg_attr(miri, ignore = "asks the system for its limits")]
    fn a_part_that_breaks_down_is_no_empty_one() {
        let found = guarded(|| side_by_side([2, 3].map(|row| move || assert!(row != 3, "row 3"))));
        assert_eq!(found.unwrap_err().0, "row 3");
    }

    #[test]
    #[cfg_attr(miri, ignore = "asks the system for its limits")]
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
