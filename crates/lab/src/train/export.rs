//! From floating point to the integers that the engine uses.

use super::model::{BIAS, Model, OUTPUT};
use super::samples::{Samples, VIEWS_OF};
use meihua_contracts::side::Side;
use meihua_engine::games::xiangqi::net::feature::{FeatureSet, VIEWS};
use meihua_engine::games::xiangqi::net::file::{NetError, Numbers};
use meihua_engine::games::xiangqi::net::kernel::{self, Accumulator};
use meihua_engine::games::xiangqi::net::{Net, Neurons, QA, QB, bucket};
use meihua_engine::games::xiangqi::vectors::Level;

/// The network of a model whose outputs are in units of `scale` centipawns; `about` says how it was made.
///
/// # Errors
/// None for a trained model, whose weights are kept within their limits.
pub(crate) fn quantise(model: &Model, scale: f32, about: &str) -> Result<Net, NetError> {
    let rounded = |unit: i32| move |weight: &f32| (weight * unit as f32).round() as i16;
    let (sums, outputs) = model.rows.split_at(OUTPUT);
    let sums = sums[..=BIAS].iter().flat_map(|row| &row.0).map(rounded(QA));
    let outputs = outputs.iter().flat_map(|row| &row.0).map(rounded(QB));
    let numbers = Numbers {
        shorts: sums.chain(outputs).collect(),
        output_bias: model.output_bias.map(|bias| (bias * (QA * QB) as f32).round() as i32),
        scale: scale.round() as i32,
    };
    Net::assemble(about, &numbers)
}

/// The model that a network was rounded from, up to rounding, with outputs in units of `scale` centipawns. It gives
/// every position the same value, whatever the width of the curve it was trained with.
pub(crate) fn dequantise(net: &Net, scale: f32) -> Model {
    let (numbers, mut model) = (net.numbers(), Model::zero());
    let stretch = numbers.scale as f32 / scale;
    let (sums, outputs) = model.rows.split_at_mut(OUTPUT);
    let mut shorts = numbers.shorts.iter();
    for (rows, unit, factor) in [(sums, QA, 1.0), (outputs, QB, stretch)] {
        for (weight, &number) in rows.iter_mut().flat_map(|row| &mut row.0).zip(&mut shorts) {
            *weight = f32::from(number) / unit as f32 * factor;
        }
    }
    model.output_bias = numbers.output_bias.map(|bias| bias as f32 / (QA * QB) as f32 * stretch);
    model
}

/// The network's outputs for samples in centipawns, before the correction for advantages that cannot be won.
pub(crate) fn outputs(net: &Net, samples: &Samples) -> Vec<i32> {
    let level = Level::best();
    let mut sums = Accumulator([Neurons::ZERO; VIEWS]);
    let output = |index: usize| {
        let features = samples.get(index).1;
        let pieces: Vec<&FeatureSet> = features.iter().map(|&feature| &VIEWS_OF[usize::from(feature)]).collect();
        kernel::refresh(level, net, &pieces, &mut sums);
        // The views of the side to move come first here, as Red's do elsewhere.
        kernel::output(level, net, &sums, Side::First, bucket(features.len()))
    };
    (0..samples.len()).map(output).collect()
}

/// The factor for outputs (in centipawns) that makes their root mean square equal to that of the search scores; the
/// search's margins are in these centipawns.
pub(crate) fn stretch(outputs: &[f32], samples: &Samples) -> f32 {
    let (mut own, mut told) = (0.0, 0.0);
    for (index, output) in outputs.iter().enumerate() {
        let sample = samples.get(index).0;
        own += f64::from(output * sample.keep(*output)).powi(2);
        told += f64::from(sample.score).powi(2);
    }
    if own > 0.0 && told > 0.0 { (told / own).sqrt() as f32 } else { 1.0 }
}

#[cfg(test)]
mod tests {
    use super::super::model;
    use super::*;
    use meihua_contracts::game::Game;
    use meihua_contracts::random::SplitMix64;
    use meihua_engine::games::xiangqi::net::scale;
    use meihua_engine::games::xiangqi::{Moves, Position, fen};

    #[test]
    fn integers_say_what_the_model_says() {
        let (mut model, mut random, mut samples) = (Model::random(3), SplitMix64::new(4), Samples::default());
        // As large as training lets them become.
        model.rows[OUTPUT..].iter_mut().flat_map(|row| &mut row.0).for_each(|weight| *weight *= 3.9);
        let net = quantise(&model, 300.0, "").unwrap();
        assert_eq!(quantise(&dequantise(&net, 300.0), 300.0, "").unwrap(), net);
        let mut values = Vec::new();
        for _ in 0..10 {
            let mut position: Position = fen::parse(fen::START).unwrap();
            for _ in 0..80 {
                let mut moves = Moves::new();
                if position.generate(&mut moves).is_some() || moves.is_empty() {
                    break;
                }
                position.make(moves[random.below(moves.len())]);
                samples.add(&position, 0, Some(0.5));
                values.push((net.evaluate(&position), position.clone()));
            }
        }
        let exact = model::outputs(Level::best(), &model, &samples);
        let rounded = outputs(&net, &samples);
        assert!(rounded.iter().any(|value| value.abs() > 200));
        for (index, (value, position)) in values.iter().enumerate() {
            assert!((300.0 * exact[index] - rounded[index] as f32).abs() < 40.0, "{}", fen::write(position));
            let sign = if position.side() == Side::First { 1 } else { -1 };
            assert_eq!(*value, sign * scale::scale(position, sign * rounded[index]), "{}", fen::write(position));
        }
    }

    #[test]
    fn units_are_those_of_the_scores() {
        let mut samples = Samples::default();
        let position = fen::parse(fen::START).unwrap();
        [100, -300].iter().for_each(|&score| samples.add(&position, score, Some(0.5)));
        assert!((stretch(&[50.0, -150.0], &samples) - 2.0).abs() < 1e-6);
        assert_eq!(stretch(&[], &Samples::default()), 1.0);
    }
}
