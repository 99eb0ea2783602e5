//! Plain text: lists of moves in any notation, positions, commands `position …`, the columns of four in a row; many
//! games per file.
//!
//! A new game begins with a position, with move number 1 of Red, after a result, with the header of a game, and with a
//! line whose moves can only be played from the start again.

use super::super::error::{Cause, GameFault, Location, Trouble, Unread};
use super::super::game_record::GameRecord;
use super::super::lines::Lines;
use super::super::result::GameResult;
use super::super::start::{RecordedGame, Recorders, Start};
use super::super::tags::Tags;
use super::super::tree::NodeId;
use super::head::Field;
use super::line_kind::{Kind, is_digits, kind, split_remark};
use super::movetext;
use super::source::{GameSource, MAX_GAME};
use super::tokens::{self, Style};
use std::io::Read;

/// After this many lines of a game, it is no longer checked whether the next line begins another one.
const MAX_ASKED: usize = 64;

/// Maximum number of blank lines between a number and its move.
const MAX_BLANK: usize = 8;

/// Number of lines examined for moves of xiangqi before digits alone on a line are taken for four in a row.
const MAX_AHEAD: usize = 256;

/// Reads games from lines.
pub(crate) struct List<R> {
    lines: Lines<R>,
    recorders: Recorders,
    /// Whether digits alone on a line are the columns of four in a row: not in a text with moves of xiangqi. `None`:
    /// nothing has shown it yet.
    has_columns: Option<bool>,
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
    /// What stands after `#` on lines without moves.
    remarks: Vec<String>,
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

impl<R: Read> List<R> {
    /// Reads games from here.
    pub(crate) fn new(lines: Lines<R>, recorders: Recorders) -> List<R> {
        List { lines, recorders, has_columns: None, stray: None, unread: None }
    }

    fn gather(&mut self) -> Result<Option<RawGame>, Trouble> {
        let mut game = RawGame::default();
        while let Some(line) = self.lines.next_line()? {
            let (text, remark) = split_remark(&line.text);
            // The moves of a position may be on the lines below, after the word of `position`.
            let text = text.strip_prefix("moves ").unwrap_or(text).to_owned();
            // A remark on a line of its own is about the file.
            let remark = Some(remark).filter(|remark| !remark.is_empty() && !text.is_empty());
            let has_columns = is_digits(&text) && game.moves.is_empty() && self.has_columns()?;
            let kind = match kind(&text, has_columns) {
                Ok(Kind::Number(number, is_black)) => Kind::Number(number, is_black || self.black_follows()?),
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
            self.has_columns = shows_columns(&kind).or(self.has_columns);
            let is_own = !matches!(kind, Kind::Moves(_) | Kind::Rule);
            game.remarks.extend(remark.filter(|_| is_own).map(str::to_owned));
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
                    game.start = Some(Start::from(start));
                    game.add(&moves, line.number)?;
                    return Ok(Some(game));
                }
                Kind::Words if game.moves.is_empty() => game.add_words(&text),
                Kind::Words => game.add(&text, line.number)?,
                Kind::Moves(moves) => {
                    let remark = remark.map(|remark| format!(" {{{}}}", remark.replace('}', ")")));
                    game.add(&(moves + &remark.unwrap_or_default()), line.number)?;
                }
                Kind::Number(_, false) if game.moves.is_empty() => {}
                Kind::Number(number, is_black) => {
                    game.add(&format!("{number}.{}", if is_black { ".." } else { "" }), line.number)?;
                }
            }
        }
        self.unread = game.head_line.filter(|_| !game.has_content());
        Ok(game.has_content().then_some(game))
    }

    /// Whether the next line that is not blank begins with dots in place of Red's move.
    fn black_follows(&mut self) -> Result<bool, Trouble> {
        let follows = |text: &str| (!text.trim().is_empty()).then(|| tokens::begins_with_dots(text.trim()));
        Ok(self.lines.look_ahead(MAX_BLANK, follows)?.unwrap_or(false))
    }

    /// Whether digits alone on the line just read are columns of four in a row.
    fn has_columns(&mut self) -> Result<bool, Trouble> {
        if self.has_columns.is_none() {
            let shown = |text: &str| kind(split_remark(text).0, false).ok().as_ref().and_then(shows_columns);
            self.has_columns = Some(self.lines.look_ahead(MAX_AHEAD, shown)?.unwrap_or(true));
        }
        Ok(self.has_columns.unwrap_or(true))
    }
}

/// Whether a line shows that a text is about four in a row, or about xiangqi; `None` if it shows neither.
fn shows_columns(kind: &Kind) -> Option<bool> {
    match kind {
        Kind::Start { start, .. } => Some(start.kind().has_moves_of_digits()),
        Kind::Columns(..) => Some(true),
        Kind::Moves(moves) => Some(tokens::has_drop(moves)),
        Kind::Blank | Kind::Number(..) | Kind::Head(_) | Kind::Rule | Kind::Words => None,
    }
}

impl<R: Read> GameSource for List<R> {
    fn next_game(&mut self) -> Result<Option<GameRecord>, Trouble> {
        while let Some(raw) = self.gather()? {
            let stated = raw.start.is_some();
            let game = raw.read(&self.recorders);
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
        Some(Unread { place: Location::Line(line), what: "the header of a game without moves".into() })
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
            Kind::Moves(_) | Kind::Number(..) if self.moves.is_empty() => false,
            Kind::Number(number, is_black) => (*number, *is_black) == (1, false) || self.has_result(),
            Kind::Moves(moves) => {
                let is_first = tokens::line_number(moves) == Some((1, false));
                is_first || self.has_result() || self.begins_again(moves)
            }
        }
    }

    fn has_result(&self) -> bool {
        let last = self.moves.split_whitespace().next_back().unwrap_or_default();
        GameResult::parse(last.trim_matches([',', '，'])).is_some()
    }

    /// Whether the moves of a line do not continue this game, or not to the line's end, but can be played from its start.
    fn begins_again(&self, text: &str) -> bool {
        if self.lines > MAX_ASKED || text.split_whitespace().nth(1).is_none() {
            return false;
        }
        let start = self.start.clone().unwrap_or_default();
        let plies = |text: &str| {
            let game = movetext::read(&start, text, 1, Style { list: true, ..Style::default() });
            (game.tree.main_line().count(), game.faults.is_empty())
        };
        let (before, _) = plies(&self.moves);
        let (together, is_whole) = plies(&format!("{}\n{text}", self.moves));
        if is_whole && together > before {
            return false;
        }
        let (alone, is_game) = plies(text);
        alone > 0 && (together == before || (is_game && alone > together - before))
    }

    fn read(mut self, recorders: &Recorders) -> GameRecord {
        let is_unnamed = self.start.is_none();
        let digits = self.start.as_ref().is_some_and(|start| start.kind().has_moves_of_digits());
        let style = Style { list: true, digits, ..Style::default() };
        let start = match self.start {
            None if tokens::has_drop(&self.moves) => RecordedGame::CONNECT_FOUR.usual_start(),
            start => start.unwrap_or_default(),
        };
        let read = |start: &Start| {
            let style = Style { strict: !start.kind().is_recognised(), ..style };
            movetext::read(start, &self.moves, self.moves_line, style)
        };
        let mut game = read(&start);
        // What breaks off as xiangqi and is chess throughout is chess.
        if is_unnamed
            && let Some((_, other)) = movetext::as_another(&game, recorders, read)
            && other.faults.is_empty()
        {
            game = other;
        }
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
        words.chain(self.remarks).for_each(|line| game.tree.add_comment(NodeId::ROOT, &line));
        game
    }
}
