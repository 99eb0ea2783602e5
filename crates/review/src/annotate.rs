//! The analysed game as a record: marks, `[%eval …]`, a sentence about each mark, and the better line as a variation.

use crate::review::{Evaluation, LINE_PLIES, MoveReview, Review};
use crate::words;
use meihua_contracts::sentence::Sentence;
use meihua_games::language::Language;
use meihua_games::say;
use meihua_records::{GameRecord, NodeId};

/// The game annotated with the results. Existing comments are kept; the evaluations of an earlier analysis are
/// replaced.
pub fn annotate(review: &Review, language: Language) -> GameRecord {
    let mut record = review.record.clone();
    let comment = with_eval(record.tree.comment(NodeId::ROOT), review.start, None);
    record.tree.set_comment(NodeId::ROOT, &comment);
    for mv in &review.moves {
        let comment = with_eval(record.tree.comment(mv.node), mv.after, sentence(review, mv, language).as_deref());
        record.tree.set_comment(mv.node, &comment);
        if let Some(mark) = mv.mark {
            record.tree.add_mark(mv.node, mark.nag());
        }
        if words::better(review, mv, LINE_PLIES).is_some() {
            add_line(&mut record, mv);
        }
    }
    record
}

/// A comment with a new evaluation at its start and a sentence at its end, each only once.
fn with_eval(comment: &str, value: Evaluation, sentence: Option<&str>) -> String {
    let mut text = without_eval(comment);
    if let Some(sentence) = sentence.filter(|sentence| !text.contains(sentence)) {
        text = if text.is_empty() { sentence.to_owned() } else { format!("{sentence}\n{text}") };
    }
    let eval = match value.score {
        // After mate there is nothing left to evaluate.
        None => None,
        Some(score) if score.plies_to_end() == Some(0) => None,
        Some(_) => Some(format!("[%eval {}]", value.text().trim_start_matches('+'))),
    };
    eval.into_iter().chain((!text.is_empty()).then_some(text)).collect::<Vec<_>>().join(" ")
}

/// A comment without `[%eval …]`.
fn without_eval(comment: &str) -> String {
    let mut text = comment.to_owned();
    while let Some(start) = text.find("[%eval ") {
        let Some(length) = text[start..].find(']') else { break };
        text.replace_range(start..=start + length, "");
    }
    text.trim().to_owned()
}

/// `Blunder. 车一进一 was best.`, preceded by what the rules say about the move.
fn sentence(review: &Review, mv: &MoveReview, language: Language) -> Option<String> {
    let best = mv.lines.first().and_then(|line| line.names.first()).filter(|_| !mv.is_best());
    let best = best.filter(|_| mv.mark.is_some()).map(|best| say!("{} was best.", Sentence::plain(best)));
    let facts = [words::end(mv), mv.mark.map(|mark| mark.word().into()), words::delay(review, mv)];
    let sentences = facts.into_iter().flatten().map(words::sentence).chain(best);
    words::in_row(sentences).map(|row| language.text(row))
}

/// Adds the better line as a variation, reusing what is already there.
fn add_line(record: &mut GameRecord, mv: &MoveReview) {
    let Some(line) = mv.lines.first() else { return };
    let tree = &mut record.tree;
    let mut at = tree.parent(mv.node);
    for &step in &line.moves {
        let known = tree.children(at).find(|&child| tree.mv(child) == Some(step));
        let Some(next) = known.or_else(|| tree.add(at, step)) else { return };
        at = next;
    }
}
