//! Strengths of the engine by name.

use super::command::CommandError;
use super::phrasebook::say;
use crate::engine::config::SKILL_MAX;

/// The names: English, Chinese, and the level that each stands for. Levels between two have the name of the lower one.
const LEVELS: [(&str, &str, u32); 6] = [
    ("beginner", "入门", 0),
    ("easy", "初级", 4),
    ("medium", "中级", 8),
    ("hard", "高级", 12),
    ("expert", "特级", 16),
    ("full", "全力", SKILL_MAX),
];

/// Reads a strength: a number from 0 to [`SKILL_MAX`], or a name.
///
/// # Errors
/// It is neither.
pub fn parse(text: &str) -> Result<u32, CommandError> {
    let named = LEVELS.iter().find(|(english, chinese, _)| text.eq_ignore_ascii_case(english) || text == *chinese);
    let number = || text.parse().ok().filter(|&level| level <= SKILL_MAX);
    named.map(|(.., level)| *level).or_else(number).ok_or_else(|| {
        let expected = say!(
            "a number from 0 (weakest) to {} (full strength), or beginner, easy, medium, hard, expert, full",
            SKILL_MAX
        );
        CommandError::Argument { command: "level", found: text.to_owned(), expected }
    })
}

/// The name of a level.
pub fn name(level: u32) -> &'static str {
    match LEVELS.iter().rfind(|(.., least)| *least <= level) {
        Some(("full", ..)) => "full strength",
        Some((name, ..)) => name,
        None => "",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_numbers() {
        for (text, level) in [("0", 0), ("20", 20), ("Medium", 8), ("全力", 20), ("full", 20)] {
            assert_eq!(parse(text), Ok(level), "{text}");
        }
        assert_eq!(
            [0, 3, 4, 10, 19, 20].map(name),
            ["beginner", "beginner", "easy", "medium", "expert", "full strength"]
        );
        for bad in ["21", "-1", "strong", ""] {
            assert!(parse(bad).unwrap_err().to_string().contains("from 0 (weakest) to 20"), "{bad}");
        }
    }
}
