//! WXF and Chinese notation: which piece, which direction, how far or to which file, from the mover's view.
//!
//! ```text
//! C2=5    炮二平五    cannon on file 2, sideways, to file 5        files: 1 (mover's right) to 9
//! H2+3    马二进三    horse on file 2, ahead, to file 3            red 一 to 九, black １ to ９
//! R8-4    车八退四    rook on file 8, back, four squares
//! R+=5    前车平五    the front one of two rooks on a file
//! R-+2    后车进二    the rear one
//! 25=4    中兵平四    the second of three or more pawns on file 5
//! 15=4    前五平四    the same name where two files hold two or more pawns each
//! ```
//!
//! Both notations say the same things in the same order, so one parser serves both. Advisors and elephants need no
//! order: of two on a file, only one can advance and only the other can retreat.

use super::super::attacks;
use super::super::bitboard::Bitboard;
use super::super::movegen::{Moves, legal_moves};
use super::super::mv::Move;
use super::super::piece::{Piece, PieceKind};
use super::super::position::Position;
use super::super::square::{FILES, Square};
use super::{ResolveError, reason};
use crate::sentence::Sentence;
use crate::side::Side;

/// The direction of a move, from the mover's view.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Way {
    Ahead,
    Back,
    Sideways,
}

/// Which of several pieces on a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Order {
    Front,
    Middle,
    Rear,
    /// Counted from the front, from 1.
    Nth(usize),
}

impl Order {
    /// Whether it denotes the piece at `index` (from the front, from 0) of `count` pieces on a file.
    fn means(self, index: usize, count: usize) -> bool {
        count > 1
            && match self {
                Order::Front => index == 0,
                Order::Middle => count == 3 && index == 1,
                Order::Rear => index + 1 == count,
                Order::Nth(n) => index + 1 == n,
            }
    }
}

/// The file as counted by `side`, 1 to 9 from its right.
pub(super) fn file_of(square: Square, side: Side) -> usize {
    match side {
        Side::First => FILES - square.file(),
        Side::Second => square.file() + 1,
    }
}

/// Direction and number of a move: the target file, or the number of squares for a piece that stays on its file.
pub(super) fn step_of(from: Square, to: Square, side: Side) -> (Way, usize) {
    let (start, end) = (from.rank_of(side), to.rank_of(side));
    let way = match end.cmp(&start) {
        std::cmp::Ordering::Greater => Way::Ahead,
        std::cmp::Ordering::Less => Way::Back,
        std::cmp::Ordering::Equal => Way::Sideways,
    };
    let along_file = from.file() == to.file();
    (way, if along_file { start.abs_diff(end) } else { file_of(to, side) })
}

/// The position of `square` among its side's pieces of the same kind on its file: (index from the front, count).
fn place_on_file(position: &Position, square: Square, piece: Piece) -> (usize, usize) {
    let same = position.pieces(piece.side, piece.kind) & Bitboard::file(square.file());
    let ahead = same.into_iter().filter(|other| other.rank_of(piece.side) > square.rank_of(piece.side)).count();
    (ahead, same.count() as usize)
}

/// The number of files with at least two pawns of a side.
fn files_with_pawns(position: &Position, side: Side) -> usize {
    let pawns = position.pieces(side, PieceKind::Pawn);
    (0..FILES).filter(|&file| (pawns & Bitboard::file(file)).many()).count()
}

/// The number of pawns on such files further to the mover's right.
fn pawns_before(position: &Position, from: Square, side: Side) -> usize {
    let pawns = position.pieces(side, PieceKind::Pawn);
    let right = |file: usize| if side == Side::First { file > from.file() } else { file < from.file() };
    let several =
        (0..FILES).filter(|&file| right(file)).map(|file| pawns & Bitboard::file(file)).filter(|on| on.many());
    several.map(|on| on.count() as usize).sum()
}

// ---- writing -----------------------------------------------------------------------------------------------------------

/// How a piece is told apart from others of its kind.
pub(super) enum Naming {
    File,
    /// The front or rear of two: kind and order.
    Pair(Order),
    /// One of three or more pawns on a file, by number.
    Column {
        index: usize,
        count: usize,
    },
    /// A pawn on one of several files with at least two: number and file.
    Columns {
        index: usize,
        count: usize,
    },
}

pub(super) fn naming(position: &Position, from: Square, piece: Piece) -> Naming {
    let (index, count) = place_on_file(position, from, piece);
    match piece.kind {
        PieceKind::Advisor | PieceKind::Elephant => Naming::File,
        _ if count < 2 => Naming::File,
        PieceKind::Pawn if files_with_pawns(position, piece.side) > 1 => Naming::Columns { index, count },
        PieceKind::Pawn if count > 2 => Naming::Column { index, count },
        _ => Naming::Pair(if index == 0 { Order::Front } else { Order::Rear }),
    }
}

/// A move in WXF notation.
pub fn wxf(position: &Position, mv: Move) -> String {
    let Some(piece) = position.piece_on(mv.from()) else { return mv.to_string() };
    let letter = wxf_letter(piece.kind);
    let file = file_of(mv.from(), piece.side);
    let (way, number) = step_of(mv.from(), mv.to(), piece.side);
    let sign = match way {
        Way::Ahead => '+',
        Way::Back => '-',
        Way::Sideways => '=',
    };
    match naming(position, mv.from(), piece) {
        Naming::File => format!("{letter}{file}{sign}{number}"),
        Naming::Pair(Order::Front) => format!("{letter}+{sign}{number}"),
        Naming::Pair(_) => format!("{letter}-{sign}{number}"),
        Naming::Column { index, .. } | Naming::Columns { index, .. } => format!("{}{file}{sign}{number}", index + 1),
    }
}

const fn wxf_letter(kind: PieceKind) -> char {
    match kind {
        PieceKind::Elephant => 'E',
        PieceKind::Horse => 'H',
        _ => kind.letter(),
    }
}

/// A move in Chinese notation, in simplified characters.
pub fn chinese(position: &Position, mv: Move) -> String {
    let Some(piece) = position.piece_on(mv.from()) else { return mv.to_string() };
    let name = chinese_name(piece);
    let digit = |number: usize| chinese_digit(number, piece.side);
    let file = digit(file_of(mv.from(), piece.side));
    let ordinal = |index: usize, count: usize| match index {
        0 => '前',
        1 if count == 3 => '中',
        _ if index + 1 == count => '后',
        _ => digit(index + 1),
    };
    let (way, number) = step_of(mv.from(), mv.to(), piece.side);
    let (first, second) = match naming(position, mv.from(), piece) {
        Naming::File => (name, file),
        Naming::Pair(Order::Front) => ('前', name),
        Naming::Pair(_) => ('后', name),
        Naming::Column { index, count } => (ordinal(index, count), name),
        Naming::Columns { index, count } => (ordinal(index, count), file),
    };
    let way = match way {
        Way::Ahead => '进',
        Way::Back => '退',
        Way::Sideways => '平',
    };
    [first, second, way, digit(number)].into_iter().collect()
}

const fn chinese_name(piece: Piece) -> char {
    match (piece.kind, piece.side) {
        (PieceKind::General, Side::First) => '帅',
        (PieceKind::General, Side::Second) => '将',
        (PieceKind::Advisor, Side::First) => '仕',
        (PieceKind::Advisor, Side::Second) => '士',
        (PieceKind::Elephant, Side::First) => '相',
        (PieceKind::Elephant, Side::Second) => '象',
        (PieceKind::Horse, _) => '马',
        (PieceKind::Rook, _) => '车',
        (PieceKind::Cannon, _) => '炮',
        (PieceKind::Pawn, Side::First) => '兵',
        (PieceKind::Pawn, Side::Second) => '卒',
    }
}

/// Red's 一 to 九, Black's １ to ９.
fn chinese_digit(number: usize, side: Side) -> char {
    const DIGITS: [[char; 10]; 2] = [
        ['〇', '一', '二', '三', '四', '五', '六', '七', '八', '九'],
        ['０', '１', '２', '３', '４', '５', '６', '７', '８', '９'],
    ];
    DIGITS[side.index()][number % 10]
}

// ---- reading -----------------------------------------------------------------------------------------------------------

/// The meaning of a character before the direction sign.
enum Token {
    Kind(PieceKind),
    Order(Order),
    Digit(usize),
}

/// A move as described by text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Request {
    /// `None` for a pawn given by number and file.
    pub(super) kind: Option<PieceKind>,
    pub(super) file: Option<usize>,
    pub(super) order: Option<Order>,
    pub(super) way: Way,
    pub(super) number: usize,
}

impl Request {
    /// Parses WXF or Chinese notation, including half-width and full-width digits, traditional characters and variants.
    pub fn parse(text: &str) -> Option<Request> {
        let characters: Vec<char> = text.chars().take(8).map(half_width).collect();
        let (&last, rest) = characters.split_last()?;
        let (&sign, selector) = rest.split_last()?;
        let mut request = Request { kind: None, file: None, order: None, way: way(sign)?, number: digit(last)? };
        if !(2..=3).contains(&selector.len()) {
            return None;
        }
        for (index, &character) in selector.iter().enumerate() {
            let fresh = match token(character)? {
                Token::Kind(kind) => request.kind.replace(kind).is_none(),
                Token::Order(order) => request.order.replace(order).is_none(),
                // A number before anything else counts from the front; after that, it names the file.
                Token::Digit(n) if index == 0 => request.order.replace(Order::Nth(n)).is_none(),
                Token::Digit(n) => request.file.replace(n).is_none(),
            };
            if !fresh {
                return None;
            }
        }
        let enough = request.kind.is_some() || request.file.is_some() && request.order.is_some();
        enough.then_some(request)
    }

    /// Parses Vietnamese notation, as [`super::vietnamese`] describes it.
    pub fn parse_vietnamese(text: &str) -> Option<Request> {
        super::vietnamese::parse(text)
    }

    /// Whether a piece of this kind ever moves this way, on any board.
    pub fn is_possible(&self) -> bool {
        let files = self.file.map(|file| file.abs_diff(self.number));
        match (self.kind.unwrap_or(PieceKind::Pawn), self.way) {
            (PieceKind::Pawn, Way::Back) => false,
            (PieceKind::Pawn, Way::Ahead) => self.number == 1,
            (PieceKind::Pawn | PieceKind::General, Way::Sideways) => files.is_none_or(|files| files == 1),
            (PieceKind::General, Way::Ahead | Way::Back) => self.number == 1,
            (PieceKind::Advisor | PieceKind::Elephant | PieceKind::Horse, Way::Sideways) => false,
            (PieceKind::Advisor, Way::Ahead | Way::Back) => files.is_none_or(|files| files == 1),
            (PieceKind::Elephant, Way::Ahead | Way::Back) => files.is_none_or(|files| files == 2),
            (PieceKind::Horse, Way::Ahead | Way::Back) => files.is_none_or(|files| matches!(files, 1 | 2)),
            (PieceKind::Rook | PieceKind::Cannon, Way::Sideways) => files.is_none_or(|files| files > 0),
            (PieceKind::Rook | PieceKind::Cannon, Way::Ahead | Way::Back) => true,
        }
    }

    /// The legal move that is meant.
    ///
    /// # Errors
    /// The reason why there is none, or that there are several.
    pub(crate) fn resolve(&self, position: &Position) -> Result<Move, ResolveError> {
        match self.fitting(position)[..] {
            [mv] => Ok(mv),
            [first, second, ..] => Err(ResolveError::Ambiguous { first, second }),
            [] => {
                let (side, kind) = (position.side(), self.kind.unwrap_or(PieceKind::Pawn));
                let candidates = self.candidates(position);
                if candidates.is_empty() {
                    return Err(ResolveError::NoPiece { side, kind });
                }
                Err(ResolveError::Illegal(self.refusal(position, candidates)))
            }
        }
    }

    /// The legal moves that may be meant.
    pub fn fitting(&self, position: &Position) -> Vec<Move> {
        let (side, candidates) = (position.side(), self.candidates(position));
        let mut legal = Moves::new();
        legal_moves(position, &mut legal);
        let fits =
            |mv: &Move| candidates.contains(mv.from()) && step_of(mv.from(), mv.to(), side) == (self.way, self.number);
        legal.iter().copied().filter(fits).collect()
    }

    /// The pieces that may be meant.
    fn candidates(&self, position: &Position) -> Bitboard {
        let (side, kind) = (position.side(), self.kind.unwrap_or(PieceKind::Pawn));
        let piece = Piece::new(side, kind);
        position.pieces(side, kind).into_iter().filter(|&from| self.selects(position, from, piece)).collect()
    }

    /// Whether file and order fit the piece on `from`.
    fn selects(&self, position: &Position, from: Square, piece: Piece) -> bool {
        let (index, count) = place_on_file(position, from, piece);
        if let (Some(Order::Nth(n)), None, PieceKind::Pawn) = (self.order, self.file, piece.kind)
            && files_with_pawns(position, piece.side) > 1
        {
            // One count runs over all files with several pawns, starting with the file on the mover's right.
            return count > 1 && pawns_before(position, from, piece.side) + index + 1 == n;
        }
        self.file.is_none_or(|file| file == file_of(from, piece.side))
            && self.order.is_none_or(|order| order.means(index, count))
    }

    /// Why none of the candidates may move this way.
    fn refusal(&self, position: &Position, candidates: Bitboard) -> Sentence {
        let side = position.side();
        let moves = candidates.into_iter().flat_map(|from| Square::all().filter_map(move |to| Move::new(from, to)));
        let wanted = moves.filter(|mv| step_of(mv.from(), mv.to(), side) == (self.way, self.number));
        // The best explanation is a move forbidden only for the general's safety, then one forbidden only by a piece in
        // the way.
        let piece = Piece::new(side, self.kind.unwrap_or(PieceKind::Pawn));
        let on_empty_board = |mv: Move| attacks::reach(piece, mv.from(), Bitboard::EMPTY).contains(mv.to());
        let best = wanted.max_by_key(|&mv| (position.is_pseudo_legal(mv), on_empty_board(mv)));
        best.and_then(|mv| reason::illegality(position, mv)).unwrap_or_else(|| "there is no such square".into())
    }
}

/// Converts full-width ASCII letters and signs to ASCII.
fn half_width(character: char) -> char {
    match character {
        '！'..='～' => char::from_u32(character as u32 - 0xfee0).unwrap_or(character),
        other => other,
    }
}

fn way(sign: char) -> Option<Way> {
    match sign {
        '+' | '进' | '進' | '上' => Some(Way::Ahead),
        '-' | '退' | '下' => Some(Way::Back),
        '=' | '.' | '平' => Some(Way::Sideways),
        _ => None,
    }
}

fn token(character: char) -> Option<Token> {
    let kind = match character.to_ascii_uppercase() {
        'K' | '帅' | '帥' | '将' | '將' => PieceKind::General,
        'A' | 'G' | '仕' | '士' => PieceKind::Advisor,
        'E' | 'B' | 'M' | '相' | '象' => PieceKind::Elephant,
        'H' | 'N' | '马' | '馬' | '傌' | '碼' => PieceKind::Horse,
        'R' | '车' | '車' | '俥' | '砗' => PieceKind::Rook,
        'C' | '炮' | '砲' | '包' => PieceKind::Cannon,
        'P' | 'S' | '兵' | '卒' => PieceKind::Pawn,
        '+' | '前' => return Some(Token::Order(Order::Front)),
        '中' => return Some(Token::Order(Order::Middle)),
        '-' | '后' | '後' => return Some(Token::Order(Order::Rear)),
        other => return digit(other).map(Token::Digit),
    };
    Some(Token::Kind(kind))
}

/// 1 to 9 as Chinese digits, including their formal variants, or as ASCII digits (full-width ones are already
/// converted).
fn digit(character: char) -> Option<usize> {
    Some(match character {
        '1'..='9' => character as usize - '0' as usize,
        '一' | '壹' => 1,
        '二' | '贰' | '貳' => 2,
        '三' | '叁' | '參' => 3,
        '四' | '肆' => 4,
        '五' | '伍' => 5,
        '六' | '陆' | '陸' => 6,
        '七' | '柒' => 7,
        '八' | '捌' => 8,
        '九' | '玖' => 9,
        _ => return None,
    })
}
