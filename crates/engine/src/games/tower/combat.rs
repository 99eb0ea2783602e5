//! Combat: what fighting a monster costs the hero, under both sets of rules.
//!
//! The hero strikes first. He needs `1 + (hp - 1) / (attack - monster's defence)` blows, and the monster answers
//! between any two of them, so with `answers = (hp - 1) / (attack - monster's defence)`
//!
//! ```text
//! damage = answers * (monster's attack - defence) * blows an answer + extras - magic defence, at least 0
//! ```
//!
//! The hero cannot fight a monster whose defence he cannot pierce, and takes no damage from a monster that cannot
//! pierce his. Specials modify these numbers; see [`Special`].

use serde::Serialize;
use thiserror::Error;

/// The two sets of rules; the number of values in the file tells them apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Version {
    /// Five values, specials 0 to 4.
    V1,
    /// Seven values, specials 0 to 9.
    V2,
}

/// The special ability of a monster.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Special {
    /// Nothing.
    Plain,
    /// Magic attack: the hero's defence counts as 0 (1).
    Magic,
    /// Solid: the monster's defence is the hero's attack minus 1 (2).
    Solid,
    /// First strike: one extra blow (3).
    FirstStrike,
    /// Armour break: nine tenths of the hero's defence, rounded down, as one-time damage (v2: 4).
    ArmourBreak,
    /// Counter: a tenth of the hero's attack, rounded down, as extra damage with every answer (v2: 5).
    Counter,
    /// Mimic: attack and defence are the hero's own (v2: 6).
    Mimic,
    /// Several blows per answer: 2 (v1: 4), 2 to 4 (v2: 7 to 9).
    Blows(u8),
}

impl Special {
    /// The special with this number under these rules; `None` for an unused number.
    pub(crate) fn from_number(number: i64, version: Version) -> Option<Special> {
        Some(match (number, version) {
            (0, _) => Special::Plain,
            (1, _) => Special::Magic,
            (2, _) => Special::Solid,
            (3, _) => Special::FirstStrike,
            (4, Version::V1) => Special::Blows(2),
            (4, Version::V2) => Special::ArmourBreak,
            (5, Version::V2) => Special::Counter,
            (6, Version::V2) => Special::Mimic,
            (7..=9, Version::V2) => Special::Blows(number as u8 - 5),
            _ => return None,
        })
    }

    /// Its number under these rules; of v2's multiple blows, only the double blow has a number in v1.
    pub fn number(self, version: Version) -> u8 {
        match (self, version) {
            (Special::Plain, _) => 0,
            (Special::Magic, _) => 1,
            (Special::Solid, _) => 2,
            (Special::FirstStrike, _) => 3,
            (Special::ArmourBreak, _) => 4,
            (Special::Counter, _) => 5,
            (Special::Mimic, _) => 6,
            (Special::Blows(_), Version::V1) => 4,
            (Special::Blows(blows), Version::V2) => blows + 5,
        }
    }
}

/// A kind of monster. All numbers are from 0 to [`crate::games::tower::MAX_NUMBER`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Monster {
    /// Hit points, at least 1 (0 only for a boss who is already dead).
    pub hp: i64,
    /// Attack.
    pub attack: i64,
    /// Defence.
    pub defence: i64,
    /// Its special ability.
    pub special: Special,
}

/// Why a fight cannot start: the hero does not pierce the monster's defence.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("attack {attack} does not pierce defence {defence}")]
pub struct Unhurt {
    pub attack: i64,
    /// The monster's defence.
    pub defence: i64,
}

impl Monster {
    /// The damage of a fight before subtracting the magic defence; it depends on attack and defence alone. Never
    /// negative; 0 if the monster does not pierce the hero's defence.
    pub(crate) fn raw_damage(&self, attack: i64, defence: i64) -> Result<i64, Unhurt> {
        let worn = if self.special == Special::Magic { 0 } else { defence };
        let (its_attack, its_defence) = match self.special {
            Special::Solid => (self.attack, attack - 1),
            Special::Mimic => (attack, defence),
            _ => (self.attack, self.defence),
        };
        if attack <= its_defence {
            return Err(Unhurt { attack, defence: its_defence });
        }
        if worn >= its_attack {
            return Ok(0);
        }
        let answers = (self.hp - 1) / (attack - its_defence);
        let blow = its_attack - worn;
        Ok(match self.special {
            Special::FirstStrike => (answers + 1) * blow,
            Special::ArmourBreak => answers * blow + defence * 9 / 10,
            Special::Counter => answers * (blow + attack / 10),
            Special::Blows(blows) => answers * blow * blows as i64,
            Special::Plain | Special::Magic | Special::Solid | Special::Mimic => answers * blow,
        })
    }

    /// The damage of a fight. The hero needs more hp than that to start it.
    pub fn damage(&self, attack: i64, defence: i64, magic_defence: i64) -> Result<i64, Unhurt> {
        Ok((self.raw_damage(attack, defence)? - magic_defence).max(0))
    }
}

/// The benefit of more attack: the smallest attack with which a fight costs less.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct Threshold {
    pub attack: i64,
    /// Hp that the fight costs with that attack.
    pub damage: i64,
}

/// How much additional attack is tried.
const NEAR: i64 = 500;

impl Threshold {
    /// The first threshold from an attack on, given what a fight costs by attack and what it costs now; `None` if there
    /// is none nearby.
    pub(crate) fn find(from: i64, now: Option<i64>, mut damage: impl FnMut(i64) -> Option<i64>) -> Option<Threshold> {
        (from..from.saturating_add(NEAR)).find_map(|attack| {
            let damage = damage(attack)?;
            now.is_none_or(|now| damage < now).then_some(Threshold { attack, damage })
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn monster(number: i64, version: Version) -> Monster {
        let special = Special::from_number(number, version).unwrap();
        Monster { hp: 50, attack: 20, defence: 4, special }
    }

    /// Computed by hand for a hero with attack 14 (five blows, four answers of 8) and defence 12.
    #[test]
    fn every_special_by_hand() {
        let damage = |number, version| monster(number, version).damage(14, 12, 0).unwrap();
        let v1: Vec<i64> = (0..=4).map(|number| damage(number, Version::V1)).collect();
        // solid: ten blows... of 1 against 50 hp: 49 answers of 8
        assert_eq!(v1, [32, 80, 392, 40, 64]);
        let v2: Vec<i64> = (0..=9).map(|number| damage(number, Version::V2)).collect();
        // armour break +10; counter 4 * 1; mimic 14/12 against 50 hp: 24 answers of 2
        assert_eq!(v2, [32, 80, 392, 40, 42, 36, 48, 64, 96, 128]);
    }

    #[test]
    fn walls_of_armour() {
        let plain = monster(0, Version::V1);
        assert_eq!(plain.damage(4, 0, 0), Err(Unhurt { attack: 4, defence: 4 }));
        assert_eq!(plain.damage(5, 20, 0), Ok(0));
        assert_eq!(monster(1, Version::V1).damage(5, 20, 0), Ok(49 * 20));
        assert_eq!(monster(4, Version::V2).damage(5, 20, 0), Ok(0));
        assert_eq!(monster(6, Version::V2).damage(5, 5, 0), Err(Unhurt { attack: 5, defence: 5 }));
        assert_eq!(monster(2, Version::V1).damage(0, 0, 0), Ok(49 * 20));
        assert_eq!(plain.damage(14, 12, 40), Ok(0));
    }

    #[test]
    fn numbers_and_specials_correspond() {
        for (version, last) in [(Version::V1, 4), (Version::V2, 9)] {
            for number in 0..=last {
                let special = Special::from_number(number, version).unwrap();
                assert_eq!(special.number(version) as i64, number);
            }
            assert_eq!(Special::from_number(last + 1, version), None);
            assert_eq!(Special::from_number(-1, version), None);
        }
    }
}
