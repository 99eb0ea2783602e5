//! Where jobs run: in a thread of their own or, in programs without a second thread, in the serving thread.

use super::go::GoError;
use crate::thread_pool::{Job, Pending, PoolThread, promise};
use std::cell::RefCell;
use std::collections::VecDeque;

thread_local! {
    /// The jobs that this thread must run itself; `None` if another thread does.
    static OWN: RefCell<Option<VecDeque<Job>>> = const { RefCell::new(None) };
}

/// From now on, jobs started in this thread wait for [`next_job`] instead of running in another thread.
pub(crate) fn think_here() {
    OWN.with_borrow_mut(|own| _ = own.get_or_insert_default());
}

/// The next job of this thread, to be run by the caller.
pub(crate) fn next_job() -> Option<Job> {
    OWN.with_borrow_mut(|own| own.as_mut()?.pop_front())
}

/// Where a job runs.
pub(crate) enum Place {
    /// In a thread beside this one.
    Thread(PoolThread),
    /// In this thread, later.
    Here,
}

impl Place {
    /// Queues a job.
    pub(crate) fn run<T: Send + 'static>(&self, job: impl FnOnce() -> T + Send + 'static) -> Pending<T> {
        match self {
            Place::Thread(thread) => thread.run(job),
            Place::Here => {
                let (job, pending) = promise(job);
                OWN.with_borrow_mut(|own| own.get_or_insert_default().push_back(job));
                pending
            }
        }
    }
}

/// A thread that is started when first needed and then kept. Dropping it ends the thread and frees its stack.
#[derive(Default)]
pub(crate) struct Thinker(Option<Place>);

impl Thinker {
    /// The place where jobs run.
    ///
    /// # Errors
    /// [`GoError::Thread`] if the system refuses a thread.
    pub(crate) fn place(&mut self) -> Result<&Place, GoError> {
        let place = match self.0.take() {
            Some(place) => place,
            None if OWN.with_borrow(Option::is_some) => Place::Here,
            None => PoolThread::start("think".to_owned()).map(Place::Thread).map_err(|error| {
                log::warn!("the search thread was refused: {error}");
                GoError::Thread
            })?,
        };
        Ok(self.0.insert(place))
    }
}
