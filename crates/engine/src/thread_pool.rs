//! Threads that outlive a job and wait for the next, so that a `go` needs no new thread and no new stack.

use crate::panics::{Panic, guarded};
use crate::room::{address_space_left, has_room};
use std::hint::black_box;
use std::io;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::Builder;

/// Stack size of a thread in bytes: deep recursion with move lists needs more than the usual two megabytes.
pub const STACK_BYTES: usize = 16 << 20;

/// Memory that must remain after a new thread's stack is allocated, for small allocations.
const SPARE_BYTES: usize = 4 << 20;

/// A small allocation that the allocator serves from memory it already holds rather than by asking the system.
const PIECE_BYTES: usize = 64 << 10;

/// Memory that a thread takes besides its stack before it begins, for the stack of signals. Rust aborts the process where
/// there is none.
const START_BYTES: usize = 1 << 20;

/// Whether a thread that the system grants would have the memory to begin. The stack of an ended thread is used again if
/// there is one, so less than a stack is no reason to refuse.
fn can_begin() -> bool {
    address_space_left()
        .is_none_or(|left| left >= STACK_BYTES + START_BYTES || (START_BYTES..STACK_BYTES).contains(&left))
}

/// Whether this thread can make small allocations of [`SPARE_BYTES`] in total. Under an address-space limit, the
/// allocator may already have reserved the rest for exactly that (glibc: 64 MB for each of the first threads).
fn has_small_pieces() -> bool {
    let piece = || {
        let mut piece: Vec<u8> = Vec::new();
        piece.try_reserve_exact(PIECE_BYTES).is_ok().then_some(piece)
    };
    let mut pieces: [Option<Vec<u8>>; SPARE_BYTES / PIECE_BYTES] = [const { None }; SPARE_BYTES / PIECE_BYTES];
    let has_all = pieces.iter_mut().all(|place| {
        *place = piece();
        place.is_some()
    });
    // Keeps the compiler from removing allocations that nobody uses.
    black_box(&pieces);
    has_all
}

pub(crate) type Job = Box<dyn FnOnce() + Send>;

/// Wraps a job; returns it with a handle to its result. A panic ends the job but not its thread.
pub(crate) fn promise<T: Send + 'static>(job: impl FnOnce() -> T + Send + 'static) -> (Job, Pending<T>) {
    let (results, inbox) = channel();
    let job = move || {
        // If nobody waits, nobody wants the result.
        let _ = results.send(guarded(job));
    };
    (Box::new(job), Pending { inbox })
}

/// A thread that runs one job after another. When dropped, it ends after its current job.
pub(crate) struct PoolThread {
    jobs: Sender<Job>,
}

impl PoolThread {
    /// Starts a thread with the given name and a stack of [`STACK_BYTES`].
    ///
    /// # Errors
    /// The system has no thread, or no memory for one.
    pub(crate) fn start(name: String) -> io::Result<Self> {
        if !can_begin() {
            return Err(io::ErrorKind::OutOfMemory.into());
        }
        let (jobs, inbox) = channel::<Job>();
        let work = move || inbox.into_iter().for_each(|job| job());
        Builder::new().name(name).stack_size(STACK_BYTES).spawn(work)?;
        let thread = PoolThread { jobs };
        // If the stack took the last of the memory, even the smallest allocation could fail and abort the process. Only
        // now is it known how much was taken: nothing if the stack of an ended thread was reused. The thread's own first
        // allocation is made here, too, before another thread starts. Dropping the thread ends it at once.
        let has_pieces = thread.run(has_small_pieces).wait() == Ok(true);
        let has_spare = has_pieces || has_room(SPARE_BYTES);
        if has_spare { Ok(thread) } else { Err(io::ErrorKind::OutOfMemory.into()) }
    }

    /// Queues a job after those given before. A panic ends the job but not the thread.
    pub(crate) fn run<T: Send + 'static>(&self, job: impl FnOnce() -> T + Send + 'static) -> Pending<T> {
        let (job, pending) = promise(job);
        // The thread accepts jobs as long as someone can send them; otherwise the job's result would be an error.
        let _ = self.jobs.send(job);
        pending
    }
}

/// The future result of a job.
pub(crate) struct Pending<T> {
    inbox: Receiver<Result<T, Panic>>,
}

impl<T> Pending<T> {
    /// Waits for the job to end.
    ///
    /// # Errors
    /// The panic that ended it.
    pub(crate) fn wait(self) -> Result<T, Panic> {
        self.inbox.recv().unwrap_or_else(|_| Err(Panic("the thread is gone".to_owned())))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::thread;

    #[test]
    fn jobs_run_one_after_the_other_in_the_same_thread() {
        let worker = PoolThread::start("work".to_owned()).unwrap();
        let pending: Vec<_> = (0..3).map(|number| worker.run(move || (number, thread::current().id()))).collect();
        let done: Vec<_> = pending.into_iter().map(|pending| pending.wait().unwrap()).collect();
        assert_eq!(done.iter().map(|&(number, _)| number).collect::<Vec<_>>(), [0, 1, 2]);
        assert!(done.iter().all(|&(_, id)| id == done[0].1 && id != thread::current().id()));
    }

    #[test]
    fn a_panic_is_the_result_of_its_job_and_the_next_job_runs() {
        let worker = PoolThread::start("work".to_owned()).unwrap();
        let broken = worker.run(|| -> u32 { panic!("no such square") });
        assert_eq!(broken.wait(), Err(Panic("no such square".to_owned())));
        assert_eq!(worker.run(|| 7).wait(), Ok(7));
    }

    #[test]
    fn a_thread_that_is_dropped_finishes_its_job() {
        let worker = PoolThread::start("work".to_owned()).unwrap();
        let pending = worker.run(|| 7);
        drop(worker);
        assert_eq!(pending.wait(), Ok(7));
    }
}
