//! `library explore`, `stats` and `check`.

use super::args::ExploreArgs;
use super::{FAILED, Failure};
use crate::shared::columns::{left, right};
use meihua_console::stdout::print;
use meihua_contracts::sentence::Sentence;
use meihua_games::language::Language;
use meihua_games::say;
use meihua_library::{Explored, Library, LibraryError, Place, PositionValue};
use meihua_review::review::moves_of;
use std::process::ExitCode;

/// Shows what was played in a position.
pub(super) fn explore(args: &ExploreArgs, library: &Library, language: Language) -> Result<ExitCode, Failure> {
    let place = Place::read(&args.position.join(" "), &args.game, library.games())?;
    let explored = library.explore(&place)?;
    if args.json {
        print(&serde_json::to_string(&explored).map_err(LibraryError::Json)?)?;
    } else {
        print(&table(&explored, library, language)?)?;
    }
    Ok(ExitCode::SUCCESS)
}

/// The moves as a table, each with its best-known game.
fn table(explored: &Explored, library: &Library, language: Language) -> Result<String, LibraryError> {
    let opening = explored.opening.map(|opening| match language {
        Language::En => format!("{} {}", opening.code, opening.name),
        Language::Zh => format!("{} {}", opening.code, opening.chinese),
    });
    let games = Sentence::counted(explored.games as usize, ["{} game", "{} games"]);
    let parts = [opening, explored.value.map(worth)].into_iter().flatten().map(Sentence::Plain);
    let heading = language.text(Sentence::list(std::iter::once(games).chain(parts)));
    let mut lines = vec![explored.fen.clone(), heading];
    let has_values = explored.moves.iter().any(|mv| mv.value.is_some());
    let valued = |text: &str| if has_values { format!("{text:>8}") } else { String::new() };
    if !explored.moves.is_empty() {
        let heading =
            [say!("move"), say!("games"), say!("red"), say!("draw"), say!("black"), say!("value"), say!("years")];
        let [mv, games, red, draws, black, value, years] = heading.map(|word| language.text(word));
        let [games, red, draws, black] = [games, red, draws, black].map(|word| right(&word, 8));
        let value = if has_values { right(&value, 8) } else { String::new() };
        let game = language.text(say!("game"));
        lines.push(format!("{}{games}{red}{draws}{black}{value}  {}{game}", left(&mv, 6), left(&years, 11)));
    }
    for mv in &explored.moves {
        let years = match mv.years {
            None => "-".to_owned(),
            Some([first, last]) if first == last => first.to_string(),
            Some([first, last]) => format!("{first}-{last}"),
        };
        let game = library.listed(mv.game)?.map_or(String::new(), |game| {
            let players = [&game.red, &game.black].map(|name| name.as_deref().unwrap_or("-"));
            format!("{} {} {} {}", game.number, players[0], players[1], game.result)
        });
        let share = |count: u64| {
            let known = mv.games() - mv.unknown;
            (100 * count + known / 2).checked_div(known).map_or("-".to_owned(), |share| format!("{share}%"))
        };
        let (red, draws, black) = (share(mv.red), share(mv.draws), share(mv.black));
        let value = valued(&mv.value.map_or("-".to_owned(), worth));
        lines.push(format!("{:<6}{:>8}{red:>8}{draws:>8}{black:>8}{value}  {years:<11}{game}", mv.mv, mv.games()));
    }
    if explored.ended > 0 {
        lines.push(format!("{}{:>8}", left(&language.text(say!("ended")), 6), explored.ended));
    }
    Ok(lines.join("\n"))
}

/// A value as `analyse` writes it: pawns, or `#5` for a mate in five.
fn worth(value: PositionValue) -> String {
    match (value.cp, value.plies) {
        (_, Some(0)) => "#".to_owned(),
        (_, Some(plies)) => format!("#{}", moves_of(plies)),
        (cp, None) => format!("{:+.2}", f64::from(cp.unwrap_or(0)) / 100.0),
    }
}

/// Shows what the library holds.
pub(super) fn stats(library: &Library, json: bool, language: Language) -> Result<ExitCode, Failure> {
    let stats = library.stats()?;
    if json {
        print(&serde_json::to_string(&stats).map_err(LibraryError::Json)?)?;
        return Ok(ExitCode::SUCCESS);
    }
    let variants = stats.variants.iter().map(|(name, count)| Sentence::Plain(format!("{count} {name}")));
    let games = match stats.games {
        0 => Sentence::plain(0),
        games => say!("{} ({})", games, Sentence::list(variants)),
    };
    let [red, draws, black, unknown] = stats.results;
    let years = stats.years.map_or("-".to_owned(), |[first, last]| format!("{first}-{last}"));
    let number = |count: u64| Sentence::plain(count);
    let results =
        say!("{} won by the first player, {} drawn, {} by the second, {} unknown", red, draws, black, unknown);
    let rows = [
        (say!("games"), games),
        (say!("doubles"), number(stats.doubles)),
        (say!("results"), results),
        (say!("plies"), number(stats.plies)),
        (say!("players"), number(stats.players)),
        (say!("events"), number(stats.events)),
        (say!("files"), number(stats.sources)),
        (say!("annotated"), number(stats.annotated)),
        (say!("positions"), say!("{} reached by two games or more", stats.positions)),
        (say!("years"), Sentence::Plain(years)),
        (say!("bytes"), number(stats.bytes)),
    ];
    let row = |(name, value)| format!("{} {}", left(&language.text(name), 10), language.text(value));
    let lines: Vec<String> = rows.into_iter().map(row).collect();
    print(&lines.join("\n"))?;
    Ok(ExitCode::SUCCESS)
}

/// Looks for damage.
pub(super) fn check(library: &Library, language: Language) -> Result<ExitCode, Failure> {
    let wrong = library.check()?;
    if wrong.is_empty() {
        print(&language.text(say!("ok")))?;
        return Ok(ExitCode::SUCCESS);
    }
    print(&wrong.join("\n"))?;
    Ok(ExitCode::from(FAILED))
}
