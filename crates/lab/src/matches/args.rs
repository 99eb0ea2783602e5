//! The command line of `meihua match`.

use super::adjudication::{Adjudication, DrawRule, ResignRule};
use super::pgn::NOTATIONS;
use super::ratings::Anchor;
use super::schedule::Meetings;
use clap::builder::RangedU64ValueParser;
use clap::{Arg, ArgAction, ArgMatches, Args, Command, FromArgMatches};
use meihua_console::progress::ProgressArgs;
use meihua_contracts::rules::{RepetitionRule, Rules};
use meihua_contracts::text::Notation;
use meihua_records::notation_words;
use std::path::PathBuf;
use std::str::FromStr;
use thiserror::Error;

/// Maximum length of a match: ten million games per pair of engines.
pub(crate) const MAX_GAMES: u64 = 10_000_000;
/// Default maximum advantage after a random opening, in centipawns.
pub(crate) const BALANCE: i32 = 150;
/// Games per pair of engines, if neither the command line nor a sequential test says.
pub(crate) const GAMES: usize = 100;

/// Play engines against each other.
///
/// Each --engine takes settings of the form `key=value`: name, cmd, arg (one argument), args (several, separated by
/// spaces), dir, proto (uci, ucci, ugi, xboard), ranks (1 for the Fairy-Stockfish family), ponder=on, restart=on,
/// margin (ms), init (lines to send at the start, separated by `;`), stderr (a file), option.NAME=VALUE, and at least
/// one limit: tc ([MOVES/]SECONDS[+INCREMENT]), movetime (ms), nodes, depth. --each applies settings to all engines.
/// An option that an engine does not declare, or a value that it does not allow, stops the match before the first game.
/// Exit status: 0 the match is over; 1 it could not be played; 2 wrong command line; 3 the match is over, and an engine
/// crashed, hung, lost on time or broke the rules; 4 the SPRT accepted H0.
#[derive(Args, Debug, Clone)]
pub struct MatchArgs {
    /// The game: xiangqi (default) or cfour
    #[arg(long)]
    pub game: Option<String>,
    /// The engines
    #[command(flatten)]
    pub engines: EngineArgs,
    /// Number of games per pair of engines, rounded up to an even number; default: 100, or with --sprt as many as the
    /// test takes
    #[arg(long, value_parser = RangedU64ValueParser::<usize>::new().range(1..=MAX_GAMES))]
    pub games: Option<usize>,
    /// Play only the first engine against each of the others
    #[arg(long)]
    pub gauntlet: bool,
    /// Play a ladder: each engine meets only this many of the engines after it, in the order given
    #[arg(long, value_name = "NUMBER", conflicts_with = "gauntlet",
        value_parser = RangedU64ValueParser::<usize>::new().range(1..=MAX_GAMES))]
    pub neighbours: Option<usize>,
    /// The known rating of one engine, to which the others are anchored (for matches of more than two engines)
    #[arg(long, value_name = "NAME=ELO", value_parser = Anchor::parse)]
    pub anchor: Option<Anchor>,
    /// A file of FENs, EPDs or move lists, `random:PLIES`, or `startpos`; each opening is played twice with colours
    /// swapped
    #[arg(long, default_value = "random:8")]
    pub openings: String,
    /// Use the openings of a file in random order
    #[arg(long)]
    pub shuffle: bool,
    /// Random openings: maximum advantage of either side, in centipawns; default: 150
    #[arg(long, value_name = "CENTIPAWNS", value_parser = clap::value_parser!(i32).range(0..))]
    pub balance: Option<i32>,
    /// Seed for random openings and --shuffle
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// Number of games to play at once
    #[arg(long = "threads", alias = "concurrency", value_name = "N", default_value_t = 1,
        value_parser = RangedU64ValueParser::<usize>::new().range(1..=1_024))]
    pub concurrency: usize,
    /// Seconds to wait for a silent engine before it counts as hung
    #[arg(long, value_name = "SECONDS", default_value_t = 30, value_parser = clap::value_parser!(u64).range(1..=86_400))]
    pub patience: u64,
    /// Resign a game when both engines have agreed on this many centipawns for this many moves
    #[arg(long, num_args = 2, value_names = ["CENTIPAWNS", "MOVES"])]
    pub resign: Option<Vec<u32>>,
    /// Draw a game when both scores have stayed within this many centipawns for this many moves, counted from this many
    /// plies behind the opening
    #[arg(long, num_args = 3, value_names = ["PLIES", "CENTIPAWNS", "MOVES"])]
    pub draw: Option<Vec<u32>>,
    /// Draw a game after this many plies behind the opening
    #[arg(long, value_name = "PLIES", default_value_t = 600, value_parser = RangedU64ValueParser::<usize>::new().range(1..=100_000))]
    pub(crate) max_plies: usize,
    /// The repetition rule in xiangqi: asian, computer or none
    #[arg(long, value_enum, default_value_t = Law::Asian)]
    pub rule: Law,
    /// Play until a sequential test (SPRT) reaches a decision; both error rates default to 0.05
    #[arg(long, num_args = 2..=4, value_names = ["ELO0", "ELO1", "ALPHA", "BETA"], allow_negative_numbers = true)]
    pub sprt: Option<Vec<f64>>,
    /// Keep a journal: after an interruption, run the same command again to continue. Only one match can write it at a
    /// time, and a file that is not a journal of this match is refused
    #[arg(long, value_name = "FILE")]
    pub journal: Option<PathBuf>,
    /// Play only part K of N of the games, to share a match among N machines; each part needs its own journal
    #[arg(long, value_name = "K/N", default_value = "1/1")]
    pub part: Part,
    /// Play no games: merge journals of one match (parts, or runs with different seeds) and print one table
    #[arg(long, num_args = 1.., value_name = "JOURNAL",
        conflicts_with_all = ["journal", "pgn", "games", "gauntlet", "neighbours", "openings", "seed", "part"])]
    pub merge: Vec<PathBuf>,
    /// Write the games to this file. With --journal it holds the whole match; otherwise games are appended. A file that
    /// holds anything else is refused
    #[arg(long, value_name = "FILE")]
    pub pgn: Option<PathBuf>,
    /// Move notation in the PGN
    #[arg(long = "notation", alias = "moves", default_value = "iccs", value_parser = notation_words::parser(NOTATIONS))]
    pub moves: Notation,
    /// Print only the table at the end
    #[arg(long, conflicts_with = "progress")]
    pub quiet: bool,
    /// Whether to show progress
    #[command(flatten)]
    pub progress: ProgressArgs,
    /// The PGN tag `Event`
    #[arg(long, default_value = "meihua match")]
    pub event: String,
}

/// The repetition rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Law {
    /// Rules of the Asian Xiangqi Federation.
    Asian,
    /// Rules of computer matches.
    Computer,
    /// No rule.
    None,
}

impl Law {
    /// The rules of games under this repetition rule.
    pub fn rules(self) -> Rules {
        let repetition = match self {
            Law::Asian => RepetitionRule::Asian,
            Law::Computer => RepetitionRule::Computer,
            Law::None => RepetitionRule::None,
        };
        Rules { repetition, ..Rules::default() }
    }
}

impl MatchArgs {
    /// The rules of the games.
    pub fn rules(&self) -> Rules {
        self.rule.rules()
    }

    /// Which engines play each other.
    pub fn meetings(&self) -> Meetings {
        match self.neighbours {
            Some(reach) => Meetings::Neighbours(reach),
            None if self.gauntlet => Meetings::Gauntlet,
            None => Meetings::All,
        }
    }

    /// When games end early.
    pub fn adjudication(&self) -> Adjudication {
        let score = |score: u32| score.min(i32::MAX as u32) as i32;
        let resign = self.resign.as_deref().and_then(|rule| match *rule {
            [cp, moves] => Some(ResignRule { score: score(cp), moves }),
            _ => None,
        });
        let draw = self.draw.as_deref().and_then(|rule| match *rule {
            [from, cp, moves] => Some(DrawRule { from: from as usize, score: score(cp), moves }),
            _ => None,
        });
        Adjudication { resign, draw, max_plies: Some(self.max_plies) }
    }
}

/// One part of a shared match: pairs K, K + N, K + 2 N, …
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Part {
    index: usize,
    of: usize,
}

impl Part {
    /// Whether this part plays the given pair of games, counted from 0.
    pub fn plays(self, pair: usize) -> bool {
        pair % self.of == self.index
    }
}

/// A part of the wrong form.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("expected K/N, K from 1 to N, for example 2/3")]
pub struct PartError;

impl FromStr for Part {
    type Err = PartError;

    fn from_str(text: &str) -> Result<Part, PartError> {
        let (part, of) = text.split_once('/').ok_or(PartError)?;
        let (part, of): (usize, usize) = (part.parse().map_err(|_| PartError)?, of.parse().map_err(|_| PartError)?);
        let index = part.checked_sub(1).filter(|&index| index < of).ok_or(PartError)?;
        Ok(Part { index, of })
    }
}

/// `--engine key=value …`, which may be repeated, and `--each key=value …`.
///
/// Clap's derive merges the values of repeated options; here each `--engine` keeps its own.
#[derive(Debug, Clone, Default)]
pub struct EngineArgs {
    /// The settings of each engine.
    pub engines: Vec<Vec<String>>,
    /// Settings for all engines.
    pub each: Vec<String>,
}

impl FromArgMatches for EngineArgs {
    fn from_arg_matches(matches: &ArgMatches) -> Result<EngineArgs, clap::Error> {
        let groups = |id| matches.get_occurrences::<String>(id).into_iter().flatten().map(|group| group.cloned());
        let engines = groups("engine").map(Iterator::collect).collect();
        Ok(EngineArgs { engines, each: groups("each").flatten().collect() })
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = EngineArgs::from_arg_matches(matches)?;
        Ok(())
    }
}

impl Args for EngineArgs {
    fn augment_args(command: Command) -> Command {
        let settings = |id| Arg::new(id).long(id).num_args(1..).action(ArgAction::Append).value_name("KEY=VALUE");
        command
            .arg(
                settings("engine")
                    .required_unless_present("merge")
                    .help("An engine and its settings; repeat the option for each engine"),
            )
            .arg(settings("each").help("Settings for all engines; an engine's own settings take precedence"))
    }

    fn augment_args_for_update(command: Command) -> Command {
        EngineArgs::augment_args(command)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::Parser;

    #[derive(Parser, Debug)]
    struct Line {
        #[command(flatten)]
        args: MatchArgs,
    }

    fn parse(line: &str) -> Result<MatchArgs, clap::Error> {
        Line::try_parse_from(std::iter::once("match").chain(line.split(' '))).map(|line| line.args)
    }

    #[test]
    fn engines_keep_their_settings() {
        let args =
            parse("--engine name=A cmd=a --engine cmd=b args=-x --each tc=1+0.1 --sprt -5 0 --resign 600 3").unwrap();
        assert_eq!(args.engines.engines, [vec!["name=A", "cmd=a"], vec!["cmd=b", "args=-x"]]);
        assert_eq!(args.engines.each, ["tc=1+0.1"]);
        assert_eq!(args.sprt, Some(vec![-5.0, 0.0]));
        assert_eq!(args.adjudication().resign, Some(ResignRule { score: 600, moves: 3 }));
        assert_eq!(args.rules(), Rules::default());
    }

    #[test]
    fn wrong_lines_are_refused() {
        assert!(parse("--games 3").is_err());
        assert!(parse("--engine cmd=a --sprt 1").is_err());
        assert!(parse("--engine cmd=a --draw 1 2").is_err());
        assert!(parse("--engine cmd=a --rule chinese").is_err());
        for huge in ["--games", "--patience", "--concurrency", "--max-plies", "--balance"] {
            for number in ["9223372036854775807", "18446744073709551615", "-1"] {
                assert!(parse(&format!("--engine cmd=a {huge}={number}")).is_err(), "{huge}={number}");
            }
        }
        for none in ["--games", "--patience", "--concurrency", "--max-plies"] {
            assert!(parse(&format!("--engine cmd=a {none}=0")).is_err(), "{none}=0");
        }
    }
}
