//! The games that can be recorded, and the starts of saved games.

use super::error::Cause;
use data_encoding::BASE64URL_NOPAD;
use meihua_contracts::phrases::Phrases;
use meihua_contracts::sentence;
use meihua_contracts::sentence::Sentence;
use meihua_contracts::side::Side;
use meihua_contracts::text::PositionError;
use meihua_engine::engine::game_files;
use meihua_engine::engine::record_game::{self, RecordGame, RecordStart, Recorder};
use meihua_engine::engine::registry::{self, Entry};
use meihua_engine::games::connect_four::ConnectFour;
use meihua_engine::games::xiangqi::setup::Setup;

/// A position that recorded moves are played on and taken back.
pub type Board = Box<dyn RecordGame>;

/// A game that can be recorded. PGN, JSON and lists store any game; the other formats hold only xiangqi.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RecordedGame(Recorder);

impl RecordedGame {
    /// Xiangqi.
    pub const XIANGQI: RecordedGame = RecordedGame::of(&registry::XIANGQI);
    /// Four in a row.
    pub const CONNECT_FOUR: RecordedGame = RecordedGame::of(&registry::CONNECT_FOUR);

    /// A game of this program that has a recorder.
    const fn of(entry: &Entry) -> RecordedGame {
        match entry.recorder {
            Some(recorder) => RecordedGame(recorder),
            None => panic!("a two-player game"),
        }
    }

    /// The game with a name as in `UCI_Variant`, in a program with these games; `None` if it cannot be recorded.
    pub fn named(name: &str, games: &[Entry]) -> Option<RecordedGame> {
        Recorders::of(games).named(name)
    }

    /// The game of an entry; `None` if its games are not recorded.
    pub fn of_entry(entry: &Entry) -> Option<RecordedGame> {
        entry.recorder.map(RecordedGame)
    }

    /// Whether readers recognise the game by the form of its positions, without its name.
    pub fn is_recognised(self) -> bool {
        [RecordedGame::XIANGQI, RecordedGame::CONNECT_FOUR].contains(&self)
    }

    /// The name, as `UCI_Variant` has it.
    pub const fn name(self) -> &'static str {
        self.0.name
    }

    /// How saved games access it.
    pub const fn recorder(&self) -> &Recorder {
        &self.0
    }

    /// The value of the tag `Rules` of a game that a file describes: its name, and the text in base64url.
    pub fn rules_tag(self) -> Option<String> {
        let text = self.0.description.map(|description| description.text).filter(|text| !text.is_empty())?;
        Some(format!("{} {}", self.0.name, BASE64URL_NOPAD.encode(text.as_bytes())))
    }

    /// The game of a tag `Rules`.
    ///
    /// # Errors
    /// What is wrong with the tag, or with the text in it.
    pub(crate) fn of_rules_tag(value: &str) -> Result<RecordedGame, Sentence> {
        let (name, packed) = value.split_once(' ').ok_or("expected the name of a game and its text in base64url")?;
        let text =
            BASE64URL_NOPAD.decode(packed.trim().as_bytes()).ok().and_then(|bytes| String::from_utf8(bytes).ok());
        let text = text.ok_or("the text is not in base64url")?;
        let entry = game_files::described(name, &text)?;
        RecordedGame::of_entry(&entry).ok_or_else(|| sentence!("{} is no game for two", Sentence::quoted(name)))
    }

    /// One of the games that files may inherit from, unchanged; `None` if none has this name.
    fn inherited(name: &str) -> Option<RecordedGame> {
        RecordedGame::of_entry(&game_files::inherited(name)?)
    }

    /// How people talk about the game.
    pub fn phrases(self) -> &'static Phrases {
        (self.0.phrases)()
    }

    /// The PGN tag for the first player.
    pub fn first_player(self) -> &'static str {
        if self == RecordedGame::XIANGQI { "Red" } else { "White" }
    }

    /// Whether a bare number may be a move.
    pub(crate) fn has_moves_of_digits(self) -> bool {
        self == RecordedGame::CONNECT_FOUR
    }

    /// The start given by a FEN. In xiangqi only the board, and the side if present, must be valid.
    ///
    /// # Errors
    /// What is wrong with the position.
    pub fn start(self, fen: &str) -> Result<Start, PositionError> {
        (self.0.read)(fen).map(|position| Start { game: self, position })
    }

    /// The game's standard start.
    pub fn usual_start(self) -> Start {
        Start { game: self, position: (self.0.start)() }
    }
}

/// The games of a program that can be recorded, for formats that name their game.
#[derive(Clone, Debug, Default)]
pub struct Recorders {
    games: Vec<Recorder>,
    /// What a record that names no game is one of, if it fits.
    current: Option<RecordedGame>,
}

impl Recorders {
    /// The recordable games in a table of games.
    pub fn of(games: &[Entry]) -> Recorders {
        Recorders { games: games.iter().filter_map(|entry| entry.recorder).collect(), current: None }
    }

    /// The same, for records that are of this game wherever they name none and fit it.
    pub(crate) fn preferring(self, game: &str) -> Recorders {
        Recorders { current: self.named(game).filter(|game| !game.is_recognised()), ..self }
    }

    /// What a record that names no game is one of, if it fits.
    pub(crate) fn current(&self) -> Option<RecordedGame> {
        self.current
    }

    /// The game of a record that names it, perhaps in several words, and that may hold its rules. These count, whatever a
    /// game of the program with the same name plays; xiangqi and four in a row are always themselves. A name that none of
    /// the games has may be that of one which files inherit from.
    ///
    /// # Errors
    /// What is wrong with the rules.
    pub(crate) fn of_record(&self, name: &str, rules: Option<&str>) -> Result<Option<RecordedGame>, Cause> {
        let plain = name.replace([' ', '-'], "");
        // What other sites call them.
        let usual = match plain.to_ascii_lowercase().as_str() {
            "standard" | "fromposition" => "chess",
            "threecheck" => "3check",
            _ => &plain,
        };
        let spelled = [name, &name.replace(' ', "-"), &plain, usual];
        match (spelled.iter().find_map(|name| self.named(name)), rules) {
            (Some(own), _) if own.0.description.is_none() => Ok(Some(own)),
            // Other programs may mean something else by the tag.
            (_, Some(rules)) if rules.contains(' ') => match RecordedGame::of_rules_tag(rules) {
                Ok(game) => Ok(Some(game)),
                Err(found) => Err(Cause::field("Rules", found, "the rules of the game")),
            },
            (None, _) => Ok(RecordedGame::inherited(usual)),
            (named, _) => Ok(named),
        }
    }

    /// Chess, for files which do not name it.
    pub(crate) fn chess(&self) -> Option<RecordedGame> {
        self.named("chess").or_else(|| RecordedGame::inherited("chess"))
    }

    /// The error of a field that names a game that nobody knows.
    pub(crate) fn unknown(field: &'static str, name: &str) -> Cause {
        let expected =
            "a game that this program knows, its rules in the tag Rules, or a file that describes it (--variants)";
        Cause::field(field, Sentence::quoted(name), expected)
    }

    /// The game with a given name or alias. Xiangqi and four in a row are always known.
    pub fn named(&self, name: &str) -> Option<RecordedGame> {
        let own = [RecordedGame::XIANGQI, RecordedGame::CONNECT_FOUR];
        let mut all = own.into_iter().chain(self.games.iter().copied().map(RecordedGame));
        all.find(|game| game.0.is_called(name))
    }
}

/// The start of a game. In xiangqi it may be an impossible board, because teaching files have boards without generals.
#[derive(Clone, Debug)]
pub struct Start {
    game: RecordedGame,
    position: Box<dyn RecordStart>,
}

impl PartialEq for Start {
    fn eq(&self, other: &Start) -> bool {
        self.game == other.game && self.fen() == other.fen()
    }
}

impl Default for Start {
    /// The start position of xiangqi.
    fn default() -> Start {
        RecordedGame::XIANGQI.usual_start()
    }
}

impl From<Setup> for Start {
    fn from(setup: Setup) -> Start {
        Start { game: RecordedGame::XIANGQI, position: Box::new(setup) }
    }
}

impl From<ConnectFour> for Start {
    fn from(position: ConnectFour) -> Start {
        Start { game: RecordedGame::CONNECT_FOUR, position: record_game::start_at(position) }
    }
}

impl Start {
    /// The game.
    pub const fn kind(&self) -> RecordedGame {
        self.game
    }

    /// The board, if the game is xiangqi, for formats that support nothing else.
    pub fn xiangqi(&self) -> Option<&Setup> {
        self.position.as_any().downcast_ref()
    }

    /// Whether it is the game's standard start.
    pub fn is_usual(&self) -> bool {
        *self == self.game.usual_start()
    }

    /// The FEN, with all its fields.
    pub fn fen(&self) -> String {
        self.position.fen()
    }

    /// The side to move.
    pub fn side(&self) -> Side {
        self.position.side()
    }

    /// The number of the first full move.
    pub fn move_number(&self) -> u32 {
        self.position.move_number()
    }

    /// The same board with the other side to move; `None` if the board determines the side.
    pub(crate) fn turned(&self) -> Option<Start> {
        self.position.turned().map(|position| Start { game: self.game, position })
    }

    /// The position for playing moves. In xiangqi the general of the side not to move may be in check.
    ///
    /// # Errors
    /// What is impossible about the position.
    pub fn board(&self) -> Result<Board, PositionError> {
        self.position.board()
    }

    /// The position if the rules allow it, so that it can be searched.
    ///
    /// # Errors
    /// What the rules do not allow.
    pub fn legal_board(&self) -> Result<Board, PositionError> {
        self.position.legal_board()
    }
}
