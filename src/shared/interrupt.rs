//! Ctrl-C first stops the thinking, then ends the program.
//!
//! At the prompt of the line editor the terminal is in raw mode and Ctrl-C is an ordinary key (which [`crate::play::input`]
//! takes to mean "leave"); everywhere else it arrives as a signal.

use std::sync::atomic::{AtomicU8, Ordering};

const IDLE: u8 = 0;
const THINKING: u8 = 1;
const ASKED_TO_STOP: u8 = 2;

static STATE: AtomicU8 = AtomicU8::new(IDLE);

/// The exit status after Ctrl-C by shell convention: 128 plus the number of the signal.
pub(crate) const INTERRUPTED: u8 = 130;

/// Handles Ctrl-C for the rest of the process. If the system refuses, Ctrl-C simply ends the process.
pub(crate) fn listen() {
    let _ = ctrlc::set_handler(|| {
        if STATE.compare_exchange(THINKING, ASKED_TO_STOP, Ordering::Relaxed, Ordering::Relaxed).is_err() {
            std::process::exit(INTERRUPTED.into());
        }
    });
}

/// While this value lives, the first Ctrl-C stops the thinking.
pub(crate) struct Thinking {
    /// Whether it began while another lived, which then goes on.
    is_within: bool,
}

impl Thinking {
    /// Begins to think, perhaps as a part of something longer: a stop that was asked for stays.
    pub(crate) fn begin() -> Self {
        let begun = STATE.compare_exchange(IDLE, THINKING, Ordering::Relaxed, Ordering::Relaxed);
        Thinking { is_within: begun.is_err() }
    }

    /// Whether Ctrl-C was pressed.
    pub(crate) fn is_interrupted(&self) -> bool {
        STATE.load(Ordering::Relaxed) == ASKED_TO_STOP
    }
}

impl Drop for Thinking {
    fn drop(&mut self) {
        if !self.is_within {
            STATE.store(IDLE, Ordering::Relaxed);
        }
    }
}
