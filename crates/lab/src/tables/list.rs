//! `meihua tables list`: the verdicts of classes, one line each.

use super::args::{ListArgs, TablesError};
use meihua_console::stdout::print;
use meihua_engine::games::xiangqi::fen;
use meihua_engine::games::xiangqi::tables::generate::{Counts, Summary};
use meihua_engine::games::xiangqi::tables::probe::position;
use meihua_engine::games::xiangqi::tables::set::{built_in, load, table_files};
use meihua_engine::games::xiangqi::tables::table::EndgameTable;
use std::path::PathBuf;

pub(super) fn run(args: &ListArgs) -> Result<(), TablesError> {
    let (open, between, close) = if args.markdown { ("| ", " | ", " |") } else { ("", "\t", "") };
    let head = [
        "class",
        "attacker to move",
        "it wins",
        "it is lost",
        "other to move",
        "it is lost",
        "it wins",
        "plies",
        "bytes",
        "a longest win",
    ];
    let mut tables = match &args.folder {
        None => built_in().tables().map(|table| (table.material(), None)).collect::<Vec<_>>(),
        Some(folder) => {
            let load = |path: PathBuf| load(&path).map(|table| (table.material(), Some(table)));
            table_files(folder)?.into_iter().map(load).collect::<Result<_, _>>()?
        }
    };
    tables.sort_by_key(|(material, _)| material.order());
    let mut lines = vec![format!("{open}{}{close}", head.join(between))];
    if args.markdown {
        lines.push("|---|---|---|---|---|---|---|---|---|---|".to_owned());
    }
    let tables = tables.iter().filter_map(|(material, table)| table.as_ref().or_else(|| built_in().get(*material)));
    lines.extend(tables.map(|table| format!("{open}{}{close}", row(table).replace('\t', between))));
    Ok(print(&lines.join("\n"))?)
}

/// The line of a table, its fields separated by tabs.
pub(super) fn row(table: &EndgameTable) -> String {
    let summary = table.summary();
    let share = |counts: Counts| if counts.all == 0 { 0.0 } else { 100.0 * counts.won as f64 / counts.all as f64 };
    let Summary { attacker, defender, plies, .. } = *summary;
    let longest = summary.longest.and_then(|place| position(table.material(), place));
    let longest = longest.map_or("-".to_owned(), |position| fen::write(&position));
    format!(
        "{}\t{}\t{:.2} %\t{}\t{}\t{:.2} %\t{}\t{plies}\t{}\t{longest}",
        table.material(),
        attacker.all,
        share(attacker),
        attacker.lost,
        defender.all,
        share(defender),
        defender.lost,
        table.size(),
    )
}
