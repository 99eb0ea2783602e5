//! Training from its command line to its exit status.

use super::args::TrainArgs;
use super::curve::fit_width;
use super::distill::Teacher;
use super::export;
use super::model::{self, Model};
use super::outcome_curve::Tally;
use super::samples::{Positions, Samples, TrainingTarget};
use super::state_file::{self, StateError};
use super::training_loop::{self, Dataset, Epoch, TrainingState};
use crate::datagen::quiet::{Count, SampleError};
use meihua_console::output_file::{OutputError, OutputFile};
use meihua_console::paths::{Named, PathClash, refuse_shared, with_suffix};
use meihua_console::progress::ProgressBar;
use meihua_console::stderr::print_error;
use meihua_console::stdout::{StdoutError, print};
use meihua_contracts::clock::{Stopwatch, per_second};
use meihua_contracts::fnv::fnv;
use meihua_engine::engine::wdl::Curve;
use meihua_engine::games::xiangqi::net::Net;
use meihua_engine::games::xiangqi::net::file::NetError;
use meihua_engine::games::xiangqi::vectors::Level;
use std::fs;
use std::path::Path;
use std::process::ExitCode;
use thiserror::Error;

/// Why nothing was trained.
#[derive(Debug, Error)]
pub(crate) enum TrainError {
    #[error(transparent)]
    Read(#[from] SampleError),
    /// There are too few games.
    #[error("no quiet position to learn from, or none held out: {games} games are too few")]
    Empty { games: usize },
    /// No result counts.
    #[error("no position with a result that counts (results do not count before random moves)")]
    Undecided,
    /// A file would be overwritten.
    #[error(transparent)]
    Paths(#[from] PathClash),
    /// The state of an earlier run cannot be used.
    #[error(transparent)]
    State(#[from] StateError),
    /// The network does not fit its integers.
    #[error(transparent)]
    Net(#[from] NetError),
    /// The network cannot be written.
    #[error(transparent)]
    Output(#[from] OutputError),
    #[error(transparent)]
    Stdout(#[from] StdoutError),
}

/// The default width of the curve in centipawns, if no game determines it.
const USUAL_WIDTH: f32 = 390.0;

/// Trains a network, or fits the chances of win, draw and loss. Progress and errors go to standard error. Exit status
/// 0; 1 if nothing was learnt; 2 for a wrong command line.
pub fn run(args: &TrainArgs) -> ExitCode {
    let done = match &args.output {
        Some(output) => train(args, output),
        None => fit_outcomes(args),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            print_error("train", &error);
            ExitCode::from(if matches!(error, TrainError::Paths(_)) { 2 } else { 1 })
        }
    }
}

/// Fits the chances of win, draw and loss and prints the two parameters of the curve.
fn fit_outcomes(args: &TrainArgs) -> Result<(), TrainError> {
    let reading = ProgressBar::unbounded();
    reading.doing("reading the games");
    let tally = Tally::read(&args.games, args.filter.skip)?;
    drop(reading);
    if tally.positions() == 0 {
        return Err(TrainError::Undecided);
    }
    let Curve { even, spread } = tally.fit();
    Ok(print(&format!("{} positions: even {even:.1}, spread {spread:.1} centipawns", tally.positions()))?)
}

/// Trains a network and writes it.
fn train(args: &TrainArgs, output: &Path) -> Result<(), TrainError> {
    let path = with_suffix(output, ".state");
    let games = args.games.iter().map(|path| ("GAMES", path.as_path()));
    let inputs: Vec<Named<'_>> = games.chain(args.from.iter().map(|path| ("--from", path.as_path()))).collect();
    refuse_shared(&[("--output", output), ("the state of the training", &path)], &inputs)?;
    let file = OutputFile::open(output)?;
    let from = args.from.as_deref().map(Net::read).transpose()?;
    let reading = ProgressBar::unbounded();
    reading.doing("reading the games");
    let positions = Positions::read(&args.games, &args.filter)?;
    drop(reading);
    let Positions { train, held_out, count: count @ Count { games, .. } } = &positions;
    print(&format!("{}: {} to learn from, {} held out", count.describe(), train.len(), held_out.len()))?;
    if train.is_empty() || held_out.is_empty() {
        return Err(TrainError::Empty { games: *games });
    }
    let target = TrainingTarget { width: width_of_curve(train), lambda: args.lambda };
    print(&format!("width of the curve: {:.1} centipawns", target.width))?;
    let setup = args.setup();
    let begun = from.as_ref().map_or(String::new(), |net| format!(" from={:016x}", fnv(&net.encode())));
    let about = format!("games={games} positions={} {setup}{begun} width-of-curve={:.1}", train.len(), target.width);
    let first = || from.as_ref().map_or_else(|| Model::random(args.seed), |net| export::dequantise(net, target.width));
    let state = state_file::read(&path, &about)?.unwrap_or_else(|| TrainingState::new(first()));
    let teacher = args.distill.map(|weight| Teacher::new(first(), weight, args.seed));
    let keep = |state: &TrainingState| state_file::write(&path, &about, state);
    let state = go_through(args, &positions, target, teacher.as_ref(), state, keep)?;
    let note = if args.note.is_empty() { String::new() } else { format!(" {}", args.note) };
    let net = conclude(held_out, target, &state.best, &format!("{about}{note} licence=MIT-OR-Apache-2.0"))?;
    file.write_whole(net.encode())?;
    // The state is no longer needed; a second run would have nothing to do.
    #[expect(clippy::disallowed_methods, reason = "a file of our own")]
    let _ = fs::remove_file(&path);
    Ok(())
}

/// The width of the curve from scores to points, in centipawns: fitted to the games, or the default if all positions
/// precede random moves.
fn width_of_curve(samples: &Samples) -> f32 {
    let pairs = samples.pairs();
    if pairs.is_empty() { USUAL_WIDTH } else { fit_width(&pairs) as f32 }
}

/// Runs the remaining passes; `keep` receives the state after each.
fn go_through(
    args: &TrainArgs,
    positions: &Positions,
    target: TrainingTarget,
    teacher: Option<&Teacher>,
    mut state: TrainingState,
    mut keep: impl FnMut(&TrainingState) -> Result<(), StateError>,
) -> Result<TrainingState, TrainError> {
    let datasets = [&positions.train, &positions.held_out].map(|set| Dataset::new(set, target));
    let progress = ProgressBar::new(args.epochs, state.epoch);
    while state.epoch < args.epochs {
        let watch = Stopwatch::start();
        let Epoch { train, held_out } = training_loop::run_epoch(&mut state, &datasets[0], &datasets[1], teacher, args);
        let speed = per_second(positions.train.len() as u64, watch.elapsed());
        let text = format!("passes, mean square error {train:.6}, held out {held_out:.6}, {speed} positions/s");
        progress.state(state.epoch, text);
        keep(&state)?;
    }
    Ok(state)
}

/// The network of a model in the search's units; prints its errors on the held-out positions.
fn conclude(held_out: &Samples, target: TrainingTarget, best: &Model, about: &str) -> Result<Net, TrainError> {
    let in_widths = |net: &Net, scale: f32| -> Vec<f32> {
        export::outputs(net, held_out).iter().map(|&centipawns| centipawns as f32 / scale).collect()
    };
    let exact = model::outputs(Level::best(), best, held_out);
    let centipawns: Vec<f32> = exact.iter().map(|output| output * target.width).collect();
    let factor = export::stretch(&centipawns, held_out);
    let scale = target.width * factor;
    let net = export::quantise(best, scale, about)?;
    let (rounded, built_in) = (in_widths(&net, scale), in_widths(Net::built_in(), target.width));
    for (name, target) in [
        ("target", target),
        ("search alone", TrainingTarget { lambda: 0.0, ..target }),
        ("results alone", TrainingTarget { lambda: 1.0, ..target }),
    ] {
        let dataset = Dataset::new(held_out, target);
        let [exact, rounded, built_in] = [&exact, &rounded, &built_in].map(|outputs| dataset.error(outputs));
        print(&format!("held out, {name}: {exact:.6}, in integers {rounded:.6}, the built-in network {built_in:.6}"))?;
    }
    print(&format!("scaled by {factor:.4} to keep the units"))?;
    Ok(net)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::datagen::DatagenArgs;
    use crate::datagen::quiet::Filter;
    use crate::datagen::run::generate;
    use meihua_engine::engine::registry::GAMES;
    use meihua_engine::games::xiangqi::fen;
    use meihua_engine::games::xiangqi::net::feature::FEATURES;
    use meihua_engine::games::xiangqi::net::{Net, WIDTH};
    use std::path::PathBuf;

    /// A unique name in the folder for test files.
    fn scratch(name: &str) -> PathBuf {
        let path = std::env::temp_dir().join(format!("meihua-train-{name}-{}", std::process::id()));
        _ = fs::remove_file(&path);
        path
    }

    /// A few fast games.
    fn some_games(name: &str, games: u32) -> PathBuf {
        let output = scratch(name);
        let args = DatagenArgs {
            output: output.clone(),
            game: None,
            games,
            nodes: 60,
            hard_nodes: None,
            openings: None,
            random: None,
            random_moves: 0,
            random_move_plies: None,
            random_move_margin: 0,
            balance: None,
            seed: 5,
            threads: 1,
            hash: 1,
            progress: Default::default(),
        };
        generate(&args, GAMES).unwrap();
        output
    }

    fn args(games: &Path, output: &Path, threads: usize) -> TrainArgs {
        TrainArgs {
            games: vec![games.to_owned()],
            output: Some(output.to_owned()),
            wdl: false,
            from: None,
            distill: None,
            lambda: 0.2,
            epochs: 3,
            batch: 64,
            rate: 0.001,
            decay: 0.1,
            filter: Filter { held_out: 4, bound: 2_500, ..Filter::default() },
            seed: 3,
            threads,
            note: "commit=none".to_owned(),
            progress: Default::default(),
        }
    }

    #[test]
    fn seed_decides_and_neither_threads_nor_interruptions_do() {
        let games = some_games("games.bin", 8);
        let (whole, parts, other) = (scratch("whole.net"), scratch("parts.net"), scratch("other.net"));
        train(&args(&games, &whole, 1), &whole).unwrap();
        let bytes = fs::read(&whole).unwrap();
        // Interrupted after a pass: the state is kept, and the rest follows from it.
        let args_of_parts = args(&games, &parts, 3);
        let positions = Positions::read(&args_of_parts.games, &args_of_parts.filter).unwrap();
        let target = TrainingTarget { width: width_of_curve(&positions.train), lambda: args_of_parts.lambda };
        let mut kept = None;
        let state = TrainingState::new(Model::random(args_of_parts.seed));
        let keep = |state: &TrainingState| {
            kept.get_or_insert_with(|| state.clone());
            Ok(())
        };
        let end = go_through(&args_of_parts, &positions, target, None, state, keep).unwrap();
        let first = kept.unwrap();
        assert_eq!((first.epoch, end.epoch), (1, 3));
        let resumed = go_through(&args_of_parts, &positions, target, None, first, |_| Ok(())).unwrap();
        assert_eq!(resumed, end);
        train(&args_of_parts, &parts).unwrap();
        assert_eq!(fs::read(&parts).unwrap(), bytes);
        assert!(!with_suffix(&parts, ".state").exists());
        train(&TrainArgs { seed: 4, ..args(&games, &other, 1) }, &other).unwrap();
        assert_ne!(fs::read(&other).unwrap(), bytes);
        let net = Net::read(&whole).unwrap();
        assert!(net.about.contains("seed=3") && net.about.contains("commit=none"), "{}", net.about);
        assert_ne!(net.evaluate(&fen::parse(fen::START).unwrap()), 0, "something was learnt");
        [games, whole, parts, other].iter().for_each(|path| fs::remove_file(path).unwrap());
    }

    #[test]
    fn a_network_is_where_the_next_training_begins() {
        // The unit is that of the search scores of held-out games, which fewer games do not determine well enough.
        let games = some_games("first.bin", 64);
        let (first, second) =
            (Path::new(env!("CARGO_MANIFEST_DIR")).join("../../nets/xiangqi.net"), scratch("second.net"));
        let begun = TrainArgs { from: Some(first.clone()), rate: 1e-9, ..args(&games, &second, 1) };
        train(&begun, &second).unwrap();
        let [before, after] = [&first, &second].map(|path| Net::read(path).unwrap());
        assert!(after.about.contains(" from="), "{}", after.about);
        // Steps this small change no integer of the features and hardly any value, although the few games ask for a
        // curve more than twice as wide.
        let sums = (FEATURES + 1) * WIDTH;
        assert_eq!(before.numbers().shorts[..sums], after.numbers().shorts[..sums]);
        let rook_down = fen::parse("rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/1NBAKABNR w").unwrap();
        let [before, after] = [before, after].map(|net| net.evaluate(&rook_down));
        assert!(before < -300 && (before - after).abs() <= 2 + before.abs() / 20, "{before} {after}");
        let clash = TrainArgs { from: Some(second.clone()), ..args(&games, &second, 1) };
        assert!(matches!(train(&clash, &second), Err(TrainError::Paths(_))));
        [games, second].iter().for_each(|path| fs::remove_file(path).unwrap());
    }

    #[test]
    fn too_few_games_are_named() {
        let games = scratch("none.bin");
        fs::write(&games, "meihua games 1 game=xiangqi nodes=5\n").unwrap();
        let output = scratch("none.net");
        let error = train(&args(&games, &output, 1), &output).unwrap_err().to_string();
        assert!(error.contains("0 games are too few"), "{error}");
        assert!(!output.exists());
        fs::remove_file(&games).unwrap();
    }
}
