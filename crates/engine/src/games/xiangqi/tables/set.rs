//! Many tables at once: those that are built in, and those of a folder.
//!
//! Tables hold facts, so that which of them are at hand changes how much is known and nothing else. The built-in ones are
//! there for the whole process; where the program is fetched over a network, they come after it ([`hand_over`]). Those of a folder belong to the session that named it: its options hold them, and so do its
//! positions. [`probe`] asks the built-in tables first, then those of the position.

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
use rustc_hash::FxHashMap;
use std::borrow::Cow;
use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Arc, LazyLock, OnceLock};
use thiserror::Error;

/// How the name of a table's file ends.
pub const EXTENSION: &str = "mxt";
/// The largest file that is taken for a table, bytes.
const LARGEST: u64 = 1 << 30;
/// Number of classes of one attacker.
const CLASSES: usize = 324;
/// What the archive of built-in tables begins with.
const ARCHIVE: &[u8] = b"meihua xiangqi tables 1\n";

/// What must be free before a table is asked for the first time, else a search goes on without them. The index and the list of
/// tables take some five megabytes and four milliseconds, but in thousands of small pieces, each of which ends the process if the
/// system refuses it: under limits of the address space up to 100 MB it did.
const ROOM: usize = 96 << 20;

/// Whether that was free when a table was first asked for.
static HAS_ROOM: LazyLock<bool> = LazyLock::new(|| {
    let has_room = has_room(ROOM);
    if !has_room {
        log::warn!("no memory for the tables of endings: xiangqi is played without them");
    }
    has_room
});

/// The tables that are there for the whole process.
static BUILT_IN: OnceLock<TableSet> = OnceLock::new();

/// How an ending ends, for the side to move.
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
        match self {
            EndingValue::Win(plies) => write!(f, "win in {plies} plies"),
            EndingValue::Draw => write!(f, "draw"),
            EndingValue::Loss(plies) => write!(f, "loss in {plies} plies"),
        }
    }
}

/// Why a table of a folder is not used.
#[derive(Debug, Error)]
pub enum LoadError {
    /// The folder cannot be read.
    #[error("{path:?}: {cause}")]
    Folder {
        /// The folder.
        path: PathBuf,
        /// Why.
        cause: std::io::Error,
    },
    /// It has no tables.
    #[error("{0:?} has no tables, files whose names end in .{EXTENSION}")]
    None(PathBuf),
    /// A file cannot be read.
    #[error(transparent)]
    File(#[from] FileError),
    /// A file is no table.
    #[error("{path:?}: {cause}")]
    Table {
        /// The folder.
        path: PathBuf,
        /// Why.
        cause: EndgameTableError,
    },
}

/// The tables of a folder, shared by whatever belongs to one session. Two are equal if they are the same.
#[derive(Clone)]
pub struct Folder(Arc<TableSet>);

impl Folder {
    /// Takes tables into use.
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

/// Some of the tables.
#[derive(Debug)]
pub struct TableSet {
    /// Those of one attacker, by [`Material::slot`].
    tables: Vec<Option<EndgameTable>>,
    more: FxHashMap<Material, EndgameTable>,
}

impl Default for TableSet {
    fn default() -> Self {
        TableSet { tables: (0..CLASSES).map(|_| None).collect(), more: FxHashMap::default() }
    }
}

impl TableSet {
    /// Adds a table; one of the same class is replaced.
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

    /// The tables there are, in no order that matters.
    pub fn tables(&self) -> impl Iterator<Item = &EndgameTable> {
        self.tables.iter().flatten().chain(self.more.values())
    }

    /// The tables of a folder, each checked from end to end. Other files are left out and named.
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
                    // The client learns of the first alone.
                    log::warn!("tables of endings: left out: {error}");
                    errors.push(error);
                }
            }
        }
        (set, errors)
    }

    /// Tables one after the other in one archive, each after its length.
    pub fn pack<'a>(tables: impl Iterator<Item = &'a [u8]>) -> Vec<u8> {
        let mut archive = ARCHIVE.to_vec();
        for bytes in tables {
            archive.extend((bytes.len() as u32).to_le_bytes());
            archive.extend(bytes);
        }
        archive
    }

    /// The tables of an archive.
    ///
    /// # Errors
    /// The first bad one.
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

    /// The byte of a place with the side without attacker to move.
    #[inline]
    fn loss(&self, material: Material, (row, column): (usize, usize), attacker: Square) -> Option<u8> {
        self.get(material)?.loss(row, column, attacker)
    }

    /// How a position ends; none where no table knows.
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

/// The files of a folder that are tables by their names, in order.
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

/// A table from its file, checked from end to end.
///
/// # Errors
/// It cannot be read, or is not a table.
pub fn load(path: &Path) -> Result<EndgameTable, LoadError> {
    let bytes = plain_file::read(path, LARGEST)?;
    let fail = |cause| LoadError::Table { path: path.to_owned(), cause };
    let table = EndgameTable::read(Cow::Owned(bytes)).map_err(fail)?;
    table.check_sums().map_err(fail)?;
    Ok(table)
}

/// The tables that are built in; `meihua tables pack` makes the file. A test reads it, so that it is never absent.
#[cfg(feature = "embedded-tables")]
#[inline]
pub fn built_in() -> &'static TableSet {
    BUILT_IN.get_or_init(|| {
        let archive: &'static [u8] = include_bytes!("../../../../../../tables/xiangqi.bin");
        let set = TableSet::unpack(archive);
        set.inspect_err(|error| log::warn!("the built-in tables of endings are left out: {error}")).unwrap_or_default()
    })
}

/// The tables that were handed over, and none before.
#[cfg(not(feature = "embedded-tables"))]
#[inline]
pub fn built_in() -> &'static TableSet {
    static NONE: LazyLock<TableSet> = LazyLock::new(TableSet::default);
    BUILT_IN.get().unwrap_or_else(|| &NONE)
}

/// Takes an archive of tables into use as those that are built in, for a program without the feature `embedded-tables`; tables that
/// are there already stay.
///
/// # Errors
/// The archive is none.
pub fn hand_over(archive: Vec<u8>) -> Result<(), EndgameTableError> {
    if BUILT_IN.get().is_none() {
        let set = TableSet::unpack(archive.leak())?;
        // Another thread may have been faster, with the same tables.
        _ = BUILT_IN.set(set);
    }
    Ok(())
}

/// How a position ends under best play, as far as a table knows: mate and stalemate win, all else is drawn. Neither the count
/// of plies without capture nor repetition is looked at.
#[inline]
pub fn probe(position: &Position) -> Option<EndingValue> {
    if !*HAS_ROOM {
        return None;
    }
    let (material, strong) = Material::of(position)?;
    let ask = |set: &TableSet| {
        set.get(material)?;
        set.probe(&index_of(position, material, strong)?)
    };
    ask(built_in()).or_else(|| ask(&position.folder()?.0))
}
