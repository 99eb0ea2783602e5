//! The keys of the format and their values.
//!
//! Names and meanings are those of Fairy-Stockfish's `variants.ini`; what is missing there and here is refused by name.

use crate::betza;
use crate::bits::{Bits, SIDE};
use crate::pieces::{CUSTOM, KING, Kind, Kinds, kind_of, one};
use crate::reader::{Fault, Place, shorten};
use crate::rules::{Counting, Enclosing, Limit, Rules, Walling};
use meihua_contracts::game::Outcome;

/// A key with its line and value.
type Line<'a> = (usize, &'a str, &'a str);

/// Applies the keys of a section. The order of its lines does not matter, as in Fairy-Stockfish: the board comes first,
/// then the pieces, then the general keys, then those for one colour.
pub(crate) fn apply(rules: &mut Rules, lines: &[Line<'_>], faults: &mut Vec<Fault>) {
    let mut lines: Vec<Line<'_>> = lines.to_vec();
    lines.sort_by_key(|(line, key, _)| (phase(key), *line));
    for (line, key, value) in lines {
        if let Err(problem) = set(rules, key, value) {
            faults.push(Fault { line, place: Place::Key(shorten(key)), problem });
        }
    }
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

fn set(rules: &mut Rules, key: &str, value: &str) -> Result<(), String> {
    if let Some((_, harmless)) = UNSUPPORTED.iter().find(|(name, _)| *name == key) {
        let is_harmless = value == *harmless;
        return if is_harmless { Ok(()) } else { Err(format!("not supported; only `{key} = {harmless}` is")) };
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
    let done = switch(rules, key, value)
        .or_else(|| number_key(rules, key, value))
        .or_else(|| word_key(rules, key, value))
        .or_else(|| coloured(rules, key, value));
    done.unwrap_or_else(|| Err("unknown key".to_owned()))
}

fn piece(rules: &mut Rules, kind: Kind, value: &str) -> Result<(), String> {
    if value == "-" {
        rules.remove(kind);
        return Ok(());
    }
    let (letter, moves) = value.split_once(':').map_or((value, None), |(letter, moves)| (letter.trim(), Some(moves)));
    let mut letters = letter.chars();
    let letter = match (letters.next(), letters.next()) {
        (Some(letter), None) if letter.is_ascii_alphabetic() => letter,
        _ => return Err(format!("found {:?}, expected a letter, or - for none", shorten(value))),
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
        (CUSTOM.., None) => return Err("expected a letter, a colon and moves, such as k:NW".to_owned()),
        (_, Some(_)) => return Err("its moves are fixed; use customPiece1 to customPiece25 for others".to_owned()),
        (_, None) => (),
    }
    rules.add(kind, letter);
    Ok(())
}

fn mobility(rules: &mut Rules, name: &str, value: &str) -> Result<(), String> {
    let (colour, name) = if let Some(name) = name.strip_prefix("White") {
        (0, name)
    } else if let Some(name) = name.strip_prefix("Black") {
        (1, name)
    } else {
        return Err("expected White or Black after mobilityRegion".to_owned());
    };
    let mut letters = name.chars();
    let first = letters.next().map(|letter| letter.to_ascii_lowercase());
    let name: String = first.into_iter().chain(letters).collect();
    let kind = kind_of(&name).ok_or_else(|| "expected the name of a piece at the end of the key".to_owned())?;
    rules.mobility[colour][usize::from(kind)] = region(value)?;
    Ok(())
}

/// Keys whose value is true or false.
fn switch(rules: &mut Rules, key: &str, value: &str) -> Option<Result<(), String>> {
    let target = match key {
        "piecePromotionOnCapture" => &mut rules.promotion_on_capture,
        "mandatoryPawnPromotion" => &mut rules.mandatory_pawn_promotion,
        "mandatoryPiecePromotion" => &mut rules.mandatory_piece_promotion,
        "pieceDemotion" => &mut rules.demotion,
        "blastOnCapture" => &mut rules.blast,
        "petrifyBlastPieces" => &mut rules.petrify_blast,
        "doubleStep" => &mut rules.double_step,
        "castling" => &mut rules.castling,
        "castlingDroppedPiece" => &mut rules.castling_dropped,
        "oppositeCastling" => &mut rules.opposite_castling,
        "checking" => &mut rules.checking,
        "dropChecks" => &mut rules.drop_checks,
        "mustCapture" => &mut rules.must_capture,
        "mustDrop" => &mut rules.must_drop,
        "pieceDrops" => &mut rules.drops,
        "dropLoop" => &mut rules.drop_loop,
        "capturesToHand" => &mut rules.captures_to_hand,
        "firstRankPawnDrops" => &mut rules.first_rank_pawn_drops,
        "promotionZonePawnDrops" => &mut rules.promotion_zone_pawn_drops,
        "dropOppositeColoredBishop" => &mut rules.drop_opposite_bishops,
        "dropPromoted" => &mut rules.drop_promoted,
        "immobilityIllegal" => &mut rules.immobility_illegal,
        "wallOrMove" => &mut rules.wall_or_move,
        "makpongRule" => &mut rules.makpong,
        "flyingGeneral" => &mut rules.flying_general,
        "freeDrops" => &mut rules.free_drops,
        "nFoldValueAbsolute" => &mut rules.n_fold_absolute,
        "perpetualCheckIllegal" => &mut rules.perpetual_illegal,
        "stalematePieceCount" => &mut rules.stalemate_count,
        "shogiPawnDropMateIllegal" => &mut rules.shogi_drop_mate_illegal,
        "shatarMateRule" => &mut rules.shatar_mate,
        "bikjangRule" => &mut rules.bikjang,
        "extinctionClaim" => &mut rules.extinction_claim,
        "extinctionPseudoRoyal" => &mut rules.pseudo_royal,
        "dupleCheck" => &mut rules.duple_check,
        "flagPieceBlockedWin" => &mut rules.flag_blocked_win,
        "flagMove" => &mut rules.flag_move,
        "flagPieceSafe" => &mut rules.flag_safe,
        "checkCounting" => &mut rules.check_counting,
        "connectHorizontal" => &mut rules.connect_lines[0],
        "connectVertical" => &mut rules.connect_lines[1],
        "connectDiagonal" => &mut rules.connect_lines[2],
        "adjudicateFullBoard" => &mut rules.full_board,
        "hexagonalBoard" => &mut rules.hexagonal,
        "custodialCapture" => &mut rules.custodial,
        "jumpsGoStraight" => &mut rules.jumps_straight,
        "jumpsMayEnd" => &mut rules.jumps_may_end,
        _ => return None,
    };
    Some(boolean(value).map(|value| *target = value))
}

/// Keys whose value is a number, a file or a rank.
fn number_key(rules: &mut Rules, key: &str, value: &str) -> Option<Result<(), String>> {
    let place = match key {
        "maxRank" => return Some(number(value, 1, SIDE as u32).map(|ranks| rules.ranks = ranks as i32)),
        "maxFile" => return Some(file(value).map(|last| rules.files = last + 1)),
        "castlingKingsideFile" => Some(&mut rules.castling_files[0]),
        "castlingQueensideFile" => Some(&mut rules.castling_files[1]),
        "castlingKingFile" => Some(&mut rules.castling_king_file),
        "castlingRookKingsideFile" => Some(&mut rules.castling_rook_files[0]),
        "castlingRookQueensideFile" => Some(&mut rules.castling_rook_files[1]),
        _ => None,
    };
    if let Some(place) = place {
        return Some(file(value).map(|file| *place = file));
    }
    let rank = match key {
        "castlingRank" => Some(&mut rules.castling_rank),
        "soldierPromotionRank" => Some(&mut rules.soldier_promotion_rank),
        _ => None,
    };
    if let Some(rank) = rank {
        return Some(number(value, 1, SIDE as u32).map(|value| *rank = value as i32 - 1));
    }
    let target = match key {
        "dropNoDoubledCount" => &mut rules.drop_no_doubled_count,
        "nMoveRule" => &mut rules.n_move_rule,
        "nFoldRule" => &mut rules.n_fold_rule,
        "extinctionPieceCount" => &mut rules.extinction_count,
        "extinctionOpponentPieceCount" => &mut rules.extinction_opponent_count,
        "flagPieceCount" => &mut rules.flag_count,
        "connectN" => &mut rules.connect,
        "connectNxN" => &mut rules.connect_square,
        "collinearN" => &mut rules.collinear,
        _ => return None,
    };
    Some(number(value, 0, 1000).map(|value| *target = value))
}

/// Keys whose value is a word, and lists of pairs.
fn word_key(rules: &mut Rules, key: &str, value: &str) -> Option<Result<(), String>> {
    Some(match key {
        "startFen" => {
            value.clone_into(&mut rules.start);
            Ok(())
        }
        "nFoldValue" => outcome(value).map(|value| rules.n_fold_value = value),
        "stalemateValue" => outcome(value).map(|value| rules.stalemate = value),
        "checkmateValue" => outcome(value).map(|value| rules.checkmate = value),
        "extinctionValue" => outcome(value).map(|value| rules.extinction = value),
        "connectValue" => outcome(value).map(|value| rules.connect_value = value),
        "enclosingDrop" => enclosing(value).map(|value| rules.enclosing_drop = value),
        "flipEnclosedPieces" => enclosing(value).map(|value| rules.flip = value),
        "wallingRule" => one_of(value, WALLING).map(|value| rules.walling = value),
        "materialCounting" => one_of(value, MATERIAL).map(|value| rules.material = value),
        "countingRule" => one_of(value, LIMITS).map(|value| rules.limit = value),
        "enclosingDropStart" => region(value).map(|value| rules.enclosing_start = value),
        "diagonalLines" => region(value).map(|value| rules.diagonal_lines = value),
        "mustDropType" => kind(rules, value).map(|value| rules.must_drop_kind = value),
        "dropNoDoubled" => kind(rules, value).map(|value| rules.drop_no_doubled = value),
        "blastImmuneTypes" => kinds(rules, value).map(|value| rules.blast_immune = value),
        "mutuallyImmuneTypes" => kinds(rules, value).map(|value| rules.mutually_immune = value),
        "petrifyOnCaptureTypes" => kinds(rules, value).map(|value| rules.petrify = value),
        "extinctionPieceTypes" => kinds(rules, value).map(|value| rules.extinction_kinds = value),
        "connectPieceTypes" => kinds(rules, value).map(|value| rules.connect_kinds = value),
        "castlingWins" => rights(value).map(|value| rules.castling_wins = value),
        "promotionLimit" => pairs(rules, value).and_then(|pairs| {
            for (kind, limit) in pairs {
                rules.promotion_limit[usize::from(kind)] = number(&limit, 0, 1000)?;
            }
            Ok(())
        }),
        "promotedPieceType" => pairs(rules, value).and_then(|pairs| {
            for (from, to) in pairs {
                rules.promoted[usize::from(from)] = if to == "-" { 0 } else { kind(rules, &to)? };
            }
            Ok(())
        }),
        "jumpCaptures" => pairs(rules, value).and_then(|pairs| {
            let ways = |(kind, moves): (Kind, String)| Ok((kind, betza::read(&moves)?));
            rules.jumps = pairs.into_iter().map(ways).collect::<Result<_, String>>()?;
            Ok(())
        }),
        "pieceValueMg" | "pieceValueEg" => pairs(rules, value).and_then(|pairs| {
            for (kind, worth) in pairs {
                rules.values[usize::from(key.ends_with("Eg"))][usize::from(kind)] = number(&worth, 0, 20_000)? as i32;
            }
            Ok(())
        }),
        _ => return None,
    })
}

/// Keys for both colours, or for one with `White` or `Black` at the end.
fn coloured(rules: &mut Rules, key: &str, value: &str) -> Option<Result<(), String>> {
    let (base, colours) = match (key.strip_suffix("White"), key.strip_suffix("Black")) {
        (Some(base), _) => (base, 0..1),
        (_, Some(base)) => (base, 1..2),
        (None, None) => (key, 0..2),
    };
    let regions = match base {
        "promotionRegion" => Some(&mut rules.promotion_region),
        "doubleStepRegion" => Some(&mut rules.double_region),
        "tripleStepRegion" => Some(&mut rules.triple_region),
        "enPassantRegion" => Some(&mut rules.passant_region),
        "dropRegion" => Some(&mut rules.drop_region),
        "wallingRegion" => Some(&mut rules.walling_region),
        "flagRegion" => Some(&mut rules.flag_region),
        _ => None,
    };
    if let Some(regions) = regions {
        return Some(region(value).map(|value| regions[colours].fill(value)));
    }
    if let Some(number) = ["connectRegion1", "connectRegion2"].iter().position(|name| *name == base) {
        return Some(
            region(value).map(|value| colours.for_each(|colour| rules.connect_regions[colour][number] = value)),
        );
    }
    let switches = match base {
        "pass" => Some(&mut rules.pass),
        "passOnStalemate" => Some(&mut rules.pass_on_stalemate),
        _ => None,
    };
    if let Some(switches) = switches {
        return Some(boolean(value).map(|value| switches[colours].fill(value)));
    }
    if matches!(base, "flagPiece" | "castlingKingPiece") {
        return Some(kind(rules, value).map(|value| {
            let target = if base == "flagPiece" { &mut rules.flag_piece } else { &mut rules.castling_king };
            target[colours].fill(value);
        }));
    }
    let is_known = matches!(
        base,
        "pawnTypes"
            | "promotionPawnTypes"
            | "promotionPieceTypes"
            | "enPassantTypes"
            | "castlingRookPieces"
            | "nMoveRuleTypes"
    );
    is_known.then(|| {
        let main = value.split_whitespace().next().and_then(|word| word.chars().next());
        let main = main.and_then(|letter| rules.kind_of(letter)).unwrap_or(0);
        let all = kinds(rules, value)?;
        if matches!(base, "pawnTypes" | "promotionPawnTypes") {
            rules.main_promotion_pawn[colours.clone()].fill(main);
        }
        let targets: &mut [&mut [Kinds; 2]] = match base {
            "pawnTypes" => &mut [&mut rules.promotion_pawns, &mut rules.passant_kinds, &mut rules.n_move_kinds],
            "promotionPawnTypes" => &mut [&mut rules.promotion_pawns],
            "promotionPieceTypes" => &mut [&mut rules.promotion_pieces],
            "enPassantTypes" => &mut [&mut rules.passant_kinds],
            "castlingRookPieces" => &mut [&mut rules.castling_rooks],
            _ => &mut [&mut rules.n_move_kinds],
        };
        targets.iter_mut().for_each(|target| target[colours.clone()].fill(all));
        Ok(())
    })
}

const WALLING: &[(&str, Walling)] = &[
    ("none", Walling::None),
    ("arrow", Walling::Arrow),
    ("duck", Walling::Duck),
    ("edge", Walling::Edge),
    ("past", Walling::Past),
    ("static", Walling::Static),
];

const MATERIAL: &[(&str, Counting)] = &[
    ("none", Counting::None),
    ("janggi", Counting::Janggi),
    ("unweighted", Counting::Unweighted),
    ("whitedrawodds", Counting::WhiteDrawOdds),
    ("blackdrawodds", Counting::BlackDrawOdds),
];

const LIMITS: &[(&str, Limit)] =
    &[("none", Limit::None), ("makruk", Limit::Makruk), ("cambodian", Limit::Cambodian), ("asean", Limit::Asean)];

fn enclosing(value: &str) -> Result<Enclosing, String> {
    let words = [
        ("none", Enclosing::None),
        ("reversi", Enclosing::Reversi),
        ("ataxx", Enclosing::Ataxx),
        ("quadwrangle", Enclosing::Quadwrangle),
        ("snort", Enclosing::Snort),
        ("anyside", Enclosing::Anyside),
        ("top", Enclosing::Top),
    ];
    one_of(value, &words)
}

fn outcome(value: &str) -> Result<Option<Outcome>, String> {
    let words =
        [("win", Some(Outcome::Win)), ("loss", Some(Outcome::Loss)), ("draw", Some(Outcome::Draw)), ("none", None)];
    one_of(value, &words)
}

fn one_of<T: Copy>(value: &str, words: &[(&str, T)]) -> Result<T, String> {
    words.iter().find(|(word, _)| *word == value).map(|(_, meaning)| *meaning).ok_or_else(|| {
        let words: Vec<&str> = words.iter().map(|(word, _)| *word).collect();
        expected(value, &words.join(", "))
    })
}

fn expected(found: &str, expected: &str) -> String {
    format!("found {:?}, expected {expected}", shorten(found))
}

fn boolean(value: &str) -> Result<bool, String> {
    one_of(value, &[("true", true), ("false", false)])
}

fn number(value: &str, least: u32, most: u32) -> Result<u32, String> {
    let number = value.parse().ok().filter(|number| (least..=most).contains(number));
    number.ok_or_else(|| expected(value, &format!("a number from {least} to {most}")))
}

/// A file, from 0: a letter, or a number from 1.
fn file(value: &str) -> Result<i32, String> {
    let letter = value.bytes().next().filter(|letter| value.len() == 1 && letter.is_ascii_lowercase());
    let file =
        letter.map_or_else(|| value.parse().map_or(-1, |number: i32| number - 1), |letter| i32::from(letter) - 97);
    if (0..SIDE).contains(&file) { Ok(file) } else { Err(expected(value, "a file: a to p, or 1 to 16")) }
}

/// Squares: `e4`, `*4` for a rank, `e*` for a file; `-` for none.
fn region(value: &str) -> Result<Bits, String> {
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
    Ok(squares)
}

/// One kind by its letter; 0 for `*` and `-`.
fn kind(rules: &Rules, value: &str) -> Result<Kind, String> {
    let mut letters = value.chars();
    match (letters.next(), letters.next()) {
        (Some('*' | '-'), None) => Ok(0),
        (Some(letter), None) if rules.kind_of(letter).is_some() => Ok(rules.kind_of(letter).unwrap_or(0)),
        _ => Err(expected(value, &format!("the letter of a piece of this game ({})", rules.letters_of(rules.kinds())))),
    }
}

/// Kinds by their letters; `*` for all pieces together, `-` for none.
fn kinds(rules: &Rules, value: &str) -> Result<Kinds, String> {
    let mut kinds = 0;
    for letter in value.chars().filter(|letter| !letter.is_whitespace() && *letter != '-') {
        kinds |= one(kind(rules, &letter.to_string())?);
    }
    Ok(kinds)
}

/// Pairs such as `q:1 r:2`.
fn pairs(rules: &Rules, value: &str) -> Result<Vec<(Kind, String)>, String> {
    // Blanks may stand around the colon.
    let joined = value.split(':').map(str::trim).collect::<Vec<_>>().join(":");
    let pair = |word: &str| {
        let (letter, rest) = word.split_once(':').ok_or_else(|| expected(word, "pairs such as q:1"))?;
        Ok((kind(rules, letter)?, rest.to_owned()))
    };
    joined.split_whitespace().filter(|word| *word != "-").map(pair).collect()
}

fn rights(value: &str) -> Result<[bool; 4], String> {
    let mut rights = [false; 4];
    for letter in value.chars().filter(|letter| !letter.is_whitespace() && *letter != '-') {
        let index = "KQkq".find(letter).ok_or_else(|| expected(value, "letters of K, Q, k and q"))?;
        rights[index] = true;
    }
    Ok(rights)
}
