//! An engine process: a server between standard input and standard output. It reacts to `quit` even if its output is
//! not read.

use super::access::Access;
use super::command::Command;
use super::outlet::Outlet;
use super::reader::{self, Input};
use super::server::Server;
use super::stdout::exit_when_closed;
use crate::engine::event::Event;
use crate::engine::registry::Entry;
use crate::sentence::Words;
use std::io::{self, ErrorKind, Read, Write};
use std::process::{ExitCode, exit};
use std::time::Duration;

/// How long standard output may accept nothing after `quit` before the remaining output is dropped.
const QUIT_GRACE: Duration = Duration::from_millis(500);
/// The same after the end of input; longer, because a person may be reading in a pager.
const END_GRACE: Duration = Duration::from_secs(3);

/// Runs a complete engine process: plays these games in UCI, UCCI and UGI on `input` and standard output until `quit`,
/// or until either ends. The first game is the current one at the start. Returns the exit status.
///
/// ```no_run
/// use meihua_engine::engine::registry::Entry;
/// use meihua_engine::games::connect_four::ConnectFour;
/// use meihua_engine::protocol::process::serve;
///
/// static GAMES: &[Entry] = &[Entry::game::<ConnectFour>()];
///
/// let status: std::process::ExitCode = serve(GAMES, std::io::stdin());
/// ```
pub fn serve(games: &'static [Entry], input: impl Read + Send + 'static) -> ExitCode {
    let served = match Outlet::new(io::stdout(), end_without_output) {
        Ok(outlet) => serve_to(games, input, outlet),
        // If no thread can be spared, lines are written where they arise.
        Err(error) => {
            log::warn!("the thread that writes was refused: {error}");
            Server::with_games(games, input, io::stdout()).map(run)
        }
    };
    match served {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            // No client has been heard from yet, so this one message may go to standard error.
            _ = writeln!(io::stderr(), "meihua: cannot read commands: {error}");
            ExitCode::FAILURE
        }
    }
}

/// Ends the process because nothing more can be written. That a client has closed its end is the usual way to leave.
fn end_without_output(error: &io::Error) {
    if error.kind() == ErrorKind::BrokenPipe {
        exit(0);
    }
    _ = writeln!(io::stderr(), "meihua: standard output: {error}");
    exit(1);
}

/// Runs one of several sessions in a process: plays these games with this access, reading `messages` of one line or
/// several, until `quit` or until the messages or the output end. Its threads end with it.
///
/// # Errors
/// The system grants no thread.
pub fn serve_guest(
    games: &'static [Entry],
    messages: impl Iterator<Item = Vec<u8>> + Send + 'static,
    output: impl Write + Send + 'static,
    access: Access,
    words: Words,
) -> io::Result<()> {
    let outlet = Outlet::new(output, |_| ())?;
    let judge = outlet.clone();
    let is_wanted =
        move |event: &Event| !matches!(event, Event::Info(_) | Event::CurrentMove { .. }) || !judge.is_full();
    let lines = messages.flat_map(|message| message.split(|&byte| byte == b'\n').map(Input::of).collect::<Vec<_>>());
    let served = Server::build(games, lines, outlet.clone(), |_| (), is_wanted);
    let served = served.map(|server| server.within(access).with_words(words).run());
    outlet.finish(QUIT_GRACE);
    outlet.close();
    served
}

/// Serves with an output that a client need not read in order to be heard.
fn serve_to(games: &'static [Entry], input: impl Read + Send + 'static, outlet: Outlet) -> io::Result<()> {
    let (leaver, judge) = (outlet.clone(), outlet.clone());
    let on_read = move |input: &Input| match input {
        Input::End => leaver.leave(END_GRACE),
        Input::Line(line) if is_quit(line) => leaver.leave(QUIT_GRACE),
        Input::Line(_) | Input::TooLong { .. } => {}
    };
    // Progress that nobody reads is not kept.
    let is_wanted =
        move |event: &Event| !matches!(event, Event::Info(_) | Event::CurrentMove { .. }) || !judge.is_full();
    run(Server::build(games, reader::lines(input), outlet.clone(), on_read, is_wanted)?);
    outlet.finish(QUIT_GRACE);
    Ok(())
}

/// Runs a server. The watcher of the output starts last: if threads are scarce, those that read and write come first.
fn run<W: io::Write>(server: Server<W>) {
    exit_when_closed();
    server.run();
}

/// Whether a line ends the process. Lines that contain the word are parsed here, before their turn.
fn is_quit(line: &[u8]) -> bool {
    const LONGEST: usize = 80;
    const WORD: &[u8] = b"quit";
    let may_be = line.len() <= LONGEST && line.windows(WORD.len()).any(|part| part.eq_ignore_ascii_case(WORD));
    may_be && Command::parse(&String::from_utf8_lossy(line), &[]) == Ok(Command::Quit)
}
