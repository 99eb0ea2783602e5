//! The main loop: whoever is to move does so, and what the person types is executed.

use super::args::shown;
use super::board::{self, Look};
use super::command::{self, Command, PlayCommandError};
use super::hint;
use super::input::{Heard, Input};
use super::page::Page;
use super::progress::Progress;
use super::seats::Seats;
use super::table::Table;
use super::words;
use crate::shared::driver::Thought;
use crate::shared::interrupt::Thinking;
use meihua_contracts::sentence::Sentence;
use meihua_contracts::side::Side;
use meihua_contracts::text::{MoveError, Notation, shorten};
use meihua_engine::engine::go::Go;
use meihua_engine::engine::rating::SKILL_MAX;
use meihua_games::language::Language;
use meihua_games::say;
use std::io;
use std::time::Duration;

/// Default milliseconds for a move, and for the plan of a puzzle.
const MOVETIME: [u64; 2] = [1_000, 10_000];

/// The limits of the engine's thinking.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub(crate) struct Bounds {
    /// Milliseconds.
    pub movetime: Option<u64>,
    /// Plies.
    pub depth: Option<u32>,
    /// Nodes.
    pub nodes: Option<u64>,
}

/// Whether the game continues.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Flow {
    Continue,
    Leave,
}

/// A game in the terminal.
pub(crate) struct Dialogue<'a> {
    pub table: Table,
    /// Who plays which side.
    pub seats: Seats,
    /// The limits of the engine's thinking.
    pub bounds: Bounds,
    /// The notation of moves.
    pub names: Notation,
    /// Whether the board was turned by hand.
    pub turned: bool,
    /// Whether two engines are waiting for `go`.
    pub paused: bool,
    /// The side that resigned.
    pub resigned: Option<Side>,
    /// Files that hold this game and may therefore be overwritten.
    pub own_files: Vec<String>,
    /// Where output goes.
    pub page: Page<'a>,
    /// Where the person's lines come from.
    pub input: Box<dyn Input + 'a>,
    /// Whether the end has already been reported.
    pub is_end_printed: bool,
    /// How moves are typed; printed once, above the first prompt.
    pub greeting: Option<Sentence>,
}

impl Dialogue<'_> {
    /// Plays until the person leaves or the input ends.
    ///
    /// # Errors
    /// The output is closed.
    pub(crate) fn run(&mut self) -> io::Result<()> {
        self.page.width = self.input.width();
        self.show_board()?;
        loop {
            if self.is_over() {
                self.print_end(None)?;
            } else if self.is_engine_due() {
                // Ctrl-C between the moves of two engines stops them, too.
                let _thinking = Thinking::begin();
                while self.is_engine_due() && !self.is_over() {
                    self.engine_moves()?;
                }
                continue;
            }
            if let Some(greeting) = self.greeting.take().filter(|_| !self.is_over()) {
                self.page.print(greeting)?;
            }
            let prompt = self.prompt();
            if self.page.is_terminal {
                self.input.offer(self.offer());
            }
            let heard = self.input.line(&self.page.language.text(prompt));
            self.page.width = self.input.width();
            let flow = match heard {
                Heard::End => Flow::Leave,
                Heard::Noise(cause) => {
                    self.page.print(cause)?;
                    Flow::Continue
                }
                Heard::Line(line) => match self.read(&line) {
                    Ok(command) => self.carry_out(command)?,
                    Err(error) => {
                        self.page.print(&error)?;
                        Flow::Continue
                    }
                },
            };
            if flow == Flow::Leave {
                return Ok(());
            }
        }
    }

    /// Whether the game is over, by the rules or by resignation.
    pub(crate) fn is_over(&self) -> bool {
        self.resigned.is_some() || self.table.session().verdict().outcome.is_some()
    }

    /// Whose turn it is.
    pub(crate) fn mover(&self) -> Side {
        words::mover(self.table.session())
    }

    fn is_engine_due(&self) -> bool {
        self.table.session().is_two_player() && !self.paused && !self.seats.is_person(self.mover())
    }

    fn prompt(&self) -> Sentence {
        let session = self.table.session();
        match (self.is_over(), session.is_two_player()) {
            (true, _) => say!("over (new, undo, save FILE, quit)> "),
            (_, true) => say!("{}> ", session.phrases().side(self.mover())),
            _ => say!("{}> ", session.name()),
        }
    }

    /// Parses a line. A legal move takes precedence over a command of the same name: `U` goes up in a multi-floor
    /// tower.
    fn read(&self, line: &str) -> Result<Command, PlayCommandError> {
        let first = line.split_whitespace().next().unwrap_or_default();
        let is_move = self.moves().iter().any(|mv| mv == first || mv == line.trim());
        if is_move { Ok(Command::Move(line.trim().to_owned())) } else { Command::parse(line) }
    }

    /// The legal moves in every notation shown here.
    fn moves(&self) -> Vec<String> {
        let session = self.table.session();
        let mut moves = session.moves();
        let spell = |mv: &String| words::spell(session, std::slice::from_ref(mv), shown(self.names));
        let spelled: Vec<String> = moves.iter().flat_map(spell).collect();
        moves.extend(spelled);
        moves
    }

    /// What a line may begin with: commands, and the legal moves as written here.
    fn offer(&self) -> Vec<String> {
        let session = self.table.session();
        let spell = |mv: &String| words::spell(session, std::slice::from_ref(mv), shown(self.names));
        let moves = session.moves();
        let words: &[&str] = if self.page.language == Language::Zh { command::CHINESE_WORDS } else { command::WORDS };
        words.iter().map(|word| (*word).to_owned()).chain(moves.iter().flat_map(spell)).collect()
    }

    /// Shows the board. Only what must be read comes between it and the prompt, because a xiangqi board leaves two
    /// lines of a 24-line terminal.
    ///
    /// # Errors
    /// The output is closed.
    pub(crate) fn show_board(&mut self) -> io::Result<()> {
        self.show_picture()?;
        let session = self.table.session();
        if self.resigned.is_some() || !words::is_check(session) {
            return Ok(());
        }
        self.page.print(say!("{} is in check.", Sentence::capital(session.phrases().side(self.mover()))))
    }

    fn show_picture(&mut self) -> io::Result<()> {
        let turned = self.turned != self.seats.is_turned();
        let (width, start, language) = (self.page.width, Some(self.table.start()), self.page.language);
        let look = Look { ascii: self.page.ascii, turned, width, start, language };
        let picture = board::draw(self.table.session(), look);
        self.page.show(format!("\n{picture}"))
    }

    /// Prints the result once, after what led to it.
    fn print_end(&mut self, before: Option<Sentence>) -> io::Result<()> {
        if std::mem::replace(&mut self.is_end_printed, true) {
            return Ok(());
        }
        let session = self.table.session();
        let text = match self.resigned {
            Some(side) => {
                let (lost, won) = (session.phrases().side(side), session.phrases().side(side.other()));
                say!("{} wins: {} resigns.", Sentence::capital(won), lost)
            }
            None => session.result().unwrap_or(Sentence::EMPTY),
        };
        self.page.print(match before {
            Some(before) => say!("{}. {}", before, text),
            None => text,
        })?;
        if let Some(best) = self.best_from_start() {
            self.page.print(best)?;
        }
        Ok(())
    }

    /// Called after a change, so that an end of the game is reported again.
    pub(crate) fn changed(&mut self) -> io::Result<()> {
        self.is_end_printed = false;
        self.show_board()
    }

    /// The engine's thoughts on the current position, at a level, with about this many of the best moves.
    pub(crate) fn think(&mut self, level: i32, lines: usize) -> Thought {
        let Bounds { movetime, depth, nodes } = self.bounds;
        let is_two_player = self.table.session().is_two_player();
        let default = (depth.is_none() && nodes.is_none()).then_some(MOVETIME[usize::from(!is_two_player)]);
        let movetime = movetime.or(default);
        let progress = Progress::new(
            self.page.is_terminal,
            movetime.map(Duration::from_millis),
            shown(self.names),
            self.page.language,
        );
        let driver = self.table.driver();
        driver.engine().configure(|config| {
            config.skill = level;
            config.multi_pv = lines;
        });
        let go = Go { movetime, depth, nodes, ..Go::default() };
        driver.think(go, &mut |session, event| progress.note(session, event))
    }

    /// Lets the engine move for the side to move.
    ///
    /// # Errors
    /// The output is closed.
    pub(crate) fn engine_moves(&mut self) -> io::Result<()> {
        let side = self.mover();
        let level = if self.seats.is_person(side) { SKILL_MAX } else { self.seats.levels[side.index()] };
        let thought = self.think(level, 1);
        for error in &thought.errors {
            self.page.print(error.clone())?;
        }
        // A person watching two engines may want to type something.
        self.paused |= thought.interrupted && !self.seats.has_person();
        let Some(best) = thought.best.clone() else {
            self.paused = true;
            return self.page.print(say!("the engine found no move; `undo`, `new` or `quit`"));
        };
        let session = self.table.session();
        let who = if session.is_two_player() { session.phrases().side(side) } else { "the engine" };
        let mut text = say!("{} plays {}", Sentence::capital(who), hint::spelled(session, &best, shown(self.names)));
        let line = thought.line.as_ref().filter(|line| line.pv.first() == Some(&best));
        let value = line.map(|line| (words::value(session.phrases(), line.value), line.depth));
        if let Err(error) = self.table.play(&best) {
            self.paused = true;
            return self.page.print(&error);
        }
        // The move is shown below the board, beside the prompt; above the board it would scroll off a 24-line terminal.
        self.is_end_printed = false;
        self.show_picture()?;
        if self.is_over() {
            return self.print_end(Some(text));
        }
        if words::is_check(self.table.session()) {
            text = say!("{}: check!", text);
        }
        if let Some((value, depth)) = value {
            text = say!("{}   {}, depth {}", text, value, depth);
        }
        self.page.print(text)?;
        if self.paused { self.page.print(say!("stopped; `go` goes on")) } else { Ok(()) }
    }

    /// Plays the person's move, or several of a puzzle.
    ///
    /// # Errors
    /// The output is closed.
    pub(crate) fn person_moves(&mut self, text: &str) -> io::Result<()> {
        if self.is_over() {
            return self.page.print(match command::nearest(text) {
                Some(near) => say!(
                    "did you mean `{}`? the game is over: `undo`, `new`, `save FILE` or `quit`; `help` lists all commands",
                    near
                ),
                None => say!("the game is over: `undo`, `new`, `save FILE` or `quit`; `help` lists all commands"),
            });
        }
        let moves: Vec<&str> =
            if self.table.session().is_two_player() { vec![text] } else { text.split_whitespace().collect() };
        let mut error = None;
        let mut played = 0;
        for mv in moves {
            match self.table.play(mv) {
                Ok(()) => played += 1,
                Err(cause) => {
                    error = Some(cause);
                    break;
                }
            }
        }
        if played > 0 {
            self.changed()?;
        }
        match error {
            Some(cause) => {
                let near = command::nearest(text).filter(|_| matches!(cause, MoveError::Unreadable { .. }));
                self.page.print(match near {
                    Some(near) => {
                        let found = Sentence::quoted(shorten(text));
                        say!("{} is neither a command nor a move: did you mean `{}`?", found, near)
                    }
                    None => {
                        Sentence::lines([(&cause).into(), say!("`help` lists the commands, `moves` the legal moves")])
                    }
                })
            }
            None => Ok(()),
        }
    }
}
