//! Words that table, comments and report share.

use super::marks::Mark;
use super::review::{MoveReview, Review, SideReview};
use meihua_contracts::game::Outcome;
use meihua_contracts::side::Side;
use meihua_contracts::text::Verdict;
use meihua_records::Start;

/// The name of a side: `red`, `black`.
pub(crate) fn side(start: &Start, side: Side) -> &'static str {
    start.kind().phrases().side(side)
}

/// A text of ASCII with a capital at its begin and a full stop.
pub(crate) fn sentence(text: &str) -> String {
    let mut letters = text.chars();
    let first: String = letters.next().map(|c| c.to_ascii_uppercase()).into_iter().collect();
    format!("{first}{}.", letters.as_str())
}

/// A player's name, or the name of the side.
pub(crate) fn player(review: &Review, of: Side) -> String {
    review.record.player(of).map_or_else(|| side(&review.record.start, of).to_owned(), str::to_owned)
}

/// The players, and what else names a game: `甲 - 乙 1-0, cup, 2024.01.01`.
pub(crate) fn title(review: &Review) -> String {
    let record = &review.record;
    let mut title = format!("{} - {}", player(review, Side::First), player(review, Side::Second));
    title += &format!(" {}", record.result.word());
    for more in [record.event(), record.date()].into_iter().flatten() {
        title += &format!(", {more}");
    }
    title
}

/// `1 inaccuracy, 0 mistakes, 2 blunders`.
pub(crate) fn counts(side: &SideReview) -> String {
    let count =
        |(mark, &count): (Mark, &usize)| format!("{count} {}", if count == 1 { mark.word() } else { mark.plural() });
    Mark::ALL.into_iter().zip(&side.marks).map(count).collect::<Vec<_>>().join(", ")
}

/// `23 centipawns a move given away`; none where moves are judged exactly.
pub(crate) fn average_loss(side: &SideReview) -> Option<String> {
    let loss = side.average_loss?.round();
    Some(format!("{loss} centipawn{} a move given away", if loss == 1.0 { "" } else { "s" }))
}

/// The end of the game that a move makes: `mate`, `loses by perpetual check`, `draw by repetition`; `None` where the game goes on.
pub(crate) fn end(mv: &MoveReview) -> Option<String> {
    mv.end.as_ref().and_then(ending)
}

/// A verdict in words, seen by the side that has just moved.
fn ending(verdict: &Verdict) -> Option<String> {
    let (outcome, reason) = verdict.end()?;
    let phrase = reason.phrase();
    Some(match outcome {
        Outcome::Draw => format!("draw by {phrase}"),
        Outcome::Win if reason.is_offence() => format!("loses by {phrase}"),
        Outcome::Loss if reason.is_offence() => format!("wins by {phrase}"),
        Outcome::Win | Outcome::Loss => phrase.to_owned(),
    })
}

/// How many plies later a win comes or how many sooner a loss, where both are proven and it is worth a word.
pub(crate) fn delay(review: &Review, mv: &MoveReview) -> Option<String> {
    let plies = mv.delay().filter(|&plies| review.exact && plies > 0)?;
    let wins = mv.after.of(mv.side) > 0.5;
    Some(if wins { format!("wins {plies} plies later") } else { format!("loses {plies} plies sooner") })
}

/// The better line of a move that is marked or costs a proven ply, at most this many plies of it: its names with the score that
/// best play would have kept in front.
pub(crate) fn better(review: &Review, mv: &MoveReview, plies: usize) -> Option<String> {
    let worth_a_line = mv.mark.is_some() || delay(review, mv).is_some();
    let line = mv.lines.first().filter(|_| worth_a_line && !mv.is_best())?;
    let names: Vec<&str> = line.names.iter().take(plies).map(String::as_str).collect();
    Some(format!("{} {}", mv.before.text(), names.join(" ")))
}

#[cfg(test)]
mod tests {
    use super::*;
    use meihua_contracts::text::Reason;

    #[test]
    fn an_offence_is_lost_by_whoever_moved_or_won() {
        let words = |outcome, reason| ending(&Verdict::over(outcome, reason));
        assert_eq!(words(Outcome::Win, Reason::PerpetualCheck).as_deref(), Some("loses by perpetual check"));
        assert_eq!(words(Outcome::Loss, Reason::PerpetualChase).as_deref(), Some("wins by perpetual chase"));
        assert_eq!(words(Outcome::Draw, Reason::Repetition).as_deref(), Some("draw by repetition"));
        assert_eq!(words(Outcome::Loss, Reason::Mate).as_deref(), Some("mate"));
        assert_eq!(ending(&Verdict::ONGOING), None);
    }
}
