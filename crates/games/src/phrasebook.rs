//! The phrases that people see in Chinese, with the English phrases as keys.

/// A [`Part`] of pairs: a phrase and what it is in Chinese.
macro_rules! part {
    ($(($english:literal, $chinese:literal $(,)?)),+ $(,)?) => {
        Part { pairs: &[$(($english, $chinese)),+], joined: concat!($($english, "\0", $chinese, "\0"),+) }
    };
}

mod faults;
mod library;
mod plans;
mod records;
mod rules;
mod texts;
mod towers;

use meihua_contracts::puzzle::PuzzleText;
use meihua_contracts::text::{GameText, is_same};
use meihua_engine::engine::registry::PerGame;
use meihua_engine::games::connect_four::ConnectFour;
use meihua_engine::games::river::River;
use meihua_engine::games::sliding::Sliding;
use meihua_engine::games::tower::Tower;
use meihua_engine::games::xiangqi::Position as Xiangqi;

/// A part of the phrasebook.
struct Part {
    /// The phrases and what they are in Chinese; for the compiler and for tests.
    pairs: &'static [(&'static str, &'static str)],
    /// The same texts, each with a zero behind it; for the program, where pointers to each would take 80 bytes a pair.
    joined: &'static str,
}

const PARTS: [Part; 7] =
    [texts::TEXTS, faults::FAULTS, library::LIBRARY, plans::PLANS, records::RECORDS, rules::RULES, towers::TOWERS];

static JOINED: [&str; PARTS.len()] = {
    let mut joined = [""; PARTS.len()];
    let mut part = 0;
    while part < PARTS.len() {
        joined[part] = PARTS[part].joined;
        part += 1;
    }
    joined
};

/// The names of the games.
static NAMES: PerGame<&str> = PerGame::new([
    (Xiangqi::NAME, "象棋"),
    (ConnectFour::NAME, "四子棋"),
    (River::NAME, "过河"),
    (Sliding::NAME, "滑块"),
    (Tower::NAME, "魔塔"),
]);

/// A [`Sentence`](meihua_contracts::sentence::Sentence) made from a phrase in the phrasebook; other phrases do not
/// compile.
#[macro_export]
macro_rules! say {
    ($phrase:literal $(, $part:expr)* $(,)?) => {{
        const { assert!($crate::phrasebook::has($phrase), "a phrase of the phrasebook") };
        $crate::sentence!($phrase $(, $part)*)
    }};
}

/// Whether a phrase has a Chinese translation.
pub const fn has(phrase: &str) -> bool {
    let mut part = 0;
    while part < PARTS.len() {
        let pairs = PARTS[part].pairs;
        let mut index = 0;
        while index < pairs.len() {
            if is_same(pairs[index].0, phrase) {
                return true;
            }
            index += 1;
        }
        part += 1;
    }
    false
}

/// A phrase in Chinese; phrases that are missing from the phrasebook stay English.
pub fn chinese(phrase: &'static str) -> &'static str {
    let known = JOINED.iter().find_map(|joined| {
        let mut texts = joined.split('\0');
        texts.by_ref().step_by(2).position(|english| english == phrase)?;
        texts.next()
    });
    known.or_else(|| NAMES.of(phrase)).unwrap_or(phrase)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::GAMES;
    use meihua_contracts::phrases::Units;
    use meihua_contracts::sentence::{HOLE, Sentence};
    use meihua_mota::plan::why::{Missing, Reason};

    #[test]
    fn phrases_are_found_whole() {
        assert_eq!((chinese("Draw: {}."), chinese("river")), ("和棋：{}。", "过河"));
        assert_eq!(chinese("Draw: the board is full."), "Draw: the board is full.", "a finished text is no phrase");
        assert!(has("hint: {}") && !has("hint: {} {}"));
    }

    #[test]
    fn the_phrases_of_every_game_are_known() {
        for entry in GAMES {
            let session = (entry.open)();
            let phrases = session.phrases();
            let reasons = phrases.reasons.iter().map(|(_, phrase)| *phrase);
            let units = match phrases.units {
                Units::Left(phrase) | Units::Spent(phrase) => phrase,
            };
            let others = [phrases.moves, phrases.typing, phrases.hopeless, units].into_iter().chain(phrases.plan);
            for phrase in phrases.sides.into_iter().chain(phrases.forced).chain(reasons).chain(others) {
                assert!(has(phrase), "{}: {phrase}", entry.name);
            }
            assert_ne!(chinese(entry.name), entry.name);
        }
    }

    #[test]
    fn why_a_tower_is_not_won_is_chinese() {
        let missing = |what: &'static str| Missing { amount: 3, what: what.into(), at: None };
        let short = |is_least| Reason::Short { all: vec![missing("hp"), missing("gold")], is_least };
        let floors = |count: usize| vec!["一".to_owned(); count];
        let blocked = |by: &[&'static str], count, is_proven| Reason::Blocked {
            by: by.iter().map(|&by| by.into()).collect(),
            floors: floors(count),
            is_proven,
        };
        let by = ["it cannot be beaten", "the game is lost there"];
        let all = [
            (Reason::NoEnd { all_read: true }, "塔中没有通关的事件"),
            (Reason::NoEnd { all_read: false }, "看懂的事件中没有一个能通关"),
            (short(true), "再有 3 生命和 3 金币就能通关"),
            (short(false), "再有 3 生命（或更少）和 3 金币（或更少）就能通关"),
            (blocked(&[], 0, false), "生命、攻击、钥匙或金币更多的玩家也没有通关，路上看不出阻碍"),
            (blocked(&[], 0, true), "生命、攻击、钥匙或金币再多也无用：已无事可做"),
            (blocked(&[], 2, false), "什么都不缺的玩家也不能通关：到不了 一 一"),
            (blocked(&by[..1], 0, true), "生命、攻击、钥匙或金币再多也无用：挡路的是 打不过"),
            (
                blocked(&by, 9, true),
                "生命、攻击、钥匙或金币再多也无用：到不了 一 一 一 一 一 一 一 一 等（另有 1 层）；挡路的是 打不过；到那里就输了",
            ),
            (Reason::Unknown, "没有时间查明原因"),
        ];
        for (reason, said) in all {
            assert_eq!(Sentence::from(&reason).in_words(&chinese), said, "{reason}");
        }
    }

    #[test]
    fn every_hole_is_filled_and_every_phrase_stands_once() {
        let texts = PARTS.map(|part| part.pairs).concat();
        for (index, (english, chinese)) in texts.iter().enumerate() {
            let count = english.matches(HOLE).count();
            let numbered = (1..=9).filter(|number| chinese.contains(&format!("{{{number}}}"))).count();
            let filled = chinese.matches(HOLE).count() + numbered;
            assert_eq!(count, filled, "{english}");
            assert!(chinese.matches(HOLE).count() == 0 || numbered == 0, "{english}");
            assert!(texts[..index].iter().all(|(other, _)| other != english), "{english}");
        }
    }
}
