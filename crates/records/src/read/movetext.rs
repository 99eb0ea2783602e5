//! Moves as text: what PGN calls movetext, and lists of moves.
//!
//! It handles numbers in any form (`1.`, `12...`, `1、……`, attached to the move), comments in braces or to the end of
//! the line, variations in parentheses to any depth, remarks in parentheses, annotations (`$1`, `!?`), a result, and
//! moves in any notation, including Chinese moves without separators.

use super::super::board::RankBase;
use super::super::builder::Builder;
use super::super::error::{Location, Unread};
use super::super::game_record::{GameRecord, Start};
use super::super::text_encoding::unreferenced;
use super::super::tree::NodeId;
use super::tokens::{Style, Token, is_sure_move, looks_like_move, scan};
use meihua_contracts::side::Side;
use meihua_contracts::text::{MoveError, shorten};
use meihua_engine::games::xiangqi::notation::san;
use std::cmp::{Ordering, Reverse};

/// How the coordinates of a game count ranks: any 10 means from 1, any 0 from 0. `None`: there are coordinates, but
/// none of them shows it.
fn rank_base(text: &str) -> Option<RankBase> {
    let (mut base, mut open) = (None, false);
    scan(text, 1, Style::default(), |_, token| {
        let Token::Move(word) = token else { return };
        for rank in ranks(word) {
            let told = match rank {
                "10" => Some(RankBase::One),
                "0" => Some(RankBase::Zero),
                _ => None,
            };
            base = base.or(told);
            open |= told.is_none();
        }
    });
    base.or((!open).then_some(RankBase::Zero))
}

/// The ranks in a move in coordinates or SAN; ICCS always counts from 0, so it shows nothing.
fn ranks(word: &str) -> impl Iterator<Item = &str> {
    let coordinates = word.is_ascii() && !word.contains('-') && {
        let letters = word.bytes().filter(u8::is_ascii_alphabetic).count();
        letters == 2 && word.starts_with(|c: char| matches!(c.to_ascii_lowercase(), 'a'..='i'))
    };
    let parts = word.split(|c: char| !c.is_ascii_digit()).filter(|part| !part.is_empty());
    let san = if coordinates { None } else { san::has_rank(word) };
    parts.take(if coordinates { 2 } else { 0 }).chain(san)
}

/// Reads the moves of a game; see [`super::tokens`] for the arguments. If ranks could be counted either way, the way
/// that stays legal longer is chosen.
pub(crate) fn read(start: &Start, text: &str, first_line: u64, style: Style) -> GameRecord {
    let read = |base| settled(|choices| MoveText::new(start, base, choices).read(text, first_line, style));
    if style.digits {
        return read(RankBase::Zero);
    }
    if let Some(base) = rank_base(text) {
        return read(base);
    }
    let zero = read(RankBase::Zero);
    if zero.faults.is_empty() {
        return zero;
    }
    let one = read(RankBase::One);
    if one.tree.main_line().count() > zero.tree.main_line().count() { one } else { zero }
}

/// Maximum number of readings tried for a game with ambiguous words.
const MAX_READINGS: usize = 200;

/// Chooses the meaning of ambiguous words so that the game continues furthest. If several choices get equally far, such
/// a word ends the line. `read` takes a choice for each ambiguous word, the first one if there are too few (`None`:
/// such a word ends the line), and returns how many choices each had.
fn settled(read: impl Fn(Option<&[usize]>) -> (GameRecord, Vec<usize>)) -> GameRecord {
    let (given_up, open) = read(None);
    if open.is_empty() {
        return given_up;
    }
    let (mut best, mut is_tie): (Option<GameRecord>, bool) = (None, false);
    let reach = |game: &GameRecord| (game.tree.main_line().count(), Reverse(game.faults.len()));
    let mut choices: Vec<usize> = Vec::new();
    for _ in 0..MAX_READINGS {
        let (game, options) = read(Some(&choices));
        let order = best.as_ref().map_or(Ordering::Greater, |best| reach(&game).cmp(&reach(best)));
        match order {
            Ordering::Greater => (best, is_tie) = (Some(game), false),
            Ordering::Equal => is_tie = true,
            Ordering::Less => {}
        }
        // The last word with another choice takes it.
        choices.resize(options.len(), 0);
        while choices
            .last()
            .zip(options.get(choices.len().wrapping_sub(1)))
            .is_some_and(|(choice, all)| choice + 1 >= *all)
        {
            choices.pop();
        }
        match choices.last_mut() {
            Some(choice) => *choice += 1,
            None => return best.filter(|_| !is_tie).unwrap_or(given_up),
        }
    }
    given_up
}

/// A line from which a variation branched off.
#[derive(Clone, Copy, Debug)]
struct Frame {
    resume: NodeId,
    fresh: bool,
}

#[derive(Debug)]
struct MoveText {
    builder: Builder,
    base: RankBase,
    stack: Vec<Frame>,
    /// Whether the line can no longer be followed, because a move was wrong.
    dead: bool,
    /// Whether no move of the variation has been read yet.
    fresh: bool,
    /// A comment before the first move of a variation.
    pending: String,
    /// Number of open parentheses in skipped text.
    passed_over: u64,
    /// Whether the result has been read; what follows is not part of the game.
    ended: bool,
    /// Words after the result that could be moves; one that must be a move counts as two.
    behind_end: u32,
    /// The meanings to use for ambiguous words, in order; `None`: such a word ends the line.
    choices: Option<Vec<usize>>,
    /// The number of possible meanings of each of these words.
    options: Vec<usize>,
}

impl MoveText {
    fn new(start: &Start, base: RankBase, choices: Option<&[usize]>) -> MoveText {
        let builder = Builder::new(start.clone());
        MoveText {
            builder,
            base,
            stack: Vec::new(),
            dead: false,
            fresh: false,
            pending: String::new(),
            passed_over: 0,
            ended: false,
            behind_end: 0,
            choices: choices.map(<[usize]>::to_vec),
            options: Vec::new(),
        }
    }

    /// Reads the game. Also returns the number of possible moves for each ambiguous word.
    fn read(mut self, text: &str, first_line: u64, style: Style) -> (GameRecord, Vec<usize>) {
        scan(text, first_line, style, |line, token| {
            if self.ended { self.take_behind_end(line, &token) } else { self.take(line, &token) }
        });
        (self.builder.finish(), self.options)
    }

    /// Programs append their own lines after the result. Two words that could be moves are reported as unread.
    fn take_behind_end(&mut self, line: u64, token: &Token) {
        let Token::Move(word) = token else { return };
        if !looks_like_move(word) {
            return;
        }
        self.behind_end += if is_sure_move(word) { 2 } else { 1 };
        if self.behind_end >= 2 {
            let what = format!("{:?} after the result", shorten(word));
            self.builder.record().unread.get_or_insert(Unread { place: Location::Line(line), what });
        }
    }

    fn take(&mut self, line: u64, token: &Token) {
        match token {
            Token::Open => self.open(),
            Token::Close => self.close(),
            Token::Result(result) if self.stack.is_empty() && self.passed_over == 0 => {
                self.builder.record().result = *result;
                self.ended = true;
            }
            _ if self.dead => {}
            Token::BlackMoves => {
                if self.stack.is_empty() && self.builder.record().start.is_usual() {
                    self.builder.begin_with(Side::Second);
                }
            }
            Token::Move(word) => self.play(line, word),
            Token::Comment(text) if self.fresh => {
                self.pending.push_str(&unreferenced(text));
                self.pending.push('\n');
            }
            Token::Comment(text) => {
                let at = self.builder.at();
                self.builder.record().tree.add_comment(at, &unreferenced(text));
            }
            Token::Mark(mark) if !self.fresh && self.builder.at() != NodeId::ROOT => {
                let at = self.builder.at();
                self.builder.record().tree.add_mark(at, *mark);
            }
            Token::Mark(_) | Token::Result(_) => {}
        }
    }

    fn play(&mut self, line: u64, word: &str) {
        match self.played(word) {
            Ok(node) => {
                self.fresh = false;
                let comment = std::mem::take(&mut self.pending);
                self.builder.record().tree.add_comment(node, &comment);
            }
            Err(error) => {
                self.builder.refuse(Location::Line(line), &error);
                self.dead = true;
            }
        }
    }

    /// Plays a word; if it is ambiguous, with the chosen meaning.
    fn played(&mut self, word: &str) -> Result<NodeId, MoveError> {
        let error = match self.builder.play_text(word, self.base) {
            Ok(node) => return Ok(node),
            Err(error) => error,
        };
        let readings = self.builder.board().map(|board| board.readings(word, self.base)).unwrap_or_default();
        if readings.len() < 2 {
            return Err(error);
        }
        let number = self.options.len();
        self.options.push(readings.len());
        let Some(choices) = &self.choices else { return Err(error) };
        let choice = choices.get(number).copied().unwrap_or(0);
        readings.get(choice).map_or(Err(error), |&mv| self.builder.play(mv))
    }

    fn open(&mut self) {
        let at = self.builder.at();
        // A variation on a missing move is skipped with all its contents.
        if self.dead {
            self.passed_over += 1;
            return;
        }
        self.stack.push(Frame { resume: at, fresh: self.fresh });
        // A variation replaces the move before it; without one, it belongs nowhere.
        if at == NodeId::ROOT || self.fresh {
            self.dead = true;
            return;
        }
        let parent = self.builder.record().tree.parent(at);
        self.builder.go_to(parent);
        self.fresh = true;
    }

    fn close(&mut self) {
        if self.passed_over > 0 {
            self.passed_over -= 1;
            return;
        }
        let Some(frame) = self.stack.pop() else { return };
        self.pending.clear();
        self.builder.go_to(frame.resume);
        (self.dead, self.fresh) = (false, frame.fresh);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use meihua_contracts::text::Notation;

    fn game(text: &str) -> GameRecord {
        read(&Start::default(), text, 1, Style::default())
    }

    #[test]
    fn variations_comments_and_marks() {
        let game = game("{intro} 1. 炮二平五! (1. 兵七进一 {why} 卒７进１ (1... 马８进７)) {main} 马８进７ 1-0 advert");
        assert!(game.faults.is_empty(), "{:?}", game.faults);
        assert_eq!(game.main_line(Notation::Wire), ["h2e2", "h9g7"]);
        let tree = &game.tree;
        assert_eq!((tree.moves(), tree.variations(), tree.comments(), tree.comment(NodeId::ROOT)), (5, 2, 3, "intro"));
        let first = tree.first_child(NodeId::ROOT).unwrap();
        assert_eq!((tree.marks(first), tree.comment(first)), (&[1][..], "main"));
        assert_eq!(game.result.word(), "1-0");
    }

    #[test]
    fn a_bad_move_ends_its_line_alone() {
        let found = game("1. h2e2 (1. h2h9 x) (1. b2b9) h9g7 2. h2e2 h9g7 3. c3c4");
        assert_eq!(found.main_line(Notation::Wire), ["h2e2", "h9g7"]);
        let faults: Vec<String> = found.faults.iter().map(ToString::to_string).collect();
        assert!(faults[0].starts_with("line 1: ply 1 of a variation") || faults.len() == 2, "{faults:?}");
        assert!(faults.last().unwrap().contains("ply 3 of the game: \"h2e2\" is not a legal move"), "{faults:?}");
    }

    #[test]
    fn ranks_from_zero_or_one() {
        assert_eq!(game("h3e3 h10g8").main_line(Notation::Wire), ["h2e2", "h9g7"]);
        assert_eq!(game("h2e2 h9g7").main_line(Notation::Wire), ["h2e2", "h9g7"]);
        assert_eq!(game("h3e3 h8e8").main_line(Notation::Wire), ["h2e2", "h7e7"]);
        assert_eq!(game("Che3 Hg8").main_line(Notation::Wire), ["h2e2", "h9g7"]);
        assert_eq!(game("Che2 Hg7").main_line(Notation::Wire), ["h2e2", "h9g7"]);
    }

    #[test]
    fn unbalanced_brackets_do_no_harm() {
        assert_eq!(game(") ( h2e2 ) h2e2 (((( h2e2 ) h9g7").main_line(Notation::Wire), ["h2e2"]);
        assert_eq!(game("h2e2 {open").main_line(Notation::Wire), ["h2e2"]);
    }
}
