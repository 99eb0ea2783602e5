//! `meihua tables make` and `pack`.

use super::args::{MakeArgs, PackArgs, TablesError};
use super::list::row;
use super::store::Store;
use meihua_console::output_file::{self, OutputError, OutputFile};
use meihua_console::progress::ProgressBar;
use meihua_console::stdout::print;
use meihua_contracts::clock::Stopwatch;
use meihua_contracts::control::Control;
use meihua_contracts::sentence::Sentence;
use meihua_engine::games::xiangqi::tables::generate::{memory, solve};
use meihua_engine::games::xiangqi::tables::material::Material;
use meihua_engine::games::xiangqi::tables::set::{TableSet, load, table_files};
use meihua_engine::games::xiangqi::tables::table::{EndgameTable, encode};
use std::borrow::Cow;
use std::collections::HashSet;
use std::fs;

/// Makes the missing tables, class by class.
pub(super) fn run(args: &MakeArgs) -> Result<(), TablesError> {
    let folder = args.output.as_path();
    fs::create_dir_all(folder).map_err(|error| OutputError { path: folder.to_owned(), error })?;
    let wanted = with_needs(&args.classes);
    let mut store = Store::new(folder);
    // The work for a class is roughly proportional to its size.
    let progress = ProgressBar::new(wanted.iter().map(|&material| memory(material) >> 10).sum(), 0);
    let (mut missing, mut left_out) = (HashSet::new(), Vec::new());
    for material in wanted {
        progress.doing(format!("kB, class {material}"));
        let work = memory(material);
        let is_there = load(&store.path(material)).is_ok_and(|table| table.material() == material);
        if is_there || material.needs().any(|needed| missing.contains(&needed)) {
            if !is_there {
                missing.insert(material);
                left_out.push(format!("{material} (needs one of those)"));
            }
            progress.advance(work >> 10);
            continue;
        }
        // Before anything is opened, in case a class cannot fit.
        if work >> 20 <= args.hash {
            store.open_for(material)?;
        }
        if (work + store.size()) >> 20 > args.hash {
            store.close_others(material);
        }
        let megabytes = (work + store.size()) >> 20;
        if megabytes > args.hash {
            left_out.push(format!("{material} ({megabytes})"));
            missing.insert(material);
            continue;
        }
        let line = make(material, &mut store, args.threads.into())?;
        progress.suspend(|| print(&line))?;
        progress.advance(work >> 10);
    }
    drop(progress);
    if left_out.is_empty() {
        return Ok(());
    }
    Err(TablesError::Memory { hash: args.hash, classes: left_out.join(", ") })
}

/// Solves a class and writes its table. Returns a line about it for the user.
fn make(material: Material, store: &mut Store, threads: usize) -> Result<String, TablesError> {
    let watch = Stopwatch::start();
    let solved = solve(material, &|needed| store.get(needed), threads, &Control::new())?;
    let bytes = encode(&solved)?;
    let table = EndgameTable::read(Cow::Owned(bytes)).map_err(|error| TablesError::Table(material, error))?;
    // Written at once, so that an interrupted run leaves only whole tables.
    output_file::write(&store.path(material), table.bytes())?;
    let line = format!("{}\t{:.1} s", row(&table), watch.elapsed().as_secs_f64());
    store.keep(material, solved.losses);
    Ok(line)
}

/// The classes and all that their captures lead to, each after those it depends on; all with one attacker if none is
/// named.
fn with_needs(classes: &[Material]) -> Vec<Material> {
    if classes.is_empty() {
        return Material::all().collect();
    }
    let mut needed: HashSet<Material> = classes.iter().copied().collect();
    let mut open: Vec<Material> = classes.to_vec();
    while let Some(material) = open.pop() {
        open.extend(material.needs().filter(|&next| needed.insert(next)));
    }
    let mut all: Vec<Material> = needed.into_iter().collect();
    all.sort_by_key(|material| material.order());
    all
}

pub(super) fn pack(args: &PackArgs) -> Result<(), TablesError> {
    let output = OutputFile::open(&args.output)?;
    let mut tables = Vec::new();
    for path in table_files(&args.folder)? {
        let table = load(&path)?;
        if args.classes.is_empty() || args.classes.contains(&table.material()) {
            tables.push(table);
        }
    }
    let archive = TableSet::pack(tables.iter().map(EndgameTable::bytes));
    output.write_whole(&archive)?;
    let made = Sentence::counted(tables.len(), ["{} table", "{} tables"]);
    Ok(print(&format!("{made}, {} bytes", archive.len()))?)
}
