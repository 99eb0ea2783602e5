//! The pieces that a file can name, and how they move.

/// The number of a kind of piece, 1 to 63; 0 is no piece.
pub(crate) type Kind = u8;

/// A set of kinds, one bit each.
pub(crate) type Kinds = u64;

pub(crate) const PAWN: Kind = 1;
pub(crate) const KNIGHT: Kind = 2;
pub(crate) const ROOK: Kind = 4;
pub(crate) const BISHOP: Kind = 3;
pub(crate) const SILVER: Kind = 9;
pub(crate) const BERS: Kind = 11;
pub(crate) const SHOGI_PAWN: Kind = 19;
pub(crate) const LANCE: Kind = 20;
pub(crate) const SHOGI_KNIGHT: Kind = 21;
pub(crate) const IMMOBILE: Kind = 26;
pub(crate) const JANGGI_CANNON: Kind = 28;
pub(crate) const SOLDIER: Kind = 29;
pub(crate) const HORSE: Kind = 30;
pub(crate) const ELEPHANT: Kind = 31;
pub(crate) const JANGGI_ELEPHANT: Kind = 32;
pub(crate) const WAZIR: Kind = 34;
/// The first of the kinds whose moves the file gives.
pub(crate) const CUSTOM: Kind = 37;
/// How many of them there are.
pub(crate) const CUSTOMS: Kind = 25;
pub(crate) const KING: Kind = 63;

/// The key that names each kind, and its moves in Betza's notation. The order is the one in which Fairy-Stockfish writes
/// pieces in hand.
pub(crate) const NAMED: [(&str, &str); 36] = [
    ("pawn", "mfWcfF"),
    ("knight", "N"),
    ("bishop", "B"),
    ("rook", "R"),
    ("queen", "Q"),
    ("fers", "F"),
    ("alfil", "A"),
    ("fersAlfil", "FA"),
    ("silver", "FfW"),
    ("aiwok", "RNF"),
    ("bers", "RF"),
    ("archbishop", "BN"),
    ("chancellor", "RN"),
    ("amazon", "QN"),
    ("knibis", "mNcB"),
    ("biskni", "mBcN"),
    ("kniroo", "mNcR"),
    ("rookni", "mRcN"),
    ("shogiPawn", "fW"),
    ("lance", "fR"),
    ("shogiKnight", "fN"),
    ("gold", "WfF"),
    ("dragonHorse", "BW"),
    ("clobber", "cW"),
    ("breakthrough", "mfWfF"),
    ("immobile", ""),
    ("cannon", "mRcpR"),
    ("janggiCannon", "pR"),
    ("soldier", "fsW"),
    ("horse", "nN"),
    ("elephant", "nA"),
    ("janggiElephant", "nZ"),
    ("banner", "RcpRnN"),
    ("wazir", "W"),
    ("commoner", "K"),
    ("centaur", "KN"),
];

/// The kind that a key names: `knight`, `customPiece3`, `king`.
pub(crate) fn kind_of(key: &str) -> Option<Kind> {
    if key == "king" {
        return Some(KING);
    }
    if let Some(number) = key.strip_prefix("customPiece") {
        let number = number.parse::<Kind>().ok().filter(|number| (1..=CUSTOMS).contains(number))?;
        return Some(CUSTOM + number - 1);
    }
    NAMED.iter().position(|(name, _)| *name == key).map(|index| index as Kind + 1)
}

/// The one-element set.
pub(crate) const fn one(kind: Kind) -> Kinds {
    1 << kind
}

/// The kinds of a set, in ascending order; 0, which stands for all pieces together, comes first.
pub(crate) fn each(mut kinds: Kinds) -> impl Iterator<Item = Kind> {
    std::iter::from_fn(move || {
        let kind = kinds.trailing_zeros() as Kind;
        kinds &= kinds.wrapping_sub(1);
        (kind <= KING).then_some(kind)
    })
}

/// The key that names a kind; empty for a kind whose moves the file gives.
pub(crate) fn name_of(kind: Kind) -> &'static str {
    if kind == KING { "king" } else { NAMED.get(usize::from(kind).wrapping_sub(1)).map_or("", |(name, _)| *name) }
}
