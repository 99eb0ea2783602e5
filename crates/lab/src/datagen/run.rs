//! Self-play from its command line to its exit status.

use super::args::DatagenArgs;
use super::data_file::DataFile;
use super::games::DataFileError;
use super::record::GameData;
use crate::matches::book::{self, BookError};
use meihua_console::progress::ProgressBar;
use meihua_console::stderr::print_error;
use meihua_console::stdout::{StdoutError, print};
use meihua_contracts::fnv::fnv;
use meihua_contracts::helpers::start_workers;
use meihua_contracts::rules::Rules;
use meihua_contracts::sentence::Sentence;
use meihua_engine::engine::opening::Opening;
use meihua_engine::engine::registry::{self, Entry, NewSelfPlayer};
use meihua_engine::engine::self_play::Recipe;
use meihua_engine::search::table::TableError;
use std::io;
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{Sender, channel};
use std::thread;
use thiserror::Error;

/// Why games cannot be made.
#[derive(Debug, Error)]
pub(crate) enum DatagenError {
    /// There is no such game.
    #[error("unknown game {found:?}, expected one of {expected}")]
    Game {
        /// The requested name.
        found: String,
        expected: String,
    },
    #[error("-o: found \"-\", expected a file: its games are read again when a run goes on")]
    Output,
    #[error(transparent)]
    File(#[from] DataFileError),
    /// There is no memory for a table.
    #[error(transparent)]
    Memory(#[from] TableError),
    #[error("the system refused to start a thread: {0}")]
    Thread(io::Error),
    /// The openings cannot be read.
    #[error(transparent)]
    Book(#[from] BookError),
    #[error(transparent)]
    Stdout(#[from] StdoutError),
    /// The openings are too one-sided.
    #[error("no balanced opening for game {0}: use a larger --balance")]
    Opening(u32),
}

/// Plays until the file holds all games. Progress and errors go to standard error. Exit status 0; 1 if it could not
/// continue; 2 for a wrong command line.
pub fn run(args: &DatagenArgs, games: &[Entry]) -> ExitCode {
    match generate(args, games).and_then(|totals| Ok(print(&totals.describe())?)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            print_error("datagen", &error);
            ExitCode::from(if matches!(error, DatagenError::Game { .. } | DatagenError::Output) { 2 } else { 1 })
        }
    }
}

/// What a file contains.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Totals {
    pub games: usize,
    pub positions: usize,
    pub draws: usize,
}

impl Totals {
    fn add(&mut self, game: &GameData) {
        self.games += 1;
        self.positions += game.plies.len();
        self.draws += usize::from(game.winner.is_none());
    }

    fn describe(&self) -> String {
        let Totals { games, positions, draws } = *self;
        let percent = 100.0 * draws as f64 / games.max(1) as f64;
        let length = positions as f64 / games.max(1) as f64;
        let games = Sentence::counted(games, ["{} game", "{} games"]);
        format!("{games}, {positions} positions, {length:.0} plies a game, {percent:.1} % draws")
    }
}

/// Plays the games that are missing from the file.
///
/// # Errors
/// See [`DatagenError`].
pub(crate) fn generate(args: &DatagenArgs, games: &[Entry]) -> Result<Totals, DatagenError> {
    let unknown = || DatagenError::Game {
        found: args.game.clone().unwrap_or_default(),
        expected: registry::two_player_names(games),
    };
    let entry = registry::two_player(games, args.game.as_deref()).ok_or_else(unknown)?;
    let new_player = entry.self_player.ok_or_else(unknown)?;
    if args.output.as_os_str() == "-" {
        return Err(DatagenError::Output);
    }
    let openings = openings(args, entry)?;
    let mut totals = Totals::default();
    let mut missing = vec![true; args.games as usize];
    let mut file = DataFile::open(&args.output, &args.setup(entry.name, openings.as_deref().map(sum)), &mut |game| {
        if let Some(missing) = missing.get_mut(game.number as usize) {
            *missing = false;
        }
        totals.add(&game);
    })?;
    if file.cut_off() > 0 {
        let bytes = file.cut_off();
        let what = format_args!("an unfinished game at the end of the file, {bytes} bytes, is played again");
        print_error("datagen", what);
    }
    let todo: Vec<u32> = (0..args.games).filter(|&number| missing[number as usize]).collect();
    let progress = ProgressBar::new(totals.games + todo.len(), totals.games);
    let work = Work {
        recipe: args.recipe(),
        openings: openings.unwrap_or_default(),
        hash: args.hash,
        todo,
        next: AtomicUsize::new(0),
        stop: AtomicBool::new(false),
    };
    let (sender, results) = channel();
    let result = thread::scope(|scope| {
        let started = start_workers(scope, args.threads.max(1), || {
            let (sender, work) = (sender.clone(), &work);
            move || work.play(new_player, &sender)
        });
        drop(sender);
        started.map_err(DatagenError::Thread)?;
        let added = results.iter().try_for_each(|game| {
            let game = game?;
            file.add(&game)?;
            totals.add(&game);
            progress.state(totals.games, format!("{} positions", totals.positions));
            Ok(())
        });
        work.stop.store(true, Ordering::Relaxed);
        added
    });
    drop(progress);
    result.map(|()| totals)
}

/// The openings named on the command line, each of them checked; `None` if no file is named.
fn openings(args: &DatagenArgs, entry: &Entry) -> Result<Option<Vec<Opening>>, BookError> {
    let (Some(path), Some(new_referee)) = (&args.openings, entry.referee) else { return Ok(None) };
    book::openings(path, entry, new_referee(Rules::default()).as_mut()).map(Some)
}

/// A hash that tells openings apart, wherever their file is stored.
fn sum(openings: &[Opening]) -> u64 {
    let lines: Vec<String> = openings.iter().map(Opening::to_string).collect();
    fnv(lines.join("\n").as_bytes())
}

/// The games to play, shared by the threads.
struct Work {
    recipe: Recipe,
    /// Empty: use the standard start.
    openings: Vec<Opening>,
    hash: usize,
    todo: Vec<u32>,
    next: AtomicUsize,
    stop: AtomicBool,
}

impl Work {
    fn play(&self, new_player: NewSelfPlayer, results: &Sender<Result<GameData, DatagenError>>) {
        let mut player = match new_player(self.recipe, self.hash) {
            Ok(player) => player,
            Err(error) => {
                _ = results.send(Err(DatagenError::Memory(error)));
                return;
            }
        };
        while !self.stop.load(Ordering::Relaxed) {
            let Some(&number) = self.todo.get(self.next.fetch_add(1, Ordering::Relaxed)) else { return };
            let opening = self.openings.get(number as usize % self.openings.len().max(1));
            let game = player.play(number, opening).ok_or(DatagenError::Opening(number));
            if results.send(game).is_err() {
                return;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::datagen::GameReader;
    use meihua_engine::engine::registry::{self, Entry};
    use meihua_records::Formats;
    use std::fs;

    static GAMES: &[Entry] = &[registry::XIANGQI, registry::CONNECT_FOUR.with_saved_games(&Formats)];

    fn args(name: &str, games: u32, threads: usize) -> DatagenArgs {
        DatagenArgs {
            output: std::env::temp_dir().join(format!("meihua-datagen-{name}-{}.bin", std::process::id())),
            game: Some("connect4".to_owned()),
            games,
            nodes: 100,
            hard_nodes: None,
            openings: None,
            random: Some(6),
            random_moves: 0,
            random_move_plies: None,
            random_move_margin: 0,
            balance: Some(300),
            seed: 9,
            threads,
            hash: 1,
            progress: Default::default(),
        }
    }

    fn sorted(args: &DatagenArgs) -> Vec<GameData> {
        let mut games: Vec<GameData> = GameReader::open(&args.output).unwrap().collect::<Result<_, _>>().unwrap();
        games.sort_by_key(|game| game.number);
        games
    }

    #[test]
    fn saved_games_are_openings() {
        let args = args("openings", 6, 1);
        let book = args.output.with_extension("txt");
        fs::write(&book, "4 4 4 4\n4 9\n").unwrap();
        let with = DatagenArgs { openings: Some(book.clone()), random: None, balance: None, ..args };
        let refused = generate(&with, GAMES);
        assert!(matches!(refused, Err(DatagenError::Book(BookError::Line { line: 2, .. }))), "{refused:?}");
        fs::write(&book, "[Variant \"cfour\"]\n\n1. 4 4 2. 4 *\n\n[Variant \"cfour\"]\n\n1. 1 7 *\n").unwrap();
        _ = fs::remove_file(&with.output);
        assert_eq!(generate(&with, GAMES).unwrap().games, 6);
        let games = sorted(&with);
        assert_eq!(games[0].fen, games[4].fen, "two openings in turn");
        assert_ne!(games[0].fen, games[1].fen);
        // Other openings give other games.
        fs::write(&book, "4 4 4\n").unwrap();
        assert!(matches!(generate(&with, GAMES), Err(DatagenError::File(_))));
        [&book, &with.output].iter().for_each(|path| fs::remove_file(path).unwrap());
    }

    #[test]
    fn threads_and_interruptions_change_nothing() {
        let (whole, parts) = (args("whole", 12, 1), args("parts", 5, 3));
        [&whole, &parts].iter().for_each(|args| _ = fs::remove_file(&args.output));
        let totals = generate(&whole, GAMES).unwrap();
        assert_eq!(totals.games, 12);
        generate(&parts, GAMES).unwrap();
        // Killed in the middle of a write, then asked for more games.
        let bytes = fs::read(&parts.output).unwrap();
        fs::write(&parts.output, &bytes[..bytes.len() - 7]).unwrap();
        let more = DatagenArgs { games: 12, ..parts.clone() };
        assert_eq!(generate(&more, GAMES).unwrap(), totals);
        assert_eq!(sorted(&parts), sorted(&whole));
        let other = DatagenArgs { seed: 10, ..parts.clone() };
        assert!(matches!(generate(&other, GAMES), Err(DatagenError::File(_))));
        [&whole, &parts].iter().for_each(|args| fs::remove_file(&args.output).unwrap());
    }
}
