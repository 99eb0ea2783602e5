//! Which games to look for: by what is known about them (in SQL), and by what happened on the board (by following their
//! moves).

use super::error::LibraryError;
use super::explore::Place;
use super::line::{self, Line};
use super::material::Material;
use super::opening;
use super::pattern::{Pattern, Pieces, Placed, Sequence, Step};
use super::store::Library;
use super::stored::words;
use meihua_records::GameResult;
use rusqlite::types::Value;
use rustc_hash::FxHashMap;
use schemars::JsonSchema;
use serde::Serialize;

/// What a game must be like; all of it at once.
#[derive(Clone, Debug, Default)]
pub struct Query {
    /// The name of the game, as `UCI_Variant` has it.
    pub variant: Option<String>,
    /// Parts of the names of players on either side; of several, each side has one.
    pub players: Vec<String>,
    /// Part of the name of the first player.
    pub red: Option<String>,
    /// Part of the name of the second player.
    pub black: Option<String>,
    /// Part of the name of the event.
    pub event: Option<String>,
    /// The first day, as YYYYMMDD; 0 for month or day means any.
    pub since: Option<u32>,
    /// The last day.
    pub until: Option<u32>,
    /// The result.
    pub result: Option<GameResult>,
    /// The beginning of an opening's code, or part of its name.
    pub opening: Option<String>,
    /// The least and the largest number of plies.
    pub plies: Option<(u32, u32)>,
    /// Words of a comment, as a phrase.
    pub comment: Option<String>,
    /// Part of the name of a source file.
    pub source: Option<String>,
    /// A position.
    pub position: Option<Place>,
    /// A pattern.
    pub pattern: Option<Pattern>,
    /// The pieces, and in how many positions in a row.
    pub material: Option<(Pieces, u32)>,
    /// Moves and patterns in order.
    pub sequence: Option<Sequence>,
    /// Numbers of games; empty for all.
    pub numbers: Vec<i64>,
    /// Maximum number of games.
    pub limit: Option<usize>,
}

/// A game in a list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Listed {
    /// Its number in the library.
    pub number: i64,
    /// The name of the game.
    pub game: String,
    /// The first player.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub red: Option<String>,
    /// The second player.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub black: Option<String>,
    /// `1-0`, `0-1`, `1/2-1/2` or `*`.
    pub result: &'static str,
    /// The number of plies.
    pub plies: u32,
    /// The event.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub event: Option<String>,
    /// The date as written.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub date: Option<String>,
    /// The code of the opening.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub opening: Option<String>,
}

impl Query {
    /// The condition in SQL, with its values.
    fn sql(&self) -> (String, Vec<Value>) {
        let mut clauses = vec!["1".to_owned()];
        let mut values: Vec<Value> = Vec::new();
        let mut add = |clause: &str, value: Value| {
            values.push(value);
            clauses.push(clause.replace('#', &format!("?{}", values.len())));
        };
        let text = |text: &str| Value::Text(text.to_owned());
        let named = |table: &str| format!("(SELECT id FROM {table} WHERE instr(plain(name), plain(#)))");
        let player = named("player");
        if let Some(variant) = &self.variant {
            add("variant=(SELECT id FROM variant WHERE name=#)", text(variant));
        }
        for name in &self.players {
            add(&format!("(red IN {player} OR black IN {player})"), text(name));
        }
        if self.players.len() > 1 {
            let names = serde_json::to_string(&self.players).unwrap_or_default();
            let any = "(SELECT player.id FROM player, json_each(#) WHERE instr(plain(name), plain(value)))";
            ["red", "black"].iter().for_each(|side| add(&format!("{side} IN {any}"), text(&names)));
        }
        let columns =
            [("red", &player, &self.red), ("black", &player, &self.black), ("event", &named("event"), &self.event)];
        for (column, names, part) in columns {
            part.iter().for_each(|part| add(&format!("{column} IN {names}"), text(part)));
        }
        self.since.iter().for_each(|&day| add("day>=#", Value::Integer(day.into())));
        self.until.iter().for_each(|&day| add("day<=#", Value::Integer(last_day(day).into())));
        self.result.iter().for_each(|result| add("result=#", Value::Integer(result.code().into())));
        if let Some((least, most)) = self.plies {
            add("plies>=#", Value::Integer(least.into()));
            add("plies<=#", Value::Integer(most.into()));
        }
        if let Some(opening) = &self.opening {
            let codes = serde_json::to_string(&opening::beginnings(opening)).unwrap_or_default();
            let is_one = "EXISTS(SELECT 1 FROM json_each(#) WHERE substr(opening, 1, length(value))=value)";
            add(is_one, Value::Text(codes));
        }
        if let Some(comment) = &self.comment {
            let phrase = format!("\"{}\"", words(comment).replace('"', " "));
            let found = "SELECT rowid FROM comment WHERE comment MATCH #";
            add(&format!("game.id IN (SELECT game FROM record WHERE id IN ({found}))"), Value::Text(phrase));
        }
        if !self.numbers.is_empty() {
            let numbers = serde_json::to_string(&self.numbers).unwrap_or_default();
            add("game.id IN (SELECT value FROM json_each(#))", Value::Text(numbers));
        }
        if let Some(source) = &self.source {
            let names = "SELECT id FROM source WHERE instr(lower(name), lower(#))";
            add(&format!("game.id IN (SELECT game FROM origin WHERE source IN ({names}))"), text(source));
        }
        (clauses.join(" AND "), values)
    }

    /// Whether every game is meant.
    pub fn is_everything(&self) -> bool {
        self.sql().1.is_empty() && !self.looks_at_boards()
    }

    fn looks_at_boards(&self) -> bool {
        self.position.is_some() || self.pattern.is_some() || self.material.is_some() || self.sequence.is_some()
    }
}

/// The last day of a year or month.
fn last_day(day: u32) -> u32 {
    match (day / 100 % 100, day % 100) {
        (0, _) => day + 1299,
        (_, 0) => day + 99,
        _ => day,
    }
}

/// A page of the games that a query finds.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Found {
    /// The number of games that the query finds.
    pub found: usize,
    /// The games of this page.
    pub games: Vec<Listed>,
}

impl Library {
    /// Counts the games of a query, whatever its limit, and lists those of a page.
    ///
    /// # Errors
    /// As [`Library::find`].
    pub fn page(&self, query: &Query, offset: usize, limit: usize) -> Result<Found, LibraryError> {
        let found = self.find(&Query { limit: None, ..query.clone() })?;
        let shown = found.iter().skip(offset).take(limit);
        let games = shown.filter_map(|&number| self.listed(number).transpose()).collect::<Result<_, _>>()?;
        Ok(Found { found: found.len(), games })
    }

    /// The numbers of the games that a query asks for, in the order in which they were added.
    ///
    /// # Errors
    /// The system's error, or the library is damaged.
    pub fn find(&self, query: &Query) -> Result<Vec<i64>, LibraryError> {
        let (condition, values) = query.sql();
        let looks_at_boards = query.looks_at_boards();
        let columns = if looks_at_boards { ", variant.name, start, material, moves" } else { "" };
        let mut select = self.connection.prepare(&format!(
            "SELECT game.id{columns} FROM game JOIN variant ON variant.id=variant WHERE {condition} ORDER BY game.id"
        ))?;
        let mut rows = select.query(rusqlite::params_from_iter(values))?;
        let mut found = Vec::new();
        let mut scan = Scan::new(query)?;
        let limit = query.limit.unwrap_or(usize::MAX);
        while found.len() < limit
            && let Some(row) = rows.next()?
        {
            if looks_at_boards {
                let start = row.get_ref(2)?.as_str_or_null().map_err(rusqlite::Error::from)?;
                let variant = row.get_ref(1)?.as_str().map_err(rusqlite::Error::from)?;
                let Some(board) = scan.start(self, variant, start)? else { continue };
                let moves = row.get_ref(4)?.as_blob().map_err(rusqlite::Error::from)?;
                if !scan.has(board, Material::unpack(row.get(3)?), moves) {
                    continue;
                }
            }
            found.push(row.get(0)?);
        }
        Ok(found)
    }

    /// What a list says about a game; `None` if there is no game of this number.
    ///
    /// # Errors
    /// The system's error.
    pub fn listed(&self, number: i64) -> Result<Option<Listed>, LibraryError> {
        let mut select = self.connection.prepare_cached(
            "SELECT variant.name, red.name, black.name, result, plies, event.name, date, opening FROM game
             JOIN variant ON variant.id=variant LEFT JOIN player red ON red.id=red
             LEFT JOIN player black ON black.id=black LEFT JOIN event ON event.id=event WHERE game.id=?1",
        )?;
        let mut rows = select.query_map([number], |row| {
            Ok(Listed {
                number,
                game: row.get(0)?,
                red: row.get(1)?,
                black: row.get(2)?,
                result: GameResult::from_code(row.get(3)?).word(),
                plies: row.get(4)?,
                event: row.get(5)?,
                date: row.get(6)?,
                opening: row.get(7)?,
            })
        })?;
        Ok(rows.next().transpose()?)
    }
}

/// The start of some games: its line, its pieces, and the patterns placed on its board.
struct Begin {
    line: Line,
    material: Material,
    pattern: Option<Placed>,
    steps: Vec<Placed>,
}

/// A look at the boards of games.
struct Scan<'a> {
    query: &'a Query,
    /// The key of the position, and its pieces.
    position: Option<(i64, &'static str, Material)>,
    /// The pieces without which a game has no chance any more.
    needs: Material,
    begins: Vec<Begin>,
    known: FxHashMap<String, Option<usize>>,
    usual: Option<(String, Option<usize>)>,
    line: Option<Line>,
}

impl<'a> Scan<'a> {
    fn new(query: &'a Query) -> Result<Scan<'a>, LibraryError> {
        let position = query.position.as_ref().map(Place::line).transpose()?;
        let position = position.map(|line| (line.key().0, line.name(), Material::of(line.grid().cells())));
        let mut needs = Material::default();
        let own = [
            position.map(|(_, _, material)| material),
            query.pattern.as_ref().map(Pattern::needs),
            query.material.as_ref().map(|(pieces, _)| pieces.needs()),
        ];
        for own in own.into_iter().flatten() {
            needs.0.iter_mut().zip(own.0).for_each(|(count, own)| *count = own.max(*count));
        }
        Ok(Scan { query, position, needs, begins: Vec::new(), known: FxHashMap::default(), usual: None, line: None })
    }

    /// The number of a start; `None` if the library cannot follow its board.
    fn start(&mut self, library: &Library, variant: &str, fen: Option<&str>) -> Result<Option<usize>, LibraryError> {
        // Almost every game begins as usual.
        if let (None, Some((known, number))) = (fen, &self.usual)
            && known == variant
        {
            return Ok(*number);
        }
        let name = format!("{variant} {}", fen.unwrap_or_default());
        let number = match self.known.get(&name) {
            Some(&number) => number,
            None => {
                let line = Line::new(&line::start(library.games, variant, fen)?);
                let number = line.map(|line| {
                    self.begins.push(self.begin(line));
                    self.begins.len() - 1
                });
                self.known.insert(name, number);
                number
            }
        };
        if fen.is_none() {
            self.usual = Some((variant.to_owned(), number));
        }
        Ok(number)
    }

    fn begin(&self, line: Line) -> Begin {
        let grid = line.grid();
        let steps = self.query.sequence.iter().flat_map(|sequence| &sequence.0);
        let patterns = steps.filter_map(|step| match step {
            Step::Move(_) | Step::Named(_) => None,
            Step::Pattern(pattern) => Some(pattern.placed(grid)),
        });
        let steps = patterns.collect();
        let pattern = self.query.pattern.as_ref().map(|pattern| pattern.placed(grid));
        Begin { material: Material::of(grid.cells()), pattern, steps, line }
    }

    /// Whether a game has everything that is asked for on its boards.
    fn has(&mut self, start: usize, last: Material, moves: &[u8]) -> bool {
        let Some(begin) = self.begins.get(start) else { return false };
        let is_xiangqi = begin.line.name() == "xiangqi";
        if let Some((_, name, material)) = &self.position
            && (*name != begin.line.name() || is_xiangqi && !material.is_between(&begin.material, &last))
        {
            return false;
        }
        if let Some((pieces, _)) = &self.query.material
            && (!is_xiangqi || !pieces.may_have_been(&begin.material, &last))
        {
            return false;
        }
        let line = match &mut self.line {
            Some(line) if line.name() == begin.line.name() => {
                line.restart(&begin.line);
                line
            }
            other => other.insert(begin.line.clone()),
        };
        let mut progress = Progress::new(self.query);
        let mut material = begin.material;
        for code in line::codes(moves).chain([0]) {
            if progress.visit(self.query, begin, self.position.map(|(key, _, _)| key), line, &material, code) {
                return true;
            }
            let taken = line.play(code);
            if is_xiangqi && taken != super::grid::EMPTY {
                material.remove(taken);
                if !self.needs.0.iter().zip(&material.0).all(|(needs, has)| needs <= has)
                    && !progress.is_beyond_pieces()
                {
                    return false;
                }
            }
        }
        false
    }
}

/// What a game has already had.
struct Progress {
    position: bool,
    pattern: bool,
    material: bool,
    /// Positions in a row with the material.
    run: u32,
    /// Steps of the sequence, as it is and in the mirror.
    steps: [usize; 2],
    sequence: bool,
}

impl Progress {
    fn new(query: &Query) -> Progress {
        Progress {
            position: query.position.is_none(),
            pattern: query.pattern.is_none(),
            material: query.material.is_none(),
            run: 0,
            steps: [0; 2],
            sequence: query.sequence.is_none(),
        }
    }

    /// Whether what depends on pieces being on the board has been there.
    const fn is_beyond_pieces(&self) -> bool {
        self.position && self.pattern && self.material
    }

    /// Looks at a position and the move played there (0 at the end); returns whether everything has been there.
    #[inline]
    fn visit(
        &mut self,
        query: &Query,
        begin: &Begin,
        key: Option<i64>,
        line: &Line,
        material: &Material,
        code: u16,
    ) -> bool {
        self.position |= key == Some(line.key().0);
        if let Some(pattern) = begin.pattern.as_ref().filter(|_| !self.pattern) {
            self.pattern = pattern.is_on(line.grid(), false) || pattern.is_on(line.grid(), true);
        }
        if let Some((pieces, lasting)) = query.material.as_ref().filter(|_| !self.material) {
            self.run = if pieces.are(material) { self.run + 1 } else { 0 };
            self.material = self.run >= *lasting.max(&1);
        }
        if let Some(sequence) = query.sequence.as_ref().filter(|_| !self.sequence) {
            self.follow(sequence, begin, line, code);
        }
        self.is_beyond_pieces() && self.sequence
    }

    /// Goes on in a sequence as far as a position and its move lead.
    fn follow(&mut self, sequence: &Sequence, begin: &Begin, line: &Line, code: u16) {
        for (is_mirrored, at) in [false, true].into_iter().zip(&mut self.steps) {
            while let Some(step) = sequence.0.get(*at) {
                let is_there = match step {
                    Step::Named(text) => code != 0 && line.is_called(code, text),
                    Step::Move(mv) => code != 0 && *mv == if is_mirrored { line.mirrored(code) } else { code },
                    Step::Pattern(_) => {
                        let patterns = sequence.0.iter().take(*at).filter(|step| matches!(step, Step::Pattern(_)));
                        begin.steps.get(patterns.count()).is_some_and(|step| step.is_on(line.grid(), is_mirrored))
                    }
                };
                if !is_there {
                    break;
                }
                *at += 1;
                // One move is one step.
                if matches!(step, Step::Move(_) | Step::Named(_)) {
                    break;
                }
            }
            self.sequence |= *at == sequence.0.len();
        }
    }
}
