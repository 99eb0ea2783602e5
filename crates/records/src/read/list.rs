//! Plain text: lists of moves in any notation, positions, commands `position …`, the columns of four in a row; many
//! games per file.
//!
//! A new game begins with a position, with move number 1 of Red, after a result, with the header of a game, and with a
//! line whose moves can only be played from the start again.

use super::super::error::{Cause, GameFault, Location, Trouble, Unread};
use super::super::format::is_board;
use super::super::game_record::{GameRecord, Start};
use super::super::games::GameSource;
use super::super::lines::Lines;
use super::super::result::GameResult;
use super::super::tags::Tags;
use super::super::tree::NodeId;
use super::head::{self, Field};
use super::movetext;
use super::pgn::{MAX_GAME, lenient_setup};
use super::tokens::{self, Style, Token};
use meihua_contracts::text::{GameText, PositionError};
use meihua_engine::games::connect_four::ConnectFour;
use std::io::Read;

/// After this many lines of a game, it is no longer checked whether the next line begins another one.
const MAX_ASKED: usize = 64;

/// Reads games from lines.
pub(crate) struct List<R> {
    lines: Lines<R>,
    /// What was wrong with the first words that led to no game.
    stray: Option<GameFault>,
    /// The line of a header without a game.
    unread: Option<u64>,
}

/// The text of one game.
#[derive(Debug, Default)]
struct RawGame {
    start: Option<Start>,
    tags: Tags,
    /// The result stated in the header.
    result: Option<GameResult>,
    /// Lines before the moves that are not fields.
    words: Vec<String>,
    /// The line where the header begins.
    head_line: Option<u64>,
    /// The line of the start position.
    start_line: u64,
    moves: String,
    moves_line: u64,
    last_line: u64,
    lines: usize,
    after_blank: bool,
}

/// The meaning of a line.
enum Kind {
    Blank,
    /// A start position and what follows it on the line: moves, or the operations of an EPD. `whole`: only this line
    /// belongs to it.
    Start {
        start: Start,
        rest: String,
        operations: Vec<(String, String)>,
        whole: bool,
    },
    /// Four in a row as a list of columns.
    Columns(ConnectFour, String),
    Moves,
    /// Names and values: the header of a game.
    Head(Vec<(Field, String)>),
    /// A rule.
    Rule,
    /// No word of it looks like a move.
    Words,
}

impl<R: Read> List<R> {
    /// Reads games from here.
    pub(crate) fn new(lines: Lines<R>) -> List<R> {
        List { lines, stray: None, unread: None }
    }

    fn gather(&mut self) -> Result<Option<RawGame>, Trouble> {
        let mut game = RawGame::default();
        while let Some(line) = self.lines.next_line()? {
            let text = without_remark(&line.text).trim();
            // The moves of a position may be on the lines below, after the word of `position`.
            let text = text.strip_prefix("moves ").unwrap_or(text).to_owned();
            let kind = match kind(&text, game.moves.is_empty()) {
                Ok(kind) => kind,
                // The game before the bad line is complete; the line is reported next.
                Err(_) if game.has_content() => {
                    self.lines.put_back(line);
                    return Ok(Some(game));
                }
                Err(cause) => return Err(Trouble::at_line(line.number, cause)),
            };
            if game.has_ended_before(&kind, &text) {
                self.lines.put_back(line);
                return Ok(Some(game));
            }
            match kind {
                Kind::Blank => game.after_blank = true,
                // What follows below is about this game.
                Kind::Rule => game.after_blank = true,
                Kind::Head(fields) => game.add_head(fields, line.number),
                Kind::Start { start, rest, operations, whole } => {
                    game.start = Some(start);
                    game.start_line = line.number;
                    for (opcode, operand) in operations {
                        game.tags.push(if opcode == "id" { "Title" } else { &opcode }, &operand);
                    }
                    game.add(&rest, line.number)?;
                    if whole {
                        return Ok(Some(game));
                    }
                }
                Kind::Columns(start, moves) => {
                    game.start = Some(Start::ConnectFour(start));
                    game.add(&moves, line.number)?;
                    return Ok(Some(game));
                }
                Kind::Words if game.moves.is_empty() => game.add_words(&text),
                Kind::Moves | Kind::Words => game.add(&text, line.number)?,
            }
        }
        self.unread = game.head_line.filter(|_| !game.has_content());
        Ok(game.has_content().then_some(game))
    }
}

impl<R: Read> GameSource for List<R> {
    fn next_game(&mut self) -> Result<Option<GameRecord>, Trouble> {
        while let Some(raw) = self.gather()? {
            let stated = raw.start.is_some();
            let game = raw.read();
            // Words alone are not a game; a wrong first move is reported only once.
            if stated || game.tree.moves() > 0 {
                return Ok(Some(game));
            }
            self.stray = self.stray.take().or(game.faults.into_iter().next());
        }
        match self.stray.take() {
            None => Ok(None),
            Some(fault) => Err(Trouble { place: fault.place, cause: Cause::NoGame(fault.what) }),
        }
    }

    fn unread(&mut self) -> Option<Unread> {
        let line = self.unread.take()?;
        Some(Unread { place: Location::Line(line), what: "the header of a game without moves".to_owned() })
    }
}

impl RawGame {
    fn has_content(&self) -> bool {
        self.start.is_some() || !self.moves.is_empty()
    }

    /// Adds a line of moves; skipped lines are kept as empty ones for the line numbers.
    fn add(&mut self, text: &str, number: u64) -> Result<(), Trouble> {
        if text.is_empty() {
            return Ok(());
        }
        if self.moves.is_empty() {
            (self.moves_line, self.last_line) = (number, number);
        }
        (self.last_line..number).for_each(|_| self.moves.push('\n'));
        self.last_line = number;
        self.moves.push_str(text);
        self.lines += 1;
        self.after_blank = false;
        if self.moves.len() > MAX_GAME {
            return Err(Trouble::at_line(number, Cause::TooLarge { what: "a game", limit: MAX_GAME as u64 }));
        }
        Ok(())
    }

    fn add_words(&mut self, text: &str) {
        match text.strip_suffix("EOD") {
            Some(event) => self.tags.push("Event", event),
            None => self.words.push(text.to_owned()),
        }
    }

    fn add_head(&mut self, fields: Vec<(Field, String)>, line: u64) {
        self.head_line = self.head_line.or(Some(line));
        for (field, value) in fields {
            match (field, GameResult::parse(&value)) {
                (Field::Tag(name), _) => self.tags.push(name, &value),
                (Field::Result, Some(result)) => self.result = Some(result),
                (Field::Result, None) => self.tags.push("ResultText", &value),
            }
        }
    }

    /// Whether the next line belongs to another game.
    fn has_ended_before(&self, next: &Kind, text: &str) -> bool {
        match next {
            Kind::Blank | Kind::Rule => false,
            // The result may come after the moves.
            Kind::Head(fields) => {
                let is_result = fields.iter().all(|(field, _)| *field == Field::Result);
                self.has_content() && !(is_result && self.result.is_none())
            }
            Kind::Start { .. } | Kind::Columns(..) => self.has_content(),
            Kind::Words => !self.moves.is_empty() && (self.after_blank || self.has_result() || text.ends_with("EOD")),
            Kind::Moves if self.moves.is_empty() => false,
            Kind::Moves => {
                let is_first = tokens::line_number(text) == Some((1, false));
                is_first || self.has_result() || self.begins_again(text)
            }
        }
    }

    fn has_result(&self) -> bool {
        let last = self.moves.split_whitespace().next_back().unwrap_or_default();
        GameResult::parse(last.trim_matches([',', '，'])).is_some()
    }

    /// Whether the moves of a line do not continue this game but can be played from its start.
    fn begins_again(&self, text: &str) -> bool {
        if self.lines > MAX_ASKED || text.split_whitespace().nth(1).is_none() {
            return false;
        }
        let start = self.start.clone().unwrap_or_default();
        let plies = |text: &str| {
            let game = movetext::read(&start, text, 1, Style { list: true, digits: false });
            (game.tree.main_line().count(), game.faults.is_empty())
        };
        let (before, _) = plies(&self.moves);
        let (together, _) = plies(&format!("{}\n{text}", self.moves));
        together == before && plies(text).0 > 0
    }

    fn read(mut self) -> GameRecord {
        let digits = self.start.as_ref().is_some_and(|start| start.kind().has_moves_of_digits());
        let style = Style { list: true, digits };
        let start = match self.start {
            None if tokens::has_drop(&self.moves) => Start::ConnectFour(ConnectFour::start()),
            start => start.unwrap_or_default(),
        };
        let mut game = movetext::read(&start, &self.moves, self.moves_line, style);
        std::mem::swap(&mut game.tags, &mut self.tags);
        let lines = [self.head_line.unwrap_or(0), self.start_line, self.moves_line];
        game.place = lines.into_iter().filter(|&line| line > 0).min().map_or(Location::Whole, Location::Line);
        if game.result == GameResult::Unknown {
            game.result = self.result.unwrap_or_default();
        }
        // The first line is the title, unless a field gives one.
        let mut words = self.words.into_iter();
        if game.tags.get("Title").is_none()
            && let Some(title) = words.next()
        {
            game.tags.push("Title", &title);
        }
        words.for_each(|line| game.tree.add_comment(NodeId::ROOT, &line));
        game
    }
}

/// A line up to a `#` that begins a word. After a move it means mate, and in an EPD `bm #6` is a mate in 6.
fn without_remark(line: &str) -> &str {
    let is_remark = |before: &str| {
        let word = before.trim_end();
        before.is_empty() || word.len() < before.len() && !word.ends_with(" bm")
    };
    let mut remarks = line.match_indices('#').map(|(index, _)| index).filter(|&index| is_remark(&line[..index]));
    remarks.next().map_or(line, |index| &line[..index])
}

fn kind(text: &str, first: bool) -> Result<Kind, Cause> {
    if text.is_empty() {
        return Ok(Kind::Blank);
    }
    if head::is_rule(text) {
        return Ok(Kind::Rule);
    }
    if let Some(fields) = head::fields(text) {
        return Ok(Kind::Head(fields));
    }
    let command = text.strip_prefix("position ").map(str::trim);
    let line = command.unwrap_or(text);
    let (base, moves) = match line.split_once("moves") {
        Some((base, moves)) => (base.trim(), moves),
        None => (line, ""),
    };
    if let Some(rest) = base.strip_prefix("startpos") {
        let start = if tokens::has_drop(moves) { Start::ConnectFour(ConnectFour::start()) } else { Start::default() };
        return Ok(Kind::Start {
            start,
            rest: format!("{rest} {moves}").trim().to_owned(),
            operations: Vec::new(),
            whole: true,
        });
    }
    let fen = base.strip_prefix("fen ").map(str::trim);
    let board = fen.unwrap_or(base).split([' ', '\t', ',']).next().unwrap_or_default();
    if fen.is_some() || command.is_some() || board.matches('/').count() >= 3 {
        return position(fen.unwrap_or(base), board, moves, command.is_some() || fen.is_some());
    }
    if first && text.bytes().all(|byte| byte.is_ascii_digit()) {
        return Ok(columns(text));
    }
    Ok(if has_moves(text) { Kind::Moves } else { Kind::Words })
}

/// A line that begins with a board.
fn position(text: &str, board: &str, moves: &str, whole: bool) -> Result<Kind, Cause> {
    let bad = |error: PositionError| match error {
        PositionError::Syntax { field, found, expected } => {
            Cause::Field { field: "position", found: format!("{found:?} ({field})"), expected }
        }
        PositionError::Impossible(what) => {
            Cause::Field { field: "position", found: what, expected: "a position".to_owned() }
        }
    };
    if !is_board(board)
        && board.contains('/')
        && let Ok(game) = ConnectFour::from_fen(text)
    {
        return Ok(Kind::Start {
            start: Start::ConnectFour(game),
            rest: moves.trim().to_owned(),
            operations: Vec::new(),
            whole,
        });
    }
    let rest = text.get(board.len()..).unwrap_or_default();
    let is_field = |word: &str| {
        matches!(word, "w" | "b" | "r" | "W" | "B" | "R" | "-" | "KQkq")
            || word.bytes().all(|byte| byte.is_ascii_digit())
    };
    let words = |text: &str| text.split([' ', '\t', ',']).filter(|word| !word.is_empty()).map(str::to_owned).collect();
    let words: Vec<String> = words(rest);
    let count = words.iter().take(5).take_while(|word| is_field(word)).count();
    let setup = lenient_setup(&format!("{board} {}", words[..count].join(" "))).map_err(bad)?;
    let start = Start::Xiangqi(Box::new(setup));
    let is_opcode = |word: &String| matches!(word.as_str(), "bm" | "dm" | "id");
    // The operations of an EPD are not moves.
    if rest.contains([';', '"']) || words.get(count).is_some_and(is_opcode) {
        let operations = operations(after_fields(rest, count));
        return Ok(Kind::Start { start, rest: moves.trim().to_owned(), operations, whole: true });
    }
    let rest = format!("{} {moves}", words[count..].join(" ")).trim().to_owned();
    Ok(Kind::Start { start, rest, operations: Vec::new(), whole })
}

/// The text after `count` words.
fn after_fields(text: &str, count: usize) -> &str {
    let separators = [' ', '\t', ','];
    (0..count).fold(text, |text, _| {
        let text = text.trim_start_matches(separators);
        text.find(separators).map_or("", |end| &text[end..])
    })
}

/// The operations of an EPD, opcode and operand: `dm 6; id "a; b";`.
fn operations(text: &str) -> Vec<(String, String)> {
    let mut quoted = false;
    let parts = text.split(|c: char| {
        quoted ^= c == '"';
        c == ';' && !quoted
    });
    let operation = |part: &str| {
        let (opcode, operand) = part.trim().split_once(char::is_whitespace)?;
        Some((opcode.to_owned(), operand.trim().trim_matches('"').to_owned()))
    };
    parts.filter_map(operation).collect()
}

/// The columns of four in a row, from 1: `4453`.
fn columns(text: &str) -> Kind {
    let digits = text.chars().map(String::from).collect::<Vec<_>>().join(" ");
    Kind::Columns(ConnectFour::start(), digits)
}

/// Whether a word of the line could be a move or a result.
fn has_moves(line: &str) -> bool {
    let style = Style { list: true, digits: false };
    let mut found = false;
    tokens::scan(line, 1, style, |_, token| match token {
        Token::Result(_) => found = true,
        Token::Move(word) => found |= tokens::looks_like_move(word),
        Token::Comment(_) | Token::Open | Token::Close | Token::Mark(_) | Token::BlackMoves => {}
    });
    found
}
