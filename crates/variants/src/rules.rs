//! The rules of a game as its file states them.

use crate::betza::{self, Way};
use crate::bits::{Bits, SIDE};
use crate::keys::{Value, entry, one_of};
use crate::pieces::{self, CUSTOM, KING, Kind, Kinds, NAMED, PAWN, ROOK, each, one};
use meihua_contracts::game::Outcome;
use meihua_contracts::sentence;
use meihua_contracts::sentence::Sentence;

/// Declares the values of a key, each with its word in a file.
macro_rules! words {
    ($(#[$about:meta])* $name:ident { $($(#[$doc:meta])* $variant:ident $word:literal,)* }) => {
        $(#[$about])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub(crate) enum $name {
            $($(#[$doc])* $variant,)*
        }

        impl Value for $name {
            fn read(value: &str, _: &Rules) -> Result<$name, Sentence> {
                one_of(value, &[$(($word, $name::$variant)),*])
            }
        }
    };
}

words! {
    /// How the squares of walls, drops or flips are chosen.
    Enclosing {
        None "none",
        /// Stones between the new one and another of the same side, along lines.
        Reversi "reversi",
        /// Neighbours.
        Ataxx "ataxx",
        /// Neighbours, of drops beside a friendly piece and of moves.
        Quadwrangle "quadwrangle",
        /// Not beside an opponent's piece.
        Snort "snort",
        /// Slid in from any edge.
        Anyside "anyside",
        /// On the lowest empty square of a file.
        Top "top",
    }
}

words! {
    /// Where a move puts a wall.
    Walling {
        None "none",
        /// Where the moved piece could move on to.
        Arrow "arrow",
        /// Anywhere; the wall moves there.
        Duck "duck",
        /// At the edge of the remaining board.
        Edge "edge",
        /// On the square that was left.
        Past "past",
        /// Anywhere in the region.
        Static "static",
    }
}

words! {
    /// How a drawn game is decided.
    Counting {
        None "none",
        Janggi "janggi",
        /// More pieces win.
        Unweighted "unweighted",
        /// White wins.
        WhiteDrawOdds "whitedrawodds",
        /// Black wins.
        BlackDrawOdds "blackdrawodds",
    }
}

words! {
    /// Moves left to mate a bare king.
    Limit {
        None "none",
        Makruk "makruk",
        Cambodian "cambodian",
        Asean "asean",
    }
}

/// Declares the rules: what each is called here, its type, what it is without a parent (chess without its pieces), and
/// the keys that set it, with an index where they set a part of it. What is written otherwise is read in
/// [`crate::keys`].
macro_rules! rules {
    ($($(#[$doc:meta])* $field:ident: $type:ty = $default:expr $(, $key:literal $([$index:literal])?)*;)*) => {
        /// The rules of one game. Pairs hold White's value before Black's; `Kinds` with bit 0 means all pieces together.
        #[derive(Clone, Debug)]
        pub struct Rules {
            /// The name of the game.
            pub name: String,
            /// The section of the game after those that it inherits from, with the comments before each unless that is long.
            pub(crate) text: String,
            $($(#[$doc])* pub(crate) $field: $type,)*
        }

        impl Rules {
            /// What a section without a parent starts from: the rules of chess without its pieces.
            pub(crate) fn plain() -> Rules {
                Rules { name: String::new(), text: String::new(), $($field: $default,)* }
            }

            /// Sets what a key of the table says; `None` if it is not there.
            pub(crate) fn set(&mut self, key: &str, value: &str) -> Option<Result<(), Sentence>> {
                $($(
                    if let Some(done) = entry(self, |rules| &mut rules.$field $([$index])?, $key, key, value) {
                        return Some(done);
                    }
                )*)*
                None
            }
        }
    };
}

rules! {
    /// Files of the board.
    files: i32 = 8;
    /// Ranks of the board.
    ranks: i32 = 8;
    start: String = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1".to_owned();
    /// The lower-case letter of each kind; blank if the game does not have it.
    letters: [char; 64] = [' '; 64];
    /// The moves of the kinds whose notation the file gives.
    betza: Vec<Vec<Way>> = vec![Vec::new(); usize::from(pieces::CUSTOMS)];
    /// The moves of a king that the file gives.
    king: Option<Vec<Way>> = None;
    /// Whether the king moves as a wazir (janggi's palace has diagonals for it).
    king_is_wazir: bool = false;
    values: [[i32; 64]; 2] = [[0; 64]; 2];
    mobility: [[Bits; 64]; 2] = [[Bits::NONE; 64]; 2];
    promotion_region: [Bits; 2] = [Bits::rank(7), Bits::rank(0)], "promotionRegion";
    main_promotion_pawn: [Kind; 2] = [PAWN; 2];
    promotion_pawns: [Kinds; 2] = [one(PAWN); 2], "promotionPawnTypes";
    promotion_pieces: [Kinds; 2] = [0; 2], "promotionPieceTypes";
    promotion_limit: [u32; 64] = [0; 64];
    promoted: [Kind; 64] = [0; 64];
    promotion_on_capture: bool = false, "piecePromotionOnCapture";
    mandatory_pawn_promotion: bool = true, "mandatoryPawnPromotion";
    mandatory_piece_promotion: bool = false, "mandatoryPiecePromotion";
    demotion: bool = false, "pieceDemotion";
    blast: bool = false, "blastOnCapture";
    blast_immune: Kinds = 0, "blastImmuneTypes";
    mutually_immune: Kinds = 0, "mutuallyImmuneTypes";
    petrify: Kinds = 0, "petrifyOnCaptureTypes";
    petrify_blast: bool = false, "petrifyBlastPieces";
    double_step: bool = true, "doubleStep";
    double_region: [Bits; 2] = [Bits::rank(1), Bits::rank(6)], "doubleStepRegion";
    triple_region: [Bits; 2] = [Bits::NONE; 2], "tripleStepRegion";
    passant_region: [Bits; 2] = [Bits::ALL; 2], "enPassantRegion";
    passant_kinds: [Kinds; 2] = [one(PAWN); 2], "enPassantTypes";
    castling: bool = true, "castling";
    castling_dropped: bool = false, "castlingDroppedPiece";
    /// Files to which the king castles: king's side, queen's side.
    castling_files: [i32; 2] = [6, 2], "castlingKingsideFile" [0], "castlingQueensideFile" [1];
    castling_rank: i32 = 0;
    castling_king_file: i32 = 4, "castlingKingFile";
    castling_king: [Kind; 2] = [KING; 2], "castlingKingPiece";
    /// Files from which the rooks are looked for.
    castling_rook_files: [i32; 2] = [SIDE - 1, 0], "castlingRookKingsideFile" [0], "castlingRookQueensideFile" [1];
    castling_rooks: [Kinds; 2] = [one(ROOK); 2], "castlingRookPieces";
    opposite_castling: bool = false, "oppositeCastling";
    checking: bool = true, "checking";
    drop_checks: bool = true, "dropChecks";
    must_capture: bool = false, "mustCapture";
    must_drop: bool = false, "mustDrop";
    /// The kind that must be dropped; 0 for any.
    must_drop_kind: Kind = 0, "mustDropType";
    drops: bool = false, "pieceDrops";
    drop_loop: bool = false, "dropLoop";
    captures_to_hand: bool = false, "capturesToHand";
    first_rank_pawn_drops: bool = false, "firstRankPawnDrops";
    promotion_zone_pawn_drops: bool = false, "promotionZonePawnDrops";
    enclosing_drop: Enclosing = Enclosing::None, "enclosingDrop";
    enclosing_start: Bits = Bits::NONE, "enclosingDropStart";
    drop_region: [Bits; 2] = [Bits::ALL; 2], "dropRegion";
    drop_opposite_bishops: bool = false, "dropOppositeColoredBishop";
    drop_promoted: bool = false, "dropPromoted";
    drop_no_doubled: Kind = 0, "dropNoDoubled";
    drop_no_doubled_count: u32 = 1, "dropNoDoubledCount";
    immobility_illegal: bool = false, "immobilityIllegal";
    walling: Walling = Walling::None, "wallingRule";
    walling_region: [Bits; 2] = [Bits::ALL; 2], "wallingRegion";
    wall_or_move: bool = false, "wallOrMove";
    diagonal_lines: Bits = Bits::NONE, "diagonalLines";
    pass: [bool; 2] = [false; 2], "pass";
    pass_on_stalemate: [bool; 2] = [false; 2], "passOnStalemate";
    makpong: bool = false, "makpongRule";
    flying_general: bool = false, "flyingGeneral";
    soldier_promotion_rank: i32 = 0;
    flip: Enclosing = Enclosing::None, "flipEnclosedPieces";
    /// Whether drops need nothing in hand. The format has no key for it but Ataxx does it, so ours is `freeDrops`.
    free_drops: bool = false, "freeDrops";
    n_move_kinds: [Kinds; 2] = [one(PAWN); 2], "nMoveRuleTypes";
    n_move_rule: u32 = 50, "nMoveRule";
    n_fold_rule: u32 = 3, "nFoldRule";
    n_fold_value: Option<Outcome> = Some(Outcome::Draw), "nFoldValue";
    n_fold_absolute: bool = false, "nFoldValueAbsolute";
    perpetual_illegal: bool = false, "perpetualCheckIllegal";
    stalemate: Option<Outcome> = Some(Outcome::Draw), "stalemateValue";
    stalemate_count: bool = false, "stalematePieceCount";
    checkmate: Option<Outcome> = Some(Outcome::Loss), "checkmateValue";
    shogi_drop_mate_illegal: bool = false, "shogiPawnDropMateIllegal";
    shatar_mate: bool = false, "shatarMateRule";
    bikjang: bool = false, "bikjangRule";
    extinction: Option<Outcome> = None, "extinctionValue";
    extinction_claim: bool = false, "extinctionClaim";
    pseudo_royal: bool = false, "extinctionPseudoRoyal";
    duple_check: bool = false, "dupleCheck";
    extinction_kinds: [Kinds; 2] = [0; 2], "extinctionPieceTypes";
    extinction_count: u32 = 0, "extinctionPieceCount";
    extinction_opponent_count: u32 = 0, "extinctionOpponentPieceCount";
    flag_piece: [Kind; 2] = [0; 2], "flagPiece";
    flag_region: [Bits; 2] = [Bits::NONE; 2], "flagRegion";
    flag_count: u32 = 1, "flagPieceCount";
    flag_blocked_win: bool = false, "flagPieceBlockedWin";
    flag_move: bool = false, "flagMove";
    flag_safe: bool = false, "flagPieceSafe";
    check_counting: bool = false, "checkCounting";
    connect: u32 = 0, "connectN";
    connect_kinds: Kinds = Kinds::MAX, "connectPieceTypes";
    /// Whether lines run along ranks, files and diagonals.
    connect_lines: [bool; 3] = [true; 3], "connectHorizontal" [0], "connectVertical" [1], "connectDiagonal" [2];
    /// The two regions that a side connects; of each, White's and Black's.
    connect_regions: [[Bits; 2]; 2] = [[Bits::NONE; 2]; 2], "connectRegion1" [0], "connectRegion2" [1];
    connect_square: u32 = 0, "connectNxN";
    collinear: u32 = 0, "collinearN";
    connect_value: Option<Outcome> = Some(Outcome::Win), "connectValue";
    material: Counting = Counting::None, "materialCounting";
    full_board: bool = false, "adjudicateFullBoard";
    limit: Limit = Limit::None, "countingRule";
    castling_wins: [bool; 4] = [false; 4], "castlingWins";
    /// Whether the squares are hexagons; this and what follows are keys of our own.
    hexagonal: bool = false, "hexagonalBoard";
    /// Whether a moved piece takes what it encloses between itself and another.
    custodial: bool = false, "custodialCapture";
    /// The steps over which kinds jump to capture.
    jumps: Vec<(Kind, Vec<Way>)> = Vec::new();
    /// Whether jumps go on in the same direction only.
    jumps_straight: bool = false, "jumpsGoStraight";
    /// Whether a player may stop although another jump is possible.
    jumps_may_end: bool = false, "jumpsMayEnd";
}

impl Rules {
    /// Whether people write the moves as in chess: pieces of several kinds with a king or pawns, which go from square to
    /// square and promote only as pawns do.
    pub(crate) fn is_like_chess(&self) -> bool {
        let kinds = self.kinds();
        kinds.count_ones() > 1
            && kinds & (one(KING) | one(PAWN)) != 0
            && self.promoted == [0; 64]
            && self.walling == Walling::None
            && self.jumps.is_empty()
            && !self.hexagonal
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
    pub(crate) fn finished(mut self) -> Result<Rules, (&'static str, Sentence)> {
        if !self.double_step {
            self.double_region = [Bits::NONE; 2];
        }
        let has_king = self.letters[usize::from(KING)] != ' ';
        let with_king = |key, what: &'static str| {
            let why = sentence!(
                "{} does not go with a king; give the piece as `commoner` and use extinctionPieceTypes",
                what
            );
            Err((key, why))
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
            return Err(("wallingRule", "walls and pieceDrops exclude each other".into()));
        }
        if self.check_counting && !self.checking {
            return Err(("checkCounting", "it needs checking = true".into()));
        }
        if matches!(self.flip, Enclosing::Snort | Enclosing::Anyside | Enclosing::Top) {
            return Err(("flipEnclosedPieces", "expected reversi, ataxx, quadwrangle or none".into()));
        }
        if self.enclosing_drop == Enclosing::Quadwrangle {
            return Err(("enclosingDrop", "expected reversi, ataxx, snort, anyside, top or none".into()));
        }
        if (has_king || self.pseudo_royal) && (self.blast_immune | self.mutually_immune) != 0 {
            let key = if self.blast_immune != 0 { "blastImmuneTypes" } else { "mutuallyImmuneTypes" };
            return Err((key, "immune pieces do not go with royal ones".into()));
        }
        let to_king = self.kinds() & one(KING);
        let second_king = || "a second king would come; give the piece as `commoner`".into();
        if self.promotion_pieces.iter().any(|kinds| kinds & to_king != 0) {
            return Err(("promotionPieceTypes", second_king()));
        }
        if each(self.kinds()).any(|kind| self.promoted[usize::from(kind)] == KING && has_king) {
            return Err(("promotedPieceType", second_king()));
        }
        if has_king && self.free_drops {
            return Err(("freeDrops", second_king()));
        }
        if has_king && self.castling && self.castling_king != [KING; 2] {
            return Err(("castlingKingPiece", "expected the king, as the game has one".into()));
        }
        let builds = !matches!(self.walling, Walling::None | Walling::Past);
        let idle = [
            ("jumpsGoStraight", self.jumps_straight && self.jumps.is_empty(), "jumpCaptures"),
            ("jumpsMayEnd", self.jumps_may_end && self.jumps.is_empty(), "jumpCaptures"),
            ("wallOrMove", self.wall_or_move && !builds, "a wallingRule other than none and past"),
        ];
        if let Some((key, _, needed)) = idle.into_iter().find(|(_, is_idle, _)| *is_idle) {
            return Err((key, sentence!("without effect; it needs {}", needed)));
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
