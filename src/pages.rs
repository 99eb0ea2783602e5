//! `meihua man` and `meihua completions`: manual pages and shell scripts, generated from the command line's own
//! description so that they are always up to date.

use crate::examples;
use crate::play::level;
use clap::builder::PossibleValuesParser;
use clap::{Args, Command};
use clap_complete::Shell;
use meihua_console::output_file::{OutputError, OutputFile};
use meihua_console::stderr::print_error;
use meihua_console::stdout::{self, StdoutError};
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
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
    let mut command = command.long_version(None).disable_help_subcommand(true);
    command.build();
    let written = match &args.output {
        None => print(|out| page(&command, "meihua", out)),
        Some(folder) => {
            let written = fs::create_dir_all(folder).and_then(|()| pages(&command, "meihua", folder));
            written.map_err(|error| OutputError { path: folder.clone(), error }.into())
        }
    };
    status("man", written)
}

/// Writes the page of a command and those of its subcommands.
fn pages(command: &Command, name: &str, folder: &Path) -> io::Result<()> {
    let mut text = Vec::new();
    page(command, name, &mut text)?;
    let mut file = OutputFile::create(&folder.join(format!("{name}.1")))?;
    file.write_all(&text)?;
    file.finish()?;
    let mut shown = command.get_subcommands().filter(|known| !known.is_hide_set());
    shown.try_for_each(|known| pages(known, &format!("{name}-{}", known.get_name()), folder))
}

/// The page of a command: clap's sections, and those that its texts have for it.
fn page(command: &Command, name: &str, out: &mut Vec<u8>) -> io::Result<()> {
    let long = command.get_long_about().or(command.get_about()).map(ToString::to_string).unwrap_or_default();
    let (about, exit) = match long.split_once("Exit status:") {
        None => (long.as_str(), None),
        Some((about, exit)) => (about.trim_end(), Some(exit.trim())),
    };
    let own = command.clone().long_about(about.to_owned());
    let man = clap_mangen::Man::new(own).title(name);
    man.render_title(out)?;
    man.render_name_section(out)?;
    man.render_synopsis_section(out)?;
    man.render_description_section(out)?;
    man.render_options_section(out)?;
    let subcommands: Vec<String> =
        command.get_subcommands().map(|known| format!("{name}-{}(1)", known.get_name())).collect();
    if !subcommands.is_empty() {
        man.render_subcommands_section(out)?;
    }
    let examples = examples::of(&name.strip_prefix("meihua-").unwrap_or(name).replace('-', " "));
    if !examples.is_empty() {
        writeln!(out, ".SH EXAMPLES")?;
        for (line, what) in examples {
            writeln!(out, ".TP\n\\fB{}\\fR\n{}", roff(line), roff(what))?;
        }
    }
    if let Some(exit) = exit {
        writeln!(out, ".SH \"EXIT STATUS\"\n{}", roff(exit))?;
    }
    let others = if name == "meihua" { subcommands.join(", ") } else { "meihua(1)".to_owned() };
    writeln!(out, ".SH \"SEE ALSO\"\n{}", roff(&others))
}

/// A text as roff, in which a backslash, and a dot or an apostrophe at the beginning of a line, are commands.
fn roff(text: &str) -> String {
    let lines = text.replace('\\', "\\e").replace('-', "\\-");
    let line = |line: &str| if line.starts_with(['.', '\'']) { format!("\\&{line}") } else { line.to_owned() };
    lines.lines().map(line).collect::<Vec<_>>().join("\n")
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
    command = command.mut_subcommands(with_values);
    let written = print(|out| {
        clap_complete::generate(args.shell, &mut command, "meihua", out);
        Ok(())
    });
    status("completions", written)
}

/// A command whose games and levels are named, so that a shell can complete them.
fn with_values(command: Command) -> Command {
    let games = PossibleValuesParser::new(crate::GAMES.iter().map(|entry| entry.name));
    let levels = PossibleValuesParser::new(level::names());
    let command = command.mut_args(|arg| match arg.get_id().as_str() {
        "game" => arg.value_parser(games.clone()),
        "level" => arg.value_parser(levels.clone()),
        _ => arg,
    });
    command.mut_subcommands(with_values)
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
