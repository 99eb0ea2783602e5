//! Options that are only for some games. What would have no effect is refused, since it was meant to have one.

use crate::shared::line::project_of;
use clap::ArgMatches;
use clap::parser::ValueSource;
use meihua_contracts::puzzle::PuzzleText;
use meihua_contracts::text::GameText;
use meihua_engine::engine::registry::{self, Entry};
use meihua_engine::games::connect_four::ConnectFour;
use meihua_engine::games::tower::Tower;
use meihua_engine::games::xiangqi::Position as Xiangqi;
use meihua_planning::Plan;
use std::path::Path;

/// The games that an option is for.
#[derive(Clone, Copy)]
enum For {
    Games(&'static [&'static str]),
    /// These, and the games of files.
    Boards(&'static [&'static str]),
    /// All games of two players.
    Players,
    Puzzles,
    /// Games whose solvers search, not those of files, of which all positions are looked at.
    Searched,
}

/// The name here of towers of several floors, which have options of their own.
const FLOORS: &str = "towers of several floors";

use For::{Boards, Games, Players, Puzzles, Searched};

const XIANGQI: For = Games(&[Xiangqi::NAME]);
const CONNECT_FOUR: For = Games(&[ConnectFour::NAME]);
const TOWERS: For = Games(&[Tower::NAME, FLOORS]);
const FLOORS_ONLY: For = Games(&[FLOORS]);
const PLANS: For = Games(&[Plan::NAME]);

/// The options of each command that are not for all of its games, by their names on the command line.
const OPTIONS: &[(&str, &[(&str, For)])] = &[
    (
        "draw",
        &[
            ("pv", Boards(&[Xiangqi::NAME, FLOORS])),
            ("flip", Boards(&[Xiangqi::NAME])),
            ("edges", XIANGQI),
            ("movetime", Puzzles),
        ],
    ),
    ("match", &[("rule", XIANGQI)]),
    ("play", &[("side", Players), ("level", Players), ("seed", Players), ("notation", XIANGQI)]),
    (
        "solve",
        &[
            ("all-moves", CONNECT_FOUR),
            ("no-table", CONNECT_FOUR),
            ("base", CONNECT_FOUR),
            ("size", CONNECT_FOUR),
            ("suite", PLANS),
            ("first", PLANS),
            ("keys", TOWERS),
            ("check", TOWERS),
            ("diary", FLOORS_ONLY),
            ("report", FLOORS_ONLY),
            ("table", FLOORS_ONLY),
            ("until", FLOORS_ONLY),
            ("from", FLOORS_ONLY),
            ("prices", FLOORS_ONLY),
            ("difficulty", FLOORS_ONLY),
            ("seed", FLOORS_ONLY),
            ("trace", Puzzles),
            ("movetime", Searched),
            ("threads", Searched),
            ("hash", Searched),
        ],
    ),
];

/// The first option that is not for the game of the command line, in words; `None` if there is none, or no such game.
pub(crate) fn foreign(command: &str, matches: &ArgMatches, games: &[Entry]) -> Option<String> {
    let (_, options) = OPTIONS.iter().find(|(name, _)| *name == command)?;
    let game = matches.try_get_one::<String>("game").ok().flatten().map_or(Xiangqi::NAME, String::as_str);
    let entry = registry::find(games, game)?;
    let words = matches.try_get_many::<String>("position").ok().flatten();
    let place = words.map(|words| words.cloned().collect::<Vec<_>>().join(" "));
    let is_project = place.as_ref().is_some_and(|place| project_of(place).is_some());
    // What is to be said of a name that nothing has is that nothing has it.
    let is_missing =
        place.is_some_and(|place| !place.contains([' ', ';']) && place != "-" && !Path::new(&place).exists());
    let kind = if entry.project.is_some() && is_project { FLOORS } else { entry.name };
    options.iter().find_map(|&(option, whom)| {
        let is_given = matches.value_source(&option.replace('-', "_")) == Some(ValueSource::CommandLine);
        let others = match whom {
            Games(known) | Boards(known) if is_missing && entry.project.is_some() && known.contains(&FLOORS) => {
                return None;
            }
            Games(known) if !known.contains(&kind) => known.join(" and "),
            Boards(known) if !known.contains(&kind) && !entry.is_of_file() => known.join(", ") + " and games of files",
            Players if !entry.is_two_player() => "games of two players".to_owned(),
            Puzzles if entry.is_two_player() => "puzzles".to_owned(),
            Searched if entry.is_of_file() => "the games of the program".to_owned(),
            Games(_) | Boards(_) | Players | Puzzles | Searched => return None,
        };
        is_given.then(|| format!("--{option} is only for {others}, not for {kind}"))
    })
}

#[cfg(test)]
mod tests {
    use crate::{GAMES, cli};

    fn foreign(line: &str) -> Option<String> {
        let matches = cli::parse(line.split(' ')).expect(line);
        let (command, matches) = matches.subcommand().expect("a command");
        super::foreign(command, matches, GAMES)
    }

    #[test]
    fn every_option_of_the_table_exists_and_is_refused_for_another_game() {
        let root = cli::root();
        for (command, options) in super::OPTIONS {
            let command = root.find_subcommand(command).expect(command);
            for (option, _) in *options {
                let known = command.get_arguments().any(|arg| arg.get_long() == Some(option));
                assert!(known, "{} --{option}", command.get_name());
            }
        }
        for (line, said) in [
            ("solve cfour --keys", Some("--keys is only for tower and towers of several floors, not for cfour")),
            ("solve connect4 --check x", Some("--check is only for tower and towers of several floors, not for cfour")),
            ("solve xiangqi --all-moves", Some("--all-moves is only for cfour, not for xiangqi")),
            ("solve tower --until MT3", Some("--until is only for towers of several floors, not for tower")),
            ("play river --side black", Some("--side is only for games of two players, not for river")),
            ("play cfour --notation wxf", Some("--notation is only for xiangqi, not for cfour")),
            ("draw cfour --flip", Some("--flip is only for xiangqi and games of files, not for cfour")),
            ("draw cfour --movetime 5", Some("--movetime is only for puzzles, not for cfour")),
            ("match --game cfour --engine cmd=a --rule none", Some("--rule is only for xiangqi, not for cfour")),
            ("solve cfour --all-moves", None),
            ("solve tower examples/nosuch --diary x", None),
            ("solve tower - --diary x", Some("--diary is only for towers of several floors, not for tower")),
            ("solve tower --keys", None),
            ("solve tower examples/tower --report", None),
            ("match --engine cmd=a --rule none", None),
            ("play cfour --side black", None),
        ] {
            assert_eq!(foreign(line).as_deref(), said, "{line}");
        }
        assert_eq!(foreign("solve tower examples/tower --nodes 5"), None);
    }
}
