//! Monsters.

use crate::rules::action::Actions;

/// A kind of monster.
#[derive(Clone, Debug, Default)]
pub struct Enemy {
    /// Whether enemys.js has it: nobody gets past one that it lacks.
    pub(crate) is_known: bool,
    /// What it is called.
    pub name: String,
    /// Hit points.
    pub hp: f64,
    /// Attack.
    pub attack: f64,
    /// Defence.
    pub defence: f64,
    /// Gold for it.
    pub money: i64,
    /// Experience for it.
    pub experience: i64,
    /// Points for it, which the tower's event of [`Project::points`] turns into numbers of the hero's.
    pub(crate) points: i64,
    /// Specials 1 to 27, a bit each.
    pub specials: u32,
    /// A special or number that is not understood, by its number in the report.
    pub unknown: Option<usize>,
    /// Specials above 27, by the places of their rules in [`Extra::specials`](super::Extra::specials).
    pub own: Vec<u16>,
    /// What formulas read of it: the place of the number, and the number.
    pub fields: Vec<(u32, f64)>,
    /// Numbers of its specials.
    pub numbers: EnemyNumbers,
    /// Whether bombs do nothing to it.
    pub(crate) no_bomb: bool,
    /// What comes before a fight with it, where the hero walks into it.
    pub(crate) before: Actions,
    /// What comes after a fight with it.
    pub after: Actions,
}

/// The numbers of a monster's specials.
#[derive(Clone, Copy, Debug, Default)]
pub struct EnemyNumbers {
    /// Blows a round (6).
    pub blows: f64,
    /// The share of the defence (7); 0 for the project's.
    pub(crate) break_armor: f64,
    /// The share of the attack (8); 0 for the project's.
    pub counter: f64,
    /// How many times the magic defence (9); 0 for the project's.
    pub purify: f64,
    /// The share of the hp (11).
    pub vampire: f64,
    /// Whether what is drunk heals it (11).
    pub(crate) heals: bool,
    /// Damage of a zone (15), a repulse (18), a laser (24).
    pub(crate) zone: f64,
    /// Damage of a repulse (18).
    pub(crate) repulse: f64,
    /// Damage of a laser (24).
    pub(crate) laser: f64,
    /// How far a zone reaches (15).
    pub range: f64,
    /// Whether zone, repulse and ambush reach the corners, too.
    pub square: bool,
    /// Attack and defence lost (21).
    pub(crate) degrade: [f64; 2],
    /// Damage before the fight (22).
    pub fixed: f64,
    /// What a halo adds, in percent: hp, attack, defence (25).
    pub(crate) halo: [f64; 3],
    /// How far a halo reaches; none for the whole floor (25).
    pub(crate) halo_range: Option<f64>,
    /// Whether a halo reaches the corners (25).
    pub(crate) halo_square: bool,
    /// Whether halos of one kind add up (25).
    pub(crate) halo_adds: bool,
}

impl Enemy {
    /// Whether it has a special.
    pub fn has(&self, special: u32) -> bool {
        self.specials >> special & 1 == 1
    }
}
