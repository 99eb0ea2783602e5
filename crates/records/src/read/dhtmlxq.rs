//! DhtmlXQ, the UBB text of dpxq.com and of forums: `[DhtmlXQ_key]value[/DhtmlXQ_key]`.
//!
//! In saved forum pages, the moves are in a script after the block, as such a tag or in pieces (`[0_1_0]7747…[/0_1_0]`,
//! numbered like `move_A_P_V`). A block without moves takes them from there.
//!
//! A square has two digits: file 0 to 8 from Red's left, row 0 to 9 from Black's side. `move_A_P_V` is line V, played
//! instead of ply P of line A; line 0 is the main line. `commentP` and `commentV_P` belong to ply P.

use super::super::builder::Builder;
use super::super::error::{Cause, GameFault, Location, Trouble, Unread};
use super::super::game_record::GameRecord;
use super::super::lines::Lines;
use super::super::result::GameResult;
use super::super::start::{RecordedGame, Start};
use super::super::tree::NodeId;
use super::slots;
use super::source::{GameSource, MAX_GAME};
use super::ubb::{Field, MAX_TAG, fields, outer_end, plain, push_line};
use meihua_contracts::sentence;
use meihua_contracts::sentence::Sentence;
use meihua_contracts::text::shorten;
use meihua_engine::games::xiangqi::Square;
use std::collections::HashMap;
use std::io::Read;

/// Keys whose tag is not simply the key capitalised.
pub(crate) const KEYS: [(&str, &str); 20] = [
    ("place", "Site"),
    ("open", "Opening"),
    ("remark", "Annotator"),
    ("redteam", "RedTeam"),
    ("redrating", "RedElo"),
    ("redelo", "RedElo"),
    ("redtime", "RedTime"),
    ("redname", "RedName"),
    ("blackteam", "BlackTeam"),
    ("blackrating", "BlackElo"),
    ("blackelo", "BlackElo"),
    ("blacktime", "BlackTime"),
    ("blackname", "BlackName"),
    ("timerule", "TimeControl"),
    ("gametype", "GameType"),
    ("endtype", "Termination"),
    ("adddate", "AddDate"),
    ("editdate", "EditDate"),
    ("ecco", "ECCO"),
    ("title2", "Title2"),
];

/// Keys that are not tags: display settings, or data that the moves show anyway.
pub(crate) const RESERVED: [&str; 12] =
    ["ver", "init", "pver", "viewurl", "binit", "fen", "movelist", "length", "firstnum", "result", "hidden", "comment"];

/// Maximum depth of lines that branch off one another.
const MAX_CHAIN: usize = 1000;

/// Reads games from lines.
pub(crate) struct DhtmlXq<R> {
    lines: Lines<R>,
    /// The rest of a line after the end of a game.
    rest: String,
    rest_line: u64,
    unread: Option<Unread>,
}

impl<R: Read> DhtmlXq<R> {
    /// Reads games from here.
    pub(crate) fn new(lines: Lines<R>) -> DhtmlXq<R> {
        DhtmlXq { lines, rest: String::new(), rest_line: 1, unread: None }
    }

    /// The text up to the next outer closing tag, and the line where it begins.
    fn block(&mut self) -> Result<Option<(String, u64)>, Trouble> {
        let (mut text, first) = (std::mem::take(&mut self.rest), self.rest_line);
        let mut looked = 0;
        loop {
            if let Some(end) = outer_end(&text, looked) {
                self.rest = text.split_off(end);
                return Ok(Some((text, first)));
            }
            looked = text.len();
            let Some(line) = self.lines.next_line()? else { break };
            self.rest_line = line.number + 1;
            push_line(&mut text, &line.text);
            if text.len() > MAX_GAME {
                return Err(Trouble::at_line(first, Cause::TooLarge { what: "a game", limit: MAX_GAME as u64 }));
            }
        }
        Ok((!text.trim().is_empty()).then_some((text, first)))
    }
}

impl<R: Read> GameSource for DhtmlXq<R> {
    fn next_game(&mut self) -> Result<Option<GameRecord>, Trouble> {
        while let Some((text, line)) = self.block()? {
            let mut found = fields(&text);
            if found.is_empty() {
                if text.to_ascii_lowercase().contains("[/dhtmlxq_") {
                    let what = "closing tags without an opening one".into();
                    self.unread = Some(Unread { place: Location::Line(line), what });
                }
                continue;
            }
            if !has_moves(&found) {
                found.extend(pieces(&text));
            }
            if !has_moves(&found) {
                found.extend(self.moves_behind()?);
            }
            let mut game = read(&found, line)?;
            let in_small = text.to_ascii_lowercase();
            let mut tags = in_small.match_indices("[dhtmlxq").map(|(index, tag)| &in_small[index + tag.len()..]);
            if tags.any(|after| !after.starts_with('_')) && outer_end(&text, 0).is_none() {
                let what = "the text ends before the end of the game".into();
                game.add_fault(GameFault { place: Location::Line(line), ply: None, in_variation: false, what });
            } else if in_small.matches("[dhtmlxq_").count() != in_small.matches("[/dhtmlxq_").count() {
                let what = "not every tag of the game is opened and closed".into();
                game.add_fault(GameFault { place: Location::Line(line), ply: None, in_variation: false, what });
            }
            return Ok(Some(game));
        }
        Ok(None)
    }

    fn unread(&mut self) -> Option<Unread> {
        self.unread.take()
    }
}

impl<R: Read> DhtmlXq<R> {
    /// The moves after a block without any, unless another block follows.
    fn moves_behind(&mut self) -> Result<Vec<Field>, Trouble> {
        let Some((text, line)) = self.block()? else { return Ok(Vec::new()) };
        let mut found = fields(&text);
        found.extend(pieces(&text));
        let is_of_moves = |(key, _): &Field| {
            matches!(key.as_str(), "movelist" | "binit") || key.starts_with("move_") || key.starts_with("comment")
        };
        let text_in_small = text.to_ascii_lowercase();
        let mut tags = text_in_small.match_indices("[dhtmlxq").map(|(index, tag)| &text_in_small[index + tag.len()..]);
        let has_outer = tags.any(|after| !after.starts_with('_'));
        if has_moves(&found) && !has_outer && found.iter().all(is_of_moves) {
            return Ok(found);
        }
        self.rest.insert_str(0, &text);
        self.rest_line = line;
        Ok(Vec::new())
    }
}

fn has_moves(fields: &[Field]) -> bool {
    fields.iter().any(|(key, value)| (key == "movelist" || key.starts_with("move_")) && !value.trim().is_empty())
}

/// Moves in pieces: `[A_P_V]7747…[/A_P_V]`.
fn pieces(text: &str) -> Vec<Field> {
    let opened = text.match_indices('[').filter_map(|(index, _)| {
        let (key, after) = text[index + 1..].split_once(']')?;
        let own = numbers(key)?;
        let (moves, end) = after.split_once('[')?;
        let is_closed =
            end.strip_prefix('/').and_then(|end| end.strip_prefix(key)).is_some_and(|end| end.starts_with(']'));
        let key = if own == MAIN_LINE { "movelist".to_owned() } else { format!("move_{key}") };
        is_closed.then(|| (key, plain(moves)))
    });
    opened.collect()
}

/// The lines of a game by number: the ply they start at, the line they leave, their nodes.
type Branches = HashMap<u32, Branch>;

#[derive(Debug)]
struct Branch {
    place: BranchPlace,
    nodes: Vec<NodeId>,
}

/// Where a line belongs: it is played instead of a ply of its parent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct BranchPlace {
    parent: u32,
    ply: u32,
    own: u32,
}

const MAIN_LINE: BranchPlace = BranchPlace { parent: 0, ply: 1, own: 0 };

fn read(fields: &[Field], line: u64) -> Result<GameRecord, Trouble> {
    let value = |key: &str| {
        let mut values = fields.iter().filter(|(name, _)| name == key).map(|(_, value)| value.trim());
        values.find(|value| !value.is_empty())
    };
    let mut builder = Builder::new(start(value("fen"), value("binit")).map_err(|cause| Trouble::at_line(line, cause))?);
    let mut branches = Branches::new();
    let main = value("movelist").or_else(|| value("move_0_1_0")).unwrap_or_default();
    add_line(&mut builder, &mut branches, MAIN_LINE, main, line);
    let variations = fields.iter().filter_map(|(key, moves)| Some((numbers(key.strip_prefix("move_")?)?, moves)));
    let mut open: Vec<_> = variations.filter(|(_, moves)| !moves.trim().is_empty()).collect();
    open.retain(|(place, _)| place.own != 0);
    // A line may branch off one that is given later.
    for _ in 0..MAX_CHAIN {
        let before = open.len();
        open.retain(|&(place, moves)| {
            let ready = branches.contains_key(&place.parent);
            if ready {
                add_line(&mut builder, &mut branches, place, moves, line);
            }
            !ready
        });
        if open.is_empty() || open.len() == before {
            break;
        }
    }
    for (BranchPlace { parent, ply, own }, _) in open {
        let what = sentence!("line {} leaves line {}, which does not exist", own, parent);
        let fault = GameFault { place: Location::Line(line), ply: Some(ply), in_variation: true, what };
        builder.record().add_fault(fault);
    }
    add_comments(&mut builder, &branches, fields);
    let record = builder.record();
    for (key, _) in fields.iter().filter(|(key, _)| key.strip_prefix("move_").is_some_and(|own| numbers(own).is_none()))
    {
        let what = sentence!("the tag {} is no line: expected move_A_P_V", Sentence::quoted(key));
        record.add_fault(GameFault { place: Location::Line(line), ply: None, in_variation: true, what });
    }
    for (key, _) in fields.iter().filter(|(key, _)| key.len() > MAX_TAG || key.contains('[')) {
        let what = sentence!("a tag without an end: {}", Sentence::quoted(shorten(key)));
        record.add_fault(GameFault { place: Location::Line(line), ply: None, in_variation: false, what });
    }
    if !has_moves(fields) && value("binit").is_none() && value("fen").is_none() {
        let what = "a game without moves".into();
        record.unread = Some(Unread { place: Location::Line(line), what });
    }
    record.result = value("result").and_then(GameResult::parse).unwrap_or_default();
    let texts = fields.iter().filter(|(key, _)| !key.starts_with("move_") && !key.starts_with("comment"));
    texts
        .filter(|(key, _)| !RESERVED.contains(&key.as_str()))
        .for_each(|(key, text)| record.tags.push(&tag_of(key), text));
    Ok(builder.finish())
}

/// `A_P_V` as numbers.
fn numbers(key: &str) -> Option<BranchPlace> {
    let mut parts = key.split('_').map(|part| part.parse().ok());
    match (parts.next(), parts.next(), parts.next(), parts.next()) {
        (Some(Some(parent)), Some(Some(ply)), Some(Some(own)), None) => Some(BranchPlace { parent, ply, own }),
        _ => None,
    }
}

/// The tag for a key.
fn tag_of(key: &str) -> String {
    if let Some((_, tag)) = KEYS.iter().find(|(known, _)| *known == key) {
        return (*tag).to_owned();
    }
    if let Some(tag) = key.strip_prefix("tag_") {
        return tag.to_owned();
    }
    let mut letters = key.chars();
    let first = letters.next().map(|c| c.to_ascii_uppercase());
    first.into_iter().chain(letters).collect()
}

fn start(fen: Option<&str>, binit: Option<&str>) -> Result<Start, Cause> {
    if let Some(fen) = fen.filter(|fen| !fen.is_empty()) {
        return RecordedGame::XIANGQI.start(fen).map_err(|error| Cause::no_fen("fen", &error));
    }
    let Some(binit) = binit.filter(|binit| !binit.is_empty()) else { return Ok(Start::default()) };
    // Lines may be broken anywhere.
    let letters = || binit.chars().filter(|c| !c.is_whitespace());
    let digits: Vec<usize> = letters().filter_map(|c| c.to_digit(10)).map(|digit| digit as usize).collect();
    if digits.len() != 2 * slots::SLOTS || digits.len() != letters().count() {
        let found = sentence!("{} digits", digits.len());
        return Err(Cause::field("binit", found, "64 digits, two for each piece"));
    }
    let squares = digits.chunks_exact(2).map(|pair| Square::new(pair[0], 9_usize.checked_sub(pair[1])?));
    Ok(Start::from(slots::setup(squares)))
}

/// Adds a line at its place.
fn add_line(builder: &mut Builder, branches: &mut Branches, place: BranchPlace, moves: &str, line: u64) {
    let BranchPlace { parent, ply, own } = place;
    let mut branch = Branch { place, nodes: Vec::new() };
    let from =
        if own == 0 { Some(NodeId::ROOT) } else { ply.checked_sub(1).and_then(|ply| node_at(branches, parent, ply)) };
    let Some(from) = from else {
        let what = sentence!("line {} leaves line {} beyond its end", own, parent);
        builder.record().add_fault(GameFault { place: Location::Line(line), ply: Some(ply), in_variation: true, what });
        return;
    };
    builder.go_to(from);
    let letters = || moves.chars().filter(|c| !c.is_whitespace());
    let digits: Vec<usize> = letters().map_while(|c| c.to_digit(10)).map(|digit| digit as usize).collect();
    for square in digits.chunks_exact(4) {
        let rank = |row: usize| 9 - row;
        match builder.play_squares((square[0], rank(square[1])), (square[2], rank(square[3]))) {
            Ok(node) => branch.nodes.push(node),
            Err(error) => {
                builder.refuse(Location::Line(line), &error);
                break;
            }
        }
    }
    if !digits.len().is_multiple_of(4) || digits.len() < letters().count() {
        let what = sentence!("the moves of line {} are more than digits, four a move", own);
        builder.record().add_fault(GameFault { place: Location::Line(line), ply: None, in_variation: own != 0, what });
    }
    branches.entry(own).or_insert(branch);
}

/// The node after a ply of a line, which may be on the lines it branches off from.
fn node_at(branches: &Branches, mut line: u32, ply: u32) -> Option<NodeId> {
    // No line branches off itself, but a file may claim so.
    for _ in 0..=branches.len().min(MAX_CHAIN) {
        if ply == 0 {
            return Some(NodeId::ROOT);
        }
        let branch = branches.get(&line)?;
        if ply >= branch.place.ply {
            return branch.nodes.get((ply - branch.place.ply) as usize).copied();
        }
        line = branch.place.parent;
    }
    None
}

fn add_comments(builder: &mut Builder, branches: &Branches, fields: &[Field]) {
    for (key, text) in fields {
        let Some(place) = key.strip_prefix("comment") else { continue };
        let (line, ply) = place.split_once('_').unwrap_or(("0", place));
        let (Ok(line), Ok(ply)) = (line.parse::<u32>(), ply.parse::<u32>()) else { continue };
        match node_at(branches, line, ply) {
            Some(node) => builder.record().tree.add_comment(node, text),
            None if text.trim().is_empty() => {}
            None => {
                let what = sentence!("there is no such ply in line {} for the comment {}", line, Sentence::quoted(key));
                let fault = GameFault { place: Location::Whole, ply: Some(ply), in_variation: line != 0, what };
                builder.record().add_fault(fault);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Games;
    use meihua_contracts::text::Notation;

    #[test]
    fn lines_comments_and_keys() {
        let text = "<p>[DhtmlXQ]\n[DhtmlXQ_title]a &amp; b[/DhtmlXQ_title]<br>[DhtmlXQ_place]x[/DhtmlXQ_place]\
                    [DhtmlXQ_blacktime][/DhtmlXQ_time]\n[DhtmlXQ_result]黑胜[/DhtmlXQ_result][DhtmlXQ_movelist]774770627967[/DhtmlXQ_movelist]\n\
                    [DhtmlXQ_move_2_4_1]7062[/DhtmlXQ_move_2_4_1][DhtmlXQ_move_0_2_2]10227967[/DhtmlXQ_move_0_2_2]\
                    [DhtmlXQ_comment0]intro[/DhtmlXQ_comment0][DhtmlXQ_comment2_3]one||two\\u0041[/DhtmlXQ_comment2_3][/DhtmlXQ]\n\
                    [DhtmlXQiFrame][DhtmlXQ_movelist]7747[/DhtmlXQ_movelist][/DhtmlXQiFrame]";
        let games: Vec<GameRecord> = Games::new("x", text.as_bytes()).unwrap().map(Result::unwrap).collect();
        let [first, second] = &games[..] else { panic!("{games:?}") };
        assert!(first.faults.is_empty(), "{:?}", first.faults);
        assert_eq!(first.main_line(Notation::Wire), ["h2e2", "h9g7", "h0g2"]);
        assert_eq!(first.tags.iter().collect::<Vec<_>>(), [("Title", "a & b"), ("Site", "x")]);
        assert_eq!((first.tree.moves(), first.tree.variations(), first.result.word()), (6, 1, "0-1"));
        assert!(first.tree.preorder().any(|node| first.tree.comment(node) == "one\ntwoA"));
        assert_eq!(second.main_line(Notation::Wire), ["h2e2"]);
    }

    #[test]
    fn tags_in_parts() {
        for page in [
            "[DhtmlXQ]\n[Dhtml\n  XQ_movelist]77477062\n79678070[/DhtmlXQ_\nmovelist]\n[/DhtmlXQ]",
            "<script>document.write('[Dhtml' + 'XQ]');\ndocument.write(\"[DhtmlXQ_move\" +\n  \"list]7747\"+\"7062\" + \
             \"79678070[\\/DhtmlXQ_movelist]\");</script>",
            "[DhtmlXQHTML][DhtmlXQ_<wbr>movelist]7747706279678070[/DhtmlXQ_<wbr>movelist][/DhtmlXQHTML]",
        ] {
            let games: Vec<GameRecord> = Games::new("x", page.as_bytes()).unwrap().map(Result::unwrap).collect();
            assert_eq!(games.len(), 1, "{page}");
            assert_eq!(games[0].main_line(Notation::Wire), ["h2e2", "h9g7", "h0g2", "i9h9"], "{page}");
        }
    }

    #[test]
    fn a_line_without_origin_is_reported() {
        let text = "[DhtmlXQ_movelist]7747[/DhtmlXQ_movelist][DhtmlXQ_move_7_2_1]7062[/DhtmlXQ_move_7_2_1]\
                    [DhtmlXQ_move_0_9_2]7062[/DhtmlXQ_move_0_9_2][DhtmlXQ_comment5]c[/DhtmlXQ_comment5]";
        let game = Games::new("x", text.as_bytes()).unwrap().next().unwrap().unwrap();
        assert_eq!((game.tree.moves(), game.faults.len()), (1, 3));
        let text = "[DhtmlXQ_binit]77[/DhtmlXQ_binit][DhtmlXQ_movelist]7747[/DhtmlXQ_movelist]";
        let error = Games::new("x", text.as_bytes()).unwrap().next().unwrap().unwrap_err();
        assert_eq!(
            error.to_string(),
            "x: game 1: line 1: bad binit: found 2 digits, expected 64 digits, two for each piece"
        );
    }
}
