//! The command line (clap). Each command brings its own arguments and `run` function; only their names are here.

use crate::analyse::AnalyseArgs;
use crate::bench::BenchArgs;
use crate::convert::ConvertArgs;
use crate::draw::DrawArgs;
use crate::generate::GenerateArgs;
use crate::pages::{CompletionsArgs, ManArgs};
use crate::play::PlayArgs;
use crate::play::language::Language;
use crate::serve::ServeArgs;
use crate::solve::command::SolveArgs;
use crate::{analyse, bench, convert, draw, generate, overview, pages, play, solve, version};
use clap::error::ErrorKind;
use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};
use meihua_contracts::puzzle::PuzzleText;
use meihua_contracts::text::GameText;
use meihua_engine::engine::registry::{self, Entry};
use meihua_engine::games::connect_four::ConnectFour;
use meihua_engine::games::river::River;
use meihua_engine::games::sliding::Sliding;
use meihua_engine::games::tower::Tower;
use meihua_engine::games::xiangqi::Position as Xiangqi;
use meihua_engine::protocol::arguments::{MISUSE, log_panics, serve_arguments};
use meihua_engine::protocol::command::nearest;
use meihua_engine::protocol::identity::{Identity, MEIHUA};
use meihua_engine::protocol::log_file;
use meihua_engine::protocol::process::serve;
use meihua_lab::datagen::DatagenArgs;
use meihua_lab::matches::MatchArgs;
use meihua_lab::openings::OpeningsArgs;
use meihua_lab::tables::TablesArgs;
use meihua_lab::train::TrainArgs;
use meihua_lab::{datagen, matches, openings, tables, train};
use std::io::{self, IsTerminal, Write};
use std::path::PathBuf;
use std::process::ExitCode;

/// One engine for five games. Without a command it speaks UCI, UCCI and UGI on standard input and output.
#[derive(Parser, Debug)]
#[command(name = "meihua", version, long_version = version::LONG.as_str(), about)]
struct Arguments {
    /// Append diagnostics to this file.
    #[arg(long, global = true, value_name = "FILE")]
    log: Option<PathBuf>,
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Subcommand, Debug)]
enum Command {
    Analyse(AnalyseArgs),
    Bench(BenchArgs),
    Completions(CompletionsArgs),
    Convert(ConvertArgs),
    Datagen(DatagenArgs),
    Draw(DrawArgs),
    Generate(GenerateArgs),
    Man(ManArgs),
    #[command(name = "match")]
    Match(Box<MatchArgs>),
    Openings(OpeningsArgs),
    Play(PlayArgs),
    Serve(ServeArgs),
    Solve(SolveArgs),
    Tables(TablesArgs),
    Train(TrainArgs),
    /// Any line of a protocol: it is executed, then the process ends.
    #[command(external_subcommand)]
    Line(Vec<String>),
}

/// The games that a command supports; empty for a command that supports every game of the program.
fn games_of(command: &str) -> &'static [&'static str] {
    const XIANGQI: &[&str] = &[Xiangqi::NAME];
    const ALL: &[&str] = &[Xiangqi::NAME, ConnectFour::NAME, River::NAME, Sliding::NAME, Tower::NAME];
    match command {
        "serve" | "solve" => ALL,
        "generate" => &[Tower::NAME],
        "openings" => &[ConnectFour::NAME],
        "tables" | "train" => XIANGQI,
        _ => &[],
    }
}

/// The games that a command supports, if the program has none of them.
fn unknown_games(command: &str, games: &[Entry]) -> Option<&'static [&'static str]> {
    let known = games_of(command);
    let has_one = known.is_empty() || known.iter().any(|name| registry::find(games, name).is_some());
    (!has_one).then_some(known)
}

/// The command line of a program with these games, under its own name and without commands that support none of them.
fn command_line(games: &[Entry]) -> clap::Command {
    let mut command = Arguments::command();
    let names: Vec<String> = command.get_subcommands().map(|known| known.get_name().to_owned()).collect();
    for name in names.iter().filter(|name| unknown_games(name, games).is_some()) {
        command = command.mut_subcommand(name, |known| known.hide(true));
    }
    let identity = Identity::of_process();
    if identity == MEIHUA {
        return command;
    }
    command.name(identity.name).version(identity.version).long_version(identity.version).before_help(identity.about)
}

/// [`run`] under your program's own name.
pub fn run_as(identity: Identity, games: &'static [Entry]) -> ExitCode {
    identity.take();
    run(games)
}

/// Parses the command line and runs it with these games; the first one is the default. Returns the exit status of the
/// process.
pub fn run(games: &'static [Entry]) -> ExitCode {
    let matches = overview::grouped(command_line(games), Language::of_environment()).try_get_matches();
    if let Ok(matches) = &matches
        && let Some(command) = matches.subcommand_name()
        && let Some(known) = unknown_games(command, games)
    {
        let own = registry::names_or(games);
        return misuse(&format!("{command} supports only {}, and this program plays {own}", known.join(", ")));
    }
    let arguments = match matches.and_then(|matches| Arguments::from_arg_matches(&matches)) {
        Ok(arguments) => arguments,
        Err(error) => {
            // Help and version were requested; everything else is misuse, for which clap's status is 2.
            return match error.print() {
                Err(cause) if cause.kind() != io::ErrorKind::BrokenPipe && !error.use_stderr() => {
                    _ = writeln!(io::stderr(), "meihua: standard output: {cause}");
                    ExitCode::FAILURE
                }
                _ => ExitCode::from(error.exit_code() as u8),
            };
        }
    };
    log_panics();
    if let Some(path) = arguments.log
        && let Err(error) = log_file::open(&path.to_string_lossy())
    {
        // The work is not done for its log.
        _ = writeln!(io::stderr(), "meihua: --log {error}; nothing is logged");
    }
    match arguments.command {
        None => {
            welcome();
            serve(games, io::stdin())
        }
        Some(Command::Analyse(args)) => analyse::run(&args, games),
        Some(Command::Bench(args)) => bench::run(&args, games),
        Some(Command::Completions(args)) => pages::completions(&args, Arguments::command()),
        Some(Command::Convert(args)) => convert::run(&args, games),
        Some(Command::Datagen(args)) => datagen::run(&args, games),
        Some(Command::Draw(args)) => draw::run(&args, games),
        Some(Command::Generate(args)) => generate::run(&args),
        Some(Command::Man(args)) => pages::manual(&args, Arguments::command()),
        Some(Command::Match(args)) => matches::run(&args, games),
        Some(Command::Openings(args)) => openings::run(&args),
        Some(Command::Play(args)) => play::run(&args, games),
        Some(Command::Serve(args)) => crate::serve::run(&args),
        Some(Command::Solve(args)) => solve::command::run(&args, games),
        Some(Command::Tables(args)) => tables::run(&args),
        Some(Command::Train(args)) => train::run(&args),
        Some(Command::Line(words)) => serve_arguments(words, games).unwrap_or_else(|unknown| {
            let command = Arguments::command();
            let name = nearest(unknown.word(), command.get_subcommands().map(clap::Command::get_name));
            let guess = name.map(|name| format!("; did you mean {name:?}?"));
            misuse(&format!("{unknown}{}", guess.unwrap_or_default()))
        }),
    }
}

/// A hint for people who start the program without arguments; programs do not see it.
fn welcome() {
    if io::stdin().is_terminal() && io::stdout().is_terminal() {
        println!(
            "{}, an engine for GUIs (UCI, UCCI, UGI): `help` lists its commands, `quit` ends. To play: add the word `play`",
            Identity::of_process().title()
        );
    }
}

fn misuse(cause: &str) -> ExitCode {
    let _ = Arguments::command().error(ErrorKind::InvalidValue, cause).print();
    ExitCode::from(MISUSE)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_help_has_every_command_in_a_group_in_both_languages() {
        let command = Arguments::command();
        for name in command.get_subcommands().map(clap::Command::get_name) {
            assert_eq!(overview::known().filter(|known| *known == name).count(), 1, "{name}");
        }
        let help = |language| overview::grouped(Arguments::command(), language).render_long_help().to_string();
        let (english, chinese) = (help(Language::En), help(Language::Zh));
        assert!(english.lines().next().is_some_and(|line| line.starts_with("Without a command, it is an engine")));
        assert!(english.contains("\nPlayers:\n  play "), "{english}");
        assert!(chinese.starts_with("不带命令时就是引擎"), "{chinese}");
        for name in command.get_subcommands().map(clap::Command::get_name) {
            let line = |help: &str| help.lines().find(|line| line.trim_start().starts_with(name)).map(str::to_owned);
            let (english, chinese) = (line(&english).expect(name), line(&chinese).expect(name));
            assert!(english.is_ascii() && !chinese.is_ascii(), "{english} {chinese}");
        }
    }
}
