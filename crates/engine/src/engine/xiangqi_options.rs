//! The options of xiangqi: its network and its endgame tables.

use super::config::Config;
use super::option::{Kind, OptionError, OptionSpec};
use crate::games::xiangqi::net::Net;
use crate::games::xiangqi::net::file::NetError;
use crate::games::xiangqi::tables::set::{Folder, LoadError, TableSet};
use crate::games::xiangqi::tables::table::close_blocks;
use crate::sentence::Sentence;
use crate::text::shorten;
use std::path::Path;
use std::sync::Arc;
use thiserror::Error;

/// The options in the order of declaration.
pub(super) const OPTIONS: &[OptionSpec] = &[
    OptionSpec { uci: "EvalFile", ucci: "evalfile", kind: Kind::File(use_net) },
    OptionSpec { uci: "EndgamePath", ucci: "endgamepath", kind: Kind::File(use_tables) },
];

/// Why a network or tables cannot be used.
#[derive(Debug, Error)]
enum Unusable {
    /// The network.
    #[error("{path:?}: {cause}; the current evaluation stays")]
    Net { path: String, cause: NetError },
    /// The first faulty file in a folder of tables, the number of other faults, and the number of tables in use.
    #[error("{cause}{}; {used} tables of the folder are in use", if *.more > 0 { format!(" (and {more} more)") } else { String::new() })]
    Tables { cause: LoadError, more: usize, used: usize },
}

/// Uses the network in a file, or the built-in one if the path is empty.
fn use_net(config: &mut Config, name: &'static str, path: &str) -> Result<(), OptionError> {
    let net = if path.is_empty() { None } else { Some(Net::read(Path::new(path))) };
    let net = net.transpose().map_err(|cause| match cause {
        NetError::File(cause) => OptionError::File { name, cause },
        cause @ (NetError::Foreign
        | NetError::Shape { .. }
        | NetError::Length { .. }
        | NetError::Damaged { .. }
        | NetError::Weight(_)) => {
            OptionError::Game { name, cause: Sentence::plain(Unusable::Net { path: shorten(path), cause }) }
        }
    })?;
    config.net = net.map(Arc::new);
    path.clone_into(&mut config.eval_file);
    Ok(())
}

/// Uses the tables in a folder, or only the built-in ones if the path is empty. Bad tables are skipped.
fn use_tables(config: &mut Config, name: &'static str, path: &str) -> Result<(), OptionError> {
    close_blocks();
    if path.is_empty() {
        config.tables = None;
        return Ok(());
    }
    let (tables, errors) = TableSet::open(Path::new(path));
    let used = tables.tables().count();
    config.tables = Some(Folder::new(tables));
    let more = errors.len().saturating_sub(1);
    let unusable = |cause| OptionError::Game { name, cause: Sentence::plain(Unusable::Tables { cause, more, used }) };
    errors.into_iter().next().map_or(Ok(()), |cause| Err(unusable(cause)))
}
