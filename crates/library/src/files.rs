//! The explorer as small files, for pages without a server: the index of positions by the first byte of the key, and the
//! games that it names by the last byte of their number. A reader does what [`Library::explore`] does with the tables.

use super::error::LibraryError;
use super::explore::mean;
use super::line;
use super::schema::KEYS;
use super::store::Library;
use meihua_records::GameResult;
use serde::Serialize;
use std::collections::BTreeMap;

/// The version of the files.
const FORMAT: &str = "explorer 1";
/// How many files of each kind there are.
const FILES: u8 = u8::MAX;

/// `index.json`.
#[derive(Serialize)]
struct About {
    meihua: &'static str,
    keys: &'static str,
    games: u64,
    positions: u64,
}

/// A game of a file.
#[derive(Serialize)]
struct FileGame {
    game: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    start: Option<String>,
    /// Four hexadecimal digits for each move.
    moves: String,
    result: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    year: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    rating: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    red: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    black: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    event: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    date: Option<String>,
}

/// A move of a position: the move as stored (0 for the end of a game), the games that the first player won, that were
/// drawn, that the second player won, and that have no result, the first and the last year, the mean rating, the game.
type FileMove = (u16, u64, u64, u64, u64, Option<u32>, Option<u32>, Option<u64>, i64);

impl Library {
    /// Hands over the files, each with its name relative to a folder and its content.
    ///
    /// # Errors
    /// The system's error, or that of `take`.
    pub fn explorer_files<E: From<LibraryError>>(
        &self,
        mut take: impl FnMut(&str, &[u8]) -> Result<(), E>,
    ) -> Result<(), E> {
        let mut named: Vec<Vec<i64>> = vec![Vec::new(); usize::from(FILES) + 1];
        for game in self.named_games()? {
            named[usize::from(game as u8)].push(game);
        }
        for (byte, numbers) in (0..=FILES).zip(named) {
            take(&format!("positions/{byte:02x}.json"), &json(&self.file_positions(byte)?)?)?;
            take(&format!("games/{byte:02x}.json"), &json(&self.file_games(&numbers)?)?)?;
        }
        let stats = self.stats()?;
        let about = About { meihua: FORMAT, keys: KEYS, games: stats.games, positions: stats.positions };
        // A folder with it has all the others.
        take("index.json", &json(&about)?)
    }

    /// The positions whose keys begin with a byte.
    fn file_positions(&self, byte: u8) -> Result<BTreeMap<String, Vec<FileMove>>, LibraryError> {
        let first = (u64::from(byte) << 56) as i64;
        let mut select = self.connection.prepare_cached(
            "SELECT key, move, red, draws, black, unknown, first_year, last_year, ratings, rated, game FROM position
             WHERE key BETWEEN ?1 AND ?2",
        )?;
        let mut rows = select.query([first, first | ((1 << 56) - 1)])?;
        let mut positions: BTreeMap<String, Vec<FileMove>> = BTreeMap::new();
        while let Some(row) = rows.next()? {
            let (ratings, rated): (u64, u64) = (row.get(8)?, row.get(9)?);
            let rating = ratings.checked_div(rated);
            let counts = (row.get(2)?, row.get(3)?, row.get(4)?, row.get(5)?);
            let (red, draws, black, unknown) = counts;
            let mv = (row.get(1)?, red, draws, black, unknown, row.get(6)?, row.get(7)?, rating, row.get(10)?);
            positions.entry(format!("{:016x}", row.get::<_, i64>(0)?)).or_default().push(mv);
        }
        Ok(positions)
    }

    /// The games that the index names.
    fn named_games(&self) -> Result<Vec<i64>, LibraryError> {
        let mut select = self.connection.prepare("SELECT DISTINCT game FROM position")?;
        Ok(select.query_map([], |row| row.get(0))?.collect::<Result<_, _>>()?)
    }

    /// Games by their numbers.
    fn file_games(&self, numbers: &[i64]) -> Result<BTreeMap<i64, FileGame>, LibraryError> {
        let mut select = self.connection.prepare_cached(
            "SELECT variant.name, start, moves, result, day/10000, red_rating, black_rating, red.name, black.name,
               event.name, date
             FROM game JOIN variant ON variant.id=variant LEFT JOIN player red ON red.id=red
             LEFT JOIN player black ON black.id=black LEFT JOIN event ON event.id=event WHERE game.id=?1",
        )?;
        let mut game = |number: &i64| {
            let game = select.query_row([number], |row| {
                let moves = line::codes(row.get_ref(2)?.as_blob()?);
                Ok(FileGame {
                    game: row.get(0)?,
                    start: row.get(1)?,
                    moves: moves.map(|code| format!("{code:04x}")).collect(),
                    result: GameResult::from_code(row.get(3)?).word(),
                    year: row.get(4)?,
                    rating: mean([row.get(5)?, row.get(6)?]),
                    red: row.get(7)?,
                    black: row.get(8)?,
                    event: row.get(9)?,
                    date: row.get(10)?,
                })
            })?;
            Ok((*number, game))
        };
        numbers.iter().map(&mut game).collect()
    }
}

fn json(value: &impl Serialize) -> Result<Vec<u8>, LibraryError> {
    Ok(serde_json::to_vec(value)?)
}
