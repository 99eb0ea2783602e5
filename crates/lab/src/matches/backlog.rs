//! Lines of an engine that wait to be read, up to a limit in bytes: an engine that floods its output is held up by its
//! own pipe.

use std::collections::VecDeque;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

/// Bytes of lines that may wait: some ten thousand lines of a search.
const MAX_BYTES: usize = 4 << 20;

/// What a line takes besides its text.
const LINE_BYTES: usize = 64;

/// A line, without its end, and when it was read.
pub type Stamped = (String, Instant);

/// What the next line is.
#[derive(Debug, PartialEq, Eq)]
pub enum Next {
    /// A line that came in time.
    Line(Stamped),
    /// Nothing that came by the deadline. A later line stays.
    Timeout,
    /// Nothing, and no more will come.
    Closed,
}

#[derive(Debug, Default)]
struct State {
    lines: VecDeque<Stamped>,
    bytes: usize,
    is_closed: bool,
}

/// A queue of lines between the thread that reads an engine and the one that plays. Dropping either end closes it.
#[derive(Debug, Default)]
struct Backlog {
    state: Mutex<State>,
    changed: Condvar,
}

impl Backlog {
    /// Nobody panics while it holds the lock: what a poisoned one holds is sound.
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn close(&self) {
        self.lock().is_closed = true;
        self.changed.notify_all();
    }
}

/// The end that lines are put in at.
#[derive(Debug)]
pub struct Writer(Arc<Backlog>);

/// The end that they are taken from.
#[derive(Debug)]
pub struct Reader(Arc<Backlog>);

/// A new queue.
pub fn backlog() -> (Writer, Reader) {
    let shared = Arc::<Backlog>::default();
    (Writer(shared.clone()), Reader(shared))
}

impl Writer {
    /// Adds a line, as soon as there is room; `false` where nobody takes any more.
    pub fn add(&self, line: Stamped) -> bool {
        let mut state = self.0.lock();
        while state.bytes > MAX_BYTES && !state.is_closed {
            state = self.0.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
        state.bytes += line.0.len() + LINE_BYTES;
        state.lines.push_back(line);
        let is_open = !state.is_closed;
        drop(state);
        self.0.changed.notify_all();
        is_open
    }
}

impl Reader {
    /// The next line that came by `deadline`, waiting for it until then.
    pub fn next(&mut self, deadline: Instant) -> Next {
        let mut state = self.0.lock();
        loop {
            match state.lines.front() {
                // The clock before the line: what comes all the time must not hide that it is too late.
                Some((_, at)) if *at > deadline => return Next::Timeout,
                Some(_) => break,
                None if state.is_closed => return Next::Closed,
                None => {}
            }
            let left = deadline.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return Next::Timeout;
            }
            state = self.0.changed.wait_timeout(state, left).unwrap_or_else(PoisonError::into_inner).0;
        }
        let Some(line) = state.lines.pop_front() else { return Next::Closed };
        state.bytes -= line.0.len() + LINE_BYTES;
        drop(state);
        self.0.changed.notify_all();
        Next::Line(line)
    }
}

impl Drop for Writer {
    fn drop(&mut self) {
        self.0.close();
    }
}

impl Drop for Reader {
    fn drop(&mut self) {
        self.0.close();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
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
        let long = "x".repeat(1 << 16);
        let now = Instant::now();
        let flood = thread::spawn(move || (0..).find(|_| !writer.add((long.clone(), now))));
        // It goes on only as far as lines are taken.
        for _ in 0..3 * MAX_BYTES / (1 << 16) {
            assert!(matches!(reader.next(now + Duration::from_secs(60)), Next::Line(_)));
            assert!(reader.0.lock().bytes <= MAX_BYTES + (1 << 16) + LINE_BYTES);
        }
        drop(reader);
        assert!(flood.join().unwrap().is_some(), "and it ends with its reader");
    }
}
