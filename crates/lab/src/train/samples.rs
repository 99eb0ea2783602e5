//! Positions as the trainer sees them: the features from the side to move's view, and the targets.

use super::curve::points;
use crate::datagen::quiet::{self, Count, Filter, Quiet, SampleError};
use meihua_contracts::side::Side;
use meihua_engine::games::xiangqi::Piece;
use meihua_engine::games::xiangqi::Position;
use meihua_engine::games::xiangqi::net::feature::{FEATURES, FeatureSet, feature_set, perspective};
use meihua_engine::games::xiangqi::net::scale::{FULL, factor};
use meihua_engine::games::xiangqi::square::Square;
use std::path::PathBuf;
use std::sync::LazyLock;

/// For each feature of the side to move's direct view: the feature in all views (own, own mirrored, other, other
/// mirrored).
pub(crate) static VIEWS_OF: LazyLock<Vec<FeatureSet>> = LazyLock::new(|| {
    let mut table = vec![FeatureSet::default(); FEATURES];
    for (piece, square) in Piece::all().flat_map(|piece| Square::all().map(move |square| (piece, square))) {
        let all = feature_set(piece, square);
        if let Some(views) = table.get_mut(usize::from(all[0])) {
            *views = *all;
        }
    }
    table
});

/// A position without its features.
#[derive(Clone, Copy, Debug)]
pub struct Sample {
    /// The end of its features in [`Samples::features`]; they start where the previous position's end. A hundred
    /// million positions have two to three thousand million features.
    end: u64,
    /// The search score for the side to move, in centipawns.
    pub score: i16,
    /// The points of the side to move in half points; `None` if the result does not count.
    pub result: Option<u8>,
    /// The share of an advantage that can still be won, for the side to move and the other side, in 64ths.
    pub kept: [u8; Side::NUM],
}

/// A sequence of positions.
#[derive(Clone, Debug, Default)]
pub struct Samples {
    list: Vec<Sample>,
    features: Vec<u16>,
}

impl Samples {
    /// Adds a position with the score and points of the side to move.
    pub fn add(&mut self, position: &Position, score: i32, result: Option<f32>) {
        let side = position.side();
        for square in position.occupied() {
            self.features.extend(position.piece_on(square).map(|piece| feature_set(piece, square)[perspective(side)]));
        }
        self.list.push(Sample {
            end: self.features.len() as u64,
            score: score as i16,
            result: result.map(|points| (2.0 * points) as u8),
            kept: [side, !side].map(|side| factor(position, side) as u8),
        });
    }

    /// Number of positions.
    pub fn len(&self) -> usize {
        self.list.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// A position and its features in the side to move's direct view.
    #[inline(always)]
    pub fn get(&self, index: usize) -> (&Sample, &[u16]) {
        let begin = if index == 0 { 0 } else { self.list[index - 1].end };
        let sample = &self.list[index];
        (sample, &self.features[begin as usize..sample.end as usize])
    }

    /// Pairs of score and points, for fitting the width of the curve.
    pub fn pairs(&self) -> Vec<(f32, f32)> {
        let pair = |sample: &Sample| Some((f32::from(sample.score), f32::from(sample.result?) / 2.0));
        self.list.iter().filter_map(pair).collect()
    }
}

impl Sample {
    /// An output, in units of the curve's width, after the correction for advantages that cannot be won.
    #[inline(always)]
    pub fn keep(&self, output: f32) -> f32 {
        f32::from(self.kept[usize::from(output <= 0.0)]) / FULL as f32
    }
}

/// The target values for positions.
#[derive(Clone, Copy, Debug)]
pub struct TrainingTarget {
    /// Width of the curve from scores to points, in centipawns.
    pub width: f32,
    /// Share of the result; the rest is the search score.
    pub lambda: f32,
}

impl TrainingTarget {
    /// The target points for the side to move.
    pub fn of(&self, sample: &Sample) -> f32 {
        let by_search = points(f64::from(sample.score), f64::from(self.width)) as f32;
        let Some(result) = sample.result else { return by_search };
        self.lambda * f32::from(result) / 2.0 + (1.0 - self.lambda) * by_search
    }
}

/// The positions in files of games.
#[derive(Clone, Debug, Default)]
pub struct Positions {
    /// For learning.
    pub train: Samples,
    /// For measuring.
    pub held_out: Samples,
    /// What was read.
    pub count: Count,
}

impl Positions {
    /// Reads files of self-play games.
    ///
    /// # Errors
    /// A file cannot be read, or contains something else.
    pub fn read(paths: &[PathBuf], filter: &Filter) -> Result<Positions, SampleError> {
        let mut positions = Positions::default();
        let Positions { train, held_out, count } = &mut positions;
        *count = quiet::visit(paths, filter, &mut |quiet: Quiet<'_>| {
            let (score, result) = quiet.of_mover();
            let samples = if quiet.is_held_out { &mut *held_out } else { &mut *train };
            samples.add(quiet.position, score, result);
        })?;
        Ok(positions)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use meihua_engine::games::xiangqi::fen;

    #[test]
    fn both_sides_see_the_same_board() {
        // A position, and the same position with colours swapped.
        let texts = ["3k5/4a4/9/4C4/9/2n6/9/9/9/4K3R w - - 0 1", "4k3r/9/9/9/2N6/9/4c4/9/4A4/3K5 b - - 0 1"];
        let mut samples = Samples::default();
        for text in texts {
            samples.add(&fen::parse(text).unwrap(), 70, Some(1.0));
        }
        let sorted = |index| {
            let mut features = samples.get(index).1.to_vec();
            features.sort_unstable();
            features
        };
        assert_eq!(sorted(0), sorted(1));
        assert_eq!(sorted(0).len(), 6);
        assert_eq!(samples.get(0).0.kept, samples.get(1).0.kept);
    }

    #[test]
    fn every_feature_has_its_four_views() {
        for (feature, views) in VIEWS_OF.iter().enumerate() {
            assert_eq!(usize::from(views[0]), feature);
            let back = |feature: u16, view: usize| VIEWS_OF[usize::from(feature)][view];
            assert_eq!(usize::from(back(views[1], 1)), feature);
            assert_eq!(usize::from(back(views[2], 2)), feature);
            assert_eq!(back(views[2], 1), views[3]);
        }
    }

    #[test]
    fn target_mixes_score_and_result() {
        let mut sample = Sample { end: 0, score: 0, result: Some(2), kept: [64, 16] };
        assert_eq!(TrainingTarget { width: 200.0, lambda: 0.5 }.of(&sample), 0.75);
        assert_eq!((sample.keep(1.0), sample.keep(-1.0)), (1.0, 0.25));
        sample.result = None;
        assert_eq!(TrainingTarget { width: 200.0, lambda: 0.5 }.of(&sample), 0.5);
    }
}
