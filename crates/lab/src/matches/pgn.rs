//! Games as PGN: the seven standard tags, the tags that xiangqi programs read, and a comment `{score/depth time}` after
//! each move.

use super::dialect::MATE;
use super::played_game::{PlayedGame, Termination};
use meihua_contracts::side::Side;
use meihua_contracts::text::Notation;
use meihua_engine::engine::referee::Referee;
use meihua_records::notation_words::NotationWord;
use meihua_records::write::pgn::{Page, WidthUnit};

/// The values of `--notation`.
pub const NOTATIONS: &[NotationWord] = &[
    NotationWord::new("wire", "As on the wire: `h2e2`", Notation::Wire),
    NotationWord::new("iccs", "ICCS: `H2-E2`", Notation::Iccs),
    NotationWord::new("wxf", "World Xiangqi Federation: `C2=5`", Notation::Wxf),
    NotationWord::new("chinese", "Chinese: `炮二平五`", Notation::Chinese),
    NotationWord::new("vietnamese", "Vietnamese: `P2-5`", Notation::Vietnamese),
    NotationWord::new("san", "Of games like chess: `Nf3`", Notation::San),
];

/// Writes one game and a blank line. The referee's board is used to replay it. `rules` is the tag of a game that a file
/// describes ([`meihua_records::RecordedGame::rules_tag`]).
pub fn write(
    game: &PlayedGame,
    names: &[String],
    event: &str,
    notation: Notation,
    referee: &mut dyn Referee,
    rules: Option<&str>,
) -> Option<String> {
    referee.set_up(&game.opening).ok()?;
    // The moves written include those of the opening.
    let first_mover = referee.start().side;
    for ply in &game.plies {
        referee.play(&ply.text, false).ok()?;
    }
    let mut page = Page::new(WidthUnit::Characters);
    tags(game, names, event, notation, referee, &mut page);
    if let Some(rules) = rules {
        page.tag("Rules", rules);
    }
    page.end_tags();
    let moves = referee.transcript(notation);
    let opening = moves.len() - game.plies.len();
    for (index, mv) in moves.iter().enumerate() {
        let ply = index + first_mover.index();
        let side = if ply.is_multiple_of(2) { Side::First } else { Side::Second };
        page.number(ply as u32 / 2 + 1, side, index == 0);
        page.word(mv);
        if let Some(ply) = index.checked_sub(opening).and_then(|index| game.plies.get(index)) {
            let score = ply
                .search_info
                .score
                .map_or(String::new(), |score| format!("{}/{} ", show(score), ply.search_info.depth));
            page.comment(&format!("{score}{:.3}s", ply.elapsed.as_secs_f64()));
        }
    }
    page.comment(&game.reason);
    Some(page.finish(game.result()))
}

/// `+0.34` pawns, or `+M3` for a mate in three, in Cute Chess's style.
fn show(score: i32) -> String {
    const MAX_MATE_PLIES: i32 = 1_000;
    let plies = MATE - score.abs();
    if plies < MAX_MATE_PLIES {
        return format!("{}M{}", if score > 0 { '+' } else { '-' }, (plies + 1) / 2);
    }
    format!("{:+.2}", f64::from(score) / 100.0)
}

fn tags(game: &PlayedGame, names: &[String], event: &str, notation: Notation, referee: &dyn Referee, page: &mut Page) {
    let name = |side: Side| names.get(game.players[side.index()]).map_or("?", String::as_str);
    let (first, second) = (name(Side::First), name(Side::Second));
    page.tag("Event", event);
    page.tag("Site", "?");
    page.tag("Date", &date(game.finished));
    page.tag("Round", &game.number.to_string());
    page.tag("White", first);
    page.tag("Black", second);
    page.tag("Result", game.result());
    page.tag("Variant", referee.names().main());
    if let Some(name) = referee.phrases().pgn_game {
        // Readers know both forms of coordinates, with and without a dash, by this word.
        let written = if notation == Notation::Wire { Notation::Iccs } else { notation };
        page.tag("Game", name);
        page.tag("Red", first);
        page.tag("Format", written.pgn_format());
    }
    if !referee.start().usual {
        page.tag("SetUp", "1");
        page.tag("FEN", &referee.start().fen);
    }
    page.tag("PlyCount", &referee.moves(false).len().to_string());
    page.tag("Termination", termination(game.ending));
}

/// The PGN standard's words (section 9.8.1).
fn termination(ending: Termination) -> &'static str {
    match ending {
        Termination::Rules | Termination::Resignation => "normal",
        Termination::Adjudication => "adjudication",
        Termination::TimeLoss => "time forfeit",
        Termination::IllegalMove | Termination::FalseClaim => "rules infraction",
        Termination::Crash | Termination::Hang => "abandoned",
    }
}

/// Seconds since 1970 as `YYYY.MM.DD` (Howard Hinnant, "chrono-compatible low-level date algorithms": the year starts
/// in March, so that the leap day comes last).
pub fn date(seconds: u64) -> String {
    let days = seconds / 86_400 + 719_468;
    let (era, day_of_era) = (days / 146_097, days % 146_097);
    let year_of_era = (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let month_from_march = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * month_from_march + 2) / 5 + 1;
    let month = if month_from_march < 10 { month_from_march + 3 } else { month_from_march - 9 };
    let year = era * 400 + year_of_era + u64::from(month <= 2);
    format!("{year:04}.{month:02}.{day:02}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::matches::dialect::SearchInfo;
    use crate::matches::played_game::Ply;
    use meihua_contracts::rules::Rules;
    use meihua_engine::engine::opening::Opening;
    use meihua_engine::engine::referee::RefereeBoard;
    use meihua_engine::games::connect_four::ConnectFour;
    use std::time::Duration;

    #[test]
    fn dates() {
        assert_eq!(date(0), "1970.01.01");
        assert_eq!(date(951_782_400), "2000.02.29");
        assert_eq!(date(1_767_225_599), "2025.12.31");
        assert_eq!(date(1_767_225_600), "2026.01.01");
    }

    #[test]
    fn scores() {
        assert_eq!([show(34), show(-1250)], ["+0.34", "-12.50"]);
        assert_eq!([show(MATE - 1), show(MATE - 3), show(-MATE + 4)], ["+M1", "+M2", "-M2"]);
    }

    #[test]
    fn a_whole_game() {
        let search_info = SearchInfo { score: Some(-123), depth: 7, nodes: 1 };
        let ply = |text: &str| Ply { text: text.to_owned(), search_info, elapsed: Duration::from_millis(50) };
        let game = PlayedGame {
            number: 3,
            players: [1, 0],
            opening: Opening { fen: Some("7/7/7/7/7/3P3 b - - 0 1".into()), moves: vec!["P@c1".into()] },
            mover: Side::First,
            plies: vec![ply("P@d2"), ply("P@d3")],
            winner: Some(Side::Second),
            ending: Termination::Rules,
            reason: "last match".into(),
            finished: 0,
        };
        let mut table = RefereeBoard::<ConnectFour>::new(Rules::default());
        let names = ["A".to_owned(), "B".to_owned()];
        let text = write(&game, &names, "a \"test\"", Notation::Wire, &mut table, None).unwrap();
        assert!(
            text.contains("[Event \"a \\\"test\\\"\"]\n") && text.contains("[White \"B\"]\n[Black \"A\"]\n"),
            "{text}"
        );
        assert!(text.contains("[SetUp \"1\"]\n[FEN \"7/7/7/7/7/3P3["), "{text}");
        assert!(text.contains("] b - - 0 1\"]\n[PlyCount \"3\"]\n"), "{text}");
        let moves = "1... P@c1 2. P@d2 {-1.23/7 0.050s} P@d3 {-1.23/7 0.050s} {last match} 0-1\n\n";
        assert!(text.ends_with(&format!("\n\n{moves}")), "{text}");
    }
}
