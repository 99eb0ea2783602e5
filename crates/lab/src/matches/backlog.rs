//! Lines of an engine that wait to be read, up to a limit in bytes: an engine that floods its output is held up by its
//! own pipe.

use meihua_engine::protocol::backlog::{Backlog, Ticket};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::time::Instant;

/// Bytes of lines that may wait: some ten thousand lines of a search.
const MAX_BYTES: usize = 4 << 20;

/// A line, without its end, and when it was read.
pub(crate) type Stamped = (String, Instant);

/// What the next line is.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Next {
    /// A line that came in time.
    Line(Stamped),
    /// Nothing that came by the deadline. A later line stays.
    Timeout,
    /// Nothing, and no more will come.
    Closed,
}

/// The end that lines are put in at.
#[derive(Debug)]
pub(crate) struct Writer {
    lines: Sender<(Stamped, Ticket)>,
    backlog: Backlog,
}

/// The end that they are taken from.
#[derive(Debug)]
pub(crate) struct Reader {
    lines: Receiver<(Stamped, Ticket)>,
    /// A line that came after the last deadline.
    late: Option<(Stamped, Ticket)>,
}

/// A new queue between the thread that reads an engine and the one that plays. Dropping either end closes it.
pub(crate) fn backlog() -> (Writer, Reader) {
    let (sender, receiver) = channel();
    (Writer { lines: sender, backlog: Backlog::new(MAX_BYTES) }, Reader { lines: receiver, late: None })
}

impl Writer {
    /// Adds a line, as soon as there is room; `false` where nobody takes any more.
    pub(crate) fn add(&self, line: Stamped) -> bool {
        let ticket = self.backlog.enter(line.0.len());
        self.lines.send((line, ticket)).is_ok()
    }
}

impl Reader {
    /// The next line that came by `deadline`, waiting for it until then.
    pub(crate) fn next(&mut self, deadline: Instant) -> Next {
        let next = self
            .late
            .take()
            .map_or_else(|| self.lines.recv_timeout(deadline.saturating_duration_since(Instant::now())), Ok);
        match next {
            // The clock before the line: what comes all the time must not hide that it is too late.
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
        // It goes on only as far as lines are taken.
        for taken in 0..3 * MAX_BYTES / (1 << 16) {
            assert!(matches!(reader.next(now + Duration::from_secs(60)), Next::Line(_)));
            assert!(added.load(Ordering::SeqCst) <= taken + 1 + MAX_BYTES / (1 << 16));
        }
        drop(reader);
        flood.join().expect("it ends with its reader");
    }
}
