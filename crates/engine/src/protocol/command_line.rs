//! Reads a line as a [`Command`]. The tables say which words begin a command and how many words follow.

use super::command::{Command, CommandError, Dialect, Query};
use super::nearest::nearest;
use super::words::{Words, integer};
use super::{go_line, position_line};
use crate::engine::registry::Entry;
use crate::text::shorten;
use vampirc_uci::{UciMessage, parse_one};

impl Command {
    /// What is wrong with the first word of a line that its command does not take; the command is carried out without it.
    /// Words of commands that take any number of them are checked where they are parsed.
    pub(crate) fn surplus(line: &str) -> Option<CommandError> {
        let mut words = Words::new(line);
        let first = words.next()?;
        let is_known = Command::is_known(first);
        let command = if is_known { first } else { words.find(|&word| row(STANDARD, word).is_some())? };
        let (command, most, _) = row(STANDARD, command).or_else(|| row(EXTRA, command))?;
        let found = shorten(words.nth(most?)?);
        let expected = if most == Some(0) { "nothing after the command" } else { "one word after the command" };
        Some(CommandError::Word { command, found, expected })
    }

    /// Parses a line. Unknown words before a known one are skipped, as UCI demands, but only before words defined by
    /// the standards: an accidental `d` or `moves` in a foreign line is not a command.
    pub fn parse(line: &str, games: &[Entry]) -> Result<Command, CommandError> {
        let mut words = Words::new(line);
        let Some(first) = words.next() else { return Ok(Command::Nothing) };
        if let Some(outcome) = read(STANDARD, first, words, games).or_else(|| read(EXTRA, first, words, games)) {
            return outcome;
        }
        while let Some(word) = words.next() {
            if let Some(outcome) = read(STANDARD, word, words, games) {
                return outcome;
            }
        }
        Err(CommandError::Unknown { found: shorten(line.trim()), meant: meant(first) })
    }

    /// Whether this word starts a command.
    pub fn is_known(word: &str) -> bool {
        words().any(|known| known.eq_ignore_ascii_case(word))
    }
}

/// The command that a word resembles: one letter is wrong, or two in a long word.
pub fn meant(word: &str) -> Option<&'static str> {
    // In shorter words a typo cannot be recognised.
    const SHORTEST: usize = 3;
    nearest(word, words().filter(|word| word.len() >= SHORTEST))
}

/// Parses a line from the word of its command, the rest of the line, and the available games.
type Reader = fn(&str, Words, &[Entry]) -> Result<Command, CommandError>;

/// A command: its word, the number of words that it takes at most (`None`: any number), and how they are parsed.
type Row = (&'static str, Option<usize>, Reader);

const NO_WORDS: Option<usize> = Some(0);
const ONE_WORD: Option<usize> = Some(1);
const ANY_WORDS: Option<usize> = None;

/// The commands of the three standards.
const STANDARD: &[Row] = &[
    ("banmoves", ANY_WORDS, |_, words, _| Ok(Command::BanMoves(words.map(str::to_owned).collect()))),
    ("debug", ONE_WORD, |_, words, _| debug(words)),
    ("go", ANY_WORDS, |_, words, _| {
        let (go, error) = go_line::parse(words);
        Ok(Command::Go(Box::new(go), error))
    }),
    ("isready", NO_WORDS, bare),
    ("newgame", NO_WORDS, |_, _, _| Ok(Command::NewGame)),
    ("ponderhit", ONE_WORD, bare),
    ("position", ANY_WORDS, |_, words, games| Ok(Command::Position(position_line::parse(words, games)))),
    ("probe", ANY_WORDS, |_, words, games| Ok(Command::Probe(position_line::parse(words, games)))),
    ("query", ONE_WORD, |_, words, _| query(words)),
    ("quit", NO_WORDS, bare),
    ("register", ANY_WORDS, |_, _, _| Ok(Command::Nothing)),
    ("setoption", ANY_WORDS, |_, words, _| Ok(Command::SetOption(words.rest().to_owned()))),
    ("stop", NO_WORDS, bare),
    ("ucci", NO_WORDS, |_, _, _| Ok(Command::Hello(Dialect::Ucci))),
    ("uccinewgame", NO_WORDS, |_, _, _| Ok(Command::NewGame)),
    ("uci", NO_WORDS, bare),
    ("ucinewgame", NO_WORDS, bare),
    ("ugi", NO_WORDS, |_, _, _| Ok(Command::Hello(Dialect::Ugi))),
    ("uginewgame", NO_WORDS, |_, _, _| Ok(Command::NewGame)),
];

/// Our own commands, and positions without the word `position`.
const EXTRA: &[Row] = &[
    ("bench", ONE_WORD, |_, words, _| count("bench", words).map(Command::Bench)),
    ("d", NO_WORDS, |_, _, _| Ok(Command::Show)),
    ("eval", NO_WORDS, |_, _, _| Ok(Command::Eval)),
    ("explore", NO_WORDS, |_, _, _| Ok(Command::Explore)),
    ("export", ANY_WORDS, |_, words, _| Ok(Command::Export(words.rest().to_owned()))),
    ("fen", ANY_WORDS, |_, words, games| Ok(Command::Position(position_line::parse_fen(words, games)))),
    ("flip", NO_WORDS, |_, _, _| Ok(Command::Flip)),
    ("genfens", ANY_WORDS, |_, words, _| Ok(Command::GenFens(words.rest().to_owned()))),
    ("help", NO_WORDS, |_, _, _| Ok(Command::Help)),
    ("import", ANY_WORDS, |_, words, _| Ok(Command::Import(words.rest().to_owned()))),
    ("json", NO_WORDS, |_, _, _| Ok(Command::Hello(Dialect::Json))),
    ("library", ANY_WORDS, |_, words, _| Ok(Command::Library(words.rest().to_owned()))),
    ("moves", NO_WORDS, |_, _, _| Ok(Command::Moves)),
    ("redo", ONE_WORD, |_, words, _| count("redo", words).map(|count| Command::Redo(count.unwrap_or(1) as usize))),
    ("startpos", ANY_WORDS, |_, words, _| Ok(Command::Position(position_line::parse_start(words)))),
    ("undo", ONE_WORD, |_, words, _| count("undo", words).map(|count| Command::Undo(count.unwrap_or(1) as usize))),
    ("view", NO_WORDS, |_, _, _| Ok(Command::View)),
];

/// Every word that starts a command.
pub fn words() -> impl Iterator<Item = &'static str> {
    STANDARD.iter().chain(EXTRA).map(|&(word, ..)| word)
}

/// Parses the command of a word by one of the tables.
fn read(table: &[Row], word: &str, words: Words, games: &[Entry]) -> Option<Result<Command, CommandError>> {
    let (.., reader) = row(table, word)?;
    Some(reader(word, words, games))
}

/// The row of a word in one of the tables.
fn row(table: &[Row], word: &str) -> Option<Row> {
    table.iter().find(|(known, ..)| known.eq_ignore_ascii_case(word)).copied()
}

/// A command without arguments that UCI defines, as parsed by vampirc-uci. The other
/// commands are not left to vampirc-uci: it would read `debug once` as `debug on`, expect chess moves and positions,
/// and ignore UCCI's options (`tests/library/vampirc_faults.rs`).
fn bare(word: &str, mut words: Words, _: &[Entry]) -> Result<Command, CommandError> {
    Ok(match parse_one(word) {
        UciMessage::Uci => Command::Hello(Dialect::Uci),
        UciMessage::IsReady => Command::IsReady,
        UciMessage::UciNewGame => Command::NewGame,
        UciMessage::Stop => Command::Stop,
        // Under UCCI, this says that the opponent offers a draw.
        UciMessage::PonderHit => Command::PonderHit { draw: words.any(|word| word.eq_ignore_ascii_case("draw")) },
        UciMessage::Quit => Command::Quit,
        UciMessage::Debug(_)
        | UciMessage::Register { .. }
        | UciMessage::Position { .. }
        | UciMessage::SetOption { .. }
        | UciMessage::Go { .. }
        | UciMessage::Id { .. }
        | UciMessage::UciOk
        | UciMessage::ReadyOk
        | UciMessage::BestMove { .. }
        | UciMessage::CopyProtection(_)
        | UciMessage::Registration(_)
        | UciMessage::Option(_)
        | UciMessage::Info(_)
        | UciMessage::Unknown(..) => Command::Nothing,
    })
}

fn debug(mut words: Words) -> Result<Command, CommandError> {
    match words.next().unwrap_or_default().to_ascii_lowercase().as_str() {
        "on" => Ok(Command::Debug(true)),
        "off" => Ok(Command::Debug(false)),
        found => Err(CommandError::Word { command: "debug", found: shorten(found), expected: "on or off" }),
    }
}

fn query(mut words: Words) -> Result<Command, CommandError> {
    match words.next().unwrap_or_default().to_ascii_lowercase().as_str() {
        "gameover" => Ok(Command::Query(Query::GameOver)),
        "p1turn" => Ok(Command::Query(Query::FirstPlayersTurn)),
        "result" => Ok(Command::Query(Query::Result)),
        found => {
            Err(CommandError::Word { command: "query", found: shorten(found), expected: "gameover, p1turn or result" })
        }
    }
}

/// Parses an optional count after `word`.
fn count(command: &'static str, mut words: Words) -> Result<Option<u32>, CommandError> {
    let Some(found) = words.next() else { return Ok(None) };
    let unreadable = || CommandError::Number { command, word: "count".to_owned(), found: shorten(found) };
    let value = integer(found).ok_or_else(unreadable)?;
    let expected = "a number from 0 to 4294967295";
    u32::try_from(value).map(Some).map_err(|_| CommandError::Word { command, found: shorten(found), expected })
}

#[cfg(test)]
mod tests {
    use super::super::command::Urgency;
    use super::*;
    use crate::engine::registry::GAMES;

    #[test]
    fn unknown_words_are_skipped_before_standard_commands_only() {
        assert_eq!(Command::parse("joho debug on", GAMES), Ok(Command::Debug(true)));
        assert_eq!(Command::parse("  ISREADY\r", GAMES), Ok(Command::IsReady));
        assert!(matches!(Command::parse("xyzzy d moves", GAMES), Err(CommandError::Unknown { .. })));
        assert_eq!(Command::parse(" \t ", GAMES), Ok(Command::Nothing));
    }

    #[test]
    fn a_mistyped_command_is_guessed_where_it_is_clear() {
        for (line, meant) in [
            ("postion startpos", Some("position")),
            ("isredy", Some("isready")),
            ("sotp", Some("stop")),
            ("hlep", Some("help")),
            ("xyzzy", None),
            ("x", None),
            ("joho stpo", None),
        ] {
            assert!(
                matches!(Command::parse(line, GAMES), Err(CommandError::Unknown { meant: found, .. }) if found == meant),
                "{line}"
            );
        }
        for word in words().filter(|&word| word != "register") {
            assert_ne!(
                Command::parse(word, GAMES),
                Ok(Command::Nothing),
                "{word}: what vampirc-uci is asked for it knows"
            );
        }
        assert!(
            Command::parse("quti now", GAMES).expect_err("mistyped").to_string().contains("did you mean \"quit\"?")
        );
    }

    #[test]
    fn new_games_of_all_dialects() {
        for line in ["ucinewgame", "uccinewgame", "uginewgame", "newgame"] {
            assert_eq!(Command::parse(line, GAMES), Ok(Command::NewGame), "{line}");
        }
    }

    #[test]
    fn every_command_says_when_it_is_due() {
        for (line, urgency) in [("stop", Urgency::Now), ("d", Urgency::Aside), ("position startpos", Urgency::Idle)] {
            assert_eq!(Command::parse(line, GAMES).map(|command| command.urgency()), Ok(urgency), "{line}");
        }
    }

    #[test]
    fn words_that_a_command_does_not_take_are_named() {
        let surplus = |line| Command::surplus(line).map(|error| error.to_string());
        assert_eq!(
            surplus("isready now").as_deref(),
            Some("isready: found \"now\", expected nothing after the command")
        );
        assert_eq!(surplus("undo 2 3").as_deref(), Some("undo: found \"3\", expected one word after the command"));
        assert_eq!(surplus("joho STOP it").as_deref(), Some("stop: found \"it\", expected nothing after the command"));
        for line in
            ["", "joho", "joho stop", "undo 2", "debug on", "go depth 3 nodes 4", "setoption name Hash value 1 2"]
        {
            assert_eq!(surplus(line), None, "{line}");
        }
    }

    #[test]
    fn errors_name_what_was_expected() {
        for (line, found) in [("undo -1", "-1"), ("redo 99999999999999999999", "99999999999999999999")] {
            let error = Command::parse(line, GAMES).expect_err("out of range").to_string();
            assert!(error.ends_with(&format!("found {found:?}, expected a number from 0 to 4294967295")), "{error}");
        }
        let error = Command::parse("undo two", GAMES).expect_err("not a number");
        assert_eq!(error.to_string(), "undo: count: found \"two\", expected a whole number");
        assert!(Command::parse("query whom", GAMES).expect_err("no such query").to_string().contains("p1turn"));
    }
}
