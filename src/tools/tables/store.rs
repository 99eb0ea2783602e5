//! The tables of a folder, opened whole for the class that is being made or checked.

use super::args::TablesError;
use crate::games::xiangqi::tables::guards::Guards;
use crate::games::xiangqi::tables::material::Material;
use crate::games::xiangqi::tables::set::{EXTENSION, load};
use std::collections::HashMap;
use std::path::{Path, PathBuf};

/// The bytes of the classes of one attacker and one set of guards beside it, by the other side's guards.
pub struct Store {
    folder: PathBuf,
    family: Option<Material>,
    losses: HashMap<Guards, Vec<u8>>,
}

impl Store {
    /// Nothing opened yet.
    pub fn new(folder: &Path) -> Store {
        Store { folder: folder.to_owned(), family: None, losses: HashMap::new() }
    }

    /// The file of a class.
    pub fn path(&self, material: Material) -> PathBuf {
        self.folder.join(format!("{material}.{EXTENSION}"))
    }

    /// Turns to the family of a class and opens what its captures lead to.
    ///
    /// # Errors
    /// A file that is missing or damaged.
    pub fn open_for(&mut self, material: Material) -> Result<(), TablesError> {
        let family = Material { weak: Guards::default(), ..material };
        if self.family != Some(family) {
            self.family = Some(family);
            self.losses.clear();
        }
        for needed in material.after_capture() {
            if !self.losses.contains_key(&needed.weak) {
                let table = load(&self.path(needed))?;
                let losses = table.losses().map_err(|error| TablesError::Table(needed, error))?;
                self.losses.insert(needed.weak, losses);
            }
        }
        Ok(())
    }

    /// What was opened of the family.
    pub fn get(&self, weak: Guards) -> Option<&[u8]> {
        self.losses.get(&weak).map(Vec::as_slice)
    }

    /// Keeps a class of the family for those that need it.
    pub fn keep(&mut self, material: Material, losses: Vec<u8>) {
        self.losses.insert(material.weak, losses);
    }

    /// Bytes that are open.
    pub fn size(&self) -> usize {
        self.losses.values().map(Vec::len).sum()
    }
}
