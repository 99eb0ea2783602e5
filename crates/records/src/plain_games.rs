//! Games without a saved-game format, such as the puzzles: stored as the JSON of `docs/records.md`, or as `position`
//! with moves.

use crate::RecordedGame;
use crate::write::Lost;
use crate::write::json::{JsonGame, JsonMove, JsonTags};
use meihua_contracts::sentence;
use meihua_contracts::sentence::Sentence;
use meihua_contracts::text::PositionError;
use meihua_engine::engine::position_text;
use meihua_engine::engine::registry::{self, Entry};
use meihua_engine::engine::session::Session;

/// The entry of a game without a saved-game format; `None` for other games and unknown names.
pub(crate) fn entry<'a>(games: &'a [Entry], name: &str) -> Option<&'a Entry> {
    registry::find(games, name).filter(|entry| RecordedGame::named(entry.name, games).is_none())
}

/// Whether readers of saved games recognise the game of a text by themselves.
fn is_recognised(entry: &Entry) -> bool {
    RecordedGame::named(entry.name, &[]).is_some()
}

/// Checks a game; returns its playable part, and the reasons why other moves cannot be played. Those are left out, with
/// everything after them.
///
/// # Errors
/// What is wrong with the start.
pub(crate) fn checked(entry: &Entry, game: &JsonGame) -> Result<(JsonGame, Vec<Sentence>), PositionError> {
    let mut session = (entry.open)();
    set(session.as_mut(), &game.start)?;
    let mut found = JsonGame { game: entry.name.to_owned(), start: session.fen(), moves: Vec::new(), ..game.clone() };
    let mut faults = Vec::new();
    // The nodes of `found` by the numbers of `game`; `None` for a move that cannot be played, or that follows one.
    let mut numbers = vec![Some(0)];
    let mut line: Vec<usize> = Vec::new();
    for mv in &game.moves {
        let parent = mv.parent.map_or(numbers.len() - 1, |parent| parent as usize);
        let Some(parent) = numbers.get(parent).copied().flatten() else {
            numbers.push(None);
            continue;
        };
        go_to(session.as_mut(), &found.moves, &mut line, parent);
        match session.play(&mv.mv) {
            Ok(()) => {
                let follows = parent == found.moves.len();
                found.moves.push(JsonMove { parent: (!follows).then_some(parent as u32), ..mv.clone() });
                line.push(found.moves.len());
                numbers.push(Some(found.moves.len()));
            }
            Err(error) => {
                faults.push(sentence!("move {}: {}", numbers.len(), &error));
                numbers.push(None);
            }
        }
    }
    Ok((found, faults))
}

/// Moves from the end of one line of nodes to a node; `line` becomes the line to that node. All moves have been played
/// before.
fn go_to(session: &mut dyn Session, moves: &[JsonMove], line: &mut Vec<usize>, node: usize) {
    let mut ahead = Vec::new();
    let mut at = node;
    // A node has a greater number than its parent.
    while at > 0 && line.binary_search(&at).is_err() {
        ahead.push(at);
        at = parent(moves, at);
    }
    let common = line.binary_search(&at).map_or(0, |index| index + 1);
    session.undo(line.len() - common);
    line.truncate(common);
    for &node in ahead.iter().rev() {
        // It was played here before.
        _ = moves.get(node - 1).map(|mv| session.play(&mv.mv));
        line.push(node);
    }
}

fn parent(moves: &[JsonMove], node: usize) -> usize {
    moves.get(node - 1).and_then(|mv| mv.parent).map_or(node - 1, |parent| parent as usize)
}

fn set(session: &mut dyn Session, start: &str) -> Result<(), PositionError> {
    if matches!(start.trim(), "" | "startpos") {
        session.reset();
        return Ok(());
    }
    session.set_position(start.trim().trim_start_matches("fen "))
}

/// The position and the main line as a protocol command: `position fen F moves …`.
pub(crate) fn line(game: &JsonGame) -> String {
    let moves = game.main_line().join(" ");
    format!("position fen {}{}{moves}\n", game.start, if moves.is_empty() { "" } else { " moves " })
}

/// What the line of a game loses of it.
pub(crate) fn lost(game: &JsonGame) -> Lost {
    let comments = [&game.comment].into_iter().chain(game.moves.iter().map(|mv| &mv.comment));
    Lost {
        tags: game.tags.0.len(),
        comments: comments.filter(|comment| comment.is_some()).count(),
        variations: game.moves.len() - game.main_line().len(),
        marks: game.moves.iter().map(|mv| mv.marks.len()).sum(),
        results: usize::from(!matches!(game.result.as_str(), "" | "*")),
        ..Lost::default()
    }
}

/// The game in a text that is a position, or a position and moves, of `first` or another of `games`. `None` for any
/// other text.
pub(crate) fn read(text: &str, games: &[Entry], first: &str) -> Option<(JsonGame, Vec<Sentence>)> {
    let saved = position_text::read(text, |before| registry::keeps_moves(games, before));
    let (start, moves) = match saved {
        // `position startpos` alone could be any game.
        Some(saved) => (saved.start.unwrap_or_default(), saved.moves),
        None => (position_text::one_line(text), Vec::new()),
    };
    if start.is_empty() && moves.is_empty() {
        return None;
    }
    let moves = moves.into_iter().map(|mv| JsonMove { mv, parent: None, comment: None, marks: Vec::new() }).collect();
    let mut game = JsonGame {
        game: String::new(),
        start,
        result: "*".to_owned(),
        tags: JsonTags::default(),
        comment: None,
        moves,
    };
    let (now, others): (Vec<&Entry>, Vec<&Entry>) =
        games.iter().filter(|entry| !is_recognised(entry)).partition(|entry| entry.name == first);
    // Only the current game may have an implicit start.
    let others = if game.start.is_empty() { Vec::new() } else { others };
    now.into_iter().chain(others).find_map(|entry| {
        game.game = entry.name.to_owned();
        checked(entry, &game).ok()
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use meihua_engine::engine::registry::GAMES;

    #[test]
    fn variations_and_bad_moves() {
        let text = r#"{"game":"sliding","start":"BB_WW cost","result":"*","comment":"c","moves":[{"move":"2-3"},{"move":"1-2"},
            {"move":"9-9"},{"move":"1-2"},{"move":"4-3","parent":0},{"move":"2-4"}]}"#;
        let game: JsonGame = serde_json::from_str(text).unwrap();
        let (found, faults) = checked(entry(GAMES, "sliding").unwrap(), &game).unwrap();
        let moves: Vec<(&str, Option<u32>)> = found.moves.iter().map(|mv| (mv.mv.as_str(), mv.parent)).collect();
        assert_eq!(moves, [("2-3", None), ("1-2", None), ("4-3", Some(0)), ("2-4", None)]);
        assert!(faults.len() == 1 && faults[0].to_string().starts_with("move 3: "), "{faults:?}");
        assert_eq!(line(&found), "position fen BB_WW cost moves 2-3 1-2\n");
        assert_eq!(found.comment.as_deref(), Some("c"));
    }

    #[test]
    fn the_game_of_a_text_is_found() {
        let game = |text: &str, first: &str| read(text, GAMES, first).map(|(game, _)| game.game);
        assert_eq!(game("position fen 3 3 2 moves PD", "xiangqi").as_deref(), Some("river"));
        assert_eq!(game("BB_WW cost", "river").as_deref(), Some("sliding"));
        assert_eq!(game("position startpos moves PD", "river").as_deref(), Some("river"));
        assert_eq!(game("position startpos moves h2e2", "xiangqi"), None);
        assert_eq!((game("", "river"), game("hello", "river"), game("4453", "tower")), (None, None, None));
    }
}
