//! The tables in a folder that are loaded while a class is made or checked.

use super::args::TablesError;
use meihua_engine::games::xiangqi::tables::material::Material;
use meihua_engine::games::xiangqi::tables::set::{EXTENSION, load};
use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};

/// The loaded tables of the classes needed at present.
pub(super) struct Store {
    folder: PathBuf,
    losses: HashMap<Material, Vec<u8>>,
}

/// The classes whose tables are read when a class is made: those it depends on, and those needed to look one ply ahead
/// where an attacker has been captured.
fn looked_at(material: Material) -> HashSet<Material> {
    let ahead = material.after_loss().flat_map(|(_, after)| after.after_capture());
    material.needs().chain(ahead).collect()
}

impl Store {
    pub(super) fn new(folder: &Path) -> Store {
        Store { folder: folder.to_owned(), losses: HashMap::new() }
    }

    /// The file of a class.
    pub(super) fn path(&self, material: Material) -> PathBuf {
        self.folder.join(format!("{material}.{EXTENSION}"))
    }

    /// Loads what a class needs, and drops what only classes with other attackers or other guards need.
    ///
    /// # Errors
    /// A file is missing or damaged.
    pub(super) fn open_for(&mut self, material: Material) -> Result<(), TablesError> {
        let needed = looked_at(material);
        let is_family = |other: &Material| (other.attackers, other.strong) == (material.attackers, material.strong);
        self.losses.retain(|other, _| is_family(other) || needed.contains(other));
        for needed in needed {
            if !self.losses.contains_key(&needed) {
                let table = load(&self.path(needed))?;
                let losses = table.losses().map_err(|error| TablesError::Table(needed, error))?;
                self.losses.insert(needed, losses);
            }
        }
        Ok(())
    }

    /// Drops what a class does not need.
    pub(super) fn close_others(&mut self, material: Material) {
        let needed = looked_at(material);
        self.losses.retain(|other, _| needed.contains(other));
    }

    pub(super) fn get(&self, material: Material) -> Option<&[u8]> {
        self.losses.get(&material).map(Vec::as_slice)
    }

    /// Keeps a class for those that need it.
    pub(super) fn keep(&mut self, material: Material, losses: Vec<u8>) {
        self.losses.insert(material, losses);
    }

    /// Number of bytes loaded.
    pub(super) fn size(&self) -> usize {
        self.losses.values().map(Vec::len).sum()
    }
}
