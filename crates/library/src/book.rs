//! Opening books: the `.obk` files of Chinese GUIs, read and written, and libraries as they are.
//!
//! An `.obk` file is an SQLite database with the table `bhobk(id, vkey, vmove, vscore, vwin, vdraw, vlost, vvalid,
//! vmemo, vindex)`; counts are those of the side that moves. What follows was gathered from ten programs that read it
//! (found by the words `from bhobk where vkey`), and agrees with the keys of the Python package `cchess`:
//!
//! - The key is the exclusive or of 64-bit numbers for each piece and square, and one for Red to move. The numbers are
//!   in `obk.bin`: those of K A B N R C P and k a b n r c p on the squares a0, b0, … i9, then that of Red, little-endian.
//!   The start position has 7101337512282506414.
//! - SQLite's integers are signed, so keys from 2^63 on are stored by the GUIs as the floating-point number with the
//!   same bits, by others as the negative integer, or rounded to a floating-point number. All three are read; the first
//!   is written, except for bits that are no number.
//! - A move is `256 from + to`, a square `51 + 16 (9 - rank) + file`: h2e2 is AAA7 in hexadecimal digits.

use super::error::LibraryError;
use super::explore::Place;
use super::grid::{EMPTY, Grid};
use super::line::{self, Line};
use super::material::index;
use super::schema;
use super::store::Library;
use meihua_contracts::side::Side;
use meihua_contracts::text::Notation;
use meihua_engine::engine::book::BookMove;
use meihua_engine::engine::registry::Entry;
use meihua_engine::games::xiangqi::{Move, Square};
use meihua_records::Start;
use rusqlite::types::Value;
use rusqlite::{Connection, OpenFlags, params};
use rustc_hash::{FxHashMap, FxHashSet};
use std::path::Path;

const SQUARES: usize = 90;
static NUMBERS: &[u8] = include_bytes!("obk.bin");

/// An opening book.
pub enum Book {
    /// An `.obk` file.
    Obk(Connection),
    /// A library: the moves of positions that several games reach.
    Library(Library),
}

impl Book {
    /// Opens a book.
    ///
    /// # Errors
    /// There is no such file, or it is no book.
    pub fn open(path: &Path, games: &'static [Entry]) -> Result<Book, LibraryError> {
        let foreign = || LibraryError::Foreign { path: path.to_owned(), expected: "a library or an .obk book" };
        if !path.exists() {
            return Err(LibraryError::Missing { path: path.to_owned() });
        }
        schema::refuse_special(path)?;
        let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let connection = Connection::open_with_flags(path, flags)?;
        match connection.prepare("SELECT vkey, vmove FROM bhobk LIMIT 1").map(|_| ()) {
            Ok(()) => Ok(Book::Obk(connection)),
            Err(error) if error.sqlite_error_code() == Some(rusqlite::ErrorCode::NotADatabase) => Err(foreign()),
            Err(_) => Library::open(path, games)
                .map(Book::Library)
                .map_err(|error| if matches!(error, LibraryError::Foreign { .. }) { foreign() } else { error }),
        }
    }

    /// The games of a library, which may describe some itself.
    pub fn games(&self) -> Option<&'static [Entry]> {
        match self {
            Book::Obk(_) => None,
            Book::Library(library) => Some(library.games()),
        }
    }

    /// The moves of a position, the best first; none if the book does not know it, or not this game.
    ///
    /// # Errors
    /// The file cannot be read.
    pub fn moves(&self, place: &Place) -> Result<Vec<BookMove>, LibraryError> {
        let mut moves = match self {
            Book::Obk(connection) => obk_moves(connection, place)?,
            Book::Library(library) => library.book_moves(place)?,
        };
        moves.sort_by(|one, other| (other.score, other.weight, &one.mv).cmp(&(one.score, one.weight, &other.mv)));
        Ok(moves)
    }
}

/// The number at a place of `obk.bin`.
fn number(place: usize) -> u64 {
    let bytes = NUMBERS.get(place * 8..).and_then(|bytes| bytes.first_chunk());
    bytes.map_or(0, |bytes| u64::from_le_bytes(*bytes))
}

/// The key of a xiangqi board.
fn obk_key(grid: &Grid, is_mirrored: bool) -> u64 {
    let pieces = grid.cells().iter().enumerate().filter(|(_, piece)| **piece != EMPTY);
    let key = pieces.fold(0, |key, (square, &piece)| {
        let square = if is_mirrored { grid.mirrored(square) } else { square };
        key ^ index(piece).map_or(0, |index| number(index * SQUARES + square))
    });
    if grid.side() == Side::First { key ^ number(14 * SQUARES) } else { key }
}

/// The values under which a key may be stored; the first is the one to write.
fn stored_keys(key: u64) -> [Value; 3] {
    let signed = Value::Integer(key as i64);
    let bits = f64::from_bits(key);
    if key >> 63 == 0 || bits.is_nan() || bits.is_infinite() {
        return [signed.clone(), signed.clone(), signed];
    }
    [Value::Real(bits), signed, Value::Real(key as f64)]
}

/// The square of a move as books have it.
fn square(number: i64) -> Option<Square> {
    let place = usize::try_from(number & 255).ok()?.checked_sub(51)?;
    Square::new(place & 15, 9_usize.checked_sub(place >> 4)?)
}

fn obk_move(code: u16) -> u16 {
    let square = |index: u16| 51 + 16 * (9 - (index / 9).min(9)) + index % 9;
    square(code & 127) << 8 | square(code >> 7)
}

fn obk_moves(connection: &Connection, place: &Place) -> Result<Vec<BookMove>, LibraryError> {
    let mut found: FxHashMap<String, BookMove> = FxHashMap::default();
    if place.start.xiangqi().is_none() {
        return Ok(Vec::new());
    }
    let line = place.line()?;
    let mut select = connection.prepare_cached(
        "SELECT vmove, coalesce(vscore, 0),
                max(coalesce(vwin, 0), 0) + max(coalesce(vdraw, 0), 0) + max(coalesce(vlost, 0), 0)
         FROM bhobk
         WHERE vkey IN (?1, ?2, ?3) AND coalesce(vvalid, 1) <> 0",
    )?;
    for is_mirrored in [false, true] {
        let key = obk_key(line.grid(), is_mirrored);
        // A position that is its own mirror image has the moves that the book names, not their images.
        if is_mirrored && key == obk_key(line.grid(), false) {
            break;
        }
        let keys = stored_keys(key);
        let rows = select.query_map(rusqlite::params_from_iter(keys), |row| {
            Ok((row.get::<_, i64>(0)?, row.get::<_, i64>(1)?, row.get::<_, i64>(2)?))
        })?;
        for row in rows {
            let (mv, score, games) = row?;
            let squares = square(mv >> 8).zip(square(mv)).filter(|_| (0..1 << 16).contains(&mv));
            let Some(mv) = squares.and_then(|(from, to)| Move::new(from, to)) else { continue };
            let code = if is_mirrored { line.mirrored(mv.bits()) } else { mv.bits() };
            let legal = line::legal(&place.board, code);
            let Some(mv) = legal.and_then(|mv| place.board.move_text(mv, Notation::Wire)) else { continue };
            // Some books count no games.
            let weight = u64::try_from(if games > 0 { games } else { score }).unwrap_or_default().max(1);
            let own = BookMove { mv: mv.clone(), score, weight };
            let known = found.entry(mv).or_insert_with(|| own.clone());
            if own.score > known.score {
                *known = own;
            }
        }
    }
    Ok(found.into_values().collect())
}

/// Which moves go into a book.
#[derive(Clone, Copy, Debug)]
pub struct BookOptions {
    /// In how many games a move was played at least; 2 or more, since positions of one game are not in the index.
    pub min_games: u32,
    /// Only the moves of this side.
    pub side: Option<Side>,
    /// Only positions this many plies from the start or nearer.
    pub max_plies: usize,
}

/// A move of the index that goes into a book: the games that red won, drawn ones, those that black won, all.
type Counts = [u32; 4];

impl Library {
    /// The moves of the index in a position; a move's rank is the points that its side scored, two for a win, as in the
    /// books that [`Library::write_book`] writes, and its weight the number of games.
    fn book_moves(&self, place: &Place) -> Result<Vec<BookMove>, LibraryError> {
        let is_first = place.board.side() == Side::First;
        let moves = self.explore_indexed(place)?.into_iter().map(|mv| {
            let wins = if is_first { mv.red } else { mv.black };
            let score = 2 * wins + mv.draws + mv.unknown;
            BookMove { weight: mv.games(), score: score as i64, mv: mv.mv }
        });
        Ok(moves.collect())
    }

    /// Writes an `.obk` book of the library's games of xiangqi to a new file; returns how many moves it has. Each
    /// position is there twice, as it is and in the mirror, since some readers look only for one of them.
    ///
    /// # Errors
    /// The library cannot be read, or the book not be written.
    pub fn write_book(&self, path: &Path, options: &BookOptions) -> Result<u64, LibraryError> {
        let wanted = self.counted(options.min_games)?;
        schema::refuse_special(path)?;
        let mut book = Connection::open(path)?;
        // Nobody needs the beginning of a book, so no journal of it is left behind.
        book.pragma_update(None, "journal_mode", "MEMORY")?;
        let transaction = book.transaction()?;
        transaction.execute_batch(
            "CREATE TABLE bhobk(id INTEGER PRIMARY KEY AUTOINCREMENT, vkey INTEGER, vmove INTEGER, vscore INTEGER,
               vwin INTEGER, vdraw INTEGER, vlost INTEGER, vvalid INTEGER, vmemo BLOB, vindex INTEGER);
             CREATE INDEX idxkey ON bhobk(vkey);",
        )?;
        let mut insert = transaction.prepare(
            "INSERT INTO bhobk(vkey, vmove, vscore, vwin, vdraw, vlost, vvalid, vmemo, vindex)
             VALUES(?1, ?2, ?3, ?4, ?5, ?6, 1, '', 0)",
        )?;
        let mut written: FxHashSet<(i64, u16)> = FxHashSet::default();
        let mut rows = 0;
        let usual = Line::new(&Start::default());
        let mut select = self.connection.prepare(
            "SELECT moves FROM game JOIN variant ON variant.id=variant
             WHERE variant.name='xiangqi' AND start IS NULL ORDER BY game.id",
        )?;
        let mut games = select.query([])?;
        while let (Some(row), Some(mut line)) = (games.next()?, usual.clone()) {
            let moves = row.get_ref(0)?.as_blob().map_err(rusqlite::Error::from)?;
            for code in line::codes(moves).take(options.max_plies) {
                let (key, mv) = line.key_and(code);
                let side = line.grid().side();
                if let Some(counts) = wanted.get(&(key, mv)).filter(|_| options.side.is_none_or(|own| own == side))
                    && written.insert((key, mv))
                {
                    rows += write_move(&mut insert, &line, code, counts)?;
                }
                line.play(code);
            }
        }
        drop(insert);
        transaction.commit()?;
        Ok(rows)
    }

    /// The moves of the index that were played in at least `least` games.
    fn counted(&self, least: u32) -> Result<FxHashMap<(i64, u16), Counts>, LibraryError> {
        let mut select = self.connection.prepare(
            "SELECT key, move, red, draws, black, red+draws+black+unknown FROM position
             WHERE move<>0 AND red+draws+black+unknown>=?1",
        )?;
        let rows = select.query_map([least], |row| {
            Ok(((row.get(0)?, row.get(1)?), [row.get(2)?, row.get(3)?, row.get(4)?, row.get(5)?]))
        })?;
        Ok(rows.collect::<rusqlite::Result<_>>()?)
    }
}

/// Writes a move and its mirror image; returns the number of rows.
fn write_move(
    insert: &mut rusqlite::Statement<'_>,
    line: &Line,
    code: u16,
    &[red, draws, black, all]: &Counts,
) -> rusqlite::Result<u64> {
    let is_first = line.grid().side() == Side::First;
    let (wins, losses) = if is_first { (red, black) } else { (black, red) };
    // Readers sort by this: points scored, and games without a result as half.
    let score = 2 * wins + draws + (all - red - draws - black);
    let own = (obk_key(line.grid(), false), obk_move(code));
    let mirrored = (obk_key(line.grid(), true), obk_move(line.mirrored(code)));
    // The index lists a move and its image apart where the position is its own mirror image.
    let both = [Some(own), Some(mirrored).filter(|mirrored| mirrored.0 != own.0)];
    let mut rows = 0;
    for (key, mv) in both.into_iter().flatten() {
        let [key, ..] = stored_keys(key);
        insert.execute(params![key, mv, score, wins, draws, losses])?;
        rows += 1;
    }
    Ok(rows)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_and_moves_are_those_of_the_guis() {
        let line = Line::new(&Start::default()).unwrap();
        assert_eq!(obk_key(line.grid(), false), 7_101_337_512_282_506_414);
        assert_eq!(obk_key(line.grid(), true), 7_101_337_512_282_506_414);
        let code = |text: &str| match super::super::pattern::Sequence::parse(text, "xiangqi").unwrap().0[..] {
            [super::super::pattern::Step::Move(code)] => code,
            _ => 0,
        };
        for (text, mv) in [("h2e2", 0xaaa7), ("h9g7", 0x3a59), ("c3c4", 0x9585)] {
            assert_eq!(obk_move(code(text)), mv, "{text}");
            let (from, to) = (square(i64::from(mv >> 8)).unwrap(), square(i64::from(mv)).unwrap());
            assert_eq!(format!("{from}{to}"), text);
        }
        assert_eq!((square(0x3c), square(0), square(255)), (None, None, None));
    }

    #[test]
    fn large_keys_are_stored_as_the_bits_of_a_number() {
        assert_eq!(stored_keys(5)[0], Value::Integer(5));
        assert_eq!(stored_keys(0xbff0_0000_0000_0000)[0], Value::Real(-1.0));
        // Infinity, and no number at all.
        assert_eq!(stored_keys(0xfff0_0000_0000_0000)[0], Value::Integer(0xfff0_0000_0000_0000_u64 as i64));
        assert_eq!(stored_keys(u64::MAX)[0], Value::Integer(-1));
    }
}
