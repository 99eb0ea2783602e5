//! Pairings: every two engines play pairs of games, two from each opening with colours swapped.

use meihua_contracts::side::Side;
use std::fmt;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Meetings {
    All,
    /// The first engine plays all others, who do not play each other.
    Gauntlet,
    /// Each engine plays this many of those after it.
    Neighbours(usize),
}

impl Meetings {
    /// Whether two engines play each other; the lower number comes first.
    fn are_paired(self, [a, b]: [usize; 2]) -> bool {
        match self {
            Meetings::All => true,
            Meetings::Gauntlet => a == 0,
            Meetings::Neighbours(reach) => b - a <= reach,
        }
    }

    /// Parses what [`fmt::Display`] writes.
    pub fn parse(text: &str) -> Option<Meetings> {
        match text.split_once(' ')? {
            ("gauntlet", "false") => Some(Meetings::All),
            ("gauntlet", "true") => Some(Meetings::Gauntlet),
            ("neighbours", reach) => reach.parse().ok().map(Meetings::Neighbours),
            _ => None,
        }
    }
}

/// The form used in journals.
impl fmt::Display for Meetings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Meetings::All => f.write_str("gauntlet false"),
            Meetings::Gauntlet => f.write_str("gauntlet true"),
            Meetings::Neighbours(reach) => write!(f, "neighbours {reach}"),
        }
    }
}

/// Who plays whom, and how often.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Schedule {
    pairings: Vec<[usize; 2]>,
    pairs: usize,
}

/// One game to be played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fixture {
    /// The number, from 1. Games of one pairing and opening have adjacent numbers; adding pairs does not renumber
    /// earlier games.
    pub number: usize,
    pub pairing: usize,
    pub pair: usize,
    /// The engines, first player first.
    pub players: [usize; Side::NUM],
}

impl Schedule {
    /// The schedule for a number of engines.
    pub fn new(engines: usize, meetings: Meetings, pairs: usize) -> Schedule {
        let all = (0..engines).flat_map(|a| (a + 1..engines).map(move |b| [a, b]));
        Schedule { pairings: all.filter(|&pairing| meetings.are_paired(pairing)).collect(), pairs }
    }

    /// The pairings: the engine whose results are counted, and its opponent.
    pub(crate) fn pairings(&self) -> &[[usize; 2]] {
        &self.pairings
    }

    pub fn games(&self) -> usize {
        self.pairings.len() * self.pairs * 2
    }

    /// The game with a given number; `None` beyond the last.
    pub(crate) fn fixture(&self, number: usize) -> Option<Fixture> {
        let index = number.checked_sub(1).filter(|&index| index < self.games())?;
        let (round, colour) = (index / 2, index % 2);
        let (pair, pairing) = (round / self.pairings.len(), round % self.pairings.len());
        let [a, b] = *self.pairings.get(pairing)?;
        Some(Fixture { number, pairing, pair, players: if colour == 0 { [a, b] } else { [b, a] } })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everybody_meets_everybody_with_both_colours() {
        let schedule = Schedule::new(4, Meetings::All, 3);
        assert_eq!(schedule.games(), 36);
        let games: Vec<Fixture> = (1..=36).map(|number| schedule.fixture(number).unwrap()).collect();
        for pair in 0..3 {
            for a in 0..4 {
                for b in (0..4).filter(|&b| b != a) {
                    assert_eq!(games.iter().filter(|game| game.pair == pair && game.players == [a, b]).count(), 1);
                }
            }
        }
        assert_eq!(schedule.fixture(0), None);
        assert_eq!(schedule.fixture(37), None);
        let longer = Schedule::new(4, Meetings::All, 9);
        assert!(games.iter().all(|game| longer.fixture(game.number) == Some(*game)));
    }

    #[test]
    fn a_gauntlet() {
        let schedule = Schedule::new(4, Meetings::Gauntlet, 1);
        assert_eq!(schedule.pairings(), [[0, 1], [0, 2], [0, 3]]);
        assert_eq!(schedule.fixture(6).unwrap().players, [3, 0]);
    }

    #[test]
    fn a_ladder() {
        let pairings = |reach| Schedule::new(4, Meetings::Neighbours(reach), 1).pairings().to_vec();
        assert_eq!(pairings(1), [[0, 1], [1, 2], [2, 3]]);
        assert_eq!(pairings(2), [[0, 1], [0, 2], [1, 2], [1, 3], [2, 3]]);
    }

    #[test]
    fn conditions_are_read_back() {
        for meetings in [Meetings::All, Meetings::Gauntlet, Meetings::Neighbours(3)] {
            assert_eq!(Meetings::parse(&meetings.to_string()), Some(meetings));
        }
        assert_eq!(Meetings::parse("game xiangqi"), None);
    }
}
