//! An engine's lines that wait to be read, up to a limit in bytes. An engine that floods its output is blocked by its
//! own pipe.

use meihua_engine::protocol::backlog::{Backlog, Ticket};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::time::Instant;

/// Maximum size of waiting lines, in bytes: about ten thousand lines of a search.
const MAX_BYTES: usize = 4 << 20;

/// A line without its line end, and when it was read.
pub(crate) type Stamped = (String, Instant);

/// The next line, or why there is none.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Next {
    /// A line that arrived in time.
    Line(Stamped),
    /// Nothing arrived by the deadline. A later line is kept.
    Timeout,
    /// Nothing, and nothing more will come.
    Closed,
}

/// The sending end of the queue.
#[derive(Debug)]
pub(crate) struct Writer {
    lines: Sender<(Stamped, Ticket)>,
    backlog: Backlog,
}

/// The receiving end of the queue.
#[derive(Debug)]
pub(crate) struct Reader {
    lines: Receiver<(Stamped, Ticket)>,
    /// A line that arrived after the last deadline.
    late: Option<(Stamped, Ticket)>,
}

/// Creates a queue between the thread that reads an engine's output and the one that plays. Dropping either end closes
/// it.
pub(crate) fn backlog() -> (Writer, Reader) {
    let (sender, receiver) = channel();
    (Writer { lines: sender, backlog: Backlog::new(MAX_BYTES) }, Reader { lines: receiver, late: None })
}

impl Writer {
    /// Adds a line as soon as there is room; `false` if nobody reads any more.
    pub(crate) fn add(&self, line: Stamped) -> bool {
        let ticket = self.backlog.enter(line.0.len());
        self.lines.send((line, ticket)).is_ok()
    }
}

impl Reader {
    /// The next line that arrives by `deadline`, waiting for it until then.
    pub(crate) fn next(&mut self, deadline: Instant) -> Next {
        let next = self
            .late
            .take()
            .map_or_else(|| self.lines.recv_timeout(deadline.saturating_duration_since(Instant::now())), Ok);
        match next {
            // Check the clock before the line: a flood of lines must not hide that the deadline has passed.
            Ok(late) if late.0.1 > deadline => {
                self.late = Some(late);
                Next::Timeout
            }
            Ok((line, _)) => Next::Line(line),
            Err(RecvTimeoutError::Timeout) => Next::Timeout,
            Err(RecvTimeoutError::Disconnected) => Next::Closed,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Arc;
    use std::sync::atomic::{AtomicUsize, Ordering};
    use std::thread;
    use std::time::Duration;

    #[test]
    fn lines_come_in_order_and_the_end_after_them() {
        let (writer, mut reader) = backlog();
        let now = Instant::now();
        assert!(writer.add(("a".to_owned(), now)) && writer.add(("b".to_owned(), now)));
        drop(writer);
        assert_eq!(reader.next(now), Next::Line(("a".to_owned(), now)));
        assert_eq!(reader.next(now), Next::Line(("b".to_owned(), now)));
        assert_eq!(reader.next(now), Next::Closed);
    }

    #[test]
    fn a_line_that_came_too_late_is_no_line_yet() {
        let (writer, mut reader) = backlog();
        let deadline = Instant::now();
        let late = deadline + Duration::from_millis(1);
        writer.add(("late".to_owned(), late));
        assert_eq!(reader.next(deadline), Next::Timeout);
        assert_eq!(reader.next(late), Next::Line(("late".to_owned(), late)), "it is kept");
    }

    #[test]
    fn a_flood_is_held_up() {
        let (writer, mut reader) = backlog();
        let (long, now, added) = ("x".repeat(1 << 16), Instant::now(), Arc::new(AtomicUsize::new(0)));
        let counter = Arc::clone(&added);
        let flood = thread::spawn(move || {
            while writer.add((long.clone(), now)) {
                counter.fetch_add(1, Ordering::SeqCst);
            }
        });
        // The writer continues only as lines are taken.
        for taken in 0..3 * MAX_BYTES / (1 << 16) {
            assert!(matches!(reader.next(now + Duration::from_secs(60)), Next::Line(_)));
            assert!(added.load(Ordering::SeqCst) <= taken + 1 + MAX_BYTES / (1 << 16));
        }
        drop(reader);
        flood.join().expect("it ends with its reader");
    }
}
