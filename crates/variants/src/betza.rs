//! Moves of pieces in Betza's notation, as far as Fairy-Stockfish reads it: atoms, directions, `m` and `c`, riders with
//! and without a limit, hoppers (`p`, `g`), lame leapers (`n`), initial moves (`i`).
//!
//! R. Betza's notation: <https://www.gnu.org/software/xboard/Betza.html>.

use meihua_contracts::sentence;
use meihua_contracts::sentence::Sentence;
use std::collections::BTreeMap;

/// How a piece gets to its target.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Gait {
    /// In one leap.
    Leap,
    /// In one leap, if the squares on its way are empty.
    Lame,
    /// In up to so many equal steps over empty squares; 0 for no limit.
    Slide(u8),
    /// Like a slide, over exactly one piece, at most so many squares from its own; 0 for no limit.
    Hop(u8),
    /// To the square behind the first piece.
    Grasshopper,
}

/// When a move can be made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Mode {
    /// To an empty square.
    Quiet,
    /// Capturing.
    Capture,
    /// To an empty square, from the region of double steps.
    Initial,
}

/// The modes, in the order of their numbers.
pub(crate) const MODES: usize = 3;

/// A way to move: mode, gait, and the step in files and ranks from White's point of view.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Way {
    pub(crate) mode: Mode,
    pub(crate) gait: Gait,
    pub(crate) step: (i8, i8),
}

/// The longer and the shorter leg of an atom's leaps.
fn legs(atom: char) -> Option<&'static [(i8, i8)]> {
    Some(match atom {
        'W' | 'R' => &[(1, 0)],
        'F' | 'B' => &[(1, 1)],
        'D' => &[(2, 0)],
        'N' => &[(2, 1)],
        'A' => &[(2, 2)],
        'H' => &[(3, 0)],
        'L' | 'C' => &[(3, 1)],
        'J' | 'Z' => &[(3, 2)],
        'G' => &[(3, 3)],
        'K' | 'Q' => &[(1, 0), (1, 1)],
        _ => return None,
    })
}

/// The leaps of legs `a` and `b`, as files and ranks, and the directions that include each.
fn octants(a: i8, b: i8) -> [((i8, i8), &'static str); 8] {
    [
        ((b, a), "ff vv rf rv fh rh hr"),
        ((-b, -a), "bb vv lb lv bh lh hr"),
        ((a, -b), "rr ss br bs bh rh hr"),
        ((-a, b), "ll ss fl fs fh lh hr"),
        ((a, b), "rr ss fr fs fh rh hl"),
        ((-a, -b), "ll ss bl bs bh lh hl"),
        ((b, -a), "bb vv rb rv bh rh hl"),
        ((-b, a), "ff vv lf lv fh lh hl"),
    ]
}

/// What stands before an atom.
#[derive(Default)]
struct Prefix {
    modes: Vec<Mode>,
    directions: Vec<[char; 2]>,
    hops: bool,
    lands_behind: bool,
    lame: bool,
    initial: bool,
}

/// The ways of a piece.
///
/// # Errors
/// The character that cannot be read, or the combination that no piece of the format has, and what is expected.
pub(crate) fn read(text: &str) -> Result<Vec<Way>, Sentence> {
    let characters: Vec<char> = text.trim().chars().collect();
    // The last way of a step, among those of one sort, counts.
    let mut ways: BTreeMap<(Mode, u8, (i8, i8)), Gait> = BTreeMap::new();
    let (mut prefix, mut at) = (Prefix::default(), 0);
    while let Some(&letter) = characters.get(at) {
        at += 1;
        match letter {
            'm' => prefix.modes.push(Mode::Quiet),
            'c' => prefix.modes.push(Mode::Capture),
            'p' => prefix.hops = true,
            'g' => (prefix.hops, prefix.lands_behind) = (true, true),
            'n' => prefix.lame = true,
            'i' => prefix.initial = true,
            // An en passant capture: the key enPassantTypes says it of the whole piece.
            'e' => (),
            'f' | 'b' | 'v' | 'h' | 'r' | 'l' | 's' => {
                let pair = characters.get(at).copied().filter(|&next| combines(letter, next));
                at += usize::from(pair.is_some());
                prefix.directions.push([letter, pair.unwrap_or(letter)]);
            }
            atom => {
                let legs = legs(atom).ok_or_else(|| {
                    sentence!(
                        "{} is no atom or modifier; atoms are W F D N A H C L Z J G K R B Q, modifiers m c i p g n f b l r s v h",
                        Sentence::quoted(atom)
                    )
                })?;
                let next = characters.get(at).copied();
                let limit = next.and_then(|digit| digit.to_digit(10)).map(|digit| digit as u8);
                let doubled = next == Some(atom);
                at += usize::from(limit.is_some() || doubled);
                let rides = limit.is_some() || doubled || matches!(atom, 'R' | 'B' | 'Q');
                let gait = gait(&prefix, atom, rides, limit.unwrap_or(0))?;
                put(&mut ways, &prefix, legs, gait)?;
                prefix = Prefix::default();
            }
        }
    }
    if prefix.modes.is_empty() && prefix.directions.is_empty() && !(prefix.hops || prefix.lame || prefix.initial) {
        Ok(ways.into_iter().map(|((mode, _, step), gait)| Way { mode, gait, step }).collect())
    } else {
        Err("modifiers without an atom at the end".into())
    }
}

/// Whether two letters of direction make one.
fn combines(letter: char, next: char) -> bool {
    let is_vertical = |letter| matches!(letter, 'f' | 'b' | 'v' | 'h');
    let is_horizontal = |letter| matches!(letter, 'r' | 'l' | 's' | 'h');
    let across = is_vertical(letter) && is_horizontal(next) || is_horizontal(letter) && is_vertical(next);
    letter == next || across
}

fn gait(prefix: &Prefix, atom: char, rides: bool, limit: u8) -> Result<Gait, Sentence> {
    if prefix.hops && !matches!(atom, 'R' | 'B' | 'Q' | 'W' | 'F') {
        return Err(sentence!("p and g stand before R, B or Q only, not before {}", atom));
    }
    if prefix.lame && !matches!(atom, 'N' | 'A' | 'Z' | 'D') {
        return Err(sentence!("n stands before N, A, Z or D only, not before {}", atom));
    }
    Ok(match (prefix.hops, prefix.lands_behind, prefix.lame, rides) {
        (true, true, _, _) => Gait::Grasshopper,
        (true, false, _, _) => Gait::Hop(limit),
        (false, _, true, false) => Gait::Lame,
        (false, _, true, true) => return Err("a rider cannot be lame".into()),
        (false, _, false, true) => Gait::Slide(limit),
        (false, _, false, false) => Gait::Leap,
    })
}

fn put(
    ways: &mut BTreeMap<(Mode, u8, (i8, i8)), Gait>,
    prefix: &Prefix,
    legs: &[(i8, i8)],
    gait: Gait,
) -> Result<(), Sentence> {
    let modes = if prefix.modes.is_empty() { &[Mode::Quiet, Mode::Capture][..] } else { &prefix.modes };
    let sort = match gait {
        Gait::Leap | Gait::Lame => 0,
        Gait::Slide(_) => 1,
        Gait::Hop(_) | Gait::Grasshopper => 2,
    };
    for &(a, b) in legs {
        // A soldier's `fs` before W means forward or sideways.
        let split = |&[one, two]: &[char; 2]| {
            if legs.len() == 1 && b == 0 && one != two { vec![[one, one], [two, two]] } else { vec![[one, two]] }
        };
        let wanted: Vec<[char; 2]> = prefix.directions.iter().flat_map(split).collect();
        for (step, directions) in octants(a, b) {
            let named = |pair: &[char; 2]| directions.split(' ').any(|word| word.chars().eq(*pair));
            if !wanted.is_empty() && !wanted.iter().any(named) {
                continue;
            }
            for &mode in modes {
                let mode = match (mode, prefix.initial) {
                    (Mode::Quiet, true) => Mode::Initial,
                    (Mode::Capture, true) => return Err("initial moves (i) do not capture; write im".into()),
                    (mode, _) => mode,
                };
                ways.insert((mode, sort, step), gait);
            }
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn steps(text: &str, mode: Mode) -> Vec<(i8, i8)> {
        let mut steps: Vec<_> = read(text).unwrap().iter().filter(|way| way.mode == mode).map(|way| way.step).collect();
        steps.sort_unstable();
        steps
    }

    #[test]
    fn directions_select_steps() {
        assert_eq!(steps("fsW", Mode::Quiet), [(-1, 0), (0, 1), (1, 0)]);
        assert_eq!(steps("mfWcfF", Mode::Quiet), [(0, 1)]);
        assert_eq!(steps("mfWcfF", Mode::Capture), [(-1, 1), (1, 1)]);
        assert_eq!(steps("fN", Mode::Quiet), [(-1, 2), (1, 2)]);
        assert_eq!(steps("ffNfsN", Mode::Quiet), [(-2, 1), (-1, 2), (1, 2), (2, 1)]);
        assert_eq!(steps("rbB", Mode::Quiet), [(1, -1)]);
        assert_eq!(read("N").unwrap().len(), 16);
        assert_eq!(read("nN").unwrap()[0].gait, Gait::Lame);
        assert_eq!(read("cQ2").unwrap()[0].gait, Gait::Slide(2));
    }

    #[test]
    fn what_no_piece_can_do_is_refused() {
        for text in ["X", "pN", "nC", "icW", "mf", "nNN"] {
            assert!(read(text).is_err(), "{text}");
        }
    }
}
