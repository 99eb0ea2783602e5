//! Standard output, written by its own thread: a client that does not read must not keep the engine from reacting to
//! `quit` or the end of its input.
//!
//! Lines wait in a bounded queue. Once the client has left, an output that accepts nothing for a while fails, so that
//! nobody waits for it any longer.

use std::collections::VecDeque;
use std::io::{self, ErrorKind, Write};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::Builder;
use std::time::{Duration, Instant};

/// Maximum size of waiting lines in bytes; writers wait for room beyond that.
const LIMIT: usize = 1 << 20;

/// How often a waiting writer checks whether the client has left.
const TICK: Duration = Duration::from_millis(20);

/// A handle to the output; clones write to the same queue.
#[derive(Clone)]
pub(crate) struct Outlet {
    shared: Arc<Shared>,
}

struct Shared {
    queue: Mutex<Queue>,
    changed: Condvar,
}

struct Queue {
    lines: VecDeque<Vec<u8>>,
    /// Size of these lines and of the one being written.
    bytes: usize,
    /// The time since which the next line has been next.
    next_since: Instant,
    /// When the client left, and how long the output may then accept nothing before it fails.
    left: Option<(Instant, Duration)>,
    is_closed: bool,
}

impl Queue {
    fn is_stuck(&self) -> bool {
        self.left.is_some_and(|(at, grace)| self.next_since.max(at).elapsed() > grace)
    }
}

impl Outlet {
    /// Starts the thread that writes to `output`. If writing fails, `at_failure` is called once.
    ///
    /// # Errors
    /// The system grants no thread.
    pub(crate) fn new(
        output: impl Write + Send + 'static,
        at_failure: impl FnOnce(&io::Error) + Send + 'static,
    ) -> io::Result<Outlet> {
        let queue =
            Queue { lines: VecDeque::new(), bytes: 0, next_since: Instant::now(), left: None, is_closed: false };
        let shared = Arc::new(Shared { queue: Mutex::new(queue), changed: Condvar::new() });
        let outlet = Outlet { shared: Arc::clone(&shared) };
        Builder::new().name("write".to_owned()).stack_size(128 << 10).spawn(move || {
            if let Err(error) = shared.write_to(output) {
                // First, because whoever waits for the queue may end the process when it closes.
                at_failure(&error);
                shared.queue().is_closed = true;
                shared.changed.notify_all();
            }
        })?;
        Ok(outlet)
    }

    /// The client has left: from now on, the output fails once it has accepted nothing for `grace`.
    pub(crate) fn leave(&self, grace: Duration) {
        let mut queue = self.shared.queue();
        let (at, before) = queue.left.unwrap_or((Instant::now(), grace));
        queue.left = Some((at, grace.min(before)));
    }

    /// Whether the queue is full.
    pub(crate) fn is_full(&self) -> bool {
        self.shared.queue().bytes >= LIMIT
    }

    /// Waits until all lines are written, or until nothing was accepted for `grace`.
    pub(crate) fn finish(&self, grace: Duration) {
        self.leave(grace);
        // Nobody is left to be told about a failure.
        drop(self.shared.wait(|queue| queue.bytes == 0));
    }
}

impl Outlet {
    /// Accepts nothing more; the writing thread ends once everything waiting is written or a write fails.
    pub(crate) fn close(&self) {
        self.shared.queue().is_closed = true;
        self.shared.changed.notify_all();
    }
}

impl Write for Outlet {
    /// Accepts all of `bytes` as one piece, in order.
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let mut queue = self.shared.wait(|queue| queue.bytes < LIMIT)?;
        if queue.bytes == 0 {
            queue.next_since = Instant::now();
        }
        queue.bytes += bytes.len();
        queue.lines.push_back(bytes.to_vec());
        drop(queue);
        self.shared.changed.notify_all();
        Ok(bytes.len())
    }

    /// Nothing to do, since nothing is held back.
    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Shared {
    fn queue(&self) -> MutexGuard<'_, Queue> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits until `is_due`.
    ///
    /// # Errors
    /// The output failed or is stuck.
    fn wait(&self, is_due: impl Fn(&Queue) -> bool) -> io::Result<MutexGuard<'_, Queue>> {
        let mut queue = self.queue();
        loop {
            if queue.is_closed {
                return Err(ErrorKind::BrokenPipe.into());
            }
            if is_due(&queue) {
                return Ok(queue);
            }
            if queue.is_stuck() {
                return Err(ErrorKind::TimedOut.into());
            }
            queue = self.changed.wait_timeout(queue, TICK).unwrap_or_else(PoisonError::into_inner).0;
        }
    }

    /// Writes lines as they arrive, one write per line, until one fails.
    fn write_to(&self, mut output: impl Write) -> io::Result<()> {
        loop {
            let mut queue = self.queue();
            let line = loop {
                match queue.lines.pop_front() {
                    Some(line) => break line,
                    None if queue.is_closed => return Ok(()),
                    None => queue = self.changed.wait(queue).unwrap_or_else(PoisonError::into_inner),
                }
            };
            drop(queue);
            output.write_all(&line)?;
            output.flush()?;
            let mut queue = self.queue();
            queue.bytes -= line.len();
            queue.next_since = Instant::now();
            drop(queue);
            self.changed.notify_all();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::mpsc::{Receiver, Sender, channel};

    /// An output that accepts a line only when allowed to.
    struct Gate(Receiver<()>, Sender<Vec<u8>>);

    impl Write for Gate {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0.recv().map_err(|_| io::Error::from(ErrorKind::BrokenPipe))?;
            self.1.send(bytes.to_vec()).map_err(|_| io::Error::from(ErrorKind::BrokenPipe))?;
            Ok(bytes.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    fn gated() -> (Outlet, Sender<()>, Receiver<Vec<u8>>) {
        let ((allow, gate), (sender, taken)) = (channel(), channel());
        (Outlet::new(Gate(gate, sender), |_| ()).unwrap(), allow, taken)
    }

    #[test]
    fn lines_come_out_one_by_one_in_order() {
        let (mut outlet, allow, taken) = gated();
        for line in ["one\n", "two\n"] {
            outlet.write_all(line.as_bytes()).unwrap();
            allow.send(()).unwrap();
        }
        assert_eq!(taken.iter().take(2).collect::<Vec<_>>(), [b"one\n", b"two\n"]);
        outlet.finish(Duration::from_secs(60));
    }

    #[test]
    fn an_output_that_takes_nothing_fails_once_the_client_has_left() {
        let (mut outlet, _allow, _taken) = gated();
        outlet.write_all(&vec![b'x'; LIMIT]).unwrap();
        assert!(outlet.is_full());
        outlet.leave(Duration::ZERO);
        assert_eq!(outlet.write(b"more\n").unwrap_err().kind(), ErrorKind::TimedOut);
        outlet.finish(Duration::ZERO);
    }

    #[test]
    fn an_output_that_breaks_is_told() {
        let (failed, told) = channel();
        let ((allow, gate), (sender, _taken)) = (channel::<()>(), channel());
        let mut outlet = Outlet::new(Gate(gate, sender), move |_| failed.send(()).unwrap()).unwrap();
        drop(allow);
        outlet.write_all(b"one\n").unwrap();
        told.recv().unwrap();
        // It is told first, and closed then.
        let error = std::iter::repeat_with(|| outlet.write(b"two\n")).find_map(Result::err).unwrap();
        assert_eq!(error.kind(), ErrorKind::BrokenPipe);
    }
}
