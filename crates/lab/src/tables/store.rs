//! The tables of a folder, opened whole for the class that is being made or checked.

use super::args::TablesError;
use meihua_engine::games::xiangqi::tables::material::Material;
use meihua_engine::games::xiangqi::tables::set::{EXTENSION, load};
use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};

/// The bytes of what the classes under way need.
pub(super) struct Store {
    folder: PathBuf,
    losses: HashMap<Material, Vec<u8>>,
}

/// The classes whose tables are looked at when a class is made: those that it needs, and what is needed to look a ply ahead of
/// those with an attacker fewer.
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

    /// Opens what a class needs, and closes what only classes of other attackers or other guards beside them need.
    ///
    /// # Errors
    /// A file that is missing or damaged.
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

    /// Closes what a class does not need.
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

    /// Bytes that are open.
    pub(super) fn size(&self) -> usize {
        self.losses.values().map(Vec::len).sum()
    }
}
