//! The text format of towers.
//!
//! ```text
//! 1                                  floors: only 1
//! 13 13                              rows, columns
//! 11 11 10 24 …                      the map, a line a row, codes of `tile`
//! 1 1 0 75 200                       worth of red, blue, green gem, small, large potion (seven values: rules v2)
//! 6                                  kinds of monsters
//! 51 50 7 3 0                        id, hp, attack, defence, special: a line each
//! 470 9 4 0 1 6 [0 0 0]              hero: hp, attack, defence, magic defence, row, column, [yellow, blue, red keys]
//! ```
//!
//! Blank lines are ignored, and `;` ends a line too, so that a tower fits on one line. The keys are our addition,
//! because a position in the middle of a game may hold some. So is a boss of 0 hp: he is already dead and not on the
//! map.

use super::combat::{Monster, Special, Version};
use super::scan::{Scanner, Word};
use super::state::{Cell, Hero, MAX_CELLS, MAX_DECISIONS, MAX_NUMBER, MAX_SIDE, MAX_STAT, State, Tower};
use super::tile::{Colour, MonsterId, Tile, Treasure};
use crate::sentence;
use crate::text::PositionError;
use std::fmt::Write;

/// Parses a tower and the state of the game in it.
///
/// # Errors
///
/// Every error names the part, its line and column (both from 1), what was found and what was expected.
pub fn parse(text: &str) -> Result<(Tower, State), PositionError> {
    let mut scanner = Scanner::new(text);
    read_floors(&mut scanner)?;
    let (rows, cols) = read_size(&mut scanner)?;
    let grid = read_map(&mut scanner, rows, cols)?;
    let (version, values) = read_values(&mut scanner)?;
    let monsters = read_monsters(&mut scanner, version)?;
    let hero = read_hero(&mut scanner, rows, cols, &grid)?;
    if let Some(line) = scanner.rest() {
        return Err(line.words[0].error("text after the line of the hero", "end of text: there is one hero"));
    }
    let won = check_map(&grid, version, &monsters)?;
    let map = grid.iter().map(|(tile, _)| *tile).collect();
    Ok((Tower { rows, cols, version, values, monsters }, State { hero, map, won }))
}

/// A tile, with the word that named it.
type Grid<'a> = Vec<(Tile, Word<'a>)>;

fn read_floors(scanner: &mut Scanner<'_>) -> Result<(), PositionError> {
    let expected = "1 (towers of one floor only)";
    let line = scanner.line("number of floors", expected)?;
    let word = &line.exactly(1, "number of floors", expected)?[0];
    if word.text == "1" { Ok(()) } else { Err(word.error("number of floors", expected)) }
}

fn read_size(scanner: &mut Scanner<'_>) -> Result<(usize, usize), PositionError> {
    let expected = "two numbers, rows and columns";
    let line = scanner.line("size of the map", expected)?;
    let words = line.exactly(2, "size of the map", expected)?;
    let rows = words[0].number("number of rows", 1, MAX_SIDE as i64)?;
    let cols = words[1].number("number of columns", 1, MAX_SIDE as i64)?;
    if (rows * cols) as usize > MAX_CELLS {
        return Err(words[1].error("number of columns", sentence!("at most {} cells", MAX_CELLS)));
    }
    Ok((rows as usize, cols as usize))
}

fn read_map<'a>(scanner: &mut Scanner<'a>, rows: usize, cols: usize) -> Result<Grid<'a>, PositionError> {
    let mut grid = Vec::with_capacity(rows * cols);
    for row in 0..rows {
        let [part, expected] = [sentence!("row {} of the map", row), sentence!("{} codes", cols)];
        let line = scanner.line(part.clone(), expected.clone())?;
        for (col, word) in line.exactly(cols, part, expected)?.iter().enumerate() {
            let tile = word.text.parse().ok().and_then(Tile::from_code);
            let tile = tile.ok_or_else(|| {
                word.error(sentence!("cell {},{}", row, col), "a code: 10, 11, 21-33, a monster 51-70, or the boss 99")
            })?;
            grid.push((tile, *word));
        }
    }
    Ok(grid)
}

fn read_values(scanner: &mut Scanner<'_>) -> Result<(Version, [i64; Treasure::NUM]), PositionError> {
    let expected =
        "five values (rules v1) or seven (rules v2): red, blue, green gem, small, large[, yellow, green] potion";
    let line = scanner.line("values of gems and potions", expected)?;
    let version = match line.words.len() {
        5 => Version::V1,
        7 => Version::V2,
        0..7 => return Err(line.short("values of gems and potions", expected)),
        _ => return Err(line.words[7].error("values of gems and potions", expected)),
    };
    let mut values = [0; Treasure::NUM];
    for (treasure, word) in Treasure::ALL.into_iter().zip(&line.words) {
        values[treasure.index()] = word.number(sentence!("value of the {}", treasure.name()), 0, MAX_NUMBER)?;
    }
    Ok((version, values))
}

type Monsters = [Option<Monster>; MonsterId::NUM];

fn read_monsters(scanner: &mut Scanner<'_>, version: Version) -> Result<Monsters, PositionError> {
    let part = "number of kinds of monsters";
    let line = scanner.line(part, "a number")?;
    let count = line.exactly(1, part, "a number")?[0].number(part, 1, MonsterId::NUM as i64)?;
    let mut monsters = [None; MonsterId::NUM];
    let expected = "five numbers: id, hp, attack, defence, special";
    for nth in 1..=count {
        let part = sentence!("monster line {} of {}", nth, count);
        let line = scanner.line(part.clone(), expected)?;
        let words = line.exactly(5, part, expected)?;
        let id = words[0].text.parse().ok().and_then(MonsterId::from_code);
        let id = id.ok_or_else(|| words[0].error("id of a monster", "51 to 70, or 99 (the boss)"))?;
        let slot = &mut monsters[id.index()];
        if slot.is_some() {
            return Err(words[0].error("id of a monster", "an id that has no line yet"));
        }
        *slot = Some(read_monster(words, id, version)?);
    }
    Ok(monsters)
}

fn read_monster(words: &[Word<'_>], id: MonsterId, version: Version) -> Result<Monster, PositionError> {
    let least = if id.is_boss() { 0 } else { 1 };
    let hp = words[1].number("hp of a monster", least, MAX_NUMBER)?;
    let attack = words[2].number("attack of a monster", 0, MAX_NUMBER)?;
    let defence = words[3].number("defence of a monster", 0, MAX_NUMBER)?;
    let special = words[4].text.parse().ok().and_then(|number| Special::from_number(number, version));
    let range = if version == Version::V1 { "0 to 4 (rules v1)" } else { "0 to 9 (rules v2)" };
    let special = special.ok_or_else(|| words[4].error("special of a monster", range))?;
    Ok(Monster { hp, attack, defence, special })
}

fn read_hero(
    scanner: &mut Scanner<'_>,
    rows: usize,
    cols: usize,
    grid: &[(Tile, Word<'_>)],
) -> Result<Hero, PositionError> {
    let expected = "six numbers: hp, attack, defence, magic defence, row, column; and three more if he holds keys";
    let line = scanner.line("line of the hero", expected)?;
    let count = if line.words.len() > 6 { 9 } else { 6 };
    let words = line.exactly(count, "line of the hero", expected)?;
    let stat = |index: usize, part: &'static str, least| words[index].number(part, least, MAX_STAT);
    let row = words[4].number("row of the hero", 0, rows as i64 - 1)?;
    let col = words[5].number("column of the hero", 0, cols as i64 - 1)?;
    let (tile, _) = grid[row as usize * cols + col as usize];
    if tile != Tile::Road {
        let expected = sentence!("a cell of road; {},{} is {}", row, col, tile.name());
        return Err(words[4].error("place of the hero", expected));
    }
    let mut keys = [0; Colour::NUM];
    let parts = ["yellow keys of the hero", "blue keys of the hero", "red keys of the hero"];
    for ((count, part), word) in keys.iter_mut().zip(parts).zip(&words[6..]) {
        *count = word.number(part, 0, 1_000_000)? as u32;
    }
    Ok(Hero {
        hp: stat(0, "hp of the hero", 1)?,
        attack: stat(1, "attack of the hero", 0)?,
        defence: stat(2, "defence of the hero", 0)?,
        magic: stat(3, "magic defence of the hero", 0)?,
        keys,
        at: Cell { row: row as u16, col: col as u16 },
    })
}

/// Checks map and monsters against each other; returns whether the boss is already dead.
fn check_map(grid: &[(Tile, Word<'_>)], version: Version, monsters: &Monsters) -> Result<bool, PositionError> {
    let mut boss = None;
    let mut decisions = 0;
    for (tile, word) in grid {
        decisions += matches!(tile, Tile::Door(_) | Tile::Monster(_) | Tile::Treasure(_)) as usize;
        if decisions > MAX_DECISIONS {
            return Err(word.error("map", sentence!("at most {} doors, monsters, gems and potions", MAX_DECISIONS)));
        }
        match tile {
            Tile::Treasure(Treasure::YellowPotion | Treasure::GreenPotion) if version == Version::V1 => {
                return Err(word.error("code of the map", "no yellow or green potion where five values are given"));
            }
            Tile::Monster(id) if monsters[id.index()].is_none() => {
                return Err(word.error("code of the map", "a monster that has a line of its own below the map"));
            }
            Tile::Monster(MonsterId::BOSS) if boss.replace(word).is_some() => {
                return Err(word.error("code of the map", "one boss only"));
            }
            _ => {}
        }
    }
    let dead = monsters[MonsterId::BOSS.index()].is_some_and(|boss| boss.hp == 0);
    match boss {
        Some(word) if dead => Err(word.error("code of the map", "no boss, because his line says 0 hp")),
        None if !dead => Err(grid[0].1.missing("map", "no boss", "one cell with code 99")),
        _ => Ok(dead),
    }
}

/// Writes a tower and its state in the same format, with lines separated by `separator`.
pub fn write(tower: &Tower, state: &State, separator: &str) -> String {
    let mut text = format!("1{separator}{} {}{separator}", tower.rows, tower.cols);
    for row in state.map.chunks(tower.cols) {
        let codes: Vec<String> = row.iter().map(|tile| tile.code().to_string()).collect();
        text += &codes.join(" ");
        text += separator;
    }
    let count = if tower.version == Version::V1 { 5 } else { 7 };
    let values: Vec<String> = tower.values[..count].iter().map(i64::to_string).collect();
    text += &values.join(" ");
    let kinds = (51..=70).chain([99]).filter_map(MonsterId::from_code);
    let lines: Vec<String> =
        kinds.filter_map(|id| Some(monster_line(tower, id, tower.monster(id)?, state.won))).collect();
    let _ = write!(text, "{separator}{}{separator}{}{separator}", lines.len(), lines.join(separator));
    let Hero { hp, attack, defence, magic, keys, at } = state.hero;
    let _ = write!(text, "{hp} {attack} {defence} {magic} {} {}", at.row, at.col);
    if keys != [0; Colour::NUM] {
        let _ = write!(text, " {} {} {}", keys[0], keys[1], keys[2]);
    }
    text
}

fn monster_line(tower: &Tower, id: MonsterId, monster: &Monster, won: bool) -> String {
    let hp = if won && id.is_boss() { 0 } else { monster.hp };
    let special = monster.special.number(tower.version);
    format!("{} {hp} {} {} {special}", id.code(), monster.attack, monster.defence)
}

#[cfg(test)]
mod tests {
    use super::*;

    const TINY: &str =
        "1\n2 4\n\n11 99 24 30\n10 51 31 21\n\n1 1 5 50 100 20 30\n2\n51 9 3 0 7\n99 20 5 1 6\n9 4 2 0 1 0\n";

    #[test]
    fn reads_and_writes() {
        let (tower, state) = parse(TINY).unwrap();
        assert_eq!((tower.rows, tower.cols, tower.version), (2, 4, Version::V2));
        assert_eq!(tower.monster(MonsterId::BOSS).unwrap().special, Special::Mimic);
        assert_eq!(state.hero.at, Cell { row: 1, col: 0 });
        assert_eq!(state.monsters_left(), 2);
        for separator in [";", "\n", "\r\n"] {
            assert_eq!(parse(&write(&tower, &state, separator)).unwrap(), (tower.clone(), state.clone()));
        }
    }

    #[test]
    fn the_middle_and_the_end_of_a_game_can_be_written() {
        let (tower, mut state) = parse(TINY).unwrap();
        state.hero.keys = [2, 0, 1];
        state.map[5] = Tile::Road;
        assert_eq!(parse(&write(&tower, &state, ";")).unwrap().1, state);
        state.map[1] = Tile::Road;
        state.won = true;
        let (again, read) = parse(&write(&tower, &state, ";")).unwrap();
        assert_eq!(read, state);
        assert_eq!(again.monster(MonsterId::BOSS).unwrap().hp, 0);
    }

    /// Replaces the first `from` of the tiny tower and returns the error.
    fn error_of(from: &str, to: &str) -> String {
        assert!(TINY.contains(from), "{from}");
        parse(&TINY.replacen(from, to, 1)).unwrap_err().to_string()
    }

    #[test]
    fn bad_towers_are_refused_with_line_and_column() {
        for (from, to, place, word) in [
            ("1\n", "2\n", "line 1 column 1", "one floor"),
            ("2 4", "2 4 1", "line 2 column 5", "end of line"),
            ("2 4", "2 0", "line 2 column 3", "1 to 1000"),
            ("2 4", "3 4", "line 7 column 10", "end of line after 4 codes"),
            (" 30", "", "line 4 column 9", "4 codes"),
            (" 30", " 34", "line 4 column 10", "cell 0,3"),
            (" 30", " x", "line 4 column 10", "cell 0,3"),
            (" 30", " 99", "line 4 column 10", "one boss"),
            (" 30", " 52", "line 4 column 10", "line of its own"),
            ("99 24", "10 24", "line 4 column 1", "no boss"),
            (" 20 30", "", "line 9 column 10", "4 (rules v1)"),
            (" 30\n2", "\n2", "line 7 column 16", "seven"),
            (" 20 30\n", " 20 -1\n", "line 7 column 17", "from 0 to 1000000000"),
            ("\n2\n", "\n0\n", "line 8 column 1", "from 1 to 21"),
            ("51 9", "50 9", "line 9 column 1", "51 to 70"),
            ("51 9", "51 0", "line 9 column 4", "from 1 "),
            ("99 20", "51 20", "line 10 column 1", "no line yet"),
            ("0 7", "0 10", "line 9 column 10", "9 (rules v2)"),
            ("9 4 2 0 1 0", "9 4 2 0 1", "line 11 column 10", "six numbers"),
            ("9 4 2 0 1 0", "9 4 2 0 1 0 1", "line 11 column 14", "keys"),
            ("9 4 2 0 1 0", "9 4 2 0 2 0", "line 11 column 9", "row"),
            ("9 4 2 0 1 0", "9 4 2 0 0 0", "line 11 column 9", "is wall"),
            ("9 4 2 0 1 0", "0 4 2 0 1 0", "line 11 column 1", "hp"),
            ("9 4 2 0 1 0", "9 4 2 0 1 0\n9 4 2 0 1 0", "line 12 column 1", "one hero"),
            ("9 4 2 0 1 0\n", "", "line 11 column 1", "end of text"),
            ("99 20 5 1 6\n", "", "line 10 column 1", "five numbers"),
        ] {
            let error = error_of(from, to);
            assert!(error.contains(place) && error.contains(word), "{from} -> {to}: {error}");
        }
    }

    #[test]
    fn an_empty_text_is_refused() {
        assert!(parse("").unwrap_err().to_string().contains("line 1 column 1"));
        assert!(parse(";;\n").is_err());
    }
}
