//! What a GUI needs to show the current game: what all games share, and the game's own part.

use super::session::Session;
use crate::game::{MoveList, Outcome};
use crate::side::Side;
use crate::text::{GameText, Notation, Reason, Verdict};
use crate::view::GamePart;
use serde::Serialize;
use serde::ser::Serializer;

/// Maximum number of legal moves in a view.
pub(crate) const MAX_MOVES: usize = 5_000;

/// The current game at one position.
#[derive(Serialize)]
pub struct View {
    /// The game, as in `UCI_Variant`.
    pub game: &'static str,
    /// Number of players: 1 for a puzzle.
    pub players: u8,
    /// The position as text.
    pub fen: String,
    /// A hash of the position as 16 hexadecimal digits.
    pub key: String,
    /// The side to move: `first` or `second`.
    pub side: &'static str,
    /// How often the position has occurred, including now.
    pub seen: usize,
    /// Whether the game is over, and why.
    pub verdict: VerdictView,
    /// The legal moves, at most [`MAX_MOVES`].
    pub moves: Vec<MoveView>,
    /// Number of legal moves that are not listed.
    pub(crate) more_moves: usize,
    /// The moves since the position was set, in wire notation, oldest first.
    pub history: Vec<String>,
    /// Number of moves that were taken back and can be replayed.
    pub undone: usize,
    /// The game's own part.
    #[serde(serialize_with = "own_part")]
    pub own: Box<dyn GamePart>,
}

impl View {
    /// The view of a session in which there is no position: no moves, and no text of a position.
    pub(crate) fn of_nothing(session: &dyn Session) -> View {
        View {
            game: session.name(),
            players: if session.is_two_player() { 2 } else { 1 },
            fen: String::new(),
            key: key_text(0),
            side: side_name(Side::First),
            seen: 0,
            verdict: VerdictView::of(&Verdict::ONGOING, Side::First),
            moves: Vec::new(),
            more_moves: 0,
            history: Vec::new(),
            undone: 0,
            own: Box::new(()),
        }
    }

    /// The view of a two-player game; moves are spelled in `wire`.
    pub(crate) fn of_game<G: GameText>(position: &G, wire: Notation, history: Vec<String>, undone: usize) -> View {
        let side = position.side_to_move();
        let mut legal = G::Moves::default();
        position.generate(&mut legal);
        let mut after = position.clone();
        let legal = legal.as_slice();
        let listed = legal.iter().take(MAX_MOVES).map(|&mv| MoveView::of(&mut after, mv, wire));
        View {
            game: position.name(),
            players: 2,
            fen: position.fen(),
            key: key_text(position.key()),
            side: side_name(side),
            seen: position.times_seen(),
            verdict: VerdictView::of(&position.verdict(), side),
            moves: listed.collect(),
            more_moves: legal.len().saturating_sub(MAX_MOVES),
            history,
            undone,
            own: position.view_part(),
        }
    }
}

/// A key as `d` prints it.
pub(crate) fn key_text(key: u64) -> String {
    format!("{key:016X}")
}

#[expect(clippy::borrowed_box, reason = "serde hands the field over as it is")]
fn own_part<S: Serializer>(part: &Box<dyn GamePart>, serializer: S) -> Result<S::Ok, S::Error> {
    part.json().serialize(serializer)
}

/// A verdict as stable codes for programs and words for people.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct VerdictView {
    /// Whether the game is over.
    pub over: bool,
    /// `first`, `second` or `none`; for a puzzle, `first` if it is solved. Absent while the game goes on.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub winner: Option<&'static str>,
    /// The reason as a code (`mate`, `perpetual-check`, …); absent while the game goes on.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub code: Option<String>,
    /// The reason in English; absent while the game goes on.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<&'static str>,
}

impl VerdictView {
    /// The verdict on a position, given the side to move.
    pub fn of(verdict: &Verdict, side: Side) -> VerdictView {
        let winner = |outcome| match outcome {
            Outcome::Win => side_name(side),
            Outcome::Loss => side_name(side.other()),
            Outcome::Draw => "none",
        };
        VerdictView {
            over: verdict.outcome.is_some(),
            winner: verdict.outcome.map(winner),
            code: verdict.reason.map(Reason::code),
            reason: verdict.reason.map(Reason::phrase),
        }
    }

    /// The verdict on a puzzle, in which only the player can win.
    pub fn of_puzzle(verdict: &Verdict) -> VerdictView {
        let mut view = VerdictView::of(verdict, Side::First);
        if verdict.outcome == Some(Outcome::Loss) {
            view.winner = Some("none");
        }
        view
    }
}

/// `first` or `second`.
pub(crate) const fn side_name(side: Side) -> &'static str {
    match side {
        Side::First => "first",
        Side::Second => "second",
    }
}

/// A legal move in each notation that spells it differently.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct MoveView {
    /// In wire notation, as set by the option `Ranks`.
    #[serde(rename = "move")]
    pub wire: String,
    /// With ranks from 0, if the game has ranks.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) ranks0: Option<String>,
    /// With ranks from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) ranks1: Option<String>,
    /// In WXF notation.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub wxf: Option<String>,
    /// In Chinese notation.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub chinese: Option<String>,
    /// In the standard algebraic notation of chess.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub san: Option<String>,
    /// The verdict if the move ends the game: mate, repetition, perpetual check…
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ends: Option<VerdictView>,
}

impl MoveView {
    /// The view of a legal move; `position` is left unchanged.
    fn of<G: GameText>(position: &mut G, mv: G::Move, wire: Notation) -> MoveView {
        let notations = position.notations();
        let spell = |notation| notations.contains(&notation).then(|| position.move_text(mv, notation));
        let has_ranks = notations.contains(&Notation::WireFromOne);
        let mut view = MoveView {
            wire: position.move_text(mv, wire),
            ranks0: spell(Notation::Wire).filter(|_| has_ranks),
            ranks1: spell(Notation::WireFromOne),
            wxf: spell(Notation::Wxf),
            chinese: spell(Notation::Chinese),
            san: spell(Notation::San),
            ends: None,
        };
        position.make(mv);
        let verdict = position.verdict();
        view.ends = verdict.outcome.map(|_| VerdictView::of(&verdict, position.side_to_move()));
        position.unmake(mv);
        view
    }

    /// A move with only one notation.
    pub fn plain(wire: String, ends: Option<VerdictView>) -> MoveView {
        MoveView { wire, ranks0: None, ranks1: None, wxf: None, chinese: None, san: None, ends }
    }
}

#[cfg(test)]
mod tests {
    use crate::engine::registry::{GAMES, find};
    use serde_json::Value;

    fn view(game: &str, fen: &str, moves: &str) -> Value {
        let mut session = (find(GAMES, game).unwrap().open)();
        if !fen.is_empty() {
            session.set_position(fen).unwrap();
        }
        moves.split_whitespace().for_each(|mv| session.play(mv).unwrap());
        serde_json::to_value(session.view()).unwrap()
    }

    #[test]
    fn every_game_shows_its_board_its_moves_and_its_own_part() {
        for entry in GAMES {
            let session = (entry.open)();
            let shown = serde_json::to_value(session.view()).unwrap();
            assert_eq!(shown["game"], entry.name);
            assert_eq!(shown["fen"], session.fen());
            let moves: Vec<&str> =
                shown["moves"].as_array().unwrap().iter().map(|mv| mv["move"].as_str().unwrap()).collect();
            assert_eq!(moves, session.moves(), "{}", entry.name);
            assert!(shown["own"].as_object().is_some_and(|own| !own.contains_key("diagram")), "{}", entry.name);
            assert_eq!(shown["verdict"], serde_json::json!({ "over": false }));
        }
    }

    #[test]
    fn a_move_is_spelled_in_every_notation() {
        let shown = view("xiangqi", "", "");
        let mv = shown["moves"].as_array().unwrap().iter().find(|mv| mv["move"] == "h2e2").unwrap();
        assert_eq!(
            *mv,
            serde_json::json!({
                "move": "h2e2", "ranks0": "h2e2", "ranks1": "h3e3", "wxf": "C2=5", "chinese": "炮二平五"
            })
        );
    }

    #[test]
    fn a_move_that_ends_the_game_says_how_and_for_whom() {
        let shown = view("xiangqi", "3k5/9/9/9/9/9/9/R8/9/1R2K4 w - - 0 1", "");
        let ends = |wanted: &str| {
            shown["moves"].as_array().unwrap().iter().find(|mv| mv["move"] == wanted).unwrap()["ends"].clone()
        };
        assert_eq!(ends("a2a9"), Value::Null);
        assert_eq!(ends("b0b9"), Value::Null);
        let mate = view("xiangqi", "3k5/1R7/9/9/9/9/9/R8/9/4K4 w - - 0 1", "");
        let ends = mate["moves"].as_array().unwrap().iter().find(|mv| mv["move"] == "a2a9").unwrap()["ends"].clone();
        assert_eq!(ends, serde_json::json!({ "over": true, "winner": "first", "code": "mate", "reason": "mate" }));
    }

    #[test]
    fn a_repetition_is_announced_before_it_happens() {
        // The rook keeps giving check: the third repetition loses.
        let fen = "4k4/9/9/9/9/9/9/9/4A4/3K1R3 w - - 0 1";
        let cycle = "f0f9 e9e8 f9f8 e8e9";
        let shown = view("xiangqi", fen, &format!("{cycle} f8f9 e9e8 f9f8 e8e9"));
        assert_eq!(shown["seen"], 2);
        let ends: Vec<&Value> =
            shown["moves"].as_array().unwrap().iter().filter(|mv| mv["ends"]["code"] == "perpetual-check").collect();
        assert_eq!(ends.len(), 1, "{shown}");
        assert_eq!((&ends[0]["move"], &ends[0]["ends"]["winner"]), (&"f8f9".into(), &"second".into()));
    }

    #[test]
    fn a_solved_puzzle_has_a_winner_and_a_stuck_one_none() {
        assert_eq!(view("river", "P3D3/-/- l 2", "")["verdict"]["winner"], "first");
        let lost = view("river", "P1D2/-/P2D1 r 2", "");
        assert_eq!(lost["verdict"]["winner"], "none");
        assert_eq!(lost["verdict"]["code"], "priests-outnumbered");
    }
}
