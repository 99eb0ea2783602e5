//! A match from its command line to its exit status.

use super::args::{BALANCE, GAMES, MAX_GAMES, MatchArgs};
use super::book::{Book, BookError};
use super::engine_spec::{EngineSpec, SpecError};
use super::fault::EngineFault;
use super::journal::{Journal, JournalError};
use super::merge::{self, MergeError};
use super::played_game::PlayedGame;
use super::ratings::AnchorError;
use super::schedule::Schedule;
use super::scores::{Scores, ScoresError};
use super::sprt::{Finding, Sprt, SprtError};
use super::standings::Standings;
use super::tournament::{self, Conditions, TournamentError};
use meihua_console::paths::{Named, PathClash, refuse_shared};
use meihua_console::progress::ProgressBar;
use meihua_console::stderr::print_error;
use meihua_console::stdout::{StdoutError, print};
use meihua_contracts::fnv::fnv;
use meihua_contracts::sentence::Sentence;
use meihua_engine::engine::registry::{self, Entry};
use rustc_hash::{FxHashMap, FxHashSet};
use std::path::Path;
use std::process::ExitCode;
use std::time::Duration;
use thiserror::Error;

/// Why a match cannot be played.
#[derive(Debug, Error)]
pub enum MatchError {
    /// There is no such game.
    #[error("unknown game {found:?}, expected one of {expected}")]
    Game {
        /// The requested name.
        found: String,
        expected: String,
    },
    /// There are fewer than two engines.
    #[error("a match needs at least two engines: give --engine for each")]
    TooFewEngines,
    /// An option would have no effect.
    #[error("{option} is only for {openings}")]
    Option { option: &'static str, openings: &'static str },
    /// An SPRT needs exactly one pairing.
    #[error("--sprt needs exactly two engines")]
    SprtOfMany,
    #[error(transparent)]
    Spec(#[from] SpecError),
    /// The anchor is not among the engines.
    #[error(transparent)]
    Anchor(#[from] AnchorError),
    #[error(transparent)]
    Sprt(#[from] SprtError),
    #[error(transparent)]
    Book(#[from] BookError),
    #[error(transparent)]
    Journal(#[from] JournalError),
    #[error(transparent)]
    Scores(#[from] ScoresError),
    /// The journals cannot be merged.
    #[error(transparent)]
    Merge(#[from] MergeError),
    /// Two paths lead to the same file.
    #[error(transparent)]
    Paths(#[from] PathClash),
    #[error(transparent)]
    Stdout(#[from] StdoutError),
    /// The match was aborted.
    #[error(transparent)]
    Tournament(#[from] TournamentError),
}

impl MatchError {
    /// Whether the command line is at fault.
    fn is_misuse(&self) -> bool {
        use MatchError::{Anchor, Book, Game, Option, Paths, Spec, Sprt, SprtOfMany, TooFewEngines, Tournament};
        let is_setting = matches!(self, Tournament(TournamentError::Engine(EngineFault::Setting { .. })));
        is_setting
            || matches!(
                self,
                Game { .. }
                    | Option { .. }
                    | TooFewEngines
                    | SprtOfMany
                    | Spec(_)
                    | Sprt(_)
                    | Anchor(_)
                    | Paths(_)
                    | Book(BookError::Unreadable(_))
            )
    }
}

/// Plays the match. Progress and errors go to standard error; the exit status is described at [`MatchArgs`].
pub fn run(args: &MatchArgs, games: &[Entry]) -> ExitCode {
    let standings = play(args, games).and_then(|standings| {
        print(standings.table(args.test().ok().flatten().as_ref()).trim_end())?;
        Ok(standings)
    });
    if let Err(error) = &standings {
        print_error("match", error);
    }
    ExitCode::from(exit_status(args, &standings))
}

/// Plays the match to its end, continuing from its journal if there is one. Progress goes to standard error.
pub fn play(args: &MatchArgs, games: &[Entry]) -> Result<Standings, MatchError> {
    if args.merge.is_empty() {
        return Match::prepare(args, games)?.play();
    }
    let mut standings = merge::merge(&args.merge)?;
    standings.set_anchor(args.anchor.as_ref())?;
    Ok(standings)
}

/// The exit status for the result of a match.
pub fn exit_status(args: &MatchArgs, standings: &Result<Standings, MatchError>) -> u8 {
    match standings {
        Err(error) if error.is_misuse() => 2,
        Err(_) => 1,
        Ok(standings) if standings.faults() > 0 => 3,
        Ok(standings) => match args.test().ok().flatten().and_then(|sprt| sprt.finding(&standings.pairs(0))) {
            Some(Finding::H0) => 4,
            _ => 0,
        },
    }
}

impl MatchArgs {
    /// Refuses options of other openings.
    fn check_openings(&self) -> Result<(), MatchError> {
        let is_random = self.openings.starts_with("random:");
        let foreign = |option, openings| Err(MatchError::Option { option, openings });
        match (self.balance, self.shuffle) {
            (Some(_), _) if !is_random => foreign("--balance", "random openings"),
            (_, true) if is_random || self.openings == "startpos" => foreign("--shuffle", "openings of a file"),
            _ => Ok(()),
        }
    }

    /// Number of games; `None` if only the sequential test ends the match.
    fn total(&self) -> Option<usize> {
        self.games.or(self.sprt.is_none().then_some(GAMES))
    }

    /// The sequential test, if requested.
    fn test(&self) -> Result<Option<Sprt>, SprtError> {
        let Some(numbers) = self.sprt.as_deref() else { return Ok(None) };
        let number = |index, default| numbers.get(index).copied().unwrap_or(default);
        Sprt::new(number(0, 0.0), number(1, 0.0), number(2, 0.05), number(3, 0.05)).map(Some)
    }
}

/// A match that is ready to be played.
struct Match<'a> {
    args: &'a MatchArgs,
    conditions: Conditions,
    schedule: Schedule,
    sprt: Option<Sprt>,
    standings: Standings,
    journal: Option<Journal>,
    scores: Option<Scores>,
    /// Which games are finished, by number.
    played: FxHashSet<usize>,
}

impl<'a> Match<'a> {
    fn prepare(args: &'a MatchArgs, games: &[Entry]) -> Result<Match<'a>, MatchError> {
        let unknown = || MatchError::Game {
            found: args.game.clone().unwrap_or_default(),
            expected: registry::two_player_names(games),
        };
        let entry = registry::two_player(games, args.game.as_deref()).ok_or_else(unknown)?;
        let new_referee = entry.referee.ok_or_else(unknown)?;
        let rules = args.rules();
        let mut referee = new_referee(rules);
        let engines = EngineSpec::parse_all(&args.engines.each, &args.engines.engines)?;
        if engines.len() < 2 {
            return Err(MatchError::TooFewEngines);
        }
        let sprt = args.test()?;
        if sprt.is_some() && engines.len() != 2 {
            return Err(MatchError::SprtOfMany);
        }
        refuse_shared_files(args, &engines)?;
        args.check_openings()?;
        let balance = Some(args.balance.unwrap_or(BALANCE));
        let book = Book::open(&args.openings, balance, args.shuffle, args.seed, entry, referee.as_mut())?;
        let schedule =
            Schedule::new(engines.len(), args.meetings(), args.total().unwrap_or(MAX_GAMES as usize).div_ceil(2));
        let names: Vec<String> = engines.iter().map(|engine| engine.name.clone()).collect();
        let patience = Duration::from_secs(args.patience);
        let adjudication = args.adjudication();
        let begun = FxHashMap::default();
        let conditions = Conditions { new_referee, rules, engines, book, begun, adjudication, patience };
        let (journal, held) = match &args.journal {
            Some(path) => {
                let (journal, held) = Journal::open(path, &setup(args, entry, &conditions))?;
                (Some(journal), held)
            }
            None => (None, Vec::new()),
        };
        let scores = match &args.pgn {
            Some(path) => {
                let begun = journal.as_ref().map(|journal| !journal.is_new());
                Some(Scores::open(path, begun, &args.event, args.moves, names.clone(), entry, referee)?)
            }
            None => None,
        };
        let mut standings = Standings::new(names, &schedule);
        standings.set_anchor(args.anchor.as_ref())?;
        let played = FxHashSet::default();
        let mut prepared = Match { args, conditions, schedule, sprt, standings, journal, scores, played };
        for game in &held {
            prepared.count(game)?;
        }
        if let Some(scores) = &mut prepared.scores {
            scores.settle()?;
        }
        Ok(prepared)
    }

    /// Adds a finished game to tables and PGN; `false` if it belongs to another match or is already counted.
    fn count(&mut self, game: &PlayedGame) -> Result<bool, MatchError> {
        let fixture = self.schedule.fixture(game.number).filter(|fixture| fixture.players == game.players);
        let Some(fixture) = fixture else { return Ok(false) };
        if !self.played.insert(game.number) {
            return Ok(false);
        }
        self.standings.add(&fixture, game);
        self.conditions.begun.entry(fixture.pair).or_insert_with(|| game.opening.clone());
        if let Some(scores) = &mut self.scores {
            scores.add(game)?;
        }
        Ok(true)
    }

    fn is_decided(&self) -> bool {
        self.sprt.is_some_and(|sprt| sprt.finding(&self.standings.pairs(0)).is_some())
    }

    fn play(mut self) -> Result<Standings, MatchError> {
        let total = self.schedule.games();
        let already = self.standings.games();
        let progress = match self.args.total() {
            _ if self.args.quiet => ProgressBar::silent(),
            Some(_) => ProgressBar::new(total, already),
            None => ProgressBar::unbounded(),
        };
        if let Some(bytes) = self.journal.as_ref().map(Journal::cut_off).filter(|&bytes| bytes > 0) {
            print_error(
                "match",
                format_args!("an unfinished line at the end of the journal, {bytes} bytes, is cut off"),
            );
        }
        if already > 0 {
            let of_total = self.args.total().map_or(String::new(), |_| format!(" of {total}"));
            let verb = if already == 1 && of_total.is_empty() { "game is" } else { "games are" };
            progress.line(&format!("{already}{of_total} {verb} in the journal already"));
        }
        let (schedule, part, played) = (self.schedule.clone(), self.args.part, self.played.clone());
        let missing = (1..=total).filter(|number| !played.contains(number));
        let mut fixtures =
            missing.filter_map(|number| schedule.fixture(number)).filter(|fixture| part.plays(fixture.pair)).peekable();
        if !self.is_decided() && fixtures.peek().is_some() {
            let (conditions, concurrency) = (self.conditions.clone(), self.args.concurrency.clamp(1, total));
            let started = tournament::start(&conditions)?;
            if let Some(journal) = &mut self.journal {
                journal.begin()?;
            }
            let mut failed = None;
            let mut finish = |game: &PlayedGame| match self.finish(game, &progress) {
                Ok(more) => more,
                Err(error) => {
                    failed = Some(error);
                    false
                }
            };
            tournament::run(&conditions, started, &mut fixtures, concurrency, &mut finish)?;
            if let Some(error) = failed {
                return Err(error);
            }
        }
        // The journal of a part without games is one of the match, too.
        if let Some(journal) = &mut self.journal {
            journal.begin()?;
        }
        Ok(self.standings)
    }

    /// Records a game, prints it, and returns whether the match continues.
    fn finish(&mut self, game: &PlayedGame, progress: &ProgressBar) -> Result<bool, MatchError> {
        if let Some(journal) = &mut self.journal {
            journal.add(game)?;
        }
        self.count(game)?;
        let line = self.standings.line(self.sprt.as_ref());
        let done = self.standings.games();
        let [first, second] = game.players.map(|engine| self.conditions.engines[engine].name.as_str());
        let (result, reason) = (game.result(), &game.reason);
        let plies = Sentence::counted(game.plies.len(), ["{} ply", "{} plies"]);
        let total = self.args.total().map_or(String::new(), |_| format!("/{}", self.schedule.games()));
        progress.line(&format!(
            "{done}{total} game {}: {first} - {second} {result} {reason}, {plies} | {line}",
            game.number
        ));
        progress.state(done, line);
        Ok(!self.is_decided())
    }
}

/// Every setting that influences results, for the journal. The number of games, the SPRT, concurrency and other outputs
/// may change when a match is continued.
fn setup(args: &MatchArgs, entry: &Entry, conditions: &Conditions) -> Vec<String> {
    let game = args.game.as_deref().unwrap_or(entry.name);
    // The file may describe another game of that name by the time the match is continued.
    let description = entry.recorder.and_then(|recorder| recorder.description);
    let rules = description.map(|description| format!(" of {:016x}", fnv(description.text.as_bytes())));
    let mut setup = vec![
        format!("game {game}{} rule {:?}", rules.unwrap_or_default(), args.rule),
        format!("openings {}", conditions.book.describe()),
        format!("adjudication {:?}", conditions.adjudication),
        args.meetings().to_string(),
    ];
    setup.extend(conditions.engines.iter().map(|engine| format!("engine {}", engine.describe())));
    setup
}

/// Refuses files that would overwrite each other. Engine logs only grow, so engines may share one.
fn refuse_shared_files(args: &MatchArgs, engines: &[EngineSpec]) -> Result<(), PathClash> {
    let named = |name, path: &Option<std::path::PathBuf>| path.clone().map(|path| (name, path));
    let mut outputs: Vec<_> =
        [named("--journal", &args.journal), named("--pgn", &args.pgn)].into_iter().flatten().collect();
    outputs.extend(engines.iter().filter_map(|engine| named("stderr", &engine.stderr)));
    let outputs: Vec<Named<'_>> = outputs.iter().map(|(name, path)| (*name, path.as_path())).collect();
    refuse_shared(&outputs, &[("--openings", Path::new(&args.openings))])
}
