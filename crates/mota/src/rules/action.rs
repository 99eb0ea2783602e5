//! The words of events that change the game, as a list of actions.

use crate::rules::equipment::Change;
use crate::rules::expression::{Expression, Stat};
use crate::rules::model::{Enemy, Tile};

pub(crate) type Actions = Vec<Action>;

/// A cell that an event names: column and row, both expressions.
pub(crate) type CellOf = (Expression, Expression);

/// The floor that an event names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FloorOf {
    /// The floor where the hero is.
    Here,
    /// The next one in the order of the project; the last one itself.
    Next,
    /// The one before; the first one itself.
    Before,
    /// A floor by its number.
    At(usize),
}

impl FloorOf {
    /// Its number among `floors` floors, with the hero on the floor `here`; none where there is no such floor.
    pub fn number(self, here: u16, floors: usize) -> Option<u16> {
        let here = usize::from(here);
        let number = match self {
            FloorOf::Here => here,
            FloorOf::Next => (here + 1).min(floors - 1),
            FloorOf::Before => here.saturating_sub(1),
            FloorOf::At(number) => number,
        };
        (number < floors).then_some(number as u16)
    }
}

/// What a value is given to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Target {
    /// A number of the hero's.
    Status(Stat),
    /// How many of an item the hero has.
    Item(u32),
    /// A flag.
    Flag(u32),
    /// A switch of the event's own cell.
    Switch(u8),
    /// A number that later statements of the same effect read.
    Local(u32),
}

/// How a value is given.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)] // The signs say it.
pub enum Assign {
    Set,
    Add,
    Subtract,
    Multiply,
    Divide,
    Remainder,
    Power,
    /// Divides, without the rest.
    Quotient,
    /// The smaller one.
    Least,
    /// The larger one.
    Most,
}

impl Assign {
    /// The way that a sign stands for.
    pub fn of(sign: &str) -> Option<Assign> {
        Some(match sign {
            "=" => Assign::Set,
            "+=" => Assign::Add,
            "-=" => Assign::Subtract,
            "*=" => Assign::Multiply,
            "/=" => Assign::Divide,
            "%=" => Assign::Remainder,
            "**=" => Assign::Power,
            "//=" => Assign::Quotient,
            "min=" => Assign::Least,
            "max=" => Assign::Most,
            _ => return None,
        })
    }

    /// The new number of what had the number `old`.
    pub fn apply(self, old: f64, value: f64) -> f64 {
        match self {
            Assign::Set => value,
            Assign::Add => old + value,
            Assign::Subtract => old - value,
            Assign::Multiply => old * value,
            Assign::Divide => old / value,
            Assign::Remainder => old % value,
            Assign::Power => old.powf(value),
            Assign::Quotient => (old / value).trunc(),
            Assign::Least | Assign::Most if old.is_nan() || value.is_nan() => f64::NAN,
            Assign::Least => old.min(value),
            Assign::Most => old.max(value),
        }
    }
}

/// A number of a monster's that events set.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum EnemyPart {
    /// Hit points.
    Hp,
    /// Attack.
    Attack,
    /// Defence.
    Defence,
    /// Gold.
    Money,
    /// Experience.
    Experience,
    /// The special, one number.
    Special,
}

impl EnemyPart {
    /// The number of a monster; 0 for its special, to which nothing is added.
    pub(crate) fn of(self, kind: &Enemy) -> f64 {
        match self {
            EnemyPart::Hp => kind.hp,
            EnemyPart::Attack => kind.attack,
            EnemyPart::Defence => kind.defence,
            EnemyPart::Money => kind.money as f64,
            EnemyPart::Experience => kind.experience as f64,
            EnemyPart::Special => 0.0,
        }
    }

    /// Gives the number to a monster.
    pub(crate) fn set(self, kind: &mut Enemy, number: f64) {
        match self {
            EnemyPart::Hp => kind.hp = number,
            EnemyPart::Attack => kind.attack = number,
            EnemyPart::Defence => kind.defence = number,
            EnemyPart::Money => kind.money = number as i64,
            EnemyPart::Experience => kind.experience = number as i64,
            EnemyPart::Special => kind.specials = if (1.0..=27.0).contains(&number) { 1 << number as u32 } else { 0 },
        }
    }
}

/// One of the things that a player may choose.
#[derive(Clone, Debug)]
pub struct Choice {
    /// What it reads, a text.
    pub(crate) text: u32,
    /// What is asked.
    pub(crate) question: u32,
    /// Where it is typed, pressed or clicked: the number of its code among [`Tables::inputs`](crate::rules::expression::Tables).
    pub(crate) input: Option<u8>,
    /// Shown only if this holds.
    pub shown: Option<Expression>,
    /// To be chosen only if this holds.
    pub need: Option<Expression>,
    pub(crate) actions: Actions,
}

/// A block's step: columns, rows.
pub type Step = (i8, i8);

/// A step of the hero's, or of a block, in an event.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HeroStep {
    /// In a direction.
    Way(Step),
    /// None, but a look in a direction.
    Look(Step),
    /// Where he looks.
    Forward,
    /// Away from where he looks.
    Backward,
}

/// The events of cells that `insert` names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)] // Their names on the platform.
pub enum CellList {
    Events,
    BeforeBattle,
    AfterBattle,
    AfterGetItem,
    AfterOpenDoor,
}

/// How the hero turns: which way he looks then, by the way that he looks before, both indices of
/// [`DIRECTIONS`](crate::rules::model::DIRECTIONS).
pub type Turn = [u8; 4];

/// No turn.
pub(crate) const AHEAD: Turn = [0, 1, 2, 3];

/// Where the hero arrives on another floor.
#[derive(Clone, Debug)]
pub enum Arrival {
    /// On a cell.
    Cell(CellOf),
    /// Beside the stairs down, on the floor's `downFloor`.
    Down,
    /// Beside the stairs up, on the floor's `upFloor`.
    Up,
    /// Beside a block of this id, a text.
    Block(u32),
    /// Where the hero stood.
    Same,
}

/// What an event does.
#[derive(Clone, Debug)]
pub enum Action {
    /// Gives a value to something.
    SetValue(Target, Assign, Expression),
    /// One list or the other.
    If(Expression, Actions, Actions),
    /// The first list whose value is equal; `None` is the default. The flag: goes on with the next list.
    Switch(Expression, Vec<(Option<Expression>, Actions, bool)>),
    /// The player chooses.
    Choices(Vec<Choice>),
    /// As long as the condition holds; the flag: it is looked at after the list.
    While(Expression, Actions, bool),
    /// A flag counts from, to, by.
    For(u32, Box<[Expression; 3]>, Actions),
    /// Leaves this number of loops.
    Break(u32),
    /// Goes on with the next turn of the so-manieth loop.
    Continue(u32),
    /// Ends the event.
    Exit,
    /// Puts a block of this number on cells.
    SetBlock(Tile, FloorOf, Vec<CellOf>),
    /// Hides blocks; the flag: takes them away.
    Hide(FloorOf, Vec<CellOf>, bool),
    /// Shows hidden blocks.
    Show(FloorOf, Vec<CellOf>),
    /// Opens a door or wall; the flag: with its keys.
    OpenDoor(FloorOf, CellOf, bool),
    /// Puts a door of this number on a free cell of the hero's floor.
    CloseDoor(Tile, CellOf),
    /// Moves a block; the flag: it stays at the end. A number: the block is made first.
    Move(CellOf, Vec<HeroStep>, bool, Option<Tile>),
    /// Moves a block at once.
    Jump(CellOf, CellOf, bool),
    /// Moves the hero, without what the cells between do.
    MoveHero(Vec<HeroStep>),
    /// A step ahead as by a key, with all that it sets off.
    Advance,
    /// Pushes the box of the own cell where the hero looks, and follows it.
    PushBox,
    /// Puts the hero on a cell of the floor, if one is named, and turns him.
    ChangePos(Option<CellOf>, Turn),
    /// To another floor, where he turns.
    ChangeFloor(FloorOf, Arrival, Turn),
    /// A fight with a monster of this number among the monsters' names.
    Battle(u32),
    /// A fight with the monster on a cell.
    BattleAt(CellOf),
    /// Does what a step onto a cell would do; the rest of the event is of that cell, too.
    Trigger(CellOf),
    /// Runs the event of the own cell anew, and ends with it.
    Revisit,
    /// Changes a kind of monster.
    SetEnemy(u32, EnemyPart, Assign, Expression),
    /// Changes the monsters on cells, each until it is beaten; no value: they are what their kind is again.
    SetEnemyAt(FloorOf, Vec<CellOf>, Option<(EnemyPart, Assign, Expression)>),
    /// The actions of a cell of a floor.
    InsertAt(FloorOf, CellList, CellOf),
    /// The actions of the common event of this number, with flags that are given values before.
    Insert(usize, Vec<(u32, Expression)>),
    /// The shop of this number, and the text shown before it.
    OpenShop(usize, u32),
    /// Allows or forbids to use the shop of this number from afar.
    EnableShop(usize, bool),
    /// Gives the hero a poison, a weakness, a curse.
    Debuff([bool; 3]),
    /// Takes back a poison, a weakness, a curse.
    Cure([bool; 3]),
    /// Puts on equipment of the bag.
    PutOn(u32),
    /// Takes off what is worn in a slot.
    TakeOff(usize),
    /// Changes a number of equipment.
    SetEquipment(Change, Assign, Expression),
    /// Uses an item of the bag, where it can be used: for equipment, puts it on.
    UseItem(u32),
    /// The game is won; what is said then, a text.
    Win(u32),
    /// The game is lost; what is said then, a text.
    Lose(u32),
    /// What is not understood, by its number in the report.
    Unknown(usize),
}
