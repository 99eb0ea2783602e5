//! Games as PGN: the seven tags of the standard, those that xiangqi programs read, and a comment `{score/depth time}` at
//! each move.

use super::dialect::MATE;
use super::game_record::{Ending, GameRecord};
use meihua_contracts::side::Side;
use meihua_contracts::text::Notation;
use meihua_engine::engine::referee::Referee;
use std::fmt::Write as _;

/// How moves are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum MoveStyle {
    /// As on the wire: `h2e2`.
    Wire,
    /// ICCS: `H2-E2`.
    Iccs,
    /// World Xiangqi Federation: `C2=5`.
    Wxf,
    /// Chinese: `炮二平五`.
    Chinese,
}

/// Writes one game, with an empty line at its end. The referee's board is used to replay it.
pub fn write(
    game: &GameRecord,
    names: &[String],
    event: &str,
    style: MoveStyle,
    referee: &mut dyn Referee,
) -> Option<String> {
    referee.set_up(&game.opening).ok()?;
    // The written moves begin with those of the opening.
    let first_mover = referee.start().side;
    for ply in &game.plies {
        referee.play(&ply.text, false).ok()?;
    }
    let mut text = tags(game, names, event, style, referee);
    let moves = transcript(style, referee);
    let opening = moves.len() - game.plies.len();
    let mut words = Vec::new();
    for (index, mv) in moves.iter().enumerate() {
        let ply = index + first_mover.index();
        if ply.is_multiple_of(2) {
            words.push(format!("{}.", ply / 2 + 1));
        } else if index == 0 {
            words.push(format!("{}...", ply / 2 + 1));
        }
        words.push(mv.clone());
        if let Some(ply) = index.checked_sub(opening).and_then(|index| game.plies.get(index)) {
            let score = ply
                .search_info
                .score
                .map_or(String::new(), |score| format!("{}/{} ", show(score), ply.search_info.depth));
            words.push(format!("{{{score}{:.3}s}}", ply.elapsed.as_secs_f64()));
        }
    }
    words.push(format!("{{{}}}", game.reason.replace(['{', '}'], "'")));
    words.push(game.result().to_owned());
    text.push('\n');
    wrap(&words, &mut text);
    text.push('\n');
    Some(text)
}

/// `+0.34` pawns, or a mate in three moves as `+M3`, the way Cute Chess writes it.
fn show(score: i32) -> String {
    const LONGEST_MATE: i32 = 1_000;
    let plies = MATE - score.abs();
    if plies < LONGEST_MATE {
        return format!("{}M{}", if score > 0 { '+' } else { '-' }, (plies + 1) / 2);
    }
    format!("{:+.2}", f64::from(score) / 100.0)
}

fn tags(game: &GameRecord, names: &[String], event: &str, style: MoveStyle, referee: &dyn Referee) -> String {
    let variant = referee.names().main();
    let name = |side: Side| names.get(game.players[side.index()]).map_or("?", String::as_str).to_owned();
    let (first, second) = (name(Side::First), name(Side::Second));
    let mut tags: Vec<(&str, String)> = vec![
        ("Event", event.replace(['"', '\\'], "'")),
        ("Site", "?".to_owned()),
        ("Date", date(game.finished)),
        ("Round", game.number.to_string()),
        ("White", first.clone()),
        ("Black", second),
        ("Result", game.result().to_owned()),
        ("Variant", variant.to_owned()),
    ];
    if let Some(game) = referee.phrases().pgn_game {
        let format = match style {
            MoveStyle::Iccs | MoveStyle::Wire => "ICCS",
            MoveStyle::Wxf => "WXF",
            MoveStyle::Chinese => "Chinese",
        };
        tags.extend([("Game", game.to_owned()), ("Red", first), ("Format", format.to_owned())]);
    }
    if !referee.start().usual {
        tags.extend([("SetUp", "1".to_owned()), ("FEN", referee.start().fen.clone())]);
    }
    tags.push(("PlyCount", referee.moves(false).len().to_string()));
    tags.push(("Termination", termination(game.ending).to_owned()));
    let mut text = String::new();
    tags.iter().for_each(|(tag, value)| _ = writeln!(text, "[{tag} \"{value}\"]"));
    text
}

/// The PGN standard's words (section 9.8.1).
fn termination(ending: Ending) -> &'static str {
    match ending {
        Ending::Rules | Ending::Resignation => "normal",
        Ending::Adjudication => "adjudication",
        Ending::TimeLoss => "time forfeit",
        Ending::IllegalMove | Ending::FalseClaim => "rules infraction",
        Ending::Crash | Ending::Hang => "abandoned",
    }
}

fn transcript(style: MoveStyle, referee: &dyn Referee) -> Vec<String> {
    match style {
        MoveStyle::Wire => referee.transcript(Notation::Wire),
        MoveStyle::Wxf => referee.transcript(Notation::Wxf),
        MoveStyle::Chinese => referee.transcript(Notation::Chinese),
        MoveStyle::Iccs => referee.transcript(Notation::Wire).iter().map(|mv| iccs(mv)).collect(),
    }
}

/// `h2e2` as `H2-E2`; moves of other shapes stay as they are.
pub fn iccs(mv: &str) -> String {
    match mv.as_bytes() {
        [_, rank, _, _] if rank.is_ascii_digit() => format!("{}-{}", &mv[..2], &mv[2..]).to_ascii_uppercase(),
        _ => mv.to_owned(),
    }
}

/// Lines of at most 80 characters.
pub fn wrap(words: &[String], text: &mut String) {
    let mut column = 0;
    for word in words {
        let width = word.chars().count();
        if column > 0 && column + 1 + width > 80 {
            text.push('\n');
            column = 0;
        } else if column > 0 {
            text.push(' ');
            column += 1;
        }
        text.push_str(word);
        column += width;
    }
    text.push('\n');
}

/// `YYYY.MM.DD` of seconds since 1970 (Howard Hinnant, "chrono-compatible low-level date algorithms": the year begins in
/// March, so that the leap day is its last).
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
    use crate::matches::game_record::Ply;
    use crate::matches::toy::Nim;
    use meihua_contracts::rules::Rules;
    use meihua_engine::engine::opening::Opening;
    use meihua_engine::engine::referee::Table;
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
    fn iccs_and_others() {
        assert_eq!(iccs("h2e2"), "H2-E2");
        assert_eq!(iccs("P@d1"), "P@d1");
    }

    #[test]
    fn a_whole_game() {
        let search_info = SearchInfo { score: Some(-123), depth: 7, nodes: 1 };
        let ply = |text: &str| Ply { text: text.to_owned(), search_info, elapsed: Duration::from_millis(50) };
        let game = GameRecord {
            number: 3,
            players: [1, 0],
            opening: Opening { fen: Some("7 b".into()), moves: vec!["2".into()] },
            mover: Side::First,
            plies: vec![ply("0"), ply("2")],
            winner: Some(Side::Second),
            ending: Ending::Rules,
            reason: "last match".into(),
            finished: 0,
        };
        let mut table = Table::<Nim>::new(Rules::default());
        let names = ["A".to_owned(), "B".to_owned()];
        let text = write(&game, &names, "a \"test\"", MoveStyle::Wire, &mut table).unwrap();
        assert!(text.contains("[Event \"a 'test'\"]\n") && text.contains("[White \"B\"]\n[Black \"A\"]\n"), "{text}");
        assert!(text.contains("[SetUp \"1\"]\n[FEN \"7 b\"]\n[PlyCount \"3\"]\n"), "{text}");
        let moves = "1... 2 2. 0 {-1.23/7 0.050s} 2 {-1.23/7 0.050s} {last match} 0-1\n\n";
        assert!(text.ends_with(&format!("\n\n{moves}")), "{text}");
    }
}
