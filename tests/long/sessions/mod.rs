//! Random sessions against the real process: every command, every dialect, positions of every game, `stop` and the end
//! at any moment. What the library makes of the same lines is the measure.
//!
//! ```sh
//! MEIHUA_SESSIONS=2000 MEIHUA_SEED=1 cargo test --test long sessions:: -- --ignored --nocapture
//! ```
//!
//! A find is printed with its seed, and with the shortest session that still shows it; `MEIHUA_SESSIONS=1` and that
//! seed play it again.
#![cfg(unix)]

mod driver;
mod script;

use driver::{Find, Stats, play};
use model::positions;
use script::{Script, script};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;
use std::time::{Duration, Instant};

/// A whole number from the environment.
fn setting(name: &str, default: u64) -> u64 {
    std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(default)
}

/// A folder of files that sessions name: towers, notes, nothing, a pipe.
fn scratch() -> PathBuf {
    let folder = std::env::temp_dir().join(format!("meihua-sessions-{}", std::process::id()));
    fs::create_dir_all(&folder).expect("a folder");
    let mut random = meihua::random::SplitMix64::new(1);
    let mut tower = |size| positions::position("tower", size, &mut random).replace(';', "\n");
    let small = tower(positions::Size::Small);
    fs::write(folder.join("two words.txt"), &small).expect("a file");
    fs::write(folder.join("tower.txt"), small).expect("a file");
    fs::write(folder.join("large.txt"), tower(positions::Size::Large)).expect("a file");
    fs::write(folder.join("notes.txt"), "my notes\nare no positions\n").expect("a file");
    fs::write(folder.join("empty.txt"), "").expect("a file");
    let pipe = folder.join("pipe");
    assert!(pipe.exists() || Command::new("mkfifo").arg(&pipe).status().expect("mkfifo").success());
    folder
}

/// The same fault with as few lines as a minute of trying leaves.
fn shortest(mut script: Script, mut find: Box<Find>) -> Box<Find> {
    let deadline = Instant::now() + Duration::from_secs(60);
    let mut chunk = script.steps.len() / 2;
    while chunk > 0 {
        let mut at = 0;
        while at < script.steps.len() && Instant::now() < deadline {
            let mut shorter = script.clone();
            shorter.steps.drain(at..(at + chunk).min(script.steps.len()));
            match play(&shorter, &mut Stats::default()) {
                Err(same) if same.kind() == find.kind() => (script, find) = (shorter, same),
                _ => at += chunk,
            }
        }
        chunk /= 2;
    }
    find
}

fn tell_find(seed: u64, script: Script, find: Box<Find>) {
    println!("\nseed {seed}: {}", find.fault);
    let find = shortest(script, find);
    println!("shortest: {}", find.fault);
    find.transcript.iter().for_each(|line| println!("{}", line.chars().take(2000).collect::<String>()));
}

/// Median, 99th percentile and maximum.
fn spread(times: &mut [Duration]) -> String {
    times.sort_unstable();
    let at =
        |share: f64| times.get((times.len() as f64 * share) as usize).or(times.last()).copied().unwrap_or_default();
    format!("median {:?}, 99 % {:?}, most {:?} of {}", at(0.5), at(0.99), at(1.0), times.len())
}

/// Plays sessions of successive seeds until they are used up; returns how many had a find.
fn worker(next: &AtomicU64, end: u64, scratch: &Path, total: &Mutex<Stats>) -> u64 {
    let (mut stats, mut finds) = (Stats::default(), 0);
    loop {
        let seed = next.fetch_add(1, Ordering::Relaxed);
        if seed >= end {
            break;
        }
        let script = script(seed, scratch);
        if let Err(find) = play(&script, &mut stats) {
            finds += 1;
            tell_find(seed, script, find);
        }
    }
    let mut total = total.lock().expect("no other thread panicked");
    total.lines += stats.lines;
    total.answers += stats.answers;
    total.memory = total.memory.max(stats.memory);
    total.stops.append(&mut stats.stops);
    total.late.append(&mut stats.late);
    finds
}

fn run(first: u64, count: u64, jobs: u64) {
    let scratch = scratch();
    let (next, total) = (AtomicU64::new(first), Mutex::new(Stats::default()));
    let begin = Instant::now();
    let finds: u64 = thread::scope(|scope| {
        let work = || worker(&next, first + count, &scratch, &total);
        let workers: Vec<_> = (0..jobs).map(|_| scope.spawn(work)).collect();
        workers.into_iter().map(|worker| worker.join().expect("a worker")).sum()
    });
    let mut total = total.into_inner().expect("all workers ended");
    println!(
        "{count} sessions from seed {first} in {:.0} s: {} lines, {} answers, at most {} MB",
        begin.elapsed().as_secs_f64(),
        total.lines,
        total.answers,
        total.memory / 1024
    );
    println!("stop to answer: {}", spread(&mut total.stops));
    println!("beyond the clock: {}", spread(&mut total.late));
    fs::remove_dir_all(&scratch).expect("our own folder");
    assert_eq!(finds, 0, "sessions with a find");
}

#[test]
#[ignore = "plays 200 random sessions, or as many as MEIHUA_SESSIONS says, from MEIHUA_SEED on"]
fn random_sessions() {
    run(setting("MEIHUA_SEED", 1), setting("MEIHUA_SESSIONS", 200), setting("MEIHUA_JOBS", 2));
}

/// A few of them belong to every run of the tests.
#[test]
fn some_random_sessions() {
    run(1_000_000, 12, 1);
}
