//! `meihua openings`: makes the built-in table of exact scores for the first plies of four in a row.

use clap::Args;
use meihua_console::file_lock::{FileLock, LockError};
use meihua_console::output_file::{OutputError, OutputFile};
use meihua_console::paths::{Named, PathClash, refuse_shared};
use meihua_console::progress::{ProgressArgs, ProgressBar};
use meihua_console::stderr::print_error;
use meihua_console::stdout::{StdoutError, print};
use meihua_contracts::plain_file::{self, FileError};
use meihua_contracts::random::SplitMix64;
use meihua_engine::engine::analyst::StandardProver;
use meihua_engine::games::connect_four::openings::levels::{position, shared_key};
use meihua_engine::games::connect_four::openings::{MAX_STONES, Openings};
use meihua_engine::games::connect_four::position::Position;
use meihua_engine::games::connect_four::shape::Standard;
use rustc_hash::{FxHashMap, FxHashSet};
use std::fs::File;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::mpsc;
use std::thread;
use thiserror::Error;

/// Make the table of exact scores for the first plies of four in a row.
///
/// Proves every position with the given number of stones that is not over and not the mirror image of another, and
/// writes each result to RECORDS at once. A record has nine bytes: the key (the smaller of the position's and its
/// mirror image's) as eight bytes, little-endian, and the score for the side to move. A new file starts with the
/// contents of the built-in table; an existing file is continued. Exit status: 0; 1 if a file cannot be used, or a
/// check found a different score; 2 for a wrong command line.
#[derive(Args, Debug, Clone)]
pub struct OpeningsArgs {
    /// The file of proven positions; created, or continued if it exists
    pub records: PathBuf,
    /// Also write the table to this file, in the form that is built into the program (tables/connect_four.bin)
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Number of stones in the deepest positions
    #[arg(long, value_name = "N", default_value_t = MAX_STONES, value_parser = clap::value_parser!(u32).range(0..=i64::from(MAX_STONES)))]
    pub stones: u32,
    /// Number of threads; each works on its own position
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub threads: u16,
    /// Size in megabytes of the table that the proofs share
    #[arg(long, value_name = "MB", default_value_t = 1024, value_parser = clap::value_parser!(u32).range(1..))]
    pub hash: u32,
    /// Prove nothing: write positions without a record as unknown
    #[arg(long)]
    pub(crate) as_is: bool,
    /// Prove this many randomly chosen records again and compare
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub check: usize,
    /// Whether to show progress
    #[command(flatten)]
    pub progress: ProgressArgs,
}

/// Bytes of a record.
const RECORD: usize = 9;
/// Maximum size of a records file in bytes; larger than all positions take.
const LIMIT: u64 = 64 << 20;
/// Number of positions a thread takes at a time: neighbours, whose proofs have much in common.
const BLOCK: usize = 32;
/// Stack size of a proving thread.
const STACK_BYTES: usize = 4 << 20;

/// Why no table was made.
#[derive(Debug, Error)]
enum OpeningsFailure {
    #[error(transparent)]
    File(#[from] FileError),
    #[error(transparent)]
    Lock(#[from] LockError),
    #[error(transparent)]
    Clash(#[from] PathClash),
    #[error(transparent)]
    Write(#[from] OutputError),
    #[error(transparent)]
    Stdout(#[from] StdoutError),
    #[error(
        "{path:?}: not a file of records, the first bad one at byte {byte}: expected a key of at most {MAX_STONES} stones and a score"
    )]
    Record { path: PathBuf, byte: usize },
    #[error("no memory for a table of {0} MB")]
    Memory(u32),
    #[error("the system refused to start a thread: {0}")]
    Thread(io::Error),
    #[error("{wrong} of {checked} records are wrong, the first one with key {key}: stored {stored}, proven {proof}")]
    Wrong { wrong: usize, checked: usize, key: u64, stored: i32, proof: i32 },
}

/// Proven scores by key.
type Scores = FxHashMap<u64, i32>;

/// Proves, checks and writes as requested.
pub fn run(args: &OpeningsArgs) -> ExitCode {
    match make(args) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            print_error("openings", &error);
            ExitCode::FAILURE
        }
    }
}

fn make(args: &OpeningsArgs) -> Result<(), OpeningsFailure> {
    let outputs: Vec<Named<'_>> = args.output.iter().map(|path| ("--output", path.as_path())).collect();
    refuse_shared(&outputs, &[("RECORDS", &args.records)])?;
    let output = args.output.as_deref().map(OutputFile::open).transpose()?;
    let mut scores = read(&args.records, !args.as_is)?;
    if !args.as_is {
        prove_missing(args, &mut scores)?;
    }
    if args.check > 0 {
        check(args, &scores)?;
        print(&format!("{} records proven again: all the same", args.check.min(scores.len())))?;
    }
    if let Some((output, path)) = output.zip(args.output.as_deref()) {
        let table = Openings::build(args.stones, &|key| scores.get(&key).copied());
        let bytes = table.encode().map_err(|error| at(path, error))?;
        output.write_whole(&bytes)?;
        let (positions, known) = table.count();
        print(&format!("{}: {known} of {positions} positions, {} bytes", path.display(), bytes.len()))?;
    }
    Ok(())
}

fn at(path: &Path, error: io::Error) -> OpeningsFailure {
    OutputError { path: path.to_owned(), error }.into()
}

/// The records of a file; empty if there is no such file and it `may_lack`.
fn read(path: &Path, may_lack: bool) -> Result<Scores, OpeningsFailure> {
    if may_lack && !path.exists() {
        return Ok(Scores::default());
    }
    let mut bytes = Vec::new();
    plain_file::open(path, LIMIT)?.read_to_end(&mut bytes).map_err(|error| at(path, error))?;
    let odd = |byte| OpeningsFailure::Record { path: path.to_owned(), byte };
    let (records, cut) = bytes.as_chunks::<RECORD>();
    // The last record of an interrupted run may be cut off, but no other file is mistaken for one of ours.
    if records.is_empty() && !cut.is_empty() {
        return Err(odd(0));
    }
    let read = |(number, record): (usize, &[u8; RECORD])| {
        let [key @ .., score] = record;
        let (key, score) = (u64::from_le_bytes(*key), score.cast_signed());
        let position = position(key);
        let is_sound = position.stones() <= MAX_STONES && shared_key(&position) == key && score.unsigned_abs() <= 22;
        if is_sound { Ok((key, i32::from(score))) } else { Err(odd(number * RECORD)) }
    };
    records.iter().enumerate().map(read).collect()
}

/// Proves what the records lack and adds it to them and to the file.
fn prove_missing(args: &OpeningsArgs, scores: &mut Scores) -> Result<(), OpeningsFailure> {
    let path = &args.records;
    let mut file = plain_file::append(path)?;
    let _lock = FileLock::take(&file, path)?;
    if scores.is_empty() {
        begin(&mut file, scores).map_err(|error| at(path, error))?;
    }
    let mut positions = Vec::new();
    depth_first(Position::empty(Standard), args.stones, &mut FxHashSet::default(), &mut positions);
    let total = positions.len();
    positions.retain(|position| !scores.contains_key(&shared_key(position)));
    if positions.is_empty() {
        return Ok(());
    }
    // A record cut off by an interruption is written again.
    let length = file.metadata().map_err(|error| at(path, error))?.len();
    file.set_len(length - length % RECORD as u64).map_err(|error| at(path, error))?;
    let prover = prover(args.hash)?;
    let progress = ProgressBar::new(total, total - positions.len());
    let next = AtomicUsize::new(0);
    thread::scope(|scope| {
        let (sender, proved) = mpsc::channel();
        for number in 0..args.threads {
            let (sender, prover, positions, next) = (sender.clone(), &prover, &positions, &next);
            let work = move || prove_blocks(prover, positions, next, &sender);
            let thread = thread::Builder::new().name(format!("openings {number}")).stack_size(STACK_BYTES);
            match thread.spawn_scoped(scope, work) {
                Ok(_) => {}
                Err(error) if number == 0 => return Err(OpeningsFailure::Thread(error)),
                // The other threads do its work.
                Err(_) => break,
            }
        }
        drop(sender);
        let mut done = total - positions.len();
        for (key, score) in proved {
            scores.insert(key, score);
            file.write_all(&record(key, score)).map_err(|error| at(path, error))?;
            done += 1;
            progress.state(done, format!("proved, table {} permille full", prover.fill()));
        }
        drop(progress);
        Ok(())
    })
}

/// Starts a file with the built-in table, which saves hours of proofs.
fn begin(file: &mut File, scores: &mut Scores) -> io::Result<()> {
    scores.extend(Openings::embedded().into_iter().flat_map(Openings::scores));
    let records: Vec<u8> = scores.iter().flat_map(|(&key, &score)| record(key, score)).collect();
    file.write_all(&records)
}

/// The bytes of a record.
fn record(key: u64, score: i32) -> [u8; RECORD] {
    let mut record = [0; RECORD];
    record[..8].copy_from_slice(&key.to_le_bytes());
    record[8] = (score as i8).cast_unsigned();
    record
}

/// The positions with this number of stones in depth-first order, so that neighbours have much in common.
fn depth_first(
    position: Position<Standard>,
    stones: u32,
    seen: &mut FxHashSet<u64>,
    found: &mut Vec<Position<Standard>>,
) {
    if position.is_lost() || !seen.insert(shared_key(&position)) {
        return;
    }
    if position.stones() == stones {
        found.push(position);
        return;
    }
    for column in [3, 2, 4, 1, 5, 0, 6] {
        let square = position.landing(column);
        if square != 0 {
            depth_first(position.play(square), stones, seen, found);
        }
    }
}

fn prover(megabytes: u32) -> Result<StandardProver, OpeningsFailure> {
    StandardProver::new(megabytes as usize).ok_or(OpeningsFailure::Memory(megabytes))
}

/// One thread: takes block after block until none is left.
fn prove_blocks(
    prover: &StandardProver,
    positions: &[Position<Standard>],
    next: &AtomicUsize,
    proved: &mpsc::Sender<(u64, i32)>,
) {
    while let Some(rest) = positions.get(next.fetch_add(BLOCK, Relaxed)..) {
        for position in rest.iter().take(BLOCK) {
            let Some(score) = prover.score(position) else { return };
            if proved.send((shared_key(position), score)).is_err() {
                // The file could not be written.
                return;
            }
        }
    }
}

/// Proves some of the records again.
fn check(args: &OpeningsArgs, scores: &Scores) -> Result<(), OpeningsFailure> {
    let mut keys: Vec<u64> = scores.keys().copied().collect();
    keys.sort_unstable();
    let prover = prover(args.hash)?;
    let mut chance = SplitMix64::new(args.check as u64);
    let progress = ProgressBar::new(args.check.min(keys.len()), 0);
    let mut first_wrong = None;
    let (mut checked, mut wrong) = (0, 0);
    while checked < args.check && !keys.is_empty() {
        let key = keys.swap_remove(chance.below(keys.len()));
        let stored = scores.get(&key).copied().unwrap_or_default();
        let proof = prover.score(&position(key)).unwrap_or(stored);
        checked += 1;
        if proof != stored {
            wrong += 1;
            first_wrong.get_or_insert((key, stored, proof));
        }
        progress.state(checked, "checked");
    }
    drop(progress);
    match first_wrong {
        Some((key, stored, proof)) => Err(OpeningsFailure::Wrong { wrong, checked, key, stored, proof }),
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    fn args(name: &str, as_is: bool) -> OpeningsArgs {
        let records = std::env::temp_dir().join(format!("meihua-openings-{}-{name}", std::process::id()));
        _ = fs::remove_file(&records);
        OpeningsArgs {
            records,
            output: None,
            stones: 9,
            threads: 2,
            hash: 4,
            as_is,
            check: 0,
            progress: ProgressArgs::default(),
        }
    }

    /// Two positions of nine stones in which a threat must be answered at once, so that little is left to prove.
    fn easy() -> Vec<u8> {
        let mut records = Vec::new();
        for digits in ["112233576", "112233557"] {
            let play = |position: Position<Standard>, digit: char| {
                position.play(position.landing(digit.to_digit(10).unwrap() - 1))
            };
            let position = digits.chars().fold(Position::empty(Standard), play);
            let prover = prover(4).unwrap();
            records.extend(shared_key(&position).to_le_bytes());
            records.push((prover.score(&position).unwrap() as i8).cast_unsigned());
        }
        records
    }

    #[test]
    fn records_are_read_checked_and_made_a_table() {
        let mut args = args("easy", true);
        fs::write(&args.records, [easy(), vec![1, 2, 3]].concat()).unwrap();
        args.output = Some(args.records.with_extension("table"));
        args.check = 2;
        make(&args).unwrap();
        let table = Openings::decode(&fs::read(args.output.as_ref().unwrap()).unwrap()).unwrap();
        // A four that can be completed at once needs no record.
        assert_eq!(table.count().1, Openings::build(9, &|_| None).count().1 + 2);
        let mut wrong = easy();
        wrong[8] ^= 1;
        fs::write(&args.records, wrong).unwrap();
        assert!(matches!(make(&args), Err(OpeningsFailure::Wrong { wrong: 1, checked: 2, .. })));
    }

    #[test]
    fn foreign_files_are_refused_and_kept() {
        for text in ["my notes", "my notes of the day, and of others\n"] {
            let args = args("notes", false);
            fs::write(&args.records, text).unwrap();
            assert!(matches!(make(&args), Err(OpeningsFailure::Record { byte: 0, .. })));
            assert_eq!(fs::read_to_string(&args.records).unwrap(), text);
        }
        assert!(matches!(make(&args("nothing", true)), Err(OpeningsFailure::File(_))));
        let mut args = args("shared", true);
        fs::write(&args.records, easy()).unwrap();
        args.output = Some(args.records.clone());
        assert!(matches!(make(&args), Err(OpeningsFailure::Clash(_))));
    }

    #[test]
    fn a_run_goes_on_where_it_was() {
        let mut args = args("resumed", false);
        args.stones = 0;
        let key = shared_key(&Position::empty(Standard));
        // The empty board is already proven; nothing is known with one stone, and proving it would take long.
        fs::write(&args.records, [key.to_le_bytes().to_vec(), vec![1]].concat()).unwrap();
        make(&args).unwrap();
        assert_eq!(fs::metadata(&args.records).unwrap().len(), RECORD as u64);
    }

    #[test]
    fn a_new_file_begins_with_what_the_program_knows() {
        // With three stones everything is known, so nothing is left to prove.
        let args = OpeningsArgs { stones: 3, ..args("new", false) };
        make(&args).unwrap();
        let begun = read(&args.records, false).unwrap();
        let known: Scores = Openings::embedded().unwrap().scores().collect();
        assert!(known.len() > 121 && begun == known);
    }
}
