//! Fits the chances of win, draw and loss ([`meihua_engine::engine::wdl`]) to games by maximum likelihood.

use super::curve::least;
use crate::datagen::GameData;
use crate::datagen::quiet::{SampleError, visit_games};
use meihua_contracts::side::Side;
use meihua_engine::engine::wdl::Curve;
use std::path::PathBuf;

/// Larger scores count as this one, in centipawns.
const BOUND: i32 = 2_000;

/// The minimum chance of any result, so that one odd game does not dominate.
const MIN_CHANCE: f64 = 1e-4;

/// The range to search for the parameters of the curve, in centipawns.
const EVEN: (f64, f64) = (20.0, 1_500.0);
const SPREAD: (f64, f64) = (20.0, 800.0);

/// Games won, drawn and lost by the side to move, by score.
#[derive(Clone, Debug)]
pub(crate) struct Tally {
    counts: Vec<[u32; 3]>,
}

impl Default for Tally {
    fn default() -> Tally {
        Tally { counts: vec![[0; 3]; 2 * BOUND as usize + 1] }
    }
}

impl Tally {
    /// Counts all positions in files of games after the first `skip` plies and the last random move, except proven
    /// results.
    ///
    /// # Errors
    /// A file cannot be read, or contains something else.
    pub(crate) fn read(paths: &[PathBuf], skip: usize) -> Result<Tally, SampleError> {
        let mut tally = Tally::default();
        for path in paths {
            visit_games(path, &mut |game| {
                tally.add_game(game, skip);
                Ok(())
            })?;
        }
        Ok(tally)
    }

    fn add_game(&mut self, game: &GameData, skip: usize) {
        // The FEN contains the side to move.
        let mut side = if game.fen.split(' ').nth(1) == Some("b") { Side::Second } else { Side::First };
        for (ply, (_, score)) in game.plies.iter().enumerate() {
            if ply >= skip.max(game.settled) && !score.is_decided() {
                let result = game.winner.map_or(1, |winner| if winner == side { 0 } else { 2 });
                self.add(score.int(), result);
            }
            side = !side;
        }
    }

    /// Adds a position with the score and result of the side to move: won (0), drawn (1) or lost (2).
    fn add(&mut self, score: i32, result: usize) {
        self.counts[(score.clamp(-BOUND, BOUND) + BOUND) as usize][result] += 1;
    }

    pub(crate) fn positions(&self) -> u64 {
        self.counts.iter().flatten().map(|&count| u64::from(count)).sum()
    }

    /// The negative log-likelihood of these games under a curve.
    fn surprise(&self, curve: Curve) -> f64 {
        let of_score = |(index, counts): (usize, &[u32; 3])| {
            let score = f64::from(index as i32 - BOUND);
            let (win, loss) = (curve.win(score), curve.win(-score));
            let chances = [win, 1.0 - win - loss, loss];
            let each =
                chances.iter().zip(counts).map(|(chance, &count)| f64::from(count) * chance.max(MIN_CHANCE).ln());
            -each.sum::<f64>()
        };
        self.counts.iter().enumerate().filter(|(_, counts)| **counts != [0; 3]).map(of_score).sum()
    }

    /// The curve that fits best.
    pub(crate) fn fit(&self) -> Curve {
        let best_spread = |even| least(SPREAD, |spread| self.surprise(Curve { even, spread }));
        let even = least(EVEN, |even| self.surprise(Curve { even, spread: best_spread(even) }));
        Curve { even, spread: best_spread(even) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::datagen::data_file::DataFile;
    use meihua_contracts::random::SplitMix64;
    use meihua_engine::score::Score;
    use std::fs;

    #[test]
    fn curve_of_drawn_games_is_found() {
        let truth = Curve { even: 260.0, spread: 110.0 };
        let mut random = SplitMix64::new(8);
        let mut tally = Tally::default();
        for _ in 0..60_000 {
            let score = random.below(1_600) as i32 - 800;
            let chance = random.unit();
            let win = truth.win(f64::from(score));
            let result = if chance < win {
                0
            } else if chance > 1.0 - truth.win(f64::from(-score)) {
                2
            } else {
                1
            };
            tally.add(score, result);
        }
        let found = tally.fit();
        assert!((found.even - truth.even).abs() < 6.0 && (found.spread - truth.spread).abs() < 6.0, "{found:?}");
    }

    fn won_by_black() -> GameData {
        let plies = vec![(1, Score::cp(30)), (2, Score::cp(-40)), (3, Score::win_in(3))];
        GameData { number: 0, fen: "4k4/9 b - - 0 1".to_owned(), winner: Some(Side::Second), plies, settled: 0 }
    }

    #[test]
    fn positions_before_random_moves_do_not_count() {
        let path = |name| std::env::temp_dir().join(format!("meihua-{name}-{}.bin", std::process::id()));
        let files = [("played", 0), ("strayed", 1)].map(|(name, settled)| {
            _ = fs::remove_file(path(name));
            let mut file = DataFile::open(&path(name), "game=xiangqi stray=8", &mut |_| ()).unwrap();
            file.add(&GameData { settled, ..won_by_black() }).unwrap();
            path(name)
        });
        let positions = |files: &[PathBuf]| Tally::read(files, 0).unwrap().positions();
        assert_eq!((positions(&files), positions(&files[..1]), positions(&files[1..])), (3, 2, 1));
        files.iter().for_each(|file| fs::remove_file(file).unwrap());
    }

    #[test]
    fn results_are_the_movers() {
        let mut tally = Tally::default();
        tally.add_game(&won_by_black(), 0);
        assert_eq!(tally.positions(), 2);
        assert_eq!(tally.counts[(BOUND + 30) as usize], [1, 0, 0]);
        assert_eq!(tally.counts[(BOUND - 40) as usize], [0, 0, 1]);
    }
}
