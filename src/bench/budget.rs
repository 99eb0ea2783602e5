//! Limits a search by the processor time of the process, so that a busy machine gives the same results as an idle one.

use meihua_contracts::clock::cpu_time;
use meihua_contracts::control::Control;
use std::io;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread::{self, Builder};
use std::time::Duration;

/// Minimum time between two looks at the clock.
const LOOK_EVERY: Duration = Duration::from_millis(1);

/// Runs a search and stops it once its `threads` threads have used `budget` each. `None` sets no limit.
///
/// # Errors
/// The system refuses a thread to watch the clock.
pub(super) fn within<T>(budget: Option<Duration>, threads: u32, search: impl FnOnce(&Control) -> T) -> io::Result<T> {
    let control = Control::new();
    let Some(budget) = budget else { return Ok(search(&control)) };
    let start = cpu_time();
    thread::scope(|scope| {
        let (ended, end) = mpsc::channel::<()>();
        let control = &control;
        let watch = move || {
            // The clock cannot advance faster than all threads together, so there is no need to look before that.
            loop {
                let left = (budget * threads).saturating_sub(cpu_time().saturating_sub(start));
                if left.is_zero() {
                    return control.stop();
                }
                match end.recv_timeout((left / threads).max(LOOK_EVERY)) {
                    Err(RecvTimeoutError::Timeout) => {}
                    Ok(()) | Err(RecvTimeoutError::Disconnected) => return,
                }
            }
        };
        Builder::new().name("clock".to_owned()).spawn_scoped(scope, watch)?;
        let found = search(control);
        drop(ended);
        Ok(found)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn work_is_stopped_and_a_search_that_ends_by_itself_is_not_held() {
        let work = |control: &Control| {
            let mut rounds = 0_u64;
            while !control.stopped() {
                rounds += 1;
            }
            rounds
        };
        assert!(within(Some(Duration::from_millis(5)), 1, work).unwrap() > 0);
        assert_eq!(within(Some(Duration::from_secs(3600)), 1, |_| 7).unwrap(), 7);
        assert!(!within(None, 1, |control| control.is_stop_sent()).unwrap());
    }
}
