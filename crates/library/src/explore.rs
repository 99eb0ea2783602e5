//! The explorer: what was played in a position, to the end of the last game that reached it.

use super::error::LibraryError;
use super::line::{self, Line};
use super::material::Material;
use super::opening::{self, Opening};
use super::store::Library;
use super::value::{PositionValue, Values};
use meihua_contracts::text::{Notation, PositionError};
use meihua_engine::engine::position_text;
use meihua_engine::engine::registry;
use meihua_records::{Board, Convention, GameResult, RecordedMove, Start};
use rusqlite::{OptionalExtension, params};
use schemars::JsonSchema;
use serde::Serialize;

/// What was played in a position.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Explored {
    /// The position.
    pub fen: String,
    /// The games that reached it: those of all moves, and those that ended there.
    pub games: u64,
    /// The moves, the most frequent first.
    pub moves: Vec<ExploredMove>,
    /// The value of the position, if the library has one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub value: Option<PositionValue>,
    /// The games that ended there.
    #[serde(skip_serializing_if = "is_zero")]
    pub ended: u64,
    /// The opening of the line that led here, or of the position itself.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub opening: Option<Opening>,
}

/// A move that was played in a position.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct ExploredMove {
    /// The move in wire notation, on the board that was asked for.
    #[serde(rename = "move")]
    pub mv: String,
    /// Games that the first player won.
    pub red: u64,
    /// Drawn games.
    pub draws: u64,
    /// Games that the second player won.
    pub black: u64,
    /// Games without a result.
    pub unknown: u64,
    /// The first and the last year; absent if no game has a date.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub years: Option<[u16; 2]>,
    /// The mean of the players' ratings, as far as they are known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rating: Option<u64>,
    /// The value of the position after the move, if the library has one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub value: Option<PositionValue>,
    /// The number of the game whose players have most games in the library.
    pub game: i64,
}

impl ExploredMove {
    /// Games in which the move was played.
    pub fn games(&self) -> u64 {
        self.red + self.draws + self.black + self.unknown
    }
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde hands it over so")]
fn is_zero(count: &u64) -> bool {
    *count == 0
}

/// A position with the moves that led to it.
#[derive(Clone, Debug)]
pub struct Place {
    pub(crate) start: Start,
    pub(crate) codes: Vec<u16>,
    pub(crate) board: Board,
}

impl Place {
    /// Reads a position of the game `name` as the engine does: nothing or `startpos`, a FEN, and `moves` with moves in
    /// any notation.
    ///
    /// # Errors
    /// What cannot be read, or is not legal.
    pub fn read(text: &str, name: &str, games: &[registry::Entry]) -> Result<Place, LibraryError> {
        let entry = line::game(games, name)?;
        let text = text.trim();
        let (fen, moves) = match position_text::read(text, entry.keeps_moves) {
            Some(game) => (game.start, game.moves),
            None => (Some(text).filter(|text| !matches!(*text, "" | "startpos")).map(str::to_owned), Vec::new()),
        };
        if fen.as_deref().is_some_and(|fen| fen.starts_with("startpos ")) {
            return Err(LibraryError::query("position", text, "`startpos moves` and the moves"));
        }
        let start = line::start(games, entry.name, fen.as_deref().filter(|fen| !fen.is_empty()))?;
        let mut place = Place { board: start.board()?, start, codes: Vec::new() };
        for mv in moves {
            let mv = place.board.read_move(&mv, Convention::default())?;
            place.play(mv);
        }
        Ok(place)
    }

    /// The position as text.
    pub fn fen(&self) -> String {
        self.board.fen()
    }

    /// Plays a legal move.
    pub fn play(&mut self, mv: RecordedMove) {
        self.codes.push(mv.0);
        self.board.make(mv);
    }

    /// The lines of positions from the start to this one.
    fn lines(&self) -> Result<Vec<Line>, LibraryError> {
        let line = Line::new(&self.start)
            .ok_or_else(|| PositionError::impossible("the library follows only boards whose FEN lists their rows"))?;
        let mut lines = vec![line];
        for &code in &self.codes {
            let mut next = lines[lines.len() - 1].clone();
            next.play(code);
            lines.push(next);
        }
        Ok(lines)
    }

    /// The line at this position.
    ///
    /// # Errors
    /// The FEN of the game does not list rows.
    pub(crate) fn line(&self) -> Result<Line, LibraryError> {
        Ok(self.lines()?.remove(self.codes.len()))
    }
}

/// What the index or a single game says about a move.
struct Found {
    /// The move as stored, 0 for the end of a game.
    code: u16,
    mv: ExploredMove,
}

/// The moves in wire notation, the most frequent first.
fn spelled(place: &Place, found: Vec<Found>) -> Result<Vec<ExploredMove>, LibraryError> {
    let mut moves = Vec::new();
    for Found { code, mut mv } in found.into_iter().filter(|found| found.code != 0) {
        let legal = line::legal(&place.board, code)
            .ok_or_else(|| LibraryError::Damaged("an indexed move is not legal".into()))?;
        mv.mv = place.board.move_text(legal, Notation::Wire).unwrap_or_default();
        moves.push(mv);
    }
    moves.sort_by(|one, other| other.games().cmp(&one.games()).then_with(|| one.mv.cmp(&other.mv)));
    Ok(moves)
}

impl Library {
    /// What was played in a position, whatever the order of moves.
    ///
    /// # Errors
    /// The system's error, or the library is damaged.
    pub fn explore(&self, place: &Place) -> Result<Explored, LibraryError> {
        let lines = place.lines()?;
        let line = &lines[lines.len() - 1];
        let mut found = self.indexed(line)?;
        if found.is_empty() {
            found.extend(self.single(&lines, &place.codes)?);
        }
        let mut opening = opening::Search::of(&place.start);
        lines.iter().for_each(|line| opening.visit(line.key().0));
        let values = Values::of(&self.connection)?;
        for Found { code, mv } in found.iter_mut().filter(|found| found.code != 0) {
            let mut after = line.clone();
            after.play(*code);
            mv.value = values.get(after.key().0)?;
        }
        let mut explored = Explored {
            fen: place.fen(),
            games: found.iter().map(|found| found.mv.games()).sum(),
            moves: Vec::new(),
            value: values.get(line.key().0)?,
            ended: found.iter().filter(|found| found.code == 0).map(|found| found.mv.games()).sum(),
            opening: opening.opening(),
        };
        explored.moves = spelled(place, found)?;
        Ok(explored)
    }

    /// The moves of a position that several games reach; none if it is not in the index.
    ///
    /// # Errors
    /// As [`Library::explore`].
    pub(crate) fn explore_indexed(&self, place: &Place) -> Result<Vec<ExploredMove>, LibraryError> {
        spelled(place, self.indexed(&place.line()?)?)
    }

    /// The rows of a position that several games reach, with moves as on the board of `line`.
    fn indexed(&self, line: &Line) -> Result<Vec<Found>, LibraryError> {
        let (key, is_mirrored) = line.key();
        let mut select = self.connection.prepare_cached(
            "SELECT move, red, draws, black, unknown, ratings, rated, first_year, last_year, game FROM position
             WHERE key=?1",
        )?;
        let rows = select.query_map([key], |row| {
            let (ratings, rated): (u64, u64) = (row.get(5)?, row.get(6)?);
            let years: (Option<u16>, Option<u16>) = (row.get(7)?, row.get(8)?);
            let code: u16 = row.get(0)?;
            let mv = ExploredMove {
                mv: String::new(),
                red: row.get(1)?,
                draws: row.get(2)?,
                black: row.get(3)?,
                unknown: row.get(4)?,
                years: years.0.zip(years.1).map(|(first, last)| [first, last]),
                rating: (ratings + rated / 2).checked_div(rated),
                value: None,
                game: row.get(9)?,
            };
            Ok(Found { code: if is_mirrored && code != 0 { line.mirrored(code) } else { code }, mv })
        })?;
        Ok(rows.collect::<Result<_, _>>()?)
    }

    /// What the only game that reaches a position played there: the game of the last move in the index that led here,
    /// or, where the moves to the position are not known, the one that a look through all games finds.
    fn single(&self, lines: &[Line], codes: &[u16]) -> Result<Vec<Found>, LibraryError> {
        let line = &lines[lines.len() - 1];
        for (before, &code) in lines.iter().zip(codes).rev() {
            let rows = self.indexed(before)?;
            if rows.is_empty() {
                continue;
            }
            let alone = rows.iter().find(|found| found.code == code && found.mv.games() == 1);
            if let Some(found) = alone
                && let Some(moves) = self.moves_in(found.mv.game, line)?
            {
                return Ok(moves);
            }
            break;
        }
        let wanted = Material::of(line.grid().cells());
        let variant = line.name();
        let mut select = self.connection.prepare_cached(
            "SELECT game.id, material, start FROM game WHERE variant=(SELECT id FROM variant WHERE name=?1)",
        )?;
        let mut rows = select.query([variant])?;
        let usual = line::start(self.games, variant, None)?;
        let usual = Line::new(&usual).map(|line| Material::of(line.grid().cells()));
        while let Some(row) = rows.next()? {
            let last = Material::unpack(row.get(1)?);
            let is_usual = row.get_ref(2)?.as_str().is_err();
            let may_reach = wanted.is_between(&usual.filter(|_| is_usual).unwrap_or(Material::MANY), &last);
            if variant == "xiangqi" && !may_reach {
                continue;
            }
            if let Some(moves) = self.moves_in(row.get(0)?, line)? {
                return Ok(moves);
            }
        }
        Ok(Vec::new())
    }

    /// The moves of a game in a position, on the board of `line`; `None` if the game does not reach it.
    fn moves_in(&self, game: i64, line: &Line) -> Result<Option<Vec<Found>>, LibraryError> {
        let mut select = self.connection.prepare_cached(
            "SELECT variant.name, start, moves, result, day, red_rating, black_rating FROM game
             JOIN variant ON variant.id=variant WHERE game.id=?1",
        )?;
        let row = select.query_row(params![game], |row| {
            let start: Option<String> = row.get(1)?;
            let ratings: [Option<u64>; 2] = [row.get(5)?, row.get(6)?];
            let day: Option<u32> = row.get(4)?;
            Ok((row.get::<_, String>(0)?, start, row.get::<_, Vec<u8>>(2)?, row.get::<_, u32>(3)?, day, ratings))
        });
        let Some((variant, start, moves, result, day, ratings)) = row.optional()? else { return Ok(None) };
        let Some(mut own) = Line::new(&line::start(self.games, &variant, start.as_deref())?) else { return Ok(None) };
        let (key, is_mirrored) = line.key();
        let mut codes: Vec<u16> = Vec::new();
        for code in line::codes(&moves).chain([0]) {
            let (own_key, mv) = own.key_and(code);
            if own_key == key {
                codes.push(if is_mirrored && mv != 0 { line.mirrored(mv) } else { mv });
            }
            if code != 0 {
                own.play(code);
            }
        }
        codes.sort_unstable();
        codes.dedup();
        if codes.is_empty() {
            return Ok(None);
        }
        let results = GameResult::from_code(result).code();
        let count = |code: u8| u64::from(results == code);
        let year = day.and_then(|day| u16::try_from(day / 10_000).ok());
        let mv = ExploredMove {
            mv: String::new(),
            red: count(1),
            draws: count(3),
            black: count(2),
            unknown: count(0),
            years: year.map(|year| [year, year]),
            rating: mean(ratings),
            value: None,
            game,
        };
        Ok(Some(codes.into_iter().map(|code| Found { code, mv: mv.clone() }).collect()))
    }
}

/// The mean of the ratings that are known.
pub(super) fn mean(ratings: [Option<u64>; 2]) -> Option<u64> {
    let known: Vec<u64> = ratings.into_iter().flatten().collect();
    known.iter().sum::<u64>().checked_div(known.len() as u64)
}
