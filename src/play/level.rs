//! Names for strengths of the engine.

use super::command::PlayCommandError;
use meihua_engine::engine::rating::{SKILL_MAX, SKILL_MIN};
use meihua_games::say;

/// A named strength. Levels between two names use the lower one.
struct Named {
    level: i32,
    english: &'static str,
    chinese: &'static str,
    /// How it plays. The sizes of the errors are those of the search's noise (`search::strength`).
    play: &'static str,
}

const fn named(level: i32, english: &'static str, chinese: &'static str, play: &'static str) -> Named {
    Named { level, english, chinese, play }
}

/// The named strengths, weakest first.
const LEVELS: [Named; 8] = [
    named(SKILL_MIN, "random", "随机", "every move is random"),
    named(-2, "newcomer", "初学", "many moves are random, the others are a beginner's"),
    named(0, "beginner", "入门", "hardly looks a move ahead, and misjudges moves by as much as a piece"),
    named(4, "easy", "初级", "sees what is attacked now, and misjudges moves by as much as three pawns"),
    named(8, "medium", "中级", "sees short combinations, and misjudges moves by as much as two pawns"),
    named(12, "hard", "高级", "calculates well, and misjudges moves by less than a pawn"),
    named(16, "expert", "特级", "hardly ever misjudges a move, but calculates less than it could"),
    named(SKILL_MAX, "full", "全力", "as well as it can"),
];

/// The names of the strengths.
pub(crate) fn names() -> impl Iterator<Item = &'static str> {
    LEVELS.iter().map(|named| named.english)
}

/// Parses a strength: a number from [`SKILL_MIN`] to [`SKILL_MAX`], or a name.
///
/// # Errors
/// The text is neither.
pub(crate) fn parse(text: &str) -> Result<i32, PlayCommandError> {
    let named = LEVELS.iter().find(|named| text.eq_ignore_ascii_case(named.english) || text == named.chinese);
    let number = || text.parse().ok().filter(|level| (SKILL_MIN..=SKILL_MAX).contains(level));
    named.map(|named| named.level).or_else(number).ok_or_else(|| {
        let expected = say!(
            "a number from {} (weakest) to {} (full strength), or newcomer, beginner, easy, medium, hard, expert, full",
            SKILL_MIN,
            SKILL_MAX
        );
        PlayCommandError::Argument { command: "level", found: text.to_owned(), expected }
    })
}

/// Parses a strength on the command line, whose errors name the option and what was found.
pub(crate) fn argument(text: &str) -> Result<i32, String> {
    parse(text).map_err(|PlayCommandError::Argument { expected, .. }| format!("expected {expected}"))
}

/// The named level at or below a level; at least the weakest.
fn of(level: i32) -> &'static Named {
    let [random, newcomer, .., full] = &LEVELS;
    match level {
        SKILL_MAX.. => full,
        ..=SKILL_MIN => random,
        _ => LEVELS[2..].iter().rfind(|named| named.level <= level).unwrap_or(newcomer),
    }
}

/// The name of a level.
pub(crate) fn name(level: i32) -> &'static str {
    let named = of(level);
    if named.level == SKILL_MAX { "full strength" } else { named.english }
}

/// How a level plays.
pub(crate) fn description(level: i32) -> &'static str {
    of(level).play
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_numbers() {
        for (text, level) in [
            ("0", 0),
            ("-2", -2),
            ("newcomer", -2),
            ("随机", -4),
            ("20", 20),
            ("Medium", 8),
            ("全力", 20),
            ("full", 20),
        ] {
            assert_eq!(parse(text), Ok(level), "{text}");
        }
        assert_eq!(
            [-4, -3, -1, 0, 3, 4, 10, 19, 20].map(name),
            ["random", "newcomer", "newcomer", "beginner", "beginner", "easy", "medium", "expert", "full strength"]
        );
        for bad in ["21", "-5", "strong", ""] {
            assert!(parse(bad).unwrap_err().to_string().contains("from -4 (weakest) to 20"), "{bad}");
        }
    }
}
