//! An engine as a child process: a pipe for input, and a thread that reads its output and timestamps each line.

use super::backlog::{Next, Reader, Writer, backlog};
use super::engine_spec::EngineSpec;
use log::trace;
use meihua_contracts::plain_file;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

/// Longer lines are cut off; no engine says anything useful beyond that.
const MAX_LINE: u64 = 1 << 16;

/// How long an engine may take to exit by itself after `quit`.
const FAREWELL: Duration = Duration::from_millis(500);

/// An event from the engine, or the lack of one.
#[derive(Debug)]
pub(crate) enum Event {
    /// A line without its line end, and when it was read.
    Line(String, Instant),
    /// Nothing arrived by the deadline.
    Timeout,
    /// The engine closed its output: it has exited, or will never answer.
    Closed,
}

/// A running engine. Dropping it kills the process.
#[derive(Debug)]
pub(crate) struct EngineProcess {
    name: String,
    child: Child,
    stdin: ChildStdin,
    lines: Reader,
}

impl EngineProcess {
    pub(crate) fn start(spec: &EngineSpec) -> io::Result<EngineProcess> {
        let stderr = match &spec.stderr {
            Some(path) => {
                // Its errors name the file; they are the system's or just as serious.
                Stdio::from(plain_file::append(path).map_err(io::Error::other)?)
            }
            None => Stdio::null(),
        };
        #[expect(clippy::disallowed_methods, reason = "the engines of a match")]
        let mut command = Command::new(&spec.command);
        command.args(&spec.args).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(stderr);
        if let Some(dir) = &spec.dir {
            // The system would name the program as what is missing.
            if !dir.is_dir() {
                return Err(io::Error::new(
                    io::ErrorKind::NotFound,
                    format!("dir={}: there is no such folder", dir.display()),
                ));
            }
            command.current_dir(dir);
        }
        let mut child = command.spawn()?;
        let (Some(stdin), Some(stdout)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(io::Error::other("no pipe to the engine"));
        };
        let (writer, lines) = backlog();
        let process = EngineProcess { name: spec.name.clone(), child, stdin, lines };
        // Without a thread the process is killed again when dropped.
        thread::Builder::new().spawn(move || read_lines(stdout, &writer))?;
        Ok(process)
    }

    /// Sends lines in a single write. A write error means that the engine has closed its input; the next call of
    /// [`EngineProcess::next`] reports the rest.
    pub(crate) fn send<S: AsRef<str>>(&mut self, lines: &[S]) {
        let mut text = String::new();
        for line in lines {
            trace!("{} < {}", self.name, line.as_ref());
            text.push_str(line.as_ref());
            text.push('\n');
        }
        if let Err(error) = self.stdin.write_all(text.as_bytes()).and_then(|()| self.stdin.flush()) {
            trace!("{}: write failed: {error}", self.name);
        }
    }

    /// The next line that arrives by `deadline`, waiting for it until then.
    pub(crate) fn next(&mut self, deadline: Instant) -> Event {
        match self.lines.next(deadline) {
            Next::Line((line, at)) => Event::Line(line, at),
            Next::Timeout => Event::Timeout,
            Next::Closed => Event::Closed,
        }
    }

    /// How the process ended (`exit status: 3`, `signal: 11`, …); waits briefly for one that is about to exit.
    pub(crate) fn status(&mut self) -> String {
        match self.wait(FAREWELL) {
            Some(status) => status,
            None => "output closed".to_owned(),
        }
    }

    /// How the process ended, if it has.
    pub(crate) fn ended(&mut self) -> Option<String> {
        self.wait(Duration::ZERO)
    }

    /// Sends `farewell` and lets the engine exit by itself before killing it.
    pub(crate) fn quit(mut self, farewell: &str) {
        self.send(&[farewell]);
        self.wait(FAREWELL);
    }

    fn wait(&mut self, patience: Duration) -> Option<String> {
        let deadline = Instant::now() + patience;
        loop {
            match self.child.try_wait() {
                Ok(Some(status)) => return Some(status.to_string()),
                Err(error) => return Some(error.to_string()),
                Ok(None) if Instant::now() >= deadline => return None,
                Ok(None) => thread::sleep(Duration::from_millis(5)),
            }
        }
    }
}

impl Drop for EngineProcess {
    fn drop(&mut self) {
        // Both fail only if the process has already exited.
        _ = self.child.kill();
        _ = self.child.wait();
    }
}

/// Reads lines until the stream ends or no one reads them any more.
fn read_lines(stdout: ChildStdout, writer: &Writer) {
    let mut reader = BufReader::new(stdout);
    let mut line = Vec::new();
    loop {
        line.clear();
        match reader.by_ref().take(MAX_LINE).read_until(b'\n', &mut line) {
            Ok(0) | Err(_) => return,
            Ok(_) => {}
        }
        let at = Instant::now();
        let text = String::from_utf8_lossy(&line).trim().to_owned();
        trace!("> {text}");
        if !writer.add((text, at)) {
            return;
        }
    }
}
