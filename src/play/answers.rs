//! The replies to the player's commands.

use super::args::shown;
use super::command::Command;
use super::dialogue::{Dialogue, Flow};
use super::files::{self, Form, Forms, GameFileError, Loaded};
use super::seats::{Seats, SideChoice};
use super::{help, hint, level, sheet, words};
use crate::shared::driver::Driver;
use meihua_contracts::sentence::Sentence;
use meihua_contracts::side::Side;
use meihua_contracts::solution::Status;
use meihua_contracts::text::Notation;
use meihua_engine::engine::base::Base;
use meihua_engine::engine::error::EngineError;
use meihua_engine::engine::go::Go;
use meihua_engine::engine::rating::SKILL_MAX;
use meihua_games::say;
use meihua_records::encoding::TextEncoding;
use meihua_records::write::Lost;
use std::io;

/// Maximum number of moves for `hint N`.
const MAX_LINES: usize = 256;
/// What the text of a tower of many floors begins with: where its files are.
const PROJECT: &str = "project ";
/// Milliseconds to search for the best plan from the start, for comparison.
const COMPARISON: u64 = 2_000;

impl Dialogue<'_> {
    /// Executes a command.
    ///
    /// # Errors
    /// The output is closed.
    pub(crate) fn carry_out(&mut self, command: Command) -> io::Result<Flow> {
        match command {
            Command::Quit => return Ok(Flow::Leave),
            Command::Nothing => {}
            Command::Move(text) => self.person_moves(&text)?,
            Command::Help => self.print_help()?,
            Command::Board => self.show_board()?,
            Command::Fen => self.page.print(self.table.session().fen())?,
            Command::Eval => self.page.print(self.table.session().evaluation())?,
            Command::Moves => self.print_moves()?,
            Command::Hint(lines) => self.print_hint(lines)?,
            Command::Go => self.go()?,
            Command::Solve => self.solve()?,
            Command::New(text) => self.begin(&text)?,
            Command::Undo(count) => self.undo(count)?,
            Command::Redo(count) => self.redo(count)?,
            Command::Save { path, names } => {
                let text = self.save(&path, names).unwrap_or_else(|error| Sentence::from(&error));
                self.page.print(text)?;
            }
            Command::Load(path) => self.load(path)?,
            Command::Resign => self.resign()?,
            Command::Level(_) if !self.table.session().is_two_player() => {
                self.page.print(say!("a puzzle has one player: you"))?;
            }
            Command::Level(level) => {
                self.seats.levels = [level; Side::NUM];
                let (name, play) = (level::name(level), level::description(level));
                self.page.print(say!("the engine plays at level {} of {}, {}: {}", level, SKILL_MAX, name, play))?;
            }
            Command::Time(millis) => {
                self.bounds.movetime = Some(millis);
                self.page.print(say!("{} ms for a move", millis))?;
            }
            Command::Notation(names) => {
                self.names = names;
                self.print_moves()?;
            }
            Command::Turn => self.turn()?,
            Command::Side(choice) => self.sit_down(choice)?,
        }
        Ok(Flow::Continue)
    }

    /// Turns the board to the other side's view.
    fn turn(&mut self) -> io::Result<()> {
        if !self.table.session().phrases().two_sided {
            return self.page.print(say!("this board cannot be turned"));
        }
        self.turned = !self.turned;
        self.show_board()
    }

    /// Changes the player's side.
    fn sit_down(&mut self, choice: SideChoice) -> io::Result<()> {
        if !self.table.session().is_two_player() {
            return self.page.print(say!("a puzzle has one player: you"));
        }
        let chance = self.mover() == Side::First;
        self.seats = Seats::new(choice, self.seats.levels, chance);
        self.paused = choice == SideChoice::None;
        self.show_board()?;
        if self.paused { self.page.print(say!("two engines: `go` lets them play")) } else { Ok(()) }
    }

    fn print_help(&mut self) -> io::Result<()> {
        let text = help::text(self.table.session(), self.page.width.unwrap_or(help::WIDTH), self.page.language);
        self.page.show(text)
    }

    fn resign(&mut self) -> io::Result<()> {
        if !self.table.session().is_two_player() {
            return self.page.print(say!("nobody else plays: `new` begins again, `solve` shows the rest"));
        }
        if !self.is_over() {
            self.resigned = Some(self.mover());
            self.is_end_printed = false;
        }
        Ok(())
    }

    /// The game so far and the legal moves.
    fn print_moves(&mut self) -> io::Result<()> {
        let session = self.table.session();
        let played = words::history(session, shown(self.names));
        let legal = session.moves();
        let mut spelled: Vec<String> =
            legal.iter().flat_map(|mv| words::spell(session, std::slice::from_ref(mv), shown(self.names))).collect();
        // The engine's move order is irrelevant here; people look for a move by name.
        if session.is_two_player() {
            spelled.sort_unstable();
        }
        let list = if session.is_two_player() {
            numbered(&played, words::mover(session).index() ^ (played.len() & 1))
        } else {
            played.join(" ")
        };
        self.page.print(if list.is_empty() { say!("played: none yet") } else { say!("played: {}", list) })?;
        self.page.print(say!("legal ({}): {}", spelled.len(), spelled.join(" ")))
    }

    fn print_hint(&mut self, lines: usize) -> io::Result<()> {
        if self.is_over() {
            return self.page.print(say!("the game is over: `undo` goes back"));
        }
        let thought = self.think(SKILL_MAX, lines.min(MAX_LINES));
        self.page.print(hint::lines(self.table.session(), &thought, shown(self.names)))
    }

    /// Plays one move of the engine; two engines continue from here.
    fn go(&mut self) -> io::Result<()> {
        if self.is_over() {
            return self.page.print(say!("the game is over: `undo` goes back"));
        }
        if self.table.session().is_two_player() && !self.seats.is_person(self.mover()) {
            self.paused = false;
            return Ok(());
        }
        self.engine_moves()
    }

    /// Plays out a puzzle's best plan.
    fn solve(&mut self) -> io::Result<()> {
        if self.table.session().is_two_player() {
            return self.page.print(say!("`solve` is for puzzles; `hint` shows a move, `go` lets the engine play it"));
        }
        if self.is_over() {
            return self.page.print(say!("the game is over: `undo` goes back"));
        }
        let thought = self.think(SKILL_MAX, 1);
        self.page.print(hint::lines(self.table.session(), &thought, shown(self.names)))?;
        let is_solvable = thought.solved.is_some_and(|solved| !solved.worth.is_hopeless());
        let plan = thought.line.map(|line| line.pv).filter(|plan| is_solvable && !plan.is_empty());
        let Some(plan) = plan else { return Ok(()) };
        for mv in &plan {
            if let Err(error) = self.table.play(mv) {
                self.page.print(&error)?;
                break;
            }
        }
        self.changed()
    }

    /// Starts again from the beginning, or from a position.
    fn begin(&mut self, text: &str) -> io::Result<()> {
        if !text.is_empty() {
            let (base, moves) = files::position(text, self.table.games());
            self.set(&base, &moves)?;
            return Ok(());
        }
        if let Err(error) = self.table.restart() {
            return self.page.print(&error);
        }
        self.fresh()
    }

    /// Sets up another game.
    fn set(&mut self, base: &Base, moves: &[String]) -> io::Result<bool> {
        let start = self.table.start().to_owned();
        let set = self.table.set(base, moves);
        match &set {
            Ok(()) => {}
            // The old game goes on.
            Err(EngineError::Position(error)) => self.page.print(Sentence::from(error))?,
            Err(error) => self.page.print(error)?,
        }
        // A bad move leaves those before it played: that is a new game, too.
        if set.is_ok() || self.table.start() != start {
            self.fresh()?;
        }
        Ok(set.is_ok())
    }

    fn fresh(&mut self) -> io::Result<()> {
        self.resigned = None;
        self.paused = false;
        self.own_files.clear();
        self.changed()
    }

    /// Takes back `count` of the player's turns.
    fn undo(&mut self, count: usize) -> io::Result<()> {
        // Undoing a resignation counts as a turn.
        let mut undone = self.resigned.take().is_some();
        for _ in usize::from(undone)..count {
            let mut taken = 0;
            let mut is_persons = false;
            while !is_persons && self.table.undo() {
                taken += 1;
                is_persons = self.is_stop();
            }
            if !is_persons {
                // The engine moved first: its first move stays.
                for _ in 0..taken {
                    self.table.redo();
                }
                break;
            }
            undone = true;
        }
        if undone { self.changed() } else { self.page.print(say!("nothing to take back")) }
    }

    fn redo(&mut self, count: usize) -> io::Result<()> {
        let mut redone = false;
        for _ in 0..count {
            while self.table.redo() {
                redone = true;
                if self.is_stop() {
                    break;
                }
            }
        }
        if redone { self.changed() } else { self.page.print(say!("nothing to play again")) }
    }

    /// Whether undo and redo stop here: a person is to move, or is watching.
    fn is_stop(&self) -> bool {
        let session = self.table.session();
        !session.is_two_player() || !self.seats.has_person() || self.seats.is_person(self.mover())
    }

    /// Loads a saved game with its comments and variations, or a position.
    fn load(&mut self, path: String) -> io::Result<()> {
        // A file that was not read, or only partly, must not be overwritten.
        self.own_files.retain(|own| *own != path);
        let loaded = match files::load(&path, self.table.session().name(), self.table.games()) {
            Ok(loaded) => loaded,
            Err(error) => return self.page.print(&error),
        };
        let is_set = self.set(&loaded.base, &loaded.moves)?;
        let Loaded { base, moves, record, has_more } = loaded;
        // The text of a puzzle has comments, which a position has not.
        let mut is_whole = is_set && !has_more && !matches!(base, Base::Project(_));
        if let Some(record) = record {
            is_whole &= record.faults.is_empty();
            self.page.print(words::summary(&record))?;
            if let Some(fault) = record.faults.first() {
                let plies = Sentence::counted(moves.len(), ["{} ply", "{} plies"]);
                self.page.print(say!("the saved game goes wrong after {}: {}", plies, fault))?;
            }
            self.table.keep_record(record);
        }
        if has_more {
            self.page.print(say!("this is the first game of the file; `meihua convert` extracts the others"))?;
        }
        if is_whole {
            self.own_files.push(path);
        }
        Ok(())
    }

    /// Writes the file and returns the message to print.
    fn save(&mut self, path: &str, names: Option<Notation>) -> Result<Sentence, GameFileError> {
        let (bytes, lost) = self.encode(path, names.unwrap_or(self.names))?;
        let is_ours = self.own_files.iter().any(|own| own == path);
        files::save(path, &bytes, is_ours)?;
        if !is_ours {
            self.own_files.push(path.to_owned());
        }
        let path = path.to_owned();
        Ok(if lost.is_nothing() {
            say!("saved {}", path)
        } else {
            say!("saved {}; the format cannot hold {}", path, &lost)
        })
    }

    /// The contents of the file, in the format its name asks for.
    fn encode(&self, path: &str, names: Notation) -> Result<(Vec<u8>, Lost), GameFileError> {
        let session = self.table.session();
        let start = self.table.start();
        let is_project = start.starts_with(PROJECT);
        let forms = if is_project { Forms::Moves } else { Forms::of(session.name(), self.table.games()) };
        let form = files::form(path, forms)?;
        if let Form::Record(target) = form
            && let Some(record) = sheet::record(&self.table, &self.seats, self.resigned)
        {
            return Ok(target.encode(&record, names, TextEncoding::Utf8)?);
        }
        let text = match form {
            Form::Position => session.fen(),
            _ => {
                let moves: String = session.history(Notation::Wire).iter().map(|mv| format!(" {mv}")).collect();
                let moves = if moves.is_empty() { moves } else { format!(" moves{moves}") };
                let fen = if is_project { "" } else { "fen " };
                format!("position {fen}{start}{moves}")
            }
        };
        Ok(((text + "\n").into_bytes(), Lost::default()))
    }

    /// The best possible result from the start of a solved puzzle, if it is found quickly.
    pub(crate) fn best_from_start(&self) -> Option<Sentence> {
        let session = self.table.session();
        if session.is_two_player() || words::winner(session) != Some(Some(Side::First)) {
            return None;
        }
        let mut other = Driver::open(self.table.games(), session.name()).ok()?;
        other.engine().set_position(&self.table.base(), &[]).ok()?;
        let thought = other.think(Go { movetime: Some(COMPARISON), ..Go::default() }, &mut |_, _| {});
        let worth = thought.solved?.worth;
        let how = match worth.status {
            Status::Proven => "proven",
            Status::Anytime => "found",
        };
        Some(match (worth.objective, worth.value?) {
            ("moves", value) => say!("The best from the start: moves {} ({}).", value, how),
            (objective, value) => say!("The best from the start: {} {} ({}).", objective, value, how),
        })
    }
}

/// `1. C2=5 H8+7 2. …`; `first` is 1 if the second player began.
fn numbered(moves: &[String], first: usize) -> String {
    let mut words = Vec::new();
    for (index, mv) in moves.iter().enumerate() {
        let ply = index + first;
        match (ply % 2, index) {
            (0, _) => words.push(format!("{}. {mv}", ply / 2 + 1)),
            (_, 0) => words.push(format!("{}... {mv}", ply / 2 + 1)),
            _ => words.push(mv.clone()),
        }
    }
    words.join(" ")
}
