//! The current game: its start and its turns, taken back and replayed as the person made them (one turn of a tower may
//! be many key strokes).

use crate::shared::driver::Driver;
use meihua_contracts::text::{MoveError, Notation};
use meihua_engine::engine::base::Base;
use meihua_engine::engine::error::EngineError;
use meihua_engine::engine::history::MoveHistory;
use meihua_engine::engine::registry::Entry;
use meihua_engine::engine::session::Session;
use meihua_records::GameRecord;

/// A game with its history.
pub(crate) struct Table {
    driver: Driver,
    /// The position at the beginning.
    start: String,
    /// Whether that is the game's standard start.
    is_usual: bool,
    /// The path of the project being played; `None` for a position.
    project: Option<String>,
    /// The number of moves in each turn.
    turns: MoveHistory<usize>,
    /// The saved game that was loaded, with comments and variations; `None` for a game that began here.
    record: Option<GameRecord>,
}

impl Table {
    /// A game at its start position.
    ///
    /// # Errors
    /// There is no such game.
    pub(crate) fn open(games: &'static [Entry], game: &str) -> Result<Table, EngineError> {
        let driver = Driver::open(games, game)?;
        let start = driver.session().fen();
        Ok(Table { driver, start, is_usual: true, project: None, turns: MoveHistory::default(), record: None })
    }

    /// The engine that plays here.
    pub(crate) fn driver(&mut self) -> &mut Driver {
        &mut self.driver
    }

    /// The games that can be opened.
    pub(crate) fn games(&self) -> &'static [Entry] {
        self.driver.games()
    }

    pub(crate) fn session(&self) -> &dyn Session {
        self.driver.session()
    }

    /// The position at the start of the game, as text.
    pub(crate) fn start(&self) -> &str {
        &self.start
    }

    /// Where the game started, for starting again.
    pub(crate) fn base(&self) -> Base {
        match &self.project {
            Some(path) => Base::Project(path.clone()),
            None if self.is_usual => Base::Start,
            None => Base::Fen(self.start.clone()),
        }
    }

    /// The saved game that was loaded; `None` for a game that began here.
    pub(crate) fn record(&self) -> Option<&GameRecord> {
        self.record.as_ref()
    }

    /// Records that the current game is this saved one.
    pub(crate) fn keep_record(&mut self, record: GameRecord) {
        self.record = Some(record);
    }

    /// Sets a position and plays moves from it, each as a turn. A loaded game is closed.
    ///
    /// # Errors
    /// A bad position changes nothing; a bad move leaves those before it played.
    pub(crate) fn set(&mut self, base: &Base, moves: &[String]) -> Result<(), EngineError> {
        self.driver.engine().set_position(base, &[])?;
        self.start = self.session().fen();
        self.is_usual = *base == Base::Start;
        self.project = if let Base::Project(path) = base { Some(path.clone()) } else { None };
        self.turns.clear();
        self.record = None;
        for (index, text) in moves.iter().enumerate() {
            self.play(text).map_err(|error| EngineError::Move { number: index + 1, error })?;
        }
        Ok(())
    }

    /// Restarts this game; what the engine learnt in it is forgotten.
    ///
    /// # Errors
    /// None in practice, since the position was accepted before.
    pub(crate) fn restart(&mut self) -> Result<(), EngineError> {
        let base = self.base();
        self.driver.engine().session_mut().forget();
        self.set(&base, &[])
    }

    /// Plays a turn.
    ///
    /// # Errors
    /// The reason why it cannot be played; the game is unchanged.
    pub(crate) fn play(&mut self, text: &str) -> Result<(), MoveError> {
        let before = self.length();
        self.driver.engine().session_mut().play(text)?;
        self.turns.push(self.length() - before);
        Ok(())
    }

    fn length(&self) -> usize {
        self.session().history(Notation::Wire).len()
    }

    /// Takes back a turn; `false` at the start.
    pub(crate) fn undo(&mut self) -> bool {
        let session = self.driver.engine().session_mut();
        self.turns.undo(1, |moves| session.undo(moves)) > 0
    }

    /// Replays a turn that was taken back; `false` if there is none.
    pub(crate) fn redo(&mut self) -> bool {
        let session = self.driver.engine().session_mut();
        self.turns.redo(1, |moves| session.redo(moves)) > 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::GAMES;

    #[test]
    fn a_turn_of_many_keys_is_taken_back_at_once() {
        let mut table = Table::open(GAMES, "tower").unwrap();
        let start = table.session().fen();
        table.play("aa").unwrap();
        let after = table.session().fen();
        assert!(table.undo());
        assert_eq!(table.session().fen(), start);
        assert!(!table.undo());
        assert!(table.redo() && !table.redo());
        assert_eq!(table.session().fen(), after);
    }

    #[test]
    fn it_begins_again_where_it_began() {
        let mut table = Table::open(GAMES, "river").unwrap();
        table.set(&Base::Fen("4 4 3".to_owned()), &["P1D1".to_owned()]).unwrap();
        assert!(!table.is_usual);
        table.restart().unwrap();
        assert_eq!(table.session().fen(), "-/-/P4D4 r 3");
        assert!(table.set(&Base::Fen("x".to_owned()), &[]).is_err());
        assert_eq!(table.session().fen(), "-/-/P4D4 r 3", "the old game stays");
        assert!(table.set(&Base::Start, &["P1D1".to_owned(), "D3".to_owned()]).is_err());
        assert_eq!(table.session().history(Notation::Wire), ["P1D1"], "the moves before the bad one stay");
    }
}
