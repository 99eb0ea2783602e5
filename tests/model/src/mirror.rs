//! What the library makes of the lines that were sent: the position, its moves, and what a `go` may be answered with.

use meihua_engine::engine::fault::{Code, Fault};
use meihua_engine::engine::go::Go;
use meihua_engine::engine::rating::SKILL_MAX;
use meihua_engine::engine::registry;
use meihua_engine::engine::session::Session;
use meihua_engine::engine::state::Engine;
use meihua_engine::protocol::command::{Command, Dialect, PositionCommand};
use meihua_engine::protocol::option;
use meihua_engine::side::Side;
use meihua_engine::text::Notation;
use meihua_games::GAMES;
use std::sync::Arc;

/// The state of a session, as it should be once all lines before are carried out.
pub struct Mirror {
    engine: Engine,
    /// The dialect that is spoken.
    pub dialect: Dialect,
    banned: Vec<String>,
}

/// What the answer of a `go` may be.
#[derive(Clone, Debug)]
pub struct Allowed {
    /// The moves, in wire spelling.
    pub moves: Vec<String>,
    /// Whether `(none)` is right: there is no move, or none that the line allows.
    pub none: bool,
    /// Whether the game is one of two players.
    pub is_two_player: bool,
}

impl Default for Mirror {
    fn default() -> Mirror {
        let engine = Engine::new(GAMES, Arc::new(drop)).expect("games");
        Mirror { engine, dialect: Dialect::Uci, banned: Vec::new() }
    }
}

impl Mirror {
    pub fn session(&self) -> &dyn Session {
        self.engine.session()
    }

    /// The position as `d` shows it; none after a position that was refused.
    pub fn fen(&self) -> Option<String> {
        self.engine.refusal().is_none().then(|| self.session().fen())
    }

    /// The moves as `moves` lists them.
    pub fn moves(&self) -> Vec<String> {
        if self.engine.refusal().is_some() { Vec::new() } else { self.session().moves() }
    }

    /// Whether UCCI's `batch` is on.
    pub fn is_batch(&self) -> bool {
        self.engine.config().batch
    }

    /// Whether an option makes the player weaker.
    pub fn is_weakened(&self) -> bool {
        let config = self.engine.config();
        config.limit_strength || config.skill < SKILL_MAX
    }

    /// Whether two players move in turn.
    pub fn is_two_player(&self) -> bool {
        self.session().is_two_player()
    }

    /// Carries out what changes the state; the rest is none of its business.
    pub fn carry_out(&mut self, command: &Command) {
        match command {
            Command::Hello(dialect) => self.dialect = *dialect,
            Command::SetOption(rest) => self.set_option(rest),
            Command::Position(PositionCommand { stray: Some(stray), .. }) => {
                self.engine.refuse_position(Fault::new(Code::BadWord, stray));
            }
            Command::Position(position) => {
                _ = self.engine.set_position(&position.base, &position.moves);
                self.banned.clear();
            }
            Command::BanMoves(_) | Command::Flip | Command::Undo(_) | Command::Redo(_)
                if self.engine.refusal().is_some() => {}
            Command::BanMoves(moves) => self.banned.clone_from(moves),
            Command::Flip => _ = self.engine.session_mut().flip(),
            Command::Undo(count) => _ = self.engine.session_mut().undo(*count),
            Command::Redo(count) => _ = self.engine.session_mut().redo(*count),
            _ => {}
        }
    }

    /// A position that could not be read leaves the session without one.
    pub fn refuse(&mut self) {
        self.engine.refuse_position(Fault::new(Code::NoPosition, "unreadable"));
    }

    /// Tables, threads, logs and networks change no position, and cost something.
    fn set_option(&mut self, rest: &str) {
        let plain = rest.to_ascii_lowercase();
        let before = self.session().name();
        if !["log", "hash", "threads", "evalfile"].iter().any(|name| plain.contains(name)) {
            _ = option::set(&mut self.engine, self.dialect, rest);
        }
        if self.session().name() != before {
            self.banned.clear();
        }
    }

    /// What a `go` in this position may be answered with.
    pub fn allowed(&self, go: &Go) -> Allowed {
        let is_two_player = self.is_two_player();
        if self.engine.refusal().is_some() {
            return Allowed { moves: Vec::new(), none: true, is_two_player };
        }
        let other = go.side.map(|side| self.with_side(side));
        let legal = match &other {
            None => self.session().moves(),
            // A column takes the stone of either side.
            Some(_) if self.session().name() == "cfour" => self.session().moves(),
            Some(Some(other)) => other.moves(),
            // Refused: the other side is in check, or there is no other side.
            Some(None) => return Allowed { moves: Vec::new(), none: true, is_two_player },
        };
        let session = other.as_ref().and_then(Option::as_deref).unwrap_or(self.session());
        let wanted = canonical(session, &go.search_moves);
        let banned = canonical(session, &self.banned);
        let name = |mv: &String| canonical(session, std::slice::from_ref(mv)).pop();
        let is_allowed = |mv: &&String| {
            let name = name(mv);
            let is = |list: &[String]| name.as_ref().is_some_and(|name| list.contains(name));
            (wanted.is_empty() || is(&wanted)) && !is(&banned)
        };
        let moves: Vec<String> = legal.iter().filter(is_allowed).cloned().collect();
        Allowed { none: moves.is_empty(), moves, is_two_player }
    }

    /// The position with this side to move.
    fn with_side(&self, side: Side) -> Option<Box<dyn Session>> {
        let first = side == Side::First;
        let session = self.session();
        let entry = registry::find(GAMES, session.name())?;
        let mut other = (entry.open)();
        let (mine, theirs) = if first { (" b ", " w ") } else { (" w ", " b ") };
        let fen =
            if session.is_first_to_move() == first { session.fen() } else { session.fen().replacen(mine, theirs, 1) };
        other.configure(self.engine.config());
        (session.is_two_player() && other.set_position(&fen).is_ok()).then_some(other)
    }

    /// The leaves one ply below.
    pub fn leaves(&self, depth: u32) -> Option<usize> {
        match depth {
            _ if self.engine.refusal().is_some() => Some(0),
            0 => Some(1),
            1 => Some(self.session().moves().len()),
            _ => None,
        }
    }

    /// Whether a position of `genfens` is one of this game.
    pub fn reads(&self, fen: &str) -> bool {
        registry::find(GAMES, self.session().name()).is_some_and(|entry| (entry.open)().set_position(fen).is_ok())
    }
}

/// The moves among these words, each under one name.
fn canonical(session: &dyn Session, words: &[String]) -> Vec<String> {
    words.iter().filter_map(|word| session.spell(std::slice::from_ref(word), Notation::Wire).pop()).collect()
}
