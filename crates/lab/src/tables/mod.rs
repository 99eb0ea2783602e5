//! `meihua tables`: makes, checks, lists and probes tables of xiangqi endings.
//!
//! [`args`] is the command line, [`make`] makes tables, [`check`] verifies them, [`list`] prints all verdicts, and
//! [`ask`] answers for one position.

pub(crate) mod args;
mod ask;
mod check;
mod list;
mod make;
mod store;

pub use args::TablesArgs;

use meihua_console::stderr::print_error;
use std::process::ExitCode;

/// Runs the subcommand.
pub fn run(args: &TablesArgs) -> ExitCode {
    let done = match &args.command {
        args::TablesCommand::Make(args) => make::run(args),
        args::TablesCommand::Check(args) => check::run(args),
        args::TablesCommand::List(args) => list::run(args),
        args::TablesCommand::Pack(args) => make::pack(args),
        args::TablesCommand::Probe(args) => ask::run(args),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            print_error("tables", &error);
            ExitCode::from(error.status())
        }
    }
}
