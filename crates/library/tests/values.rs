//! Values of positions: taken from rows, shown by the explorer.

use crate::helpers::{library, place};
use meihua_engine::engine::registry::GAMES;
use meihua_library::{LibraryError, PositionValue, keys};
use meihua_records::Games;

/// Rows for the positions of `h2e2 h9g7`, each with this part.
fn rows(parts: [&str; 3]) -> String {
    let record = Games::of("", "h2e2 h9g7\n".as_bytes(), GAMES).unwrap().next().unwrap().unwrap();
    let keys = keys(&record).unwrap();
    let row = |(ply, (key, part)): (usize, (i64, &str))| format!("{{\"game\":1,\"ply\":{ply},\"key\":{key},{part}}}\n");
    keys.into_iter().zip(parts).enumerate().map(row).collect()
}

#[test]
fn the_explorer_shows_values_of_positions_and_their_mirror_images() {
    let (mut library, _file) = library("h2e2 h9g7 h0g2\n\nb2e2 b9c7 a3a4\n");
    let cp = |cp| Some(PositionValue { cp: Some(cp), plies: None });
    let first = rows([r#""cp":12,"nodes":5"#, r#""cp":-7,"nodes":5"#, r#""plies":-4,"nodes":5"#]);
    assert_eq!(library.import_values(first.as_bytes()).unwrap(), 3);
    let start = library.explore(&place("")).unwrap();
    // Both central cannons lead to one position.
    let values: Vec<Option<PositionValue>> = start.moves.iter().map(|mv| mv.value).collect();
    assert_eq!((start.value, values), (cp(12), vec![cp(-7); 2]));
    let mirrored = library.explore(&place("startpos moves b2e2")).unwrap();
    assert_eq!(mirrored.moves[0].value, Some(PositionValue { cp: None, plies: Some(-4) }));
    // The value of more nodes stays, whichever comes first.
    let second = rows([r#""cp":99,"nodes":4"#, r#""cp":8,"nodes":6"#, r#""nodes":9"#]);
    assert_eq!(library.import_values(second.as_bytes()).unwrap(), 1);
    let start = library.explore(&place("")).unwrap();
    assert_eq!((start.value, start.moves[0].value), (cp(12), cp(8)));
}

#[test]
fn a_bad_row_changes_nothing() {
    let (mut library, _file) = library("h2e2 h9g7\n");
    for bad in [r#""cp":1,"plies":2,"nodes":5"#, r#""plies":2000000,"nodes":5"#, r#""cp":1"#, "}"] {
        let rows = rows([r#""cp":1,"nodes":5"#, bad, r#""cp":1,"nodes":5"#]);
        let error = library.import_values(rows.as_bytes()).unwrap_err();
        assert!(matches!(error, LibraryError::Row { line: 2, .. }), "{bad}: {error}");
        assert_eq!(library.explore(&place("")).unwrap().value, None, "{bad}");
    }
}
