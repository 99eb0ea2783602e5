//! What a client may reach: the files of the user and as much of the machine as he likes, or neither.
//!
//! A GUI that starts the engine has the rights of its user anyway. A page in a browser has not, and shall not get them
//! through the engine: no command of it names a file, and memory and threads have limits.

use super::command::Command;
use super::option;
use super::option_kind::Kind;
use crate::engine::genfens::Order;
use crate::engine::session::Base;
use crate::engine::state::Engine;
use crate::games::tower::project::shelf;

/// What a client may reach.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reach {
    /// Whatever the user who started the process may.
    User,
    /// No file, and only so much of the machine.
    Guest {
        /// The most megabytes of the table, and of a puzzle's solver.
        hash: usize,
        /// The most searching threads.
        threads: usize,
    },
}

impl Reach {
    /// Why a command is out of reach; `None` if it is within.
    pub fn refusal(self, command: &Command) -> Option<String> {
        if self == Reach::User {
            return None;
        }
        let refused = |what: &str| Some(format!("{what} is out of reach here: this client may not name files"));
        match command {
            Command::Position(position) if matches!(position.base, Base::File(_)) => refused("position file"),
            Command::Position(position) if is_path(&position.base) => refused("position project"),
            Command::Probe(position) if matches!(position.base, Base::File(_)) => refused("probe file"),
            Command::GenFens(order) if Order::parse(order).is_ok_and(|order| order.book.is_some()) => {
                refused("genfens book")
            }
            Command::SetOption(rest) => match option::kind(rest) {
                Some(Kind::Net) => refused("option EvalFile"),
                Some(Kind::LogFile) => refused("option Debug Log File"),
                _ => None,
            },
            Command::Bench(_) => Some("bench is out of reach here: it takes what memory it likes".to_owned()),
            _ => None,
        }
    }

    /// Brings the options back within the limits; what was changed, in words.
    pub fn clamp(self, engine: &mut Engine) -> Option<String> {
        let Reach::Guest { hash, threads } = self else { return None };
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
            (wanted > limit).then(|| format!("option {name}: found {wanted}, at most {limit} here: {limit} is taken"))
        };
        remark("Hash", wanted_hash, hash).or_else(|| remark("Threads", wanted_threads, threads))
    }
}

/// Whether a base is a project by its path; those on the shelf have names.
fn is_path(base: &Base) -> bool {
    matches!(base, Base::Project(path) if shelf::find(path).is_none())
}

#[cfg(test)]
mod tests {
    use super::*;

    const GUEST: Reach = Reach::Guest { hash: 64, threads: 1 };

    fn refusal(reach: Reach, line: &str) -> Option<String> {
        reach.refusal(&Command::parse(line).unwrap())
    }

    #[test]
    fn a_guest_names_no_file() {
        for line in [
            "position file /etc/passwd",
            "probe file /etc/passwd",
            "genfens 3 seed 1 book /etc/passwd",
            "setoption name EvalFile value /etc/passwd",
            "setoption name eval_file value x",
            "setoption name Debug Log File value /tmp/x",
            "setoption debuglogfile /tmp/x",
            "bench 99",
        ] {
            assert!(refusal(GUEST, line).is_some_and(|text| text.contains("out of reach")), "{line}");
            assert_eq!(refusal(Reach::User, line), None, "{line}");
        }
        for line in ["position startpos moves h2e2", "genfens 3 seed 1", "setoption name Hash value 32", "go", "view"] {
            assert_eq!(refusal(GUEST, line), None, "{line}");
        }
    }
}
