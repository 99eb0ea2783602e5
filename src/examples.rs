//! Examples of the commands, for `--help` and the manual pages.

/// The examples of a command: what to type, and what it does.
pub(crate) fn of(command: &str) -> &'static [(&'static str, &'static str)] {
    let known = EXAMPLES.iter().find(|(name, _)| *name == command);
    known.map_or(&[], |(_, examples)| examples)
}

type Examples = &'static [(&'static str, &'static str)];

const EXAMPLES: &[(&str, Examples)] = &[
    (
        "meihua",
        &[
            ("printf 'position startpos\\ngo depth 8\\n' | meihua", "the best first move of xiangqi"),
            ("meihua play", "play in the terminal"),
            ("meihua serve", "open the page in a browser"),
        ],
    ),
    (
        "analyse",
        &[
            ("meihua analyse game.pgn", "the mistakes of a game, with better moves"),
            ("meihua analyse games/ --html report.html", "a folder of games as a report to open in a browser"),
        ],
    ),
    ("bench", &[("meihua bench", "nodes and nodes per second; the number of nodes is the same on every machine")]),
    ("check", &[("meihua check my-game.ini", "every fault of a game of one's own, with its line and key")]),
    ("completions", &[("meihua completions bash > /etc/bash_completion.d/meihua", "install them for bash")]),
    (
        "convert",
        &[
            ("meihua convert game.xqf -o game.pgn", "one game into another format"),
            ("meihua convert games/ --to pgn -o all.pgn", "a folder into one file"),
        ],
    ),
    ("datagen", &[("meihua datagen -o games.bin --games 1000 --seed 1", "a thousand games for training")]),
    (
        "draw",
        &[
            ("meihua draw xiangqi -o board.svg", "the start position"),
            ("meihua draw river -o river.png", "a state with its best plan"),
        ],
    ),
    ("generate", &[("meihua generate tower --seed 7", "a small tower, always the same")]),
    (
        "library",
        &[
            ("meihua library add games/", "put all games of a folder into the library"),
            ("meihua library find --player 胡荣华 --result 1-0", "look games up"),
            ("meihua library explore startpos moves h2e2", "what was played in a position"),
        ],
    ),
    ("man", &[("meihua man | man -l -", "read this page"), ("meihua man -o man1", "write all pages to a folder")]),
    (
        "match",
        &[(
            "meihua match --engine cmd=./new --engine cmd=./old --each nodes=40000 --sprt 0 5 --journal a.journal",
            "two engines until it is decided which one is stronger",
        )],
    ),
    ("mcp", &[("meihua mcp --library games.db", "a server of tools for a client that starts it")]),
    (
        "openings",
        &[("meihua openings records.txt -o openings.bin", "the table of exact scores, from solved positions")],
    ),
    (
        "play",
        &[
            ("meihua play xiangqi --side red --level 3", "play Red against level 3"),
            ("meihua play tower my-tower.zip", "walk through a Magic Tower of your own"),
        ],
    ),
    (
        "serve",
        &[
            ("meihua serve", "open the page on this machine"),
            ("meihua serve game.pgn", "open the page with a game to analyse"),
        ],
    ),
    (
        "solve",
        &[
            ("echo '3 3 2' | meihua solve river", "three priests and three devils, a boat for two"),
            ("meihua solve tower my-tower/", "the best way through a tower"),
            ("meihua solve plan domain.pddl problem.pddl", "the best plan for a puzzle of one's own"),
        ],
    ),
    ("tables", &[("meihua tables probe '3k5/9/9/9/9/9/9/9/4R4/4K4 w'", "the result of an ending with best play")]),
    ("train", &[("meihua train games.bin -o net.bin", "a network from the games of datagen")]),
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli;

    #[test]
    fn every_command_has_examples_that_are_accepted() {
        let root = cli::root();
        for command in root.get_subcommands().map(clap::Command::get_name) {
            assert!(!of(command).is_empty(), "{command}");
        }
        for (line, _) in EXAMPLES.iter().flat_map(|(_, examples)| *examples) {
            let line = line.split(" > ").next().unwrap();
            let line = line.split('|').find(|part| part.trim().starts_with("meihua")).unwrap();
            let words = line.split_whitespace().map(|word| word.trim_matches('\'')).skip(1);
            match cli::parse(words) {
                Ok(_) => {}
                Err(error) if !error.use_stderr() => {}
                Err(error) => panic!("{line}: {error}"),
            }
        }
    }
}
