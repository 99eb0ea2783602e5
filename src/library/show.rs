//! `library explore`, `stats` and `check`.

use super::args::ExploreArgs;
use super::{FAILED, Failure};
use meihua_console::stdout::print;
use meihua_contracts::sentence::Sentence;
use meihua_library::{Explored, Library, LibraryError, Place, PositionValue};
use meihua_review::review::moves_of;
use std::process::ExitCode;

/// Shows what was played in a position.
pub(super) fn explore(args: &ExploreArgs, library: &Library) -> Result<ExitCode, Failure> {
    let place = Place::read(&args.position.join(" "), &args.game, library.games())?;
    let explored = library.explore(&place)?;
    if args.json {
        print(&serde_json::to_string(&explored).map_err(LibraryError::Json)?)?;
    } else {
        print(&table(&explored, library)?)?;
    }
    Ok(ExitCode::SUCCESS)
}

/// The moves as a table, each with its best-known game.
fn table(explored: &Explored, library: &Library) -> Result<String, LibraryError> {
    let opening = explored.opening.map_or(String::new(), |opening| format!(", {} {}", opening.code, opening.name));
    let value = explored.value.map_or(String::new(), |value| format!(", {}", worth(value)));
    let games = Sentence::counted(explored.games as usize, ["{} game", "{} games"]);
    let mut lines = vec![explored.fen.clone(), format!("{games}{opening}{value}")];
    let has_values = explored.moves.iter().any(|mv| mv.value.is_some());
    let valued = |text: &str| if has_values { format!("{text:>8}") } else { String::new() };
    if !explored.moves.is_empty() {
        let heading = ["move", "games", "red", "draw", "black", "years"];
        let [mv, games, red, draws, black, years] = heading;
        lines.push(format!("{mv:<6}{games:>8}{red:>8}{draws:>8}{black:>8}{}  {years:<11}game", valued("value")));
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
        lines.push(format!("{:<6}{:>8}", "ended", explored.ended));
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
pub(super) fn stats(library: &Library, json: bool) -> Result<ExitCode, Failure> {
    let stats = library.stats()?;
    if json {
        print(&serde_json::to_string(&stats).map_err(LibraryError::Json)?)?;
        return Ok(ExitCode::SUCCESS);
    }
    let variants: Vec<String> = stats.variants.iter().map(|(name, count)| format!("{count} {name}")).collect();
    let [red, draws, black, unknown] = stats.results;
    let years = stats.years.map_or("-".to_owned(), |[first, last]| format!("{first}-{last}"));
    let rows = [
        ("games", format!("{} ({})", stats.games, variants.join(", "))),
        ("doubles", stats.doubles.to_string()),
        ("results", format!("{red} won by the first player, {draws} drawn, {black} by the second, {unknown} unknown")),
        ("plies", stats.plies.to_string()),
        ("players", stats.players.to_string()),
        ("events", stats.events.to_string()),
        ("files", stats.sources.to_string()),
        ("annotated", stats.annotated.to_string()),
        ("positions", format!("{} reached by two games or more", stats.positions)),
        ("years", years),
        ("bytes", stats.bytes.to_string()),
    ];
    let lines: Vec<String> = rows.iter().map(|(name, value)| format!("{name:<10} {value}")).collect();
    print(&lines.join("\n"))?;
    Ok(ExitCode::SUCCESS)
}

/// Looks for damage.
pub(super) fn check(library: &Library) -> Result<ExitCode, Failure> {
    let wrong = library.check()?;
    if wrong.is_empty() {
        print("ok")?;
        return Ok(ExitCode::SUCCESS);
    }
    print(&wrong.join("\n"))?;
    Ok(ExitCode::from(FAILED))
}
