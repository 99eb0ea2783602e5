//! Words shared by table, comments and report.

use crate::marks::Mark;
use crate::review::{MoveReview, Review, SideReview};
use meihua_contracts::game::Outcome;
use meihua_contracts::sentence::Sentence;
use meihua_contracts::side::Side;
use meihua_contracts::text::Verdict;
use meihua_games::say;
use meihua_records::Start;

/// The name of a side: `red`, `black`.
pub fn side(start: &Start, side: Side) -> &'static str {
    start.kind().phrases().side(side)
}

/// Capitalised, with a full stop.
pub fn sentence(text: Sentence) -> Sentence {
    say!("{}.", Sentence::capital(text))
}

/// Sentences one after another, separated by spaces; `None` if there are none.
pub fn in_row(sentences: impl IntoIterator<Item = Sentence>) -> Option<Sentence> {
    sentences.into_iter().reduce(|row, next| say!("{} {}", row, next))
}

/// Notes separated by semicolons.
pub fn notes(notes: impl IntoIterator<Item = Sentence>) -> Sentence {
    notes.into_iter().reduce(|list, next| say!("{}; {}", list, next)).unwrap_or(Sentence::EMPTY)
}

/// A player's name, or the name of the side.
pub fn player(review: &Review, of: Side) -> Sentence {
    review.record.player(of).map_or_else(|| side(&review.record.start, of).into(), Sentence::plain)
}

/// The players and other details that identify a game: `甲 - 乙 1-0, cup, 2024.01.01`.
pub fn title(review: &Review) -> Sentence {
    let record = &review.record;
    let mut rest = format!(" {}", record.result.word());
    for more in [record.event(), record.date()].into_iter().flatten() {
        rest += &format!(", {more}");
    }
    player(review, Side::First)
        .then(Sentence::plain(" - "))
        .then(player(review, Side::Second))
        .then(Sentence::plain(rest))
}

/// `1 inaccuracy, 0 mistakes, 2 blunders`.
pub fn counts(side: &SideReview) -> Sentence {
    let count = |(mark, &count): (Mark, &usize)| Sentence::counted(count, mark.counted());
    Sentence::list(Mark::ALL.into_iter().zip(&side.marks).map(count))
}

/// `23 centipawns a move given away`; `None` if moves are judged exactly.
pub fn average_loss(side: &SideReview) -> Option<Sentence> {
    let loss = side.average_loss?.round();
    let number = Sentence::plain(loss);
    Some(if loss == 1.0 {
        say!("{} centipawn lost per move", number)
    } else {
        say!("{} centipawns lost per move", number)
    })
}

/// How a move ends the game: `mate`, `loses by perpetual check`, `draw by repetition`; `None` if the game goes on.
pub fn end(mv: &MoveReview) -> Option<Sentence> {
    mv.end.as_ref().and_then(ending)
}

/// A verdict in words, from the view of the side that has just moved.
fn ending(verdict: &Verdict) -> Option<Sentence> {
    let (outcome, reason) = verdict.end()?;
    let phrase = reason.phrase();
    Some(match outcome {
        Outcome::Draw => say!("draw by {}", phrase),
        Outcome::Win if reason.is_offence() => say!("loses by {}", phrase),
        Outcome::Loss if reason.is_offence() => say!("wins by {}", phrase),
        Outcome::Win | Outcome::Loss => phrase.into(),
    })
}

/// By how many plies a win is delayed or a loss hastened, if both are proven and it is worth mentioning.
pub fn delay(review: &Review, mv: &MoveReview) -> Option<Sentence> {
    let plies = mv.delay().filter(|&plies| review.exact && plies > 0)?;
    let wins = mv.after.of(mv.side) > 0.5;
    let plies = Sentence::plain(plies);
    Some(if wins { say!("wins {} plies later", plies) } else { say!("loses {} plies sooner", plies) })
}

/// The better line for a move that is marked or costs a proven ply, at most this many plies of it: the score with best
/// play, then the moves.
pub fn better(review: &Review, mv: &MoveReview, plies: usize) -> Option<String> {
    let worth_a_line = mv.mark.is_some() || delay(review, mv).is_some();
    let line = mv.lines.first().filter(|_| worth_a_line && !mv.is_best())?;
    let names: Vec<&str> = line.names.iter().take(plies).map(String::as_str).collect();
    Some(format!("{} {}", mv.before.text(), names.join(" ")))
}

#[cfg(test)]
mod tests {
    use super::*;
    use meihua_contracts::text::Reason;
    use meihua_games::language::Language;
    use meihua_games::phrasebook;

    #[test]
    fn an_offence_is_lost_by_whoever_moved_or_won() {
        let words = |outcome, reason| ending(&Verdict::over(outcome, reason)).map(|end| end.to_string());
        assert_eq!(words(Outcome::Win, Reason::PerpetualCheck).as_deref(), Some("loses by perpetual check"));
        assert_eq!(words(Outcome::Loss, Reason::PerpetualChase).as_deref(), Some("wins by perpetual chase"));
        assert_eq!(words(Outcome::Draw, Reason::Repetition).as_deref(), Some("draw by repetition"));
        assert_eq!(words(Outcome::Loss, Reason::Mate).as_deref(), Some("mate"));
        assert_eq!(ending(&Verdict::ONGOING), None);
    }

    #[test]
    fn every_mark_and_every_end_of_a_recorded_game_has_chinese() {
        let reasons = [Reason::Mate, Reason::Stalemate, Reason::PerpetualCheck, Reason::PerpetualChase];
        let others = [Reason::Repetition, Reason::MoveCount, Reason::Material, Reason::Four, Reason::FullBoard];
        let phrases = reasons.into_iter().chain(others).map(Reason::phrase);
        let marks = Mark::ALL.into_iter().flat_map(|mark| mark.counted().into_iter().chain([mark.word()]));
        for phrase in phrases.chain(marks) {
            assert!(phrasebook::has(phrase), "{phrase}");
        }
        let end = ending(&Verdict::over(Outcome::Draw, Reason::Repetition)).map(|end| Language::Zh.text(sentence(end)));
        assert_eq!(end.as_deref(), Some("和棋：局面重复。"));
    }
}
