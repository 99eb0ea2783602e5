//! The result of a game.

use meihua_contracts::side::Side;

/// The recorded result, whether or not it follows from the moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum GameResult {
    /// Not stated, or the game goes on.
    #[default]
    Unknown,
    /// One side won.
    Win(Side),
    /// A draw.
    Draw,
}

impl GameResult {
    /// The PGN notation: `1-0`, `0-1`, `1/2-1/2` or `*`.
    pub const fn word(self) -> &'static str {
        match self {
            GameResult::Unknown => "*",
            GameResult::Win(Side::First) => "1-0",
            GameResult::Win(Side::Second) => "0-1",
            GameResult::Draw => "1/2-1/2",
        }
    }

    /// The result in Chinese: 红胜, 黑胜, 和棋 or 未知.
    pub const fn chinese(self) -> &'static str {
        match self {
            GameResult::Unknown => "未知",
            GameResult::Win(Side::First) => "红胜",
            GameResult::Win(Side::Second) => "黑胜",
            GameResult::Draw => "和棋",
        }
    }

    /// Parses a word that means a result and nothing else. In 红先胜 and 先负, it is Red who wins or loses.
    pub fn parse(text: &str) -> Option<GameResult> {
        Some(match text.trim() {
            "1-0" | "红胜" | "紅勝" | "红勝" | "紅胜" | "红先胜" | "紅先勝" | "先胜" | "先勝" | "黑负" | "黑負"
            | "红方胜" | "黑方负" | "黑认输" | "黑方认输" => GameResult::Win(Side::First),
            "0-1" | "黑胜" | "黑勝" | "红先负" | "紅先負" | "先负" | "先負" | "红负" | "紅負" | "黑方胜" | "红方负"
            | "红认输" | "红方认输" => GameResult::Win(Side::Second),
            "1/2-1/2" | "1/2" | "½-½" | "和" | "和棋" | "和局" | "红先和" | "紅先和" | "先和" | "0.5-0.5" => {
                GameResult::Draw
            }
            "*" | "未知" | "0-0" | "不详" => GameResult::Unknown,
            _ => return None,
        })
    }

    /// Decodes a number as in XQF and CBR: 1 Red wins, 2 Black wins, 3 a draw.
    pub const fn from_code(code: u32) -> GameResult {
        match code {
            1 => GameResult::Win(Side::First),
            2 => GameResult::Win(Side::Second),
            3 => GameResult::Draw,
            _ => GameResult::Unknown,
        }
    }

    /// The inverse of [`GameResult::from_code`].
    pub const fn code(self) -> u8 {
        match self {
            GameResult::Unknown => 0,
            GameResult::Win(Side::First) => 1,
            GameResult::Win(Side::Second) => 2,
            GameResult::Draw => 3,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_and_numbers_come_back() {
        for code in 0..4 {
            let result = GameResult::from_code(code);
            assert_eq!(u32::from(result.code()), code);
            assert_eq!(GameResult::parse(result.word()), Some(result));
            assert_eq!(GameResult::parse(result.chinese()), Some(result));
        }
        assert_eq!(GameResult::from_code(4), GameResult::Unknown);
        assert_eq!(GameResult::parse("1-1"), None);
    }
}
