//! The options, as declared in every dialect and set by every `setoption`. [`all`] lists the options of an engine,
//! including those of its games.
//!
//! Names match regardless of case, spaces and underscores, in their UCI or UCCI spelling, with or without the words
//! `name` and `value`. The default values are defined only in [`crate::engine::config::Config::default`].

use super::command::Dialect;
use super::log_file;
use super::words::Words;
use crate::engine::book::{self, OpenBook};
use crate::engine::config::Config;
use crate::engine::memory::hash_limit;
use crate::engine::option::{Kind, OptionError, OptionSpec, Setting};
use crate::engine::rating::{ELO_MAX, ELO_MIN, SKILL_MAX, SKILL_MIN};
use crate::engine::registry::Entry;
use crate::engine::state::Engine;
use crate::rules::RepetitionRule;
use crate::text::Notation;

impl OptionSpec {
    /// The name under which a dialect declares the option.
    pub fn name(&self, dialect: Dialect) -> Option<&'static str> {
        let name = if dialect == Dialect::Ucci { self.ucci } else { self.uci };
        (!name.is_empty()).then_some(name)
    }

    fn is_called(&self, plain: &str) -> bool {
        [self.uci, self.ucci].into_iter().any(|name| !name.is_empty() && plain_name(name) == plain)
    }
}

/// A whole number within fixed limits.
macro_rules! spin {
    ($min:expr, $max:expr, $field:ident: $kind:ty) => {
        Kind::Spin {
            min: $min as i64,
            max: || $max as i64,
            get: |config| config.$field as i64,
            set: |config, value| config.$field = value as $kind,
            zero_is_auto: false,
            is_clamped: false,
        }
    };
}

/// All options of an engine with these games, in the order of declaration. Options of single games follow memory and
/// threads, where people look for them.
pub fn all(games: &[Entry]) -> impl Iterator<Item = &'static OptionSpec> {
    MACHINE.iter().chain(games.iter().flat_map(|entry| entry.options)).chain(PLAY)
}

/// Options for the use of the machine.
static MACHINE: &[OptionSpec] = &[
    // UCI2WB compares the beginning of this line with a fixed text, so it comes first and stays plain.
    OptionSpec { uci: "", ucci: "usemillisec", kind: Kind::Check(|config| &mut config.milliseconds) },
    OptionSpec { uci: "UCI_Variant", ucci: "variant", kind: Kind::Variant },
    OptionSpec { uci: "VariantPath", ucci: "variantpath", kind: Kind::Games { is_text: false } },
    OptionSpec { uci: "VariantText", ucci: "varianttext", kind: Kind::Games { is_text: true } },
    OptionSpec {
        uci: "Hash",
        ucci: "hashsize",
        kind: Kind::Spin {
            min: 1,
            max: || hash_limit() as i64,
            get: |config| config.hash as i64,
            set: |config, value| config.hash = value as usize,
            zero_is_auto: true,
            is_clamped: false,
        },
    },
    OptionSpec { uci: "Clear Hash", ucci: "clearhash", kind: Kind::Button },
    OptionSpec {
        uci: "Threads",
        ucci: "threads",
        kind: Kind::Spin {
            min: 1,
            max: || 256,
            get: |config| config.threads as i64,
            set: |config, value| config.threads = value as usize,
            zero_is_auto: true,
            is_clamped: false,
        },
    },
];

/// Options for playing and reporting.
static PLAY: &[OptionSpec] = &[
    OptionSpec { uci: "Ponder", ucci: "ponder", kind: Kind::Check(|config| &mut config.ponder) },
    OptionSpec { uci: "MultiPV", ucci: "multipv", kind: spin!(1, 256, multi_pv: usize) },
    OptionSpec { uci: "Move Overhead", ucci: "moveoverhead", kind: spin!(0, 5000, move_overhead: u64) },
    OptionSpec { uci: "UCI_ShowWDL", ucci: "", kind: Kind::Check(|config| &mut config.show_wdl) },
    OptionSpec {
        uci: "UCI_LimitStrength",
        ucci: "limitstrength",
        kind: Kind::Check(|config| &mut config.limit_strength),
    },
    OptionSpec { uci: "UCI_Elo", ucci: "elo", kind: spin!(ELO_MIN, ELO_MAX, elo: u32) },
    OptionSpec {
        uci: "Skill Level",
        ucci: "skilllevel",
        kind: Kind::Spin {
            min: SKILL_MIN as i64,
            max: || SKILL_MAX as i64,
            get: |config| config.skill as i64,
            set: |config, value| config.skill = value as i32,
            zero_is_auto: false,
            // Some GUIs count from -20: a user who wants a weak opponent must not get the strongest.
            is_clamped: true,
        },
    },
    OptionSpec {
        uci: "Repetition Rule",
        ucci: "repetitionrule",
        kind: Kind::Combo {
            names: &["AsianRule", "ComputerRule", "None"],
            get: |config| REPETITION.iter().position(|&rule| rule == config.rules.repetition).unwrap_or(0),
            set: |config, index| config.rules.repetition = REPETITION[index],
        },
    },
    OptionSpec {
        uci: "Sixty Move Rule",
        ucci: "sixtymoverule",
        kind: Kind::Check(|config| &mut config.rules.move_count),
    },
    OptionSpec {
        uci: "Ranks",
        ucci: "ranks",
        kind: Kind::Combo {
            names: &["0-9", "1-10"],
            get: |config| config.ranks_from_one as usize,
            set: |config, index| config.ranks_from_one = index == 1,
        },
    },
    OptionSpec {
        uci: "Notation",
        ucci: "notation",
        kind: Kind::Combo {
            names: &["iccs", "wxf", "chinese", "san"],
            get: |config| NOTATIONS.iter().position(|&notation| notation == config.notation).unwrap_or(0),
            set: |config, index| config.notation = NOTATIONS[index],
        },
    },
    OptionSpec { uci: "OwnBook", ucci: "usebook", kind: Kind::Check(|config| &mut config.own_book) },
    OptionSpec { uci: "BookFile", ucci: "bookfiles", kind: Kind::File(open_book) },
    OptionSpec {
        uci: "Book Choice",
        ucci: "bookchoice",
        kind: Kind::Combo {
            names: &["best", "weighted"],
            get: |config| usize::from(config.book_weighted),
            set: |config, index| config.book_weighted = index == 1,
        },
    },
    OptionSpec { uci: "Book Depth", ucci: "bookdepth", kind: spin!(1, 1000, book_depth: usize) },
    OptionSpec {
        uci: "Book Side",
        ucci: "bookside",
        kind: Kind::Combo {
            names: &["both", "red", "black"],
            get: |config| config.book_side,
            set: |config, index| config.book_side = index,
        },
    },
    OptionSpec { uci: "Library", ucci: "library", kind: Kind::File(set_library) },
    OptionSpec { uci: "Random Best", ucci: "randombest", kind: spin!(1, 20, random_best: usize) },
    OptionSpec { uci: "Random Margin", ucci: "randommargin", kind: spin!(0, 1000, random_margin: i32) },
    OptionSpec { uci: "Seed", ucci: "seed", kind: spin!(0, SEED_MAX, seed: u64) },
    OptionSpec {
        uci: "",
        ucci: "randomness",
        kind: Kind::Combo {
            names: &["none", "small", "medium", "large"],
            get: |config| RANDOMNESS.iter().position(|&(best, _)| best >= config.random_best).unwrap_or(0),
            set: |config, index| (config.random_best, config.random_margin) = RANDOMNESS[index],
        },
    },
    OptionSpec { uci: "", ucci: "resign", kind: Kind::Check(|config| &mut config.resign) },
    OptionSpec { uci: "", ucci: "batch", kind: Kind::Check(|config| &mut config.batch) },
    OptionSpec { uci: "", ucci: "debug", kind: Kind::Check(|config| &mut config.debug) },
    OptionSpec { uci: "", ucci: "newgame", kind: Kind::Button },
    OptionSpec { uci: "Debug Log File", ucci: "debuglogfile", kind: Kind::File(log_to) },
];

/// Opens an opening book; an empty path closes it.
fn open_book(config: &mut Config, name: &'static str, path: &str) -> Result<(), OptionError> {
    let open = |path: &str| book::bookcase().and_then(|bookcase| bookcase.book(path));
    let book = if path.is_empty() { None } else { Some(open(path)) };
    let book = book.transpose().map_err(|cause| OptionError::Game { name, cause })?;
    config.book = book.map(OpenBook::new);
    path.clone_into(&mut config.book_file);
    Ok(())
}

/// Chooses the library; it is opened when it is asked.
fn set_library(config: &mut Config, _: &'static str, path: &str) -> Result<(), OptionError> {
    path.clone_into(&mut config.library);
    Ok(())
}

/// Appends diagnostics to a file, or to none if the path is empty.
fn log_to(config: &mut Config, name: &'static str, path: &str) -> Result<(), OptionError> {
    log_file::open(path).map_err(|cause| OptionError::File { name, cause })?;
    path.clone_into(&mut config.log_file);
    Ok(())
}

const REPETITION: [RepetitionRule; 3] = [RepetitionRule::Asian, RepetitionRule::Computer, RepetitionRule::None];
const NOTATIONS: [Notation; 4] = [Notation::Wire, Notation::Wxf, Notation::Chinese, Notation::San];
/// `Random Best` and `Random Margin` for UCCI's four levels of randomness.
const RANDOMNESS: [(usize, i32); 4] = [(1, 0), (2, 3), (3, 7), (5, 14)];

/// The largest seed. Clients parse the limits of a number as 32 bits and ignore options whose limits do not fit.
const SEED_MAX: i64 = i32::MAX as i64;

/// Options of the standards and of other engines that clients set in every engine, declared or not.
const FOREIGN: &[&str] = &[
    "analysiscontempt",
    "contempt",
    "drawrule",
    "evalapi",
    "idle",
    "knowledge",
    "largepages",
    "nalimovcache",
    "nalimovpath",
    "nodestime",
    "promotion",
    "pruning",
    "selectivity",
    "slowmover",
    "style",
    "syzygy50moverule",
    "syzygypath",
    "syzygyprobedepth",
    "syzygyprobelimit",
    "ucianalysemode",
    "ucichess960",
    "uciengineabout",
    "uciopponent",
    "ucisetpositionvalue",
    "ucishowcurrline",
    "ucishowrefutations",
    "useegtb",
    "usehash",
];

/// The result for a line that sets none of our options.
fn nothing(rest: &str) -> Setting {
    let mut words = Words::new(rest);
    words.accept("name");
    let words: Vec<&str> = words.take_while(|word| !word.eq_ignore_ascii_case("value")).collect();
    let is_foreign = (0..=words.len()).any(|end| FOREIGN.contains(&plain_name(&words[..end].concat()).as_str()));
    // GUIs send lines without a name, too.
    if is_foreign || words.is_empty() { Setting::Foreign } else { Setting::Unknown(words.join(" ")) }
}

/// Executes the rest of a `setoption` line.
pub fn set(engine: &mut Engine, dialect: Dialect, rest: &str) -> Result<Setting, OptionError> {
    let Some((choice, value)) = find(rest, engine.games()) else { return Ok(nothing(rest)) };
    let name = choice.name(dialect).or(choice.name(Dialect::Uci)).unwrap_or(choice.ucci);
    engine.set_option(choice, name, value, dialect == Dialect::Ucci)
}

/// The option and the value in a `setoption` line, for an engine with these games; `None` if there is no such option.
pub fn find<'a>(rest: &'a str, games: &[Entry]) -> Option<(&'static OptionSpec, &'a str)> {
    let mut words = Words::new(rest);
    let is_named = words.accept("name");
    let mut name = String::new();
    let mut found = None;
    while let Some(word) = words.next() {
        if is_named && word.eq_ignore_ascii_case("value") {
            return called(&name, games).map(|choice| (choice, words.rest()));
        }
        name.push_str(&plain_name(word));
        if let Some(choice) = called(&name, games) {
            let mut value = words;
            value.accept("value");
            found = Some((choice, value.rest()));
        }
    }
    found
}

/// The option with a given name. UCCI clients write `UCCI_` where UCI has `UCI_`.
fn called(plain: &str, games: &[Entry]) -> Option<&'static OptionSpec> {
    let find = |plain: &str| all(games).find(|choice| choice.is_called(plain));
    find(plain).or_else(|| find(&format!("uci{}", plain.strip_prefix("ucci")?)))
}

/// A name without the parts that clients may write differently.
fn plain_name(name: &str) -> String {
    name.chars().filter(|letter| !matches!(letter, ' ' | '_')).map(|letter| letter.to_ascii_lowercase()).collect()
}
