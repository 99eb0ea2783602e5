//! From the command line to the first move. On a terminal, asks for what the command line does not say.

use super::args::PlayArgs;
use super::command::{self, Command, PlayCommandError};
use super::dialogue::{Bounds, Dialogue};
use super::files::{self, GameFileError, Loaded};
use super::input::{Heard, Input, Pipe, Terminal};
use super::level;
use super::page::Page;
use super::seats::{Seats, SideChoice};
use super::table::Table;
use crate::shared::interrupt;
use meihua_console::paths::is_missing_file;
use meihua_console::stderr::print_error;
use meihua_contracts::clock::calendar;
use meihua_contracts::phrases::Phrases;
use meihua_contracts::sentence::Sentence;
use meihua_contracts::side::Side;
use meihua_contracts::text::{Notation, shorten};
use meihua_engine::engine::base::Base;
use meihua_engine::engine::error::EngineError;
use meihua_engine::engine::rating::{SKILL_MAX, SKILL_MIN};
use meihua_engine::engine::registry::{self, Entry};
use meihua_engine::protocol::stdout::exit_when_closed;
use meihua_games::language::Language;
use meihua_games::say;
use std::fs;
use std::io::{self, BufReader, IsTerminal, Write};
use std::path::Path;
use std::process::ExitCode;
use thiserror::Error;

/// The default level when asking.
const OFFERED_LEVEL: i32 = 8;

/// Plays. Boards and replies go to standard output, errors in the command line to standard error.
pub(crate) fn run(args: &PlayArgs, games: &'static [Entry], language: Language) -> ExitCode {
    let failed = |cause: Sentence, status: u8| {
        print_error("play", language.text(cause));
        ExitCode::from(status)
    };
    let is_terminal = io::stdin().is_terminal() && io::stdout().is_terminal();
    let entry = match &args.game {
        Some(game) => find(games, game),
        None if is_terminal => match ask_game(games, language) {
            Some(entry) => Ok(entry),
            None => return ExitCode::SUCCESS,
        },
        None => Err(say!("GAME: expected {}", registry::names_or(games))),
    };
    let entry = match entry {
        Ok(entry) => entry,
        Err(unknown) => return failed(unknown, 2),
    };
    if args.level.len() > Side::NUM {
        return failed("--level: expected one number, or one for each engine".into(), 2);
    }
    let (table, own_files) = match table(args, games, entry, language) {
        Ok(opened) => opened,
        Err(error) => return failed(Sentence::from(&error), 1),
    };
    interrupt::listen();
    let (mut input, is_terminal) = listen(is_terminal);
    if !is_terminal {
        exit_when_closed();
    }
    let Some(seats) = seats(args, entry.is_two_player(), is_terminal, language, input.as_mut()) else {
        return ExitCode::SUCCESS;
    };
    let greeting = is_terminal.then(|| welcome(table.session().phrases()));
    let mut play = Dialogue {
        table,
        seats,
        bounds: Bounds { movetime: args.movetime, depth: args.depth, nodes: args.nodes },
        names: args.notation.unwrap_or(if language == Language::Zh { Notation::Chinese } else { Notation::Wxf }),
        turned: false,
        paused: false,
        resigned: None,
        own_files,
        page: Page::new(anstream::stdout(), is_terminal, args.ascii, language),
        input,
        is_end_printed: false,
        greeting,
    };
    match play.run() {
        // Closing the output is a way to leave.
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
            failed(say!("standard output: {}", error.to_string()), 1)
        }
        Ok(()) | Err(_) => ExitCode::SUCCESS,
    }
}

fn find(games: &'static [Entry], name: &str) -> Result<&'static Entry, Sentence> {
    registry::find(games, name)
        .ok_or_else(|| (&EngineError::Game { found: name.to_owned(), expected: registry::names(games) }).into())
}

/// The game with this name, in the language of the question or as on the wire.
fn named(games: &'static [Entry], language: Language, text: &str) -> Result<&'static Entry, Sentence> {
    let is_own = |entry: &&Entry| language.text(Sentence::from(entry.name)) == text;
    let found = registry::find(games, text).or_else(|| games.iter().find(is_own));
    found.ok_or_else(|| say!("unknown game {}, expected one of: {}", Sentence::quoted(text), names(games)))
}

fn names(games: &[Entry]) -> Sentence {
    let Some((last, others)) = games.split_last().filter(|(_, others)| !others.is_empty()) else {
        return Sentence::list(games.iter().map(|entry| entry.name.into()));
    };
    say!("{} or {}", Sentence::list(others.iter().map(|entry| entry.name.into())), last.name)
}

/// Asks for the game; `None` if the person leaves instead of answering.
fn ask_game(games: &'static [Entry], language: Language) -> Option<&'static Entry> {
    let (mut input, _) = listen(true);
    let first = games.first()?;
    let question = say!("Game: {} [{}]: ", names(games), first.name);
    ask(input.as_mut(), language, question, first, |text| named(games, language, text))
}

/// The line editor where there is a terminal for it.
fn listen(is_terminal: bool) -> (Box<dyn Input>, bool) {
    if is_terminal && let Ok(terminal) = Terminal::new() {
        return (Box::new(terminal), true);
    }
    (Box::new(Pipe(BufReader::new(io::stdin()))), false)
}

/// Why a game cannot be set up.
#[derive(Debug, Error)]
enum SetupError {
    #[error(transparent)]
    Engine(#[from] EngineError),
    #[error(transparent)]
    File(#[from] GameFileError),
    #[error("{0}: neither a file nor a position")]
    Missing(String),
}

impl From<&SetupError> for Sentence {
    fn from(error: &SetupError) -> Sentence {
        match error {
            SetupError::Engine(error) => error.into(),
            SetupError::File(error) => error.into(),
            SetupError::Missing(path) => say!("{}: neither a file nor a position", path.clone()),
        }
    }
}

/// The game at the requested position, and the file that holds all of it.
fn table(
    args: &PlayArgs,
    games: &'static [Entry],
    entry: &Entry,
    language: Language,
) -> Result<(Table, Vec<String>), SetupError> {
    let mut table = Table::open(games, entry.name)?;
    let seed = args.seed.unwrap_or_else(|| calendar().as_nanos() as u64);
    table.driver().engine().configure(|config| {
        config.hash = args.hash as usize;
        config.threads = usize::from(args.threads);
        config.seed = seed;
    });
    if args.position.is_empty() {
        return Ok((table, Vec::new()));
    }
    let text = args.position.join(" ");
    let mut own_files = Vec::new();
    if entry.project.is_some() && meihua_mota::folder::is_project(Path::new(&text)) {
        table.set(&Base::Project(text), &[])?;
        return Ok((table, own_files));
    }
    let is_input = text == files::STANDARD_INPUT;
    // A pipe is a file, too.
    let is_file = is_input || fs::metadata(&text).is_ok_and(|data| !data.is_dir());
    let (base, moves, record) = if is_file {
        let Loaded { base, moves, record, has_more } = files::load_named(&text, entry.name, games)?;
        let faults = record.iter().flat_map(|record| &record.faults);
        // A file that was only partly read must not be overwritten, nor one whose comments a position has not.
        let is_whole = !has_more && !matches!(base, Base::Project(_));
        if Path::new(&text).is_file() && is_whole && faults.clone().next().is_none() {
            own_files.push(text.clone());
        }
        faults.for_each(|fault| print_error("play", language.text(say!("{}: {}", text.clone(), fault))));
        if has_more {
            print_error("play", language.text(say!("{}: {}", text.clone(), "this is the first game of the file")));
        }
        (base, moves, record)
    } else {
        let (base, moves) = files::position(&text, games);
        (base, moves, None)
    };
    match table.set(&base, &moves) {
        Ok(()) => {
            record.into_iter().for_each(|record| table.keep_record(record));
            Ok((table, own_files))
        }
        Err(_) if !is_file && is_missing_file(&text) => Err(SetupError::Missing(shorten(&text))),
        Err(error) => Err(error.into()),
    }
}

/// Who plays; `None` if the person leaves instead of answering.
fn seats(
    args: &PlayArgs,
    is_two_player: bool,
    is_terminal: bool,
    language: Language,
    input: &mut dyn Input,
) -> Option<Seats> {
    let asks = is_terminal && is_two_player;
    let choice = match args.side {
        Some(choice) => choice,
        None if asks => {
            let question = say!("Your side: red, black, both (two people), none (two engines), random [red]: ");
            ask(input, language, question, SideChoice::Red, |text| {
                command::side(text).map_err(|error: PlayCommandError| Sentence::from(&error))
            })?
        }
        None => SideChoice::Red,
    };
    let levels = match *args.level.as_slice() {
        [level] => [level; Side::NUM],
        [first, second, ..] => [first, second],
        [] if asks && choice != SideChoice::Both => {
            let question = say!(
                "Level of the engine: newcomer, beginner, easy, medium, hard, expert, full, or {} to {} [{}]: ",
                SKILL_MIN,
                SKILL_MAX,
                OFFERED_LEVEL
            );
            let read = |text: &str| level::parse(text).map_err(|error| Sentence::from(&error));
            [ask(input, language, question, OFFERED_LEVEL, read)?; Side::NUM]
        }
        [] => [SKILL_MAX; Side::NUM],
    };
    let chance = args.seed.unwrap_or_else(|| u64::from(calendar().subsec_micros()));
    Some(Seats::new(choice, levels, chance.is_multiple_of(2)))
}

/// Asks until the answer is valid; an empty answer means the default.
fn ask<T>(
    input: &mut dyn Input,
    language: Language,
    question: Sentence,
    default: T,
    read: impl Fn(&str) -> Result<T, Sentence>,
) -> Option<T> {
    let question = language.text(question);
    loop {
        let cause = match input.line(&question) {
            Heard::End => return None,
            Heard::Line(line) if matches!(Command::parse(&line), Ok(Command::Quit)) => return None,
            Heard::Line(line) if line.trim().is_empty() => return Some(default),
            Heard::Line(line) => match read(line.trim()) {
                Ok(answer) => return Some(answer),
                Err(cause) => cause,
            },
            Heard::Noise(cause) => cause.into(),
        };
        if writeln!(io::stdout(), "{}", language.text(cause)).is_err() {
            return None;
        }
    }
}

/// How to type moves in this game, on one line of an 80-column terminal so that the board above stays whole.
fn welcome(phrases: &Phrases) -> Sentence {
    say!("{}. `hint` helps, `help` lists commands.", phrases.typing)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::GAMES;
    use meihua_contracts::text::{MoveError, PositionError};

    #[test]
    fn a_game_is_named_as_it_is_asked_for() {
        let find =
            |language, text| named(GAMES, language, text).map(|entry| entry.name).map_err(|fault| language.text(fault));
        assert_eq!(find(Language::Zh, "四子棋"), Ok("cfour"));
        assert_eq!(find(Language::Zh, "cfour"), Ok("cfour"));
        assert_eq!(find(Language::En, "cfour"), Ok("cfour"));
        let fault = find(Language::Zh, "围棋").unwrap_err();
        assert!(fault.starts_with("没有游戏 \"围棋\"，可选：象棋，四子棋，"), "{fault}");
    }

    /// The engine makes these texts, so no compile-time check demands their Chinese.
    #[test]
    fn what_the_engine_refuses_is_said_in_chinese() {
        let error = MoveError::Unreadable { text: "x".to_owned(), expected: Sentence::EMPTY };
        let errors = [
            EngineError::Position(PositionError::impossible("x")),
            EngineError::Move { number: 1, error },
            EngineError::Game { found: "x".to_owned(), expected: "y".to_owned() },
        ];
        let texts = errors.map(|error| Language::Zh.text(Sentence::from(&error)).to_string());
        for (text, part) in texts.iter().zip(["当前没有局面", "保留之前的着法", "没有游戏"]) {
            assert!(text.contains(part), "{text}");
        }
    }

    #[test]
    fn a_welcome_fits_in_one_line() {
        for entry in GAMES {
            assert!(
                textwrap::core::display_width(&welcome((entry.open)().phrases()).to_string()) < 80,
                "{}",
                entry.name
            );
        }
    }
}
