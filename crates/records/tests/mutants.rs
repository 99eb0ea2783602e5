//! Files with a damaged byte: whatever is then missing is reported.

use meihua_contracts::random::SplitMix64;
use meihua_records::Games;
use std::path::Path;

/// What was read of a file: moves, characters of comments and tags, and whether something was reported.
#[derive(Debug)]
struct Found {
    moves: usize,
    text: usize,
    is_reported: bool,
}

fn found(bytes: &[u8]) -> Found {
    let mut found = Found { moves: 0, text: 0, is_reported: false };
    let Ok(games) = Games::new("mutant", bytes) else { return Found { is_reported: true, ..found } };
    for game in games {
        let Ok(game) = game else {
            found.is_reported = true;
            continue;
        };
        found.moves += game.tree.moves();
        let root = std::iter::once(meihua_records::NodeId::ROOT);
        let comments: usize =
            root.chain(game.tree.preorder()).map(|node| game.tree.comment(node).chars().count()).sum();
        found.text += comments + game.tags.iter().map(|(_, value)| value.chars().count()).sum::<usize>();
        found.is_reported |= !game.faults.is_empty();
    }
    found
}

/// Changes, removes or adds a byte, or cuts the file.
fn mutant(bytes: &[u8], random: &mut SplitMix64) -> (String, Vec<u8>) {
    let mut below = |count: usize| random.below(count);
    let mut mutant = bytes.to_vec();
    let at = below(bytes.len());
    let byte = below(256) as u8;
    let what = match below(8) {
        0 => {
            mutant.remove(at);
            "without"
        }
        1 => {
            mutant.insert(at, byte);
            "with"
        }
        2 => {
            mutant.truncate(at);
            "up to"
        }
        3 => {
            mutant[at] ^= 1 << below(8);
            "bit of"
        }
        _ => {
            mutant[at] = byte;
            "other"
        }
    };
    (format!("{what} byte {at} ({byte})"), mutant)
}

/// Formats without a mark at the end of a game, so a shorter file is a shorter game.
fn may_be_shorter(name: &str) -> bool {
    [".pgn", ".txt", ".che"].iter().any(|ending| name.ends_with(ending))
}

/// Reads `count` mutants of each file. Fewer moves are reported, unless their text was kept in a comment or a tag.
fn check(files: &[(String, Vec<u8>)], count: usize) {
    let mut random = SplitMix64::new(1);
    let mut silent = Vec::new();
    for (name, bytes) in files {
        let whole = found(bytes);
        for _ in 0..count {
            let (what, mutant) = mutant(bytes, &mut random);
            let now = found(&mutant);
            let is_prefix = may_be_shorter(name) && bytes.starts_with(&mutant);
            if now.moves < whole.moves && !now.is_reported && now.text <= whole.text && !is_prefix {
                silent.push(format!("{name} {what}: {} of {} moves", now.moves, whole.moves));
            }
        }
    }
    assert!(silent.is_empty(), "{silent:#?}");
}

#[test]
fn what_a_damaged_byte_costs_is_reported() {
    check(&super::unread::samples(), 250);
}

#[test]
#[ignore = "reads the files of other programs in ../shared/formats"]
fn what_a_damaged_byte_costs_is_reported_of_the_files_of_other_programs() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/formats");
    let entries = std::fs::read_dir(folder).expect("the folder").map(|entry| entry.expect("a file").path());
    let mut files: Vec<_> = entries
        .filter(|path| path.extension().is_none_or(|extension| extension != "tsv"))
        .map(|path| (path.to_string_lossy().into_owned(), std::fs::read(&path).expect("a file")))
        .filter(|(_, bytes)| !found(bytes).is_reported && bytes.len() < 100_000)
        .collect();
    files.sort();
    assert!(files.len() > 50);
    check(&files, 150);
}
