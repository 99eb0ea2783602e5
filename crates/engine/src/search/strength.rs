//! Weaker play and chance: which of the best lines to play.
//!
//! A weaker player searches fewer nodes and judges less accurately: noise is added to the scores of its candidate
//! moves, within a margin that grows with the square of the weakness. So its errors are small near full strength and
//! large far below it, but it rarely loses a rook at once. Below strength 0 some of its moves are random. What it sees
//! decided is not judged but played: the nearest win, or the longest defence of a lost position.

use crate::random::SplitMix64;
use crate::score::{MAX_PLY, Score};
use crate::search::limits::Settings;
use crate::search::root::RootMove;

/// Number of candidate moves of a weakened player.
const CANDIDATES: usize = 6;
/// Noise of the weakest player, in centipawns.
const WORST_NOISE: f64 = 500.0;
/// Nodes of the weakest player.
const MIN_NODES: f64 = 60.0;
/// How often the nodes double between the weakest player and one just below full strength.
const DOUBLINGS: f64 = 14.0;

/// How many best lines must be known.
pub(crate) fn lines_needed(settings: &Settings) -> usize {
    let candidates = if settings.weakness().is_some() { CANDIDATES } else { 1 };
    settings.multi_pv.max(settings.random_best).max(candidates).max(1)
}

/// The node limit of a weakened player.
pub(crate) fn node_cap(settings: &Settings) -> Option<u64> {
    settings.weakness().map(|weakness| (MIN_NODES * (DOUBLINGS * (1.0 - weakness)).exp2()) as u64)
}

/// The index of the line to play; `lines` are sorted best first. The same seed and position give the same choice.
pub(crate) fn choose<M>(lines: &[RootMove<M>], settings: &Settings, key: u64) -> usize {
    let known = lines.iter().take(lines_needed(settings)).take_while(|line| line.score > -Score::INFINITE);
    let scores: Vec<Score> = known.map(|line| line.score).collect();
    // Whatever so few nodes have proven is in sight.
    let player = Player { worst_noise: WORST_NOISE, worth: |score| f64::from(score.int()), sight: MAX_PLY as u32 };
    player.choose(&scores, lines.len(), settings, key)
}

/// How a weaker player of a game judges moves.
pub(crate) struct Player {
    /// Noise of the weakest player, in the units of `worth`.
    pub(crate) worst_noise: f64,
    /// The value of a score to a weaker player.
    pub worth: fn(Score) -> f64,
    /// A result at most this many plies away is played without any noise.
    pub(crate) sight: u32,
}

impl Player {
    /// The index of the move to play; `moves` is their number and `scores` are those of the first ones, sorted best
    /// first.
    pub(crate) fn choose(&self, scores: &[Score], moves: usize, settings: &Settings, key: u64) -> usize {
        let mut chance = SplitMix64::new(settings.seed ^ key.rotate_left(32));
        let Some(&best) = scores.first() else { return 0 };
        let blind = settings.strength.is_some_and(|strength| strength.is_blind(&mut chance));
        // Even a player who moves at random does not miss a win that ends the game at once.
        if blind && best < Score::win_in(1) {
            return chance.below(moves.max(1));
        }
        if let Some(weakness) = settings.weakness() {
            if self.is_in_sight(best) {
                return 0;
            }
            let noise = self.worst_noise * weakness * weakness;
            // The best score is undecided or far away, so what is in sight after it are losses.
            let open = scores.iter().take_while(|&&score| !self.is_in_sight(score));
            let judged = open.map(|&score| (self.worth)(score) + noise * chance.bell());
            return judged.enumerate().max_by(|a, b| a.1.total_cmp(&b.1)).map_or(0, |(index, _)| index);
        }
        // Wins and losses of different lengths are a few units apart, which are not centipawns.
        let margin = if best.is_decided() { 0 } else { settings.random_margin };
        let least = best.int() - margin;
        let near = scores.iter().take(settings.random_best).take_while(|score| score.int() >= least);
        match near.count() {
            0 | 1 => 0,
            count => chance.below(count),
        }
    }

    fn is_in_sight(&self, score: Score) -> bool {
        score.plies_to_end().is_some_and(|plies| plies.unsigned_abs() <= self.sight)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::limits::Strength;

    fn lines(scores: &[i32]) -> Vec<RootMove<u16>> {
        scored(&scores.iter().map(|&score| Score::cp(score)).collect::<Vec<_>>())
    }

    fn scored(scores: &[Score]) -> Vec<RootMove<u16>> {
        let line = |&score: &Score| RootMove {
            mv: 1,
            score,
            previous: Score::DRAW,
            swing: 0,
            depth: 1,
            pv: vec![1],
            seldepth: 1,
            nodes: 1,
        };
        scores.iter().map(line).collect()
    }

    #[test]
    fn chance_stays_within_number_and_margin() {
        let lines = lines(&[50, 45, 44, 10, 9]);
        for seed in 0..200 {
            let settings = Settings { random_best: 4, random_margin: 10, seed, ..Settings::default() };
            assert!(choose(&lines, &settings, 7) < 3);
        }
        let seeds =
            |seed| choose(&lines, &Settings { random_best: 3, random_margin: 10, seed, ..Settings::default() }, 7);
        assert!((0..3).all(|wanted| (0..100).any(|seed| seeds(seed) == wanted)));
        assert_eq!(choose(&lines, &Settings::default(), 7), 0);
    }

    #[test]
    fn a_weaker_player_errs_more() {
        let lines = lines(&[100, 60, 20, -20, -60, -300]);
        let error = |strength| {
            let errors = (0..500).map(|seed| {
                let settings = Settings { strength: Some(Strength(strength)), seed, ..Settings::default() };
                100 - lines[choose(&lines, &settings, 3)].score.int()
            });
            errors.sum::<i32>()
        };
        let errors = [0.0, 0.25, 0.5, 0.75, 1.0].map(error);
        assert!(errors.windows(2).all(|pair| pair[0] > pair[1]) && errors[4] == 0, "{errors:?}");
    }

    #[test]
    fn below_nothing_moves_are_blind() {
        let lines = lines(&[0, -100_000, -100_000, -100_000]);
        let blunders = |strength| {
            let choose =
                |seed| choose(&lines, &Settings { strength: Some(Strength(strength)), seed, ..Settings::default() }, 5);
            (0..4000).filter(|&seed| choose(seed) > 0).count()
        };
        // Three out of four moves are blunders.
        assert_eq!(blunders(0.0), 0);
        assert!((1350..1650).contains(&blunders(-0.5)) && (2850..3150).contains(&blunders(-1.0)));
    }

    #[test]
    fn what_is_seen_decided_is_played_as_decided() {
        let wins = scored(&[Score::win_in(3), Score::win_in(5), Score::win_in(7), Score::cp(900)]);
        let losses = scored(&[Score::loss_in(8), Score::loss_in(6), Score::loss_in(2)]);
        let at_once = scored(&[Score::win_in(1), Score::win_in(3), Score::cp(0)]);
        for seed in 0..300 {
            for level in (0..100).map(|percent| f64::from(percent) / 100.0) {
                let settings = Settings { strength: Some(Strength(level)), seed, ..Settings::default() };
                assert_eq!(choose(&wins, &settings, 9), 0, "strength {level}");
                assert_eq!(choose(&losses, &settings, 9), 0, "strength {level}");
            }
            for strength in [-1.0, -0.5, 0.0, 0.9] {
                let settings = Settings { strength: Some(Strength(strength)), seed, ..Settings::default() };
                assert_eq!(choose(&at_once, &settings, 9), 0, "strength {strength}");
            }
            let settings = Settings { random_best: 3, random_margin: 50, seed, ..Settings::default() };
            assert_eq!(choose(&wins, &settings, 9), 0, "a shorter win is not a few centipawns better");
        }
    }

    #[test]
    fn a_loss_in_sight_is_avoided() {
        let scores = [Score::cp(-90), Score::loss_in(20), Score::loss_in(2)];
        let player = Player { worst_noise: 1e6, worth: |score| f64::from(score.int()), sight: 2 };
        let choose = |seed| {
            player.choose(&scores, 3, &Settings { strength: Some(Strength(0.0)), seed, ..Settings::default() }, 1)
        };
        let chosen: Vec<usize> = (0..200).map(choose).collect();
        assert!(chosen.contains(&0) && chosen.contains(&1) && !chosen.contains(&2));
    }

    #[test]
    fn nodes_grow_with_strength() {
        let cap = |strength| node_cap(&Settings { strength: Some(Strength(strength)), ..Settings::default() });
        assert!(cap(0.0) < cap(0.3) && cap(0.3) < cap(0.9));
        assert_eq!(cap(1.0), None);
    }
}
