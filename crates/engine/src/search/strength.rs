//! Weaker play and chance: which of the best lines to play.
//!
//! A weaker player searches fewer nodes and judges less accurately: noise is added to the scores of its candidate
//! moves, within a margin that grows with the square of the weakness. So its errors are small near full strength and
//! large far below it, but it rarely loses a rook at once. Below strength 0 some of its moves are random.

use crate::random::SplitMix64;
use crate::score::Score;
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
    let player = Player { worst_noise: WORST_NOISE, worth: |score| f64::from(score.int()) };
    player.choose(&scores, lines.len(), settings, key)
}

/// How a weaker player of a game judges moves.
pub(crate) struct Player {
    /// Noise of the weakest player, in the units of `worth`.
    pub(crate) worst_noise: f64,
    /// The value of a score to a weaker player.
    pub worth: fn(Score) -> f64,
}

impl Player {
    /// The index of the move to play; `moves` is their number and `scores` are those of the first ones, sorted best
    /// first.
    pub(crate) fn choose(&self, scores: &[Score], moves: usize, settings: &Settings, key: u64) -> usize {
        let mut chance = SplitMix64::new(settings.seed ^ key.rotate_left(32));
        if settings.strength.is_some_and(|strength| strength.is_blind(&mut chance)) {
            return chance.below(moves.max(1));
        }
        if let Some(weakness) = settings.weakness() {
            let noise = self.worst_noise * weakness * weakness;
            let judged = scores.iter().map(|&score| (self.worth)(score) + noise * chance.bell());
            return judged.enumerate().max_by(|a, b| a.1.total_cmp(&b.1)).map_or(0, |(index, _)| index);
        }
        let Some(best) = scores.first() else { return 0 };
        let least = best.int() - settings.random_margin;
        let near = scores.iter().take(settings.random_best).take_while(|score| score.int() >= least);
        match near.count() {
            0 | 1 => 0,
            count => chance.below(count),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::limits::Strength;

    fn lines(scores: &[i32]) -> Vec<RootMove<u16>> {
        let line = |&score: &i32| RootMove {
            mv: 1,
            score: Score::cp(score),
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
    fn nodes_grow_with_strength() {
        let cap = |strength| node_cap(&Settings { strength: Some(Strength(strength)), ..Settings::default() });
        assert!(cap(0.0) < cap(0.3) && cap(0.3) < cap(0.9));
        assert_eq!(cap(1.0), None);
    }
}
