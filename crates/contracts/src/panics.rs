//! Panics caught and turned into errors: work that panics loses its result but does not end the process.

use std::panic::{AssertUnwindSafe, catch_unwind};
use thiserror::Error;

/// A caught panic: its message on one line.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{0}")]
pub struct Panic(pub String);

/// Runs `work` and turns a panic into an error. Values that `work` borrows mutably may be left half changed.
///
/// # Errors
/// The message of the panic.
pub fn guarded<T>(work: impl FnOnce() -> T) -> Result<T, Panic> {
    catch_unwind(AssertUnwindSafe(work)).map_err(|payload| {
        let text = payload.downcast_ref::<&str>().copied();
        let text = text.or_else(|| payload.downcast_ref::<String>().map(String::as_str));
        Panic(text.unwrap_or("no cause given").escape_debug().to_string())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_is_one_line() {
        let number = 3;
        let panic = guarded(|| {
            if number > 2 {
                panic!("{number} is\ntoo many")
            }
        });
        assert_eq!(panic, Err(Panic("3 is\\ntoo many".to_owned())));
        assert_eq!(guarded(|| number), Ok(3));
    }
}
