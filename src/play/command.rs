//! What a person may type at the prompt: a command or a move.

use super::args::NOTATIONS;
use super::level;
use super::seats::SideChoice;
use clap::ValueEnum;
use meihua_contracts::in_english;
use meihua_contracts::sentence::Sentence;
use meihua_contracts::text::Notation;
use meihua_engine::protocol;
use meihua_games::say;
use meihua_records::notation_words;
use thiserror::Error;

/// A parsed line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Command {
    /// An empty line.
    Nothing,
    /// `help`.
    Help,
    /// `board`: shows the board again.
    Board,
    /// `new [POSITION]`: starts from the beginning or from a position.
    New(String),
    /// `undo [N]`: takes back the player's last N turns and the replies to them.
    Undo(usize),
    /// `redo [N]`.
    Redo(usize),
    /// `hint [N]`: shows the N best moves.
    Hint(usize),
    /// `solve`: plays out the rest of a puzzle.
    Solve,
    /// `go`: lets the engine move for the side to move.
    Go,
    /// `moves`: shows the game so far and the legal moves.
    Moves,
    /// `eval`.
    Eval,
    /// `fen`.
    Fen,
    /// `save FILE [NOTATION]`.
    Save {
        /// The file.
        path: String,
        /// The notation of its moves, if different from the screen's.
        names: Option<Notation>,
    },
    /// `load FILE`.
    Load(String),
    /// `side SIDE`: changes sides.
    Side(SideChoice),
    /// `level N`.
    Level(i32),
    /// `time MS`.
    Time(u64),
    /// `notation NAME`.
    Notation(Notation),
    /// `turn`: shows the board from the other side.
    Turn,
    /// `resign`.
    Resign,
    /// `quit`.
    Quit,
    /// Anything else.
    Move(String),
}

/// Why a command cannot be executed.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum PlayCommandError {
    /// The argument of the command is wrong.
    Argument {
        /// The command.
        command: &'static str,
        /// What was found.
        found: String,
        /// What was expected.
        expected: Sentence,
    },
}

impl From<&PlayCommandError> for Sentence {
    fn from(error: &PlayCommandError) -> Sentence {
        let PlayCommandError::Argument { command, found, expected } = error;
        say!("{}: found {}, expected {}", *command, Sentence::quoted(found), expected.clone())
    }
}

in_english!(PlayCommandError);

/// The first words of commands.
pub(crate) const WORDS: &[&str] = &[
    "hint", "help", "solve", "go", "undo", "back", "redo", "moves", "board", "fen", "eval", "flip", "turn", "new",
    "side", "level", "time", "notation", "save", "load", "resign", "quit",
];

/// The Chinese words for those that are offered on Tab.
pub(crate) const CHINESE_WORDS: &[&str] = &[
    "提示", "帮助", "解答", "走", "悔棋", "重走", "着法", "棋盘", "局面", "评估", "翻转", "新局", "执棋", "级别",
    "时间", "记谱", "保存", "打开", "认输", "退出",
];

/// The command that was probably meant: one that the first word abbreviates or extends, or that it resembles.
pub(crate) fn nearest(line: &str) -> Option<&'static str> {
    let word = line.split_whitespace().next()?.to_lowercase();
    if word.len() < 3 || !word.chars().all(char::is_alphabetic) {
        return None;
    }
    let is_cut = |known: &&&str| known.starts_with(&word) || (known.len() >= 4 && word.starts_with(**known));
    WORDS.iter().find(is_cut).copied().or_else(|| protocol::nearest::nearest(&word, WORDS.iter().copied()))
}

impl Command {
    /// Parses a line.
    ///
    /// # Errors
    /// The command is known, but its argument is wrong.
    pub(crate) fn parse(line: &str) -> Result<Command, PlayCommandError> {
        let line = line.trim();
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        // A command that takes nothing is not one with something behind it.
        let alone = |command: Command, name: &'static str| match rest {
            "" => Ok(command),
            found => {
                let expected = "nothing behind it".into();
                Err(PlayCommandError::Argument { command: name, found: found.to_owned(), expected })
            }
        };
        Ok(match word.to_lowercase().as_str() {
            "" => Command::Nothing,
            "help" | "?" | "帮助" | "幫助" => alone(Command::Help, "help")?,
            "board" | "show" | "棋盘" | "棋盤" => alone(Command::Board, "board")?,
            "new" | "新局" | "重来" | "重來" => Command::New(rest.to_owned()),
            "undo" | "back" | "takeback" | "u" | "悔棋" => Command::Undo(number("undo", rest, 1)?),
            "redo" | "重走" | "重做" => Command::Redo(number("redo", rest, 1)?),
            "hint" | "提示" => Command::Hint(number("hint", rest, 1)?),
            "solve" | "解答" | "求解" => alone(Command::Solve, "solve")?,
            "go" | "走" | "代走" => alone(Command::Go, "go")?,
            "moves" | "list" | "着法" | "著法" => alone(Command::Moves, "moves")?,
            "eval" | "评估" | "評估" => alone(Command::Eval, "eval")?,
            "fen" | "局面" => alone(Command::Fen, "fen")?,
            "save" | "保存" | "存盘" => save(rest)?,
            "load" | "打开" | "打開" | "读取" | "讀取" if rest.is_empty() => {
                return Err(missing("load", "a file"));
            }
            "load" | "打开" | "打開" | "读取" | "讀取" => Command::Load(rest.to_owned()),
            "side" | "执棋" | "執棋" => Command::Side(side(rest)?),
            "level" | "级别" | "級別" => Command::Level(level::parse(rest)?),
            "time" | "时间" | "時間" => Command::Time(number("time", rest, 0)? as u64),
            "notation" | "记谱" | "記譜" => Command::Notation(notation(rest)?),
            "turn" | "flip" | "翻转" | "翻轉" => alone(Command::Turn, "turn")?,
            "resign" | "认输" | "認輸" => alone(Command::Resign, "resign")?,
            "quit" | "exit" | "q" | "bye" | "退出" => alone(Command::Quit, "quit")?,
            _ => Command::Move(line.to_owned()),
        })
    }
}

fn missing(command: &'static str, expected: &'static str) -> PlayCommandError {
    PlayCommandError::Argument { command, found: String::new(), expected: expected.into() }
}

/// Parses a count; `default` if it is missing, unless that is 0.
fn number(command: &'static str, text: &str, default: usize) -> Result<usize, PlayCommandError> {
    if text.is_empty() && default > 0 {
        return Ok(default);
    }
    let value = text.parse().ok().filter(|&value| value > 0 && value <= u32::MAX as usize);
    let expected = "a whole number above 0".into();
    value.ok_or_else(|| PlayCommandError::Argument { command, found: text.to_owned(), expected })
}

/// Parses a side.
///
/// # Errors
/// The word names no side.
pub(crate) fn side(text: &str) -> Result<SideChoice, PlayCommandError> {
    SideChoice::from_str(text, true).map_err(|_| PlayCommandError::Argument {
        command: "side",
        found: text.to_owned(),
        expected: say!("the first player's side (red, white), the second's (black, yellow), both (two people), none (two engines) or random"),
    })
}

/// Parses the name of a notation.
fn notation(text: &str) -> Result<Notation, PlayCommandError> {
    notation_words::named(NOTATIONS, text).ok_or_else(|| {
        let words: Vec<&str> = NOTATIONS.iter().map(|known| known.word).collect();
        PlayCommandError::Argument { command: "notation", found: text.to_owned(), expected: words.join(", ").into() }
    })
}

/// Parses the arguments of `save`. The last word may be a notation, and the file name may contain spaces.
fn save(rest: &str) -> Result<Command, PlayCommandError> {
    let (path, names) = match rest.rsplit_once(char::is_whitespace) {
        Some((path, word)) => match notation_words::named(NOTATIONS, word) {
            Some(names) => (path.trim_end(), Some(names)),
            None => (rest, None),
        },
        None => (rest, None),
    };
    if path.is_empty() { Err(missing("save", "a file")) } else { Ok(Command::Save { path: path.to_owned(), names }) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_and_moves() {
        let parse = |line: &str| Command::parse(line).unwrap();
        assert_eq!(parse("  UNDO "), Command::Undo(1));
        assert_eq!(parse("undo 3"), Command::Undo(3));
        assert_eq!(parse("new 3 3 2"), Command::New("3 3 2".to_owned()));
        assert_eq!(parse("炮二平五"), Command::Move("炮二平五".to_owned()));
        assert_eq!(parse("was"), Command::Move("was".to_owned()), "keys of a tower are no commands");
        assert_eq!(parse(""), Command::Nothing);
        assert_eq!(parse("side Black"), Command::Side(SideChoice::Black));
        assert_eq!(parse("notation chinese"), Command::Notation(Notation::Chinese));
    }

    #[test]
    fn every_word_that_is_offered_is_a_command() {
        for word in WORDS.iter().chain(CHINESE_WORDS) {
            assert!(!matches!(Command::parse(word), Ok(Command::Move(_))), "{word}");
        }
    }

    #[test]
    fn words_that_people_try_first() {
        for (line, command) in [
            ("flip", Command::Turn),
            ("q", Command::Quit),
            ("Q", Command::Quit),
            ("back 2", Command::Undo(2)),
            ("exit", Command::Quit),
            ("悔棋 2", Command::Undo(2)),
            ("提示", Command::Hint(1)),
            ("hint 3", Command::Hint(3)),
            ("级别 高级", Command::Level(12)),
            ("执棋 黑", Command::Side(SideChoice::Black)),
            ("记谱 中文", Command::Notation(Notation::Chinese)),
            ("重走", Command::Redo(1)),
            ("退出", Command::Quit),
            ("认输", Command::Resign),
            ("打开 a.xqf", Command::Load("a.xqf".to_owned())),
            ("炮二平五", Command::Move("炮二平五".to_owned())),
        ] {
            assert_eq!(Command::parse(line), Ok(command), "{line}");
        }
    }

    #[test]
    fn a_slip_leads_to_the_command_that_was_meant() {
        for (line, meant) in [
            ("udno", "undo"),
            ("hnt", "hint"),
            ("Hlep me", "help"),
            ("evaluate", "eval"),
            ("resing", "resign"),
            ("sav my.pgn", "save"),
            ("notaton chinese", "notation"),
        ] {
            assert_eq!(nearest(line), Some(meant), "{line}");
        }
        for line in ["h2e2", "炮二平五", "d", "xyzzy", "wwasd", "", "R9=6", "P1D1"] {
            assert_eq!(nearest(line), None, "{line}");
        }
    }

    #[test]
    fn a_file_may_hold_blanks_and_be_followed_by_a_notation() {
        let save = |line: &str| match Command::parse(line).unwrap() {
            Command::Save { path, names } => (path, names),
            other => panic!("{other:?}"),
        };
        assert_eq!(save("save my game.pgn"), ("my game.pgn".to_owned(), None));
        assert_eq!(save("save my game.pgn chinese"), ("my game.pgn".to_owned(), Some(Notation::Chinese)));
    }

    #[test]
    fn errors_name_what_was_expected() {
        let fault = |line: &str| Command::parse(line).unwrap_err().to_string();
        assert_eq!(fault("undo two"), "undo: found \"two\", expected a whole number above 0");
        assert!(fault("level 21").contains("from -4 (weakest) to 20"));
        assert_eq!(fault("resign now"), "resign: found \"now\", expected nothing behind it");
        assert_eq!(Command::parse("resign ").unwrap(), Command::Resign);
        assert!(fault("side green").contains("(red, white), the second's (black, yellow), both"));
        assert!(
            fault("save").contains("a file") && fault("load").contains("a file") && fault("time").contains("above 0")
        );
    }
}
