//! The index of positions: for each position that two games or more reach, each move that was played there, with the
//! results. It is built in one pass over all moves by sorting, and replaced as a whole.
//!
//! Nine positions in ten of a real collection are reached by one game alone; they have no row, since the game is known
//! from the move that led to them.

use super::error::LibraryError;
use super::line::{self, Line};
use meihua_contracts::fnv::fnv;
use meihua_contracts::side::Side;
use meihua_engine::engine::registry::Entry;
use meihua_records::GameResult;
use rusqlite::{Connection, params};
use rustc_hash::{FxHashMap, FxHashSet};

/// Moves that are sorted at once, of 16 bytes each; more of them are sorted in several passes, by the first bits of
/// their keys.
const BATCH: usize = 1 << 24;

/// A move of a game in a position; the order of the fields is that of the index. Move 0 is the end of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Played {
    key: i64,
    mv: u16,
    game: u32,
}

/// What the index needs of a game.
struct Game {
    id: i64,
    /// Its number in the list of starts.
    start: u32,
    /// Its moves in the common buffer.
    moves: (usize, usize),
    result: GameResult,
    year: Option<u16>,
    ratings: [Option<u16>; Side::NUM],
    players: [Option<i64>; Side::NUM],
    /// How many games its players have together.
    fame: u32,
}

/// All games, with their moves in one buffer.
struct Games {
    games: Vec<Game>,
    moves: Vec<u8>,
    starts: Vec<Line>,
}

/// A row of the index.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Row {
    results: [u32; 4],
    ratings: u64,
    rated: u32,
    years: Option<(u16, u16)>,
    /// The best-known game, and how many games its players have.
    game: i64,
    fame: u32,
}

/// Builds the index anew, within a transaction.
///
/// # Errors
/// The system's error, or a start that the program cannot read.
pub(crate) fn rebuild(connection: &Connection, games: &[Entry]) -> Result<(), LibraryError> {
    let all = read(connection, games)?;
    connection.execute_batch("DELETE FROM position")?;
    let mut insert = connection.prepare("INSERT INTO position VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11)")?;
    let mut positions = 0_u64;
    each_row(&all, &mut |played, row| {
        positions += u64::from(row.is_first);
        let row = &row.row;
        let [red, draws, black, unknown] = row.results;
        let (first, last) = row.years.unzip();
        let counts =
            params![played.key, played.mv, red, draws, black, unknown, row.ratings, row.rated, first, last, row.game];
        insert.execute(counts).map(|_| ())
    })?;
    let mut meta = connection.prepare("INSERT OR REPLACE INTO meta VALUES(?1, ?2)")?;
    meta.execute(params!["games", all.games.len()])?;
    meta.execute(params!["positions", positions])?;
    meta.execute(params!["program", env!("CARGO_PKG_VERSION")])?;
    Ok(())
}

/// Compares the index with the games; returns what differs, if anything.
///
/// # Errors
/// The system's error, or a start that the program cannot read.
pub(crate) fn check(connection: &Connection, games: &[Entry]) -> Result<Option<String>, LibraryError> {
    let all = read(connection, games)?;
    let mut select = connection.prepare("SELECT key, move, red, draws, black, unknown, game FROM position")?;
    let mut rows = select.query([])?;
    let mut fault = None;
    each_row(&all, &mut |played, row| {
        let Some(stored) = rows.next()? else {
            fault.get_or_insert("the index lacks positions");
            return Ok(());
        };
        let mut counts = [0; 4];
        for (column, count) in counts.iter_mut().enumerate() {
            *count = stored.get(column + 2)?;
        }
        let own = (played.key, played.mv, row.row.results, row.row.game);
        if own != (stored.get(0)?, stored.get(1)?, counts, stored.get(6)?) {
            fault.get_or_insert("a row of the index does not say what the games do");
        }
        Ok(())
    })?;
    if rows.next()?.is_some() {
        fault.get_or_insert("the index has positions that no two games reach");
    }
    Ok(fault.map(str::to_owned))
}

/// A row, and whether it is the first one of its position.
struct Numbered {
    row: Row,
    is_first: bool,
}

/// Calls `take` for every row, in the order of the index.
fn each_row(all: &Games, take: &mut dyn FnMut(Played, Numbered) -> rusqlite::Result<()>) -> Result<(), LibraryError> {
    let total = all.moves.len() / 2 + all.games.len();
    let passes = total.div_ceil(BATCH).next_power_of_two();
    let mut batch: Vec<Played> = Vec::with_capacity(total.div_ceil(passes) + 1024);
    for pass in 0..passes {
        batch.clear();
        collect(all, passes, pass, &mut batch);
        batch.sort_unstable();
        // However often a game comes to a position, it counts once for each move.
        batch.dedup();
        for position in batch.chunk_by(|one, other| one.key == other.key) {
            let game = position.first().map(|played| played.game);
            if position.iter().all(|played| Some(played.game) == game) {
                continue;
            }
            let mut is_first = true;
            for same in position.chunk_by(|one, other| one.mv == other.mv) {
                take(same[0], Numbered { row: row(all, same), is_first })?;
                is_first = false;
            }
        }
    }
    Ok(())
}

/// The moves of all games whose keys fall into one of `passes` parts.
fn collect(all: &Games, passes: usize, pass: usize, batch: &mut Vec<Played>) {
    let part = |key: i64| ((u128::from(key as u64 ^ (1 << 63)) * passes as u128) >> 64) as usize;
    let mut lines: Vec<Line> = all.starts.clone();
    for (number, game) in (0_u32..).zip(&all.games) {
        let start = game.start as usize;
        let (Some(line), Some(first)) = (lines.get_mut(start), all.starts.get(start)) else { continue };
        line.restart(first);
        let moves = all.moves.get(game.moves.0..game.moves.1).unwrap_or_default();
        for code in line::codes(moves).chain([0]) {
            let (key, mv) = line.key_and(code);
            if passes == 1 || part(key) == pass {
                batch.push(Played { key, mv, game: number });
            }
            if code != 0 {
                line.play(code);
            }
        }
    }
}

/// The row of a move from the games in which it was played.
fn row(all: &Games, same: &[Played]) -> Row {
    let mut row = Row::default();
    for game in same.iter().filter_map(|played| all.games.get(played.game as usize)) {
        let place = match game.result {
            GameResult::Win(Side::First) => 0,
            GameResult::Draw => 1,
            GameResult::Win(Side::Second) => 2,
            GameResult::Unknown => 3,
        };
        row.results[place] += 1;
        for &rating in game.ratings.iter().flatten() {
            row.ratings += u64::from(rating);
            row.rated += 1;
        }
        if let Some(year) = game.year {
            row.years = Some(row.years.map_or((year, year), |(first, last)| (first.min(year), last.max(year))));
        }
        if row.game == 0 || game.fame > row.fame {
            (row.game, row.fame) = (game.id, game.fame);
        }
    }
    row
}

/// Reads all games.
fn read(connection: &Connection, games: &[Entry]) -> Result<Games, LibraryError> {
    let mut all = Games { games: Vec::new(), moves: Vec::new(), starts: Vec::new() };
    let mut starts: FxHashMap<(String, Option<String>), Option<u32>> = FxHashMap::default();
    let mut boards: FxHashMap<(&str, i64), u32> = FxHashMap::default();
    let mut seen: FxHashSet<u64> = FxHashSet::default();
    let mut fame: FxHashMap<i64, u32> = FxHashMap::default();
    let mut select = connection.prepare(
        "SELECT game.id, variant.name, start, moves, result, day, red_rating, black_rating, red, black
         FROM game JOIN variant ON variant.id=variant ORDER BY game.id",
    )?;
    let mut rows = select.query([])?;
    while let Some(row) = rows.next()? {
        let key: (String, Option<String>) = (row.get(1)?, row.get(2)?);
        let start = match starts.get(&key) {
            Some(&start) => start,
            None => {
                let line = Line::new(&line::start(games, &key.0, key.1.as_deref())?);
                let number = line.map(|line| {
                    *boards.entry((line.name(), line.own_key())).or_insert_with(|| {
                        all.starts.push(line);
                        all.starts.len() as u32 - 1
                    })
                });
                starts.insert(key, number);
                number
            }
        };
        let Some(start) = start else { continue };
        let begin = all.moves.len();
        let moves = row.get_ref(3)?.as_blob().unwrap_or_default();
        // Starts that differ only in their counters are one position, and the games from there with the same moves one.
        if !seen.insert(fnv(&[&start.to_le_bytes()[..], moves].concat())) {
            continue;
        }
        all.moves.extend_from_slice(moves);
        let year = row.get::<_, Option<u32>>(5)?.and_then(|day| u16::try_from(day / 10_000).ok());
        let players = [row.get(8)?, row.get(9)?];
        players.iter().flatten().for_each(|&player| *fame.entry(player).or_default() += 1);
        all.games.push(Game {
            id: row.get(0)?,
            start,
            moves: (begin, all.moves.len()),
            result: GameResult::from_code(row.get(4)?),
            year,
            ratings: [row.get(6)?, row.get(7)?],
            players,
            fame: 0,
        });
    }
    for game in &mut all.games {
        let known = game.players.iter().flatten().filter_map(|player| fame.get(player));
        game.fame = known.fold(0, |sum, &games| sum.saturating_add(games));
    }
    Ok(all)
}
