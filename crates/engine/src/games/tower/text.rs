//! The tower as a [`Puzzle`], and its notation.

use super::check::{BadWalk, replay};
use super::format;
use super::pathing::Move;
use super::state::{Cell, Direction, State, Tower};
use super::tile::{Colour, Tile};
use super::view::TowerView;
use crate::phrases::{Phrases, Units};
use crate::puzzle::{Puzzle, PuzzleText};
use crate::sentence;
use crate::sentence::Sentence;
use crate::text::{MoveError, PositionError};
use crate::view::GamePart;
use std::fmt::Write;

/// Our own small tower: 9 rows, 11 columns, with the boss in the north behind a blue door.
const START: &str = include_str!("start.txt");

const SPELLINGS: &str = "row,column of a door, monster or item from 0 (9,2), or keys (wwasd)";

impl Puzzle for Tower {
    type State = State;
    type Move = Move;

    fn moves(&self, state: &State, moves: &mut Vec<Move>) {
        moves.extend(self.targets(state).into_iter().map(Move::Act));
    }

    fn apply(&self, state: &State, mv: Move) -> State {
        let mut after = state.clone();
        let done = self.make(&mut after, mv);
        debug_assert!(done.is_ok(), "{mv:?}: {done:?}");
        after
    }

    fn is_goal(&self, state: &State) -> bool {
        state.won
    }
}

impl PuzzleText for Tower {
    const NAME: &'static str = "tower";
    const ALIASES: &'static [&'static str] = &["mota"];

    const PHRASES: Phrases = Phrases {
        moves: "9,2 (row, column) or keys: wwasd",
        typing: "Type keys (wwasd) or a row,column (7,3)",
        units: Units::Left("hp {}"),
        plan: Some("the boss falls with {} hp left"),
        hopeless: "the boss cannot be beaten from here (proven)",
        ..Phrases::PLAIN
    };

    fn start() -> (Self, State) {
        #[allow(clippy::expect_used)] // a text of our own, read by a test
        format::parse(START).expect("the built-in tower is sound")
    }

    fn from_fen(fen: &str) -> Result<(Self, State), PositionError> {
        format::parse(fen)
    }

    fn fen(&self, state: &State) -> String {
        format::write(self, state, ";")
    }

    fn parse_move(&self, state: &State, text: &str) -> Result<Move, MoveError> {
        let mut plan = self.parse_plan(state, text)?.into_iter();
        match (plan.next(), plan.next()) {
            (Some(mv), None) => Ok(mv),
            _ => Err(MoveError::unreadable(text, "one move: row,column (9,2) or one key of w a s d")),
        }
    }

    fn parse_plan(&self, state: &State, text: &str) -> Result<Vec<Move>, MoveError> {
        if let Some((row, col)) = text.split_once(',') {
            let (Ok(row), Ok(col)) = (row.trim().parse(), col.trim().parse()) else {
                return Err(MoveError::unreadable(text, SPELLINGS));
            };
            let mv = Move::Act(Cell { row, col });
            self.make(&mut state.clone(), mv).map_err(|why| MoveError::illegal(text, &why))?;
            return Ok(vec![mv]);
        }
        let steps: Option<Vec<Direction>> = text.chars().map(Direction::from_key).collect();
        let steps = steps.filter(|steps| !steps.is_empty()).ok_or_else(|| MoveError::unreadable(text, SPELLINGS))?;
        match replay(self, state, text) {
            Ok(_) => Ok(steps.into_iter().map(Move::Step).collect()),
            Err(why @ (BadWalk::NoKey { .. } | BadWalk::Illegal { .. })) => Err(MoveError::illegal(text, &why)),
        }
    }

    fn move_text(&self, _: &State, mv: Move) -> String {
        match mv {
            Move::Act(cell) => cell.to_string(),
            Move::Step(direction) => direction.key().to_string(),
        }
    }

    /// A move is written the same in every state.
    fn plan_text(&self, state: &State, plan: &[Move]) -> Vec<String> {
        plan.iter().map(|&mv| self.move_text(state, mv)).collect()
    }

    fn diagram(&self, state: &State) -> String {
        let mut text = String::new();
        for (row, tiles) in state.map.chunks(self.cols).enumerate() {
            for (col, &tile) in tiles.iter().enumerate() {
                let here = state.hero.at == Cell { row: row as u16, col: col as u16 };
                text += if here { " @" } else { glyph(tile) };
                if let Tile::Monster(id) = tile
                    && !id.is_boss()
                {
                    let _ = write!(text, "{}", id.code());
                }
            }
            text.push('\n');
        }
        let hero = &state.hero;
        let keys: Vec<String> =
            Colour::ALL.iter().map(|colour| format!("{} {}", hero.keys[colour.index()], colour.name())).collect();
        let _ = write!(
            text,
            "hp {} attack {} defence {} magic {} keys {}",
            hero.hp,
            hero.attack,
            hero.defence,
            hero.magic,
            keys.join(" ")
        );
        text
    }

    fn view_part(&self, state: &State) -> Box<dyn GamePart> {
        Box::new(TowerView::of(self, state))
    }

    fn solved(&self, goal: &State, _: u64, _: u64) -> Sentence {
        sentence!("The boss is dead: {} hp left.", goal.hero.hp)
    }

    fn objective(&self) -> &'static str {
        "hp"
    }
}

/// Two characters per cell; monsters are shown by their code.
fn glyph(tile: Tile) -> &'static str {
    use super::tile::Treasure as T;
    match tile {
        Tile::Road => " .",
        Tile::Wall => "##",
        Tile::Key(Colour::Yellow) => " y",
        Tile::Key(Colour::Blue) => " b",
        Tile::Key(Colour::Red) => " r",
        Tile::Door(Colour::Yellow) => "Y|",
        Tile::Door(Colour::Blue) => "B|",
        Tile::Door(Colour::Red) => "R|",
        Tile::Treasure(T::RedGem) => "+a",
        Tile::Treasure(T::BlueGem) => "+d",
        Tile::Treasure(T::GreenGem) => "+m",
        Tile::Treasure(T::SmallPotion) => " h",
        Tile::Treasure(T::LargePotion) => " H",
        Tile::Treasure(T::YellowPotion) => "yh",
        Tile::Treasure(T::GreenPotion) => "gh",
        Tile::Monster(id) if id.is_boss() => "!!",
        Tile::Monster(_) => "",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_built_in_tower_is_sound() {
        let (tower, state) = Tower::start();
        assert_eq!(Tower::from_fen(&tower.fen(&state)).unwrap(), (tower, state));
    }

    #[test]
    fn moves_are_spelled_and_read() {
        let (tower, state) = Tower::start();
        let mut moves = Vec::new();
        tower.moves(&state, &mut moves);
        assert!(!moves.is_empty());
        for mv in moves {
            let text = tower.move_text(&state, mv);
            assert_eq!(tower.parse_move(&state, &text).unwrap(), mv);
            let after = tower.apply(&state, mv);
            assert_ne!(after.map, state.map, "{text} acts on something");
        }
        for bad in ["", "9", "1,2,3", "-1,0", "wx", "0,0", "99,99", "7,4", "aaaaaaaaaaa"] {
            assert!(tower.parse_plan(&state, bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn keys_and_targets_meet() {
        let (tower, state) = Tower::start();
        let target = tower.parse_move(&state, "7,3").unwrap();
        let keys = tower.parse_plan(&state, "a" /* to 7,4 */).unwrap();
        let walked = tower.apply(&state, keys[0]);
        let fought = tower.apply(&walked, tower.parse_move(&walked, "a").unwrap());
        assert_eq!(fought, tower.apply(&state, target));
        assert!(tower.diagram(&state).contains(" @"));
    }

    #[test]
    fn items_in_the_way_are_taken_and_no_others() {
        let (tower, state) =
            Tower::from_fen("1;2 5;10 27 51 11 99;10 10 10 10 10;1 1 1 50 100;2;51 1 1 0 0;99 1 1 0 0;9 4 2 0 0 0")
                .unwrap();
        let after = tower.apply(&state, tower.parse_move(&state, "0,2").unwrap());
        assert_eq!(after.hero.hp, 9, "round the potion");
        let (tower, state) =
            Tower::from_fen("1;2 5;10 27 51 11 99;11 11 11 10 10;1 1 1 50 100;2;51 1 1 0 0;99 1 1 0 0;9 4 2 0 0 0")
                .unwrap();
        let after = tower.apply(&state, tower.parse_move(&state, "0,2").unwrap());
        assert_eq!(after.hero.hp, 59, "over the potion");
        assert!(tower.parse_move(&state, "0,4").unwrap_err().to_string().contains("no free way"));
    }
}
