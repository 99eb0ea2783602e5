//! Distillation: a network that is trained further keeps what it knew of boards that the new games do not contain.
//!
//! A network that starts from another one (`--from`) forgets part of what the older games taught, and overfits the new
//! ones. So every second position of a batch is also changed at random, and the network learns to value the changed
//! board as the old one did (knowledge distillation: G. Hinton and others, 2015; without new games: F. Micaelli and A.
//! Storkey, 2019).

use super::model::{self, Model};
use super::samples::Samples;
use meihua_contracts::random::SplitMix64;
use meihua_engine::games::xiangqi::net::feature::{FEATURES, feature_set};
use meihua_engine::games::xiangqi::setup::can_stand;
use meihua_engine::games::xiangqi::square::Square;
use meihua_engine::games::xiangqi::vectors::Level;
use meihua_engine::games::xiangqi::{Piece, PieceKind};
use std::sync::LazyLock;

/// One position of this many is also changed.
const EVERY: usize = 2;

/// Maximum number of pieces that are moved or removed.
const MAX_CHANGES: usize = 3;

/// One change of this many removes the piece.
const REMOVALS: usize = 4;

/// What a feature of the mover's direct view stands for.
#[derive(Clone, Copy, Debug)]
struct Place {
    square: Square,
    is_general: bool,
    /// The features of the same piece on all squares that it can reach: the first, and how many.
    alternatives: (u16, usize),
}

/// By feature.
static PLACES: LazyLock<Vec<Place>> = LazyLock::new(|| {
    let mut places: Vec<(u16, Place)> = Vec::with_capacity(FEATURES);
    for piece in Piece::all() {
        // Elsewhere a piece has the feature of another square.
        let own = Square::all().filter(|square| can_stand(piece.kind, square.file(), square.rank_of(piece.side)));
        let reached: Vec<_> = own.map(|square| (feature_set(piece, square)[0], square)).collect();
        let first = reached.iter().map(|&(feature, _)| feature).min().unwrap_or_default();
        let alternatives = (first, reached.len());
        let is_general = piece.kind == PieceKind::General;
        places
            .extend(reached.into_iter().map(|(feature, square)| (feature, Place { square, is_general, alternatives })));
    }
    places.sort_by_key(|&(feature, _)| feature);
    places.into_iter().map(|(_, place)| place).collect()
});

/// The old network.
#[derive(Clone, Debug)]
pub(crate) struct Teacher {
    model: Model,
    /// The mean square error on changed boards counts this many times as much as that on the positions.
    weight: f32,
    seed: u64,
}

impl Teacher {
    /// A teacher whose outputs have the same units as those of the trained network.
    pub(crate) fn new(model: Model, weight: f32, seed: u64) -> Teacher {
        Teacher { model, weight, seed }
    }

    /// Adds the gradient for the changed boards of some samples. The changes depend on the pass, `epoch`, and on the
    /// sample, not on the batch.
    pub(super) fn teach(
        &self,
        level: Level,
        model: &Model,
        samples: &Samples,
        part: &[u32],
        epoch: usize,
        gradient: &mut Model,
    ) {
        let seed = SplitMix64::of_item(self.seed, epoch as u64).next_u64();
        let mut changed = Vec::new();
        for &index in part.iter().step_by(EVERY) {
            changed.clear();
            changed.extend_from_slice(samples.get(index as usize).1);
            change(&mut changed, &mut SplitMix64::of_item(seed, u64::from(index)));
            model::imitate(level, model, &self.model, &changed, self.weight * EVERY as f32, gradient);
        }
    }
}

/// Moves or removes up to [`MAX_CHANGES`] pieces at random. The generals stay, and no two pieces share a square.
fn change(features: &mut Vec<u16>, random: &mut SplitMix64) {
    for _ in 0..=random.below(MAX_CHANGES) {
        let chosen = random.below(features.len());
        let place = PLACES[usize::from(features[chosen])];
        if place.is_general {
            continue;
        }
        if random.below(REMOVALS) == 0 {
            features.swap_remove(chosen);
            continue;
        }
        let (first, count) = place.alternatives;
        let new = first + random.below(count) as u16;
        let square = PLACES[usize::from(new)].square;
        if features.iter().all(|&feature| PLACES[usize::from(feature)].square != square) {
            features[chosen] = new;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use meihua_engine::games::xiangqi::fen;
    use std::collections::BTreeSet;

    #[test]
    fn a_changed_board_is_a_board() {
        let mut samples = Samples::default();
        samples.add(&fen::parse(fen::START).unwrap(), 0, None);
        let start = samples.get(0).1;
        let (mut random, mut sizes) = (SplitMix64::new(5), BTreeSet::new());
        for _ in 0..2_000 {
            let mut features = start.to_vec();
            change(&mut features, &mut random);
            let squares: BTreeSet<_> = features.iter().map(|&feature| PLACES[usize::from(feature)].square).collect();
            assert_eq!(squares.len(), features.len(), "two pieces on one square");
            let generals = |features: &[u16]| {
                features
                    .iter()
                    .copied()
                    .filter(|&feature| PLACES[usize::from(feature)].is_general)
                    .collect::<BTreeSet<_>>()
            };
            assert_eq!(generals(&features), generals(start));
            let moved = features.iter().filter(|feature| !start.contains(feature)).count();
            assert!(moved + start.len() - features.len() <= MAX_CHANGES);
            sizes.insert(features.len());
        }
        assert_eq!(sizes.len(), 1 + MAX_CHANGES, "pieces are removed, too");
    }

    #[test]
    fn the_student_comes_nearer_to_its_teacher() {
        let mut samples = Samples::default();
        samples.add(&fen::parse(fen::START).unwrap(), 0, None);
        let teacher = Teacher::new(Model::random(1), 1.0, 7);
        let mut student = Model::random(2);
        let level = Level::best();
        let distance = |student: &Model| {
            let [own, told] = [student, &teacher.model].map(|model| model::outputs(level, model, &samples)[0]);
            (own - told).abs()
        };
        let before = distance(&student);
        for epoch in 0..200 {
            let mut gradient = Model::zero();
            teacher.teach(level, &student, &samples, &[0], epoch, &mut gradient);
            student.numbers_mut().zip(gradient.numbers()).for_each(|(weight, slope)| *weight -= 0.02 * slope);
        }
        let after = distance(&student);
        assert!(before > 0.05 && after < before / 2.0, "{before} {after}");
    }
}
