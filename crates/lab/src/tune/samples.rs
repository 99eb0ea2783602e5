//! Positions as the tuner sees them: which features count how often, and how they are blended.

use meihua_contracts::side::Side;
use meihua_engine::games::xiangqi::Position;
use meihua_engine::games::xiangqi::eval::scale::{self, FULL};
use meihua_engine::games::xiangqi::eval::weights::{COUNT, Term};
use meihua_engine::games::xiangqi::eval::{FULL_PHASE, explain, phase};

/// One feature of a position: its index, and how often it counts for red less how often for black.
pub type Feature = (u16, i8);

/// What the fit takes from a position.
#[derive(Clone, Copy, Debug)]
pub struct Sample {
    /// Where its features begin in [`Samples::features`], and where they end.
    pub features: (u32, u32),
    /// Share of the middlegame, 0 to 1.
    pub middlegame: f32,
    /// What is left of an advantage of red, and of black, 0 to 1.
    pub scale: [f32; Side::NUM],
    /// 1 where red moves, -1 where black does: the feature of the move in hand, which is not scaled.
    pub mover: f32,
    /// Red's score, as the search saw it, in centipawns.
    pub score: f32,
    /// Red's points in the game: 0, ½, 1.
    pub result: f32,
}

/// Positions behind each other.
#[derive(Clone, Debug)]
pub struct Samples {
    /// Number of features that there are.
    pub width: usize,
    /// The index of the feature of the move in hand.
    pub tempo: usize,
    /// The positions.
    pub list: Vec<Sample>,
    /// Their features.
    pub features: Vec<Feature>,
}

impl Samples {
    /// None yet, of `width` features.
    pub fn new(width: usize, tempo: usize) -> Samples {
        Samples { width, tempo, list: Vec::new(), features: Vec::new() }
    }

    /// None yet, of the features of the xiangqi evaluation.
    pub fn of_xiangqi() -> Samples {
        Samples::new(COUNT, Term::TEMPO.offset())
    }

    /// Adds a sample with these features.
    pub fn add(&mut self, sample: Sample, features: impl IntoIterator<Item = Feature>) {
        let begin = self.features.len() as u32;
        self.features.extend(features);
        self.list.push(Sample { features: (begin, self.features.len() as u32), ..sample });
    }

    /// Adds a position with red's score and red's points.
    pub fn add_position(&mut self, position: &Position, score: f32, result: f32) {
        let counts = explain::counts(position);
        let factor = |side| scale::factor(position, side) as f32 / FULL as f32;
        let sample = Sample {
            features: (0, 0),
            middlegame: phase(position) as f32 / FULL_PHASE as f32,
            scale: Side::ALL.map(factor),
            mover: if position.side() == Side::First { 1.0 } else { -1.0 },
            score,
            result,
        };
        let tempo = self.tempo;
        let difference = |feature| (feature, counts.of(Side::First, feature) - counts.of(Side::Second, feature));
        let counting = (0..self.width).map(difference).filter(|&(feature, count)| count != 0 && feature != tempo);
        self.add(sample, counting.map(|(feature, count)| (feature as u16, count as i8)));
    }

    /// The features of a sample.
    #[inline]
    pub fn features_of(&self, sample: &Sample) -> &[Feature] {
        &self.features[sample.features.0 as usize..sample.features.1 as usize]
    }
}
