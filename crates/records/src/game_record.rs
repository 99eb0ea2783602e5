//! One saved game.

use super::board::Board;
use super::cursor::Cursor;
use super::error::{GameFault, Location, Unread};
use super::read::pgn::lenient_setup;
use super::result::GameResult;
use super::tags::Tags;
use super::title;
use super::tree::{NodeId, Tree};
use meihua_contracts::phrases::Phrases;
use meihua_contracts::side::Side;
use meihua_contracts::text::{GameText, Notation, PositionError};
use meihua_engine::engine::record_game::{RecordGame, Recorder};
use meihua_engine::engine::registry::Entry;
use meihua_engine::games::connect_four::ConnectFour;
use meihua_engine::games::xiangqi::setup::Setup;
use meihua_engine::games::xiangqi::{Position as Xiangqi, fen};

/// A game that can be recorded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RecordedGame {
    /// Xiangqi.
    Xiangqi,
    /// Four in a row.
    ConnectFour,
    /// Another of the program's games; PGN, JSON and lists store it in its own notation.
    Other(Recorder),
}

impl RecordedGame {
    /// The game with a name as in `UCI_Variant`, in a program with these games; `None` if it cannot be recorded.
    pub fn named(name: &str, games: &[Entry]) -> Option<RecordedGame> {
        Recorders::of(games).named(name)
    }

    /// Whether readers recognise the game by the form of its positions, without its name.
    pub const fn is_recognised(self) -> bool {
        match self {
            RecordedGame::Xiangqi | RecordedGame::ConnectFour => true,
            RecordedGame::Other(_) => false,
        }
    }

    /// The name, as `UCI_Variant` has it.
    pub const fn name(self) -> &'static str {
        match self {
            RecordedGame::Xiangqi => Xiangqi::NAME,
            RecordedGame::ConnectFour => ConnectFour::NAME,
            RecordedGame::Other(recorder) => recorder.name,
        }
    }

    /// How people talk about the game.
    pub fn phrases(self) -> &'static Phrases {
        match self {
            RecordedGame::Xiangqi => &Xiangqi::PHRASES,
            RecordedGame::ConnectFour => &ConnectFour::PHRASES,
            RecordedGame::Other(recorder) => (recorder.phrases)(),
        }
    }

    /// The PGN tag for the first player.
    pub const fn first_player(self) -> &'static str {
        match self {
            RecordedGame::Xiangqi => "Red",
            RecordedGame::ConnectFour | RecordedGame::Other(_) => "White",
        }
    }

    /// Whether a bare number may be a move.
    pub(crate) const fn has_moves_of_digits(self) -> bool {
        match self {
            RecordedGame::Xiangqi | RecordedGame::Other(_) => false,
            RecordedGame::ConnectFour => true,
        }
    }

    /// The start given by a FEN. In xiangqi only the board, and the side if present, must be valid.
    ///
    /// # Errors
    /// What is wrong with the position.
    pub fn start(self, fen: &str) -> Result<Start, PositionError> {
        match self {
            RecordedGame::Xiangqi => lenient_setup(fen).map(|setup| Start::Xiangqi(Box::new(setup))),
            RecordedGame::ConnectFour => ConnectFour::from_fen(fen).map(Start::ConnectFour),
            RecordedGame::Other(recorder) => OtherStart::open(recorder, Some(fen)).map(Start::Other),
        }
    }

    /// The game's standard start.
    ///
    /// # Errors
    /// The game's own rules do not allow its start.
    pub fn usual_start(self) -> Result<Start, PositionError> {
        match self {
            RecordedGame::Xiangqi => Ok(Start::default()),
            RecordedGame::ConnectFour => Ok(Start::ConnectFour(ConnectFour::start())),
            RecordedGame::Other(recorder) => OtherStart::open(recorder, None).map(Start::Other),
        }
    }
}

/// The games of a program that can be recorded, for formats that name their game.
#[derive(Clone, Debug, Default)]
pub struct Recorders(Vec<Recorder>);

impl Recorders {
    /// The recordable games in a table of games.
    pub fn of(games: &[Entry]) -> Recorders {
        Recorders(games.iter().filter_map(|entry| entry.recorder).collect())
    }

    /// The game with a given name.
    pub fn named(&self, name: &str) -> Option<RecordedGame> {
        let own = [RecordedGame::Xiangqi, RecordedGame::ConnectFour].into_iter().find(|kind| kind.name() == name);
        let other = || self.0.iter().find(|recorder| recorder.name.eq_ignore_ascii_case(name));
        own.or_else(|| other().copied().map(RecordedGame::Other))
    }
}

/// The start of a game other than xiangqi and four in a row.
#[derive(Clone, Debug)]
pub struct OtherStart {
    recorder: Recorder,
    position: Box<dyn RecordGame>,
}

impl OtherStart {
    fn open(recorder: Recorder, fen: Option<&str>) -> Result<OtherStart, PositionError> {
        Ok(OtherStart { recorder, position: (recorder.open)(fen)? })
    }

    pub fn position(&self) -> &dyn RecordGame {
        self.position.as_ref()
    }

    fn is_usual(&self) -> bool {
        (self.recorder.open)(None).is_ok_and(|usual| usual.fen() == self.position.fen())
    }
}

impl PartialEq for OtherStart {
    fn eq(&self, other: &OtherStart) -> bool {
        self.recorder == other.recorder && self.position.fen() == other.position.fen()
    }
}

/// The start of a game. In xiangqi it may be an impossible board, because teaching files have boards without generals.
#[derive(Clone, Debug, PartialEq)]
pub enum Start {
    /// Xiangqi.
    Xiangqi(Box<Setup>),
    /// Four in a row.
    ConnectFour(ConnectFour),
    /// Another of the program's games.
    Other(OtherStart),
}

impl Default for Start {
    /// The start position of xiangqi.
    fn default() -> Start {
        Start::Xiangqi(Box::new(Setup::start()))
    }
}

impl Start {
    /// The game.
    pub const fn kind(&self) -> RecordedGame {
        match self {
            Start::Xiangqi(_) => RecordedGame::Xiangqi,
            Start::ConnectFour(_) => RecordedGame::ConnectFour,
            Start::Other(start) => RecordedGame::Other(start.recorder),
        }
    }

    /// The board, if the game is xiangqi, for formats that support nothing else.
    pub const fn xiangqi(&self) -> Option<&Setup> {
        match self {
            Start::Xiangqi(setup) => Some(setup),
            Start::ConnectFour(_) | Start::Other(_) => None,
        }
    }

    /// Whether it is the game's standard start.
    pub fn is_usual(&self) -> bool {
        match self {
            Start::Xiangqi(setup) => **setup == Setup::start(),
            Start::ConnectFour(game) => *game == ConnectFour::start(),
            Start::Other(start) => start.is_usual(),
        }
    }

    /// The FEN, with all its fields.
    pub fn fen(&self) -> String {
        match self {
            Start::Xiangqi(setup) => fen::write_setup(setup),
            Start::ConnectFour(game) => game.fen(),
            Start::Other(start) => start.position.fen(),
        }
    }

    /// The side to move.
    pub fn side(&self) -> Side {
        match self {
            Start::Xiangqi(setup) => setup.side,
            Start::ConnectFour(game) => meihua_contracts::game::Game::side_to_move(game),
            Start::Other(start) => start.position.side(),
        }
    }

    /// The number of the first full move.
    pub fn move_number(&self) -> u32 {
        match self {
            Start::Xiangqi(setup) => u32::from(setup.move_number.max(1)),
            Start::ConnectFour(game) => game.move_number(),
            // Not every position text has one.
            Start::Other(_) => 1,
        }
    }
}

/// A saved game: start, moves with variations, comments and annotations, result, tags.
#[derive(Clone, Debug, Default)]
pub struct GameRecord {
    /// The start position.
    pub start: Start,
    /// Event, site, date, round, players and everything else known, except the start position and the result.
    pub tags: Tags,
    /// The recorded result.
    pub result: GameResult,
    /// The moves, all of them legal.
    pub tree: Tree,
    /// Where the game begins in its file; [`Location::Whole`] in formats with one game per file, and in libraries.
    pub place: Location,
    /// What could not be read, at most [`GameRecord::MAX_FAULTS`] entries.
    pub faults: Vec<GameFault>,
    /// Unread text after or within the game. [`super::Games`] takes it out and reports it.
    pub unread: Option<Unread>,
}

impl GameRecord {
    /// Maximum number of faults kept in a record.
    pub const MAX_FAULTS: usize = 16;

    /// The name of a player. PGN from Western programs calls Red White.
    pub fn player(&self, side: Side) -> Option<&str> {
        match side {
            Side::First => self.tags.get("Red").or_else(|| self.tags.get("White")),
            Side::Second => self.tags.get("Black"),
        }
    }

    /// If no player is named, takes the players from a title such as `甲 先胜 乙` or `甲 VS 乙`. Titles that say more than
    /// two names, or that may be about pieces (`马兵 对 双士`), are left alone.
    pub(crate) fn name_players(&mut self) {
        if self.player(Side::First).is_some() || self.player(Side::Second).is_some() {
            return;
        }
        if let Some((red, black)) = self.tags.get("Title").and_then(title::players) {
            self.tags.push("Red", &red);
            self.tags.push("Black", &black);
        }
    }

    /// The event.
    pub fn event(&self) -> Option<&str> {
        self.tags.get("Event")
    }

    /// The date as written.
    pub fn date(&self) -> Option<&str> {
        self.tags.get("Date")
    }

    /// The main line, in a notation.
    pub fn main_line(&self, notation: Notation) -> Vec<String> {
        let mut cursor = Cursor::new(&self.start);
        let nodes: Vec<NodeId> = self.tree.main_line().collect();
        nodes.into_iter().filter_map(|node| cursor.text_of(&self.tree, node, notation)).collect()
    }

    /// The FEN after the main line.
    pub fn final_fen(&self) -> String {
        let mut cursor = Cursor::new(&self.start);
        if let Some(last) = self.tree.main_line().last() {
            cursor.go_to(&self.tree, last);
        }
        cursor.board().map_or_else(|| self.start.fen(), Board::fen)
    }

    /// Whether two records are the same game, regardless of their files and of faults in them: start, result, moves, comments,
    /// annotations, and tags in any order.
    pub fn same_game(&self, other: &GameRecord) -> bool {
        self.start == other.start
            && self.result == other.result
            && self.tags.sorted() == other.tags.sorted()
            && self.tree == other.tree
    }

    /// Records something that could not be read.
    pub(crate) fn add_fault(&mut self, fault: GameFault) {
        if self.faults.len() < GameRecord::MAX_FAULTS {
            self.faults.push(fault);
        }
    }
}
