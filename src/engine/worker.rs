//! The thread that thinks.

use super::go::GoError;
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{Builder, JoinHandle};

/// Deep recursion with move lists on the stack needs more than the two megabytes of a plain thread.
const STACK_BYTES: usize = 16 << 20;

/// Starts a thread on `job`.
pub fn spawn<T: Send + 'static>(job: impl FnOnce() -> T + Send + 'static) -> Result<JoinHandle<T>, GoError> {
    Builder::new().name("think".to_owned()).stack_size(STACK_BYTES).spawn(job).map_err(|_| GoError::Thread)
}

/// Starts a thread on `job` with `load`, or hands the load back where the system refuses.
pub fn spawn_with<L: Send + 'static, T: Send + 'static>(
    load: L,
    job: impl FnOnce(L) -> Option<T> + Send + 'static,
) -> Result<JoinHandle<Option<T>>, L> {
    // What the closure holds is lost with a thread that does not start.
    let parcel = Arc::new(Mutex::new(Some(load)));
    let take = |parcel: &Mutex<Option<L>>| parcel.lock().unwrap_or_else(PoisonError::into_inner).take();
    let taken = Arc::clone(&parcel);
    match spawn(move || take(&taken).and_then(job)) {
        Ok(worker) => Ok(worker),
        Err(_) => take(&parcel).map_or_else(|| unreachable!("no thread took the load"), Err),
    }
}
