//! Tuning from its command line to its exit status.

use super::args::TuneArgs;
use super::curve::fit_width;
use super::fit::{self, Epoch, Sets};
use super::model::{self, Target};
use super::outcome_curve::Tally;
use super::read::Positions;
use super::table_file;
use crate::complain::complain;
use crate::datagen::quiet::{Count, ReadError};
use crate::output_file;
use crate::paths::{Named, PathClash, refuse_shared};
use crate::progress::{Progress, print};
use meihua_engine::engine::wdl::Curve;
use std::io;
use std::path::PathBuf;
use std::process::ExitCode;
use thiserror::Error;

/// Why nothing was tuned.
#[derive(Debug, Error)]
pub enum TuneError {
    /// The games.
    #[error(transparent)]
    Read(#[from] ReadError),
    /// A file that would be overwritten.
    #[error(transparent)]
    Paths(#[from] PathClash),
    /// Too few of them.
    #[error("no quiet position to fit to, or none held out: {games} games are too few")]
    Empty {
        /// Games read.
        games: usize,
    },
    /// No result that says anything.
    #[error("no position whose game's result counts (it does not before random moves)")]
    Nothing,
    /// The table.
    #[error("{path:?}: {error}")]
    Output {
        /// Its file.
        path: PathBuf,
        /// What the system reported.
        error: io::Error,
    },
}

/// Fits the weights; shows its progress and what is wrong on standard error. Exit status 0; 1 where
/// nothing was tuned; 2 for a wrong command line.
pub fn run(args: &TuneArgs) -> ExitCode {
    let done = if args.wdl { fit_outcomes(args) } else { tune(args) };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            complain("tune", &error);
            ExitCode::from(if matches!(error, TuneError::Paths(_)) { 2 } else { 1 })
        }
    }
}

/// Fits the chances of win, draw and loss and reports the two numbers of their curve.
fn fit_outcomes(args: &TuneArgs) -> Result<(), TuneError> {
    let reading = Progress::unbounded();
    reading.doing("reading the games");
    let tally = Tally::read(&args.games, args.skip)?;
    drop(reading);
    if tally.positions() == 0 {
        return Err(TuneError::Nothing);
    }
    let Curve { even, spread } = tally.fit();
    print(&format!("{} positions: even {even:.1}, spread {spread:.1} centipawns", tally.positions()));
    Ok(())
}

fn tune(args: &TuneArgs) -> Result<(), TuneError> {
    let inputs: Vec<Named<'_>> = args.games.iter().map(|path| ("GAMES", path.as_path())).collect();
    let output: Vec<Named<'_>> = args.output.iter().map(|path| ("--output", path.as_path())).collect();
    refuse_shared(&output, &inputs)?;
    let reading = Progress::unbounded();
    reading.doing("reading the games");
    let positions = Positions::read(&args.games, &args.filter())?;
    drop(reading);
    let Positions { train, held_out, count: count @ Count { games, .. } } = &positions;
    print(&format!("{}: {} to fit to, {} held out", count.describe(), train.list.len(), held_out.list.len()));
    if train.list.is_empty() || held_out.list.is_empty() {
        return Err(TuneError::Empty { games: *games });
    }
    let pairs: Vec<(f32, f32)> = train.list.iter().map(|sample| (sample.score, sample.result)).collect();
    let target = Target { width: fit_width(&pairs), lambda: args.lambda.clamp(0.0, 1.0) };
    print(&format!("width of the curve: {:.1} centipawns", target.width));
    let start = table_file::present();
    let progress = Progress::new(args.epochs, 0);
    let mut first = None;
    let mut report = |pass: Epoch| {
        let text = format!("passes, mean square error {:.6}, held out {:.6}", pass.train, pass.held_out);
        first.get_or_insert(pass.held_out);
        progress.state(pass.number, text);
    };
    let sets = Sets { train, held_out };
    let mut weights = fit::fit(sets, &start, target, &args.hyperparameters(), &mut report);
    drop(progress);
    let last = model::loss(held_out, &weights, target, args.threads);
    print(&format!("held out: {:.6} before, {last:.6} after", first.unwrap_or(last)));
    let factor = fit::keep_units(train, &mut weights, &start);
    print(&format!("scaled by {factor:.4} to keep the units"));
    if let Some(path) = &args.output {
        let written = output_file::write(path, table_file::write(&weights));
        written.map_err(|error| TuneError::Output { path: path.clone(), error })?;
    }
    Ok(())
}
