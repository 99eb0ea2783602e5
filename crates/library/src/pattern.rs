//! What a board may look like: patterns, material, sequences.

use super::error::LibraryError;
use super::grid::{EMPTY, Grid, rows};
use super::material::{Material, index};
use meihua_contracts::side::Side;

const PATTERN: &str = "rows of a board from the top, joined by /: a letter is a piece, . an empty square, ? anything, \
                       and a digit that many empty squares";
const MATERIAL: &str = "the pieces of Red and of Black, such as RNP RC";
const SEQUENCE: &str = "moves of xiangqi such as h2e2, columns of four in a row, or moves of the game that is named, \
                        and patterns, separated by spaces";
const SIZE: &str = "at most as many rows and columns as the board has";

/// Anything on a square of a pattern.
const ANYTHING: u8 = b'?';

/// A square that must hold a piece, or be empty.
type Wanted = (usize, u8);

/// A board, or a part of one, on which some squares do not matter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pattern {
    rows: Vec<Vec<u8>>,
    side: Option<Side>,
}

impl Pattern {
    /// Reads a pattern of a game of the name `variant`: a whole board stands where it is, a part of one anywhere; its
    /// mirror image counts, too. A second word, `w` or `b`, is the side to move.
    ///
    /// # Errors
    /// The rows are not equally long, or hold something else than pieces.
    pub fn parse(text: &str, variant: &str) -> Result<Pattern, LibraryError> {
        let bad = || LibraryError::query("pattern", text, PATTERN);
        let mut rows = rows(text).ok_or_else(bad)?;
        let columns = rows.first().map_or(0, Vec::len);
        let is_piece = |piece: u8| {
            if variant == "xiangqi" { index(standard(piece)).is_some() } else { piece.is_ascii_alphabetic() }
        };
        let known = |&piece: &u8| piece == EMPTY || piece == ANYTHING || is_piece(piece);
        if columns == 0 || !rows.iter().all(|row| row.len() == columns && row.iter().all(known)) {
            return Err(bad());
        }
        rows.iter_mut().flatten().for_each(|piece| *piece = standard(*piece));
        rows.reverse();
        let side = match text.split_whitespace().nth(1) {
            None | Some("-") => None,
            Some("w" | "r") => Some(Side::First),
            Some("b") => Some(Side::Second),
            Some(_) => return Err(bad()),
        };
        Ok(Pattern { rows, side })
    }

    /// Checks that a board has room for it.
    ///
    /// # Errors
    /// It is too large.
    pub(crate) fn fit(&self, grid: &Grid) -> Result<(), LibraryError> {
        let (ranks, columns) = (self.rows.len(), self.rows.first().map_or(0, Vec::len));
        if columns <= grid.columns() && ranks * grid.columns() <= grid.cells().len() {
            return Ok(());
        }
        Err(LibraryError::query("pattern", &format!("{ranks} rows of {columns} squares"), SIZE))
    }

    /// The pieces without which it cannot be.
    pub(crate) fn needs(&self) -> Material {
        let pieces: Vec<u8> = self.rows.iter().flatten().copied().collect();
        Material::of(&pieces)
    }

    /// Where it may be on a board, and the same in the mirror.
    pub(crate) fn placed(&self, grid: &Grid) -> Placed {
        let columns = grid.columns();
        let ranks = grid.cells().len() / columns;
        let width = self.rows.first().map_or(0, Vec::len);
        let mut placed = Placed { own: Vec::new(), mirrored: Vec::new(), side: self.side };
        let offsets = |room: usize, size: usize| (size <= room).then(|| 0..=room - size).into_iter().flatten();
        for rank in offsets(ranks, self.rows.len()) {
            for file in offsets(columns, width) {
                let squares = self.rows.iter().enumerate().flat_map(|(up, row)| {
                    let square = move |(right, &piece): (usize, &u8)| ((rank + up) * columns + file + right, piece);
                    row.iter().enumerate().map(square)
                });
                let mut wanted: Vec<Wanted> = squares.filter(|(_, piece)| *piece != ANYTHING).collect();
                // Pieces are rarer than empty squares, so they fail sooner.
                wanted.sort_by_key(|(_, piece)| *piece == EMPTY);
                placed.mirrored.push(wanted.iter().map(|&(square, piece)| (grid.mirrored(square), piece)).collect());
                placed.own.push(wanted);
            }
        }
        placed
    }
}

/// A piece as the FEN of xiangqi has it: H and E are N and B.
const fn standard(piece: u8) -> u8 {
    match piece {
        b'H' => b'N',
        b'h' => b'n',
        b'E' => b'B',
        b'e' => b'b',
        piece => piece,
    }
}

/// The places of a pattern on a board.
#[derive(Clone, Debug)]
pub(crate) struct Placed {
    own: Vec<Vec<Wanted>>,
    mirrored: Vec<Vec<Wanted>>,
    side: Option<Side>,
}

impl Placed {
    /// Whether the board has it, as it is or in the mirror.
    pub(crate) fn is_on(&self, grid: &Grid, is_mirrored: bool) -> bool {
        let places = if is_mirrored { &self.mirrored } else { &self.own };
        let cells = grid.cells();
        self.side.is_none_or(|side| side == grid.side())
            && places.iter().any(|wanted| wanted.iter().all(|&(square, piece)| cells.get(square) == Some(&piece)))
    }
}

/// The pieces of both sides: rooks, horses, cannons and pawns exactly, advisors and elephants exactly where they are
/// named for a side, and any number where they are not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pieces {
    wanted: Material,
    /// Kinds whose number does not matter.
    free: [bool; 14],
}

impl Pieces {
    /// Reads `RNP RC`: the pieces of Red, then those of Black; `-` stands for none.
    ///
    /// # Errors
    /// There are not two words, or a letter is no piece.
    pub fn parse(text: &str) -> Result<Pieces, LibraryError> {
        let bad = || LibraryError::query("material", text, MATERIAL);
        let words: Vec<&str> = text.split_whitespace().collect();
        let [red, black] = words[..] else { return Err(bad()) };
        let mut wanted = Material::default();
        for (side, word) in Side::ALL.into_iter().zip([red, black]) {
            for letter in word.bytes().filter(|&letter| letter != b'-') {
                let letter = standard(letter.to_ascii_uppercase());
                let letter = if side == Side::First { letter } else { letter.to_ascii_lowercase() };
                index(letter).ok_or_else(bad)?;
                wanted.add(letter);
            }
        }
        let mut free = [false; 14];
        for letter in *b"KkAaBb" {
            if let Some(index) = index(letter) {
                free[index] = letter.eq_ignore_ascii_case(&b'k') || wanted.0[index] == 0;
            }
        }
        Ok(Pieces { wanted, free })
    }

    /// Whether these are the pieces.
    pub(crate) fn are(&self, material: &Material) -> bool {
        let counts = self.wanted.0.iter().zip(&material.0).zip(&self.free);
        counts.into_iter().all(|((wanted, count), free)| *free || wanted == count)
    }

    /// Whether a game with these first and last positions may have had the pieces.
    pub(crate) fn may_have_been(&self, first: &Material, last: &Material) -> bool {
        let mut wanted = self.wanted;
        for ((count, free), last) in wanted.0.iter_mut().zip(&self.free).zip(&last.0) {
            if *free {
                *count = *last;
            }
        }
        wanted.is_between(first, last)
    }

    /// The pieces without which it cannot be.
    pub(crate) fn needs(&self) -> Material {
        let mut needs = self.wanted;
        needs.0.iter_mut().zip(&self.free).filter(|(_, free)| **free).for_each(|(count, _)| *count = 0);
        needs
    }
}

/// A step of a sequence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Step {
    /// A move of xiangqi or four in a row as it is stored.
    Move(u16),
    /// A move of another game, in any notation that the game reads.
    Named(String),
    Pattern(Pattern),
}

/// Moves and patterns that follow each other in a game, with anything between them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sequence(pub(crate) Vec<Step>);

impl Sequence {
    /// Reads moves and patterns separated by spaces, for a game of the name `variant`. Its mirror image counts, too.
    ///
    /// # Errors
    /// A word is neither.
    pub fn parse(text: &str, variant: &str) -> Result<Sequence, LibraryError> {
        let step = |word: &str| {
            if word.contains(['/', '?', '.']) {
                return Pattern::parse(word, variant).map(Step::Pattern);
            }
            let code = match variant {
                "xiangqi" => squares(word),
                "cfour" => column(word),
                _ => return Ok(Step::Named(word.to_owned())),
            };
            code.map(Step::Move).ok_or_else(|| LibraryError::query("sequence", word, SEQUENCE))
        };
        let steps: Vec<Step> = text.split_whitespace().map(step).collect::<Result<_, _>>()?;
        if steps.is_empty() { Err(LibraryError::query("sequence", text, SEQUENCE)) } else { Ok(Sequence(steps)) }
    }
}

/// The code of `h2e2`.
pub(crate) fn squares(word: &str) -> Option<u16> {
    let [file, rank, to_file, to_rank] = word.as_bytes() else { return None };
    let square = |file: u8, rank: u8| {
        let file = file.to_ascii_lowercase();
        let is_square = (b'a'..=b'i').contains(&file) && rank.is_ascii_digit();
        is_square.then(|| u16::from(rank - b'0') * 9 + u16::from(file - b'a'))
    };
    Some(square(*file, *rank)? | square(*to_file, *to_rank)? << 7)
}

/// The code of `4` or `d`.
fn column(word: &str) -> Option<u16> {
    let letter = |word: &str| word.bytes().next().filter(u8::is_ascii_lowercase).map(|c| u16::from(c - b'a') + 1);
    word.parse().ok().filter(|&column| column > 0).or_else(|| letter(word).filter(|_| word.len() <= 2))
}

#[cfg(test)]
mod tests {
    use super::*;

    const START: &str = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR";

    fn is_on(pattern: &str, fen: &str) -> bool {
        let grid = Grid::of("xiangqi", fen, Side::First).unwrap();
        let placed = Pattern::parse(pattern, "xiangqi").unwrap().placed(&grid);
        placed.is_on(&grid, false) || placed.is_on(&grid, true)
    }

    #[test]
    fn patterns_of_a_whole_board_and_of_parts() {
        assert!(is_on(START, START) && is_on(&format!("{START} w"), START));
        assert!(!is_on(&format!("{START} b"), START));
        assert!(is_on("P?P/.C./...", START) && is_on("rhe", START) && is_on("nr", START));
        assert!(!is_on("P.P/C..", START) && !is_on("rb", START));
        let open =
            "?????????/?????????/?????????/?????????/?????????/?????????/?????????/.????????/?????????/?????????";
        assert!(is_on(open, START));
        // The mirror image of a board with one rook at home.
        assert!(is_on("4k4/9/9/9/9/9/9/9/9/4K3R", "4k4/9/9/9/9/9/9/9/9/R3K4"));
        for bad in ["", "a/bb", "R%", "9/9 x", "zz/ww"] {
            assert!(Pattern::parse(bad, "xiangqi").is_err(), "{bad}");
        }
        assert!(Pattern::parse("zz/ww", "mygame").is_ok());
    }

    #[test]
    fn material_is_exact_but_for_guards() {
        let are = |text: &str, cells: &[u8]| Pieces::parse(text).unwrap().are(&Material::of(cells));
        assert!(are("RN RC", b"KAABRNkabrc") && are("rh rc", b"KRNkrc") && are("RNA RC", b"KARNkrcaa"));
        assert!(!are("RN RC", b"KRNPkrc") && !are("RNA RC", b"KAARNkrc") && !are("RN -", b"KRNkc"));
        assert!(are("RN -", b"KRNkab"));
        for bad in ["RN", "RN RC R", "RX R", ""] {
            assert!(Pieces::parse(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn sequences_of_moves_and_patterns() {
        let steps = Sequence::parse("h2e2 P?P/.C.", "xiangqi").unwrap().0;
        assert!(matches!(steps[..], [Step::Move(code), Step::Pattern(_)] if code == (2 * 9 + 7) | ((2 * 9 + 4) << 7)));
        assert_eq!(Sequence::parse("4 d", "cfour").unwrap().0, [Step::Move(4), Step::Move(4)]);
        assert!(Sequence::parse("h2", "xiangqi").is_err() && Sequence::parse("", "xiangqi").is_err());
    }
}
