//! Refusals in Chinese.

use meihua_contracts::sentence::Sentence;
use meihua_games::phrasebook;

/// A sentence in Chinese. A phrase that the phrasebook does not have stays as it is.
pub(crate) fn chinese(sentence: &Sentence) -> String {
    sentence.in_words(&phrasebook::chinese)
}
