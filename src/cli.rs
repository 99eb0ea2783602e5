//! The command line (clap). Each tool brings its own arguments and its own `run`; here they only get their names.

use crate::control::Control;
use crate::engine::registry::GAMES;
use crate::protocol::command::Command as WireCommand;
use crate::protocol::log_file;
use crate::protocol::server::serve;
use crate::protocol::stdout::exit_when_closed;
use crate::tools::datagen::DatagenArgs;
use crate::tools::draw::DrawArgs;
use crate::tools::generate::GenerateArgs;
use crate::tools::matches::MatchArgs;
use crate::tools::pages::{CompletionsArgs, ManArgs};
use crate::tools::play::PlayArgs;
use crate::tools::solve::command::SolveArgs;
use crate::tools::train::TrainArgs;
use crate::tools::tune::TuneArgs;
use crate::tools::{bench, datagen, draw, generate, matches, pages, play, solve, train, tune, version};
use clap::error::ErrorKind;
use clap::{CommandFactory, Parser, Subcommand};
use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;

/// Status of a command line that makes no sense.
const MISUSE: u8 = 2;

/// One engine for five games: without a command it speaks UCI, UCCI and UGI on standard input and output.
#[derive(Parser, Debug)]
#[command(name = "meihua", version, long_version = version::LONG.as_str(), about)]
struct Arguments {
    /// Write diagnostics to the end of this file.
    #[arg(long, global = true, value_name = "FILE")]
    log: Option<PathBuf>,
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Subcommand, Debug)]
enum Command {
    /// Search fixed positions and count nodes.
    Bench {
        /// Plies.
        depth: Option<u32>,
    },
    Completions(CompletionsArgs),
    Datagen(DatagenArgs),
    Draw(DrawArgs),
    Generate(GenerateArgs),
    Man(ManArgs),
    #[command(name = "match")]
    Match(Box<MatchArgs>),
    Play(PlayArgs),
    Solve(SolveArgs),
    Train(TrainArgs),
    Tune(TuneArgs),
    /// Any line of a protocol: it is carried out, then the process ends.
    #[command(external_subcommand)]
    Line(Vec<String>),
}

/// Reads the command line and does what it says. Returns the exit status of the process.
pub fn run() -> ExitCode {
    let arguments = match Arguments::try_parse() {
        Ok(arguments) => arguments,
        Err(error) => {
            // Help and version are asked for; all else is misuse, and clap's status for it is 2.
            let _ = error.print();
            return ExitCode::from(error.exit_code() as u8);
        }
    };
    hide_panics();
    if let Some(path) = arguments.log
        && let Err(error) = log_file::open(&path.to_string_lossy())
    {
        return misuse(&format!("--log {}: {error}", path.display()));
    }
    match arguments.command {
        None => serve(GAMES, io::stdin()),
        Some(Command::Bench { depth }) => {
            let mut output = io::stdout();
            // A closed output ends the bench, too.
            exit_when_closed();
            bench::run(depth, &Control::new(), &mut |line| drop(writeln!(output, "{line}")));
            ExitCode::SUCCESS
        }
        Some(Command::Completions(args)) => pages::completions(&args, Arguments::command()),
        Some(Command::Datagen(args)) => datagen::run(&args),
        Some(Command::Draw(args)) => draw::run(&args),
        Some(Command::Generate(args)) => generate::run(&args),
        Some(Command::Man(args)) => pages::manual(&args, Arguments::command()),
        Some(Command::Match(args)) => matches::run(&args),
        Some(Command::Play(args)) => play::run(&args),
        Some(Command::Solve(args)) => solve::command::run(&args),
        Some(Command::Train(args)) => train::run(&args),
        Some(Command::Tune(args)) => tune::run(&args),
        Some(Command::Line(words)) => {
            let first = words.first().map(String::as_str).unwrap_or_default();
            let word = first.split_whitespace().next().unwrap_or_default();
            if !WireCommand::is_known(word) {
                return misuse(&format!("unknown command {first:?}"));
            }
            serve(GAMES, io::Cursor::new(script(words).into_bytes()))
        }
    }
}

/// The lines that the words of a command line are: `meihua go depth 5` is one, `meihua "position startpos" "go depth 5"`
/// is one for each argument. A last `quit` is what the end of the lines means anyway, but would not wait for the answers.
fn script(mut words: Vec<String>) -> String {
    let blank = if words.iter().any(|word| word.contains(char::is_whitespace)) { "\n" } else { " " };
    if words.len() > 1 && words.last().is_some_and(|word| word == "quit") {
        words.pop();
    }
    words.join(blank)
}

fn misuse(cause: &str) -> ExitCode {
    let _ = Arguments::command().error(ErrorKind::InvalidValue, cause).print();
    ExitCode::from(MISUSE)
}

/// Nothing on the error stream, whatever happens: a harness may read it together with the answers.
fn hide_panics() {
    std::panic::set_hook(Box::new(|panic| log::error!("{panic}")));
}
