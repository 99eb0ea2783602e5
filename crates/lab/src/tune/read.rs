//! Self-play games, read for their quiet positions.

use super::samples::Samples;
use crate::datagen::quiet::{self, Count, Filter, ReadError};
use std::path::PathBuf;

/// The positions of files of games.
#[derive(Clone, Debug)]
pub struct Positions {
    /// To fit to.
    pub train: Samples,
    /// To judge by.
    pub held_out: Samples,
    /// What was read.
    pub count: Count,
}

impl Positions {
    /// Reads files of self-play games.
    ///
    /// # Errors
    /// Where a file cannot be read, or holds something else.
    pub fn read(paths: &[PathBuf], filter: &Filter) -> Result<Positions, ReadError> {
        let (mut train, mut held_out) = (Samples::of_xiangqi(), Samples::of_xiangqi());
        let count = quiet::visit(paths, filter, &mut |quiet| {
            let samples = if quiet.is_held_out { &mut held_out } else { &mut train };
            if let Some(result) = quiet.result {
                samples.add_position(quiet.position, quiet.score as f32, result);
            }
        })?;
        Ok(Positions { train, held_out, count })
    }
}
