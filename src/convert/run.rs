//! The work of `convert`: file by file, game by game.

use super::args::ConvertArgs;
use crate::shared::inputs::{Input, collect};
use crate::shared::saved_games::{Output, OutputError, UnknownFormat};
use meihua_console::progress::ProgressBar;
use meihua_console::stderr::print_error;
use meihua_contracts::sentence::Sentence;
use meihua_engine::engine::registry::Entry;
use meihua_games::language::Language;
use meihua_games::say;
use meihua_records::Games;
use meihua_records::games::open_file;
use meihua_records::write::{Lost, OutputFormat};
use std::io::{self, Read};
use std::process::ExitCode;
use std::sync::Arc;
use thiserror::Error;

/// Exit status if something failed; for a wrong command line; if all was written but some games were not read whole.
const FAILED: u8 = 1;
const MISUSE: u8 = 2;
const CUT: u8 = 3;

/// Why a run cannot start.
#[derive(Debug, Error)]
enum Misuse {
    #[error(transparent)]
    Format(#[from] UnknownFormat),
    #[error("{0} is both an input and the output")]
    Itself(String),
}

/// Converts the files named by the arguments.
pub(crate) fn run(args: &ConvertArgs, games: &'static [Entry], language: Language) -> ExitCode {
    let (inputs, unreadable) = collect(&args.inputs);
    let target = match target(args, &inputs) {
        Ok(target) => target,
        Err(misuse) => {
            print_error("convert", &misuse);
            return ExitCode::from(MISUSE);
        }
    };
    let mut run = Run {
        output: Output::new(&args.output, target, language.notation(), args.strict),
        progress: Arc::new(ProgressBar::new(inputs.iter().map(|input| kilobytes(input.bytes)).sum(), 0)),
        known: games,
        is_strict: args.strict,
        language,
        failed: 0,
        games: 0,
        cut: 0,
        lost: Lost::default(),
    };
    unreadable.iter().for_each(|(folder, error)| run.fail(format!("{folder:?}: {error}")));
    let mut result = inputs.iter().try_for_each(|input| run.convert(input));
    // If nothing could be read, an existing output is kept.
    let is_empty = run.failed > 0 && run.games == 0;
    result = result.and_then(|()| if is_empty { Ok(()) } else { run.output.finish_all() });
    match result {
        Err(OutputError::File { error, .. }) if error.kind() == io::ErrorKind::BrokenPipe => return ExitCode::SUCCESS,
        Err(error) => run.fail(&error),
        Ok(()) => {}
    }
    if !run.lost.is_nothing() {
        let (games, lost) = (run.games, run.lost);
        let games = Sentence::counted(games as usize, ["{} game converted", "{} games converted"]);
        run.line(say!("{}; the format cannot hold {}", games, &lost));
    }
    match (run.failed, run.cut) {
        (0, 0) => ExitCode::SUCCESS,
        (0, _) => ExitCode::from(CUT),
        _ => ExitCode::from(FAILED),
    }
}

/// The format to write.
fn target(args: &ConvertArgs, inputs: &[Input]) -> Result<OutputFormat, Misuse> {
    let output = args.output.output.canonicalize().ok().filter(|path| path.is_file());
    let same = inputs.iter().find(|input| output.is_some() && input.path.canonicalize().ok() == output);
    if let Some(input) = same {
        return Err(Misuse::Itself(format!("{:?}", input.path)));
    }
    Ok(args.output.format()?)
}

fn kilobytes(bytes: u64) -> usize {
    (bytes >> 10) as usize
}

/// A file that reports how far it has been read.
struct Watched<'a, R> {
    file: R,
    bytes: u64,
    progress: &'a ProgressBar,
}

impl<R: Read> Read for Watched<'_, R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.file.read(buffer)?;
        let before = kilobytes(self.bytes);
        self.bytes += read as u64;
        self.progress.advance(kilobytes(self.bytes) - before);
        Ok(read)
    }
}

struct Run {
    /// The games of the program.
    known: &'static [Entry],
    output: Output,
    progress: Arc<ProgressBar>,
    is_strict: bool,
    language: Language,
    failed: u64,
    games: u64,
    /// Games that were not read whole.
    cut: u64,
    lost: Lost,
}

impl Run {
    /// Converts a file. Problems in it are reported, and the next file follows.
    ///
    /// # Errors
    /// The output cannot be written.
    fn convert(&mut self, input: &Input) -> Result<(), OutputError> {
        let name = input.path.to_string_lossy();
        let progress = Arc::clone(&self.progress);
        let games = if input.is_stdin() {
            Games::of("-", io::stdin(), self.known)
        } else {
            open_file(&input.path)
                .and_then(|file| Games::of(&name, Watched { file, bytes: 0, progress: &progress }, self.known))
        };
        match games {
            Ok(games) => self.games_of(games, input),
            Err(error) => {
                self.fail(&error);
                Ok(())
            }
        }
    }

    fn games_of(&mut self, mut games: Games, input: &Input) -> Result<(), OutputError> {
        let name = input.path.to_string_lossy();
        let mut written = 0;
        while let Some(game) = games.next() {
            let number = games.number();
            let game = match game {
                Ok(game) => game,
                Err(error) => {
                    self.fail(&error);
                    continue;
                }
            };
            for fault in &game.faults {
                self.line(say!("{}: game {}: {}", name.to_string(), number, fault));
            }
            self.cut += u64::from(!game.faults.is_empty());
            if self.is_strict && !game.faults.is_empty() {
                let why = say!("left out: it could not be read whole");
                self.fail(say!("{}: game {}: {}", name.to_string(), number, why));
                continue;
            }
            match self.output.write(&game, input, written + 1) {
                Ok(lost) => self.lost += lost,
                Err(error @ OutputError::File { .. }) => return Err(error),
                Err(error) => {
                    self.fail(say!("{}: game {}: {}", name.to_string(), number, &error));
                    continue;
                }
            }
            written += 1;
            self.games += 1;
            self.progress.doing(format!("kB, {} games; {name}", self.games));
        }
        Ok(())
    }

    fn fail(&mut self, what: impl Into<Sentence>) {
        self.failed += 1;
        self.line(what);
    }

    /// Prints a line on standard error without disturbing the progress bar.
    fn line(&self, text: impl Into<Sentence>) {
        let text = self.language.text(text);
        self.progress.suspend(|| print_error("convert", text));
    }
}
