//! Who plays which side.

use clap::ValueEnum;
use meihua_contracts::side::Side;

/// The side a person chooses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum SideChoice {
    /// You move first (red, or white; X in four in a row)
    #[value(aliases = ["first", "white", "x", "红", "紅", "红方", "白", "白方", "先", "先手"])]
    Red,
    /// The engine moves first (you are black; yellow, O in four in a row)
    #[value(aliases = ["second", "yellow", "o", "黑", "黄", "黑方", "黄方", "后", "后手"])]
    Black,
    /// Two people
    #[value(aliases = ["双方", "雙方"])]
    Both,
    /// Two engines
    #[value(aliases = ["无", "無"])]
    None,
    /// Red or black at random
    #[value(alias = "随机", alias = "隨機")]
    Random,
}

/// Who plays each side: a person, or the engine at some level.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Seats {
    /// Whether a person plays, by side.
    is_person: [bool; Side::NUM],
    /// The engine's `Skill Level`, by side.
    pub levels: [i32; Side::NUM],
}

impl Seats {
    /// The seats for a choice; `chance` decides a random one.
    pub(crate) fn new(choice: SideChoice, levels: [i32; Side::NUM], chance: bool) -> Seats {
        let is_person = match choice {
            SideChoice::Red => [true, false],
            SideChoice::Black => [false, true],
            SideChoice::Both => [true, true],
            SideChoice::None => [false, false],
            SideChoice::Random => [chance, !chance],
        };
        Seats { is_person, levels }
    }

    /// Whether a person moves for `side`.
    pub(crate) fn is_person(&self, side: Side) -> bool {
        self.is_person[side.index()]
    }

    /// Whether any person plays.
    pub(crate) fn has_person(&self) -> bool {
        self.is_person.contains(&true)
    }

    /// Whether the board is shown from the second player's side.
    pub(crate) fn is_turned(&self) -> bool {
        self.is_person == [false, true]
    }

    /// The player's name for the tags of a saved game.
    pub(crate) fn name(&self, side: Side) -> String {
        if self.is_person(side) {
            return "a person".to_owned();
        }
        format!("Meihua {} level {}", env!("CARGO_PKG_VERSION"), self.levels[side.index()])
    }
}
