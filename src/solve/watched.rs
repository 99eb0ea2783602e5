//! Progress of a run on standard error: rows done, rows per second, time remaining.

use super::args::SolveArgs;
use super::rows_file::Done;
use meihua_console::progress::ProgressBar;
use meihua_contracts::clock::Stopwatch;
use meihua_contracts::plain_file::{self, FileError};
use std::io::{self, BufRead, BufReader, IsTerminal, Write};
use std::path::Path;

/// An output that counts the rows written to it.
pub(super) struct Watched<'a> {
    output: &'a mut dyn Write,
    /// Whether rows and progress go to the same terminal.
    is_shared: bool,
    progress: ProgressBar,
    already: usize,
    fresh: usize,
    clock: Stopwatch,
}

/// The number of positions in a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Total<'a> {
    One,
    /// One for each line of a file.
    Lines(&'a Path),
    /// Unknown, because they come from standard input.
    Unknown,
}

impl<'a> Watched<'a> {
    /// Watches the rows after those already done.
    ///
    /// # Errors
    /// The lines of the file cannot be counted.
    pub(super) fn new(
        args: &SolveArgs,
        total: Total<'_>,
        done: Done,
        output: &'a mut dyn Write,
    ) -> Result<Watched<'a>, FileError> {
        // Not in the middle of a trace, nor while a person is typing.
        let is_dialogue = args.trace || (total == Total::Unknown && io::stdin().is_terminal());
        let progress = match total {
            _ if is_dialogue => ProgressBar::silent(),
            Total::One => ProgressBar::new(1, done.rows),
            Total::Lines(path) => ProgressBar::new(count_lines(path)?, done.rows),
            Total::Unknown => ProgressBar::unbounded(),
        };
        let is_shared = args.output.is_none() && io::stdout().is_terminal();
        Ok(Watched { output, is_shared, progress, already: done.rows, fresh: 0, clock: Stopwatch::start() })
    }
}

impl Write for Watched<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let output = &mut self.output;
        let written = if self.is_shared { self.progress.suspend(|| output.write(bytes)) } else { output.write(bytes) }?;
        self.fresh += bytes[..written].iter().filter(|&&byte| byte == b'\n').count();
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.output.flush()?;
        let rate = self.fresh as f64 / self.clock.elapsed().as_secs_f64();
        self.progress.state(self.already + self.fresh, format!("rows, {rate:.1} a second"));
        Ok(())
    }
}

/// The number of lines in a file, including a last one without a line end.
fn count_lines(path: &Path) -> Result<usize, FileError> {
    let mut file = BufReader::new(plain_file::open(path, u64::MAX)?);
    let (mut lines, mut is_open) = (0, false);
    // What cannot be read now is reported when it is answered.
    while let Ok(bytes @ [.., last]) = file.fill_buf() {
        lines += bytes.iter().filter(|&&byte| byte == b'\n').count();
        is_open = *last != b'\n';
        let read = bytes.len();
        file.consume(read);
    }
    Ok(lines + usize::from(is_open))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    #[test]
    fn lines_are_counted() {
        let path = std::env::temp_dir().join(format!("meihua-lines-{}", std::process::id()));
        for (text, lines) in [("a", 1), ("a\n", 1), ("a\n\nb", 3), ("\n\n", 2)] {
            fs::write(&path, text).unwrap();
            assert_eq!(count_lines(&path).unwrap(), lines, "{text:?}");
        }
        fs::remove_file(path).unwrap();
    }
}
