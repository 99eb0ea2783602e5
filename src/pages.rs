//! `meihua man` and `meihua completions`: manual pages and shell scripts, generated from the command line's own
//! description so that they are always up to date.

use clap::{Args, Command};
use clap_complete::Shell;
use meihua_console::output_file::OutputError;
use meihua_console::stderr::print_error;
use meihua_console::stdout::{self, StdoutError};
use std::fs;
use std::io;
use std::path::PathBuf;
use std::process::ExitCode;
use thiserror::Error;

/// Write the manual page, or all pages to a folder.
///
/// `meihua man | man -l -` displays it; `meihua man -o /usr/local/share/man/man1` installs meihua.1, meihua-play.1 …
#[derive(Args, Debug, Clone)]
pub(crate) struct ManArgs {
    /// Write all pages to this folder instead of the main page to standard output
    #[arg(short, long, value_name = "FOLDER")]
    pub output: Option<PathBuf>,
}

/// Write a shell completion script to standard output.
///
/// For example: `meihua completions bash > /etc/bash_completion.d/meihua`.
#[derive(Args, Debug, Clone)]
pub(crate) struct CompletionsArgs {
    /// The shell to write it for
    pub shell: Shell,
}

/// Writes the pages of `command`.
pub(crate) fn manual(args: &ManArgs, command: Command) -> ExitCode {
    // The long version describes this machine, not the one where the page is read.
    let command = command.long_version(None);
    let written = match &args.output {
        None => print(|out| clap_mangen::Man::new(command).render(out)),
        Some(folder) => {
            let written = fs::create_dir_all(folder).and_then(|()| clap_mangen::generate_to(command, folder));
            written.map_err(|error| OutputError { path: folder.clone(), error }.into())
        }
    };
    status("man", written)
}

/// Why a page or a script was not written.
#[derive(Debug, Error)]
enum PageError {
    #[error("it cannot be made: {0}")]
    Make(#[from] io::Error),
    #[error(transparent)]
    File(#[from] OutputError),
    #[error(transparent)]
    Stdout(#[from] StdoutError),
}

/// Writes the completions of `command`.
pub(crate) fn completions(args: &CompletionsArgs, mut command: Command) -> ExitCode {
    let written = print(|out| {
        clap_complete::generate(args.shell, &mut command, "meihua", out);
        Ok(())
    });
    status("completions", written)
}

/// Buffers the text first, so that a closed pipe is one failed write rather than a panic inside a generator.
fn print(make: impl FnOnce(&mut Vec<u8>) -> io::Result<()>) -> Result<(), PageError> {
    let mut text = Vec::new();
    make(&mut text)?;
    Ok(stdout::write(&text)?)
}

fn status(name: &str, written: Result<(), PageError>) -> ExitCode {
    match written {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            print_error(name, &error);
            ExitCode::FAILURE
        }
    }
}
