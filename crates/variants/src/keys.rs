//! The keys of the format and their values.
//!
//! Names and meanings are those of Fairy-Stockfish's `variants.ini`; what is missing there and here is refused by name.

use crate::betza::{self, Gait, Mode, Way};
use crate::bits::{Bits, SIDE};
use crate::pieces::{CUSTOM, KING, Kind, Kinds, kind_of, one};
use crate::reader::{Fault, Place, quoted};
use crate::rules::Rules;
use meihua_contracts::game::Outcome;
use meihua_contracts::sentence;
use meihua_contracts::sentence::Sentence;
use meihua_contracts::text::shorten;
use std::ops::Range;

/// A key with its line and value.
type Line<'a> = (usize, &'a str, &'a str);

/// Applies the keys of a section. The order of its lines does not matter, as in Fairy-Stockfish: the board comes first,
/// then the pieces, then the general keys, then those for one colour.
pub(crate) fn apply(rules: &mut Rules, lines: &[Line<'_>], faults: &mut Vec<Fault>) {
    faults.extend(doubles(lines));
    let mut lines: Vec<Line<'_>> = lines.to_vec();
    lines.sort_by_key(|(line, key, _)| (phase(key), *line));
    for (line, key, value) in lines {
        if let Err(problem) = set(rules, key, value) {
            faults.push(Fault { line, place: Place::Key(shorten(key)), problem });
        }
    }
}

/// Keys of a section that stand there with two values, and pieces with the letter of another.
fn doubles<'a>(lines: &'a [Line<'_>]) -> impl Iterator<Item = Fault> + 'a {
    lines.iter().enumerate().filter_map(|(index, &(line, key, value))| {
        let letter = |key: &str, value: &str| {
            let letter = value.chars().next().filter(|&letter| kind_of(key).is_some() && letter != '-')?;
            Some(letter.to_ascii_lowercase())
        };
        let before = lines[..index].iter().find_map(|&(before, other, taken)| {
            if other == key {
                return (taken != value).then(|| sentence!("stands in line {} with another value already", before));
            }
            let same = letter(key, value).filter(|_| letter(key, value) == letter(other, taken))?;
            Some(sentence!("{} in line {} has the letter {} already", other.to_owned(), before, same))
        })?;
        Some(Fault { line, place: Place::Key(shorten(key)), problem: before })
    })
}

fn phase(key: &str) -> u16 {
    match key {
        "maxRank" | "maxFile" => 0,
        "pawnTypes" => 100,
        _ if kind_of(key).is_some() => 1 + u16::from(kind_of(key).unwrap_or(0)),
        _ if key.ends_with("White") || key.ends_with("Black") => 102,
        _ => 101,
    }
}

/// Keys that this program does not support, and values of them that change nothing.
const UNSUPPORTED: &[(&str, &str)] = &[
    ("chess960", "false"),
    ("twoBoards", "false"),
    ("sittuyinPromotion", "false"),
    ("sittuyinRookDrop", "false"),
    ("gating", "false"),
    ("seirawanGating", "false"),
    ("cambodianMoves", "false"),
    ("moveRepetitionIllegal", "false"),
    ("chasingRule", "none"),
];

/// Keys for the boards of other programs, which do not change the rules.
const DISPLAY: &[&str] = &["variantTemplate", "pieceToCharTable", "pocketSize"];

fn set(rules: &mut Rules, key: &str, value: &str) -> Result<(), Sentence> {
    if let Some((_, harmless)) = UNSUPPORTED.iter().find(|(name, _)| *name == key) {
        let is_harmless = value == *harmless;
        return if is_harmless {
            Ok(())
        } else {
            Err(sentence!("not supported; only `{} = {}` is", key.to_owned(), Sentence::plain(harmless)))
        };
    }
    if DISPLAY.contains(&key) {
        return Ok(());
    }
    if let Some(kind) = kind_of(key) {
        return piece(rules, kind, value);
    }
    if let Some(name) = key.strip_prefix("mobilityRegion") {
        return mobility(rules, name, value);
    }
    let done = special(rules, key, value).or_else(|| rules.set(key, value));
    done.unwrap_or_else(|| Err("unknown key".into()))
}

fn piece(rules: &mut Rules, kind: Kind, value: &str) -> Result<(), Sentence> {
    if value == "-" {
        rules.remove(kind);
        return Ok(());
    }
    let (letter, moves) = value.split_once(':').map_or((value, None), |(letter, moves)| (letter.trim(), Some(moves)));
    let mut letters = letter.chars();
    let letter = match (letters.next(), letters.next()) {
        (Some(letter), None) if letter.is_ascii_alphabetic() => letter,
        _ => return Err(expected(value, "a letter, or - for none")),
    };
    match (kind, moves) {
        (KING, moves) => {
            rules.king = moves.map(betza::read).transpose()?;
            rules.king_is_wazir = moves.is_some_and(|moves| moves.trim() == "W");
        }
        (CUSTOM.., Some(moves)) => {
            rules.betza[usize::from(kind - CUSTOM)] = betza::read(moves)?;
            if moves.contains('e') {
                rules.passant_kinds.iter_mut().for_each(|kinds| *kinds |= one(kind));
            }
        }
        (CUSTOM.., None) => return Err("expected a letter, a colon and moves, such as k:NW".into()),
        (_, Some(_)) => return Err("its moves are fixed; use customPiece1 to customPiece25 for others".into()),
        (_, None) => (),
    }
    rules.add(kind, letter);
    Ok(())
}

fn mobility(rules: &mut Rules, name: &str, value: &str) -> Result<(), Sentence> {
    let (colour, name) = if let Some(name) = name.strip_prefix("White") {
        (0, name)
    } else if let Some(name) = name.strip_prefix("Black") {
        (1, name)
    } else {
        return Err("expected White or Black after mobilityRegion".into());
    };
    let mut letters = name.chars();
    let first = letters.next().map(|letter| letter.to_ascii_lowercase());
    let name: String = first.into_iter().chain(letters).collect();
    let kind = kind_of(&name).ok_or("expected the name of a piece at the end of the key")?;
    rules.mobility[colour][usize::from(kind)] = Bits::read(value, rules)?;
    Ok(())
}

/// Keys that are not set as the table of [`Rules`] says; `None` for others.
fn special(rules: &mut Rules, key: &str, value: &str) -> Option<Result<(), Sentence>> {
    let rank = |value| number(value, 1, SIDE as u32).map(|rank| rank as i32);
    Some(match key {
        "startFen" => {
            value.clone_into(&mut rules.start);
            Ok(())
        }
        "maxRank" => rank(value).map(|ranks| rules.ranks = ranks),
        "maxFile" => i32::read(value, rules).map(|last| rules.files = last + 1),
        "castlingRank" => rank(value).map(|rank| rules.castling_rank = rank - 1),
        "soldierPromotionRank" => rank(value).map(|rank| rules.soldier_promotion_rank = rank - 1),
        "promotionLimit" => for_pairs(rules, value, |rules, kind, limit| {
            rules.promotion_limit[usize::from(kind)] = number(limit, 0, 1000)?;
            Ok(())
        }),
        "promotedPieceType" => for_pairs(rules, value, |rules, from, to| {
            rules.promoted[usize::from(from)] = if to == "-" { 0 } else { Kind::read(to, rules)? };
            Ok(())
        }),
        "jumpCaptures" => {
            rules.jumps.clear();
            for_pairs(rules, value, |rules, kind, moves| {
                let ways = betza::read(moves)?;
                let is_near = |way: &Way| way.gait == Gait::Leap && way.step.0.abs().max(way.step.1.abs()) == 1;
                if !ways.iter().all(is_near) || !ways.iter().any(|way| way.mode == Mode::Capture) {
                    return Err(expected(moves, "W, F or K for neighbours to jump over, with directions if need be"));
                }
                rules.jumps.push((kind, ways));
                Ok(())
            })
        }
        "pieceValueMg" | "pieceValueEg" => for_pairs(rules, value, |rules, kind, worth| {
            rules.values[usize::from(key.ends_with("Eg"))][usize::from(kind)] = number(worth, 0, 20_000)? as i32;
            Ok(())
        }),
        _ => return pawn_types(rules, key, value),
    })
}

/// The keys that say which kinds are pawns, for both colours or for one.
fn pawn_types(rules: &mut Rules, key: &str, value: &str) -> Option<Result<(), Sentence>> {
    let is_promotion = key.starts_with("promotionPawnTypes");
    let colour = key.strip_prefix("pawnTypes").or_else(|| key.strip_prefix("promotionPawnTypes"))?;
    // The last one counts, as in Fairy-Stockfish.
    let main = value.chars().rev().find_map(|letter| rules.kind_of(letter)).unwrap_or(0);
    let colours = match colour {
        "" => 0..2,
        "White" => 0..1,
        "Black" => 1..2,
        _ => return None,
    };
    rules.main_promotion_pawn[colours].fill(main);
    let keys: &[&str] = if is_promotion {
        &["promotionPawnTypes"]
    } else {
        &["promotionPawnTypes", "enPassantTypes", "nMoveRuleTypes"]
    };
    keys.iter().filter_map(|key| rules.set(&format!("{key}{colour}"), value)).reduce(Result::and)
}

/// What a key of the table sets.
pub(crate) trait Value: Sized {
    /// Whether the key may end in `White` or `Black`.
    const COLOURED: bool = false;

    /// Reads a value for some rules.
    ///
    /// # Errors
    /// What was found, and what is expected.
    fn read(value: &str, rules: &Rules) -> Result<Self, Sentence>;

    /// Replaces the value for these sides.
    fn put(&mut self, new: Self, _: Range<usize>) {
        *self = new;
    }
}

impl<V: Value + Copy> Value for [V; 2] {
    const COLOURED: bool = true;

    fn read(value: &str, rules: &Rules) -> Result<[V; 2], Sentence> {
        Ok([V::read(value, rules)?; 2])
    }

    fn put(&mut self, new: [V; 2], sides: Range<usize>) {
        self[sides].fill(new[0]);
    }
}

/// Sets a part of the rules if a key is the one that does so; `None` if it is another.
pub(crate) fn entry<V: Value>(
    rules: &mut Rules,
    place: fn(&mut Rules) -> &mut V,
    name: &str,
    key: &str,
    value: &str,
) -> Option<Result<(), Sentence>> {
    let sides = match key.strip_prefix(name)? {
        "" => 0..2,
        "White" if V::COLOURED => 0..1,
        "Black" if V::COLOURED => 1..2,
        _ => return None,
    };
    Some(V::read(value, rules).map(|new| place(rules).put(new, sides)))
}

impl Value for Option<Outcome> {
    fn read(value: &str, _: &Rules) -> Result<Option<Outcome>, Sentence> {
        let words =
            [("win", Outcome::Win), ("loss", Outcome::Loss), ("draw", Outcome::Draw)].map(|(w, o)| (w, Some(o)));
        one_of(value, &[&words[..], &[("none", None)]].concat())
    }
}

impl Value for bool {
    fn read(value: &str, _: &Rules) -> Result<bool, Sentence> {
        one_of(value, &[("true", true), ("false", false)])
    }
}

impl Value for u32 {
    fn read(value: &str, _: &Rules) -> Result<u32, Sentence> {
        number(value, 0, 1000)
    }
}

pub(crate) fn one_of<T: Copy>(value: &str, words: &[(&str, T)]) -> Result<T, Sentence> {
    words.iter().find(|(word, _)| *word == value).map(|(_, meaning)| *meaning).ok_or_else(|| {
        let words: Vec<&str> = words.iter().map(|(word, _)| *word).collect();
        expected(value, words.join(", "))
    })
}

fn expected(found: &str, expected: impl Into<Sentence>) -> Sentence {
    sentence!("found {}, expected {}", quoted(found), expected.into())
}

fn number(value: &str, least: u32, most: u32) -> Result<u32, Sentence> {
    let number = value.parse().ok().filter(|number| (least..=most).contains(number));
    number.ok_or_else(|| expected(value, sentence!("a number from {} to {}", least, most)))
}

impl Value for i32 {
    /// A file, from 0: a letter, or a number from 1.
    fn read(value: &str, _: &Rules) -> Result<i32, Sentence> {
        let letter = value.bytes().next().filter(|letter| value.len() == 1 && letter.is_ascii_lowercase());
        let file =
            letter.map_or_else(|| value.parse().map_or(-1, |number: i32| number - 1), |letter| i32::from(letter) - 97);
        if (0..SIDE).contains(&file) { Ok(file) } else { Err(expected(value, "a file: a to p, or 1 to 16")) }
    }
}

impl Value for Bits {
    /// Squares: `e4`, `*4` for a rank, `e*` for a file; `-` for none. Files in use name ranks that a smaller
    /// board lacks, beside others.
    fn read(value: &str, rules: &Rules) -> Result<Bits, Sentence> {
        let mut squares = Bits::NONE;
        for word in value.split_whitespace().filter(|word| *word != "-") {
            let wrong = || expected(word, "squares such as e4, *4 (a rank) or e* (a file)");
            let mut letters = word.chars();
            let first = letters.next().map(|letter| letter.to_ascii_lowercase()).ok_or_else(wrong)?;
            let rank = letters.as_str();
            let of_file = match first {
                '*' => Bits::ALL,
                'a'..='p' => Bits::file(first as i32 - 'a' as i32),
                _ => return Err(wrong()),
            };
            let of_rank = match (rank, first) {
                ("*", 'a'..='p') => Bits::ALL,
                _ => Bits::rank(number(rank, 1, SIDE as u32).map_err(|_| wrong())? as i32 - 1),
            };
            squares |= of_file & of_rank;
        }
        if !squares.is_empty() && !squares.meets(Bits::board(rules.files, rules.ranks)) {
            let board = sentence!("squares of the board of {} files and {} ranks", rules.files, rules.ranks);
            return Err(expected(value, board));
        }
        Ok(squares)
    }
}

impl Value for Kind {
    /// One kind by its letter; 0 for `*` and `-`.
    fn read(value: &str, rules: &Rules) -> Result<Kind, Sentence> {
        let mut letters = value.chars();
        match (letters.next(), letters.next()) {
            (Some('*' | '-'), None) => Ok(0),
            (Some(letter), None) if rules.kind_of(letter).is_some() => Ok(rules.kind_of(letter).unwrap_or(0)),
            _ => Err(expected(
                value,
                sentence!("the letter of a piece of this game ({})", rules.letters_of(rules.kinds())),
            )),
        }
    }
}

impl Value for Kinds {
    /// Kinds by their letters; `*` for all pieces together, `-` for none.
    fn read(value: &str, rules: &Rules) -> Result<Kinds, Sentence> {
        let mut kinds = 0;
        for letter in value.chars().filter(|letter| !letter.is_whitespace() && *letter != '-') {
            kinds |= one(Kind::read(&letter.to_string(), rules)?);
        }
        Ok(kinds)
    }
}

/// Does something for each of the pairs of a value such as `q:1 r:2`.
fn for_pairs(
    rules: &mut Rules,
    value: &str,
    mut each: impl FnMut(&mut Rules, Kind, &str) -> Result<(), Sentence>,
) -> Result<(), Sentence> {
    // Blanks may stand around the colon.
    let joined = value.split(':').map(str::trim).collect::<Vec<_>>().join(":");
    joined.split_whitespace().filter(|word| *word != "-").try_for_each(|word| {
        let (letter, rest) = word.split_once(':').ok_or_else(|| expected(word, "pairs such as q:1"))?;
        let kind = Kind::read(letter, rules)?;
        each(rules, kind, rest)
    })
}

impl Value for [bool; 4] {
    fn read(value: &str, _: &Rules) -> Result<[bool; 4], Sentence> {
        let mut rights = [false; 4];
        for letter in value.chars().filter(|letter| !letter.is_whitespace() && *letter != '-') {
            let index = "KQkq".find(letter).ok_or_else(|| expected(value, "letters of K, Q, k and q"))?;
            rights[index] = true;
        }
        Ok(rights)
    }
}
