//! `library add`: files, folders and archives into the library, in one transaction.

use super::args::AddArgs;
use super::{CUT, FAILED, Failure, create};
use crate::shared::inputs::{Input, collect};
use crate::shared::library::LibraryFailure;
use meihua_console::progress::ProgressBar;
use meihua_console::stderr::print_error;
use meihua_console::stdout::print;
use meihua_contracts::plain_file;
use meihua_contracts::sentence::Sentence;
use meihua_engine::engine::registry::Entry;
use meihua_games::language::Language;
use meihua_games::say;
use meihua_library::{Adding, LibraryError, Outcome};
use meihua_records::encoding::decode;
use meihua_records::games::open_file;
use meihua_records::{Games, RecordError};
use std::io::{self, Read, Take};
use std::path::Path;
use std::process::ExitCode;
use zip::ZipArchive;

/// Maximum size of a file in an archive, in bytes.
const MAX_MEMBER: u64 = 1 << 30;

/// Adds the files named by the arguments.
pub(super) fn run(
    args: &AddArgs,
    path: &Path,
    games: &'static [Entry],
    language: Language,
) -> Result<ExitCode, Failure> {
    let failed = |error| Failure::Library(LibraryFailure::of(path, error));
    let (inputs, unreadable) = collect(&args.inputs);
    let mut library = create(path, games)?;
    let mut run = Run {
        adding: library.adding().map_err(failed)?,
        games,
        language,
        progress: ProgressBar::new(inputs.len(), 0),
        failed: 0,
        cut: 0,
    };
    unreadable.iter().for_each(|(folder, error)| run.fail(format!("{folder:?}: {error}")));
    for input in &inputs {
        run.add(input).map_err(failed)?;
        run.progress.advance(1);
        let changes = run.adding.changes();
        run.progress.doing(format!("files, {} games, {} doubles", changes.games, changes.doubles));
    }
    run.progress.doing("files read; the index of positions");
    let Run { adding, failed: unread, cut, progress, .. } = run;
    let changes = adding.commit().map_err(failed)?;
    drop(progress);
    let games = Sentence::counted(changes.games as usize, ["{} game added", "{} games added"]);
    let doubles = Sentence::counted(changes.doubles as usize, ["{} double", "{} doubles"]);
    let whole = Sentence::counted(cut as usize, ["; {} game not read whole", "; {} games not read whole"]);
    let whole = if cut > 0 { whole } else { Sentence::EMPTY };
    print(&language.text(say!("{}, {}", games, doubles).then(whole)))?;
    Ok(match (unread, cut) {
        (0, 0) => ExitCode::SUCCESS,
        (0, _) => ExitCode::from(CUT),
        _ => ExitCode::from(FAILED),
    })
}

struct Run<'a> {
    adding: Adding<'a>,
    games: &'static [Entry],
    language: Language,
    progress: ProgressBar,
    failed: u64,
    /// Games that were not read whole.
    cut: u64,
}

impl Run<'_> {
    /// Adds a file. Problems in it are reported, and the next file follows.
    ///
    /// # Errors
    /// The library cannot be written.
    fn add(&mut self, input: &Input) -> Result<(), LibraryError> {
        let name = input.path.to_string_lossy();
        if input.is_stdin() {
            return self.add_games(&name, Games::of("-", io::stdin(), self.games));
        }
        if is_archive(&input.path) {
            return self.add_archive(&input.path);
        }
        let games = open_file(&input.path).and_then(|file| Games::of(&name, file, self.games));
        self.add_games(&name, games)
    }

    fn add_games(&mut self, name: &str, games: Result<Games<'_>, RecordError>) -> Result<(), LibraryError> {
        let mut games = match games {
            Ok(games) => games,
            Err(error) => {
                self.fail(&error);
                return Ok(());
            }
        };
        while let Some(game) = games.next() {
            let number = games.number();
            match game {
                Err(error) => self.fail(&error),
                Ok(game) => {
                    let told = |what: Sentence| say!("{}: game {}: {}", name.to_owned(), number, what);
                    game.faults.iter().for_each(|fault| self.line(told(fault.into())));
                    // A text that is no game fails at its first word, as does a game of unknown rules. Without its moves it
                    // would be the same as the next one.
                    if game.is_unread() {
                        self.fail(told(say!("not added, as none of its moves can be read")));
                        continue;
                    }
                    self.cut += u64::from(!game.faults.is_empty());
                    let why = match self.adding.add(&game, name, number) {
                        Ok(Outcome::New(_) | Outcome::Double(_)) => continue,
                        Ok(Outcome::Unknown) => say!("the board of this game has no rows"),
                        Err(error @ LibraryError::OtherRules(_)) => Sentence::plain(error),
                        Err(error) => return Err(error),
                    };
                    self.fail(told(why));
                }
            }
        }
        Ok(())
    }

    /// Adds the files of a zip archive.
    fn add_archive(&mut self, path: &Path) -> Result<(), LibraryError> {
        let name = path.to_string_lossy();
        // The end of an archive is looked for from its end, which a limit would hide.
        let opened = plain_file::open(path, u64::MAX).map(Take::into_inner).map_err(|error| error.to_string());
        let archive = opened.and_then(|file| ZipArchive::new(file).map_err(|error| error.to_string()));
        let mut archive = match archive {
            Ok(archive) => archive,
            Err(error) => {
                self.fail(format!("{name}: {error}"));
                return Ok(());
            }
        };
        for index in 0..archive.len() {
            let member = match archive.by_index(index) {
                Ok(member) => member,
                Err(error) => {
                    self.fail(format!("{name}: {error}"));
                    continue;
                }
            };
            if member.is_dir() {
                continue;
            }
            // Names are in the encoding of the computer that made the archive.
            let name = format!("{name}/{}", decode(member.name_raw()));
            let games = Games::of(&name, member.take(MAX_MEMBER), self.games);
            self.add_games(&name, games)?;
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
        self.progress.suspend(|| print_error("library", text));
    }
}

/// Whether a file is a zip archive, by its first bytes.
fn is_archive(path: &Path) -> bool {
    let mut head = [0; 4];
    let read = plain_file::open(path, u64::MAX).is_ok_and(|mut file| file.read_exact(&mut head).is_ok());
    read && head == *b"PK\x03\x04"
}
