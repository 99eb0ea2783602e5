//! Sets of tables: the built-in ones, and those of a folder.
//!
//! Tables contain facts, so which of them are available changes only how much is known. The built-in tables are
//! available throughout the process; if the program is loaded over a network, they arrive later ([`hand_over`]). Tables
//! of a folder belong to the session that named it: its options and its positions hold them. [`probe`] asks the
//! built-in tables first, then those of the position.

use super::class::Class;
use super::forward::best_for_red;
use super::generate::BLACK_WINS;
use super::guards::Guards;
use super::material::Material;
use super::probe::{Index, index_of};
use super::table::{EndgameTable, EndgameTableError};
use crate::games::xiangqi::position::Position;
use crate::games::xiangqi::square::Square;
use crate::plain_file::{self, FileError};
use crate::room::has_room;
use crate::text::GameText;
use rustc_hash::FxHashMap;
use std::borrow::Cow;
use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Arc, LazyLock, OnceLock};
use thiserror::Error;

/// The file extension of a table.
pub const EXTENSION: &str = "mxt";
/// Maximum size of a table file in bytes.
const LARGEST: u64 = 1 << 30;
/// Number of classes with one attacker.
const CLASSES: usize = 324;
/// The beginning of the archive of built-in tables.
const ARCHIVE: &[u8] = b"meihua xiangqi tables 1\n";

/// Memory that must be free before tables are used for the first time; otherwise the search does without them. Index
/// and table list take about five megabytes and four milliseconds, but in thousands of small allocations, any of which
/// aborts the process if refused. With address-space limits up to 100 MB, that happened.
const ROOM: usize = 96 << 20;

/// Whether there was enough memory when tables were first used.
static HAS_ROOM: LazyLock<bool> = LazyLock::new(|| {
    let has_room = has_room(ROOM);
    if !has_room {
        log::warn!("no memory for the endgame tables: xiangqi is played without them");
    }
    has_room
});

/// The tables that are available throughout the process.
static BUILT_IN: OnceLock<TableSet> = OnceLock::new();

/// The result of an ending for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EndingValue {
    /// Won: the opponent is mated or stalemated within this number of plies, whatever it plays.
    Win(u32),
    /// Drawn.
    Draw,
    /// Lost within this number of plies.
    Loss(u32),
}

impl fmt::Display for EndingValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (result, plies) = match self {
            EndingValue::Win(plies) => ("win", plies),
            EndingValue::Draw => return f.write_str("draw"),
            EndingValue::Loss(plies) => ("loss", plies),
        };
        write!(f, "{result} in {plies} {}", if *plies == 1 { "ply" } else { "plies" })
    }
}

/// Why a table in a folder is not used.
#[derive(Debug, Error)]
pub enum LoadError {
    /// The folder cannot be read.
    #[error("{path:?}: {cause}")]
    Folder {
        /// The folder.
        path: PathBuf,
        /// The reason.
        cause: std::io::Error,
    },
    /// The folder has no tables.
    #[error("{0:?} has no tables (files whose names end in .{EXTENSION})")]
    None(PathBuf),
    /// A file cannot be read.
    #[error(transparent)]
    File(#[from] FileError),
    /// A file is not a table.
    #[error("{path:?}: {cause}")]
    Table {
        /// The file.
        path: PathBuf,
        /// The reason.
        cause: EndgameTableError,
    },
}

/// The tables of a folder, shared by everything that belongs to one session. Two values are equal if they are the same
/// object.
#[derive(Clone)]
pub struct Folder(Arc<TableSet>);

impl Folder {
    /// Wraps a set of tables.
    pub fn new(set: TableSet) -> Folder {
        Folder(Arc::new(set))
    }
}

impl PartialEq for Folder {
    fn eq(&self, other: &Folder) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

impl fmt::Debug for Folder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} tables", self.0.tables().count())
    }
}

/// A set of tables.
#[derive(Debug)]
pub struct TableSet {
    /// Tables with one attacker, by [`Material::slot`].
    tables: Vec<Option<EndgameTable>>,
    more: FxHashMap<Material, EndgameTable>,
}

impl Default for TableSet {
    fn default() -> Self {
        TableSet { tables: (0..CLASSES).map(|_| None).collect(), more: FxHashMap::default() }
    }
}

impl TableSet {
    /// Adds a table, replacing any other of the same class.
    pub fn insert(&mut self, table: EndgameTable) {
        match table.material().slot() {
            Some(slot) => self.tables[slot] = Some(table),
            None => {
                self.more.insert(table.material(), table);
            }
        }
    }

    /// The table of a class.
    #[inline]
    pub fn get(&self, material: Material) -> Option<&EndgameTable> {
        match material.slot() {
            Some(slot) => self.tables.get(slot)?.as_ref(),
            None => self.more.get(&material),
        }
    }

    /// The tables, in unspecified order.
    pub fn tables(&self) -> impl Iterator<Item = &EndgameTable> {
        self.tables.iter().flatten().chain(self.more.values())
    }

    /// Reads the tables in a folder and verifies each completely. Unusable files are left out and reported.
    pub fn open(folder: &Path) -> (TableSet, Vec<LoadError>) {
        let (mut set, mut errors) = (TableSet::default(), Vec::new());
        let loaded = match table_files(folder) {
            Ok(paths) => paths.iter().map(|path| load(path)).collect(),
            Err(error) => vec![Err(error)],
        };
        for table in loaded {
            match table {
                Ok(table) => set.insert(table),
                Err(error) => {
                    // The client is told only about the first one.
                    log::warn!("endgame table skipped: {error}");
                    errors.push(error);
                }
            }
        }
        (set, errors)
    }

    /// Packs tables into one archive, each preceded by its length.
    pub fn pack<'a>(tables: impl Iterator<Item = &'a [u8]>) -> Vec<u8> {
        let mut archive = ARCHIVE.to_vec();
        for bytes in tables {
            archive.extend((bytes.len() as u32).to_le_bytes());
            archive.extend(bytes);
        }
        archive
    }

    /// Reads the tables in an archive.
    ///
    /// # Errors
    /// The first bad table.
    pub fn unpack(archive: &'static [u8]) -> Result<TableSet, EndgameTableError> {
        let mut rest = archive.strip_prefix(ARCHIVE).ok_or(EndgameTableError::Foreign)?;
        let mut set = TableSet::default();
        while let Some((length, bytes)) = rest.split_first_chunk::<4>() {
            let length = u32::from_le_bytes(*length) as usize;
            let too_short = EndgameTableError::Length { found: bytes.len(), expected: length };
            let (table, others) = bytes.split_at_checked(length).ok_or(too_short)?;
            set.insert(EndgameTable::read(Cow::Borrowed(table))?);
            rest = others;
        }
        Ok(set)
    }

    /// The byte for a position with the side without attackers to move.
    #[inline]
    fn loss(&self, material: Material, (row, column): (usize, usize), attacker: Square) -> Option<u8> {
        self.get(material)?.loss(row, column, attacker)
    }

    /// The result of a position; `None` if no table knows it.
    pub fn probe(&self, index: &Index) -> Option<EndingValue> {
        let place = (index.row, index.weak);
        if !index.attacker_moves {
            let code = self.loss(index.material, place, index.attacker)?;
            return Some(match code {
                0 => EndingValue::Draw,
                BLACK_WINS.. => EndingValue::Win(2 * u32::from(255 - code) + 1),
                _ => EndingValue::Loss(2 * u32::from(code - 1)),
            });
        }
        self.get(index.material)?;
        let class = Class::new(index.material);
        let red = class.red(index.row)?;
        let mut loss = |(weak, row, column, square): (Guards, usize, usize, Square)| {
            self.loss(Material { weak, ..index.material }, (row, column), square)
        };
        let best = best_for_red(&class, (&red, index.weak), index.attacker, &mut loss)?;
        Some(match best {
            0 => EndingValue::Draw,
            BLACK_WINS.. => EndingValue::Loss(2 * u32::from(255 - best)),
            _ => EndingValue::Win(2 * u32::from(best) - 1),
        })
    }
}

/// The files in a folder with a table's extension, sorted.
///
/// # Errors
/// The folder cannot be read, or has none.
pub fn table_files(folder: &Path) -> Result<Vec<PathBuf>, LoadError> {
    let fail = |cause| LoadError::Folder { path: folder.to_owned(), cause };
    #[expect(clippy::disallowed_methods, reason = "the folder that the user named")]
    let entries = fs::read_dir(folder).map_err(fail)?;
    let mut paths: Vec<PathBuf> = entries.filter_map(|entry| Some(entry.ok()?.path())).collect();
    paths.retain(|path| path.extension().is_some_and(|extension| extension == EXTENSION));
    paths.sort();
    if paths.is_empty() { Err(LoadError::None(folder.to_owned())) } else { Ok(paths) }
}

/// Reads a table file and verifies it completely.
///
/// # Errors
/// The file cannot be read, or is not a table.
pub fn load(path: &Path) -> Result<EndgameTable, LoadError> {
    let bytes = plain_file::read(path, LARGEST)?;
    let fail = |cause| LoadError::Table { path: path.to_owned(), cause };
    let table = EndgameTable::read(Cow::Owned(bytes)).map_err(fail)?;
    table.check_sums().map_err(fail)?;
    Ok(table)
}

#[cfg(feature = "embedded-tables")]
static BUILT_IN_FILE: &[u8] = include_bytes!("../../../../../../tables/xiangqi.bin");

/// A hash of the built-in tables: whether two programs have the same. 0 if they were handed over.
pub fn built_in_hash() -> u64 {
    #[cfg(feature = "embedded-tables")]
    return crate::fnv::fnv(BUILT_IN_FILE);
    #[cfg(not(feature = "embedded-tables"))]
    0
}

/// The built-in tables; `meihua tables pack` makes the file. A test reads it, so it is never missing.
#[cfg(feature = "embedded-tables")]
#[inline]
pub fn built_in() -> &'static TableSet {
    BUILT_IN.get_or_init(|| {
        let set = TableSet::unpack(BUILT_IN_FILE);
        set.inspect_err(|error| log::warn!("the built-in endgame tables are not used: {error}")).unwrap_or_default()
    })
}

/// The tables that were handed over; empty before that.
#[cfg(not(feature = "embedded-tables"))]
#[inline]
pub fn built_in() -> &'static TableSet {
    static NONE: LazyLock<TableSet> = LazyLock::new(TableSet::default);
    BUILT_IN.get().unwrap_or_else(|| &NONE)
}

/// Uses an archive of tables as the built-in ones, for a program without the feature `embedded-tables`; tables already
/// there stay.
///
/// # Errors
/// The bytes are not an archive of tables.
pub fn hand_over(archive: Vec<u8>) -> Result<(), EndgameTableError> {
    if BUILT_IN.get().is_none() {
        let set = TableSet::unpack(archive.leak())?;
        // Another thread may have been faster, with the same tables.
        _ = BUILT_IN.set(set);
    }
    Ok(())
}

/// The result of a position in words, if a table knows it and the game goes on.
pub fn verdict(position: &Position) -> Option<String> {
    let ending = probe(position).filter(|_| position.verdict().outcome.is_none())?;
    Some(ending.to_string())
}

/// The result of a position under best play, if a table knows it: mate and stalemate win, everything else is a draw.
/// The count of plies without a capture and repetition are ignored.
#[inline]
pub fn probe(position: &Position) -> Option<EndingValue> {
    let (material, strong) = Material::of(position)?;
    if !*HAS_ROOM {
        return None;
    }
    let ask = |set: &TableSet| {
        set.get(material)?;
        set.probe(&index_of(position, material, strong)?)
    };
    ask(built_in()).or_else(|| ask(&position.folder()?.0))
}
