//! Ctrl-C: stops the thinking first, leaves second.
//!
//! At the prompt of the line editor the terminal is raw and Ctrl-C is a key like any other ([`super::input`] takes it for
//! "leave"); everywhere else it comes as a signal.

use std::sync::atomic::{AtomicU8, Ordering};

const IDLE: u8 = 0;
const THINKING: u8 = 1;
const ASKED_TO_STOP: u8 = 2;

static STATE: AtomicU8 = AtomicU8::new(IDLE);

/// Status of a process that Ctrl-C has ended, as shells count it: 128 and the number of the signal.
const INTERRUPTED: i32 = 130;

/// Takes Ctrl-C over for the rest of the process. Without it (the system refuses) Ctrl-C simply ends the process.
pub(crate) fn listen() {
    let _ = ctrlc::set_handler(|| {
        if STATE.compare_exchange(THINKING, ASKED_TO_STOP, Ordering::Relaxed, Ordering::Relaxed).is_err() {
            std::process::exit(INTERRUPTED);
        }
    });
}

/// While this lives, the first Ctrl-C asks to stop thinking.
pub(crate) struct Thinking;

impl Thinking {
    pub(crate) fn begin() -> Self {
        STATE.store(THINKING, Ordering::Relaxed);
        Thinking
    }

    /// Whether Ctrl-C came.
    pub(crate) fn is_interrupted(&self) -> bool {
        STATE.load(Ordering::Relaxed) == ASKED_TO_STOP
    }
}

impl Drop for Thinking {
    fn drop(&mut self) {
        STATE.store(IDLE, Ordering::Relaxed);
    }
}
