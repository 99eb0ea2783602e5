//! What thinks: a thread of its own, or, where a program has no second one, the thread that serves.

use super::go::GoError;
use crate::thread_pool::{Job, Pending, PoolThread, promise};
use std::cell::RefCell;
use std::collections::VecDeque;

thread_local! {
    /// What this thread has to think about itself; `None` where another one does.
    static OWN: RefCell<Option<VecDeque<Job>>> = const { RefCell::new(None) };
}

/// From now on what sessions of this thread begin waits for [`next_job`] instead of being done by another thread.
pub(crate) fn think_here() {
    OWN.with_borrow_mut(|own| _ = own.get_or_insert_default());
}

/// The next work of this thread, to be done by who asks.
pub(crate) fn next_job() -> Option<Job> {
    OWN.with_borrow_mut(|own| own.as_mut()?.pop_front())
}

/// Where a job is done.
pub(crate) enum Place {
    /// In a thread beside this one.
    Thread(PoolThread),
    /// In this one, later.
    Here,
}

impl Place {
    /// Has a job done after those before it.
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

/// A thread that is started when it is first needed and stays; dropped, it ends and gives its stack back.
#[derive(Default)]
pub(crate) struct Thinker(Option<Place>);

impl Thinker {
    /// Where to think.
    ///
    /// # Errors
    /// [`GoError::Thread`] where the system refuses a thread.
    pub(crate) fn place(&mut self) -> Result<&Place, GoError> {
        let place = match self.0.take() {
            Some(place) => place,
            None if OWN.with_borrow(Option::is_some) => Place::Here,
            None => PoolThread::start("think".to_owned()).map(Place::Thread).map_err(|error| {
                log::warn!("the thread to think in was refused: {error}");
                GoError::Thread
            })?,
        };
        Ok(self.0.insert(place))
    }
}
