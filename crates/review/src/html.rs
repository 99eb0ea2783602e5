//! The report: one HTML page without scripts or external resources.

use crate::graph;
use crate::marks::Mark;
use crate::review::{LINE_PLIES, MoveReview, Review};
use crate::why::why;
use crate::words;
use meihua_contracts::sentence::Sentence;
use meihua_contracts::side::Side;
use meihua_engine::game::Game;
use meihua_engine::games::connect_four::ConnectFour;
use meihua_engine::games::xiangqi::Position;
use meihua_games::language::Language;
use meihua_games::say;
use meihua_pictures as pictures;
use meihua_pictures::xiangqi::Edges;
use meihua_records::RecordedMove;
use meihua_records::cursor::Cursor;
use meihua_variants::Position as Variant;
use std::fmt::Write as _;

const STYLE: &str = include_str!("report.css");

/// A page that grows game by game.
pub struct Page {
    text: String,
    games: usize,
    /// How the games were analysed.
    effort: String,
    language: Language,
}

impl Page {
    /// An empty page; `effort` says how its games were analysed.
    pub fn new(effort: &str, language: Language) -> Page {
        Page { text: String::new(), games: 0, effort: effort.to_owned(), language }
    }

    pub fn add(&mut self, review: &Review, source: &str) {
        self.games += 1;
        let id = format!("g{}", self.games);
        let (text, language) = (&mut self.text, self.language);
        // Writing to a string cannot fail.
        let _ = write!(text, "<section id=\"{id}\">\n<h1>{}</h1>\n", escaped(&language.text(words::title(review))));
        let _ =
            writeln!(text, "<p class=\"soft\">{} · {} · meihua analyse</p>", escaped(source), escaped(&self.effort));
        cards(review, text, language);
        let course = say!(
            "What {} could expect: 100% a sure win, 50% even, 0% lost. Dots are marked moves; each leads to its row.",
            words::player(review, Side::First)
        );
        let (heading, course) = (language.text(say!("Course")), language.text(course));
        let _ = writeln!(text, "<h2>{heading}</h2>\n<p class=\"soft\">{}</p>", escaped(&course));
        let _ = writeln!(text, "{}", graph::draw(review, &id, language));
        turning_points(review, &id, text, language);
        moves(review, &id, text, language);
        text.push_str("</section>\n");
    }

    pub fn finish(self) -> String {
        let title = if self.games == 1 { say!("Analysis of a game") } else { say!("Analysis of games") };
        let title = self.language.text(title);
        let code = match self.language {
            Language::En => "en",
            Language::Zh => "zh-CN",
        };
        format!(
            "<!DOCTYPE html>\n<html lang=\"{code}\">\n<head>\n<meta charset=\"utf-8\">\n\
             <meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">\n\
             <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">\n\
             <title>{title}</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n<main>\n{}</main>\n</body>\n</html>\n",
            self.text
        )
    }
}

/// A card for each side.
fn cards(review: &Review, text: &mut String, language: Language) {
    text.push_str("<div class=\"cards\">\n");
    for side in Side::ALL {
        let own = &review.sides[side.index()];
        let accuracy = own.accuracy.map_or("–".to_owned(), |accuracy| format!("{accuracy:.1}%"));
        let loss = words::average_loss(own).map_or(String::new(), |loss| format!("<br>{}", language.text(loss)));
        let colour = words::side(&review.record.start, side);
        let name = review.record.player(side).map(|name| say!("{} ({})", Sentence::plain(name), colour));
        let of = say!("accuracy of {}, {} moves", name.unwrap_or_else(|| colour.into()), own.moves);
        let (of, counts) = (escaped(&language.text(of)), language.text(words::counts(own)));
        let _ = writeln!(text, "<div class=\"card\"><b>{accuracy}</b>{of}<br>{counts}{loss}</div>");
    }
    text.push_str("</div>\n");
}

/// Pictures of the costliest moves.
fn turning_points(review: &Review, id: &str, text: &mut String, language: Language) {
    if review.turning_points.is_empty() {
        return;
    }
    let how = if review.exact {
        say!("The last stone is the move that was played.")
    } else {
        say!("Red arrow, ?: played. Green arrow, !: better.")
    };
    let (heading, how) = (language.text(say!("Turning points")), language.text(how));
    let _ = writeln!(text, "<h2>{heading}</h2>\n<p class=\"soft\">{how}</p>\n<div class=\"turns\">");
    for &index in &review.turning_points {
        let Some(mv) = review.moves.get(index) else { continue };
        let _ = writeln!(text, "<figure>{}", picture(review, mv));
        let _ = write!(
            text,
            "<figcaption><a href=\"#{id}p{}\">{}</a> {}",
            mv.ply,
            escaped(&mv.numbered()),
            glyph(mv, language)
        );
        let values = say!("{} instead of {}.", mv.after.text(), mv.before.text());
        let better = words::better(review, mv, LINE_PLIES).map(|line| say!("Better {}", line));
        let reason = why(review, index).as_ref().map(Sentence::from);
        for note in [reason, Some(values), words::end(mv).map(words::sentence), better].into_iter().flatten() {
            let _ = write!(text, " {}", unbroken(&language.text(note)));
        }
        text.push_str("</figcaption></figure>\n");
    }
    text.push_str("</div>\n");
}

/// The board of a move: after it in four in a row, before it in other games; empty if there is no picture of it.
fn picture(review: &Review, mv: &MoveReview) -> String {
    let tree = &review.record.tree;
    let mut cursor = Cursor::new(&review.record.start);
    cursor.go_to(tree, tree.parent(mv.node));
    let better = mv.lines.first().and_then(|line| line.moves.first()).filter(|better| **better != mv.mv);
    let choice = xiangqi(review, mv, better, &cursor).or_else(|| own(mv, better, &cursor));
    choice.or_else(|| connect_four(review, mv, &mut cursor)).unwrap_or_default()
}

fn xiangqi(review: &Review, mv: &MoveReview, better: Option<&RecordedMove>, before: &Cursor) -> Option<String> {
    let position = before.board()?.position::<Position>()?;
    let last = review.record.tree.mv(before.at()).and_then(RecordedMove::xiangqi);
    let better = better.and_then(|better| better.xiangqi());
    // Its edges say what the moves say.
    let has_letters = mv.name.replace('-', "").eq_ignore_ascii_case(&mv.wire);
    let edges = if has_letters { Edges::Letters } else { Edges::Numbers };
    Some(pictures::xiangqi::draw_choice(position, last, (mv.mv.xiangqi()?, better), edges).to_string())
}

fn own(mv: &MoveReview, better: Option<&RecordedMove>, before: &Cursor) -> Option<String> {
    let position = before.board()?.position::<Variant>()?;
    let better = better.and_then(|better| position.unpack(better.0));
    Some(pictures::field::draw_choice(position, position.unpack(mv.mv.0)?, better).to_string())
}

fn connect_four(review: &Review, mv: &MoveReview, cursor: &mut Cursor) -> Option<String> {
    let column = cursor.board()?.position::<ConnectFour>()?.unpack(mv.mv.0)?;
    cursor.go_to(&review.record.tree, mv.node);
    let after = cursor.board()?.position()?;
    Some(pictures::connect_four::draw(after, Some(column)).to_string())
}

/// The table of all moves.
fn moves(review: &Review, id: &str, text: &mut String, language: Language) {
    let first = words::side(&review.record.start, Side::First);
    let heads = [say!("Moves"), say!("move"), first.into(), say!("loss"), say!("better")];
    let [heading, mv, first, loss, better] = heads.map(|head| language.text(head));
    let _ = writeln!(
        text,
        "<h2>{heading}</h2>\n<table>\n<tr><th></th><th>{mv}</th><th>{first}</th><th></th><th>{loss}</th><th>{better}</th></tr>"
    );
    for mv in &review.moves {
        let class = mv.mark.map_or(String::new(), |mark| format!(" class=\"row-{}\"", mark.word()));
        let _ = write!(text, "<tr id=\"{id}p{}\"{class}>", mv.ply);
        let dots = if mv.side == Side::First { "." } else { "…" };
        let _ = write!(
            text,
            "<td class=\"n\">{}{dots}</td><td class=\"m\">{} {}</td>",
            mv.number,
            escaped(&mv.name),
            glyph(mv, language)
        );
        let points = 100.0 * mv.after.expectation;
        let _ = write!(
            text,
            "<td class=\"n\">{}</td><td><span class=\"bar\"><i style=\"width:{points:.0}%\"></i></span></td>",
            mv.after.text()
        );
        let loss = mv.loss();
        let loss = if loss < 0.05 { String::new() } else { format!("{loss:.1}") };
        let better = words::better(review, mv, LINE_PLIES).map(Sentence::from);
        let notes = words::notes([words::end(mv), words::delay(review, mv), better].into_iter().flatten());
        let _ = writeln!(text, "<td class=\"n\">{loss}</td><td>{}</td></tr>", unbroken(&language.text(notes)));
    }
    text.push_str("</table>\n");
}

fn glyph(mv: &MoveReview, language: Language) -> String {
    mv.mark.map_or(String::new(), |mark: Mark| {
        let word = language.text(mark.word());
        format!("<span class=\"{}\" title=\"{word}\">{}</span>", mark.word(), mark.glyph())
    })
}

/// Escapes a text of which no line ends within a move: browsers break after the hyphen of `R4-3`.
fn unbroken(text: &str) -> String {
    let whole = |word: &str| format!("<span class=\"whole\">{}</span>", escaped(word));
    let words = text.split(' ').map(|word| if word.contains('-') { whole(word) } else { escaped(word) });
    words.collect::<Vec<_>>().join(" ")
}

/// Escapes text for HTML.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
