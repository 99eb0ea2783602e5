//! A multi-floor tower as a [`Puzzle`]: moves are keys, each with the answers to what it makes the tower ask.

use crate::play::route;
use crate::play::view::{self, ChoiceView, ProjectView};
use crate::read;
use crate::read::folder::OpenError;
use crate::read::source::Files;
use crate::rules::equipment::worn;
use crate::rules::keystroke::{Key, OVER, answers, press};
use crate::rules::model::{Item, Project, Tool};
use crate::rules::run::Halt;
use crate::rules::state::{Ending, State};
use crate::rules::tools;
use crate::rules::walk;
use meihua_contracts::phrases::{Phrases, Units};
use meihua_contracts::puzzle::{Puzzle, PuzzleText};
use meihua_contracts::sentence;
use meihua_contracts::sentence::Sentence;
use meihua_contracts::text::{MoveError, PositionError};
use meihua_contracts::view::GamePart;
use rustc_hash::FxHasher;
use std::hash::{Hash, Hasher};
use std::sync::Arc;
use thiserror::Error;

/// A multi-floor tower that is on, and where it was read from.
#[derive(Clone, Debug)]
pub struct ProjectPuzzle {
    /// The tower.
    pub project: Arc<Project>,
    /// The path of the project.
    pub path: Arc<str>,
}

/// Why a project cannot be played.
#[derive(Debug, Error)]
pub enum ProjectError {
    /// Its files cannot be read, or are no project.
    #[error(transparent)]
    Open(#[from] OpenError),
    /// The tower does not begin.
    #[error(transparent)]
    Position(#[from] PositionError),
}

/// A state of a game: equal where the same can be done from the same place.
#[derive(Clone, Debug)]
pub struct Standing(pub State);

impl Standing {
    fn word(&self) -> (u64, u64, u16, u8, u8, u8) {
        let State { floor, x, y, direction, shops, .. } = self.0;
        (self.0.hash(), shops, floor, x, y, direction)
    }
}

impl PartialEq for Standing {
    fn eq(&self, other: &Standing) -> bool {
        self.word() == other.word()
    }
}

impl Eq for Standing {}

impl Hash for Standing {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        self.word().hash(hasher);
    }
}

/// Why a move cannot be made.
enum NoMove {
    Answers {
        given: usize,
        expected: usize,
    },
    Impossible(Sentence),
    /// What it sets off does not run to its end.
    Halted(Sentence),
}

impl From<NoMove> for Sentence {
    fn from(why: NoMove) -> Sentence {
        match why {
            NoMove::Answers { given, expected } => sentence!("{} answers, expected {}", given, expected),
            NoMove::Impossible(key) => sentence!("{} is not possible", key),
            NoMove::Halted(why) => why,
        }
    }
}

/// Maximum number of answers behind one key.
const MAX_ANSWERS: usize = 30;
/// Maximum number of answers to try behind one key when moves are listed.
const MAX_TRIED_ANSWERS: usize = 3;

/// A key with its answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct KeyMove {
    key: Key,
    answers: [u8; MAX_ANSWERS],
    count: u8,
}

impl KeyMove {
    /// A key with these answers; none where there are too many.
    pub fn new(key: Key, given: &[u8]) -> Option<KeyMove> {
        let mut answers = [0; MAX_ANSWERS];
        answers.get_mut(..given.len())?.copy_from_slice(given);
        Some(KeyMove { key, answers, count: given.len() as u8 })
    }

    /// The answers.
    pub fn answers(&self) -> &[u8] {
        &self.answers[..usize::from(self.count)]
    }

    /// The key, and its answers as keys.
    pub fn keys(&self) -> Vec<Key> {
        std::iter::once(self.key).chain(self.answers().iter().map(|&answer| Key::Choose(answer))).collect()
    }
}

/// The moves of keys in a row; none where they begin with an answer, or one has too many.
pub fn moves_of(keys: &[Key]) -> Option<Vec<KeyMove>> {
    let mut moves = Vec::new();
    let mut rest = keys;
    while let Some((&key, behind)) = rest.split_first() {
        if matches!(key, Key::Choose(_)) {
            return None;
        }
        let answers = answers(behind);
        rest = &behind[answers.len()..];
        moves.push(KeyMove::new(key, &answers)?);
    }
    Some(moves)
}

impl ProjectPuzzle {
    /// A project that was read, and the state before its first key.
    ///
    /// # Errors
    /// The tower does not begin.
    pub fn new(project: Project, path: &str) -> Result<(ProjectPuzzle, Standing), PositionError> {
        let begun = walk::begin(&project, &[]);
        let refuse =
            |halt| PositionError::impossible(sentence!("the tower does not begin: {}", route::why(&project, &halt)));
        let state = begun.map_err(refuse)?;
        Ok((ProjectPuzzle { project: Arc::new(project), path: path.into() }, Standing(state)))
    }

    /// The hero's floor and the book of its monsters, for people.
    pub fn board(&self, state: &Standing) -> Sentence {
        view::board(&self.project, &state.0)
    }

    /// The state after a move.
    fn after(&self, state: &State, mv: KeyMove) -> Result<State, NoMove> {
        let mut after = state.clone();
        match press(&self.project, &mut after, mv.key, mv.answers()) {
            Ok((true, used)) if used == mv.answers().len() => Ok(after),
            Ok((true, used)) => Err(NoMove::Answers { given: mv.answers().len(), expected: used }),
            Ok((false, _)) => Err(NoMove::Impossible(route::name(&self.project, mv.key))),
            Err(Halt::Over) if after.ending != Ending::None && state.ending == Ending::None => Ok(after),
            Err(halt) => Err(NoMove::Halted(route::why(&self.project, &halt))),
        }
    }

    /// Whether the hero has a tool that acts on what he faces.
    fn strikes_ahead(&self, state: &State) -> bool {
        let is_such =
            |item: &Item| matches!(item.kind, Some(Tool::Pickaxe | Tool::Bomb | Tool::IcePickaxe)) && !item.how.around;
        self.project.items.iter().zip(state.items.iter()).any(|(item, &count)| count > 0 && is_such(item))
    }

    /// Every way to press a key, with answers that begin with these.
    fn ways(&self, state: &State, key: Key, first: &[u8], moves: &mut Vec<KeyMove>) {
        let mut open = vec![first.to_vec()];
        while let Some(answers) = open.pop() {
            let mut after = state.clone();
            match press(&self.project, &mut after, key, &answers) {
                Ok((true, used)) if used == answers.len() => moves.extend(KeyMove::new(key, &answers)),
                Err(Halt::Over) if after.ending != Ending::None => moves.extend(KeyMove::new(key, &answers)),
                Err(Halt::Choose(next)) if answers.len() < MAX_TRIED_ANSWERS => {
                    // The first answer is looked at first.
                    open.extend(next.into_iter().rev().map(|answer| [&answers[..], &[answer]].concat()));
                }
                Ok(_) | Err(_) => {}
            }
        }
    }
}

impl Puzzle for ProjectPuzzle {
    type State = Standing;
    type Move = KeyMove;

    fn moves(&self, state: &Standing, moves: &mut Vec<KeyMove>) {
        let state = &state.0;
        if state.ending != Ending::None {
            return;
        }
        for direction in 0..4 {
            self.ways(state, Key::Step(direction), &[], moves);
            if walk::passes(&self.project, state, direction) {
                self.ways(state, Key::Step(direction), &[OVER], moves);
            }
        }
        if self.strikes_ahead(state) {
            let turns = (0..4).filter(|&way| way != state.direction);
            moves.extend(turns.filter_map(|way| KeyMove::new(Key::Turn(Some(way)), &[])));
        }
        for (item, _) in state.items.iter().enumerate().filter(|(_, count)| **count > 0) {
            self.ways(state, Key::Use(item as u32), &[], moves);
        }
        for (slot, &flag) in (0..).zip(&self.project.slots.worn) {
            if worn(state, flag).is_some() {
                self.ways(state, Key::TakeOff(slot), &[], moves);
            }
        }
        for shop in (0..self.project.shops.len()).filter(|&shop| tools::may_shop(&self.project, state, shop)) {
            self.ways(state, Key::Shop(shop as u8), &[], moves);
        }
        if tools::can_fly(&self.project, state) {
            let visited = (0..self.project.floors.len()).filter(|&floor| state.has_visited(floor));
            visited.for_each(|floor| self.ways(state, Key::Fly(floor as u16), &[], moves));
        }
    }

    fn apply(&self, state: &Standing, mv: KeyMove) -> Standing {
        Standing(self.after(&state.0, mv).unwrap_or_else(|_| state.0.clone()))
    }

    fn is_goal(&self, state: &Standing) -> bool {
        state.0.ending == Ending::Won
    }
}

/// The small tower of `examples/`, which stands in where no project was named.
const SMALL: [(&str, &str); 6] = [
    ("data.js", include_str!("../../../../examples/tower/data.js")),
    ("enemys.js", include_str!("../../../../examples/tower/enemys.js")),
    ("items.js", include_str!("../../../../examples/tower/items.js")),
    ("maps.js", include_str!("../../../../examples/tower/maps.js")),
    ("floors/F1.js", include_str!("../../../../examples/tower/floors/F1.js")),
    ("floors/F2.js", include_str!("../../../../examples/tower/floors/F2.js")),
];

impl PuzzleText for ProjectPuzzle {
    const NAME: &'static str = "tower";

    const PHRASES: Phrases = Phrases {
        moves: "U3RC0 (keys of a route)",
        typing: "Type a route: U3R2 for steps, C0 to answer, FMT3: to fly, I47: to use",
        units: Units::Left("hp {}"),
        plan: Some("the tower is won with {} hp left"),
        ..Phrases::PLAIN
    };

    fn start() -> (Self, Standing) {
        let mut files = Files::new();
        SMALL.into_iter().for_each(|(name, text)| files.insert(name, text));
        #[allow(clippy::expect_used)] // texts of our own, read by a test
        let project = read::project(&files).expect("the small tower is sound");
        #[allow(clippy::expect_used)]
        ProjectPuzzle::new(project, "examples/tower").expect("the small tower begins")
    }

    /// A text names no files: those come with `position project`.
    fn from_fen(fen: &str) -> Result<(Self, Standing), PositionError> {
        Err(PositionError::syntax(Self::NAME, fen, "the path of a project behind `position project`"))
    }

    fn fen(&self, _: &Standing) -> String {
        format!("project {}", self.path)
    }

    /// Of the state: the text names the folder alone.
    fn key(&self, state: &Standing) -> u64 {
        let mut hasher = FxHasher::default();
        state.hash(&mut hasher);
        hasher.finish()
    }

    fn parse_move(&self, state: &Standing, text: &str) -> Result<KeyMove, MoveError> {
        match self.parse_plan(state, text)?[..] {
            [mv] => Ok(mv),
            _ => Err(MoveError::unreadable(text, "one key of a route (U, FMT3:, I47:) with its answers (C0)")),
        }
    }

    fn parse_plan(&self, state: &Standing, text: &str) -> Result<Vec<KeyMove>, MoveError> {
        let keys = route::parse(&self.project, text).map_err(|error| error.of_move(text))?;
        let expected = || format!("keys of a route (U3R2, FMT3:, I47:), each with at most {MAX_ANSWERS} answers (C0)");
        let moves = moves_of(&keys).filter(|moves| !moves.is_empty());
        let moves = moves.ok_or_else(|| MoveError::unreadable(text, expected()))?;
        let mut at = state.0.clone();
        for (number, &mv) in moves.iter().enumerate() {
            at = self.after(&at, mv).map_err(|why| match moves.len() {
                1 => MoveError::illegal(text, why),
                _ => MoveError::illegal(text, sentence!("key {}: {}", number + 1, why)),
            })?;
        }
        Ok(moves)
    }

    fn move_text(&self, _: &Standing, mv: KeyMove) -> String {
        route::text(&self.project, &mv.keys())
    }

    /// A key is spelled the same in every state.
    fn plan_text(&self, state: &Standing, plan: &[KeyMove]) -> Vec<String> {
        plan.iter().map(|&mv| self.move_text(state, mv)).collect()
    }

    fn diagram(&self, state: &Standing) -> String {
        self.board(state).to_string()
    }

    fn view_part(&self, state: &Standing) -> Box<dyn GamePart> {
        let mut moves = Vec::new();
        self.moves(state, &mut moves);
        let choice = |mv: KeyMove| {
            let after = self.after(&state.0, mv).ok()?;
            ChoiceView::of(&self.project, &state.0, &mv, &after)
        };
        Box::new(ProjectView::of(&self.project, &state.0, moves.into_iter().filter_map(choice).collect()))
    }

    fn solved(&self, goal: &Standing, _: u64, _: u64) -> Sentence {
        sentence!("The tower is won: {} hp left.", goal.0.stat(crate::rules::expression::Stat::Hp))
    }

    fn objective(&self) -> &'static str {
        "hp"
    }
}
