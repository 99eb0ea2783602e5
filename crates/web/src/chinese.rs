//! Errors in Chinese.

use meihua_contracts::sentence::Sentence;
use meihua_games::phrasebook;

/// A sentence in Chinese. Phrases that are missing from the phrasebook stay English.
pub(crate) fn chinese(sentence: &Sentence) -> String {
    sentence.in_words(&phrasebook::chinese)
}
