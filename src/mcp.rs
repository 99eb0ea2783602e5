//! `meihua mcp`: the command line of the server of tools.

use clap::Args;
use meihua_console::stderr::print_error;
use meihua_engine::engine::registry::Entry;
use meihua_engine::games::xiangqi::tables::set::{Folder, TableSet};
use meihua_engine::protocol::identity::Identity;
use meihua_games::language::Language;
use meihua_library::Library;
use meihua_mcp::server::{self, Host};
use std::io::{self, ErrorKind};
use std::path::PathBuf;
use std::process::ExitCode;

/// Serve tools to a language model or a script (Model Context Protocol) on standard input and output.
///
/// A client starts this command and calls its tools: new_game, play_moves, analyse, explain_move, solve, prove_no_plan and
/// others (docs/mcp.md). No tool reads or writes a file; find_in_library and explore read the library that --library names. What analyse_game and explain_move say is in the language of --lang; refusals are English. The command ends when its input does. Exit status: 0; 1 if the
/// tables or the library cannot be read or the system refuses a thread; 2 for a wrong command line.
#[derive(Args, Debug, Clone)]
pub(crate) struct McpArgs {
    /// Size of the table of a search in megabytes, and of the memory for a puzzle
    #[arg(long, value_name = "MB", default_value_t = 64, value_parser = clap::value_parser!(u32).range(1..=1 << 16))]
    hash: u32,
    /// Folder with tables of xiangqi endings, in addition to the built-in ones
    #[arg(long, value_name = "FOLDER")]
    tables: Option<PathBuf>,
    /// Library of games for find_in_library and explore (see `meihua library`)
    #[arg(long, value_name = "FILE")]
    library: Option<PathBuf>,
}

pub(crate) fn run(args: &McpArgs, games: &'static [Entry], language: Language) -> ExitCode {
    let mut host = Host::new(&Identity::of_process().title(), games, args.hash as usize).speaking(language);
    if let Some(folder) = &args.tables {
        let (set, faults) = TableSet::open(folder);
        if !faults.is_empty() {
            faults.iter().for_each(|fault| print_error("mcp", fault));
            return ExitCode::FAILURE;
        }
        host = host.with_tables(Folder::new(set));
    }
    if let Some(library) = &args.library {
        if let Err(error) = Library::open(library, games) {
            print_error("mcp", format_args!("{library:?}: {error}"));
            return ExitCode::FAILURE;
        }
        host = host.with_library(library.clone());
    }
    match server::serve(host, io::stdin(), io::stdout()) {
        // The client is gone.
        Err(error) if error.kind() != ErrorKind::BrokenPipe => {
            print_error("mcp", error);
            ExitCode::FAILURE
        }
        Ok(()) | Err(_) => ExitCode::SUCCESS,
    }
}
