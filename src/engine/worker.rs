//! The thread that thinks.

use super::go::GoError;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::thread::{Builder, JoinHandle};

/// Deep recursion with move lists on the stack needs more than the two megabytes of a plain thread.
const STACK_BYTES: usize = 16 << 20;

/// Starts a thread on `job`.
pub fn spawn<T: Send + 'static>(job: impl FnOnce() -> T + Send + 'static) -> Result<JoinHandle<T>, GoError> {
    Builder::new().name("think".to_owned()).stack_size(STACK_BYTES).spawn(job).map_err(|_| GoError::Thread)
}

/// Runs `work`; a panic becomes a sentence about it. What `work` borrows mutably must not be used again after a panic.
pub fn guarded<T>(work: impl FnOnce() -> T) -> Result<T, String> {
    catch_unwind(AssertUnwindSafe(work)).map_err(|payload| {
        let cause = payload
            .downcast_ref::<&str>()
            .map(|text| (*text).to_owned())
            .or_else(|| payload.downcast_ref::<String>().cloned())
            .unwrap_or_else(|| "no cause given".to_owned());
        format!("the search broke down ({}), the move is the best one known before", cause.escape_debug())
    })
}
