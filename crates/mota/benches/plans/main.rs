//! How good the plans of towers are that the search finds in a given processor time.
//!
//!     cargo bench -p meihua-mota --bench plans -- --suite small,large --cpu 10 --seeds 5 > after.tsv
//!     crates/mota/benches/plans/compare.py before.tsv after.tsv
//!
//! | suite | towers |
//! |---|---|
//! | `small` | sixty made-up ones of two floors of seven by seven cells, whose optimum is proven |
//! | `large` | twenty made-up ones of twenty floors of eleven by eleven, which can be won with hardly a key to spare |
//! | `bench` | those of `../shared/tower/bench`, with the best values known |
//! | `fifty` | `../shared/tower/fifty`, up to goals that lie further and further on |
//! | `real` | the folders in the environment variable `MEIHUA_TOWERS`, separated as in `PATH` |
//!
//! Towers that are absent are skipped, with a line on standard error. Each row is one run on one thread. Every plan is replayed by
//! the rules, and its row says what the replay ended with.

mod builder;
mod grid;
mod project;

use builder::build;
use clap::{Parser, ValueEnum};
use meihua_contracts::clock::cpu_time;
use meihua_mota::best_plan::{BestPlan, Effort, best_plan};
use meihua_mota::expression::Stat;
use meihua_mota::goal::Goal;
use meihua_mota::keystroke::Key;
use meihua_mota::state::{Ending, State};
use meihua_mota::{Files, Project, folder, read, route, walk};
use project::{RED, Texts};
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// The best values known: suite, tower, goal, hp, and `proven` or `reached`.
const KNOWN: &str = include_str!("known.tsv");

/// Goals in the fifty floors.
const GOALS: [&str; 12] =
    ["MT5", "MT8", "MT10,6,1", "MT11", "MT12", "MT13", "MT14", "MT16", "MT20", "MT30", "MT40", END];

/// The tower's own end.
const END: &str = "end";

/// The made-up suites: names, what a red potion of each tower gives, and numbers of floors and of rooms on each side of a floor.
const SMALL: (&str, &[i64], [usize; 2]) = ("small", &[RED; 60], [2, 2]);
const LARGE: (&str, &[i64], [usize; 2]) = ("large", &POTIONS, [20, 3]);

/// Two more than a plan of the search of version 1.0, found in four seconds, needs to win; 120, where it found none.
const POTIONS: [i64; 20] = [99, 94, 106, 89, 118, 79, 108, 118, 118, 105, 96, 119, 89, 99, 120, 103, 119, 97, 118, 115];

/// Memory of each run, in megabytes.
const MEGABYTES: usize = 1024;

#[derive(Clone, Copy, ValueEnum)]
enum Suite {
    Small,
    Large,
    Bench,
    Fifty,
    Real,
}

/// Measures the search for plans of towers
#[derive(Parser)]
struct Args {
    #[arg(long, value_delimiter = ',', default_value = "small,large,bench,fifty,real")]
    suite: Vec<Suite>,
    /// Processor time of each run, in seconds
    #[arg(long, default_value_t = 10.0)]
    cpu: f64,
    /// Runs of each tower; their seeds count from 0
    #[arg(long, default_value_t = 5)]
    seeds: u64,
    /// Only the tower, or the goal, of this name
    #[arg(long, value_name = "NAME")]
    only: Option<String>,
    /// Write the made-up towers into this folder instead
    #[arg(long, value_name = "FOLDER")]
    write: Option<PathBuf>,
    /// What cargo adds
    #[arg(long, hide = true)]
    bench: bool,
}

/// A tower with its goal.
struct Task {
    suite: &'static str,
    tower: String,
    goal: &'static str,
    project: Project,
    /// The best hp known, and whether they are `proven` or `reached`.
    best: Option<(i64, &'static str)>,
}

impl Task {
    fn new(suite: &'static str, tower: String, goal: &'static str, project: Project) -> Task {
        let best = known().find(|row| row[..3] == [suite, &tower, goal]);
        let best = best.map(|row| (row[3].parse().expect("hp"), row[4]));
        Task { suite, tower, goal, project, best }
    }
}

fn known() -> impl Iterator<Item = [&'static str; 5]> {
    KNOWN.lines().map(|line| line.split('\t').collect::<Vec<_>>().try_into().expect("five fields"))
}

fn main() {
    let args = Args::parse();
    if let Some(folder) = &args.write {
        for (name, texts) in [SMALL, LARGE].into_iter().flat_map(made_up) {
            write(&folder.join(name), &texts);
        }
        return;
    }
    println!("suite\ttower\tgoal\tseed\tcpu\thp\tfloor\tsolved\tproven\tlegal\tbest\tof");
    for task in args.suite.iter().flat_map(|&suite| tasks(suite)) {
        if args.only.as_ref().is_none_or(|only| [&task.tower, task.goal].contains(&only.as_str())) {
            (0..args.seeds).for_each(|seed| println!("{}", row(&task, seed, Duration::from_secs_f64(args.cpu))));
        }
    }
}

/// Writes the files of a project.
fn write(folder: &Path, texts: &Texts) {
    fs::create_dir_all(folder.join("floors")).expect("a folder");
    texts.iter().for_each(|(file, text)| fs::write(folder.join(file), text).expect("a file"));
}

/// Searches once; the row of what was found.
fn row(task: &Task, seed: u64, time: Duration) -> String {
    let Task { suite, tower, goal, project, best } = task;
    let start = walk::begin(project, &[]).expect("a tower that begins");
    let clock = cpu_time();
    let effort = Effort { seed, time, megabytes: MEGABYTES, stopped: &|| cpu_time() - clock >= time };
    let found = best_plan(project, &start, &effort);
    let cpu = (cpu_time() - clock).as_secs_f64();
    let (end, top, is_allowed) = match &found {
        Ok(plan) => replay(project, &plan.keys),
        Err(error) => {
            eprintln!("{tower}, goal {goal}, seed {seed}: {error}");
            (start, 0, false)
        }
    };
    let is = |test: fn(&BestPlan) -> bool| found.as_ref().is_ok_and(test);
    let (is_solved, is_proven) = (is(|plan| plan.wins), is(|plan| plan.is_proven));
    let is_legal = is_allowed && is_solved == (end.ending == Ending::Won);
    let flags = [is_solved, is_proven, is_legal].map(|flag| if flag { "1" } else { "0" }).join("\t");
    let best = best.map_or("-\t-".to_owned(), |(hp, of)| format!("{hp}\t{of}"));
    let (hp, floor) = (end.stat(Stat::Hp), &project.floors[top].id);
    format!("{suite}\t{tower}\t{goal}\t{seed}\t{cpu:.2}\t{hp}\t{floor}\t{flags}\t{best}")
}

/// Replays a plan by its text: the end, the highest floor on the way, and whether the rules allow every key.
fn replay(project: &Project, keys: &[Key]) -> (State, usize, bool) {
    let mut top = 0;
    let keys = route::parse(project, &route::text(project, keys)).expect("a route");
    let replayed = route::replay_with(project, &keys, &mut |pressed| top = top.max(pressed.after.floor.into()));
    (replayed.state, top, replayed.fault.is_none() && replayed.used == keys.len())
}

fn tasks(suite: Suite) -> Vec<Task> {
    let shared = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/tower");
    match suite {
        Suite::Small => made_up(SMALL).map(|(name, texts)| Task::new("small", name, END, project(texts))).collect(),
        Suite::Large => made_up(LARGE).map(|(name, texts)| Task::new("large", name, END, project(texts))).collect(),
        Suite::Bench => {
            let open = |row: [&'static str; 5]| {
                let project = open(&shared.join("bench").join(row[1]), None)?;
                Some(Task::new("bench", row[1].to_owned(), END, project))
            };
            known().filter(|row| row[0] == "bench").filter_map(open).collect()
        }
        Suite::Fifty => {
            let table = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/towers/fifty.json");
            let Some(whole) = open(&shared.join("fifty"), Some(&table)) else { return Vec::new() };
            let part = |goal: &'static str| match goal {
                END => whole.clone(),
                goal => whole.clone().with_goal(&goal.parse::<Goal>().expect("a goal")).expect("a part of the tower"),
            };
            GOALS.map(|goal| Task::new("fifty", "fifty".to_owned(), goal, part(goal))).into()
        }
        Suite::Real => {
            let folders = std::env::var_os("MEIHUA_TOWERS").unwrap_or_default();
            let task = |path: PathBuf| {
                let name = path.file_name()?.to_string_lossy().into_owned();
                Some(Task::new("real", name, END, open(&path, None)?))
            };
            std::env::split_paths(&folders).filter_map(task).collect()
        }
    }
}

/// The towers of a made-up suite: name and files.
fn made_up(
    (suite, potions, size): (&'static str, &'static [i64], [usize; 2]),
) -> impl Iterator<Item = (String, Texts)> {
    (1..).zip(potions).map(move |(seed, &potion)| {
        let (name, made) = (format!("{suite}{seed}"), build(seed, size));
        let whole = project(made.files(&name, RED));
        let (end, _, is_legal) = replay(&whole, &route::parse(&whole, &made.route).expect("a route"));
        assert!(is_legal && end.ending == Ending::Won, "{name} is not won by the plan it was built around");
        let texts = made.files(&name, potion);
        (name, texts)
    })
}

fn project(texts: Texts) -> Project {
    let mut files = Files::new();
    texts.into_iter().for_each(|(file, text)| files.insert(file, text));
    read::project(&files).expect("a project")
}

/// The project in a folder, if it is there.
fn open(folder: &Path, table: Option<&Path>) -> Option<Project> {
    folder::open(folder, table).inspect_err(|error| eprintln!("{}: {error}", folder.display())).ok()
}
