//! `meihua tables check`.

use super::args::{CheckArgs, TablesError};
use super::store::Store;
use meihua_console::progress::ProgressBar;
use meihua_console::stdout::print;
use meihua_contracts::sentence::Sentence;
use meihua_engine::games::xiangqi::tables::check::check;
use meihua_engine::games::xiangqi::tables::material::Material;
use meihua_engine::games::xiangqi::tables::set::{load, table_files};

/// Checks the tables of a folder class by class, those with fewer guards first.
pub(super) fn run(args: &CheckArgs) -> Result<(), TablesError> {
    let mut there = Vec::new();
    let (files, reading) = (table_files(&args.folder)?, ProgressBar::unbounded());
    for path in files {
        there.push(load(&path)?.material());
        reading.state(there.len(), "tables read");
    }
    drop(reading);
    if args.sums {
        let tables = Sentence::counted(there.len(), ["{} table", "{} tables"]);
        return Ok(print(&format!("{tables}, every checksum right"))?);
    }
    let mut store = Store::new(&args.folder);
    let (mut tables, mut positions) = (0, 0);
    let wanted = |material: &Material| args.classes.is_empty() || args.classes.contains(material);
    let mut classes: Vec<Material> = there.iter().copied().filter(wanted).collect();
    classes.sort_by_key(|material| material.order());
    let progress = ProgressBar::new(classes.len(), 0);
    for material in classes {
        progress.doing(format!("classes, now {material}"));
        store.open_for(material)?;
        let table = load(&store.path(material))?;
        let losses = table.losses().map_err(|error| TablesError::Table(material, error))?;
        let looked_at = check(material, &losses, table.summary(), &|needed| store.get(needed), args.threads.into())?;
        progress.suspend(|| print(&format!("{material}\t{looked_at} positions\tright")))?;
        progress.advance(1);
        (tables, positions) = (tables + 1, positions + looked_at);
        store.keep(material, losses);
    }
    drop(progress);
    let tables = Sentence::counted(tables, ["{} table", "{} tables"]);
    let all = format!("{tables}, {positions} positions, every value follows from those a move ahead");
    Ok(print(&all)?)
}
