//! A query as people and programs write it: words, from a command line or as JSON.

use super::date;
use super::error::LibraryError;
use super::explore::Place;
use super::line::{self, Line};
use super::pattern::{Pattern, Pieces, Sequence};
use super::query::Query;
use meihua_contracts::text::GameText;
use meihua_engine::engine::registry::Entry;
use meihua_engine::games::xiangqi::Position as Xiangqi;
use meihua_records::GameResult;
use schemars::JsonSchema;
use serde::Deserialize;

/// What games must be like; see the options of `meihua library find`, which have the same names.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Request {
    /// The name of the game; xiangqi where a position, pattern, material or sequence is given.
    pub game: Option<String>,
    /// Parts of the names of players; two are one for each side.
    pub player: Vec<String>,
    /// Part of the name of the first player.
    pub red: Option<String>,
    /// Part of the name of the second player.
    pub black: Option<String>,
    /// Part of the name of the event.
    pub event: Option<String>,
    /// The first date: 1999, 1999-12 or 1999-12-31.
    pub since: Option<String>,
    /// The last date.
    pub until: Option<String>,
    /// The result: 1-0, 0-1, 1/2-1/2 or *.
    pub result: Option<String>,
    /// The beginning of an opening's code, or part of its name.
    pub opening: Option<String>,
    /// A number of plies, or a range: 40, 40-80, 40- or -80.
    pub plies: Option<String>,
    /// Words of a comment.
    pub comment: Option<String>,
    /// Part of the name of a source file.
    pub source: Option<String>,
    /// A position as on the wire: a FEN or `startpos`, and `moves` with moves in any notation.
    pub position: Option<String>,
    /// A pattern: a FEN, whole or smaller, in which `?` is anything and `.` is empty.
    pub pattern: Option<String>,
    /// The pieces of Red and of Black.
    pub material: Option<String>,
    /// In how many positions in a row the material must be there; 1 if left out.
    pub lasting: Option<u32>,
    /// Moves and patterns in order.
    pub sequence: Option<String>,
    /// Numbers of games.
    pub number: Vec<i64>,
    /// Maximum number of games of a list.
    pub limit: Option<usize>,
    /// How many games of a list to leave out at its beginning.
    pub offset: Option<usize>,
}

impl Request {
    /// The query.
    ///
    /// # Errors
    /// The part that cannot be read.
    pub fn query(&self, games: &[Entry]) -> Result<Query, LibraryError> {
        let parts = [
            ("red", &self.red),
            ("black", &self.black),
            ("event", &self.event),
            ("source", &self.source),
            ("opening", &self.opening),
            ("comment", &self.comment),
        ];
        let parts = parts.into_iter().filter_map(|(part, text)| Some((part, text.as_ref()?)));
        // It would be part of every name.
        if let Some((part, text)) =
            parts.chain(self.player.iter().map(|name| ("player", name))).find(|(_, text)| text.trim().is_empty())
        {
            return Err(LibraryError::query(part, text, "a text that is not empty"));
        }
        let variant = match &self.game {
            Some(name) => Some(line::game(games, name)?.name),
            None => None,
        };
        let board = variant.unwrap_or(Xiangqi::NAME);
        let boards = [&self.position, &self.pattern, &self.material, &self.sequence];
        let is_of_boards = boards.iter().any(|part| part.is_some());
        let position = match self.position.as_ref().map(|position| Place::read(position, board, games)) {
            Some(Err(LibraryError::Position(error))) if variant.is_none() => {
                return Err(LibraryError::Unnamed(error, board));
            }
            read => read.transpose()?,
        };
        let pattern = self.pattern.as_ref().map(|pattern| Pattern::parse(pattern, board)).transpose()?;
        if let Some(pattern) = &pattern
            && let Some(line) = Line::new(&line::start(games, board, None)?)
        {
            pattern.fit(line.grid())?;
        }
        let material = self.material.as_ref().map(|pieces| Pieces::parse(pieces));
        if let Some(lasting) = self.lasting
            && (lasting == 0 || self.material.is_none())
        {
            return Err(LibraryError::query("lasting", &lasting.to_string(), "a number from 1, beside material"));
        }
        Ok(Query {
            variant: variant.or_else(|| is_of_boards.then_some(board)).map(str::to_owned),
            players: self.player.clone(),
            red: self.red.clone(),
            black: self.black.clone(),
            event: self.event.clone(),
            since: self.since.as_deref().map(date).transpose()?,
            until: self.until.as_deref().map(date).transpose()?,
            result: self.result.as_deref().map(result).transpose()?,
            opening: self.opening.clone(),
            plies: self.plies.as_deref().map(plies).transpose()?,
            comment: self.comment.clone(),
            source: self.source.clone(),
            position,
            pattern,
            material: material.transpose()?.map(|pieces| (pieces, self.lasting.unwrap_or(1))),
            sequence: self.sequence.as_ref().map(|steps| Sequence::parse(steps, board)).transpose()?,
            numbers: self.number.clone(),
            limit: self.limit.map(|limit| limit.saturating_add(self.offset.unwrap_or(0))),
        })
    }
}

/// The tags of games may say nonsense; a query may not.
fn date(text: &str) -> Result<u32, LibraryError> {
    let (day, said) = date::read(text);
    let known = |day: u32| 1 + usize::from(!(day / 100).is_multiple_of(100)) + usize::from(!day.is_multiple_of(100));
    let day = day.filter(|&day| known(day) == said);
    day.ok_or_else(|| LibraryError::query("date", text, "1999, 1999-12 or 1999-12-31"))
}

fn result(text: &str) -> Result<GameResult, LibraryError> {
    GameResult::parse(text).ok_or_else(|| LibraryError::query("result", text, "1-0, 0-1, 1/2-1/2 or *"))
}

/// `40`, `40-80`, `40-` or `-80`.
fn plies(text: &str) -> Result<(u32, u32), LibraryError> {
    let bound = |text: &str, open: u32| if text.is_empty() { Some(open) } else { text.parse().ok() };
    let range = match text.split_once('-') {
        None => text.parse().ok().map(|plies| (plies, plies)),
        Some((least, most)) => bound(least, 0).zip(bound(most, u32::MAX)),
    };
    let range = range.filter(|(least, most)| least <= most && text != "-");
    range.ok_or_else(|| LibraryError::query("number of plies", text, "40, 40-80, 40- or -80"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_of_plies_dates_and_results() {
        let range = |text: &str| plies(text).ok();
        assert_eq!((range("40"), range("40-80")), (Some((40, 40)), Some((40, 80))));
        assert_eq!((range("40-"), range("-80")), (Some((40, u32::MAX)), Some((0, 80))));
        assert!(["", "-", "80-40", "a", "1-b"].iter().all(|text| range(text).is_none()));
        assert_eq!((date("1999").ok(), date("1999-12-31").ok()), (Some(19_990_000), Some(19_991_231)));
        assert_eq!((date("1999-12").ok(), date("19991231").ok()), (Some(19_991_200), Some(19_991_231)));
        assert_eq!((date("１９９９年２月").ok(), date("199902").ok()), (Some(19_990_200), Some(19_990_200)));
        for bad in [
            "1999-02-30",
            "1999-W05",
            "1999-02-99999999999",
            "yesterday",
            "2023-13",
            "2023-00",
            "2023-01-32",
            "2023-01-00",
            "20230132",
            "20230001",
            "2023-1-1-1",
        ] {
            assert!(date(bad).is_err(), "{bad}");
        }
        assert!(result("2-0").is_err());
    }
}
