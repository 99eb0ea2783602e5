//! What a client may access: everything its user may, or no files and a limited share of the machine.
//!
//! A GUI that starts the engine already has its user's rights. A page in a browser does not, and must not gain them
//! through the engine: none of its commands may name a file or a folder, and memory and threads are limited.

use super::command::{Command, PositionCommand};
use super::option;
use crate::engine::base::Base;
use crate::engine::fault::{Code, Fault};
use crate::engine::genfens::Order;
use crate::engine::registry::{Entry, is_kept};
use crate::engine::state::Engine;

/// What a client may access.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Access {
    /// Everything the user who started the process may access.
    User,
    /// No files, and a limited share of the machine.
    Guest {
        /// Maximum megabytes for the table, and for a puzzle's solver.
        hash: usize,
        /// Maximum number of search threads.
        threads: usize,
    },
}

impl Access {
    /// Why a command is not allowed; `None` if it is.
    pub fn refusal(self, command: &Command, games: &[Entry]) -> Option<Fault> {
        if self == Access::User {
            return None;
        }
        let is_bench = matches!(command, Command::Bench(_));
        let message = match command.names_file(games) {
            Some(what) => format!("{what} is out of reach here: this client may not name files or folders"),
            None if is_bench => "bench is out of reach here: its use of memory is not limited".to_owned(),
            None => return None,
        };
        Some(Fault::new(Code::OutOfReach, message))
    }

    /// Reduces the options to the limits; returns a description of what was changed.
    pub fn clamp(self, engine: &mut Engine) -> Option<String> {
        let Access::Guest { hash, threads } = self else { return None };
        let config = engine.config();
        let (wanted_hash, wanted_threads) = (config.hash, config.threads);
        if wanted_hash <= hash && wanted_threads <= threads && config.memory_limit == Some(hash) {
            return None;
        }
        engine.configure(|config| {
            config.hash = config.hash.min(hash);
            config.threads = config.threads.min(threads);
            config.memory_limit = Some(hash);
        });
        let remark = |name: &str, wanted: usize, limit: usize| {
            (wanted > limit).then(|| format!("option {name}: found {wanted}, at most {limit} here; using {limit}"))
        };
        remark("Hash", wanted_hash, hash).or_else(|| remark("Threads", wanted_threads, threads))
    }
}

impl Command {
    /// How the command names a file or a folder, which not every client may do.
    fn names_file(&self, games: &[Entry]) -> Option<String> {
        let position = |command: &str, position: &PositionCommand| {
            position.base.names_file(games).map(|word| format!("{command} {word}"))
        };
        match self {
            Command::Position(line) => position("position", line),
            Command::Probe(line) => position("probe", line),
            Command::SetOption(rest) => {
                let (choice, _) = option::find(rest, games).filter(|(choice, _)| choice.kind.names_file())?;
                Some(format!("option {}", choice.uci))
            }
            Command::GenFens(order) => {
                let has_book = Order::parse(order).is_ok_and(|order| order.book.is_some());
                has_book.then(|| "genfens book".to_owned())
            }
            // Imported and exported data, and games for the library, are part of the line itself.
            Command::Library(_)
            | Command::Import(_)
            | Command::Export(_)
            | Command::Explore
            | Command::Hello(_)
            | Command::IsReady
            | Command::NewGame
            | Command::Debug(_)
            | Command::BanMoves(_)
            | Command::Go(..)
            | Command::PonderHit { .. }
            | Command::Stop
            | Command::Query(_)
            | Command::Quit
            | Command::Show
            | Command::Eval
            | Command::Moves
            | Command::View
            | Command::Flip
            | Command::Undo(_)
            | Command::Redo(_)
            | Command::Bench(_)
            | Command::Help
            | Command::Nothing => None,
        }
    }
}

impl Base {
    /// `file` or `project` if the base names one on disk. The name of a kept project does not.
    fn names_file(&self, games: &[Entry]) -> Option<&'static str> {
        match self {
            Base::Start | Base::Fen(_) => None,
            Base::File(_) => Some("file"),
            Base::Project(path) => (!is_kept(games, path)).then_some("project"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::command_line;
    use super::*;
    use crate::engine::registry::GAMES;

    const GUEST: Access = Access::Guest { hash: 64, threads: 1 };

    fn refusal(access: Access, line: &str) -> Option<String> {
        Some(access.refusal(&Command::parse(line, GAMES).ok()?, GAMES)?.message)
    }

    #[test]
    fn a_guest_sets_every_option_but_those_that_name_a_file() {
        for choice in option::all(GAMES) {
            for name in [choice.uci, choice.ucci].into_iter().filter(|name| !name.is_empty()) {
                for line in [format!("setoption name {name} value /tmp"), format!("setoption {name} /tmp")] {
                    let is_refused = refusal(GUEST, &line).is_some_and(|text| text.contains("out of reach"));
                    assert_eq!(is_refused, choice.kind.names_file(), "{line}");
                    assert_eq!(refusal(Access::User, &line), None, "{line}");
                }
            }
        }
        assert!(option::all(GAMES).filter(|choice| choice.kind.names_file()).count() >= 3);
    }

    #[test]
    fn a_guest_names_no_file_by_any_command() {
        let tails = ["file /tmp/x", "project /tmp/x moves U1", "3 seed 1 book /tmp/x", "FILE /tmp/x"];
        let mut refused: Vec<&str> = command_line::words()
            .filter(|word| tails.iter().any(|tail| refusal(GUEST, &format!("{word} {tail}")).is_some()))
            .collect();
        refused.sort_unstable();
        assert_eq!(refused, ["bench", "genfens", "position", "probe"]);
        for line in ["position startpos moves h2e2", "genfens 3 seed 1", "setoption name Hash value 32", "go", "view"] {
            assert_eq!(refusal(GUEST, line), None, "{line}");
        }
    }
}
