//! The options that an engine declares in its greeting, and whether they allow what the command line sets: a mistyped
//! name or a value out of range would be ignored by the engine, and the match would test something else.

use super::engine_spec::EngineSpec;
use meihua_engine::engine::opening::GameNames;
use meihua_engine::protocol::nearest::nearest;
use thiserror::Error;

/// Whether an option selects the game: in UCI and UGI, or in UCCI.
fn is_variant(name: &str) -> bool {
    ["UCI_Variant", "variant"].iter().any(|known| name.eq_ignore_ascii_case(known))
}

/// What an option accepts.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Kind {
    /// One of these two words.
    Check([&'static str; 2]),
    /// A whole number in this range.
    Spin(i64, i64),
    /// One of these words, in upper or lower case.
    Combo(Vec<String>),
    /// No value.
    Button,
    /// Any text; also a type that we do not know.
    Text,
}

/// A declared option.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Declared {
    name: String,
    kind: Kind,
}

/// Why an engine cannot be set up as the command line says.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum SettingError {
    #[error("it has no option {name:?}{guess}")]
    Unknown {
        name: String,
        /// The nearest name, or all of them.
        guess: String,
    },
    #[error("option {name:?}: found {found:?}, expected {expected}")]
    Value { name: String, found: String, expected: String },
    #[error("it does not play {game}; it offers {offered}")]
    Game { game: &'static str, offered: String },
    #[error("ponder=on, but it does not declare that it can think on the opponent's time")]
    Ponder,
    #[error("it counts whole seconds (it has no option usemillisec), expected a time of at least 1 s")]
    Seconds,
    /// The engine's own words.
    #[error("it refused its options: {0}")]
    Refused(String),
}

impl Declared {
    /// Parses `option [name] NAME type T [default D] [min A] [max B] [var V] …`, as in UCI, UGI and UCCI.
    pub(crate) fn of_uci(line: &str) -> Option<Declared> {
        let rest = line.strip_prefix("option ")?;
        let (name, rest) = rest.split_once(" type ")?;
        let name = name.trim().trim_start_matches("name ").trim().to_owned();
        let bound = |word: &str| rest.split_once(word)?.1.split_whitespace().next()?.parse().ok();
        let kind = match rest.split_whitespace().next()? {
            "check" => Kind::Check(["true", "false"]),
            "spin" => Kind::Spin(bound(" min ").unwrap_or(i64::MIN), bound(" max ").unwrap_or(i64::MAX)),
            "combo" => {
                let values = rest.split(" var ").skip(1).map(|value| value.split(" default ").next().unwrap_or(value));
                Kind::Combo(values.map(|value| value.trim().to_owned()).collect())
            }
            "button" => Kind::Button,
            _ => Kind::Text,
        };
        Some(Declared { name, kind })
    }

    /// Parses the text of an XBoard feature `option="NAME -spin VALUE MIN MAX"`.
    pub(crate) fn of_xboard(text: &str) -> Option<Declared> {
        let (name, rest) = text.split_once(" -")?;
        let (kind, rest) = rest.split_once(' ').unwrap_or((rest, ""));
        let kind = match kind {
            "check" => Kind::Check(["0", "1"]),
            "spin" | "slider" => {
                let numbers: Vec<i64> = rest.split_whitespace().filter_map(|word| word.parse().ok()).collect();
                let [_, min, max] = *numbers.as_slice() else { return None };
                Kind::Spin(min, max)
            }
            "combo" => {
                Kind::Combo(rest.split("///").map(|value| value.trim().trim_start_matches('*').into()).collect())
            }
            "button" | "save" | "reset" => Kind::Button,
            _ => Kind::Text,
        };
        Some(Declared { name: name.trim().to_owned(), kind })
    }

    fn is_named(&self, name: &str) -> bool {
        self.name.eq_ignore_ascii_case(name)
    }

    fn check(&self, value: &str) -> Result<(), SettingError> {
        let expected = match &self.kind {
            Kind::Check(words) if words.contains(&value) => return Ok(()),
            Kind::Check([yes, no]) => format!("{yes} or {no}"),
            Kind::Spin(min, max) if value.parse().is_ok_and(|number| (*min..=*max).contains(&number)) => return Ok(()),
            Kind::Spin(min, max) => format!("a whole number from {min} to {max}"),
            Kind::Combo(values) if values.iter().any(|known| known.eq_ignore_ascii_case(value)) => return Ok(()),
            Kind::Combo(values) => format!("one of {}", values.join(", ")),
            Kind::Button if value.is_empty() => return Ok(()),
            Kind::Button => "nothing after =, since it is a button".to_owned(),
            Kind::Text => return Ok(()),
        };
        Err(SettingError::Value { name: self.name.clone(), found: value.to_owned(), expected })
    }
}

/// Whether an option of that name is declared.
pub(crate) fn declares(options: &[Declared], name: &str) -> bool {
    options.iter().any(|option| option.is_named(name))
}

/// Checks the options of the command line against those declared.
pub(crate) fn check(options: &[Declared], spec: &EngineSpec) -> Result<(), SettingError> {
    spec.options.iter().try_for_each(|(name, value)| match options.iter().find(|option| option.is_named(name)) {
        Some(option) if is_variant(&option.name) && has_own_variants(spec) => Ok(()),
        Some(option) => option.check(value),
        None => Err(SettingError::Unknown { name: name.clone(), guess: guess(options, name) }),
    })
}

/// Whether the engine reads games from a file, as Fairy-Stockfish does: then it offers more than it declares.
fn has_own_variants(spec: &EngineSpec) -> bool {
    spec.options.iter().any(|(name, _)| is_variant_path(name))
}

/// Whether an option names a file of games. It is set before the game.
pub(crate) fn is_variant_path(name: &str) -> bool {
    name.eq_ignore_ascii_case("VariantPath")
}

/// Whether the user has chosen the engine's game.
pub(crate) fn is_variant_set(spec: &EngineSpec) -> bool {
    spec.options.iter().any(|(name, _)| is_variant(name))
}

/// What to say about an unknown name: the nearest one, or all of them.
fn guess(options: &[Declared], name: &str) -> String {
    let names: Vec<&str> = options.iter().map(|option| option.name.as_str()).collect();
    let lower: Vec<String> = names.iter().map(|name| name.to_lowercase()).collect();
    let near = nearest(name, lower.iter().map(String::as_str));
    match near.and_then(|near| names.iter().find(|name| name.eq_ignore_ascii_case(near))) {
        Some(near) => format!("; did you mean {near:?}?"),
        None if names.is_empty() => "; it declares none".to_owned(),
        None => format!(", expected one of {}", names.join(", ")),
    }
}

/// The option that selects the game and its value, if the engine declares it and the user has not set it.
///
/// # Errors
/// The engine does not offer the game, or the user has set another one that the match knows by its name.
pub(crate) fn variant<'a>(
    options: &'a [Declared],
    spec: &EngineSpec,
    game: &GameNames,
) -> Result<Option<(&'a str, &'a str)>, SettingError> {
    let set = spec.options.iter().rev().find(|(name, _)| is_variant(name));
    let offered = options.iter().find(|option| is_variant(&option.name));
    let Some(Declared { name: option, kind }) = offered else { return Ok(None) };
    let Kind::Combo(values) = kind else {
        // It does not say which games it plays.
        let takes_text = matches!(kind, Kind::Text) && set.is_none();
        return Ok(takes_text.then_some((option, game.main())));
    };
    match (game.among(values), set) {
        // A game of its file is not among those declared.
        (found, None) if has_own_variants(spec) => Ok(Some((option, found.unwrap_or(game.main())))),
        (Some(found), None) => Ok(Some((option, found))),
        (None, None) => Err(SettingError::Game { game: game.main(), offered: values.join(", ") }),
        (Some(found), Some((name, value))) if !has_own_variants(spec) && !found.eq_ignore_ascii_case(value) => {
            let expected = format!("{found}, the game of the match");
            Err(SettingError::Value { name: name.clone(), found: value.clone(), expected })
        }
        (_, Some(_)) => Ok(None),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn spec(name: &str, value: &str) -> EngineSpec {
        EngineSpec { options: vec![(name.to_owned(), value.to_owned())], ..EngineSpec::default() }
    }

    #[test]
    fn options_are_read_in_all_spellings() {
        let uci = Declared::of_uci("option name UCI_Variant type combo default chess var chess var cfour").unwrap();
        assert_eq!(
            uci,
            Declared { name: "UCI_Variant".into(), kind: Kind::Combo(vec!["chess".into(), "cfour".into()]) }
        );
        let ucci = Declared::of_uci("option usemillisec type check default true").unwrap();
        assert!(declares(&[ucci], "UseMillisec"));
        let spec_order = Declared::of_uci("option style type combo var solid var risky default solid").unwrap();
        assert_eq!(spec_order.kind, Kind::Combo(vec!["solid".into(), "risky".into()]));
        let xboard = Declared::of_xboard("Hash size -spin 16 1 1024").unwrap();
        assert_eq!(xboard, Declared { name: "Hash size".into(), kind: Kind::Spin(1, 1024) });
        let combo = Declared::of_xboard("Style -combo *solid /// risky").unwrap();
        assert_eq!(combo.kind, Kind::Combo(vec!["solid".into(), "risky".into()]));
    }

    #[test]
    fn names_and_values_are_compared() {
        let lines = [
            "option name Hash type spin default 16 min 1 max 1024",
            "option name Skill Level type spin default 20 min -4 max 20",
            "option name Ponder type check default false",
            "option name Rule type combo default Asian var Asian var None",
            "option name Clear Hash type button",
            "option name EvalFile type string default <empty>",
        ];
        let options: Vec<Declared> = lines.iter().filter_map(|line| Declared::of_uci(line)).collect();
        let told = |name, value| check(&options, &spec(name, value)).map_err(|error| error.to_string());
        for (name, value) in [
            ("hash", "1024"),
            ("Skill Level", "-4"),
            ("Ponder", "true"),
            ("Rule", "none"),
            ("Clear Hash", ""),
            ("EvalFile", "a b"),
        ] {
            assert_eq!(told(name, value), Ok(()), "{name}");
        }
        for (name, value, words) in [
            ("Hsh", "3", "no option \"Hsh\"; did you mean \"Hash\"?"),
            ("Contempt", "3", "expected one of Hash, Skill Level"),
            ("Skill Level", "99", "found \"99\", expected a whole number from -4 to 20"),
            ("Ponder", "yes", "expected true or false"),
            ("Rule", "some", "expected one of Asian, None"),
            ("Clear Hash", "1", "it is a button"),
        ] {
            assert!(told(name, value).unwrap_err().contains(words), "{:?}", told(name, value));
        }
    }

    #[test]
    fn the_game_is_among_those_offered() {
        let options =
            [Declared::of_uci("option name UCI_Variant type combo default chess var chess var Connect4").unwrap()];
        let game = |names| GameNames { names, ..GameNames::default() };
        assert_eq!(
            variant(&options, &EngineSpec::default(), &game(vec!["cfour", "connect4"])),
            Ok(Some(("UCI_Variant", "Connect4")))
        );
        assert_eq!(variant(&[], &EngineSpec::default(), &game(vec!["cfour"])), Ok(None));
        assert_eq!(variant(&options, &spec("UCI_Variant", "chess"), &game(vec!["xiangqi"])), Ok(None));
        let other = variant(&options, &spec("UCI_Variant", "chess"), &game(vec!["cfour", "connect4"])).unwrap_err();
        assert_eq!(
            other.to_string(),
            "option \"UCI_Variant\": found \"chess\", expected Connect4, the game of the match"
        );
        let refused = variant(&options, &EngineSpec::default(), &game(vec!["xiangqi"])).unwrap_err();
        assert_eq!(refused.to_string(), "it does not play xiangqi; it offers chess, Connect4");
        // An engine that lists no games is told the one of the match.
        let text = [Declared::of_uci("option name UCI_Variant type string default chess").unwrap()];
        let cfour = game(vec!["cfour"]);
        assert_eq!(variant(&text, &EngineSpec::default(), &cfour), Ok(Some(("UCI_Variant", "cfour"))));
        assert_eq!(variant(&text, &spec("UCI_Variant", "four"), &cfour), Ok(None));
    }
}
