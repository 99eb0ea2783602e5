//! The rules of a game as its file states them.

use crate::betza::{self, Way};
use crate::bits::{Bits, SIDE};
use crate::pieces::{self, CUSTOM, KING, Kind, Kinds, NAMED, PAWN, ROOK, each, one};
use meihua_contracts::game::Outcome;

/// How the squares of walls, drops or flips are chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Enclosing {
    None,
    /// Stones between the new one and another of the same side, along lines.
    Reversi,
    /// Neighbours.
    Ataxx,
    /// Neighbours, of drops beside a friendly piece and of moves.
    Quadwrangle,
    /// Not beside an opponent's piece.
    Snort,
    /// Slid in from any edge.
    Anyside,
    /// On the lowest empty square of a file.
    Top,
}

/// Where a move puts a wall.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Walling {
    None,
    /// Where the moved piece could move on to.
    Arrow,
    /// Anywhere; the wall moves there.
    Duck,
    /// At the edge of the remaining board.
    Edge,
    /// On the square that was left.
    Past,
    /// Anywhere in the region.
    Static,
}

/// How a drawn game is decided.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Counting {
    None,
    Janggi,
    /// More pieces win.
    Unweighted,
    /// White wins.
    WhiteDrawOdds,
    /// Black wins.
    BlackDrawOdds,
}

/// Moves left to mate a bare king.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Limit {
    None,
    Makruk,
    Cambodian,
    Asean,
}

/// The rules of one game. Pairs hold White's value before Black's; `Kinds` with bit 0 means all pieces together.
#[derive(Clone, Debug)]
pub struct Rules {
    /// The name of the game.
    pub name: String,
    /// Files of the board.
    pub(crate) files: i32,
    /// Ranks of the board.
    pub(crate) ranks: i32,
    pub(crate) start: String,
    /// The lower-case letter of each kind; blank if the game does not have it.
    pub(crate) letters: [char; 64],
    /// The moves of the kinds whose notation the file gives.
    pub(crate) betza: Vec<Vec<Way>>,
    /// The moves of a king that the file gives.
    pub(crate) king: Option<Vec<Way>>,
    /// Whether the king moves as a wazir (janggi's palace has diagonals for it).
    pub(crate) king_is_wazir: bool,
    pub(crate) values: [[i32; 64]; 2],
    pub(crate) mobility: [[Bits; 64]; 2],
    pub(crate) promotion_region: [Bits; 2],
    pub(crate) main_promotion_pawn: [Kind; 2],
    pub(crate) promotion_pawns: [Kinds; 2],
    pub(crate) promotion_pieces: [Kinds; 2],
    pub(crate) promotion_limit: [u32; 64],
    pub(crate) promoted: [Kind; 64],
    pub(crate) promotion_on_capture: bool,
    pub(crate) mandatory_pawn_promotion: bool,
    pub(crate) mandatory_piece_promotion: bool,
    pub(crate) demotion: bool,
    pub(crate) blast: bool,
    pub(crate) blast_immune: Kinds,
    pub(crate) mutually_immune: Kinds,
    pub(crate) petrify: Kinds,
    pub(crate) petrify_blast: bool,
    pub(crate) double_step: bool,
    pub(crate) double_region: [Bits; 2],
    pub(crate) triple_region: [Bits; 2],
    pub(crate) passant_region: [Bits; 2],
    pub(crate) passant_kinds: [Kinds; 2],
    pub(crate) castling: bool,
    pub(crate) castling_dropped: bool,
    /// Files to which the king castles: king's side, queen's side.
    pub(crate) castling_files: [i32; 2],
    pub(crate) castling_rank: i32,
    pub(crate) castling_king_file: i32,
    pub(crate) castling_king: [Kind; 2],
    /// Files from which the rooks are looked for.
    pub(crate) castling_rook_files: [i32; 2],
    pub(crate) castling_rooks: [Kinds; 2],
    pub(crate) opposite_castling: bool,
    pub(crate) checking: bool,
    pub(crate) drop_checks: bool,
    pub(crate) must_capture: bool,
    pub(crate) must_drop: bool,
    /// The kind that must be dropped; 0 for any.
    pub(crate) must_drop_kind: Kind,
    pub(crate) drops: bool,
    pub(crate) drop_loop: bool,
    pub(crate) captures_to_hand: bool,
    pub(crate) first_rank_pawn_drops: bool,
    pub(crate) promotion_zone_pawn_drops: bool,
    pub(crate) enclosing_drop: Enclosing,
    pub(crate) enclosing_start: Bits,
    pub(crate) drop_region: [Bits; 2],
    pub(crate) drop_opposite_bishops: bool,
    pub(crate) drop_promoted: bool,
    pub(crate) drop_no_doubled: Kind,
    pub(crate) drop_no_doubled_count: u32,
    pub(crate) immobility_illegal: bool,
    pub(crate) walling: Walling,
    pub(crate) walling_region: [Bits; 2],
    pub(crate) wall_or_move: bool,
    pub(crate) diagonal_lines: Bits,
    pub(crate) pass: [bool; 2],
    pub(crate) pass_on_stalemate: [bool; 2],
    pub(crate) makpong: bool,
    pub(crate) flying_general: bool,
    pub(crate) soldier_promotion_rank: i32,
    pub(crate) flip: Enclosing,
    /// Whether drops need nothing in hand. The format has no key for it but Ataxx does it, so ours is `freeDrops`.
    pub(crate) free_drops: bool,
    pub(crate) n_move_kinds: [Kinds; 2],
    pub(crate) n_move_rule: u32,
    pub(crate) n_fold_rule: u32,
    pub(crate) n_fold_value: Option<Outcome>,
    pub(crate) n_fold_absolute: bool,
    pub(crate) perpetual_illegal: bool,
    pub(crate) stalemate: Option<Outcome>,
    pub(crate) stalemate_count: bool,
    pub(crate) checkmate: Option<Outcome>,
    pub(crate) shogi_drop_mate_illegal: bool,
    pub(crate) shatar_mate: bool,
    pub(crate) bikjang: bool,
    pub(crate) extinction: Option<Outcome>,
    pub(crate) extinction_claim: bool,
    pub(crate) pseudo_royal: bool,
    pub(crate) duple_check: bool,
    pub(crate) extinction_kinds: Kinds,
    pub(crate) extinction_count: u32,
    pub(crate) extinction_opponent_count: u32,
    pub(crate) flag_piece: [Kind; 2],
    pub(crate) flag_region: [Bits; 2],
    pub(crate) flag_count: u32,
    pub(crate) flag_blocked_win: bool,
    pub(crate) flag_move: bool,
    pub(crate) flag_safe: bool,
    pub(crate) check_counting: bool,
    pub(crate) connect: u32,
    pub(crate) connect_kinds: Kinds,
    /// Whether lines run along ranks, files and diagonals.
    pub(crate) connect_lines: [bool; 3],
    /// The two regions that each side connects.
    pub(crate) connect_regions: [[Bits; 2]; 2],
    pub(crate) connect_square: u32,
    pub(crate) collinear: u32,
    pub(crate) connect_value: Option<Outcome>,
    pub(crate) material: Counting,
    pub(crate) full_board: bool,
    pub(crate) limit: Limit,
    pub(crate) castling_wins: [bool; 4],
    /// Whether the squares are hexagons; this and what follows are keys of our own.
    pub(crate) hexagonal: bool,
    /// Whether a moved piece takes what it encloses between itself and another.
    pub(crate) custodial: bool,
    /// The steps over which kinds jump to capture.
    pub(crate) jumps: Vec<(Kind, Vec<Way>)>,
    /// Whether jumps go on in the same direction only.
    pub(crate) jumps_straight: bool,
    /// Whether a player may stop although another jump is possible.
    pub(crate) jumps_may_end: bool,
}

impl Rules {
    /// What a section without a parent starts from: the rules of chess without its pieces.
    pub(crate) fn plain() -> Rules {
        let pawn = [one(PAWN); 2];
        Rules {
            name: String::new(),
            files: 8,
            ranks: 8,
            start: "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1".to_owned(),
            letters: [' '; 64],
            betza: vec![Vec::new(); usize::from(pieces::CUSTOMS)],
            king: None,
            king_is_wazir: false,
            values: [[0; 64]; 2],
            mobility: [[Bits::NONE; 64]; 2],
            promotion_region: [Bits::rank(7), Bits::rank(0)],
            main_promotion_pawn: [PAWN; 2],
            promotion_pawns: pawn,
            promotion_pieces: [0; 2],
            promotion_limit: [0; 64],
            promoted: [0; 64],
            promotion_on_capture: false,
            mandatory_pawn_promotion: true,
            mandatory_piece_promotion: false,
            demotion: false,
            blast: false,
            blast_immune: 0,
            mutually_immune: 0,
            petrify: 0,
            petrify_blast: false,
            double_step: true,
            double_region: [Bits::rank(1), Bits::rank(6)],
            triple_region: [Bits::NONE; 2],
            passant_region: [Bits::ALL; 2],
            passant_kinds: pawn,
            castling: true,
            castling_dropped: false,
            castling_files: [6, 2],
            castling_rank: 0,
            castling_king_file: 4,
            castling_king: [KING; 2],
            castling_rook_files: [SIDE - 1, 0],
            castling_rooks: [one(ROOK); 2],
            opposite_castling: false,
            checking: true,
            drop_checks: true,
            must_capture: false,
            must_drop: false,
            must_drop_kind: 0,
            drops: false,
            drop_loop: false,
            captures_to_hand: false,
            first_rank_pawn_drops: false,
            promotion_zone_pawn_drops: false,
            enclosing_drop: Enclosing::None,
            enclosing_start: Bits::NONE,
            drop_region: [Bits::ALL; 2],
            drop_opposite_bishops: false,
            drop_promoted: false,
            drop_no_doubled: 0,
            drop_no_doubled_count: 1,
            immobility_illegal: false,
            walling: Walling::None,
            walling_region: [Bits::ALL; 2],
            wall_or_move: false,
            diagonal_lines: Bits::NONE,
            pass: [false; 2],
            pass_on_stalemate: [false; 2],
            makpong: false,
            flying_general: false,
            soldier_promotion_rank: 0,
            flip: Enclosing::None,
            free_drops: false,
            n_move_kinds: pawn,
            n_move_rule: 50,
            n_fold_rule: 3,
            n_fold_value: Some(Outcome::Draw),
            n_fold_absolute: false,
            perpetual_illegal: false,
            stalemate: Some(Outcome::Draw),
            stalemate_count: false,
            checkmate: Some(Outcome::Loss),
            shogi_drop_mate_illegal: false,
            shatar_mate: false,
            bikjang: false,
            extinction: None,
            extinction_claim: false,
            pseudo_royal: false,
            duple_check: false,
            extinction_kinds: 0,
            extinction_count: 0,
            extinction_opponent_count: 0,
            flag_piece: [0; 2],
            flag_region: [Bits::NONE; 2],
            flag_count: 1,
            flag_blocked_win: false,
            flag_move: false,
            flag_safe: false,
            check_counting: false,
            connect: 0,
            connect_kinds: Kinds::MAX,
            connect_lines: [true; 3],
            connect_regions: [[Bits::NONE; 2]; 2],
            connect_square: 0,
            collinear: 0,
            connect_value: Some(Outcome::Win),
            material: Counting::None,
            full_board: false,
            limit: Limit::None,
            castling_wins: [false; 4],
            hexagonal: false,
            custodial: false,
            jumps: Vec::new(),
            jumps_straight: false,
            jumps_may_end: false,
        }
    }

    /// The kinds of the game.
    pub(crate) fn kinds(&self) -> Kinds {
        (1..=KING).filter(|&kind| self.letters[usize::from(kind)] != ' ').fold(0, |set, kind| set | one(kind))
    }

    /// The directions of lines, each without its opposite: files and ranks. A hexagon has no neighbour to its upper right
    /// and lower left.
    pub(crate) fn lines(&self) -> impl Iterator<Item = (i32, i32)> {
        let [along, up, across] = self.connect_lines;
        let lines = [((1, 0), along), ((0, 1), up), ((1, -1), across), ((1, 1), across && !self.hexagonal)];
        lines.into_iter().filter(|(_, used)| *used).map(|(line, _)| line)
    }

    /// The kind with a letter of either case.
    pub(crate) fn kind_of(&self, letter: char) -> Option<Kind> {
        let letter = letter.to_ascii_lowercase();
        (1..=KING).find(|&kind| letter != ' ' && self.letters[usize::from(kind)] == letter)
    }

    /// Gives a kind a letter; the kind that had it leaves the game.
    pub(crate) fn add(&mut self, kind: Kind, letter: char) {
        if let Some(other) = self.kind_of(letter) {
            self.remove(other);
        }
        self.letters[usize::from(kind)] = letter.to_ascii_lowercase();
    }

    /// Takes a kind out of the game.
    pub(crate) fn remove(&mut self, kind: Kind) {
        self.letters[usize::from(kind)] = ' ';
        self.promotion_pieces.iter_mut().for_each(|kinds| *kinds &= !one(kind));
    }

    /// The ways in which a kind moves.
    pub(crate) fn ways(&self, kind: Kind) -> Vec<Way> {
        match kind {
            KING => self.king.clone().unwrap_or_else(|| named_ways("K")),
            CUSTOM.. => self.betza.get(usize::from(kind - CUSTOM)).cloned().unwrap_or_default(),
            _ => named_ways(NAMED[usize::from(kind) - 1].1),
        }
    }

    /// The rules, if a game can be played by them.
    ///
    /// # Errors
    /// The key that contradicts others, and why.
    pub(crate) fn finished(mut self) -> Result<Rules, (&'static str, String)> {
        if !self.double_step {
            self.double_region = [Bits::NONE; 2];
        }
        let has_king = self.letters[usize::from(KING)] != ' ';
        let with_king = |key, what: &str| {
            Err((
                key,
                format!("{what} does not go with a king; give the piece as `commoner` and use extinctionPieceTypes"),
            ))
        };
        if has_king && self.blast {
            return with_king("blastOnCapture", "an explosion");
        }
        if has_king && self.flip != Enclosing::None {
            return with_king("flipEnclosedPieces", "flipping");
        }
        if has_king && self.walling == Walling::Duck {
            return with_king("wallingRule", "the duck");
        }
        if self.drops && self.walling != Walling::None {
            return Err(("wallingRule", "walls and pieceDrops exclude each other".to_owned()));
        }
        if self.check_counting && !self.checking {
            return Err(("checkCounting", "it needs checking = true".to_owned()));
        }
        if matches!(self.flip, Enclosing::Snort | Enclosing::Anyside | Enclosing::Top) {
            return Err(("flipEnclosedPieces", "expected reversi, ataxx, quadwrangle or none".to_owned()));
        }
        if self.enclosing_drop == Enclosing::Quadwrangle {
            return Err(("enclosingDrop", "expected reversi, ataxx, snort, anyside, top or none".to_owned()));
        }
        if (has_king || self.pseudo_royal) && (self.blast_immune | self.mutually_immune) != 0 {
            return Err(("blastImmuneTypes", "immune pieces do not go with royal ones".to_owned()));
        }
        crate::fen::check(&self).map(|()| self).map_err(|problem| ("startFen", problem))
    }

    /// Letters of kinds, as a set.
    pub(crate) fn letters_of(&self, kinds: Kinds) -> String {
        each(kinds).filter(|&kind| kind != 0).map(|kind| self.letters[usize::from(kind)]).collect()
    }
}

fn named_ways(text: &str) -> Vec<Way> {
    // The notations of this crate are read in a test.
    betza::read(text).unwrap_or_default()
}
