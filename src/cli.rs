//! The command line (clap). Each command brings its own arguments and `run` function; only their names are here.

use crate::analyse::AnalyseArgs;
use crate::bench::BenchArgs;
use crate::check::CheckArgs;
use crate::convert::ConvertArgs;
use crate::draw::DrawArgs;
use crate::generate::GenerateArgs;
use crate::library::LibraryArgs;
use crate::mcp::McpArgs;
use crate::pages::{CompletionsArgs, ManArgs};
use crate::play::PlayArgs;
use crate::serve::ServeArgs;
use crate::solve::args::SolveArgs;
use crate::{
    analyse, bench, check, convert, draw, examples, generate, library, mcp, options, overview, pages, play, solve,
    usage, version,
};
use clap::{ArgMatches, CommandFactory, FromArgMatches, Parser, Subcommand, ValueEnum};
use meihua_console::output_file;
use meihua_console::paths::is_missing_file;
use meihua_console::progress;
use meihua_console::stderr::print_error;
use meihua_contracts::puzzle::PuzzleText;
use meihua_contracts::sentence::Sentence;
use meihua_contracts::text::GameText;
use meihua_engine::engine::game_files;
use meihua_engine::engine::registry::{self, Entry};
use meihua_engine::games::connect_four::ConnectFour;
use meihua_engine::games::river::River;
use meihua_engine::games::sliding::Sliding;
use meihua_engine::games::tower::Tower;
use meihua_engine::games::xiangqi::Position as Xiangqi;
use meihua_engine::protocol::arguments::{MISUSE, log_panics, serve_arguments};
use meihua_engine::protocol::identity::{Identity, MEIHUA};
use meihua_engine::protocol::log_file;
use meihua_engine::protocol::nearest::nearest;
use meihua_engine::protocol::process::serve;
use meihua_games::language::Language;
use meihua_games::say;
use meihua_lab::datagen::DatagenArgs;
use meihua_lab::matches::MatchArgs;
use meihua_lab::openings::OpeningsArgs;
use meihua_lab::tables::TablesArgs;
use meihua_lab::train::TrainArgs;
use meihua_lab::{datagen, matches, openings, tables, train};
use meihua_mota::folder;
use meihua_records::Games;
use meihua_records::games::open_file;
use std::env;
use std::ffi::OsString;
use std::io::{self, IsTerminal};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// One engine for five games. Without a command it speaks UCI, UCCI and UGI on standard input and output.
#[derive(Parser, Debug)]
#[command(name = "meihua", version = version::VERSION, long_version = version::LONG.as_str(), about)]
struct Arguments {
    /// Append diagnostics to this file.
    #[arg(long, global = true, value_name = "FILE")]
    log: Option<PathBuf>,
    /// Also play the games that this file describes.
    #[arg(long, global = true, value_name = "FILE")]
    variants: Option<String>,
    /// Language of reports, moves and help; default: from LC_ALL, LC_MESSAGES or LANG
    #[arg(long, global = true, value_enum)]
    lang: Option<Language>,
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Subcommand, Debug)]
enum Command {
    Analyse(Box<AnalyseArgs>),
    Bench(BenchArgs),
    Check(CheckArgs),
    Completions(CompletionsArgs),
    Convert(ConvertArgs),
    Datagen(DatagenArgs),
    Draw(DrawArgs),
    Generate(GenerateArgs),
    Library(Box<LibraryArgs>),
    Man(ManArgs),
    #[command(name = "match")]
    Match(Box<MatchArgs>),
    Mcp(McpArgs),
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
    let mut command = with_negative_numbers(Arguments::command());
    let names: Vec<String> = command.get_subcommands().map(|known| known.get_name().to_owned()).collect();
    for name in names.iter().filter(|name| unknown_games(name, games).is_some()) {
        command = command.mut_subcommand(name, |known| known.hide(true));
    }
    let identity = Identity::of_process();
    if identity.name == MEIHUA.name {
        return with_examples(command, "");
    }
    command.name(identity.name).version(identity.version).long_version(identity.version).before_help(identity.about)
}

/// The examples after the help of each command; `parent` is the command that it belongs to.
fn with_examples(command: clap::Command, parent: &str) -> clap::Command {
    let name = format!("{parent}{}", command.get_name());
    let lines = examples::of(&name).iter().map(|(line, what)| format!("\n  {line}\n      {what}"));
    let lines: String = lines.collect();
    let command = if lines.is_empty() { command } else { command.after_long_help(format!("Examples:{lines}")) };
    let parent = if name == MEIHUA.name { String::new() } else { name + " " };
    command.mut_subcommands(|command| with_examples(command, &parent))
}

/// Lets every option and argument take a negative number, so that its own parser says what is wrong with it.
fn with_negative_numbers(command: clap::Command) -> clap::Command {
    let command = command.mut_args(|arg| {
        let takes_values = arg.get_action().takes_values();
        arg.allow_negative_numbers(takes_values)
    });
    command.mut_subcommands(with_negative_numbers)
}

/// A file that reaches the limit of `ulimit -f` cannot be written any further, like one on a full disk; by default the
/// system ends the process without a word.
#[cfg(unix)]
fn survive_the_file_limit() {
    // Where that is refused, the process ends as it would without.
    _ = signal_hook::flag::register(signal_hook::consts::SIGXFSZ, Default::default());
}

#[cfg(not(unix))]
fn survive_the_file_limit() {}

/// [`run`] under the name of this program, with the commit in its version.
pub fn run_meihua() -> ExitCode {
    run_as(Identity { version: version::VERSION, ..MEIHUA }, crate::GAMES)
}

/// [`run`] under your program's own name.
pub fn run_as(identity: Identity, games: &'static [Entry]) -> ExitCode {
    identity.take();
    run(games)
}

/// Parses the command line and runs it with these games; the first one is the default. Returns the exit status of the
/// process.
pub fn run(games: &'static [Entry]) -> ExitCode {
    survive_the_file_limit();
    let words: Vec<OsString> = env::args_os().collect();
    let language = asked_language(&words).unwrap_or_else(Language::of_environment);
    let parsed = overview::grouped(command_line(games), language).try_get_matches_from(&words);
    let parsed = parsed.and_then(|matches| Ok((Arguments::from_arg_matches(&matches)?, matches)));
    let (arguments, matches) = match parsed {
        Ok(parsed) => parsed,
        Err(error) => return usage::report(&error, &words, &Arguments::command()),
    };
    log_panics();
    game_files::provide(Box::new(meihua_variants::Files));
    if let Some(path) = arguments.log
        && let Err(error) = log_file::open(&path.to_string_lossy())
    {
        // The work is not done for its log.
        print_error("", format_args!("--log {error}; nothing is logged"));
    }
    let language = arguments.lang.unwrap_or(language);
    if let Some(path) = &arguments.variants {
        output_file::protect(Path::new(path), "");
    }
    let said = |what: Sentence| print_error("", language.text(say!("{}: {}", "--variants".to_owned(), what)));
    let games = match arguments.variants.as_deref().map(|path| game_files::extended_by_file(games, path)) {
        None => games,
        Some(Ok(extended)) => {
            extended.left_out.into_iter().for_each(|why| said(say!("left out: {}", why)));
            extended.games
        }
        Some(Err(error)) => {
            said(error);
            return ExitCode::from(MISUSE);
        }
    };
    if let Some((command, matches)) = matches.subcommand()
        && let Some(cause) = unsupported(command, matches, games)
    {
        print_error(command, cause);
        return ExitCode::from(MISUSE);
    }
    library::provide(games);
    match arguments.command {
        None => {
            welcome();
            serve(games, io::stdin())
        }
        Some(Command::Analyse(args)) => analyse::run(&args, games, language),
        Some(Command::Bench(args)) => bench::run(&args, games),
        Some(Command::Check(args)) => check::run(&args, language),
        Some(Command::Completions(args)) => pages::completions(&args, Arguments::command()),
        Some(Command::Convert(args)) => convert::run(&args, games, language),
        Some(Command::Datagen(args)) => datagen::run(&args, games),
        Some(Command::Draw(args)) => draw::run(&args, games, language),
        Some(Command::Generate(args)) => generate::run(&args),
        Some(Command::Library(args)) => library::run(&args, games, language),
        Some(Command::Man(args)) => pages::manual(&args, Arguments::command()),
        Some(Command::Match(args)) => matches::run(&args, games),
        Some(Command::Mcp(args)) => mcp::run(&args, games, language),
        Some(Command::Openings(args)) => openings::run(&args),
        Some(Command::Play(args)) => play::run(&args, games, language),
        Some(Command::Serve(args)) => crate::serve::run(&args, arguments.variants.as_deref(), games),
        Some(Command::Solve(args)) => solve::command::run(&args, games),
        Some(Command::Tables(args)) => tables::run(&args),
        Some(Command::Train(args)) => train::run(&args),
        Some(Command::Line(words)) => serve_arguments(words, games).unwrap_or_else(|unknown| {
            print_error("", format_args!("{unknown}{}", guess(&unknown.0, unknown.word(), games)));
            ExitCode::from(MISUSE)
        }),
    }
}

/// The language that `--lang` asks for, before the command line is parsed: its own help is in it, too.
fn asked_language(words: &[OsString]) -> Option<Language> {
    let words = words.iter().map(|word| word.to_string_lossy()).collect::<Vec<_>>();
    let after = words.iter().position(|word| word == "--lang").and_then(|at| words.get(at + 1));
    let joined = words.iter().find_map(|word| word.strip_prefix("--lang="));
    Language::from_str(joined.or(after.map(|word| word.as_ref()))?, true).ok()
}

/// Why a program with these games does not carry out a command as it is given; `None` if it does. Also shows progress if
/// the command line asks for it.
fn unsupported(command: &str, matches: &ArgMatches, games: &[Entry]) -> Option<String> {
    if let Some(known) = unknown_games(command, games) {
        return Some(format!("only for {}, and this program plays {}", known.join(", "), registry::names_or(games)));
    }
    if asks_for_progress(matches) {
        progress::ask();
    }
    options::foreign(command, matches, games)
}

/// Whether `--progress` is given to a command or a subcommand.
fn asks_for_progress(matches: &ArgMatches) -> bool {
    let is_asked = matches.try_get_one("progress").is_ok_and(|progress| progress.copied().unwrap_or(false));
    is_asked || matches.subcommand().is_some_and(|(_, matches)| asks_for_progress(matches))
}

/// What was probably meant by a word that is no command: its nearest name, or what to do with a game or a file.
fn guess(given: &str, word: &str, games: &[Entry]) -> String {
    let path = Path::new(given);
    if let Some(entry) = registry::find(games, word) {
        let name = entry.name;
        return format!("; {name} is a game: `meihua play {name}`, `meihua solve {name}` or `meihua serve {name}`");
    }
    if folder::is_project(path) {
        return format!(
            "; it is a tower: `meihua play tower {given}`, `meihua solve tower {given}` or `meihua serve {given}`"
        );
    }
    if path.is_file() {
        let first = || Games::of(given, open_file(path).ok()?, games).ok()?.next()?.ok();
        let game = first().map_or("GAME", |record| record.start.kind().name());
        return format!(
            "; it is a file: `meihua play {game} {given}`, `meihua analyse {given}` or `meihua serve {given}`"
        );
    }
    if is_missing_file(given) {
        return "; there is no such file either".to_owned();
    }
    let command = Arguments::command();
    let name = nearest(word, command.get_subcommands().map(clap::Command::get_name));
    name.map_or_else(|| "; `meihua --help` lists them".to_owned(), |name| format!("; did you mean {name:?}?"))
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

/// The command line of the program with all games, parsed.
#[cfg(test)]
pub(crate) fn parse<'a>(words: impl Iterator<Item = &'a str>) -> Result<ArgMatches, clap::Error> {
    command_line(crate::GAMES).try_get_matches_from(std::iter::once("meihua").chain(words))
}

/// All commands.
#[cfg(test)]
pub(crate) fn root() -> clap::Command {
    Arguments::command()
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
