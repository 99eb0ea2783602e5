//! The exercises of `--exercises`: found in the reviews, searched again by themselves.

use super::args::AnalyseArgs;
use super::judge::{AnalyseError, Judge as _};
use super::review::Review;
use super::run::xiangqi_judge;
use super::xiangqi::XiangqiJudge;
use meihua_contracts::text::Notation;
use meihua_games::language::Language;
use meihua_library::book_plies;
use meihua_records::Start;
use meihua_records::write::pgn;
use meihua_review::exercise::{candidates, prove};
use std::collections::HashSet;

/// How many times longer an exercise is searched than a position of a game.
const TIMES: u32 = 4;

/// The exercises so far.
pub(crate) struct Exercises {
    judge: XiangqiJudge,
    /// The boards of all candidates: games meet, and one exercise is enough.
    seen: HashSet<String>,
    pub(crate) pgn: String,
}

impl Exercises {
    /// None yet.
    ///
    /// # Errors
    /// There is no memory for the table.
    pub(crate) fn new(args: &AnalyseArgs) -> Result<Exercises, AnalyseError> {
        Ok(Exercises { judge: xiangqi_judge(args, TIMES)?, seen: HashSet::new(), pgn: String::new() })
    }

    /// Adds those of a game of xiangqi.
    ///
    /// # Errors
    /// The search fails.
    pub(crate) fn add(
        &mut self,
        review: &Review,
        source: &str,
        notation: Notation,
        language: Language,
    ) -> Result<(), AnalyseError> {
        for candidate in candidates(review, book_plies(&review.record)) {
            if !self.seen.insert(board(&candidate.start)) {
                continue;
            }
            self.judge.clear();
            let source = format!("{source}, ply {}", candidate.ply);
            if let Some(exercise) = prove(&mut self.judge, &candidate, &source, notation, language)? {
                self.pgn += &pgn::write(&exercise, notation);
            }
        }
        Ok(())
    }
}

/// The pieces and the side to move.
fn board(start: &Start) -> String {
    start.fen().split(' ').take(2).collect::<Vec<_>>().join(" ")
}
