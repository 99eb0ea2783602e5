//! Refusals in Chinese, by the phrasebook of `meihua play`.

#[path = "../../../src/play/phrasebook/texts.rs"]
mod texts;

use meihua_contracts::sentence::Sentence;
use texts::TEXTS;

/// A sentence in Chinese. A phrase that the phrasebook does not have stays as it is.
pub(crate) fn chinese(sentence: &Sentence) -> String {
    sentence
        .in_words(&|phrase| TEXTS.iter().find(|(english, _)| *english == phrase).map_or(phrase, |(_, chinese)| chinese))
}

#[cfg(test)]
mod tests {
    use super::*;
    use meihua_contracts::sentence;

    #[test]
    fn known_phrases_are_translated() {
        let refusal = sentence!("that is not how a {} moves", "pawn");
        assert_eq!(chinese(&refusal), "兵卒不能这样走");
    }
}
