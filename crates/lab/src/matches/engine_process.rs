//! An engine as a child process: a pipe in, and a thread that reads its output and stamps each line with its time.

use super::backlog::{Next, Reader, Writer, backlog};
use super::engine_spec::EngineSpec;
use log::trace;
use meihua_contracts::plain_file;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

/// A line longer than this is cut: no engine says anything of use beyond it.
const MAX_LINE: u64 = 1 << 16;

/// How long an engine may take to end by itself after `quit`.
const FAREWELL: Duration = Duration::from_millis(500);

/// Something that came from the engine, or did not.
#[derive(Debug)]
pub(crate) enum Event {
    /// A line, without its end, and when it was read.
    Line(String, Instant),
    /// Nothing by the deadline.
    Timeout,
    /// The engine closed its output: it has ended, or will never answer.
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
                // Its errors name the file, and are the system's or as bad.
                Stdio::from(plain_file::append(path).map_err(io::Error::other)?)
            }
            None => Stdio::null(),
        };
        #[expect(clippy::disallowed_methods, reason = "the engines of a match")]
        let mut command = Command::new(&spec.command);
        command.args(&spec.args).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(stderr);
        if let Some(dir) = &spec.dir {
            command.current_dir(dir);
        }
        let mut child = command.spawn()?;
        let (Some(stdin), Some(stdout)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(io::Error::other("no pipe to the engine"));
        };
        let (writer, lines) = backlog();
        let process = EngineProcess { name: spec.name.clone(), child, stdin, lines };
        // Without a thread the program is ended again as it is dropped.
        thread::Builder::new().spawn(move || read_lines(stdout, &writer))?;
        Ok(process)
    }

    /// Sends lines, in one write. An error means that the engine has closed its input; the next [`EngineProcess::next`]
    /// has the rest.
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

    /// The next line that came by `deadline`, waiting for it until then.
    pub(crate) fn next(&mut self, deadline: Instant) -> Event {
        match self.lines.next(deadline) {
            Next::Line((line, at)) => Event::Line(line, at),
            Next::Timeout => Event::Timeout,
            Next::Closed => Event::Closed,
        }
    }

    /// How the process ended: `exit status: 3`, `signal: 11`…; waits a moment for one that is just ending.
    pub(crate) fn status(&mut self) -> String {
        match self.wait(FAREWELL) {
            Some(status) => status,
            None => "output closed".to_owned(),
        }
    }

    /// Sends `farewell` and gives the engine a moment to end by itself before it is killed.
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
        // Both fail only where the process has ended already.
        _ = self.child.kill();
        _ = self.child.wait();
    }
}

/// Reads lines to the end of the stream or until nobody listens.
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
