//! The text format of the World Xiangqi Federation and of PlayOK: lines `RED name ; elo`, `RESULT 1-0` …, then
//! `START{ moves }END`.

use super::super::error::{Cause, GameFault, Location, Trouble, Unread};
use super::super::game_record::GameRecord;
use super::super::lines::{Line, Lines};
use super::super::result::GameResult;
use super::super::start::{RecordedGame, Start};
use super::movetext;
use super::source::{GameSource, MAX_GAME};
use super::tokens::Style;
use std::io::Read;

/// Reads games from lines.
pub(crate) struct WxfText<R> {
    lines: Lines<R>,
    unread: Option<Unread>,
}

impl<R: Read> WxfText<R> {
    /// Reads games from here.
    pub(crate) fn new(lines: Lines<R>) -> WxfText<R> {
        WxfText { lines, unread: None }
    }
}

impl<R: Read> GameSource for WxfText<R> {
    fn next_game(&mut self) -> Result<Option<GameRecord>, Trouble> {
        let mut head: Vec<(u64, String)> = Vec::new();
        let mut moves = String::new();
        let (mut moves_line, mut is_closed) = (None, false);
        while let Some(line) = self.lines.next_line()? {
            let text = match (moves_line, line.text.split_once("START{")) {
                (None, Some((_, after))) => {
                    moves_line = Some(line.number);
                    after
                }
                (None, None) => {
                    head.push((line.number, line.text));
                    continue;
                }
                (Some(_), _) => line.text.as_str(),
            };
            if let Some((last, after)) = text.split_once("}END") {
                moves.push_str(last);
                is_closed = true;
                let after = Line { number: line.number, text: after.to_owned() };
                self.lines.put_back(after);
                break;
            }
            moves.push_str(text);
            moves.push('\n');
            if moves.len() > MAX_GAME {
                let cause = Cause::TooLarge { what: "a game", limit: MAX_GAME as u64 };
                return Err(Trouble::at_line(line.number, cause));
            }
        }
        let Some(line) = moves_line else {
            let mut rest = head.into_iter().filter(|(_, text)| !text.trim().is_empty());
            let what = "a header without moves, or lines after the last game";
            self.unread = rest.next().map(|(line, _)| Unread { place: Location::Line(line), what: what.into() });
            return Ok(None);
        };
        let mut game = read(&head, &moves, line)?;
        if !is_closed {
            let what = "the file ends before the }END of the moves".into();
            game.add_fault(GameFault { place: Location::Line(line), ply: None, in_variation: false, what });
        }
        Ok(Some(game))
    }

    fn unread(&mut self) -> Option<Unread> {
        self.unread.take()
    }
}

fn read(head: &[(u64, String)], moves: &str, line: u64) -> Result<GameRecord, Trouble> {
    let fields = head.iter().filter_map(|(line, text)| {
        let (name, value) = text.trim().split_once(char::is_whitespace)?;
        Some((*line, name, value.trim()))
    });
    let mut start = Start::default();
    for (line, _, fen) in fields.clone().filter(|(_, name, _)| *name == "FEN") {
        let found = RecordedGame::XIANGQI.start(fen);
        start = found.map_err(|error| Trouble::at_line(line, Cause::no_position(&error)))?;
    }
    let mut game = movetext::read(&start, moves, line, Style::default());
    for (_, name, value) in fields {
        match name {
            "FORMAT" | "FEN" => {}
            "RESULT" => game.result = GameResult::parse(value).unwrap_or(game.result),
            "RED" | "BLACK" => {
                let side = if name == "RED" { "Red" } else { "Black" };
                let mut parts = value.split(';').map(str::trim);
                game.tags.push(side, parts.next().unwrap_or_default());
                game.tags.push(&format!("{side}Elo"), parts.next().unwrap_or_default());
            }
            name => {
                let mut letters = name.chars();
                let first: String = letters.by_ref().take(1).collect();
                game.tags.push(&(first + &letters.as_str().to_ascii_lowercase()), value);
            }
        }
    }
    Ok(game)
}
