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

/// Runs `work`; a panic becomes its cause in words. What `work` borrows mutably may be half changed after a panic.
pub fn guarded<T>(work: impl FnOnce() -> T) -> Result<T, String> {
    catch_unwind(AssertUnwindSafe(work)).map_err(|payload| {
        let text = payload.downcast_ref::<&str>().copied();
        let text = text.or_else(|| payload.downcast_ref::<String>().map(String::as_str));
        text.unwrap_or("no cause given").escape_debug().to_string()
    })
}
