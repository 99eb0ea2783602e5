//! `meihua match --merge`: the journals of several machines as one match.
//!
//! Journals belong together if their settings are equal except for the seed of random openings. Games with the same
//! seed are identified by number, so a game in two journals counts once; games with different seeds are different
//! games.

use super::journal::{self, Held, JournalError};
use super::played_game::PlayedGame;
use super::schedule::{Fixture, Meetings, Schedule};
use super::standings::Standings;
use rustc_hash::FxHashSet;
use std::path::PathBuf;
use thiserror::Error;

/// What precedes the seed in a setting.
const SEED: &str = " seed=";

/// Why journals cannot be merged.
#[derive(Debug, Error)]
pub enum MergeError {
    /// A journal cannot be read.
    #[error(transparent)]
    Journal(#[from] JournalError),
    /// Two journals belong to different matches.
    #[error("journal {path:?}: found {found:?}, expected {expected:?} as in {first:?}")]
    Settings {
        /// The one that differs.
        path: PathBuf,
        /// One of its settings.
        found: String,
        /// The same setting in the first journal.
        expected: String,
        first: PathBuf,
    },
    /// A game does not fit the settings, so the journal is not from this program.
    #[error("journal {path:?}: game {number} does not belong to its match")]
    Game {
        path: PathBuf,
        /// The number of the game.
        number: usize,
    },
}

/// A setting without its seed, and the seed.
fn split_seed(condition: &str) -> (&str, &str) {
    if condition.starts_with("openings ") {
        condition.rsplit_once(SEED).unwrap_or((condition, ""))
    } else {
        (condition, "")
    }
}

/// The openings of a journal: journals with the same openings number their games alike.
fn openings(held: &Held) -> &str {
    held.setup.iter().find(|condition| condition.starts_with("openings ")).map_or("", |condition| condition)
}

/// The name of an engine in its setting, `engine name=NAME cmd=…`.
fn engine_name(condition: &str) -> Option<String> {
    let rest = condition.strip_prefix("engine name=")?;
    Some(rest.split(" cmd=").next().unwrap_or(rest).to_owned())
}

/// The standings over all games of the journals, each game counted once.
///
/// # Errors
/// See [`MergeError`].
pub(crate) fn merge(paths: &[PathBuf]) -> Result<Standings, MergeError> {
    let read = |path: &PathBuf| journal::read(path).map(|held| (path.clone(), held));
    let journals: Vec<(PathBuf, Held)> = paths.iter().map(read).collect::<Result<_, _>>()?;
    if let Some((first, rest)) = journals.split_first() {
        rest.iter().try_for_each(|other| compare(first, other))?;
    }
    let setup = journals.first().map_or(&[][..], |(_, held)| &held.setup);
    let names: Vec<String> = setup.iter().filter_map(|condition| engine_name(condition)).collect();
    let meetings = setup.iter().find_map(|condition| Meetings::parse(condition)).unwrap_or(Meetings::All);
    let last = journals.iter().flat_map(|(_, held)| &held.games).map(|game| game.number).max().unwrap_or(0);
    let pairings = Schedule::new(names.len(), meetings, 1).games().max(1);
    let schedule = Schedule::new(names.len(), meetings, last.div_ceil(pairings));

    let mut standings = Standings::new(names, &schedule);
    let mut seeds: Vec<&str> = Vec::new();
    let mut counted = FxHashSet::default();
    for (path, held) in &journals {
        let seed = seeds.iter().position(|&known| known == openings(held)).unwrap_or_else(|| {
            seeds.push(openings(held));
            seeds.len() - 1
        });
        for game in &held.games {
            let fixture =
                fixture(&schedule, game).ok_or_else(|| MergeError::Game { path: path.clone(), number: game.number })?;
            if counted.insert((seed, game.number)) {
                // Pairs with another seed are different pairs.
                standings.add(&Fixture { pair: fixture.pair + seed * schedule.games(), ..fixture }, game);
            }
        }
    }
    Ok(standings)
}

fn fixture(schedule: &Schedule, game: &PlayedGame) -> Option<Fixture> {
    schedule.fixture(game.number).filter(|fixture| fixture.players == game.players)
}

/// Refuses journals of different matches.
fn compare((first, held): &(PathBuf, Held), (path, other): &(PathBuf, Held)) -> Result<(), MergeError> {
    let condition = |held: &Held, index: usize| held.setup.get(index).map_or("nothing", |text| text).to_owned();
    for index in 0..held.setup.len().max(other.setup.len()) {
        let (expected, found) = (condition(held, index), condition(other, index));
        if split_seed(&expected).0 != split_seed(&found).0 {
            return Err(MergeError::Settings { path: path.clone(), found, expected, first: first.clone() });
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seed_is_no_other_match() {
        assert_eq!(
            split_seed("openings random plies=8 balance=150 seed=7"),
            ("openings random plies=8 balance=150", "7")
        );
        assert_eq!(split_seed("openings file x seeds"), ("openings file x seeds", ""));
        assert_eq!(split_seed("engine name=a cmd=x option.seed=3"), ("engine name=a cmd=x option.seed=3", ""));
    }

    #[test]
    fn names_with_blanks() {
        assert_eq!(engine_name("engine name=my engine cmd=/bin/x proto=Uci").as_deref(), Some("my engine"));
        assert_eq!(engine_name("gauntlet true"), None);
    }
}
