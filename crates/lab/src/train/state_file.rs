//! The state of a training run on disk, so that the next run can continue after an interruption.
//!
//! One line of text names the settings and the number of positions. Then follow, little-endian: passes done, steps
//! taken, the smallest error (8 bytes each), and the 32-bit numbers of four models: weights, means, squares, best
//! weights. The last 8 bytes are the FNV-1a hash of everything before them.

use super::adam::Adam;
use super::model::Model;
use super::training_loop::TrainingState;
use meihua_console::output_file::{self, OutputError};
use meihua_contracts::fnv::fnv;
use meihua_contracts::plain_file::{self, FileError};
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use thiserror::Error;

/// The beginning of every file, with the number of the format.
const MAGIC: &str = "meihua training 1 ";

/// Maximum size of a state file in bytes.
const MAX_FILE: u64 = 1 << 30;

/// Why a state cannot be used.
#[derive(Debug, Error)]
pub enum StateError {
    /// The file cannot be read, or is not a regular file.
    #[error(transparent)]
    Open(#[from] FileError),
    /// The file cannot be written.
    #[error(transparent)]
    Write(#[from] OutputError),
    /// The file contains something else, or is damaged.
    #[error("{0} is not a complete training state; remove it to start again")]
    Foreign(PathBuf),
    /// The file belongs to another training run.
    #[error("{path:?} is the state of a training with {found:?}, expected {expected:?}; remove it to start again")]
    OtherSetup {
        /// Its path.
        path: PathBuf,
        /// Its settings.
        found: String,
        /// The settings asked for.
        expected: String,
    },
}

/// Reads the state of a run with these settings; `None` if there is no file.
///
/// # Errors
/// The file cannot be read, or does not belong to such a run.
pub fn read(path: &Path, setup: &str) -> Result<Option<TrainingState>, StateError> {
    let bytes = match plain_file::read(path, MAX_FILE) {
        Ok(bytes) => bytes,
        Err(FileError::System { cause, .. }) if cause.kind() == ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(error.into()),
    };
    let foreign = || StateError::Foreign(path.to_owned());
    let (told, hash) = bytes.split_last_chunk::<8>().ok_or_else(foreign)?;
    let end = told.iter().position(|&byte| byte == b'\n').ok_or_else(foreign)?;
    let line = std::str::from_utf8(&told[..end]).ok().and_then(|line| line.strip_prefix(MAGIC)).ok_or_else(foreign)?;
    if *hash != fnv(told).to_le_bytes() {
        return Err(foreign());
    }
    if line != setup {
        let (found, expected) = (line.to_owned(), setup.to_owned());
        return Err(StateError::OtherSetup { path: path.to_owned(), found, expected });
    }
    decode(&told[end + 1..]).map(Some).ok_or_else(foreign)
}

fn decode(body: &[u8]) -> Option<TrainingState> {
    let (head, numbers) = body.split_first_chunk::<24>()?;
    let word = |index: usize| head.as_chunks::<8>().0[index];
    let mut numbers = numbers.as_chunks::<4>().0.iter().map(|&bytes| f32::from_le_bytes(bytes));
    let mut model = || {
        let mut model = Model::zero();
        for number in model.numbers_mut() {
            *number = numbers.next()?;
        }
        Some(model)
    };
    let (weights, mean, square, best) = (model()?, model()?, model()?, model()?);
    Some(TrainingState {
        epoch: u64::from_le_bytes(word(0)) as usize,
        model: weights,
        adam: Adam { mean, square, steps: u64::from_le_bytes(word(1)) as i32 },
        best_error: f64::from_le_bytes(word(2)),
        best,
    })
}

/// Writes the state, replacing the old file only when complete, so that there is always a whole one.
///
/// # Errors
/// The file cannot be written.
pub fn write(path: &Path, setup: &str, state: &TrainingState) -> Result<(), StateError> {
    let mut bytes = format!("{MAGIC}{setup}\n").into_bytes();
    bytes.extend((state.epoch as u64).to_le_bytes());
    bytes.extend((state.adam.steps as u64).to_le_bytes());
    bytes.extend(state.best_error.to_le_bytes());
    for model in [&state.model, &state.adam.mean, &state.adam.square, &state.best] {
        model.numbers().for_each(|number| bytes.extend(number.to_le_bytes()));
    }
    bytes.extend(fnv(&bytes).to_le_bytes());
    Ok(output_file::write(path, bytes)?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    #[test]
    fn a_state_comes_back_and_others_are_refused() {
        let path = std::env::temp_dir().join(format!("meihua-training-{}.state", std::process::id()));
        _ = fs::remove_file(&path);
        assert!(read(&path, "a").unwrap().is_none());
        let mut state = TrainingState { epoch: 3, best_error: 0.25, ..TrainingState::new(Model::random(7)) };
        state.adam.steps = 90;
        state.adam.square = Model::random(8);
        write(&path, "a=1", &state).unwrap();
        assert_eq!(read(&path, "a=1").unwrap(), Some(state));
        assert!(matches!(read(&path, "a=2"), Err(StateError::OtherSetup { .. })));
        let mut bytes = fs::read(&path).unwrap();
        let middle = bytes.len() / 2;
        bytes[middle] ^= 1;
        fs::write(&path, &bytes).unwrap();
        assert!(matches!(read(&path, "a=1"), Err(StateError::Foreign(_))));
        fs::write(&path, &bytes[..middle]).unwrap();
        assert!(matches!(read(&path, "a=1"), Err(StateError::Foreign(_))));
        fs::remove_file(&path).unwrap();
    }
}
