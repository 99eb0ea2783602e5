//! A planning problem as a puzzle: its states, moves and text.

use crate::ground::{Fact, Ground, ground};
use crate::lm_cut::LmCut;
use crate::read::{Atom, Problem, has_domain, read};
use crate::task::{Setting, State, Task};
use meihua_contracts::phrases::{Phrases, Units};
use meihua_contracts::plain_file::{FileError, read_named_text, read_text};
use meihua_contracts::puzzle::{FilesError, FromFiles, Puzzle, PuzzleText};
use meihua_contracts::sentence;
use meihua_contracts::sentence::Sentence;
use meihua_contracts::text::{MoveError, PositionError};
use meihua_contracts::view::GamePart;
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::path::Path;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

/// An action, by its place among those of the problem.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Action(pub(crate) u32);

/// A planning problem.
#[derive(Clone, Debug)]
pub struct Plan {
    text: Arc<Text>,
    /// Everything that may happen.
    task: Arc<Task>,
    /// What may help to reach the goal.
    pub(crate) lean: Arc<Task>,
    /// For each fact of the lean task, its number in the whole one.
    lean_facts: Arc<[u32]>,
    /// For bounds of single states.
    landmarks: Arc<OnceLock<Mutex<LmCut>>>,
}

/// How the facts and actions of a problem are written.
#[derive(Debug)]
struct Text {
    name: String,
    /// The text on one line, up to the atoms that are true at the start, and behind them.
    ends: [String; 2],
    /// Each fact: an atom, or as an error one that is false.
    facts: Vec<Result<String, String>>,
    /// Atoms that stay true from here on, though actions of the domain may change such atoms.
    settled: Vec<String>,
    /// Atoms that no action of the domain can change.
    constants: Vec<String>,
    /// The words of each action that may become possible.
    actions: Vec<String>,
    /// Every action of the domain, with the objects that each of its parameters may stand for.
    schemas: Vec<(String, Vec<Vec<String>>)>,
    /// What the goal asks for as it is written.
    goal: Vec<String>,
    has_costs: bool,
}

impl Text {
    fn new(problem: Problem, ground: &Ground) -> Text {
        let words = |name: &str, args: &[u32]| {
            let words = args.iter().map(|&object| problem.objects[object as usize].as_str());
            std::iter::once(name).chain(words).collect::<Vec<_>>().join(" ")
        };
        let atom = |(predicate, args): &Atom| words(&problem.predicates[*predicate as usize], args);
        let action = |action: &crate::ground::GroundAction| {
            let schema = &problem.schemas[action.schema];
            words(&schema.name, &action.args[..schema.shown])
        };
        let object = |&object: &u32| problem.objects[object as usize].clone();
        let param = |objects: &Vec<u32>| objects.iter().map(object).collect();
        let schemas = problem.schemas.iter();
        let fact = |fact: &Fact| if fact.is_positive { Ok(atom(&fact.atom)) } else { Err(atom(&fact.atom)) };
        let effects = || problem.schemas.iter().flat_map(|schema| &schema.effects);
        let is_changed = |atom: &&Atom| effects().any(|effect| effect.literal.predicate == atom.0);
        let (settled, constants): (Vec<_>, Vec<_>) = ground.constants.iter().partition(is_changed);
        Text {
            facts: ground.facts.iter().map(fact).collect(),
            settled: settled.into_iter().map(atom).collect(),
            constants: constants.into_iter().map(atom).collect(),
            actions: ground.actions.iter().map(action).collect(),
            schemas: schemas
                .map(|one| (one.name.clone(), one.params[..one.shown].iter().map(param).collect()))
                .collect(),
            has_costs: problem.text[1].contains("(:metric"),
            goal: problem.goal,
            ends: problem.text,
            name: problem.name,
        }
    }
}

/// What a GUI needs to show a state.
#[derive(Clone, Debug, Serialize)]
pub struct PlanView {
    /// The name of the problem.
    pub problem: String,
    /// The atoms that are true, such as `on a b`, without constants.
    pub atoms: Vec<String>,
    /// The atoms that no action of the domain can change.
    pub constants: Vec<String>,
    /// The ways to the goal: atoms that must be true, or false (`not on a b`).
    pub goals: Vec<Vec<String>>,
}

impl Plan {
    /// Reads a domain and a problem; without a problem, the first text holds both.
    ///
    /// # Errors
    /// Says the place of a fault and what was expected there, or what is too large.
    pub fn from_pddl(domain: &str, problem: Option<&str>) -> Result<(Plan, State), PositionError> {
        match problem {
            Some(problem) => Plan::read(&[("domain".into(), domain), ("problem".into(), problem)]),
            None => Plan::read(&[("text".into(), domain)]),
        }
    }

    /// Reads a domain and a problem from texts, given with their names for errors.
    fn read(texts: &[(Sentence, &str)]) -> Result<(Plan, State), PositionError> {
        let problem = read(texts)?;
        let (ground, groups) = ground(&problem)?;
        let task = Task::new(&ground, &groups, None);
        let (part, lean_facts) = ground.relevant();
        let number = |fact: &u32| lean_facts.binary_search(fact).ok().map(|number| number as u32);
        let lean_groups: Vec<Vec<u32>> = groups.iter().map(|group| group.iter().filter_map(number).collect()).collect();
        let lean = Task::new(&part, &lean_groups, Some((&task, &lean_facts)));
        let start = task.start.clone();
        let plan = Plan {
            text: Arc::new(Text::new(problem, &ground)),
            task: Arc::new(task),
            lean: Arc::new(lean),
            lean_facts: lean_facts.into(),
            landmarks: Arc::default(),
        };
        Ok((plan, start))
    }

    /// The name of the problem.
    pub fn name(&self) -> &str {
        &self.text.name
    }

    /// The state of the lean task.
    pub(crate) fn lean_state(&self, state: &State) -> State {
        self.lean.state(|fact| self.is_true(state, self.lean_facts[fact] as usize))
    }

    fn is_true(&self, state: &State, fact: usize) -> bool {
        self.task.holds(&state.0, &[self.task.settings[fact]])
    }

    /// The actions of operators of the lean task.
    pub(crate) fn actions(&self, operators: &[u32]) -> Vec<Action> {
        operators.iter().map(|&operator| Action(self.lean.operators[operator as usize].action)).collect()
    }

    /// The operator of an action in the whole task.
    fn operator(&self, action: Action) -> u32 {
        self.task.operators.partition_point(|operator| operator.action < action.0) as u32
    }

    /// An action in words: `move a b`.
    fn words(&self, action: Action) -> &str {
        &self.text.actions[action.0 as usize]
    }

    /// How many conditions of the goal do not hold, of the way to it that lacks the fewest.
    pub(crate) fn goals_left(&self, state: &State) -> usize {
        let left = |way: &Vec<Setting>| way.iter().filter(|&&setting| !self.task.holds(&state.0, &[setting])).count();
        self.task.goals.iter().map(left).min().unwrap_or(0)
    }

    /// Whether the costs of actions count.
    pub(crate) fn has_costs(&self) -> bool {
        self.text.has_costs
    }

    /// What each way to the goal asks for, as far as it is not settled: `on a b`, `not on c d`. Where all of it is, or no
    /// way is left, the goal as it is written.
    fn goals(&self) -> Vec<Vec<String>> {
        let fact = |setting: &Setting| self.task.settings.iter().position(|known| known == setting);
        let atom = |setting: &Setting| match &self.text.facts[fact(setting)?] {
            Ok(atom) => Some(atom.clone()),
            Err(atom) => Some(format!("not {atom}")),
        };
        let ways: Vec<Vec<String>> = self.task.goals.iter().map(|way| way.iter().filter_map(atom).collect()).collect();
        if ways.iter().all(Vec::is_empty) { vec![self.text.goal.clone()] } else { ways }
    }

    /// Why these are the words of no action that can ever be done.
    fn unknown(&self, text: &str, words: &str) -> MoveError {
        let (name, args) = words.split_once(' ').unwrap_or((words, ""));
        let args: Vec<&str> = args.split_whitespace().collect();
        let schemas = || self.text.schemas.iter().filter(|(known, _)| known == name);
        let Some((_, params)) = schemas().next() else {
            let names: BTreeSet<&String> = self.text.schemas.iter().map(|(name, _)| name).collect();
            let names = Sentence::list(names.into_iter().take(MAX_NAMED).map(Sentence::plain));
            return MoveError::unreadable(text, sentence!("an action with its objects; the actions are {}", names));
        };
        if params.len() != args.len() {
            let objects = Sentence::counted(params.len(), ["{} object", "{} objects"]);
            return MoveError::unreadable(text, sentence!("{} for the action {}", objects, Sentence::plain(name)));
        }
        let fits =
            |place: usize, arg: &str| schemas().any(|(_, params)| params[place].iter().any(|known| known == arg));
        match args.iter().enumerate().find(|(place, arg)| !fits(*place, arg)) {
            Some((place, arg)) => {
                let known: BTreeSet<&String> = schemas().flat_map(|(_, params)| &params[place]).collect();
                let known = Sentence::list(known.into_iter().take(MAX_NAMED).map(Sentence::plain));
                MoveError::unreadable(
                    text,
                    sentence!("an object such as {} in place of {}", known, Sentence::quoted(arg)),
                )
            }
            None => MoveError::illegal(text, "its condition can never hold"),
        }
    }

    /// A plan as validators read it: `(move a b)`.
    pub fn steps(&self, plan: &[Action]) -> Vec<String> {
        plan.iter().map(|&action| format!("({})", self.words(action))).collect()
    }

    /// The atoms that are true, without constants.
    pub fn atoms<'a>(&'a self, state: &'a State) -> impl Iterator<Item = &'a str> {
        let facts = self.text.facts.iter().enumerate().filter(|(fact, _)| self.is_true(state, *fact));
        let atoms = facts.filter_map(|(_, fact)| fact.as_ref().ok());
        atoms.chain(&self.text.settled).map(String::as_str)
    }
}

impl Puzzle for Plan {
    type State = State;
    type Move = Action;

    /// Each action once, though its condition may hold in several ways.
    fn moves(&self, state: &State, moves: &mut Vec<Action>) {
        let mut found = Vec::new();
        self.task.moves(state, &mut found);
        let mut found: Vec<Action> =
            found.into_iter().map(|operator| Action(self.task.operators[operator as usize].action)).collect();
        found.sort_by_key(|&action| self.words(action));
        found.dedup_by_key(|action| self.words(*action));
        moves.append(&mut found);
    }

    fn apply(&self, state: &State, action: Action) -> State {
        self.task.apply(state, self.operator(action))
    }

    fn cost(&self, state: &State, action: Action) -> u64 {
        self.task.cost(state, self.operator(action))
    }

    fn is_goal(&self, state: &State) -> bool {
        self.task.is_goal(state)
    }

    fn lower_bound(&self, state: &State) -> u64 {
        let landmarks = self.landmarks.get_or_init(|| Mutex::new(LmCut::plain(&self.lean)));
        // Each evaluation begins anew, so that a panic leaves nothing behind.
        let mut landmarks = landmarks.lock().unwrap_or_else(PoisonError::into_inner);
        let mut pieces = LANDMARK_PIECES;
        let mut go_on = |work: u32| {
            pieces = pieces.saturating_sub(work);
            pieces > 0
        };
        landmarks.bound(&self.lean, &self.lean_state(state), &mut go_on)
    }
}

/// The work for the bound of a single state: some ten milliseconds.
const LANDMARK_PIECES: u32 = 2_000;

/// The problem that stands in where none was named.
const SMALL: &str = include_str!("../../../examples/puzzles/wolf.pddl");

impl PuzzleText for Plan {
    const NAME: &'static str = "plan";
    const ALIASES: &'static [&'static str] = &["pddl"];

    const PHRASES: Phrases = Phrases {
        moves: "an action: move(a,b)",
        typing: "Type an action: move(a,b)",
        units: Units::Spent("cost {} to the goal"),
        ..Phrases::PLAIN
    };

    fn start() -> (Self, State) {
        #[allow(clippy::expect_used)] // a text of our own, read by a test
        Plan::read(&[(Sentence::plain("wolf.pddl"), SMALL)]).expect("the small problem is sound")
    }

    /// Reads a domain and a problem, one behind the other.
    fn from_fen(fen: &str) -> Result<(Self, State), PositionError> {
        Plan::read(&[("position".into(), fen)])
    }

    fn fen(&self, state: &State) -> String {
        let mut text = self.text.ends[0].clone();
        // In an order of their own, so that a state has one text, however its task was read.
        let atoms: BTreeSet<&str> = self.text.constants.iter().map(String::as_str).chain(self.atoms(state)).collect();
        for (index, atom) in atoms.into_iter().enumerate() {
            let _ = write!(text, "{}({atom})", if index > 0 { " " } else { "" });
        }
        text + &self.text.ends[1]
    }

    /// Facts are numbered as they are found from the state that is read.
    fn parse_move(&self, state: &State, text: &str) -> Result<Action, MoveError> {
        let wanted = text.to_lowercase().replace(['(', ')', ','], " ");
        let wanted = wanted.split_whitespace().collect::<Vec<_>>().join(" ");
        let mut moves = Vec::new();
        self.moves(state, &mut moves);
        let found = moves.into_iter().find(|&action| self.words(action) == wanted);
        found.ok_or_else(|| {
            if self.text.actions.contains(&wanted) {
                MoveError::illegal(text, "its condition does not hold")
            } else {
                self.unknown(text, &wanted)
            }
        })
    }

    /// Writes `move(a,b)`, one word.
    fn move_text(&self, _: &State, action: Action) -> String {
        let words = self.words(action);
        words
            .split_once(' ')
            .map_or_else(|| words.to_owned(), |(name, args)| format!("{name}({})", args.replace(' ', ",")))
    }

    /// An action is spelled the same in every state.
    fn plan_text(&self, state: &State, plan: &[Action]) -> Vec<String> {
        plan.iter().map(|&action| self.move_text(state, action)).collect()
    }

    /// A line for each predicate with the atoms that are true, and one for the goal.
    fn diagram(&self, state: &State) -> String {
        let mut lines: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
        for atom in self.atoms(state) {
            let (name, args) = atom.split_once(' ').unwrap_or((atom, ""));
            lines.entry(name).or_default().insert(args);
        }
        let line = |(name, args): (&str, BTreeSet<&str>)| {
            let args: Vec<&str> = args.into_iter().collect();
            format!("{name} {}", args.join(", ")).trim_end().to_owned()
        };
        let goals: Vec<String> = self.goals().iter().take(GOALS_SHOWN).map(|way| way.join(", ")).collect();
        let goal = format!("goal: {}", goals.join(" or "));
        lines.into_iter().map(line).chain([goal]).collect::<Vec<_>>().join("\n")
    }

    fn view_part(&self, state: &State) -> Box<dyn GamePart> {
        Box::new(PlanView {
            problem: self.text.name.clone(),
            atoms: self.atoms(state).map(str::to_owned).collect(),
            constants: self.text.constants.clone(),
            goals: self.goals(),
        })
    }

    fn objective(&self) -> &'static str {
        if self.has_costs() { "cost" } else { "steps" }
    }
}

/// How many ways to the goal a diagram shows.
const GOALS_SHOWN: usize = 3;
/// Names listed in an error.
const MAX_NAMED: usize = 8;
/// Maximum size of a file, in bytes.
const FILE_LIMIT: u64 = 16 << 20;

/// Reads the problem in a file and its domain: in the same file, or `domain.pddl` beside it.
///
/// # Errors
/// A file cannot be read, or its text has a fault.
pub fn open(path: &Path, domain: Option<&Path>) -> Result<(Plan, State), FilesError> {
    open_by(read_text, path, domain)
}

/// [`open`] for what a person named, which may be a pipe.
///
/// # Errors
/// Those of [`open`].
pub fn open_named(path: &Path, domain: Option<&Path>) -> Result<(Plan, State), FilesError> {
    open_by(read_named_text, path, domain)
}

fn open_by(
    read: fn(&Path, u64) -> Result<String, FileError>,
    path: &Path,
    domain: Option<&Path>,
) -> Result<(Plan, State), FilesError> {
    let read = |path: &Path| read(path, FILE_LIMIT).map_err(FilesError::from);
    let name = |path: &Path| Sentence::plain(path.file_name().unwrap_or_default().to_string_lossy());
    let problem = read(path)?;
    let beside = path.with_file_name("domain.pddl");
    // A text without a domain, and none beside it, says itself what it lacks.
    let domain = domain.or_else(|| (!has_domain(&problem) && beside.exists()).then_some(&*beside));
    let Some(domain) = domain else { return Ok(Plan::read(&[(name(path), &problem)])?) };
    Ok(Plan::read(&[(name(domain), &read(domain)?), (name(path), &problem)])?)
}

/// Whether the problem in a file has its domain in it.
///
/// # Errors
/// The file cannot be read.
pub fn is_whole(path: &Path) -> Result<bool, FilesError> {
    Ok(has_domain(&read_text(path, FILE_LIMIT)?))
}

impl FromFiles for Plan {
    const OPENS_FILES: bool = true;

    fn open(path: &str) -> Result<(Self, State), FilesError> {
        open(Path::new(path), None)
    }
}
